/* lang/promela/facts/hidden.c - hidden variables that are omitted from states, because their values outlive no step.
 *
 * Spin omits every hidden variable from its states. If a step reads what an earlier one wrote, Spin's search depends on
 * the order in which states are found, and may miss some. So coset omits a hidden variable only if it is dead in each
 * control state in which a step can end: on every path from there it is written before it is read. It is set to 0 at
 * the end of each step, which is not observable. Others remain in the states.
 *
 * A step ends after an atomic sequence, and inside one where it may block: before a condition, a send or a receive
 * without an alternative `else`, and after a send, which may pass control on. */
#include "lang/promela/facts/variables.h"

/* ---- effect of a statement on the variable ---------------------------------------------------------------------- */

static bool mentions(const coset_pml_expr *e, const coset_pml_var *v)
{
    if (!e)
        return false;
    if (e->op == COSET_PML_E_NAME && e->var == v)
        return true;
    for (const coset_pml_expr *a = e->args; a; a = a->next)
        if (mentions(a, v))
            return true;
    return mentions(e->a, v) || mentions(e->b, v) || mentions(e->c, v);
}

static bool is_it(const coset_pml_expr *e, const coset_pml_var *v)
{
    return e && e->op == COSET_PML_E_NAME && e->var == v;
}

typedef enum { NOTHING, WRITES, READS } effect;

static effect of_stmt(const coset_pml_stmt *s, const coset_pml_var *v)
{
    bool writes = s->op == COSET_PML_S_ASSIGN && is_it(s->target, v);
    bool receives = s->op == COSET_PML_S_RECEIVE;
    if (mentions(s->e, v) || (!writes && mentions(s->target, v)))
        return READS;
    for (const coset_pml_expr *a = s->args; a; a = a->next) {
        if (receives && is_it(a, v))
            writes = true;
        else if (mentions(a, v))
            return READS;
    }
    return writes ? WRITES : NOTHING;
}

static effect of_seq(const coset_pml_seq *seq, const coset_pml_var *v);

/* A choice writes if all options do; a loop may have no iteration. */
static effect of_choice(const coset_pml_node *n, const coset_pml_var *v)
{
    bool all = !n->is_loop;
    for (const coset_pml_seq *o = n->sub; o; o = o->next) {
        effect one = of_seq(o, v);
        if (one == READS)
            return READS;
        all = all && one == WRITES;
    }
    return all ? WRITES : NOTHING;
}

/* The first effect on all paths through a part of a d_step. A jump counts as a read, because its successor is unknown.
 */
static effect of_seq(const coset_pml_seq *seq, const coset_pml_var *v)
{
    for (const coset_pml_node *n = seq->first; n; n = n->next) {
        effect one = n->kind == COSET_PML_N_STMT               ? of_stmt(n->stmt, v)
                     : n->kind == COSET_PML_N_GOTO && n->label ? READS
                     : n->inner                                ? of_seq(n->inner, v)
                     : n->sub                                  ? of_choice(n, v)
                                                               : NOTHING;
        if (one || n == seq->extent)
            return one;
    }
    return NOTHING;
}

static effect of_node(const coset_pml_node *n, const coset_pml_var *v)
{
    if (!n)
        return NOTHING;
    return n->kind == COSET_PML_N_D_STEP ? of_seq(n->inner, v)
           : n->kind == COSET_PML_N_STMT ? of_stmt(n->stmt, v)
                                         : NOTHING;
}

static effect of_edge(const coset_pml_edge *e, const coset_pml_var *v)
{
    effect one = of_node(e->node, v);
    for (uint32_t i = 0; !one && i < e->n_merged; i++)
        one = of_node(e->merged[i], v);
    return one;
}

/* ---- where steps end -------------------------------------------------------------------------------------------- */

static bool may_block(const coset_pml_edge *e)
{
    const coset_pml_node *n = e->node;
    if (!n || n->kind == COSET_PML_N_END || n->kind == COSET_PML_N_D_STEP)
        return true;
    return n->kind == COSET_PML_N_STMT &&
           (n->stmt->op == COSET_PML_S_EXPR || n->stmt->op == COSET_PML_S_SEND || n->stmt->op == COSET_PML_S_RECEIVE);
}

static bool all_may_block(const coset_pml_edge *list)
{
    for (const coset_pml_edge *e = list; e; e = e->next)
        if (!may_block(e))
            return false;
    return true;
}

static bool sends(const coset_pml_node *n)
{
    return n && n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_SEND;
}

static bool ends_step(const coset_pml_graph *g, const coset_pml_edge *e)
{
    return !e->atomic || sends(e->node) || all_may_block(g->nodes[e->to]->out);
}

/* ---- liveness --------------------------------------------------------------------------------------------------- */

/* On no path from control state `at` it is read before it is written. */
static bool is_dead(const coset_pml_graph *g, uint32_t at, const coset_pml_var *v, bool *seen)
{
    if (at == 0 || seen[at])
        return true;
    seen[at] = true;
    for (const coset_pml_edge *e = g->nodes[at]->out; e; e = e->next) {
        effect one = of_edge(e, v);
        if (one == READS || (one == NOTHING && !is_dead(g, e->to, v, seen)))
            return false;
    }
    return true;
}

static bool is_dead_from(const coset_pml_graph *g, uint32_t at, const coset_pml_var *v)
{
    bool *seen = coset_new(g->n_nodes, sizeof *seen);
    bool dead = is_dead(g, at, v, seen);
    coset_delete(seen);
    return dead;
}

static bool is_scratch_in(const coset_pml_family *f, const coset_pml_var *v)
{
    const coset_pml_graph *g = f->graph;
    if (!is_dead_from(g, g->start, v))
        return false;
    for (uint32_t k = 1; k < g->n_nodes; k++)
        for (const coset_pml_edge *e = g->nodes[k]->out; e; e = e->next)
            if (e->to && ends_step(g, e) && !is_dead_from(g, e->to, v))
                return false;
    return true;
}

/* It is read outside of the processes. */
static bool is_watched(const coset_pml_lowerer *l, const coset_pml_var *v)
{
    for (const coset_pml_ltl *f = l->model->ltls; f; f = f->next)
        if (mentions(f->formula, v))
            return true;
    for (const coset_pml_predicate *p = l->model->predicates; p; p = p->next)
        if (mentions(p->e, v))
            return true;
    for (const coset_pml_var *x = l->model->globals; x; x = x->next)
        if (mentions(x->init, v))
            return true;
    for (uint32_t i = 0; i < l->n_families; i++)
        for (const coset_pml_var *x = l->families[i].proc->vars; x; x = x->next_own)
            if (mentions(x->init, v))
                return true;
    return false;
}

void coset_pml_find_scratch(coset_pml_lowerer *l)
{
    for (coset_pml_var *v = l->model->globals; v; v = v->next) {
        bool is = v->is_hidden && v->is_used && !v->is_array && v->type.kind != COSET_PML_STRUCT &&
                  v->type.kind != COSET_PML_CHAN && !l->model->uses.priority && !is_watched(l, v);
        for (uint32_t i = 0; is && i < l->n_families; i++)
            is = !l->families[i].proc->provided && is_scratch_in(&l->families[i], v);
        v->is_scratch = is;
        if (is)
            v->init = NULL;
    }
}

void coset_pml_forget_scratch(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_edge *e,
                              coset_ir_list *list)
{
    for (const coset_pml_var *v = l->model->globals; v; v = v->next)
        if (v->is_scratch && e->to && ends_step(f->graph, e))
            coset_pml_ir_zero(l, list, v->lowered);
}
