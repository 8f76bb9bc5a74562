/* lang/promela/step/count.c - a loop that iterates over the elements of a scalarset, as one IR loop. */
#include "lang/promela/step/effect.h"

#include "lang/promela/expr/expr.h"
#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/loops.h"
#include "lang/promela/facts/text.h"

static void put_round(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_seq *o)
{
    coset_pml_say_each(r, list, o->first);
    for (const coset_pml_node *n = o->first; n != o->extent;) {
        n = coset_pml_behind(n);
        if (n == o->extent)
            coset_pml_say_each(r, list, n);
        else
            coset_pml_put_each(r, list, n);
    }
}

/* The options as one statement; the last one needs no condition. */
static void put_rounds(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_counting *c)
{
    coset_pml_lowerer *l = r->l;
    coset_ir_stmt *before = NULL;
    for (const coset_pml_seq *o = c->choice->sub; o; o = o->next) {
        const coset_pml_seq *next = o->next == c->exit && o->next ? o->next->next : o->next;
        coset_ir_list test = {0}, body = {0};
        if (o == c->exit)
            continue;
        put_round(r, &body, o);
        coset_ir_stmt *s = next ? coset_ir_add(l->arena, &test, COSET_S_IF, o->first->pos) : NULL;
        if (s) {
            s->expr = coset_pml_truth(l, r->who, coset_pml_guard_of(o));
            s->body = body.first;
        }
        if (before)
            before->other = s ? s : body.first;
        else
            *list = s ? test : body;
        before = s;
    }
}

void coset_pml_count(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_counting *c,
                     bool tells)
{
    const coset_ir_type *s = coset_pml_class_of_counter(l, c);
    const coset_pml_rolling r = {l, who, s->lo, 0};
    coset_ir_list body = {0};
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = coset_arena_text(l->arena, c->counter->name),
                           .pos = c->start->pos,
                           .frame = coset_pml_ir_slots(l, 1),
                           .type = s};
    l->counting = c;
    l->counted = coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, s, b->name, c->start->pos));
    coset_ir_stmt *loop = coset_ir_add_loop(l->arena, list, b, c->start->pos);
    put_rounds(&r, &body, c);
    loop->body = body.first;
    l->counting = NULL;
    l->counted = NULL;
    if (tells)
        coset_pml_say_each(&r, list, c->exit->first);
    coset_pml_ir_assign(l, list, coset_pml_lower_place(l, who, c->start->stmt->target),
                        coset_pml_ir_number(l, c->to, c->start->pos));
}
