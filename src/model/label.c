#include "model/label.h"

#include <stdlib.h>
#include <string.h>

static int compare_numbers(uint32_t x, uint32_t y) { return (x > y) - (x < y); }

int coset_label_compare_edges(const coset_label_edge *x, const coset_label_edge *y)
{
    int order = compare_numbers(x->colour, y->colour);
    if (!order)
        order = compare_numbers(x->n, y->n);
    for (uint32_t i = 0; !order && i < x->n; i++) {
        order = compare_numbers(x->ends[i].type, y->ends[i].type);
        if (!order)
            order = compare_numbers(x->ends[i].element, y->ends[i].element);
    }
    return order;
}

int coset_label_compare(const coset_label *x, const coset_label *y)
{
    int order = compare_numbers(x->control, y->control);
    if (!order)
        order = compare_numbers(x->n, y->n);
    for (uint32_t i = 0; !order && i < x->n; i++)
        order = coset_label_compare_edges(&x->edges[i], &y->edges[i]);
    return order;
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

uint64_t coset_label_hash(const coset_label *x)
{
    uint64_t h = mix(x->n, x->control);
    for (uint32_t i = 0; i < x->n; i++) {
        h = mix(h, x->edges[i].colour);
        for (uint32_t k = 0; k < x->edges[i].n; k++)
            h = mix(h, (uint64_t)x->edges[i].ends[k].type << 32 | x->edges[i].ends[k].element);
    }
    return h;
}

static int compare_void(const void *x, const void *y) { return coset_label_compare_edges(x, y); }

coset_label coset_label_make(uint32_t control, uint32_t n, coset_label_edge *edges)
{
    uint32_t kept = 0;
    if (n > 1)
        qsort(edges, n, sizeof *edges, compare_void);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || coset_label_compare_edges(&edges[kept - 1], &edges[i]) != 0)
            edges[kept++] = edges[i];
    return (coset_label){control, kept, edges};
}

coset_label coset_label_rename(const coset_label *x, const uint32_t *offset, const uint32_t *perm, coset_arena *a)
{
    coset_label_edge *edges = coset_arena_get(a, x->n, sizeof *edges);
    for (uint32_t i = 0; i < x->n; i++) {
        coset_element *ends = coset_arena_get(a, x->edges[i].n, sizeof *ends);
        for (uint32_t k = 0; k < x->edges[i].n; k++) {
            coset_element e = x->edges[i].ends[k];
            ends[k] = (coset_element){e.type, perm[offset[e.type] + e.element]};
        }
        edges[i] = (coset_label_edge){x->edges[i].colour, x->edges[i].n, ends};
    }
    return coset_label_make(x->control, x->n, edges);
}

/* ---- finding labels ------------------------------------------------------------------------------------------- */

/* The position of the label in the table, or the free position for it. */
static uint32_t place_of(const coset_label_index *index, const coset_label *x)
{
    uint32_t i = (uint32_t)(coset_label_hash(x) >> 20) & (index->n_table - 1);
    while (index->table[i] && coset_label_compare(&index->labels[index->table[i] - 1], x) != 0)
        i = (i + 1) & (index->n_table - 1);
    return i;
}

/* From the last to the first, so that chains of equal labels ascend. */
coset_label_index coset_label_index_new(const coset_label *labels, uint32_t n, coset_arena *a)
{
    coset_label_index index = {.labels = labels, .n_table = 4};
    while (index.n_table < 2 * (uint64_t)n)
        index.n_table *= 2;
    index.table = coset_arena_get(a, index.n_table, sizeof *index.table);
    index.next = coset_arena_get(a, n, sizeof *index.next);
    for (uint32_t i = n; i-- > 0;) {
        uint32_t place = place_of(&index, &labels[i]);
        index.next[i] = index.table[place];
        index.table[place] = i + 1;
    }
    return index;
}

uint32_t coset_label_find(const coset_label_index *index, const coset_label *x)
{
    return index->table[place_of(index, x)] - 1;
}

uint32_t coset_label_find_next(const coset_label_index *index, uint32_t number) { return index->next[number] - 1; }
