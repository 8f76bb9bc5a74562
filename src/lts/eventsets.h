/* lts/eventsets.h - sets of events, each stored once and identified by its number.
 *
 * Layer    lts.
 */
#ifndef COSET_LTS_EVENTSETS_H
#define COSET_LTS_EVENTSETS_H

#include "lts/normal.h"

typedef struct {
    coset_arena *arena;
    COSET_VEC(coset_event_set) sets;
    uint32_t *table, mask; /* number + 1; 0: empty */
} coset__eventsets;

/* The sets live in `arena`. */
void coset__eventsets_init(coset__eventsets *x, coset_arena *arena);
/* `events`: ascending. */
uint32_t coset__eventsets_number(coset__eventsets *x, const uint32_t *events, uint32_t n);
void coset__eventsets_fini(coset__eventsets *x);
/* Whether set a is a subset of set b. */
bool coset__eventset_within(const coset_event_set *a, const coset_event_set *b);

#endif
