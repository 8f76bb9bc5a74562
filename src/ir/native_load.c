/* ir/native_load.c - loads the module that generates machine code, if it is installed. */
#include <dlfcn.h>

#include "base/mem.h"
#include "ir/native.h"
#include "ir/native_maker.h"

#ifdef COSET_JIT_MODULE
coset_status coset_native_load(const coset_native_maker **out, coset_err *err)
{
    /* The system counts the users of the module; it is searched where the program says, in the build or the
     * installation. */
    void *module = dlopen(COSET_JIT_MODULE, RTLD_NOW | RTLD_LOCAL);
    *out = module ? dlsym(module, COSET_NATIVE_MAKER) : NULL;
    return *out ? COSET_OK : coset_fail(err, COSET_UNSUPPORTED, "no machine code: %s", dlerror());
}
#else
coset_status coset_native_load(const coset_native_maker **out, coset_err *err)
{
    *out = NULL;
    return coset_fail(err, COSET_UNSUPPORTED, "no machine code: this coset was built without LLVM");
}
#endif

const char *coset_native_version(void)
{
    const coset_native_maker *maker;
    return coset_native_load(&maker, NULL) == COSET_OK ? maker->version : NULL;
}

coset_status coset_native_translate(const coset_ir_machine_model *model, coset_native_tier tier,
                                    coset_native_code *code, const coset_native_pace *pace, coset_err *err)
{
    const coset_native_maker *maker;
    coset_status status = coset_native_load(&maker, err);
    if (status != COSET_OK)
        return status;
    code->release = maker->release;
    return maker->translate(model, tier, code, pace, err);
}

struct coset_native_move {
    const coset_native_maker *maker;
    coset_native_moves made;
};

coset_status coset_native_move_new(const coset_native_move_plan *plan, coset_native_move **out, coset_err *err)
{
    const coset_native_maker *maker;
    *out = NULL;
    coset_status status = coset_native_load(&maker, err);
    if (status != COSET_OK)
        return status;
    coset_native_move *m = coset_new(1, sizeof *m);
    m->maker = maker;
    status = maker->move(plan, &m->made, err);
    if (status == COSET_OK)
        *out = m;
    else
        coset_native_move_free(m);
    return status;
}

void coset_native_move_run(const coset_native_move *m, const uint32_t *image, const coset_value *src, coset_value *dst)
{
    m->made.code(image, src, dst, m->made.tables);
}

void coset_native_move_free(coset_native_move *m)
{
    if (!m)
        return;
    if (m->made.keeper)
        m->maker->release(m->made.keeper);
    coset_delete(m->made.tables);
    coset_delete(m);
}
