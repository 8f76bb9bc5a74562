/* run/complain.c - messages on stderr, and exit statuses. */
#include "run/session.h"

int coset_complain(coset_exit exit, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fputs("coset: ", stderr);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    return (int)exit;
}

coset_exit coset_exit_of(coset_status status)
{
    static const coset_exit exits[] = {
        [COSET_OK] = COSET_EXIT_HOLDS,           [COSET_USAGE] = COSET_EXIT_USAGE,
        [COSET_INPUT] = COSET_EXIT_MODEL,        [COSET_NOINPUT] = COSET_EXIT_NO_INPUT,
        [COSET_UNSUPPORTED] = COSET_EXIT_MODEL,  [COSET_MEMORY] = COSET_EXIT_RESOURCES,
        [COSET_LIMIT] = COSET_EXIT_RESOURCES,    [COSET_IO] = COSET_EXIT_RESOURCES,
        [COSET_STOPPED] = COSET_EXIT_INCOMPLETE,
    };
    return exits[status];
}
