/* Each file of test/reject/murphi is refused as its first lines state. */
#include "rejects.h"

#include "lang/murphi/check.h"
#include "lang/murphi/lower.h"

static coset_status read_text(coset_text *text, uint16_t file, coset_arena *arena, coset_err *err)
{
    coset_mu_model *model = NULL;
    coset_ir *ir = NULL;
    coset_status status = coset_mu_read(text, file, NULL, arena, &model, err);
    if (status == COSET_OK)
        status = coset_mu_lower(text, model, "test", &ir, err);
    if (ir)
        coset_arena_free(ir->arena);
    return status;
}

static void refuses_each_file(void **state)
{
    (void)state;
    const rejects r = {COSET_TEST_DIR "/reject/murphi", ".m", "-- ", read_text};
    check_folder(&r, 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refuses_each_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
