#include "engine/engine.h"

#include "base/budget.h"

static bool is_switched_off(const coset_result *r, const coset_model *m, uint32_t prop)
{
    return m->props[prop].kind == COSET_PROP_DEADLOCK && r->exhaustive &&
           r->props[prop].verdict == COSET_VERDICT_INCOMPLETE;
}

/* From best to worst. */
static int badness(coset_verdict v)
{
    switch (v) {
    case COSET_VERDICT_HOLDS:
        return 0;
    case COSET_VERDICT_INCOMPLETE:
        return 1;
    case COSET_VERDICT_FAILS:
        return 2;
    case COSET_VERDICT_ERROR:
        return 3;
    }
    return 3;
}

coset_verdict coset_result_verdict(const coset_result *r, const coset_model *m)
{
    coset_verdict worst = r->exhaustive ? COSET_VERDICT_HOLDS : COSET_VERDICT_INCOMPLETE;
    for (uint32_t p = 0; p < m->n_props; p++)
        if (!is_switched_off(r, m, p) && badness(r->props[p].verdict) > badness(worst))
            worst = r->props[p].verdict;
    return worst;
}

double coset_engine_now(void) { return coset_clock_now(); }

#define LEAST_ROOM ((uint64_t)16 << 20) /* bytes */

uint64_t coset_engine_room(const coset_engine_options *o)
{
    uint64_t least = o->max_bytes < LEAST_ROOM ? o->max_bytes : LEAST_ROOM;
    return o->max_bytes > o->held_bytes + least ? o->max_bytes - o->held_bytes : least;
}

bool coset_engine_late(const coset_engine_options *o, double began)
{
    return o->max_seconds > 0 && o->spent_seconds + (coset_engine_now() - began) >= o->max_seconds;
}

uint32_t coset_model_builtin(const coset_model *m, coset_prop_kind kind)
{
    for (uint32_t p = 0; p < m->n_props; p++)
        if (m->props[p].kind == kind)
            return p;
    return COSET_NO_PROP;
}

uint32_t coset_model_fault_prop(const coset_model *m, const coset_fault *fault)
{
    uint32_t p = fault->prop;
    if (fault->kind == COSET_FAULT_ASSERTION && p < m->n_props &&
        (m->props[p].kind == COSET_PROP_ASSERTION || m->props[p].kind == COSET_PROP_REFINEMENT))
        return p;
    p = coset_model_builtin(m, COSET_PROP_FAULT);
    COSET_INVARIANT(p != COSET_NO_PROP);
    return p;
}

bool coset_prop_is_state(const coset_prop *p)
{
    switch (p->kind) {
    case COSET_PROP_INVARIANT:
    case COSET_PROP_ASSUMPTION:
    case COSET_PROP_COVER:
    case COSET_PROP_LIVENESS:
    case COSET_PROP_PREDICATE:
        return !p->in_step;
    case COSET_PROP_FORMULA:
    case COSET_PROP_ASSERTION:
    case COSET_PROP_REFINEMENT:
    case COSET_PROP_DIVERGENCE:
    case COSET_PROP_ACCEPTANCE:
    case COSET_PROP_DEADLOCK:
    case COSET_PROP_FAULT:
        return false;
    }
    return false;
}
