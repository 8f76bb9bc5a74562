/* base/child_process.h - work in a child process, so that it can be killed at any time.
 *
 * Layer    base.
 * Idea     a library that cannot be interrupted runs in a child process, which writes its result to a pipe. When a
 *          limit is reached the child is killed.
 * Threads  the child has only the calling thread; so `work` must not take locks that other threads may hold.
 */
#ifndef COSET_BASE_CHILD_PROCESS_H
#define COSET_BASE_CHILD_PROCESS_H

#include "base/budget.h"

/* To be called by `work`: sends the words to the parent. */
typedef struct coset_child_pipe coset_child_pipe;
void coset_child_write(coset_child_pipe *to, const uint32_t *words, size_t n);

typedef void coset_child_work(void *ctx, coset_child_pipe *to);
/* Called in the parent with the words of each coset_child_write, in order. */
typedef void coset_child_take(void *ctx, const uint32_t *words, size_t n);

typedef enum {
    COSET_CHILD_DONE,
    COSET_CHILD_CUT,   /* the limit is reached, or the child has died: the words are incomplete */
    COSET_CHILD_CANNOT /* no child could be created: nothing was done */
} coset_child_end;

coset_child_end coset_child(coset_child_work *work, coset_child_take *take, void *ctx, coset_budget *limit);

#endif
