/* wrap/relations_fair.c - see wrap/relations_fair.h. */
#include "wrap/relations_fair.h"

#define NOBODY  UINT64_MAX
#define SEVERAL (UINT64_MAX - 1) /* or the actor is not known */

/* The actor for which a transition is enabled. */
static uint64_t actor_of(const coset_model *m, const coset_transitions *t, const coset_transition *at,
                         const coset_fairness *what)
{
    const coset_group *g = &m->groups[at->group];
    const bool split = t->split[at->group];
    if (what->who == COSET_FAIR_INSTANCES)
        return at->group != what->group ? NOBODY : split ? at->instance : SEVERAL;
    if (!g->actor.each)
        return NOBODY;
    return split ? coset_actor_of(g, at->instance) : SEVERAL;
}

static bool meet(const uint64_t *a, const uint64_t *b, uint32_t n_words)
{
    for (uint32_t w = 0; w < n_words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}

/* A step of i may enable or disable an actor other than its own. */
static bool touches_others(const coset_model *m, const coset_relations *r, uint32_t i, const coset_fairness *what)
{
    const coset_transition *at = r->transitions->at;
    const uint64_t own = actor_of(m, r->transitions, &at[i], what);
    for (uint32_t k = 0; k < r->n; k++) {
        const uint64_t other = r->dead[k] ? NOBODY : actor_of(m, r->transitions, &at[k], what);
        if (other == NOBODY || (other == own && own != SEVERAL))
            continue;
        if (at[k].priority > 0 || meet(at[i].writes, at[k].reads, coset_slot_words(m->n_slots)))
            return true;
    }
    return false;
}

const coset_relations *coset_relations_fair(const coset_model *m, const coset_relations *r, uint32_t n,
                                            const coset_fairness *what, coset_arena *arena)
{
    coset_relations *out = coset_arena_get(arena, 1, sizeof *out);
    bool *visible = coset_arena_get(arena, r->n, sizeof *visible);
    for (uint32_t i = 0; i < r->n; i++) {
        visible[i] = r->visible[i];
        for (uint32_t k = 0; k < n && !visible[i] && !r->dead[i]; k++)
            visible[i] = touches_others(m, r, i, &what[k]);
    }
    *out = *r;
    out->visible = visible;
    return out;
}
