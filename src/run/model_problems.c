/* run/model_problems.c - a source file that is one model: its properties are checked together. */
#include <string.h>

#include "run/limits.h"
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

/* Its properties, and its formulas of infinite runs. */
static const coset_listing *listing_of(const coset_session *s)
{
    coset_listing *l = coset_arena_get(s->arena, 1, sizeof *l);
    const uint32_t n_formulas = s->temporals ? s->temporals->all.n : 0;
    *l = (coset_listing){.path = s->path, .language = s->language->name, .text = s->text};
    const coset_listed *of_states = coset_listed_of(s->model, s->arena, &l->n);
    coset_listed *all = coset_arena_get(s->arena, (size_t)l->n + n_formulas, sizeof *all);
    memcpy(all, of_states, l->n * sizeof *all);
    for (uint32_t i = 0; i < n_formulas; i++)
        all[l->n++] = (coset_listed){s->temporals->all.at[i].name, "temporal", s->temporals->all.at[i].pos};
    l->properties = all;
    return l;
}

static int check(coset_session *s)
{
    int code = coset_session_load(s);
    if (code != COSET_EXIT_HOLDS)
        return code;
    coset_limits_asked(s->settings, listing_of(s));
    coset_verification *v = coset_new(1, sizeof *v);
    v->session = s;
    v->search.session = s;
    v->search.reduction = &v->reduction;
    code = coset_verify(v);
    code = code == COSET_EXIT_HOLDS ? tell(v) : code;
    s->settings->leaves = coset_reduction_leave(&v->reduction);
    if (s->settings->leaves)
        return code;
    coset_limits_claim(s->settings); /* else the watchdog might still read the listing */
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
