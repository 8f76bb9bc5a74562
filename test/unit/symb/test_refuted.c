/* A detected group that is no symmetry of the reached states is refuted on the diagrams, with its reason, and gives no
 * result; one that is a symmetry is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../ir/program.h"
#include "symb/search/reach.h"

/* The elements of P at the places 0 and 1 of `a`, which are exchanged. */
static const coset_value swap_slots[] = {X, U, A + 1, A, A + 2}, same_slots[] = {X, U, A, A + 1, A + 2};
static const coset_value *const same_values[A + 3] = {0};

static const coset_slotwise_group *exchange(void)
{
    const coset_slot_map swap = {swap_slots, same_values}, same = {same_slots, same_values};
    const coset_slotwise elements[] = {{same, same}, {swap, swap}};
    coset_slotwise_group g = {.n_generators = 1, .n_elements = 2, .order = 2};
    g.elements = coset_arena_copy(arena, elements, 2, sizeof *elements);
    g.generators = &g.elements[1];
    return coset_arena_copy(arena, &g, 1, sizeof g);
}

static coset_ir_rule start(void)
{
    return (coset_ir_rule){.name = "start",
                           .frame_size = FRAME,
                           .is_start = true,
                           .body = stmt((coset_ir_stmt){.op = COSET_S_CLEAR, .place = state(A, &t_a)})};
}

static coset_ir_rule set(uint32_t element)
{
    return (coset_ir_rule){
        .name = "set", .frame_size = FRAME, .body = assign(at(state(A, &t_a), num(1000 + element)), num(4))};
}

/* Sets a[0], and with `both` also a[1]. The model owns the arena of all. */
static coset_model *search(bool both, coset_status *status, coset_result **result, const char **refuted)
{
    begin();
    const coset_ir_rule rules[] = {start(), set(0), set(1)};
    coset_model *m = program_of(3, A + 3, rules, both ? 3 : 2, NULL, 0, NULL, 0);
    const coset_engine_options o = {.threads = 1};
    const coset_symb_options how = {.symmetry = COSET_SYMB_DYNAMIC, .found = exchange(), .refuted = refuted};
    coset_err err;
    *refuted = NULL;
    *status = coset_symb_reach(m, &o, &how, arena, result, &err);
    return m;
}

static void test_refuted(void **state_)
{
    coset_status status;
    coset_result *result = NULL;
    const char *refuted;
    (void)state_;
    coset_model *m = search(false, &status, &result, &refuted);
    assert_non_null(refuted);
    assert_int_equal(status, COSET_UNSUPPORTED);
    coset_model_free(m);
}

static void test_kept(void **state_)
{
    coset_status status;
    coset_result *result = NULL;
    const char *refuted;
    (void)state_;
    coset_model *m = search(true, &status, &result, &refuted);
    assert_null(refuted);
    assert_int_equal(status, COSET_OK);
    assert_int_equal(result->representatives, 3);
    assert_int_equal(result->states, 4);
    coset_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refuted),
        cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
