/* relations_reach.c - over-approximation of the values of each slot in reachable states, by one slot at a time.
 *
 * From the values in start states, it follows how transitions change them. A transition that requires other values is
 * dead: it is never enabled (as the rules inside of an atomic sequence, which begin no step). Because dead transitions
 * write nothing, further rounds find fewer reachable values.
 *
 * Transitions that start processes come apart from those of these processes. Let `a` require values A of a slot that no
 * transition produces, and let each step of `a` lose them. So they are lost with the first step of `a`. Let `b` require
 * a slot to have other values than in all start states. Let each transition that may give it one of these values
 * require such a value already, or not be enabled with A, or be `a`. Then b is not enabled as long as A holds. */
#include <string.h>

#include "wrap/relations_int.h"

#define MOST_STARTS 4096U /* start states that are examined */

/* ---- writings --------------------------------------------------------------------------------------------------- */

static coset__writing writing_of(const coset__relating *r, uint32_t transition, uint32_t slot, uint32_t n)
{
    const coset_transition *t = &r->t->at[transition];
    coset__writing out = {.transition = transition, .keeps = true};
    uint64_t *from = coset_arena_get(r->arena, coset_slot_words(n), sizeof *from);
    if (coset__contents_before(t, slot, n, from))
        out.from = from;
    if (coset_slots_has(t->any, slot))
        return out;
    uint64_t *to = coset_arena_get(r->arena, coset_slot_words(n), sizeof *to);
    bool some = false, sure = true;
    for (uint32_t k = 0; k < t->n_changes; k++) {
        if (t->changes[k].slot != slot)
            continue;
        if (t->changes[k].content < n)
            coset__add(to, t->changes[k].content);
        some = true;
        sure &= t->changes[k].always;
    }
    out.to = to;
    out.keeps = !some || !sure;
    return out;
}

static bool counts(const coset_transition *t, uint32_t slot)
{
    return t->queue != COSET_QUEUE_NONE && slot == t->queue_first;
}

/* The length of a queue: a writing for each value. */
static uint32_t put_counts(const coset__relating *r, uint32_t transition, uint32_t n, coset__writing *at)
{
    const coset_transition *t = &r->t->at[transition];
    const uint32_t words = coset_slot_words(n);
    uint64_t *lets = coset_arena_get(r->arena, words, sizeof *lets);
    uint32_t found = 0;
    (void)coset__contents_before(t, t->queue_first, n, lets);
    for (uint32_t v = 1; v < n; v++) {
        const uint32_t behind = t->queue == COSET_QUEUE_PUT ? v + 1 : v - 1;
        if (!coset__has(lets, v) || behind == 0 || behind >= n)
            continue;
        uint64_t *from = coset_arena_get(r->arena, words, sizeof *from),
                 *to = coset_arena_get(r->arena, words, sizeof *to);
        coset__add(from, v);
        coset__add(to, behind);
        at[found++] = (coset__writing){transition, from, to, false};
    }
    return found;
}

static void list_writings(const coset__relating *r, coset__slot *slots)
{
    for (uint32_t s = 0; s < r->n_slots; s++) {
        const coset_value max = r->m->slots[s].max;
        uint32_t n = 0, found = 0;
        if (max >= COSET__MOST_CONTENTS)
            continue;
        for (uint32_t i = 0; i < r->t->n; i++)
            if (coset_slots_has(r->t->at[i].writes, s))
                n += counts(&r->t->at[i], s) ? max : 1;
        coset__writing *at = coset_arena_get(r->arena, n, sizeof *at);
        for (uint32_t i = 0; i < r->t->n; i++) {
            if (!coset_slots_has(r->t->at[i].writes, s))
                continue;
            if (counts(&r->t->at[i], s))
                found += put_counts(r, i, max + 1, at + found);
            else
                at[found++] = writing_of(r, i, s, max + 1);
        }
        slots[s] = (coset__slot){.n = max + 1, .n_writings = found, .writings = at};
    }
}

/* ---- start states ----------------------------------------------------------------------------------------------- */

typedef struct {
    const coset__relating *r;
    uint64_t **sets; /* [n_slots] */
    uint32_t n;
} starting;

static coset_status note_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    starting *s = ctx;
    (void)e;
    if (s->n++ == MOST_STARTS)
        return COSET_STOPPED;
    for (uint32_t i = 0; dst && i < s->r->n_slots; i++)
        if (s->sets[i])
            coset__add(s->sets[i], dst[i]);
    return COSET_OK;
}

static void look_at_starts(const coset__relating *r, coset__slot *slots)
{
    starting s = {r, coset_arena_get(r->arena, r->n_slots, sizeof *s.sets), 0};
    for (uint32_t i = 0; i < r->n_slots; i++)
        if (slots[i].n)
            s.sets[i] = coset_arena_get(r->arena, coset_slot_words(slots[i].n), sizeof **s.sets);
    coset_worker *w = coset_worker_new(r->m);
    coset_status status = r->m->ops->starts(w, note_start, &s);
    r->m->ops->worker_free(w);
    for (uint32_t i = 0; status == COSET_OK && i < r->n_slots; i++)
        slots[i].starts = s.sets[i];
}

/* ---- reachable values ------------------------------------------------------------------------------------------- */

static bool meets(const uint64_t *a, const uint64_t *b, uint32_t n)
{
    for (uint32_t w = 0; w < coset_slot_words(n); w++)
        if (coset__word_of(a, w, n) & coset__word_of(b, w, n))
            return true;
    return false;
}

/* NULL: any. */
static const uint64_t *reached(const coset__relating *r, const coset__slot *slot)
{
    const uint32_t words = coset_slot_words(slot->n);
    uint64_t *found = slot->starts ? coset_arena_copy(r->arena, slot->starts, words, sizeof *found) : NULL;
    for (bool more = found != NULL; more;) {
        more = false;
        for (uint32_t k = 0; k < slot->n_writings; k++) {
            const coset__writing *x = &slot->writings[k];
            if (r->dead[x->transition] || !meets(x->from, found, slot->n))
                continue;
            if (!x->to)
                return NULL;
            for (uint32_t w = 0; w < words; w++) {
                more |= (x->to[w] & ~found[w]) != 0;
                found[w] |= x->to[w];
            }
        }
    }
    return found;
}

/* Marks transitions that require an unreachable value of the slot as dead. */
static bool find_dead_by(coset__relating *r, uint32_t s, uint64_t *lets)
{
    const coset__slot *slot = &r->slots[s];
    const uint64_t *found = slot->n ? reached(r, slot) : NULL;
    bool more = false;
    for (uint32_t i = 0; found && i < r->t->n; i++) {
        const coset_transition *t = &r->t->at[i];
        const uint32_t firm = coset_conditions_firm(t->n_conditions, t->conditions);
        for (uint32_t k = 0; k < firm && !r->dead[i]; k++) {
            const coset_condition *c = &t->conditions[k];
            if (c->slot != s)
                continue;
            memset(lets, 0, coset_slot_words(slot->n) * sizeof *lets);
            for (uint32_t v = 0; v < slot->n && v < c->n; v++)
                if (coset__has(c->lets, v))
                    coset__add(lets, v);
            r->dead[i] = !meets(lets, found, slot->n);
            more |= r->dead[i];
        }
    }
    return more;
}

void coset__find_writings(coset__relating *r)
{
    coset__slot *slots = coset_arena_get(r->arena, r->n_slots, sizeof *slots);
    uint64_t *lets = coset_arena_get(r->arena, coset_slot_words(COSET__MOST_CONTENTS), sizeof *lets);
    r->dead = coset_arena_get(r->arena, r->t->n, sizeof *r->dead);
    r->once = coset_arena_get(r->arena, r->t->n, sizeof *r->once);
    r->slots = slots;
    list_writings(r, slots);
    look_at_starts(r, slots);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t s = 0; s < r->n_slots && !coset_budget_spend(r->limit, 100); s++)
            more |= find_dead_by(r, s, lets);
    }
}

const uint64_t *coset__reached(coset__relating *r, uint32_t slot)
{
    coset__slot *s = &r->slots[slot];
    if (!s->followed)
        s->reached = s->n ? reached(r, s) : NULL;
    s->followed = true;
    return s->reached;
}

/* ---- what comes apart ------------------------------------------------------------------------------------------- */

/* The condition is one on the slot that excludes these values. */
static bool excludes(const coset_condition *c, uint32_t slot, const uint64_t *contents, uint32_t n)
{
    if (c->slot != slot || !contents)
        return false;
    for (uint32_t v = 0; v < n && v < c->n; v++)
        if (coset__has(contents, v) && coset__has(c->lets, v))
            return false;
    return true;
}

static bool needs_other(const coset_transition *t, uint32_t slot, const uint64_t *contents, uint32_t n)
{
    const uint32_t firm = coset_conditions_firm(t->n_conditions, t->conditions);
    for (uint32_t k = 0; k < firm; k++)
        if (excludes(&t->conditions[k], slot, contents, n))
            return true;
    return false;
}

/* After its execution the transition is never enabled again: the values `lets` of the slot are lost. */
static bool happens_once(const coset__relating *r, uint32_t a, uint32_t s, const uint64_t *lets)
{
    const coset__slot *slot = &r->slots[s];
    bool leaves = false;
    for (uint32_t k = 0; k < slot->n_writings; k++) {
        const coset__writing *x = &slot->writings[k];
        if (r->dead[x->transition])
            continue;
        if (!x->to || meets(x->to, lets, slot->n))
            return false;
        leaves |= x->transition == a && !x->keeps;
    }
    return leaves;
}

/* As long as slot s has one of `lets`, slot x has a value of the start states. */
static bool waits(const coset__relating *r, uint32_t a, uint32_t s, const uint64_t *lets, uint32_t x)
{
    const coset__slot *slot = &r->slots[x];
    for (uint32_t k = 0; k < slot->n_writings; k++) {
        const coset__writing *y = &slot->writings[k];
        const coset_transition *t = &r->t->at[y->transition];
        bool stays = y->to != NULL;
        for (uint32_t w = 0; stays && w < coset_slot_words(slot->n); w++)
            stays = (y->to[w] & ~slot->starts[w]) == 0;
        if (!stays && y->transition != a && !r->dead[y->transition] && !needs_other(t, x, slot->starts, slot->n) &&
            !needs_other(t, s, lets, r->slots[s].n))
            return false;
    }
    return true;
}

/* Its conditions, as bits, that its first step makes false for ever. */
static const uint64_t *once_of(coset__relating *r, uint32_t a)
{
    const coset_transition *t = &r->t->at[a];
    const uint32_t firm = coset_conditions_firm(t->n_conditions, t->conditions);
    if (r->once[a])
        return r->once[a];
    uint64_t *out = coset_arena_get(r->arena, coset_slot_words(firm), sizeof *out);
    for (uint32_t k = 0; k < firm; k++) {
        const coset_condition *c = &t->conditions[k];
        if (c->slot == COSET_NO_SLOT || c->n != r->slots[c->slot].n)
            continue;
        (void)coset_budget_spend(r->limit, r->slots[c->slot].n_writings);
        if (happens_once(r, a, c->slot, c->lets))
            coset__add(out, k);
    }
    r->once[a] = out;
    return out;
}

static bool comes_before(coset__relating *r, uint32_t a, uint32_t b)
{
    const uint64_t *once = once_of(r, a);
    const coset_transition *t = &r->t->at[a], *u = &r->t->at[b];
    const uint32_t n_t = coset_conditions_firm(t->n_conditions, t->conditions);
    const uint32_t n_u = coset_conditions_firm(u->n_conditions, u->conditions);
    for (uint32_t k = 0; k < n_t; k++) {
        const coset_condition *c = &t->conditions[k];
        if (!coset__has(once, k))
            continue;
        (void)coset_budget_spend(r->limit, n_u);
        for (uint32_t i = 0; i < n_u; i++) {
            const uint32_t x = u->conditions[i].slot;
            if (x != COSET_NO_SLOT && r->slots[x].n && r->slots[x].starts &&
                excludes(&u->conditions[i], x, r->slots[x].starts, r->slots[x].n) && waits(r, a, c->slot, c->lets, x))
                return true;
        }
    }
    return false;
}

bool coset__come_apart(coset__relating *r, uint32_t a, uint32_t b)
{
    return comes_before(r, a, b) || comes_before(r, b, a);
}
