/* ir/arith.c - integer operators, exact or a fault. */
#include "ir/arith.h"

static const char *divide(coset_ir_op op, int64_t a, int64_t b, int64_t *out)
{
    bool is_div = op == COSET_E_DIV;
    if (b == 0)
        return is_div ? "division by zero" : "remainder of a division by zero";
    if (a == INT64_MIN && b == -1)
        return is_div ? "overflow in a division" : "overflow in a remainder";
    *out = is_div ? a / b : a % b;
    return NULL;
}

/* A negative amount shifts the other way; 64 and more shift everything out; right shifts keep the sign. */
static int64_t shift(int64_t a, int64_t by)
{
    if (by <= -64 || by >= 64)
        return 0;
    return by < 0 ? a >> -by : (int64_t)((uint64_t)a << by);
}

const char *coset_ir_arithmetic(coset_ir_op op, int64_t a, int64_t b, int64_t *out)
{
    switch (op) {
    case COSET_E_ADD:
        return __builtin_add_overflow(a, b, out) ? "overflow in a sum" : NULL;
    case COSET_E_SUB:
        return __builtin_sub_overflow(a, b, out) ? "overflow in a difference" : NULL;
    case COSET_E_MUL:
        return __builtin_mul_overflow(a, b, out) ? "overflow in a product" : NULL;
    case COSET_E_DIV:
    case COSET_E_MOD:
        return divide(op, a, b, out);
    case COSET_E_SHL:
        *out = shift(a, b);
        return NULL;
    case COSET_E_SHR:
        *out = shift(a, b == INT64_MIN ? INT64_MAX : -b);
        return NULL;
    case COSET_E_BITAND:
        *out = a & b;
        return NULL;
    case COSET_E_BITOR:
        *out = a | b;
        return NULL;
    default:
        *out = a ^ b;
        return NULL;
    }
}

const char *coset_ir_negate(int64_t a, int64_t *out)
{
    return __builtin_sub_overflow((int64_t)0, a, out) ? "overflow in a negation" : NULL;
}

bool coset_ir_compare(coset_ir_op op, int64_t a, int64_t b)
{
    switch (op) {
    case COSET_E_LT:
        return a < b;
    case COSET_E_LE:
        return a <= b;
    case COSET_E_GT:
        return a > b;
    case COSET_E_GE:
        return a >= b;
    case COSET_E_EQ:
        return a == b;
    default:
        return a != b;
    }
}
