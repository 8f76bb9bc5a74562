/* lang/cspm/eval/eval.h - the lazy evaluator.
 *
 * Layer    lang/cspm, internal.
 * Idea     Expressions are evaluated to their outermost form; arguments, parts of tuples and sequences, and definitions
 * are thunks that are evaluated once, when they are looked at. Calls in tail position do not deepen the stack; other
 *          recursion is as deep as a stack of a gigabyte (base/big_stack.h).
 * Errors   a failed evaluation returns NULL (or -1) after one message; the machine then refuses to go on until
 *          coset__eval_recover. Where a bound was met that is no mistake of the script, the message is no error, and
 *          coset__eval_limit_met has the bound.
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
    uint64_t most_elements; /* of a set or sequence that is looked at as a whole */
    coset_budget *budget;   /* of time and memory, may be NULL; where it is spent evaluation fails */
    bool always_collect;    /* for tests: coset__eval_collect does its work each time */
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

/* Runs fn(ctx) where evaluation is possible; everything below is to be called from there. */
coset_status coset__eval_run(cspm_machine *m, void (*fn)(cspm_machine *m, void *ctx), void *ctx, coset_err *err);

/* The value of a definition of the script, or of an expression of an assertion or print, to its outermost form. */
cspm_value *coset__eval_global(cspm_machine *m, const cspm_symbol *symbol);
cspm_value *coset__eval_expr(cspm_machine *m, const cspm_node *node);
bool coset__eval_failed(const cspm_machine *m);
/* The bound that was met, as a sentence, or NULL. */
const char *coset__eval_limit_met(const cspm_machine *m);
void coset__eval_recover(cspm_machine *m);

/* Keeps a value: it survives collections, and coset__eval_kept finds it again. */
uint32_t coset__eval_keep(cspm_machine *m, cspm_value *v);
cspm_value *coset__eval_kept(const cspm_machine *m, uint32_t kept);
/* Frees all values that neither the script nor what is kept needs, if much was made since the last time. All other
 * values in the caller's hands become invalid. */
void coset__eval_collect(cspm_machine *m);

/* The value as CSPM text, evaluated throughout; NULL on failure. The caller frees it with coset_delete. */
char *coset__eval_show(cspm_machine *m, cspm_value *v);

#endif
