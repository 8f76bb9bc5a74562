/* detect/extract/instances.h - rules and properties with values for their parameters, as constraints.
 *
 * Layer    detect, private.
 */
#ifndef COSET_DETECT_EXTRACT_INSTANCES_H
#define COSET_DETECT_EXTRACT_INSTANCES_H

#include "detect/extract/constraints.h"

/* All instances of a rule that may be enabled, for the current possible values of slots. False: they cannot be
 * enumerated, *why and *pos say why and where (line 0: not known); `out` is then invalid. */
bool coset__rule_instances(coset__constraints *v, uint32_t rule, coset_arena *arena, coset__instances *out,
                           const char **why, coset_pos *pos);
/* The same for a property of states; `proto` gives their owner. Instances that are a conjunction become one. */
bool coset__prop_instances(coset__constraints *v, const coset_ir_prop *p, coset__instance proto, coset_arena *arena,
                           coset__instances *out, const char **why, coset_pos *pos);

void coset__instances_forget(coset__instances *all);
void coset__instance_forget(coset__instance *x);

/* Its instances are one conjunction; else each of them is a property by itself. */
static inline bool coset__prop_is_joined(const coset_ir_prop *p)
{
    return p->kind != COSET_PROP_COVER && p->kind != COSET_PROP_LIVENESS && p->kind != COSET_PROP_PREDICATE;
}

#endif
