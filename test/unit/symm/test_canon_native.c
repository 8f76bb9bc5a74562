/* Which states machine code may permute. */
#include "structure.h"
#include "symm/canon/canon_int.h"

/* An array over one of two types, with that many slots for each element. */
static bool may_have_code(uint32_t type, uint32_t n_slots)
{
    structure *s = structure_new();
    shape plain = {PLAIN, 1, NULL, NULL}, row = {ROW, n_slots, &plain, NULL}, array = {ARRAY, type, &row, NULL};
    coset__action *a;
    add_type(s, 2);
    add_type(s, 3);
    lay(s, &array);
    structure_end(s);
    assert_int_equal(coset__action_new(&s->model, coset_symgroup_full(&s->model, s->arena), &a, NULL), COSET_OK);
    coset__fast_init(a, 0);
    bool may = a->fast != NULL;
    coset__action_free(a);
    structure_free(s);
    return may;
}

static void code_is_made_for_what_is_translated_soon(void **ctx)
{
    (void)ctx;
    for (uint32_t type = 0; type < 2; type++) {
        assert_true(may_have_code(type, 1));
        assert_true(may_have_code(type, 100));
        assert_false(may_have_code(type, 5000));
        assert_false(may_have_code(type, 0)); /* nothing moves */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_made_for_what_is_translated_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
