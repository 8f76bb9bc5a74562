/* app/simulate.c - coset simulate: a run of a model, at random or step by step. */
#include "explore/simulate.h"

#include <time.h>
#include <unistd.h>

#include "app/interact.h"
#include "app/verbs.h"
#include "run/limits.h"
#include "run/session.h"

static int print_run(const coset_session *s, const coset_run *run)
{
    const coset_text_style style = coset_settings_style(s->settings, stdout);
    const coset_trace t = {.n_states = run->n_states,
                           .states = run->states,
                           .steps = run->steps,
                           .outputs = run->outputs,
                           .has_fault = run->has_fault,
                           .fault = run->fault,
                           .prop = run->prop};
    if (!style.quiet && !style.no_traces)
        coset_trace_text(s->model, s->text, &t, &style, stdout);
    return coset_write_trail(s, &t);
}

/* Returns the exit status. */
static int tell(const coset_session *s, const coset_run *run, uint64_t seed)
{
    uint32_t n = run->n_states + (run->has_fault ? 1 : 0);
    coset_limits_claim(s->settings);
    int written = print_run(s, run);
    printf("random run: %u step%s, seed %llu: ", (unsigned)(n ? n - 1 : 0), n == 2 ? "" : "s",
           (unsigned long long)seed);
    if (n == 0) {
        printf("there is no start state\n");
        return COSET_EXIT_ASSUMPTION;
    }
    if (run->has_fault && run->fault.kind == COSET_FAULT_BOUND) {
        printf("a built-in bound was reached: %s\n", run->fault.text);
        return COSET_EXIT_INCOMPLETE;
    }
    if (run->prop == COSET_NO_PROP) {
        printf("nothing violated (a simulation is no proof; use coset check)\n");
        return written;
    }
    const coset_prop *what = &s->model->props[run->prop];
    printf("\"%s\" violated%s%s\n", what->name, run->fault.text[0] ? ": " : "", run->fault.text);
    return written ? written : (int)coset_report_exit_of(what->kind);
}

static int random_run(const coset_session *s)
{
    const coset_settings *set = s->settings;
    uint64_t seed = set->has_seed ? set->seed : (uint64_t)time(NULL) * 1000 + (uint64_t)getpid() % 1000;
    coset_limits_doing(set, "the run was made");
    coset_stepper *stepper = coset_simulate(s->model, set->engine.deadlock, seed, set->steps);
    int code = tell(s, coset_stepper_run(stepper), seed);
    coset_stepper_free(stepper);
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
