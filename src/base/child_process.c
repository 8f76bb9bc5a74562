#include "base/child_process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"

#define TICK_MS 10         /* between two checks of the limit */
#define LAST    UINT32_MAX /* instead of a number of words: end of the data */

struct coset_child_pipe {
    int fd;
};

/* ---- the child -------------------------------------------------------------------------------------------------- */

static void put(int fd, const void *bytes, size_t n)
{
    for (const char *at = bytes; n;) {
        ssize_t k = write(fd, at, n);
        if (k < 0 && errno != EINTR)
            _exit(1); /* nobody reads any more */
        at += k > 0 ? k : 0;
        n -= k > 0 ? (size_t)k : 0;
    }
}

void coset_child_write(coset_child_pipe *to, const uint32_t *words, size_t n)
{
    const uint32_t head = (uint32_t)n;
    put(to->fd, &head, sizeof head);
    put(to->fd, words, n * sizeof *words);
}

/* Its allocations end with the process. */
static void be_child(coset_child_work *work, void *ctx, int fd)
{
    static const uint32_t last = LAST;
    coset_child_pipe to = {fd};
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    work(ctx, &to);
    put(fd, &last, sizeof last);
    _exit(0);
}

/* ---- the parent ------------------------------------------------------------------------------------------------- */

typedef struct {
    int fd;
    pid_t child;
    coset_budget *limit;
} listener;

static bool is_too_large(const listener *l)
{
    return l->limit->most_bytes && coset_memory_held() + coset_memory_of(l->child) > l->limit->most_bytes;
}

/* False: the limit is reached, or the data has ended. */
static bool get(const listener *l, void *bytes, size_t n)
{
    for (char *at = bytes; n;) {
        struct pollfd p = {.fd = l->fd, .events = POLLIN};
        int ready = poll(&p, 1, TICK_MS);
        if (coset_budget_look(l->limit))
            return false;
        if (ready == 0 && is_too_large(l)) {
            l->limit->met = COSET_MEMORY;
            return false;
        }
        if (ready <= 0)
            continue;
        ssize_t k = read(l->fd, at, n);
        if (k == 0 || (k < 0 && errno != EINTR))
            return false;
        at += k > 0 ? k : 0;
        n -= k > 0 ? (size_t)k : 0;
    }
    return true;
}

/* Until the child reports the end of the data. */
static bool listen_to(const listener *l, coset_child_take *take, void *ctx)
{
    COSET_VEC(uint32_t) words = {0};
    uint32_t n = 0;
    while (get(l, &n, sizeof n) && n != LAST) {
        while (words.n < n)
            *coset_vec_add(&words) = 0;
        if (!get(l, words.at, n * sizeof *words.at))
            break;
        take(ctx, words.at, n);
        n = 0;
    }
    coset_vec_fini(&words);
    return n == LAST;
}

coset_child_end coset_child(coset_child_work *work, coset_child_take *take, void *ctx, coset_budget *limit)
{
    int ends[2], status;
    if (pipe(ends) != 0)
        return COSET_CHILD_CANNOT;
    (void)fflush(stdout); /* else the child might write it again */
    (void)fflush(stderr);
    pid_t pid = fork();
    if (pid == 0) {
        (void)close(ends[0]);
        be_child(work, ctx, ends[1]);
    }
    (void)close(ends[1]);
    const listener l = {ends[0], pid, limit};
    bool all = pid > 0 && listen_to(&l, take, ctx);
    (void)close(ends[0]);
    if (pid < 0)
        return COSET_CHILD_CANNOT;
    (void)kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return all ? COSET_CHILD_DONE : COSET_CHILD_CUT;
}
