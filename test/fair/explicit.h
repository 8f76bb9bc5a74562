/* The graph of a model by a slow and obvious search, and a slow and obvious decision whether it has an accepting run.
 * Header only. */
#ifndef COSET_TEST_EXPLICIT_H
#define COSET_TEST_EXPLICIT_H

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/model.h"

#define MOST_WORDS 12

typedef struct {
    uint32_t from, to;
    uint32_t group;
    uint64_t instance, accepts;
    uint64_t fair[MOST_WORDS];
    coset_renaming renaming[16];
} x_edge;

typedef struct {
    const coset_model *m;
    coset_worker *w;
    uint32_t n_starts, at; /* starts are the first states */
    bool starting;
    COSET_VEC(coset_value) states;
    uint32_t n;
    COSET_VEC(x_edge) edges;
} x_graph;

static inline uint32_t x_state(x_graph *g, const coset_value *s)
{
    size_t bytes = g->m->n_slots * sizeof *s;
    for (uint32_t i = 0; i < g->n; i++)
        if (memcmp(g->states.at + (size_t)i * g->m->n_slots, s, bytes) == 0)
            return i;
    for (uint32_t i = 0; i < g->m->n_slots; i++)
        *coset_vec_add(&g->states) = s[i];
    return g->n++;
}

static inline coset_status x_on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    x_graph *g = ctx;
    x_edge x = {.from = g->at, .group = e->group, .instance = e->instance, .accepts = e->accepts};
    if (e->fault)
        return COSET_OK;
    x.to = x_state(g, dst);
    if (g->starting)
        return COSET_OK;
    for (uint32_t i = 0; e->fair && i < coset_families_words(g->m); i++)
        x.fair[i] = e->fair[i];
    for (uint32_t t = 0, k = 0; t < g->m->symmetry.n_types; t++)
        for (uint32_t i = 0; i < g->m->symmetry.types[t].n; i++, k++)
            x.renaming[k] = e->renaming ? e->renaming[k] : i;
    *coset_vec_add(&g->edges) = x;
    return COSET_OK;
}

static inline void x_make(x_graph *g, const coset_model *m)
{
    *g = (x_graph){.m = m, .w = coset_worker_new_annotating(m), .starting = true};
    coset_value src[64];
    (void)m->ops->starts(g->w, x_on_edge, g);
    g->n_starts = g->n;
    g->starting = false;
    for (g->at = 0; g->at < g->n; g->at++) {
        memcpy(src, g->states.at + (size_t)g->at * m->n_slots, m->n_slots * sizeof *src);
        (void)m->ops->next(g->w, src, x_on_edge, g);
    }
}

static inline void x_free(x_graph *g)
{
    g->m->ops->worker_free(g->w);
    coset_vec_fini(&g->states);
    coset_vec_fini(&g->edges);
}

/* component[i]: the least state that i reaches and that reaches it, by edges that are not removed. */
static inline void x_components(const x_graph *g, const bool *removed, uint32_t *component)
{
    uint32_t n = g->n;
    bool *reaches = calloc((size_t)n * n, sizeof *reaches);
    uint32_t *stack = calloc(n, sizeof *stack);
    for (uint32_t s = 0; s < n; s++) {
        uint32_t top = 0;
        stack[top++] = s;
        reaches[(size_t)s * n + s] = true;
        while (top) {
            uint32_t v = stack[--top];
            for (uint32_t e = 0; e < g->edges.n; e++)
                if (g->edges.at[e].from == v && !removed[e] && !reaches[(size_t)s * n + g->edges.at[e].to]) {
                    reaches[(size_t)s * n + g->edges.at[e].to] = true;
                    stack[top++] = g->edges.at[e].to;
                }
        }
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = component[i] = 0; k < n; k++)
            if (reaches[(size_t)i * n + k] && reaches[(size_t)k * n + i]) {
                component[i] = k;
                break;
            }
    free(reaches);
    free(stack);
}

/* One component: 1 accepting, 0 not, -1: edges were removed. */
static inline int x_judge(const x_graph *g, bool *removed, const uint32_t *component, uint32_t c)
{
    uint64_t accepts = 0, fair[MOST_WORDS] = {0};
    bool cyclic = false, again = false;
    for (uint32_t e = 0; e < g->edges.n; e++) {
        const x_edge *x = &g->edges.at[e];
        if (removed[e] || component[x->from] != c || component[x->to] != c)
            continue;
        cyclic = true;
        accepts |= x->accepts;
        for (uint32_t w = 0; w < MOST_WORDS; w++)
            fair[w] |= x->fair[w];
    }
    if (!cyclic || accepts != coset_all_accepts(g->m->n_accepts))
        return 0;
    for (uint32_t f = 0, at = 0; f < g->m->n_families; at += coset_family_all_words(&g->m->families[f]), f++)
        for (uint32_t i = 0; i < g->m->families[f].n; i++) {
            uint32_t grants = at + coset_family_words(&g->m->families[f]);
            if (g->m->families[f].kind == COSET_FAMILY_BUCHI) {
                if (!(fair[at + i / 64] >> i % 64 & 1))
                    return 0;
            } else if ((fair[at + i / 64] >> i % 64 & 1) && !(fair[grants + i / 64] >> i % 64 & 1)) {
                again = true;
                for (uint32_t e = 0; e < g->edges.n; e++)
                    if (component[g->edges.at[e].from] == c && component[g->edges.at[e].to] == c &&
                        (g->edges.at[e].fair[at + i / 64] >> i % 64 & 1))
                        removed[e] = true;
            }
        }
    return again ? -1 : 1;
}

static inline bool x_accepts(const x_graph *g)
{
    bool *removed = calloc(g->edges.n + 1, sizeof *removed), found = false, again = true;
    uint32_t *component = calloc(g->n + 1, sizeof *component);
    while (again && !found) {
        again = false;
        x_components(g, removed, component);
        for (uint32_t i = 0; i < g->n && !found; i++)
            if (component[i] == i) {
                int v = x_judge(g, removed, component, i);
                found = v > 0;
                again = again || v < 0;
            }
    }
    free(removed);
    free(component);
    return found;
}

#endif
