/* Two copies of an implementation. */
#include "wrap/determinism.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to this */
    const coset_model *impl;
    uint32_t n_events;
    bool settled;
} twin;

typedef struct {
    coset_edge edge;
    uint32_t number; /* of its target; breaks ties in sorting */
} step;

/* The steps of one copy: taus first, then by event. */
typedef struct {
    COSET_VEC(step) steps;
    coset_value *targets; /* of step i at number * n_slots */
    uint32_t room;
    uint32_t n_taus;
    bool ticks;
} side;

typedef struct {
    const twin *t;
    coset_worker *inner;
    side a, b;
    side *listing;
    coset_value *src;        /* [n_slots] both copies, the second one settled */
    coset_value *dst;        /* [n_slots] */
    coset_value *now, *mark; /* [impl.n_slots] of a copy that is being settled */
    bool moved;
    coset_fault fault;
    coset_on_edge *emit;
    void *ctx;
} worker;

static const twin *twin_of(const coset_model *m) { return (const twin *)(const void *)m; }

static uint32_t width(const worker *w) { return w->t->impl->n_slots; }

static void copy(const worker *w, coset_value *dst, const coset_value *src)
{
    if (width(w))
        memcpy(dst, src, width(w) * sizeof *dst);
}

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->t = twin_of(m);
    w->inner = coset_worker_new(w->t->impl);
    w->src = coset_new(m->n_slots, sizeof *w->src);
    w->dst = coset_new(m->n_slots, sizeof *w->dst);
    w->now = coset_new(width(w), sizeof *w->now);
    w->mark = coset_new(width(w), sizeof *w->mark);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    w->t->impl->ops->worker_free(w->inner);
    coset_vec_fini(&w->a.steps);
    coset_vec_fini(&w->b.steps);
    coset_delete(w->a.targets);
    coset_delete(w->b.targets);
    coset_delete(w->src);
    coset_delete(w->dst);
    coset_delete(w->now);
    coset_delete(w->mark);
    coset_delete(w);
}

/* ---- steps of one copy ---- */

static coset_status list_step(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    side *s = w->listing;
    COSET_INVARIANT(!e->fault && (e->silent || e->instance < w->t->n_events));
    uint32_t n = s->steps.n;
    if (n == s->room) {
        s->room = s->room ? 2 * s->room : 16;
        s->targets = coset_resize(s->targets, (size_t)s->room * (width(w) + 1), sizeof *s->targets);
    }
    copy(w, s->targets + (size_t)n * width(w), dst);
    *coset_vec_add(&s->steps) = (step){*e, n};
    s->n_taus += e->silent;
    s->ticks = s->ticks || (!e->silent && e->instance == COSET_TICK);
    return COSET_OK;
}

static int by_event(const void *x, const void *y)
{
    const step *a = x, *b = y;
    if (a->edge.silent != b->edge.silent)
        return a->edge.silent ? -1 : 1;
    if (a->edge.instance != b->edge.instance)
        return a->edge.instance < b->edge.instance ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static coset_status list_side(worker *w, side *s, const coset_value *src)
{
    s->steps.n = 0;
    s->n_taus = 0;
    s->ticks = false;
    w->listing = s;
    coset_status st = w->t->impl->ops->next(w->inner, src, list_step, w);
    if (s->steps.n > 1)
        qsort(s->steps.at, s->steps.n, sizeof *s->steps.at, by_event);
    return st;
}

static const coset_value *target(const worker *w, const side *s, uint32_t i)
{
    return s->targets + (size_t)s->steps.at[i].number * width(w);
}

/* The side can refuse an event; `has`: it offers the event. */
static bool refuses(const side *s, uint64_t event, bool has)
{
    return (s->ticks && event != COSET_TICK) || (!has && s->n_taus == 0);
}

/* ---- settling ---- */

static coset_status first_tau(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    if (!e->silent)
        return COSET_OK;
    copy(w, w->now, dst);
    w->moved = true;
    return COSET_STOPPED;
}

/* Follows first taus from `state` until there are none, and writes the last state to `state`. False if it returns to an
 * earlier state: `state` is unchanged. */
static bool settle(worker *w, coset_value *state)
{
    copy(w, w->now, state);
    copy(w, w->mark, state);
    for (uint64_t steps = 0, next_mark = 1;;) {
        w->moved = false;
        coset_status st = w->t->impl->ops->next(w->inner, w->now, first_tau, w);
        COSET_INVARIANT(st == COSET_OK || st == COSET_STOPPED);
        if (!w->moved)
            break;
        if (width(w) == 0 || memcmp(w->now, w->mark, width(w) * sizeof *w->now) == 0)
            return false;
        if (++steps == next_mark) {
            copy(w, w->mark, w->now);
            next_mark *= 2;
        }
    }
    copy(w, state, w->now);
    return true;
}

/* ---- steps of both ---- */

static coset_status emit_pair(worker *w, const coset_edge *e, const coset_value *a, const coset_value *b)
{
    copy(w, w->dst, a);
    copy(w, w->dst + width(w), b);
    if (w->t->settled && !e->silent)
        (void)settle(w, w->dst + width(w));
    return w->emit(w->ctx, e, w->dst);
}

/* With w->fault.text. */
static coset_status emit_fault(worker *w, coset_edge e)
{
    w->fault.kind = COSET_FAULT_ASSERTION;
    w->fault.prop = 0;
    e.fault = &w->fault;
    e.orbit = 1;
    return w->emit(w->ctx, &e, NULL);
}

static coset_status taus(worker *w, const side *s, bool second)
{
    coset_status st = COSET_OK;
    for (uint32_t i = 0; st == COSET_OK && i < s->n_taus; i++) {
        const coset_value *to = target(w, s, i);
        st = second ? emit_pair(w, &s->steps.at[i].edge, w->src, to)
                    : emit_pair(w, &s->steps.at[i].edge, to, w->src + width(w));
    }
    return st;
}

static uint32_t run_end(const side *s, uint32_t i)
{
    uint32_t end = i;
    while (end < s->steps.n && s->steps.at[end].edge.instance == s->steps.at[i].edge.instance)
        end++;
    return end;
}

/* Both perform one event: steps i .. i_end - 1 of a with k .. k_end - 1 of b. */
static coset_status together(worker *w, uint32_t i, uint32_t i_end, uint32_t k, uint32_t k_end)
{
    coset_status st = COSET_OK;
    if (w->t->settled && k_end > k + 1)
        k_end = k + 1;
    for (; st == COSET_OK && i < i_end; i++)
        for (uint32_t j = k; st == COSET_OK && j < k_end; j++)
            st = emit_pair(w, &w->a.steps.at[i].edge, target(w, &w->a, i), target(w, &w->b, j));
    return st;
}

static coset_status emit_refusal(worker *w, const coset_edge *e)
{
    char name[140];
    w->t->impl->ops->edge_text(w->t->impl, e->group, e->instance, name, sizeof name);
    snprintf(w->fault.text, sizeof w->fault.text, "after this trace %s is possible, and can be refused", name);
    return emit_fault(w, *e);
}

static coset_status visible(worker *w)
{
    const side *a = &w->a, *b = &w->b;
    coset_status st = COSET_OK;
    for (uint32_t i = a->n_taus, k = b->n_taus; st == COSET_OK && (i < a->steps.n || k < b->steps.n);) {
        uint64_t ea = i < a->steps.n ? a->steps.at[i].edge.instance : UINT64_MAX;
        uint64_t eb = k < b->steps.n ? b->steps.at[k].edge.instance : UINT64_MAX, e = ea < eb ? ea : eb;
        uint32_t i_end = ea == e ? run_end(a, i) : i, k_end = eb == e ? run_end(b, k) : k;
        if ((ea == e && refuses(b, e, eb == e)) || (eb == e && refuses(a, e, ea == e)))
            st = emit_refusal(w, ea == e ? &a->steps.at[i].edge : &b->steps.at[k].edge);
        if (st == COSET_OK)
            st = together(w, i, i_end, k, k_end);
        i = i_end;
        k = k_end;
    }
    return st;
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    w->emit = emit;
    w->ctx = ctx;
    copy(w, w->src, src);
    copy(w, w->src + width(w), src + width(w));
    bool both = !w->t->settled || settle(w, w->src + width(w));
    coset_status st = list_side(w, &w->a, w->src);
    if (st == COSET_OK && !both)
        return taus(w, &w->a, false);
    if (st == COSET_OK)
        st = list_side(w, &w->b, w->src + width(w));
    if (st == COSET_OK)
        st = taus(w, &w->a, false);
    if (st == COSET_OK && !w->t->settled)
        st = taus(w, &w->b, true);
    return st == COSET_OK ? visible(w) : st;
}

static coset_status on_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    COSET_INVARIANT(!e->fault);
    copy(w, w->dst, dst);
    copy(w, w->dst + width(w), dst);
    return w->emit(w->ctx, e, w->dst);
}

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    w->emit = emit;
    w->ctx = ctx;
    return w->t->impl->ops->starts(w->inner, on_start, w);
}

static coset_eval eval(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state, coset_fault *fault)
{
    (void)w, (void)prop, (void)instance, (void)state, (void)fault; /* no property is one of states */
    return COSET_EVAL_TRUE;
}

/* ---- text ---- */

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_model *impl = twin_of(m)->impl;
    impl->ops->value_text(impl, slot % impl->n_slots, v, out, len);
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_model *impl = twin_of(m)->impl;
    impl->ops->edge_text(impl, group, instance, out, len);
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    (void)m, (void)prop, (void)instance;
    snprintf(out, len, "%s", "");
}

/* ---- making one ---- */

static void free_twin(coset_model *m)
{
    coset_delete((void *)(uintptr_t)m->slots);
    coset_delete(m);
}

static void make_slots(twin *t)
{
    uint32_t n = t->impl->n_slots;
    coset_slot *slots = coset_new((size_t)n * 2, sizeof *slots);
    if (n) {
        memcpy(slots, t->impl->slots, n * sizeof *slots);
        memcpy(slots + n, t->impl->slots, n * sizeof *slots);
    }
    t->model.slots = slots;
    t->model.n_slots = 2 * n;
}

coset_model *coset_determinism_new(const coset_model *impl, uint32_t n_events, coset_csp_model model, bool settled)
{
    static const coset_model_ops ops = {.worker_new = worker_new,
                                        .worker_free = worker_free,
                                        .starts = starts,
                                        .next = next,
                                        .eval = eval,
                                        .value_text = value_text,
                                        .edge_text = edge_text,
                                        .instance_text = instance_text,
                                        .free = free_twin};
    static const coset_prop props[] = {
        {.name = "deterministic", .kind = COSET_PROP_REFINEMENT, .in_step = true, .n_instances = 1},
        {.name = "divergence", .kind = COSET_PROP_DIVERGENCE, .n_instances = 1}};
    COSET_INVARIANT(model == COSET_CSP_FD || (model == COSET_CSP_F && !settled));
    twin *t = coset_new(1, sizeof *t);
    t->model = (coset_model){.ops = &ops,
                             .name = impl->name,
                             .language = impl->language,
                             .n_groups = impl->n_groups,
                             .groups = impl->groups,
                             .symmetry = impl->symmetry,
                             .n_props = model == COSET_CSP_FD ? 2 : 1,
                             .props = props};
    t->impl = impl;
    t->n_events = n_events;
    t->settled = settled;
    make_slots(t);
    return &t->model;
}
