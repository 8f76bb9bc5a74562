#include "detect/minimal.h"

#include <string.h>

#include "detect/chain.h"
#include "detect/typed.h"

#define MOST_MEASURED 1000000U /* nanoseconds, of one way */

struct coset_minimal {
    const coset_detected *d;
    coset_arena *arena;
    coset_minimal_way way;
    coset__chain *chain;
    coset__typed *typed;
    uint32_t n_moves; /* of local search */
    const coset_point **moves;
    uint64_t cost;
};

struct coset_minimal_scratch {
    const coset_minimal *c;
    coset__chain_scratch *chain;
    coset__typed_scratch *typed;
    uint32_t *state, *image;
};

/* ---- local search ----------------------------------------------------------------------------------------------- */

static void make_moves(coset_minimal *c)
{
    uint32_t n = c->d->literals.n;
    c->moves = coset_arena_get(c->arena, 2 * (size_t)c->d->n_generators, sizeof *c->moves);
    for (uint32_t g = 0; g < c->d->n_generators; g++) {
        coset_point *inverse = coset_arena_get(c->arena, n, sizeof *inverse);
        for (uint32_t i = 0; i < n; i++)
            inverse[c->d->generators[g].perm[i]] = i;
        c->moves[c->n_moves++] = c->d->generators[g].perm;
        c->moves[c->n_moves++] = inverse;
    }
}

static bool is_less(const uint32_t *x, const uint32_t *y, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i < n && x[i] < y[i];
}

static void run_local(coset_minimal_scratch *s, coset_point *perm)
{
    const coset_minimal *c = s->c;
    const coset_literals *l = &c->d->literals;
    if (perm)
        coset_literals_identity(l, perm);
    for (uint32_t quiet = 0, g = 0; quiet < c->n_moves; g = (g + 1) % c->n_moves) {
        coset_literals_move(l, c->moves[g], s->state, s->image);
        quiet++;
        if (!is_less(s->image, s->state, l->n_slots))
            continue;
        memcpy(s->state, s->image, l->n_slots * sizeof *s->image);
        if (perm)
            coset_literals_follow(l, perm, c->moves[g]);
        quiet = 0;
    }
}

/* The same where multisets are sorted after each move. */
static void run_sorted(const coset_minimal *c, const coset_value *src, coset_value *dst, coset_point *perm)
{
    const coset_literals *l = &c->d->literals;
    coset_value *image = coset_new(l->n_slots, sizeof *image);
    memcpy(dst, src, l->n_slots * sizeof *dst);
    if (perm)
        coset_literals_identity(l, perm);
    for (uint32_t quiet = 0, g = 0; quiet < c->n_moves; g = (g + 1) % c->n_moves) {
        coset_literals_permute(l, c->moves[g], dst, image);
        quiet++;
        if (!is_less(image, dst, l->n_slots))
            continue;
        memcpy(dst, image, l->n_slots * sizeof *dst);
        if (perm)
            coset_literals_follow(l, perm, c->moves[g]);
        quiet = 0;
    }
    coset_delete(image);
}

/* ---- one state -------------------------------------------------------------------------------------------------- */

coset_minimal_scratch *coset_minimal_scratch_new(const coset_minimal *c)
{
    coset_minimal_scratch *s = coset_new(1, sizeof *s);
    s->c = c;
    if (c->way == COSET_MINIMAL_CHAIN)
        s->chain = coset__chain_scratch_new(c->chain);
    else if (c->way != COSET_MINIMAL_LOCAL)
        s->typed = coset__typed_scratch_new(c->typed);
    s->state = coset_new(c->d->literals.n_slots, sizeof *s->state);
    s->image = coset_new(c->d->literals.n_slots, sizeof *s->image);
    return s;
}

void coset_minimal_scratch_free(coset_minimal_scratch *s)
{
    if (!s)
        return;
    coset__chain_scratch_free(s->chain);
    coset__typed_scratch_free(s->typed);
    coset_delete(s->state);
    coset_delete(s->image);
    coset_delete(s);
}

/* s->state becomes its representative. */
static uint64_t run(coset_minimal_scratch *s, coset_point *perm, coset_count *orbit)
{
    if (s->chain)
        return coset__chain_apply(s->chain, s->state, perm, orbit);
    if (s->typed)
        return coset__typed_apply(s->typed, s->state, perm, orbit);
    run_local(s, perm);
    return 0;
}

/* ---- choice ----------------------------------------------------------------------------------------------------- */

/* Of one representative, as far as the states that are to hand tell. */
static uint64_t measure(const coset_minimal *c, uint32_t n_states, const coset_value *states)
{
    uint32_t n = c->d->literals.n_slots;
    coset_minimal_scratch *s = coset_minimal_scratch_new(c);
    uint64_t work = 0, n_done = 0;
    for (uint32_t i = 0; i < n_states && work < MOST_MEASURED; i++)
        if (coset_literals_of(&c->d->literals, states + (size_t)i * n, s->state)) {
            work += run(s, NULL, NULL);
            n_done++;
        }
    coset_minimal_scratch_free(s);
    return n_done ? work / n_done : c->chain ? 4 * coset__chain_ways(c->chain) : 0;
}

/* The way that `one` goes, if it costs less. What it does not take is freed. */
static void take(coset_minimal *c, coset_minimal one, uint32_t n_states, const coset_value *states)
{
    if (!one.chain && !one.typed)
        return;
    one.cost = measure(&one, n_states, states);
    if (c->way == COSET_MINIMAL_LOCAL || one.cost < c->cost) {
        coset_minimal old = *c;
        *c = one;
        one = old;
    }
    coset__chain_free(one.chain);
    coset__typed_free(one.typed);
}

static void choose(coset_minimal *c, coset_minimal_way way, uint32_t n_states, const coset_value *states)
{
    bool any = way == COSET_MINIMAL_BEST;
    if (c->d->literals.bags)
        return; /* only the local search sorts */
    coset_minimal one = {.d = c->d, .arena = c->arena};
    if (any || way == COSET_MINIMAL_TYPES) {
        one.way = COSET_MINIMAL_TYPES;
        one.typed = coset__typed_new(c->d, true);
        take(c, one, n_states, states);
    }
    if (any || way == COSET_MINIMAL_ELEMENTS) {
        one.way = COSET_MINIMAL_ELEMENTS;
        one.typed = coset__typed_new(c->d, false);
        take(c, one, n_states, states);
    }
    if (any || way == COSET_MINIMAL_CHAIN) {
        one.way = COSET_MINIMAL_CHAIN;
        one.typed = NULL;
        one.chain = coset__chain_new(c->d);
        take(c, one, n_states, states);
    }
}

coset_minimal *coset_minimal_new(const coset_detected *d, coset_minimal_way way, uint32_t n_states,
                                 const coset_value *states)
{
    coset_arena *arena = coset_arena_new();
    coset_minimal *c = coset_arena_get(arena, 1, sizeof *c);
    *c = (coset_minimal){.d = d, .arena = arena, .way = COSET_MINIMAL_LOCAL};
    choose(c, way, n_states, states);
    if (c->way != COSET_MINIMAL_LOCAL)
        return c;
    if (way != COSET_MINIMAL_BEST && way != COSET_MINIMAL_LOCAL) {
        coset_minimal_free(c);
        return NULL;
    }
    make_moves(c);
    c->cost = (uint64_t)c->n_moves * d->literals.n_slots * 4;
    return c;
}

void coset_minimal_free(coset_minimal *c)
{
    if (!c)
        return;
    coset__chain_free(c->chain);
    coset__typed_free(c->typed);
    coset_arena_free(c->arena);
}

bool coset_minimal_truth(const coset_minimal *c) { return c->d->truth; }

bool coset_minimal_exact(const coset_minimal *c) { return c->way != COSET_MINIMAL_LOCAL; }

const char *coset_minimal_name(const coset_minimal *c)
{
    static const char *const names[] = {"best", "chain", "types", "elements", "local"};
    return names[c->way];
}

uint64_t coset_minimal_cost(const coset_minimal *c) { return c->cost; }

/* ---- users' side ------------------------------------------------------------------------------------------------ */

void coset_minimal_apply(coset_minimal_scratch *s, const coset_value *src, coset_value *dst, coset_point *perm,
                         coset_count *orbit)
{
    const coset_literals *l = &s->c->d->literals;
    if (coset_literals_is_origin(l, src)) {
        memcpy(dst, src, l->n_slots * sizeof *dst);
        if (perm)
            coset_literals_identity(l, perm);
        if (orbit)
            *orbit = coset_minimal_exact(s->c);
        return;
    }
    if (orbit)
        *orbit = 0;
    if (l->bags) {
        run_sorted(s->c, src, dst, perm);
        return;
    }
    bool known = coset_literals_of(l, src, s->state);
    COSET_INVARIANT(known);
    (void)run(s, perm, orbit);
    for (uint32_t i = 0; i < l->n_slots; i++)
        dst[i] = l->any[i] ? src[i] : l->values[s->state[i]];
}
