/* detect/use/sample.h - test of detected generators on reachable states, independent of how they were found.
 *
 * Layer    detect.
 * Sound    in one direction: a disagreement is a proof that detection is wrong; agreement is evidence.
 */
#ifndef COSET_DETECT_USE_SAMPLE_H
#define COSET_DETECT_USE_SAMPLE_H

#include "detect/extract/detected.h"

typedef struct {
    uint64_t seed;
    uint32_t states;   /* most states to check */
    coset_value *kept; /* room for all of them, one after the other, or NULL */
} coset_sample_options;

typedef struct {
    bool agrees;
    uint32_t generator; /* if not: the generator, and */
    const char *what;   /* what disagrees */
    uint64_t states, comparisons;
} coset_sample_result;

/* Checks the start states, then states of random runs: steps of the image of a state are the images of its steps, with
 * the same rules, faults and covers; with `props` all properties have the same values in both. Once the limit of `d` is
 * reached the comparison ends without an error. Errors: what the model's own steps return. */
coset_status coset_detect_sample(const coset_model *m, const coset_detected *d, const coset_sample_options *o,
                                 bool props, coset_sample_result *result) COSET_NODISCARD;

/* The same during a search: of the first states that a thread expands, every eighth is checked, then every thousandth,
 * each under one generator. */
typedef struct coset_sampler coset_sampler;
coset_sampler *coset_sampler_new(const coset_model *m, const coset_detected *d);
void coset_sampler_free(coset_sampler *s);
/* What differs between the state and its image, if it is one of those that are checked; else NULL. */
const char *coset_sampler_look(coset_sampler *s, const coset_value *state);

/* The message for a group that was refuted in this way. Owner: arena. */
const char *coset_sample_refusal(const coset_sample_result *r, coset_arena *arena);

#endif
