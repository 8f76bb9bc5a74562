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
    bool used;                 /* the search runs on the quotient */
    coset_trace_action action; /* for lifting traces; set if there is a quotient */
    coset_report_found words;
    uint32_t *keeps; /* of the group of a formula: what it must preserve; else NULL */
    COSET_VEC(coset_auto *) of_formulas;
};

/* The strategies that the user can name; one that does not suit the group is replaced by the first. */
const coset_strategy *coset_auto_strategies(uint32_t *n);
/* The settings name one of them. */
bool coset_auto_wanted(const coset_settings *settings);
/* Detects symmetry and makes the quotient of `searched`, which is the session's model or its translation to machine
 * code. `budget` and `keeps` as in coset_detect_options; if a budget is given, the words for the group are made only by
 * coset_auto_use. If nothing is detected, or if sampled states refute a generator (a bug of ours), there is no
 * quotient, and the words say why. Errors: what the model's steps return. */
coset_status coset_auto_make(const coset_model *searched, const coset_session *s, uint64_t budget,
                             const uint32_t *keeps, coset_auto **out, coset_err *err) COSET_NODISCARD;
/* A second group, which preserves just `keeps`; it is computed once, and f owns it. Its quotient is that of the
 * session's model. */
coset_status coset_auto_for(coset_auto *f, const coset_session *s, const uint32_t *keeps, coset_auto **out,
                            coset_err *err) COSET_NODISCARD;
/* Replaces the quotient by the group; f owns the new one from now on. Returns the old one, or NULL. */
coset_model *coset_auto_exchange(coset_auto *f, coset_model *quotient);
/* The search of the quotient has refuted the group: it is not used, and the words say why. */
bool coset_auto_refuted(coset_auto *f);
/* Disables the group because `what` is not symmetric; the words say so. */
void coset_auto_refute(coset_auto *f, const char *what);
/* As coset_minimal_until. */
void coset_auto_until(coset_auto *f, double until);
void coset_auto_free(coset_auto *f);
/* If the group in use maps rules to other rules: the rules that fire in the unreduced model, computed from those that
 * fire on representatives; else NULL. Owner: arena. */
const bool *coset_auto_fired(const coset_auto *f, const coset_model *m, const coset_result *result, coset_arena *arena,
                             uint32_t *n_unsure);
/* ---- --symmetry=auto for models that declare nothing ----
 *
 * A run must not become slower because of a reduction that nobody asked for. So detection and trials may use only a
 * small share of the least that the search costs, states in the frontier included: measured in steps and runs for the
 * model, in processor seconds for the group, in seconds for its representatives. They run only at the end of a level
 * that is the largest so far: then about as much of the search remains as has been done. */

#define COSET_AUTO_SHARE 20.0 /* a trial costs 1/20 of the search */
#define COSET_AUTO_GAIN  2.0  /* a restart must be so many times as fast as continuing: half may be done */

typedef struct {
    uint64_t states;  /* at the end of the level before */
    uint64_t largest; /* level */
    uint64_t from;    /* states at which the next look is due */
    bool ended;       /* no more looks */
    double seconds;   /* processor time of all looks and trials */
} coset_looks;

/* The budget of a look for symmetry that is due now. 0: none is due. */
uint64_t coset_auto_due(coset_looks *l, uint64_t states, uint64_t steps);
/* Time to compute a representative, as a multiple of the time for a state. */
double coset_auto_cost(const coset_auto *f);
/* The group's order exceeds the cost of a representative. */
bool coset_auto_may_pay(const coset_auto *f);
/* Records whether the quotient is searched. If it is not, the report says so, and how long the decision took. */
void coset_auto_use(coset_auto *f, const coset_model *m, bool used, double seconds);

#endif
