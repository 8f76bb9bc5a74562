/* Explicit transition systems: making them, asking them. */
#include "lts/lts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lts/lts_int.h"

typedef struct {
    uint32_t src;
    coset_lts_edge edge;
} arc;

struct coset_lts_builder {
    uint32_t n_states;
    COSET_VEC(arc *) blocks; /* of BLOCK arcs each, for there may be more than a vector holds */
    uint64_t n_arcs;
    COSET_VEC(coset_lts_alias) labels;
    coset_arena *arena; /* of labels, or NULL */
};

#define BLOCK UINT64_C(4096)

void coset_lts_free(coset_lts *l)
{
    if (!l)
        return;
    coset_delete(l->first);
    coset_delete(l->edges);
    coset_delete(l->labels);
    coset_delete(l->aliases);
    if (l->arena)
        coset_arena_free(l->arena);
    coset_delete(l);
}

/* ---- builder ---- */

coset_lts_builder *coset_lts_builder_new(void) { return coset_new(1, sizeof(coset_lts_builder)); }

static void drop_blocks(coset_lts_builder *b)
{
    for (uint32_t i = 0; i < b->blocks.n; i++)
        coset_delete(b->blocks.at[i]);
    coset_vec_fini(&b->blocks);
}

void coset_lts_builder_free(coset_lts_builder *b)
{
    if (!b)
        return;
    drop_blocks(b);
    coset_vec_fini(&b->labels);
    if (b->arena)
        coset_arena_free(b->arena);
    coset_delete(b);
}

uint32_t coset_lts_add_state(coset_lts_builder *b)
{
    COSET_INVARIANT(b->n_states < UINT32_MAX - 1);
    return b->n_states++;
}

void coset_lts_add_edge(coset_lts_builder *b, uint32_t src, uint32_t event, uint32_t dst)
{
    if (b->n_arcs % BLOCK == 0)
        *coset_vec_add(&b->blocks) = coset_new(BLOCK, sizeof(arc));
    b->blocks.at[b->n_arcs / BLOCK][b->n_arcs % BLOCK] = (arc){src, {event, dst}};
    b->n_arcs++;
}

coset_label coset__label_copy(coset_arena *a, const coset_label *label)
{
    coset_label_edge *edges = coset_arena_copy(a, label->edges, label->n, sizeof *edges);
    for (uint32_t i = 0; i < label->n; i++)
        edges[i].ends = coset_arena_copy(a, edges[i].ends, edges[i].n, sizeof *edges[i].ends);
    return (coset_label){label->control, label->n, edges};
}

void coset_lts_add_label(coset_lts_builder *b, uint32_t state, const coset_label *label)
{
    if (!b->arena)
        b->arena = coset_arena_new();
    *coset_vec_add(&b->labels) = (coset_lts_alias){coset__label_copy(b->arena, label), state};
}

static const arc *arc_at(const coset_lts_builder *b, uint64_t i) { return &b->blocks.at[i / BLOCK][i % BLOCK]; }

static int by_event(const void *x, const void *y)
{
    const coset_lts_edge *a = x, *b = y;
    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    return a->dst < b->dst ? -1 : a->dst > b->dst;
}

/* Edges by source, in the order of their addition; first[s] is left at the end of s's part. */
static void scatter(const coset_lts_builder *b, uint32_t n_events, coset_lts *l)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < b->n_arcs; i++) {
        const arc *a = arc_at(b, i);
        COSET_INVARIANT(a->src < b->n_states && a->edge.dst < b->n_states && a->edge.event < n_events);
        l->first[a->src]++;
    }
    for (uint32_t s = 0; s < l->n_states; s++) {
        uint64_t n = l->first[s];
        l->first[s] = sum;
        sum += n;
    }
    for (uint64_t i = 0; i < b->n_arcs; i++)
        l->edges[l->first[arc_at(b, i)->src]++] = arc_at(b, i)->edge;
}

/* Sorts the edges of each state and closes the gaps that duplicates leave. */
static void sort_edges(coset_lts *l)
{
    uint64_t to = 0, from = 0;
    for (uint32_t s = 0; s < l->n_states; s++) {
        uint64_t end = l->first[s], begin = to;
        if (end > from + 1)
            qsort(l->edges + from, end - from, sizeof *l->edges, by_event);
        for (; from < end; from++)
            if (to == begin || by_event(&l->edges[to - 1], &l->edges[from]) != 0)
                l->edges[to++] = l->edges[from];
        l->first[s] = begin;
    }
    l->first[l->n_states] = to;
}

static void take_labels(coset_lts_builder *b, coset_lts *l)
{
    if (!b->labels.n)
        return;
    bool *has = coset_new(b->n_states, sizeof *has);
    COSET_INVARIANT(b->labels.n == b->n_states);
    l->labels = coset_new(b->n_states, sizeof *l->labels);
    for (uint32_t i = 0; i < b->labels.n; i++) {
        uint32_t s = b->labels.at[i].state;
        COSET_INVARIANT(s < b->n_states && !has[s]);
        has[s] = true;
        l->labels[s] = b->labels.at[i].label;
    }
    coset_delete(has);
    l->arena = b->arena;
    b->arena = NULL;
}

coset_lts *coset_lts_build(coset_lts_builder *b, uint32_t n_events)
{
    COSET_INVARIANT(b->n_states > 0);
    coset_lts *l = coset_new(1, sizeof *l);
    l->n_states = b->n_states;
    l->first = coset_new((size_t)b->n_states + 1, sizeof *l->first);
    l->edges = coset_new(b->n_arcs, sizeof *l->edges);
    scatter(b, n_events, l);
    drop_blocks(b);
    sort_edges(l);
    take_labels(b, l);
    coset_lts_builder_free(b);
    return l;
}

/* ---- asking ---- */

bool coset_lts_edges_with(const coset_lts *l, uint32_t state, uint32_t event, uint64_t *from, uint64_t *to)
{
    uint64_t low = l->first[state], high = l->first[state + 1], end = high;
    while (low < high) {
        uint64_t mid = low + (high - low) / 2;
        if (l->edges[mid].event < event)
            low = mid + 1;
        else
            high = mid;
    }
    *from = low;
    while (low < end && l->edges[low].event == event)
        low++;
    *to = low;
    return *from < *to;
}

char *coset_lts_text(const coset_lts *l, const char *const *names, coset_arena *arena)
{
    COSET_VEC(char) text = {0};
    char line[300], number[24];
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++) {
            snprintf(number, sizeof number, "%u", (unsigned)l->edges[e].event);
            snprintf(line, sizeof line, "%u %.250s %u\n", (unsigned)s, names ? names[l->edges[e].event] : number,
                     (unsigned)l->edges[e].dst);
            for (const char *c = line; *c; c++)
                *coset_vec_add(&text) = *c;
        }
    char *copy = coset_arena_text_n(arena, text.n ? text.at : "", text.n);
    coset_vec_fini(&text);
    return copy;
}
