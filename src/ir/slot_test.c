/* ir/slot_test.c - see ir/slot_test.h. */
#include "ir/slot_test.h"

#define NO_SLOT COSET_SLOT_TEST_NONE

static bool reads_one(coset_machine *m, const uint64_t *fixed, const coset_ir_expr *e, uint32_t *slot);

/* Records a slot of the state; a local, which is bound or makes the test fault, does not count. */
static bool place_is_one(coset_machine *m, const uint64_t *fixed, const coset_ir_place *p, uint32_t *slot)
{
    uint32_t address;
    if (!coset_ir_is_simple(p->type))
        return false;
    if (p->base == COSET_P_LOCAL && p->n_steps == 0)
        return true;
    if (p->base != COSET_P_STATE)
        return false;
    for (uint32_t i = 0; i < p->n_steps; i++) {
        uint32_t none = NO_SLOT;
        if (p->steps[i].of->kind == COSET_T_BAG || !reads_one(m, fixed, p->steps[i].index, &none) || none != NO_SLOT)
            return false;
    }
    if (!coset_machine_address(m, p, &address))
        return false;
    if (fixed && coset_slots_has(fixed, address))
        return true;
    if (*slot != NO_SLOT && *slot != address)
        return false;
    *slot = address;
    return true;
}

/* The expression reads at most one slot, at a place that is fixed once parameters are bound: *slot, NO_SLOT before the
 * first one. */
static bool reads_one(coset_machine *m, const uint64_t *fixed, const coset_ir_expr *e, uint32_t *slot)
{
    if (!e)
        return true;
    switch (e->op) {
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
    case COSET_E_CALL:
    case COSET_E_BAGCOUNT:
        return false;
    case COSET_E_LOAD:
    case COSET_E_ISUNDEFINED:
        return place_is_one(m, fixed, e->place, slot);
    default:
        return reads_one(m, fixed, e->a, slot) && reads_one(m, fixed, e->b, slot) && reads_one(m, fixed, e->c, slot);
    }
}

bool coset_slot_test_is(coset_machine *m, const uint64_t *fixed, const coset_ir_expr *e, uint32_t *slot)
{
    *slot = NO_SLOT;
    return e && reads_one(m, fixed, e, slot);
}

void coset_slot_test_bind(coset_machine *m, coset_ir_trial t)
{
    if (t.rank != COSET_IR_ALL)
        m->mem[m->fp + m->model->ir->rules[t.rule].params[0].frame] = t.rank + 1;
}

void coset_slot_test_unbind(coset_machine *m, coset_ir_trial t)
{
    if (t.rank != COSET_IR_ALL)
        m->mem[m->fp + m->model->ir->rules[t.rule].params[0].frame] = 0;
}
