/* report/words.c - exit codes, and the terms that all renderings share. */
#include "report/colours.h"
#include "report/csp.h"
#include "report/report_int.h"

#include <string.h>

/* By kind of property: the name in reports, the exit status of its failure, and how it ranks against others (the
 * smallest wins). */
static const struct {
    const char *name;
    coset_exit exit;
    unsigned rank;
} kinds[] = {
    [COSET_PROP_INVARIANT] = {"invariant", COSET_EXIT_SAFETY, 2},
    [COSET_PROP_ASSERTION] = {"assertion", COSET_EXIT_ASSERTION, 3},
    [COSET_PROP_ASSUMPTION] = {"assumption", COSET_EXIT_ASSUMPTION, 1},
    [COSET_PROP_COVER] = {"cover", COSET_EXIT_EXPECTED, 6},
    [COSET_PROP_LIVENESS] = {"liveness", COSET_EXIT_LIVENESS, 5},
    [COSET_PROP_PREDICATE] = {"predicate", COSET_EXIT_LIVENESS, 7},
    [COSET_PROP_FORMULA] = {"formula", COSET_EXIT_LIVENESS, 5},
    [COSET_PROP_REFINEMENT] = {"refinement", COSET_EXIT_REFINEMENT, 3},
    [COSET_PROP_DIVERGENCE] = {"divergence", COSET_EXIT_REFINEMENT, 5},
    [COSET_PROP_ACCEPTANCE] = {"temporal", COSET_EXIT_LIVENESS, 5},
    [COSET_PROP_DEADLOCK] = {"deadlock", COSET_EXIT_DEADLOCK, 4},
    [COSET_PROP_FAULT] = {"fault", COSET_EXIT_SAFETY, 2},
};

static const struct {
    const char *text, *json, *colour;
} verdicts[] = {
    [COSET_VERDICT_HOLDS] = {"HOLDS", "holds", COSET_GREEN},
    [COSET_VERDICT_FAILS] = {"VIOLATED", "fails", COSET_RED},
    [COSET_VERDICT_INCOMPLETE] = {"INCOMPLETE", "incomplete", COSET_YELLOW},
    [COSET_VERDICT_ERROR] = {"ERROR", "error", COSET_RED},
};

const char *coset__verdict_word(coset_verdict v) { return verdicts[v].text; }

const char *coset__verdict_json(coset_verdict v) { return verdicts[v].json; }

const char *coset__verdict_colour(const coset_text_style *style, coset_verdict v)
{
    return coset__colour(style, verdicts[v].colour);
}

uint32_t coset_report_decisive(const coset_model *m, const coset_result *r)
{
    uint32_t best = COSET_NO_PROP, reached = COSET_NO_PROP;
    for (uint32_t p = m->n_props; p-- > 0;) {
        if (r->props[p].verdict == COSET_VERDICT_FAILS &&
            (best == COSET_NO_PROP || kinds[m->props[p].kind].rank <= kinds[m->props[best].kind].rank))
            best = p;
        if (m->props[p].kind == COSET_PROP_COVER && r->props[p].path)
            reached = p;
    }
    return best != COSET_NO_PROP ? best : reached;
}

coset_verdict coset_report_verdict(const coset_report *r)
{
    return r->script ? coset_csp_verdict(r) : coset_result_verdict(r->result, r->model);
}

const coset_trace *coset_report_decisive_trace(const coset_report *r)
{
    uint32_t decisive = r->model ? coset_report_decisive(r->model, r->result) : COSET_NO_PROP;
    return decisive == COSET_NO_PROP ? NULL : r->traces[decisive];
}

coset_exit coset_report_exit_of(coset_prop_kind kind) { return kinds[kind].exit; }

/* An assumption excluded every start state. */
static bool is_vacuous(const coset_model *m, const coset_result *r)
{
    for (uint32_t p = 0; p < m->n_props; p++)
        if (m->props[p].kind == COSET_PROP_ASSUMPTION && r->props[p].hits &&
            (r->backward ? r->no_start : r->representatives == 0))
            return true;
    return false;
}

coset_exit coset_report_exit_code(const coset_model *m, const coset_result *r)
{
    uint32_t p = coset_report_decisive(m, r);
    if (p != COSET_NO_PROP && r->props[p].verdict == COSET_VERDICT_FAILS)
        return kinds[m->props[p].kind].exit;
    if (is_vacuous(m, r))
        return COSET_EXIT_ASSUMPTION;
    return coset_result_verdict(r, m) == COSET_VERDICT_HOLDS ? COSET_EXIT_HOLDS : COSET_EXIT_INCOMPLETE;
}

void coset__report_stopped(const coset_report *r, char *out, size_t len)
{
    char where[300];
    coset_pos_text(r->text, r->result->stopped_at, where, sizeof where);
    (void)snprintf(out, len, "%s%s%s", r->result->stopped, *where ? ", " : "", where);
}

const char *coset__report_kind(coset_prop_kind kind) { return kinds[kind].name; }

const char *coset__report_verdict(const coset_prop *p, const coset_prop_result *r)
{
    if (p->kind == COSET_PROP_COVER && r->verdict <= COSET_VERDICT_FAILS)
        return r->verdict == COSET_VERDICT_HOLDS ? "REACHED" : "NOT REACHED";
    return coset__verdict_word(r->verdict);
}

bool coset__report_is_shown(const coset_report *r, uint32_t prop)
{
    if (r->model->props[prop].kind == COSET_PROP_DEADLOCK)
        return r->options->deadlock != COSET_DEADLOCK_OFF;
    return r->model->props[prop].kind != COSET_PROP_PREDICATE;
}

bool coset__report_knows_dead(const coset_report *r) { return r->result->exhaustive && !r->result->backward; }

bool coset__report_is_dead(const coset_report *r, uint32_t group)
{
    return coset__report_knows_dead(r) && !coset__report_fires(r, group);
}

bool coset__report_fires(const coset_report *r, uint32_t group)
{
    return r->fired ? r->fired[group] : r->result->group_edges[group] > 0;
}

const coset_trace *coset__report_trace(const coset_report *r, uint32_t prop)
{
    return r->traces ? r->traces[prop] : NULL;
}

const char *coset__report_value(const coset_model *m, uint32_t slot, coset_value v, char *out)
{
    m->ops->value_text(m, slot, v, out, COSET__VALUE_TEXT);
    return out;
}

const char *coset__report_action(const coset_model *m, coset_step step, char *out)
{
    m->ops->edge_text(m, step.group, step.instance, out, COSET__VALUE_TEXT);
    return out;
}

void coset_pos_text(const coset_text *text, coset_pos pos, char *out, size_t len)
{
    if (pos.line == 0)
        snprintf(out, len, "%s", "");
    else
        snprintf(out, len, "%s:%u", coset__base_name(coset_text_name(text, pos.file)), (unsigned)pos.line);
}

static size_t append(char *out, size_t len, size_t used, const char *separator, const char *name, const char *factor)
{
    int n = snprintf(out + used, len - used, "%s%s %s", separator, name, factor);
    return n < 0 || used + (size_t)n >= len ? len - 1 : used + (size_t)n;
}

uint32_t coset__report_declared(const coset_symmetry *y, const coset_symtype *type)
{
    for (uint32_t i = 0; i < y->n_declined; i++)
        if (y->declined[i].of && strcmp(y->declined[i].name, type->name) == 0)
            return y->declined[i].of;
    return type->n;
}

void coset_factors_text(const coset_model *m, const coset_symgroup *g, char *out, size_t len)
{
    const coset_symmetry *s = &m->symmetry;
    size_t used = 0;
    snprintf(out, len, "none declared");
    for (uint32_t t = 0; t < s->n_types; t++) {
        char factor[48] = "none";
        uint32_t size = coset__report_declared(s, &s->types[t]), moves = g->n_moves[t];
        if (size == 1) /* nothing to permute */
            continue;
        if (moves == size)
            snprintf(factor, sizeof factor, "S%u", (unsigned)moves);
        else if (moves)
            snprintf(factor, sizeof factor, "S%u of %u", (unsigned)moves, (unsigned)size);
        used = append(out, len, used, used ? ", " : "", s->types[t].name, factor);
    }
}

const char *coset__base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
