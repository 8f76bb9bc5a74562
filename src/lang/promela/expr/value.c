/* lang/promela/expr/value.c - values, and places of variables. */
#include "lang/promela/expr/value.h"

#include "lang/promela/facts/each.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/facts/variables.h"
#include "lang/promela/state/state.h"

const coset_ir_expr *coset_pml_value(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    return l->any_expr(l, who, e);
}

const coset_ir_expr *coset_pml_truth(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    if (e->is_constant && !coset_pml_is_hole(l, e))
        return coset_pml_ir_number(l, e->value != 0, e->pos);
    const coset_ir_expr *x = coset_pml_value(l, who, e);
    if (coset_pml_is_truth(e) || (x->op == COSET_E_CONST && (x->value == 0 || x->value == 1)))
        return x;
    return coset_pml_ir_binary(l, COSET_E_NE, x, coset_pml_ir_number(l, 0, e->pos));
}

const coset_ir_expr *coset_pml_pid(coset_pml_lowerer *l, const coset_pml_who *who)
{
    const coset_pml_family *f = who->family;
    if (!f || (f->stride == 1 && f->base == f->lo))
        return who->pid;
    coset_pos pos = who->pid->pos;
    const coset_ir_expr *e = who->pid;
    if (f->stride > 1)
        e = coset_pml_ir_binary(l, COSET_E_MUL, e, coset_pml_ir_number(l, f->stride, pos));
    return coset_pml_ir_binary(l, COSET_E_ADD, e, coset_pml_ir_number(l, f->lo - f->base * f->stride, pos));
}

/* ---- truncation ------------------------------------------------------------------------------------------------- */

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

const coset_ir_expr *coset_pml_masked(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t mask)
{
    if (e->op == COSET_E_CONST)
        return coset_pml_ir_number(l, e->value & mask, e->pos);
    return coset_pml_ir_binary(l, COSET_E_BITAND, e, coset_pml_ir_number(l, mask, e->pos));
}

/* The low bits as a signed number: ((e + half) & mask) - half. */
const coset_ir_expr *coset_pml_signed_part(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t half)
{
    if (e->op == COSET_E_CONST)
        return coset_pml_ir_number(l, ((e->value + half) & (2 * half - 1)) - half, e->pos);
    const coset_ir_expr *h = coset_pml_ir_number(l, half, e->pos);
    return coset_pml_ir_binary(l, COSET_E_SUB,
                               coset_pml_masked(l, coset_pml_ir_binary(l, COSET_E_ADD, e, h), 2 * half - 1), h);
}

const coset_ir_expr *coset_pml_cut(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t lo, int64_t hi,
                                   const coset_pml_type *t, bool in_array)
{
    int64_t first, last;
    coset_pml_type_bounds(t, in_array, &first, &last);
    if (t->kind == COSET_PML_CHAN)
        last = l->last_channel;
    if (e->op == COSET_E_LOAD && e->type->kind == COSET_T_RANGE) {
        lo = most(lo, e->type->lo);
        hi = least(hi, e->type->lo + (int64_t)e->type->n - 1);
    }
    if (coset_ir_is_symmetric(e->type)) {
        lo = most(lo, e->type->kind == COSET_T_UNION ? e->type->members[0]->lo : e->type->lo);
        hi = least(hi, coset_ir_unrank(e->type, e->type->n - 1));
    }
    if (lo >= first && hi <= last)
        return e;
    if (t->kind == COSET_PML_INT)
        return coset_pml_signed_part(l, e, INT64_C(1) << 31);
    if (t->kind == COSET_PML_SHORT)
        return coset_pml_signed_part(l, e, INT64_C(1) << 15);
    return coset_pml_masked(l, e, last);
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

const coset_ir_place *coset_pml_lower_place(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    const coset_pml_var *v = e->var;
    switch (e->op) {
    case COSET_PML_E_NAME:
        if (coset_pml_is_left_out(l, v))
            return coset_pml_ir_local(l, coset_pml_var_type(l, v), v->name, e->pos);
        if (v->storage == COSET_PML_GLOBAL) {
            coset_ir_place *p = coset_arena_copy(l->arena, v->lowered, 1, sizeof *p);
            p->pos = e->pos;
            return p;
        }
        return coset_pml_own(l, who, v, e->pos);
    case COSET_PML_E_INDEX:
        return coset_pml_ir_element(l, coset_pml_lower_place(l, who, e->a), coset_pml_value(l, who, e->b));
    case COSET_PML_E_FIELD:
        return coset_pml_ir_field(l, coset_pml_lower_place(l, who, e->a), v->number);
    default:
        coset_bug(__FILE__, __LINE__, "no place");
    }
}
