/* base/big_stack.h - recursion that needs a larger stack.
 *
 * Layer    base.
 * Idea     the call runs on a separate stack whose pages are allocated when they are touched. Recursive functions check
 *          coset_big_stack_room and report their own error before the stack overflows.
 */
#ifndef COSET_BASE_BIG_STACK_H
#define COSET_BASE_BIG_STACK_H

#include <stdint.h>

#include "base/err.h"

typedef struct {
    uintptr_t end; /* the lowest address that may be used */
} coset_big_stack;

/* Runs fn(ctx, deep) on a stack of up to `bytes` (less if the system refuses; at least 1 MB) and returns when it has
 * returned. Errors: COSET_MEMORY if there is no such stack. */
coset_status coset_big_stack_call(uint64_t bytes, void (*fn)(void *ctx, const coset_big_stack *deep), void *ctx,
                                  coset_err *err) COSET_NODISCARD;

/* False when the stack is about to end. */
static inline int coset_big_stack_room(const coset_big_stack *deep)
{
    return (uintptr_t)__builtin_frame_address(0) > deep->end;
}

#endif
