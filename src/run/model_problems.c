/* run/model_problems.c - a text that is one model: its properties are judged together. */
#include "run/outcome.h"
#include "run/problems.h"
#include "run/verify.h"

static int tell(coset_verification *v)
{
    int code = coset_outcome_report(&v->report, v->session->settings);
    if (code == COSET_EXIT_HOLDS)
        code = coset_write_trail(v->session, coset_report_decisive_trace(&v->report));
    return code == COSET_EXIT_HOLDS ? v->report.exit_code : code;
}

static int check(coset_session *s)
{
    int code = coset_session_load(s);
    if (code != COSET_EXIT_HOLDS)
        return code;
    coset_verification *v = coset_new(1, sizeof *v);
    v->session = s;
    v->search.session = s;
    v->search.reduction = &v->reduction;
    code = coset_verify(v);
    code = code == COSET_EXIT_HOLDS ? tell(v) : code;
    s->settings->leaves = coset_reduction_leave(&v->reduction);
    if (s->settings->leaves)
        return code;
    coset_verification_fini(v);
    coset_delete(v);
    return code;
}

static int list(coset_session *s, const coset_listed **all, uint32_t *n)
{
    int code = coset_session_load(s);
    if (code == COSET_EXIT_HOLDS)
        *all = coset_listed_of(s->model, s->arena, n);
    return code;
}

const coset_problems coset_model_problems = {.check = check, .symmetry = coset_symmetry_model, .list = list};
