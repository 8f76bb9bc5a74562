#include "explore/simulate.h"

#include <string.h>

#define NO_STATE UINT32_MAX

typedef struct {
    coset_step step;
    uint32_t state, fault; /* indices into the lists of the stepper, or NO_STATE */
    char *output;          /* owned, or NULL */
} choice;

struct coset_stepper {
    const coset_model *m;
    coset_deadlock deadlock;
    coset_worker *step, *check;
    COSET_VEC(choice) choices;
    COSET_VEC(coset_value) targets; /* states that choices lead to */
    COSET_VEC(coset_fault) faults;
    COSET_VEC(coset_value) states; /* of the run */
    COSET_VEC(coset_step) steps;
    COSET_VEC(char *) outputs; /* of the steps, owned */
    bool moves;                /* some step leads to another state or faults */
    bool excluded;             /* some step is no choice: an assumption excludes its target */
    coset_run run;
};

/* ---- choices ---- */

static const coset_value *last_state(const coset_stepper *s)
{
    return s->run.n_states ? s->states.at + (size_t)(s->run.n_states - 1) * s->m->n_slots : NULL;
}

static bool is_excluded(const coset_stepper *s, const coset_value *state)
{
    coset_fault fault;
    for (uint32_t p = 0; p < s->m->n_props; p++)
        for (uint32_t k = 0; s->m->props[p].kind == COSET_PROP_ASSUMPTION && coset_prop_is_state(&s->m->props[p]) &&
                             k < s->m->props[p].n_instances;
             k++)
            if (s->m->ops->eval(s->check, p, k, state, &fault) == COSET_EVAL_FALSE)
                return true;
    return false;
}

static uint32_t add_target(coset_stepper *s, const coset_value *state)
{
    uint32_t n = s->targets.n;
    for (uint32_t i = 0; i < s->m->n_slots; i++)
        *coset_vec_add(&s->targets) = state[i];
    return n;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    coset_stepper *s = ctx;
    const coset_value *src = last_state(s);
    choice c = {{e->group, e->instance}, NO_STATE, NO_STATE, NULL};
    if (e->fault) {
        c.fault = s->faults.n;
        *coset_vec_add(&s->faults) = *e->fault;
    } else {
        if (is_excluded(s, dst)) {
            s->moves = s->excluded = true; /* as in the search: its source is no deadlock */
            return COSET_OK;
        }
        c.state = add_target(s, dst);
    }
    s->moves = s->moves || e->fault || e->leaves || !src || memcmp(src, dst, s->m->n_slots * sizeof *src) != 0;
    c.output = e->output ? coset_copy_text(e->output) : NULL;
    *coset_vec_add(&s->choices) = c;
    return COSET_OK;
}

static void forget_choices(coset_stepper *s)
{
    for (uint32_t i = 0; i < s->choices.n; i++)
        coset_delete(s->choices.at[i].output);
    s->choices.n = 0;
}

static void find_choices(coset_stepper *s)
{
    forget_choices(s);
    s->targets.n = s->faults.n = 0;
    s->moves = s->excluded = false;
    if (s->run.has_fault)
        return;
    const coset_value *src = last_state(s);
    coset_status st = src ? s->m->ops->next(s->step, src, on_edge, s) : s->m->ops->starts(s->step, on_edge, s);
    COSET_INVARIANT(st == COSET_OK); /* on_edge never stops */
}

/* ---- violations ---- */

static bool judge_step(coset_stepper *s)
{
    if (s->run.has_fault && s->run.fault.kind != COSET_FAULT_BOUND)
        s->run.prop = coset_model_fault_prop(s->m, &s->run.fault);
    return s->run.has_fault;
}

static bool judge_invariant(coset_stepper *s, uint32_t p, uint32_t k)
{
    coset_fault fault = {.prop = COSET_NO_PROP};
    coset_eval value = s->m->ops->eval(s->check, p, k, last_state(s), &fault);
    if (value == COSET_EVAL_TRUE || (value == COSET_EVAL_FAULT && fault.kind == COSET_FAULT_BOUND))
        return false;
    s->run.prop = value == COSET_EVAL_FALSE ? p : coset_model_fault_prop(s->m, &fault);
    s->run.instance = value == COSET_EVAL_FALSE ? k : 0;
    s->run.fault = fault;
    return true;
}

static bool judge_state(coset_stepper *s)
{
    for (uint32_t p = 0; s->run.n_states && p < s->m->n_props; p++)
        for (uint32_t k = 0; s->m->props[p].kind == COSET_PROP_INVARIANT && k < s->m->props[p].n_instances; k++)
            if (judge_invariant(s, p, k))
                return true;
    return false;
}

static void judge_deadlock(coset_stepper *s)
{
    bool stuck = s->deadlock == COSET_DEADLOCK_STUCK ? !s->choices.n && !s->excluded : !s->moves;
    if (!s->run.n_states || s->deadlock == COSET_DEADLOCK_OFF || !stuck)
        return;
    const coset_value *last = s->states.at + (size_t)(s->run.n_states - 1) * s->m->n_slots;
    if (!coset_model_may_end(s->m, s->check, last))
        s->run.prop = coset_model_builtin(s->m, COSET_PROP_DEADLOCK);
}

static void arrive(coset_stepper *s)
{
    s->run.states = s->states.at;
    s->run.steps = s->steps.at;
    s->run.outputs = (const char *const *)s->outputs.at;
    s->run.prop = COSET_NO_PROP;
    s->run.instance = 0;
    find_choices(s);
    if (!judge_step(s) && !judge_state(s))
        judge_deadlock(s);
}

/* ---- moving ---- */

coset_stepper *coset_stepper_new(const coset_model *m, coset_deadlock deadlock)
{
    coset_stepper *s = coset_new(1, sizeof *s);
    s->m = m;
    s->deadlock = deadlock;
    s->step = coset_worker_new_listening(m);
    s->check = coset_worker_new(m);
    arrive(s);
    return s;
}

void coset_stepper_free(coset_stepper *s)
{
    if (!s)
        return;
    s->m->ops->worker_free(s->step);
    s->m->ops->worker_free(s->check);
    forget_choices(s);
    for (uint32_t i = 0; i < s->outputs.n; i++)
        coset_delete(s->outputs.at[i]);
    coset_vec_fini(&s->outputs);
    coset_vec_fini(&s->choices);
    coset_vec_fini(&s->targets);
    coset_vec_fini(&s->faults);
    coset_vec_fini(&s->states);
    coset_vec_fini(&s->steps);
    coset_delete(s);
}

uint32_t coset_stepper_choices(const coset_stepper *s) { return s->choices.n; }

coset_choice coset_stepper_choice(const coset_stepper *s, uint32_t i)
{
    COSET_INVARIANT(i < s->choices.n);
    const choice *c = &s->choices.at[i];
    return (coset_choice){c->step, c->state == NO_STATE ? NULL : s->targets.at + c->state,
                          c->fault == NO_STATE ? NULL : &s->faults.at[c->fault], c->output};
}

void coset_stepper_take(coset_stepper *s, uint32_t i)
{
    coset_choice c = coset_stepper_choice(s, i);
    *coset_vec_add(&s->steps) = c.step;
    *coset_vec_add(&s->outputs) = s->choices.at[i].output;
    s->choices.at[i].output = NULL;
    s->run.has_fault = c.fault != NULL;
    s->run.fault = c.fault ? *c.fault : (coset_fault){.prop = COSET_NO_PROP};
    if (!c.fault) {
        for (uint32_t k = 0; k < s->m->n_slots; k++)
            *coset_vec_add(&s->states) = c.state[k];
        s->run.n_states++;
    }
    arrive(s);
}

bool coset_stepper_back(coset_stepper *s)
{
    if (!s->steps.n)
        return false;
    s->steps.n--;
    coset_delete(s->outputs.at[--s->outputs.n]);
    if (s->run.has_fault) {
        s->run.has_fault = false;
    } else {
        s->run.n_states--;
        s->states.n -= s->m->n_slots;
    }
    s->run.fault = (coset_fault){.prop = COSET_NO_PROP};
    arrive(s);
    return true;
}

const coset_run *coset_stepper_run(const coset_stepper *s) { return &s->run; }

/* ---- at random ---- */

/* splitmix64. Source: Steele, Lea, Flood 2014. */
static uint64_t draw(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Without the bias of a plain remainder: draws that fall into the incomplete last round are repeated. */
static uint32_t draw_below(uint64_t *seed, uint32_t n)
{
    uint64_t r, beyond = UINT64_MAX - UINT64_MAX % n;
    while ((r = draw(seed)) >= beyond)
        continue;
    return (uint32_t)(r % n);
}

coset_stepper *coset_simulate(const coset_model *m, coset_deadlock deadlock, uint64_t seed, uint64_t max_steps)
{
    coset_stepper *s = coset_stepper_new(m, deadlock);
    for (uint64_t i = 0; i <= max_steps && s->choices.n && s->run.prop == COSET_NO_PROP; i++)
        coset_stepper_take(s, draw_below(&seed, s->choices.n));
    return s;
}
