/* Built-in processes, and operators that are written as functions. */
#include <string.h>

#include "lang/cspm/proc/proc_int.h"

/* ---- arguments ------------------------------------------------------------------------------------------------ */

static uint32_t process_arg(cspm_procs *ps, const cspm_value *v, uint32_t i)
{
    cspm_value *p = coset__eval_force(ps->m, v->at[i].value);
    return p ? coset__proc_of(ps, p) : NONE;
}

static uint32_t set_arg(cspm_procs *ps, const cspm_value *v, uint32_t i)
{
    cspm_value *set = coset__eval_force(ps->m, v->at[i].value);
    return set ? coset__proc_set_of(ps, set, 0) : NONE;
}

static bool integer_arg(cspm_procs *ps, const cspm_value *v, uint32_t i, int64_t *out)
{
    const cspm_value *n = coset__eval_force(ps->m, v->at[i].value);
    if (n)
        *out = n->at[0].integer;
    return n;
}

static uint32_t put_2(cspm_procs *ps, cspm_term_kind kind, uint32_t a)
{
    return a == NONE ? NONE : coset__term_put(ps, (uint64_t[]){kind, a}, 2);
}

static uint32_t put_3(cspm_procs *ps, cspm_term_kind kind, uint32_t a, uint32_t b)
{
    return a == NONE || b == NONE ? NONE : coset__term_put(ps, (uint64_t[]){kind, a, b}, 3);
}

static uint32_t wrong(cspm_procs *ps, const char *text)
{
    (void)coset__eval_wrong(ps->m, "%s", text);
    return NONE;
}

/* ---- constants ------------------------------------------------------------------------------------------------ */

static uint32_t stop(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)v;
    return timed ? put_2(ps, TERM_TSTOP, coset__proc_tock(ps, timed)) : coset__term_1(ps, TERM_STOP);
}

static uint32_t skip(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)v;
    return timed ? put_2(ps, TERM_TSKIP, coset__proc_tock(ps, timed)) : coset__term_1(ps, TERM_SKIP);
}

static uint32_t divergence(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)v;
    (void)timed;
    return coset__term_1(ps, TERM_DIV);
}

static uint32_t run(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    return put_2(ps, TERM_RUN, set_arg(ps, v, 1));
}

static uint32_t chaos(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    return put_2(ps, TERM_CHAOS, set_arg(ps, v, 1));
}

static uint32_t wait(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    int64_t n;
    uint32_t tock = coset__proc_tock(ps, timed);
    if (tock == NONE || !integer_arg(ps, v, 1, &n))
        return NONE;
    if (n < 0 || n >= UINT32_MAX)
        return wrong(ps, "WAIT needs a number of time units that is not negative");
    if (n == 0)
        return put_2(ps, TERM_TSKIP, tock);
    return coset__term_put(ps, (uint64_t[]){TERM_DELAY, tock, (uint64_t)n, NONE}, 4);
}

static uint32_t loop(cspm_procs *ps, cspm_value *v)
{
    uint32_t code = coset__proc_code_of_value(ps, v);
    return code == NONE ? NONE : put_3(ps, TERM_SEQUENCE, process_arg(ps, v, 1), code);
}

/* ---- buffers -------------------------------------------------------------------------------------------------- */

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

static uint32_t buffer(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    int64_t capacity;
    cspm_value *pairs = coset__eval_force(ps->m, v->at[2].value);
    if (!pairs || !integer_arg(ps, v, 1, &capacity))
        return NONE;
    if (capacity < 1 || capacity > UINT32_MAX / 2)
        return wrong(ps, "a buffer holds at least one event");
    pairs = coset__set_list(ps->m, pairs);
    cspm_numbers events = {0};
    bool ok = pairs;
    for (uint32_t i = 0; ok && i < pairs->n; i++)
        ok = add_pair(ps, pairs->at[i].value, &events);
    COSET_VEC(uint64_t) row = {0};
    *coset_vec_add(&row) = (uint64_t)capacity;
    for (uint32_t i = 0; i < events.n; i++)
        *coset_vec_add(&row) = events.at[i];
    uint32_t number = ok ? coset__table_put(&ps->buffers, row.at, row.n, NULL) : NONE;
    coset_vec_fini(&events);
    coset_vec_fini(&row);
    return put_2(ps, TERM_BUFFER, number);
}

static void steps_buffer(cspm_procs *ps, uint32_t term, cspm_step_list *out)
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

/* ---- priorities ----------------------------------------------------------------------------------------------- */

/* An order is either levels (0, then the sets, the first one highest) or pairs (1, a map from the lower event to the
 * higher one). */
static uint32_t levels(cspm_procs *ps, cspm_value *sequence)
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

static uint32_t prioritise(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    uint32_t order = levels(ps, v->at[2].value);
    return order == NONE ? NONE : put_3(ps, TERM_PRIORITISE, order, process_arg(ps, v, 1));
}

static uint32_t timed_priority(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    uint32_t tock = coset__proc_tock(ps, timed);
    if (tock == NONE)
        return NONE;
    uint32_t none = coset__table_put(&ps->sets, NULL, 0, NULL);
    uint32_t only = coset__table_put(&ps->sets, (uint64_t[]){tock}, 1, NULL);
    uint32_t order = coset__table_put(&ps->orders, (uint64_t[]){0, none, only}, 3, NULL);
    return put_3(ps, TERM_PRIORITISE, order, process_arg(ps, v, 1));
}

typedef COSET_VEC(uint64_t) pair_list;

static bool has_pair(const pair_list *pairs, uint64_t pair)
{
    for (uint32_t i = 0; i < pairs->n; i++)
        if (pairs->at[i] == pair)
            return true;
    return false;
}

/* Pairs (lower, higher) with all that follow from them. */
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

static uint32_t prioritisepo(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    uint32_t all = set_arg(ps, v, 2), greatest = all == NONE ? NONE : set_arg(ps, v, 4);
    pair_list pairs = {0};
    bool ok = greatest != NONE && read_pairs(ps, v->at[3].value, &pairs);
    uint32_t order = ok ? put_order(ps, &pairs, all, greatest) : NONE;
    coset_vec_fini(&pairs);
    return order == NONE ? NONE : put_3(ps, TERM_PRIORITISE, order, process_arg(ps, v, 1));
}

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

static bool steps_prioritise(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    uint32_t order = (uint32_t)coset__table_at(&ps->terms, term)[1], n, best = NONE;
    const cspm_step *steps;
    if (!coset__proc_steps(ps, (uint32_t)coset__table_at(&ps->terms, term)[2], &steps, &n))
        return false;
    for (uint32_t i = 0; coset__table_at(&ps->orders, order)[0] == 0 && i < n; i++) {
        uint32_t level =
            level_of(ps, coset__table_at(&ps->orders, order), coset__table_len(&ps->orders, order), steps[i].event);
        best = level < best ? level : best;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!is_blocked(ps, order, best, steps[i].event, steps, n))
            coset__step_add(out, steps[i].event,
                            steps[i].event == COSET_TICK ? steps[i].to
                                                         : put_3(ps, TERM_PRIORITISE, order, steps[i].to));
    return true;
}

/* ---- chase ---------------------------------------------------------------------------------------------------- */

/* The state that a chain of taus leads to, always the first one; DIV where they go round. */
static uint32_t chased(cspm_procs *ps, uint32_t term)
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
        if (again || !coset__proc_steps(ps, term, &steps, &n)) {
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
    return put_2(ps, TERM_CHASE, term);
}

static uint32_t chase(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    uint32_t term = process_arg(ps, v, 1);
    return term == NONE ? NONE : chased(ps, term);
}

static bool steps_chase(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const cspm_step *steps;
    uint32_t n;
    if (!coset__proc_steps(ps, (uint32_t)coset__table_at(&ps->terms, term)[1], &steps, &n))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = steps[i].event == COSET_TICK ? steps[i].to : chased(ps, steps[i].to);
        if (to == NONE)
            return false;
        coset__step_add(out, steps[i].event, to);
    }
    return true;
}

/* ---- the table ------------------------------------------------------------------------------------------------ */

static uint32_t same(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    return process_arg(ps, v, 1);
}

static const struct {
    const char *name;
    uint32_t (*make)(cspm_procs *ps, const cspm_value *v, const cspm_node *timed);
} rows[] = {
    {"STOP", stop},
    {"SKIP", skip},
    {"DIV", divergence},
    {"RUN", run},
    {"CHAOS", chaos},
    {"BUFFER", buffer},
    {"WAIT", wait},
    {"timed_priority", timed_priority},
    {"prioritise", prioritise},
    {"prioritise_nocache", prioritise},
    {"prioritisepo", prioritisepo},
    {"chase", chase},
    {"chase_nocache", chase},
    {"explicate", same},
    {"lazyenumerate", same},
};

static const struct {
    const char *name, *instead;
} not_there[] = {{"WEAK_BUFFER", ""}, {"SIGNAL_BUFFER", ""}, {"failure_watchdog", "; ask SPEC [F= IMPL instead"}};

static uint32_t made(cspm_procs *ps, cspm_value *v, const cspm_node *timed)
{
    const char *name = coset__cspm_builtins[v->at[0].integer].name;
    if (strcmp(name, "loop") == 0)
        return loop(ps, v);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].make(ps, v, timed);
    for (size_t i = 0; i < sizeof not_there / sizeof *not_there; i++)
        if (strcmp(not_there[i].name, name) == 0) {
            (void)coset__eval_wrong(ps->m, "%s is not supported: what exactly it does is not published%s", name,
                                    not_there[i].instead);
            return NONE;
        }
    return coset__term_compressed(ps, v);
}

uint32_t coset__term_builtin(cspm_procs *ps, cspm_value *v, const cspm_node *timed)
{
    if (!v || !coset__proc_nest(ps, v))
        return NONE;
    uint32_t term = made(ps, v, timed);
    coset__proc_unnest(ps);
    return term;
}

/* ---- steps ---------------------------------------------------------------------------------------------------- */

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
        to = put_2(ps, TERM_TSKIP, (uint32_t)next[1]);
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
        steps_buffer(ps, term, out);
        return true;
    case TERM_PRIORITISE:
        return steps_prioritise(ps, term, out);
    case TERM_CHASE:
        return steps_chase(ps, term, out);
    default:
        coset__steps_machine(ps, term, out);
        return true;
    }
}
