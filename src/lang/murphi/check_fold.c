#include "lang/murphi/checker.h"

/* As in the interpreter: a negative count shifts in the other direction, 64 and more shift all bits out, right shifts
 * preserve the sign. */
static int64_t shift_left(int64_t a, int64_t count)
{
    if (count <= -64 || count >= 64)
        return 0;
    return count < 0 ? a >> -count : (int64_t)((uint64_t)a << count);
}

static bool fold_number(const coset_mu_expr *e, int64_t a, int64_t b, int64_t *out)
{
    switch (e->op) {
    case COSET_MU_E_ADD:
        return !__builtin_add_overflow(a, b, out);
    case COSET_MU_E_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case COSET_MU_E_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case COSET_MU_E_DIV:
        if (b == 0 || (a == INT64_MIN && b == -1))
            return false;
        *out = a / b;
        return true;
    case COSET_MU_E_MOD:
        if (b == 0)
            return false;
        *out = b == -1 ? 0 : a % b;
        return true;
    case COSET_MU_E_SHL:
        *out = shift_left(a, b);
        return true;
    case COSET_MU_E_SHR:
        *out = shift_left(a, b == INT64_MIN ? INT64_MAX : -b);
        return true;
    case COSET_MU_E_BITAND:
        *out = a & b;
        return true;
    case COSET_MU_E_BITOR:
        *out = a | b;
        return true;
    case COSET_MU_E_BITXOR:
        *out = a ^ b;
        return true;
    default:
        return false;
    }
}

static bool compare(coset_mu_op op, int64_t a, int64_t b)
{
    switch (op) {
    case COSET_MU_E_LT:
        return a < b;
    case COSET_MU_E_LE:
        return a <= b;
    case COSET_MU_E_GT:
        return a > b;
    case COSET_MU_E_GE:
        return a >= b;
    case COSET_MU_E_EQ:
        return a == b;
    default:
        return a != b;
    }
}

/* The right operand is not evaluated if the left one decides. */
static void fold_logic(coset_mu_expr *e)
{
    bool decides = e->op != COSET_MU_E_OR ? e->a->value == 0 : e->a->value != 0;
    bool decided = e->op != COSET_MU_E_AND;
    if (decides || e->b->constant) {
        e->constant = true;
        e->value = decides ? decided : e->b->value;
    }
}

static void fold_unary(coset_mu_checker *c, coset_mu_expr *e)
{
    e->constant = true;
    e->value = e->op == COSET_MU_E_NOT ? !e->a->value : ~e->a->value;
    if (e->op == COSET_MU_E_NEG && __builtin_sub_overflow((int64_t)0, e->a->value, &e->value)) {
        coset_mu_error(c, "E041", e, "this number is too large");
        e->value = 0;
    }
}

static void fold_arithmetic(coset_mu_checker *c, coset_mu_expr *e)
{
    e->constant = fold_number(e, e->a->value, e->b->value, &e->value);
    if (e->constant)
        return;
    bool by_zero = (e->op == COSET_MU_E_DIV || e->op == COSET_MU_E_MOD) && e->b->value == 0;
    e->value = 0;
    coset_message(c->text, COSET_SEVERITY_WARNING, "W007", e->pos, e->len, "%s",
                  by_zero ? "this divides by zero" : "the result is too large");
    coset_mu_help(c, "it has no value, so evaluating it is a fault");
}

void coset_mu_fold(coset_mu_checker *c, coset_mu_expr *e)
{
    if (coset_mu_is_broken(c, e) || !e->a || !e->a->constant)
        return;
    switch (e->op) {
    case COSET_MU_E_AND:
    case COSET_MU_E_OR:
    case COSET_MU_E_IMPLIES:
        fold_logic(e);
        return;
    case COSET_MU_E_NOT:
    case COSET_MU_E_NEG:
    case COSET_MU_E_BITNOT:
        fold_unary(c, e);
        return;
    case COSET_MU_E_COND: {
        const coset_mu_expr *chosen = e->a->value ? e->b : e->c;
        e->constant = chosen->constant;
        e->value = chosen->value;
        return;
    }
    case COSET_MU_E_LT:
    case COSET_MU_E_LE:
    case COSET_MU_E_GT:
    case COSET_MU_E_GE:
    case COSET_MU_E_EQ:
    case COSET_MU_E_NE:
        e->constant = e->b->constant;
        e->value = e->constant && compare(e->op, e->a->value, e->b->value);
        return;
    default:
        if (e->op >= COSET_MU_E_ADD && e->op <= COSET_MU_E_BITXOR && e->b->constant)
            fold_arithmetic(c, e);
        return;
    }
}
