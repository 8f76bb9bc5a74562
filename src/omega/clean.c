/* omega/clean.c - removes what no accepting run needs: states, edges, marks, acceptance sets; joins labels. */
#include <string.h>

#include "omega/omega_int.h"

#define GONE UINT32_MAX

void coset__omega_renumber(coset_omega *a, const uint32_t *to, uint32_t n_states)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->edges.n; i++) {
        coset_omega_edge e = a->edges.at[i];
        if (to[e.from] == GONE || to[e.to] == GONE)
            continue;
        e.from = to[e.from];
        e.to = to[e.to];
        a->edges.at[kept++] = e;
    }
    a->edges.n = kept;
    a->initial = to[a->initial];
    a->n_states = n_states;
    coset_omega_index(a);
}

/* ---- states and marks ---- */

/* Components from which one with an accepting cycle is reached. */
static bool *find_useful(const coset_omega *a, const coset__sccs *s)
{
    bool *useful = coset_new(s->n, sizeof *useful);
    for (uint32_t k = 0; k < s->n; k++)
        useful[k] = s->accepting[k];
    for (uint32_t i = 0; i < a->n_states; i++) /* targets outside come first */
        for (uint32_t q = s->order[i], k = a->first[q]; k < a->first[q + 1]; k++)
            useful[s->of[q]] = useful[s->of[q]] || useful[s->of[a->edges.at[k].to]];
    return useful;
}

void coset__omega_reach(const coset_omega *a, bool *reached)
{
    uint32_t *queue = coset_new(a->n_states, sizeof *queue), n = 0;
    queue[n++] = a->initial;
    reached[a->initial] = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = a->first[queue[i]]; k < a->first[queue[i] + 1]; k++) {
            uint32_t q = a->edges.at[k].to;
            if (!reached[q]) {
                reached[q] = true;
                queue[n++] = q;
            }
        }
    coset_delete(queue);
}

void coset__omega_prune(coset_omega *a, bool of_states)
{
    coset__sccs s = coset__sccs_find(a);
    bool *useful = find_useful(a, &s), *reached = coset_new(a->n_states, sizeof *reached);
    uint32_t *to = coset_new(a->n_states, sizeof *to), n = 0;
    coset__omega_reach(a, reached);
    for (uint32_t q = 0; q < a->n_states; q++)
        to[q] = reached[q] && (useful[s.of[q]] || q == a->initial) ? n++ : GONE;
    for (uint32_t i = 0; i < a->edges.n; i++) {
        coset_omega_edge *e = &a->edges.at[i];
        if (!s.accepting[s.of[e->from]] || (!of_states && s.of[e->from] != s.of[e->to]))
            e->marks = 0;
    }
    if (!useful[s.of[a->initial]])
        a->edges.n = 0;
    coset__omega_renumber(a, to, n);
    coset_delete(useful);
    coset_delete(reached);
    coset_delete(to);
    coset__sccs_fini(&s);
}

/* ---- acceptance sets ---- */

/* In component `scc` (GONE: in each accepting one): bit k of follows[i]: an edge in set k is in set i, too. Returns the
 * sets of which all edges are. */
static uint64_t find_follows(const coset_omega *a, const coset__sccs *s, uint32_t scc, uint64_t *follows)
{
    uint64_t all = coset_omega_all_marks(a), always = all;
    for (uint32_t k = 0; k < a->n_sets; k++)
        follows[k] = all;
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        uint32_t of = s->of[e->from];
        if (of != s->of[e->to] || !s->accepting[of] || (scc != GONE && of != scc))
            continue;
        always &= e->marks;
        for (uint32_t k = 0; k < a->n_sets; k++)
            if (!(e->marks >> k & 1))
                follows[k] &= ~e->marks;
    }
    return always;
}

/* The sets that are needed there. */
static uint64_t find_needed(const coset_omega *a, const coset__sccs *s, uint32_t scc)
{
    uint64_t follows[COSET_OMEGA_SETS];
    uint64_t needed = coset_omega_all_marks(a) & ~find_follows(a, s, scc, follows);
    for (uint32_t k = 0; k < a->n_sets; k++)
        if (follows[k] & needed & ~((uint64_t)1 << k)) /* another one, which stays, is enough */
            needed &= ~((uint64_t)1 << k);
    return needed;
}

uint64_t coset__omega_pack(uint64_t marks, uint64_t needed)
{
    uint64_t out = 0;
    for (uint32_t n = 0; needed; needed &= needed - 1, n++)
        if (marks & needed & (~needed + 1))
            out |= (uint64_t)1 << n;
    return out;
}

void coset__omega_drop_sets(coset_omega *a)
{
    coset__sccs s = coset__sccs_find(a);
    uint64_t needed = find_needed(a, &s, GONE);
    for (uint32_t k = 0; k < s.n; k++)
        if (s.cyclic[k] && !s.accepting[k] && !needed)
            needed = 1; /* that its runs are rejected */
    for (uint32_t i = 0; i < a->edges.n; i++)
        a->edges.at[i].marks = coset__omega_pack(a->edges.at[i].marks, needed);
    a->n_sets = (uint32_t)__builtin_popcountll(needed);
    coset_omega_index(a);
    coset__sccs_fini(&s);
}

void coset__omega_pack_sets(coset_omega *a)
{
    if (a->n_sets == 0)
        return;
    coset__sccs s = coset__sccs_find(a);
    uint64_t *needed = coset_new(s.n, sizeof *needed);
    uint32_t most = 0;
    bool rejects = false;
    for (uint32_t k = 0; k < s.n; k++) {
        needed[k] = s.accepting[k] ? find_needed(a, &s, k) : 0;
        uint32_t n = (uint32_t)__builtin_popcountll(needed[k]);
        most = n > most ? n : most;
        rejects = rejects || (s.cyclic[k] && !s.accepting[k]);
    }
    if (most == 0 && rejects)
        most = 1;
    uint64_t all = most == COSET_OMEGA_SETS ? UINT64_MAX : ((uint64_t)1 << most) - 1;
    for (uint32_t i = 0; i < a->edges.n; i++) {
        coset_omega_edge *e = &a->edges.at[i];
        uint32_t k = s.of[e->from];
        bool inside = k == s.of[e->to] && s.accepting[k];
        uint32_t n = (uint32_t)__builtin_popcountll(needed[k]);
        uint64_t rest = n == COSET_OMEGA_SETS ? 0 : all & ~(((uint64_t)1 << n) - 1);
        e->marks = inside ? coset__omega_pack(e->marks, needed[k]) | rest : 0;
    }
    a->n_sets = most;
    coset_omega_index(a);
    coset_delete(needed);
    coset__sccs_fini(&s);
}

/* ---- edges ---- */

void coset__omega_merge_labels(coset_omega *a)
{
    uint32_t kept = 0;
    coset_cube *cubes = coset_new(a->edges.n, sizeof *cubes);
    for (uint32_t i = 0, end; i < a->edges.n; i = end) {
        coset_omega_edge e = a->edges.at[i];
        for (end = i; end < a->edges.n && coset__omega_same_but_label(&e, &a->edges.at[end]); end++)
            cubes[end - i] = a->edges.at[end].label;
        uint32_t n = coset_cubes_simplify(end - i, cubes);
        for (uint32_t k = 0; k < n; k++) {
            e.label = cubes[k];
            a->edges.at[kept++] = e;
        }
    }
    a->edges.n = kept;
    coset_delete(cubes);
    coset_omega_index(a);
}

static bool equal_edges(const coset_omega *a, uint32_t q, uint32_t r)
{
    uint32_t n = a->first[q + 1] - a->first[q];
    if (a->first[r + 1] - a->first[r] != n)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const coset_omega_edge *e = &a->edges.at[a->first[q] + i], *f = &a->edges.at[a->first[r] + i];
        if (e->to != f->to || e->marks != f->marks || !coset_cube_same(e->label, f->label))
            return false;
    }
    return true;
}

static uint64_t hash_edges(const coset_omega *a, uint32_t q)
{
    uint64_t h = 0;
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        const uint64_t words[] = {e->to, e->marks, e->label.yes, e->label.no};
        for (uint32_t k = 0; k < 4; k++)
            h = (h ^ words[k]) * 0x9e3779b97f4a7c15u + (h >> 31);
    }
    return h;
}

void coset__omega_merge_equal(coset_omega *a)
{
    for (uint32_t before = a->n_states + 1; a->n_states < before;) {
        before = a->n_states;
        uint32_t room = 16, n = 0;
        while (room < 2 * before)
            room *= 2;
        uint32_t *table = coset_new(room, sizeof *table), *to = coset_new(before, sizeof *to);
        for (uint32_t q = 0; q < before; q++) {
            uint32_t at = (uint32_t)(hash_edges(a, q) >> 32) & (room - 1);
            while (table[at] && !equal_edges(a, table[at] - 1, q))
                at = (at + 1) & (room - 1);
            to[q] = table[at] ? to[table[at] - 1] : n++;
            table[at] = table[at] ? table[at] : q + 1;
        }
        coset__omega_renumber(a, to, n);
        coset_delete(table);
        coset_delete(to);
    }
}
