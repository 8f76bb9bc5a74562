/* logic/core.h - formulas in the form for the evaluators.
 *
 * Layer    logic, private.
 * Idea     operators of CTL become fixpoints, and negations move inwards to the predicates. Equal closed subformulas
 *          share one node. A node refers to a set of steps by number (logic/sets.h): for CTL the total ones.
 * Source   Clarke, Emerson, Sistla 1986; fair operators: Emerson and Lei 1986, as in S. Jha's thesis 2.5 and 2.6.
 */
#ifndef COSET_LOGIC_CORE_H
#define COSET_LOGIC_CORE_H

#include "logic/formula.h"
#include "logic/sets.h"

typedef enum {
    COSET__C_TRUE,
    COSET__C_FALSE,
    COSET__C_ATOM,
    COSET__C_NOT_ATOM, /* prop */
    COSET__C_VAR,      /* binder */
    COSET__C_AND,
    COSET__C_OR,
    COSET__C_DIAMOND,
    COSET__C_BOX, /* steps, a */
    COSET__C_MU,
    COSET__C_NU /* a */
} coset__core_op;

typedef struct coset__core coset__core;
struct coset__core {
    coset__core_op op;
    uint32_t number; /* of the node, from 0 */
    coset__core *a, *b;
    const coset__core *binder;
    uint32_t prop, steps;
    uint32_t depth; /* MU, NU: number of enclosing binders */
    uint64_t free;  /* as in coset_formula */
};

static inline bool coset__is_fixpoint(const coset__core *c) { return c->op == COSET__C_MU || c->op == COSET__C_NU; }

typedef struct {
    const coset_formulas *f;
    coset_arena *arena;
    uint32_t n_nodes;
    coset__core *fair[2]; /* "some fair path begins here", and its negation; NULL: not needed yet */
    COSET_VEC(struct coset__translated) done;
    const struct coset__place *places;
    uint32_t binders;
} coset__cores;

struct coset__translated {
    const coset_formula *of;
    bool negated;
    coset__core *core;
};

void coset__cores_init(coset__cores *c, const coset_formulas *f, coset_arena *arena);
void coset__cores_fini(coset__cores *c);
/* The formula, or its negation. Closed formulas are translated once. */
coset__core *coset__core_of(coset__cores *c, const coset_formula *f, bool negated);
/* The states in which some fair path begins; without constraints: true. */
coset__core *coset__core_fair(coset__cores *c, bool negated);

#endif
