/* wrap/contents.h - what a search for a stubborn set found before, by the contents of the slots that it looked at.
 *
 * Layer    wrap (sees model).
 * Idea     such a search looks at slots only to see whether conditions hold, so contents that no condition tells apart
 *          are of one class. Which slot it looks at next depends on the classes of those before. So what was found is
 *          kept in trees: a node is a slot, and leads on by the class of its content. A state that comes to a leaf would
 *          have had the search find the same.
 * Use      coset_contents_find; UNKNOWN: coset_contents_look for each look at a slot, then coset_contents_learn.
 * Owner    coset_classes borrows the relations and is constant; coset_contents belongs to one worker.
 */
#ifndef COSET_WRAP_CONTENTS_H
#define COSET_WRAP_CONTENTS_H

#include "wrap/relations.h"

/* Of a slot's contents. */
typedef struct {
    uint32_t n, n_classes; /* contents 0 .. n-1, and all others */
    uint32_t *class_of;    /* [n + 1] */
} coset_class;

typedef struct {
    uint32_t n_slots;
    coset_class *slots;
} coset_classes;

/* NULL: there are too many contents. */
coset_classes *coset_classes_new(const coset_relations *r, uint32_t n_slots);
void coset_classes_free(coset_classes *c);

#define COSET_CONTENTS_UNKNOWN 0U
#define COSET_CONTENTS_MOST    (UINT32_C(1) << 31) /* what is found is less */

typedef struct {
    const coset_classes *classes;
    COSET_VEC(uint32_t) cells;
    bool *known;              /* [n_slots] was looked at, */
    COSET_VEC(uint32_t) read; /* in this order */
} coset_contents;

void coset_contents_init(coset_contents *t, const coset_classes *classes);
void coset_contents_fini(coset_contents *t);
/* No more is to be learned before all is forgotten; who holds roots makes them UNKNOWN then. */
bool coset_contents_is_full(const coset_contents *t);
void coset_contents_forget(coset_contents *t);

/* From the root of a tree. True: *found is known. */
bool coset_contents_find(const coset_contents *t, uint32_t root, const coset_value *state, uint32_t *found);
/* The content of the slot, which matters to what will be found. */
static inline coset_value coset_contents_look(coset_contents *t, const coset_value *state, uint32_t slot)
{
    if (!t->known[slot]) {
        t->known[slot] = true;
        *coset_vec_add(&t->read) = slot;
    }
    return state[slot];
}
/* What was found for the state, after all of these looks. */
void coset_contents_learn(coset_contents *t, uint32_t *root, const coset_value *state, uint32_t found);

#endif
