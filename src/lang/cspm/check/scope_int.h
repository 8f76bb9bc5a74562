/* lang/cspm/check/scope_int.h - what the files of the scope pass share. */
#ifndef COSET_LANG_CSPM_CHECK_SCOPE_INT_H
#define COSET_LANG_CSPM_CHECK_SCOPE_INT_H

#include "lang/cspm/check/scope.h"

/* Names of one place. Small scopes are searched linearly, larger ones have a hash table. */
struct cspm_scope {
    cspm_scope *parent;
    COSET_VEC(cspm_symbol *) symbols;
    uint32_t *slot; /* 1 + index into symbols; size is a power of two */
    uint32_t size;
};

struct cspm_home {
    COSET_VEC(cspm_decl *) decls;
};

/* A module as it was written, for copying. */
struct cspm_module {
    cspm_node *node;
    cspm_scope *outside; /* the enclosing scope */
    cspm_module *within; /* INSTANCE: the module whose copy contains it, or NULL; see expand */
    cspm_symbol *maker;  /* the instance whose copy contains it, or NULL */
    cspm_node *instance; /* INSTANCE: its declaration */
    cspm_home *home;     /* INSTANCE: destination of the copies */
    cspm_decl *decl;     /* INSTANCE */
    cspm_node *timed;    /* INSTANCE: as in cspm_decl */
    bool expanding, expanded;
};

typedef struct {
    cspm_reports *reports;
    coset_arena *arena;
    cspm_names *names;
    cspm_scope *builtins, *top;
    cspm_symbol **builtin_symbols;
    cspm_home *script;
    COSET_VEC(cspm_scope *) scopes; /* all of them, to be freed */
    COSET_VEC(cspm_home *) homes;
    COSET_VEC(cspm_node *) asserts;
    COSET_VEC(cspm_node *) prints;
    COSET_VEC(cspm_generic) generics;
    COSET_VEC(cspm_symbol *) instances; /* to be expanded */
    uint32_t n_copies;                  /* declarations copied for instances so far */
} cspm_resolver;

/* The context of an expression. */
typedef struct {
    cspm_scope *scope;
    cspm_decl *decl;  /* the declaration it belongs to; NULL in assertions and prints */
    cspm_node *timed; /* the innermost TIMED around it, or NULL */
    bool inside;      /* only exported names of `scope` are visible */
} cspm_place;

/* The context in which declarations are entered. */
typedef struct {
    cspm_scope *scope;
    cspm_home *home;
    cspm_decl *outer;
    cspm_node *timed;
    cspm_symbol *instance; /* they are a copy for this instance */
    const char *path;      /* as in cspm_decl */
    bool exported;
} cspm_entry;

cspm_scope *coset__scope_new(cspm_resolver *r, cspm_scope *parent);
cspm_home *coset__scope_home(cspm_resolver *r);
cspm_symbol *coset__scope_own(const cspm_scope *scope, const char *name);
cspm_symbol *coset__scope_find(const cspm_scope *scope, const char *name);
/* A new symbol; a second meaning of a name in one scope is reported. */
cspm_symbol *coset__scope_add(cspm_resolver *r, cspm_scope *scope, const char *name, cspm_symbol_kind kind,
                              coset_pos pos, cspm_decl *decl);
/* The symbol of a possibly qualified NAME or TYPE_NAME at a place, or NULL after a message (unless `quiet`). */
cspm_symbol *coset__scope_lookup(cspm_resolver *r, cspm_place at, cspm_node *name, bool quiet);
void coset__scope_uses(cspm_decl *from, cspm_decl *to);

/* Binds the names of a pattern in `scope`; constructors and channels in it are constants. */
void coset__scope_bind(cspm_resolver *r, cspm_place at, cspm_node *pattern);
void coset__scope_expr(cspm_resolver *r, cspm_place at, cspm_node *node);
void coset__scope_type(cspm_resolver *r, cspm_place at, cspm_node *node);

/* Enters declarations (names of functions, channels and so on, not yet those in patterns). */
void coset__scope_enter(cspm_resolver *r, const cspm_entry *e, cspm_node *const *decls, uint32_t n);
/* Expands a symbol of kind INSTANCE unless that is done. */
void coset__scope_expand(cspm_resolver *r, cspm_symbol *instance);
/* Reports that an instance depends on itself. */
void coset__scope_cycle(cspm_resolver *r, const cspm_symbol *instance);
/* Binds the patterns and resolves the right sides of all declarations in the home. */
void coset__scope_finish(cspm_resolver *r, cspm_home *home);
cspm_groups *coset__scope_groups(cspm_resolver *r, const cspm_home *home);

#endif
