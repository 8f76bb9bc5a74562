#include "detect/use/cosets.h"

#include <string.h>

#include "alg/permquery.h"

#define MOST_COSETS 5040U
#define MOST_IMAGES ((size_t)1 << 22) /* of literals under all representatives of cosets */
#define MOST_BYTES  ((size_t)1 << 28) /* of a stabiliser chain */

/* ---- closing ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_detected *d;
    const coset_permgroup *s;
    const coset_point *orbits; /* of literals under S */
    uint32_t n;
    const coset_point **at;
    uint64_t *marks; /* [cosets] */
    coset_point *room;
} closing;

/* S p = S q? */
static bool same_coset(const closing *k, const coset_point *p, const coset_point *q)
{
    for (uint32_t i = 0; i < k->d->literals.n; i++) /* p q^-1 */
        k->room[q[i]] = p[i];
    return coset_permgroup_has(k->s, k->room);
}

/* The same for all elements of a coset: to which orbits of S they take the literals. */
static uint64_t mark_of(const closing *k, const coset_point *p)
{
    uint64_t mark = 0;
    for (uint32_t i = 0; i < k->d->literals.n; i++)
        mark = (mark ^ k->orbits[p[i]]) * UINT64_C(0x9e3779b97f4a7c15), mark ^= mark >> 32;
    return mark;
}

static bool is_new_coset(const closing *k, const coset_point *p, uint64_t mark)
{
    for (uint32_t i = 0; i < k->n && !coset_budget_spend(k->d->limit, 1); i++)
        if (k->marks[i] == mark && !coset_budget_spend(k->d->limit, k->d->literals.n) && same_coset(k, p, k->at[i]))
            return false;
    return !coset_budget_is_spent(k->d->limit);
}

/* From the identity, by generators, until their number is the quotient of the orders. False: the limit is reached. */
static bool close_cosets(closing *k, uint32_t n_cosets, coset_arena *arena)
{
    uint32_t n = k->d->literals.n;
    coset_point *p = coset_arena_get(arena, n, sizeof *p), *next = coset_new(n, sizeof *next);
    k->at = coset_arena_get(arena, n_cosets, sizeof *k->at);
    k->marks = coset_arena_get(arena, n_cosets, sizeof *k->marks);
    coset_literals_identity(&k->d->literals, p);
    k->marks[k->n] = mark_of(k, p);
    k->at[k->n++] = p;
    for (uint32_t at = 0; at < k->n && k->n < n_cosets; at++)
        for (uint32_t g = 0; g < k->d->n_generators && k->n < n_cosets; g++) {
            for (uint32_t i = 0; i < n; i++)
                next[i] = k->at[at][k->d->generators[g].perm[i]];
            uint64_t mark = mark_of(k, next);
            if (!is_new_coset(k, next, mark))
                continue;
            k->marks[k->n] = mark;
            k->at[k->n++] = coset_arena_copy(arena, next, n, sizeof *next);
        }
    coset_delete(next);
    if (coset_budget_is_spent(k->d->limit))
        return false;
    COSET_INVARIANT(k->n == n_cosets);
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------------------------- */

static uint32_t hash_of(uint64_t x)
{
    x = (x + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)(x ^ x >> 29);
}

static bool *moving_slots(const coset_detected *d)
{
    const coset_literals *l = &d->literals;
    bool *moves = coset_new(l->n_slots, sizeof *moves);
    for (uint32_t s = 0; s < l->n_slots; s++)
        moves[s] = coset_detected_moves(d, s);
    for (uint32_t b = 0; l->bags && b < l->bags->n_bags; b++)
        memset(moves + l->bags->bags[b].base, 0, (size_t)l->bags->bags[b].n_entries * l->bags->bags[b].width);
    return moves;
}

static void find_moving(const coset_literals *l, const bool *moves, coset_arena *arena, coset__cosets *out)
{
    uint32_t *moving = coset_arena_get(arena, l->n_slots, sizeof *moving);
    for (uint32_t s = 0; s < l->n_slots; s++)
        if (moves[s])
            moving[out->n_moving++] = s;
    out->moving = moving;
}

static void find_keys(const coset_detected *d, const coset_point *orbits, coset_arena *arena, coset__cosets *out)
{
    const coset_literals *l = &d->literals;
    bool *moves = moving_slots(d);
    find_moving(l, moves, arena, out);
    out->n_keys = (out->n + 3) / 4 * 4;
    uint32_t *keys = coset_arena_get(arena, (size_t)l->n * out->n_keys, sizeof *keys);
    for (uint32_t i = 0; i < l->n; i++)
        for (uint32_t c = 0; c < out->n && moves[l->slots[i]]; c++)
            keys[(size_t)i * out->n_keys + c] = hash_of(orbits[out->at[c][i]]);
    out->keys = keys;
    coset_delete(moves);
}

uint32_t coset__cosets_keys(const coset__cosets *k, const uint32_t *state, uint32_t *keys)
{
    uint32_t least = UINT32_MAX;
    memset(keys, 0, k->n_keys * sizeof *keys);
    for (uint32_t i = 0; i < k->n_moving; i++) {
        const uint32_t *restrict more = k->keys + (size_t)state[k->moving[i]] * k->n_keys;
        uint32_t *restrict to = keys;
        for (uint32_t c = 0; c < k->n_keys; c += 4)
            for (uint32_t x = 0; x < 4; x++) /* at once, if the machine can */
                to[c + x] += more[c + x];
    }
    for (uint32_t c = 0; c < k->n; c++)
        least = keys[c] < least ? keys[c] : least;
    return least;
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

bool coset__cosets_find(const coset_detected *d, uint32_t n_swaps, const coset_point *const *swaps, coset_arena *arena,
                        coset__cosets *out)
{
    const coset_permgens g = {d->literals.n, n_swaps, swaps, d->limit};
    coset_permgroup *s = coset_permgroup_new(&g, NULL, MOST_BYTES);
    coset_count n = 0;
    bool known = s && coset_order_index(coset_permgroup_order(d->group, arena), coset_permgroup_order(s, arena), &n);
    bool few = known && n <= MOST_COSETS && n * g.n_points <= MOST_IMAGES;
    *out = (coset__cosets){0};
    if (few) {
        COSET_INVARIANT(n > 0); /* at least that of the identity */
        closing k = {.d = d, .s = s, .room = coset_new(g.n_points, sizeof *k.room)};
        k.orbits = coset_permquery_orbits(&g, arena);
        few = close_cosets(&k, (uint32_t)n, arena);
        coset_delete(k.room);
        out->n = k.n;
        out->at = k.at;
        if (few)
            find_keys(d, k.orbits, arena, out);
    }
    coset_permgroup_free(s);
    return few;
}

coset__cosets coset__cosets_near(const coset_detected *d, coset_arena *arena)
{
    uint32_t n = d->literals.n;
    coset__cosets out = {0};
    const coset_point **at = coset_arena_get(arena, 2 * (size_t)d->n_generators + 1, sizeof *at);
    coset_point *identity = coset_arena_get(arena, n, sizeof *identity);
    coset_literals_identity(&d->literals, identity);
    at[out.n++] = identity;
    for (uint32_t g = 0; g < d->n_generators; g++) {
        coset_point *inverse = coset_arena_get(arena, n, sizeof *inverse);
        for (uint32_t i = 0; i < n; i++)
            inverse[d->generators[g].perm[i]] = i;
        COSET_INVARIANT(coset_literals_respects(&d->literals, inverse));
        at[out.n++] = d->generators[g].perm;
        if (memcmp(inverse, d->generators[g].perm, n * sizeof *inverse) != 0)
            at[out.n++] = inverse;
    }
    bool *moves = moving_slots(d);
    find_moving(&d->literals, moves, arena, &out);
    coset_delete(moves);
    out.at = at;
    return out;
}
