/* lang/promela/step/init.c - initial values of variables and of a new process. */
#include "lang/promela/step/process.h"

#include "lang/promela/expr/expr.h"
#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/state/state.h"

const coset_ir_expr *coset_pml_own_channel(coset_pml_lowerer *l, const coset_pml_channels *c, const coset_ir_expr *pid)
{
    coset_pos pos = c->var->pos;
    if (pid->op == COSET_E_CONST)
        return coset_pml_ir_number(l, c->first + (pid->value - c->family->base) * c->n, pos);
    const coset_ir_expr *k = coset_pml_ir_plus(l, pid, -c->family->base);
    k = coset_pml_ir_binary(l, COSET_E_MUL, k, coset_pml_ir_number(l, c->n, pos));
    return coset_pml_ir_binary(l, COSET_E_ADD, k, coset_pml_ir_number(l, c->first, pos));
}

typedef struct {
    const coset_pml_var *var;
    const coset_pml_who *who;
    uint32_t *used; /* of each entry of l->channels */
} opened;

/* The next channel that `field` declares in the variable. */
static const coset_ir_expr *next_channel(coset_pml_lowerer *l, opened *o, const coset_pml_var *field)
{
    for (uint32_t i = 0; i < l->channels.n; i++) {
        const coset_pml_channels *c = &l->channels.at[i];
        if (c->var != o->var || c->field != field)
            continue;
        const coset_ir_expr *first =
            c->family ? coset_pml_own_channel(l, c, o->who->pid) : coset_pml_ir_number(l, c->first, field->pos);
        uint32_t k = o->used[i]++;
        return k ? coset_pml_ir_plus(l, first, k) : first;
    }
    return coset_pml_ir_number(l, 0, field->pos);
}

static void set(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_ir_place *p,
                const coset_pml_var *v, const coset_pml_expr *e)
{
    int64_t lo, hi;
    coset_pml_bounds(e, &lo, &hi);
    coset_pml_ir_assign(l, list, p, coset_pml_cut(l, coset_pml_lower_expr(l, who, e), lo, hi, &v->type, v->is_array));
}

/* Each element of an array gets the same value. */
static void fill(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_ir_place *p,
                 const coset_pml_var *v, const coset_pml_expr *e)
{
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "i", .pos = v->pos, .frame = coset_pml_ir_slots(l, 1), .type = p->type->index};
    const coset_ir_place *i = coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, b->type, "i", v->pos);
    coset_ir_stmt *s = coset_ir_add_loop(l->arena, list, b, v->pos);
    coset_ir_list body = {0};
    const coset_ir_place *to = coset_pml_ir_element(l, p, coset_pml_ir_load(l, i));
    if (e)
        set(l, who, &body, to, v, e);
    else
        coset_pml_ir_assign(l, &body, to, coset_pml_ir_number(l, 0, v->pos));
    s->body = body.first;
}

/* 0 is an element in some part of it. */
static bool any_elements(coset_pml_lowerer *l, const coset_pml_var *v)
{
    if (coset_pml_has_elements(l, v))
        return true;
    for (const coset_pml_var *x = v->type.kind == COSET_PML_STRUCT ? v->type.record->fields : NULL; x; x = x->next)
        if (any_elements(l, x))
            return true;
    return false;
}

/* All elements of the array have the same initial value. */
static bool is_one_value(const coset_pml_expr *inits)
{
    for (const coset_pml_expr *e = inits; e; e = e->next)
        if (!e->is_constant || e->value != inits->value)
            return false;
    return true;
}

static void init_part(coset_pml_lowerer *l, opened *o, coset_ir_list *list, const coset_ir_place *p,
                      const coset_pml_var *v);

/* Channels and structures, element by element. */
static void init_elements(coset_pml_lowerer *l, opened *o, coset_ir_list *list, const coset_ir_place *p,
                          const coset_pml_var *v)
{
    for (uint32_t k = 0; k < v->n; k++) {
        const coset_ir_place *to = v->is_array ? coset_pml_ir_element(l, p, coset_pml_ir_number(l, k, v->pos)) : p;
        if (v->chan)
            coset_pml_ir_assign(l, list, to, next_channel(l, o, v));
        uint32_t i = 0;
        for (const coset_pml_var *x = v->chan ? NULL : v->type.record->fields; x; x = x->next)
            init_part(l, o, list, coset_pml_ir_field(l, to, i++), x);
    }
}

/* The initial value of a variable whose slots are zero, or of a field of it. */
static void init_part(coset_pml_lowerer *l, opened *o, coset_ir_list *list, const coset_ir_place *p,
                      const coset_pml_var *v)
{
    const coset_pml_expr *e = v->inits ? v->inits : v->init;
    if (v->chan || v->type.kind == COSET_PML_STRUCT) {
        if (coset_pml_has_value(v) || any_elements(l, v))
            init_elements(l, o, list, p, v);
        return;
    }
    if ((!e || (e->is_constant && e->value == 0 && !v->inits)) && !coset_pml_has_elements(l, v))
        return;
    if (v->is_array && (!v->inits || is_one_value(v->inits))) {
        fill(l, o->who, list, p, v, e);
        return;
    }
    if (!e) { /* if 0 is an element, a variable is not 0 by default */
        coset_pml_ir_assign(l, list, p, coset_pml_ir_number(l, 0, v->pos));
        return;
    }
    if (!v->is_array) {
        set(l, o->who, list, p, v, e);
        return;
    }
    for (uint32_t k = 0; k < v->n; k++) {
        set(l, o->who, list, coset_pml_ir_element(l, p, coset_pml_ir_number(l, k, v->pos)), v, e);
        if (v->inits && e->next)
            e = e->next;
    }
}

void coset_pml_init_variable(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_ir_place *p, const coset_pml_var *v)
{
    opened o = {v, who, coset_arena_get(l->tree, l->channels.n, sizeof(uint32_t))};
    init_part(l, &o, list, p, v);
}

void coset_pml_start(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_who *born, const coset_pml_expr *run)
{
    const coset_pml_proc *p = born->family->proc;
    for (const coset_pml_var *v = p->vars; v; v = v->next_own)
        if (v->storage != COSET_PML_PARAM)
            coset_pml_init_variable(l, born, list, coset_pml_own(l, born, v, v->pos), v);
    coset_pml_ir_assign(l, list, coset_pml_control(l, born, p->pos),
                        coset_pml_ir_number(l, born->family->graph->start, p->pos));
    coset_pml_give_priority(l, born, list, run);
}
