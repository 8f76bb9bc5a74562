/* library/answer.c - runs and their results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/problem.h"

/* ---- runs -------------------------------------------------------------------------------------------------------- */

void coset_answer_free(coset_answer *answer)
{
    if (!answer)
        return;
    json_decref(answer->root);
    coset_library_outcome_free(&answer->outcome);
    free(answer);
}

/* False: a run is in progress already. */
static int begin(coset_problem *p)
{
    (void)pthread_mutex_lock(&p->process.lock);
    const int was_busy = p->process.busy;
    p->process.busy = 1;
    if (!was_busy)
        p->process.cancelled = 0;
    (void)pthread_mutex_unlock(&p->process.lock);
    return !was_busy;
}

static void end(coset_problem *p)
{
    (void)pthread_mutex_lock(&p->process.lock);
    p->process.busy = 0;
    (void)pthread_mutex_unlock(&p->process.lock);
}

/* Counts that a double represents exactly are JSON numbers: turns them into text. */
static void counts_to_text(json_t *counts)
{
    static const char *const keys[] = {"representatives", "states", "transitions", "full_transitions"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *n = json_object_get(counts, keys[i]);
        char digits[32];
        if (!json_is_integer(n))
            continue;
        (void)snprintf(digits, sizeof digits, "%lld", (long long)json_integer_value(n));
        (void)json_object_set_new(counts, keys[i], json_string(digits));
    }
}

static int run(coset_problem *p, coset_on_progress *progress, void *ctx, coset_answer *a)
{
    if (!coset_library_call(&p->task, &p->process, progress, ctx, &a->outcome))
        return 0;
    a->root = coset_library_settle(&a->outcome);
    counts_to_text(json_object_get(a->root, "counts"));
    return 1;
}

int coset_run(coset_problem *problem, coset_on_progress *progress, void *ctx, coset_answer **out)
{
    *out = NULL;
    if (!problem)
        return COSET_END_USAGE;
    if (!begin(problem))
        return COSET_END_USAGE;
    coset_answer *a = calloc(1, sizeof *a);
    if (a && !run(problem, progress, ctx, a)) {
        free(a);
        a = NULL;
    }
    end(problem);
    *out = a;
    return coset_answer_code(a);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

int coset_answer_code(const coset_answer *answer) { return answer ? answer->outcome.code : COSET_END_RESOURCES; }

int coset_answer_exhaustive(const coset_answer *answer)
{
    return answer && json_is_true(json_object_get(answer->root, "exhaustive"));
}

const char *coset_answer_reason(const coset_answer *answer)
{
    return answer ? coset_library_reason(answer->root, &answer->outcome) : NULL;
}

const char *coset_answer_json(const coset_answer *answer) { return answer ? answer->outcome.json : ""; }

const char *coset_answer_log(const coset_answer *answer) { return answer ? answer->outcome.log : ""; }

void coset_answer_notes(const coset_answer *answer, coset_on_note *call, void *ctx)
{
    if (answer)
        coset_library_notes(answer->root, call, ctx);
}

int coset_answer_totals(const coset_answer *answer, coset_totals *out)
{
    const json_t *counts = answer ? json_object_get(answer->root, "counts") : NULL;
    if (!counts)
        return 0;
    const json_t *symmetry = json_object_get(answer->root, "symmetry");
    *out = (coset_totals){
        .representatives = coset_library_text(counts, "representatives"),
        .states = coset_library_text(counts, "states"),
        .transitions = coset_library_text(counts, "transitions"),
        .full_transitions = coset_library_text(counts, "full_transitions"),
        .group_order = coset_library_text(symmetry, "order"),
        .strategy = coset_library_text(symmetry, "strategy"),
        .depth = (uint32_t)json_integer_value(json_object_get(counts, "depth")),
        .seconds = json_number_value(json_object_get(answer->root, "seconds")),
        .peak_bytes = (uint64_t)json_integer_value(json_object_get(answer->root, "peak_bytes")),
    };
    return 1;
}

/* ---- properties and traces --------------------------------------------------------------------------------------- */

static const json_t *finding(const coset_answer *answer, size_t i)
{
    return answer ? json_array_get(json_object_get(answer->root, "properties"), i) : NULL;
}

static const json_t *steps_of(const coset_answer *answer, size_t i)
{
    return json_object_get(json_object_get(finding(answer, i), "trace"), "steps");
}

size_t coset_answer_findings(const coset_answer *answer)
{
    return answer ? json_array_size(json_object_get(answer->root, "properties")) : 0;
}

int coset_answer_finding(const coset_answer *answer, size_t i, coset_finding *out)
{
    const json_t *one = finding(answer, i), *trace = json_object_get(one, "trace"),
                 *loop = json_object_get(trace, "loop");
    if (!one)
        return 0;
    *out = (coset_finding){.verdict = coset_library_text(one, "verdict"),
                           .reason = coset_library_text(one, "reason"),
                           .instance = coset_library_text(one, "instance"),
                           .steps = json_array_size(steps_of(answer, i)),
                           .loop = loop ? (long)json_integer_value(loop) : -1};
    return coset_library_property(one, &out->property);
}

int coset_answer_step(const coset_answer *answer, size_t i, size_t step, coset_step_shown *out)
{
    const json_t *one = json_array_get(steps_of(answer, i), step);
    if (!one)
        return 0;
    *out = (coset_step_shown){.rule = coset_library_text(one, "rule"),
                              .action = coset_library_text(one, "action"),
                              .at = coset_library_place(one, "at"),
                              .fault = coset_library_text(one, "fault"),
                              .text = coset_library_text(one, "text"),
                              .changes = json_object_size(json_object_get(one, "changes"))};
    if (out->fault && coset_library_place(one, "fault_at").file)
        out->at = coset_library_place(one, "fault_at");
    return 1;
}

int coset_answer_change(const coset_answer *answer, size_t i, size_t step, size_t number, coset_change *out)
{
    json_t *changes = json_object_get(json_array_get(steps_of(answer, i), step), "changes");
    void *at = json_object_iter(changes);
    for (size_t k = 0; at && k < number; k++)
        at = json_object_iter_next(changes, at);
    if (!at)
        return 0;
    *out = (coset_change){json_object_iter_key(at), json_string_value(json_object_iter_value(at))};
    return 1;
}
