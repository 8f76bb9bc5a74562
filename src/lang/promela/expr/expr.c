/* lang/promela/expr/expr.c - expressions: C's arithmetic on 32 bits. */
#include "lang/promela/expr/expr.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/kinds.h"
#include "lang/promela/facts/each.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/facts/variables.h"

typedef COSET_VEC(const coset_pml_expr *) part_list;

/* The operands of a chain of && or ||. */
static void list_parts(const coset_pml_expr *e, coset_pml_op op, part_list *out)
{
    if (e->op == op && !e->is_constant) {
        list_parts(e->a, op, out);
        list_parts(e->b, op, out);
    } else {
        *coset_vec_add(out) = e;
    }
}

static const coset_ir_expr *logical(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    bool is_and = e->op == COSET_PML_E_AND;
    const coset_ir_expr *all = NULL;
    part_list parts = {0};
    list_parts(e, e->op, &parts);
    for (uint32_t i = 0; i < parts.n;) {
        uint32_t used = 1;
        const coset_ir_expr *x = coset_pml_for_each(l, who, is_and, parts.at + i, parts.n - i, &used);
        if (!x)
            x = coset_pml_truth(l, who, parts.at[i]);
        i += used;
        if (x->op == COSET_E_CONST && (x->value != 0) == is_and)
            continue;
        all = all ? coset_pml_ir_binary(l, is_and ? COSET_E_AND : COSET_E_OR, all, x) : x;
        if (x->op == COSET_E_CONST)
            break;
    }
    coset_vec_fini(&parts);
    return all ? all : coset_pml_ir_number(l, is_and, e->pos);
}

static coset_ir_op plain_op(coset_pml_op op)
{
    static const coset_ir_op ops[] = {
        [COSET_PML_E_ADD] = COSET_E_ADD,     [COSET_PML_E_SUB] = COSET_E_SUB,
        [COSET_PML_E_MUL] = COSET_E_MUL,     [COSET_PML_E_DIV] = COSET_E_DIV,
        [COSET_PML_E_MOD] = COSET_E_MOD,     [COSET_PML_E_SHL] = COSET_E_SHL,
        [COSET_PML_E_SHR] = COSET_E_SHR,     [COSET_PML_E_BITAND] = COSET_E_BITAND,
        [COSET_PML_E_BITOR] = COSET_E_BITOR, [COSET_PML_E_BITXOR] = COSET_E_BITXOR,
        [COSET_PML_E_LT] = COSET_E_LT,       [COSET_PML_E_LE] = COSET_E_LE,
        [COSET_PML_E_GT] = COSET_E_GT,       [COSET_PML_E_GE] = COSET_E_GE,
        [COSET_PML_E_EQ] = COSET_E_EQ,       [COSET_PML_E_NE] = COSET_E_NE,
    };
    return ops[op];
}

/* A sum with one addend for each element; NULL: it is not one. */
static const coset_ir_expr *sum_of_all(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    part_list parts = {0};
    list_parts(e, e->op, &parts);
    const coset_ir_expr *sum = coset_pml_sum_each(l, who, parts.at, parts.n);
    coset_vec_fini(&parts);
    return sum;
}

static const coset_ir_expr *arithmetic(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    int64_t lo, hi;
    const coset_ir_expr *sum = e->op == COSET_PML_E_ADD && l->symtypes.n ? sum_of_all(l, who, e) : NULL;
    if (sum)
        return sum;
    const coset_ir_expr *a = coset_pml_lower_expr(l, who, e->a), *b = coset_pml_lower_expr(l, who, e->b);
    if (e->op == COSET_PML_E_SHL || e->op == COSET_PML_E_SHR)
        b = coset_pml_masked(l, b, 31); /* as the machine does */
    const coset_ir_expr *x = coset_pml_ir_binary(l, plain_op(e->op), a, b);
    ((coset_ir_expr *)(uintptr_t)x)->pos = e->pos;
    coset_pml_raw_bounds(e, &lo, &hi);
    return coset_pml_fits(lo, hi) || coset_ir_is_symmetric(x->type) ? x : coset_pml_signed_part(l, x, INT64_C(1) << 31);
}

static const coset_ir_expr *unary(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    int64_t lo, hi;
    coset_ir_expr *x = coset_pml_ir_make(l, e->op == COSET_PML_E_NEG ? COSET_E_NEG : COSET_E_BITNOT, e->pos);
    x->a = coset_pml_lower_expr(l, who, e->a);
    coset_pml_raw_bounds(e, &lo, &hi);
    return coset_pml_fits(lo, hi) ? x : coset_pml_signed_part(l, x, INT64_C(1) << 31);
}

static bool is_of_left_out(const coset_pml_lowerer *l, const coset_pml_expr *e)
{
    while (e->op == COSET_PML_E_INDEX || e->op == COSET_PML_E_FIELD)
        e = e->a;
    return e->op == COSET_PML_E_NAME && coset_pml_is_left_out(l, e->var);
}

const coset_ir_expr *coset_pml_lower_expr(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    if (coset_pml_is_hole(l, e))
        return l->filling;
    if (e->is_constant)
        return coset_pml_ir_number(l, e->value, e->pos);
    if (l->counted && e->op == COSET_PML_E_NAME && e->var == l->counting->counter)
        return l->counted;
    switch (e->op) {
    case COSET_PML_E_NAME:
    case COSET_PML_E_INDEX:
    case COSET_PML_E_FIELD:
        if (is_of_left_out(l, e)) /* it is printed, or only incremented */
            return coset_pml_ir_number(l, 0, e->pos);
        return coset_pml_ir_load(l, coset_pml_lower_place(l, who, e));
    case COSET_PML_E_PID:
        return coset_pml_pid(l, who);
    case COSET_PML_E_NR_PR:
        return coset_pml_ir_load(l, l->n_procs);
    case COSET_PML_E_LAST:
        return coset_pml_ir_load(l, l->last);
    case COSET_PML_E_NOT:
        return coset_pml_ir_negated(l, coset_pml_truth(l, who, e->a));
    case COSET_PML_E_NEG:
    case COSET_PML_E_BITNOT:
        return unary(l, who, e);
    case COSET_PML_E_AND:
    case COSET_PML_E_OR:
        return logical(l, who, e);
    case COSET_PML_E_COND:
        return coset_pml_ir_choice(l, coset_pml_truth(l, who, e->a), coset_pml_lower_expr(l, who, e->b),
                                   coset_pml_lower_expr(l, who, e->c));
    case COSET_PML_E_LEN:
    case COSET_PML_E_FULL:
    case COSET_PML_E_NFULL:
    case COSET_PML_E_EMPTY:
    case COSET_PML_E_NEMPTY:
        return coset_pml_lower_chan_op(l, who, e);
    case COSET_PML_E_POLL:
        return coset_pml_lower_poll(l, who, e);
    case COSET_PML_E_EVAL:
        return coset_pml_lower_expr(l, who, e->a);
    case COSET_PML_E_TIMEOUT:
        return coset_pml_ir_number(l, who->timeout, e->pos);
    case COSET_PML_E_AT:
    case COSET_PML_E_REMOTE:
        return coset_pml_lower_remote(l, who, e);
    case COSET_PML_E_PRIORITY:
        return coset_pml_priority(l, who, e->pos);
    case COSET_PML_E_GET_PRIORITY:
    case COSET_PML_E_ENABLED:
    case COSET_PML_E_PC_VALUE:
        return coset_pml_lower_other(l, who, e);
    case COSET_PML_E_NP:
        return l->stands_still ? coset_pml_ir_number(l, 0, e->pos)
                               : coset_pml_ir_negated(l, coset_pml_some_at(l, COSET_PML_PROGRESSES, e->pos));
    case COSET_PML_E_IMPLIES:
        return coset_pml_ir_binary(l, COSET_E_IMPLIES, coset_pml_truth(l, who, e->a), coset_pml_truth(l, who, e->b));
    case COSET_PML_E_EQUIV:
        return coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_truth(l, who, e->a), coset_pml_truth(l, who, e->b));
    case COSET_PML_E_RUN:
        if (e == l->ran)
            return l->ran_pid;
        coset_pml_unsupported(l, e->pos, e->len, "`run` is not allowed here; write `x = run ...` first");
        return coset_pml_ir_number(l, 0, e->pos);
    default:
        return arithmetic(l, who, e);
    }
}
