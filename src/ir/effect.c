/* ir/effect.c - a fixpoint over the calls of all functions. */
#include "ir/effect.h"

bool coset_ir_place_has_effect(const bool *effects, const coset_ir_place *p)
{
    if (!p)
        return false;
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (coset_ir_expr_has_effect(effects, p->steps[i].index))
            return true;
    return coset_ir_expr_has_effect(effects, p->call);
}

static bool binder_has_effect(const bool *effects, const coset_ir_binder *b)
{
    return b && (coset_ir_expr_has_effect(effects, b->from) || coset_ir_expr_has_effect(effects, b->to) ||
                 coset_ir_expr_has_effect(effects, b->step) || coset_ir_place_has_effect(effects, b->bag));
}

static bool call_has_effect(const bool *effects, const coset_ir_expr *call)
{
    if (effects[call->function->number])
        return true;
    for (uint32_t i = 0; i < call->function->n_params; i++)
        if (coset_ir_expr_has_effect(effects, call->args[i].expr) ||
            coset_ir_place_has_effect(effects, call->args[i].place))
            return true;
    return false;
}

bool coset_ir_expr_has_effect(const bool *effects, const coset_ir_expr *e)
{
    return e && (coset_ir_expr_has_effect(effects, e->a) || coset_ir_expr_has_effect(effects, e->b) ||
                 coset_ir_expr_has_effect(effects, e->c) || coset_ir_place_has_effect(effects, e->place) ||
                 coset_ir_place_has_effect(effects, e->other) || binder_has_effect(effects, e->binder) ||
                 (e->op == COSET_E_CALL && call_has_effect(effects, e)));
}

static bool writes_outside(const coset_ir_stmt *s)
{
    switch (s->op) {
    case COSET_S_ASSIGN:
    case COSET_S_COPY:
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
    case COSET_S_BAGADD:
    case COSET_S_BAGREMOVE:
    case COSET_S_BAGREMOVE_IF:
        return s->place->base == COSET_P_STATE || s->place->base == COSET_P_REF;
    default:
        return false;
    }
}

static bool stmts_have_effect(const bool *effects, const coset_ir_stmt *s)
{
    for (; s; s = s->next)
        if (writes_outside(s) || coset_ir_expr_has_effect(effects, s->expr) ||
            coset_ir_place_has_effect(effects, s->place) || coset_ir_place_has_effect(effects, s->source) ||
            binder_has_effect(effects, s->binder) || stmts_have_effect(effects, s->body) ||
            stmts_have_effect(effects, s->other))
            return true;
    return false;
}

const bool *coset_ir_effects(const coset_ir *ir, coset_arena *arena)
{
    bool *effects = coset_arena_get(arena, (size_t)ir->n_functions + 1, sizeof *effects);
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = 0; i < ir->n_functions; i++)
            if (!effects[i] && stmts_have_effect(effects, ir->functions[i]->body))
                effects[i] = grown = true;
    }
    return effects;
}
