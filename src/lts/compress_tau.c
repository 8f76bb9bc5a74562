/* Loops of taus: Tarjan's strongly connected components, with a stack of its own. */
#include <string.h>

#include "lts/compress.h"

typedef struct {
    uint32_t state;
    uint64_t edge; /* next one to look at */
} visit;

typedef struct {
    const coset_lts *l;
    uint32_t *of, *order, *low; /* order: 0 = not seen; of: UINT32_MAX while in no component */
    uint32_t n_seen, n_components;
    COSET_VEC(visit) path;
    COSET_VEC(uint32_t) open;
} tarjan;

static void enter(tarjan *t, uint32_t s)
{
    t->order[s] = t->low[s] = ++t->n_seen;
    *coset_vec_add(&t->open) = s;
    *coset_vec_add(&t->path) = (visit){s, t->l->first[s]};
}

static void leave(tarjan *t, uint32_t s)
{
    t->path.n--;
    if (t->path.n) {
        uint32_t before = t->path.at[t->path.n - 1].state;
        t->low[before] = t->low[s] < t->low[before] ? t->low[s] : t->low[before];
    }
    if (t->low[s] != t->order[s])
        return;
    for (uint32_t x = UINT32_MAX; x != s;) {
        x = t->open.at[--t->open.n];
        t->of[x] = t->n_components;
    }
    t->n_components++;
}

static void search_from(tarjan *t, uint32_t s)
{
    const coset_lts *l = t->l;
    enter(t, s);
    while (t->path.n) {
        visit *v = &t->path.at[t->path.n - 1];
        if (v->edge == l->first[v->state + 1] || l->edges[v->edge].event != COSET_TAU) {
            leave(t, v->state);
            continue;
        }
        uint32_t dst = l->edges[v->edge++].dst;
        if (!t->order[dst])
            enter(t, dst);
        else if (t->of[dst] == UINT32_MAX && t->order[dst] < t->low[v->state])
            t->low[v->state] = t->order[dst];
    }
}

uint32_t coset__tau_components(const coset_lts *l, uint32_t *of)
{
    tarjan t = {.l = l, .of = of};
    t.order = coset_new(l->n_states, sizeof *t.order);
    t.low = coset_new(l->n_states, sizeof *t.low);
    memset(of, 0xff, l->n_states * sizeof *of);
    for (uint32_t s = 0; s < l->n_states; s++)
        if (!t.order[s])
            search_from(&t, s);
    uint32_t *number = t.low, n = 0; /* numbered anew by first state */
    memset(number, 0xff, l->n_states * sizeof *number);
    for (uint32_t s = 0; s < l->n_states; s++) {
        if (number[of[s]] == UINT32_MAX)
            number[of[s]] = n++;
        of[s] = number[of[s]];
    }
    coset_delete(t.order);
    coset_delete(t.low);
    coset_vec_fini(&t.path);
    coset_vec_fini(&t.open);
    return n;
}

coset_lts *coset__tau_factor(const coset_lts *l)
{
    uint32_t *of = coset_new(l->n_states, sizeof *of), n = coset__tau_components(l, of);
    coset_lts *x = coset_lts_quotient(l, of, n, true);
    coset_delete(of);
    return x;
}
