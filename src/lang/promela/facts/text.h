/* lang/promela/facts/text.h - local facts about a model's source and its automata.
 *
 * Layer    lang/promela/facts.
 */
#ifndef COSET_LANG_PROMELA_FACTS_TEXT_H
#define COSET_LANG_PROMELA_FACTS_TEXT_H

#include "lang/promela/program/lowerer.h"

/* ---- bounds.c --------------------------------------------------------------------------------------------------- */

void coset_pml_type_bounds(const coset_pml_type *t, bool in_array, int64_t *lo, int64_t *hi);
bool coset_pml_in_array(const coset_pml_expr *place);
/* Bounds of the expression, before and after the result is truncated to 32 bits. */
void coset_pml_raw_bounds(const coset_pml_expr *e, int64_t *lo, int64_t *hi);
void coset_pml_bounds(const coset_pml_expr *e, int64_t *lo, int64_t *hi);
/* The range fits in 32 bits. */
bool coset_pml_fits(int64_t lo, int64_t hi);
/* Its value is 0 or 1. */
bool coset_pml_is_truth(const coset_pml_expr *e);

/* ---- parts.c ---------------------------------------------------------------------------------------------------- */

/* It has a subexpression of that kind. */
bool coset_pml_mentions(const coset_pml_expr *e, coset_pml_op op);
/* The `run` in an expression, in the statement of a transition; or NULL. */
const coset_pml_expr *coset_pml_run_in(const coset_pml_expr *e);
const coset_pml_expr *coset_pml_run_of(const coset_pml_edge *e);
/* The receive that an edge with this node (which may be NULL) begins with, or NULL. */
const coset_pml_stmt *coset_pml_first_receive(const coset_pml_node *n);
/* The variable, or a field of it, has an initial value. */
bool coset_pml_has_value(const coset_pml_var *v);
/* Channels that the variable is initialised with: itself, or only those of `field`. */
uint32_t coset_pml_n_channels(const coset_pml_var *v, const coset_pml_var *field);

/* ---- ways.c ----------------------------------------------------------------------------------------------------- */

/* Marks the control states that can be reached from `from` (itself only by a cycle). */
void coset_pml_reach(const coset_pml_graph *g, uint32_t from, bool *seen);
/* The statement after n; the transition that executes n. */
const coset_pml_node *coset_pml_behind(const coset_pml_node *n);
const coset_pml_edge *coset_pml_edge_of(const coset_pml_edge *list, const coset_pml_node *n);
/* It never blocks, has one effect, and control continues after it. */
bool coset_pml_is_certain(const coset_pml_node *n);
/* The last transition of a certain statement, which is the only one enabled in `at`; NULL if it may be interrupted or
 * is not the same on all paths. */
const coset_pml_edge *coset_pml_last_edge(const coset_pml_graph *g, uint32_t at, const coset_pml_node *n);
/* The last transition of an option of `at` whose statements are certain, or NULL. */
const coset_pml_edge *coset_pml_last_of_option(const coset_pml_graph *g, uint32_t at, const coset_pml_seq *o);

#endif
