/* library/child.c - runs the engine in a child process; the caller's thread waits for it. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "library/problem.h"

#define TICK_MS     50                 /* between two checks whether the child has ended */
#define STACK_BYTES ((size_t)16 << 20) /* at least the default of a program */
#define FIRST_FREE  10                 /* descriptors from here on are not standard ones */

/* ---- the child -------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_library_task *task;
    coset_library_serve *serve;
    int code;
} work;

/* The caller's handlers must not run in this process. Signals that the caller ignores are ignored, too, except SIGCHLD,
 * because the engine waits for child processes. */
static void drop_handlers(void)
{
    struct sigaction plain, old;
    sigset_t none;
    memset(&plain, 0, sizeof plain);
    plain.sa_handler = SIG_DFL;
    (void)sigemptyset(&none);
    (void)sigaction(SIGCHLD, &plain, NULL);
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP && sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            (void)sigaction(number, &plain, NULL);
    (void)pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/* Opens new streams: the caller writes the data buffered in its own, which may be wide-oriented. */
static void renew_streams(void)
{
    FILE *in = fdopen(STDIN_FILENO, "r"), *out = fdopen(STDOUT_FILENO, "w"), *err = fdopen(STDERR_FILENO, "w");
    if (!in || !out || !err || setvbuf(err, NULL, _IONBF, 0) != 0)
        _exit(COSET_END_RESOURCES);
    stdin = in;
    stdout = out;
    stderr = err;
}

/* Standard input is empty, the other two go to the caller. Other processes must not wait for this one to close
 * descriptors; callbacks may use theirs. */
static int redirect(int result, int log, int progress, int keep)
{
    const int none = open("/dev/null", O_RDONLY);
    const int moved[] = {fcntl(none, F_DUPFD, FIRST_FREE), fcntl(result, F_DUPFD, FIRST_FREE),
                         fcntl(log, F_DUPFD, FIRST_FREE), fcntl(progress, F_DUPFD, FIRST_FREE)};
    for (int i = 0; i < 3; i++)
        if (moved[i] < 0 || dup2(moved[i], i) < 0)
            _exit(COSET_END_RESOURCES);
    renew_streams();
    if (keep)
        return moved[3];
    const int to = dup2(moved[3], STDERR_FILENO + 1);
    (void)close_range((unsigned)STDERR_FILENO + 2, ~0U, 0);
    return to;
}

static void *serve(void *arg)
{
    work *w = arg;
    w->code = w->serve(w->task);
    return NULL;
}

/* Deep recursion needs more stack than a thread of the caller may have; callbacks expect their thread. */
static void serve_on_stack(work *w)
{
    pthread_attr_t large;
    pthread_t thread;
    if (w->task->given || pthread_attr_init(&large) != 0 || pthread_attr_setstacksize(&large, STACK_BYTES) != 0 ||
        pthread_create(&thread, &large, serve, w) != 0 || pthread_join(thread, NULL) != 0)
        (void)serve(w);
}

/* In a folder below the library when installed, next to it in the build. Its symbols are global, so that the module of
 * machine code finds them. */
static void *open_engine(void)
{
    static const char here;
    static const char *const places[] = {"/coset/" COSET_ENGINE_MODULE, "/" COSET_ENGINE_MODULE};
    Dl_info library;
    char path[PATH_MAX];
    void *engine = NULL;
    if (!dladdr(&here, &library) || !library.dli_fname)
        return NULL;
    const char *slash = strrchr(library.dli_fname, '/');
    const int folder = slash ? (int)(slash - library.dli_fname) : 1;
    for (size_t i = 0; i < sizeof places / sizeof *places && !engine; i++) {
        (void)snprintf(path, sizeof path, "%.*s%s", folder, slash ? library.dli_fname : ".", places[i]);
        engine = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
    return engine;
}

/* If a library of the engine calls exit, the caller's atexit handlers do not run. */
static void leave(void) { _exit(COSET_END_RESOURCES); }

static void be_child(const coset_library_task *task, pid_t parent, const int fds[3])
{
    coset_library_task mine = *task;
    work w = {.task = &mine};
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(COSET_END_RESOURCES);
    drop_handlers();
    (void)atexit(leave);
    mine.progress = redirect(fds[0], fds[1], fds[2], task->given != NULL);
    void *engine = open_engine();
    void *symbol = engine ? dlsym(engine, COSET_LIBRARY_SERVE) : NULL;
    if (!symbol) {
        (void)dprintf(STDERR_FILENO, "coset: the engine of the library cannot be loaded: %s\n", dlerror());
        _exit(COSET_END_RESOURCES);
    }
    memcpy(&w.serve, &symbol, sizeof symbol);
    serve_on_stack(&w);
    const int failed = fflush(stdout) != 0 || ferror(stdout);
    _exit(failed ? COSET_END_RESOURCES : w.code);
}

/* ---- the caller ------------------------------------------------------------------------------------------------- */

static int has_ended(pid_t child)
{
    siginfo_t info;
    memset(&info, 0, sizeof info);
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ? errno == ECHILD : info.si_pid != 0;
}

void coset_library_stop(coset_library_process *process)
{
    (void)pthread_mutex_lock(&process->lock);
    if (process->busy && !process->cancelled && process->child)
        (void)kill(process->child, SIGTERM);
    process->cancelled = process->busy;
    (void)pthread_mutex_unlock(&process->lock);
}

/* Until the child has closed the pipe, or has ended while another process holds it open. */
static void listen_to(int fd, pid_t child, coset_library_process *process, coset_on_progress *progress, void *ctx)
{
    for (;;) {
        coset_report_now now;
        struct pollfd p = {.fd = fd, .events = POLLIN};
        const int ready = poll(&p, 1, TICK_MS);
        const ssize_t n = ready > 0 ? read(fd, &now, sizeof now) : -1;
        if (n == 0 || (ready == 0 && has_ended(child)))
            return;
        if (n == (ssize_t)sizeof now && progress && progress(ctx, &now))
            coset_library_stop(process);
    }
}

/* Exit statuses of the engine; others have another origin. */
static int is_known(int code)
{
    return code == COSET_END_HOLDS || (code >= COSET_END_ASSUMPTION && code <= COSET_END_UNREACHED) ||
           code == COSET_END_INCOMPLETE || (code >= COSET_END_USAGE && code <= COSET_END_NO_INPUT) ||
           code == COSET_END_INTERNAL || code == COSET_END_RESOURCES;
}

static int code_of(int status, int cancelled, int log)
{
    if (WIFEXITED(status) && is_known(WEXITSTATUS(status)))
        return WEXITSTATUS(status);
    if (WIFEXITED(status))
        (void)dprintf(log, "coset: the child process ended with status %d\n", WEXITSTATUS(status));
    else if (cancelled && WTERMSIG(status) == SIGTERM) /* before it caught signals */
        return COSET_END_INCOMPLETE;
    else
        (void)dprintf(log, "coset: the child process was ended by signal %d\n", WTERMSIG(status));
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? COSET_END_RESOURCES : COSET_END_INTERNAL;
}

/* Sends no signal to a process that has ended. -1: somebody else has reaped it. */
static int reap(coset_library_process *process, pid_t child, int log)
{
    int status = 0;
    pid_t got;
    (void)pthread_mutex_lock(&process->lock);
    while ((got = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        ;
    process->child = 0;
    const int code = got == child ? code_of(status, process->cancelled, log) : -1;
    (void)pthread_mutex_unlock(&process->lock);
    return code;
}

static char *read_whole(int fd)
{
    struct stat st;
    const size_t size = fstat(fd, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size : 0;
    char *text = malloc(size + 1);
    size_t n = 0;
    for (ssize_t k = 1; text && n < size && k > 0; n += k > 0 ? (size_t)k : 0)
        k = pread(fd, text + n, size - n, (off_t)n);
    if (text)
        text[n] = '\0';
    return text;
}

/* "coset: text" -> "text", of the last line. */
static void last_line(const char *log, char *out, size_t room)
{
    static const char prefix[] = "coset: ";
    size_t n = strlen(log);
    while (n && log[n - 1] == '\n')
        n--;
    const char *before = n ? memrchr(log, '\n', n) : NULL, *begin = before ? before + 1 : log;
    if (strncmp(begin, prefix, sizeof prefix - 1) == 0)
        begin += sizeof prefix - 1;
    (void)snprintf(out, room, "%.*s", (int)(log + n - begin), begin);
}

static void close_all(const int *fds, int n)
{
    for (int i = 0; i < n; i++)
        if (fds[i] >= 0)
            (void)close(fds[i]);
}

/* The child; 0: the run was cancelled before; -1: fork failed. */
static pid_t start(const coset_library_task *task, coset_library_process *process, const int fds[3])
{
    sigset_t all, old;
    const pid_t self = getpid();
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &old); /* the caller's handlers must not run in the child */
    (void)pthread_mutex_lock(&process->lock);
    const int cancelled = process->cancelled;
    const pid_t child = cancelled ? 0 : fork();
    if (child == 0 && !cancelled)
        be_child(task, self, fds);
    process->child = child > 0 ? child : 0;
    (void)pthread_mutex_unlock(&process->lock);
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    return child;
}

int coset_library_call(const coset_library_task *task, coset_library_process *process, coset_on_progress *progress,
                       void *ctx, coset_library_outcome *out)
{
    int pipes[2] = {-1, -1};
    const int texts[] = {memfd_create("coset-result", MFD_CLOEXEC), memfd_create("coset-log", MFD_CLOEXEC)};
    const int ready = texts[0] >= 0 && texts[1] >= 0 && pipe2(pipes, O_CLOEXEC | O_NONBLOCK) == 0;
    const int fds[] = {texts[0], texts[1], pipes[1]};
    const pid_t child = ready ? start(task, process, fds) : -1;
    *out = (coset_library_outcome){.code = child == 0 ? COSET_END_INCOMPLETE : COSET_END_RESOURCES};
    close_all(&pipes[1], 1);
    if (child > 0) {
        listen_to(pipes[0], child, process, progress, ctx);
        out->code = reap(process, child, texts[1]);
    } else if (child < 0) {
        (void)dprintf(texts[1], "coset: there can be no child process: %s\n", strerror(errno));
    }
    out->json = read_whole(texts[0]);
    out->log = read_whole(texts[1]);
    close_all(texts, 2);
    close_all(pipes, 1);
    if (out->json && out->log) {
        last_line(out->log, out->last, sizeof out->last);
        return 1;
    }
    coset_library_outcome_free(out);
    return 0;
}

void coset_library_outcome_free(coset_library_outcome *outcome)
{
    free(outcome->json);
    free(outcome->log);
    *outcome = (coset_library_outcome){0};
}
