/* explore/accept_int.h - declarations shared by the files of the emptiness check.
 *
 * Layer    explore. accept.c finds components, region.c decides families on one, lasso.c constructs the run.
 *
 * A node is the index of a state in the store, or its reference. The number of a node is 0 before it is visited, its
 * place on the stack of open states + 1 while its component is being searched, and COSET__CLOSED afterwards.
 */
#ifndef COSET_EXPLORE_ACCEPT_INT_H
#define COSET_EXPLORE_ACCEPT_INT_H

#include "explore/accept.h"
#include "explore/bfs_int.h"

#define COSET__CLOSED  UINT32_MAX
#define COSET__NOWHERE UINT32_MAX

/* One number for each node; grows in pieces, new numbers are 0. */
typedef COSET_VEC(uint32_t *) coset__numbers;
#define COSET__NUMBERS_A_PIECE UINT32_C(65536)

static inline uint32_t coset__number(const coset__numbers *n, uint32_t node)
{
    uint32_t piece = node / COSET__NUMBERS_A_PIECE;
    return piece < n->n ? n->at[piece][node % COSET__NUMBERS_A_PIECE] : 0;
}

void coset__number_set(coset__numbers *n, uint32_t node, uint32_t value);
void coset__numbers_fini(coset__numbers *n);

/* A set of nodes that are strongly connected by edges between them, without those that request a banned index. */
typedef struct {
    uint32_t n;
    uint32_t *nodes;  /* [n] */
    uint64_t *banned; /* [n * words of all families] of each node, or NULL: none */
} coset__region;

typedef struct {
    coset__search *s;
    coset__member *w;
    coset_worker *again; /* recomputes steps, annotates them if there are families */
    uint64_t all;        /* plain acceptance sets */
    uint32_t words;      /* of all families */
    uint32_t n_indices;  /* of all families */
    coset__numbers numbers;
    COSET_VEC(uint32_t) open; /* nodes whose components are being searched */
    coset__region found;      /* n > 0: has an accepting run */
    bool by_reference;        /* nodes are references; else indices of the only thread */
    bool telling;             /* the search has ended: steps to states for which there is no memory are omitted */
} coset__emptiness;

/* Removes the properties that an emptiness check does not decide. */
void coset__emptiness_only(coset__search *s, coset_arena *arena);
/* For one thread; x is zeroed. Errors: COSET_UNSUPPORTED. */
coset_status coset__emptiness_begin(coset__emptiness *x, coset__search *s, coset__member *w, coset_err *err);
void coset__emptiness_end(coset__emptiness *x);

/* ---- recomputing steps ---- */

/* A step to another node, valid during the callback. */
typedef struct {
    uint32_t to;
    uint32_t number; /* among all steps out of the state, faults included */
    const coset_edge *edge;
} coset__arc;

/* False: stop. */
typedef bool coset__on_arc(void *ctx, const coset__arc *arc);

/* Steps out of a node (COSET__NOWHERE: start states) to states of the model. False: the store is full, or the model
 * stopped; the search has been halted. */
bool coset__arcs(coset__emptiness *x, uint32_t node, coset__on_arc *emit, void *ctx);
/* Finds or adds. False: the store is full. */
bool coset__node_of(coset__emptiness *x, const coset_value *state, uint32_t *node);
/* The node of a state in the store; halts if there is no number for it. */
uint32_t coset__node_of_ref(const coset__emptiness *x, coset_ref ref);

/* ---- region.c ---- */

/* Whether open nodes from `first` on, which are strongly connected and have been expanded, have a run that satisfies
 * all sets and families (also false if the search has been halted). If true, x->found is a region all of whose edges
 * together satisfy them. */
bool coset__region_check(coset__emptiness *x, uint32_t first);
/* The same for nodes that need not be strongly connected. */
bool coset__region_search(coset__emptiness *x, uint32_t first);
/* Bit of an index in the words of families; grants: of a Streett family. */
bool coset__fair_has(const coset_model *m, uint32_t family, uint32_t index, bool grants, const uint64_t *fair);
void coset__region_fini(coset__region *r);

/* ---- lasso.c ---- */

/* From a start state to x->found and round a loop there that satisfies everything. NULL: not enough memory. A state
 * that the search has visited needs no memory. */
const coset_path *coset__lasso(coset__emptiness *x, coset_arena *arena);
/* A shortest path to a node. */
const coset_path *coset__path_to_node(coset__emptiness *x, uint32_t node, coset_arena *arena);

#endif
