/* app/symmetry.c - coset symmetry: the group of a model and what breaks it. */
#include "app/verbs.h"
#include "lang/cspm/cspm.h"
#include "run/csp.h"
#include "run/detection.h"
#include "run/limits.h"
#include "run/reduce.h"

typedef struct {
    const coset_session *session;
    const coset_reduction *reduction;
    const coset_legal *searched; /* with loops that a search checks */
    coset_detection detection;
} symmetry;

static coset_status write_json(void *ctx, FILE *out, coset_err *err)
{
    const symmetry *s = ctx;
    return coset_symmetry_json(s->session->model, s->session->text, s->reduction->legal, s->searched,
                               &s->detection.words, out, err);
}

/* Text or JSON on standard output, then the files asked for. Returns an exit status. */
static int tell(symmetry *s)
{
    const coset_settings *settings = s->session->settings;
    const coset_legal *legal = s->reduction->legal;
    int code = COSET_EXIT_HOLDS;
    coset_limits_claim(settings);
    if (settings->json_on_stdout) {
        code = coset_write_file("-", write_json, s);
    } else {
        const coset_text_style style = coset_settings_style(settings, stdout);
        coset_symmetry_text(s->session->model, s->session->text, legal->steps, legal->starts, legal->props, &style,
                            stdout);
        coset_checked_text(s->session->model, s->session->text, s->searched, stdout);
        coset_detection_text(&s->detection.words, s->session->text, &style, stdout);
    }
    for (uint32_t i = 0; i < settings->outputs.n && code == COSET_EXIT_HOLDS; i++)
        code = coset_write_file(settings->outputs.at[i].path, write_json, s);
    if (s->detection.cut && code == COSET_EXIT_HOLDS)
        return COSET_EXIT_INCOMPLETE;
    if (settings->certificate && code == COSET_EXIT_HOLDS)
        code = coset_detection_certify(&s->detection, s->session, settings->certificate);
    if (settings->generators && code == COSET_EXIT_HOLDS)
        code = coset_detection_generators(&s->detection, s->session, settings->generators);
    return code;
}

int coset_verb_symmetry(coset_settings *settings)
{
    coset_session session;
    coset_reduction reduction = {0};
    settings->may_vary = !settings->certificate && !settings->generators;
    int code = coset_session_read(&session, settings);
    if (code == COSET_EXIT_HOLDS && session.language == &coset_cspm && !settings->typecheck_only) {
        code = settings->certificate || settings->generators
                   ? coset_session_fail(&session, COSET_EXIT_USAGE,
                                        "what a script declares is proved, not detected: leave out --certificate and "
                                        "--generators")
                   : coset_csp_symmetry_verb(&session);
        coset_session_close(&session);
        return code;
    }
    if (code == COSET_EXIT_HOLDS)
        code = coset_session_load(&session);
    if (code != COSET_EXIT_HOLDS)
        return code;
    coset_limits_doing(settings, "symmetry was proved");
    coset_session_limit(&session);
    coset_reduction_groups(&reduction, &session);
    const coset_legal_options obliges = {.arrives = true, .obliges = true};
    symmetry s = {.session = &session, .reduction = &reduction};
    s.searched = coset_legal_check(session.model, &obliges, session.arena);
    code = coset_reduction_audit(&reduction, &session);
    if (code == COSET_EXIT_HOLDS)
        code = coset_detection_make(&s.detection, &session);
    if (code == COSET_EXIT_HOLDS)
        code = tell(&s);
    coset_detection_fini(&s.detection);
    coset_reduction_free(&reduction);
    coset_session_close(&session);
    return code;
}
