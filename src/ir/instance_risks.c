/* instance_risks.c - which slots decide whether the body of a rule faults.
 *
 * A step of several rules needs a second rule that may follow the first (a rendez-vous: the receive), unless the body
 * of the first faults before. Most bodies cannot: they assign constants and plain values of a type that fits. */
#include "ir/instance.h"

typedef struct {
    coset_scan *s;
    coset_scan_frame *frame;
    const coset_ir_rule *rule;
    const uint64_t *blanks;
    uint64_t *all, *flow; /* read so far; of these, those on which variables of the frame may depend */
    uint64_t *risks;
} finding;

static bool is_parameter(const coset_ir_rule *r, const coset_ir_place *p)
{
    bool found = false;
    for (uint32_t i = 0; i < r->n_params && p->base == COSET_P_LOCAL && p->n_steps == 0; i++)
        found |= r->params[i].frame == p->offset;
    return found;
}

static bool fits(const coset_ir_type *from, const coset_ir_type *to)
{
    if (from == to)
        return true;
    if (from->kind >= COSET_T_UNION || to->kind >= COSET_T_UNION || from->n == 0)
        return false;
    return from->lo >= to->lo && from->lo + (int64_t)from->n <= to->lo + (int64_t)to->n;
}

/* Computing the address of the place cannot fault. */
static bool is_found(const finding *f, const coset_ir_place *p)
{
    bool found = p->base == COSET_P_STATE || p->base == COSET_P_LOCAL;
    for (uint32_t i = 0; i < p->n_steps && found; i++) {
        const coset_ir_expr *e = p->steps[i].index;
        const coset_ir_type *t = p->steps[i].of;
        if (!e)
            continue;
        found = t->kind == COSET_T_ARRAY &&
                (e->op == COSET_E_CONST
                     ? coset_ir_rank(t->index, e->value) >= 0
                     : e->op == COSET_E_LOAD && is_parameter(f->rule, e->place) && fits(e->place->type, t->index));
    }
    return found;
}

static bool may_be_blank(const finding *f, const coset_ir_place *p)
{
    const coset_ir_type *whole = p->n_steps ? p->steps[0].of : p->type;
    bool blank = false;
    for (uint32_t i = p->offset; i < p->offset + whole->width; i++)
        blank |= coset_slots_has(f->blanks, i);
    return blank;
}

/* The value is in the type, and its evaluation cannot fault. */
static bool has_value(const finding *f, const coset_ir_expr *e, const coset_ir_type *of, bool or_none)
{
    if (e->op == COSET_E_CONST)
        return of->kind != COSET_T_INT && coset_ir_rank(of, e->value) >= 0;
    if (e->op != COSET_E_LOAD || !fits(e->place->type, of))
        return false;
    if (e->place->base == COSET_P_LOCAL)
        return is_parameter(f->rule, e->place);
    return is_found(f, e->place) && (or_none || !may_be_blank(f, e->place));
}

static bool cannot_fault(const finding *f, const coset_ir_stmt *st)
{
    switch (st->op) {
    case COSET_S_ASSIGN:
        return is_found(f, st->place) && has_value(f, st->expr, st->place->type, st->copies_undefined);
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        return is_found(f, st->place);
    case COSET_S_PUT:
        return st->formatted;
    default:
        return false;
    }
}

/* It changes no variable of the frame. */
static bool leaves_frame(const coset_ir_stmt *st)
{
    return st->op == COSET_S_PUT || (st->op == COSET_S_ASSIGN && st->place->base == COSET_P_STATE);
}

static void look_at(finding *f, const coset_ir_stmt *st)
{
    coset_scan *s = f->s;
    uint64_t *before = s->reads, *own = coset_scan_set_new(s);
    s->reads = own;
    s->calls = NULL; /* what was followed for others must be followed again */
    uint64_t *written = coset_scan_set_new(s);
    coset_scan_add_set(s, written, s->writes);
    coset_scan_stmt(s, f->frame, st);
    s->reads = before;
    s->calls = NULL;
    coset_scan_add_set(s, s->reads, own);
    coset_scan_add_set(s, f->all, own);
    if (coset_scan_meet(s, own, written)) /* its value depends on all reads before */
        coset_scan_add_set(s, own, f->all);
    if (!cannot_fault(f, st)) {
        coset_scan_add_set(s, f->risks, own);
        coset_scan_add_set(s, f->risks, f->flow);
    }
    if (!leaves_frame(st))
        coset_scan_add_set(s, f->flow, own);
}

void coset_instances_scan_body(coset_scan *s, coset_scan_frame *frame, const coset_ir_rule *r, const uint64_t *blanks,
                               uint64_t *risks)
{
    finding f = {s, frame, r, blanks, coset_scan_set_new(s), coset_scan_set_new(s), risks};
    for (const coset_ir_stmt *st = r->body; st && !s->unknown; st = st->next)
        look_at(&f, st);
    if (s->unknown)
        coset_scan_add_slots(s, risks, 0, s->ir->n_slots);
}
