#include "alg/unite.h"

void coset_unite_none(uint32_t *up, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        up[i] = i;
}

uint32_t coset_unite_root(uint32_t *up, uint32_t x)
{
    while (up[x] != x)
        x = up[x] = up[up[x]];
    return x;
}

bool coset_unite(uint32_t *up, uint32_t x, uint32_t y)
{
    x = coset_unite_root(up, x);
    y = coset_unite_root(up, y);
    up[x > y ? x : y] = x < y ? x : y;
    return x != y;
}
