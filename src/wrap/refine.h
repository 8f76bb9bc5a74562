/* wrap/refine.h - refinement as a model: an implementation beside a normalised specification.
 *
 * Layer    wrap (sees base, model, lts).
 * Idea     the product of a model whose edges carry events (coset_edge.instance, silent) and a normal form is a model:
 *          its slots are those of the implementation and one more, the node. What refinement asks is a property of it,
 *          so search, quotient, traces and reports are those of every other model.
 * Slots    0 .. n-1 as in the implementation; slot n is the node + 1.
 * Props    in this order, those that the check asks for (coset_refine_prop): an edge whose event the node does not have
 *          is a fault that violates "traces"; a state that offers none of the node's acceptances has one more edge, a
 *          fault that violates "refusals"; "divergence" is COSET_PROP_DIVERGENCE, a cycle of silent edges. Where the
 *          node of an FD specification diverges everything is allowed and nothing is searched further.
 * Owner    borrows implementation and specification.
 * Source   Gibson-Robinson and Lowe, section 2.1, definition 6, and appendix B.
 */
#ifndef COSET_WRAP_REFINE_H
#define COSET_WRAP_REFINE_H

#include "lts/normal.h"
#include "model/model.h"

typedef enum {
    COSET_REFINE_TRACES,
    COSET_REFINE_REFUSALS,
    COSET_REFINE_DIVERGENCE,
    COSET_REFINE_PROPS
} coset_refine_prop;

/* The groups of steps are those of the implementation, and one more: a refusal, whose edges are faults. */
coset_model *coset_refine_new(const coset_model *impl, const coset_normal *spec);

/* Number of the property in the product's table, or COSET_NO_PROP where the specification's model does not ask for it.
 */
uint32_t coset_refine_prop_of(const coset_model *product, coset_refine_prop p);
/* The node of a state of the product. */
uint32_t coset_refine_node(const coset_model *product, const coset_value *state);
/* What a state of the implementation offers: visible events and tick, ascending; false where it is not stable. A state
 * that can tick is reported as stable and offers tick alone, for it may refuse all else.
 * Out      events: room for n_events; n: how many. */
bool coset_refine_offers(const coset_model *impl, const coset_value *state, uint32_t *events, uint32_t *n);

#endif
