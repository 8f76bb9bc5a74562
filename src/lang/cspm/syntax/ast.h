/* lang/cspm/syntax/ast.h - the syntax tree of a CSPM script.
 *
 * Layer    lang/cspm, internal.
 * Shapes   one node type for expressions, patterns, statements, declarations and written types; `kind` determines the
 *          children (listed beside each kind). A pattern is an expression tree of the few kinds that
 *          coset__cspm_pattern allows. If a node has two lists, kid[0..split) is the first, kid[split..n) the second.
 * Owner    the arena of the parse; names are interned, so equal names are equal pointers.
 * Inv      depth <= COSET__CSPM_DEPTH in every tree, so a recursive walk stays within the C stack.
 */
#ifndef COSET_LANG_CSPM_SYNTAX_AST_H
#define COSET_LANG_CSPM_SYNTAX_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/text.h"

#define COSET__CSPM_DEPTH 1500 /* greatest height of a tree; deeper input is an error */

typedef struct cspm_node cspm_node;
typedef struct cspm_type cspm_type;     /* type.h */
typedef struct cspm_symbol cspm_symbol; /* scope.h */
typedef struct cspm_decl cspm_decl;     /* scope.h */
typedef struct cspm_groups cspm_groups; /* scope.h */

/* Constraints of type variables. */
enum {
    COSET__CSPM_EQ = 1,         /* values can be compared for equality */
    COSET__CSPM_ORD = 2,        /* .. and for order */
    COSET__CSPM_SET = 4,        /* can be in a set */
    COSET__CSPM_COMPLETE = 8,   /* no field is missing */
    COSET__CSPM_YIELDABLE = 16, /* can be the end of `=>`: a datatype or Event */
};

typedef enum {
    CSPM_ERROR, /* source that did not parse */

    /* Values. */
    CSPM_NAME,      /* text; kids: names of the modules before `::` */
    CSPM_INT,       /* value */
    CSPM_CHAR,      /* value */
    CSPM_STRING,    /* text, value = length */
    CSPM_BOOL,      /* value */
    CSPM_WILD,      /* _ */
    CSPM_BINDER,    /* a name that a pattern binds; created by the scope pass. text, symbol */
    CSPM_PAREN,     /* e */
    CSPM_TUPLE,     /* e, .. ; n >= 2 */
    CSPM_SET,       /* heads | statements */
    CSPM_SET_RANGE, /* from [to] | statements */
    CSPM_SEQ,       /* heads | statements */
    CSPM_SEQ_RANGE, /* from [to] | statements */
    CSPM_EVENTS,    /* {| heads | statements |} */
    CSPM_MAP,       /* k, v, k, v, .. */
    CSPM_DOT,       /* e . e . .. ; n >= 2 */
    CSPM_DOUBLE,    /* p @@ p */
    CSPM_UNARY,     /* op; e */
    CSPM_BINARY,    /* op; a, b */
    CSPM_IF,        /* condition, then, else */
    CSPM_LET,       /* declarations | body; groups */
    CSPM_LAMBDA,    /* patterns | body */
    CSPM_APPLY,     /* f, arguments */

    /* Processes. */
    CSPM_PREFIX,     /* event, fields, process */
    CSPM_OUT,        /* !e */
    CSPM_IN,         /* ?p [: set] */
    CSPM_CHOOSE,     /* $p [: set] */
    CSPM_GUARD,      /* condition, P */
    CSPM_PROCESS,    /* op; P, Q [, set [, set of Q] or TIES] */
    CSPM_HIDE,       /* P, set */
    CSPM_PROJECT,    /* P, set */
    CSPM_RENAME,     /* P, TIES */
    CSPM_REPLICATED, /* op; statements | body [, set or TIES]; only the set of || sees the statements' names */
    CSPM_TIES,       /* TIE .. | statements */
    CSPM_TIE,        /* from, to */

    /* Statements. */
    CSPM_GENERATOR, /* pattern, collection */
    CSPM_CONDITION, /* e */

    /* Declarations. */
    CSPM_FUNCTION,    /* text; clauses */
    CSPM_CLAUSE,      /* ARGS .., body */
    CSPM_ARGS,        /* patterns */
    CSPM_VALUE,       /* pattern, e */
    CSPM_CHANNEL,     /* names | [type expression] */
    CSPM_DATATYPE,    /* text; CONSTRUCTOR .. */
    CSPM_SUBTYPE,     /* text; CONSTRUCTOR .. */
    CSPM_CONSTRUCTOR, /* text; fields */
    CSPM_NAMETYPE,    /* text; e */
    CSPM_EXTERNAL,    /* names */
    CSPM_TRANSPARENT, /* names */
    CSPM_MODULE,      /* text; ARGS, GROUP private, GROUP exported */
    CSPM_INSTANCE,    /* text; NAME of the module, arguments */
    CSPM_TIMED,       /* declarations | [function]; value = level of its frame, after the slot pass */
    CSPM_ANNOTATION,  /* names | SCHEME */
    CSPM_PRINT,       /* e */
    CSPM_ASSERT,      /* op, flags; operands | options */
    CSPM_GROUP,       /* any list of nodes */

    /* Options of assertions. */
    CSPM_TAU_PRIORITY,  /* set */
    CSPM_PARTIAL_ORDER, /* text = mode or NULL */
    CSPM_SYMMETRY,      /* SYMMETRIC_IN .. ; none = the tool chooses */
    CSPM_SYMMETRIC_IN,  /* NAME of a type, NAMEs of fixed constants */

    /* Written types. */
    CSPM_TYPE_NAME,     /* text; kids as in NAME */
    CSPM_TYPE_SET,      /* t */
    CSPM_TYPE_SEQ,      /* t */
    CSPM_TYPE_MAP,      /* k, v */
    CSPM_TYPE_TUPLE,    /* t, .. */
    CSPM_TYPE_DOT,      /* a, b */
    CSPM_TYPE_DOTABLE,  /* a => b */
    CSPM_TYPE_EXTEND,   /* a =>* b */
    CSPM_TYPE_FUNCTION, /* arguments .., result */
    CSPM_CONSTRAINT,    /* op = one COSET__CSPM_ constraint bit; TYPE_NAME */
    CSPM_SCHEME,        /* CONSTRAINT .. | t */
} cspm_kind;

typedef enum {
    CSPM_OP_NONE,
    CSPM_NOT,
    CSPM_NEGATE,
    CSPM_LENGTH,
    CSPM_OR,
    CSPM_AND,
    CSPM_EQ,
    CSPM_NE,
    CSPM_LT,
    CSPM_GT,
    CSPM_LE,
    CSPM_GE,
    CSPM_ADD,
    CSPM_SUB,
    CSPM_MUL,
    CSPM_DIV,
    CSPM_MOD,
    CSPM_CONCAT,

    CSPM_EXTERNAL_CHOICE,
    CSPM_INTERNAL_CHOICE,
    CSPM_INTERLEAVE,
    CSPM_SEQUENCE,
    CSPM_SLIDING,
    CSPM_INTERRUPT,
    CSPM_PARALLEL,       /* [| A |] */
    CSPM_ALPHABETISED,   /* [A || B] */
    CSPM_EXCEPTION,      /* [| A |> */
    CSPM_SYNC_EXTERNAL,  /* [+ A +] */
    CSPM_SYNC_INTERRUPT, /* /+ A +\ */
    CSPM_LINKED,         /* [a <-> b] */

    CSPM_REFINES, /* operands: specification, implementation */
    CSPM_DEADLOCK_FREE,
    CSPM_DIVERGENCE_FREE,
    CSPM_DETERMINISTIC,
    CSPM_HAS_TRACE, /* operands: process, events .. */
    CSPM_IS_SYMMETRIC,
} cspm_op;

typedef enum {
    CSPM_MODEL_DEFAULT,
    CSPM_MODEL_T,
    CSPM_MODEL_F,
    CSPM_MODEL_FD,
    CSPM_MODEL_V,
    CSPM_MODEL_VD,
    CSPM_MODEL_R,
    CSPM_MODEL_RD,
} cspm_model;

enum {
    CSPM_BAR = 1,     /* a comprehension: there was a `|` */
    CSPM_NEGATED = 2, /* assert not */
    CSPM_ARROW = 4,   /* a generator written `<-` */
    CSPM_PATTERN = 8, /* part of a pattern */
};

typedef struct {
    coset_pos pos;
    uint32_t len;
} cspm_span;

struct cspm_node {
    uint8_t kind;        /* cspm_kind */
    uint8_t op;          /* cspm_op */
    uint8_t model;       /* cspm_model of an assertion */
    uint8_t flags;       /* CSPM_BAR .. */
    uint32_t depth;      /* height of the tree */
    coset_pos pos;       /* first character */
    uint32_t begin, end; /* bytes in the file of `pos`; end = begin if a file boundary lies between */
    uint32_t n, split;   /* children; start of the second list (n if there is one list) */
    cspm_node **kid;
    const char *text; /* interned name, or the bytes of a string */
    int64_t value;
    cspm_symbol *symbol; /* of names and binders, after the scope pass; NULL if unknown */
    union {
        cspm_decl *decl;        /* of declarations, after the scope pass */
        cspm_groups *groups;    /* of LET, after the scope pass */
        const cspm_span *asked; /* of ASSERT, from the parser: its refinement or property */
        cspm_node *timed;       /* of names and processes, after the slot pass: the TIMED around it, or NULL */
    };
    cspm_type *type; /* after the type checker */
    uint32_t slots;  /* after the slot pass: size of the frame that the node opens; 0 = it opens none */
};

/* A new node with `n` children (copied). `split` = n. */
cspm_node *coset__cspm_node(coset_arena *arena, cspm_kind kind, coset_pos pos, uint32_t n, cspm_node *const *kid);
/* A deep copy without the results of later passes. */
cspm_node *coset__cspm_clone(coset_arena *arena, const cspm_node *node);
/* Equal except for positions. */
bool coset__cspm_equal(const cspm_node *a, const cspm_node *b);
/* The expression below any parentheses. */
cspm_node *coset__cspm_bare(cspm_node *node);

const char *coset__cspm_constraint_name(uint8_t constraint);

/* Prints as source text that parses to an equal tree. */
void coset__cspm_print(FILE *out, cspm_node *const *decls, uint32_t n);
void coset__cspm_print_node(FILE *out, const cspm_node *node);

#endif
