/* jit/exhausted.c - if LLVM or the C++ library run out of memory, the program ends as for all other memory; otherwise
 * an uncaught exception would be thrown.
 *
 * Installed before the initialisers of LLVM run, which allocate: they have no priority. Both functions are C++, called
 * by their mangled names.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

#define FIRST 101 /* smaller ones are the compiler's */

typedef void on_new(void);
typedef void on_fatal(void *ctx, const char *reason, bool diagnose);

/* std::set_new_handler */
on_new *coset__set_new_handler(on_new *handler) __asm__("_ZSt15set_new_handlerPFvvE");
/* llvm::install_bad_alloc_error_handler of LLVM 14 and later */
void coset__on_bad_alloc(on_fatal *handler,
                         void *ctx) __asm__("_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_")
    __attribute__((weak));

static void exhausted(void *ctx, const char *reason, bool diagnose)
{
    (void)ctx, (void)reason, (void)diagnose;
    coset_exhausted();
}

__attribute__((constructor(FIRST))) static void begin(void)
{
    (void)coset__set_new_handler(coset_exhausted);
    if (coset__on_bad_alloc)
        coset__on_bad_alloc(exhausted, NULL);
}
