/* Steps of terms without operands: internal choices, and built-in processes. */
#include "lang/cspm/proc/proc_int.h"

/* ---- internal choice ------------------------------------------------------------------------------------------ */

typedef struct {
    cspm_procs *ps;
    const cspm_node *node;
    cspm_step_list *out;
} alternatives;

static bool one_alternative(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    alternatives *a = ctx;
    cspm_value *v = coset__eval_node(m, a->node->kid[a->node->split], frame);
    uint32_t term = v ? coset__proc_of(a->ps, v) : NONE;
    if (term != NONE)
        coset__step_add(a->out, COSET_TAU, term);
    return term != NONE;
}

bool coset__steps_internal(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const cspm_value *code = coset__proc_code_value(ps, (uint32_t)coset__table_at(&ps->terms, term)[1]);
    const cspm_node *node = code->at[0].node;
    cspm_frame *frame = code->at[1].frame;
    for (uint32_t i = 0; node->kind == CSPM_PROCESS && i < 2; i++) {
        cspm_value *v = coset__eval_node(ps->m, node->kid[i], frame);
        uint32_t to = v ? coset__proc_of(ps, v) : NONE;
        if (to == NONE)
            return false;
        coset__step_add(out, COSET_TAU, to);
    }
    if (node->kind == CSPM_PROCESS)
        return true;
    alternatives a = {ps, node, out};
    cspm_frame *inner = coset__eval_frame(ps->m, frame, node->slots);
    if (!inner || !coset__set_statements(ps->m, node, 0, node->split, inner, one_alternative, &a))
        return false;
    ps->m->here = node;
    return out->n || coset__eval_wrong(ps->m, "an internal choice of no processes has no meaning");
}

/* ---- built-in processes --------------------------------------------------------------------------------------- */

static void steps_of_set(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    uint32_t set = (uint32_t)coset__table_at(&ps->terms, term)[1];
    for (uint32_t i = 0; i < coset__table_len(&ps->sets, set); i++)
        coset__step_add(out, (uint32_t)coset__table_at(&ps->sets, set)[i], term);
}

static bool steps_delay(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const uint64_t *words = coset__table_at(&ps->terms, term);
    uint64_t next[4] = {TERM_DELAY, words[1], words[2] - 1, words[3]};
    uint32_t to;
    if (next[2] > 0)
        to = coset__term_put(ps, next, 4);
    else if (next[3] == NONE)
        to = coset__term_put(ps, (uint64_t[]){TERM_TSKIP, next[1]}, 2);
    else
        to = coset__term_of_code(ps, (uint32_t)next[3]);
    if (to != NONE)
        coset__step_add(out, (uint32_t)next[1], to);
    return to != NONE;
}

bool coset__steps_builtin(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const uint64_t *words = coset__table_at(&ps->terms, term);
    switch (words[0]) {
    case TERM_STOP:
    case TERM_OMEGA:
        return true;
    case TERM_SKIP:
        coset__step_add(out, COSET_TICK, coset__term_1(ps, TERM_OMEGA));
        return true;
    case TERM_DIV:
        coset__step_add(out, COSET_TAU, term);
        return true;
    case TERM_TSKIP:
    case TERM_TSTOP:
        coset__step_add(out, (uint32_t)words[1], term);
        if (words[0] == TERM_TSKIP)
            coset__step_add(out, COSET_TICK, coset__term_1(ps, TERM_OMEGA));
        return true;
    case TERM_DELAY:
        return steps_delay(ps, term, out);
    case TERM_CHAOS:
        coset__step_add(out, COSET_TAU, coset__term_1(ps, TERM_STOP));
        steps_of_set(ps, term, out);
        return true;
    case TERM_RUN:
        steps_of_set(ps, term, out);
        return true;
    case TERM_BUFFER:
        coset__steps_buffer(ps, term, out);
        return true;
    default:
        coset__steps_machine(ps, term, out);
        return true;
    }
}
