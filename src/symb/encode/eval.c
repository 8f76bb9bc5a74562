/* symb/encode/eval.c - values of expressions and addresses of places, in all states at once. */
#include "ir/arith.h"
#include "symb/encode/machine.h"

static void fault(coset__machine *m, coset_bdd when) { coset__add_fault(m, m->fault_prop, when); }

/* ---- cells and numbers ---------------------------------------------------------------------------------------- */

coset__cases coset__load(coset__machine *m, coset__cases addresses)
{
    coset__cases all = {0};
    if (addresses.n == 1)
        return coset__within(m, m->cells[addresses.at[0].value], addresses.at[0].when);
    for (uint32_t i = 0; i < addresses.n; i++)
        all = coset__merge(m, all, coset__within(m, m->cells[addresses.at[i].value], addresses.at[i].when));
    return all;
}

static bool decode(void *ctx, int64_t cell, int64_t *out)
{
    if (cell == 0)
        return false;
    *out = coset_ir_unrank(ctx, (uint64_t)cell - 1);
    return true;
}

static bool encode(void *ctx, int64_t number, int64_t *out)
{
    *out = coset_ir_rank(ctx, number) + 1;
    return *out > 0;
}

/* The callbacks do not write through their context. */
static void *type_ctx(const coset_ir_type *t)
{
    union {
        const coset_ir_type *in;
        void *out;
    } u = {.in = t};
    return u.out;
}

coset__cases coset__decode(coset__machine *m, const coset_ir_type *t, coset__cases cells, coset_bdd *undefined)
{
    return t->kind == COSET_T_INT ? cells : coset__map(m, cells, decode, type_ctx(t), undefined);
}

coset__cases coset__encode(coset__machine *m, const coset_ir_type *t, coset__cases numbers, coset_bdd *out)
{
    return t->kind == COSET_T_INT ? numbers : coset__map(m, numbers, encode, type_ctx(t), out);
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

static coset__cases base_address(coset__machine *m, const coset_ir_place *p, coset_bdd pc)
{
    coset__cases none;
    uint32_t at = 0;
    switch (p->base) {
    case COSET_P_STATE:
        return coset__single(m, p->offset, pc);
    case COSET_P_LOCAL:
        return coset__single(m, m->fp + p->offset, pc);
    case COSET_P_REF:
        return coset__within(m, m->cells[m->fp + p->offset], pc);
    case COSET_P_CALL:
        break;
    }
    coset_bdd back = coset__call(m, p->call, pc, &none, &at);
    for (uint32_t i = 0; i < p->call->function->result->width; i++)
        coset__write(m, m->fp + p->offset + i, coset__within(m, m->cells[at + i], back));
    return coset__single(m, m->fp + p->offset, back);
}

/* An address and the rank of an index to an address; no rank, no address. */
static bool element(void *ctx, int64_t address, int64_t v, int64_t *out)
{
    const coset_ir_step *s = ctx;
    int64_t rank = coset_ir_rank(s->of->index, v);
    *out = address + rank * s->stride;
    return rank >= 0;
}

static bool add_offset(void *ctx, int64_t address, int64_t *out)
{
    *out = address + (int64_t)((const coset_ir_step *)ctx)->offset;
    return true;
}

static void *step_ctx(const coset_ir_step *s)
{
    union {
        const coset_ir_step *in;
        void *out;
    } u = {.in = s};
    return u.out;
}

coset__cases coset__address(coset__machine *m, const coset_ir_place *p, coset_bdd pc)
{
    coset__cases address = base_address(m, p, pc);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *s = &p->steps[i];
        coset_bdd out = coset_bdd_false;
        if (!s->index) {
            address = coset__map(m, address, add_offset, step_ctx(s), &out);
            continue;
        }
        coset__cases index = coset__eval(m, s->index, coset__domain_of(m, address));
        if (s->of->kind == COSET_T_BAG) {
            coset__trouble(m, COSET_UNSUPPORTED, s->pos, "the symbolic engine does not support multisets");
            return (coset__cases){0};
        }
        address = coset__map2(m, address, index, element, step_ctx(s), &out);
        fault(m, out);
    }
    return address;
}

static coset__cases load(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset_bdd undefined = coset_bdd_false;
    coset__cases cells = coset__load(m, coset__address(m, e->place, pc));
    coset__cases value = coset__decode(m, e->place->type, cells, &undefined);
    fault(m, undefined);
    return value;
}

/* ---- operators -------------------------------------------------------------------------------------------------- */

static bool apply(void *ctx, int64_t a, int64_t b, int64_t *out)
{
    return coset_ir_arithmetic(*(const coset_ir_op *)ctx, a, b, out) == NULL;
}

static bool apply_one(void *ctx, int64_t a, int64_t *out)
{
    const coset_ir_expr *e = *(const coset_ir_expr *const *)ctx;
    switch (e->op) {
    case COSET_E_NOT:
        *out = !a;
        return true;
    case COSET_E_BITNOT:
        *out = ~a;
        return true;
    case COSET_E_ISMEMBER:
        *out = coset_ir_rank(e->member, a) >= 0;
        return true;
    default:
        return coset_ir_negate(a, out) == NULL;
    }
}

static coset__cases unary(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset_bdd out = coset_bdd_false;
    coset__cases v = coset__map(m, coset__eval(m, e->a, pc), apply_one, &e, &out);
    fault(m, out);
    return v;
}

/* Without going through all pairs of values. False: `op` compares nothing. */
static bool compare(coset__machine *m, coset_ir_op op, coset__cases a, coset__cases b, coset_bdd *truth)
{
    switch (op) {
    case COSET_E_EQ:
        *truth = coset__cases_equal(m, a, b);
        return true;
    case COSET_E_NE:
        *truth = coset_bdd_not(m->bdd, coset__cases_equal(m, a, b));
        return true;
    case COSET_E_LT:
    case COSET_E_LE:
        *truth = coset__cases_less(m, a, b, op == COSET_E_LE);
        return true;
    case COSET_E_GT:
    case COSET_E_GE:
        *truth = coset__cases_less(m, b, a, op == COSET_E_GE);
        return true;
    default:
        return false;
    }
}

static coset__cases binary(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset_bdd out = coset_bdd_false, truth;
    coset_ir_op op = e->op;
    coset__cases a = coset__eval(m, e->a, pc);
    coset__cases b = coset__eval(m, e->b, coset__domain_of(m, a));
    if (compare(m, op, a, b, &truth))
        return coset__boolean(m, truth, coset__domain_of(m, b));
    coset__cases v = coset__map2(m, a, b, apply, &op, &out);
    fault(m, out);
    return v;
}

/* AND, OR, IMPLIES: b is evaluated only where a does not decide. */
static coset__cases connective(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset__cases a = coset__eval(m, e->a, pc);
    coset_bdd yes = coset__truth(m, a), no = coset_bdd_minus(m->bdd, coset__domain_of(m, a), yes);
    coset_bdd go_on = e->op == COSET_E_OR ? no : yes, decided = e->op == COSET_E_OR ? yes : no;
    return coset__merge(m, coset__eval(m, e->b, go_on), coset__single(m, e->op != COSET_E_AND, decided));
}

static coset__cases conditional(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset__cases a = coset__eval(m, e->a, pc);
    coset_bdd yes = coset__truth(m, a), no = coset_bdd_minus(m->bdd, coset__domain_of(m, a), yes);
    coset__cases b = coset__eval(m, e->b, yes);
    return coset__merge(m, b, coset__eval(m, e->c, no));
}

/* SAME, DIFFERS */
static coset__cases same(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset__cases a = coset__address(m, e->place, pc);
    coset__cases b = coset__address(m, e->other, coset__domain_of(m, a));
    coset_bdd both = coset__domain_of(m, b), equal = coset_bdd_false;
    for (uint32_t i = 0; i < a.n; i++)
        for (uint32_t k = 0; k < b.n; k++) {
            coset_bdd all = coset_bdd_and(m->bdd, a.at[i].when, b.at[k].when);
            for (uint32_t s = 0; s < e->place->type->width && !coset_bdd_is_false(all); s++)
                all = coset_bdd_and(m->bdd, all,
                                    coset__cases_equal(m, m->cells[a.at[i].value + s], m->cells[b.at[k].value + s]));
            equal = coset_bdd_or(m->bdd, equal, all);
        }
    return coset__boolean(m, e->op == COSET_E_SAME ? equal : coset_bdd_not(m->bdd, equal), both);
}

static bool is_zero(void *ctx, int64_t v, int64_t *out)
{
    (void)ctx;
    *out = v == 0;
    return true;
}

static coset__cases is_undefined(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset_bdd out = coset_bdd_false;
    coset__cases address = coset__address(m, e->place, pc);
    if (e->place->type->kind == COSET_T_INT)
        return coset__single(m, 0, coset__domain_of(m, address));
    return coset__map(m, coset__load(m, address), is_zero, NULL, &out);
}

coset__cases coset__eval(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset__cases result = {0};
    uint32_t at;
    if (coset_bdd_is_false(pc) || m->trouble != COSET_OK)
        return result;
    switch (e->op) {
    case COSET_E_CONST:
        return coset__single(m, e->value, pc);
    case COSET_E_LOAD:
        return load(m, e, pc);
    case COSET_E_NOT:
    case COSET_E_NEG:
    case COSET_E_BITNOT:
    case COSET_E_ISMEMBER:
        return unary(m, e, pc);
    case COSET_E_AND:
    case COSET_E_OR:
    case COSET_E_IMPLIES:
        return connective(m, e, pc);
    case COSET_E_COND:
        return conditional(m, e, pc);
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
        return same(m, e, pc);
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        return coset__quantify(m, e, pc);
    case COSET_E_ISUNDEFINED:
        return is_undefined(m, e, pc);
    case COSET_E_CALL:
        coset__call(m, e, pc, &result, &at);
        return result;
    case COSET_E_BAGCOUNT:
        coset__trouble(m, COSET_UNSUPPORTED, e->pos, "the symbolic engine does not support multisets");
        return result;
    default:
        return binary(m, e, pc);
    }
}
