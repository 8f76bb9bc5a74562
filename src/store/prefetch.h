/* store/prefetch.h - prefetching of cache lines.
 *
 * Layer    store.
 * Idea     The compiler assumes that a function that only prefetches has no effect, and gcc drops calls of it that are
 *          not inlined early. An asm statement without outputs counts as an effect. A prefetch for writing acts as one
 *          for reading, and the line is requested twice, unless it is exactly this instruction; processors without the
 *          instruction ignore it.
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
