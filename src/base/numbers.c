#include "base/numbers.h"

#include <stdlib.h>

#define FEW 32U /* up to this many are sorted in place */

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void coset_numbers_sort(uint32_t *at, size_t n)
{
    if (n > FEW) {
        qsort(at, n, sizeof *at, compare);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        uint32_t x = at[i];
        size_t k = i;
        for (; k > 0 && at[k - 1] > x; k--)
            at[k] = at[k - 1];
        at[k] = x;
    }
}
