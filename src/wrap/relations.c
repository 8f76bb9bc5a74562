/* wrap/relations.c - conflicts and enablers; see wrap/relations.h. */
#include <string.h>

#include "wrap/relations_int.h"

static uint64_t *set_new(const coset__relating *r) { return coset_arena_get(r->arena, r->n_words, sizeof(uint64_t)); }

static void add_set(const coset__relating *r, uint64_t *to, const uint64_t *from)
{
    for (uint32_t w = 0; w < r->n_words; w++)
        to[w] |= from[w];
}

static const uint64_t *readers(const coset__relating *r, uint32_t slot)
{
    return r->readers + (size_t)slot * r->n_words;
}
static const uint64_t *writers(const coset__relating *r, uint32_t slot)
{
    return r->writers + (size_t)slot * r->n_words;
}

static void list_slots(coset__relating *r)
{
    r->readers = coset_arena_get(r->arena, (size_t)r->n_slots * r->n_words, sizeof(uint64_t));
    r->writers = coset_arena_get(r->arena, (size_t)r->n_slots * r->n_words, sizeof(uint64_t));
    for (uint32_t i = 0; i < r->t->n; i++)
        for (uint32_t s = 0; s < r->n_slots && !r->dead[i]; s++) {
            if (coset_slots_has(r->t->at[i].reads, s))
                coset__add(r->readers + (size_t)s * r->n_words, i);
            if (coset_slots_has(r->t->at[i].writes, s))
                coset__add(r->writers + (size_t)s * r->n_words, i);
        }
}

/* ---- conflicts -------------------------------------------------------------------------------------------------- */

/* Two lists of conditions require disjoint sets of values of one slot. */
static bool lists_exclude(coset_way a, coset_way b)
{
    const uint32_t n_a = coset_conditions_firm(a.n, a.conditions), n_b = coset_conditions_firm(b.n, b.conditions);
    for (uint32_t i = 0; i < n_a; i++)
        for (uint32_t k = 0; k < n_b; k++) {
            const coset_condition *x = &a.conditions[i], *y = &b.conditions[k];
            bool meet = x->slot == COSET_NO_SLOT || x->slot != y->slot;
            for (uint32_t w = 0; !meet && w < coset_slot_words(x->n); w++)
                meet = (x->lets[w] & y->lets[w]) != 0;
            if (!meet)
                return true;
        }
    return false;
}

/* The ways, one of which is open whenever the transition is enabled; `none` if this is not certain, because it may
 * fault. */
static const coset_way *ways_of(const coset_transition *t, const coset_way *none, uint32_t *n)
{
    bool sure = t->n_ways > 0;
    for (uint32_t i = 0; i < t->n_conditions; i++)
        sure &= !coset_condition_may_fault(&t->conditions[i]);
    *n = sure ? t->n_ways : 1;
    return sure ? t->ways : none;
}

/* The transitions require disjoint sets of values of one slot, whichever ways are open. */
static bool exclude(const coset_transition *a, const coset_transition *b)
{
    const coset_way own_a = {a->n_conditions, a->conditions}, own_b = {b->n_conditions, b->conditions}, none = {0};
    uint32_t n_a, n_b;
    const coset_way *ways_a = ways_of(a, &none, &n_a), *ways_b = ways_of(b, &none, &n_b);
    if (lists_exclude(own_a, own_b))
        return true;
    for (uint32_t i = 0; i < n_a; i++)
        for (uint32_t k = 0; k < n_b; k++)
            if (!lists_exclude(ways_a[i], own_b) && !lists_exclude(own_a, ways_b[k]) &&
                !lists_exclude(ways_a[i], ways_b[k]))
                return false;
    return true;
}

/* One appends to a queue and the other removes from it, and they have no other dependence. */
static bool share_queue(const coset__relating *r, const coset_transition *a, const coset_transition *b)
{
    if (!a->queue || !b->queue || a->queue == b->queue || a->queue_first != b->queue_first)
        return false;
    for (uint32_t s = 0; s < r->n_slots; s++) {
        bool inside = s >= a->queue_first && s < a->queue_first + a->queue_width;
        bool writes_a = coset_slots_has(a->writes, s), writes_b = coset_slots_has(b->writes, s);
        if (!inside &&
            ((writes_a && (writes_b || coset_slots_has(b->reads, s))) || (writes_b && coset_slots_has(a->reads, s))))
            return false;
    }
    return true;
}

/* Pairs have been compared in the row of the smaller number. */
static bool accord(coset__relating *r, uint32_t i, uint32_t k)
{
    const coset_transition *a = &r->t->at[i], *b = &r->t->at[k];
    if (k < i)
        return !coset__has(r->conflicts + (size_t)k * r->n_words, i);
    (void)coset_budget_spend(r->limit, 10);
    return exclude(a, b) || share_queue(r, a, b) || coset__come_apart(r, i, k) || coset__pair_commutes(r, i, k);
}

static void find_conflicts(coset__relating *r)
{
    r->conflicts = coset_arena_get(r->arena, (size_t)r->t->n * r->n_words, sizeof(uint64_t));
    for (uint32_t i = 0; i < r->t->n && !coset_budget_spend(r->limit, 1000 + r->t->n); i++) {
        uint64_t *row = r->conflicts + (size_t)i * r->n_words;
        for (uint32_t s = 0; s < r->n_slots && !r->dead[i]; s++) {
            if (coset_slots_has(r->t->at[i].writes, s)) {
                add_set(r, row, readers(r, s));
                add_set(r, row, writers(r, s));
            } else if (coset_slots_has(r->t->at[i].reads, s)) {
                add_set(r, row, writers(r, s));
            }
        }
        for (uint32_t k = 0; k < r->t->n; k++)
            if (coset__has(row, k) && (k == i || accord(r, i, k)))
                row[k / 64] &= ~(UINT64_C(1) << k % 64);
    }
    coset__trying_end(r);
}

/* ---- enablers --------------------------------------------------------------------------------------------------- */

bool coset__contents_before(const coset_transition *t, uint32_t slot, uint32_t n, uint64_t *lets)
{
    bool found = false;
    memset(lets, 0xff, coset_slot_words(n) * sizeof *lets);
    for (uint32_t k = 0; k < t->n_conditions; k++) {
        const coset_condition *c = &t->conditions[k];
        found |= c->slot == slot;
        for (uint32_t w = 0; c->slot == slot && w < coset_slot_words(n); w++)
            lets[w] &= w < coset_slot_words(c->n) ? c->lets[w] : 0;
    }
    return found;
}

/* The transition may give the slot one of these values. */
static bool may_give(const coset_transition *t, uint32_t slot, uint32_t n, const uint64_t *contents)
{
    if (coset_slots_has(t->any, slot))
        return true;
    for (uint32_t k = 0; k < t->n_changes; k++)
        if (t->changes[k].slot == slot && t->changes[k].content < n && coset__has(contents, t->changes[k].content))
            return true;
    return false;
}

/* It is enabled only if the slot has one of these values already. */
static bool needs_already(const coset_transition *t, uint32_t slot, uint32_t n, const uint64_t *contents)
{
    for (uint32_t k = 0; k < t->n_conditions; k++) {
        const coset_condition *c = &t->conditions[k];
        bool inside = c->slot == slot && c->n == n;
        for (uint32_t w = 0; inside && w < coset_slot_words(n); w++)
            inside = (c->lets[w] & ~contents[w]) == 0;
        if (inside)
            return true;
    }
    return false;
}

/* Adds the transitions that can change the slot to one of these values from another one. */
static void add_givers(const coset__relating *r, uint64_t *to, const coset_condition *c, const uint64_t *contents)
{
    for (uint32_t w = 0; w < r->n_words; w++)
        for (uint64_t some = writers(r, c->slot)[w]; some; some &= some - 1) {
            uint32_t i = 64 * w + (uint32_t)__builtin_ctzll(some);
            const coset_transition *t = &r->t->at[i];
            if (may_give(t, c->slot, c->n, contents) && !needs_already(t, c->slot, c->n, contents))
                coset__add(to, i);
        }
}

static void add_writers(const coset__relating *r, uint64_t *to, const uint64_t *slots)
{
    for (uint32_t s = 0; s < r->n_slots; s++)
        if (coset_slots_has(slots, s))
            add_set(r, to, writers(r, s));
}

/* For each condition, the enablers: transitions that can make it hold or fault, or make an earlier one fault. `shut`:
 * if all conditions hold, the ways may still keep the transition disabled until a condition faults. */
static coset_needs find_needs(const coset__relating *r, uint32_t n, const coset_condition *conditions, bool shut)
{
    coset_need *at = coset_arena_get(r->arena, n, sizeof *at);
    coset_needs out = {0, at, NULL};
    uint64_t *faulting = set_new(r), *others = NULL;
    bool hidden = false;
    for (uint32_t i = 0; i < n; i++) {
        const coset_condition *c = &conditions[i];
        uint64_t *enablers = set_new(r);
        if (c->slot != COSET_NO_SLOT) {
            add_set(r, enablers, faulting);
            add_givers(r, enablers, c, c->lets);
            at[out.n++] = (coset_need){c->slot, c->n, c->lets, c->faults, hidden, enablers};
            hidden = false;
            if (c->faults)
                add_givers(r, faulting, c, c->faults);
            continue;
        }
        hidden = true;
        add_writers(r, faulting, c->reads);
        if (!others)
            others = set_new(r);
        add_set(r, others, faulting);
    }
    if (shut && others)
        add_set(r, others, faulting);
    out.others = shut && !others ? faulting : others;
    return out;
}

static const coset_needs *find_ways(const coset__relating *r, const coset_transition *t)
{
    coset_needs *ways = coset_arena_get(r->arena, t->n_ways, sizeof *ways);
    for (uint32_t i = 0; i < t->n_ways; i++)
        ways[i] = find_needs(r, t->ways[i].n, t->ways[i].conditions, false);
    return ways;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

static void find_visible(coset__relating *r, const uint64_t *seen)
{
    r->visible = coset_arena_get(r->arena, r->t->n, sizeof *r->visible);
    for (uint32_t i = 0; i < r->t->n; i++)
        for (uint32_t w = 0; w < coset_slot_words(r->n_slots); w++)
            r->visible[i] |= (r->t->at[i].writes[w] & seen[w]) != 0;
}

static const coset_relations *relate(const coset_model *m, const coset_transitions *t, const uint64_t *seen,
                                     coset_budget *limit, coset_arena *arena, bool watched)
{
    coset__relating r = {.m = m, .t = t, .arena = arena, .limit = limit, .n_slots = m->n_slots};
    r.n_words = coset_slot_words(t->n);
    coset__find_writings(&r);
    list_slots(&r);
    find_conflicts(&r);
    find_visible(&r, seen);
    coset_needs *needs = coset_arena_get(arena, t->n, sizeof *needs);
    const coset_needs **ways = coset_arena_get(arena, t->n, sizeof *ways);
    for (uint32_t i = 0; i < t->n && !coset_budget_spend(limit, 1000 + t->n); i++) {
        needs[i] = find_needs(&r, t->at[i].n_conditions, t->at[i].conditions, t->at[i].n_ways > 0);
        ways[i] = t->at[i].n_ways ? find_ways(&r, &t->at[i]) : NULL;
    }
    const bool *sticky = watched ? NULL : coset__find_sticky(&r);
    if (coset_budget_spend(limit, 1))
        return NULL;
    coset_relations *out = coset_arena_get(arena, 1, sizeof *out);
    *out = (coset_relations){.transitions = t,
                             .n = t->n,
                             .n_words = r.n_words,
                             .conflicts = r.conflicts,
                             .needs = needs,
                             .ways = ways,
                             .visible = r.visible,
                             .sticky = sticky,
                             .dead = r.dead};
    return out;
}

const coset_relations *coset_relations_new(const coset_model *m, const coset_transitions *t, const uint64_t *seen,
                                           coset_budget *limit, coset_arena *arena)
{
    return relate(m, t, seen, limit, arena, false);
}

const coset_relations *coset_relations_new_watched(const coset_model *m, const coset_transitions *t,
                                                   const uint64_t *seen, coset_budget *limit, coset_arena *arena)
{
    return relate(m, t, seen, limit, arena, true);
}

const coset_relations *coset_relations_watched(const coset_relations *r, coset_arena *arena)
{
    coset_relations *out = coset_arena_copy(arena, r, 1, sizeof *out);
    out->sticky = NULL;
    return out;
}
