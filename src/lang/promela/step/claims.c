/* lang/promela/step/claims.c - channels that one process reserves: checked on request. */
#include "lang/promela/step/watch.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/expr.h"
#include "lang/promela/facts/processes.h"
#include "lang/promela/state/state.h"

/* The process claims the channel with this number, by `claim`: a channel or an array of them. */
static const coset_ir_expr *claims_it(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *claim,
                                      const coset_ir_expr *number)
{
    const coset_ir_expr *any = NULL;
    if (claim->op == COSET_PML_E_INDEX || !claim->var->is_array)
        return coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_lower_expr(l, who, claim), number);
    const coset_ir_place *all = coset_pml_lower_place(l, who, claim);
    for (uint32_t k = 0; k < claim->var->n; k++) {
        const coset_ir_place *p = coset_pml_ir_element(l, all, coset_pml_ir_number(l, k, claim->pos));
        const coset_ir_expr *one = coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_ir_load(l, p), number);
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any;
}

/* A process of the family other than `who` claims the channel. */
static const coset_ir_expr *other_claims(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_family *f,
                                         const coset_pml_expr *claim, const coset_ir_expr *number)
{
    coset_pos pos = claim->pos;
    if (!f->n || (f == who->family && f->n == 1))
        return NULL;
    const coset_pml_some some = coset_pml_ir_some(l, f, false, pos);
    const coset_pml_who other = some.who;
    const coset_ir_expr *all = coset_pml_ir_negated(l, coset_pml_ir_equal(l, coset_pml_control(l, &other, pos), 0));
    if (f == who->family)
        all = coset_pml_ir_both(l, all, coset_pml_ir_binary(l, COSET_E_NE, other.pid, who->pid));
    all = coset_pml_ir_both(l, all, claims_it(l, &other, claim, number));
    return coset_pml_ir_exists(l, &some, all);
}

typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_who *who;
    coset_ir_list *list;
    const coset_pml_expr *chan; /* the used channel */
    coset_pml_stmt_op kind;     /* XR or XS */
} use_of_channel;

static void check_claim(const use_of_channel *u, const coset_pml_family *f, const coset_pml_expr *claim)
{
    coset_pml_lowerer *l = u->l;
    if (claim->type.kind != COSET_PML_CHAN)
        return;
    const coset_ir_expr *any = other_claims(l, u->who, f, claim, coset_pml_number_of(l, u->who, u->chan));
    if (!any)
        return;
    const char *text = coset_arena_printf(l->arena, "%s %s of %s", u->kind == COSET_PML_S_XR ? "xr" : "xs",
                                          coset_pml_expr_text(l->tree, claim), coset_pml_family_name(f));
    coset_ir_stmt *s = coset_ir_add(l->arena, u->list, COSET_S_ASSERT, u->chan->pos);
    s->expr = coset_pml_ir_negated(l, any);
    s->text = text;
    s->prop = coset_pml_ir_assertion(l, text, u->chan->pos);
}

static void check_stmts(const use_of_channel *u, const coset_pml_family *f, const coset_pml_stmt *s)
{
    for (; s; s = s->next) {
        for (const coset_pml_expr *e = s->op == u->kind ? s->args : NULL; e; e = e->next)
            check_claim(u, f, e);
        for (const coset_pml_option *o = s->options; o; o = o->next)
            check_stmts(u, f, o->body);
        check_stmts(u, f, s->body);
        check_stmts(u, f, s->escape);
    }
}

void coset_pml_check_claims(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_expr *chan, coset_pml_stmt_op kind)
{
    const use_of_channel u = {l, who, list, chan, kind};
    for (uint32_t i = 0; l->how.claims && i < l->n_families; i++)
        check_stmts(&u, &l->families[i], l->families[i].proc->body);
}

void coset_pml_check_questions(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                               const coset_pml_expr *e)
{
    if (!e || !l->how.claims)
        return;
    switch (e->op) {
    case COSET_PML_E_LEN:
    case COSET_PML_E_FULL:
    case COSET_PML_E_EMPTY:
    case COSET_PML_E_NEMPTY:
    case COSET_PML_E_POLL:
        coset_pml_check_claims(l, who, list, e->a, COSET_PML_S_XR);
        return;
    case COSET_PML_E_NFULL:
        coset_pml_check_claims(l, who, list, e->a, COSET_PML_S_XS);
        return;
    default:
        coset_pml_check_questions(l, who, list, e->a);
        coset_pml_check_questions(l, who, list, e->b);
        coset_pml_check_questions(l, who, list, e->c);
    }
}
