/* detect/extract/exchange.c - see detect/extract/exchange.h. */
#include "detect/extract/exchange.h"

#include <string.h>

#define MOST_NUMBERS 64U

/* ---- ranges ----------------------------------------------------------------------------------------------------- */

static bool is_within(const coset_ir_type *t, const coset_ir_type *of)
{
    return t->lo >= of->lo && t->lo + (int64_t)t->n <= of->lo + (int64_t)of->n;
}

static bool is_same(const coset_ir_type *t, const coset_ir_type *of)
{
    if (t == of)
        return true;
    return t->kind == COSET_T_RANGE && t->lo == of->lo && t->n == of->n && t->name && of->name &&
           strcmp(t->name, of->name) == 0;
}

bool coset__runs_over(const coset__exchange *x, const coset_ir_type *t)
{
    return is_same(t, x->of) || (t->kind == COSET_T_RANGE && !t->name && is_within(t, x->of));
}

typedef COSET_VEC(const coset_ir_type *) ranges;

static void note(ranges *all, const coset_ir_type *t)
{
    if (t->kind != COSET_T_RANGE || t->n < 2 || t->n > MOST_NUMBERS)
        return;
    for (uint32_t i = 0; i < all->n; i++)
        if (is_same(t, all->at[i]))
            return;
    *coset_vec_add(all) = t;
}

static void note_indices(ranges *all, const coset_ir_type *t)
{
    if (t->kind == COSET_T_ARRAY) {
        note(all, t->index);
        note_indices(all, t->element);
    }
    for (uint32_t i = 0; t->kind == COSET_T_RECORD && i < t->n_fields; i++)
        note_indices(all, t->fields[i].type);
}

const coset_ir_type *const *coset__named_ranges(const coset_ir *ir, coset_arena *arena, uint32_t *n)
{
    ranges all = {0};
    for (uint32_t v = 0; v < ir->n_vars; v++)
        note_indices(&all, ir->vars[v].type);
    for (uint32_t r = 0; r < ir->n_rules; r++)
        for (uint32_t p = 0; p < ir->rules[r].n_params; p++)
            if (ir->rules[r].params[p].type->name)
                note(&all, ir->rules[r].params[p].type);
    *n = all.n;
    const coset_ir_type *const *out = coset_arena_copy(arena, all.at, all.n, sizeof(coset_ir_type *));
    coset_vec_fini(&all);
    return out;
}

/* ---- the action ------------------------------------------------------------------------------------------------- */

int64_t coset__exchanged(const coset__exchange *x, int64_t number)
{
    return number == x->a ? x->b : number == x->b ? x->a : number;
}

coset_value coset__exchanged_value(const coset__exchange *x, const coset_ir_type *t, coset_value v)
{
    return v ? (coset_value)(coset_ir_rank(t, coset__exchanged(x, coset_ir_unrank(t, v - 1))) + 1) : 0;
}

typedef struct {
    const coset__exchange *x;
    coset__moves *out;
    bool good;
} layout;

static void lay_out(layout *l, const coset_ir_type *t, uint32_t from, uint32_t to);

static void lay_out_array(layout *l, const coset_ir_type *t, uint32_t from, uint32_t to)
{
    bool moves = is_same(t->index, l->x->of) || (!t->index->name && coset__runs_over(l->x, t->index));
    for (uint32_t r = 0; r < t->index->n && l->good; r++) {
        int64_t image = r;
        if (moves)
            image = coset_ir_rank(t->index, coset__exchanged(l->x, coset_ir_unrank(t->index, r)));
        if (image < 0)
            l->good = false;
        else
            lay_out(l, t->element, from + r * t->element->width, to + (uint32_t)image * t->element->width);
    }
}

static void lay_out(layout *l, const coset_ir_type *t, uint32_t from, uint32_t to)
{
    switch (t->kind) {
    case COSET_T_ARRAY:
        lay_out_array(l, t, from, to);
        return;
    case COSET_T_RECORD:
        for (uint32_t i = 0; i < t->n_fields; i++)
            lay_out(l, t->fields[i].type, from + t->fields[i].offset, to + t->fields[i].offset);
        return;
    case COSET_T_BAG:
        l->good = false;
        return;
    default:
        l->out->to[from] = to;
        l->out->type[from] = is_same(t, l->x->of) ? t : NULL;
    }
}

bool coset__exchange_moves(const coset__exchange *x, const coset_ir *ir, coset_arena *arena, coset__moves *out)
{
    *out = (coset__moves){ir->n_slots, coset_arena_get(arena, ir->n_slots, sizeof(uint32_t)),
                          coset_arena_get(arena, ir->n_slots, sizeof(coset_ir_type *))};
    layout l = {x, out, true};
    for (uint32_t s = 0; s < ir->n_slots; s++)
        out->to[s] = s;
    for (uint32_t v = 0; v < ir->n_vars && l.good; v++)
        lay_out(&l, ir->vars[v].type, ir->vars[v].offset, ir->vars[v].offset);
    return l.good;
}

void coset__exchange_apply(const coset__exchange *x, const coset__moves *m, const coset_value *src, coset_value *dst)
{
    for (uint32_t s = 0; s < m->n_slots; s++)
        dst[m->to[s]] = m->type[s] ? coset__exchanged_value(x, m->type[s], src[s]) : src[s];
}
