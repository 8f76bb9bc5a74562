/* lang/promela/graph/graph_merge.c - Spin's default optimisations of its automata.
 *
 * Merging (not with spin -o3): a statement that is always executable and accesses only data invisible to others, or is
 * in an atomic sequence, is merged into one step with its predecessor. Forgetting (not with spin -o1 or -o2): a dead
 * local variable is set to 0 by the statement that used or set it last. Both change which states are stored, so they
 * follow Spin's rules, with their limits: a statement with a label, with alternatives or an escape is never merged, and
 * arrays, structures and channels are never forgotten. */
#include "lang/promela/graph/graph.h"

typedef struct use {
    struct use *next;
    const coset_pml_var *var;
    bool is_dead;
} use;

/* A transition for the analysis: escapes are transitions without a node. */
typedef struct trans {
    struct trans *next;
    coset_pml_node *node;
    uint32_t to;
    use *reads, *writes;
} trans;

typedef struct {
    coset_arena *arena;
    coset_pml_graph *g;
    trans **states; /* [n_nodes] */
    bool *done;     /* [n_nodes] */
    bool handshakes;
} merger;

/* ---- visibility to others --------------------------------------------------------------------------------------- */

static const coset_pml_var *base_of(const coset_pml_expr *e)
{
    while (e->op == COSET_PML_E_INDEX || e->op == COSET_PML_E_FIELD)
        e = e->a;
    return e->op == COSET_PML_E_NAME ? e->var : NULL;
}

static bool sees_others(const coset_pml_expr *e);

static bool any_sees_others(const coset_pml_expr *args)
{
    for (; args; args = args->next)
        if (sees_others(args))
            return true;
    return false;
}

/* The process claims the channel (xr, xs) for the needed operations. */
static bool is_claimed(const coset_pml_expr *chan, bool to_receive, bool to_send)
{
    const coset_pml_var *v = base_of(chan);
    return v && (!to_receive || v->is_xr) && (!to_send || v->is_xs);
}

static bool sees_others(const coset_pml_expr *e)
{
    const coset_pml_var *v;
    if (!e)
        return false;
    switch (e->op) {
    case COSET_PML_E_NAME:
    case COSET_PML_E_INDEX: /* the index is ignored */
    case COSET_PML_E_FIELD:
        v = base_of(e);
        return v && v->storage == COSET_PML_GLOBAL && !v->is_own;
    case COSET_PML_E_NR_PR:
    case COSET_PML_E_LAST:
    case COSET_PML_E_TIMEOUT:
    case COSET_PML_E_NP:
    case COSET_PML_E_ENABLED:
    case COSET_PML_E_PC_VALUE:
    case COSET_PML_E_GET_PRIORITY:
    case COSET_PML_E_AT:
    case COSET_PML_E_REMOTE:
        return true;
    case COSET_PML_E_RUN:
        return true;
    case COSET_PML_E_NEMPTY:
    case COSET_PML_E_FULL:
        return !is_claimed(e->a, true, false);
    case COSET_PML_E_NFULL:
    case COSET_PML_E_EMPTY:
        return !is_claimed(e->a, false, true);
    case COSET_PML_E_LEN:
        return !is_claimed(e->a, true, true);
    case COSET_PML_E_POLL:
        return any_sees_others(e->args) || !is_claimed(e->a, true, true);
    default:
        return sees_others(e->a) || sees_others(e->b) || sees_others(e->c);
    }
}

static bool touches_others(const coset_pml_node *n)
{
    if (n->kind != COSET_PML_N_STMT)
        return false;
    const coset_pml_stmt *s = n->stmt;
    switch (s->op) {
    case COSET_PML_S_SEND:
        return any_sees_others(s->args) || !is_claimed(s->target, false, true);
    case COSET_PML_S_RECEIVE:
        return any_sees_others(s->args) || !is_claimed(s->target, true, false);
    case COSET_PML_S_PRINTF:
        return any_sees_others(s->args);
    case COSET_PML_S_SET_PRIORITY:
        return !s->is_own || sees_others(s->e);
    default:
        return (s->target && sees_others(s->target)) || sees_others(s->e);
    }
}

/* ---- the automaton as written ----------------------------------------------------------------------------------- */

static void add_use(merger *m, use **list, const coset_pml_var *v)
{
    for (const use *u = *list; u; u = u->next)
        if (u->var == v)
            return;
    use *u = coset_arena_get(m->arena, 1, sizeof *u);
    u->var = v;
    u->next = *list;
    *list = u;
}

static void note_uses(merger *m, trans *t, const coset_pml_expr *e, use **list)
{
    if (!e)
        return;
    switch (e->op) {
    case COSET_PML_E_NAME:
        if (e->var->storage != COSET_PML_GLOBAL && !e->var->is_array && e->var->type.kind != COSET_PML_CHAN &&
            e->var->type.kind != COSET_PML_STRUCT)
            add_use(m, list, e->var);
        return;
    case COSET_PML_E_INDEX:
        note_uses(m, t, e->b, &t->reads);
        if (e->a->op == COSET_PML_E_FIELD)
            note_uses(m, t, e->a->a, list);
        return;
    case COSET_PML_E_FIELD:
        note_uses(m, t, e->a, list);
        return;
    case COSET_PML_E_AT:
        return;
    case COSET_PML_E_POLL:
        note_uses(m, t, e->a, &t->reads);
        for (const coset_pml_expr *a = e->args; a; a = a->next)
            if (a->op == COSET_PML_E_EVAL)
                note_uses(m, t, a->a, &t->reads);
        return;
    default:
        note_uses(m, t, e->a, &t->reads);
        note_uses(m, t, e->b, &t->reads);
        note_uses(m, t, e->c, &t->reads);
        for (const coset_pml_expr *a = e->args; a; a = a->next)
            note_uses(m, t, a, &t->reads);
        return;
    }
}

static void note_statement(merger *m, trans *t, const coset_pml_stmt *s)
{
    bool receives = s->op == COSET_PML_S_RECEIVE;
    if (s->target)
        note_uses(m, t, s->target, s->op == COSET_PML_S_ASSIGN ? &t->writes : &t->reads);
    note_uses(m, t, s->e, &t->reads);
    for (const coset_pml_expr *a = s->args; a; a = a->next)
        note_uses(m, t, a, receives && a->op != COSET_PML_E_EVAL ? &t->writes : &t->reads);
}

static void add_trans(merger *m, const coset_pml_node *from, const coset_pml_node *to, coset_pml_node *node)
{
    trans *t = coset_arena_get(m->arena, 1, sizeof *t);
    t->node = node;
    t->to = to ? to->number : 0;
    t->next = m->states[from->number];
    m->states[from->number] = t;
    if (node && node->kind == COSET_PML_N_STMT)
        note_statement(m, t, node->stmt);
}

static bool is_never(const coset_pml_node *n)
{
    return n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_EXPR && n->stmt->e->op == COSET_PML_E_NUMBER &&
           n->stmt->e->value == 0 && !n->escapes;
}

static void look_at_seq(merger *m, coset_pml_seq *seq);

static void look_at_basic(merger *m, coset_pml_node *n)
{
    coset_pml_node *next = n->kind == COSET_PML_N_GOTO ? coset_pml_graph_target(n) : n->next;
    add_trans(m, n, next ? coset_pml_graph_hunt(next, n->status, 0) : NULL, n);
    if (n->kind == COSET_PML_N_GOTO || n->kind == COSET_PML_N_JOIN)
        return;
    for (const coset_pml_escape *x = n->escapes; x; x = x->next) {
        add_trans(m, n, coset_pml_graph_start(x->seq->first), NULL);
        look_at_seq(m, x->seq);
    }
}

static void look_at(merger *m, coset_pml_node *n)
{
    if (n->kind == COSET_PML_N_UNLESS) {
        look_at_seq(m, n->sub);
    } else if (n->sub) {
        for (coset_pml_seq *o = n->sub; o; o = o->next) {
            const coset_pml_node *first = coset_pml_graph_start(o->first);
            if (!is_never(first))
                add_trans(m, n, first, n);
        }
        for (coset_pml_seq *o = n->sub; o; o = o->next)
            look_at_seq(m, o);
    } else if (n->inner) {
        n->inner->last->next = n->next;
        add_trans(m, n, coset_pml_graph_start(n->inner->first), n);
        look_at_seq(m, n->inner);
    } else {
        look_at_basic(m, n);
    }
}

static void look_at_seq(merger *m, coset_pml_seq *seq)
{
    for (coset_pml_node *n = seq->first; n; n = n->next) {
        if (!m->done[n->number]) {
            m->done[n->number] = true;
            look_at(m, n);
        }
        if (n == seq->last)
            return;
    }
}

/* ---- merging ---------------------------------------------------------------------------------------------------- */

static bool is_watched(const coset_pml_label *l)
{
    for (; l; l = l->next)
        if (l->is_remote)
            return true;
    return false;
}

/* The only transition from its state, invisible to others. */
static bool is_private(const trans *t)
{
    if (!t || !t->node || t->next || t->node->escapes || is_watched(t->node->labels))
        return false;
    return (t->node->status & (COSET_PML_ATOM | COSET_PML_LAST)) || !touches_others(t->node);
}

/* The step of a structure's declaration is no condition to Spin. */
static bool may_block(const coset_pml_node *n)
{
    return n->kind == COSET_PML_N_SKIP ||
           (n->kind == COSET_PML_N_STMT && !n->stmt->declares &&
            (n->stmt->op == COSET_PML_S_EXPR || n->stmt->op == COSET_PML_S_SEND || n->stmt->op == COSET_PML_S_RECEIVE));
}

static bool can_follow(const trans *t)
{
    if (!is_private(t) || t->node->labels || may_block(t->node))
        return false;
    switch (t->node->kind) {
    case COSET_PML_N_STMT: /* set_priority(i, e) never is merged, not even in an atomic sequence */
        return t->node->stmt->op != COSET_PML_S_SET_PRIORITY || t->node->stmt->is_own;
    case COSET_PML_N_GOTO:
    case COSET_PML_N_JOIN:
        return true;
    default: /* Spin has its own label at the end of a loop */
        return false;
    }
}

/* Merges from t on as far as possible; returns the state after it, 0: t cannot be merged. `depth` breaks cycles. */
static uint32_t build(merger *m, trans *t, uint32_t depth)
{
    if (!t || !t->node)
        return 0;
    if (t->node->merge)
        return t->node->merge;
    if (!can_follow(t) || depth > m->g->n_nodes)
        return 0;
    uint32_t end = build(m, m->states[t->to], depth + 1);
    return t->node->merge = end ? end : t->to;
}

static void merge_all(merger *m)
{
    for (uint32_t i = 0; i < m->g->n_nodes; i++)
        for (trans *t = m->states[i]; t; t = t->next) {
            if (!t->node || t->node->merge || !can_follow(t))
                continue;
            if (can_follow(m->states[t->to]))
                (void)build(m, t, 0);
            else
                t->node->merge_single = t->to;
        }
    for (uint32_t i = 0; i < m->g->n_nodes; i++)
        for (trans *t = m->states[i]; t; t = t->next) {
            if (!t->node || t->node->merge || !may_block(t->node) || !is_private(t))
                continue;
            if (m->handshakes && t->node->stmt && t->node->stmt->op == COSET_PML_S_SEND)
                continue;
            const trans *next = m->states[t->to];
            if (next && next->node)
                t->node->merge_start = next->node->merge ? next->node->merge : next->node->merge_single;
        }
}

/* ---- forgetting ------------------------------------------------------------------------------------------------- */

static bool has(const use *list, const coset_pml_var *v)
{
    for (; list; list = list->next)
        if (list->var == v)
            return true;
    return false;
}

/* On no path from state `at` the variable is read before it is written. */
static bool is_dead(merger *m, uint32_t at, const coset_pml_var *v)
{
    if (at == 0 || m->done[at])
        return true;
    m->done[at] = true;
    for (const trans *t = m->states[at]; t; t = t->next) {
        if (has(t->reads, v))
            return false;
        if (has(t->writes, v))
            return true;
        if (!is_dead(m, t->to, v))
            return false;
    }
    return true;
}

static bool is_zero(const coset_pml_stmt *s)
{
    return s->op == COSET_PML_S_ASSIGN && s->e->op == COSET_PML_E_NUMBER && s->e->value == 0;
}

static void forget(merger *m, const trans *t, const use *list, bool written)
{
    const coset_pml_stmt *s = t->node->stmt;
    for (const use *u = list; u; u = u->next) {
        for (uint32_t i = 0; i < m->g->n_nodes; i++)
            m->done[i] = false;
        bool usable = written ? !is_zero(s) : s->op == COSET_PML_S_EXPR || s->op == COSET_PML_S_RECEIVE;
        if (!usable || !is_dead(m, t->to, u->var))
            continue;
        coset_pml_dead *d = coset_arena_get(m->arena, 1, sizeof *d);
        d->var = u->var;
        d->next = t->node->dead;
        t->node->dead = d;
    }
}

static void forget_all(merger *m)
{
    for (uint32_t i = 0; i < m->g->n_nodes; i++)
        for (const trans *t = m->states[i]; t; t = t->next) {
            if (!t->node || t->node->kind != COSET_PML_N_STMT)
                continue;
            forget(m, t, t->reads, false);
            forget(m, t, t->writes, true);
        }
}

void coset_pml_graph_merge(coset_arena *arena, coset_pml_graph *g, bool merge, bool reset, bool handshakes)
{
    merger m = {.arena = arena, .g = g, .handshakes = handshakes};
    m.states = coset_arena_get(arena, g->n_nodes, sizeof(trans *));
    m.done = coset_arena_get(arena, g->n_nodes, sizeof(bool));
    look_at_seq(&m, g->body);
    if (reset)
        forget_all(&m);
    if (merge)
        merge_all(&m);
}
