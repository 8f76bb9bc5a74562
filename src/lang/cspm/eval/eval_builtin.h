/* lang/cspm/eval/eval_builtin.h - the tables of built-in functions. */
#ifndef COSET_LANG_CSPM_EVAL_EVAL_BUILTIN_H
#define COSET_LANG_CSPM_EVAL_EVAL_BUILTIN_H

#include "lang/cspm/eval/eval_int.h"

typedef struct {
    const char *name;
    uint32_t arity; /* total number of arguments of all argument lists */
    cspm_value *(*call)(cspm_machine *m, cspm_value *const *args);
} cspm_function;

/* Maps and relations. */
extern const cspm_function coset__map_functions[];
extern const uint32_t coset__n_map_functions;

#endif
