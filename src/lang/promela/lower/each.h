/* lang/promela/lower/each.h - what is written once for each element of a scalarset.
 *
 * Layer    lang/promela/lower; only for each.c, choice.c and count.c.
 */
#ifndef COSET_LANG_PROMELA_LOWER_EACH_H
#define COSET_LANG_PROMELA_LOWER_EACH_H

#include "lang/promela/lower/lower.h"

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

#endif
