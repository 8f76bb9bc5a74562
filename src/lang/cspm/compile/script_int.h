/* lang/cspm/compile/script_int.h - what the files that compile assertions share. */
#ifndef COSET_LANG_CSPM_COMPILE_SCRIPT_INT_H
#define COSET_LANG_CSPM_COMPILE_SCRIPT_INT_H

#include "lang/cspm/compile/script.h"
#include "lang/cspm/proc/proc.h"

struct coset_cspm_script {
    coset_text *text;
    coset_arena *arena;
    coset_cspm_options options;
    cspm_reports reports;
    cspm_program program;
    uint32_t n_prints; /* of the script; after them program.prints contains the conditions, as hidden sets */
    coset_cspm_assertion *assertions;
    cspm_machine *machine;
    cspm_procs *procs;
};

/* A process as components (decompose.h), with their leaves. */
typedef struct {
    coset_super super; /* its components and rules live in the compilation's arena */
    cspm_explored *leaves;
    coset_lts **reduced; /* the leaves modulo bisimulation, or NULL */
    uint32_t n_leaves;
    uint32_t *component_leaves, *component_terms; /* [super.n_components] terms: NONE for a control */
    const bool *is_control;                       /* [super.n_components] */
    uint32_t n_locals;
    const uint32_t *locals; /* the outside meaning of local events */
} cspm_system;

/* The public part first. */
typedef struct {
    coset_cspm_compiled shown;
    coset_arena *arena;
    uint32_t spec_term, impl_term; /* NONE if there is none */
    cspm_explored explored_spec;   /* one of these two is shown.spec, or neither */
    coset_lts *composed_spec;
    cspm_system impl; /* shown.impl is its super */
} cspm_compiled;

/* Runs fn in a context where evaluation is possible. */
coset_status coset__script_run(coset_cspm_script *c, bool (*fn)(coset_cspm_script *c, void *ctx), void *ctx,
                               coset_err *err);
/* An option of an assertion, or NULL. */
const cspm_node *coset__script_option(const cspm_node *assertion, cspm_kind kind);

#endif
