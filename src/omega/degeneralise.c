/* omega/degeneralise.c - one acceptance set in place of several.
 *
 * A copy of the automaton for each set waits for an edge of this set; an edge may pass several copies at once. With
 * marks at states there is one more copy, whose edges are the accepting ones. A component without accepting cycles has
 * one copy; so has, with marks at states, one in which all edges are in all sets. A run that enters a component starts
 * with the first set.
 */
#include "omega/omega_int.h"

typedef struct {
    const coset_omega *a;
    coset_omega *out;
    coset__sccs s;
    bool *full;        /* [components]: all edges inside are in all sets */
    uint32_t n_levels; /* of states: with the last one */
    bool of_states;
} levels;

static void find_full(levels *l)
{
    l->full = coset_new(l->s.n, sizeof *l->full);
    for (uint32_t k = 0; k < l->s.n; k++)
        l->full[k] = l->s.accepting[k];
    for (uint32_t i = 0; i < l->a->edges.n; i++) {
        const coset_omega_edge *e = &l->a->edges.at[i];
        if (l->s.of[e->from] == l->s.of[e->to] && e->marks != coset_omega_all_marks(l->a))
            l->full[l->s.of[e->from]] = false;
    }
}

/* The copy in which a component is entered at this state. */
static uint32_t entry(const levels *l, uint32_t q) { return l->of_states && l->full[l->s.of[q]] ? l->a->n_sets : 0; }

/* The copy to which an edge leads while set `level` is waited for; `marks` of the new edge. */
static uint32_t after(const levels *l, const coset_omega_edge *e, uint32_t level, uint64_t *marks)
{
    uint32_t n = l->a->n_sets, scc = l->s.of[e->from];
    *marks = l->of_states && level == n;
    level = level == n ? 0 : level;
    if (l->s.of[e->to] != scc || !l->s.accepting[scc] || (l->of_states && l->full[scc]))
        return entry(l, e->to);
    while (level < n && (e->marks >> level & 1))
        level++;
    if (level < n || l->of_states)
        return level;
    *marks = 1;
    for (level = 0; level < n && (e->marks >> level & 1);)
        level++;
    return level == n ? 0 : level;
}

static void copy_edges(levels *l)
{
    for (uint32_t i = 0; i < l->a->edges.n; i++) {
        const coset_omega_edge *e = &l->a->edges.at[i];
        for (uint32_t level = 0; level < l->n_levels; level++) {
            uint64_t marks;
            uint32_t to = after(l, e, level, &marks);
            coset_omega_add(l->out, e->from * l->n_levels + level, e->label, marks, e->to * l->n_levels + to);
        }
    }
}

static void reduce_states(coset_omega *a)
{
    coset__omega_prune(a, true);
    coset__omega_merge_labels(a);
    coset__omega_merge_equal(a);
    coset__omega_simulate(a, false);
    coset__omega_prune(a, true);
    coset__omega_merge_labels(a);
}

coset_omega *coset_omega_degeneralise(const coset_omega *a, bool of_states)
{
    levels l = {.a = a, .s = coset__sccs_find(a), .of_states = of_states};
    bool copied = a->n_sets <= 1 && !of_states;
    l.n_levels = copied ? 1 : a->n_sets + of_states;
    l.out =
        coset_omega_new(a->n_states * l.n_levels, copied ? a->n_sets : 1, a->n_atoms, (const char *const *)a->names);
    find_full(&l);
    l.out->initial = a->initial * l.n_levels + entry(&l, a->initial);
    if (copied)
        for (uint32_t i = 0; i < a->edges.n; i++)
            *coset_vec_add(&l.out->edges) = a->edges.at[i];
    else
        copy_edges(&l);
    coset_omega_index(l.out);
    coset__sccs_fini(&l.s);
    coset_delete(l.full);
    if (of_states)
        reduce_states(l.out);
    else
        coset_omega_reduce(l.out);
    return l.out;
}
