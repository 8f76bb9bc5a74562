/* certcheck/graph.h - states and steps of a model as a graph in memory.
 *
 * Layer    certcheck.
 * Shapes   states, texts of rules, endings of steps and colours of states are numbers. An ending is a fault with its
 *          kind and property, or none, with the cover statements hit. A colour is the value of each requested property,
 *          and whether the state may have no steps. Steps of a state are sorted. The rules of a step that consists of
 *          several parts are one text, a line for each.
 */
#ifndef COSET_CERTCHECK_GRAPH_H
#define COSET_CERTCHECK_GRAPH_H

#include "certcheck/pool.h"
#include "model/model.h"

#define COSET_NO_STATE UINT32_MAX

typedef struct {
    uint32_t rule, ending, to; /* COSET_NO_STATE: a fault */
} coset_arc;

typedef struct {
    const coset_model *model;
    coset_worker *worker;
    uint32_t n_props;
    const uint32_t *props; /* of which the colour consists */
    coset_pool states, rules, endings, colours;
    coset_pool instances;         /* groups with instances, */
    COSET_VEC(uint32_t) rule_of;  /* and the number of the text of each */
    COSET_VEC(uint32_t) starts;   /* sorted, no duplicates */
    COSET_VEC(uint32_t) expanded; /* for each state: the number of its first step + 1, its number of steps, colour */
    COSET_VEC(coset_arc) steps;
    coset_value *source; /* buffer for a state */
} coset_graph;

/* With the start states. Errors: what the model's start rules return. */
coset_status coset_graph_init(coset_graph *g, const coset_model *m, uint32_t n_props, const uint32_t *props);
void coset_graph_fini(coset_graph *g);

/* The number of a state; coset_graph_find returns COSET_NO_STATE if it is not in the graph. */
uint32_t coset_graph_add(coset_graph *g, const coset_value *state);
uint32_t coset_graph_find(const coset_graph *g, const coset_value *state);
static inline const coset_value *coset_graph_state(const coset_graph *g, uint32_t state)
{
    return coset_pool_at(&g->states, state);
}
static inline const char *coset_graph_rule(const coset_graph *g, uint32_t rule)
{
    return coset_pool_at(&g->rules, rule);
}
/* The number of a text, known or new. */
uint32_t coset_graph_rule_number(coset_graph *g, const char *text);

/* Computes the steps of a state, unless they are known, and adds their successors. */
coset_status coset_graph_expand(coset_graph *g, uint32_t state);
/* Of a state that was expanded. The steps are valid until another one is. */
const coset_arc *coset_graph_steps(const coset_graph *g, uint32_t state, uint32_t *n);
uint32_t coset_graph_colour(const coset_graph *g, uint32_t state);
/* The number in `props` of a property with different values in two colours; n_props: they differ in whether the state
 * may end. */
uint32_t coset_graph_colours_differ(const coset_graph *g, uint32_t a, uint32_t b);

int coset_arc_compare(const void *a, const void *b);

#endif
