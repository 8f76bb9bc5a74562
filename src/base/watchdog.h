/* base/watchdog.h - ends a run that exceeds a limit while its current phase does not poll its budget.
 *
 * Layer    base.
 * Idea     long work polls a budget (base/budget.h), stops, and returns what it has found. Parsers, proofs and
 *          libraries cannot do that. So a thread watches the same limits. If the run has not ended some time after the
 *          limit, or holds more memory than the limit and its tolerance, the thread calls `end`, which writes what is
 *          known and ends the process.
 * Threads  `end` runs in the watching thread while the others continue: it must not read data that they change.
 */
#ifndef COSET_BASE_WATCHDOG_H
#define COSET_BASE_WATCHDOG_H

#include "base/budget.h"

typedef struct coset_watchdog coset_watchdog;
/* Must not return. `met` says which limit; `doing` is the last argument of coset_watchdog_doing. */
typedef void coset_watchdog_end(void *ctx, const coset_budget *met, const char *doing);

#define COSET_WATCHDOG_PATIENCE 0.3 /* seconds from the limit (or the signal) until the run is ended */

/* The tolerance of the memory limit: 5 %, at least 10 MiB. */
uint64_t coset_watchdog_tolerance(uint64_t most_bytes);

/* The budget is copied, with its clock. NULL: no thread could be created. All functions allow NULL. */
coset_watchdog *coset_watchdog_start(const coset_budget *limit, coset_watchdog_end *end, void *ctx);
/* The current phase of the program, as the end of "the time limit was reached while ...". A constant text. */
void coset_watchdog_doing(coset_watchdog *w, const char *doing);
/* The caller has finished and is about to report the result: stops the watchdog. If the watchdog has begun to end the
 * run, this does not return. */
void coset_watchdog_claim(coset_watchdog *w);
void coset_watchdog_free(coset_watchdog *w);

#endif
