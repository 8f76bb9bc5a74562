/* lang/murphi/parse_temporal.h - the end of a condition in a formula, and the operators around it.
 *
 * Layer    lang/murphi, private to temporal.c.
 * Syntax   a condition ends before & | -> <-> and temporal operators that are not inside parentheses, indices, braces
 *          or a quantifier; a text in braces is always one condition. `fired "NAME"` refers to the last step.
 */
#ifndef COSET_LANG_MURPHI_PARSE_TEMPORAL_H
#define COSET_LANG_MURPHI_PARSE_TEMPORAL_H

#include "lang/murphi/ast.h"

typedef enum {
    COSET_MU_PART_NONE,      /* none begins here */
    COSET_MU_PART_CONDITION, /* a condition of the model */
    COSET_MU_PART_BRACED,    /* one in braces */
    COSET_MU_PART_QUANTIFIED /* a quantifier with temporal operators inside */
} coset_mu_part;

/* The kind of part that begins at `at`; *end is after it. `tight`: reads only an operand. */
coset_mu_part coset_mu_find_part(const coset_text_piece *p, size_t at, bool tight, size_t *end);
/* `fired "NAME"` begins at `at`: its name, without quotes; *end is after it. */
bool coset_mu_find_rule(const coset_text_piece *p, size_t at, coset_text_piece *name, size_t *end);
coset_text_piece coset_mu_subpiece(const coset_text_piece *p, size_t from, size_t to);

typedef struct {
    bool all;
    coset_text_piece binders; /* with its `do` */
    coset_text_piece body;
} coset_mu_quantified;

/* The parts of the quantifier p[at..end). False after a message. */
bool coset_mu_split_quantifier(coset_text *text, const coset_text_piece *p, size_t at, size_t end,
                               coset_mu_quantified *out);
/* Its names as declarations, or NULL after messages. */
coset_mu_decl *coset_mu_read_binders(coset_text *text, coset_text_piece piece, coset_arena *arena,
                                     coset_mu_dialect dialect);

/* A formula in a comment of the model. */
typedef struct {
    const char *name; /* NULL: none is written */
    coset_text_piece formula;
} coset_mu_comment;

/* The next one from *at on; advances *at past it. */
bool coset_mu_next_comment(const coset_text_piece *all, size_t *at, coset_mu_comment *out, coset_arena *arena);

#endif
