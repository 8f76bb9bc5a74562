/* logic/formula.h - formulas of branching time: CTL and the modal mu-calculus.
 *
 * Layer    logic (sees base, model, engine).
 * Idea     one syntax tree for both. Everything except temporal operators is left to the language of the model: the
 *          largest parts of a formula without such operators become predicates (base/predicate.h), which are properties
 *          of the model.
 * Shapes   implications and equivalences are written with NOT, AND and OR; else the tree is as the user wrote it.
 * Owner    everything lives in the arena of the coset_formulas.
 * Errors   problems in the text are messages with a place (F001 ...), and COSET_INPUT.
 */
#ifndef COSET_LOGIC_FORMULA_H
#define COSET_LOGIC_FORMULA_H

#include "base/mem.h"
#include "base/predicate.h"
#include "model/model.h"

typedef enum {
    COSET_F_TRUE,
    COSET_F_FALSE,
    COSET_F_ATOM, /* predicate */
    COSET_F_VAR,  /* binder */
    COSET_F_NOT,
    COSET_F_AND,
    COSET_F_OR,
    COSET_F_DIAMOND, /* action, a: some such step leads to a */
    COSET_F_BOX,     /* action, a: all such steps do */
    COSET_F_MU,
    COSET_F_NU, /* name, a */
    COSET_F_EX,
    COSET_F_EF,
    COSET_F_EG,
    COSET_F_AX,
    COSET_F_AF,
    COSET_F_AG,
    COSET_F_EU, /* a U b: a until b, and b occurs */
    COSET_F_EV, /* a V b: b up to and including the first a, or for ever (release) */
    COSET_F_AU,
    COSET_F_AV
} coset_formula_op;

/* Steps of some rules. */
typedef struct {
    coset_pos pos;
    uint32_t len;
    uint32_t n_names; /* 0: every rule */
    const char **names;
    bool *groups; /* [n_groups] after coset_formulas_bind; NULL if every rule is meant */
} coset_action;

typedef struct coset_formula coset_formula;
struct coset_formula {
    coset_formula_op op;
    coset_pos pos; /* of the operator */
    uint32_t len;
    coset_formula *a, *b;
    const coset_formula *binder; /* VAR: the MU or NU that binds it */
    const char *name;            /* MU, NU: of the variable */
    uint32_t depth;              /* MU, NU: number of such enclosing operators */
    uint32_t action;             /* DIAMOND, BOX: number in coset_formulas.actions */
    coset_predicate *predicate;  /* ATOM */
    uint64_t free;               /* bit d: the variable of a binder of depth d occurs, and is bound outside */
    uint32_t doubled;            /* nesting depth of <-> */
};

#define COSET_F_MOST_BINDERS 64 /* nested */

/* A formula to decide. */
typedef struct {
    const char *name;
    coset_pos pos;
    coset_formula *root;
    const char *text; /* as written */
} coset_formula_entry;

typedef struct {
    coset_arena *arena;
    COSET_VEC(coset_formula_entry) all;
    COSET_VEC(coset_formula *) fair; /* fairness constraints; without temporal operators */
    coset_formula *representatives;  /* the states that the user chose as representatives; also without them; or NULL */
    COSET_VEC(coset_action) actions;
    COSET_VEC(coset_predicate *) predicates;
    coset_wanted wanted; /* after coset_formulas_want */
} coset_formulas;

/* REPRESENTATIVES: a single condition, of option texts only. */
typedef enum {
    COSET_FORMULA_CTL,
    COSET_FORMULA_MU,
    COSET_FORMULA_FAIR,
    COSET_FORMULA_REPRESENTATIVES
} coset_formula_kind;

coset_formulas *coset_formulas_new(void);
void coset_formulas_free(coset_formulas *f);

/* Reads all entries of a text: `[ctl|mu|fair] [NAME:] FORMULA`, separated by semicolons. `kind` applies to entries that
 * do not give theirs. In CTL the operators of the mu-calculus are refused; in the mu-calculus all are allowed. */
coset_status coset_formulas_read(coset_formulas *f, coset_text *text, uint16_t file, coset_formula_kind kind,
                                 coset_err *err) COSET_NODISCARD;
/* The predicates that a front end has to make. Nothing can be read afterwards. */
coset_wanted *coset_formulas_want(coset_formulas *f);
/* Finds the rules that actions name. */
coset_status coset_formulas_bind(coset_formulas *f, const coset_model *m, coset_text *text,
                                 coset_err *err) COSET_NODISCARD;

#endif
