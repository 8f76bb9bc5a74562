/* run/model_problems.c - a text that is one model: its properties are judged together. */
#include "run/outcome.h"
#include "run/problems.h"
#include "run/verify.h"

static void text(void *of, const coset_text_style *style, FILE *out)
{
    const coset_verification *v = of;
    coset_report_text(&v->report, style, out);
}

static coset_status json(void *of, FILE *out, coset_err *err)
{
    const coset_verification *v = of;
    return coset_report_json(&v->report, out, err);
}

/* The trace of the property that decides the exit status, or NULL. */
static const coset_trace *decisive_trace(const coset_verification *v)
{
    uint32_t decisive = coset_report_decisive(v->session->model, v->search.result);
    return decisive == COSET_NO_PROP ? NULL : v->traces[decisive];
}

static coset_status itf(void *of, FILE *out, coset_err *err)
{
    const coset_verification *v = of;
    return coset_report_itf(&v->report, decisive_trace(v), out, err);
}

static int tell(coset_verification *v)
{
    const coset_trace *trace = decisive_trace(v);
    const coset_outcome outcome = {.of = v, .text = text, .json = json, .itf = trace ? itf : NULL};
    int code = coset_outcome_write(&outcome, v->session->settings);
    if (code == COSET_EXIT_HOLDS)
        code = coset_write_trail(v->session, trace);
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
