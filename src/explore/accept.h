/* explore/accept.h - emptiness: does a model with acceptance have an accepting run?
 *
 * Layer    explore (sees engine, store, model).
 * Idea     a depth-first search finds strongly connected components on the fly and collects the acceptance sets of
 *          their edges (Couvreur). Families are decided on a component: on a quotient, indices are followed through the
 *          renamings of its edges. If the requests of a Streett index are not granted, edges that request it are
 *          removed and the rest is decomposed again. See doc/internals-temporal.md for the correctness proof.
 * Checks   COSET_PROP_ACCEPTANCE, and faults of steps, which end a run; a run that ends is not accepting. Other
 *          properties are left undecided.
 * Result   deterministic, for any number of threads. The path to an accepting loop is the shortest one to its
 *          component; coset_path.edges names its steps.
 * Source   Couvreur 1999, Geldenhuys and Valmari 2005, Bloemen, Laarman and van de Pol 2016 (components); Emerson and
 *          Sistla 1997, Bosnacki 2001, ch. 7 (fairness on quotients; differs: classes of indices instead of threads).
 */
#ifndef COSET_EXPLORE_ACCEPT_H
#define COSET_EXPLORE_ACCEPT_H

#include "engine/engine.h"

/* As coset_bfs. With several threads, one searches alone at first, and also if depth or states are bounded; the depth
 * is not reported. With an inexact store: a nested depth-first search (nested.h) by up to two threads, which finds
 * violations only. Errors: COSET_UNSUPPORTED for a model with families and an inexact store, or whose edges cannot be
 * annotated. With none_only: *result is NULL if there is, or may be, an accepting run. */
coset_status coset_accept(const coset_model *m, const coset_engine_options *options, coset_arena *arena,
                          coset_result **result, coset_err *err) COSET_NODISCARD;

#endif
