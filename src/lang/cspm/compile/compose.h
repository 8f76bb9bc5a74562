/* lang/cspm/compile/compose.h - a process made explicit from its components.
 *
 * Layer    lang/cspm, internal.
 * Idea     To compute the steps of a parallel composition as a term takes a thousand times as long as to combine the
 *          steps of its parts. So a process that has to be explicit (a specification, the operand of a compression or
 *          of priorities) is decomposed like a system, and its states are those of the system.
 */
#ifndef COSET_LANG_CSPM_COMPILE_COMPOSE_H
#define COSET_LANG_CSPM_COMPILE_COMPOSE_H

#include "lang/cspm/compile/decompose.h"

/* Local events of components are numbered from n on, after the others. */
void coset__system_number(cspm_system *y, uint32_t n);
/* Assigns each component its leaf, modulo strong bisimulation except with COSET_CSPM_EXPLICIT. */
coset_status coset__system_leaves(const coset_cspm_script *c, cspm_system *y, coset_err *err) COSET_NODISCARD;
/* All states of a system with numbered events, under an order of TERM_PRIORITISE or COSET__PROC_NONE. */
coset_status coset__system_explicate(const coset_cspm_script *c, cspm_system *y, uint32_t order, coset_lts **out,
                                     coset_err *err) COSET_NODISCARD;

/* A cspm_composer (proc.h), whose ctx is the script: all states of a parallel process, or of one under a priority; NULL
 * for any other process. False if the evaluator failed. */
bool coset__compose(void *ctx, uint32_t term, bool collect, coset_lts **out);

#endif
