/* base/checked_heap.c - the heap for libraries that do not check the results of small allocations, or end the program
 * themselves.
 *
 * The build gives their archives these functions in place of malloc, calloc and realloc (cmake/checked_archive.cmake).
 * If a large allocation fails, it is reported to the library as before.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "base/err.h"

#define LARGE ((size_t)1 << 20)

void *coset_checked_malloc(size_t bytes);
void *coset_checked_calloc(size_t n, size_t size);
void *coset_checked_realloc(void *old, size_t bytes);

static void *checked(void *p, bool large)
{
    if (!p && !large)
        coset_exhausted();
    return p;
}

void *coset_checked_malloc(size_t bytes) { return checked(malloc(bytes ? bytes : 1), bytes >= LARGE); }

void *coset_checked_calloc(size_t n, size_t size)
{
    return checked(calloc(n ? n : 1, size ? size : 1), n > 0 && size >= LARGE / n);
}

void *coset_checked_realloc(void *old, size_t bytes)
{
    return checked(realloc(old, bytes ? bytes : 1), bytes >= LARGE);
}
