/* Chase: a process whose internal steps are executed eagerly. */
#include "lang/cspm/proc/proc_int.h"

/* The state at the end of the chain of first taus; DIV if the chain is a cycle. */
uint32_t coset__term_chased(cspm_procs *ps, uint32_t term)
{
    cspm_numbers seen = {0};
    for (;;) {
        const cspm_step *steps;
        uint32_t n;
        bool again = false;
        for (uint32_t i = 0; i < seen.n; i++)
            again |= seen.at[i] == term;
        if (again)
            term = coset__term_1(ps, TERM_DIV);
        if (again || !ps->step(ps, term, &steps, &n)) {
            term = again ? term : NONE;
            break;
        }
        if (n == 0 || steps[0].event != COSET_TAU)
            break;
        *coset_vec_add(&seen) = term;
        term = steps[0].to;
    }
    coset_vec_fini(&seen);
    if (term == NONE || coset__table_at(&ps->terms, term)[0] == TERM_DIV)
        return term;
    return coset__term_put(ps, (uint64_t[]){TERM_CHASE, term}, 2);
}

bool coset__steps_chase(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const cspm_step *steps;
    uint32_t n;
    if (!ps->step(ps, (uint32_t)coset__table_at(&ps->terms, term)[1], &steps, &n))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = steps[i].event == COSET_TICK ? steps[i].to : coset__term_chased(ps, steps[i].to);
        if (to == NONE)
            return false;
        coset__step_add(out, steps[i].event, to);
    }
    return true;
}
