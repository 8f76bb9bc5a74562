/* Composite slots of a refinement from a verified action. */
#include "wrap/refine_symm.h"

#include "model/composite.h"

#define MOST_EDGES 1000u /* of a label; sets of many parts need more */

typedef struct {
    const coset_model *m;
    const coset_super *s;
    const coset_super_symmetry *y;
    coset_arena *arena;
    uint32_t n_copies; /* of the system */
    bool has_node;
    uint32_t *first; /* [n_slots + 1] */
} maker;

static void lay_members(maker *k)
{
    uint32_t n = k->s->n_components;
    k->n_copies = k->m->n_slots >= 2 * n && n ? 2 : 1;
    if (k->y->nodes.n && k->m->n_slots == n + 1)
        k->n_copies = 1;
    k->has_node = k->m->n_slots == k->n_copies * n + 1;
    COSET_INVARIANT(k->m->n_slots == k->n_copies * n + k->has_node);
    COSET_INVARIANT(!k->has_node || k->y->nodes.n);
    k->first = coset_arena_get(k->arena, (size_t)k->m->n_slots + 1, sizeof *k->first);
    for (uint32_t i = 0; i < k->m->n_slots; i++) {
        uint32_t values = i < k->n_copies * n ? k->y->first[i % n + 1] - k->y->first[i % n] : k->y->nodes.n + 1;
        COSET_INVARIANT(k->m->slots[i].max + 1 == values);
        k->first[i + 1] = k->first[i] + values;
    }
}

/* The action of a generator on all values of all slots. */
static uint32_t *image_of_values(const maker *k, uint32_t generator)
{
    uint32_t n = k->s->n_components, n_values = k->y->first[n];
    uint32_t *image = coset_arena_get(k->arena, k->first[k->m->n_slots], sizeof *image);
    for (uint32_t c = 0; c < k->n_copies; c++)
        for (uint32_t v = 0; v < n_values; v++)
            image[c * n_values + v] = c * n_values + k->y->values.images[generator][v];
    uint32_t at = k->n_copies * n_values;
    if (k->has_node)
        image[at] = at;
    for (uint32_t v = 0; k->has_node && v < k->y->nodes.n; v++)
        image[at + 1 + v] = at + 1 + k->y->nodes.images[generator][v];
    return image;
}

static uint32_t *image_of_slots(const maker *k, uint32_t generator)
{
    uint32_t n = k->s->n_components;
    uint32_t *image = coset_arena_get(k->arena, k->m->n_slots, sizeof *image);
    for (uint32_t i = 0; i < k->m->n_slots; i++)
        image[i] = i < k->n_copies * n ? i / n * n + k->y->components.images[generator][i % n] : i;
    return image;
}

static uint32_t number_of_generator(const coset_chains *all, const coset_exchange *x)
{
    uint32_t g = 0;
    while (all->generators[g].type != x->type || all->generators[g].a != x->a || all->generators[g].b != x->b)
        g++;
    return g;
}

/* Labels under the subgroup in which `moves` move: chains are shortened at their ends only, so that their generators
 * are among the verified ones. */
static bool make_labels(const maker *k, const bool *const *moves, coset_label *slot_labels, coset_label *labels)
{
    uint32_t *sizes = coset_arena_get(k->arena, k->s->n_types, sizeof *sizes);
    for (uint32_t t = 0; t < k->s->n_types; t++)
        sizes[t] = k->s->types[t].n;
    coset_gset values = {coset_chains_new(k->s->n_types, sizes, moves, k->arena), k->first[k->m->n_slots], NULL};
    coset_gset slots = {values.chains, k->m->n_slots, NULL};
    const uint32_t **value_images = coset_arena_get(k->arena, values.chains.n_generators, sizeof *value_images);
    const uint32_t **slot_images = coset_arena_get(k->arena, values.chains.n_generators, sizeof *slot_images);
    for (uint32_t g = 0; g < values.chains.n_generators; g++) {
        uint32_t from = number_of_generator(&k->y->values.chains, &values.chains.generators[g]);
        value_images[g] = image_of_values(k, from);
        slot_images[g] = image_of_slots(k, from);
    }
    values.images = value_images;
    slots.images = slot_images;
    return coset_gset_labels(&slots, MOST_EDGES, slot_labels, k->arena) &&
           coset_gset_labels(&values, MOST_EDGES, labels, k->arena);
}

/* Fixes the last element of the type with most moving elements; a single remaining one cannot move. */
static void give_up_one(const maker *k, bool **moves)
{
    uint32_t best = 0, most = 0, last = 0;
    for (uint32_t t = 0; t < k->s->n_types; t++) {
        uint32_t n = 0;
        for (uint32_t e = 0; e < k->s->types[t].n; e++)
            n += moves[t][e];
        if (n > most) {
            most = n;
            best = t;
        }
    }
    COSET_INVARIANT(most > 1);
    for (uint32_t e = 0; e < k->s->types[best].n; e++)
        last = moves[best][e] ? e : last;
    moves[best][last] = false;
}

static bool **copy_moves(const maker *k)
{
    bool **moves = coset_arena_get(k->arena, k->s->n_types, sizeof *moves);
    for (uint32_t t = 0; t < k->s->n_types; t++)
        moves[t] = coset_arena_copy(k->arena, k->y->moves[t], k->s->types[t].n, sizeof **moves);
    return moves;
}

void coset_refine_symmetry(coset_model *m, const coset_super *s, const coset_super_symmetry *y,
                           const bool *const **moves, coset_arena *a)
{
    static const coset_valclass plain = {0, NULL};
    maker k = {.m = m, .s = s, .y = y, .arena = a};
    lay_members(&k);
    bool **move = copy_moves(&k);
    uint32_t *slots = coset_arena_get(a, m->n_slots, sizeof *slots);
    coset_label *slot_labels = coset_arena_get(a, m->n_slots, sizeof *slot_labels);
    coset_label *labels = coset_arena_get(a, k.first[m->n_slots], sizeof *labels);
    for (uint32_t i = 0; i < m->n_slots; i++)
        slots[i] = i;
    while (!make_labels(&k, (const bool *const *)move, slot_labels, labels))
        give_up_one(&k, move);
    m->symmetry = (coset_symmetry){.n_types = s->n_types, .types = s->types, .n_valclasses = 1, .valclasses = &plain};
    coset_err err;
    coset_status status =
        coset_composite_new(m->n_slots, slots, slot_labels, k.first, labels, a, &m->symmetry.composite, &err);
    COSET_INVARIANT(status == COSET_OK);
    *moves = (const bool *const *)move;
}
