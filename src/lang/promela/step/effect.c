/* lang/promela/step/effect.c - the effects of statements. */
#include "lang/promela/step/effect.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/expr.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/state/state.h"
#include "lang/promela/step/process.h"
#include "lang/promela/step/watch.h"

/* Asserts that evaluating the expression is no error. */
static void check_polls(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *e)
{
    coset_ir_list body = {0};
    const coset_ir_expr *wrong = coset_pml_polls_offer(l, who, e);
    if (!wrong)
        return;
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, e->pos);
    s->expr = wrong;
    coset_pml_ir_fail(l, &body, COSET_PML_POLLED_OFFER, e->pos);
    s->body = body.first;
}

static void assign(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st)
{
    int64_t lo, hi;
    coset_pml_bounds(st->e, &lo, &hi);
    coset_pml_run_first(l, who, list, st->e);
    const coset_ir_expr *v = coset_pml_lower_expr(l, who, st->e);
    if (st->target->op == COSET_PML_E_HOLE)
        return;
    coset_pml_ir_assign(l, list, coset_pml_lower_place(l, who, st->target),
                        coset_pml_cut(l, v, lo, hi, &st->target->type, coset_pml_in_array(st->target)));
}

static void assertion(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st)
{
    const char *text = coset_arena_printf(l->arena, "assert(%s)", coset_pml_expr_text(l->tree, st->e));
    coset_pml_run_first(l, who, list, st->e);
    if (l->how.no_assertions)
        return;
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_ASSERT, st->pos);
    s->expr = coset_pml_truth(l, who, st->e);
    s->text = text;
    s->prop = coset_pml_ir_assertion(l, text, st->pos);
}

void coset_pml_effect(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st)
{
    coset_pml_check_questions(l, who, list, st->e);
    check_polls(l, who, list, st->e);
    switch (st->op) {
    case COSET_PML_S_ASSIGN:
        assign(l, who, list, st);
        return;
    case COSET_PML_S_EXPR:
        if (st->e->op == COSET_PML_E_RUN)
            coset_pml_run(l, who, list, st->e);
        return;
    case COSET_PML_S_ASSERT:
        assertion(l, who, list, st);
        return;
    case COSET_PML_S_PRINTF:
        for (const coset_pml_expr *a = st->args; a; a = a->next)
            coset_pml_run_first(l, who, list, a);
        coset_pml_say_text(l, who, list, st, NULL);
        return;
    case COSET_PML_S_PRINTM:
        coset_pml_say_text(l, who, list, st, NULL);
        return;
    case COSET_PML_S_SET_PRIORITY:
        coset_pml_set_priority(l, who, list, st);
        return;
    default:
        return;
    }
}
