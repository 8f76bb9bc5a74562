/* trace/rename.h - names in a run by order of appearance.
 *
 * Layer    trace.
 * Idea     a run and its image under a symmetry are equivalent; the image is shown in which elements appear in their
 *          order: the first to take part is the first of its type.
 */
#ifndef COSET_TRACE_RENAME_H
#define COSET_TRACE_RENAME_H

#include "symm/group/group.h"

/* Replaces the n_states consecutive states by their images under one renaming of `g`. */
void coset_rename_by_appearance(const coset_model *m, const coset_symgroup *g, coset_value *states, uint32_t n_states);

#endif
