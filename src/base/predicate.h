/* base/predicate.h - predicates that formulas pass to a front end: sets of states, described in the model's own
 * language.
 *
 * Layer    base.
 * Idea     the parser of formulas leaves everything except temporal operators to the language of the model. A front end
 *          makes a property of the model from each predicate and each formula, and records its number.
 * Owner    whoever parses the formulas; front ends fill `prop` only.
 */
#ifndef COSET_BASE_PREDICATE_H
#define COSET_BASE_PREDICATE_H

#include "base/text.h"

typedef enum {
    COSET_PREDICATE_TEXT,  /* the expression `text` */
    COSET_PREDICATE_NAMED, /* the model's invariant `name`; never below another one */
    COSET_PREDICATE_NOT,
    COSET_PREDICATE_AND,
    COSET_PREDICATE_OR /* a, b; b only if needed */
} coset_predicate_op;

typedef struct coset_predicate coset_predicate;
struct coset_predicate {
    coset_predicate_op op;
    coset_pos pos;
    uint32_t len;          /* bytes to underline */
    coset_text_piece text; /* TEXT */
    const char *name;      /* NAMED; TEXT: the text itself */
    coset_predicate *a, *b;
    uint32_t prop; /* of the model; set in the topmost one */
};

typedef struct {
    const char *name;
    coset_pos pos;
    uint32_t prop; /* of the model */
} coset_wanted_formula;

/* All that is to become properties. */
typedef struct {
    uint32_t n_predicates;
    coset_predicate **predicates;
    uint32_t n_formulas;
    coset_wanted_formula *formulas;
} coset_wanted;

#endif
