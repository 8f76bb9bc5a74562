/* lang/murphi/ast.h - the syntax tree of a Murphi model, before and after checking.
 *
 * Layer    lang/murphi.
 * Owner    every node lives in the arena given to the parser; it borrows nothing from the coset_text.
 * Shapes   lists are linked by `next`, in source order. Strings end with NUL. A node's `pos` is its first byte or,
 *          for an operator, the operator; `len` is the number of bytes to underline.
 *
 * After coset_mu_check returned COSET_OK (and only then), and marked [c] below:
 *  - names: every name points at its declaration; no later pass looks up a name or uses a scope.
 *  - types: every expression, declaration and type expression has its resolved type, never NULL. Two types denote the
 *    same enumeration or scalarset exactly if their pointers are equal; everything else is structural (same bounds,
 *    parts, index and element, fields in order), see coset_mu_type_same.
 *  - constants: `constant` expressions have `value`. Ranges, array sizes, steps and bounds of types are folded.
 *  - numbers: a member or element has a number, type->lo + its rank. These numbers never overlap between types or
 *    with ordinary small integers (COSET_MU_ATOMS), so a union is a set of numbers.
 *  - operators: AND/OR have boolean operands and BITAND/BITOR/BITXOR integer ones (Murphi writes both with & and |);
 *    comparison and arithmetic have compatible operands. EQ/NE compare either simple values or two complex values of
 *    one type; COND is simple. PLUS and UNDEFINED expressions do not occur, except UNDEFINED as a whole argument.
 *  - places: the target of an assignment, clear, undefine, isundefined, multisetadd and so on and each argument for a
 *    var parameter is a designator whose base is a variable, a parameter, a bound variable or an alias of one of
 *    them; it is writable if it is written.
 *  - calls: as many arguments as parameters; by-value arguments are compatible (ranges may still differ: that is
 *    a check at run time); a call in an expression has a result.
 *  - return: has a value in functions, and only there.
 *  - sizes: widths fit (COSET_MU_MAX_SLOTS), ranges that are stored have fewer than 2^32 - 1 values, trees are not
 *    deeper than COSET_MU_MAX_DEPTH (expressions) and COSET_MU_MAX_NEST (statements, rules, types), and lists that
 *    nest when lowered are bounded too, so recursion over them is safe.
 *  - rules: every global variable is known before its use. There may be no start state (a warning).
 */
#ifndef COSET_LANG_MURPHI_AST_H
#define COSET_LANG_MURPHI_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/predicate.h"
#include "base/text.h"

#define COSET_MU_ATOMS        ((int64_t)1 << 48)  /* first number given to an enumeration or scalarset */
#define COSET_MU_MAX_DEPTH    1500                /* height of an expression */
#define COSET_MU_MAX_NEST     200                 /* nested statements, rulesets, types, parentheses */
#define COSET_MU_MAX_BINDERS  64                  /* bound by one forall, for, ruleset or alias */
#define COSET_MU_MAX_BRANCHES 1000                /* branches of an if; branches and values of a switch */
#define COSET_MU_MAX_SLOTS    ((uint64_t)1 << 20) /* of a type, of the state, of the locals of a rule or function */

/* Differences between the two reference tools; see doc/languages/murphi.md. */
typedef enum {
    COSET_MU_STRICT, /* reading an undefined value is a fault, except in plain copies */
    COSET_MU_RUMUR,  /* a plain copy of an undefined value is a fault, too */
    COSET_MU_CMURPHI /* undefined is an additional value of scalarsets and unions */
} coset_mu_dialect;

typedef struct coset_mu_type coset_mu_type;
typedef struct coset_mu_typex coset_mu_typex;
typedef struct coset_mu_expr coset_mu_expr;
typedef struct coset_mu_decl coset_mu_decl;
typedef struct coset_mu_stmt coset_mu_stmt;
typedef struct coset_mu_rule coset_mu_rule;
typedef struct coset_mu_function coset_mu_function;

/* ---- resolved types ------------------------------------------------------------------------------------------ */

typedef enum {
    COSET_MU_BOOL,      /* lo = 0, n = 2 */
    COSET_MU_RANGE,     /* lo .. lo + n - 1 */
    COSET_MU_ENUM,      /* numbers lo .. lo + n - 1, names in `members` */
    COSET_MU_SCALARSET, /* numbers lo .. lo + n - 1 */
    COSET_MU_UNION,     /* of enumerations and scalarsets; unions inside are flattened */
    COSET_MU_INT,       /* any int64_t: literals, arithmetic, loop variables with computed bounds; never stored in a
                           variable */
    COSET_MU_BAGINDEX,  /* entry of a multiset of type `bag`; n = its capacity */
    COSET_MU_ARRAY,
    COSET_MU_RECORD,
    COSET_MU_BAG
} coset_mu_kind;

struct coset_mu_type {
    coset_mu_kind kind;
    const char *name; /* first name it was declared under, or NULL */
    coset_pos pos;
    int64_t lo;             /* BOOL, RANGE, ENUM, SCALARSET; UNION and INT: 0 */
    uint64_t n;             /* number of values: simple types; BAG: capacity */
    uint64_t width;         /* slots of a value: simple 1; bag n * (1 + element) */
    uint32_t nest;          /* depth of the type */
    coset_mu_decl *members; /* ENUM: MEMBER declarations by `next_member`, in order */
    uint32_t n_parts;       /* UNION: at least 1 */
    coset_mu_type **parts;
    coset_mu_type *index;   /* ARRAY: a simple type */
    coset_mu_type *element; /* ARRAY, BAG */
    uint32_t n_fields;      /* RECORD */
    coset_mu_decl *fields;  /* RECORD: FIELD declarations by `next`, in order */
    coset_mu_type *bag;     /* BAGINDEX */
    void *lowered;          /* for lower*.c, NULL until then */
};

static inline bool coset_mu_is_simple(const coset_mu_type *t) { return t->kind < COSET_MU_ARRAY; }
static inline bool coset_mu_is_number(const coset_mu_type *t)
{
    return t->kind == COSET_MU_RANGE || t->kind == COSET_MU_INT;
}

/* A type as written. */
typedef enum {
    COSET_MU_X_NAME,      /* name */
    COSET_MU_X_RANGE,     /* a .. b */
    COSET_MU_X_ENUM,      /* decls: MEMBER */
    COSET_MU_X_SCALARSET, /* (a) */
    COSET_MU_X_UNION,     /* parts */
    COSET_MU_X_ARRAY,     /* [index] of element */
    COSET_MU_X_RECORD,    /* decls: FIELD */
    COSET_MU_X_BAG        /* multiset [a] of element */
} coset_mu_typex_kind;

struct coset_mu_typex {
    coset_mu_typex_kind kind;
    coset_pos pos;
    uint32_t len;
    const char *name;
    coset_mu_expr *a, *b;
    coset_mu_decl *decls;
    coset_mu_typex *parts, *next; /* UNION: its parts by `next` */
    coset_mu_typex *index, *element;
    coset_mu_type *type; /* [c] */
};

/* ---- declarations -------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_MU_CONST,   /* init */
    COSET_MU_TYPE,    /* typex */
    COSET_MU_VAR,     /* typex; global or local */
    COSET_MU_PARAM,   /* typex, by_ref */
    COSET_MU_BINDER,  /* of quantifiers, rulesets, for, choose, multisetcount ...: typex | from, to, step | bag */
    COSET_MU_ALIAS,   /* init */
    COSET_MU_MEMBER,  /* of an enumeration: value [c] */
    COSET_MU_FIELD,   /* of a record: typex */
    COSET_MU_FUNCTION /* function */
} coset_mu_decl_kind;

struct coset_mu_decl {
    coset_mu_decl_kind kind;
    const char *name;
    coset_pos pos;
    uint32_t len;
    coset_mu_decl *next;             /* in its list */
    coset_mu_decl *next_member;      /* MEMBER */
    coset_mu_typex *typex;           /* shared by `x, y: t` */
    coset_mu_expr *init;             /* CONST, ALIAS (shared by `x, y: e`) */
    coset_mu_expr *from, *to, *step; /* BINDER `:= from to to by step`; step NULL = 1 */
    coset_mu_expr *bag;              /* BINDER over the entries of this multiset (a designator) */
    bool by_ref;                     /* PARAM */
    coset_mu_function *function;
    coset_mu_type *type; /* [c]; NULL for a procedure. BINDER with from/to: the range between them if both are
                            constant, else INT; with bag: BAGINDEX */
    int64_t value;       /* [c] CONST, MEMBER; ALIAS if is_constant */
    bool is_constant;    /* [c] CONST, MEMBER, and an ALIAS of a constant expression */
    bool is_global;      /* [c] VAR of the state */
    bool is_place;       /* [c] ALIAS of a designator (binds its address when the alias is entered); else the
                            alias denotes its expression's value */
    bool is_writable;    /* [c] may be assigned, cleared, passed to a var parameter */
    bool is_open;        /* [c] BINDER of a loop or ruleset: a statement may write to it... */
    bool is_assigned;    /* [c] ...and one does: each iteration has its own copy, whose changes end with it */
    uint32_t number;     /* [c] FIELD, PARAM: position in its list */
    void *lowered;       /* for lower*.c, NULL until then */
};

/* ---- expressions --------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_MU_E_NUMBER, /* value */
    COSET_MU_E_NAME,   /* decl: VAR PARAM BINDER ALIAS CONST MEMBER */
    COSET_MU_E_FIELD,  /* a.name */
    COSET_MU_E_INDEX,  /* a[b]; a is an array or a multiset */
    COSET_MU_E_NOT,
    COSET_MU_E_NEG,
    COSET_MU_E_BITNOT,
    COSET_MU_E_PLUS, /* a */
    COSET_MU_E_ADD,
    COSET_MU_E_SUB,
    COSET_MU_E_MUL,
    COSET_MU_E_DIV,
    COSET_MU_E_MOD,
    COSET_MU_E_SHL,
    COSET_MU_E_SHR,
    COSET_MU_E_BITAND,
    COSET_MU_E_BITOR,
    COSET_MU_E_BITXOR,
    COSET_MU_E_LT,
    COSET_MU_E_LE,
    COSET_MU_E_GT,
    COSET_MU_E_GE,
    COSET_MU_E_EQ,
    COSET_MU_E_NE,
    COSET_MU_E_AND,
    COSET_MU_E_OR,
    COSET_MU_E_IMPLIES, /* a, b */
    COSET_MU_E_COND,    /* a ? b : c */
    COSET_MU_E_FORALL,
    COSET_MU_E_EXISTS,      /* binders, a */
    COSET_MU_E_CALL,        /* decl [c], name, args */
    COSET_MU_E_ISUNDEFINED, /* a: a designator of simple type */
    COSET_MU_E_ISMEMBER,    /* a, member */
    COSET_MU_E_BAGCOUNT,    /* binders: one with `bag`; a */
    COSET_MU_E_UNDEFINED    /* the word `undefined` */
} coset_mu_op;

struct coset_mu_expr {
    coset_mu_op op;
    coset_pos pos; /* of the operator's or the name's token */
    uint32_t len;
    uint32_t depth;   /* height of this tree, 1 for a leaf */
    const char *name; /* NAME, FIELD, CALL */
    int64_t value;    /* NUMBER; [c] wherever `constant` */
    coset_mu_expr *a, *b, *c;
    coset_mu_expr *args; /* CALL: by `next` */
    coset_mu_expr *next;
    coset_mu_decl *binders; /* by `next`, the first outermost */
    coset_mu_typex *member; /* ISMEMBER */
    bool grouped;           /* in parentheses */
    coset_mu_decl *decl;    /* [c] NAME, CALL (kind FUNCTION), FIELD (kind FIELD) */
    coset_mu_type *type;    /* [c] */
    bool constant;          /* [c] */
    bool is_place;          /* [c] a designator: VAR, PARAM, BINDER or alias of a place at its base, then fields and
                               indices */
};

/* ---- statements ---------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_MU_S_ASSIGN, /* target := e, both simple or both complex of one type */
    COSET_MU_S_IF,     /* clauses; the last one may have no condition (else) */
    COSET_MU_S_SWITCH, /* e, clauses with values; the last one may have none (else) */
    COSET_MU_S_FOR,    /* binders, body */
    COSET_MU_S_WHILE,  /* e, body */
    COSET_MU_S_CALL,   /* e: CALL; its result is dropped */
    COSET_MU_S_RETURN, /* e or NULL */
    COSET_MU_S_ASSERT,
    COSET_MU_S_ASSUME,
    COSET_MU_S_COVER,       /* e, text or NULL */
    COSET_MU_S_ERROR,       /* text */
    COSET_MU_S_PUT,         /* text, or e (any type) */
    COSET_MU_S_CLEAR,       /* target */
    COSET_MU_S_UNDEFINE,    /* target; also `target := undefined` */
    COSET_MU_S_ALIAS,       /* binders: ALIAS declarations; body */
    COSET_MU_S_BAGADD,      /* e (the element), target (the multiset) */
    COSET_MU_S_BAGREMOVE,   /* e (BAGINDEX), target */
    COSET_MU_S_BAGREMOVE_IF /* binders: one with `bag`; e */
} coset_mu_stmt_op;

/* One `if`, `elsif` or `else`; one `case` or `else`. */
typedef struct coset_mu_clause {
    coset_pos pos;
    struct coset_mu_clause *next;
    coset_mu_expr *when; /* if: the condition; case: values by `next`; NULL: else */
    coset_mu_stmt *body;
} coset_mu_clause;

struct coset_mu_stmt {
    coset_mu_stmt_op op;
    coset_pos pos;
    uint32_t len;
    coset_mu_stmt *next;
    coset_mu_expr *target, *e;
    const char *text;
    coset_mu_decl *binders;
    coset_mu_clause *clauses;
    coset_mu_stmt *body;
};

/* ---- functions, rules, models -------------------------------------------------------------------------------- */

struct coset_mu_function {
    const char *name;
    coset_pos pos;
    uint32_t len;
    coset_mu_decl *params;
    uint32_t n_params;
    coset_mu_typex *result; /* NULL: a procedure */
    coset_mu_decl *decls;   /* local, in order: CONST, TYPE, VAR */
    coset_mu_stmt *body;
    coset_mu_decl *decl; /* its FUNCTION declaration */
};

typedef enum {
    COSET_MU_R_RULE,    /* name, guard or NULL, decls, body */
    COSET_MU_R_START,   /* name, decls, body */
    COSET_MU_R_RULESET, /* binders, rules */
    COSET_MU_R_ALIAS,   /* binders: ALIAS declarations; rules */
    COSET_MU_R_CHOOSE,  /* binders: one with `bag`; rules */
    COSET_MU_R_INVARIANT,
    COSET_MU_R_ASSUME,
    COSET_MU_R_COVER,
    COSET_MU_R_LIVENESS, /* name or NULL, guard: the condition */
    COSET_MU_R_PREDICATE /* of a formula: guard, predicate */
} coset_mu_rule_kind;

struct coset_mu_rule {
    coset_mu_rule_kind kind;
    coset_pos pos;
    uint32_t len;
    coset_mu_rule *next;
    const char *name;
    coset_mu_expr *guard;
    coset_mu_decl *binders;
    coset_mu_decl *decls;
    coset_mu_stmt *body;
    coset_mu_rule *rules;
    coset_predicate *predicate;
    uint32_t priority; /* RULE: CMurphi's number before the name; 0 if there is none */
};

/* One entry of the top level, in source order: exactly one member is set. */
typedef struct coset_mu_item {
    struct coset_mu_item *next;
    coset_mu_decl *decl; /* CONST, TYPE, VAR */
    coset_mu_function *function;
    coset_mu_rule *rule;
} coset_mu_item;

typedef struct {
    coset_arena *arena;
    uint16_t file;
    coset_mu_dialect dialect;
    coset_mu_item *items;
    coset_mu_type *boolean;               /* [c] the type boolean */
    coset_mu_type *integer;               /* [c] the type INT */
    struct coset_mu_temporals *temporals; /* temporal.c: LTL formulas */
} coset_mu_model;

/* The types have the same layout and the same values. */
bool coset_mu_type_same(const coset_mu_type *a, const coset_mu_type *b);

/* Text of a type for messages, in the arena. */
const char *coset_mu_type_text(coset_arena *arena, const coset_mu_type *type);

#endif
