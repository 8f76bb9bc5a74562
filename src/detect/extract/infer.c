/* detect/extract/infer.c - see detect/extract/infer.h. */
#include "detect/extract/infer.h"

#include <stdlib.h>
#include <string.h>

#include "detect/extract/instances.h"
#include "ir/rewrite.h"

#define MOST_ELEMENTS 256U

/* A range type, and its family: a tree of ranges, the root of which knows whether something is computed with them. */
typedef struct {
    const coset_ir_type *type;
    uint32_t up;
    bool plain;
} range;

typedef struct {
    const coset_ir_expr *expr;
    uint32_t range;
} constant;

typedef struct {
    const coset_ir_type *old, *new;
} retyped;

/* Types that represent the numbers of a family from `lo` on, up to the next cut. */
typedef struct {
    uint32_t family;
    const coset_ir_type *type;
} segment;

typedef struct {
    const coset_ir *ir;
    const coset_ir_function *function; /* that is walked, or NULL */
    uint32_t frame_size, prop, where;  /* of the walked part */
    uint32_t needs;                    /* of the condition that is walked */
    bool start_calls;                  /* a start state calls a function */
    COSET_VEC(range) ranges;
    COSET_VEC(constant) constants; /* that pass into a family */
    COSET_VEC(retyped) types;
    COSET_VEC(segment) segments; /* of one family one after the other, ascending */
    COSET_VEC(const coset_ir_type *) symtypes;
    COSET_VEC(coset__series) series;
    coset_arena *arena; /* of the new types */
} inference;

/* A value that passes: the range it has, or a constant, or else a number that was computed or has no range. */
typedef struct {
    enum { OF_RANGE, CONSTANT, COMPUTED } kind;
    uint32_t range;
    const coset_ir_expr *expr;
} value;

/* The question about a condition: is it true, is it false, or both: then a fault is a third answer. */
enum { TRUTH = 1, FALSITY = 2, BOTH = 3 };

/* ---- families --------------------------------------------------------------------------------------------------- */

static uint32_t family_of(const inference *f, uint32_t r)
{
    while (f->ranges.at[r].up != r)
        r = f->ranges.at[r].up;
    return r;
}

static uint32_t range_of(inference *f, const coset_ir_type *t)
{
    uint32_t i = 0;
    while (i < f->ranges.n && f->ranges.at[i].type != t)
        i++;
    if (i == f->ranges.n)
        *coset_vec_add(&f->ranges) = (range){t, i, t->n == 0};
    return i;
}

static void unite(inference *f, uint32_t a, uint32_t b)
{
    uint32_t x = family_of(f, a), y = family_of(f, b);
    f->ranges.at[x].plain = f->ranges.at[x].plain || f->ranges.at[y].plain;
    f->ranges.at[y].up = x;
}

static void compute_with(inference *f, value v)
{
    if (v.kind == OF_RANGE)
        f->ranges.at[family_of(f, v.range)].plain = true;
}

static value value_of_type(inference *f, const coset_ir_type *t)
{
    return t->kind == COSET_T_RANGE ? (value){OF_RANGE, range_of(f, t), NULL} : (value){COMPUTED, 0, NULL};
}

/* One passes into the other, or they are compared. */
static void join(inference *f, value a, value b)
{
    if (a.kind != OF_RANGE) {
        const value c = a;
        a = b;
        b = c;
    }
    if (a.kind != OF_RANGE)
        return;
    if (b.kind == OF_RANGE)
        unite(f, a.range, b.range);
    else if (b.kind == CONSTANT)
        *coset_vec_add(&f->constants) = (constant){b.expr, a.range};
    else
        compute_with(f, a);
}

/* Structured values pass slot by slot. */
static void match(inference *f, const coset_ir_type *a, const coset_ir_type *b)
{
    if (a == b)
        return;
    if (coset_ir_is_simple(a) && coset_ir_is_simple(b))
        join(f, value_of_type(f, a), value_of_type(f, b));
    if (a->kind != b->kind)
        return;
    if (a->kind == COSET_T_ARRAY)
        match(f, a->index, b->index);
    if (a->kind == COSET_T_ARRAY || a->kind == COSET_T_BAG)
        match(f, a->element, b->element);
    for (uint32_t i = 0; a->kind == COSET_T_RECORD && i < a->n_fields && i < b->n_fields; i++)
        match(f, a->fields[i].type, b->fields[i].type);
}

/* ---- the walk --------------------------------------------------------------------------------------------------- */

static value walk_expr(inference *f, const coset_ir_expr *e);
static void walk_stmts(inference *f, const coset_ir_stmt *s);

static void walk_place(inference *f, const coset_ir_place *p)
{
    if (!p)
        return;
    if (p->base == COSET_P_CALL)
        (void)walk_expr(f, p->call);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *s = &p->steps[i];
        if (!s->index)
            continue;
        value v = walk_expr(f, s->index);
        if (s->of->kind == COSET_T_ARRAY)
            join(f, value_of_type(f, s->of->index), v);
    }
}

static void walk_binder(inference *f, const coset_ir_binder *b)
{
    const coset_ir_expr *parts[] = {b->from, b->to, b->step};
    walk_place(f, b->bag);
    value v = value_of_type(f, b->type);
    for (int i = 0; i < 3; i++)
        if (parts[i]) { /* from one to another: in order */
            compute_with(f, v);
            compute_with(f, walk_expr(f, parts[i]));
        }
}

static value walk_call(inference *f, const coset_ir_expr *e)
{
    f->start_calls = f->start_calls || f->where == COSET__WITHIN_START;
    for (uint32_t i = 0; i < e->function->n_params; i++) {
        const coset_ir_type *t = e->function->params[i].type;
        walk_place(f, e->args[i].place);
        if (e->args[i].place)
            match(f, e->args[i].place->type, t);
        else if (e->args[i].expr)
            join(f, walk_expr(f, e->args[i].expr), value_of_type(f, t));
    }
    return e->function->result ? value_of_type(f, e->function->result) : (value){COMPUTED, 0, NULL};
}

static value walk_choice(inference *f, const coset_ir_expr *e)
{
    (void)walk_expr(f, e->a);
    value b = walk_expr(f, e->b), c = walk_expr(f, e->c);
    join(f, b, c);
    if (b.kind == OF_RANGE)
        return b;
    return c.kind == OF_RANGE ? c : (value){COMPUTED, 0, NULL};
}

static void note_quantifier(inference *f, const coset_ir_expr *e)
{
    *coset_vec_add(&f->series) = (coset__series){.binders = e->binder,
                                                 .n_binders = 1,
                                                 .body = e->a,
                                                 .decides = e->op == COSET_E_EXISTS,
                                                 .truth = f->needs == (e->op == COSET_E_FORALL ? TRUTH : FALSITY),
                                                 .frame_size = f->frame_size,
                                                 .where = f->where,
                                                 .prop = f->prop,
                                                 .pos = e->pos};
}

static value walk_needing(inference *f, const coset_ir_expr *e, uint32_t needs)
{
    uint32_t before = f->needs;
    f->needs = needs;
    value v = walk_expr(f, e);
    f->needs = before;
    return v;
}

/* `a` decides by one of its values, and `b` is evaluated after the other. */
static void walk_connective(inference *f, const coset_ir_expr *e)
{
    uint32_t needs = f->needs, passes = e->op == COSET_E_OR ? FALSITY : TRUTH;
    bool only_one = needs == (e->op == COSET_E_AND ? TRUTH : FALSITY);
    (void)walk_needing(f, e->a, only_one ? passes : BOTH);
    (void)walk_needing(f, e->b, needs);
}

static void walk_condition(inference *f, const coset_ir_expr *e)
{
    switch (e->op) {
    case COSET_E_NOT:
        (void)walk_needing(f, e->a, f->needs == BOTH ? BOTH : BOTH - f->needs);
        return;
    case COSET_E_FORALL:
    case COSET_E_EXISTS: {
        bool one = f->needs == (e->op == COSET_E_FORALL ? TRUTH : FALSITY);
        note_quantifier(f, e);
        walk_binder(f, e->binder);
        (void)walk_needing(f, e->a, one ? f->needs : BOTH);
        return;
    }
    default:
        walk_connective(f, e);
        return;
    }
}

static value walk_operand(inference *f, const coset_ir_expr *e)
{
    const coset_ir_expr *parts[] = {e->a, e->b, e->c};
    switch (e->op) {
    case COSET_E_CONST:
        return (value){CONSTANT, 0, e};
    case COSET_E_LOAD:
        walk_place(f, e->place);
        return value_of_type(f, e->place->type);
    case COSET_E_EQ:
    case COSET_E_NE: {
        value a = walk_expr(f, e->a);
        join(f, a, walk_expr(f, e->b));
        break;
    }
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
        match(f, e->place->type, e->other->type);
        walk_place(f, e->place);
        walk_place(f, e->other);
        break;
    case COSET_E_ISUNDEFINED:
        walk_place(f, e->place);
        break;
    case COSET_E_ISMEMBER:
        join(f, walk_expr(f, e->a), value_of_type(f, e->member));
        break;
    case COSET_E_CALL:
        return walk_call(f, e);
    case COSET_E_COND:
        return walk_choice(f, e);
    default:
        if (e->binder)
            walk_binder(f, e->binder);
        for (int i = 0; i < 3; i++)
            if (parts[i])
                compute_with(f, walk_expr(f, parts[i]));
        break;
    }
    return (value){COMPUTED, 0, NULL};
}

static value walk_expr(inference *f, const coset_ir_expr *e)
{
    switch (e->op) {
    case COSET_E_NOT:
    case COSET_E_AND:
    case COSET_E_OR:
    case COSET_E_IMPLIES:
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        walk_condition(f, e);
        return (value){COMPUTED, 0, NULL};
    default: {
        uint32_t before = f->needs;
        f->needs = BOTH;
        value v = walk_operand(f, e);
        f->needs = before;
        return v;
    }
    }
}

/* The statement's value, simple or structured, passes into a place of this type. */
static void walk_source(inference *f, const coset_ir_stmt *s, const coset_ir_type *to)
{
    walk_place(f, s->source);
    if (s->source && to)
        match(f, s->source->type, to);
    if (!s->expr)
        return;
    value v = walk_expr(f, s->expr);
    if (to)
        join(f, v, value_of_type(f, to));
}

static const coset_ir_type *target_of(const inference *f, const coset_ir_stmt *s)
{
    switch (s->op) {
    case COSET_S_ASSIGN:
    case COSET_S_COPY:
        return s->place->type;
    case COSET_S_BAGADD:
        return s->place->type->element;
    case COSET_S_RETURN:
        return f->function ? f->function->result : NULL;
    default:
        return NULL;
    }
}

static void walk_stmts(inference *f, const coset_ir_stmt *s)
{
    for (; s; s = s->next) {
        walk_place(f, s->place);
        if (s->binder)
            walk_binder(f, s->binder);
        walk_source(f, s, target_of(f, s));
        walk_stmts(f, s->body);
        walk_stmts(f, s->other);
    }
}

static void walk_parameters(inference *f, const coset_ir_binder *params, uint32_t n_params,
                            const coset_ir_stmt *prelude, const coset_ir_expr *e)
{
    for (uint32_t i = 0; i < n_params; i++)
        walk_binder(f, &params[i]);
    walk_stmts(f, prelude);
    if (e)
        (void)walk_expr(f, e);
}

static void walk_prop(inference *f, const coset_ir_prop *p, uint32_t number)
{
    if (!p)
        return;
    f->prop = p->kind == COSET_PROP_ASSUMPTION ? COSET_NO_PROP : number;
    f->frame_size = p->frame_size;
    f->where = COSET__OF_STATE;
    f->needs = p->kind == COSET_PROP_INVARIANT ? TRUTH : BOTH;
    walk_parameters(f, p->params, p->n_params, p->prelude, p->expr);
    if (p->expr && coset__prop_is_joined(p))
        *coset_vec_add(&f->series) = (coset__series){.binders = p->params,
                                                     .n_binders = p->n_params,
                                                     .prelude = p->prelude,
                                                     .body = p->expr,
                                                     .truth = f->needs == TRUTH,
                                                     .frame_size = p->frame_size,
                                                     .prop = f->prop,
                                                     .pos = p->pos};
    f->needs = BOTH;
}

static void walk_rule(inference *f, const coset_ir_rule *r)
{
    f->frame_size = r->frame_size;
    f->where = r->is_start ? COSET__WITHIN_START : COSET__OF_STATE;
    walk_parameters(f, r->params, r->n_params, r->prelude, r->guard);
    f->where = r->is_start ? COSET__WITHIN_START : COSET__WITHIN_STEP;
    walk_stmts(f, r->body);
}

static void walk_functions(inference *f)
{
    f->where = f->start_calls ? COSET__WITHIN_START : COSET__WITHIN_STEP;
    for (uint32_t i = 0; i < f->ir->n_functions; i++) {
        f->function = f->ir->functions[i];
        f->frame_size = f->function->frame_size;
        walk_stmts(f, f->function->body);
    }
    f->function = NULL;
}

static void walk_program(inference *f)
{
    const coset_ir *ir = f->ir;
    f->prop = COSET_NO_PROP;
    f->needs = BOTH;
    for (uint32_t i = 0; i < ir->n_rules; i++)
        walk_rule(f, &ir->rules[i]);
    walk_functions(f);
    for (uint32_t i = 0; i < ir->n_props; i++)
        walk_prop(f, &ir->props[i], i);
    walk_prop(f, ir->transient, COSET_NO_PROP);
    walk_prop(f, ir->may_end, COSET_NO_PROP);
}

/* ---- segments --------------------------------------------------------------------------------------------------- */

typedef COSET_VEC(int64_t) numbers;

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t end_of(const coset_ir_type *t) { return t->lo + (int64_t)t->n; }

/* Where the ranges of a family begin and end. */
static void find_cuts(const inference *f, uint32_t family, numbers *cuts)
{
    for (uint32_t i = 0; i < f->ranges.n; i++)
        if (family_of(f, i) == family) {
            *coset_vec_add(cuts) = f->ranges.at[i].type->lo;
            *coset_vec_add(cuts) = end_of(f->ranges.at[i].type);
        }
    qsort(cuts->at, cuts->n, sizeof *cuts->at, by_number);
    uint32_t n = 1;
    for (uint32_t i = 1; i < cuts->n; i++)
        if (cuts->at[i] != cuts->at[n - 1])
            cuts->at[n++] = cuts->at[i];
    cuts->n = n;
}

static const coset_ir_type *range_type(const inference *f, uint32_t family, int64_t lo, int64_t end)
{
    for (uint32_t i = 0; i < f->ranges.n; i++)
        if (family_of(f, i) == family && f->ranges.at[i].type->lo <= lo && end_of(f->ranges.at[i].type) >= end)
            return f->ranges.at[i].type;
    return NULL;
}

/* Of one number it is a range, of more a scalarset. */
static void add_segment(inference *f, uint32_t family, const coset_ir_type *of, int64_t lo, int64_t end)
{
    coset_ir_type *t = coset_arena_copy(f->arena, of, 1, sizeof *t);
    t->lo = lo;
    t->n = (uint64_t)(end - lo);
    *coset_vec_add(&f->segments) = (segment){family, t};
    if (t->n < 2)
        return;
    const char **names = coset_arena_get(f->arena, t->n, sizeof *names);
    for (uint64_t i = 0; i < t->n; i++)
        names[i] = coset_arena_printf(f->arena, "%lld", (long long)(lo + (int64_t)i));
    t->kind = COSET_T_SCALARSET;
    t->names = names;
    t->name = t->name ? t->name : "a range";
    t->symtype = f->symtypes.n;
    *coset_vec_add(&f->symtypes) = t;
}

static bool is_wide(const numbers *cuts)
{
    uint64_t n = (uint64_t)cuts->at[cuts->n - 1] - (uint64_t)cuts->at[0];
    return n > MOST_ELEMENTS;
}

static void make_segments(inference *f, uint32_t family)
{
    numbers cuts = {0};
    find_cuts(f, family, &cuts);
    if (is_wide(&cuts) || f->symtypes.n + cuts.n > COSET__MOST_SYMTYPES)
        f->ranges.at[family].plain = true;
    for (uint32_t i = 0; i + 1 < cuts.n && !f->ranges.at[family].plain; i++) {
        const coset_ir_type *of = range_type(f, family, cuts.at[i], cuts.at[i + 1]);
        if (of)
            add_segment(f, family, of, cuts.at[i], cuts.at[i + 1]);
    }
    coset_vec_fini(&cuts);
}

/* ---- new types -------------------------------------------------------------------------------------------------- */

/* The segments from lo to end, as one type: a union if there are several. */
static const coset_ir_type *type_of_segments(const inference *f, uint32_t family, const coset_ir_type *like, int64_t lo,
                                             int64_t end)
{
    const coset_ir_type **members = coset_arena_get(f->arena, f->segments.n, sizeof(const coset_ir_type *));
    coset_ir_type *t = coset_arena_copy(f->arena, like, 1, sizeof *t);
    t->n = 0;
    t->n_members = 0;
    for (uint32_t i = 0; i < f->segments.n; i++) {
        const coset_ir_type *s = f->segments.at[i].type;
        if (f->segments.at[i].family == family && s->lo >= lo && end_of(s) <= end) {
            members[t->n_members++] = s;
            t->n += s->n;
        }
    }
    if (t->n_members == 1)
        return members[0];
    t->kind = COSET_T_UNION;
    t->members = members;
    return t;
}

static const coset_ir_type *new_range(inference *f, const coset_ir_type *t)
{
    for (uint32_t i = 0; i < f->ranges.n; i++) {
        uint32_t family = family_of(f, i);
        if (f->ranges.at[i].type == t)
            return f->ranges.at[family].plain ? t : type_of_segments(f, family, t, t->lo, end_of(t));
    }
    return t;
}

static const coset_ir_type *retype(void *ctx, const coset_ir_type *t);

static const coset_ir_type *new_structure(inference *f, const coset_ir_type *t)
{
    coset_ir_type copy = *t;
    bool changed = false;
    if (t->kind == COSET_T_ARRAY)
        copy.index = retype(f, t->index);
    if (t->kind == COSET_T_ARRAY || t->kind == COSET_T_BAG)
        copy.element = retype(f, t->element);
    if (t->kind == COSET_T_RECORD) {
        coset_ir_field *fields = coset_arena_copy(f->arena, t->fields, t->n_fields, sizeof *fields);
        for (uint32_t i = 0; i < t->n_fields; i++) {
            fields[i].type = retype(f, t->fields[i].type);
            changed = changed || fields[i].type != t->fields[i].type;
        }
        copy.fields = fields;
    }
    changed = changed || copy.index != t->index || copy.element != t->element;
    return changed ? coset_arena_copy(f->arena, &copy, 1, sizeof copy) : t;
}

static const coset_ir_type *retype(void *ctx, const coset_ir_type *t)
{
    inference *f = ctx;
    if (coset_ir_is_simple(t) && t->kind != COSET_T_RANGE)
        return t;
    for (uint32_t i = 0; i < f->types.n; i++)
        if (f->types.at[i].old == t)
            return f->types.at[i].new;
    const coset_ir_type *made = t->kind == COSET_T_RANGE ? new_range(f, t) : new_structure(f, t);
    *coset_vec_add(&f->types) = (retyped){t, made};
    return made;
}

/* ---- constants -------------------------------------------------------------------------------------------------- */

static int by_expr(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const constant *)a)->expr, y = (uintptr_t)((const constant *)b)->expr;
    return (x > y) - (x < y);
}

/* The type of a number in a family: that of its segment, or a range of its own. */
static const coset_ir_type *type_of_number(const inference *f, uint32_t family, int64_t number)
{
    for (uint32_t i = 0; i < f->segments.n; i++)
        if (f->segments.at[i].family == family && coset_ir_rank(f->segments.at[i].type, number) >= 0)
            return f->segments.at[i].type;
    coset_ir_type *t = coset_arena_copy(f->arena, f->ranges.at[family].type, 1, sizeof *t);
    t->lo = number;
    t->n = 1;
    return t;
}

/* A constant that passes into a family becomes a member of it. */
static const coset_ir_expr *replace(void *ctx, const coset_ir_expr *e, uint32_t frame)
{
    inference *f = ctx;
    const constant key = {.expr = e};
    (void)frame;
    const constant *c = e->op == COSET_E_CONST && f->constants.n
                            ? bsearch(&key, f->constants.at, f->constants.n, sizeof key, by_expr)
                            : NULL;
    if (!c || f->ranges.at[family_of(f, c->range)].plain)
        return NULL;
    coset_ir_expr *copy = coset_arena_copy(f->arena, e, 1, sizeof *copy);
    copy->type = type_of_number(f, family_of(f, c->range), e->value);
    return copy;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

static void keep_declared(inference *f)
{
    for (uint32_t i = 0; i < f->ir->n_symtypes; i++)
        *coset_vec_add(&f->symtypes) = f->ir->symtypes[i];
}

static coset_ir *write_program(inference *f)
{
    coset_ir *made = coset_ir_retyped(f->ir, f->arena, replace, retype, f);
    uint32_t n = f->symtypes.n, n_old = f->ir->n_symtypes;
    made->symtypes = coset_arena_copy(made->arena, f->symtypes.at, n, sizeof *f->symtypes.at);
    made->n_symtypes = n;
    if (f->ir->keys) {
        const coset_sort_keys **keys = coset_arena_get(made->arena, n, sizeof(const coset_sort_keys *));
        memcpy(keys, f->ir->keys, n_old * sizeof *keys);
        made->keys = keys;
    }
    return made;
}

static uint64_t types_of(const inference *f, const coset_ir_type *t)
{
    uint64_t all = 0;
    if (t->kind == COSET_T_SCALARSET)
        return t->symtype >= f->ir->n_symtypes ? UINT64_C(1) << t->symtype : 0;
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        all |= types_of(f, t->members[i]);
    return all;
}

static void keep_series(inference *f, coset__inferred *out)
{
    coset__series *kept = coset_arena_get(f->arena, f->series.n, sizeof *kept);
    for (uint32_t i = 0; i < f->series.n; i++) {
        coset__series s = f->series.at[i];
        const coset_ir_type **domains = coset_arena_get(f->arena, s.n_binders, sizeof(const coset_ir_type *));
        s.domains = domains;
        for (uint32_t b = 0; b < s.n_binders; b++) {
            domains[b] = retype(f, s.binders[b].type);
            s.types |= types_of(f, domains[b]);
        }
        if (s.types)
            kept[out->n_series++] = s;
    }
    out->series = kept;
}

static void find_segments(inference *f)
{
    if (f->constants.n)
        qsort(f->constants.at, f->constants.n, sizeof *f->constants.at, by_expr);
    for (uint32_t i = 0; i < f->ranges.n; i++)
        if (family_of(f, i) == i && !f->ranges.at[i].plain)
            make_segments(f, i);
}

void coset__infer(const coset_ir *ir, coset__inferred *out)
{
    inference f = {.ir = ir, .arena = coset_arena_new()};
    *out = (coset__inferred){0};
    keep_declared(&f);
    walk_program(&f);
    find_segments(&f);
    if (f.symtypes.n > 0 && f.symtypes.n <= COSET__MOST_SYMTYPES) {
        keep_series(&f, out);
        out->model = coset_ir_model(write_program(&f)); /* which owns the arena */
    } else {
        coset_arena_free(f.arena);
    }
    coset_vec_fini(&f.ranges);
    coset_vec_fini(&f.constants);
    coset_vec_fini(&f.types);
    coset_vec_fini(&f.segments);
    coset_vec_fini(&f.symtypes);
    coset_vec_fini(&f.series);
}
