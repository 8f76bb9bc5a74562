#include "run/outcome.h"

#include "run/limits.h"
#include "run/session.h"

static int write_file(const coset_outcome *o, const coset_output *to)
{
    if (to->itf && !o->itf)
        return coset_complain(COSET_EXIT_HOLDS, "there is no trace to write to %s", to->path);
    return coset_write_file(to->path, to->itf ? o->itf : o->json, o->of);
}

int coset_outcome_write(const coset_outcome *o, const coset_settings *s)
{
    const coset_text_style style = coset_settings_style(s, stdout);
    int code = COSET_EXIT_HOLDS;
    coset_limits_claim(s);
    if (s->json_on_stdout)
        code = coset_write_file("-", o->json, o->of);
    else
        o->text(o->of, &style, stdout);
    for (uint32_t i = 0; i < s->outputs.n && code == COSET_EXIT_HOLDS; i++)
        code = write_file(o, &s->outputs.at[i]);
    return code;
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

static void text(void *of, const coset_text_style *style, FILE *out) { coset_report_text(of, style, out); }
static coset_status json(void *of, FILE *out, coset_err *err) { return coset_report_json(of, out, err); }
static coset_status itf(void *of, FILE *out, coset_err *err) { return coset_report_write_itf(of, out, err); }

int coset_outcome_report(const coset_report *r, const coset_settings *s)
{
    const coset_outcome outcome = {
        .of = (void *)(uintptr_t)r, .text = text, .json = json, .itf = coset_report_has_itf(r) ? itf : NULL};
    return coset_outcome_write(&outcome, s);
}
