/* explore/simulate.h - runs of a model, at random or step by step.
 *
 * Layer    explore (sees engine, model).
 * Idea     A stepper is at the end of a run and knows all steps from there; a random run draws one of them, all with
 *          the same probability. Steps to states that violate an assumption are not part of the model.
 * Threads  one.
 */
#ifndef COSET_EXPLORE_SIMULATE_H
#define COSET_EXPLORE_SIMULATE_H

#include "engine/engine.h"

/* A possible step. Valid until the stepper moves. */
typedef struct {
    coset_step step;
    const coset_value *state; /* the target; NULL if it faults */
    const coset_fault *fault; /* or NULL */
    const char *output;       /* what the step prints, or NULL */
} coset_choice;

/* A run so far. Valid until the stepper moves. */
typedef struct {
    uint32_t n_states;
    const coset_value *states;  /* n_states * n_slots */
    const coset_step *steps;    /* steps[i] leads to state i; if has_fault, one more */
    const char *const *outputs; /* of the steps; NULL: it prints nothing */
    bool has_fault;             /* the last step ends in `fault`; a COSET_FAULT_BOUND violates nothing */
    coset_fault fault;          /* or of the property that could not be evaluated in the last state */
    uint32_t prop;              /* what the end violates: an invariant, assertion, fault, deadlock; or COSET_NO_PROP */
    uint32_t instance;          /* of prop */
} coset_run;

typedef struct coset_stepper coset_stepper;

/* Begins before the start: the choices are the start states. */
coset_stepper *coset_stepper_new(const coset_model *m, coset_deadlock deadlock);
void coset_stepper_free(coset_stepper *s);

/* There are none after a fault; one can step back before it. */
uint32_t coset_stepper_choices(const coset_stepper *s);
coset_choice coset_stepper_choice(const coset_stepper *s, uint32_t i);
void coset_stepper_take(coset_stepper *s, uint32_t i);
/* One step back; false at the very beginning. */
bool coset_stepper_back(coset_stepper *s);
const coset_run *coset_stepper_run(const coset_stepper *s);

/* A random run of at most `max_steps` steps after the start, which ends at the first violation. The same seed gives the
 * same run. Returns the stepper at its end; the caller frees it. */
coset_stepper *coset_simulate(const coset_model *m, coset_deadlock deadlock, uint64_t seed, uint64_t max_steps);

#endif
