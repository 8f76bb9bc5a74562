/* ir/native_none.c - in place of the translation where the program is built without LLVM. */
#include "ir/native.h"
#include "ir/native_move.h"
#include "ir/native_run.h"

const char *coset_native_version(void) { return NULL; }

coset_status coset_native_translate(const coset_ir_machine_model *model, coset_native_tier tier,
                                    coset_native_code *code, const coset_native_pace *pace, coset_err *err)
{
    (void)model, (void)tier, (void)code, (void)pace;
    return coset_fail(err, COSET_UNSUPPORTED, "no machine code: this coset was built without LLVM");
}

coset_status coset_native_move_new(const coset_native_move_plan *plan, coset_native_move **out, coset_err *err)
{
    (void)plan;
    *out = NULL;
    return coset_fail(err, COSET_UNSUPPORTED, "no machine code: this coset was built without LLVM");
}

coset_native_mover *coset_native_move_code(const coset_native_move *m)
{
    (void)m;
    return NULL;
}

void coset_native_move_free(coset_native_move *m) { (void)m; }
