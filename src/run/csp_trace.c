/* run/csp_trace.c - `has trace` in failures and failures-divergences.
 *
 * FDR's meaning is not published: that the process can perform the trace, or that it must. If both meanings give the
 * same answer, that is reported; else the report names the place where they differ.
 */
#include <string.h>

#include "run/csp_job.h"

/* "after <a, b>" */
static const char *after_text(coset_csp_job *j, uint32_t n)
{
    const coset_cspm_compiled *c = j->compiled;
    if (n == 0)
        return "at the start";
    const char *text = c->event_names[c->trace[0]];
    for (uint32_t i = 1; i < n; i++)
        text = coset_arena_printf(j->arena, "%s, %s", text, c->event_names[c->trace[i]]);
    return coset_arena_printf(j->arena, "after <%s>", text);
}

static coset_status can(coset_csp_job *j, const coset_cspm_behaviour *b, bool *yes, coset_err *err)
{
    return coset_cspm_can(j->run->script, j->compiled, b, yes, err);
}

/* After the first n events the next one can be refused. */
static coset_status can_refuse(coset_csp_job *j, uint32_t n, bool *yes, coset_err *err)
{
    const coset_cspm_compiled *c = j->compiled;
    uint32_t *others = coset_arena_get(j->arena, c->n_events, sizeof *others), n_others = 0;
    for (uint32_t e = COSET_TICK; e < c->n_events; e++)
        if (e != c->trace[n])
            others[n_others++] = e;
    return can(
        j,
        &(coset_cspm_behaviour){
            .events = c->trace, .n_events = n, .end = COSET_CSPM_REFUSES, .offers = others, .n_offers = n_others},
        yes, err);
}

coset_status coset_csp_trace_doubt(coset_csp_job *j, bool possible, const char **doubt, coset_err *err)
{
    const coset_cspm_compiled *c = j->compiled;
    *doubt = NULL;
    for (uint32_t i = 0; i <= c->n_trace && !*doubt; i++) {
        const coset_cspm_behaviour diverging = {.events = c->trace, .n_events = i, .end = COSET_CSPM_DIVERGES};
        bool diverges = false, refuses = false;
        coset_status status = j->model == COSET_CSP_FD ? can(j, &diverging, &diverges, err) : COSET_OK;
        if (status == COSET_OK && possible && i < c->n_trace)
            status = can_refuse(j, i, &refuses, err);
        if (status != COSET_OK)
            return status;
        if (diverges)
            *doubt = coset_arena_printf(j->arena, "it can diverge %s", after_text(j, i));
        else if (refuses)
            *doubt = coset_arena_printf(j->arena, "it can refuse %s %s", c->event_names[c->trace[i]], after_text(j, i));
    }
    return COSET_OK;
}
