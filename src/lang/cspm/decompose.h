/* lang/cspm/decompose.h - a process as a system of components.
 *
 * Layer    lang/cspm, internal.
 * Idea     The parallel compositions at the top of a term, and the hidings and renamings around and between them,
 * become rules over the processes that they compose; each of these is explored by itself and becomes a component. Ticks
 * A component that has terminated can perform COSET__OMEGA_EVENT for ever, an event of its own that nobody sees. The
 * whole can tick when all components can perform it together, and is off afterwards. Source   Gibson-Robinson and Lowe,
 * appendix C.
 */
#ifndef COSET_LANG_CSPM_DECOMPOSE_H
#define COSET_LANG_CSPM_DECOMPOSE_H

#include "lang/cspm/script_int.h"

/* In components, until the number of events is known. */
#define COSET__OMEGA_EVENT (UINT32_MAX - 1)

/* Fills leaves, components and rules of k->shown.impl. False on failure. */
bool coset__decompose(coset_cspm_script *c, cspm_compiled *k);

#endif
