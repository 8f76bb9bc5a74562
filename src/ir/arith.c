/* ir/arith.c - integer operators, exact or a fault. */
#include "ir/machine.h"

static bool arithmetic_fault(coset_machine *m, const coset_ir_expr *e, const char *what)
{
    return coset_machine_fault(m, COSET_FAULT_ARITHMETIC, e->pos, "%s", what);
}

static bool divide(coset_machine *m, const coset_ir_expr *e, int64_t a, int64_t b, int64_t *out)
{
    bool is_div = e->op == COSET_E_DIV;
    if (b == 0)
        return arithmetic_fault(m, e, is_div ? "division by zero" : "remainder of a division by zero");
    if (a == INT64_MIN && b == -1)
        return arithmetic_fault(m, e, is_div ? "overflow in a division" : "overflow in a remainder");
    *out = is_div ? a / b : a % b;
    return true;
}

/* A negative amount shifts the other way; 64 and more shift everything out; right shifts keep the sign. */
static int64_t shift(int64_t a, int64_t by)
{
    if (by <= -64 || by >= 64)
        return 0;
    return by < 0 ? a >> -by : (int64_t)((uint64_t)a << by);
}

bool coset_machine_arithmetic(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    int64_t a, b;
    if (!coset_machine_eval(m, e->a, &a) || !coset_machine_eval(m, e->b, &b))
        return false;
    switch (e->op) {
    case COSET_E_ADD:
        return __builtin_add_overflow(a, b, out) ? arithmetic_fault(m, e, "overflow in a sum") : true;
    case COSET_E_SUB:
        return __builtin_sub_overflow(a, b, out) ? arithmetic_fault(m, e, "overflow in a difference") : true;
    case COSET_E_MUL:
        return __builtin_mul_overflow(a, b, out) ? arithmetic_fault(m, e, "overflow in a product") : true;
    case COSET_E_DIV:
    case COSET_E_MOD:
        return divide(m, e, a, b, out);
    case COSET_E_SHL:
        *out = shift(a, b);
        return true;
    case COSET_E_SHR:
        *out = shift(a, b == INT64_MIN ? INT64_MAX : -b);
        return true;
    case COSET_E_BITAND:
        *out = a & b;
        return true;
    case COSET_E_BITOR:
        *out = a | b;
        return true;
    default:
        *out = a ^ b;
        return true;
    }
}

bool coset_machine_negate(coset_machine *m, const coset_ir_expr *e, int64_t a, int64_t *out)
{
    return __builtin_sub_overflow((int64_t)0, a, out) ? arithmetic_fault(m, e, "overflow in a negation") : true;
}
