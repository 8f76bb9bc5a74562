/* fuzz_group - any bytes as the file of `coset group`: messages, or generators and questions. */
#include "app/group_read.h"
#include "target.h"

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    coset_text *text = coset_text_new();
    coset_arena *arena = coset_arena_new();
    coset_group_text read = {0};
    coset_status status = coset_group_read(text, coset_text_add(text, name, bytes, size), arena, &read);
    COSET_INVARIANT((status == COSET_INPUT) == (coset_text_errors(text) != 0));
    for (uint32_t g = 0; status == COSET_OK && g < read.generators.n; g++)
        for (uint32_t i = 0; i < read.degree; i++)
            COSET_INVARIANT(read.generators.at[g][i] < read.degree);
    if (out) {
        (void)fprintf(out, "%s %s\n", status == COSET_OK ? "ok" : "no", name);
        coset_text_print(text, out, false, 0);
    }
    coset_group_text_fini(&read);
    coset_arena_free(arena);
    coset_text_free(text);
}
