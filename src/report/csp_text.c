/* report/csp_text.c - the assertions of a CSP script, for people. */
#include <string.h>

#include "report/csp.h"
#include "report/report_int.h"

typedef struct {
    const coset_csp_report *r;
    const coset_text_style *style;
    FILE *out;
} printer;

static const char *colour(const printer *p, const char *code) { return p->style->colour ? code : ""; }
#define BOLD   "\033[1m"
#define RED    "\033[31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[33m"
#define PLAIN  "\033[0m"

coset_exit coset_csp_exit_code(const coset_csp_result *results, uint32_t n)
{
    static const coset_verdict order[] = {COSET_VERDICT_FAILS, COSET_VERDICT_ERROR, COSET_VERDICT_INCOMPLETE};
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t worst = 0;
        for (uint32_t i = 0; i < n; i++)
            if (results[i].verdict == order[k] && results[i].exit > worst)
                worst = results[i].exit;
        if (worst && k == 0)
            return (coset_exit)worst;
        if (worst)
            return k == 1 ? COSET_EXIT_MODEL : COSET_EXIT_INCOMPLETE;
    }
    return COSET_EXIT_HOLDS;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

static const char *verdict_word(coset_verdict v)
{
    static const char *const words[] = {"HOLDS", "VIOLATED", "INCOMPLETE", "ERROR"};
    return words[v];
}

static const char *verdict_colour(const printer *p, coset_verdict v)
{
    return colour(p, v == COSET_VERDICT_HOLDS ? GREEN : v == COSET_VERDICT_INCOMPLETE ? YELLOW : RED);
}

static int name_width(const printer *p)
{
    int width = 14;
    for (uint32_t i = 0; i < p->r->n_results; i++) {
        int len = (int)strlen(p->r->results[i].assertion);
        width = len > width ? len : width;
    }
    return width < 64 ? width : 64;
}

static void result_line(const printer *p, const coset_csp_result *r, int width)
{
    char where[512], states[COSET_COUNT_TEXT], full[COSET_COUNT_TEXT];
    coset_pos_text(p->r->text, r->pos, where, sizeof where);
    fprintf(p->out, "  %-11s  %-*s  %s%-10s%s   %s", r->kind, width, r->assertion, verdict_colour(p, r->verdict),
            verdict_word(r->verdict), colour(p, PLAIN), coset__base_name(where));
    if (r->states && !p->style->quiet)
        fprintf(p->out, "   %s state%s", coset_count_text(r->states, ',', states), r->states == 1 ? "" : "s");
    if (r->full_states && r->full_states != r->states && !p->style->quiet)
        fprintf(p->out, " = %s without symmetry", coset_count_text(r->full_states, ',', full));
    if (r->group && r->group->strategy && !p->style->quiet)
        fprintf(p->out, " (%s, group of %s)", r->group->strategy, r->group->order);
    if (r->reason)
        fprintf(p->out, "   %s", r->reason);
    fputc('\n', p->out);
    if (r->note && !p->style->quiet)
        fprintf(p->out, "  %-11s  note: %s\n", "", r->note);
}

/* ---- counterexamples -------------------------------------------------------------------------------------------- */

static const char *event_name(const coset_csp_result *r, uint32_t event)
{
    return event == COSET_CSP_NO_EVENT ? "-" : event < r->n_events ? r->event_names[event] : "(internal)";
}

static void events(const printer *p, const coset_csp_result *r, const uint32_t *at, uint32_t n, bool taus)
{
    const char *between = "";
    fputc('<', p->out);
    for (uint32_t i = 0; i < n; i++) {
        if (at[i] == 0 && !taus)
            continue;
        fprintf(p->out, "%s%s", between, event_name(r, at[i]));
        between = ", ";
    }
    fputc('>', p->out);
}

static void offers(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    fputc('{', p->out);
    for (uint32_t i = 0; i < c->n_offers; i++)
        fprintf(p->out, "%s%s", i ? ", " : "", event_name(r, c->offers[i]));
    fputc('}', p->out);
}

static void parts(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    for (uint32_t i = 0; c->n_parts > 1 && i < c->n_parts; i++) {
        const char *between = "";
        fprintf(p->out, "      %s: <", c->parts[i].name);
        for (uint32_t k = 0; k < c->n_steps + (c->kind == COSET_CSP_BAD_EVENT); k++) {
            uint32_t event = c->parts[i].events[k];
            if (event == COSET_CSP_NO_EVENT || (event == 0 && !p->r->reveal_taus))
                continue;
            fprintf(p->out, "%s%s", between, event_name(r, event));
            between = ", ";
        }
        fprintf(p->out, ">\n");
    }
}

static void ending(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    switch (c->kind) {
    case COSET_CSP_BAD_EVENT:
        fprintf(p->out, "and then %s, which the specification does not allow\n", event_name(r, c->event));
        break;
    case COSET_CSP_BAD_REFUSAL:
        fprintf(p->out, "and then offers only ");
        offers(p, r, c);
        fprintf(p->out, ", less than the specification asks for\n");
        break;
    case COSET_CSP_DEADLOCK:
        fprintf(p->out, "and then nothing more can happen\n");
        break;
    case COSET_CSP_DIVERGES:
        fprintf(p->out, "and then can perform internal events for ever\n");
        break;
    default:
        fprintf(p->out, "and then %s can happen and can be refused\n", event_name(r, c->event));
        break;
    }
}

static void counterexample(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    fprintf(p->out, "    performs ");
    events(p, r, c->steps, c->n_steps, p->r->reveal_taus);
    fputc(' ', p->out);
    ending(p, r, c);
    parts(p, r, c);
}

static void counterexamples(const printer *p, const coset_csp_result *r)
{
    if (!r->n_found)
        return;
    fprintf(p->out, "\n%s%s%s\n", colour(p, BOLD), r->assertion, colour(p, PLAIN));
    for (uint32_t i = 0; i < r->n_found; i++)
        counterexample(p, r, &r->found[i]);
}

static void symmetry(const printer *p, const coset_csp_result *r)
{
    if (!r->group)
        return;
    fprintf(p->out, "\n%s%s%s\n", colour(p, BOLD), r->assertion, colour(p, PLAIN));
    coset_csp_group_text(r->group, p->r->text, p->out);
}

void coset_csp_text(const coset_csp_report *r, const coset_text_style *style, FILE *out)
{
    const printer p = {r, style, out};
    int width = name_width(&p);
    for (uint32_t i = 0; i < r->n_prints; i++)
        fprintf(out, "%s = %s\n", r->prints[i].text, r->prints[i].value ? r->prints[i].value : "(error)");
    if (!style->quiet)
        fprintf(out, "%s%s%s   cspm   %u thread%s\n\n", colour(&p, BOLD), coset__base_name(r->path), colour(&p, PLAIN),
                (unsigned)r->threads, r->threads == 1 ? "" : "s");
    for (uint32_t i = 0; i < r->n_results; i++)
        result_line(&p, &r->results[i], width);
    for (uint32_t i = 0; style->verbose && i < r->n_results; i++)
        symmetry(&p, &r->results[i]);
    if (!style->no_traces && !style->quiet)
        for (uint32_t i = 0; i < r->n_results; i++)
            counterexamples(&p, &r->results[i]);
    if (!style->quiet)
        fprintf(out, "\ntime %.2f s\n", r->seconds);
}
