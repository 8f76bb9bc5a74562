/* omega/automaton.c - states and edges. */
#include "omega/automaton.h"

#include <stdlib.h>

coset_omega *coset_omega_new(uint32_t n_states, uint32_t n_sets, uint32_t n_atoms, const char *const *names)
{
    coset_omega *a = coset_new(1, sizeof *a);
    COSET_INVARIANT(n_sets <= COSET_OMEGA_SETS && n_atoms <= COSET_LTL_ATOMS);
    a->n_states = n_states;
    a->n_sets = n_sets;
    a->n_atoms = n_atoms;
    a->names = coset_new(n_atoms, sizeof *a->names);
    for (uint32_t i = 0; i < n_atoms; i++)
        a->names[i] = coset_copy_text(names[i]);
    return a;
}

void coset_omega_free(coset_omega *a)
{
    if (!a)
        return;
    for (uint32_t i = 0; i < a->n_atoms; i++)
        coset_delete(a->names[i]);
    coset_delete((void *)a->names);
    coset_vec_fini(&a->edges);
    coset_delete(a->first);
    coset_delete(a);
}

void coset_omega_add(coset_omega *a, uint32_t from, coset_cube label, uint64_t marks, uint32_t to)
{
    *coset_vec_add(&a->edges) = (coset_omega_edge){from, to, marks, label};
}

static int order(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int compare(const void *a, const void *b)
{
    const coset_omega_edge *x = a, *y = b;
    int c = order(x->from, y->from);
    c = c ? c : order(x->to, y->to);
    c = c ? c : order(x->marks, y->marks);
    c = c ? c : order(x->label.yes, y->label.yes);
    return c ? c : order(x->label.no, y->label.no);
}

void coset_omega_index(coset_omega *a)
{
    uint32_t kept = 0;
    if (a->edges.n)
        qsort(a->edges.at, a->edges.n, sizeof *a->edges.at, compare);
    for (uint32_t i = 0; i < a->edges.n; i++)
        if (kept == 0 || compare(&a->edges.at[kept - 1], &a->edges.at[i]) != 0)
            a->edges.at[kept++] = a->edges.at[i];
    a->edges.n = kept;
    coset_delete(a->first);
    a->first = coset_new((size_t)a->n_states + 1, sizeof *a->first);
    for (uint32_t i = 0; i < kept; i++)
        a->first[a->edges.at[i].from + 1]++;
    for (uint32_t q = 0; q < a->n_states; q++)
        a->first[q + 1] += a->first[q];
}
