/* run/temporal.c - properties of infinite runs: each is searched in a product of its own, under the subgroup that
 * preserves it. */
#include "run/temporal.h"

#include <stdio.h>
#include <string.h>

#include "base/budget.h"
#include "explore/accept.h"
#include "explore/bfs.h"
#include "run/fairness.h"
#include "run/formulas.h"
#include "run/limits.h"
#include "run/por.h"
#include "run/progress.h"
#include "run/temporal_int.h"
#include "run/temporal_symb.h"
#include "run/temporal_symm.h"
#include "wrap/product.h"
#include "wrap/quotient.h"

/* ---- the properties to check ---- */

/* Each proposition of the automaton becomes an expression that the front end reads as one condition. */
static void add_conditions(coset_session *s, coset_omega *a, uint16_t *files)
{
    const char *form = s->language->braces ? "{%s}" : "%s";
    coset_temporals *t = s->temporals;
    t->automaton = a;
    t->automaton_name = s->settings->automaton;
    t->n_parts = a->n_atoms ? a->n_atoms : 1; /* a constant if there is none: each row has a formula */
    for (uint32_t i = 0; i < t->n_parts; i++) {
        const char *text = coset_arena_printf(s->arena, form, a->n_atoms ? a->names[i] : "true");
        files[i] = coset_text_add(s->text, s->settings->automaton, text, strlen(text));
    }
    t->n_formulas += t->n_parts;
}

static int read_automaton(coset_session *s, uint16_t *files)
{
    coset_omega *a = NULL;
    coset_err err = {0};
    uint16_t file;
    coset_status status = coset_text_read(s->text, s->settings->automaton, &file, &err);
    if (status == COSET_OK)
        status = coset_omega_read_hoa(s->text, coset_text_whole(s->text, file), &a, &err);
    if (status == COSET_OK) {
        add_conditions(s, a, files);
        return COSET_EXIT_HOLDS;
    }
    coset_text_print(s->text, stderr, coset_settings_colour(s->settings, stderr), 20);
    return coset_session_fail(s, coset_exit_of(status), "%s", err.text);
}

/* Conditions that must hold infinitely often, which the front end reads as formulas. */
static int add_fair(coset_session *s, uint16_t *files)
{
    const coset_formulas_given *given = &s->settings->formulas;
    coset_temporals *t = s->temporals;
    for (uint32_t i = 0; coset_formulas_leave_fair(s) && i < given->n; i++) {
        const char *text = given->at[i].text;
        if (text[0] == '@')
            return coset_session_fail(s, COSET_EXIT_USAGE,
                                      "--fair=%s is for CTL formulas: for LTL write the condition itself", text);
        files[t->n_formulas++] = coset_text_add(s->text, "--fair", text, strlen(text));
        t->n_fair++;
    }
    return COSET_EXIT_HOLDS;
}

int coset_temporals_open(coset_session *s)
{
    const coset_settings *o = s->settings;
    uint16_t *files = coset_arena_get(s->arena, (size_t)o->ltl.n + o->formulas.n + COSET_LTL_ATOMS, sizeof *files);
    for (uint32_t i = 0; i < o->ltl.n; i++) {
        const char *name = i ? coset_arena_printf(s->arena, "--ltl (%u)", (unsigned)i + 1) : "--ltl";
        files[i] = coset_text_add(s->text, name, o->ltl.at[i], strlen(o->ltl.at[i]));
    }
    s->temporals = coset_arena_get(s->arena, 1, sizeof *s->temporals);
    coset_temporals_init(s->temporals);
    s->temporals->n_formulas = o->ltl.n;
    s->temporals->formulas = files;
    s->temporals->claim = o->claim;
    s->temporals->nonprogress = o->nonprogress;
    int code = add_fair(s, files);
    if (code != COSET_EXIT_HOLDS || !o->automaton)
        return code;
    return read_automaton(s, files + s->temporals->n_formulas);
}

int coset_temporals_close(coset_session *s)
{
    coset_temporals *t = s->temporals;
    if (!t || !s->model)
        return COSET_EXIT_HOLDS;
    coset_temporals_join(t);
    if (t->claim && !t->claim_found && strcmp(t->claim, "none") != 0)
        return coset_session_fail(s, COSET_EXIT_USAGE, "--claim: %s has no ltl formula or never claim \"%s\"", s->path,
                                  t->claim);
    if (!t->all.n && (s->settings->fairness || t->n_fair))
        return coset_session_fail(s, COSET_EXIT_USAGE,
                                  "--fair restricts the runs that formulas speak of, and there is no formula: give one "
                                  "with --ltl or --ctl");
    if (!t->all.n)
        return COSET_EXIT_HOLDS;
    coset_fair_choice fairness;
    const int code = coset_fair_choose(s, &fairness);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (s->settings->merge || s->settings->reset)
        return coset_session_fail(s, COSET_EXIT_USAGE,
                                  "--merge=on and --dead=reset change what formulas see: leave them out");
    bool claims = false;
    for (uint32_t i = 0; i < t->all.n; i++)
        claims = claims || !t->all.at[i].no_claim;
    if (claims && s->language->stuttering_is_life && !s->settings->deadlock_given) /* as in Spin */
        s->settings->engine.deadlock = COSET_DEADLOCK_OFF;
    return COSET_EXIT_HOLDS;
}

/* ---- one search ---- */

coset_product_how coset__judging_how(const coset_temporal *x)
{
    return (coset_product_how){.predicates = x->props,
                               .instances = x->instances,
                               .rules = x->rules,
                               .still = x->still,
                               .stutters = !x->only_endless};
}

/* Of all choices of elements in one orbit of the group, the first is checked: in it, exchangeable elements appear in
 * ascending order. */
static bool is_first_choice(const coset_temporal *x, const coset_symgroup *g)
{
    for (uint32_t i = 0; i < x->n_chosen; i++) {
        const coset_temporal_pin *pin = &x->pins[i];
        bool seen = !g->moves[pin->type][pin->element];
        for (uint32_t k = 0; k < i && !seen; k++)
            seen = x->pins[k].type == pin->type && x->pins[k].element == pin->element;
        for (uint32_t e = 0; !seen && e < pin->element; e++) {
            bool used = !g->moves[pin->type][e];
            for (uint32_t k = 0; k < i && !used; k++)
                used = x->pins[k].type == pin->type && x->pins[k].element == e;
            if (!used)
                return false;
        }
    }
    return true;
}

/* The subgroup that fixes the elements that the formula names. */
static const coset_symgroup *fix_pins(const coset__judging *j, const coset_symgroup *g)
{
    const coset_temporal *x = j->x;
    for (uint32_t i = 0; i < x->n_pins; i++)
        if (g->moves[x->pins[i].type][x->pins[i].element])
            g = coset_symgroup_fix(j->s->model, g, x->pins[i].type, x->pins[i].element, j->s->arena);
    return g;
}

static bool is_larger(const coset_symgroup *g, const coset_symgroup *h)
{
    coset_count of_g, of_h;
    const bool g_known = coset_symgroup_order(g, &of_g), h_known = coset_symgroup_order(h, &of_h);
    return g_known && h_known ? of_g > of_h : h_known;
}

/* The run's group; NULL: another choice of elements represents this one. */
static const coset_symgroup *choose_group(coset__judging *j)
{
    const coset_temporal *x = j->x;
    coset_reduction_groups(&j->reduction, j->s);
    const coset_symgroup *g = j->reduction.group;
    if (j->reduction.partial)
        g = coset_symgroup_meet(j->s->model, g, j->reduction.starts, j->s->arena);
    return is_first_choice(x, coset_symgroup_always(j->s->model, g, j->s->arena)) ? g : NULL;
}

/* Reduces by the subgroup that permutes atoms, if that is larger than the one that fixes them. */
static coset_status reduce_permuted(coset__judging *j, const coset_symgroup *group, const char *strategy, bool *done,
                                    coset_err *err)
{
    const coset_symgroup *pinned = fix_pins(j, group), *permuted;
    *done = false;
    if (!j->x->n_pins || j->reduction.partial)
        return COSET_OK;
    permuted = coset_temporal_permuted(j->s, j->x, group, j->product, j->plain);
    if (!permuted)
        return COSET_OK;
    coset_status status = COSET_UNSUPPORTED;
    if (is_larger(permuted, pinned))
        status = coset_reduction_of_product(&j->of_product, j->product, permuted, strategy, err);
    *done = status == COSET_OK;
    if (status != COSET_UNSUPPORTED) /* not all strategies support composite values */
        return status;
    coset_temporal_permute_nothing(j->product, j->plain);
    return COSET_OK;
}

static coset_status reduce(coset__judging *j, coset_err *err)
{
    const coset_settings *o = j->s->settings;
    const char *strategy = coset_auto_wanted(o) ? "auto" : o->strategy;
    j->of_product.searched = j->detected ? j->detected : j->product;
    if (strcmp(o->strategy, "off") == 0 || j->detected || j->nameless)
        return COSET_OK;
    const coset_symgroup *group = j->of_product.group = choose_group(j);
    bool done;
    if (!group)
        return COSET_OK;
    coset_status status = reduce_permuted(j, group, strategy, &done, err);
    if (status != COSET_OK || done)
        return status;
    group = j->of_product.group = fix_pins(j, group);
    if (coset_symgroup_is_trivial(group))
        return COSET_OK;
    return coset_reduction_of_product(&j->of_product, j->product, group, strategy, err);
}

coset_status coset__judging_search(coset__judging *j, coset_err *err)
{
    coset_engine_options o = *j->options;
    coset_progress_line progress;
    o.deadlock = COSET_DEADLOCK_OFF;
    o.judged = NULL;
    o.goes_on = NULL;
    o.enough_states = 0; /* a violation of another formula does not end this search */
    o.max_errors = 1;
    o.on_output = NULL;
    o.kept = NULL;
    o.none_only = j->none_only;
    o.held_bytes = coset_memory_held();
    o.spent_seconds = coset_engine_now() - j->s->settings->limits->began;
    o.progress_ctx = &progress;
    coset_progress_start(&progress, j->s->settings, j->of_product.canon != NULL);
    coset_status status = coset_product_is_terminal(j->product)
                              ? coset_bfs(j->of_product.searched, &o, j->s->arena, &j->result, err)
                              : coset_accept(j->of_product.searched, &o, j->s->arena, &j->result, err);
    coset_progress_end(&progress);
    return status;
}

/* ---- the verdict ---- */

/* A fault ended runs: of the model, or a predicate could not be evaluated. */
static const char *fault_of(const coset__judging *j)
{
    for (uint32_t p = 0; p < coset_product_prop(j->product); p++) {
        const coset_prop_result *r = &j->result->props[p];
        if (r->verdict == COSET_VERDICT_FAILS && r->path && r->path->has_fault)
            return coset_arena_printf(j->s->arena, "a run ends in a fault: %s", r->path->fault.text);
    }
    return NULL;
}

/* The search has violated an assumption of the variant of the model. */
static bool assumes_too_much(const coset__judging *j)
{
    const coset_model *m = j->s->model;
    bool met = false;
    for (uint32_t p = 0; p < m->n_props; p++)
        met = met || (m->props[p].assumed && j->result->props[p].verdict == COSET_VERDICT_FAILS);
    return met;
}

/* The run without the automaton. If the model has no further step, the run stays in its last state. */
static coset_trace *without_automaton(const coset__judging *j, const coset_trace *t)
{
    const coset_model *m = j->s->model;
    const uint32_t n = m->n_slots;
    uint32_t steps = t->n_states + t->has_loop, end = 0;
    while (end < steps && t->steps[end].group != m->n_groups)
        end++;
    coset_trace *out = coset_arena_copy(j->s->arena, t, 1, sizeof *out);
    out->n_states = end < t->n_states ? end : t->n_states;
    if (!t->has_loop && !out->stays && out->n_states > 1 && !coset_product_reads_last(j->product))
        /* the previous state has decided it */
        out->n_states--;
    out->has_loop = t->has_loop && end == steps;
    out->stays = end < steps;
    out->prop = j->x->prop;
    coset_value *states = coset_arena_get(j->s->arena, (size_t)out->n_states * n + 1, sizeof *states);
    for (uint32_t i = 0; i < out->n_states && n; i++)
        memcpy(states + (size_t)i * n, t->states + (size_t)i * (n + 1), n * sizeof *states);
    out->states = states;
    return out;
}

static coset_status show(coset__judging *j, const coset_path *path, coset_err *err)
{
    const uint32_t prop = coset_product_prop(j->product);
    const coset_reduction *r = &j->of_product;
    const coset_trace_reduction reduction = {
        .canon = r->canon,
        .group = r->canon ? r->group : NULL,
        .starts = r->canon ? coset_symgroup_always(j->product, r->group, j->s->arena) : NULL,
        .action = j->detected ? &j->action : NULL,
        .numbered = j->product,
    };
    const coset_trace *t =
        coset_trace_lift(j->reduction.partial ? j->plain : j->product, &reduction, path, prop, 0, j->s->arena);
    coset_status status = coset_trace_replay(j->plain, t, COSET_DEADLOCK_OFF, err);
    if (status != COSET_OK)
        return status;
    coset_trace *shown = without_automaton(j, t);
    if (shown->has_loop && j->fairness->n)
        status = coset_fair_explain(j->s->model, j->fairness, shown, j->s->arena, err);
    j->trace = shown;
    return status;
}

void coset__judging_verdict(coset__judging *j, coset_prop_result *to)
{
    const coset_prop_result *from = &j->result->props[coset_product_prop(j->product)];
    *to = (coset_prop_result){.verdict = from->verdict, .reason = from->reason, .depth = from->depth};
    to->searched = j->result->representatives;
    to->peak_bytes = j->result->peak_bytes + coset__judging_kept_bytes(j);
    const char *fault = from->verdict == COSET_VERDICT_FAILS ? NULL : fault_of(j);
    if (fault) {
        to->verdict = COSET_VERDICT_INCOMPLETE;
        to->reason = fault;
    }
    if (assumes_too_much(j))
        *to = (coset_prop_result){.verdict = COSET_VERDICT_INCOMPLETE,
                                  .reason = "the searched variant of the model does not have all of its runs"};
}

static coset_status judge(coset__judging *j, coset_prop_result *to, coset_err *err)
{
    coset_status status = reduce(j, err);
    if (status == COSET_OK && !j->nameless && j->reduction.group && !j->of_product.group) {
        to->verdict = COSET_VERDICT_HOLDS; /* together with the choice that represents it */
        return COSET_OK;
    }
    if (status == COSET_OK) {
        if (coset__judging_from_reached(j, to))
            return COSET_OK;
        status = coset__judging_search(j, err);
    }
    if (status == COSET_UNSUPPORTED || status == COSET_LIMIT || status == COSET_MEMORY) {
        *to = (coset_prop_result){.verdict = COSET_VERDICT_INCOMPLETE,
                                  .reason = coset_arena_text(j->s->arena, err->text)};
        return COSET_OK;
    }
    if (status != COSET_OK)
        return status;
    const char *refuted = coset__judging_refuted(j);
    if (refuted) {
        *to = (coset_prop_result){.verdict = COSET_VERDICT_INCOMPLETE, .reason = refuted};
        return COSET_OK;
    }
    coset__judging_verdict(j, to);
    const coset_path *path = j->result->props[coset_product_prop(j->product)].path;
    return to->verdict == COSET_VERDICT_FAILS && path ? show(j, path, err) : COSET_OK;
}

/* ---- all of them ---- */

static const coset_fair_choice *without_elements(const coset_fair_choice *f, coset_arena *arena)
{
    coset_fair_choice *out = coset_arena_copy(arena, f, 1, sizeof *out);
    coset_fairness *what = coset_arena_copy(arena, f->what, f->n, sizeof *what);
    for (uint32_t i = 0; i < f->n; i++)
        what[i].plain = true;
    out->what = what;
    return out;
}

static coset_status add_fairness(coset__judging *j, const coset_model *code, coset_err *err)
{
    const coset_fair_choice *f = j->fairness;
    if (!f->words)
        return COSET_OK;
    coset_status status = coset_fair_new(code, f->n, f->what, &j->fair[0], err);
    if (status == COSET_UNSUPPORTED) { /* maybe a process shares its number with an element */
        f = j->fairness = without_elements(f, j->s->arena);
        j->nameless = true;
        status = coset_fair_new(code, f->n, f->what, &j->fair[0], err);
    }
    return status == COSET_OK ? coset_fair_new(j->s->model, f->n, f->what, &j->fair[1], err) : status;
}

/* Reduces the code by partial order, preserving the formula; not if atoms mention steps, which it might prune. */
static coset_status reduce_partially(coset__judging *j, const coset_model **code, coset_err *err)
{
    if (!coset_temporal_asks_of_steps(j->x))
        return coset_por_model(&j->reduction, j->s, *code, code, err);
    if (j->s->settings->por != COSET_POR_OFF)
        j->reduction.por = "off (the formula speaks of steps)";
    return COSET_OK;
}

static coset_status judge_one(coset_session *s, const coset_temporal *x, const coset_reduction *base,
                              const coset_engine_options *options, const coset_fair_choice *fairness,
                              coset_prop_result *to, const coset_trace **trace, coset_err *err)
{
    coset__judging j = {.s = s, .x = x, .base = base, .options = options, .fairness = fairness};
    const coset_model *code = base->native && !base->checked ? base->native : coset_reduction_code(&j.reduction, s);
    j.bare = code;
    coset_status status = add_fairness(&j, code, err);
    s->judged = x;
    s->fair = fairness->words ? fairness : NULL;
    if (status == COSET_OK && j.fair[0])
        code = j.fair[0];
    if (status == COSET_OK)
        status = coset__judging_find_detected(&j, err);
    if (status == COSET_OK)
        status = reduce_partially(&j, &code, err);
    if (status == COSET_OK) {
        const coset_product_how how = coset__judging_how(x);
        j.code = code;
        j.product = coset_product_new(code, x->wrong, &how);
        j.plain = coset_product_new(j.fair[1] ? j.fair[1] : s->model, x->wrong, &how);
        coset__judging_take_detected(&j);
        status = judge(&j, to, err);
        to->por = coset_por_told(s, &j.reduction);
    }
    *trace = j.trace;
    s->judged = NULL;
    s->fair = NULL;
    coset_reduction_free(&j.of_product);
    coset_model_free(j.product);
    coset_model_free(j.plain);
    coset__judging_drop_detected(&j);
    coset_model_free(j.fair[0]);
    coset_model_free(j.fair[1]);
    coset_reduction_free(&j.reduction);
    return status;
}

/* For a property whose automaton is built. */
static const coset_symgroup *group_of(coset_session *s, const coset_temporal *x)
{
    const coset_product_how how = coset__judging_how(x);
    coset__judging j = {.s = s, .x = x};
    s->judged = x;
    j.product = coset_product_new(s->model, x->wrong, &how);
    j.plain = coset_product_new(s->model, x->wrong, &how);
    const coset_symgroup *g = choose_group(&j), *pinned = g ? fix_pins(&j, g) : NULL;
    if (g && x->n_pins)
        g = coset_temporal_permuted(s, x, g, j.product, j.plain);
    s->judged = NULL;
    coset_model_free(j.product);
    coset_model_free(j.plain);
    coset_reduction_free(&j.reduction);
    return g && is_larger(g, pinned) ? g : pinned;
}

/* The property with the wording of its atoms that has the larger group: in `room`, or `x` itself. */
static const coset_temporal *in_better_words(coset_session *s, const coset_temporal *x, coset_temporal *room,
                                             const coset_symgroup **group)
{
    *group = group_of(s, x);
    if (!x->alike)
        return x;
    *room = coset_temporal_with_alike(s->temporals, x);
    const coset_symgroup *other = group_of(s, room);
    if (!*group || !other || !is_larger(other, *group))
        return x;
    *group = other;
    return room;
}

coset_status coset__judging_one(coset_session *s, const coset_temporal *x, const coset_reduction *base,
                                const coset_engine_options *options, const coset_fair_choice *fairness,
                                coset_prop_result *to, const coset_trace **trace, coset_err *err)
{
    coset_temporal room;
    const coset_symgroup *group;
    if (x->alike && strcmp(s->settings->strategy, "off") != 0)
        x = in_better_words(s, x, &room, &group);
    return judge_one(s, x, base, options, fairness, to, trace, err);
}

const coset_symgroup *coset_temporals_group(coset_session *s, coset_temporal *x)
{
    coset_temporal room;
    const coset_symgroup *group = NULL;
    coset_temporal_translate(s->temporals, x);
    if (x->wrong)
        (void)in_better_words(s, x, &room, &group);
    return group;
}

/* The row is about all of its instances: it holds if all do. */
static void add_to_row(coset_prop_result *row, const coset_temporal *x, const coset_prop_result *one)
{
    const uint64_t searched = row->searched + one->searched;
    const uint64_t peak = row->peak_bytes > one->peak_bytes ? row->peak_bytes : one->peak_bytes;
    if (one->verdict != COSET_VERDICT_HOLDS && row->verdict != COSET_VERDICT_FAILS) {
        *row = *one;
        row->index = x->index;
    }
    row->searched = searched;
    row->peak_bytes = peak;
    row->por = one->por;
}

/* ---- vacuity ----------------------------------------------------------------------------------------------------- */

/* With weak or strong fairness some run is fair, unless assumptions remove steps or only infinite runs count. */
static bool may_be_vacuous(const coset_session *s, const coset_temporal *x, const coset_fair_choice *fairness)
{
    bool assumes = false;
    for (uint32_t p = 0; p < s->model->n_props; p++)
        assumes = assumes || s->model->props[p].kind == COSET_PROP_ASSUMPTION;
    return x->fair || (fairness->words && (assumes || x->only_endless));
}

/* Searches for a fair run, with the automaton of all fair runs. */
static coset_status look_for_fair_run(coset_session *s, const coset_temporal *x, const coset_reduction *base,
                                      const coset_engine_options *options, const coset_fair_choice *fairness,
                                      coset_prop_result *row, coset_err *err)
{
    coset_temporal any = *x;
    coset_prop_result one = {.verdict = COSET_VERDICT_INCOMPLETE};
    const coset_trace *ignored;
    any.wrong = coset_temporal_fair_runs(s->temporals, x);
    any.n_chosen = 0; /* no other choice of elements represents this one */
    coset_status status = COSET_OK;
    if (any.wrong)
        status = judge_one(s, &any, base, options, fairness, &one, &ignored, err);
    coset_omega_free(any.wrong);
    row->vacuous = one.verdict == COSET_VERDICT_HOLDS;
    row->searched += one.searched;
    if (row->vacuous)
        row->reason = "vacuous: no run is fair";
    else if (one.verdict != COSET_VERDICT_FAILS)
        row->reason = "it is not known whether any run is fair";
    return status;
}

/* Decided by decision diagrams; false if the explicit search must decide, or if there are no diagrams. */
static bool is_decided(const coset_symb_accepting *answer, coset_prop_result *one)
{
    if (!answer)
        return false;
    if (!answer->decided)
        one->reason = answer->why;
    else if (!answer->accepts)
        one->verdict = COSET_VERDICT_HOLDS;
    return !answer->decided || !answer->accepts;
}

/* The explicit search has searched for the run that exists according to the diagrams. */
static coset_status must_violate(const coset_session *s, coset_prop_result *one, coset_err *err)
{
    if (one->verdict == COSET_VERDICT_HOLDS)
        return coset_fail(err, COSET_INPUT, "diagrams have a run that violates it, and the explicit search finds none");
    if (one->verdict == COSET_VERDICT_INCOMPLETE) {
        one->verdict = COSET_VERDICT_FAILS;
        one->reason = coset_arena_printf(s->arena, "some run violates it, which was not found: %s", one->reason);
    }
    return COSET_OK;
}

int coset__judging_failed(coset_session *s, const coset_temporal *x, coset_status status, const coset_err *err)
{
    if (status != COSET_INPUT)
        return coset_session_fail(s, coset_exit_of(status), "%s was not checked: %s", x->name, err->text);
    return coset_session_fail(s, COSET_EXIT_INTERNAL,
                              "internal error: \"%s\" could not be judged (%s). This is a bug in coset and no verdict "
                              "is given; please report it with the model",
                              x->name, err->text);
}

static int judge_next(coset_session *s, coset_temporal *x, const coset_reduction *base,
                      const coset_engine_options *options, const coset_fair_choice *fairness, bool is_last,
                      coset_prop_result *row, const coset_trace **trace)
{
    coset_prop_result one = {.verdict = COSET_VERDICT_INCOMPLETE};
    coset_status status = COSET_OK;
    coset_err err = {0};
    const coset_symb_accepting *answer = coset_temporal_answer(s, (uint32_t)(x - s->temporals->all.at));
    coset_limits_doing(s->settings, "a formula became an automaton");
    coset_temporal_translate(s->temporals, x);
    coset_limits_doing(s->settings, "runs that violate a formula were searched for");
    one.reason = x->why;
    const bool searches = x->wrong && !is_decided(answer, &one);
    if (searches)
        status = coset__judging_one(s, x, base, options, fairness, &one, trace, &err);
    if (searches && answer && status == COSET_OK)
        status = must_violate(s, &one, &err);
    add_to_row(row, x, &one);
    if (status == COSET_OK && is_last && row->verdict == COSET_VERDICT_HOLDS && may_be_vacuous(s, x, fairness))
        status = look_for_fair_run(s, x, base, options, fairness, row, &err);
    return status == COSET_OK ? COSET_EXIT_HOLDS : coset__judging_failed(s, x, status, &err);
}

/* Which runs count, for the report; NULL: all. */
static const char *words_of(const coset_session *s, const coset_fair_choice *fairness)
{
    const char *words = fairness->words;
    for (uint32_t i = 0; i < s->temporals->n_fair; i++) {
        const char *text = coset_text_bytes(s->text, s->temporals->formulas[s->settings->ltl.n + i], NULL);
        words = words ? coset_arena_printf(s->arena, "%s, and %s infinitely often", words, text)
                      : coset_arena_printf(s->arena, "with %s infinitely often", text);
    }
    return words;
}

int coset_temporals_judge(coset_session *s, const coset_reduction *base, const coset_engine_options *options,
                          const coset_temporal_seen *seen, coset_result *result, const coset_trace **traces)
{
    const bool provisional = s->settings->provisional;
    coset_engine_options o = *options;
    coset_fair_choice fairness;
    int code = coset_fair_choose(s, &fairness);
    uint32_t before = COSET_NO_PROP;
    if (!coset__judging_knows_all(s, options->kept, result))
        o.kept = NULL;
    s->settings->provisional = false; /* this search does not check loops */
    for (uint32_t i = 0; s->temporals && i < s->temporals->all.n && code == COSET_EXIT_HOLDS; i++) {
        coset_temporal *x = &s->temporals->all.at[i];
        coset_prop_result *row = &result->props[x->prop];
        if (x->prop != before)
            *row = (coset_prop_result){.verdict = COSET_VERDICT_HOLDS};
        before = x->prop;
        const bool is_last = i + 1 == s->temporals->all.n || s->temporals->all.at[i + 1].prop != x->prop;
        if (row->verdict != COSET_VERDICT_FAILS && seen[i].row) {
            add_to_row(row, x, seen[i].row);
            traces[x->prop] = seen[i].trace;
        } else if (row->verdict != COSET_VERDICT_FAILS)
            code = judge_next(s, x, base, &o, &fairness, is_last, row, &traces[x->prop]);
        row->fairness = words_of(s, &fairness);
        if (row->peak_bytes > result->peak_bytes)
            result->peak_bytes = row->peak_bytes;
    }
    s->settings->provisional = provisional;
    return code;
}
