/* wrap/reached.c - see wrap/reached.h. */
#include "wrap/reached.h"

#include "base/mem.h"
#include "model/forward.h"

typedef struct {
    coset_forwarder forwarder; /* first: a pointer to it is a pointer to this */
    coset_reached states;
    uint32_t group; /* of start rules */
} reached;

typedef struct {
    coset_forward_worker forward; /* first */
    const reached *r;
    coset_value *state;
} worker;

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->r = (const reached *)(const void *)m;
    w->forward = coset_forward_worker_of(m);
    w->state = coset_new((size_t)m->n_slots + 1, sizeof *w->state);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    coset_forward_worker_free(&w->forward);
    coset_delete(w->state);
    coset_delete(w);
}

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    const worker *w = (const worker *)opaque;
    const coset_reached *states = &w->r->states;
    const coset_edge e = {.group = w->r->group, .orbit = 1};
    coset_status status = COSET_OK;
    for (uint64_t i = 0; i < states->n && status == COSET_OK; i++) {
        states->get(states->ctx, i, w->state);
        status = emit(ctx, &e, w->state);
    }
    return status;
}

static void free_reached(coset_model *m) { coset_delete(m); }

coset_model *coset_reached_new(const coset_model *m, const coset_reached *states)
{
    static const coset_model_ops ops = {COSET_FORWARD_STATES,
                                        .worker_new = worker_new,
                                        .worker_free = worker_free,
                                        .starts = starts,
                                        .next = coset_forward_next,
                                        .remember = coset_forward_remember,
                                        .annotate = coset_forward_annotate,
                                        .free = free_reached};
    reached *r = coset_new(1, sizeof *r);
    r->forwarder = coset_forwarder_of(m, &ops);
    r->states = *states;
    while (r->group + 1 < m->n_groups && !m->groups[r->group].is_start)
        r->group++;
    return &r->forwarder.model;
}
