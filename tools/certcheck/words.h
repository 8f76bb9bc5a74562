/* certcheck/words.h - the values of a model's slots and the texts of a certificate for them.
 *
 * Layer    certcheck.
 * Idea     a value is recorded when a state has it for the first time; so no type is enumerated, and a value that no
 *          reachable state has is unknown.
 */
#ifndef COSET_CERTCHECK_WORDS_H
#define COSET_CERTCHECK_WORDS_H

#include "certcheck/certificate.h"
#include "model/model.h"

typedef struct {
    coset_value value;
    uint32_t literal;
} coset_word;

typedef struct {
    COSET_VEC(coset_word) known; /* ascending by value */
} coset_words_of_slot;

typedef struct {
    const coset_model *model;
    const coset_certificate *certificate;
    coset_words_of_slot *slots; /* [n_slots] */
    coset_value *values;        /* [n_literals] */
    bool *is_known;             /* [n_literals] the value is */
    coset_value *origin;        /* the fixed start state, or NULL */
} coset_words;

/* Checks that the model has the slots that the certificate names. */
coset_status coset_words_init(coset_words *w, const coset_model *m, const coset_certificate *c);
void coset_words_fini(coset_words *w);
/* For start states: true for the one that the certificate excludes. */
void coset_words_try_origin(coset_words *w, const coset_value *start);
bool coset_words_is_origin(const coset_words *w, const coset_value *state);
/* Records the values of a state, unless it is that one. Errors: COSET_INPUT with a message: one is not listed, or two
 * have the same text. */
coset_status coset_words_learn(coset_words *w, const coset_value *state);
/* Records the texts of small values of slots that are listed. */
coset_status coset_words_learn_small(coset_words *w);
/* The image of a state; false if it has a value that was not recorded. */
bool coset_words_image(const coset_words *w, const coset_cert_generator *g, const coset_value *state,
                       coset_value *image);
/* "pc[0] = idle, pc[1] = waiting", cut at `len`. */
void coset_words_state_text(const coset_model *m, const coset_value *state, char *out, size_t len);

#endif
