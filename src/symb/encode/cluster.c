/* symb/encode/cluster.c - rules that change the same slots are joined to one relation.
 *
 * An image costs about as much for a few rules as for one. So rules are joined while they change nearly the same slots
 * and their relation stays small; slots that only some of them change keep their values in the others.
 */
#include <stdlib.h>
#include <string.h>

#include "symb/encode/relation.h"

#define MOST_FRAME 8 /* most bits that a joined relation keeps unchanged, for each side */

static bool has(const coset__cluster *c, uint32_t slot)
{
    for (uint32_t i = 0; i < c->n_slots; i++)
        if (c->slots[i] == slot)
            return true;
    return false;
}

/* Bits of the slots of a that b does not change. */
static uint32_t bits_beyond(const coset__relation *r, const coset__cluster *a, const coset__cluster *b)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n_slots; i++)
        n += has(b, a->slots[i]) ? 0 : r->m->slots[a->slots[i]].bits;
    return n;
}

coset_bdd coset__framed(const coset__relation *r, const coset__cluster *c, const coset__cluster *other)
{
    coset_bdds *b = r->bdd;
    coset_bdd step = c->step;
    for (uint32_t i = 0; i < other->n_slots; i++) {
        uint32_t slot = other->slots[i];
        for (uint32_t k = r->vars.first[slot + 1]; !has(c, slot) && k-- > r->vars.first[slot];) {
            coset_bdd now = coset_bdd_var(b, coset__var(&r->vars, k, false));
            coset_bdd next = coset_bdd_var(b, coset__var(&r->vars, k, true));
            step = coset_bdd_and(b, step, coset_bdd_equal(b, now, next));
        }
    }
    return step;
}

static void take_slots(coset__cluster *into, const coset__cluster *from)
{
    uint32_t *all = coset_new((size_t)into->n_slots + from->n_slots, sizeof *all);
    uint32_t n = into->n_slots;
    if (n)
        memcpy(all, into->slots, n * sizeof *all);
    for (uint32_t i = 0; i < from->n_slots; i++)
        if (!has(into, from->slots[i]))
            all[n++] = from->slots[i];
    coset_delete(into->slots);
    into->slots = all;
    into->n_slots = n;
}

static bool join(const coset__relation *r, uint32_t most, coset__cluster *into, const coset__cluster *one)
{
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    coset_bdd step = coset_bdd_or(r->bdd, coset__framed(r, into, one), coset__framed(r, one, into));
    bool fits = coset_bdd_size(r->bdd, step) <= most;
    if (fits) {
        coset_bdd_set(r->bdd, &into->step, step);
        take_slots(into, one);
    }
    coset_bdd_close(r->bdd, scope);
    return fits;
}

/* Both represent the same images, if any. */
static bool same_orbits(const coset__relation *r, const coset__cluster *a, const coset__cluster *b)
{
    if (!a->named || !b->named)
        return a->named == b->named;
    return memcmp(a->named, b->named, r->m->symmetry.n_types * sizeof *a->named) == 0;
}

/* The cluster that needs the smallest frame, if one will do. */
static bool join_best(coset__relation *r, uint32_t most, const coset__cluster *one)
{
    uint32_t best = UINT32_MAX, best_bits = UINT32_MAX;
    for (uint32_t i = 0; i < r->clusters.n; i++) {
        const coset__cluster *c = &r->clusters.at[i];
        if (!same_orbits(r, one, c))
            continue;
        uint32_t more = bits_beyond(r, one, c), less = bits_beyond(r, c, one);
        if (one->level == c->level && more <= MOST_FRAME && less <= MOST_FRAME && more + less < best_bits) {
            best = i;
            best_bits = more + less;
        }
    }
    return best != UINT32_MAX && join(r, most, &r->clusters.at[best], one);
}

static uint32_t *copy_named(const coset__relation *r, const uint32_t *named)
{
    uint32_t *copy = coset_new((size_t)r->m->symmetry.n_types + 1, sizeof *copy);
    memcpy(copy, named, r->m->symmetry.n_types * sizeof *copy);
    return copy;
}

void coset__relation_cluster(coset__relation *r, uint32_t join)
{
    coset_bdds *b = r->bdd;
    for (uint32_t i = 0; i < r->rules.n; i++) {
        const coset__rule *rule = &r->rules.at[i];
        coset__cluster one = {.step = rule->step, .level = rule->level, .n_slots = rule->n_slots, .slots = rule->slots};
        one.named = rule->together ? rule->together->named : NULL;
        if (coset_bdd_is_false(rule->step) || (join && join_best(r, join, &one)))
            continue;
        one.slots = coset_new(one.n_slots, sizeof *one.slots);
        if (one.n_slots)
            memcpy(one.slots, rule->slots, one.n_slots * sizeof *one.slots);
        one.named = one.named ? copy_named(r, one.named) : NULL;
        (void)coset_bdd_keep(b, one.step);
        *coset_vec_add(&r->clusters) = one;
    }
    for (uint32_t i = 0; i < r->clusters.n; i++) {
        coset__cluster *c = &r->clusters.at[i];
        coset_bdd_scope scope = coset_bdd_open(b);
        c->now_to_next = coset__slots_to_next(&r->vars, c->slots, c->n_slots);
        c->goes_on = !coset_bdd_is_false(coset_bdd_and(b, c->step, r->inside));
        coset_bdd_close(b, scope);
    }
}

void coset__relation_uncluster(coset__relation *r)
{
    for (uint32_t i = 0; i < r->clusters.n; i++) {
        coset__cluster *c = &r->clusters.at[i];
        coset_bdd_drop(r->bdd, c->step);
        coset_bdd_map_free(c->now_to_next);
        coset_delete(c->slots);
        coset_delete(c->named);
        for (uint32_t k = 0; k < c->n_narrow; k++)
            coset_bdd_drop(r->bdd, c->narrow[k]);
        coset_delete(c->narrow);
    }
    coset_vec_fini(&r->clusters);
}
