/* lang/cspm/compile/compose.h - a process made explicit from its components.
 *
 * Layer    lang/cspm, internal.
 * Idea     to work out the steps of each state of a parallel composition as a term takes a thousand times as long as to
 *          combine the steps of its parts. So what has to be explicit (a specification, what a compression is applied
 * to, what priorities are put on) is decomposed like a system, and its states are those of the system.
 */
#ifndef COSET_LANG_CSPM_COMPILE_COMPOSE_H
#define COSET_LANG_CSPM_COMPILE_COMPOSE_H

#include "lang/cspm/compile/decompose.h"

/* Events that components keep for themselves get numbers from n on, beyond the others. */
void coset__system_number(cspm_system *y, uint32_t n);
/* Each component gets its leaf, modulo strong bisimulation unless all is explored as one. */
coset_status coset__system_leaves(const coset_cspm_script *c, cspm_system *y, coset_err *err) COSET_NODISCARD;
/* All states of a system with numbered events, under an order of TERM_PRIORITISE or COSET__PROC_NONE. */
coset_status coset__system_explicate(const coset_cspm_script *c, cspm_system *y, uint32_t order, coset_lts **out,
                                     coset_err *err) COSET_NODISCARD;

/* A cspm_composer (proc.h), whose ctx is the script: all states of a parallel process, or of one under a priority; NULL
 * for any other process. False on failure, as of the evaluator. */
bool coset__compose(void *ctx, uint32_t term, bool collect, coset_lts **out);

#endif
