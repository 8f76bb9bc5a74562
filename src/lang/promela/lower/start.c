/* lang/promela/lower/start.c - the initial state, and the opening: all processes that are started at once. */
#include "lang/promela/lower/rule.h"

#include "lang/promela/expr/expr.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/facts/variables.h"
#include "lang/promela/state/state.h"
#include "lang/promela/step/process.h"
#include "lang/promela/step/watch.h"

/* All processes of a symmetric family, in one loop. */
static void start_all(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_family *f)
{
    coset_pos pos = f->proc->pos;
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "pid", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = f->index};
    const coset_ir_place *p = coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, f->index, "pid", pos);
    const coset_pml_who born = {.family = f, .pid = coset_pml_ir_load(l, p)};
    coset_ir_stmt *s = coset_ir_add_loop(l->arena, list, b, pos);
    coset_ir_list body = {0};
    const int64_t *args = NULL, *second = NULL;
    for (uint32_t i = 0; i < l->starts.n; i++)
        if (l->starts.at[i].family == f) {
            second = args && !second ? l->starts.at[i].args : second;
            args = args ? args : l->starts.at[i].args;
        }
    for (const coset_pml_var *v = f->proc->vars; args && v && v->storage == COSET_PML_PARAM; v = v->next_own) {
        bool differs = second && args[v->number] != second[v->number];
        coset_pml_ir_assign(l, &body, coset_pml_own(l, &born, v, pos),
                            differs ? born.pid : coset_pml_ir_number(l, args[v->number], pos));
    }
    coset_pml_start(l, &body, &born, NULL);
    s->body = body.first;
}

static void start_one(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_started *s)
{
    const coset_pml_who born = {.family = s->family, .pid = coset_pml_ir_number(l, s->pid, s->family->proc->pos)};
    for (const coset_pml_var *v = s->family->proc->vars; v && v->storage == COSET_PML_PARAM; v = v->next_own)
        coset_pml_ir_assign(l, list, coset_pml_own(l, &born, v, v->pos),
                            coset_pml_ir_number(l, s->args[v->number], v->pos));
    coset_pml_start(l, list, &born, NULL);
}

void coset_pml_lower_opening(coset_pml_lowerer *l)
{
    const coset_pml_opening *o = &l->opening;
    const coset_pml_family *f = o->runner;
    coset_pos pos = f->proc->pos;
    coset_ir_list body = {0};
    const coset_pml_who who = {.family = f, .pid = coset_pml_ir_number(l, f->lo, pos)};
    l->frame = 0;
    const coset_ir_expr *guard = coset_pml_ir_equal(l, coset_pml_control(l, &who, pos), f->graph->start);
    guard = coset_pml_ir_both(l, guard, coset_pml_free(l, NULL));
    for (uint32_t i = 0; i < o->places.n; i++)
        coset_pml_ir_assign(l, &body, coset_pml_lower_place(l, &who, o->places.at[i]),
                            coset_pml_ir_number(l, o->values.at[i], pos));
    for (uint32_t i = 0; i < l->n_families; i++)
        if (l->families[i].n && !l->families[i].proc->n_active && l->families[i].index->kind == COSET_T_SCALARSET)
            start_all(l, &body, &l->families[i]);
    for (uint32_t i = 0; i < l->starts.n; i++)
        if (l->starts.at[i].family->index->kind != COSET_T_SCALARSET)
            start_one(l, &body, &l->starts.at[i]);
    for (uint32_t i = 0; i < o->printed.n; i++)
        coset_pml_say_text(l, &who, &body, o->printed.at[i].stmt, o->printed.at[i].values);
    coset_pml_ir_assign(l, &body, l->n_procs, coset_pml_ir_number(l, o->n_before + (int64_t)l->starts.n, pos));
    coset_pml_ir_assign(l, &body, coset_pml_control(l, &who, pos), coset_pml_ir_number(l, o->to, pos));
    if (l->last)
        coset_pml_ir_assign(l, &body, l->last, who.pid);
    *coset_vec_add(&l->rules) = (coset_ir_rule){
        .name = coset_arena_printf(l->arena, "%s: starts all processes", f->proc->name ? f->proc->name : "init"),
        .pos = pos,
        .guard = guard,
        .body = body.first,
        .frame_size = l->frame,
        .early = 1,
        .origin = coset_pml_origin_of(l, f, 1, o->nodes.at, o->nodes.n, false),
    };
}

static bool tells_offer(const coset_pml_lowerer *l, uint32_t offset)
{
    bool is = false;
    for (uint32_t i = 0; i < l->shapes.n; i++)
        is = is || (l->shapes.at[i].offered && l->shapes.at[i].offered->offset == offset);
    return is;
}

void coset_pml_lower_start(coset_pml_lowerer *l)
{
    coset_ir_list body = {0};
    uint32_t pid = 0;
    l->frame = 0;
    for (uint32_t i = 0; i < l->vars.n; i++) {
        const coset_ir_var *v = &l->vars.at[i];
        if (coset_ir_is_simple(v->type) && (coset_ir_rank(v->type, 0) < 0 || tells_offer(l, v->offset)))
            continue; /* a token */
        coset_pml_ir_zero(l, &body, coset_pml_ir_place(l, COSET_P_STATE, v->offset, v->type, v->name, v->pos));
    }
    coset_pml_clear_tokens(l, &body);
    coset_pml_clear_offerers(l, &body);
    if (l->trace)
        coset_pml_ir_assign(l, &body, l->event, coset_pml_ir_number(l, l->trace->graph->start, l->trace->proc->pos));
    const coset_pml_who nobody = {0};
    for (const coset_pml_var *v = l->model->globals; v; v = v->next)
        if (!coset_pml_is_left_out(l, v))
            coset_pml_init_variable(l, &nobody, &body, v->lowered, v);
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next) {
        const coset_pml_family *f = &l->families[p->number];
        if (!f->n || !p->n_active)
            continue;
        if (f->index->kind == COSET_T_SCALARSET)
            start_all(l, &body, f);
        for (uint32_t k = 0; f->index->kind != COSET_T_SCALARSET && k < p->n_active; k++) {
            const coset_pml_who born = {.family = f, .pid = coset_pml_ir_number(l, (int64_t)pid + k, p->pos)};
            coset_pml_start(l, &body, &born, NULL);
        }
        pid += p->n_active;
    }
    coset_pml_ir_assign(l, &body, l->n_procs, coset_pml_ir_number(l, pid, (coset_pos){0}));
    if (l->last)
        coset_pml_ir_assign(l, &body, l->last, coset_pml_ir_number(l, 0, (coset_pos){0}));
    coset_ir_rule *r = coset_vec_add(&l->rules);
    *r = (coset_ir_rule){.name = "start", .is_start = true, .body = body.first, .frame_size = l->frame};
}
