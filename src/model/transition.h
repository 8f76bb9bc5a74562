/* model/transition.h - the transitions of a model, with what each requires, reads and writes.
 *
 * Layer    model.
 * Idea     A transition consists of all steps of a group with one instance, or of all steps of the group if instances
 *          are not distinguished; or of those of an instance out of states in which a slot has one value. All sets are
 *          upper bounds that hold in each reachable state.
 * Enabled  A transition is enabled if it has a step, including one that ends in a fault. In each reachable state: all
 *          of its conditions, in order, up to one that faults, hold; then it is enabled, or none of its ways is open.
 * Source   stubborn sets: A. Valmari, "A stubborn attack on state explosion", CAV 1990.
 */
#ifndef COSET_MODEL_TRANSITION_H
#define COSET_MODEL_TRANSITION_H

#include "model/model.h"

#define COSET_NO_SLOT UINT32_MAX

/* A condition that must not be false. */
typedef struct {
    uint32_t slot;          /* it depends on this slot alone; COSET_NO_SLOT: on those in `reads` */
    uint32_t n;             /* values 0 .. n-1 of the slot */
    const uint64_t *lets;   /* values for which it holds or faults */
    const uint64_t *faults; /* values for which it faults; NULL: never */
    const uint64_t *reads;  /* slots; it may fault */
} coset_condition;

static inline bool coset_condition_may_fault(const coset_condition *c) { return c->slot == COSET_NO_SLOT || c->faults; }

/* How many of these conditions hold, or fault, whenever a transition is enabled: none before them can fault. */
static inline uint32_t coset_conditions_firm(uint32_t n, const coset_condition *c)
{
    uint32_t i = 0;
    while (i < n && !coset_condition_may_fault(&c[i]))
        i++;
    return i < n ? i + 1 : n;
}

/* An alternative for a part of a step; the step exists only if one of them is possible. */
typedef struct {
    uint32_t n;
    const coset_condition *conditions;
} coset_way;

/* A slot gets a value. */
typedef struct {
    uint32_t slot;
    coset_value content;
    bool always; /* after each step the slot has one of the values listed for it */
} coset_change;

typedef enum { COSET_QUEUE_NONE, COSET_QUEUE_PUT, COSET_QUEUE_TAKE } coset_queue_use;

typedef struct {
    uint32_t group;
    uint64_t instance; /* if instances are distinguished */
    uint32_t priority; /* transitions are enabled only if none with a smaller number is */
    uint32_t n_conditions;
    const coset_condition *conditions;
    uint32_t n_ways; /* 0: none is needed. Else one must be open; their conditions depend on slots of the source only */
    const coset_way *ways;
    const uint64_t *reads, *writes; /* of its steps and of its enabledness */
    const uint64_t *any;            /* slots that may get an unlisted value */
    uint32_t n_changes;
    const coset_change *changes;
    /* It appends an element to a queue in these slots, if there is room, or removes the first, if there is one; its
     * effect depends on the queue only by that and by the first element. So an append and a removal, both enabled,
     * commute. The first slot is the number of elements: the step increments or decrements it. */
    coset_queue_use queue;
    uint32_t queue_first, queue_width;
} coset_transition;

typedef struct {
    uint32_t n;
    const coset_transition *at; /* by group, then by instance */
    const uint32_t *first;      /* [n_groups] in `number` */
    const bool *split;          /* [n_groups] instances are distinguished */
    const uint32_t *number;     /* of an instance: its transition; COSET_NO_TRANSITION: it is never enabled */
    const uint32_t *by;    /* or NULL. Of an instance in `number`: the slot whose value in the source distinguishes it
                              further, or COSET_NO_SLOT. Then `number` is the place of value 0 in `cases` */
    const uint32_t *cases; /* as `number` */
} coset_transitions;

#define COSET_NO_TRANSITION UINT32_MAX

/* The transition of a step out of `src`. */
static inline uint32_t coset_transition_of(const coset_transitions *t, uint32_t group, uint64_t instance,
                                           const coset_value *src)
{
    const uint64_t i = t->first[group] + (t->split[group] ? instance : 0);
    return t->by && t->by[i] != COSET_NO_SLOT ? t->cases[t->number[i] + src[t->by[i]]] : t->number[i];
}

#endif
