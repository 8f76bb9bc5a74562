/* lang/promela/state/token.c - which process is inside an atomic sequence, and which offers a rendez-vous. */
#include "lang/promela/state/state.h"

const coset_ir_place *coset_pml_token_of(const coset_pml_lowerer *l, const coset_pml_family *f)
{
    return f->index->kind == COSET_T_SCALARSET ? f->token : l->token;
}

const coset_ir_place *coset_pml_offerer_of(const coset_pml_lowerer *l, const coset_pml_family *f)
{
    return f->index->kind == COSET_T_SCALARSET ? f->offerer : l->offerer;
}

static const coset_ir_expr *add_free(coset_pml_lowerer *l, const coset_ir_expr *e, const coset_ir_place *token,
                                     const coset_ir_expr *pid)
{
    if (!token)
        return e;
    const coset_ir_expr *one = coset_pml_ir_equal(l, token, -1);
    if (pid)
        one = coset_pml_ir_binary(l, COSET_E_OR, one,
                                  coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_ir_load(l, token), pid));
    return coset_pml_ir_both(l, e, one);
}

const coset_ir_expr *coset_pml_free(coset_pml_lowerer *l, const coset_pml_who *who)
{
    const coset_ir_place *own = who ? coset_pml_token_of(l, who->family) : NULL;
    const coset_ir_expr *e = add_free(l, NULL, l->token, who && l->token == own ? who->pid : NULL);
    for (uint32_t i = 0; i < l->n_families; i++)
        e = add_free(l, e, l->families[i].token, who && l->families[i].token == own ? who->pid : NULL);
    return e;
}

static void clear(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_place *p)
{
    if (p)
        coset_pml_ir_assign(l, list, p, coset_pml_ir_number(l, -1, p->pos));
}

void coset_pml_clear_tokens(coset_pml_lowerer *l, coset_ir_list *list)
{
    clear(l, list, l->token);
    for (uint32_t i = 0; i < l->n_families; i++)
        clear(l, list, l->families[i].token);
}

void coset_pml_clear_offerers(coset_pml_lowerer *l, coset_ir_list *list)
{
    clear(l, list, l->offerer);
    for (uint32_t i = 0; i < l->n_families; i++)
        clear(l, list, l->families[i].offerer);
    for (uint32_t i = 0; i < l->shapes.n; i++)
        clear(l, list, l->shapes.at[i].offered);
}
