#include "detect/use/reps_by_text.h"

#include <string.h>

#include "detect/use/cosets.h"
#include "symm/canon/canon.h"

struct coset__reps_by_text {
    const coset_detected *d;
    coset_arena *arena;
    coset_canon *canon; /* NULL: S is trivial */
    coset__cosets cosets;
    uint32_t n_points; /* of all types */
};

struct coset__reps_by_text_scratch {
    const coset__reps_by_text *r;
    coset_canon_scratch *canon;
    uint32_t *keys, *literals;       /* [n_keys]; [slots] */
    coset_value *image, *one;        /* [slots] */
    coset_renaming *renaming, *best; /* [n_points] */
};

/* ---- making ----------------------------------------------------------------------------------------------------- */

static bool find_cosets(coset__reps_by_text *r, bool with_types)
{
    const coset_detect_renamings *t = &r->d->renamings;
    uint32_t n = with_types ? t->n_swaps : 0;
    const coset_point **perms = coset_new(n, sizeof *perms);
    for (uint32_t i = 0; i < n; i++)
        perms[i] = t->swaps[i].perm;
    bool found = coset__cosets_find(r->d, n, perms, r->arena, &r->cosets);
    coset_delete(perms);
    return found;
}

static bool make_canon(coset__reps_by_text *r)
{
    const coset_detect_renamings *t = &r->d->renamings;
    coset_err err;
    if (!t->model || t->n_swaps == 0)
        return false;
    r->n_points = coset_symmetry_points(&t->model->symmetry);
    return coset_canon_new(t->model, t->group, "search", &r->canon, &err) == COSET_OK;
}

coset__reps_by_text *coset__reps_by_text_new(const coset_detected *d, bool with_types)
{
    coset_arena *arena = coset_arena_new();
    coset__reps_by_text *r = coset_arena_get(arena, 1, sizeof *r);
    *r = (coset__reps_by_text){.d = d, .arena = arena};
    if ((!with_types || make_canon(r)) && find_cosets(r, with_types))
        return r;
    coset__reps_by_text_free(r);
    return NULL;
}

void coset__reps_by_text_free(coset__reps_by_text *r)
{
    if (!r)
        return;
    coset_canon_free(r->canon);
    coset_arena_free(r->arena);
}

coset__reps_by_text_scratch *coset__reps_by_text_scratch_new(const coset__reps_by_text *r)
{
    coset__reps_by_text_scratch *s = coset_new(1, sizeof *s);
    uint32_t n = r->d->literals.n_slots;
    s->r = r;
    s->canon = r->canon ? coset_canon_scratch_new(r->canon) : NULL;
    s->keys = coset_new(r->cosets.n_keys, sizeof *s->keys);
    s->literals = coset_new(n, sizeof *s->literals);
    s->image = coset_new(n, sizeof *s->image);
    s->one = coset_new(n, sizeof *s->one);
    s->renaming = coset_new(r->n_points, sizeof *s->renaming);
    s->best = coset_new(r->n_points, sizeof *s->best);
    return s;
}

void coset__reps_by_text_scratch_free(coset__reps_by_text_scratch *s)
{
    if (!s)
        return;
    coset_canon_scratch_free(s->canon);
    coset_delete(s->keys);
    coset_delete(s->literals);
    coset_delete(s->image);
    coset_delete(s->one);
    coset_delete(s->renaming);
    coset_delete(s->best);
    coset_delete(s);
}

/* ---- one state -------------------------------------------------------------------------------------------------- */

static uint32_t least_key(coset__reps_by_text_scratch *s, const coset_value *src)
{
    const coset__cosets *c = &s->r->cosets;
    for (uint32_t i = 0; i < c->n_moving; i++)
        s->literals[c->moving[i]] = coset_literals_find(&s->r->d->literals, c->moving[i], src[c->moving[i]]);
    return coset__cosets_keys(c, s->literals, s->keys);
}

/* The representative that S has for the image under a coset, to s->one. */
static coset_count represent(coset__reps_by_text_scratch *s, uint32_t coset, const coset_value *src, bool with_renaming)
{
    const coset__reps_by_text *r = s->r;
    const coset_value *image = src;
    coset_count orbit = 1;
    if (coset > 0) {
        coset_literals_permute(&r->d->literals, r->cosets.at[coset], src, s->image);
        image = s->image;
    }
    if (s->canon)
        coset_canon_apply(s->canon, image, s->one, with_renaming ? s->renaming : NULL, &orbit);
    else
        memcpy(s->one, image, r->d->literals.n_slots * sizeof *image);
    return orbit;
}

/* perm: the action on literals of that coset and then of the renaming s->best. Sorting undoes the renaming, swap by
 * swap. */
static void write_perm(const coset__reps_by_text_scratch *s, uint32_t coset, coset_point *perm)
{
    const coset_detect_renamings *t = &s->r->d->renamings;
    bool sorted = !s->canon;
    memcpy(perm, s->r->cosets.at[coset], s->r->d->literals.n * sizeof *perm);
    while (!sorted) {
        sorted = true;
        for (uint32_t i = 0; i < t->n_swaps; i++) {
            coset_renaming *to = s->best + coset_symmetry_offset(&t->model->symmetry, t->swaps[i].type);
            coset_renaming x = to[t->swaps[i].a], y = to[t->swaps[i].b];
            if (x < y)
                continue;
            to[t->swaps[i].a] = y;
            to[t->swaps[i].b] = x;
            coset_literals_follow(&s->r->d->literals, perm, t->swaps[i].perm);
            sorted = false;
        }
    }
}

/* As measured, in nanoseconds. */
static uint64_t work_of(const coset__reps_by_text *r, uint32_t n_tried)
{
    uint64_t n_slots = r->d->literals.n_slots;
    uint64_t one = 50 + (r->d->literals.bags ? 8 : 4) * n_slots;
    uint64_t canon = r->canon ? 100 + 25 * (uint64_t)r->n_points + 10 * n_slots : 0;
    uint64_t keys = r->cosets.n > 1 ? (uint64_t)r->cosets.n_keys * r->cosets.n_moving / 6 + r->cosets.n : 0;
    return 20 + keys + n_tried * (one + canon);
}

uint64_t coset__reps_by_text_apply(coset__reps_by_text_scratch *s, const coset_value *src, coset_value *dst,
                                   coset_point *perm, coset_count *orbit)
{
    const coset__reps_by_text *r = s->r;
    uint32_t n_slots = r->d->literals.n_slots, n_tried = 0, n_least = 0, best = 0;
    uint32_t key = r->cosets.n > 1 ? least_key(s, src) : 0;
    coset_count part = 1;
    for (uint32_t c = 0; c < r->cosets.n; c++) {
        if (s->keys[c] != key)
            continue;
        n_tried++;
        coset_count here = represent(s, c, src, perm != NULL);
        int order = n_least ? memcmp(s->one, dst, n_slots * sizeof *dst) : -1;
        n_least = order < 0 ? 1 : n_least + (order == 0);
        if (order >= 0)
            continue;
        memcpy(dst, s->one, n_slots * sizeof *dst);
        best = c;
        part = here;
        if (perm)
            memcpy(s->best, s->renaming, r->n_points * sizeof *s->best);
    }
    if (orbit)
        *orbit = part * r->cosets.n / n_least;
    if (perm)
        write_perm(s, best, perm);
    return work_of(r, n_tried);
}
