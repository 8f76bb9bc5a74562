#include "detect/use/reps_by_types.h"

#include <string.h>

#include "detect/extract/layout.h"
#include "detect/use/cosets.h"
#include "symm/canon/canon.h"

#define DEPTH 2

/* The image of a literal. */
typedef struct {
    uint32_t place;
    coset_value value;
} target;

struct coset__reps_by_types {
    const coset_detected *d;
    coset_arena *arena;
    coset__symtypes types;
    const coset__layout *layout;
    coset_symgroup *group;
    coset_canon *canon; /* NULL: S is trivial */
    coset__cosets cosets;
    bool settles;     /* these are a few of the cosets: those that lead to less are applied one after the other */
    target **targets; /* [cosets][literals] */
};

struct coset__reps_by_types_scratch {
    const coset__reps_by_types *t;
    coset_canon_scratch *canon;
    uint32_t *keys;              /* [n_keys] */
    coset_value *x, *y, *least;  /* [places] */
    coset_renaming *perm, *best; /* of the types */
    coset_point *move;           /* [literals] */
};

/* ---- types ------------------------------------------------------------------------------------------------------ */

/* Without those that cannot be laid out. */
static bool lay_out(coset__reps_by_types *t, bool with_types)
{
    coset__symtype *types = NULL;
    if (with_types) {
        t->types = coset__symtypes_find(t->d, DEPTH, t->arena);
        types = coset_arena_copy(t->arena, t->types.types, t->types.n, sizeof *types);
        t->types.types = types;
    }
    for (uint32_t bad; !(t->layout = coset__layout_new(t->d, &t->types, t->arena, &bad)); t->types.n--) {
        if (bad >= t->types.n)
            return false;
        memmove(types + bad, types + bad + 1, (t->types.n - 1 - bad) * sizeof *types);
    }
    return !with_types || t->types.n;
}

static bool make_canon(coset__reps_by_types *t)
{
    coset_err err;
    if (t->types.n == 0)
        return true;
    t->group = coset_symgroup_full(&t->layout->model, t->arena);
    return coset_canon_new(&t->layout->model, t->group, "search", &t->canon, &err) == COSET_OK;
}

/* ---- cosets ----------------------------------------------------------------------------------------------------- */

static bool find_cosets(coset__reps_by_types *t)
{
    COSET_VEC(const coset_point *) perms = {0};
    for (uint32_t i = 0; i < t->types.n; i++)
        for (uint32_t e = 0; e + 1 < t->types.types[i].n; e++)
            *coset_vec_add(&perms) = coset__swap(&t->types.types[i], e, e + 1);
    bool found = coset__cosets_find(t->d, perms.n, perms.at, t->arena, &t->cosets);
    coset_vec_fini(&perms);
    return found;
}

/* ---- images of literals----------------------------------------------------------------------------------------- */

static void find_targets(coset__reps_by_types *t)
{
    const coset_literals *l = &t->d->literals;
    const coset__layout *at = t->layout;
    t->targets = coset_arena_get(t->arena, t->cosets.n, sizeof *t->targets);
    for (uint32_t c = 0; c < t->cosets.n; c++) {
        t->targets[c] = coset_arena_get(t->arena, l->n, sizeof **t->targets);
        for (uint32_t i = 0; i < l->n; i++) {
            uint32_t to = t->cosets.at[c][i];
            COSET_INVARIANT(to < l->n);
            if (at->slots[to] != COSET_NO_LITERAL)
                t->targets[c][i] = (target){at->slots[to], at->values[to]};
        }
    }
}

coset__reps_by_types *coset__reps_by_types_new(const coset_detected *d, bool with_types)
{
    coset_arena *arena = coset_arena_new();
    coset__reps_by_types *t = coset_arena_get(arena, 1, sizeof *t);
    *t = (coset__reps_by_types){.d = d, .arena = arena};
    bool made = lay_out(t, with_types) && make_canon(t), all = made && find_cosets(t);
    if (!made || (!all && (!t->canon || coset_budget_is_spent(d->limit)))) {
        coset__reps_by_types_free(t);
        return NULL;
    }
    if (!all) {
        t->settles = true;
        t->cosets = coset__cosets_near(d, arena);
    }
    find_targets(t);
    return t;
}

void coset__reps_by_types_free(coset__reps_by_types *t)
{
    if (!t)
        return;
    coset_canon_free(t->canon);
    coset_arena_free(t->arena);
}

bool coset__reps_by_types_exact(const coset__reps_by_types *t) { return !t->settles; }

static uint32_t n_points(const coset__reps_by_types *t)
{
    return t->canon ? coset_symmetry_points(&t->layout->model.symmetry) : 0;
}

/* ---- representatives -------------------------------------------------------------------------------------------- */

coset__reps_by_types_scratch *coset__reps_by_types_scratch_new(const coset__reps_by_types *t)
{
    coset__reps_by_types_scratch *s = coset_new(1, sizeof *s);
    uint32_t n = t->layout->model.n_slots, n_perm = n_points(t);
    s->t = t;
    s->canon = t->canon ? coset_canon_scratch_new(t->canon) : NULL;
    s->keys = coset_new(t->cosets.n_keys, sizeof *s->keys);
    s->x = coset_new(n, sizeof *s->x);
    s->y = coset_new(n, sizeof *s->y);
    s->least = coset_new(n, sizeof *s->least);
    s->perm = coset_new(n_perm, sizeof *s->perm);
    s->best = coset_new(n_perm, sizeof *s->best);
    s->move = coset_new(t->d->literals.n, sizeof *s->move);
    return s;
}

void coset__reps_by_types_scratch_free(coset__reps_by_types_scratch *s)
{
    if (!s)
        return;
    coset_canon_scratch_free(s->canon);
    coset_delete(s->keys);
    coset_delete(s->x);
    coset_delete(s->y);
    coset_delete(s->least);
    coset_delete(s->perm);
    coset_delete(s->best);
    coset_delete(s->move);
    coset_delete(s);
}

static void write_image(const coset__reps_by_types_scratch *s, uint32_t coset, const uint32_t *state)
{
    const coset__reps_by_types *t = s->t;
    const target *to = t->targets[coset];
    for (uint32_t i = 0; i < t->cosets.n_moving; i++) {
        const target *at = &to[state[t->cosets.moving[i]]];
        s->x[at->place] = at->value;
    }
}

/* perm: the action on literals of that coset and then of the renaming `best` of the types. */
static void write_perm(const coset__reps_by_types_scratch *s, uint32_t coset, coset_point *perm)
{
    const coset__reps_by_types *t = s->t;
    coset_renaming *to = s->best;
    memcpy(perm, t->cosets.at[coset], t->d->literals.n * sizeof *perm);
    for (uint32_t i = 0; i < t->types.n; to += t->types.types[i++].n)
        for (uint32_t done = 0; done + 1 < t->types.types[i].n;) { /* sorting undoes it, swap by swap */
            if (to[done] < to[done + 1]) {
                done++;
                continue;
            }
            const coset_point *swap = coset__swap(&t->types.types[i], done, done + 1);
            coset_renaming x = to[done];
            to[done] = to[done + 1];
            to[done + 1] = x;
            for (uint32_t k = 0; k < t->d->literals.n; k++)
                perm[k] = swap[perm[k]];
            done = 0;
        }
}

static void swap_states(coset_value **x, coset_value **y)
{
    coset_value *z = *x;
    *x = *y;
    *y = z;
}

static void read_least(const coset__reps_by_types_scratch *s, uint32_t *state)
{
    const coset__layout *l = s->t->layout;
    for (uint32_t i = 0; i < l->model.n_slots; i++)
        if (l->back_at[i] != COSET_NO_LITERAL) {
            uint32_t x = l->back[l->back_at[i] + s->least[i]];
            state[s->t->d->literals.slots[x]] = x;
        }
}

/* As measured, in nanoseconds. */
static uint64_t work_of(const coset__reps_by_types *t, uint32_t n_tried)
{
    uint64_t one = 4 + 2 * (uint64_t)t->cosets.n_moving;
    uint64_t canon = t->canon ? 100 + 25 * (uint64_t)n_points(t) + 10 * (uint64_t)t->layout->model.n_slots : 0;
    uint64_t keys =
        t->cosets.n > 1 && !t->settles ? (uint64_t)t->cosets.n_keys * t->cosets.n_moving / 6 + t->cosets.n : 0;
    return 20 + 4 * (uint64_t)t->cosets.n_moving + keys + n_tried * (one + canon);
}

/* Replaces `least` by the representative under the types of the image under that coset, if that is less. */
static bool improves(coset__reps_by_types_scratch *s, uint32_t coset, const uint32_t *state, bool first)
{
    write_image(s, coset, state);
    coset_canon_apply(s->canon, s->x, s->y, s->best, NULL);
    if (!first && memcmp(s->y, s->least, s->t->layout->model.n_slots * sizeof *s->y) >= 0)
        return false;
    swap_states(&s->y, &s->least);
    return true;
}

/* From image to image, while it becomes less. */
static uint64_t settle(coset__reps_by_types_scratch *s, uint32_t *state, coset_point *perm)
{
    const coset__reps_by_types *t = s->t;
    uint32_t n_tried = 0, n = t->cosets.n;
    COSET_INVARIANT(t->canon);
    if (perm)
        coset_literals_identity(&t->d->literals, perm);
    for (uint32_t quiet = 0, c = 0; quiet < n; c = (c + 1) % n, n_tried++) {
        quiet++;
        if (!improves(s, c, state, n_tried == 0))
            continue;
        read_least(s, state);
        quiet = 0;
        if (!perm)
            continue;
        write_perm(s, c, s->move);
        coset_literals_follow(&t->d->literals, perm, s->move);
    }
    return work_of(t, n_tried);
}

uint64_t coset__reps_by_types_apply(coset__reps_by_types_scratch *s, uint32_t *state, coset_point *perm,
                                    coset_count *orbit)
{
    const coset__reps_by_types *t = s->t;
    if (t->settles)
        return settle(s, state, perm);
    size_t bytes = t->layout->model.n_slots * sizeof *s->x;
    uint32_t key = t->cosets.n > 1 ? coset__cosets_keys(&t->cosets, state, s->keys) : 0, n_tried = 0, n_least = 0,
             best = 0;
    coset_count part = 1;
    for (uint32_t c = 0; c < t->cosets.n; c++) {
        coset_count here = 1;
        if (s->keys[c] != key)
            continue;
        n_tried++;
        write_image(s, c, state);
        if (t->canon)
            coset_canon_apply(s->canon, s->x, s->y, perm ? s->perm : NULL, &here);
        else
            memcpy(s->y, s->x, bytes);
        int order = n_least ? memcmp(s->y, s->least, bytes) : -1;
        n_least = order < 0 ? 1 : n_least + (order == 0);
        if (order >= 0)
            continue;
        swap_states(&s->y, &s->least);
        best = c;
        part = here;
        for (uint32_t i = 0; perm && i < n_points(t); i++)
            s->best[i] = s->perm[i];
    }
    COSET_INVARIANT(n_least > 0);
    bool counted = orbit && coset_count_mul(&part, t->cosets.n);
    COSET_INVARIANT(!counted || part % n_least == 0); /* as many cosets lead to each least image */
    if (orbit)
        *orbit = counted ? part / n_least : 0;
    read_least(s, state);
    if (perm)
        write_perm(s, best, perm);
    return work_of(t, n_tried);
}
