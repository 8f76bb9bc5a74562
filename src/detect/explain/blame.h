/* detect/explain/blame.h - the quantifiers that cause a loss of symmetry.
 *
 * Layer    detect.
 * Idea     a property that costs symmetry is decomposed at its connectives. The parts whose value differs between some
 *          valuation and its image are responsible, and their quantifiers are reported.
 *          Valuations are states of random runs in which slots hold any of their values, as for the graph of detection.
 * Owner    the arena given.
 */
#ifndef COSET_DETECT_EXPLAIN_BLAME_H
#define COSET_DETECT_EXPLAIN_BLAME_H

#include "detect/extract/detected.h"
#include "ir/ir.h"

typedef struct {
    const char *word; /* "forall", "exists", "for", "parameter" */
    const char *name; /* of the variable */
    coset_pos pos;
} coset_detect_binding;

typedef struct {
    uint32_t n;
    const coset_detect_binding *at; /* outer ones first */
} coset_detect_bindings;

/* The bindings around the expression or statement at a source position, and its own. */
coset_detect_bindings coset_detect_bindings_at(const coset_ir *ir, coset_pos pos, coset_arena *arena);

/* The bindings of the parts of a property whose value generators of `d` change; all bindings if no valuation shows it.
 */
coset_detect_bindings coset_detect_blame(const coset_model *m, const coset_detected *d, uint32_t prop,
                                         coset_arena *arena);

#endif
