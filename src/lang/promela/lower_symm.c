/* lang/promela/lower_symm.c - which numbers are names of processes.
 *
 * The processes of one proctype that are started together are elements of a scalarset. Variables, message fields,
 * parameters and array indices whose values meet (by assignment, comparison, sending, indexing) are of one class; a
 * class that meets `_pid`, or a parameter that numbers the processes, holds elements. This only gives types: whether
 * the elements are used symmetrically is for the legality proof (symm/legal.h) to say.
 */
#include <string.h>

#include "lang/promela/lower.h"

#define NOTHING UINT32_MAX

enum { PART_VALUE, PART_INDEX, PART_PID, PART_FIELD }; /* PART_FIELD + i: of a channel's message */

/* ---- classes ---------------------------------------------------------------------------------------------------- */

static uint32_t cell(coset_pml_lowerer *l, const void *key, uint32_t part)
{
    for (uint32_t i = 0; i < l->cells.n; i++)
        if (l->cells.at[i].key == key && l->cells.at[i].part == part)
            return i;
    *coset_vec_add(&l->cells) = (coset_pml_cell){.key = key, .part = part, .up = l->cells.n - 1, .group = NOTHING};
    l->cells.at[l->cells.n - 1].up = l->cells.n - 1;
    return l->cells.n - 1;
}

static uint32_t top(const coset_pml_lowerer *l, uint32_t c)
{
    while (l->cells.at[c].up != c)
        c = l->cells.at[c].up;
    return c;
}

static void unite(coset_pml_lowerer *l, uint32_t a, uint32_t b)
{
    if (a != NOTHING && b != NOTHING)
        l->cells.at[top(l, a)].up = top(l, b);
}

static uint32_t visit(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e);

static void visit_message(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *chan,
                          const coset_pml_expr *args)
{
    uint32_t n = 0;
    for (const coset_pml_expr *a = args; a; a = a->next, n++) {
        uint32_t c = visit(l, p, a);
        for (const coset_pml_var *v = l->model->globals; v; v = v->next)
            if (v->chan && (!chan->chan || chan->chan == v->chan) && n < v->chan->n_fields)
                unite(l, c, cell(l, v->chan, PART_FIELD + n));
        for (uint32_t i = 0; i < l->n_families; i++)
            for (const coset_pml_var *v = l->families[i].proc->vars; v; v = v->next_own)
                if (v->chan && (!chan->chan || chan->chan == v->chan) && n < v->chan->n_fields)
                    unite(l, c, cell(l, v->chan, PART_FIELD + n));
    }
    visit(l, p, chan);
}

static void visit_run(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    const coset_pml_expr *arg = e->args;
    for (const coset_pml_var *v = e->proc->vars; v && arg && v->storage == COSET_PML_PARAM;
         v = v->next_own, arg = arg->next)
        if (v->type.kind != COSET_PML_STRUCT)
            unite(l, cell(l, v, PART_VALUE), visit(l, p, arg));
}

/* The class of the values of an expression, or NOTHING. */
static uint32_t visit(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    if (!e)
        return NOTHING;
    uint32_t a, b;
    switch (e->op) {
    case COSET_PML_E_NAME:
        return cell(l, e->var, PART_VALUE);
    case COSET_PML_E_INDEX:
        a = visit(l, p, e->a);
        unite(l, cell(l, e->a->var, PART_INDEX), visit(l, p, e->b));
        return a;
    case COSET_PML_E_FIELD:
        visit(l, p, e->a);
        return cell(l, e->var, PART_VALUE);
    case COSET_PML_E_PID:
        return cell(l, p, PART_PID);
    case COSET_PML_E_RUN:
        visit_run(l, p, e);
        return cell(l, e->proc, PART_PID);
    case COSET_PML_E_AT:
    case COSET_PML_E_REMOTE:
        unite(l, cell(l, e->proc, PART_PID), visit(l, p, e->a));
        return e->op == COSET_PML_E_AT ? NOTHING : visit(l, e->proc, e->b);
    case COSET_PML_E_POLL:
        visit_message(l, p, e->a, e->args);
        return NOTHING;
    case COSET_PML_E_EVAL:
        return visit(l, p, e->a);
    default:
        a = visit(l, p, e->a);
        b = visit(l, p, e->b);
        if (e->op == COSET_PML_E_EQ || e->op == COSET_PML_E_NE)
            unite(l, a, b);
        visit(l, p, e->c);
        for (const coset_pml_expr *x = e->args; x; x = x->next)
            visit(l, p, x);
        return NOTHING;
    }
}

static void visit_stmts(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_stmt *s)
{
    for (; s; s = s->next) {
        if (s->op == COSET_PML_S_SEND || s->op == COSET_PML_S_RECEIVE)
            visit_message(l, p, s->target, s->args);
        else if (s->op == COSET_PML_S_ASSIGN)
            unite(l, visit(l, p, s->target), visit(l, p, s->e));
        else if (s->op == COSET_PML_S_EXPR && s->e->op == COSET_PML_E_RUN)
            visit_run(l, p, s->e);
        else
            visit(l, p, s->e);
        for (const coset_pml_option *o = s->options; o; o = o->next)
            visit_stmts(l, p, o->body);
        visit_stmts(l, p, s->body);
        visit_stmts(l, p, s->escape);
    }
}

/* ---- scalarsets ------------------------------------------------------------------------------------------------- */

static bool uses_pid(const coset_pml_lowerer *l, const coset_pml_proc *p)
{
    for (uint32_t i = 0; i < l->cells.n; i++)
        if (l->cells.at[i].key == p && l->cells.at[i].part == PART_PID)
            return true;
    return false;
}

/* The parameter numbers the processes: `first` for the one with the least pid, and so on. */
static bool numbers(const coset_pml_lowerer *l, const coset_pml_family *f, uint32_t param, int64_t *first)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < l->starts.n; i++) {
        const coset_pml_started *s = &l->starts.at[i];
        if (s->family != f)
            continue;
        if (k == 0)
            *first = s->args[param];
        if (s->args[param] != *first + k++)
            return false;
    }
    return k > 1;
}

static bool is_constant(const coset_pml_lowerer *l, const coset_pml_family *f, uint32_t param)
{
    const coset_pml_started *first = NULL;
    for (uint32_t i = 0; i < l->starts.n; i++) {
        const coset_pml_started *s = &l->starts.at[i];
        if (s->family != f)
            continue;
        if (first && s->args[param] != first->args[param])
            return false;
        first = s;
    }
    return true;
}

/* All processes of the family are started together, by the start state or by the first step. */
static bool starts_together(const coset_pml_lowerer *l, const coset_pml_family *f)
{
    uint32_t n = 0;
    if (f->proc->kind != COSET_PML_PROCTYPE || f->n < 2)
        return false;
    if (f->proc->n_active)
        return f->proc->n_active == f->n && f->proc->n_runs == 0 && f->proc->n_params == 0;
    for (uint32_t i = 0; i < l->starts.n; i++)
        n += l->starts.at[i].family == f && l->starts.at[i].pid >= f->lo;
    return n == f->n;
}

static const coset_ir_type *new_scalarset(coset_pml_lowerer *l, const coset_pml_family *f, int64_t base)
{
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    const char **names = coset_arena_get(l->arena, f->n, sizeof *names);
    for (uint32_t i = 0; i < f->n; i++)
        names[i] = coset_arena_printf(l->arena, "%lld", (long long)base + i);
    t->kind = COSET_T_SCALARSET;
    t->name = coset_arena_text(l->arena, f->proc->name);
    t->pos = f->proc->pos;
    t->lo = base;
    t->n = f->n;
    t->width = 1;
    t->names = names;
    t->symtype = l->symtypes.n;
    *coset_vec_add(&l->symtypes) = t;
    return t;
}

static void mark(coset_pml_lowerer *l, uint32_t c, uint32_t group)
{
    coset_pml_cell *x = &l->cells.at[top(l, c)];
    if (x->group != NOTHING && x->group != group)
        x->broken = true;
    x->group = group;
}

static void make_family_symmetric(coset_pml_lowerer *l, coset_pml_family *f)
{
    int64_t base = f->lo, first = 0;
    uint32_t param = 0, alias = NOTHING;
    const coset_pml_var *numbered = NULL;
    for (const coset_pml_var *v = f->proc->vars; v && v->storage == COSET_PML_PARAM; v = v->next_own, param++) {
        if (v->type.kind == COSET_PML_STRUCT || v->is_array)
            return;
        if (is_constant(l, f, param))
            continue;
        if (uses_pid(l, f->proc) || !numbers(l, f, param, &first) || (alias != NOTHING && first != base))
            return;
        base = first;
        alias = param;
        numbered = v;
    }
    f->index = new_scalarset(l, f, base);
    f->base = base;
    mark(l, cell(l, f->proc, PART_PID), l->symtypes.n - 1);
    for (const coset_pml_var *v = numbered ? f->proc->vars : NULL; v && v->storage == COSET_PML_PARAM; v = v->next_own)
        if (!is_constant(l, f, v->number))
            mark(l, cell(l, v, PART_VALUE), l->symtypes.n - 1);
}

void coset_pml_find_symmetry(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->n_families; i++) {
        visit_stmts(l, l->families[i].proc, l->families[i].proc->body);
        visit(l, l->families[i].proc, l->families[i].proc->provided);
    }
    if (!l->opening.runner)
        l->starts.n = 0;
    for (uint32_t i = 0; i < l->n_families; i++)
        if (starts_together(l, &l->families[i]))
            make_family_symmetric(l, &l->families[i]);
    if (!l->symtypes.n)
        l->opening.runner = NULL;
}

static const coset_ir_type *scalarset_of(coset_pml_lowerer *l, const void *key, uint32_t part)
{
    if (!l->symtypes.n)
        return NULL;
    uint32_t at = top(l, cell(l, key, part)); /* the list may move here */
    const coset_pml_cell *c = &l->cells.at[at];
    return c->group == NOTHING || c->broken ? NULL : l->symtypes.at[c->group];
}

const coset_ir_type *coset_pml_class_of(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    uint32_t c = visit(l, p, e);
    return c == NOTHING ? NULL : scalarset_of(l, l->cells.at[c].key, l->cells.at[c].part);
}

const coset_ir_type *coset_pml_class_of_index(coset_pml_lowerer *l, const coset_pml_var *v)
{
    return scalarset_of(l, v, PART_INDEX);
}

const coset_ir_type *coset_pml_class_of_pid(coset_pml_lowerer *l, const coset_pml_proc *p)
{
    return scalarset_of(l, p, PART_PID);
}

static const coset_ir_type *mixed(coset_pml_lowerer *l, const coset_ir_type *s, int64_t lo, int64_t hi)
{
    if (!s || lo > s->lo || hi < s->lo + (int64_t)s->n - 1)
        return NULL;
    const coset_ir_type **members = coset_arena_get(l->arena, 3, sizeof(const coset_ir_type *));
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    t->kind = COSET_T_UNION;
    t->lo = lo;
    t->width = 1;
    t->members = members;
    if (lo < s->lo)
        members[t->n_members++] = coset_pml_ir_range(l, lo, s->lo - 1);
    members[t->n_members++] = s;
    if (hi >= s->lo + (int64_t)s->n)
        members[t->n_members++] = coset_pml_ir_range(l, s->lo + (int64_t)s->n, hi);
    for (uint32_t i = 0; i < t->n_members; i++)
        t->n += members[i]->n;
    return t;
}

const coset_ir_type *coset_pml_value_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t lo, int64_t hi)
{
    return mixed(l, scalarset_of(l, v, PART_VALUE), lo, hi);
}

bool coset_pml_has_elements(coset_pml_lowerer *l, const coset_pml_var *v)
{
    const coset_ir_type *s = v->type.kind == COSET_PML_STRUCT ? NULL : scalarset_of(l, v, PART_VALUE);
    return s && coset_ir_rank(s, 0) >= 0;
}

const coset_ir_type *coset_pml_index_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t hi)
{
    return mixed(l, scalarset_of(l, v, PART_INDEX), 0, hi);
}

const coset_ir_type *coset_pml_part_type(coset_pml_lowerer *l, const coset_pml_chan *c, uint32_t i, int64_t lo,
                                         int64_t hi)
{
    return mixed(l, scalarset_of(l, c, PART_FIELD + i), lo, hi);
}

const coset_ir_type *coset_pml_token_type(coset_pml_lowerer *l, const coset_pml_family *f)
{
    const coset_ir_type **members = coset_arena_get(l->arena, 2, sizeof(const coset_ir_type *));
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    members[0] = coset_pml_ir_range(l, -1, -1);
    members[1] = f->index;
    *t = (coset_ir_type){.kind = COSET_T_UNION, .lo = -1, .width = 1, .members = members, .n_members = 2};
    t->n = 1 + f->index->n;
    return t;
}
