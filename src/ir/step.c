/* ir/step.c - steps, start states and properties of a program, run on a machine. */
#include "ir/chain.h"
#include "ir/dispatch.h"
#include "ir/fast_paths.h"
#include "ir/interp.h"
#include "ir/native_run.h"
#include "ir/step_cache.h"

coset_worker *coset_machine_worker(const coset_model *base)
{
    return (coset_worker *)coset_machine_new((const coset_ir_machine_model *)base);
}

void coset_machine_worker_free(coset_worker *w)
{
    coset_machine *m = (coset_machine *)w;
    if (!m)
        return;
    coset_machine_transient_free(m->walk);
    coset_step_cache_free(m->recall);
    coset_machine_free(m);
}

void coset_machine_listen(coset_worker *w) { ((coset_machine *)w)->output.listens = true; }

void coset_machine_tell_cuts(coset_worker *w) { ((coset_machine *)w)->tells_cuts = true; }

/* What is told to listeners is not remembered; nor is the result of comparing orders, which may depend on all slots. */
void coset_machine_remember(coset_worker *w)
{
    coset_machine *m = (coset_machine *)w;
    if (!m->recall && !m->output.listens && !m->order)
        m->recall = coset_step_cache_new(m->model);
}

static void set_state(coset_machine *m, const coset_value *state)
{
    size_t bytes = m->model->base.n_slots * sizeof *m->mem;
    if (state)
        memcpy(m->mem, state, bytes);
    else
        memset(m->mem, 0, bytes);
    if (m->probe && m->probe->first)
        memcpy(m->probe->open, m->probe->first, m->model->base.n_slots);
}

/* A new frame for a rule or property at the bottom of the stack. */
static void enter(coset_machine *m, uint32_t frame_size)
{
    m->fp = m->model->base.n_slots;
    m->sp = m->fp + frame_size;
    m->depth = m->call_copy.depth = 0;
    m->stack_base = (uintptr_t)__builtin_frame_address(0);
    m->fuel = COSET_IR_FUEL;
    m->function = NULL;
    m->n_covers = 0;
    m->output.n = m->messages.n = m->marks.n = 0;
    memset(&m->mem[m->fp], 0, frame_size * sizeof *m->mem);
}

/* ---- steps -------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_ir_rule *rule;
    const coset_ir_plan *plan;
    uint32_t group, rank; /* as in a coset_ir_trial */
    bool faulted;         /* the guard has faulted for all values of the parameters still to be bound */
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

/* Runs the bodies of a chain of rules as one. False where it stopped: then state and frame are as they were. */
static bool run_chain(coset_machine *m, const firing *f)
{
    const coset_ir_chain *chain = m->joins && m->model->chains ? &m->model->chains[f->group] : NULL;
    if (!chain || !chain->n)
        return false;
    begin_body(m);
    if (coset_machine_exec(m, chain->body) != COSET_FLOW_STOP)
        return true;
    memcpy(&m->mem[m->fp], m->saved, f->rule->frame_size * sizeof *m->mem);
    set_state(m, m->source);
    return false;
}

/* Runs the body, emits the step, and puts state and frame back as they were. */
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
    set_state(m, m->source);
    return status;
}

typedef enum { PASSED, FAILED, FAULTS } verdict;

/* The value of the checks, in order, up to the first that does not pass. */
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

/* The checks that are due when `depth` parameters are bound. What functions called by them have written is taken back
 * (see plan.c: no later check is to see it). */
static verdict check(coset_machine *m, const firing *f, uint32_t depth)
{
    const coset_ir_check *all = f->plan->checks;
    m->called = false;
    verdict v = run_checks(m, all + f->plan->first[depth], all + f->plan->first[depth + 1]);
    if (m->called)
        set_state(m, m->source);
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
        set_state(m, m->source);
    }
    coset_machine_order_reset(m);
    enter(m, f.rule->frame_size);
    return bind(m, &f, 0, 0);
}

/* One trial, in machine code as far as that goes. */
static inline coset_status run_trial(coset_machine *m, coset_ir_trial t)
{
    coset_status status;
    return coset_native_run_rule(m, t, &status) ? status : coset_machine_interpret(m, t);
}

/* The same by its number, with what is remembered of it. */
static inline coset_status run_number(coset_machine *m, uint32_t i)
{
    coset_status status;
    return m->recall && !m->inside && coset_step_cache_run(m->recall, m, i, &status)
               ? status
               : run_trial(m, m->model->trials[i]);
}

/* The trials of a bunch and level that no slot of the source excludes. */
static coset_ir_bunch candidates(const coset_machine *m, uint32_t level, uint32_t b)
{
    const coset_ir_sieves *all = &m->model->sieves[b];
    coset_ir_bunch trials = m->model->levels[level][b];
    for (uint32_t i = 0; i < all->n; i++) {
        const coset_ir_bunch *lets = &all->sieves[i].lets[m->source[all->sieves[i].slot]];
        for (uint32_t w = 0; w < COSET_IR_WORDS; w++)
            trials.words[w] &= lets->words[w];
    }
    return trials;
}

/* The same where a slot is undefined that blocks. */
static coset_ir_bunch sure_candidates(const coset_machine *m, uint32_t level, uint32_t b)
{
    const coset_ir_sieves *all = &m->model->sieves[b];
    coset_ir_bunch trials = m->model->levels[level][b];
    for (uint32_t i = 0; i < all->n; i++)
        for (uint32_t w = 0; w < COSET_IR_WORDS; w++)
            trials.words[w] &= all->sieves[i].surely[m->source[all->sieves[i].slot]].words[w];
    return trials;
}

static coset_status run_bunch(coset_machine *m, uint32_t level, uint32_t b)
{
    const uint64_t unblocked = UINT64_C(1) << 63;
    coset_ir_bunch trials = candidates(m, level, b);
    if (!(trials.words[COSET_IR_WORDS - 1] & unblocked))
        trials = sure_candidates(m, level, b);
    trials.words[COSET_IR_WORDS - 1] &= ~unblocked;
    for (uint32_t w = 0; w < COSET_IR_WORDS; w++)
        for (uint64_t some = trials.words[w]; some; some &= some - 1) {
            uint32_t i = COSET_IR_BUNCH * b + 64 * w + (uint32_t)__builtin_ctzll(some);
            coset_status status = run_number(m, i);
            if (status != COSET_OK)
                return status;
        }
    return COSET_OK;
}

static coset_status run_due(coset_machine *m, uint32_t level)
{
    coset_status status = COSET_OK;
    coset_machine_find_due(m, &m->model->dispatch[level]);
    for (uint32_t i = 0; status == COSET_OK && i < m->due.n; i++)
        status = run_number(m, m->due.at[i]);
    return status;
}

static coset_status run_only(coset_machine *m)
{
    coset_status status = COSET_OK;
    for (uint32_t i = m->only; status == COSET_OK && i < m->only + m->n_only; i++)
        status = run_number(m, i);
    return status;
}

coset_status coset_machine_level(coset_machine *m, uint32_t level)
{
    coset_status status = COSET_OK;
    if (m->n_only && !m->inside)
        return level ? COSET_OK : run_only(m);
    if (m->model->dispatch)
        return run_due(m, level);
    for (uint32_t b = 0; status == COSET_OK && b < m->model->n_bunches; b++)
        status = run_bunch(m, level, b);
    return status;
}

void coset_machine_look_at(coset_machine *m, const coset_value *state)
{
    m->source = state;
    if (m->recall)
        coset_step_cache_leave(m->recall);
    if (!m->code) /* else who interprets a rule will set it */
        set_state(m, state);
}

static void look_at(coset_machine *m, const coset_value *src, coset_on_edge *on_edge, void *ctx)
{
    m->emit = on_edge;
    m->emit_ctx = ctx;
    m->enabled = false;
    m->code = m->output.listens ? NULL : coset_native_code_of(m->model->twin);
    m->joins = false;
    coset_machine_look_at(m, src);
}

/* The worker may evaluate properties again: what it knows of the source of a step would be lost in between. */
static coset_status leave(coset_machine *m, coset_status status)
{
    m->emit = NULL;
    return status;
}

coset_status coset_machine_starts(coset_worker *w, coset_on_edge *on_edge, void *ctx)
{
    coset_machine *m = (coset_machine *)w;
    coset_status status = COSET_OK;
    look_at(m, NULL, on_edge, ctx);
    for (uint32_t g = 0; status == COSET_OK && g < m->model->ir->n_rules; g++)
        if (m->model->ir->rules[g].is_start)
            status = run_trial(m, (coset_ir_trial){g, COSET_IR_ALL});
    return leave(m, status);
}

coset_status coset_machine_step(coset_worker *w, const coset_value *src, coset_on_edge *on_edge, void *ctx)
{
    coset_machine *m = (coset_machine *)w;
    coset_status status = COSET_OK;
    look_at(m, src, on_edge, ctx);
    m->joins = m->model->chains && !m->output.listens;
    if (m->model->ir->transient)
        return leave(m, coset_machine_transient(m));
    for (uint32_t i = 0; status == COSET_OK && !m->enabled && i < m->model->n_priorities; i++)
        status = coset_machine_level(m, i);
    return leave(m, status);
}

/* The value of the first parameter, as a number. */
static uint32_t first_digit(const coset_ir_rule *r, uint64_t instance)
{
    uint64_t weight = 1;
    for (uint32_t i = 1; i < r->n_params; i++)
        weight *= coset_ir_radix(r->params[i].type);
    return (uint32_t)(instance / weight);
}

coset_status coset_ir_step_of(coset_worker *w, const coset_value *src, uint32_t group, uint64_t instance,
                              coset_on_edge *on_edge, void *ctx)
{
    coset_machine *m = (coset_machine *)w;
    const coset_ir_machine_model *model = m->model;
    m->only = model->first_trial[group];
    m->n_only = model->first_trial[group + 1] - m->only;
    if (!m->n_only)
        return COSET_OK;
    if (instance != COSET_IR_EACH && coset_machine_is_split(model, group)) {
        m->only += first_digit(&model->ir->rules[group], instance);
        m->n_only = 1;
        COSET_INVARIANT(m->only < model->first_trial[group + 1]);
    }
    const coset_status status = coset_machine_step(w, src, on_edge, ctx);
    m->n_only = 0;
    return status;
}

typedef struct {
    uint64_t instance;
    coset_on_edge *emit;
    void *ctx;
} one_instance;

static coset_status pass_instance(void *ctx, const coset_edge *e, const coset_value *dst)
{
    const one_instance *one = ctx;
    return e->instance == one->instance ? one->emit(one->ctx, e, dst) : COSET_OK;
}

coset_status coset_ir_fire(coset_worker *w, const coset_value *src, coset_part part, coset_on_edge *on_edge, void *ctx)
{
    coset_machine *m = (coset_machine *)w;
    one_instance one = {part.instance, on_edge, ctx};
    coset_status status = COSET_OK;
    look_at(m, src, pass_instance, &one);
    if (m->model->chains && m->code) { /* machine code runs whole chains */
        m->code = NULL;
        set_state(m, src);
    }
    for (uint32_t i = m->model->first_trial[part.group]; i < m->model->first_trial[part.group + 1]; i++)
        if (status == COSET_OK)
            status = run_trial(m, m->model->trials[i]);
    return leave(m, status);
}

/* ---- properties --------------------------------------------------------------------------------------------- */

/* A property that calls a function in which an assume statement fails: it proves nothing. */
static coset_eval cut_value(const coset_ir_prop *p)
{
    return p->kind == COSET_PROP_ASSUMPTION ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
}

/* Value below the first `depth` parameters, as a conjunction over the others. */
static coset_eval conjunction(coset_machine *m, const coset_ir_prop *p, uint32_t depth)
{
    coset_domain d;
    int64_t v = 0;
    if (depth == p->n_params) {
        m->cut = m->called = false;
        bool stopped = coset_machine_exec(m, p->prelude) == COSET_FLOW_STOP || !coset_machine_value(m, p->expr, &v);
        if (m->called)
            set_state(m, m->source);
        if (stopped)
            return m->cut ? cut_value(p) : COSET_EVAL_FAULT;
        return v ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
    }
    const coset_ir_binder *b = &p->params[depth];
    bool all = coset_ir_is_symmetric(b->type) || b->type->kind == COSET_T_BAGINDEX;
    coset_eval result = COSET_EVAL_TRUE;
    if (!coset_machine_begin(m, b, &d))
        return COSET_EVAL_FAULT;
    while (coset_machine_advance(m, &d)) {
        coset_eval one = conjunction(m, p, depth + 1);
        if (one == COSET_EVAL_FAULT)
            return one;
        if (one == COSET_EVAL_FALSE)
            result = one;
        if (result == COSET_EVAL_FALSE && !all)
            break;
    }
    return result;
}

void coset_machine_open_prop(coset_machine *m, const coset_ir_prop *p, const coset_value *state)
{
    coset_machine_order_reset(m);
    set_state(m, state);
    m->source = state;
    enter(m, p->frame_size);
}

void coset_machine_take_back(coset_machine *m)
{
    if (m->called)
        set_state(m, m->source);
    m->called = false;
}

bool coset_machine_holds(coset_machine *m, const coset_ir_prop *p, const coset_value *state)
{
    coset_machine_open_prop(m, p, state);
    return conjunction(m, p, 0) == COSET_EVAL_TRUE;
}

bool coset_machine_may_end(coset_worker *w, const coset_value *state)
{
    coset_machine *m = (coset_machine *)w;
    const coset_ir_prop *p = m->model->ir->may_end;
    return p && coset_machine_holds(m, p, state);
}

/* Binds the parameters from `depth` on to the values of the instance, whose digits from there weigh `weight`. An
 * instance outside of a computed or multiset domain does not exist: a cover is not hit, liveness is not demanded. */
static coset_eval instance_value(coset_machine *m, const coset_ir_prop *p, uint32_t depth, uint64_t instance,
                                 uint64_t weight)
{
    coset_domain d;
    if (depth == p->n_params)
        return conjunction(m, p, depth);
    const coset_ir_binder *b = &p->params[depth];
    if (!coset_machine_begin(m, b, &d))
        return COSET_EVAL_FAULT;
    weight /= coset_ir_radix(b->type);
    while (coset_machine_advance(m, &d))
        if (coset_machine_digit(m, b) == instance / weight)
            return instance_value(m, p, depth + 1, instance % weight, weight);
    return p->kind == COSET_PROP_LIVENESS ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
}

coset_eval coset_machine_prop(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state,
                              coset_fault *fault)
{
    coset_machine *m = (coset_machine *)w;
    const coset_ir_prop *p = &m->model->ir->props[prop];
    COSET_INVARIANT(prop < m->model->ir->n_props && p->expr && !m->emit);
    coset_eval e;
    if (coset_native_prop(m, prop, instance, state, &e))
        return e;
    coset_machine_open_prop(m, p, state);
    uint64_t n = m->model->base.props[prop].n_instances;
    e = coset_ir_is_indexed(p) ? instance_value(m, p, 0, instance, n) : conjunction(m, p, 0);
    if (e == COSET_EVAL_FAULT && fault)
        *fault = m->fault;
    return e;
}
