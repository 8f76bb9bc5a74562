/* ir/native_jit.c - a program as one LLVM module, optimised and linked into this process. */
#include "ir/native.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>
#include <stdio.h>

#include "ir/interp.h"
#include "ir/native_int.h"
#include "ir/native_run.h"

const char *coset_native_version(void) { return LLVM_VERSION_STRING; }

/* ---- module ------------------------------------------------------------------------------------------------- */

static void init_types(coset_native *n)
{
    unsigned id = LLVMGetEnumAttributeKindForName("noalias", 7);
    n->no_alias = LLVMCreateEnumAttribute(n->context, id, 0);
    n->i1 = LLVMInt1TypeInContext(n->context);
    n->i8 = LLVMInt8TypeInContext(n->context);
    n->i32 = LLVMInt32TypeInContext(n->context);
    n->i64 = LLVMInt64TypeInContext(n->context);
    n->p8 = LLVMPointerType(n->i8, 0);
    n->p32 = LLVMPointerType(n->i32, 0);
    n->p64 = LLVMPointerType(n->i64, 0);
}

static uint32_t largest_frame(const coset_ir *ir, uint32_t rule_frame)
{
    for (uint32_t i = 0; i < ir->n_functions; i++)
        if (ir->functions[i]->frame_size > rule_frame)
            rule_frame = ir->functions[i]->frame_size;
    return rule_frame;
}

static void init_functions(coset_native *n)
{
    const coset_ir *ir = n->model->ir;
    n->n_functions = ir->n_functions;
    n->functions = coset_new(ir->n_functions, sizeof *n->functions);
    for (uint32_t i = 0; i < ir->n_functions; i++) {
        coset_native_fn *f = &n->functions[i];
        f->function = ir->functions[i];
        f->in_memory = coset_new(f->function->frame_size + (size_t)1, 1);
        coset_native_mark_stmts(f->function->body, f->in_memory);
    }
    coset_native_scan(n);
}

static void fini(coset_native *n)
{
    for (uint32_t i = 0; i < n->n_functions; i++)
        coset_delete(n->functions[i].in_memory);
    coset_delete(n->functions);
    coset_delete(n->promoted);
    coset_delete(n->wide);
    LLVMDisposeBuilder(n->b);
}

static void build_functions(coset_native *n)
{
    char name[32];
    for (uint32_t i = 0; i < n->n_functions; i++) {
        coset_native_fn *f = &n->functions[i];
        if (f->recursive)
            continue;
        (void)snprintf(name, sizeof name, "f%u", i);
        f->code = LLVMAddFunction(n->module, name, coset_native_function_type(n, f->function));
        LLVMSetLinkage(f->code, LLVMInternalLinkage);
    }
    for (uint32_t i = 0; i < n->n_functions; i++)
        if (!n->functions[i].recursive)
            coset_native_function(n, &n->functions[i]);
}

/* Locals of this piece, or a call, need frame memory. */
static bool any_call(const coset_native *n) { return n->n_functions > 0; }

static void build(coset_native *n, coset_native_code *code)
{
    const coset_ir *ir = n->model->ir;
    char name[32];
    build_functions(n);
    for (uint32_t i = 0; i < ir->n_rules; i++) {
        if (!coset_native_takes_rule(n, i))
            continue;
        (void)snprintf(name, sizeof name, "r%u", i);
        code->rule_needs_memory[i] = coset_native_rule(n, i, name) || any_call(n);
    }
    for (uint32_t i = 0; i < ir->n_props; i++) {
        if (!coset_native_takes_prop(n, i))
            continue;
        (void)snprintf(name, sizeof name, "p%u", i);
        code->prop_needs_memory[i] = coset_native_prop(n, i, name) || any_call(n);
    }
}

/* ---- compilation -------------------------------------------------------------------------------------------- */

static coset_status refuse(coset_err *err, LLVMErrorRef e)
{
    char *text = LLVMGetErrorMessage(e);
    coset_status status = coset_fail(err, COSET_UNSUPPORTED, "no machine code: %s", text);
    LLVMDisposeErrorMessage(text);
    return status;
}

static LLVMTargetMachineRef host_machine(void)
{
    LLVMTargetRef target;
    char *error = NULL, *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName(),
         *features = LLVMGetHostCPUFeatures();
    LLVMTargetMachineRef machine = NULL;
    if (!LLVMGetTargetFromTriple(triple, &target, &error))
        machine = LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelDefault, LLVMRelocDefault,
                                          LLVMCodeModelJITDefault);
    if (error)
        LLVMDisposeMessage(error);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return machine;
}

static LLVMErrorRef optimise(LLVMModuleRef module, LLVMTargetMachineRef machine)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef e = LLVMRunPasses(module, "default<O2>", machine, options);
    LLVMDisposePassBuilderOptions(options);
    return e;
}

static LLVMErrorRef new_jit(LLVMOrcLLJITRef *jit)
{
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMTargetMachineRef machine = host_machine();
    if (machine)
        LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder,
                                                      LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
    LLVMErrorRef e = LLVMOrcCreateLLJIT(jit, builder);
    LLVMOrcDefinitionGeneratorRef process = NULL;
    if (!e) /* memcpy and its like */
        e = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(*jit), NULL,
                                                                 NULL);
    if (!e)
        LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(*jit), process);
    return e;
}

static void release(coset_native_code *code)
{
    LLVMErrorRef e = code->keeper ? LLVMOrcDisposeLLJIT((LLVMOrcLLJITRef)code->keeper) : NULL;
    if (e)
        LLVMConsumeError(e);
    coset_delete(code->rules);
    coset_delete(code->props);
    coset_delete(code->rule_needs_memory);
    coset_delete(code->prop_needs_memory);
    coset_delete(code);
}

/* Address of a compiled function, 0 where there is none. */
static LLVMErrorRef look_up(LLVMOrcLLJITRef jit, char kind, uint32_t number, void *to)
{
    char name[32];
    LLVMOrcJITTargetAddress address = 0;
    (void)snprintf(name, sizeof name, "%c%u", kind, number);
    LLVMErrorRef e = LLVMOrcLLJITLookup(jit, &address, name);
    uintptr_t p = (uintptr_t)address;
    memcpy(to, &p, sizeof p);
    return e;
}

static LLVMErrorRef link_all(coset_native *n, LLVMOrcLLJITRef jit, coset_native_code *code)
{
    LLVMErrorRef e = NULL;
    for (uint32_t i = 0; !e && i < n->model->ir->n_rules; i++)
        if (coset_native_takes_rule(n, i))
            e = look_up(jit, 'r', i, &code->rules[i]);
    for (uint32_t i = 0; !e && i < n->model->ir->n_props; i++)
        if (coset_native_takes_prop(n, i))
            e = look_up(jit, 'p', i, &code->props[i]);
    return e;
}

static coset_native_code *new_code(const coset_ir *ir)
{
    coset_native_code *code = coset_new(1, sizeof *code);
    code->rules = coset_new(ir->n_rules, sizeof *code->rules);
    code->props = coset_new(ir->n_props, sizeof *code->props);
    code->rule_needs_memory = coset_new(ir->n_rules, 1);
    code->prop_needs_memory = coset_new(ir->n_props, 1);
    code->release = release;
    return code;
}

/* Optimises the module and hands it to a new JIT. */
static LLVMErrorRef compile(coset_native *n, LLVMOrcThreadSafeContextRef safe, LLVMOrcLLJITRef *jit)
{
    LLVMTargetMachineRef machine = host_machine();
    LLVMErrorRef e = optimise(n->module, machine);
    if (machine)
        LLVMDisposeTargetMachine(machine);
    if (!e)
        e = new_jit(jit);
    if (e) {
        LLVMDisposeModule(n->module);
        return e;
    }
    LLVMSetDataLayout(n->module, LLVMOrcLLJITGetDataLayoutStr(*jit));
    LLVMOrcThreadSafeModuleRef module = LLVMOrcCreateNewThreadSafeModule(n->module, safe);
    return LLVMOrcLLJITAddLLVMIRModule(*jit, LLVMOrcLLJITGetMainJITDylib(*jit), module);
}

static void init(coset_native *n, LLVMOrcThreadSafeContextRef safe)
{
    uint32_t frame = largest_frame(n->model->ir, n->model->rule_frame) + 1;
    n->context = LLVMOrcThreadSafeContextGetContext(safe);
    n->module = LLVMModuleCreateWithNameInContext("coset", n->context);
    n->b = LLVMCreateBuilderInContext(n->context);
    n->promoted = coset_new(frame, sizeof(LLVMValueRef));
    n->wide = coset_new(frame, sizeof(LLVMValueRef));
    init_types(n);
    init_functions(n);
}

coset_status coset_native_translate(const coset_ir_machine_model *model, coset_native_code **out, coset_err *err)
{
    coset_native n = {.model = model};
    coset_native_code *code = new_code(model->ir);
    LLVMOrcLLJITRef jit = NULL;
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMOrcThreadSafeContextRef safe = LLVMOrcCreateNewThreadSafeContext();
    init(&n, safe);
    build(&n, code);
    LLVMErrorRef e = compile(&n, safe, &jit);
    LLVMOrcDisposeThreadSafeContext(safe);
    if (!e)
        e = link_all(&n, jit, code);
    code->keeper = jit;
    fini(&n);
    *out = code;
    if (!e)
        return COSET_OK;
    *out = NULL;
    release(code);
    return refuse(err, e);
}
