/* engine/engine.h - what all engines share: what to check, limits, progress, results.
 *
 * Layer    engine (sees base, model).
 */
#ifndef COSET_ENGINE_ENGINE_H
#define COSET_ENGINE_ENGINE_H

#include <stdatomic.h>

#include "base/mem.h"
#include "model/model.h"

typedef enum {
    COSET_DEADLOCK_OFF,
    COSET_DEADLOCK_STUCK,     /* no step at all */
    COSET_DEADLOCK_STUTTERING /* no step to a different state (what CMurphi and Rumur mean by default) */
} coset_deadlock;

/* A snapshot for the progress line; counts are sums over all threads. */
typedef struct {
    uint32_t depth;
    uint64_t representatives, edges, queue;
    coset_count states; /* 0 = not known */
    double seconds;
    uint64_t memory, memory_limit; /* bytes */
    bool grows;                    /* the state table is being enlarged, so no state is expanded */
} coset_progress;

/* All states that a finished search has reached. */
typedef struct {
    const coset_model *model;   /* the searched model; NULL: none, or the search was incomplete */
    struct coset_store *states; /* store/store.h; the caller frees it */
    uint32_t threads;           /* of the store */
} coset_engine_kept;

typedef struct {
    uint32_t threads; /* >= 1 */
    bool shares_all;  /* threads share even levels that take no longer than waking a thread: for tests */
    coset_deadlock deadlock;
    uint32_t max_depth;     /* 0 = no bound. Start states have depth 0; states at the bound are not expanded */
    uint64_t max_states;    /* stored states; 0 = no bound */
    double max_seconds;     /* 0 = no bound */
    double spent_seconds;   /* of these, used before the search began */
    uint64_t max_bytes;     /* 0 = no bound */
    uint64_t held_bytes;    /* of these, held by the program already; messages about the limit name max_bytes */
    const char *store;      /* kind of state store, NULL or "auto": chosen by the size of a state */
    bool no_trace;          /* store no parents: the path to a violation is searched when it is needed */
    bool remembers;         /* computes steps from those of other states, if the model supports it */
    uint32_t max_errors;    /* stop after the level in which so many violations are found; 0 = never stop early */
    uint64_t enough_states; /* stop after the level in which so many are stored; 0 = no bound (coset_bfs, coset_dfs) */
    uint32_t max_witnesses; /* violations to store for each property; 0 = 1. More need an exact store */
    /* [n_props] NULL, or the instances of an indexed liveness property to check: each other instance is an image of one
     * of these under a symmetry of model and property, and not meaningful in a quotient. NULL: all instances of all
     * properties. */
    const bool *const *judged;
    /* For coset_bfs, if the model can prune transitions when it is asked for chosen steps; else NULL. */
    const struct coset_leaving *leaving; /* model/leaving.h */
    /* For coset_bfs with an exact store: receives all states, if the search is complete; its old contents are freed.
     * NULL: not wanted. */
    coset_engine_kept *kept;
    uint64_t order;          /* of coset_accept: seed for a random order of steps in each state; 0: the model's order */
    bool none_only;          /* show no run (coset_accept); a model without start states is no error */
    const atomic_bool *stop; /* set from outside (signal) to end as incomplete; may be NULL */
    void (*on_progress)(void *ctx, const coset_progress *p); /* about every 0.2 s, from one thread; may be NULL */
    void *progress_ctx;
    /* Called with the output of each step (coset_edge.output); NULL: not wanted. For one thread. */
    void (*on_output)(void *ctx, const char *text);
    /* Called at the end of each level if nothing has failed and all orbits are known: false ends the search, whose
     * result is then meaningless. To keep results independent of threads, the answer may depend only on the three
     * numbers: states stored, states that they represent, and steps taken from those stored. NULL: continue. */
    bool (*goes_on)(void *ctx, uint64_t representatives, coset_count states, uint64_t steps);
    void *goes_on_ctx;
    void *output_ctx;
} coset_engine_options;

typedef enum { COSET_VERDICT_HOLDS, COSET_VERDICT_FAILS, COSET_VERDICT_INCOMPLETE, COSET_VERDICT_ERROR } coset_verdict;

/* A rule with its parameter values. */
typedef struct {
    uint32_t group;
    uint64_t instance;
} coset_step;

/* A path in the checked model (for a quotient: representatives), from a start state. */
typedef struct {
    uint32_t n_states;         /* >= 1, or 0 if a start rule itself faults */
    const coset_value *states; /* n_states * n_slots */
    bool has_fault;            /* one more step, out of the last state, ends in `fault` */
    coset_fault fault;
    bool has_loop; /* one more step, out of the last state, leads back to state `loop`: the run is infinite */
    uint32_t loop;
    /* NULL, or which step leads to state i (and one more, back to `loop`): its number among all start states, or among
     * all steps out of the state before it. */
    const uint32_t *edges;
} coset_path;

/* One more violation of a property. */
typedef struct {
    const coset_path *path;
    uint32_t instance;
} coset_violation;

typedef struct {
    coset_verdict verdict;
    const char *reason;     /* one sentence, or NULL */
    const coset_path *path; /* to the violation (or the first cover hit), or NULL */
    uint32_t instance;      /* of an indexed property: which one failed */
    coset_count hits;       /* COVER: unreduced hits if orbits are known, else hits on representatives */
    uint32_t depth;         /* of the end of the path */
    uint64_t rounds;        /* FORMULA: evaluations of fixpoint bodies */
    uint64_t searched;      /* ACCEPTANCE: states of the searches that decided it */
    uint64_t peak_bytes;    /* ACCEPTANCE: of the tables of the largest of them */
    const char *por;        /* ACCEPTANCE: what became of partial order reduction in its search; NULL: not asked for */
    const char *fairness;   /* ACCEPTANCE: which runs count ("under weak fairness of processes"); NULL: all */
    const char *index;      /* ACCEPTANCE: for which elements it is violated, or not decided ("p: node_1"); or NULL */
    bool vacuous;           /* FORMULA, ACCEPTANCE: it quantifies over fair paths, and none begins in a start state */
    uint32_t n_more;        /* further violations, by depth; no two of one state with the same text */
    const coset_violation *more;
} coset_prop_result;

typedef struct {
    coset_prop_result *props;     /* [model.n_props] */
    bool exhaustive;              /* every reachable state was expanded */
    const char *stopped;          /* why not exhaustive, one sentence, or NULL */
    coset_pos stopped_at;         /* position in the model; line 0: none */
    bool backward;                /* states are those that can reach a violation; nothing else was counted */
    bool no_start;                /* of a backward search: no start state satisfies the assumptions */
    uint64_t representatives;     /* stored states */
    const char *uncounted;        /* why the numbers of edges, and with symmetry of states, are not known, or NULL */
    bool exact;                   /* states, full_transitions and hits are true counts of the unreduced model */
    coset_count states;           /* sum of orbit sizes */
    uint64_t edges;               /* explored edges */
    coset_count full_transitions; /* edges weighted by the orbit size of their source */
    uint32_t depth;               /* largest distance from a start state */
    coset_count *group_edges;     /* [model.n_groups] edges of each group, weighted as full_transitions if exact */
    uint32_t threads;
    double seconds;
    uint64_t peak_bytes;   /* of store, frontier and tables; or of those of a search for a violating run, if larger */
    uint64_t file_bytes;   /* written to a temporary file */
    const char *engine;    /* "explore", "symbolic" */
    uint64_t peak_nodes;   /* of decision diagrams; 0: there were none */
    uint64_t search_nodes; /* their peak until the search and the paths of violations were complete, before counting */
    uint64_t set_nodes;    /* of the largest set of states that the search has computed */
    uint64_t level_nodes;  /* of all levels together and of all states, each node once, at the end of the search */
    uint64_t step_nodes;   /* of the transition relation of all rules, in the parts from which images are computed */
    const char *store;     /* kind of state store */
    double omission;       /* bound of the probability that a given state was mistaken for another; 0: exact store */
    double omission_any;   /* bound of the probability that this happened to any state of this search */
    double bytes_per_state;
} coset_result;

/* Verdict of the whole run: the worst of its properties; INCOMPLETE if nothing failed but the search was cut. A
 * deadlock property that was switched off (INCOMPLETE in an exhaustive search) does not count. */
coset_verdict coset_result_verdict(const coset_result *r, const coset_model *m);

/* ---- for engines ---------------------------------------------------------------------------------------------- */

/* Why a liveness property is not decided although all states are known. */
#define COSET_LIVENESS_FAULTS "its condition cannot be evaluated in some reachable state"

/* Seconds since a fixed moment; monotonic. */
double coset_engine_now(void);
/* The memory that the limit leaves to an engine; 0 = no bound. If the program itself is near the limit, the engine
 * still gets a little. */
uint64_t coset_engine_room(const coset_engine_options *o);
/* A search that began at `began` has used its time. */
bool coset_engine_late(const coset_engine_options *o, double began);
/* Number of the built-in property of that kind, or COSET_NO_PROP. */
uint32_t coset_model_builtin(const coset_model *m, coset_prop_kind kind);
/* The property that a fault violates: the assertion or the refinement named in it, else the built-in COSET_PROP_FAULT,
 * which a model whose steps can fault must have (COSET_INVARIANT). */
uint32_t coset_model_fault_prop(const coset_model *m, const coset_fault *fault);
/* True for a property that coset_model_ops.eval answers. */
bool coset_prop_is_state(const coset_prop *p);

#endif
