/* lang/kit/temporal.h - properties of infinite runs, as front ends create them.
 *
 * Layer    lang/kit (sees base, omega).
 * Idea     An LTL formula, a claim, or labels become an automaton that accepts the violating runs. Its atoms are
 *          predicates of the model (COSET_PROP_PREDICATE); the property itself is a row of the model's list
 *          (COSET_PROP_ACCEPTANCE).
 * Owner    the caller; automata are freed by coset_temporals_fini, texts live in its arena.
 */
#ifndef COSET_LANG_KIT_TEMPORAL_H
#define COSET_LANG_KIT_TEMPORAL_H

#include "base/mem.h"
#include "base/text.h"
#include "omega/automaton.h"
#include "omega/formula.h"

typedef struct {
    uint32_t type, element;
} coset_temporal_pin;

/* An equivalent form of the first `n` atoms: atoms that differ only in the elements they name are instances of one
 * predicate; `pins` are these elements. Each atom holds in the same states as the property's atom of its number. */
typedef struct {
    uint32_t n;
    uint32_t props[COSET_LTL_ATOMS], instances[COSET_LTL_ATOMS];
    uint32_t n_pins;
    const coset_temporal_pin *pins;
} coset_temporal_alike;

typedef struct {
    const char *name; /* of the row */
    const char *text; /* the formula as written, or NULL */
    coset_pos pos;
    uint32_t prop;         /* of the model: the row; several may have the same */
    const coset_ltl *must; /* all runs have to satisfy this formula over atoms; NULL: only `wrong` is known */
    coset_omega *wrong;    /* violating runs; coset_temporal_translate builds it, or intersects it with the fair runs */
    bool translated;       /* that is done */
    const coset_ltl *fair; /* runs that violate it are ignored; over the same atoms. NULL: all runs count */
    const char *why;       /* the reason why it cannot be checked, one sentence; or NULL */
    uint32_t n_atoms;
    uint32_t props[COSET_LTL_ATOMS];     /* of each atom: its predicate, */
    uint32_t instances[COSET_LTL_ATOMS]; /* and which instance of it; */
    const char *rules[COSET_LTL_ATOMS];  /* or no predicate: the last step executed a rule of this name */
    uint32_t still[COSET_LTL_ATOMS];     /* replaces the predicate while the run stutters: number + 1; 0: the same */
    uint32_t part;                       /* i + 1: condition i of the given automaton; 0: a property;
                                            COSET_TEMPORAL_FAIR: has to hold infinitely often */
    bool no_claim;                       /* Spin also checks invalid end states with it */
    bool only_endless;                   /* finite runs do not violate it */
    const char *index;                   /* of a formula for each element: this element ("p: node_1"); or NULL */
    uint32_t n_pins;                     /* elements of symmetric types that the formula names */
    coset_temporal_pin *pins;
    uint32_t n_chosen;                 /* the first so many of these were chosen by `index` */
    const coset_temporal_alike *alike; /* or NULL: no two atoms are known to be instances of one predicate */
} coset_temporal;

/* The requested properties, and the ones that a front end creates from them. */
typedef struct {
    uint32_t n_formulas;
    const uint16_t *formulas; /* files of the coset_text that hold one formula each */
    uint32_t n_parts;         /* the last n_parts formulas are the conditions of `automaton`, in its order; */
    uint32_t n_fair;          /* the n_fair before these have to hold infinitely often in all fair runs */
    coset_omega *automaton;   /* accepts the runs that violate the property; or NULL. Owned */
    const char *automaton_name;
    const char *claim; /* only this claim or formula of the model; NULL: all of them */
    bool claim_found;  /* set by the front end */
    bool nonprogress;  /* search for non-progress cycles; no claim of the model is checked */
    coset_arena *arena;
    coset_ltls *pool;
    COSET_VEC(coset_temporal) all;
} coset_temporals;

void coset_temporals_init(coset_temporals *t);
void coset_temporals_fini(coset_temporals *t);
/* Discards all that a front end created, before it reads the model again. */
void coset_temporals_forget(coset_temporals *t);

/* Adds a property of infinite runs. */
coset_temporal *coset_temporals_add(coset_temporals *t, const char *name, const char *text, coset_pos pos);
#define COSET_TEMPORAL_FAIR UINT32_MAX
/* Formulas are given, so those of the model are not checked. */
static inline bool coset_temporals_are_given(const coset_temporals *t) { return t->n_formulas > t->n_fair; }
/* As coset_temporal.part. */
uint32_t coset_temporals_part(const coset_temporals *t, uint32_t formula);
/* All conditions share one row, that of the first one. */
static inline bool coset_temporal_has_row(const coset_temporal *x) { return x->part < 2; }
/* Called after the front end: merges the conditions and the automaton into one property, and adds the fairness
 * conditions to each property. */
void coset_temporals_join(coset_temporals *t);
/* Builds the automaton from `must`, unless it exists; on failure sets x->why. */
void coset_temporal_translate(coset_temporals *t, coset_temporal *x);
/* Automaton of the runs that satisfy the fairness conditions. NULL: it would be too large. Owner: the caller. */
coset_omega *coset_temporal_fair_runs(coset_temporals *t, const coset_temporal *x);
/* The property with its atoms as in x->alike (not NULL); it shares the automaton of x. It lives in t's arena. */
coset_temporal coset_temporal_with_alike(const coset_temporals *t, const coset_temporal *x);
/* One of its atoms is about the last step. */
bool coset_temporal_asks_of_steps(const coset_temporal *x);
/* The property `prop` of the model is one of its predicates. */
bool coset_temporal_asks(const coset_temporal *x, uint32_t prop);
/* The same, in either form of the atoms. */
bool coset_temporal_speaks_of(const coset_temporal *x, uint32_t prop);

#endif
