/* fuzz_formula - any bytes as formulas of each kind, with their conditions in the languages of models. */
#include <string.h>

#include "lang/murphi/murphi.h"
#include "lang/promela/promela.h"
#include "logic/formula.h"
#include "model/model.h"
#include "target.h"

static const struct {
    const coset_language *language;
    const char *text;
} models[] = {{&coset_murphi, "type S: scalarset(2); var x: 0..3; y: array[S] of boolean;\n"
                              "startstate x := 0; for i: S do y[i] := false; end; end;\n"
                              "rule \"up\" x < 3 ==> x := x + 1; end; invariant \"low\" x < 4;\n"},
              {&coset_promela, "byte x; bool y[2]; chan c = [1] of { byte };\n"
                               "active proctype P() { do :: x = 1; c!x :: c?x od }\n"}};

static void load(size_t i, const char *bytes, size_t size, coset_formula_kind kind, FILE *out)
{
    coset_text *text = coset_text_new();
    coset_formulas *f = coset_formulas_new();
    coset_model *model = NULL;
    coset_err err;
    uint16_t file = coset_text_add(text, "model", models[i].text, strlen(models[i].text)),
             formula = coset_text_add(text, "formula", bytes, size);
    coset_status status = coset_formulas_read(f, text, formula, kind, &err);
    coset_load_options options = {.wanted = &f->wanted};
    if (status == COSET_OK)
        status = models[i].language->load(text, file, &options, &model, &err);
    if (out) {
        (void)fprintf(out, "%s\n", status == COSET_OK ? "ok" : "no");
        coset_text_print(text, out, false, 0);
    }
    coset_model_free(model);
    coset_formulas_free(f);
    coset_text_free(text);
}

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    static const coset_formula_kind kinds[] = {COSET_FORMULA_CTL, COSET_FORMULA_MU, COSET_FORMULA_FAIR};
    (void)name;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            load(i, bytes, size, kinds[k], out);
}
