/* run/auto_symmetry.h - a detected group in use.
 *
 * Layer    run.
 * Idea     --symmetry=detect: detection, a test of the generators on sampled states, the quotient. With `detect` each
 *          orbit has one representative if the group allows that at an acceptable cost; else, as with `detect-local`,
 *          it may have several.
 */
#ifndef COSET_RUN_AUTO_SYMMETRY_H
#define COSET_RUN_AUTO_SYMMETRY_H

#include "run/session.h"
#include "symm/canon/canon.h"
#include "wrap/detected_quotient.h"

typedef struct coset_auto coset_auto;
struct coset_auto {
    coset_arena *arena;
    coset_detected detected;
    double seconds;
    coset_minimal *minimal;    /* NULL: the group is trivial */
    coset_model *quotient;     /* to free, or NULL */
    bool used;                 /* the quotient is what is searched */
    coset_trace_action action; /* for lifting traces; where there is a quotient */
    coset_report_found words;
    uint32_t *keeps; /* of the group of a formula: what it has to keep; else NULL */
    COSET_VEC(coset_auto *) of_formulas;
};

/* What the user may ask for by name; one that does not serve the group is replaced by the first. */
const coset_strategy *coset_auto_strategies(uint32_t *n);
/* One of them is asked for. */
bool coset_auto_wanted(const coset_settings *settings);
/* Detects and makes the quotient of `searched`, which is the session's model or its
 * twin in machine code. `budget` and `keeps` as in coset_detect_options; where it is given there are no words for the group before
 * coset_auto_use. Where nothing can be detected there is no quotient, and
 * the words say why; so it is where sampled states refute a generator, which is a bug of ours. Errors: what the model's
 * steps return. */
coset_status coset_auto_make(const coset_model *searched, const coset_session *s, uint64_t budget,
                             const uint32_t *keeps, coset_auto **out, coset_err *err) COSET_NODISCARD;
/* Beside f, the group that keeps just that; found once, and f owns it. Its quotient is that of the session's model. */
coset_status coset_auto_for(coset_auto *f, const coset_session *s, const uint32_t *keeps, coset_auto **out,
                            coset_err *err) COSET_NODISCARD;
/* The quotient by the group is another one, which f owns from now on. Returns the one before, or NULL. */
coset_model *coset_auto_exchange(coset_auto *f, coset_model *quotient);
/* The search of the quotient has refuted the group: it is not used, and the words say why. */
bool coset_auto_refuted(coset_auto *f);
/* `what` is not symmetric: the group is not used, and the words say so. */
void coset_auto_refute(coset_auto *f, const char *what);
/* As coset_minimal_until. */
void coset_auto_until(coset_auto *f, double until);
void coset_auto_free(coset_auto *f);
/* Where the group in use takes rules to other rules: which fire in the unreduced model, of those that have on
 * representatives; else NULL. Owner: arena. */
const bool *coset_auto_fired(const coset_auto *f, const coset_model *m, const coset_result *result, coset_arena *arena,
                             uint32_t *n_unsure);
/* ---- --symmetry=auto for models that declare nothing ----
 *
 * A run must not become slower because of what nobody asked for. So all that is spent on it is a small share of what
 * the search costs at least, the states that wait included: in steps and runs for the model, and in seconds of the
 * processor for the group, in seconds for its representatives. It is spent only at the end of a level that is the
 * largest so far: then about as much of the search is still to come as has been seen. */

#define COSET_AUTO_SHARE 20.0 /* a trial costs one part in so many of the search */
#define COSET_AUTO_GAIN  2.0  /* beginning anew must be so many times as fast as going on: half may be done */

typedef struct {
    uint64_t states;  /* at the end of the level before */
    uint64_t largest; /* level */
    uint64_t from;    /* states before the next look */
    bool ended;       /* nothing more is to be looked for */
    double seconds;   /* processor time of all looks and trials */
} coset_looks;

/* Is it time to look for symmetry, and with what budget? 0: not now. */
uint64_t coset_auto_due(coset_looks *l, uint64_t states, uint64_t steps);
/* How many times as long a representative takes as a state. */
double coset_auto_cost(const coset_auto *f);
/* The group's order is larger than what a representative costs. */
bool coset_auto_may_pay(const coset_auto *f);
/* The quotient is searched, or it is not after all: then the report says so, and how long that took to find out. */
void coset_auto_use(coset_auto *f, const coset_model *m, bool used, double seconds);

#endif
