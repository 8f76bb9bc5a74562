/* explore/orbits.h - the distinct orbit sizes of a search, numbered.
 *
 * Layer    explore.
 * Idea     A group has few distinct stabiliser orders, so a state stores a 16-bit number instead of its orbit size.
 *          Number 0 is "not known"; sizes beyond the first 65533 distinct ones get it too.
 * Threads  coset__orbits_number by any thread, each with its own cache; coset__orbits_size for numbers that the calling
 *          thread obtained itself or received through a barrier.
 */
#ifndef COSET_EXPLORE_ORBITS_H
#define COSET_EXPLORE_ORBITS_H

#include <stdint.h>

#include "base/count.h"

#define COSET_ORBIT_NUMBERS UINT32_C(65534)
#define COSET_ORBIT_CACHE   64

typedef struct coset__orbits coset__orbits;

typedef struct {
    coset_count size[COSET_ORBIT_CACHE];
    uint16_t number[COSET_ORBIT_CACHE]; /* 0 = empty */
    coset_count last_size;              /* looked up last; 0: the number is not known */
    uint16_t last;
} coset__orbit_cache;

coset__orbits *coset__orbits_new(void);
void coset__orbits_free(coset__orbits *o);
uint16_t coset__orbits_look_up(coset__orbits *o, coset__orbit_cache *cache, coset_count size);

static inline uint16_t coset__orbits_number(coset__orbits *o, coset__orbit_cache *cache, coset_count size)
{
    return size == cache->last_size ? cache->last : coset__orbits_look_up(o, cache, size);
}

coset_count coset__orbits_size(const coset__orbits *o, uint16_t number);

#endif
