/* lang/promela/expr/others.c - queries about other processes: whether one is enabled, its location, which has priority.
 *
 * In a model with priorities a process moves only if no process of a higher priority is enabled, as in Spin 6.2 and
 * later. A priority that never changes, and that all processes of a family have, is omitted from states. */
#include "lang/promela/expr/kinds.h"

#include "lang/promela/state/state.h"

/* ---- the priority of a process ---------------------------------------------------------------------------------- */

const coset_ir_place *coset_pml_priority_place(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos)
{
    return coset_pml_ir_field(l, coset_pml_process(l, who, pos), 1 + who->family->proc->n_vars);
}

const coset_ir_expr *coset_pml_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos)
{
    if (who->family->is_fixed)
        return coset_pml_ir_number(l, who->family->priority, pos);
    return coset_pml_ir_load(l, coset_pml_priority_place(l, who, pos));
}

/* ---- other processes, by their numbers -------------------------------------------------------------------------- */

const coset_ir_expr *coset_pml_is_there(coset_pml_lowerer *l, coset_pml_who *other, coset_pos pos)
{
    const coset_ir_place *at = coset_pml_control(l, other, pos);
    return coset_pml_ir_both(l, coset_pml_is_in_family(l, other),
                             coset_pml_ir_negated(l, coset_pml_ir_equal(l, at, 0)));
}

static const coset_ir_expr *value_of_other(coset_pml_lowerer *l, coset_pml_op op, const coset_pml_who *other,
                                           coset_pos pos)
{
    switch (op) {
    case COSET_PML_E_PC_VALUE:
        return coset_pml_ir_load(l, coset_pml_control(l, other, pos));
    case COSET_PML_E_GET_PRIORITY:
        return coset_pml_priority(l, other, pos);
    default:
        return coset_pml_may_move(l, other, pos);
    }
}

const coset_ir_expr *coset_pml_lower_other(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    const coset_ir_expr *x = coset_pml_ir_number(l, 0, e->pos), *pid = coset_pml_value(l, who, e->a);
    if (e->op == COSET_PML_E_GET_PRIORITY && e->a->op == COSET_PML_E_PID)
        return coset_pml_priority(l, who, e->pos);
    for (uint32_t i = l->n_families; i-- > 0;) {
        coset_pml_who other = {.family = &l->families[i], .pid = pid, .timeout = who->timeout};
        if (other.family->n)
            x = coset_pml_ir_choice(l, coset_pml_is_there(l, &other, e->pos), value_of_other(l, e->op, &other, e->pos),
                                    x);
    }
    return x;
}

/* ---- enabled processes ------------------------------------------------------------------------------------------ */

static const coset_ir_expr *call(coset_pml_lowerer *l, const coset_ir_function *fn, const coset_pml_who *who,
                                 coset_pos pos)
{
    coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_CALL, pos);
    e->type = l->boolean;
    e->function = fn;
    if (who->family->n > 1) {
        coset_ir_arg *arg = coset_arena_get(l->arena, 1, sizeof *arg);
        arg->expr = who->pid;
        e->args = arg;
    }
    return e;
}

const coset_ir_expr *coset_pml_may_move(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos)
{
    return call(l, who->family->may_move[who->timeout], who, pos);
}

const coset_ir_expr *coset_pml_is_first(coset_pml_lowerer *l, const coset_pml_who *who)
{
    const coset_ir_function *fn = who->family->preceded[who->timeout];
    return fn ? coset_pml_ir_negated(l, call(l, fn, who, who->family->proc->pos)) : NULL;
}
