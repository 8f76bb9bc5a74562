/* symb/search/reach_state.h - the state of a symbolic search.
 *
 * Layer    symb, private.
 */
#ifndef COSET_SYMB_SEARCH_REACH_STATE_H
#define COSET_SYMB_SEARCH_REACH_STATE_H

#include "symb/counter/counter.h"
#include "symb/encode/options.h"
#include "symb/encode/relation.h"

typedef enum { COSET__AT_STATE, COSET__AT_FAULT, COSET__AT_COVER } coset__ending;

/* The first violation (or hit) of a property. */
typedef struct {
    bool found;
    uint32_t depth, instance;
    coset__ending ending;   /* AT_FAULT: one more step, out of the state, faults; AT_COVER: one more step hits */
    bool at_start;          /* AT_FAULT: a start rule faults, there is no state */
    coset_value *state;     /* [n_slots], of that level */
    const coset_path *path; /* NULL: it is made from the levels of the search */
} coset__finding;

/* When operations are interrupted, for all searches in one context. */
typedef struct {
    const coset_engine_options *o;
    double began, deadline; /* deadline: 0: never */
    bool resumed;           /* after a limit */
} coset__clock;

typedef struct {
    const coset_model *m;
    const coset_engine_options *o;
    const coset_symb_options *how;
    coset_bdds *bdd;
    coset__relation r;
    coset__symmetry symmetry;
    coset__counter *counter;     /* set if the relation is between counted states; else NULL */
    COSET_VEC(coset_bdd) levels; /* kept: new representatives of each depth, or with chaining of each image */
    uint32_t rounds;             /* of images of all rules */
    coset_bdd reached;           /* kept */
    bool kept;                   /* all keepers preserve all levels so far (rule_classes.c) */
    uint32_t deadlock;           /* property, or COSET_NO_PROP */
    coset__finding *findings;    /* [n_props] */
    const char **undecided;      /* [n_props] why liveness is not decided */
    coset__orbit_list orbits;    /* while the outcome is made */
    uint64_t reordered_at;       /* nodes of the reached states after the last reordering */
    uint32_t distance;           /* from a violation, of the last level of a backward search */
    const char *lost;            /* what is not symmetric despite its proof; or NULL */
    bool prepared;               /* `symmetry` is made */
    const char *stopped;         /* or NULL: all was explored */
    bool cut;                    /* stopped by a limit or from the outside */
    coset__clock *clock;
    coset_arena *arena;
} coset__reach;

/* ---- life cycle of a search ---- */

/* A context for `n_vars` variables; starts the clock of all searches in it. */
coset_status coset__reach_context(coset__clock *clock, const coset_symb_options *how, uint32_t n_vars, coset_bdds **out,
                                  coset_err *err) COSET_NODISCARD;
/* A search with variables from `first` on, `stride` for each bit (vars.h): its relation and its method for
 * representatives. COSET_MEMORY: it can be run, and ends at once. Must be closed in any case. */
coset_status coset__reach_open(coset__reach *s, uint32_t first, uint32_t stride, coset_err *err) COSET_NODISCARD;
/* Searches; `result` has counts and verdicts except for formulas and classes, which need `reached`. On errors there is
 * no result. */
coset_status coset__reach_run(coset__reach *s, coset_result **result, coset_err *err) COSET_NODISCARD;
/* Reports an error if the search is unsound, whatever its result says. */
coset_status coset__reach_sound(const coset__reach *s, coset_err *err) COSET_NODISCARD;
void coset__reach_close(coset__reach *s);

/* levels.c, for both directions. Turns properties into sets that are invariant on orbits. */
void coset__reach_begin(coset__reach *s);
/* New states of a distance; they are kept. */
void coset__reach_add_level(coset__reach *s, coset_bdd level);
void coset__reach_drop_levels(coset__reach *s);
/* Checks for violations states at this depth, and in their steps. */
void coset__reach_judge(coset__reach *s, uint32_t depth, coset_bdd level);
void coset__reach_judge_states(coset__reach *s, uint32_t depth, coset_bdd level);
void coset__reach_judge_steps(coset__reach *s, uint32_t depth, coset_bdd level);
void coset__reach_progress(coset__reach *s);
/* The wanted number of violations is found. */
bool coset__reach_enough(const coset__reach *s);
/* Checks the bounds of depth and states. */
void coset__reach_bounds(coset__reach *s, uint32_t depth);
/* A relation to representatives that is not total gives wrong answers: if a state of the set has none, the search ends
 * with that state. */
void coset__reach_look_for_lost(coset__reach *s, coset_bdd set);
/* back.c: from violations to start states. Errors: COSET_UNSUPPORTED (the text says what). */
coset_status coset__reach_back(coset__reach *s, coset_err *err);
/* Stops for limits: fills s->stopped. */
bool coset__reach_may_go_on(coset__reach *s);
/* Grants a little time for the rest of the report: after a limit, which may have interrupted an operation; else as much
 * as the search has taken. */
void coset__reach_resume(coset__reach *s);
/* Records the first state of `set`, if any, as the finding of a property without one. */
void coset__reach_find(coset__reach *s, uint32_t prop, uint32_t depth, uint32_t instance, coset__ending ending,
                       coset_bdd set);
/* One state of the non-empty set, and the set of one state: states are concrete, whatever sets consist of. */
void coset__reach_one(const coset__reach *s, coset_bdd set, coset_value *state);
coset_bdd coset__reach_single(const coset__reach *s, const coset_value *state);
/* live.c: decides the liveness properties on all reached states. */
void coset__reach_live(coset__reach *s);
/* diverge.c: decides whether silent steps can continue for ever from a reached state, if this is requested. */
void coset__reach_diverge(coset__reach *s);
/* outcome.c */
coset_result *coset__reach_outcome(coset__reach *s);
/* path.c: a run to the finding, in s->arena. */
const coset_path *coset__reach_path(coset__reach *s, uint32_t prop);

#endif
