/* lang/promela/step/priority.c - initial priorities and their changes. */
#include "lang/promela/step/process.h"

#include "lang/promela/expr/expr.h"
#include "lang/promela/expr/kinds.h"
#include "lang/promela/facts/text.h"

void coset_pml_give_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_pml_expr *run)
{
    const coset_pml_proc *p = who->family->proc;
    if (!who->family->is_fixed)
        coset_pml_ir_assign(l, list, coset_pml_priority_place(l, who, p->pos),
                            coset_pml_ir_number(l, run ? coset_pml_written_priority(run) : p->start_priority, p->pos));
}

static void set_one(coset_pml_lowerer *l, const coset_pml_who *other, coset_ir_list *list, const coset_pml_stmt *st,
                    const coset_ir_expr *to)
{
    if (!st->e->is_constant) {
        coset_ir_list wrong = {0};
        coset_ir_stmt *test = coset_ir_add(l->arena, list, COSET_S_IF, st->pos);
        test->expr = coset_pml_ir_binary(l, COSET_E_OR,
                                         coset_pml_ir_binary(l, COSET_E_LT, to, coset_pml_ir_number(l, 1, st->pos)),
                                         coset_pml_ir_binary(l, COSET_E_GT, to, coset_pml_ir_number(l, 255, st->pos)));
        coset_pml_ir_fail(l, &wrong, "a priority is out of its range, 1 to 255", st->pos);
        test->body = wrong.first;
    }
    coset_pml_ir_assign(l, list, coset_pml_priority_place(l, other, st->pos), to);
}

void coset_pml_set_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_stmt *st)
{
    const coset_ir_expr *to = coset_pml_lower_expr(l, who, st->e);
    if (st->is_own) { /* like any byte: its range is not checked */
        static const coset_pml_type byte = {.kind = COSET_PML_BYTE};
        int64_t lo, hi;
        coset_pml_bounds(st->e, &lo, &hi);
        coset_pml_ir_assign(l, list, coset_pml_priority_place(l, who, st->pos),
                            coset_pml_cut(l, to, lo, hi, &byte, false));
        return;
    }
    if (st->target->op == COSET_PML_E_PID) {
        set_one(l, who, list, st, to);
        return;
    }
    const coset_ir_expr *pid = coset_pml_lower_expr(l, who, st->target);
    const coset_ir_place *kept = coset_pml_ir_local(l, l->integer, "priority", st->pos);
    coset_pml_ir_assign(l, list, kept, to); /* it may read the priority that changes */
    for (uint32_t i = 0; i < l->n_families; i++) {
        coset_pml_who other = {.family = &l->families[i], .pid = pid};
        if (!other.family->n)
            continue;
        coset_ir_list body = {0};
        coset_ir_stmt *test = coset_ir_add(l->arena, list, COSET_S_IF, st->pos);
        test->expr = coset_pml_is_there(l, &other, st->pos);
        set_one(l, &other, &body, st, coset_pml_ir_load(l, kept));
        test->body = body.first;
    }
}
