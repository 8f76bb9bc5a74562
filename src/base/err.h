/* base/err.h - status codes, error records and invariants.
 *
 * Layer    base.
 * Use      a function that can fail returns coset_status and takes `coset_err *err` last (NULL allowed);
 *          the record is filled exactly when the status is not COSET_OK.
 */
#ifndef COSET_BASE_ERR_H
#define COSET_BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>

typedef enum {
    COSET_OK,
    COSET_USAGE,       /* wrong options or arguments */
    COSET_INPUT,       /* the model text is wrong; details are in the diagnostics */
    COSET_NOINPUT,     /* a file cannot be opened or read */
    COSET_UNSUPPORTED, /* correct input that this build or engine cannot treat */
    COSET_MEMORY,      /* a large reservation failed or a memory limit is reached */
    COSET_LIMIT,       /* a bound given by the user is reached */
    COSET_IO,          /* writing failed */
    COSET_STOPPED,     /* a callback or a signal asked to stop */
} coset_status;

typedef struct {
    coset_status status; /* never COSET_OK once filled */
    int os;              /* errno, or 0 */
    char text[512];      /* one sentence for the user, no newline */
} coset_err;

#if defined(__GNUC__)
#define COSET_PRINTF(fmt_at, args_at) __attribute__((format(printf, fmt_at, args_at)))
#define COSET_NODISCARD               __attribute__((warn_unused_result))
#define COSET_NORETURN                __attribute__((noreturn))
#else
#define COSET_PRINTF(fmt_at, args_at)
#define COSET_NODISCARD
#define COSET_NORETURN
#endif

/* Fills `err` (unless NULL) and returns `status`, so that `return coset_fail(...)` reads well. */
coset_status coset_fail(coset_err *err, coset_status status, const char *fmt, ...) COSET_PRINTF(3, 4);

/* Prints the place of a broken invariant and aborts. Only for our own bugs. */
COSET_NORETURN void coset_bug(const char *file, int line, const char *what);

#define COSET_EXIT_EXHAUSTED 71 /* as in report/report.h: resources */

/* Reports that memory ran out and ends the program with exit status 71: for small allocations, which do not return
 * NULL. */
COSET_NORETURN void coset_exhausted(void);

/* As mkstemp: creates an incomplete file. It is removed if the program ends by coset_exhausted or coset_bug before
 * coset_unfinished_ends. One at a time; `path` is not copied. Threads: any may end the program meanwhile. */
int coset_unfinished_make(char *path);
/* Removes it, or keeps it. */
void coset_unfinished_ends(bool remove);

/* Always on; cheap conditions at module borders. */
#define COSET_INVARIANT(cond) ((cond) ? (void)0 : coset_bug(__FILE__, __LINE__, #cond))

#endif
