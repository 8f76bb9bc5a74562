/* jit/range.c - see jit/range.h. */
#include "jit/range.h"

#define DEEPEST 8u /* an expression is analysed again for each one around it */

static const coset_jit_range any = {INT64_MIN, INT64_MAX}, truth = {0, 1};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

coset_jit_range coset_jit_range_of_type(const coset_ir_type *t)
{
    coset_jit_range r = {.lo = t->lo};
    if (t->kind == COSET_T_INT || t->kind == COSET_T_UNION || t->n == 0 || t->n > INT64_MAX ||
        __builtin_add_overflow(t->lo, (int64_t)t->n - 1, &r.hi))
        return any;
    return r;
}

bool coset_jit_range_fits(coset_jit_range r, const coset_ir_type *t)
{
    coset_jit_range all = coset_jit_range_of_type(t);
    bool known = all.lo != any.lo || all.hi != any.hi;
    return known && r.lo >= all.lo && r.hi <= all.hi;
}

/* ---- arithmetic ------------------------------------------------------------------------------------------------- */

static bool sum(coset_jit_range a, coset_jit_range b, coset_jit_range *out)
{
    return !__builtin_add_overflow(a.lo, b.lo, &out->lo) && !__builtin_add_overflow(a.hi, b.hi, &out->hi);
}

static bool difference(coset_jit_range a, coset_jit_range b, coset_jit_range *out)
{
    return !__builtin_sub_overflow(a.lo, b.hi, &out->lo) && !__builtin_sub_overflow(a.hi, b.lo, &out->hi);
}

static bool product(coset_jit_range a, coset_jit_range b, coset_jit_range *out)
{
    int64_t p[4];
    if (__builtin_mul_overflow(a.lo, b.lo, &p[0]) || __builtin_mul_overflow(a.lo, b.hi, &p[1]) ||
        __builtin_mul_overflow(a.hi, b.lo, &p[2]) || __builtin_mul_overflow(a.hi, b.hi, &p[3]))
        return false;
    *out = (coset_jit_range){least(least(p[0], p[1]), least(p[2], p[3])), most(most(p[0], p[1]), most(p[2], p[3]))};
    return true;
}

/* Rounded to 0: the quotient lies between 0 and the dividend. */
static coset_jit_range quotient(coset_jit_range a, coset_jit_range b)
{
    return (coset_jit_range){a.lo < 0 ? a.lo : a.lo / b.hi, a.hi > 0 ? a.hi / b.lo : 0};
}

/* With the sign of the dividend, and nearer to 0 than both. */
static coset_jit_range remainder_of(coset_jit_range a, coset_jit_range b)
{
    return (coset_jit_range){a.lo < 0 ? most(a.lo, -(b.hi - 1)) : 0, a.hi > 0 ? least(a.hi, b.hi - 1) : 0};
}

bool coset_jit_range_apply(coset_ir_op op, coset_jit_range a, coset_jit_range b, coset_jit_range *out)
{
    switch (op) {
    case COSET_E_ADD:
        return sum(a, b, out);
    case COSET_E_SUB:
        return difference(a, b, out);
    case COSET_E_MUL:
        return product(a, b, out);
    default:
        if (b.lo <= 0) /* no bounds for division by negative numbers */
            return false;
        *out = op == COSET_E_DIV ? quotient(a, b) : remainder_of(a, b);
        return true;
    }
}

/* ---- expressions ------------------------------------------------------------------------------------------------ */

static coset_jit_range of(const coset_ir_expr *e, uint32_t depth);

coset_jit_range coset_jit_range_of_bits(coset_ir_op op, coset_jit_range a, coset_jit_range b)
{
    if (a.lo < 0 || b.lo < 0)
        return any;
    if (op == COSET_E_BITAND)
        return (coset_jit_range){0, least(a.hi, b.hi)};
    int64_t hi = most(a.hi, b.hi), all = 0;
    while (all < hi)
        all = 2 * all + 1;
    return (coset_jit_range){0, all};
}

static coset_jit_range of(const coset_ir_expr *e, uint32_t depth)
{
    coset_jit_range r, b;
    if ((e->set && e->set->strict) || (e->op >= COSET_E_LT && e->op <= COSET_E_IMPLIES))
        return truth;
    if (depth++ == DEEPEST)
        return any;
    switch (e->op) {
    case COSET_E_CONST:
        return (coset_jit_range){e->value, e->value};
    case COSET_E_LOAD:
        return coset_jit_range_of_type(e->place->type);
    case COSET_E_NOT:
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
    case COSET_E_ISUNDEFINED:
    case COSET_E_ISMEMBER:
        return truth;
    case COSET_E_ADD:
    case COSET_E_SUB:
    case COSET_E_MUL:
    case COSET_E_DIV:
    case COSET_E_MOD:
        return coset_jit_range_apply(e->op, of(e->a, depth), of(e->b, depth), &r) ? r : any;
    case COSET_E_BITAND:
    case COSET_E_BITOR:
    case COSET_E_BITXOR:
        return coset_jit_range_of_bits(e->op, of(e->a, depth), of(e->b, depth));
    case COSET_E_COND:
        r = of(e->b, depth);
        b = of(e->c, depth);
        return (coset_jit_range){least(r.lo, b.lo), most(r.hi, b.hi)};
    default:
        return any;
    }
}

coset_jit_range coset_jit_range_of(const coset_ir_expr *e) { return of(e, 0); }
