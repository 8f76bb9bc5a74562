/* Replay: uses the operations of the unreduced model only, not the search. */
#include <string.h>

#include "trace/loop.h"

typedef struct {
    const coset_model *m;
    coset_worker *worker;
    coset_worker *check; /* for eval during an enumeration */
    const coset_trace *t;
    coset_deadlock deadlock;
    coset_err *err;
    uint32_t at; /* step being replayed; the step must lead to state `at` */
    bool found;
    bool hits;              /* the found step satisfies the cover statement t->prop */
    const coset_value *src; /* when steps of the last state are searched */
    bool can_step;
} replay;

static const coset_value *state(const replay *r, uint32_t i) { return r->t->states + (size_t)i * r->m->n_slots; }

static bool equal(const replay *r, const coset_value *a, const coset_value *b)
{
    return r->m->n_slots == 0 || memcmp(a, b, r->m->n_slots * sizeof *a) == 0;
}

/* The first global assumption that is not true in a state, or COSET_NO_PROP. */
static uint32_t broken_assumption(const replay *r, const coset_value *s)
{
    coset_fault fault;
    for (uint32_t p = 0; p < r->m->n_props; p++)
        for (uint32_t k = 0; r->m->props[p].kind == COSET_PROP_ASSUMPTION && coset_prop_is_state(&r->m->props[p]) &&
                             k < r->m->props[p].n_instances;
             k++)
            if (r->m->ops->eval(r->check, p, k, s, &fault) == COSET_EVAL_FALSE)
                return p;
    return COSET_NO_PROP;
}

/* ---- steps ---- */

static bool covers(const coset_edge *e, uint32_t prop)
{
    for (uint32_t i = 0; i < e->n_covers; i++)
        if (e->covers[i] == prop)
            return true;
    return false;
}

static bool is_same_fault(const coset_fault *a, const coset_fault *b)
{
    return a->kind == b->kind && a->prop == b->prop && a->pos.file == b->pos.file && a->pos.line == b->pos.line &&
           a->pos.column == b->pos.column && strcmp(a->text, b->text) == 0;
}

static coset_status match(void *ctx, const coset_edge *e, const coset_value *dst)
{
    replay *r = ctx;
    const coset_step *step = &r->t->steps[r->at];
    if (e->group != step->group || e->instance != step->instance)
        return COSET_OK;
    bool in_loop = r->t->has_loop && r->at > r->t->loop && coset_loops_are_silent(r->m, r->t->prop);
    if (r->at == r->t->n_states && r->t->has_fault) /* the step that faults */
        r->found = e->fault && is_same_fault(e->fault, &r->t->fault);
    else
        r->found = !e->fault && (e->silent || !in_loop) &&
                   equal(r, dst, state(r, r->at == r->t->n_states ? r->t->loop : r->at));
    if (!r->found)
        return COSET_OK;
    r->hits = covers(e, r->t->prop);
    return COSET_STOPPED;
}

static bool is_known_step(const replay *r, const coset_step *step)
{
    return step->group < r->m->n_groups && r->m->groups[step->group].is_start == (r->at == 0);
}

static coset_status replay_step(replay *r)
{
    const coset_step *step = &r->t->steps[r->at];
    char name[200] = "an unknown rule";
    r->found = false;
    if (is_known_step(r, step)) {
        const coset_model_ops *ops = r->m->ops;
        ops->edge_text(r->m, step->group, step->instance, name, sizeof name);
        coset_status st =
            r->at ? ops->next(r->worker, state(r, r->at - 1), match, r) : ops->starts(r->worker, match, r);
        if (st != COSET_OK && st != COSET_STOPPED)
            return coset_fail(r->err, st, "step %u, %s, cannot be executed", r->at, name);
    }
    if (!r->found)
        return coset_fail(r->err, COSET_INPUT, "step %u: %s does not %s", r->at, name,
                          r->at == r->t->n_states && r->t->has_fault ? "end in the stated fault"
                                                                     : "lead to the stated state");
    return COSET_OK;
}

static coset_status replay_steps(replay *r)
{
    uint32_t n = r->t->n_states + (r->t->has_fault || r->t->has_loop);
    for (r->at = 0; r->at < n; r->at++) {
        coset_status st = replay_step(r);
        if (st != COSET_OK)
            return st;
        uint32_t p = r->at < r->t->n_states ? broken_assumption(r, state(r, r->at)) : COSET_NO_PROP;
        if (p != COSET_NO_PROP)
            return coset_fail(r->err, COSET_INPUT, "state %u violates the assumption \"%s\"", r->at,
                              r->m->props[p].name);
    }
    return COSET_OK;
}

/* ---- the violation at the end ---- */

static bool eval_is(const replay *r, coset_eval value)
{
    coset_fault fault;
    const coset_prop *p = &r->m->props[r->t->prop];
    return r->t->n_states && coset_prop_is_state(p) && r->t->instance < p->n_instances &&
           r->m->ops->eval(r->check, r->t->prop, r->t->instance, state(r, r->t->n_states - 1), &fault) == value;
}

/* A state in which the property cannot be evaluated does not satisfy it either. */
static bool is_unsatisfied(const replay *r) { return eval_is(r, COSET_EVAL_FALSE) || eval_is(r, COSET_EVAL_FAULT); }

/* Some property cannot be evaluated in the last state, which counts as a violation of the trace's property. */
static bool eval_faults(const replay *r)
{
    coset_fault fault;
    for (uint32_t p = 0; r->t->n_states && p < r->m->n_props; p++)
        for (uint32_t k = 0; coset_prop_is_state(&r->m->props[p]) && k < r->m->props[p].n_instances; k++) {
            fault = (coset_fault){.prop = COSET_NO_PROP};
            if (r->m->ops->eval(r->check, p, k, state(r, r->t->n_states - 1), &fault) == COSET_EVAL_FAULT &&
                coset_model_fault_prop(r->m, &fault) == r->t->prop)
                return true;
        }
    return false;
}

static coset_status note_step(void *ctx, const coset_edge *e, const coset_value *dst)
{
    replay *r = ctx;
    if (r->deadlock == COSET_DEADLOCK_STUTTERING && !e->fault && equal(r, dst, r->src))
        return COSET_OK;
    r->can_step = true;
    return COSET_STOPPED;
}

static bool is_deadlocked(replay *r)
{
    if (r->deadlock == COSET_DEADLOCK_OFF || !r->t->n_states || r->t->has_fault)
        return false;
    r->src = state(r, r->t->n_states - 1);
    r->can_step = false;
    coset_status st = r->m->ops->next(r->worker, r->src, note_step, r);
    return st == COSET_OK && !r->can_step && !coset_model_may_end(r->m, r->check, r->src);
}

static bool shows_property(replay *r)
{
    const coset_prop *p = &r->m->props[r->t->prop];
    switch (p->kind) {
    case COSET_PROP_INVARIANT:
    case COSET_PROP_LIVENESS:
        return !r->t->has_fault && is_unsatisfied(r);
    case COSET_PROP_COVER:
        return p->in_step ? r->hits : !r->t->has_fault && eval_is(r, COSET_EVAL_TRUE);
    case COSET_PROP_ASSERTION:
    case COSET_PROP_REFINEMENT:
    case COSET_PROP_FAULT:
        return r->t->has_fault ? coset_model_fault_prop(r->m, &r->t->fault) == r->t->prop : eval_faults(r);
    case COSET_PROP_DEADLOCK:
        return is_deadlocked(r);
    case COSET_PROP_ACCEPTANCE:
        return r->t->has_loop && coset__loop_accepts(r->m, r->t);
    case COSET_PROP_DIVERGENCE: /* the steps of the loop were found to be silent */
        return r->t->has_loop;
    case COSET_PROP_FORMULA: /* replay checks that the run exists; only the engine checked the property */
        return true;
    case COSET_PROP_PREDICATE:
    case COSET_PROP_ASSUMPTION:
        return false;
    }
    return false;
}

static coset_status replay_end(replay *r)
{
    if (r->t->prop == COSET_NO_PROP)
        return COSET_OK;
    if (r->t->prop >= r->m->n_props)
        return coset_fail(r->err, COSET_INPUT, "the trace names an unknown property");
    if (!shows_property(r))
        return coset_fail(r->err, COSET_INPUT, "the end of the trace does not show \"%s\"",
                          r->m->props[r->t->prop].name);
    return COSET_OK;
}

/* A loop must lead back to a state. */
static bool has_steps(const coset_trace *t)
{
    if (t->has_loop && (t->has_fault || t->loop >= t->n_states))
        return false;
    return t->n_states || t->has_fault;
}

coset_status coset_trace_replay(const coset_model *m, const coset_trace *t, coset_deadlock deadlock, coset_err *err)
{
    replay r = {.m = m, .t = t, .deadlock = deadlock, .err = err};
    r.worker = coset_worker_new(m);
    r.check = coset_worker_new(m);
    coset_status st = has_steps(t) ? replay_steps(&r) : coset_fail(err, COSET_INPUT, "the trace is empty");
    if (st == COSET_OK)
        st = replay_end(&r);
    m->ops->worker_free(r.worker);
    m->ops->worker_free(r.check);
    return st;
}
