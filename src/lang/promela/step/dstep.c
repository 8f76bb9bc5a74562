/* lang/promela/step/dstep.c - a d_step is one step: of several options the first enabled one is executed.
 *
 * Without loops and jumps its statements are nested as written. Otherwise the join points of control are numbered, and
 * a loop dispatches from one to the next until control leaves the d_step. */
#include "lang/promela/step/effect.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/expr.h"
#include "lang/promela/step/message.h"
#include "lang/promela/step/when.h"

typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_who *who;
    const coset_ir_place *at; /* number of the next place, 0: outside; NULL: structured */
    const coset_pml_node *d_step;
    COSET_VEC(const coset_pml_node *) heads;
} d_step;

/* ---- statements ------------------------------------------------------------------------------------------------- */

static void communicate(d_step *d, coset_ir_list *list, const coset_pml_stmt *st)
{
    coset_pml_lowerer *l = d->l;
    uint32_t *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof *shapes), args = 0;
    for (const coset_pml_expr *a = st->args; a; a = a->next)
        args++;
    uint32_t n = coset_pml_shapes_of(l, st->target, args, shapes);
    coset_ir_list chain = {0};
    coset_pml_ir_fail(
        l, &chain,
        st->op == COSET_PML_S_SEND ? "a d_step blocks here, or offers a rendez-vous" : "a d_step blocks here", st->pos);
    for (uint32_t i = n; i-- > 0;) {
        if (l->shapes.at[shapes[i]].capacity == 0)
            continue;
        coset_ir_list body = {0};
        if (st->op == COSET_PML_S_SEND)
            coset_pml_send(l, d->who, &body, st, shapes[i]);
        else
            coset_pml_receive(l, d->who, &body, st, shapes[i]);
        coset_ir_list test = {0};
        coset_ir_stmt *s = coset_ir_add(l->arena, &test, COSET_S_IF, st->pos);
        const coset_ir_expr *can = st->op == COSET_PML_S_SEND ? coset_pml_can_send(l, d->who, st, shapes[i])
                                                              : coset_pml_can_receive(l, d->who, st, shapes[i]);
        s->expr = n > 1 ? coset_pml_ir_both(l, coset_pml_is_shape(l, d->who, st->target, shapes[i]), can) : can;
        s->body = body.first;
        s->other = chain.first;
        chain = test;
    }
    if (list->last)
        list->last->next = chain.first;
    else
        list->first = chain.first;
    list->last = chain.last;
}

static void basic(d_step *d, coset_ir_list *list, const coset_pml_stmt *st)
{
    coset_pml_lowerer *l = d->l;
    if (st->op == COSET_PML_S_SEND || st->op == COSET_PML_S_RECEIVE) {
        communicate(d, list, st);
        return;
    }
    if (st->op == COSET_PML_S_EXPR) {
        const coset_ir_expr *can = st->e->has_effect ? NULL : coset_pml_truth(l, d->who, st->e);
        if (can && !(can->op == COSET_E_CONST && can->value)) {
            coset_ir_list stop = {0};
            coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, st->pos);
            s->expr = coset_pml_ir_negated(l, can);
            coset_pml_ir_fail(l, &stop, "a d_step blocks here", st->pos);
            s->body = stop.first;
        }
    }
    coset_pml_effect(l, d->who, list, st);
}

/* ---- nested as written ------------------------------------------------------------------------------------------ */

static void nest_seq(d_step *d, coset_ir_list *list, const coset_pml_seq *seq);

static void chain_options(d_step *d, coset_ir_list *list, const coset_pml_node *n,
                          void (*body_of)(d_step *, coset_ir_list *, const coset_pml_seq *))
{
    coset_ir_list here = {0}, *at = &here;
    coset_ir_stmt *first = NULL, *before = NULL;
    bool total = false;
    for (const coset_pml_seq *o = n->sub; o && !total; o = o->next) {
        const coset_ir_expr *when = coset_pml_can_begin(d->l, d->who, o->first);
        coset_ir_list body = {0}, test = {0};
        body_of(d, &body, o);
        coset_ir_stmt *s = coset_ir_add(d->l->arena, &test, COSET_S_IF, n->pos);
        s->expr = when ? when : coset_pml_ir_number(d->l, 1, n->pos);
        s->body = body.first;
        total = !when;
        if (before)
            before->other = s;
        else
            first = s;
        before = s;
    }
    if (!total) {
        coset_pml_ir_fail(d->l, at, "no option of this selection inside a d_step can be executed", n->pos);
        if (before)
            before->other = here.first;
        else
            first = here.last;
    }
    if (list->last)
        list->last->next = first;
    else
        list->first = first;
    list->last = first;
}

static void nest(d_step *d, coset_ir_list *list, const coset_pml_node *n)
{
    switch (n->kind) {
    case COSET_PML_N_STMT:
        basic(d, list, n->stmt);
        return;
    case COSET_PML_N_BLOCK:
    case COSET_PML_N_ATOMIC:
        nest_seq(d, list, n->inner);
        return;
    case COSET_PML_N_UNLESS:
        nest_seq(d, list, n->sub);
        return;
    case COSET_PML_N_SELECT:
        chain_options(d, list, n, nest_seq);
        return;
    default:
        return;
    }
}

static void nest_seq(d_step *d, coset_ir_list *list, const coset_pml_seq *seq)
{
    coset_pml_unrolled u;
    for (const coset_pml_node *n = seq->first; n; n = n->next) {
        const coset_pml_counting *c = coset_pml_counting_in(d->l, seq, n);
        if (c) {
            coset_pml_count(d->l, d->who, list, c, false);
        } else if (coset_pml_find_unrolled_in(d->l, d->who->family->proc, n, seq->extent, &u)) {
            coset_pml_roll(d->l, d->who, list, &u);
            n = u.last;
        } else {
            nest(d, list, n);
        }
        if (n == seq->extent)
            return;
    }
}

/* ---- from place to place ---------------------------------------------------------------------------------------- */

static bool is_inside(const d_step *d, const coset_pml_node *n)
{
    return n && n != d->d_step && (n->status & COSET_PML_D_ATOM);
}

static bool is_head(const coset_pml_node *n)
{
    return n->kind == COSET_PML_N_JOIN || n->kind == COSET_PML_N_BREAK || n->labels ||
           (n->kind == COSET_PML_N_SELECT && n->is_loop);
}

static void go_to(d_step *d, coset_ir_list *list, const coset_pml_node *n)
{
    uint32_t number = is_inside(d, n) ? n->number : 0;
    coset_pml_ir_assign(d->l, list, d->at, coset_pml_ir_number(d->l, number, d->d_step->pos));
    for (uint32_t i = 0; number && i < d->heads.n; i++)
        if (d->heads.at[i] == n)
            return;
    if (number)
        *coset_vec_add(&d->heads) = n;
}

static void walk(d_step *d, coset_ir_list *list, const coset_pml_node *n, bool is_start);

static void walk_option(d_step *d, coset_ir_list *list, const coset_pml_seq *o) { walk(d, list, o->first, false); }

static void walk(d_step *d, coset_ir_list *list, const coset_pml_node *n, bool is_start)
{
    for (;; is_start = false) {
        if (!is_inside(d, n) || (is_head(n) && !is_start)) {
            go_to(d, list, n);
            return;
        }
        switch (n->kind) {
        case COSET_PML_N_GOTO:
            go_to(d, list, coset_pml_graph_target(n));
            return;
        case COSET_PML_N_SELECT:
            chain_options(d, list, n, walk_option);
            return;
        case COSET_PML_N_BLOCK:
        case COSET_PML_N_ATOMIC:
            n = n->inner->first;
            break;
        case COSET_PML_N_UNLESS:
            n = n->sub->first;
            break;
        case COSET_PML_N_STMT:
            basic(d, list, n->stmt);
            n = n->next;
            break;
        default:
            n = n->next;
            break;
        }
    }
}

static bool jumps(coset_pml_lowerer *l, const coset_pml_seq *seq)
{
    for (const coset_pml_node *n = seq->first; n; n = n->next) {
        bool counts = coset_pml_counting_in(l, seq, n) != NULL;
        if (n->kind == COSET_PML_N_GOTO || (n->kind == COSET_PML_N_SELECT && n->is_loop && !counts) ||
            (n->inner && jumps(l, n->inner)))
            return true;
        for (const coset_pml_seq *o = counts ? NULL : n->sub; o; o = o->next)
            if (jumps(l, o))
                return true;
        if (n == seq->extent)
            return false;
    }
    return false;
}

/* From `first` on, until control is outside. */
static void go_around(d_step *d, coset_ir_list *list, const coset_pml_node *first)
{
    coset_pml_lowerer *l = d->l;
    const coset_pml_node *n = d->d_step;
    d->at = coset_pml_ir_local(l, coset_pml_ir_range(l, 0, d->who->family->graph->n_nodes), "at", n->pos);
    go_to(d, list, first);
    coset_ir_stmt *loop = coset_ir_add(l->arena, list, COSET_S_WHILE, n->pos);
    loop->expr = coset_pml_ir_binary(l, COSET_E_NE, coset_pml_ir_load(l, d->at), coset_pml_ir_number(l, 0, n->pos));
    coset_ir_list cases = {0};
    coset_ir_stmt *before = NULL;
    for (uint32_t i = 0; i < d->heads.n; i++) {
        const coset_pml_node *head = d->heads.at[i];
        coset_ir_list body = {0}, test = {0};
        walk(d, &body, head, true);
        coset_ir_stmt *s = coset_ir_add(l->arena, &test, COSET_S_IF, head->pos);
        s->expr = coset_pml_ir_equal(l, d->at, head->number);
        s->body = body.first;
        if (before)
            before->other = s;
        else
            cases = test;
        before = s;
    }
    loop->body = cases.first;
    coset_vec_fini(&d->heads);
}

void coset_pml_dstep(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_node *n)
{
    d_step d = {.l = l, .who = who, .d_step = n};
    if (jumps(l, n->inner))
        go_around(&d, list, n->inner->first);
    else
        nest_seq(&d, list, n->inner);
}

void coset_pml_dstep_rest(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_node *n)
{
    d_step d = {.l = l, .who = who, .d_step = n};
    const coset_pml_node *first = n;
    while (first->inner)
        first = coset_pml_graph_start(first->inner->first);
    go_around(&d, list, first->next);
}
