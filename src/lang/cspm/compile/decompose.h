/* lang/cspm/compile/decompose.h - a process as a system of components.
 *
 * Layer    lang/cspm, internal.
 * Idea     A parallel composition becomes rules over the processes that it composes, and so do the operators around
 *          it. A process without parallel composition is explored and becomes a component (decompose_int.h).
 * Ticks    A terminated component can perform COSET__OMEGA_EVENT forever, a local, invisible event. A composition can
 *          tick when all its components can perform it together. Afterwards the whole system is off.
 * Source   Gibson-Robinson and Lowe, appendix C.
 */
#ifndef COSET_LANG_CSPM_COMPILE_DECOMPOSE_H
#define COSET_LANG_CSPM_COMPILE_DECOMPOSE_H

#include "lang/cspm/compile/script_int.h"

/* In components, until the number of events is known: the event of a terminated process, and local events,
 * COSET__LOCAL_EVENT + 0, 1, .. */
#define COSET__OMEGA_EVENT (UINT32_MAX - 1)
#define COSET__LOCAL_EVENT (UINT32_C(1) << 31)

/* Whether the term has parallel compositions at its top, and is to be decomposed. */
bool coset__is_parallel(const coset_cspm_script *c, uint32_t term);

typedef struct {
    coset_arena *arena; /* of the result */
    bool collect;       /* the caller holds no values of the evaluator */
    bool labelled;      /* store the term of each state of a leaf */
} cspm_decomposing;

/* The components and rules of a term; one component if there are no parallel compositions. False on failure; `out` has
 * to be freed in any case. */
bool coset__decompose(coset_cspm_script *c, uint32_t term, const cspm_decomposing *how, cspm_system *out);
void coset__system_free(cspm_system *s);

#endif
