/* app/compare.h - two models side by side in one transition system.
 *
 * Layer    app.
 * Idea     the states of the first come first. An event is the name of a rule, one event for all steps, or tau; a label
 *          is the vector of the observed conditions.
 */
#ifndef COSET_APP_COMPARE_H
#define COSET_APP_COMPARE_H

#include "logic/graph.h"
#include "lts/parting.h"
#include "report/comparison.h"
#include "run/reduce.h"
#include "run/session.h"
#include "symb/encode/options.h"

typedef struct {
    coset_session session;
    coset_settings settings;   /* with the observed conditions in this model's wording */
    coset_reduction reduction; /* the quotient that is explored, if symmetry is asked for */
    coset_graph graph;
} coset_compare_side;

typedef struct {
    const coset_settings *settings;
    coset_arena *arena;
    uint32_t n_sides;
    coset_compare_side sides[2];
    bool weak, simulation, by_rules;
    coset_words names; /* of rules; event - 2 */
    coset_lts *lts;
    uint64_t *seen;  /* [n_states] bit i: condition i is true */
    uint32_t *label; /* [n_states] the same as a number < n_states */
    uint32_t n_left; /* states of the first model */
    const char *why; /* why the system is incomplete, or NULL */
} coset_compare_system;

/* The side of a state, and the state in that model. */
static inline uint32_t coset_compare_side_of(const coset_compare_system *c, uint32_t state)
{
    return state >= c->n_left;
}
const coset_value *coset_compare_state(const coset_compare_system *c, uint32_t state);
/* The event of rules with this name: COSET_TAU, or 2 and more. */
uint32_t coset_compare_event(coset_compare_system *c, const char *name);

/* Reads the models and makes the system; with --engine=symbolic only reads the models. Returns an exit status; with
 * `why` there is no system. Call coset_compare_close in any case. */
int coset_compare_open(coset_compare_system *c, const coset_settings *settings);
void coset_compare_close(coset_compare_system *c);

/* An event as written in formulas; a condition that is true for label `seen_s` and false for `seen_t`. */
const char *coset_compare_event_words(const coset_compare_system *c, uint32_t event);
const char *coset_compare_label_words(const coset_compare_system *c, uint64_t seen_s, uint64_t seen_t);
/* The same event in a play. */
const char *coset_compare_action_words(const coset_compare_system *c, uint32_t event);

/* compare_classes.c: related states of one model by decision diagrams; compare_beside.c: two models. They return an
 * exit status; if it is not COSET_EXIT_HOLDS, there is no answer. */
int coset_compare_classes(coset_compare_system *c, coset_comparison *words);
int coset_compare_beside(coset_compare_system *c, coset_comparison *words);
/* For both: options of the search of this side's model, and its labels and events, once all events are known. */
void coset_compare_symbolic(coset_compare_system *c, uint32_t side, coset_engine_options *o, coset_symb_options *how,
                            coset_symb_relating *relating);

#endif
