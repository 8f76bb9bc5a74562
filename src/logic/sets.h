/* logic/sets.h - interface of sets of states for the evaluators.
 *
 * Layer    logic (sees base).
 * Idea     formulas are evaluated independently of the representation of sets: as bits over an explicit graph
 *          (logic/explicit.h) or as decision diagrams (symb). All states are those that the search has reached, with
 *          symmetry their representatives.
 * Owner    every result is a handle that its receiver releases with `drop`.
 * Errors   if memory or time runs out, `goes_on` becomes false, and all later results are invalid.
 */
#ifndef COSET_LOGIC_SETS_H
#define COSET_LOGIC_SETS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    intptr_t id;
} coset_set;

/* Selections of steps. Other numbers are those of coset_formulas.actions. */
#define COSET_STEPS_ALL   UINT32_MAX       /* of every rule */
#define COSET_STEPS_TOTAL (UINT32_MAX - 1) /* the same, and a loop at each state without steps */

typedef struct {
    coset_set (*none)(void *ctx);
    coset_set (*all)(void *ctx);
    /* States where the property (a predicate) is true. */
    coset_set (*atom)(void *ctx, uint32_t prop);
    coset_set (*start)(void *ctx);
    coset_set (*unite)(void *ctx, coset_set a, coset_set b);
    coset_set (*meet)(void *ctx, coset_set a, coset_set b);
    coset_set (*minus)(void *ctx, coset_set a, coset_set b);
    /* States with such a step into `a`; targets of such steps from `a`. */
    coset_set (*before)(void *ctx, uint32_t steps, coset_set a);
    coset_set (*after)(void *ctx, uint32_t steps, coset_set a);
    bool (*same)(void *ctx, coset_set a, coset_set b);
    bool (*is_empty)(void *ctx, coset_set a);
    coset_set (*share)(void *ctx, coset_set a); /* one more handle */
    void (*drop)(void *ctx, coset_set a);
    bool (*goes_on)(void *ctx);
    /* The values of one state of a non-empty set: always the same one. The set of one state. */
    void (*pick)(void *ctx, coset_set a, uint32_t *state);
    coset_set (*single)(void *ctx, const uint32_t *state);
} coset_set_ops;

typedef struct {
    const coset_set_ops *ops;
    void *ctx;
    uint32_t n_slots; /* of a state */
} coset_sets;

#endif
