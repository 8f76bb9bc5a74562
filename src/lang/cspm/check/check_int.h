/* lang/cspm/check/check_int.h - what the files of the type checker share. */
#ifndef COSET_LANG_CSPM_CHECK_CHECK_INT_H
#define COSET_LANG_CSPM_CHECK_CHECK_INT_H

#include "lang/cspm/check/check.h"

/* A type variable of an annotation, visible in the definition it annotates. */
typedef struct cspm_variable {
    const char *name;
    cspm_type *type;
    const struct cspm_variable *outer;
} cspm_variable;

typedef struct {
    cspm_program *program;
    cspm_types ts;
    const cspm_variable *variables;
    const cspm_decl *decl; /* being checked, for messages */
    bool generic;          /* inside a module with parameters: types may stay open */
    bool resolved;         /* no name is unknown, so a type that stays open is a separate mistake */
} cspm_checker;

/* Types of expressions and patterns. A mistake gives a message and an unknown type. */
cspm_type *coset__check_infer(cspm_checker *c, cspm_node *node);
void coset__check_expect(cspm_checker *c, cspm_node *node, cspm_type *type);
cspm_type *coset__check_pattern(cspm_checker *c, cspm_node *node);
/* Generators over sets or sequences, and conditions. */
void coset__check_statements(cspm_checker *c, cspm_node *node, uint32_t from, uint32_t to, cspm_type_kind over);
void coset__check_ties(cspm_checker *c, cspm_node *ties);
/* The type of the members of a type expression: {0..1}.Bool has members of type Int.Bool. */
cspm_type *coset__check_members(cspm_checker *c, cspm_node *node);
void coset__check_groups(cspm_checker *c, const cspm_groups *groups, bool generalises);

/* With a message at `node` on failure. */
bool coset__check_unify(cspm_checker *c, cspm_node *node, cspm_type *expected, cspm_type *actual, int split);
bool coset__check_require(cspm_checker *c, cspm_node *node, cspm_type *t, uint8_t constraints);
cspm_type *coset__check_evaluate(cspm_checker *c, cspm_node *node, cspm_type *t, bool longest);
void coset__check_report(cspm_checker *c, const cspm_node *node, const char *code, const char *fmt, ...)
    COSET_PRINTF(4, 5);
void coset__check_help_instance(cspm_checker *c);

/* The scheme of an annotation: for uses, its variables are quantified; for the definition, they are RIGID and added to
 * c->variables (the caller restores that and works one level deeper). */
cspm_scheme coset__check_annotation(cspm_checker *c, const cspm_node *scheme, bool rigid);

#endif
