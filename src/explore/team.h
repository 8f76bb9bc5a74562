/* explore/team.h - threads that work in phases and can be paused in the middle of one.
 *
 * Layer    explore.
 * Idea     The caller is member 0; the others sleep between phases. During a phase any member may request a pause: when
 *          every member of the phase has reached coset__team_pause or has finished its part, one of them begins the
 *          errand, the paused members help, and all continue.
 */
#ifndef COSET_EXPLORE_TEAM_H
#define COSET_EXPLORE_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

typedef struct coset__team coset__team;
typedef void coset__job(void *ctx, uint32_t member);

/* Work during a pause: begin by one member; if it returns true, help by all paused members, then end by one. */
typedef struct {
    bool (*begin)(void *ctx);
    void (*help)(void *ctx);
    void (*end)(void *ctx);
} coset__errand;

/* Errors: COSET_MEMORY if a thread cannot be started. */
coset_status coset__team_new(uint32_t n, coset__team **out, coset_err *err) COSET_NODISCARD;
void coset__team_free(coset__team *t);

/* job(ctx, 0 .. n-1), each in its own thread; returns when all are done. n <= size of the team. Writes of a job are
 * visible to all later jobs and to the caller. */
void coset__team_run(coset__team *t, uint32_t n, coset__job *job, void *ctx);

/* Called inside a job. With an errand: requests a pause; if several members do so at once, one errand is done for all.
 * With NULL: takes part in a pause if there is one. */
void coset__team_pause(coset__team *t, const coset__errand *errand, void *ctx);
/* True while some member waits for a pause; cheap, for frequent polling. */
const atomic_bool *coset__team_pausing(const coset__team *t);

#endif
