/* wrap/contents.h - cache of the results of stubborn-set searches, keyed by the values of the slots that they read.
 *
 * Layer    wrap (sees model).
 * Idea     A search reads slots only to evaluate conditions, so values that no condition distinguishes form one class.
 *          Which slot it reads next depends on the classes of the slots read before. So results are stored in decision
 *          trees: an inner node names a slot and has one child per class of its value. In a state that leads to a leaf
 *          the search would return the result stored there.
 * Use      coset_contents_find; if UNKNOWN: coset_contents_look for each slot read, then coset_contents_learn.
 * Owner    coset_classes borrows the relations and is constant; coset_contents belongs to one worker.
 */
#ifndef COSET_WRAP_CONTENTS_H
#define COSET_WRAP_CONTENTS_H

#include "wrap/relations.h"

/* Classes of a slot's values. */
typedef struct {
    uint32_t n, n_classes; /* values 0 .. n-1, and all others */
    uint32_t *class_of;    /* [n + 1] */
} coset_class;

typedef struct {
    uint32_t n_slots;
    coset_class *slots;
} coset_classes;

/* NULL: there are too many values. */
coset_classes *coset_classes_new(const coset_relations *r, uint32_t n_slots);
void coset_classes_free(coset_classes *c);

#define COSET_CONTENTS_UNKNOWN 0U
#define COSET_CONTENTS_MOST    (UINT32_C(1) << 31) /* results are less */

typedef struct {
    const coset_classes *classes;
    COSET_VEC(uint32_t) cells;
    bool *known;              /* [n_slots] was read, */
    COSET_VEC(uint32_t) read; /* in this order */
} coset_contents;

void coset_contents_init(coset_contents *t, const coset_classes *classes);
void coset_contents_fini(coset_contents *t);
/* Full: nothing more can be stored until everything is forgotten; holders of roots then reset them to UNKNOWN. */
bool coset_contents_is_full(const coset_contents *t);
void coset_contents_forget(coset_contents *t);

/* Searches the tree below `root`. True: *found is the stored result. */
bool coset_contents_find(const coset_contents *t, uint32_t root, const coset_value *state, uint32_t *found);
/* Reads the slot, whose value the result will depend on. */
static inline coset_value coset_contents_look(coset_contents *t, const coset_value *state, uint32_t slot)
{
    if (!t->known[slot]) {
        t->known[slot] = true;
        *coset_vec_add(&t->read) = slot;
    }
    return state[slot];
}
/* Stores the result for the state, after all these reads. */
void coset_contents_learn(coset_contents *t, uint32_t *root, const coset_value *state, uint32_t found);

#endif
