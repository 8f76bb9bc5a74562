#include "detect/use/slotwise.h"

#include <string.h>

#define MOST_VALUES 65536U /* of a slot that is moved: a table has an entry for each */

#define NO_VALUE UINT32_MAX

typedef struct {
    const coset_literals *l;
    const coset_model *m;
    coset_arena *arena;
    coset_err *err;
} maker;

/* ---- one permutation --------------------------------------------------------------------------------------------- */

/* The values that no literal has go to such values, in order; that of the origin to that of the origin. */
static void pair_off(const maker *k, uint32_t slot, uint32_t to, uint32_t *images, bool *taken)
{
    const coset_value *origin = k->l->origin;
    coset_value max = k->m->slots[slot].max;
    if (origin && images[origin[slot]] == NO_VALUE && !taken[origin[to]]) {
        images[origin[slot]] = origin[to];
        taken[origin[to]] = true;
    }
    for (uint32_t v = 0, next = 0; v <= max; v++) {
        if (images[v] != NO_VALUE)
            continue;
        while (next <= max && taken[next])
            next++;
        COSET_INVARIANT(next <= max); /* as many values are left on both sides */
        images[v] = next;
        taken[next] = true;
    }
}

static const coset_value *values_of(const maker *k, const coset_point *perm, uint32_t slot, uint32_t to)
{
    const coset_literals *l = k->l;
    size_t n = (size_t)k->m->slots[slot].max + 1;
    uint32_t *images = coset_new(n, sizeof *images);
    bool *taken = coset_new(n, sizeof *taken);
    coset_value *out = coset_arena_get(k->arena, n, sizeof *out);
    for (size_t v = 0; v < n; v++)
        images[v] = NO_VALUE;
    for (uint32_t x = l->first[slot]; x < l->first[slot + 1]; x++) {
        COSET_INVARIANT(l->values[x] < n && l->values[perm[x]] < n && !taken[l->values[perm[x]]]);
        images[l->values[x]] = l->values[perm[x]];
        taken[l->values[perm[x]]] = true;
    }
    pair_off(k, slot, to, images, taken);
    for (size_t v = 0; v < n; v++)
        out[v] = (coset_value)images[v];
    coset_delete(images);
    coset_delete(taken);
    return out;
}

/* Values of the slot go to the same values, of whatever slot. */
static bool keeps_values(const coset_literals *l, const coset_point *perm, uint32_t slot)
{
    bool keeps = true;
    for (uint32_t x = l->first[slot]; x < l->first[slot + 1] && keeps; x++)
        keeps = l->any[slot] || l->values[perm[x]] == l->values[x];
    return keeps;
}

static bool origin_stays(const maker *k, const coset_slot_map *map)
{
    const coset_value *origin = k->l->origin;
    for (uint32_t s = 0; origin && s < k->m->n_slots; s++)
        if (origin[map->slot[s]] != (map->value[s] ? map->value[s][origin[s]] : origin[s]))
            return false;
    return true;
}

static coset_status make_map(const maker *k, const coset_point *perm, coset_slot_map *out)
{
    const coset_literals *l = k->l;
    uint32_t *slot = coset_arena_get(k->arena, (size_t)l->n_slots + 1, sizeof *slot);
    const coset_value **value = coset_arena_get(k->arena, (size_t)l->n_slots + 1, sizeof *value);
    for (uint32_t s = 0; s < l->n_slots; s++) {
        uint32_t first = l->first[s], to = first < l->first[s + 1] ? l->slots[perm[first]] : s;
        slot[s] = to;
        if (to == s && keeps_values(l, perm, s))
            continue;
        if (k->m->slots[s].max != k->m->slots[to].max || k->m->slots[s].max >= MOST_VALUES)
            return coset_fail(k->err, COSET_UNSUPPORTED,
                              "a detected symmetry takes a variable to one with another range, or one of more than %u "
                              "values: the symbolic engine cannot follow it",
                              MOST_VALUES);
        value[s] = values_of(k, perm, s, to);
    }
    *out = (coset_slot_map){slot, value};
    if (origin_stays(k, out))
        return COSET_OK;
    return coset_fail(k->err, COSET_UNSUPPORTED,
                      "a detected symmetry holds once the processes have begun: the symbolic engine cannot follow it");
}

static coset_status make_one(const maker *k, const coset_point *perm, coset_slotwise *out)
{
    coset_point *inverse = coset_new((size_t)k->l->n + 1, sizeof *inverse);
    for (uint32_t i = 0; i < k->l->n; i++)
        inverse[perm[i]] = i;
    for (uint32_t i = 0; i < k->l->n; i++)
        COSET_INVARIANT(inverse[perm[i]] == i); /* no two have one image */
    coset_status status = make_map(k, perm, &out->to);
    if (status == COSET_OK)
        status = make_map(k, inverse, &out->back);
    coset_delete(inverse);
    return status;
}

/* ---- all elements ------------------------------------------------------------------------------------------------ */

/* Each has one factorisation into returns, one of each level: those of the levels from `level` on. */
static coset_point *elements_from(const coset_permgroup *g, uint32_t n_points, uint32_t level, uint32_t *n)
{
    if (level == coset_permgroup_levels(g)) {
        coset_point *identity = coset_new((size_t)n_points + 1, sizeof *identity);
        for (uint32_t i = 0; i < n_points; i++)
            identity[i] = i;
        *n = 1;
        return identity;
    }
    const coset_permlevel *x = coset_permgroup_level(g, level);
    uint32_t n_deeper;
    coset_point *deeper = elements_from(g, n_points, level + 1, &n_deeper);
    COSET_INVARIANT(n_deeper <= UINT32_MAX / x->n_orbit);
    *n = n_deeper * x->n_orbit;
    coset_point *all = coset_new((size_t)*n * n_points + 1, sizeof *all), *at = all;
    for (uint32_t r = 0; r < x->n_orbit; r++)
        for (uint32_t i = 0; i < n_deeper; i++, at += n_points)
            for (uint32_t p = 0; p < n_points; p++)
                at[p] = deeper[(size_t)i * n_points + x->returns[r][p]];
    coset_delete(deeper);
    return all;
}

static coset_status make_elements(const maker *k, const coset_permgroup *g, coset_slotwise_group *out)
{
    uint32_t n, n_points = coset_permgroup_points(g);
    coset_point *all = elements_from(g, n_points, 0, &n);
    COSET_INVARIANT(n == out->order);
    coset_slotwise *elements = coset_arena_get(k->arena, n, sizeof *elements);
    coset_status status = COSET_OK;
    for (uint32_t i = 0; i < n && status == COSET_OK; i++)
        status = make_one(k, all + (size_t)i * n_points, &elements[i]);
    out->elements = elements;
    out->n_elements = n;
    coset_delete(all);
    return status;
}

coset_status coset_detect_slotwise(const coset_detected *d, const coset_model *m, uint32_t most, coset_arena *arena,
                                   coset_slotwise_group *out, coset_err *err)
{
    const maker k = {&d->literals, m, arena, err};
    uint32_t n = d->n_generators + d->renamings.n_swaps;
    coset_slotwise *generators = coset_arena_get(arena, (size_t)n + 1, sizeof *generators);
    coset_status status = COSET_OK;
    *out = (coset_slotwise_group){.n_generators = n, .generators = generators};
    for (uint32_t i = 0; i < n && status == COSET_OK; i++)
        status =
            make_one(&k, i < d->n_generators ? d->generators[i].perm : d->renamings.swaps[i - d->n_generators].perm,
                     &generators[i]);
    if (!coset_order_count(coset_permgroup_order(d->group, arena), &out->order))
        out->order = 0;
    if (status == COSET_OK && out->order && out->order <= most)
        status = make_elements(&k, d->group, out);
    return status;
}
