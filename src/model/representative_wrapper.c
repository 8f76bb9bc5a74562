#include "model/representative_wrapper.h"

#include <string.h>

#include "base/mem.h"
#include "model/forward.h"
#include "model/representative_cache.h"

typedef struct {
    coset_forwarder base; /* first */
    const coset_representing *how;
    void *by;
} represented;

typedef struct {
    coset_forward_worker base; /* first */
    const represented *r;
    void *scratch;
    coset__recent recent;   /* while it pays; then without entries, and ... */
    coset_value *dst;       /* ... representatives are here */
    coset_renaming *perm;   /* edges are annotated: the renaming of the last successor; else NULL */
    coset_renaming *both;   /* combined with that of the inner model */
    bool begun;             /* the first step has been made */
    const coset_value *src; /* of the current step; NULL for start states */
    coset_on_edge *emit;
    void *ctx;
} worker;

static const represented *represented_of(const coset_model *m) { return (const represented *)(const void *)m; }

static coset_worker *worker_new(const coset_model *m)
{
    const represented *r = represented_of(m);
    worker *w = coset_new(1, sizeof *w);
    w->base = coset_forward_worker_of(m);
    w->r = r;
    w->scratch = r->how->scratch_new(r->by);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    coset_delete(w->dst);
    coset_delete(w->perm);
    coset_delete(w->both);
    coset__recent_fini(&w->recent);
    w->r->how->scratch_free(w->scratch);
    coset_forward_worker_free(&w->base);
    coset_delete(w);
}

/* The representative of a state, until the next call. Workers that compute no steps need no memory for it. */
static const coset_value *represent(worker *w, const coset_value *state, coset_count *orbit)
{
    uint32_t n = w->r->base.model.n_slots;
    coset_value *representative = w->dst;
    coset_count *kept = orbit;
    if (w->perm) {
        if (!w->dst)
            w->dst = coset_new(n, sizeof *w->dst);
        w->r->how->represent(w->scratch, state, w->dst, w->perm, orbit);
        return w->dst;
    }
    if (!w->begun)
        coset__recent_init(&w->recent, n);
    w->begun = true;
    if (w->recent.entries && !coset__recent_pays(&w->recent)) {
        coset__recent_fini(&w->recent);
        representative = w->dst = coset_new(n, sizeof *w->dst);
    }
    if (!w->recent.entries || !coset__recent_look(&w->recent, state, &representative, &kept))
        w->r->how->represent(w->scratch, state, representative, NULL, kept);
    *orbit = *kept;
    return representative;
}

/* The inner model may be a quotient itself. */
static const coset_renaming *composed(worker *w, const coset_renaming *inner)
{
    const coset_symmetry *s = &w->r->base.model.symmetry;
    if (!w->perm || !inner)
        return w->perm;
    for (uint32_t t = 0, first = 0; t < s->n_types; first += s->types[t].n, t++)
        for (uint32_t e = 0; e < s->types[t].n; e++)
            w->both[first + e] = w->perm[first + inner[first + e]];
    return w->both;
}

static coset_status on_edge(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    worker *w = ctx;
    if (!dst)
        return w->emit(w->ctx, edge, NULL);
    coset_edge lifted = *edge;
    lifted.leaves = edge->leaves || (w->src && memcmp(w->src, dst, w->r->base.model.n_slots * sizeof *dst) != 0);
    const coset_value *representative = represent(w, dst, &lifted.orbit);
    lifted.renaming = composed(w, edge->renaming);
    return w->emit(w->ctx, &lifted, representative);
}

static void begin(worker *w, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    w->src = src;
    w->emit = emit;
    w->ctx = ctx;
    if (w->r->how->from)
        w->r->how->from(w->scratch, src);
}

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    begin(w, NULL, emit, ctx);
    return w->base.model->ops->starts(w->base.inner, on_edge, w);
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    begin(w, src, emit, ctx);
    return w->base.model->ops->next(w->base.inner, src, on_edge, w);
}

static coset_eval eval(coset_worker *opaque, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault)
{
    worker *w = (worker *)opaque;
    if (w->r->how->eval)
        return w->r->how->eval(w->scratch, w->base.inner, prop, instance, state, fault);
    return coset_forward_eval(opaque, prop, instance, state, fault);
}

static bool annotate(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w->r->how->renames || !coset_forward_annotate(opaque))
        return false;
    size_t n = coset_symmetry_points(&w->r->base.model.symmetry);
    w->perm = coset_new(n, sizeof *w->perm);
    w->both = coset_new(n, sizeof *w->both);
    return true;
}

static void represented_free(coset_model *m)
{
    const represented *r = represented_of(m);
    if (r->how->free)
        r->how->free(r->by);
    coset_delete(m);
}

coset_model *coset_represented_new(const coset_model *m, const coset_representing *how, void *by)
{
    static const coset_model_ops ops = {.worker_new = worker_new,
                                        .worker_free = worker_free,
                                        .starts = starts,
                                        .next = next,
                                        .eval = eval,
                                        .may_end = coset_forward_may_end,
                                        .value_text = coset_forward_value_text,
                                        .edge_text = coset_forward_edge_text,
                                        .instance_text = coset_forward_instance_text,
                                        .free = represented_free,
                                        .annotate = annotate};
    represented *r = coset_new(1, sizeof *r);
    r->base = coset_forwarder_of(m, &ops);
    r->base.model.access = NULL; /* the representative of a successor may differ from the source anywhere */
    r->base.model.prop_reads = NULL;
    r->how = how;
    r->by = by;
    return &r->base.model;
}

const void *coset_represented_by(const coset_model *m) { return represented_of(m)->by; }

coset_worker *coset_represented_inner(const coset_worker *w) { return ((const worker *)(const void *)w)->base.inner; }
