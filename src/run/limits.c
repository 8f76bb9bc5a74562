#include "run/limits.h"

#include <unistd.h>

#include "run/machine.h"
#include "run/session.h"

static coset_progress covered(coset_limits *l)
{
    (void)pthread_mutex_lock(&l->lock);
    coset_progress p = l->covered;
    (void)pthread_mutex_unlock(&l->lock);
    return p;
}

/* Runs in the watchdog's thread, if the run does not end by itself. */
static void end_run(void *ctx, const coset_budget *met, const char *doing)
{
    coset_limits *l = ctx;
    const coset_settings *s = l->settings;
    char words[100], reason[300];
    const coset_progress p = covered(l);
    coset_budget asked = coset_limits_budget(s);
    asked.met = met->met; /* messages name the limit without the tolerance */
    coset_budget_words(&asked, words, sizeof words);
    (void)snprintf(reason, sizeof reason, "%s%s%s", words, doing ? " while " : "", doing ? doing : "");
    const coset_failure f = {.path = s->n_files ? s->files[0] : "",
                             .reason = reason,
                             .exit_code = coset_settings_exit(s, COSET_EXIT_INCOMPLETE),
                             .covered = p.representatives ? &p : NULL,
                             .listing = atomic_load(&l->asked)};
    if (isatty(STDERR_FILENO) && !s->quiet)
        fputs("\r\033[K", stderr); /* a progress line */
    if (!s->json_on_stdout) {
        const coset_text_style style = coset_settings_style(s, stdout);
        coset_failure_text(&f, &style, stdout);
    }
    coset_write_failure(s, &f);
    bool written = fflush(stdout) == 0;
    _exit(written ? coset_settings_exit(s, COSET_EXIT_INCOMPLETE) : COSET_EXIT_RESOURCES);
}

void coset_limits_start(coset_limits *l, coset_settings *s, double began)
{
    *l = (coset_limits){.settings = s, .began = began};
    (void)pthread_mutex_init(&l->lock, NULL);
    s->limits = l;
    const coset_budget limit = coset_limits_budget(s);
    l->watchdog = coset_watchdog_start(&limit, end_run, l);
    coset_limits_doing(s, "the model was read");
}

void coset_limits_end(coset_limits *l)
{
    coset_watchdog_free(l->watchdog);
    l->watchdog = NULL;
    (void)pthread_mutex_destroy(&l->lock);
}

int coset_limits_around(int (*work)(coset_settings *s), coset_settings *s, double began)
{
    coset_limits limits;
    coset_limits_start(&limits, s, began);
    const int code = work(s);
    coset_limits_claim(s);
    coset_limits_end(&limits);
    s->limits = NULL;
    return code;
}

coset_budget coset_limits_budget(const coset_settings *s)
{
    const coset_engine_options *o = &s->engine;
    coset_budget b = {.seconds = o->max_seconds, .most_bytes = o->max_bytes, .stop = coset_machine_stop()};
    coset_budget_start_at(&b, s->limits ? s->limits->began : coset_clock_now());
    return b;
}

void coset_limits_doing(const coset_settings *s, const char *doing)
{
    if (s->limits)
        coset_watchdog_doing(s->limits->watchdog, doing);
}

void coset_limits_asked(const coset_settings *s, const coset_listing *asked)
{
    if (s->limits)
        atomic_store(&s->limits->asked, asked);
}

void coset_limits_covered(const coset_settings *s, const coset_progress *now)
{
    coset_limits *l = s->limits;
    if (!l)
        return;
    (void)pthread_mutex_lock(&l->lock);
    l->covered = *now;
    (void)pthread_mutex_unlock(&l->lock);
}

void coset_limits_claim(const coset_settings *s)
{
    if (s->limits)
        coset_watchdog_claim(s->limits->watchdog);
}
