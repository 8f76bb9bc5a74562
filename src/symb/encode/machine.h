/* symb/encode/machine.h - guarded rules executed on all states at once.
 *
 * Layer    symb, private.
 * Idea     where the interpreter holds a number, this machine holds cases: each possible number with the set of states
 *          in which it is the value. Statements run under a condition, the set of states in which they are reached;
 *          they return the condition under which execution continues. Statements, calls, faults and the order of
 *          evaluation are those of the interpreter (ir/eval.c, ir/exec.c), which defines the meaning.
 * Memory   cells as in the interpreter: the state's slots, then frames. A cell of a simple type holds 0 for undefined,
 *          else rank + 1; one of type INT the number; one of an alias the address.
 * Lives    cells and cases of a step live in an arena that is emptied before the next step; conditions in one scope.
 * Trouble  an unsupported construct (multisets, very large ranges) is recorded in `trouble`; results are then invalid.
 */
#ifndef COSET_SYMB_ENCODE_MACHINE_H
#define COSET_SYMB_ENCODE_MACHINE_H

#include "base/mem.h"
#include "bdd/bdd.h"
#include "ir/ir.h"
#include "symb/encode/vars.h"

typedef struct {
    int64_t value;
    coset_bdd when; /* not false; the conditions of the cases of one value exclude one another */
} coset__case;

/* Values ascending, all different. */
typedef struct {
    uint32_t n;
    const coset__case *at;
} coset__cases;

/* States in which a step ends in a fault of this property (see coset_model_fault_prop). */
typedef struct {
    uint32_t prop;
    coset_bdd when;
} coset__fault;

/* A call, rule or property that runs. */
typedef struct {
    const coset_ir_function *function; /* NULL: rule or property */
    coset_bdd returned;                /* a RETURN was reached */
    coset__cases result;               /* simple result, in those states */
} coset__activation;

typedef struct {
    coset_bdds *bdd;
    const coset_ir *ir;
    const coset_model *model;
    const coset__vars *vars;
    uint32_t fault_prop; /* the built-in one */
    uint32_t end;        /* cells */
    coset__cases *cells;
    COSET_VEC(uint32_t) dirty;   /* slots of the state that differ from `source` */
    const coset__cases *source;  /* [n_slots] the state at the start of the step */
    COSET_VEC(coset_bdd) pieces; /* disjoint, together true: a case split by written places; 0: one piece */
    bool *is_dirty;
    uint32_t fp, sp, depth;
    uint64_t fuel;
    coset_arena *arena;
    coset__activation *running;
    COSET_VEC(coset__fault) faults;
    coset_bdd *covers; /* [n_props] */
    uint64_t n_writes; /* number of state-dependent values written */
    coset_status trouble;
    coset_err why;
} coset__machine;

/* machine.c */
void coset__machine_init(coset__machine *m, coset_bdds *bdd, const coset_model *model, const coset__vars *vars);
void coset__machine_fini(coset__machine *m);
/* Begins a step, a start rule or a property with a frame of this size, on states with slot i = source[i]. */
void coset__machine_begin(coset__machine *m, const coset__cases *source, uint32_t frame_size);
/* Restores the state of the beginning. */
void coset__machine_restore(coset__machine *m);
/* Variables of the frame whose values depend on the state become undefined: nothing made since then may be in use. */
void coset__machine_forget(coset__machine *m);
coset_bdd coset__trouble(coset__machine *m, coset_status status, coset_pos pos, const char *what);
void coset__add_fault(coset__machine *m, uint32_t prop, coset_bdd when);
/* Cell `address` becomes `value` in the states where its cases hold, and keeps its value elsewhere. */
void coset__write(coset__machine *m, uint32_t address, coset__cases value);
void coset__write_all(coset__machine *m, uint32_t address, int64_t value);
/* The next written places depend on the state: splits the steps into cases by place. */
void coset__fork(coset__machine *m, coset__cases addresses);
/* Counts one round of a loop or one call. False: the bound is reached. */
bool coset__spend(coset__machine *m, coset_pos pos);
/* Closes a scope in which no cell was written: only the results, faults and covers survive. */
void coset__machine_close(coset__machine *m, coset_bdd_scope scope, const coset_bdd *results, uint32_t n);

/* cases.c */
coset__cases coset__single(coset__machine *m, int64_t value, coset_bdd when);
coset__cases coset__boolean(coset__machine *m, coset_bdd truth, coset_bdd when);
coset_bdd coset__domain_of(coset__machine *m, coset__cases c); /* where it has a value */
coset_bdd coset__truth(coset__machine *m, coset__cases c);     /* where it is not 0 */
coset__cases coset__within(coset__machine *m, coset__cases c, coset_bdd when);
coset__cases coset__merge(coset__machine *m, coset__cases a, coset__cases b); /* conditions exclude one another */
/* Cases of f(ctx, v) for the cases of c; if f returns false, the condition is added to *out. */
typedef bool coset__unary(void *ctx, int64_t v, int64_t *out);
coset__cases coset__map(coset__machine *m, coset__cases c, coset__unary *f, void *ctx, coset_bdd *out);
typedef bool coset__binary(void *ctx, int64_t a, int64_t b, int64_t *out);
coset__cases coset__map2(coset__machine *m, coset__cases a, coset__cases b, coset__binary *f, void *ctx,
                         coset_bdd *out);
coset_bdd coset__cases_equal(coset__machine *m, coset__cases a, coset__cases b);
coset_bdd coset__cases_less(coset__machine *m, coset__cases a, coset__cases b, bool or_equal); /* a < b, or a <= b */

/* eval.c: if evaluation stops, the value has no case; faults are recorded. */
coset__cases coset__eval(coset__machine *m, const coset_ir_expr *e, coset_bdd pc);
coset__cases coset__address(coset__machine *m, const coset_ir_place *p, coset_bdd pc);
coset__cases coset__load(coset__machine *m, coset__cases addresses); /* of cells, as they are */
coset__cases coset__decode(coset__machine *m, const coset_ir_type *t, coset__cases cells, coset_bdd *undefined);
/* Numbers as cells of type t; the condition of those outside is added to *out. */
coset__cases coset__encode(coset__machine *m, const coset_ir_type *t, coset__cases numbers, coset_bdd *out);

/* domain.c: the rounds of a bound variable. */
typedef struct {
    int64_t cell;   /* of the variable */
    uint64_t digit; /* in an instance number */
    coset_bdd when;
} coset__round;
typedef COSET_VEC(coset__round) coset__rounds;
/* Returns where the domain is known; rounds with overlapping conditions are in order. */
coset_bdd coset__open(coset__machine *m, const coset_ir_binder *b, coset_bdd pc, coset__rounds *out);
coset__cases coset__quantify(coset__machine *m, const coset_ir_expr *e, coset_bdd pc);

/* exec.c */
coset_bdd coset__exec(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc);
/* Returns where the call returned; its simple result, or the cell where its complex one is stored. */
coset_bdd coset__call(coset__machine *m, const coset_ir_expr *call, coset_bdd pc, coset__cases *result, uint32_t *at);

#endif
