/* app/replay.c - coset replay: checks that a saved trace is a run of the model and shows the stated violation.
 *
 * The file gives states as text. From the start, each state is searched among the successors of the previous one (by
 * its values and, if the file names it, by the action); so the model alone builds the concrete run. Then the run is
 * replayed like any trace.
 */
#include <string.h>

#include "app/verbs.h"
#include "model/wording.h"
#include "run/limits.h"
#include "run/session.h"

typedef struct {
    const coset_model *model;
    const coset_itf *itf;
    coset_worker *worker;
    coset_trace trace;
    coset_value *states; /* trace.states, still growing */
    coset_step *steps;
    const char **outputs; /* of the steps */
    coset_arena *arena;
    uint32_t number; /* of the state that is searched */
    bool found;
    uint32_t best;        /* fewest slots that differ among the candidates */
    coset_wording words;  /* scratch */
    char difference[700]; /* of the best candidate */
} replay;

/* Counts the slots of `state` that differ from the file; reports the first of them. */
static uint32_t n_differences(replay *r, const coset_value *state, char *first, size_t len)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < r->model->n_slots; s++) {
        const char *want = r->itf->values[r->number][s];
        if (!want)
            continue;
        const char *value = coset_wording_value(&r->words, r->model, s, state[s]);
        if (strcmp(value, want) != 0 && n++ == 0)
            snprintf(first, len, "%s is %s, the trace says %s", r->model->slots[s].name, value, want);
    }
    return n;
}

static coset_status try_edge(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    replay *r = ctx;
    char first[400];
    const char *want = r->itf->actions[r->number];
    if (!dst)
        return COSET_OK;
    if (want && strcmp(want, coset_wording_edge(&r->words, r->model, edge->group, edge->instance)) != 0)
        return COSET_OK;
    uint32_t n = n_differences(r, dst, first, sizeof first);
    if (n == 0) {
        memcpy(r->states + (size_t)r->number * r->model->n_slots, dst, r->model->n_slots * sizeof *dst);
        r->steps[r->number] = (coset_step){edge->group, edge->instance};
        r->outputs[r->number] = edge->output ? coset_arena_text(r->arena, edge->output) : NULL;
        r->found = true;
        return COSET_STOPPED;
    }
    if (n < r->best) {
        r->best = n;
        snprintf(r->difference, sizeof r->difference, "by %s, %s",
                 coset_wording_edge(&r->words, r->model, edge->group, edge->instance), first);
    }
    return COSET_OK;
}

/* Finds the fault of the last step by its action; if the file names none, the property itself faults. */
static coset_status try_fault(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    replay *r = ctx;
    if (dst || !edge->fault)
        return COSET_OK;
    if (strcmp(coset_wording_edge(&r->words, r->model, edge->group, edge->instance), r->itf->fault) != 0)
        return COSET_OK;
    r->steps[r->trace.n_states] = (coset_step){edge->group, edge->instance};
    r->outputs[r->trace.n_states] = edge->output ? coset_arena_text(r->arena, edge->output) : NULL;
    r->trace.has_fault = true;
    r->trace.fault = *edge->fault;
    r->found = true;
    return COSET_STOPPED;
}

static void enumerate(replay *r, uint32_t after, coset_on_edge *emit)
{
    const coset_model_ops *ops = r->model->ops;
    coset_status status; /* STOPPED if found, else OK */
    r->found = false;
    if (after == 0)
        status = ops->starts(r->worker, emit, r);
    else
        status = ops->next(r->worker, r->states + (size_t)(after - 1) * r->model->n_slots, emit, r);
    COSET_INVARIANT(status == COSET_OK || status == COSET_STOPPED);
}

static int no_such_step(const replay *r)
{
    const char *action = r->itf->actions[r->number];
    return coset_complain(COSET_EXIT_MODEL, "step %u%s%s differs: %s", (unsigned)r->number, action ? ", " : "",
                          action ? action : "",
                          r->best != UINT32_MAX ? r->difference : "the model has no such step from the state before");
}

static int find_states(replay *r)
{
    for (r->number = 0; r->number < r->itf->n_states; r->number++) {
        r->best = UINT32_MAX;
        enumerate(r, r->number, try_edge);
        if (!r->found)
            return no_such_step(r);
    }
    r->trace.n_states = r->itf->n_states;
    if (!r->itf->fault)
        return COSET_EXIT_HOLDS;
    enumerate(r, r->itf->n_states, try_fault);
    if (!r->found)
        return coset_complain(COSET_EXIT_MODEL, "the last step, %s, does not end in a fault", r->itf->fault);
    return COSET_EXIT_HOLDS;
}

static bool find_property(const replay *r, uint32_t *prop)
{
    for (*prop = 0; r->itf->property && *prop < r->model->n_props; (*prop)++)
        if (strcmp(r->model->props[*prop].name, r->itf->property) == 0)
            return true;
    return false;
}

static int tell(const coset_session *s, const replay *r, const char *shows)
{
    coset_limits_claim(s->settings);
    const coset_text_style style = coset_settings_style(s->settings, stdout);
    if (!style.quiet && !style.no_traces)
        coset_trace_text(r->model, s->text, &r->trace, &style, stdout);
    printf("replayed: ok   %u state%s%s%s%s\n", (unsigned)r->trace.n_states, r->trace.n_states == 1 ? "" : "s",
           shows ? "   shows: " : "", shows ? shows : "", r->trace.has_fault ? " (fault)" : "");
    return coset_write_trail(s, &r->trace);
}

static int run(const coset_session *s, replay *r)
{
    coset_err err = {0};
    r->states =
        coset_arena_get(s->arena, ((size_t)r->itf->n_states + 1) * (r->model->n_slots + (size_t)1), sizeof *r->states);
    r->steps = coset_arena_get(s->arena, (size_t)r->itf->n_states + 2, sizeof *r->steps);
    r->outputs = coset_arena_get(s->arena, (size_t)r->itf->n_states + 2, sizeof *r->outputs);
    r->arena = s->arena;
    r->trace.outputs = r->outputs;
    r->trace.states = r->states;
    r->trace.steps = r->steps;
    int code = find_states(r);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (!find_property(r, &r->trace.prop)) {
        if (r->itf->property)
            return coset_complain(COSET_EXIT_MODEL, "the model has no property \"%s\"", r->itf->property);
        return tell(s, r, NULL);
    }
    r->trace.instance = r->itf->instance;
    if (coset_trace_replay(r->model, &r->trace, s->settings->engine.deadlock, &err) != COSET_OK)
        return coset_complain(COSET_EXIT_MODEL, "%s", err.text);
    return tell(s, r, r->itf->property);
}

int coset_verb_replay(coset_settings *settings)
{
    coset_session s;
    coset_err err = {0};
    replay r = {0};
    int code = coset_session_open(&s, settings);
    if (code != COSET_EXIT_HOLDS)
        return code;
    r.model = s.model;
    coset_limits_doing(settings, "the trace was read and replayed");
    coset_status status = coset_itf_read(s.model, settings->files[1], s.arena, &r.itf, &err);
    if (status != COSET_OK) {
        code = coset_complain(coset_exit_of(status), "%s", err.text);
    } else {
        r.worker = coset_worker_new_listening(s.model);
        code = run(&s, &r);
        s.model->ops->worker_free(r.worker);
        coset_wording_fini(&r.words);
    }
    coset_session_close(&s);
    return code;
}
