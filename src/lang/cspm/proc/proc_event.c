/* Events, and sets and relations of events. */
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "lang/cspm/proc/proc_int.h"

#define MOST_EVENTS 4000000

/* ---- events --------------------------------------------------------------------------------------------------- */

uint32_t coset__proc_n_events(const cspm_procs *ps) { return ps->events.n; }

const char *coset__proc_event_name(const cspm_procs *ps, uint32_t event) { return ps->events.at[event].name; }

uint32_t coset__proc_event(cspm_procs *ps, cspm_value *v)
{
    uint32_t value = coset__proc_value(ps, v);
    if (value == NONE)
        return NONE;
    uint32_t *event = coset__proc_by_value(&ps->event_of, value);
    if (*event)
        return *event;
    if (ps->events.n >= MOST_EVENTS) {
        (void)coset__eval_wrong(ps->m, "more than %d events: smaller types for the fields of channels help",
                                MOST_EVENTS);
        return NONE;
    }
    v = coset__eval_force(ps->m, v);
    if (!v || !coset__dot_complete(v)) {
        (void)coset__eval_wrong(ps->m, "this event lacks some of its fields");
        return NONE;
    }
    char *name = coset__eval_show(ps->m, v);
    if (!name)
        return NONE;
    *event = ps->events.n;
    *coset_vec_add(&ps->events) =
        (cspm_event){.value = value, .name = coset_arena_text(ps->arena, name), .kept = coset__eval_keep(ps->m, v)};
    coset_delete(name);
    return *event;
}

uint32_t coset__proc_tock(cspm_procs *ps, const cspm_node *timed)
{
    const cspm_symbol *tock = timed ? timed->symbol : ps->tock;
    if (!tock) {
        (void)coset__eval_wrong(ps->m, "there is no event tock");
        return NONE;
    }
    return coset__proc_event(ps, coset__eval_variable(tock, ps->m->globals));
}

/* ---- sets ----------------------------------------------------------------------------------------------------- */

bool coset__proc_event_set(cspm_procs *ps, cspm_value *set, cspm_numbers *out)
{
    uint32_t from = out->n;
    cspm_value *list = coset__set_list(ps->m, set);
    for (uint32_t i = 0; list && i < list->n; i++) {
        uint32_t event = coset__proc_event(ps, list->at[i].value);
        if (event == NONE)
            return false;
        *coset_vec_add(out) = event;
    }
    if (out->n > from + 1)
        coset_numbers_sort(out->at + from, out->n - from);
    return list;
}

uint32_t coset__proc_set_put(cspm_procs *ps, cspm_numbers *events)
{
    COSET_VEC(uint64_t) words = {0};
    if (events->n > 1)
        coset_numbers_sort(events->at, events->n);
    for (uint32_t i = 0; i < events->n; i++)
        if (i == 0 || events->at[i] != events->at[i - 1])
            *coset_vec_add(&words) = events->at[i];
    uint32_t set = coset__table_put(&ps->sets, words.at, words.n, NULL);
    coset_vec_fini(&words);
    return set;
}

uint32_t coset__proc_set_of(cspm_procs *ps, cspm_value *set, uint32_t extra)
{
    cspm_numbers events = {0};
    bool ok = coset__proc_event_set(ps, set, &events);
    if (extra)
        *coset_vec_add(&events) = extra;
    uint32_t number = ok ? coset__proc_set_put(ps, &events) : NONE;
    coset_vec_fini(&events);
    return number;
}

/* Cached: each set is computed once for each expression and values of the names in it. */
uint32_t coset__proc_set(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t extra)
{
    uint32_t code = coset__proc_code_number(ps, node, frame, extra ? 1 : 0);
    if (code == NONE)
        return NONE;
    uint32_t known = *coset__proc_by_value(&ps->code_set, code);
    if (known)
        return known - 1;
    cspm_value *v = coset__eval_node(ps->m, node, frame);
    if (v)
        ps->m->here = node;
    uint32_t set = v ? coset__proc_set_of(ps, v, extra) : NONE;
    if (set != NONE)
        *coset__proc_by_value(&ps->code_set, code) = set + 1;
    return set;
}

static bool find_word(const uint64_t *words, uint32_t n, uint64_t word)
{
    uint32_t from = 0, to = n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (words[middle] == word)
            return true;
        if (words[middle] < word)
            from = middle + 1;
        else
            to = middle;
    }
    return false;
}

bool coset__proc_in_set(const cspm_procs *ps, uint32_t set, uint32_t event)
{
    return find_word(coset__table_at(&ps->sets, set), coset__table_len(&ps->sets, set), event);
}

/* ---- relations ------------------------------------------------------------------------------------------------ */

typedef struct {
    cspm_procs *ps;
    const cspm_node *ties;
    COSET_VEC(uint64_t) pairs;
} relation;

static bool add_pair(relation *r, cspm_value *from, cspm_value *to)
{
    uint32_t a = coset__proc_event(r->ps, from), b = a == NONE ? NONE : coset__proc_event(r->ps, to);
    if (b == NONE)
        return false;
    *coset_vec_add(&r->pairs) = (uint64_t)a << 32 | b;
    return true;
}

/* An incomplete event denotes all events that complete it; both sides get the same completion. */
static bool add_extensions(relation *r, cspm_value *from, cspm_value *to)
{
    cspm_values missing = {0};
    bool ok = coset__dot_extensions(r->ps->m, from, &missing);
    for (uint32_t i = 0; ok && i < missing.n; i++) {
        cspm_value *a = coset__dot_join(r->ps->m, from, missing.at[i]);
        cspm_value *b = a ? coset__dot_join(r->ps->m, to, missing.at[i]) : NULL;
        ok = b && add_pair(r, a, b);
    }
    coset_vec_fini(&missing);
    return ok;
}

static bool add_ties(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    relation *r = ctx;
    for (uint32_t i = 0; i < r->ties->split; i++) {
        const cspm_node *tie = r->ties->kid[i];
        cspm_value *from = coset__eval_node(m, tie->kid[0], frame);
        cspm_value *to = from ? coset__eval_node(m, tie->kid[1], frame) : NULL;
        if (!to)
            return false;
        m->here = tie;
        if (!(coset__dot_complete(from) ? add_pair(r, from, to) : add_extensions(r, from, to)))
            return false;
    }
    return true;
}

static int by_word(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

uint32_t coset__proc_map_put(cspm_procs *ps, uint64_t *pairs, uint32_t *n)
{
    uint32_t kept = 0;
    if (*n > 1)
        qsort(pairs, *n, sizeof *pairs, by_word);
    for (uint32_t i = 0; i < *n; i++)
        if (i == 0 || pairs[i] != pairs[i - 1])
            pairs[kept++] = pairs[i];
    *n = kept;
    return coset__table_put(&ps->maps, pairs, kept, NULL);
}

/* In a linked parallel an event may be tied only once on each side. */
static bool ties_once(relation *r, uint32_t map)
{
    cspm_procs *ps = r->ps;
    uint32_t n = coset__table_len(&ps->maps, map);
    const uint64_t *pairs = coset__table_at(&ps->maps, map);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++) {
            bool left = pairs[i] >> 32 == pairs[k] >> 32;
            if (!left && (uint32_t)pairs[i] != (uint32_t)pairs[k])
                continue;
            ps->m->here = r->ties;
            (void)coset__eval_wrong(ps->m, "the event %s is tied twice on the %s",
                                    coset__proc_event_name(ps, left ? (uint32_t)(pairs[i] >> 32) : (uint32_t)pairs[i]),
                                    left ? "left" : "right");
            return false;
        }
    return true;
}

uint32_t coset__proc_map(cspm_procs *ps, const cspm_node *ties, cspm_frame *frame, bool linked)
{
    uint32_t code = coset__proc_code_number(ps, ties, frame, 0);
    if (code == NONE)
        return NONE;
    uint32_t known = *coset__proc_by_value(&ps->code_set, code);
    if (known)
        return known - 1;
    relation r = {.ps = ps, .ties = ties};
    cspm_frame *inner = ties->slots ? coset__eval_frame(ps->m, frame, ties->slots) : frame;
    bool ok = inner && coset__set_statements(ps->m, ties, ties->split, ties->n, inner, add_ties, &r);
    uint32_t map = ok ? coset__proc_map_put(ps, r.pairs.at, &r.pairs.n) : NONE;
    coset_vec_fini(&r.pairs);
    if (map == NONE || (linked && !ties_once(&r, map)))
        return NONE;
    *coset__proc_by_value(&ps->code_set, code) = map + 1;
    return map;
}

void coset__proc_pairs(const cspm_procs *ps, uint32_t map, uint32_t event, uint32_t *from, uint32_t *to)
{
    const uint64_t *pairs = coset__table_at(&ps->maps, map);
    uint32_t n = coset__table_len(&ps->maps, map), a = 0, b = n;
    while (a < b) {
        uint32_t middle = a + (b - a) / 2;
        if (pairs[middle] >> 32 < event)
            a = middle + 1;
        else
            b = middle;
    }
    *from = a;
    while (a < n && pairs[a] >> 32 == event)
        a++;
    *to = a;
}
