/* run/temporal_symm.c - the elements that a formula allows to be exchanged together with its atoms. */
#include "run/temporal_symm.h"

#include <string.h>

#include "ir/interp.h"
#include "wrap/product_symm.h"

#define NONE        UINT32_MAX
#define MOST_STATES 200 /* of an automaton whose automorphisms are searched for */

typedef struct {
    const coset_session *s;
    const coset_temporal *x;
    const coset_ir *ir;
    coset_arena *arena;
} exchanging;

/* ---- the image of an atom under an exchange --------------------------------------------------------------------- */

/* The image of v, a value of the type, under the exchange; false: not known. */
static bool exchange_value(const coset_ir_type *t, coset_exchange e, int64_t *v)
{
    if (t->kind == COSET_T_BAGINDEX)
        return false;
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        if (coset_ir_rank(t->members[i], *v) >= 0)
            return exchange_value(t->members[i], e, v);
    if (t->kind == COSET_T_SCALARSET && t->symtype == e.type && *v == t->lo + e.a)
        *v = t->lo + e.b;
    else if (t->kind == COSET_T_SCALARSET && t->symtype == e.type && *v == t->lo + e.b)
        *v = t->lo + e.a;
    return true;
}

/* The image of this instance of the property; NONE: not known. */
static uint32_t exchange_instance(const coset_ir_prop *p, coset_exchange e, uint32_t instance)
{
    uint64_t out = 0, weight = 1;
    for (uint32_t i = p->n_params; i-- > 0;) {
        const coset_ir_type *t = p->params[i].type;
        const uint64_t radix = coset_ir_radix(t);
        int64_t v = coset_ir_unrank(t, instance % radix);
        if (p->params[i].from || !exchange_value(t, e, &v))
            return NONE;
        const int64_t rank = coset_ir_rank(t, v);
        if (rank < 0)
            return NONE;
        out += weight * (uint64_t)rank;
        weight *= radix;
        instance = (uint32_t)(instance / radix);
    }
    return out < NONE ? (uint32_t)out : NONE;
}

static uint32_t exchange_atom(const exchanging *k, coset_exchange e, uint32_t atom)
{
    const coset_temporal *x = k->x;
    if (x->rules[atom])
        return atom;
    const uint32_t instance = exchange_instance(&k->ir->props[x->props[atom]], e, x->instances[atom]);
    for (uint32_t i = 0; instance != NONE && i < x->n_atoms; i++)
        if (!x->rules[i] && x->props[i] == x->props[atom] && x->instances[i] == instance)
            return i;
    return NONE;
}

/* Families need an exact store. */
static bool may_move(const exchanging *k, const uint32_t *sets)
{
    const char *store = k->s->settings->engine.store;
    const bool inexact = store && (strcmp(store, "compact") == 0 || strcmp(store, "bitstate") == 0);
    bool moves = false;
    for (uint32_t i = 0; i < k->x->wrong->n_sets; i++)
        moves = moves || sets[i] != i;
    return !moves || !inexact;
}

/* The action of the exchange on states and acceptance sets of the automaton; false: it is no automorphism. */
static bool exchange_states(const exchanging *k, coset_exchange e, uint32_t *states, uint32_t *sets)
{
    uint32_t atoms[COSET_LTL_ATOMS];
    bool moves = false;
    for (uint32_t i = 0; i < k->x->n_atoms; i++) {
        atoms[i] = exchange_atom(k, e, i);
        if (atoms[i] == NONE)
            return false;
        moves = moves || atoms[i] != i;
    }
    for (uint32_t q = 0; !moves && q < k->x->wrong->n_states; q++)
        states[q] = q;
    for (uint32_t i = 0; i < k->x->wrong->n_sets; i++)
        sets[i] = i;
    return !moves || (coset_product_automorphism(k->x->wrong, atoms, states, sets) && may_move(k, sets));
}

/* ---- the group -------------------------------------------------------------------------------------------------- */

/* Of the moving elements of the type, keeps the largest set of exchangeable ones and fixes the others. */
static const coset_symgroup *largest_part(const exchanging *k, const coset_symgroup *g, uint32_t type)
{
    const uint32_t n = k->s->model->symmetry.types[type].n;
    uint32_t *part = coset_arena_get(k->arena, n, sizeof *part), *size = coset_arena_get(k->arena, n, sizeof *size);
    uint32_t *states = coset_arena_get(k->arena, k->x->wrong->n_states, sizeof *states), best = 0;
    uint32_t sets[COSET_OMEGA_SETS];
    for (uint32_t e = 0; e < n; e++) {
        part[e] = e;
        for (uint32_t f = 0; g->moves[type][e] && f < e && part[e] == e; f++)
            if (g->moves[type][f] && part[f] == f && exchange_states(k, (coset_exchange){type, f, e}, states, sets))
                part[e] = f;
        size[part[e]] += g->moves[type][e];
    }
    for (uint32_t e = 0; e < n; e++)
        best = size[e] > size[best] ? e : best;
    for (uint32_t e = 0; e < n; e++)
        if (g->moves[type][e] && (part[e] != best || size[best] < 2))
            g = coset_symgroup_fix(k->s->model, g, type, e, k->arena);
    return g;
}

static coset_chains chains_of(const exchanging *k, const coset_symgroup *g)
{
    const coset_symmetry *y = &k->s->model->symmetry;
    uint32_t *sizes = coset_arena_get(k->arena, y->n_types, sizeof *sizes);
    for (uint32_t t = 0; t < y->n_types; t++)
        sizes[t] = y->types[t].n;
    return coset_chains_new(y->n_types, sizes, g->moves, k->arena);
}

const coset_symgroup *coset_temporal_permuted(const coset_session *s, const coset_temporal *x, const coset_symgroup *g,
                                              coset_model *product, coset_model *plain)
{
    const exchanging k = {s, x, coset_model_ir(s->model), s->arena};
    const uint32_t n_states = x->wrong->n_states;
    if (!k.ir || g->arrivals || s->model->symmetry.composite || n_states > MOST_STATES)
        return NULL;
    for (uint32_t t = 0; t < g->n_types; t++)
        g = largest_part(&k, g, t);
    const coset_chains chains = chains_of(&k, g);
    const uint32_t **images = coset_arena_get(s->arena, chains.n_generators, sizeof *images);
    const uint32_t **sets = coset_arena_get(s->arena, chains.n_generators, sizeof *sets);
    const coset_product_family *families;
    uint32_t n;
    for (uint32_t i = 0; i < chains.n_generators; i++) {
        uint32_t *states = coset_arena_get(s->arena, n_states, sizeof *states);
        uint32_t *of_sets = coset_arena_get(s->arena, (size_t)x->wrong->n_sets + 1, sizeof *of_sets);
        if (!exchange_states(&k, chains.generators[i], states, of_sets))
            return NULL;
        images[i] = states;
        sets[i] = of_sets;
    }
    if (!coset_product_families(s->model, x->wrong->n_sets, &chains, sets, &n, &families, s->arena))
        return NULL;
    if (coset_product_permute(product, n_states, chains, images, s->arena) &&
        coset_product_permute(plain, n_states, chains, images, s->arena)) {
        coset_product_index(product, n, families);
        coset_product_index(plain, n, families);
        return g;
    }
    coset_temporal_permute_nothing(product, plain);
    return NULL;
}

void coset_temporal_permute_nothing(coset_model *product, coset_model *plain)
{
    coset_product_permute_nothing(product);
    coset_product_permute_nothing(plain);
    coset_product_index(product, 0, NULL);
    coset_product_index(plain, 0, NULL);
}
