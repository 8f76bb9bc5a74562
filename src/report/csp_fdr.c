/* report/csp_fdr.c - results in the machine-readable formats of FDR's command line.
 *
 * Events are numbers in a document's event_map: 1 is tau, 2 tick. They are identified by name, so that several scripts
 * can be in one document.
 */
#include <string.h>

#include "base/mem.h"
#include "report/csp_fdr_int.h"
#include "report/report_int.h"

struct coset_fdr {
    coset_fdr_style style;
    FILE *out;
    json_t *document; /* NULL: text */
    json_t *ids;      /* event name -> number */
    uint32_t n_notes; /* messages of the script that were written */
};

static bool is_framed(const coset_fdr *f) { return f->style.format >= COSET_FDR_FRAMED_JSON; }

static void begin(coset_fdr *f)
{
    f->document = json_pack("{s:[], s:[], s:[], s:{}, s:[]}", "errors", "warnings", "print_statement_results",
                            "event_map", "results");
    f->ids = json_object();
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

const char *coset__fdr_event(const coset_csp_result *r, uint32_t event)
{
    return event == 0 ? "\xcf\x84" : event == 1 ? "\xe2\x9c\x93" : event < r->n_events ? r->event_names[event] : "-";
}

uint32_t coset__fdr_revealed(const coset_csp_counterexample *c, uint32_t i)
{
    uint32_t inner = coset_csp_inner(c, i);
    return inner == COSET_CSP_NO_EVENT ? c->steps[i] : inner;
}

static json_t *event_id(coset_fdr *f, const coset_csp_result *r, uint32_t event)
{
    const char *name = coset__fdr_event(r, event);
    json_t *known = json_object_get(f->ids, name);
    if (known)
        return json_incref(known);
    char id[32];
    json_int_t n = (json_int_t)json_object_size(f->ids) + 1;
    (void)snprintf(id, sizeof id, "%lld", (long long)n);
    json_object_set_new(json_object_get(f->document, "event_map"), id, coset__json_text(name));
    json_object_set_new(f->ids, name, json_integer(n));
    return json_integer(n);
}

/* All events that the script's processes have, in its order. */
static void name_events(coset_fdr *f, const coset_csp_result *r)
{
    for (uint32_t e = 0; e < r->n_events; e++)
        json_decref(event_id(f, r, e));
}

static json_t *ids_json(coset_fdr *f, const coset_csp_result *r, const uint32_t *at, uint32_t n)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(list, event_id(f, r, at[i]));
    return list;
}

/* ---- counterexamples --------------------------------------------------------------------------------------------- */

static json_t *revealed_json(coset_fdr *f, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->n_steps; i++)
        json_array_append_new(list, event_id(f, r, coset__fdr_revealed(c, i)));
    return list;
}

static json_t *visible_json(coset_fdr *f, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (c->steps[i] != 0)
            json_array_append_new(list, event_id(f, r, c->steps[i]));
    return list;
}

static json_t *implementation_json(coset_fdr *f, const coset_report *all, const coset_csp_result *r,
                                   const coset_csp_counterexample *c)
{
    static const char *const types[] = {"trace", "min_acceptance", "min_acceptance", "loop", "segmented", "trace",
                                        "loop"};
    json_t *one = json_pack("{s:s, s:o}", "type", types[c->kind], "trace", ids_json(f, r, c->steps, c->n_steps));
    if (all->script->reveal_taus)
        json_object_set_new(one, "revealed_trace", revealed_json(f, r, c));
    if (c->event != COSET_CSP_NO_EVENT)
        json_object_set_new(one, "error_event", event_id(f, r, c->event));
    if (c->kind == COSET_CSP_BAD_REFUSAL || c->kind == COSET_CSP_DEADLOCK)
        json_object_set_new(one, "min_acceptance", ids_json(f, r, c->offers, c->n_offers));
    if (c->kind == COSET_CSP_DIVERGES || coset_csp_loops(c))
        json_object_set_new(one, "loop_index", json_integer((json_int_t)c->loop));
    return one;
}

static json_t *specification_json(coset_fdr *f, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    bool trace = c->kind == COSET_CSP_BAD_EVENT;
    json_t *one = json_pack("{s:s, s:o}", "type", trace ? "trace" : "irrelevant", "trace", visible_json(f, r, c));
    if (trace)
        json_object_set_new(one, "available_events", ids_json(f, r, c->allowed, c->n_allowed));
    return one;
}

static json_t *counterexample_json(coset_fdr *f, const coset_report *all, const coset_csp_result *r,
                                   const coset_csp_counterexample *c)
{
    static const char *const types[] = {"trace",       "min_acceptance", "deadlock", "divergence",
                                        "determinism", "has_trace",      "run"};
    return json_pack("{s:s, s:o, s:o}", "type", types[c->kind], "implementation_behaviour",
                     implementation_json(f, all, r, c), "specification_behaviour", specification_json(f, r, c));
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static json_t *result_json(coset_fdr *f, const coset_report *all, const coset_csp_result *r)
{
    json_t *found = json_array(), *errors = json_array();
    for (uint32_t i = 0; i < r->n_found; i++)
        json_array_append_new(found, counterexample_json(f, all, r, &r->found[i]));
    if (r->verdict >= COSET_VERDICT_INCOMPLETE)
        json_array_append_new(errors, coset__json_text(r->reason ? r->reason : "not decided"));
    int result = r->verdict == COSET_VERDICT_HOLDS ? 1 : r->verdict == COSET_VERDICT_FAILS ? 0 : 2;
    return json_pack("{s:o, s:i, s:o, s:I, s:I, s:I, s:o}", "assertion_string", coset__json_text(r->assertion),
                     "result", result, "errors", errors, "visited_states", (json_int_t)r->counts.representatives,
                     "visited_transitions", (json_int_t)r->counts.edges, "visited_plys",
                     (json_int_t)(r->counts.representatives ? r->counts.depth + 1 : 0), "counterexamples", found);
}

/* The messages that were not written yet. */
static void add_messages(coset_fdr *f, const coset_text *text)
{
    for (; f->n_notes < coset_text_notes(text); f->n_notes++) {
        const coset_text_note n = coset_text_note_at(text, f->n_notes);
        char line[2048];
        (void)snprintf(line, sizeof line, "%s:%u:%u: %s", coset_text_name(text, n.pos.file), (unsigned)n.pos.line,
                       (unsigned)n.pos.column, n.text);
        if (n.severity != COSET_SEVERITY_NOTE)
            json_array_append_new(
                json_object_get(f->document, n.severity == COSET_SEVERITY_ERROR ? "errors" : "warnings"),
                coset__json_text(n.pos.line ? line : n.text));
    }
}

static void add_prints(coset_fdr *f, const coset_report *r)
{
    for (uint32_t i = 0; i < r->script->n_prints; i++)
        json_array_append_new(json_object_get(f->document, "print_statement_results"),
                              coset__json_text(r->script->prints[i].value ? r->script->prints[i].value : "error"));
}

static void add_result(coset_fdr *f, const coset_report *all, const coset_csp_result *r)
{
    name_events(f, r);
    json_array_append_new(json_object_get(f->document, "results"), result_json(f, all, r));
}

/* ---- documents --------------------------------------------------------------------------------------------------- */

/* Writes the document and frees it. */
static void write_document(coset_fdr *f)
{
    switch (f->style.format) {
    case COSET_FDR_XML:
    case COSET_FDR_FRAMED_XML:
        coset__fdr_xml(f->document, f->out);
        break;
    case COSET_FDR_YAML:
    case COSET_FDR_FRAMED_YAML:
        coset__fdr_yaml(f->document, f->out);
        break;
    default: /* programs read it as one line */
        (void)json_dumpf(f->document, f->out, JSON_COMPACT);
        fputc('\n', f->out);
        break;
    }
    (void)fflush(f->out);
    json_decref(f->document);
    json_decref(f->ids);
    f->document = f->ids = NULL;
}

coset_fdr *coset_fdr_new(const coset_fdr_style *style, FILE *out)
{
    coset_fdr *f = coset_new(1, sizeof *f);
    f->style = *style;
    f->out = out;
    if (style->format > COSET_FDR_COLOUR && !is_framed(f))
        begin(f);
    return f;
}

static bool is_text(const coset_fdr *f) { return f->style.format <= COSET_FDR_COLOUR; }

void coset_fdr_begin(coset_fdr *f, const coset_report *r)
{
    f->n_notes = 0;
    if (is_text(f)) {
        coset__fdr_text_prints(r, f->out);
        return;
    }
    if (is_framed(f))
        begin(f);
    add_prints(f, r);
}

void coset_fdr_result(coset_fdr *f, const coset_report *r, uint32_t i)
{
    if (is_text(f)) {
        coset__fdr_text_result(r, i, &f->style, f->out);
        return;
    }
    if (!f->document)
        begin(f);
    add_messages(f, r->text);
    add_result(f, r, &r->script->results[i]);
    if (is_framed(f))
        write_document(f);
}

void coset_fdr_close(coset_fdr *f, const coset_report *r)
{
    if (!f->document) /* text, or all frames are written */
        return;
    add_messages(f, r->text);
    if (is_framed(f))
        write_document(f);
}

void coset_fdr_add_failure(coset_fdr *f, const coset_text *text, const char *why)
{
    if (is_text(f))
        return;
    if (!f->document)
        begin(f);
    f->n_notes = 0;
    if (text)
        add_messages(f, text);
    if (json_array_size(json_object_get(f->document, "errors")) == 0)
        json_array_append_new(json_object_get(f->document, "errors"), coset__json_text(why));
    if (is_framed(f))
        write_document(f);
}

coset_status coset_fdr_end(coset_fdr *f, coset_err *err)
{
    FILE *out = f->out;
    if (f->document)
        write_document(f);
    coset_delete(f);
    return fflush(out) == 0 && !ferror(out) ? COSET_OK : coset_fail(err, COSET_IO, "the result cannot be written");
}
