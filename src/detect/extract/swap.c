/* detect/extract/swap.c - see detect/extract/swap.h. */
#include "detect/extract/swap.h"

#include <string.h>

#include "detect/extract/order.h"
#include "symm/legal/legal.h"

#define ORDER_BUDGET UINT64_C(400000) /* runs of bodies of quantifiers */
#define MOST_MOVES   2000000U         /* rule instances whose renaming is written down */

/* ---- what may be renamed ---------------------------------------------------------------------------------------- */

static bool counts(const coset_detect_options *o, const coset_model *m, uint32_t p)
{
    return coset_detect_keeps(m, o->keeps, p);
}

/* Types over which a series runs whose order may matter. */
static uint64_t ordered_types(const coset__swaps *t, const coset__constraints *v, const coset_detect_options *o,
                              const coset_symgroup *g, coset_arena *arena)
{
    const coset_model *m = v->m;
    const coset__known known = {coset_legal_defined(m, arena), v->failed ? NULL : v->own};
    uint64_t all = 0, moving = 0, budget = ORDER_BUDGET;
    for (uint32_t i = 0; i < g->n_types; i++)
        moving |= g->n_moves[i] ? UINT64_C(1) << i : 0;
    for (uint32_t i = 0; i < t->inferred.n_series; i++) {
        const coset__series *s = &t->inferred.series[i];
        if (s->truth && o->truth)
            continue;
        if ((s->types & moving & ~all) && (s->prop == COSET_NO_PROP || counts(o, m, s->prop)) &&
            !coset__order_is_immaterial(m, s, &known, &budget, o->limit))
            all |= s->types;
    }
    return all;
}

static uint64_t types_in(const coset_ir_type *t)
{
    uint64_t all = t->kind == COSET_T_SCALARSET ? UINT64_C(1) << t->symtype : 0;
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        all |= types_in(t->members[i]);
    return all;
}

/* An indexed property is kept instance by instance. */
static uint64_t indexed_types(const coset__swaps *t, const coset_detect_options *o)
{
    const coset_model *m = t->inferred.model;
    const coset_ir *ir = coset_model_ir(m);
    uint64_t all = 0;
    for (uint32_t p = 0; p < ir->n_props; p++)
        for (uint32_t i = 0; m->props[p].n_instances > 1 && counts(o, m, p) && i < ir->props[p].n_params; i++)
            all |= types_in(ir->props[p].params[i].type);
    return all;
}

static const coset_symgroup *proved_group(const coset__swaps *t, const coset_detect_options *o, coset_arena *arena)
{
    const coset_model *m = t->inferred.model;
    const coset_legal *legal = coset_legal_check(m, NULL, arena);
    const coset_symgroup *g = legal->starts;
    for (uint32_t p = 0; p < m->n_props; p++)
        if (counts(o, m, p))
            g = coset_symgroup_meet(m, g, legal->props[p], arena);
    return g;
}

/* Neighbours among the elements that move. */
static void find_swaps(coset__swaps *t, const coset_symgroup *g, uint64_t fixed, coset_arena *arena)
{
    COSET_VEC(coset__swap) all = {0};
    for (uint32_t type = 0; type < g->n_types && type < COSET__MOST_SYMTYPES; type++) {
        uint32_t last = UINT32_MAX;
        for (uint32_t e = 0; !(fixed >> type & 1) && e < t->inferred.model->symmetry.types[type].n; e++) {
            if (!g->moves[type][e])
                continue;
            if (last != UINT32_MAX)
                *coset_vec_add(&all) = (coset__swap){type, last, e};
            last = e;
        }
    }
    t->n_swaps = all.n;
    t->swaps = coset_arena_copy(arena, all.at, all.n, sizeof *all.at);
    coset_vec_fini(&all);
}

void coset__swaps_find(coset__swaps *t, const coset__constraints *v, const coset_detect_options *o, coset_arena *arena)
{
    *t = (coset__swaps){0};
    coset__infer(v->ir, &t->inferred);
    if (!t->inferred.model)
        return;
    const coset_symgroup *g = proved_group(t, o, arena);
    find_swaps(t, g, ordered_types(t, v, o, g, arena) | indexed_types(t, o), arena);
}

void coset__swaps_fini(coset__swaps *t)
{
    coset_model_free(t->inferred.model);
    t->inferred.model = NULL;
}

/* ---- the action ------------------------------------------------------------------------------------------------- */

static uint32_t renamed(const coset__swap *s, uint32_t type, uint32_t element)
{
    if (type != s->type)
        return element;
    return element == s->a ? s->b : element == s->b ? s->a : element;
}

coset_literal coset__swaps_image(const coset__swaps *t, const coset__swap *s, coset_literal x)
{
    const coset_model *m = t->inferred.model;
    const coset_slot *slot = &m->slots[x.cell];
    const coset_valclass *c = &m->symmetry.valclasses[slot->valclass];
    int64_t to = x.cell;
    for (uint32_t i = 0; i < slot->n_index; i++) {
        const coset_index *n = &slot->index[i];
        to += ((int64_t)renamed(s, n->type, n->element) - (int64_t)n->element) * n->stride;
    }
    for (uint32_t i = 0; i < c->n_segments; i++) {
        const coset_segment *g = &c->segments[i];
        if (x.value >= g->lo && x.value < g->lo + g->n)
            return (coset_literal){(uint32_t)to, g->lo + renamed(s, g->type, g->first + (x.value - g->lo)) - g->first};
    }
    return (coset_literal){(uint32_t)to, x.value};
}

/* A slot with too many values stays, with all of them. */
static bool moves_wide(const coset__swaps *t, const coset__swap *s, const coset__constraints *v)
{
    for (uint32_t i = 0; i < v->m->n_slots; i++) {
        coset_literal x = {i, 0};
        if (v->wide[i] && coset__swaps_image(t, s, x).cell != i)
            return true;
        for (x.value = 1; v->wide[i] && x.value <= v->m->slots[i].max && v->m->slots[i].valclass; x.value++)
            if (coset__swaps_image(t, s, x).value != x.value)
                return true;
    }
    return false;
}

static bool bring(const coset__swaps *t, const coset__swap *s, coset__constraints *v)
{
    bool grown = false;
    for (uint32_t i = 0; i < v->m->n_slots; i++) {
        const coset_cell values = v->slots[i]; /* the current values */
        if (coset_budget_spend(v->limit, 1 + 4 * values.n))
            return false;
        for (uint32_t k = 0; !v->wide[i] && k < values.n; k++) {
            const coset_literal y = coset__swaps_image(t, s, (coset_literal){i, values.at[k]});
            uint32_t before = v->slots[y.cell].n;
            coset__detect_view_grow(v, y.cell, y.value);
            grown = grown || v->slots[y.cell].n != before;
        }
    }
    return grown;
}

void coset__swaps_close(coset__swaps *t, coset__constraints *v)
{
    coset__swap *kept = coset_arena_get(v->arena, t->n_swaps, sizeof *kept);
    bool grown;
    do {
        uint32_t n = 0;
        grown = false;
        for (uint32_t i = 0; i < t->n_swaps; i++)
            if (!moves_wide(t, &t->swaps[i], v))
                kept[n++] = t->swaps[i];
        t->swaps = kept;
        t->n_swaps = n;
        for (uint32_t i = 0; i < n; i++)
            grown = bring(t, &kept[i], v) || grown;
    } while (grown);
}

/* ---- rule instances --------------------------------------------------------------------------------------------- */

/* The digit of a parameter is the rank of its value, which is the same in both programs. */
static uint64_t renamed_digit(const coset__swap *s, const coset_ir_type *t, uint64_t digit)
{
    uint64_t first = 0;
    if (t->kind == COSET_T_SCALARSET)
        return renamed(s, t->symtype, (uint32_t)digit);
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++) {
        if (digit < first + t->members[i]->n)
            return first + renamed_digit(s, t->members[i], digit - first);
        first += t->members[i]->n;
    }
    return digit;
}

static uint64_t renamed_instance(const coset__swap *s, const coset_ir_rule *r, uint64_t instance)
{
    uint64_t weight = 1, image = 0;
    for (uint32_t i = r->n_params; i-- > 0;) {
        uint64_t radix = coset_ir_radix(r->params[i].type);
        image += renamed_digit(s, r->params[i].type, instance % radix) * weight;
        instance /= radix;
        weight *= radix;
    }
    return image;
}

static uint64_t instances_of(const coset_ir_rule *r)
{
    uint64_t n = 1;
    for (uint32_t i = 0; i < r->n_params; i++)
        if (__builtin_mul_overflow(n, coset_ir_radix(r->params[i].type), &n))
            return UINT64_MAX;
    return n;
}

static void find_moves(const coset__swaps *t, const coset__swap *s, coset_arena *arena, coset_detect_generator *g)
{
    const coset_ir *ir = coset_model_ir(t->inferred.model);
    COSET_VEC(coset_detect_move) all = {0};
    uint64_t left = MOST_MOVES;
    for (uint32_t r = 0; r < ir->n_rules; r++) {
        uint64_t n = instances_of(&ir->rules[r]);
        g->partial = g->partial || (!ir->rules[r].is_start && n > left);
        if (ir->rules[r].is_start || n > left)
            continue;
        left -= n;
        for (uint64_t i = 0; i < n; i++) {
            uint64_t to = renamed_instance(s, &ir->rules[r], i);
            if (to != i)
                *coset_vec_add(&all) = (coset_detect_move){{r, i}, {r, to}};
        }
    }
    g->n_moves = all.n;
    g->moves = coset_arena_copy(arena, all.at, all.n, sizeof *all.at);
    coset_vec_fini(&all);
}

coset_detect_generator coset__swaps_generator(const coset__swaps *t, const coset__swap *s, const coset_literals *l,
                                              coset_arena *arena)
{
    coset_point *perm = coset_arena_get(arena, l->n, sizeof *perm);
    coset_detect_generator g = {.perm = perm};
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t slot = l->slots[i];
        const coset_literal y = coset__swaps_image(t, s, (coset_literal){slot, l->values[i]});
        bool single = l->first[slot + 1] - l->first[slot] == 1; /* each state has it, so it may stay, as in the graph */
        perm[i] = single ? i : coset_literals_find(l, y.cell, y.value);
        COSET_INVARIANT(perm[i] != COSET_NO_LITERAL);
    }
    COSET_INVARIANT(coset_literals_respects(l, perm));
    find_moves(t, s, arena, &g);
    return g;
}
