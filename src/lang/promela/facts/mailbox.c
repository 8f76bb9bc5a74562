/* lang/promela/facts/mailbox.c - arrays of channels with one for each process.
 *
 * The channels of `chan q[N]` have numbers, like all channels. If elements of a scalarset index the array, these
 * numbers would be a second name of the elements. So if such channels are only used by their place - `q[i]!m`,
 * `q[i]?m`, `len(q[i])`, ... - and never as values, the array of their contents is indexed by the elements, and the
 * array q is omitted from states. A rendez-vous offer is identified by the array and the element. */
#include "lang/promela/facts/variables.h"

#include "lang/promela/facts/classes.h"

/* `array[index]` */
static bool is_place(const coset_pml_expr *e, const coset_pml_var *v)
{
    return e && e->op == COSET_PML_E_INDEX && e->a->op == COSET_PML_E_NAME && e->a->var == v;
}

/* The array occurs in e other than as an operand for channels. */
static bool is_value(const coset_pml_expr *e, const coset_pml_var *v)
{
    if (!e)
        return false;
    if (e->op == COSET_PML_E_NAME && e->var == v)
        return true;
    bool is_question = e->op == COSET_PML_E_LEN || e->op == COSET_PML_E_FULL || e->op == COSET_PML_E_NFULL ||
                       e->op == COSET_PML_E_EMPTY || e->op == COSET_PML_E_NEMPTY || e->op == COSET_PML_E_POLL;
    for (const coset_pml_expr *a = e->args; a; a = a->next)
        if (is_value(a, v))
            return true;
    const coset_pml_expr *first = is_question && is_place(e->a, v) ? e->a->b : e->a;
    return is_value(first, v) || is_value(e->b, v) || is_value(e->c, v);
}

static bool vars_have_it(const coset_pml_var *x, const coset_pml_var *v)
{
    for (; x; x = x->storage == COSET_PML_GLOBAL || x->storage == COSET_PML_FIELD ? x->next : x->next_own)
        if (is_value(x->init, v))
            return true;
    return false;
}

static bool is_value_in(const coset_pml_stmt *s, const coset_pml_var *v)
{
    for (; s; s = s->next) {
        bool is_message = s->op == COSET_PML_S_SEND || s->op == COSET_PML_S_RECEIVE;
        if (is_value(is_message && is_place(s->target, v) ? s->target->b : s->target, v) || is_value(s->e, v))
            return true;
        for (const coset_pml_expr *a = s->args; a; a = a->next)
            if (is_value(a, v))
                return true;
        for (const coset_pml_option *o = s->options; o; o = o->next)
            if (is_value_in(o->body, v))
                return true;
        if (is_value_in(s->body, v) || is_value_in(s->escape, v))
            return true;
    }
    return false;
}

static bool is_value_anywhere(const coset_pml_lowerer *l, const coset_pml_var *v)
{
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next)
        if (is_value(p->provided, v) || is_value_in(p->body, v) || vars_have_it(p->vars, v))
            return true;
    for (const coset_pml_ltl *f = l->model->ltls; f; f = f->next)
        if (is_value(f->formula, v))
            return true;
    for (const coset_pml_predicate *p = l->model->predicates; p; p = p->next)
        if (is_value(p->e, v))
            return true;
    return vars_have_it(l->model->globals, v);
}

void coset_pml_find_mailboxes(coset_pml_lowerer *l)
{
    if (l->trace || l->how.receptions || l->how.claims)
        return;
    for (coset_pml_var *v = l->model->globals; v; v = v->next)
        v->is_mailbox = v->chan && v->is_array && !v->is_written && coset_pml_index_type(l, v, (int64_t)v->n - 1) &&
                        !is_value_anywhere(l, v);
}
