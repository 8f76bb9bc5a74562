#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>

#define COSET_EXIT_EXHAUSTED 71 /* as in report/report.h: resources */

coset_status coset_fail(coset_err *err, coset_status status, const char *fmt, ...)
{
    if (err) {
        va_list args;
        err->status = status;
        err->os = 0;
        va_start(args, fmt);
        (void)vsnprintf(err->text, sizeof err->text, fmt, args);
        va_end(args);
    }
    return status;
}

void coset_exhausted(void)
{
    static const char text[] = "coset: out of memory; no verdict is given (--memory=SIZE ends a check in time)\n";
    (void)fwrite(text, 1, sizeof text - 1, stderr);
    _Exit(COSET_EXIT_EXHAUSTED);
}

void coset_bug(const char *file, int line, const char *what)
{
    (void)fprintf(stderr, "coset: internal error at %s:%d: %s\n", file, line, what);
    (void)fprintf(stderr,
                  "coset: this is a bug in coset, not in your model; please report it with the command line.\n");
    abort();
}
