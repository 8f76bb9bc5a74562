/* lang/promela/check/checker.h - what the files of the checker share: check*.c and no others include it. */
#ifndef COSET_LANG_PROMELA_CHECK_CHECKER_H
#define COSET_LANG_PROMELA_CHECK_CHECKER_H

#include "lang/promela/check/check.h"

/* A visible name; at most one of the pointers is set. Entries form a stack; scopes are marks in it. Promela has no
 * shadowing, so a name has one meaning at a time. */
typedef struct {
    const char *name;
    coset_pml_var *var;
    coset_pml_member *member;
    coset_pml_proc *proc;
    coset_pml_record *record;
    uint32_t hash, older; /* number + 1 of the entry before it in its chain, 0 = none */
} coset_pml_entry;

#define COSET_PML_CHAINS      1024u
#define COSET_PML_MOST_ERRORS 100u

/* A jump or a label, with the enclosing blocks. */
typedef struct {
    coset_pml_stmt *go;     /* GOTO, or NULL */
    coset_pml_label *label; /* or NULL */
    uint32_t scope;
    coset_pml_stmt *d_step; /* around it, or NULL */
    coset_pml_inlined *inlined;
} coset_pml_jump;

typedef struct {
    coset_pos pos;
    const char *code;
} coset_pml_blamed;

typedef struct {
    coset_text *text;
    coset_arena *arena;
    coset_pml_model *model;
    uint32_t most_errors; /* of the model, then the checker stops */
    COSET_VEC(coset_pml_blamed) blamed;
    COSET_VEC(coset_pml_entry) entries;
    uint32_t chains[COSET_PML_CHAINS]; /* number + 1 of the last entry */
    /* the process being checked */
    coset_pml_proc *proc; /* or NULL */
    coset_pml_var **last_var;
    coset_pml_label **last_label;
    uint32_t scope;                  /* number of the innermost block */
    COSET_VEC(uint32_t) outer;       /* of each block: the one around it */
    COSET_VEC(coset_pml_jump) jumps; /* all gotos and labels of the process */
    coset_pml_stmt *d_step, *loop;   /* the innermost ones, or NULL */
    coset_pml_inlined *inlined;      /* the inline whose body is checked */
    bool is_first;                   /* no statement precedes this one: declarations may initialise */
    bool may_be_else;                /* the statement begins an option */
    bool in_trace, in_formula, in_remote, in_provided;
    /* to check at the end */
    COSET_VEC(coset_pml_expr *) runs;     /* their proctypes may be declared later */
    COSET_VEC(coset_pml_expr *) channels; /* places with `chan` */
} coset_pml_checker;

/* ---- messages (check_report.c) ---------------------------------------------------------------------------------- */

/* False if this place has such a message already (an inline is checked at each call). */
bool coset_pml_report(coset_pml_checker *c, coset_severity severity, const char *code, coset_pos pos, uint32_t len,
                      const char *fmt, ...) COSET_PRINTF(6, 7);
#define coset_pml_error(c, code, at, ...)                                                                              \
    coset_pml_report(c, COSET_SEVERITY_ERROR, code, (at)->pos, (at)->len, __VA_ARGS__)
#define coset_pml_warn(c, code, at, ...)                                                                               \
    coset_pml_report(c, COSET_SEVERITY_WARNING, code, (at)->pos, (at)->len, __VA_ARGS__)
#define coset_pml_help(c, ...) coset_message_help((c)->text, __VA_ARGS__)
bool coset_pml_enough(const coset_pml_checker *c);

/* ---- names (check_scope.c) ----------------------------------------------------------------------------------- */

uint32_t coset_pml_scope_enter(coset_pml_checker *c); /* returns the mark for leave */
void coset_pml_scope_leave(coset_pml_checker *c, uint32_t mark);
/* Makes the name visible; reports it if it is visible already. */
void coset_pml_declare(coset_pml_checker *c, coset_pml_entry entry, coset_pos pos, uint32_t len);
const coset_pml_entry *coset_pml_find(const coset_pml_checker *c, const char *name);
/* Adds "did you mean" with the nearest visible name of a variable or member. */
void coset_pml_suggest(coset_pml_checker *c, const char *name);

/* ---- declarations (check_decl.c) ----------------------------------------------------------------------------- */

void coset_pml_check_record(coset_pml_checker *c, coset_pml_record *r);
/* Checks one variable and declares it. */
void coset_pml_check_var(coset_pml_checker *c, coset_pml_var *v);
/* A positive constant for a size; 1 after a message. */
uint32_t coset_pml_check_size(coset_pml_checker *c, coset_pml_expr *e, const char *what, uint32_t most);
/* Number of scalars in a value of the type. */
uint64_t coset_pml_width(const coset_pml_type *t);
/* Warns if a constant does not fit into the type. */
void coset_pml_check_range(coset_pml_checker *c, const coset_pml_expr *value, const coset_pml_type *type);

/* ---- expressions (check_expr.c, check_fold.c) ---------------------------------------------------------------- */

void coset_pml_check_expr(coset_pml_checker *c, coset_pml_expr *e);
/* Requires a scalar that is no channel, for arithmetic and conditions. */
void coset_pml_check_number(coset_pml_checker *c, coset_pml_expr *e);
/* Checks a place; `written`: it is assigned. An array without index is reported unless `whole`. */
void coset_pml_check_place(coset_pml_checker *c, coset_pml_expr *e, bool written, bool whole);
void coset_pml_fold(coset_pml_checker *c, coset_pml_expr *e);
/* Number of `run` in it. */
uint32_t coset_pml_count_runs(const coset_pml_expr *e);
coset_pml_expr *coset_pml_make(coset_pml_checker *c, coset_pml_op op, const coset_pml_expr *at, coset_pml_expr *a,
                               coset_pml_expr *b);
coset_pml_expr *coset_pml_make_number(coset_pml_checker *c, const coset_pml_expr *at, int32_t value);
coset_pml_expr *coset_pml_clone(coset_pml_checker *c, const coset_pml_expr *e);

/* ---- messages of channels (check_message.c) ------------------------------------------------------------------ */

/* Replaces structures in a list of checked arguments by their scalars. */
void coset_pml_flatten(coset_pml_checker *c, coset_pml_expr **args);
/* Fields of all messages of a channel, as scalars. */
void coset_pml_check_chan(coset_pml_checker *c, coset_pml_chan *chan);
/* Arguments of receive and poll. */
void coset_pml_check_targets(coset_pml_checker *c, coset_pml_expr *chan, coset_pml_expr **args, bool is_poll);
void coset_pml_check_send(coset_pml_checker *c, coset_pml_stmt *s);
void coset_pml_check_run(coset_pml_checker *c, coset_pml_expr *run);
/* Warns if mtypes differ. */
void coset_pml_check_mtype(coset_pml_checker *c, const coset_pml_type *to, const coset_pml_expr *value, bool strict);

/* ---- statements (check_stmt.c, check_sugar.c, check_label.c) ------------------------------------------------- */

void coset_pml_check_stmts(coset_pml_checker *c, coset_pml_stmt **list);
/* Replaces for and select, which are checked, in their list; returns the last new statement. */
coset_pml_stmt **coset_pml_expand_sugar(coset_pml_checker *c, coset_pml_stmt **at);
/* Spin's lexer replaces the plain forms of select outside of inlines, its parser all others. */
bool coset_pml_is_plain_select(const coset_pml_checker *c, const coset_pml_stmt *s);
/* check_proc.c */
void coset_pml_check_proc(coset_pml_checker *c, coset_pml_proc *q);
/* At the end, when all proctypes are known. */
void coset_pml_check_runs(coset_pml_checker *c);
void coset_pml_check_first_meant(coset_pml_checker *c);
void coset_pml_note_label(coset_pml_checker *c, coset_pml_label *l);
void coset_pml_note_goto(coset_pml_checker *c, coset_pml_stmt *s);
/* At the end of a process: resolves each goto to its label. */
void coset_pml_check_jumps(coset_pml_checker *c);
/* When all references to labels are known. */
void coset_pml_check_circles(coset_pml_checker *c);
/* A label of a proctype for a remote reference, or NULL. */
coset_pml_label *coset_pml_find_label(const coset_pml_proc *q, const char *name);
void coset_pml_check_printf(coset_pml_checker *c, coset_pml_stmt *s);

#endif
