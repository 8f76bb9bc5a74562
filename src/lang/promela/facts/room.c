/* lang/promela/facts/room.c - room for processes if it is not certain which are started: one for each `run` statement,
 * those in loops multiplied by the bound on iterations; if there is no bound, as many as Spin allows.
 *
 * The cost of a state grows with the room, and most models need little of it. So a search may begin with less
 * (how.procs). A `run` without room then fails an assertion that is `assumed`, and the search restarts with more room.
 */
#include <string.h>

#include "lang/promela/facts/processes.h"

/* ---- how many --------------------------------------------------------------------------------------------------- */

static uint32_t count_family(coset_pml_lowerer *l, uint32_t number, uint32_t *counts, bool *busy);

/* Processes of the family `number` started by one process of the family i. The first statement of an atomic sequence
 * occurs before it, and again inside, where it is unreachable. */
static uint64_t count_runs(coset_pml_lowerer *l, uint32_t i, uint32_t number, uint32_t *counts, bool *busy)
{
    const coset_pml_graph *g = l->families[i].graph;
    bool *seen = coset_new(g->n_nodes, sizeof *seen);
    uint64_t n = 0;
    coset_pml_reach(g, g->start, seen);
    seen[g->start] = true;
    for (uint32_t k = 1; k < g->n_nodes; k++)
        for (const coset_pml_edge *e = g->nodes[k]->out; seen[k] && e; e = e->next) {
            if (!coset_pml_run_of(e) || coset_pml_run_of(e)->proc->number != number)
                continue;
            uint32_t rounds = coset_pml_most_rounds(g, k, e);
            n += rounds ? (uint64_t)rounds * count_family(l, i, counts, busy) : COSET_PML_MAX_PROCS + 1;
        }
    coset_delete(seen);
    return n;
}

/* Upper bound on the processes of a family in a whole run; MAX_PROCS + 1: more. */
static uint32_t count_family(coset_pml_lowerer *l, uint32_t number, uint32_t *counts, bool *busy)
{
    const uint32_t many = COSET_PML_MAX_PROCS + 1;
    if (busy[number])
        return many;
    if (counts[number] != UINT32_MAX)
        return counts[number];
    busy[number] = true;
    uint64_t n = l->families[number].proc->n_active;
    for (uint32_t i = 0; i < l->n_families; i++)
        n += count_runs(l, i, number, counts, busy);
    busy[number] = false;
    return counts[number] = n > many ? many : (uint32_t)n;
}

/* Slots of a state for the channels of these variables. */
static uint64_t channel_slots(const coset_pml_var *v)
{
    uint64_t n = 0;
    for (; v; v = v->storage == COSET_PML_GLOBAL || v->storage == COSET_PML_FIELD ? v->next : v->next_own) {
        const coset_pml_chan *c = v->chan;
        uint64_t one = c ? 1 + (uint64_t)(c->capacity ? c->capacity : 1) * c->n_fields : 0;
        if (v->type.kind == COSET_PML_STRUCT)
            one += channel_slots(v->type.record->fields);
        n += one * v->n < COSET_PML_ROOM_SLOTS ? one * v->n : COSET_PML_ROOM_SLOTS;
    }
    return n;
}

/* If the number of processes is unknown, each possible process has its own channels. */
static void make_room_for_channels(coset_pml_lowerer *l, uint32_t at_start)
{
    uint64_t each = 0;
    for (uint32_t i = 0; i < l->n_families; i++)
        if (l->families[i].proc->n_active || l->families[i].proc->n_runs)
            each += channel_slots(l->families[i].proc->vars);
    if (each * l->max_procs <= COSET_PML_ROOM_SLOTS)
        return;
    uint32_t room = (uint32_t)(COSET_PML_ROOM_SLOTS / each);
    l->max_procs = room > at_start ? room : at_start;
    l->short_of_room = true;
}

/* ---- pids of counted processes ---------------------------------------------------------------------------------- */

static bool runs(const coset_pml_family *f, uint32_t number)
{
    for (uint32_t k = 1; k < f->graph->n_nodes; k++)
        for (const coset_pml_edge *e = f->graph->nodes[k]->out; e; e = e->next)
            if (coset_pml_run_of(e) && coset_pml_run_of(e)->proc->number == number)
                return true;
    return false;
}

/* The least pid of processes of each family: greater than that of the process that starts it, which lives. */
static void find_least(const coset_pml_lowerer *l, uint32_t *least)
{
    for (uint32_t i = 0; i < l->n_families; i++)
        least[i] = l->families[i].proc->n_active ? l->families[i].lo : COSET_PML_MAX_PROCS;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < l->n_families; i++)
            for (uint32_t k = 0; k < l->n_families; k++)
                if (least[k] + 1 < least[i] && runs(&l->families[k], i)) {
                    least[i] = least[k] + 1;
                    changed = true;
                }
    }
}

/* Processes that may exist when the only one of family i starts, including it: not those that it, or another such
 * process, starts. */
static uint32_t most_with(const coset_pml_lowerer *l, uint32_t i, const uint32_t *counts, uint32_t all)
{
    bool *later = coset_new(l->n_families, sizeof *later);
    uint64_t n = 0;
    later[i] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < l->n_families; k++) {
            bool is_later = !later[k] && !l->families[k].proc->n_active;
            for (uint32_t m = 0; is_later && m < l->n_families; m++)
                is_later = later[m] || !runs(&l->families[m], k);
            later[k] = later[k] || is_later;
            changed = changed || is_later;
        }
    }
    later[i] = false;
    for (uint32_t k = 0; k < l->n_families; k++)
        n += later[k] ? 0 : counts[k];
    coset_delete(later);
    return n < all ? (uint32_t)n : all;
}

/* There may be `all` processes, or as many as there is room for. */
static void widen_counted(coset_pml_lowerer *l, const uint32_t *counts, uint32_t all)
{
    uint32_t *least = coset_new(l->n_families, sizeof *least);
    find_least(l, least);
    for (uint32_t i = 0; i < l->n_families; i++) {
        coset_pml_family *f = &l->families[i];
        uint32_t end = counts[i] == 1 ? most_with(l, i, counts, all) : all;
        uint32_t most = end < l->max_procs ? end : l->max_procs;
        f->end = counts[i] > f->proc->n_active && least[i] < end ? end : 0;
        if (f->end && least[i] < most)
            coset_pml_widen(f, least[i], most - 1);
    }
    coset_delete(least);
}

void coset_pml_count_all(coset_pml_lowerer *l)
{
    uint32_t *counts = coset_new(l->n_families, sizeof *counts);
    bool *busy = coset_new(l->n_families, sizeof *busy);
    uint32_t at_start = l->max_procs;
    uint64_t sum = 0;
    memset(counts, 0xff, l->n_families * sizeof *counts);
    for (uint32_t i = 0; i < l->n_families; i++)
        sum += count_family(l, i, counts, busy);
    uint32_t all = sum <= COSET_PML_MAX_PROCS ? (uint32_t)sum : COSET_PML_MAX_PROCS;
    /* The least pid of a family is less than at_start + n_families, so there is room for one of each at least. */
    bool guess = l->how.procs >= l->n_families && at_start + l->how.procs < all;
    l->max_procs = guess ? at_start + l->how.procs : all;
    make_room_for_channels(l, at_start);
    widen_counted(l, counts, l->short_of_room ? l->max_procs : all);
    coset_delete(counts);
    coset_delete(busy);
}
