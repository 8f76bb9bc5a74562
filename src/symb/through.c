/* symb/through.c - steps that pass through transient states. */
#include "symb/through.h"

#include "engine/engine.h"
#include "ir/interp.h"

/* ---- images ----------------------------------------------------------------------------------------------------- */

coset_bdd coset__through_forth(const coset__relation *r, coset_bdd set)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd out = coset_bdd_minus(b, set, r->inside), met = coset_bdd_and(b, set, r->inside), last = met;
    while (!coset_bdd_is_false(last)) {
        coset_bdd next = coset_bdd_false;
        for (uint32_t i = 0; i < r->clusters.n; i++)
            if (r->clusters.at[i].goes_on)
                next = coset_bdd_or(b, next, coset__step_image(r, &r->clusters.at[i], last));
        out = coset_bdd_or(b, out, coset_bdd_minus(b, next, r->inside));
        last = coset_bdd_minus(b, coset_bdd_and(b, next, r->inside), met);
        met = coset_bdd_or(b, met, last);
    }
    return coset_bdd_close_with(b, scope, out);
}

/* Transient states one rule before `to`. */
static coset_bdd inside_before(const coset__relation *r, coset_bdd to)
{
    coset_bdds *b = r->bdd;
    coset_bdd from = coset_bdd_false;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (uint32_t i = 0; i < r->clusters.n; i++)
        if (r->clusters.at[i].goes_on)
            from = coset_bdd_or(b, from, coset__step_preimage(r, &r->clusters.at[i], to));
    return coset_bdd_close_with(b, scope, coset_bdd_and(b, from, r->inside));
}

/* All transient states from which a walk comes to `to`. */
static coset_bdd inside_towards(const coset__relation *r, coset_bdd to)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd met = coset_bdd_and(b, to, r->inside), last = to;
    while (!coset_bdd_is_false(last)) {
        last = coset_bdd_minus(b, inside_before(r, last), met);
        met = coset_bdd_or(b, met, last);
    }
    return coset_bdd_close_with(b, scope, met);
}

coset_bdd coset__through_back(const coset__relation *r, coset_bdd to)
{
    coset_bdds *b = r->bdd;
    if (coset_bdd_same(r->memo->to, to))
        return r->memo->sources;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd ends = coset_bdd_minus(b, to, r->inside);
    coset_bdd_set(b, &r->memo->sources, coset_bdd_or(b, ends, inside_towards(r, ends)));
    coset_bdd_set(b, &r->memo->to, to);
    coset_bdd_close(b, scope);
    return r->memo->sources;
}

/* ---- which rules fire ---------------------------------------------------------------------------------------------
 */

coset_bdd coset__through_for_ever(const coset__relation *r, coset_bdd set)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (coset_bdd before = coset_bdd_true; !coset_bdd_same(set, before);) {
        before = set;
        set = coset_bdd_and(b, set, inside_before(r, set));
    }
    return coset_bdd_close_with(b, scope, set);
}

static coset_bdd faults_of(coset_bdds *b, const coset__rule *rule)
{
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < rule->n_faults; i++)
        all = coset_bdd_or(b, all, rule->faults[i].when);
    return all;
}

static coset_bdd all_faults(const coset__relation *r)
{
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < r->rules.n; i++)
        all = coset_bdd_or(r->bdd, all, faults_of(r->bdd, &r->rules.at[i]));
    return all;
}

/* Transient states from which a walk ends or never ends, by rules of any priority. */
static coset_bdd living(const coset__relation *r)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd inside = coset_bdd_and(b, r->inside, coset__valid(&r->vars));
    coset_bdd ends = coset_bdd_or(b, inside_before(r, coset_bdd_not(b, r->inside)), all_faults(r));
    coset_bdd ending = inside_towards(r, coset_bdd_and(b, ends, inside));
    coset_bdd endless = coset__through_for_ever(r, coset_bdd_minus(b, inside, ending));
    return coset_bdd_close_with(b, scope, coset_bdd_or(b, ending, inside_towards(r, endless)));
}

/* Where a rule of this priority leads anywhere. */
static coset_bdd leading(const coset__relation *r, const coset_ir *ir, uint32_t priority, coset_bdd alive)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < r->rules.n; i++) {
        const coset__rule *rule = &r->rules.at[i];
        if (ir->rules[rule->group].priority != priority)
            continue;
        all = coset_bdd_or(b, all, coset__rule_sources(r, rule, alive));
        all = coset_bdd_or(b, all, faults_of(b, rule));
    }
    return coset_bdd_close_with(b, scope, all);
}

/* The next priority above, or UINT32_MAX. */
static uint32_t next_priority(const coset__relation *r, const coset_ir *ir, int64_t above)
{
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; i < r->rules.n; i++) {
        uint32_t p = ir->rules[r->rules.at[i].group].priority;
        if (p > above && p < next)
            next = p;
    }
    return next;
}

static void apply_priorities(coset__relation *r)
{
    coset_bdds *b = r->bdd;
    const coset_ir *ir = coset_model_ir(r->m);
    uint32_t first = next_priority(r, ir, -1);
    if (first == UINT32_MAX || next_priority(r, ir, first) == UINT32_MAX)
        return;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd alive = coset_bdd_or(b, living(r), coset_bdd_not(b, r->inside)), open = coset_bdd_true;
    for (uint32_t p = first; p != UINT32_MAX; p = next_priority(r, ir, p)) {
        coset_bdd leads = leading(r, ir, p, alive);
        for (uint32_t i = 0; i < r->rules.n; i++)
            if (ir->rules[r->rules.at[i].group].priority == p)
                coset__restrict_rule(b, &r->rules.at[i], coset_bdd_and(b, open, leads));
        open = coset_bdd_minus(b, open, leads);
    }
    coset_bdd_close(b, scope);
    coset__relation_uncluster(r);
    coset__relation_cluster(r, COSET__JOIN);
}

/* ---- whole steps ------------------------------------------------------------------------------------------------ */

/* Where a walk comes to a fault of each property; [n_props], false where it has none. */
static coset_bdd *faults_ahead(const coset__relation *r)
{
    coset_bdds *b = r->bdd;
    coset_bdd *all = coset_new((size_t)r->m->n_props + 1, sizeof *all);
    for (uint32_t i = 0; i < r->rules.n; i++)
        for (uint32_t k = 0; k < r->rules.at[i].n_faults; k++) {
            const coset__fault *f = &r->rules.at[i].faults[k];
            all[f->prop] = coset_bdd_or(b, all[f->prop], coset_bdd_and(b, f->when, r->inside));
        }
    for (uint32_t p = 0; p < r->m->n_props; p++)
        if (!coset_bdd_is_false(all[p]))
            all[p] = inside_towards(r, all[p]);
    return all;
}

static void add_fault(coset_bdds *b, coset__rule *rule, uint32_t prop, coset_bdd when)
{
    if (coset_bdd_is_false(when))
        return;
    for (uint32_t i = 0; i < rule->n_faults; i++)
        if (rule->faults[i].prop == prop) {
            coset_bdd_set(b, &rule->faults[i].when, coset_bdd_or(b, rule->faults[i].when, when));
            return;
        }
    coset__fault *more = coset_new((size_t)rule->n_faults + 1, sizeof *more);
    for (uint32_t i = 0; i < rule->n_faults; i++)
        more[i] = rule->faults[i];
    more[rule->n_faults++] = (coset__fault){prop, coset_bdd_keep(b, when)};
    coset_delete(rule->faults);
    rule->faults = more;
}

/* A step of which nothing comes but a walk without end is a fault; one rule has to answer for it. */
static void add_endless(coset__relation *r, coset_bdd endless, coset_bdd ending)
{
    coset_bdds *b = r->bdd;
    coset_bdd ended = coset_bdd_false;
    uint32_t prop = coset_model_builtin(r->m, COSET_PROP_FAULT);
    for (uint32_t i = 0; i < r->rules.n; i++) {
        ended = coset_bdd_or(b, ended, coset__rule_sources(r, &r->rules.at[i], ending));
        ended = coset_bdd_or(b, ended, faults_of(b, &r->rules.at[i]));
    }
    for (uint32_t i = r->rules.n; i-- > 0;) {
        coset_bdd when = coset_bdd_minus(b, coset__rule_sources(r, &r->rules.at[i], endless), r->inside);
        when = coset_bdd_minus(b, when, ended);
        add_fault(b, &r->rules.at[i], prop, when);
        ended = coset_bdd_or(b, ended, when);
    }
}

static void make_whole(coset__relation *r)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd valid = coset_bdd_and(b, r->inside, coset__valid(&r->vars));
    coset_bdd outside = coset_bdd_not(b, r->inside);
    coset_bdd ends = coset_bdd_or(b, outside, inside_towards(r, outside));
    coset_bdd *faults = faults_ahead(r);
    coset_bdd ending = ends;
    for (uint32_t p = 0; p < r->m->n_props; p++)
        ending = coset_bdd_or(b, ending, faults[p]);
    coset_bdd endless = inside_towards(r, coset__through_for_ever(r, coset_bdd_minus(b, valid, ending)));
    add_endless(r, endless, ending);
    for (uint32_t i = 0; i < r->rules.n; i++) {
        coset__rule *rule = &r->rules.at[i];
        coset_bdd_set(b, &rule->fires, coset_bdd_and(b, coset__rule_sources(r, rule, ends), outside));
        for (uint32_t p = 0; p < r->m->n_props; p++)
            if (!coset_bdd_is_false(faults[p]))
                add_fault(b, rule, p, coset_bdd_and(b, coset__rule_sources(r, rule, faults[p]), outside));
    }
    coset_delete(faults);
    coset_bdd_close(b, scope);
}

void coset__through_settle(coset__relation *r)
{
    apply_priorities(r);
    make_whole(r);
}

coset_bdd coset__through_met(const coset__relation *r, coset_bdd from)
{
    coset_bdds *b = r->bdd;
    coset_bdd met = coset_bdd_false;
    for (coset_bdd last = from; !coset_bdd_is_false(last);) {
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd next = coset_bdd_false;
        for (uint32_t i = 0; i < r->clusters.n; i++)
            next = coset_bdd_or(b, next, coset__step_image(r, &r->clusters.at[i], last));
        last = coset_bdd_close_with(b, scope, coset_bdd_minus(b, coset_bdd_and(b, next, r->inside), met));
        met = coset_bdd_or(b, met, last);
    }
    return met;
}
