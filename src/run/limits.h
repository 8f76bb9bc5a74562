/* run/limits.h - the limits of a whole run, from the start of the program to its result.
 *
 * Layer    run.
 * Use      work that can poll a budget gets one from coset_limits_budget; what it has found when it stops is reported
 *          like any result. All other work is named by coset_limits_doing: if a limit is reached during it and the run
 *          does not end, the result is `incomplete` with that phase and what the search had covered. Before a result is
 *          written, coset_limits_claim is called.
 */
#ifndef COSET_RUN_LIMITS_H
#define COSET_RUN_LIMITS_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/budget.h"
#include "base/watchdog.h"
#include "run/settings.h"

struct coset_limits {
    const coset_settings *settings;
    double began;
    coset_watchdog *watchdog;
    pthread_mutex_t lock;
    coset_progress covered;               /* the last report of the search; all 0: none */
    _Atomic(const coset_listing *) asked; /* NULL: not known yet */
};

/* To be called once the options are known; time counts from `began`. `l` goes into the settings. */
void coset_limits_start(coset_limits *l, coset_settings *s, double began);
void coset_limits_end(coset_limits *l);
/* Does `work` within the limits of the settings. Returns its exit status. */
int coset_limits_around(int (*work)(coset_settings *s), coset_settings *s, double began);

/* Its clock runs since the program began. */
coset_budget coset_limits_budget(const coset_settings *s);
void coset_limits_doing(const coset_settings *s, const char *doing);
/* What is to be checked: a run that does not end reports it as incomplete. It must live until coset_limits_claim. */
void coset_limits_asked(const coset_settings *s, const coset_listing *asked);
/* Called with the progress of the search. */
void coset_limits_covered(const coset_settings *s, const coset_progress *now);
void coset_limits_claim(const coset_settings *s);

#endif
