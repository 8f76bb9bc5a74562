/* lang/promela/step/arrive.c - rules for processes that are started one by one (facts/arrive.c). */
#include "lang/promela/step/process.h"

#include "lang/promela/facts/classes.h"
#include "lang/promela/state/state.h"

/* Its index among the processes of its family. */
static uint32_t place_of(const coset_pml_lowerer *l, const coset_pml_started *s)
{
    uint32_t k = 0;
    for (const coset_pml_started *x = l->starts.at; x != s; x++)
        k += x->family == s->family;
    return k;
}

/* A constant, as an element of `type` (which may be NULL) if that contains the number. */
static const coset_ir_expr *constant(coset_pml_lowerer *l, int64_t v, const coset_ir_type *type, coset_pos pos)
{
    coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_CONST, pos);
    e->type = type && type->kind == COSET_T_SCALARSET && coset_ir_rank(type, v) >= 0 ? type : l->integer;
    e->value = v;
    return e;
}

void coset_pml_arrive(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run)
{
    const coset_pml_started *s = l->arriving.making;
    const coset_pml_family *f = s->family;
    const bool several = f->index->kind == COSET_T_SCALARSET;
    const coset_pml_who born = {
        .family = f,
        .pid = constant(l, several ? f->base + place_of(l, s) : (int64_t)s->pid, f->index, run->pos),
        .timeout = who->timeout};
    for (const coset_pml_var *v = f->proc->vars; v && v->storage == COSET_PML_PARAM; v = v->next_own)
        coset_pml_ir_assign(l, list, coset_pml_own(l, &born, v, run->pos),
                            constant(l, s->args[v->number], coset_pml_class_of_var(l, v), run->pos));
    coset_pml_start(l, list, &born, run);
    const int64_t there = l->arriving.n_before + (s - l->starts.at) + 1;
    coset_pml_ir_assign(l, list, l->n_procs, coset_pml_ir_number(l, there, run->pos));
}

void coset_pml_put_arrivals(coset_pml_lowerer *l)
{
    const uint32_t n = l->starts.n;
    const bool at_once = l->opening.runner != NULL;
    if (!l->arriving.runner && !at_once)
        return;
    coset_arrivals *a = coset_arena_get(l->arena, 1, sizeof *a);
    uint32_t *type = coset_arena_get(l->arena, n, sizeof *type), *element = coset_arena_get(l->arena, n, sizeof *type);
    for (uint32_t i = 0; i < n; i++) {
        const coset_ir_type *t = l->starts.at[i].family->index;
        type[i] = t->kind == COSET_T_SCALARSET ? t->symtype : UINT32_MAX;
        element[i] = place_of(l, &l->starts.at[i]);
    }
    *a = (coset_arrivals){.slot = l->n_procs->offset, .n = n, .at_once = at_once};
    a->first = (at_once ? l->opening.n_before : l->arriving.n_before) + 1;
    a->type = type;
    a->element = element;
    a->exact = at_once || l->arriving.exact;
    l->ir->arrivals = a;
}
