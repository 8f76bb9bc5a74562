/* lang/cspm/check/scope.h - name resolution: the declaration of each name.
 *
 * Layer    lang/cspm, internal.
 * Idea     After this pass no name is looked up again. It eliminates modules: a module without parameters becomes a set
 *          of ordinary declarations, and each instance a copy of the module's declarations with its own symbols, so
 *          channels and datatypes of two instances differ. The declarations of one place (the script, a let, the body
 *          of a module with parameters) are sorted into groups of mutually recursive ones (SCCs), in topological order:
 *          each group needs only groups before it.
 * Owner    the arena.
 */
#ifndef COSET_LANG_CSPM_CHECK_SCOPE_H
#define COSET_LANG_CSPM_CHECK_SCOPE_H

#include "lang/cspm/check/type.h"
#include "lang/cspm/syntax/parse.h"

typedef enum {
    SYMBOL_VALUE, /* function, constant, parameter, bound variable */
    SYMBOL_CHANNEL,
    SYMBOL_CONSTRUCTOR,
    SYMBOL_DATATYPE,
    SYMBOL_SUBTYPE,
    SYMBOL_NAMETYPE,
    SYMBOL_BUILTIN,
    SYMBOL_MODULE,
    SYMBOL_INSTANCE,
} cspm_symbol_kind;

typedef struct cspm_scope cspm_scope;
typedef struct cspm_home cspm_home;
typedef struct cspm_module cspm_module; /* scope.c */

struct cspm_symbol {
    const char *name;
    uint8_t kind;                /* cspm_symbol_kind */
    bool exported;               /* visible outside its module */
    bool bad;                    /* its declaration has a reported error: do not report its uses */
    uint8_t equality;            /* DATATYPE: see coset__type_settle_equality */
    coset_pos pos;               /* where it is bound; line 0 = built in */
    cspm_decl *decl;             /* its declaration; NULL if built in or bound inside an expression */
    cspm_symbol *owner;          /* CONSTRUCTOR: its datatype */
    const cspm_node *annotation; /* SCHEME, or NULL */
    cspm_decl *annotated;        /* the ANNOTATION, or NULL */
    cspm_scheme scheme;          /* by the type checker */
    uint32_t builtin;            /* BUILTIN: row of coset__cspm_builtins */
    cspm_scope *inside;          /* MODULE and INSTANCE: the exported names */
    cspm_module *module;         /* MODULE and INSTANCE */
    uint32_t level, slot;        /* after the slot pass: location of the value; level 0 = the script */
    uint32_t fields;             /* CONSTRUCTOR and CHANNEL, after the slot pass: number of fields */
};

struct cspm_decl {
    cspm_node *node;
    cspm_decl *outer;           /* the declaration whose expression contains this one */
    cspm_home *home;            /* the place that contains it */
    cspm_scope *scope;          /* of its right side */
    cspm_node *timed;           /* the innermost TIMED around it, or NULL */
    cspm_symbol *instance;      /* the instance it was copied for, or NULL */
    const char *path;           /* "M::I::" of the enclosing modules and instances, or NULL */
    cspm_scope *argument_scope; /* parameter of an instance: scope of the argument, else NULL */
    cspm_node *argument_timed;  /* .. and the TIMED around it */
    bool exported;
    COSET_VEC(cspm_symbol *) defines;
    COSET_VEC(cspm_decl *) uses; /* declarations of the same home */
    cspm_symbol **symbols;       /* `defines` after the pass */
    uint32_t n_symbols;
    uint32_t index, low, number; /* of the search for groups */
    bool open;
};

/* Mutually recursive declarations form a group; [start[i], start[i + 1]) is group i. */
struct cspm_groups {
    uint32_t n;
    uint32_t *start;
    cspm_decl **decls;
};

/* A module with parameters, checked on its own before its instances. */
typedef struct {
    cspm_node *args; /* ARGS, resolved */
    cspm_home *home;
    cspm_scope *scope; /* of the parameters */
    cspm_groups *groups;
} cspm_generic;

/* The places of all messages so far. */
typedef struct {
    coset_text *text;
    COSET_VEC(coset_pos) places;
} cspm_reports;

typedef struct {
    cspm_reports *reports;
    coset_arena *arena;
    cspm_names *names;
    cspm_groups *groups; /* of the script, its modules and instances */
    cspm_node **asserts; /* in source order */
    cspm_node **prints;  /* in source order */
    cspm_generic *generics;
    uint32_t n_asserts, n_prints, n_generics;
    cspm_symbol **builtins; /* one for each row of coset__cspm_builtins */
} cspm_program;

/* Resolves all names of the script. */
void coset__cspm_resolve(cspm_reports *reports, coset_arena *arena, cspm_names *names, cspm_script script,
                         cspm_program *out);

/* Reports, unless this place has a message already (a module is checked once for each instance) or there are too many
 * messages. */
bool coset__cspm_report(cspm_reports *reports, coset_pos pos, uint32_t len, const char *code, const char *fmt, ...)
    COSET_PRINTF(5, 6);

/* ---- built-in names ------------------------------------------------------------------------------------------ */

enum {
    BUILTIN_PLAIN = 1,
    BUILTIN_EXTERNAL = 2,
    BUILTIN_TRANSPARENT = 4,
    BUILTIN_TIMED = 8, /* only inside Timed sections */
};

typedef struct {
    const char *name;
    uint8_t where;    /* BUILTIN_ bits */
    const char *type; /* a scheme */
} cspm_builtin;

extern const cspm_builtin coset__cspm_builtins[];
extern const uint32_t coset__cspm_n_builtins;

#endif
