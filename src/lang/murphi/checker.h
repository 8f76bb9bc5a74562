/* lang/murphi/checker.h - what the files of the checker share: check*.c and no others include it. */
#ifndef COSET_LANG_MURPHI_CHECKER_H
#define COSET_LANG_MURPHI_CHECKER_H

#include "lang/murphi/check.h"

/* A declared name. Entries form a stack; scopes are marks in it, and hash chains link from the newest to the oldest
 * entry, so the innermost meaning of a name is found first. */
typedef struct {
    coset_mu_decl *decl;
    uint32_t hash, older; /* number + 1 of the entry before it in its chain, 0 = none */
} coset_mu_entry;

#define COSET_MU_CHAINS      1024u
#define COSET_MU_MOST_VALUES ((uint64_t)UINT32_MAX - 1) /* of a stored simple type: 0 is reserved for "undefined" */

typedef struct {
    coset_text *text;
    coset_arena *arena;
    coset_mu_model *model;
    coset_load_options *options;
    coset_mu_dialect dialect;
    int64_t next_atom;
    coset_mu_type *broken;       /* type of expressions that are already reported */
    coset_mu_decl *unknown;      /* meaning of names that are already reported */
    coset_mu_function *function; /* being checked, or NULL */
    bool in_body;                /* of a rule or function: statements are checked */
    bool returns;                /* a return statement was seen in it */
    const coset_mu_expr *source; /* may be a ?: of complex values, because these are lowered part by part */
    uint32_t starts;
    uint32_t most_errors;              /* of the model, then the checker stops */
    uint64_t state_slots, local_slots; /* of the variables so far; locals: of the rule or function being checked */
    uint32_t scope;                    /* first entry of the innermost scope */
    COSET_VEC(coset_mu_entry) entries;
    uint32_t chains[COSET_MU_CHAINS]; /* number + 1 of the last entry */
} coset_mu_checker;

/* Adds an error; all arguments as for coset_message. */
#define coset_mu_error(c, code, at, ...)                                                                               \
    coset_message((c)->text, COSET_SEVERITY_ERROR, code, (at)->pos, (at)->len, __VA_ARGS__)
#define coset_mu_help(c, ...) coset_message_help((c)->text, __VA_ARGS__)

/* check_scope.c */
uint32_t coset_mu_scope_enter(coset_mu_checker *c); /* returns the mark for leave */
void coset_mu_scope_leave(coset_mu_checker *c, uint32_t outer);
void coset_mu_declare(coset_mu_checker *c, coset_mu_decl *d);
/* The innermost meaning, or NULL. */
coset_mu_decl *coset_mu_find(const coset_mu_checker *c, const char *name);
/* Adds "did you mean" with the nearest visible name among the kinds (bits 1 << kind), if there is one. */
void coset_mu_suggest(coset_mu_checker *c, const char *name, uint32_t kinds);

/* The limit of errors is reached: loops over the tree end. */
bool coset_mu_enough(const coset_mu_checker *c);

/* check_type.c */
coset_mu_type *coset_mu_new_type(coset_mu_checker *c, coset_mu_kind kind);
coset_mu_type *coset_mu_check_type(coset_mu_checker *c, coset_mu_typex *x);
/* As check_type, for values that are stored: the type must fit. */
coset_mu_type *coset_mu_check_stored(coset_mu_checker *c, coset_mu_typex *x);
/* Adds the slots of a variable to a sum; reports if it becomes too large. */
void coset_mu_add_slots(coset_mu_checker *c, uint64_t *sum, const coset_mu_decl *d);
/* A simple value of one type may be compared with, or assigned to, the other. */
bool coset_mu_type_fits(const coset_mu_type *a, const coset_mu_type *b);
const char *coset_mu_describe(coset_mu_checker *c, const coset_mu_type *t);

/* check_expr.c */
void coset_mu_check_expr(coset_mu_checker *c, coset_mu_expr *e);
/* Checks a value that is copied as a whole: it may be a ?: of complex values. */
void coset_mu_check_source(coset_mu_checker *c, coset_mu_expr *e);
/* Checks it and requires a boolean; `what` names it ("the condition"). */
void coset_mu_check_condition(coset_mu_checker *c, coset_mu_expr *e, const char *what);
/* As check_condition, but also accepts a number or a member of an enumeration: `e != 0`, or `e != the first`. */
void coset_mu_check_truth(coset_mu_checker *c, coset_mu_expr *e, const char *what);
/* Checks it; a constant member of an enumeration (or truth value) becomes the number of its position, from 0. */
void coset_mu_check_position(coset_mu_checker *c, coset_mu_expr *e);
/* Checks it and requires an integer constant. */
bool coset_mu_check_constant(coset_mu_checker *c, coset_mu_expr *e, const char *what, int64_t *value);
/* Checks a designator; `written`: it must be writable. `doing` completes "cannot ...". */
bool coset_mu_check_place(coset_mu_checker *c, coset_mu_expr *e, bool written, const char *doing);
/* A checked value fits a type; else reports it at `at` ("cannot assign X to Y"). */
bool coset_mu_check_fit(coset_mu_checker *c, const coset_mu_expr *value, const coset_mu_type *type, coset_pos pos,
                        uint32_t len, const char *doing);
void coset_mu_check_call(coset_mu_checker *c, coset_mu_expr *e, bool needs_result);
static inline bool coset_mu_is_broken(const coset_mu_checker *c, const coset_mu_expr *e)
{
    return e->type == c->broken;
}
/* Replaces operator and operands by their value if they are constant. */
void coset_mu_fold(coset_mu_checker *c, coset_mu_expr *e);

/* check_stmt.c */
void coset_mu_check_stmts(coset_mu_checker *c, coset_mu_stmt *s);
void coset_mu_check_decls(coset_mu_checker *c, coset_mu_decl *d);
void coset_mu_check_decl(coset_mu_checker *c, coset_mu_decl *d);
/* Checks and declares, one after the other. `fixed`: computed bounds must be constants. */
void coset_mu_check_binders(coset_mu_checker *c, coset_mu_decl *d, bool fixed);
/* Loop variables and parameters of rules: statements may write to a local copy of them. */
void coset_mu_open_binders(coset_mu_decl *d);

#endif
