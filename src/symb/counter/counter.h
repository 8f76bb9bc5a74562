/* symb/counter/counter.h - counter abstraction: how many processes are in each local state, not which.
 *
 * Layer    symb, private.
 * Idea     where all that a renaming does is to exchange processes, an orbit is a vector of counters, one for each
 *          local state. A relation between concrete states is made into one between counters: some processes of a step
 *          act by themselves (its parameters, and those that variables hold), the others are alike, so what a step asks
 *          of them or does to all of them speaks of their numbers only. No concrete state is reached for it. Local
 *          the values of a process's slots, and which of the variables that hold processes hold it. Only those count
 *          that processes may be in while the shared variables have certain values, whatever the other processes do.
 *          Checked  all of it on the diagrams: that a step is the image of the one that is translated, and that the
 *          others are alike to it. Refused  (COSET_UNSUPPORTED, the text says where and why) several types that move;
 *          slots of processes that hold processes, or that belong to two; steps through transient states; very many
 *          local states.
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
    uint32_t n_local;     /* slots of each process */
    uint32_t *local;      /* [n * n_local] of process p those from p * n_local on */
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

/* Makes `to`, the relation between counted states, of `r`; `y` are the exchanges. Both are needed meanwhile only. */
coset_status coset__counter_make(const coset__symmetry *y, const coset__relation *r, coset__counter **out,
                                 coset__relation *to, coset_err *err) COSET_NODISCARD;
void coset__counter_free(coset__counter *c);

/* A concrete state with these counts; the counts of a concrete state. */
void coset__counter_state(const coset__counter *c, const coset_value *counts, coset_value *state);
void coset__counter_counts(const coset__counter *c, const coset_value *state, coset_value *counts);
/* Splits a set of counted states by the number of renamings that keep their states; parts are kept. */
void coset__counter_keepers(const coset__counter *c, const coset__vars *v, coset_bdd set, coset__orbit_list *out);

#endif
