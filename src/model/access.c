#include "model/access.h"

#include <string.h>

#include "base/mem.h"
#include "base/mix.h"

#define POOL           64 /* states used to mix others with */
#define GROUPS_A_STATE 8
#define MOST_INSTANCES 8
#define WALK           40 /* steps before a walk may begin anew */

typedef struct {
    coset_edge edge;
    coset_fault fault; /* if edge.fault is set */
    coset_value *dst;  /* NULL with a fault */
    uint32_t *covers;
} record;

typedef struct {
    const coset_model *m;
    coset_worker *worker;
    coset_arena *arena; /* of the lists */
    COSET_VEC(record) here, there;
    coset_value *pool; /* [POOL][n_slots] */
    uint32_t n_pool;
    uint64_t random;
    coset_value *state, *mixed;
    coset_access_audit_result *out;
    coset_budget *limit;
} audit;

static bool spent(const audit *a) { return coset_budget_spend(a->limit, 1000 + a->m->n_slots); }

static uint64_t draw(audit *a, uint64_t below)
{
    a->random = coset_mix(a->random);
    return a->random % below;
}

static size_t bytes(const audit *a) { return a->m->n_slots * sizeof(coset_value); }

/* ---- steps ----------------------------------------------------------------------------------------------------- */

static void keep(audit *a, record *to, const coset_edge *e, const coset_value *dst)
{
    *to = (record){.edge = *e};
    if (e->fault)
        to->fault = *e->fault;
    else
        to->dst = coset_arena_copy(a->arena, dst, a->m->n_slots, sizeof *dst);
    to->covers = coset_arena_copy(a->arena, e->covers, e->n_covers, sizeof *to->covers);
}

static coset_status list_here(void *ctx, const coset_edge *e, const coset_value *dst)
{
    audit *a = ctx;
    keep(a, coset_vec_add(&a->here), e, dst);
    return COSET_OK;
}

static coset_status list_there(void *ctx, const coset_edge *e, const coset_value *dst)
{
    audit *a = ctx;
    keep(a, coset_vec_add(&a->there), e, dst);
    return COSET_OK;
}

static bool same_name(const record *x, const record *y)
{
    return x->edge.group == y->edge.group && x->edge.instance == y->edge.instance;
}

/* Compares everything but the values of the states. */
static bool same_effects(const record *x, const record *y)
{
    if (!x->edge.fault != !y->edge.fault || x->edge.n_covers != y->edge.n_covers)
        return false;
    if (x->edge.fault && (x->fault.kind != y->fault.kind || x->fault.prop != y->fault.prop))
        return false;
    for (uint32_t i = 0; i < x->edge.n_covers; i++)
        if (x->covers[i] != y->covers[i])
            return false;
    return true;
}

/* A slot may be unchanged in both, or get the same value. */
static bool same_changes(const audit *a, const record *x, const record *y)
{
    for (uint32_t i = 0; x->dst && i < a->m->n_slots; i++) {
        bool kept = x->dst[i] == a->state[i] && y->dst[i] == a->mixed[i];
        if (!kept && x->dst[i] != y->dst[i])
            return false;
    }
    return true;
}

/* ---- mixed states ---------------------------------------------------------------------------------------------- */

static bool touches(const coset_bag *b, const uint64_t *set)
{
    for (uint32_t i = b->base; i < b->base + b->n_entries * b->width; i++)
        if (coset_slots_has(set, i))
            return true;
    return false;
}

/* mixed = the state, but with the slots outside `set` from another one. A bag is replaced entirely or not at all. */
static void mix(audit *a, const uint64_t *set)
{
    const coset_value *other = a->pool + draw(a, a->n_pool) * a->m->n_slots;
    const coset_symmetry *s = &a->m->symmetry;
    for (uint32_t i = 0; i < a->m->n_slots; i++)
        a->mixed[i] = coset_slots_has(set, i) ? a->state[i] : other[i];
    for (uint32_t b = 0; b < s->n_bags; b++) /* outer ones last */
        if (touches(&s->bags[b], set))
            memcpy(a->mixed + s->bags[b].base, a->state + s->bags[b].base,
                   (size_t)s->bags[b].n_entries * s->bags[b].width * sizeof(coset_value));
}

static bool flaw(audit *a, uint32_t group, uint32_t prop, const char *what)
{
    a->out->group = group;
    a->out->prop = prop;
    a->out->what = what;
    return false;
}

/* The same steps of the group from the state and from the mixed one; `whole`: the same effects, too. */
static bool compare_group(audit *a, uint32_t group, bool whole)
{
    uint32_t x = 0, y = 0;
    a->there.n = 0;
    (void)a->m->ops->next(a->worker, a->mixed, list_there, a);
    for (;; x++, y++) {
        while (x < a->here.n && a->here.at[x].edge.group != group)
            x++;
        while (y < a->there.n && a->there.at[y].edge.group != group)
            y++;
        if (x == a->here.n || y == a->there.n)
            break;
        a->out->comparisons++;
        const record *p = &a->here.at[x], *q = &a->there.at[y];
        if (!same_name(p, q))
            break;
        if (whole && (!same_effects(p, q) || !same_changes(a, p, q)))
            return flaw(a, group, UINT32_MAX, "a rule has different effects in states that agree on all that it reads");
    }
    if (x == a->here.n && y == a->there.n)
        return true;
    return flaw(a, group, UINT32_MAX, "a rule is enabled in one of two states that agree on all that its guard reads");
}

static bool check_groups(audit *a)
{
    for (uint32_t k = 0; k < GROUPS_A_STATE && !spent(a); k++) {
        uint32_t g = (uint32_t)draw(a, a->m->n_groups);
        if (a->m->groups[g].is_start)
            continue;
        mix(a, a->m->access[g].reads);
        if (!compare_group(a, g, true))
            return false;
        mix(a, a->m->access[g].guard);
        if (!compare_group(a, g, false))
            return false;
    }
    return true;
}

static bool check_writes(audit *a)
{
    for (uint32_t e = 0; e < a->here.n; e++) {
        const record *r = &a->here.at[e];
        for (uint32_t i = 0; r->dst && i < a->m->n_slots; i++)
            if (r->dst[i] != a->state[i] && !coset_slots_has(a->m->access[r->edge.group].writes, i))
                return flaw(a, r->edge.group, UINT32_MAX, "a rule changes a variable that is not in its write set");
    }
    return true;
}

static bool check_props(audit *a)
{
    for (uint32_t p = 0; a->m->prop_reads && p < a->m->n_props && !spent(a); p++) {
        const uint64_t *set = a->m->prop_reads[p];
        if (!set)
            continue;
        mix(a, set);
        for (uint32_t k = 0; k < a->m->props[p].n_instances && k < MOST_INSTANCES; k++) {
            coset_fault fault;
            a->out->comparisons++;
            if (a->m->ops->eval(a->worker, p, k, a->state, &fault) !=
                a->m->ops->eval(a->worker, p, k, a->mixed, &fault))
                return flaw(a, UINT32_MAX, p,
                            "a property has different values in states that agree on all that it reads");
        }
    }
    return true;
}

/* ---- walks ----------------------------------------------------------------------------------------------------- */

static void remember(audit *a)
{
    uint64_t at = a->n_pool < POOL ? a->n_pool++ : draw(a, POOL);
    memcpy(a->pool + at * a->m->n_slots, a->state, bytes(a));
}

/* Sets the state to one of the listed ones; false if there is none. */
static bool step(audit *a)
{
    for (uint32_t tries = 0; a->here.n && tries < 20; tries++) {
        const record *r = &a->here.at[draw(a, a->here.n)];
        if (!r->dst)
            continue;
        memcpy(a->state, r->dst, bytes(a));
        return true;
    }
    return false;
}

static void list(audit *a, bool starts)
{
    coset_arena_free(a->arena);
    a->arena = coset_arena_new();
    a->here.n = 0;
    if (starts)
        (void)a->m->ops->starts(a->worker, list_here, a);
    else
        (void)a->m->ops->next(a->worker, a->state, list_here, a);
}

static bool run(audit *a, uint32_t states)
{
    for (uint32_t i = 0, walked = 0; i < states && !spent(a); i++, walked++) {
        if (i == 0 || walked > WALK || !step(a)) {
            list(a, true);
            walked = 0;
            if (!step(a))
                return true; /* no start state */
        }
        remember(a);
        list(a, false);
        if (!check_writes(a) || !check_groups(a) || !check_props(a))
            return false;
    }
    return true;
}

bool coset_access_audit(const coset_model *m, uint64_t seed, uint32_t states, coset_budget *limit,
                        coset_access_audit_result *out)
{
    *out = (coset_access_audit_result){.group = UINT32_MAX, .prop = UINT32_MAX};
    if (!m->access || !m->n_groups)
        return true;
    audit a = {
        .m = m, .random = seed, .out = out, .limit = limit, .worker = coset_worker_new(m), .arena = coset_arena_new()};
    a.pool = coset_new((size_t)POOL * m->n_slots, sizeof *a.pool);
    a.state = coset_new(m->n_slots, sizeof *a.state);
    a.mixed = coset_new(m->n_slots, sizeof *a.mixed);
    bool agrees = run(&a, states);
    coset_delete(a.pool);
    coset_delete(a.state);
    coset_delete(a.mixed);
    coset_vec_fini(&a.here);
    coset_vec_fini(&a.there);
    coset_arena_free(a.arena);
    m->ops->worker_free(a.worker);
    return agrees;
}
