/* lang/cspm/eval/eval_int.h - what the files of the evaluator share.
 *
 * Files    bottom-up: failures; constructors of values; thunks; comparison, listing and combination of sets; sequences,
 *          dotted values, patterns, maps, text; built-in functions; expressions (eval, comprehend, type: mutually
 *          recursive); running thunks; creation and destruction of the machine.
 */
#ifndef COSET_LANG_CSPM_EVAL_EVAL_INT_H
#define COSET_LANG_CSPM_EVAL_EVAL_INT_H

#include "lang/cspm/eval/eval.h"

#define SMALL_INTS 1024 /* numbers -SMALL_INTS .. SMALL_INTS are shared */

typedef COSET_VEC(cspm_value *) cspm_values;

/* A function being evaluated, for messages. */
typedef struct cspm_call {
    const cspm_node *node; /* the application */
    const struct cspm_call *outer;
} cspm_call;

struct cspm_machine {
    cspm_program *program;
    cspm_eval_limits limits;
    const coset_big_stack *deep;
    cspm_frame *globals;
    uint32_t n_globals;
    /* Forcing a value may evaluate an expression, and expressions are layered above values: that of a thunk
     * (coset__eval_thunk), or those in the declaration of a channel or constructor (coset__declared_fields). Only
     * eval_thunk.c calls these two, the first time. */
    cspm_value *(*run)(cspm_machine *m, cspm_value *thunk);
    cspm_value *(*declared_fields)(cspm_machine *m, const cspm_symbol *symbol);
    cspm_value **fields;                      /* by place in `globals`: cached result of coset__dot_fields, or NULL */
    COSET_VEC(const cspm_symbol *) inspected; /* datatypes that are being checked for infiniteness */
    char *chunk;                              /* memory for values: the last chunk */
    uint64_t chunk_left, bytes;               /* bytes left in it; bytes of all chunks */
    COSET_VEC(char *) chunks;
    uint64_t live; /* bytes after the last collection */
    cspm_values kept;
    bool failed;
    char limit[400];       /* the bound that was reached, or empty */
    const cspm_node *here; /* being evaluated, for messages */
    const cspm_call *calls;
    cspm_value *booleans[2], *nil, *empty; /* false, true; <>; {} */
    cspm_value *ints[2 * SMALL_INTS + 1];
    cspm_value *events; /* SET_EVENTS */
};

/* ---- constructors of values ---------------------------------------------------------------------------------- */

/* Zeroed memory; NULL, with a message, at the limit. */
void *coset__value_grab(cspm_machine *m, uint64_t bytes);
/* NULL at the memory limit. Cells are zero. */
cspm_value *coset__value_new(cspm_machine *m, cspm_value_kind kind, uint32_t sub, uint32_t n);
cspm_value *coset__value_int(cspm_machine *m, int64_t i);
cspm_value *coset__value_bool(cspm_machine *m, bool b);
cspm_value *coset__value_char(cspm_machine *m, int c);
cspm_value *coset__value_cons(cspm_machine *m, cspm_value *head, cspm_value *tail);
cspm_value *coset__value_text(cspm_machine *m, const char *text, size_t len);
cspm_value *coset__value_tuple(cspm_machine *m, cspm_value *const *part, uint32_t n);
/* A sequence of the values, then `tail`. */
cspm_value *coset__value_seq(cspm_machine *m, cspm_value *const *at, uint32_t n, cspm_value *tail);
cspm_frame *coset__eval_frame(cspm_machine *m, cspm_frame *outer, uint32_t n);
/* A copy of the frame, to be filled further. */
cspm_frame *coset__eval_frame_copy(cspm_machine *m, const cspm_frame *frame);

/* ---- evaluation ---------------------------------------------------------------------------------------------- */

/* Fails with a message at m->here; returns NULL. */
cspm_value *coset__eval_wrong(cspm_machine *m, const char *fmt, ...) COSET_PRINTF(2, 3);
bool coset__eval_room(cspm_machine *m);
/* Fails because of a bound, which is no mistake; returns false. The second one adds what is being evaluated. */
bool coset__eval_limit(cspm_machine *m, const char *fmt, ...) COSET_PRINTF(2, 3);
bool coset__eval_bound(cspm_machine *m, const char *fmt, ...) COSET_PRINTF(2, 3);
/* Accounts for work in loops that evaluate nothing. False: failed because the budget is spent. */
bool coset__eval_work(cspm_machine *m, uint32_t units);

cspm_value *coset__eval_node(cspm_machine *m, const cspm_node *node, cspm_frame *frame);
/* A thunk for the node, or its value if evaluating it costs nothing. */
cspm_value *coset__eval_later(cspm_machine *m, const cspm_node *node, cspm_frame *frame);
cspm_value *coset__eval_force(cspm_machine *m, cspm_value *v);
/* For coset__eval_force: the value of a thunk that is not evaluated yet. */
cspm_value *coset__eval_thunk(cspm_machine *m, cspm_value *thunk);
/* Forces all parts, too. */
cspm_value *coset__eval_force_all(cspm_machine *m, cspm_value *v);
cspm_value *coset__eval_apply(cspm_machine *m, cspm_value *f, cspm_value *const *args, uint32_t n);
/* 1 = true, 0 = false, -1 = failed. */
int coset__eval_condition(cspm_machine *m, const cspm_node *node, cspm_frame *frame);
bool coset__eval_integer(cspm_machine *m, const cspm_node *node, cspm_frame *frame, int64_t *out);
/* The value of a name, possibly a thunk. */
cspm_value *coset__eval_variable(const cspm_symbol *symbol, const cspm_frame *frame);
cspm_value *coset__eval_closure(cspm_machine *m, const cspm_node *node, cspm_frame *frame);
/* Fills the frame of a let, or of the script, with its definitions. */
bool coset__eval_define(cspm_machine *m, const cspm_groups *groups, cspm_frame *frame);

/* 1 = matches and binds, 0 = does not, -1 = failed. */
int coset__eval_match(cspm_machine *m, const cspm_node *pattern, cspm_value *v, cspm_frame *frame);

/* -1, 0, 1 in *out: a total order of all values of one type; false = failed. */
bool coset__eval_compare(cspm_machine *m, cspm_value *a, cspm_value *b, int *out);
/* The partial order of <, <= (subset, prefix, ..): *out is -1, 0, 1, or 2 if the values are incomparable. */
bool coset__eval_order(cspm_machine *m, cspm_value *a, cspm_value *b, int *out);

/* ---- sequences ----------------------------------------------------------------------------------------------- */

cspm_value *coset__seq_eval(cspm_machine *m, const cspm_node *node, cspm_frame *frame);
/* The work of sequence thunks. */
cspm_value *coset__seq_range(cspm_machine *m, int64_t first, cspm_value *last, cspm_value *rest);
/* The same from the number after `before` on. */
cspm_value *coset__seq_range_after(cspm_machine *m, int64_t before, cspm_value *last, cspm_value *rest);
cspm_value *coset__seq_append(cspm_machine *m, cspm_value *a, cspm_value *b);
cspm_value *coset__seq_concat(cspm_machine *m, cspm_value *sequences);
cspm_value *coset__seq_more(cspm_machine *m, const cspm_value *thunk);
bool coset__seq_length(cspm_machine *m, cspm_value *seq, int64_t *out);
/* All elements (not evaluated); fails on endless sequences at the limit. */
bool coset__seq_elements(cspm_machine *m, cspm_value *seq, cspm_values *out);

/* ---- sets ---------------------------------------------------------------------------------------------------- */

cspm_value *coset__set_eval(cspm_machine *m, const cspm_node *node, cspm_frame *frame);
/* A set of the values; evaluates and sorts them and removes duplicates. */
cspm_value *coset__set_of(cspm_machine *m, cspm_values *values);
/* `set` written out as a SET_LIST; fails on infinite and huge ones. */
cspm_value *coset__set_list(cspm_machine *m, cspm_value *set);
/* 1, 0, or -1 = failed. */
int coset__set_member(cspm_machine *m, cspm_value *set, cspm_value *v);
int coset__set_subset(cspm_machine *m, cspm_value *a, cspm_value *b);
bool coset__set_infinite(cspm_machine *m, cspm_value *set);
cspm_value *coset__set_union(cspm_machine *m, cspm_value *a, cspm_value *b);
cspm_value *coset__set_inter(cspm_machine *m, cspm_value *a, cspm_value *b);
cspm_value *coset__set_diff(cspm_machine *m, cspm_value *a, cspm_value *b);
cspm_value *coset__set_subtype(cspm_machine *m, const cspm_node *node, cspm_frame *frame);
/* The set that a type expression denotes: {0..1}.Bool is a set of dotted values. */
cspm_value *coset__set_type(cspm_machine *m, const cspm_node *node, cspm_frame *frame);
/* Calls `each`, with a new frame, for every assignment that satisfies the statements; false = failed. */
typedef bool cspm_each(cspm_machine *m, cspm_frame *frame, void *ctx);
bool coset__set_statements(cspm_machine *m, const cspm_node *node, uint32_t from, uint32_t to, cspm_frame *frame,
                           cspm_each *each, void *ctx);

/* ---- dots ---------------------------------------------------------------------------------------------------- */

/* a.b: b fills the fields of a that are open. */
cspm_value *coset__dot_join(cspm_machine *m, cspm_value *a, cspm_value *b);
/* A channel or constructor without fields is complete if it has none. */
bool coset__dot_complete(const cspm_value *v);
/* The sets of the fields of a channel or constructor: `symbol->fields` of them in the cells of a tuple. */
cspm_value *coset__dot_fields(cspm_machine *m, cspm_symbol *symbol);
/* For coset__dot_fields: the same from the declaration. */
cspm_value *coset__declared_fields(cspm_machine *m, const cspm_symbol *symbol);
/* All complete values that begin with v, added to `out`. */
bool coset__dot_productions(cspm_machine *m, cspm_value *v, cspm_values *out);
/* All values that complete v after a dot, added to `out`. */
bool coset__dot_extensions(cspm_machine *m, cspm_value *v, cspm_values *out);

/* ---- maps ---------------------------------------------------------------------------------------------------- */

/* A map from a sequence of pairs; later pairs override earlier ones. */
cspm_value *coset__map_of(cspm_machine *m, cspm_value *pairs);

/* ---- built-in functions -------------------------------------------------------------------------------------- */

/* STOP, SKIP, DIV: a process without arguments. */
bool coset__builtin_is_process(uint32_t row);
cspm_value *coset__builtin_value(cspm_machine *m, uint32_t row);
cspm_value *coset__builtin_call(cspm_machine *m, uint32_t row, cspm_value *const *args, uint32_t n);

#endif
