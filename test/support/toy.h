/* support/toy.h - small hand-written models for tests of engines.
 *
 * Idea     a toy is a model with one function for all its rules. A graph is a toy given by tables: a state for each
 *          node, with contents that are ordered differently from the numbers of the nodes.
 */
#ifndef COSET_TEST_TOY_H
#define COSET_TEST_TOY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/model.h"

#define TOY_SLOTS  64
#define TOY_GROUPS 16
#define TOY_PROPS  16

typedef enum { TOY_DISABLED, TOY_STEP, TOY_FAULT } toy_outcome;
typedef struct toy toy;

struct toy {
    coset_model model; /* first */
    coset_slot slots[TOY_SLOTS];
    coset_group groups[TOY_GROUPS];
    uint64_t n_instances[TOY_GROUPS];
    coset_prop props[TOY_PROPS];
    /* src is NULL for a start rule. May set covers, orbit and leaves of the edge, and the fault. */
    toy_outcome (*step)(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                        coset_edge *e, coset_fault *fault);
    coset_eval (*eval)(const toy *t, uint32_t prop, uint32_t instance, const coset_value *state, coset_fault *fault);
    const void *data;
};

typedef struct {
    const toy *t;
    coset_value dst[TOY_SLOTS];
    coset_fault fault;
} toy_worker;

static inline coset_worker *toy_worker_new(const coset_model *m)
{
    toy_worker *w = coset_new(1, sizeof *w);
    w->t = (const toy *)m;
    return (coset_worker *)w;
}

static inline void toy_worker_free(coset_worker *w) { coset_delete(w); }

static inline coset_status toy_run(coset_worker *worker, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    toy_worker *w = (toy_worker *)worker;
    const toy *t = w->t;
    for (uint32_t g = 0; g < t->model.n_groups; g++)
        for (uint64_t i = 0; t->groups[g].is_start == (src == NULL) && i < t->n_instances[g]; i++) {
            coset_edge e = {.group = g, .instance = i, .orbit = 1};
            memset(&w->fault, 0, sizeof w->fault);
            w->fault.prop = COSET_NO_PROP;
            if (src)
                memcpy(w->dst, src, t->model.n_slots * sizeof *src);
            else
                memset(w->dst, 0, sizeof w->dst);
            toy_outcome how = t->step(t, g, i, src, w->dst, &e, &w->fault);
            if (how == TOY_DISABLED)
                continue;
            e.fault = how == TOY_FAULT ? &w->fault : NULL;
            coset_status st = emit(ctx, &e, how == TOY_FAULT ? NULL : w->dst);
            memset(w->dst, 0xaa, sizeof w->dst); /* the model may overwrite it */
            if (st != COSET_OK)
                return st;
        }
    return COSET_OK;
}

static inline coset_status toy_starts(coset_worker *w, coset_on_edge *emit, void *ctx)
{
    return toy_run(w, NULL, emit, ctx);
}

static inline coset_eval toy_eval(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state,
                                  coset_fault *fault)
{
    const toy *t = ((toy_worker *)w)->t;
    return t->eval(t, prop, instance, state, fault);
}

static inline void toy_value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    (void)m;
    (void)slot;
    (void)snprintf(out, len, "%u", v);
}

static inline void toy_edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    (void)snprintf(out, len, "%s(%llu)", m->groups[group].name, (unsigned long long)instance);
}

static inline void toy_instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    (void)m;
    (void)prop;
    (void)snprintf(out, len, "%u", instance);
}

static inline void toy_free(coset_model *m) { coset_delete(m); }

static inline toy *toy_new(const char *name)
{
    static const coset_model_ops ops = {.worker_new = toy_worker_new,
                                        .worker_free = toy_worker_free,
                                        .starts = toy_starts,
                                        .next = toy_run,
                                        .eval = toy_eval,
                                        .value_text = toy_value_text,
                                        .edge_text = toy_edge_text,
                                        .instance_text = toy_instance_text,
                                        .free = toy_free};
    toy *t = coset_new(1, sizeof *t);
    t->model = (coset_model){
        .ops = &ops, .name = name, .language = "toy", .slots = t->slots, .groups = t->groups, .props = t->props};
    return t;
}

static inline uint32_t toy_slot(toy *t, const char *name, coset_value max)
{
    uint32_t bits = 0;
    while (bits < 32 && max >> bits)
        bits++;
    t->slots[t->model.n_slots] = (coset_slot){.name = name, .max = max, .bits = bits};
    return t->model.n_slots++;
}

static inline uint32_t toy_group(toy *t, const char *name, bool is_start, uint64_t n_instances)
{
    t->groups[t->model.n_groups] = (coset_group){.name = name, .is_start = is_start};
    t->n_instances[t->model.n_groups] = n_instances;
    return t->model.n_groups++;
}

static inline uint32_t toy_prop(toy *t, const char *name, coset_prop_kind kind, uint32_t n_instances, bool in_step)
{
    t->props[t->model.n_props] =
        (coset_prop){.name = name, .kind = kind, .n_instances = n_instances, .in_step = in_step};
    return t->model.n_props++;
}

/* ---- random numbers ---- */

static inline uint64_t toy_random(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* ---- graphs ---- */

#define GRAPH_NONE   UINT32_MAX       /* no edge */
#define GRAPH_FAULT  (UINT32_MAX - 1) /* the edge ends in a fault */
#define GRAPH_ASSERT (UINT32_MAX - 2) /* the edge ends in a failed assertion */

/* Numbers of the properties of a graph. */
enum {
    GRAPH_P_DEADLOCK,
    GRAPH_P_FAULT,
    GRAPH_P_ASSERT,
    GRAPH_P_ASSUME,
    GRAPH_P_INV,
    GRAPH_P_COVER,
    GRAPH_P_STEP,
    GRAPH_P_LIVE,
    GRAPH_N_PROPS
};

typedef struct {
    uint32_t n, degree; /* nodes; edges (with GRAPH_NONE) of each node */
    uint32_t n_groups;  /* divides degree */
    uint32_t n_starts;
    uint32_t *start;    /* [n_starts] nodes or GRAPH_FAULT */
    uint32_t *next;     /* [n * degree] */
    uint8_t *covering;  /* [n * degree] the edge satisfies the cover statement */
    uint8_t *value;     /* [n] bits: see graph_eval */
    coset_count *orbit; /* [n] or NULL: 1 */
} graph_tables;

#define GRAPH_EXCLUDED UINT8_C(1) /* violates the assumption */
#define GRAPH_BAD      UINT8_C(2) /* violates the invariant */
#define GRAPH_COVER0   UINT8_C(4) /* hits instance 0 of the cover */
#define GRAPH_COVER1   UINT8_C(8)
#define GRAPH_LIVE0    UINT8_C(16) /* satisfies instance 0 of the liveness property */
#define GRAPH_LIVE1    UINT8_C(32)
#define GRAPH_BROKEN   UINT8_C(64) /* the invariant faults */

static inline void graph_encode(uint32_t node, coset_value *state)
{
    state[0] = node * 2654435761u >> 28;
    state[1] = node & 0xff;
    state[2] = 1 + (node >> 8 & 0xff);
    state[3] = node >> 16;
    for (uint32_t i = 4; i < 12; i++)
        state[i] = (node * 2246822519u >> i) & 0x1ff;
}

static inline uint32_t graph_node(const coset_value *state) { return state[1] | (state[2] - 1) << 8 | state[3] << 16; }

static inline toy_outcome graph_step(const toy *t, uint32_t group, uint64_t instance, const coset_value *src,
                                     coset_value *dst, coset_edge *e, coset_fault *fault)
{
    static const uint32_t covers[] = {GRAPH_P_STEP};
    const graph_tables *g = t->data;
    uint32_t k = src ? (group - 1) * (g->degree / g->n_groups) + (uint32_t)instance : (uint32_t)instance;
    uint32_t node = src ? g->next[(size_t)graph_node(src) * g->degree + k] : g->start[k];
    if (node == GRAPH_NONE)
        return TOY_DISABLED;
    if (src && g->covering[(size_t)graph_node(src) * g->degree + k]) {
        e->n_covers = 1;
        e->covers = covers;
    }
    if (node == GRAPH_FAULT || node == GRAPH_ASSERT) {
        fault->kind = node == GRAPH_FAULT ? COSET_FAULT_RANGE : COSET_FAULT_ASSERTION;
        fault->prop = node == GRAPH_FAULT ? COSET_NO_PROP : GRAPH_P_ASSERT;
        (void)snprintf(fault->text, sizeof fault->text, "edge %u faults", k);
        return TOY_FAULT;
    }
    e->orbit = g->orbit ? g->orbit[node] : 1;
    graph_encode(node, dst);
    return TOY_STEP;
}

static inline coset_eval graph_eval(const toy *t, uint32_t prop, uint32_t instance, const coset_value *state,
                                    coset_fault *fault)
{
    const graph_tables *g = t->data;
    uint8_t v = g->value[graph_node(state)];
    switch (prop) {
    case GRAPH_P_ASSUME:
        return v & GRAPH_EXCLUDED ? COSET_EVAL_FALSE : COSET_EVAL_TRUE;
    case GRAPH_P_INV:
        if (v & GRAPH_BROKEN) {
            *fault = (coset_fault){.kind = COSET_FAULT_UNDEFINED, .prop = COSET_NO_PROP, .text = "undefined"};
            return COSET_EVAL_FAULT;
        }
        return v & GRAPH_BAD ? COSET_EVAL_FALSE : COSET_EVAL_TRUE;
    case GRAPH_P_COVER:
        return v & (instance ? GRAPH_COVER1 : GRAPH_COVER0) ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
    case GRAPH_P_LIVE:
        return v & (instance ? GRAPH_LIVE1 : GRAPH_LIVE0) ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
    default:
        abort();
    }
}

/* Tables without edges; `next` and the rest are to be filled. At most 2^24 nodes. */
static inline graph_tables *graph_new(uint32_t n, uint32_t degree, uint32_t n_groups, uint32_t n_starts)
{
    graph_tables *g = coset_new(1, sizeof *g);
    *g = (graph_tables){.n = n, .degree = degree, .n_groups = n_groups, .n_starts = n_starts};
    g->start = coset_new(n_starts, sizeof *g->start);
    g->next = coset_new((size_t)n * degree, sizeof *g->next);
    memset(g->next, 0xff, (size_t)n * degree * sizeof *g->next);
    g->covering = coset_new((size_t)n * degree, 1);
    g->value = coset_new(n, 1);
    return g;
}

static inline void graph_free(graph_tables *g)
{
    coset_delete(g->start);
    coset_delete(g->next);
    coset_delete(g->covering);
    coset_delete(g->value);
    coset_delete(g->orbit);
    coset_delete(g);
}

/* The graph as a model; borrows the tables. */
static inline coset_model *graph_model(const graph_tables *g)
{
    toy *t = toy_new("graph");
    static const coset_value max[12] = {15, 255, 256, 255, 511, 511, 511, 511, 511, 511, 511, 511};
    for (uint32_t i = 0; i < 12; i++)
        (void)toy_slot(t, "s", max[i]);
    (void)toy_group(t, "start", true, g->n_starts);
    for (uint32_t i = 0; i < g->n_groups; i++)
        (void)toy_group(t, "edge", false, g->degree / g->n_groups);
    (void)toy_prop(t, "deadlock", COSET_PROP_DEADLOCK, 1, false);
    (void)toy_prop(t, "fault", COSET_PROP_FAULT, 1, false);
    (void)toy_prop(t, "assert", COSET_PROP_ASSERTION, 1, true);
    (void)toy_prop(t, "assume", COSET_PROP_ASSUMPTION, 1, false);
    (void)toy_prop(t, "invariant", COSET_PROP_INVARIANT, 1, false);
    (void)toy_prop(t, "cover", COSET_PROP_COVER, 2, false);
    (void)toy_prop(t, "cover statement", COSET_PROP_COVER, 1, true);
    (void)toy_prop(t, "liveness", COSET_PROP_LIVENESS, 2, false);
    t->step = graph_step;
    t->eval = graph_eval;
    t->data = g;
    return &t->model;
}

#endif
