/* run/temporal_int.h - the search for runs that violate a formula, shared by its files.
 *
 * Layer    run, private.
 */
#ifndef COSET_RUN_TEMPORAL_INT_H
#define COSET_RUN_TEMPORAL_INT_H

#include "run/auto_symmetry.h"
#include "run/fairness.h"
#include "run/temporal.h"
#include "wrap/product.h"

typedef struct {
    coset_session *s;
    const coset_temporal *x;
    const coset_reduction *base; /* of the search for states */
    const coset_engine_options *options;
    const coset_fair_choice *fairness;
    const coset_model *bare;     /* code of the model, */
    const coset_model *code;     /* and with fairness, reduced: the product's model component */
    bool nameless;               /* its automaton does not mention elements: no renaming is applied */
    coset_model *fair[2];        /* code and model with fairness, or NULL */
    coset_reduction reduction;   /* of the model: its group, and code if the base has none */
    coset_model *product;        /* over that code */
    coset_model *plain;          /* over the model itself: for replay */
    const coset_auto *found;     /* a detected group, or NULL */
    coset_model *detected;       /* over the quotient by it, or NULL */
    coset_model *quotient;       /* that quotient, and */
    coset_index_action *on_fair; /* the group's action on the indices of fairness */
    coset_trace_action action;   /* of the group, for traces */
    coset_reduction of_product;  /* group NULL: there is none, or another search represents this one */
    coset_result *result;
    const coset_trace *trace;
    bool none_only; /* do not show a violating run */
} coset__judging;

coset_product_how coset__judging_how(const coset_temporal *x);

/* ---- temporal_detected.c ---- */

/* The detected group of the run, or one for the formula, if there is one that preserves the searched property. */
coset_status coset__judging_find_detected(coset__judging *j, coset_err *err) COSET_NODISCARD;
/* Makes it the group of the search, which partial order reduction may reduce as well. */
void coset__judging_take_detected(coset__judging *j);
void coset__judging_drop_detected(coset__judging *j);
/* Says that the search has refuted the detected group, which is a bug of ours. */
const char *coset__judging_refuted(const coset__judging *j);

/* ---- temporal.c ---- */

/* Searches of_product.searched; fills result. */
coset_status coset__judging_search(coset__judging *j, coset_err *err) COSET_NODISCARD;
/* Derives the verdict from that result. */
void coset__judging_verdict(coset__judging *j, coset_prop_result *to);

/* Searches for a run that violates the formula, whose automaton is known, with its atoms in the wording that preserves
 * the larger group. */
coset_status coset__judging_one(coset_session *s, const coset_temporal *x, const coset_reduction *base,
                                const coset_engine_options *options, const coset_fair_choice *fairness,
                                coset_prop_result *to, const coset_trace **trace, coset_err *err) COSET_NODISCARD;
/* Reports that this has failed; returns an exit status. */
int coset__judging_failed(coset_session *s, const coset_temporal *x, coset_status status, const coset_err *err);

/* ---- temporal_reached.c ---- */

/* The stored states are all that the model can reach, and no step ended in a fault. */
bool coset__judging_knows_all(const coset_session *s, const coset_engine_kept *kept, const coset_result *r);
/* If all states of the model are known and the automaton may wait arbitrarily long before the violation begins:
 * searches from all reached states, without the waiting. True: there is no such run, and `to` says so. Otherwise
 * nothing is known, and the search from the start states must decide. */
bool coset__judging_from_reached(const coset__judging *j, coset_prop_result *to);
/* Memory of the states that are stored meanwhile. */
uint64_t coset__judging_kept_bytes(const coset__judging *j);

#endif
