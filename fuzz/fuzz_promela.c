/* fuzz_promela - the Promela front end on any bytes: messages or a model, never a crash, hang or leak.
 *
 * Prints "ok FILE" or "no FILE" and the messages. See entry.c. */
#include <stdio.h>
#include <string.h>

#include "lang/promela/promela.h"
#include "model/model.h"
#include "target.h"

/* A text that includes files could read any file of the machine, also those that never end. A preprocessor is a child
 * process, which is slow here, so most texts with directives are left out too. */
static bool leave_out(const char *bytes, size_t size)
{
    if (strstr(bytes, "include") || strstr(bytes, "\\\n"))
        return true;
    return size % 64 != 0 && (strchr(bytes, '#') || strstr(bytes, "__"));
}

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    if (strcmp(name, "input") == 0 && leave_out(bytes, size))
        return;
    coset_text *text = coset_text_new();
    uint16_t file = coset_text_add(text, name, bytes, size);
    coset_load_options options = {0};
    coset_model *model = NULL;
    coset_err err;
    coset_status status = coset_promela.load(text, file, &options, &model, &err);
    COSET_INVARIANT((status == COSET_INPUT) == (coset_text_errors(text) != 0));
    if (out) {
        (void)fprintf(out, "%s %s\n", status == COSET_OK ? "ok" : "no", name);
        coset_text_print(text, out, false, 0);
    }
    coset_model_free(model);
    coset_text_free(text);
}
