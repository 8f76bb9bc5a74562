/* lang/promela/facts/loops.h - loops with counted iterations.
 *
 * Layer    lang/promela/facts.
 */
#ifndef COSET_LANG_PROMELA_FACTS_LOOPS_H
#define COSET_LANG_PROMELA_FACTS_LOOPS_H

#include "lang/promela/facts/text.h"

/* loop.c. Upper bound on how often one process executes this transition from control state `from`; 0: none found. */
uint32_t coset_pml_most_rounds(const coset_pml_graph *g, uint32_t from, const coset_pml_edge *run);

/* count.c. Finds counting loops, before classes are computed: their counters have a separate class in each loop. */
void coset_pml_find_countings(coset_pml_lowerer *l);
/* That of a `do`, or NULL. */
const coset_pml_counting *coset_pml_counting_at(const coset_pml_lowerer *l, const coset_pml_stmt *loop);
/* The node adds 1 to the variable. */
bool coset_pml_is_increment(const coset_pml_node *n, const coset_pml_var *v);
/* The condition at the beginning of an option, or NULL. */
const coset_pml_expr *coset_pml_guard_of(const coset_pml_seq *o);

#endif
