/* lang/promela/step/can.c - when statements can be executed. */
#include "lang/promela/step/when.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/expr.h"
#include "lang/promela/expr/kinds.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/state/state.h"

/* ---- rendez-vous ------------------------------------------------------------------------------------------------ */

/* The receive `st` of another process accepts the offer of `send` on a channel of shape s. */
static const coset_ir_expr *takes(coset_pml_lowerer *l, const coset_pml_who *sender, const coset_pml_stmt *send,
                                  const coset_pml_who *who, const coset_pml_stmt *st, uint32_t s)
{
    const coset_ir_expr *theirs = coset_pml_number_of(l, who, st->target), *all = NULL;
    if (l->shapes.at[s].offered) { /* a wrong index shows */
        const coset_ir_expr *holds = coset_pml_length(l, coset_pml_channel(l, theirs, s, st->target));
        all = coset_pml_ir_binary(l, COSET_E_EQ, holds, coset_pml_ir_number(l, 0, st->pos));
    }
    all = coset_pml_ir_both(l, all,
                            coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_number_of(l, sender, send->target), theirs));
    const coset_pml_expr *value = send->args;
    uint32_t i = 0;
    for (const coset_pml_expr *a = st->args; a && value; a = a->next, value = value->next, i++) {
        if (!a->is_constant && a->op != COSET_PML_E_EVAL)
            continue;
        int64_t lo, hi;
        const coset_pml_shape *shape = &l->shapes.at[s];
        coset_pml_bounds(value, &lo, &hi);
        const coset_ir_expr *v = coset_pml_cut(l, coset_pml_lower_expr(l, sender, value), lo, hi, &shape->fields[i],
                                               coset_pml_is_alone(shape));
        all = coset_pml_ir_both(l, all, coset_pml_ir_binary(l, COSET_E_EQ, v, coset_pml_lower_expr(l, who, a)));
    }
    return all;
}

/* Some process of the family is in a control state where it accepts the offer. */
static const coset_ir_expr *family_takes(coset_pml_lowerer *l, const coset_pml_who *sender, const coset_pml_stmt *send,
                                         const coset_pml_family *f, uint32_t s)
{
    const coset_pml_some other = coset_pml_ir_some(l, f, sender->timeout, send->pos);
    const coset_pml_who who = other.who;
    const coset_ir_expr *any = NULL;
    for (uint32_t i = 1; i < f->graph->n_nodes; i++)
        for (const coset_pml_edge *e = f->graph->nodes[i]->out; e; e = e->next) {
            const coset_pml_stmt *receive = coset_pml_first_receive(e->node);
            if (!receive || receive->is_copy || !coset_pml_can_have_shape(l, receive, s))
                continue;
            const coset_ir_expr *one =
                coset_pml_ir_both(l, coset_pml_ir_equal(l, coset_pml_control(l, &who, send->pos), i),
                                  takes(l, sender, send, &who, receive, s));
            any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
        }
    if (!any)
        return NULL;
    if (f == sender->family)
        any = coset_pml_ir_both(l, coset_pml_ir_binary(l, COSET_E_NE, who.pid, sender->pid), any);
    if (f->proc->provided)
        any = coset_pml_ir_both(l, coset_pml_truth(l, &who, f->proc->provided), any);
    return coset_pml_ir_exists(l, &other, any);
}

/* Some process accepts the offer of this send on a rendez-vous channel of shape s. */
static const coset_ir_expr *taken(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st, uint32_t s)
{
    const coset_ir_expr *any = NULL;
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_ir_expr *one = l->families[i].n ? family_takes(l, who, st, &l->families[i], s) : NULL;
        if (one)
            any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any ? any : coset_pml_ir_number(l, 0, st->pos);
}

/* ---- transitions ------------------------------------------------------------------------------------------------ */

static const coset_ir_expr *can_communicate(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                            bool in_d_step)
{
    uint32_t *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof *shapes), args = 0;
    for (const coset_pml_expr *a = st->args; a; a = a->next)
        args++;
    uint32_t n = coset_pml_shapes_of(l, st->target, args, shapes);
    const coset_ir_expr *any = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const coset_ir_expr *one;
        bool is_offer = l->shapes.at[shapes[i]].capacity == 0;
        if (is_offer && st->op == COSET_PML_S_RECEIVE && !st->is_copy)
            continue;
        if (is_offer && (in_d_step || st->is_copy))
            one = coset_pml_ir_number(l, 1, st->pos); /* the attempt is a fault */
        else if (is_offer)
            one = taken(l, who, st, shapes[i]);
        else
            one = st->op == COSET_PML_S_RECEIVE ? coset_pml_can_receive(l, who, st, shapes[i])
                                                : coset_pml_can_send(l, who, st, shapes[i]);
        if (n > 1)
            one = coset_pml_ir_both(l, coset_pml_is_shape(l, who, st->target, shapes[i]), one);
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any ? any : coset_pml_ir_number(l, 0, st->pos);
}

/* Some option is enabled. */
static const coset_ir_expr *any_choice(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_choice *c,
                                       bool in_d_step)
{
    const coset_pml_node *n = c->first->node;
    const coset_ir_binder *b = coset_pml_open_choice(l, who->family, c);
    coset_ir_expr *x = coset_pml_ir_make(l, COSET_E_EXISTS, n->pos);
    const coset_ir_expr *can = coset_pml_can(l, who, c->first, c->first, in_d_step);
    x->type = l->boolean;
    x->binder = b;
    x->a = can ? can : coset_pml_ir_number(l, 1, n->pos);
    coset_pml_close_choice(l);
    return x;
}

/* No transition before `e` in the list is enabled. */
static const coset_ir_expr *none_before(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *e,
                                        const coset_pml_edge *list)
{
    const coset_ir_expr *none = NULL;
    for (const coset_pml_edge *x = list; x && x != e; x = x->next) {
        coset_pml_choice c;
        if (!x->node)
            continue;
        bool is_choice = coset_pml_find_choice(l, who->family, x, &c);
        const coset_ir_expr *can = is_choice ? any_choice(l, who, &c, false) : coset_pml_can(l, who, x, list, false);
        for (uint32_t k = 1; is_choice && k < c.n; k++)
            x = x->next;
        none = coset_pml_ir_both(l, none, can ? coset_pml_ir_negated(l, can) : coset_pml_ir_number(l, 0, x->node->pos));
    }
    return none;
}

const coset_ir_expr *coset_pml_none_can(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *list)
{
    return none_before(l, who, NULL, list);
}

/* A condition is true, or its evaluation is an error. */
static const coset_ir_expr *is_true_or_wrong(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    const coset_ir_expr *wrong = coset_pml_polls_offer(l, who, e), *holds = coset_pml_truth(l, who, e);
    return wrong ? coset_pml_ir_binary(l, COSET_E_OR, wrong, holds) : holds;
}

const coset_ir_expr *coset_pml_can(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *e,
                                   const coset_pml_edge *list, bool in_d_step)
{
    const coset_pml_node *n = e->node;
    switch (n->kind) {
    case COSET_PML_N_ELSE:
        return none_before(l, who, e, list);
    case COSET_PML_N_D_STEP:
        if (coset_pml_graph_start(n->inner->first)->kind == COSET_PML_N_ELSE)
            return none_before(l, who, e, list);
        return coset_pml_can_begin(l, who, n->inner->first);
    case COSET_PML_N_END:
        return coset_pml_ir_binary(
            l, COSET_E_EQ, coset_pml_ir_load(l, l->n_procs),
            coset_pml_ir_binary(l, COSET_E_ADD, coset_pml_pid(l, who), coset_pml_ir_number(l, 1, n->pos)));
    case COSET_PML_N_STMT:
        break;
    default:
        return NULL;
    }
    switch (n->stmt->op) {
    case COSET_PML_S_EXPR:
        return n->stmt->e->has_effect ? NULL : is_true_or_wrong(l, who, n->stmt->e);
    case COSET_PML_S_SEND:
    case COSET_PML_S_RECEIVE:
        return can_communicate(l, who, n->stmt, in_d_step);
    default:
        return NULL;
    }
}

/* ---- inside of a d_step ----------------------------------------------------------------------------------------- */

static const coset_ir_expr *any_option(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_node *n)
{
    const coset_ir_expr *any = NULL;
    for (const coset_pml_seq *o = n->sub; o; o = o->next) {
        const coset_ir_expr *one = coset_pml_can_begin(l, who, o->first);
        if (!one)
            return NULL;
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any;
}

const coset_ir_expr *coset_pml_can_begin(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_node *n)
{
    n = coset_pml_graph_start((coset_pml_node *)(uintptr_t)n);
    const coset_pml_edge edge = {.node = (coset_pml_node *)(uintptr_t)n};
    switch (n->kind) {
    case COSET_PML_N_SELECT:
        return any_option(l, who, n);
    case COSET_PML_N_BLOCK:
    case COSET_PML_N_ATOMIC:
        return coset_pml_can_begin(l, who, n->inner->first);
    case COSET_PML_N_UNLESS:
        return coset_pml_can_begin(l, who, n->sub->first);
    case COSET_PML_N_STMT:
        return coset_pml_can(l, who, &edge, NULL, false);
    default:
        return NULL;
    }
}
