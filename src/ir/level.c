/* ir/level.c - which trials are run in a state, and how: by the step cache, machine code or the interpreter. */
#include "ir/dispatch.h"
#include "ir/frame.h"
#include "ir/native_run.h"
#include "ir/step_cache.h"

static inline coset_status run_trial(coset_machine *m, coset_ir_trial t)
{
    coset_status status;
    return coset_native_run_rule(m, t, &status) ? status : coset_machine_interpret(m, t);
}

coset_status coset_machine_try(coset_machine *m, coset_ir_trial t) { return run_trial(m, t); }

/* The same by its number, using the step cache. */
static inline coset_status run_number(coset_machine *m, uint32_t i)
{
    coset_status status;
    return m->recall && !m->inside && coset_step_cache_run(m->recall, m, i, &status)
               ? status
               : run_trial(m, m->model->trials[i]);
}

/* The trials of a bunch and level that no slot of the source excludes. */
static coset_ir_bunch candidates(const coset_machine *m, uint32_t level, uint32_t b)
{
    const coset_ir_sieves *all = &m->model->sieves[b];
    coset_ir_bunch trials = m->model->levels[level][b];
    for (uint32_t i = 0; i < all->n; i++) {
        const coset_ir_bunch *lets = &all->sieves[i].lets[m->source[all->sieves[i].slot]];
        for (uint32_t w = 0; w < COSET_IR_WORDS; w++)
            trials.words[w] &= lets->words[w];
    }
    return trials;
}

/* The same if a blocking slot is undefined. */
static coset_ir_bunch sure_candidates(const coset_machine *m, uint32_t level, uint32_t b)
{
    const coset_ir_sieves *all = &m->model->sieves[b];
    coset_ir_bunch trials = m->model->levels[level][b];
    for (uint32_t i = 0; i < all->n; i++)
        for (uint32_t w = 0; w < COSET_IR_WORDS; w++)
            trials.words[w] &= all->sieves[i].surely[m->source[all->sieves[i].slot]].words[w];
    return trials;
}

static coset_status run_bunch(coset_machine *m, uint32_t level, uint32_t b)
{
    const uint64_t unblocked = UINT64_C(1) << 63;
    coset_ir_bunch trials = candidates(m, level, b);
    if (!(trials.words[COSET_IR_WORDS - 1] & unblocked))
        trials = sure_candidates(m, level, b);
    trials.words[COSET_IR_WORDS - 1] &= ~unblocked;
    for (uint32_t w = 0; w < COSET_IR_WORDS; w++)
        for (uint64_t some = trials.words[w]; some; some &= some - 1) {
            uint32_t i = COSET_IR_BUNCH * b + 64 * w + (uint32_t)__builtin_ctzll(some);
            coset_status status = run_number(m, i);
            if (status != COSET_OK)
                return status;
        }
    return COSET_OK;
}

static coset_status run_due(coset_machine *m, uint32_t level)
{
    coset_status status = COSET_OK;
    coset_machine_find_due(m, &m->model->dispatch[level]);
    for (uint32_t i = 0; status == COSET_OK && i < m->due.n; i++)
        status = run_number(m, m->due.at[i]);
    return status;
}

static coset_status run_only(coset_machine *m)
{
    coset_status status = COSET_OK;
    for (uint32_t i = m->only; status == COSET_OK && i < m->only + m->n_only; i++)
        status = run_number(m, i);
    return status;
}

coset_status coset_machine_level(coset_machine *m, uint32_t level)
{
    coset_status status = COSET_OK;
    if (m->n_only && !m->inside)
        return level ? COSET_OK : run_only(m);
    if (m->model->dispatch)
        return run_due(m, level);
    for (uint32_t b = 0; status == COSET_OK && b < m->model->n_bunches; b++)
        status = run_bunch(m, level, b);
    return status;
}

void coset_machine_look_at(coset_machine *m, const coset_value *state)
{
    if (m->recall)
        coset_step_cache_leave(m->recall);
    coset_machine_set_source(m, state);
}
