/* Priorities: orders of events, and the steps that they do not prune. */
#include "lang/cspm/proc/proc_int.h"

/* An order is either levels (0, then the sets, the first one highest) or pairs (1, a map from the lower event to the
 * higher one). */
uint32_t coset__order_levels(cspm_procs *ps, cspm_value *sequence)
{
    COSET_VEC(uint64_t) row = {0};
    cspm_values sets = {0};
    *coset_vec_add(&row) = 0;
    bool ok = coset__seq_elements(ps->m, sequence, &sets);
    for (uint32_t i = 0; ok && i < sets.n; i++) {
        cspm_value *set = coset__eval_force(ps->m, sets.at[i]);
        uint32_t number = set ? coset__proc_set_of(ps, set, 0) : NONE;
        *coset_vec_add(&row) = number;
        ok = number != NONE;
    }
    if (ok && sets.n == 0)
        ok = coset__eval_wrong(ps->m, "prioritise needs at least one set of events");
    uint32_t order = ok ? coset__table_put(&ps->orders, row.at, row.n, NULL) : NONE;
    coset_vec_fini(&row);
    coset_vec_fini(&sets);
    return order;
}

uint32_t coset__order_tock(cspm_procs *ps, uint32_t tock)
{
    uint32_t none = coset__table_put(&ps->sets, NULL, 0, NULL);
    uint32_t only = coset__table_put(&ps->sets, (uint64_t[]){tock}, 1, NULL);
    return coset__table_put(&ps->orders, (uint64_t[]){0, none, only}, 3, NULL);
}

typedef COSET_VEC(uint64_t) pair_list;

static bool has_pair(const pair_list *pairs, uint64_t pair)
{
    for (uint32_t i = 0; i < pairs->n; i++)
        if (pairs->at[i] == pair)
            return true;
    return false;
}

/* Transitive closure of pairs (lower, higher). */
static void close_pairs(pair_list *pairs)
{
    for (uint32_t i = 0; i < pairs->n; i++)
        for (uint32_t k = 0; k < pairs->n; k++) {
            uint64_t joined = (pairs->at[i] >> 32) << 32 | (uint32_t)pairs->at[k];
            if ((uint32_t)pairs->at[i] == pairs->at[k] >> 32 && !has_pair(pairs, joined))
                *coset_vec_add(pairs) = joined;
        }
}

static bool read_pairs(cspm_procs *ps, cspm_value *relation, pair_list *pairs)
{
    cspm_value *list = coset__eval_force(ps->m, relation);
    list = list ? coset__set_list(ps->m, list) : NULL;
    for (uint32_t i = 0; list && i < list->n; i++) {
        uint32_t high = coset__proc_event(ps, list->at[i].value->at[0].value);
        uint32_t low = high == NONE ? NONE : coset__proc_event(ps, list->at[i].value->at[1].value);
        if (low == NONE)
            return false;
        *coset_vec_add(pairs) = (uint64_t)low << 32 | high;
    }
    return list;
}

static bool order_is_sound(cspm_procs *ps, const pair_list *pairs, uint32_t all, uint32_t greatest)
{
    for (uint32_t i = 0; i < pairs->n; i++) {
        uint32_t low = (uint32_t)(pairs->at[i] >> 32), high = (uint32_t)pairs->at[i];
        if (!coset__proc_in_set(ps, all, low) || !coset__proc_in_set(ps, all, high))
            return coset__eval_wrong(ps->m, "the order of prioritisepo mentions an event that is not prioritised: %s",
                                     coset__proc_event_name(ps, coset__proc_in_set(ps, all, low) ? high : low));
        if (low == high)
            return coset__eval_wrong(ps->m, "the order of prioritisepo is circular at %s",
                                     coset__proc_event_name(ps, low));
        if (coset__proc_in_set(ps, greatest, low))
            return coset__eval_wrong(ps->m, "%s should be a greatest event, but %s is above it",
                                     coset__proc_event_name(ps, low), coset__proc_event_name(ps, high));
    }
    for (uint32_t i = 0; i < coset__table_len(&ps->sets, greatest); i++)
        if (!coset__proc_in_set(ps, all, (uint32_t)coset__table_at(&ps->sets, greatest)[i]))
            return coset__eval_wrong(ps->m, "a greatest event of prioritisepo is not prioritised");
    return true;
}

static uint32_t put_order(cspm_procs *ps, pair_list *pairs, uint32_t all, uint32_t greatest)
{
    close_pairs(pairs);
    if (!order_is_sound(ps, pairs, all, greatest))
        return NONE;
    for (uint32_t i = 0; i < coset__table_len(&ps->sets, all); i++) {
        uint64_t event = coset__table_at(&ps->sets, all)[i];
        if (coset__proc_in_set(ps, greatest, (uint32_t)event))
            continue;
        *coset_vec_add(pairs) = event << 32 | COSET_TAU;
        *coset_vec_add(pairs) = event << 32 | COSET_TICK;
    }
    uint32_t map = coset__proc_map_put(ps, pairs->at, &pairs->n);
    return coset__table_put(&ps->orders, (uint64_t[]){1, map}, 2, NULL);
}

uint32_t coset__order_pairs(cspm_procs *ps, cspm_value *relation, uint32_t all, uint32_t greatest)
{
    pair_list pairs = {0};
    bool ok = read_pairs(ps, relation, &pairs);
    uint32_t order = ok ? put_order(ps, &pairs, all, greatest) : NONE;
    coset_vec_fini(&pairs);
    return order;
}

/* ---- steps that an order does not prune ----------------------------------------------------------------------- */

static uint32_t level_of(const cspm_procs *ps, const uint64_t *order, uint32_t n, uint32_t event)
{
    if (event <= COSET_TICK)
        return 0;
    for (uint32_t i = 1; i < n; i++)
        if (coset__proc_in_set(ps, (uint32_t)order[i], event))
            return i - 1;
    return NONE;
}

bool coset__proc_is_above(const cspm_procs *ps, uint32_t order, uint32_t above, uint32_t event)
{
    const uint64_t *row = coset__table_at(&ps->orders, order);
    uint32_t n = coset__table_len(&ps->orders, order), from, to;
    if (row[0] == 0) {
        uint32_t level = level_of(ps, row, n, event);
        return level != NONE && level_of(ps, row, n, above) < level;
    }
    coset__proc_pairs(ps, (uint32_t)row[1], event, &from, &to);
    for (; from < to; from++)
        if ((uint32_t)coset__table_at(&ps->maps, (uint32_t)row[1])[from] == above)
            return true;
    return false;
}

static bool is_possible(const cspm_step *steps, uint32_t n, uint32_t event)
{
    for (uint32_t i = 0; i < n; i++)
        if (steps[i].event == event)
            return true;
    return false;
}

static bool is_blocked(const cspm_procs *ps, uint32_t order, uint32_t best, uint32_t event, const cspm_step *steps,
                       uint32_t n)
{
    const uint64_t *row = coset__table_at(&ps->orders, order);
    if (row[0] == 0) {
        uint32_t level = level_of(ps, row, coset__table_len(&ps->orders, order), event);
        return level != NONE && level > best;
    }
    uint32_t from, to;
    coset__proc_pairs(ps, (uint32_t)row[1], event, &from, &to);
    for (uint32_t i = from; i < to; i++)
        if (is_possible(steps, n, (uint32_t)coset__table_at(&ps->maps, (uint32_t)row[1])[i]))
            return true;
    return false;
}

bool coset__steps_prioritise(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    uint32_t order = (uint32_t)coset__table_at(&ps->terms, term)[1], n, best = NONE;
    const cspm_step *steps;
    if (!ps->step(ps, (uint32_t)coset__table_at(&ps->terms, term)[2], &steps, &n))
        return false;
    for (uint32_t i = 0; coset__table_at(&ps->orders, order)[0] == 0 && i < n; i++) {
        uint32_t level =
            level_of(ps, coset__table_at(&ps->orders, order), coset__table_len(&ps->orders, order), steps[i].event);
        best = level < best ? level : best;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!is_blocked(ps, order, best, steps[i].event, steps, n))
            coset__step_add(out, steps[i].event,
                            steps[i].event == COSET_TICK
                                ? steps[i].to
                                : coset__term_put(ps, (uint64_t[]){TERM_PRIORITISE, order, steps[i].to}, 3));
    return true;
}
