/* symm/legal/legal_loop.c - do the iterations of a loop over symmetric elements commute?
 *
 * A renaming reorders the iterations. Two of them may be swapped if neither reads or writes what the other writes, or
 * if both write in a way whose order does not matter. doc/internals-legality.md has the argument for each case. */
#include <stdio.h>
#include <string.h>

#include "symm/legal/legal_int.h"

/* The state of a loop check. */
typedef struct {
    coset__legal *l;
    coset__effects *e;
    const coset_ir_binder *binder;
    coset__types types;
    coset_pos pos;
    const coset_ir_stmt *loop; /* that may be checked while the model runs, or NULL */
} study;

coset__types coset__domain_types(const coset__legal *l, const coset_ir_binder *b)
{
    if (b->bag)
        return coset__bag_types(l, b->bag->type);
    return coset__types_in(l, b->type);
}

static const char *domain_name(const study *t)
{
    if (t->binder->bag)
        return t->binder->bag->name ? t->binder->bag->name : "the multiset";
    return t->binder->type->name ? t->binder->type->name : coset__type_name(t->l, t->types);
}

/* ---- conflicts ------------------------------------------------------------------------------------------------ */

/* The path leads into an entry of the bag at `bag`. An index of a bag is always a bound entry. */
static bool enters_bag(const coset__path *p, const coset__path *bag)
{
    return p->n_steps > bag->n_steps && p->steps[bag->n_steps].of->kind == COSET_T_BAG;
}

/* An added entry uses a place without an entry, so never that of an entry that is always present. */
static bool adds_elsewhere(const study *t, const coset__access *add, const coset__access *other)
{
    if (add->use != COSET__BAG_ADD || other->structural || !enters_bag(other->path, add->path) ||
        coset__bag_has_holes(t->l->walk, add->path))
        return false;
    if (other->use == COSET__READ_PRESENT && other->path->steps[add->path->n_steps].sym.kind == COSET__LOOP)
        return false; /* the loop itself would find the new entry */
    for (uint32_t i = 0; i < t->e->at.n; i++)
        if (t->e->at.at[i].removes && coset__path_meet(t->e->at.at[i].path, add->path))
            return false;
    return true;
}

static bool commute(const coset__access *a, const coset__access *b)
{
    if (a->use != b->use)
        return false;
    return a->use > COSET__WRITE_SAME || (a->use == COSET__WRITE_SAME && coset__sym_same(a->sym, b->sym));
}

/* The iteration of `read` has itself assigned before all that `read` reads of the target of w. */
static bool reads_own(const study *t, const coset__access *read, const coset__access *w)
{
    uint32_t lo, hi, first, end;
    bool exact;
    if (read->fresh || !read->set)
        return read->fresh;
    if (!coset__effects_span(t->e, read->path, &first, &end, &exact) ||
        !coset__effects_span(t->e, w->path, &lo, &hi, &exact))
        return false;
    for (uint32_t i = lo; i < hi; i++)
        if (i >= first && i < end && !read->set[i])
            return false;
    return true;
}

static bool conflict(const study *t, const coset__access *a, const coset__access *b)
{
    bool reads_a = a->use < COSET__WRITE, reads_b = b->use < COSET__WRITE;
    if (a->dropped || b->dropped || (reads_a && reads_b))
        return false;
    if ((reads_a && reads_own(t, a, b)) || (reads_b && reads_own(t, b, a)))
        return false;
    if ((a->use == COSET__READ_PRESENT && !b->structural) || (b->use == COSET__READ_PRESENT && !a->structural))
        return false;
    if (!reads_a && !reads_b && commute(a, b))
        return false;
    if (adds_elsewhere(t, a, b) || adds_elsewhere(t, b, a))
        return false;
    return coset__path_meet(a->path, b->path);
}

/* ---- locals that live within an iteration ---------------------------------------------------------------------- */

static bool reads_old(const study *t, const coset__access *a, const coset__access *w)
{
    return a->use < COSET__WRITE ? !reads_own(t, a, w) : !a->fresh && (a->use >= COSET__GROW || a->removes);
}

static bool stays_inside(const study *t, const coset__access *w)
{
    for (uint32_t i = 0; i < t->e->at.n; i++) {
        const coset__access *a = &t->e->at.at[i];
        if (reads_old(t, a, w) && coset__path_meet(a->path, w->path))
            return false;
    }
    return true;
}

/* A local, or small variable of the state, that each iteration sets before it reads it and that is not read afterwards
 * is equivalent to a separate one for each iteration. A return skips what would overwrite the state after the loop. */
static bool is_own(const study *t, const coset__frame *f, const coset__rest *rest, const coset__access *a)
{
    uint32_t lo, hi;
    bool exact, state = a->path->root == COSET__ROOT_STATE;
    if (t->e->unknown || (state && t->e->returns) || !coset__effects_span(t->e, a->path, &lo, &hi, &exact) ||
        !stays_inside(t, a))
        return false;
    coset__path_range(a->path, &lo, &hi, &exact);
    return !coset__live_after(f, rest, state ? COSET__STATE_FRAME : a->path->frame, lo, hi);
}

static void drop_locals(const study *t, const coset__frame *f, const coset__rest *rest)
{
    for (uint32_t i = 0; i < t->e->at.n; i++) {
        coset__access *a = &t->e->at.at[i];
        if (a->use < COSET__WRITE)
            continue;
        a->dropped = is_own(t, f, rest, a);
        if (t->loop && a->place)
            coset__note_written(t->l, t->loop, a->place, a->dropped);
    }
}

/* ---- the last writer ------------------------------------------------------------------------------------------- */

static bool fixed_place(const coset__path *p)
{
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].index && !coset__sym_same(p->steps[i].sym, p->steps[i].sym))
            return false;
    return true;
}

/* Each iteration overwrites the whole place, and nothing else in the loop reads it: the last write remains. */
static bool last_wins(const study *t, uint32_t at)
{
    const coset__access *w = &t->e->at.at[at];
    if (t->binder->bag || t->e->returns || w->use != COSET__WRITE || !w->direct || w->structural ||
        !fixed_place(w->path))
        return false;
    for (uint32_t i = 0; i < t->e->at.n; i++)
        if (i != at && conflict(t, w, &t->e->at.at[i]))
            return false;
    return true;
}

static void fix_last(const study *t, const coset__access *w)
{
    char name[100];
    const coset_ir_type *d = t->binder->type;
    if (d->kind == COSET_T_UNION && d->n_members > 0)
        d = d->members[d->n_members - 1];
    if (d->kind != COSET_T_SCALARSET)
        return; /* the last iteration is the same under all renamings */
    coset__path_text(w->path, name, sizeof name);
    coset__fix(
        t->l, d->symtype, d->n - 1, w->pos,
        "every iteration of the loop over %s (line %u) overwrites `%s`, so that only the last one counts and its "
        "element is singled out; assign `%s` outside of the loop",
        domain_name(t), t->pos.line, name, name);
}

/* ---- the check --------------------------------------------------------------------------------------------------*/

static const char *deed(const coset__access *a)
{
    switch (a->use) {
    case COSET__READ:
    case COSET__READ_PRESENT:
        return "read";
    case COSET__GROW:
        return "increased";
    case COSET__SHRINK:
        return "decreased";
    case COSET__BAG_ADD:
        return "added to";
    default:
        return "written";
    }
}

static void refuse_pair(const study *t, const coset__access *w, const coset__access *other)
{
    char name[100];
    coset__path_text(w->path, name, sizeof name);
    if (w == other || (w->stmt == other->stmt && other->use >= COSET__WRITE))
        coset__refuse(
            t->l, t->types, w->pos,
            "iterations of the loop over %s (line %u) do not commute: `%s` is overwritten by each; index it by "
            "`%s`, or make the order immaterial",
            domain_name(t), t->pos.line, name, t->binder->name);
    else
        coset__refuse(t->l, t->types, w->pos,
                      "iterations of the loop over %s (line %u) do not commute: `%s` is %s here and %s by other "
                      "iterations (line %u); index it by `%s`, or take it out of the loop",
                      domain_name(t), t->pos.line, name, deed(w), deed(other), other->pos.line, t->binder->name);
}

/* The loop is checked at run time. That check compares multisets in normal form: within the step, the order of entries
 * may depend on that of the iterations. */
static coset__obligation *oblige(const study *t)
{
    bool changes = t->e->unknown && t->l->has_bags;
    for (uint32_t i = 0; i < t->e->at.n; i++)
        changes |= t->e->at.at[i].structural;
    if (changes)
        t->l->bag_order |= t->types;
    return coset__oblige(t->l, t->loop, t->types);
}

/* The accesses that may conflict are watched, if all of them can be. */
static void watch_pairs(const study *t, const bool *is_last)
{
    uint32_t n = t->e->at.n;
    bool *watched = coset_new((size_t)n + 1, sizeof *watched), all = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (t->e->at.at[i].use >= COSET__WRITE && !is_last[i] && !is_last[k] &&
                conflict(t, &t->e->at.at[i], &t->e->at.at[k]))
                watched[i] = watched[k] = true;
    for (uint32_t i = 0; i < n; i++)
        all &= !watched[i] || t->e->at.at[i].place;
    for (uint32_t i = 0; i < n && all; i++)
        if (watched[i])
            coset__watch(t->l, t->loop, &t->e->at.at[i]);
    coset_delete(watched);
    coset__obligation *o = oblige(t);
    o->loop.always |= !all;
    for (uint32_t i = 0; i < n; i++)
        o->loop.last_stays |= is_last[i] && t->l->blames->prop == COSET_NO_PROP;
}

/* The first conflict is enough to refuse. */
static bool check_pairs(const study *t, bool *is_last)
{
    for (uint32_t i = 0; i < t->e->at.n; i++) {
        const coset__access *w = &t->e->at.at[i];
        if (w->use < COSET__WRITE || is_last[i])
            continue;
        for (uint32_t k = 0; k < t->e->at.n; k++) {
            const coset__access *a = &t->e->at.at[k];
            if (is_last[k] || (a->use >= COSET__WRITE && k < i) || !conflict(t, w, a))
                continue;
            if (t->loop) {
                watch_pairs(t, is_last);
                return true;
            }
            refuse_pair(t, w, a);
            return false;
        }
    }
    return true;
}

static void check_conflicts(const study *t)
{
    bool *is_last = coset_new((size_t)t->e->at.n + 1, sizeof *is_last);
    for (uint32_t i = 0; i < t->e->at.n; i++)
        is_last[i] =
            t->e->at.at[i].use >= COSET__WRITE && conflict(t, &t->e->at.at[i], &t->e->at.at[i]) && last_wins(t, i);
    if (check_pairs(t, is_last))
        for (uint32_t i = 0; i < t->e->at.n; i++)
            if (is_last[i])
                fix_last(t, &t->e->at.at[i]);
    coset_delete(is_last);
}

static bool writes_at_all(const study *t)
{
    for (uint32_t i = 0; i < t->e->at.n; i++)
        if (t->e->at.at[i].use >= COSET__WRITE && !t->e->at.at[i].dropped)
            return true;
    return false;
}

/* Leaving the loop early skips the iterations that would follow. */
static bool may_leave(const study *t, bool may_fault)
{
    const coset__effects *e = t->e;
    if (e->returns)
        return !e->returns_differ && !writes_at_all(t) && !may_fault && !e->assumes && !e->covers;
    return !e->assumes || !may_fault;
}

/* Calls that are not followed may touch anything; if the loop is left early the other iterations are run for the
 * comparison: both are left to the check at run time. False: it is settled. */
static bool check_exits(const study *t, bool may_fault)
{
    const coset__effects *e = t->e;
    if (t->loop && e->unknown) {
        coset__obligation *o = oblige(t);
        o->unknown = o->loop.always = true;
        return false;
    }
    if (t->loop && !may_leave(t, may_fault)) {
        (void)oblige(t);
        return true;
    }
    if (e->unknown) {
        coset__refuse(t->l, t->types, t->pos, "calls in this loop over %s are too deep or recursive to follow",
                      domain_name(t));
    } else if (e->returns && (e->returns_differ || writes_at_all(t))) {
        coset__refuse(
            t->l, t->types, e->returns->pos,
            "the first iteration of this loop over %s that gets here ends it, and which one that is depends on "
            "the order; return the same value from each and write nothing before",
            domain_name(t));
    } else if (e->returns && e->covers) {
        coset__refuse(t->l, t->types, e->returns->pos,
                      "this return skips iterations of the loop over %s in which a cover statement may be hit; take it "
                      "out of the loop",
                      domain_name(t));
    } else if (e->returns && (may_fault || e->assumes)) {
        coset__refuse(t->l, t->types, e->returns->pos,
                      "this return skips iterations of the loop over %s in which a value may be undefined or out of "
                      "range; use forall or exists",
                      domain_name(t));
    } else if (e->assumes && may_fault) {
        coset__refuse(t->l, t->types, e->assumes->pos,
                      "this assumption cuts the loop over %s short, and whether an error comes first depends on the "
                      "order; take it out of the loop",
                      domain_name(t));
    } else {
        return true;
    }
    return false;
}

/* Entries added in an order that depends on elements: within the step, the order of entries depends on it too. */
static void note_order(const study *t)
{
    for (uint32_t i = 0; i < t->e->at.n; i++)
        if (t->e->at.at[i].use == COSET__BAG_ADD)
            t->l->bag_order |= t->types;
}

static void check(const study *t, const coset__frame *f, const coset__rest *rest, bool may_fault)
{
    drop_locals(t, f, rest);
    note_order(t);
    if (check_exits(t, may_fault))
        check_conflicts(t);
}

static bool may_stop(coset__legal *l, coset__frame *f, const coset__effects *e, const coset_ir_stmt *body)
{
    return (e->returns || e->assumes) && coset__body_may_fault(l, f, body);
}

void coset__loop_check(coset__legal *l, coset__frame *f, const coset_ir_stmt *loop, const coset__rest *rest)
{
    coset__effects e;
    const coset_ir_binder *b = loop->binder;
    const study t = {l, &e, b, coset__domain_types(l, b), loop->pos, coset__may_oblige(l, loop) ? loop : NULL};
    if (!t.types || (b->from && !b->bag))
        return;
    coset__sym var = coset__sym_new(l, COSET__LOOP);
    coset__effects_init(&e, l, f);
    coset__bind(l, f, b, var);
    if (loop->op == COSET_S_BAGREMOVE_IF) {
        coset__effects_of_removal(&e, f, loop);
        coset__effects_end(&e);
        check(&t, f, rest, false);
    } else {
        if (b->bag)
            coset__effects_of_entries(&e, f, b, var);
        coset__effects_of_body(&e, f, loop->body, true);
        coset__effects_end(&e);
        check(&t, f, rest, may_stop(l, f, &e, loop->body));
    }
    f->slots[b->frame] = (coset__slot){0};
    coset__effects_fini(&e);
}

void coset__quantifier_check(coset__legal *l, coset__frame *f, const coset_ir_expr *x)
{
    coset__effects e;
    const study t = {l, &e, x->binder, coset__domain_types(l, x->binder), x->pos, NULL};
    if (!t.types || x->binder->from)
        return;
    coset__sym var = coset__sym_new(l, COSET__LOOP);
    coset__effects_init(&e, l, f);
    coset__bind(l, f, x->binder, var);
    if (x->binder->bag)
        coset__effects_of_entries(&e, f, x->binder, var);
    coset__effects_of_expr(&e, f, x->a);
    coset__effects_end(&e);
    check(&t, f, NULL, e.assumes && coset__may_fault(l, f, x->a));
    f->slots[x->binder->frame] = (coset__slot){0};
    coset__effects_fini(&e);
}
