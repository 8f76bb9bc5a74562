#include "model/represented.h"

#include <string.h>

#include "base/mem.h"
#include "model/recent.h"

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to this */
    const coset_model *inner;
    const coset_representing *how;
    void *by;
} represented;

typedef struct {
    const represented *r;
    coset_worker *inner;
    void *scratch;
    coset__recent recent;   /* while it pays; then without entries, and ... */
    coset_value *dst;       /* ... representatives are here */
    coset_renaming *perm;   /* edges are annotated: what was done to the last successor; else NULL */
    coset_renaming *both;   /* with what the inner model did */
    bool begun;             /* the first step has been made */
    const coset_value *src; /* of the step being made; NULL for start states */
    coset_on_edge *emit;
    void *ctx;
} worker;

static const represented *represented_of(const coset_model *m) { return (const represented *)(const void *)m; }

static coset_worker *worker_new(const coset_model *m)
{
    const represented *r = represented_of(m);
    worker *w = coset_new(1, sizeof *w);
    w->r = r;
    w->inner = coset_worker_new(r->inner);
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
    w->r->inner->ops->worker_free(w->inner);
    coset_delete(w);
}

/* The representative of a state, until the next call. Workers that make no steps need no memory for it. */
static const coset_value *represent(worker *w, const coset_value *state, coset_count *orbit)
{
    uint32_t n = w->r->model.n_slots;
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
    const coset_symmetry *s = &w->r->model.symmetry;
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
    lifted.leaves = edge->leaves || (w->src && memcmp(w->src, dst, w->r->model.n_slots * sizeof *dst) != 0);
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
    return w->r->inner->ops->starts(w->inner, on_edge, w);
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    begin(w, src, emit, ctx);
    return w->r->inner->ops->next(w->inner, src, on_edge, w);
}

static coset_eval eval(coset_worker *opaque, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault)
{
    worker *w = (worker *)opaque;
    if (w->r->how->eval)
        return w->r->how->eval(w->scratch, w->inner, prop, instance, state, fault);
    return w->r->inner->ops->eval(w->inner, prop, instance, state, fault);
}

static bool may_end(coset_worker *opaque, const coset_value *state)
{
    worker *w = (worker *)opaque;
    return coset_model_may_end(w->r->inner, w->inner, state);
}

static bool annotate(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    const coset_model *inner = w->r->inner;
    if (!w->r->how->renames || (inner->ops->annotate ? !inner->ops->annotate(w->inner) : inner->n_families > 0))
        return false;
    size_t n = coset_symmetry_points(&inner->symmetry);
    w->perm = coset_new(n, sizeof *w->perm);
    w->both = coset_new(n, sizeof *w->both);
    return true;
}

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_model *inner = represented_of(m)->inner;
    inner->ops->value_text(inner, slot, v, out, len);
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_model *inner = represented_of(m)->inner;
    inner->ops->edge_text(inner, group, instance, out, len);
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    const coset_model *inner = represented_of(m)->inner;
    inner->ops->instance_text(inner, prop, instance, out, len);
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
                                        .may_end = may_end,
                                        .value_text = value_text,
                                        .edge_text = edge_text,
                                        .instance_text = instance_text,
                                        .free = represented_free,
                                        .annotate = annotate};
    represented *r = coset_new(1, sizeof *r);
    r->model = *m;
    r->model.ops = &ops;
    r->model.access = NULL; /* the representative of a successor may differ from the source anywhere */
    r->model.prop_reads = NULL;
    r->inner = m;
    r->how = how;
    r->by = by;
    return &r->model;
}

const void *coset_represented_by(const coset_model *m) { return represented_of(m)->by; }
