/* fuzz/entry.c - the way into every target: with libFuzzer its callback; with COSET_FUZZ_MAIN a program that runs the
 * files given to it and, with -v first, shows the messages. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere; /* messages are rendered too */
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    coset_fuzz_run("input", bytes, size, nowhere);
    free(bytes);
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
        size_t size;
        if (coset_text_read(text, argv[i], &file, &err) == COSET_OK) {
            const char *bytes = coset_text_bytes(text, file, &size);
            coset_fuzz_run(argv[i], bytes, size, first == 2 ? stdout : NULL);
        } else {
            (void)fprintf(stderr, "%s\n", err.text);
        }
        coset_text_free(text);
    }
    return 0;
}
#endif
