/* run/fail.c - runs that end without a result. */
#include "run/limits.h"
#include "run/session.h"

int coset_session_fail(const coset_session *s, coset_exit exit, const char *fmt, ...)
{
    char reason[1200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(reason, sizeof reason, fmt, args);
    va_end(args);
    coset_limits_claim(s->settings);
    coset_complain(exit, "%s", reason);
    const coset_failure f = {
        .path = s->path, .text = s->text, .reason = reason, .exit_code = coset_settings_exit(s->settings, (int)exit)};
    coset_write_failure(s->settings, &f);
    return (int)exit;
}
