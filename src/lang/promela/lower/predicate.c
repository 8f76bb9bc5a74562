/* lang/promela/lower/predicate.c - state conditions of formulas, as properties. */
#include "lang/promela/lower/rule.h"

#include "lang/promela/expr/value.h"

/* It does not depend on the state alone, or would be stored in states only because it is queried. */
static bool is_of_a_step(const coset_pml_expr *e)
{
    if (!e)
        return false;
    switch (e->op) {
    case COSET_PML_E_PID:
    case COSET_PML_E_LAST:
    case COSET_PML_E_NP:
    case COSET_PML_E_TIMEOUT:
    case COSET_PML_E_RUN:
    case COSET_PML_E_ENABLED:
    case COSET_PML_E_PC_VALUE:
    case COSET_PML_E_PRIORITY:
    case COSET_PML_E_GET_PRIORITY:
        return true;
    default:
        break;
    }
    for (const coset_pml_expr *x = e->args; x; x = x->next)
        if (is_of_a_step(x))
            return true;
    return is_of_a_step(e->a) || is_of_a_step(e->b) || is_of_a_step(e->c);
}

void coset_pml_lower_predicates(coset_pml_lowerer *l)
{
    static const coset_pml_who nobody = {0};
    for (const coset_pml_predicate *p = l->model->predicates; p; p = p->next) {
        if (is_of_a_step(p->e)) {
            coset_pml_unsupported(l, p->wanted->pos, p->wanted->len,
                                  "a condition of a formula may use variables, channels, labels and _nr_pr only");
            continue;
        }
        l->frame = 0;
        coset_ir_prop to = {.kind = COSET_PROP_PREDICATE, .pos = p->wanted->pos};
        to.name = coset_arena_printf(l->arena, "predicate %u", l->props.n);
        to.expr = coset_pml_truth(l, &nobody, p->e);
        to.frame_size = l->frame;
        p->wanted->prop = l->props.n;
        *coset_vec_add(&l->props) = to;
    }
}
