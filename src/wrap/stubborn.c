/* wrap/stubborn.c - see wrap/stubborn.h. */
#include "wrap/stubborn.h"

#include <string.h>

#include "model/forward.h"
#include "wrap/lone.h"
#include "wrap/stubborn_set.h"

#define NOWHERE UINT32_MAX
#define ALIGNED 16U /* in `bytes`: for any object */

/* A step of the model, stored until the set is chosen. */
typedef struct {
    coset_edge edge;
    uint32_t transition;
    uint32_t dst;     /* in `values`: if edge.told, the touched slots only */
    uint32_t touched; /* in `touched` */
    bool bare;        /* the edge points to nothing else; otherwise, in `bytes`, or NOWHERE: */
    uint32_t fault, covers, parts, fair, output, messages, marks;
} kept;

typedef struct {
    coset_forwarder base; /* first */
    const coset_relations *r;
    uint32_t n_fair;             /* words of the fairness marks of an edge */
    const coset_ample *only;     /* takes the first of these sets that may be taken; NULL: closures */
    bool single;                 /* only sets of one step */
    coset_stubborn_steps *steps; /* or NULL */
    coset_classes *classes;      /* or NULL */
    coset_lone *lone;            /* or NULL: sufficient steps are not known */
} stubborn;

typedef struct {
    coset_forward_worker base; /* first */
    const stubborn *s;
    const coset_value *src;
    coset_value *dst; /* [n_slots] as src, between steps */
    bool has_dst;
    COSET_VEC(kept) steps;
    COSET_VEC(coset_value) values; /* their targets */
    COSET_VEC(uint32_t) touched;   /* slots that they write */
    COSET_VEC(char) bytes;         /* other data that they point to */
    uint64_t *enabled, *blunt;     /* sets of transitions: enabled; of these, not allowed in a set that reduces */
    uint64_t *taken;               /* the set of one transition that suffices */
    coset_stubborn_search *search; /* for closures; */
    uint64_t *found;               /* if sets are given: the taken transitions */
    coset_lone_search *lone;       /* or NULL */
    uint32_t n_enabled;
    uint32_t priority; /* of the enabled ones */
    bool at_ends;      /* does not search a sufficient step first */
    bool watched;      /* the search has its own cycle proviso */
    bool left_out;     /* not all steps out of the last state were emitted */
    coset_wants which; /* the steps that the search requests */
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

static void keep_data(worker *w, const coset_edge *e, kept *k)
{
    k->bare = !e->fault && !e->n_covers && !e->n_parts && !e->fair && !e->output && !e->messages && !e->marks;
    if (k->bare)
        return;
    k->fault = keep_bytes(w, e->fault, sizeof *e->fault);
    k->covers = keep_bytes(w, e->covers, e->n_covers * sizeof *e->covers);
    k->parts = keep_bytes(w, e->parts, e->n_parts * sizeof *e->parts);
    k->fair = keep_bytes(w, e->fair, w->s->n_fair * sizeof *e->fair);
    k->output = keep_text(w, e->output);
    k->messages = keep_text(w, e->messages);
    k->marks = keep_text(w, e->marks);
}

static void keep_target(worker *w, const coset_edge *e, const coset_value *dst)
{
    const uint32_t n_slots = w->s->base.model.n_slots;
    if (e->n_touched)
        memcpy(coset_vec_add_n(&w->touched, e->n_touched), e->touched, e->n_touched * sizeof *e->touched);
    if (e->fault)
        return;
    if (e->told)
        for (uint32_t i = 0; i < e->n_touched; i++)
            *coset_vec_add(&w->values) = dst[e->touched[i]];
    else if (n_slots)
        memcpy(coset_vec_add_n(&w->values, n_slots), dst, n_slots * sizeof *dst);
}

static coset_status keep(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    const coset_relations *r = w->s->r;
    kept *k = coset_vec_add(&w->steps);
    k->edge = *e;
    k->transition = coset_transition_of(r->transitions, e->group, e->instance, w->src);
    COSET_INVARIANT(k->transition != COSET_NO_TRANSITION && !r->dead[k->transition]);
    k->dst = w->values.n;
    k->touched = w->touched.n;
    keep_target(w, e, dst);
    keep_data(w, e, k);
    const bool again = has(w->enabled, k->transition);
    w->n_enabled += !again;
    w->priority = r->transitions->at[k->transition].priority;
    add(w->enabled, k->transition);
    if (e->fault || (again && w->s->single) || r->visible[k->transition] ||
        (!w->watched && coset_is_sticky(r, k->transition)))
        add(w->blunt, k->transition);
    return COSET_OK;
}

/* Sets the pointers of the edge to the stored data. */
static void point(const worker *w, kept *k)
{
    k->edge.touched = w->touched.at + k->touched;
    if (k->bare)
        return;
    k->edge.fault = kept_bytes(w, k->fault);
    k->edge.covers = kept_bytes(w, k->covers);
    k->edge.parts = kept_bytes(w, k->parts);
    k->edge.fair = kept_bytes(w, k->fair);
    k->edge.output = kept_bytes(w, k->output);
    k->edge.messages = kept_bytes(w, k->messages);
    k->edge.marks = kept_bytes(w, k->marks);
}

static const coset_value *begin_target(worker *w, const kept *k)
{
    if (!k->edge.told)
        return w->values.at + k->dst;
    if (!w->has_dst)
        memcpy(w->dst, w->src, w->s->base.model.n_slots * sizeof *w->dst);
    w->has_dst = true;
    for (uint32_t i = 0; i < k->edge.n_touched; i++)
        w->dst[k->edge.touched[i]] = w->values.at[k->dst + i];
    return w->dst;
}

static void end_target(worker *w, const kept *k)
{
    for (uint32_t i = 0; k->edge.told && i < k->edge.n_touched; i++)
        w->dst[k->edge.touched[i]] = w->src[k->edge.touched[i]];
}

/* Emits the steps in the set, or the others. NULL: all, and no others. */
static coset_status emit_kept(worker *w, const uint64_t *set, bool others, coset_on_edge *emit, void *ctx)
{
    for (uint32_t i = 0; i < w->steps.n; i++) {
        kept *k = &w->steps.at[i];
        if ((!set || has(set, k->transition)) == others)
            continue;
        point(w, k);
        const coset_value *dst = k->edge.fault ? NULL : begin_target(w, k);
        coset_status status = emit(ctx, &k->edge, dst);
        if (dst)
            end_target(w, k);
        if (status != COSET_OK)
            return status;
    }
    return COSET_OK;
}

/* ---- choosing the set -------------------------------------------------------------------------------------------- */

static const uint64_t *choose_of(worker *w, const coset_ample *a)
{
    const coset_ample_state here = {a->r, w->src, w->enabled, w->blunt, w->priority};
    for (uint32_t k = 0; k < a->n; k++)
        if (coset_ample_find(&here, a->sets[k], w->found))
            return w->found;
    return NULL;
}

/* A set with fewer enabled transitions than all; NULL: there is none. */
static const uint64_t *choose(worker *w)
{
    if (w->n_enabled < 2 || w->priority > 0)
        return NULL;
    if (w->s->only)
        return choose_of(w, w->s->only);
    const uint64_t *set = coset_stubborn_search_set(w->search, w->src, w->enabled, w->blunt, w->priority);
    uint32_t n = 0;
    for (uint32_t i = 0; set && i < w->s->r->n_words; i++)
        for (uint64_t some = set[i]; some; some &= some - 1)
            n++;
    return n < w->n_enabled && (n < 2 || !w->s->single) ? set : NULL;
}

/* ---- a sufficient step ------------------------------------------------------------------------------------------ */

typedef struct {
    worker *w;
    uint32_t transition;
} wanted;

static coset_status keep_wanted(void *ctx, const coset_edge *e, const coset_value *dst)
{
    const wanted *x = ctx;
    const worker *w = x->w;
    const uint32_t of = coset_transition_of(w->s->r->transitions, e->group, e->instance, w->src);
    return of == x->transition ? keep(x->w, e, dst) : COSET_OK;
}

static void begin(worker *w, const coset_value *src)
{
    const size_t bytes = w->s->r->n_words * sizeof(uint64_t);
    w->src = src;
    w->has_dst = false;
    w->values.n = w->touched.n = w->bytes.n = w->steps.n = w->n_enabled = w->priority = 0;
    memset(w->enabled, 0, bytes);
    memset(w->blunt, 0, bytes);
}

static bool keep_steps_of(worker *w, uint32_t i)
{
    wanted x = {w, i};
    const coset_transition *t = &w->s->r->transitions->at[i];
    const uint64_t instance = w->s->r->transitions->split[t->group] ? t->instance : COSET_STUBBORN_EACH;
    return w->s->steps(w->base.inner, w->src, t->group, instance, keep_wanted, &x) == COSET_OK;
}

/* Given all members of a set that may be enabled: exactly one is enabled, and it may be taken alone. */
static bool keep_lone_of(worker *w, const uint32_t *members, uint32_t n)
{
    begin(w, w->src);
    for (uint32_t i = 0; i < n && w->n_enabled < 2; i++)
        if (!keep_steps_of(w, members[i]))
            return false;
    uint64_t blunt = 0;
    for (uint32_t i = 0; i < w->s->r->n_words; i++)
        blunt |= w->blunt[i];
    return w->n_enabled == 1 && !blunt;
}

/* Stores the steps of a sufficient transition. */
static bool keep_lone(worker *w, const coset_value *src)
{
    uint32_t n;
    w->src = src;
    if (!w->lone || (!w->watched && !w->s->r->sticky)) /* the sticky ones are not known */
        return false;
    for (uint32_t i = 0; i < coset_lone_seats(w->s->lone); i++) {
        const uint32_t *members = coset_lone_find(w->lone, i, src, &n);
        if (members && keep_lone_of(w, members, n))
            return true;
    }
    return false;
}

bool coset_stubborn_next_lone(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx,
                              coset_status *status)
{
    worker *w = (worker *)opaque;
    if (!keep_lone(w, src))
        return false;
    w->left_out = true;
    *status = emit_kept(w, NULL, false, emit, ctx);
    return true;
}

/* Stores all steps, then chooses the set. */
static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    coset_status status;
    bool lone = false;
    if (w->which == COSET_WANTS_ALL && w->watched)
        return w->base.model->ops->next(w->base.inner, src, emit, ctx);
    if (!w->at_ends && w->which != COSET_WANTS_REST && coset_stubborn_next_lone(opaque, src, emit, ctx, &status))
        return status;
    if (!w->at_ends && w->which == COSET_WANTS_REST && (lone = keep_lone(w, src)))
        memcpy(w->taken, w->enabled, w->s->r->n_words * sizeof *w->taken);
    begin(w, src);
    status = w->base.model->ops->next(w->base.inner, src, keep, w);
    if (status != COSET_OK)
        return status;
    const uint64_t *set = lone ? w->taken : choose(w);
    w->left_out = set != NULL;
    return emit_kept(w, set, w->which == COSET_WANTS_REST, emit, ctx);
}

void coset_stubborn_ask(coset_worker *opaque, coset_wants which)
{
    worker *w = (worker *)opaque;
    w->watched = true;
    w->which = which;
}

void coset_stubborn_at_ends(coset_worker *w) { ((worker *)w)->at_ends = true; }

bool coset_stubborn_left_out(const coset_worker *w) { return ((const worker *)(const void *)w)->left_out; }

/* ---- all else is forwarded to the model ------------------------------------------------------------------------- */

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->base = coset_forward_worker_of(m);
    w->s = stubborn_of(m);
    w->enabled = coset_new(w->s->r->n_words + (size_t)1, sizeof *w->enabled);
    w->blunt = coset_new(w->s->r->n_words + (size_t)1, sizeof *w->blunt);
    w->taken = coset_new(w->s->r->n_words + (size_t)1, sizeof *w->taken);
    w->dst = coset_new(m->n_slots + (size_t)1, sizeof *w->dst);
    if (w->s->only)
        w->found = coset_new(w->s->r->n_words + (size_t)1, sizeof *w->found);
    else
        w->search = coset_stubborn_search_new(w->s->r, w->s->classes);
    w->lone = w->s->lone ? coset_lone_search_new(w->s->lone) : NULL;
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
    coset_delete(w->enabled);
    coset_delete(w->blunt);
    coset_delete(w->taken);
    coset_stubborn_search_free(w->search);
    coset_lone_search_free(w->lone);
    coset_delete(w->dst);
    coset_delete(w->found);
    coset_delete(w);
}

static void model_free(coset_model *m)
{
    stubborn *s = (stubborn *)(void *)m;
    coset_lone_free(s->lone);
    coset_classes_free(s->classes);
    coset_delete(s);
}

static const coset_model_ops ops = {
    COSET_FORWARD_ALL_BUT_STEPS, .worker_new = worker_new,           .worker_free = worker_free, .next = next,
    .free = model_free,          .annotate = coset_forward_annotate,
};

static stubborn *stubborn_new(const coset_model *m, const coset_relations *r)
{
    stubborn *s = coset_new(1, sizeof *s);
    s->base = coset_forwarder_of(m, &ops);
    s->r = r;
    s->n_fair = coset_families_words(m);
    return s;
}

coset_model *coset_stubborn_new(const coset_model *m, const coset_relations *r)
{
    stubborn *s = stubborn_new(m, r);
    s->classes = coset_classes_new(r, m->n_slots);
    return &s->base.model;
}

coset_model *coset_stubborn_single(const coset_model *m, const coset_relations *r)
{
    coset_model *out = coset_stubborn_new(m, r);
    ((stubborn *)(void *)out)->single = true;
    return out;
}

coset_model *coset_stubborn_of(const coset_model *m, const coset_ample *a)
{
    stubborn *s = stubborn_new(m, a->r);
    s->only = a;
    return &s->base.model;
}

void coset_stubborn_by_steps(coset_model *m, coset_stubborn_steps *steps)
{
    stubborn *s = (stubborn *)(void *)m;
    s->steps = steps;
    s->lone = s->classes ? coset_lone_new(s->r, s->classes) : NULL;
}
