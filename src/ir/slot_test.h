/* ir/slot_test.h - tests of one slot in the guards of trials.
 *
 * Layer    ir, private.
 */
#ifndef COSET_IR_SLOT_TEST_H
#define COSET_IR_SLOT_TEST_H

#include "ir/machine.h"

#define COSET_SLOT_TEST_NONE UINT32_MAX

/* The expression reads one slot of the state at most, at a place that is known once the trial's parameter is bound:
 * *slot, or COSET_SLOT_TEST_NONE. Those of `fixed` (or NULL), whose contents stand in the machine, do not count. */
bool coset_slot_test_is(coset_machine *m, const uint64_t *fixed, const coset_ir_expr *e, uint32_t *slot);
/* The first parameter of the trial, if it has a value of its own. */
void coset_slot_test_bind(coset_machine *m, coset_ir_trial t);
void coset_slot_test_unbind(coset_machine *m, coset_ir_trial t);

#endif
