/* detect/use/minimal.h - one representative for each orbit of a group of literal permutations.
 *
 * Layer    detect.
 * Idea     `types`: symmetric types inside the group, and the cosets of the subgroup that they generate
 *          (reps_by_types.h, reps_by_text.h). `elements`: all elements of a small group are tried. `label`: canonical
 *          labelling of a graph (label.h). All three are exact, and compute the size of the orbit; but if there are too
 *          many cosets for `types`, those of generators are tried while the state becomes less. `local`: generators and
 *          their inverses are applied while the state becomes less. A representative is in the orbit, but an orbit may
 *          have several; its size is not known.
 * Source   local search: A. F. Donaldson, A. Miller, On the constructive orbit problem, 2009.
 * Threads  a coset_minimal is constant and shared; a scratch belongs to one thread.
 */
#ifndef COSET_DETECT_USE_MINIMAL_H
#define COSET_DETECT_USE_MINIMAL_H

#include "detect/extract/detected.h"

typedef struct coset_minimal coset_minimal;
typedef struct coset_minimal_scratch coset_minimal_scratch;

typedef enum {
    COSET_MINIMAL_BEST, /* the exact one that costs least on the given states; local if there is none */
    COSET_MINIMAL_TYPES,
    COSET_MINIMAL_ELEMENTS,
    COSET_MINIMAL_LABEL,
    COSET_MINIMAL_LOCAL
} coset_minimal_way;

/* `d` must outlive the result. `states`: n_states of them, one after the other, to estimate the cost of a
 * representative. The choice depends only on them, not on the machine, unless the limit of `d` is reached: then the
 * result must not be used. NULL if that method does not support the group. */
coset_minimal *coset_minimal_new(const coset_detected *d, coset_minimal_way way, uint32_t n_states,
                                 const coset_value *states);
void coset_minimal_free(coset_minimal *c);
/* For scratches made from now on: at that time (0 = never), and once the limit's `stop` is set, each state represents
 * itself, whatever operation runs. That is sound, and the search is over then. */
void coset_minimal_until(coset_minimal *c, double until);
const coset_detected *coset_minimal_detected(const coset_minimal *c);
bool coset_minimal_exact(const coset_minimal *c);
/* For invariants the group preserves only whether they hold. */
bool coset_minimal_truth(const coset_minimal *c);
/* "types", "elements", "label", "local" */
const char *coset_minimal_name(const coset_minimal *c);
/* Estimated nanoseconds per representative; counted, not measured, so it is deterministic. */
uint64_t coset_minimal_cost(const coset_minimal *c);

coset_minimal_scratch *coset_minimal_scratch_new(const coset_minimal *c);
void coset_minimal_scratch_free(coset_minimal_scratch *s);

/* Out dst (does not overlap src); perm: NULL, or images of literals with dst = perm applied to src; orbit: NULL, or the
 * size of the orbit, 0 if it is not known. */
void coset_minimal_apply(coset_minimal_scratch *s, const coset_value *src, coset_value *dst, coset_point *perm,
                         coset_count *orbit);
/* A state had a value without a literal, which is a bug in coset: from then on states represent themselves. */
bool coset_minimal_lost(const coset_minimal_scratch *s);

#endif
