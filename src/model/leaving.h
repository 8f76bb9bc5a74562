/* model/leaving.h - a model that leaves out steps, and a search that sees to it that none is put off for ever.
 *
 * Layer    model.
 * Idea     partial order reduction chooses some of the steps out of a state. Where these only go round, what was left
 *          out would never be seen. A search that knows which states are new asks for the rest where the chosen steps
 *          lead to none.
 */
#ifndef COSET_MODEL_LEAVING_H
#define COSET_MODEL_LEAVING_H

#include "model/model.h"

typedef enum {
    COSET_WANTS_CHOSEN, /* some, whatever they lead to */
    COSET_WANTS_REST,   /* the others, of a state where some are left out */
    COSET_WANTS_ALL
} coset_wants;

typedef struct coset_leaving {
    void (*ask)(coset_worker *w, coset_wants which); /* from the next state on */
    bool (*left_out)(const coset_worker *w);         /* some steps out of the last state were */
} coset_leaving;

#endif
