/* report/csp_text.c - the assertions of a CSP script as text. */
#include <string.h>

#include "report/colours.h"
#include "report/csp.h"
#include "report/report_int.h"

typedef struct {
    const coset_report *r;
    const coset_text_style *style;
    FILE *out;
} printer;

/* ---- lines ------------------------------------------------------------------------------------------------------ */

static int name_width(const printer *p)
{
    int width = 14;
    for (uint32_t i = 0; i < p->r->script->n_results; i++) {
        int len = (int)strlen(p->r->script->results[i].assertion);
        width = len > width ? len : width;
    }
    return width < 64 ? width : 64;
}

static void result_line(const printer *p, const coset_csp_result *r, int width)
{
    char where[512], states[COSET_COUNT_TEXT], full[COSET_COUNT_TEXT];
    coset_pos_text(p->r->text, r->pos, where, sizeof where);
    fprintf(p->out, "  %-11s  %-*s  %s%-10s%s   %s", r->kind, width, r->assertion,
            coset__verdict_colour(p->style, r->verdict), coset__verdict_word(r->verdict),
            coset__colour(p->style, COSET_PLAIN), where);
    const coset_result *n = &r->counts;
    if (n->representatives && !p->style->quiet)
        fprintf(p->out, "   %s state%s", coset_count_text(n->representatives, ',', states),
                n->representatives == 1 ? "" : "s");
    if (n->exact && n->states != n->representatives && !p->style->quiet)
        fprintf(p->out, " = %s without symmetry", coset_count_text(n->states, ',', full));
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

/* <a, b>, from step `from` to before `to`. */
static void events(const printer *p, const coset_csp_result *r, const uint32_t *at, uint32_t from, uint32_t to,
                   bool taus)
{
    const char *between = "";
    fputc('<', p->out);
    for (uint32_t i = from; i < to; i++) {
        if (at[i] == COSET_CSP_NO_EVENT || (at[i] == 0 && !taus))
            continue;
        fprintf(p->out, "%s%s", between, event_name(r, at[i]));
        between = ", ";
    }
    fputc('>', p->out);
}

#define MOST_SHOWN 40

static void set(const printer *p, const coset_csp_result *r, const uint32_t *at, uint32_t n)
{
    fputc('{', p->out);
    for (uint32_t i = 0; i < n && i < MOST_SHOWN; i++)
        fprintf(p->out, "%s%s", i ? ", " : "", event_name(r, at[i]));
    if (n > MOST_SHOWN)
        fprintf(p->out, ", .. %u more", (unsigned)(n - MOST_SHOWN));
    fputc('}', p->out);
}

/* The repeated steps are internal. */
static bool is_silent(const coset_csp_counterexample *c)
{
    for (uint32_t i = c->loop; i < c->n_steps; i++)
        if (c->steps[i] != 0)
            return false;
    return true;
}

#define MOST_IDLE 12 /* maximal number of idle components that are shown */

static bool is_idle(const uint32_t *own, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (own[k] != COSET_CSP_NO_EVENT)
            return false;
    return true;
}

/* The events of each component; for a divergence, those that it repeats. */
static void parts(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c, const char *margin)
{
    uint32_t n = c->n_steps + coset_csp_has_last(c), end = coset_csp_loops(c) ? c->loop : n, n_idle = 0;
    for (uint32_t i = 0; coset_csp_shows_parts(c) && i < c->n_parts; i++) {
        const uint32_t *own = c->parts[i].events;
        bool taus = p->r->script->reveal_taus, repeats = false;
        if (c->n_parts > MOST_IDLE && is_idle(own, n)) {
            n_idle++;
            continue;
        }
        for (uint32_t k = end; k < n; k++)
            repeats |= own[k] != COSET_CSP_NO_EVENT;
        fprintf(p->out, "%s%s: ", margin, c->parts[i].name);
        events(p, r, own, 0, end, taus);
        if (repeats) {
            fprintf(p->out, ", then for ever ");
            events(p, r, own, end, n, true);
        }
        fputc('\n', p->out);
    }
    if (n_idle)
        fprintf(p->out, "%s(%u other component%s nothing)\n", margin, (unsigned)n_idle, n_idle == 1 ? " does" : "s do");
}

/* The acceptances: all events of one of them should have been offered. */
static void asked(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    fprintf(p->out, ", but the specification asks for ");
    for (uint32_t i = 0; i < c->n_asked && i < MOST_SHOWN; i++) {
        fprintf(p->out, "%s", i ? " or " : "");
        set(p, r, c->asked[i].events, c->asked[i].n);
    }
    if (c->n_asked > MOST_SHOWN)
        fprintf(p->out, " or ..");
}

static void not_allowed(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    fprintf(p->out, "and then %s, which the specification does not allow", event_name(r, c->event));
    if (!c->n_allowed) {
        fprintf(p->out, " (nor anything else)");
    } else {
        fprintf(p->out, " (it allows ");
        set(p, r, c->allowed, c->n_allowed);
        fputc(')', p->out);
    }
}

static bool saw_refusals(const coset_csp_counterexample *c)
{
    bool any = false;
    for (uint32_t i = 0; c->seen && i < c->n_steps; i++)
        any = any || c->seen[i].n;
    return any;
}

static void refusal(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    const bool revives = c->revived != COSET_CSP_NO_EVENT;
    fprintf(p->out, revives || !c->n_asked ? "and then refuses all but " : "and then offers only ");
    set(p, r, c->offers, c->n_offers);
    if (!revives && c->n_asked) {
        asked(p, r, c);
        return;
    }
    if (revives)
        fprintf(p->out, " and performs %s", event_name(r, c->revived));
    fprintf(p->out, ", which the specification does not allow%s",
            saw_refusals(c) ? " after the refusals on the way" : "");
}

/* The refusals recorded during the trace. */
static void seen(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    bool any = false;
    for (uint32_t i = 0; c->seen && i < c->n_steps; i++) {
        if (!c->seen[i].n)
            continue;
        fprintf(p->out, any ? ", " : "    on the way it refuses all but ");
        set(p, r, c->seen[i].events, c->seen[i].n);
        fprintf(p->out, " before %s", event_name(r, c->steps[i]));
        any = true;
    }
    if (any)
        fputc('\n', p->out);
}

static void ending(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    switch (c->kind) {
    case COSET_CSP_BAD_EVENT:
        not_allowed(p, r, c);
        break;
    case COSET_CSP_BAD_REFUSAL:
        refusal(p, r, c);
        break;
    case COSET_CSP_DEADLOCK:
        fprintf(p->out, "and then nothing more can happen");
        if (c->n_asked)
            asked(p, r, c);
        break;
    case COSET_CSP_DIVERGES:
        fprintf(p->out, "and then for ever ");
        if (coset_csp_loops(c))
            events(p, r, c->steps, c->loop, c->n_steps, true);
        else
            fprintf(p->out, "internal events");
        break;
    case COSET_CSP_RUN:
        if (coset_csp_loops(c)) {
            fprintf(p->out, "and then for ever ");
            events(p, r, c->steps, c->loop, c->n_steps, p->r->script->reveal_taus || is_silent(c));
        } else {
            fprintf(p->out, "and then nothing more can happen");
        }
        break;
    case COSET_CSP_NO_TRACE:
        fprintf(p->out, "and then %s cannot happen", event_name(r, c->event));
        break;
    default:
        fprintf(p->out, "and then %s can happen and can be refused", event_name(r, c->event));
        break;
    }
    fputc('\n', p->out);
}

static void one_run(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c, const char *margin)
{
    if (p->style->full_states)
        coset__csp_table(r, c, p->out);
    else
        parts(p, r, c, margin);
}

/* Nondeterminism has two runs: the event happens, and it is refused. */
static void runs(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    bool told = p->style->full_states || coset_csp_shows_parts(c);
    if (!c->refusing) {
        one_run(p, r, c, "      ");
        return;
    }
    if (told)
        fprintf(p->out, "      it happens:\n");
    one_run(p, r, c, "        ");
    fprintf(p->out, "      it is refused, where the process offers only ");
    set(p, r, c->refusing->offers, c->refusing->n_offers);
    fprintf(p->out, "%s\n", told ? ":" : "");
    one_run(p, r, c->refusing, "        ");
}

static void counterexample(const printer *p, const coset_csp_result *r, const coset_csp_counterexample *c)
{
    fprintf(p->out, "    performs ");
    events(p, r, c->steps, 0, coset_csp_loops(c) ? c->loop : c->n_steps, p->r->script->reveal_taus);
    fputc(' ', p->out);
    ending(p, r, c);
    seen(p, r, c);
    if (c->kind != COSET_CSP_NO_TRACE)
        runs(p, r, c);
}

static void counterexamples(const printer *p, const coset_csp_result *r)
{
    if (!r->n_found)
        return;
    fprintf(p->out, "\n%s%s%s   (replayed: ok)\n", coset__colour(p->style, COSET_BOLD), r->assertion,
            coset__colour(p->style, COSET_PLAIN));
    for (uint32_t i = 0; i < r->n_found; i++)
        counterexample(p, r, &r->found[i]);
}

static void symmetry(const printer *p, const coset_csp_result *r)
{
    if (!r->group)
        return;
    fprintf(p->out, "\n%s%s%s\n", coset__colour(p->style, COSET_BOLD), r->assertion,
            coset__colour(p->style, COSET_PLAIN));
    coset_csp_group_text(r->group, p->r->text, p->out);
}

void coset_csp_text_begin(const coset_report *r, const coset_text_style *style, FILE *out)
{
    const printer p = {r, style, out};
    for (uint32_t i = 0; i < r->script->n_prints; i++)
        fprintf(out, "%s = %s\n", r->script->prints[i].text,
                r->script->prints[i].value ? r->script->prints[i].value : "(error)");
    if (!style->quiet)
        fprintf(out, "%s%s%s   %s   %u thread%s%s\n\n", coset__colour(p.style, COSET_BOLD), coset__base_name(r->path),
                coset__colour(p.style, COSET_PLAIN), r->script->language, (unsigned)r->result->threads,
                r->result->threads == 1 ? "" : "s",
                strcmp(r->result->engine, "symbolic") != 0 ? ""
                : r->script->unreduced                     ? "   symbolic: symmetry is not used"
                                                           : "   symbolic");
    (void)fflush(out);
}

void coset_csp_text_result(const coset_report *r, uint32_t i, const coset_text_style *style, FILE *out)
{
    const printer p = {r, style, out};
    result_line(&p, &r->script->results[i], name_width(&p));
    (void)fflush(out);
}

void coset__csp_text_found(const coset_report *r, const coset_text_style *style, FILE *out)
{
    const printer p = {r, style, out};
    for (uint32_t i = 0; style->verbose && i < r->script->n_results; i++)
        symmetry(&p, &r->script->results[i]);
    if (style->quiet)
        return;
    for (uint32_t i = 0; !style->no_traces && i < r->script->n_results; i++)
        counterexamples(&p, &r->script->results[i]);
    fprintf(out, "%stime %.2f s\n", r->script->n_results ? "\n" : "", r->result->seconds);
}
