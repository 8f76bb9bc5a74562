#include "trace/fates.h"

#include <string.h>

#define NEVER UINT32_MAX

typedef struct {
    const coset_model *m;
    const coset_trace *t;
    uint32_t at;        /* step */
    uint32_t n;         /* indices of all families */
    uint32_t *moves;    /* [n] first step in which the index moves, or NEVER */
    uint32_t *disabled; /* [n] first step in whose source it is not enabled, or NEVER */
    bool *enabled;      /* [n] somewhere */
} fates;

static void note(uint32_t *first, uint32_t step)
{
    if (*first == NEVER)
        *first = step;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    fates *f = ctx;
    const coset_trace *t = f->t;
    const coset_step *step = &t->steps[f->at];
    const uint32_t n = f->m->n_slots, to = f->at == t->n_states ? t->loop : f->at;
    if (e->fault || !e->fair || e->group != step->group || e->instance != step->instance ||
        (n && memcmp(dst, t->states + (size_t)to * n, n * sizeof *dst) != 0))
        return COSET_OK;
    for (uint32_t k = 0, at = 0, index = 0; k < f->m->n_families;
         at += coset_family_all_words(&f->m->families[k]), k++) {
        const coset_family *family = &f->m->families[k];
        const uint64_t *requests = e->fair + at, *grants = requests + coset_family_words(family);
        for (uint32_t i = 0; i < family->n; i++, index++) {
            const bool enabled = requests[i / 64] >> i % 64 & 1;
            f->enabled[index] = f->enabled[index] || enabled;
            if (!enabled)
                note(&f->disabled[index], f->at);
            if (grants[i / 64] >> i % 64 & 1) {
                f->enabled[index] = true; /* even by a part of a step */
                note(&f->moves[index], f->at);
            }
        }
    }
    return COSET_STOPPED;
}

/* Those that move, or those that could somewhere but never do. */
static void collect(const fates *f, bool moves, coset_trace_fate *out, uint32_t *n)
{
    for (uint32_t k = 0, index = 0; k < f->m->n_families; k++)
        for (uint32_t i = 0; i < f->m->families[k].n; i++, index++)
            if (f->enabled[index] && moves == (f->moves[index] != NEVER))
                out[(*n)++] = (coset_trace_fate){k, i, moves, moves ? f->moves[index] : f->disabled[index], NULL};
}

void coset_trace_find_fates(const coset_model *m, coset_trace *t, coset_arena *arena)
{
    fates f = {.m = m, .t = t};
    coset_worker *worker = coset_worker_new_annotating(m);
    if (!worker)
        return;
    for (uint32_t k = 0; k < m->n_families; k++)
        f.n += m->families[k].n;
    f.moves = coset_arena_get(arena, (size_t)f.n + 1, sizeof *f.moves);
    f.disabled = coset_arena_get(arena, (size_t)f.n + 1, sizeof *f.disabled);
    f.enabled = coset_arena_get(arena, (size_t)f.n + 1, sizeof *f.enabled);
    for (uint32_t i = 0; i < f.n; i++)
        f.moves[i] = f.disabled[i] = NEVER;
    for (f.at = t->loop + 1; f.at <= t->n_states; f.at++)
        (void)m->ops->next(worker, t->states + (size_t)(f.at - 1) * m->n_slots, on_edge, &f);
    m->ops->worker_free(worker);
    coset_trace_fate *out = coset_arena_get(arena, (size_t)f.n + 1, sizeof *out);
    collect(&f, false, out, &t->n_fates);
    collect(&f, true, out, &t->n_fates);
    t->fates = out;
}
