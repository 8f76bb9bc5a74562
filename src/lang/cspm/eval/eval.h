/* lang/cspm/eval/eval.h - the lazy evaluator.
 *
 * Layer    lang/cspm, internal.
 * Idea     Expressions are evaluated to weak head normal form; arguments, parts of tuples and sequences, and
 *          definitions are thunks that are evaluated once, on first use. Tail calls do not deepen the stack; other
 *          recursion is bounded by a stack of a gigabyte (base/big_stack.h).
 * Errors   a failed evaluation returns NULL (or -1) after one message; the machine then refuses to continue until
 *          coset__eval_recover. If a bound was reached, which is no mistake of the script, the message is no error, and
 *          coset__eval_limit_met returns the bound.
 * Threads  one at a time.
 */
#ifndef COSET_LANG_CSPM_EVAL_EVAL_H
#define COSET_LANG_CSPM_EVAL_EVAL_H

#include "base/big_stack.h"
#include "base/budget.h"
#include "lang/cspm/eval/value.h"

typedef struct {
    uint64_t most_bytes;    /* memory for values */
    uint64_t most_stack;    /* bytes of stack, reserved but only used as needed */
    uint64_t most_elements; /* of a set or sequence that is evaluated as a whole */
    coset_budget *budget;   /* of time and memory, may be NULL; evaluation fails when it is spent */
    bool always_collect;    /* for tests: each call of coset__eval_collect collects */
} cspm_eval_limits;

#define COSET__EVAL_LIMITS                                                                                             \
    {                                                                                                                  \
        .most_bytes = (uint64_t)4 << 30, .most_stack = (uint64_t)1 << 30, .most_elements = 10000000                    \
    }

typedef struct cspm_machine cspm_machine;

/* A machine for a typed program without errors. Borrows the program. */
cspm_machine *coset__eval_new(cspm_program *program, const cspm_eval_limits *limits);
void coset__eval_free(cspm_machine *m);
const cspm_program *coset__eval_program(const cspm_machine *m);

/* Runs fn(ctx) in a context where evaluation is possible; all functions below have to be called from there. */
coset_status coset__eval_run(cspm_machine *m, void (*fn)(cspm_machine *m, void *ctx), void *ctx, coset_err *err);

/* The value of a definition of the script, or of an expression of an assertion or print, in weak head normal form. */
cspm_value *coset__eval_global(cspm_machine *m, const cspm_symbol *symbol);
cspm_value *coset__eval_expr(cspm_machine *m, const cspm_node *node);
bool coset__eval_failed(const cspm_machine *m);
/* The bound that was reached, as a sentence, or NULL. */
const char *coset__eval_limit_met(const cspm_machine *m);
void coset__eval_recover(cspm_machine *m);

/* Makes a value a GC root: it survives collections, and coset__eval_kept returns it. */
uint32_t coset__eval_keep(cspm_machine *m, cspm_value *v);
cspm_value *coset__eval_kept(const cspm_machine *m, uint32_t kept);
/* Frees all values that are not reachable from the script or from kept values, if much was allocated since the last
 * collection. All other values that the caller holds become invalid. */
void coset__eval_collect(cspm_machine *m);

/* The fully evaluated value as CSPM text; NULL on failure. The caller frees it with coset_delete. */
char *coset__eval_show(cspm_machine *m, cspm_value *v);

#endif
