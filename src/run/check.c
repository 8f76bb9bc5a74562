/* run/check.c - the whole of a check: loads the model, has it verified, writes the results. */
#include "run/check.h"

#include "lang/cspm/cspm.h"
#include "run/csp.h"
#include "run/formulas.h"
#include "run/limits.h"
#include "run/temporal.h"
#include "run/verify.h"

static coset_status write_json(void *ctx, FILE *out, coset_err *err)
{
    const coset_verification *v = ctx;
    return coset_report_json(&v->report, out, err);
}

static coset_status write_itf(void *ctx, FILE *out, coset_err *err)
{
    const coset_verification *v = ctx;
    return coset_report_itf(&v->report, v->traces[coset_report_decisive(v->session.model, v->search.result)], out, err);
}

/* Files asked for with -o, --json=FILE, --itf. Returns an exit status. */
static int write_outputs(coset_verification *v)
{
    const coset_settings *s = v->session.settings;
    uint32_t decisive = coset_report_decisive(v->session.model, v->search.result);
    bool has_trace = decisive != COSET_NO_PROP && v->traces[decisive];
    for (uint32_t i = 0; i < s->outputs.n; i++) {
        const coset_output *o = &s->outputs.at[i];
        int code = COSET_EXIT_HOLDS;
        if (!o->itf)
            code = coset_write_file(o->path, write_json, v);
        else if (has_trace)
            code = coset_write_file(o->path, write_itf, v);
        else
            coset_complain(COSET_EXIT_HOLDS, "there is no trace to write to %s", o->path);
        if (code != COSET_EXIT_HOLDS)
            return code;
    }
    return coset_write_trail(&v->session, has_trace ? v->traces[decisive] : NULL);
}

static int tell(coset_verification *v)
{
    const coset_settings *s = v->session.settings;
    int code = COSET_EXIT_HOLDS;
    coset_limits_claim(s);
    if (s->json_on_stdout) {
        code = coset_write_file("-", write_json, v);
    } else {
        coset_text_style style = coset_settings_style(s, stdout);
        coset_report_text(&v->report, &style, stdout);
    }
    if (code == COSET_EXIT_HOLDS)
        code = write_outputs(v);
    return code == COSET_EXIT_HOLDS ? v->report.exit_code : code;
}

int coset_check(coset_settings *settings)
{
    coset_verification v = {0};
    v.search.session = &v.session;
    v.search.reduction = &v.reduction;
    const bool has_text = !settings->source || !settings->source->make;
    settings->provisional = settings->may_vary = settings->may_assume = true;
    settings->wants_formulas = has_text;
    int code = coset_session_read(&v.session, settings);
    if (code == COSET_EXIT_HOLDS && v.session.language == &coset_cspm && !settings->typecheck_only) {
        code = coset_formulas_open(&v.session);
        if (code == COSET_EXIT_HOLDS)
            code = coset_csp_verb(&v.session);
        coset_session_close(&v.session);
        return code;
    }
    if (code == COSET_EXIT_HOLDS)
        code = coset_session_load(&v.session);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (settings->typecheck_only) {
        if (!settings->quiet)
            printf("%s: no errors\n", settings->files[0]);
    } else {
        code = coset_verify(&v);
        code = code == COSET_EXIT_HOLDS ? tell(&v) : code;
    }
    settings->leaves = coset_reduction_leave(&v.reduction);
    if (settings->leaves)
        return code;
    coset_verification_fini(&v);
    return code;
}
