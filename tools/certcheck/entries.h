/* certcheck/entries.h - generators of models with multisets.
 *
 * Layer    certcheck.
 * Idea     an entry of a multiset has no fixed position: after a generator the entries are sorted again. That is a
 *          symmetry of states only if the generator acts in the same way on all entries of a multiset, so that their
 *          order does not matter: it maps entry k to entry k, of that multiset or another one of its size, and values
 *          in it as in all other entries. Then a state has one preimage.
 */
#ifndef COSET_CERTCHECK_ENTRIES_H
#define COSET_CERTCHECK_ENTRIES_H

#include "certcheck/certificate.h"
#include "model/model.h"

/* Checks this for all generators. The model has the slots of the certificate. Errors: COSET_INPUT with a message. */
coset_status coset_entries_check(const coset_model *m, const coset_certificate *c);

#endif
