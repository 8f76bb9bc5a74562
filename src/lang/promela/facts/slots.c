/* lang/promela/facts/slots.c - how many processes there may be, with which pids.
 *
 * A state has room for each process that may exist. If one process starts all others, its run is simulated as long as
 * its behaviour is certain; that gives exact pids for nearly all models. The remaining processes are bounded by
 * counting the `run` statements, those in loops multiplied by the bound on iterations; if there is none, there is room
 * for as many as Spin allows, and one more is an error, as in Spin. */
#include <string.h>

#include "lang/promela/facts/processes.h"

#define MOST_STEPS 100000U

typedef struct {
    bool known;
    int64_t v;
} value;

typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_family *runner;
    uint32_t pid;
    value *locals, *globals;
    uint32_t at;      /* control state */
    bool alone;       /* no other process can have moved since the start */
    bool others;      /* there are other processes */
    uint32_t n_first; /* processes at the start */
    uint32_t lo, hi;  /* of the next pid */
    bool opening;     /* still in the first step, and all of it can be executed at once */
    uint32_t opened;  /* processes that the first step has started */
    bool arriving;    /* all starts so far are known */
} walk;

/* ---- simulating one process ------------------------------------------------------------------------------------- */

static value unknown(void) { return (value){0}; }
static value known(int64_t v) { return (value){true, v}; }

static value eval(walk *w, const coset_pml_expr *e);

/* The place of a scalar, or NULL. */
static value *slot(walk *w, const coset_pml_expr *e, uint64_t *offset)
{
    value *base, i;
    switch (e->op) {
    case COSET_PML_E_NAME:
        *offset = e->var->first_slot;
        return e->var->storage == COSET_PML_GLOBAL ? w->globals : w->locals;
    case COSET_PML_E_INDEX:
        base = slot(w, e->a, offset);
        i = eval(w, e->b);
        const coset_pml_var *v = e->a->var;
        if (!base || !i.known || i.v < 0 || i.v >= v->n)
            return NULL;
        *offset += (uint64_t)i.v * (v->width_slots / v->n);
        return base;
    case COSET_PML_E_FIELD:
        base = slot(w, e->a, offset);
        *offset += e->var->first_slot;
        return base;
    default:
        return NULL;
    }
}

static value load(walk *w, const coset_pml_expr *e)
{
    uint64_t offset = 0;
    value *base = slot(w, e, &offset);
    if (!base || (base == w->globals && !w->alone))
        return unknown();
    return base[offset];
}

static value binary(const coset_pml_expr *e, int64_t a, int64_t b)
{
    switch (e->op) {
    case COSET_PML_E_ADD:
        return known(a + b);
    case COSET_PML_E_SUB:
        return known(a - b);
    case COSET_PML_E_MUL:
        return known(a * b);
    case COSET_PML_E_DIV:
        return b > 0 ? known(a / b) : unknown();
    case COSET_PML_E_MOD:
        return b > 0 ? known(a % b) : unknown();
    case COSET_PML_E_LT:
        return known(a < b);
    case COSET_PML_E_LE:
        return known(a <= b);
    case COSET_PML_E_GT:
        return known(a > b);
    case COSET_PML_E_GE:
        return known(a >= b);
    case COSET_PML_E_EQ:
        return known(a == b);
    case COSET_PML_E_NE:
        return known(a != b);
    case COSET_PML_E_AND:
        return known(a && b);
    case COSET_PML_E_OR:
        return known(a || b);
    default:
        return unknown();
    }
}

static value eval(walk *w, const coset_pml_expr *e)
{
    if (e->is_constant)
        return known(e->value);
    switch (e->op) {
    case COSET_PML_E_NAME:
    case COSET_PML_E_INDEX:
    case COSET_PML_E_FIELD:
        return load(w, e);
    case COSET_PML_E_PID:
        return known(w->pid);
    case COSET_PML_E_NOT: {
        value a = eval(w, e->a);
        return a.known ? known(!a.v) : a;
    }
    case COSET_PML_E_NEG: {
        value a = eval(w, e->a);
        return a.known ? known(-a.v) : a;
    }
    default:
        break;
    }
    if (!e->a || !e->b || e->c)
        return unknown();
    value a = eval(w, e->a), b = eval(w, e->b);
    value v = a.known && b.known ? binary(e, a.v, b.v) : unknown();
    return v.known && v.v >= INT32_MIN && v.v <= INT32_MAX ? v : unknown();
}

static void forget(value *v, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        v[i] = unknown();
}

static void store(walk *w, const coset_pml_expr *place, value v)
{
    uint64_t offset = 0;
    int64_t lo, hi;
    value *base = slot(w, place, &offset);
    coset_pml_bounds(place, &lo, &hi);
    if (v.known && (v.v < lo || v.v > hi))
        v = unknown();
    w->opening = w->opening && base && (v.known || base == w->locals);
    if (base) {
        base[offset] = v;
        return;
    }
    forget(w->locals, w->runner->proc->width + 1);
    forget(w->globals, w->l->model->width + 1);
}

/* 1: certainly enabled, 0: certainly not, -1: unknown. */
static int enabled(walk *w, const coset_pml_edge *e, bool others)
{
    const coset_pml_node *n = e->node;
    if (!n)
        return 0;
    if (n->kind == COSET_PML_N_ELSE)
        return !others;
    if (n->kind == COSET_PML_N_D_STEP || n->kind == COSET_PML_N_END)
        return -1;
    if (n->kind != COSET_PML_N_STMT)
        return 1;
    switch (n->stmt->op) {
    case COSET_PML_S_ASSIGN:
    case COSET_PML_S_PRINTF:
    case COSET_PML_S_PRINTM:
    case COSET_PML_S_ASSERT:
        return 1;
    case COSET_PML_S_EXPR: {
        if (coset_pml_run_in(n->stmt->e))
            return 1;
        value v = eval(w, n->stmt->e);
        return v.known ? v.v != 0 : -1;
    }
    default:
        return -1;
    }
}

/* The only enabled transition, or NULL if this is not certain. */
static const coset_pml_edge *only(walk *w)
{
    const coset_pml_edge *found = NULL;
    for (const coset_pml_edge *e = w->runner->graph->nodes[w->at]->out; e; e = e->next) {
        int is = enabled(w, e, found != NULL);
        if (is < 0 || (is > 0 && found) || e->escape)
            return NULL;
        found = is ? e : found;
    }
    return found;
}

static void start(walk *w, const coset_pml_expr *run)
{
    coset_pml_family *f = &w->l->families[run->proc->number];
    coset_pml_widen(f, f->leaves ? w->hi : w->lo, w->hi);
    w->hi++;
    w->lo++;
    w->others = true;
    if (coset_pml_may_end(f))
        w->lo = w->alone ? w->lo : w->pid + 1;
}

static bool take(walk *w, const coset_pml_edge *e)
{
    const coset_pml_expr *run = coset_pml_run_of(e);
    const coset_pml_node *n = e->node;
    if (run) {
        start(w, run);
        if (n->stmt->op == COSET_PML_S_ASSIGN)
            store(w, n->stmt->target, run == n->stmt->e && w->lo == w->hi ? known(w->hi - 1) : unknown());
    } else if (n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_ASSIGN) {
        store(w, n->stmt->target, eval(w, n->stmt->e));
    }
    for (const coset_pml_dead *d = n->dead; d; d = d->next)
        w->locals[d->var->first_slot] = known(0);
    w->at = e->step_to;
    if ((!e->step_atomic || w->l->model->uses.priority) && w->others) {
        w->alone = false; /* others may move, and those that may end may have vanished */
        for (uint32_t i = 0; i < w->l->n_families; i++)
            if (w->l->families[i].n && &w->l->families[i] != w->runner && coset_pml_may_end(&w->l->families[i]))
                w->lo = w->pid + 1;
    }
    return w->at != 0;
}

static void init_values(walk *w)
{
    const coset_pml_proc *p = w->runner->proc;
    for (uint64_t i = 0; i <= p->width; i++)
        w->locals[i] = known(0);
    for (uint64_t i = 0; i <= w->l->model->width; i++)
        w->globals[i] = known(0);
    for (const coset_pml_var *v = w->l->model->globals; v; v = v->next)
        for (uint64_t k = 0; coset_pml_has_value(v) && k < v->width_slots; k++)
            w->globals[v->first_slot + k] = v->init && v->init->is_constant ? known(v->init->value) : unknown();
    for (const coset_pml_var *v = p->vars; v; v = v->next_own)
        for (uint64_t k = 0; coset_pml_has_value(v) && k < v->width_slots; k++)
            w->locals[v->first_slot + k] = v->init && v->init->is_constant ? known(v->init->value) : unknown();
    if (!w->alone) /* others may have changed them before */
        forget(w->globals, w->l->model->width + 1);
}

/* The processes that may still be started from here on; false if a loop starts processes without a bound. */
static bool add_rest(walk *w)
{
    const coset_pml_graph *g = w->runner->graph;
    bool *seen = coset_new(g->n_nodes, sizeof *seen);
    uint32_t n = 0;
    bool bounded = true;
    coset_pml_reach(g, w->at, seen);
    seen[w->at] = true;
    for (uint32_t i = 1; i < g->n_nodes; i++)
        for (const coset_pml_edge *e = g->nodes[i]->out; seen[i] && e; e = e->next) {
            if (!coset_pml_run_of(e))
                continue;
            uint32_t rounds = coset_pml_most_rounds(g, i, e);
            n += rounds;
            bounded = bounded && rounds && w->hi + n <= COSET_PML_MAX_PROCS;
        }
    if (n > 0)
        w->lo = w->pid + 1;
    for (uint32_t i = 1; bounded && i < g->n_nodes; i++)
        for (const coset_pml_edge *e = g->nodes[i]->out; seen[i] && e; e = e->next)
            if (coset_pml_run_of(e))
                coset_pml_widen(&w->l->families[coset_pml_run_of(e)->proc->number], w->lo, w->hi + n - 1);
    if (bounded)
        w->hi += n;
    coset_delete(seen);
    return bounded;
}

/* ---- the first step --------------------------------------------------------------------------------------------- */

/* A parameter stores the value without truncation. */
static bool fits(const coset_pml_var *v, int64_t n)
{
    const coset_pml_expr name = {.op = COSET_PML_E_NAME, .type = v->type, .var = (coset_pml_var *)(uintptr_t)v};
    int64_t lo, hi;
    coset_pml_bounds(&name, &lo, &hi);
    return n >= lo && n <= hi;
}

/* Its pid is known, or not observable. */
static bool note_run(walk *w, const coset_pml_node *n, const coset_pml_expr *run)
{
    const coset_pml_family *f = &w->l->families[run->proc->number];
    int64_t *args = coset_arena_get(w->l->tree, (size_t)run->proc->n_vars + 1, sizeof *args);
    if (run != n->stmt->e || n->stmt->op == COSET_PML_S_ASSIGN)
        return false;
    if (w->lo != w->hi && (!f->leaves || f->proc->uses_pid)) {
        w->l->arriving.reuses = !f->proc->uses_pid;
        return false;
    }
    const coset_pml_expr *a = run->args;
    for (const coset_pml_var *v = run->proc->vars; v && v->storage == COSET_PML_PARAM; v = v->next_own) {
        value x = a && v->type.kind != COSET_PML_STRUCT && !v->is_array ? eval(w, a) : unknown();
        if (!x.known || v->number > run->proc->n_vars || !fits(v, x.v))
            return false;
        args[v->number] = x.v;
        a = a->next;
    }
    *coset_vec_add(&w->l->starts) = (coset_pml_started){.family = f, .pid = w->hi, .args = args, .node = n};
    return true;
}

/* The values of a printf are certain, like all others here, or are not printed. */
static void note_text(walk *w, const coset_pml_stmt *st)
{
    uint32_t n = 0;
    for (const coset_pml_expr *a = st->op == COSET_PML_S_PRINTM ? st->e : st->args; a; a = a->next)
        n++;
    const coset_ir_expr **values = coset_arena_get(w->l->tree, n, sizeof(const coset_ir_expr *));
    n = 0;
    for (const coset_pml_expr *a = st->op == COSET_PML_S_PRINTM ? st->e : st->args; a; a = a->next) {
        value v = eval(w, a);
        values[n++] = v.known ? coset_pml_ir_number(w->l, v.v, a->pos) : NULL;
    }
    *coset_vec_add(&w->l->opening.printed) = (coset_pml_printed){st, values};
}

static void note_edge(walk *w, const coset_pml_edge *e)
{
    *coset_vec_add(&w->l->opening.nodes) = e->node;
    if (e->node->kind == COSET_PML_N_STMT &&
        (e->node->stmt->op == COSET_PML_S_PRINTF || e->node->stmt->op == COSET_PML_S_PRINTM))
        note_text(w, e->node->stmt);
    if (e->node->kind == COSET_PML_N_STMT && e->node->stmt->op == COSET_PML_S_ASSERT)
        w->opening = false;
    if (!e->step_atomic && e->to != e->step_to) /* the step continues after the atomic sequence */
        w->opening = false;
}

/* The step reads and writes only private data of the process. */
static bool is_own(walk *w, const coset_pml_stmt *st)
{
    uint64_t offset = 0;
    if (st->op == COSET_PML_S_ASSIGN && slot(w, st->target, &offset) != w->locals)
        return false;
    return coset_pml_run_in(st->e) || !st->e || st->op == COSET_PML_S_PRINTM || eval(w, st->e).known;
}

/* A step that is certain. */
static void note(walk *w, const coset_pml_edge *e)
{
    const coset_pml_expr *run = coset_pml_run_of(e);
    const coset_pml_stmt *st = e->node->kind == COSET_PML_N_STMT ? e->node->stmt : NULL;
    if (w->opening)
        note_edge(w, e);
    if (w->arriving)
        coset_pml_note_arriving(w->l, w->at, st, w->alone, !st || is_own(w, st));
    if (run && (w->opening || w->arriving) && !note_run(w, e->node, run))
        w->opening = w->arriving = false;
}

static bool same(value a, value b) { return a.known && b.known && a.v == b.v; }

/* The changes of the first step to these variables; false if they are not known. */
static bool note_changes(walk *w, const coset_pml_var *v, const value *before, const value *after)
{
    for (; v; v = v->storage == COSET_PML_GLOBAL ? v->next : v->next_own) {
        bool changed = false;
        for (uint64_t k = 0; k < v->width_slots; k++)
            changed = changed || (before[v->first_slot + k].known != after[v->first_slot + k].known) ||
                      (before[v->first_slot + k].known && !same(before[v->first_slot + k], after[v->first_slot + k]));
        if (!changed || v->is_scratch)
            continue;
        if (v->is_array || v->type.kind == COSET_PML_STRUCT || !after[v->first_slot].known)
            return false;
        coset_pml_expr *e = coset_arena_get(w->l->tree, 1, sizeof *e);
        *e = (coset_pml_expr){.op = COSET_PML_E_NAME, .pos = v->pos, .name = v->name, .type = v->type};
        e->var = (coset_pml_var *)(uintptr_t)v;
        *coset_vec_add(&w->l->opening.places) = e;
        *coset_vec_add(&w->l->opening.values) = after[v->first_slot].v;
    }
    return true;
}

/* The first step is over. */
static void end_opening(walk *w)
{
    coset_pml_lowerer *l = w->l;
    const coset_pml_proc *p = w->runner->proc;
    walk first = *w;
    first.alone = w->n_first == 1;
    first.locals = coset_new(p->width + 1, sizeof *first.locals);
    first.globals = coset_new(l->model->width + 1, sizeof *first.globals);
    init_values(&first);
    bool *seen = coset_new(w->runner->graph->n_nodes, sizeof *seen);
    coset_pml_reach(w->runner->graph, w->at, seen);
    w->opening = false;
    w->opened = l->starts.n;
    if (w->at && !seen[w->runner->graph->start] && l->starts.n > 0 &&
        note_changes(w, l->model->globals, first.globals, w->globals) &&
        note_changes(w, p->vars, first.locals, w->locals)) {
        l->opening.runner = w->runner;
        l->opening.n_before = w->n_first;
        l->opening.to = w->at;
    }
    coset_delete(seen);
    coset_delete(first.locals);
    coset_delete(first.globals);
}

static bool follow(walk *w)
{
    w->locals = coset_new(w->runner->proc->width + 1, sizeof *w->locals);
    w->globals = coset_new(w->l->model->width + 1, sizeof *w->globals);
    init_values(w);
    w->at = w->runner->graph->start;
    w->l->arriving.early = coset_arena_get(w->l->tree, w->runner->graph->n_nodes, sizeof(uint32_t));
    w->l->arriving.exact = true;
    uint32_t after = w->at;
    bool goes_on = true;
    for (uint32_t n = 0; goes_on && n < MOST_STEPS && w->hi < COSET_PML_MAX_PROCS; n++) {
        const coset_pml_edge *e = only(w);
        const uint32_t before = w->hi;
        if (e)
            note(w, e);
        goes_on = e && take(w, e);
        after = w->hi > before ? w->at : after;
        if (e && w->opening && !e->step_atomic)
            end_opening(w);
    }
    bool bounded = w->at == 0 || add_rest(w);
    if (w->hi != w->n_first + w->opened)
        w->l->opening.runner = NULL; /* it has not started all */
    if (!w->l->opening.runner && w->arriving && w->hi == w->n_first + w->l->starts.n)
        coset_pml_end_arriving(w->l, w->runner, w->n_first, after);
    coset_delete(w->locals);
    coset_delete(w->globals);
    return bounded;
}

/* ---- counting --------------------------------------------------------------------------------------------------- */

static bool runs_anything(const coset_pml_family *f)
{
    for (uint32_t i = 1; i < f->graph->n_nodes; i++)
        for (const coset_pml_edge *e = f->graph->nodes[i]->out; e; e = e->next)
            if (coset_pml_run_of(e))
                return true;
    return false;
}

/* The only family that starts processes, or NULL. */
static const coset_pml_family *only_runner(coset_pml_lowerer *l, uint32_t *pid)
{
    const coset_pml_family *found = NULL;
    uint32_t next = 0;
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next) {
        coset_pml_family *f = &l->families[p->number];
        if (p->kind > COSET_PML_INIT)
            continue;
        if (runs_anything(f)) {
            if (found || p->n_active != 1 || p->n_runs)
                return NULL;
            found = f;
            *pid = next;
        }
        next += p->n_active;
    }
    return found;
}

/* An initial process with a greater pid may end. */
static bool youngers_may_die(const coset_pml_lowerer *l, uint32_t pid)
{
    for (uint32_t i = 0; i < l->n_families; i++)
        if (l->families[i].proc->n_active && l->families[i].lo > pid && coset_pml_may_end(&l->families[i]))
            return true;
    return false;
}

/* Nothing has been counted yet. */
static void begin(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->n_families; i++)
        l->families[i].lo = l->families[i].n = 0;
    l->starts.n = l->opening.places.n = l->opening.values.n = l->opening.nodes.n = l->opening.printed.n = 0;
    l->opening.runner = l->arriving.runner = NULL;
    l->arriving.reuses = false;
}

void coset_pml_count_processes(coset_pml_lowerer *l)
{
    uint32_t n_active = 0, pid = 0;
    begin(l);
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next) {
        if (p->kind > COSET_PML_INIT || !p->n_active)
            continue;
        coset_pml_widen(&l->families[p->number], n_active, n_active + p->n_active - 1);
        n_active += p->n_active;
    }
    l->max_procs = n_active;
    if (!l->model->uses.run)
        return;
    walk w = {
        .l = l, .alone = n_active == 1, .others = n_active > 1, .n_first = n_active, .lo = n_active, .hi = n_active};
    coset_pml_family *before = coset_arena_copy(l->tree, l->families, l->n_families, sizeof *before);
    w.runner = only_runner(l, &pid);
    w.pid = pid;
    if (w.runner && youngers_may_die(l, pid))
        w.lo = pid + 1;
    w.opening = w.arriving = !l->model->uses.priority;
    if (w.runner && follow(&w)) {
        l->max_procs = w.hi;
        return;
    }
    l->opening.runner = l->arriving.runner = NULL;
    memcpy(l->families, before, l->n_families * sizeof *before);
    coset_pml_count_all(l);
}
