/* report/csp_fdr_text.c - results in the text format of FDR's command line. */
#include "base/count.h"
#include "report/csp_fdr_int.h"

typedef struct {
    const coset_report *all;
    const coset_csp_result *r;
    const coset_fdr_style *style;
    FILE *out;
} printer;

/* ---- behaviours -------------------------------------------------------------------------------------------------- */

static void visible_trace(const printer *p, const coset_csp_counterexample *c)
{
    const char *between = "";
    fputc('<', p->out);
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (c->steps[i] != 0) {
            fprintf(p->out, "%s%s", between, coset__fdr_event(p->r, c->steps[i]));
            between = ", ";
        }
    fputs(">\n", p->out);
}

static void full_trace(const printer *p, const coset_csp_counterexample *c, uint32_t from, uint32_t to)
{
    fputc('<', p->out);
    for (uint32_t i = from; i < to; i++)
        fprintf(p->out, "%s%s", i > from ? ", " : "",
                coset__fdr_event(p->r, p->all->script->reveal_taus ? coset__fdr_revealed(c, i) : c->steps[i]));
    fputs(">\n", p->out);
}

static void set(const printer *p, const uint32_t *at, uint32_t n)
{
    fputc('{', p->out);
    for (uint32_t i = 0; i < n; i++)
        fprintf(p->out, "%s%s", i ? ", " : "", coset__fdr_event(p->r, at[i]));
    fputs("}\n", p->out);
}

static void specification(const printer *p, const coset_csp_counterexample *c)
{
    fprintf(p->out, "            Specification Debug:\n                Trace: ");
    visible_trace(p, c);
    if (c->kind == COSET_CSP_BAD_EVENT) {
        fprintf(p->out, "                Available Events: ");
        set(p, c->allowed, c->n_allowed);
    }
    for (uint32_t i = 0; c->kind != COSET_CSP_BAD_EVENT && i < c->n_asked; i++) {
        fprintf(p->out, "                Min Acceptance: ");
        set(p, c->asked[i].events, c->asked[i].n);
    }
}

static void implementation(const printer *p, const coset_csp_counterexample *c)
{
    static const char *const types[] = {"Trace", "Failure", "Failure", "Loop", "Determinism", "Trace", "Loop"};
    bool loops = coset_csp_loops(c);
    fprintf(p->out, "            %s Debug:\n                %s (%s Behaviour):\n                    Trace: ",
            p->r->spec ? "Implementation" : "Machine", p->r->impl, types[c->kind]);
    full_trace(p, c, 0, loops ? c->loop : c->n_steps);
    if (loops) {
        fprintf(p->out, "                    Repeats: ");
        full_trace(p, c, c->loop, c->n_steps);
    }
    if (c->event != COSET_CSP_NO_EVENT)
        fprintf(p->out, "                    Error Event: %s\n", coset__fdr_event(p->r, c->event));
    if (c->kind == COSET_CSP_BAD_REFUSAL || c->kind == COSET_CSP_DEADLOCK) {
        fprintf(p->out, "                    Min Acceptance: ");
        set(p, c->offers, c->n_offers);
    }
}

static void counterexample(const printer *p, const coset_csp_counterexample *c)
{
    static const char *const names[] = {"Trace",       "Min Acceptance", "Deadlock", "Divergence",
                                        "Determinism", "Has Trace",      "Run"};
    fprintf(p->out, "        Counterexample (%s Counterexample)\n", names[c->kind]);
    if (p->r->spec)
        specification(p, c);
    implementation(p, c);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static void counts(const printer *p)
{
    char states[COSET_COUNT_TEXT], transitions[COSET_COUNT_TEXT];
    fprintf(p->out, "        Visited States: %s\n        Visited Transitions: %s\n        Visited Plys: %u\n",
            coset_count_text(p->r->counts.representatives, ',', states),
            coset_count_text(p->r->counts.edges, ',', transitions), (unsigned)p->r->counts.depth + 1);
    fprintf(p->out, "        Estimated Total Storage: %lluMB\n",
            (unsigned long long)(p->r->counts.peak_bytes + (1 << 20) - 1) >> 20);
}

static void result(const printer *p)
{
    static const char *const words[] = {"Passed", "Failed", "Inconclusive", "Error"};
    static const char *const colours[] = {"\033[32m", "\033[31m", "\033[33m", "\033[31m"};
    bool colour = p->style->format == COSET_FDR_COLOUR;
    fprintf(p->out, "%s:\n    Log:\n        Result: %s%s%s\n", p->r->assertion, colour ? colours[p->r->verdict] : "",
            words[p->r->verdict], colour ? "\033[0m" : "");
    if (p->r->reason)
        fprintf(p->out, "        %s\n", p->r->reason);
    if (!p->style->brief) {
        if (p->r->counts.representatives && !p->style->quiet)
            counts(p);
        for (uint32_t i = 0; i < p->r->n_found; i++)
            counterexample(p, &p->r->found[i]);
    }
    fputc('\n', p->out);
}

void coset__fdr_text_prints(const coset_report *r, FILE *out)
{
    for (uint32_t i = 0; i < r->script->n_prints; i++)
        fprintf(out, "%s = %s\n", r->script->prints[i].text,
                r->script->prints[i].value ? r->script->prints[i].value : "(error)");
    (void)fflush(out);
}

void coset__fdr_text_result(const coset_report *r, uint32_t i, const coset_fdr_style *style, FILE *out)
{
    const printer p = {r, &r->script->results[i], style, out};
    result(&p);
    (void)fflush(out);
}
