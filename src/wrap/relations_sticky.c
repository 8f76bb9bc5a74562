/* relations_sticky.c - selects groups such that each cycle of the state graph has a step of one of them.
 *
 * Groups are considered one by one, those with few conflicts first, because being sticky costs little for groups with
 * many conflicts. A group stays loose (not sticky) if no infinite run has steps of loose groups only. The proof
 * proceeds slot by slot: the values of a slot and the steps of transitions that write it form a graph. A transition
 * whose every step leads from one strongly connected component to another is taken finitely often, because the slot
 * never returns. So it can be removed, and the graphs of other slots lose edges. If all transitions are removed in the
 * end, there is no infinite run. (A server that takes a request in each round is loose if those that make requests are
 * sticky.) */
#include <stdlib.h>
#include <string.h>

#include "wrap/relations_int.h"

#define MOST_WORK    UINT64_C(100000000) /* edges of graphs that are examined */
#define EDGES_A_UNIT 8U                  /* of a budget */

typedef struct {
    coset__relating *r;
    bool *waits;                           /* [n_slots] on the worklist */
    uint64_t *loose;                       /* a set of transitions */
    uint64_t *left;                        /* of these, not yet removed */
    uint64_t *edges, *back;                /* [COSET__MOST_CONTENTS][words of it] of one graph, and reversed */
    uint64_t *members;                     /* same size, for its components */
    uint64_t *seen;                        /* a set of values */
    uint32_t *part, *order, *path, *place; /* [COSET__MOST_CONTENTS] for its components */
    uint64_t work;
} finding;

/* A group with the cost of its being sticky. */
typedef struct {
    uint32_t group, gain;
} candidate;

/* ---- the graph of a slot ---------------------------------------------------------------------------------------- */

/* Adds edges from each value of one set to each of the other. */
static void connect(uint64_t *edges, uint32_t n, const uint64_t *from, const uint64_t *to)
{
    const uint32_t words = coset_slot_words(n);
    for (uint32_t i = 0; i < words; i++)
        for (uint64_t some = coset__word_of(from, i, n); some; some &= some - 1) {
            uint64_t *row = edges + (size_t)(64 * i + (uint32_t)__builtin_ctzll(some)) * words;
            for (uint32_t w = 0; w < words; w++)
                row[w] |= coset__word_of(to, w, n);
        }
}

static void draw(finding *f, const coset__slot *g)
{
    const uint32_t words = coset_slot_words(g->n);
    memset(f->edges, 0, (size_t)g->n * words * sizeof *f->edges);
    memset(f->back, 0, (size_t)g->n * words * sizeof *f->back);
    for (uint32_t k = 0; k < g->n_writings; k++) {
        const coset__writing *x = &g->writings[k];
        if (!coset__has(f->left, x->transition))
            continue;
        f->work += (uint64_t)g->n * words;
        connect(f->edges, g->n, x->from, x->to);
        connect(f->back, g->n, x->to, x->from);
    }
}

/* The first element of `all` that is not in `seen`, from word *w on; n: there is none. */
static uint32_t first_new(const uint64_t *all, const uint64_t *seen, uint32_t n, uint32_t *w)
{
    for (; *w < coset_slot_words(n); ++*w)
        if (all[*w] & ~seen[*w])
            return 64 * *w + (uint32_t)__builtin_ctzll(all[*w] & ~seen[*w]);
    return n;
}

/* Depth-first search from v: values in postorder, after the first n_order of f->order. */
static uint32_t list_from(finding *f, uint32_t n, uint32_t v, uint32_t n_order)
{
    const uint32_t words = coset_slot_words(n);
    uint32_t n_path = 1;
    coset__add(f->seen, v);
    f->path[0] = v;
    f->place[v] = 0;
    while (n_path) {
        const uint32_t u = f->path[n_path - 1], to = first_new(f->edges + (size_t)u * words, f->seen, n, &f->place[u]);
        if (to == n) {
            f->order[n_order++] = f->path[--n_path];
            continue;
        }
        coset__add(f->seen, to);
        f->place[to] = 0;
        f->path[n_path++] = to;
    }
    return n_order;
}

/* All values that reach v and have no component yet belong to this one. */
static void number_back(finding *f, uint32_t n, uint32_t v, uint32_t part)
{
    const uint32_t words = coset_slot_words(n);
    uint32_t n_path = 1;
    coset__add(f->seen, v);
    f->path[0] = v;
    while (n_path) {
        const uint32_t u = f->path[--n_path];
        f->part[u] = part;
        for (uint32_t w = 0, from; (from = first_new(f->back + (size_t)u * words, f->seen, n, &w)) < n;) {
            coset__add(f->seen, from);
            f->path[n_path++] = from;
        }
    }
}

/* Numbers the strongly connected components in f->part (S. R. Kosaraju). Both searches visit only unseen values, a word
 * of the set at a time, because most graphs are dense. */
static void find_parts(finding *f, uint32_t n)
{
    const size_t bytes = coset_slot_words(n) * sizeof *f->seen;
    uint32_t n_order = 0, n_parts = 0;
    f->work += (uint64_t)n * n / 16;
    memset(f->seen, 0, bytes);
    for (uint32_t v = 0; v < n; v++)
        if (!coset__has(f->seen, v))
            n_order = list_from(f, n, v, n_order);
    memset(f->seen, 0, bytes);
    while (n_order--)
        if (!coset__has(f->seen, f->order[n_order]))
            number_back(f, n, f->order[n_order], n_parts++);
}

/* The values of each component, as a set. */
static void list_members(finding *f, uint32_t n)
{
    const uint32_t words = coset_slot_words(n);
    memset(f->members, 0, (size_t)n * words * sizeof *f->members);
    for (uint32_t v = 0; v < n; v++)
        coset__add(f->members + (size_t)f->part[v] * words, v);
}

/* Each step leads from one component to another. */
static bool crosses(finding *f, uint32_t n, const coset__writing *x)
{
    const uint32_t words = coset_slot_words(n);
    if (x->keeps || !x->to)
        return false;
    f->work += (uint64_t)n * words;
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t w = 0; w < words && (!x->from || coset__has(x->from, v)); w++)
            if (x->to[w] & f->members[(size_t)f->part[v] * words + w])
                return false;
    return true;
}

/* ---- removing transitions --------------------------------------------------------------------------------------- */

static void leave_out(finding *f, uint32_t transition)
{
    const coset_transition *t = &f->r->t->at[transition];
    f->left[transition / 64] &= ~(UINT64_C(1) << transition % 64);
    for (uint32_t s = 0; s < f->r->n_slots; s++)
        f->waits[s] |= coset_slots_has(t->writes, s);
}

/* Some transition leads from any value to any. */
static bool is_complete(const finding *f, const coset__slot *g)
{
    for (uint32_t k = 0; k < g->n_writings; k++) {
        const coset__writing *x = &g->writings[k];
        if (!x->from && !x->to && coset__has(f->left, x->transition))
            return true;
    }
    return false;
}

static void look_at(finding *f, const coset__slot *g)
{
    const uint64_t before = f->work;
    bool any = false;
    for (uint32_t k = 0; k < g->n_writings && !any; k++) {
        const coset__writing *x = &g->writings[k];
        any = !x->keeps && x->to && coset__has(f->left, x->transition);
    }
    f->work += g->n_writings;
    if (!any)
        return;
    if (is_complete(f, g)) {
        memset(f->part, 0, g->n * sizeof *f->part);
    } else {
        draw(f, g);
        find_parts(f, g->n);
    }
    list_members(f, g->n);
    for (uint32_t k = 0, of; k < g->n_writings;) {
        bool cross = coset__has(f->left, of = g->writings[k].transition);
        for (; k < g->n_writings && g->writings[k].transition == of; k++)
            cross = cross && crosses(f, g->n, &g->writings[k]);
        if (cross)
            leave_out(f, of);
    }
    (void)coset_budget_spend(f->r->limit, (uint32_t)((f->work - before) / EDGES_A_UNIT));
}

/* No infinite run has steps of loose transitions only. */
static bool ends(finding *f)
{
    memcpy(f->left, f->loose, f->r->n_words * sizeof *f->left);
    for (uint32_t i = 0; i < f->r->t->n; i++)
        if (f->r->dead[i])
            f->left[i / 64] &= ~(UINT64_C(1) << i % 64);
    for (uint32_t s = 0; s < f->r->n_slots; s++)
        f->waits[s] = f->r->slots[s].n > 0;
    for (bool more = true; more && f->work < MOST_WORK;) {
        more = false;
        for (uint32_t s = 0; s < f->r->n_slots && !coset_budget_is_spent(f->r->limit); s++)
            if (f->waits[s] && f->r->slots[s].n) {
                f->waits[s] = false;
                look_at(f, &f->r->slots[s]);
                more = true;
            }
    }
    for (uint32_t w = 0; w < f->r->n_words; w++)
        if (f->left[w])
            return false;
    return true;
}

/* ---- groups ----------------------------------------------------------------------------------------------------- */

static uint32_t gain_of(const coset__relating *r, uint32_t i)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < r->n_words; w++)
        n += (uint32_t)__builtin_popcountll(r->conflicts[(size_t)i * r->n_words + w]);
    return r->visible[i] ? r->t->n : n; /* a visible one costs nothing */
}

static int by_gain(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    return x->gain != y->gain ? (x->gain < y->gain ? -1 : 1) : (x->group > y->group) - (x->group < y->group);
}

static candidate *list_candidates(const coset__relating *r)
{
    candidate *all = coset_arena_get(r->arena, r->m->n_groups, sizeof *all);
    for (uint32_t g = 0; g < r->m->n_groups; g++)
        all[g].group = g;
    for (uint32_t i = 0; i < r->t->n; i++) {
        uint32_t gain = gain_of(r, i);
        if (gain > all[r->t->at[i].group].gain)
            all[r->t->at[i].group].gain = gain;
    }
    qsort(all, r->m->n_groups, sizeof *all, by_gain);
    return all;
}

static void add_group(finding *f, uint32_t group, bool loose)
{
    for (uint32_t i = 0; i < f->r->t->n; i++) {
        if (f->r->t->at[i].group != group)
            continue;
        if (loose)
            coset__add(f->loose, i);
        else
            f->loose[i / 64] &= ~(UINT64_C(1) << i % 64);
    }
}

static finding finding_new(coset__relating *r)
{
    const size_t words = coset_slot_words(COSET__MOST_CONTENTS);
    return (finding){.r = r,
                     .waits = coset_arena_get(r->arena, r->n_slots, sizeof(bool)),
                     .loose = coset_arena_get(r->arena, r->n_words, sizeof(uint64_t)),
                     .left = coset_arena_get(r->arena, r->n_words, sizeof(uint64_t)),
                     .edges = coset_arena_get(r->arena, COSET__MOST_CONTENTS * words, sizeof(uint64_t)),
                     .back = coset_arena_get(r->arena, COSET__MOST_CONTENTS * words, sizeof(uint64_t)),
                     .members = coset_arena_get(r->arena, COSET__MOST_CONTENTS * words, sizeof(uint64_t)),
                     .part = coset_arena_get(r->arena, COSET__MOST_CONTENTS, sizeof(uint32_t)),
                     .order = coset_arena_get(r->arena, COSET__MOST_CONTENTS, sizeof(uint32_t)),
                     .seen = coset_arena_get(r->arena, words, sizeof(uint64_t)),
                     .path = coset_arena_get(r->arena, COSET__MOST_CONTENTS, sizeof(uint32_t)),
                     .place = coset_arena_get(r->arena, COSET__MOST_CONTENTS, sizeof(uint32_t))};
}

static bool may_be_loose(finding *f)
{
    return f->work < MOST_WORK && !coset_budget_spend(f->r->limit, 1000) && ends(f);
}

/* A renaming may map the transition to another one of its group: by parameters, or by the value that selects it. */
static bool is_renamed(const coset__relating *r, const coset_transition *x)
{
    const coset_group *g = &r->m->groups[x->group];
    const uint64_t place = r->t->first[x->group] + (r->t->split[x->group] ? x->instance : 0);
    bool any = r->m->symmetry.n_types > 0 && r->t->by && r->t->by[place] != COSET_NO_SLOT;
    for (uint32_t d = 0; d < g->n_digits; d++)
        any |= g->digits[d].n_segments > 0;
    return any;
}

/* Makes transitions of sticky groups loose if they need not be sticky. The sticky ones stay closed under renamings. */
static void loosen_single(finding *f)
{
    for (uint32_t i = 0; i < f->r->t->n; i++) {
        if (coset__has(f->loose, i) || is_renamed(f->r, &f->r->t->at[i]))
            continue;
        coset__add(f->loose, i);
        if (!may_be_loose(f))
            f->loose[i / 64] &= ~(UINT64_C(1) << i % 64);
    }
}

const bool *coset__find_sticky(coset__relating *r)
{
    bool *sticky = coset_arena_get(r->arena, r->t->n, sizeof *sticky);
    finding f = finding_new(r);
    const candidate *all = list_candidates(r);
    for (uint32_t c = 0; c < r->m->n_groups; c++) {
        add_group(&f, all[c].group, true);
        if (!may_be_loose(&f))
            add_group(&f, all[c].group, false);
    }
    loosen_single(&f);
    for (uint32_t i = 0; i < r->t->n; i++)
        sticky[i] = !coset__has(f.loose, i);
    return sticky;
}
