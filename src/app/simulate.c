/* app/simulate.c - coset simulate: a run of a model, at random or step by step. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/interact.h"
#include "app/session.h"
#include "app/verbs.h"

typedef struct {
    const coset_model *model;
    coset_worker *worker;
    uint64_t random;
    COSET_VEC(coset_value) states;
    COSET_VEC(coset_step) steps;
    bool has_fault;
    coset_fault fault;
    uint32_t violated; /* property, or COSET_NO_PROP */
    /* The choice among the edges of one state: each of the n seen so far is kept with probability 1/n. */
    uint64_t n_seen;
    coset_step step;
    coset_value *next;
} run;

/* splitmix64 (Steele, Lea and Flood 2014). */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static coset_status keep_one(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    run *r = ctx;
    if (draw(&r->random) % ++r->n_seen != 0)
        return COSET_OK;
    r->step = (coset_step){edge->group, edge->instance};
    r->has_fault = edge->fault != NULL;
    if (edge->fault)
        r->fault = *edge->fault;
    else
        memcpy(r->next, dst, r->model->n_slots * sizeof *dst);
    return COSET_OK;
}

static uint32_t builtin(const coset_model *m, coset_prop_kind kind)
{
    for (uint32_t p = 0; p < m->n_props; p++)
        if (m->props[p].kind == kind)
            return p;
    return COSET_NO_PROP;
}

/* Invariants in the newest state. */
static void check_state(run *r)
{
    coset_fault fault;
    for (uint32_t p = 0; p < r->model->n_props && r->violated == COSET_NO_PROP; p++) {
        const coset_prop *what = &r->model->props[p];
        if (what->kind != COSET_PROP_INVARIANT || what->in_step)
            continue;
        coset_eval value = r->model->ops->eval(r->worker, p, 0, r->next, &fault);
        if (value == COSET_EVAL_FALSE)
            r->violated = p;
    }
}

/* One random step; false where the run ends. */
static bool step(run *r)
{
    const coset_value *from = r->states.n ? r->states.at + (r->states.n - r->model->n_slots) : NULL;
    bool started = r->steps.n > 0;
    r->n_seen = 0;
    coset_status status =
        started ? r->model->ops->next(r->worker, from, keep_one, r) : r->model->ops->starts(r->worker, keep_one, r);
    COSET_INVARIANT(status == COSET_OK);
    if (r->n_seen == 0) {
        r->violated = started ? builtin(r->model, COSET_PROP_DEADLOCK) : COSET_NO_PROP;
        return false;
    }
    *coset_vec_add(&r->steps) = r->step;
    if (r->has_fault) {
        bool named = r->fault.kind == COSET_FAULT_ASSERTION && r->fault.prop < r->model->n_props;
        r->violated = named ? r->fault.prop : builtin(r->model, COSET_PROP_FAULT);
        return false;
    }
    for (uint32_t s = 0; s < r->model->n_slots; s++)
        *coset_vec_add(&r->states) = r->next[s];
    check_state(r);
    return r->violated == COSET_NO_PROP;
}

static int tell(const coset_session *s, const run *r, uint64_t seed)
{
    const coset_settings *settings = s->settings;
    const coset_text_style style = coset_settings_style(settings, stdout);
    const coset_trace t = {.n_states = r->steps.n - (r->has_fault ? 1 : 0),
                           .states = r->states.at,
                           .steps = r->steps.at,
                           .has_fault = r->has_fault,
                           .fault = r->fault,
                           .prop = r->violated};
    bool stuck = r->violated != COSET_NO_PROP && r->model->props[r->violated].kind == COSET_PROP_DEADLOCK;
    if (!style.quiet && !style.no_traces)
        coset_trace_text(r->model, s->text, &t, &style, stdout);
    printf("random run: %u step%s, seed %llu: ", (unsigned)(r->steps.n ? r->steps.n - 1 : 0),
           r->steps.n == 2 ? "" : "s", (unsigned long long)seed);
    if (r->steps.n == 0)
        printf("no start state\n");
    else if (stuck)
        printf("ends in a state without a step\n");
    else if (r->violated != COSET_NO_PROP)
        printf("%s violated\n", r->model->props[r->violated].name);
    else
        printf("nothing violated (a simulation proves nothing; coset check does)\n");
    if (r->violated == COSET_NO_PROP || (stuck && settings->engine.deadlock == COSET_DEADLOCK_OFF))
        return COSET_EXIT_HOLDS;
    return (int)coset_report_exit_of(r->model->props[r->violated].kind);
}

static int random_run(const coset_session *s)
{
    run r = {.model = s->model, .violated = COSET_NO_PROP};
    uint64_t seed = s->settings->has_seed ? s->settings->seed : (uint64_t)time(NULL) * 1000 + (uint64_t)getpid() % 1000;
    r.random = seed;
    r.worker = coset_worker_new(s->model);
    r.next = coset_arena_get(s->arena, (size_t)s->model->n_slots + 1, sizeof *r.next);
    for (uint64_t i = 0; i <= s->settings->steps && step(&r); i++) {
    }
    int code = tell(s, &r, seed);
    s->model->ops->worker_free(r.worker);
    coset_vec_fini(&r.states);
    coset_vec_fini(&r.steps);
    return code;
}

int coset_verb_simulate(coset_settings *settings)
{
    coset_session s;
    int code = coset_session_open(&s, settings);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (settings->interactive)
        coset_interact(&s, stdin, stdout);
    else
        code = random_run(&s);
    coset_session_close(&s);
    return code;
}
