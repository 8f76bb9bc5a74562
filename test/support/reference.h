/* support/reference.h - a slow and obvious breadth-first search over the tables of a graph (see toy.h). */
#ifndef COSET_TEST_REFERENCE_H
#define COSET_TEST_REFERENCE_H

#include "engine/engine.h"
#include "toy.h"

#define REF_UNSEEN UINT32_MAX

/* The last node of a violation, or of a cover's first hit. */
typedef struct {
    bool found;
    uint32_t n_states; /* of the path */
    uint32_t node;     /* if n_states > 0 */
    bool in_step;
} ref_witness;

typedef struct {
    uint32_t *depth; /* [n] of each node, or REF_UNSEEN */
    uint64_t representatives, edges;
    coset_count states, full;
    uint32_t deepest;
    coset_count hits[GRAPH_N_PROPS];
    ref_witness first[GRAPH_N_PROPS];
    bool complete;
} reference;

static inline int ref_compare(uint32_t a, uint32_t b)
{
    coset_value x[12], y[12];
    graph_encode(a, x);
    graph_encode(b, y);
    for (int i = 0; i < 12; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static inline void ref_note(ref_witness *best, uint32_t n_states, uint32_t node, bool in_step)
{
    ref_witness w = {true, n_states, node, in_step};
    if (!best->found || n_states < best->n_states ||
        (n_states == best->n_states && n_states && ref_compare(node, best->node) < 0))
        *best = w;
}

static inline coset_count ref_orbit(const graph_tables *g, uint32_t node) { return g->orbit ? g->orbit[node] : 1; }

static inline void ref_new_state(const graph_tables *g, reference *r, ref_witness *level, uint32_t node, uint32_t depth)
{
    uint8_t v = g->value[node];
    r->depth[node] = depth;
    r->representatives++;
    r->states += ref_orbit(g, node);
    r->deepest = depth;
    if (v & GRAPH_BROKEN)
        ref_note(&level[GRAPH_P_FAULT], depth + 1, node, false);
    if (v & (GRAPH_BROKEN | GRAPH_BAD))
        ref_note(&level[GRAPH_P_INV], depth + 1, node, false);
    for (int k = 0; k < 2; k++)
        if (v & (k ? GRAPH_COVER1 : GRAPH_COVER0)) {
            r->hits[GRAPH_P_COVER] += ref_orbit(g, node);
            ref_note(&level[GRAPH_P_COVER], depth + 1, node, false);
        }
}

static inline void ref_expand(const graph_tables *g, reference *r, ref_witness *level, uint32_t node, uint32_t depth,
                              coset_deadlock mode)
{
    uint64_t steps = 0, moves = 0;
    coset_count orbit = ref_orbit(g, node);
    for (uint32_t k = 0; k < g->degree; k++) {
        uint32_t to = g->next[(size_t)node * g->degree + k];
        bool fault = to == GRAPH_FAULT || to == GRAPH_ASSERT;
        if (to == GRAPH_NONE)
            continue;
        if (!fault && g->value[to] & GRAPH_EXCLUDED) {
            r->hits[GRAPH_P_ASSUME] += orbit;
            steps++;
            moves++;
            continue;
        }
        steps++;
        moves += to != node;
        if (fault)
            ref_note(&level[to == GRAPH_FAULT ? GRAPH_P_FAULT : GRAPH_P_ASSERT], depth + 1, node, true);
        if (g->covering[(size_t)node * g->degree + k]) {
            r->hits[GRAPH_P_STEP] += orbit;
            if (!fault)
                ref_note(&level[GRAPH_P_STEP], depth + 1, node, false);
        }
        if (!fault && r->depth[to] == REF_UNSEEN)
            ref_new_state(g, r, level, to, depth + 1);
    }
    r->edges += steps;
    r->full += orbit * steps;
    if (mode != COSET_DEADLOCK_OFF && (mode == COSET_DEADLOCK_STUCK ? steps : moves) == 0)
        ref_note(&level[GRAPH_P_DEADLOCK], depth + 1, node, false);
}

static inline uint32_t ref_end_phase(reference *r, ref_witness *level)
{
    uint32_t failed = 0;
    for (int p = 0; p < GRAPH_N_PROPS; p++) {
        if (!r->first[p].found)
            r->first[p] = level[p];
        failed += r->first[p].found && p != GRAPH_P_COVER && p != GRAPH_P_STEP;
        level[p].found = false;
    }
    return failed;
}

/* Nodes from which a node with `bit` can be reached, by repeated sweeps. */
static inline void ref_live(const graph_tables *g, reference *r)
{
    uint8_t *reaches = coset_new(g->n, 1);
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t v = 0; v < g->n; v++)
            reaches[v] = (g->value[v] & (k ? GRAPH_LIVE1 : GRAPH_LIVE0)) && r->depth[v] != REF_UNSEEN;
        for (bool more = true; more;) {
            more = false;
            for (uint32_t v = 0; v < g->n; v++)
                for (uint32_t i = 0; i < g->degree && !reaches[v]; i++) {
                    uint32_t to = g->next[(size_t)v * g->degree + i];
                    if (to < g->n && r->depth[v] != REF_UNSEEN && reaches[to]) {
                        reaches[v] = 1;
                        more = true;
                    }
                }
        }
        for (uint32_t v = 0; v < g->n; v++)
            if (r->depth[v] != REF_UNSEEN && !reaches[v])
                ref_note(&r->first[GRAPH_P_LIVE], r->depth[v] + 1, v, false);
    }
    coset_delete(reaches);
}

/* As coset_bfs with max_depth and max_errors of `o` and nothing else. */
static inline void ref_search(const graph_tables *g, const coset_engine_options *o, reference *r)
{
    ref_witness level[GRAPH_N_PROPS] = {{0}};
    *r = (reference){.depth = coset_new(g->n, sizeof(uint32_t))};
    memset(r->depth, 0xff, g->n * sizeof *r->depth);
    for (uint32_t i = 0; i < g->n_starts; i++) {
        uint32_t v = g->start[i];
        if (v == GRAPH_FAULT)
            ref_note(&level[GRAPH_P_FAULT], 0, 0, true);
        else if (g->value[v] & GRAPH_EXCLUDED)
            r->hits[GRAPH_P_ASSUME]++;
        else if (r->depth[v] == REF_UNSEEN)
            ref_new_state(g, r, level, v, 0);
    }
    uint32_t failed = ref_end_phase(r, level);
    for (uint32_t depth = 0;; depth++) {
        bool any = false;
        for (uint32_t v = 0; v < g->n; v++)
            any = any || r->depth[v] == depth;
        r->complete = !any;
        if (!any || (o->max_depth && depth >= o->max_depth) || (o->max_errors && failed >= o->max_errors))
            break;
        for (uint32_t v = 0; v < g->n; v++)
            if (r->depth[v] == depth)
                ref_expand(g, r, level, v, depth, o->deadlock);
        failed = ref_end_phase(r, level);
    }
    if (r->complete)
        ref_live(g, r);
}

static inline void ref_free(reference *r) { coset_delete(r->depth); }

/* ---- random graphs ---- */

static inline bool ref_chance(uint64_t *seed, uint32_t one_in) { return one_in && toy_random(seed) % one_in == 0; }

/* Frequency of each kind: once in that many cases, 0 = never. */
typedef struct {
    uint32_t n, degree;
    uint32_t none, fault, excluded, bad, broken, cover, live;
} graph_taste;

static inline graph_tables *graph_random(uint64_t seed, const graph_taste *t)
{
    graph_tables *g = graph_new(t->n, t->degree, t->degree % 2 ? 1 : 2, 1 + (uint32_t)(toy_random(&seed) % 3));
    for (uint32_t i = 0; i < g->n_starts; i++)
        g->start[i] = ref_chance(&seed, t->fault) ? GRAPH_FAULT : (uint32_t)(toy_random(&seed) % t->n);
    for (size_t i = 0; i < (size_t)t->n * t->degree; i++) {
        g->next[i] = ref_chance(&seed, t->none)    ? GRAPH_NONE
                     : ref_chance(&seed, t->fault) ? GRAPH_FAULT
                     : ref_chance(&seed, t->fault) ? GRAPH_ASSERT
                     : ref_chance(&seed, 20)       ? (uint32_t)(i / t->degree)
                                                   : (uint32_t)(toy_random(&seed) % t->n);
        g->covering[i] = ref_chance(&seed, t->cover);
    }
    for (uint32_t v = 0; v < t->n; v++)
        g->value[v] =
            (uint8_t)((ref_chance(&seed, t->excluded) ? GRAPH_EXCLUDED : 0) |
                      (ref_chance(&seed, t->bad) ? GRAPH_BAD : 0) | (ref_chance(&seed, t->broken) ? GRAPH_BROKEN : 0) |
                      (ref_chance(&seed, t->cover) ? GRAPH_COVER0 : 0) |
                      (ref_chance(&seed, t->cover) ? GRAPH_COVER1 : 0) |
                      (ref_chance(&seed, t->live) ? GRAPH_LIVE0 : 0) | (ref_chance(&seed, t->live) ? GRAPH_LIVE1 : 0));
    if (ref_chance(&seed, 2)) {
        g->orbit = coset_new(t->n, sizeof *g->orbit);
        for (uint32_t v = 0; v < t->n; v++)
            g->orbit[v] = 1 + toy_random(&seed) % 1000 * (ref_chance(&seed, 3) ? UINT64_C(1) << 40 : 1);
    }
    return g;
}

#endif
