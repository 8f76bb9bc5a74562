#include "detect/extract/literal.h"

#include <string.h>

uint32_t coset_literals_find(const coset_literals *l, uint32_t slot, coset_value value)
{
    uint32_t from = l->first[slot], to = l->first[slot + 1];
    if (l->any[slot])
        return from;
    if (l->table)
        return value <= l->values[to - 1] ? l->table[l->at[slot] + value] : COSET_NO_LITERAL;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (l->values[middle] < value)
            from = middle + 1;
        else
            to = middle;
    }
    return from < l->first[slot + 1] && l->values[from] == value ? from : COSET_NO_LITERAL;
}

bool coset_literals_of(const coset_literals *l, const coset_value *state, uint32_t *out)
{
    for (uint32_t s = 0; s < l->n_slots; s++) {
        out[s] = coset_literals_find(l, s, state[s]);
        if (out[s] == COSET_NO_LITERAL)
            return false;
    }
    return true;
}

bool coset_literals_is_origin(const coset_literals *l, const coset_value *state)
{
    return l->origin && memcmp(state, l->origin, l->n_slots * sizeof *state) == 0;
}

void coset_literals_permute(const coset_literals *l, const coset_point *perm, const coset_value *src, coset_value *dst)
{
    if (coset_literals_is_origin(l, src)) {
        memcpy(dst, src, l->n_slots * sizeof *dst);
        return;
    }
    for (uint32_t s = 0; s < l->n_slots; s++) {
        uint32_t from = coset_literals_find(l, s, src[s]);
        COSET_INVARIANT(from != COSET_NO_LITERAL);
        dst[l->slots[perm[from]]] = l->any[s] ? src[s] : l->values[perm[from]];
    }
    if (l->bags)
        coset_bags_sort(l->bags, dst);
}

bool coset_literals_respects(const coset_literals *l, const coset_point *perm)
{
    for (uint32_t s = 0; s < l->n_slots; s++) {
        uint32_t begin = l->first[s], end = l->first[s + 1], image = l->slots[perm[begin]];
        if (l->any[s] != l->any[image] || (l->any[s] && image != s))
            return false;
        if (l->first[image + 1] - l->first[image] != end - begin)
            return false;
        for (uint32_t i = begin; i < end; i++)
            if (l->slots[perm[i]] != image || (l->values[i] == 0) != (l->values[perm[i]] == 0))
                return false;
    }
    return true;
}

void coset_literals_move(const coset_literals *l, const coset_point *perm, const uint32_t *state, uint32_t *out)
{
    for (uint32_t s = 0; s < l->n_slots; s++) {
        uint32_t x = perm[state[s]];
        out[l->slots[x]] = x;
    }
}

void coset_literals_identity(const coset_literals *l, coset_point *perm)
{
    for (uint32_t i = 0; i < l->n; i++)
        perm[i] = i;
}

void coset_literals_follow(const coset_literals *l, coset_point *perm, const coset_point *then)
{
    for (uint32_t i = 0; i < l->n; i++)
        perm[i] = then[perm[i]];
}
