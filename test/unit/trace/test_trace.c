/* Lifting paths of a quotient, and replay, with every strategy; and that wrong traces are detected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "mutex.h"
#include "trace/trace.h"
#include "wrap/quotient.h"

/* ---- a small search for paths, independent of the engines ---- */

typedef enum { AT_FALSE, AT_TRUE, AT_EVAL_FAULT, AT_STEP_FAULT, AT_STATEMENT, AT_STUCK } event;

typedef struct {
    uint32_t prop;
    event what;
} goal;

typedef struct {
    const coset_model *m;
    goal goal;
    coset_worker *step, *check;
    COSET_VEC(coset_value) states;
    COSET_VEC(uint32_t) parents;
    uint32_t at, n_steps;
    bool found;
    uint32_t instance;
    bool has_fault;
    coset_fault fault;
    uint32_t last; /* state that ends the path */
} finder;

static const coset_value *finder_state(const finder *f, uint32_t i) { return f->states.at + (size_t)i * f->m->n_slots; }

static uint32_t finder_add(finder *f, const coset_value *s, uint32_t parent)
{
    for (uint32_t i = 0; i < f->parents.n; i++)
        if (!memcmp(finder_state(f, i), s, f->m->n_slots * sizeof *s))
            return i;
    for (uint32_t k = 0; k < f->m->n_slots; k++)
        *coset_vec_add(&f->states) = s[k];
    *coset_vec_add(&f->parents) = parent;
    return f->parents.n - 1;
}

static coset_status finder_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    finder *f = ctx;
    f->n_steps++;
    if (e->fault) {
        if (f->goal.what == AT_STEP_FAULT && coset_model_fault_prop(f->m, e->fault) == f->goal.prop && !f->found) {
            f->found = f->has_fault = true;
            f->fault = *e->fault;
            f->last = f->at;
        }
        return COSET_OK;
    }
    uint32_t n = f->parents.n, i = finder_add(f, dst, f->at);
    if (f->goal.what == AT_STATEMENT && e->n_covers && i == n && !f->found) {
        f->found = true;
        f->last = i;
    }
    return COSET_OK;
}

static void finder_look(finder *f)
{
    coset_fault fault;
    uint32_t p = f->goal.prop;
    for (uint32_t k = 0; f->goal.what <= AT_EVAL_FAULT && k < f->m->props[p].n_instances && !f->found; k++) {
        static const coset_eval wanted[] = {COSET_EVAL_FALSE, COSET_EVAL_TRUE, COSET_EVAL_FAULT};
        f->found = f->m->ops->eval(f->check, p, k, finder_state(f, f->at), &fault) == wanted[f->goal.what];
        f->instance = k;
        f->last = f->at;
    }
}

static void finder_run(finder *f, const coset_model *m, goal g)
{
    *f = (finder){.m = m, .goal = g, .step = coset_worker_new(m), .check = coset_worker_new(m)};
    f->at = UINT32_MAX;
    assert_int_equal(m->ops->starts(f->step, finder_edge, f), COSET_OK);
    for (f->at = 0; f->at < f->parents.n && !f->found; f->at++) {
        finder_look(f);
        if (f->found)
            break;
        coset_value src[TOY_SLOTS]; /* states may move while it is expanded */
        memcpy(src, finder_state(f, f->at), m->n_slots * sizeof *src);
        f->n_steps = 0;
        assert_int_equal(m->ops->next(f->step, src, finder_edge, f), COSET_OK);
        if (g.what == AT_STUCK && !f->n_steps) {
            f->found = true;
            f->last = f->at;
        }
        if (f->found)
            break;
    }
}

static coset_path *finder_path(const finder *f, coset_arena *a)
{
    coset_path *path = coset_arena_get(a, 1, sizeof *path);
    for (uint32_t i = f->last; i != UINT32_MAX; i = f->parents.at[i])
        path->n_states++;
    coset_value *states = coset_arena_get(a, (size_t)path->n_states * f->m->n_slots, sizeof *states);
    uint32_t k = path->n_states;
    for (uint32_t i = f->last; i != UINT32_MAX; i = f->parents.at[i])
        memcpy(states + (size_t)--k * f->m->n_slots, finder_state(f, i), f->m->n_slots * sizeof *states);
    path->states = states;
    path->has_fault = f->has_fault;
    path->fault = f->fault;
    return path;
}

static void finder_end(finder *f)
{
    f->m->ops->worker_free(f->step);
    f->m->ops->worker_free(f->check);
    coset_vec_fini(&f->states);
    coset_vec_fini(&f->parents);
}

/* ---- every goal with every strategy ---- */

static const goal goals[] = {
    {MUTEX_P_SYMMETRIC, AT_FALSE},   {MUTEX_P_SKEW, AT_FALSE},       {MUTEX_P_COVER, AT_TRUE},
    {MUTEX_P_STEP, AT_STATEMENT},    {MUTEX_P_FAULT, AT_STEP_FAULT}, {MUTEX_P_ASSERT, AT_STEP_FAULT},
    {MUTEX_P_BROKEN, AT_EVAL_FAULT},
};

static uint32_t shown_prop(goal g) { return g.what == AT_EVAL_FAULT ? MUTEX_P_FAULT : g.prop; }

static const coset_symgroup **groups_of(const coset_model *m, const coset_symgroup *g, coset_arena *a)
{
    const coset_symgroup **props = coset_arena_get(a, m->n_props, sizeof *props);
    uint32_t n = m->symmetry.types[0].n;
    for (uint32_t p = 0; p < m->n_props; p++)
        props[p] = g;
    props[MUTEX_P_SKEW] = coset_symgroup_fix(m, coset_symgroup_fix(m, g, 0, 0, a), 0, n - 1, a);
    props[MUTEX_P_BROKEN] = coset_symgroup_fix(m, coset_symgroup_fix(m, g, 0, 0, a), 0, 1, a);
    return props;
}

static void assert_replays(const coset_model *m, const coset_trace *t)
{
    coset_err err = {0};
    coset_status st = coset_trace_replay(m, t, COSET_DEADLOCK_STUCK, &err);
    if (st != COSET_OK)
        print_error("%s\n", err.text);
    assert_int_equal(st, COSET_OK);
}

static void lift_all(uint32_t n, const char *strategy)
{
    coset_arena *a = coset_arena_new();
    coset_model *m = mutex_model(n);
    const coset_symgroup *g = coset_symgroup_full(m, a), **props = groups_of(m, g, a);
    coset_canon *canon = NULL;
    coset_status made = strategy ? coset_canon_new(m, g, strategy, &canon, NULL) : COSET_OK;
    if (made == COSET_UNSUPPORTED && strncmp(strategy, "pc-", 3) == 0) { /* the model has no program counters */
        coset_model_free(m);
        coset_arena_free(a);
        return;
    }
    assert_int_equal(made, COSET_OK);
    coset_model *q = canon ? coset_quotient_new(m, g, canon, props) : NULL;
    coset_trace_reduction r = {.canon = canon, .group = g, .prop_groups = props};
    for (uint32_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        finder f;
        finder_run(&f, q ? q : m, goals[i]);
        assert_true(f.found);
        const coset_path *path = finder_path(&f, a);
        const coset_trace *t = coset_trace_lift(m, q ? &r : NULL, path, shown_prop(goals[i]), f.instance, a);
        assert_int_equal(t->n_states, path->n_states);
        assert_int_equal(t->has_fault, path->has_fault);
        assert_replays(m, t);
        finder_end(&f);
    }
    if (q)
        coset_model_free(q);
    coset_canon_free(canon);
    coset_model_free(m);
    coset_arena_free(a);
}

static void every_strategy_lifts(void **ctx)
{
    (void)ctx;
    uint32_t n_strategies;
    const coset_strategy *s = coset_strategies(&n_strategies);
    assert_true(n_strategies > 0);
    for (uint32_t n = 3; n <= 5; n++) {
        lift_all(n, NULL);
        for (uint32_t i = 0; i < n_strategies; i++)
            lift_all(n, s[i].name);
    }
}

/* ---- wrong traces ---- */

typedef struct {
    coset_arena *a;
    coset_model *m;
    coset_trace t;
    coset_value *states;
    coset_step *steps;
} sample;

static sample sample_of(goal g)
{
    sample s = {.a = coset_arena_new(), .m = mutex_model(3)};
    finder f;
    finder_run(&f, s.m, g);
    assert_true(f.found);
    const coset_trace *t = coset_trace_lift(s.m, NULL, finder_path(&f, s.a), shown_prop(g), f.instance, s.a);
    s.t = *t;
    s.states = coset_arena_copy(s.a, t->states, (size_t)t->n_states * s.m->n_slots, sizeof *s.states);
    s.steps = coset_arena_copy(s.a, t->steps, (size_t)t->n_states + t->has_fault, sizeof *s.steps);
    s.t.states = s.states;
    s.t.steps = s.steps;
    finder_end(&f);
    assert_replays(s.m, &s.t);
    return s;
}

static void sample_end(sample *s)
{
    coset_model_free(s->m);
    coset_arena_free(s->a);
}

static void assert_refused(const sample *s)
{
    coset_err err = {0};
    assert_int_equal(coset_trace_replay(s->m, &s->t, COSET_DEADLOCK_STUCK, &err), COSET_INPUT);
    assert_true(strlen(err.text) > 0);
}

static void any_change_of_a_trace_is_noticed(void **ctx)
{
    (void)ctx;
    for (uint32_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        sample s = sample_of(goals[i]);
        uint32_t n = s.t.n_states, n_values = n * s.m->n_slots;
        for (uint32_t k = 0; k < n_values; k++) {
            s.states[k] ^= 1;
            assert_refused(&s);
            s.states[k] ^= 1;
        }
        for (uint32_t k = 0; k < n + s.t.has_fault; k++) {
            s.steps[k].group = (s.steps[k].group + 1) % MUTEX_N_GROUPS;
            assert_refused(&s);
            s.steps[k].group = 77;
            assert_refused(&s);
            s.steps[k] = (coset_step){0, 5};
            assert_refused(&s);
            const goal g = goals[i];
            sample_end(&s);
            s = sample_of(g);
        }
        sample_end(&s);
    }
}

static void what_the_end_shows_is_checked(void **ctx)
{
    (void)ctx;
    for (uint32_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        sample s = sample_of(goals[i]);
        uint32_t shown = s.t.prop;
        for (uint32_t p = 0; p < s.m->n_props; p++) {
            s.t.prop = p;
            if (p == shown)
                continue;
            coset_err err = {0};
            bool other = coset_trace_replay(s.m, &s.t, COSET_DEADLOCK_STUCK, &err) == COSET_OK;
            /* One run may show two violations only if its last state or step has both. */
            assert_false(other && s.t.has_fault);
        }
        s.t.prop = MUTEX_N_PROPS;
        assert_refused(&s);
        s.t.prop = shown;
        if (s.t.n_states > 1) { /* too short */
            s.t.n_states--;
            assert_refused(&s);
            s.t.n_states++;
        }
        if (s.t.has_fault) {
            s.t.fault.text[0]++;
            assert_refused(&s);
            s.t.has_fault = false;
            assert_refused(&s);
        }
        s.t = (coset_trace){.prop = shown};
        assert_refused(&s);
        sample_end(&s);
    }
}

/* ---- deadlock ---- */

static void a_state_with_a_step_is_no_deadlock(void **ctx)
{
    (void)ctx;
    sample s = sample_of((goal){MUTEX_P_SYMMETRIC, AT_FALSE});
    s.t.prop = MUTEX_P_DEADLOCK;
    assert_refused(&s);
    coset_err err;
    assert_int_equal(coset_trace_replay(s.m, &s.t, COSET_DEADLOCK_OFF, &err), COSET_INPUT);
    sample_end(&s);
}

static toy_outcome stand_still(const toy *t, uint32_t group, uint64_t instance, const coset_value *src,
                               coset_value *dst, coset_edge *e, coset_fault *fault)
{
    (void)t, (void)group, (void)instance, (void)e, (void)fault;
    dst[0] = 1;
    return !src || src[0] == 1 ? TOY_STEP : TOY_DISABLED;
}

static void stuttering_is_a_deadlock_only_if_so_asked(void **ctx)
{
    (void)ctx;
    toy *t = toy_new("still");
    (void)toy_slot(t, "s", 1);
    (void)toy_group(t, "start", true, 1);
    (void)toy_group(t, "stay", false, 1);
    (void)toy_prop(t, "deadlock", COSET_PROP_DEADLOCK, 1, false);
    t->step = stand_still;
    coset_value one = 1;
    coset_step start = {0, 0};
    coset_trace trace = {.n_states = 1, .states = &one, .steps = &start};
    assert_int_equal(coset_trace_replay(&t->model, &trace, COSET_DEADLOCK_STUTTERING, NULL), COSET_OK);
    assert_int_equal(coset_trace_replay(&t->model, &trace, COSET_DEADLOCK_STUCK, NULL), COSET_INPUT);
    assert_int_equal(coset_trace_replay(&t->model, &trace, COSET_DEADLOCK_OFF, NULL), COSET_INPUT);
    coset_model_free(&t->model);
}

/* ---- a group that is none ---- */

static toy_outcome skewed_step(const toy *t, uint32_t group, uint64_t instance, const coset_value *src,
                               coset_value *dst, coset_edge *e, coset_fault *fault)
{
    if (group == MUTEX_TRY && instance == 0)
        return TOY_DISABLED; /* process 0 never does anything */
    return mutex_step(t, group, instance, src, dst, e, fault);
}

static coset_eval first_is_never_inside(const toy *t, uint32_t prop, uint32_t instance, const coset_value *s,
                                        coset_fault *fault)
{
    if (prop == MUTEX_P_SKEW)
        return mutex_truth(s[0] != 2);
    return mutex_eval(t, prop, instance, s, fault);
}

/* The child lifts and replays; it must end by an abort or find the trace wrong (exit 3). */
static void try_lying_group(void)
{
    (void)freopen("/dev/null", "w", stderr);
    coset_arena *a = coset_arena_new();
    coset_model *m = mutex_model(3);
    ((toy *)m)->step = skewed_step;
    ((toy *)m)->eval = first_is_never_inside;
    const coset_symgroup *g = coset_symgroup_full(m, a), **props = groups_of(m, g, a);
    coset_canon *canon;
    if (coset_canon_new(m, g, "full", &canon, NULL) != COSET_OK)
        _exit(1);
    coset_model *q = coset_quotient_new(m, g, canon, props);
    coset_trace_reduction r = {.canon = canon, .group = g, .prop_groups = props};
    finder f;
    finder_run(&f, q, (goal){MUTEX_P_SKEW, AT_FALSE});
    if (!f.found)
        _exit(2);
    const coset_trace *t = coset_trace_lift(m, &r, finder_path(&f, a), MUTEX_P_SKEW, 0, a);
    _exit(coset_trace_replay(m, t, COSET_DEADLOCK_STUCK, NULL) == COSET_OK ? 0 : 3);
}

static void a_false_symmetry_never_yields_a_trace(void **ctx)
{
    (void)ctx;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        try_lying_group();
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_strategy_lifts),
        cmocka_unit_test(any_change_of_a_trace_is_noticed),
        cmocka_unit_test(what_the_end_shows_is_checked),
        cmocka_unit_test(a_state_with_a_step_is_no_deadlock),
        cmocka_unit_test(stuttering_is_a_deadlock_only_if_so_asked),
        cmocka_unit_test(a_false_symmetry_never_yields_a_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
