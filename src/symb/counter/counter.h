/* symb/counter/counter.h - counter abstraction: how many processes are in each local state, not which.
 *
 * Layer    symb, private.
 * Idea     if a renaming only exchanges processes, an orbit is a vector of counters, one for each local state. A
 *          relation between concrete states becomes one between counters: some processes of a step act individually
 *          (its parameters, and those that variables hold), the others are alike, so what a step requires of them or
 *          does to all of them depends on their numbers only. No concrete state is computed.
 * Local    the values of a process's slots, and which of the variables that hold processes hold it. Counted are only
 *          those that processes may be in for some values of the shared variables, whatever the other processes do.
 * Checked  all of it on the diagrams: each step is the image of the one that is translated, and the other processes are
 *          interchangeable in it.
 * Refused  (COSET_UNSUPPORTED, the text says where and why) several types that move; slots of processes that hold
 *          processes, or that belong to two; steps through transient states; very many local states.
 * Source   Emerson and Wahl 2005, 2.3; E. Emerson, T. Wahl: On combining symmetry reduction and symbolic representation
 *          for efficient model checking (2003). Differs: variables that hold processes are part of local states.
 */
#ifndef COSET_SYMB_COUNTER_COUNTER_H
#define COSET_SYMB_COUNTER_COUNTER_H

#include "symb/reduce/symmetry.h"

typedef struct coset__counter {
    const coset_model *m;
    coset_bdds *bdd;
    uint32_t type;        /* whose elements are the processes */
    uint32_t n;           /* processes: those that move */
    uint32_t *element;    /* [n] */
    uint32_t n_local;     /* number of slots of each process */
    uint32_t *local;      /* [n * n_local] those of process p start at p * n_local */
    uint32_t n_global;    /* shared slots that hold no process */
    uint32_t *global;     /* [n_global] */
    uint32_t n_holders;   /* shared slots that may hold one */
    uint32_t *holder;     /* [n_holders] */
    uint32_t n_letters;   /* local states */
    coset_value *letters; /* [n_letters * width] values of the slots, then for each holder whether it holds the process;
                             ascending */
    coset_model shell;    /* slots of counted states: global ones, holders (a process is coded as the first one), then
                             a counter for each local state */
} coset__counter;

static inline uint32_t coset__letter_width(const coset__counter *c) { return c->n_local + c->n_holders; }
static inline const coset_value *coset__letter(const coset__counter *c, uint32_t l)
{
    return c->letters + (size_t)l * coset__letter_width(c);
}
/* Slots of the counted states. */
static inline uint32_t coset__holder_slot(const coset__counter *c, uint32_t h) { return c->n_global + h; }
static inline uint32_t coset__counter_slot(const coset__counter *c, uint32_t l)
{
    return c->n_global + c->n_holders + l;
}

/* Makes `to`, the relation between counted states of `r`; `y` has the exchanges. Both are needed only during the call.
 */
coset_status coset__counter_make(const coset__symmetry *y, const coset__relation *r, coset__counter **out,
                                 coset__relation *to, coset_err *err) COSET_NODISCARD;
void coset__counter_free(coset__counter *c);

/* Converts counts to a concrete state; a concrete state to its counts. */
void coset__counter_state(const coset__counter *c, const coset_value *counts, coset_value *state);
void coset__counter_counts(const coset__counter *c, const coset_value *state, coset_value *counts);
/* Splits a set of counted states by the size of the stabiliser of their states; parts are kept. */
void coset__counter_keepers(const coset__counter *c, const coset__vars *v, coset_bdd set, coset__orbit_list *out);

#endif
