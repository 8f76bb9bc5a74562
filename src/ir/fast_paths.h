/* ir/fast_paths.h - inline fast paths of the interpreter: the most frequent operands, places, conditions and domains.
 *
 * Layer    ir, private.
 */
#ifndef COSET_IR_FAST_PATHS_H
#define COSET_IR_FAST_PATHS_H

#include "ir/machine.h"

/* The address of a place in short form (see coset_ir_place_shorten); false if an index is undefined. */
static inline bool coset_machine_short(const coset_machine *m, const coset_ir_place *p, uint32_t *out)
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

/* The value at the set's place; 0: undefined, or not available in short form. */
static inline coset_value coset_machine_content(const coset_machine *m, const coset_ir_set *set)
{
    uint32_t address;
    return coset_machine_short(m, set->place, &address) ? m->mem[address] : 0;
}

/* As coset_machine_address. */
static inline bool coset_machine_at(coset_machine *m, const coset_ir_place *p, uint32_t *out)
{
    return (p->terms && coset_machine_short(m, p, out)) || coset_machine_address(m, p, out);
}

/* As coset_machine_open, coset_machine_next: a domain that is a whole type. */
static inline bool coset_machine_begin(coset_machine *m, const coset_ir_binder *b, coset_domain *d)
{
    if (b->from || b->bag)
        return coset_machine_open(m, b, d);
    d->binder = b;
    d->rank = 0;
    d->n = b->type->n;
    d->computed = false;
    d->stride = 0;
    return true;
}

static inline bool coset_machine_advance(coset_machine *m, coset_domain *d)
{
    if (d->computed || d->stride)
        return coset_machine_next(m, d);
    if (d->rank >= d->n)
        return false;
    m->mem[m->fp + d->binder->frame] = (coset_value)++d->rank;
    return true;
}

/* As coset_machine_eval: constants, variables, and conditions on one variable. */
static inline bool coset_machine_value(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    uint32_t address;
    coset_value content;
    if (e->op == COSET_E_CONST) {
        *out = e->value;
        return true;
    }
    if (e->set && (content = coset_machine_content(m, e->set)) != 0) {
        *out = coset_ir_is_in(e->set, content);
        return true;
    }
    if (e->op == COSET_E_LOAD && e->place->terms && e->place->type->kind < COSET_T_UNION &&
        coset_machine_short(m, e->place, &address) && m->mem[address] != 0) {
        *out = e->place->type->lo + (int64_t)m->mem[address] - 1;
        return true;
    }
    return coset_machine_eval(m, e, out);
}

#endif
