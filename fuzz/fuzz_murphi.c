/* fuzz_murphi - the Murphi front end on any bytes: messages or a model, never a crash, hang or leak.
 *
 * With libFuzzer: a fuzz target. With -DCOSET_FUZZ_MAIN: a program that runs the files given to it; with -v first it
 * prints "ok FILE" or "no FILE" and the messages. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "lang/murphi/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool show;

static bool run(const char *name, const char *bytes, size_t size)
{
    coset_text *text = coset_text_new();
    coset_arena *arena = coset_arena_new();
    uint16_t file = coset_text_add(text, name, bytes, size);
    coset_mu_model *model = NULL;
    coset_err err;
    bool good = coset_mu_read(text, file, NULL, arena, &model, &err) == COSET_OK;
    COSET_INVARIANT(good == (coset_text_errors(text) == 0));
    FILE *out = show ? stdout : fopen("/dev/null", "w");
    if (show)
        (void)printf("%s %s\n", good ? "ok" : "no", name);
    if (out)
        coset_text_print(text, out, false, 0);
    if (out && !show)
        (void)fclose(out);
    coset_arena_free(arena);
    coset_text_free(text);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)run("input", (const char *)data, size);
    return 0;
}

#ifdef COSET_FUZZ_MAIN
int main(int argc, char **argv)
{
    int first = argc > 1 && strcmp(argv[1], "-v") == 0 ? 2 : 1;
    show = first == 2;
    for (int i = first; i < argc; i++) {
        coset_text *text = coset_text_new();
        uint16_t file;
        coset_err err;
        if (coset_text_read(text, argv[i], &file, &err) != COSET_OK) {
            (void)fprintf(stderr, "%s\n", err.text);
        } else {
            size_t len;
            const char *bytes = coset_text_bytes(text, file, &len);
            (void)run(argv[i], bytes, len);
        }
        coset_text_free(text);
    }
    return 0;
}
#endif
