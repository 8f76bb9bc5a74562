/* symb/encode/system.h - the product of a supercombinator and a specification as relations.
 *
 * Layer    symb (sees lts).
 * Idea     slots are those of the product (wrap/refine.h): a component's state + 1, or 0 if it is off; the last slot is
 *          the node + 1. The steps of a component with one event are a relation over its own slot, so a rule is the
 *          conjunction of its parts and of the specification's move; each rule is a relation of its own. Events that
 *          the specification does not allow, and stable states that offer too little, are faults of rules.
 */
#ifndef COSET_SYMB_ENCODE_SYSTEM_H
#define COSET_SYMB_ENCODE_SYSTEM_H

#include "lts/normal.h"
#include "lts/super.h"

/* The parts of a product. Properties: numbers in the product, or COSET_NO_PROP. */
typedef struct {
    const coset_super *super;
    const coset_normal *spec;
    uint32_t traces, refusals;
    uint32_t refusal_group;
} coset_symb_system;

#endif
