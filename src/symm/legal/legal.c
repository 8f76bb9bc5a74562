/* symm/legal/legal.c - analysis of a program: order of the walks, and the resulting groups. */
#include "symm/legal/legal.h"

#include <string.h>

#include "ir/interp.h"
#include "symm/legal/legal_int.h"

#define MOST_SCRATCH 256U     /* slots */
#define MOST_EFFECTS 4000000U /* statements and expressions followed for all loops together */

/* Parameters, prelude and guard (or expression) run for one instance after the other on one memory: their writes would
 * be visible to the next. */
static void check_pure(coset__legal *l, coset__frame *f, const coset_ir_stmt *prelude, const coset_ir_expr *e,
                       const char *what)
{
    coset__effects effects;
    coset__effects_init(&effects, l, f);
    coset__effects_of_body(&effects, f, prelude, false);
    if (e)
        coset__effects_of_expr(&effects, f, e);
    if (coset__effects_write(&effects) || effects.unknown)
        coset__refuse(l, l->moving, e ? e->pos : prelude->pos,
                      "this %s may change the state while it is evaluated; call only functions without effects", what);
    coset__effects_fini(&effects);
}

static void bind_parameters(coset__walk *w, coset__frame *f, const coset_ir_binder *params, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        coset__walk_binder(w, f, &params[i]);
        coset__bind(w->l, f, &params[i], coset__sym_new(w->l, COSET__VALUE));
        coset__bag_bind(w, &f->slots[params[i].frame]);
    }
}

static void walk_guard(coset__walk *w, coset__frame *f, const coset_ir_stmt *prelude, const coset_ir_expr *e,
                       const char *what)
{
    check_pure(w->l, f, prelude, e, what);
    w->pure = true;
    coset__walk_list(w, f, prelude, NULL, NULL);
    if (e)
        coset__walk_expr(w, f, e);
    w->pure = false;
}

static void walk_rule(coset__legal *l, const coset_ir_rule *r)
{
    coset__walk w = coset__walk_new(l, false);
    coset__frame f = coset__frame_new(l, r->frame_size, NULL, NULL);
    l->walk = &w;
    l->ignores_defined = r->is_start;
    l->is_early = r->early;
    l->early = l->arrivals ? r->early : 0;
    l->arrives = r->arrives;
    bind_parameters(&w, &f, r->params, r->n_params);
    walk_guard(&w, &f, r->prelude, r->guard, "guard");
    const coset__rest end = {0};
    coset__walk_list(&w, &f, r->body, NULL, &end);
    coset__walk_fini(&w);
    l->early = 0;
    l->is_early = false;
}

static void walk_prop(coset__legal *l, const coset_ir_prop *p)
{
    coset__walk w = coset__walk_new(l, false);
    coset__frame f = coset__frame_new(l, p->frame_size, NULL, NULL);
    l->walk = &w;
    l->ignores_defined = false;
    bind_parameters(&w, &f, p->params, p->n_params);
    walk_guard(&w, &f, p->prelude, p->expr, "property");
    coset__walk_fini(&w);
}

static bool of_state(const coset_ir_prop *p) { return !p->in_step && p->expr; }

static void walk_steps(coset__legal *l)
{
    for (uint32_t i = 0; i < l->ir->n_rules; i++)
        if (!l->ir->rules[i].is_start)
            walk_rule(l, &l->ir->rules[i]);
    for (uint32_t i = 0; i < l->ir->n_props; i++)
        if (of_state(&l->ir->props[i]) && l->ir->props[i].kind == COSET_PROP_ASSUMPTION)
            walk_prop(l, &l->ir->props[i]);
    if (l->ir->transient)
        walk_prop(l, l->ir->transient);
    if (l->ir->may_end)
        walk_prop(l, l->ir->may_end);
}

/* ---- the groups ----------------------------------------------------------------------------------------------- */

static void forget_functions(coset__legal *l)
{
    for (uint32_t i = 0; i < l->ir->n_functions; i++) {
        if (l->functions[i].blames)
            coset__blames_fini(l->functions[i].blames);
        l->functions[i].blames = NULL;
    }
}

/* Mutually recursive functions were assumed harmless while they were walked: then everything that any function breaks
 * is included. */
static void join_tangled(const coset__legal *l, coset__blames *b)
{
    for (uint32_t i = 0; l->tangled && i < l->ir->n_functions; i++)
        if (l->functions[i].blames)
            coset__blames_join(b, l->functions[i].blames);
}

static coset__blames *blames_of_prop(coset__legal *l, const coset__blames *steps, uint32_t p)
{
    coset__blames *b = coset__blames_new(l->arena, l->ir, COSET_NO_PROP);
    coset__blames_join(b, steps);
    b->prop = p;
    l->blames = b;
    walk_prop(l, &l->ir->props[p]);
    join_tangled(l, b);
    return b;
}

static const coset_symgroup *group_of(const coset__legal *l, const coset__blames *b, const coset_model *m,
                                      coset_arena *out)
{
    coset_symgroup *g = coset__blames_group(b, m, out);
    if (l->arrivals) {
        coset_arrivals *a = coset_arena_copy(out, l->arrivals, 1, sizeof *a);
        a->exact = a->exact && !l->singles;
        g->arrivals = a;
    }
    return g;
}

static const coset_symgroup *group_of_starts(coset__legal *l, const coset__blames *steps, const coset_model *m,
                                             coset_arena *out)
{
    coset__blames *b = coset__blames_new(l->arena, l->ir, COSET_NO_PROP);
    coset__blames_join(b, steps);
    l->blames = b;
    for (uint32_t i = 0; i < l->ir->n_rules; i++)
        if (l->ir->rules[i].is_start)
            walk_rule(l, &l->ir->rules[i]);
    join_tangled(l, b);
    const coset_symgroup *g = group_of(l, b, m, out);
    coset__blames_fini(b);
    return g;
}

/* The order of bag entries may turn out to depend on more scalarsets during the walk: iterates to a fixpoint. */
static const coset_legal *settle(coset__legal *l, const coset_model *m, coset_arena *out)
{
    coset_legal *legal = coset_arena_get(out, 1, sizeof *legal);
    const coset_symgroup **props = coset_arena_get(out, m->n_props, sizeof *props);
    coset__types before;
    do {
        before = l->bag_order;
        l->singles = l->blames_early = false;
        forget_functions(l);
        coset__obligations_clear(l->obligations);
        l->obliges = l->options->obliges;
        coset__blames *steps = coset__blames_new(l->arena, l->ir, COSET_NO_PROP);
        l->blames = steps;
        walk_steps(l);
        join_tangled(l, steps);
        legal->steps = group_of(l, steps, m, out);
        l->obliges = false;
        legal->starts = group_of_starts(l, steps, m, out);
        l->obliges = l->options->obliges;
        for (uint32_t p = 0; p < m->n_props; p++) {
            props[p] = legal->steps;
            if (p >= l->ir->n_props || !of_state(&l->ir->props[p]))
                continue;
            coset__blames *own = blames_of_prop(l, steps, p);
            if (own->refusals.n > steps->refusals.n)
                props[p] = group_of(l, own, m, out);
            coset__blames_fini(own);
        }
        coset__blames_fini(steps);
    } while (l->bag_order != before);
    legal->props = props;
    coset__obligations_give(l, legal, out);
    return legal;
}

static coset__types types_that_move(const coset_ir *ir)
{
    coset__types all = 0;
    for (uint32_t t = 0; t < ir->n_symtypes && t < COSET__MOST_TYPES; t++)
        if (ir->symtypes[t]->n > 1)
            all |= (coset__types)1 << t;
    return all;
}

static bool adds_to_bags(const coset_ir_stmt *s)
{
    for (; s; s = s->next)
        if (s->op == COSET_S_BAGADD || adds_to_bags(s->body) || adds_to_bags(s->other))
            return true;
    return false;
}

static bool uses_bags(const coset_ir *ir)
{
    for (uint32_t i = 0; i < ir->n_functions; i++)
        if (adds_to_bags(ir->functions[i]->body))
            return true;
    for (uint32_t i = 0; i < ir->n_rules; i++)
        if (adds_to_bags(ir->rules[i].body))
            return true;
    return false;
}

static bool is_small(const coset_ir_type *t)
{
    bool small =
        (coset_ir_is_simple(t) && t->kind != COSET_T_INT) || (t->kind == COSET_T_RECORD && t->width <= MOST_SCRATCH);
    for (uint32_t i = 0; small && t->kind == COSET_T_RECORD && i < t->n_fields; i++)
        small = is_small(t->fields[i].type);
    return small;
}

static void number_scratch(coset__legal *l)
{
    l->scratch = coset_arena_get(l->arena, (size_t)l->ir->n_slots + 1, sizeof *l->scratch);
    for (uint32_t i = 0; i <= l->ir->n_slots; i++)
        l->scratch[i] = COSET__NO_SCRATCH;
    for (uint32_t v = 0; v < l->ir->n_vars; v++) {
        const coset_ir_var *var = &l->ir->vars[v];
        if (is_small(var->type) && l->n_scratch + var->type->width <= MOST_SCRATCH)
            for (uint32_t i = 0; i < var->type->width; i++)
                l->scratch[var->offset + i] = l->n_scratch++;
    }
}

static void prepare(coset__legal *l)
{
    number_scratch(l);
    l->effects_left = MOST_EFFECTS;
    l->moving = types_that_move(l->ir);
    l->functions = coset_arena_get(l->arena, l->ir->n_functions, sizeof *l->functions);
    for (uint32_t i = 0; i < l->ir->n_functions; i++) {
        const coset_ir_function *f = l->ir->functions[i];
        l->functions[i].assigned = coset_arena_get(l->arena, (size_t)f->frame_size + 1, 1);
        coset__assigned(f, l->functions[i].assigned);
    }
}

/* Elements are present once they have been started, or only when all are. False: both are the same. */
static bool set_arrivals(coset__legal *l, bool at_once)
{
    if (l->ir->arrivals->at_once && !at_once)
        return false;
    coset_arrivals *a = coset_arena_copy(l->arena, l->ir->arrivals, 1, sizeof *a);
    a->at_once = at_once;
    l->arrivals = a;
    return true;
}

const coset_legal *coset_legal_check(const coset_model *m, const coset_legal_options *options, coset_arena *arena)
{
    static const coset_legal_options none = {0};
    coset__obligations obligations = {0};
    const coset_ir *ir = coset_model_ir(m);
    COSET_INVARIANT(ir && ir->n_symtypes == m->symmetry.n_types);
    coset__legal l = {.model = m, .ir = ir, .arena = coset_arena_new(), .has_bags = uses_bags(ir)};
    l.options = options ? options : &none;
    l.obligations = &obligations;
    prepare(&l);
    const coset_legal *legal = settle(&l, m, arena);
    for (uint32_t way = 0; way < 2 && l.options->arrives && ir->arrivals && l.blames_early; way++)
        if (set_arrivals(&l, way == 1))
            legal = settle(&l, m, arena);
    forget_functions(&l);
    coset__obligations_fini(&obligations);
    coset_arena_free(l.arena);
    return legal;
}

const uint8_t *coset_legal_defined(const coset_model *m, coset_arena *arena)
{
    coset__legal l = {.model = m, .ir = coset_model_ir(m), .arena = coset_arena_new()};
    prepare(&l);
    const uint8_t *defined = coset__defined(&l);
    const uint8_t *kept = defined ? coset_arena_copy(arena, defined, m->n_slots, 1) : NULL;
    coset_arena_free(l.arena);
    return kept;
}
