/* fuzz_murphi - the Murphi front end on any bytes: messages or a model, never a crash, hang or leak.
 *
 * Prints "ok FILE" or "no FILE" and the messages. See entry.c. */
#include <stdio.h>

#include "lang/murphi/murphi.h"
#include "model/model.h"
#include "target.h"

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
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
