/* lang/promela/facts/used.c - dead global variables, which are omitted from states.
 *
 * Spin omits from its states, except with spin -o2, variables that are only written and printed. A parameter of a
 * receive counts as read in Spin, and so it does here. */
#include "lang/promela/facts/variables.h"

static void use(const coset_pml_expr *e)
{
    if (!e)
        return;
    if (e->op == COSET_PML_E_NAME && e->var)
        e->var->is_used = true;
    use(e->a);
    use(e->b);
    use(e->c);
    for (const coset_pml_expr *a = e->args; a; a = a->next)
        use(a);
}

/* A written place uses only its indices. */
static void use_indices(const coset_pml_expr *e)
{
    for (; e && e->op != COSET_PML_E_NAME; e = e->a)
        if (e->op == COSET_PML_E_INDEX)
            use(e->b);
}

static void use_in(const coset_pml_stmt *s)
{
    for (; s; s = s->next) {
        bool assigns = s->op == COSET_PML_S_ASSIGN;
        if (assigns)
            use_indices(s->target);
        else
            use(s->target);
        if (!s->is_step)
            use(s->e);
        for (const coset_pml_expr *a = s->op == COSET_PML_S_PRINTF ? NULL : s->args; a; a = a->next)
            use(a);
        for (const coset_pml_var *v = s->vars; v; v = v->next) {
            use(v->init);
            for (const coset_pml_expr *x = v->inits; x; x = x->next)
                use(x);
        }
        use_in(s->body);
        use_in(s->escape);
        for (const coset_pml_option *o = s->options; o; o = o->next)
            use_in(o->body);
    }
}

void coset_pml_find_used(coset_pml_lowerer *l)
{
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next) {
        use(p->provided);
        use_in(p->body);
    }
    for (const coset_pml_ltl *f = l->model->ltls; f; f = f->next)
        use(f->formula);
    for (const coset_pml_predicate *p = l->model->predicates; p; p = p->next)
        use(p->e);
    for (const coset_pml_var *v = l->model->globals; v; v = v->next) {
        use(v->init);
        for (const coset_pml_expr *x = v->inits; x; x = x->next)
            use(x);
    }
}

bool coset_pml_is_left_out(const coset_pml_lowerer *l, const coset_pml_var *v)
{
    if (v->is_mailbox)
        return true;
    return v->storage == COSET_PML_GLOBAL && !v->is_used && (l->how.reset || v->is_hidden) &&
           v->type.kind != COSET_PML_CHAN && v->type.kind != COSET_PML_STRUCT;
}
