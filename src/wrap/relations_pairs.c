/* relations_pairs.c - tests whether two transitions commute for all values of the slots that they read.
 *
 * The effect of a transition depends on the slots that it reads, and on slots that have the same value in all states,
 * which a start state also has. So a pair that reads few slots is executed on constructed states: a start state in
 * which these slots have each combination of reachable values that satisfies the conditions of both. Neither may have
 * several steps there, or fault, or hit a cover. The number of tests is bounded, not the time, so that relations are
 * deterministic. */
#include <string.h>

#include "wrap/relations_int.h"

#define MOST_CASES 256U   /* of one pair */
#define MOST_STEPS 20000U /* states whose steps are computed, for all pairs */

struct coset__trying {
    coset_worker *worker;
    bool none;           /* there is no start state */
    coset_value *start;  /* [n_slots] */
    coset_value *at[4];  /* [n_slots]: the case, after one, after the other, after both */
    uint32_t *slots;     /* [n_slots] slots that the pair reads */
    uint64_t *lets;      /* [COSET__MOST_CONTENTS] bits of one slot */
    coset_value *chosen; /* [n_slots][MOST_CASES] values of each of `slots` */
    uint32_t *n_chosen;
    uint32_t n, steps;
};

static coset_status take_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    coset__relating *r = ctx;
    (void)e;
    if (!dst)
        return COSET_OK;
    memcpy(r->trying->start, dst, r->n_slots * sizeof *dst);
    r->trying->none = false;
    return COSET_STOPPED;
}

static void prepare(coset__relating *r)
{
    coset__trying *t = r->trying = coset_arena_get(r->arena, 1, sizeof *t);
    t->worker = coset_worker_new(r->m);
    t->none = true;
    t->start = coset_arena_get(r->arena, r->n_slots, sizeof *t->start);
    for (uint32_t i = 0; i < 4; i++)
        t->at[i] = coset_arena_get(r->arena, r->n_slots, sizeof *t->start);
    t->slots = coset_arena_get(r->arena, r->n_slots, sizeof *t->slots);
    t->n_chosen = coset_arena_get(r->arena, r->n_slots, sizeof *t->n_chosen);
    t->chosen = coset_arena_get(r->arena, (size_t)r->n_slots * MOST_CASES, sizeof *t->chosen);
    t->lets = coset_arena_get(r->arena, coset_slot_words(COSET__MOST_CONTENTS), sizeof *t->lets);
    (void)r->m->ops->starts(t->worker, take_start, r);
}

/* ---- cases ------------------------------------------------------------------------------------------------------ */

/* Removes values of the slot for which the transition is not enabled, not even to fault. */
static void restrict_to(const coset_transition *t, uint32_t slot, uint32_t n, uint64_t *contents)
{
    const uint32_t firm = coset_conditions_firm(t->n_conditions, t->conditions);
    for (uint32_t k = 0; k < firm; k++) {
        const coset_condition *c = &t->conditions[k];
        for (uint32_t w = 0; c->slot == slot && w < coset_slot_words(n); w++)
            contents[w] &= w < coset_slot_words(c->n) ? c->lets[w] : 0;
    }
}

/* Values of the slot in states where both are enabled; false: too many. */
static bool choose_contents(coset__relating *r, const coset_transition *a, const coset_transition *b, uint32_t slot)
{
    coset__trying *t = r->trying;
    const coset__slot *s = &r->slots[slot];
    if (!s->n)
        return false;
    const uint64_t *reached = coset__reached(r, slot);
    memset(t->lets, 0xff, coset_slot_words(s->n) * sizeof *t->lets);
    restrict_to(a, slot, s->n, t->lets);
    restrict_to(b, slot, s->n, t->lets);
    coset_value *to = t->chosen + (size_t)t->n * MOST_CASES;
    uint32_t n = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        if (!coset__has(t->lets, v) || (reached && !coset__has(reached, v)))
            continue;
        if (n == MOST_CASES)
            return false;
        to[n++] = v;
    }
    t->n_chosen[t->n] = n;
    t->slots[t->n++] = slot;
    return true;
}

static bool choose_cases(coset__relating *r, const coset_transition *a, const coset_transition *b)
{
    uint64_t cases = 1;
    r->trying->n = 0;
    for (uint32_t w = 0; w < coset_slot_words(r->n_slots); w++)
        for (uint64_t some = a->reads[w] | b->reads[w] | a->writes[w] | b->writes[w]; some; some &= some - 1) {
            if (!choose_contents(r, a, b, 64 * w + (uint32_t)__builtin_ctzll(some)))
                return false;
            cases *= r->trying->n_chosen[r->trying->n - 1];
            if (cases > MOST_CASES)
                return false;
        }
    return r->trying->steps + 3 * cases <= MOST_STEPS;
}

static bool next_case(coset__trying *t, uint32_t *which)
{
    uint32_t i = 0;
    while (i < t->n && ++which[i] == t->n_chosen[i])
        which[i++] = 0;
    return i < t->n;
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const coset__relating *r;
    const coset_value *src;
    uint32_t of[2];     /* transitions */
    coset_value *to[2]; /* targets */
    uint32_t n[2];      /* steps of them */
    bool bad;           /* a step faults, or hits a cover */
} listing;

static coset_status list(void *ctx, const coset_edge *e, const coset_value *dst)
{
    listing *l = ctx;
    const uint32_t t = coset_transition_of(l->r->t, e->group, e->instance, l->src);
    for (uint32_t i = 0; i < 2; i++) {
        if (t != l->of[i])
            continue;
        l->bad |= e->fault || e->n_covers;
        if (dst && l->to[i])
            memcpy(l->to[i], dst, l->r->n_slots * sizeof *dst);
        l->n[i]++;
    }
    return COSET_OK;
}

static listing steps_of(coset__relating *r, const coset_value *state, uint32_t a, uint32_t b, coset_value *to_a,
                        coset_value *to_b)
{
    listing l = {r, state, {a, b}, {to_a, to_b}, {0, 0}, false};
    r->trying->steps++;
    if (coset_budget_spend(r->limit, 1000) || r->m->ops->next(r->trying->worker, state, list, &l) != COSET_OK)
        l.bad = true; /* if the budget is spent there are no relations at all */
    return l;
}

/* After `first`, the other one leads from `from` to one state, which is written to `to`. */
static bool goes_on(coset__relating *r, const coset_value *from, uint32_t other, coset_value *to)
{
    const listing l = steps_of(r, from, other, COSET_NO_TRANSITION, to, NULL);
    return !l.bad && l.n[0] == 1;
}

static bool commute_there(coset__relating *r, uint32_t a, uint32_t b)
{
    coset__trying *t = r->trying;
    const listing l = steps_of(r, t->at[0], a, b, t->at[1], t->at[2]);
    if (l.bad)
        return false;
    if (!l.n[0] || !l.n[1])
        return true;
    if (l.n[0] > 1 || l.n[1] > 1 || !goes_on(r, t->at[1], b, t->at[3]))
        return false;
    return goes_on(r, t->at[2], a, t->at[1]) &&
           (r->n_slots == 0 || memcmp(t->at[1], t->at[3], r->n_slots * sizeof **t->at) == 0);
}

bool coset__pair_commutes(coset__relating *r, uint32_t a, uint32_t b)
{
    const coset_transition *x = &r->t->at[a], *y = &r->t->at[b];
    if (x->priority > 0 || y->priority > 0 || r->m->symmetry.n_bags)
        return false;
    if (!r->trying)
        prepare(r);
    coset__trying *t = r->trying;
    if (t->none || !choose_cases(r, x, y))
        return false;
    uint32_t *which = coset_arena_get(r->arena, t->n, sizeof *which);
    for (uint32_t i = 0; i < t->n; i++)
        if (t->n_chosen[i] == 0)
            return true; /* never enabled together */
    do {
        memcpy(t->at[0], t->start, r->n_slots * sizeof *t->start);
        for (uint32_t i = 0; i < t->n; i++)
            t->at[0][t->slots[i]] = t->chosen[(size_t)i * MOST_CASES + which[i]];
        if (!commute_there(r, a, b))
            return false;
    } while (next_case(t, which));
    return true;
}

void coset__trying_end(coset__relating *r)
{
    if (r->trying)
        r->m->ops->worker_free(r->trying->worker);
    r->trying = NULL;
}
