/* lang/promela/expr/quantify.c - expressions that are repeated for each element of a scalarset, as one quantifier. */
#include "lang/promela/expr/kinds.h"

#include "lang/promela/facts/text.h"

const coset_ir_binder *coset_pml_fill(coset_pml_lowerer *l, const coset_ir_type *s, coset_pos pos)
{
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "each", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = s};
    l->filling = coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, s, "each", pos));
    return b;
}

const coset_ir_binder *coset_pml_open_choice(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_choice *c)
{
    coset_pml_note_choice(l, f, c);
    return coset_pml_fill(l, c->type, c->first->node->pos);
}

void coset_pml_close_choice(coset_pml_lowerer *l) { l->holes.n = 0; }

/* ---- conditions ------------------------------------------------------------------------------------------------- */

/* If so, records the holes. */
static bool is_for_each(coset_pml_each *s, const coset_pml_expr *const *parts, uint32_t n)
{
    s->n = s->l->holes.n = 0;
    if (s->type->n < 2 || n < s->type->n)
        return false;
    for (uint32_t k = 1; k < s->type->n; k++)
        if (!coset_pml_alike(parts[0], parts[1], parts[k], s->type->lo, k))
            return false;
    return coset_pml_note_holes(s, parts[0], parts[1], NULL) && s->n > 0;
}

const coset_ir_expr *coset_pml_for_each(coset_pml_lowerer *l, const coset_pml_who *who, bool all,
                                        const coset_pml_expr *const *parts, uint32_t n, uint32_t *used)
{
    if (l->holes.n)
        return NULL;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        coset_pml_each s = {.l = l, .proc = who->family ? who->family->proc : NULL, .type = l->symtypes.at[i]};
        if (!is_for_each(&s, parts, n)) {
            l->holes.n = 0;
            continue;
        }
        coset_ir_expr *x = coset_pml_ir_make(l, all ? COSET_E_FORALL : COSET_E_EXISTS, parts[0]->pos);
        x->type = l->boolean;
        x->binder = coset_pml_fill(l, s.type, parts[0]->pos);
        x->a = coset_pml_truth(l, who, parts[0]);
        l->holes.n = 0;
        *used = (uint32_t)s.type->n;
        return x;
    }
    return NULL;
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

static bool is_global(const coset_pml_expr *e)
{
    if (!e)
        return true;
    if (e->op == COSET_PML_E_NAME && e->var->storage != COSET_PML_GLOBAL)
        return false;
    bool plain = e->is_constant || e->op == COSET_PML_E_NAME || e->op == COSET_PML_E_INDEX ||
                 e->op == COSET_PML_E_FIELD || e->op == COSET_PML_E_LEN || e->op == COSET_PML_E_EQ ||
                 e->op == COSET_PML_E_NE;
    return plain && is_global(e->a) && (e->op == COSET_PML_E_FIELD || is_global(e->b)) && !e->c && !e->args;
}

/* `sum = 0; for each element: sum = sum + part; return sum` */
static const coset_ir_function *summing(coset_pml_lowerer *l, const coset_pml_who *who, const coset_ir_type *s,
                                        const coset_pml_expr *part, const coset_ir_type *result)
{
    const uint32_t outer = l->frame;
    coset_ir_list body = {0}, round = {0};
    l->frame = 0;
    const coset_ir_place *sum = coset_pml_ir_local(l, result, "sum", part->pos);
    coset_pml_ir_assign(l, &body, sum, coset_pml_ir_number(l, 0, part->pos));
    coset_ir_stmt *loop = coset_ir_add_loop(l->arena, &body, coset_pml_fill(l, s, part->pos), part->pos);
    coset_pml_ir_assign(l, &round, sum,
                        coset_pml_ir_binary(l, COSET_E_ADD, coset_pml_ir_load(l, sum), coset_pml_value(l, who, part)));
    loop->body = round.first;
    coset_ir_add(l->arena, &body, COSET_S_RETURN, part->pos)->expr = coset_pml_ir_load(l, sum);
    coset_ir_function *fn = coset_arena_get(l->arena, 1, sizeof *fn);
    *fn = (coset_ir_function){
        .name = "sum", .pos = part->pos, .result = result, .frame_size = l->frame, .body = body.first};
    fn->number = l->functions.n;
    *coset_vec_add(&l->functions) = fn;
    l->frame = outer;
    return fn;
}

const coset_ir_expr *coset_pml_sum_each(coset_pml_lowerer *l, const coset_pml_who *who,
                                        const coset_pml_expr *const *parts, uint32_t n)
{
    int64_t lo, hi;
    if (l->holes.n || l->counting || !is_global(parts[0]))
        return NULL;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        const coset_ir_type *s = l->symtypes.at[i];
        coset_pml_each x = {.l = l, .proc = who->family ? who->family->proc : NULL, .type = s};
        coset_pml_bounds(parts[0], &lo, &hi);
        if (n != s->n || lo < -COSET_PML_MOST_ADDEND || hi > COSET_PML_MOST_ADDEND || !is_for_each(&x, parts, n)) {
            l->holes.n = 0;
            continue;
        }
        const coset_ir_type *result = coset_pml_ir_range(l, lo < 0 ? lo * (int64_t)n : 0, hi > 0 ? hi * (int64_t)n : 0);
        coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_CALL, parts[0]->pos);
        e->type = result;
        e->function = summing(l, who, s, parts[0], result);
        l->holes.n = 0;
        return e;
    }
    return NULL;
}
