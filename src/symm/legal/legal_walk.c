/* symm/legal/legal_walk.c - equivariance of statements and expressions.
 *
 * Each construct either commutes with every renaming or says what it breaks. Loops over symmetric elements are handed
 * to legal_loop.c, entries of bags to legal_bag.c. */
#include "ir/element_map.h"
#include "symm/legal/legal_int.h"

#define MOST_DEEP 12U /* functions walked from their calls */

static void walk_place(coset__walk *w, coset__frame *f, const coset_ir_place *p)
{
    if (p->base == COSET_P_CALL)
        coset__walk_expr(w, f, p->call);
    if (p->base == COSET_P_REF)
        coset__bag_alias_use(w, f, p);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *s = &p->steps[i];
        if (!s->index)
            continue;
        if (s->of->kind == COSET_T_BAG) {
            coset__bag_use(w, f, p, i);
            continue;
        }
        coset__walk_expr(w, f, s->index);
        coset__flow(w->l, s->index, s->of->index, s->pos);
    }
}

static void order_matters(coset__walk *w, const coset_ir_expr *e, const coset_ir_expr *operand)
{
    coset__types types = operand ? coset__types_in(w->l, operand->type) : 0;
    if (types)
        coset__refuse(w->l, types, e->pos,
                      "elements of %s are ordered or computed with here; only comparing for equality, assigning and "
                      "indexing are symmetric",
                      coset__type_name(w->l, types));
}

static void walk_constant(coset__walk *w, const coset_ir_expr *e)
{
    coset__types types = coset__types_in(w->l, e->type);
    for (uint32_t t = 0; t < w->l->ir->n_symtypes && t < COSET__MOST_TYPES; t++) {
        int64_t rank = types >> t & 1 ? coset__rank_of_element(e->type, t, e->value) : -1;
        if (rank >= 0)
            coset__fix(w->l, t, (uint64_t)rank, e->pos,
                       "a constant singles out this element of %s; use a parameter of a ruleset, or an enumeration "
                       "beside the scalarset in a union",
                       coset__type_name(w->l, (coset__types)1 << t));
    }
}

static void walk_equal(coset__walk *w, coset__frame *f, const coset_ir_expr *e)
{
    if (e->a->type->kind == COSET_T_BAGINDEX || e->b->type->kind == COSET_T_BAGINDEX) {
        coset__bag_compare(w, f, e);
        return;
    }
    coset__walk_expr(w, f, e->a);
    coset__walk_expr(w, f, e->b);
    coset__flow(w->l, e->a, e->b->type, e->pos);
    coset__flow(w->l, e->b, e->a->type, e->pos);
}

static void walk_same(coset__walk *w, coset__frame *f, const coset_ir_expr *e)
{
    walk_place(w, f, e->place);
    walk_place(w, f, e->other);
    coset__match(w->l, e->place->type, e->other->type, e->pos);
    if (!w->pure && coset__has_bag(e->place->type))
        coset__refuse(
            w->l, coset__types_in(w->l, e->place->type) | w->l->bag_order, e->pos,
            "multisets are compared entry by entry, and within a step their order is not determined; compare in a "
            "guard or an invariant");
}

/* ---- calls ---------------------------------------------------------------------------------------------------- */

static void walk_arguments(coset__walk *w, coset__frame *f, const coset_ir_expr *e)
{
    for (uint32_t i = 0; i < e->function->n_params; i++) {
        const coset_ir_arg *a = &e->args[i];
        const coset_ir_param *p = &e->function->params[i];
        if (a->place) {
            walk_place(w, f, a->place);
            coset__match(w->l, a->place->type, p->type, e->pos);
        } else if (a->expr && !(p->type->kind == COSET_T_BAGINDEX && a->expr->op == COSET_E_LOAD)) {
            coset__walk_expr(w, f, a->expr);
            coset__flow(w->l, a->expr, p->type, e->pos);
        }
    }
}

/* The function as seen without its callers: var parameters may name anything. */
static const coset__blames *generic_blames(coset__legal *l, const coset_ir_function *f)
{
    coset__function *g = coset__function_of(l, f);
    if (g->blames) {
        l->tangled |= g->walking; /* its remaining blames are added in the end */
        return g->blames;
    }
    g->walking = true;
    coset__blames *outer = l->blames;
    bool ignores = l->ignores_defined, obliges = l->obliges;
    const uint32_t early = l->early;
    const bool is_early = l->is_early;
    const coset__walk *walk = l->walk;
    g->blames = l->blames = coset__blames_new(l->arena, l->ir, COSET_NO_PROP);
    l->ignores_defined = true;
    l->obliges = false; /* first see what each caller needs */
    l->early = 0;
    l->is_early = false;
    coset__frame in = coset__frame_generic(l, f);
    coset__walk w = coset__walk_new(l, true);
    w.depth = MOST_DEEP;
    l->walk = &w;
    coset__walk_list(&w, &in, f->body, NULL, NULL);
    coset__walk_fini(&w);
    g->walking = false;
    l->blames = outer;
    l->ignores_defined = ignores;
    l->obliges = obliges;
    l->early = early;
    l->is_early = is_early;
    l->walk = walk;
    return g->blames;
}

static void note_call(coset__walk *w, coset__frame *f, const coset_ir_expr *e)
{
    coset__effects effects;
    if (!w->l->has_bags)
        return;
    coset__effects_init(&effects, w->l, f);
    coset__effects_of_expr(&effects, f, e);
    coset__bag_note_effects(w, &effects);
    coset__effects_fini(&effects);
}

/* `rest` is what follows the call, or NULL. */
static void walk_call(coset__walk *w, coset__frame *f, const coset_ir_expr *e, const coset__rest *rest)
{
    walk_arguments(w, f, e);
    const coset__blames *b = generic_blames(w->l, e->function);
    if (coset__blames_none(b)) {
        note_call(w, f, e);
        return;
    }
    if (w->depth >= MOST_DEEP || coset__frame_within(f, e->function) || w->l->n_followed >= COSET__MOST_FOLLOWED) {
        coset__blames_join(w->l->blames, b);
        note_call(w, f, e);
        return;
    }
    /* something is wrong for some callers: look at this one */
    coset__frame in = coset__frame_call(w->l, f, e);
    in.rest = rest;
    bool pure = w->pure;
    w->pure = false;
    w->l->n_followed++;
    w->depth++;
    coset__walk_list(w, &in, e->function->body, NULL, NULL);
    w->depth--;
    w->pure = pure;
}

/* ---- expressions ---------------------------------------------------------------------------------------------- */

void coset__walk_binder(coset__walk *w, coset__frame *f, const coset_ir_binder *b)
{
    const coset_ir_expr *parts[] = {b->from, b->to, b->step};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            coset__walk_expr(w, f, parts[i]);
    coset__types types = b->from ? coset__types_in(w->l, b->type) : 0;
    if (types)
        coset__refuse(w->l, types, b->pos, "`%s` runs from one element of %s to another, which orders them", b->name,
                      coset__type_name(w->l, types));
    if (b->bag)
        walk_place(w, f, b->bag);
}

static void enter(coset__walk *w, coset__frame *f, const coset_ir_binder *b)
{
    coset__bind(w->l, f, b, coset__sym_new(w->l, COSET__VALUE));
    coset__bag_bind(w, &f->slots[b->frame]);
}

static void leave(coset__frame *f, const coset_ir_binder *b) { f->slots[b->frame] = (coset__slot){0}; }

static void walk_quantifier(coset__walk *w, coset__frame *f, const coset_ir_expr *e)
{
    coset__walk_binder(w, f, e->binder);
    if (coset_ir_has_call(e->a))
        coset__quantifier_check(w->l, f, e);
    enter(w, f, e->binder);
    coset__walk_expr(w, f, e->a);
    leave(f, e->binder);
}

static void walk_load(coset__walk *w, coset__frame *f, const coset_ir_expr *e)
{
    walk_place(w, f, e->place);
    if (e->type->kind == COSET_T_BAGINDEX)
        coset__refuse(w->l, w->l->moving, e->pos, "the number of an entry of a multiset is used as a value");
}

/* Arithmetic on one element that treats all elements alike, with a result of the corresponding type. */
static bool walk_element_map(coset__walk *w, coset__frame *f, const coset_ir_expr *e)
{
    coset_ir_element_map m;
    if (!coset_ir_element_map_of(w->l->arena, e, &m) ||
        (m.type ? !coset_ir_same_values(m.type, e->type) : coset_ir_is_symmetric(e->type)))
        return false;
    coset__walk_expr(w, f, m.leaf);
    return true;
}

void coset__walk_expr(coset__walk *w, coset__frame *f, const coset_ir_expr *e)
{
    switch (e->op) {
    case COSET_E_CONST:
        walk_constant(w, e);
        return;
    case COSET_E_LOAD:
        walk_load(w, f, e);
        return;
    case COSET_E_EQ:
    case COSET_E_NE:
        walk_equal(w, f, e);
        return;
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
        walk_same(w, f, e);
        return;
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
    case COSET_E_BAGCOUNT:
        walk_quantifier(w, f, e);
        return;
    case COSET_E_ISUNDEFINED:
        walk_place(w, f, e->place);
        return;
    case COSET_E_CALL:
        walk_call(w, f, e, NULL);
        return;
    case COSET_E_ISMEMBER:
        coset__walk_expr(w, f, e->a);
        coset__flow(w->l, e->a, e->member, e->pos);
        return;
    case COSET_E_COND:
        order_matters(w, e, e->a);
        coset__flow(w->l, e->b, e->type, e->pos);
        coset__flow(w->l, e->c, e->type, e->pos);
        break;
    default:
        if (walk_element_map(w, f, e))
            return;
        order_matters(w, e, e->a);
        order_matters(w, e, e->b);
        break;
    }
    const coset_ir_expr *parts[] = {e->a, e->b, e->c};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            coset__walk_expr(w, f, parts[i]);
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static void walk_if(coset__walk *w, coset__frame *f, const coset_ir_stmt *s, const coset__rest *here)
{
    coset__walk_expr(w, f, s->expr);
    coset__bags before = coset__bags_save(w);
    coset__walk_list(w, f, s->body, NULL, here);
    coset__bags then = coset__bags_save(w);
    coset__bags_restore(w, &before);
    coset__walk_list(w, f, s->other, NULL, here);
    coset__bags_join(w, &then);
    coset__bags_drop(&before);
}

/* Bag changes of a later round of the loop apply to earlier places in its body. */
static void note_rounds(coset__walk *w, coset__frame *f, const coset_ir_stmt *s)
{
    coset__effects effects;
    if (!w->l->has_bags)
        return;
    coset__effects_init(&effects, w->l, f);
    if (!s->binder)
        coset__effects_of_expr(&effects, f, s->expr);
    else
        coset__bind(w->l, f, s->binder, coset__sym_new(w->l, COSET__ANY));
    coset__effects_of_body(&effects, f, s->body, false);
    coset__bag_note_effects(w, &effects);
    coset__effects_fini(&effects);
}

static void walk_loop(coset__walk *w, coset__frame *f, const coset_ir_stmt *s, const coset__rest *here)
{
    if (s->binder) {
        coset__walk_binder(w, f, s->binder);
        coset__loop_check(w->l, f, s, here);
        note_rounds(w, f, s);
        enter(w, f, s->binder);
    } else {
        note_rounds(w, f, s);
        coset__walk_expr(w, f, s->expr);
    }
    coset__walk_list(w, f, s->body, s, here);
    if (s->binder)
        leave(f, s->binder);
}

/* The value of s, simple or complex, becomes one of type `to`. */
static void walk_value(coset__walk *w, coset__frame *f, const coset_ir_stmt *s, const coset_ir_type *to)
{
    if (s->expr) {
        coset__walk_expr(w, f, s->expr);
        if (to)
            coset__flow(w->l, s->expr, to, s->pos);
    } else if (s->source) {
        walk_place(w, f, s->source);
        if (to)
            coset__match(w->l, s->source->type, to, s->pos);
    }
}

static void walk_assign(coset__walk *w, coset__frame *f, const coset_ir_stmt *s)
{
    walk_value(w, f, s, s->place->type);
    walk_place(w, f, s->place);
    if (s->op == COSET_S_COPY && coset__has_bag(s->place->type)) {
        const coset__path *path = coset__path_of(w->l, f, s->place);
        coset__bag_remove_at(w, path, true);
        coset__bag_add_at(w, path, true);
    }
}

static void walk_add(coset__walk *w, coset__frame *f, const coset_ir_stmt *s)
{
    walk_value(w, f, s, s->place->type->element);
    walk_place(w, f, s->place);
    coset__bag_add_at(w, coset__path_of(w->l, f, s->place), false);
}

static void walk_remove_if(coset__walk *w, coset__frame *f, const coset_ir_stmt *s, const coset__rest *here)
{
    walk_place(w, f, s->place);
    coset__walk_binder(w, f, s->binder);
    coset__loop_check(w->l, f, s, here);
    enter(w, f, s->binder);
    coset__walk_expr(w, f, s->expr);
    leave(f, s->binder);
    coset__bag_remove_at(w, coset__path_of(w->l, f, s->place), true);
}

static void walk_reset(coset__walk *w, coset__frame *f, const coset_ir_stmt *s)
{
    walk_place(w, f, s->place);
    if (s->op == COSET_S_CLEAR)
        coset__clear(w->l, s->place->type, s->pos);
    if (coset__has_bag(s->place->type))
        coset__bag_remove_at(w, coset__path_of(w->l, f, s->place), true);
}

static void walk_put(coset__walk *w, coset__frame *f, const coset_ir_stmt *s)
{
    if (s->expr && s->expr->op == COSET_E_LOAD)
        walk_place(w, f, s->expr->place);
    else if (s->expr)
        coset__walk_expr(w, f, s->expr);
    if (s->place)
        walk_place(w, f, s->place);
}

static void walk_stmt(coset__walk *w, coset__frame *f, const coset_ir_stmt *s, const coset__rest *here)
{
    switch (s->op) {
    case COSET_S_ASSIGN:
    case COSET_S_COPY:
        walk_assign(w, f, s);
        break;
    case COSET_S_RETURN:
        walk_value(w, f, s, f->function ? f->function->result : NULL);
        break;
    case COSET_S_IF:
        walk_if(w, f, s, here);
        break;
    case COSET_S_FOR:
    case COSET_S_WHILE:
        walk_loop(w, f, s, here);
        break;
    case COSET_S_CALL:
        walk_call(w, f, s->expr, here);
        break;
    case COSET_S_ASSERT:
    case COSET_S_ASSUME:
    case COSET_S_COVER:
        if (s->expr)
            coset__walk_expr(w, f, s->expr);
        break;
    case COSET_S_PUT:
        walk_put(w, f, s);
        break;
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        walk_reset(w, f, s);
        break;
    case COSET_S_BAGADD:
        walk_add(w, f, s);
        break;
    case COSET_S_BAGREMOVE:
        walk_place(w, f, s->place);
        coset__bag_remove(w, f, s);
        break;
    case COSET_S_BAGREMOVE_IF:
        walk_remove_if(w, f, s, here);
        break;
    case COSET_S_BIND:
        walk_place(w, f, s->source);
        coset__alias(w->l, f, s, false);
        break;
    }
}

void coset__walk_list(coset__walk *w, coset__frame *f, const coset_ir_stmt *list, const coset_ir_stmt *loop,
                      const coset__rest *up)
{
    for (const coset_ir_stmt *s = list; s; s = s->next) {
        const coset__rest here = {s->next, loop, up};
        walk_stmt(w, f, s, &here);
    }
}
