/* Small allocations when there is no memory: the program ends with exit status 71 and says why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"

/* A sanitizer keeps a heap of its own, which a limit would break. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_LIMITS 0
#elif defined(__has_feature)
#define HAS_LIMITS !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define HAS_LIMITS 1
#endif

static void take_all(int words)
{
    const struct rlimit limit = {(rlim_t)1 << 28, (rlim_t)1 << 28};
    (void)dup2(words, STDERR_FILENO);
    (void)setrlimit(RLIMIT_AS, &limit);
    for (;;)
        memset(coset_new(1, 1 << 20), 1, 1 << 20);
}

static void test_exhausted(void **unused)
{
    (void)unused;
    int words[2], status = 0;
    char text[200] = "";
    if (!HAS_LIMITS)
        skip();
    assert_int_equal(pipe(words), 0);
    pid_t child = fork();
    if (child == 0)
        take_all(words[1]);
    (void)close(words[1]);
    assert_true(read(words[0], text, sizeof text - 1) > 0);
    (void)close(words[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 71);
    assert_non_null(strstr(text, "coset: out of memory"));
}

static void test_arena(void **unused)
{
    (void)unused;
    coset_arena *a = coset_arena_new();
    char *first = coset_arena_printf(a, "%d", 7);
    unsigned char *large = coset_arena_get(a, 1 << 20, 1);
    for (size_t i = 0; i < 1 << 20; i++)
        assert_int_equal(large[i], 0);
    assert_string_equal(first, "7");
    coset_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exhausted), cmocka_unit_test(test_arena)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
