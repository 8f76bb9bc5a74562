/* fuzz_murphi - the Murphi front end on any bytes: messages or a model, never a crash, hang or leak.
 *
 * With libFuzzer: a fuzz target. With COSET_FUZZ_MAIN: a program that runs the files given to it; with -v first it
 * prints "ok FILE" or "no FILE" and the messages. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lang/murphi/murphi.h"
#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(const char *name, const char *bytes, size_t size, FILE *out)
{
    coset_text *text = coset_text_new();
    uint16_t file = coset_text_add(text, name, bytes, size);
    coset_load_options options = {0};
    coset_model *model = NULL;
    coset_err err;
    coset_status status = coset_murphi.load(text, file, &options, &model, &err);
    COSET_INVARIANT((status == COSET_INPUT) == (coset_text_errors(text) != 0));
    if (out) {
        (void)fprintf(out, "%s %s\n", status == COSET_OK ? "ok" : "no", name);
        coset_text_print(text, out, false, 0);
    }
    coset_model_free(model);
    coset_text_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere; /* messages are rendered too */
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    run("input", (const char *)data, size, nowhere);
    return 0;
}

#ifdef COSET_FUZZ_MAIN
int main(int argc, char **argv)
{
    int first = argc > 1 && strcmp(argv[1], "-v") == 0 ? 2 : 1;
    for (int i = first; i < argc; i++) {
        coset_text *text = coset_text_new();
        uint16_t file;
        coset_err err;
        size_t len;
        if (coset_text_read(text, argv[i], &file, &err) == COSET_OK) {
            const char *bytes = coset_text_bytes(text, file, &len);
            run(argv[i], bytes, len, first == 2 ? stdout : NULL);
        } else {
            (void)fprintf(stderr, "%s\n", err.text);
        }
        coset_text_free(text);
    }
    return 0;
}
#endif
