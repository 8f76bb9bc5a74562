/* Processes that are explored as a whole and changed: compressions. */
#include "lang/cspm/proc_int.h"

uint32_t coset__term_compressed(cspm_procs *ps, cspm_value *v)
{
    const char *name = coset__cspm_builtins[v->at[0].integer].name;
    (void)coset__eval_wrong(ps->m, "%s is not supported yet", name);
    return NONE;
}

void coset__steps_machine(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const uint64_t *words = coset__table_at(&ps->terms, term);
    uint64_t machine = words[1], state = words[2];
    const coset_lts *lts = &ps->machines.at[machine].lts;
    for (uint64_t i = lts->first[state]; i < lts->first[state + 1]; i++) {
        bool ends = lts->edges[i].event == COSET_TICK;
        coset__step_add(out, lts->edges[i].event,
                        ends ? coset__term_1(ps, TERM_OMEGA)
                             : coset__term_put(ps, (uint64_t[]){TERM_MACHINE, machine, lts->edges[i].dst}, 3));
    }
}
