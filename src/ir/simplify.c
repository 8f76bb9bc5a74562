/* ir/simplify.c - decides conditions by trying all values of their variables.
 *
 * The evaluator is the interpreter's own. All variables are undefined at first. If the evaluator stops because a slot
 * is undefined, every value of that slot is tried in turn, and the evaluation restarts; so exactly the relevant slots
 * are enumerated, also behind computed indices and inside quantifiers. Targets of references are in separate slots: if
 * they aliased other variables of the condition, there would be fewer combinations, never others. */
#include "ir/simplify.h"

#include "ir/machine.h"
#include "ir/rewrite.h"
#include "ir/visit.h"

#define MOST_WORK  (UINT64_C(1) << 26) /* nodes visited for the whole program, about a second */
#define MOST_SLOTS (UINT32_C(1) << 20) /* reached by reference */
#define MOST_DEPTH 1000                /* slots read by one condition */

typedef struct {
    coset_machine m;
    coset_machine_probe probe;
    coset_text *text;
    coset_arena *arena;
    uint64_t work; /* that is left */
    uint32_t n;    /* conditions replaced */
    /* of the current condition */
    uint32_t size; /* nodes */
    uint32_t tries;
    bool seen, open; /* some value was found; no common value was, or will be */
    bool value;
} simplifier;

/* ---- which conditions can be tried ---------------------------------------------------------------------------- */

typedef struct {
    const coset_ir_binder *binder;
    const void *outer;
} scope;

static bool is_closed(simplifier *s, const coset_ir_expr *e, const scope *in);

/* An integer without bounds has no undefined value; one bound outside cannot be tried. */
static bool is_bound(const coset_ir_place *p, const scope *in)
{
    for (; in; in = in->outer)
        if (in->binder->frame == p->offset)
            return true;
    return false;
}

static bool place_is_closed(simplifier *s, const coset_ir_place *p, const scope *in)
{
    if (!p)
        return true;
    if (p->base == COSET_P_CALL || (p->type->kind == COSET_T_INT && !is_bound(p, in)))
        return false;
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (!is_closed(s, p->steps[i].index, in))
            return false;
    return true;
}

/* The expression accesses undefined values only by reading them. Counts its nodes. */
static bool is_closed(simplifier *s, const coset_ir_expr *e, const scope *in)
{
    if (!e)
        return true;
    s->size++;
    switch (e->op) {
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
    case COSET_E_ISUNDEFINED:
    case COSET_E_CALL:
    case COSET_E_BAGCOUNT:
        return false;
    default:
        break;
    }
    const coset_ir_binder *b = e->binder;
    const scope inner = {.binder = b, .outer = in};
    if (b && (b->bag || !is_closed(s, b->from, in) || !is_closed(s, b->to, in) || !is_closed(s, b->step, in)))
        return false;
    return is_closed(s, e->a, b ? &inner : in) && is_closed(s, e->b, in) && is_closed(s, e->c, in) &&
           place_is_closed(s, e->place, in);
}

/* ---- targets of references ------------------------------------------------------------------------------------- */

/* Separate slots, after the frame, for the target of the reference. True: there are too many. */
static bool set_reference(const coset_ir_visit *v, const coset_ir_place *p)
{
    simplifier *s = v->ctx;
    coset_machine *m = &s->m;
    if (coset_ir_visit_place_parts(v, p))
        return true;
    if (p->base != COSET_P_REF || m->mem[m->fp + p->offset])
        return false;
    const coset_ir_type *t = coset_ir_base_type(p);
    if (t->width > MOST_SLOTS || m->sp + t->width > m->end)
        return true;
    m->mem[m->fp + p->offset] = m->sp;
    m->sp += t->width;
    return false;
}

static bool set_references(simplifier *s, const coset_ir_expr *e)
{
    const coset_ir_visit v = {.place = set_reference, .ctx = s};
    return !coset_ir_visit_expr(&v, e);
}

/* ---- trying ---------------------------------------------------------------------------------------------------- */

/* Evaluates once. The fuel of the machine is the work that is left, counted in rounds of quantifiers. */
static bool evaluate(simplifier *s, const coset_ir_expr *e, int64_t *v)
{
    uint64_t rounds = s->work / s->size;
    if (rounds == 0 || s->tries == COSET_IR_COMBINATIONS) {
        s->open = true;
        return false;
    }
    s->tries++;
    s->m.fuel = rounds;
    s->probe.type = NULL;
    bool ok = coset_machine_eval(&s->m, e, v);
    s->work -= (rounds - s->m.fuel) * s->size;
    s->work -= s->work < s->size ? s->work : s->size;
    return ok;
}

/* The value of the condition for all values of the slots that it reads and that are not set yet. */
static void explore(simplifier *s, const coset_ir_expr *e, uint32_t depth)
{
    int64_t v;
    if (evaluate(s, e, &v)) {
        s->open = s->seen && s->value != (v != 0);
        s->seen = true;
        s->value = v != 0;
        return;
    }
    const coset_machine_probe missing = s->probe;
    if (!missing.type || depth == MOST_DEPTH)
        s->open = true;
    for (uint64_t rank = 0; !s->open && rank < missing.type->n; rank++) {
        s->m.mem[missing.address] = (coset_value)rank + 1;
        explore(s, e, depth + 1);
    }
    if (missing.type)
        s->m.mem[missing.address] = 0;
}

static bool is_constant(simplifier *s, const coset_ir_expr *e, uint32_t frame)
{
    coset_machine *m = &s->m;
    s->size = s->tries = 0;
    s->seen = s->open = false;
    if (!is_closed(s, e, NULL))
        return false;
    m->sp = m->fp + frame;
    if (set_references(s, e))
        explore(s, e, 0);
    memset(&m->mem[m->fp], 0, (m->sp - m->fp) * sizeof *m->mem);
    return s->seen && !s->open;
}

static const coset_ir_expr *replace(void *ctx, const coset_ir_expr *e, uint32_t frame)
{
    simplifier *s = ctx;
    if (!e->type || e->type->kind != COSET_T_BOOL || e->op == COSET_E_CONST || e->op == COSET_E_LOAD ||
        !is_constant(s, e, frame))
        return NULL;
    coset_ir_expr *c = coset_arena_get(s->arena, 1, sizeof *c);
    *c = (coset_ir_expr){.op = COSET_E_CONST, .type = e->type, .pos = e->pos, .value = s->value};
    s->n++;
    if (s->text)
        coset_message(s->text, COSET_SEVERITY_WARNING, "W004", e->pos, 0,
                      "this is %s for all values of its variables and was replaced by it", s->value ? "true" : "false");
    return c;
}

static uint32_t largest_frame(const coset_ir *ir)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < ir->n_functions; i++)
        n = ir->functions[i]->frame_size > n ? ir->functions[i]->frame_size : n;
    for (uint32_t i = 0; i < ir->n_rules; i++)
        n = ir->rules[i].frame_size > n ? ir->rules[i].frame_size : n;
    for (uint32_t i = 0; i < ir->n_props; i++)
        n = ir->props[i].frame_size > n ? ir->props[i].frame_size : n;
    return n;
}

uint32_t coset_ir_simplify(coset_ir *ir, coset_text *text)
{
    const coset_ir_machine_model model = {.base = {.n_slots = ir->n_slots}, .ir = ir};
    simplifier s = {.text = text, .arena = ir->arena, .work = MOST_WORK};
    s.m.model = &model;
    s.m.probe = &s.probe;
    s.m.fp = ir->n_slots;
    s.m.end = ir->n_slots + largest_frame(ir) + MOST_SLOTS;
    s.m.mem = coset_new((size_t)s.m.end + 2, sizeof *s.m.mem);
    coset_ir_rewrite(ir, replace, &s);
    coset_delete(s.m.mem);
    return s.n;
}
