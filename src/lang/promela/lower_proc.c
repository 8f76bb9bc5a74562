/* lang/promela/lower_proc.c - processes come and go. */
#include "lang/promela/lower.h"

static const coset_ir_expr *plus(coset_pml_lowerer *l, const coset_ir_expr *a, int64_t by)
{
    return coset_pml_ir_binary(l, by < 0 ? COSET_E_SUB : COSET_E_ADD, a,
                               coset_pml_ir_number(l, by < 0 ? -by : by, a->pos));
}

/* Number of the first channel of a local variable in the process with this pid. */
static const coset_ir_expr *own_channel(coset_pml_lowerer *l, const coset_pml_channels *c, const coset_ir_expr *pid)
{
    coset_pos pos = c->var->pos;
    if (pid->op == COSET_E_CONST)
        return coset_pml_ir_number(l, c->first + (pid->value - c->family->lo) * c->var->n, pos);
    const coset_ir_expr *k = plus(l, pid, -(int64_t)c->family->lo);
    k = coset_pml_ir_binary(l, COSET_E_MUL, k, coset_pml_ir_number(l, c->var->n, pos));
    return coset_pml_ir_binary(l, COSET_E_ADD, k, coset_pml_ir_number(l, c->first, pos));
}

static const coset_pml_channels *channels_of(const coset_pml_lowerer *l, const coset_pml_var *v)
{
    for (uint32_t i = 0; i < l->channels.n; i++)
        if (l->channels.at[i].var == v)
            return &l->channels.at[i];
    return NULL;
}

/* The variable's channels, `first` and the following ones. */
static void make_channels(coset_pml_lowerer *l, coset_pml_list *list, const coset_ir_place *p, const coset_pml_var *v,
                          const coset_ir_expr *first)
{
    for (uint32_t k = 0; k < v->n; k++) {
        const coset_ir_place *to = v->is_array ? coset_pml_ir_element(l, p, coset_pml_ir_number(l, k, v->pos)) : p;
        coset_pml_ir_assign(l, list, to, k ? plus(l, first, k) : first);
    }
}

static void set(coset_pml_lowerer *l, const coset_pml_who *who, coset_pml_list *list, const coset_ir_place *p,
                const coset_pml_var *v, const coset_pml_expr *e)
{
    int64_t lo, hi;
    coset_pml_bounds(e, &lo, &hi);
    coset_pml_ir_assign(l, list, p, coset_pml_cut(l, coset_pml_lower_expr(l, who, e), lo, hi, &v->type, v->is_array));
}

/* The initial value of a variable that holds zeros. */
static void init_variable(coset_pml_lowerer *l, const coset_pml_who *who, coset_pml_list *list, const coset_ir_place *p,
                          const coset_pml_var *v)
{
    const coset_pml_expr *e = v->inits ? v->inits : v->init;
    if (v->chan) {
        const coset_pml_channels *c = channels_of(l, v);
        make_channels(l, list, p, v,
                      c->family ? own_channel(l, c, who->pid) : coset_pml_ir_number(l, c->first, v->pos));
        return;
    }
    if (!e || (e->is_constant && e->value == 0 && !v->inits))
        return;
    if (!v->is_array) {
        set(l, who, list, p, v, e);
        return;
    }
    for (uint32_t k = 0; k < v->n; k++) {
        set(l, who, list, coset_pml_ir_element(l, p, coset_pml_ir_number(l, k, v->pos)), v, e);
        if (v->inits && e->next)
            e = e->next;
    }
}

void coset_pml_start(coset_pml_lowerer *l, coset_pml_list *list, const coset_pml_who *born)
{
    const coset_pml_proc *p = born->family->proc;
    for (const coset_pml_var *v = p->vars; v; v = v->next_own)
        if (v->storage != COSET_PML_PARAM)
            init_variable(l, born, list, coset_pml_ir_field(l, coset_pml_process(l, born, v->pos), 1 + v->number), v);
    coset_pml_ir_assign(l, list, coset_pml_control(l, born, p->pos),
                        coset_pml_ir_number(l, born->family->graph->start, p->pos));
}

/* Scalars of the parameters, in order. */
static void pass_scalars(coset_pml_lowerer *l, const coset_pml_who *who, coset_pml_list *list, const coset_ir_place *to,
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

void coset_pml_run(coset_pml_lowerer *l, const coset_pml_who *who, coset_pml_list *list, const coset_pml_expr *run)
{
    const coset_pml_family *f = &l->families[run->proc->number];
    const coset_pml_expr *arg = run->args;
    coset_pml_list too_many = {0};
    coset_ir_stmt *test = coset_pml_ir_add(l, list, COSET_S_IF, run->pos);
    test->expr = coset_pml_ir_binary(l, f->n == 1 ? COSET_E_NE : COSET_E_GE, coset_pml_ir_load(l, l->n_procs),
                                     coset_pml_ir_number(l, (int64_t)f->lo + (f->n == 1 ? 0 : f->n), run->pos));
    coset_pml_ir_fail(l, &too_many,
                      coset_arena_printf(l->arena,
                                         "more than %u processes run at one time: there is no room for this one",
                                         f->lo + f->n),
                      run->pos);
    test->body = too_many.first;
    const coset_ir_expr *pid = f->n == 1 ? coset_pml_ir_number(l, f->lo, run->pos) : coset_pml_ir_load(l, l->n_procs);
    const coset_pml_who born = {.family = f, .pid = pid, .timeout = who->timeout};
    for (const coset_pml_var *v = f->proc->vars; v; v = v->next_own) {
        if (v->storage != COSET_PML_PARAM)
            continue;
        const coset_ir_place *p = coset_pml_ir_field(l, coset_pml_process(l, &born, run->pos), 1 + v->number);
        pass_scalars(l, who, list, p, &v->type, &arg);
    }
    coset_pml_start(l, list, &born);
    coset_pml_ir_assign(l, list, l->n_procs, plus(l, coset_pml_ir_load(l, l->n_procs), 1));
}

void coset_pml_die(coset_pml_lowerer *l, const coset_pml_who *who, coset_pml_list *list, coset_pos pos)
{
    for (uint32_t i = 0; i < l->channels.n; i++) {
        const coset_pml_channels *c = &l->channels.at[i];
        if (c->family != who->family)
            continue;
        const coset_pml_shape *s = &l->shapes.at[c->shape];
        const coset_ir_expr *first = own_channel(l, c, who->pid);
        for (uint32_t k = 0; k < c->var->n; k++)
            coset_pml_ir_zero(
                l, list,
                coset_pml_ir_element(l, coset_pml_ir_place(l, COSET_P_STATE, s->offset, s->array, "channel", pos),
                                     k ? plus(l, first, k) : first));
    }
    coset_pml_ir_zero(l, list, coset_pml_process(l, who, pos));
    coset_pml_ir_assign(l, list, l->n_procs, plus(l, coset_pml_ir_load(l, l->n_procs), -1));
}

/* ---- the start state -------------------------------------------------------------------------------------------- */

void coset_pml_lower_start(coset_pml_lowerer *l)
{
    coset_pml_list body = {0};
    uint32_t pid = 0;
    l->frame = 0;
    for (uint32_t i = 0; i < l->vars.n; i++) {
        const coset_ir_var *v = &l->vars.at[i];
        coset_pml_ir_zero(l, &body, coset_pml_ir_place(l, COSET_P_STATE, v->offset, v->type, v->name, v->pos));
    }
    if (l->token)
        coset_pml_ir_assign(l, &body, l->token, coset_pml_ir_number(l, -1, l->token->pos));
    if (l->offerer)
        coset_pml_ir_assign(l, &body, l->offerer, coset_pml_ir_number(l, -1, l->offerer->pos));
    const coset_pml_who nobody = {0};
    for (const coset_pml_var *v = l->model->globals; v; v = v->next)
        init_variable(l, &nobody, &body, v->lowered, v);
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next)
        for (uint32_t k = 0; l->families[p->number].n && k < p->n_active; k++) {
            const coset_pml_who born = {.family = &l->families[p->number],
                                        .pid = coset_pml_ir_number(l, pid++, p->pos)};
            coset_pml_start(l, &body, &born);
        }
    coset_pml_ir_assign(l, &body, l->n_procs, coset_pml_ir_number(l, pid, (coset_pos){0}));
    if (l->last)
        coset_pml_ir_assign(l, &body, l->last, coset_pml_ir_number(l, 0, (coset_pos){0}));
    coset_ir_rule *r = coset_vec_add(&l->rules);
    *r = (coset_ir_rule){.name = "start", .is_start = true, .body = body.first, .frame_size = l->frame};
}
