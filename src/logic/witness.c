/* logic/witness.c - witnesses and counterexamples of formulas. */
#include "logic/witness.h"

#include <string.h>

typedef coset__witness_path path;

/* ---- sets ---------------------------------------------------------------------------------------------------------
 */

static void drop(const path *w, coset_set a) { w->sets->ops->drop(w->sets->ctx, a); }
static coset_set share(const path *w, coset_set a) { return w->sets->ops->share(w->sets->ctx, a); }
static bool goes_on(const path *w) { return w->sets->ops->goes_on(w->sets->ctx); }
static bool is_empty(const path *w, coset_set a) { return w->sets->ops->is_empty(w->sets->ctx, a); }

static coset_set meet(const path *w, coset_set a, coset_set b)
{
    coset_set r = w->sets->ops->meet(w->sets->ctx, a, b);
    drop(w, a);
    drop(w, b);
    return r;
}

static coset_set minus(const path *w, coset_set a, coset_set b)
{
    coset_set r = w->sets->ops->minus(w->sets->ctx, a, b);
    drop(w, a);
    drop(w, b);
    return r;
}

static coset_set after(const path *w, uint32_t steps, coset_set a)
{
    return w->sets->ops->after(w->sets->ctx, steps, a);
}

static coset_set states_of(const path *w, const coset_formula *f, bool negated)
{
    const coset__core *core = coset__core_of(w->cores, f, negated);
    coset__fixpoint_room(w->eval, w->cores->n_nodes);
    return coset__evaluate(w->eval, core);
}

static coset_set fair(const path *w)
{
    const coset__core *core = coset__core_fair(w->cores, false);
    coset__fixpoint_room(w->eval, w->cores->n_nodes);
    return coset__evaluate(w->eval, core);
}

/* ---- states of the path ---------------------------------------------------------------------------------------------
 */

static uint32_t *state(const path *w, uint32_t i) { return w->states.at + (size_t)i * w->sets->n_slots; }

static void append(path *w, const uint32_t *values)
{
    for (uint32_t k = 0; k < w->sets->n_slots; k++)
        *coset_vec_add(&w->states) = values[k];
    w->n++;
}

static void append_one(path *w, coset_set of)
{
    uint32_t *values = coset_new((size_t)w->sets->n_slots + 1, sizeof *values);
    w->sets->ops->pick(w->sets->ctx, of, values);
    append(w, values);
    coset_delete(values);
}

static coset_set last(const path *w) { return w->sets->ops->single(w->sets->ctx, state(w, w->n - 1)); }

static bool holds_at_end(const path *w, const coset_formula *f, bool wanted)
{
    coset_set both = meet(w, last(w), states_of(w, f, !wanted));
    bool yes = !is_empty(w, both);
    drop(w, both);
    return yes;
}

static void cut(path *w, const char *why)
{
    if (!w->cut)
        w->cut = why;
}

/* ---- paths
 * ------------------------------------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_set) rings;

static void drop_rings(const path *w, rings *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        drop(w, r->at[i]);
    coset_vec_fini(r);
}

/* One state of each ring but the first, such that each has a step to the next. The last ring is cut to its goal. */
static void append_way(path *w, const rings *r)
{
    uint32_t first = w->n, n = r->n - 1, width = w->sets->n_slots;
    uint32_t *zero = coset_new((size_t)width + 1, sizeof *zero);
    for (uint32_t i = 0; i < n; i++)
        append(w, zero);
    coset_delete(zero);
    for (uint32_t i = n; i-- > 0;) {
        coset_set here = share(w, r->at[i + 1]);
        if (i + 1 < n) {
            coset_set next = w->sets->ops->single(w->sets->ctx, state(w, first + i + 1));
            here = meet(w, here, w->sets->ops->before(w->sets->ctx, COSET_STEPS_TOTAL, next));
            drop(w, next);
        }
        if (!is_empty(w, here))
            w->sets->ops->pick(w->sets->ctx, here, state(w, first + i));
        drop(w, here);
    }
}

/* A shortest path of at least one step from the last state through `within` to `goal`; it ends there, and lies in
 * `within` apart from its end. False: there is none. */
static bool go(path *w, coset_set within, coset_set goal)
{
    rings r = {0};
    bool found = false;
    *coset_vec_add(&r) = last(w);
    coset_set seen = w->sets->ops->none(w->sets->ctx), front = share(w, r.at[0]);
    while (!found && !is_empty(w, front) && goes_on(w)) {
        coset_set next = after(w, COSET_STEPS_TOTAL, front);
        coset_set hit = meet(w, share(w, next), share(w, goal));
        drop(w, front);
        found = !is_empty(w, hit);
        if (found) {
            *coset_vec_add(&r) = share(w, hit);
            front = next;
        } else {
            front = minus(w, meet(w, next, share(w, within)), share(w, seen));
            coset_set more = w->sets->ops->unite(w->sets->ctx, seen, front);
            drop(w, seen);
            seen = more;
            *coset_vec_add(&r) = share(w, front);
        }
        drop(w, hit);
    }
    drop(w, front);
    drop(w, seen);
    if (found && goes_on(w))
        append_way(w, &r);
    drop_rings(w, &r);
    return found;
}

/* ---- loops
 * -------------------------------------------------------------------------------------------------------------- */

/* The state has no step. */
static bool stays(const path *w, uint32_t i)
{
    coset_set one = w->sets->ops->single(w->sets->ctx, state(w, i));
    coset_set next = after(w, COSET_STEPS_ALL, one);
    bool yes = is_empty(w, next);
    drop(w, one);
    drop(w, next);
    return yes;
}

static void shorten(path *w, uint32_t n)
{
    w->n = n;
    w->states.n = n * w->sets->n_slots;
}

/* From the last state to states of all constraints, each of them unless it holds already. */
static void meet_constraints(path *w, coset_set within)
{
    const coset_formulas *f = w->cores->f;
    bool found = true;
    for (uint32_t i = 0; i < f->fair.n && found && goes_on(w); i++) {
        coset_set goal = meet(w, share(w, within), states_of(w, f->fair.at[i], false));
        found = holds_at_end(w, f->fair.at[i], true) || go(w, within, goal);
        drop(w, goal);
    }
}

/* From the last state through all constraints in a loop, inside `within`, each state of which begins a fair path that
 * stays there. If the path does not lead back it has reached another SCC, further down: starts again from there. */
static void loop(path *w, coset_set within)
{
    while (goes_on(w)) {
        uint32_t head = w->n - 1;
        coset_set start = last(w);
        meet_constraints(w, within);
        bool closed = go(w, within, start);
        drop(w, start);
        if (closed) {
            w->ends = stays(w, head);
            w->has_loop = !w->ends;
            w->loop = head;
            shorten(w, w->ends ? head + 1 : w->n - 1); /* without the head once more */
            return;
        }
        if (w->n - 1 == head && !go(w, within, within))
            return;
    }
}

/* ---- formulas
 * --------------------------------------------------------------------------------------------------------------- */

static void explain(path *w, const coset_formula *f, bool wanted);

static bool is_of_time(const coset_formula *f)
{
    if (f->op == COSET_F_NOT)
        return is_of_time(f->a);
    if (f->op == COSET_F_AND || f->op == COSET_F_OR)
        return is_of_time(f->a) || is_of_time(f->b);
    return f->op != COSET_F_ATOM && f->op != COSET_F_TRUE && f->op != COSET_F_FALSE;
}

/* A path of some length shows it. */
static bool can_be_shown(const coset_formula *f, bool wanted)
{
    switch (f->op) {
    case COSET_F_NOT:
        return can_be_shown(f->a, !wanted);
    case COSET_F_AND:
    case COSET_F_OR:
        return can_be_shown(f->a, wanted) || can_be_shown(f->b, wanted);
    case COSET_F_DIAMOND:
    case COSET_F_EX:
    case COSET_F_EF:
    case COSET_F_EG:
    case COSET_F_EU:
    case COSET_F_EV:
        return wanted;
    case COSET_F_BOX:
    case COSET_F_AX:
    case COSET_F_AF:
    case COSET_F_AG:
    case COSET_F_AU:
    case COSET_F_AV:
        return !wanted;
    default:
        return false;
    }
}

static void explain_junction(path *w, const coset_formula *f, bool wanted)
{
    if ((f->op == COSET_F_OR) == wanted) { /* one side suffices: rather one that is no matter of time */
        const coset_formula *sides[] = {f->a, f->b};
        for (int time = 0; time < 2; time++)
            for (int i = 0; i < 2; i++)
                if (is_of_time(sides[i]) == time && holds_at_end(w, sides[i], wanted)) {
                    explain(w, sides[i], wanted);
                    return;
                }
        return;
    }
    if (is_of_time(f->a) && is_of_time(f->b))
        cut(w, "two parts of the formula are about paths, and only one path is shown");
    bool second = can_be_shown(f->b, wanted) || (is_of_time(f->b) && !is_of_time(f->a));
    explain(w, second ? f->b : f->a, wanted);
}

static void explain_step(path *w, const coset_formula *f, bool wanted, uint32_t steps, bool has_fair)
{
    coset_set here = last(w), next = meet(w, after(w, steps, here), states_of(w, f->a, !wanted));
    drop(w, here);
    if (has_fair)
        next = meet(w, next, fair(w));
    bool found = !is_empty(w, next);
    if (found)
        append_one(w, next);
    drop(w, next);
    if (!found || !goes_on(w))
        return;
    if (steps == COSET_STEPS_TOTAL && stays(w, w->n - 2)) {
        shorten(w, w->n - 1);
        w->ends = true;
    }
    explain(w, f->a, wanted);
}

static const char on_the_way[] = "what holds on the way is a temporal formula itself and is not shown";

/* Through states of `hold` (NULL: any) to one of `goal`, both as wanted. */
static void explain_until(path *w, const coset_formula *hold, const coset_formula *goal, bool wanted)
{
    coset_set target = meet(w, states_of(w, goal, !wanted), fair(w));
    coset_set within = hold ? states_of(w, hold, !wanted) : w->sets->ops->all(w->sets->ctx);
    coset_set here = meet(w, last(w), share(w, target));
    bool there = !is_empty(w, here) || go(w, within, target);
    drop(w, here);
    drop(w, target);
    drop(w, within);
    if (hold && is_of_time(hold))
        cut(w, on_the_way);
    if (!there || !goes_on(w))
        return;
    explain(w, goal, wanted);
    if (w->cores->f->fair.n && !w->has_loop)
        cut(w, "that a fair path continues from its last state is not shown");
}

/* `eg`: EG f or AF f. */
static void explain_always(path *w, const coset_formula *eg, bool wanted)
{
    coset_set within = states_of(w, eg, !wanted);
    loop(w, within);
    drop(w, within);
    if (is_of_time(eg->a))
        cut(w, on_the_way);
}

/* E[f V g]: g until both, or g for ever. */
static void explain_release(path *w, const coset_formula *f, bool wanted)
{
    coset_set both = meet(w, states_of(w, f->a, !wanted), states_of(w, f->b, !wanted));
    both = meet(w, both, fair(w));
    coset_set within = states_of(w, f->b, !wanted), here = meet(w, last(w), share(w, both));
    bool comes = !is_empty(w, here) || go(w, within, both);
    drop(w, here);
    drop(w, both);
    drop(w, within);
    if (comes) {
        if (is_of_time(f->a) || is_of_time(f->b) || w->cores->f->fair.n)
            cut(w, "what holds in its last state, or after it, is not shown");
        return;
    }
    coset_formula *eg = coset_arena_get(w->arena, 1, sizeof *eg);
    *eg = (coset_formula){.op = wanted ? COSET_F_EG : COSET_F_AF, .a = f->b};
    if (goes_on(w))
        explain_always(w, eg, wanted);
}

static void explain(path *w, const coset_formula *f, bool wanted)
{
    static const char all_paths[] = "from its last state on the formula is about all paths, which no single path shows";
    bool universal = f->op == COSET_F_AX || f->op == COSET_F_AF || f->op == COSET_F_AG || f->op == COSET_F_AU ||
                     f->op == COSET_F_AV || f->op == COSET_F_BOX;
    if (w->has_loop || w->ends) {
        if (is_of_time(f))
            cut(w, "what follows is a temporal formula in a state that stays for ever");
        return;
    }
    switch (f->op) {
    case COSET_F_TRUE:
    case COSET_F_FALSE:
    case COSET_F_ATOM:
        return;
    case COSET_F_NOT:
        explain(w, f->a, !wanted);
        return;
    case COSET_F_AND:
    case COSET_F_OR:
        explain_junction(w, f, wanted);
        return;
    case COSET_F_VAR:
    case COSET_F_MU:
    case COSET_F_NU:
        cut(w, "fixpoints of the mu-calculus are not shown by paths");
        return;
    default:
        break;
    }
    if (universal == wanted) {
        cut(w, all_paths);
        return;
    }
    switch (f->op) {
    case COSET_F_EX:
    case COSET_F_AX:
        explain_step(w, f, wanted, COSET_STEPS_TOTAL, true);
        return;
    case COSET_F_DIAMOND:
    case COSET_F_BOX:
        explain_step(w, f, wanted, w->cores->f->actions.at[f->action].groups ? f->action : COSET_STEPS_ALL, false);
        return;
    case COSET_F_EF:
    case COSET_F_AG:
        explain_until(w, NULL, f->a, wanted);
        return;
    case COSET_F_EU: /* E[a U b]; not A[a V b]: some path has not b, and not a before */
    case COSET_F_AV:
        explain_until(w, f->a, f->b, wanted);
        return;
    case COSET_F_EG:
    case COSET_F_AF:
        explain_always(w, f, wanted);
        return;
    default: /* EV, AU */
        explain_release(w, f, wanted);
        return;
    }
}

void coset__witness_make(coset__witness_path *w, const coset_formula *f, bool wanted, coset_set from)
{
    append_one(w, from);
    explain(w, f, wanted);
}

void coset__witness_fini(coset__witness_path *w) { coset_vec_fini(&w->states); }
