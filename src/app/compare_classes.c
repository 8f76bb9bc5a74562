/* app/compare_classes.c - related states of one model, by decision diagrams. */
#include "app/compare.h"
#include "run/machine.h"
#include "symb/search/reach.h"

static uint32_t *events_of(coset_compare_system *c, const coset_model *m)
{
    uint32_t *events = coset_arena_get(c->arena, (size_t)m->n_groups + 1, sizeof *events);
    for (uint32_t g = 0; g < m->n_groups; g++) {
        uint32_t event = m->groups[g].is_start ? COSET_TAU : coset_compare_event(c, m->groups[g].name);
        COSET_INVARIANT(event == COSET_TAU || event >= 2);
        events[g] = event == COSET_TAU ? COSET_SYMB_SILENT : event - 2;
    }
    return events;
}

/* The observed conditions. */
static uint32_t *observed_of(const coset_compare_system *c, uint32_t side)
{
    const coset_formulas *f = c->sides[side].session.formulas;
    uint32_t n = c->settings->observed.n, *props = coset_arena_get(c->arena, (size_t)n + 1, sizeof *props);
    for (uint32_t i = 0; i < n; i++) {
        const coset_formula *root = f->all.at[i].root;
        props[i] = root->op == COSET_F_ATOM   ? root->predicate->prop
                   : root->op == COSET_F_TRUE ? COSET_SYMB_ALWAYS
                                              : COSET_SYMB_NEVER;
    }
    return props;
}

void coset_compare_symbolic(coset_compare_system *c, uint32_t side, coset_engine_options *o, coset_symb_options *how,
                            coset_symb_relating *relating)
{
    const coset_reduction *reduction = &c->sides[side].reduction;
    *relating = (coset_symb_relating){
        .simulation = c->simulation, .weak = c->weak, .all = c->settings->all_states, .apart = c->settings->apart};
    relating->event = events_of(c, reduction->searched);
    relating->n_events = c->by_rules ? c->names.n : !c->weak;
    relating->observed = observed_of(c, side);
    relating->n_observed = c->settings->observed.n;
    *how = c->settings->symb;
    how->group = reduction->group;
    how->found = reduction->found_slotwise;
    how->props = reduction->props;
    how->relating = relating;
    *o = c->settings->engine;
    o->held_bytes = coset_memory_held();
    o->stop = coset_machine_stop();
    o->deadlock = COSET_DEADLOCK_OFF;
    o->max_errors = 0;
}

int coset_compare_classes(coset_compare_system *c, coset_comparison *words)
{
    coset_symb_classes classes = {0};
    coset_result *result = NULL;
    coset_err err = {0};
    coset_engine_options o;
    coset_symb_options how;
    coset_symb_relating relating;
    const coset_compare_side *side = &c->sides[0];
    coset_compare_symbolic(c, 0, &o, &how, &relating);
    how.classes = &classes;
    coset_status status = coset_symb_reach(side->reduction.searched, &o, &how, c->arena, &result, &err);
    if (status != COSET_OK)
        return coset_session_fail(&side->session, coset_exit_of(status), "%s: %s", side->session.path, err.text);
    words->verdict = classes.why ? COSET_VERDICT_INCOMPLETE : COSET_VERDICT_HOLDS;
    words->reason = classes.why;
    words->n_classes = classes.classes;
    words->nodes = classes.why ? 0 : classes.nodes;
    words->largest = classes.largest;
    words->rounds = classes.rounds;
    words->search_seconds = result->seconds;
    words->sides[0].n_states = classes.states;
    words->sides[0].n_steps = result->edges;
    return COSET_EXIT_HOLDS;
}
