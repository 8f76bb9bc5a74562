/* Buffers. */
#include "lang/cspm/proc/proc_int.h"

/* A buffer's row: capacity, then for each pair the event that fills it and the event that empties it. */
static bool add_pair(cspm_procs *ps, const cspm_value *pair, cspm_numbers *events)
{
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t event = coset__proc_event(ps, pair->at[k].value);
        if (event == NONE)
            return false;
        for (uint32_t i = 0; i < events->n; i++)
            if (events->at[i] == event) {
                (void)coset__eval_wrong(ps->m, "the event %s is twice in the pairs of this buffer",
                                        coset__proc_event_name(ps, event));
                return false;
            }
        *coset_vec_add(events) = event;
    }
    return true;
}

uint32_t coset__term_buffer(cspm_procs *ps, const cspm_value *v)
{
    cspm_value *pairs = coset__eval_force(ps->m, v->at[2].value);
    const cspm_value *capacity = pairs ? coset__eval_force(ps->m, v->at[1].value) : NULL;
    if (!capacity)
        return NONE;
    if (capacity->at[0].integer < 1 || capacity->at[0].integer > UINT32_MAX / 2) {
        (void)coset__eval_wrong(ps->m, "a buffer holds at least one event");
        return NONE;
    }
    pairs = coset__set_list(ps->m, pairs);
    cspm_numbers events = {0};
    bool ok = pairs;
    for (uint32_t i = 0; ok && i < pairs->n; i++)
        ok = add_pair(ps, pairs->at[i].value, &events);
    COSET_VEC(uint64_t) row = {0};
    *coset_vec_add(&row) = (uint64_t)capacity->at[0].integer;
    for (uint32_t i = 0; i < events.n; i++)
        *coset_vec_add(&row) = events.at[i];
    uint32_t number = ok ? coset__table_put(&ps->buffers, row.at, row.n, NULL) : NONE;
    coset_vec_fini(&events);
    coset_vec_fini(&row);
    return ok ? coset__term_put(ps, (uint64_t[]){TERM_BUFFER, number}, 2) : NONE;
}

void coset__steps_buffer(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    COSET_VEC(uint64_t) words = {0};
    for (uint32_t i = 0; i < coset__table_len(&ps->terms, term); i++)
        *coset_vec_add(&words) = coset__table_at(&ps->terms, term)[i];
    uint32_t row = (uint32_t)words.at[1], held = words.n - 2;
    uint32_t n = (coset__table_len(&ps->buffers, row) - 1) / 2;
    *coset_vec_add(&words) = 0;
    for (uint32_t i = 0; held < coset__table_at(&ps->buffers, row)[0] && i < n; i++) {
        words.at[words.n - 1] = i;
        coset__step_add(out, (uint32_t)coset__table_at(&ps->buffers, row)[1 + 2 * i],
                        coset__term_put(ps, words.at, words.n));
    }
    if (held > 0) {
        uint64_t first = words.at[2];
        for (uint32_t i = 2; i + 1 < words.n; i++)
            words.at[i] = words.at[i + 1];
        coset__step_add(out, (uint32_t)coset__table_at(&ps->buffers, row)[2 + 2 * first],
                        coset__term_put(ps, words.at, words.n - 2));
    }
    coset_vec_fini(&words);
}
