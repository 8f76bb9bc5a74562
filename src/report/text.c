/* report/text.c - the report as text. */
#include "report/colours.h"
#include "report/csp.h"
#include "report/report_int.h"

#include <string.h>

typedef struct {
    const coset_report *r;
    const coset_text_style *style;
    FILE *out;
} printer;

/* ---- pieces ------------------------------------------------------------------------------------------------- */

static void symmetry_words(const coset_report *r, char *out, size_t len)
{
    char factors[1024];
    const coset_report_found *f = r->found;
    if (f) {
        snprintf(out, len, "%s (detected in %.2f s%s%s%s%s%s)", f->group, f->seconds, f->strategy ? "; " : "",
                 f->strategy ? f->strategy : "", f->strategy && !f->exact ? ", approximate" : "",
                 f->not_fair ? "; not under fairness: " : "", f->not_fair ? f->not_fair : "");
        return;
    }
    if (!r->group) {
        snprintf(out, len, "off%s%s%s", r->switched_off ? " (" : "", r->switched_off ? r->switched_off : "",
                 r->switched_off ? ")" : "");
        return;
    }
    coset_factors_text(r->model, r->group, factors, sizeof factors);
    if (r->strategy)
        snprintf(out, len, "%s (proved%s; %s%s)", factors,
                 r->n_checked == 0   ? ""
                 : r->n_checked == 1 ? ", with one loop checked in each step"
                                     : ", with loops checked in each step",
                 r->strategy->name, r->strategy->exact ? "" : ", approximate");
    else
        snprintf(out, len, "%s", factors);
}

static void header(const printer *p)
{
    char symmetry[1200];
    const coset_report *r = p->r;
    symmetry_words(r, symmetry, sizeof symmetry);
    const char *dialect = r->model->dialect;
    fprintf(p->out, "%s%s%s   %s%s%s%s   %u thread%s   symmetry: %s\n\n", coset__colour(p->style, COSET_BOLD),
            coset__base_name(r->path), coset__colour(p->style, COSET_PLAIN), r->model->language,
            dialect ? " (dialect " : "", dialect ? dialect : "", dialect ? ")" : "", (unsigned)r->result->threads,
            r->result->threads == 1 ? "" : "s", symmetry);
}

/* The end of a property's line, after its position. */
static void detail(const coset_report *r, uint32_t prop, char *out, size_t len)
{
    const coset_prop *p = &r->model->props[prop];
    const coset_prop_result *result = &r->result->props[prop];
    char count[COSET_COUNT_TEXT], instance[128] = "";
    out[0] = 0;
    if (p->n_instances > 1 && result->path)
        r->model->ops->instance_text(r->model, prop, result->instance, instance, sizeof instance);
    if (p->kind == COSET_PROP_COVER && result->hits > 0)
        snprintf(out, len, "%s hit%s%s, first at depth %u%s%s", coset_count_text(result->hits, ',', count),
                 result->hits == 1 ? "" : "s",
                 r->result->exact ? ""
                 : r->partial     ? " in the reduced search"
                                  : " on representatives",
                 (unsigned)result->depth, *instance ? ", " : "", instance);
    else if (p->kind == COSET_PROP_ACCEPTANCE && result->searched)
        snprintf(out, len, "%s states searched%s%s%s%s%s%s", coset_count_text(result->searched, ',', count),
                 result->fairness ? ", " : "", result->fairness ? result->fairness : "",
                 result->por ? ", partial order reduction: " : "", result->por ? result->por : "",
                 !result->index                           ? ""
                 : result->verdict == COSET_VERDICT_FAILS ? ", violated for "
                                                          : ", not decided for ",
                 result->index ? result->index : "");
    else if (p->kind == COSET_PROP_ACCEPTANCE && result->fairness) /* decided without a search */
        snprintf(out, len, "%s", result->fairness);
    else if (p->kind == COSET_PROP_FORMULA)
        snprintf(out, len, "%llu round%s", (unsigned long long)result->rounds, result->rounds == 1 ? "" : "s");
    else if (result->verdict == COSET_VERDICT_FAILS && p->kind != COSET_PROP_COVER && result->path)
        snprintf(out, len, "at depth %u%s%s", (unsigned)result->depth, *instance ? ", " : "", instance);
}

/* Some models have many assert and error statements: those that did not fail share a line. Unchecked ones keep their
 * own. */
#define MOST_STATEMENTS 4

static bool is_quiet_statement(const coset_report *r, uint32_t prop)
{
    const coset_prop *p = &r->model->props[prop];
    return p->kind == COSET_PROP_ASSERTION && p->in_step && !p->unchecked &&
           r->result->props[prop].verdict != COSET_VERDICT_FAILS;
}

static uint32_t n_quiet_statements(const printer *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->r->model->n_props; i++)
        n += is_quiet_statement(p->r, i);
    return n <= MOST_STATEMENTS || p->style->verbose ? 0 : n;
}

static bool has_line(const printer *p, uint32_t prop, uint32_t n_quiet)
{
    return coset__report_is_shown(p->r, prop) && !(n_quiet && is_quiet_statement(p->r, prop));
}

static int name_width(const printer *p, uint32_t n_quiet)
{
    int width = 14;
    for (uint32_t i = 0; i < p->r->model->n_props; i++) {
        int len = (int)strlen(p->r->model->props[i].name);
        if (has_line(p, i, n_quiet) && len > width)
            width = len;
    }
    return width < 56 ? width : 56;
}

static void property_line(const printer *p, uint32_t prop, int width)
{
    const coset_prop *what = &p->r->model->props[prop];
    const coset_prop_result *result = &p->r->result->props[prop];
    char where[512], more[400];
    coset_pos_text(p->r->text, what->pos, where, sizeof where);
    detail(p->r, prop, more, sizeof more);
    bool told = result->verdict == COSET_VERDICT_INCOMPLETE && p->r->result->stopped; /* once, in the result line */
    const char *reason = result->reason && !told && what->kind != COSET_PROP_COVER ? result->reason : "";
    const char *const parts[] = {where, more, reason}, *verdict = coset__report_verdict(what, result);
    bool alone = !*parts[0] && !*parts[1] && !*parts[2];
    fprintf(p->out, "  %-9s  %-*s  %s%*s%s", coset__report_kind(what->kind), width, what->name,
            coset__verdict_colour(p->style, result->verdict), alone ? 0 : -11, verdict,
            coset__colour(p->style, COSET_PLAIN));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (*parts[i])
            fprintf(p->out, "   %s", parts[i]);
    fputc('\n', p->out);
}

static void property_lines(const printer *p)
{
    uint32_t n_quiet = n_quiet_statements(p);
    int width = name_width(p, n_quiet);
    for (uint32_t i = 0; i < p->r->model->n_props; i++)
        if (has_line(p, i, n_quiet))
            property_line(p, i, width);
    if (n_quiet == 0)
        return;
    char name[48];
    coset_verdict v = p->r->result->exhaustive ? COSET_VERDICT_HOLDS : COSET_VERDICT_INCOMPLETE;
    snprintf(name, sizeof name, "%u%s statements", (unsigned)n_quiet,
             coset_result_verdict(p->r->result, p->r->model) == COSET_VERDICT_FAILS ? " other" : "");
    fprintf(p->out, "  %-9s  %-*s  %s%s%s\n", "assertion", width, name, coset__verdict_colour(p->style, v),
            coset__verdict_word(v), coset__colour(p->style, COSET_PLAIN));
}

/* The loss of a type whose n_fixed elements stay fixed, and one reason; `n_more` others are not printed. */
static void refusal(const printer *p, const coset_refusal *why, uint32_t n_fixed, uint32_t n_more)
{
    const coset_symtype *type = &p->r->model->symmetry.types[why->type];
    char where[512];
    coset_pos_text(p->r->text, why->pos, where, sizeof where);
    fprintf(p->out, "%swarning:%s %s: ", coset__colour(p->style, COSET_YELLOW), coset__colour(p->style, COSET_PLAIN),
            where);
    if (n_fixed < type->n)
        fprintf(p->out, "only %u of %u elements of %s are", (unsigned)(type->n - n_fixed), (unsigned)type->n,
                type->name);
    else
        fprintf(p->out, "%s is not", type->name);
    fprintf(p->out, " permuted: %s", why->reason);
    if (n_more)
        fprintf(p->out, " (and %u more; -v shows all)", (unsigned)n_more);
    fputc('\n', p->out);
}

static void declined(const printer *p)
{
    const coset_symmetry *y = &p->r->model->symmetry;
    bool detected = p->r->found && p->r->found->strategy; /* then it may still permute them */
    for (uint32_t i = 0; p->r->group && !detected && i < y->n_declined; i++) {
        char where[512];
        const coset_declined *d = &y->declined[i];
        coset_pos_text(p->r->text, d->pos, where, sizeof where);
        fprintf(p->out, "%swarning:%s %s: ", coset__colour(p->style, COSET_YELLOW),
                coset__colour(p->style, COSET_PLAIN), where);
        if (!d->n)
            fprintf(p->out, "elements of %s", d->name);
        else if (d->of)
            fprintf(p->out, "%u of %u elements of %s", (unsigned)d->n, (unsigned)d->of, d->name);
        else
            fprintf(p->out, "the %u %s", (unsigned)d->n, d->name);
        fprintf(p->out, " are not permuted: %s\n", d->reason);
    }
}

/* Reason number i why this run fixes elements, or NULL. */
static const coset_refusal *reason(const coset_report *r, uint32_t i)
{
    if (r->group && i < r->group->n_refusals)
        return &r->group->refusals[i];
    i -= r->group ? r->group->n_refusals : 0;
    return i < r->n_losses ? &r->losses[i] : NULL;
}

/* One line for the type, with the first reason that fixes the most elements; with -v all of them. */
static void refusals_of(const printer *p, uint32_t type)
{
    const coset_refusal *first = NULL, *why;
    uint32_t n = 0;
    for (uint32_t i = 0; (why = reason(p->r, i)); i++) {
        if (why->type != type)
            continue;
        n++;
        if (!first || why->n_fixed > first->n_fixed)
            first = why;
        if (p->style->verbose)
            refusal(p, why, why->n_fixed, 0);
    }
    if (first && !p->style->verbose)
        refusal(p, first, p->r->model->symmetry.types[type].n - p->r->group->n_moves[type], n - 1);
}

static void refusals(const printer *p)
{
    for (uint32_t t = 0; p->r->group && t < p->r->model->symmetry.n_types; t++)
        refusals_of(p, t);
    declined(p);
}

/* Why the search was restarted. */
static void orders(const printer *p)
{
    for (uint32_t i = 0; i < p->r->n_orders; i++) {
        const coset_report_order *o = &p->r->orders[i];
        char loop[512], at[512];
        coset_pos_text(p->r->text, o->loop, loop, sizeof loop);
        coset_pos_text(p->r->text, o->pos, at, sizeof at);
        fprintf(p->out, "%swarning:%s %s: ", coset__colour(p->style, COSET_YELLOW),
                coset__colour(p->style, COSET_PLAIN), loop);
        if (o->differs)
            fprintf(p->out, "the result depends on the order of this loop: exchanging iterations %s and %s changes it",
                    o->a, o->b);
        else
            fprintf(p->out, "could not be shown independent of the order of this loop");
        if (o->name)
            fprintf(p->out, " (both touch `%s`, %s)", o->name, at);
        else if (*o->why)
            fprintf(p->out, " (iteration %s: %s, %s)", o->b, o->why, at);
        fprintf(p->out, "%s\n", o->state ? ", in the state" : ", in a start state");
        if (o->state)
            coset_state_text(p->r->model, NULL, o->state, p->out);
    }
}

static void dead_rules(const printer *p)
{
    const coset_report *r = p->r;
    char where[512];
    for (uint32_t g = 0; g < r->model->n_groups; g++)
        if (coset__report_is_dead(r, g)) {
            coset_pos_text(r->text, r->model->groups[g].pos, where, sizeof where);
            fprintf(p->out, "%swarning:%s %s: %s \"%s\" never fires\n", coset__colour(p->style, COSET_YELLOW),
                    coset__colour(p->style, COSET_PLAIN), where, r->model->groups[g].is_start ? "start state" : "rule",
                    r->model->groups[g].name);
        }
}

typedef struct {
    const printer *p;
    const char *name; /* of the proctype printed last, or NULL */
    uint32_t n;
} unreached;

#define MOST_UNREACHED 20 /* without --verbose, which prints all */

static void unreached_line(void *ctx, const coset_move *move)
{
    unreached *u = ctx;
    const printer *p = u->p;
    char where[512];
    if (u->n++ >= MOST_UNREACHED && !p->style->verbose)
        return;
    if (!u->name || strcmp(u->name, move->name) != 0)
        fprintf(p->out, "%sunreached%s in proctype %s\n", coset__colour(p->style, COSET_YELLOW),
                coset__colour(p->style, COSET_PLAIN), move->name);
    u->name = move->name;
    coset_pos_text(p->r->text, move->pos, where, sizeof where);
    fprintf(p->out, "       %s, state %u, \"%s\"\n", where, (unsigned)move->state, move->text);
}

/* Statements that were never executed, as Spin's verifier lists them; of a search that was complete. */
static void unreached_code(const printer *p)
{
    const coset_report *r = p->r;
    unreached u = {.p = p};
    if (!coset__report_knows_dead(r))
        return;
    bool *fired = coset_new(r->model->n_groups, sizeof *fired);
    for (uint32_t g = 0; g < r->model->n_groups; g++)
        fired[g] = coset__report_fires(r, g);
    r->model->teller->unreached(r->model, fired, unreached_line, &u);
    if (u.n > MOST_UNREACHED && !p->style->verbose)
        fprintf(p->out, "       and %u more: --verbose lists all\n", (unsigned)(u.n - MOST_UNREACHED));
    if (r->n_unsure)
        fprintf(p->out, "       (unknown for %u rules; use --symmetry=off)\n", (unsigned)r->n_unsure);
    coset_delete(fired);
}

static void rule_counts(const printer *p)
{
    const coset_report *r = p->r;
    char count[COSET_COUNT_TEXT], where[512];
    fprintf(p->out, "\nfired%s:\n",
            r->result->exact && !r->fired ? ""
            : r->partial                  ? " (in the reduced search)"
                                          : " (on representatives)");
    for (uint32_t g = 0; g < r->model->n_groups; g++) {
        coset_pos_text(r->text, r->model->groups[g].pos, where, sizeof where);
        fprintf(p->out, "  %16s  %s   %s\n", coset_count_text(r->result->group_edges[g], ',', count),
                r->model->groups[g].name, where);
    }
    if (r->strategy)
        fprintf(p->out, "canonicaliser: %s calls, %.0f ns each\n", coset_count_text(r->canon_calls, ',', count),
                r->canon_ns);
}

static void bytes_text(double bytes, char out[32])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t u = 0;
    while (bytes >= 1000 && u + 1 < sizeof units / sizeof *units) {
        bytes /= 1024;
        u++;
    }
    snprintf(out, 32, u < 2 ? "%.0f %s" : "%.1f %s", bytes, units[u]);
}

static const char *edges_text(const coset_result *r, char out[COSET_COUNT_TEXT])
{
    return r->uncounted ? "unknown" : coset_count_text(r->edges, ',', out);
}

/* Why there are no true counts of states. */
static void uncounted(const printer *p)
{
    const coset_report *r = p->r;
    const bool symmetric = r->strategy || (r->found && r->found->strategy);
    if (r->result->uncounted)
        fprintf(p->out, "number of %s: unknown, because %s\n", symmetric ? "states and transitions" : "transitions",
                r->result->uncounted);
    else if (!r->result->exact && !r->result->backward && !r->partial && symmetric)
        fprintf(p->out,
                "number of states: unknown, because several states of an orbit may be stored (an exact strategy counts "
                "them)\n");
}

static bool has_path(const coset_report *r)
{
    bool any = false;
    for (uint32_t i = 0; i < r->model->n_props && !any; i++)
        any = r->result->props[i].path != NULL;
    return any;
}

static void numbers(const printer *p)
{
    const coset_report *r = p->r;
    const coset_result *result = r->result;
    char a[COSET_COUNT_TEXT], b[COSET_COUNT_TEXT], memory[32];
    coset_count_text(result->representatives, ',', a);
    if (result->backward)
        fprintf(p->out, "searched backward: %s %s from which a violation is reached", a,
                r->strategy ? "representatives" : "states");
    else if (!r->strategy && !(r->found && r->found->strategy))
        fprintf(p->out, "states %s   transitions %s", a, edges_text(result, b));
    else if (result->exact) {
        double gain = result->representatives ? (double)result->states / (double)result->representatives : 1;
        fprintf(p->out, "orbits %s = %s states", a, coset_count_text(result->states, ',', b));
        if (r->renamed)
            fprintf(p->out, " from all renamings of the start states");
        coset_count order;
        if (r->found)
            fprintf(p->out, " (gain %.1f of at most %s)", gain, r->found->order);
        else if (coset_symgroup_order(r->group, &order))
            fprintf(p->out, " (gain %.1f of at most %s)", gain, coset_count_text(order, ',', b));
        else
            fprintf(p->out, " (gain %.1f)", gain);
        fprintf(p->out, "   transitions %s", coset_count_text(result->edges, ',', a));
        fprintf(p->out, " = %s", coset_count_text(result->full_transitions, ',', b));
    } else
        fprintf(p->out, "representatives %s   transitions %s", a, edges_text(result, b));
    bytes_text((double)result->peak_bytes, memory);
    fprintf(p->out, "   depth %u%s\n", (unsigned)result->depth,
            r->partial ? "   in the reduced search; --por=off gives those of the model" : "");
    if (r->model->variant)
        fprintf(p->out, "states and transitions are those of the model in which %s (--ended=spin counts as Spin)\n",
                r->model->variant);
    if (r->por)
        fprintf(p->out, "partial order reduction: %s\n", r->por);
    for (uint32_t i = 0; i < r->n_por_reasons; i++)
        fprintf(p->out, "  %s\n", r->por_reasons[i]);
    if (r->partial && has_path(r))
        fprintf(p->out, "traces are runs of the model, but need not be shortest\n");
    uncounted(p);
    fprintf(p->out, "time %.2f s", result->seconds);
    if (result->seconds >= 0.01)
        fprintf(p->out, " (%s states/s)",
                coset_count_text((coset_count)((double)result->representatives / result->seconds), ',', a));
    fprintf(p->out, "   memory %s", memory);
    const bool is_of_states =
        (double)result->peak_bytes < (result->bytes_per_state + 1) * (double)result->representatives;
    if (result->representatives >= 1000 && is_of_states) /* below that, tables are mostly empty */
        fprintf(p->out, " (%.1f bytes per state)", result->bytes_per_state);
    if (result->file_bytes) {
        bytes_text((double)result->file_bytes, memory);
        fprintf(p->out, ", and %s in a temporary file", memory);
    }
    fputc('\n', p->out);
}

/* A shorter search does not need detection. */
#define LONG_ENOUGH 1000U /* states */

static void not_looked(const printer *p)
{
    if (p->r->not_looked && p->r->result->representatives >= LONG_ENOUGH)
        fprintf(p->out, "no symmetry detection: %s; --symmetry=detect starts it at once\n", p->r->not_looked);
}

/* As in Spin's verifier with a claim, or because of an option. */
static void no_ends(const printer *p)
{
    const coset_model *m = p->r->model;
    bool temporal = false;
    for (uint32_t i = 0; i < m->n_props; i++)
        temporal = temporal || m->props[i].kind == COSET_PROP_ACCEPTANCE;
    if (temporal && p->r->options->deadlock == COSET_DEADLOCK_OFF)
        fputs("deadlock was not checked; --deadlock=stuck checks it\n", p->out);
}

/* The number of properties or assertions that were printed, and how many of them fail. */
static unsigned n_shown(const coset_report *r, unsigned *failed)
{
    unsigned shown = 0;
    *failed = 0;
    for (uint32_t i = 0; r->script && i < r->script->n_results; i++, shown++)
        *failed += r->script->results[i].verdict == COSET_VERDICT_FAILS;
    for (uint32_t i = 0; r->model && i < r->model->n_props; i++)
        if (coset__report_is_shown(r, i)) {
            shown++;
            *failed += r->result->props[i].verdict == COSET_VERDICT_FAILS;
        }
    return shown;
}

/* A limit may have ended the search for runs that violate a formula, which follows the search for states. */
static bool lacks_formula(const coset_report *r)
{
    bool lacks = false;
    for (uint32_t i = 0; i < r->model->n_props; i++)
        lacks = lacks || (coset__report_is_shown(r, i) && r->model->props[i].kind == COSET_PROP_ACCEPTANCE &&
                          r->result->props[i].verdict == COSET_VERDICT_INCOMPLETE);
    return lacks;
}

static void exhaustive(const printer *p)
{
    fprintf(p->out, "   exhaustive: %s", p->r->result->exhaustive ? "yes" : "no");
    if (p->r->result->exhaustive && lacks_formula(p->r))
        fputs(" for states, no for formulas", p->out);
    if (!p->r->result->exhaustive && p->r->result->stopped) {
        char why[600];
        coset__report_stopped(p->r, why, sizeof why);
        fprintf(p->out, " (%s)", why);
    }
}

static void result_line(const printer *p)
{
    const coset_report *r = p->r;
    unsigned failed, shown = n_shown(r, &failed);
    coset_verdict v = coset_report_verdict(r);
    fprintf(p->out, "%sresult: %s%s", coset__colour(p->style, COSET_BOLD), coset__verdict_colour(p->style, v),
            coset__verdict_word(v));
    fputs(coset__colour(p->style, COSET_PLAIN), p->out);
    if (failed)
        fprintf(p->out, " (%u of %u%s)", failed, shown, r->script && v == COSET_VERDICT_ERROR ? " violated" : "");
    if (!r->script)
        exhaustive(p);
    else if (!shown)
        fprintf(p->out, " (the script has no assertions)");
    fprintf(p->out, "   exit %d\n", r->exit_code);
}

/* The part of an invariant that is false at the end of its trace, with its line. */
static void culprit(const printer *p, uint32_t prop)
{
    coset_pos pos;
    char bound[COSET__CULPRIT_TEXT];
    if (!coset__culprit(p->r, prop, &pos, bound))
        return;
    const char *line = coset_text_bytes(p->r->text, pos.file, NULL);
    for (uint32_t n = 1; n < pos.line && *line; line++)
        n += *line == '\n';
    int width = (int)strcspn(line, "\r\n");
    fprintf(p->out, "   false here%s%s:\n", *bound ? " for " : "", bound);
    fprintf(p->out, "%8u | %.*s\n         | %*s^\n", (unsigned)pos.line, width, line, (int)pos.column - 1, "");
}

static void traces(const printer *p)
{
    for (uint32_t i = 0; i < p->r->model->n_props; i++) {
        const coset_trace *t = coset__report_trace(p->r, i);
        const coset_prop *what = &p->r->model->props[i];
        if (!t || (what->kind == COSET_PROP_COVER && !p->style->verbose))
            continue;
        if (what->kind == COSET_PROP_FORMULA && p->r->result->props[i].verdict == COSET_VERDICT_HOLDS &&
            !p->style->verbose)
            continue;
        uint32_t steps = t->n_states + (t->has_fault || t->has_loop ? 1 : 0);
        fprintf(p->out, "\n%strace: %s \"%s\", %u step%s%s   (replayed: ok)\n", coset__colour(p->style, COSET_BOLD),
                coset__report_kind(what->kind), what->name, (unsigned)(steps ? steps - 1 : 0), steps == 2 ? "" : "s",
                coset__colour(p->style, COSET_PLAIN));
        coset_trace_text(p->r->model, p->r->text, t, p->style, p->out);
        culprit(p, i);
    }
}

/* Properties without any result. */
static void open_lines(const printer *p, const coset_listing *l)
{
    int width = 0;
    for (uint32_t i = 0; i < l->n; i++)
        width = (int)strlen(l->properties[i].name) > width ? (int)strlen(l->properties[i].name) : width;
    for (uint32_t i = 0; i < l->n; i++) {
        char where[512];
        coset_pos_text(l->text, l->properties[i].pos, where, sizeof where);
        fprintf(p->out, "  %-9s  %-*s  %sINCOMPLETE%s%s%s\n", l->properties[i].kind, width < 40 ? width : 40,
                l->properties[i].name, coset__colour(p->style, COSET_YELLOW), coset__colour(p->style, COSET_PLAIN),
                *where ? "   " : "", where);
    }
}

void coset_failure_text(const coset_failure *f, const coset_text_style *style, FILE *out)
{
    char states[COSET_COUNT_TEXT], edges[COSET_COUNT_TEXT];
    const printer p = {.style = style, .out = out};
    const coset_progress *c = f->covered;
    if (f->listing)
        open_lines(&p, f->listing);
    if (c)
        fprintf(out, "covered: at least %s %s, %s transitions, depth %u\n",
                coset_count_text(c->representatives, ',', states),
                c->states == c->representatives ? "states" : "stored states", coset_count_text(c->edges, ',', edges),
                (unsigned)c->depth);
    fprintf(out, "%sresult: %sINCOMPLETE%s   exhaustive: no (%s)   exit %d\n", coset__colour(p.style, COSET_BOLD),
            coset__colour(p.style, COSET_YELLOW), coset__colour(p.style, COSET_PLAIN), f->reason, f->exit_code);
}

/* ---- the whole ---------------------------------------------------------------------------------------------- */

static void model_text(const printer *p)
{
    const coset_report *r = p->r;
    if (!p->style->quiet)
        header(p);
    property_lines(p);
    if (p->style->quiet)
        return;
    if (!p->style->no_traces)
        traces(p);
    fputc('\n', p->out);
    refusals(p);
    orders(p);
    if (r->model->teller)
        unreached_code(p);
    else
        dead_rules(p);
    if (p->style->rule_counts)
        rule_counts(p);
    numbers(p);
    not_looked(p);
    no_ends(p);
}

void coset_report_text(const coset_report *r, const coset_text_style *style, FILE *out)
{
    const printer p = {r, style, out};
    if (r->script)
        coset__csp_text_found(r, style, out);
    else
        model_text(&p);
    result_line(&p);
}
