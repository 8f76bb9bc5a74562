/* lang/promela/facts/ways.c - paths through an automaton: reachability, and which statements are certain. */
#include <string.h>

#include "lang/promela/facts/text.h"

void coset_pml_reach(const coset_pml_graph *g, uint32_t from, bool *seen)
{
    uint32_t *stack = coset_new(g->n_nodes + (size_t)1, sizeof *stack), n = 0;
    memset(seen, 0, g->n_nodes * sizeof *seen);
    stack[n++] = from;
    while (n > 0) {
        uint32_t at = stack[--n];
        for (const coset_pml_edge *e = g->nodes[at]->out; e; e = e->next)
            if (e->step_to && !seen[e->step_to]) {
                seen[e->step_to] = true;
                stack[n++] = e->step_to;
            }
    }
    coset_delete(stack);
}

const coset_pml_node *coset_pml_behind(const coset_pml_node *n)
{
    n = n->next;
    while (n && n->kind == COSET_PML_N_JOIN && !n->labels)
        n = n->next;
    return n;
}

const coset_pml_edge *coset_pml_edge_of(const coset_pml_edge *list, const coset_pml_node *n)
{
    while (list && list->node != n)
        list = list->next;
    return list;
}

/* ---- statements that are certain -------------------------------------------------------------------------------- */

static bool is_else(const coset_pml_node *n) { return n->kind == COSET_PML_N_ELSE; }

static const coset_pml_stmt *basic(const coset_pml_node *n, coset_pml_stmt_op op)
{
    return n->kind == COSET_PML_N_STMT && n->stmt->op == op ? n->stmt : NULL;
}

/* An option with a condition. */
static bool is_condition(const coset_pml_node *n)
{
    const coset_pml_stmt *st = basic(n, COSET_PML_S_EXPR);
    return st && !st->e->has_effect && !coset_pml_mentions(st->e, COSET_PML_E_TIMEOUT);
}

/* The statements of an option after its first one are certain. */
static bool rest_is_certain(const coset_pml_seq *o)
{
    for (const coset_pml_node *n = o->first; n != o->extent;) {
        n = coset_pml_behind(n);
        if (!n || n->labels || !coset_pml_is_certain(n))
            return false;
    }
    return true;
}

/* `if :: condition -> ... :: else ... fi` */
static bool is_certain_choice(const coset_pml_node *n)
{
    if (n->is_loop || !n->sub || !n->sub->next || n->sub->next->next)
        return false;
    const coset_pml_seq *yes = n->sub, *no = n->sub->next;
    return !n->sub->first->labels && !no->first->labels && is_condition(yes->first) && is_else(no->first) &&
           rest_is_certain(yes) && rest_is_certain(no);
}

bool coset_pml_is_certain(const coset_pml_node *n)
{
    if (n->escapes || n->dead)
        return false;
    if (n->kind == COSET_PML_N_SELECT)
        return is_certain_choice(n);
    const coset_pml_stmt *st = basic(n, COSET_PML_S_EXPR);
    if (st)
        return st->e->is_constant && st->e->value != 0;
    st = basic(n, COSET_PML_S_ASSIGN);
    return st && !st->e->has_effect && st->target->op != COSET_PML_E_HOLE && st->target->op != COSET_PML_E_PRIORITY;
}

/* ---- their transitions ------------------------------------------------------------------------------------------ */

const coset_pml_edge *coset_pml_last_of_option(const coset_pml_graph *g, uint32_t at, const coset_pml_seq *o)
{
    const coset_pml_edge *e = coset_pml_edge_of(g->nodes[at]->out, o->first);
    for (const coset_pml_node *n = o->first; e && n != o->extent;) {
        n = coset_pml_behind(n);
        e = e->atomic && e->to == n->number ? coset_pml_last_edge(g, n->number, n) : NULL;
    }
    return e;
}

const coset_pml_edge *coset_pml_last_edge(const coset_pml_graph *g, uint32_t at, const coset_pml_node *n)
{
    const coset_pml_edge *list = g->nodes[at]->out;
    uint32_t n_edges = 0, n_ways = n->kind == COSET_PML_N_SELECT ? 2 : 1;
    for (const coset_pml_edge *e = list; e; e = e->next, n_edges++)
        if (!e->node || e->escape || e->n_escapes || e->n_merged || e->node->dead)
            return NULL;
    if (n_edges != n_ways)
        return NULL;
    if (n_ways == 1)
        return coset_pml_edge_of(list, n);
    const coset_pml_edge *x = coset_pml_last_of_option(g, at, n->sub),
                         *y = coset_pml_last_of_option(g, at, n->sub->next);
    return x && y && x->to == y->to && x->atomic == y->atomic ? x : NULL;
}
