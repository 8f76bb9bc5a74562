/* detect/use/fired.h - which rules fire in the unreduced model, if a group exchanges rules.
 *
 * Layer    detect.
 * Idea     the group maps a rule instance that fires on a representative to others, which fire on the images. For a
 *          rule that has fired the instances are known only if the group exchanges all of them.
 */
#ifndef COSET_DETECT_USE_FIRED_H
#define COSET_DETECT_USE_FIRED_H

#include "detect/extract/detected.h"

/* Some generator maps a rule to another rule: then counts for each rule are those of representatives. */
bool coset_detect_exchanges_rules(const coset_detected *d);
/* fired[g]: rule g has fired on a representative; it becomes true if an image of it has, or may have. Returns the
 * number of rules that only may have. */
uint32_t coset_detect_fired(const coset_detected *d, uint32_t n_groups, bool *fired);

#endif
