/* symm/legal/legal_path.c - frames, values of index expressions, and places as symbolic paths. */
#include <stdio.h>
#include <string.h>

#include "symm/legal/legal_int.h"

/* ---- symbols -------------------------------------------------------------------------------------------------- */

coset__sym coset__sym_new(coset__legal *l, coset__symbol kind) { return (coset__sym){kind, ++l->n_values}; }

bool coset__sym_same(coset__sym a, coset__sym b)
{
    return a.kind == b.kind && (a.kind == COSET__VALUE || a.kind == COSET__CONST) && a.id == b.id;
}

const coset__slot *coset__slot_of(const coset__frame *f, const coset_ir_place *p)
{
    if (p->n_steps > 0)
        return NULL;
    if (p->base == COSET_P_LOCAL && p->offset < f->size)
        return &f->slots[p->offset];
    if (p->base != COSET_P_REF || p->offset >= f->size)
        return NULL;
    const coset__path *to = f->slots[p->offset].place;
    if (!to || to->root != COSET__ROOT_LOCAL || to->frame != f->id || to->n_steps > 0 || to->offset >= f->size)
        return NULL;
    return &f->slots[to->offset];
}

coset__sym coset__sym_of(const coset__frame *f, const coset_ir_expr *e)
{
    if (e->op == COSET_E_CONST)
        return (coset__sym){COSET__CONST, e->value};
    const coset__slot *s = e->op == COSET_E_LOAD ? coset__slot_of(f, e->place) : NULL;
    return s ? s->sym : (coset__sym){COSET__ANY, 0};
}

coset__sym coset__value_of(coset__legal *l, const coset__frame *f, const coset_ir_expr *e)
{
    coset__sym sym = coset__sym_of(f, e);
    bool unknown = sym.kind == COSET__ANY && sym.id == 0;
    if (!unknown || !l->copies || e->op != COSET_E_LOAD)
        return sym;
    return coset__copy_of(l->copies, coset__path_of(l, f, e->place));
}

static bool places_same(const coset_ir_place *a, const coset_ir_place *b)
{
    if (a->base != b->base || a->base == COSET_P_CALL || a->offset != b->offset || a->n_steps != b->n_steps)
        return false;
    for (uint32_t i = 0; i < a->n_steps; i++) {
        const coset_ir_step *s = &a->steps[i], *t = &b->steps[i];
        if (s->of != t->of || s->offset != t->offset || s->stride != t->stride || !s->index != !t->index)
            return false;
        if (s->index && !coset__expr_same(s->index, t->index))
            return false;
    }
    return true;
}

/* Only for parts of index expressions; without calls, so without effects. */
bool coset__expr_same(const coset_ir_expr *a, const coset_ir_expr *b)
{
    if (a->op != b->op)
        return false;
    switch (a->op) {
    case COSET_E_CONST:
        return a->value == b->value;
    case COSET_E_LOAD:
        return places_same(a->place, b->place);
    case COSET_E_ADD:
    case COSET_E_SUB:
    case COSET_E_MUL:
    case COSET_E_DIV:
    case COSET_E_MOD:
        return coset__expr_same(a->a, b->a) && coset__expr_same(a->b, b->b);
    default:
        return false;
    }
}

/* ---- frames --------------------------------------------------------------------------------------------------- */

coset__frame coset__frame_new(coset__legal *l, uint32_t size, const coset_ir_function *f, const coset__frame *caller)
{
    coset__slot *slots = coset_arena_get(l->arena, (size_t)size + 1, sizeof *slots);
    return (coset__frame){l->n_frames++, size, slots, f, caller, NULL};
}

coset__function *coset__function_of(coset__legal *l, const coset_ir_function *f)
{
    for (uint32_t i = 0; i < l->ir->n_functions; i++)
        if (l->ir->functions[i] == f)
            return &l->functions[i];
    coset_bug(__FILE__, __LINE__, "a call of a function that is not of the program");
}

bool coset__frame_within(const coset__frame *f, const coset_ir_function *function)
{
    for (; f; f = f->caller)
        if (f->function == function)
            return true;
    return false;
}

/* Index values that are only known as "some value" keep that value from now on. */
static const coset__path *frozen(coset__legal *l, const coset__path *p, bool inside)
{
    if (!p)
        return NULL;
    coset__path *q = coset_arena_copy(l->arena, p, 1, sizeof *p);
    coset__path_step *steps = coset_arena_copy(l->arena, p->steps, p->n_steps, sizeof *steps);
    for (uint32_t i = 0; i < q->n_steps; i++)
        if (steps[i].index && steps[i].sym.kind == COSET__ANY && steps[i].sym.id == 0)
            steps[i].sym = coset__sym_new(l, inside ? COSET__ANY : COSET__VALUE);
    q->steps = steps;
    return q;
}

void coset__alias(coset__legal *l, coset__frame *f, const coset_ir_stmt *bind, bool inside)
{
    COSET_INVARIANT(bind->frame < f->size);
    f->slots[bind->frame] = (coset__slot){.place = frozen(l, coset__path_of(l, f, bind->source), inside)};
}

void coset__bind(coset__legal *l, coset__frame *f, const coset_ir_binder *b, coset__sym sym)
{
    COSET_INVARIANT(b->frame < f->size);
    const coset__path *bag = b->bag ? coset__path_of(l, f, b->bag) : NULL;
    f->slots[b->frame] =
        (coset__slot){.sym = sym, .place = frozen(l, bag, sym.kind != COSET__VALUE), .is_binder = true};
}

/* An argument without a place: the result of a call. A fresh frame represents it. */
static const coset__path *temporary(coset__legal *l, const coset_ir_place *p)
{
    coset__path *t = coset_arena_get(l->arena, 1, sizeof *t);
    *t = (coset__path){COSET__ROOT_LOCAL, l->n_frames++, 0, 0, NULL, p->type, p->name};
    return t;
}

static coset__slot argument(coset__legal *l, const coset__frame *caller, const coset_ir_param *param,
                            const coset_ir_arg *arg, bool assigned)
{
    coset__slot slot = {.sym = {COSET__ANY, 0}};
    if (param->by_ref) {
        const coset__path *p = coset__path_of(l, caller, arg->place);
        slot.place = frozen(l, p ? p : temporary(l, arg->place), true);
    } else if (arg->expr && !assigned) {
        const coset__slot *from = arg->expr->op == COSET_E_LOAD ? coset__slot_of(caller, arg->expr->place) : NULL;
        slot.sym = coset__value_of(l, caller, arg->expr);
        if (slot.sym.kind == COSET__ANY && slot.sym.id == 0)
            slot.sym = coset__sym_new(l, COSET__ANY);
        slot.place = from && param->type->kind == COSET_T_BAGINDEX ? from->place : NULL;
        slot.is_binder = from ? from->is_binder : false;
        slot.entry = from ? from->entry : 0;
    }
    return slot;
}

coset__frame coset__frame_call(coset__legal *l, const coset__frame *caller, const coset_ir_expr *call)
{
    const coset_ir_function *f = call->function;
    const uint8_t *assigned = coset__function_of(l, f)->assigned;
    coset__frame in = coset__frame_new(l, f->frame_size, f, caller);
    for (uint32_t i = 0; i < f->n_params; i++) {
        const coset_ir_param *param = &f->params[i];
        if (param->frame < in.size)
            in.slots[param->frame] = argument(l, caller, param, &call->args[i], assigned[param->frame]);
    }
    return in;
}

coset__frame coset__frame_generic(coset__legal *l, const coset_ir_function *f)
{
    const uint8_t *assigned = coset__function_of(l, f)->assigned;
    coset__frame in = coset__frame_new(l, f->frame_size, f, NULL);
    for (uint32_t i = 0; i < f->n_params; i++) {
        const coset_ir_param *param = &f->params[i];
        if (!param->by_ref && coset_ir_is_simple(param->type) && !assigned[param->frame])
            in.slots[param->frame].sym = coset__sym_new(l, COSET__VALUE);
    }
    return in;
}

/* ---- paths ---------------------------------------------------------------------------------------------------- */

const coset__path *coset__path_of(coset__legal *l, const coset__frame *f, const coset_ir_place *p)
{
    const coset__path *under = NULL;
    if (p->base == COSET_P_CALL)
        return NULL;
    if (p->base == COSET_P_REF && p->offset < f->size)
        under = f->slots[p->offset].place;
    uint32_t n_under = under ? under->n_steps : 0;
    coset__path *path = coset_arena_get(l->arena, 1, sizeof *path);
    coset__path_step *steps = coset_arena_get(l->arena, (size_t)n_under + p->n_steps + 1, sizeof *steps);
    if (under) {
        *path = *under;
        memcpy(steps, under->steps, n_under * sizeof *steps);
    } else if (p->base == COSET_P_STATE) {
        *path = (coset__path){.root = COSET__ROOT_STATE, .offset = p->offset};
    } else {
        *path = (coset__path){.root = p->base == COSET_P_LOCAL ? COSET__ROOT_LOCAL : COSET__ROOT_REF,
                              .frame = f->id,
                              .offset = p->offset};
    }
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *s = &p->steps[i];
        coset__sym sym = s->index ? coset__value_of(l, f, s->index) : (coset__sym){COSET__ANY, 0};
        steps[n_under + i] = (coset__path_step){s->of, s->index, sym, s->offset, s->stride};
    }
    path->steps = steps;
    path->n_steps = n_under + p->n_steps;
    path->type = p->type;
    path->name = under && under->name ? under->name : p->name;
    return path;
}

static bool steps_same(const coset__path_step *a, const coset__path_step *b, bool now)
{
    if (!coset__matches(a->of, b->of) || !a->index != !b->index)
        return false;
    if (!a->index)
        return a->offset == b->offset;
    if (coset__sym_same(a->sym, b->sym))
        return true;
    if (!now || a->sym.kind != b->sym.kind || a->sym.id != b->sym.id)
        return false;
    return a->sym.kind == COSET__LOOP || a->sym.id != 0 || coset__expr_same(a->index, b->index);
}

bool coset__path_same(const coset__path *a, const coset__path *b, bool now)
{
    if (a->root != b->root || a->frame != b->frame || a->offset != b->offset || a->n_steps != b->n_steps)
        return false;
    for (uint32_t i = 0; i < a->n_steps; i++)
        if (!steps_same(&a->steps[i], &b->steps[i], now))
            return false;
    return true;
}

uint32_t coset__width(const coset_ir_type *t)
{
    return t->kind == COSET_T_INT && t->width < 2 ? 2 : t->width; /* two slots in a frame */
}

/* May places with these roots share slots? *same: they start at the same, though unknown, address. */
static bool roots_meet(const coset__path *a, const coset__path *b, bool *same)
{
    *same = a->root == b->root && (a->root == COSET__ROOT_STATE ||
                                   (a->frame == b->frame && (a->root == COSET__ROOT_LOCAL || a->offset == b->offset)));
    if (*same)
        return true;
    if (a->root == b->root)
        return a->root == COSET__ROOT_REF;
    if (a->root == COSET__ROOT_REF)
        return b->root == COSET__ROOT_STATE || b->frame < a->frame;
    if (b->root == COSET__ROOT_REF)
        return a->root == COSET__ROOT_STATE || a->frame < b->frame;
    return false;
}

/* A walk along a path: the steps before `at` are done, and `offset` slots since the last index. */
typedef struct {
    const coset__path *path;
    uint32_t at;
    uint64_t offset;
} cursor;

/* Takes field steps. Returns the index step that follows, or NULL at the end. */
static const coset__path_step *to_index(cursor *c)
{
    while (c->at < c->path->n_steps && !c->path->steps[c->at].index)
        c->offset += c->path->steps[c->at++].offset;
    return c->at < c->path->n_steps ? &c->path->steps[c->at] : NULL;
}

static bool ranges_meet(const cursor *a, const coset__path_step *sa, const cursor *b, const coset__path_step *sb)
{
    uint64_t wa = coset__width(sa ? sa->of : a->path->type), wb = coset__width(sb ? sb->of : b->path->type);
    return a->offset < b->offset + wb && b->offset < a->offset + wa;
}

static bool differ(coset__sym a, coset__sym b)
{
    return (a.kind == COSET__LOOP && b.kind == COSET__LOOP) ||
           (a.kind == COSET__CONST && b.kind == COSET__CONST && a.id != b.id);
}

bool coset__path_meet(const coset__path *a, const coset__path *b)
{
    bool same;
    if (!roots_meet(a, b, &same))
        return false;
    if (!same)
        return true;
    bool local = a->root != COSET__ROOT_REF;
    cursor ca = {a, 0, local ? a->offset : 0}, cb = {b, 0, local ? b->offset : 0};
    for (;;) {
        const coset__path_step *sa = to_index(&ca), *sb = to_index(&cb);
        if (!sa || !sb || ca.offset != cb.offset || !coset__matches(sa->of, sb->of) || sa->stride != sb->stride)
            return ranges_meet(&ca, sa, &cb, sb);
        if (differ(sa->sym, sb->sym))
            return false;
        ca.at++, cb.at++;
        ca.offset = cb.offset = 0;
    }
}

void coset__path_range(const coset__path *p, uint32_t *lo, uint32_t *hi, bool *exact)
{
    cursor c = {p, 0, p->offset};
    const coset__path_step *s = to_index(&c);
    *lo = (uint32_t)c.offset;
    *hi = *lo + coset__width(s ? s->of : p->type);
    *exact = !s;
}

static const char *field_name(const coset__path_step *s)
{
    for (uint32_t i = 0; i < s->of->n_fields; i++)
        if (s->of->fields[i].offset == s->offset)
            return s->of->fields[i].name;
    return "?";
}

void coset__path_text(const coset__path *p, char *out, size_t len)
{
    size_t at = (size_t)snprintf(out, len, "%s", p->name ? p->name : "?");
    for (uint32_t i = 0; i < p->n_steps && at < len; i++) {
        const coset__path_step *s = &p->steps[i];
        if (s->index)
            at += (size_t)snprintf(out + at, len - at, "[..]");
        else
            at += (size_t)snprintf(out + at, len - at, ".%s", field_name(s));
    }
}

/* ---- assigned slots ------------------------------------------------------------------------------------------- */

typedef struct {
    uint8_t *assigned;
    uint32_t size;
} marks;

/* The place may be written from here on. */
static void mark_target(const marks *m, const coset_ir_place *p)
{
    if (p->base != COSET_P_LOCAL)
        return;
    uint32_t lo = p->offset, width = coset__width(coset_ir_base_type(p));
    for (uint32_t i = lo; i < m->size && i - lo < width; i++)
        m->assigned[i] = 1;
}

static bool mark_expr(const coset_ir_visit *v, const coset_ir_expr *e)
{
    for (uint32_t i = 0; e->op == COSET_E_CALL && i < e->function->n_params; i++)
        if (e->args[i].place && e->function->params[i].by_ref)
            mark_target(v->ctx, e->args[i].place);
    return coset_ir_visit_parts(v, e);
}

static bool mark_stmt(const coset_ir_visit *v, const coset_ir_stmt *s)
{
    if (coset_ir_target(s))
        mark_target(v->ctx, coset_ir_target(s));
    if (s->op == COSET_S_BIND)
        mark_target(v->ctx, s->source);
    return coset_ir_visit_stmt_parts(v, s);
}

void coset__assigned(const coset_ir_function *f, uint8_t *assigned)
{
    marks m = {assigned, f->frame_size};
    const coset_ir_visit v = {.expr = mark_expr, .stmt = mark_stmt, .ctx = &m};
    (void)coset_ir_visit_stmts(&v, f->body);
}
