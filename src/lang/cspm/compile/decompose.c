/* From a term to components and rules. */
#include "lang/cspm/compile/decompose.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "lang/cspm/compile/decompose_int.h"

/* ---- scopes ----------------------------------------------------------------------------------------------------- */

static bool build(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out)
{
    bool composed = coset__is_composed(x, term), fits;
    if (coset__is_parallel(x->c, term))
        return coset__draft_static(x, term, out);
    if (!x->switches)
        return coset__leaf_whole(x, term, out);
    if (coset__leaf_small(x, term, out, &fits) || x->m->failed)
        return fits;
    if (!composed)
        return coset__leaf_until(x, s, term, out);
    uint32_t kind = (uint32_t)coset__maker_word(x, term, 0);
    bool stays = kind == TERM_HIDE || kind == TERM_PROJECT || kind == TERM_RENAME;
    return stays ? coset__draft_static(x, term, out) : coset__draft_switch(x, s, term, out);
}

typedef COSET_VEC(cspm_draft) system_list;

/* Makes rules that continue as an entry start its components. */
static void resolve(const system_list *all, cspm_draft *s)
{
    for (uint32_t i = 0; i < s->rules.n; i++) {
        cspm_rule *r = &s->rules.at[i];
        if (r->enter != NONE)
            coset__numbers_add(&r->starts, &all->at[r->enter].begins);
        r->enter = NONE;
    }
}

static void take_rules(cspm_draft *to, cspm_draft *from)
{
    for (uint32_t i = 0; i < from->rules.n; i++) {
        cspm_rule *r = coset_vec_add(&to->rules);
        *r = from->rules.at[i];
        if (r->event == COSET_TICK)
            coset__rule_stop(r, to->from, to->to);
        r->ends = false;
    }
    from->rules.n = 0;
}

static void close_scope(system_list *all, cspm_draft *out)
{
    for (uint32_t i = 0; i < all->n; i++)
        resolve(all, &all->at[i]);
    if (all->n == 1) {
        *out = all->at[0];
        all->n = 0;
        return;
    }
    out->from = all->at[0].from;
    out->to = all->at[all->n - 1].to;
    coset__numbers_add(&out->begins, &all->at[0].begins);
    for (uint32_t i = 0; i < all->n; i++) {
        out->can_end |= all->at[i].can_end;
        take_rules(out, &all->at[i]);
    }
}

/* A process that is its own operand grows; as one component it has its own bounds. */
static bool contains_itself(const cspm_maker *x, uint32_t term)
{
    for (const cspm_scope *o = x->scope; o; o = o->outer)
        if (o->entries.at[o->building] == term)
            return true;
    return false;
}

bool coset__draft_of(cspm_maker *x, uint32_t term, cspm_draft *out)
{
    return coset__draft_that_decides(x, NULL, NONE, term, out);
}

bool coset__draft_that_decides(cspm_maker *x, cspm_scope *around, uint32_t shared, uint32_t term, cspm_draft *out)
{
    *out = (cspm_draft){0};
    if (contains_itself(x, term))
        return coset__leaf_whole(x, term, out);
    cspm_scope s = {.outer = x->scope, .around = around, .shared = shared};
    system_list all = {0};
    bool ok = true;
    *coset_vec_add(&s.entries) = term;
    x->scope = &s;
    for (; ok && s.building < s.entries.n; s.building++) {
        cspm_draft one = {0};
        ok = build(x, &s, s.entries.at[s.building], &one);
        *coset_vec_add(&all) = one;
    }
    x->scope = s.outer;
    if (ok)
        close_scope(&all, out);
    for (uint32_t i = 0; i < all.n; i++)
        coset__draft_free(&all.at[i]);
    coset_vec_fini(&all);
    coset_vec_fini(&s.entries);
    return ok;
}

/* ---- the result ------------------------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Ascending, without duplicates and without those in `but` (ascending). */
static uint32_t *give_list(cspm_maker *x, const cspm_numbers *list, const uint32_t *but, uint32_t n_but, uint32_t *n)
{
    uint32_t *at = coset_arena_copy(x->arena, list->at, list->n, sizeof *at);
    *n = 0;
    if (list->n > 1)
        coset_numbers_sort(at, list->n);
    for (uint32_t i = 0; i < list->n; i++)
        if ((*n == 0 || at[*n - 1] != at[i]) && !(n_but && bsearch(&at[i], but, n_but, sizeof *but, by_number)))
            at[(*n)++] = at[i];
    return at;
}

static coset_super_rule *rules_of(cspm_maker *x, const cspm_draft *s)
{
    coset_arena *arena = x->arena;
    coset_super_rule *rules = coset_arena_get(arena, s->rules.n + 1, sizeof *rules);
    uint32_t *all = coset_arena_get(arena, x->components.n, sizeof *all);
    for (uint32_t i = 0; i < x->components.n; i++)
        all[i] = i;
    for (uint32_t i = 0; i < s->rules.n; i++) {
        const cspm_rule *r = &s->rules.at[i];
        rules[i] = (coset_super_rule){.n_parts = r->parts.n, .event = r->event};
        rules[i].parts = coset_arena_copy(arena, r->parts.at, r->parts.n, sizeof *r->parts.at);
        if (r->event == COSET_TICK) {
            rules[i].n_stops = x->components.n;
            rules[i].stops = all;
            continue;
        }
        rules[i].starts = give_list(x, &r->starts, NULL, 0, &rules[i].n_starts);
        rules[i].stops = give_list(x, &r->stops, rules[i].starts, rules[i].n_starts, &rules[i].n_stops);
    }
    return rules;
}

static void give_rules(cspm_maker *x, const cspm_draft *s, coset_super *out)
{
    coset_super_chase *chases = coset_arena_get(x->arena, x->chases.n, sizeof *chases);
    for (uint32_t i = 0; i < x->chases.n; i++) {
        const cspm_draft *c = &x->chases.at[i];
        chases[i] = (coset_super_chase){c->from, c->to, c->rules.n, rules_of(x, c)};
    }
    out->n_chases = x->chases.n;
    out->chases = chases;
    out->n_rules = s->rules.n;
    out->rules = rules_of(x, s);
}

static const char *name_of(cspm_maker *x, uint32_t component)
{
    char name[100];
    if (x->terms.at[component] == NONE)
        return x->components.at[component] + 1 == x->end_leaf     ? "(end)"
               : x->components.at[component] + 1 == x->loop_leaf  ? "(divergence)"
               : x->components.at[component] + 1 == x->timer_leaf ? "(timeout)"
                                                                  : "(choice)";
    coset__proc_text(x->ps, x->terms.at[component], name, sizeof name);
    return coset_arena_text(x->arena, name);
}

static void give_components(cspm_maker *x, const cspm_draft *s, cspm_system *out)
{
    uint32_t n = x->components.n;
    coset_super_component *components = coset_arena_get(x->arena, n, sizeof *components);
    bool *is_control = coset_arena_get(x->arena, n, sizeof *is_control);
    for (uint32_t i = 0; i < n; i++) {
        components[i] = (coset_super_component){.name = name_of(x, i)};
        is_control[i] = x->terms.at[i] == NONE;
    }
    for (uint32_t i = 0; i < s->begins.n; i++)
        components[s->begins.at[i]].is_on = true;
    out->component_leaves = coset_arena_copy(x->arena, x->components.at, n, sizeof *x->components.at);
    out->component_terms = coset_arena_copy(x->arena, x->terms.at, n, sizeof *x->terms.at);
    out->is_control = is_control;
    out->super.n_components = n;
    out->super.components = components;
    out->n_locals = x->locals.n;
    out->locals = coset_arena_copy(x->arena, x->locals.at, x->locals.n, sizeof *x->locals.at);
}

static bool attempt(cspm_maker *x, uint32_t term, cspm_system *out)
{
    cspm_draft whole;
    bool ok = coset__draft_of(x, term, &whole);
    *out = (cspm_system){.leaves = x->leaves.at, .n_leaves = x->leaves.n};
    if (ok) {
        give_rules(x, &whole, &out->super);
        give_components(x, &whole, out);
    }
    coset__draft_free(&whole);
    coset_vec_fini(&x->leaf_terms);
    coset_vec_fini(&x->components);
    coset_vec_fini(&x->terms);
    coset_vec_fini(&x->exits);
    for (uint32_t i = 0; i < x->chases.n; i++)
        coset__draft_free(&x->chases.at[i]);
    coset_vec_fini(&x->chases);
    coset_vec_fini(&x->locals);
    coset_vec_fini(&x->composed);
    return ok;
}

static cspm_maker maker_of(coset_cspm_script *c, const cspm_decomposing *how, bool switches)
{
    return (cspm_maker){.c = c,
                        .ps = c->procs,
                        .m = c->machine,
                        .arena = how->arena,
                        .collect = how->collect,
                        .labelled = how->labelled,
                        .switches = switches};
}

bool coset__decompose(coset_cspm_script *c, uint32_t term, const cspm_decomposing *how, cspm_system *out)
{
    cspm_maker x = maker_of(c, how, c->options.compile != COSET_CSPM_EXPLICIT);
    bool ok = attempt(&x, term, out);
    if (ok || !x.too_many)
        return ok;
    /* There are so many successive processes that one machine is the better choice. */
    coset__eval_recover(c->machine);
    coset__system_free(out);
    x = maker_of(c, how, false);
    return attempt(&x, term, out);
}

void coset__system_free(cspm_system *s)
{
    for (uint32_t i = 0; i < s->n_leaves; i++) {
        coset__proc_explored_free(&s->leaves[i]);
        if (s->reduced)
            coset_lts_free(s->reduced[i]);
    }
    coset_delete(s->reduced);
    coset_delete(s->leaves);
    *s = (cspm_system){0};
}
