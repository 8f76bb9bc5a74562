/* symb/encode/transient_image.c - steps that pass through transient states. */
#include "symb/encode/transient_image.h"

coset_bdd coset__transient_fires(const coset__relation *r, uint32_t level, coset_bdd set)
{
    return coset_bdd_and(r->bdd, set, r->through->fires[level]);
}

coset_bdd coset__transient_sources(const coset__relation *r, const coset__rule *rule, coset_bdd to)
{
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    coset_bdd from = coset__rule_sources(r, rule, to);
    return coset_bdd_close_with(r->bdd, scope, coset__transient_fires(r, rule->level, from));
}

/* ---- forth ------------------------------------------------------------------------------------------------------- */

/* New transient states one rule after `last`; states that are not transient are added to `out`. */
static coset_bdd one_forth(const coset__relation *r, coset_bdd last, coset_bdd met, coset_bdd *out)
{
    coset_bdds *b = r->bdd;
    coset_bdd next = coset_bdd_false;
    for (uint32_t i = 0; i < r->clusters.n; i++) {
        const coset__cluster *c = &r->clusters.at[i];
        next = coset_bdd_or(b, next, coset__step_image(r, c, coset__transient_fires(r, c->level, last)));
    }
    *out = coset_bdd_or(b, *out, coset_bdd_minus(b, next, r->inside));
    return coset_bdd_minus(b, coset_bdd_and(b, next, r->inside), met);
}

coset_bdd coset__transient_forth(const coset__relation *r, coset_bdd set)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd out = coset_bdd_minus(b, set, r->inside), met = coset_bdd_and(b, set, r->inside);
    for (coset_bdd last = met; !coset_bdd_is_false(last);) {
        last = one_forth(r, last, met, &out);
        met = coset_bdd_or(b, met, last);
    }
    return coset_bdd_close_with(b, scope, out);
}

coset_bdd coset__transient_met(const coset__relation *r, coset_bdd from)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd met = coset_bdd_false, out = coset_bdd_false;
    for (coset_bdd last = from; !coset_bdd_is_false(last);) {
        last = one_forth(r, last, met, &out);
        met = coset_bdd_or(b, met, last);
    }
    return coset_bdd_close_with(b, scope, met);
}

/* ---- back -------------------------------------------------------------------------------------------------------- */

/* States of `among`, which are transient, one rule before `to`. */
static coset_bdd one_back(const coset__relation *r, coset_bdd to, coset_bdd among, coset__stride how)
{
    coset_bdds *b = r->bdd;
    coset_bdd all = coset_bdd_false;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (uint32_t i = 0; i < r->clusters.n && !coset_bdd_is_false(among); i++) {
        const coset__cluster *c = &r->clusters.at[i];
        if (!c->goes_on)
            continue;
        coset_bdd from = coset_bdd_and(b, coset__step_preimage(r, c, to), among);
        all = coset_bdd_or(b, all, how == COSET__RAW ? from : coset__transient_fires(r, c->level, from));
    }
    return coset_bdd_close_with(b, scope, all);
}

coset_bdd coset__transient_towards(const coset__relation *r, coset_bdd to, coset_bdd among, coset__stride how)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd met = coset_bdd_and(b, to, among);
    for (coset_bdd last = to; !coset_bdd_is_false(last);) {
        last = one_back(r, last, coset_bdd_minus(b, among, met), how);
        met = coset_bdd_or(b, met, last);
    }
    return coset_bdd_close_with(b, scope, met);
}

coset_bdd coset__transient_for_ever(const coset__relation *r, coset_bdd set, coset__stride how)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (coset_bdd before = coset_bdd_true; !coset_bdd_same(set, before);) {
        before = set;
        set = one_back(r, set, set, how);
    }
    return coset_bdd_close_with(b, scope, set);
}

coset_bdd coset__transient_back(const coset__relation *r, coset_bdd to)
{
    coset_bdds *b = r->bdd;
    struct coset__transient *t = r->through;
    if (coset_bdd_same(t->to, to))
        return t->sources;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd ends = coset_bdd_minus(b, to, r->inside), met = coset_bdd_and(b, t->known, r->inside);
    coset_bdd_set(b, &t->sources, coset_bdd_or(b, ends, coset__transient_towards(r, ends, met, COSET__FIRING)));
    coset_bdd_set(b, &t->to, to);
    coset_bdd_close(b, scope);
    return t->sources;
}

/* Known states from which one of these steps leads into `to`. */
static coset_bdd before_any(const coset__relation *r, const coset__cluster *at, uint32_t n, coset_bdd to)
{
    coset_bdd from = coset_bdd_false;
    for (uint32_t i = 0; i < n && !coset_bdd_is_false(to); i++) {
        coset_bdd one = coset__transient_fires(r, at[i].level, coset__step_preimage(r, &at[i], to));
        from = coset_bdd_or(r->bdd, from, one);
    }
    return from;
}

coset_bdd coset__transient_back_by(const coset__relation *r, const coset__cluster *rules, uint32_t n, coset_bdd to)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd met = coset_bdd_and(b, r->through->known, r->inside);
    coset_bdd from = before_any(r, rules, n, coset__transient_back(r, to));
    coset_bdd on = coset__transient_towards(r, coset_bdd_and(b, from, r->inside), met, COSET__FIRING);
    from = coset_bdd_or(b, from, before_any(r, r->clusters.at, r->clusters.n, on));
    return coset_bdd_close_with(b, scope, coset_bdd_minus(b, from, r->inside));
}
