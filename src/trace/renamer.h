/* trace/renamer.h - interface to reductions for lifting paths.
 *
 * Layer    trace, private.
 * Idea     one interface for a canonicaliser, an action (trace.h) and no reduction. The reduction may have been made
 *          for a model with fewer slots, of which this one is a product; further slots are unchanged.
 */
#ifndef COSET_TRACE_RENAMER_H
#define COSET_TRACE_RENAMER_H

#include "trace/trace.h"

typedef struct {
    const coset_model *m;
    const coset_trace_action *action;
    void *scratch;              /* of the action */
    coset_canon_scratch *canon; /* NULL: no reduction, or by the action */
    uint32_t n_points;          /* of a permutation */
} coset__renamer;

void coset__renamer_init(coset__renamer *r, const coset_model *m, const coset_trace_reduction *how);
void coset__renamer_fini(coset__renamer *r);
void coset__renamer_identity(const coset__renamer *r, coset_renaming *perm);
/* The representative of src, and the permutation with dst = perm applied to src. */
void coset__renamer_represent(const coset__renamer *r, const coset_value *src, coset_value *dst, coset_renaming *perm);
void coset__renamer_apply(const coset__renamer *r, const coset_renaming *perm, const coset_value *src,
                          coset_value *dst);
/* out = a after b; out overlaps neither. */
void coset__renamer_compose(const coset__renamer *r, const coset_renaming *a, const coset_renaming *b,
                            coset_renaming *out);
void coset__renamer_invert(const coset__renamer *r, const coset_renaming *perm, coset_renaming *out);

#endif
