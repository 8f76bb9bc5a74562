/* lang/cspm/check/symmetric.h - in which datatypes and classes of numbers an expression treats all elements alike.
 *
 * Layer    lang/cspm, internal.
 * Idea     An expression is symmetric in a datatype T if nothing that its value depends on tells constants of T apart.
 *          What could: a constructor of T named in an expression, a pattern or a subtype; a built-in function that puts
 *          values in an order or writes them out (seq, show, mapToList, mtransclose), at a type that holds a T; a
 *          compression whose result depends on names (chase, chase_nocache, deter, model_compress), for all types. All
 *          definitions that the expression reaches are searched, polymorphic ones once for each way in which their type
 *          variables hold a T or not. Arguments of error() do not count. Numbers of one class (type.h) are treated in
 *          the same way; lang/cspm/check/numbers.h says what tells them apart.
 * Sound    in this direction: where it says "symmetric" every permutation of T's constants that keeps the named ones
 *          maps the value to itself. It may miss symmetries.
 * Source   Gibson-Robinson and Lowe, section 4 (constant-free terms).
 */
#ifndef COSET_LANG_CSPM_CHECK_SYMMETRIC_H
#define COSET_LANG_CSPM_CHECK_SYMMETRIC_H

#include "lang/cspm/check/scope.h"

/* What is permuted: one of the two. */
typedef struct {
    const cspm_symbol *datatype;
    const cspm_type *numbers; /* a class: the variable that stands for it */
} cspm_subject;

/* One reason against full symmetry. Without constant and number, the place breaks all symmetry. */
typedef struct {
    const cspm_node *node;       /* the place in the script */
    const cspm_symbol *constant; /* the constructor named there, or NULL */
    bool in_set;                 /* .. beside others of its type, in a set or a subtype, and nowhere alone */
    bool is_number;
    int64_t number;   /* the number named there */
    const char *what; /* of numbers, if the place breaks all symmetry: what it does to them */
} cspm_obstacle;

/* A set of numbers that the script writes down: from .. to, or a list. A permutation has to keep it. A comparison with
 * a constant is one as well: of the numbers from some one on. */
typedef struct {
    const cspm_node *node;
    const char *name;    /* of the definition that consists of it, or NULL */
    bool compares;       /* it is a comparison */
    int64_t from, to;    /* to = INT64_MAX: without end */
    uint32_t n;          /* 0: a range */
    const int64_t *list; /* [n] */
} cspm_number_set;

typedef struct {
    cspm_obstacle *obstacles; /* each constant or number once, in the order found */
    uint32_t n_obstacles;
    bool breaks;   /* an obstacle without constant is among them: symmetric only if nothing moves */
    bool computes; /* .. that does more than put values one after the other */
    bool reached;  /* something that was searched mentions the datatype */
    bool is_shown; /* a channel has fields that hold one of its elements */
    const cspm_number_set *sets;
    uint32_t n_sets;
} cspm_symmetry;

/* Searches what the typed expression, or all parts of the assertion, reach. The result lives in the program's arena. */
cspm_symmetry coset__cspm_symmetry(const cspm_program *program, const cspm_node *expression,
                                   const cspm_subject *subject);
cspm_symmetry coset__cspm_symmetry_of_assertion(const cspm_program *program, const cspm_node *assertion,
                                                const cspm_subject *subject);

/* Decides `assert [not] E :[symmetric]: ..`. *reason is an obstacle in the way, or NULL. */
bool coset__cspm_decide_symmetric(const cspm_program *program, const cspm_node *assertion,
                                  const cspm_obstacle **reason);

#endif
