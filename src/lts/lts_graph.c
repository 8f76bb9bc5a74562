/* Transition systems as graphs: reachability, divergence, merging of states. */
#include <string.h>

#include "lts/lts_int.h"

/* ---- labels go along ---- */

static void add_alias(coset_lts *to, uint32_t *n, const coset_label *label, uint32_t state)
{
    to->aliases[(*n)++] = (coset_lts_alias){coset__label_copy(to->arena, label), state};
}

/* Labels of `from` in `to`, where of[s] is the new state of s (UINT32_MAX: removed). The first of the merged states
 * gives its label, the others are aliases. */
static void move_labels(const coset_lts *from, const uint32_t *of, coset_lts *to)
{
    if (!from->labels)
        return;
    bool *has = coset_new(to->n_states, sizeof *has);
    to->arena = coset_arena_new();
    to->labels = coset_new(to->n_states, sizeof *to->labels);
    to->aliases = coset_new((size_t)from->n_states + from->n_aliases, sizeof *to->aliases);
    for (uint32_t s = 0; s < from->n_states; s++) {
        if (of[s] == UINT32_MAX)
            continue;
        if (has[of[s]])
            add_alias(to, &to->n_aliases, &from->labels[s], of[s]);
        else
            to->labels[of[s]] = coset__label_copy(to->arena, &from->labels[s]);
        has[of[s]] = true;
    }
    for (uint32_t i = 0; i < from->n_aliases; i++)
        if (of[from->aliases[i].state] != UINT32_MAX)
            add_alias(to, &to->n_aliases, &from->aliases[i].label, of[from->aliases[i].state]);
    coset_delete(has);
}

static uint32_t events_of(const coset_lts *l)
{
    uint32_t n = 1;
    for (uint64_t e = 0; e < coset_lts_n_edges(l); e++)
        n = l->edges[e].event >= n ? l->edges[e].event + 1 : n;
    return n;
}

/* State s becomes of[s]; UINT32_MAX: it goes, with its edges. */
static coset_lts *renumber(const coset_lts *l, const uint32_t *of, uint32_t n, bool keep_loops)
{
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t s = 0; s < n; s++)
        (void)coset_lts_add_state(b);
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; of[s] != UINT32_MAX && e < l->first[s + 1]; e++) {
            uint32_t dst = of[l->edges[e].dst];
            if (keep_loops || l->edges[e].event != COSET_TAU || dst != of[s])
                coset_lts_add_edge(b, of[s], l->edges[e].event, dst);
        }
    coset_lts *x = coset_lts_build(b, events_of(l));
    move_labels(l, of, x);
    return x;
}

coset_lts *coset_lts_quotient(const coset_lts *l, const uint32_t *of, uint32_t n_classes, bool keep_loops)
{
    COSET_INVARIANT(of[0] == 0);
    return renumber(l, of, n_classes, keep_loops);
}

coset_lts *coset_lts_reachable(const coset_lts *l)
{
    uint32_t *of = coset_new(l->n_states, sizeof *of), *queue = coset_new(l->n_states, sizeof *queue);
    uint32_t n = 1;
    memset(of, 0xff, l->n_states * sizeof *of);
    of[0] = queue[0] = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint64_t e = l->first[queue[i]]; e < l->first[queue[i] + 1]; e++) {
            uint32_t dst = l->edges[e].dst;
            if (of[dst] == UINT32_MAX) {
                of[dst] = n;
                queue[n++] = dst;
            }
        }
    coset_lts *x = renumber(l, of, n, true);
    coset_delete(of);
    coset_delete(queue);
    return x;
}

/* ---- divergence ---- */

/* Taus backwards: before[offset[s]] .. before[offset[s + 1] - 1] have a tau to s. */
static uint32_t *reverse_taus(const coset_lts *l, uint64_t *offset)
{
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; e < l->first[s + 1] && l->edges[e].event == COSET_TAU; e++)
            offset[l->edges[e].dst + 1]++;
    for (uint32_t s = 0; s < l->n_states; s++)
        offset[s + 1] += offset[s];
    uint32_t *before = coset_new(offset[l->n_states], sizeof *before);
    uint64_t *room = coset_new(l->n_states, sizeof *room);
    memcpy(room, offset, l->n_states * sizeof *room);
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; e < l->first[s + 1] && l->edges[e].event == COSET_TAU; e++)
            before[room[l->edges[e].dst]++] = s;
    coset_delete(room);
    return before;
}

/* States whose taus all lead to states that do not diverge do not diverge either; the remaining ones do. */
bool *coset_lts_divergent(const coset_lts *l)
{
    uint64_t *offset = coset_new((size_t)l->n_states + 1, sizeof *offset);
    uint32_t *before = reverse_taus(l, offset), n = 0;
    uint64_t *taus = coset_new(l->n_states, sizeof *taus);
    uint32_t *queue = coset_new(l->n_states, sizeof *queue);
    bool *diverges = coset_new(l->n_states, sizeof *diverges);
    for (uint32_t s = 0; s < l->n_states; s++) {
        for (uint64_t e = l->first[s]; e < l->first[s + 1] && l->edges[e].event == COSET_TAU; e++)
            taus[s]++;
        diverges[s] = taus[s] != 0;
        if (!diverges[s])
            queue[n++] = s;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint64_t k = offset[queue[i]]; k < offset[queue[i] + 1]; k++)
            if (--taus[before[k]] == 0) {
                diverges[before[k]] = false;
                queue[n++] = before[k];
            }
    coset_delete(offset);
    coset_delete(before);
    coset_delete(taus);
    coset_delete(queue);
    return diverges;
}
