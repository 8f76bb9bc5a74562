/* wrap/refine.h - refinement as a model: the product of an implementation and a normalised specification.
 *
 * Layer    wrap (sees base, model, lts).
 * Idea     The product of a model whose edges carry events (coset_edge.instance, silent) and a normal form is a model:
 *          its slots are those of the implementation and one more, the node. The refinement check is a property of this
 *          model, so search, quotient, traces and reports work as for every other model.
 * Slots    0 .. n-1 as in the implementation; slot n is the node + 1.
 * Props    In this order, those that the check requires (coset_refine_prop): an edge whose event the node does not have
 *          is a fault that violates "traces"; a state that offers none of the node's acceptances has one more edge, a
 *          fault that violates "refusals"; "divergence" is COSET_PROP_DIVERGENCE, a cycle of silent edges. If the node
 *          of an FD specification diverges, everything is allowed and the search stops there.
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

/* The groups are those of the implementation, and one more: a refusal, whose edges are faults. */
coset_model *coset_refine_new(const coset_model *impl, const coset_normal *spec);

/* Number of the property in the product's table, or COSET_NO_PROP if the specification's model does not require it. */
uint32_t coset_refine_prop_of(const coset_model *product, coset_refine_prop p);
/* The node of a state of the product. */
uint32_t coset_refine_node(const coset_model *product, const coset_value *state);
/* What a state of the implementation offers: visible events and tick, ascending; false if it is not stable. A state
 * that can tick is reported as stable and offers tick alone, because it may refuse all else.
 * Out      events: room for n_events; n: how many. */
bool coset_refine_offers(const coset_model *impl, const coset_value *state, uint32_t *events, uint32_t *n);

#endif
