/* run/search.h - one search of a model, with what --symmetry=auto decides while it runs.
 *
 * Layer    run.
 * Steps    1. Search the quotient by the proved group. With auto, give it up if orbits are small: step 4.
 *          2. If no symmetry was proved, search the model itself. With auto, detection runs between two levels, and the
 *             detected group is tried for a share of the time (look.h).
 *          3. If the trial paid, search the quotient by the detected group. Give it up if it falls behind the search of
 *             step 2, or if the group is refuted: step 4.
 *          4. Search the model itself.
 *          With --por=auto, partial order reduction is tried between two levels of steps 1 to 3 likewise (por_auto.h).
 *          Once it is in use detection is still tried, and the other way round.
 *          Time spent in steps that were given up counts.
 */
#ifndef COSET_RUN_SEARCH_H
#define COSET_RUN_SEARCH_H

#include "run/progress.h"
#include "run/reduce.h"
#include "run/temporal_looks.h"

/* Called between levels: does the search continue? As coset_engine_options.goes_on. */
typedef bool coset_search_watch(void *s, uint64_t representatives, coset_count states, uint64_t steps);

/* The detection of undeclared symmetry; look.c. */
typedef struct {
    coset_looks looks;
    COSET_VEC(uint64_t) levels; /* states up to each level of the search that detects */
    uint32_t tried;             /* levels of a trial */
    double tried_until;         /* ended here, on the clock */
    coset_budget budget;        /* the time for a look */
    bool found_now;             /* symmetry was found: restart with it */
    coset_result *whole;        /* of a trial that was the whole search, or NULL */
    coset_search_watch *before; /* is asked first; or NULL */
    coset_model *partial;       /* with --por=auto, the model that a trial searches instead of the searched one, */
    const struct coset_relations *relations; /* and the relations that it relies on; or NULL */
} coset_look;

/* States to search although a formula is violated and nobody asked for more: so a small model is searched whole. */
#define COSET_ENOUGH_STATES 250000

/* What --por=auto does about reduction; por_auto.c. */
typedef struct {
    COSET_VEC(uint64_t) levels; /* states stored up to each level of the search without it */
    uint64_t largest;           /* level */
    uint64_t from;              /* states before the next trial */
    uint64_t compared;          /* units of work that comparing transitions has been granted */
    double began, until;        /* on the clock of the processor; a trial ends there */
    coset_search_watch *before; /* is asked first; or NULL */
    coset_model *partial;       /* the models not in use: of the search with reduction, or of the one without it */
    coset_model *quotient;
    uint32_t tried;        /* levels of a trial, */
    uint64_t tried_states; /* and the states stored up to there */
    bool now, ended;       /* restart with it; there are no more trials */
    bool large;            /* it did not stay smaller */
    bool slow;             /* the trial took far too long */
    coset_result *whole;   /* of a trial that was the whole search, or NULL */
    const char *words;     /* why it is not used, or NULL: not tried yet */
} coset_por_trial;

typedef struct coset_search {
    coset_session *session;
    const coset_model *model; /* the unreduced model: the session's, or that of one of its problems */
    coset_reduction *reduction;
    const coset_symb_system *system; /* the components of a product, for the symbolic engine; or NULL */
    coset_engine_options options;
    coset_progress_line progress;
    coset_result *result;     /* NULL: none yet */
    coset_engine_kept kept;   /* the states of the last search, for formulas */
    const char *switched_off; /* why symmetry was switched off, or NULL */
    const char *not_looked;   /* why detection did not run, or NULL */
    bool renamed;             /* counts are those of all renamings of the start states */
    double loaded, began;     /* when the program began, and when the search did */
    bool with_formulas;       /* formulas are checked after it: half of the time is theirs, */
    uint64_t enough;          /* and one is violated: states to search all the same; else 0 */
    coset_look look;
    coset_por_trial por;
    coset_temporal_looks formulas; /* the short searches for their violations */
    coset_search_watch *watch;     /* decides between levels whether the search continues; NULL: it does */
    int code;                      /* exit status of looks at formulas; if it is one of an error there is no result */
} coset_search;

/* Fills `result`. A loop whose iterations do not commute ends it: see coset_search_broken. */
coset_status coset_search_run(coset_search *s, coset_err *err) COSET_NODISCARD;
/* The searched model is not a quotient: a loop that was checked depends on the order of its iterations. */
bool coset_search_broken(const coset_search *s);
/* The search is depth-first: its paths are runs of the model. */
bool coset_search_in_depth(const coset_search *s);
/* How representatives were found, or NULL. */
const coset_strategy *coset_search_strategy(const coset_search *s);
/* A path that it found, lifted to a run of the model and replayed (traces.c). Errors: COSET_INPUT, it does not replay,
 * which is a bug. */
coset_status coset_search_trace(const coset_search *s, const coset_path *path, uint32_t prop, uint32_t instance,
                                const coset_trace **out, coset_err *err) COSET_NODISCARD;
/* Resets the search for another model or group. */
void coset_search_forget(coset_search *s);
void coset_search_fini(coset_search *s);

/* ---- one search, without decisions while it runs ---- */

/* Sets options and progress; then the engine may be run. */
void coset_search_begin(coset_search *s);
void coset_search_end(coset_search *s);
/* Applies the rule of step 1 to a quotient that is not searched by coset_search_run: once the engine has run,
 * `switched_off` says whether orbits were too small. */
void coset_search_watch_gain(coset_search *s);
coset_status coset_search_engine(coset_search *s, coset_err *err) COSET_NODISCARD;

/* ---- for look.c and por_auto.c ---- */

/* Runs the engine again; watch: NULL, or called between levels. The time includes `lost`, the seconds of the search
 * that was given up. */
coset_status coset_search_again(coset_search *s, coset_search_watch *watch, double lost,
                                coset_err *err) COSET_NODISCARD;

/* The same; open decisions about symmetry and partial order reduction are made while it runs, after `watch` is
 * called. */
coset_status coset_search_further(coset_search *s, coset_search_watch *watch, double lost,
                                  coset_err *err) COSET_NODISCARD;

#endif
