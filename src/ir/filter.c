/* ir/filter.c - which trials a state may enable, decided by single slots.
 *
 * A state is expanded by a list of trials: a rule as a whole, or, if that helps, a rule with one value of its first
 * parameter (a process, for example). Many guards begin with tests of one slot each (`pc[2] = 7`). The interpreter
 * evaluates such a test once for each value of its slot. A state is then filtered slot by slot: each value gives a set
 * of trials that pass, and only trials in all of these sets are run, in their original order. A test is used only if
 * nothing before it in the guard can fault, so no fault is lost; if the test itself faults, the trial stays. A test
 * that can fault only because a slot is undefined cannot fault if that slot is defined. So there are two such sets, one
 * of which is for states where all slots of that kind are defined, as nearly always.
 *
 * In the same way it is computed once which values of which slots make a state transient. */
#include "ir/dispatch.h"
#include "ir/slot_test.h"

#define MOST_VALUES 1024
#define MOST_RANKS  256
#define MOST_TRIALS 4096                 /* for which sieves are made */
#define MANY_TRIALS (4 * COSET_IR_BUNCH) /* from here on they are listed by slot values, if possible */
#define MOST_LISTED 65000
#define NO_SLOT     COSET_SLOT_TEST_NONE

/* A test of one slot with few values, or of none. */
static bool is_test(coset_machine *m, const coset_ir_expr *e, uint32_t *slot)
{
    if (!coset_slot_test_is(m, NULL, e, slot))
        return false;
    const coset_ir_type *t = *slot == NO_SLOT ? NULL : m->model->slot_types[*slot];
    return *slot == NO_SLOT || (t && t->n <= MOST_VALUES);
}

/* ---- trials ----------------------------------------------------------------------------------------------------- */

/* One of the tests that need only the first parameter tests a single slot. */
static bool is_worth_splitting(coset_machine *m, uint32_t rule)
{
    const coset_ir_rule *r = &m->model->ir->rules[rule];
    const coset_ir_plan *plan = &m->model->plans[rule];
    if (!r->n_params || r->params[0].from || r->params[0].bag || r->params[0].type->n > MOST_RANKS)
        return false;
    bool found = false, goes_on = r->params[0].type->n > 0;
    coset_slot_test_bind(m, (coset_ir_trial){rule, 0});
    for (uint32_t c = plan->first[0]; goes_on && !found && c < plan->first[2]; c++) {
        uint32_t slot;
        goes_on = coset_slot_test_is(m, NULL, plan->checks[c].test, &slot);
        found = goes_on && c >= plan->first[1] && slot != NO_SLOT;
    }
    coset_slot_test_unbind(m, (coset_ir_trial){rule, 0});
    return found;
}

static void list_trials(coset_machine *machine, coset_ir_machine_model *m, uint32_t most)
{
    COSET_VEC(coset_ir_trial) all = {0};
    uint32_t n_rules = m->ir->n_rules, *first = coset_arena_get(m->ir->arena, n_rules + (size_t)1, sizeof *first);
    for (uint32_t g = 0; g < n_rules; g++) {
        first[g] = all.n;
        if (m->ir->rules[g].is_start)
            continue;
        bool splits = is_worth_splitting(machine, g);
        uint32_t n = splits ? (uint32_t)m->ir->rules[g].params[0].type->n : 1;
        splits = splits && all.n + n <= most;
        for (uint32_t k = 0; k < (splits ? n : 1); k++)
            *coset_vec_add(&all) = (coset_ir_trial){g, splits ? k : COSET_IR_ALL};
    }
    first[n_rules] = all.n;
    m->n_trials = all.n;
    m->trials = coset_arena_copy(m->ir->arena, all.at, all.n, sizeof *all.at);
    m->first_trial = first;
    m->n_bunches = (all.n + COSET_IR_BUNCH - 1) / COSET_IR_BUNCH;
    coset_vec_fini(&all);
}

/* ---- sieves ----------------------------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_ir_sieve) sieves;

static coset_ir_bunch *new_bunches(coset_ir_machine_model *m, uint64_t n)
{
    unsigned char *at = coset_arena_get(m->ir->arena, (n + 1) * sizeof(coset_ir_bunch), 1);
    return (coset_ir_bunch *)(void *)(at + (sizeof(coset_ir_bunch) - (uintptr_t)at % sizeof(coset_ir_bunch)));
}

static coset_ir_bunch *all_let(coset_ir_machine_model *m, uint64_t n)
{
    coset_ir_bunch *lets = new_bunches(m, n);
    memset(lets, 0xff, n * sizeof *lets);
    return lets;
}

static coset_ir_sieve *sieve_of(coset_ir_machine_model *m, sieves *all, uint32_t slot)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].slot == slot)
            return &all->at[i];
    uint64_t n = m->slot_types[slot]->n + 1;
    coset_ir_sieve *s = coset_vec_add(all);
    *s = (coset_ir_sieve){slot, all_let(m, n), all_let(m, n)};
    return s;
}

static void add(coset_ir_bunch *set, uint32_t i) { set->words[i / 64] |= UINT64_C(1) << i % 64; }
static void drop(coset_ir_bunch *set, uint32_t i) { set->words[i / 64] &= ~(UINT64_C(1) << i % 64); }

/* How a test may fault: never; only if its slot is undefined; also for other values. */
typedef enum { TOTAL, STRICT, FAULTY } reliance;

/* Removes the trial, by its number in the bunch, from the sets of values for which the test is false. */
static reliance sift(coset_machine *m, const coset_ir_expr *test, coset_ir_sieve *s, bool surely, uint32_t trial)
{
    reliance r = TOTAL;
    for (uint64_t v = 0; v <= m->model->slot_types[s->slot]->n; v++) {
        int64_t truth = 1;
        m->mem[s->slot] = (coset_value)v;
        if (!coset_machine_eval(m, test, &truth)) {
            r = v == 0 ? STRICT : FAULTY;
        } else if (!truth) {
            drop(&s->lets[v], trial);
            if (surely)
                drop(&s->surely[v], trial);
        }
    }
    m->mem[s->slot] = 0;
    return r;
}

/* The tests before the next parameter, up to the first one that reads more or may fault for a defined value. */
static void look_at_trial(coset_machine *machine, coset_ir_machine_model *m, sieves *all, uint32_t trial)
{
    coset_ir_trial t = m->trials[trial];
    const coset_ir_plan *plan = &m->plans[t.rule];
    const coset_ir_check *c = plan->checks + plan->first[0],
                         *end = plan->checks + plan->first[t.rank == COSET_IR_ALL ? 1 : 2];
    bool goes_on = true, surely = true;
    coset_slot_test_bind(machine, t);
    for (; goes_on && c < end; c++) {
        uint32_t slot;
        int64_t truth = 0;
        goes_on = is_test(machine, c->test, &slot);
        if (goes_on && slot == NO_SLOT) {
            goes_on = coset_machine_eval(machine, c->test, &truth) && truth;
        } else if (goes_on) {
            coset_ir_sieve *s = sieve_of(m, all, slot);
            reliance r = sift(machine, c->test, s, surely, trial % COSET_IR_BUNCH);
            goes_on = r != FAULTY;
            surely = surely && r == TOTAL;
            if (r == STRICT)
                drop(&s->lets[0], COSET_IR_BUNCH);
        }
    }
    coset_slot_test_unbind(machine, t);
}

/* Every trial passes. */
static bool is_idle(const coset_ir_machine_model *m, const coset_ir_sieve *s)
{
    for (uint64_t v = 0; v <= m->slot_types[s->slot]->n; v++)
        for (uint32_t w = 0; w < COSET_IR_WORDS; w++)
            if (~s->lets[v].words[w])
                return false;
    return true;
}

static coset_ir_sieves keep(const coset_ir_machine_model *m, const sieves *all)
{
    coset_ir_sieve *out = coset_arena_get(m->ir->arena, all->n, sizeof *out);
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->n; i++)
        if (!is_idle(m, &all->at[i]))
            out[n++] = all->at[i];
    return (coset_ir_sieves){n, out};
}

static void make_sieves(coset_machine *machine, coset_ir_machine_model *m)
{
    coset_ir_sieves *out = coset_arena_get(m->ir->arena, m->n_bunches, sizeof *out);
    for (uint32_t b = 0; b < m->n_bunches; b++) {
        sieves all = {0};
        for (uint32_t i = COSET_IR_BUNCH * b; i < COSET_IR_BUNCH * (b + 1) && i < m->n_trials; i++)
            look_at_trial(machine, m, &all, i);
        out[b] = keep(m, &all);
        coset_vec_fini(&all);
    }
    m->sieves = out;
}

/* Includes the bit that means that nothing blocks. */
static const coset_ir_bunch *trials_of_level(coset_ir_machine_model *m, uint32_t priority)
{
    coset_ir_bunch *sets = new_bunches(m, m->n_bunches);
    for (uint32_t b = 0; b < m->n_bunches; b++)
        add(&sets[b], COSET_IR_BUNCH);
    for (uint32_t i = 0; i < m->n_trials; i++)
        if (m->ir->rules[m->trials[i].rule].priority == priority)
            add(&sets[i / COSET_IR_BUNCH], i % COSET_IR_BUNCH);
    return sets;
}

/* ---- transient states ------------------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_ir_mark) marks;

/* `e`, or its negation, as a disjunction of tests of one slot each. False: it is none. */
static bool take_apart(coset_machine *machine, coset_ir_machine_model *m, const coset_ir_expr *e, bool negated,
                       marks *all)
{
    uint32_t slot;
    if (e->op == COSET_E_NOT)
        return take_apart(machine, m, e->a, !negated, all);
    if (e->op == (negated ? COSET_E_AND : COSET_E_OR))
        return take_apart(machine, m, e->a, negated, all) && take_apart(machine, m, e->b, negated, all);
    if (!is_test(machine, e, &slot) || slot == NO_SLOT)
        return false;
    bool total = true, *makes = coset_arena_get(m->ir->arena, (size_t)m->slot_types[slot]->n + 1, sizeof *makes);
    for (uint64_t v = 0; total && v <= m->slot_types[slot]->n; v++) {
        int64_t truth = 0;
        machine->mem[slot] = (coset_value)v;
        total = coset_machine_eval(machine, e, &truth) || v == 0; /* a transient test never reads an undefined slot */
        makes[v] = (truth != 0) != negated;
    }
    machine->mem[slot] = 0;
    *coset_vec_add(all) = (coset_ir_mark){slot, makes};
    return total;
}

static void make_marks(coset_machine *machine, coset_ir_machine_model *m)
{
    marks all = {0};
    if (m->ir->transient && take_apart(machine, m, m->ir->transient->expr, false, &all)) {
        m->n_marks = all.n;
        m->marks = coset_arena_copy(m->ir->arena, all.at, all.n, sizeof *all.at);
    }
    coset_vec_fini(&all);
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

void coset_machine_filter(coset_ir_machine_model *m)
{
    coset_machine *machine = coset_machine_new(m);
    machine->fuel = COSET_IR_FUEL;
    machine->fp = m->base.n_slots;
    list_trials(machine, m, MOST_LISTED);
    m->dispatch = m->n_trials > MANY_TRIALS ? coset_machine_dispatch_new(machine, m) : NULL;
    if (!m->dispatch && m->n_trials > MOST_TRIALS)
        list_trials(machine, m, MOST_TRIALS);
    if (!m->dispatch)
        make_sieves(machine, m);
    make_marks(machine, m);
    coset_machine_free(machine);
    if (m->dispatch) {
        m->n_bunches = 0;
        return;
    }
    const coset_ir_bunch **levels = coset_arena_get(m->ir->arena, m->n_priorities, sizeof *levels);
    for (uint32_t i = 0; i < m->n_priorities; i++)
        levels[i] = trials_of_level(m, m->priorities[i]);
    m->levels = levels;
}
