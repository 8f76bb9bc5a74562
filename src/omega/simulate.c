/* omega/simulate.c - quotients by direct simulation, of the future and of the past.
 *
 * State r simulates q if each edge of q is matched, letter by letter, by edges of r with at least its marks to states
 * that simulate its target. States that simulate each other become one, with the edges of one of them; an edge loses
 * the letters that others of the same state match with more marks or a strictly better target (Etessami and Holzmann
 * 2000; Somenzi and Bloem 2000; for edges and generalised acceptance Babiak, Badie, Duret-Lutz, Křetínský and
 * Strejček, "Compositional approach to suspension and other improvements to LTL translation", 2013). For the past the
 * same is done with edges turned round, and the initial state is simulated by itself only.
 */
#include "omega/omega_int.h"

#define MOST_PARTS 8         /* labels that one label becomes */
#define MOST_SIZE  2000000u  /* states times edges; beyond, nothing is done */
#define MOST_WORK  50000000u /* edges and cubes visited; beyond, nothing is done either */

typedef struct {
    coset_omega *a;
    bool *below; /* [n * n]: q is simulated by r */
    coset_cube *cubes;
    uint64_t work;
} simulation;

static bool *below(const simulation *s, uint32_t q, uint32_t r) { return &s->below[(size_t)q * s->a->n_states + r]; }

/* Labels of the edges of state r that match `e` on its letters. `strict`: those that are better than it. */
static uint32_t find_matches(simulation *s, const coset_omega_edge *e, uint32_t r, bool strict)
{
    uint32_t n = 0;
    s->work += s->a->first[r + 1] - s->a->first[r];
    for (uint32_t i = s->a->first[r]; i < s->a->first[r + 1]; i++) {
        const coset_omega_edge *f = &s->a->edges.at[i];
        coset_cube both;
        if ((e->marks & ~f->marks) != 0 || !*below(s, e->to, f->to) ||
            (strict && f->marks == e->marks && f->to == e->to) || !coset_cube_meet(e->label, f->label, &both))
            continue;
        s->cubes[n++] = f->label;
    }
    return n;
}

static bool is_simulated(simulation *s, uint32_t q, uint32_t r)
{
    for (uint32_t i = s->a->first[q]; i < s->a->first[q + 1]; i++) {
        uint32_t n = find_matches(s, &s->a->edges.at[i], r, false);
        s->work += (uint64_t)n * n;
        if (n == 0 || !coset_cubes_cover(n, s->cubes, s->a->edges.at[i].label))
            return false;
    }
    return true;
}

/* False: it takes too long. The relation is then not yet a simulation. */
static bool find_relation(simulation *s, bool reverse)
{
    uint32_t n = s->a->n_states;
    for (uint32_t q = 0; q < n; q++)
        for (uint32_t r = 0; r < n; r++)
            *below(s, q, r) = !reverse || q != s->a->initial || r == q;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t q = 0; q < n; q++)
            for (uint32_t r = 0; r < n && s->work <= MOST_WORK; r++)
                if (q != r && *below(s, q, r) && !is_simulated(s, q, r)) {
                    *below(s, q, r) = false;
                    changed = true;
                }
    }
    return s->work <= MOST_WORK;
}

static void turn_round(coset_omega *a)
{
    for (uint32_t i = 0; i < a->edges.n; i++) {
        uint32_t from = a->edges.at[i].from;
        a->edges.at[i].from = a->edges.at[i].to;
        a->edges.at[i].to = from;
    }
    coset_omega_index(a);
}

/* States that simulate each other become the one with the smallest number. */
static void join_states(simulation *s)
{
    coset_omega *a = s->a;
    uint32_t kept = 0, *of = coset_new(a->n_states, sizeof *of);
    for (uint32_t q = 0; q < a->n_states; q++) {
        of[q] = 0;
        while (!*below(s, q, of[q]) || !*below(s, of[q], q))
            of[q]++;
    }
    for (uint32_t i = 0; i < a->edges.n; i++) {
        coset_omega_edge e = a->edges.at[i];
        if (of[e.from] != e.from)
            continue;
        e.to = of[e.to];
        a->edges.at[kept++] = e;
    }
    a->edges.n = kept;
    a->initial = of[a->initial];
    coset_omega_index(a);
    coset_delete(of);
}

/* Takes from each edge the letters for which there are better ones, unless too many labels would be left. */
static void drop_dominated(simulation *s)
{
    coset_omega *a = s->a;
    coset_cube left[MOST_PARTS];
    coset_omega kept = {0};
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        uint32_t n = find_matches(s, e, e->from, true);
        uint32_t parts = coset_cubes_without(e->label, n, s->cubes, left, MOST_PARTS);
        if (parts > MOST_PARTS) {
            parts = !coset_cubes_cover(n, s->cubes, e->label);
            left[0] = e->label;
        }
        for (uint32_t k = 0; k < parts; k++)
            coset_omega_add(&kept, e->from, left[k], e->marks, e->to);
    }
    coset_vec_fini(&a->edges);
    a->edges.at = kept.edges.at;
    a->edges.n = kept.edges.n;
    a->edges.room = kept.edges.room;
    coset_omega_index(a);
}

void coset__omega_simulate(coset_omega *a, bool reverse)
{
    if ((uint64_t)a->n_states * a->edges.n > MOST_SIZE)
        return;
    if (reverse)
        turn_round(a);
    simulation s = {.a = a,
                    .below = coset_new((size_t)a->n_states * a->n_states, sizeof *s.below),
                    .cubes = coset_new(a->edges.n, sizeof *s.cubes)};
    if (find_relation(&s, reverse)) {
        join_states(&s);
        drop_dominated(&s);
    }
    coset_delete(s.below);
    coset_delete(s.cubes);
    if (reverse)
        turn_round(a);
}
