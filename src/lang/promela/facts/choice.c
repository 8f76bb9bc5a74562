/* lang/promela/facts/choice.c - a choice with one option for each element of a scalarset.
 *
 * `if :: to = 1 :: to = 2 :: to = 3 fi`, or inside an atomic sequence `if :: who == 1 -> at = 4 :: who == 2 -> ...`:
 * the options are one rule with an element as a parameter. The statements after the first one of each option must be
 * certain and lead to one control state. */
#include "lang/promela/facts/each.h"

#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/text.h"

static bool args_alike(const coset_pml_expr *x, const coset_pml_expr *y, const coset_pml_expr *z, int64_t a, int64_t k)
{
    for (; x && y && z; x = x->next, y = y->next, z = z->next)
        if (!coset_pml_alike(x, y, z, a, k))
            return false;
    return !x && !y && !z;
}

/* A statement that may have an element as a parameter: no effect but its own. */
static const coset_pml_stmt *basic(const coset_pml_node *n)
{
    if (!n || n->kind != COSET_PML_N_STMT)
        return NULL;
    switch (n->stmt->op) {
    case COSET_PML_S_EXPR:
        return n->stmt->e->has_effect || coset_pml_mentions(n->stmt->e, COSET_PML_E_TIMEOUT) ? NULL : n->stmt;
    case COSET_PML_S_ASSIGN:
        return coset_pml_is_certain(n) ? n->stmt : NULL;
    case COSET_PML_S_SEND:
    case COSET_PML_S_RECEIVE:
        return n->stmt;
    default:
        return NULL;
    }
}

static bool stmts_alike(const coset_pml_stmt *x, const coset_pml_stmt *y, const coset_pml_stmt *z, int64_t a, int64_t k)
{
    if (!x || !y || !z || x->op != y->op || x->op != z->op)
        return false;
    if (x->is_sorted != y->is_sorted || x->is_random != y->is_random || x->is_copy != y->is_copy ||
        x->is_sorted != z->is_sorted || x->is_random != z->is_random || x->is_copy != z->is_copy)
        return false;
    return coset_pml_alike(x->target, y->target, z->target, a, k) && coset_pml_alike(x->e, y->e, z->e, a, k) &&
           args_alike(x->args, y->args, z->args, a, k);
}

static bool note_message(coset_pml_each *s, const coset_pml_stmt *x, const coset_pml_stmt *y)
{
    uint32_t i = 0;
    if (!coset_pml_note_holes(s, x->target, y->target, NULL))
        return false;
    for (const coset_pml_expr *p = x->args, *q = y->args; p; p = p->next, q = q->next, i++)
        if (!coset_pml_note_holes(s, p, q, coset_pml_class_of_part(s->l, x->target, i)))
            return false;
    return true;
}

static bool note_in(coset_pml_each *s, const coset_pml_node *x, const coset_pml_node *y)
{
    bool is_message = x->stmt->op == COSET_PML_S_SEND || x->stmt->op == COSET_PML_S_RECEIVE;
    return is_message ? note_message(s, x->stmt, y->stmt) : coset_pml_note_in_node(s, x, y);
}

/* ---- successors of the options ---------------------------------------------------------------------------------- */

typedef struct {
    const coset_pml_graph *g;
    uint32_t n;
    const coset_pml_edge *at[COSET_PML_MAX_PROCS]; /* the last transition of each option so far */
} front;

static bool has_met(const front *f)
{
    for (uint32_t k = 1; k < f->n; k++)
        if (f->at[k]->to != f->at[0]->to || f->at[k]->atomic != f->at[0]->atomic)
            return false;
    return true;
}

/* Advances by one statement in all options, if they are alike. */
static bool advance(front *f, const coset_ir_type *s)
{
    const coset_pml_node *first = f->g->nodes[f->at[0]->to], *second = f->g->nodes[f->at[1]->to];
    for (uint32_t k = 0; k < f->n; k++) {
        const coset_pml_node *n = f->g->nodes[f->at[k]->to];
        if (!f->at[k]->atomic || !n || n->labels || !coset_pml_is_certain(n) ||
            (k && !coset_pml_nodes_alike(first, second, n, s->lo, k)))
            return false;
        f->at[k] = coset_pml_last_edge(f->g, f->at[k]->to, n);
        if (!f->at[k])
            return false;
    }
    return true;
}

/* Finds the control state where all options join; *out->tail: the statements until then. The effects of a message come
 * first: no statement follows it. */
static bool follow(front *f, coset_pml_each *s, coset_pml_choice *out)
{
    coset_pml_stmt_op op = f->at[0]->node->stmt->op;
    if (!has_met(f) && op != COSET_PML_S_EXPR && op != COSET_PML_S_ASSIGN)
        return false;
    while (!has_met(f)) {
        const coset_pml_node *x = f->g->nodes[f->at[0]->to], *y = f->g->nodes[f->at[1]->to];
        if (out->n_tail == COSET_PML_MOST_TAIL || !advance(f, s->type) || !coset_pml_note_in_node(s, x, y))
            return false;
        out->tail[out->n_tail++] = x;
    }
    return true;
}

static bool find(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_edge *e, const coset_ir_type *type,
                 coset_pml_choice *out)
{
    front x = {.g = f->graph};
    coset_pml_each s = {.l = l, .proc = f->proc, .type = type};
    const coset_pml_edge *edge = e;
    *out = (coset_pml_choice){.type = type, .first = e};
    if (type->n > COSET_PML_MAX_PROCS || type->n < 2)
        return false;
    for (; edge && x.n < type->n; edge = edge->next) {
        if (edge->escape || edge->n_escapes || edge->n_merged || !basic(edge->node) || edge->node->dead)
            return false;
        x.at[x.n++] = edge;
    }
    if (x.n < type->n)
        return false;
    uint32_t spacing = x.at[1]->node->id - x.at[0]->node->id;
    for (uint32_t k = 1; k < x.n; k++)
        if (!stmts_alike(basic(x.at[0]->node), basic(x.at[1]->node), basic(x.at[k]->node), type->lo, k) ||
            x.at[k]->node->id != x.at[0]->node->id + k * spacing)
            return false;
    l->holes.n = 0;
    if (!note_in(&s, x.at[0]->node, x.at[1]->node) || !follow(&x, &s, out) || s.n == 0)
        return false;
    out->n = x.n;
    out->spacing = spacing;
    out->step = *e;
    out->step.to = x.at[0]->to;
    out->step.atomic = x.at[0]->atomic;
    return true;
}

bool coset_pml_find_choice(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_edge *e,
                           coset_pml_choice *out)
{
    if (!f || l->holes.n || f->proc->provided || f->proc->is_deterministic || l->model->uses.priority ||
        !basic(e->node))
        return false;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        bool found = find(l, f, e, l->symtypes.at[i], out);
        l->holes.n = 0;
        if (found)
            return true;
    }
    return false;
}

void coset_pml_note_choice(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_choice *c)
{
    coset_pml_choice again;
    bool found = find(l, f, c->first, c->type, &again);
    COSET_INVARIANT(found);
}
