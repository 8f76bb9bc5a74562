/* lang/promela/expr/remote.c - references to another process: `P[pid]@label`, `P[pid]:variable`, and both without a
 * pid: then Spin uses the existing process of P with the smallest number (f_pid in its verifiers). False and 0 if there
 * is none. */
#include "lang/promela/expr/kinds.h"

#include "lang/promela/state/state.h"

const coset_ir_expr *coset_pml_is_in_family(coset_pml_lowerer *l, const coset_pml_who *who)
{
    const coset_pml_family *f = who->family;
    if (f->n == 1)
        return coset_pml_ir_binary(l, COSET_E_EQ, who->pid, coset_pml_ir_number(l, f->lo, who->pid->pos));
    coset_ir_expr *x = coset_pml_ir_make(l, COSET_E_ISMEMBER, who->pid->pos);
    x->type = l->boolean;
    x->a = who->pid;
    x->member = f->index;
    return x;
}

static const coset_ir_expr *value_there(coset_pml_lowerer *l, const coset_pml_who *there, const coset_pml_expr *e)
{
    if (e->op == COSET_PML_E_REMOTE)
        return coset_pml_ir_load(l, coset_pml_lower_place(l, there, e->b));
    const coset_pml_node *n = e->label->lowered;
    return coset_pml_ir_equal(l, coset_pml_control(l, there, e->pos), n->number);
}

static const coset_ir_expr *of_the_first(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    const coset_pml_family *f = &l->families[e->proc->number];
    const coset_ir_expr *x = coset_pml_ir_number(l, 0, e->pos);
    for (uint32_t i = f->n; i-- > 0;) {
        const coset_pml_who one = {.family = f,
                                   .timeout = who->timeout,
                                   .pid = coset_pml_ir_number(l, (f->n > 1 ? f->base : f->lo) + (int64_t)i, e->pos)};
        const coset_ir_expr *ended = coset_pml_ir_equal(l, coset_pml_control(l, &one, e->pos), 0);
        x = coset_pml_ir_choice(l, ended, x, value_there(l, &one, e));
    }
    return x;
}

const coset_ir_expr *coset_pml_lower_remote(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    coset_pml_who there = {.family = &l->families[e->proc->number], .timeout = who->timeout};
    const coset_pml_family *f = there.family;
    if (f->n == 0) {
        coset_pml_unsupported(l, e->pos, e->len, "a process that is never started is referred to");
        return coset_pml_ir_number(l, 0, e->pos);
    }
    if (!e->a)
        return of_the_first(l, who, e);
    there.pid = coset_pml_value(l, who, e->a);
    const int64_t more = f->base - (int64_t)f->lo; /* in the numbers of the scalarset */
    if (more && f->n > 1)
        there.pid = coset_pml_ir_binary(l, COSET_E_ADD, there.pid, coset_pml_ir_number(l, more, e->pos));
    const coset_ir_expr *x = value_there(l, &there, e);
    return e->op == COSET_PML_E_AT ? coset_pml_ir_binary(l, COSET_E_AND, coset_pml_is_in_family(l, &there), x) : x;
}

/* ---- labels ----------------------------------------------------------------------------------------------------- */

static const coset_ir_expr *family_is_at(coset_pml_lowerer *l, const coset_pml_family *f, coset_pml_mark mark,
                                         coset_pos pos)
{
    const coset_ir_expr *any = NULL;
    const coset_pml_some some = coset_pml_ir_some(l, f, false, pos);
    const coset_ir_place *at = coset_pml_control(l, &some.who, pos);
    for (uint32_t k = 1; k < f->graph->n_nodes; k++) {
        if (!(f->graph->nodes[k]->marks & mark))
            continue;
        const coset_ir_expr *here = coset_pml_ir_equal(l, at, k);
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, here) : here;
    }
    return any ? coset_pml_ir_exists(l, &some, any) : NULL;
}

const coset_ir_expr *coset_pml_some_at(coset_pml_lowerer *l, coset_pml_mark mark, coset_pos pos)
{
    const coset_ir_expr *any = NULL;
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_pml_family *f = &l->families[i];
        const coset_ir_expr *one = f->n ? family_is_at(l, f, mark, pos) : NULL;
        if (one)
            any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any ? any : coset_pml_ir_number(l, 0, pos);
}
