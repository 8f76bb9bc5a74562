/* symb/encode/options.h - options of a symbolic search.
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
    COSET_SYMB_DYNAMIC,  /* the least state of an orbit, computed by exchanging neighbours in sets of states */
    COSET_SYMB_ORBIT,    /* one of each orbit, by the relation "in the same orbit" */
    COSET_SYMB_MULTIPLE, /* some of each orbit, by a few exchanges */
    COSET_SYMB_COUNTER,  /* counts of elements in each local state */
    COSET_SYMB_RELATION  /* as MULTIPLE, by the relation between states and representatives */
} coset_symb_symmetry;

/* For groups with at most so many renamings all are tried where exchanges of neighbours do not suffice; for larger ones
 * only the generators, and an orbit may have several representatives. */
#define COSET_SYMB_MOST_RENAMINGS 720

/* ---- relations between states (classes.c) ---- */

#define COSET_SYMB_SILENT UINT32_MAX
/* An observed predicate may hold in all states of a model, or in none. */
#define COSET_SYMB_ALWAYS UINT32_MAX
#define COSET_SYMB_NEVER  (UINT32_MAX - 1)

typedef struct {
    bool simulation; /* else bisimulation */
    bool weak;       /* silent steps before and after each step are not observed */
    bool all;        /* for one model: over all combinations of slot values, reached or not */
    bool apart;      /* the variables of the two states of a pair in separate blocks, else interleaved */
    uint32_t n_events;
    const uint32_t *event; /* [n_groups] the visible event of a rule's steps, or COSET_SYMB_SILENT */
    uint32_t n_observed;
    const uint32_t *observed; /* at most 64 for two models; properties of states on which related states agree */
} coset_symb_relating;

typedef struct {
    const char *why; /* why there is no answer; or NULL */
    coset_count states, classes;
    uint64_t nodes;   /* of the relation */
    uint64_t largest; /* of the intermediate sets of pairs */
    uint32_t rounds;  /* until nothing changed */
    double seconds;   /* without the search */
} coset_symb_classes;

/* ---- formulas of linear time (accepting.c) ---- */

typedef struct coset_symb_accepting {
    const coset_omega *a;
    const uint32_t *props, *instances; /* for atom i: the predicate, and its instance */
    bool stutters;                     /* false: runs that stop do not count */
    bool decided, accepts;             /* the answer: whether some run is accepted; */
    const char *why;                   /* if it is not decided: why not. In the arena of the search, or constant */
} coset_symb_accepting;

/* Which agents are treated fairly in the runs that count. An agent can act where a step begins with one of its rules,
 * and acts in each step that contains one of them. */
typedef struct {
    bool actors;    /* each actor of the rules; else each instance of */
    uint32_t group; /* this one */
    bool strong;    /* else weak fairness */
} coset_symb_fair;

/* ---- the search ---- */

/* Representatives by the user's choice, for COSET_SYMB_MULTIPLE. */
typedef struct {
    uint32_t prop;      /* true for them */
    bool whole_group;   /* all renamings are tried, else exchanges of the first element of each type with any other */
    bool lost;          /* a reached state has none: the answer is COSET_UNSUPPORTED, and */
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
        *refuted; /* with `found`, or NULL: receives the name of what is not symmetric, with COSET_UNSUPPORTED */
    const coset_symgroup *const *props; /* [n_props] groups of the properties, subgroups of `group` */
    uint64_t max_nodes;                 /* 0: no bound */
    const coset_formulas *formulas;     /* to be decided, or NULL */
    coset_fixpoint fixpoint;            /* how */
    uint32_t n_accepting;               /* formulas of linear time, */
    coset_symb_accepting *accepting;    /* with their answers, */
    uint32_t n_fair;                    /* about runs that are fair to all of these */
    const coset_symb_fair *fair;
    const coset_symb_system *system;     /* the model is the product of these; NULL: it has guarded rules */
    coset_symb_chosen *chosen;           /* or NULL */
    const coset_symb_relating *relating; /* compute classes of states, or NULL; */
    coset_symb_classes *classes;         /* the answer */
} coset_symb_options;

#endif
