/* symm/legal/legal_effect.c - the accesses of an iteration: reads and writes.
 *
 * The body is walked once in order; calls are followed with their parameters bound to the arguments, so that aliases
 * and var parameters become paths to their targets. Frames entered during the walk are private to the iteration. */
#include <string.h>

#include "symm/legal/legal_int.h"

#define BUDGET    200000U /* statements and expressions followed for one loop */
#define MOST_DEEP 60U     /* nested calls followed */

static void effects_of_list(coset__effects *e, coset__frame *f, const coset_ir_stmt *s, bool direct);

static const coset_ir_type one_slot = {.kind = COSET_T_BOOL, .width = 1, .n = 2};

void coset__effects_init(coset__effects *e, coset__legal *l, const coset__frame *f)
{
    *e = (coset__effects){.l = l, .frame = f, .first_private = l->n_frames, .budget = BUDGET};
    if (e->budget > l->effects_left)
        e->budget = l->effects_left;
    l->effects_left -= e->budget;
    for (; f; f = f->caller)
        e->n_assigned += f->size;
    e->n_assigned += l->n_scratch;
    e->assigned = coset_new((size_t)e->n_assigned + 2, 1);
    l->copies = &e->copies;
}

void coset__effects_end(coset__effects *e) { e->l->copies = NULL; }

void coset__effects_fini(coset__effects *e)
{
    coset__effects_end(e);
    e->l->effects_left += e->budget;
    coset_delete(e->assigned);
    coset_vec_fini(&e->copies.at);
    coset_vec_fini(&e->at);
}

static bool spend(coset__effects *e)
{
    if (e->budget > 0) {
        e->budget--;
        return true;
    }
    e->unknown = true;
    return false;
}

/* ---- recording ------------------------------------------------------------------------------------------------ */

static bool is_private(const coset__effects *e, const coset__path *p)
{
    return !p || (p->root == COSET__ROOT_LOCAL && p->frame >= e->first_private);
}

bool coset__effects_span(const coset__effects *e, const coset__path *p, uint32_t *lo, uint32_t *hi, bool *exact)
{
    uint32_t first = 0;
    const coset__frame *f = e->frame;
    coset__path_range(p, lo, hi, exact);
    for (; f && !(p->root == COSET__ROOT_LOCAL && p->frame == f->id); f = f->caller)
        first += f->size;
    if (!f && (p->root != COSET__ROOT_STATE || e->l->scratch[*lo] == COSET__NO_SCRATCH))
        return false;
    uint32_t width = *hi - *lo;
    *lo = first + (f ? *lo : e->l->scratch[*lo]);
    *hi = *lo + width;
    return *hi <= (f ? first + f->size : e->n_assigned);
}

/* The iteration has assigned the local before, or some slots of it. */
static bool all_assigned(const coset__effects *e, const coset__path *p, bool *some)
{
    uint32_t lo, hi, n = 0;
    bool exact;
    *some = false;
    if (!coset__effects_span(e, p, &lo, &hi, &exact))
        return false;
    for (uint32_t i = lo; i < hi; i++)
        n += e->assigned[i];
    *some = n > 0;
    return n == hi - lo;
}

static coset__access *record(coset__effects *e, coset__use use, const coset__path *p, const coset_ir_place *place,
                             coset_pos pos)
{
    if (is_private(e, p))
        return NULL;
    coset__access *a = coset_vec_add(&e->at);
    *a = (coset__access){.use = use, .path = p, .place = place, .pos = pos};
    bool some;
    a->fresh = all_assigned(e, p, &some);
    if (some && !a->fresh && use == COSET__READ)
        a->set = coset_arena_copy(e->l->arena, e->assigned, e->n_assigned, 1);
    return a;
}

static void record_write(coset__effects *e, coset__use use, const coset__path *p, const coset_ir_stmt *s,
                         coset__sym sym, bool direct)
{
    uint32_t lo, hi;
    bool exact;
    coset__copies_write(&e->copies, p);
    coset__access *a = record(e, use, p, s->place, s->pos);
    if (!a)
        return;
    a->stmt = s;
    a->sym = sym;
    a->direct = direct;
    a->structural = coset__has_bag(p->type);
    bool sets = use <= COSET__WRITE_FIRST;
    if (sets && !e->left && coset__effects_span(e, p, &lo, &hi, &exact) && exact)
        memset(&e->assigned[lo], 1, hi - lo);
}

/* The path that ends with step number n. */
static const coset__path *prefix(coset__legal *l, const coset__path *p, uint32_t n, const coset_ir_type *type)
{
    coset__path *q = coset_arena_copy(l->arena, p, 1, sizeof *p);
    q->n_steps = n;
    q->type = type;
    return q;
}

/* ---- expressions ---------------------------------------------------------------------------------------------- */

static void effects_of_call(coset__effects *e, coset__frame *f, const coset_ir_expr *call, bool direct);

/* Reads that finding the place takes; returns its path. */
static const coset__path *effects_of_place(coset__effects *e, coset__frame *f, const coset_ir_place *p)
{
    if (p->base == COSET_P_CALL)
        coset__effects_of_expr(e, f, p->call);
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].index)
            coset__effects_of_expr(e, f, p->steps[i].index);
    const coset__path *path = coset__path_of(e->l, f, p);
    for (uint32_t i = 0; path && i < p->n_steps; i++) {
        const coset_ir_step *s = &p->steps[i];
        uint32_t at = path->n_steps - p->n_steps + i + 1;
        if (s->index && s->of->kind == COSET_T_BAG)
            (void)record(e, COSET__READ_PRESENT, prefix(e->l, path, at, s->of->element), NULL, s->pos);
    }
    return path;
}

static void read_place(coset__effects *e, coset__frame *f, const coset_ir_place *p, coset_pos pos)
{
    const coset__path *path = effects_of_place(e, f, p);
    (void)record(e, COSET__READ, path, p, pos);
}

static void effects_of_domain(coset__effects *e, coset__frame *f, const coset_ir_binder *b)
{
    const coset_ir_expr *parts[] = {b->from, b->to, b->step};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            coset__effects_of_expr(e, f, parts[i]);
    if (b->bag)
        (void)record(e, COSET__READ_PRESENT, effects_of_place(e, f, b->bag), b->bag, b->pos);
}

/* A slot of the frame gets another meaning. */
static void forget_slot(coset__effects *e, const coset__frame *f, uint32_t slot)
{
    coset__path p = {.root = COSET__ROOT_LOCAL, .frame = f->id, .offset = slot, .type = &one_slot};
    coset__copies_write(&e->copies, &p);
}

static void enter_binder(coset__effects *e, coset__frame *f, const coset_ir_binder *b)
{
    effects_of_domain(e, f, b);
    forget_slot(e, f, b->frame);
    coset__bind(e->l, f, b, coset__sym_new(e->l, COSET__ANY));
}

static void leave_binder(coset__frame *f, const coset_ir_binder *b) { f->slots[b->frame] = (coset__slot){0}; }

static bool short_circuits(coset_ir_op op)
{
    return op == COSET_E_AND || op == COSET_E_OR || op == COSET_E_IMPLIES || op == COSET_E_COND;
}

/* If the part may be skipped, the assignments of a call in it may not happen. */
static void effects_of_part(coset__effects *e, coset__frame *f, const coset_ir_expr *x, bool perhaps)
{
    if (!perhaps || !coset_ir_has_call(x)) {
        coset__effects_of_expr(e, f, x);
        return;
    }
    uint8_t *before = coset_new((size_t)e->n_assigned + 1, 1);
    coset__copies copies;
    memcpy(before, e->assigned, e->n_assigned);
    coset__copies_save(&e->copies, &copies);
    coset__effects_of_expr(e, f, x);
    memcpy(e->assigned, before, e->n_assigned);
    coset__copies_join(&e->copies, &copies);
    coset_vec_fini(&copies.at);
    coset_delete(before);
}

void coset__effects_of_expr(coset__effects *e, coset__frame *f, const coset_ir_expr *x)
{
    if (!spend(e))
        return;
    if (x->op == COSET_E_CALL) {
        effects_of_call(e, f, x, false);
        return;
    }
    if (x->op == COSET_E_LOAD) {
        /* a binder or a parameter that stays as it is is no access to memory that others write */
        coset__sym sym = coset__sym_of(f, x);
        if (sym.kind == COSET__ANY && sym.id == 0)
            read_place(e, f, x->place, x->pos);
        return;
    }
    if (x->op == COSET_E_ISUNDEFINED || x->op == COSET_E_SAME || x->op == COSET_E_DIFFERS) {
        read_place(e, f, x->place, x->pos);
        if (x->other)
            read_place(e, f, x->other, x->pos);
        return;
    }
    if (x->binder && coset_ir_has_call(x))
        coset__copies_write(&e->copies, NULL); /* as in a loop */
    if (x->binder)
        enter_binder(e, f, x->binder);
    const coset_ir_expr *parts[] = {x->a, x->b, x->c};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            effects_of_part(e, f, parts[i], x->binder || (i > 0 && short_circuits(x->op)));
    if (x->binder)
        leave_binder(f, x->binder);
}

static void effects_of_arguments(coset__effects *e, coset__frame *f, const coset_ir_expr *call)
{
    for (uint32_t i = 0; i < call->function->n_params; i++) {
        const coset_ir_arg *a = &call->args[i];
        const coset_ir_param *p = &call->function->params[i];
        if (a->undefined)
            continue;
        if (a->expr)
            coset__effects_of_expr(e, f, a->expr);
        else if (p->by_ref)
            (void)effects_of_place(e, f, a->place);
        else
            read_place(e, f, a->place, call->pos);
    }
}

/* By value. */
static void pass_copies(coset__effects *e, coset__frame *f, const coset_ir_expr *call, const coset__frame *in)
{
    for (uint32_t i = 0; i < call->function->n_params && e->copies.at.n > 0; i++)
        if (call->args[i].place && !call->function->params[i].by_ref)
            coset__copies_receive(&e->copies, coset__path_of(e->l, f, call->args[i].place), in->id,
                                  call->function->params[i].frame);
}

static void effects_of_call(coset__effects *e, coset__frame *f, const coset_ir_expr *call, bool direct)
{
    effects_of_arguments(e, f, call);
    if (e->depth >= MOST_DEEP || coset__frame_within(f, call->function)) {
        e->unknown = true;
        return;
    }
    coset__frame in = coset__frame_call(e->l, f, call);
    bool left = e->left;
    pass_copies(e, f, call, &in);
    e->depth++;
    effects_of_list(e, &in, call->function->body, direct);
    e->depth--;
    e->left = left;
    for (uint32_t i = 0; i < in.size; i++)
        forget_slot(e, &in, i);
}

/* ---- assignments ---------------------------------------------------------------------------------------------- */

/* 1: never negative, -1: never positive, 0: not known. */
static int sign_of(const coset_ir_expr *e)
{
    if (e->op == COSET_E_CONST)
        return e->value >= 0 ? 1 : -1;
    if (e->op == COSET_E_NEG)
        return -sign_of(e->a);
    if (e->op == COSET_E_COND)
        return sign_of(e->b) == sign_of(e->c) ? sign_of(e->b) : 0;
    if (e->op == COSET_E_MUL)
        return sign_of(e->a) * sign_of(e->b);
    if (e->op == COSET_E_BAGCOUNT)
        return 1;
    const coset_ir_type *t = e->op == COSET_E_LOAD ? e->place->type : e->type;
    if (t->kind != COSET_T_RANGE || t->n == 0 || (e->op != COSET_E_LOAD && e->op != COSET_E_CALL))
        return 0;
    return t->lo >= 0 ? 1 : coset_ir_unrank(t, t->n - 1) <= 0 ? -1 : 0;
}

static bool loads(coset__effects *e, const coset__frame *f, const coset_ir_expr *x, const coset__path *p)
{
    if (x->op != COSET_E_LOAD || !p)
        return false;
    const coset__path *q = coset__path_of(e->l, f, x->place);
    return q && coset__path_same(p, q, true);
}

/* x & e evaluates e only if x holds, and e & x reads x only if e holds: the skipped part must be unable to stop the
 * step. */
static bool may_join(coset__effects *e, coset__frame *f, const coset_ir_expr *x, bool target_first)
{
    if (target_first)
        return !coset_ir_has_call(x->b) && !coset__may_fault(e->l, f, x->b);
    return !coset__may_be_undefined(e->l, f, x->b->place) && !coset_ir_has_call(x->a);
}

/* Is the assignment place := place + e or the like? Then *rest is e. */
static bool accumulates(coset__effects *e, coset__frame *f, const coset_ir_stmt *s, const coset__path *p,
                        coset__use *use, const coset_ir_expr **rest)
{
    const coset_ir_expr *x = s->expr;
    bool sum = x->op == COSET_E_ADD, difference = x->op == COSET_E_SUB;
    bool join = x->op == COSET_E_AND || x->op == COSET_E_OR;
    if ((!sum && !difference && !join) || coset_ir_place_has_call(s->place))
        return false;
    bool first = loads(e, f, x->a, p);
    if (!first && (difference || !loads(e, f, x->b, p)))
        return false;
    *rest = first ? x->b : x->a;
    for (uint32_t i = 0; i < p->n_steps && coset_ir_has_call(*rest);
         i++) /* the call might change an index in between */
        if (p->steps[i].sym.kind == COSET__ANY && p->steps[i].sym.id == 0 && p->steps[i].index)
            return false;
    if (join) {
        *use = x->op == COSET_E_AND ? COSET__CONJOIN : COSET__DISJOIN;
        return may_join(e, f, x, first);
    }
    int sign = difference ? -sign_of(*rest) : sign_of(*rest);
    *use = sign > 0 ? COSET__GROW : COSET__SHRINK;
    return sign != 0;
}

static bool invariant(const coset__effects *e, const coset__frame *f, const coset_ir_expr *x);

static bool invariant_place(const coset__effects *e, const coset__frame *f, const coset_ir_place *p)
{
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].index && !invariant(e, f, p->steps[i].index))
            return false;
    const coset__path *path = coset__path_of(e->l, f, p);
    bool some = false;
    if (!path || is_private(e, path) || all_assigned(e, path, &some) || some)
        return false;
    for (uint32_t i = 0; i + p->n_steps < path->n_steps; i++) /* the part that an alias denotes */
        if (path->steps[i].index && !coset__sym_same(path->steps[i].sym, path->steps[i].sym))
            return false;
    return true;
}

/* Has x the same value in all iterations, if none writes what it reads? (If one does, that read and that write conflict
 * by themselves, except for locals that the iteration has assigned: those do not count as the same.) */
static bool invariant(const coset__effects *e, const coset__frame *f, const coset_ir_expr *x)
{
    if (!x || x->op == COSET_E_CONST)
        return true;
    if (x->op == COSET_E_CALL || x->binder || x->other)
        return false;
    if (!x->place)
        return invariant(e, f, x->a) && invariant(e, f, x->b) && invariant(e, f, x->c);
    coset__sym sym = coset__sym_of(f, x);
    if (sym.kind == COSET__ANY && sym.id == 0)
        return invariant_place(e, f, x->place);
    return coset__sym_same(sym, sym);
}

static void effects_of_assign(coset__effects *e, coset__frame *f, const coset_ir_stmt *s, bool direct)
{
    coset__use use = COSET__WRITE;
    const coset_ir_expr *rest = s->expr;
    coset__sym none = {COSET__ANY, 0};
    const coset__path *p = coset__path_of(e->l, f, s->place);
    if (p && accumulates(e, f, s, p, &use, &rest)) {
        coset__effects_of_expr(e, f, rest);
        (void)effects_of_place(e, f, s->place);
        record_write(e, use, p, s, none, direct);
        return;
    }
    coset__effects_of_expr(e, f, s->expr);
    p = effects_of_place(e, f, s->place);
    if (!p)
        return;
    coset__sym value = coset__sym_of(f, s->expr);
    if (!coset__sym_same(value, value) && invariant(e, f, s->expr))
        value = coset__sym_new(e->l, COSET__VALUE);
    coset__sym copied = coset__value_of(e->l, f, s->expr);
    record_write(e, coset__sym_same(value, value) ? COSET__WRITE_SAME : COSET__WRITE, p, s, value, direct);
    if (!e->left)
        coset__copies_assign(&e->copies, p, copied);
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static void effects_of_if(coset__effects *e, coset__frame *f, const coset_ir_stmt *s)
{
    coset__effects_of_expr(e, f, s->expr);
    uint8_t *before = coset_new((size_t)e->n_assigned + 1, 1);
    memcpy(before, e->assigned, e->n_assigned);
    coset__copies copies, copies_then;
    coset__copies_save(&e->copies, &copies);
    effects_of_list(e, f, s->body, false);
    copies_then = e->copies;
    e->copies = copies;
    uint8_t *then = coset_new((size_t)e->n_assigned + 1, 1);
    memcpy(then, e->assigned, e->n_assigned);
    memcpy(e->assigned, before, e->n_assigned);
    effects_of_list(e, f, s->other, false);
    coset__copies_join(&e->copies, &copies_then);
    coset_vec_fini(&copies_then.at);
    for (uint32_t i = 0; i < e->n_assigned; i++)
        e->assigned[i] &= then[i];
    coset_delete(before);
    coset_delete(then);
}

/* An inner loop may have no iterations, so its assignments may not happen. */
static void effects_of_inner(coset__effects *e, coset__frame *f, const coset_ir_stmt *s)
{
    uint8_t *before = coset_new((size_t)e->n_assigned + 1, 1);
    coset__copies_write(&e->copies, NULL); /* writes of an earlier round are not known */
    if (s->binder)
        enter_binder(e, f, s->binder);
    else
        coset__effects_of_expr(e, f, s->expr);
    memcpy(before, e->assigned, e->n_assigned);
    effects_of_list(e, f, s->body, false);
    coset__copies_write(&e->copies, NULL);
    memcpy(e->assigned, before, e->n_assigned);
    if (s->binder)
        leave_binder(f, s->binder);
    coset_delete(before);
}

static void effects_of_return(coset__effects *e, coset__frame *f, const coset_ir_stmt *s)
{
    coset__sym value = {COSET__CONST, 0};
    if (s->expr) {
        coset__effects_of_expr(e, f, s->expr);
        value = coset__sym_of(f, s->expr);
    }
    if (s->source)
        read_place(e, f, s->source, s->pos);
    if (e->depth > 0) {
        e->left = true;
        return;
    }
    if (s->source || !coset__sym_same(value, value) || (e->returns && !coset__sym_same(value, e->returned)))
        e->returns_differ = true;
    if (!e->returns)
        e->returns = s;
    e->returned = value;
}

static void effects_of_add(coset__effects *e, coset__frame *f, const coset_ir_stmt *s, bool direct)
{
    if (s->expr)
        coset__effects_of_expr(e, f, s->expr);
    if (s->source)
        read_place(e, f, s->source, s->pos);
    const coset__path *p = effects_of_place(e, f, s->place);
    if (p)
        record_write(e, COSET__BAG_ADD, p, s, (coset__sym){COSET__ANY, 0}, direct);
}

/* The entry `sym` of bag p; `index` is its number as an expression. */
static const coset__path *entry_of(coset__legal *l, const coset__path *p, coset__sym sym, const coset_ir_expr *index)
{
    coset__path *entry = coset_arena_copy(l->arena, p, 1, sizeof *p);
    coset__path_step *steps = coset_arena_get(l->arena, (size_t)p->n_steps + 1, sizeof *steps);
    memcpy(steps, p->steps, p->n_steps * sizeof *steps);
    steps[entry->n_steps++] = (coset__path_step){p->type, index, sym, 0, 1 + p->type->element->width};
    entry->steps = steps;
    entry->type = p->type->element;
    return entry;
}

static void record_removal(coset__effects *e, const coset__path *p, coset__sym sym, const coset_ir_stmt *s)
{
    if (is_private(e, p))
        return;
    coset__access *a = record(e, COSET__WRITE, entry_of(e->l, p, sym, s->expr), NULL, s->pos);
    a->stmt = s;
    a->structural = a->removes = true;
}

static const coset_ir_expr some_entry = {.op = COSET_E_NOT}; /* represents an index that is no expression */

void coset__effects_of_entries(coset__effects *e, coset__frame *f, const coset_ir_binder *b, coset__sym var)
{
    const coset__path *p = coset__path_of(e->l, f, b->bag);
    if (p && !is_private(e, p))
        (void)record(e, COSET__READ_PRESENT, entry_of(e->l, p, var, &some_entry), NULL, b->pos);
}

static void effects_of_remove(coset__effects *e, coset__frame *f, const coset_ir_stmt *s)
{
    coset__effects_of_expr(e, f, s->expr);
    const coset__path *p = effects_of_place(e, f, s->place);
    record_removal(e, p, coset__sym_of(f, s->expr), s);
}

static void effects_of_remove_if(coset__effects *e, coset__frame *f, const coset_ir_stmt *s)
{
    coset__copies_write(&e->copies, NULL);
    enter_binder(e, f, s->binder);
    coset__effects_of_expr(e, f, s->expr);
    const coset__path *p = effects_of_place(e, f, s->place);
    leave_binder(f, s->binder);
    record_removal(e, p, (coset__sym){COSET__ANY, 0}, s);
}

void coset__effects_of_removal(coset__effects *e, coset__frame *f, const coset_ir_stmt *s)
{
    coset__sym loop = coset__sym_new(e->l, COSET__LOOP);
    coset__bind(e->l, f, s->binder, loop);
    coset__effects_of_expr(e, f, s->expr);
    record_removal(e, coset__path_of(e->l, f, s->place), loop, s);
    leave_binder(f, s->binder);
}

static void effects_of_simple(coset__effects *e, coset__frame *f, const coset_ir_stmt *s)
{
    if (s->expr)
        coset__effects_of_expr(e, f, s->expr);
    if (s->place)
        (void)effects_of_place(e, f, s->place);
    if (s->op == COSET_S_ASSUME && !e->assumes)
        e->assumes = s;
    if (s->op == COSET_S_COVER && !e->covers)
        e->covers = s;
}

static void effects_of_stmt(coset__effects *e, coset__frame *f, const coset_ir_stmt *s, bool direct)
{
    coset__sym none = {COSET__ANY, 0};
    const coset__path *p;
    switch (s->op) {
    case COSET_S_ASSIGN:
        effects_of_assign(e, f, s, direct);
        break;
    case COSET_S_COPY:
        read_place(e, f, s->source, s->pos);
        p = effects_of_place(e, f, s->place);
        if (p)
            record_write(e, COSET__WRITE, p, s, none, direct);
        if (p && !e->left)
            coset__copies_move(&e->copies, p, coset__path_of(e->l, f, s->source));
        break;
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        p = effects_of_place(e, f, s->place);
        if (p)
            record_write(e, s->op == COSET_S_CLEAR ? COSET__WRITE_FIRST : COSET__WRITE_UNDEFINED, p, s, none, direct);
        break;
    case COSET_S_IF:
        effects_of_if(e, f, s);
        break;
    case COSET_S_FOR:
    case COSET_S_WHILE:
        effects_of_inner(e, f, s);
        break;
    case COSET_S_RETURN:
        effects_of_return(e, f, s);
        break;
    case COSET_S_BAGADD:
        effects_of_add(e, f, s, direct);
        break;
    case COSET_S_BAGREMOVE:
        effects_of_remove(e, f, s);
        break;
    case COSET_S_BAGREMOVE_IF:
        effects_of_remove_if(e, f, s);
        break;
    case COSET_S_BIND:
        (void)effects_of_place(e, f, s->source);
        forget_slot(e, f, s->frame);
        coset__alias(e->l, f, s, true);
        break;
    case COSET_S_CALL:
        effects_of_call(e, f, s->expr, direct);
        break;
    case COSET_S_ASSERT:
    case COSET_S_ASSUME:
    case COSET_S_COVER:
    case COSET_S_PUT:
        effects_of_simple(e, f, s);
        break;
    }
}

static void effects_of_list(coset__effects *e, coset__frame *f, const coset_ir_stmt *s, bool direct)
{
    for (; s && spend(e); s = s->next)
        effects_of_stmt(e, f, s, direct && !e->left);
}

void coset__effects_of_body(coset__effects *e, coset__frame *f, const coset_ir_stmt *body, bool direct)
{
    effects_of_list(e, f, body, direct);
}

bool coset__effects_write(const coset__effects *e)
{
    for (uint32_t i = 0; i < e->at.n; i++) {
        const coset__access *a = &e->at.at[i];
        if (a->use >= COSET__WRITE && !(a->path->root == COSET__ROOT_LOCAL && a->path->frame == e->frame->id))
            return true;
    }
    return false;
}
