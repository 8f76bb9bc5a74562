/* symb/search/back.c - from violations to start states.
 *
 * States that violate something now form the first level; each next one holds those from which one step leads into the
 * level before. The first level with a start state gives the length of a shortest trace; if there is none, no violation
 * is reachable. Then the levels are traversed forward, along shortest traces only, and become the levels of a search
 * forward that has found the violations.
 *
 * Source   Emerson and Wahl: Dynamic symmetry reduction (2005), figure 1 (b).
 */
#include "symb/search/reach_state.h"

#include <string.h>

typedef struct {
    coset__reach *s;
    coset_bdd meaning;           /* kept: states that no assumption excludes, of values that slots may have */
    coset_bdd bad;               /* kept: states that violate something, not only representatives: none is new */
    coset_bdd starts;            /* kept: representatives */
    COSET_VEC(coset_bdd) levels; /* kept: representatives by their distance from a violation */
} back;

/* ---- violations -------------------------------------------------------------------------------------------------- */

/* A violation of this property has already been found. */
static bool is_told(const coset__reach *s, uint32_t prop) { return s->findings[prop].found; }

static coset_bdd bad_states(const back *x)
{
    coset__reach *s = x->s;
    coset_bdd bad = coset_bdd_false;
    uint32_t fault = coset_model_builtin(s->m, COSET_PROP_FAULT);
    for (uint32_t i = 0; i < s->r.judgements.n; i++) {
        const coset__judgement *j = &s->r.judgements.at[i];
        coset_prop_kind kind = s->m->props[j->prop].kind;
        if (kind == COSET_PROP_PREDICATE)
            continue;
        if (kind != COSET_PROP_COVER && kind != COSET_PROP_ASSUMPTION && kind != COSET_PROP_LIVENESS &&
            !is_told(s, j->prop))
            bad = coset_bdd_or(s->bdd, bad, coset_bdd_not(s->bdd, j->holds));
        if (fault != COSET_NO_PROP && !is_told(s, fault))
            bad = coset_bdd_or(s->bdd, bad, j->faults);
    }
    return bad;
}

static coset_bdd bad_steps(const back *x)
{
    coset__reach *s = x->s;
    coset_bdd bad = coset_bdd_false, stuck = coset_bdd_not(s->bdd, s->r.may_end);
    for (uint32_t i = 0; i < s->r.rules.n; i++) {
        const coset__rule *rule = &s->r.rules.at[i];
        const coset__faults faults = coset__rule_faults(&s->r, rule);
        for (uint32_t k = 0; k < faults.n; k++) {
            if (!is_told(s, faults.at[k].prop))
                bad = coset_bdd_or(s->bdd, bad, faults.at[k].when);
            if (s->deadlock != COSET_NO_PROP)
                stuck = coset_bdd_minus(s->bdd, stuck, faults.at[k].when);
        }
        if (s->deadlock == COSET_NO_PROP)
            continue;
        bool strict = s->o->deadlock == COSET_DEADLOCK_STUCK;
        stuck = coset_bdd_minus(s->bdd, stuck, strict ? coset__rule_fires(&s->r, rule) : rule->moves);
        stuck = coset_bdd_minus(s->bdd, stuck, rule->cut);
    }
    if (s->deadlock != COSET_NO_PROP && !is_told(s, s->deadlock))
        bad = coset_bdd_or(s->bdd, bad, stuck);
    return bad;
}

static coset_bdd violations(back *x)
{
    coset_bdds *b = x->s->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd bad = coset_bdd_and(b, coset_bdd_or(b, bad_states(x), bad_steps(x)), x->meaning);
    coset_bdd_set(b, &x->bad, bad);
    return coset_bdd_close_with(b, scope, coset__represent(&x->s->symmetry, bad));
}

/* ---- back -------------------------------------------------------------------------------------------------------- */

static void add_level(back *x, coset_bdd level)
{
    coset__reach *s = x->s;
    *coset_vec_add(&x->levels) = coset_bdd_keep(s->bdd, level);
    coset_bdd_set(s->bdd, &s->reached, coset_bdd_or(s->bdd, s->reached, level));
    coset_bdd_note(s->bdd, level);
    coset_bdd_note(s->bdd, s->reached);
}

/* Steps that follow from others need not be made if the keepers preserve the level and all that is removed
     * (rule_classes.c). */
static bool is_kept(const back *x, coset_bdd level)
{
    const coset__symmetry *y = &x->s->symmetry;
    return !x->s->how->chaining && coset__keeps(y, level) && coset__keeps(y, x->s->reached) &&
           coset__keeps(y, x->bad) && coset__keeps(y, x->meaning);
}

/* New representatives with a step into the level. With chaining each rule also uses the results of the rules before it,
 * and its own result is a separate level. */
static coset_bdd step_back(back *x, coset_bdd level)
{
    coset__reach *s = x->s;
    coset_bdd next = coset_bdd_false;
    coset_bdd_scope all = coset_bdd_open(s->bdd);
    bool kept = is_kept(x, level);
    for (uint32_t i = 0; i < s->r.clusters.n && coset__reach_may_go_on(s); i++) {
        if (kept && s->r.clusters.at[i].follows)
            continue;
        coset_bdd_scope one = coset_bdd_open(s->bdd);
        coset_bdd to = s->how->chaining ? coset_bdd_or(s->bdd, level, next) : level;
        coset_bdd from = coset_bdd_and(s->bdd, coset__preimage(&s->r, &s->r.clusters.at[i], to), x->meaning);
        from = coset_bdd_minus(s->bdd, coset_bdd_minus(s->bdd, from, x->bad), s->reached);
        from = kept ? coset__represent_kept(&s->symmetry, &s->r.clusters.at[i], from)
                    : coset__represent(&s->symmetry, from);
        from = coset_bdd_minus(s->bdd, from, s->reached);
        if (s->how->chaining && !coset_bdd_is_false(from))
            add_level(x, from);
        next = coset_bdd_close_with(s->bdd, one, coset_bdd_or(s->bdd, next, from));
    }
    if (kept)
        next = coset__close(&s->symmetry, next);
    return coset_bdd_close_with(s->bdd, all, next);
}

static void drop_levels(back *x)
{
    for (uint32_t i = 0; i < x->levels.n; i++)
        coset_bdd_drop(x->s->bdd, x->levels.at[i]);
    x->levels.n = 0;
}

/* True: the last level has a start state. */
static bool meets_start(back *x)
{
    coset__reach *s = x->s;
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd level = violations(x);
    bool met = false;
    while (coset__reach_may_go_on(s) && !coset_bdd_is_false(level)) {
        s->distance = x->levels.n == 0 ? 0 : s->distance + 1;
        if (!s->how->chaining || x->levels.n == 0)
            add_level(x, level);
        met = !coset_bdd_is_false(coset_bdd_and(s->bdd, level, x->starts));
        if (!met)
            coset__reach_bounds(s, x->levels.n - 1);
        if (met || !coset__reach_may_go_on(s))
            break;
        level = coset_bdd_close_with(s->bdd, scope, level);
        coset__reach_progress(s);
        level = coset_bdd_close_with(s->bdd, scope, step_back(x, level));
    }
    coset_bdd_close(s->bdd, scope);
    return met && !coset_bdd_failed(s->bdd);
}

/* ---- and forth --------------------------------------------------------------------------------------------------- */

/* The successors of `from`. */
static coset_bdd step_forth(const back *x, coset_bdd from)
{
    coset__reach *s = x->s;
    coset_bdd next = coset_bdd_false;
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    for (uint32_t i = 0; i < s->r.clusters.n; i++)
        next = coset_bdd_or(s->bdd, next, coset__image(&s->r, &s->r.clusters.at[i], from));
    next = coset__represent(&s->symmetry, coset_bdd_and(s->bdd, next, s->r.assumed));
    return coset_bdd_close_with(s->bdd, scope, next);
}

/* Those of the states that are in a level before *level, which becomes its number: with chaining the first one that has
 * some of them. */
static coset_bdd nearer(const back *x, coset_bdd states, uint32_t *level)
{
    coset__reach *s = x->s;
    bool sorted_in_ways = !s->symmetry.unique && s->symmetry.method == COSET_SYMB_DYNAMIC;
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd near = coset_bdd_false;
    uint32_t k = s->how->chaining ? 0 : *level - 1;
    for (; k < *level; k++) {
        coset_bdd all = sorted_in_ways ? coset__spread(&s->symmetry, x->levels.at[k]) : x->levels.at[k];
        near = coset_bdd_and(s->bdd, states, all);
        if (!coset_bdd_is_false(near))
            break;
    }
    *level = k;
    return coset_bdd_close_with(s->bdd, scope, near);
}

/* The start states of the first level that has some. */
static coset_bdd first_starts(const back *x, uint32_t *level)
{
    coset__reach *s = x->s;
    coset_bdd at = coset_bdd_false;
    for (*level = s->how->chaining ? 0 : x->levels.n - 1; *level < x->levels.n; ++*level) {
        at = coset_bdd_and(s->bdd, x->levels.at[*level], x->starts);
        if (!coset_bdd_is_false(at))
            break;
    }
    return at;
}

/* The properties that are violated after that many steps, with paths. */
static void find_violations(back *x)
{
    coset__reach *s = x->s;
    uint32_t level = 0;
    coset__reach_drop_levels(s);
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd at = first_starts(x, &level);
    *coset_vec_add(&s->levels) = coset_bdd_keep(s->bdd, at);
    while (level > 0 && !coset_bdd_is_false(at) && coset__reach_may_go_on(s)) {
        at = nearer(x, step_forth(x, at), &level);
        *coset_vec_add(&s->levels) = coset_bdd_keep(s->bdd, at);
    }
    if (!coset__reach_may_go_on(s)) {
        coset_bdd_close(s->bdd, scope);
        return;
    }
    COSET_INVARIANT(coset_bdd_failed(s->bdd) || !coset_bdd_is_false(at));
    coset__reach_judge(s, s->levels.n - 1, at);
    for (uint32_t p = 0; p < s->m->n_props; p++)
        if (s->findings[p].found && !s->findings[p].path && !s->findings[p].at_start)
            s->findings[p].path = coset__reach_path(s, p);
    coset_bdd_close(s->bdd, scope);
}

static uint32_t n_found(const coset__reach *s)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < s->m->n_props; p++)
        n += s->findings[p].found;
    return n;
}

/* Each round finds at least one more violated property, or none is left. */
static void search_rounds(back *x)
{
    coset__reach *s = x->s;
    while (coset__reach_may_go_on(s)) {
        uint32_t before = n_found(s);
        drop_levels(x);
        coset_bdd_set(s->bdd, &s->reached, coset_bdd_false);
        if (!meets_start(x))
            break;
        find_violations(x);
        COSET_INVARIANT(s->stopped || coset_bdd_failed(s->bdd) || n_found(s) > before);
        if (coset__reach_enough(s))
            s->stopped = "the search ended with the shortest violation";
    }
}

coset_status coset__reach_back(coset__reach *s, coset_err *err)
{
    if (s->symmetry.doubtful)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "unreachable states are not symmetric, and a search backward visits them: use "
                          "--direction=forward, or leave --symbolic-symmetry out");
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    back x = {.s = s};
    coset_bdd outside = coset_bdd_minus(s->bdd, s->r.assumed, s->r.inside);
    x.meaning = coset_bdd_keep(s->bdd, coset_bdd_and(s->bdd, s->r.possible, outside));
    x.bad = coset_bdd_keep(s->bdd, coset_bdd_false);
    x.starts = coset_bdd_keep(s->bdd, coset__represent(&s->symmetry, s->r.start));
    coset__reach_look_for_lost(s, x.meaning);
    coset__reach_begin(s);
    coset_bdd_close(s->bdd, scope);
    for (uint32_t i = 0; i < s->m->n_props; i++)
        if (s->m->props[i].kind == COSET_PROP_LIVENESS)
            s->undecided[i] = "a search backward does not check liveness";
    search_rounds(&x);
    drop_levels(&x);
    coset_vec_fini(&x.levels);
    coset_bdd_drop(s->bdd, x.meaning);
    coset_bdd_drop(s->bdd, x.starts);
    coset_bdd_drop(s->bdd, x.bad);
    return COSET_OK;
}
