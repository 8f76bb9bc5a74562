/* Maps of events and of the nodes of a specification under an exchange. */
#include <stdlib.h>
#include <string.h>

#include "lts/symm_int.h"

/* ---- events ---------------------------------------------------------------------------------------------------- */

bool coset__map_events(coset__exchange *x)
{
    const coset_super *s = x->k->s;
    bool *hit = coset_arena_get(x->arena, s->n_events, sizeof *hit);
    for (uint32_t e = 0; e < s->n_events; e++) {
        uint32_t to = e;
        if (e != COSET_TAU && e != COSET_TICK) {
            coset_label label = coset_label_rename(&s->event_labels[e], x->k->offset, x->perm, x->arena);
            to = coset_label_find(&x->k->events, &label);
        }
        if (to == UINT32_MAX || (to <= COSET_TICK) != (e <= COSET_TICK) || hit[to])
            return coset__misfit(x, "event %s has no image", coset__event_name(x->k, e));
        hit[to] = true;
        x->events[e] = to;
    }
    return true;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------ */

static int compare_numbers(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

/* Numbers of sets of events, by their events. */
typedef struct {
    const coset_normal *spec;
    uint32_t n_table, *table; /* set + 1 */
    uint32_t *to;             /* [n_sets] image of a set, or COSET__NO_MAP */
} set_maps;

static uint32_t find_set(const set_maps *m, const uint32_t *events, uint32_t n, bool enter, uint32_t number)
{
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++)
        h = coset__blend(h, events[i]);
    for (uint32_t at = (uint32_t)(h >> 20) & (m->n_table - 1);; at = (at + 1) & (m->n_table - 1)) {
        if (!m->table[at]) {
            m->table[at] = enter ? number + 1 : 0;
            return enter ? number : COSET__NO_MAP;
        }
        const coset_event_set *s = &m->spec->sets[m->table[at] - 1];
        if (s->n == n && (n == 0 || memcmp(s->events, events, n * sizeof *events) == 0))
            return m->table[at] - 1;
    }
}

static void map_sets(coset__exchange *x, set_maps *m)
{
    const coset_normal *spec = m->spec;
    for (m->n_table = 4; m->n_table < 2 * (uint64_t)spec->n_sets;)
        m->n_table *= 2;
    m->table = coset_arena_get(x->arena, m->n_table, sizeof *m->table);
    m->to = coset_arena_get(x->arena, spec->n_sets, sizeof *m->to);
    uint32_t *image = coset_arena_get(x->arena, spec->n_events, sizeof *image);
    for (uint32_t i = 0; i < spec->n_sets; i++)
        (void)find_set(m, spec->sets[i].events, spec->sets[i].n, true, i);
    for (uint32_t i = 0; i < spec->n_sets; i++) {
        const coset_event_set *s = &spec->sets[i];
        for (uint32_t k = 0; k < s->n; k++)
            image[k] = x->events[s->events[k]];
        if (s->n)
            qsort(image, s->n, sizeof *image, compare_numbers);
        m->to[i] = find_set(m, image, s->n, false, 0);
    }
}

/* The first of equal sets represents all: nodes may refer to any of them. */
static uint32_t same_set(const set_maps *m, uint32_t set)
{
    return find_set(m, m->spec->sets[set].events, m->spec->sets[set].n, false, 0);
}

/* The acceptances of `to` are the images of those of `from`: equally many, distinct, all found. */
static bool acceptances_fit(const set_maps *m, uint32_t from, uint32_t to)
{
    const coset_normal *spec = m->spec;
    uint64_t n = spec->acc_first[from + 1] - spec->acc_first[from];
    if (spec->acc_first[to + 1] - spec->acc_first[to] != n)
        return false;
    for (uint64_t i = spec->acc_first[from]; i < spec->acc_first[from + 1]; i++) {
        bool found = false;
        uint32_t image = m->to[spec->acc[i]];
        for (uint64_t k = spec->acc_first[to]; !found && k < spec->acc_first[to + 1]; k++)
            found = same_set(m, spec->acc[k]) == image;
        if (!found)
            return false;
    }
    return true;
}

static bool node_fits(const coset__exchange *x, const set_maps *m, uint32_t from, uint32_t to)
{
    const coset_normal *spec = x->k->spec;
    return spec->diverges[from] == spec->diverges[to] && spec->accepts_any[from] == spec->accepts_any[to] &&
           spec->first[from + 1] - spec->first[from] == spec->first[to + 1] - spec->first[to] &&
           acceptances_fit(m, from, to);
}

/* The node after an event, or UINT32_MAX. */
static uint32_t after(const coset_normal *spec, uint32_t node, uint32_t event)
{
    uint64_t from = spec->first[node], to = spec->first[node + 1];
    while (from < to) {
        uint64_t middle = from + (to - from) / 2;
        if (spec->edges[middle].event < event)
            from = middle + 1;
        else
            to = middle;
    }
    bool found = from < spec->first[node + 1] && spec->edges[from].event == event;
    return found ? spec->edges[from].dst : UINT32_MAX;
}

/* Walks from the pair of roots; if everything fits, the map is an automorphism of the reachable part. */
bool coset__map_nodes(coset__exchange *x)
{
    const coset_normal *spec = x->k->spec;
    if (!spec)
        return true;
    set_maps m = {.spec = spec};
    map_sets(x, &m);
    uint32_t *queue = coset_arena_get(x->arena, spec->n_nodes, sizeof *queue), n = 0;
    bool *hit = coset_arena_get(x->arena, spec->n_nodes, sizeof *hit);
    memset(x->nodes, 0xff, spec->n_nodes * sizeof *x->nodes);
    x->nodes[0] = 0;
    hit[0] = true;
    queue[n++] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = queue[i], to = x->nodes[from];
        if (!node_fits(x, &m, from, to))
            return coset__misfit(x, "the specification treats them differently");
        for (uint64_t e = spec->first[from]; e < spec->first[from + 1]; e++) {
            uint32_t dst = spec->edges[e].dst, image = after(spec, to, x->events[spec->edges[e].event]);
            if (image == UINT32_MAX || (x->nodes[dst] == UINT32_MAX ? hit[image] : x->nodes[dst] != image))
                return coset__misfit(x, "the specification treats them differently: event %s",
                                     coset__event_name(x->k, spec->edges[e].event));
            if (x->nodes[dst] != UINT32_MAX)
                continue;
            x->nodes[dst] = image;
            hit[image] = true;
            queue[n++] = dst;
        }
    }
    for (uint32_t i = 0; i < spec->n_nodes; i++) /* never reached: never used */
        if (x->nodes[i] == UINT32_MAX) {
            if (hit[i])
                return coset__misfit(x, "the specification has nodes that it never reaches");
            x->nodes[i] = i;
        }
    return true;
}
