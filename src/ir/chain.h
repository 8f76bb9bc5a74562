/* ir/chain.h - rules that always fire in sequence inside one step, run as one.
 *
 * Layer    ir, private.
 * Idea     A rule may name the one that follows it (coset_ir_rule.follows). If a step passes through transient states,
 *          a search runs the bodies of such rules as one body: nothing is evaluated, compared or stored between them.
 *          The parts of the step are reported as if the rules had fired one by one. If something faults or stops in
 *          between, or if the worker listens, they do fire one by one.
 * Which    Each rule belongs to at most one chain: one with several predecessors begins a chain of its own. So the
 *          total length of all bodies is that of the source text. Rules that only lead to one another in a cycle fire
 *          one by one.
 */
#ifndef COSET_IR_CHAIN_H
#define COSET_IR_CHAIN_H

#include "ir/ir.h"

typedef struct coset_ir_chain {
    uint32_t n;                /* rules after the first one; 0: it fires alone, and has no body here */
    const uint32_t *behind;    /* [n] these */
    const coset_ir_stmt *body; /* of all of them */
} coset_ir_chain;

/* [n_rules], NULL if there is none; in the arena of the program. O(statements). */
const coset_ir_chain *coset_ir_chains(const coset_ir *ir);

#endif
