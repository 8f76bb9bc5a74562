/* fuzz_hoa - any bytes as an automaton in HOA; what is read is reduced, written and read again. */
#include <stdlib.h>
#include <string.h>

#include "omega/automaton.h"
#include "target.h"

#define MOST_STATES 200u /* of automata that are reduced */

static coset_omega *load(coset_text *text, const char *bytes, size_t size)
{
    coset_omega *a = NULL;
    uint16_t file = coset_text_add(text, "automaton", bytes, size);
    return coset_omega_read_hoa(text, coset_text_whole(text, file), &a, NULL) == COSET_OK ? a : NULL;
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
    COSET_INVARIANT(b && b->n_states == a->n_states && b->edges.n == a->edges.n);
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
