/* lang/promela/step/trace.c - trace and notrace: an automaton that observes sends and receives.
 *
 * Its control state is `_event`, a variable of the state. A send or receive on a channel that a statement of the same
 * kind in the trace names moves it: along the transition whose constants equal the parts of the message. If there is
 * none, a trace is violated, and a notrace is satisfied forever; a notrace whose end is reached is violated. The first
 * half of a rendez-vous is an event when it is offered, as in Spin's verifier. */
#include "lang/promela/step/watch.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/expr.h"

static const coset_pml_who nobody = {0};

static const coset_pml_stmt *event_of(const coset_pml_node *n, coset_pml_stmt_op op)
{
    return n && n->kind == COSET_PML_N_STMT && n->stmt->op == op ? n->stmt : NULL;
}

void coset_pml_find_trace(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_pml_proc *p = l->families[i].proc;
        if (p->kind != COSET_PML_TRACE && p->kind != COSET_PML_NOTRACE)
            continue;
        l->trace = &l->families[i];
        coset_pml_ir_assertion(l, p->kind == COSET_PML_TRACE ? "trace" : "notrace", p->pos);
    }
}

const coset_ir_expr *coset_pml_trace_may_end(coset_pml_lowerer *l)
{
    const coset_ir_expr *may = coset_pml_ir_equal(l, l->n_procs, 0); /* Spin does not check it any more */
    for (uint32_t k = 1; k < l->trace->graph->n_nodes; k++)
        if (l->trace->graph->nodes[k]->marks & COSET_PML_ENDS)
            may = coset_pml_ir_binary(l, COSET_E_OR, may, coset_pml_ir_equal(l, l->event, k));
    return may;
}

/* The event is on the channel of st. */
static const coset_ir_expr *is_channel(coset_pml_lowerer *l, const coset_pml_event *e, const coset_pml_stmt *st)
{
    const coset_ir_expr *other = coset_pml_number_of(l, &nobody, st->target);
    if (other->op == COSET_E_CONST && e->number->op == COSET_E_CONST)
        return coset_pml_ir_number(l, other->value == e->number->value, st->pos);
    if (other->op == COSET_E_CONST &&
        (other->value < e->shape->first || other->value >= (int64_t)e->shape->first + e->shape->n))
        return coset_pml_ir_number(l, 0, st->pos);
    return coset_pml_ir_binary(l, COSET_E_EQ, e->number, other);
}

/* The event is on the channel of some statement of its kind. NULL: of none. */
static const coset_ir_expr *is_watched(coset_pml_lowerer *l, const coset_pml_event *e)
{
    const coset_ir_expr *any = NULL;
    const coset_pml_graph *g = l->trace->graph;
    for (uint32_t k = 1; k < g->n_nodes; k++) {
        const coset_pml_stmt *st = event_of(g->nodes[k], e->op);
        const coset_ir_expr *one = st ? is_channel(l, e, st) : NULL;
        if (!one || (one->op == COSET_E_CONST && !one->value))
            continue;
        if (one->op == COSET_E_CONST)
            return one;
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any;
}

/* The condition of a transition on the event; NULL: it cannot match. A jump, which is no event, matches all. */
static const coset_ir_expr *matches(coset_pml_lowerer *l, const coset_pml_event *e, const coset_pml_node *n)
{
    if (!n || n->kind == COSET_PML_N_END)
        return NULL;
    if (n->kind != COSET_PML_N_STMT)
        return coset_pml_ir_number(l, 1, n->pos);
    const coset_pml_stmt *st = event_of(n, e->op);
    const coset_ir_expr *all = st ? is_channel(l, e, st) : NULL;
    if (!all || (all->op == COSET_E_CONST && !all->value))
        return NULL;
    uint32_t i = 0;
    for (const coset_pml_expr *a = st->args; a && i < e->shape->n_fields; a = a->next, i++) {
        if (!a->is_constant)
            continue;
        const coset_ir_expr *part = coset_pml_ir_load(l, coset_pml_ir_field(l, e->message, i));
        all = coset_pml_ir_both(l, all, coset_pml_ir_binary(l, COSET_E_EQ, part, coset_pml_lower_expr(l, &nobody, a)));
    }
    return all;
}

static void put_assertion(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_expr *e, const char *text,
                          coset_pos at, coset_pos prop)
{
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_ASSERT, at);
    s->expr = e;
    s->text = text;
    s->prop = coset_pml_ir_assertion(l, text, prop);
}

static coset_ir_stmt *put_if(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_expr *when)
{
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, when->pos);
    s->expr = when;
    return s;
}

/* For control state k: sets `to` to the successor on the event, or to 0 if there is none. */
static void put_moves(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_event *e, uint32_t k,
                      const coset_ir_place *to)
{
    bool first = true;
    const coset_pml_graph *g = l->trace->graph;
    for (const coset_pml_edge *x = g->nodes[k]->out; x; x = x->next) {
        const coset_ir_expr *match = matches(l, e, x->node);
        coset_ir_list body = {0};
        if (!match)
            continue;
        coset_ir_stmt *s = put_if(l, list, match);
        if (!first)
            put_assertion(l, &body, coset_pml_ir_equal(l, to, 0), "a trace is deterministic", e->pos,
                          g->body->first->pos);
        coset_pml_ir_assign(l, &body, to, coset_pml_ir_number(l, x->to, e->pos));
        s->body = body.first;
        first = false;
    }
}

/* The event is watched. */
static void put_step(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_event *e)
{
    const coset_pml_graph *g = l->trace->graph;
    const coset_pml_proc *p = l->trace->proc;
    const coset_ir_place *to = coset_pml_ir_local(l, l->event->type, "event", e->pos);
    coset_pml_ir_assign(l, list, to, coset_pml_ir_number(l, 0, e->pos));
    for (uint32_t k = 1; k < g->n_nodes; k++) {
        coset_ir_list body = {0};
        put_moves(l, &body, e, k, to);
        if (!body.first)
            continue;
        put_if(l, list, coset_pml_ir_equal(l, l->event, k))->body = body.first;
    }
    if (p->kind == COSET_PML_TRACE) {
        put_assertion(l, list, coset_pml_ir_negated(l, coset_pml_ir_equal(l, to, 0)),
                      "the trace has no event that matches this one", e->pos, p->pos);
        coset_pml_ir_assign(l, list, l->event, coset_pml_ir_load(l, to));
        return;
    }
    put_assertion(l, list, coset_pml_ir_negated(l, coset_pml_ir_equal(l, to, g->end)),
                  "all events of the notrace have come", e->pos, p->pos);
    coset_ir_list lost = {0};
    coset_ir_stmt *s = put_if(l, list, coset_pml_ir_equal(l, to, 0));
    coset_pml_ir_assign(l, &lost, to, coset_pml_ir_number(l, g->end, e->pos));
    s->body = lost.first;
    coset_pml_ir_assign(l, list, l->event, coset_pml_ir_load(l, to));
}

void coset_pml_watch(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_event *e)
{
    const coset_ir_expr *watched = l->trace ? is_watched(l, e) : NULL;
    coset_ir_list body = {0};
    if (!watched)
        return;
    if (watched->op == COSET_E_CONST) {
        put_step(l, list, e);
        return;
    }
    coset_ir_stmt *s = put_if(l, list, watched);
    put_step(l, &body, e);
    s->body = body.first;
}
