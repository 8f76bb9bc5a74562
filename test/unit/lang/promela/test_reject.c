/* Each file of test/reject/promela is refused as its first lines state. */
#include "rejects.h"

#include "lang/promela/check/check.h"

static coset_status read_text(coset_text *text, uint16_t file, coset_arena *arena, coset_err *err)
{
    coset_pml_model *model = NULL;
    return coset_pml_read(text, file, NULL, arena, &model, err);
}

static void refuses_each_file(void **state)
{
    (void)state;
    const rejects r = {COSET_TEST_DIR "/reject/promela", ".pml", "// ", read_text};
    check_folder(&r, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refuses_each_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
