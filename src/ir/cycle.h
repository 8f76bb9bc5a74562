/* ir/cycle.h - loops and recursion that come back to where they were, and so run for ever.
 *
 * Layer    ir, private.
 * Idea     a round of a loop depends on memory alone. From time to time the memory is copied, each time after twice as
 *          many rounds as before; a later round that finds the same memory repeats what lies between (Brent's
 *          algorithm). Of two memories the place where they differed last is looked at first, so that a round costs
 *          next to nothing while a loop advances. A call is the same: it depends on the state and on its parameters.
 * Bounded  the first copy is made after COSET_CYCLE_FIRST rounds, so short loops cost nothing; copies double in
 * distance.
 */
#ifndef COSET_IR_CYCLE_H
#define COSET_IR_CYCLE_H

#include "ir/machine.h"

#define COSET_CYCLE_FIRST 256

typedef struct {
    uint64_t rounds, next; /* so far; those at which the next copy is made */
    uint32_t apart;        /* a place where copy and memory differed */
    coset_value *copy;     /* or NULL */
} coset_cycle;

/* To be asked before each round, with a cycle that begins as all zeros. */
bool coset_cycle_closes(coset_cycle *c, const coset_machine *m);
void coset_cycle_fini(coset_cycle *c);

/* To be asked when a call is about to run its body, with its complete frame at `base`. True: a call under way is the
 * same one. Calls by reference are not compared. */
bool coset_calls_close(coset_machine *m, const coset_ir_function *f, uint32_t base);
/* m->depth has become less. */
void coset_calls_return(coset_machine *m);

#endif
