/* jit/jit_int.h - internals of the translation to machine code.
 *
 * Layer    jit, private.
 * Shapes   a value of an expression is an i64 as in the interpreter. Simple locals whose address is never taken are
 *          allocas ("promoted"), so LLVM keeps them in registers; all other locals are in frame memory at the same flat
 *          addresses as in the interpreter.
 */
#ifndef COSET_JIT_JIT_INT_H
#define COSET_JIT_JIT_INT_H

#include <llvm-c/Core.h>

#include "ir/native_maker.h"
#include "jit/range.h"

/* A value (i64) between these bounds. */
typedef struct {
    LLVMValueRef value;
    coset_jit_range range;
} coset_jit_number;

/* Facts about a function, computed before it is translated. */
typedef struct {
    const coset_ir_function *function;
    bool recursive;  /* may call itself, directly or not */
    bool writes;     /* may write state or through a reference */
    bool covers;     /* may hit a cover statement */
    bool *in_memory; /* [frame_size] locals that need memory */
    bool reached;    /* from the piece being translated */
    bool built;      /* with the piece being translated */
    bool added;      /* to the code; then called through its entry */
    bool cold;       /* called by code, but not translated so far */
    bool open;       /* a walk is inside it */
    bool *reaches;   /* [n_functions] functions that it may call, directly or not; NULL: not computed yet */
    uint64_t walk;   /* the last one that followed it */
    LLVMValueRef code;
} coset_jit_fn;

typedef struct {
    const coset_ir_machine_model *model;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMTypeRef i1, i8, i32, i64, p32, p64, p8;
    LLVMAttributeRef no_alias;
    unsigned constant_load; /* metadata: the loaded value never changes */
    LLVMValueRef no_data;
    uint32_t n_functions;
    coset_jit_fn *functions;
    uint64_t walks; /* over pieces of the program, so far */
    /* Calls without a symbol, and no memory intrinsics: the fast code generator hands these to another one, with the
     * rest of their block. */
    bool quick;
    const _Atomic(uintptr_t) *entries; /* [n_functions] quick: addresses of functions */
    uint32_t piece;                    /* being built: its number among the tables of addresses */
    COSET_VEC(const void *) addresses; /* the entries of its table */
    /* of the function being built */
    LLVMValueRef fn, mem, machine, fp; /* mem: i32* to the memory in use; fp: i32 frame address */
    LLVMValueRef table;                /* of addresses; NULL: not loaded so far */
    LLVMBasicBlockRef fault, cut, entry;
    uint32_t frame_size, top;          /* top: first slot above fp that a callee may use */
    LLVMValueRef *promoted, *wide;     /* [frame_size] i32 alloca for a slot, NULL: in memory; i64 alloca for an INT */
    bool *in_memory;                   /* [frame_size] slot must be in frame memory */
    const coset_ir_function *function; /* NULL in a rule or property */
    LLVMBasicBlockRef leave;           /* RETURN goes here (rules: the end of the body) */
    uint32_t n_checked;                /* checked loops around the code being built */
} coset_jit;

/* scan.c: which code can be translated, and which locals need memory. */
void coset_jit_scan(coset_jit *n);
coset_jit_fn *coset_jit_find(coset_jit *n, const coset_ir_function *f);
bool coset_jit_takes_rule(coset_jit *n, uint32_t rule);
bool coset_jit_takes_prop(coset_jit *n, uint32_t prop);
/* Marks the functions that a rule, or a property, may call; true if there is one. Or a function and its callees. */
bool coset_jit_reach_rule(coset_jit *n, uint32_t rule);
bool coset_jit_reach_prop(coset_jit *n, uint32_t prop);
void coset_jit_reach_function(coset_jit *n, uint32_t function);
bool coset_jit_body_covers(coset_jit *n, const coset_ir_stmt *body);
/* Marks the slots of a frame that need memory. */
void coset_jit_mark_stmts(const coset_ir_stmt *s, bool *in_memory);
void coset_jit_mark_expr(const coset_ir_expr *e, bool *in_memory);
void coset_jit_mark_binder(const coset_ir_binder *b, bool *in_memory);

/* value.c: small pieces of code. */
LLVMValueRef coset_jit_int(const coset_jit *n, int64_t v);
LLVMValueRef coset_jit_u32(const coset_jit *n, uint32_t v);
LLVMValueRef coset_jit_is_zero(coset_jit *n, LLVMValueRef v); /* i1, of an i32 */
/* A C address as i8*. It is stored in the piece's table, not in the code, so the code is the same in each run. */
LLVMValueRef coset_jit_address_of(coset_jit *n, const void *p);
LLVMValueRef coset_jit_call(coset_jit *n, void (*helper)(void), LLVMTypeRef result, LLVMValueRef *args,
                            uint32_t n_args);
void coset_jit_zero(coset_jit *n, LLVMValueRef to, uint64_t slots);
void coset_jit_copy(coset_jit *n, LLVMValueRef to, LLVMValueRef from, uint64_t slots); /* they may overlap */
LLVMTypeRef coset_jit_function_type(coset_jit *n, const coset_ir_function *f);
LLVMBasicBlockRef coset_jit_block(coset_jit *n, const char *name);
void coset_jit_at(coset_jit *n, LLVMBasicBlockRef block);
/* Branches to `target` if the i1 `when` is true; code continues where it is false. */
void coset_jit_leave_if(coset_jit *n, LLVMValueRef when, LLVMBasicBlockRef target);
/* Moves the builder to the beginning of the function; returns the block where it was. */
LLVMBasicBlockRef coset_jit_go_to_entry(coset_jit *n);
LLVMValueRef coset_jit_alloca(coset_jit *n, LLVMTypeRef type, const char *name);
LLVMValueRef coset_jit_pointer(coset_jit *n, LLVMValueRef address); /* &mem[address] */
LLVMValueRef coset_jit_field(coset_jit *n, size_t offset);          /* i64* into the machine */
LLVMValueRef coset_jit_decode(coset_jit *n, const coset_ir_type *t, LLVMValueRef slot);
/* Slot value (rank + 1) of a number; branches to `fault` if it is not a value of t. */
LLVMValueRef coset_jit_encode(coset_jit *n, const coset_ir_type *t, LLVMValueRef number);
/* The same for a number that is a value of t, which is no UNION. */
LLVMValueRef coset_jit_content_of(coset_jit *n, const coset_ir_type *t, LLVMValueRef number);
LLVMValueRef coset_jit_is_value(coset_jit *n, const coset_ir_type *t, LLVMValueRef number);
void coset_jit_open_frame(coset_jit *n, uint32_t frame_size, const char *name);
LLVMValueRef coset_jit_wide(coset_jit *n, uint32_t frame); /* i64 alloca of an INT that is not in memory */
void coset_jit_undefine_locals(coset_jit *n, const bool *keep);
void coset_jit_undefine_frame(coset_jit *n, LLVMValueRef fp, const bool *in_memory, uint32_t frame_size);

/* expr.c */
LLVMValueRef coset_jit_eval(coset_jit *n, const coset_ir_expr *e);
LLVMValueRef coset_jit_truth(coset_jit *n, const coset_ir_expr *e);    /* i1 */
LLVMValueRef coset_jit_address(coset_jit *n, const coset_ir_place *p); /* i32 */
LLVMValueRef coset_jit_local(coset_jit *n, uint32_t offset);           /* address in the frame */
/* Pointer to the slot of a simple place: an alloca or into memory. */
LLVMValueRef coset_jit_slot(coset_jit *n, const coset_ir_place *p);
/* The value of a simple place's slot; branches to `fault` if it is undefined. */
LLVMValueRef coset_jit_content(coset_jit *n, const coset_ir_place *p);
/* Slot value of e as a value of type t, defined and in range; else a fault. */
LLVMValueRef coset_jit_encoded(coset_jit *n, const coset_ir_expr *e, const coset_ir_type *t);
/* ADD to BITXOR; the bounds tell whether they can fault. */
bool coset_jit_is_arithmetic(coset_ir_op op);
coset_jit_number coset_jit_arithmetic(coset_jit *n, coset_ir_op op, coset_jit_number a, coset_jit_number b);
/* Calls e's function; the i64 result, or NULL. */
LLVMValueRef coset_jit_invoke(coset_jit *n, const coset_ir_expr *e);

/* set.c: a condition on one variable: i1; a strict set. */
LLVMValueRef coset_jit_is_in(coset_jit *n, const coset_ir_set *set);

/* branches.c: chains of conditions on one variable. */
/* At least two IFs on one variable, none of which is decided if that is undefined. */
bool coset_jit_is_chain(const coset_ir_stmt *s);
/* Switches to a block for each branch of such a chain, and builds the blocks. */
void coset_jit_branches(coset_jit *n, const coset_ir_stmt *s);

/* A loop over a binder's domain: open, build the body, close. */
typedef struct {
    const coset_ir_binder *binder;
    LLVMValueRef next;       /* i64 alloca: next value (computed domain) or rank */
    LLVMValueRef last, step; /* computed domain: i64; else NULL */
    LLVMValueRef done_early; /* computed domain: i1 alloca, there is no next value */
    LLVMValueRef bag;        /* BAGINDEX: i32 address */
    LLVMBasicBlockRef test, again, done;
} coset_jit_loop;
void coset_jit_bind(coset_jit *n, const coset_ir_binder *b, LLVMValueRef rank); /* to one value: i32 */
void coset_jit_loop_open(coset_jit *n, const coset_ir_binder *b, coset_jit_loop *l);
void coset_jit_loop_close(coset_jit *n, coset_jit_loop *l);
/* The same if all ends of the body already branch to l->again. */
void coset_jit_loop_next(coset_jit *n, coset_jit_loop *l);
LLVMValueRef coset_jit_digit(coset_jit *n, const coset_jit_loop *l); /* i64 */
void coset_jit_spend(coset_jit *n);                                  /* one unit of the step's fuel, else fault */

/* tell.c: calls that report accesses to checked loops. */
LLVMValueRef coset_jit_records(coset_jit *n); /* i1: one of them records what its iterations touch */
/* Calls the helper if one records. If it `judges`, a result other than 0 means that the interpreter must check. */
void coset_jit_tell(coset_jit *n, void (*helper)(void), bool judges, LLVMValueRef *args, uint32_t n_args);

/* checked.c: loops that are checked. */
void coset_jit_checked(coset_jit *n, const coset_ir_stmt *s);

/* straight.c: assignments from `s` up to the first branch. Returns the first statement that is not translated. */
const coset_ir_stmt *coset_jit_straight(coset_jit *n, const coset_ir_stmt *s);

/* stmt.c */
void coset_jit_stmts(coset_jit *n, const coset_ir_stmt *s);
void coset_jit_stmt(coset_jit *n, const coset_ir_stmt *s);

/* translate.c and move.c: see ir/native_maker.h. */
coset_status coset_jit_translate(const coset_ir_machine_model *model, coset_native_tier tier, coset_native_code *code,
                                 const coset_native_pace *pace, coset_err *err) COSET_NODISCARD;
coset_status coset_jit_move(const coset_native_move_plan *plan, coset_native_moves *out,
                            coset_err *err) COSET_NODISCARD;

/* rule.c */
void coset_jit_function(coset_jit *n, coset_jit_fn *f);
/* True if some local needs frame memory. */
bool coset_jit_rule(coset_jit *n, uint32_t rule, const char *name);
bool coset_jit_prop(coset_jit *n, uint32_t prop, const char *name);

#endif
