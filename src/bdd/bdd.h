/* bdd/bdd.h - binary decision diagrams.
 *
 * Layer    bdd (sees base, BuDDy).
 * Idea     a thin layer over the library: one context, typed handles, no manual reference counting. Every result
 *          belongs to the innermost open scope and lives until that scope is closed. Results that must live longer are
 *          passed to coset_bdd_keep, and released with coset_bdd_drop.
 * Errors   nodes may run out in the middle of an operation, and an operation may be interrupted. From then on all
 *          results are `false` and coset_bdd_failed() is true; callers check it before they use a result.
 * Threads  the library has one global state: one context at a time in the whole program, used by one thread.
 * Cost     and, or, not, ite: product of the sizes; rename, exist, relprod: more, see the library.
 */
#ifndef COSET_BDD_BDD_H
#define COSET_BDD_BDD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/count.h"
#include "base/err.h"

typedef struct {
    int id;
} coset_bdd;

typedef struct coset_bdds coset_bdds;       /* the context */
typedef struct coset_bdd_map coset_bdd_map; /* a renaming of variables, or a substitution of functions for variables */

typedef struct {
    uint32_t n_vars;
    uint64_t max_bytes; /* for nodes and caches; 0: no bound */
    uint64_t max_nodes; /* 0: no bound except that of the library */
    /* Called between operations and during them whenever dead nodes are collected: false aborts the operation and all
     * that follow. NULL: never. It must not use the context. */
    bool (*goes_on)(void *ctx);
    void *goes_on_ctx;
} coset_bdd_options;

/* Errors: COSET_UNSUPPORTED if a context is already open or there are too many variables, COSET_MEMORY. */
coset_status coset_bdd_new(const coset_bdd_options *o, coset_bdds **out, coset_err *err) COSET_NODISCARD;
/* All handles must have been released (checked). */
void coset_bdd_free(coset_bdds *b);
/* Out of nodes, or interrupted: results are invalid from now on. */
bool coset_bdd_failed(const coset_bdds *b);
bool coset_bdd_exhausted(const coset_bdds *b); /* out of nodes */
/* After an interruption: results are valid again for handles that were made before it. False: nodes ran out, and the
 * context stays failed. */
bool coset_bdd_resume(coset_bdds *b);

/* ---- lifetime ------------------------------------------------------------------------------------------------- */

/* Results made from now on live until coset_bdd_close with the same mark. Scopes nest. */
typedef uint32_t coset_bdd_scope;
coset_bdd_scope coset_bdd_open(coset_bdds *b);
void coset_bdd_close(coset_bdds *b, coset_bdd_scope s);
/* The same, but `result` survives in the enclosing scope. Returns it. */
coset_bdd coset_bdd_close_with(coset_bdds *b, coset_bdd_scope s, coset_bdd result);
void coset_bdd_close_with_all(coset_bdds *b, coset_bdd_scope s, const coset_bdd *results, uint32_t n);
coset_bdd coset_bdd_keep(coset_bdds *b, coset_bdd x);
void coset_bdd_drop(coset_bdds *b, coset_bdd x);
/* *at = x, which is kept; the old value is dropped. */
void coset_bdd_set(coset_bdds *b, coset_bdd *at, coset_bdd x);

/* ---- functions ------------------------------------------------------------------------------------------------ */

extern const coset_bdd coset_bdd_false, coset_bdd_true;

static inline bool coset_bdd_same(coset_bdd x, coset_bdd y) { return x.id == y.id; }
static inline bool coset_bdd_is_false(coset_bdd x) { return x.id == coset_bdd_false.id; }
static inline bool coset_bdd_is_true(coset_bdd x) { return x.id == coset_bdd_true.id; }

coset_bdd coset_bdd_var(coset_bdds *b, uint32_t var);
coset_bdd coset_bdd_not(coset_bdds *b, coset_bdd x);
coset_bdd coset_bdd_and(coset_bdds *b, coset_bdd x, coset_bdd y);
coset_bdd coset_bdd_or(coset_bdds *b, coset_bdd x, coset_bdd y);
coset_bdd coset_bdd_minus(coset_bdds *b, coset_bdd x, coset_bdd y); /* x and not y */
coset_bdd coset_bdd_equal(coset_bdds *b, coset_bdd x, coset_bdd y); /* x iff y */
coset_bdd coset_bdd_ite(coset_bdds *b, coset_bdd x, coset_bdd y, coset_bdd z);

/* ---- sets of variables, renaming ------------------------------------------------------------------------------- */

/* The conjunction of the variables, as exist, relprod and count expect it. */
coset_bdd coset_bdd_cube(coset_bdds *b, const uint32_t *vars, uint32_t n);
coset_bdd coset_bdd_exist(coset_bdds *b, coset_bdd x, coset_bdd cube);
/* exist cube. x and y */
coset_bdd coset_bdd_relprod(coset_bdds *b, coset_bdd x, coset_bdd y, coset_bdd cube);
coset_bdd_map *coset_bdd_map_new(coset_bdds *b, const uint32_t *from, const uint32_t *to, uint32_t n);
void coset_bdd_map_free(coset_bdd_map *m);
coset_bdd coset_bdd_rename(coset_bdds *b, coset_bdd x, const coset_bdd_map *m);
/* Substitutes functions[i] for variable vars[i]; the map keeps them alive. */
coset_bdd_map *coset_bdd_map_of(coset_bdds *b, const uint32_t *vars, const coset_bdd *functions, uint32_t n);
/* Simultaneous substitution. */
coset_bdd coset_bdd_compose(coset_bdds *b, coset_bdd x, const coset_bdd_map *m);

/* ---- contents --------------------------------------------------------------------------------------------------- */

/* One assignment that satisfies x (which is not false), over all variables: values[var] is 0 or 1; irrelevant variables
 * not matter are 0. Always the same one for the same function and order. */
void coset_bdd_one(coset_bdds *b, coset_bdd x, uint8_t *values);
bool coset_bdd_holds(coset_bdds *b, coset_bdd x, const uint8_t *values);
/* The number of assignments of the cube's variables that satisfy x, whose variables are among them. False on overflow.
 * Cost: size of x. */
bool coset_bdd_count(coset_bdds *b, coset_bdd x, coset_bdd cube, coset_count *out) COSET_NODISCARD;

/* ---- order of variables ----------------------------------------------------------------------------------------- */

/* vars: all of them, top first. Handles keep their meaning. Does nothing if it would take long. */
void coset_bdd_set_order(coset_bdds *b, const uint32_t *vars);
/* Looks for a better order by moving pairs of a variable 2k and its neighbour 2k + 1. May be interrupted. */
void coset_bdd_sift(coset_bdds *b);
/* `n` more variables, after all others in the order. Returns the first one. */
uint32_t coset_bdd_more(coset_bdds *b, uint32_t n);
uint32_t coset_bdd_vars(const coset_bdds *b);               /* number of variables */
uint32_t coset_bdd_at(const coset_bdds *b, uint32_t place); /* the variable at this place of the order; 0 is the top */
/* used[v] = true for the variables that x depends on; other entries are unchanged. Cost: size of x. */
void coset_bdd_support(coset_bdds *b, coset_bdd x, bool *used);

/* ---- account ---------------------------------------------------------------------------------------------------- */

uint64_t coset_bdd_size(coset_bdds *b, coset_bdd x);
uint64_t coset_bdd_size_together(coset_bdds *b, const coset_bdd *all, uint32_t n); /* each node once */
/* Nodes in use now; the largest number in use so far, sampled whenever a scope is closed; bytes of the tables. */
uint64_t coset_bdd_nodes(const coset_bdds *b);
uint64_t coset_bdd_peak(const coset_bdds *b);
uint64_t coset_bdd_bytes(const coset_bdds *b);
/* Favours time over memory from now on: dead nodes are collected later, and the table grows sooner. */
void coset_bdd_spend(coset_bdds *b);
/* Records the size of a set of states; the largest size so far. */
void coset_bdd_note(coset_bdds *b, coset_bdd set);
uint64_t coset_bdd_largest(const coset_bdds *b);

#endif
