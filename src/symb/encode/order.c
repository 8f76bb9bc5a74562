/* symb/encode/order.c */
#include "symb/encode/order.h"

#include <stdlib.h>

#include "base/mem.h"

#define ROUNDS 60

/* A bit with the keys of its position. */
typedef struct {
    uint32_t key[4];
    uint32_t bit;
} placed;

static int compare(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    for (uint32_t i = 0; i < 4; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? -1 : 1;
    return 0; /* no two bits have the same key */
}

/* Type and element 0 denote the slots that belong to no element. */
static void set_key(const coset_model *m, coset_symb_order order, uint32_t slot, uint32_t bit, placed *p)
{
    const coset_slot *s = &m->slots[slot];
    const coset_index *owner = s->n_index ? &s->index[0] : NULL;
    uint32_t first = owner ? slot - owner->stride * owner->element : slot; /* of its siblings */
    uint32_t type = owner ? owner->type + 1 : 0, element = owner ? owner->element : 0;
    if (order == COSET_ORDER_SIBLINGS) {
        const uint32_t key[] = {type, first, element, bit};
        for (uint32_t i = 0; i < 4; i++)
            p->key[i] = key[i];
    } else if (order == COSET_ORDER_INTERLEAVED) {
        const uint32_t key[] = {type, first, bit, element};
        for (uint32_t i = 0; i < 4; i++)
            p->key[i] = key[i];
    } else {
        const uint32_t key[] = {type, element, first, bit};
        for (uint32_t i = 0; i < 4; i++)
            p->key[i] = key[i];
    }
}

uint32_t *coset__order_places(const coset_model *m, coset_symb_order order)
{
    uint32_t n = 0, at = 0;
    for (uint32_t s = 0; s < m->n_slots; s++)
        n += m->slots[s].bits;
    placed *all = coset_new(n, sizeof *all);
    uint32_t *place = coset_new(n, sizeof *place);
    for (uint32_t s = 0; s < m->n_slots; s++)
        for (uint32_t k = 0; k < m->slots[s].bits; k++, at++) {
            set_key(m, order, s, k, &all[at]);
            all[at].bit = at;
        }
    if (n)
        qsort(all, n, sizeof *all, compare);
    for (uint32_t i = 0; i < n; i++)
        place[all[i].bit] = i;
    coset_delete(all);
    return place;
}

/* ---- pulling together ------------------------------------------------------------------------------------------- */

typedef struct {
    double at;
    uint32_t slot, before; /* its place until now decides among equals */
} weighed;

static int lighter(const void *a, const void *b)
{
    const weighed *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->before < y->before ? -1 : x->before > y->before;
}

static uint64_t span(const coset__uses *u, const uint32_t *place)
{
    uint64_t sum = 0;
    for (uint32_t i = 0, at = 0; i < u->n_sets; i++) {
        uint32_t low = UINT32_MAX, high = 0;
        for (; at < u->ends[i]; at++) {
            uint32_t p = place[u->slots[at]];
            low = p < low ? p : low;
            high = p > high ? p : high;
        }
        sum += low < high ? high - low : 0;
    }
    return sum;
}

/* Each slot goes to the mean of the centres of the sets that it is in. */
static void pull_once(const coset__uses *u, weighed *all, uint32_t *place, uint32_t *n_in)
{
    for (uint32_t s = 0; s < u->n_slots; s++) {
        all[s] = (weighed){0, s, place[s]};
        n_in[s] = 0;
    }
    for (uint32_t i = 0, from = 0; i < u->n_sets; from = u->ends[i++]) {
        double centre = 0;
        for (uint32_t at = from; at < u->ends[i]; at++)
            centre += place[u->slots[at]];
        for (uint32_t at = from; at < u->ends[i]; at++) {
            all[u->slots[at]].at += centre / (u->ends[i] - from);
            n_in[u->slots[at]]++;
        }
    }
    for (uint32_t s = 0; s < u->n_slots; s++)
        all[s].at = n_in[s] ? all[s].at / n_in[s] : place[s];
    if (u->n_slots)
        qsort(all, u->n_slots, sizeof *all, lighter);
    for (uint32_t i = 0; i < u->n_slots; i++)
        place[all[i].slot] = i;
}

void coset__order_pull(const coset__uses *u, uint32_t *order)
{
    weighed *all = coset_new(u->n_slots, sizeof *all);
    uint32_t *place = coset_new(u->n_slots, sizeof *place), *n_in = coset_new(u->n_slots, sizeof *n_in);
    for (uint32_t i = 0; i < u->n_slots; i++)
        place[order[i]] = i;
    uint64_t best = span(u, place);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        pull_once(u, all, place, n_in);
        uint64_t now = span(u, place);
        if (now >= best)
            continue;
        best = now;
        for (uint32_t s = 0; s < u->n_slots; s++)
            order[place[s]] = s;
    }
    coset_delete(all);
    coset_delete(place);
    coset_delete(n_in);
}
