#include "certcheck/entries.h"

#include <stdio.h>
#include <string.h>

static const char bijection_code[] = "C03";

typedef struct {
    const coset_model *m;
    const coset_certificate *c;
    uint32_t number;
    const coset_cert_generator *g;
    const coset_bag *bag, *to; /* the image of its entries; NULL: not known yet */
} looker;

static uint32_t size_of(const coset_bag *b) { return b->n_entries * b->width; }

/* The multiset that contains that slot and has the same layout as this one, or NULL. */
static const coset_bag *bag_of(const looker *k, uint32_t slot)
{
    const coset_symmetry *y = &k->m->symmetry;
    for (uint32_t i = 0; i < y->n_bags; i++) {
        const coset_bag *b = &y->bags[i];
        if (b->n_entries == k->bag->n_entries && b->width == k->bag->width && slot >= b->base &&
            slot - b->base < size_of(b))
            return b;
    }
    return NULL;
}

static uint32_t n_values(const looker *k, uint32_t slot) { return k->c->first[slot + 1] - k->c->first[slot]; }

static coset_status blame(const looker *k, uint32_t slot, const char *what)
{
    char path[64];
    snprintf(path, sizeof path, "generators[%u].literals", (unsigned)k->number);
    return coset_certificate_blame(k->c, bijection_code, path, "%s: %s, and entries of a multiset have no order",
                                   k->c->slots[slot].name, what);
}

/* Then it may stay fixed. */
static bool stays_alone(const looker *k, uint32_t slot)
{
    return n_values(k, slot) == 1 && k->g->slot_to[slot] == slot;
}

/* Both have one value, the same. */
static bool hold_the_same(const looker *k, uint32_t slot, uint32_t other)
{
    const coset_certificate *c = k->c;
    return n_values(k, slot) == 1 && n_values(k, other) == 1 &&
           strcmp(c->values[c->first[slot]], c->values[c->first[other]]) == 0;
}

/* The offset in an entry of the target to which the slots at `offset` are mapped, determined from one entry. */
static uint32_t offset_to(const looker *k, uint32_t offset)
{
    for (uint32_t e = 0; e < k->bag->n_entries; e++) {
        uint32_t slot = k->bag->base + e * k->bag->width + offset;
        if (!stays_alone(k, slot))
            return k->g->slot_to[slot] - k->to->base - e * k->bag->width; /* too large if it is none of them */
    }
    return offset;
}

static coset_status check_places(const looker *k, uint32_t offset)
{
    uint32_t there = offset_to(k, offset), width = k->bag->width;
    if (there >= width)
        return blame(k, k->bag->base + offset, "it goes to an entry with another number, or to no entry");
    for (uint32_t e = 0; e < k->bag->n_entries; e++) {
        uint32_t slot = k->bag->base + e * width + offset, to = k->to->base + e * width + there;
        if (k->g->slot_to[slot] != to && !(stays_alone(k, slot) && hold_the_same(k, slot, to)))
            return blame(k, slot, "it does not go where the same part of other entries goes");
    }
    return COSET_OK;
}

/* Checks that a value has the same image in all entries. */
static coset_status check_values(const looker *k, uint32_t slot, uint32_t earlier)
{
    const coset_certificate *c = k->c;
    for (uint32_t i = c->first[slot]; i < c->first[slot + 1]; i++) {
        uint32_t j = coset_certificate_literal(c, earlier, c->values[i]);
        if (j != COSET_NO_LITERAL && strcmp(c->values[k->g->literal_to[i]], c->values[k->g->literal_to[j]]) != 0)
            return blame(k, slot, "a value goes to another one than in another entry");
    }
    return COSET_OK;
}

/* The image of some slot of the multiset that is not fixed. */
static bool find_target(looker *k)
{
    k->to = k->bag;
    for (uint32_t s = k->bag->base; s < k->bag->base + size_of(k->bag); s++)
        if (k->g->slot_to[s] != s) {
            k->to = bag_of(k, k->g->slot_to[s]);
            return k->to != NULL;
        }
    return true;
}

static coset_status check_bag(looker *k)
{
    coset_status status = COSET_OK;
    uint32_t width = k->bag->width;
    if (!find_target(k))
        return blame(k, k->bag->base, "the multiset goes to variables that are none like it");
    for (uint32_t o = 0; o < width && status == COSET_OK; o++) {
        status = check_places(k, o);
        for (uint32_t e = 1; e < k->bag->n_entries && status == COSET_OK; e++)
            for (uint32_t d = 0; d < e && status == COSET_OK; d++)
                status = check_values(k, k->bag->base + e * width + o, k->bag->base + d * width + o);
    }
    return status;
}

coset_status coset_entries_check(const coset_model *m, const coset_certificate *c)
{
    coset_status status = COSET_OK;
    for (uint32_t g = 0; g < c->n_generators; g++)
        for (uint32_t b = 0; b < m->symmetry.n_bags && status == COSET_OK; b++) {
            looker k = {.m = m, .c = c, .number = g, .g = &c->generators[g], .bag = &m->symmetry.bags[b]};
            status = check_bag(&k);
        }
    return status;
}
