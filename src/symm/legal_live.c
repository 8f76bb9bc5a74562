/* symm/legal_live.c - is a local variable read after a loop before it is written again? */
#include "symm/legal_int.h"

typedef enum { PASSED, READ, ENDED } touch; /* ENDED: overwritten, or the function is left */

/* Slots lo .. hi-1 of the frame. */
typedef struct {
    const coset__frame *f;
    uint32_t lo, hi;
} span;

static bool reads_expr(const span *s, const coset_ir_expr *e);

static bool covers(const span *s, uint32_t lo, uint32_t hi) { return lo < s->hi && s->lo < hi; }

/* The place may share slots with the span. */
static bool overlaps(const span *s, const coset_ir_place *p)
{
    uint32_t lo = p->offset;
    if (p->base == COSET_P_LOCAL)
        return covers(s, lo, lo + coset__width(p->n_steps ? p->steps[0].of : p->type));
    if (p->base != COSET_P_REF || p->offset >= s->f->size)
        return false;
    const coset__path *to = s->f->slots[p->offset].place;
    return to && to->root == COSET__ROOT_LOCAL && to->frame == s->f->id;
}

/* Finding the place reads the span. */
static bool reads_steps(const span *s, const coset_ir_place *p)
{
    if (p->base == COSET_P_CALL && reads_expr(s, p->call))
        return true;
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].index && reads_expr(s, p->steps[i].index))
            return true;
    return false;
}

static bool reads_place(const span *s, const coset_ir_place *p) { return p && (overlaps(s, p) || reads_steps(s, p)); }

static bool reads_binder(const span *s, const coset_ir_binder *b)
{
    return b && (reads_expr(s, b->from) || reads_expr(s, b->to) || reads_expr(s, b->step) || reads_place(s, b->bag));
}

static bool reads_expr(const span *s, const coset_ir_expr *e)
{
    if (!e)
        return false;
    if (reads_place(s, e->place) || reads_place(s, e->other) || reads_binder(s, e->binder))
        return true;
    for (uint32_t i = 0; e->op == COSET_E_CALL && i < e->function->n_params; i++)
        if (reads_expr(s, e->args[i].expr) || reads_place(s, e->args[i].place))
            return true;
    return reads_expr(s, e->a) || reads_expr(s, e->b) || reads_expr(s, e->c);
}

static bool overwrites(const span *s, const coset_ir_place *p)
{
    uint64_t lo = p->offset;
    if (p->base != COSET_P_LOCAL)
        return false;
    for (uint32_t i = 0; i < p->n_steps; i++) {
        if (p->steps[i].index)
            return false;
        lo += p->steps[i].offset;
    }
    return lo <= s->lo && s->hi <= lo + coset__width(p->type);
}

static touch first_touch(const span *s, const coset_ir_stmt *list);

static touch touch_target(const span *s, const coset_ir_stmt *x)
{
    if (reads_expr(s, x->expr) || reads_place(s, x->source) || reads_steps(s, x->place))
        return READ;
    return overwrites(s, x->place) ? ENDED : PASSED;
}

static touch touch_one(const span *s, const coset_ir_stmt *x)
{
    touch a, b;
    switch (x->op) {
    case COSET_S_ASSIGN:
    case COSET_S_COPY:
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        return touch_target(s, x);
    case COSET_S_RETURN:
        return reads_expr(s, x->expr) || reads_place(s, x->source) ? READ : ENDED;
    case COSET_S_IF:
        if (reads_expr(s, x->expr))
            return READ;
        a = first_touch(s, x->body);
        b = first_touch(s, x->other);
        return a == READ || b == READ ? READ : a == ENDED && b == ENDED ? ENDED : PASSED;
    case COSET_S_FOR:
    case COSET_S_WHILE:
        if (reads_binder(s, x->binder) || reads_expr(s, x->expr))
            return READ;
        return first_touch(s, x->body) == READ ? READ : PASSED;
    default:
        return reads_expr(s, x->expr) || reads_place(s, x->place) || reads_place(s, x->source) ||
                       reads_binder(s, x->binder)
                   ? READ
                   : PASSED;
    }
}

static touch first_touch(const span *s, const coset_ir_stmt *list)
{
    for (; list; list = list->next) {
        touch t = touch_one(s, list);
        if (t != PASSED)
            return t;
    }
    return PASSED;
}

bool coset__live_after(const coset__frame *f, const coset__rest *rest, uint32_t lo, uint32_t hi)
{
    const span s = {f, lo, hi};
    if (!rest)
        return true;
    for (; rest; rest = rest->up) {
        touch t = first_touch(&s, rest->next);
        if (t != PASSED)
            return t == READ;
        /* the loop around may go round once more */
        if (rest->loop && touch_one(&s, rest->loop) == READ)
            return true;
    }
    return false;
}
