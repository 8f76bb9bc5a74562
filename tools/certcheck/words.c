#include "certcheck/words.h"

#include <stdio.h>
#include <string.h>

#define TEXT       512
#define MOST_SMALL 4096U /* values of a slot that are tried */

static const char fit_code[] = "C04";

coset_status coset_words_init(coset_words *w, const coset_model *m, const coset_certificate *c)
{
    *w = (coset_words){.model = m, .certificate = c};
    if (c->n_slots != m->n_slots)
        return coset_certificate_blame(c, fit_code, "slots",
                                       "%u slots are listed, and this model has %u: the "
                                       "certificate is of another model, or of other constants",
                                       (unsigned)c->n_slots, (unsigned)m->n_slots);
    for (uint32_t s = 0; s < m->n_slots; s++)
        if (strcmp(c->slots[s].name, m->slots[s].name) != 0) {
            char path[64];
            snprintf(path, sizeof path, "slots[%u].name", (unsigned)s);
            return coset_certificate_blame(c, fit_code, path, "slot %u of this model is \"%s\", not \"%s\"",
                                           (unsigned)s, m->slots[s].name, c->slots[s].name);
        }
    w->slots = coset_new(m->n_slots, sizeof *w->slots);
    w->values = coset_new(c->n_literals, sizeof *w->values);
    w->is_known = coset_new(c->n_literals, sizeof *w->is_known);
    return COSET_OK;
}

void coset_words_fini(coset_words *w)
{
    for (uint32_t s = 0; w->slots && s < w->model->n_slots; s++)
        coset_vec_fini(&w->slots[s].known);
    coset_delete(w->slots);
    coset_delete(w->values);
    coset_delete(w->is_known);
    coset_delete(w->origin);
}

/* The position of the value in the list of the slot, or where to insert it. */
static uint32_t place_of(const coset_words_of_slot *s, coset_value value)
{
    uint32_t low = 0, high = s->known.n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->known.at[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const coset_words_of_slot *s, uint32_t place, coset_value value)
{
    return place < s->known.n && s->known.at[place].value == value;
}

static coset_status learn(coset_words *w, uint32_t slot, coset_value value, bool must)
{
    const coset_certificate *c = w->certificate;
    coset_words_of_slot *s = &w->slots[slot];
    uint32_t place = place_of(s, value);
    if (c->slots[slot].stays || is_at(s, place, value))
        return COSET_OK;
    char text[TEXT], path[64];
    snprintf(path, sizeof path, "slots[%u].values", (unsigned)slot);
    w->model->ops->value_text(w->model, slot, value, text, sizeof text);
    uint32_t literal = coset_certificate_literal(c, slot, text);
    if (literal == COSET_NO_LITERAL)
        return must ? coset_certificate_blame(c, fit_code, path, "a state has %s = %s, which is not listed",
                                              c->slots[slot].name, text)
                    : COSET_OK;
    if (w->is_known[literal])
        return coset_certificate_blame(c, fit_code, path, "two values of %s are written \"%s\": texts do not tell",
                                       c->slots[slot].name, text);
    w->is_known[literal] = true;
    w->values[literal] = value;
    (void)coset_vec_add(&s->known);
    memmove(s->known.at + place + 1, s->known.at + place, (s->known.n - 1 - place) * sizeof *s->known.at);
    s->known.at[place] = (coset_word){value, literal};
    return COSET_OK;
}

static bool knows(const coset_words *w, uint32_t slot, coset_value value)
{
    const coset_words_of_slot *s = &w->slots[slot];
    return w->certificate->slots[slot].stays || is_at(s, place_of(s, value), value);
}

/* A value of one entry of a multiset may occur in the other entries before they are sorted. */
static coset_status learn_alike(coset_words *w, uint32_t slot, coset_value value, bool must)
{
    const coset_symmetry *y = &w->model->symmetry;
    if (knows(w, slot, value))
        return COSET_OK;
    coset_status status = learn(w, slot, value, must);
    for (uint32_t b = 0; b < y->n_bags && status == COSET_OK && knows(w, slot, value); b++) {
        const coset_bag *bag = &y->bags[b];
        uint32_t offset = slot - bag->base;
        if (slot < bag->base || offset >= bag->n_entries * bag->width)
            continue;
        for (uint32_t e = 0; e < bag->n_entries && status == COSET_OK; e++)
            status = learn_alike(w, bag->base + e * bag->width + offset % bag->width, value, false);
    }
    return status;
}

void coset_words_try_origin(coset_words *w, const coset_value *start)
{
    const coset_model *m = w->model;
    if (!w->certificate->origin || w->origin)
        return;
    for (uint32_t s = 0; s < m->n_slots; s++) {
        char text[TEXT];
        m->ops->value_text(m, s, start[s], text, sizeof text);
        if (strcmp(text, w->certificate->origin[s]) != 0)
            return;
    }
    w->origin = coset_new(m->n_slots, sizeof *w->origin);
    memcpy(w->origin, start, m->n_slots * sizeof *w->origin);
}

bool coset_words_is_origin(const coset_words *w, const coset_value *state)
{
    return w->origin && memcmp(w->origin, state, w->model->n_slots * sizeof *state) == 0;
}

coset_status coset_words_learn(coset_words *w, const coset_value *state)
{
    coset_status status = COSET_OK;
    if (coset_words_is_origin(w, state))
        return COSET_OK;
    for (uint32_t s = 0; s < w->model->n_slots && status == COSET_OK; s++)
        status = learn_alike(w, s, state[s], true);
    return status;
}

coset_status coset_words_learn_small(coset_words *w)
{
    coset_status status = COSET_OK;
    for (uint32_t s = 0; s < w->model->n_slots; s++)
        for (uint32_t v = 0; v <= w->model->slots[s].max && v < MOST_SMALL && status == COSET_OK; v++)
            status = learn(w, s, v, false);
    return status;
}

bool coset_words_image(const coset_words *w, const coset_cert_generator *g, const coset_value *state,
                       coset_value *image)
{
    const coset_certificate *c = w->certificate;
    if (coset_words_is_origin(w, state)) {
        memcpy(image, state, c->n_slots * sizeof *image);
        return true;
    }
    for (uint32_t s = 0; s < c->n_slots; s++) {
        if (c->slots[s].stays) {
            image[s] = state[s];
            continue;
        }
        uint32_t place = place_of(&w->slots[s], state[s]);
        COSET_INVARIANT(is_at(&w->slots[s], place, state[s]));
        uint32_t to = g->literal_to[w->slots[s].known.at[place].literal];
        if (!w->is_known[to])
            return false;
        image[c->slot_of[to]] = w->values[to];
    }
    coset_bags_sort(&w->model->symmetry, image);
    return true;
}

void coset_words_state_text(const coset_model *m, const coset_value *state, char *out, size_t len)
{
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t s = 0; s < m->n_slots && used + 1 < len; s++) {
        char text[TEXT];
        m->ops->value_text(m, s, state[s], text, sizeof text);
        int n = snprintf(out + used, len - used, "%s%s = %s", s ? ", " : "", m->slots[s].name, text);
        used += n > 0 ? (size_t)n : 0;
    }
    if (used >= len && len > 4)
        memcpy(out + len - 4, "...", 4);
}
