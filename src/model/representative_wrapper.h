/* model/representative_wrapper.h - a model whose states are representatives.
 *
 * Layer    model.
 * Idea     starts and next emit the representative of each state, with the size of the orbit; everything else is
 *          forwarded to the model. Representatives are computed by a table of functions.
 * Owner    borrows the model; `by` as the table says.
 */
#ifndef COSET_MODEL_REPRESENTATIVE_WRAPPER_H
#define COSET_MODEL_REPRESENTATIVE_WRAPPER_H

#include "model/model.h"

typedef struct {
    /* One for each worker. */
    void *(*scratch_new)(void *by);
    void (*scratch_free)(void *scratch);
    /* The next states are successors of src, which stays unchanged until then; NULL: they have no common source. May be
     * NULL. */
    void (*from)(void *scratch, const coset_value *src);
    /* dst: the representative of `state`. *orbit: states in its orbit, 0 if not known. perm: NULL, or the
     * renaming with dst = permute(perm, state); only if `renames`. */
    void (*represent)(void *scratch, const coset_value *state, coset_value *dst, coset_renaming *perm,
                      coset_count *orbit);
    /* The answer for all of the orbit; NULL: that of the representative. `inner`: a worker of the model itself. */
    coset_eval (*eval)(void *scratch, coset_worker *inner, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault);
    void (*free)(void *by); /* with the model; NULL: `by` is borrowed */
    bool renames;           /* the group consists of renamings, and represent reports them */
} coset_representing;

coset_model *coset_represented_new(const coset_model *m, const coset_representing *how, void *by);
/* The worker of the inner model that computes the steps of this one. */
coset_worker *coset_represented_inner(const coset_worker *w);
/* `by` of such a model. */
const void *coset_represented_by(const coset_model *m);

#endif
