/* base/cache.h - what is costly to make, kept in files from one run of the program to the next.
 *
 * Layer    base.
 * Idea     the key is a hash of all that a thing is made of, so what is found under it is what would be made again. A
 *          file that is not as it was written, or that others could have written, counts as none; nothing here is an
 *          error, for everything can be made anew.
 * Where    the folder COSET_CACHE of the environment ("off": nowhere), else coset in XDG_CACHE_HOME, else .cache/coset
 *          in HOME. It is made where it is missing, and must belong to the user and be closed to the writing of others.
 * Threads  one for each cache; any number of caches, of other processes too, for one folder.
 */
#ifndef COSET_BASE_CACHE_H
#define COSET_BASE_CACHE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t high, low;
} coset_cache_key;

/* Of all the pieces, one after the other, as 128 bits of XXH3. */
typedef struct {
    const void *at;
    size_t n; /* bytes */
} coset_cache_part;
coset_cache_key coset_cache_key_of(const coset_cache_part *parts, size_t n);

typedef struct coset_cache coset_cache;

/* NULL: there is no such folder, or it is not wanted; the functions below do nothing then. */
coset_cache *coset_cache_open(void);
/* Where something was added, and the folder has become large, the oldest files go. */
void coset_cache_close(coset_cache *c);

/* The caller deletes it (coset_delete). NULL: it is not there. */
void *coset_cache_find(coset_cache *c, coset_cache_key key, size_t *n);
/* All of it becomes visible at once. */
void coset_cache_add(coset_cache *c, coset_cache_key key, const void *at, size_t n);

#endif
