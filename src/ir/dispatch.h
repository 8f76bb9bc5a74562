/* ir/dispatch.h - the trials that a state may enable, indexed by the values of single slots.
 *
 * Layer    ir, private.
 * Idea     A program with thousands of trials (filter.c) must not test each of them in each state. Most guards begin
 *          with a test that one slot must pass, nearly always `slot = constant` (a process's program counter). Such a
 *          trial is listed under the values of that slot for which the test is true, or faults; all others are in a
 *          separate list. The trials that a state may enable are the lists of its values, merged in the order of
 *          trials. The test is used only if nothing before it in the guard can fault.
 * Cost     for a state: the slots under which trials are listed, and the trials in the lists.
 */
#ifndef COSET_IR_DISPATCH_H
#define COSET_IR_DISPATCH_H

#include "ir/machine.h"

/* Trials listed by the values of one slot. */
typedef struct {
    uint32_t slot, n_keys;
    const coset_value *keys; /* [n_keys] ascending values; NULL: key k is value k */
    const uint32_t *first;   /* [n_keys + 1] */
    const uint32_t *trials;  /* of key k: from first[k] to first[k + 1], ascending */
} coset_ir_switch;

typedef struct coset_ir_dispatch {
    uint32_t n, n_rest;
    const coset_ir_switch *switches;
    const uint32_t *rest; /* trials that are always tried */
} coset_ir_dispatch;

/* [n_priorities] one for each level, or NULL if too few trials can be listed. The model has its trials. */
const coset_ir_dispatch *coset_machine_dispatch_new(coset_machine *machine, const coset_ir_machine_model *m);

/* The trials listed for that value of the slot: *n of them. */
const uint32_t *coset_machine_listed(const coset_ir_switch *s, coset_value content, uint32_t *n);
/* Stores the trials that the source may enable, in order, in m->due. */
void coset_machine_find_due(coset_machine *m, const coset_ir_dispatch *d);

#endif
