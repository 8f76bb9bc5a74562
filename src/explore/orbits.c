#include "explore/orbits.h"

#include <pthread.h>

#include "base/mem.h"

#define HASH_SIZE UINT32_C(131072) /* a power of two, twice the numbers */

struct coset__orbits {
    pthread_mutex_t lock; /* writers of sizes and by_hash */
    uint32_t n;           /* numbers in use, with 0 */
    coset_count *sizes;   /* [COSET_ORBIT_NUMBERS]; pages are touched as numbers are given */
    uint16_t *by_hash;    /* [HASH_SIZE] open addressing, 0 = empty */
};

coset__orbits *coset__orbits_new(void)
{
    coset__orbits *o = coset_new(1, sizeof *o);
    (void)pthread_mutex_init(&o->lock, NULL);
    o->sizes = coset_new(COSET_ORBIT_NUMBERS, sizeof *o->sizes);
    o->by_hash = coset_new(HASH_SIZE, sizeof *o->by_hash);
    o->n = 1;
    return o;
}

void coset__orbits_free(coset__orbits *o)
{
    if (!o)
        return;
    (void)pthread_mutex_destroy(&o->lock);
    coset_delete(o->sizes);
    coset_delete(o->by_hash);
    coset_delete(o);
}

static uint32_t mix(coset_count size)
{
    uint64_t x = (uint64_t)size ^ (uint64_t)(size >> 64) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((x * UINT64_C(0xd6e8feb86659fd93)) >> 40);
}

static uint16_t number_locked(coset__orbits *o, coset_count size)
{
    uint32_t i = mix(size) & (HASH_SIZE - 1);
    for (; o->by_hash[i]; i = (i + 1) & (HASH_SIZE - 1))
        if (o->sizes[o->by_hash[i]] == size)
            return o->by_hash[i];
    if (o->n == COSET_ORBIT_NUMBERS)
        return 0;
    o->sizes[o->n] = size;
    o->by_hash[i] = (uint16_t)o->n;
    return (uint16_t)o->n++;
}

static uint16_t look_up(coset__orbits *o, coset__orbit_cache *cache, coset_count size)
{
    uint32_t i = mix(size) % COSET_ORBIT_CACHE;
    if (cache->number[i] && cache->size[i] == size)
        return cache->number[i];
    (void)pthread_mutex_lock(&o->lock);
    uint16_t number = number_locked(o, size);
    (void)pthread_mutex_unlock(&o->lock);
    if (number) {
        cache->size[i] = size;
        cache->number[i] = number;
    }
    return number;
}

uint16_t coset__orbits_look_up(coset__orbits *o, coset__orbit_cache *cache, coset_count size)
{
    uint16_t number = size ? look_up(o, cache, size) : 0;
    if (number) {
        cache->last_size = size;
        cache->last = number;
    }
    return number;
}

coset_count coset__orbits_size(const coset__orbits *o, uint16_t number) { return o->sizes[number]; }
