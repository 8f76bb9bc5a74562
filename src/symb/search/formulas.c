/* symb/search/formulas.c - sets of representatives for the evaluators of formulas. */
#include "symb/search/formulas.h"

#include "logic/judge.h"

typedef coset__reached_sets context;

/* ---- handles: a diagram that is kept ---------------------------------------------------------------------------- */

static coset_bdd of(coset_set a) { return (coset_bdd){(int)a.id}; }

coset_set coset__reached_set(const coset__reached_sets *c, coset_bdd x)
{
    return (coset_set){coset_bdd_keep(c->s->bdd, x).id};
}

static coset_set keep(const context *c, coset_bdd x) { return coset__reached_set(c, x); }

static coset_set close(const context *c, coset_bdd_scope scope, coset_bdd x)
{
    coset_set kept = keep(c, x);
    coset_bdd_note(c->s->bdd, x);
    coset_bdd_close(c->s->bdd, scope);
    return kept;
}

/* ---- sets ---- */

static coset_set none(void *ctx) { return keep(ctx, coset_bdd_false); }

static coset_set all(void *ctx)
{
    const context *c = ctx;
    return keep(c, c->s->reached);
}

static coset_set start(void *ctx)
{
    const context *c = ctx;
    return keep(c, c->s->levels.n ? c->s->levels.at[0] : coset_bdd_false);
}

static coset_set atom(void *ctx, uint32_t prop)
{
    const context *c = ctx;
    coset_bdd_scope scope = coset_bdd_open(c->s->bdd);
    coset_bdd holds = coset_bdd_false;
    for (uint32_t i = 0; i < c->s->r.judgements.n; i++)
        if (c->s->r.judgements.at[i].prop == prop)
            holds = coset_bdd_and(c->s->bdd, c->s->reached, c->s->r.judgements.at[i].holds);
    return close(c, scope, holds);
}

static coset_set unite(void *ctx, coset_set a, coset_set b)
{
    const context *c = ctx;
    coset_bdd_scope scope = coset_bdd_open(c->s->bdd);
    return close(c, scope, coset_bdd_or(c->s->bdd, of(a), of(b)));
}

static coset_set meet(void *ctx, coset_set a, coset_set b)
{
    const context *c = ctx;
    coset_bdd_scope scope = coset_bdd_open(c->s->bdd);
    return close(c, scope, coset_bdd_and(c->s->bdd, of(a), of(b)));
}

static coset_set minus(void *ctx, coset_set a, coset_set b)
{
    const context *c = ctx;
    coset_bdd_scope scope = coset_bdd_open(c->s->bdd);
    return close(c, scope, coset_bdd_minus(c->s->bdd, of(a), of(b)));
}

static bool same(void *ctx, coset_set a, coset_set b)
{
    (void)ctx;
    return coset_bdd_same(of(a), of(b));
}

static bool is_empty(void *ctx, coset_set a)
{
    (void)ctx;
    return coset_bdd_is_false(of(a));
}

static coset_set share(void *ctx, coset_set a) { return keep(ctx, of(a)); }
static void drop(void *ctx, coset_set a) { coset_bdd_drop(((const context *)ctx)->s->bdd, of(a)); }
static bool goes_on(void *ctx) { return coset__reach_may_go_on(((const context *)ctx)->s); }

/* ---- steps ---- */

static const coset__cluster *clusters_of(const context *c, uint32_t which, uint32_t *n)
{
    if (which >= COSET_STEPS_TOTAL) {
        *n = c->s->r.clusters.n;
        return c->s->r.clusters.at;
    }
    *n = c->actions[which].clusters.n;
    return c->actions[which].clusters.at;
}

static coset_bdd sources(const context *c, uint32_t which, coset_bdd to)
{
    uint32_t n;
    const coset__cluster *at = clusters_of(c, which, &n);
    return coset__steps_sources(c->s, at, n, to);
}

static coset_set before(void *ctx, uint32_t which, coset_set a)
{
    const context *c = ctx;
    coset_bdds *b = c->s->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    const bool is_mover = !c->f && which < c->movers.n;
    coset_bdd from = is_mover ? coset__mover_sources(c->s, &c->movers.at[which], of(a)) : sources(c, which, of(a));
    if (which == COSET_STEPS_TOTAL)
        from = coset_bdd_or(b, from, coset_bdd_and(b, c->dead, of(a)));
    return close(c, scope, from);
}

static coset_set after(void *ctx, uint32_t which, coset_set a)
{
    const context *c = ctx;
    coset_bdds *b = c->s->bdd;
    uint32_t n;
    const coset__cluster *at = clusters_of(c, which, &n);
    coset_bdd_scope outer = coset_bdd_open(b);
    coset_bdd to = coset__steps_targets(c->s, at, n, of(a));
    if (which == COSET_STEPS_TOTAL)
        to = coset_bdd_or(b, to, coset_bdd_and(b, c->dead, of(a)));
    return close(c, outer, to);
}

static void pick(void *ctx, coset_set a, uint32_t *state)
{
    const context *c = ctx;
    coset__reach_one(c->s, of(a), state);
}

static coset_set single(void *ctx, const uint32_t *state)
{
    const context *c = ctx;
    coset_bdd_scope scope = coset_bdd_open(c->s->bdd);
    return close(c, scope, coset__reach_single(c->s, state));
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

void coset__reached_sets_open(coset__reached_sets *c, coset__reach *s, const coset_formulas *f)
{
    static const coset_set_ops ops = {none,  all,  atom,     start, unite, meet,    minus, before,
                                      after, same, is_empty, share, drop,  goes_on, pick,  single};
    const uint32_t n = f ? f->actions.n : 0;
    *c = (context){.s = s, .f = f, .sets = {&ops, c, s->m->n_slots}};
    coset_bdd_spend(s->bdd);
    c->actions = coset_new((size_t)n + 1, sizeof *c->actions);
    for (uint32_t i = 0; i < n; i++)
        coset__steps_make(s, f->actions.at[i].groups, &c->actions[i]);
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    s->kept = coset__keeps(&s->symmetry, s->reached);
    coset_bdd alive = s->stopped ? s->reached : sources(c, COSET_STEPS_ALL, s->reached);
    c->dead = coset_bdd_keep(s->bdd, coset_bdd_minus(s->bdd, s->reached, alive));
    coset_bdd_close(s->bdd, scope);
}

void coset__reached_sets_close(coset__reached_sets *c)
{
    coset_bdd_drop(c->s->bdd, c->dead);
    for (uint32_t i = 0; c->f && i < c->f->actions.n; i++)
        coset__steps_free(&c->actions[i]);
    coset_delete(c->actions);
}

/* ---- formulas of branching time ---------------------------------------------------------------------------------- */

static const char *stopped(void *ctx) { return ((const context *)ctx)->s->stopped; }

static void judge(context *c, coset_result *r)
{
    coset_judging j = {
        .m = c->s->m, .formulas = c->f, .how = c->s->how->fixpoint, .sets = &c->sets, .stopped = stopped};
    j.dead_ends = !coset_bdd_is_false(c->dead);
    j.why = coset__reach_unfounded(c->s);
    j.unfounded = j.why != NULL;
    coset_logic_judge(&j, c->s->arena, r);
}

void coset__reach_formulas(coset__reach *s, coset_result *r)
{
    const coset_formulas *f = s->how->formulas;
    context c;
    if (!f || f->all.n == 0)
        return;
    coset__reached_sets_open(&c, s, f);
    judge(&c, r);
    coset__reached_sets_close(&c);
    r->peak_nodes = coset_bdd_peak(s->bdd);
    r->set_nodes = coset_bdd_largest(s->bdd);
    r->peak_bytes = coset_bdd_bytes(s->bdd);
    r->seconds = coset_engine_now() - s->clock->began;
}
