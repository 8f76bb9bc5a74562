/* lang/cspm/check/symmetric.h - the datatypes and classes of numbers in which an expression is symmetric.
 *
 * Layer    lang/cspm, internal.
 * Idea     An expression is symmetric in a datatype T if nothing that its value depends on distinguishes constants of
 *          T. Obstacles are: a constructor of T named in an expression, a pattern or a subtype; a built-in function
 *          that orders or prints values (seq, show, mapToList, mtransclose), at a type that contains T; a compression
 *          whose result depends on names (chase, chase_nocache, deter, model_compress), for all types. The search
 *          visits all definitions that are reachable from the expression, polymorphic ones once for each combination
 *          of type variables that contain T. Arguments of error() do not count. Numbers of one class (type.h) are
 *          treated in the same way; lang/cspm/check/numbers.h describes their obstacles.
 * Sound    in this direction: if the result is "symmetric", every permutation of T's constants that fixes the named
 *          ones maps the value to itself. It may miss symmetries.
 * Source   Gibson-Robinson and Lowe, section 4 (constant-free terms).
 */
#ifndef COSET_LANG_CSPM_CHECK_SYMMETRIC_H
#define COSET_LANG_CSPM_CHECK_SYMMETRIC_H

#include "lang/cspm/check/scope.h"

/* What is permuted: one of the two. */
typedef struct {
    const cspm_symbol *datatype;
    const cspm_type *numbers; /* a class: its variable */
} cspm_subject;

/* One obstacle to full symmetry. Without constant and number, the place breaks all symmetry. */
typedef struct {
    const cspm_node *node;       /* the place in the script */
    const cspm_symbol *constant; /* the constructor named there, or NULL */
    bool in_set;                 /* .. only together with others of its type, in a set or a subtype */
    bool is_number;
    int64_t number;   /* the number named there */
    const char *what; /* of numbers, if the place breaks all symmetry: the operation on them */
} cspm_obstacle;

/* A literal set of numbers in the script: from .. to, or a list. A permutation has to preserve it. A comparison with a
 * constant gives such a set, too: the numbers from a threshold on. */
typedef struct {
    const cspm_node *node;
    const char *name;    /* of the definition whose body it is, or NULL */
    bool compares;       /* it is a comparison */
    int64_t from, to;    /* to = INT64_MAX: unbounded */
    uint32_t n;          /* 0: a range */
    const int64_t *list; /* [n] */
} cspm_number_set;

typedef struct {
    cspm_obstacle *obstacles; /* each constant or number once, in the order found */
    uint32_t n_obstacles;
    bool breaks;   /* one obstacle has no constant: only the identity is a symmetry */
    bool computes; /* .. and does more than order values */
    bool reached;  /* the searched definitions mention the datatype */
    bool is_shown; /* a channel has fields that contain its elements */
    const cspm_number_set *sets;
    uint32_t n_sets;
} cspm_symmetry;

/* Searches all that is reachable from the typed expression, or from all parts of the assertion. The result lives in
 * the program's arena. */
cspm_symmetry coset__cspm_symmetry(const cspm_program *program, const cspm_node *expression,
                                   const cspm_subject *subject);
cspm_symmetry coset__cspm_symmetry_of_assertion(const cspm_program *program, const cspm_node *assertion,
                                                const cspm_subject *subject);

/* Decides `assert [not] E :[symmetric]: ..`. *reason is an obstacle, or NULL. */
bool coset__cspm_decide_symmetric(const cspm_program *program, const cspm_node *assertion,
                                  const cspm_obstacle **reason);

#endif
