/* lts/relate_pairs.c - simulation: pairs that are not in it are removed in rounds.
 *
 * A group is the transitions of one state with one event. A pair (s, t) is removed if s has a step to s' and the group
 * of t with that event leads to no remaining partner of s'; left[group of t][s'] counts those partners.
 */
#include <string.h>

#include "lts/relate_int.h"

typedef struct {
    uint32_t src, event, group;
} back;

typedef struct {
    uint32_t s, t;
} pair;

typedef struct {
    const coset_relating *how;
    coset__pairs *p;
    uint64_t *first_back; /* edges into a state: backs[first_back[s]] .. */
    back *backs;
    uint32_t n_groups; /* of the states that are columns */
    uint32_t *left;    /* [n_groups * n_rows] */
    pair *queue;       /* [n_rows * n_columns] */
    uint64_t n_queue;
} pairs;

static bool is_column(const pairs *x, uint32_t t) { return t >= x->p->first; }

/* Edges backwards; groups get their numbers. */
static void turn(pairs *x)
{
    const coset_lts *l = x->how->l;
    uint32_t n = l->n_states;
    uint64_t *room = coset_new((size_t)n + 1, sizeof *room);
    x->first_back = coset_new((size_t)n + 2, sizeof *x->first_back);
    x->backs = coset_new(coset_lts_n_edges(l), sizeof *x->backs);
    for (uint64_t e = 0; e < coset_lts_n_edges(l); e++)
        x->first_back[l->edges[e].dst + 1]++;
    for (uint32_t s = 0; s < n; s++)
        x->first_back[s + 1] += x->first_back[s];
    memcpy(room, x->first_back, n * sizeof *room);
    for (uint32_t s = 0; s < n; s++)
        for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++) {
            if (is_column(x, s) && (e == l->first[s] || l->edges[e].event != l->edges[e - 1].event))
                x->n_groups++;
            x->backs[room[l->edges[e].dst]++] = (back){s, l->edges[e].event, x->n_groups - is_column(x, s)};
        }
    coset_delete(room);
}

static void fill_left(pairs *x)
{
    const coset_lts *l = x->how->l;
    for (uint32_t t = x->p->first; t < l->n_states; t++)
        for (uint64_t b = x->first_back[t]; b < x->first_back[t + 1]; b++)
            for (uint32_t s = 0; is_column(x, x->backs[b].src) && s < x->p->n_rows; s++)
                x->left[(size_t)x->backs[b].group * x->p->n_rows + s]++;
}

static void drop(pairs *x, uint32_t s, uint32_t t, uint32_t round)
{
    uint32_t *at = &x->p->round[(size_t)s * x->p->n_columns + (t - x->p->first)];
    if (*at != COSET_RELATED)
        return;
    *at = round;
    x->queue[x->n_queue++] = (pair){s, t};
}

static bool lacks_event(const coset_lts *l, uint32_t s, uint32_t t)
{
    uint64_t f = l->first[t], end = l->first[t + 1];
    for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++) {
        while (f < end && l->edges[f].event < l->edges[e].event)
            f++;
        if (f == end || l->edges[f].event != l->edges[e].event)
            return true;
    }
    return false;
}

/* Pairs that part at once: by their labels, then by an event that the second state does not have. */
static void begin(pairs *x)
{
    const uint32_t *label = x->how->label;
    uint32_t end = x->how->l->n_states;
    for (uint32_t s = 0; s < x->p->n_rows; s++)
        for (uint32_t t = x->p->first; t < end; t++)
            if (label[s] != label[t])
                drop(x, s, t, 0);
    for (uint32_t s = 0; s < x->p->n_rows && !coset_budget_is_spent(x->how->budget); s++) {
        for (uint32_t t = x->p->first; t < end; t++)
            if (lacks_event(x->how->l, s, t))
                drop(x, s, t, 1);
        (void)coset_budget_spend(x->how->budget, x->p->n_columns);
    }
}

/* The pair is gone: groups that lead to its second state have one partner less for its first. */
static void spread(pairs *x, pair gone, uint32_t round)
{
    for (uint64_t b = x->first_back[gone.t]; b < x->first_back[gone.t + 1]; b++) {
        back to = x->backs[b];
        if (!is_column(x, to.src) || --x->left[(size_t)to.group * x->p->n_rows + gone.s] > 0)
            continue;
        for (uint64_t k = x->first_back[gone.s]; k < x->first_back[gone.s + 1]; k++)
            if (x->backs[k].event == to.event && x->backs[k].src < x->p->n_rows)
                drop(x, x->backs[k].src, to.src, round + 1);
        (void)coset_budget_spend(x->how->budget, 8);
    }
}

static bool fits(const pairs *x)
{
    uint64_t n_pairs = (uint64_t)x->p->n_rows * x->p->n_columns, n_left = (uint64_t)x->n_groups * x->p->n_rows;
    uint64_t bytes = n_pairs * (sizeof *x->p->round + sizeof *x->queue) + n_left * sizeof *x->left;
    return x->how->most_bytes == 0 || bytes <= x->how->most_bytes;
}

static void solve(pairs *x)
{
    size_t n = (size_t)x->p->n_rows * x->p->n_columns;
    x->p->round = coset_new(n, sizeof *x->p->round);
    memset(x->p->round, 0xff, n * sizeof *x->p->round);
    x->queue = coset_new(n, sizeof *x->queue);
    x->left = coset_new((size_t)x->n_groups * x->p->n_rows, sizeof *x->left);
    fill_left(x);
    begin(x);
    for (uint64_t i = 0; i < x->n_queue && !coset_budget_is_spent(x->how->budget); i++) {
        pair gone = x->queue[i];
        spread(x, gone, coset__pairs_round(x->p, gone.s, gone.t));
        (void)coset_budget_spend(x->how->budget, 2);
    }
}

bool coset__pairs_make(coset__pairs *p, const coset_relating *how)
{
    uint32_t n = how->l->n_states;
    pairs x = {.how = how, .p = p};
    p->first = how->n_left == n ? 0 : how->n_left;
    p->n_rows = how->n_left;
    p->n_columns = n - p->first;
    turn(&x);
    bool can = fits(&x);
    if (can)
        solve(&x);
    coset_delete(x.first_back);
    coset_delete(x.backs);
    coset_delete(x.left);
    coset_delete(x.queue);
    return can && !coset_budget_is_spent(how->budget);
}
