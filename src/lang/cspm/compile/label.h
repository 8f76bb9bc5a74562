/* lang/cspm/compile/label.h - labels of states, events and components.
 *
 * Layer    lang/cspm, internal.
 * Idea     A label is the structure of a term or value without the constants of the symmetric types: the rest is the
 *          control. In ordered parts (fields, tuples, sequences, names of a piece of script) the constants are the ends
 *          of one edge; each member of a set, a map, a choice or a parallel composition has its own edge. Whether a
 *          number is an element depends on the type of its place: that of the channel's or constructor's field, or of
 *          the name in the script. Labels are hints (lts/super_symm.h verifies the guesses it derives from them), so
 *          the rare forms that they cannot distinguish, sets inside sets, do no harm.
 * Source   Gibson-Robinson and Lowe, section 5.
 */
#ifndef COSET_LANG_CSPM_COMPILE_LABEL_H
#define COSET_LANG_CSPM_COMPILE_LABEL_H

#include "lang/cspm/compile/choose.h"
#include "lang/cspm/proc/proc.h"
#include "model/model.h"

/* The types whose elements may be permuted. */
typedef struct {
    uint32_t n;
    const coset_cspm_choice *const *types;
} cspm_label_types;

/* The shapes for a system. Owner: arena. */
const coset_symtype *coset__label_symtypes(const cspm_label_types *types, coset_arena *arena);

coset_label coset__label_event(cspm_procs *ps, const cspm_label_types *types, uint32_t event, coset_arena *arena);
/* False if the term gives no information about its states (it was compressed). */
bool coset__label_term(cspm_procs *ps, const cspm_label_types *types, uint32_t term, coset_arena *arena,
                       coset_label *out);

#endif
