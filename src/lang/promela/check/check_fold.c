/* lang/promela/check/check_fold.c - values of constant expressions, with the 32-bit int of Spin's verifiers. */
#include "lang/promela/check/checker.h"

static bool fold_unary(coset_pml_op op, int32_t a, int32_t *out)
{
    switch (op) {
    case COSET_PML_E_NOT:
        *out = !a;
        return true;
    case COSET_PML_E_NEG:
        *out = (int32_t)(0u - (uint32_t)a);
        return true;
    case COSET_PML_E_BITNOT:
        *out = ~a;
        return true;
    default:
        return false;
    }
}

/* Quotients and shifts; false if undefined in C. */
static bool fold_partial(coset_pml_op op, int32_t a, int32_t b, int32_t *out)
{
    switch (op) {
    case COSET_PML_E_DIV:
    case COSET_PML_E_MOD:
        if (b == 0 || (a == INT32_MIN && b == -1))
            return false;
        *out = op == COSET_PML_E_DIV ? a / b : a % b;
        return true;
    case COSET_PML_E_SHL:
    case COSET_PML_E_SHR:
        if (b < 0 || b > 31)
            return false;
        *out = op == COSET_PML_E_SHL ? (int32_t)((uint32_t)a << b) : a >> b;
        return true;
    default:
        return false;
    }
}

static bool fold_binary(coset_pml_op op, int32_t a, int32_t b, int32_t *out)
{
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    switch (op) {
    case COSET_PML_E_ADD:
        *out = (int32_t)(x + y);
        return true;
    case COSET_PML_E_SUB:
        *out = (int32_t)(x - y);
        return true;
    case COSET_PML_E_MUL:
        *out = (int32_t)(x * y);
        return true;
    case COSET_PML_E_BITAND:
        *out = a & b;
        return true;
    case COSET_PML_E_BITOR:
        *out = a | b;
        return true;
    case COSET_PML_E_BITXOR:
        *out = a ^ b;
        return true;
    case COSET_PML_E_LT:
        *out = a < b;
        return true;
    case COSET_PML_E_LE:
        *out = a <= b;
        return true;
    case COSET_PML_E_GT:
        *out = a > b;
        return true;
    case COSET_PML_E_GE:
        *out = a >= b;
        return true;
    case COSET_PML_E_EQ:
        *out = a == b;
        return true;
    case COSET_PML_E_NE:
        *out = a != b;
        return true;
    case COSET_PML_E_AND:
        *out = a && b;
        return true;
    case COSET_PML_E_OR:
        *out = a || b;
        return true;
    default:
        return fold_partial(op, a, b, out);
    }
}

void coset_pml_fold(coset_pml_checker *c, coset_pml_expr *e)
{
    int32_t value = 0;
    bool good = false;
    if (e->op == COSET_PML_E_NUMBER) {
        e->is_constant = true;
        return;
    }
    if (e->op == COSET_PML_E_COND && e->a->is_constant) {
        const coset_pml_expr *chosen = e->a->value ? e->b : e->c;
        good = chosen->is_constant;
        value = chosen->value;
    } else if (e->op >= COSET_PML_E_NOT && e->op <= COSET_PML_E_OR && e->a->is_constant &&
               (!e->b || e->b->is_constant)) {
        good = e->b ? fold_binary(e->op, e->a->value, e->b->value, &value) : fold_unary(e->op, e->a->value, &value);
        if (!good && (e->op == COSET_PML_E_DIV || e->op == COSET_PML_E_MOD) && e->b->value == 0)
            coset_pml_warn(c, "W203", e, "this divides by zero");
        else if (!good && (e->op == COSET_PML_E_SHL || e->op == COSET_PML_E_SHR))
            coset_pml_warn(c, "W204", e, "a shift by %d bits has no meaning", e->b->value);
    }
    if (good) {
        e->is_constant = true;
        e->value = value;
    }
}
