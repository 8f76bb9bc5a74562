/* omega/classify.c - classification of automata. */
#include "omega/omega_int.h"

static bool is_deterministic(const coset_omega *a)
{
    for (uint32_t q = 0; q < a->n_states; q++)
        for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
            for (uint32_t k = i + 1; k < a->first[q + 1]; k++) {
                const coset_omega_edge *e = &a->edges.at[i], *f = &a->edges.at[k];
                coset_cube both;
                if ((e->to != f->to || e->marks != f->marks) && coset_cube_meet(e->label, f->label, &both))
                    return false;
            }
    return true;
}

static bool is_complete_at(const coset_omega *a, uint32_t q, coset_cube *cubes)
{
    uint32_t n = 0;
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++)
        cubes[n++] = a->edges.at[i].label;
    return coset_cubes_cover(n, cubes, (coset_cube){0});
}

/* In a component with accepting cycles, all cycles are: no cycle is left without the edges of any one set. Here: all
 * edges are in all sets, which is as strong after a reduction. */
static bool is_weak(const coset_omega *a, const coset__sccs *s)
{
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (s->of[e->from] == s->of[e->to] && s->accepting[s->of[e->from]] && e->marks != coset_omega_all_marks(a))
            return false;
    }
    return true;
}

static bool is_terminal(const coset_omega *a, const coset__sccs *s, coset_cube *cubes)
{
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (s->accepting[s->of[e->from]] && !s->accepting[s->of[e->to]])
            return false;
    }
    for (uint32_t q = 0; q < a->n_states; q++)
        if (s->accepting[s->of[q]] && !is_complete_at(a, q, cubes))
            return false;
    return true;
}

static bool agree_in_states(const coset_omega *a)
{
    for (uint32_t i = 1; i < a->edges.n; i++)
        if (a->edges.at[i].from == a->edges.at[i - 1].from && a->edges.at[i].marks != a->edges.at[i - 1].marks)
            return false;
    return true;
}

coset_omega_kind coset_omega_classify(const coset_omega *a)
{
    coset__sccs s = coset__sccs_find(a);
    coset_cube *cubes = coset_new(a->edges.n, sizeof *cubes);
    coset_omega_kind kind = {.deterministic = is_deterministic(a),
                             .complete = true,
                             .weak = is_weak(a, &s),
                             .safety = true,
                             .of_states = agree_in_states(a)};
    for (uint32_t q = 0; q < a->n_states; q++)
        kind.complete = kind.complete && is_complete_at(a, q, cubes);
    for (uint32_t k = 0; k < s.n; k++)
        kind.safety = kind.safety && (!s.cyclic[k] || s.accepting[k]);
    kind.safety = kind.safety && kind.weak;
    kind.terminal = kind.weak && is_terminal(a, &s, cubes);
    coset_delete(cubes);
    coset__sccs_fini(&s);
    return kind;
}

void coset_omega_accepting(const coset_omega *a, bool *out)
{
    coset__sccs s = coset__sccs_find(a);
    for (uint32_t q = 0; q < a->n_states; q++)
        out[q] = s.accepting[s.of[q]];
    coset__sccs_fini(&s);
}
