/* lang/promela/program/pieces.h - small pieces of the program: types, expressions, places, statements.
 *
 * Layer    lang/promela/program.
 */
#ifndef COSET_LANG_PROMELA_PROGRAM_PIECES_H
#define COSET_LANG_PROMELA_PROGRAM_PIECES_H

#include "lang/promela/program/lowerer.h"

void coset_pml_unsupported(coset_pml_lowerer *l, coset_pos pos, uint32_t len, const char *what);
uint32_t coset_pml_ir_slots(coset_pml_lowerer *l, uint32_t n);
const coset_ir_type *coset_pml_ir_range(coset_pml_lowerer *l, int64_t lo, int64_t hi);
coset_ir_expr *coset_pml_ir_make(coset_pml_lowerer *l, coset_ir_op op, coset_pos pos);
const coset_ir_expr *coset_pml_ir_number(coset_pml_lowerer *l, int64_t v, coset_pos pos);
const coset_ir_expr *coset_pml_ir_load(coset_pml_lowerer *l, const coset_ir_place *p);
const coset_ir_expr *coset_pml_ir_binary(coset_pml_lowerer *l, coset_ir_op op, const coset_ir_expr *a,
                                         const coset_ir_expr *b);
const coset_ir_expr *coset_pml_ir_plus(coset_pml_lowerer *l, const coset_ir_expr *a, int64_t by);
const coset_ir_expr *coset_pml_ir_negated(coset_pml_lowerer *l, const coset_ir_expr *a);
/* NULL is true in these two. */
const coset_ir_expr *coset_pml_ir_both(coset_pml_lowerer *l, const coset_ir_expr *a, const coset_ir_expr *b);
const coset_ir_expr *coset_pml_ir_choice(coset_pml_lowerer *l, const coset_ir_expr *when, const coset_ir_expr *a,
                                         const coset_ir_expr *b);
const coset_ir_expr *coset_pml_ir_equal(coset_pml_lowerer *l, const coset_ir_place *p, int64_t v);
coset_ir_place *coset_pml_ir_place(coset_pml_lowerer *l, coset_ir_base base, uint32_t offset, const coset_ir_type *t,
                                   const char *name, coset_pos pos);
/* A place inside another: an element of an array, a field of a record. */
const coset_ir_place *coset_pml_ir_element(coset_pml_lowerer *l, const coset_ir_place *p, const coset_ir_expr *index);
const coset_ir_place *coset_pml_ir_field(coset_pml_lowerer *l, const coset_ir_place *p, uint32_t field);
/* A new local variable. */
const coset_ir_place *coset_pml_ir_local(coset_pml_lowerer *l, const coset_ir_type *t, const char *name, coset_pos pos);
void coset_pml_ir_assign(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_place *to, const coset_ir_expr *e);
/* Sets all slots of the place to 0. */
void coset_pml_ir_zero(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_place *p);
/* A statement that fails. */
void coset_pml_ir_fail(coset_pml_lowerer *l, coset_ir_list *list, const char *what, coset_pos pos);
uint32_t coset_pml_ir_assertion(coset_pml_lowerer *l, const char *name, coset_pos pos);
/* A process of a family, to be bound by an EXISTS; if the family has only one, that one. */
typedef struct {
    const coset_ir_binder *binder;
    coset_pml_who who;
} coset_pml_some;
coset_pml_some coset_pml_ir_some(coset_pml_lowerer *l, const coset_pml_family *f, bool timeout, coset_pos pos);
/* `what`, a condition on it, holds for one of them. */
const coset_ir_expr *coset_pml_ir_exists(coset_pml_lowerer *l, const coset_pml_some *some, const coset_ir_expr *what);

#endif
