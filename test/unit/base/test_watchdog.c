/* The watchdog ends a run that does not check its limits, and no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/watchdog.h"

enum { ENDED_BY_ITSELF = 3, ENDED_BY_TIME, ENDED_BY_MEMORY, ENDED_BY_STOP, WRONG_WORDS };

static void end_run(void *ctx, const coset_budget *met, const char *doing)
{
    (void)ctx;
    if (!doing || strcmp(doing, "it was tested") != 0)
        _exit(WRONG_WORDS);
    _exit(met->met == COSET_LIMIT ? ENDED_BY_TIME : met->met == COSET_MEMORY ? ENDED_BY_MEMORY : ENDED_BY_STOP);
}

typedef void work(coset_watchdog *w);

/* The outcome of a process that does that under the limit. */
static int ends_by(coset_budget limit, work *does)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        coset_budget_start(&limit);
        coset_watchdog *w = coset_watchdog_start(&limit, end_run, NULL);
        coset_watchdog_doing(w, "it was tested");
        does(w);
        coset_watchdog_free(w);
        _exit(ENDED_BY_ITSELF);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void wait_for(double seconds)
{
    for (double began = coset_clock_now(); coset_clock_now() - began < seconds;)
        (void)usleep(1000);
}

static void returns_at_once(coset_watchdog *w) { (void)w; }
static void looks_at_nothing(coset_watchdog *w)
{
    (void)w;
    wait_for(20);
}
static void tells_late(coset_watchdog *w)
{
    wait_for(0.1);
    coset_watchdog_claim(w);
    wait_for(2 * COSET_WATCHDOG_PATIENCE);
}
static void takes_memory(coset_watchdog *w)
{
    (void)w;
    for (size_t i = 0; i < 1000; i++) {
        char *more = malloc((size_t)1 << 20);
        if (more)
            memset(more, 1, (size_t)1 << 20);
    }
    wait_for(20);
}

static void ends_only_what_goes_on(void **state)
{
    (void)state;
    atomic_bool stop = true;
    const coset_budget none = {0}, time = {.seconds = 0.05}, stopped = {.stop = &stop};
    assert_int_equal(ends_by(none, returns_at_once), ENDED_BY_ITSELF);
    assert_int_equal(ends_by(time, returns_at_once), ENDED_BY_ITSELF);
    assert_int_equal(ends_by(time, looks_at_nothing), ENDED_BY_TIME);
    assert_int_equal(ends_by(time, tells_late), ENDED_BY_ITSELF);
    assert_int_equal(ends_by(stopped, looks_at_nothing), ENDED_BY_STOP);
}

static void memory_has_a_tolerance(void **state)
{
    (void)state;
    if (coset_memory_held() == 0)
        skip();
    const coset_budget little = {.most_bytes = coset_memory_held() + ((uint64_t)100 << 20)},
                       much = {.most_bytes = coset_memory_held() + ((uint64_t)4 << 30)};
    assert_int_equal(ends_by(little, takes_memory), ENDED_BY_MEMORY);
    assert_int_equal(ends_by(much, returns_at_once), ENDED_BY_ITSELF);
    assert_int_equal(coset_watchdog_tolerance(0), 10 << 20);
    assert_int_equal(coset_watchdog_tolerance(UINT64_C(100) << 30), UINT64_C(5) << 30);
}

static void there_may_be_none(void **state)
{
    (void)state;
    coset_watchdog_doing(NULL, "nothing");
    coset_watchdog_claim(NULL);
    coset_watchdog_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_only_what_goes_on),
        cmocka_unit_test(memory_has_a_tolerance),
        cmocka_unit_test(there_may_be_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
