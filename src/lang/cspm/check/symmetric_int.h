/* lang/cspm/check/symmetric_int.h - a search for what distinguishes the elements of a type.
 *
 * Layer    lang/cspm; only for symmetric.c and numbers.c.
 */
#ifndef COSET_LANG_CSPM_CHECK_SYMMETRIC_INT_H
#define COSET_LANG_CSPM_CHECK_SYMMETRIC_INT_H

#include "lang/cspm/check/symmetric.h"

/* One visit of a definition: which of its type variables contain an element. */
typedef struct cspm_visit {
    const cspm_decl *decl;          /* NULL: the expression itself */
    const struct cspm_visit *outer; /* the visit of the enclosing definition, whose variables it may mention */
    const cspm_scheme *scheme;      /* of the symbol through which it was reached */
    bool *holds;                    /* for each variable of the scheme */
} cspm_visit;

typedef struct {
    const cspm_program *program;
    cspm_subject subject;
    COSET_VEC(cspm_visit *) visits; /* all so far: a queue */
    COSET_VEC(cspm_obstacle) obstacles;
    COSET_VEC(cspm_number_set) sets;
    COSET_VEC(const cspm_symbol *) inside; /* datatypes whose fields are being searched */
    bool breaks, computes, reached;
    bool in_set; /* the current node is a member of a literal set */
    const cspm_visit *now;
    const cspm_node *threshold; /* the constant of the current comparison, which names no number */
} cspm_search;

/* The type behind filled variables. */
cspm_type *coset__symmetry_behind(cspm_type *t);
/* Whether values of the type may contain an element. */
bool coset__symmetry_holds(cspm_search *s, cspm_type *t);
void coset__symmetry_obstacle(cspm_search *s, cspm_obstacle o);

#endif
