/* Makes one call of a function of the system fail, for tests: LD_PRELOAD this library and set
 *
 *   COSET_FAULT=NAME:N     the Nth call of that function fails, and all later ones with NAME:N+
 *   COSET_FAULT_COUNT=FILE a file of 8 bytes in which calls of NAME are counted
 *
 * NAME is malloc, calloc, realloc, mmap, open, write, rename, fork or pthread_create. "open" is fopen and mkstemp too,
 * "write" everything that writes to a stream or closes it. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ALLOCATE, CLEAR, RESIZE, MAP, OPEN, WRITE, RENAME, FORK, THREAD, N_NAMES };
static const char *const names[N_NAMES] = {"malloc", "calloc", "realloc", "mmap",          "open",
                                           "write",  "rename", "fork",    "pthread_create"};

static int chosen = -1;
static uint64_t first;
static bool all_later;
static _Atomic uint64_t own_count, *count = &own_count;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

__attribute__((constructor)) static void begin(void)
{
    const char *what = getenv("COSET_FAULT"), *file = getenv("COSET_FAULT_COUNT"),
               *colon = what ? strchr(what, ':') : NULL;
    int fd = file ? (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR) : -1;
    if (fd >= 0) {
        void *shared = (void *)syscall(SYS_mmap, NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (shared != MAP_FAILED)
            count = shared;
        (void)syscall(SYS_close, fd);
    }
    for (int i = 0; colon && i < N_NAMES; i++)
        if (strncmp(what, names[i], (size_t)(colon - what)) == 0 && names[i][colon - what] == 0) {
            char *rest;
            first = strtoull(colon + 1, &rest, 10);
            all_later = *rest == '+';
            chosen = i;
        }
}

static bool fails(int name)
{
    if (name != chosen)
        return false;
    uint64_t n = atomic_fetch_add(count, 1) + 1;
    return first && (n == first || (all_later && n > first));
}

/* The function that this one replaces. */
#define NEXT(name)                                                                                                     \
    static __typeof__(&name) real;                                                                                     \
    if (!real)                                                                                                         \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

void *malloc(size_t n)
{
    if (!fails(ALLOCATE))
        return __libc_malloc(n);
    errno = ENOMEM;
    return NULL;
}

void *calloc(size_t n, size_t size)
{
    if (!fails(CLEAR))
        return __libc_calloc(n, size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *old, size_t n)
{
    if (!fails(RESIZE))
        return __libc_realloc(old, n);
    errno = ENOMEM;
    return NULL;
}

void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset)
{
    if (!fails(MAP))
        return (void *)syscall(SYS_mmap, at, n, prot, flags, fd, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

static int open_file(const char *path, int flags, mode_t mode)
{
    if (!fails(OPEN))
        return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    errno = EMFILE;
    return -1;
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    return open_file(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    NEXT(fopen);
    if (!fails(OPEN))
        return real(path, mode);
    errno = EMFILE;
    return NULL;
}

int mkstemp(char *path)
{
    NEXT(mkstemp);
    if (!fails(OPEN))
        return real(path);
    errno = EMFILE;
    return -1;
}

#define STREAM_FAILED 0x20 /* what glibc keeps for ferror */

static bool stream_fails(FILE *f)
{
    if (!fails(WRITE))
        return false;
    f->_flags |= STREAM_FAILED;
    errno = ENOSPC;
    return true;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    if (!fails(WRITE))
        return syscall(SYS_write, fd, bytes, n);
    errno = ENOSPC;
    return -1;
}

size_t fwrite(const void *bytes, size_t size, size_t n, FILE *f)
{
    NEXT(fwrite);
    return stream_fails(f) ? 0 : real(bytes, size, n, f);
}

int fputs(const char *text, FILE *f)
{
    NEXT(fputs);
    return stream_fails(f) ? EOF : real(text, f);
}

int fputc(int c, FILE *f)
{
    NEXT(fputc);
    return stream_fails(f) ? EOF : real(c, f);
}

int vfprintf(FILE *f, const char *format, va_list args)
{
    NEXT(vfprintf);
    return stream_fails(f) ? -1 : real(f, format, args);
}

int fprintf(FILE *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vfprintf(f, format, args);
    va_end(args);
    return n;
}

int fflush(FILE *f)
{
    NEXT(fflush);
    return f && stream_fails(f) ? EOF : real(f);
}

int fclose(FILE *f)
{
    NEXT(fclose);
    bool lost = (f->_flags & 8) == 0 && fails(WRITE); /* 8: a stream that only reads */
    int result = real(f);
    if (!lost)
        return result;
    errno = ENOSPC;
    return EOF;
}

int rename(const char *from, const char *to)
{
    NEXT(rename);
    if (!fails(RENAME))
        return real(from, to);
    errno = EXDEV;
    return -1;
}

pid_t fork(void)
{
    NEXT(fork);
    if (!fails(FORK))
        return real();
    errno = EAGAIN;
    return -1;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    NEXT(pthread_create);
    return fails(THREAD) ? EAGAIN : real(thread, attr, run, arg);
}
