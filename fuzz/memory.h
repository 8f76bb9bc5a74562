/* fuzz/memory.h - bytes as a file with a path, for what reads files. */
#ifndef COSET_FUZZ_MEMORY_H
#define COSET_FUZZ_MEMORY_H

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* The path goes to `path`; returns the descriptor to close, or -1. */
static inline int coset_fuzz_file(const char *bytes, size_t size, char path[40])
{
    int fd = memfd_create("input", 0);
    if (fd >= 0 && write(fd, bytes, size) != (ssize_t)size) {
        (void)close(fd);
        return -1;
    }
    (void)snprintf(path, 40, "/proc/self/fd/%d", fd);
    return fd;
}

#endif
