/* report/json.c - the report as JSON: schema "coset/1", see doc/schema/coset-1.schema.json. */
#include "report/csp.h"
#include "report/report_int.h"

#include <string.h>

/* ---- traces ------------------------------------------------------------------------------------------------- */

static json_t *state_json(const coset_model *m, const coset_value *before, const coset_value *now)
{
    json_t *values = json_object();
    char text[COSET__VALUE_TEXT];
    for (uint32_t s = 0; s < m->n_slots; s++)
        if (!before || before[s] != now[s])
            json_object_set_new(values, m->slots[s].name, coset__json_text(coset__report_value(m, s, now[s], text)));
    return values;
}

static json_t *step_json(const coset_report *r, const coset_trace *t, uint32_t i)
{
    char action[COSET__VALUE_TEXT];
    coset_step step = t->steps[i];
    json_t *one = json_pack("{s:o, s:o, s:o}", "action", coset__json_text(coset__report_action(r->model, step, action)),
                            "rule", coset__json_text(r->model->groups[step.group].name), "at",
                            coset__json_pos(r->text, r->model->groups[step.group].pos));
    if (t->outputs && t->outputs[i])
        json_object_set_new(one, "output", coset__json_text(t->outputs[i]));
    return one;
}

static json_t *fault_json(const coset_report *r, const coset_trace *t)
{
    static const char *const kinds[] = {"assertion",  "undefined", "range", "index",
                                        "arithmetic", "bag",       "loop",  "return"};
    coset_step last = t->steps[t->n_states];
    json_t *step = last.group < r->model->n_groups ? step_json(r, t, t->n_states) : json_object();
    json_object_set_new(step, "fault", json_string(kinds[t->fault.kind]));
    json_object_set_new(step, "text", coset__json_text(t->fault.text));
    json_object_set_new(step, "fault_at", coset__json_pos(r->text, t->fault.pos));
    return step;
}

/* A trace, and the list that stores its rows. */
typedef struct {
    const coset_report *r;
    const coset_trace *t;
} shown_trace;

/* Step i with the slots that it changes; the first one has the whole state. The last state is followed by a fault, or
 * by the step that closes the loop. */
static json_t *trace_row(void *ctx, uint64_t i)
{
    const shown_trace *x = ctx;
    uint32_t n_slots = x->r->model->n_slots;
    if (i == x->t->n_states)
        return x->t->has_fault ? fault_json(x->r, x->t) : step_json(x->r, x->t, x->t->n_states);
    const coset_value *now = x->t->states + (size_t)i * n_slots;
    json_t *step = step_json(x->r, x->t, (uint32_t)i);
    json_object_set_new(step, "changes", state_json(x->r->model, i ? now - n_slots : NULL, now));
    return step;
}

static json_t *fate_row(void *ctx, uint64_t i)
{
    const coset_trace_fate *f = &((const shown_trace *)ctx)->t->fates[i];
    return json_pack("{s:o, s:b, s:I}", "who", coset__json_text(f->name), "moves", f->moves, "step",
                     (json_int_t)f->step);
}

static json_t *trace_json(const coset_report *r, const coset_trace *t, coset__json_rows **rows, coset_arena *a)
{
    shown_trace *x = coset_arena_get(a, 1, sizeof *x);
    *x = (shown_trace){r, t};
    uint64_t n = t->n_states + (uint64_t)(t->has_fault || t->has_loop);
    json_t *trace = json_pack("{s:b, s:o}", "replayed", 1, "steps", coset__json_rows_add(rows, a, n, trace_row, x));
    if (t->stays)
        json_object_set_new(trace, "stays", json_true());
    if (t->has_loop)
        json_object_set_new(trace, "loop", json_integer((json_int_t)t->loop));
    if (t->n_fates)
        json_object_set_new(trace, "fair", coset__json_rows_add(rows, a, t->n_fates, fate_row, x));
    return trace;
}

/* ---- the whole ---------------------------------------------------------------------------------------------- */

static json_t *property_json(const coset_report *r, uint32_t p, coset__json_rows **rows, coset_arena *a)
{
    const coset_prop *what = &r->model->props[p];
    const coset_prop_result *result = &r->result->props[p];
    const coset_trace *t = r->no_traces ? NULL : coset__report_trace(r, p);
    json_t *one = json_pack("{s:o, s:s, s:s, s:o, s:o, s:o}", "name", coset__json_text(what->name), "kind",
                            coset__report_kind(what->kind), "verdict", coset__verdict_json(result->verdict), "at",
                            coset__json_pos(r->text, what->pos), "reason",
                            result->reason ? coset__json_text(result->reason) : json_null(), "trace",
                            t ? trace_json(r, t, rows, a) : json_null());
    coset_pos pos;
    char bound[COSET__CULPRIT_TEXT];
    if (coset__culprit(r, p, &pos, bound))
        json_object_set_new(
            one, "false_part",
            json_pack("{s:o, s:o}", "at", coset__json_pos(r->text, pos), "for", coset__json_text(bound)));
    if (what->kind == COSET_PROP_COVER)
        json_object_set_new(one, "hits", coset__json_count(result->hits));
    if (what->kind == COSET_PROP_FORMULA) {
        json_object_set_new(one, "rounds", json_integer((json_int_t)result->rounds));
        json_object_set_new(one, "vacuous", json_boolean(result->vacuous));
    }
    if (what->kind == COSET_PROP_ACCEPTANCE) {
        json_object_set_new(one, "searched", json_integer((json_int_t)result->searched));
        json_object_set_new(one, "peak_bytes", coset__json_count(result->peak_bytes));
        if (result->por)
            json_object_set_new(one, "partial_order", coset__json_text(result->por));
        if (result->fairness)
            json_object_set_new(one, "fairness", coset__json_text(result->fairness));
        if (result->vacuous)
            json_object_set_new(one, "vacuous", json_true());
        if (result->index)
            json_object_set_new(one, "instance", coset__json_text(result->index));
    }
    if (result->path)
        json_object_set_new(one, "depth", json_integer((json_int_t)result->depth));
    if (result->path && what->n_instances > 1) {
        char text[COSET__VALUE_TEXT];
        r->model->ops->instance_text(r->model, p, result->instance, text, sizeof text);
        json_object_set_new(one, "instance", coset__json_text(text));
    }
    return one;
}

static json_t *order_json(const coset_report *r, const coset_report_order *o)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b}", "loop", coset__json_pos(r->text, o->loop), "at",
                     coset__json_pos(r->text, o->pos), "variable", o->name ? coset__json_text(o->name) : json_null(),
                     "first", coset__json_text(o->a), "second", coset__json_text(o->b), "shown", (int)o->differs);
}

static json_t *symmetry_json(const coset_report *r)
{
    json_t *symmetry = r->group ? coset__json_symmetry(r->model, r->text, r->group)
                                : json_pack("{s:[], s:s, s:[]}", "factors", "order", "1", "refused");
    json_object_set_new(symmetry, "unused", coset__json_refusals(r->model, r->text, r->losses, r->n_losses));
    const char *strategy = r->strategy ? r->strategy->name : "off";
    if (r->found) {
        json_object_set_new(symmetry, "order", json_string(r->found->order));
        json_object_set_new(symmetry, "detected", coset__json_text(r->found->group));
        json_object_set_new(symmetry, "detection_seconds", json_real(r->found->seconds));
        json_object_set_new(symmetry, "not_fair", r->found->not_fair ? json_string(r->found->not_fair) : json_null());
        strategy = r->found->strategy ? r->found->strategy : "off";
    }
    json_object_set_new(symmetry, "strategy", json_string(strategy));
    json_object_set_new(symmetry, "switched_off", r->switched_off ? json_string(r->switched_off) : json_null());
    json_object_set_new(symmetry, "checked_loops", json_integer((json_int_t)r->n_checked));
    json_t *broken = json_array();
    for (uint32_t i = 0; i < r->n_orders; i++)
        json_array_append_new(broken, order_json(r, &r->orders[i]));
    json_object_set_new(symmetry, "order_dependent", broken);
    if (r->not_looked)
        json_object_set_new(symmetry, "not_looked", coset__json_text(r->not_looked));
    json_object_set_new(symmetry, "exact", json_boolean(r->result->exact && !r->renamed && !r->model->variant));
    if (r->renamed)
        json_object_set_new(symmetry, "renamed_starts", json_true());
    return symmetry;
}

static json_t *reasons_json(const coset_report *r)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < r->n_por_reasons; i++)
        json_array_append_new(all, coset__json_text(r->por_reasons[i]));
    return all;
}

static json_t *rules_json(const coset_report *r)
{
    json_t *rules = json_array();
    for (uint32_t g = 0; r->model && g < r->model->n_groups; g++)
        json_array_append_new(rules,
                              json_pack("{s:o, s:o, s:b, s:o}", "name", coset__json_text(r->model->groups[g].name),
                                        "at", coset__json_pos(r->text, r->model->groups[g].pos), "start",
                                        (int)r->model->groups[g].is_start, "fired",
                                        r->fired ? json_null() : coset__json_count(r->result->group_edges[g])));
    return rules;
}

static json_t *properties_json(const coset_report *r, coset__json_rows **rows, coset_arena *a)
{
    json_t *properties = json_array();
    for (uint32_t i = 0; r->script && i < r->script->n_results; i++)
        json_array_append_new(properties, coset__json_csp_row(r, i));
    for (uint32_t p = 0; r->model && p < r->model->n_props; p++)
        if (coset__report_is_shown(r, p))
            json_array_append_new(properties, property_json(r, p, rows, a));
    return properties;
}

static void put_head(json_t *root, const coset_report *r)
{
    char why[600] = "";
    if (r->result->stopped)
        coset__report_stopped(r, why, sizeof why);
    json_object_set_new(root, "schema", json_string("coset/1"));
    json_object_set_new(root, "model", coset__json_text(r->path));
    json_object_set_new(root, "language", json_string(r->script ? r->script->language : r->model->language));
    json_object_set_new(root, "verdict", json_string(coset__verdict_json(coset_report_verdict(r))));
    json_object_set_new(root, "exit_code", json_integer(r->exit_code));
    json_object_set_new(root, "exhaustive", json_boolean(r->result->exhaustive));
    json_object_set_new(root, "stopped", r->result->stopped ? coset__json_text(why) : json_null());
    if (r->model && r->model->dialect)
        json_object_set_new(root, "dialect", json_string(r->model->dialect));
    if (r->model && r->model->variant)
        json_object_set_new(root, "variant", json_string(r->model->variant));
}

static void put_partial_order(json_t *root, const coset_report *r)
{
    if (!r->por)
        return;
    json_t *one = json_pack("{s:b, s:o}", "used", (int)r->partial, "words", coset__json_text(r->por));
    if (r->n_por_reasons)
        json_object_set_new(one, "reasons", reasons_json(r));
    json_object_set_new(root, "partial_order", one);
}

/* The cost of the search. */
static void put_cost(json_t *root, const coset_report *r)
{
    const coset_result *result = r->result;
    json_object_set_new(root, "engine", json_string(result->engine));
    json_object_set_new(root, "threads", json_integer((json_int_t)result->threads));
    json_object_set_new(root, "seconds", json_real(result->seconds));
    json_object_set_new(root, "peak_bytes", coset__json_count(result->peak_bytes));
    if (result->backward)
        json_object_set_new(root, "direction", json_string("backward"));
    if (result->peak_nodes) {
        json_object_set_new(root, "peak_nodes", coset__json_count(result->peak_nodes));
        json_object_set_new(root, "search_nodes", coset__json_count(result->search_nodes));
        json_object_set_new(root, "set_nodes", coset__json_count(result->set_nodes));
        json_object_set_new(root, "level_nodes", coset__json_count(result->level_nodes));
        json_object_set_new(root, "step_nodes", coset__json_count(result->step_nodes));
    }
    json_object_set_new(root, "bytes_per_state", json_real(result->bytes_per_state));
    if (r->script)
        return;
    if (result->file_bytes)
        json_object_set_new(root, "file_bytes", coset__json_count(result->file_bytes));
    json_object_set_new(root, "store", result->store ? json_string(result->store) : json_null());
    json_object_set_new(root, "omission_probability", json_real(result->omission_any));
}

coset_status coset_report_json(const coset_report *r, FILE *out, coset_err *err)
{
    json_t *root = json_object();
    coset_arena *a = coset_arena_new();
    coset__json_rows *rows = NULL;
    put_head(root, r);
    json_object_set_new(root, "properties", properties_json(r, &rows, a));
    json_object_set_new(root, "counts", r->script ? coset__json_csp_counts(r->result) : coset__json_counts(r->result));
    json_object_set_new(root, "symmetry", r->script ? coset__json_csp_symmetry(r) : symmetry_json(r));
    put_partial_order(root, r);
    json_object_set_new(root, "rules", rules_json(r));
    put_cost(root, r);
    if (r->script)
        json_object_set_new(root, "prints", coset__json_csp_prints(r));
    if (coset_text_notes(r->text))
        json_object_set_new(root, "messages", coset__json_messages(r->text));
    coset_status status = coset__json_write_rows(root, rows, out, err);
    coset_arena_free(a);
    return status;
}

/* ---- no result ---------------------------------------------------------------------------------------------- */

coset_status coset_failure_json(const coset_failure *f, FILE *out, coset_err *err)
{
    json_t *root =
        json_pack("{s:s, s:o, s:s, s:i, s:o, s:o}", "schema", "coset/1", "model", coset__json_text(f->path), "verdict",
                  f->exit_code == COSET_EXIT_INCOMPLETE ? "incomplete" : "error", "exit_code", f->exit_code, "reason",
                  coset__json_text(f->reason), "messages", coset__json_messages(f->text));
    if (f->listing)
        json_object_set_new(root, "properties", coset__json_listed(f->listing, "incomplete"));
    if (f->covered)
        json_object_set_new(root, "covered",
                            json_pack("{s:o, s:o, s:i}", "representatives",
                                      coset__json_count(f->covered->representatives), "transitions",
                                      coset__json_count(f->covered->edges), "depth", (int)f->covered->depth));
    return coset__json_write(root, out, err);
}
