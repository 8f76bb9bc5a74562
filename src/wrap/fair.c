#include "wrap/fair.h"

#include <string.h>

#include "base/mem.h"
#include "model/forward.h"

/* The subject of a family: who must be treated fairly. */
typedef struct {
    const coset_fairness *what;
    uint32_t first; /* its words begin there */
    uint32_t words; /* of one set */
    uint64_t last;  /* the bits of its last word that are indices; 0: all */
} subject;

typedef struct {
    coset_forwarder base; /* first */
    coset_arena *arena;
    uint32_t n_words, n_inner_words; /* of all families; of those of the model */
    uint32_t n_subjects;
    subject *subjects;
} fair;

typedef struct {
    coset_forward_worker base; /* first */
    const fair *f;
    bool annotates;
    uint64_t *enabled; /* [n_words] in the source */
    uint64_t *marks;   /* [n_words] of an edge */
    coset_on_edge *emit;
    void *ctx;
} worker;

static const fair *fair_of(const coset_model *m) { return (const fair *)(const void *)m; }

/* ---- who ---- */

#define NOBODY UINT32_MAX

/* The index that acts in a part of a step. */
static uint32_t index_of(const fair *f, const subject *s, uint32_t group, uint64_t instance)
{
    const coset_group *g = &f->base.inner->groups[group];
    if (s->what->who == COSET_FAIR_ACTORS)
        return g->actor.each ? (uint32_t)coset_actor_of(g, instance) : NOBODY;
    return group == s->what->group ? (uint32_t)instance : NOBODY;
}

static void add(uint64_t *set, uint32_t index)
{
    if (index != NOBODY)
        set[index / 64] |= UINT64_C(1) << index % 64;
}

/* ---- edges ---- */

/* A part of the step, and its chain. */
static void mark_part(const fair *f, const subject *s, uint64_t *moved, coset_part part)
{
    add(moved, index_of(f, s, part.group, part.instance));
    for (uint32_t i = 0; part.chained && i < f->base.model.chains[part.group].n; i++)
        add(moved, index_of(f, s, f->base.model.chains[part.group].behind[i], part.instance));
}

static coset_status note_enabled(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    (void)dst;
    for (uint32_t i = 0; i < w->f->n_subjects; i++) {
        const subject *s = &w->f->subjects[i];
        add(w->enabled + s->first, index_of(w->f, s, e->group, e->instance));
    }
    return COSET_OK;
}

static void mark(worker *w, const coset_edge *e)
{
    const fair *f = w->f;
    if (e->fair)
        memcpy(w->marks, e->fair, f->n_inner_words * sizeof *w->marks);
    else
        memset(w->marks, 0, f->n_inner_words * sizeof *w->marks);
    for (uint32_t i = 0; i < f->n_subjects; i++) {
        const subject *s = &f->subjects[i];
        uint64_t *moved = w->marks + s->first;
        bool strong = s->what->kind == COSET_FAMILY_STREETT;
        for (uint32_t k = 0; k < s->words; k++)
            moved[k] = strong ? w->enabled[s->first + k] : ~w->enabled[s->first + k];
        if (!strong && s->last)
            moved[s->words - 1] &= s->last;
        if (strong)
            memset(moved += s->words, 0, s->words * sizeof *moved);
        mark_part(f, s, moved, (coset_part){e->group, e->instance, e->chained});
        for (uint32_t k = 0; k < e->n_parts; k++)
            mark_part(f, s, moved, e->parts[k]);
    }
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    coset_edge marked = *e;
    mark(w, e);
    marked.fair = w->marks;
    return w->emit(w->ctx, &marked, dst);
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    const coset_model_ops *ops = w->base.model->ops;
    if (!w->annotates)
        return ops->next(w->base.inner, src, emit, ctx);
    memset(w->enabled, 0, w->f->n_words * sizeof *w->enabled);
    coset_status st = ops->next(w->base.inner, src, note_enabled, w);
    w->emit = emit;
    w->ctx = ctx;
    return st == COSET_OK ? ops->next(w->base.inner, src, on_edge, w) : st;
}

/* ---- all else is forwarded to the model ---- */

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->base = coset_forward_worker_of(m);
    w->f = fair_of(m);
    w->enabled = coset_new(w->f->n_words, sizeof *w->enabled);
    w->marks = coset_new(w->f->n_words, sizeof *w->marks);
    if (w->base.model->ops->tell_cuts)
        w->base.model->ops->tell_cuts(w->base.inner);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    coset_forward_worker_free(&w->base);
    coset_delete(w->enabled);
    coset_delete(w->marks);
    coset_delete(w);
}

static bool annotate(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    w->annotates = true;
    return coset_forward_annotate(opaque);
}

static void fair_free(coset_model *m)
{
    if (m)
        coset_arena_free(fair_of(m)->arena);
}

/* ---- making one ---- */

/* The element that an actor is; type UINT32_MAX: none. */
typedef struct {
    bool known;
    uint32_t type, element;
} person;

/* The first digit of a group determines its actors. False: it does not. */
static bool digit_of_actor(const coset_group *g, const coset_digit **digit)
{
    uint64_t rest = g->n_instances;
    *digit = NULL;
    if (!rest || rest == g->actor.each)
        return rest != 0;
    *digit = g->n_digits ? &g->digits[0] : NULL;
    return *digit && rest / (*digit)->n == g->actor.each;
}

static person person_of(const coset_digit *d, uint32_t value)
{
    for (uint32_t i = 0; d && i < d->n_segments; i++)
        if (value - d->segments[i].lo < d->segments[i].n)
            return (person){true, d->segments[i].type, d->segments[i].first + (value - d->segments[i].lo)};
    return (person){true, UINT32_MAX, 0};
}

static bool same_person(const person *a, const person *b)
{
    return a->type == b->type && (a->type == UINT32_MAX || a->element == b->element);
}

static coset_status unsupported(coset_err *err, const coset_group *g)
{
    return coset_fail(err, COSET_UNSUPPORTED, "fairness: it is not known which process acts in \"%s\"", g->name);
}

/* people: room for COSET_FAIR_MOST; *n: one more than the largest number. */
static coset_status find_people(const coset_model *m, bool plain, person *people, uint32_t *n, coset_err *err)
{
    *n = 0;
    for (uint32_t k = 0; k < m->n_groups; k++) {
        const coset_group *g = &m->groups[k];
        const coset_digit *d;
        if (g->is_start || !g->actor.each)
            continue;
        if (!digit_of_actor(g, &d))
            return unsupported(err, g);
        for (uint32_t v = 0; v < (d ? d->n : 1); v++) {
            uint64_t number = g->actor.first + g->actor.stride * v;
            person p = person_of(plain ? NULL : d, v);
            if (number >= COSET_FAIR_MOST || (people[number].known && !same_person(&people[number], &p)))
                return unsupported(err, g);
            people[number] = p;
            *n = number >= *n ? (uint32_t)number + 1 : *n;
        }
    }
    return *n ? COSET_OK : coset_fail(err, COSET_UNSUPPORTED, "fairness: the model has no processes");
}

static coset_status fill_actors(fair *f, bool plain, coset_family *y, coset_err *err)
{
    person *people = coset_new(COSET_FAIR_MOST, sizeof *people);
    coset_status st = find_people(f->base.inner, plain, people, &y->n, err);
    coset_digit *digit = coset_arena_get(f->arena, 1, sizeof *digit);
    coset_segment *segments = coset_arena_get(f->arena, y->n, sizeof *segments);
    *digit = (coset_digit){.n = y->n, .segments = segments};
    for (uint32_t i = 0; st == COSET_OK && i < y->n; i++)
        if (people[i].known && people[i].type != UINT32_MAX)
            segments[digit->n_segments++] =
                (coset_segment){.lo = i, .n = 1, .type = people[i].type, .first = people[i].element};
    y->n_digits = 1;
    y->digits = digit;
    coset_delete(people);
    return st;
}

static coset_status fill_instances(const fair *f, const coset_fairness *what, coset_family *y, coset_err *err)
{
    const coset_group *g = &f->base.inner->groups[what->group];
    if (!g->n_instances)
        return coset_fail(
            err, COSET_UNSUPPORTED,
            "fairness: the instances of rule \"%s\" are not known before the search (it ranges over entries "
            "of a multiset or a computed range); name other rules, as in --fair=weak:RULE",
            g->name);
    if (g->n_instances > COSET_FAIR_MOST)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "fairness: rule \"%s\" has %llu instances, and at most %u can be treated fairly; name other "
                          "rules, as in --fair=weak:RULE",
                          g->name, (unsigned long long)g->n_instances, COSET_FAIR_MOST);
    y->n = (uint32_t)g->n_instances;
    y->n_digits = g->n_digits;
    y->digits = g->digits;
    return COSET_OK;
}

static coset_status fill(fair *f, uint32_t n, const coset_fairness *what, coset_err *err)
{
    const coset_model *m = f->base.inner;
    coset_family *families = coset_arena_get(f->arena, (size_t)m->n_families + n, sizeof *families);
    coset_status st = COSET_OK;
    if (m->n_families)
        memcpy(families, m->families, m->n_families * sizeof *families);
    f->subjects = coset_arena_get(f->arena, n, sizeof *f->subjects);
    what = coset_arena_copy(f->arena, what, n, sizeof *what);
    f->base.model.families = families;
    f->base.model.n_families = m->n_families + n;
    f->n_subjects = n;
    f->n_words = f->n_inner_words = coset_families_words(m);
    for (uint32_t i = 0; i < n && st == COSET_OK; i++) {
        coset_family *y = &families[m->n_families + i];
        *y = (coset_family){.name = coset_arena_text(f->arena, what[i].name), .kind = what[i].kind};
        st = what[i].who == COSET_FAIR_ACTORS ? fill_actors(f, what[i].plain, y, err)
                                              : fill_instances(f, &what[i], y, err);
        f->subjects[i] = (subject){&what[i], f->n_words, coset_family_words(y), (UINT64_C(1) << y->n % 64) - 1};
        f->n_words += coset_family_all_words(y);
    }
    return st;
}

coset_status coset_fair_new(const coset_model *m, uint32_t n, const coset_fairness *what, coset_model **out,
                            coset_err *err)
{
    static const coset_model_ops ops = {
        COSET_FORWARD_ALL_BUT_STEPS, .worker_new = worker_new, .worker_free = worker_free,      .next = next,
        .free = fair_free,           .annotate = annotate,     .explain = coset_forward_explain};
    coset_arena *arena = coset_arena_new();
    fair *f = coset_arena_get(arena, 1, sizeof *f);
    *f = (fair){.base = coset_forwarder_of(m, &ops), .arena = arena};
    coset_status st = fill(f, n, what, err);
    *out = st == COSET_OK ? &f->base.model : NULL;
    if (st != COSET_OK)
        coset_arena_free(arena);
    return st;
}
