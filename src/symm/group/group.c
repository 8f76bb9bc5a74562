#include "symm/group/group.h"

#include <string.h>

#include "alg/factorial.h"

bool coset_symgroup_order(const coset_symgroup *g, coset_count *order)
{
    return coset_factorials(g->n_moves, g->n_types, order);
}

const char *coset_symgroup_order_text(const coset_symgroup *g, coset_arena *a)
{
    return coset_factorials_text(g->n_moves, g->n_types, a);
}

bool coset_symgroup_is_trivial(const coset_symgroup *g)
{
    for (uint32_t t = 0; t < g->n_types; t++)
        if (g->n_moves[t] > 1)
            return false;
    return true;
}

/* A group under construction: `moves` may be written until its maker returns. */
typedef struct {
    const coset_symmetry *symmetry;
    uint32_t *n_moves;
    bool **moves;
} draft;

static draft draft_new(const coset_model *m, coset_arena *a)
{
    const coset_symmetry *s = &m->symmetry;
    draft d = {s, coset_arena_get(a, s->n_types, sizeof(uint32_t)), coset_arena_get(a, s->n_types, sizeof(bool *))};
    for (uint32_t t = 0; t < s->n_types; t++) {
        d.moves[t] = coset_arena_get(a, s->types[t].n, sizeof(bool));
        memset(d.moves[t], true, s->types[t].n * sizeof(bool));
    }
    return d;
}

static void draft_meet(draft d, const coset_symgroup *g)
{
    COSET_INVARIANT(g->n_types == d.symmetry->n_types);
    for (uint32_t t = 0; t < g->n_types; t++)
        for (uint32_t e = 0; e < d.symmetry->types[t].n; e++)
            d.moves[t][e] = d.moves[t][e] && g->moves[t][e];
}

/* Counts the elements that move; a single one cannot move. */
static coset_symgroup *draft_end(draft d, coset_arena *a)
{
    for (uint32_t t = 0; t < d.symmetry->n_types; t++) {
        uint32_t n = d.symmetry->types[t].n;
        for (uint32_t e = 0; e < n; e++)
            d.n_moves[t] += d.moves[t][e];
        if (d.n_moves[t] == 1) {
            memset(d.moves[t], 0, n * sizeof(bool));
            d.n_moves[t] = 0;
        }
    }
    coset_symgroup *g = coset_arena_get(a, 1, sizeof *g);
    g->n_types = d.symmetry->n_types;
    g->n_moves = d.n_moves;
    g->moves = (const bool *const *)d.moves;
    return g;
}

coset_symgroup *coset_symgroup_full(const coset_model *m, coset_arena *a) { return draft_end(draft_new(m, a), a); }

coset_symgroup *coset_symgroup_moving(const coset_model *m, const bool *const *moves, coset_arena *a)
{
    draft d = draft_new(m, a);
    for (uint32_t t = 0; t < m->symmetry.n_types; t++)
        for (uint32_t e = 0; e < m->symmetry.types[t].n; e++)
            d.moves[t][e] = moves[t][e];
    return draft_end(d, a);
}

bool coset_refusal_same(const coset_refusal *x, const coset_refusal *y)
{
    return x->type == y->type && x->prop == y->prop && x->pos.line == y->pos.line && x->pos.column == y->pos.column &&
           x->n_fixed == y->n_fixed;
}

static void refusals_meet(coset_symgroup *meet, const coset_symgroup *g, const coset_symgroup *h, coset_arena *a)
{
    coset_refusal *all = coset_arena_get(a, (size_t)g->n_refusals + h->n_refusals, sizeof *all);
    uint32_t n = g->n_refusals;
    if (n)
        memcpy(all, g->refusals, n * sizeof *all);
    for (uint32_t i = 0; i < h->n_refusals; i++) {
        bool known = false;
        for (uint32_t k = 0; k < g->n_refusals && !known; k++)
            known = coset_refusal_same(&g->refusals[k], &h->refusals[i]);
        if (!known)
            all[n++] = h->refusals[i];
    }
    meet->n_refusals = n;
    meet->refusals = all;
}

coset_symgroup *coset_symgroup_meet(const coset_model *m, const coset_symgroup *g, const coset_symgroup *h,
                                    coset_arena *a)
{
    draft d = draft_new(m, a);
    draft_meet(d, g);
    draft_meet(d, h);
    coset_symgroup *meet = draft_end(d, a);
    refusals_meet(meet, g, h, a);
    meet->arrivals = g->arrivals ? g->arrivals : h->arrivals;
    return meet;
}

coset_symgroup *coset_symgroup_fix(const coset_model *m, const coset_symgroup *g, uint32_t type, uint32_t element,
                                   coset_arena *a)
{
    COSET_INVARIANT(type < m->symmetry.n_types && element < m->symmetry.types[type].n);
    draft d = draft_new(m, a);
    draft_meet(d, g);
    d.moves[type][element] = false;
    coset_symgroup *fixed = draft_end(d, a);
    fixed->n_refusals = g->n_refusals;
    fixed->refusals = g->refusals;
    fixed->arrivals = g->arrivals;
    return fixed;
}

coset_symgroup *coset_symgroup_while(const coset_model *m, const coset_symgroup *g, uint32_t n, coset_arena *a)
{
    draft d = draft_new(m, a);
    draft_meet(d, g);
    for (uint32_t i = n; g->arrivals && i < g->arrivals->n; i++)
        if (g->arrivals->type[i] != UINT32_MAX)
            d.moves[g->arrivals->type[i]][g->arrivals->element[i]] = false;
    coset_symgroup *part = draft_end(d, a);
    part->n_refusals = g->n_refusals;
    part->refusals = g->refusals;
    return part;
}

const coset_symgroup *coset_symgroup_always(const coset_model *m, const coset_symgroup *g, coset_arena *a)
{
    return g->arrivals ? coset_symgroup_while(m, g, 0, a) : g;
}

bool coset_symgroup_same(const coset_model *m, const coset_symgroup *g, const coset_symgroup *h)
{
    for (uint32_t t = 0; t < m->symmetry.n_types; t++)
        if (memcmp(g->moves[t], h->moves[t], m->symmetry.types[t].n * sizeof(bool)) != 0)
            return false;
    return true;
}
