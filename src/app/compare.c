/* app/compare.c - coset compare: bisimulation and simulation between two models, or within one. */
#include "app/compare.h"

#include <string.h>

#include "app/verbs.h"
#include "report/comparison.h"
#include "run/limits.h"

typedef struct {
    coset_compare_system system;
    coset_comparison words;
    coset_budget budget;
    double began;
} compare;

/* ---- words ---- */

const char *coset_compare_event_words(const coset_compare_system *c, uint32_t event)
{
    return event == COSET_TAU || !c->by_rules ? "" : coset_arena_printf(c->arena, "\"%s\"", c->names.at[event - 2]);
}

const char *coset_compare_label_words(const coset_compare_system *c, uint64_t seen_s, uint64_t seen_t)
{
    uint64_t differ = seen_s ^ seen_t;
    uint32_t i = 0;
    while (i < 63 && !(differ >> i & 1))
        i++;
    const char *text = c->settings->observed.at[i], *sign = seen_s >> i & 1 ? "" : "!";
    size_t n = c->n_sides == 2 ? strcspn(text, ";") : strlen(text);
    return coset_arena_printf(c->arena, text[0] == '"' ? "%s%.*s" : "%s{%.*s}", sign, (int)n, text);
}

const char *coset_compare_action_words(const coset_compare_system *c, uint32_t event)
{
    if (event == COSET_TAU)
        return "silent steps";
    return c->by_rules ? coset_compare_event_words(c, event) : "a step";
}

static const char *event_words(void *ctx, uint32_t event) { return coset_compare_event_words(ctx, event); }

static const char *label_words(void *ctx, uint32_t s, uint32_t t)
{
    const coset_compare_system *c = ctx;
    return coset_compare_label_words(c, c->seen[s], c->seen[t]);
}

static void tell_parting(compare *x, const coset_parting *p, uint32_t first)
{
    const coset_compare_system *c = &x->system;
    coset_compared_step *steps = coset_arena_get(c->arena, (size_t)p->n_steps + 1, sizeof *steps);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_parting_step *s = &p->steps[i];
        steps[i] = (coset_compared_step){.side = coset_compare_side_of(c, s->to),
                                         .action = coset_compare_action_words(c, s->event),
                                         .to = coset_compare_state(c, s->to),
                                         .answer = s->answered ? coset_compare_state(c, s->answer) : NULL};
    }
    x->words.told = true;
    x->words.formula = p->formula;
    x->words.starts[first] = coset_compare_state(c, p->s);
    x->words.starts[1 - first] = coset_compare_state(c, p->t);
    x->words.n_steps = p->n_steps;
    x->words.steps = steps;
    x->words.end = p->end;
}

/* ---- verdict ---- */

static uint32_t *starts_of(const coset_compare_system *c, uint32_t side)
{
    const coset_graph *g = &c->sides[side].graph;
    uint32_t *starts = coset_arena_get(c->arena, (size_t)g->starts.n + 1, sizeof *starts);
    for (uint32_t i = 0; i < g->starts.n; i++)
        starts[i] = g->starts.at[i] + (side ? c->n_left : 0);
    return starts;
}

/* A start state of the side without a partner among those of the other, or UINT32_MAX. */
static uint32_t find_alone(const coset_compare_system *c, const coset_relation *r, uint32_t side)
{
    const uint32_t *mine = starts_of(c, side), *others = starts_of(c, 1 - side);
    for (uint32_t i = 0; i < c->sides[side].graph.starts.n; i++) {
        bool found = false;
        for (uint32_t k = 0; k < c->sides[1 - side].graph.starts.n && !found; k++)
            found = coset_relation_holds(r, mine[i], others[k]);
        if (!found)
            return mine[i];
    }
    return UINT32_MAX;
}

static void explain(compare *x, coset_relation *r, const coset_relating *how, uint32_t alone, uint32_t side)
{
    coset_compare_system *c = &x->system;
    const coset_parting_words words = {event_words, label_words, c, c->weak};
    coset_parting parting;
    x->words.verdict = COSET_VERDICT_FAILS;
    x->words.first = side;
    coset_parting_tables tables = {r, how};
    const coset_parting_game game = coset_parting_by_tables(&tables);
    if (coset_parting_make(&game, alone, starts_of(c, 1 - side), c->sides[1 - side].graph.starts.n, &words, c->arena,
                           &parting))
        tell_parting(x, &parting, side);
    else
        x->words.reason = "not enough memory or time for an explanation";
}

static void judge(compare *x, coset_relation *r, const coset_relating *how)
{
    coset_compare_system *c = &x->system;
    x->words.verdict = COSET_VERDICT_HOLDS;
    if (c->n_sides == 1) {
        x->words.n_classes = coset_relation_classes(r);
        return;
    }
    for (uint32_t side = 0; side < (c->simulation ? 1 : 2); side++) {
        uint32_t alone = find_alone(c, r, side);
        if (alone != UINT32_MAX) {
            explain(x, r, how, alone, side);
            return;
        }
    }
}

static void give_up(compare *x, const char *why)
{
    char text[200] = "the memory limit is too small for a table of all pairs of states";
    if (!why && coset_budget_is_spent(&x->budget))
        coset_budget_words(&x->budget, text, sizeof text);
    x->words.verdict = COSET_VERDICT_INCOMPLETE;
    x->words.reason = why ? why : coset_arena_text(x->system.arena, text);
}

static void relate(compare *x)
{
    coset_compare_system *c = &x->system;
    coset_lts *weak = c->weak ? coset_lts_saturate(c->lts, 3 + c->names.n, &x->budget) : NULL;
    if (c->weak && (!weak || coset_budget_is_spent(&x->budget))) {
        give_up(x, weak ? NULL : "there are too many weak steps");
        coset_lts_free(weak);
        return;
    }
    const coset_relating how = {.l = weak ? weak : c->lts,
                                .label = c->label,
                                .n_left = c->n_left,
                                .simulation = c->simulation,
                                .budget = &x->budget,
                                .most_bytes = c->settings->engine.max_bytes};
    coset_relation *r = coset_relation_make(&how);
    if (r)
        judge(x, r, &how);
    else
        give_up(x, NULL);
    coset_relation_free(r);
    coset_lts_free(weak);
}

/* ---- the verb ---- */

static void fill_words(compare *x)
{
    static const char *const relations[] = {"bisimulation", "simulation", "weak bisimulation", "weak simulation"};
    const coset_compare_system *c = &x->system;
    coset_comparison *w = &x->words;
    w->relation = relations[c->settings->relation];
    w->n_sides = c->n_sides;
    w->actions = c->by_rules ? "rules" : "none";
    w->n_silent = c->settings->silent.n;
    w->silent = c->settings->silent.at;
    w->n_observed = c->settings->observed.n;
    w->observed = c->settings->observed.at;
    for (uint32_t i = 0; i < c->n_sides; i++) {
        const coset_compare_side *s = &c->sides[i];
        const coset_reduction *r = &s->reduction;
        w->sides[i] =
            (coset_compared){s->session.path, s->session.model, s->graph.n, s->graph.starts.n, s->graph.edges.n, NULL};
        if (r->group && !coset_symgroup_is_trivial(r->group))
            w->sides[i].symmetry = coset_symgroup_order_text(r->group, c->arena);
        if (r->found && r->found->quotient)
            w->sides[i].symmetry =
                coset_order_text(coset_permgroup_order(r->found->detected.group, c->arena), c->arena);
    }
}

static coset_status write_json(void *ctx, FILE *out, coset_err *err) { return coset_comparison_json(ctx, out, err); }

static int tell(compare *x)
{
    const coset_settings *s = x->system.settings;
    static const int codes[] = {COSET_EXIT_HOLDS, COSET_EXIT_LIVENESS, COSET_EXIT_INCOMPLETE, COSET_EXIT_INTERNAL};
    int written = COSET_EXIT_HOLDS;
    x->words.exit_code = coset_settings_exit(s, codes[x->words.verdict]);
    x->words.seconds = coset_engine_now() - x->began;
    coset_limits_claim(s);
    if (s->json_on_stdout) {
        written = coset_write_file("-", write_json, &x->words);
    } else {
        const coset_text_style style = coset_settings_style(s, stdout);
        coset_comparison_text(&x->words, &style, stdout);
    }
    for (uint32_t i = 0; i < s->outputs.n && written == COSET_EXIT_HOLDS; i++)
        written = coset_write_file(s->outputs.at[i].path, write_json, &x->words);
    return written == COSET_EXIT_HOLDS ? x->words.exit_code : written;
}

int coset_verb_compare(coset_settings *settings)
{
    compare x = {.began = coset_engine_now()};
    int code = coset_compare_open(&x.system, settings);
    if (code == COSET_EXIT_HOLDS) {
        x.budget = coset_limits_budget(settings);
        fill_words(&x);
        if (settings->search == COSET_BY_DIAGRAMS)
            code = x.system.n_sides == 2 ? coset_compare_beside(&x.system, &x.words)
                                         : coset_compare_classes(&x.system, &x.words);
        else if (x.system.why)
            give_up(&x, x.system.why);
        else
            relate(&x);
        code = code == COSET_EXIT_HOLDS ? tell(&x) : code;
    }
    coset_compare_close(&x.system);
    return code;
}
