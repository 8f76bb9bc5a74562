/* How long a word takes from one processor to another one and back: nanoseconds, on standard output. Two processors that
 * share a cache need about 100, others four times as much, and a virtual machine may be moved from one kind to the other
 * at any time: what two threads gain depends on it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#define ROUNDS 200000

static atomic_int ball;

static void *answer(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        while (!atomic_load(&ball))
            ;
        atomic_store(&ball, 0);
    }
    return NULL;
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

int main(void)
{
    pthread_t other;
    if (pthread_create(&other, NULL, answer, NULL) != 0)
        return 1;
    double began = now();
    for (int i = 0; i < ROUNDS; i++) {
        atomic_store(&ball, 1);
        while (atomic_load(&ball))
            ;
    }
    printf("%.0f\n", (now() - began) / ROUNDS);
    (void)pthread_join(other, NULL);
    return 0;
}
