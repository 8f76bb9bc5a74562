#include "base/big_stack.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#define LEAST    ((uint64_t)1 << 20)
#define RESERVED ((uint64_t)256 << 10) /* reserved for functions that do not check */
#define GUARD    ((size_t)64 << 10)    /* at the end: whole pages of any size */

typedef struct {
    void (*fn)(void *ctx, const coset_big_stack *deep);
    void *ctx;
    coset_big_stack deep;
} call;

static void *run(void *arg)
{
    call *c = arg;
    c->fn(c->ctx, &c->deep);
    return NULL;
}

/* A thread is the portable way to get another stack; it runs alone, because the caller waits. */
static int run_on(void *stack, uint64_t bytes, call *c)
{
    pthread_attr_t attr;
    pthread_t thread;
    int error = pthread_attr_init(&attr);
    if (error)
        return error;
    error = pthread_attr_setstack(&attr, stack, bytes);
    if (!error)
        error = pthread_create(&thread, &attr, run, c);
    (void)pthread_attr_destroy(&attr);
    return error ? error : pthread_join(thread, NULL);
}

coset_status coset_big_stack_call(uint64_t bytes, void (*fn)(void *ctx, const coset_big_stack *deep), void *ctx,
                                  coset_err *err)
{
    void *stack = MAP_FAILED;
    for (; stack == MAP_FAILED && bytes >= LEAST; bytes /= 2) {
        stack =
            mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (stack != MAP_FAILED)
            break;
    }
    if (stack == MAP_FAILED)
        return coset_fail(err, COSET_MEMORY, "no memory for a stack: %s", strerror(errno));
    (void)mprotect(stack, GUARD, PROT_NONE); /* code that does not check faults here */
    call c = {fn, ctx, {(uintptr_t)stack + RESERVED}};
    int error = run_on(stack, bytes, &c);
    (void)munmap(stack, bytes);
    if (error)
        return coset_fail(err, COSET_MEMORY, "cannot start a thread: %s", strerror(error));
    return COSET_OK;
}
