/* ir/dispatch.h - which trials a state may enable, by the contents of single slots.
 *
 * Layer    ir, private.
 * Idea     a program with thousands of trials (filter.c) must not look at each of them in each state. Most guards begin
 *          with a test that one slot must pass, nearly always `slot = constant` (where a process stands). Such a trial
 *          is listed under the contents of that slot with which the test is true, or faults; all others stand in a
 *          list of their own. What a state may enable are the lists of its contents, in the order of trials. The test
 *          decides only where nothing before it in the guard can fault.
 * Cost     for a state: the slots that trials are listed by, and the trials in the lists.
 */
#ifndef COSET_IR_DISPATCH_H
#define COSET_IR_DISPATCH_H

#include "ir/machine.h"

/* Trials listed by the contents of one slot. */
typedef struct {
    uint32_t slot, n_keys;
    const coset_value *keys; /* [n_keys] ascending contents; NULL: key k is content k */
    const uint32_t *first;   /* [n_keys + 1] */
    const uint32_t *trials;  /* of key k: from first[k] to first[k + 1], ascending */
} coset_ir_switch;

typedef struct coset_ir_dispatch {
    uint32_t n, n_rest;
    const coset_ir_switch *switches;
    const uint32_t *rest; /* trials that are always tried */
} coset_ir_dispatch;

/* [n_priorities] one for each level, or NULL where too few trials can be listed. The model has its trials. */
const coset_ir_dispatch *coset_machine_dispatch_new(coset_machine *machine, const coset_ir_machine_model *m);

/* The trials listed for that content of the slot: *n of them. */
const uint32_t *coset_machine_listed(const coset_ir_switch *s, coset_value content, uint32_t *n);
/* What the source may enable, in order, in m->due. */
void coset_machine_find_due(coset_machine *m, const coset_ir_dispatch *d);

#endif
