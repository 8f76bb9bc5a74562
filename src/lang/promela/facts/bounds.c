/* lang/promela/facts/bounds.c - bounds on the values of expressions. */
#include "lang/promela/facts/text.h"

void coset_pml_type_bounds(const coset_pml_type *t, bool in_array, int64_t *lo, int64_t *hi)
{
    *lo = 0;
    switch (t->kind) {
    case COSET_PML_BIT:
    case COSET_PML_BOOL:
        *hi = in_array ? 255 : 1;
        return;
    case COSET_PML_SHORT:
        *lo = INT16_MIN;
        *hi = INT16_MAX;
        return;
    case COSET_PML_INT:
        *lo = INT32_MIN;
        *hi = INT32_MAX;
        return;
    case COSET_PML_UNSIGNED:
        *hi = (INT64_C(1) << t->bits) - 1;
        return;
    case COSET_PML_CHAN:
        *hi = COSET_PML_MAX_CHANNEL;
        return;
    default:
        *hi = 255;
        return;
    }
}

bool coset_pml_in_array(const coset_pml_expr *place) { return place->op == COSET_PML_E_INDEX; }

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static void product(int64_t a, int64_t b, int64_t c, int64_t d, int64_t *lo, int64_t *hi)
{
    *lo = least(least(a * c, a * d), least(b * c, b * d));
    *hi = most(most(a * c, a * d), most(b * c, b * d));
}

bool coset_pml_is_truth(const coset_pml_expr *e)
{
    switch (e->op) {
    case COSET_PML_E_NOT:
    case COSET_PML_E_LT:
    case COSET_PML_E_LE:
    case COSET_PML_E_GT:
    case COSET_PML_E_GE:
    case COSET_PML_E_EQ:
    case COSET_PML_E_NE:
    case COSET_PML_E_AND:
    case COSET_PML_E_OR:
    case COSET_PML_E_FULL:
    case COSET_PML_E_NFULL:
    case COSET_PML_E_EMPTY:
    case COSET_PML_E_NEMPTY:
    case COSET_PML_E_POLL:
    case COSET_PML_E_TIMEOUT:
    case COSET_PML_E_AT:
    case COSET_PML_E_NP:
    case COSET_PML_E_ENABLED:
    case COSET_PML_E_IMPLIES:
    case COSET_PML_E_EQUIV:
        return true;
    default:
        return false;
    }
}

void coset_pml_raw_bounds(const coset_pml_expr *e, int64_t *lo, int64_t *hi)
{
    int64_t a, b, c, d;
    *lo = INT32_MIN;
    *hi = INT32_MAX;
    if (e->is_constant) {
        *lo = *hi = e->value;
        return;
    }
    switch (e->op) {
    case COSET_PML_E_NAME:
    case COSET_PML_E_INDEX:
    case COSET_PML_E_FIELD:
        coset_pml_type_bounds(&e->type, e->op == COSET_PML_E_INDEX, lo, hi);
        return;
    case COSET_PML_E_REMOTE:
        coset_pml_type_bounds(&e->type, true, lo, hi);
        return;
    case COSET_PML_E_PID:
    case COSET_PML_E_NR_PR:
    case COSET_PML_E_LAST:
    case COSET_PML_E_RUN:
    case COSET_PML_E_LEN:
    case COSET_PML_E_PRIORITY:
    case COSET_PML_E_GET_PRIORITY:
        *lo = 0;
        *hi = 255;
        return;
    case COSET_PML_E_NEG:
        coset_pml_bounds(e->a, &a, &b);
        *lo = -b;
        *hi = -a;
        return;
    case COSET_PML_E_ADD:
    case COSET_PML_E_SUB:
    case COSET_PML_E_MUL:
        coset_pml_bounds(e->a, &a, &b);
        coset_pml_bounds(e->b, &c, &d);
        if (e->op == COSET_PML_E_MUL)
            product(a, b, c, d, lo, hi);
        else {
            *lo = e->op == COSET_PML_E_ADD ? a + c : a - d;
            *hi = e->op == COSET_PML_E_ADD ? b + d : b - c;
        }
        return;
    case COSET_PML_E_MOD:
        coset_pml_bounds(e->a, &a, &b);
        coset_pml_bounds(e->b, &c, &d);
        if (c > 0) {
            *lo = a < 0 ? 1 - d : 0;
            *hi = d - 1;
        }
        return;
    case COSET_PML_E_DIV:
        coset_pml_bounds(e->a, &a, &b);
        coset_pml_bounds(e->b, &c, &d);
        if (c > 0) {
            *lo = least(a, 0);
            *hi = most(b, 0);
        }
        return;
    case COSET_PML_E_SHL:
        *lo = INT64_MIN;
        *hi = INT64_MAX;
        return;
    case COSET_PML_E_BITAND:
        coset_pml_bounds(e->a, &a, &b);
        coset_pml_bounds(e->b, &c, &d);
        if (a >= 0 || c >= 0) {
            *lo = 0;
            *hi = a >= 0 && c >= 0 ? least(b, d) : a >= 0 ? b : d;
        }
        return;
    case COSET_PML_E_COND:
        coset_pml_bounds(e->b, &a, &b);
        coset_pml_bounds(e->c, &c, &d);
        *lo = least(a, c);
        *hi = most(b, d);
        return;
    case COSET_PML_E_EVAL:
        coset_pml_bounds(e->a, lo, hi);
        return;
    default:
        if (coset_pml_is_truth(e)) {
            *lo = 0;
            *hi = 1;
        }
        return;
    }
}

bool coset_pml_fits(int64_t lo, int64_t hi) { return lo >= INT32_MIN && hi <= INT32_MAX; }

void coset_pml_bounds(const coset_pml_expr *e, int64_t *lo, int64_t *hi)
{
    coset_pml_raw_bounds(e, lo, hi);
    if (coset_pml_fits(*lo, *hi))
        return;
    *lo = INT32_MIN;
    *hi = INT32_MAX;
}
