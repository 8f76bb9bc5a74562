/* lang/promela/facts/parts.c - parts of expressions, variables and statements. */
#include "lang/promela/facts/text.h"

bool coset_pml_mentions(const coset_pml_expr *e, coset_pml_op op)
{
    if (!e)
        return false;
    if (e->op == op)
        return true;
    for (const coset_pml_expr *a = e->args; a; a = a->next)
        if (coset_pml_mentions(a, op))
            return true;
    return coset_pml_mentions(e->a, op) || coset_pml_mentions(e->b, op) || coset_pml_mentions(e->c, op);
}

const coset_pml_expr *coset_pml_run_in(const coset_pml_expr *e)
{
    if (!e)
        return NULL;
    if (e->op == COSET_PML_E_RUN)
        return e;
    const coset_pml_expr *r = coset_pml_run_in(e->a);
    r = r ? r : coset_pml_run_in(e->b);
    r = r ? r : coset_pml_run_in(e->c);
    for (const coset_pml_expr *a = e->args; a && !r; a = a->next)
        r = coset_pml_run_in(a);
    return r;
}

const coset_pml_expr *coset_pml_run_of(const coset_pml_edge *e)
{
    const coset_pml_node *n = e->node;
    if (!n || n->kind != COSET_PML_N_STMT)
        return NULL;
    const coset_pml_expr *r = coset_pml_run_in(n->stmt->e);
    for (const coset_pml_expr *a = n->stmt->args; a && !r; a = a->next)
        r = coset_pml_run_in(a);
    return r;
}

const coset_pml_stmt *coset_pml_first_receive(const coset_pml_node *n)
{
    while (n && n->inner)
        n = coset_pml_graph_start(n->inner->first);
    return n && n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_RECEIVE ? n->stmt : NULL;
}

bool coset_pml_has_value(const coset_pml_var *v)
{
    if (v->chan || v->init || v->inits)
        return true;
    for (const coset_pml_var *x = v->type.kind == COSET_PML_STRUCT ? v->type.record->fields : NULL; x; x = x->next)
        if (coset_pml_has_value(x))
            return true;
    return false;
}

uint32_t coset_pml_n_channels(const coset_pml_var *v, const coset_pml_var *field)
{
    uint64_t n = v->chan && (!field || v == field);
    for (const coset_pml_var *x = v->type.kind == COSET_PML_STRUCT ? v->type.record->fields : NULL; x; x = x->next)
        n += coset_pml_n_channels(x, field);
    return n * v->n < 1000000 ? (uint32_t)(n * v->n) : 1000000;
}
