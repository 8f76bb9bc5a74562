/* run/languages.c - the languages that the program reads: a new one is a row. */
#include "lang/cspm/cspm.h"
#include "lang/murphi/murphi.h"
#include "lang/promela/promela.h"
#include "run/problems.h"

static const coset_language_row rows[] = {
    {&coset_murphi, &coset_model_problems},
    {&coset_cspm, &coset_script_problems},
    {&coset_promela, &coset_model_problems},
    {NULL, NULL},
};

const coset_language_row *coset_languages(void) { return rows; }
