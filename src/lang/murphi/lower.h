/* lang/murphi/lower.h - from a checked syntax tree to a guarded-rule program.
 *
 * Layer    lang/murphi.
 * Needs    what coset_mu_check guarantees (ast.h).
 * Idea     Rulesets flatten to rules with parameters; every binder, local and temporary has its own frame slot; aliases
 *          of places become addresses in the frame, aliases of values become locals, both set when the alias is
 *          entered.
 */
#ifndef COSET_LANG_MURPHI_LOWER_H
#define COSET_LANG_MURPHI_LOWER_H

#include "ir/build.h"
#include "lang/murphi/ast.h"

/* The program, in a new arena that it owns. It borrows nothing from the tree. Problems are messages in `text` and
 * COSET_INPUT. */
coset_status coset_mu_lower(coset_text *text, const coset_mu_model *model, const char *name, coset_ir **out,
                            coset_err *err) COSET_NODISCARD;

/* ---- private to lower*.c ------------------------------------------------------------------------------------- */

/* The location of a declaration's value, stored in its `lowered`. */
typedef struct {
    coset_ir_base base;
    uint32_t offset;
    const coset_ir_type *type;
} coset_mu_home;

typedef struct {
    coset_text *text;
    coset_arena *arena;
    coset_ir *ir;
    coset_mu_dialect dialect;
    bool failed;
    bool inline_aliases; /* replace aliases by their definitions: in the domains of a rule's parameters */
    uint32_t frame;      /* next free slot in the frame of the routine being lowered */
    const coset_ir_type *boolean, *integer;
    COSET_VEC(coset_ir_var) vars;
    COSET_VEC(const coset_ir_type *) symtypes;
    COSET_VEC(const coset_ir_function *) functions;
    COSET_VEC(coset_ir_rule) starts;
    COSET_VEC(coset_ir_rule) rules;
    COSET_VEC(coset_ir_prop) props;
    COSET_VEC(coset_mu_decl *) scopes;    /* binders and aliases around the rule, outermost first */
    uint32_t kinds[COSET_PROP_FAULT + 1]; /* properties of each kind so far, to name unnamed ones */
} coset_mu_lowerer;

/* lower_tools.c */
const char *coset_mu_lower_name(coset_mu_lowerer *l, const char *name);
/* The name, or `word number` if there is none. */
const char *coset_mu_lower_name_or_number(coset_mu_lowerer *l, const char *name, const char *word, uint32_t number);
uint32_t coset_mu_lower_slots(coset_mu_lowerer *l, uint64_t n); /* takes frame slots */
coset_mu_home *coset_mu_lower_home(coset_mu_lowerer *l, coset_mu_decl *d, coset_ir_base base, uint32_t offset,
                                   const coset_ir_type *type);
void coset_mu_lower_fail(coset_mu_lowerer *l, coset_pos pos, const char *what);
/* Number of a new property, whose other members the caller fills. */
uint32_t coset_mu_lower_prop(coset_mu_lowerer *l, coset_prop_kind kind, const char *name, coset_pos pos);

const coset_ir_type *coset_mu_lower_type(coset_mu_lowerer *l, coset_mu_type *t);
const coset_ir_expr *coset_mu_lower_expr(coset_mu_lowerer *l, const coset_mu_expr *e);
const coset_ir_place *coset_mu_lower_place(coset_mu_lowerer *l, const coset_mu_expr *e);
/* The place of a whole declared variable. */
coset_ir_place *coset_mu_lower_whole(coset_mu_lowerer *l, const coset_mu_home *home, const char *name, coset_pos pos);
coset_ir_binder coset_mu_lower_binder(coset_mu_lowerer *l, coset_mu_decl *d);

/* An expression and its source text (NULL: none). */
typedef struct {
    const coset_ir_expr *expr;
    const coset_mu_expr *from;
} coset_mu_operand;

/* lower_undefined.c: undefined values in the dialects.
 *
 * Undefined is an additional value of the type: it may be compared, switched on, tested for membership. */
bool coset_mu_undefined_is_value(const coset_mu_lowerer *l, const coset_ir_type *t);
/* a = b, or a != b, of simple values. */
const coset_ir_expr *coset_mu_lower_equal(coset_mu_lowerer *l, coset_ir_op op, coset_mu_operand a, coset_mu_operand b,
                                          coset_pos pos);
const coset_ir_expr *coset_mu_lower_ismember(coset_mu_lowerer *l, const coset_mu_expr *e);
/* A load, or ?: of loads, whose fault message names the option of the dialect in which it would be none. */
const coset_ir_expr *coset_mu_lower_hinted(coset_mu_lowerer *l, const coset_ir_expr *load, const char *hint);
/* An operand of a comparison, with a hint if an undefined value is a fault only in this dialect. */
const coset_ir_expr *coset_mu_lower_compared(coset_mu_lowerer *l, const coset_ir_expr *e);
/* multisetadd of a simple value. */
void coset_mu_lower_element(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s);

/* The statement that enters an alias, if it needs one. */
void coset_mu_lower_alias(coset_mu_lowerer *l, coset_mu_decl *d, coset_ir_list *list);
const coset_ir_stmt *coset_mu_lower_stmts(coset_mu_lowerer *l, const coset_mu_stmt *s);
/* A bound variable that statements write to: from here on it is a new local, initialised with the bound value. */
void coset_mu_lower_own(coset_mu_lowerer *l, coset_mu_decl *d, coset_ir_list *list);
/* Appends statements to the list. */
void coset_mu_lower_append(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s);

void coset_mu_lower_rules(coset_mu_lowerer *l, coset_mu_rule *r);

#endif
