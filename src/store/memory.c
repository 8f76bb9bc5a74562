#include "store/memory.h"

#include <stddef.h>
#include <sys/mman.h>

bool coset__charge(coset__budget *b, uint64_t bytes)
{
    uint64_t before = atomic_fetch_add_explicit(&b->bytes, bytes, memory_order_relaxed);
    if (!b->max || (before <= b->max && bytes <= b->max - before))
        return true;
    atomic_fetch_sub_explicit(&b->bytes, bytes, memory_order_relaxed);
    return false;
}

void coset__discharge(coset__budget *b, uint64_t bytes)
{
    atomic_fetch_sub_explicit(&b->bytes, bytes, memory_order_relaxed);
}

void *coset__reserve(uint64_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    return p;
}

void coset__release(void *p, uint64_t bytes)
{
    if (p)
        (void)munmap(p, bytes);
}

void coset__forget(void *p, uint64_t begin, uint64_t end, uint64_t page)
{
    begin = begin / page * page;
    end = end / page * page;
    if (end > begin)
        (void)madvise((char *)p + begin, end - begin, MADV_DONTNEED);
}
