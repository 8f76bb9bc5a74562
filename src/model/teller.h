/* model/teller.h - description of runs in the terms of the model's language.
 *
 * Layer    model.
 * Idea     slots and groups of transitions are internal; the reader of a trace needs the terms of the model's text. A
 *          model may have a teller: it splits steps into the actions of each process, and states into the variables
 *          that the user declared.
 * Owner    texts are valid during the callback only.
 */
#ifndef COSET_MODEL_TELLER_H
#define COSET_MODEL_TELLER_H

#include "model/model.h"

/* What one process does at one moment. */
typedef struct {
    uint32_t actor;        /* number of the process */
    const char *name;      /* of the process */
    uint32_t id;           /* of the statement, as reference tools number it */
    uint32_t state;        /* control state before it, likewise */
    coset_pos pos;         /* of the statement */
    const char *text;      /* the statement */
    const char *messages;  /* what it sends and receives, with values, a line each ("2 q!msg,3"); or NULL */
    const char *output;    /* what it prints, or NULL */
    const coset_value *to; /* the state after it; NULL: it faults */
} coset_move;

typedef void coset_on_move(void *ctx, const coset_move *move);

typedef enum {
    COSET_FACT_VALUE, /* of a variable */
    COSET_FACT_QUEUE, /* what is in a channel */
    COSET_FACT_PLACE  /* where a process is */
} coset_fact_kind;

/* A fact about a state. */
typedef struct {
    coset_fact_kind kind;
    const char *name, *value;
    coset_pos pos; /* PLACE: where */
} coset_fact;

typedef void coset_on_fact(void *ctx, const coset_fact *fact);

struct coset_teller {
    /* The moves of a step of the model from `from` to `to` (NULL: it faults); start rules have none. The worker
     * listens. Returns false if the model has no such step. */
    bool (*moves)(const coset_model *m, coset_worker *w, const coset_value *from, coset_part step,
                  const coset_value *to, coset_on_move *emit, void *ctx);
    /* Statements that no step has executed; fired[g]: group g has. Of a move only name, id, state, pos and text are
     * set. Those of one proctype follow one another. */
    void (*unreached)(const coset_model *m, const bool *fired, coset_on_move *emit, void *ctx);
    /* In a fixed order; facts without information in this state are omitted. */
    void (*facts)(const coset_model *m, const coset_value *state, coset_on_fact *emit, void *ctx);
};

#endif
