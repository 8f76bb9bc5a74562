/* lts/relate_int.h - the two methods to compute a relation.
 *
 * Layer    lts.
 */
#ifndef COSET_LTS_RELATE_INT_H
#define COSET_LTS_RELATE_INT_H

#include "lts/relate.h"

/* Simulation: for each pair the round that separates it. */
typedef struct {
    uint32_t first, n_rows, n_columns; /* column 0 is state `first` */
    uint32_t *round;                   /* [n_rows * n_columns] */
} coset__pairs;

/* False: the budget or the memory does not suffice. */
bool coset__pairs_make(coset__pairs *p, const coset_relating *how);
static inline uint32_t coset__pairs_round(const coset__pairs *p, uint32_t s, uint32_t t)
{
    return p->round[(size_t)s * p->n_columns + (t - p->first)];
}

/* Bisimulation: the classes after each round. */
typedef struct {
    COSET_VEC(uint32_t *) of; /* [n_states] each */
    uint32_t n_classes;       /* after the last round */
    bool done;                /* nothing more can be split, or computed */
} coset__rounds;

/* One more round. */
void coset__rounds_next(coset__rounds *r, const coset_relating *how);
void coset__rounds_fini(coset__rounds *r);

#endif
