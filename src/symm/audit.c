#include "symm/audit.h"

#include <stdlib.h>
#include <string.h>

/* Steps out of one state, or the start states: rows of [group, fault, covers, state]. Covers are folded to one word. */
enum { ROW_GROUP, ROW_FAULT, ROW_COVERS, ROW_STATE };

typedef struct {
    uint32_t width; /* of a row */
    COSET_VEC(coset_value) at;
    uint32_t n;
} rows;

typedef struct {
    const coset_model *m;
    coset_worker *w;
    uint64_t random;
    uint32_t most;
    COSET_VEC(coset_value) states; /* n_states rows of n_slots */
    uint32_t n_states, n_table;
    uint32_t *table;   /* of state numbers + 1, open addressing */
    uint32_t *order;   /* in which the states are checked */
    coset_value *here; /* the current state */
    rows mine, theirs;
    coset_value *image; /* one state */
    coset_renaming *perm;
    coset_audit_result *result;
    coset_budget *limit;
    coset_arena *arena;
} audit;

static bool goes_on(const audit *a, coset_status status)
{
    return status == COSET_OK && a->result->agrees && !coset_budget_is_spent(a->limit);
}

/* xorshift, Marsaglia 2003. */
static uint64_t draw(audit *a)
{
    a->random ^= a->random << 13;
    a->random ^= a->random >> 7;
    a->random ^= a->random << 17;
    return a->random;
}

/* ---- states reached ------------------------------------------------------------------------------------------- */

static uint64_t hash(const coset_value *state, uint32_t n)
{
    uint64_t h = UINT64_C(1469598103934665603);
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ state[i]) * UINT64_C(1099511628211);
    return h ^ h >> 29;
}

static void remember(audit *a, const coset_value *state)
{
    uint32_t n = a->m->n_slots, i = (uint32_t)(hash(state, n) % a->n_table);
    for (; a->table[i]; i = (i + 1) % a->n_table)
        if (memcmp(a->states.at + (size_t)(a->table[i] - 1) * n, state, n * sizeof *state) == 0)
            return;
    if (a->n_states >= a->most)
        return;
    for (uint32_t k = 0; k < n; k++)
        *coset_vec_add(&a->states) = state[k];
    a->order[a->n_states] = a->n_states;
    a->table[i] = ++a->n_states;
}

/* ---- steps as rows -------------------------------------------------------------------------------------------- */

static coset_status keep(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    rows *r = ctx;
    coset_value covers = 0;
    for (uint32_t i = 0; i < edge->n_covers; i++) /* as a set */
        covers += (edge->covers[i] + 1) * 2654435761U;
    *coset_vec_add(&r->at) = edge->group;
    *coset_vec_add(&r->at) = edge->fault != NULL;
    *coset_vec_add(&r->at) = edge->fault ? 0 : covers;
    for (uint32_t i = ROW_STATE; i < r->width; i++)
        *coset_vec_add(&r->at) = dst ? dst[i - ROW_STATE] : 0;
    r->n++;
    return COSET_OK;
}

static coset_status collect(audit *a, rows *r, const coset_value *state)
{
    r->at.n = r->n = 0;
    return state ? a->m->ops->next(a->w, state, keep, r) : a->m->ops->starts(a->w, keep, r);
}

static int by_row(const void *x, const void *y, void *width)
{
    const coset_value *p = x, *q = y;
    for (uint32_t i = 0; i < *(const uint32_t *)width; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

static void sort(rows *r)
{
    if (r->n > 0)
        qsort_r(r->at.at, r->n, r->width * sizeof(coset_value), by_row, &r->width);
}

static void rename_rows(audit *a, rows *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        coset_value *row = r->at.at + (size_t)i * r->width;
        if (row[ROW_FAULT])
            continue;
        coset_model_permute(a->m, a->perm, row + ROW_STATE, a->image);
        memcpy(row + ROW_STATE, a->image, a->m->n_slots * sizeof *row);
    }
}

/* UINT32_MAX: equal. Else the group of the first row that is on one side only. */
static uint32_t first_difference(const rows *x, const rows *y)
{
    for (uint32_t i = 0; i < x->n || i < y->n; i++) {
        const coset_value *p = x->at.at + (size_t)i * x->width, *q = y->at.at + (size_t)i * x->width;
        if (i >= x->n)
            return q[ROW_GROUP];
        if (i >= y->n || memcmp(p, q, x->width * sizeof *p) != 0)
            return p[ROW_GROUP];
    }
    return UINT32_MAX;
}

/* ---- renamings ------------------------------------------------------------------------------------------------ */

typedef coset_status compare(audit *a, const coset_value *state, bool *agrees);

static void set_identity(audit *a)
{
    for (uint32_t t = 0, at = 0; t < a->m->symmetry.n_types; at += a->m->symmetry.types[t++].n)
        for (uint32_t e = 0; e < a->m->symmetry.types[t].n; e++)
            a->perm[at + e] = e;
}

static coset_status try_one(audit *a, const coset_value *state, compare *test, uint32_t type, uint32_t x, uint32_t y)
{
    bool agrees = true;
    coset_audit_result *r = a->result;
    r->comparisons++;
    (void)coset_budget_spend(a->limit, 1000 + a->m->n_slots);
    coset_status status = test(a, state, &agrees);
    if (status == COSET_OK && !agrees) {
        r->agrees = false;
        r->type = type;
        r->a = x;
        r->b = y;
        r->state = state;
    }
    return status;
}

/* Swaps of neighbours among the moving elements, and the rotation of all of them. */
static coset_status try_type(audit *a, const coset_symgroup *g, const coset_value *state, compare *test, uint32_t t)
{
    coset_status status = COSET_OK;
    uint32_t n = a->m->symmetry.types[t].n, last = UINT32_MAX, first = UINT32_MAX;
    coset_renaming *perm = a->perm + coset_symmetry_offset(&a->m->symmetry, t);
    for (uint32_t e = 0; e < n && goes_on(a, status); e++) {
        if (!g->moves[t][e])
            continue;
        if (last == UINT32_MAX) {
            first = last = e;
            continue;
        }
        set_identity(a);
        perm[last] = e;
        perm[e] = last;
        status = try_one(a, state, test, t, last, e);
        last = e;
    }
    if (!goes_on(a, status) || g->n_moves[t] < 3)
        return status;
    set_identity(a);
    for (uint32_t e = 0, before = last; e < n; e++)
        if (g->moves[t][e]) {
            perm[before] = e;
            before = e;
        }
    return try_one(a, state, test, t, first, first);
}

static coset_status try_all(audit *a, const coset_symgroup *g, const coset_value *state, compare *test)
{
    coset_status status = COSET_OK;
    for (uint32_t t = 0; t < g->n_types && goes_on(a, status); t++)
        if (g->n_moves[t] > 1)
            status = try_type(a, g, state, test, t);
    return status;
}

/* ---- what is compared ----------------------------------------------------------------------------------------- */

static coset_status compare_steps(audit *a, const coset_value *state, bool *agrees)
{
    coset_status status = collect(a, &a->mine, state);
    if (status != COSET_OK)
        return status;
    rename_rows(a, &a->mine);
    if (state)
        coset_model_permute(a->m, a->perm, state, a->image);
    status = collect(a, &a->theirs, state ? a->image : NULL);
    sort(&a->mine);
    sort(&a->theirs);
    uint32_t group = first_difference(&a->mine, &a->theirs);
    *agrees = group == UINT32_MAX;
    a->result->group = group;
    return status;
}

/* How many instances of the property are false, true, at fault. */
static void count_values(audit *a, uint32_t p, const coset_value *state, uint32_t count[3])
{
    coset_fault fault;
    memset(count, 0, 3 * sizeof *count);
    for (uint32_t i = 0; i < a->m->props[p].n_instances; i++)
        count[a->m->ops->eval(a->w, p, i, state, &fault)]++;
}

static coset_status compare_prop(audit *a, const coset_value *state, bool *agrees)
{
    uint32_t here[3], there[3];
    coset_model_permute(a->m, a->perm, state, a->image);
    count_values(a, a->result->prop, state, here);
    count_values(a, a->result->prop, a->image, there);
    *agrees = memcmp(here, there, sizeof here) == 0;
    return COSET_OK;
}

static bool of_state(const coset_prop *p)
{
    return !p->in_step && p->kind != COSET_PROP_DEADLOCK && p->kind != COSET_PROP_FAULT &&
           p->kind != COSET_PROP_DIVERGENCE && p->kind != COSET_PROP_ACCEPTANCE;
}

static coset_status compare_state(audit *a, const coset_legal *legal, const coset_value *state)
{
    const coset_arrivals *arrivals = legal->steps->arrivals;
    const coset_symgroup *steps = legal->steps;
    if (arrivals)
        steps = coset_symgroup_while(a->m, steps, coset_arrivals_there(arrivals, state), a->arena);
    coset_status status = try_all(a, steps, state, compare_steps);
    for (uint32_t p = 0; p < a->m->n_props && goes_on(a, status); p++) {
        if (!of_state(&a->m->props[p]))
            continue;
        a->result->prop = p;
        status = try_all(a, legal->props[p], state, compare_prop);
    }
    if (a->result->agrees)
        a->result->prop = COSET_NO_PROP;
    return status;
}

/* ---- the walk ------------------------------------------------------------------------------------------------- */

static void remember_rows(audit *a, const rows *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (!r->at.at[(size_t)i * r->width + ROW_FAULT])
            remember(a, r->at.at + (size_t)i * r->width + ROW_STATE);
}

/* A random unchecked state: it is exchanged with number i of the order. */
static void pick(audit *a, uint32_t i)
{
    uint32_t other = i + (uint32_t)(draw(a) % (a->n_states - i)), state = a->order[other];
    a->order[other] = a->order[i];
    a->order[i] = state;
    memcpy(a->here, a->states.at + (size_t)state * a->m->n_slots, a->m->n_slots * sizeof *a->here);
}

static coset_status walk(audit *a, const coset_legal *legal)
{
    coset_status status = try_all(a, legal->starts, NULL, compare_steps);
    if (status == COSET_OK)
        status = collect(a, &a->mine, NULL);
    remember_rows(a, &a->mine);
    for (uint32_t i = 0; i < a->n_states && goes_on(a, status); i++) {
        pick(a, i);
        status = collect(a, &a->mine, a->here);
        remember_rows(a, &a->mine);
        if (status == COSET_OK)
            status = compare_state(a, legal, a->here);
        a->result->states++;
    }
    return status;
}

static void init(audit *a, const coset_model *m, const coset_audit_options *o, coset_audit_result *result)
{
    *result = (coset_audit_result){.agrees = true, .prop = COSET_NO_PROP, .group = UINT32_MAX};
    *a = (audit){
        .m = m, .w = coset_worker_new(m), .most = o->states ? o->states : 1000, .result = result, .limit = o->limit};
    a->random = (o->seed + 1) * UINT64_C(0x9E3779B97F4A7C15) | 1;
    a->n_table = 2 * a->most + 1;
    a->table = coset_new(a->n_table, sizeof *a->table);
    a->order = coset_new(a->most, sizeof *a->order);
    a->mine.width = a->theirs.width = ROW_STATE + m->n_slots;
    a->image = coset_new((size_t)m->n_slots + 1, sizeof *a->image);
    a->here = coset_new((size_t)m->n_slots + 1, sizeof *a->here);
    a->perm = coset_new((size_t)coset_symmetry_points(&m->symmetry) + 1, sizeof *a->perm);
}

static void fini(audit *a)
{
    a->m->ops->worker_free(a->w);
    coset_vec_fini(&a->states);
    coset_vec_fini(&a->mine.at);
    coset_vec_fini(&a->theirs.at);
    coset_delete(a->table);
    coset_delete(a->order);
    coset_delete(a->image);
    coset_delete(a->here);
    coset_delete(a->perm);
}

coset_status coset_audit(const coset_model *m, const coset_legal *legal, const coset_audit_options *options,
                         coset_arena *arena, coset_audit_result *result)
{
    audit a;
    init(&a, m, options, result);
    a.arena = arena;
    coset_status status = walk(&a, legal);
    if (result->state)
        result->state = coset_arena_copy(arena, result->state, m->n_slots, sizeof(coset_value));
    fini(&a);
    return status;
}
