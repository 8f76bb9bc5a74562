/* app/compare_system.c - from two models to one labelled transition system. */
#include <stdlib.h>
#include <string.h>

#include "app/compare.h"
#include "detect/use/fired.h"
#include "run/machine.h"
#include "run/problems.h"

#define FIRST_EVENT 2       /* 0 is tau, 1 is tick */
#define MOST_STATES 1000000 /* of a model, by default */

const coset_value *coset_compare_state(const coset_compare_system *c, uint32_t state)
{
    uint32_t side = coset_compare_side_of(c, state);
    return coset_graph_state(&c->sides[side].graph, state - (side ? c->n_left : 0));
}

/* ---- loading ---- */

/* "EXPR" or "EXPR;EXPR": the part of this side. */
static const char *observed_by(coset_compare_system *c, const char *text, uint32_t side)
{
    const char *other = strchr(text, ';');
    if (!other || c->n_sides == 1)
        return text;
    return side ? other + 1 : coset_arena_text_n(c->arena, text, (size_t)(other - text));
}

static int check_conditions(const coset_session *s, uint32_t n)
{
    if (n == 0)
        return COSET_EXIT_HOLDS;
    bool fits = s->formulas->all.n == n && s->formulas->fair.n == 0;
    for (uint32_t i = 0; fits && i < n; i++)
        fits = s->formulas->all.at[i].root->op <= COSET_F_ATOM;
    return fits ? COSET_EXIT_HOLDS
                : coset_session_fail(s, COSET_EXIT_USAGE,
                                     "--observe takes one condition on states, without temporal operators");
}

/* The model, or its quotient as --symmetry says. The observed conditions are properties of the model and restrict the
 * group as formulas do; a quotient gives the same answer, because the models are bisimilar to their quotients. */
static int reduce_side(coset_compare_system *c, coset_compare_side *side)
{
    coset_err err = {0};
    coset_status status = coset_reduction_make(&side->reduction, &side->session, &err);
    if (status != COSET_OK)
        return coset_session_fail(&side->session, coset_exit_of(status), "%s: %s", side->session.path, err.text);
    const coset_auto *found = side->reduction.found;
    if (found && found->quotient && c->by_rules && coset_detect_exchanges_rules(&found->detected))
        return coset_session_fail(
            &side->session, COSET_EXIT_USAGE,
            "%s: names of rules are visible, and the detected symmetry maps rules to other rules: leave out "
            "--symmetry=%s, or use --actions=none with --observe",
            side->session.path, side->settings.strategy);
    return COSET_EXIT_HOLDS;
}

static int load_side(coset_compare_system *c, uint32_t i)
{
    coset_compare_side *side = &c->sides[i];
    side->settings = *c->settings;
    if (strcmp(side->settings.strategy, "auto") == 0 && side->settings.search == COSET_BY_EXPLORING)
        side->settings.strategy = "off"; /* so that a play shows states, not orbits */
    side->settings.files[0] = c->settings->files[i];
    side->settings.formulas = (coset_formulas_given){0};
    for (uint32_t k = 0; k < c->settings->observed.n; k++)
        *coset_vec_add(&side->settings.formulas) =
            (coset_formula_given){COSET_FORMULA_CTL, observed_by(c, c->settings->observed.at[k], i), "--observe"};
    int code = coset_session_read(&side->session, &side->settings);
    if (code == COSET_EXIT_HOLDS && side->session.problems->no_comparison)
        code = coset_session_fail(&side->session, COSET_EXIT_USAGE, "%s: %s", side->session.path,
                                  side->session.problems->no_comparison);
    side->settings.code = COSET_CODE_INTERP;
    if (code == COSET_EXIT_HOLDS)
        code = coset_session_load(&side->session);
    if (code == COSET_EXIT_HOLDS)
        code = check_conditions(&side->session, c->settings->observed.n);
    return code == COSET_EXIT_HOLDS ? reduce_side(c, side) : code;
}

/* ---- names of rules ---- */

static bool has_rule(const coset_model *m, const char *name)
{
    for (uint32_t g = 0; g < m->n_groups; g++)
        if (!m->groups[g].is_start && strcmp(m->groups[g].name, name) == 0)
            return true;
    return false;
}

static const char *rule_missing(const coset_model *m, const coset_model *other)
{
    for (uint32_t g = 0; g < m->n_groups; g++)
        if (!m->groups[g].is_start && !has_rule(other, m->groups[g].name))
            return m->groups[g].name;
    return NULL;
}

static int check_names(const coset_compare_system *c)
{
    const coset_session *a = &c->sides[0].session, *b = &c->sides[1].session;
    const char *only_a = c->n_sides == 2 ? rule_missing(a->model, b->model) : NULL;
    const char *only_b = c->n_sides == 2 ? rule_missing(b->model, a->model) : NULL;
    if (!only_a && !only_b)
        return COSET_EXIT_HOLDS;
    return coset_session_fail(a, COSET_EXIT_USAGE,
                              "only %s has a rule \"%s\": choose what is compared, with --observe or --actions=rules",
                              only_a ? a->path : b->path, only_a ? only_a : only_b);
}

static int check_silent(const coset_compare_system *c)
{
    const coset_session *a = &c->sides[0].session;
    const coset_words *silent = &c->settings->silent;
    if (silent->n && (!c->weak || !c->by_rules))
        return coset_session_fail(a, COSET_EXIT_USAGE, "--silent needs a weak relation over names of rules");
    if (c->weak && c->by_rules && silent->n == 0)
        return coset_session_fail(a, COSET_EXIT_USAGE,
                                  "a weak relation needs invisible steps: name rules with --silent, or use "
                                  "--actions=none with --observe");
    if (c->weak && !c->by_rules && c->settings->observed.n == 0)
        return coset_session_fail(a, COSET_EXIT_USAGE, "nothing is compared: use --observe or --actions=rules");
    for (uint32_t i = 0; i < silent->n; i++) {
        bool known = false;
        for (uint32_t k = 0; k < c->n_sides; k++)
            known = known || has_rule(c->sides[k].session.model, silent->at[i]);
        if (!known)
            return coset_session_fail(a, COSET_EXIT_USAGE, "--silent: there is no rule \"%s\"", silent->at[i]);
    }
    return COSET_EXIT_HOLDS;
}

static bool is_silent(const coset_compare_system *c, const char *name)
{
    for (uint32_t i = 0; i < c->settings->silent.n; i++)
        if (strcmp(c->settings->silent.at[i], name) == 0)
            return true;
    return false;
}

uint32_t coset_compare_event(coset_compare_system *c, const char *name)
{
    if (!c->by_rules)
        return c->weak ? COSET_TAU : FIRST_EVENT;
    if (c->weak && is_silent(c, name))
        return COSET_TAU;
    uint32_t i = 0;
    while (i < c->names.n && strcmp(c->names.at[i], name) != 0)
        i++;
    if (i == c->names.n)
        *coset_vec_add(&c->names) = name;
    return FIRST_EVENT + i;
}

/* ---- the system ---- */

static void list_side(coset_compare_system *c, uint32_t i, const coset_engine_options *o)
{
    coset_compare_side *side = &c->sides[i];
    coset_graph_make(&side->graph, side->reduction.searched, o, c->arena);
    if (side->graph.why && !c->why)
        c->why = coset_arena_printf(c->arena, "%s: %s", side->session.path, side->graph.why);
}

static void observe_side(coset_compare_system *c, uint32_t i)
{
    coset_compare_side *side = &c->sides[i];
    for (uint32_t k = 0; k < c->settings->observed.n; k++) {
        const coset_formula *f = side->session.formulas->all.at[k].root;
        for (uint32_t s = 0; s < side->graph.n && !side->graph.why; s++) {
            bool is =
                f->op == COSET_F_TRUE ||
                (f->op == COSET_F_ATOM && coset_graph_test(&side->graph, f->predicate->prop, s) == COSET_EVAL_TRUE);
            c->seen[s + (i ? c->n_left : 0)] |= (uint64_t)is << k;
        }
    }
    if (side->graph.why && !c->why)
        c->why = coset_arena_printf(c->arena, "%s: %s", side->session.path, side->graph.why);
}

static int by_seen(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

/* Numbers the labels by rank. */
static void number_labels(coset_compare_system *c, uint32_t n)
{
    uint64_t *sorted = coset_new((size_t)n + 1, sizeof *sorted);
    uint32_t n_sorted = 0;
    memcpy(sorted, c->seen, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_seen);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || sorted[i] != sorted[n_sorted - 1])
            sorted[n_sorted++] = sorted[i];
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t *at = bsearch(&c->seen[i], sorted, n_sorted, sizeof *sorted, by_seen);
        COSET_INVARIANT(at);
        c->label[i] = (uint32_t)(at - sorted);
    }
    coset_delete(sorted);
}

static void add_side(coset_compare_system *c, uint32_t i, coset_lts_builder *b)
{
    const coset_graph *g = &c->sides[i].graph;
    uint32_t base = i ? c->n_left : 0, *events = coset_new((size_t)g->m->n_groups + 1, sizeof *events);
    for (uint32_t k = 0; k < g->m->n_groups; k++)
        events[k] = g->m->groups[k].is_start ? 0 : coset_compare_event(c, g->m->groups[k].name);
    for (uint32_t s = 0; s < g->n; s++) {
        uint32_t state = coset_lts_add_state(b);
        COSET_INVARIANT(state == base + s); /* labels and starts are numbered so */
    }
    for (uint32_t s = 0; s < g->n; s++)
        for (uint32_t e = g->first.at[s]; e < g->first.at[s + 1]; e++) {
            COSET_INVARIANT(g->edges.at[e].to < g->n && !g->m->groups[g->edges.at[e].group].is_start);
            coset_lts_add_edge(b, base + s, events[g->edges.at[e].group], base + g->edges.at[e].to);
        }
    coset_delete(events);
}

static void make_system(coset_compare_system *c)
{
    uint32_t n = c->n_left + (c->n_sides == 2 ? c->sides[1].graph.n : 0);
    c->seen = coset_new((size_t)n + 1, sizeof *c->seen);
    c->label = coset_new((size_t)n + 1, sizeof *c->label);
    for (uint32_t i = 0; i < c->n_sides; i++)
        observe_side(c, i);
    if (c->why)
        return;
    number_labels(c, n);
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t i = 0; i < c->n_sides; i++)
        add_side(c, i, b);
    c->lts = coset_lts_build(b, FIRST_EVENT + 1 + c->names.n);
}

static int list_all(coset_compare_system *c)
{
    coset_engine_options o = c->settings->engine;
    o.held_bytes = coset_memory_held();
    o.stop = coset_machine_stop();
    o.max_states = o.max_states ? o.max_states : MOST_STATES;
    for (uint32_t i = 0; i < c->n_sides && !c->why; i++)
        list_side(c, i, &o);
    for (uint32_t i = 0; i < c->n_sides && !c->why; i++)
        if (c->sides[i].graph.starts.n == 0)
            return coset_session_fail(&c->sides[i].session, COSET_EXIT_ASSUMPTION, "%s: there is no start state",
                                      c->sides[i].session.path);
    for (uint32_t i = 0; i < c->n_sides; i++)
        c->sides[i].graph.o = NULL; /* the options go out of scope here */
    c->n_left = c->sides[0].graph.n;
    if (!c->why)
        make_system(c);
    return COSET_EXIT_HOLDS;
}

int coset_compare_open(coset_compare_system *c, const coset_settings *settings)
{
    enum { AUTO, RULES, NONE };
    *c = (coset_compare_system){.settings = settings, .arena = coset_arena_new(), .n_sides = settings->n_files};
    c->simulation = settings->relation % 2 == 1;
    c->weak = settings->relation >= 2;
    c->by_rules = settings->actions == RULES || (settings->actions == AUTO && settings->observed.n == 0);
    int code = COSET_EXIT_HOLDS;
    bool by_diagrams = settings->search == COSET_BY_DIAGRAMS;
    for (uint32_t i = 0; i < c->n_sides && code == COSET_EXIT_HOLDS; i++)
        code = load_side(c, i);
    if (code == COSET_EXIT_HOLDS && by_diagrams && c->n_sides == 2 && settings->all_states)
        code = coset_session_fail(&c->sides[0].session, COSET_EXIT_USAGE,
                                  "--among=all relates the states of one model: name one, or leave it out");
    if (code == COSET_EXIT_HOLDS && c->by_rules && settings->actions == AUTO)
        code = check_names(c);
    if (code == COSET_EXIT_HOLDS)
        code = check_silent(c);
    return code == COSET_EXIT_HOLDS && !by_diagrams ? list_all(c) : code;
}

void coset_compare_close(coset_compare_system *c)
{
    for (uint32_t i = 0; i < c->n_sides; i++) {
        coset_graph_fini(&c->sides[i].graph);
        coset_reduction_free(&c->sides[i].reduction);
        if (c->sides[i].session.text)
            coset_session_close(&c->sides[i].session);
        coset_vec_fini(&c->sides[i].settings.formulas);
    }
    coset_lts_free(c->lts);
    coset_delete(c->seen);
    coset_delete(c->label);
    coset_vec_fini(&c->names);
    coset_arena_free(c->arena);
}
