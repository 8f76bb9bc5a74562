/* app/found.h - a detected group in use.
 *
 * Layer    app.
 * Idea     --symmetry=detect: detection, a test of the generators on sampled states, the quotient. With `detect` each
 *          orbit has one representative where the group allows that at a bearable cost, else as with `detect-local`,
 *          where it may have several.
 */
#ifndef COSET_APP_FOUND_H
#define COSET_APP_FOUND_H

#include "app/session.h"
#include "detect/quotient.h"
#include "symm/canon.h"

typedef struct {
    coset_arena *arena;
    coset_detected detected;
    double seconds;
    coset_minimal *minimal;    /* NULL: the group is trivial */
    coset_model *quotient;     /* to free, or NULL */
    bool used;                 /* the quotient is what is searched */
    coset_trace_action action; /* for lifting traces; where there is a quotient */
    coset_report_found words;
} coset_found;

/* What the user may ask for by name; one that does not serve the group is replaced by the first. */
const coset_strategy *coset_found_strategies(uint32_t *n);
/* One of them is asked for. */
bool coset_found_wanted(const coset_settings *settings);
/* Detects and makes the quotient of `searched`, which is the session's model or its
 * twin in machine code. `budget` as in coset_detect_options. Where nothing can be detected there is no quotient, and
 * the words say why. Errors: what the model's steps return. Generators that the sampled states refute are a bug of
 * ours: COSET_INVARIANT. */
coset_status coset_found_make(const coset_model *searched, const coset_session *s, uint64_t budget, coset_found **out,
                              coset_err *err) COSET_NODISCARD;
void coset_found_free(coset_found *f);
/* Where the group in use takes rules to other rules: which fire in the unreduced model, of those that have on
 * representatives; else NULL. Owner: arena. */
const bool *coset_found_fired(const coset_found *f, const coset_model *m, const coset_result *result,
                              coset_arena *arena, uint32_t *n_unsure);
/* The quotient is not searched after all; the report says why. */
void coset_found_leave(coset_found *f, const char *why);

/* ---- --symmetry=auto for models that declare nothing ---- */

/* The search has stored so many states: is it time to look for symmetry, and with what budget? Each of a few looks
 * costs a small part of what the search has cost. *n_looks: looks so far. 0: not now. */
uint64_t coset_found_due(uint64_t states, uint32_t *n_looks);
/* So many states a representative must stand for, at least, to be worth what it costs. */
double coset_found_least_gain(const coset_found *f);
/* The group is exact, and large enough to be worth beginning anew. */
bool coset_found_is_worth(const coset_found *f);

#endif
