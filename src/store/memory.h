/* store/memory.h - the memory allocator of all parts of a store.
 *
 * Layer    store.
 * Threads  any number.
 */
#ifndef COSET_STORE_MEMORY_H
#define COSET_STORE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* All memory of a store. */
typedef struct {
    _Atomic uint64_t bytes;
    uint64_t max; /* 0 = no bound */
} coset__budget;

bool coset__charge(coset__budget *b, uint64_t bytes);
void coset__discharge(coset__budget *b, uint64_t bytes);
/* Zeroed pages that use memory only when they are touched; NULL: none available. */
void *coset__reserve(uint64_t bytes);
void coset__release(void *p, uint64_t bytes);
#define COSET__LARGEST_PAGE (UINT64_C(64) << 10) /* of small pages, on any machine */
/* Frees the memory of bytes begin .. end-1 of reserved pages, except for a remainder smaller than such a page. */
void coset__forget(void *p, uint64_t begin, uint64_t end, uint64_t page);

#endif
