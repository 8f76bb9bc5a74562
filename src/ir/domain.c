/* ir/domain.c - bound variables: their domains, quantifiers over them. */
#include "ir/fast_paths.h"

static bool open_computed(coset_machine *m, const coset_ir_binder *b, coset_domain *d)
{
    const coset_ir_type *t = b->type;
    d->computed = true;
    d->step = 1;
    if (!coset_machine_value(m, b->from, &d->next) || !coset_machine_value(m, b->to, &d->to) ||
        (b->step && !coset_machine_value(m, b->step, &d->step)))
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
    if (d->stride) /* absent entries are skipped */
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

/* Over a symmetric domain a fault of any instance counts, whatever its position in the order. */
bool coset_machine_quantify(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    coset_domain d;
    int64_t v, decides = e->op == COSET_E_EXISTS;
    bool decided = false;
    if (!coset_machine_begin(m, e->binder, &d))
        return false;
    while (coset_machine_advance(m, &d)) {
        if (!coset_machine_spend(m, e->pos) || !coset_machine_value(m, e->a, &v))
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

bool coset_machine_bag_count(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    coset_domain d;
    int64_t v, n = 0;
    if (!coset_machine_begin(m, e->binder, &d))
        return false;
    while (coset_machine_advance(m, &d)) {
        if (!coset_machine_spend(m, e->pos) || !coset_machine_value(m, e->a, &v))
            return false;
        n += v != 0;
    }
    *out = n;
    return true;
}
