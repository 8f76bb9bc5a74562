/* lang/promela/lower/others.c - what processes know of each other: whether one can move, where it is, which goes first.
 *
 * Where a model has priorities only those processes move that no process of a higher priority could move instead, as
 * in Spin 6.2 and later. A priority that never changes, and that all processes of a family have, is no part of states.
 */
#include "lang/promela/lower/lower.h"

/* ---- the priority of a process ---------------------------------------------------------------------------------- */

static const coset_ir_place *priority_place(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos)
{
    return coset_pml_ir_field(l, coset_pml_process(l, who, pos), 1 + who->family->proc->n_vars);
}

const coset_ir_expr *coset_pml_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos)
{
    if (who->family->is_fixed)
        return coset_pml_ir_number(l, who->family->priority, pos);
    return coset_pml_ir_load(l, priority_place(l, who, pos));
}

void coset_pml_give_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_pml_expr *run)
{
    const coset_pml_proc *p = who->family->proc;
    if (!who->family->is_fixed)
        coset_pml_ir_assign(l, list, priority_place(l, who, p->pos),
                            coset_pml_ir_number(l, run ? coset_pml_written_priority(run) : p->start_priority, p->pos));
}

/* ---- other processes, by their numbers -------------------------------------------------------------------------- */

/* The process of the family with that number, and that it is there. */
static const coset_ir_expr *is_there(coset_pml_lowerer *l, coset_pml_who *other, coset_pos pos)
{
    const coset_ir_place *at = coset_pml_control(l, other, pos);
    return coset_pml_ir_both(l, coset_pml_is_in_family(l, other),
                             coset_pml_ir_negated(l, coset_pml_ir_equal(l, at, 0)));
}

static const coset_ir_expr *value_of_other(coset_pml_lowerer *l, coset_pml_op op, const coset_pml_who *other,
                                           coset_pos pos)
{
    switch (op) {
    case COSET_PML_E_PC_VALUE:
        return coset_pml_ir_load(l, coset_pml_control(l, other, pos));
    case COSET_PML_E_GET_PRIORITY:
        return coset_pml_priority(l, other, pos);
    default:
        return coset_pml_may_move(l, other, pos);
    }
}

const coset_ir_expr *coset_pml_lower_other(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    const coset_ir_expr *x = coset_pml_ir_number(l, 0, e->pos), *pid = coset_pml_lower_expr(l, who, e->a);
    if (e->op == COSET_PML_E_GET_PRIORITY && e->a->op == COSET_PML_E_PID)
        return coset_pml_priority(l, who, e->pos);
    for (uint32_t i = l->n_families; i-- > 0;) {
        coset_pml_who other = {.family = &l->families[i], .pid = pid, .timeout = who->timeout};
        if (other.family->n)
            x = coset_pml_ir_choice(l, is_there(l, &other, e->pos), value_of_other(l, e->op, &other, e->pos), x);
    }
    return x;
}

static void set_one(coset_pml_lowerer *l, const coset_pml_who *other, coset_ir_list *list, const coset_pml_stmt *st,
                    const coset_ir_expr *to)
{
    if (!st->e->is_constant) {
        coset_ir_list wrong = {0};
        coset_ir_stmt *test = coset_ir_add(l->arena, list, COSET_S_IF, st->pos);
        test->expr = coset_pml_ir_binary(l, COSET_E_OR,
                                         coset_pml_ir_binary(l, COSET_E_LT, to, coset_pml_ir_number(l, 1, st->pos)),
                                         coset_pml_ir_binary(l, COSET_E_GT, to, coset_pml_ir_number(l, 255, st->pos)));
        coset_pml_ir_fail(l, &wrong, "a priority is out of its range, 1 to 255", st->pos);
        test->body = wrong.first;
    }
    coset_pml_ir_assign(l, list, priority_place(l, other, st->pos), to);
}

void coset_pml_set_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_stmt *st)
{
    const coset_ir_expr *to = coset_pml_lower_expr(l, who, st->e);
    if (st->is_own) { /* as any byte: nothing looks at its range */
        static const coset_pml_type byte = {.kind = COSET_PML_BYTE};
        int64_t lo, hi;
        coset_pml_bounds(st->e, &lo, &hi);
        coset_pml_ir_assign(l, list, priority_place(l, who, st->pos), coset_pml_cut(l, to, lo, hi, &byte, false));
        return;
    }
    if (st->target->op == COSET_PML_E_PID) {
        set_one(l, who, list, st, to);
        return;
    }
    const coset_ir_expr *pid = coset_pml_lower_expr(l, who, st->target);
    const coset_ir_place *kept = coset_pml_ir_local(l, l->integer, "priority", st->pos);
    coset_pml_ir_assign(l, list, kept, to); /* it may look at the priority that changes */
    for (uint32_t i = 0; i < l->n_families; i++) {
        coset_pml_who other = {.family = &l->families[i], .pid = pid};
        if (!other.family->n)
            continue;
        coset_ir_list body = {0};
        coset_ir_stmt *test = coset_ir_add(l->arena, list, COSET_S_IF, st->pos);
        test->expr = is_there(l, &other, st->pos);
        set_one(l, &other, &body, st, coset_pml_ir_load(l, kept));
        test->body = body.first;
    }
}

/* ---- who can move ----------------------------------------------------------------------------------------------- */

typedef struct {
    coset_pml_who who;
    coset_ir_param *param;
} callee;

/* The process that a function is about, in a new frame. */
static callee open_function(coset_pml_lowerer *l, const coset_pml_family *f, bool timeout)
{
    coset_pos pos = f->proc->pos;
    callee c = {.who = {.family = f, .timeout = timeout, .pid = coset_pml_ir_number(l, f->lo, pos)}};
    l->frame = 0;
    if (f->n > 1) {
        c.param = coset_arena_get(l->arena, 1, sizeof *c.param);
        *c.param = (coset_ir_param){.name = "pid", .pos = pos, .type = f->index, .frame = coset_pml_ir_slots(l, 1)};
        c.who.pid = coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, c.param->frame, f->index, "pid", pos));
    }
    return c;
}

static void close_function(coset_pml_lowerer *l, coset_ir_function *fn, const callee *c, const char *name,
                           const coset_ir_expr *value)
{
    coset_ir_list body = {0};
    coset_pos pos = c->who.family->proc->pos;
    coset_ir_add(l->arena, &body, COSET_S_RETURN, pos)->expr = value;
    *fn = (coset_ir_function){.name = name,
                              .pos = pos,
                              .n_params = c->param ? 1 : 0,
                              .params = c->param,
                              .result = l->boolean,
                              .frame_size = l->frame,
                              .body = body.first};
    fn->number = l->functions.n;
    *coset_vec_add(&l->functions) = fn;
}

static const coset_ir_expr *call(coset_pml_lowerer *l, const coset_ir_function *fn, const coset_pml_who *who,
                                 coset_pos pos)
{
    coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_CALL, pos);
    e->type = l->boolean;
    e->function = fn;
    if (who->family->n > 1) {
        coset_ir_arg *arg = coset_arena_get(l->arena, 1, sizeof *arg);
        arg->expr = who->pid;
        e->args = arg;
    }
    return e;
}

const coset_ir_expr *coset_pml_may_move(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos)
{
    return call(l, who->family->may_move[who->timeout], who, pos);
}

static const char *family_name(const coset_pml_family *f) { return f->proc->name ? f->proc->name : "init"; }

static void define_may_move(coset_pml_lowerer *l, const coset_pml_family *f, bool timeout)
{
    const callee c = open_function(l, f, timeout);
    const coset_ir_expr *any = coset_pml_ir_number(l, 0, f->proc->pos);
    bool dies = coset_pml_may_die(f); /* where it never does, nothing is said of the order of pids */
    for (uint32_t k = 1; k < f->graph->n_nodes; k++) {
        if (k == f->graph->end && !dies)
            continue;
        const coset_ir_expr *none = coset_pml_none_can(l, &c.who, f->graph->nodes[k]->out);
        if (!none)
            continue;
        const coset_ir_expr *here = coset_pml_ir_both(
            l, coset_pml_ir_equal(l, coset_pml_control(l, &c.who, f->proc->pos), k), coset_pml_ir_negated(l, none));
        any = any->op == COSET_E_CONST ? here : coset_pml_ir_binary(l, COSET_E_OR, any, here);
    }
    close_function(l, f->may_move[timeout], &c, coset_arena_printf(l->arena, "%s can move", family_name(f)), any);
}

/* Some process of family g goes before this one; NULL: never. */
static const coset_ir_expr *is_preceded(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_family *g)
{
    const coset_pml_family *f = who->family;
    coset_pos pos = g->proc->pos;
    if (!g->n || (f->is_fixed && g->is_fixed && g->priority <= f->priority) || (f == g && f->n == 1))
        return NULL;
    const coset_pml_some some = coset_pml_ir_some(l, g, who->timeout, pos);
    const coset_pml_who other = some.who;
    const coset_ir_expr *all = NULL;
    if (!f->is_fixed || !g->is_fixed)
        all = coset_pml_ir_binary(l, COSET_E_GT, coset_pml_priority(l, &other, pos), coset_pml_priority(l, who, pos));
    if (g->proc->provided)
        all = coset_pml_ir_both(l, all, coset_pml_truth(l, &other, g->proc->provided));
    all = coset_pml_ir_both(l, all, coset_pml_may_move(l, &other, pos));
    return coset_pml_ir_exists(l, &some, all);
}

static void define_preceded(coset_pml_lowerer *l, coset_pml_family *f, bool timeout)
{
    const callee c = open_function(l, f, timeout);
    const coset_ir_expr *any = NULL;
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_ir_expr *one = is_preceded(l, &c.who, &l->families[i]);
        if (one)
            any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    if (!any)
        return;
    f->preceded[timeout] = coset_arena_get(l->arena, 1, sizeof(coset_ir_function));
    close_function(l, f->preceded[timeout], &c, coset_arena_printf(l->arena, "%s has to wait", family_name(f)), any);
}

const coset_ir_expr *coset_pml_is_first(coset_pml_lowerer *l, const coset_pml_who *who)
{
    const coset_ir_function *fn = who->family->preceded[who->timeout];
    return fn ? coset_pml_ir_negated(l, call(l, fn, who, who->family->proc->pos)) : NULL;
}

static bool refuse_rendezvous(coset_pml_lowerer *l)
{
    const coset_pml_uses *u = &l->model->uses;
    if (!l->offer || (!u->enabled && !u->asked && !u->priority))
        return false;
    coset_pml_unsupported(l, (coset_pos){.line = 1, .column = 1, .file = l->model->file}, 0,
                          u->priority
                              ? "priorities cannot be combined with channels without places (nor can they in Spin)"
                              : "`enabled` cannot be combined with channels without places (nor can it in Spin)");
    return true;
}

void coset_pml_lower_others(coset_pml_lowerer *l)
{
    if ((!l->model->uses.enabled && !l->model->uses.asked && !l->model->uses.priority) || refuse_rendezvous(l))
        return;
    const uint32_t times = l->model->uses.timeout ? 2 : 1;
    for (uint32_t i = 0; i < l->n_families; i++)
        for (uint32_t t = 0; t < times; t++) /* they may call each other */
            l->families[i].may_move[t] = coset_arena_get(l->arena, 1, sizeof(coset_ir_function));
    for (uint32_t i = 0; i < l->n_families; i++)
        for (uint32_t t = 0; t < times && l->families[i].n; t++)
            define_may_move(l, &l->families[i], t != 0);
    for (uint32_t i = 0; i < l->n_families; i++)
        for (uint32_t t = 0; t < times && l->families[i].n && l->model->uses.priority; t++)
            define_preceded(l, &l->families[i], t != 0);
}
