#include "symm/canon/canon.h"

#include <string.h>

#include "base/text.h"
#include "symm/canon/canon_int.h"

#define N_METHODS 8
#define SEARCH    6 /* its number */

static const coset_strategy table[N_METHODS] = {
    {"full", true, "try every renaming and keep the least state; for small groups"},
    {"sorted", false, "sort the elements by their own variables; fast, merges less"},
    {"segmented", true, "sort, then try every order of equal elements"},
    {"pc-sorted", false, "sort by the control states of their processes"},
    {"pc-segmented", true, "the same, then try every order of equal elements"},
    {"refine", false, "order the elements by refinement of their relations; merges almost all"},
    {"search", true, "refinement, then a search among the elements that it does not separate (default)"},
    {"label", true, "canonical labelling of a coloured graph by nauty"},
};

/* methods[i] implements table[i]. */
static const coset__method *const methods[N_METHODS] = {
    &coset__method_full,         &coset__method_sorted, &coset__method_segmented, &coset__method_pc_sorted,
    &coset__method_pc_segmented, &coset__method_refine, &coset__method_search,    &coset__method_label,
};

struct coset_canon {
    const coset_strategy *strategy;
    const coset__method *method;
    coset__action *action;
    coset_arena *arena;          /* of the groups of `before` */
    const coset_arrivals *after; /* elements of the group that are not there from the beginning, or NULL */
    coset_canon **before;        /* [after->n] while only so many are present; one may occur several times.
                                    NULL: this one, because all that move are present */
};

struct coset_canon_scratch {
    const coset_canon *canon;
    coset_canon_scratch **before; /* as in the canonicaliser */
    void *own;                    /* of the method */
    uint64_t moves;               /* states so far that were not their representatives */
    uint32_t *image;              /* [n_points] */
};

const coset_strategy *coset_strategies(uint32_t *n)
{
    *n = N_METHODS;
    return table;
}

static coset_status unknown_strategy(const char *name, coset_err *err)
{
    const char *names[N_METHODS];
    for (uint32_t i = 0; i < N_METHODS; i++)
        names[i] = table[i].name;
    const char *near = coset_nearest(name, names, N_METHODS);
    if (near)
        return coset_fail(err, COSET_USAGE, "unknown symmetry strategy '%s'; did you mean '%s'?", name, near);
    return coset_fail(err, COSET_USAGE, "unknown symmetry strategy '%s'", name);
}

static coset_status canon_new(const coset_model *m, const coset_symgroup *g, uint32_t i, coset_canon **out,
                              coset_err *err)
{
    coset__action *action = NULL;
    coset_status status = coset__action_new(m, g, &action, err);
    if (!status && methods[i]->check)
        status = methods[i]->check(action, err);
    if (status) {
        coset__action_free(action);
        return status;
    }
    coset_canon *c = coset_new(1, sizeof *c);
    *c = (coset_canon){.strategy = &table[i], .method = methods[i], .action = action};
    *out = c;
    return COSET_OK;
}

/* By the same method, or by one that is for all groups if it declines this part of the group. */
static coset_status part_new(const coset_model *m, const coset_symgroup *part, uint32_t i, coset_canon **out,
                             coset_err *err)
{
    coset_status status = canon_new(m, part, i, out, err);
    return status ? canon_new(m, part, SEARCH, out, err) : status;
}

/* Those for states in which not all elements are there yet. */
static coset_status make_before(coset_canon *c, const coset_model *m, const coset_symgroup *g, coset_err *err)
{
    const coset_arrivals *after = g->arrivals;
    coset_status status = COSET_OK;
    c->arena = coset_arena_new();
    c->before = coset_arena_get(c->arena, after->n, sizeof(coset_canon *));
    c->after = after;
    for (uint32_t n = 0; n < after->n && !status; n++) {
        const coset_symgroup *part = coset_symgroup_while(m, g, n, c->arena);
        coset_canon *last = n ? c->before[n - 1] : NULL;
        if (coset_symgroup_same(m, part, g))
            continue;
        if (last && coset_symgroup_same(m, part, last->action->g))
            c->before[n] = last;
        else
            status = part_new(m, part, (uint32_t)(c->strategy - table), &c->before[n], err);
    }
    return status;
}

coset_status coset_canon_new(const coset_model *m, const coset_symgroup *g, const char *strategy, coset_canon **out,
                             coset_err *err)
{
    uint32_t i = 0;
    *out = NULL;
    while (i < N_METHODS && strcmp(strategy, table[i].name) != 0)
        i++;
    if (i == N_METHODS)
        return unknown_strategy(strategy, err);
    coset_status status = canon_new(m, g, i, out, err);
    if (!status && g->arrivals)
        status = make_before(*out, m, g, err);
    if (status && *out) {
        coset_canon_free(*out);
        *out = NULL;
    }
    return status;
}

void coset_canon_free(coset_canon *c)
{
    if (!c)
        return;
    for (uint32_t n = 0; c->after && n < c->after->n; n++)
        if (n == 0 || c->before[n] != c->before[n - 1])
            coset_canon_free(c->before[n]);
    coset_arena_free(c->arena);
    coset__action_free(c->action);
    coset_delete(c);
}

void coset_canon_use_native(coset_canon *c, uint64_t after) { coset__fast_init(c->action, after); }

bool coset_canon_leave(const coset_canon *c) { return c && coset__fast_leave(c->action); }

const coset_strategy *coset_canon_strategy(const coset_canon *c) { return c->strategy; }
const coset_symgroup *coset_canon_group(const coset_canon *c) { return c->action->g; }

coset_canon_scratch *coset_canon_scratch_new(const coset_canon *c)
{
    coset_canon_scratch *s = coset_new(1, sizeof *s);
    s->canon = c;
    s->image = coset_new(c->action->n_points, sizeof *s->image);
    s->own = c->method->scratch_new(c->action);
    if (c->after)
        s->before = coset_new(c->after->n, sizeof(coset_canon_scratch *));
    for (uint32_t n = 0; c->after && n < c->after->n; n++)
        if (c->before[n])
            s->before[n] =
                n && c->before[n] == c->before[n - 1] ? s->before[n - 1] : coset_canon_scratch_new(c->before[n]);
    return s;
}

void coset_canon_scratch_free(coset_canon_scratch *s)
{
    if (!s)
        return;
    const coset_arrivals *after = s->canon->after;
    for (uint32_t n = 0; after && n < after->n; n++)
        if (n == 0 || s->before[n] != s->before[n - 1])
            coset_canon_scratch_free(s->before[n]);
    coset_delete(s->before);
    s->canon->method->scratch_free(s->own);
    coset_delete(s->image);
    coset_delete(s);
}

/* If elements have yet to arrive, the successors may belong to any later part of the group. */
void coset_canon_from(coset_canon_scratch *s, const coset_value *src)
{
    const coset_arrivals *after = s->canon->after;
    for (uint32_t n = after && src ? coset_arrivals_there(after, src) : 0; after && n < after->n; n++)
        if (s->before[n])
            coset_canon_from(s->before[n], src);
    if (s->canon->method->from)
        s->canon->method->from(s->own, src);
}

static void write_renaming(const coset__action *a, const uint32_t *image, coset_renaming *perm)
{
    const coset_symmetry *s = &a->m->symmetry;
    for (uint32_t t = 0, i = 0; t < s->n_types; t++)
        for (uint32_t e = 0; e < s->types[t].n; e++)
            perm[i++] = e;
    for (uint32_t p = 0; p < a->n_points; p++)
        perm[a->points[p].renaming] = a->points[image[p]].element;
}

void coset_canon_apply(coset_canon_scratch *s, const coset_value *src, coset_value *dst, coset_renaming *perm,
                       coset_count *orbit)
{
    const coset_arrivals *after = s->canon->after;
    const uint32_t there = after ? coset_arrivals_there(after, src) : 0;
    if (after && there < after->n && s->before[there]) {
        coset_canon_apply(s->before[there], src, dst, perm, orbit);
        return;
    }
    const coset__action *a = s->canon->action;
    coset__fast_make(a, src, s->moves);
    for (uint32_t p = 0; p < a->n_points; p++)
        s->image[p] = p;
    coset_factored stabiliser = s->canon->method->apply(s->own, src, dst, s->image);
    s->moves += coset__moves(a, s->image);
    if (perm)
        write_renaming(a, s->image, perm);
    if (orbit)
        *orbit = coset_factored_quotient(a->order, stabiliser);
}
