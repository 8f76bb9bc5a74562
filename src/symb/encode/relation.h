/* symb/encode/relation.h - a program as sets of states and relations between them.
 *
 * Layer    symb, private.
 * Idea     each rule with each combination of state-independent parameter values is a relation of its own. It
 *          constrains the next values of the slots that it may change; the others keep theirs.
 */
#ifndef COSET_SYMB_ENCODE_RELATION_H
#define COSET_SYMB_ENCODE_RELATION_H

#include "symb/encode/machine.h"
#include "symb/encode/order.h"
#include "symb/encode/system.h"
#include "symm/group/group.h"

/* States from which a step has so many paths. */
typedef struct {
    coset_count ways;
    coset_bdd states; /* kept */
} coset__ways;
typedef COSET_VEC(coset__ways) coset__ways_list;
void coset__ways_drop(coset_bdds *b, coset__ways_list *list); /* path_counts.c */
/* The states must be disjoint from those in the list. */
void coset__ways_add(coset_bdds *b, coset__ways_list *list, coset_count ways, coset_bdd states);

/* Faults and where they occur; or covers that are hit. */
typedef struct {
    uint32_t n;
    const coset__fault *at;
} coset__faults;
/* Data of a rule that represents its whole orbit (merge_rule_orbits.h). */
typedef struct {
    uint32_t *named;        /* [symmetric types] number of elements of each that it names: the first that move */
    coset_bdd fires, moves; /* some rule of the orbit */
} coset__together;

typedef struct {
    uint32_t group;
    uint64_t instance;
    uint32_t level; /* of its priority, if steps pass through transient states; the lowest is 0 */
    /* fires, enabled, moves: empty if the relation does not store them (`conditions`). */
    coset_bdd fires;   /* states in which it takes a step (the step may be cut by an assumption about states) */
    coset_bdd enabled; /* fires, or faults, or is cut inside */
    coset_bdd step;    /* fires, with the next values of `slots` */
    coset_bdd moves;   /* states that it maps to a different state */
    coset_bdd cut;     /* fires, but leads to a state that an assumption excludes */
    uint32_t n_slots;
    uint32_t *slots;
    uint32_t n_faults;
    coset__fault *faults;
    uint32_t n_covers; /* cover statements: property, and where it is hit */
    coset__fault *covers;
    coset__ways_list ways;     /* of a rule with several targets: where it fires, by number of targets; else empty */
    coset__ways_list times;    /* of a rule that represents several: states by their number; else empty */
    coset__together *together; /* it represents its orbit; else NULL */
    coset_renaming *by;        /* the rule is the image of the one numbered `of`, with no data of its own; else NULL */
    uint32_t of;
} coset__rule;

/* Steps of some rules. */
typedef struct {
    coset_bdd step;
    uint32_t level; /* of its rules */
    uint32_t n_slots;
    uint32_t *slots;
    coset_bdd_map *now_to_next; /* the variables of these slots */
    bool goes_on;               /* some steps begin in transient states */
    bool follows;               /* its image follows from another's on invariant sets (rule_classes.c) */
    bool alone;                 /* the keepers of sets of representatives preserve it */
    uint32_t *named;            /* as in coset__together: steps of all images, see orbit_image.c; else NULL */
    uint32_t n_narrow;
    coset_bdd *narrow; /* [n_narrow] kept: where the elements that it names may be */
} coset__cluster;

/* A state property: one instance of it. */
typedef struct {
    uint32_t prop, instance;
    coset_bdd holds, faults;
} coset__judgement;

/* All handles are kept. */
typedef struct {
    const coset_model *m;
    coset_bdds *bdd;
    coset__vars vars;
    COSET_VEC(coset__rule) rules;       /* steps */
    COSET_VEC(coset__cluster) clusters; /* the steps of all rules together */
    COSET_VEC(coset__rule) starts;      /* start rules: functions of the next variables only */
    COSET_VEC(coset__judgement) judgements;
    coset_bdd start;                  /* start states that no assumption excludes */
    coset_bdd assumed;                /* states that no assumption excludes */
    coset_bdd possible;               /* contains all reached states: slot values that were found, if any */
    bool conditions;                  /* rules store `fires`, `enabled` and `moves` */
    bool folds;                       /* some orbits of rules are merged into one (merge_rule_orbits.h) */
    bool passes;                      /* steps pass through transient states (transient_image.h), */
    coset_bdd inside;                 /* which are these, */
    struct coset__transient *through; /* and the data about them; NULL: there are none */
    coset_bdd may_end;                /* states that may have no steps */
} coset__relation;

/* How a relation is made. */
typedef struct {
    coset_symb_order order;
    uint32_t first, stride;      /* of variables (vars.h) */
    uint32_t join;               /* see coset__relation_cluster */
    bool conditions;             /* `fires`, `enabled` and `moves` of rules are needed */
    bool values;                 /* compute `possible`: the values that each slot may have, independently */
    const coset_symgroup *folds; /* merge orbits of rules under these renamings; or NULL */
} coset__making;
/* Errors: COSET_UNSUPPORTED (multisets, very large domains), COSET_MEMORY (out of nodes). */
coset_status coset__relation_make(const coset_model *m, coset_bdds *bdd, const coset__making *how, coset__relation *r,
                                  coset_err *err) COSET_NODISCARD;
/* Moves slots that rules use together closer in the order of variables. */
void coset__relation_arrange(const coset__relation *r);
/* Moves the variables of the second state of pairs behind all others; nothing may depend on them yet. */
void coset__relation_part(const coset__relation *r);
void coset__relation_free(coset__relation *r);
void coset__rule_free(coset_bdds *b, coset__rule *rule);         /* its handles and lists */
void coset__rule_forget_orbit(coset_bdds *b, coset__rule *rule); /* merge_rule_orbits.c: frees `together` and `by` */
/* system.c: the same for the product of a supercombinator and a specification. */
coset_status coset__relation_make_system(const coset_model *m, const coset_symb_system *sys, coset_bdds *bdd,
                                         coset_symb_order order, coset__relation *r, coset_err *err) COSET_NODISCARD;
/* For both: no rules, nothing assumed; variables start at number `first`. */
void coset__relation_init(coset__relation *r, const coset_model *m, coset_bdds *bdd, coset_symb_order order,
                          uint32_t first, uint32_t stride);

/* cluster.c: fills r->clusters; rules are joined while their steps have at most so many nodes (0: never). Frees them.
 * One rule has few images that are no representatives; all rules together have many. With smaller clusters sets are
 * sorted as fast and take a quarter fewer nodes; without clusters, ccp 10 takes twice as long. */
#define COSET__JOIN        200
#define COSET__JOIN_SORTED 100
void coset__relation_cluster(coset__relation *r, uint32_t join);
void coset__relation_uncluster(coset__relation *r);
/* The step of `c`, with unchanged values for the slots of `other` that it does not change. */
coset_bdd coset__framed(const coset__relation *r, const coset__cluster *c, const coset__cluster *other);

/* image.c: states after one step out of `from`; states from which one step leads into `to`. */
coset_bdd coset__image(const coset__relation *r, const coset__cluster *c, coset_bdd from);
coset_bdd coset__preimage(const coset__relation *r, const coset__cluster *c, coset_bdd to);
/* The same for single rules, which may end in transient states. */
coset_bdd coset__step_image(const coset__relation *r, const coset__cluster *c, coset_bdd from);
coset_bdd coset__step_preimage(const coset__relation *r, const coset__cluster *c, coset_bdd to);
/* The states in which the rule fires, whether stored or not, without invalid codes. For whole steps the rule is the
 * first one; the same for faults. */
coset_bdd coset__rule_fires(const coset__relation *r, const coset__rule *rule);
coset__faults coset__rule_faults(const coset__relation *r, const coset__rule *rule);
/* States from which the rule alone leads into `to`. */
coset_bdd coset__rule_sources(const coset__relation *r, const coset__rule *rule, coset_bdd to);

#endif
