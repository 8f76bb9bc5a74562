/* lang/promela/lower/rule.c - rules: one for each transition of each automaton. */
#include "lang/promela/lower/rule.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/kinds.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/facts/variables.h"
#include "lang/promela/state/state.h"
#include "lang/promela/step/effect.h"
#include "lang/promela/step/message.h"
#include "lang/promela/step/process.h"
#include "lang/promela/step/when.h"

/* A rule leads from one control state to another. */
typedef struct {
    uint32_t rule, from, to;
    bool certain, keeps;
} flow;

typedef struct {
    coset_pml_lowerer *l;
    coset_pml_family *family;
    const coset_pml_edge *edge, *list;
    coset_pml_who who;
    uint32_t n_params;
    coset_ir_binder *params;        /* the process, if the family has several; the element of a choice */
    const coset_pml_choice *choice; /* NULL: `edge` is one transition */
    bool certain;                   /* it is enabled whenever its process may move */
    bool keeps;                     /* its process keeps the token */
    COSET_VEC(flow) flows;          /* of the family's rules, in their order */
} ruler;

#define NO_HANDSHAKE UINT32_MAX

static const char *title(const ruler *r)
{
    coset_pml_lowerer *l = r->l;
    const coset_pml_proc *p = r->family->proc;
    return coset_arena_printf(l->arena, "%s: %s", p->kind == COSET_PML_INIT ? "init" : p->name,
                              coset_pml_node_text(l, r->edge->node));
}

/* In a handshake on a channel of shape s, this receive accepts the message; NULL: never. */
static const coset_ir_expr *takes(const ruler *r, const coset_pml_stmt *receive, uint32_t s)
{
    coset_pml_lowerer *l = r->l;
    if (!receive || !coset_pml_can_have_shape(l, receive, s))
        return NULL;
    return coset_pml_ir_both(l, coset_pml_is_offered(l, &r->who, receive->target, s),
                             coset_pml_can_receive(l, &r->who, receive, s));
}

/* No transition of a preceding escape is enabled. In a handshake on a channel of shape s only receives from it are
 * tested. */
static const coset_ir_expr *no_escape(const ruler *r, uint32_t s)
{
    coset_pml_lowerer *l = r->l;
    const coset_ir_expr *none = NULL;
    for (const coset_pml_edge *x = r->list; x && x != r->edge; x = x->next) {
        if (!x->node || !x->escape || x->escape == r->edge->escape)
            continue;
        const coset_ir_expr *can = s == NO_HANDSHAKE ? coset_pml_can(l, &r->who, x, r->list, false)
                                                     : takes(r, coset_pml_first_receive(x->node), s);
        if (!can && s != NO_HANDSHAKE)
            continue;
        none = coset_pml_ir_both(l, none, can ? coset_pml_ir_negated(l, can) : coset_pml_ir_number(l, 0, x->node->pos));
    }
    return none;
}

/* Whether the guard depends on the value of `timeout`. */
static bool has_timeout(const ruler *r);

static bool seq_has_timeout(const coset_pml_seq *seq)
{
    for (const coset_pml_node *n = seq->first; n; n = n->next) {
        if (n->stmt && n->kind == COSET_PML_N_STMT && coset_pml_mentions(n->stmt->e, COSET_PML_E_TIMEOUT))
            return true;
        if (n->inner && seq_has_timeout(n->inner))
            return true;
        for (const coset_pml_seq *o = n->sub; o; o = o->next)
            if (seq_has_timeout(o))
                return true;
        if (n == seq->extent)
            return false;
    }
    return false;
}

static bool has_timeout(const ruler *r)
{
    const coset_pml_node *n = r->edge->node;
    if (coset_pml_mentions(r->family->proc->provided, COSET_PML_E_TIMEOUT))
        return true;
    if (n->kind == COSET_PML_N_D_STEP)
        return seq_has_timeout(n->inner);
    if (n->kind != COSET_PML_N_STMT)
        return false;
    bool yes = coset_pml_mentions(n->stmt->e, COSET_PML_E_TIMEOUT);
    for (const coset_pml_expr *a = n->stmt->args; a; a = a->next)
        yes = yes || coset_pml_mentions(a, COSET_PML_E_TIMEOUT);
    return yes && n->stmt->op != COSET_PML_S_ASSIGN && n->stmt->op != COSET_PML_S_ASSERT &&
           n->stmt->op != COSET_PML_S_PRINTF;
}

/* Resets dead variables, and executes the statements that are merged with that of the edge. */
static void put_rest(const ruler *r, coset_ir_list *body)
{
    const coset_pml_node *n = r->edge->node;
    for (uint32_t i = 0; n; n = i < r->edge->n_merged ? r->edge->merged[i++] : NULL) {
        if (n != r->edge->node && n->kind == COSET_PML_N_STMT)
            coset_pml_effect(r->l, &r->who, body, n->stmt);
        for (const coset_pml_dead *d = n->dead; d; d = d->next)
            coset_pml_ir_assign(r->l, body, coset_pml_own(r->l, &r->who, d->var, n->pos),
                                coset_pml_ir_number(r->l, 0, n->pos));
    }
}

/* A choice reports the selected option. */
static void say_choice(const ruler *r, coset_ir_list *body)
{
    if (r->choice)
        coset_pml_put_choice(r->l, &r->who, body, r->choice, true);
}

/* The rest of a step: the remaining statements in the option of a choice, the control state, the token, `_last`. */
static void finish(ruler *r, coset_ir_list *body, bool offers)
{
    coset_pml_lowerer *l = r->l;
    coset_pos pos = r->edge->node->pos;
    if (r->choice)
        coset_pml_put_choice(l, &r->who, body, r->choice, false);
    if (r->family->leaves && r->edge->to == r->family->graph->end)
        coset_pml_ir_zero(l, body, coset_pml_process(l, &r->who, pos));
    else if (r->edge->node->kind != COSET_PML_N_END)
        coset_pml_ir_assign(l, body, coset_pml_control(l, &r->who, pos), coset_pml_ir_number(l, r->edge->to, pos));
    const coset_ir_place *token = coset_pml_token_of(l, r->family);
    r->keeps = token && r->edge->atomic && !offers;
    if (token)
        coset_pml_ir_assign(l, body, token, r->edge->atomic && !offers ? r->who.pid : coset_pml_ir_number(l, -1, pos));
    if (l->last)
        coset_pml_ir_assign(l, body, l->last, coset_pml_pid(l, &r->who));
    coset_pml_forget_scratch(l, r->family, r->edge, body);
}

/* Upper bound on the existing processes among those that are started one by one. */
static uint32_t early(const ruler *r)
{
    const coset_pml_arriving *a = &r->l->arriving;
    if (a->making)
        return (uint32_t)(a->making - r->l->starts.at) + 1;
    return a->runner == r->family ? a->early[r->edge->from] : 0;
}

static void add_rule(ruler *r, const coset_ir_expr *guard, const coset_ir_list *body, uint32_t priority,
                     bool says_itself)
{
    coset_pml_lowerer *l = r->l;
    const coset_pml_family *f = r->family;
    const coset_pml_node **nodes =
        coset_arena_get(l->tree, r->edge->n_merged + (size_t)1, sizeof(const coset_pml_node *));
    nodes[0] = r->edge->node;
    for (uint32_t i = 0; i < r->edge->n_merged; i++)
        nodes[i + 1] = r->edge->merged[i];
    uint32_t each = r->choice ? (uint32_t)r->choice->type->n : 1;
    *coset_vec_add(&r->flows) = (flow){l->rules.n, r->edge->from, r->edge->to, r->certain, r->keeps};
    r->certain = r->keeps = false;
    *coset_vec_add(&l->rules) = (coset_ir_rule){
        .name = title(r),
        .pos = r->edge->node->pos,
        .n_params = r->n_params,
        .params = r->params,
        .guard = guard,
        .body = body->first,
        .frame_size = l->frame,
        .role = f->proc->number + 1,
        .early = early(r),
        .arrives = l->arriving.making != NULL,
        .priority = priority,
        .actor = {f->lo, f->stride, each},
        .origin = coset_pml_origin_of(l, f, each, nodes, says_itself ? 1 : 1 + r->edge->n_merged, says_itself),
    };
    if (r->choice)
        coset_pml_close_choice(l);
}

/* A new frame, with the pid in it, and the element of a choice. */
static void open_frame(ruler *r, bool timeout)
{
    coset_pml_lowerer *l = r->l;
    const coset_pml_family *f = r->family;
    coset_pos pos = f->proc->pos;
    l->frame = 0;
    r->who = (coset_pml_who){.family = f, .timeout = timeout};
    r->n_params = 0;
    r->params = coset_arena_get(l->arena, 2, sizeof *r->params);
    r->who.pid = coset_pml_ir_number(l, f->lo, pos);
    if (f->n > 1) {
        coset_ir_binder *b = &r->params[r->n_params++];
        *b = (coset_ir_binder){.name = "pid", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = f->index};
        r->who.pid = coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, f->index, "pid", pos));
    }
    if (r->choice)
        r->params[r->n_params++] = *coset_pml_open_choice(l, f, r->choice);
}

static const coset_ir_expr *is_here(const ruler *r)
{
    return coset_pml_ir_equal(r->l, coset_pml_control(r->l, &r->who, r->edge->node->pos), r->edge->from);
}

static const coset_ir_expr *frame_guard(ruler *r, bool handshake)
{
    coset_pml_lowerer *l = r->l;
    const coset_ir_expr *g = is_here(r);
    if (handshake)
        return g;
    if (l->offer)
        g = coset_pml_ir_both(l, g, coset_pml_ir_equal(l, l->offer, 0));
    g = coset_pml_ir_both(l, g, coset_pml_free(l, &r->who));
    return coset_pml_ir_both(l, g, coset_pml_is_first(l, &r->who));
}

static const coset_ir_expr *provided(const ruler *r)
{
    const coset_pml_expr *e = r->family->proc->provided;
    return e ? coset_pml_truth(r->l, &r->who, e) : NULL;
}

/* The process whose start becomes a rule is the next one to start; NULL: there is none. */
static const coset_ir_expr *is_next_start(coset_pml_lowerer *l)
{
    const coset_pml_arriving *a = &l->arriving;
    return a->making ? coset_pml_ir_equal(l, l->n_procs, a->n_before + (a->making - l->starts.at)) : NULL;
}

static void put_plain(ruler *r, uint32_t priority)
{
    coset_pml_lowerer *l = r->l;
    const coset_pml_node *n = r->edge->node;
    open_frame(r, priority != 0);
    const coset_ir_expr *framed = frame_guard(r, false), *guard = framed;
    if (priority)
        guard = coset_pml_ir_both(l, guard, coset_pml_free(l, NULL));
    guard = coset_pml_ir_both(l, guard, is_next_start(l));
    guard = coset_pml_ir_both(l, guard, provided(r));
    guard = coset_pml_ir_both(l, guard, no_escape(r, NO_HANDSHAKE));
    guard = coset_pml_ir_both(l, guard, coset_pml_can(l, &r->who, r->edge, r->list, false));
    r->certain = guard == framed && !r->choice && !l->model->uses.priority;
    coset_ir_list body = {0};
    say_choice(r, &body);
    if (n->kind == COSET_PML_N_STMT)
        coset_pml_effect(l, &r->who, &body, n->stmt);
    else if (n->kind == COSET_PML_N_D_STEP)
        coset_pml_dstep(l, &r->who, &body, n);
    else if (n->kind == COSET_PML_N_END)
        coset_pml_die(l, &r->who, &body, n->pos);
    put_rest(r, &body);
    finish(r, &body, false);
    add_rule(r, guard, &body, priority, r->choice != NULL);
}

/* A send or receive on channels of one shape. */
static void put_message(ruler *r, uint32_t s, bool only, uint32_t priority)
{
    coset_pml_lowerer *l = r->l;
    const coset_pml_node *n = r->edge->node;
    const coset_pml_stmt *st = n->kind == COSET_PML_N_D_STEP ? coset_pml_first_receive(n) : n->stmt;
    bool rendezvous = l->shapes.at[s].capacity == 0, sends = st->op == COSET_PML_S_SEND;
    bool polls = rendezvous && st->is_copy, handshake = rendezvous && !sends && !polls; /* polling is an error */
    open_frame(r, priority != 0);
    const coset_ir_expr *guard = frame_guard(r, handshake);
    if (priority)
        guard = coset_pml_ir_both(l, guard, coset_pml_free(l, NULL));
    guard = coset_pml_ir_both(l, guard, provided(r));
    if (!only)
        guard = coset_pml_ir_both(l, guard, coset_pml_is_shape(l, &r->who, st->target, s));
    if (handshake) {
        guard = coset_pml_ir_both(l, guard, coset_pml_is_offered(l, &r->who, st->target, s));
        guard = coset_pml_ir_both(
            l, guard,
            coset_pml_ir_binary(l, COSET_E_NE, coset_pml_ir_load(l, coset_pml_offerer_of(l, r->family)), r->who.pid));
    }
    const coset_ir_expr *escapes = no_escape(r, handshake ? s : NO_HANDSHAKE);
    guard = coset_pml_ir_both(l, guard, escapes);
    if (!polls)
        guard = coset_pml_ir_both(
            l, guard, sends ? coset_pml_can_send(l, &r->who, st, s) : coset_pml_can_receive(l, &r->who, st, s));
    coset_ir_list body = {0};
    say_choice(r, &body);
    if (polls)
        coset_pml_ir_fail(l, &body, COSET_PML_POLLED_OFFER, st->pos);
    else if (sends)
        coset_pml_send(l, &r->who, &body, st, s);
    else
        coset_pml_receive(l, &r->who, &body, st, s);
    if (n->kind == COSET_PML_N_D_STEP)
        coset_pml_dstep_rest(l, &r->who, &body, n);
    put_rest(r, &body);
    finish(r, &body, rendezvous && sends);
    bool alone = n->kind == COSET_PML_N_STMT && !r->edge->n_merged && !r->choice && !escapes &&
                 !r->family->proc->provided && !priority;
    const coset_ir_place *queue = alone ? coset_pml_queue(l, &r->who, st, s) : NULL;
    add_rule(r, guard, &body, priority, r->choice != NULL);
    l->rules.at[l->rules.n - 1].queue = queue;
    l->rules.at[l->rules.n - 1].puts = sends;
}

/* The rule for a channel number that this statement cannot use. */
static void put_bad_channel(ruler *r, const uint32_t *shapes, uint32_t n)
{
    coset_pml_lowerer *l = r->l;
    const coset_pml_stmt *st = r->edge->node->stmt;
    open_frame(r, false);
    const coset_ir_expr *guard = coset_pml_ir_both(l, frame_guard(r, false), provided(r));
    guard = coset_pml_ir_both(l, guard, no_escape(r, NO_HANDSHAKE));
    for (uint32_t i = 0; i < n; i++)
        guard =
            coset_pml_ir_both(l, guard, coset_pml_ir_negated(l, coset_pml_is_shape(l, &r->who, st->target, shapes[i])));
    coset_ir_list body = {0};
    say_choice(r, &body);
    coset_pml_ir_fail(l, &body,
                      coset_arena_printf(l->arena, "`%s` is no channel with that many fields",
                                         coset_pml_expr_text(l->tree, st->target)),
                      st->pos);
    add_rule(r, guard, &body, 0, r->choice != NULL);
}

static void put_messages(ruler *r, uint32_t priority)
{
    coset_pml_lowerer *l = r->l;
    const coset_pml_stmt *st = r->edge->node->stmt;
    uint32_t *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof *shapes), args = 0;
    for (const coset_pml_expr *a = st->args; a; a = a->next)
        args++;
    uint32_t n = coset_pml_shapes_of(l, st->target, args, shapes);
    for (uint32_t i = 0; i < n; i++)
        put_message(r, shapes[i], n == 1, priority);
    if (n != 1)
        put_bad_channel(r, shapes, n);
}

/* A d_step may begin with the receiving half of a rendez-vous. */
static void put_taking_dstep(ruler *r, uint32_t priority)
{
    coset_pml_lowerer *l = r->l;
    const coset_pml_stmt *st = coset_pml_first_receive(r->edge->node);
    for (uint32_t s = 0; st && s < l->shapes.n; s++)
        if (l->shapes.at[s].capacity == 0 && coset_pml_can_have_shape(l, st, s))
            put_message(r, s, false, priority);
}

/* A rule for each process that the transition starts. */
static void put_starts(ruler *r)
{
    coset_pml_lowerer *l = r->l;
    for (uint32_t i = 0; i < l->starts.n; i++) {
        l->arriving.making = &l->starts.at[i];
        if (l->starts.at[i].node == r->edge->node)
            put_plain(r, 0);
    }
    l->arriving.making = NULL;
}

static void put_edge(ruler *r)
{
    const coset_pml_node *n = r->edge->node;
    if (r->l->arriving.runner == r->family && coset_pml_run_of(r->edge)) {
        put_starts(r);
        return;
    }
    for (uint32_t priority = 0; priority <= 2; priority += 2) {
        if (priority && !has_timeout(r))
            return;
        if (n->kind == COSET_PML_N_STMT && (n->stmt->op == COSET_PML_S_SEND || n->stmt->op == COSET_PML_S_RECEIVE))
            put_messages(r, priority);
        else
            put_plain(r, priority);
        if (n->kind == COSET_PML_N_D_STEP)
            put_taking_dstep(r, priority);
    }
}

/* ---- processes that must be deterministic ----------------------------------------------------------------------- */

/* Both transitions are enabled. */
static void put_doubt(ruler *r, const coset_pml_edge *other, bool timeout)
{
    coset_pml_lowerer *l = r->l;
    coset_ir_list body = {0};
    open_frame(r, timeout);
    const coset_ir_expr *guard = coset_pml_ir_both(l, frame_guard(r, false), provided(r));
    if (timeout)
        guard = coset_pml_ir_both(l, guard, coset_pml_free(l, NULL));
    guard = coset_pml_ir_both(l, guard, coset_pml_can(l, &r->who, r->edge, r->list, false));
    guard = coset_pml_ir_both(l, guard, coset_pml_can(l, &r->who, other, r->list, false));
    coset_pml_ir_fail(l, &body, "a D_proctype is deterministic", other->node->pos);
    add_rule(r, guard, &body, timeout ? 2 : 0, false);
}

/* Both receives accept the current offer. */
static void put_handshake_doubt(ruler *r, const coset_pml_edge *other, uint32_t s)
{
    coset_pml_lowerer *l = r->l;
    coset_ir_list body = {0};
    open_frame(r, false);
    const coset_ir_expr *one = takes(r, coset_pml_first_receive(r->edge->node), s);
    const coset_ir_expr *two = takes(r, coset_pml_first_receive(other->node), s);
    if (!one || !two)
        return;
    const coset_ir_expr *guard = coset_pml_ir_both(l, frame_guard(r, true), provided(r));
    guard = coset_pml_ir_both(
        l, guard,
        coset_pml_ir_binary(l, COSET_E_NE, coset_pml_ir_load(l, coset_pml_offerer_of(l, r->family)), r->who.pid));
    guard = coset_pml_ir_both(l, coset_pml_ir_both(l, guard, one), two);
    coset_pml_ir_fail(l, &body, "a D_proctype is deterministic", other->node->pos);
    add_rule(r, guard, &body, 0, false);
}

/* After an edge without a statement there are only such edges. */
static void put_doubts(ruler *r, uint32_t at)
{
    r->list = r->family->graph->nodes[at]->out;
    r->choice = NULL;
    for (const coset_pml_edge *e = r->list; e; e = e->next)
        for (const coset_pml_edge *o = e->next; o; o = o->next) {
            r->edge = e;
            COSET_INVARIANT(e->node || !o->node);
            if (!o->node || e->escape != o->escape || e->node->kind == COSET_PML_N_ELSE ||
                o->node->kind == COSET_PML_N_ELSE)
                continue;
            put_doubt(r, o, false);
            if (r->l->model->uses.timeout)
                put_doubt(r, o, true);
            for (uint32_t s = 0; s < r->l->shapes.n; s++)
                if (r->l->shapes.at[s].capacity == 0)
                    put_handshake_doubt(r, o, s);
        }
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

static void put_release(coset_pml_lowerer *l)
{
    coset_ir_list body = {0};
    l->frame = 0;
    const coset_ir_expr *free = coset_pml_free(l, NULL);
    if (!free)
        return;
    coset_pml_clear_tokens(l, &body);
    *coset_vec_add(&l->rules) = (coset_ir_rule){
        .name = "an atomic sequence blocks", .guard = coset_pml_ir_negated(l, free), .body = body.first, .priority = 1};
}

static void put_unrolled(ruler *r, coset_pml_unrolled *u)
{
    coset_ir_list body = {0};
    r->edge = r->list = &u->step;
    open_frame(r, false);
    const coset_ir_expr *guard = frame_guard(r, false);
    coset_pml_roll(r->l, &r->who, &body, u);
    finish(r, &body, false);
    add_rule(r, guard, &body, 0, true);
}

static void put_counted(ruler *r, coset_pml_counted *c)
{
    coset_ir_list body = {0};
    r->edge = r->list = &c->step;
    open_frame(r, false);
    const coset_ir_expr *guard = frame_guard(r, false);
    coset_pml_count(r->l, &r->who, &body, c->counting, true);
    finish(r, &body, false);
    add_rule(r, guard, &body, 0, true);
}

/* The choice is one rule: no escapes around it, and at most one channel shape. */
static bool is_choice(ruler *r, uint32_t at, const coset_pml_edge *e, coset_pml_choice *out)
{
    for (const coset_pml_edge *x = r->family->graph->nodes[at]->out; x; x = x->next)
        if (x->escape || x->n_escapes)
            return false;
    return e->node && coset_pml_find_choice(r->l, r->family, e, out);
}

typedef COSET_VEC(uint32_t) states;

static void list_targets(ruler *r, uint32_t at, states *out)
{
    coset_pml_unrolled u;
    coset_pml_counted counted;
    coset_pml_choice c;
    if (coset_pml_find_unrolled(r->l, r->family, at, &u)) {
        *coset_vec_add(out) = u.step.to;
        return;
    }
    if (coset_pml_find_counted(r->l, r->family, at, &counted)) {
        *coset_vec_add(out) = counted.step.to;
        return;
    }
    for (const coset_pml_edge *e = r->family->graph->nodes[at]->out; e; e = e->next) {
        if (is_choice(r, at, e, &c)) {
            *coset_vec_add(out) = c.step.to;
            for (uint32_t k = 1; k < c.n; k++)
                e = e->next;
        } else if (e->node) {
            *coset_vec_add(out) = e->to;
        }
    }
}

/* Unreachable control states have no rules. A model may have any number of statements: no recursion. */
static void mark_reached(ruler *r, uint32_t start, bool *reached)
{
    states left = {0};
    *coset_vec_add(&left) = start;
    while (left.n) {
        const uint32_t at = left.at[--left.n];
        if (!at || reached[at])
            continue;
        reached[at] = true;
        list_targets(r, at, &left);
    }
    coset_vec_fini(&left);
}

static void put_control(ruler *r, uint32_t at)
{
    coset_pml_unrolled u;
    if (coset_pml_find_unrolled(r->l, r->family, at, &u)) {
        put_unrolled(r, &u);
        return;
    }
    coset_pml_counted counted;
    if (coset_pml_find_counted(r->l, r->family, at, &counted)) {
        put_counted(r, &counted);
        return;
    }
    coset_pml_choice c;
    if (r->family->proc->is_deterministic)
        put_doubts(r, at);
    r->list = r->family->graph->nodes[at]->out;
    for (const coset_pml_edge *e = r->list; e; e = e->next) {
        r->edge = e;
        if (is_choice(r, at, e, &c)) {
            r->edge = &c.step;
            r->choice = &c;
            for (uint32_t k = 1; k < c.n; k++)
                e = e->next;
        }
        if (r->edge->node && !(r->family->leaves && r->edge->node->kind == COSET_PML_N_END))
            put_edge(r);
        r->choice = NULL;
    }
}

/* If a control state inside an atomic sequence has only one statement, which never blocks, its rule is the only enabled
 * one: the token prevents all other processes from moving. */
static void find_followers(ruler *r)
{
    uint32_t n = r->family->graph->n_nodes;
    uint32_t *n_from = coset_new(n, sizeof *n_from), *sole = coset_new(n, sizeof *sole);
    for (uint32_t i = 0; i < r->flows.n; i++) {
        const flow *f = &r->flows.at[i];
        n_from[f->from]++;
        sole[f->from] = f->certain ? f->rule + 1 : 0;
    }
    for (uint32_t i = 0; i < r->flows.n; i++) {
        const flow *f = &r->flows.at[i];
        if (f->keeps && n_from[f->to] == 1)
            r->l->rules.at[f->rule].follows = sole[f->to];
    }
    coset_delete(n_from);
    coset_delete(sole);
}

void coset_pml_lower_rules(coset_pml_lowerer *l)
{
    if (l->opening.runner)
        coset_pml_lower_opening(l);
    for (uint32_t i = 0; i < l->n_families; i++) {
        ruler r = {.l = l, .family = &l->families[i]};
        const coset_pml_graph *g = r.family->graph;
        bool opened = l->opening.runner == r.family;
        bool *reached = coset_arena_get(l->tree, g->n_nodes, sizeof *reached);
        if (!r.family->n)
            continue;
        mark_reached(&r, opened ? l->opening.to : g->start, reached);
        for (uint32_t k = 1; k < g->n_nodes; k++)
            if (reached[k])
                put_control(&r, k);
        if (!l->how.receptions && !l->how.claims)
            find_followers(&r);
        coset_vec_fini(&r.flows);
    }
    put_release(l);
}
