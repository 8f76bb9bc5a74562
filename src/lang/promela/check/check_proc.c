/* lang/promela/check/check_proc.c - whole processes, and their starts. */
#include <string.h>

#include "lang/promela/check/checker.h"

#define MOST_PROCESSES 255u

/* ---- heads --------------------------------------------------------------------------------------------------- */

static void check_head(coset_pml_checker *c, coset_pml_proc *q)
{
    q->start_priority = 1;
    if (q->copies)
        q->n_active = coset_pml_check_size(c, q->copies, "the number of processes", MOST_PROCESSES);
    else
        q->n_active = q->is_active || q->kind == COSET_PML_INIT;
    if (q->priority) {
        q->start_priority = coset_pml_check_size(c, q->priority, "the priority", 255);
        c->model->uses.priority = true;
    }
}

static void check_provided(coset_pml_checker *c, coset_pml_proc *q)
{
    if (!q->provided)
        return;
    c->model->uses.provided = true;
    c->in_provided = true;
    coset_pml_check_number(c, q->provided);
    c->in_provided = false;
    if (coset_pml_count_runs(q->provided))
        coset_pml_error(c, "E320", q->provided, "`provided` cannot start processes");
}

static void check_params(coset_pml_checker *c, coset_pml_proc *q)
{
    for (coset_pml_var *v = q->params; v; v = v->next) {
        coset_pml_check_var(c, v);
        v->number = q->n_vars++;
        v->first_slot = (uint32_t)q->width;
        q->width += v->width_slots;
        *c->last_var = v;
        c->last_var = &v->next_own;
        if (q->width > COSET_PML_MAX_SLOTS) {
            coset_pml_error(c, "E302", v, "the variables of the process have more than %u values", COSET_PML_MAX_SLOTS);
            q->width = 0;
        }
    }
    q->n_params = (uint32_t)q->width;
    if (q->is_active && q->params)
        coset_pml_warn(c, "W321", q, "active processes get no arguments; the parameters of `%s` are 0", q->name);
}

/* ---- duplicates ---------------------------------------------------------------------------------------------- */

static bool same_name(const coset_pml_proc *a, const coset_pml_proc *b)
{
    if (a->kind >= COSET_PML_TRACE && b->kind >= COSET_PML_TRACE) /* at most one trace or notrace */
        return true;
    if (a->kind != b->kind)
        return false;
    if (a->kind == COSET_PML_INIT)
        return true;
    return a->name && b->name && strcmp(a->name, b->name) == 0;
}

static void check_single(coset_pml_checker *c, const coset_pml_proc *q)
{
    for (const coset_pml_proc *old = c->model->procs; old != q; old = old->next)
        if (same_name(old, q)) {
            static const char *const names[] = {"the proctype", "init", "the claim", "trace", "notrace"};
            coset_pml_error(c, "E322", q, "%s%s%s%s is there already, in line %u", names[old->kind],
                            q->name ? " `" : "", q->name ? q->name : "", q->name ? "`" : "", old->pos.line);
            return;
        }
}

/* ---- one process --------------------------------------------------------------------------------------------- */

void coset_pml_check_proc(coset_pml_checker *c, coset_pml_proc *q)
{
    check_single(c, q);
    check_head(c, q);
    if (q->kind == COSET_PML_PROCTYPE && !coset_pml_find(c, q->name))
        coset_pml_declare(c, (coset_pml_entry){.name = q->name, .proc = q}, q->pos, q->len);
    else if (q->kind == COSET_PML_PROCTYPE && !coset_pml_find(c, q->name)->proc)
        coset_pml_error(c, "E201", q, "`%s` is declared already", q->name);
    c->proc = q;
    c->last_var = &q->vars;
    c->last_label = &q->labels;
    c->in_trace = q->kind == COSET_PML_TRACE || q->kind == COSET_PML_NOTRACE;
    c->is_first = true;
    c->scope = 0;
    c->outer.n = 0;
    uint32_t mark = coset_pml_scope_enter(c);
    check_params(c, q);
    check_provided(c, q);
    coset_pml_check_stmts(c, &q->body);
    coset_pml_check_jumps(c);
    coset_pml_scope_leave(c, mark);
    c->proc = NULL;
    c->in_trace = false;
}

/* ---- run ----------------------------------------------------------------------------------------------------- */

static coset_pml_proc *find_proctype(coset_pml_checker *c, const coset_pml_expr *run)
{
    COSET_VEC(const char *) names = {0};
    coset_pml_proc *found = NULL;
    for (coset_pml_proc *q = c->model->procs; q && !found; q = q->next) {
        if (q->kind != COSET_PML_PROCTYPE)
            continue;
        if (strcmp(q->name, run->name) == 0)
            found = q;
        *coset_vec_add(&names) = q->name;
    }
    if (!found && coset_pml_error(c, "E323", run, "there is no proctype `%s`", run->name)) {
        const char *near = coset_nearest(run->name, names.at, names.n);
        if (near)
            coset_pml_help(c, "did you mean `%s`?", near);
    }
    coset_vec_fini(&names);
    return found;
}

static void list_params(coset_pml_expr *run, const coset_pml_proc *q, uint32_t *n)
{
    *n = 0;
    for (const coset_pml_expr *arg = run->args; arg; arg = arg->next)
        ++*n;
    run->proc->n_runs++;
    (void)q;
}

/* The parameters are scalars, or structures with an argument for each scalar. */
static void check_types(coset_pml_checker *c, const coset_pml_expr *run, const coset_pml_proc *q)
{
    const coset_pml_expr *arg = run->args;
    for (const coset_pml_var *v = q->params; v && arg; v = v->next) {
        if (v->type.kind == COSET_PML_STRUCT) {
            for (uint64_t i = 0; i < v->width_slots && arg; i++)
                arg = arg->next;
            continue;
        }
        coset_pml_check_mtype(c, &v->type, arg, false);
        coset_pml_check_range(c, arg, &v->type);
        bool to = v->type.kind == COSET_PML_CHAN, from = arg->type.kind == COSET_PML_CHAN;
        if (to != from && !arg->is_constant)
            coset_pml_warn(c, "W324", arg,
                           to ? "`%s` takes a channel, and this is none" : "`%s` does not take a channel", v->name);
        arg = arg->next;
    }
}

void coset_pml_check_runs(coset_pml_checker *c)
{
    for (uint32_t i = 0; i < c->runs.n && !coset_pml_enough(c); i++) {
        coset_pml_expr *run = c->runs.at[i];
        coset_pml_proc *q = run->proc = find_proctype(c, run);
        if (!q)
            continue;
        uint32_t n;
        list_params(run, q, &n);
        if (n != q->n_params)
            coset_pml_error(c, "E325", run, "`%s` takes %u argument%s but gets %u", q->name, q->n_params,
                            q->n_params == 1 ? "" : "s", n);
        else
            check_types(c, run, q);
    }
}

/* After all `run`s are counted: references without a pid to proctypes that may have several processes. */
void coset_pml_check_first_meant(coset_pml_checker *c)
{
    for (const coset_pml_proc *p = c->model->procs; p; p = p->next)
        if (p->first_meant && p->n_active + p->n_runs > 1 &&
            coset_pml_warn(c, "W234", p->first_meant,
                           "there are several processes of `%s`; as in Spin, the one with the smallest pid is meant",
                           p->name))
            coset_pml_help(c, "write its pid in brackets");
}
