/* fuzz_hoa - any bytes as an automaton in HOA; what is read is reduced, written and read again. */
#include <stdlib.h>
#include <string.h>

#include "omega/automaton.h"
#include "target.h"

#define MOST_STATES 200u /* of automata that are reduced */
#define LETTERS     16u  /* tried when two automata are compared */

static coset_omega *load(coset_text *text, const char *bytes, size_t size)
{
    coset_omega *a = NULL;
    uint16_t file = coset_text_add(text, "automaton", bytes, size);
    return coset_omega_read_hoa(text, coset_text_whole(text, file), &a, NULL) == COSET_OK ? a : NULL;
}

static bool has_step(const coset_omega *a, const coset_omega_edge *e, uint64_t letter)
{
    for (uint32_t i = a->first[e->from]; i < a->first[e->from + 1]; i++) {
        const coset_omega_edge *o = &a->edges.at[i];
        if (o->to == e->to && o->marks == e->marks && (o->label.yes & ~letter) == 0 && (o->label.no & letter) == 0)
            return true;
    }
    return false;
}

/* Whether all steps of `a` under a sample of letters are steps of `b`; labels may be written with other cubes. */
static bool steps_within(const coset_omega *a, const coset_omega *b)
{
    for (uint32_t k = 0; k < LETTERS; k++) {
        uint64_t letter = k * UINT64_C(0x9E3779B97F4A7C15); /* no atom is true in the first */
        for (uint32_t i = 0; i < a->edges.n; i++)
            if (has_step(a, &a->edges.at[i], letter) && !has_step(b, &a->edges.at[i], letter))
                return false;
    }
    return true;
}

static void again(const coset_omega *a, FILE *out)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&bytes, &size);
    coset_text *text = coset_text_new();
    coset_omega_write_hoa(a, "again", to);
    (void)fclose(to);
    coset_omega *b = load(text, bytes, size);
    COSET_INVARIANT(b && b->n_states == a->n_states && b->n_sets == a->n_sets);
    COSET_INVARIANT(steps_within(a, b) && steps_within(b, a));
    if (out)
        (void)fwrite(bytes, 1, size, out);
    coset_omega_free(b);
    coset_text_free(text);
    free(bytes);
}

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    (void)name;
    coset_text *text = coset_text_new();
    coset_omega *a = load(text, bytes, size);
    if (a && a->n_states <= MOST_STATES && a->edges.n <= 10 * MOST_STATES) {
        again(a, out);
        bool empty = coset_omega_is_empty(a);
        coset_omega_reduce(a);
        COSET_INVARIANT(coset_omega_is_empty(a) == empty);
        again(a, out);
    }
    if (out)
        coset_text_print(text, out, false, 0);
    coset_omega_free(a);
    coset_text_free(text);
}
