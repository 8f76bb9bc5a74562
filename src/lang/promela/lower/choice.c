/* lang/promela/lower/choice.c - a choice with one option for each element of a scalarset, as one rule. */
#include "lang/promela/lower/each.h"

const coset_ir_expr *coset_pml_any_choice(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_choice *c,
                                          bool in_d_step)
{
    const coset_pml_node *n = c->first->node;
    const coset_ir_binder *b = coset_pml_open_choice(l, who->family, c);
    coset_ir_expr *x = coset_pml_ir_make(l, COSET_E_EXISTS, n->pos);
    const coset_ir_expr *can = coset_pml_can(l, who, c->first, c->first, in_d_step);
    x->type = l->boolean;
    x->binder = b;
    x->a = can ? can : coset_pml_ir_number(l, 1, n->pos);
    coset_pml_close_choice(l);
    return x;
}

void coset_pml_put_choice(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                          const coset_pml_choice *c, bool before)
{
    const coset_pml_rolling r = {l, who, c->type->lo, c->spacing};
    if (before)
        coset_pml_say_each(&r, list, c->first->node);
    for (uint32_t i = 0; !before && i < c->n_tail; i++)
        coset_pml_put_each(&r, list, c->tail[i]);
}
