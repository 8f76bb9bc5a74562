/* fuzz_ltl - any bytes as a formula of linear time; its automaton has no word that satisfies the negation. */
#include <string.h>

#include "omega/automaton.h"
#include "target.h"

#define MOST_STATES 60u

static void translate(coset_ltls *p, const coset_ltl *f, const coset_ltl_names *names)
{
    coset_omega *a = NULL, *not_a = NULL;
    coset_omega_options o = {names->n, (const char *const *)names->name, MOST_STATES};
    if (coset_omega_translate(p, f, &o, &a, NULL) == COSET_OK &&
        coset_omega_translate(p, coset_ltl_not(p, f), &o, &not_a, NULL) == COSET_OK) {
        coset_omega *both = coset_omega_meet(a, not_a);
        COSET_INVARIANT(!both || coset_omega_is_empty(both));
        coset_omega_free(both);
    }
    coset_omega_free(a);
    coset_omega_free(not_a);
}

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    (void)name;
    coset_text *text = coset_text_new();
    coset_ltls *p = coset_ltls_new();
    coset_ltl_names names = {.text = text};
    coset_ltl_reader reader = {&names, coset_ltl_names_read};
    const coset_ltl *f = NULL;
    uint16_t file = coset_text_add(text, "formula", bytes, size);
    if (coset_ltl_read(p, text, coset_text_whole(text, file), &reader, &f, NULL) == COSET_OK) {
        if (out)
            coset_ltl_print(f, (const char *const *)names.name, out);
        translate(p, f, &names);
    }
    if (out)
        coset_text_print(text, out, false, 0);
    coset_ltls_free(p);
    coset_ltl_names_fini(&names);
    coset_text_free(text);
}
