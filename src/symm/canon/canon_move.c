/* The compiled form of coset_model_permute. */
#include <string.h>

#include "symm/canon/canon_int.h"

/* Of a point that moves. */
static void move_columns(const coset__action *a, const uint32_t *image, uint32_t p, const coset_value *src,
                         coset_value *dst)
{
    const uint32_t *from = a->slots_of[p].at, *to = a->slots_of[image[p]].at;
    for (uint32_t i = 0; i < a->slots_of[p].n; i++)
        dst[to[i]] = src[from[i]];
}

static inline void move_cell(const coset__action *a, const coset__cell *c, const uint32_t *image,
                             const coset_value *src, coset_value *dst)
{
    uint32_t to = c->slot;
    for (uint32_t x = 0; x < c->n_axes; x++)
        to += coset__shift(a, c->axes[x].stride, c->axes[x].point, image[c->axes[x].point]);
    coset_value v = src[c->slot];
    uint32_t p = coset__point_of(&c->class, v);
    dst[to] = p == COSET__NONE ? v : c->class.values[image[p]];
}

static void move_objects(const coset__objects *s, const uint32_t *image, const coset_value *src, coset_value *dst)
{
    const coset_composite *c = s->composite;
    for (uint32_t i = 0; i < s->n_touched; i++) {
        uint32_t o = coset__object_image(s, coset__object_at(s, s->touched[i], src), image), to = c->slot_of[o];
        dst[c->slots[to]] = o - c->first[to];
    }
}

static void move_unusual(const coset__action *a, const uint32_t *image, const coset_value *src, coset_value *dst)
{
    uint32_t cells[COSET__STRETCH];
    coset__copy_as_usual(a, src, dst);
    for (uint32_t from = 0; from < a->m->n_slots; from += COSET__STRETCH) {
        uint32_t n = coset__unusual_cells(a, src, from, cells);
        for (uint32_t i = 0; i < n; i++)
            move_cell(a, &a->cells[cells[i]], image, src, dst);
    }
}

static void move_each(const coset__action *a, const uint32_t *image, const coset_value *src, coset_value *dst)
{
    memcpy(dst, src, a->m->n_slots * sizeof *dst);
    for (uint32_t c = 0; c < a->n_cells; c++)
        move_cell(a, &a->cells[c], image, src, dst);
}

static void move_slots(const coset__action *a, const uint32_t *image, const coset_value *src, coset_value *dst)
{
    (a->usual ? move_unusual : move_each)(a, image, src, dst);
    for (uint32_t p = 0; p < a->n_points; p++)
        if (image[p] != p)
            move_columns(a, image, p, src, dst);
    for (uint32_t e = 0; e < a->n_entries; e++)
        for (uint32_t c = 0; c < a->entries[e].n_cells; c++)
            move_cell(a, &a->entries[e].cells[c], image, src, dst);
}

bool coset__moves(const coset__action *a, const uint32_t *image)
{
    uint32_t p = 0;
    while (p < a->n_points && image[p] == p)
        p++;
    return p < a->n_points;
}

void coset__move(const coset__action *a, const uint32_t *image, const coset_value *src, coset_value *dst)
{
    if (!coset__moves(a, image)) {
        memcpy(dst, src, a->m->n_slots * sizeof *dst);
        return;
    }
    if (!coset__fast_move(a, image, src, dst))
        move_slots(a, image, src, dst);
    if (a->objects)
        move_objects(a->objects, image, src, dst);
    if (a->n_entries)
        coset_bags_sort(&a->bags, dst);
}

int coset__compare_states(const coset_value *x, const coset_value *y, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static int compare_owned(const coset__action *a, const coset_value *src, uint32_t p, uint32_t q)
{
    const coset__objects *s = a->objects;
    uint32_t type = a->points[p].type, first = a->first[type];
    for (uint32_t i = 0; i < s->n_owned; i++) {
        const coset__owned *w = &s->owned[i];
        if (w->type != type)
            continue;
        uint32_t x = s->objects[w->firsts[p - first] + src[w->slots[p - first]]].family;
        uint32_t y = s->objects[w->firsts[q - first] + src[w->slots[q - first]]].family;
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

int coset__compare_columns(const coset__action *a, const coset_value *src, uint32_t p, uint32_t q)
{
    const uint32_t *of_p = a->slots_of[p].at, *of_q = a->slots_of[q].at;
    for (uint32_t i = 0; i < a->slots_of[p].n; i++) {
        coset_value x = src[of_p[i]], y = src[of_q[i]];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return a->objects ? compare_owned(a, src, p, q) : 0;
}
