/* wrap/stubborn.c - see wrap/stubborn.h. */
#include "wrap/stubborn.h"

#include <string.h>

#include "model/forward.h"

#define NOWHERE UINT32_MAX
#define ALIGNED 16U /* in `bytes`: for any object */

/* A step of the model, kept until it is known which are wanted. */
typedef struct {
    coset_edge edge;
    coset_fault fault;
    uint32_t transition;
    uint32_t dst;                                          /* in `values`; nothing with a fault */
    uint32_t touched;                                      /* in `touched` */
    uint32_t covers, parts, fair, output, messages, marks; /* in `bytes`, or NOWHERE */
} kept;

typedef struct {
    coset_forwarder base; /* first */
    const coset_relations *r;
    uint32_t n_fair;         /* words that an edge has about fairness */
    const coset_ample *only; /* these sets, the first that may be taken; NULL: closures */
} stubborn;

typedef struct {
    coset_forward_worker base; /* first */
    const stubborn *s;
    const coset_value *src;
    COSET_VEC(kept) steps;
    COSET_VEC(coset_value) values; /* where they lead */
    COSET_VEC(uint32_t) touched;   /* slots that they write */
    COSET_VEC(char) bytes;         /* what else they point to */
    uint64_t *enabled, *blunt;     /* sets of transitions: enabled; of these, not to be in a set that reduces */
    uint64_t *set, *best;
    coset_ample_scratch ample;   /* where sets are given */
    COSET_VEC(uint32_t) pending; /* of the set, those whose closure is still to be added */
    uint32_t n_enabled, n_in_set;
    uint32_t priority; /* of the enabled ones */
    bool unsure;       /* no set reduces here */
} worker;

static const stubborn *stubborn_of(const coset_model *m) { return (const stubborn *)(const void *)m; }

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static void add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

/* ---- steps ------------------------------------------------------------------------------------------------------ */

static uint32_t keep_bytes(worker *w, const void *at, size_t n)
{
    if (!at || n == 0)
        return NOWHERE;
    const uint32_t begin = w->bytes.n;
    memcpy(coset_vec_add_n(&w->bytes, (uint32_t)((n + ALIGNED - 1) / ALIGNED * ALIGNED)), at, n);
    return begin;
}

static uint32_t keep_text(worker *w, const char *text) { return keep_bytes(w, text, text ? strlen(text) + 1 : 0); }

static const void *kept_bytes(const worker *w, uint32_t at) { return at == NOWHERE ? NULL : w->bytes.at + at; }

static coset_status keep(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    const coset_relations *r = w->s->r;
    const uint32_t n_slots = w->s->base.model.n_slots;
    kept *k = coset_vec_add(&w->steps);
    *k = (kept){.edge = *e, .transition = coset_transition_of(r->transitions, e->group, e->instance)};
    COSET_INVARIANT(k->transition != COSET_NO_TRANSITION && !r->dead[k->transition]);
    k->dst = w->values.n;
    k->touched = w->touched.n;
    if (e->fault)
        k->fault = *e->fault;
    else if (n_slots)
        memcpy(coset_vec_add_n(&w->values, n_slots), dst, n_slots * sizeof *dst);
    k->covers = keep_bytes(w, e->covers, e->n_covers * sizeof *e->covers);
    k->parts = keep_bytes(w, e->parts, e->n_parts * sizeof *e->parts);
    k->fair = keep_bytes(w, e->fair, w->s->n_fair * sizeof *e->fair);
    if (e->n_touched)
        memcpy(coset_vec_add_n(&w->touched, e->n_touched), e->touched, e->n_touched * sizeof *e->touched);
    k->output = keep_text(w, e->output);
    k->messages = keep_text(w, e->messages);
    k->marks = keep_text(w, e->marks);
    if (!has(w->enabled, k->transition)) {
        w->n_enabled++;
        w->priority = r->transitions->at[k->transition].priority;
    }
    add(w->enabled, k->transition);
    if (e->fault || r->visible[k->transition] || r->sticky[k->transition])
        add(w->blunt, k->transition);
    return COSET_OK;
}

/* What the edge points to has its place now. */
static void point(const worker *w, kept *k)
{
    if (k->edge.fault)
        k->edge.fault = &k->fault;
    k->edge.touched = w->touched.at + k->touched;
    k->edge.covers = kept_bytes(w, k->covers);
    k->edge.parts = kept_bytes(w, k->parts);
    k->edge.fair = kept_bytes(w, k->fair);
    k->edge.output = kept_bytes(w, k->output);
    k->edge.messages = kept_bytes(w, k->messages);
    k->edge.marks = kept_bytes(w, k->marks);
}

static coset_status emit_kept(worker *w, const uint64_t *set, coset_on_edge *emit, void *ctx)
{
    for (uint32_t i = 0; i < w->steps.n; i++) {
        kept *k = &w->steps.at[i];
        if (set && !has(set, k->transition))
            continue;
        point(w, k);
        coset_status status = emit(ctx, &k->edge, k->edge.fault ? NULL : w->values.at + k->dst);
        if (status != COSET_OK)
            return status;
    }
    return COSET_OK;
}

/* ---- closures --------------------------------------------------------------------------------------------------- */

/* How many enabled transitions the set would get. */
static uint32_t price_of(const worker *w, const uint64_t *more)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->s->r->n_words; i++)
        n += (uint32_t)__builtin_popcountll(more[i] & ~w->set[i] & w->enabled[i]);
    return n;
}

static void add_all(worker *w, const uint64_t *more)
{
    for (uint32_t i = 0; more && i < w->s->r->n_words; i++) {
        uint64_t new = more[i] & ~w->set[i];
        if (!new)
            continue;
        w->set[i] |= new;
        w->n_in_set += (uint32_t)__builtin_popcountll(new & w->enabled[i]);
        w->unsure |= (new & w->blunt[i]) != 0;
        for (; new; new &= new - 1)
            *coset_vec_add(&w->pending) = 64 * i + (uint32_t)__builtin_ctzll(new);
    }
}

/* The enablers of the false condition that adds least, of such the first: where a process stands comes before what it
 * waits for. NULL: none of those that are listed is false. */
static const uint64_t *cheapest(const worker *w, const coset_needs *needs)
{
    const uint64_t *best = NULL;
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < needs->n && least > 0; i++) {
        const coset_need *n = &needs->at[i];
        coset_value v = w->src[n->slot];
        if (v >= n->n || has(n->lets, v))
            continue;
        uint32_t price = price_of(w, n->enablers);
        if (price < least) {
            best = n->enablers;
            least = price;
        }
    }
    return best;
}

/* Adds those without which the transition, which is not enabled, stays so. */
static void add_enablers(worker *w, uint32_t i)
{
    const coset_relations *r = w->s->r;
    const coset_transition *t = &r->transitions->at[i];
    if (t->priority > w->priority) /* as long as a transition of the set is enabled that goes before it */
        return;
    const uint64_t *enablers = cheapest(w, &r->needs[i]);
    if (enablers) {
        add_all(w, enablers);
        return;
    }
    w->unsure |= !r->needs[i].others && !t->n_ways;
    add_all(w, r->needs[i].others);
    for (uint32_t k = 0; k < t->n_ways; k++) {
        const coset_needs *way = &r->ways[i][k];
        const uint64_t *shut = cheapest(w, way);
        w->unsure |= !shut && !way->others; /* nothing that is known keeps this way shut */
        add_all(w, shut ? shut : way->others);
    }
}

/* The closure of one enabled transition; false: it is no better than the best so far, or may not be used. */
static bool close(worker *w, uint32_t seed, uint32_t best)
{
    const coset_relations *r = w->s->r;
    memset(w->set, 0, r->n_words * sizeof *w->set);
    w->pending.n = 0;
    w->n_in_set = 1;
    w->unsure = has(w->blunt, seed);
    add(w->set, seed);
    *coset_vec_add(&w->pending) = seed;
    while (w->pending.n > 0 && !w->unsure && w->n_in_set < best) {
        uint32_t i = w->pending.at[--w->pending.n];
        if (has(w->enabled, i))
            add_all(w, coset_conflicts_of(r, i));
        else
            add_enablers(w, i);
    }
    return !w->unsure && w->n_in_set < best;
}

static const uint64_t *choose_of(worker *w, const coset_ample *a)
{
    for (uint32_t k = 0; k < a->n; k++) {
        bool blunt = false;
        for (uint32_t i = 0; i < a->r->n_words && !blunt; i++)
            blunt = (a->sets[k][i] & w->blunt[i]) != 0;
        if (!blunt && coset_ample_is_closed(a->r, a->sets[k], w->enabled, w->priority, w->src, &w->ample))
            return a->sets[k];
    }
    return NULL;
}

/* A set with fewer enabled transitions than all; NULL: there is none. */
static const uint64_t *choose(worker *w)
{
    const coset_relations *r = w->s->r;
    uint32_t best = w->n_enabled;
    bool found = false;
    if (w->n_enabled < 2 || w->priority > 0)
        return NULL;
    if (w->s->only)
        return choose_of(w, w->s->only);
    for (uint32_t i = 0; i < r->n_words && best > 1; i++)
        for (uint64_t some = w->enabled[i] & ~w->blunt[i]; some && best > 1; some &= some - 1) {
            if (!close(w, 64 * i + (uint32_t)__builtin_ctzll(some), best))
                continue;
            best = w->n_in_set;
            found = true;
            memcpy(w->best, w->set, r->n_words * sizeof *w->best);
        }
    return found ? w->best : NULL;
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    const size_t bytes = w->s->r->n_words * sizeof(uint64_t);
    w->src = src;
    w->values.n = w->touched.n = w->bytes.n = w->steps.n = w->n_enabled = w->priority = 0;
    memset(w->enabled, 0, bytes);
    memset(w->blunt, 0, bytes);
    coset_status status = w->base.model->ops->next(w->base.inner, src, keep, w);
    if (status == COSET_OK)
        status = emit_kept(w, choose(w), emit, ctx);
    return status;
}

/* ---- all else is left to the model ------------------------------------------------------------------------------ */

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->base = coset_forward_worker_of(m);
    w->s = stubborn_of(m);
    w->enabled = coset_new(w->s->r->n_words + (size_t)1, sizeof *w->enabled);
    w->blunt = coset_new(w->s->r->n_words + (size_t)1, sizeof *w->blunt);
    w->set = coset_new(w->s->r->n_words + (size_t)1, sizeof *w->set);
    w->best = coset_new(w->s->r->n_words + (size_t)1, sizeof *w->best);
    if (w->s->only)
        w->ample = coset_ample_scratch_new(w->s->r);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    coset_forward_worker_free(&w->base);
    coset_vec_fini(&w->steps);
    coset_vec_fini(&w->values);
    coset_vec_fini(&w->touched);
    coset_vec_fini(&w->bytes);
    coset_vec_fini(&w->pending);
    coset_delete(w->enabled);
    coset_delete(w->blunt);
    coset_delete(w->set);
    coset_delete(w->best);
    coset_ample_scratch_free(&w->ample);
    coset_delete(w);
}

static void model_free(coset_model *m) { coset_delete(m); }

static const coset_model_ops ops = {
    .worker_new = worker_new,
    .worker_free = worker_free,
    .starts = coset_forward_starts,
    .next = next,
    .eval = coset_forward_eval,
    .may_end = coset_forward_may_end,
    .value_text = coset_forward_value_text,
    .edge_text = coset_forward_edge_text,
    .instance_text = coset_forward_instance_text,
    .free = model_free,
    .listen = coset_forward_listen,
    .remember = coset_forward_remember,
    .annotate = coset_forward_annotate,
};

coset_model *coset_stubborn_new(const coset_model *m, const coset_relations *r)
{
    stubborn *s = coset_new(1, sizeof *s);
    s->base = coset_forwarder_of(m, &ops);
    s->r = r;
    s->n_fair = coset_families_words(m);
    return &s->base.model;
}

coset_model *coset_stubborn_of(const coset_model *m, const coset_ample *a)
{
    coset_model *out = coset_stubborn_new(m, a->r);
    ((stubborn *)(void *)out)->only = a;
    return out;
}
