/* service/given.h - a model given by callbacks.
 *
 * Layer    service.
 * Idea     variables become slots, each with the symmetric types that index it and the elements among its values; the
 *          steps of a state are collected from the callback, checked and sorted.
 */
#ifndef COSET_SERVICE_GIVEN_H
#define COSET_SERVICE_GIVEN_H

#include <coset/coset.h>

#include "run/settings.h"

/* As coset_source.make; ctx is a coset_given. */
coset_status coset_given_make(void *ctx, coset_arena *arena, coset_model **out, const coset_legal **declared,
                              coset_err *err);
/* Options that follow from callbacks: one thread, an interpreter, an audit. Errors: COSET_USAGE. */
coset_status coset_given_adapt(const coset_given *g, coset_settings *s, coset_err *err);

#endif
