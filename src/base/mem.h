/* base/mem.h - checked heap, arenas and growable vectors.
 *
 * Layer    base.
 * Errors   small allocations do not return NULL: when the heap is exhausted the program ends (coset_exhausted). Large
 *          reservations use malloc-like calls that may fail and report COSET_MEMORY, see store/.
 */
#ifndef COSET_BASE_MEM_H
#define COSET_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/* Zeroed memory for `n` objects of `size` bytes; n * size is checked for overflow; n = 0 is allowed. */
void *coset_new(size_t n, size_t size);
/* The same, alone on its pages: for data that one thread writes while others run. Separate cache lines are not enough:
 * a processor prefetches neighbouring lines on the same page, and takes them from the processor that is writing
  * them. */
void *coset_new_apart(size_t n, size_t size);
/* Of the first member of a struct: each element of an array of them is alone on its pages. */
#define COSET_PAGE      4096
#define COSET_OWN_PAGES _Alignas(COSET_PAGE)
/* Asks the system to map all of it at once: mapping page by page, at the first write to each, takes up to ten times as
 * long. Only a hint. */
void coset_touch(void *p, size_t bytes);
/* Resizes; the new part is not cleared. */
void *coset_resize(void *old, size_t n, size_t size);
void coset_delete(void *p);
char *coset_copy_text(const char *text);
/* As open_memstream and fclose: once closed, *text is all that was written, to be freed with coset_delete. */
FILE *coset_text_open(char **text, size_t *len);
void coset_text_close(FILE *out, char *const *text);

/* Memory that is freed all at once. Not for sharing between threads while it grows. */
typedef struct coset_arena coset_arena;
coset_arena *coset_arena_new(void);
/* Its memory is alone on its pages, like coset_new_apart. */
coset_arena *coset_arena_new_apart(void);
void coset_arena_free(coset_arena *a);
/* Frees its objects, but keeps one block for reuse: for many short pieces of work one after the other. */
void coset_arena_clear(coset_arena *a);
/* Zeroed, aligned for any object; lives until the arena is freed. */
void *coset_arena_get(coset_arena *a, size_t n, size_t size);
char *coset_arena_text(coset_arena *a, const char *text);
char *coset_arena_text_n(coset_arena *a, const char *text, size_t len);
char *coset_arena_printf(coset_arena *a, const char *fmt, ...) COSET_PRINTF(2, 3);
void *coset_arena_copy(coset_arena *a, const void *src, size_t n, size_t size);

/* A growable array of T: `COSET_VEC(int) v = {0}; *coset_vec_add(&v) = 3; v.at[0]; v.n; coset_vec_fini(&v)`. */
#define COSET_VEC(T)                                                                                                   \
    struct {                                                                                                           \
        T *at;                                                                                                         \
        uint32_t n, room;                                                                                              \
    }
/* Pointer to a new, uninitialised last element. */
#define coset_vec_add(v)                                                                                               \
    ((v)->at = (v)->n < (v)->room ? (v)->at : coset__vec_grow((v)->at, (v)->n, &(v)->room, sizeof *(v)->at),           \
     &(v)->at[(v)->n++])
/* Pointer to `k` of them. */
#define coset_vec_add_n(v, k)                                                                                          \
    ((v)->at = coset__vec_room((v)->at, (v)->n, (k), &(v)->room, sizeof *(v)->at), (v)->n += (k),                      \
     &(v)->at[(v)->n - (k)])
#define coset_vec_fini(v) (coset_delete((v)->at), (v)->at = NULL, (v)->n = (v)->room = 0)
void *coset__vec_grow(void *at, uint32_t n, uint32_t *room, size_t size);
void *coset__vec_room(void *at, uint32_t n, uint32_t more, uint32_t *room, size_t size);

#endif
