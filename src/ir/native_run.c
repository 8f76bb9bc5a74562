/* ir/native_run.c - running machine code, and what the code calls. Needs no LLVM. */
#include "ir/native_run.h"

#include "base/budget.h"
#include "ir/chain.h"

#define TIMED     (16U * COSET_NATIVE_SAMPLE) /* one of this many trials is timed, for all of them */
#define MOST_NANO 50000.0                     /* above this, the thread was not running all the time */

/* The cost of reading the clock, which exceeds that of many rules. */
static double reading(double before, double after) { return after - before; }

static uint32_t run_timed(coset_machine *m, coset_ir_trial trial, coset_native_rule_code *rule, coset_value *look)
{
    m->timed = true;
    m->away = 0;
    double before = coset_clock_now(), began = coset_clock_now();
    uint32_t how = rule(look, m->mem, m, trial.rank);
    double nano = 1e9 * (coset_clock_now() - began - reading(before, began) - m->away);
    m->timed = false;
    atomic_ullong *spent = &m->counts->spent[trial.rule];
    unsigned long long more = TIMED * (unsigned long long)(nano < 0 ? 0 : nano > MOST_NANO ? MOST_NANO : nano);
    atomic_store_explicit(spent, more + atomic_load_explicit(spent, memory_order_relaxed), memory_order_relaxed);
    return how;
}

uint32_t coset_native_run_counted(coset_machine *m, coset_ir_trial trial, coset_native_rule_code *rule,
                                  coset_value *look)
{
    coset_native_count(&m->counts->rules[trial.rule], COSET_NATIVE_SAMPLE);
    return m->n_native % TIMED ? rule(look, m->mem, m, trial.rank) : run_timed(m, trial, rule, look);
}

/* The receiver may run other trials meanwhile. */
static coset_status emit_timed(coset_machine *m, const coset_edge *edge)
{
    m->timed = false;
    double before = coset_clock_now(), began = coset_clock_now();
    coset_status status = m->emit(m->emit_ctx, edge, m->mem);
    m->away += coset_clock_now() - before + reading(before, began);
    m->timed = true;
    return status;
}

uint32_t coset_native_fire(coset_machine *m, uint32_t group, uint64_t instance)
{
    coset_edge edge = {.group = group, .instance = instance, .n_covers = m->n_covers, .covers = m->covers, .orbit = 1};
    edge.chained = m->model->chains && m->model->chains[group].n;
    if (m->model->base.symmetry.n_bags)
        coset_bags_sort(&m->model->base.symmetry, m->mem);
    m->enabled = true;
    m->fired++;
    m->stopped = m->timed ? emit_timed(m, &edge) : m->emit(m->emit_ctx, &edge, m->mem);
    return m->stopped != COSET_OK;
}

void coset_native_cover(coset_machine *m, uint32_t prop) { coset_machine_cover(m, prop); }

void coset_native_clear(const coset_ir_type *t, coset_value *at) { coset_ir_clear(t, at); }

uint32_t coset_native_same(const coset_value *a, const coset_value *b, uint64_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

uint32_t coset_native_bag_room(const coset_value *bag, uint32_t entries, uint32_t width)
{
    uint32_t i = 0;
    while (i < entries && bag[i * width])
        i++;
    return i;
}

coset_value *coset_native_view(coset_machine *m, const coset_value *state)
{
    size_t n = m->model->base.n_slots;
    if (state)
        memcpy(m->view, state, n * sizeof *state);
    else
        memset(m->view, 0, n * sizeof *m->view);
    return m->view;
}

/* If a conjunction over parameters is false, another instance may still fault. */
bool coset_native_prop(coset_machine *m, uint32_t prop, uint32_t instance, const coset_value *state, coset_eval *value)
{
    const coset_native_code *code = m->model->code;
    coset_native_prop_code *f = code ? atomic_load_explicit(&code->props[prop], memory_order_acquire) : NULL;
    if (!f)
        return false;
    const coset_ir_prop *p = &m->model->ir->props[prop];
    const uint32_t told = f(coset_native_look(m, state, code->prop_needs_memory[prop]), m, instance);
    *value = told == COSET_NATIVE_ON ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
    return told == COSET_NATIVE_ON || (told == COSET_NATIVE_FALSE && (p->n_params == 0 || coset_ir_is_indexed(p)));
}
