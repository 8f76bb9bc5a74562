/* toy/tables.c - run/languages.c and run/engines.c with one more row each. */
#include "lang/cspm/cspm.h"
#include "lang/murphi/murphi.h"
#include "lang/promela/promela.h"
#include "run/problems.h"
#include "toy/toy.h"

const coset_language_row *coset_languages(void)
{
    static const coset_language_row rows[] = {{&coset_murphi, &coset_model_problems},
                                              {&coset_cspm, &coset_script_problems},
                                              {&coset_promela, &coset_model_problems},
                                              {&toy_lamps, &coset_model_problems},
                                              {NULL, NULL}};
    return rows;
}

const coset_engine_row *coset_engine_for(const coset_settings *s)
{
    static const coset_engine_row *const rows[] = {&coset_engine_depth_first, &coset_engine_symbolic, &toy_list,
                                                   &coset_engine_breadth_first};
    uint32_t i = 0;
    while (!rows[i]->serves(s))
        i++;
    return rows[i];
}
