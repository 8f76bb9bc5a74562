/* support/state_set.h - a set of states in the order in which they were added; open addressing, rows side by side. */
#ifndef COSET_TEST_STATE_SET_H
#define COSET_TEST_STATE_SET_H

#include <stdlib.h>
#include <string.h>

#include "model/model.h"

typedef struct {
    uint32_t width, n, room, table_room;
    coset_value *rows;
    uint32_t *table;
} state_set;

static inline coset_value *state_set_row(const state_set *s, uint32_t i) { return s->rows + (size_t)i * s->width; }

static inline uint32_t *state_set_place(const state_set *s, const coset_value *x)
{
    uint64_t h = 7;
    for (uint32_t i = 0; i < s->width; i++)
        h = (h ^ x[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 31;
    uint32_t at = (uint32_t)(h >> 8) & (s->table_room - 1);
    while (s->table[at] && memcmp(state_set_row(s, s->table[at] - 1), x, s->width * sizeof *x) != 0)
        at = (at + 1) & (s->table_room - 1);
    return &s->table[at];
}

/* True if the state is new. */
static inline bool state_set_add(state_set *s, const coset_value *x)
{
    if (2 * s->n >= s->table_room) {
        free(s->table);
        s->table_room = s->table_room ? 2 * s->table_room : 1024;
        s->table = coset_new(s->table_room, sizeof *s->table);
        for (uint32_t i = 0; i < s->n; i++)
            *state_set_place(s, state_set_row(s, i)) = i + 1;
    }
    uint32_t *at = state_set_place(s, x);
    if (*at)
        return false;
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->rows = coset_resize(s->rows, (size_t)s->room * s->width, sizeof *s->rows);
    }
    memcpy(state_set_row(s, s->n), x, s->width * sizeof *x);
    *at = ++s->n;
    return true;
}

static inline void state_set_free(state_set *s)
{
    free(s->rows);
    free(s->table);
    *s = (state_set){.width = s->width};
}

#endif
