/* ir/entry.h - rules whose parameters stand for entries of a multiset.
 *
 * Layer    ir.
 */
#ifndef COSET_IR_ENTRY_H
#define COSET_IR_ENTRY_H

#include "ir/ir.h"

/* The instance of the rule with the first entry in the place of every entry of a multiset that a parameter stands for:
 * entries have no lasting names. */
uint64_t coset_ir_without_entries(const coset_ir_rule *r, uint64_t instance);

#endif
