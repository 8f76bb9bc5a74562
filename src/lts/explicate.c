/* A model whose edges carry events, as an explicit transition system. One thread, breadth first. */
#include <stdio.h>
#include <string.h>

#include "lts/super.h"

typedef struct {
    const coset_model *m;
    uint32_t n_events;
    uint64_t max_states;
    coset_budget *budget;
    coset_lts_builder *builder;
    coset_value **blocks; /* states, BLOCK in each */
    uint32_t n_blocks, room;
    uint32_t n;                           /* states */
    uint32_t *table, mask;                /* state + 1; 0 empty */
    uint32_t src;                         /* being expanded; UINT32_MAX: start states */
    const coset_super_priority *priority; /* or NULL */
    COSET_VEC(uint32_t) events;           /* with priority: of the steps of src, */
    COSET_VEC(coset_value) targets;       /* .. and their targets */
    coset_err *err;
} explication;

#define BLOCK 1024u

static coset_value *state_at(const explication *x, uint32_t i)
{
    return x->blocks[i / BLOCK] + (size_t)(i % BLOCK) * x->m->n_slots;
}

static uint32_t hash_of(const explication *x, const coset_value *state)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < x->m->n_slots; i++) {
        h = (h ^ state[i]) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    return (uint32_t)h;
}

static void enter(explication *x, uint32_t i)
{
    uint32_t at = hash_of(x, state_at(x, i)) & x->mask;
    while (x->table[at])
        at = (at + 1) & x->mask;
    x->table[at] = i + 1;
}

static void grow(explication *x)
{
    coset_delete(x->table);
    x->mask = x->mask * 2 + 1;
    x->table = coset_new((size_t)x->mask + 1, sizeof *x->table);
    for (uint32_t i = 0; i < x->n; i++)
        enter(x, i);
}

static void add_block(explication *x)
{
    if (x->n_blocks == x->room) {
        x->room = x->room ? 2 * x->room : 16;
        x->blocks = coset_resize(x->blocks, x->room, sizeof *x->blocks);
    }
    x->blocks[x->n_blocks++] = coset_new((size_t)BLOCK * x->m->n_slots, sizeof(coset_value));
}

/* Number of a state; a new one is added. UINT32_MAX: there are too many. */
static uint32_t number_of(explication *x, const coset_value *state)
{
    size_t bytes = x->m->n_slots * sizeof *state;
    for (uint32_t at = hash_of(x, state) & x->mask; x->table[at]; at = (at + 1) & x->mask)
        if (bytes == 0 || memcmp(state_at(x, x->table[at] - 1), state, bytes) == 0)
            return x->table[at] - 1;
    if (x->n == INT32_MAX || (x->max_states && x->n >= x->max_states))
        return UINT32_MAX;
    if (x->n % BLOCK == 0)
        add_block(x);
    if (bytes)
        memcpy(state_at(x, x->n), state, bytes);
    (void)coset_lts_add_state(x->builder);
    x->n++;
    if ((uint64_t)x->n * 2 > x->mask)
        grow(x);
    else
        enter(x, x->n - 1);
    return x->n - 1;
}

static coset_status take_edge(explication *x, uint32_t event, const coset_value *dst)
{
    uint32_t to = number_of(x, dst);
    if (to == UINT32_MAX)
        return coset_fail(x->err, COSET_LIMIT, "a process that has to be explored beforehand has more than %u states",
                          (unsigned)x->n);
    if (x->src == UINT32_MAX)
        return COSET_OK;
    COSET_INVARIANT(event < x->n_events);
    coset_lts_add_edge(x->builder, x->src, event, to);
    return COSET_OK;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    explication *x = ctx;
    if (e->fault)
        return coset_fail(x->err, COSET_INPUT, "%s", e->fault->text);
    if (!x->priority || x->src == UINT32_MAX)
        return take_edge(x, (uint32_t)e->instance, dst);
    *coset_vec_add(&x->events) = (uint32_t)e->instance;
    for (uint32_t i = 0; i < x->m->n_slots; i++)
        *coset_vec_add(&x->targets) = dst[i];
    return COSET_OK;
}

static bool is_lost(const explication *x, uint32_t event)
{
    for (uint32_t i = 0; i < x->events.n; i++)
        if (x->events.at[i] != event && x->priority->is_above(x->priority->ctx, x->events.at[i], event))
            return true;
    return false;
}

/* The steps of src that priority leaves. */
static coset_status take_highest(explication *x)
{
    coset_status st = COSET_OK;
    for (uint32_t i = 0; st == COSET_OK && i < x->events.n; i++)
        if (!is_lost(x, x->events.at[i]))
            st = take_edge(x, x->events.at[i], x->targets.at + (size_t)i * x->m->n_slots);
    x->events.n = x->targets.n = 0;
    return st;
}

static coset_status give_up(const explication *x)
{
    char doing[80];
    (void)snprintf(doing, sizeof doing, "a process was explored beforehand (%u states so far)", (unsigned)x->n);
    return coset_budget_fail(x->budget, doing, x->err);
}

static coset_status explore(explication *x)
{
    coset_worker *w = coset_worker_new(x->m);
    coset_value *src = coset_new(x->m->n_slots, sizeof *src);
    x->src = UINT32_MAX;
    coset_status st = x->m->ops->starts(w, on_edge, x);
    COSET_INVARIANT(st != COSET_OK || x->n == 1); /* a system has one start state */
    for (uint32_t i = 0; st == COSET_OK && i < x->n; i++) {
        x->src = i;
        if (x->m->n_slots)
            memcpy(src, state_at(x, i), x->m->n_slots * sizeof *src);
        st = x->m->ops->next(w, src, on_edge, x);
        if (st == COSET_OK && x->priority)
            st = take_highest(x);
        if (st == COSET_OK && coset_budget_spend(x->budget, 16))
            st = give_up(x);
    }
    coset_delete(src);
    x->m->ops->worker_free(w);
    return st;
}

static coset_value *all_states(const explication *x)
{
    coset_value *states = coset_new((size_t)x->n * x->m->n_slots, sizeof *states);
    for (uint32_t i = 0; x->m->n_slots && i < x->n; i++)
        memcpy(states + (size_t)i * x->m->n_slots, state_at(x, i), x->m->n_slots * sizeof *states);
    return states;
}

coset_status coset_super_explicate(const coset_model *m, uint32_t n_events, uint64_t max_states,
                                   const coset_super_priority *priority, coset_budget *budget, coset_lts **lts,
                                   coset_value **states, coset_err *err)
{
    explication x = {.m = m,
                     .n_events = n_events,
                     .max_states = max_states,
                     .priority = priority,
                     .budget = budget,
                     .err = err,
                     .mask = 63};
    x.builder = coset_lts_builder_new();
    x.table = coset_new((size_t)x.mask + 1, sizeof *x.table);
    coset_status st = explore(&x);
    *lts = NULL;
    if (states)
        *states = st == COSET_OK ? all_states(&x) : NULL;
    if (st == COSET_OK)
        *lts = coset_lts_build(x.builder, n_events);
    else
        coset_lts_builder_free(x.builder);
    for (uint32_t i = 0; i < x.n_blocks; i++)
        coset_delete(x.blocks[i]);
    coset_delete(x.blocks);
    coset_delete(x.table);
    coset_vec_fini(&x.events);
    coset_vec_fini(&x.targets);
    return st;
}
