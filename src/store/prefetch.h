/* store/prefetch.h - lines on their way into the cache.
 *
 * Layer    store.
 * Idea     a function that only prefetches has no effect that the compiler knows of, and gcc drops calls of it that are
 *          not inlined early. An empty volatile statement is an effect; so is the instruction itself. (Prefetching for
 *          writing without that instruction is prefetching for reading, and the line is asked for twice. Processors
 *          that do not know it take it for none.)
 * Threads  any number.
 */
#ifndef COSET_STORE_PREFETCH_H
#define COSET_STORE_PREFETCH_H

static inline void coset__prefetch(const void *p)
{
    __builtin_prefetch(p);
    __asm__ volatile("");
}

static inline void coset__prefetch_for_writing(const void *p)
{
#ifdef __x86_64__
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)p));
#else
    __builtin_prefetch(p, 1);
    __asm__ volatile("");
#endif
}

#endif
