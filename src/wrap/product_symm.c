/* wrap/product_symm.c */
#include "wrap/product_symm.h"

#include <string.h>

#include "base/mem.h"
#include "model/composite.h"

#define NONE       UINT32_MAX
#define MOST_TRIES 4000000 /* pairs of edges that are compared */
#define MOST_EDGES 1000u   /* of a label */

/* ---- automorphisms: edges are matched one after the other, with backtracking ------------------------------------- */

typedef struct {
    const coset_omega *a;
    const uint32_t *atoms;
    uint32_t *image, *origin; /* of states; NONE */
    uint32_t *order, n_order; /* states that have an image, in the order of discovery */
    uint32_t *image_of;       /* [edges] the edge that is its image */
    bool *used;               /* [edges] it is an image */
    bool any_marks;           /* edges with other marks fit, too */
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

/* False: this mapping is impossible. *is_new: they were not mapped before. */
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
    if (s->used[with] || (!s->any_marks && e->marks != f->marks) || renamed(s, e->label.yes) != f->label.yes ||
        renamed(s, e->label.no) != f->label.no || !map(s, e->to, f->to, &is_new))
        return false;
    s->used[with] = true;
    s->image_of[edge] = with;
    if (match(s, at, edge + 1))
        return true;
    s->used[with] = false;
    if (is_new)
        unmap(s, e->to, f->to);
    return false;
}

/* Matches from `edge` on, of the state discovered as number `at`. */
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

/* ---- matching acceptance sets ---- */

static uint64_t renamed_marks(const uint32_t *sets, uint64_t marks)
{
    uint64_t out = 0;
    for (; marks; marks &= marks - 1)
        out |= UINT64_C(1) << sets[__builtin_ctzll(marks)];
    return out;
}

/* The sets that have the images of all edges of set i. */
static uint64_t images_of_set(const search *s, uint32_t i)
{
    uint64_t those = coset_omega_all_marks(s->a);
    for (uint32_t e = 0; e < s->a->edges.n; e++)
        if (s->a->edges.at[e].marks >> i & 1)
            those &= s->a->edges.at[s->image_of[e]].marks;
    return those;
}

/* A permutation of the sets that matches the images of edges; false: none found. */
static bool find_sets(const search *s, uint32_t *sets)
{
    uint64_t left = coset_omega_all_marks(s->a);
    for (uint32_t i = 0; i < s->a->n_sets; i++) {
        const uint64_t those = images_of_set(s, i) & left;
        if (!those)
            return false;
        sets[i] = those >> i & 1 ? i : (uint32_t)__builtin_ctzll(those);
        left &= ~(UINT64_C(1) << sets[i]);
    }
    for (uint32_t e = 0; e < s->a->edges.n; e++)
        if (renamed_marks(sets, s->a->edges.at[e].marks) != s->a->edges.at[s->image_of[e]].marks)
            return false;
    return true;
}

static bool find(search *s)
{
    const coset_omega *a = s->a;
    bool is_new;
    s->n_order = s->tries = 0;
    memset(s->used, 0, a->edges.n * sizeof *s->used);
    for (uint32_t q = 0; q < a->n_states; q++)
        s->image[q] = s->origin[q] = NONE;
    return map(s, a->initial, a->initial, &is_new) && match(s, 0, a->first[a->initial]);
}

bool coset_product_automorphism(const coset_omega *a, const uint32_t *atoms, uint32_t *states, uint32_t *sets)
{
    search s = {.a = a, .atoms = atoms, .image = states};
    s.origin = coset_new(a->n_states, sizeof *s.origin);
    s.order = coset_new(a->n_states, sizeof *s.order);
    s.used = coset_new((size_t)a->edges.n + 1, sizeof *s.used);
    s.image_of = coset_new((size_t)a->edges.n + 1, sizeof *s.image_of);
    for (uint32_t i = 0; i < a->n_sets; i++)
        sets[i] = i;
    bool found = find(&s);
    s.any_marks = true;
    found = found || (find(&s) && find_sets(&s, sets));
    coset_delete(s.origin);
    coset_delete(s.order);
    coset_delete(s.used);
    coset_delete(s.image_of);
    return found;
}

/* ---- the state of the automaton as a composite value ------------------------------------------------------------- */

/* The action of generators on the values of the slot; one that is no state of the automaton is fixed. */
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

/* ---- acceptance sets as families --------------------------------------------------------------------------------- */

typedef struct {
    const coset_chains *chains;
    const uint32_t *const *sets; /* [generator][set] */
} sets_action;

/* The sets of the elements of a type, if that of the first is `set`: of[e], NONE if e does not move. */
static void follow_chain(const sets_action *x, uint32_t type, uint32_t set, uint32_t *of)
{
    bool begun = false;
    for (uint32_t g = 0; g < x->chains->n_generators; g++) {
        const coset_exchange *e = &x->chains->generators[g];
        if (e->type != type)
            continue;
        if (!begun)
            of[e->a] = set;
        begun = true;
        of[e->b] = x->sets[g][of[e->a]];
    }
}

/* Each exchange of two elements exchanges their sets and no others of these. */
static bool belong_to_elements(const sets_action *x, uint32_t type, uint32_t n, const uint32_t *of)
{
    for (uint32_t g = 0; g < x->chains->n_generators; g++) {
        const coset_exchange *e = &x->chains->generators[g];
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t to = e->type != type ? i : i == e->a ? e->b : i == e->b ? e->a : i;
            if (of[i] != NONE && x->sets[g][of[i]] != of[to])
                return false;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (of[i] != NONE && of[i] == of[k])
                return false;
    return true;
}

static coset_product_family make_family(uint32_t type, uint32_t n, const uint32_t *of, coset_arena *arena)
{
    coset_segment *segments = coset_arena_get(arena, n, sizeof *segments);
    uint32_t *sets = coset_arena_get(arena, n, sizeof *sets), k = 0;
    coset_digit *digit = coset_arena_get(arena, 1, sizeof *digit);
    for (uint32_t e = 0; e < n; e++) {
        if (of[e] == NONE)
            continue;
        segments[k] = (coset_segment){.lo = k, .n = 1, .type = type, .first = e};
        sets[k++] = of[e];
    }
    *digit = (coset_digit){.n = k, .n_segments = k, .segments = segments};
    return (coset_product_family){
        {.name = "acceptance", .kind = COSET_FAMILY_BUCHI, .n = k, .n_digits = 1, .digits = digit}, sets};
}

/* The family of the set; false: its images are not sets of elements of one type. */
static bool family_of(const coset_model *m, const sets_action *x, uint32_t set, coset_product_family *out,
                      coset_arena *arena)
{
    for (uint32_t t = 0; t < m->symmetry.n_types; t++) {
        const uint32_t n = m->symmetry.types[t].n;
        uint32_t *of = coset_arena_get(arena, n, sizeof *of);
        for (uint32_t e = 0; e < n; e++)
            of[e] = NONE;
        follow_chain(x, t, set, of);
        bool any = false;
        for (uint32_t e = 0; e < n; e++)
            any = any || of[e] != NONE;
        if (any && belong_to_elements(x, t, n, of)) {
            *out = make_family(t, n, of, arena);
            return true;
        }
    }
    return false;
}

bool coset_product_families(const coset_model *m, uint32_t n_sets, const coset_chains *chains,
                            const uint32_t *const *sets, uint32_t *n, const coset_product_family **out,
                            coset_arena *arena)
{
    const sets_action x = {chains, sets};
    coset_product_family *all = coset_arena_get(arena, n_sets, sizeof *all);
    uint64_t moved = 0, taken = 0;
    *n = 0;
    *out = all;
    for (uint32_t g = 0; g < chains->n_generators; g++)
        for (uint32_t i = 0; i < n_sets; i++)
            moved |= sets[g][i] != i ? UINT64_C(1) << i : 0;
    /* A set may belong to the first element of a chain, or to another one: those of first elements begin a family. */
    for (uint32_t i = 0; i < n_sets; i++) {
        if (!(moved >> i & 1) || taken >> i & 1 || !family_of(m, &x, i, &all[*n], arena))
            continue;
        for (uint32_t k = 0; k < all[*n].family.n; k++)
            taken |= UINT64_C(1) << all[*n].sets[k];
        ++*n;
    }
    return taken == moved;
}
