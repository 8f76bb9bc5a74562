/* bdd/bdd_int.h - the context.
 *
 * Layer    bdd, private.
 */
#ifndef COSET_BDD_BDD_INT_H
#define COSET_BDD_BDD_INT_H

#include "base/mem.h"
#include "bdd/bdd.h"

struct coset_bdds {
    uint32_t n_vars;
    COSET_VEC(int) made; /* results of the open scopes, each with one reference */
    uint64_t n_kept;
    COSET_VEC(uint32_t) held; /* by node: how often it is kept (the library itself stops counting at 1023) */
    uint64_t n_made;          /* results so far */
    uint64_t peak;
    uint64_t largest;    /* size of a recorded set */
    uint64_t collect_at; /* nodes */
    uint64_t to_spend;   /* nodes at least, between collections */
};

/* Whether the order of variables can be changed without blowing up diagrams (interaction.c). May make a function that
 * must stay until the change is done: call it in a scope. O(nodes). */
bool coset__may_reorder(coset_bdds *b);

#endif
