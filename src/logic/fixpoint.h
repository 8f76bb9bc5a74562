/* logic/fixpoint.h - evaluation of fixpoints.
 *
 * Layer    logic, private.
 * Idea     one loop for all evaluators. They differ in the initial value of an inner fixpoint after its surroundings
 *          have changed: a method is a table of functions that give it.
 * Methods  naive: always from the beginning. emerson-lei: from the last value of the fixpoint, which is a valid start
 *          while only fixpoints of the same kind have changed; when one of the other kind changes, it starts again.
 *          long: fixpoints of the outermost kind continue from a table, indexed by the rounds of the enclosing ones of
 *          the other kind; these always start again.
 * Needs    every method evaluates closed subformulas once.
 * Source   Emerson and Lei 1986 (with the reset before each round: the algorithm as printed in S. Jha's thesis, figure
 *          2.2, resets once and is wrong); Long, Browne, Clarke, Jha, Marrero 1994, as in the thesis, figure 2.4.
 *          Differs: rounds end when nothing changes, not after as many rounds as there are states; directly nested
 *          fixpoints of one kind are not joined but treated as a block: all of them are reset together.
 */
#ifndef COSET_LOGIC_FIXPOINT_H
#define COSET_LOGIC_FIXPOINT_H

#include "logic/core.h"
#include "logic/sets.h"

typedef struct coset__eval coset__eval;

typedef struct {
    /* The initial value of the fixpoint: a set that the caller owns. */
    coset_set (*start)(coset__eval *e, const coset__core *c);
    /* One more round of c will be computed; its value so far is in e->nodes. */
    void (*round)(coset__eval *e, const coset__core *c);
    /* The fixpoint is reached; the set is borrowed. */
    void (*end)(coset__eval *e, const coset__core *c, coset_set value);
} coset__method;

extern const coset__method coset__naive, coset__emerson_lei, coset__long;

/* A row of a table: the value of a fixpoint at these rounds of the enclosing ones. */
typedef struct {
    uint32_t node, n;
    uint32_t *rounds;
    coset_set value;
} coset__row;

/* The data of a node. */
typedef struct {
    bool has_value, has_kept;
    coset_set value; /* of closed nodes; of a fixpoint in its loop, that of its variable */
    coset_set kept;  /* for the method */
    uint32_t rounds; /* of a fixpoint in its loop, for tables */
} coset__known;

struct coset__eval {
    const coset_sets *sets;
    const coset__method *method;
    uint32_t n_nodes;
    coset__known *nodes;                   /* [n_nodes] */
    COSET_VEC(const coset__core *) around; /* enclosing fixpoints in their loops, inside the evaluated closed one */
    uint32_t base;                         /* first of them that belongs to the closed one */
    COSET_VEC(coset__row) rows;
    COSET_VEC(uint32_t) chains; /* of rows, by hash: number + 1 of the newest; and `older` */
    COSET_VEC(uint32_t) older;
    uint64_t n_rounds; /* bodies that were evaluated */
};

void coset__fixpoint_init(coset__eval *e, const coset_sets *sets, const coset__method *method);
/* Call before nodes with numbers below n_nodes are evaluated. */
void coset__fixpoint_room(coset__eval *e, uint32_t n_nodes);
void coset__fixpoint_fini(coset__eval *e);
/* The states that satisfy a closed node; the caller drops the set. Invalid once sets->ops->goes_on is false. */
coset_set coset__evaluate(coset__eval *e, const coset__core *c);

/* For methods: the empty set for MU, all states for NU. */
coset_set coset__extreme(const coset__eval *e, const coset__core *c);
/* Drops the stored values of the fixpoints of the other kind below c that c reaches through them alone. */
void coset__reset_below(coset__eval *e, const coset__core *c);

#endif
