/* A group that is no symmetry is refuted by the start states, by steps out of them, or by a property, and one that is
 * agrees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../ir/program.h"
#include "detect/use/sample.h"

enum { ALL = N_SLOTS + 2 }; /* two elements of a may be undefined, 0 or 1: literals of 1 and 2; other slots have one */

/* Start: x = 0, a[P_1] = first, a[P_2] = second. Rules: a[P_1] := 1; with both, a[P_2] := 1, else a[P_1] := 1 again. */
static coset_model *model_of(int64_t first, int64_t second, bool both)
{
    const coset_ir_place *x = state(X, &t_digit), *one = at(state(A, &t_a), num(1000)),
                         *two = at(state(A, &t_a), num(1001));
    const coset_ir_stmt *begins = then(assign(x, num(0)), then(assign(one, num(first)), assign(two, num(second))));
    const coset_ir_rule rules[] = {
        {.name = "start", .is_start = true, .body = begins, .frame_size = FRAME},
        {.name = "one", .role = 1, .body = assign(one, num(1)), .frame_size = FRAME},
        {.name = "two", .role = 1, .body = assign(both ? two : one, num(1)), .frame_size = FRAME}};
    return program(rules, 3, NULL, 0, NULL, 0);
}

/* The reason against the exchange of a[P_1] and a[P_2]; NULL: none. */
static const char *refused(int64_t first_value, int64_t second_value, bool both)
{
    uint32_t first[N_SLOTS + 1] = {0}, slots[ALL], n = 0;
    coset_value values[ALL];
    bool any[N_SLOTS] = {false};
    coset_point perm[ALL];
    begin();
    for (uint32_t s = 0; s < N_SLOTS; s++) {
        const bool moves = s == A || s == A + 1;
        for (uint32_t v = 0; v < (moves ? 2u : 1u); v++, n++) {
            slots[n] = s;
            values[n] = moves ? v + 1 : s == X;
            perm[n] = s == A ? n + 2 : s == A + 1 ? n - 2 : n;
        }
        first[s + 1] = n;
    }
    const coset_detect_generator generator = {.perm = perm};
    const coset_detected d = {
        .n_generators = 1,
        .generators = &generator,
        .literals = {.n_slots = N_SLOTS, .n = n, .first = first, .values = values, .slots = slots, .any = any}};
    const coset_sample_options how = {.seed = 1, .states = 50};
    coset_sample_result found;
    coset_model *m = model_of(first_value, second_value, both);
    assert_int_equal(coset_detect_sample(m, &d, &how, false, &found), COSET_OK);
    coset_model_free(m);
    assert_int_equal(found.agrees, found.what == NULL);
    return found.what;
}

static void what_is_no_symmetry_is_refused(void **unused)
{
    (void)unused;
    assert_null(refused(0, 0, true));
    assert_string_equal(refused(0, 1, true), "start states");
    assert_string_equal(refused(1, 0, true), "start states");
    assert_non_null(refused(0, 0, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_no_symmetry_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
