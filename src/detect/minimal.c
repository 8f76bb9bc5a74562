#include "detect/minimal.h"

#include <string.h>

#define MOST_WAYS 4096U /* of one stage */

/* All ways to bring something to a slot while the group fixes all slots before. */
typedef struct {
    uint32_t slot, n_ways;
    const coset_point **ways; /* products of the returns of the levels whose base points belong to the slot */
    uint32_t *from;           /* [n_ways] slot whose literals come to `slot` */
} stage;

struct coset_minimal {
    const coset_detected *d;
    coset_arena *arena;
    bool exact;
    uint32_t n_stages;
    stage *stages;
    uint32_t n_moves; /* of local search */
    const coset_point **moves;
    bool has_order;
    coset_count order;
};

/* Where a way has led. */
typedef struct {
    uint32_t state;  /* in `pool`, in units of n_slots */
    coset_count n;   /* elements of the group that lead there */
    uint32_t parent; /* number in the row before, */
    uint32_t way;    /* and the way from there */
} trail;

typedef COSET_VEC(trail) trails;

struct coset_minimal_scratch {
    const coset_minimal *c;
    trails *rows; /* [n_stages + 1] */
    COSET_VEC(uint32_t) pool;
    COSET_VEC(uint32_t) table;
    uint32_t *image;
};

/* ---- stages ---------------------------------------------------------------------------------------------------- */

static coset_point *product(const coset_minimal *c, const coset_point *p, const coset_point *then)
{
    coset_point *q = coset_arena_get(c->arena, c->d->literals.n, sizeof *q);
    for (uint32_t i = 0; i < c->d->literals.n; i++)
        q[i] = then[p ? p[i] : i];
    return q;
}

static uint32_t slot_of_level(const coset_minimal *c, uint32_t level)
{
    return c->d->literals.slots[coset_permgroup_level(c->d->group, level)->base];
}

/* Levels first .. end-1 belong to one slot. */
static bool make_stage(coset_minimal *c, uint32_t first, uint32_t end, stage *to)
{
    uint64_t n = 1;
    for (uint32_t l = first; l < end; l++) {
        n *= coset_permgroup_level(c->d->group, l)->n_orbit;
        if (n > MOST_WAYS)
            return false;
    }
    to->slot = slot_of_level(c, first);
    to->ways = coset_arena_get(c->arena, n, sizeof *to->ways);
    to->from = coset_arena_get(c->arena, n, sizeof *to->from);
    to->n_ways = 1;
    for (uint32_t l = first; l < end; l++) {
        const coset_permlevel *level = coset_permgroup_level(c->d->group, l);
        uint32_t before = to->n_ways;
        for (uint32_t k = level->n_orbit; k-- > 0;) /* the last one overwrites what the others start from */
            for (uint32_t w = 0; w < before; w++)
                to->ways[k * before + w] = product(c, to->ways[w], level->returns[k]);
        to->n_ways = before * level->n_orbit;
    }
    uint32_t literal = c->d->literals.first[to->slot];
    for (uint32_t w = 0; w < to->n_ways; w++)
        for (uint32_t i = 0; i < c->d->literals.n; i++)
            if (to->ways[w][i] == literal)
                to->from[w] = c->d->literals.slots[i];
    return true;
}

static bool make_stages(coset_minimal *c)
{
    uint32_t n = coset_permgroup_levels(c->d->group);
    c->stages = coset_arena_get(c->arena, n, sizeof *c->stages);
    for (uint32_t l = 0, end; l < n; l = end) {
        for (end = l + 1; end < n && slot_of_level(c, end) == slot_of_level(c, l);)
            end++;
        if (!make_stage(c, l, end, &c->stages[c->n_stages++]))
            return false;
    }
    return true;
}

static void make_moves(coset_minimal *c)
{
    uint32_t n = c->d->literals.n;
    c->moves = coset_arena_get(c->arena, 2 * (size_t)c->d->n_generators, sizeof *c->moves);
    for (uint32_t g = 0; g < c->d->n_generators; g++) {
        coset_point *inverse = coset_arena_get(c->arena, n, sizeof *inverse);
        for (uint32_t i = 0; i < n; i++)
            inverse[c->d->generators[g].perm[i]] = i;
        c->moves[c->n_moves++] = c->d->generators[g].perm;
        c->moves[c->n_moves++] = inverse;
    }
}

coset_minimal *coset_minimal_new(const coset_detected *d, bool exact)
{
    coset_arena *arena = coset_arena_new();
    coset_minimal *c = coset_arena_get(arena, 1, sizeof *c);
    *c = (coset_minimal){.d = d, .arena = arena, .exact = exact};
    c->has_order = coset_permgroup_order(d->group, &c->order);
    if (!exact) {
        make_moves(c);
    } else if (!make_stages(c)) {
        coset_arena_free(arena);
        return NULL;
    }
    return c;
}

void coset_minimal_free(coset_minimal *c)
{
    if (c)
        coset_arena_free(c->arena);
}

bool coset_minimal_exact(const coset_minimal *c) { return c->exact; }

uint64_t coset_minimal_ways(const coset_minimal *c)
{
    uint64_t n = c->n_moves;
    for (uint32_t i = 0; i < c->n_stages; i++)
        n += c->stages[i].n_ways;
    return n;
}

/* ---- states as literals ---------------------------------------------------------------------------------------- */

static void read_state(const coset_literals *l, const coset_value *src, uint32_t *out)
{
    bool known = coset_literals_of(l, src, out);
    COSET_INVARIANT(known);
}

static void write_state(const coset_literals *l, const uint32_t *state, const coset_value *src, coset_value *dst)
{
    for (uint32_t s = 0; s < l->n_slots; s++)
        dst[s] = l->any[s] ? src[s] : l->values[state[s]];
}

static void apply(const coset_literals *l, const coset_point *perm, const uint32_t *state, uint32_t *out)
{
    for (uint32_t s = 0; s < l->n_slots; s++) {
        uint32_t x = perm[state[s]];
        out[l->slots[x]] = x;
    }
}

static void identity(const coset_literals *l, coset_point *perm)
{
    for (uint32_t i = 0; i < l->n; i++)
        perm[i] = i;
}

static void follow(const coset_literals *l, coset_point *perm, const coset_point *then)
{
    for (uint32_t i = 0; i < l->n; i++)
        perm[i] = then[perm[i]];
}

static int compare(const uint32_t *x, const uint32_t *y, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i == n ? 0 : x[i] < y[i] ? -1 : 1;
}

/* ---- chain ------------------------------------------------------------------------------------------------------ */

static uint32_t *pool_at(coset_minimal_scratch *s, uint32_t state)
{
    return s->pool.at + (size_t)state * s->c->d->literals.n_slots;
}

static uint32_t pool_add(coset_minimal_scratch *s, const uint32_t *state)
{
    uint32_t n = s->c->d->literals.n_slots, number = n ? s->pool.n / n : 0;
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&s->pool) = state[i];
    return number;
}

static uint32_t hash_of(const uint32_t *x, uint32_t n)
{
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ x[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 29;
    return (uint32_t)(h >> 20);
}

/* An empty table for at least n trails. */
static void clear_table(coset_minimal_scratch *s, uint32_t n)
{
    uint32_t room = 16;
    while (room < 2 * n)
        room *= 2;
    while (s->table.n < room)
        *coset_vec_add(&s->table) = 0;
    s->table.n = room;
    memset(s->table.at, 0, room * sizeof *s->table.at);
}

/* s->image, reached from trail `parent` by `way`: joins the trail that has led there already. */
static void arrive(coset_minimal_scratch *s, trails *row, trail one)
{
    uint32_t n = s->c->d->literals.n_slots, mask = s->table.n - 1, at = hash_of(s->image, n) & mask;
    for (; s->table.at[at]; at = (at + 1) & mask) {
        trail *old = &row->at[s->table.at[at] - 1];
        if (memcmp(pool_at(s, old->state), s->image, n * sizeof *s->image) == 0) {
            old->n += one.n;
            return;
        }
    }
    one.state = pool_add(s, s->image);
    *coset_vec_add(row) = one;
    s->table.at[at] = row->n;
}

/* The slots behind the one of this stage and before that of the next: the group moves them no more, so of the trails
 * only those go on that are least there. */
static void filter(coset_minimal_scratch *s, uint32_t number)
{
    trails *row = &s->rows[number + 1];
    uint32_t from = s->c->stages[number].slot + 1, kept = 0;
    uint32_t end = number + 1 < s->c->n_stages ? s->c->stages[number + 1].slot : s->c->d->literals.n_slots;
    for (uint32_t t = 0; t < row->n && row->n > 1; t++) {
        int order =
            kept ? compare(pool_at(s, row->at[t].state) + from, pool_at(s, row->at[0].state) + from, end - from) : 0;
        if (order < 0)
            kept = 0;
        if (order <= 0)
            row->at[kept++] = row->at[t];
    }
    row->n = row->n > 1 ? kept : row->n;
}

static void run_stage(coset_minimal_scratch *s, uint32_t number)
{
    const stage *g = &s->c->stages[number];
    const coset_literals *l = &s->c->d->literals;
    trails *before = &s->rows[number], *after = &s->rows[number + 1];
    uint32_t least = UINT32_MAX, n = 0;
    for (uint32_t t = 0; t < before->n; t++)
        for (uint32_t w = 0; w < g->n_ways; w++) {
            uint32_t x = g->ways[w][pool_at(s, before->at[t].state)[g->from[w]]];
            n = x < least ? 1 : n + (x == least);
            least = x < least ? x : least;
        }
    clear_table(s, n);
    after->n = 0;
    for (uint32_t t = 0; t < before->n; t++)
        for (uint32_t w = 0; w < g->n_ways; w++) {
            if (g->ways[w][pool_at(s, before->at[t].state)[g->from[w]]] != least)
                continue;
            apply(l, g->ways[w], pool_at(s, before->at[t].state), s->image);
            arrive(s, after, (trail){.n = before->at[t].n, .parent = t, .way = w});
        }
    filter(s, number);
}

/* The ways to trail t of the last row, one after the other. */
static void trace_back(coset_minimal_scratch *s, uint32_t t, coset_point *perm)
{
    const coset_minimal *c = s->c;
    uint32_t *ways = coset_new(c->n_stages, sizeof *ways);
    for (uint32_t i = c->n_stages; i > 0; i--) {
        ways[i - 1] = s->rows[i].at[t].way;
        t = s->rows[i].at[t].parent;
    }
    identity(&c->d->literals, perm);
    for (uint32_t i = 0; i < c->n_stages; i++)
        follow(&c->d->literals, perm, c->stages[i].ways[ways[i]]);
    coset_delete(ways);
}

static const uint32_t *run_chain(coset_minimal_scratch *s, coset_point *perm, coset_count *orbit)
{
    const coset_minimal *c = s->c;
    s->pool.n = 0;
    s->rows[0].n = 0;
    *coset_vec_add(&s->rows[0]) = (trail){.state = pool_add(s, s->image), .n = 1};
    for (uint32_t i = 0; i < c->n_stages; i++)
        run_stage(s, i);
    const trails *last = &s->rows[c->n_stages];
    COSET_INVARIANT(last->n == 1);
    if (orbit)
        *orbit = c->has_order ? c->order / last->at[0].n : 0;
    if (perm)
        trace_back(s, 0, perm);
    return pool_at(s, last->at[0].state);
}

/* ---- local search ----------------------------------------------------------------------------------------------- */

static const uint32_t *run_local(coset_minimal_scratch *s, coset_point *perm)
{
    const coset_minimal *c = s->c;
    const coset_literals *l = &c->d->literals;
    uint32_t n = l->n_slots;
    s->pool.n = 0;
    (void)pool_add(s, s->image);
    if (perm)
        identity(l, perm);
    for (uint32_t quiet = 0, g = 0; quiet < c->n_moves; g = (g + 1) % c->n_moves) {
        apply(l, c->moves[g], pool_at(s, 0), s->image);
        quiet++;
        if (compare(s->image, pool_at(s, 0), n) >= 0)
            continue;
        memcpy(pool_at(s, 0), s->image, n * sizeof *s->image);
        if (perm)
            follow(l, perm, c->moves[g]);
        quiet = 0;
    }
    return pool_at(s, 0);
}

/* ---- users' side ------------------------------------------------------------------------------------------------ */

coset_minimal_scratch *coset_minimal_scratch_new(const coset_minimal *c)
{
    coset_minimal_scratch *s = coset_new(1, sizeof *s);
    s->c = c;
    s->rows = coset_new(c->n_stages + (size_t)1, sizeof *s->rows);
    s->image = coset_new(c->d->literals.n_slots, sizeof *s->image);
    return s;
}

void coset_minimal_scratch_free(coset_minimal_scratch *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i <= s->c->n_stages; i++)
        coset_vec_fini(&s->rows[i]);
    coset_delete(s->rows);
    coset_delete(s->image);
    coset_vec_fini(&s->pool);
    coset_vec_fini(&s->table);
    coset_delete(s);
}

void coset_minimal_apply(coset_minimal_scratch *s, const coset_value *src, coset_value *dst, coset_point *perm,
                         coset_count *orbit)
{
    const coset_literals *l = &s->c->d->literals;
    if (coset_literals_is_origin(l, src)) {
        memcpy(dst, src, l->n_slots * sizeof *dst);
        if (perm)
            identity(l, perm);
        if (orbit)
            *orbit = s->c->exact;
        return;
    }
    read_state(l, src, s->image);
    if (orbit)
        *orbit = 0;
    const uint32_t *least = s->c->exact ? run_chain(s, perm, orbit) : run_local(s, perm);
    write_state(l, least, src, dst);
}
