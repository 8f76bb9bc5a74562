/* report/csp_fdr.c - results as FDR's command line prints them, so that programs that read it can read us. */
#include <string.h>

#include "report/csp.h"
#include "report/report_int.h"

/* ---- the document --------------------------------------------------------------------------------------------- */

/* Numbers of events in documents: 1 is tau. */
static json_int_t event_id(uint32_t event) { return (json_int_t)event + 1; }

static const char *event_name(const coset_csp_result *r, uint32_t event)
{
    return event == 0 ? "\xcf\x84" : event == 1 ? "\xe2\x9c\x93" : event < r->n_events ? r->event_names[event] : "-";
}

static json_t *trace_json(const coset_csp_counterexample *c, bool taus)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (taus || c->steps[i] != 0)
            json_array_append_new(list, json_integer(event_id(c->steps[i])));
    return list;
}

static json_t *ids_json(const uint32_t *at, uint32_t n)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(list, json_integer(event_id(at[i])));
    return list;
}

static const char *counterexample_type(coset_csp_failure kind)
{
    static const char *const types[] = {"trace", "minimal_acceptance", "deadlock", "divergence", "determinism"};
    return types[kind];
}

static const char *behaviour_type(coset_csp_failure kind)
{
    static const char *const types[] = {"trace", "min_acceptance", "min_acceptance", "loop", "segmented"};
    return types[kind];
}

static json_t *behaviour_json(const coset_csp_report *all, const coset_csp_counterexample *c)
{
    json_t *one = json_pack("{s:s, s:o}", "type", behaviour_type(c->kind), "trace", trace_json(c, false));
    if (all->reveal_taus)
        json_object_set_new(one, "revealed_trace", trace_json(c, true));
    if (c->event != COSET_CSP_NO_EVENT)
        json_object_set_new(one, "error_event", json_integer(event_id(c->event)));
    if (c->kind == COSET_CSP_BAD_REFUSAL || c->kind == COSET_CSP_DEADLOCK)
        json_object_set_new(one, "min_acceptance", ids_json(c->offers, c->n_offers));
    return one;
}

static json_t *counterexample_json(const coset_csp_report *all, const coset_csp_counterexample *c)
{
    return json_pack("{s:s, s:o, s:o}", "type", counterexample_type(c->kind), "implementation_behaviour",
                     behaviour_json(all, c), "specification_behaviour",
                     json_pack("{s:s, s:o}", "type", "trace", "trace", trace_json(c, false)));
}

static json_t *result_json(const coset_csp_report *all, const coset_csp_result *r)
{
    json_t *found = json_array(), *errors = json_array();
    for (uint32_t i = 0; i < r->n_found; i++)
        json_array_append_new(found, counterexample_json(all, &r->found[i]));
    if (r->verdict >= COSET_VERDICT_INCOMPLETE)
        json_array_append_new(errors, coset__json_text(r->reason ? r->reason : "not decided"));
    int result = r->verdict == COSET_VERDICT_HOLDS ? 1 : r->verdict == COSET_VERDICT_FAILS ? 0 : 2;
    return json_pack("{s:o, s:i, s:o, s:I, s:I, s:I, s:o}", "assertion_string", coset__json_text(r->assertion),
                     "result", result, "errors", errors, "visited_states", (json_int_t)r->states, "visited_transitions",
                     (json_int_t)r->transitions, "visited_plys", (json_int_t)r->depth + 1, "counterexamples", found);
}

static void add_events(json_t *map, const coset_csp_result *r)
{
    char id[32];
    for (uint32_t e = 0; e < r->n_events; e++) {
        (void)snprintf(id, sizeof id, "%lld", (long long)event_id(e));
        json_object_set_new(map, id, coset__json_text(event_name(r, e)));
    }
}

static json_t *prints_json(const coset_csp_report *r)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->n_prints; i++)
        json_array_append_new(list, coset__json_text(r->prints[i].value ? r->prints[i].value : "error"));
    return list;
}

/* Results from..to-1. */
static json_t *document(const coset_csp_report *r, uint32_t from, uint32_t to)
{
    json_t *results = json_array(), *map = json_object();
    for (uint32_t i = from; i < to; i++) {
        json_array_append_new(results, result_json(r, &r->results[i]));
        add_events(map, &r->results[i]);
    }
    return json_pack("{s:[], s:[], s:o, s:o, s:o}", "errors", "warnings", "print_statement_results",
                     from == 0 ? prints_json(r) : json_array(), "event_map", map, "results", results);
}

/* ---- other notations of the same document ------------------------------------------------------------------------ */

static void xml_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        const char *entity = *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : *text == '&' ? "&amp;" : NULL;
        if (entity)
            (void)fputs(entity, out);
        else
            (void)fputc(*text, out);
    }
}

static void scalar(FILE *out, const json_t *v, bool xml)
{
    if (json_is_string(v) && xml)
        xml_text(out, json_string_value(v));
    else
        (void)json_dumpf(v, out, JSON_ENCODE_ANY);
}

static void xml(FILE *out, const char *name, const json_t *v)
{
    size_t i;
    const json_t *item;
    const char *key;
    fprintf(out, "<%s>", name);
    if (json_is_array(v)) {
        json_array_foreach((json_t *)(uintptr_t)v, i, item) xml(out, "item", item);
    } else if (json_is_object(v)) {
        json_object_foreach((json_t *)(uintptr_t)v, key, item)
        {
            if (key[0] < '0' || key[0] > '9') {
                xml(out, key, item);
                continue;
            }
            fprintf(out, "<event id=\"%s\">", key);
            scalar(out, item, true);
            fprintf(out, "</event>");
        }
    } else {
        scalar(out, v, true);
    }
    fprintf(out, "</%s>\n", name);
}

static void yaml(FILE *out, const json_t *v, int indent)
{
    size_t i;
    const json_t *item;
    const char *key;
    bool empty = (json_is_array(v) && json_array_size(v) == 0) || (json_is_object(v) && json_object_size(v) == 0);
    if (empty || (!json_is_array(v) && !json_is_object(v))) {
        fputc(' ', out);
        scalar(out, v, false);
        fputc('\n', out);
        return;
    }
    fputc('\n', out);
    if (json_is_array(v)) {
        json_array_foreach((json_t *)(uintptr_t)v, i, item)
        {
            fprintf(out, "%*s-", indent, "");
            yaml(out, item, indent + 2);
        }
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)v, key, item)
    {
        fprintf(out, "%*s\"%s\":", indent, "", key);
        yaml(out, item, indent + 2);
    }
}

/* ---- text ----------------------------------------------------------------------------------------------------------
 */

typedef struct {
    const coset_csp_report *all;
    FILE *out;
    bool colour, quiet;
} printer;

static void trace_text(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c, bool taus)
{
    const char *between = "";
    fputc('<', p->out);
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (taus || c->steps[i] != 0) {
            fprintf(p->out, "%s%s", between, event_name(r, c->steps[i]));
            between = ", ";
        }
    fputs(">\n", p->out);
}

static void offers_text(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    fputc('{', p->out);
    for (uint32_t i = 0; i < c->n_offers; i++)
        fprintf(p->out, "%s%s", i ? ", " : "", event_name(r, c->offers[i]));
    fputs("}\n", p->out);
}

static void counterexample_text(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    static const char *const names[] = {"Trace", "Minimum Acceptance", "Deadlock", "Divergence", "Determinism"};
    fprintf(p->out, "    Counterexample (%s Counterexample)\n", names[c->kind]);
    if (strcmp(r->kind, "refinement") == 0) {
        fprintf(p->out, "        Specification Debug:\n            Trace: ");
        trace_text(p, r, c, false);
    }
    fprintf(p->out, "        Implementation Debug:\n            Trace: ");
    trace_text(p, r, c, p->all->reveal_taus);
    if (c->event != COSET_CSP_NO_EVENT)
        fprintf(p->out, "            Error Event: %s\n", event_name(r, c->event));
    if (c->kind == COSET_CSP_BAD_REFUSAL || c->kind == COSET_CSP_DEADLOCK) {
        fprintf(p->out, "            Min Acceptance: ");
        offers_text(p, r, c);
    }
    if (c->kind == COSET_CSP_DIVERGES)
        fprintf(p->out, "            Repeats: <%s>\n", event_name(r, 0));
}

static void result_text(const printer *p, const coset_csp_result *r)
{
    static const char *const words[] = {"Passed", "Failed", "Inconclusive", "Error"};
    static const char *const colours[] = {"\033[32m", "\033[31m", "\033[33m", "\033[31m"};
    fprintf(p->out, "%s:\n", r->assertion);
    fprintf(p->out, "    Result: %s%s%s\n", p->colour ? colours[r->verdict] : "", words[r->verdict],
            p->colour ? "\033[0m" : "");
    if (r->reason)
        fprintf(p->out, "    %s\n", r->reason);
    if (p->quiet)
        return;
    if (r->states)
        fprintf(p->out, "    Visited States: %llu\n    Visited Transitions: %llu\n    Visited Plys: %u\n",
                (unsigned long long)r->states, (unsigned long long)r->transitions, (unsigned)r->depth + 1);
    for (uint32_t i = 0; i < r->n_found; i++)
        counterexample_text(p, r, &r->found[i]);
    fputc('\n', p->out);
}

static void text(const coset_csp_report *r, bool colour, bool quiet, FILE *out)
{
    const printer p = {r, out, colour, quiet};
    for (uint32_t i = 0; i < r->n_prints; i++)
        fprintf(out, "%s = %s\n", r->prints[i].text, r->prints[i].value ? r->prints[i].value : "(error)");
    for (uint32_t i = 0; i < r->n_results; i++)
        result_text(&p, &r->results[i]);
}

/* ---- formats -------------------------------------------------------------------------------------------------------
 */

static void frames(const coset_csp_report *r, FILE *out)
{
    for (uint32_t i = 0; i < r->n_results || i == 0; i++) {
        json_t *frame = document(r, i, i < r->n_results ? i + 1 : i);
        (void)json_dumpf(frame, out, JSON_COMPACT);
        fputc('\n', out);
        json_decref(frame);
    }
}

coset_status coset_csp_fdr(const coset_csp_report *r, coset_fdr_format format, bool quiet, FILE *out, coset_err *err)
{
    json_t *whole = format > COSET_FDR_COLOUR ? document(r, 0, r->n_results) : NULL;
    switch (format) {
    case COSET_FDR_JSON:
        return coset__json_write(whole, out, err);
    case COSET_FDR_FRAMED_JSON:
        frames(r, out);
        break;
    case COSET_FDR_XML:
        fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml(out, "refines", whole);
        break;
    case COSET_FDR_YAML:
        fprintf(out, "---");
        yaml(out, whole, 0);
        break;
    default:
        text(r, format == COSET_FDR_COLOUR, quiet, out);
        break;
    }
    if (whole)
        json_decref(whole);
    return fflush(out) == 0 && !ferror(out) ? COSET_OK : coset_fail(err, COSET_IO, "the result cannot be written");
}
