/* lang/promela/facts/counted.c - loops that iterate over the elements of a scalarset, and where they begin. */
#include "lang/promela/facts/each.h"

#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/loops.h"

/* The loop at n, if it iterates over the elements of a scalarset. */
static const coset_pml_counting *counting_through(coset_pml_lowerer *l, const coset_pml_node *n)
{
    for (uint32_t i = 0; i < l->countings.n; i++) {
        const coset_pml_counting *c = &l->countings.at[i];
        const coset_ir_type *s = c->choice == n ? coset_pml_class_of_counter(l, c) : NULL;
        if (s && s->lo == c->from && (int64_t)s->n == c->to - c->from)
            return c;
    }
    return NULL;
}

const coset_pml_counting *coset_pml_counting_in(coset_pml_lowerer *l, const coset_pml_seq *seq, const coset_pml_node *n)
{
    const coset_pml_counting *c = l->countings.n ? counting_through(l, n) : NULL;
    for (const coset_pml_node *m = c ? seq->first : NULL; m && m != n; m = coset_pml_behind(m))
        if (m == c->first)
            return c;
    return NULL;
}

/* ---- in the automaton ------------------------------------------------------------------------------------------- */

/* Number of transitions to this control state (and the start), except those from inside the loop: its states are not
 * entered from elsewhere, because it has no labels. */
static uint32_t ways_to(const coset_pml_graph *g, uint32_t at, const coset_pml_counting *c, const bool *seen)
{
    uint32_t n = g->start == at;
    for (uint32_t k = 1; k < g->n_nodes; k++)
        for (const coset_pml_edge *e = seen[k] ? g->nodes[k]->out : NULL; e; e = e->next)
            n += e->to == at && !(c && e->node && coset_pml_is_increment(e->node, c->counter));
    return n;
}

/* The counter has its first value in control state `head`: only the successors of its assignment lead there. */
static bool comes_from_start(const coset_pml_graph *g, const coset_pml_counting *c, uint32_t head, const bool *seen)
{
    for (const coset_pml_node *n = c->first;; n = coset_pml_behind(n)) {
        const coset_pml_edge *e = coset_pml_edge_of(g->nodes[n->number]->out, n);
        const coset_pml_node *next = coset_pml_behind(n);
        if (!e || e->next || g->nodes[n->number]->out != e || e->n_merged || e->n_escapes ||
            (e->node && e->node->dead) || (c->first != c->start && !e->atomic))
            return false;
        if (next == c->choice)
            return e->to == head && ways_to(g, head, c, seen) == 1;
        if (e->to != next->number || ways_to(g, e->to, NULL, seen) != 1)
            return false;
    }
}

bool coset_pml_find_counted(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_counted *out)
{
    const coset_pml_graph *g = f->graph;
    const coset_pml_counting *c = l->countings.n ? counting_through(l, g->nodes[at]) : NULL;
    const coset_pml_edge *leave = NULL;
    uint32_t n = 0;
    if (!c)
        return false;
    bool *seen = coset_new(g->n_nodes, sizeof *seen);
    coset_pml_reach(g, g->start, seen);
    seen[g->start] = true;
    bool is_first = comes_from_start(g, c, at, seen);
    coset_delete(seen);
    if (!is_first)
        return false;
    for (const coset_pml_seq *o = c->choice->sub; o; o = o->next, n++) {
        const coset_pml_edge *x = coset_pml_edge_of(g->nodes[at]->out, o->first);
        const coset_pml_edge *last = o == c->exit ? x : coset_pml_last_of_option(g, at, o);
        if (!x || !last || x->escape || x->n_escapes || x->n_merged || x->node->dead)
            return false;
        if (o == c->exit)
            leave = x;
        else if (!last->atomic || last->to != at)
            return false;
    }
    for (const coset_pml_edge *x = g->nodes[at]->out; x; x = x->next)
        n--;
    if (n != 0 || !leave)
        return false;
    *out = (coset_pml_counted){.counting = c, .step = *leave};
    out->step.next = NULL;
    return true;
}
