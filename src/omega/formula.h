/* omega/formula.h - formulas of linear time (LTL), with shared nodes.
 *
 * Layer    omega (sees base).
 * Idea     equal formulas share one node: nodes are looked up before they are made. AND and OR have two or more kids,
 *          sorted by number and different; implication and equivalence are written with NOT, AND and OR.
 * Shapes   F a is true U a, G a is false R a, a W b is b R (a or b). In negation normal form NOT occurs before atoms
 *          only.
 * Owner    all nodes live in the coset_ltls.
 * Errors   problems in a text are messages with a place (L001 ...), and COSET_INPUT.
 */
#ifndef COSET_OMEGA_FORMULA_H
#define COSET_OMEGA_FORMULA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "base/text.h"

#define COSET_LTL_ATOMS 64  /* most atoms of a formula */
#define COSET_LTL_DEPTH 400 /* most nested operators */

typedef enum {
    COSET_LTL_FALSE,
    COSET_LTL_TRUE,
    COSET_LTL_ATOM,
    COSET_LTL_NOT,
    COSET_LTL_AND,
    COSET_LTL_OR,
    COSET_LTL_NEXT,
    COSET_LTL_UNTIL,  /* kid 0 until kid 1, which occurs */
    COSET_LTL_RELEASE /* kid 1 up to and including the first kid 0, or for ever */
} coset_ltl_op;

typedef struct coset_ltl coset_ltl;
struct coset_ltl {
    coset_ltl_op op;
    uint32_t id;    /* numbers in the order in which nodes are made */
    uint32_t atom;  /* ATOM */
    uint32_t n;     /* kids */
    uint32_t depth; /* nested operators */
    bool eventual;  /* by its structure: true whenever it is true later */
    bool universal; /* by its structure: once true, it stays true */
    const coset_ltl *const *kid;
    const coset_ltl *next; /* with the same hash */
};

typedef struct coset_ltls coset_ltls;

coset_ltls *coset_ltls_new(void);
void coset_ltls_free(coset_ltls *p);

/* Constants, double negations, repeated and opposite kids of AND and OR are simplified here. */
const coset_ltl *coset_ltl_bool(coset_ltls *p, bool value);
/* Numbers from COSET_LTL_ATOMS on are placeholders for parts that are substituted before the formula is used. */
const coset_ltl *coset_ltl_atom(coset_ltls *p, uint32_t atom);
const coset_ltl *coset_ltl_not(coset_ltls *p, const coset_ltl *a);
const coset_ltl *coset_ltl_join(coset_ltls *p, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b);
const coset_ltl *coset_ltl_join_all(coset_ltls *p, coset_ltl_op op, uint32_t n, const coset_ltl *const *kids);
const coset_ltl *coset_ltl_next(coset_ltls *p, const coset_ltl *a);
/* UNTIL, RELEASE: without simplification. */
const coset_ltl *coset_ltl_temporal(coset_ltls *p, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b);
const coset_ltl *coset_ltl_eventually(coset_ltls *p, const coset_ltl *a);
const coset_ltl *coset_ltl_always(coset_ltls *p, const coset_ltl *a);
const coset_ltl *coset_ltl_weak_until(coset_ltls *p, const coset_ltl *a, const coset_ltl *b);

static inline bool coset_ltl_is_eventually(const coset_ltl *f)
{
    return f->op == COSET_LTL_UNTIL && f->kid[0]->op == COSET_LTL_TRUE;
}
static inline bool coset_ltl_is_always(const coset_ltl *f)
{
    return f->op == COSET_LTL_RELEASE && f->kid[0]->op == COSET_LTL_FALSE;
}

/* The formula, or its negation, in negation normal form. Linear in the nodes. */
const coset_ltl *coset_ltl_normal(coset_ltls *p, const coset_ltl *f, bool negated);

/* simplify.c: an equivalent formula; both are in negation normal form. */
const coset_ltl *coset_ltl_simplify(coset_ltls *p, const coset_ltl *f);

/* ---- reading ---- */

/* How the caller reads atoms. `read` parses bytes[at..len) and returns the position after the longest condition that
 * begins there, with its number; or `at` if none begins (also at a parenthesis around a temporal formula); or
 * COSET_LTL_REFUSED if it has added a message to the text. `tight`: a negation precedes it, so only an operand is read,
 * not a comparison. */
#define COSET_LTL_REFUSED SIZE_MAX
typedef struct {
    void *ctx;
    size_t (*read)(void *ctx, const coset_text_piece *piece, size_t at, bool tight, uint32_t *atom);
} coset_ltl_reader;

/* Atoms that are names (letters, digits, _ . [ ]) or texts in braces or quotes; at most COSET_LTL_ATOMS. */
typedef struct {
    coset_text *text;
    uint32_t n;
    char *name[COSET_LTL_ATOMS]; /* freed by coset_ltl_names_fini */
} coset_ltl_names;
size_t coset_ltl_names_read(void *ctx, const coset_text_piece *piece, size_t at, bool tight, uint32_t *atom);
/* The number of a name, which is added if it is new; COSET_LTL_ATOMS if there is no room. */
uint32_t coset_ltl_names_add(coset_ltl_names *names, const char *name, size_t len);
void coset_ltl_names_fini(coset_ltl_names *names);

/* The whole piece as one formula, with the precedence of Spin: unary operators; U W R V from the left; &&; ||; -> and
 * <-> from the left. */
coset_status coset_ltl_read(coset_ltls *p, coset_text *text, coset_text_piece piece, const coset_ltl_reader *reader,
                            const coset_ltl **out, coset_err *err) COSET_NODISCARD;

/* ---- writing ---- */

/* As Spin reads it: [] <> X U V && || !. `names` by number of the atom; those that are no names are put in braces. */
void coset_ltl_print(const coset_ltl *f, const char *const *names, FILE *out);
/* In the prefix form of LBT, atoms p0 p1 ... */
void coset_ltl_print_lbt(const coset_ltl *f, FILE *out);

#endif
