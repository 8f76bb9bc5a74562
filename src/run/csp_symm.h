/* run/csp_symm.h - the symmetry of one assertion of a CSP script: what the script allows, what is verified on the
 * compiled system, and the quotient.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_CSP_SYMM_H
#define COSET_RUN_CSP_SYMM_H

#include "lang/cspm/compile/choose.h"
#include "lts/super_symm.h"
#include "report/csp.h"
#include "run/reduce.h"

typedef struct {
    const coset_cspm_choices *choices;
    const coset_super_symmetry *verified; /* NULL: nothing was compiled */
    coset_reduction reduction;            /* canon and quotient are NULL if nothing moves; to free */
} coset_csp_symmetry;

#define COSET_CSP_MOST_VERIFIED 500000 /* states of components, times elements to be compared: about a second */

uint64_t coset_csp_n_states(const coset_super *s);
/* The number of elements of the type to compare. If comparing elements that the script does not allow would take too
 * long, they are skipped. */
uint32_t coset_csp_n_compared(const coset_cspm_choice *c, uint64_t n_states);

/* Of a product (or twin, spec = NULL) of the system `s`; sets the product's symmetric structure. Everything except
 * canon and quotient lives in `a`. `n_fixed`: 0, or the last slot holds values 1 .. n_fixed, which stay fixed, instead
 * of a node of `spec`. Errors: COSET_USAGE unknown strategy, COSET_UNSUPPORTED one that cannot be used here. */
coset_status coset_csp_symmetry_new(coset_model *product, const coset_super *s, const coset_normal *spec,
                                    uint32_t n_fixed, const coset_cspm_choices *choices, const char *strategy,
                                    coset_arena *a, coset_csp_symmetry *out, coset_err *err) COSET_NODISCARD;

/* For a report: each type with what moves, then the reasons, each with its line. Lives in `a`, except names and
 * positions, which belong to the script. */
const coset_csp_group *coset_csp_symmetry_tell(const coset_csp_symmetry *y, const coset_super *s, coset_arena *a);

#endif
