/* wrap/relations_fair.h - which steps reduction may move where only fair runs count.
 *
 * Layer    wrap (sees model).
 * Idea     a step is seen by fairness if it may change whether somebody else is enabled: it writes a slot that a
 *          transition of another actor looks at. With these among the visible ones a reduced graph keeps, for each
 *          fair run, one that differs by stuttering and is fair; see doc/internals-partial-order.md.
 */
#ifndef COSET_WRAP_RELATIONS_FAIR_H
#define COSET_WRAP_RELATIONS_FAIR_H

#include "wrap/fair.h"
#include "wrap/relations.h"

/* The same relations; what fairness sees is visible, too. In the arena. */
const coset_relations *coset_relations_fair(const coset_model *m, const coset_relations *r, uint32_t n,
                                            const coset_fairness *what, coset_arena *arena);

#endif
