/* ir/scan.c - see ir/scan.h. */
#include "ir/scan.h"

#include "ir/visit.h"

#define BUDGET     100000U    /* statements, expressions and places followed in one walk */
#define MOST_DEEP  60U        /* nested calls */
#define MOST_TOLD  64U        /* slots that are cleared one by one */
#define MOST_TURNS 64U        /* of nested loops that are followed turn by turn */
#define NEVER      UINT32_MAX /* values of a variable that is also written in other ways */

typedef coset_scan_set set;

/* A followed call. */
typedef struct coset_scan_followed {
    struct coset_scan_followed *next;
    const coset_ir_function *function;
    const coset_scan_frame *frame;
    bool ended;
} followed;

set coset_scan_starts(coset_scan *s, coset_scan_frame *f, const coset_ir_place *p);
static void scan_call(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e);

/* ---- sets ------------------------------------------------------------------------------------------------------ */

set coset_scan_set_new(const coset_scan *s) { return coset_arena_get(s->scratch, s->n_words, sizeof(uint64_t)); }

void coset_scan_add_slots(const coset_scan *s, set to, uint64_t first, uint64_t n)
{
    for (uint64_t i = first; i < first + n && i < s->ir->n_slots; i++)
        to[i / 64] |= UINT64_C(1) << i % 64;
}

void coset_scan_add_set(const coset_scan *s, set to, const uint64_t *from)
{
    for (uint32_t w = 0; from && w < s->n_words; w++)
        to[w] |= from[w];
}

bool coset_scan_meet(const coset_scan *s, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t w = 0; w < s->n_words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}

/* The first slot of a set from i on; n_slots if there is none. */
uint64_t coset_scan_next(const coset_scan *s, const uint64_t *of, uint64_t i)
{
    while (of && i < s->ir->n_slots) {
        uint64_t word = of[i / 64] >> i % 64;
        if (word) {
            i += (uint64_t)__builtin_ctzll(word);
            return i < s->ir->n_slots ? i : s->ir->n_slots;
        }
        i = (i / 64 + 1) * 64;
    }
    return s->ir->n_slots;
}

/* `width` slots from each of the starts on. */
static void touch(const coset_scan *s, set to, const uint64_t *starts, uint64_t width)
{
    for (uint64_t i = coset_scan_next(s, starts, 0); i < s->ir->n_slots; i = coset_scan_next(s, starts, i + 1))
        coset_scan_add_slots(s, to, i, width);
}

static bool spend(coset_scan *s)
{
    if (s->budget == 0)
        s->unknown = true;
    else
        s->budget--;
    return !s->unknown;
}

/* ---- values ---------------------------------------------------------------------------------------------------- */

static const coset_scan_values unknown_values = {0};

static bool is_known(const coset_scan_values *v) { return v->n > 0 && v->n <= COSET_SCAN_MOST; }

static coset_scan_values one_value(int64_t v) { return (coset_scan_values){.n = 1, .at = {v}}; }

/* A variable of the frame as a whole, in one slot. */
static bool is_variable(const coset_ir_place *p)
{
    return p->base == COSET_P_LOCAL && p->n_steps == 0 && coset_ir_is_simple(p->type) && p->type->kind != COSET_T_INT;
}

/* False: there are too many. */
static bool add_value(coset_scan_values *to, int64_t v)
{
    for (uint32_t i = 0; i < to->n; i++)
        if (to->at[i] == v)
            return true;
    if (to->n == COSET_SCAN_MOST)
        return false;
    to->at[to->n++] = v;
    return true;
}

static const coset_scan_values *contents_of(const coset_scan *s, uint64_t slot)
{
    const bool known = s->source && s->source->slot == slot && s->depth == 0 && s->loops == 0 &&
                       !(s->writes[slot / 64] >> slot % 64 & 1);
    return known ? &s->source->content : &s->slots[slot];
}

/* The values of the slots at which the place may be. */
static coset_scan_values load(coset_scan *s, coset_scan_frame *f, const coset_ir_place *p)
{
    coset_scan_values out = unknown_values;
    if (is_variable(p))
        return f->known && is_known(&f->known[p->offset]) ? f->known[p->offset] : out;
    if (p->base != COSET_P_STATE || !s->slots || !coset_ir_is_simple(p->type))
        return out;
    const uint64_t *starts = coset_scan_starts(s, f, p);
    for (uint64_t i = coset_scan_next(s, starts, 0); i < s->ir->n_slots; i = coset_scan_next(s, starts, i + 1)) {
        const coset_scan_values *v = contents_of(s, i);
        if (!s->slot_types[i] || !is_known(v))
            return unknown_values;
        for (uint32_t k = 0; k < v->n; k++)
            if (v->at[k] > 0 && /* reading an undefined slot is a fault */
                !add_value(&out, coset_machine_decode(s->slot_types[i], (coset_value)v->at[k])))
                return unknown_values;
    }
    return out;
}

static bool apply(coset_ir_op op, int64_t a, int64_t b, int64_t *out)
{
    switch (op) {
    case COSET_E_EQ:
        *out = a == b;
        return true;
    case COSET_E_NE:
        *out = a != b;
        return true;
    case COSET_E_LT:
        *out = a < b;
        return true;
    case COSET_E_LE:
        *out = a <= b;
        return true;
    case COSET_E_GT:
        *out = a > b;
        return true;
    case COSET_E_GE:
        *out = a >= b;
        return true;
    case COSET_E_ADD:
        return !__builtin_add_overflow(a, b, out);
    case COSET_E_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case COSET_E_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case COSET_E_DIV:
        *out = a >= 0 && b > 0 ? a / b : 0;
        return a >= 0 && b > 0;
    case COSET_E_MOD:
        *out = a >= 0 && b > 0 ? a % b : 0;
        return a >= 0 && b > 0;
    default:
        return false;
    }
}

static coset_scan_values fold(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e);

static coset_scan_values fold_two(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e)
{
    coset_scan_values a = fold(s, f, e->a), b = fold(s, f, e->b), out = unknown_values;
    for (uint32_t i = 0; i < a.n; i++)
        for (uint32_t k = 0; k < b.n; k++) {
            int64_t v;
            if (!apply(e->op, a.at[i], b.at[k], &v) || !add_value(&out, v))
                return unknown_values;
        }
    return out;
}

/* It holds for each value. */
static bool all_are(const coset_scan_values *v, bool truth)
{
    bool all = v->n > 0;
    for (uint32_t i = 0; i < v->n; i++)
        all &= (v->at[i] != 0) == truth;
    return all;
}

/* For a conjunction or disjunction: if one side decides, the other is irrelevant. */
static coset_scan_values fold_sides(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e)
{
    const bool decides = e->op == COSET_E_OR;
    const coset_scan_values a = fold(s, f, e->a), b = fold(s, f, e->b);
    if (all_are(&a, decides) || all_are(&b, decides))
        return one_value(decides);
    return all_are(&a, !decides) && all_are(&b, !decides) ? one_value(!decides) : unknown_values;
}

static coset_scan_values fold_not(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e)
{
    const coset_scan_values a = fold(s, f, e->a);
    return all_are(&a, true) ? one_value(0) : all_are(&a, false) ? one_value(1) : unknown_values;
}

/* The possible values of an expression, if it has one. */
static coset_scan_values fold(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e)
{
    if (!spend(s))
        return unknown_values;
    switch (e->op) {
    case COSET_E_CONST:
        return one_value(e->value);
    case COSET_E_LOAD:
        return load(s, f, e->place);
    case COSET_E_ADD:
    case COSET_E_SUB:
    case COSET_E_MUL:
    case COSET_E_DIV:
    case COSET_E_MOD:
    case COSET_E_EQ:
    case COSET_E_NE:
    case COSET_E_LT:
    case COSET_E_LE:
    case COSET_E_GT:
    case COSET_E_GE:
        return fold_two(s, f, e);
    case COSET_E_AND:
    case COSET_E_OR:
        return fold_sides(s, f, e);
    case COSET_E_NOT:
        return fold_not(s, f, e);
    default:
        return unknown_values;
    }
}

/* Forgets the variables of the frame there. */
static void forget(coset_scan_frame *f, const coset_ir_place *p, bool for_good)
{
    if (!f->known || p->base != COSET_P_LOCAL)
        return;
    const coset_ir_type *t = p->n_steps ? p->steps[0].of : p->type;
    for (uint32_t i = p->offset; i < p->offset + t->width; i++)
        if (f->known[i].n != NEVER)
            f->known[i].n = for_good ? NEVER : 0;
}

/* In a loop: earlier assignments may be repeated. */
static void forget_assigned(coset_scan_frame *f)
{
    for (uint32_t i = 0; f->known && i < f->size; i++)
        if (f->known[i].assigned && f->known[i].n != NEVER)
            f->known[i].n = 0;
}

/* The parameters that statements assign. */
static void forget_targets(coset_scan_frame *f, const coset_ir_stmt *st)
{
    for (; f->known && st; st = st->next) {
        if (coset_ir_target(st))
            forget(f, st->place, true);
        forget_targets(f, st->body);
        forget_targets(f, st->other);
    }
}

/* ---- places ---------------------------------------------------------------------------------------------------- */

/* The index is the value of a slot, or differs from it by a constant. */
static void note_index(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *index)
{
    if ((index->op == COSET_E_ADD || index->op == COSET_E_SUB) && index->b->op == COSET_E_CONST)
        index = index->a;
    if (s->indices && index->op == COSET_E_LOAD && index->place->base == COSET_P_STATE)
        touch(s, s->indices, coset_scan_starts(s, f, index->place), 1);
}

/* The elements of an array or bag that an index may select; the presence of bag entries is read. */
static set index_starts(coset_scan *s, coset_scan_frame *f, const coset_ir_step *step, const uint64_t *starts)
{
    bool bag = step->of->kind == COSET_T_BAG;
    coset_scan_values chosen = bag ? unknown_values : fold(s, f, step->index);
    uint64_t n = bag ? step->of->n : step->of->index->n;
    set out = coset_scan_set_new(s);
    for (uint64_t i = coset_scan_next(s, starts, 0); i < s->ir->n_slots; i = coset_scan_next(s, starts, i + 1)) {
        for (uint32_t k = 0; k < chosen.n; k++) {
            int64_t rank = coset_ir_rank(step->of->index, chosen.at[k]);
            if (rank >= 0)
                coset_scan_add_slots(s, out, i + (uint64_t)rank * step->stride, 1);
        }
        for (uint64_t k = 0; chosen.n == 0 && k < n; k++) {
            coset_scan_add_slots(s, out, i + k * step->stride + bag, 1);
            if (bag)
                coset_scan_add_slots(s, s->reads, i + k * step->stride, 1);
        }
    }
    return out;
}

static set field_starts(coset_scan *s, uint32_t offset, const uint64_t *starts)
{
    set out = coset_scan_set_new(s);
    for (uint64_t i = coset_scan_next(s, starts, 0); i < s->ir->n_slots; i = coset_scan_next(s, starts, i + 1))
        coset_scan_add_slots(s, out, i + offset, 1);
    return out;
}

/* The slots of the state at which the value of a place may start; records the reads needed to compute it. */
set coset_scan_starts(coset_scan *s, coset_scan_frame *f, const coset_ir_place *p)
{
    set starts = NULL;
    if (!spend(s))
        return NULL;
    if (p->base == COSET_P_STATE) {
        starts = coset_scan_set_new(s);
        coset_scan_add_slots(s, starts, p->offset, 1);
    } else if (p->base == COSET_P_REF) {
        starts = f->starts[p->offset];
    } else if (p->base == COSET_P_CALL) {
        scan_call(s, f, p->call);
    }
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *step = &p->steps[i];
        coset_scan_expr(s, f, step->index);
        if (step->index)
            note_index(s, f, step->index);
        if (starts)
            starts = step->index ? index_starts(s, f, step, starts) : field_starts(s, step->offset, starts);
    }
    return starts;
}

static void read_place(coset_scan *s, coset_scan_frame *f, const coset_ir_place *p)
{
    if (p)
        touch(s, s->reads, coset_scan_starts(s, f, p), p->type->width);
}

/* The slot may get this value, one of `of` values. */
static void note(coset_scan *s, uint64_t slot, coset_value content, uint32_t of)
{
    *coset_vec_add(&s->changes) = (coset_scan_change){(uint32_t)slot, content, s->unsure || s->returns ? 0 : of};
}

static void write_place(coset_scan *s, coset_scan_frame *f, const coset_ir_place *p, bool blank)
{
    const uint64_t *starts = coset_scan_starts(s, f, p);
    touch(s, s->writes, starts, p->type->width);
    if (s->any)
        touch(s, s->any, starts, p->type->width);
    if (s->any && blank)
        touch(s, s->blank, starts, p->type->width);
    forget(f, p, false);
}

/* Some slot of the value there may be undefined. */
static bool may_be_blank(coset_scan *s, coset_scan_frame *f, const coset_ir_place *p)
{
    if (is_variable(p) && f->known && is_known(&f->known[p->offset]))
        return false;
    if (!s->blanks || p->base != COSET_P_STATE)
        return true;
    set all = coset_scan_set_new(s);
    touch(s, all, coset_scan_starts(s, f, p), p->type->width);
    return coset_scan_meet(s, all, s->blanks);
}

/* An expression is assigned. */
static void write_value(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st)
{
    const coset_ir_place *p = st->place;
    bool blank = st->copies_undefined && st->expr->op == COSET_E_LOAD && may_be_blank(s, f, st->expr->place);
    coset_scan_values v = blank || !s->any ? unknown_values : fold(s, f, st->expr);
    if (!is_known(&v)) {
        write_place(s, f, p, blank);
        return;
    }
    const uint64_t *starts = coset_scan_starts(s, f, p);
    touch(s, s->writes, starts, 1);
    uint64_t first = coset_scan_next(s, starts, 0);
    bool alone = coset_scan_next(s, starts, first + 1) >= s->ir->n_slots;
    for (uint32_t k = 0; k < v.n; k++)
        alone = alone && coset_machine_rank(p->type, v.at[k]) >= 0; /* else it may be a fault */
    for (uint64_t i = first; i < s->ir->n_slots; i = coset_scan_next(s, starts, i + 1))
        for (uint32_t k = 0; k < v.n; k++) {
            int64_t rank = coset_machine_rank(p->type, v.at[k]);
            if (rank >= 0)
                note(s, i, (coset_value)rank + 1, alone ? v.n : 0);
        }
    forget(f, p, false);
    if (f->known && is_variable(p) && !s->unsure && !s->returns && f->known[p->offset].n != NEVER)
        f->known[p->offset] = v, f->known[p->offset].assigned = true;
}

/* The values after CLEAR and UNDEFINE. */
static void write_nothing(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st)
{
    const coset_ir_place *p = st->place;
    const uint64_t *starts = coset_scan_starts(s, f, p);
    const uint64_t first = coset_scan_next(s, starts, 0);
    bool blank = st->op == COSET_S_UNDEFINE;
    const bool clears = st->op == COSET_S_CLEAR && s->any;
    coset_value *left = coset_arena_get(s->scratch, clears ? p->type->width : 0, sizeof *left);
    if (clears)
        coset_ir_clear(p->type, left);
    for (uint32_t i = 0; clears && i < p->type->width && !blank; i++)
        blank = left[i] == 0;
    if (!s->any || p->type->width > MOST_TOLD || coset_scan_next(s, starts, first + 1) < s->ir->n_slots) {
        write_place(s, f, p, blank);
        return;
    }
    touch(s, s->writes, starts, p->type->width);
    for (uint64_t i = 0; first < s->ir->n_slots && i < p->type->width; i++)
        note(s, first + i, clears ? left[i] : 0, 1);
    forget(f, p, false);
}

/* ---- expressions ----------------------------------------------------------------------------------------------- */

void coset_scan_binder(coset_scan *s, coset_scan_frame *f, const coset_ir_binder *b)
{
    if (!b)
        return;
    coset_scan_expr(s, f, b->from);
    coset_scan_expr(s, f, b->to);
    coset_scan_expr(s, f, b->step);
    read_place(s, f, b->bag);
    for (uint32_t i = 0; f->known && i < b->type->width; i++)
        if (f->known[b->frame + i].n != NEVER)
            f->known[b->frame + i].n = 0;
}

static void bind(coset_scan *s, coset_scan_frame *f, uint32_t slot, const uint64_t *starts)
{
    if (!starts)
        return;
    if (!f->starts[slot])
        f->starts[slot] = coset_scan_set_new(s);
    coset_scan_add_set(s, f->starts[slot], starts);
}

static bool same_values(const coset_scan_frame *a, const coset_scan_frame *b, uint32_t i)
{
    const coset_scan_values *x = a->known ? &a->known[i] : &unknown_values, *y = b->known ? &b->known[i] : x;
    return x->n == y->n && (!is_known(x) || memcmp(x->at, y->at, x->n * sizeof *x->at) == 0);
}

static bool are_alike(const coset_scan *s, const coset_ir_function *g, const coset_scan_frame *a,
                      const coset_scan_frame *b)
{
    for (uint32_t i = 0; i < g->n_params; i++) {
        const uint32_t at = g->params[i].frame;
        const uint64_t *x = a->starts[at], *y = b->starts[at];
        if (!g->params[i].by_ref && !same_values(a, b, at))
            return false;
        if (g->params[i].by_ref && x != y && (!x || !y || memcmp(x, y, s->n_words * sizeof *x) != 0))
            return false;
    }
    return true;
}

static const followed *find_followed(const coset_scan *s, const coset_ir_function *g, const coset_scan_frame *callee)
{
    const followed *c = s->calls;
    while (c && !(c->function == g && are_alike(s, g, c->frame, callee)))
        c = c->next;
    return c;
}

/* False: a parameter with a known value turned out to be the target of a reference, so its value is not known. */
static bool follow_body(coset_scan *s, const coset_ir_function *g, coset_scan_frame *callee)
{
    coset_scan_frame f = *callee;
    bool holds = true;
    if (callee->known) {
        f.known = coset_arena_copy(s->scratch, callee->known, f.size, sizeof *f.known);
        forget_targets(&f, g->body);
    }
    coset_scan_stmts(s, &f, g->body);
    for (uint32_t i = 0; callee->known && i < g->n_params; i++) {
        const uint32_t at = g->params[i].frame;
        if (f.known[at].n == NEVER && is_known(&callee->known[at])) {
            callee->known[at].n = NEVER;
            holds = false;
        }
    }
    return holds;
}

static void follow(coset_scan *s, const coset_ir_function *g, coset_scan_frame *callee)
{
    const followed *before = find_followed(s, g, callee);
    if (before) {
        s->unknown |= !before->ended;
        return;
    }
    if (s->depth == MOST_DEEP)
        s->unknown = true;
    if (!spend(s))
        return;
    followed *c = coset_arena_get(s->scratch, 1, sizeof *c);
    *c = (followed){s->calls, g, callee, false};
    s->calls = c;
    s->depth++;
    s->unsure++;
    while (!follow_body(s, g, callee) && !s->unknown)
        ;
    s->unsure--;
    s->depth--;
    c->ended = true;
}

/* A variable of the frame is the target of a reference: it may be written at any time. */
static void refer(coset_scan_frame *f, const coset_ir_place *p)
{
    if (p)
        forget(f, p, true);
}

static void scan_call(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e)
{
    const coset_ir_function *g = e->function;
    coset_scan_frame *callee = coset_arena_get(s->scratch, 1, sizeof *callee);
    callee->size = g->frame_size + 1;
    callee->starts = coset_arena_get(s->scratch, callee->size, sizeof *callee->starts);
    if (f->known)
        callee->known = coset_arena_get(s->scratch, callee->size, sizeof *callee->known);
    for (uint32_t i = 0; i < g->n_params; i++) {
        const uint32_t at = g->params[i].frame;
        coset_scan_expr(s, f, e->args[i].expr);
        if (g->params[i].by_ref) {
            bind(s, callee, at, coset_scan_starts(s, f, e->args[i].place));
            refer(f, e->args[i].place);
            continue;
        }
        read_place(s, f, e->args[i].place);
        if (callee->known && e->args[i].expr && g->params[i].type->kind != COSET_T_INT)
            callee->known[at] = fold(s, f, e->args[i].expr);
    }
    follow(s, g, callee);
}

void coset_scan_expr(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e)
{
    if (!e || !spend(s))
        return;
    coset_scan_expr(s, f, e->a);
    coset_scan_expr(s, f, e->b);
    coset_scan_expr(s, f, e->c);
    coset_scan_binder(s, f, e->binder);
    read_place(s, f, e->place);
    read_place(s, f, e->other);
    if (e->op == COSET_E_CALL)
        scan_call(s, f, e);
}

/* ---- statements ------------------------------------------------------------------------------------------------ */

/* Statements that may run any number of times, or not at all. */
static void scan_body(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st)
{
    s->unsure++;
    s->loops++;
    forget_assigned(f);
    coset_scan_expr(s, f, st->expr);
    coset_scan_stmts(s, f, st->body);
    coset_scan_stmts(s, f, st->other);
    s->loops--;
    s->unsure--;
}

/* Scans those of the two branches that may run. */
static void scan_if(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st)
{
    const coset_scan_values test = fold(s, f, st->expr);
    s->unsure++;
    if (!all_are(&test, false))
        coset_scan_stmts(s, f, st->body);
    if (!all_are(&test, true))
        coset_scan_stmts(s, f, st->other);
    s->unsure--;
}

/* A loop over a whole small type is unrolled. */
static bool has_few_turns(const coset_scan *s, const coset_scan_frame *f, const coset_ir_stmt *st)
{
    const coset_ir_binder *b = coset_ir_whole_binder(st);
    if (!b || !f->known || !coset_ir_is_simple(b->type))
        return false;
    return b->type->n > 0 && b->type->n <= MOST_TURNS / (s->turns ? s->turns : 1) && f->known[b->frame].n != NEVER &&
           s->budget > BUDGET / 2;
}

static void scan_turns(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st)
{
    const coset_ir_type *t = st->binder->type;
    const uint32_t before = s->turns;
    s->turns = (before ? before : 1) * (uint32_t)t->n;
    for (uint64_t k = 0; k < t->n; k++) {
        if (f->known[st->binder->frame].n != NEVER)
            f->known[st->binder->frame] = one_value(coset_ir_unrank(t, k));
        coset_scan_stmts(s, f, st->body);
    }
    s->turns = before;
    if (f->known[st->binder->frame].n != NEVER)
        f->known[st->binder->frame].n = 0;
}

static void scan_effect(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st)
{
    switch (st->op) {
    case COSET_S_ASSIGN:
        write_value(s, f, st);
        break;
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        write_nothing(s, f, st);
        break;
    case COSET_S_COPY:
        write_place(s, f, st->place, may_be_blank(s, f, st->source));
        break;
    case COSET_S_BAGADD:
    case COSET_S_BAGREMOVE:
    case COSET_S_BAGREMOVE_IF:
        read_place(s, f, st->place);
        write_place(s, f, st->place, true);
        break;
    default:
        read_place(s, f, st->place);
    }
}

void coset_scan_stmt(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st)
{
    coset_scan_expr(s, f, st->expr);
    coset_scan_binder(s, f, st->binder);
    if (st->op == COSET_S_BIND) {
        bind(s, f, st->frame, coset_scan_starts(s, f, st->source));
        refer(f, st->source);
        return;
    }
    read_place(s, f, st->source);
    s->cuts |= st->op == COSET_S_ASSUME;
    scan_effect(s, f, st);
    if (has_few_turns(s, f, st))
        scan_turns(s, f, st);
    else if (st->op == COSET_S_IF)
        scan_if(s, f, st);
    else if (st->body || st->other)
        scan_body(s, f, st);
    s->returns |= st->op == COSET_S_RETURN && s->depth == 0;
}

void coset_scan_stmts(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st)
{
    for (; st && spend(s); st = st->next)
        coset_scan_stmt(s, f, st);
}

/* ---- walks ------------------------------------------------------------------------------------------------------ */

coset_scan coset_scan_new(const coset_ir *ir, coset_arena *scratch)
{
    return (coset_scan){.ir = ir, .scratch = scratch, .n_words = coset_slot_words(ir->n_slots)};
}

void coset_scan_free(coset_scan *s)
{
    coset_arena_clear(s->scratch);
    coset_vec_fini(&s->changes);
}

uint32_t coset_scan_steps(const coset_scan *s) { return BUDGET - s->budget; }

void coset_scan_begin(coset_scan *s, coset_arena *arena, uint32_t frame_size, coset_scan_frame *f)
{
    s->budget = BUDGET;
    s->unknown = s->cuts = s->returns = false;
    s->calls = NULL;
    s->changes.n = 0;
    s->reads = coset_arena_get(arena, s->n_words, sizeof(uint64_t));
    s->writes = coset_arena_get(arena, s->n_words, sizeof(uint64_t));
    s->any = s->slot_types ? coset_arena_get(arena, s->n_words, sizeof(uint64_t)) : NULL;
    s->blank = s->slot_types ? coset_arena_get(arena, s->n_words, sizeof(uint64_t)) : NULL;
    *f = (coset_scan_frame){frame_size + 1, coset_arena_get(s->scratch, frame_size + (size_t)1, sizeof *f->starts),
                            NULL};
}

void coset_scan_forget_writes(coset_scan *s)
{
    memset(s->writes, 0, s->n_words * sizeof *s->writes);
    if (s->any) {
        memset(s->any, 0, s->n_words * sizeof *s->any);
        memset(s->blank, 0, s->n_words * sizeof *s->blank);
    }
    s->changes.n = 0;
    s->calls = NULL;
}

/* The normal form of a bag reads and moves all of it; inner bags precede outer ones. */
void coset_scan_bags(coset_scan *s, const coset_symmetry *symmetry)
{
    for (uint32_t b = 0; b < symmetry->n_bags; b++) {
        const coset_bag *bag = &symmetry->bags[b];
        set all = coset_scan_set_new(s);
        coset_scan_add_slots(s, all, bag->base, (uint64_t)bag->n_entries * bag->width);
        if (!coset_scan_meet(s, s->writes, all))
            continue;
        coset_scan_add_set(s, s->reads, all);
        coset_scan_add_set(s, s->writes, all);
        if (s->any) {
            coset_scan_add_set(s, s->any, all);
            coset_scan_add_set(s, s->blank, all);
        }
    }
}

void coset_scan_end(coset_scan *s)
{
    if (!s->unknown)
        return;
    coset_scan_add_slots(s, s->reads, 0, s->ir->n_slots);
    coset_scan_add_slots(s, s->writes, 0, s->ir->n_slots);
    if (s->any) {
        coset_scan_add_slots(s, s->any, 0, s->ir->n_slots);
        coset_scan_add_slots(s, s->blank, 0, s->ir->n_slots);
    }
}
