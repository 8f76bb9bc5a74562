/* wrap/product_symm.c */
#include "wrap/product_symm.h"

#include <string.h>

#include "base/mem.h"
#include "model/composite.h"

#define NONE       UINT32_MAX
#define MOST_TRIES 100000 /* pairs of edges that are compared */
#define MOST_EDGES 1000u  /* of a label */

/* ---- automorphisms: edges are matched one after the other, with a way back ------------------------------------------ */

typedef struct {
    const coset_omega *a;
    const uint32_t *atoms;
    uint32_t *image, *origin; /* of states; NONE */
    uint32_t *order, n_order; /* states that have an image, in the order in which they were met */
    bool *used;               /* [edges] it is an image */
    uint32_t tries;
} search;

static uint64_t renamed(const search *s, uint64_t atoms)
{
    uint64_t out = 0;
    for (; atoms; atoms &= atoms - 1)
        out |= UINT64_C(1) << s->atoms[__builtin_ctzll(atoms)];
    return out;
}

static uint32_t n_edges(const coset_omega *a, uint32_t q) { return a->first[q + 1] - a->first[q]; }

/* False: they cannot be mapped like that. *is_new: they were not before. */
static bool map(search *s, uint32_t q, uint32_t to, bool *is_new)
{
    *is_new = s->image[q] == NONE && s->origin[to] == NONE;
    if (!*is_new)
        return s->image[q] == to;
    if (n_edges(s->a, q) != n_edges(s->a, to))
        return *is_new = false;
    s->image[q] = to;
    s->origin[to] = q;
    s->order[s->n_order++] = q;
    return true;
}

static void unmap(search *s, uint32_t q, uint32_t to)
{
    s->image[q] = s->origin[to] = NONE;
    s->n_order--;
}

static bool match(search *s, uint32_t at, uint32_t edge);

static bool match_with(search *s, uint32_t at, uint32_t edge, uint32_t with)
{
    const coset_omega_edge *e = &s->a->edges.at[edge], *f = &s->a->edges.at[with];
    bool is_new;
    if (s->used[with] || e->marks != f->marks || renamed(s, e->label.yes) != f->label.yes ||
        renamed(s, e->label.no) != f->label.no || !map(s, e->to, f->to, &is_new))
        return false;
    s->used[with] = true;
    if (match(s, at, edge + 1))
        return true;
    s->used[with] = false;
    if (is_new)
        unmap(s, e->to, f->to);
    return false;
}

/* From `edge` on, of the state that was met as number `at`. */
static bool match(search *s, uint32_t at, uint32_t edge)
{
    const coset_omega *a = s->a;
    while (edge == a->first[s->order[at] + 1]) {
        if (++at == s->n_order)
            return at == a->n_states;
        edge = a->first[s->order[at]];
    }
    const uint32_t to = s->image[s->order[at]];
    for (uint32_t with = a->first[to]; with < a->first[to + 1]; with++) {
        if (s->tries++ > MOST_TRIES)
            return false;
        if (match_with(s, at, edge, with))
            return true;
    }
    return false;
}

bool coset_product_automorphism(const coset_omega *a, const uint32_t *atoms, uint32_t *states)
{
    search s = {.a = a, .atoms = atoms, .image = states};
    bool is_new;
    s.origin = coset_new(a->n_states, sizeof *s.origin);
    s.order = coset_new(a->n_states, sizeof *s.order);
    s.used = coset_new((size_t)a->edges.n + 1, sizeof *s.used);
    for (uint32_t q = 0; q < a->n_states; q++)
        s.image[q] = s.origin[q] = NONE;
    bool found = map(&s, a->initial, a->initial, &is_new) && match(&s, 0, a->first[a->initial]);
    coset_delete(s.origin);
    coset_delete(s.order);
    coset_delete(s.used);
    return found;
}

/* ---- the state of the automaton as a composite value ---------------------------------------------------------------- */

/* What generators do to the values of the slot; one that is no state of the automaton stays. */
static const uint32_t **images_of_values(uint32_t n_states, uint32_t n_values, uint32_t n_generators,
                                         const uint32_t *const *images, coset_arena *arena)
{
    const uint32_t **all = coset_arena_get(arena, n_generators, sizeof *all);
    for (uint32_t g = 0; g < n_generators; g++) {
        uint32_t *image = coset_arena_get(arena, n_values, sizeof *image);
        for (uint32_t v = 0; v < n_values; v++)
            image[v] = v < n_states ? images[g][v] : v;
        all[g] = image;
    }
    return all;
}

bool coset_product_permute(coset_model *m, uint32_t n_states, coset_chains chains, const uint32_t *const *images,
                           coset_arena *arena)
{
    const uint32_t last = m->n_slots - 1, n_values = m->slots[last].max + 1;
    const coset_gset values = {chains, n_values,
                               images_of_values(n_states, n_values, chains.n_generators, images, arena)};
    coset_label *labels = coset_arena_get(arena, n_values, sizeof *labels);
    coset_label *slot_label = coset_arena_get(arena, 1, sizeof *slot_label);
    uint32_t *slot = coset_arena_copy(arena, &last, 1, sizeof *slot);
    uint32_t *first = coset_arena_get(arena, 2, sizeof *first);
    coset_err err;
    first[1] = n_values;
    if (m->symmetry.composite || !coset_gset_is_action(&values) ||
        !coset_gset_labels(&values, MOST_EDGES, labels, arena))
        return false;
    return coset_composite_new(1, slot, slot_label, first, labels, arena, &m->symmetry.composite, &err) == COSET_OK;
}

void coset_product_permute_nothing(coset_model *m) { m->symmetry.composite = NULL; }
