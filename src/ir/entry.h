/* ir/entry.h - rules whose parameters stand for entries of a multiset.
 *
 * Layer    ir.
 */
#ifndef COSET_IR_ENTRY_H
#define COSET_IR_ENTRY_H

#include "ir/ir.h"

/* The instance of the rule with each parameter that stands for an entry of a multiset set to the first entry, because
 * entries have no permanent names. */
uint64_t coset_ir_without_entries(const coset_ir_rule *r, uint64_t instance);

#endif
