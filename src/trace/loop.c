#include "trace/loop.h"

#include <string.h>

typedef struct {
    const coset_model *m;
    const coset_trace *t;
    uint32_t words;
    uint32_t at;      /* step */
    bool found;       /* an edge of it */
    uint64_t accepts; /* of the loop */
    uint64_t *fair;   /* [words] of the loop */
    uint64_t *banned; /* [words] requests that are not granted */
} loop;

static const coset_value *state(const loop *l, uint32_t i) { return l->t->states + (size_t)i * l->m->n_slots; }

static coset_status add_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    loop *l = ctx;
    const coset_step *step = &l->t->steps[l->at];
    const coset_value *to = state(l, l->at == l->t->n_states ? l->t->loop : l->at);
    if (e->fault || e->group != step->group || e->instance != step->instance ||
        (l->m->n_slots && memcmp(dst, to, l->m->n_slots * sizeof *dst) != 0))
        return COSET_OK;
    for (uint32_t w = 0; e->fair && w < l->words; w++)
        if (e->fair[w] & l->banned[w])
            return COSET_OK;
    l->found = true;
    l->accepts |= e->accepts;
    for (uint32_t w = 0; e->fair && w < l->words; w++)
        l->fair[w] |= e->fair[w];
    return COSET_OK;
}

/* Collects the marks of all edges of the loop; false if a step has no edge. */
static bool add_up(loop *l, coset_worker *worker)
{
    l->accepts = 0;
    memset(l->fair, 0, l->words * sizeof *l->fair);
    for (l->at = l->t->loop + 1; l->at <= l->t->n_states; l->at++) {
        l->found = false;
        if (l->m->ops->next(worker, state(l, l->at - 1), add_edge, l) != COSET_OK || !l->found)
            return false;
    }
    return true;
}

typedef enum { ACCEPTING, NOT_ACCEPTING, REQUESTING } verdict;

static bool has_all(const coset_family *f, const uint64_t *set)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (!(set[i / 64] >> i % 64 & 1))
            return false;
    return true;
}

/* Requests that are not granted are banned. */
static verdict judge(loop *l)
{
    verdict v = l->accepts == coset_all_accepts(l->m->n_accepts) ? ACCEPTING : NOT_ACCEPTING;
    for (uint32_t i = 0, at = 0; i < l->m->n_families; at += coset_family_all_words(&l->m->families[i]), i++) {
        const coset_family *f = &l->m->families[i];
        uint32_t n = coset_family_words(f);
        if (f->kind == COSET_FAMILY_BUCHI && !has_all(f, l->fair + at))
            return NOT_ACCEPTING;
        for (uint32_t w = at; f->kind == COSET_FAMILY_STREETT && w < at + n; w++) {
            uint64_t open = l->fair[w] & ~l->fair[w + n];
            l->banned[w] |= open;
            if (open && v == ACCEPTING)
                v = REQUESTING;
        }
    }
    return v;
}

bool coset__loop_accepts(const coset_model *m, const coset_trace *t)
{
    loop l = {.m = m, .t = t, .words = coset_families_words(m)};
    coset_worker *worker = coset_worker_new_annotating(m);
    if (!worker)
        return false;
    l.fair = coset_new(l.words, sizeof *l.fair);
    l.banned = coset_new(l.words, sizeof *l.banned);
    verdict v = REQUESTING;
    while (v == REQUESTING)
        v = add_up(&l, worker) ? judge(&l) : NOT_ACCEPTING;
    m->ops->worker_free(worker);
    coset_delete(l.fair);
    coset_delete(l.banned);
    return v == ACCEPTING;
}
