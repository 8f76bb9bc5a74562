/* lang/promela/step/moves.c - functions that decide which processes are enabled, and which have to wait. */
#include "lang/promela/step/when.h"

#include "lang/promela/expr/kinds.h"
#include "lang/promela/facts/processes.h"
#include "lang/promela/state/state.h"

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

static void define_may_move(coset_pml_lowerer *l, const coset_pml_family *f, bool timeout)
{
    const callee c = open_function(l, f, timeout);
    const coset_ir_expr *any = coset_pml_ir_number(l, 0, f->proc->pos);
    bool dies = coset_pml_may_die(f); /* if it never does, the order of pids is irrelevant */
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
    close_function(l, f->may_move[timeout], &c, coset_arena_printf(l->arena, "%s can move", coset_pml_family_name(f)),
                   any);
}

/* Some process of family g has priority over this one; NULL: never. */
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
    close_function(l, f->preceded[timeout], &c,
                   coset_arena_printf(l->arena, "%s has to wait", coset_pml_family_name(f)), any);
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
