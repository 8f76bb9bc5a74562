/* lang/promela/facts/classes.h - which values are elements of scalarsets.
 *
 * Layer    lang/promela/facts.
 */
#ifndef COSET_LANG_PROMELA_FACTS_CLASSES_H
#define COSET_LANG_PROMELA_FACTS_CLASSES_H

#include "lang/promela/program/pieces.h"

/* ---- class.c: values that flow together are of one class, until classes_are_fixed ------------------------------- */

void coset_pml_find_classes(coset_pml_lowerer *l);
uint32_t coset_pml_cell_of(coset_pml_lowerer *l, const void *key, uint32_t part);
coset_pml_shifted coset_pml_top_of(const coset_pml_lowerer *l, coset_pml_shifted v);
void coset_pml_unite(coset_pml_lowerer *l, coset_pml_shifted a, coset_pml_shifted b);
coset_pml_shifted coset_pml_class_value(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e);

/* ---- symm.c: scalarsets ----------------------------------------------------------------------------------------- */

void coset_pml_find_symmetry(coset_pml_lowerer *l);

/* ---- element.c: which values are their elements ----------------------------------------------------------------- */

/* The scalarset of the values of an expression of process p, of an array's index, or of a process's pid; or NULL. */
const coset_ir_type *coset_pml_class_of(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e);
const coset_ir_type *coset_pml_class_of_var(coset_pml_lowerer *l, const coset_pml_var *v);
const coset_ir_type *coset_pml_class_of_index(coset_pml_lowerer *l, const coset_pml_var *v);
const coset_ir_type *coset_pml_class_of_pid(coset_pml_lowerer *l, const coset_pml_proc *p);
/* Of part i of a message in a channel; NULL also if the declaration is not known. */
const coset_ir_type *coset_pml_class_of_part(coset_pml_lowerer *l, const coset_pml_expr *chan, uint32_t i);
/* The scalarset over which a counter iterates; NULL: plain numbers. */
const coset_ir_type *coset_pml_class_of_counter(coset_pml_lowerer *l, const coset_pml_counting *c);
/* 0 is an element among the values of v. */
bool coset_pml_has_elements(coset_pml_lowerer *l, const coset_pml_var *v);

/* Types of values among lo .. hi; NULL if no value can be an element. */
const coset_ir_type *coset_pml_value_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t lo, int64_t hi);
const coset_ir_type *coset_pml_index_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t hi);
/* The same for an optional element: -1 is none. */
const coset_ir_type *coset_pml_offered_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t hi);
const coset_ir_type *coset_pml_part_type(coset_pml_lowerer *l, const coset_pml_chan *c, uint32_t i, int64_t lo,
                                         int64_t hi);
const coset_ir_type *coset_pml_token_type(coset_pml_lowerer *l, const coset_pml_family *f);

#endif
