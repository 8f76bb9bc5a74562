/* ir/trial.c - one trial by the interpreter: parameters are bound, guards tested, bodies run.
 *
 * The parts of a guard are tested as soon as the parameters that they need are bound (plan.c). */
#include "ir/chain.h"
#include "ir/fast_paths.h"
#include "ir/frame.h"
#include "ir/native_run.h"

typedef struct {
    const coset_ir_rule *rule;
    const coset_ir_plan *plan;
    uint32_t group, rank; /* as in a coset_ir_trial */
    bool faulted;         /* the guard has faulted for all values of the unbound parameters */
} firing;

typedef enum { FIRED, CHAINED, FAULTED } how_it_went; /* CHAINED: with the rules of its chain */

static coset_status emit(coset_machine *m, const firing *f, uint64_t instance, how_it_went how)
{
    if (m->skip) {
        m->skip--;
        return COSET_OK;
    }
    coset_edge edge = {
        .group = f->group,
        .instance = instance,
        .fault = how == FAULTED ? &m->fault : NULL,
        .chained = how == CHAINED,
        .n_covers = m->n_covers,
        .covers = m->covers,
        .orbit = 1,
        .output = m->output.n ? m->output.text : NULL,
        .messages = m->messages.n ? m->messages.text : NULL,
        .marks = m->marks.n ? m->marks.text : NULL,
    };
    return m->emit(m->emit_ctx, &edge, how == FAULTED ? NULL : m->mem);
}

static void normalise(coset_machine *m)
{
    if (m->model->base.symmetry.n_bags)
        coset_bags_sort(&m->model->base.symmetry, m->mem);
}

static void begin_body(coset_machine *m)
{
    m->fuel = COSET_IR_FUEL;
    m->cut = false;
}

/* Runs the bodies of a chain of rules as one. False if it stopped: state and frame are restored. */
static bool run_chain(coset_machine *m, const firing *f)
{
    const coset_ir_chain *chain = m->joins && m->model->chains ? &m->model->chains[f->group] : NULL;
    if (!chain || !chain->n)
        return false;
    begin_body(m);
    if (coset_machine_exec(m, chain->body) != COSET_FLOW_STOP)
        return true;
    memcpy(&m->mem[m->fp], m->saved, f->rule->frame_size * sizeof *m->mem);
    coset_machine_set_state(m, m->source);
    return false;
}

/* Runs the body, emits the step, and restores state and frame. */
static coset_status fire(coset_machine *m, const firing *f, uint64_t instance)
{
    coset_status status = COSET_OK;
    m->enabled = true;
    m->output.n = m->messages.n = m->marks.n = 0;
    if (f->faulted)
        return emit(m, f, instance, FAULTED);
    size_t bytes = f->rule->frame_size * sizeof *m->mem;
    memcpy(m->saved, &m->mem[m->fp], bytes);
    uint32_t n_covers = m->n_covers;
    if (m->code)
        coset_native_count(&m->counts->rules[f->group], 1);
    const bool chained = run_chain(m, f);
    if (!chained)
        begin_body(m);
    if (chained || coset_machine_exec(m, f->rule->body) != COSET_FLOW_STOP) {
        normalise(m);
        status = emit(m, f, instance, chained ? CHAINED : FIRED);
    } else if (!m->cut) {
        status = emit(m, f, instance, FAULTED);
    }
    m->n_covers = n_covers;
    memcpy(&m->mem[m->fp], m->saved, bytes);
    coset_machine_set_state(m, m->source);
    return status;
}

typedef enum { PASSED, FAILED, FAULTS } verdict;

/* The result of the checks, in order, up to the first that fails. */
static verdict run_checks(coset_machine *m, const coset_ir_check *c, const coset_ir_check *end)
{
    for (; c < end; c++) {
        int64_t v = 1;
        m->cut = false;
        bool stopped =
            c->test ? !coset_machine_value(m, c->test, &v) : coset_machine_exec_one(m, c->bind) == COSET_FLOW_STOP;
        if (stopped)
            return m->cut ? FAILED : FAULTS;
        if (!v)
            return FAILED;
    }
    return PASSED;
}

/* The checks that can run when `depth` parameters are bound. Writes of called functions are reverted (see plan.c: no
 * later check must see them). */
static verdict check(coset_machine *m, const firing *f, uint32_t depth)
{
    const coset_ir_check *all = f->plan->checks;
    m->called = false;
    verdict v = run_checks(m, all + f->plan->first[depth], all + f->plan->first[depth + 1]);
    if (m->called)
        coset_machine_set_state(m, m->source);
    return v;
}

static coset_status bind(coset_machine *m, firing *f, uint32_t depth, uint64_t instance)
{
    coset_domain d;
    coset_status status = COSET_OK;
    bool faulted = f->faulted;
    uint32_t n_covers = m->n_covers;
    m->fuel = COSET_IR_FUEL;
    if (!faulted && f->plan->first[depth] < f->plan->first[depth + 1]) {
        verdict v = check(m, f, depth);
        if (v == FAILED)
            goto done;
        f->faulted = v == FAULTS;
    }
    if (depth == f->rule->n_params) {
        status = fire(m, f, instance);
        goto done;
    }
    const coset_ir_binder *b = &f->rule->params[depth];
    if (!coset_machine_begin(m, b, &d)) {
        for (uint32_t i = depth; i < f->rule->n_params; i++)
            instance *= coset_ir_radix(f->rule->params[i].type);
        m->enabled = true;
        status = emit(m, f, instance, FAULTED);
        goto done;
    }
    if (depth == 0 && f->rank != COSET_IR_ALL) {
        d.rank = f->rank;
        d.n = f->rank + 1;
    }
    uint64_t radix = coset_ir_radix(b->type);
    while (status == COSET_OK && coset_machine_advance(m, &d))
        status = bind(m, f, depth + 1, instance * radix + (d.computed ? coset_machine_digit(m, b) : d.rank - 1));
done:
    m->n_covers = n_covers;
    f->faulted = faulted;
    return status;
}

coset_status coset_machine_interpret(coset_machine *m, coset_ir_trial t)
{
    firing f = {
        .rule = &m->model->ir->rules[t.rule], .plan = &m->model->plans[t.rule], .group = t.rule, .rank = t.rank};
    if (m->code) {
        coset_native_count(&m->counts->rules[t.rule], 1);
        coset_machine_set_state(m, m->source);
    }
    coset_machine_order_reset(m);
    coset_machine_enter(m, f.rule->frame_size);
    return bind(m, &f, 0, 0);
}
