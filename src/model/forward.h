/* model/forward.h - forwarding of a wrapper's operations to the inner model.
 *
 * Layer    model.
 * Idea     A wrapper defines only the operations that it changes; for each of the others it uses one of these.
 * Shapes   a wrapper begins with a coset_forwarder, its workers with a coset_forward_worker.
 */
#ifndef COSET_MODEL_FORWARD_H
#define COSET_MODEL_FORWARD_H

#include "model/model.h"

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to the wrapper */
    const coset_model *inner;
} coset_forwarder;

typedef struct {
    const coset_model *model; /* the inner one */
    coset_worker *inner;
} coset_forward_worker;

/* `m` with the operations `ops`. */
coset_forwarder coset_forwarder_of(const coset_model *m, const coset_model_ops *ops);
/* The slots and groups of `inner`, and one more of each at the end. The wrapper frees both arrays. */
void coset_forward_extend(coset_model *wrapper, const coset_model *inner, const char *slot, coset_value max,
                          const char *group);
coset_forward_worker coset_forward_worker_of(const coset_model *wrapper);
void coset_forward_worker_free(coset_forward_worker *w);

coset_status coset_forward_starts(coset_worker *w, coset_on_edge *emit, void *ctx);
coset_status coset_forward_next(coset_worker *w, const coset_value *src, coset_on_edge *emit, void *ctx);
coset_eval coset_forward_eval(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state,
                              coset_fault *fault);
bool coset_forward_may_end(coset_worker *w, const coset_value *state);
bool coset_forward_explain(coset_worker *w, uint32_t prop, const coset_value *state, coset_pos *pos, char *out,
                           size_t len);
void coset_forward_listen(coset_worker *w);
void coset_forward_remember(coset_worker *w);
bool coset_forward_annotate(coset_worker *w);
void coset_forward_value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len);
void coset_forward_edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len);
void coset_forward_instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len);

/* For the operations of a wrapper: those that evaluate a state, and texts. */
#define COSET_FORWARD_STATES                                                                                           \
    .eval = coset_forward_eval, .may_end = coset_forward_may_end, .value_text = coset_forward_value_text,              \
    .edge_text = coset_forward_edge_text, .instance_text = coset_forward_instance_text, .listen = coset_forward_listen
/* For a wrapper that changes steps only. */
#define COSET_FORWARD_ALL_BUT_STEPS                                                                                    \
    COSET_FORWARD_STATES, .starts = coset_forward_starts, .remember = coset_forward_remember

#endif
