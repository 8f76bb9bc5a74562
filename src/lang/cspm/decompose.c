/* From a term to components and rules. */
#include "lang/cspm/decompose.h"

#include <stdlib.h>
#include <string.h>

#include "lang/cspm/proc_int.h"

typedef COSET_VEC(coset_super_part) part_list;

typedef struct {
    part_list parts;
    uint32_t event;
    bool ends; /* all parts have terminated before: as a part of a larger whole this is no step */
} rule;

typedef COSET_VEC(rule) rule_list;

/* A part of the whole: components from .. to - 1. */
typedef struct {
    uint32_t from, to;
    rule_list rules;
    bool can_end;
    part_list end; /* what its components perform when all have terminated */
} subsystem;

typedef struct {
    coset_cspm_script *c;
    cspm_procs *ps;
    coset_arena *arena;
    COSET_VEC(cspm_explored) leaves;
    COSET_VEC(uint32_t) leaf_terms;
    COSET_VEC(uint32_t) components; /* numbers of leaves */
    COSET_VEC(uint32_t) terms;      /* of the components */
} maker;

static rule *add_rule(subsystem *s, uint32_t event)
{
    rule *r = coset_vec_add(&s->rules);
    *r = (rule){.event = event};
    return r;
}

static void add_parts(part_list *to, const part_list *from)
{
    for (uint32_t i = 0; i < from->n; i++)
        *coset_vec_add(to) = from->at[i];
}

static void copy_rule(subsystem *s, const rule *r, uint32_t event)
{
    rule *copy = add_rule(s, event);
    copy->ends = r->ends;
    add_parts(&copy->parts, &r->parts);
}

static void forget(subsystem *s)
{
    for (uint32_t i = 0; i < s->rules.n; i++)
        coset_vec_fini(&s->rules.at[i].parts);
    coset_vec_fini(&s->rules);
    coset_vec_fini(&s->end);
}

static uint64_t word(const maker *x, uint32_t term, uint32_t i) { return coset__table_at(&x->ps->terms, term)[i]; }
static uint32_t n_words(const maker *x, uint32_t term) { return coset__table_len(&x->ps->terms, term); }

bool coset__is_composed(const coset_cspm_script *c, uint32_t term)
{
    if (c->options.explicit_only)
        return false;
    const uint64_t *words = coset__table_at(&c->procs->terms, term);
    switch (words[0]) {
    case TERM_PARALLEL:
    case TERM_ALPHABETISED:
    case TERM_LINKED:
        return true;
    case TERM_HIDE:
    case TERM_PROJECT:
    case TERM_RENAME:
        return coset__is_composed(c, (uint32_t)words[2]);
    default:
        return false;
    }
}

/* ---- leaves ----------------------------------------------------------------------------------------------------- */

/* Lets OMEGA tell that it has terminated. */
static void mark_end(cspm_procs *ps, cspm_explored *leaf)
{
    coset_lts *l = &leaf->lts;
    uint64_t n = l->first[l->n_states];
    for (uint32_t s = 0; s < l->n_states; s++) {
        if (coset__table_at(&ps->terms, leaf->terms[s])[0] != TERM_OMEGA)
            continue;
        l->edges = coset_resize(l->edges, n + 1, sizeof *l->edges);
        memmove(l->edges + l->first[s] + 1, l->edges + l->first[s], (n - l->first[s]) * sizeof *l->edges);
        l->edges[l->first[s]] = (coset_lts_edge){COSET__OMEGA_EVENT, s};
        for (uint32_t t = s + 1; t <= l->n_states; t++)
            l->first[t]++;
        return; /* there is one at most */
    }
}

static bool leaf_of(maker *x, uint32_t term, uint32_t *number)
{
    for (*number = 0; *number < x->leaf_terms.n; (*number)++)
        if (x->leaf_terms.at[*number] == term)
            return true;
    cspm_explored leaf;
    if (!coset__proc_explore(x->ps, term, x->c->options.most_states, true, &leaf))
        return false;
    mark_end(x->ps, &leaf);
    *coset_vec_add(&x->leaves) = leaf;
    *coset_vec_add(&x->leaf_terms) = term;
    return true;
}

static int by_event(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void leaf_rules(const coset_lts *l, uint32_t component, subsystem *out)
{
    cspm_numbers events = {0};
    uint64_t n = l->first[l->n_states];
    for (uint64_t i = 0; i < n; i++)
        if (i == 0 || l->edges[i].event != l->edges[i - 1].event)
            *coset_vec_add(&events) = l->edges[i].event;
    if (events.n > 1)
        qsort(events.at, events.n, sizeof *events.at, by_event);
    for (uint32_t i = 0; i < events.n; i++) {
        if ((i > 0 && events.at[i] == events.at[i - 1]) || events.at[i] == COSET__OMEGA_EVENT)
            continue;
        rule *r = add_rule(out, events.at[i]);
        *coset_vec_add(&r->parts) = (coset_super_part){component, events.at[i]};
        if (events.at[i] == COSET_TICK) {
            out->can_end = true;
            *coset_vec_add(&out->end) = (coset_super_part){component, COSET__OMEGA_EVENT};
        }
    }
    coset_vec_fini(&events);
}

static bool leaf(maker *x, uint32_t term, subsystem *out)
{
    uint32_t number;
    if (!leaf_of(x, term, &number))
        return false;
    out->from = x->components.n;
    *coset_vec_add(&x->components) = number;
    *coset_vec_add(&x->terms) = term;
    out->to = x->components.n;
    leaf_rules(&x->leaves.at[number].lts, out->from, out);
    return true;
}

/* ---- parallel compositions -------------------------------------------------------------------------------------- */

static int by_rule_event(const void *a, const void *b)
{
    const rule *x = a, *y = b;
    return (x->event > y->event) - (x->event < y->event);
}

static void sort_rules(subsystem *s)
{
    if (s->rules.n > 1)
        qsort(s->rules.at, s->rules.n, sizeof *s->rules.at, by_rule_event);
}

/* Rules of a sorted list with the event. */
static void rules_with(const subsystem *s, uint32_t event, uint32_t *from, uint32_t *to)
{
    uint32_t a = 0, b = s->rules.n;
    while (a < b) {
        uint32_t middle = a + (b - a) / 2;
        if (s->rules.at[middle].event < event)
            a = middle + 1;
        else
            b = middle;
    }
    *from = a;
    while (a < s->rules.n && s->rules.at[a].event == event)
        a++;
    *to = a;
}

/* All ways in which the parts i .. n-1 that join perform `event` together, after `parts`. */
static void join(const subsystem *sub, uint32_t n, uint32_t i, const bool *joins, uint32_t event,
                 const part_list *parts, subsystem *out)
{
    if (i == n) {
        add_parts(&add_rule(out, event)->parts, parts);
        return;
    }
    if (joins && !joins[i]) {
        join(sub, n, i + 1, joins, event, parts, out);
        return;
    }
    uint32_t from, to;
    rules_with(&sub[i], event, &from, &to);
    for (uint32_t r = from; r < to; r++) {
        part_list more = {0};
        add_parts(&more, parts);
        add_parts(&more, &sub[i].rules.at[r].parts);
        join(sub, n, i + 1, joins, event, &more, out);
        coset_vec_fini(&more);
    }
}

/* A step of one part alone. A tick is a tau; that all of the part have terminated is no step. */
static void alone(const rule *r, subsystem *out)
{
    if (!r->ends)
        copy_rule(out, r, r->event == COSET_TICK ? COSET_TAU : r->event);
}

static void end_together(const subsystem *sub, uint32_t n, subsystem *out)
{
    out->can_end = true;
    for (uint32_t i = 0; i < n; i++)
        out->can_end &= sub[i].can_end;
    for (uint32_t i = 0; i < n && out->can_end; i++)
        add_parts(&out->end, &sub[i].end);
    if (!out->can_end)
        return;
    rule *r = add_rule(out, COSET_TICK);
    r->ends = true;
    add_parts(&r->parts, &out->end);
}

static void parallel(const maker *x, uint32_t term, const subsystem *sub, uint32_t n, subsystem *out)
{
    uint32_t set = (uint32_t)word(x, term, 1);
    const part_list none = {0};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t r = 0; r < sub[i].rules.n; r++) {
            uint32_t event = sub[i].rules.at[r].event;
            if (event <= COSET_TICK || !coset__proc_in_set(x->ps, set, event))
                alone(&sub[i].rules.at[r], out);
        }
    for (uint32_t e = 0; e < coset__table_len(&x->ps->sets, set); e++)
        join(sub, n, 0, NULL, (uint32_t)coset__table_at(&x->ps->sets, set)[e], &none, out);
}

static void alphabetised(const maker *x, uint32_t term, const subsystem *sub, uint32_t n, subsystem *out)
{
    const part_list none = {0};
    bool *joins = coset_new(n, sizeof *joins);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t set = (uint32_t)word(x, term, 1 + 2 * i);
        for (uint32_t r = 0; r < sub[i].rules.n && sub[i].rules.at[r].event <= COSET_TICK; r++)
            alone(&sub[i].rules.at[r], out);
        for (uint32_t e = 0; e < coset__table_len(&x->ps->sets, set); e++) {
            uint32_t event = (uint32_t)coset__table_at(&x->ps->sets, set)[e];
            bool first = true;
            for (uint32_t k = 0; k < n; k++) {
                joins[k] = coset__proc_in_set(x->ps, (uint32_t)word(x, term, 1 + 2 * k), event);
                first &= k >= i || !joins[k];
            }
            if (first)
                join(sub, n, 0, joins, event, &none, out);
        }
    }
    coset_delete(joins);
}

static bool is_tied(const maker *x, uint32_t map, uint32_t event, bool right)
{
    const uint64_t *pairs = coset__table_at(&x->ps->maps, map);
    for (uint32_t i = 0; i < coset__table_len(&x->ps->maps, map); i++)
        if ((right ? (uint32_t)pairs[i] : (uint32_t)(pairs[i] >> 32)) == event)
            return true;
    return false;
}

static void linked(const maker *x, uint32_t term, const subsystem *sub, subsystem *out)
{
    uint32_t map = (uint32_t)word(x, term, 1);
    const uint64_t *pairs = coset__table_at(&x->ps->maps, map);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t r = 0; r < sub[i].rules.n; r++)
            if (sub[i].rules.at[r].event <= COSET_TICK || !is_tied(x, map, sub[i].rules.at[r].event, i))
                alone(&sub[i].rules.at[r], out);
    for (uint32_t p = 0; p < coset__table_len(&x->ps->maps, map); p++) {
        uint32_t l, l_end, r, r_end;
        rules_with(&sub[0], (uint32_t)(pairs[p] >> 32), &l, &l_end);
        for (; l < l_end; l++)
            for (rules_with(&sub[1], (uint32_t)pairs[p], &r, &r_end); r < r_end; r++) {
                rule *both = add_rule(out, COSET_TAU);
                add_parts(&both->parts, &sub[0].rules.at[l].parts);
                add_parts(&both->parts, &sub[1].rules.at[r].parts);
            }
    }
}

static bool system_of(maker *x, uint32_t term, subsystem *out);

static bool composed(maker *x, uint32_t term, subsystem *out)
{
    bool pairs = word(x, term, 0) == TERM_ALPHABETISED;
    uint32_t n = pairs ? (n_words(x, term) - 1) / 2 : n_words(x, term) - 2;
    subsystem *sub = coset_new(n, sizeof *sub);
    bool ok = true;
    out->from = x->components.n;
    for (uint32_t i = 0; ok && i < n; i++) {
        ok = system_of(x, (uint32_t)word(x, term, pairs ? 2 + 2 * i : 2 + i), &sub[i]);
        sort_rules(&sub[i]);
    }
    out->to = x->components.n;
    if (ok) {
        if (pairs)
            alphabetised(x, term, sub, n, out);
        else if (word(x, term, 0) == TERM_LINKED)
            linked(x, term, sub, out);
        else
            parallel(x, term, sub, n, out);
        end_together(sub, n, out);
    }
    for (uint32_t i = 0; i < n; i++)
        forget(&sub[i]);
    coset_delete(sub);
    return ok;
}

/* ---- hiding and renaming ---------------------------------------------------------------------------------------- */

static void relabel(maker *x, uint32_t term, const rule *r, subsystem *out)
{
    uint32_t set = (uint32_t)word(x, term, 1);
    bool visible = r->event > COSET_TICK;
    if (word(x, term, 0) != TERM_RENAME) {
        bool hidden = visible && coset__proc_in_set(x->ps, set, r->event) == (word(x, term, 0) == TERM_HIDE);
        copy_rule(out, r, hidden ? COSET_TAU : r->event);
        return;
    }
    uint32_t from = 0, to = 0;
    if (visible)
        coset__proc_pairs(x->ps, set, r->event, &from, &to);
    if (from == to)
        copy_rule(out, r, r->event);
    for (uint32_t p = from; p < to; p++)
        copy_rule(out, r, (uint32_t)coset__table_at(&x->ps->maps, set)[p]);
}

static bool relabelled(maker *x, uint32_t term, subsystem *out)
{
    subsystem inner = {0};
    bool ok = system_of(x, (uint32_t)word(x, term, 2), &inner);
    out->from = inner.from;
    out->to = inner.to;
    out->can_end = inner.can_end;
    add_parts(&out->end, &inner.end);
    for (uint32_t i = 0; ok && i < inner.rules.n; i++)
        relabel(x, term, &inner.rules.at[i], out);
    forget(&inner);
    return ok;
}

static bool system_of(maker *x, uint32_t term, subsystem *out)
{
    *out = (subsystem){0};
    if (!coset__is_composed(x->c, term))
        return leaf(x, term, out);
    switch (word(x, term, 0)) {
    case TERM_HIDE:
    case TERM_PROJECT:
    case TERM_RENAME:
        return relabelled(x, term, out);
    default:
        return composed(x, term, out);
    }
}

/* ---- the result ------------------------------------------------------------------------------------------------- */

static void give_rules(maker *x, const subsystem *s, coset_super *out)
{
    coset_arena *arena = x->arena;
    coset_super_rule *rules = coset_arena_get(arena, s->rules.n + 1, sizeof *rules);
    uint32_t *all = coset_arena_get(arena, x->components.n, sizeof *all);
    for (uint32_t i = 0; i < x->components.n; i++)
        all[i] = i;
    for (uint32_t i = 0; i < s->rules.n; i++) {
        const rule *r = &s->rules.at[i];
        rules[i] = (coset_super_rule){.n_parts = r->parts.n, .event = r->event};
        rules[i].parts = coset_arena_copy(arena, r->parts.at, r->parts.n, sizeof *r->parts.at);
        if (r->ends) {
            rules[i].n_stops = x->components.n;
            rules[i].stops = all;
        }
    }
    out->n_rules = s->rules.n;
    out->rules = rules;
}

static void give_components(maker *x, cspm_system *out)
{
    coset_super_component *components = coset_arena_get(x->arena, x->components.n, sizeof *components);
    for (uint32_t i = 0; i < x->components.n; i++) {
        char name[100];
        coset__proc_text(x->ps, x->terms.at[i], name, sizeof name);
        components[i] = (coset_super_component){.name = coset_arena_text(x->arena, name), .is_on = true};
    }
    out->component_leaves = coset_arena_copy(x->arena, x->components.at, x->components.n, sizeof *x->components.at);
    out->component_terms = coset_arena_copy(x->arena, x->terms.at, x->terms.n, sizeof *x->terms.at);
    out->super.n_components = x->components.n;
    out->super.components = components;
}

bool coset__decompose(coset_cspm_script *c, uint32_t term, coset_arena *arena, cspm_system *out)
{
    maker x = {.c = c, .ps = c->procs, .arena = arena};
    subsystem whole;
    bool ok = system_of(&x, term, &whole);
    *out = (cspm_system){.leaves = x.leaves.at, .n_leaves = x.leaves.n};
    if (ok) {
        give_rules(&x, &whole, &out->super);
        give_components(&x, out);
    }
    forget(&whole);
    coset_vec_fini(&x.leaf_terms);
    coset_vec_fini(&x.components);
    coset_vec_fini(&x.terms);
    return ok;
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
