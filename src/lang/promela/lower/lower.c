/* lang/promela/lower/lower.c - the whole model. */
#include "lang/promela/lower/lower.h"

#include "lang/promela/expr/expr.h"
#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/processes.h"
#include "lang/promela/facts/variables.h"
#include "lang/promela/lower/rule.h"
#include "lang/promela/lower/temporal.h"
#include "lang/promela/state/state.h"
#include "lang/promela/step/process.h"
#include "lang/promela/step/watch.h"
#include "lang/promela/step/when.h"

/* ---- automata --------------------------------------------------------------------------------------------------- */

static bool declares_handshakes(const coset_pml_var *v)
{
    for (; v; v = v->storage == COSET_PML_GLOBAL || v->storage == COSET_PML_FIELD ? v->next : v->next_own)
        if (v->chan && v->chan->capacity == 0)
            return true;
    return false;
}

static bool has_handshakes(const coset_pml_model *m)
{
    bool yes = declares_handshakes(m->globals);
    for (const coset_pml_proc *p = m->procs; p && !yes; p = p->next)
        yes = declares_handshakes(p->vars);
    for (const coset_pml_record *r = m->records; r && !yes; r = r->next)
        yes = declares_handshakes(r->fields);
    return yes;
}

static void build_graphs(coset_pml_lowerer *l)
{
    uint32_t n = 0, id = 0;
    const bool handshakes = has_handshakes(l->model);
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next)
        n = p->number >= n ? p->number + 1 : n;
    l->n_families = n;
    l->families = coset_arena_get(l->tree, n, sizeof *l->families);
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next) {
        l->families[p->number].proc = p;
        l->families[p->number].graph = coset_pml_graph_new(l->text, l->tree, p, &id);
    }
    for (uint32_t i = n; i-- > 0;) {
        coset_pml_graph *g = l->families[i].graph;
        if (l->how.merge || l->how.reset)
            coset_pml_graph_merge(l->tree, g, l->how.merge && !l->model->uses.provided, l->how.reset, handshakes);
        coset_pml_graph_link(l->tree, g);
    }
}

/* ---- valid end states, states inside a step --------------------------------------------------------------------- */

/* Each process is in a valid end state. */
static const coset_ir_expr *family_may_end(coset_pml_lowerer *l, const coset_pml_family *f)
{
    coset_pos pos = f->proc->pos;
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "pid", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = f->index};
    coset_pml_who who = {.family = f};
    who.pid = f->n == 1 ? coset_pml_ir_number(l, f->lo, pos)
                        : coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, f->index, "pid", pos));
    const coset_ir_place *at = coset_pml_control(l, &who, pos);
    const coset_ir_expr *may = coset_pml_ir_equal(l, at, 0);
    for (uint32_t k = 1; k < f->graph->n_nodes; k++)
        if (f->graph->nodes[k]->marks & COSET_PML_ENDS)
            may = coset_pml_ir_binary(l, COSET_E_OR, may, coset_pml_ir_equal(l, at, k));
    if (f->n == 1)
        return may;
    coset_ir_expr *all = coset_pml_ir_make(l, COSET_E_FORALL, pos);
    all->type = l->boolean;
    all->binder = b;
    all->a = may;
    return all;
}

static void lower_ends(coset_pml_lowerer *l)
{
    const coset_ir_expr *all = NULL;
    l->frame = 0;
    for (uint32_t i = 0; i < l->n_families; i++)
        if (l->families[i].n)
            all = coset_pml_ir_both(l, all, family_may_end(l, &l->families[i]));
    if (l->trace)
        all = coset_pml_ir_both(l, all, coset_pml_trace_may_end(l));
    coset_ir_prop *p = coset_arena_get(l->arena, 1, sizeof *p);
    p->name = "valid end state";
    p->kind = COSET_PROP_INVARIANT;
    p->expr = all ? all : coset_pml_ir_number(l, 1, (coset_pos){0});
    p->frame_size = l->frame;
    l->ir->may_end = p;
}

static void lower_transient(coset_pml_lowerer *l)
{
    const coset_ir_expr *free = coset_pml_free(l, NULL), *e = free ? coset_pml_ir_negated(l, free) : NULL;
    if (l->offer) {
        const coset_ir_expr *offered = coset_pml_ir_negated(l, coset_pml_ir_equal(l, l->offer, 0));
        e = e ? coset_pml_ir_binary(l, COSET_E_OR, e, offered) : offered;
    }
    if (!e)
        return;
    coset_ir_prop *p = coset_arena_get(l->arena, 1, sizeof *p);
    p->name = "inside a step";
    p->kind = COSET_PROP_INVARIANT;
    p->expr = e;
    l->ir->transient = p;
}

/* ---- all together ----------------------------------------------------------------------------------------------- */

static void finish(coset_pml_lowerer *l)
{
    coset_ir *ir = l->ir;
    ir->n_vars = l->vars.n;
    ir->vars = coset_arena_copy(l->arena, l->vars.at, l->vars.n, sizeof *l->vars.at);
    ir->n_functions = l->functions.n;
    ir->functions = coset_arena_copy(l->arena, l->functions.at, l->functions.n, sizeof *l->functions.at);
    ir->n_rules = l->rules.n;
    ir->rules = coset_arena_copy(l->arena, l->rules.at, l->rules.n, sizeof *l->rules.at);
    ir->n_symtypes = l->symtypes.n;
    ir->symtypes = coset_arena_copy(l->arena, l->symtypes.at, l->symtypes.n, sizeof(const coset_ir_type *));
    ir->n_declined = l->declined.n;
    ir->declined = coset_arena_copy(l->arena, l->declined.at, l->declined.n, sizeof *l->declined.at);
    ir->n_props = l->props.n;
    ir->props = coset_arena_copy(l->arena, l->props.at, l->props.n, sizeof *l->props.at);
}

/* The control state is the first slot of a process; all others are its variables. */
static void find_controls(coset_pml_lowerer *l)
{
    uint32_t *controls = coset_arena_get(l->arena, l->ir->n_slots, sizeof *controls);
    for (uint32_t i = 0; i < l->ir->n_slots; i++)
        controls[i] = UINT32_MAX;
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_pml_family *f = &l->families[i];
        for (uint32_t k = 0; f->n && k < f->index->n * f->record->width; k++)
            if (k % f->record->width)
                controls[f->offset + k] = f->offset + k - k % f->record->width;
    }
    l->ir->controls = controls;
}

static void lower_model(coset_pml_lowerer *l)
{
    build_graphs(l);
    coset_pml_find_used(l);
    coset_pml_find_scratch(l);
    coset_pml_leave_ended(l);
    coset_pml_count_processes(l);
    if (!coset_pml_confirm_leaving(l))
        coset_pml_count_processes(l);
    if (l->max_procs == 0) {
        coset_pml_unsupported(l, (coset_pos){.line = 1, .column = 1, .file = l->model->file}, 0,
                              "no process is started: an init or an active proctype is needed");
        return;
    }
    for (uint32_t i = 0; i < l->n_families; i++) {
        coset_pml_family *f = &l->families[i];
        f->base = f->lo;
        f->stride = 1;
        f->index = coset_pml_ir_range(l, f->lo, (int64_t)f->lo + f->n - 1);
    }
    coset_pml_find_countings(l);
    coset_pml_find_symmetry(l);
    coset_pml_find_priorities(l);
    coset_pml_find_trace(l);
    coset_pml_lower_state(l);
    find_controls(l);
    coset_pml_remember(l);
    coset_pml_lower_others(l);
    if (l->failed)
        return;
    coset_pml_put_arrivals(l);
    coset_pml_lower_start(l);
    coset_pml_lower_rules(l);
    lower_ends(l);
    lower_transient(l);
    coset_pml_lower_temporal(l);
    coset_pml_lower_predicates(l);
    coset_pml_lower_receptions(l);
    l->ir->keys = coset_pml_sort_keys(l);
    l->ir->begins_late = l->model->uses.run;
}

coset_status coset_pml_lower(coset_text *text, coset_pml_model *model, const char *name, coset_pml_how how,
                             coset_arena *tree, coset_ir **out, coset_err *err)
{
    coset_arena *arena = coset_arena_new();
    coset_pml_lowerer l = {
        .text = text, .arena = arena, .tree = tree, .any_expr = coset_pml_lower_expr, .model = model, .how = how};
    coset_ir_type *boolean = coset_arena_get(arena, 1, sizeof *boolean);
    coset_ir_type *integer = coset_arena_get(arena, 1, sizeof *integer);
    *boolean = (coset_ir_type){.kind = COSET_T_BOOL, .n = 2, .width = 1};
    *integer = (coset_ir_type){.kind = COSET_T_INT, .width = 2};
    l.boolean = boolean;
    l.integer = integer;
    l.ir = coset_arena_get(arena, 1, sizeof *l.ir);
    l.ir->arena = arena;
    l.ir->name = coset_arena_text(arena, name);
    l.ir->language = "promela";
    lower_model(&l);
    finish(&l);
    coset_vec_fini(&l.starts);
    coset_vec_fini(&l.opening.places);
    coset_vec_fini(&l.opening.values);
    coset_vec_fini(&l.opening.nodes);
    coset_vec_fini(&l.opening.printed);
    coset_vec_fini(&l.cells);
    coset_vec_fini(&l.meetings);
    coset_vec_fini(&l.renumbered);
    coset_vec_fini(&l.symtypes);
    coset_vec_fini(&l.declined);
    coset_vec_fini(&l.holes);
    coset_vec_fini(&l.countings);
    coset_vec_fini(&l.shapes);
    coset_vec_fini(&l.channels);
    coset_vec_fini(&l.functions);
    coset_vec_fini(&l.vars);
    coset_vec_fini(&l.rules);
    coset_vec_fini(&l.props);
    if (l.failed) {
        coset_arena_free(arena);
        return coset_fail(err, COSET_INPUT, "the model cannot be lowered");
    }
    *out = l.ir;
    return COSET_OK;
}
