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

/* A sanitizer has its own heap, which a limit would break. */
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

/* Reused memory is zero, also with several blocks; an unused arena is unchanged. */
static void test_clear(void **unused)
{
    (void)unused;
    coset_arena *a = coset_arena_new();
    coset_arena_clear(a);
    for (size_t round = 0; round < 4; round++) {
        for (size_t bytes = 8; bytes <= 1 << 18; bytes *= 8) {
            unsigned char *p = coset_arena_get(a, bytes, 1);
            for (size_t i = 0; i < bytes; i++)
                assert_int_equal(p[i], 0);
            memset(p, 0xff, bytes);
        }
        coset_arena_clear(a);
    }
    coset_arena_free(a);
}

/* An arena shares no page with another arena, nor with anything else. */
static void test_apart(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {1, 100, COSET_PAGE - 1, COSET_PAGE, 3 * COSET_PAGE + 5};
    coset_arena *arenas[2] = {coset_arena_new_apart(), coset_arena_new_apart()};
    enum { N = 40 };
    uintptr_t pages[N][2];
    char *between[N];
    for (size_t i = 0; i < N; i++) {
        size_t bytes = sizes[i % 5];
        unsigned char *p = coset_arena_get(arenas[i % 2], bytes, 1);
        for (size_t k = 0; k < bytes; k++)
            assert_int_equal(p[k], 0);
        memset(p, 1, bytes);
        pages[i][0] = (uintptr_t)p / COSET_PAGE;
        pages[i][1] = (uintptr_t)(p + bytes - 1) / COSET_PAGE;
        between[i] = coset_new(1, sizes[i % 3]);
    }
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < N; k++) {
            assert_true(i % 2 == k % 2 || pages[i][1] < pages[k][0] || pages[k][1] < pages[i][0]);
            uintptr_t page = (uintptr_t)between[k] / COSET_PAGE;
            assert_true(page < pages[i][0] || page > pages[i][1]);
        }
    for (size_t i = 0; i < N; i++)
        coset_delete(between[i]);
    coset_arena_free(arenas[0]);
    coset_arena_free(arenas[1]);
    void *alone = coset_new_apart(1, 1);
    assert_int_equal((uintptr_t)alone % COSET_PAGE, 0);
    coset_delete(alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exhausted), cmocka_unit_test(test_arena),
                                       cmocka_unit_test(test_clear), cmocka_unit_test(test_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
