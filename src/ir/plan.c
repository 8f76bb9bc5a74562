/* ir/plan.c - when the parts of a rule's guard are tested.
 *
 * A guard `a & b & c` below parameters p1, p2, p3 is split at its conjunctions. A part may be tested as soon as the
 * parameters it reads are bound, but never before the part to its left: so the first part that is false or faults is
 * the same one as if the whole guard were evaluated at the innermost point. Later parts see what a part changes by a
 * call: from the first such part on all are tested at the innermost point. */
#include "ir/effect.h"
#include "ir/machine.h"
#include "ir/visit.h"

/* Number of leading parameters needed: the largest 1 + number of a parameter that is read. */
typedef struct {
    const coset_ir_rule *rule;
    uint32_t n;
} needs;

static bool needs_place(const coset_ir_visit *v, const coset_ir_place *p)
{
    needs *x = v->ctx;
    for (uint32_t i = x->n; p->base == COSET_P_LOCAL && i < x->rule->n_params; i++)
        if (x->rule->params[i].frame == p->offset)
            x->n = i + 1;
    return coset_ir_visit_place_parts(v, p);
}

static uint32_t needed(const coset_ir_rule *rule, const coset_ir_expr *e, const coset_ir_stmt *bind)
{
    needs x = {rule, 0};
    const coset_ir_visit v = {.place = needs_place, .ctx = &x};
    (void)coset_ir_visit_expr(&v, e);
    if (bind)
        (void)coset_ir_visit_stmt_parts(&v, bind);
    return x.n;
}

static bool is_constant(const coset_ir_expr *e) { return !e || e->op == COSET_E_CONST; }

/* Opening the domain cannot fault. */
static bool is_safe(const coset_ir_binder *b)
{
    if (b->step && (b->step->op != COSET_E_CONST || b->step->value == 0))
        return false;
    if (b->from && b->type->kind != COSET_T_INT &&
        (!is_constant(b->from) || !is_constant(b->to) || coset_ir_rank(b->type, b->from->value) < 0 ||
         coset_ir_rank(b->type, b->to->value) < 0))
        return false;
    if (b->from && (!is_constant(b->from) || !is_constant(b->to)))
        return false;
    if (b->bag && b->bag->base != COSET_P_STATE)
        return false;
    for (uint32_t i = 0; b->bag && i < b->bag->n_steps; i++)
        if (b->bag->steps[i].index)
            return false;
    return true;
}

static uint32_t count_parts(const coset_ir_expr *e)
{
    if (!e)
        return 0;
    return e->op == COSET_E_AND ? count_parts(e->a) + count_parts(e->b) : 1;
}

typedef struct {
    const coset_ir_rule *rule;
    const bool *effects;
    coset_ir_plan *plan;
    uint32_t n, depth;
} planner;

/* Adds a check that needs `depth` parameters, after all earlier ones. */
static void add(planner *p, coset_ir_check check, uint32_t depth, bool has_effect)
{
    if (has_effect)
        depth = p->rule->n_params;
    for (; p->depth < depth; p->depth++)
        p->plan->first[p->depth + 1] = p->n;
    p->plan->checks[p->n++] = check;
}

static void add_parts(planner *p, const coset_ir_expr *e)
{
    if (!e)
        return;
    if (e->op != COSET_E_AND) {
        add(p, (coset_ir_check){.test = e}, needed(p->rule, e, NULL), coset_ir_expr_has_effect(p->effects, e));
        return;
    }
    add_parts(p, e->a);
    add_parts(p, e->b);
}

static void add_bind(planner *p, const coset_ir_stmt *s)
{
    add(p, (coset_ir_check){.bind = s}, needed(p->rule, NULL, s),
        coset_ir_expr_has_effect(p->effects, s->expr) || coset_ir_place_has_effect(p->effects, s->source));
}

void coset_machine_plan(coset_arena *a, const coset_ir_rule *rule, const bool *effects, coset_ir_plan *plan)
{
    planner p = {.rule = rule, .effects = effects, .plan = plan};
    uint32_t n = count_parts(rule->guard);
    for (const coset_ir_stmt *s = rule->prelude; s; s = s->next)
        n++;
    plan->first = coset_arena_get(a, rule->n_params + 2, sizeof *plan->first);
    plan->checks = coset_arena_get(a, n + 1, sizeof *plan->checks);
    uint32_t least = 0;
    for (uint32_t i = 0; i < rule->n_params; i++)
        if (!is_safe(&rule->params[i]))
            least = i + 1;
    for (; p.depth < least; p.depth++)
        plan->first[p.depth + 1] = 0;
    for (const coset_ir_stmt *s = rule->prelude; s; s = s->next)
        add_bind(&p, s);
    add_parts(&p, rule->guard);
    for (; p.depth <= rule->n_params; p.depth++)
        plan->first[p.depth + 1] = p.n;
}
