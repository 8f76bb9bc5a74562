/* ir/filter.h - tests of one slot in the guards of trials.
 *
 * Layer    ir, private.
 */
#ifndef COSET_IR_FILTER_H
#define COSET_IR_FILTER_H

#include "ir/machine.h"

#define COSET_FILTER_NO_SLOT UINT32_MAX

/* The expression reads one slot of the state at most, at a place that is known once the trial's parameter is bound:
 * *slot. Those of `fixed` (or NULL), whose contents stand in the machine, do not count. */
bool coset_filter_is_test(coset_machine *m, const uint64_t *fixed, const coset_ir_expr *e, uint32_t *slot);
/* The first parameter of the trial, if it has a value of its own. */
void coset_filter_bind(coset_machine *m, coset_ir_trial t);
void coset_filter_unbind(coset_machine *m, coset_ir_trial t);

#endif
