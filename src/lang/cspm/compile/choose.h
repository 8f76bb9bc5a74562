/* lang/cspm/compile/choose.h - which constants an assertion may permute, and which lines forbid the others.
 *
 * Layer    lang/cspm (sees base, model, lts, lang/kit).
 * Idea     Selects the constants without fields of each datatype that no reachable code of the assertion distinguishes,
 *          and the numbers of each class that are only names. Soundness does not depend on this selection: it is
 *          verified on the compiled system (lts/super_symm.h). So the other elements of small types are tried there as
 *          well: `1 - i`, a table that names each number once, or a list of all of them may preserve the symmetry.
 * Shapes   elements of a datatype are its constructors without fields, in the order of the declaration; those of a
 *          class are numbers, in ascending order. A class with numbers in sets that a permutation has to preserve is
 *          split into several types, one for each part with two numbers or more.
 * Source   Gibson-Robinson and Lowe, section 4.
 */
#ifndef COSET_LANG_CSPM_COMPILE_CHOOSE_H
#define COSET_LANG_CSPM_COMPILE_CHOOSE_H

#include "lang/cspm/compile/script.h"

/* Why an element is fixed. */
typedef struct {
    uint32_t element; /* UINT32_MAX: all of the type are fixed */
    coset_pos pos;    /* the responsible line */
    const char *text; /* one sentence */
} coset_cspm_reason;

typedef struct {
    const char *name;
    coset_pos pos;
    uint32_t n;
    const char *const *elements;
    const bool *moves; /* those that the script allows to permute */
    uint32_t n_moves;
    const bool *tried; /* also those it does not allow, but that may be symmetric in the compiled system */
    uint32_t n_tried;
    uint32_t n_reasons;
    const coset_cspm_reason *reasons;
    const struct cspm_symbol *symbol; /* internal: the datatype, or NULL */
    const struct cspm_type *numbers;  /* internal: the class, or NULL */
    const int64_t *values;            /* [n] the numbers of a class */
} coset_cspm_choice;

typedef struct coset_cspm_choices {
    uint32_t n;
    const coset_cspm_choice *types; /* candidates for symmetry, with two elements or more: datatypes in source order,
                                     * then numbers */
} coset_cspm_choices;

/* For assertion i, with `:[symmetry reduce]` or not: without a list all types are tried. Types that are not on a list
 * have no movable element. `asked`: the user requests symmetry; else elements that the script does not allow are tried
 * only if that is likely to be worth its time. Lives until the script is closed.
 * Errors: COSET_INPUT, with a message at the offending line, if a list claims a symmetry that does not hold. */
coset_status coset_cspm_choose(coset_cspm_script *c, uint32_t i, bool asked, const coset_cspm_choices **out,
                               coset_err *err) COSET_NODISCARD;

#endif
