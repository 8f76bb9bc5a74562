/* report/csp_json.c - the assertions of a CSP script as JSON: schema "coset/1". */
#include <string.h>

#include "report/csp.h"
#include "report/report_int.h"

static json_t *event_json(const coset_csp_result *r, uint32_t event)
{
    return event < r->n_events ? coset__json_text(r->event_names[event]) : json_null();
}

static json_t *events_json(const coset_csp_result *r, const uint32_t *at, uint32_t n)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(list, event_json(r, at[i]));
    return list;
}

static json_t *parts_json(const coset_csp_result *r, const coset_csp_counterexample *c)
{
    json_t *list = json_array();
    uint32_t n = c->n_steps + coset_csp_has_last(c);
    for (uint32_t i = 0; coset_csp_shows_parts(c) && i < c->n_parts; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "name", coset__json_text(c->parts[i].name), "events",
                                              events_json(r, c->parts[i].events, n)));
    return list;
}

static json_t *sets_json(const coset_csp_result *r, const coset_csp_counterexample *c)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->n_asked; i++)
        json_array_append_new(list, events_json(r, c->asked[i].events, c->asked[i].n));
    return list;
}

static json_t *steps_json(const coset_csp_result *r, const coset_csp_counterexample *c)
{
    json_t *steps = json_array();
    for (uint32_t i = 0; i < c->n_steps; i++)
        json_array_append_new(steps, json_pack("{s:o, s:s, s:n}", "action", event_json(r, c->steps[i]), "rule",
                                               c->steps[i] ? "event" : "tau", "at"));
    return steps;
}

static json_t *refusing_json(const coset_csp_result *r, const coset_csp_counterexample *c)
{
    return json_pack("{s:o, s:o, s:o}", "steps", steps_json(r, c), "offers", events_json(r, c->offers, c->n_offers),
                     "components", parts_json(r, c));
}

/* What a stable state offered, and so refused all else, before the next step. */
static json_t *seen_json(const coset_csp_result *r, const coset_csp_counterexample *c)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (c->seen[i].n)
            json_array_append_new(list, json_pack("{s:I, s:o}", "step", (json_int_t)i, "offers",
                                                  events_json(r, c->seen[i].events, c->seen[i].n)));
    return list;
}

static json_t *counterexample_json(const coset_csp_result *r, const coset_csp_counterexample *c)
{
    static const char *const kinds[] = {"trace",          "refusal",  "deadlock", "divergence",
                                        "nondeterminism", "no trace", "run"};
    json_t *one = json_pack("{s:b, s:s, s:o, s:o, s:o, s:o}", "replayed", 1, "failure", kinds[c->kind], "steps",
                            steps_json(r, c), "event", event_json(r, c->event), "offers",
                            events_json(r, c->offers, c->n_offers), "components", parts_json(r, c));
    if (strcmp(r->kind, "refinement") == 0)
        json_object_set_new(one, "specification",
                            json_pack("{s:o, s:o}", "allows", events_json(r, c->allowed, c->n_allowed), "acceptances",
                                      sets_json(r, c)));
    if (c->kind == COSET_CSP_BAD_REFUSAL && c->revived != COSET_CSP_NO_EVENT)
        json_object_set_new(one, "performs", event_json(r, c->revived));
    if (c->seen)
        json_object_set_new(one, "refusals", seen_json(r, c));
    if (c->refusing)
        json_object_set_new(one, "refusing", refusing_json(r, c->refusing));
    if (coset_csp_loops(c))
        json_object_set_new(one, "loop", json_integer((json_int_t)c->loop));
    return one;
}

/* As of a model, but that no transitions are told as an unknown number. */
static json_t *counts_json(const coset_result *r)
{
    json_t *counts = coset__json_counts(r);
    if (!r->full_transitions)
        json_object_set_new(counts, "full_transitions", json_null());
    return counts;
}

static json_t *result_json(const coset_csp_report *all, const coset_csp_result *r)
{
    json_t *found = json_array();
    for (uint32_t i = 0; i < r->n_found; i++)
        json_array_append_new(found, counterexample_json(r, &r->found[i]));
    json_t *first = r->n_found ? json_incref(json_array_get(found, 0)) : json_null();
    json_t *symmetry = r->group ? coset__json_csp_group(all, r) : json_null();
    if (r->group) {
        json_object_set_new(symmetry, "strategy", json_string(r->group->strategy ? r->group->strategy : "off"));
        json_object_set_new(symmetry, "exact", json_boolean(!r->counts.representatives || r->counts.exact));
    }
    return json_pack("{s:o, s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:o}", "name",
                     coset__json_text(r->assertion), "kind", r->kind, "verdict", coset__verdict_json(r->verdict),
                     "negated", (int)r->negated, "at", coset__json_pos(all->text, r->pos), "reason",
                     r->reason ? coset__json_text(r->reason) : json_null(), "note",
                     r->note ? coset__json_text(r->note) : json_null(), "trace", first, "counterexamples", found,
                     "counts", counts_json(&r->counts), "seconds", r->seconds, "symmetry", symmetry);
}

static json_t *prints_json(const coset_csp_report *r)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->n_prints; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "expression", coset__json_text(r->prints[i].text), "value",
                                              r->prints[i].value ? coset__json_text(r->prints[i].value) : json_null()));
    return list;
}

/* Sums over all assertions; the depth is the largest, and the memory. */
static coset_result sums(const coset_csp_report *r)
{
    coset_result all = {.exact = true};
    for (uint32_t i = 0; i < r->n_results; i++) {
        const coset_result *one = &r->results[i].counts;
        all.representatives += one->representatives;
        all.edges += one->edges;
        all.states += one->states;
        all.full_transitions += one->full_transitions;
        all.exact &= one->exact || !one->representatives;
        all.depth = one->depth > all.depth ? one->depth : all.depth;
        if (one->peak_bytes < all.peak_bytes)
            continue;
        all.peak_bytes = one->peak_bytes;
        all.bytes_per_state = one->bytes_per_state;
    }
    all.exact &= all.representatives > 0;
    return all;
}

static const char *stopped(const coset_csp_report *r)
{
    if (coset_csp_is_empty(r))
        return "the script has no assertions";
    for (uint32_t i = 0; i < r->n_results; i++)
        if (r->results[i].verdict >= COSET_VERDICT_INCOMPLETE)
            return r->results[i].reason ? r->results[i].reason : "an assertion could not be decided";
    return NULL;
}

coset_status coset_csp_json(const coset_csp_report *r, FILE *out, coset_err *err)
{
    const coset_result all = sums(r);
    const char *why = stopped(r);
    json_t *properties = json_array();
    for (uint32_t i = 0; i < r->n_results; i++)
        json_array_append_new(properties, result_json(r, &r->results[i]));
    json_t *root =
        json_pack("{s:s, s:o, s:s, s:s, s:i, s:b, s:o, s:o, s:o, s:o, s:[], s:s, s:i, s:f, s:o, s:f, s:o}", "schema",
                  "coset/1", "model", coset__json_text(r->path), "language", r->language, "verdict",
                  coset__verdict_json(coset_csp_verdict(r)), "exit_code", r->exit_code, "exhaustive", why == NULL,
                  "stopped", why ? coset__json_text(why) : json_null(), "properties", properties, "counts",
                  counts_json(&all), "symmetry", coset__json_csp_symmetry(r), "rules", "engine", r->engine, "threads",
                  (int)r->threads, "seconds", r->seconds, "peak_bytes", coset__json_count(all.peak_bytes),
                  "bytes_per_state", all.bytes_per_state, "prints", prints_json(r));
    if (coset_text_notes(r->text))
        json_object_set_new(root, "messages", coset__json_messages(r->text));
    return coset__json_write(root, out, err);
}
