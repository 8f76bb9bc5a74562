/* lang/promela/step/effect.h - what statements do.
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

/* The statement of the first element, done for each. Spin's numbers go up evenly, for all statements are alike. */
typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_who *who;
    int64_t lo;       /* the first element */
    uint32_t spacing; /* of the numbers; 0: there is one statement only */
} coset_pml_rolling;

/* A certain statement: its effect and what it says; only that. */
void coset_pml_put_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n);
void coset_pml_say_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n);
/* The loop; the statement is lowered once. */
void coset_pml_roll(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_unrolled *u);
/* In the rule of an open choice: `before` the effect of the option's first statement, or behind it. */
void coset_pml_put_choice(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                          const coset_pml_choice *c, bool before);

/* count.c. The loop as a whole; `tells`: it says how it is left. */
void coset_pml_count(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_counting *c,
                     bool tells);

/* ---- dstep.c ---------------------------------------------------------------------------------------------------- */

void coset_pml_dstep(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_node *n);
/* What follows the first statement, which is a receive. */
void coset_pml_dstep_rest(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_node *n);

#endif
