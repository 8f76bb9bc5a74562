/* trace/trace.h - counterexamples as runs of the unreduced model.
 *
 * Layer    trace (sees base, alg, model, symm, engine).
 * Idea     a path of representatives is lifted from its end: the last state is the one on which the property was
 *          evaluated; with c' = g'(r') the concrete state of representative r' and r' = p(t) for a successor t of the
 *          representative r before it, the concrete state before is c = g(r) with g = g' after p. So only the steps
 *          must be closed under the group; if the start states are not, the run is renamed to begin in one. The run is
 *          then replayed on the unreduced model, independently of the search, before it is shown.
 */
#ifndef COSET_TRACE_TRACE_H
#define COSET_TRACE_TRACE_H

#include "engine/engine.h"
#include "symm/canon/canon.h"

/* How a fair loop treats an index of fairness. */
typedef struct {
    uint32_t family, index;
    bool moves;       /* in step `step`; else it is not enabled before that step, and never moves */
    uint32_t step;    /* UINT32_MAX: enabled all the time and never moves, which is not fair */
    const char *name; /* for people */
} coset_trace_fate;

typedef struct {
    uint32_t n_states;         /* may be 0 if a start rule faults */
    const coset_value *states; /* n_states * n_slots of the unreduced model */
    const coset_step *steps;   /* steps[i] leads to state i (steps[0] is a start rule); has_fault, has_loop: one more */
    bool has_fault;
    coset_fault fault;
    bool has_loop; /* the last step leads back to state `loop`; the loop's steps are silent, if required */
    uint32_t loop;
    bool stays;                 /* the last state has no step: the run stays there forever */
    uint32_t prop;              /* that it violates */
    uint32_t instance;          /* of an indexed property */
    const char *const *outputs; /* what each step prints, entries or all NULL: nothing */
    uint32_t n_fates;
    const coset_trace_fate *fates; /* of a loop that is fair */
} coset_trace;

/* For this property (or none, COSET_NO_PROP) a loop shows divergence: all its steps are silent. */
static inline bool coset_loops_are_silent(const coset_model *m, uint32_t prop)
{
    return prop == COSET_NO_PROP ||
           (m->props[prop].kind != COSET_PROP_FORMULA && m->props[prop].kind != COSET_PROP_ACCEPTANCE);
}

/* A group that is not a product over symmetric types: its permutations move `n_points` points. */
typedef struct {
    const void *of; /* context of all functions */
    uint32_t n_points;
    void *(*scratch_new)(const void *of);
    void (*scratch_free)(void *scratch);
    /* Representative of a state, and the permutation with dst = perm applied to src. */
    void (*represent)(void *scratch, const coset_value *src, coset_value *dst, uint32_t *perm);
    void (*permute)(const void *of, const uint32_t *perm, const coset_value *src, coset_value *dst);
    /* For a model with families: the image of an index, given `families`. */
    uint32_t (*family_image)(const void *families, uint32_t family, const uint32_t *perm, uint32_t index);
    const void *families;
} coset_trace_action;

/* How the searched model was made from the model. */
typedef struct {
    const coset_canon *canon;                 /* NULL: it is the model itself */
    const coset_symgroup *group;              /* of canon */
    const coset_symgroup *starts;             /* the part of it that preserves the start states; NULL: all of it */
    const coset_symgroup *const *prop_groups; /* as given to coset_quotient_new; may be NULL */
    const coset_model *numbered;              /* whose steps number the edges of a path; NULL: the model's */
    const coset_trace_action *action;         /* instead of canon and groups; all properties are symmetric. Or NULL */
} coset_trace_reduction;

/* Converts a path of a symbolic search, whose states represent their orbits, to a path of representatives. Owner:
 * arena. */
const coset_path *coset_trace_canonical(const coset_model *m, const coset_trace_reduction *r, const coset_path *path,
                                        coset_arena *arena);

/* Lifts a path found by an engine on the quotient described by `r` (NULL: on the model itself). For a property that is
 * not symmetric the last state is an image on which it fails. If several steps lead from one state to the next, the
 * first one is named. A path with edges is lifted from its start, by those edges, and the canonicaliser of `r` may be
 * of a model of which this one is a product: it has the same symmetric types, and more slots after those of that model.
 * Errors: a path that cannot be lifted is our bug (COSET_INVARIANT). Owner: arena. Cost: successors of each state on
 * the path, twice, once with canonicalisation. */
const coset_trace *coset_trace_lift(const coset_model *m, const coset_trace_reduction *r, const coset_path *path,
                                    uint32_t prop, uint32_t instance, coset_arena *arena);

/* Runs the trace again on the unreduced model: every step exists and leads to the stated state, no state violates an
 * assumption, and the end shows the stated violation (false invariant, fault, no step out, cover hit). Liveness: the
 * run exists and its end does not satisfy the property (only the engine verified that no state that does is reachable
 * from there). Acceptance: the loop has edges of all sets and satisfies all families. A property number of
 * COSET_NO_PROP: the run shows nothing. Errors: COSET_INPUT with the first step that differs. */
coset_status coset_trace_replay(const coset_model *m, const coset_trace *t, coset_deadlock deadlock,
                                coset_err *err) COSET_NODISCARD;

#endif
