/* report/csp_json.c - the assertions of a CSP script as JSON: parts of schema "coset/1". */
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

/* The events that a stable state offered before the next step; it refused all others. */
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

json_t *coset__json_csp_counts(const coset_result *r)
{
    json_t *counts = coset__json_counts(r);
    if (!r->full_transitions)
        json_object_set_new(counts, "full_transitions", json_null());
    return counts;
}

json_t *coset__json_csp_row(const coset_report *all, uint32_t i)
{
    const coset_csp_result *r = &all->script->results[i];
    json_t *found = json_array();
    for (uint32_t k = 0; k < r->n_found; k++)
        json_array_append_new(found, counterexample_json(r, &r->found[k]));
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
                     "counts", coset__json_csp_counts(&r->counts), "seconds", r->seconds, "symmetry", symmetry);
}

json_t *coset__json_csp_prints(const coset_report *r)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->script->n_prints; i++)
        json_array_append_new(
            list, json_pack("{s:o, s:o}", "expression", coset__json_text(r->script->prints[i].text), "value",
                            r->script->prints[i].value ? coset__json_text(r->script->prints[i].value) : json_null()));
    return list;
}
