/* The stack of Gibson-Robinson and Lowe (section 1.2) as a hand-written supercombinator: nodes, the reference to the
 * top, a lock, and threads. Header only. */
#ifndef COSET_TEST_LISTSTACK_H
#define COSET_TEST_LISTSTACK_H

#include <stdio.h>
#include <stdlib.h>

#include "lts/normal.h"
#include "lts/super.h"

enum { NODE, DATA, THREAD };

typedef struct {
    coset_arena *arena;
    uint32_t n_nodes, n_data, n_threads;
    coset_symtype types[3];
    COSET_VEC(coset_label) events;
    COSET_VEC(coset_super_rule) rules;
    COSET_VEC(coset_super_component) components;
    COSET_VEC(coset_lts *) owned;
    coset_super super;
    coset_normal *spec;
} liststack;

/* Channels; the controls of events. A reference may be Null: one additional control. */
enum {
    INIT = 10,
    DATUM = 20,
    NEXT = 30,
    FREE = 40,
    GETTOP = 50,
    SETTOP = 60,
    LOCK = 70,
    UNLOCK = 80,
    PUSH = 90,
    POP = 100,
    EMPTY = 110
};

static inline coset_label ls_label(liststack *l, uint32_t control, uint32_t n, const coset_element *ends)
{
    coset_label_edge *edge = coset_arena_get(l->arena, 1, sizeof *edge);
    *edge = (coset_label_edge){0, n, coset_arena_copy(l->arena, ends, n, sizeof *ends)};
    return coset_label_make(control, n > 0, edge);
}

/* A label of a thread (or none, UINT32_MAX), a node (n_nodes: Null), data and a second node; UINT32_MAX: absent. */
static inline coset_label ls_of(liststack *l, uint32_t control, uint32_t t, uint32_t n, uint32_t d, uint32_t m)
{
    coset_element ends[4];
    uint32_t k = 0;
    if (t != UINT32_MAX)
        ends[k++] = (coset_element){THREAD, t};
    if (n < l->n_nodes)
        ends[k++] = (coset_element){NODE, n};
    if (d != UINT32_MAX)
        ends[k++] = (coset_element){DATA, d};
    if (m < l->n_nodes)
        ends[k++] = (coset_element){NODE, m};
    return ls_label(l, control + (n == l->n_nodes) + 2 * (m == l->n_nodes), k, ends);
}

/* The number of an event; new ones get the next. */
static inline uint32_t ls_event(liststack *l, uint32_t control, uint32_t t, uint32_t n, uint32_t d, uint32_t m)
{
    coset_label x = ls_of(l, control, t, n, d, m);
    uint32_t i = 0;
    while (i < l->events.n && coset_label_compare(&l->events.at[i], &x) != 0)
        i++;
    if (i == l->events.n)
        *coset_vec_add(&l->events) = x;
    return i;
}

#define NONE UINT32_MAX

static inline uint32_t ls_state(liststack *l, coset_lts_builder *b, coset_label x)
{
    uint32_t s = coset_lts_add_state(b);
    (void)l;
    coset_lts_add_label(b, s, &x);
    return s;
}

static inline void ls_component(liststack *l, coset_lts_builder *b, const char *name, uint32_t number, coset_label x)
{
    coset_lts *lts = coset_lts_build(b, 100000);
    *coset_vec_add(&l->owned) = lts;
    *coset_vec_add(&l->components) =
        (coset_super_component){coset_arena_printf(l->arena, "%s(%u)", name, number), lts, x, true};
}

static inline void ls_node(liststack *l, uint32_t me)
{
    coset_lts_builder *b = coset_lts_builder_new();
    uint32_t nulls = l->n_nodes, free = ls_state(l, b, ls_of(l, 1000, NONE, me, NONE, NONE));
    for (uint32_t d = 0; d < l->n_data; d++)
        for (uint32_t next = 0; next <= nulls; next++) {
            uint32_t s = ls_state(l, b, ls_of(l, 1010, NONE, me, d, next));
            for (uint32_t t = 0; t < l->n_threads; t++) {
                coset_lts_add_edge(b, free, ls_event(l, INIT, t, me, d, next), s);
                coset_lts_add_edge(b, s, ls_event(l, DATUM, t, me, d, NONE), s);
                coset_lts_add_edge(b, s, ls_event(l, NEXT, t, me, NONE, next), s);
                coset_lts_add_edge(b, s, ls_event(l, FREE, t, me, NONE, NONE), free);
            }
        }
    ls_component(l, b, "Node", me, ls_of(l, 2000, NONE, me, NONE, NONE));
}

static inline void ls_top(liststack *l)
{
    coset_lts_builder *b = coset_lts_builder_new();
    uint32_t *states = coset_arena_get(l->arena, l->n_nodes + 1, sizeof *states);
    for (uint32_t n = l->n_nodes + 1; n-- > 0;)
        states[n] = ls_state(l, b, ls_of(l, 1020, NONE, n, NONE, NONE));
    for (uint32_t n = 0; n <= l->n_nodes; n++)
        for (uint32_t t = 0; t < l->n_threads; t++) {
            coset_lts_add_edge(b, states[n], ls_event(l, GETTOP, t, n, NONE, NONE), states[n]);
            for (uint32_t m = 0; m <= l->n_nodes; m++)
                coset_lts_add_edge(b, states[n], ls_event(l, SETTOP, t, m, NONE, NONE), states[m]);
        }
    ls_component(l, b, "Top", 0, ls_of(l, 2010, NONE, NONE, NONE, NONE));
}

static inline void ls_lock(liststack *l)
{
    coset_lts_builder *b = coset_lts_builder_new();
    uint32_t open = ls_state(l, b, ls_of(l, 1030, NONE, NONE, NONE, NONE));
    for (uint32_t t = 0; t < l->n_threads; t++) {
        uint32_t held = ls_state(l, b, ls_of(l, 1040, t, NONE, NONE, NONE));
        coset_lts_add_edge(b, open, ls_event(l, LOCK, t, NONE, NONE, NONE), held);
        coset_lts_add_edge(b, held, ls_event(l, UNLOCK, t, NONE, NONE, NONE), open);
    }
    ls_component(l, b, "Lock", 0, ls_of(l, 2020, NONE, NONE, NONE, NONE));
}

static inline void ls_push(liststack *l, coset_lts_builder *b, uint32_t t, uint32_t idle, uint32_t end)
{
    for (uint32_t d = 0; d < l->n_data; d++) {
        uint32_t chosen = ls_state(l, b, ls_of(l, 1060, t, NONE, d, NONE));
        uint32_t locked = ls_state(l, b, ls_of(l, 1070, t, NONE, d, NONE));
        uint32_t done = ls_state(l, b, ls_of(l, 1080, t, NONE, d, NONE));
        coset_lts_add_edge(b, idle, COSET_TAU, chosen);
        coset_lts_add_edge(b, chosen, ls_event(l, LOCK, t, NONE, NONE, NONE), locked);
        coset_lts_add_edge(b, done, ls_event(l, PUSH, t, NONE, d, NONE), end);
        uint32_t *linked = coset_arena_get(l->arena, l->n_nodes, sizeof *linked);
        for (uint32_t n = 0; n < l->n_nodes; n++) {
            linked[n] = ls_state(l, b, ls_of(l, 1090, t, n, d, NONE));
            coset_lts_add_edge(b, linked[n], ls_event(l, SETTOP, t, n, NONE, NONE), done);
        }
        for (uint32_t top = 0; top <= l->n_nodes; top++) {
            uint32_t knows = ls_state(l, b, ls_of(l, 1100, t, top, d, NONE));
            coset_lts_add_edge(b, locked, ls_event(l, GETTOP, t, top, NONE, NONE), knows);
            for (uint32_t n = 0; n < l->n_nodes; n++)
                coset_lts_add_edge(b, knows, ls_event(l, INIT, t, n, d, top), linked[n]);
        }
    }
}

static inline void ls_pop(liststack *l, coset_lts_builder *b, uint32_t t, uint32_t idle, uint32_t end)
{
    uint32_t chosen = ls_state(l, b, ls_of(l, 1120, t, NONE, NONE, NONE));
    uint32_t locked = ls_state(l, b, ls_of(l, 1130, t, NONE, NONE, NONE));
    uint32_t empty = ls_state(l, b, ls_of(l, 1140, t, NONE, NONE, NONE));
    coset_lts_add_edge(b, idle, COSET_TAU, chosen);
    coset_lts_add_edge(b, chosen, ls_event(l, LOCK, t, NONE, NONE, NONE), locked);
    coset_lts_add_edge(b, locked, ls_event(l, GETTOP, t, l->n_nodes, NONE, NONE), empty);
    coset_lts_add_edge(b, empty, ls_event(l, EMPTY, t, NONE, NONE, NONE), end);
    for (uint32_t top = 0; top < l->n_nodes; top++) {
        uint32_t knows = ls_state(l, b, ls_of(l, 1150, t, top, NONE, NONE));
        uint32_t unlinked = ls_state(l, b, ls_of(l, 1160, t, top, NONE, NONE));
        uint32_t frees = ls_state(l, b, ls_of(l, 1170, t, top, NONE, NONE));
        coset_lts_add_edge(b, locked, ls_event(l, GETTOP, t, top, NONE, NONE), knows);
        coset_lts_add_edge(b, frees, ls_event(l, FREE, t, top, NONE, NONE), end);
        for (uint32_t next = 0; next <= l->n_nodes; next++) {
            uint32_t both = ls_state(l, b, ls_of(l, 1180, t, top, NONE, next));
            coset_lts_add_edge(b, knows, ls_event(l, NEXT, t, top, NONE, next), both);
            coset_lts_add_edge(b, both, ls_event(l, SETTOP, t, next, NONE, NONE), unlinked);
        }
        for (uint32_t d = 0; d < l->n_data; d++) {
            uint32_t has = ls_state(l, b, ls_of(l, 1190, t, top, d, NONE));
            coset_lts_add_edge(b, unlinked, ls_event(l, DATUM, t, top, d, NONE), has);
            coset_lts_add_edge(b, has, ls_event(l, POP, t, NONE, d, NONE), frees);
        }
    }
}

static inline void ls_thread(liststack *l, uint32_t t)
{
    coset_lts_builder *b = coset_lts_builder_new();
    uint32_t idle = ls_state(l, b, ls_of(l, 1050, t, NONE, NONE, NONE));
    uint32_t end = ls_state(l, b, ls_of(l, 1110, t, NONE, NONE, NONE));
    ls_push(l, b, t, idle, end);
    ls_pop(l, b, t, idle, end);
    coset_lts_add_edge(b, end, ls_event(l, UNLOCK, t, NONE, NONE, NONE), idle);
    ls_component(l, b, "Thread", t, ls_of(l, 2030, t, NONE, NONE, NONE));
}

/* Threads are components n_nodes + 2 + t; top is n_nodes, the lock n_nodes + 1. */
static inline void ls_rules(liststack *l)
{
    for (uint32_t e = COSET_TICK + 1; e < l->events.n; e++) {
        const coset_label *x = &l->events.at[e];
        uint32_t channel = x->control / 10 * 10, partner = l->n_nodes;
        if (channel <= FREE)
            partner = x->edges[0].ends[1].element;
        if (channel == LOCK || channel == UNLOCK)
            partner = l->n_nodes + 1;
        coset_super_part *parts = coset_arena_get(l->arena, 2, sizeof *parts);
        bool alone = channel >= PUSH;
        parts[0] = (coset_super_part){partner, e};
        parts[!alone] = (coset_super_part){l->n_nodes + 2 + x->edges[0].ends[0].element, e};
        *coset_vec_add(&l->rules) =
            (coset_super_rule){.n_parts = alone ? 1 : 2, .parts = parts, .event = alone ? e : COSET_TAU};
    }
    for (uint32_t t = 0; t < l->n_threads; t++) {
        coset_super_part *part = coset_arena_get(l->arena, 1, sizeof *part);
        *part = (coset_super_part){l->n_nodes + 2 + t, COSET_TAU};
        *coset_vec_add(&l->rules) = (coset_super_rule){.n_parts = 1, .parts = part, .event = COSET_TAU};
    }
}

/* Sequences of at most n_nodes data: states in the order of length, then as numbers. */
static inline void ls_spec(liststack *l)
{
    coset_lts_builder *b = coset_lts_builder_new();
    uint32_t first = 0, count = 1;
    for (uint32_t length = 0; length <= l->n_nodes; length++) {
        for (uint32_t i = 0; i < count; i++)
            (void)coset_lts_add_state(b);
        uint32_t next = first + count;
        for (uint32_t t = 0; t < l->n_threads; t++) {
            if (length == 0)
                coset_lts_add_edge(b, 0, ls_event(l, EMPTY, t, NONE, NONE, NONE), 0);
            for (uint32_t d = 0; length < l->n_nodes && d < l->n_data; d++) {
                uint32_t push = ls_event(l, PUSH, t, NONE, d, NONE), pop = ls_event(l, POP, t, NONE, d, NONE);
                for (uint32_t i = 0; i < count; i++) {
                    coset_lts_add_edge(b, first + i, push, next + i * l->n_data + d);
                    coset_lts_add_edge(b, next + i * l->n_data + d, pop, first + i);
                }
            }
        }
        first = next;
        count *= l->n_data;
    }
    coset_lts *lts = coset_lts_build(b, l->events.n);
    *coset_vec_add(&l->owned) = lts;
    const coset_normal_limits limits = {0, 0, NULL};
    if (coset_normalise(lts, l->events.n, COSET_CSP_T, &limits, &l->spec, NULL) != COSET_OK)
        abort();
}

static inline liststack *liststack_new(uint32_t n_nodes, uint32_t n_data, uint32_t n_threads)
{
    static const char *const names[] = {"Node", "Data", "Thread"};
    liststack *l = coset_new(1, sizeof *l);
    *l = (liststack){.arena = coset_arena_new(), .n_nodes = n_nodes, .n_data = n_data, .n_threads = n_threads};
    const uint32_t sizes[] = {n_nodes, n_data, n_threads};
    for (uint32_t t = 0; t < 3; t++) {
        const char **elements = coset_arena_get(l->arena, sizes[t], sizeof *elements);
        for (uint32_t e = 0; e < sizes[t]; e++)
            elements[e] = coset_arena_printf(l->arena, "%c%u", names[t][0], e + 1);
        l->types[t] = (coset_symtype){.name = names[t], .n = sizes[t], .elements = elements};
    }
    (void)ls_event(l, 1, NONE, NONE, NONE, NONE);
    (void)ls_event(l, 3, NONE, NONE, NONE, NONE);
    for (uint32_t n = 0; n < n_nodes; n++)
        ls_node(l, n);
    ls_top(l);
    ls_lock(l);
    for (uint32_t t = 0; t < n_threads; t++)
        ls_thread(l, t);
    ls_rules(l);
    ls_spec(l);
    const char **event_names = coset_arena_get(l->arena, l->events.n, sizeof *event_names);
    for (uint32_t e = 0; e < l->events.n; e++)
        event_names[e] = coset_arena_printf(l->arena, "e%u", e);
    l->super = (coset_super){.n_events = l->events.n,
                             .event_names = event_names,
                             .event_labels = l->events.at,
                             .n_local_events = l->events.n,
                             .n_components = l->components.n,
                             .components = l->components.at,
                             .n_rules = l->rules.n,
                             .rules = l->rules.at,
                             .n_types = 3,
                             .types = l->types};
    return l;
}

static inline void liststack_free(liststack *l)
{
    coset_normal_free(l->spec);
    for (uint32_t i = 0; i < l->owned.n; i++)
        coset_lts_free(l->owned.at[i]);
    coset_vec_fini(&l->owned);
    coset_vec_fini(&l->events);
    coset_vec_fini(&l->rules);
    coset_vec_fini(&l->components);
    coset_arena_free(l->arena);
    coset_delete(l);
}

#endif
