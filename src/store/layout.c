#include "store/layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* ---- one layout ---- */

static uint64_t layout_bytes(uint32_t fields, uint32_t n_words)
{
    return sizeof(coset__layout) + fields * sizeof(coset__field) + 64 * (uint64_t)n_words * sizeof(uint16_t);
}

static uint32_t words_for(uint32_t fields, const uint8_t *bits)
{
    uint32_t words = 1, left = 64;
    for (uint32_t i = 0; i < fields; i++) {
        if (bits[i] > left) {
            words++;
            left = 64;
        }
        left -= bits[i];
    }
    return words;
}

static void lay_out(coset__layout *l, uint32_t fields, const uint8_t *bits)
{
    uint32_t word = 0, left = 64;
    for (uint32_t i = 0; i < fields; i++) {
        if (bits[i] > left) {
            word++;
            left = 64;
        }
        for (uint32_t b = 0; b < bits[i]; b++)
            l->field_at[64 * word + (64 - left) + b] = (uint16_t)i;
        left -= bits[i];
        l->fields[i] = (coset__field){.word = (uint16_t)word, .shift = (uint8_t)(left & 63), .bits = bits[i]};
    }
    l->n_bytes = 8 * word + (64 - left + 7) / 8;
    l->n_bytes = l->n_bytes ? l->n_bytes : 1;
}

/* All in one memory block. */
static coset__layout *layout_new(coset__budget *budget, uint32_t fields, const uint8_t *bits)
{
    uint32_t n_words = words_for(fields, bits);
    uint64_t bytes = layout_bytes(fields, n_words);
    if (!coset__charge(budget, bytes))
        return NULL;
    coset__layout *l = calloc(1, bytes);
    if (!l) {
        coset__discharge(budget, bytes);
        return NULL;
    }
    l->n_words = n_words;
    l->fields = (coset__field *)(l + 1);
    l->field_at = (uint16_t *)(l->fields + fields);
    lay_out(l, fields, bits);
    return l;
}

/* ---- all of them ---- */

static uint32_t bits_for(uint32_t x) { return x ? 32 - (uint32_t)__builtin_clz(x) : 0; }

bool coset__layouts_init(coset__layouts *l, uint32_t fields, coset__values *values)
{
    *l = (coset__layouts){.fields = fields, .values = values};
    uint8_t *bits = coset_new(fields, sizeof *bits);
    coset__layout *first = layout_new(values->budget, fields, bits);
    coset_delete(bits);
    atomic_init(&l->at[0], first);
    return first != NULL;
}

void coset__layouts_fini(coset__layouts *l)
{
    for (uint32_t k = 0; k < COSET__LAYOUTS; k++)
        free(atomic_load_explicit(&l->at[k], memory_order_relaxed));
}

/* Bits of a field in a layout with this number, after `old`, if n numbers have been assigned: with room for a few more
 * numbers, so that not every field requires a new layout; with room for as many again once half of the layouts are
 * made. */
static uint8_t wider(const coset__layout *old, uint32_t number, uint32_t field, uint32_t n)
{
    uint32_t bits = n ? bits_for(n - 1 + (number < COSET__LAYOUTS / 2 ? n / 4 : n)) : 0;
    bits = bits > old->fields[field].bits ? bits : old->fields[field].bits;
    return (uint8_t)(bits > 32 ? 32 : bits);
}

static coset__layout *next_layout(coset__layouts *l, uint32_t number, uint32_t i, uint32_t x)
{
    const coset__layout *old = coset__layout_at(l, number - 1);
    uint8_t *bits = coset_new(l->fields, sizeof *bits);
    for (uint32_t f = 0; f < l->fields; f++)
        bits[f] = number + 1 == COSET__LAYOUTS ? 32 : wider(old, number, f, coset__values_of(l->values, f));
    bits[i] = bits_for(x) > bits[i] ? (uint8_t)bits_for(x) : bits[i];
    coset__layout *made = layout_new(l->values->budget, l->fields, bits);
    coset_delete(bits);
    return made;
}

uint32_t coset__layouts_fitting(coset__layouts *l, uint32_t from, uint32_t i, uint32_t x)
{
    for (uint32_t k = from; k < COSET__LAYOUTS; k++) {
        coset__layout *there = atomic_load_explicit(&l->at[k], memory_order_acquire), *made;
        if (!there) {
            if (!(made = next_layout(l, k, i, x)))
                return COSET__LAYOUTS;
            if (atomic_compare_exchange_strong_explicit(&l->at[k], &there, made, memory_order_acq_rel,
                                                        memory_order_acquire))
                return k;
            coset__discharge(l->values->budget, layout_bytes(l->fields, made->n_words));
            free(made);
        }
        if ((uint64_t)x >> there->fields[i].bits == 0)
            return k;
    }
    return COSET__LAYOUTS;
}

bool coset__layouts_translate(const coset__layouts *l, const uint64_t *key, uint32_t layout, uint64_t *out)
{
    const coset__layout *from = coset__layout_at(l, key[0]), *to = coset__layout_at(l, layout);
    memset(out + 1, 0, to->n_words * sizeof *out);
    out[0] = layout;
    for (uint32_t i = 0; i < l->fields; i++) {
        const coset__field *f = &to->fields[i];
        uint64_t x = coset__field_get(&from->fields[i], key);
        if (x >> f->bits)
            return false;
        out[1 + f->word] |= x << f->shift;
    }
    return true;
}
