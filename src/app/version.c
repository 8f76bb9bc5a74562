/* app/version.c - coset version: compiler, libraries, languages, engines and strategies. */
#include "app/build.h"
#include "app/verbs.h"
#include "ir/native.h"
#include "run/machine.h"
#include "run/problems.h"
#include "symm/canon/canon.h"

int coset_verb_version(coset_settings *s)
{
    printf("coset %s\n", COSET_BUILD_VERSION);
    if (!s->verbose)
        return COSET_EXIT_HOLDS;
    uint32_t n;
    const coset_strategy *all = coset_strategies(&n);
    printf("built:      %s, %s%s%s\n", COSET_BUILD_COMPILER, COSET_BUILD_TYPE,
           *COSET_BUILD_SANITIZE ? ", sanitizers " : "", COSET_BUILD_SANITIZE);
    printf("languages: ");
    for (const coset_language_row *l = coset_languages(); l->language; l++)
        printf(" %s", l->language->name);
    putchar('\n');
    printf("engines:    explore (parallel breadth-first search), symbolic (decision diagrams)\n");
    printf("strategies:");
    for (uint32_t i = 0; i < n; i++)
        printf(" %s", all[i].name);
    printf("\nlibraries:  nauty %s, GMP %s, jansson %s, xxHash %s\n", COSET_BUILD_NAUTY, COSET_BUILD_GMP,
           COSET_BUILD_JANSSON, COSET_BUILD_XXHASH);
    const char *llvm = coset_native_version();
    printf("code:       %s%s\n", llvm ? "machine code by LLVM " : "interpreter only (without LLVM)", llvm ? llvm : "");
    printf("here:       %u threads, %.1f GiB of memory by default\n", (unsigned)coset_machine_threads(),
           (double)coset_machine_memory() / (double)(1 << 30));
    return COSET_EXIT_HOLDS;
}
