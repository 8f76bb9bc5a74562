/* ir/rewrite.c - copies all code and calls `replace` for each expression. */
#include "ir/rewrite.h"

#include "ir/order.h"

/* Slots of the frame that names and temporaries inside a loop use. */
typedef struct {
    bool open; /* its body is being copied */
    COSET_VEC(uint32_t) at;
} scratch;

typedef struct {
    coset_ir *ir;
    coset_ir_replace *replace;
    coset_ir_retype *retype; /* NULL: types stay */
    void *ctx;
    coset_ir_order *order;        /* loops to check, and their places; or NULL */
    scratch *scratch;             /* [order->n_loops] */
    coset_ir_key *keys;           /* [order->n_loops] */
    uint32_t frame;               /* of the current routine */
    coset_ir_function *functions; /* the new ones, in the order of ir->functions */
} rewriter;

static const coset_ir_expr *expr(rewriter *r, const coset_ir_expr *e);

#define COPY(r, p) coset_arena_copy((r)->ir->arena, (p), 1, sizeof *(p))

static const coset_ir_function *function(const rewriter *r, const coset_ir_function *f)
{
    return f ? &r->functions[f->number] : NULL;
}

static const coset_ir_type *type(const rewriter *r, const coset_ir_type *t)
{
    return t && r->retype ? r->retype(r->ctx, t) : t;
}

/* ---- checked loops ----------------------------------------------------------------------------------------------- */

static const struct coset_ir_track *track_of(const rewriter *r, const coset_ir_place *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; r->order && i < r->order->n_marks; i++)
        n += r->order->marks[i].place == p;
    if (n == 0)
        return NULL;
    struct coset_ir_track *track = coset_arena_get(r->ir->arena, 1, sizeof *track);
    coset_ir_touch *at = coset_arena_get(r->ir->arena, n, sizeof *at);
    for (uint32_t i = 0; i < r->order->n_marks; i++)
        if (r->order->marks[i].place == p) {
            track->watched |= r->order->marks[i].touch.deed != COSET_DEED_OWN;
            at[track->n++] = r->order->marks[i].touch;
        }
    track->at = at;
    return track;
}

static uint32_t checked(const rewriter *r, const coset_ir_stmt *s)
{
    for (uint32_t i = 0; r->order && i < r->order->n_loops; i++)
        if (r->order->loops[i].stmt == s)
            return i + 1;
    return 0;
}

/* A name or temporary of the current routine. */
static void note_scratch(rewriter *r, uint32_t frame, uint32_t n)
{
    for (uint32_t i = 0; r->order && i < r->order->n_loops; i++)
        for (uint32_t k = 0; r->scratch[i].open && k < n; k++)
            *coset_vec_add(&r->scratch[i].at) = frame + k;
}

static void open_loop(rewriter *r, uint32_t number, bool open)
{
    if (number)
        r->scratch[number - 1].open = open;
}

static void note_key(rewriter *r, const coset_ir_stmt *old, uint32_t number)
{
    if (number)
        r->keys[number - 1] = coset__order_key(r->ir, old, r->frame);
}

/* ---- the copy ---------------------------------------------------------------------------------------------------- */

static bool has_tracked_index(const coset_ir_place *p)
{
    bool has = false;
    for (uint32_t i = 0; i < p->n_steps && !has; i++) {
        const coset_ir_expr *index = p->steps[i].index;
        has = index && index->place && index->place->track;
    }
    return has;
}

static const coset_ir_place *place(rewriter *r, const coset_ir_place *p)
{
    if (!p)
        return NULL;
    coset_ir_place *copy = COPY(r, p);
    coset_ir_step *steps = coset_arena_copy(r->ir->arena, p->steps, p->n_steps, sizeof *steps);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        steps[i].index = expr(r, steps[i].index);
        steps[i].of = type(r, steps[i].of);
    }
    copy->call = expr(r, p->call);
    if (p->base == COSET_P_CALL)
        note_scratch(r, p->offset, coset_ir_slots(p->call->function->result));
    copy->type = type(r, p->type);
    copy->steps = steps;
    copy->track = track_of(r, p);
    if (copy->track || has_tracked_index(copy)) { /* never in short form, which would not be checked */
        copy->terms = NULL;
        copy->n_terms = 0;
    }
    return copy;
}

static coset_ir_binder binder(rewriter *r, const coset_ir_binder *b)
{
    coset_ir_binder copy = *b;
    note_scratch(r, b->frame, coset_ir_slots(b->type));
    copy.type = type(r, b->type);
    copy.bag = place(r, b->bag);
    copy.from = expr(r, b->from);
    copy.to = expr(r, b->to);
    copy.step = expr(r, b->step);
    return copy;
}

static const coset_ir_binder *one_binder(rewriter *r, const coset_ir_binder *b)
{
    if (!b)
        return NULL;
    coset_ir_binder copy = binder(r, b);
    return COPY(r, &copy);
}

static const coset_ir_binder *binders(rewriter *r, const coset_ir_binder *b, uint32_t n)
{
    coset_ir_binder *copy = coset_arena_get(r->ir->arena, n, sizeof *copy);
    for (uint32_t i = 0; i < n; i++)
        copy[i] = binder(r, &b[i]);
    return copy;
}

static const coset_ir_arg *arguments(rewriter *r, const coset_ir_expr *call)
{
    uint32_t n = call->function->n_params;
    coset_ir_arg *copy = coset_arena_copy(r->ir->arena, call->args, n, sizeof *copy);
    for (uint32_t i = 0; i < n; i++) {
        copy[i].expr = expr(r, copy[i].expr);
        copy[i].place = place(r, copy[i].place);
    }
    return copy;
}

/* A loaded or returned value has the type of its origin, if that type is new. */
static const coset_ir_type *type_of_value(const rewriter *r, const coset_ir_expr *old, const coset_ir_expr *new)
{
    if (!r->retype)
        return old->type;
    if (old->op == COSET_E_LOAD && new->place->type != old->place->type)
        return new->place->type;
    if (old->op == COSET_E_CALL && new->function->result != old->function->result)
        return new->function->result;
    if (old->op == COSET_E_COND && new->b->type != old->b->type)
        return new->b->type;
    if (old->op == COSET_E_COND && new->c->type != old->c->type)
        return new->c->type;
    return old->type;
}

static const coset_ir_expr *expr(rewriter *r, const coset_ir_expr *e)
{
    if (!e)
        return NULL;
    const coset_ir_expr *other = r->replace(r->ctx, e, r->frame);
    if (other)
        return other;
    coset_ir_expr *copy = COPY(r, e);
    copy->a = expr(r, e->a);
    copy->b = expr(r, e->b);
    copy->c = expr(r, e->c);
    copy->place = place(r, e->place);
    copy->other = place(r, e->other);
    copy->binder = one_binder(r, e->binder);
    if (e->function) {
        copy->args = arguments(r, e);
        copy->function = function(r, e->function);
    }
    copy->member = type(r, e->member);
    copy->type = type_of_value(r, e, copy);
    copy->set = NULL;
    return copy;
}

static const coset_ir_stmt *stmts(rewriter *r, const coset_ir_stmt *s)
{
    const coset_ir_stmt *first = NULL;
    for (const coset_ir_stmt **end = &first; s; s = s->next) {
        coset_ir_stmt *copy = COPY(r, s);
        copy->checked = checked(r, s);
        note_key(r, s, copy->checked);
        open_loop(r, copy->checked, true);
        if (s->op == COSET_S_BIND)
            note_scratch(r, s->frame, 1);
        copy->expr = expr(r, s->expr);
        copy->place = place(r, s->place);
        copy->source = place(r, s->source);
        copy->binder = one_binder(r, s->binder);
        copy->body = stmts(r, s->body);
        copy->other = stmts(r, s->other);
        copy->links = NULL;
        open_loop(r, copy->checked, false);
        *end = copy;
        end = &copy->next;
    }
    return first;
}

static void functions(rewriter *r)
{
    for (uint32_t i = 0; i < r->ir->n_functions; i++) {
        coset_ir_function *f = &r->functions[i];
        *f = *r->ir->functions[i];
        coset_ir_param *params = coset_arena_copy(r->ir->arena, f->params, f->n_params, sizeof *params);
        for (uint32_t p = 0; p < f->n_params; p++)
            params[p].type = type(r, params[p].type);
        f->params = params;
        f->result = type(r, f->result);
    }
    for (uint32_t i = 0; i < r->ir->n_functions; i++) {
        r->frame = r->functions[i].frame_size;
        r->functions[i].body = stmts(r, r->functions[i].body);
    }
}

static const coset_ir_rule *rules(rewriter *r)
{
    coset_ir_rule *copy = coset_arena_copy(r->ir->arena, r->ir->rules, r->ir->n_rules, sizeof *copy);
    for (coset_ir_rule *rule = copy; rule < copy + r->ir->n_rules; rule++) {
        r->frame = rule->frame_size;
        rule->params = binders(r, rule->params, rule->n_params);
        rule->prelude = stmts(r, rule->prelude);
        rule->guard = expr(r, rule->guard);
        rule->body = stmts(r, rule->body);
    }
    return copy;
}

static const coset_ir_prop *props(rewriter *r, const coset_ir_prop *all, uint32_t n)
{
    coset_ir_prop *copy = coset_arena_copy(r->ir->arena, all, n, sizeof *copy);
    for (coset_ir_prop *prop = copy; prop < copy + n; prop++) {
        r->frame = prop->frame_size;
        prop->params = binders(r, prop->params, prop->n_params);
        prop->prelude = stmts(r, prop->prelude);
        prop->expr = expr(r, prop->expr);
    }
    return copy;
}

static void rewrite(rewriter *r)
{
    coset_ir *ir = r->ir;
    r->functions = coset_arena_get(ir->arena, ir->n_functions, sizeof *r->functions);
    functions(r);
    ir->rules = rules(r);
    ir->props = props(r, ir->props, ir->n_props);
}

/* From here on the old functions are unreachable. */
static void list_functions(rewriter *r)
{
    coset_ir *ir = r->ir;
    const coset_ir_function **list = coset_arena_get(ir->arena, ir->n_functions, sizeof *list);
    for (uint32_t i = 0; i < ir->n_functions; i++)
        list[i] = &r->functions[i];
    ir->functions = list;
}

void coset_ir_rewrite(coset_ir *ir, coset_ir_replace *replace, void *ctx)
{
    rewriter r = {.ir = ir, .replace = replace, .ctx = ctx};
    rewrite(&r);
    list_functions(&r);
}

coset_ir *coset_ir_retyped(const coset_ir *ir, coset_arena *arena, coset_ir_replace *replace, coset_ir_retype *retype,
                           void *ctx)
{
    coset_ir *copy = coset_arena_copy(arena, ir, 1, sizeof *copy);
    copy->arena = arena;
    rewriter r = {.ir = copy, .replace = replace, .retype = retype, .ctx = ctx};
    coset_ir_var *vars = coset_arena_copy(arena, ir->vars, ir->n_vars, sizeof *vars);
    for (uint32_t i = 0; i < ir->n_vars; i++)
        vars[i].type = type(&r, vars[i].type);
    copy->vars = vars;
    rewrite(&r);
    copy->transient = ir->transient ? props(&r, ir->transient, 1) : NULL;
    copy->may_end = ir->may_end ? props(&r, ir->may_end, 1) : NULL;
    list_functions(&r);
    return copy;
}

static const coset_ir_expr *keep(void *ctx, const coset_ir_expr *e, uint32_t frame)
{
    (void)ctx, (void)e, (void)frame;
    return NULL;
}

static void give_scratch(rewriter *r)
{
    coset_ir_scratch *all = coset_arena_get(r->ir->arena, r->order->n_loops, sizeof *all);
    for (uint32_t i = 0; i < r->order->n_loops; i++) {
        all[i].n = r->scratch[i].at.n;
        all[i].at = coset_arena_copy(r->ir->arena, r->scratch[i].at.at, all[i].n, sizeof *all[i].at);
        coset_vec_fini(&r->scratch[i].at);
    }
    r->order->scratch = all;
    coset_delete(r->scratch);
}

coset_ir *coset_ir_checked(const coset_ir *ir, uint32_t n_loops, const coset_ir_ordered *loops, uint32_t n_marks,
                           const coset_ir_touched *marks)
{
    coset_arena *arena = coset_arena_new();
    coset_ir *copy = coset_arena_copy(arena, ir, 1, sizeof *copy);
    coset_ir_order *order = coset_arena_get(arena, 1, sizeof *order);
    order->n_loops = n_loops;
    order->loops = coset_arena_copy(arena, loops, n_loops, sizeof *loops);
    order->n_marks = n_marks;
    order->marks = coset_arena_copy(arena, marks, n_marks, sizeof *marks);
    pthread_mutex_init(&order->mutex, NULL);
    copy->arena = arena;
    copy->order = order;
    rewriter r = {.ir = copy, .replace = keep, .order = order, .scratch = coset_new(n_loops, sizeof *r.scratch)};
    order->keys = r.keys = coset_arena_get(arena, n_loops, sizeof *r.keys);
    rewrite(&r);
    copy->transient = ir->transient ? props(&r, ir->transient, 1) : NULL;
    copy->may_end = ir->may_end ? props(&r, ir->may_end, 1) : NULL;
    list_functions(&r);
    give_scratch(&r);
    return copy;
}
