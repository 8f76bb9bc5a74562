/* symb/search/outcome.c - exact counts and verdicts. */
#include "symb/encode/merge_rule_orbits.h"
#include "symb/encode/transient_image.h"
#include "symb/search/reach_state.h"

static uint64_t clip(coset_count n) { return n > UINT64_MAX ? UINT64_MAX : (uint64_t)n; }

/* Adds the number of states in orbits of reached states that are in `set`: each state of the set counts as the size of
 * its orbit. */
static void tally(coset__reach *s, coset_result *r, coset_bdd set, coset_count *sum)
{
    for (uint32_t i = 0; i < s->orbits.n && !coset_bdd_is_false(set); i++) {
        coset_count n, all;
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        if (!coset_bdd_count(s->bdd, coset_bdd_and(s->bdd, set, s->orbits.at[i].states), s->r.vars.now, &n) ||
            __builtin_mul_overflow(n, s->orbits.at[i].size, &all) || !coset_count_add(sum, all))
            r->exact = false;
        coset_bdd_close(s->bdd, scope);
    }
}

/* If sizes of orbits are not known, representatives are counted instead, and counts are not exact. */
static void weigh(coset__reach *s, coset_result *r)
{
    if (coset__orbit_sizes(&s->symmetry, s->reached, &s->orbits))
        return;
    *coset_vec_add(&s->orbits) = (coset__orbits){1, coset_bdd_keep(s->bdd, s->reached)};
    r->exact = false;
}

/* Adds the given reached states, weighted by the number of steps that the rule represents. */
static void add_times(coset__reach *s, const coset__rule *rule, coset_bdd when, coset__ways_list *ways)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    when = coset_bdd_and(s->bdd, when, s->reached);
    for (uint32_t i = 0; i < rule->times.n && !coset_bdd_is_false(when); i++) {
        coset_bdd here = coset_bdd_and(s->bdd, when, rule->times.at[i].states);
        if (!coset_bdd_is_false(here))
            *coset_vec_add(ways) = (coset__ways){rule->times.at[i].ways, coset_bdd_keep(s->bdd, here)};
    }
    coset_bdd_close(s->bdd, scope);
}

/* Adds in how many unreduced steps of the rule something happens that does so in the states `when`. */
static void tally_rule(coset__reach *s, coset_result *r, const coset__rule *rule, coset_bdd when, coset_count *sum)
{
    coset__ways_list ways = {0};
    if (rule->times.n == 0)
        tally(s, r, when, sum);
    add_times(s, rule, when, &ways);
    for (uint32_t i = 0; i < ways.n; i++) {
        coset_count n = 0;
        tally(s, r, ways.at[i].states, &n);
        if (__builtin_mul_overflow(n, ways.at[i].ways, &n) || !coset_count_add(sum, n))
            r->exact = false;
    }
    coset__ways_drop(s->bdd, &ways);
}

/* The number of paths of each rule's steps through transient states from reached states, if there are any; else a rule
 * has one path wherever it fires or faults. */
static coset__ways_list *make_ways(coset__reach *s, const coset__walks *walks)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset__ways_list *ways = coset_new((size_t)s->r.rules.n + 1, sizeof *ways);
    for (uint32_t i = 0; i < s->r.rules.n; i++) {
        const coset__rule *rule = &s->r.rules.at[i];
        if (walks) {
            coset__walks_of(walks, rule, &ways[i]);
            continue;
        }
        if (rule->times.n) {
            add_times(s, rule, rule->fires, &ways[i]);
            for (uint32_t k = 0; k < rule->n_faults; k++)
                add_times(s, rule, rule->faults[k].when, &ways[i]);
            continue;
        }
        if (rule->ways.n)
            ways[i] = coset__ways_copy(s->bdd, &rule->ways);
        else
            *coset_vec_add(&ways[i]) = (coset__ways){1, coset_bdd_keep(s->bdd, coset__rule_fires(&s->r, rule))};
        const coset__faults faults = coset__rule_faults(&s->r, rule);
        for (uint32_t k = 0; k < faults.n; k++)
            *coset_vec_add(&ways[i]) = (coset__ways){1, coset_bdd_keep(s->bdd, faults.at[k].when)};
    }
    coset_bdd_close(s->bdd, scope);
    return ways;
}

static void drop_ways(coset__reach *s, coset__ways_list *ways)
{
    for (uint32_t i = 0; i < s->r.rules.n; i++)
        coset__ways_drop(s->bdd, &ways[i]);
    coset_delete(ways);
}

/* Steps and faults of the representatives themselves. */
static uint64_t explored(coset__reach *s, const coset__ways_list *ways)
{
    coset_count sum = 0, n = 0;
    for (uint32_t i = 0; i < s->r.rules.n; i++) {
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        for (uint32_t k = 0; k < ways[i].n; k++)
            if (coset_bdd_count(s->bdd, coset_bdd_and(s->bdd, ways[i].at[k].states, s->reached), s->r.vars.now, &n))
                sum += n * ways[i].at[k].ways;
        coset_bdd_close(s->bdd, scope);
    }
    return clip(sum);
}

/* Steps of a rule; a fault is one as well. */
static coset_count steps_of(coset__reach *s, coset_result *r, const coset__ways_list *ways)
{
    coset_count sum = 0;
    for (uint32_t k = 0; k < ways->n; k++) {
        coset_count n = 0;
        tally(s, r, ways->at[k].states, &n);
        if (__builtin_mul_overflow(n, ways->at[k].ways, &n) || !coset_count_add(&sum, n))
            r->exact = false;
    }
    return sum;
}

/* All rules of a step fire, not its first one alone. */
static void count_fired(coset__reach *s, coset_result *r, const coset__walks *walks)
{
    for (uint32_t g = 0; g < s->m->n_groups; g++) {
        coset__ways_list fired = {0};
        if (!coset__walks_fired(walks, g, &fired))
            r->exact = false;
        r->group_edges[g] = steps_of(s, r, &fired);
        coset__ways_drop(s->bdd, &fired);
    }
}

/* Assumptions that exclude start states. */
static void count_cut_starts(coset__reach *s, coset_result *r)
{
    for (uint32_t i = 0; i < s->r.starts.n; i++)
        for (uint32_t p = 0; p < s->m->n_props && !coset_bdd_is_false(s->r.starts.at[i].cut); p++)
            r->props[p].hits += s->m->props[p].kind == COSET_PROP_ASSUMPTION && !s->m->props[p].in_step;
}

static void count_steps(coset__reach *s, coset_result *r)
{
    coset__walks walks;
    bool counted = s->r.passes && coset__walks_begin(&walks, &s->r, s->reached);
    coset__ways_list *ways = make_ways(s, counted ? &walks : NULL);
    r->exact = r->exact && counted == s->r.passes;
    for (uint32_t i = 0; i < s->r.rules.n; i++) {
        const coset__rule *rule = &s->r.rules.at[i];
        coset_count n = steps_of(s, r, &ways[i]);
        if (!coset_count_add(&r->group_edges[rule->group], n) || !coset_count_add(&r->full_transitions, n))
            r->exact = false;
        for (uint32_t k = 0; k < rule->n_covers; k++)
            tally_rule(s, r, rule, rule->covers[k].when, &r->props[rule->covers[k].prop].hits);
        for (uint32_t p = 0; p < s->m->n_props; p++)
            if (s->m->props[p].kind == COSET_PROP_ASSUMPTION && !s->m->props[p].in_step)
                tally_rule(s, r, rule, rule->cut, &r->props[p].hits);
    }
    if (counted)
        count_fired(s, r, &walks);
    for (uint32_t i = 0; i < s->r.starts.n; i++) {
        const coset__rule *rule = &s->r.starts.at[i];
        r->group_edges[rule->group] += 1;
        for (uint32_t k = 0; k < rule->n_covers; k++)
            r->props[rule->covers[k].prop].hits += !coset_bdd_is_false(rule->covers[k].when);
    }
    r->edges = clip(r->full_transitions);
    if (s->symmetry.swaps.n || s->counter)
        r->edges = explored(s, ways);
    drop_ways(s, ways);
    if (s->r.passes)
        coset__walks_end(&walks);
}

static void judge(coset__reach *s, coset_result *r, uint32_t prop)
{
    coset_prop_result *p = &r->props[prop];
    const coset__finding *f = &s->findings[prop];
    coset_prop_kind kind = s->m->props[prop].kind;
    if (f->found) {
        p->path = f->path ? f->path : coset__reach_path(s, prop);
        p->instance = f->instance;
        p->depth = s->how->chaining && p->path && p->path->n_states ? p->path->n_states - 1
                                                                    : f->depth + (f->ending == COSET__AT_COVER);
    }
    if (f->found && !p->path) {
        p->verdict = COSET_VERDICT_INCOMPLETE;
        p->reason = "a violation was found, but memory or time is not sufficient for its trace";
        return;
    }
    bool happened = kind == COSET_PROP_COVER ? p->hits > 0 : f->found; /* a hit may occur before a fault only */
    if (happened != (kind == COSET_PROP_COVER)) {
        bool undecided = kind == COSET_PROP_COVER && (!r->exhaustive || s->how->backward);
        p->verdict = undecided ? COSET_VERDICT_INCOMPLETE : COSET_VERDICT_FAILS;
        p->reason = kind != COSET_PROP_COVER ? NULL
                    : !undecided             ? "never hit"
                    : s->how->backward       ? "a search backward does not check covers"
                                             : r->stopped;
    } else if (kind == COSET_PROP_COVER || (r->exhaustive && !s->undecided[prop])) {
        p->verdict = COSET_VERDICT_HOLDS;
    } else {
        p->verdict = COSET_VERDICT_INCOMPLETE;
        p->reason = s->undecided[prop] ? s->undecided[prop] : r->stopped;
    }
    if (s->m->props[prop].unchecked) {
        p->verdict = COSET_VERDICT_INCOMPLETE;
        p->reason = s->m->props[prop].unchecked;
    }
    if (kind == COSET_PROP_DEADLOCK && s->deadlock == COSET_NO_PROP) {
        p->verdict = COSET_VERDICT_INCOMPLETE;
        p->reason = "deadlock is not checked";
    }
}

/* Orbits and steps of the reached states. */
static void count(coset__reach *s, coset_result *r)
{
    weigh(s, r);
    tally(s, r, coset_bdd_true, &r->states);
    count_steps(s, r);
    for (uint32_t i = 0; i < s->r.judgements.n; i++)
        if (s->m->props[s->r.judgements.at[i].prop].kind == COSET_PROP_COVER)
            tally(s, r, s->r.judgements.at[i].holds, &r->props[s->r.judgements.at[i].prop].hits);
    for (uint32_t i = 0; i < s->orbits.n; i++)
        coset_bdd_drop(s->bdd, s->orbits.at[i].states);
    coset_vec_fini(&s->orbits);
}

/* Before anything is counted: that may take all the time that is left. */
static void find_paths(coset__reach *s)
{
    for (uint32_t p = 0; p < s->m->n_props; p++)
        if (s->findings[p].found && !s->findings[p].path)
            s->findings[p].path = coset__reach_path(s, p);
}

static uint64_t level_nodes(const coset__reach *s)
{
    COSET_VEC(coset_bdd) all = {0};
    for (uint32_t i = 0; i < s->levels.n; i++)
        *coset_vec_add(&all) = s->levels.at[i];
    *coset_vec_add(&all) = s->reached;
    uint64_t size = coset_bdd_size_together(s->bdd, all.at, all.n);
    coset_vec_fini(&all);
    return size;
}

coset_result *coset__reach_outcome(coset__reach *s)
{
    coset_result *r = coset_arena_get(s->arena, 1, sizeof *r);
    r->engine = "symbolic";
    r->store = "diagrams";
    r->props = coset_arena_get(s->arena, s->m->n_props, sizeof *r->props);
    r->group_edges = coset_arena_get(s->arena, s->m->n_groups, sizeof *r->group_edges);
    r->threads = 1;
    r->exact = true;
    r->depth = s->how->backward ? s->distance : s->rounds;
    r->backward = s->how->backward;
    coset_count reps = 0;
    if (coset_bdd_failed(s->bdd))
        (void)coset__reach_may_go_on(s);
    if (s->stopped)
        coset__reach_resume(s);
    find_paths(s);
    r->search_nodes = coset_bdd_peak(s->bdd);
    r->level_nodes = level_nodes(s);
    (void)coset__unfold(&s->r);
    if (!coset_bdd_count(s->bdd, s->reached, s->r.vars.now, &reps))
        reps = UINT64_MAX;
    r->representatives = coset_bdd_is_false(s->r.start) ? 0 : clip(reps); /* backward there are others */
    count_cut_starts(s, r);
    if (r->backward)
        r->exact = false;
    else
        count(s, r);
    if (coset_bdd_failed(s->bdd)) {
        r->exact = false;
        r->uncounted = "the decision diagrams ran out of nodes or time while they were counted";
        (void)coset__reach_may_go_on(s);
    }
    r->no_start = coset_bdd_is_false(s->r.start);
    r->stopped = s->stopped ? s->stopped : !r->no_start ? NULL : "there is no start state";
    r->exhaustive = r->stopped == NULL;
    for (uint32_t p = 0; p < s->m->n_props; p++)
        judge(s, r, p);
    r->peak_nodes = coset_bdd_peak(s->bdd);
    r->set_nodes = coset_bdd_largest(s->bdd);
    for (uint32_t i = 0; i < s->r.clusters.n; i++)
        r->step_nodes += coset_bdd_size(s->bdd, s->r.clusters.at[i].step);
    r->peak_bytes = coset_bdd_bytes(s->bdd);
    r->bytes_per_state = r->states ? (double)r->peak_bytes / (double)r->states : 0;
    r->seconds = coset_engine_now() - s->clock->began;
    return r;
}
