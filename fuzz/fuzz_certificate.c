/* fuzz_certificate - any bytes as a certificate of symmetry: messages, or permutations. */
#include "certcheck/certificate.h"
#include "target.h"

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    coset_text *text = coset_text_new();
    coset_arena *arena = coset_arena_new();
    coset_certificate c = {0};
    coset_status status = coset_certificate_read(text, coset_text_add(text, name, bytes, size), arena, &c);
    COSET_INVARIANT((status == COSET_INPUT) == (coset_text_errors(text) != 0));
    for (uint32_t g = 0; status == COSET_OK && g < c.n_generators; g++)
        for (uint32_t i = 0; i < c.n_literals; i++)
            COSET_INVARIANT(c.generators[g].literal_to[i] < c.n_literals);
    if (out) {
        (void)fprintf(out, "%s %s\n", status == COSET_OK ? "ok" : "no", name);
        coset_text_print(text, out, false, 0);
    }
    coset_arena_free(arena);
    coset_text_free(text);
}
