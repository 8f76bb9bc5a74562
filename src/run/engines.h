/* run/engines.h - the engines that search a model.
 *
 * Layer    run.
 * Idea     a table: the settings that an engine supports, and how it runs. A new engine is a row.
 */
#ifndef COSET_RUN_ENGINES_H
#define COSET_RUN_ENGINES_H

#include "run/settings.h"

struct coset_search;

typedef struct {
    const char *name;
    bool (*serves)(const coset_settings *s);
    /* Searches s->reduction->searched and fills s->result. */
    coset_status (*run)(struct coset_search *s, coset_err *err);
    /* Why --symmetry=auto never detects symmetry with it, or NULL. */
    const char *never_looks;
} coset_engine_row;

extern const coset_engine_row coset_engine_breadth_first, coset_engine_depth_first, coset_engine_symbolic;

/* The first one that supports the settings; there always is one. */
const coset_engine_row *coset_engine_for(const coset_settings *s);

#endif
