/* wrap/relations_audit.c - see wrap/relations_audit.h. */
#include "wrap/relations_audit.h"

#include <string.h>

#include "base/mem.h"

#define LONG_WALK 200U /* steps; then a new walk begins */

/* The steps out of a state. */
typedef struct {
    uint32_t n_slots;
    const coset_relations *r;
    const coset_value *src;
    COSET_VEC(uint32_t) transitions; /* of each step */
    COSET_VEC(bool) faults;
    COSET_VEC(coset_value) values; /* [n_slots] of each */
} fan;

typedef struct {
    const coset_model *m;
    const coset_relations *r;
    coset_worker *w;
    coset_relations_audit_result *out;
    fan here, behind, other;
    COSET_VEC(coset_value) ends[2]; /* of both orders: states, each preceded by a word, 1 for a fault */
    uint64_t seed;
} audit;

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }

static uint64_t roll(audit *a, uint64_t n)
{
    a->seed = a->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (a->seed >> 33) % n;
}

static coset_status note(void *ctx, const coset_edge *e, const coset_value *dst)
{
    fan *f = ctx;
    *coset_vec_add(&f->transitions) = coset_transition_of(f->r->transitions, e->group, e->instance, f->src);
    *coset_vec_add(&f->faults) = e->fault != NULL;
    coset_value *to = coset_vec_add_n(&f->values, f->n_slots);
    if (e->fault)
        memset(to, 0, f->n_slots * sizeof *to);
    else
        memcpy(to, dst, f->n_slots * sizeof *to);
    return COSET_OK;
}

static const coset_value *state_of(const fan *f, uint32_t i) { return f->values.at + (size_t)i * f->n_slots; }

static void look(audit *a, fan *f, const coset_value *src)
{
    f->transitions.n = f->faults.n = f->values.n = 0;
    f->src = src;
    (void)a->m->ops->next(a->w, src, note, f);
}

static bool is_enabled(const fan *f, uint32_t transition)
{
    for (uint32_t i = 0; i < f->transitions.n; i++)
        if (f->transitions.at[i] == transition)
            return true;
    return false;
}

static bool refute(audit *a, const char *what, uint32_t x, uint32_t y)
{
    a->out->what = what;
    a->out->a = x;
    a->out->b = y;
    return false;
}

/* ---- two that are enabled --------------------------------------------------------------------------------------- */

static bool is_end(const audit *a, uint32_t order, const coset_value *state, bool fault)
{
    const size_t width = a->m->n_slots + (size_t)1;
    for (size_t i = 0; i < a->ends[order].n; i += width) {
        const coset_value *at = a->ends[order].at + i;
        if (at[0] == fault && (fault || memcmp(at + 1, state, a->m->n_slots * sizeof *state) == 0))
            return true;
    }
    return false;
}

static void add_end(audit *a, uint32_t order, const coset_value *state, bool fault)
{
    if (is_end(a, order, state, fault))
        return;
    coset_value *to = coset_vec_add_n(&a->ends[order], a->m->n_slots + 1);
    to[0] = fault;
    memcpy(to + 1, state, a->m->n_slots * sizeof *state);
}

/* Executes x and then y; false: y is not enabled after some step of x. */
static bool take_both(audit *a, uint32_t order, uint32_t x, uint32_t y)
{
    a->ends[order].n = 0;
    for (uint32_t i = 0; i < a->here.transitions.n; i++) {
        if (a->here.transitions.at[i] != x || a->here.faults.at[i])
            continue;
        look(a, &a->behind, state_of(&a->here, i));
        if (!is_enabled(&a->behind, y))
            return false;
        for (uint32_t k = 0; k < a->behind.transitions.n; k++)
            if (a->behind.transitions.at[k] == y)
                add_end(a, order, state_of(&a->behind, k), a->behind.faults.at[k]);
    }
    return true;
}

static bool can_fault(const fan *f, uint32_t transition)
{
    for (uint32_t i = 0; i < f->transitions.n; i++)
        if (f->transitions.at[i] == transition && f->faults.at[i])
            return true;
    return false;
}

static bool agree(audit *a, uint32_t x, uint32_t y)
{
    if (can_fault(&a->here, x) || can_fault(&a->here, y)) /* then all steps are taken */
        return true;
    a->out->comparisons++;
    if (!take_both(a, 0, x, y) || !take_both(a, 1, y, x))
        return refute(a, "one disables the other", x, y);
    const size_t width = a->m->n_slots + (size_t)1;
    for (uint32_t order = 0; order < 2; order++)
        for (size_t i = 0; i < a->ends[order].n; i += width)
            if (!is_end(a, !order, a->ends[order].at + i + 1, a->ends[order].at[i]))
                return refute(a, "the two orders end in different states", x, y);
    return true;
}

static bool audit_pairs(audit *a)
{
    const fan *f = &a->here;
    for (uint32_t i = 0; i < f->transitions.n; i++)
        for (uint32_t k = 0; k < i; k++) {
            const uint32_t x = f->transitions.at[i], y = f->transitions.at[k];
            if (x != y && a->r->transitions->at[x].priority == 0 && !has(coset_conflicts_of(a->r, x), y) &&
                !agree(a, x, y))
                return false;
        }
    return true;
}

/* ---- one that is not enabled ------------------------------------------------------------------------------------ */

/* A false condition of t that the step of u cannot change. */
static bool is_shut(const audit *a, uint32_t t, uint32_t u, const coset_value *src)
{
    bool waits = false;
    for (uint32_t i = 0; i < a->r->needs[t].n; i++) {
        const coset_need *n = &a->r->needs[t].at[i];
        const coset_need_is is = coset_need_with(n, src[n->slot], &waits);
        if (is == COSET_NEED_UNSURE)
            return false;
        if (is == COSET_NEED_FALSE && !has(n->enablers, u))
            return true;
    }
    return false;
}

static bool audit_enablers(audit *a, const coset_value *src)
{
    for (uint32_t i = 0; i < a->here.transitions.n; i++) {
        const uint32_t u = a->here.transitions.at[i];
        if (a->here.faults.at[i])
            continue;
        look(a, &a->behind, state_of(&a->here, i));
        for (uint32_t k = 0; k < a->behind.transitions.n; k++) {
            const uint32_t t = a->behind.transitions.at[k];
            a->out->comparisons++;
            if (!is_enabled(&a->here, t) && is_shut(a, t, u, src) &&
                a->r->transitions->at[t].priority == 0) /* others also depend on the priority */
                return refute(a, "one enables the other", u, t);
        }
    }
    return true;
}

static bool audit_dead(audit *a)
{
    for (uint32_t i = 0; i < a->here.transitions.n; i++) {
        const uint32_t t = a->here.transitions.at[i];
        if (t == COSET_NO_TRANSITION || a->r->dead[t])
            return refute(a, "it is enabled", t, t);
    }
    return true;
}

/* ---- walks ------------------------------------------------------------------------------------------------------ */

static bool walk(audit *a, coset_value *state, uint32_t *left, coset_budget *limit)
{
    for (uint32_t step = 0; step<LONG_WALK && * left> 0; step++, --*left) {
        look(a, &a->here, state);
        const uint32_t n = a->here.transitions.n;
        if (coset_budget_spend(limit, 1000 + 100 * (n < 1000 ? n * n : 1000000)))
            *left = 1;
        if (!audit_dead(a) || !audit_pairs(a) || !audit_enablers(a, state))
            return false;
        const uint32_t which = n ? (uint32_t)roll(a, n) : 0;
        if (!n || a->here.faults.at[which])
            break;
        memcpy(state, state_of(&a->here, which), a->m->n_slots * sizeof *state);
    }
    if (*left)
        --*left;
    return true;
}

static void fan_fini(fan *f)
{
    coset_vec_fini(&f->transitions);
    coset_vec_fini(&f->faults);
    coset_vec_fini(&f->values);
}

/* A start state is no step of a transition. */
static coset_status note_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    fan *f = ctx;
    if (!e->fault)
        memcpy(coset_vec_add_n(&f->values, f->n_slots), dst, f->n_slots * sizeof *dst);
    return f->values.n / (f->n_slots ? f->n_slots : 1) < 1000 ? COSET_OK : COSET_STOPPED;
}

bool coset_relations_audit(const coset_model *m, const coset_relations *r, uint64_t seed, uint32_t states,
                           coset_budget *limit, coset_relations_audit_result *out)
{
    const fan empty = {.n_slots = m->n_slots, .r = r};
    audit a = {.m = m, .r = r, .w = coset_worker_new(m), .out = out, .here = empty, .behind = empty, .other = empty};
    coset_value *state = coset_new(m->n_slots + (size_t)1, sizeof *state);
    bool agrees = true;
    a.seed = seed;
    *out = (coset_relations_audit_result){0};
    (void)m->ops->starts(a.w, note_start, &a.other);
    const uint32_t n = m->n_slots ? (uint32_t)(a.other.values.n / m->n_slots) : 0;
    while (n && states > 0 && agrees) {
        memcpy(state, state_of(&a.other, (uint32_t)roll(&a, n)), m->n_slots * sizeof *state);
        agrees = walk(&a, state, &states, limit);
    }
    fan_fini(&a.here);
    fan_fini(&a.behind);
    fan_fini(&a.other);
    coset_vec_fini(&a.ends[0]);
    coset_vec_fini(&a.ends[1]);
    coset_delete(state);
    m->ops->worker_free(a.w);
    return agrees;
}
