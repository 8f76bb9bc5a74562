#include "symm/quotient.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

/* ---- images for properties that are not symmetric -------------------------------------------------------------- */

/* Runs through one image of a state for each coset of a property's group H in the group G. Of a type, G moves the
 * elements M and H moves P, a part of M. Whether h(s) has the property depends only on which elements h brings
 * to the places M - P: the coset of h. So each way to choose distinct elements of M for these places gives one image.
 */
typedef struct {
    const coset_model *m;
    uint32_t n_places;            /* over all types */
    uint32_t *place_type, *place; /* [n_places] element of M - P */
    uint32_t *chosen;             /* [n_places] element of M that comes to this place */
    const coset_symgroup *g, *h;
    bool **taken;                 /* [type][element] chosen for some place */
    uint32_t *offset;             /* [type] */
    coset_renaming *perm, *found; /* to the image looked at; to the first that decided */
    coset_value *image;
    coset_arena *arena;
} cosets;

static void find_places(cosets *k)
{
    const coset_symmetry *s = &k->m->symmetry;
    for (uint32_t t = 0; t < s->n_types; t++) {
        k->taken[t] = coset_arena_get(k->arena, s->types[t].n, sizeof(bool));
        k->offset[t] = coset_symmetry_offset(s, t);
        for (uint32_t e = 0; k->g->n_moves[t] > 1 && e < s->types[t].n; e++)
            if (k->g->moves[t][e] && !(k->h->n_moves[t] > 1 && k->h->moves[t][e])) {
                k->place_type[k->n_places] = t;
                k->place[k->n_places++] = e;
            }
    }
}

static cosets *cosets_new(const coset_model *m, const coset_symgroup *g, const coset_symgroup *h)
{
    coset_arena *arena = coset_arena_new();
    cosets *k = coset_arena_get(arena, 1, sizeof *k);
    uint32_t n_points = coset_symmetry_points(&m->symmetry), n_types = m->symmetry.n_types;
    *k = (cosets){.m = m, .g = g, .h = coset_symgroup_meet(m, g, h, arena), .arena = arena};
    k->place_type = coset_arena_get(arena, n_points, sizeof *k->place_type);
    k->place = coset_arena_get(arena, n_points, sizeof *k->place);
    k->chosen = coset_arena_get(arena, n_points, sizeof *k->chosen);
    k->perm = coset_arena_get(arena, n_points, sizeof *k->perm);
    k->found = coset_arena_get(arena, n_points, sizeof *k->found);
    k->taken = coset_arena_get(arena, n_types, sizeof *k->taken);
    k->offset = coset_arena_get(arena, n_types, sizeof *k->offset);
    k->image = coset_arena_get(arena, m->n_slots, sizeof *k->image);
    find_places(k);
    return k;
}

static void cosets_free(cosets *k)
{
    if (k)
        coset_arena_free(k->arena);
}

/* Chooses for place i the first free element from `from` on; false where there is none. */
static bool choose(cosets *k, uint32_t i, uint32_t from)
{
    uint32_t t = k->place_type[i];
    for (uint32_t e = from; e < k->m->symmetry.types[t].n; e++)
        if (k->g->moves[t][e] && !k->taken[t][e]) {
            k->taken[t][e] = true;
            k->chosen[i] = e;
            return true;
        }
    return false;
}

static void cosets_start(cosets *k)
{
    for (uint32_t t = 0; t < k->m->symmetry.n_types; t++)
        memset(k->taken[t], 0, k->m->symmetry.types[t].n * sizeof(bool));
    for (uint32_t i = 0; i < k->n_places; i++)
        (void)choose(k, i, 0);
}

static bool cosets_next(cosets *k)
{
    uint32_t i = k->n_places;
    while (i-- > 0) {
        k->taken[k->place_type[i]][k->chosen[i]] = false;
        if (choose(k, i, k->chosen[i] + 1))
            break;
    }
    if (i == UINT32_MAX)
        return false;
    while (++i < k->n_places)
        (void)choose(k, i, 0);
    return true;
}

/* The chosen elements go to their places, the other moving ones to the places left, in order. */
static void cosets_renaming(cosets *k)
{
    const coset_symmetry *s = &k->m->symmetry;
    for (uint32_t t = 0; t < s->n_types; t++) {
        coset_renaming *perm = k->perm + k->offset[t];
        const bool *h = k->h->n_moves[t] > 1 ? k->h->moves[t] : NULL;
        uint32_t place = 0;
        for (uint32_t e = 0; e < s->types[t].n; e++) {
            perm[e] = e;
            if (k->g->n_moves[t] <= 1 || !k->g->moves[t][e] || k->taken[t][e])
                continue;
            while (!h || !h[place])
                place++;
            perm[e] = place++;
        }
    }
    for (uint32_t i = 0; i < k->n_places; i++)
        k->perm[k->offset[k->place_type[i]] + k->chosen[i]] = k->place[i];
}

static bool decides(coset_prop_kind kind, coset_eval answer)
{
    return answer == COSET_EVAL_FAULT || answer == (kind == COSET_PROP_COVER ? COSET_EVAL_TRUE : COSET_EVAL_FALSE);
}

/* A fault on any image, else the answer on the first one that decides; the permutation to it is left in k->perm. */
static coset_eval eval_on_cosets(cosets *k, coset_worker *inner, uint32_t prop, uint32_t instance,
                                 const coset_value *state, coset_fault *fault)
{
    coset_prop_kind kind = k->m->props[prop].kind;
    coset_eval answer = COSET_EVAL_TRUE, decided = COSET_EVAL_TRUE;
    bool found = false;
    cosets_start(k);
    do {
        cosets_renaming(k);
        coset_model_permute(k->m, k->perm, state, k->image);
        answer = k->m->ops->eval(inner, prop, instance, k->image, fault);
        if (answer == COSET_EVAL_FAULT)
            return answer;
        if (decides(kind, answer) && !found) {
            found = true;
            decided = answer;
            memcpy(k->found, k->perm, coset_symmetry_points(&k->m->symmetry) * sizeof *k->found);
        }
    } while (cosets_next(k));
    if (!found)
        return answer;
    memcpy(k->perm, k->found, coset_symmetry_points(&k->m->symmetry) * sizeof *k->found);
    return decided;
}

bool coset_quotient_witness(const coset_model *m, const coset_symgroup *g, const coset_symgroup *prop_group,
                            uint32_t prop, uint32_t instance, const coset_value *state, coset_renaming *perm)
{
    cosets *k = cosets_new(m, g, prop_group ? prop_group : g);
    coset_worker *inner = coset_worker_new(m);
    coset_fault fault;
    bool violated = decides(m->props[prop].kind, eval_on_cosets(k, inner, prop, instance, state, &fault));
    m->ops->worker_free(inner);
    uint32_t n = coset_symmetry_points(&m->symmetry);
    if (violated)
        memcpy(perm, k->perm, n * sizeof *perm);
    for (uint32_t t = 0; !violated && t < m->symmetry.n_types; t++)
        for (uint32_t e = 0; e < m->symmetry.types[t].n; e++)
            perm[k->offset[t] + e] = e;
    cosets_free(k);
    return violated;
}

/* ---- the model ------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to this */
    const coset_model *inner;
    const coset_symgroup *g;
    const coset_canon *canon;
    const coset_symgroup *const *prop_groups; /* or NULL */
    _Atomic uint64_t *calls;                  /* [3] calls, sampled calls, nanoseconds of these */
} quotient;

typedef struct {
    const quotient *q;
    coset_worker *inner;
    coset_canon_scratch *scratch;
    coset_value *dst;       /* representative */
    cosets **cosets;        /* [n_props] NULL where the property is symmetric */
    const coset_value *src; /* of the step being made; NULL for start states */
    coset_on_edge *emit;
    void *ctx;
    uint64_t calls[3]; /* as in quotient */
} worker;

static const quotient *quotient_of(const coset_model *m) { return (const quotient *)(const void *)m; }

static coset_worker *worker_new(const coset_model *m)
{
    const quotient *q = quotient_of(m);
    worker *w = coset_new(1, sizeof *w);
    w->q = q;
    w->inner = coset_worker_new(q->inner);
    w->scratch = coset_canon_scratch_new(q->canon);
    w->dst = coset_new(m->n_slots, sizeof *w->dst);
    w->cosets = coset_new(m->n_props, sizeof *w->cosets);
    for (uint32_t p = 0; q->prop_groups && p < m->n_props; p++)
        if (q->prop_groups[p] && !coset_symgroup_same(q->inner, q->prop_groups[p], q->g))
            w->cosets[p] = cosets_new(q->inner, q->g, q->prop_groups[p]);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    for (uint32_t p = 0; p < w->q->model.n_props; p++)
        cosets_free(w->cosets[p]);
    for (uint32_t i = 0; i < 3; i++)
        atomic_fetch_add_explicit(&w->q->calls[i], w->calls[i], memory_order_relaxed);
    coset_delete(w->cosets);
    coset_delete(w->dst);
    coset_canon_scratch_free(w->scratch);
    w->q->inner->ops->worker_free(w->inner);
    coset_delete(w);
}

static uint64_t now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

#define SAMPLE 256 /* one call of so many is timed */

static void represent(worker *w, const coset_value *state, coset_count *orbit)
{
    bool timed = w->calls[0]++ % SAMPLE == 0;
    uint64_t began = timed ? now() : 0;
    coset_canon_apply(w->scratch, state, w->dst, NULL, orbit);
    w->calls[1] += timed;
    w->calls[2] += timed ? now() - began : 0;
}

coset_quotient_cost coset_quotient_costs(const coset_model *m)
{
    const quotient *q = quotient_of(m);
    uint64_t timed = atomic_load_explicit(&q->calls[1], memory_order_relaxed);
    double ns = (double)atomic_load_explicit(&q->calls[2], memory_order_relaxed);
    return (coset_quotient_cost){atomic_load_explicit(&q->calls[0], memory_order_relaxed),
                                 timed ? ns / (double)timed : 0};
}

static coset_status on_edge(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    worker *w = ctx;
    if (!dst)
        return w->emit(w->ctx, edge, NULL);
    coset_edge lifted = *edge;
    lifted.leaves = edge->leaves || (w->src && memcmp(w->src, dst, w->q->model.n_slots * sizeof *dst) != 0);
    represent(w, dst, &lifted.orbit);
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
    if (w->cosets[prop])
        return eval_on_cosets(w->cosets[prop], w->inner, prop, instance, state, fault);
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

coset_model *coset_quotient_new(const coset_model *m, const coset_symgroup *g, const coset_canon *c,
                                const coset_symgroup *const *prop_groups)
{
    static const coset_model_ops ops = {worker_new, worker_free, starts,        next,          eval, may_end,
                                        value_text, edge_text,   instance_text, quotient_free, NULL};
    quotient *q = coset_new(1, sizeof *q);
    q->model = *m;
    q->calls = coset_new(3, sizeof *q->calls);
    q->model.ops = &ops;
    q->model.access = NULL; /* the representative of a successor may differ from the source anywhere */
    q->model.prop_reads = NULL;
    q->inner = m;
    q->g = g;
    q->canon = c;
    q->prop_groups = prop_groups;
    return &q->model;
}
