/* ir/filter.c - which rules a state may enable, told by single slots.
 *
 * Many guards begin with tests of one slot each (`pc = 7`). What such a test says is found once for each value of its
 * slot, by the interpreter; then a state is asked slot by slot, each value gives a set of rules, and only rules in all
 * of these sets are run. A test counts only if nothing that stands before it in the guard can fault, so no fault is
 * lost; where the test itself faults the rule stays in. */
#include "ir/machine.h"

#define MOST_VALUES 1024
#define NO_SLOT     UINT32_MAX

/* ---- tests of one slot ---- */

static bool place_is_one(coset_machine *m, const coset_ir_place *p, uint32_t *slot)
{
    uint32_t address;
    if (p->base != COSET_P_STATE || !coset_ir_is_simple(p->type))
        return false;
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].of->kind == COSET_T_BAG || (p->steps[i].index && p->steps[i].index->op != COSET_E_CONST))
            return false;
    if (!coset_machine_address(m, p, &address) || (*slot != NO_SLOT && *slot != address))
        return false;
    *slot = address;
    return true;
}

/* The expression reads no more than one slot, at a fixed place: *slot, NO_SLOT before the first one. */
static bool reads_one(coset_machine *m, const coset_ir_expr *e, uint32_t *slot)
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
        return place_is_one(m, e->place, slot);
    default:
        return reads_one(m, e->a, slot) && reads_one(m, e->b, slot) && reads_one(m, e->c, slot);
    }
}

/* ---- sets of rules ---- */

typedef COSET_VEC(coset_ir_sieve) sieves;

static uint64_t *sets_of(coset_ir_machine_model *m, sieves *all, uint32_t slot)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].slot == slot)
            return all->at[i].sets;
    size_t n = (size_t)(m->slot_types[slot]->n + 1) * m->rule_words;
    uint64_t *sets = coset_arena_get(m->ir->arena, n, sizeof *sets);
    memset(sets, 0xff, n * sizeof *sets);
    *coset_vec_add(all) = (coset_ir_sieve){slot, sets};
    return sets;
}

/* Takes the rule out of the sets of values with which the test is false. False: with some value it faults. */
static bool sift(coset_machine *m, const coset_ir_expr *test, uint32_t slot, uint64_t *sets, uint32_t rule)
{
    uint32_t words = m->model->rule_words;
    bool total = true;
    for (uint64_t v = 0; v <= m->model->slot_types[slot]->n; v++) {
        int64_t truth = 1;
        m->mem[slot] = (coset_value)v;
        if (!coset_machine_eval(m, test, &truth))
            total = false;
        else if (!truth)
            sets[v * words + rule / 64] &= ~(UINT64_C(1) << rule % 64);
    }
    m->mem[slot] = 0;
    return total;
}

/* The tests before the first parameter, up to the first one that reads more or may fault. */
static void look_at_rule(coset_machine *m, coset_ir_machine_model *model, sieves *all, uint32_t rule)
{
    const coset_ir_plan *plan = &model->plans[rule];
    for (uint32_t c = plan->first[0]; c < plan->first[1]; c++) {
        const coset_ir_expr *test = plan->checks[c].test;
        uint32_t slot = NO_SLOT;
        if (!test || !reads_one(m, test, &slot) || slot == NO_SLOT || !model->slot_types[slot] ||
            model->slot_types[slot]->n > MOST_VALUES)
            return;
        if (!sift(m, test, slot, sets_of(model, all, slot), rule))
            return;
    }
}

static const uint64_t *rules_of_level(const coset_ir_machine_model *m, uint32_t priority)
{
    uint64_t *set = coset_arena_get(m->ir->arena, m->rule_words, sizeof *set);
    for (uint32_t g = 0; g < m->ir->n_rules; g++)
        if (!m->ir->rules[g].is_start && m->ir->rules[g].priority == priority)
            set[g / 64] |= UINT64_C(1) << g % 64;
    return set;
}

void coset_machine_filter(coset_ir_machine_model *m)
{
    sieves all = {0};
    m->rule_words = (m->ir->n_rules + 63) / 64;
    const uint64_t **levels = coset_arena_get(m->ir->arena, m->n_priorities, sizeof *levels);
    for (uint32_t i = 0; i < m->n_priorities; i++)
        levels[i] = rules_of_level(m, m->priorities[i]);
    m->levels = levels;
    coset_machine *machine = (coset_machine *)coset_machine_worker(&m->base);
    machine->fuel = COSET_IR_FUEL;
    for (uint32_t g = 0; g < m->ir->n_rules; g++)
        if (!m->ir->rules[g].is_start)
            look_at_rule(machine, m, &all, g);
    coset_machine_worker_free((coset_worker *)machine);
    m->n_sieves = all.n;
    m->sieves = coset_arena_copy(m->ir->arena, all.at, all.n, sizeof *all.at);
    coset_vec_fini(&all);
}
