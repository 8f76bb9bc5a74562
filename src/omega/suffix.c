/* omega/suffix.c - an automaton that only waits in its initial state, without the waiting. */
#include "omega/omega_int.h"

static bool is_loop(const coset_omega_edge *e) { return e->from == e->to; }

/* Loops that accept read anything: every word is accepted from there. */
static bool is_universal(const coset_omega *a, uint32_t q, coset_cube *room)
{
    uint32_t n = 0;
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
        if (is_loop(&a->edges.at[i]) && a->edges.at[i].marks == coset_omega_all_marks(a))
            room[n++] = a->edges.at[i].label;
    return coset_cubes_cover(n, room, (coset_cube){0});
}

/* No word is accepted by looping in the initial state, which is entered from nowhere else. */
static bool is_left(const coset_omega *a)
{
    uint64_t marks = 0;
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (e->to == a->initial && !is_loop(e))
            return false;
        marks |= e->to == a->initial ? e->marks : 0;
    }
    return marks != coset_omega_all_marks(a);
}

/* On every letter the initial state can loop, or every continuation is accepted. */
static bool waits(const coset_omega *a)
{
    coset_cube *cubes = coset_new((size_t)a->edges.n + 1, sizeof *cubes),
               *room = coset_new((size_t)a->edges.n + 1, sizeof *room);
    uint32_t n = 0;
    for (uint32_t i = a->first[a->initial]; i < a->first[a->initial + 1]; i++)
        if (is_loop(&a->edges.at[i]) || is_universal(a, a->edges.at[i].to, room))
            cubes[n++] = a->edges.at[i].label;
    const bool all = coset_cubes_cover(n, cubes, (coset_cube){0});
    coset_delete(cubes);
    coset_delete(room);
    return all;
}

/* State q accepts all words that the edge accepts: for each letter q has an edge to the same state, or to one that
 * accepts everything. */
static bool has_edge_of(const coset_omega *a, uint32_t q, const coset_omega_edge *e)
{
    coset_cube *cubes = coset_new((size_t)a->edges.n + 1, sizeof *cubes),
               *room = coset_new((size_t)a->edges.n + 1, sizeof *room);
    uint32_t n = 0;
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
        if (a->edges.at[i].to == e->to || is_universal(a, a->edges.at[i].to, room))
            cubes[n++] = a->edges.at[i].label;
    const bool has = coset_cubes_cover(n, cubes, e->label);
    coset_delete(cubes);
    coset_delete(room);
    return has;
}

/* The initial state accepts all words that q accepts. */
static bool is_covered(const coset_omega *a, uint32_t q)
{
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
        if (!has_edge_of(a, a->initial, &a->edges.at[i]))
            return false;
    return true;
}

static bool is_first(const coset_omega_suffix *s, uint32_t q)
{
    for (uint32_t i = 0; i < s->n_first; i++)
        if (s->first[i] == q)
            return true;
    return false;
}

/* The edge leads to one of the first states, or one of them has it too. */
static bool is_spared(const coset_omega_suffix *s, const coset_omega_edge *e)
{
    bool has = is_first(s, e->to);
    for (uint32_t i = 0; i < s->n_first && !has; i++)
        has = has_edge_of(s->automaton, s->first[i], e);
    return has;
}

/* Successors of the initial state whose words are accepted from there too, if they take its place. */
static void list_first(coset_omega_suffix *s)
{
    const coset_omega *a = s->automaton;
    const uint32_t from = a->first[a->initial], to = a->first[a->initial + 1];
    bool spared = true;
    s->first = coset_new((size_t)a->n_states + 1, sizeof *s->first);
    for (uint32_t i = from; i < to; i++)
        if (!is_first(s, a->edges.at[i].to) && is_covered(a, a->edges.at[i].to))
            s->first[s->n_first++] = a->edges.at[i].to;
    for (uint32_t i = from; i < to; i++)
        spared = spared && is_spared(s, &a->edges.at[i]);
    if (spared && s->n_first)
        return;
    s->n_first = 1;
    s->first[0] = a->initial;
}

bool coset_omega_suffix_of(const coset_omega *a, coset_omega_suffix *out)
{
    *out = (coset_omega_suffix){0};
    if (!is_left(a) || !waits(a))
        return false;
    out->automaton = coset_omega_new(a->n_states, a->n_sets, a->n_atoms, (const char *const *)a->names);
    out->automaton->initial = a->initial;
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (e->from != a->initial || !is_loop(e))
            coset_omega_add(out->automaton, e->from, e->label, e->marks, e->to);
    }
    coset_omega_index(out->automaton);
    list_first(out);
    return true;
}

void coset_omega_suffix_free(coset_omega_suffix *s)
{
    coset_omega_free(s->automaton);
    coset_delete(s->first);
}
