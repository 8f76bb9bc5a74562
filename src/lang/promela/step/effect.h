/* lang/promela/step/effect.h - the effects of statements.
 *
 * Layer    lang/promela/step.
 */
#ifndef COSET_LANG_PROMELA_STEP_EFFECT_H
#define COSET_LANG_PROMELA_STEP_EFFECT_H

#include "lang/promela/facts/each.h"
#include "lang/promela/program/pieces.h"

/* effect.c: a basic statement that is no send or receive. */
void coset_pml_effect(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st);

/* ---- each.c ----------------------------------------------------------------------------------------------------- */

/* Executes the first element's statement for each element. Spin's numbers increase evenly because all statements have
 * the same form. */
typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_who *who;
    int64_t lo;       /* the first element */
    uint32_t spacing; /* of the numbers; 0: there is one statement only */
} coset_pml_rolling;

/* A certain statement: its effect and its report; only the report. */
void coset_pml_put_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n);
void coset_pml_say_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n);
/* The loop; the statement is lowered once. */
void coset_pml_roll(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_unrolled *u);
/* In the rule of an open choice: `before` or after the effect of the option's first statement. */
void coset_pml_put_choice(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                          const coset_pml_choice *c, bool before);

/* count.c. The whole loop; `tells`: it also reports the statement that leaves it. */
void coset_pml_count(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_counting *c,
                     bool tells);

/* ---- dstep.c ---------------------------------------------------------------------------------------------------- */

void coset_pml_dstep(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_node *n);
/* The part after the first statement, which is a receive. */
void coset_pml_dstep_rest(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_node *n);

#endif
