/* model/leaving.h - interface between a reduced model and a search with its own cycle proviso.
 *
 * Layer    model.
 * Idea     Partial order reduction selects some of the steps out of a state. If these only form cycles, the pruned
 *          steps would be ignored for ever (the ignoring problem). A search that knows which states are new requests
 *          the pruned steps of a state if the selected ones lead to no new state.
 */
#ifndef COSET_MODEL_LEAVING_H
#define COSET_MODEL_LEAVING_H

#include "model/model.h"

typedef enum {
    COSET_WANTS_CHOSEN, /* some, whatever they lead to */
    COSET_WANTS_REST,   /* the others, of a state where some are pruned */
    COSET_WANTS_ALL
} coset_wants;

typedef struct coset_leaving {
    void (*ask)(coset_worker *w, coset_wants which); /* from the next state on */
    bool (*left_out)(const coset_worker *w);         /* some steps out of the last state were pruned */
} coset_leaving;

#endif
