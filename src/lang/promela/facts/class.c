/* lang/promela/facts/class.c - which variables store numbers of the same processes.
 *
 * Variables, message fields, parameters and array indices whose values flow together (by assignment, comparison,
 * sending, indexing) are of one class. Two of them may differ by a constant: `busy[_pid - 1]`. */
#include "lang/promela/facts/classes.h"

#include "lang/promela/facts/processes.h"

#define NOTHING COSET_PML_NO_CLASS

/* ---- classes ---------------------------------------------------------------------------------------------------- */

static coset_pml_shifted nothing(void) { return (coset_pml_shifted){.cell = NOTHING}; }

uint32_t coset_pml_cell_of(coset_pml_lowerer *l, const void *key, uint32_t part)
{
    for (uint32_t i = 0; i < l->cells.n; i++)
        if (l->cells.at[i].key == key && l->cells.at[i].part == part)
            return i;
    const uint32_t n = l->cells.n;
    *coset_vec_add(&l->cells) = (coset_pml_cell){.key = key, .part = part, .up = n, .group = NOTHING, .own = NOTHING};
    return n;
}

static coset_pml_shifted value_of(coset_pml_lowerer *l, const void *key, uint32_t part)
{
    return (coset_pml_shifted){.cell = coset_pml_cell_of(l, key, part)};
}

coset_pml_shifted coset_pml_top_of(const coset_pml_lowerer *l, coset_pml_shifted v)
{
    while (l->cells.at[v.cell].up != v.cell) {
        v.plus += l->cells.at[v.cell].plus;
        v.cell = l->cells.at[v.cell].up;
    }
    return v;
}

/* Unites the classes of two values. The legality proof reports values that differ from themselves by a constant. */
void coset_pml_unite(coset_pml_lowerer *l, coset_pml_shifted a, coset_pml_shifted b)
{
    if (a.cell == NOTHING || b.cell == NOTHING || l->classes_are_fixed)
        return;
    const coset_pml_shifted x = coset_pml_top_of(l, a), y = coset_pml_top_of(l, b);
    if (x.cell == y.cell)
        return;
    *coset_vec_add(&l->meetings) = (coset_pml_meeting){a.cell, b.cell, l->looked_at};
    l->cells.at[x.cell].up = y.cell;
    l->cells.at[x.cell].plus = y.plus - x.plus;
}

/* ---- the program ------------------------------------------------------------------------------------------------ */

static coset_pml_shifted visit(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e);

/* Unites value number n of a message with the values sent in this place. */
static void meet_field(coset_pml_lowerer *l, const coset_pml_var *v, const coset_pml_expr *chan, uint32_t n,
                       coset_pml_shifted value)
{
    if (v->chan && (!chan->chan || chan->chan == v->chan) && n < v->chan->n_fields)
        coset_pml_unite(l, value, value_of(l, v->chan, COSET_PML_PART_FIELD + n));
}

static void visit_message(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *chan,
                          const coset_pml_expr *args)
{
    uint32_t n = 0;
    for (const coset_pml_expr *a = args; a; a = a->next, n++) {
        const coset_pml_shifted value = visit(l, p, a);
        for (const coset_pml_var *v = l->model->globals; v; v = v->next)
            meet_field(l, v, chan, n, value);
        for (uint32_t i = 0; i < l->n_families; i++)
            for (const coset_pml_var *v = l->families[i].proc->vars; v; v = v->next_own)
                meet_field(l, v, chan, n, value);
    }
    visit(l, p, chan);
}

static void visit_run(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    const coset_pml_expr *arg = e->args;
    const bool known = coset_pml_is_starter(l, p);
    for (const coset_pml_var *v = known ? NULL : e->proc->vars; v && arg && v->storage == COSET_PML_PARAM;
         v = v->next_own, arg = arg->next)
        if (v->type.kind != COSET_PML_STRUCT)
            coset_pml_unite(l, value_of(l, v, COSET_PML_PART_VALUE), visit(l, p, arg));
}

static coset_pml_shifted visit_choice(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    visit(l, p, e->a);
    const coset_pml_shifted b = visit(l, p, e->b), c = visit(l, p, e->c);
    l->looked_at = e->pos;
    coset_pml_unite(l, b, c);
    return b.cell == NOTHING ? c : b;
}

/* `x + k`, `x - k`; and expressions that exchange two elements: `k - x`, `.. % 2`, `x ^ 1`. */
static coset_pml_shifted visit_arithmetic(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    coset_pml_shifted a = visit(l, p, e->a), b = visit(l, p, e->b);
    const bool first = e->b->is_constant, second = e->a->is_constant;
    if (e->op == COSET_PML_E_ADD && first != second) {
        a = first ? a : b;
        a.plus += first ? e->b->value : e->a->value;
        return a;
    }
    if (e->op == COSET_PML_E_SUB && first && !second) {
        a.plus -= e->b->value;
        return a;
    }
    if ((e->op == COSET_PML_E_SUB || e->op == COSET_PML_E_BITXOR) && second && !first)
        return (coset_pml_shifted){.cell = b.cell};
    if (first && !second && ((e->op == COSET_PML_E_MOD && e->b->value == 2) || e->op == COSET_PML_E_BITXOR))
        return (coset_pml_shifted){.cell = a.cell};
    return nothing();
}

static void visit_comparison(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    const coset_pml_shifted a = visit(l, p, e->a), b = visit(l, p, e->b);
    l->looked_at = e->pos;
    coset_pml_unite(l, a, b);
}

static void visit_parts(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    visit(l, p, e->a);
    visit(l, p, e->b);
    visit(l, p, e->c);
    for (const coset_pml_expr *x = e->args; x; x = x->next)
        visit(l, p, x);
}

/* The values of an expression, if they have a class. */
static coset_pml_shifted visit(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    coset_pml_shifted a;
    if (!e)
        return nothing();
    switch (e->op) {
    case COSET_PML_E_NAME:
        if (l->counting && e->var == l->counting->counter)
            return value_of(l, l->counting->choice->stmt, COSET_PML_PART_VALUE);
        return value_of(l, e->var, COSET_PML_PART_VALUE);
    case COSET_PML_E_INDEX:
        a = visit(l, p, e->a);
        coset_pml_unite(l, value_of(l, e->a->var, COSET_PML_PART_INDEX), visit(l, p, e->b));
        return a;
    case COSET_PML_E_FIELD:
        visit(l, p, e->a);
        return value_of(l, e->var, COSET_PML_PART_VALUE);
    case COSET_PML_E_PID:
        return value_of(l, p, COSET_PML_PART_PID);
    case COSET_PML_E_RUN:
        visit_run(l, p, e);
        return value_of(l, e->proc, COSET_PML_PART_PID);
    case COSET_PML_E_AT:
    case COSET_PML_E_REMOTE:
        coset_pml_unite(l, value_of(l, e->proc, COSET_PML_PART_PID), visit(l, p, e->a));
        return e->op == COSET_PML_E_AT ? nothing() : visit(l, e->proc, e->b);
    case COSET_PML_E_POLL:
        visit_message(l, p, e->a, e->args);
        return nothing();
    case COSET_PML_E_EVAL:
        return visit(l, p, e->a);
    case COSET_PML_E_COND:
        return visit_choice(l, p, e);
    case COSET_PML_E_EQ:
    case COSET_PML_E_NE:
        visit_comparison(l, p, e);
        return nothing();
    case COSET_PML_E_ADD:
    case COSET_PML_E_SUB:
    case COSET_PML_E_MOD:
    case COSET_PML_E_BITXOR:
        return visit_arithmetic(l, p, e);
    default:
        visit_parts(l, p, e);
        return nothing();
    }
}

static void visit_stmts(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_stmt *s)
{
    for (; s; s = s->next) {
        l->looked_at = s->pos;
        if (s->op == COSET_PML_S_SEND || s->op == COSET_PML_S_RECEIVE)
            visit_message(l, p, s->target, s->args);
        else if (s->op == COSET_PML_S_ASSIGN) {
            const coset_pml_shifted to = visit(l, p, s->target);
            coset_pml_unite(l, to, visit(l, p, s->e));
        } else if (s->op == COSET_PML_S_EXPR && s->e->op == COSET_PML_E_RUN)
            visit_run(l, p, s->e);
        else
            visit(l, p, s->e);
        const coset_pml_counting *outer = l->counting, *own = coset_pml_counting_at(l, s);
        l->counting = own ? own : outer;
        for (const coset_pml_option *o = s->options; o; o = o->next)
            visit_stmts(l, p, o->body);
        l->counting = outer;
        visit_stmts(l, p, s->body);
        visit_stmts(l, p, s->escape);
    }
}

/* Initial values. */
static void visit_var(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_var *v)
{
    l->looked_at = v->pos;
    if (v->type.kind == COSET_PML_STRUCT || v->chan)
        return;
    for (const coset_pml_expr *e = v->inits ? v->inits : v->init; e; e = v->inits ? e->next : NULL)
        coset_pml_unite(l, value_of(l, v, COSET_PML_PART_VALUE), visit(l, p, e));
}

void coset_pml_find_classes(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_pml_proc *p = l->families[i].proc;
        visit_stmts(l, p, p->body);
        visit(l, p, p->provided);
        for (const coset_pml_var *v = p->vars; v; v = v->next_own)
            visit_var(l, p, v);
    }
}

coset_pml_shifted coset_pml_class_value(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    return visit(l, p, e);
}
