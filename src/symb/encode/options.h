/* symb/encode/options.h - what a symbolic search is asked.
 *
 * Layer    symb (sees engine, logic, symm).
 */
#ifndef COSET_SYMB_ENCODE_OPTIONS_H
#define COSET_SYMB_ENCODE_OPTIONS_H

#include "engine/engine.h"
#include "logic/judge.h"
#include "omega/automaton.h"
#include "symb/encode/order.h"
#include "symb/encode/system.h"
#include "symm/canon/canon.h"
#include "symm/group/group.h"
#include "symm/group/slotwise.h"

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

/* ---- relations between states (classes.c) ---- */

#define COSET_SYMB_SILENT UINT32_MAX
/* What is observed may be true of all states of a model, or of none. */
#define COSET_SYMB_ALWAYS UINT32_MAX
#define COSET_SYMB_NEVER  (UINT32_MAX - 1)

typedef struct {
    bool simulation; /* else bisimulation */
    bool weak;       /* silent steps before and after each step are not seen */
    bool all;   /* of one model: of all combinations of values that slots can have, whether they are reached or not */
    bool apart; /* the variables of the two states of a pair stand behind one another, else beside one another */
    uint32_t n_events;
    const uint32_t *event; /* [n_groups] what is seen of a rule's steps, or COSET_SYMB_SILENT */
    uint32_t n_observed;
    const uint32_t *observed; /* of two models at most 64; properties of states on which related states agree */
} coset_symb_relating;

typedef struct {
    const char *why; /* nothing is known, because; or NULL */
    coset_count states, classes;
    uint64_t nodes;   /* of the relation */
    uint64_t largest; /* of the sets of pairs on the way */
    uint32_t rounds;  /* until nothing changed */
    double seconds;   /* without the search */
} coset_symb_classes;

/* ---- formulas of linear time (accepting.c) ---- */

typedef struct coset_symb_accepting {
    const coset_omega *a;
    const uint32_t *props, *instances; /* of atom i: the predicate, and which instance of it */
    bool stutters;                     /* false: runs that stop do not count */
    bool decided, accepts;             /* the answer: whether some run is accepted; */
    const char *why;                   /* if it is not decided: why not. In the arena of the search, or constant */
} coset_symb_accepting;

/* Who is treated fairly in the runs that count. He can act where a step begins with a part of his, and acts in each step
 * that has a part of his. */
typedef struct {
    bool actors;    /* each of those that groups tell apart; else each instance of */
    uint32_t group; /* this one */
    bool strong;    /* else weak fairness */
} coset_symb_fair;

/* ---- the search ---- */

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
    const coset_symgroup *const *props; /* [n_props] groups of the properties, parts of group */
    uint64_t max_nodes;                 /* 0: no bound */
    const coset_formulas *formulas;     /* to be decided, or NULL */
    coset_fixpoint fixpoint;            /* how */
    uint32_t n_accepting;               /* formulas of linear time, */
    coset_symb_accepting *accepting;    /* with their answers, */
    uint32_t n_fair;                    /* about runs that are fair to all of these */
    const coset_symb_fair *fair;
    const coset_symb_system *system;     /* the model is the product of these; NULL: it has guarded rules */
    coset_symb_chosen *chosen;           /* or NULL */
    const coset_symb_relating *relating; /* classes of states are asked for, or NULL; */
    coset_symb_classes *classes;         /* the answer */
} coset_symb_options;

#endif
