/* Random labelled things (model/label.h), closed under all renamings, for composite slots of random structures. */
#ifndef COSET_TEST_THINGS_H
#define COSET_TEST_THINGS_H

#include "model/composite.h"

typedef struct {
    uint64_t x;
} dice;

static inline uint32_t roll(dice *d, uint32_t n)
{
    d->x += 0x9e3779b97f4a7c15u;
    uint64_t z = d->x;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) % n);
}

typedef COSET_VEC(coset_label) label_list;

static inline coset_label random_label(const coset_symmetry *s, dice *d, uint32_t most_edges, coset_arena *a)
{
    uint32_t n = roll(d, most_edges + 1), colours = 1 + roll(d, 2), most = 1 + roll(d, 2);
    coset_label_edge *edges = coset_arena_get(a, n, sizeof *edges);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t ends = 1 + roll(d, most);
        coset_element *at = coset_arena_get(a, ends, sizeof *at);
        for (uint32_t k = 0; k < ends; k++) {
            uint32_t t = roll(d, s->n_types);
            at[k] = (coset_element){t, roll(d, s->types[t].n)};
        }
        edges[i] = (coset_label_edge){roll(d, colours), ends, at};
    }
    return coset_label_make(roll(d, 2), n, edges);
}

static inline bool has_label(const label_list *list, const coset_label *x)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (coset_label_compare(&list->at[i], x) == 0)
            return true;
    return false;
}

/* Adds the orbit of a random label; leaves the list unchanged if it would get longer than `most`. */
static inline void add_orbit(const coset_symmetry *s, dice *d, uint32_t most_edges, uint32_t most, label_list *list,
                             coset_arena *a)
{
    uint32_t first = list->n, offset[8], perm[64];
    coset_label x = random_label(s, d, most_edges, a);
    if (has_label(list, &x))
        return;
    *coset_vec_add(list) = x;
    for (uint32_t t = 0; t < s->n_types; t++) {
        offset[t] = coset_symmetry_offset(s, t);
        for (uint32_t e = 0; e < s->types[t].n; e++)
            perm[offset[t] + e] = e;
    }
    for (uint32_t i = first; i < list->n && list->n <= most; i++)
        for (uint32_t t = 0; t < s->n_types; t++)
            for (uint32_t e = 0; e + 1 < s->types[t].n; e++) {
                uint32_t *p = perm + offset[t] + e;
                p[0] = e + 1, p[1] = e;
                x = coset_label_rename(&list->at[i], offset, perm, a);
                p[0] = e, p[1] = e + 1;
                if (!has_label(list, &x))
                    *coset_vec_add(list) = x;
            }
    if (list->n > most)
        list->n = first;
}

/* The label of a value in a slot; colours identify them. */
static inline coset_label joined_label(const coset_label *slot, const coset_label *value, coset_arena *a)
{
    coset_label_edge *edges = coset_arena_get(a, slot->n + value->n, sizeof *edges);
    for (uint32_t i = 0; i < slot->n + value->n; i++) {
        edges[i] = i < slot->n ? slot->edges[i] : value->edges[i - slot->n];
        edges[i].colour += i < slot->n ? 100 : 0;
    }
    return coset_label_make(slot->control * 16 + value->control, slot->n + value->n, edges);
}

#endif
