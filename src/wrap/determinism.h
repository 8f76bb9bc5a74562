/* wrap/determinism.h - determinism as a model: an implementation beside itself.
 *
 * Layer    wrap (sees base, model, lts).
 * Idea     two copies of an implementation perform the same visible events. It is not deterministic iff after some
 *          trace one copy can perform an event that the other can refuse: a fault that violates "deterministic".
 * Settled  the second copy follows one choice only: taus until it is stable, and the first of several targets. If the
 *          implementation is deterministic every choice is as good as another; so one that disagrees shows that it is
 *          not, and one that agrees with all of the first copy shows that it is. Then there are no more pairs than
 *          states. Where the second copy never settles only the first one goes on, silently: it comes to all states
 *          that the second one does, and so shows the divergence; settled twins are for FD only. A choice does not
 *          commute with renamings: not for a quotient.
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
