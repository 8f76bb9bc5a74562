/* ir/visit.h - generic traversal of expressions, places, binders and statements.
 *
 * Layer    ir.
 * Idea     A walk that only passes through parts names no kind of expression or statement. It defines actions at some
 *          of them; if a function is NULL, the walk visits the parts. Only this module knows which parts there are.
 * Order    Parts in the order of evaluation, if there is one: what is below the binder of an expression or statement
 *          comes after its domain.
 * Result   true ends the walk at once, and is the walk's result.
 */
#ifndef COSET_IR_VISIT_H
#define COSET_IR_VISIT_H

#include "ir/ir.h"

typedef struct coset_ir_visit coset_ir_visit;

struct coset_ir_visit {
    bool (*expr)(const coset_ir_visit *v, const coset_ir_expr *e);
    bool (*place)(const coset_ir_visit *v, const coset_ir_place *p);
    bool (*binder)(const coset_ir_visit *v, const coset_ir_binder *b);
    bool (*stmt)(const coset_ir_visit *v, const coset_ir_stmt *s);
    void *ctx;
};

/* Visits one node, which may be NULL; for statements the whole list. */
bool coset_ir_visit_expr(const coset_ir_visit *v, const coset_ir_expr *e);
bool coset_ir_visit_place(const coset_ir_visit *v, const coset_ir_place *p);
bool coset_ir_visit_binder(const coset_ir_visit *v, const coset_ir_binder *b);
bool coset_ir_visit_stmts(const coset_ir_visit *v, const coset_ir_stmt *list);
bool coset_ir_visit_rule(const coset_ir_visit *v, const coset_ir_rule *r);
bool coset_ir_visit_prop(const coset_ir_visit *v, const coset_ir_prop *p);
/* All functions, rules and properties. */
bool coset_ir_visit_program(const coset_ir_visit *v, const coset_ir *ir);

/* Visits its parts. Bodies of called functions are no parts, nor are the values in the text of a PUT for listeners. */
bool coset_ir_visit_parts(const coset_ir_visit *v, const coset_ir_expr *e);
bool coset_ir_visit_place_parts(const coset_ir_visit *v, const coset_ir_place *p);
bool coset_ir_visit_binder_parts(const coset_ir_visit *v, const coset_ir_binder *b);
bool coset_ir_visit_stmt_parts(const coset_ir_visit *v, const coset_ir_stmt *s);

/* Whether it contains a call. */
bool coset_ir_has_call(const coset_ir_expr *e);
bool coset_ir_place_has_call(const coset_ir_place *p);
/* Classification of a kind of statement. */
typedef struct {
    bool writes;     /* its place may be written, .. */
    bool overwrites; /* .. all of it, each time */
    bool faults;     /* it may fault although its parts do not */
} coset_ir_stmt_kind;
coset_ir_stmt_kind coset_ir_kind_of(const coset_ir_stmt *s);

/* The place that the statement may write to, or NULL. */
static inline const coset_ir_place *coset_ir_target(const coset_ir_stmt *s)
{
    return coset_ir_kind_of(s).writes ? s->place : NULL;
}
/* The binder of a FOR, or NULL. */
static inline const coset_ir_binder *coset_ir_loop_binder(const coset_ir_stmt *s)
{
    return s->op == COSET_S_FOR ? s->binder : NULL;
}
/* The same if it ranges over a whole type, else NULL. */
static inline const coset_ir_binder *coset_ir_whole_binder(const coset_ir_stmt *s)
{
    const coset_ir_binder *b = coset_ir_loop_binder(s);
    return b && !b->from && !b->bag ? b : NULL;
}
/* The type of the value at the base of a place, before its steps. */
static inline const coset_ir_type *coset_ir_base_type(const coset_ir_place *p)
{
    return p->n_steps ? p->steps[0].of : p->type;
}

#endif
