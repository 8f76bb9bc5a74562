/* ir/chain.h - rules that certainly fire one after the other inside of a step, run as one.
 *
 * Layer    ir, private.
 * Idea     a rule may name the one that follows it (coset_ir_rule.follows). Where a step passes through transient
 *          states, the bodies of such rules are one body for who searches: nothing is looked at, compared or kept
 *          between them. Parts of the step are told as if the rules had fired one by one. Where something faults or
 *          stops in between, and for who listens, they do fire one by one.
 * Which    each rule belongs to one chain at most: one that several lead to begins a chain of its own. So all bodies
 *          together are as long as the text. Rules that only lead to one another in a circle fire one by one.
 */
#ifndef COSET_IR_CHAIN_H
#define COSET_IR_CHAIN_H

#include "ir/ir.h"

typedef struct coset_ir_chain {
    uint32_t n;                /* rules behind the first one; 0: it fires alone, and has no body here */
    const uint32_t *behind;    /* [n] these */
    const coset_ir_stmt *body; /* of all of them */
} coset_ir_chain;

/* [n_rules], NULL where there is none; in the arena of the program. O(statements). */
const coset_ir_chain *coset_ir_chains(const coset_ir *ir);

#endif
