/* ir/native_none.c - in place of the translation where the program is built without LLVM. */
#include "ir/native.h"
#include "ir/native_run.h"

const char *coset_native_version(void) { return NULL; }

coset_status coset_native_translate(const coset_ir_machine_model *model, coset_native_tier tier,
                                    coset_native_code *code, const atomic_bool *quit, coset_err *err)
{
    (void)model, (void)tier, (void)code, (void)quit;
    return coset_fail(err, COSET_UNSUPPORTED, "no machine code: this coset was built without LLVM");
}
