/* certcheck/certificate.h - a certificate of symmetry, read and checked for consistency.
 *
 * Layer    certcheck (sees base, model, ir, engine and the front ends; nothing that detects symmetry).
 * Shapes   a literal is a slot with one of the values listed for it; literals are numbered slot by slot, those of slot
 *          s are first[s] .. first[s + 1] - 1. Values and rules are identified by their texts.
 * Owner    the arena given to coset_certificate_read.
 * Source   doc/internals-detect.md, "The certificate".
 */
#ifndef COSET_CERTCHECK_CERTIFICATE_H
#define COSET_CERTCHECK_CERTIFICATE_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/text.h"

typedef struct {
    const char *name;
    bool stays; /* its values are not listed: the slot and its values are fixed */
} coset_cert_slot;

/* Rule `to` acts in the image of a state as rule `from` does in the state. */
typedef struct {
    const char *from, *to;
} coset_cert_move;

typedef struct {
    uint32_t *slot_to;      /* [n_slots] a permutation */
    uint32_t *literal_to;   /* [n_literals] a permutation that maps literals of a slot to those of its image */
    uint32_t n_moves;       /* rules that are not listed are fixed */
    coset_cert_move *moves; /* ascending by `from`; the texts of both sides are the same set */
} coset_cert_generator;

typedef struct {
    coset_text *text;
    uint16_t file;
    const char *model, *language, *order;
    uint32_t n_slots, n_literals, n_props, n_generators;
    coset_cert_slot *slots;
    uint32_t *first;     /* [n_slots + 1] */
    uint32_t *slot_of;   /* [n_literals] */
    const char **values; /* [n_literals] */
    const char **origin; /* [n_slots] the values of a fixed start state, not all of them listed; or NULL */
    const char **props;
    coset_cert_generator *generators;
} coset_certificate;

/* Reads the file of `text` and checks that each generator permutes literals and rules and respects slots and
 * `undefined`. Errors: COSET_INPUT with messages at the lines of the file. */
coset_status coset_certificate_read(coset_text *text, uint16_t file, coset_arena *arena, coset_certificate *out);

/* The number of the literal, or COSET_NO_LITERAL. */
#define COSET_NO_LITERAL UINT32_MAX
uint32_t coset_certificate_literal(const coset_certificate *c, uint32_t slot, const char *value);
/* The text of the image of `rule`. */
const char *coset_certificate_rule(const coset_cert_generator *g, const char *rule);

/* A message at the value that the path names ("generators[2].rules[0]"). Returns COSET_INPUT. */
coset_status coset_certificate_blame(const coset_certificate *c, const char *code, const char *path, const char *fmt,
                                     ...) COSET_PRINTF(4, 5);

#endif
