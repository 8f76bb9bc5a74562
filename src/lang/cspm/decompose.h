/* lang/cspm/decompose.h - a process as a system of components.
 *
 * Layer    lang/cspm, internal.
 * Idea     The parallel compositions at the top of a term, and the hidings and renamings around and between them,
 *          become rules over the processes that they compose; each of these is explored by itself and becomes a
 *          component.
 * Ticks    A component that has terminated can perform COSET__OMEGA_EVENT for ever, an event of its own that nobody
 *          sees. The whole can tick when all components can perform it together, and is off afterwards.
 * Source   Gibson-Robinson and Lowe, appendix C.
 */
#ifndef COSET_LANG_CSPM_DECOMPOSE_H
#define COSET_LANG_CSPM_DECOMPOSE_H

#include "lang/cspm/script_int.h"

/* In components, until the number of events is known. */
#define COSET__OMEGA_EVENT (UINT32_MAX - 1)

/* Whether the term has parallel compositions at its top, and they are to be used. */
bool coset__is_composed(const coset_cspm_script *c, uint32_t term);

/* The components and rules of a term; those of a term that is not composed are one leaf. False on failure; `out` is to
 * be freed in any case. */
bool coset__decompose(coset_cspm_script *c, uint32_t term, coset_arena *arena, cspm_system *out);
void coset__system_free(cspm_system *s);

#endif
