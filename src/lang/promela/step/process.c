/* lang/promela/step/process.c - start and termination of processes. */
#include "lang/promela/step/process.h"

#include "lang/promela/expr/expr.h"
#include "lang/promela/facts/processes.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/state/state.h"

/* Scalars of the parameters, in order. */
static void pass_scalars(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_ir_place *to,
                         const coset_pml_type *t, const coset_pml_expr **arg)
{
    if (t->kind == COSET_PML_STRUCT) {
        uint32_t i = 0;
        for (const coset_pml_var *v = t->record->fields; v; v = v->next, i++) {
            const coset_ir_place *f = coset_pml_ir_field(l, to, i);
            for (uint32_t k = 0; k < v->n; k++)
                pass_scalars(l, who, list,
                             v->is_array ? coset_pml_ir_element(l, f, coset_pml_ir_number(l, k, v->pos)) : f, &v->type,
                             arg);
        }
        return;
    }
    if (!*arg)
        return;
    int64_t lo, hi;
    coset_pml_bounds(*arg, &lo, &hi);
    coset_pml_ir_assign(l, list, to, coset_pml_cut(l, coset_pml_lower_expr(l, who, *arg), lo, hi, t, false));
    *arg = (*arg)->next;
}

/* The assertion that there is room for one more process. */
static void fail_for_room(coset_pml_lowerer *l, const coset_pml_family *f, const coset_ir_stmt *fails)
{
    coset_ir_prop *p = &l->props.at[fails->prop];
    if (l->short_of_room)
        p->unchecked = "the limit on the number of processes was reached";
    else if (coset_pml_most_of(f) > f->n)
        p->assumed = COSET_ASSUMED_ROOM;
}

void coset_pml_run(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run)
{
    const coset_pml_family *f = &l->families[run->proc->number];
    const coset_pml_expr *arg = run->args;
    coset_ir_list too_many = {0};
    if (l->arriving.making) {
        coset_pml_arrive(l, who, list, run);
        return;
    }
    if (!f->n) { /* there are not enough channel numbers */
        coset_pml_ir_fail(l, list, "there is no room for this process", run->pos);
        fail_for_room(l, f, list->last);
        return;
    }
    coset_ir_stmt *test = coset_ir_add(l->arena, list, COSET_S_IF, run->pos);
    test->expr = coset_pml_ir_binary(l, f->n == 1 ? COSET_E_NE : COSET_E_GE, coset_pml_ir_load(l, l->n_procs),
                                     coset_pml_ir_number(l, (int64_t)f->lo + (f->n == 1 ? 0 : f->n), run->pos));
    coset_pml_ir_fail(l, &too_many,
                      coset_arena_printf(l->arena,
                                         "more than %u processes run at one time: there is no room for this one",
                                         f->lo + coset_pml_most_of(f)),
                      run->pos);
    fail_for_room(l, f, too_many.first);
    test->body = too_many.first;
    const coset_ir_expr *pid = f->n == 1 ? coset_pml_ir_number(l, f->lo, run->pos) : coset_pml_ir_load(l, l->n_procs);
    if (f->base != f->lo)
        pid = coset_pml_ir_plus(l, pid, f->base - (int64_t)f->lo);
    const coset_pml_who born = {.family = f, .pid = pid, .timeout = who->timeout};
    for (const coset_pml_var *v = f->proc->vars; v; v = v->next_own) {
        if (v->storage != COSET_PML_PARAM)
            continue;
        const coset_ir_place *p = coset_pml_own(l, &born, v, run->pos);
        pass_scalars(l, who, list, p, &v->type, &arg);
    }
    coset_pml_start(l, list, &born, run);
    coset_pml_ir_assign(l, list, l->n_procs, coset_pml_ir_plus(l, coset_pml_ir_load(l, l->n_procs), 1));
}

void coset_pml_die(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, coset_pos pos)
{
    for (uint32_t i = 0; i < l->channels.n; i++) {
        const coset_pml_channels *c = &l->channels.at[i];
        if (c->family != who->family)
            continue;
        const coset_pml_shape *s = &l->shapes.at[c->shape];
        const coset_ir_expr *first = coset_pml_own_channel(l, c, who->pid);
        for (uint32_t k = 0; k < c->n; k++)
            coset_pml_ir_zero(
                l, list,
                coset_pml_ir_element(l, coset_pml_ir_place(l, COSET_P_STATE, s->offset, s->array, "channel", pos),
                                     k ? coset_pml_ir_plus(l, first, k) : first));
    }
    coset_pml_ir_zero(l, list, coset_pml_process(l, who, pos));
    coset_pml_ir_assign(l, list, l->n_procs, coset_pml_ir_plus(l, coset_pml_ir_load(l, l->n_procs), -1));
}

/* The `run` in an expression (at most one), and the condition under which it is evaluated: NULL is always. */
static const coset_pml_expr *find_run(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e,
                                      const coset_ir_expr **when)
{
    const coset_pml_expr *run = NULL;
    if (!e || !e->has_effect || e->op == COSET_PML_E_RUN)
        return e && e->has_effect ? e : NULL;
    if ((run = find_run(l, who, e->a, when)))
        return run;
    if ((run = find_run(l, who, e->b, when)) || (run = find_run(l, who, e->c, when))) {
        bool is_choice = e->op == COSET_PML_E_COND;
        bool if_not = is_choice ? e->c->has_effect : e->op == COSET_PML_E_OR;
        if (!is_choice && e->op != COSET_PML_E_AND && e->op != COSET_PML_E_OR)
            return run;
        const coset_ir_expr *first = coset_pml_truth(l, who, e->a);
        *when = coset_pml_ir_both(l, if_not ? coset_pml_ir_negated(l, first) : first, *when);
        return run;
    }
    for (const coset_pml_expr *x = e->args; x && !run; x = x->next)
        run = find_run(l, who, x, when);
    return run;
}

void coset_pml_run_first(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *e)
{
    const coset_ir_expr *when = NULL;
    const coset_pml_expr *run = find_run(l, who, e, &when);
    if (!run)
        return;
    const coset_ir_place *pid = coset_pml_ir_local(l, l->integer, "pid", run->pos);
    coset_ir_list body = {0}, *to = when ? &body : list;
    if (when)
        coset_pml_ir_assign(l, list, pid, coset_pml_ir_number(l, 0, run->pos));
    coset_pml_ir_assign(l, to, pid, coset_pml_ir_load(l, l->n_procs));
    coset_pml_run(l, who, to, run);
    if (when) {
        coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, run->pos);
        s->expr = when;
        s->body = body.first;
    }
    l->ran = run;
    l->ran_pid = coset_pml_ir_load(l, pid);
}
