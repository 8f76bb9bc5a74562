/* From the end of a search to its result. */
#include "explore/bfs_int.h"

static const char *halt_text(const coset__search *s, coset_arena *a)
{
    const coset_engine_options *o = s->o;
    switch (coset__halted(s)) {
    case COSET__GO:
        return NULL;
    case COSET__HALT_STOP:
        return "interrupted by a signal";
    case COSET__HALT_SECONDS:
        return coset_arena_printf(a, "the time limit of %g seconds was reached", o->max_seconds);
    case COSET__HALT_STATES:
        return coset_arena_printf(a, "the bound of %llu states was reached", (unsigned long long)o->max_states);
    case COSET__HALT_MEMORY:
        return o->max_bytes ? coset_arena_printf(a, "the memory limit of %llu bytes was reached",
                                                 (unsigned long long)o->max_bytes)
                            : "the system has no more memory";
    case COSET__HALT_MODEL:
        return "the model could not be executed further";
    case COSET__HALT_DEPTH:
        return coset_arena_printf(a, "states at the depth bound of %u were not expanded", o->max_depth);
    case COSET__HALT_UNWANTED:
        return "the search was abandoned";
    case COSET__HALT_BOUND:
        return coset_arena_printf(a, "a built-in bound was reached: %s", s->bound.fault.text);
    case COSET__HALT_ERRORS:
        if (o->enough_states && (!o->max_errors || coset__failures(s) < o->max_errors))
            return "a formula is violated; --keep-going searches all states";
        return s->paths ? "the search ended at the violation"
               : o->max_errors == 1
                   ? "the search ended after the level of the first violation"
                   : coset_arena_printf(a, "the search ended when %u violations were known", o->max_errors);
    }
    return "unknown";
}

/* ---- sums over the threads ---- */

static void add(coset_result *r, coset_count *sum, coset_count n)
{
    if (!coset_count_add(sum, n))
        r->exact = false;
}

/* The groups of a chain have fired as often as the chain. */
static void unfold_chains(const coset__search *s, coset_result *r, coset__member *w)
{
    for (uint32_t g = 0; w->chains && g < s->m->n_groups; g++) {
        for (uint32_t i = 0; w->chains[g].raw && i < s->m->chains[g].n; i++) {
            coset__tally *to = &w->groups[s->m->chains[g].behind[i]];
            to->raw += w->chains[g].raw;
            add(r, &to->weighted, w->chains[g].weighted);
        }
        w->chains[g] = (coset__tally){0};
    }
}

static void sum_up(const coset__search *s, coset_result *r)
{
    r->exact = true;
    for (uint32_t i = 0; i < s->o->threads; i++) {
        coset__member *w = &s->members[i];
        unfold_chains(s, r, w);
        r->representatives += atomic_load_explicit(&w->n_stored, memory_order_relaxed);
        r->edges += atomic_load_explicit(&w->n_edges, memory_order_relaxed);
        add(r, &r->states, w->states);
        add(r, &r->full_transitions, w->full);
        r->exact = r->exact && !w->inexact;
    }
}

static coset_count tallied(const coset__search *s, const coset_result *r, uint32_t i, bool hits)
{
    coset_count sum = 0;
    for (uint32_t t = 0; t < s->o->threads; t++) {
        const coset__tally *x = hits ? &s->members[t].hits[i] : &s->members[t].groups[i];
        sum += r->exact ? x->weighted : x->raw;
    }
    return sum;
}

/* Weighted tallies can overflow only when they are summed. */
static void check_tally_sums(const coset__search *s, coset_result *r)
{
    for (uint32_t g = 0; g < s->m->n_groups + s->m->n_props; g++) {
        coset_count sum = 0;
        for (uint32_t t = 0; t < s->o->threads; t++)
            add(r, &sum,
                g < s->m->n_groups ? s->members[t].groups[g].weighted
                                   : s->members[t].hits[g - s->m->n_groups].weighted);
    }
}

/* ---- verdicts ---- */

static void show(coset__search *s, uint32_t prop, const coset__witness *w, coset_prop_result *p, coset_arena *arena)
{
    p->path = s->paths ? s->paths[prop] : coset__path_to(s, prop, w, arena);
    p->instance = w->instance;
    uint32_t n = p->path ? p->path->n_states : w->n_states;
    p->depth = n ? n - 1 : 0;
    if (w->has_text)
        p->reason = coset_arena_text(arena, w->fault.text);
}

static void show_more(coset__search *s, uint32_t prop, const coset__witness *more, uint32_t n, coset_prop_result *p,
                      coset_arena *arena)
{
    coset_violation *all = coset_arena_get(arena, n, sizeof *all);
    for (uint32_t i = 0; i < n; i++)
        all[i] = (coset_violation){coset__path_to(s, prop, &more[i], arena), more[i].instance};
    p->n_more = n;
    p->more = all;
}

static void judge_cover(const coset_result *r, coset_prop_result *p)
{
    if (p->hits) {
        p->verdict = COSET_VERDICT_HOLDS;
        return;
    }
    p->verdict = r->exhaustive ? COSET_VERDICT_FAILS : COSET_VERDICT_INCOMPLETE;
    p->reason = r->exhaustive ? "never hit" : r->stopped;
}

static void judge_safety(const coset_result *r, bool failed, coset_prop_result *p)
{
    if (failed) {
        p->verdict = COSET_VERDICT_FAILS;
        return;
    }
    p->verdict = r->exhaustive ? COSET_VERDICT_HOLDS : COSET_VERDICT_INCOMPLETE;
    p->reason = r->exhaustive ? NULL : r->stopped;
}

/* Why this kind of search does not decide properties of that kind, or NULL. */
static const char *not_judged(const coset__search *s, coset_prop_kind kind)
{
    switch (kind) {
    case COSET_PROP_ACCEPTANCE:
        return s->acceptance_only ? NULL : "this search does not check infinite runs";
    case COSET_PROP_INVARIANT:
    case COSET_PROP_COVER:
    case COSET_PROP_LIVENESS:
    case COSET_PROP_FORMULA:
    case COSET_PROP_DIVERGENCE:
        return s->acceptance_only ? "a search for accepting runs does not check it" : NULL;
    case COSET_PROP_DEADLOCK:
        return s->deadlock == COSET_NO_PROP || s->acceptance_only ? "deadlock is not checked" : NULL;
    case COSET_PROP_ASSERTION:
    case COSET_PROP_ASSUMPTION:
    case COSET_PROP_PREDICATE:
    case COSET_PROP_REFINEMENT:
    case COSET_PROP_FAULT:
        return NULL;
    }
    return NULL;
}

static void judge(coset__search *s, const coset__live *live, uint32_t prop, coset_result *r, coset_arena *arena)
{
    coset_prop_result *p = &r->props[prop];
    coset_prop_kind kind = s->m->props[prop].kind;
    bool late = kind == COSET_PROP_LIVENESS || kind == COSET_PROP_DIVERGENCE || kind == COSET_PROP_ACCEPTANCE;
    bool shown = kind == COSET_PROP_ACCEPTANCE && live[prop].witness.found; /* cuts by a bound do not matter */
    bool decided = !late || (live[prop].decided && (shown || !s->bound.found));
    const coset__witness *w = late ? &live[prop].witness : &s->witnesses[prop];
    p->hits = tallied(s, r, prop, true);
    if (kind == COSET_PROP_COVER)
        judge_cover(r, p);
    else
        judge_safety(r, w->found && decided, p);
    if (w->found && decided)
        show(s, prop, w, p, arena);
    if (late && decided && live[prop].n_more)
        show_more(s, prop, live[prop].more, live[prop].n_more, p, arena);
    else if (!late && s->all[prop].n > 1)
        show_more(s, prop, s->all[prop].at + 1, s->all[prop].n - 1, p, arena);
    if (!decided) {
        p->verdict = COSET_VERDICT_INCOMPLETE;
        p->reason = live[prop].reason ? live[prop].reason : r->stopped;
    }
    if (s->m->props[prop].unchecked) {
        p->verdict = COSET_VERDICT_INCOMPLETE;
        p->reason = s->m->props[prop].unchecked;
    }
    if (not_judged(s, kind)) {
        p->verdict = COSET_VERDICT_INCOMPLETE;
        p->reason = not_judged(s, kind);
    }
}

/* x to the power n. */
static double power(double x, uint64_t n)
{
    double p = 1;
    for (; n; n >>= 1, x *= x)
        if (n & 1)
            p *= x;
    return p;
}

static void tell_store(const coset__search *s, coset_result *r, coset_arena *arena)
{
    r->store = coset_store_kind_of(s->store)->name;
    r->file_bytes = coset_store_file_bytes(s->store);
    r->omission = coset_store_omission(s->store);
    double expected = r->omission * (double)r->representatives;
    r->omission_any = expected < 1e-6 ? expected : 1 - power(1 - r->omission, r->representatives);
    if (!r->stopped && !s->exact)
        r->stopped = coset_arena_printf(
            arena, "the %s store may have omitted states: each with probability %.2g, any with %.2g at most", r->store,
            r->omission, r->omission_any);
}

coset_result *coset__outcome(coset__search *s, const coset__live *live, coset_arena *arena)
{
    coset_result *r = coset_arena_get(arena, 1, sizeof *r);
    sum_up(s, r);
    check_tally_sums(s, r);
    r->stopped = s->complete ? NULL : halt_text(s, arena);
    if (s->complete && !r->representatives && !s->o->none_only)
        r->stopped = "there is no start state";
    r->stopped_at = coset__halted(s) == COSET__HALT_BOUND ? s->bound.fault.pos : (coset_pos){0};
    tell_store(s, r, arena);
    r->exhaustive = r->stopped == NULL;
    r->depth = s->deepest;
    r->engine = "explore";
    r->threads = s->o->threads;
    r->peak_bytes = s->peak_bytes;
    r->bytes_per_state = r->representatives ? (double)s->peak_bytes / (double)r->representatives : 0;
    r->group_edges = coset_arena_get(arena, s->m->n_groups, sizeof *r->group_edges);
    for (uint32_t g = 0; g < s->m->n_groups; g++)
        r->group_edges[g] = tallied(s, r, g, false);
    r->props = coset_arena_get(arena, s->m->n_props, sizeof *r->props);
    for (uint32_t p = 0; p < s->m->n_props; p++)
        judge(s, live, p, r, arena);
    r->seconds = coset_engine_now() - s->began;
    return r;
}
