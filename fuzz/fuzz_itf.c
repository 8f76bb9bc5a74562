/* fuzz_itf - any bytes as a trace in the Informal Trace Format of a small model. */
#include <string.h>

#include "lang/murphi/murphi.h"
#include "memory.h"
#include "report/report.h"
#include "target.h"

static const char model_text[] = "type S: scalarset(3); K: enum { idle, busy };\n"
                                 "var at: array[S] of K; n: 0..5; who: S; m: multiset[2] of 0..3;\n"
                                 "startstate \"go\" begin for i: S do at[i] := idle; end; n := 0; undefine who; end;\n"
                                 "ruleset i: S do rule \"take\" at[i] = idle & n < 5 ==> at[i] := busy; n := n + 1;\n"
                                 "who := i; end; end;\n"
                                 "invariant \"few\" n < 3;\n";

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    char path[40];
    int fd = coset_fuzz_file(bytes, size, path);
    if (fd < 0)
        return;
    coset_text *text = coset_text_new();
    coset_arena *arena = coset_arena_new();
    uint16_t file = coset_text_add(text, "model.m", model_text, strlen(model_text));
    coset_load_options options = {0};
    coset_model *model = NULL;
    const coset_itf *itf = NULL;
    coset_err err = {0};
    coset_status status = coset_murphi.load(text, file, &options, &model, &err);
    COSET_INVARIANT(status == COSET_OK);
    status = coset_itf_read(model, path, arena, &itf, &err);
    COSET_INVARIANT((status == COSET_OK) == (itf != NULL));
    if (out)
        (void)fprintf(out, "%s %s %s\n", status == COSET_OK ? "ok" : "no", name, err.text);
    coset_model_free(model);
    coset_arena_free(arena);
    coset_text_free(text);
    (void)close(fd);
}
