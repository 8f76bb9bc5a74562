/* run/csp_ltl.c - LTL formulas about the processes of assertions. */
#include <string.h>

#include "base/budget.h"
#include "explore/accept.h"
#include "run/csp_job.h"
#include "run/limits.h"
#include "wrap/word.h"

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static int cannot_be_read(const coset_csp_run *run, coset_status status, const coset_err *err)
{
    coset_session *s = run->session;
    coset_text_print(s->text, stderr, coset_settings_colour(s->settings, stderr), 20);
    return coset_session_fail(s, coset_exit_of(status), "%s", err->text);
}

typedef COSET_VEC(const char *) texts;

static void add_conditions(coset_csp_formula *f, texts *all)
{
    for (uint32_t i = 0; i < f->read.n_atoms; i++) {
        uint32_t k = 0;
        if (!f->read.atoms[i].set)
            continue;
        while (k < all->n && strcmp(all->at[k], f->read.atoms[i].set) != 0)
            k++;
        if (k == all->n)
            *coset_vec_add(all) = f->read.atoms[i].set;
        f->conditions[i] = k;
    }
}

int coset_csp_formulas_open(coset_csp_run *run, uint32_t *n, const char *const **conditions)
{
    coset_session *s = run->session;
    const coset_words *given = &s->settings->ltl;
    texts all = {0};
    coset_err err = {0};
    coset_status status = COSET_OK;
    *n = 0;
    *conditions = NULL;
    if (given->n == 0)
        return COSET_EXIT_HOLDS;
    if (s->settings->search == COSET_BY_DIAGRAMS)
        return coset_session_fail(s, COSET_EXIT_USAGE,
                                  "the symbolic engine does not have --ltl for CSPM scripts: leave it out");
    run->pool = coset_ltls_new();
    run->n_formulas = given->n;
    run->formulas = coset_arena_get(s->arena, given->n, sizeof *run->formulas);
    for (uint32_t i = 0; i < given->n && status == COSET_OK; i++) {
        const char *name = i ? coset_arena_printf(s->arena, "--ltl (%u)", (unsigned)i + 1) : "--ltl";
        uint16_t file = coset_text_add(s->text, name, given->at[i], strlen(given->at[i]));
        status = coset_cspm_read_formula(s->text, file, run->pool, s->arena, &run->formulas[i].read, &err);
        if (status == COSET_OK)
            add_conditions(&run->formulas[i], &all);
    }
    *n = all.n;
    *conditions = coset_arena_copy(s->arena, all.at, all.n, sizeof *all.at);
    coset_vec_fini(&all);
    return status == COSET_OK ? COSET_EXIT_HOLDS : cannot_be_read(run, status, &err);
}

void coset_csp_formulas_close(coset_csp_run *run)
{
    for (uint32_t i = 0; i < run->n_formulas; i++)
        coset_omega_free(run->formulas[i].wrong);
    coset_vec_fini(&run->claims);
    coset_ltls_free(run->pool);
    run->pool = NULL;
    run->n_formulas = 0;
}

/* ---- what is checked -------------------------------------------------------------------------------------------- */

static bool has_process(const coset_cspm_assertion *a) { return a->question != COSET_CSPM_SYMMETRIC; }

/* The same process, reduced by the same symmetry if at all. */
static bool alike(const coset_cspm_assertion *a, const coset_cspm_assertion *b)
{
    return strcmp(a->impl, b->impl) == 0 && !a->tau_priority && !b->tau_priority && a->symmetry == b->symmetry;
}

int coset_csp_claim_all(coset_csp_run *run, uint32_t first, uint32_t n)
{
    for (uint32_t i = first; i < first + n && run->n_formulas; i++) {
        const coset_cspm_assertion *a = coset_cspm_assertion_at(run->script, i);
        bool known = !has_process(a);
        for (uint32_t k = first; k < i && !known; k++) {
            const coset_cspm_assertion *before = coset_cspm_assertion_at(run->script, k);
            known = has_process(before) && alike(before, a);
        }
        for (uint32_t f = 0; !known && f < run->n_formulas; f++)
            *coset_vec_add(&run->claims) = (coset_csp_claim){i, f};
    }
    if (run->n_formulas && !run->claims.n)
        return coset_session_fail(run->session, COSET_EXIT_USAGE,
                                  "--ltl is about the processes of assertions, and %s has none that is checked",
                                  run->session->path);
    return COSET_EXIT_HOLDS;
}

coset_csp_result coset_csp_claimed(const coset_csp_run *run, const coset_csp_claim *claim)
{
    const coset_cspm_assertion *a = coset_cspm_assertion_at(run->script, claim->assertion);
    const char *formula = run->formulas[claim->formula].read.text;
    return (coset_csp_result){.assertion = coset_arena_printf(run->session->arena, "%s |= %s", a->impl, formula),
                              .impl = a->impl,
                              .kind = "temporal",
                              .pos = a->pos,
                              .verdict = COSET_VERDICT_INCOMPLETE,
                              .exit = COSET_EXIT_LIVENESS};
}

/* ---- the automaton and its letters ------------------------------------------------------------------------------- */

static coset_status translate(coset_csp_run *run, coset_csp_formula *f, coset_err *err)
{
    const char *names[COSET_LTL_ATOMS];
    for (uint32_t i = 0; i < f->read.n_atoms; i++)
        names[i] = coset_arena_printf(run->session->arena, "a%u", (unsigned)i);
    const coset_omega_options how = {.n_atoms = f->read.n_atoms, .names = names};
    const coset_ltl *wrong = coset_ltl_simplify(run->pool, coset_ltl_normal(run->pool, f->read.must, true));
    return f->wrong ? COSET_OK : coset_omega_translate(run->pool, wrong, &how, &f->wrong, err);
}

static coset_status read_atoms(coset_csp_job *j, coset_word_atom *out, coset_err *err)
{
    static const coset_word_kind kinds[] = {COSET_WORD_HAPPENS, COSET_WORD_OFFERED, COSET_WORD_STOPPED};
    const coset_cspm_formula *f = &j->formula->read;
    const uint32_t n = j->compiled->n_events;
    coset_status status = COSET_OK;
    for (uint32_t i = 0; i < f->n_atoms && status == COSET_OK; i++) {
        bool *events = coset_arena_get(j->arena, n, sizeof *events);
        out[i] = (coset_word_atom){kinds[f->atoms[i].kind], events};
        if (f->atoms[i].set)
            status = coset_cspm_condition(j->run->script, j->formula->conditions[i], n, events, err);
        else
            events[COSET_TICK] = true;
    }
    return status;
}

/* ---- symmetry: renamings that preserve the set of each condition ------------------------------------------------- */

/* Events that occur in the same conditions have the same number; *n: count of numbers. */
static uint32_t *number_events(const coset_csp_job *j, const coset_word_atom *atoms, uint32_t *n)
{
    const uint32_t n_events = j->compiled->n_events, n_atoms = j->formula->read.n_atoms;
    uint32_t *numbers = coset_arena_get(j->arena, n_events, sizeof *numbers);
    uint64_t *all = coset_arena_get(j->arena, n_events, sizeof *all);
    *n = 0;
    for (uint32_t e = 0; e < n_events; e++) {
        uint64_t those = 0;
        uint32_t k = 0;
        for (uint32_t i = 0; i < n_atoms; i++)
            those |= atoms[i].kind != COSET_WORD_STOPPED && atoms[i].events[e] ? UINT64_C(1) << i : 0;
        while (k < *n && all[k] != those)
            k++;
        all[k] = those;
        *n += k == *n;
        numbers[e] = k;
    }
    return numbers;
}

/* A specification that has an automorphism for a renaming if and only if the renaming preserves the numbers of events:
 * after an event with number k, its traces continue for exactly k more events, of any kind. */
static coset_status make_signs(coset_csp_job *j, const coset_word_atom *atoms, coset_err *err)
{
    const coset_normal_limits limits = {.budget = j->run->session->limit};
    const uint32_t n_events = j->compiled->n_events;
    uint32_t n, *numbers = number_events(j, atoms, &n);
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t s = 0; s <= n; s++)
        (void)coset_lts_add_state(b);
    for (uint32_t e = COSET_TICK + 1; e < n_events; e++) {
        coset_lts_add_edge(b, 0, e, 1 + numbers[e]);
        for (uint32_t s = 2; s <= n; s++)
            coset_lts_add_edge(b, s, e, s - 1);
    }
    coset_lts *signs = coset_lts_build(b, n_events);
    coset_status status = coset_normalise(signs, n_events, COSET_CSP_T, &limits, &j->spec, err);
    coset_lts_free(signs);
    return status;
}

static bool wants_symmetry(const coset_csp_job *j)
{
    const char *strategy = j->run->session->settings->strategy;
    return j->run->only_symmetry ||
           (strcmp(strategy, "off") != 0 && (j->assertion->symmetry || strcmp(strategy, "auto") != 0));
}

static coset_status reduce(coset_csp_job *j, const coset_word_atom *atoms, coset_err *err)
{
    coset_reduction *r = &j->symmetry.reduction;
    if (!j->choices) {
        r->searched = j->product;
        return COSET_OK;
    }
    coset_status status = make_signs(j, atoms, err);
    if (status == COSET_OK)
        status = coset_csp_symmetry_new(j->product, &j->compiled->impl, j->spec, coset_word_nodes(j->formula->wrong),
                                        j->choices, j->run->session->settings->strategy, j->arena, &j->symmetry, err);
    if (status != COSET_OK)
        return status;
    j->out->group = coset_csp_symmetry_tell(&j->symmetry, &j->compiled->impl, j->arena);
    r->searched = r->quotient ? r->quotient : j->product;
    if (!r->quotient)
        j->out->note = "nothing is symmetric here; `coset symmetry` shows why";
    return COSET_OK;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

static coset_status search(coset_csp_job *j, coset_err *err)
{
    j->search = (coset_search){.session = j->run->session, .model = j->product, .reduction = &j->symmetry.reduction};
    coset_search_begin(&j->search);
    j->search.options.deadlock = COSET_DEADLOCK_OFF;
    j->search.options.max_errors = 1;
    j->search.options.max_seconds = coset_budget_left(j->run->session->limit);
    coset_status status =
        coset_accept(j->symmetry.reduction.searched, &j->search.options, j->arena, &j->search.result, err);
    coset_search_end(&j->search);
    j->result = j->search.result;
    return status;
}

static coset_status make_product(coset_csp_job *j, coset_word_atom *atoms, coset_err *err)
{
    const coset_cspm_compiled *c = j->compiled;
    coset_status status = coset_super_model(&c->impl, j->out->assertion, &j->impl, err);
    if (status == COSET_OK)
        status = read_atoms(j, atoms, err);
    if (status == COSET_OK)
        status = coset_word_new(j->impl, c->n_events, j->formula->wrong, atoms, &j->product, err);
    return status == COSET_OK ? reduce(j, atoms, err) : status;
}

static void take_verdict(coset_csp_job *j)
{
    j->out->counts = *j->result;
    if (coset_csp_examples(j))
        j->out->verdict = COSET_VERDICT_FAILS;
    else if (j->result->props[0].verdict == COSET_VERDICT_HOLDS)
        j->out->verdict = COSET_VERDICT_HOLDS;
    else
        coset_csp_not_answered(j);
}

static bool speaks_of_offers(const coset_csp_formula *f)
{
    for (uint32_t i = 0; i < f->read.n_atoms; i++)
        if (f->read.atoms[i].kind == COSET_CSPM_OFFERED)
            return true;
    return false;
}

/* A compression has merged states that the formula may distinguish. */
static bool is_lost(coset_csp_job *j)
{
    const coset_cspm_compiled *c = j->compiled;
    const char *why = NULL;
    if (c->failures_only)
        why = coset_arena_printf(j->arena, "%s preserves failures and divergences, but not LTL formulas",
                                 c->failures_only);
    else if (c->stable_only && speaks_of_offers(j->formula))
        why = coset_arena_printf(j->arena, "%s does not keep what states offer that are not stable", c->stable_only);
    if (why)
        coset_csp_refused(j, "C500", why, "leave it out of this script, or use sbisim");
    return why != NULL;
}

static coset_status decide(coset_csp_job *j, coset_err *err)
{
    coset_word_atom atoms[COSET_LTL_ATOMS];
    if (coset_budget_look(j->run->session->limit))
        return coset_budget_fail(j->run->session->limit, "earlier assertions were checked", err);
    coset_status status = COSET_OK;
    if (wants_symmetry(j))
        status = coset_cspm_choose(j->run->script, j->number, true, &j->choices, err);
    if (status == COSET_OK)
        status = coset_csp_compile(j, err);
    if (status != COSET_OK)
        return status;
    if (is_lost(j))
        return COSET_OK;
    status = make_product(j, atoms, err);
    if (status == COSET_OK && !j->run->only_symmetry)
        status = search(j, err);
    if (status == COSET_OK && !j->run->only_symmetry)
        take_verdict(j);
    return status;
}

int coset_csp_judge(coset_csp_run *run, const coset_csp_claim *claim, coset_csp_result *out)
{
    coset_csp_formula *f = &run->formulas[claim->formula];
    coset_csp_job j = {.run = run,
                       .number = claim->assertion,
                       .assertion = coset_cspm_assertion_at(run->script, claim->assertion),
                       .formula = f,
                       .out = out,
                       .arena = run->session->arena,
                       .n_notes = coset_text_notes(run->session->text),
                       .began = coset_engine_now(),
                       .code = COSET_EXIT_HOLDS};
    coset_err err = {0};
    coset_limits_doing(run->session->settings, "runs that violate a formula were searched for");
    if (run->only_symmetry) /* nothing is checked */
        out->verdict = COSET_VERDICT_HOLDS;
    coset_status status = translate(run, f, &err);
    if (status == COSET_OK)
        status = decide(&j, &err);
    if (status != COSET_OK)
        coset_csp_failed(&j, status, &err);
    coset_csp_close(&j);
    return j.code;
}
