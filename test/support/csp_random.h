/* Random transition systems, and their CSP semantics computed the slow way: sets of states as bit masks, refusals event
 * set by event set. Only the shape of an LTS is shared with the code under test. */
#ifndef COSET_TEST_CSP_RANDOM_H
#define COSET_TEST_CSP_RANDOM_H

#include <string.h>

#include "lts/lts.h"
#include "lts/normal.h"

#define REF_STATES 24 /* most states of an LTS here */

typedef struct {
    uint64_t state;
} dice;

static inline uint32_t roll(dice *d, uint32_t n)
{
    d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(d->state >> 33) % n;
}

/* `taus`: in ten edges. */
static inline coset_lts *random_lts(dice *d, uint32_t most_states, uint32_t n_events, uint32_t taus)
{
    coset_lts_builder *b = coset_lts_builder_new();
    uint32_t n = 1 + roll(d, most_states), n_edges = roll(d, 2 * n + 2);
    bool *ended = coset_new(n, sizeof *ended);
    for (uint32_t s = 0; s < n; s++)
        (void)coset_lts_add_state(b);
    for (uint32_t e = 0; e < n_edges; e++) {
        uint32_t src = roll(d, n), dst = roll(d, n), event = roll(d, 10) < taus ? COSET_TAU : 1 + roll(d, n_events - 1);
        if (event == COSET_TICK) { /* to a separate state without edges */
            dst = n - 1;
            ended[dst] = true;
        }
        if (src != n - 1 || n == 1)
            coset_lts_add_edge(b, src, n == 1 && event == COSET_TICK ? 2 : event, dst);
    }
    coset_delete(ended);
    return coset_lts_build(b, n_events);
}

/* ---- sets of states ---- */

static inline uint32_t ref_step(const coset_lts *l, uint32_t set, uint32_t event)
{
    uint32_t to = 0;
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; (set >> s & 1) && e < l->first[s + 1]; e++)
            if (l->edges[e].event == event)
                to |= 1u << l->edges[e].dst;
    return to;
}

static inline uint32_t ref_closure(const coset_lts *l, uint32_t set)
{
    for (uint32_t old = 0; old != set;) {
        old = set;
        set |= ref_step(l, set, COSET_TAU);
    }
    return set;
}

/* A run with one tau per state visits some state twice. */
static inline bool ref_diverges(const coset_lts *l, uint32_t set)
{
    for (uint32_t i = 0; i < l->n_states; i++)
        set = ref_step(l, set, COSET_TAU);
    return set != 0;
}

static inline bool ref_state_refuses(const coset_lts *l, uint32_t s, uint32_t events)
{
    uint32_t offered = 0;
    for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++)
        offered |= 1u << l->edges[e].event;
    bool may_end = (offered & 1u << COSET_TICK) && !(events & 1u << COSET_TICK);
    return may_end || (!(offered & 1u << COSET_TAU) && !(offered & events));
}

/* Some state of the set can refuse all of `events` (a mask of visible events and tick). */
static inline bool ref_refuses(const coset_lts *l, uint32_t set, uint32_t events)
{
    for (uint32_t s = 0; s < l->n_states; s++)
        if ((set >> s & 1) && ref_state_refuses(l, s, events))
            return true;
    return false;
}

/* ---- refinement ---- */

typedef struct {
    const coset_lts *spec, *impl;
    uint32_t n_events;
    coset_csp_model model;
    COSET_VEC(uint64_t) seen; /* pairs of sets */
} ref_search;

static inline bool ref_new_pair(ref_search *x, uint32_t s, uint32_t i)
{
    uint64_t pair = (uint64_t)s << 32 | i;
    for (uint32_t k = 0; k < x->seen.n; k++)
        if (x->seen.at[k] == pair)
            return false;
    *coset_vec_add(&x->seen) = pair;
    return true;
}

static inline bool ref_refines_from(ref_search *x, uint32_t s, uint32_t i)
{
    if (!ref_new_pair(x, s, i))
        return true;
    if (x->model == COSET_CSP_FD && ref_diverges(x->spec, s))
        return true;
    if (x->model == COSET_CSP_FD && ref_diverges(x->impl, i))
        return false;
    for (uint32_t set = 0; x->model != COSET_CSP_T && set < 1u << x->n_events; set += 2)
        if (ref_refuses(x->impl, i, set) && !ref_refuses(x->spec, s, set))
            return false;
    for (uint32_t e = 1; e < x->n_events; e++) {
        uint32_t after = ref_closure(x->impl, ref_step(x->impl, i, e));
        uint32_t allowed = ref_closure(x->spec, ref_step(x->spec, s, e));
        if (after && (!allowed || !ref_refines_from(x, allowed, after)))
            return false;
    }
    return true;
}

/* Whether impl refines spec; both have at most REF_STATES states, and few events. */
static inline bool ref_refines(const coset_lts *spec, const coset_lts *impl, uint32_t n_events, coset_csp_model model)
{
    ref_search x = {.spec = spec, .impl = impl, .n_events = n_events, .model = model};
    COSET_INVARIANT(spec->n_states <= 32 && impl->n_states <= 32);
    bool ok = ref_refines_from(&x, ref_closure(spec, 1), ref_closure(impl, 1));
    coset_vec_fini(&x.seen);
    return ok;
}

static inline bool ref_equal(const coset_lts *a, const coset_lts *b, uint32_t n_events, coset_csp_model model)
{
    return ref_refines(a, b, n_events, model) && ref_refines(b, a, n_events, model);
}

/* After some trace it can perform an event, and can refuse it. */
static inline bool ref_deterministic_from(ref_search *x, uint32_t s)
{
    if (!ref_new_pair(x, s, 0))
        return true;
    if (x->model == COSET_CSP_FD && ref_diverges(x->impl, s))
        return false;
    for (uint32_t e = 1; e < x->n_events; e++) {
        uint32_t after = ref_closure(x->impl, ref_step(x->impl, s, e));
        if (after && (ref_refuses(x->impl, s, 1u << e) || !ref_deterministic_from(x, after)))
            return false;
    }
    return true;
}

static inline bool ref_deterministic(const coset_lts *l, uint32_t n_events, coset_csp_model model)
{
    ref_search x = {.impl = l, .n_events = n_events, .model = model};
    bool ok = ref_deterministic_from(&x, ref_closure(l, 1));
    coset_vec_fini(&x.seen);
    return ok;
}

/* ---- strong bisimulation, by refining a relation ---- */

static inline bool ref_matches(const coset_lts *a, const coset_lts *b, const bool *related, uint32_t s, uint32_t t,
                               bool turned)
{
    for (uint64_t e = a->first[s]; e < a->first[s + 1]; e++) {
        bool found = false;
        for (uint64_t f = b->first[t]; f < b->first[t + 1]; f++) {
            uint32_t x = a->edges[e].dst, y = b->edges[f].dst;
            size_t at = turned ? (size_t)y * a->n_states + x : (size_t)x * b->n_states + y;
            found = found || (b->edges[f].event == a->edges[e].event && related[at]);
        }
        if (!found)
            return false;
    }
    return true;
}

static inline bool ref_bisimilar(const coset_lts *a, const coset_lts *b)
{
    bool *related = coset_new((size_t)a->n_states * b->n_states, sizeof *related), changed = true;
    memset(related, 1, (size_t)a->n_states * b->n_states);
    while (changed) {
        changed = false;
        for (uint32_t s = 0; s < a->n_states; s++)
            for (uint32_t t = 0; t < b->n_states; t++) {
                bool *r = &related[(size_t)s * b->n_states + t];
                if (*r && !(ref_matches(a, b, related, s, t, false) && ref_matches(b, a, related, t, s, true))) {
                    *r = false;
                    changed = true;
                }
            }
    }
    bool yes = related[0];
    coset_delete(related);
    return yes;
}

#endif
