/* logic/graph.h - all reachable states and steps of a small model, in arrays.
 *
 * Layer    logic (sees base, model, engine).
 * Idea     states are numbered in the order of discovery, start states first; an edge names the rule. Used by formulas
 *          on explicit graphs and comparisons of models.
 * Limits   those of the options; if one is reached, or a step faults, `why` says so and the graph is incomplete.
 * Threads  one.
 * Cost     4 bytes for each slot of a state, 8 for each step.
 */
#ifndef COSET_LOGIC_GRAPH_H
#define COSET_LOGIC_GRAPH_H

#include "base/mem.h"
#include "engine/engine.h"

typedef struct {
    uint32_t to, group;
} coset_graph_edge;

typedef struct {
    const coset_model *m;
    const coset_engine_options *o;
    coset_arena *arena; /* for words */
    coset_worker *worker, *check;
    uint32_t width, n;         /* slots; states */
    COSET_VEC(coset_value) at; /* values of the states */
    COSET_VEC(coset_graph_edge) edges;
    COSET_VEC(uint32_t) first; /* [n + 1] edges of a state */
    COSET_VEC(uint32_t) starts;
    uint32_t *table, room; /* hash table of states: number + 1; room is a power of two */
    bool *dead;            /* [n] the state has no step */
    const char *why;       /* why the graph is incomplete, or NULL */
    double began;
} coset_graph;

/* Builds the graph; call coset_graph_fini in any case. */
void coset_graph_make(coset_graph *g, const coset_model *m, const coset_engine_options *o, coset_arena *arena);
void coset_graph_fini(coset_graph *g);

static inline const coset_value *coset_graph_state(const coset_graph *g, uint32_t i)
{
    return g->at.at + (size_t)i * g->width;
}
/* The number of a state, or UINT32_MAX. */
uint32_t coset_graph_find(const coset_graph *g, const coset_value *s);
/* Value of a property of states; a fault ends the graph. */
coset_eval coset_graph_test(coset_graph *g, uint32_t prop, uint32_t i);
/* Sets `why`; the first reason is kept. */
void coset_graph_give_up(coset_graph *g, const char *why);
/* Checks the limits. */
bool coset_graph_goes_on(coset_graph *g);

#endif
