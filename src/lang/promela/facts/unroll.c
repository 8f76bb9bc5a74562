/* lang/promela/facts/unroll.c - consecutive statements, one for each element of a scalarset. */
#include "lang/promela/facts/each.h"

#include "lang/promela/facts/text.h"

/* The last node if n and its successors are one statement for each element; or NULL. They end at `extent`, if not NULL.
 * Records the holes. */
static const coset_pml_node *last_of_run(coset_pml_each *s, const coset_pml_node *n, const coset_pml_node *extent)
{
    s->n = s->l->holes.n = 0;
    if (s->type->n < 2) /* at least two are needed to detect likeness */
        return NULL;
    const coset_pml_node *second = coset_pml_behind(n), *last = n;
    for (uint32_t k = 1; k < s->type->n; k++) {
        last = last == extent ? NULL : coset_pml_behind(last);
        if (!last || last->labels || !coset_pml_is_certain(last) ||
            !coset_pml_nodes_alike(n, second, last, s->type->lo, k))
            return NULL;
    }
    return coset_pml_note_in_node(s, n, second) && s->n > 0 ? last : NULL;
}

/* The last transition of a run, or NULL. */
static const coset_pml_edge *end_of_run(const coset_pml_graph *g, const coset_pml_node *n, const coset_pml_node *last)
{
    for (;; n = coset_pml_behind(n)) {
        const coset_pml_edge *e = coset_pml_last_edge(g, n->number, n);
        if (!e || n == last)
            return e;
        if (!e->atomic || e->to != coset_pml_behind(n)->number)
            return NULL;
    }
}

bool coset_pml_find_unrolled(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_unrolled *out)
{
    const coset_pml_node *n = f->graph->nodes[at];
    if (!l->symtypes.n || l->holes.n || f->proc->provided || f->proc->is_deterministic || l->model->uses.priority ||
        !coset_pml_is_certain(n))
        return false;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        coset_pml_each s = {.l = l, .proc = f->proc, .type = l->symtypes.at[i]};
        const coset_pml_node *last = last_of_run(&s, n, NULL);
        l->holes.n = 0;
        const coset_pml_edge *e = last ? end_of_run(f->graph, n, last) : NULL;
        if (!e)
            continue;
        *out = (coset_pml_unrolled){.first = n, .last = last, .type = s.type, .step = *e};
        out->step.from = at;
        out->step.node = (coset_pml_node *)(uintptr_t)n;
        out->step.next = NULL;
        return true;
    }
    return false;
}

bool coset_pml_find_unrolled_in(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_node *n,
                                const coset_pml_node *extent, coset_pml_unrolled *out)
{
    if (l->holes.n || !coset_pml_is_certain(n))
        return false;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        coset_pml_each s = {.l = l, .proc = p, .type = l->symtypes.at[i]};
        const coset_pml_node *last = last_of_run(&s, n, extent);
        l->holes.n = 0;
        if (!last)
            continue;
        *out = (coset_pml_unrolled){.first = n, .last = last, .type = s.type};
        return true;
    }
    return false;
}

void coset_pml_note_unrolled(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_unrolled *u)
{
    coset_pml_each s = {.l = l, .proc = p, .type = u->type};
    (void)last_of_run(&s, u->first, u->last);
}
