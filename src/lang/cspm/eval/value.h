/* lang/cspm/eval/value.h - values of CSPM at run time.
 *
 * Layer    lang/cspm, internal.
 * Shapes   a value is a header and cells. Parts of tuples, sequences and maps may be THUNKs; fields of dotted values
 *          and elements of sets never are. The comments of the kinds list the cells.
 * Memory   values are never freed one by one: they live until the machine ends. It counts them and stops with a
 *          message at its limit.
 */
#ifndef COSET_LANG_CSPM_EVAL_VALUE_H
#define COSET_LANG_CSPM_EVAL_VALUE_H

#include "lang/cspm/check/scope.h"

typedef enum {
    VALUE_THUNK,    /* not yet evaluated; see cspm_thunk_kind */
    VALUE_INT,      /* integer */
    VALUE_BOOL,     /* integer */
    VALUE_CHAR,     /* integer */
    VALUE_NIL,      /* the empty sequence */
    VALUE_CONS,     /* head, tail */
    VALUE_TUPLE,    /* parts */
    VALUE_DATA,     /* symbol (channel or constructor), fields so far */
    VALUE_DOTS,     /* parts, at least 2 */
    VALUE_SET,      /* see cspm_set_kind */
    VALUE_MAP,      /* key, value, key, value, .. in order of keys */
    VALUE_FUNCTION, /* node (FUNCTION or LAMBDA), frame, arguments so far */
    VALUE_BUILTIN,  /* row, arguments so far */
    VALUE_PROCESS,  /* node, frame: a process operator and the values of its names; `sub` = 1: row, arguments */
    VALUE_FRAME,    /* a cspm_frame */
    VALUE_MOVED,    /* during a collection: at[0] is its new address */
} cspm_value_kind;

typedef enum {
    THUNK_NODE,    /* node, frame */
    THUNK_PATTERN, /* decl of a VALUE whose pattern binds it, frame */
    THUNK_RANGE,   /* number before the first, last or NULL, rest: <first ..> and <first .. last> ^ rest */
    THUNK_APPEND,  /* sequence, tail */
    THUNK_CONCAT,  /* sequence of sequences */
    THUNK_MORE,    /* node, frame, statement, rest of its sequence, tail: of a comprehension */
    THUNK_RUNNING, /* being evaluated: if it is forced now, it depends on itself */
    THUNK_DONE,    /* value */
    THUNK_BROKEN,  /* evaluation failed with a message */
} cspm_thunk_kind;

typedef enum {
    SET_LIST,    /* elements in order, without repetition */
    SET_INTS,    /* all numbers */
    SET_FROM,    /* integer: all numbers >= it */
    SET_CHARS,   /* all characters */
    SET_PROCS,   /* all processes */
    SET_TYPE,    /* symbol of a datatype; list */
    SET_EVENTS,  /* list */
    SET_DATA,    /* symbol, a set for each field; list: constructor.f1.f2.. */
    SET_DOTS,    /* sets; list: all x1.x2.. */
    SET_TUPLES,  /* sets; list */
    SET_POWER,   /* set; list: its subsets */
    SET_SEQS,    /* set; list: the sequences over it */
    SET_MAPS,    /* keys, values; list: the partial maps */
    SET_UNION,   /* set, set; list */
} cspm_set_kind; /* `list`: the SET_LIST of its elements, in the last cell; NULL until it is needed */

typedef struct cspm_value cspm_value;
typedef struct cspm_frame cspm_frame;

typedef union {
    int64_t integer;
    cspm_value *value;
    const cspm_node *node;
    const cspm_decl *decl;
    cspm_symbol *symbol;
    cspm_frame *frame;
} cspm_cell;

struct cspm_value {
    uint8_t kind, sub;
    uint32_t n; /* cells */
    cspm_cell at[];
};

/* The values of the names that one construct binds. */
struct cspm_frame {
    uint8_t kind; /* VALUE_FRAME: frames live among the values */
    uint16_t level;
    uint32_t n;
    cspm_frame *outer;
    cspm_value *at[];
};

#endif
