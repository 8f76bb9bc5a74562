/* symb/encode/transient_priorities.c - which rules fire in the states that a search reaches, and in the transient
 * states behind them.
 *
 * From new states all rules are followed, whatever their priorities, while states are transient: this reaches more
 * states than walks do, but none beyond a state that is not transient. A backward pass computes which of them lead
 * anywhere, so which priority fires in each state, and then the outcomes of whole steps. Earlier knowledge stays valid,
 * and is used only where new states lead to it.
 */
#include "symb/encode/transient_image.h"

#include "engine/engine.h"
#include "ir/interp.h"

typedef struct {
    coset__relation *r;
    coset_bdds *b;
    struct coset__transient *t;
    coset_bdd roots, met;                    /* new: not transient, transient */
    coset_bdd touched;                       /* known and transient: new ones lead there */
    coset_bdd *fires;                        /* [n_levels] new states */
    coset_bdd alive, ends, endless, *faults; /* new states, and the touched ones */
} growth;

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

/* Equal ones count once. */
static uint32_t number_below(const coset_ir *ir, const coset__relation *r, uint32_t priority)
{
    uint32_t n = 0, next = UINT32_MAX;
    for (int64_t last = -1; last < priority; last = next) {
        next = UINT32_MAX;
        for (uint32_t i = 0; i < r->rules.n; i++) {
            uint32_t p = ir->rules[r->rules.at[i].group].priority;
            next = p > last && p < next ? p : next;
        }
        n += next < priority;
    }
    return n;
}

void coset__transient_levels(coset__relation *r)
{
    const coset_ir *ir = coset_model_ir(r->m);
    uint32_t last = 0, level = 0; /* of most rules in a row the priority is the same */
    for (uint32_t i = 0; i < r->rules.n; i++) {
        uint32_t p = ir->rules[r->rules.at[i].group].priority;
        level = i > 0 && p == last ? level : number_below(ir, r, p);
        last = p;
        r->rules.at[i].level = level;
    }
}

static coset__begins begins(const coset__relation *r, coset_bdd leaves, coset_bdd enters)
{
    return (coset__begins){.enters = !coset_bdd_is_false(enters),
                           .leaves = coset_bdd_keep(r->bdd, leaves),
                           .fires = coset_bdd_keep(r->bdd, coset_bdd_false)};
}

void coset__transient_init(coset__relation *r)
{
    coset_bdds *b = r->bdd;
    struct coset__transient *t = r->through = coset_new(1, sizeof *t);
    coset_bdd *const sets[] = {&t->known, &t->alive, &t->ends, &t->endless, &t->to, &t->sources};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        *sets[i] = coset_bdd_keep(b, coset_bdd_false);
    t->n_levels = 1;
    for (uint32_t i = 0; i < r->rules.n; i++)
        t->n_levels = r->rules.at[i].level >= t->n_levels ? r->rules.at[i].level + 1 : t->n_levels;
    t->fires = coset_new(t->n_levels, sizeof *t->fires);
    for (uint32_t i = 0; i < t->n_levels; i++)
        t->fires[i] = coset_bdd_keep(b, coset_bdd_false);
    t->faults = coset_new((size_t)r->m->n_props + 1, sizeof *t->faults);
    for (uint32_t i = 0; i < r->m->n_props; i++)
        t->faults[i] = coset_bdd_keep(b, coset_bdd_false);
    t->begins = coset_new((size_t)r->rules.n + 1, sizeof *t->begins);
    t->joined = coset_new((size_t)r->clusters.n + 1, sizeof *t->joined);
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd outside = coset_bdd_not(b, r->inside);
    for (uint32_t i = 0; i < r->rules.n; i++)
        t->begins[i] = begins(r, coset__rule_sources(r, &r->rules.at[i], outside),
                              coset__rule_sources(r, &r->rules.at[i], r->inside));
    for (uint32_t i = 0; i < r->clusters.n; i++)
        t->joined[i] = begins(r, coset__step_preimage(r, &r->clusters.at[i], outside),
                              coset__step_preimage(r, &r->clusters.at[i], r->inside));
    coset_bdd_close(b, scope);
}

static void drop_begins(coset_bdds *b, coset__begins *all, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        coset_bdd_drop(b, all[i].leaves);
        coset_bdd_drop(b, all[i].fires);
        for (uint32_t k = 0; k < all[i].faults.n; k++)
            coset_bdd_drop(b, all[i].faults.at[k].when);
        coset_vec_fini(&all[i].faults);
    }
    coset_delete(all);
}

void coset__transient_free(coset__relation *r)
{
    struct coset__transient *t = r->through;
    coset_bdds *b = r->bdd;
    if (!t)
        return;
    const coset_bdd sets[] = {t->known, t->alive, t->ends, t->endless, t->to, t->sources};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        coset_bdd_drop(b, sets[i]);
    for (uint32_t i = 0; i < t->n_levels; i++)
        coset_bdd_drop(b, t->fires[i]);
    for (uint32_t i = 0; i < r->m->n_props; i++)
        coset_bdd_drop(b, t->faults[i]);
    drop_begins(b, t->begins, r->rules.n);
    drop_begins(b, t->joined, r->clusters.n);
    coset_delete(t->fires);
    coset_delete(t->faults);
    coset_delete(t);
}

/* ---- reached states --------------------------------------------------------------------------------------------- */

static void meet(growth *g)
{
    coset_bdds *b = g->b;
    const coset__relation *r = g->r;
    for (coset_bdd last = g->roots; !coset_bdd_is_false(last);) {
        coset_bdd next = coset_bdd_false;
        coset_bdd_scope scope = coset_bdd_open(b);
        for (uint32_t i = 0; i < r->clusters.n; i++)
            if (g->t->joined[i].enters)
                next = coset_bdd_or(b, next, coset__step_image(r, &r->clusters.at[i], last));
        next = coset_bdd_close_with(b, scope, coset_bdd_and(b, next, r->inside));
        g->touched = coset_bdd_or(b, g->touched, coset_bdd_and(b, next, g->t->known));
        last = coset_bdd_minus(b, coset_bdd_minus(b, next, g->t->known), g->met);
        g->met = coset_bdd_or(b, g->met, last);
    }
}

/* ---- which rules fire -------------------------------------------------------------------------------------------- */

/* The states in which rules of the level fault. */
static coset_bdd faults_in(const growth *g, uint32_t level, coset_bdd set)
{
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < g->r->rules.n; i++) {
        const coset__rule *rule = &g->r->rules.at[i];
        for (uint32_t k = 0; k < rule->n_faults && rule->level == level; k++)
            all = coset_bdd_or(g->b, all, coset_bdd_and(g->b, set, rule->faults[k].when));
    }
    return all;
}

/* The states from which rules of the level lead to states that are not transient. */
static coset_bdd leaving(const growth *g, uint32_t level, coset_bdd set)
{
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < g->r->clusters.n; i++)
        if (g->r->clusters.at[i].level == level)
            all = coset_bdd_or(g->b, all, coset_bdd_and(g->b, set, g->t->joined[i].leaves));
    return all;
}

/* States from which a walk ends or never ends, by rules of any priority. */
static void find_living(growth *g)
{
    coset_bdds *b = g->b;
    coset_bdd known = coset_bdd_and(b, g->touched, g->t->alive), seeds = known;
    for (uint32_t i = 0; i < g->t->n_levels; i++)
        seeds = coset_bdd_or(b, coset_bdd_or(b, seeds, leaving(g, i, g->met)), faults_in(g, i, g->met));
    coset_bdd ending = coset__transient_towards(g->r, seeds, g->met, COSET__RAW);
    coset_bdd endless = coset__transient_for_ever(g->r, coset_bdd_minus(b, g->met, ending), COSET__RAW);
    g->alive = coset_bdd_or(b, ending, coset__transient_towards(g->r, endless, g->met, COSET__RAW));
    g->alive = coset_bdd_or(b, g->alive, known);
}

/* The states in which a rule of this level leads anywhere. */
static coset_bdd leading(const growth *g, uint32_t level, coset_bdd set)
{
    coset_bdds *b = g->b;
    coset_bdd all = coset_bdd_or(b, leaving(g, level, set), faults_in(g, level, set));
    for (uint32_t i = 0; i < g->r->clusters.n; i++) {
        const coset__cluster *c = &g->r->clusters.at[i];
        if (c->level == level && g->t->joined[i].enters && !coset_bdd_is_false(g->alive))
            all = coset_bdd_or(b, all, coset_bdd_and(b, set, coset__step_preimage(g->r, c, g->alive)));
    }
    return all;
}

/* The first level that leads anywhere. */
static void find_firing(growth *g)
{
    coset_bdd open = coset_bdd_or(g->b, g->roots, g->met);
    for (uint32_t i = 0; i < g->t->n_levels; i++) {
        g->fires[i] = leading(g, i, open);
        open = coset_bdd_minus(g->b, open, g->fires[i]);
    }
}

/* ---- whole steps ------------------------------------------------------------------------------------------------- */

/* The states from which walks reach a fault of the property. */
static coset_bdd faults_ahead(const growth *g, uint32_t prop)
{
    coset_bdds *b = g->b;
    coset_bdd known = coset_bdd_and(b, g->touched, g->t->faults[prop]), seeds = known;
    for (uint32_t i = 0; i < g->r->rules.n; i++) {
        const coset__rule *rule = &g->r->rules.at[i];
        coset_bdd here = coset_bdd_and(b, g->met, g->fires[rule->level]);
        for (uint32_t k = 0; k < rule->n_faults; k++)
            if (rule->faults[k].prop == prop)
                seeds = coset_bdd_or(b, seeds, coset_bdd_and(b, here, rule->faults[k].when));
    }
    return coset_bdd_or(b, known, coset__transient_towards(g->r, seeds, g->met, COSET__FIRING));
}

static void find_ends(growth *g)
{
    coset_bdds *b = g->b;
    coset_bdd known = coset_bdd_and(b, g->touched, g->t->ends), seeds = known;
    for (uint32_t i = 0; i < g->t->n_levels; i++)
        seeds = coset_bdd_or(b, seeds, leaving(g, i, coset_bdd_and(b, g->met, g->fires[i])));
    g->ends = coset_bdd_or(b, known, coset__transient_towards(g->r, seeds, g->met, COSET__FIRING));
    coset_bdd open = coset_bdd_minus(b, g->met, g->ends);
    for (uint32_t p = 0; p < g->r->m->n_props; p++) {
        g->faults[p] = faults_ahead(g, p);
        open = coset_bdd_minus(b, open, g->faults[p]);
    }
    coset_bdd lasting = coset_bdd_and(b, g->touched, g->t->endless);
    seeds = coset_bdd_or(b, lasting, coset__transient_for_ever(g->r, open, COSET__FIRING));
    g->endless = coset_bdd_or(b, lasting, coset__transient_towards(g->r, seeds, g->met, COSET__FIRING));
}

static void add_fault(coset_bdds *b, coset__begins *to, uint32_t prop, coset_bdd when)
{
    if (coset_bdd_is_false(when))
        return;
    for (uint32_t i = 0; i < to->faults.n; i++)
        if (to->faults.at[i].prop == prop) {
            coset_bdd_set(b, &to->faults.at[i].when, coset_bdd_or(b, to->faults.at[i].when, when));
            return;
        }
    *coset_vec_add(&to->faults) = (coset__fault){prop, coset_bdd_keep(b, when)};
}

/* New states from which the rule leads to transient ones of the set. */
static coset_bdd entering(const growth *g, uint32_t rule, coset_bdd set)
{
    const coset__rule *x = &g->r->rules.at[rule];
    if (!g->t->begins[rule].enters || coset_bdd_is_false(set))
        return coset_bdd_false;
    return coset_bdd_and(g->b, coset_bdd_and(g->b, g->roots, g->fires[x->level]), coset__rule_sources(g->r, x, set));
}

/* Whole steps that begin with the rule; returns the states in which they lead anywhere. */
static coset_bdd find_begins(const growth *g, uint32_t rule)
{
    coset_bdds *b = g->b;
    coset__begins *to = &g->t->begins[rule];
    const coset__rule *x = &g->r->rules.at[rule];
    coset_bdd here = coset_bdd_and(b, g->roots, g->fires[x->level]);
    coset_bdd ended = coset_bdd_or(b, coset_bdd_and(b, here, to->leaves), entering(g, rule, g->ends));
    coset_bdd_set(b, &to->fires, coset_bdd_or(b, to->fires, ended));
    for (uint32_t k = 0; k < x->n_faults; k++) {
        coset_bdd at = coset_bdd_and(b, here, x->faults[k].when);
        add_fault(b, to, x->faults[k].prop, at);
        ended = coset_bdd_or(b, ended, at);
    }
    for (uint32_t p = 0; p < g->r->m->n_props; p++) {
        coset_bdd at = entering(g, rule, g->faults[p]);
        add_fault(b, to, p, at);
        ended = coset_bdd_or(b, ended, at);
    }
    return ended;
}

/* A step that only leads to endless walks is a fault; it is attributed to one rule. */
static void find_steps(const growth *g)
{
    coset_bdds *b = g->b;
    coset_bdd ended = coset_bdd_false;
    uint32_t prop = coset_model_builtin(g->r->m, COSET_PROP_FAULT);
    for (uint32_t i = 0; i < g->r->rules.n; i++) {
        coset_bdd_scope scope = coset_bdd_open(b);
        ended = coset_bdd_close_with(b, scope, coset_bdd_or(b, ended, find_begins(g, i)));
    }
    for (uint32_t i = g->r->rules.n; i-- > 0 && !coset_bdd_is_false(g->endless);) {
        coset_bdd when = coset_bdd_minus(b, entering(g, i, g->endless), ended);
        add_fault(b, &g->t->begins[i], prop, when);
        ended = coset_bdd_or(b, ended, when);
    }
}

/* ---- all together ------------------------------------------------------------------------------------------------ */

static void join(coset_bdds *b, coset_bdd *all, coset_bdd more) { coset_bdd_set(b, all, coset_bdd_or(b, *all, more)); }

static void settle(growth *g)
{
    struct coset__transient *t = g->t;
    coset_bdds *b = g->b;
    g->fires = coset_new(t->n_levels, sizeof *g->fires);
    g->faults = coset_new((size_t)g->r->m->n_props + 1, sizeof *g->faults);
    find_living(g);
    find_firing(g);
    for (uint32_t i = 0; i < t->n_levels; i++)
        join(b, &t->fires[i], g->fires[i]);
    find_ends(g);
    find_steps(g);
    join(b, &t->known, coset_bdd_or(b, g->roots, g->met));
    join(b, &t->alive, g->alive);
    join(b, &t->ends, g->ends);
    join(b, &t->endless, g->endless);
    for (uint32_t p = 0; p < g->r->m->n_props; p++)
        join(b, &t->faults[p], g->faults[p]);
    coset_bdd_set(b, &t->to, coset_bdd_false); /* from now on there are more sources */
    coset_bdd_set(b, &t->sources, coset_bdd_false);
    coset_delete(g->fires);
    coset_delete(g->faults);
}

void coset__transient_settle(coset__relation *r, coset_bdd from)
{
    coset_bdds *b = r->bdd;
    if (!r->through)
        return;
    coset_bdd_scope scope = coset_bdd_open(b);
    growth g = {.r = r, .b = b, .t = r->through};
    g.roots = coset_bdd_minus(b, coset_bdd_minus(b, from, r->inside), r->through->known);
    g.met = g.touched = coset_bdd_false;
    if (!coset_bdd_is_false(g.roots)) {
        meet(&g);
        settle(&g);
    }
    coset_bdd_close(b, scope);
}

void coset__transient_settle_all(coset__relation *r)
{
    coset_bdds *b = r->bdd;
    if (!r->through)
        return;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd all = coset_bdd_and(b, r->possible, coset__valid(&r->vars));
    growth g = {.r = r, .b = b, .t = r->through, .touched = coset_bdd_false};
    g.roots = coset_bdd_minus(b, all, r->inside);
    g.met = coset_bdd_and(b, all, r->inside);
    settle(&g);
    r->through->all = true;
    coset_bdd_close(b, scope);
}
