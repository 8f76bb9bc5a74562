#include "trace/lift_edges.h"

#include <string.h>

#include "trace/renamer.h"

typedef struct {
    const coset_model *m, *counted;
    coset_worker *worker;  /* receives steps; it may produce them in another order */
    coset_worker *counter; /* numbers steps as the search does */
    coset__renamer renamer;
    const coset_path *path;
    coset_arena *arena;
    uint32_t words; /* of families */
    COSET_VEC(coset_value) states;
    COSET_VEC(coset_step) steps;
    COSET_VEC(const char *) outputs;
    coset_renaming *to, *perm, *inverse, *product; /* to: from the representative to its concrete state */
    coset_value *image, *next;                     /* scratch; the concrete state after a step */
    /* the edge that is searched */
    uint32_t number, at; /* its number; number of edges seen */
    uint32_t target;     /* state of the path */
    bool found;
    uint64_t accepts;      /* marks of the edge */
    uint64_t *fair, *want; /* [words] of it; as named in the concrete state */
} lift;

static const coset_value *path_state(const lift *l, uint32_t i) { return l->path->states + (size_t)i * l->m->n_slots; }

static bool equal(const lift *l, const coset_value *a, const coset_value *b)
{
    return l->m->n_slots == 0 || memcmp(a, b, l->m->n_slots * sizeof *a) == 0;
}

static void copy(const lift *l, coset_value *to, const coset_value *from)
{
    if (l->m->n_slots)
        memcpy(to, from, l->m->n_slots * sizeof *to);
}

static void enumerate(lift *l, coset_worker *w, const coset_value *src, coset_on_edge *emit)
{
    const coset_model_ops *ops = w == l->counter ? l->counted->ops : l->m->ops;
    l->found = false;
    l->at = 0;
    coset_status st = src ? ops->next(w, src, emit, l) : ops->starts(w, emit, l);
    COSET_INVARIANT((st == COSET_STOPPED || st == COSET_OK) && l->found);
}

static void note_step(lift *l, const coset_edge *e)
{
    *coset_vec_add(&l->steps) = (coset_step){e->group, e->instance};
    *coset_vec_add(&l->outputs) = e->output ? coset_arena_text(l->arena, e->output) : NULL;
    l->found = true;
}

/* Out of a representative, by its number. */
static coset_status match_number(void *ctx, const coset_edge *e, const coset_value *dst)
{
    lift *l = ctx;
    if (l->at++ != l->number)
        return COSET_OK;
    coset__renamer_represent(&l->renamer, dst, l->image, l->perm);
    l->found = equal(l, l->image, path_state(l, l->target));
    coset__renamer_apply(&l->renamer, l->to, dst, l->next);
    l->accepts = e->accepts;
    for (uint32_t w = 0; w < l->words; w++)
        l->fair[w] = e->fair ? e->fair[w] : 0;
    return COSET_STOPPED;
}

static coset_status match_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    lift *l = ctx;
    uint32_t at = l->at;
    coset_status st = match_number(ctx, e, dst);
    if (at == l->number)
        note_step(l, e);
    return st;
}

/* Out of a concrete state, by its end and its marks. */
static coset_status match_state(void *ctx, const coset_edge *e, const coset_value *dst)
{
    lift *l = ctx;
    if (e->fault || e->accepts != l->accepts || !equal(l, dst, l->next))
        return COSET_OK;
    for (uint32_t w = 0; w < l->words; w++)
        if ((e->fair ? e->fair[w] : 0) != l->want[w])
            return COSET_OK;
    note_step(l, e);
    return COSET_STOPPED;
}

/* Maps an index of the representative to its name in the concrete state. */
static uint32_t concrete_index(const lift *l, uint32_t family, uint32_t index)
{
    const coset_trace_action *a = l->renamer.action;
    if (a && a->family_image)
        return a->family_image(a->families, family, l->to, index);
    return l->renamer.canon ? coset_family_image(l->m, &l->m->families[family], l->to, index) : index;
}

/* Maps names of the representative to those of its concrete state. */
static void rename_marks(lift *l)
{
    memset(l->want, 0, l->words * sizeof *l->want);
    for (uint32_t i = 0, word = 0; i < l->m->n_families; i++) {
        const coset_family *f = &l->m->families[i];
        uint32_t end = word + coset_family_all_words(f);
        for (; word < end; word += coset_family_words(f))
            for (uint32_t k = 0; k < f->n; k++)
                if (l->fair[word + k / 64] >> k % 64 & 1) {
                    const uint32_t image = concrete_index(l, i, k);
                    l->want[word + image / 64] |= UINT64_C(1) << image % 64;
                }
    }
}

/* l->to := l->to after the inverse of l->perm. */
static void step_forward(lift *l)
{
    coset__renamer_invert(&l->renamer, l->perm, l->inverse);
    coset__renamer_compose(&l->renamer, l->to, l->inverse, l->product);
    coset_renaming *old = l->to;
    l->to = l->product;
    l->product = old;
}

/* By edge `i` of the path, out of state `from` of the path and the last concrete state, to state `target` of the path;
 * l->next is the concrete state there. */
static void take(lift *l, uint32_t i, uint32_t from, uint32_t target)
{
    l->number = l->path->edges[i];
    l->target = target;
    enumerate(l, l->counter, path_state(l, from), match_number);
    rename_marks(l);
    enumerate(l, l->worker, l->states.at + l->states.n - l->m->n_slots, match_state);
    step_forward(l);
}

static void add_state(lift *l) { copy(l, coset_vec_add_n(&l->states, l->m->n_slots), l->next); }

static void go(lift *l)
{
    const coset_path *p = l->path;
    l->number = p->edges[0];
    coset__renamer_identity(&l->renamer, l->to);
    enumerate(l, l->counter, NULL, match_start);
    add_state(l);
    step_forward(l);
    for (uint32_t i = 1; i < p->n_states; i++) {
        take(l, i, i - 1, i);
        add_state(l);
    }
    while (p->has_loop) {
        take(l, p->n_states, p->n_states - 1, p->loop);
        if (equal(l, l->next, l->states.at + (size_t)p->loop * l->m->n_slots))
            break;
        add_state(l);
        for (uint32_t i = p->loop + 1; i < p->n_states; i++) {
            take(l, i, i - 1, i);
            add_state(l);
        }
    }
}

static const coset_trace *trace_of(const lift *l, uint32_t prop, uint32_t instance)
{
    coset_arena *a = l->arena;
    coset_trace *t = coset_arena_get(a, 1, sizeof *t);
    *t = (coset_trace){.n_states = l->steps.n - l->path->has_loop,
                       .states = coset_arena_copy(a, l->states.at, l->states.n, sizeof *l->states.at),
                       .steps = coset_arena_copy(a, l->steps.at, l->steps.n, sizeof *l->steps.at),
                       .outputs = coset_arena_copy(a, l->outputs.at, l->outputs.n, sizeof *l->outputs.at),
                       .has_loop = l->path->has_loop,
                       .loop = l->path->loop,
                       .prop = prop,
                       .instance = instance};
    return t;
}

const coset_trace *coset__lift_edges(const coset_model *m, const coset_trace_reduction *r, const coset_path *path,
                                     uint32_t prop, uint32_t instance, coset_arena *arena)
{
    lift l = {.m = m, .path = path, .arena = arena, .words = coset_families_words(m)};
    l.worker = coset_worker_new_annotating(m);
    l.counted = r && r->numbered ? r->numbered : m;
    l.counter = coset_worker_new_annotating(l.counted);
    COSET_INVARIANT(l.worker && l.counter && path->n_states && !path->has_fault);
    if (m->ops->listen)
        m->ops->listen(l.worker);
    coset__renamer_init(&l.renamer, m, r);
    size_t n = l.renamer.n_points;
    coset_renaming *renamings = coset_new(4 * n, sizeof *renamings);
    coset_value *values = coset_new(2 * (size_t)m->n_slots, sizeof *values);
    uint64_t *words = coset_new(2 * (size_t)l.words, sizeof *words);
    l.to = renamings;
    l.perm = renamings + n;
    l.inverse = renamings + 2 * n;
    l.product = renamings + 3 * n;
    l.image = values;
    l.next = values + m->n_slots;
    l.fair = words;
    l.want = words + l.words;
    go(&l);
    const coset_trace *t = trace_of(&l, prop, instance);
    coset_delete(renamings);
    coset_delete(values);
    coset_delete(words);
    coset_vec_fini(&l.states);
    coset_vec_fini(&l.steps);
    coset_vec_fini(&l.outputs);
    coset__renamer_fini(&l.renamer);
    m->ops->worker_free(l.worker);
    l.counted->ops->worker_free(l.counter);
    return t;
}
