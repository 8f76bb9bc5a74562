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

/* Whatever comes, the initial state can loop, or every continuation is accepted. */
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

/* Each edge of q is one of those of the initial state too, perhaps of fewer letters. */
static bool is_covered(const coset_omega *a, uint32_t q)
{
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++) {
        bool covered = false;
        for (uint32_t k = a->first[a->initial]; k < a->first[a->initial + 1] && !covered; k++)
            covered =
                a->edges.at[k].to == a->edges.at[i].to && coset_cube_within(a->edges.at[i].label, a->edges.at[k].label);
        if (!covered)
            return false;
    }
    return true;
}

static void list_first(coset_omega_suffix *s)
{
    const coset_omega *a = s->automaton;
    bool direct = true;
    s->first = coset_new((size_t)a->n_states + 1, sizeof *s->first);
    for (uint32_t i = a->first[a->initial]; i < a->first[a->initial + 1]; i++) {
        const uint32_t to = a->edges.at[i].to;
        bool seen = false;
        for (uint32_t k = 0; k < s->n_first; k++)
            seen = seen || s->first[k] == to;
        direct = direct && is_covered(a, to);
        if (!seen)
            s->first[s->n_first++] = to;
    }
    if (direct)
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
