/* Creation and destruction of the semantics. */
#include "lang/cspm/proc/proc.h"

#include <string.h>

#include "lang/cspm/proc/proc_int.h"

#define MOST_STATES 10000000

static cspm_symbol *find_tock(const cspm_program *program)
{
    const cspm_groups *g = program->groups;
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++)
        for (uint32_t k = 0; k < g->decls[i]->n_symbols; k++) {
            cspm_symbol *symbol = g->decls[i]->symbols[k];
            if (symbol->kind == SYMBOL_CHANNEL && !g->decls[i]->instance && strcmp(symbol->name, "tock") == 0)
                return symbol;
        }
    return NULL;
}

cspm_procs *coset__procs_new(cspm_machine *m)
{
    cspm_procs *ps = coset_new(1, sizeof *ps);
    ps->m = m;
    ps->step = coset__proc_steps;
    ps->arena = coset_arena_new();
    ps->most_states = MOST_STATES;
    ps->deepest = UINT32_MAX;
    ps->tock = find_tock(m->program);
    *coset_vec_add(&ps->events) = (cspm_event){.name = "tau"};
    *coset_vec_add(&ps->events) = (cspm_event){.name = "tick"};
    return ps;
}

void coset__procs_free(cspm_procs *ps)
{
    if (!ps)
        return;
    coset__table_free(&ps->values);
    coset__table_free(&ps->sets);
    coset__table_free(&ps->maps);
    coset__table_free(&ps->terms);
    coset__table_free(&ps->orders);
    coset__table_free(&ps->buffers);
    for (uint32_t i = 0; i < ps->machines.n; i++)
        coset_lts_free(ps->machines.at[i]);
    coset_vec_fini(&ps->machines);
    coset_vec_fini(&ps->machine_texts);
    coset_vec_fini(&ps->code_kept);
    coset_vec_fini(&ps->code_term);
    coset_vec_fini(&ps->code_set);
    coset_vec_fini(&ps->event_of);
    coset_vec_fini(&ps->events);
    coset_vec_fini(&ps->steps);
    coset_vec_fini(&ps->depth);
    coset_vec_fini(&ps->names_of);
    coset__proc_names_free(ps);
    coset_arena_free(ps->arena);
    coset_delete(ps);
}

void coset__procs_limit(cspm_procs *ps, uint64_t most_states) { ps->most_states = most_states; }
void coset__procs_compose(cspm_procs *ps, cspm_composer composer) { ps->composer = composer; }
