/* ir/slot_test.h - tests of one slot in the guards of trials.
 *
 * Layer    ir, private.
 */
#ifndef COSET_IR_SLOT_TEST_H
#define COSET_IR_SLOT_TEST_H

#include "ir/machine.h"

#define COSET_SLOT_TEST_NONE UINT32_MAX

/* The expression reads at most one slot of the state, at a place that is known once the trial's parameter is bound:
 * *slot, or COSET_SLOT_TEST_NONE. Slots in `fixed` (or NULL), whose values are in the machine, do not count. */
bool coset_slot_test_is(coset_machine *m, const uint64_t *fixed, const coset_ir_expr *e, uint32_t *slot);
/* Binds the first parameter of the trial, if the trial has a value for it. */
void coset_slot_test_bind(coset_machine *m, coset_ir_trial t);
void coset_slot_test_unbind(coset_machine *m, coset_ir_trial t);

#endif
