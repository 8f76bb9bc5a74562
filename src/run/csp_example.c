/* run/csp_example.c - counterexamples: from the paths of a search to replayed behaviours. */
#include <string.h>

#include "report/report.h"
#include "run/csp_job.h"
#include "trace/trace.h"
#include "wrap/refine.h"

/* ---- counterexamples ----------------------------------------------------------------------------------------------
 */

static coset_csp_failure failure_of(const coset_csp_job *j, uint32_t prop, const coset_csp_counterexample *c)
{
    if (j->product->props[prop].kind == COSET_PROP_DIVERGENCE)
        return COSET_CSP_DIVERGES;
    if (j->product->props[prop].kind == COSET_PROP_ACCEPTANCE)
        return COSET_CSP_RUN;
    if (j->twin)
        return COSET_CSP_BOTH_WAYS;
    if (prop == coset_refine_prop_of(j->product, COSET_REFINE_TRACES))
        return COSET_CSP_BAD_EVENT;
    return c->n_offers ? COSET_CSP_BAD_REFUSAL : COSET_CSP_DEADLOCK;
}

/* Cuts the run at the point where the process stops. */
static void cut_standing_still(const coset_csp_job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (t->steps[i + 1].group >= j->impl->n_groups) {
            c->n_steps = c->loop = i;
            return;
        }
}

static void read_steps(coset_csp_job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    uint32_t n = t->n_states ? t->n_states - 1 : 0;
    uint32_t extra = t->has_loop ? 1 : 0;
    uint32_t *steps = coset_arena_get(j->arena, n + extra + 1, sizeof *steps);
    for (uint32_t i = 0; i < n + extra; i++)
        steps[i] = (uint32_t)t->steps[i + 1].instance;
    c->n_steps = n + extra;
    c->steps = steps;
    c->loop = t->has_loop ? t->loop : c->n_steps;
    if (c->kind == COSET_CSP_RUN)
        cut_standing_still(j, t, c);
    c->event = t->has_fault ? (uint32_t)t->steps[t->n_states].instance : COSET_CSP_NO_EVENT;
}

static void read_offers(coset_csp_job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    uint32_t n = 0, *offers = coset_arena_get(j->arena, j->compiled->n_events, sizeof *offers);
    const coset_value *last = t->states + (size_t)(t->n_states - 1) * j->product->n_slots;
    if (!j->twin && coset_refine_offers(j->impl, last, offers, &n)) {
        c->offers = offers;
        c->n_offers = n;
    }
}

/* The specification at the end of the run: the events that it allows, or the sets that must be offered. */
static bool has(const uint32_t *events, uint32_t n, uint32_t event)
{
    for (uint32_t i = 0; i < n; i++)
        if (events[i] == event)
            return true;
    return false;
}

/* Some acceptance that lies within the offers contains the event. */
static bool is_revived(const coset_csp_counterexample *c, uint32_t event)
{
    for (uint32_t a = 0; a < c->n_asked; a++) {
        bool within = has(c->asked[a].events, c->asked[a].n, event);
        for (uint32_t i = 0; within && i < c->asked[a].n; i++)
            within = has(c->offers, c->n_offers, c->asked[a].events[i]);
        if (within)
            return true;
    }
    return false;
}

/* The event that is not allowed after the refusal. */
static void read_revival(const coset_csp_job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    c->revived = COSET_CSP_NO_EVENT;
    if (c->kind != COSET_CSP_BAD_REFUSAL)
        return;
    if (coset_csp_tests_refusals(j->model) && t->steps[t->n_states].group < j->impl->n_groups)
        c->revived = (uint32_t)t->steps[t->n_states].instance;
    for (uint32_t i = 0; coset_csp_has_revivals(j->model) && i < c->n_offers; i++)
        if (c->revived == COSET_CSP_NO_EVENT && !is_revived(c, c->offers[i]))
            c->revived = c->offers[i];
}

/* The offers of the stable states from which the visible steps start. */
static void read_seen(coset_csp_job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    coset_csp_set *seen = coset_arena_get(j->arena, (size_t)c->n_steps + 1, sizeof *seen);
    if (!coset_csp_tests_refusals(j->model))
        return;
    for (uint32_t i = 0; i < c->n_steps && i < t->n_states; i++) {
        uint32_t n = 0, *offers = coset_arena_get(j->arena, j->compiled->n_events, sizeof *offers);
        bool stable = coset_refine_offers(j->impl, t->states + (size_t)i * j->product->n_slots, offers, &n);
        if (stable && has(offers, n, c->steps[i]))
            seen[i] = (coset_csp_set){n, offers};
    }
    c->seen = seen;
}

static void read_spec(coset_csp_job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    if (j->twin || j->formula || j->assertion->question != COSET_CSPM_REFINES)
        return;
    const coset_normal *n = j->spec;
    uint32_t node = coset_refine_node(j->product, t->states + (size_t)(t->n_states - 1) * j->product->n_slots);
    uint32_t *allowed = coset_arena_get(j->arena, n->n_events, sizeof *allowed);
    for (uint64_t e = n->first[node]; e < n->first[node + 1]; e++)
        allowed[c->n_allowed++] = n->edges[e].event;
    c->allowed = allowed;
    if (j->model == COSET_CSP_T || coset_csp_tests_refusals(j->model))
        return;
    uint64_t first = n->acc_first[node], end = n->acc_first[node + 1];
    coset_csp_set *asked = coset_arena_get(j->arena, end - first, sizeof *asked);
    for (uint64_t a = first; a < end; a++) {
        const coset_event_set *set = &n->sets[n->acc[a]];
        asked[c->n_asked++] =
            (coset_csp_set){set->n, coset_arena_copy(j->arena, set->events, set->n, sizeof *set->events)};
    }
    c->asked = asked;
}

/* ---- events of the components ------------------------------------------------------------------------------------ */

typedef struct {
    uint32_t event, n_slots;
    coset_value *dst;
    bool found;
} target;

static coset_status take_target(void *ctx, const coset_edge *e, const coset_value *dst)
{
    target *t = ctx;
    if (e->fault || (uint32_t)e->instance != t->event)
        return COSET_OK;
    memcpy(t->dst, dst, t->n_slots * sizeof *dst);
    t->found = true;
    return COSET_STOPPED;
}

/* A state of the implementation to which the event leads from `src`. */
static const coset_value *after(coset_csp_job *j, const coset_value *src, uint32_t event)
{
    target t = {event, j->impl->n_slots, coset_arena_get(j->arena, j->impl->n_slots, sizeof(coset_value)), false};
    coset_worker *w = coset_worker_new(j->impl);
    (void)j->impl->ops->next(w, src, take_target, &t);
    j->impl->ops->worker_free(w);
    return t.found ? t.dst : NULL;
}

/* The external event of an event of a component. */
static uint32_t meaning(const coset_cspm_compiled *c, uint32_t event)
{
    if (event < c->n_events || event == COSET_CSP_NO_EVENT)
        return event;
    return event > c->n_events && event - c->n_events - 1 < c->n_locals ? c->locals[event - c->n_events - 1]
                                                                        : COSET_CSP_NO_EVENT;
}

/* The events of each component, even if the whole hides them; includes the last event of the counterexample. */
static void read_parts(coset_csp_job *j, const coset_csp_behaviour *r, coset_csp_counterexample *c)
{
    const coset_super *s = &j->compiled->impl;
    uint32_t n = r->n_steps + 1, *doing = coset_arena_get(j->arena, s->n_components, sizeof *doing);
    coset_csp_part *parts = coset_arena_get(j->arena, s->n_components, sizeof *parts);
    uint32_t *events = coset_arena_get(j->arena, (size_t)n * s->n_components, sizeof *events);
    memset(events, 0xff, sizeof *events * n * s->n_components);
    for (uint32_t i = 0; i < r->n_steps + coset_csp_has_last(c); i++) {
        const coset_value *src = r->states + (size_t)i * r->stride;
        bool is_last = i == r->n_steps, back = !is_last && i + 1 == r->n_steps && r->loop < r->n_steps;
        const coset_value *dst = is_last ? after(j, src, c->event)
                                 : back  ? r->states + (size_t)r->loop * r->stride
                                         : src + r->stride;
        if (!dst || coset_super_explain(j->impl, src, is_last ? c->event : r->steps[i], dst, doing) == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < s->n_components; k++)
            events[(size_t)k * n + i] = meaning(j->compiled, doing[k]);
    }
    for (uint32_t k = 0; k < s->n_components; k++) {
        const char *name = s->n_components == 1 ? j->assertion->impl : s->components[k].name;
        if (!j->compiled->is_control[k])
            parts[c->n_parts++] = (coset_csp_part){coset_arena_text(j->arena, name), events + (size_t)k * n};
    }
    c->parts = parts;
}

/* ---- two copies ---------------------------------------------------------------------------------------------------
 */

/* Replaces the run of the counterexample by this one. */
static void take_run(coset_csp_job *j, const coset_csp_behaviour *r, coset_csp_counterexample *c)
{
    c->n_steps = r->n_steps;
    c->steps = r->steps;
    c->loop = r->loop;
    read_parts(j, r, c);
}

/* Stores the run at whose end `event` is refused. */
static void read_refusing(coset_csp_job *j, const coset_csp_behaviour *r, coset_csp_counterexample *c)
{
    uint32_t n = 0, *offers = coset_arena_get(j->arena, j->compiled->n_events, sizeof *offers);
    coset_csp_counterexample *other = coset_arena_get(j->arena, 1, sizeof *other);
    *other = (coset_csp_counterexample){.kind = COSET_CSP_BAD_REFUSAL, .event = COSET_CSP_NO_EVENT, .offers = offers};
    if (coset_refine_offers(j->impl, r->states + (size_t)r->n_steps * r->stride, offers, &n))
        other->n_offers = n;
    take_run(j, r, other);
    c->refusing = other;
}

static void read_copies(coset_csp_job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    coset_csp_behaviour runs[2];
    for (uint32_t i = 0; i < 2; i++)
        if (!coset_csp_twin_run(j, t, i == 1, &runs[i]))
            return;
    if (c->kind == COSET_CSP_DIVERGES) {
        take_run(j, &runs[runs[0].loop == runs[0].n_steps], c);
        return;
    }
    for (uint32_t i = 0; i < 2; i++) {
        const coset_csp_behaviour *x = &runs[i], *y = &runs[1 - i];
        bool can, ignored;
        (void)coset_csp_can_refuse(j, x->states + (size_t)x->n_steps * x->stride, c->event, &can);
        if (!can || !coset_csp_can_refuse(j, y->states + (size_t)y->n_steps * y->stride, c->event, &ignored))
            continue;
        take_run(j, x, c);
        read_refusing(j, y, c);
        return;
    }
}

/* ---- counterexamples again: the operational semantics must agree ----------------------------------------------------
 */

#define LEAST_REPLAY 5.0 /* seconds */

/* All replays of an assertion together may take as long as its compilation and search. */
static double replay_until(coset_csp_job *j)
{
    double now = coset_clock_now(), taken = coset_engine_now() - j->began;
    if (j->replay_until == 0)
        j->replay_until = now + (taken > LEAST_REPLAY ? taken : LEAST_REPLAY);
    return j->replay_until;
}

/* If the semantics alone would take too long, the replay on the compiled system must suffice. */
static bool agrees(coset_csp_job *j, const coset_cspm_behaviour *b, bool wanted)
{
    bool can = false;
    coset_err err = {0};
    coset_cspm_behaviour timed = *b;
    timed.until = replay_until(j);
    coset_status status = coset_cspm_can(j->run->script, j->compiled, &timed, &can, &err);
    if (status == COSET_LIMIT)
        j->out->note = "the counterexample was replayed on the compiled system only";
    return status == COSET_LIMIT || (status == COSET_OK && can == wanted);
}

static coset_cspm_behaviour exact_run(coset_csp_job *j, const coset_csp_counterexample *c)
{
    uint32_t n = c->n_steps + (c->kind == COSET_CSP_BAD_EVENT);
    uint32_t *events = coset_arena_get(j->arena, n + 1, sizeof *events);
    uint32_t *inner = coset_arena_get(j->arena, (size_t)n * c->n_parts, sizeof *inner);
    uint32_t *first = coset_arena_get(j->arena, n + 1, sizeof *first);
    for (uint32_t i = 0; i < n; i++) {
        events[i] = i < c->n_steps ? c->steps[i] : c->event;
        first[i + 1] = first[i];
        for (uint32_t k = 0; i < c->n_steps && k < c->n_parts; k++)
            if (c->parts[k].events[i] != COSET_CSP_NO_EVENT)
                inner[first[i + 1]++] = c->parts[k].events[i];
    }
    return (coset_cspm_behaviour){
        .exact = true, .events = events, .inner = c->n_parts > 1 ? inner : NULL, .first_inner = first, .n_events = n};
}

/* Only the visible events. */
static coset_cspm_behaviour visible_run(coset_csp_job *j, const coset_csp_counterexample *c)
{
    uint32_t n = 0, *trace = coset_arena_get(j->arena, c->n_steps + 2, sizeof *trace);
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (c->steps[i] != COSET_TAU)
            trace[n++] = c->steps[i];
    if (c->event != COSET_CSP_NO_EVENT)
        trace[n++] = c->event;
    return (coset_cspm_behaviour){.events = trace, .n_events = n};
}

/* The end of an infinite run as a finite behaviour can show it: one round of a loop. */
static void set_end_of_run(const coset_csp_counterexample *c, coset_cspm_behaviour *b)
{
    bool silent = coset_csp_loops(c);
    for (uint32_t i = c->loop; i < c->n_steps; i++)
        silent = silent && c->steps[i] == COSET_TAU;
    const bool ends = coset_csp_loops(c) || (c->n_steps && c->steps[c->n_steps - 1] == COSET_TICK);
    b->end = silent ? COSET_CSPM_DIVERGES : ends ? COSET_CSPM_ENDS : COSET_CSPM_REFUSES;
}

static void set_end(const coset_csp_counterexample *c, coset_cspm_behaviour *b)
{
    if (c->kind == COSET_CSP_RUN) {
        set_end_of_run(c, b);
        return;
    }
    b->end = c->kind == COSET_CSP_BAD_EVENT  ? COSET_CSPM_ENDS
             : c->kind == COSET_CSP_DIVERGES ? COSET_CSPM_DIVERGES
                                             : COSET_CSPM_REFUSES;
    b->offers = c->offers;
    b->n_offers = c->n_offers;
}

/* Checks that after the trace the event can happen, and can be refused. */
static bool both_ways(coset_csp_job *j, const coset_csp_counterexample *c)
{
    uint32_t n = 0, *others = coset_arena_get(j->arena, j->compiled->n_events, sizeof *others);
    coset_cspm_behaviour b = visible_run(j, c);
    if (!agrees(j, &b, true))
        return false;
    for (uint32_t e = COSET_TICK; e < j->compiled->n_events; e++)
        if (e != c->event)
            others[n++] = e;
    b.n_events--;
    b.end = COSET_CSPM_REFUSES;
    b.offers = others;
    b.n_offers = n;
    return agrees(j, &b, true);
}

static bool semantics_shows(coset_csp_job *j, const coset_csp_counterexample *c)
{
    if (c->kind == COSET_CSP_BOTH_WAYS)
        return both_ways(j, c);
    coset_cspm_behaviour b = j->twin ? visible_run(j, c) : exact_run(j, c);
    set_end(c, &b);
    b.lazy = j->compiled->chases && b.inner;
    bool real = agrees(j, &b, true);
    b.lazy = false;
    if (!real && b.inner) { /* renamed inside: compare the external events */
        b.inner = NULL;
        real = agrees(j, &b, true);
    }
    if (!real) { /* components may take fewer taus than the operators that they implement */
        b = visible_run(j, c);
        set_end(c, &b);
        real = agrees(j, &b, true);
    }
    if (!real || j->formula || j->assertion->question != COSET_CSPM_REFINES || coset_csp_tests_refusals(j->model) ||
        (coset_csp_has_revivals(j->model) && c->kind == COSET_CSP_BAD_REFUSAL))
        return real; /* seen as a failure only, the specification may have it */
    b = visible_run(j, c);
    set_end(c, &b);
    b.of_spec = true;
    return agrees(j, &b, false);
}

static bool is_real(coset_csp_job *j, const coset_csp_counterexample *c)
{
    if (semantics_shows(j, c))
        return true;
    if (j->compiled->chases)
        j->out->note =
            "the counterexample was replayed on the compiled system only: a chase may take any internal event "
            "that there is, and the operators alone take another one";
    return j->compiled->chases;
}

/* ---- one failure --------------------------------------------------------------------------------------------------
 */

typedef struct {
    uint32_t prop, instance;
    const coset_path *path;
} failure;

static void read_example(coset_csp_job *j, uint32_t prop, const coset_trace *t, coset_csp_counterexample *c)
{
    *c = (coset_csp_counterexample){.kind = j->formula ? COSET_CSP_RUN : COSET_CSP_BAD_EVENT};
    read_steps(j, t, c);
    if (!j->formula)
        read_offers(j, t, c);
    c->kind = failure_of(j, prop, c);
    if (c->kind != COSET_CSP_BAD_EVENT && c->kind != COSET_CSP_BOTH_WAYS)
        c->event = COSET_CSP_NO_EVENT;
    read_spec(j, t, c);
    read_revival(j, t, c);
    read_seen(j, t, c);
    if (j->twin) {
        read_copies(j, t, c);
        return;
    }
    const coset_csp_behaviour run = {c->n_steps, c->steps, t->states, j->product->n_slots, c->loop};
    read_parts(j, &run, c);
}

/* The same externally. */
static bool alike(coset_csp_job *j, const coset_csp_counterexample *x, const coset_csp_counterexample *y)
{
    const coset_cspm_behaviour a = visible_run(j, x), b = visible_run(j, y);
    bool same = x->kind == y->kind && x->event == y->event && a.n_events == b.n_events &&
                memcmp(a.events, b.events, a.n_events * sizeof *a.events) == 0;
    if (!same || x->kind == COSET_CSP_BAD_EVENT || x->kind == COSET_CSP_DIVERGES)
        return same;
    return x->n_offers == y->n_offers &&
           (x->n_offers == 0 || memcmp(x->offers, y->offers, x->n_offers * sizeof *x->offers) == 0);
}

static bool is_known(coset_csp_job *j, const coset_csp_counterexample *c)
{
    for (uint32_t i = 0; i < j->out->n_found; i++)
        if (alike(j, c, &j->examples[i]))
            return true;
    return false;
}

/* The first of a script's counterexamples, if ITF output is wanted. Stored as text: the model is freed after the
 * assertion. */
static void keep_itf(coset_csp_job *j, const coset_trace *t)
{
    const coset_outputs *outputs = &j->run->session->settings->outputs;
    bool wanted = false;
    for (uint32_t i = 0; i < outputs->n; i++)
        wanted |= outputs->at[i].itf;
    if (!wanted || j->run->itf)
        return;
    const coset_report r = {.model = j->product, .path = j->run->session->path, .property = j->out->assertion};
    size_t len = 0;
    coset_err err = {0};
    FILE *out = coset_text_open(&j->run->itf, &len);
    coset_status status = coset_report_itf(&r, t, out, &err);
    coset_text_close(out, &j->run->itf);
    COSET_INVARIANT(status == COSET_OK);
}

static void found(coset_csp_job *j, const failure *f)
{
    coset_csp_counterexample *c = &j->examples[j->out->n_found];
    coset_err err = {0};
    const coset_trace *t;
    coset_status status = coset_search_trace(&j->search, f->path, f->prop, f->instance, &t, &err);
    if (status == COSET_OK) {
        read_example(j, f->prop, t, c);
        if (is_known(j, c))
            return;
        if (!is_real(j, c))
            status = coset_fail(&err, COSET_INPUT, "the operational semantics does not show it");
    }
    if (status != COSET_OK) {
        j->code = coset_complain(COSET_EXIT_INTERNAL,
                                 "internal error: the counterexample of \"%s\" does not replay (%s). This is a bug in "
                                 "coset and no verdict is given; please report it with the script",
                                 j->out->assertion, err.text);
        return;
    }
    if (j->assertion->negated && !j->formula)
        return;
    keep_itf(j, t);
    j->out->n_found++;
}

/* ---- all ----------------------------------------------------------------------------------------------------------
 */

typedef COSET_VEC(failure) failures;

/* Shortest first; merges, because those of one property are sorted. */
static void sort(failures *all)
{
    for (uint32_t i = 1; i < all->n; i++)
        for (uint32_t k = i; k > 0 && all->at[k].path->n_states < all->at[k - 1].path->n_states; k--) {
            failure f = all->at[k];
            all->at[k] = all->at[k - 1];
            all->at[k - 1] = f;
        }
}

static failures list(const coset_csp_job *j)
{
    failures all = {0};
    for (uint32_t p = 0; p < j->product->n_props; p++) {
        const coset_prop_result *r = &j->result->props[p];
        if (r->verdict != COSET_VERDICT_FAILS || !r->path)
            continue;
        *coset_vec_add(&all) = (failure){p, r->instance, r->path};
        for (uint32_t i = 0; i < r->n_more; i++)
            *coset_vec_add(&all) = (failure){p, r->more[i].instance, r->more[i].path};
    }
    return all;
}

uint64_t coset_csp_wanted(const coset_csp_job *j)
{
    return j->assertion->negated || j->formula ? 1 : j->run->session->settings->counterexamples;
}

bool coset_csp_examples(coset_csp_job *j)
{
    failures all = list(j);
    sort(&all);
    uint64_t most = coset_csp_wanted(j);
    j->out->n_found = 0;
    j->examples = coset_arena_get(j->arena, all.n < most ? all.n : most, sizeof *j->examples);
    j->out->found = j->examples;
    for (uint32_t i = 0; i < all.n && j->out->n_found < most && j->code == COSET_EXIT_HOLDS; i++) {
        found(j, &all.at[i]);
        if (j->assertion->negated && !j->formula)
            break;
    }
    bool fails = all.n > 0;
    coset_vec_fini(&all);
    return fails;
}

/* ---- has trace -----------------------------------------------------------------------------------------------------
 */

coset_status coset_csp_trace_example(coset_csp_job *j, coset_err *err)
{
    coset_cspm_behaviour b = {.events = j->compiled->trace, .n_events = j->compiled->n_trace, .end = COSET_CSPM_ENDS};
    bool can = false;
    while (!can && b.n_events > 0) {
        b.n_events--;
        coset_status status = coset_cspm_can(j->run->script, j->compiled, &b, &can, err);
        if (status != COSET_OK)
            return status;
    }
    const coset_csp_counterexample c = {
        .kind = COSET_CSP_NO_TRACE,
        .n_steps = b.n_events,
        .steps = coset_arena_copy(j->arena, b.events, b.n_events, sizeof *b.events),
        .event = b.events[b.n_events],
        .loop = b.n_events,
    };
    j->out->found = coset_arena_copy(j->arena, &c, 1, sizeof c);
    j->out->n_found = 1;
    return COSET_OK;
}
