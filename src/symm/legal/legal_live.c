/* symm/legal/legal_live.c - is a local variable read after a loop before it is written again? */
#include "symm/legal/legal_int.h"

/* Possible outcomes for the span: it is read, the function is left, the statement is passed. None of them: it is always
 * overwritten. */
enum { READ = 1, LEFT = 2, PASSED = 4 };

#define MOST_DEEP 10U    /* calls followed */
#define BUDGET    10000U /* statements and expressions in them */

/* Slots lo .. hi-1 of frame number `frame`, in code that runs in f. */
typedef struct {
    const coset__frame *f;
    uint32_t frame, lo, hi;
    uint32_t depth, *budget;
} span;

static unsigned touches(const span *s, const coset_ir_stmt *list);

static bool covers(const span *s, uint32_t lo, uint32_t hi) { return lo < s->hi && s->lo < hi; }

/* The place is in the span's frame, or both are in the state. */
static bool has_base(const span *s, const coset_ir_place *p)
{
    return p->base == COSET_P_LOCAL ? s->f->id == s->frame : p->base == COSET_P_STATE && s->frame == COSET__STATE_FRAME;
}

/* The slots that it may cover. */
static void range_of(const coset_ir_place *p, uint32_t *lo, uint32_t *hi, bool *exact)
{
    uint32_t i = 0;
    *lo = p->offset;
    while (i < p->n_steps && !p->steps[i].index)
        *lo += p->steps[i++].offset;
    *hi = *lo + coset__width(i < p->n_steps ? p->steps[i].of : p->type);
    *exact = i == p->n_steps;
}

/* The target of an alias or var parameter may share slots with the span. */
static bool meets(const span *s, const coset__path *to)
{
    uint32_t lo, hi;
    bool exact;
    if (!to) /* any place outside of f */
        return s->frame != s->f->id;
    if (to->root == COSET__ROOT_REF)
        return s->frame == COSET__STATE_FRAME || s->frame < to->frame;
    if (s->frame != (to->root == COSET__ROOT_STATE ? COSET__STATE_FRAME : to->frame))
        return false;
    coset__path_range(to, &lo, &hi, &exact);
    return covers(s, lo, hi);
}

/* The place may share slots with the span. */
static bool overlaps(const span *s, const coset_ir_place *p)
{
    uint32_t lo, hi;
    bool exact;
    if (p->base == COSET_P_REF)
        return meets(s, p->offset < s->f->size ? s->f->slots[p->offset].place : NULL);
    range_of(p, &lo, &hi, &exact);
    return has_base(s, p) && covers(s, lo, hi);
}

/* A function knows the state, and locals of others only by its arguments. */
static bool reads_body(const span *s, const coset_ir_function *f)
{
    const coset__frame in = {.id = s->f->id == 0 ? 1 : 0};
    const span inside = {&in, s->frame, s->lo, s->hi, s->depth + 1, s->budget};
    if (s->frame != COSET__STATE_FRAME)
        return false;
    return s->depth >= MOST_DEEP || touches(&inside, f->body) & READ;
}

static bool on_place(const coset_ir_visit *v, const coset_ir_place *p)
{
    return overlaps(v->ctx, p) || coset_ir_visit_place_parts(v, p);
}

static bool on_expr(const coset_ir_visit *v, const coset_ir_expr *e)
{
    const span *s = v->ctx;
    if (*s->budget == 0)
        return true;
    --*s->budget;
    return coset_ir_visit_parts(v, e) || (e->op == COSET_E_CALL && reads_body(s, e->function));
}

static coset_ir_visit visit_of(const span *s)
{
    return (coset_ir_visit){.expr = on_expr, .place = on_place, .ctx = (void *)(uintptr_t)s};
}

static bool overwrites(const span *s, const coset_ir_place *p)
{
    uint32_t lo, hi;
    bool exact;
    range_of(p, &lo, &hi, &exact);
    return has_base(s, p) && exact && lo <= s->lo && s->hi <= hi;
}

static unsigned touch_target(const span *s, const coset_ir_stmt *x)
{
    const coset_ir_visit v = visit_of(s);
    if (coset_ir_visit_expr(&v, x->expr) || coset_ir_visit_place(&v, x->source) ||
        coset_ir_visit_place_parts(&v, x->place))
        return READ;
    return overwrites(s, x->place) ? 0 : PASSED;
}

/* All that the statement itself reads, without the statements in it. */
static bool reads_own(const span *s, const coset_ir_stmt *x)
{
    const coset_ir_visit v = visit_of(s);
    return coset_ir_visit_binder(&v, x->binder) || coset_ir_visit_expr(&v, x->expr) ||
           coset_ir_visit_place(&v, x->place) || coset_ir_visit_place(&v, x->source);
}

static unsigned touch_one(const span *s, const coset_ir_stmt *x)
{
    if (coset_ir_kind_of(x).overwrites)
        return touch_target(s, x);
    if (reads_own(s, x))
        return READ;
    if (x->op == COSET_S_RETURN)
        return LEFT;
    /* else a body may run any number of times, or not at all */
    return touches(s, x->body) | (x->op == COSET_S_IF ? touches(s, x->other) : (unsigned)PASSED);
}

static unsigned touches(const span *s, const coset_ir_stmt *list)
{
    unsigned all = 0;
    for (; list; list = list->next) {
        unsigned t = touch_one(s, list);
        all |= t & ~(unsigned)PASSED;
        if (!(t & PASSED))
            return all;
    }
    return all | PASSED;
}

/* To the end of the function. */
static unsigned touches_rest(const span *s, const coset__rest *rest)
{
    unsigned all = 0;
    for (; rest; rest = rest->up) {
        unsigned t = touches(s, rest->next);
        all |= t & ~(unsigned)PASSED;
        if (!(t & PASSED))
            return all;
        if (rest->loop) /* may go round once more */
            all |= touch_one(s, rest->loop) & ~(unsigned)PASSED;
    }
    return all | PASSED;
}

bool coset__live_after(const coset__frame *f, const coset__rest *rest, uint32_t frame, uint32_t lo, uint32_t hi)
{
    uint32_t budget = BUDGET;
    for (; f && rest; rest = f->rest, f = f->caller) {
        const span s = {f, frame, lo, hi, 0, &budget};
        unsigned t = touches_rest(&s, rest);
        if (t & READ)
            return true;
        if (f->id == frame || !t) /* else the step ends, or the caller continues */
            return false;
    }
    return true;
}
