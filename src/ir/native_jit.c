/* ir/native_jit.c - a program as LLVM modules, compiled and linked into this process.
 *
 * Each rule and property is a module of its own, with the functions that it calls. So the first ones run soon, and who
 * has found the end of the search waits for one piece at most. */
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

/* The functions that the piece may call; all have been found translatable. */
static void build_functions(coset_native *n)
{
    char name[32];
    for (uint32_t i = 0; i < n->n_functions; i++) {
        coset_native_fn *f = &n->functions[i];
        if (!f->reached)
            continue;
        (void)snprintf(name, sizeof name, "f%u", i);
        f->code = LLVMAddFunction(n->module, name, coset_native_function_type(n, f->function));
        LLVMSetLinkage(f->code, LLVMInternalLinkage);
    }
    for (uint32_t i = 0; i < n->n_functions; i++)
        if (n->functions[i].reached)
            coset_native_function(n, &n->functions[i]);
}

/* ---- compilation -------------------------------------------------------------------------------------------- */

static coset_status refuse(coset_err *err, LLVMErrorRef e)
{
    char *text = LLVMGetErrorMessage(e);
    coset_status status = coset_fail(err, COSET_UNSUPPORTED, "no machine code: %s", text);
    LLVMDisposeErrorMessage(text);
    return status;
}

static LLVMTargetMachineRef host_machine(coset_native_tier tier)
{
    LLVMCodeGenOptLevel level = tier == COSET_NATIVE_GOOD ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone;
    LLVMTargetRef target;
    char *error = NULL, *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName(),
         *features = LLVMGetHostCPUFeatures();
    LLVMTargetMachineRef machine = NULL;
    if (!LLVMGetTargetFromTriple(triple, &target, &error))
        machine =
            LLVMCreateTargetMachine(target, triple, cpu, features, level, LLVMRelocDefault, LLVMCodeModelJITDefault);
    if (error)
        LLVMDisposeMessage(error);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return machine;
}

static LLVMErrorRef optimise(LLVMModuleRef module, coset_native_tier tier, LLVMTargetMachineRef machine)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    const char *passes = tier == COSET_NATIVE_GOOD ? "default<O2>" : "function(sroa,early-cse,instcombine,simplifycfg)";
    LLVMErrorRef e = LLVMRunPasses(module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    return e;
}

static LLVMErrorRef new_jit(coset_native_tier tier, LLVMOrcLLJITRef *jit)
{
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMTargetMachineRef machine = host_machine(tier);
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

static void release(void *keeper)
{
    LLVMErrorRef e = LLVMOrcDisposeLLJIT((LLVMOrcLLJITRef)keeper);
    if (e)
        LLVMConsumeError(e);
}

/* ---- piece by piece ------------------------------------------------------------------------------------------ */

typedef struct {
    coset_native n;
    coset_native_tier tier;
    coset_native_code *code;
    LLVMOrcThreadSafeContextRef safe;
    LLVMTargetMachineRef machine;
    LLVMOrcLLJITRef jit;
} translator;

/* Optimises the module, hands it to the JIT and finds the function of that name; `address` is left alone on errors. */
static LLVMErrorRef compile(translator *t, const char *name, uintptr_t *address)
{
    LLVMOrcJITTargetAddress found = 0;
    LLVMErrorRef e = optimise(t->n.module, t->tier, t->machine);
    if (e) {
        LLVMDisposeModule(t->n.module);
        return e;
    }
    LLVMSetDataLayout(t->n.module, LLVMOrcLLJITGetDataLayoutStr(t->jit));
    LLVMOrcThreadSafeModuleRef module = LLVMOrcCreateNewThreadSafeModule(t->n.module, t->safe);
    e = LLVMOrcLLJITAddLLVMIRModule(t->jit, LLVMOrcLLJITGetMainJITDylib(t->jit), module);
    if (!e)
        e = LLVMOrcLLJITLookup(t->jit, &found, name);
    if (!e)
        *address = (uintptr_t)found;
    return e;
}

static void begin_module(translator *t)
{
    t->n.module = LLVMModuleCreateWithNameInContext("coset", t->n.context);
    build_functions(&t->n);
}

/* A second tier finds the same needs: then nothing is written that workers read. */
static void note_need(bool *needs, bool need)
{
    if (need && !*needs)
        *needs = true;
}

static LLVMErrorRef translate_rule(translator *t, uint32_t rule)
{
    char name[32];
    coset_native_rule_code *f;
    uintptr_t address = 0;
    bool calls = coset_native_reach_rule(&t->n, rule);
    begin_module(t);
    (void)snprintf(name, sizeof name, "r%u", rule);
    note_need(&t->code->rule_needs_memory[rule], coset_native_rule(&t->n, rule, name) || calls);
    LLVMErrorRef e = compile(t, name, &address);
    memcpy(&f, &address, sizeof f);
    if (!e)
        atomic_store_explicit(&t->code->rules[rule], f, memory_order_release);
    return e;
}

static LLVMErrorRef translate_prop(translator *t, uint32_t prop)
{
    char name[32];
    coset_native_prop_code *f;
    uintptr_t address = 0;
    bool calls = coset_native_reach_prop(&t->n, prop);
    begin_module(t);
    (void)snprintf(name, sizeof name, "p%u", prop);
    note_need(&t->code->prop_needs_memory[prop], coset_native_prop(&t->n, prop, name) || calls);
    LLVMErrorRef e = compile(t, name, &address);
    memcpy(&f, &address, sizeof f);
    if (!e)
        atomic_store_explicit(&t->code->props[prop], f, memory_order_release);
    return e;
}

static LLVMErrorRef translate_all(translator *t, const atomic_bool *quit)
{
    const coset_ir *ir = t->n.model->ir;
    LLVMErrorRef e = NULL;
    for (uint32_t i = 0; !e && i < ir->n_props && !atomic_load_explicit(quit, memory_order_relaxed); i++)
        if (coset_native_takes_prop(&t->n, i))
            e = translate_prop(t, i);
    for (uint32_t i = 0; !e && i < ir->n_rules && !atomic_load_explicit(quit, memory_order_relaxed); i++)
        if (coset_native_takes_rule(&t->n, i))
            e = translate_rule(t, i);
    return e;
}

static void init(translator *t)
{
    coset_native *n = &t->n;
    uint32_t frame = largest_frame(n->model->ir, n->model->rule_frame) + 1;
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    t->safe = LLVMOrcCreateNewThreadSafeContext();
    t->machine = host_machine(t->tier);
    n->context = LLVMOrcThreadSafeContextGetContext(t->safe);
    n->b = LLVMCreateBuilderInContext(n->context);
    n->promoted = coset_new(frame, sizeof(LLVMValueRef));
    n->wide = coset_new(frame, sizeof(LLVMValueRef));
    init_types(n);
    init_functions(n);
}

coset_status coset_native_translate(const coset_ir_machine_model *model, coset_native_tier tier,
                                    coset_native_code *code, const atomic_bool *quit, coset_err *err)
{
    translator t = {.n = {.model = model}, .tier = tier, .code = code};
    init(&t);
    code->release = release;
    LLVMErrorRef e = new_jit(tier, &t.jit);
    if (!e) {
        code->keepers[tier] = t.jit;
        e = translate_all(&t, quit);
    }
    if (t.machine)
        LLVMDisposeTargetMachine(t.machine);
    fini(&t.n);
    LLVMOrcDisposeThreadSafeContext(t.safe);
    return e ? refuse(err, e) : COSET_OK;
}
