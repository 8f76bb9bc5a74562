/* store/prefetch.h - prefetching of cache lines.
 *
 * Layer    store.
 * Idea     for the compiler a function that only prefetches has no effect, and gcc drops calls of it that are not
 *          inlined early. An asm statement without outputs is an effect. Prefetching for writing is
 *          one for reading unless it is that very instruction, and the line is asked for twice; processors that do not
 *          know it take it for none.
 * Threads  any number.
 */
#ifndef COSET_STORE_PREFETCH_H
#define COSET_STORE_PREFETCH_H

static inline void coset__prefetch(const void *p)
{
    __builtin_prefetch(p);
    __asm__("");
}

static inline void coset__prefetch_for_writing(const void *p)
{
#ifdef __x86_64__
    __asm__("prefetchw %0" : : "m"(*(const char *)p));
#else
    __builtin_prefetch(p, 1);
    __asm__("");
#endif
}

#endif
