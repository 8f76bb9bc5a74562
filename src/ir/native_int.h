/* ir/native_int.h - inside of the translation to machine code.
 *
 * Layer    ir, private.
 * Shapes   a value of an expression is an i64 as in the interpreter. Simple locals whose address is never taken are
 *          allocas ("promoted"), so LLVM keeps them in registers; all other locals stand in frame memory at the same
 *          flat addresses as in the interpreter.
 */
#ifndef COSET_IR_NATIVE_INT_H
#define COSET_IR_NATIVE_INT_H

#include <llvm-c/Core.h>

#include "ir/native_run.h"

/* What is known of a function before it is translated. */
typedef struct {
    const coset_ir_function *function;
    bool recursive;  /* may call itself, directly or not */
    bool writes;     /* may write state or through a reference */
    bool covers;     /* may hit a cover statement */
    bool *in_memory; /* [frame_size] locals that need memory */
    bool reached;    /* from the piece being translated */
    bool added;      /* to the code; then called through its entry */
    bool open;       /* a walk is inside it */
    bool *reaches;   /* [n_functions] what it may call, directly or not; NULL: not walked through yet */
    uint64_t walk;   /* the last one that followed it */
    LLVMValueRef code;
} coset_native_fn;

typedef struct {
    const coset_ir_machine_model *model;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMTypeRef i1, i8, i32, i64, p32, p64, p8;
    LLVMAttributeRef no_alias;
    uint32_t n_functions;
    coset_native_fn *functions;
    uint64_t walks; /* over pieces of the program, so far */
    /* Calls without a symbol, and no intrinsics on memory: these the fast code generator leaves to another one, with
     * the rest of their block. */
    bool quick;
    const uintptr_t *entries; /* [n_functions] quick: addresses of functions; complete before anything runs */
    /* of the function being built */
    LLVMValueRef fn, mem, machine, fp; /* mem: i32* to the memory in use; fp: i32 frame address */
    LLVMBasicBlockRef fault, cut, entry;
    uint32_t frame_size, top;          /* top: first slot above fp that a callee may use */
    LLVMValueRef *promoted, *wide;     /* [frame_size] i32 alloca for a slot, NULL: in memory; i64 alloca for an INT */
    bool *in_memory;                   /* [frame_size] slot must stand in frame memory */
    const coset_ir_function *function; /* NULL in a rule or property */
    LLVMBasicBlockRef leave;           /* RETURN goes here (rules: the end of the body) */
} coset_native;

/* native_scan.c: what can be translated, and which locals need memory. */
void coset_native_scan(coset_native *n);
coset_native_fn *coset_native_find(coset_native *n, const coset_ir_function *f);
bool coset_native_takes_rule(coset_native *n, uint32_t rule);
bool coset_native_takes_prop(coset_native *n, uint32_t prop);
/* Marks the functions that a rule, or a property, may call; true where there is one. */
bool coset_native_reach_rule(coset_native *n, uint32_t rule);
bool coset_native_reach_prop(coset_native *n, uint32_t prop);
bool coset_native_rule_covers(coset_native *n, const coset_ir_rule *r);
/* Marks the slots of a frame that need memory. */
void coset_native_mark_stmts(const coset_ir_stmt *s, bool *in_memory);
void coset_native_mark_expr(const coset_ir_expr *e, bool *in_memory);
void coset_native_mark_binder(const coset_ir_binder *b, bool *in_memory);

/* native_value.c: small pieces of code. */
LLVMValueRef coset_native_int(const coset_native *n, int64_t v);
LLVMValueRef coset_native_u32(const coset_native *n, uint32_t v);
LLVMValueRef coset_native_address_of(const coset_native *n, const void *p); /* a C address as i8* constant */
LLVMValueRef coset_native_call(coset_native *n, void (*helper)(void), LLVMTypeRef result, LLVMValueRef *args,
                               uint32_t n_args);
void coset_native_zero(coset_native *n, LLVMValueRef to, uint64_t slots);
void coset_native_copy(coset_native *n, LLVMValueRef to, LLVMValueRef from, uint64_t slots); /* they may overlap */
LLVMBasicBlockRef coset_native_block(coset_native *n, const char *name);
void coset_native_at(coset_native *n, LLVMBasicBlockRef block);
/* Goes to `target` where the i1 `when` is true; code goes on where it is false. */
void coset_native_leave_if(coset_native *n, LLVMValueRef when, LLVMBasicBlockRef target);
LLVMValueRef coset_native_alloca(coset_native *n, LLVMTypeRef type, const char *name);
LLVMValueRef coset_native_pointer(coset_native *n, LLVMValueRef address); /* &mem[address] */
LLVMValueRef coset_native_field(coset_native *n, size_t offset);          /* i64* into the machine */
LLVMValueRef coset_native_decode(coset_native *n, const coset_ir_type *t, LLVMValueRef slot);
/* Slot content (rank + 1) of a number; goes to `fault` where it is not a value of t. */
LLVMValueRef coset_native_encode(coset_native *n, const coset_ir_type *t, LLVMValueRef number);
LLVMValueRef coset_native_is_value(coset_native *n, const coset_ir_type *t, LLVMValueRef number);
void coset_native_open_frame(coset_native *n, uint32_t frame_size, const char *name);
LLVMValueRef coset_native_wide(coset_native *n, uint32_t frame); /* i64 alloca of an INT that is not in memory */
void coset_native_undefine_locals(coset_native *n, const bool *keep);
void coset_native_undefine_frame(coset_native *n, LLVMValueRef fp, const bool *in_memory, uint32_t frame_size);

/* native_expr.c */
LLVMValueRef coset_native_eval(coset_native *n, const coset_ir_expr *e);
LLVMValueRef coset_native_truth(coset_native *n, const coset_ir_expr *e);    /* i1 */
LLVMValueRef coset_native_address(coset_native *n, const coset_ir_place *p); /* i32 */
/* Pointer to the slot of a simple place: an alloca or into memory. */
LLVMValueRef coset_native_slot(coset_native *n, const coset_ir_place *p);
/* The content of a simple place's slot; goes to `fault` where it is undefined. */
LLVMValueRef coset_native_content(coset_native *n, const coset_ir_place *p);
/* Slot content of e as a value of type t, defined and in range, else fault. */
LLVMValueRef coset_native_encoded(coset_native *n, const coset_ir_expr *e, const coset_ir_type *t);
/* Calls e's function; the i64 result, or NULL. */
LLVMValueRef coset_native_invoke(coset_native *n, const coset_ir_expr *e);

/* native_set.c: conditions on one variable. */
LLVMValueRef coset_native_is_in(coset_native *n, const coset_ir_set *set); /* i1; a strict set */
/* Two IFs at least, on one variable, and none decides where that is undefined. */
bool coset_native_is_chain(const coset_ir_stmt *s);
/* Goes to one block for each branch of such a chain, and builds them. */
void coset_native_branches(coset_native *n, const coset_ir_stmt *s);

/* A loop over a binder's domain: open, build the body, close. */
typedef struct {
    const coset_ir_binder *binder;
    LLVMValueRef next;       /* i64 alloca: next value (computed domain) or rank */
    LLVMValueRef last, step; /* computed domain: i64; else NULL */
    LLVMValueRef done_early; /* computed domain: i1 alloca, there is no next value */
    LLVMValueRef bag;        /* BAGINDEX: i32 address */
    LLVMBasicBlockRef test, again, done;
} coset_native_loop;
void coset_native_bind(coset_native *n, const coset_ir_binder *b, LLVMValueRef rank); /* to one value: i32 */
void coset_native_loop_open(coset_native *n, const coset_ir_binder *b, coset_native_loop *l);
void coset_native_loop_close(coset_native *n, coset_native_loop *l);
/* The same where all of the body's ends already go to l->again. */
void coset_native_loop_next(coset_native *n, coset_native_loop *l);
LLVMValueRef coset_native_digit(coset_native *n, const coset_native_loop *l); /* i64 */
void coset_native_spend(coset_native *n); /* one unit of the step's fuel, else fault */

/* native_stmt.c */
void coset_native_stmts(coset_native *n, const coset_ir_stmt *s);
void coset_native_stmt(coset_native *n, const coset_ir_stmt *s);

/* native_rule.c */
void coset_native_function(coset_native *n, coset_native_fn *f);
LLVMTypeRef coset_native_function_type(coset_native *n, const coset_ir_function *f);
/* True where some local needs frame memory. */
bool coset_native_rule(coset_native *n, uint32_t rule, const char *name);
bool coset_native_prop(coset_native *n, uint32_t prop, const char *name);

#endif
