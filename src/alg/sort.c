#include "alg/sort.h"

#define FEW 24u /* up to here insertion is faster than a heap */

static void insertion_sort(uint32_t *items, uint32_t n, const uint64_t *key)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t x = items[i], k = i;
        for (; k > 0 && key[items[k - 1]] > key[x]; k--)
            items[k] = items[k - 1];
        items[k] = x;
    }
}

/* Restores the heap (greatest key first) below position i. */
static void sift(uint32_t *items, uint32_t n, uint32_t i, const uint64_t *key)
{
    uint32_t x = items[i];
    for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && key[items[child + 1]] > key[items[child]])
            child++;
        if (key[items[child]] <= key[x])
            break;
        items[i] = items[child];
    }
    items[i] = x;
}

static void heap_sort(uint32_t *items, uint32_t n, const uint64_t *key)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift(items, n, i, key);
    while (--n > 0) {
        uint32_t x = items[0];
        items[0] = items[n];
        items[n] = x;
        sift(items, n, 0, key);
    }
}

void coset_sort_by_key(uint32_t *items, uint32_t n, const uint64_t *key)
{
    if (n <= FEW)
        insertion_sort(items, n, key);
    else
        heap_sort(items, n, key);
}
