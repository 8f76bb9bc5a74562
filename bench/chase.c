/* bench/chase.c - the latency of memory: one dependent read after the other, all over BYTES, in huge pages if there are
 * some. Prints nanoseconds for each. Usage: chase BYTES */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define LINE  64U       /* bytes: one read in each cache line */
#define READS 10000000U

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    uint64_t n = argc == 2 ? strtoull(argv[1], NULL, 10) / LINE : 0;
    if (n < 2)
        return 64;
    char *memory = mmap(NULL, n * LINE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 71;
    (void)madvise(memory, n * LINE, MADV_HUGEPAGE);
    uint64_t random = 88172645463325252U;
    for (uint64_t i = 0; i < n; i++) /* one cycle through all lines (Sattolo) */
        *(uint64_t *)(memory + i * LINE) = i;
    for (uint64_t i = n - 1; i > 0; i--) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        uint64_t *a = (uint64_t *)(memory + i * LINE), *b = (uint64_t *)(memory + random % i * LINE), keep = *a;
        *a = *b;
        *b = keep;
    }
    uint64_t at = 0;
    double began = now();
    for (uint32_t i = 0; i < READS; i++)
        at = *(uint64_t *)(memory + at * LINE);
    double seconds = now() - began;
    printf("%.0f\n", 1e9 * seconds / READS + (at == UINT64_MAX));
    return 0;
}
