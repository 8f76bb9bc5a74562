#include "wrap/quotient.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "model/representative_wrapper.h"

/* ---- images for properties that are not symmetric -------------------------------------------------------------- */

/* Enumerates one image of a state for each coset of a property's group H in the group G. Of a type, G moves the
 * elements M and H moves P, a part of M. Whether h(s) has the property depends only on which elements h brings
 * to the places M - P: the coset of h. So each way to choose distinct elements of M for these places gives one image.
 */
typedef struct {
    const coset_model *m;
    uint32_t n_places;            /* over all types */
    uint32_t *place_type, *place; /* [n_places] element of M - P */
    uint32_t *chosen;             /* [n_places] element of M that is moved to this place */
    const coset_symgroup *g, *h;
    bool **taken;                 /* [type][element] chosen for some place */
    uint32_t *offset;             /* [type] */
    coset_renaming *perm, *found; /* to the current image; to the first that decided */
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

/* Chooses for place i the first free element from `from` on; false if there is none. */
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
    for (uint32_t i = 0; i < k->n_places; i++) {
        bool chosen = choose(k, i, 0);
        COSET_INVARIANT(chosen); /* a type has no more places than elements that move */
    }
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
    while (++i < k->n_places) {
        bool chosen = choose(k, i, 0);
        COSET_INVARIANT(chosen);
    }
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
            COSET_INVARIANT(h);
            while (place < s->types[t].n && !h[place])
                place++;
            COSET_INVARIANT(place < s->types[t].n); /* the numbers of both are equal */
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
    const coset_model *m;
    const coset_symgroup *g;
    const coset_canon *canon;
    const coset_symgroup *const *prop_groups; /* or NULL */
    _Atomic uint64_t calls[3];                /* calls, sampled calls, nanoseconds of these */
} quotient;

typedef struct {
    quotient *q;
    coset_canon_scratch *canon;
    cosets **cosets;   /* [n_props] NULL if the property is symmetric */
    uint64_t calls[3]; /* as in quotient */
} scratch;

static void *scratch_new(void *by)
{
    quotient *q = by;
    scratch *s = coset_new(1, sizeof *s);
    s->q = q;
    s->canon = coset_canon_scratch_new(q->canon);
    s->cosets = coset_new(q->m->n_props, sizeof *s->cosets);
    for (uint32_t p = 0; q->prop_groups && p < q->m->n_props; p++)
        if (q->prop_groups[p] && !coset_symgroup_same(q->m, q->prop_groups[p], q->g))
            s->cosets[p] = cosets_new(q->m, q->g, q->prop_groups[p]);
    return s;
}

static void scratch_free(void *opaque)
{
    scratch *s = opaque;
    for (uint32_t p = 0; p < s->q->m->n_props; p++)
        cosets_free(s->cosets[p]);
    for (uint32_t i = 0; i < 3; i++)
        atomic_fetch_add_explicit(&s->q->calls[i], s->calls[i], memory_order_relaxed);
    coset_delete(s->cosets);
    coset_canon_scratch_free(s->canon);
    coset_delete(s);
}

static uint64_t now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

static void from(void *opaque, const coset_value *src) { coset_canon_from(((scratch *)opaque)->canon, src); }

#define SAMPLE 256 /* one call in SAMPLE is timed */

static void represent(void *opaque, const coset_value *state, coset_value *dst, coset_renaming *perm,
                      coset_count *orbit)
{
    scratch *s = opaque;
    bool timed = s->calls[0]++ % SAMPLE == 0;
    uint64_t began = timed ? now() : 0;
    coset_canon_apply(s->canon, state, dst, perm, orbit);
    s->calls[1] += timed;
    s->calls[2] += timed ? now() - began : 0;
}

static coset_eval eval(void *opaque, coset_worker *inner, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault)
{
    const scratch *s = opaque;
    if (s->cosets[prop])
        return eval_on_cosets(s->cosets[prop], inner, prop, instance, state, fault);
    return s->q->m->ops->eval(inner, prop, instance, state, fault);
}

static void quotient_free(void *by) { coset_delete(by); }

coset_model *coset_quotient_new(const coset_model *m, const coset_symgroup *g, const coset_canon *c,
                                const coset_symgroup *const *prop_groups)
{
    static const coset_representing how = {scratch_new, scratch_free, from, represent, eval, quotient_free, true};
    quotient *q = coset_new(1, sizeof *q);
    q->m = m;
    q->g = g;
    q->canon = c;
    q->prop_groups = prop_groups;
    return coset_represented_new(m, &how, q);
}

coset_quotient_cost coset_quotient_costs(const coset_model *m)
{
    const quotient *q = coset_represented_by(m);
    uint64_t timed = atomic_load_explicit(&q->calls[1], memory_order_relaxed);
    double ns = (double)atomic_load_explicit(&q->calls[2], memory_order_relaxed);
    return (coset_quotient_cost){atomic_load_explicit(&q->calls[0], memory_order_relaxed),
                                 timed ? ns / (double)timed : 0};
}
