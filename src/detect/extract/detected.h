/* detect/extract/detected.h - options of detection, and a detected group.
 *
 * Layer    detect (sees base, alg, symm).
 */
#ifndef COSET_DETECT_EXTRACT_DETECTED_H
#define COSET_DETECT_EXTRACT_DETECTED_H

#include "base/budget.h"
#include "detect/extract/literal.h"
#include "symm/group/group.h"

#define COSET_DETECT_BUDGET UINT64_C(2000000)

#define COSET_KEEP_NONE UINT32_MAX
#define COSET_KEEP_ALL  (UINT32_MAX - 1)

typedef struct {
    uint64_t budget; /* most runs of pieces of the model; 0 = COSET_DETECT_BUDGET. If it is given, loop rounds count
                        too, and the graph may have four times as many edges */
    bool truth;      /* of an invariant only its truth must be preserved: a state in which it is false may have an
                        image in which it faults */
    const uint32_t *keeps; /* [n_props] COSET_KEEP_ALL, COSET_KEEP_NONE, or the one instance of the property that the
                              group must preserve; assumptions are always preserved. NULL: all. Outlives the group */
    coset_budget *limit;   /* time, memory, a stop request; NULL: none. Once it is reached nothing is detected */
} coset_detect_options;

/* Slots that the group cannot move because something could not be enumerated. */
typedef struct {
    coset_pos pos;
    const char *what;   /* "rule \"send\"" */
    const char *reason; /* one sentence */
    uint32_t n_slots;   /* that stay fixed because of this */
} coset_detect_loss;

typedef struct {
    uint32_t group;
    uint64_t instance;
} coset_detect_rule;

/* Rule instances that a generator exchanges. */
typedef struct {
    coset_detect_rule from, to;
} coset_detect_move;

typedef struct {
    const coset_point *perm; /* [literals.n] */
    uint32_t n_moves;        /* rule instances that are not mapped to themselves */
    const coset_detect_move *moves;
    bool partial; /* moves of rules with too many instances are left out */
} coset_detect_generator;

/* Elements a and b of a symmetric type, neighbours among those that move, are exchanged. */
typedef struct {
    uint32_t type, a, b;
    const coset_point *perm; /* [literals.n] */
} coset_detect_swap;

/* The part of the group that follows from the text of the program. */
typedef struct {
    coset_model *model;          /* the program with scalarsets instead of ranges, the same slots; or NULL */
    const coset_symgroup *group; /* renamings of its types; each acts on states like some element of the group */
    uint32_t n_swaps;
    const coset_detect_swap *swaps; /* they generate it; by types, then elements */
} coset_detect_renamings;

typedef struct {
    const char *failed;    /* why nothing was detected, or NULL; if set, nothing else is valid */
    const uint32_t *keeps; /* as in the options */
    coset_budget *limit;   /* as in the options; also for the preparation of the group before the search */
    coset_literals literals;
    uint32_t n_generators;
    const coset_detect_generator *generators;
    coset_permgroup *group; /* on literals; exact */
    bool truth;             /* as in the options, if typed generators were added; else false */
    bool any_fault;         /* the image of a faulting step faults, perhaps with another kind of fault */
    uint32_t n_losses;
    const coset_detect_loss *losses;
    coset_detect_renamings renamings;
    uint32_t n_typed;                 /* generators that come from the text of the program, not from the graph */
    uint32_t vertices, edges;         /* of the graph; 0 if it was not drawn */
    uint64_t runs;                    /* of pieces of the model */
    uint32_t n_instances;             /* of rules */
    const uint32_t *n_rule_instances; /* [n_groups] of each rule; NULL if there is no graph */
    uint32_t n_rules;                 /* the sum of n_rule_instances */
    const coset_detect_rule *rules;   /* instances that may be enabled, of each enumerated rule */
    const bool *opaque;               /* [n_groups] the rule could not be enumerated; NULL if there is no graph */
} coset_detected;

/* Of `keeps`: does the property count, and which instances of it? */
static inline bool coset_detect_keeps(const coset_model *m, const uint32_t *keeps, uint32_t prop)
{
    return !keeps || keeps[prop] != COSET_KEEP_NONE || m->props[prop].kind == COSET_PROP_ASSUMPTION;
}
static inline bool coset_detect_keeps_instance(const coset_model *m, const uint32_t *keeps, uint32_t prop, uint32_t i)
{
    return coset_detect_keeps(m, keeps, prop) && (!keeps || keeps[prop] >= COSET_KEEP_ALL || keeps[prop] == i ||
                                                  m->props[prop].kind == COSET_PROP_ASSUMPTION);
}

void coset_detected_fini(coset_detected *d);
/* Some generator moves a literal of the slot. */
bool coset_detected_moves(const coset_detected *d, uint32_t slot);

#endif
