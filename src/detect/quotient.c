#include "detect/quotient.h"

#include <stdatomic.h>
#include <string.h>

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to this */
    const coset_model *inner;
    const coset_minimal *canon;
    _Atomic uint64_t *calls;
} quotient;

typedef struct {
    const quotient *q;
    coset_worker *inner;
    coset_minimal_scratch *scratch;
    coset_value *dst;       /* representative */
    const coset_value *src; /* of the step being made; NULL for start states */
    coset_on_edge *emit;
    void *ctx;
    uint64_t calls;
} worker;

static const quotient *quotient_of(const coset_model *m) { return (const quotient *)(const void *)m; }

static coset_worker *worker_new(const coset_model *m)
{
    const quotient *q = quotient_of(m);
    worker *w = coset_new(1, sizeof *w);
    w->q = q;
    w->inner = coset_worker_new(q->inner);
    w->scratch = coset_minimal_scratch_new(q->canon);
    w->dst = coset_new(m->n_slots, sizeof *w->dst);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    atomic_fetch_add_explicit(w->q->calls, w->calls, memory_order_relaxed);
    coset_delete(w->dst);
    coset_minimal_scratch_free(w->scratch);
    w->q->inner->ops->worker_free(w->inner);
    coset_delete(w);
}

static coset_status on_edge(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    worker *w = ctx;
    if (!dst)
        return w->emit(w->ctx, edge, NULL);
    coset_edge lifted = *edge;
    lifted.leaves = edge->leaves || (w->src && memcmp(w->src, dst, w->q->model.n_slots * sizeof *dst) != 0);
    coset_minimal_apply(w->scratch, dst, w->dst, NULL, &lifted.orbit);
    w->calls++;
    return w->emit(w->ctx, &lifted, w->dst);
}

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    w->src = NULL;
    w->emit = emit;
    w->ctx = ctx;
    return w->q->inner->ops->starts(w->inner, on_edge, w);
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    w->src = src;
    w->emit = emit;
    w->ctx = ctx;
    return w->q->inner->ops->next(w->inner, src, on_edge, w);
}

static coset_eval eval(coset_worker *opaque, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault)
{
    worker *w = (worker *)opaque;
    return w->q->inner->ops->eval(w->inner, prop, instance, state, fault);
}

static bool may_end(coset_worker *opaque, const coset_value *state)
{
    worker *w = (worker *)opaque;
    return coset_model_may_end(w->q->inner, w->inner, state);
}

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_model *inner = quotient_of(m)->inner;
    inner->ops->value_text(inner, slot, v, out, len);
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_model *inner = quotient_of(m)->inner;
    inner->ops->edge_text(inner, group, instance, out, len);
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    const coset_model *inner = quotient_of(m)->inner;
    inner->ops->instance_text(inner, prop, instance, out, len);
}

static void quotient_free(coset_model *m)
{
    coset_delete(quotient_of(m)->calls);
    coset_delete(m);
}

coset_model *coset_detect_quotient_new(const coset_model *m, const coset_minimal *c)
{
    static const coset_model_ops ops = {worker_new, worker_free, starts,        next,          eval, may_end,
                                        value_text, edge_text,   instance_text, quotient_free, NULL};
    quotient *q = coset_new(1, sizeof *q);
    q->model = *m;
    q->calls = coset_new(1, sizeof *q->calls);
    q->model.ops = &ops;
    q->model.access = NULL; /* the representative of a successor may differ from the source anywhere */
    q->model.prop_reads = NULL;
    q->inner = m;
    q->canon = c;
    return &q->model;
}

uint64_t coset_detect_quotient_calls(const coset_model *m)
{
    return atomic_load_explicit(quotient_of(m)->calls, memory_order_relaxed);
}
