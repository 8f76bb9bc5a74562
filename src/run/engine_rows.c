/* run/engine_rows.c - how each engine is run. */
#include "run/engines.h"

#include "explore/bfs.h"
#include "explore/dfs.h"
#include "run/por.h"
#include "run/search.h"
#include "run/temporal_symb.h"
#include "symb/search/reach.h"
#include "wrap/ample.h"

/* ---- breadth first ---------------------------------------------------------------------------------------------- */

static bool any_settings(const coset_settings *s)
{
    (void)s;
    return true;
}

static coset_status run_breadth_first(coset_search *s, coset_err *err)
{
    coset_engine_options o = s->options;
    o.leaving =
        coset_por_leaving(s->reduction->partial, coset_reduction_quotient(s->reduction), s->reduction->relations);
    return coset_bfs(s->reduction->searched, &o, s->session->arena, &s->result, err);
}

const coset_engine_row coset_engine_breadth_first = {"breadth first", any_settings, run_breadth_first, NULL};

/* ---- depth first ------------------------------------------------------------------------------------------------ */

static bool is_depth_first(const coset_settings *s) { return s->order == COSET_IN_DEPTH; }

static void represent(void *ctx, const coset_value *src, coset_value *dst, coset_count *orbit)
{
    coset_canon_apply(ctx, src, dst, NULL, orbit);
}

static void represent_found(void *ctx, const coset_value *src, coset_value *dst, coset_count *orbit)
{
    coset_minimal_apply(ctx, src, dst, NULL, orbit);
}

static coset_status run_depth_first(coset_search *s, coset_err *err)
{
    const coset_reduction *r = s->reduction;
    const coset_minimal *minimal = r->found ? r->found->minimal : NULL;
    coset_minimal_scratch *found = minimal ? coset_minimal_scratch_new(minimal) : NULL;
    coset_canon_scratch *proved = r->canon && !found ? coset_canon_scratch_new(r->canon) : NULL;
    const coset_representer of_found = {found, represent_found}, of_proved = {proved, represent};
    const coset_chooser chooser = {r->chooser, coset_ample_offer};
    coset_status status = coset_dfs(r->chooser ? r->unreduced : r->searched, &s->options,
                                    found    ? &of_found
                                    : proved ? &of_proved
                                             : NULL,
                                    r->chooser ? &chooser : NULL, s->session->arena, &s->result, err);
    coset_minimal_scratch_free(found);
    coset_canon_scratch_free(proved);
    return status;
}

const coset_engine_row coset_engine_depth_first = {"depth first", is_depth_first, run_depth_first,
                                                   "not automatic with --search=dfs"};

/* ---- symbolic --------------------------------------------------------------------------------------------------- */

static bool is_symbolic(const coset_settings *s) { return s->search == COSET_BY_DIAGRAMS; }

static coset_status reach(coset_search *s, coset_symb_options *how, coset_err *err)
{
    return coset_symb_reach(s->reduction->searched, &s->options, how, s->session->arena, &s->result, err);
}

/* With representatives of the user's choice; prints a state that has none. */
static coset_status search_chosen(coset_search *s, coset_symb_options *how, const coset_formula *by, coset_err *err)
{
    const coset_model *m = s->session->model;
    coset_symb_chosen chosen = {.whole_group = s->session->settings->whole_group};
    if (by->op != COSET_F_ATOM)
        return coset_fail(err, COSET_USAGE,
                          "--representatives is a condition on states, and true of some of them only");
    chosen.prop = by->predicate->prop;
    chosen.state = coset_arena_get(s->session->arena, (size_t)m->n_slots + 1, sizeof *chosen.state);
    how->chosen = &chosen;
    coset_status status = reach(s, how, err);
    if (chosen.lost) {
        fprintf(stderr, "state without a representative:\n");
        coset_state_text(m, NULL, chosen.state, stderr);
    }
    return status;
}

/* A detected group that the reached states refute is given up: the search restarts without it. */
static coset_status search_unless_refuted(coset_search *s, coset_symb_options *how, coset_err *err)
{
    const char *refuted = NULL;
    double began = coset_engine_now();
    how->refuted = &refuted;
    coset_status status = reach(s, how, err);
    if (!refuted)
        return status;
    coset_auto_refute(s->reduction->found, refuted);
    s->reduction->found_slotwise = how->found = NULL;
    s->reduction->by_diagrams = false;
    how->symmetry = COSET_SYMB_NONE;
    s->options.spent_seconds += coset_engine_now() - began;
    return reach(s, how, err);
}

static coset_status run_symbolic(coset_search *s, coset_err *err)
{
    const coset_settings *settings = s->session->settings;
    coset_symb_options how = settings->symb;
    how.formulas = s->session->formulas;
    how.fixpoint = settings->fixpoint;
    coset_temporals_by_diagrams(s->session, &how);
    if (how.n_accepting) /* a violation would leave states unexplored that formulas need */
        s->options.max_errors = 0;
    how.group = s->reduction->group;
    how.found = s->reduction->found_slotwise;
    how.props = s->reduction->props;
    how.system = s->system;
    if (s->system && !s->reduction->canon)
        how.symmetry = COSET_SYMB_NONE;
    const coset_formula *chooses = how.formulas ? how.formulas->representatives : NULL;
    return chooses ? search_chosen(s, &how, chooses, err) : search_unless_refuted(s, &how, err);
}

const coset_engine_row coset_engine_symbolic = {"symbolic", is_symbolic, run_symbolic,
                                                "not automatic with the symbolic engine"};
