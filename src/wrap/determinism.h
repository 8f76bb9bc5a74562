/* wrap/determinism.h - determinism as a model: an implementation composed with itself.
 *
 * Layer    wrap (sees base, model, lts).
 * Idea     Two copies of an implementation perform the same visible events. The implementation is nondeterministic iff
 *          after some trace one copy can perform an event that the other can refuse: a fault that violates
 *          "deterministic".
 * Settled  The second copy follows one choice only: taus until it is stable, and the first of several targets. If the
 *          implementation is deterministic, every choice is equivalent. So a choice that disagrees proves
 *          nondeterminism, and one that agrees with all of the first copy proves determinism. Then there are no more
 *          pairs than states. If the second copy never becomes stable, only the first one continues, silently: it
 *          reaches all states that the second one reaches, and so shows the divergence. Settled twins are for FD only.
 *          A choice does not commute with renamings: not for a quotient.
 * Slots    those of the first copy, then those of the second.
 * Props    "deterministic"; FD: and "divergence".
 * Owner    borrows the implementation.
 * Source   not settled: Lazic, A semantic study of data independence, 1999; settled: Roscoe, The Theory and Practice
 *          of Concurrency, ch. 9.
 */
#ifndef COSET_WRAP_DETERMINISM_H
#define COSET_WRAP_DETERMINISM_H

#include "lts/normal.h"
#include "model/model.h"

/* `model` is F or FD. Groups of steps are those of the implementation. */
coset_model *coset_determinism_new(const coset_model *impl, uint32_t n_events, coset_csp_model model, bool settled);

#endif
