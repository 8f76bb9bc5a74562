/* wrap/passing.c - see wrap/passing.h. */
#include "wrap/passing.h"

#include <string.h>

#include "model/forward.h"
#include "wrap/ends.h"
#include "wrap/stubborn.h"

typedef struct {
    coset_forwarder base; /* first */
    const coset_relations *r;
} passing;

typedef struct {
    coset_forward_worker base; /* first */
    const passing *p;
    coset_worker *ahead;  /* of the inner model, for the states of a chain */
    coset_value *at, *to; /* [n_slots] the current state of the chain, and the target of its step */
    coset_value *marked;  /* [n_slots] an earlier state */
    uint32_t n_steps;     /* taken steps out of it */
    bool stays;           /* it is not skipped */
    coset_parts parts;    /* of the emitted step, without the first */
    coset_ends ends;      /* of chains followed before */
    coset_passed *passed; /* collects the skipped states; NULL: not needed */
    coset_on_edge *emit;
    void *ctx;
} worker;

/* ---- chains ----------------------------------------------------------------------------------------------------- */

static void add_parts(worker *w, uint32_t n, const coset_part *parts)
{
    if (n)
        memcpy(coset_vec_add_n(&w->parts, n), parts, n * sizeof *parts);
}

/* A step out of the current state of the chain. */
static coset_status take(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    const size_t bytes = w->p->base.model.n_slots * sizeof *dst;
    const coset_relations *r = w->p->r;
    w->stays |= ++w->n_steps > 1 || e->fault || e->n_covers || (bytes && memcmp(dst, w->at, bytes) == 0) ||
                r->visible[coset_transition_of(r->transitions, e->group, e->instance, w->at)];
    if (w->stays)
        return COSET_STOPPED;
    if (bytes)
        memcpy(w->to, dst, bytes);
    add_parts(w, 1, &(coset_part){e->group, e->instance, e->chained});
    add_parts(w, e->n_parts, e->parts);
    return COSET_OK;
}

/* Moves to the next state of the chain. False: it ends here. */
static bool pass(worker *w)
{
    const uint32_t had = w->parts.n;
    w->n_steps = 0;
    w->stays = false;
    coset_status status;
    if (!coset_stubborn_next_lone(w->ahead, w->at, take, w, &status))
        return false;
    if (status != COSET_OK || w->n_steps != 1) {
        w->parts.n = had;
        return false;
    }
    if (w->passed)
        memcpy(coset_vec_add_n(w->passed, w->p->base.model.n_slots), w->at, w->p->base.model.n_slots * sizeof *w->at);
    coset_value *to = w->at;
    w->at = w->to;
    w->to = to;
    return true;
}

/* A place in a chain. */
typedef struct {
    uint32_t n_parts, n_passed;
} place;

static place mark(worker *w)
{
    memcpy(w->marked, w->at, w->p->base.model.n_slots * sizeof *w->at);
    return (place){w->parts.n, w->passed ? w->passed->n : 0};
}

/* Moves from the state in w->at to the end of its chain and adds the steps to the parts. A cycle is detected at the
 * latest in its second round: a state is marked after each power of two of steps (R. P. Brent). */
static void follow(worker *w)
{
    const size_t bytes = w->p->base.model.n_slots * sizeof *w->at;
    place last = mark(w);
    for (uint32_t n = 1; n <= COSET_PASSING_MOST && pass(w); n++) {
        if (memcmp(w->at, w->marked, bytes) == 0) {
            w->parts.n = last.n_parts;
            if (w->passed)
                w->passed->n = last.n_passed;
            return;
        }
        if ((n & (n - 1)) == 0)
            last = mark(w);
    }
}

/* The end of the chain that begins in the state. Fills w->parts. */
static const coset_value *end_of(worker *w, const coset_value *state)
{
    const size_t bytes = w->p->base.model.n_slots * sizeof *state;
    bool known = false;
    coset_end *e = w->passed ? NULL : coset_ends_of(&w->ends, state, &known);
    w->parts.n = 0;
    if (known) {
        add_parts(w, e->parts.n, e->parts.at);
        return e->end;
    }
    memcpy(w->at, state, bytes);
    follow(w);
    if (e) {
        memcpy(e->end, w->at, bytes);
        if (w->parts.n)
            memcpy(coset_vec_add_n(&e->parts, w->parts.n), w->parts.at, w->parts.n * sizeof *w->parts.at);
    }
    return w->at;
}

static coset_status emit_end(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    worker *w = ctx;
    if (edge->fault || edge->n_covers || w->p->base.model.n_slots == 0)
        return w->emit(w->ctx, edge, dst);
    const coset_value *end = end_of(w, dst);
    if (w->parts.n == 0)
        return w->emit(w->ctx, edge, dst);
    coset_edge e = *edge;
    e.leaves = true; /* even if the chain returns */
    e.told = false;
    e.n_touched = 0;
    if (e.n_parts) { /* the parts of the step itself come first */
        (void)coset_vec_add_n(&w->parts, e.n_parts);
        memmove(w->parts.at + e.n_parts, w->parts.at, (w->parts.n - e.n_parts) * sizeof *w->parts.at);
        memcpy(w->parts.at, e.parts, e.n_parts * sizeof *e.parts);
    }
    e.n_parts = w->parts.n;
    e.parts = w->parts.at;
    return w->emit(w->ctx, &e, end);
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    w->emit = emit;
    w->ctx = ctx;
    return w->base.model->ops->next(w->base.inner, src, emit_end, w);
}

void coset_passing_ask(coset_worker *opaque, coset_wants which)
{
    worker *w = (worker *)opaque;
    coset_stubborn_ask(w->base.inner, which);
    coset_stubborn_ask(w->ahead, COSET_WANTS_CHOSEN);
}

bool coset_passing_left_out(const coset_worker *w)
{
    return coset_stubborn_left_out(((const worker *)(const void *)w)->base.inner);
}

/* ---- the skipped states ----------------------------------------------------------------------------------------- */

typedef struct {
    worker *w;
    coset_passing_wanted wanted;
    coset_passed *out;
    bool found;
} finding;

static coset_status find(void *ctx, const coset_edge *e, const coset_value *dst)
{
    finding *f = ctx;
    f->found = !e->fault && f->wanted.is(f->wanted.ctx, dst);
    if (f->found)
        return COSET_STOPPED;
    f->out->n = 0; /* collect those of the next step */
    return COSET_OK;
}

bool coset_passing_states(coset_worker *opaque, const coset_value *src, coset_passing_wanted wanted, coset_passed *out)
{
    finding f = {(worker *)opaque, wanted, out, false};
    out->n = 0;
    f.w->passed = out;
    (void)next(opaque, src, find, &f);
    f.w->passed = NULL;
    return f.found;
}

/* ---- all else is forwarded to the model ------------------------------------------------------------------------- */

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->base = coset_forward_worker_of(m);
    w->p = (const passing *)(const void *)m;
    w->ahead = coset_worker_new(w->p->base.inner);
    coset_stubborn_at_ends(w->base.inner);
    w->at = coset_new(m->n_slots + (size_t)1, sizeof *w->at);
    coset_ends_init(&w->ends, m->n_slots);
    w->to = coset_new(m->n_slots + (size_t)1, sizeof *w->to);
    w->marked = coset_new(m->n_slots + (size_t)1, sizeof *w->marked);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    coset_forward_worker_free(&w->base);
    w->p->base.inner->ops->worker_free(w->ahead);
    coset_vec_fini(&w->parts);
    coset_ends_fini(&w->ends);
    coset_delete(w->at);
    coset_delete(w->to);
    coset_delete(w->marked);
    coset_delete(w);
}

static void model_free(coset_model *m)
{
    coset_model_free((coset_model *)(uintptr_t)((passing *)(void *)m)->base.inner); /* it owns it */
    coset_delete(m);
}

/* Both workers do. */
static void remember(coset_worker *opaque)
{
    const worker *w = (const worker *)(const void *)opaque;
    coset_forward_remember(opaque);
    if (w->base.model->ops->remember)
        w->base.model->ops->remember(w->ahead);
}

static const coset_model_ops ops = {
    COSET_FORWARD_STATES,     .starts = coset_forward_starts, .next = next,       .remember = remember,
    .worker_new = worker_new, .worker_free = worker_free,     .free = model_free, .annotate = coset_forward_annotate,
};

coset_model *coset_passing_new(coset_model *inner, const coset_relations *r)
{
    passing *p = coset_new(1, sizeof *p);
    p->base = coset_forwarder_of(inner, &ops);
    p->r = r;
    return &p->base.model;
}

bool coset_passing_is(const coset_model *m) { return m->ops == &ops; }
