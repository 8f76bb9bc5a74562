#include "model/model.h"

#include "model/composite.h"

uint32_t coset_symmetry_offset(const coset_symmetry *s, uint32_t type)
{
    COSET_INVARIANT(type <= s->n_types);
    uint32_t sum = 0;
    for (uint32_t t = 0; t < type; t++)
        sum += s->types[t].n;
    return sum;
}

uint32_t coset_symmetry_points(const coset_symmetry *s) { return coset_symmetry_offset(s, s->n_types); }

/* The value of class `c` that represents `element` of `type`. */
static coset_value value_of_element(const coset_valclass *c, uint32_t type, uint32_t element)
{
    for (uint32_t i = 0; i < c->n_segments; i++) {
        const coset_segment *g = &c->segments[i];
        if (g->type == type && element - g->first < g->n)
            return g->lo + (element - g->first);
    }
    coset_bug(__FILE__, __LINE__, "a renaming moves a value out of its slot's type");
}

static coset_value permuted_value(const coset_symmetry *s, const coset_valclass *c, const coset_renaming *perm,
                                  coset_value v)
{
    if (v == 0)
        return 0;
    for (uint32_t i = 0; i < c->n_segments; i++) {
        const coset_segment *g = &c->segments[i];
        if (v - g->lo >= g->n)
            continue;
        uint32_t element = g->first + (v - g->lo);
        uint32_t image = perm[coset_symmetry_offset(s, g->type) + element];
        return image == element ? v : value_of_element(c, g->type, image);
    }
    return v;
}

/* Differences of unsigned numbers may be negative; sums and products are correct modulo 2^32. */
static uint32_t permuted_slot(const coset_symmetry *s, const coset_slot *slot, uint32_t i, const coset_renaming *perm)
{
    for (uint32_t k = 0; k < slot->n_index; k++) {
        const coset_index *x = &slot->index[k];
        i += x->stride * (perm[coset_symmetry_offset(s, x->type) + x->element] - x->element);
    }
    return i;
}

/* Overwrites slots that were treated as plain. */
static void permute_composites(const coset_symmetry *s, const coset_renaming *perm, const coset_value *src,
                               coset_value *dst)
{
    const coset_composite *c = s->composite;
    for (uint32_t k = 0; k < c->n_slots; k++) {
        uint32_t to = coset_composite_rename(c, s, perm, c->first[k] + src[c->slots[k]]);
        COSET_INVARIANT(to != UINT32_MAX);
        dst[c->slots[c->slot_of[to]]] = to - c->first[c->slot_of[to]];
    }
}

void coset_model_permute(const coset_model *m, const coset_renaming *perm, const coset_value *src, coset_value *dst)
{
    const coset_symmetry *s = &m->symmetry;
    for (uint32_t i = 0; i < m->n_slots; i++) {
        const coset_slot *slot = &m->slots[i];
        dst[permuted_slot(s, slot, i, perm)] = permuted_value(s, &s->valclasses[slot->valclass], perm, src[i]);
    }
    if (s->composite)
        permute_composites(s, perm, src, dst);
    coset_bags_sort(s, dst);
}

/* ---- indices of families ---- */

static uint32_t digit_image(const coset_symmetry *s, const coset_digit *d, const coset_renaming *perm, uint32_t v)
{
    for (uint32_t i = 0; i < d->n_segments; i++) {
        const coset_segment *g = &d->segments[i];
        if (v - g->lo >= g->n)
            continue;
        uint32_t image = perm[coset_symmetry_offset(s, g->type) + g->first + (v - g->lo)];
        for (uint32_t k = 0; k < d->n_segments; k++)
            if (d->segments[k].type == g->type && image - d->segments[k].first < d->segments[k].n)
                return d->segments[k].lo + (image - d->segments[k].first);
        coset_bug(__FILE__, __LINE__, "a renaming moves an index out of its family");
    }
    return v;
}

uint32_t coset_family_image(const coset_model *m, const coset_family *f, const coset_renaming *perm, uint32_t index)
{
    uint32_t image = 0, scale = 1;
    for (uint32_t i = f->n_digits; i-- > 0; scale *= f->digits[i].n) {
        image += scale * digit_image(&m->symmetry, &f->digits[i], perm, index % f->digits[i].n);
        index /= f->digits[i].n;
    }
    return image;
}

uint32_t coset_families_offset(const coset_model *m, uint32_t family)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < family; i++)
        sum += coset_family_all_words(&m->families[i]);
    return sum;
}

uint32_t coset_families_words(const coset_model *m) { return coset_families_offset(m, m->n_families); }

/* ---- bags ---- */

static int compare_entries(const coset_value *a, const coset_value *b, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void swap_entries(coset_value *a, coset_value *b, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++) {
        coset_value v = a[i];
        a[i] = b[i];
        b[i] = v;
    }
}

/* Insertion sort: bags are short and almost sorted. */
static void sort_bag(const coset_bag *b, coset_value *state)
{
    coset_value *entries = state + b->base;
    size_t width = b->width;
    for (size_t k = 1; k < b->n_entries; k++)
        for (size_t i = k; i > 0; i--) {
            coset_value *here = entries + i * width, *before = here - width;
            if (compare_entries(before, here, b->width) >= 0)
                break;
            swap_entries(before, here, b->width);
        }
}

void coset_bags_sort(const coset_symmetry *s, coset_value *state)
{
    for (uint32_t b = 0; b < s->n_bags; b++)
        sort_bag(&s->bags[b], state);
}

void coset_edge_parts(const coset_model *m, const coset_edge *e, coset_parts *out)
{
    for (uint32_t i = 0; i <= e->n_parts; i++) {
        const coset_part x = i ? e->parts[i - 1] : (coset_part){e->group, e->instance, e->chained};
        if (i)
            *coset_vec_add(out) = (coset_part){x.group, x.instance, false};
        for (uint32_t k = 0; x.chained && k < m->chains[x.group].n; k++)
            *coset_vec_add(out) = (coset_part){m->chains[x.group].behind[k], x.instance, false};
    }
}
