/* run/progress.h - the progress line on stderr.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_PROGRESS_H
#define COSET_RUN_PROGRESS_H

#include "run/settings.h"

typedef struct {
    const coset_settings *settings;
    coset_progress_mode mode; /* never AUTO */
    bool terminal;            /* one line is rewritten; else a line at 1, 2, 5, 10, 30, 60 ... s */
    bool orbits;              /* representatives stand for orbits */
    bool shown;               /* a line is on the terminal and must be erased */
    double next;              /* seconds at which the next line is due */
    double last_seconds;
    uint64_t last_representatives, last_queue;
} coset_progress_line;

void coset_progress_start(coset_progress_line *p, const coset_settings *s, bool orbits);
/* For coset_engine_options.on_progress; ctx is a coset_progress_line. */
void coset_progress_show(void *ctx, const coset_progress *now);
/* Erases the line. */
void coset_progress_end(coset_progress_line *p);

#endif
