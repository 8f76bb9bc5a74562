/* lang/promela/graph/graph_link.c - transitions between control states, as finally in Spin's verifier. */
#include <string.h>

#include "lang/promela/graph/graph.h"

typedef struct {
    coset_arena *arena;
    coset_pml_graph *g;
    coset_pml_edge **lists;             /* [n_nodes] of each control state; in a choice the first one is a dummy head */
    COSET_VEC(coset_pml_node *) merged; /* of one edge, while it is built */
} linker;

coset_pml_node *coset_pml_graph_target(const coset_pml_node *jump)
{
    if (jump->label)
        return jump->label->lowered;
    return jump->loop_end->next; /* the indirection made in graph.c */
}

coset_pml_node *coset_pml_graph_start(coset_pml_node *f)
{
    for (uint32_t n = 0; n < 200; n++) {
        if (f->kind == COSET_PML_N_JOIN && f->next)
            f = f->next;
        else if (f->kind == COSET_PML_N_UNLESS)
            f = f->sub->first;
        else
            break;
    }
    return f;
}

coset_pml_node *coset_pml_graph_hunt(coset_pml_node *f, uint32_t status, uint32_t stop)
{
    coset_pml_node *e = f, *g;
    for (uint32_t n = 0; n < 500 && e->number != stop; n++) {
        switch (e->kind) {
        case COSET_PML_N_GOTO:
            g = coset_pml_graph_target(e);
            if (g == e)
                return e;
            break;
        case COSET_PML_N_JOIN:
        case COSET_PML_N_BREAK:
            if (!e->next)
                return e;
            g = e->next;
            break;
        case COSET_PML_N_UNLESS:
            g = coset_pml_graph_hunt(e->sub->first, status, stop);
            break;
        default:
            return e;
        }
        if ((status & COSET_PML_ATOM) && !(g->status & COSET_PML_ATOM))
            return e;
        e = g;
    }
    return e;
}

static coset_pml_edge *new_edge(linker *l, coset_pml_node *node, uint32_t to, bool atomic)
{
    coset_pml_edge *e = coset_arena_get(l->arena, 1, sizeof *e);
    e->node = node;
    e->to = e->step_to = to;
    e->atomic = e->step_atomic = atomic;
    return e;
}

static coset_pml_edge *copy(linker *l, const coset_pml_edge *from)
{
    coset_pml_edge *e = coset_arena_copy(l->arena, from, 1, sizeof *e);
    e->next = NULL;
    return e;
}

/* ---- as written ------------------------------------------------------------------------------------------------- */

static void put_seq(linker *l, coset_pml_seq *seq);

static void put_escapes(linker *l, coset_pml_node *n, coset_pml_edge *e)
{
    if (!n->escapes || n->kind == COSET_PML_N_JOIN)
        return;
    uint32_t count = 0;
    for (const coset_pml_escape *x = n->escapes; x; x = x->next)
        count++;
    uint32_t *escapes = coset_arena_get(l->arena, count, sizeof *escapes);
    e->escapes = escapes;
    for (const coset_pml_escape *x = n->escapes; x; x = x->next)
        escapes[e->n_escapes++] = coset_pml_graph_hunt(x->seq->first, n->status, 0)->number;
    for (const coset_pml_escape *x = n->escapes; x; x = x->next)
        put_seq(l, x->seq);
}

/* The statements that are merged into the step of the edge. */
static void put_merged(linker *l, const coset_pml_node *n, coset_pml_edge *e)
{
    uint32_t end = n->merge_start ? n->merge_start : n->merge, status = n->status;
    if (!end)
        return;
    l->merged.n = 0;
    for (const coset_pml_node *f = n; l->merged.n < l->g->n_nodes;) {
        coset_pml_node *next = f->next;
        if (f->kind == COSET_PML_N_GOTO) {
            next = coset_pml_graph_target(f);
            next = next->number == end ? next : coset_pml_graph_hunt(next, f->status, end);
        }
        if (!next || next->number == end || (!next->merge && !next->merge_single))
            break;
        *coset_vec_add(&l->merged) = next;
        status = next->status;
        f = next;
    }
    e->n_merged = l->merged.n;
    e->merged = coset_arena_copy(l->arena, l->merged.at, l->merged.n, sizeof *l->merged.at);
    e->to = end;
    e->atomic = status & COSET_PML_ATOM;
}

static void put_basic(linker *l, coset_pml_node *n)
{
    coset_pml_node *to = n->kind == COSET_PML_N_GOTO ? coset_pml_graph_target(n) : n->next;
    uint32_t number = to ? coset_pml_graph_hunt(to, n->status, 0)->number : 0;
    coset_pml_edge *e = new_edge(l, n, number, n->status & COSET_PML_ATOM);
    put_merged(l, n, e);
    l->lists[n->number] = e;
    put_escapes(l, n, e);
}

/* Jumps that leave an atomic sequence end it; those that enter another one continue in it. */
static void patch_jumps(const coset_pml_seq *seq)
{
    for (coset_pml_node *f = seq->first; f; f = f->next) {
        if (f->kind == COSET_PML_N_GOTO) {
            const coset_pml_node *g = coset_pml_graph_target(f);
            const uint32_t any = COSET_PML_ATOM | COSET_PML_LAST;
            if ((f->status & any) && !(g->status & any))
                f->status = (f->status & ~COSET_PML_ATOM) | COSET_PML_LAST;
            if ((f->status & COSET_PML_LAST) && (g->status & any))
                f->status = (f->status & ~COSET_PML_LAST) | COSET_PML_ATOM;
        } else {
            for (const coset_pml_seq *o = f->sub; o; o = o->next)
                patch_jumps(o);
        }
        if (f == seq->extent)
            return;
    }
}

static void put_inner(linker *l, coset_pml_node *n)
{
    coset_pml_seq *seq = n->inner;
    patch_jumps(seq);
    coset_pml_node *first = coset_pml_graph_start(seq->first);
    seq->last->next = n->next;
    if (n->kind == COSET_PML_N_D_STEP) {
        uint32_t to = n->next ? coset_pml_graph_hunt(n->next, n->status, 0)->number : 0;
        coset_pml_edge *e = new_edge(l, n, to, n->status & COSET_PML_ATOM);
        l->lists[n->number] = e;
        put_escapes(l, n, e);
        return;
    }
    coset_pml_edge *head = new_edge(l, NULL, 0, false);
    head->next = new_edge(l, NULL, first->number, false);
    l->lists[n->number] = head;
    put_seq(l, seq);
}

static bool is_never(const coset_pml_node *n)
{
    return n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_EXPR && n->stmt->e->op == COSET_PML_E_NUMBER &&
           n->stmt->e->value == 0 && !n->escapes;
}

static void put_select(linker *l, coset_pml_node *n)
{
    coset_pml_edge *head = new_edge(l, NULL, 0, false), *last = head;
    l->lists[n->number] = head;
    for (const coset_pml_seq *o = n->sub; o; o = o->next) {
        const coset_pml_node *g = coset_pml_graph_start(o->first);
        if (!is_never(g))
            last = last->next = new_edge(l, NULL, g->number, false);
    }
    for (coset_pml_seq *o = n->sub; o; o = o->next)
        put_seq(l, o);
}

static void put_seq(linker *l, coset_pml_seq *seq)
{
    for (coset_pml_node *n = seq->first; n; n = n->next) {
        if (!(n->status & COSET_PML_DONE)) {
            n->status |= COSET_PML_DONE;
            if (n->kind == COSET_PML_N_UNLESS)
                put_seq(l, n->sub);
            else if (n->kind == COSET_PML_N_SELECT)
                put_select(l, n);
            else if (n->inner)
                put_inner(l, n);
            else
                put_basic(l, n);
        }
        if (n == seq->last)
            return;
    }
}

/* ---- choices are pulled up -------------------------------------------------------------------------------------- */

/* Control state `at`, which a choice skips, passes on the meaning of its labels. */
static void hand_on(linker *l, uint32_t to, uint32_t at)
{
    if (to)
        l->g->nodes[to]->marks |= l->g->nodes[at]->marks;
}

/* Choices whose options are choices become one. */
static void flatten(linker *l)
{
    bool again;
    do {
        again = false;
        for (uint32_t i = 1; i < l->g->n_nodes; i++) {
            coset_pml_edge *head = l->lists[i], *options = head ? head->next : NULL, *o;
            for (o = options; o; o = o->next)
                if (o->to && l->lists[o->to] && l->lists[o->to]->next)
                    break;
            if (!o)
                continue;
            coset_pml_edge *last = head;
            for (o = options; o; o = o->next) {
                const coset_pml_edge *inner = l->lists[o->to];
                if (!inner || !inner->next) {
                    last = last->next = copy(l, o);
                    hand_on(l, last->to, o->to);
                    continue;
                }
                for (inner = inner->next; inner; inner = inner->next) {
                    last = last->next = copy(l, inner);
                    hand_on(l, last->to, o->to);
                }
                again = true;
            }
        }
    } while (again);
}

/* The transitions of the options become those of the choice. */
static void pull_up(linker *l)
{
    for (uint32_t i = 1; i < l->g->n_nodes; i++) {
        const coset_pml_edge *options = l->lists[i] ? l->lists[i]->next : NULL;
        coset_pml_edge *first = NULL, **end = &first;
        for (const coset_pml_edge *o = options; o; o = o->next) {
            if (!l->lists[o->to])
                continue;
            coset_pml_edge *e = copy(l, l->lists[o->to]);
            hand_on(l, e->to, o->to);
            *end = e;
            end = &e->next;
        }
        if (options && first)
            l->lists[i] = first;
    }
}

/* ---- escapes ---------------------------------------------------------------------------------------------------- */

static bool has_edge(const coset_pml_edge *list, const coset_pml_node *node)
{
    for (; list; list = list->next)
        if (list->node == node)
            return true;
    return false;
}

/* Escapes precede the transitions that they leave. */
static void put_escapes_first(linker *l)
{
    for (uint32_t i = 1; i < l->g->n_nodes; i++)
        for (const coset_pml_edge *e = l->lists[i]; e; e = e->next)
            for (uint32_t k = e->n_escapes; k-- > 0;)
                for (const coset_pml_edge *x = l->lists[e->escapes[k]]; x; x = x->next) {
                    if (has_edge(l->lists[i], x->node))
                        continue;
                    coset_pml_edge *c = copy(l, x);
                    c->escape = e->escapes[k];
                    c->next = l->lists[i];
                    l->lists[i] = c;
                }
}

static void pass_marks_on(linker *l)
{
    for (uint32_t i = 1; i < l->g->n_nodes; i++) {
        const coset_pml_edge *e = l->lists[i];
        if (e && !e->next && e->node && e->node->kind == COSET_PML_N_JOIN)
            hand_on(l, e->to, i);
    }
}

void coset_pml_graph_link(coset_arena *arena, coset_pml_graph *g)
{
    linker l = {.arena = arena, .g = g};
    l.lists = coset_arena_get(arena, g->n_nodes, sizeof(coset_pml_edge *));
    put_seq(&l, g->body);
    flatten(&l);
    pull_up(&l);
    put_escapes_first(&l);
    pass_marks_on(&l);
    coset_vec_fini(&l.merged);
    for (uint32_t i = 1; i < g->n_nodes; i++) {
        g->nodes[i]->out = l.lists[i];
        for (coset_pml_edge *e = l.lists[i]; e; e = e->next)
            e->from = i;
    }
    g->start = coset_pml_graph_hunt(g->body->first, g->body->first->status, 0)->number;
}
