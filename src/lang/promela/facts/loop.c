/* lang/promela/facts/loop.c - how many processes a loop starts.
 *
 * A local variable counts: each iteration adds to it, after a guard that bounds it. So `for (i : 1 .. n)`, and similar
 * loops, have a bound; other statements and choices of the iterations do not matter. A bound that is too small would
 * show as a violation, because each `run` checks whether there is room. */
#include <string.h>

#include "lang/promela/facts/loops.h"

typedef enum { WRITES_NOT, ADDS, SETS, WRITES } effect;

/* The transitions that a search of the control states does not cross. */
enum { LEAVING = 1U, WRITING = 2U, ADDING = 4U, GUARDED = 8U };

typedef struct {
    int64_t most;     /* the variable is not above it */
    bool by_equality; /* provided that it was not above most + 1 */
} guard;

typedef struct {
    const coset_pml_graph *g;
    bool *reached; /* control states that the process may reach; others have transitions, too */
    bool *inside;  /* control states on the cycles through the `run` */
    bool *seen;    /* scratch */
    uint32_t *stack;
    const coset_pml_var *v;
    bool equalities; /* these are the guards */
} loop;

/* ---- effect of a transition on the variable --------------------------------------------------------------------- */

static bool names(const coset_pml_expr *e, const coset_pml_var *v)
{
    return e && e->op == COSET_PML_E_NAME && e->var == v;
}

/* These statements may write the variable. */
static bool may_write(const coset_pml_stmt *s, const coset_pml_var *v)
{
    for (; s; s = s->next) {
        if (names(s->target, v))
            return true;
        for (const coset_pml_expr *a = s->args; a; a = a->next)
            if (names(a, v))
                return true;
        for (const coset_pml_option *o = s->options; o; o = o->next)
            if (may_write(o->body, v))
                return true;
        if (may_write(s->body, v) || may_write(s->escape, v))
            return true;
    }
    return false;
}

static effect assigned(const coset_pml_expr *e, const coset_pml_var *v, int64_t *c)
{
    *c = e->value;
    if (e->is_constant)
        return SETS;
    if (e->op != COSET_PML_E_ADD)
        return WRITES;
    const coset_pml_expr *by = names(e->a, v) ? e->b : names(e->b, v) ? e->a : NULL;
    if (!by || !by->is_constant || by->value <= 0)
        return WRITES;
    *c = by->value;
    return ADDS;
}

static effect effect_of(const coset_pml_edge *e, const coset_pml_var *v, int64_t *c)
{
    const coset_pml_node *n = e->node;
    if (!n)
        return WRITES_NOT;
    for (const coset_pml_dead *d = n->dead; d; d = d->next)
        if (d->var == v)
            return WRITES;
    if (n->kind == COSET_PML_N_D_STEP)
        return !n->stmt || may_write(n->stmt->body, v) ? WRITES : WRITES_NOT;
    if (n->kind != COSET_PML_N_STMT)
        return WRITES_NOT;
    const coset_pml_stmt *s = n->stmt;
    if (s->op == COSET_PML_S_ASSIGN)
        return names(s->target, v) ? assigned(s->e, v, c) : WRITES_NOT;
    if (s->op == COSET_PML_S_RECEIVE)
        for (const coset_pml_expr *a = s->args; a; a = a->next)
            if (names(a, v))
                return WRITES;
    return WRITES_NOT;
}

/* ---- guards ----------------------------------------------------------------------------------------------------- */

static coset_pml_op turned(coset_pml_op op)
{
    return op == COSET_PML_E_LT   ? COSET_PML_E_GT
           : op == COSET_PML_E_LE ? COSET_PML_E_GE
           : op == COSET_PML_E_GT ? COSET_PML_E_LT
           : op == COSET_PML_E_GE ? COSET_PML_E_LE
                                  : op;
}

static coset_pml_op opposite(coset_pml_op op)
{
    return op == COSET_PML_E_LT   ? COSET_PML_E_GE
           : op == COSET_PML_E_LE ? COSET_PML_E_GT
           : op == COSET_PML_E_GT ? COSET_PML_E_LE
           : op == COSET_PML_E_GE ? COSET_PML_E_LT
           : op == COSET_PML_E_EQ ? COSET_PML_E_NE
                                  : COSET_PML_E_EQ;
}

/* The condition bounds the variable if its value is `truth`. */
static bool bounds(const coset_pml_expr *e, bool truth, const coset_pml_var *v, guard *out)
{
    switch (e->op) {
    case COSET_PML_E_NOT:
        return bounds(e->a, !truth, v, out);
    case COSET_PML_E_AND:
        return truth && (bounds(e->a, true, v, out) || bounds(e->b, true, v, out));
    case COSET_PML_E_OR:
        return !truth && (bounds(e->a, false, v, out) || bounds(e->b, false, v, out));
    case COSET_PML_E_LT:
    case COSET_PML_E_LE:
    case COSET_PML_E_GT:
    case COSET_PML_E_GE:
    case COSET_PML_E_EQ:
    case COSET_PML_E_NE:
        break;
    default:
        return false;
    }
    bool left = names(e->a, v);
    const coset_pml_expr *c = left ? e->b : e->a;
    if ((!left && !names(e->b, v)) || !c->is_constant)
        return false;
    coset_pml_op op = left ? e->op : turned(e->op);
    op = truth ? op : opposite(op);
    *out = (guard){(int64_t)c->value - (op != COSET_PML_E_LE), op == COSET_PML_E_NE};
    return op == COSET_PML_E_LT || op == COSET_PML_E_LE || op == COSET_PML_E_NE;
}

static const coset_pml_expr *condition_of(const coset_pml_edge *e)
{
    bool is = e->node && e->node->kind == COSET_PML_N_STMT && e->node->stmt->op == COSET_PML_S_EXPR;
    return is ? e->node->stmt->e : NULL;
}

static bool guard_of(const loop *w, uint32_t from, const coset_pml_edge *e, guard *out)
{
    if (condition_of(e))
        return bounds(condition_of(e), true, w->v, out);
    if (!e->node || e->node->kind != COSET_PML_N_ELSE)
        return false;
    for (const coset_pml_edge *o = w->g->nodes[from]->out; o; o = o->next)
        if (o->escape == e->escape && condition_of(o) && bounds(condition_of(o), false, w->v, out))
            return true;
    return false;
}

/* ---- searching -------------------------------------------------------------------------------------------------- */

static bool is_crossed(const loop *w, uint32_t from, const coset_pml_edge *e, unsigned stops)
{
    int64_t c;
    guard found;
    if (!e->step_to || ((stops & LEAVING) && (!w->inside[from] || !w->inside[e->step_to])))
        return false;
    effect does = effect_of(e, w->v, &c);
    if (((stops & WRITING) && does != WRITES_NOT) || ((stops & ADDING) && does == ADDS))
        return false;
    return !(stops & GUARDED) || !guard_of(w, from, e, &found) || found.by_equality != w->equalities;
}

/* Closes `seen` under reachability. */
static void flood(loop *w, unsigned stops)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < w->g->n_nodes; i++)
        if (w->seen[i])
            w->stack[n++] = i;
    while (n > 0) {
        uint32_t at = w->stack[--n];
        for (const coset_pml_edge *e = w->g->nodes[at]->out; e; e = e->next)
            if (is_crossed(w, at, e, stops) && !w->seen[e->step_to]) {
                w->seen[e->step_to] = true;
                w->stack[n++] = e->step_to;
            }
    }
}

static void flood_from(loop *w, uint32_t from, unsigned stops)
{
    memset(w->seen, 0, w->g->n_nodes * sizeof *w->seen);
    w->seen[from] = true;
    flood(w, stops);
}

/* The control states on cycles through both. */
static void find_inside(loop *w, uint32_t from, uint32_t to)
{
    flood_from(w, to, 0);
    bool more = w->inside[from] = w->seen[from];
    while (more) {
        more = false;
        for (uint32_t i = 1; i < w->g->n_nodes; i++)
            for (const coset_pml_edge *e = w->seen[i] && !w->inside[i] ? w->g->nodes[i]->out : NULL; e; e = e->next)
                if (e->step_to && w->inside[e->step_to])
                    more = w->inside[i] = true;
    }
}

/* ---- one variable ----------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t n;                  /* transitions that add to it */
    int64_t step;                /* the largest increment */
    const coset_pml_expr *place; /* the variable as written in one */
    uint32_t n_plain, n_equal;   /* guards */
    int64_t most, equal;         /* largest values that these allow */
    bool differ;                 /* guards by equality have different numbers */
} rounds;

/* Inside the loop the variable only grows. */
static bool look_inside(const loop *w, rounds *r)
{
    for (uint32_t i = 1; i < w->g->n_nodes; i++)
        for (const coset_pml_edge *e = w->g->nodes[i]->out; e; e = e->next) {
            int64_t c = 0;
            guard found;
            if (!is_crossed(w, i, e, LEAVING))
                continue;
            effect does = effect_of(e, w->v, &c);
            if (does == SETS || does == WRITES)
                return false;
            if (does == ADDS) {
                r->n++;
                r->place = e->node->stmt->target;
                r->step = c > r->step ? c : r->step;
            }
            if (!guard_of(w, i, e, &found))
                continue;
            if (found.by_equality) {
                r->differ = r->differ || (r->n_equal++ && found.most != r->equal);
                r->equal = found.most;
            } else if (!r->n_plain++ || found.most > r->most) {
                r->most = found.most;
            }
        }
    return r->n > 0 && (r->n_plain || (r->n_equal && !r->differ && r->step == 1));
}

/* A guard precedes each addition, since the loop was entered and since the last addition; *early: none needs to precede
 * the `run`. */
static bool is_guarded(loop *w, uint32_t run, bool *early)
{
    int64_t c;
    memset(w->seen, 0, w->g->n_nodes * sizeof *w->seen);
    w->seen[w->g->start] = w->inside[w->g->start];
    for (uint32_t i = 1; i < w->g->n_nodes; i++)
        for (const coset_pml_edge *e = w->g->nodes[i]->out; e; e = e->next)
            if (w->reached[i] && e->step_to && w->inside[e->step_to] &&
                (!w->inside[i] || effect_of(e, w->v, &c) == ADDS))
                w->seen[e->step_to] = true;
    flood(w, LEAVING | GUARDED);
    *early = w->seen[run];
    for (uint32_t i = 1; i < w->g->n_nodes; i++)
        for (const coset_pml_edge *e = w->g->nodes[i]->out; e; e = e->next)
            if (w->seen[i] && is_crossed(w, i, e, LEAVING) && effect_of(e, w->v, &c) == ADDS)
                return false;
    return true;
}

static bool enters(loop *w, uint32_t from)
{
    flood_from(w, from, WRITING);
    for (uint32_t i = 1; i < w->g->n_nodes; i++)
        if (w->seen[i] && w->inside[i])
            return true;
    return false;
}

/* The values of the variable at the start of the loop are among *lo .. *hi, initially none; `all` is the range of its
 * type. */
static void look_outside(loop *w, const int64_t all[2], int64_t *lo, int64_t *hi)
{
    const coset_pml_expr *init = coset_pml_has_value(w->v) ? w->v->init : NULL;
    bool is_known = !coset_pml_has_value(w->v) || (init && init->is_constant);
    int64_t first = init ? init->value : 0;
    for (uint32_t i = 0; i < w->g->n_nodes; i++)
        for (const coset_pml_edge *e = i ? w->g->nodes[i]->out : NULL; i == 0 || e; e = e->next) {
            int64_t c = first;
            effect does = i == 0 ? is_known ? SETS : WRITES : effect_of(e, w->v, &c);
            uint32_t to = i == 0 ? w->g->start : e->step_to;
            if (does != WRITES_NOT && to && w->reached[i] && (!w->inside[i] || !w->inside[to]) && enters(w, to)) {
                bool fits = does == SETS && c >= all[0] && c <= all[1];
                *lo = !fits ? all[0] : c < *lo ? c : *lo;
                *hi = !fits ? all[1] : c > *hi ? c : *hi;
            }
            if (i == 0)
                break;
        }
}

/* Upper bound on the iterations counted by v, or 0. */
static uint32_t most_by(loop *w, uint32_t from, const coset_pml_edge *run)
{
    rounds r = {0};
    bool early;
    if (!look_inside(w, &r))
        return 0;
    w->equalities = !r.n_plain;
    flood_from(w, run->step_to, LEAVING | ADDING);
    if (w->seen[from] || !is_guarded(w, from, &early))
        return 0;
    int64_t all[2], lo = INT64_MAX, hi = INT64_MIN;
    coset_pml_bounds(r.place, &all[0], &all[1]);
    look_outside(w, all, &lo, &hi);
    int64_t most = w->equalities ? r.equal : r.most;
    if (lo > hi || most + r.step > all[1] || (w->equalities && hi > most + 1))
        return 0;
    int64_t n = (most >= lo ? most - lo + 1 : 0) + early;
    return n > COSET_PML_MAX_PROCS ? 0 : n > 0 ? (uint32_t)n : 1;
}

uint32_t coset_pml_most_rounds(const coset_pml_graph *g, uint32_t from, const coset_pml_edge *run)
{
    if (!run->step_to)
        return 1;
    uint32_t most = 0;
    loop w = {.g = g};
    w.reached = coset_new(g->n_nodes, sizeof *w.reached);
    w.inside = coset_new(g->n_nodes, sizeof *w.inside);
    w.seen = coset_new(g->n_nodes, sizeof *w.seen);
    w.stack = coset_new(g->n_nodes + (size_t)1, sizeof *w.stack);
    flood_from(&w, g->start, 0);
    memcpy(w.reached, w.seen, g->n_nodes * sizeof *w.seen);
    w.reached[0] = true;
    find_inside(&w, from, run->step_to);
    if (!w.inside[from])
        most = 1;
    for (const coset_pml_var *v = w.inside[from] ? g->proc->vars : NULL; v; v = v->next_own) {
        if (v->storage != COSET_PML_LOCAL || v->is_array || v->type.kind == COSET_PML_STRUCT ||
            v->type.kind == COSET_PML_CHAN || v->type.scalarset)
            continue;
        w.v = v;
        uint32_t n = most_by(&w, from, run);
        most = n && (!most || n < most) ? n : most;
    }
    coset_delete(w.reached);
    coset_delete(w.inside);
    coset_delete(w.seen);
    coset_delete(w.stack);
    return most;
}
