/* explore/nested.h - emptiness check by nested depth-first search, with an inexact store.
 *
 * Layer    explore, private.
 */
#ifndef COSET_EXPLORE_NESTED_H
#define COSET_EXPLORE_NESTED_H

#include "explore/bfs_int.h"

/* Number of threads: two, one of them for the second search, unless a bound depends on the order of both; with an exact
 * store one. */
uint32_t coset__nested_threads(const coset_engine_options *o);
/* Searches an accepting run of a model without families; if there is one, it is in s->paths and *out says so.
 * Counts are of states of the first search, each with the acceptance set that it waits for. Errors: COSET_MEMORY. */
coset_status coset__nested(coset__search *s, coset_arena *arena, coset__live *out, coset_err *err) COSET_NODISCARD;

#endif
