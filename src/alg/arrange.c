#include "alg/arrange.h"

void coset_arrange_start(coset_arrange *a)
{
    for (uint32_t b = 0; b < a->n_blocks; b++)
        for (uint32_t i = 0; i < a->blocks[b].n; i++)
            a->counters[a->blocks[b].start + i] = 0;
}

static void exchange(uint32_t *x, uint32_t *y)
{
    uint32_t v = *x;
    *x = *y;
    *y = v;
}

/* One exchange in a block, or false when its round is over; the counters are then back at the start. */
static bool next_in_block(const coset_block *b, uint32_t *counters, uint32_t *items)
{
    uint32_t *count = counters + b->start, *item = items + b->start;
    for (uint32_t i = 1; i < b->n; i++) {
        if (count[i] < i) {
            exchange(&item[i % 2 ? count[i] : 0], &item[i]);
            count[i]++;
            return true;
        }
        count[i] = 0;
    }
    return false;
}

bool coset_arrange_next(coset_arrange *a, uint32_t *items)
{
    for (uint32_t b = 0; b < a->n_blocks; b++)
        if (next_in_block(&a->blocks[b], a->counters, items))
            return true;
    return false;
}
