/* lang/promela/lower/process.c - processes come and go. */
#include "lang/promela/lower/lower.h"

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
        return coset_pml_ir_number(l, c->first + (pid->value - c->family->base) * c->n, pos);
    const coset_ir_expr *k = plus(l, pid, -c->family->base);
    k = coset_pml_ir_binary(l, COSET_E_MUL, k, coset_pml_ir_number(l, c->n, pos));
    return coset_pml_ir_binary(l, COSET_E_ADD, k, coset_pml_ir_number(l, c->first, pos));
}

typedef struct {
    const coset_pml_var *var;
    const coset_pml_who *who;
    uint32_t *used; /* of each entry of l->channels */
} opened;

/* The next channel of those that `field` declares in the variable. */
static const coset_ir_expr *next_channel(coset_pml_lowerer *l, opened *o, const coset_pml_var *field)
{
    for (uint32_t i = 0; i < l->channels.n; i++) {
        const coset_pml_channels *c = &l->channels.at[i];
        if (c->var != o->var || c->field != field)
            continue;
        const coset_ir_expr *first =
            c->family ? own_channel(l, c, o->who->pid) : coset_pml_ir_number(l, c->first, field->pos);
        uint32_t k = o->used[i]++;
        return k ? plus(l, first, k) : first;
    }
    return coset_pml_ir_number(l, 0, field->pos);
}

static void set(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_ir_place *p,
                const coset_pml_var *v, const coset_pml_expr *e)
{
    int64_t lo, hi;
    coset_pml_bounds(e, &lo, &hi);
    coset_pml_ir_assign(l, list, p, coset_pml_cut(l, coset_pml_lower_expr(l, who, e), lo, hi, &v->type, v->is_array));
}

/* Each element of an array gets the same value. */
static void fill(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_ir_place *p,
                 const coset_pml_var *v, const coset_pml_expr *e)
{
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "i", .pos = v->pos, .frame = coset_pml_ir_slots(l, 1), .type = p->type->index};
    const coset_ir_place *i = coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, b->type, "i", v->pos);
    coset_ir_stmt *s = coset_ir_add_loop(l->arena, list, b, v->pos);
    coset_ir_list body = {0};
    const coset_ir_place *to = coset_pml_ir_element(l, p, coset_pml_ir_load(l, i));
    if (e)
        set(l, who, &body, to, v, e);
    else
        coset_pml_ir_assign(l, &body, to, coset_pml_ir_number(l, 0, v->pos));
    s->body = body.first;
}

/* 0 is an element in it somewhere. */
static bool any_elements(coset_pml_lowerer *l, const coset_pml_var *v)
{
    if (coset_pml_has_elements(l, v))
        return true;
    for (const coset_pml_var *x = v->type.kind == COSET_PML_STRUCT ? v->type.record->fields : NULL; x; x = x->next)
        if (any_elements(l, x))
            return true;
    return false;
}

/* Nothing tells the elements of such an array apart. */
static bool is_one_value(const coset_pml_expr *inits)
{
    for (const coset_pml_expr *e = inits; e; e = e->next)
        if (!e->is_constant || e->value != inits->value)
            return false;
    return true;
}

static void init_part(coset_pml_lowerer *l, opened *o, coset_ir_list *list, const coset_ir_place *p,
                      const coset_pml_var *v);

/* Channels and structures, element by element. */
static void init_elements(coset_pml_lowerer *l, opened *o, coset_ir_list *list, const coset_ir_place *p,
                          const coset_pml_var *v)
{
    for (uint32_t k = 0; k < v->n; k++) {
        const coset_ir_place *to = v->is_array ? coset_pml_ir_element(l, p, coset_pml_ir_number(l, k, v->pos)) : p;
        if (v->chan)
            coset_pml_ir_assign(l, list, to, next_channel(l, o, v));
        uint32_t i = 0;
        for (const coset_pml_var *x = v->chan ? NULL : v->type.record->fields; x; x = x->next)
            init_part(l, o, list, coset_pml_ir_field(l, to, i++), x);
    }
}

/* The first value of a variable that holds zeros, or of a field of it. */
static void init_part(coset_pml_lowerer *l, opened *o, coset_ir_list *list, const coset_ir_place *p,
                      const coset_pml_var *v)
{
    const coset_pml_expr *e = v->inits ? v->inits : v->init;
    if (v->chan || v->type.kind == COSET_PML_STRUCT) {
        if (coset_pml_has_value(v) || any_elements(l, v))
            init_elements(l, o, list, p, v);
        return;
    }
    if ((!e || (e->is_constant && e->value == 0 && !v->inits)) && !coset_pml_has_elements(l, v))
        return;
    if (v->is_array && (!v->inits || is_one_value(v->inits))) {
        fill(l, o->who, list, p, v, e);
        return;
    }
    if (!e) { /* where 0 is an element, a variable is not 0 by itself */
        coset_pml_ir_assign(l, list, p, coset_pml_ir_number(l, 0, v->pos));
        return;
    }
    if (!v->is_array) {
        set(l, o->who, list, p, v, e);
        return;
    }
    for (uint32_t k = 0; k < v->n; k++) {
        set(l, o->who, list, coset_pml_ir_element(l, p, coset_pml_ir_number(l, k, v->pos)), v, e);
        if (v->inits && e->next)
            e = e->next;
    }
}

static void init_variable(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_ir_place *p,
                          const coset_pml_var *v)
{
    opened o = {v, who, coset_arena_get(l->tree, l->channels.n, sizeof(uint32_t))};
    init_part(l, &o, list, p, v);
}

void coset_pml_start(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_who *born, const coset_pml_expr *run)
{
    const coset_pml_proc *p = born->family->proc;
    for (const coset_pml_var *v = p->vars; v; v = v->next_own)
        if (v->storage != COSET_PML_PARAM)
            init_variable(l, born, list, coset_pml_own(l, born, v, v->pos), v);
    coset_pml_ir_assign(l, list, coset_pml_control(l, born, p->pos),
                        coset_pml_ir_number(l, born->family->graph->start, p->pos));
    coset_pml_give_priority(l, born, list, run);
}

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
        p->unchecked = "there was room for so many processes only";
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
    if (!f->n) { /* for want of numbers for channels */
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
        pid = plus(l, pid, f->base - (int64_t)f->lo);
    const coset_pml_who born = {.family = f, .pid = pid, .timeout = who->timeout};
    for (const coset_pml_var *v = f->proc->vars; v; v = v->next_own) {
        if (v->storage != COSET_PML_PARAM)
            continue;
        const coset_ir_place *p = coset_pml_own(l, &born, v, run->pos);
        pass_scalars(l, who, list, p, &v->type, &arg);
    }
    coset_pml_start(l, list, &born, run);
    coset_pml_ir_assign(l, list, l->n_procs, plus(l, coset_pml_ir_load(l, l->n_procs), 1));
}

void coset_pml_die(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, coset_pos pos)
{
    for (uint32_t i = 0; i < l->channels.n; i++) {
        const coset_pml_channels *c = &l->channels.at[i];
        if (c->family != who->family)
            continue;
        const coset_pml_shape *s = &l->shapes.at[c->shape];
        const coset_ir_expr *first = own_channel(l, c, who->pid);
        for (uint32_t k = 0; k < c->n; k++)
            coset_pml_ir_zero(
                l, list,
                coset_pml_ir_element(l, coset_pml_ir_place(l, COSET_P_STATE, s->offset, s->array, "channel", pos),
                                     k ? plus(l, first, k) : first));
    }
    coset_pml_ir_zero(l, list, coset_pml_process(l, who, pos));
    coset_pml_ir_assign(l, list, l->n_procs, plus(l, coset_pml_ir_load(l, l->n_procs), -1));
}

/* The `run` in an expression (there is one at most), and when the value of the expression needs it: NULL is always. */
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

/* All processes of a symmetric family, in one loop. */
static void start_all(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_family *f)
{
    coset_pos pos = f->proc->pos;
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "pid", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = f->index};
    const coset_ir_place *p = coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, f->index, "pid", pos);
    const coset_pml_who born = {.family = f, .pid = coset_pml_ir_load(l, p)};
    coset_ir_stmt *s = coset_ir_add_loop(l->arena, list, b, pos);
    coset_ir_list body = {0};
    const int64_t *args = NULL, *second = NULL;
    for (uint32_t i = 0; i < l->starts.n; i++)
        if (l->starts.at[i].family == f) {
            second = args && !second ? l->starts.at[i].args : second;
            args = args ? args : l->starts.at[i].args;
        }
    for (const coset_pml_var *v = f->proc->vars; args && v && v->storage == COSET_PML_PARAM; v = v->next_own) {
        bool differs = second && args[v->number] != second[v->number];
        coset_pml_ir_assign(l, &body, coset_pml_own(l, &born, v, pos),
                            differs ? born.pid : coset_pml_ir_number(l, args[v->number], pos));
    }
    coset_pml_start(l, &body, &born, NULL);
    s->body = body.first;
}

static void start_one(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_started *s)
{
    const coset_pml_who born = {.family = s->family, .pid = coset_pml_ir_number(l, s->pid, s->family->proc->pos)};
    for (const coset_pml_var *v = s->family->proc->vars; v && v->storage == COSET_PML_PARAM; v = v->next_own)
        coset_pml_ir_assign(l, list, coset_pml_own(l, &born, v, v->pos),
                            coset_pml_ir_number(l, s->args[v->number], v->pos));
    coset_pml_start(l, list, &born, NULL);
}

void coset_pml_lower_opening(coset_pml_lowerer *l)
{
    const coset_pml_opening *o = &l->opening;
    const coset_pml_family *f = o->runner;
    coset_pos pos = f->proc->pos;
    coset_ir_list body = {0};
    const coset_pml_who who = {.family = f, .pid = coset_pml_ir_number(l, f->lo, pos)};
    l->frame = 0;
    const coset_ir_expr *guard = coset_pml_ir_equal(l, coset_pml_control(l, &who, pos), f->graph->start);
    guard = coset_pml_ir_both(l, guard, coset_pml_free(l, NULL));
    for (uint32_t i = 0; i < o->places.n; i++)
        coset_pml_ir_assign(l, &body, coset_pml_lower_place(l, &who, o->places.at[i]),
                            coset_pml_ir_number(l, o->values.at[i], pos));
    for (uint32_t i = 0; i < l->n_families; i++)
        if (l->families[i].n && !l->families[i].proc->n_active && l->families[i].index->kind == COSET_T_SCALARSET)
            start_all(l, &body, &l->families[i]);
    for (uint32_t i = 0; i < l->starts.n; i++)
        if (l->starts.at[i].family->index->kind != COSET_T_SCALARSET)
            start_one(l, &body, &l->starts.at[i]);
    for (uint32_t i = 0; i < o->printed.n; i++)
        coset_pml_say_text(l, &who, &body, o->printed.at[i].stmt, o->printed.at[i].values);
    coset_pml_ir_assign(l, &body, l->n_procs, coset_pml_ir_number(l, o->n_before + (int64_t)l->starts.n, pos));
    coset_pml_ir_assign(l, &body, coset_pml_control(l, &who, pos), coset_pml_ir_number(l, o->to, pos));
    if (l->last)
        coset_pml_ir_assign(l, &body, l->last, who.pid);
    *coset_vec_add(&l->rules) = (coset_ir_rule){
        .name = coset_arena_printf(l->arena, "%s: starts all processes", f->proc->name ? f->proc->name : "init"),
        .pos = pos,
        .guard = guard,
        .body = body.first,
        .frame_size = l->frame,
        .early = 1,
        .origin = coset_pml_origin_of(l, f, 1, o->nodes.at, o->nodes.n, false),
    };
}

/* ---- the start state -------------------------------------------------------------------------------------------- */

static bool tells_offer(const coset_pml_lowerer *l, uint32_t offset)
{
    bool is = false;
    for (uint32_t i = 0; i < l->shapes.n; i++)
        is = is || (l->shapes.at[i].offered && l->shapes.at[i].offered->offset == offset);
    return is;
}

void coset_pml_lower_start(coset_pml_lowerer *l)
{
    coset_ir_list body = {0};
    uint32_t pid = 0;
    l->frame = 0;
    for (uint32_t i = 0; i < l->vars.n; i++) {
        const coset_ir_var *v = &l->vars.at[i];
        if (coset_ir_is_simple(v->type) && (coset_ir_rank(v->type, 0) < 0 || tells_offer(l, v->offset)))
            continue; /* a token */
        coset_pml_ir_zero(l, &body, coset_pml_ir_place(l, COSET_P_STATE, v->offset, v->type, v->name, v->pos));
    }
    coset_pml_clear_tokens(l, &body);
    coset_pml_clear_offerers(l, &body);
    if (l->trace)
        coset_pml_ir_assign(l, &body, l->event, coset_pml_ir_number(l, l->trace->graph->start, l->trace->proc->pos));
    const coset_pml_who nobody = {0};
    for (const coset_pml_var *v = l->model->globals; v; v = v->next)
        if (!coset_pml_is_left_out(l, v))
            init_variable(l, &nobody, &body, v->lowered, v);
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next) {
        const coset_pml_family *f = &l->families[p->number];
        if (!f->n || !p->n_active)
            continue;
        if (f->index->kind == COSET_T_SCALARSET)
            start_all(l, &body, f);
        for (uint32_t k = 0; f->index->kind != COSET_T_SCALARSET && k < p->n_active; k++) {
            const coset_pml_who born = {.family = f, .pid = coset_pml_ir_number(l, (int64_t)pid + k, p->pos)};
            coset_pml_start(l, &body, &born, NULL);
        }
        pid += p->n_active;
    }
    coset_pml_ir_assign(l, &body, l->n_procs, coset_pml_ir_number(l, pid, (coset_pos){0}));
    if (l->last)
        coset_pml_ir_assign(l, &body, l->last, coset_pml_ir_number(l, 0, (coset_pos){0}));
    coset_ir_rule *r = coset_vec_add(&l->rules);
    *r = (coset_ir_rule){.name = "start", .is_start = true, .body = body.first, .frame_size = l->frame};
}
