/* wrap/lone.c - see wrap/lone.h.
 *
 * The closure of a transition that may be enabled. A transition with a false condition adds those that can make it
 * true; any other one adds both all that conflict with it and those that can enable it in case it is disabled. */
#include "wrap/lone.h"

#include <string.h>

#define MOST_MEMBERS 6U  /* that may be enabled */
#define MOST_LOOKS   12U /* most slots read for one seat: with more, cache hits are rare */
#define NOTHING      0U  /* else the position of the members, terminated by 0 */

typedef struct {
    uint32_t slot; /* COSET_NO_SLOT: transitions without a condition */
    uint32_t n, *transitions;
} seat;

struct coset_lone {
    const coset_relations *r;
    const coset_classes *classes;
    uint32_t n_seats;
    seat *seats;
    uint32_t *firm;  /* [r->n] number of its conditions that each disable it, if false, whatever the others are */
    uint64_t *blunt; /* those that must not be enabled in a set */
    bool *shuts;     /* [r->n] it is disabled if all its ways are closed */
};

struct coset_lone_search {
    const coset_lone *l;
    const coset_value *state;
    coset_contents contents;
    uint32_t *roots;                   /* [n_seats] */
    COSET_VEC(uint32_t) members;       /* lists, each transition + 1 */
    uint64_t *inside;                  /* the set whose closure is computed */
    COSET_VEC(uint32_t) pending;       /* members not yet processed */
    uint32_t found[MOST_MEMBERS + 1U]; /* members that may be enabled */
    uint32_t n_found;
};

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }

/* ---- seats ------------------------------------------------------------------------------------------------------ */

/* Number of listed conditions that are not preceded by one that may fault. */
static uint32_t count_firm(uint32_t n, const coset_condition *all)
{
    uint32_t firm = 0;
    for (uint32_t i = 0; i < coset_conditions_firm(n, all); i++)
        firm += all[i].slot != COSET_NO_SLOT;
    return firm;
}

static bool never_faults(uint32_t n, const coset_condition *all)
{
    for (uint32_t i = 0; i < n; i++)
        if (coset_condition_may_fault(&all[i]))
            return false;
    return true;
}

/* It may be enabled in a set that reduces. */
static bool is_plain(const coset_relations *r, uint32_t i)
{
    return r->transitions->at[i].priority == 0 && !r->dead[i] && !r->visible[i] && !(r->sticky && r->sticky[i]);
}

static seat *seat_of(coset_lone *l, uint32_t slot)
{
    for (uint32_t i = 0; i < l->n_seats; i++)
        if (l->seats[i].slot == slot)
            return &l->seats[i];
    l->seats[l->n_seats] = (seat){.slot = slot, .transitions = coset_new(l->r->n, sizeof(uint32_t))};
    return &l->seats[l->n_seats++];
}

static void find_seats(coset_lone *l)
{
    l->seats = coset_new(l->classes->n_slots + (size_t)1, sizeof *l->seats);
    for (uint32_t i = 0; i < l->r->n; i++) {
        const coset_needs *needs = &l->r->needs[i];
        if (!is_plain(l->r, i))
            continue;
        seat *s = seat_of(l, needs->n ? needs->at[0].slot : COSET_NO_SLOT);
        s->transitions[s->n++] = i;
    }
}

coset_lone *coset_lone_new(const coset_relations *r, const coset_classes *classes)
{
    coset_lone *l = coset_new(1, sizeof *l);
    l->r = r;
    l->classes = classes;
    l->firm = coset_new(r->n + (size_t)1, sizeof *l->firm);
    l->shuts = coset_new(r->n + (size_t)1, sizeof *l->shuts);
    l->blunt = coset_new(r->n_words + (size_t)1, sizeof *l->blunt);
    for (uint32_t i = 0; i < r->n; i++) {
        const coset_transition *t = &r->transitions->at[i];
        if (!is_plain(r, i))
            l->blunt[i / 64] |= UINT64_C(1) << i % 64;
        l->firm[i] = count_firm(t->n_conditions, t->conditions);
        l->shuts[i] = t->n_ways > 0 && never_faults(t->n_conditions, t->conditions);
    }
    find_seats(l);
    if (l->n_seats)
        return l;
    coset_lone_free(l);
    return NULL;
}

void coset_lone_free(coset_lone *l)
{
    if (!l)
        return;
    for (uint32_t i = 0; i < l->n_seats; i++)
        coset_delete(l->seats[i].transitions);
    coset_delete(l->seats);
    coset_delete(l->firm);
    coset_delete(l->shuts);
    coset_delete(l->blunt);
    coset_delete(l);
}

uint32_t coset_lone_seats(const coset_lone *l) { return l->n_seats; }

/* ---- what is disabled ------------------------------------------------------------------------------------------- */

/* Like everything here, it depends on the state alone. */
static bool is_long(const coset_lone_search *s) { return s->contents.read.n > MOST_LOOKS; }

static bool is_false(coset_lone_search *s, const coset_need *need)
{
    const coset_value v = coset_contents_look(&s->contents, s->state, need->slot);
    return v < need->n && !has(need->lets, v);
}

static uint32_t firm_of_way(const coset_lone_search *s, uint32_t i, uint32_t way)
{
    const coset_way *w = &s->l->r->transitions->at[i].ways[way];
    return count_firm(w->n, w->conditions);
}

static bool some_is_false(coset_lone_search *s, const coset_needs *needs, uint32_t firm)
{
    for (uint32_t k = 0; k < firm; k++)
        if (is_false(s, &needs->at[k]))
            return true;
    return false;
}

/* It cannot be enabled while a transition of the first priority is enabled. */
static bool is_disabled(coset_lone_search *s, uint32_t i)
{
    const coset_relations *r = s->l->r;
    if (r->transitions->at[i].priority > 0 || some_is_false(s, &r->needs[i], s->l->firm[i]))
        return true;
    for (uint32_t w = 0; s->l->shuts[i] && w < r->transitions->at[i].n_ways; w++)
        if (!some_is_false(s, &r->ways[i][w], firm_of_way(s, i, w)))
            return false;
    return s->l->shuts[i];
}

/* Each of these transitions outside the set is disabled. */
static bool are_disabled(coset_lone_search *s, const uint64_t *all)
{
    for (uint32_t w = 0; w < s->l->r->n_words; w++)
        for (uint64_t some = all[w] & ~s->inside[w]; some; some &= some - 1)
            if (is_long(s) || !is_disabled(s, 64 * w + (uint32_t)__builtin_ctzll(some)))
                return false;
    return true;
}

/* ---- the closure ------------------------------------------------------------------------------------------------ */

static void take_in(coset_lone_search *s, const uint64_t *all)
{
    for (uint32_t w = 0; all && w < s->l->r->n_words; w++) {
        for (uint64_t some = all[w] & ~s->inside[w]; some; some &= some - 1)
            *coset_vec_add(&s->pending) = 64 * w + (uint32_t)__builtin_ctzll(some);
        s->inside[w] |= all[w];
    }
}

/* Adds the enablers of a false condition, if they are disabled. False: there is no such condition. */
static bool wait_for(coset_lone_search *s, const coset_needs *needs, uint32_t firm)
{
    for (uint32_t k = 0; k < firm; k++)
        if (is_false(s, &needs->at[k]) && are_disabled(s, needs->at[k].enablers)) {
            take_in(s, needs->at[k].enablers);
            return true;
        }
    return false;
}

/* Adds the enablers of a disabled transition. */
static bool close_disabled(coset_lone_search *s, uint32_t i)
{
    const coset_relations *r = s->l->r;
    if (r->transitions->at[i].priority > 0 || wait_for(s, &r->needs[i], s->l->firm[i]))
        return true;
    for (uint32_t w = 0; s->l->shuts[i] && w < r->transitions->at[i].n_ways; w++)
        if (!wait_for(s, &r->ways[i][w], firm_of_way(s, i, w)))
            return false;
    return s->l->shuts[i];
}

/* Adds the enablers of all listed conditions that are not known to hold, because any of them may turn out false. */
static void take_in_reasons(coset_lone_search *s, const coset_needs *needs)
{
    for (uint32_t k = 0; k < needs->n; k++) {
        const coset_value v = coset_contents_look(&s->contents, s->state, needs->at[k].slot);
        if (v >= needs->at[k].n || !has(needs->at[k].lets, v))
            take_in(s, needs->at[k].enablers);
    }
    take_in(s, needs->others);
}

/* Some conflicting transition may be enabled, but must not be in a set. */
static bool meets_other(coset_lone_search *s, uint32_t i)
{
    const uint64_t *conflicts = coset_conflicts_of(s->l->r, i);
    for (uint32_t w = 0; w < s->l->r->n_words; w++)
        for (uint64_t some = conflicts[w] & s->l->blunt[w] & ~s->inside[w]; some; some &= some - 1)
            if (is_long(s) || !is_disabled(s, 64 * w + (uint32_t)__builtin_ctzll(some)))
                return true;
    return false;
}

/* For one that may be enabled: adds both its conflicting transitions and its enablers. */
static bool close_possible(coset_lone_search *s, uint32_t i)
{
    const coset_relations *r = s->l->r;
    if (!is_plain(r, i) || s->n_found == MOST_MEMBERS || meets_other(s, i))
        return false;
    s->found[s->n_found++] = i;
    take_in(s, coset_conflicts_of(r, i));
    take_in_reasons(s, &r->needs[i]);
    for (uint32_t w = 0; w < r->transitions->at[i].n_ways; w++)
        if (!wait_for(s, &r->ways[i][w], firm_of_way(s, i, w)))
            take_in_reasons(s, &r->ways[i][w]);
    return true;
}

static bool close_from(coset_lone_search *s, uint32_t i)
{
    memset(s->inside, 0, s->l->r->n_words * sizeof *s->inside);
    s->inside[i / 64] |= UINT64_C(1) << i % 64;
    s->pending.n = s->n_found = 0;
    bool closed = close_possible(s, i);
    while (closed && !is_long(s) && s->pending.n) {
        const uint32_t next = s->pending.at[--s->pending.n];
        closed = is_disabled(s, next) ? close_disabled(s, next) : close_possible(s, next);
    }
    return closed && !is_long(s);
}

static uint32_t keep_found(coset_lone_search *s)
{
    const uint32_t begin = s->members.n;
    for (uint32_t k = 0; k < s->n_found; k++)
        *coset_vec_add(&s->members) = s->found[k] + 1;
    *coset_vec_add(&s->members) = 0;
    return begin;
}

static uint32_t look(coset_lone_search *s, const seat *x)
{
    for (uint32_t k = 0; k < x->n && !is_long(s); k++)
        if (!is_disabled(s, x->transitions[k]) && close_from(s, x->transitions[k]))
            return keep_found(s);
    return NOTHING;
}

/* ---- use -------------------------------------------------------------------------------------------------------- */

coset_lone_search *coset_lone_search_new(const coset_lone *l)
{
    coset_lone_search *s = coset_new(1, sizeof *s);
    s->l = l;
    coset_contents_init(&s->contents, l->classes);
    s->roots = coset_new(l->n_seats, sizeof *s->roots);
    s->inside = coset_new(l->r->n_words + (size_t)1, sizeof *s->inside);
    *coset_vec_add(&s->members) = 0; /* no list is at position 0 */
    return s;
}

void coset_lone_search_free(coset_lone_search *s)
{
    if (!s)
        return;
    coset_contents_fini(&s->contents);
    coset_vec_fini(&s->members);
    coset_vec_fini(&s->pending);
    coset_delete(s->roots);
    coset_delete(s->inside);
    coset_delete(s);
}

static void make_room(coset_lone_search *s)
{
    if (!coset_contents_is_full(&s->contents))
        return;
    coset_contents_forget(&s->contents);
    memset(s->roots, 0, s->l->n_seats * sizeof *s->roots);
    s->members.n = 1;
}

const uint32_t *coset_lone_find(coset_lone_search *s, uint32_t number, const coset_value *state, uint32_t *n)
{
    uint32_t found;
    if (!coset_contents_find(&s->contents, s->roots[number], state, &found)) {
        make_room(s);
        s->state = state;
        found = look(s, &s->l->seats[number]);
        coset_contents_learn(&s->contents, &s->roots[number], state, found);
    }
    *n = 0;
    for (; found != NOTHING && s->members.at[found + *n]; ++*n)
        s->found[*n] = s->members.at[found + *n] - 1;
    return found == NOTHING ? NULL : s->found;
}
