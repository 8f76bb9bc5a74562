#include "certcheck/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/entry.h"
#include "ir/interp.h"

#define TEXT  512
#define FACTS 3 /* words of `expanded` for each state */

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int coset_arc_compare(const void *a, const void *b)
{
    const coset_arc *x = a, *y = b;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    if (x->ending != y->ending)
        return x->ending < y->ending ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

uint32_t coset_graph_add(coset_graph *g, const coset_value *state)
{
    uint32_t number = coset_pool_add(&g->states, state, g->model->n_slots * sizeof *state);
    while (g->expanded.n < FACTS * (size_t)g->states.n)
        *coset_vec_add(&g->expanded) = 0;
    return number;
}

uint32_t coset_graph_find(const coset_graph *g, const coset_value *state)
{
    return coset_pool_find(&g->states, state, g->model->n_slots * sizeof *state);
}

uint32_t coset_graph_rule_number(coset_graph *g, const char *text)
{
    return coset_pool_add(&g->rules, text, strlen(text) + 1);
}

static bool is_only_one(const coset_model *m, uint32_t group)
{
    const char *name = m->groups[group].name;
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->n_groups; i++)
        n += !m->groups[i].is_start && strcmp(m->groups[i].name, name) == 0;
    return n == 1;
}

/* The number of the text of one rule: as in a trace, with the position if other rules have the same name; all entries
 * of a multiset have the first one's name. */
static uint32_t single_rule(coset_graph *g, uint32_t group, uint64_t with_entries)
{
    const uint64_t instance = coset_ir_without_entries(&coset_model_ir(g->model)->rules[group], with_entries);
    const uint64_t key[2] = {group, instance};
    uint32_t number = coset_pool_add(&g->instances, key, sizeof key);
    if (number == g->rule_of.n) {
        char text[TEXT];
        g->model->ops->edge_text(g->model, group, instance, text, sizeof text);
        size_t used = strlen(text);
        if (!is_only_one(g->model, group))
            snprintf(text + used, sizeof text - used, " @%u:%u", (unsigned)g->model->groups[group].pos.line,
                     (unsigned)g->model->groups[group].pos.column);
        *coset_vec_add(&g->rule_of) = coset_graph_rule_number(g, text);
    }
    return g->rule_of.at[number];
}

/* A step of several parts, line by line. */
static uint32_t rules_of(coset_graph *g, const coset_edge *e)
{
    uint32_t first = single_rule(g, e->group, e->instance);
    if (e->n_parts == 0 && !e->chained)
        return first;
    coset_parts parts = {0};
    coset_edge_parts(g->model, e, &parts);
    COSET_VEC(char) text = {0};
    for (uint32_t i = 0; i <= parts.n; i++) {
        uint32_t rule = i ? single_rule(g, parts.at[i - 1].group, parts.at[i - 1].instance) : first;
        for (const char *c = coset_graph_rule(g, rule); *c; c++)
            *coset_vec_add(&text) = *c;
        *coset_vec_add(&text) = i < parts.n ? '\n' : '\0';
    }
    uint32_t number = coset_graph_rule_number(g, text.at);
    coset_vec_fini(&text);
    coset_vec_fini(&parts);
    return number;
}

static uint32_t ending_of(coset_graph *g, const coset_edge *e)
{
    uint32_t *words = coset_new(e->n_covers + 3, sizeof *words);
    words[0] = e->fault ? (uint32_t)e->fault->kind + 1 : 0;
    words[1] = e->fault ? e->fault->prop : COSET_NO_PROP;
    words[2] = e->silent;
    if (e->n_covers) {
        memcpy(words + 3, e->covers, e->n_covers * sizeof *words);
        qsort(words + 3, e->n_covers, sizeof *words, by_number);
    }
    uint32_t number = coset_pool_add(&g->endings, words, (e->n_covers + 3) * sizeof *words);
    coset_delete(words);
    return number;
}

static coset_status on_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    coset_graph *g = ctx;
    (void)e;
    if (dst)
        *coset_vec_add(&g->starts) = coset_graph_add(g, dst);
    return COSET_OK;
}

static coset_status on_step(void *ctx, const coset_edge *e, const coset_value *dst)
{
    coset_graph *g = ctx;
    COSET_INVARIANT(g->steps.n < UINT32_MAX - 1);
    coset_arc step = {rules_of(g, e), ending_of(g, e), dst && !e->fault ? coset_graph_add(g, dst) : COSET_NO_STATE};
    *coset_vec_add(&g->steps) = step;
    return COSET_OK;
}

/* Values of properties: all instances, one byte each, then whether the state may end. */
static uint32_t colour_of(coset_graph *g, const coset_value *state)
{
    COSET_VEC(unsigned char) bytes = {0};
    const coset_model *m = g->model;
    coset_fault fault;
    for (uint32_t i = 0; i < g->n_props; i++)
        for (uint32_t k = 0; k < m->props[g->props[i]].n_instances; k++)
            *coset_vec_add(&bytes) = (unsigned char)m->ops->eval(g->worker, g->props[i], k, state, &fault);
    *coset_vec_add(&bytes) = coset_model_may_end(m, g->worker, state);
    uint32_t number = coset_pool_add(&g->colours, bytes.at, bytes.n);
    coset_vec_fini(&bytes);
    return number;
}

uint32_t coset_graph_colours_differ(const coset_graph *g, uint32_t a, uint32_t b)
{
    const unsigned char *x = coset_pool_at(&g->colours, a), *y = coset_pool_at(&g->colours, b);
    for (uint32_t i = 0; i < g->n_props; i++)
        for (uint32_t k = 0; k < g->model->props[g->props[i]].n_instances; k++)
            if (*x++ != *y++)
                return i;
    return g->n_props;
}

coset_status coset_graph_expand(coset_graph *g, uint32_t state)
{
    if (g->expanded.at[FACTS * (size_t)state])
        return COSET_OK;
    uint32_t first = g->steps.n;
    memcpy(g->source, coset_graph_state(g, state), g->model->n_slots * sizeof *g->source);
    coset_status status = g->model->ops->next(g->worker, g->source, on_step, g);
    if (status != COSET_OK)
        return status;
    if (g->steps.n > first)
        qsort(g->steps.at + first, g->steps.n - first, sizeof *g->steps.at, coset_arc_compare);
    uint32_t *facts = g->expanded.at + FACTS * (size_t)state;
    facts[0] = first + 1;
    facts[1] = g->steps.n - first;
    facts[2] = colour_of(g, g->source);
    return COSET_OK;
}

const coset_arc *coset_graph_steps(const coset_graph *g, uint32_t state, uint32_t *n)
{
    const uint32_t *facts = g->expanded.at + FACTS * (size_t)state;
    *n = facts[1];
    return g->steps.at + (facts[0] - 1);
}

uint32_t coset_graph_colour(const coset_graph *g, uint32_t state) { return g->expanded.at[FACTS * (size_t)state + 2]; }

coset_status coset_graph_init(coset_graph *g, const coset_model *m, uint32_t n_props, const uint32_t *props)
{
    *g = (coset_graph){.model = m, .worker = coset_worker_new(m), .n_props = n_props, .props = props};
    g->source = coset_new(m->n_slots, sizeof *g->source);
    coset_status status = m->ops->starts(g->worker, on_start, g);
    uint32_t n = 0;
    if (g->starts.n)
        qsort(g->starts.at, g->starts.n, sizeof *g->starts.at, by_number);
    for (uint32_t i = 0; i < g->starts.n; i++)
        if (n == 0 || g->starts.at[n - 1] != g->starts.at[i])
            g->starts.at[n++] = g->starts.at[i];
    g->starts.n = n;
    return status;
}

void coset_graph_fini(coset_graph *g)
{
    g->model->ops->worker_free(g->worker);
    coset_pool_fini(&g->states);
    coset_pool_fini(&g->rules);
    coset_pool_fini(&g->endings);
    coset_pool_fini(&g->colours);
    coset_pool_fini(&g->instances);
    coset_vec_fini(&g->rule_of);
    coset_vec_fini(&g->starts);
    coset_vec_fini(&g->expanded);
    coset_vec_fini(&g->steps);
    coset_delete(g->source);
}
