/* Budgets: bounds are reached, stay reached, and are reported. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/budget.h"

static void no_bound_is_never_met(void **state)
{
    (void)state;
    coset_budget b = {0};
    coset_budget_start(&b);
    for (int i = 0; i < 100000; i++)
        assert_false(coset_budget_spend(&b, 100));
    assert_false(coset_budget_spend(NULL, UINT32_MAX));
    assert_false(coset_budget_is_spent(NULL));
    assert_true(coset_budget_left(&b) == 0);
}

static void time_ends(void **state)
{
    (void)state;
    coset_budget b = {.seconds = 0.05};
    double began = coset_clock_now();
    coset_budget_start(&b);
    assert_true(coset_budget_left(&b) > 0);
    while (!coset_budget_spend(&b, 1))
        assert_true(coset_clock_now() - began < 20);
    assert_true(coset_clock_now() - began >= 0.05);
    assert_true(coset_budget_is_spent(&b) && coset_budget_spend(&b, 0) && coset_budget_look(&b));
    coset_err err;
    assert_int_equal(coset_budget_fail(&b, "this was tested", &err), COSET_LIMIT);
    assert_string_equal(err.text, "the time limit of 0.05 seconds was reached while this was tested");
}

/* After that many units, plus or minus those between two checks, whatever the clock says. */
static void work_ends(void **state)
{
    (void)state;
    coset_budget b = {.most_work = 100000};
    for (int i = 0; i < 2; i++) { /* it starts again */
        uint64_t spent = 7;
        coset_budget_start(&b);
        for (; !coset_budget_spend(&b, 7); spent += 7)
            assert_true(spent < 2 * b.most_work);
        assert_true(spent >= b.most_work && spent < b.most_work + COSET_BUDGET_UNITS + 7);
        assert_int_equal(b.met, COSET_LIMIT);
        assert_int_equal(b.done, spent);
    }
    coset_budget_start(&b);
    assert_true(coset_budget_spend(&b, 100000)); /* at once */
}

static void memory_ends(void **state)
{
    (void)state;
    uint64_t held = coset_memory_held();
    if (held == 0)
        skip();
    coset_budget b = {.most_bytes = held + ((uint64_t)1 << 30)};
    coset_budget_start(&b);
    assert_false(coset_budget_look(&b));
    b.most_bytes = held / 2;
    b.measure_at = 0;
    assert_true(coset_budget_look(&b));
    assert_int_equal(b.met, COSET_MEMORY);
    size_t n = (size_t)64 << 20;
    char *more = malloc(n);
    assert_non_null(more);
    memset(more, 1, n);
    assert_true(coset_memory_held() >= held + n / 2);
    free(more);
}

static void stop_ends(void **state)
{
    (void)state;
    atomic_bool stop = false;
    coset_budget b = {.stop = &stop};
    coset_budget_start(&b);
    assert_false(coset_budget_look(&b));
    stop = true;
    assert_true(coset_budget_look(&b));
    stop = false;
    assert_true(coset_budget_look(&b)); /* for ever */
    assert_int_equal(b.met, COSET_STOPPED);
}

static void work(double seconds)
{
    for (double began = coset_clock_now(); coset_clock_now() - began < seconds;)
        continue;
}

typedef struct {
    double waited, used;
} waiting;

static void *wait_for_long(void *to)
{
    waiting *w = to;
    double before = coset_clock_waited(), used = coset_clock_processor(), began = coset_clock_now();
    while (coset_clock_waited() - before < 0.1 && coset_clock_now() - began < 10)
        work(0.05);
    *w = (waiting){coset_clock_waited() - before, coset_clock_processor() - used};
    return NULL;
}

/* With another process on the same processor: the first thread, and one that it waits for. */
static void waiting_for_a_processor_is_known(void **state)
{
    (void)state;
    cpu_set_t all, one;
    if (access("/proc/self/schedstat", R_OK) || sched_getaffinity(0, sizeof all, &all))
        skip();
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    if (sched_setaffinity(0, sizeof one, &one))
        skip();
    pid_t other = fork();
    if (other == 0) {
        work(20);
        _exit(0);
    }
    pthread_t thread;
    double began = coset_clock_now();
    waiting first = {0}, second = {0};
    wait_for_long(&first);
    assert_int_equal(pthread_create(&thread, NULL, wait_for_long, &second), 0);
    (void)pthread_join(thread, NULL);
    (void)kill(other, SIGKILL);
    (void)waitpid(other, NULL, 0);
    (void)sched_setaffinity(0, sizeof all, &all);
    assert_true(first.waited >= 0.1 && second.waited >= 0.1);
    assert_true(first.waited + first.used + second.waited + second.used <= coset_clock_now() - began + 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bound_is_never_met),
        cmocka_unit_test(time_ends),
        cmocka_unit_test(work_ends),
        cmocka_unit_test(memory_ends),
        cmocka_unit_test(stop_ends),
        cmocka_unit_test(waiting_for_a_processor_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
