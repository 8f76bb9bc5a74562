/* Names in a run by order of appearance: an element appears when a slot changes that it indexes or whose value it is.
 * In the first state only values count, because every slot changes there. */
#include "trace/rename.h"

#include <string.h>

#include "model/composite.h"

typedef struct {
    const coset_model *m;
    const coset_symgroup *g;
    coset_renaming *image; /* [points] UINT32_MAX: has not appeared */
    uint32_t *next;        /* [n_types] image of the next element that appears */
} naming;

/* Advances next[t] to an element that may be an image; false if none is left. */
static bool find_place(naming *n, uint32_t t)
{
    while (n->next[t] < n->m->symmetry.types[t].n && !n->g->moves[t][n->next[t]])
        n->next[t]++;
    return n->next[t] < n->m->symmetry.types[t].n;
}

static void appears(naming *n, uint32_t t, uint32_t element)
{
    coset_renaming *image = &n->image[coset_symmetry_offset(&n->m->symmetry, t) + element];
    if (*image == UINT32_MAX && n->g->moves[t][element] && find_place(n, t))
        *image = n->next[t]++;
}

static void value_appears(naming *n, const coset_slot *slot, coset_value v)
{
    const coset_valclass *c = &n->m->symmetry.valclasses[slot->valclass];
    for (uint32_t i = 0; i < c->n_segments; i++) {
        const coset_segment *s = &c->segments[i];
        if (v >= s->lo && v - s->lo < s->n)
            appears(n, s->type, s->first + (v - s->lo));
    }
}

/* In the first state nothing has changed yet. */
static void objects_appear(naming *n, const coset_value *before, const coset_value *now)
{
    const coset_composite *c = n->m->symmetry.composite;
    for (uint32_t k = 0; c && k < c->n_slots; k++) {
        if (!before || before[c->slots[k]] == now[c->slots[k]])
            continue;
        const coset_label *label = &c->labels[c->first[k] + now[c->slots[k]]];
        for (uint32_t e = 0; e < label->n; e++)
            for (uint32_t i = 0; i < label->edges[e].n; i++)
                appears(n, label->edges[e].ends[i].type, label->edges[e].ends[i].element);
    }
}

static void state_appears(naming *n, const coset_value *before, const coset_value *now)
{
    for (uint32_t i = 0; i < n->m->n_slots; i++) {
        const coset_slot *slot = &n->m->slots[i];
        if (before && before[i] == now[i])
            continue;
        for (uint32_t k = 0; before && k < slot->n_index; k++)
            appears(n, slot->index[k].type, slot->index[k].element);
        value_appears(n, slot, now[i]);
        if (before)
            value_appears(n, slot, before[i]);
    }
    objects_appear(n, before, now);
}

/* Elements that never appear get the remaining images, in order; fixed elements stay. */
static void complete(naming *n)
{
    const coset_symmetry *s = &n->m->symmetry;
    for (uint32_t t = 0; t < s->n_types; t++)
        for (uint32_t e = 0; e < s->types[t].n; e++) {
            appears(n, t, e);
            coset_renaming *image = &n->image[coset_symmetry_offset(s, t) + e];
            if (*image == UINT32_MAX)
                *image = e;
        }
}

void coset_rename_by_appearance(const coset_model *m, const coset_symgroup *g, coset_value *states, uint32_t n_states)
{
    coset_arena *a = coset_arena_new();
    uint32_t n_points = coset_symmetry_points(&m->symmetry);
    naming n = {.m = m, .g = g};
    n.image = coset_arena_get(a, n_points, sizeof *n.image);
    n.next = coset_arena_get(a, m->symmetry.n_types, sizeof *n.next);
    memset(n.image, 0xff, n_points * sizeof *n.image);
    for (uint32_t i = 0; i < n_states; i++) {
        const coset_value *now = states + (size_t)i * m->n_slots;
        state_appears(&n, i ? now - m->n_slots : NULL, now);
    }
    complete(&n);
    coset_value *old = coset_arena_get(a, m->n_slots, sizeof *old);
    for (uint32_t i = 0; i < n_states; i++) {
        coset_value *state = states + (size_t)i * m->n_slots;
        memcpy(old, state, m->n_slots * sizeof *old);
        coset_model_permute(m, n.image, old, state);
    }
    coset_arena_free(a);
}
