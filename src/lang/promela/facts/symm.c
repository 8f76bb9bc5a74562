/* lang/promela/facts/symm.c - which numbers are names of processes.
 *
 * The processes of one proctype that are started together are elements of a scalarset. A class of values (class.c) that
 * contains `_pid`, or a parameter that numbers the processes, contains elements. So does the class of data declared
 * with a scalarset, in the model or in a separate file. Families that number their processes in the same way and whose
 * classes are united share a scalarset. If the values of a class differ by constants, the elements have other numbers
 * there. This only assigns types: the legality proof (symm/legal/legal.h) decides whether the elements are used
 * symmetrically. */
#include <string.h>

#include "ir/element_map.h"
#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/processes.h"

#define NOTHING COSET_PML_NO_CLASS

static uint32_t cell(coset_pml_lowerer *l, const void *key, uint32_t part) { return coset_pml_cell_of(l, key, part); }

static coset_pml_shifted top(const coset_pml_lowerer *l, uint32_t c)
{
    return coset_pml_top_of(l, (coset_pml_shifted){.cell = c});
}

/* ---- scalarsets ------------------------------------------------------------------------------------------------- */

static bool uses_pid(const coset_pml_lowerer *l, const coset_pml_proc *p)
{
    for (uint32_t i = 0; i < l->cells.n; i++)
        if (l->cells.at[i].key == p && l->cells.at[i].part == COSET_PML_PART_PID)
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

/* The first step starts *n of the family's processes, whose pids are *stride apart. */
static bool is_started(const coset_pml_lowerer *l, const coset_pml_family *f, uint32_t *n, uint32_t *stride)
{
    uint32_t before = 0;
    *n = 0;
    *stride = 1;
    for (uint32_t i = 0; i < l->starts.n; i++) {
        const coset_pml_started *s = &l->starts.at[i];
        if (s->family != f)
            continue;
        if (*n == 1)
            *stride = s->pid - before;
        if (*n == 0 ? s->pid != f->lo : s->pid != before + *stride)
            return false;
        before = s->pid;
        ++*n;
    }
    return *n >= 2 && before == f->lo + f->n - 1;
}

/* All processes of the family are started together, in the initial state or by the first step. */
static bool starts_together(const coset_pml_lowerer *l, coset_pml_family *f)
{
    uint32_t n, stride;
    if (f->proc->kind != COSET_PML_PROCTYPE || f->n < 2)
        return false;
    if (f->proc->n_active)
        return f->proc->n_active == f->n && f->proc->n_runs == 0 && f->proc->n_params == 0;
    if (!is_started(l, f, &n, &stride) || (stride > 1 && uses_pid(l, f->proc)))
        return false;
    f->n = n;
    f->stride = stride;
    return true;
}

/* The numbers base .. base + n - 1. Returns its number. */
static uint32_t new_scalarset(coset_pml_lowerer *l, const char *name, coset_pos pos, int64_t base, uint32_t n)
{
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    const char **names = coset_arena_get(l->arena, n, sizeof *names);
    for (uint32_t i = 0; i < n; i++)
        names[i] = coset_arena_printf(l->arena, "%lld", (long long)base + i);
    t->kind = COSET_T_SCALARSET;
    t->name = coset_arena_text(l->arena, name);
    t->pos = pos;
    t->lo = base;
    t->n = n;
    t->width = 1;
    t->names = names;
    t->symtype = l->symtypes.n;
    *coset_vec_add(&l->symtypes) = t;
    return t->symtype;
}

/* The values of cell c are the elements of the group, numbered from `lo` on. */
static void mark(coset_pml_lowerer *l, uint32_t c, uint32_t group, int64_t lo)
{
    const coset_pml_shifted t = top(l, c);
    coset_pml_cell *x = &l->cells.at[t.cell];
    if (x->group != NOTHING && (x->group != group || x->lo != lo - t.plus))
        x->broken = true;
    x->group = group;
    x->lo = lo - t.plus;
    if (l->cells.at[c].own == NOTHING)
        l->cells.at[c].own = group;
}

static uint32_t climb(const uint32_t *up, uint32_t c)
{
    while (up[c] != c)
        c = up[c];
    return c;
}

/* Reports where elements of two scalarsets, one of which is declared, are united: recomputes the classes in order. */
static void tell_meetings(coset_pml_lowerer *l, uint32_t n_declared)
{
    uint32_t *up = coset_arena_get(l->tree, l->cells.n, sizeof *up);
    uint32_t *group = coset_arena_get(l->tree, l->cells.n, sizeof *group);
    for (uint32_t i = 0; i < l->cells.n; i++) {
        up[i] = i;
        group[i] = l->cells.at[i].own;
    }
    for (uint32_t i = 0; i < l->meetings.n; i++) {
        const coset_pml_meeting *m = &l->meetings.at[i];
        const uint32_t a = climb(up, m->a), b = climb(up, m->b), g = group[a], h = group[b];
        if (g != NOTHING && h != NOTHING && g != h && (g < n_declared || h < n_declared))
            *coset_vec_add(&l->declined) = (coset_declined){
                .name = l->symtypes.at[g]->name,
                .pos = m->pos,
                .reason = coset_arena_printf(
                    l->arena,
                    "an element of %s meets one of %s here, so the variables that hold them are treated as "
                    "numbers; keep the two apart",
                    l->symtypes.at[g]->name, l->symtypes.at[h]->name)};
        up[a] = b;
        group[b] = h == NOTHING ? g : h;
    }
}

/* ---- declared scalarsets ---------------------------------------------------------------------------------------- */

static void mark_declared_var(coset_pml_lowerer *l, const coset_pml_var *v)
{
    if (v->type.scalarset)
        mark(l, cell(l, v, COSET_PML_PART_VALUE), v->type.scalarset->number, 0);
    if (v->index)
        mark(l, cell(l, v, COSET_PML_PART_INDEX), v->index->number, 0);
    for (uint32_t i = 0; v->chan && i < v->chan->n_fields; i++)
        if (v->chan->fields[i].scalarset)
            mark(l, cell(l, v->chan, COSET_PML_PART_FIELD + i), v->chan->fields[i].scalarset->number, 0);
}

static void add_declared(coset_pml_lowerer *l)
{
    for (coset_pml_scalarset *s = l->model->scalarsets; s; s = s->next)
        s->number = new_scalarset(l, s->name, s->pos, 0, s->n);
    for (const coset_pml_var *v = l->model->globals; v; v = v->next)
        mark_declared_var(l, v);
    for (const coset_pml_record *r = l->model->records; r; r = r->next)
        for (const coset_pml_var *v = r->fields; v; v = v->next)
            mark_declared_var(l, v);
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next)
        for (const coset_pml_var *v = p->vars; v; v = v->next_own)
            mark_declared_var(l, v);
}

/* ---- families --------------------------------------------------------------------------------------------------- */

/* Only those elements of a declared scalarset that number processes of the family remain; the others are numbers. */
static void leave_out(coset_pml_lowerer *l, coset_ir_type *s, const coset_pml_family *f, int64_t base)
{
    *coset_vec_add(&l->declined) = (coset_declined){
        .name = s->name,
        .n = (uint32_t)s->n - f->n,
        .of = (uint32_t)s->n,
        .pos = f->proc->pos,
        .reason = coset_arena_printf(
            l->arena, "no process of %s has this number; start one for each element to permute all", f->proc->name),
    };
    s->names += base - s->lo;
    s->lo = base;
    s->n = f->n;
}

static bool has_members(const coset_pml_lowerer *l, const coset_ir_type *s)
{
    for (uint32_t i = 0; i < l->n_families; i++)
        if (l->families[i].index->kind == COSET_T_SCALARSET && l->families[i].index->symtype == s->symtype)
            return true;
    return false;
}

/* The scalarset that the class of cell c has already, if its elements have these numbers there; else a new one. */
static uint32_t scalarset_for(coset_pml_lowerer *l, uint32_t c, const coset_pml_family *f, int64_t base)
{
    const coset_pml_shifted t = top(l, c);
    const uint32_t group = l->cells.at[t.cell].group;
    if (group == NOTHING)
        return new_scalarset(l, f->proc->name, f->proc->pos, base, f->n);
    coset_ir_type *s = (coset_ir_type *)(uintptr_t)l->symtypes.at[group];
    int64_t lo = l->cells.at[t.cell].lo + t.plus;
    if (lo == s->lo && lo <= base && base + f->n <= lo + (int64_t)s->n && s->n > f->n && !has_members(l, s)) {
        leave_out(l, s, f, base);
        lo = l->cells.at[t.cell].lo = base;
        l->cells.at[t.cell].lo -= t.plus;
    }
    return lo == base && s->n == f->n ? group : new_scalarset(l, f->proc->name, f->proc->pos, base, f->n);
}

static void decline(coset_pml_lowerer *l, const coset_pml_family *f, coset_pos pos, const char *reason)
{
    *coset_vec_add(&l->declined) = (coset_declined){
        .name = coset_arena_text(l->arena, f->proc->name), .n = coset_pml_most_of(f), .pos = pos, .reason = reason};
}

/* Why a parameter cannot identify the processes symmetrically, or NULL. *first: number of the first process. */
static const char *blame_param(const coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_var *v,
                               const coset_pml_var *before, int64_t *first)
{
    int64_t base = *first;
    if (v->type.kind == COSET_PML_STRUCT || v->is_array)
        return "this parameter is a structure";
    if (!numbers(l, f, v->number, first) || (before && *first != base))
        return "this parameter differs between the processes without numbering them in the order in which they are "
               "started";
    return NULL;
}

static bool make_family_symmetric(coset_pml_lowerer *l, coset_pml_family *f)
{
    int64_t first = f->lo;
    const coset_pml_var *numbered = NULL;
    for (const coset_pml_var *v = f->proc->vars; v && v->storage == COSET_PML_PARAM; v = v->next_own) {
        bool is_simple = v->type.kind != COSET_PML_STRUCT && !v->is_array;
        if (is_simple && is_constant(l, f, v->number))
            continue;
        const char *reason = blame_param(l, f, v, numbered, &first);
        if (reason) {
            decline(l, f, v->pos, reason);
            return false;
        }
        numbered = v;
    }
    uint32_t pid = cell(l, f->proc, COSET_PML_PART_PID);
    uint32_t group = scalarset_for(l, numbered ? cell(l, numbered, COSET_PML_PART_VALUE) : pid, f, first);
    f->index = coset_ir_renumbered(l->arena, l->symtypes.at[group], first);
    f->base = first;
    mark(l, pid, group, f->stride == 1 ? f->lo : first);
    for (const coset_pml_var *v = numbered ? f->proc->vars : NULL; v && v->storage == COSET_PML_PARAM; v = v->next_own)
        if (!is_constant(l, f, v->number))
            mark(l, cell(l, v, COSET_PML_PART_VALUE), group, first);
    return true;
}

/* Two or more of its processes may run. */
static bool is_several(const coset_pml_family *f) { return f->proc->kind == COSET_PML_PROCTYPE && f->n > 1; }

static void make_symmetric_if_started(coset_pml_lowerer *l, coset_pml_family *f)
{
    const coset_pml_family before = *f;
    if (!is_several(f))
        return;
    if (l->model->uses.by_number)
        decline(l, f, f->proc->pos, "`enabled`, `pc_value` or a priority is asked for by the number of a process");
    else if (l->arriving.reuses) {
        decline(l, f, f->proc->pos,
                "these processes may have the number of one that ended before they were started; let all wait in a "
                "loop at their end (`end: do :: false od`)");
        l->declined.at[l->declined.n - 1].ends = true;
    } else if (!starts_together(l, f))
        decline(
            l, f, f->proc->pos,
            f->proc->n_active && f->proc->n_params
                ? "active processes with parameters do not know their own number"
                : "it is not certain which processes are started; start them by `active [n]`, or by steps of the only "
                  "process that starts others that are certain, with numbers as arguments");
    else if (coset_pml_may_die(f)) {
        decline(
            l, f, f->proc->pos,
            "these processes end, and the youngest ends first, which distinguishes them; let them wait in a loop at "
            "their end (`end: do :: false od`)");
        l->declined.at[l->declined.n - 1].ends = true;
        *f = before;
    } else if (!make_family_symmetric(l, f))
        *f = before;
}

void coset_pml_find_symmetry(coset_pml_lowerer *l)
{
    coset_pml_find_classes(l);
    l->classes_are_fixed = true;
    if (!l->opening.runner && !l->arriving.runner)
        l->starts.n = 0;
    add_declared(l);
    const uint32_t n_declared = l->symtypes.n;
    for (uint32_t i = 0; i < l->n_families; i++)
        make_symmetric_if_started(l, &l->families[i]);
    tell_meetings(l, n_declared);
}
