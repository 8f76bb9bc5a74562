/* ir/cycle.h - detection of loops and recursion that repeat a state and so run for ever.
 *
 * Layer    ir, private.
 * Idea     A round of a loop depends on memory alone. From time to time the memory is copied, each time after twice as
 *          many rounds as before; if a later round finds the same memory, the rounds in between repeat (Brent's
 *          algorithm). Two memories are compared first at the place where they differed last, so a round costs next to
 *          nothing while a loop advances. A call is treated likewise: it depends on the state and on its parameters.
 * Bounded  the first copy is made after COSET_CYCLE_FIRST rounds, so short loops cost nothing; the intervals between
 *          copies double.
 */
#ifndef COSET_IR_CYCLE_H
#define COSET_IR_CYCLE_H

#include "ir/machine.h"

#define COSET_CYCLE_FIRST 256

typedef struct {
    uint64_t rounds, next; /* rounds so far; those at which the next copy is made */
    uint32_t apart;        /* a place where copy and memory differed */
    coset_value *copy;     /* or NULL */
} coset_cycle;

/* Call it before each round, with a cycle that is zero at first. True: the loop repeats. */
bool coset_cycle_closes(coset_cycle *c, const coset_machine *m);
void coset_cycle_fini(coset_cycle *c);

/* Call it when a call is about to run its body, with its complete frame at `base`. True: an active call is identical.
 * Calls by reference are not compared. */
bool coset_calls_close(coset_machine *m, const coset_ir_function *f, uint32_t base);
/* Call it after m->depth has decreased. */
void coset_calls_return(coset_machine *m);

#endif
