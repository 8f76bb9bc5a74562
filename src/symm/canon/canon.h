/* symm/canon/canon.h - canonicalisers: one representative for each orbit.
 *
 * Layer    symm.
 * Idea     a table of strategies behind one function type. Exact: all states of an orbit get the same
 *          representative. Approximate: a representative is in the orbit, but an orbit may have several (sound,
 *          less reduction, no orbit counts).
 * Threads  a coset_canon is constant and shared; a coset_canon_scratch belongs to one thread.
 * Source   full, sorted, segmented: Bosnacki's thesis ch. 6 (with the inverse where it is needed);
 *          refine: Gibson-Robinson and Lowe 7.1-7.2; search: refine, then individualisation of the elements that
 *          refinement leaves together; label: canonical labelling by nauty.
 */
#ifndef COSET_SYMM_CANON_CANON_H
#define COSET_SYMM_CANON_CANON_H

#include "symm/group/group.h"

typedef struct coset_canon coset_canon;
typedef struct coset_canon_scratch coset_canon_scratch;

typedef struct {
    const char *name; /* "full", "sorted", "segmented", "pc-sorted", "pc-segmented", "refine", "search", "label" */
    bool exact;
    const char *summary; /* one line for --help */
} coset_strategy;

/* The table, for --help and for tests that try all. */
const coset_strategy *coset_strategies(uint32_t *n);

/* Prepares `strategy` for model and group; both must outlive it. Errors: COSET_USAGE unknown name (err names the
 * nearest); COSET_UNSUPPORTED if the strategy cannot handle this model (err says why; for example `full` with a group
 * of more than 10^7 elements). */
coset_status coset_canon_new(const coset_model *m, const coset_symgroup *g, const char *strategy, coset_canon **out,
                             coset_err *err) COSET_NODISCARD;
void coset_canon_free(coset_canon *c);
/* Compiles machine code for renaming once a thread has moved `after` states; that thread compiles it. 0: after as many
 * states as make it pay, concurrently with the search. Without LLVM nothing changes. Call at most once, before any
 * scratch is made. */
void coset_canon_use_native(coset_canon *c, uint64_t after);
/* As coset_native_leave, for the code that renames; c may be NULL. */
bool coset_canon_leave(const coset_canon *c);
const coset_strategy *coset_canon_strategy(const coset_canon *c);
const coset_symgroup *coset_canon_group(const coset_canon *c);

coset_canon_scratch *coset_canon_scratch_new(const coset_canon *c);
void coset_canon_scratch_free(coset_canon_scratch *s);

/* The next states are successors of src, which must stay unchanged until then; NULL: of no common state. Only speeds
 * things up. */
void coset_canon_from(coset_canon_scratch *s, const coset_value *src);
/* Representative of `src`.
 * Out      dst (does not overlap src): the representative.
 *          perm: NULL, or coset_symmetry_points() images such that dst = permute(perm, src).
 *          orbit: NULL, or the number of states in the orbit; 0 if the strategy does not compute it. */
void coset_canon_apply(coset_canon_scratch *s, const coset_value *src, coset_value *dst, coset_renaming *perm,
                       coset_count *orbit);

#endif
