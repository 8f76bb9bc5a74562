/* What is kept from run to run: found as it was added, or not at all. Each test has a folder of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cache.h"
#include "base/mem.h"

typedef struct {
    char folder[32];
} fixture;

static int begin(void **state)
{
    fixture *f = coset_new(1, sizeof *f);
    (void)snprintf(f->folder, sizeof f->folder, "/tmp/coset-cache-XXXXXX");
    *state = f;
    return mkdtemp(f->folder) && setenv("COSET_CACHE", f->folder, 1) == 0 ? 0 : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    char command[64];
    (void)snprintf(command, sizeof command, "rm -rf %s", f->folder);
    int status = system(command);
    coset_delete(f);
    return status;
}

static coset_cache_key key_of(const char *text)
{
    return coset_cache_key_of(&(coset_cache_part){text, strlen(text)}, 1);
}

static void add(const char *name, const void *at, size_t n)
{
    coset_cache *c = coset_cache_open();
    assert_non_null(c);
    coset_cache_add(c, key_of(name), at, n);
    coset_cache_close(c);
}

static bool holds(const char *name, const void *at, size_t n)
{
    size_t found = 0;
    coset_cache *c = coset_cache_open();
    void *p = coset_cache_find(c, key_of(name), &found);
    bool same = p && found == n && memcmp(p, at, n) == 0;
    assert_true(same || !p);
    coset_delete(p);
    coset_cache_close(c);
    return same;
}

static void path_of(const fixture *f, const char *name, char path[80])
{
    coset_cache_key k = key_of(name);
    (void)snprintf(path, 80, "%s/%016llx%016llx", f->folder, (unsigned long long)k.high, (unsigned long long)k.low);
}

static void test_found(void **state)
{
    (void)state;
    assert_false(holds("a", "one", 3));
    add("a", "one", 3);
    add("b", "", 0);
    assert_true(holds("a", "one", 3));
    assert_true(holds("b", "", 0));
    assert_false(holds("c", "one", 3));
    add("a", "other", 5); /* takes its place */
    assert_true(holds("a", "other", 5));
}

static void test_keys(void **state)
{
    (void)state;
    coset_cache_part ab_c[] = {{"ab", 2}, {"c", 1}}, a_bc[] = {{"a", 1}, {"bc", 2}};
    coset_cache_key x = coset_cache_key_of(ab_c, 2), y = coset_cache_key_of(a_bc, 2), z = key_of("abc");
    assert_true(x.low != y.low && x.high != y.high);
    assert_true(x.low != z.low && y.low != z.low);
}

/* Each byte of the file in turn is another one; then it is too short, and too long. */
static void test_broken(void **state)
{
    char path[80], bytes[200];
    add("a", "some words", 10);
    path_of(*state, "a", path);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t n = fread(bytes, 1, sizeof bytes, in);
    (void)fclose(in);
    for (size_t i = 0; i < 2 * n + 2; i++) {
        FILE *out = fopen(path, "wb");
        assert_non_null(out);
        bytes[i % n] ^= i < n ? 4 : 0;
        size_t left = i < n ? n : i - n;
        assert_int_equal(fwrite(bytes, 1, left, out), left);
        (void)fclose(out);
        assert_int_equal(holds("a", "some words", 10), left == n && i >= n);
        bytes[i % n] ^= i < n ? 4 : 0;
    }
}

static void test_not_ours(void **state)
{
    const fixture *f = *state;
    char path[80], other[80];
    add("a", "one", 3);
    path_of(f, "a", path);
    path_of(f, "b", other);
    assert_int_equal(symlink(path, other), 0);
    assert_false(holds("b", "one", 3));
    assert_int_equal(chmod(path, 0666), 0);
    assert_false(holds("a", "one", 3));
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(holds("a", "one", 3));
    assert_int_equal(chmod(f->folder, 0770), 0);
    assert_null(coset_cache_open());
    assert_false(holds("a", "one", 3));
    assert_int_equal(chmod(f->folder, 0700), 0);
}

static void test_folders(void **state)
{
    const fixture *f = *state;
    char path[80];
    struct stat s;
    (void)setenv("COSET_CACHE", "off", 1);
    assert_null(coset_cache_open());
    (void)setenv("COSET_CACHE", "/proc/nothing/here", 1);
    assert_null(coset_cache_open());
    (void)unsetenv("COSET_CACHE");
    (void)unsetenv("XDG_CACHE_HOME");
    (void)setenv("HOME", f->folder, 1);
    add("a", "one", 3);
    (void)snprintf(path, sizeof path, "%s/.cache/coset", f->folder);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0700);
    (void)setenv("XDG_CACHE_HOME", "relative", 1);
    assert_true(holds("a", "one", 3));
    (void)setenv("XDG_CACHE_HOME", f->folder, 1);
    assert_false(holds("a", "one", 3));
    (void)snprintf(path, sizeof path, "%s/coset", f->folder);
    assert_int_equal(stat(path, &s), 0);
}

#ifdef COSET_TEST_SMALL
#define THINGS 40

/* 40 files of 4 KB, of which 64 KB may stay: the youngest. */
static void test_too_much(void **state)
{
    static const char bytes[4000];
    char name[16], path[80];
    unsigned left = 0;
    for (int i = 0; i < THINGS; i++) {
        (void)snprintf(name, sizeof name, "thing %d", i);
        add(name, bytes, sizeof bytes);
        path_of(*state, name, path);
        struct timespec times[] = {{1000000 + i, 0}, {1000000 + i, 0}};
        assert_int_equal(utimensat(0, path, times, 0), 0);
    }
    for (int i = 0; i < THINGS; i++) {
        (void)snprintf(name, sizeof name, "thing %d", i);
        bool is = holds(name, bytes, sizeof bytes);
        assert_true(is || left == 0);
        left += is;
    }
    assert_in_range(left, 7, 16);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_found, begin, end),
        cmocka_unit_test_setup_teardown(test_keys, begin, end),
        cmocka_unit_test_setup_teardown(test_broken, begin, end),
        cmocka_unit_test_setup_teardown(test_not_ours, begin, end),
        cmocka_unit_test_setup_teardown(test_folders, begin, end),
#ifdef COSET_TEST_SMALL
        cmocka_unit_test_setup_teardown(test_too_much, begin, end),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
