/* report/csp_result.c - the overall result of a script, and the events of a counterexample. */
#include "report/csp.h"

bool coset_csp_has_last(const coset_csp_counterexample *c)
{
    return c->kind == COSET_CSP_BAD_EVENT || c->kind == COSET_CSP_BOTH_WAYS;
}

bool coset_csp_shows_parts(const coset_csp_counterexample *c)
{
    bool hides = false;
    for (uint32_t i = 0; c->n_parts == 1 && i < c->n_steps; i++)
        hides |= c->parts[0].events[i] != c->steps[i] && c->parts[0].events[i] != COSET_CSP_NO_EVENT;
    return c->n_parts > 1 || hides;
}

uint32_t coset_csp_inner(const coset_csp_counterexample *c, uint32_t i)
{
    const uint32_t tau = 0, tick = 1;
    uint32_t inner = COSET_CSP_NO_EVENT;
    for (uint32_t k = 0; k < c->n_parts; k++) {
        uint32_t own = c->parts[k].events[i];
        if (own == COSET_CSP_NO_EVENT)
            continue;
        if (inner != COSET_CSP_NO_EVENT && inner != own)
            return COSET_CSP_NO_EVENT;
        inner = own;
    }
    return c->steps[i] != tau ? c->steps[i] : inner == tick ? tau : inner;
}

bool coset_csp_is_empty(const coset_report *r) { return r->script->n_results == 0 && r->script->n_prints == 0; }

coset_verdict coset_csp_verdict(const coset_report *r)
{
    static const uint8_t rank[] = {[COSET_VERDICT_HOLDS] = 0,
                                   [COSET_VERDICT_INCOMPLETE] = 1,
                                   [COSET_VERDICT_FAILS] = 2,
                                   [COSET_VERDICT_ERROR] = 3};
    coset_verdict worst = coset_csp_is_empty(r) ? COSET_VERDICT_INCOMPLETE : COSET_VERDICT_HOLDS;
    for (uint32_t i = 0; i < r->script->n_prints; i++) {
        coset_verdict v = r->script->prints[i].cut ? COSET_VERDICT_INCOMPLETE : COSET_VERDICT_ERROR;
        worst = !r->script->prints[i].value && rank[v] > rank[worst] ? v : worst;
    }
    for (uint32_t i = 0; i < r->script->n_results; i++)
        worst = rank[r->script->results[i].verdict] > rank[worst] ? r->script->results[i].verdict : worst;
    return worst;
}

coset_exit coset_csp_exit_code(const coset_report *r)
{
    uint32_t largest = COSET_EXIT_HOLDS;
    switch (coset_csp_verdict(r)) {
    case COSET_VERDICT_HOLDS:
        return COSET_EXIT_HOLDS;
    case COSET_VERDICT_INCOMPLETE:
        return COSET_EXIT_INCOMPLETE;
    case COSET_VERDICT_ERROR:
        return COSET_EXIT_MODEL;
    case COSET_VERDICT_FAILS:
        break;
    }
    for (uint32_t i = 0; i < r->script->n_results; i++)
        if (r->script->results[i].verdict == COSET_VERDICT_FAILS && r->script->results[i].exit > largest)
            largest = r->script->results[i].exit;
    return (coset_exit)largest;
}
