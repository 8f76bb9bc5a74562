/* Diamond compression: the behaviour behind taus is collected in their source states.
 *
 * Only the start and the targets of visible events remain. Each gets the events of all states that its taus reach,
 * their minimal acceptances, and whether one of them diverges; acceptances and divergence are then written as taus
 * again (lts.h), which costs a state for each acceptance where there is more than one way to refuse. The smaller of the
 * result and the system with its loops of taus merged is returned.
 */
#include <string.h>

#include "base/numbers.h"
#include "lts/compress.h"
#include "lts/eventsets.h"

#define MOST_EDGES (UINT64_C(1) << 24)

typedef struct {
    const coset_lts *l;
    bool *divergent;
    coset__eventsets sets;
    coset_arena *arena;
    coset_lts_builder *b;
    uint32_t *number;         /* [n_states] state of the result + 1, or 0 */
    COSET_VEC(uint32_t) kept; /* state of l that became each state of the result first .. */
    COSET_VEC(uint32_t) at;   /* ... and which state of the result that is */
    uint64_t n_edges;
    /* of the node being made */
    bool *marked;
    COSET_VEC(uint32_t) closure, acc, events;
    COSET_VEC(coset_lts_edge) out;
} diamond;

static uint32_t number_of(diamond *x, uint32_t s)
{
    if (!x->number[s]) {
        x->number[s] = coset_lts_add_state(x->b) + 1;
        *coset_vec_add(&x->kept) = s;
        *coset_vec_add(&x->at) = x->number[s] - 1;
    }
    return x->number[s] - 1;
}

static void find_closure(diamond *x, uint32_t s)
{
    const coset_lts *l = x->l;
    x->closure.n = 0;
    *coset_vec_add(&x->closure) = s;
    x->marked[s] = true;
    for (uint32_t i = 0; i < x->closure.n; i++)
        for (uint64_t e = l->first[x->closure.at[i]];
             e < l->first[x->closure.at[i] + 1] && l->edges[e].event == COSET_TAU; e++)
            if (!x->marked[l->edges[e].dst]) {
                x->marked[l->edges[e].dst] = true;
                *coset_vec_add(&x->closure) = l->edges[e].dst;
            }
    for (uint32_t i = 0; i < x->closure.n; i++)
        x->marked[x->closure.at[i]] = false;
}

/* The acceptance of state s, as a set, if it is stable or can tick; its edges are added to x->out. */
static void gather(diamond *x, uint32_t s)
{
    const coset_lts *l = x->l;
    const uint32_t tick = COSET_TICK;
    bool ticks = false;
    x->events.n = 0;
    for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++) {
        if (l->edges[e].event == COSET_TAU)
            continue;
        *coset_vec_add(&x->out) = (coset_lts_edge){l->edges[e].event, number_of(x, l->edges[e].dst)};
        ticks = ticks || l->edges[e].event == COSET_TICK;
        if (!x->events.n || x->events.at[x->events.n - 1] != l->edges[e].event)
            *coset_vec_add(&x->events) = l->edges[e].event;
    }
    if (ticks)
        *coset_vec_add(&x->acc) = coset__eventsets_number(&x->sets, &tick, 1);
    else if (coset_lts_is_stable(l, s))
        *coset_vec_add(&x->acc) = coset__eventsets_number(&x->sets, x->events.at, x->events.n);
}

static bool is_minimal(const diamond *x, uint32_t i)
{
    for (uint32_t k = 0; k < x->acc.n; k++)
        if (x->acc.at[k] != x->acc.at[i] &&
            coset__eventset_within(&x->sets.sets.at[x->acc.at[k]], &x->sets.sets.at[x->acc.at[i]]))
            return false;
    return true;
}

static void keep_minimal(diamond *x)
{
    uint32_t n = 0;
    uint32_t *minimal = coset_new(x->acc.n, sizeof *minimal);
    if (x->acc.n > 1)
        coset_numbers_sort(x->acc.at, x->acc.n);
    for (uint32_t i = 0; i < x->acc.n; i++)
        if ((i == 0 || x->acc.at[i - 1] != x->acc.at[i]) && is_minimal(x, i))
            minimal[n++] = x->acc.at[i];
    if (n)
        memcpy(x->acc.at, minimal, n * sizeof *minimal);
    x->acc.n = n;
    coset_delete(minimal);
}

static bool accepts(const coset_event_set *a, uint32_t event)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (a->events[i] == event)
            return true;
    return false;
}

/* All of x->out is accepted, or the rest may be refused because the state can tick. */
static bool is_plain(const diamond *x)
{
    if (x->acc.n != 1)
        return false;
    const coset_event_set *a = &x->sets.sets.at[x->acc.at[0]];
    bool all = true, only_tick = a->n == 1 && a->events[0] == COSET_TICK;
    for (uint32_t i = 0; i < x->out.n; i++)
        all = all && accepts(a, x->out.at[i].event);
    return all || only_tick;
}

static void write_node(diamond *x, uint32_t at, bool diverges)
{
    for (uint32_t i = 0; i < x->out.n; i++)
        coset_lts_add_edge(x->b, at, x->out.at[i].event, x->out.at[i].dst);
    x->n_edges += x->out.n;
    if (diverges)
        coset_lts_add_edge(x->b, at, COSET_TAU, at);
    else if (is_plain(x))
        return;
    for (uint32_t k = 0; k < x->acc.n; k++) {
        uint32_t s = coset_lts_add_state(x->b);
        coset_lts_add_edge(x->b, at, COSET_TAU, s);
        for (uint32_t i = 0; i < x->out.n; i++)
            if (accepts(&x->sets.sets.at[x->acc.at[k]], x->out.at[i].event)) {
                coset_lts_add_edge(x->b, s, x->out.at[i].event, x->out.at[i].dst);
                x->n_edges++;
            }
    }
}

static void make_node(diamond *x, uint32_t s, uint32_t at)
{
    bool diverges = false;
    find_closure(x, s);
    x->out.n = x->acc.n = 0;
    for (uint32_t i = 0; i < x->closure.n; i++) {
        gather(x, x->closure.at[i]);
        diverges = diverges || x->divergent[x->closure.at[i]];
    }
    keep_minimal(x);
    write_node(x, at, diverges);
}

static void diamond_init(diamond *x, const coset_lts *l)
{
    *x = (diamond){.l = l, .divergent = coset_lts_divergent(l), .arena = coset_arena_new()};
    coset__eventsets_init(&x->sets, x->arena);
    x->b = coset_lts_builder_new();
    x->number = coset_new(l->n_states, sizeof *x->number);
    x->marked = coset_new(l->n_states, sizeof *x->marked);
}

static void diamond_fini(diamond *x)
{
    coset_delete(x->divergent);
    coset__eventsets_fini(&x->sets);
    coset_arena_free(x->arena);
    coset_delete(x->number);
    coset_delete(x->marked);
    coset_vec_fini(&x->kept);
    coset_vec_fini(&x->at);
    coset_vec_fini(&x->closure);
    coset_vec_fini(&x->acc);
    coset_vec_fini(&x->events);
    coset_vec_fini(&x->out);
}

coset_status coset__diamond(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    (void)err;
    coset_lts *r = coset_lts_reachable(l), *f = coset__tau_factor(r);
    diamond x;
    diamond_init(&x, f);
    (void)number_of(&x, 0);
    for (uint32_t i = 0; i < x.kept.n && x.n_edges <= MOST_EDGES; i++) {
        make_node(&x, x.kept.at[i], x.at.at[i]);
        if (coset_budget_spend(coset__compress_budget(o), 4 * x.closure.n + x.out.n))
            break;
    }
    coset_lts *d = NULL;
    if (x.n_edges <= MOST_EDGES)
        d = coset_lts_build(x.b, o->n_events);
    else
        coset_lts_builder_free(x.b);
    bool smaller = d && d->n_states <= f->n_states;
    *out = smaller ? d : f;
    coset_lts_free(smaller ? f : d);
    coset_lts_free(r);
    diamond_fini(&x);
    return COSET_OK;
}
