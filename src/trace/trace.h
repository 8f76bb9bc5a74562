/* trace/trace.h - counterexamples as runs of the unreduced model.
 *
 * Layer    trace (sees base, alg, model, symm, engine).
 * Idea     a path of representatives is lifted step by step: with c = g(r) the concrete state of representative r, the
 *          step r -> t with representative p(t) becomes c -> g(t), and the next g is g after the inverse of p. The lifted run is
 *          then replayed on the unreduced model, independently of the search, before anyone sees it.
 */
#ifndef COSET_TRACE_TRACE_H
#define COSET_TRACE_TRACE_H

#include "engine/engine.h"
#include "symm/canon.h"

typedef struct {
    uint32_t group;
    uint64_t instance;
} coset_step;

typedef struct {
    uint32_t n_states;         /* may be 0 where a start rule faults */
    const coset_value *states; /* n_states * n_slots of the unreduced model */
    const coset_step *steps;   /* steps[i] leads to state i (steps[0] is a start rule); where has_fault, one more */
    bool has_fault;
    coset_fault fault;
    uint32_t prop;             /* what it shows */
    uint32_t instance;         /* of an indexed property */
} coset_trace;

/* Lifts a path found by an engine on the quotient by `c` (NULL: on the model itself) and makes prop's violation true
 * at its end: for a property that is not symmetric the last state is an image on which it fails.
 * Errors: COSET_LIMIT never; a path that cannot be lifted is our bug (COSET_INVARIANT). Owner: arena. */
const coset_trace *coset_trace_lift(const coset_model *m, const coset_canon *c, const coset_path *path, uint32_t prop,
                                    uint32_t instance, coset_arena *arena);

/* Runs the trace again on the unreduced model: every step exists and leads to the stated state, and the end shows what
 * it is said to show (false invariant, fault, no step out, cover hit). Liveness: the run exists (that the good state
 * cannot be reached from its end is the engine's word).
 * Errors: COSET_INPUT with the first step that differs. */
coset_status coset_trace_replay(const coset_model *m, const coset_trace *t, coset_deadlock deadlock,
                                coset_err *err) COSET_NODISCARD;

#endif
