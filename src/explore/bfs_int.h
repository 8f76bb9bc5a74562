/* explore/bfs_int.h - declarations shared by the files of the breadth-first search.
 *
 * Layer    explore. bfs.c runs the levels, expand.c expands one state by one thread, live.c decides liveness
 *          and diverge.c divergence on the graph of graph.c, path.c finds paths, outcome.c makes the result, watch.c
 *          watches the limits. dfs.c searches depth first with the same parts and one thread.
 *
 * The link word of a state:   63    56 55             16 15          0
 *                             | prefix | parent         | orbit number |
 * prefix: high bits of the hash of the parent; parent: reference, all ones for a start state. While the level of the
 * state is being built, the link holds the least parent seen so far, by (prefix, values): so it does not depend on
 * the order in which threads find it. All ones: not yet set. Of a state that has been expanded the
 * store keeps the prefix or the parent (path.c).
 */
#ifndef COSET_EXPLORE_BFS_INT_H
#define COSET_EXPLORE_BFS_INT_H

#include <pthread.h>

#include "base/mem.h"
#include "engine/engine.h"
#include "explore/bfs.h"
#include "explore/orbits.h"
#include "explore/team.h"
#include "model/leaving.h"
#include "store/store.h"

#define COSET__LINK_START ((UINT64_C(1) << COSET_REF_BITS) - 1) /* parent of a start state */

static inline uint64_t coset__link_parent(uint64_t link) { return link >> 16 & COSET__LINK_START; }

/* `hash`: of the values of the parent. */
static inline uint64_t coset__link_make(uint64_t hash, coset_ref parent)
{
    return (hash & UINT64_C(0xff) << 56) | parent << 16;
}

/* Why a search ends early; the first one counts. */
typedef enum {
    COSET__GO,
    COSET__HALT_STOP,
    COSET__HALT_SECONDS,
    COSET__HALT_STATES,
    COSET__HALT_MEMORY,
    COSET__HALT_MODEL, /* the model stopped */
    COSET__HALT_DEPTH,
    COSET__HALT_ERRORS,
    COSET__HALT_BOUND,   /* everything was searched except behind steps that a bound of this program cut short */
    COSET__HALT_UNWANTED /* the caller stopped the search */
} coset__halt;

/* Consecutive references: a part of a level. */
typedef struct {
    coset_ref first;
    uint64_t n; /* in a level to be expanded: states of the level before this range */
} coset__range;

typedef COSET_VEC(coset__range) coset__ranges;

/* States after a witness, the last of which steps back to state `back` (0: the witness itself). */
typedef struct {
    uint32_t n, back;
    const coset_ref *refs; /* [n] */
} coset__walk;

/* A witness of a property: a failure, or the hit of a cover. */
typedef struct {
    bool found;
    uint32_t n_states; /* on the path to `ref`: first sort key of witnesses; 0 = in a start rule */
    coset_ref ref;     /* last stored state of the path, COSET_NO_REF for none */
    coset_ref then;    /* one more state (a cover statement on a step), or COSET_NO_REF */
    bool in_step;      /* the step out of `ref` ends in `fault` */
    bool has_text;     /* fault.text says what happened */
    coset_fault fault;
    uint32_t instance;       /* of an indexed property */
    const coset__walk *walk; /* of a divergence, or NULL */
} coset__witness;

/* Witnesses of one property, sorted by depth, then by the values of the state. */
typedef COSET_VEC(coset__witness) coset__witness_list;

typedef struct {
    uint64_t raw;
    coset_count weighted;
} coset__tally;

/* A state of the level of which only selected steps were taken. If none of them leads to the next level, the pruned
 * steps must be taken as well: they are owed. */
typedef struct {
    coset_ref ref;
    bool moves; /* some step leads to another state */
    bool done;  /* one leads to the next level, or all were taken */
} coset__partial;

/* A successor that is ready to be put into the store. */
typedef struct {
    uint64_t link; /* with orbit number */
    uint32_t from; /* the partial state it comes from, if these are watched */
    coset_count orbit;
    bool faulted; /* an assumption could not be evaluated */
} coset__successor;

typedef struct coset__search coset__search;

/* The states of a level that one thread has stored. This thread expands them, because they are in its cache; then the
 * others help. */
typedef struct {
    COSET_OWN_PAGES _Atomic uint64_t cursor; /* the next one, counted in the level */
    uint64_t end;
} coset__share;

/* One thread's part of the search. */
typedef struct {
    COSET_OWN_PAGES coset__search *s;
    uint32_t number;
    coset_worker *step, *check; /* check: for eval inside a callback of step */
    coset_value *src;           /* [n_slots] the state being expanded */
    uint32_t depth;             /* of src; new states are one deeper */
    bool starting;              /* start rules run: there is no src */
    coset_ref src_ref;
    uint64_t link;         /* link of a successor, without orbit number */
    coset_count weight;    /* orbit of src; 1 when not known */
    uint64_t steps, moves; /* out of src; moves: to another state */
    coset__successor pending[COSET_STORE_AHEAD];
    uint32_t n_pending;
    COSET_VEC(coset__partial) partial; /* whose successors are pending; the last is src */
    COSET_VEC(coset__partial) owed;
    coset_value *fresh; /* [n_slots] a new state */
    coset__ranges next; /* the states this thread stored in the level being built */
    coset__orbit_cache orbit_cache;
    /* sums */
    bool inexact; /* an orbit size is not known, or a sum overflowed */
    coset_count states, full;
    coset__tally *groups;      /* [n_groups] */
    coset__tally *chains;      /* [n_groups], or NULL: parts with the chain of the group, which sum_up adds to groups */
    coset__tally *hits;        /* [n_props] covers: hits; assumptions: states and steps cut */
    coset__witness *witnesses; /* [n_props] of the phase */
    coset__witness_list *all;  /* [n_props] of the phase: the first too; empty unless several are requested */
    coset__witness bound;      /* of the phase: a bound of this program was reached */
    /* for the progress line */
    _Atomic uint64_t n_stored, n_edges, n_expanded, n_states;
} coset__member;

typedef struct {
    uint32_t n;
    uint32_t *at; /* property numbers */
} coset__props;

struct coset__search {
    const coset_model *m;
    const coset_engine_options *o;
    coset_store *store;
    coset__team *team;
    coset__orbits *orbits;
    const atomic_bool *pausing;                               /* of the team */
    coset__props assumptions, invariants, covers, livenesses; /* those that eval decides */
    uint32_t deadlock;                                        /* property number, or COSET_NO_PROP: do not check */
    uint32_t divergence;                                      /* property number, or COSET_NO_PROP */
    coset__member *members;                                   /* [o->threads] */
    pthread_mutex_t making;                                   /* of members: one after the other */
    coset__ranges level;                                      /* being expanded */
    uint64_t level_size;                                      /* states of it */
    double pace;                                              /* seconds for a state; 0: not known so far */
    coset__share *shares;                                     /* [o->threads] of it */
    _Atomic uint32_t depth;                                   /* of it */
    atomic_int halt;                                          /* coset__halt */
    _Atomic uint64_t room;                                    /* states that may still be stored, if o->max_states */
    coset__witness *witnesses; /* [n_props] of the search: the first level that has one */
    coset__witness_list *all;  /* [n_props] of all levels, the first too; empty unless several are requested */
    coset__witness bound;      /* a bound of this program was reached: some step or property is not known */
    bool exact;                /* the store */
    bool acceptance_only;      /* other properties of states and runs are not checked */
    bool complete;             /* every reachable state was expanded, and each step is known */
    uint32_t deepest;          /* largest depth of a state */
    coset_value **kept;        /* [n_props] inexact store: the last states of a witness's path, or NULL */
    const coset_path **paths;  /* [n_props] of a depth-first search, else NULL ... */
    coset_arena *path_arena;   /* ... where they live */
    COSET_VEC(uint64_t) marks; /* [depth * threads + t] number of states of thread t up to this depth */
    uint64_t peak_bytes;
    double began;
};

/* The first reason to halt wins. */
static inline void coset__halt_search(coset__search *s, coset__halt why)
{
    int go = COSET__GO;
    (void)atomic_compare_exchange_strong_explicit(&s->halt, &go, why, memory_order_relaxed, memory_order_relaxed);
}

static inline coset__halt coset__halted(const coset__search *s)
{
    return (coset__halt)atomic_load_explicit(&s->halt, memory_order_relaxed);
}

/* ---- bfs.c, watch.c ---- */

coset_status coset__search_init(coset__search *s, const coset_model *m, const coset_engine_options *o, coset_err *err);
/* The same, without links of states. */
coset_status coset__search_init_bare(coset__search *s, const coset_model *m, const coset_engine_options *o,
                                     coset_err *err);
void coset__search_fini(coset__search *s);
/* After init, by the thread that leads the team. */
void coset__members_make(coset__search *s);
/* Properties that have failed. */
uint32_t coset__failures(const coset__search *s);
/* As many have failed as the options request, or one that the model depends on. */
bool coset__knows_enough(const coset__search *s);

typedef struct coset__watch coset__watch;
/* Halts a search with this memory in use if a limit is reached; also called before the watch first runs. */
void coset__heed_limits(coset__search *s, uint64_t bytes);
coset_status coset__watch_start(coset__search *s, coset__watch **out, coset_err *err);
void coset__watch_end(coset__watch *w);

/* ---- expand.c ---- */

/* The treatment of one step out of src, apart from storing its target: it is counted; it faults; an assumption excludes
 * its target; its cover statements are hit (dst: COSET_NO_REF if the witness is not needed). */
void coset__count_step(coset__member *w, const coset_edge *e);
void coset__step_fault(coset__member *w, const coset_fault *fault);
bool coset__is_cut(coset__member *w, const coset_value *state, bool *faulted);
void coset__hit_statements(coset__member *w, const coset_edge *e, coset_ref dst);
/* Parks the thread if others wait for a pause; false: the search must end. */
bool coset__may_go_on(coset__member *w);
/* The store is full: lets it grow. False: the search has been halted. */
bool coset__make_room(coset__search *s);
/* After the steps: the model may have stopped; there may have been none. */
void coset__end_of_steps(coset__member *w, coset_status st);
void coset__check_deadlock(coset__member *w);
void coset__count_expanded(coset__member *w);
/* Counts a new state, one step after src, and checks it. */
void coset__treat_new_state(coset__member *w, coset_ref ref, const coset_value *state, coset_count orbit);
/* Faults of assumptions are recorded here; the state then counts as part of the model. */
void coset__check_assumption_faults(coset__member *w, coset_ref ref, const coset_value *state);

/* Whether link `a` names a lesser parent than `b`, which may be all ones. Parents are of the same level. */
bool coset__link_is_before(const coset_store *store, uint64_t a, uint64_t b);

/* All start states, by one thread. */
void coset__expand_starts(coset__member *w);
/* Successors of one state; some may remain pending ... */
void coset__expand(coset__member *w, coset_ref ref);
/* ... until this, at the end of a thread's part of a level. */
void coset__expand_end(coset__member *w);
/* Keeps the better of two witnesses of one property. */
void coset__witness_offer(const coset__search *s, coset__witness *best, const coset__witness *w);
/* Several witnesses are stored. */
bool coset__several(const coset__search *s);
/* Keeps as many of the best witnesses as are requested, in order. */
void coset__witness_list_offer(const coset__search *s, coset__witness_list *list, const coset__witness *w);
/* Witness for a fault while evaluating in the state `ref` at `depth`. */
void coset__eval_fault(coset__member *w, coset_ref ref, uint32_t depth, const coset_fault *fault);

/* The global assumption that excludes a state from the model, or COSET_NO_PROP. *faulted: one could not be evaluated.
 */
uint32_t coset__excluding(coset__member *w, const coset_value *state, bool *faulted);
/* Merges the witnesses of all threads into those of the search, if it has none yet. */
void coset__witnesses_merge(coset__search *s);
/* The same for bounds that were reached. */
void coset__bounds_merge(coset__search *s);
/* The search has ended: it is complete, or has reached a bound. */
void coset__search_end(coset__search *s);

/* ---- live.c, diverge.c ---- */

/* Decide liveness and divergence after an exhaustive search: fill out[prop]. */
typedef struct {
    bool decided;
    const char *reason; /* if not decided */
    coset__witness witness;
    uint32_t n_more; /* divergences after the first */
    coset__witness *more;
} coset__live;

void coset__live_check(coset__search *s, coset__live *out, coset_arena *arena);
void coset__diverge_check(coset__search *s, coset__live *out, coset_arena *arena);

/* ---- path.c ---- */

/* A witness was merged: stores the states that an inexact store will drop. While no thread works. */
void coset__path_keep(coset__search *s, uint32_t prop);
/* The path to a witness. NULL if an inexact store without parents cannot reconstruct it. */
const coset_path *coset__path_to(coset__search *s, uint32_t prop, const coset__witness *w, coset_arena *arena);

/* ---- outcome.c ---- */

coset_result *coset__outcome(coset__search *s, const coset__live *live, coset_arena *arena);

#endif
