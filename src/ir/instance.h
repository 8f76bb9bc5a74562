/* ir/instance.h - rules with their parameters bound.
 *
 * Layer    ir, private. See transition.h.
 */
#ifndef COSET_IR_INSTANCE_H
#define COSET_IR_INSTANCE_H

#include "base/budget.h"
#include "ir/scan.h"
#include "model/transition.h"

typedef struct {
    coset_transition of;     /* alone, without what the rest of a step does; see is_alone */
    bool impossible;         /* its guard never holds */
    const uint64_t *blank;   /* slots of `any` that may become undefined */
    const uint64_t *risks;   /* slots that decide whether the body of the rule faults */
    const uint64_t *indices; /* slots whose value is an index */
} coset_instance;

typedef struct {
    const coset_ir_machine_model *m;
    coset_arena *arena, *scratch; /* scratch: for one instance after the other */
    coset_machine *machine;       /* for guards */
    uint32_t n_words;
    coset_scan_values *contents; /* [n_slots] values of a slot; n = 0: not known */
    coset_scan_values *first;    /* [n_slots] in start states */
    coset_scan_values *alive;    /* [n_slots] of a variable of a process, while the process is elsewhere than in all
                                    start states: see instance_alive.c. n = 0: not known */
    coset_scan_values *before;   /* [n_slots] scratch */
    uint64_t *blanks;            /* slots that may be undefined */
    COSET_VEC(coset_instance) all;
    uint32_t n_plain;     /* instances, before they are split by slots: */
    uint32_t *by, *place; /* [n_plain] the slot, or COSET_NO_SLOT; its position in `all`, for value 0 */
    uint32_t *first_of;   /* [n_groups] of their instances, as plain ones; UINT32_MAX: a start state */
    bool *split;          /* [n_groups] */
    const char *failed;   /* why the analysis failed, or NULL */
    coset_budget *limit;
} coset_instances;

/* All rules but start states. */
void coset_instances_find(coset_instances *x, const coset_ir_machine_model *m, coset_budget *limit, coset_arena *arena);
void coset_instances_fini(coset_instances *x);

/* Adds a value; n = UINT32_MAX: there are too many. */
void coset_instances_add_content(coset_scan_values *v, coset_value content);

/* instance_alive.c. Fills `alive`, from the known effects of the instances. False: nothing new is known. */
bool coset_instances_find_alive(coset_instances *x);
/* Replaces `contents` by the values of slots while the process is elsewhere than at the start; the old ones are saved
 * in `before` (room for all slots). `control`: its program counter. */
void coset_instances_be_alive(coset_instances *x, uint32_t control, coset_scan_values *before);
void coset_instances_be_any(coset_instances *x, uint32_t control, const coset_scan_values *before);
/* No rule of the process assigns the slot, a variable of it, while the process exists; other rules may. */
bool coset_instances_is_constant(const coset_instances *x, uint32_t slot);
/* The condition excludes that the process is where it is in all start states. */
bool coset_instances_tells_alive(const coset_instances *x, const coset_condition *c);

/* instance_risks.c: scans the body of the rule; adds the slots that decide whether it faults. */
void coset_instances_scan_body(coset_scan *s, coset_scan_frame *frame, const coset_ir_rule *r, const uint64_t *blanks,
                               uint64_t *risks);

/* transient_steps.c: transitions of a program whose steps pass through transient states. NULL: x->failed says why. */
const coset_transition *coset_instances_walk(coset_instances *x, uint32_t *n, uint32_t *number);

#endif
