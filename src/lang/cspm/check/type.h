/* lang/cspm/check/type.h - types: their shapes, unification, constraints and the rules of the dot.
 *
 * Layer    lang/cspm, internal.
 * Shapes   a type is a tree whose variables are filled by unification (coset__type_see follows them).
 *          DOT a b          the value a.b
 *          DOTABLE a b      a => b: applied to an `a` by a dot it becomes a `b`; often nested in b
 *          EXTENDABLE e b   a =>* b: an unknown number of dots away from b; `e` is a variable for the missing fields.
 *                           It is filled with EMPTY (nothing is missing) or MORE a e' (an `a`, then e').
 * Dots     A dotted type is a list of parts. It is evaluated from the right: a dotable part takes the parts after it as
 *          its fields, an unfinished part passes its missing fields to the part before it. A variable at the end may be
 *          any number of fields, so `c.x` stays unevaluated until it is unified with a type that decides, or until a
 *          decision is required (by a function argument, Complete): then x takes all fields (longest match).
 * Bounds   a type deeper or larger than a fixed limit makes the operation fail with ts->why set.
 * Numbers  INT contains a variable for a class of numbers: numbers that may flow into one another have one class. A
 *          class is filled only with another class. It is generalised like other variables, so each use of a constant
 *          or a function may have its own classes. Classes do not restrict what is well typed;
 *          lang/cspm/check/numbers.h describes their purpose.
 * Owner    the arena of the check.
 */
#ifndef COSET_LANG_CSPM_CHECK_TYPE_H
#define COSET_LANG_CSPM_CHECK_TYPE_H

#include "lang/cspm/syntax/ast.h"

typedef enum {
    TYPE_VARIABLE, /* unknown; at[0] once known */
    TYPE_RIGID,    /* a type variable of an annotation */
    TYPE_PROC,
    TYPE_INT, /* at[0]: a variable, its class */
    TYPE_BOOL,
    TYPE_CHAR,
    TYPE_EVENT,
    TYPE_DATATYPE, /* symbol */
    TYPE_SET,
    TYPE_SEQ,
    TYPE_MAP,
    TYPE_TUPLE,
    TYPE_FUNCTION, /* arguments .., result */
    TYPE_DOT,
    TYPE_DOTABLE,
    TYPE_EXTENDABLE,
    TYPE_EMPTY,
    TYPE_MORE,
} cspm_type_kind;

struct cspm_type {
    uint8_t kind;        /* cspm_type_kind */
    uint8_t constraints; /* of VARIABLE and RIGID */
    bool missing;        /* VARIABLE: the first part of an EXTENDABLE */
    uint32_t level;      /* VARIABLE and RIGID: nesting depth of the binding that owns it; see generalise */
    uint32_t n;
    const char *name;    /* RIGID; VARIABLE of an annotation */
    cspm_symbol *symbol; /* DATATYPE */
    cspm_type **at;      /* parts; VARIABLE: its value, n = 1, once known */
};

/* A type that may be used at many instances: `vars` are unfilled variables of `type`. */
typedef struct {
    cspm_type *type;
    cspm_type **vars;
    uint32_t n_vars;
} cspm_scheme;

/* A datatype whose equality was needed before its fields were known. */
typedef struct {
    cspm_symbol *datatype;
    coset_pos pos;
    uint32_t len;
} cspm_eq_later;

typedef struct {
    coset_arena *arena;
    cspm_type *proc, *boolean, *character, *event, *empty;
    uint32_t level; /* of new variables */
    uint64_t steps; /* work of the last operation */
    /* Why the last operation failed: two parts that differ, a missing constraint, or a text. */
    cspm_type *differ[2];
    uint8_t lacks;
    const char *why;
    coset_pos here; /* for eq_later */
    uint32_t here_len;
    COSET_VEC(cspm_eq_later) eq_later;
} cspm_types;

/* On which side unification may evaluate a dotted type that begins with a variable, which makes the variable dotable:
 * in an expression `a.x` may become an Event (so `a` is a channel), in a pattern it may not. */
enum { SPLIT_NONE = 0, SPLIT_EXPECTED = 1, SPLIT_ACTUAL = 2, SPLIT_BOTH = 3 };

void coset__type_init(cspm_types *ts, coset_arena *arena);
void coset__type_fini(cspm_types *ts);

cspm_type *coset__type_var(cspm_types *ts);
cspm_type *coset__type_int(cspm_types *ts);
cspm_type *coset__type_rigid(cspm_types *ts, const char *name, uint8_t constraints);
cspm_type *coset__type_new(cspm_types *ts, cspm_type_kind kind, uint32_t n, cspm_type *const *at);
cspm_type *coset__type_one(cspm_types *ts, cspm_type_kind kind, cspm_type *a);
cspm_type *coset__type_two(cspm_types *ts, cspm_type_kind kind, cspm_type *a, cspm_type *b);
cspm_type *coset__type_extendable(cspm_types *ts, cspm_type *base);
cspm_type *coset__type_datatype(cspm_types *ts, cspm_symbol *symbol);

/* The type behind filled variables, with an EXTENDABLE whose first part is known rewritten. */
cspm_type *coset__type_see(cspm_types *ts, cspm_type *t);
/* Evaluates the dots at the top of `t`; `longest`: a last variable takes all fields. NULL if the fields do not fit. */
cspm_type *coset__type_evaluate(cspm_types *ts, cspm_type *t, bool longest);

/* Makes the two types equal by filling variables; false if they cannot be. */
bool coset__type_unify(cspm_types *ts, cspm_type *expected, cspm_type *actual, int split);
/* Makes `t` satisfy the constraints (bits) by constraining its variables; false if it cannot. */
bool coset__type_require(cspm_types *ts, cspm_type *t, uint8_t constraints);

/* Values of cspm_symbol.equality. */
enum { EQUALITY_OPEN, EQUALITY_FIELDS_KNOWN, EQUALITY_YES, EQUALITY_NO };
/* Equality of a datatype whose fields (and those of all reachable datatypes) are known. */
bool coset__type_has_equality(cspm_types *ts, cspm_symbol *datatype);

/* Quantifies the variables of `t` that are deeper than ts->level. A type beyond the bounds sets ts->why. */
cspm_scheme coset__type_generalise(cspm_types *ts, cspm_type *t);
/* Prevents the variables of `t` from being quantified later. */
void coset__type_fix(cspm_types *ts, cspm_type *t);
cspm_type *coset__type_instantiate(cspm_types *ts, const cspm_scheme *scheme);
/* `t` has an unfilled variable. */
bool coset__type_open(cspm_types *ts, cspm_type *t);

/* Text in the arena. Variables are a, b, ..; at most a few hundred bytes. */
const char *coset__type_text(cspm_types *ts, cspm_type *t);

#endif
