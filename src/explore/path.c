/* Paths to witnesses.
 *
 * Two methods, depending on the store:
 *  - an exact store: backwards from the last state. Its predecessor is found by expanding the previous level once more,
 *    with all threads: the least state with a step to it, which is the parent that the search had found too. If the
 *    store has kept the hint of the link, eight bits of the parent's hash, only states with that hash are expanded;
 *  - an inexact store with parents: the states of the path are gone, but a hash of each is left. All runs of the model
 *    along these hashes are followed from the start; the one that ends in the stored state is the path.
 */
#include <string.h>

#include "explore/bfs_int.h"

/* ---- inexact stores: what to keep ---- */

void coset__path_keep(coset__search *s, uint32_t prop)
{
    const coset__witness *w = &s->witnesses[prop];
    uint32_t n = s->m->n_slots;
    if (s->exact)
        return;
    s->kept[prop] = coset_new(2 * (size_t)n, sizeof(coset_value));
    if (w->ref != COSET_NO_REF)
        coset_store_get(s->store, w->ref, s->kept[prop]);
    if (w->then != COSET_NO_REF)
        coset_store_get(s->store, w->then, s->kept[prop] + n);
}

/* ---- by re-expanding levels ---- */

typedef struct {
    coset__search *s;
    uint32_t depth;            /* of the predecessors */
    const coset_value *target; /* a state one deeper */
    const uint8_t *hint;       /* of the target; NULL: none was kept */
    _Atomic uint64_t cursor;
    uint64_t *best; /* [threads] link to the least predecessor found, UINT64_MAX: none */
} backwards;

typedef struct {
    const backwards *b;
    bool hit;
} step_search;

static coset_status is_target(void *ctx, const coset_edge *e, const coset_value *dst)
{
    step_search *x = ctx;
    if (e->fault || memcmp(dst, x->b->target, x->b->s->m->n_slots * sizeof *dst) != 0)
        return COSET_OK;
    x->hit = true;
    return COSET_STOPPED;
}

static void try_predecessor(backwards *b, uint32_t member, coset_ref ref)
{
    coset__member *w = &b->s->members[member];
    step_search x = {b, false};
    uint64_t link = coset__link_make(coset_store_load(b->s->store, member, ref, w->src), ref);
    if (b->hint && link >> 56 != *b->hint)
        return;
    (void)b->s->m->ops->next(w->step, w->src, is_target, &x);
    if (x.hit && coset__link_is_before(b->s->store, link, b->best[member]))
        b->best[member] = link;
}

/* Number of states of thread t up to this depth. */
static uint64_t mark_at(const coset__search *s, uint32_t depth, uint32_t t)
{
    return s->marks.at[(size_t)depth * s->o->threads + t];
}

static void backwards_job(void *ctx, uint32_t member)
{
    backwards *b = ctx;
    const coset__search *s = b->s;
    uint64_t i = atomic_fetch_add_explicit(&b->cursor, 1, memory_order_relaxed), before = 0;
    for (uint32_t t = 0; t < s->o->threads; t++) {
        uint64_t first = b->depth ? mark_at(s, b->depth - 1, t) : 0, n = mark_at(s, b->depth, t) - first;
        for (; i < before + n; i = atomic_fetch_add_explicit(&b->cursor, 1, memory_order_relaxed))
            try_predecessor(b, member, coset_store_ref(s->store, t, first + (i - before)));
        before += n;
    }
}

static coset_ref least_predecessor(coset__search *s, uint32_t depth, coset_ref ref, const coset_value *target,
                                   uint64_t *best)
{
    uint8_t hint = s->o->no_trace ? 0 : coset_store_hint(s->store, ref);
    backwards b = {.s = s, .depth = depth, .target = target, .hint = s->o->no_trace ? NULL : &hint, .best = best};
    for (uint32_t t = 0; t < s->o->threads; t++)
        best[t] = UINT64_MAX;
    coset__team_run(s->team, s->o->threads, backwards_job, &b);
    for (uint32_t t = 1; t < s->o->threads; t++)
        if (best[t] != UINT64_MAX && coset__link_is_before(s->store, best[t], best[0]))
            best[0] = best[t];
    COSET_INVARIANT(best[0] != UINT64_MAX); /* the state was stored because of a step to it */
    return coset__link_parent(best[0]);
}

static void search_backwards(coset__search *s, coset_ref ref, uint32_t n, coset_value *states)
{
    uint64_t *best = coset_new(s->o->threads, sizeof *best);
    if (n)
        coset_store_get(s->store, ref, states + (size_t)(n - 1) * s->m->n_slots);
    for (uint32_t i = n; i > 1; i--) {
        ref = least_predecessor(s, i - 2, ref, states + (size_t)(i - 1) * s->m->n_slots, best);
        coset_store_get(s->store, ref, states + (size_t)(i - 2) * s->m->n_slots);
    }
    coset_delete(best);
}

/* ---- along hashes ---- */

typedef struct {
    coset__search *s;
    const uint8_t *hint; /* of the next state's hash; NULL: it is the last one */
    const coset_value *last;
    uint32_t from;                /* candidate whose successors are listed */
    COSET_VEC(coset_value) found; /* candidates one after the other, of all levels */
    COSET_VEC(uint32_t) came;     /* from which candidate each comes */
    uint32_t level;               /* first candidate of the level being listed */
} forwards;

static bool may_be_next(const forwards *f, const coset_value *state)
{
    if (!f->hint)
        return memcmp(state, f->last, f->s->m->n_slots * sizeof *state) == 0;
    return coset_store_hash(f->s->store, 0, state) >> 56 == *f->hint;
}

static coset_status list_candidate(void *ctx, const coset_edge *e, const coset_value *dst)
{
    forwards *f = ctx;
    coset__member *w = &f->s->members[0];
    uint32_t n = f->s->m->n_slots;
    bool faulted;
    if (e->fault || !may_be_next(f, dst) || coset__excluding(w, dst, &faulted) != COSET_NO_PROP)
        return COSET_OK;
    for (uint32_t i = f->level; i < f->came.n; i++)
        if (memcmp(f->found.at + (size_t)i * n, dst, n * sizeof *dst) == 0)
            return COSET_OK;
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&f->found) = dst[i];
    *coset_vec_add(&f->came) = f->from;
    return COSET_OK;
}

static void list_all(forwards *f, const coset_ref *refs, uint32_t n)
{
    const coset_model *m = f->s->m;
    coset__member *w = &f->s->members[0];
    for (uint32_t i = 0, previous = 0; i < n; i++) {
        uint32_t end = f->came.n;
        uint8_t hint = i + 1 < n ? coset_store_hint(f->s->store, refs[i + 1]) : 0;
        f->hint = i + 1 < n ? &hint : NULL;
        f->level = end;
        f->from = UINT32_MAX;
        if (i == 0)
            (void)m->ops->starts(w->step, list_candidate, f);
        for (f->from = previous; i && f->from < end; f->from++) {
            memcpy(w->src, f->found.at + (size_t)f->from * m->n_slots, m->n_slots * sizeof *w->src);
            (void)m->ops->next(w->step, w->src, list_candidate, f);
        }
        previous = end;
    }
}

static bool copy_back(const forwards *f, const coset_value *last, uint32_t n, coset_value *states)
{
    uint32_t width = f->s->m->n_slots, i = f->level;
    size_t bytes = width * sizeof *states;
    while (i < f->came.n && memcmp(f->found.at + (size_t)i * width, last, bytes) != 0)
        i++;
    if (i == f->came.n)
        return false;
    for (; n > 0; n--, i = f->came.at[i])
        memcpy(states + (size_t)(n - 1) * width, f->found.at + (size_t)i * width, bytes);
    return true;
}

static bool follow_hashes(coset__search *s, uint32_t prop, const coset__witness *w, uint32_t n, coset_value *states)
{
    if (n == 0)
        return true;
    coset_ref *refs = coset_new(n, sizeof *refs), ref = w->ref;
    for (uint32_t i = n; i > 0; i--, ref = coset_store_parent(s->store, ref))
        refs[i - 1] = ref;
    forwards f = {.s = s, .last = s->kept[prop]};
    list_all(&f, refs, n);
    bool found = copy_back(&f, s->kept[prop], n, states);
    coset_vec_fini(&f.found);
    coset_vec_fini(&f.came);
    coset_delete(refs);
    return found;
}

/* ---- all ---- */

const coset_path *coset__path_to(coset__search *s, uint32_t prop, const coset__witness *w, coset_arena *arena)
{
    coset_path *path = coset_arena_get(arena, 1, sizeof *path);
    uint32_t own = w->ref == COSET_NO_REF ? 0 : w->n_states, width = s->m->n_slots;
    uint32_t walked = w->walk ? w->walk->n : 0;
    path->n_states = own + (w->then != COSET_NO_REF) + walked;
    coset_value *states = coset_arena_get(arena, (size_t)path->n_states * width, sizeof *states);
    path->states = states;
    if (s->exact)
        search_backwards(s, w->ref, own, states);
    else if (s->o->no_trace || !follow_hashes(s, prop, w, own, states))
        return NULL;
    if (w->then != COSET_NO_REF && s->exact)
        coset_store_get(s->store, w->then, states + (size_t)own * width);
    else if (w->then != COSET_NO_REF)
        memcpy(states + (size_t)own * width, s->kept[prop] + width, width * sizeof *states);
    for (uint32_t i = 0; i < walked; i++) /* only an exact store has a walk */
        coset_store_get(s->store, w->walk->refs[i], states + (size_t)(own + i) * width);
    if (w->walk) {
        path->has_loop = true;
        path->loop = own - 1 + w->walk->back;
    }
    path->has_fault = w->in_step;
    if (w->in_step)
        path->fault = w->fault;
    return path;
}
