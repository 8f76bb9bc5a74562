/* lts/compress.h - the compression functions of CSPM, on explicit transition systems.
 *
 * Layer    lts (sees base, model).
 * Table    preserving traces, failures and divergences: explicate lazyenumerate tau_loop_factor sbisim wbisim dbisim
 *          diamond normal lazynorm model_compress. Resolving choices, and so possibly losing behaviour: chase
 *          chase_nocache deter. Compressions with extra arguments have functions of their own.
 * Labels   sbisim, tau_loop_factor and explicate preserve labels (see lts.h); the others drop them.
 * Source   Roscoe et al., Hierarchical compression for model-checking CSP, 1995; Boulgakov, Gibson-Robinson and Roscoe,
 *          Computing maximal weak and other bisimulations, 2016; Roscoe, Understanding Concurrent Systems, ch. 16, 20;
 *          Goldsmith et al., Watchdog transformations, 2003.
 */
#ifndef COSET_LTS_COMPRESS_H
#define COSET_LTS_COMPRESS_H

#include "lts/normal.h"

typedef struct {
    uint32_t n_events;
    const coset_normal_limits *limits; /* of normal, and the budget of all; NULL: none */
} coset_compress_options;

typedef struct {
    const char *name;
    bool keeps_meaning;  /* preserves the meaning in T, F and FD */
    bool keeps_refusals; /* the same also in the models of revivals and refusal testing */
    bool keeps_offers;   /* each state offers what the represented state did, even if that was unstable */
    coset_status (*run)(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);
} coset_compression; /* run: the result is wrong if the budget was exhausted meanwhile */

/* Runs it. Errors: those of `run`, and the reason why the budget is exhausted. */
coset_status coset_compress(const coset_compression *c, const coset_lts *l, const coset_compress_options *o,
                            coset_lts **out, coset_err *err) COSET_NODISCARD;

const coset_compression *coset_compressions(uint32_t *n);
/* NULL if there is none of that name. */
const coset_compression *coset_compression_named(const char *name);

/* Removes edges from states that have an event of smaller rank. rank: [n_events], UINT32_MAX: the event takes no part.
 * In CSPM's prioritise, tau, tick and the events of its first set have rank 0. */
coset_lts *coset_prioritise(const coset_lts *l, uint32_t n_events, const uint32_t *rank);

typedef struct {
    uint32_t above, below;
} coset_order;

/* Removes edges from states that have a higher event: by the transitive closure of `orders`; also tau and tick are
 * above every event of `events` that is not in `maximal`. Errors COSET_INPUT if an event of `orders` or `maximal` is
 * not in `events`, something is above an event of
 *          `maximal`, or an event is above itself. */
coset_status coset_prioritise_po(const coset_lts *l, uint32_t n_events, const bool *events, uint32_t n_orders,
                                 const coset_order *orders, const bool *maximal, coset_lts **out,
                                 coset_err *err) COSET_NODISCARD;

/* Performs traces of l; after one, an event of `alphabet` that l does not allow leads to a state that can only perform
 * `bark`, and then stops. So Q, synchronised with it on the alphabet, can bark iff Q has a trace over the alphabet that
 * l does not have. Errors COSET_INPUT if l performs an event that is not in the alphabet, or bark is in it; those of
 * coset_normalise. */
coset_status coset_trace_watchdog(const coset_lts *l, const coset_compress_options *o, const bool *alphabet,
                                  uint32_t bark, coset_lts **out, coset_err *err) COSET_NODISCARD;

/* ---- for compressions ---------------------------------------------------------------------------------------- */

static inline coset_budget *coset__compress_budget(const coset_compress_options *o)
{
    return o->limits ? o->limits->budget : NULL;
}

/* Strongly connected components of taus: of[s] for each state, numbered by first state. Returns their number. */
uint32_t coset__tau_components(const coset_lts *l, uint32_t *of);
/* l with the states of each such component merged; a loop of tau remains where there was one. */
coset_lts *coset__tau_factor(const coset_lts *l);

coset_status coset__explicate(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);
coset_status coset__tau_loop_factor(const coset_lts *l, const coset_compress_options *o, coset_lts **out,
                                    coset_err *err);
coset_status coset__sbisim(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);
coset_status coset__wbisim(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);
coset_status coset__dbisim(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);
coset_status coset__diamond(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);
coset_status coset__normal(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);
coset_status coset__model_compress(const coset_lts *l, const coset_compress_options *o, coset_lts **out,
                                   coset_err *err);
coset_status coset__chase(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);
coset_status coset__deter(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err);

#endif
