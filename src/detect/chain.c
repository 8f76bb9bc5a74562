#include "detect/chain.h"

#include <string.h>

#define MOST_WAYS  4096U             /* of one stage; of all stages of multisets together */
#define MOST_BYTES ((size_t)1 << 28) /* of a chain with another base */

/* All ways to bring something to a slot while the group fixes all slots before. */
typedef struct {
    uint32_t slot, n_ways;
    const coset_point **ways; /* products of the returns of the levels whose base points belong to the slot */
    uint32_t *from;           /* [n_ways] slot whose literals come to `slot` */
    bool in_bag;
} stage;

struct coset__chain {
    const coset_detected *d;
    coset_arena *arena;
    const coset_permgroup *group;
    coset_permgroup *own; /* the same with slots of multisets at the end of the base; NULL: there are none */
    bool *in_bag;         /* [slots] where multisets have to be sorted; else NULL, and states are given by literals */
    uint32_t n_stages;
    stage *stages;
    bool has_order; /* it fits */
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

struct coset__chain_scratch {
    const coset__chain *c;
    trails *rows; /* [n_stages + 1] */
    COSET_VEC(uint32_t) pool;
    COSET_VEC(uint32_t) table;
    uint32_t *image;
    uint64_t work, limit;
    coset_budget *budget;
    coset_count n,
        shared;     /* where the order does not fit: the stages so far have n / shared times as many elements ... */
    bool overflows; /* ... as trails stand for, unless this is too much to count with */
};

/* ---- stages ---------------------------------------------------------------------------------------------------- */

static coset_point *product(const coset__chain *c, const coset_point *p, const coset_point *then)
{
    (void)coset_budget_spend(c->d->limit, c->d->literals.n / 4);
    coset_point *q = coset_arena_get(c->arena, c->d->literals.n, sizeof *q);
    for (uint32_t i = 0; i < c->d->literals.n; i++)
        q[i] = then[p ? p[i] : i];
    return q;
}

static uint32_t slot_of_level(const coset__chain *c, uint32_t level)
{
    return c->d->literals.slots[coset_permgroup_level(c->group, level)->base];
}

/* Levels first .. end-1 belong to one slot. */
static bool make_stage(coset__chain *c, uint32_t first, uint32_t end, stage *to)
{
    uint64_t n = 1;
    for (uint32_t l = first; l < end; l++) {
        n *= coset_permgroup_level(c->group, l)->n_orbit;
        if (n > MOST_WAYS)
            return false;
    }
    to->slot = slot_of_level(c, first);
    to->in_bag = c->in_bag && c->in_bag[to->slot];
    to->ways = coset_arena_get(c->arena, n, sizeof *to->ways);
    to->from = coset_arena_get(c->arena, n, sizeof *to->from);
    to->n_ways = 1;
    for (uint32_t l = first; l < end; l++) {
        const coset_permlevel *level = coset_permgroup_level(c->group, l);
        uint32_t before = to->n_ways;
        for (uint32_t k = level->n_orbit;
             k-- > 0 && !coset_budget_is_spent(c->d->limit);) /* the last one overwrites what the others start from */
            for (uint32_t w = 0; w < before; w++)
                to->ways[k * before + w] = product(c, to->ways[w], level->returns[k]);
        to->n_ways = before * level->n_orbit;
    }
    if (coset_budget_is_spent(c->d->limit))
        return false;
    uint32_t literal = c->d->literals.first[to->slot];
    for (uint32_t w = 0; w < to->n_ways; w++)
        for (uint32_t i = 0; i < c->d->literals.n; i++)
            if (to->ways[w][i] == literal)
                to->from[w] = c->d->literals.slots[i];
    return true;
}

static bool make_stages(coset__chain *c)
{
    uint32_t n = coset_permgroup_levels(c->group);
    uint64_t n_in_bags = 1;
    c->stages = coset_arena_get(c->arena, n, sizeof *c->stages);
    for (uint32_t l = 0, end; l < n && n_in_bags <= MOST_WAYS; l = end) {
        stage *next = &c->stages[c->n_stages++];
        for (end = l + 1; end < n && slot_of_level(c, end) == slot_of_level(c, l);)
            end++;
        if (!make_stage(c, l, end, next))
            return false;
        n_in_bags *= next->in_bag ? next->n_ways : 1;
    }
    return n_in_bags <= MOST_WAYS;
}

/* Entries of multisets have no place of their own: which literal stands where is known only when all is sorted. So
 * their slots come last. */
static bool make_base(coset__chain *c)
{
    const coset_literals *l = &c->d->literals;
    const coset_point **perms = coset_new(c->d->n_generators, sizeof *perms);
    coset_point *prefer = coset_new(l->n, sizeof *prefer);
    uint32_t n = 0;
    c->in_bag = coset_arena_get(c->arena, l->n_slots, sizeof *c->in_bag);
    for (uint32_t b = 0; b < l->bags->n_bags; b++)
        memset(c->in_bag + l->bags->bags[b].base, 1, (size_t)l->bags->bags[b].n_entries * l->bags->bags[b].width);
    for (uint32_t later = 0; later < 2; later++)
        for (uint32_t i = 0; i < l->n; i++)
            if (c->in_bag[l->slots[i]] == later)
                prefer[n++] = i;
    for (uint32_t g = 0; g < c->d->n_generators; g++)
        perms[g] = c->d->generators[g].perm;
    const coset_permgens gens = {l->n, c->d->n_generators, perms, c->d->limit};
    c->group = c->own = coset_permgroup_new(&gens, prefer, MOST_BYTES);
    coset_delete(perms);
    coset_delete(prefer);
    return c->own != NULL;
}

coset__chain *coset__chain_new(const coset_detected *d)
{
    coset_arena *arena = coset_arena_new();
    coset__chain *c = coset_arena_get(arena, 1, sizeof *c);
    *c = (coset__chain){.d = d, .arena = arena, .group = d->group};
    c->has_order = coset_order_count(coset_permgroup_order(d->group, arena), &c->order);
    if ((!d->literals.bags || make_base(c)) && make_stages(c))
        return c;
    coset__chain_free(c);
    return NULL;
}

void coset__chain_free(coset__chain *c)
{
    if (!c)
        return;
    coset_permgroup_free(c->own);
    coset_arena_free(c->arena);
}

uint64_t coset__chain_ways(const coset__chain *c)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < c->n_stages; i++)
        n += c->stages[i].n_ways;
    return n;
}

static int compare(const uint32_t *x, const uint32_t *y, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i == n ? 0 : x[i] < y[i] ? -1 : 1;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static uint32_t *pool_at(coset__chain_scratch *s, uint32_t state)
{
    return s->pool.at + (size_t)state * s->c->d->literals.n_slots;
}

static uint32_t pool_add(coset__chain_scratch *s, const uint32_t *state)
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
static void clear_table(coset__chain_scratch *s, uint32_t n)
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
static void arrive(coset__chain_scratch *s, trails *row, trail one)
{
    uint32_t n = s->c->d->literals.n_slots, mask = s->table.n - 1, at = hash_of(s->image, n) & mask;
    for (; s->table.at[at]; at = (at + 1) & mask) {
        trail *old = &row->at[s->table.at[at] - 1];
        if (memcmp(pool_at(s, old->state), s->image, n * sizeof *s->image) == 0) {
            s->overflows = !coset_count_add(&old->n, one.n) || s->overflows;
            return;
        }
    }
    one.state = pool_add(s, s->image);
    *coset_vec_add(row) = one;
    s->table.at[at] = row->n;
}

/* Of the trails those go on that are least in the slots from .. end-1. */
static void filter(coset__chain_scratch *s, trails *row, uint32_t from, uint32_t end)
{
    uint32_t kept = 0;
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

/* The slots behind the one of this stage and before that of the next: the group moves them no more. Those of multisets
 * it may still move. */
static void filter_between(coset__chain_scratch *s, uint32_t number)
{
    const coset__chain *c = s->c;
    trails *row = &s->rows[number + 1];
    bool is_last = number + 1 == c->n_stages;
    if (!c->in_bag)
        filter(s, row, c->stages[number].slot + 1, is_last ? c->d->literals.n_slots : c->stages[number + 1].slot);
    else if (is_last)
        filter(s, row, 0, c->d->literals.n_slots);
}

/* What comes to the slot of the stage. */
static uint32_t arrival(const coset__chain_scratch *s, const stage *g, const uint32_t *state, uint32_t w)
{
    const coset_literals *l = &s->c->d->literals;
    uint32_t from = g->from[w];
    return g->ways[w][s->c->in_bag ? coset_literals_find(l, from, state[from]) : state[from]];
}

static void move_to_image(coset__chain_scratch *s, const coset_point *way, const uint32_t *state)
{
    if (s->c->in_bag)
        coset_literals_permute(&s->c->d->literals, way, state, s->image);
    else
        coset_literals_move(&s->c->d->literals, way, state, s->image);
}

static coset_count common_of(coset_count x, coset_count y)
{
    while (y) {
        coset_count z = x % y;
        x = y;
        y = z;
    }
    return x;
}

/* The order of a large group does not fit, nor do the numbers of elements that lead to a state: what all trails share
 * is divided out. */
static void share(coset__chain_scratch *s, uint32_t n_ways, trails *row)
{
    coset_count by = 0;
    for (uint32_t t = 0; t < row->n && by != 1; t++)
        by = common_of(row->at[t].n, by);
    for (uint32_t t = 0; t < row->n; t++)
        row->at[t].n /= by;
    s->overflows = !coset_count_mul(&s->n, n_ways) || !coset_count_mul(&s->shared, by) || s->overflows;
    by = common_of(s->n, s->shared);
    s->n /= by;
    s->shared /= by;
}

static void run_stage(coset__chain_scratch *s, uint32_t number)
{
    const stage *g = &s->c->stages[number];
    trails *before = &s->rows[number], *after = &s->rows[number + 1];
    uint32_t least = UINT32_MAX, n = g->in_bag ? before->n * g->n_ways : 0;
    for (uint32_t t = 0; t < before->n && !g->in_bag; t++)
        for (uint32_t w = 0; w < g->n_ways; w++) {
            uint32_t x = arrival(s, g, pool_at(s, before->at[t].state), w);
            n = x < least ? 1 : n + (x == least);
            least = x < least ? x : least;
        }
    s->work += 20 + 2 * (uint64_t)before->n * g->n_ways +
               (uint64_t)n * ((s->c->in_bag ? 8 : 4) * s->c->d->literals.n_slots + 40);
    if (s->work > s->limit || coset_budget_is_spent(s->budget))
        return;
    clear_table(s, n);
    after->n = 0;
    for (uint32_t t = 0; t < before->n; t++)
        for (uint32_t w = 0; w < g->n_ways; w++) {
            if (!g->in_bag && arrival(s, g, pool_at(s, before->at[t].state), w) != least)
                continue;
            move_to_image(s, g->ways[w], pool_at(s, before->at[t].state));
            arrive(s, after, (trail){.n = before->at[t].n, .parent = t, .way = w});
            if (coset_budget_spend(s->budget, s->c->d->literals.n_slots / 4 + 4))
                return;
        }
    filter_between(s, number);
    if (!s->c->has_order)
        share(s, g->n_ways, after);
}

/* The ways to trail t of the last row, one after the other. */
static void trace_back(coset__chain_scratch *s, uint32_t t, coset_point *perm)
{
    const coset__chain *c = s->c;
    const coset_literals *l = &c->d->literals;
    uint32_t *ways = coset_new(c->n_stages, sizeof *ways);
    for (uint32_t i = c->n_stages; i > 0; i--) {
        ways[i - 1] = s->rows[i].at[t].way;
        t = s->rows[i].at[t].parent;
    }
    coset_literals_identity(l, perm);
    for (uint32_t i = 0; i < c->n_stages; i++)
        coset_literals_follow(l, perm, c->stages[i].ways[ways[i]]);
    coset_delete(ways);
}

coset__chain_scratch *coset__chain_scratch_new(const coset__chain *c)
{
    coset__chain_scratch *s = coset_new(1, sizeof *s);
    s->c = c;
    s->limit = UINT64_MAX;
    s->rows = coset_new(c->n_stages + (size_t)1, sizeof *s->rows);
    s->image = coset_new(c->d->literals.n_slots, sizeof *s->image);
    return s;
}

void coset__chain_scratch_free(coset__chain_scratch *s)
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

void coset__chain_limit(coset__chain_scratch *s, uint64_t work, coset_budget *budget)
{
    s->limit = work;
    s->budget = budget;
}

static coset_count orbit_of(const coset__chain_scratch *s, const trail *last)
{
    const coset__chain *c = s->c;
    if (c->has_order)
        return c->order / last->n;
    return s->overflows || last->n != 1 || s->shared != 1 ? 0 : s->n;
}

uint64_t coset__chain_apply(coset__chain_scratch *s, uint32_t *state, coset_point *perm, coset_count *orbit)
{
    const coset__chain *c = s->c;
    s->pool.n = 0;
    s->work = 100 + 8 * c->d->literals.n_slots;
    s->rows[0].n = 0;
    *coset_vec_add(&s->rows[0]) = (trail){.state = pool_add(s, state), .n = 1};
    s->n = s->shared = 1;
    s->overflows = false;
    for (uint32_t i = 0; i < c->n_stages && s->work <= s->limit && !coset_budget_is_spent(s->budget); i++)
        run_stage(s, i);
    if (s->work > s->limit || coset_budget_is_spent(s->budget))
        return s->work;
    const trails *last = &s->rows[c->n_stages];
    COSET_INVARIANT(last->n == 1);
    if (orbit)
        *orbit = orbit_of(s, &last->at[0]);
    if (perm)
        trace_back(s, 0, perm);
    memcpy(state, pool_at(s, last->at[0].state), c->d->literals.n_slots * sizeof *state);
    return s->work;
}
