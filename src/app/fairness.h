/* app/fairness.h - who must not be neglected in runs: processes, or instances of rules.
 *
 * Layer    app.
 */
#ifndef COSET_APP_FAIRNESS_H
#define COSET_APP_FAIRNESS_H

#include "app/session.h"
#include "wrap/fair.h"

typedef struct {
    const char *words; /* "under weak fairness of processes"; NULL: every run counts */
    uint32_t n_families;
    const coset_family *families;
    const coset_subject *subjects; /* of the groups of the model */
} coset_fairness;

/* As --fair asks for it; of weak or strong fairness only. Returns an exit status, after messages. */
int coset_fairness_find(const coset_session *s, coset_fairness *out);

#endif
