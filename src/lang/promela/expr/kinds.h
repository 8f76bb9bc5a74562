/* lang/promela/expr/kinds.h - the more complex kinds of expressions.
 *
 * Layer    lang/promela/expr.
 */
#ifndef COSET_LANG_PROMELA_EXPR_KINDS_H
#define COSET_LANG_PROMELA_EXPR_KINDS_H

#include "lang/promela/expr/value.h"
#include "lang/promela/facts/each.h"
#include "lang/promela/facts/processes.h"

/* ---- quantify.c: expressions that are repeated for each element of a scalarset ---------------------------------- */

/* If parts[0], parts[1], .. are the same expression for each element of a scalarset: one quantifier, and the number of
 * parts that it replaces. Else NULL. */
const coset_ir_expr *coset_pml_for_each(coset_pml_lowerer *l, const coset_pml_who *who, bool all,
                                        const coset_pml_expr *const *parts, uint32_t n, uint32_t *used);
/* If they are the addends of a sum, of global variables: a call of a function that adds them up. Else NULL. */
#define COSET_PML_MOST_ADDEND 65536
const coset_ir_expr *coset_pml_sum_each(coset_pml_lowerer *l, const coset_pml_who *who,
                                        const coset_pml_expr *const *parts, uint32_t n);
/* A variable over s, which replaces the holes from now on. */
const coset_ir_binder *coset_pml_fill(coset_pml_lowerer *l, const coset_ir_type *s, coset_pos pos);
/* Between these two calls the first option represents the one of the binder's element. */
const coset_ir_binder *coset_pml_open_choice(coset_pml_lowerer *l, const coset_pml_family *f,
                                             const coset_pml_choice *c);
void coset_pml_close_choice(coset_pml_lowerer *l);

/* ---- remote.c: references to another process -------------------------------------------------------------------- */

/* P[pid]@label, P[pid]:variable, and both without a pid. */
const coset_ir_expr *coset_pml_lower_remote(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* A number is the pid of a process of the family. */
const coset_ir_expr *coset_pml_is_in_family(coset_pml_lowerer *l, const coset_pml_who *who);
/* Some process is in a control state with that mark. */
const coset_ir_expr *coset_pml_some_at(coset_pml_lowerer *l, coset_pml_mark mark, coset_pos pos);

/* ---- others.c: queries about other processes -------------------------------------------------------------------- */

/* enabled, pc_value, get_priority. */
const coset_ir_expr *coset_pml_lower_other(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
const coset_ir_expr *coset_pml_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
const coset_ir_place *coset_pml_priority_place(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
/* The number is one of the family, and this process exists. */
const coset_ir_expr *coset_pml_is_there(coset_pml_lowerer *l, coset_pml_who *other, coset_pos pos);
/* Calls functions that are defined later, when statements can be lowered. */
const coset_ir_expr *coset_pml_may_move(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
/* No process of a higher priority is enabled; NULL: always true. */
const coset_ir_expr *coset_pml_is_first(coset_pml_lowerer *l, const coset_pml_who *who);

#endif
