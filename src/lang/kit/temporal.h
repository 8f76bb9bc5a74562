/* lang/kit/temporal.h - properties of infinite runs, as front ends make them.
 *
 * Layer    lang/kit (sees base, omega).
 * Idea     an LTL formula, a claim, or labels: what is checked is an automaton for the runs that violate it. Its atoms
 *          are predicates of the model (COSET_PROP_PREDICATE); the property itself
 *          is a row of the model's list (COSET_PROP_ACCEPTANCE).
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

/* Its first `n` atoms in other words: those that differ in the elements that they name are instances of one predicate,
 * and `pins` are these elements. Each atom holds in the same states as the one of that number in the property itself.
 * */
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
    const coset_ltl *must; /* what all runs satisfy, over atoms; NULL: only `wrong` is known */
    coset_omega *wrong; /* the runs that violate it; coset_temporal_translate makes it, or takes those that are fair */
    bool translated;    /* that is done */
    const coset_ltl *fair; /* runs that do not satisfy it do not count; over the same atoms. NULL: all do */
    const char *why;       /* it cannot be checked: the reason, one sentence; or NULL */
    uint32_t n_atoms;
    uint32_t props[COSET_LTL_ATOMS];     /* of each atom: its predicate, */
    uint32_t instances[COSET_LTL_ATOMS]; /* and which instance of it; */
    const char *rules[COSET_LTL_ATOMS];  /* or the last step was one of a rule of this name: then no predicate */
    uint32_t still[COSET_LTL_ATOMS];     /* where a run stands still: this predicate instead, plus 1; 0: the same */
    uint32_t part;                       /* i + 1: condition i of the automaton that is asked for; 0: a property;
                                            COSET_TEMPORAL_FAIR: what is to hold infinitely often */
    bool no_claim;                       /* Spin checks invalid end states beside it */
    bool only_endless;                   /* runs that stop do not violate it */
    const char *index;                   /* of a formula for each element: for which ("p: node_1"); or NULL */
    uint32_t n_pins;                     /* elements that the formula names, of symmetric types */
    coset_temporal_pin *pins;
    uint32_t n_chosen;                 /* of these, the first ones are those that `index` has chosen */
    const coset_temporal_alike *alike; /* or NULL: no two atoms are known to be instances of one predicate */
} coset_temporal;

/* What is asked for, and what a front end makes of it. */
typedef struct {
    uint32_t n_formulas;
    const uint16_t *formulas; /* files of the coset_text that hold one formula each */
    uint32_t n_parts;         /* the last so many formulas are the conditions of `automaton`, in its order; */
    uint32_t n_fair;          /* as many before these are to hold infinitely often in all runs that count */
    coset_omega *automaton;   /* the runs that violate the property; or NULL. Owned */
    const char *automaton_name;
    const char *claim; /* only this claim or formula of the model; NULL: all of them */
    bool claim_found;  /* set by the front end */
    bool nonprogress;  /* cycles without progress are looked for, and no claim of the model is checked */
    coset_arena *arena;
    coset_ltls *pool;
    COSET_VEC(coset_temporal) all;
} coset_temporals;

void coset_temporals_init(coset_temporals *t);
void coset_temporals_fini(coset_temporals *t);
/* What a front end has made is no more: it is going to read the model again. */
void coset_temporals_forget(coset_temporals *t);

/* The next property of infinite runs of a model. */
coset_temporal *coset_temporals_add(coset_temporals *t, const char *name, const char *text, coset_pos pos);
#define COSET_TEMPORAL_FAIR UINT32_MAX
/* Formulas are given: those of the model are not asked for. */
static inline bool coset_temporals_are_given(const coset_temporals *t) { return t->n_formulas > t->n_fair; }
/* As coset_temporal.part. */
uint32_t coset_temporals_part(const coset_temporals *t, uint32_t formula);
/* The conditions have one row, that of the first of them. */
static inline bool coset_temporal_has_row(const coset_temporal *x) { return x->part < 2; }
/* When the front end is ready: the conditions and the automaton become one property, and what makes runs fair belongs
 * to each property. */
void coset_temporals_join(coset_temporals *t);
/* Its automaton, from `must`, unless it is there; or x->why. */
void coset_temporal_translate(coset_temporals *t, coset_temporal *x);
/* The runs that satisfy what makes runs fair. NULL: the automaton would be too large. Owner: the caller. */
coset_omega *coset_temporal_fair_runs(coset_temporals *t, const coset_temporal *x);
/* The property with its atoms as `alike`, which it has; the automaton is that of x. What is made lives in t's arena. */
coset_temporal coset_temporal_with_alike(const coset_temporals *t, const coset_temporal *x);
/* One of its atoms is about the last step. */
bool coset_temporal_asks_of_steps(const coset_temporal *x);
/* The property of the model is one of its predicates. */
bool coset_temporal_asks(const coset_temporal *x, uint32_t prop);
/* It is one of them in some words. */
bool coset_temporal_speaks_of(const coset_temporal *x, uint32_t prop);

#endif
