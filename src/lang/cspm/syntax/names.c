/* Interned names: an open-addressing table of arena strings. */
#include <string.h>

#include "lang/cspm/syntax/token.h"

struct cspm_names {
    coset_arena *arena;
    uint32_t n, size;  /* size is a power of two */
    const char **slot; /* also in the arena; outgrown tables are not freed */
};

static uint64_t hash(const char *text, size_t len)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return h ^ h >> 29;
}

static const char **find(const cspm_names *names, const char *text, size_t len)
{
    uint32_t mask = names->size - 1;
    for (uint32_t i = (uint32_t)hash(text, len) & mask;; i = (i + 1) & mask) {
        const char *found = names->slot[i];
        if (!found || (strncmp(found, text, len) == 0 && found[len] == '\0'))
            return &names->slot[i];
    }
}

static void make_room(cspm_names *names, uint32_t size)
{
    const char **old = names->slot;
    uint32_t n_old = names->size;
    names->slot = coset_arena_get(names->arena, size, sizeof *names->slot);
    names->size = size;
    for (uint32_t i = 0; i < n_old; i++)
        if (old[i])
            *find(names, old[i], strlen(old[i])) = old[i];
}

cspm_names *coset__cspm_names_new(coset_arena *arena)
{
    cspm_names *names = coset_arena_get(arena, 1, sizeof *names);
    names->arena = arena;
    make_room(names, 256);
    return names;
}

const char *coset__cspm_name(cspm_names *names, const char *text, size_t len)
{
    const char **slot = find(names, text, len);
    if (*slot)
        return *slot;
    const char *copy = *slot = coset_arena_text_n(names->arena, text, len);
    if (++names->n * 2 > names->size)
        make_room(names, names->size * 2);
    return copy;
}
