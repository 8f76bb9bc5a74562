/* lang/cspm/compile/decompose.h - a process as a system of components.
 *
 * Layer    lang/cspm, internal.
 * Idea     A parallel composition becomes rules over the processes that it composes, and so do the operators around
 *          it; what has no parallel composition in it is explored and becomes a component (decompose_int.h).
 * Ticks    A component that has terminated can perform COSET__OMEGA_EVENT for ever, an event of its own that nobody
 *          sees. A composition can tick when all its components can perform it together. The whole is off afterwards.
 * Source   Gibson-Robinson and Lowe, appendix C.
 */
#ifndef COSET_LANG_CSPM_COMPILE_DECOMPOSE_H
#define COSET_LANG_CSPM_COMPILE_DECOMPOSE_H

#include "lang/cspm/compile/script_int.h"

/* In components, until the number of events is known: what a process that has terminated does, and events that are
 * their own, COSET__LOCAL_EVENT + 0, 1, .. */
#define COSET__OMEGA_EVENT (UINT32_MAX - 1)
#define COSET__LOCAL_EVENT (UINT32_C(1) << 31)

/* Whether the term has parallel compositions at its top, and they are to be used. */
bool coset__is_parallel(const coset_cspm_script *c, uint32_t term);

typedef struct {
    coset_arena *arena; /* of what is given */
    bool collect;       /* the caller has no values of the evaluator in its hands */
    bool labelled;      /* states of leaves have to be known as terms */
} cspm_decomposing;

/* The components and rules of a term; one component where there are no parallel compositions. False on failure; `out`
 * is to be freed in any case. */
bool coset__decompose(coset_cspm_script *c, uint32_t term, const cspm_decomposing *how, cspm_system *out);
void coset__system_free(cspm_system *s);

#endif
