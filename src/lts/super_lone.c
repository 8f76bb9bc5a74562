/* lts/super_lone.c - internal steps that may be taken before all others.
 *
 * A component is alone in a state if all that it can do there is one internal step of the whole, with one target, in
 * which no other component takes part and which stops and starts none. Steps of other components lead to the same
 * states behind that step, even if they stop or restart the component; and before it the whole is not stable. So the
 * state and its successor have the same traces, failures and divergences. Only this step is taken.
 *
 * It must be taken finitely often in a row, else the others would never move: in a cycle of such states of one
 * component none counts. Chains of several components end because each of their steps continues its own chain. */
#include "lts/super_int.h"

#define NONE UINT32_MAX

/* Of the local events of a component: the rules that need them. */
typedef struct {
    uint32_t *n_rules; /* [n_local] */
    bool *fits;        /* [n_local] the last of these is an internal step of the component by itself */
} needing;

static needing *list_rules(const coset__super_model *x, coset_arena *arena)
{
    const coset_super *s = x->super;
    needing *all = coset_arena_get(arena, s->n_components, sizeof *all);
    for (uint32_t c = 0; c < s->n_components; c++) {
        const coset__machine *m = x->components[c].machine;
        const uint32_t n = m ? m->n_local : 0;
        all[c] = (needing){coset_arena_get(arena, n, sizeof(uint32_t)), coset_arena_get(arena, n, sizeof(bool))};
    }
    for (uint32_t r = 0; r < s->n_rules; r++) {
        const coset_super_rule *rule = &s->rules[r];
        const bool fits = rule->event == COSET_TAU && rule->n_parts == 1 && !rule->n_stops && !rule->n_starts;
        for (uint32_t i = 0; i < rule->n_parts; i++) {
            const uint32_t c = rule->parts[i].component;
            const coset__machine *m = x->components[c].machine;
            const uint32_t local = m ? coset__machine_local(m, rule->parts[i].event) : NONE;
            if (local == NONE)
                continue;
            all[c].n_rules[local]++;
            all[c].fits[local] = fits;
        }
    }
    return all;
}

/* The target of the only step, or NONE. */
static uint32_t lone_target(const coset__machine *m, const needing *k, uint32_t state)
{
    uint32_t n = 0, which = NONE;
    for (uint32_t local = 0; local < m->n_local && n < 2; local++)
        if (coset__machine_has(m, state, local)) {
            n += k->n_rules[local];
            which = k->n_rules[local] ? local : which;
        }
    if (n != 1 || !k->fits[which])
        return NONE;
    const uint32_t run = coset__machine_run(m, state, which), first = m->run_first[run];
    return m->run_first[run + 1] == first + 1 ? m->targets[first] - 1 : NONE;
}

/* Leaves out states in a circle. */
static void break_circles(uint32_t n, uint32_t *target)
{
    uint32_t *seen = coset_new(n + (size_t)1, sizeof *seen); /* by which walk, + 1 */
    for (uint32_t s = 0; s < n; s++) {
        uint32_t at = s;
        while (at != NONE && !seen[at]) {
            seen[at] = s + 1;
            at = target[at];
        }
        while (at != NONE && seen[at] == s + 1) { /* the walk came to itself */
            const uint32_t to = target[at];
            target[at] = NONE;
            at = to;
        }
    }
    coset_delete(seen);
}

static uint64_t find_lone(coset__super_model *x, uint32_t c, const needing *k)
{
    const coset__machine *m = x->components[c].machine;
    const uint32_t n = m->lts->n_states;
    uint32_t *target = coset_new(n + (size_t)1, sizeof *target);
    uint64_t *lone = NULL, found = 0;
    for (uint32_t s = 0; s < n; s++)
        target[s] = lone_target(m, k, s);
    break_circles(n, target);
    for (uint32_t s = 0; s < n; s++) {
        if (target[s] == NONE)
            continue;
        if (!lone)
            lone = coset_arena_get(x->arena, coset_slot_words(n), sizeof *lone);
        lone[s / 64] |= UINT64_C(1) << s % 64;
        found++;
    }
    x->components[c].lone = lone;
    coset_delete(target);
    return found;
}

/* The steps of a chase are not rules of the whole. */
static bool is_chased(const coset_super *s, uint32_t c)
{
    for (uint32_t i = 0; i < s->n_chases; i++)
        if (c >= s->chases[i].from && c < s->chases[i].to)
            return true;
    return false;
}

uint64_t coset_super_take_lone(coset_model *m)
{
    coset__super_model *x = (coset__super_model *)(void *)m;
    coset_arena *arena = coset_arena_new();
    const needing *all = list_rules(x, arena);
    uint64_t found = 0;
    for (uint32_t c = 0; c < x->super->n_components; c++)
        if (x->components[c].machine && x->components[c].lead_first && !is_chased(x->super, c))
            found += find_lone(x, c, &all[c]);
    coset_arena_free(arena);
    x->takes_lone = found > 0;
    return found;
}
