/* ir/eval.c - values of expressions, addresses of places, domains of bound variables. */
#include "ir/machine.h"

/* The short form of a place (see coset_ir_place_shorten); false where an index is undefined. */
static inline bool short_address(const coset_machine *m, const coset_ir_place *p, uint32_t *out)
{
    uint32_t address = p->fixed + p->offset;
    if (p->base == COSET_P_LOCAL)
        address += m->fp;
    else if (p->base == COSET_P_REF)
        address = p->fixed + m->mem[m->fp + p->offset];
    for (uint32_t i = 0; i < p->n_terms; i++) {
        const coset_ir_term *t = &p->terms[i];
        coset_value slot = m->mem[t->local ? m->fp + t->at : t->at];
        if (slot == 0)
            return false;
        address += (slot - 1) * t->stride;
    }
    *out = address;
    return true;
}

/* Constants and places in short form, by far the most frequent operands, without a call. */
static inline bool eval(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    uint32_t address;
    if (e->op == COSET_E_CONST) {
        *out = e->value;
        return true;
    }
    if (e->op == COSET_E_LOAD && e->place->terms && e->place->type->kind < COSET_T_UNION &&
        short_address(m, e->place, &address) && m->mem[address] != 0) {
        *out = e->place->type->lo + (int64_t)m->mem[address] - 1;
        return true;
    }
    return coset_machine_eval(m, e, out);
}

bool coset_machine_spend(coset_machine *m, coset_pos pos)
{
    if (m->fuel-- > 0)
        return true;
    m->fuel = 0;
    return coset_machine_fault(m, COSET_FAULT_LOOP, pos, "more than %llu loop rounds and calls in one step",
                               (unsigned long long)COSET_IR_FUEL);
}

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
    if (!eval(m, s->index, &v))
        return false;
    if (s->of->kind == COSET_T_BAG) {
        if (v < 0 || (uint64_t)v >= s->of->n)
            return coset_machine_index(m, p, s, v);
        *address += (uint32_t)v * s->stride;
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
    if (p->terms && short_address(m, p, out))
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
    return true;
}

static bool load(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    uint32_t address;
    const coset_ir_type *t = e->place->type;
    if (!(e->place->terms && short_address(m, e->place, &address)) && !coset_machine_address(m, e->place, &address))
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

/* ---- domains ------------------------------------------------------------------------------------------------ */

static bool open_computed(coset_machine *m, const coset_ir_binder *b, coset_domain *d)
{
    const coset_ir_type *t = b->type;
    d->computed = true;
    d->step = 1;
    if (!eval(m, b->from, &d->next) || !eval(m, b->to, &d->to) || (b->step && !eval(m, b->step, &d->step)))
        return false;
    if (d->step == 0)
        return coset_machine_fault(m, COSET_FAULT_LOOP, b->pos, "loop over `%s` with step 0", b->name);
    d->done = d->step > 0 ? d->next > d->to : d->next < d->to;
    if (d->done || t->kind == COSET_T_INT)
        return true;
    if (coset_machine_rank(t, d->next) < 0)
        return coset_machine_range(m, "lower bound", NULL, 0, t, d->next, b->pos);
    if (coset_machine_rank(t, d->to) < 0)
        return coset_machine_range(m, "upper bound", NULL, 0, t, d->to, b->pos);
    return true;
}

bool coset_machine_open(coset_machine *m, const coset_ir_binder *b, coset_domain *d)
{
    *d = (coset_domain){.binder = b, .n = b->type->n};
    if (b->from)
        return open_computed(m, b, d);
    if (b->bag) {
        d->stride = 1 + b->bag->type->element->width;
        d->n = b->bag->type->n;
        return coset_machine_address(m, b->bag, &d->bag);
    }
    return true;
}

static bool next_computed(coset_machine *m, coset_domain *d)
{
    if (d->done)
        return false;
    uint32_t address = m->fp + d->binder->frame;
    if (d->binder->type->kind == COSET_T_INT)
        coset_machine_set_int(m, address, d->next);
    else
        m->mem[address] = (coset_value)coset_machine_rank(d->binder->type, d->next) + 1;
    if (__builtin_add_overflow(d->next, d->step, &d->next))
        d->done = true;
    else
        d->done = d->step > 0 ? d->next > d->to : d->next < d->to;
    return true;
}

bool coset_machine_next(coset_machine *m, coset_domain *d)
{
    if (d->computed)
        return next_computed(m, d);
    if (d->stride) /* entries that are not present are passed over */
        while (d->rank < d->n && m->mem[d->bag + d->rank * d->stride] == 0)
            d->rank++;
    if (d->rank >= d->n)
        return false;
    m->mem[m->fp + d->binder->frame] = (coset_value)++d->rank;
    return true;
}

uint64_t coset_machine_digit(const coset_machine *m, const coset_ir_binder *b)
{
    uint32_t address = m->fp + b->frame;
    return b->type->kind == COSET_T_INT ? (uint32_t)coset_machine_get_int(m, address) : m->mem[address] - 1U;
}

/* ---- expressions -------------------------------------------------------------------------------------------- */

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

static bool arithmetic(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    int64_t a, b;
    if (!eval(m, e->a, &a) || !eval(m, e->b, &b))
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

static bool same(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    uint32_t a, b;
    if (!coset_machine_address(m, e->place, &a) || !coset_machine_address(m, e->other, &b))
        return false;
    bool equal = memcmp(&m->mem[a], &m->mem[b], e->place->type->width * sizeof *m->mem) == 0;
    *out = equal == (e->op == COSET_E_SAME);
    return true;
}

/* Over a symmetric domain a fault of any instance counts, wherever in the order it stands. */
static bool quantify(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    coset_domain d;
    int64_t v, decides = e->op == COSET_E_EXISTS;
    bool decided = false;
    if (!coset_machine_open(m, e->binder, &d))
        return false;
    while (coset_machine_next(m, &d)) {
        if (!coset_machine_spend(m, e->pos) || !eval(m, e->a, &v))
            return false;
        if (v == decides) {
            decided = true;
            if (e->binder->type->kind != COSET_T_BAGINDEX && !coset_ir_is_symmetric(e->binder->type))
                break;
        }
    }
    *out = decided ? decides : !decides;
    return true;
}

static bool bag_count(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    coset_domain d;
    int64_t v, n = 0;
    if (!coset_machine_open(m, e->binder, &d))
        return false;
    while (coset_machine_next(m, &d)) {
        if (!coset_machine_spend(m, e->pos) || !eval(m, e->a, &v))
            return false;
        n += v != 0;
    }
    *out = n;
    return true;
}

static bool is_undefined(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    uint32_t address;
    if (!coset_machine_address(m, e->place, &address))
        return false;
    *out = e->place->type->kind != COSET_T_INT && m->mem[address] == 0;
    return true;
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
        if (!eval(m, e->a, &a))
            return false;
        *out = !a;
        return true;
    case COSET_E_NEG:
        if (!eval(m, e->a, &a))
            return false;
        return __builtin_sub_overflow((int64_t)0, a, out) ? arithmetic_fault(m, e, "overflow in a negation") : true;
    case COSET_E_BITNOT:
        if (!eval(m, e->a, &a))
            return false;
        *out = ~a;
        return true;
    case COSET_E_AND:
        if (!eval(m, e->a, &a))
            return false;
        if (a)
            return eval(m, e->b, out);
        *out = 0;
        return true;
    case COSET_E_OR:
    case COSET_E_IMPLIES:
        if (!eval(m, e->a, &a))
            return false;
        if (!a == (e->op == COSET_E_OR))
            return eval(m, e->b, out);
        *out = 1;
        return true;
    case COSET_E_COND:
        return eval(m, e->a, &a) && eval(m, a ? e->b : e->c, out);
    case COSET_E_EQ:
    case COSET_E_NE:
        if (!eval(m, e->a, &a) || !eval(m, e->b, &b))
            return false;
        *out = (a == b) == (e->op == COSET_E_EQ);
        return true;
    case COSET_E_LT:
    case COSET_E_GE:
        if (!eval(m, e->a, &a) || !eval(m, e->b, &b))
            return false;
        *out = (a < b) == (e->op == COSET_E_LT);
        return true;
    case COSET_E_LE:
    case COSET_E_GT:
        if (!eval(m, e->a, &a) || !eval(m, e->b, &b))
            return false;
        *out = (a <= b) == (e->op == COSET_E_LE);
        return true;
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
        return same(m, e, out);
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        return quantify(m, e, out);
    case COSET_E_ISUNDEFINED:
        return is_undefined(m, e, out);
    case COSET_E_ISMEMBER:
        if (!eval(m, e->a, &a))
            return false;
        *out = coset_ir_rank(e->member, a) >= 0;
        return true;
    case COSET_E_CALL:
        return coset_machine_call(m, e, out, &at);
    case COSET_E_BAGCOUNT:
        return bag_count(m, e, out);
    default:
        return arithmetic(m, e, out);
    }
}
