/* ir/effect.c - a fixpoint over the calls of all functions. */
#include "ir/effect.h"

#include "ir/visit.h"

static bool calls_effect(const coset_ir_visit *v, const coset_ir_expr *e)
{
    const bool *effects = v->ctx;
    return (e->op == COSET_E_CALL && effects[e->function->number]) || coset_ir_visit_parts(v, e);
}

bool coset_ir_expr_has_effect(const bool *effects, const coset_ir_expr *e)
{
    const coset_ir_visit v = {.expr = calls_effect, .ctx = (void *)(uintptr_t)effects};
    return coset_ir_visit_expr(&v, e);
}

bool coset_ir_place_has_effect(const bool *effects, const coset_ir_place *p)
{
    const coset_ir_visit v = {.expr = calls_effect, .ctx = (void *)(uintptr_t)effects};
    return coset_ir_visit_place(&v, p);
}

static bool writes_outside(const coset_ir_stmt *s)
{
    const coset_ir_place *p = coset_ir_target(s);
    return p && (p->base == COSET_P_STATE || p->base == COSET_P_REF);
}

static bool has_effect(const coset_ir_visit *v, const coset_ir_stmt *s)
{
    return writes_outside(s) || coset_ir_visit_stmt_parts(v, s);
}

const bool *coset_ir_effects(const coset_ir *ir, coset_arena *arena)
{
    bool *effects = coset_arena_get(arena, (size_t)ir->n_functions + 1, sizeof *effects);
    const coset_ir_visit v = {.expr = calls_effect, .stmt = has_effect, .ctx = effects};
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = 0; i < ir->n_functions; i++)
            if (!effects[i] && coset_ir_visit_stmts(&v, ir->functions[i]->body))
                effects[i] = grown = true;
    }
    return effects;
}
