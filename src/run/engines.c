/* run/engines.c - the engines that search a model: a new one is a row. */
#include "run/engines.h"

static const coset_engine_row *const rows[] = {
    &coset_engine_depth_first,
    &coset_engine_symbolic,
    &coset_engine_breadth_first,
};

const coset_engine_row *coset_engine_for(const coset_settings *s)
{
    uint32_t i = 0;
    while (!rows[i]->serves(s))
        i++;
    return rows[i];
}
