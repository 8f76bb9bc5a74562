/* ir/eval.c - values of expressions, addresses of places. */
#include "ir/arith.h"
#include "ir/fast_paths.h"

/* ---- places ------------------------------------------------------------------------------------------------- */

static bool base_address(coset_machine *m, const coset_ir_place *p, uint32_t *out)
{
    switch (p->base) {
    case COSET_P_STATE:
        *out = p->offset;
        return true;
    case COSET_P_LOCAL:
        *out = m->fp + p->offset;
        return true;
    case COSET_P_REF:
        *out = m->mem[m->fp + p->offset];
        return true;
    case COSET_P_CALL:
        break;
    }
    int64_t none;
    uint32_t at = 0;
    if (!coset_machine_call(m, p->call, &none, &at))
        return false;
    *out = m->fp + p->offset;
    memmove(&m->mem[*out], &m->mem[at], p->call->function->result->width * sizeof *m->mem);
    return true;
}

static bool take_index(coset_machine *m, const coset_ir_place *p, const coset_ir_step *s, uint32_t *address)
{
    int64_t v;
    if (!coset_machine_value(m, s->index, &v))
        return false;
    if (s->of->kind == COSET_T_BAG) {
        if (v < 0 || (uint64_t)v >= s->of->n)
            return coset_machine_index(m, p, s, v);
        *address += (uint32_t)v * s->stride;
        if (!coset_machine_known(m, *address, 1))
            return false;
        if (m->mem[*address] == 0)
            return coset_machine_fault(m, COSET_FAULT_BAG, s->pos, "multiset `%s` has no entry %lld",
                                       p->name ? p->name : "?", (long long)v);
        *address += 1;
        return true;
    }
    int64_t rank = coset_machine_rank(s->of->index, v);
    if (rank < 0)
        return coset_machine_index(m, p, s, v);
    *address += (uint32_t)rank * s->stride;
    return true;
}

bool coset_machine_address(coset_machine *m, const coset_ir_place *p, uint32_t *out)
{
    uint32_t address;
    if (p->terms && coset_machine_short(m, p, out))
        return true;
    if (!base_address(m, p, &address))
        return false;
    const coset_ir_step *s = p->steps;
    for (uint32_t i = p->n_steps; i > 0; i--, s++) {
        if (!s->index)
            address += s->offset;
        else if (!take_index(m, p, s, &address))
            return false;
    }
    *out = address;
    if (p->track)
        coset_machine_touch(m, p, address);
    return true;
}

static bool load(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    uint32_t address;
    const coset_ir_type *t = e->place->type;
    if (!(e->place->terms && coset_machine_short(m, e->place, &address)) &&
        !coset_machine_address(m, e->place, &address))
        return false;
    if (t->kind == COSET_T_INT) {
        *out = coset_machine_get_int(m, address);
        return true;
    }
    coset_value slot = m->mem[address];
    if (slot == 0)
        return coset_machine_undefined(m, e->place, address, e->pos);
    *out = coset_machine_decode(t, slot);
    return true;
}

/* ---- expressions -------------------------------------------------------------------------------------------- */

static bool same(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    uint32_t a, b;
    uint32_t width = e->place->type->width;
    if (!coset_machine_address(m, e->place, &a) || !coset_machine_address(m, e->other, &b) ||
        !coset_machine_known(m, a, width) || !coset_machine_known(m, b, width))
        return false;
    bool equal = memcmp(&m->mem[a], &m->mem[b], width * sizeof *m->mem) == 0;
    *out = equal == (e->op == COSET_E_SAME);
    return true;
}

static bool is_undefined(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    uint32_t address;
    if (!coset_machine_address(m, e->place, &address) || !coset_machine_known(m, address, 1))
        return false;
    *out = e->place->type->kind != COSET_T_INT && m->mem[address] == 0;
    return true;
}

static bool judge(coset_machine *m, const coset_ir_expr *e, const char *wrong)
{
    return wrong ? coset_machine_fault(m, COSET_FAULT_ARITHMETIC, e->pos, "%s", wrong) : true;
}

static bool arithmetic(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    int64_t a, b;
    return coset_machine_value(m, e->a, &a) && coset_machine_value(m, e->b, &b) &&
           judge(m, e, coset_ir_arithmetic(e->op, a, b, out));
}

static bool negate(coset_machine *m, const coset_ir_expr *e, int64_t a, int64_t *out)
{
    return judge(m, e, coset_ir_negate(a, out));
}

bool coset_machine_eval(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    int64_t a, b;
    uint32_t at;
    switch (e->op) {
    case COSET_E_CONST:
        *out = e->value;
        return true;
    case COSET_E_LOAD:
        return load(m, e, out);
    case COSET_E_NOT:
        if (!coset_machine_value(m, e->a, &a))
            return false;
        *out = !a;
        return true;
    case COSET_E_NEG:
        if (!coset_machine_value(m, e->a, &a))
            return false;
        return negate(m, e, a, out);
    case COSET_E_BITNOT:
        if (!coset_machine_value(m, e->a, &a))
            return false;
        *out = ~a;
        return true;
    case COSET_E_AND:
        if (!coset_machine_value(m, e->a, &a))
            return false;
        if (a)
            return coset_machine_value(m, e->b, out);
        *out = 0;
        return true;
    case COSET_E_OR:
    case COSET_E_IMPLIES:
        if (!coset_machine_value(m, e->a, &a))
            return false;
        if (!a == (e->op == COSET_E_OR))
            return coset_machine_value(m, e->b, out);
        *out = 1;
        return true;
    case COSET_E_COND:
        return coset_machine_value(m, e->a, &a) && coset_machine_value(m, a ? e->b : e->c, out);
    case COSET_E_EQ:
    case COSET_E_NE:
        if (!coset_machine_value(m, e->a, &a) || !coset_machine_value(m, e->b, &b))
            return false;
        *out = (a == b) == (e->op == COSET_E_EQ);
        return true;
    case COSET_E_LT:
    case COSET_E_GE:
        if (!coset_machine_value(m, e->a, &a) || !coset_machine_value(m, e->b, &b))
            return false;
        *out = (a < b) == (e->op == COSET_E_LT);
        return true;
    case COSET_E_LE:
    case COSET_E_GT:
        if (!coset_machine_value(m, e->a, &a) || !coset_machine_value(m, e->b, &b))
            return false;
        *out = (a <= b) == (e->op == COSET_E_LE);
        return true;
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
        return same(m, e, out);
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        return coset_machine_quantify(m, e, out);
    case COSET_E_ISUNDEFINED:
        return is_undefined(m, e, out);
    case COSET_E_ISMEMBER:
        if (!coset_machine_value(m, e->a, &a))
            return false;
        *out = coset_ir_rank(e->member, a) >= 0;
        return true;
    case COSET_E_CALL:
        return coset_machine_call(m, e, out, &at);
    case COSET_E_BAGCOUNT:
        return coset_machine_bag_count(m, e, out);
    default:
        return arithmetic(m, e, out);
    }
}
