/* lang/cspm/formula.h - LTL formulas about the events of a process.
 *
 * Layer    lang/cspm (sees base, omega).
 * Idea     A condition is a set of events in the script's syntax: one of them happens, or is offered. A name, with
 *          dots, stands for all events that begin with it. `tick` is termination; `stopped` holds if nothing visible
 *          follows.
 * Owner    the arena; formulas belong to the pool.
 */
#ifndef COSET_LANG_CSPM_FORMULA_H
#define COSET_LANG_CSPM_FORMULA_H

#include "base/mem.h"
#include "base/text.h"
#include "omega/formula.h"

typedef enum { COSET_CSPM_HAPPENS, COSET_CSPM_OFFERED, COSET_CSPM_STOPPED } coset_cspm_atom_kind;

typedef struct {
    coset_cspm_atom_kind kind;
    const char *set; /* an expression of the script; NULL: tick alone, or STOPPED */
} coset_cspm_atom;

typedef struct {
    const char *text;
    coset_pos pos;
    const coset_ltl *must; /* over atoms */
    uint32_t n_atoms;
    coset_cspm_atom atoms[COSET_LTL_ATOMS];
} coset_cspm_formula;

/* Errors: COSET_INPUT with messages in `text`. */
coset_status coset_cspm_read_formula(coset_text *text, uint16_t file, coset_ltls *pool, coset_arena *arena,
                                     coset_cspm_formula *out, coset_err *err) COSET_NODISCARD;

#endif
