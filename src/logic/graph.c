/* logic/graph.c - enumeration of all states of a model. */
#include "logic/graph.h"

#include <string.h>

#define LOOK_EVERY 256 /* states, for limits */

static uint32_t hash(const coset_graph *g, const coset_value *s)
{
    uint64_t h = 1469598103934665603u;
    for (uint32_t i = 0; i < g->width; i++)
        h = (h ^ s[i]) * 1099511628211u;
    return (uint32_t)(h ^ h >> 29);
}

/* The position of the state in the table, or the free one for it. */
static uint32_t place_of(const coset_graph *g, const coset_value *s)
{
    uint32_t i = hash(g, s) & (g->room - 1);
    while (g->table[i] && g->width && memcmp(coset_graph_state(g, g->table[i] - 1), s, g->width * sizeof *s) != 0)
        i = (i + 1) & (g->room - 1);
    return i;
}

static void grow(coset_graph *g)
{
    uint32_t n = g->n;
    coset_delete(g->table);
    g->room = g->room ? g->room * 2 : 1024;
    g->table = coset_new(g->room, sizeof *g->table);
    for (uint32_t i = 0; i < n; i++)
        g->table[place_of(g, coset_graph_state(g, i))] = i + 1;
}

static uint32_t number_of(coset_graph *g, const coset_value *s)
{
    if ((uint64_t)g->n * 2 >= g->room)
        grow(g);
    uint32_t place = place_of(g, s);
    if (g->table[place] == 0) {
        for (uint32_t i = 0; i < g->width; i++)
            *coset_vec_add(&g->at) = s[i];
        g->table[place] = ++g->n;
    }
    return g->table[place] - 1;
}

void coset_graph_give_up(coset_graph *g, const char *why)
{
    if (!g->why)
        g->why = why;
}

/* Global assumptions exclude the state from the model. */
static bool is_cut(coset_graph *g, const coset_value *s)
{
    coset_fault fault;
    for (uint32_t p = 0; p < g->m->n_props; p++) {
        if (g->m->props[p].kind != COSET_PROP_ASSUMPTION || !coset_prop_is_state(&g->m->props[p]))
            continue;
        coset_eval v = g->m->ops->eval(g->check, p, 0, s, &fault);
        if (v == COSET_EVAL_FAULT)
            coset_graph_give_up(g, coset_arena_printf(g->arena, "an assumption cannot be evaluated: %s", fault.text));
        if (v != COSET_EVAL_TRUE)
            return true;
    }
    return false;
}

static coset_status on_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    coset_graph *g = ctx;
    if (e->fault)
        coset_graph_give_up(g, "a start rule faults, so the start states are not known");
    else if (!is_cut(g, dst))
        *coset_vec_add(&g->starts) = number_of(g, dst);
    return COSET_OK;
}

static coset_status on_step(void *ctx, const coset_edge *e, const coset_value *dst)
{
    coset_graph *g = ctx;
    if (e->fault)
        coset_graph_give_up(g, "a reachable step faults, so the paths are not known");
    else if (!is_cut(g, dst))
        *coset_vec_add(&g->edges) = (coset_graph_edge){number_of(g, dst), e->group};
    return g->why ? COSET_STOPPED : COSET_OK;
}

static uint64_t bytes_of(const coset_graph *g)
{
    return (uint64_t)g->at.room * sizeof *g->at.at + (uint64_t)g->edges.room * sizeof *g->edges.at +
           (uint64_t)g->room * sizeof *g->table;
}

bool coset_graph_goes_on(coset_graph *g)
{
    if (g->why)
        return false;
    if (g->o->stop && atomic_load(g->o->stop))
        coset_graph_give_up(g, "interrupted by a signal");
    else if (coset_engine_late(g->o, g->began))
        coset_graph_give_up(
            g, coset_arena_printf(g->arena, "the time limit of %g seconds was reached", g->o->max_seconds));
    else if (g->o->max_bytes && bytes_of(g) > coset_engine_room(g->o))
        coset_graph_give_up(g, "the memory limit was reached while the graph for formulas was made");
    else if (g->o->max_states && g->n > g->o->max_states)
        coset_graph_give_up(g, coset_arena_printf(g->arena, "the bound of %llu states was reached",
                                                  (unsigned long long)g->o->max_states));
    else if (g->n > (1u << 30) / (g->width + 1) || g->edges.n > 1u << 30)
        coset_graph_give_up(g, "the model is too large for formulas on an explicit graph: use --engine=symbolic");
    return !g->why;
}

static void list(coset_graph *g)
{
    (void)g->m->ops->starts(g->worker, on_start, g);
    coset_value *src = coset_new((size_t)g->width + 1, sizeof *src);
    for (uint32_t i = 0; i < g->n && !g->why; i++) {
        if (i % LOOK_EVERY == 0 && !coset_graph_goes_on(g))
            break;
        *coset_vec_add(&g->first) = g->edges.n;
        if (g->width)
            memcpy(src, coset_graph_state(g, i), g->width * sizeof *src);
        (void)g->m->ops->next(g->worker, src, on_step, g);
    }
    *coset_vec_add(&g->first) = g->edges.n;
    coset_delete(src);
    (void)coset_graph_goes_on(g);
    g->dead = coset_new((size_t)g->n + 1, sizeof *g->dead);
    for (uint32_t i = 0; i < g->n && !g->why; i++)
        g->dead[i] = g->first.at[i] == g->first.at[i + 1];
}

uint32_t coset_graph_find(const coset_graph *g, const coset_value *s)
{
    uint32_t number = g->table[place_of(g, s)];
    return number ? number - 1 : UINT32_MAX;
}

void coset_graph_make(coset_graph *g, const coset_model *m, const coset_engine_options *o, coset_arena *arena)
{
    *g = (coset_graph){.m = m, .o = o, .arena = arena, .width = m->n_slots, .began = coset_engine_now()};
    g->worker = coset_worker_new(m);
    g->check = coset_worker_new(m);
    grow(g);
    if (o->max_depth)
        coset_graph_give_up(g, "with a bound of the depth not all paths are known");
    else
        list(g);
}

coset_eval coset_graph_test(coset_graph *g, uint32_t prop, uint32_t i)
{
    coset_fault fault;
    coset_eval v = g->m->ops->eval(g->check, prop, 0, coset_graph_state(g, i), &fault);
    if (v == COSET_EVAL_FAULT)
        coset_graph_give_up(
            g, coset_arena_printf(g->arena, "a condition cannot be evaluated in a reachable state: %s", fault.text));
    return v;
}

void coset_graph_fini(coset_graph *g)
{
    if (!g->m)
        return;
    g->m->ops->worker_free(g->worker);
    g->m->ops->worker_free(g->check);
    coset_vec_fini(&g->at);
    coset_vec_fini(&g->edges);
    coset_vec_fini(&g->first);
    coset_vec_fini(&g->starts);
    coset_delete(g->table);
    coset_delete(g->dead);
}
