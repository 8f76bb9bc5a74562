/* model/transition.h - the transitions of a model one by one, with what each needs, looks at and changes.
 *
 * Layer    model.
 * Idea     a transition is all steps of a group that one instance names, or all of the group where instances are not
 *          told apart; or those of an instance out of states in which a slot has one content. Everything said here is an upper bound that holds in each reachable state.
 * Enabled  a transition is enabled where it has a step, also one that ends in a fault. All of its conditions, in order,
 *          up to one that faults, hold there; then it is enabled, or none of its ways is open.
 * Source   stubborn sets: A. Valmari, "A stubborn attack on state explosion", CAV 1990.
 */
#ifndef COSET_MODEL_TRANSITION_H
#define COSET_MODEL_TRANSITION_H

#include "model/model.h"

#define COSET_NO_SLOT UINT32_MAX

/* What must not be false. */
typedef struct {
    uint32_t slot;          /* it depends on this slot alone; COSET_NO_SLOT: on those in `reads` */
    uint32_t n;             /* contents 0 .. n-1 of the slot */
    const uint64_t *lets;   /* contents with which it holds or faults */
    const uint64_t *faults; /* contents with which it faults; NULL: never */
    const uint64_t *reads;  /* slots; it may fault */
} coset_condition;

static inline bool coset_condition_may_fault(const coset_condition *c) { return c->slot == COSET_NO_SLOT || c->faults; }

/* Of these conditions so many hold, or fault, wherever a transition is enabled: no one before them can fault. */
static inline uint32_t coset_conditions_firm(uint32_t n, const coset_condition *c)
{
    uint32_t i = 0;
    while (i < n && !coset_condition_may_fault(&c[i]))
        i++;
    return i < n ? i + 1 : n;
}

/* A part of a step that must be possible for it to exist. */
typedef struct {
    uint32_t n;
    const coset_condition *conditions;
} coset_way;

/* A slot gets a content. */
typedef struct {
    uint32_t slot;
    coset_value content;
    bool always; /* behind each step the slot has one of the contents listed for it */
} coset_change;

typedef enum { COSET_QUEUE_NONE, COSET_QUEUE_PUT, COSET_QUEUE_TAKE } coset_queue_use;

typedef struct {
    uint32_t group;
    uint64_t instance; /* where instances are told apart */
    uint32_t priority; /* transitions are enabled only where none of a lesser number is */
    uint32_t n_conditions;
    const coset_condition *conditions;
    uint32_t n_ways; /* 0: all are open. Else one must be; their conditions depend on slots of the source only */
    const coset_way *ways;
    const uint64_t *reads, *writes; /* of its steps, and of whether it is enabled */
    const uint64_t *any;            /* slots that may get a content that is not listed */
    uint32_t n_changes;
    const coset_change *changes;
    /* It puts an element behind those of a queue in these slots, where there is room, or takes the first, where there
     * is one; what it does depends on the queue by that and by the first element only. So the one and the other, both
     * enabled, may come in any order. The first slot is how many elements there are: its content is one more, or one
     * less, behind the step. */
    coset_queue_use queue;
    uint32_t queue_first, queue_width;
} coset_transition;

typedef struct {
    uint32_t n;
    const coset_transition *at; /* by group, then by instance */
    const uint32_t *first;      /* [n_groups] in `number` */
    const bool *split;          /* [n_groups] instances are told apart */
    const uint32_t *number;     /* of an instance: which transition it is; COSET_NO_TRANSITION: it is never enabled */
    const uint32_t *by;    /* or NULL. Of an instance in `number`: the slot by whose content in the source it is told
                                   apart further, or COSET_NO_SLOT. Then `number` is the place of content 0 in `cases` */
    const uint32_t *cases; /* as `number` */
} coset_transitions;

#define COSET_NO_TRANSITION UINT32_MAX

/* Of a step out of `src`. */
static inline uint32_t coset_transition_of(const coset_transitions *t, uint32_t group, uint64_t instance,
                                           const coset_value *src)
{
    const uint64_t i = t->first[group] + (t->split[group] ? instance : 0);
    return t->by && t->by[i] != COSET_NO_SLOT ? t->cases[t->number[i] + src[t->by[i]]] : t->number[i];
}

#endif
