/* wrap/relations_fair.h - which steps the reduction may reorder if only fair runs count.
 *
 * Layer    wrap (sees model).
 * Idea     A step is visible to fairness if it may change whether another actor is enabled: it writes a slot that a
 *          transition of another actor reads. If these steps are visible, a reduced graph contains, for each fair run,
 *          a stutter-equivalent fair one; see doc/internals-partial-order.md.
 */
#ifndef COSET_WRAP_RELATIONS_FAIR_H
#define COSET_WRAP_RELATIONS_FAIR_H

#include "wrap/fair.h"
#include "wrap/relations.h"

/* The same relations; steps visible to fairness are visible, too. In the arena. */
const coset_relations *coset_relations_fair(const coset_model *m, const coset_relations *r, uint32_t n,
                                            const coset_fairness *what, coset_arena *arena);

#endif
