/* wrap/relations.h - dependence relations between transitions, for stubborn sets.
 *
 * Layer    wrap (sees model).
 * Idea     All relations are computed once, from what transitions require, read and write:
 *           - two transitions conflict unless it is shown that they are never enabled together, or that in each state
 *             where both are, neither disables the other and both orders end in the same state;
 *           - enablers of a transition, for a false condition: no other transition can make it hold or fault, or make
 *             an earlier condition fault that is reached already;
 *           - a transition is visible if it may write one of some given slots;
 *           - groups are sticky such that each cycle of the state graph has a step of one: each step of the others
 *             moves some slots along the edges of acyclic graphs, and writes these slots in no other way.
 * Symmetry Relations are not compared under renamings, and need not be. `sticky` is the same for all instances of a
 *          group.
 */
#ifndef COSET_WRAP_RELATIONS_H
#define COSET_WRAP_RELATIONS_H

#include "base/budget.h"
#include "base/mem.h"
#include "model/transition.h"

/* A condition on one slot; it is false for all values not in `lets`. */
typedef struct {
    uint32_t slot, n;
    const uint64_t *lets;
    const uint64_t *faults;   /* those of `lets` for which it faults; NULL: never */
    bool hidden;              /* an unlisted condition precedes it, after the previous listed one: it may fault */
    const uint64_t *enablers; /* a set of transitions */
} coset_need;

typedef enum { COSET_NEED_MET, COSET_NEED_FALSE, COSET_NEED_UNSURE } coset_need_is;

/* Evaluates the conditions of a transition one by one, each with the value of its slot; *waits: an earlier one is
 * false. FALSE: the transition stays disabled until one of the enablers is executed. UNSURE: this does not hold for
 * this condition nor for any later one, because once the earlier one holds, the next that faults enables the
 * transition. */
static inline coset_need_is coset_need_with(const coset_need *n, coset_value v, bool *waits)
{
    const bool known = v < n->n;
    if (*waits && n->hidden)
        return COSET_NEED_UNSURE;
    if (known && !(n->lets[v / 64] >> v % 64 & 1)) {
        *waits = true;
        return COSET_NEED_FALSE;
    }
    const bool faults = n->faults && (!known || (n->faults[v / 64] >> v % 64 & 1));
    return *waits && faults ? COSET_NEED_UNSURE : COSET_NEED_MET;
}

typedef struct {
    uint32_t n;
    const coset_need *at; /* in the order in which they are evaluated */
    /* Enablers for all unlisted conditions and, if there are ways, for faults of any condition; NULL: there is none. */
    const uint64_t *others;
} coset_needs;

typedef struct coset_relations {
    const coset_transitions *transitions;
    uint32_t n, n_words;            /* of transitions, of a set of them */
    const uint64_t *conflicts;      /* [n][n_words] */
    const coset_needs *needs;       /* [n] of their conditions */
    const coset_needs *const *ways; /* [n] of each of its ways; NULL: there are none */
    const bool *visible;            /* [n] */
    const bool *sticky;             /* [n]; NULL: all are */
    const bool *dead;               /* [n] never enabled in a reachable state: no enabler, no conflicts */
} coset_relations;

static inline const uint64_t *coset_conflicts_of(const coset_relations *r, uint32_t i)
{
    return r->conflicts + (size_t)i * r->n_words;
}

static inline bool coset_is_sticky(const coset_relations *r, uint32_t i) { return !r->sticky || r->sticky[i]; }

/* `seen`: slots that the property observes. In the arena; NULL if the budget is spent. */
const coset_relations *coset_relations_new(const coset_model *m, const coset_transitions *t, const uint64_t *seen,
                                           coset_budget *limit, coset_arena *arena);
/* The same for a search with its own cycle proviso (model/leaving.h). No other search may use it: all transitions count
 * as sticky there. Which are sticky otherwise is not computed, or is removed from `r`. */
const coset_relations *coset_relations_new_watched(const coset_model *m, const coset_transitions *t,
                                                   const uint64_t *seen, coset_budget *limit, coset_arena *arena);
const coset_relations *coset_relations_watched(const coset_relations *r, coset_arena *arena);

#endif
