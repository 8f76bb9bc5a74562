/* The product of an implementation and a normalised specification. */
#include "wrap/refine.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

#define MOST_TABLE (UINT64_C(1) << 26) /* entries of the table of the specification's edges */

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to this */
    const coset_model *impl;
    const coset_normal *spec;
    uint32_t *table; /* [node * n_events + event] node after it + 1, or 0; NULL if too large */
    uint32_t prop[COSET_REFINE_PROPS];
    uint32_t n_words; /* of a set of events */
} product;

typedef struct {
    const product *p;
    coset_worker *inner;
    coset_value *dst;
    uint32_t node, tested;                  /* tested: the node after the refusal of the state, or UINT32_MAX */
    bool stable, ticks, asks;               /* of the state being expanded; asks: the node requires offers */
    uint64_t *offered;                      /* [n_words] bits */
    uint32_t n_offered, *list, *list_group; /* [n_events] visible events and their groups */
    coset_fault fault;
    coset_on_edge *emit;
    void *ctx;
} worker;

static const product *product_of(const coset_model *m) { return (const product *)(const void *)m; }

static uint32_t after(const product *p, uint32_t node, uint32_t event)
{
    if (!p->table)
        return coset_normal_after(p->spec, node, event);
    uint32_t next = p->table[(uint64_t)node * p->spec->n_events + event];
    return next - 1; /* 0 becomes UINT32_MAX */
}

/* ---- workers ---- */

static coset_worker *worker_new(const coset_model *m)
{
    const product *p = product_of(m);
    worker *w = coset_new(1, sizeof *w);
    w->p = p;
    w->inner = coset_worker_new(p->impl);
    w->dst = coset_new(m->n_slots, sizeof *w->dst);
    w->offered = coset_new(p->n_words, sizeof *w->offered);
    w->list = coset_new(p->spec->n_events, sizeof *w->list);
    w->list_group = coset_new(p->spec->n_events, sizeof *w->list_group);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    w->p->impl->ops->worker_free(w->inner);
    coset_delete(w->dst);
    coset_delete(w->offered);
    coset_delete(w->list);
    coset_delete(w->list_group);
    coset_delete(w);
}

static coset_status emit_at(worker *w, const coset_edge *e, const coset_value *dst, uint32_t node)
{
    uint32_t n = w->p->impl->n_slots;
    if (n)
        memcpy(w->dst, dst, n * sizeof *dst);
    w->dst[n] = node + 1;
    return w->emit(w->ctx, e, w->dst);
}

static coset_status on_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    return e->fault ? w->emit(w->ctx, e, NULL) : emit_at(w, e, dst, 0);
}

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    w->emit = emit;
    w->ctx = ctx;
    return w->p->impl->ops->starts(w->inner, on_start, w);
}

/* ---- traces ---- */

static coset_status emit_fault(worker *w, coset_edge e, coset_refine_prop p)
{
    w->fault.kind = COSET_FAULT_ASSERTION;
    w->fault.prop = w->p->prop[p];
    e.fault = &w->fault;
    e.orbit = 1;
    return w->emit(w->ctx, &e, NULL);
}

static coset_status not_allowed(worker *w, const coset_edge *e)
{
    char name[160];
    w->p->impl->ops->edge_text(w->p->impl, e->group, e->instance, name, sizeof name);
    snprintf(w->fault.text, sizeof w->fault.text, "the specification does not allow %s here", name);
    return emit_fault(w, *e, COSET_REFINE_TRACES);
}

static void offer(worker *w, const coset_edge *e)
{
    uint32_t event = (uint32_t)e->instance;
    uint64_t bit = UINT64_C(1) << event % 64;
    if (w->offered[event / 64] & bit)
        return;
    w->offered[event / 64] |= bit;
    w->list[w->n_offered] = event;
    w->list_group[w->n_offered++] = e->group;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    if (e->fault)
        return w->emit(w->ctx, e, NULL);
    if (e->silent) {
        w->stable = false;
        return emit_at(w, e, dst, w->node);
    }
    COSET_INVARIANT(e->instance < w->p->spec->n_events);
    if (w->asks)
        offer(w, e);
    w->ticks = w->ticks || e->instance == COSET_TICK;
    uint32_t node = after(w->p, w->node, (uint32_t)e->instance);
    return node == UINT32_MAX ? not_allowed(w, e) : emit_at(w, e, dst, node);
}

/* ---- refusal testing ---- */

/* Examines the edges without emitting them. */
static coset_status look(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    (void)dst;
    if (e->fault)
        return COSET_OK;
    if (e->silent) {
        w->stable = false;
        return COSET_OK;
    }
    offer(w, e);
    w->ticks = w->ticks || e->instance == COSET_TICK;
    return COSET_OK;
}

static coset_status not_after_refusal(worker *w, const coset_edge *e);

/* A stable state performs its events after its refusal has been observed; a state that can tick offers tick alone, as
 * if it had become stable by a silent step. */
static coset_status on_tested_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    if (e->fault)
        return w->emit(w->ctx, e, NULL);
    if (e->silent)
        return emit_at(w, e, dst, w->node);
    bool seen = w->ticks ? e->instance == COSET_TICK : w->stable;
    if (seen && w->tested == UINT32_MAX)
        return COSET_OK; /* the refusal itself is a fault */
    uint32_t node = after(w->p, seen ? w->tested : w->node, (uint32_t)e->instance);
    if (node != UINT32_MAX)
        return emit_at(w, e, dst, node);
    return seen ? not_after_refusal(w, e) : not_allowed(w, e);
}

/* ---- refusals ---- */

static bool is_offered(const worker *w, const coset_event_set *a)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (w->ticks ? a->events[i] != COSET_TICK : !(w->offered[a->events[i] / 64] >> a->events[i] % 64 & 1))
            return false;
    return true;
}

/* Some acceptance is offered entirely, and each offered event is in such an acceptance. */
static bool is_revived(const worker *w)
{
    const coset_normal *n = w->p->spec;
    const uint64_t first = n->acc_first[w->node], end = n->acc_first[w->node + 1];
    bool all = true, any = false;
    for (uint64_t i = first; i < end; i++)
        any = any || is_offered(w, &n->sets[n->acc[i]]);
    for (uint32_t k = 0; k < w->n_offered && all && any; k++) {
        bool found = w->ticks && w->list[k] != COSET_TICK;
        for (uint64_t i = first; i < end && !found; i++) {
            const coset_event_set *a = &n->sets[n->acc[i]];
            for (uint32_t e = 0; e < a->n && !found; e++)
                found = a->events[e] == w->list[k] && is_offered(w, a);
        }
        all = found;
    }
    return all && any;
}

static bool offers_enough(const worker *w)
{
    const coset_normal *n = w->p->spec;
    if (coset_csp_has_revivals(n->model))
        return is_revived(w);
    if (coset_csp_tests_refusals(n->model))
        return w->tested != UINT32_MAX;
    if (n->accepts_any[w->node])
        return w->n_offered > 0;
    for (uint64_t i = n->acc_first[w->node]; i < n->acc_first[w->node + 1]; i++)
        if (is_offered(w, &n->sets[n->acc[i]]))
            return true;
    return false;
}

/* Sorted, so that the text does not depend on the order of steps. */
static void sort_offered(worker *w)
{
    for (uint32_t i = 1; i < w->n_offered; i++)
        for (uint32_t k = i; k > 0 && w->list[k - 1] > w->list[k]; k--) {
            uint32_t event = w->list[k], group = w->list_group[k];
            w->list[k] = w->list[k - 1];
            w->list_group[k] = w->list_group[k - 1];
            w->list[k - 1] = event;
            w->list_group[k - 1] = group;
        }
}

static void tell_refusal(worker *w)
{
    const coset_model *m = w->p->impl;
    char *text = w->fault.text, name[120];
    size_t room = sizeof w->fault.text, at;
    uint32_t shown = 0;
    sort_offered(w);
    at = (size_t)snprintf(text, room, "the specification does not allow that only {");
    for (uint32_t i = 0; i < w->n_offered; i++) {
        if (w->ticks && w->list[i] != COSET_TICK)
            continue;
        m->ops->edge_text(m, w->list_group[i], w->list[i], name, sizeof name);
        if (at + strlen(name) + 30 > room) {
            at += (size_t)snprintf(text + at, room - at, ", ...");
            break;
        }
        at += (size_t)snprintf(text + at, room - at, "%s%s", shown++ ? ", " : "", name);
    }
    snprintf(text + at, room - at, "} is offered");
}

static coset_status not_after_refusal(worker *w, const coset_edge *e)
{
    char name[120];
    tell_refusal(w);
    size_t at = strlen(w->fault.text);
    w->p->impl->ops->edge_text(w->p->impl, e->group, e->instance, name, sizeof name);
    snprintf(w->fault.text + at, sizeof w->fault.text - at, " and then %s", name);
    return emit_fault(w, *e, COSET_REFINE_REFUSALS);
}

static coset_status check_refusals(worker *w)
{
    coset_status st = COSET_OK;
    if ((w->stable || w->ticks) && !offers_enough(w)) {
        const coset_edge e = {.group = w->p->impl->n_groups};
        tell_refusal(w);
        st = emit_fault(w, e, COSET_REFINE_REFUSALS);
    }
    return st;
}

static uint32_t tested(worker *w)
{
    const uint64_t tick = UINT64_C(1) << COSET_TICK;
    if (!w->ticks)
        return coset_normal_tested(w->p->spec, w->node, w->offered);
    uint64_t *only = coset_new(w->p->n_words, sizeof *only);
    only[0] = tick;
    uint32_t node = coset_normal_tested(w->p->spec, w->node, only);
    coset_delete(only);
    return node == UINT32_MAX || after(w->p, node, COSET_TICK) == UINT32_MAX ? UINT32_MAX : node;
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    const product *p = w->p;
    w->node = src[p->impl->n_slots] - 1;
    if (p->spec->diverges[w->node])
        return COSET_OK; /* FD: everything is allowed */
    w->emit = emit;
    w->ctx = ctx;
    w->stable = true;
    w->ticks = false;
    w->asks = p->prop[COSET_REFINE_REFUSALS] != COSET_NO_PROP;
    coset_status st;
    if (coset_csp_tests_refusals(p->spec->model)) {
        st = p->impl->ops->next(w->inner, src, look, w);
        w->tested = UINT32_MAX;
        if (st == COSET_OK && (w->stable || w->ticks))
            w->tested = tested(w);
        if (st == COSET_OK)
            st = p->impl->ops->next(w->inner, src, on_tested_edge, w);
    } else {
        st = p->impl->ops->next(w->inner, src, on_edge, w);
    }
    if (st == COSET_OK && w->asks)
        st = check_refusals(w);
    for (uint32_t i = 0; i < w->n_offered; i++)
        w->offered[w->list[i] / 64] = 0;
    w->n_offered = 0;
    return st;
}

static coset_eval eval(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state, coset_fault *fault)
{
    (void)w, (void)prop, (void)instance, (void)state, (void)fault; /* no property is one of states */
    return COSET_EVAL_TRUE;
}

/* ---- text ---- */

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_model *impl = product_of(m)->impl;
    if (slot < impl->n_slots)
        impl->ops->value_text(impl, slot, v, out, len);
    else
        snprintf(out, len, "node %u", (unsigned)v - 1);
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_model *impl = product_of(m)->impl;
    if (group < impl->n_groups)
        impl->ops->edge_text(impl, group, instance, out, len);
    else
        snprintf(out, len, "refuses");
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    (void)m, (void)prop, (void)instance;
    snprintf(out, len, "%s", "");
}

/* ---- making one ---- */

static void free_product(coset_model *m)
{
    product *p = (product *)(void *)m;
    coset_delete(p->table);
    coset_delete((void *)(uintptr_t)m->slots);
    coset_delete((void *)(uintptr_t)m->groups);
    coset_delete((void *)(uintptr_t)m->props);
    coset_delete(p);
}

static void make_slots(product *p)
{
    uint32_t n = p->impl->n_slots, bits = 0;
    coset_slot *slots = coset_new((size_t)n + 1, sizeof *slots);
    if (n)
        memcpy(slots, p->impl->slots, n * sizeof *slots);
    while (p->spec->n_nodes >> bits)
        bits++;
    slots[n] = (coset_slot){.name = "specification", .max = p->spec->n_nodes, .bits = bits};
    p->model.slots = slots;
    p->model.n_slots = n + 1;
}

static void make_groups(product *p)
{
    uint32_t n = p->impl->n_groups;
    coset_group *groups = coset_new((size_t)n + 1, sizeof *groups);
    if (n)
        memcpy(groups, p->impl->groups, n * sizeof *groups);
    groups[n] = (coset_group){.name = "refuses"};
    p->model.groups = groups;
    p->model.n_groups = n + 1;
}

static void make_props(product *p)
{
    static const coset_prop all[COSET_REFINE_PROPS] = {
        [COSET_REFINE_TRACES] = {.name = "traces", .kind = COSET_PROP_REFINEMENT, .in_step = true, .n_instances = 1},
        [COSET_REFINE_REFUSALS] = {.name = "refusals",
                                   .kind = COSET_PROP_REFINEMENT,
                                   .in_step = true,
                                   .n_instances = 1},
        [COSET_REFINE_DIVERGENCE] = {.name = "divergence", .kind = COSET_PROP_DIVERGENCE, .n_instances = 1}};
    coset_csp_model m = p->spec->model;
    const bool wanted[COSET_REFINE_PROPS] = {true, m != COSET_CSP_T, coset_csp_is_strict(m)};
    coset_prop *props = coset_new(COSET_REFINE_PROPS, sizeof *props);
    COSET_INVARIANT(m != COSET_CSP_ALL);
    for (uint32_t i = 0; i < COSET_REFINE_PROPS; i++) {
        p->prop[i] = wanted[i] ? p->model.n_props : COSET_NO_PROP;
        if (wanted[i])
            props[p->model.n_props++] = all[i];
    }
    p->model.props = props;
}

static void make_table(product *p)
{
    const coset_normal *n = p->spec;
    if ((uint64_t)n->n_nodes * n->n_events > MOST_TABLE)
        return;
    p->table = coset_new((size_t)n->n_nodes * n->n_events, sizeof *p->table);
    for (uint32_t v = 0; v < n->n_nodes; v++)
        for (uint64_t e = n->first[v]; e < n->first[v + 1]; e++)
            p->table[(size_t)v * n->n_events + n->edges[e].event] = n->edges[e].dst + 1;
}

coset_model *coset_refine_new(const coset_model *impl, const coset_normal *spec)
{
    static const coset_model_ops ops = {.worker_new = worker_new,
                                        .worker_free = worker_free,
                                        .starts = starts,
                                        .next = next,
                                        .eval = eval,
                                        .value_text = value_text,
                                        .edge_text = edge_text,
                                        .instance_text = instance_text,
                                        .free = free_product};
    product *p = coset_new(1, sizeof *p);
    p->model = (coset_model){.ops = &ops, .name = impl->name, .language = impl->language, .symmetry = impl->symmetry};
    p->impl = impl;
    p->spec = spec;
    p->n_words = spec->n_events / 64 + 1;
    make_slots(p);
    make_groups(p);
    make_props(p);
    make_table(p);
    return &p->model;
}

/* ---- queries ---- */

uint32_t coset_refine_prop_of(const coset_model *m, coset_refine_prop p) { return product_of(m)->prop[p]; }

uint32_t coset_refine_node(const coset_model *m, const coset_value *state) { return state[m->n_slots - 1] - 1; }

typedef struct {
    bool stable, ticks;
    uint32_t *events, n;
} offers;

static coset_status note_offer(void *ctx, const coset_edge *e, const coset_value *dst)
{
    offers *o = ctx;
    uint32_t event = (uint32_t)e->instance, i = 0;
    (void)dst;
    if (e->silent)
        o->stable = false;
    if (e->silent || e->fault)
        return COSET_OK;
    o->ticks = o->ticks || event == COSET_TICK;
    while (i < o->n && o->events[i] < event)
        i++;
    if (i < o->n && o->events[i] == event)
        return COSET_OK;
    memmove(o->events + i + 1, o->events + i, (o->n - i) * sizeof *o->events);
    o->events[i] = event;
    o->n++;
    return COSET_OK;
}

bool coset_refine_offers(const coset_model *impl, const coset_value *state, uint32_t *events, uint32_t *n)
{
    coset_worker *w = coset_worker_new(impl);
    offers o = {.stable = true, .events = events};
    coset_status st = impl->ops->next(w, state, note_offer, &o);
    COSET_INVARIANT(st == COSET_OK);
    impl->ops->worker_free(w);
    if (o.ticks) {
        events[0] = COSET_TICK;
        o.n = 1;
    }
    *n = o.n;
    return o.stable || o.ticks;
}
