/* jit/compile.c - modules of LLVM, compiled and linked into this process. */
#include "jit/compile.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>
#include <string.h>

static void init_types(coset_jit *n)
{
    unsigned id = LLVMGetEnumAttributeKindForName("noalias", 7);
    n->no_alias = LLVMCreateEnumAttribute(n->context, id, 0);
    n->constant_load = LLVMGetMDKindIDInContext(n->context, "invariant.load", 14);
    n->no_data = LLVMMetadataAsValue(n->context, LLVMMDNodeInContext2(n->context, NULL, 0));
    n->i1 = LLVMInt1TypeInContext(n->context);
    n->i8 = LLVMInt8TypeInContext(n->context);
    n->i32 = LLVMInt32TypeInContext(n->context);
    n->i64 = LLVMInt64TypeInContext(n->context);
    n->p8 = LLVMPointerType(n->i8, 0);
    n->p32 = LLVMPointerType(n->i32, 0);
    n->p64 = LLVMPointerType(n->i64, 0);
}

coset_status coset_compiler_refuse(coset_err *err, LLVMErrorRef e)
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
    if (!triple || !cpu || !features)
        coset_exhausted();
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

/* For quick code: the fast code generator has no switch; without the last pass a slow one would translate them. */
#define QUICK_PASSES "function(mem2reg,early-cse,simplifycfg,lowerswitch)"
/* As good as all of O2 for the code of rules, in half the time. */
#define GOOD_PASSES                                                                                                    \
    "cgscc(inline),"                                                                                                   \
    "function(sroa,early-cse<memssa>,simplifycfg,instcombine,loop-mssa(loop-rotate,licm),loop(loop-unroll-full),gvn,"  \
    "memcpyopt,dse,instcombine,simplifycfg)"
#define STRAIGHT_PASSES "function(early-cse)" /* for code without branches */

static const char *passes(const coset_compiler *j)
{
    return j->straight ? STRAIGHT_PASSES : j->tier == COSET_NATIVE_GOOD ? GOOD_PASSES : QUICK_PASSES;
}

static LLVMErrorRef optimise(const coset_compiler *j, LLVMModuleRef module)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef e = LLVMRunPasses(module, passes(j), j->machine, options);
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
    if (!e) /* memcpy and similar */
        e = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(*jit), NULL,
                                                                 NULL);
    if (!e)
        LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(*jit), process);
    return e;
}

void coset_compiler_release(void *keeper)
{
    LLVMErrorRef e = LLVMOrcDisposeLLJIT((LLVMOrcLLJITRef)keeper);
    if (e)
        LLVMConsumeError(e);
}

static LLVMErrorRef emit(const coset_compiler *j, LLVMModuleRef module, LLVMMemoryBufferRef *object)
{
    char *text = NULL;
    LLVMErrorRef e = optimise(j, module);
    if (!e && LLVMTargetMachineEmitToMemoryBuffer(j->machine, module, LLVMObjectFile, &text, object))
        e = LLVMCreateStringError(text);
    if (text)
        LLVMDisposeMessage(text);
    return e;
}

LLVMErrorRef coset_compiler_add(coset_compiler *j, LLVMModuleRef module)
{
    LLVMMemoryBufferRef object = NULL;
    LLVMSetTarget(module, LLVMOrcLLJITGetTripleString(j->jit));
    LLVMSetDataLayout(module, LLVMOrcLLJITGetDataLayoutStr(j->jit));
    LLVMErrorRef e = emit(j, module, &object);
    LLVMDisposeModule(module);
    return e ? e : LLVMOrcLLJITAddObjectFile(j->jit, LLVMOrcLLJITGetMainJITDylib(j->jit), object);
}

LLVMErrorRef coset_compiler_find(coset_compiler *j, const char *name, uintptr_t *address)
{
    LLVMOrcJITTargetAddress found = 0;
    LLVMErrorRef e = LLVMOrcLLJITLookup(j->jit, &found, name);
    if (!e)
        *address = (uintptr_t)found;
    return e;
}

LLVMErrorRef coset_compiler_open(coset_compiler *j, coset_jit *n)
{
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    j->safe = LLVMOrcCreateNewThreadSafeContext();
    j->machine = host_machine(j->tier);
    n->context = LLVMOrcThreadSafeContextGetContext(j->safe);
    LLVMContextSetDiscardValueNames(n->context, 1);
    n->b = LLVMCreateBuilderInContext(n->context);
    init_types(n);
    return j->machine ? new_jit(j->tier, &j->jit) : LLVMCreateStringError("LLVM does not know this processor");
}

void coset_compiler_close(coset_compiler *j, coset_jit *n)
{
    LLVMDisposeBuilder(n->b);
    if (j->machine)
        LLVMDisposeTargetMachine(j->machine);
    LLVMOrcDisposeThreadSafeContext(j->safe);
}
