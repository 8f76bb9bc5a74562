/* Random systems that are symmetric by construction: edges and rules are drawn at random and closed under all
 * renamings; then, on request, one of them is changed. Header only. */
#ifndef COSET_TEST_RANDOM_SUPER_H
#define COSET_TEST_RANDOM_SUPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lts/super_symm.h"
#include "things.h"

typedef struct {
    uint32_t component, src, event, dst; /* src, dst: numbers of labels; event >= n_events: local label */
} loose_edge;

typedef struct {
    coset_super_rule rule; /* local events as label numbers + n_events */
} loose_rule;

typedef struct {
    coset_arena *arena;
    coset_symmetry y; /* types only */
    coset_symtype types[2];
    uint32_t offset[2];
    label_list events, components, states, locals; /* states: 0 is the start */
    COSET_VEC(loose_edge) edges;
    COSET_VEC(loose_rule) rules;
    uint32_t shift; /* numbers of states and locals are rotated by it, differently in each component */
    coset_super s;
} random_system;

static inline uint32_t find_label(const label_list *list, const coset_label *x)
{
    uint32_t i = 0;
    while (i < list->n && coset_label_compare(&list->at[i], x) != 0)
        i++;
    return i;
}

static inline uint32_t image_in(const random_system *r, const label_list *list, uint32_t i, const uint32_t *perm)
{
    coset_label x = coset_label_rename(&list->at[i], r->offset, perm, r->arena);
    uint32_t to = find_label(list, &x);
    assert_true(to < list->n);
    return to;
}

static inline uint32_t event_image(const random_system *r, uint32_t e, const uint32_t *perm)
{
    if (e < r->events.n)
        return image_in(r, &r->events, e, perm);
    return r->events.n + image_in(r, &r->locals, e - r->events.n, perm);
}

/* perm := the k-th exchange of neighbours; false if there is none. */
static inline bool exchange_perm(const random_system *r, uint32_t k, uint32_t *perm)
{
    bool found = false;
    for (uint32_t t = 0; t < r->y.n_types; t++)
        for (uint32_t e = 0; e < r->types[t].n; e++) {
            perm[r->offset[t] + e] = e;
            if (e == 0)
                continue;
            if (k-- == 0) {
                perm[r->offset[t] + e] = e - 1;
                perm[r->offset[t] + e - 1] = e;
                found = true;
            }
        }
    return found;
}

static inline void add_loose_edge(random_system *r, loose_edge e)
{
    for (uint32_t i = 0; i < r->edges.n; i++)
        if (memcmp(&r->edges.at[i], &e, sizeof e) == 0)
            return;
    *coset_vec_add(&r->edges) = e;
}

static inline int by_component(const void *x, const void *y)
{
    return (int)((const coset_super_part *)x)->component - (int)((const coset_super_part *)y)->component;
}

static inline int by_number(const void *x, const void *y)
{
    return (int)*(const uint32_t *)x - (int)*(const uint32_t *)y;
}

static inline bool same_loose_rule(const coset_super_rule *a, const coset_super_rule *b)
{
    return a->n_parts == b->n_parts && a->event == b->event && a->n_stops == b->n_stops && a->n_starts == b->n_starts &&
           memcmp(a->parts, b->parts, a->n_parts * sizeof *a->parts) == 0 &&
           (!a->n_stops || memcmp(a->stops, b->stops, a->n_stops * sizeof *a->stops) == 0) &&
           (!a->n_starts || memcmp(a->starts, b->starts, a->n_starts * sizeof *a->starts) == 0);
}

static inline void add_loose_rule(random_system *r, coset_super_rule x)
{
    for (uint32_t i = 0; i < r->rules.n; i++)
        if (same_loose_rule(&r->rules.at[i].rule, &x))
            return;
    *coset_vec_add(&r->rules) = (loose_rule){x};
}

static inline uint32_t *mapped_numbers(const random_system *r, const uint32_t *at, uint32_t n, const uint32_t *perm)
{
    uint32_t *to = coset_arena_get(r->arena, n, sizeof *to);
    for (uint32_t i = 0; i < n; i++)
        to[i] = image_in(r, &r->components, at[i], perm);
    if (n)
        qsort(to, n, sizeof *to, by_number);
    return to;
}

static inline coset_super_rule rule_image(const random_system *r, const coset_super_rule *x, const uint32_t *perm)
{
    coset_super_part *parts = coset_arena_get(r->arena, x->n_parts, sizeof *parts);
    for (uint32_t i = 0; i < x->n_parts; i++)
        parts[i] = (coset_super_part){image_in(r, &r->components, x->parts[i].component, perm),
                                      event_image(r, x->parts[i].event, perm)};
    qsort(parts, x->n_parts, sizeof *parts, by_component);
    coset_super_rule y = *x;
    y.parts = parts;
    y.event = event_image(r, x->event, perm);
    y.stops = mapped_numbers(r, x->stops, x->n_stops, perm);
    y.starts = mapped_numbers(r, x->starts, x->n_starts, perm);
    return y;
}

static inline void close_all(random_system *r)
{
    uint32_t perm[16];
    for (uint32_t i = 0; i < r->edges.n; i++)
        for (uint32_t k = 0; exchange_perm(r, k, perm); k++) {
            loose_edge e = r->edges.at[i];
            add_loose_edge(r, (loose_edge){image_in(r, &r->components, e.component, perm),
                                           image_in(r, &r->states, e.src, perm), event_image(r, e.event, perm),
                                           image_in(r, &r->states, e.dst, perm)});
        }
    for (uint32_t i = 0; i < r->rules.n; i++)
        for (uint32_t k = 0; exchange_perm(r, k, perm); k++) {
            coset_super_rule x = r->rules.at[i].rule;
            add_loose_rule(r, rule_image(r, &x, perm));
        }
}

static inline uint32_t *some_components(random_system *r, dice *d, uint32_t *n)
{
    uint32_t *at = coset_arena_get(r->arena, r->components.n, sizeof *at);
    *n = 0;
    for (uint32_t c = 0; c < r->components.n; c++)
        if (roll(d, 6) == 0)
            at[(*n)++] = c;
    return at;
}

static inline void throw_rule(random_system *r, dice *d)
{
    uint32_t n = 1 + roll(d, 2), first = roll(d, r->components.n);
    coset_super_part *parts = coset_arena_get(r->arena, 2, sizeof *parts);
    coset_super_rule x = {.n_parts = 1, .parts = parts};
    uint32_t kinds = r->events.n + r->locals.n;
    parts[0] = (coset_super_part){first, roll(d, kinds)};
    if (n == 2 && r->components.n > 1) {
        parts[1] = (coset_super_part){(first + 1 + roll(d, r->components.n - 1)) % r->components.n, roll(d, kinds)};
        x.n_parts = 2;
        qsort(parts, 2, sizeof *parts, by_component);
    }
    x.event = roll(d, 3) && parts[0].event < r->events.n ? parts[0].event : roll(d, r->events.n);
    x.stops = some_components(r, d, &x.n_stops);
    x.starts = some_components(r, d, &x.n_starts);
    if (roll(d, 2))
        x.n_stops = x.n_starts = 0;
    add_loose_rule(r, x);
}

static inline uint32_t turned(const random_system *r, uint32_t number, uint32_t n, uint32_t component)
{
    return (number + r->shift * component) % n;
}

/* Number of a state in its component: the start keeps 0. */
static inline uint32_t state_number(const random_system *r, uint32_t label, uint32_t component)
{
    return label == 0 ? 0 : 1 + turned(r, label - 1, r->states.n - 1, component);
}

static inline uint32_t local_number(const random_system *r, uint32_t event, uint32_t component)
{
    if (event < r->events.n)
        return event;
    return r->events.n + turned(r, event - r->events.n, r->locals.n, component);
}

static inline int by_edge(const void *x, const void *y)
{
    const coset_lts_edge *a = x, *b = y;
    return a->event != b->event ? (a->event < b->event ? -1 : 1) : (a->dst > b->dst) - (a->dst < b->dst);
}

static inline const coset_lts *lts_of(random_system *r, uint32_t c, bool labelled)
{
    coset_lts *l = coset_arena_get(r->arena, 1, sizeof *l);
    l->n_states = r->states.n;
    l->first = coset_arena_get(r->arena, l->n_states + 1, sizeof *l->first);
    l->edges = coset_arena_get(r->arena, r->edges.n, sizeof *l->edges);
    if (labelled)
        l->labels = coset_arena_get(r->arena, l->n_states, sizeof *l->labels);
    for (uint32_t i = 0; labelled && i < l->n_states; i++)
        l->labels[state_number(r, i, c)] = r->states.at[i];
    uint64_t n = 0;
    for (uint32_t s = 0; s < l->n_states; s++) {
        l->first[s] = n;
        for (uint32_t i = 0; i < r->edges.n; i++) {
            const loose_edge *e = &r->edges.at[i];
            if (e->component == c && state_number(r, e->src, c) == s)
                l->edges[n++] = (coset_lts_edge){local_number(r, e->event, c), state_number(r, e->dst, c)};
        }
        if (n > l->first[s])
            qsort(l->edges + l->first[s], n - l->first[s], sizeof *l->edges, by_edge);
    }
    l->first[l->n_states] = n;
    return l;
}

static inline coset_super_rule laid_rule(random_system *r, const coset_super_rule *x)
{
    coset_super_part *parts = coset_arena_get(r->arena, x->n_parts, sizeof *parts);
    for (uint32_t i = 0; i < x->n_parts; i++)
        parts[i] = (coset_super_part){x->parts[i].component, local_number(r, x->parts[i].event, x->parts[i].component)};
    coset_super_rule y = *x;
    y.parts = parts;
    return y;
}

static inline void lay_system(random_system *r, dice *d, bool labelled)
{
    coset_super_component *components = coset_arena_get(r->arena, r->components.n, sizeof *components);
    coset_super_rule *rules = coset_arena_get(r->arena, r->rules.n, sizeof *rules);
    bool on[4] = {roll(d, 4) > 0, roll(d, 4) > 0, roll(d, 4) > 0, roll(d, 4) > 0};
    for (uint32_t c = 0; c < r->components.n; c++)
        components[c] = (coset_super_component){"P", lts_of(r, c, labelled), r->components.at[c],
                                                on[r->components.at[c].control % 4]};
    for (uint32_t i = 0; i < r->rules.n; i++)
        rules[i] = laid_rule(r, &r->rules.at[i].rule);
    r->s = (coset_super){.n_events = r->events.n,
                         .event_labels = r->events.at,
                         .n_local_events = r->events.n + r->locals.n,
                         .n_components = r->components.n,
                         .components = components,
                         .n_rules = r->rules.n,
                         .rules = rules,
                         .n_types = r->y.n_types,
                         .types = r->types};
}

static inline void throw_labels(random_system *r, dice *d)
{
    for (uint32_t i = 0; i < 2; i++)
        *coset_vec_add(&r->events) = (coset_label){100 + i, 0, NULL};
    for (uint32_t k = 2; k-- > 0;)
        add_orbit(&r->y, d, 2, 14, &r->events, r->arena);
    for (uint32_t k = 2; k-- > 0;)
        add_orbit(&r->y, d, 1, 7, &r->components, r->arena);
    if (!r->components.n || roll(d, 4) == 0)
        *coset_vec_add(&r->components) = (coset_label){102, 0, NULL};
    *coset_vec_add(&r->states) = (coset_label){103, 0, NULL};
    *coset_vec_add(&r->states) = (coset_label){104, 0, NULL};
    for (uint32_t k = 2; k-- > 0;)
        add_orbit(&r->y, d, 2, 9, &r->states, r->arena);
    if (roll(d, 2))
        add_orbit(&r->y, d, 1, 5, &r->locals, r->arena);
}

static inline random_system *random_system_new(dice *d, bool labelled, bool broken)
{
    random_system *r = coset_new(1, sizeof *r);
    r->arena = coset_arena_new();
    r->y = (coset_symmetry){.n_types = 1 + roll(d, 2), .types = r->types};
    for (uint32_t t = 0; t < r->y.n_types; t++)
        r->types[t] = (coset_symtype){.name = "t", .n = 1 + roll(d, 4)};
    r->offset[1] = r->types[0].n;
    r->shift = roll(d, 5);
    throw_labels(r, d);
    for (uint32_t k = 3 + roll(d, 6); k-- > 0;)
        add_loose_edge(r, (loose_edge){roll(d, r->components.n), roll(d, 2) ? 0 : roll(d, r->states.n),
                                       roll(d, r->events.n + r->locals.n), roll(d, r->states.n)});
    for (uint32_t k = 2 + roll(d, 5); k-- > 0;)
        throw_rule(r, d);
    close_all(r);
    uint32_t how = broken ? roll(d, 4) : 4;
    if (how == 0 && r->edges.n)
        r->edges.at[roll(d, r->edges.n)] = r->edges.at[0];
    else if (how == 1)
        r->rules.at[roll(d, r->rules.n)] = r->rules.at[0];
    else if (how == 2 && r->edges.n)
        r->edges.at[roll(d, r->edges.n)].dst = roll(d, r->states.n);
    lay_system(r, d, labelled);
    if (how == 3) {
        bool *on = &((coset_super_component *)(uintptr_t)r->s.components)[roll(d, r->components.n)].is_on;
        *on = !*on;
    }
    return r;
}

static inline void random_system_free(random_system *r)
{
    coset_vec_fini(&r->events);
    coset_vec_fini(&r->components);
    coset_vec_fini(&r->states);
    coset_vec_fini(&r->locals);
    coset_vec_fini(&r->edges);
    coset_vec_fini(&r->rules);
    coset_arena_free(r->arena);
    coset_delete(r);
}

#endif
