/* run/symmetry.c - coset symmetry: the group of a model and what breaks it. */
#include "run/detection.h"
#include "run/limits.h"
#include "run/outcome.h"
#include "run/problems.h"
#include "run/reduce.h"
#include "run/temporal.h"

typedef struct {
    const coset_session *session;
    coset_legal legal;           /* rows of formulas have the groups of their searches */
    const coset_legal *searched; /* including loops that a search checks */
    coset_detection detection;
} symmetry;

static void text(void *of, const coset_text_style *style, FILE *out)
{
    const symmetry *s = of;
    const coset_legal *legal = &s->legal;
    coset_symmetry_text(s->session->model, s->session->text, legal->steps, legal->starts, legal->props, style, out);
    coset_checked_text(s->session->model, s->session->text, s->searched, out);
    coset_detection_text(&s->detection.words, s->session->text, style, out);
}

static coset_status json(void *of, FILE *out, coset_err *err)
{
    const symmetry *s = of;
    return coset_symmetry_json(s->session->model, s->session->text, &s->legal, s->searched, &s->detection.words, out,
                               err);
}

static int tell(symmetry *s)
{
    const coset_settings *settings = s->session->settings;
    const coset_outcome outcome = {.of = s, .text = text, .json = json};
    int code = coset_outcome_write(&outcome, settings);
    if (s->detection.cut && code == COSET_EXIT_HOLDS)
        return COSET_EXIT_INCOMPLETE;
    if (settings->certificate && code == COSET_EXIT_HOLDS)
        code = coset_detection_certify(&s->detection, s->session, settings->certificate);
    if (settings->generators && code == COSET_EXIT_HOLDS)
        code = coset_detection_generators(&s->detection, s->session, settings->generators);
    return code;
}

/* The proved symmetry, with the group of each linear-time formula: that of the first choice of elements, if it is
 * indexed. */
static coset_legal with_formulas(coset_session *s, const coset_legal *proved)
{
    const coset_temporals *t = s->temporals;
    coset_legal legal = *proved;
    const coset_symgroup **props = coset_arena_copy(s->arena, proved->props, s->model->n_props, sizeof *props);
    for (uint32_t i = t ? t->all.n : 0; i-- > 0;) {
        const coset_symgroup *g = coset_temporals_group(s, &t->all.at[i]);
        if (g)
            props[t->all.at[i].prop] = g;
    }
    legal.props = props;
    return legal;
}

int coset_symmetry_model(coset_session *session)
{
    coset_reduction reduction = {0};
    int code = coset_session_load(session);
    if (code != COSET_EXIT_HOLDS)
        return code;
    coset_limits_doing(session->settings, "symmetry was proved");
    coset_session_limit(session);
    coset_reduction_groups(&reduction, session);
    const coset_legal_options obliges = {.arrives = true, .obliges = true};
    symmetry s = {.session = session, .legal = with_formulas(session, reduction.legal)};
    s.searched = coset_legal_check(session->model, &obliges, session->arena);
    code = coset_reduction_audit(&reduction, session);
    if (code == COSET_EXIT_HOLDS)
        code = coset_detection_make(&s.detection, session);
    if (code == COSET_EXIT_HOLDS)
        code = tell(&s);
    coset_detection_fini(&s.detection);
    coset_reduction_free(&reduction);
    return code;
}
