#include "base/mem.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define BLOCK_BYTES ((size_t)64 * 1024)
#define ALIGN_BYTES ((size_t)16)
#define FEW_PAGES   ((size_t)2 * COSET_PAGE) /* of a block of its own */

static void *checked(void *p)
{
    if (!p)
        coset_exhausted();
    return p;
}

void *coset_new(size_t n, size_t size) { return checked(calloc(n ? n : 1, size ? size : 1)); }

void coset_touch(void *p, size_t bytes)
{
    uintptr_t first = (uintptr_t)p / COSET_PAGE * COSET_PAGE;
    (void)madvise((void *)first, (uintptr_t)p + bytes - first, MADV_POPULATE_WRITE);
}

static void *cleared(void *p, size_t bytes)
{
    coset_touch(checked(p), bytes);
    return memset(p, 0, bytes);
}

void *coset_new_apart(size_t n, size_t size)
{
    COSET_INVARIANT(size == 0 || n <= (SIZE_MAX - COSET_PAGE) / size);
    size_t used = n * size > 0 ? n * size : 1, bytes = (used + COSET_PAGE - 1) / COSET_PAGE * COSET_PAGE;
    return cleared(aligned_alloc(COSET_PAGE, bytes), bytes);
}

void *coset_resize(void *old, size_t n, size_t size)
{
    COSET_INVARIANT(size == 0 || n <= SIZE_MAX / size);
    size_t bytes = n * size;
    return checked(realloc(old, bytes ? bytes : 1));
}

void coset_delete(void *p) { free(p); }

char *coset_copy_text(const char *text)
{
    size_t len = strlen(text) + 1;
    return memcpy(coset_new(len, 1), text, len);
}

FILE *coset_text_open(char **text, size_t *len) { return checked(open_memstream(text, len)); }

void coset_text_close(FILE *out, char *const *text)
{
    bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed || !*text) /* the last allocation may fail without fclose reporting it */
        coset_exhausted();
}

typedef struct block {
    struct block *next;
    size_t used, room; /* bytes after this header */
} block;

struct coset_arena {
    block *first; /* the block being filled; older blocks follow */
    bool apart;
};

static const size_t header_bytes = (sizeof(block) + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;

coset_arena *coset_arena_new(void) { return coset_new(1, sizeof(coset_arena)); }

coset_arena *coset_arena_new_apart(void)
{
    coset_arena *a = coset_arena_new();
    a->apart = true;
    return a;
}

static void delete_blocks(block *b)
{
    for (block *next; b; b = next) {
        next = b->next;
        coset_delete(b);
    }
}

void coset_arena_free(coset_arena *a)
{
    if (!a)
        return;
    delete_blocks(a->first);
    coset_delete(a);
}

void coset_arena_clear(coset_arena *a)
{
    block *b = a->first;
    if (!b)
        return;
    delete_blocks(b->next);
    memset((char *)b + header_bytes, 0, b->used);
    b->next = NULL;
    b->used = 0;
}

static block *block_new(const coset_arena *a, size_t bytes)
{
    size_t least = a->apart ? FEW_PAGES - header_bytes : BLOCK_BYTES, room = bytes > least ? bytes : least;
    bytes = header_bytes + room;
    block *b = a->apart ? coset_new_apart(1, bytes) : cleared(malloc(bytes), bytes);
    b->room = room;
    b->next = a->first;
    return b;
}

void *coset_arena_get(coset_arena *a, size_t n, size_t size)
{
    COSET_INVARIANT(size == 0 || n <= (SIZE_MAX / 2) / size);
    size_t bytes = (n * size + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
    block *b = a->first;
    if (!b || b->room - b->used < bytes) {
        b = block_new(a, bytes);
        a->first = b;
    }
    void *p = (char *)b + header_bytes + b->used;
    b->used += bytes;
    return p;
}

char *coset_arena_text(coset_arena *a, const char *text) { return coset_arena_text_n(a, text, strlen(text)); }

char *coset_arena_text_n(coset_arena *a, const char *text, size_t len)
{
    char *copy = coset_arena_get(a, len + 1, 1);
    memcpy(copy, text, len);
    return copy;
}

char *coset_arena_printf(coset_arena *a, const char *fmt, ...)
{
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    COSET_INVARIANT(len >= 0);
    char *text = coset_arena_get(a, (size_t)len + 1, 1);
    (void)vsnprintf(text, (size_t)len + 1, fmt, again);
    va_end(again);
    va_end(args);
    return text;
}

void *coset_arena_copy(coset_arena *a, const void *src, size_t n, size_t size)
{
    void *copy = coset_arena_get(a, n, size);
    if (n && size)
        memcpy(copy, src, n * size);
    return copy;
}

void *coset__vec_grow(void *at, uint32_t n, uint32_t *room, size_t size)
{
    if (n < *room)
        return at;
    COSET_INVARIANT(*room < UINT32_MAX / 2);
    *room = *room ? *room * 2 : 8;
    return coset_resize(at, *room, size);
}

void *coset__vec_room(void *at, uint32_t n, uint32_t more, uint32_t *room, size_t size)
{
    while (*room - n < more)
        at = coset__vec_grow(at, *room, room, size);
    return at;
}
