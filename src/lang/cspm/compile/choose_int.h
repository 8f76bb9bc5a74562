/* lang/cspm/compile/choose_int.h - what the files of the choice share.
 *
 * Layer    lang/cspm; only for choose*.c.
 */
#ifndef COSET_LANG_CSPM_COMPILE_CHOOSE_INT_H
#define COSET_LANG_CSPM_COMPILE_CHOOSE_INT_H

#include "lang/cspm/check/symmetric.h"
#include "lang/cspm/compile/choose.h"
#include "lang/cspm/compile/script_int.h"

typedef struct {
    coset_cspm_script *c;
    const cspm_node *assertion, *list; /* the SYMMETRY option, or NULL */
    bool asked;
    COSET_VEC(coset_cspm_choice) types;
    uint32_t n_wrong;
} cspm_chooser;

typedef COSET_VEC(coset_cspm_reason) cspm_reason_list;

/* Completes the choice of a type: a single element cannot move; `try_all` tries all. Takes over the reasons. */
void coset__choose_finish(cspm_chooser *k, coset_cspm_choice *t, bool *moves, cspm_reason_list *reasons, bool try_all);
/* Whether to try elements that the script does not allow, of a type with n elements and this symmetry. */
bool coset__choose_tries(const cspm_chooser *k, uint32_t n, const cspm_symmetry *found);
/* Adds the classes of numbers that the assertion reaches. */
void coset__choose_numbers(cspm_chooser *k);

#endif
