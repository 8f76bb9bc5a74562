/* jit/new.c - memory of LLVM. Where it is exhausted the usual `operator new` throws what nobody catches, and the
 * program would end as if it were wrong; so it ends as for all other memory. */
#include <stddef.h>
#include <stdlib.h>

#include "base/err.h"

void *coset__jit_new(size_t n) __asm__("_Znwm");
void *coset__jit_new_array(size_t n) __asm__("_Znam");
void *coset__jit_new_aligned(size_t n, size_t align) __asm__("_ZnwmSt11align_val_t");

static void *checked(void *p)
{
    if (!p)
        coset_exhausted();
    return p;
}

void *coset__jit_new(size_t n) { return checked(malloc(n ? n : 1)); }

void *coset__jit_new_array(size_t n) { return coset__jit_new(n); }

void *coset__jit_new_aligned(size_t n, size_t align)
{
    return checked(aligned_alloc(align, (n + align - 1) / align * align));
}
