/* symb/reach.h - symbolic breadth-first search of all reachable states.
 *
 * Layer    symb (sees engine, ir, symm, bdd).
 * Checks   what explore/bfs.h checks, with the same meaning, counts and lengths of paths: invariants, assertions,
 *          faults, assumptions, covers, deadlock, liveness.
 * Idea     rules are executed on all states at once (symb/machine.h) and become relations; sets of states grow level by
 *          level. Time depends on the size of the diagrams, not on the number of states. With a group only
 *          representatives are kept (symb/symmetry.h).
 * Result   representatives are states where there is no group, unless there are more than 2^64; bytes are those of the
 *          diagrams. With a group the states of a path stand for their orbits: whoever lifts it takes their canonical
 *          forms first.
 * Threads  one; and one search at a time in a program (bdd/bdd.h).
 */
#ifndef COSET_SYMB_REACH_H
#define COSET_SYMB_REACH_H

#include "engine/engine.h"
#include "logic/judge.h"
#include "symb/classes.h"
#include "symb/order.h"
#include "symb/system.h"
#include "symm/canon.h"
#include "symm/group.h"
#include "symm/slotwise.h"

typedef enum {
    COSET_SYMB_NONE,     /* all states */
    COSET_SYMB_DYNAMIC,  /* the least state of an orbit, found by exchanging neighbours in sets of states */
    COSET_SYMB_ORBIT,    /* one of each orbit, by the relation "in the same orbit" */
    COSET_SYMB_MULTIPLE, /* some of each orbit, by a few exchanges */
    COSET_SYMB_COUNTER,  /* counts of elements in each local state */
    COSET_SYMB_RELATION  /* as MULTIPLE, by the relation between states and representatives */
} coset_symb_symmetry;

/* Of a group of so many renamings all are tried where exchanges of neighbours do not decide; of larger ones only
 * those that generate it, and an orbit may keep several representatives. */
#define COSET_SYMB_MOST_RENAMINGS 720

/* Representatives by the user's choice, for COSET_SYMB_MULTIPLE. */
typedef struct {
    uint32_t prop;    /* true of them */
    bool whole_group; /* all renamings lead to them, else exchanges of the first element of each type with any other */
    bool lost;        /* a reached state has none: the answer is COSET_UNSUPPORTED, and */
    coset_value *state; /* [n_slots] that state */
} coset_symb_chosen;

typedef struct {
    coset_symb_order order;
    bool reorder;  /* look for better orders during the search */
    bool backward; /* from violations to start states: shortest traces as well, but no counts of reachable states */
    bool chaining; /* rules start from what other rules have just reached: fewer rounds, but no shortest traces */
    coset_symb_symmetry symmetry;
    const coset_symgroup *group;       /* of the run, or NULL: nothing moves; ignored with COSET_SYMB_NONE */
    const coset_slotwise_group *found; /* instead of group and props, for DYNAMIC and ORBIT; or NULL */
    const char *
        *refuted; /* with `found`, or NULL: receives what is not symmetric; then COSET_UNSUPPORTED is returned */
    const coset_symgroup *const *props;  /* [n_props] groups of the properties, parts of group */
    uint64_t max_nodes;                  /* 0: no bound */
    const coset_formulas *formulas;      /* to be decided, or NULL */
    coset_fixpoint fixpoint;             /* how */
    const coset_symb_system *system;     /* the model is the product of these; NULL: it has guarded rules */
    coset_symb_chosen *chosen;           /* or NULL */
    const coset_symb_relating *relating; /* classes of states are asked for, or NULL; */
    coset_symb_classes *classes;         /* the answer */
} coset_symb_options;

/* What a report tells of a way to representatives; `exact`: one of each orbit was found. Static; NULL for none. */
const coset_strategy *coset_symb_strategy(coset_symb_symmetry how, bool exact);

/* As coset_bfs. Errors: COSET_UNSUPPORTED where the model is none of guarded rules or uses what the engine cannot treat
 * (the text says what), COSET_MEMORY where rules alone need too many nodes; later limits end as COSET_OK with
 * exhaustive = false. */
coset_status coset_symb_reach(const coset_model *m, const coset_engine_options *options, const coset_symb_options *how,
                              coset_arena *arena, coset_result **result, coset_err *err) COSET_NODISCARD;

#endif
