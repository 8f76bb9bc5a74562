/* detect/explain/name.h - names of detected groups.
 *
 * Layer    detect.
 * Idea     generators that move nothing in common commute, so the group is the product of the groups that they generate
 *          separately. Such a part gets a name if one of its actions on slots, literals or blocks of them determines it
 *          (alg/permaction.h); else it is decomposed as a direct product (alg/permfactor.h). Every name is proved; a
 *          group without a name is described by its order.
 */
#ifndef COSET_DETECT_EXPLAIN_NAME_H
#define COSET_DETECT_EXPLAIN_NAME_H

#include "detect/extract/detected.h"

typedef struct {
    const char *name;  /* "S4", "C6", "D5", "hypercube 3", "S2 wr S3", "group of order 18" */
    const char *order; /* decimal */
    const char *on;    /* variables that it moves, "pc, q, turn" */
} coset_detect_factor;

/* Owner: arena. */
void coset_detect_factors(const coset_model *m, const coset_detected *d, coset_arena *arena, uint32_t *n,
                          const coset_detect_factor **factors);
/* "S4 on pc, q; C2 on label" */
const char *coset_detect_group_text(const coset_model *m, const coset_detected *d, coset_arena *arena);
/* A generator as cycles of slots ("(pc[1] pc[2])"), and of values where they change ("turn[0]: 1 -> 2"), cut at about
 * `most` bytes. */
const char *coset_detect_generator_text(const coset_model *m, const coset_detected *d, uint32_t generator, size_t most,
                                        coset_arena *arena);

#endif
