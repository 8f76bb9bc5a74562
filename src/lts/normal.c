/* Normalisation: sets of states after the same trace, then merged if they are indistinguishable. */
#include "lts/normal.h"

#include <stdio.h>
#include <string.h>

#include "base/numbers.h"
#include "lts/eventsets.h"
#include "lts/partition.h"

typedef struct {
    uint32_t dst, next; /* next: another one of its event, + 1; 0: none */
} target;

typedef struct {
    const coset_lts *l;
    uint32_t n_events;
    coset_csp_model model;
    const coset_normal_limits *limits;
    coset_err *err;
    bool *divergent;   /* [n_states], FD and ALL */
    uint32_t *accepts; /* [n_states] number of the set, UINT32_MAX: none; not in T */
    coset__eventsets sets;
    /* pre-nodes */
    COSET_VEC(uint64_t) first; /* n_pre + 1 */
    uint32_t *states;          /* of all pre-nodes */
    uint64_t n_states, room;
    uint32_t *table, mask; /* pre-node + 1 */
    coset_lts_builder *graph;
    uint64_t n_edges;
    COSET_VEC(uint32_t) acc; /* acceptances of all pre-nodes */
    COSET_VEC(uint64_t) acc_first;
    COSET_VEC(uint32_t) unions; /* numbers of sets; of a pre-node */
    /* scratch */
    bool *marked;               /* [n_states] */
    COSET_VEC(uint32_t) set;    /* the set of states being made */
    COSET_VEC(target) out;      /* of a pre-node */
    COSET_VEC(uint32_t) events; /* of a pre-node */
    uint32_t *chains;           /* [n_events] the newest target + 1, 0: none */
} normaliser;

static uint32_t n_pre(const normaliser *x) { return x->first.n - 1; }

static bool keeps_failures(const normaliser *x) { return x->model != COSET_CSP_T; }

/* ---- acceptances of a state ---- */

static void find_acceptances(normaliser *x)
{
    const coset_lts *l = x->l;
    const uint32_t tick = COSET_TICK;
    COSET_VEC(uint32_t) events = {0};
    x->accepts = coset_new(l->n_states, sizeof *x->accepts);
    for (uint32_t s = 0; s < l->n_states; s++) {
        uint64_t from, to;
        events.n = 0;
        for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++)
            if (!events.n || events.at[events.n - 1] != l->edges[e].event)
                *coset_vec_add(&events) = l->edges[e].event;
        x->accepts[s] = UINT32_MAX;
        if (coset_lts_edges_with(l, s, COSET_TICK, &from, &to))
            x->accepts[s] = coset__eventsets_number(&x->sets, &tick, 1);
        else if (coset_lts_is_stable(l, s))
            x->accepts[s] = coset__eventsets_number(&x->sets, events.at, events.n);
    }
    coset_vec_fini(&events);
}

/* ---- sets of states ---- */

static void add_state(normaliser *x, uint32_t s)
{
    if (x->marked[s])
        return;
    x->marked[s] = true;
    *coset_vec_add(&x->set) = s;
}

/* Closes x->set under tau, sorts it, and clears the marks. */
static void close_set(normaliser *x)
{
    const coset_lts *l = x->l;
    for (uint32_t i = 0; i < x->set.n; i++)
        for (uint64_t e = l->first[x->set.at[i]]; e < l->first[x->set.at[i] + 1] && l->edges[e].event == COSET_TAU; e++)
            add_state(x, l->edges[e].dst);
    coset_numbers_sort(x->set.at, x->set.n);
    for (uint32_t i = 0; i < x->set.n; i++)
        x->marked[x->set.at[i]] = false;
}

static uint32_t hash_of(const uint32_t *states, uint64_t n)
{
    uint64_t h = n;
    for (uint64_t i = 0; i < n; i++) {
        h = (h ^ states[i]) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    return (uint32_t)h;
}

static void enter(normaliser *x, uint32_t p)
{
    uint32_t at = hash_of(x->states + x->first.at[p], x->first.at[p + 1] - x->first.at[p]) & x->mask;
    while (x->table[at])
        at = (at + 1) & x->mask;
    x->table[at] = p + 1;
}

static void grow_table(normaliser *x)
{
    coset_delete(x->table);
    x->mask = x->mask * 2 + 1;
    x->table = coset_new((size_t)x->mask + 1, sizeof *x->table);
    for (uint32_t p = 0; p < n_pre(x); p++)
        enter(x, p);
}

static uint32_t find_set(const normaliser *x)
{
    size_t bytes = x->set.n * sizeof *x->set.at;
    for (uint32_t at = hash_of(x->set.at, x->set.n) & x->mask; x->table[at]; at = (at + 1) & x->mask) {
        uint32_t p = x->table[at] - 1;
        uint64_t first = x->first.at[p];
        if (x->first.at[p + 1] - first == x->set.n && memcmp(x->states + first, x->set.at, bytes) == 0)
            return p;
    }
    return UINT32_MAX;
}

/* Estimated memory of pre-nodes, with so many states in their sets, and their edges, until they are merged. */
static uint64_t bytes_for(const normaliser *x, uint64_t n_states)
{
    return n_states * 4 + x->n_edges * 32 + (uint64_t)n_pre(x) * 64 + (uint64_t)x->acc.n * 4;
}

/* The pre-node of x->set, which is closed; a new one is added. UINT32_MAX: a bound is reached. */
static uint32_t number_of_set(normaliser *x)
{
    uint32_t p = find_set(x);
    if (p != UINT32_MAX)
        return p;
    const coset_normal_limits *m = x->limits;
    uint64_t all = x->n_states + x->set.n;
    if ((m->max_nodes && n_pre(x) >= m->max_nodes) || (m->max_bytes && bytes_for(x, all) > m->max_bytes) ||
        n_pre(x) >= INT32_MAX)
        return UINT32_MAX;
    while (all > x->room) {
        x->room = x->room ? 2 * x->room : 1024;
        x->states = coset_resize(x->states, x->room, sizeof *x->states);
    }
    memcpy(x->states + x->n_states, x->set.at, x->set.n * sizeof *x->set.at);
    x->n_states = all;
    *coset_vec_add(&x->first) = all;
    (void)coset_lts_add_state(x->graph);
    if ((uint64_t)n_pre(x) * 2 > x->mask)
        grow_table(x);
    else
        enter(x, n_pre(x) - 1);
    return n_pre(x) - 1;
}

static bool is_divergent(const normaliser *x, uint32_t p)
{
    for (uint64_t i = x->first.at[p]; x->divergent && i < x->first.at[p + 1]; i++)
        if (x->divergent[x->states[i]])
            return true;
    return false;
}

/* ---- acceptances of a pre-node ---- */

static bool contains_another(const normaliser *x, const uint32_t *acc, uint32_t n, uint32_t i)
{
    for (uint32_t k = 0; k < n; k++)
        if (k != i && coset__eventset_within(&x->sets.sets.at[acc[k]], &x->sets.sets.at[acc[i]]))
            return true; /* different numbers are different sets */
    return false;
}

/* Set number i is a union of others: then these determine all its revivals. The empty set denotes deadlock. */
static bool is_union(const normaliser *x, const uint32_t *acc, uint32_t n, uint32_t i)
{
    const coset_event_set *whole = &x->sets.sets.at[acc[i]];
    bool all = whole->n > 0;
    for (uint32_t e = 0; all && e < whole->n; e++) {
        const coset_event_set one = {1, &whole->events[e]};
        all = false;
        for (uint32_t k = 0; k < n && !all; k++) {
            const coset_event_set *part = &x->sets.sets.at[acc[k]];
            all = k != i && coset__eventset_within(part, whole) && coset__eventset_within(&one, part);
        }
    }
    return all;
}

/* The information of set number i follows from others, in this model. */
static bool is_redundant(const normaliser *x, const uint32_t *acc, uint32_t n, uint32_t i)
{
    if (coset_csp_tests_refusals(x->model))
        return false;
    return coset_csp_has_revivals(x->model) ? is_union(x, acc, n, i) : contains_another(x, acc, n, i);
}

/* Appends the sets that determine all those that x->set.at lists (numbers of sets, perhaps more than once). */
static void add_minimal(normaliser *x)
{
    uint32_t *acc = x->set.at, n = 0;
    coset_numbers_sort(acc, x->set.n);
    for (uint32_t i = 0; i < x->set.n; i++)
        if (!n || acc[n - 1] != acc[i])
            acc[n++] = acc[i];
    for (uint32_t i = 0; i < n && !coset_budget_spend(x->limits->budget, n); i++)
        if (!is_redundant(x, acc, n, i))
            *coset_vec_add(&x->acc) = acc[i];
}

static void list_acceptances(normaliser *x, uint32_t p)
{
    x->set.n = 0;
    for (uint64_t i = x->first.at[p]; i < x->first.at[p + 1]; i++)
        if (x->accepts[x->states[i]] != UINT32_MAX)
            *coset_vec_add(&x->set) = x->accepts[x->states[i]];
    add_minimal(x);
}

/* ---- all pre-nodes ---- */

/* The targets of the pre-node's edges but taus, as a chain for each event; x->events lists the events. */
static void list_edges(normaliser *x, uint32_t p)
{
    const coset_lts *l = x->l;
    x->out.n = x->events.n = 0;
    for (uint64_t i = x->first.at[p]; i < x->first.at[p + 1]; i++)
        for (uint64_t e = l->first[x->states[i]]; e < l->first[x->states[i] + 1]; e++) {
            uint32_t event = l->edges[e].event;
            if (event == COSET_TAU)
                continue;
            if (x->chains[event] == 0)
                *coset_vec_add(&x->events) = event;
            *coset_vec_add(&x->out) = (target){l->edges[e].dst, x->chains[event]};
            x->chains[event] = x->out.n;
        }
    coset_numbers_sort(x->events.at, x->events.n);
}

/* The set of states after an event; its chain is emptied. */
static void follow(normaliser *x, uint32_t event)
{
    x->set.n = 0;
    for (uint32_t i = x->chains[event]; i; i = x->out.at[i - 1].next)
        add_state(x, x->out.at[i - 1].dst);
    x->chains[event] = 0;
    close_set(x);
}

static bool expand(normaliser *x, uint32_t p)
{
    list_edges(x, p);
    for (uint32_t i = 0; i < x->events.n; i++) {
        follow(x, x->events.at[i]);
        uint32_t to = number_of_set(x);
        if (to == UINT32_MAX)
            return false;
        coset_lts_add_edge(x->graph, p, x->events.at[i], to);
        x->n_edges++;
        if (coset_budget_spend(x->limits->budget, 4 * x->set.n + 8))
            return false;
    }
    return true;
}

/* ---- refusals that are seen -------------------------------------------------------------------------------------- */

#define MOST_UNIONS 65536U /* of the acceptances of one pre-node */

static bool has_tick(const coset_event_set *s) { return s->n && s->events[0] == COSET_TICK; }

static uint32_t union_of(normaliser *x, uint32_t a, uint32_t b)
{
    const coset_event_set *p = &x->sets.sets.at[a], *q = &x->sets.sets.at[b];
    uint32_t i = 0, k = 0;
    x->events.n = 0;
    while (i < p->n || k < q->n) {
        uint32_t e = k == q->n || (i < p->n && p->events[i] <= q->events[k]) ? p->events[i] : q->events[k];
        i += i < p->n && p->events[i] == e;
        k += k < q->n && q->events[k] == e;
        *coset_vec_add(&x->events) = e;
    }
    return coset__eventsets_number(&x->sets, x->events.at, x->events.n);
}

static void add_union(normaliser *x, uint32_t set)
{
    for (uint32_t i = 0; i < x->unions.n; i++)
        if (x->unions.at[i] == set)
            return;
    *coset_vec_add(&x->unions) = set;
}

/* All unions of acceptances of the pre-node; a state that can tick offers nothing else. */
static bool list_unions(normaliser *x, uint32_t p)
{
    const uint64_t from = x->acc_first.at[p], to = x->acc.n;
    x->unions.n = 0;
    for (uint64_t i = from; i < to; i++)
        add_union(x, x->acc.at[i]);
    for (uint32_t u = 0; u < x->unions.n && x->unions.n <= MOST_UNIONS; u++)
        for (uint64_t i = from; i < to && !has_tick(&x->sets.sets.at[x->unions.at[u]]); i++)
            if (!has_tick(&x->sets.sets.at[x->acc.at[i]]))
                add_union(x, union_of(x, x->unions.at[u], x->acc.at[i]));
    return x->unions.n <= MOST_UNIONS && !coset_budget_spend(x->limits->budget, x->unions.n * 4);
}

/* Edges to the sets of states that are left when a refusal is seen: their event is n_events + the union. */
static bool add_tests(normaliser *x, uint32_t p)
{
    if (!list_unions(x, p))
        return false;
    for (uint32_t u = 0; u < x->unions.n; u++) {
        x->set.n = 0;
        for (uint64_t i = x->first.at[p]; i < x->first.at[p + 1]; i++) {
            uint32_t own = x->accepts[x->states[i]];
            if (own != UINT32_MAX && coset__eventset_within(&x->sets.sets.at[own], &x->sets.sets.at[x->unions.at[u]]))
                *coset_vec_add(&x->set) = x->states[i];
        }
        uint32_t to = number_of_set(x);
        if (to == UINT32_MAX)
            return false;
        coset_lts_add_edge(x->graph, p, x->n_events + x->unions.at[u], to);
        x->n_edges++;
    }
    return true;
}

static coset_status too_large(const normaliser *x)
{
    char doing[80];
    (void)snprintf(doing, sizeof doing, "the specification was normalised (%u nodes so far)", (unsigned)n_pre(x));
    if (coset_budget_is_spent(x->limits->budget))
        return coset_budget_fail(x->limits->budget, doing, x->err);
    return coset_fail(
        x->err, COSET_LIMIT,
        "the specification has more than %u nodes when normalised; hide less in it, or compress its parts",
        (unsigned)n_pre(x));
}

static coset_status make_pre_nodes(normaliser *x)
{
    x->set.n = 0;
    *coset_vec_add(&x->first) = 0;
    add_state(x, 0);
    close_set(x);
    if (number_of_set(x) == UINT32_MAX)
        return too_large(x);
    for (uint32_t p = 0; p < n_pre(x); p++) {
        bool ends = coset_csp_is_strict(x->model) && is_divergent(x, p);
        *coset_vec_add(&x->acc_first) = x->acc.n;
        if (!ends && keeps_failures(x))
            list_acceptances(x, p);
        if (!ends && coset_csp_tests_refusals(x->model) && !add_tests(x, p))
            return too_large(x);
        if ((!ends && !expand(x, p)) || coset_budget_is_spent(x->limits->budget))
            return too_large(x);
    }
    *coset_vec_add(&x->acc_first) = x->acc.n;
    return COSET_OK;
}

/* ---- merging ---- */

/* Initial classes: the data of a pre-node besides its edges. */
static void first_classes(normaliser *x, uint32_t *of)
{
    coset__eventsets kinds;
    coset_arena *arena = coset_arena_new();
    coset__eventsets_init(&kinds, arena);
    for (uint32_t p = 0; p < n_pre(x); p++) {
        x->set.n = 0;
        *coset_vec_add(&x->set) = is_divergent(x, p);
        for (uint64_t i = x->acc_first.at[p]; i < x->acc_first.at[p + 1]; i++)
            *coset_vec_add(&x->set) = x->acc.at[i];
        of[p] = coset__eventsets_number(&kinds, x->set.at, x->set.n);
    }
    coset__eventsets_fini(&kinds);
    coset_arena_free(arena);
}

static void take_pre_nodes(normaliser *x, coset_normal *n)
{
    n->n_pre = n_pre(x);
    n->pre_first = x->first.at;
    n->pre_states = x->states;
    x->first.at = NULL;
    x->first.n = x->first.room = 0;
    x->states = NULL;
}

static void take_acceptances(const normaliser *x, const uint32_t *member, coset_normal *n)
{
    uint64_t sum = 0;
    n->n_sets = x->sets.sets.n;
    n->sets = coset_arena_copy(n->arena, x->sets.sets.at, n->n_sets, sizeof *n->sets);
    n->acc_first = coset_new((size_t)n->n_nodes + 1, sizeof *n->acc_first);
    n->acc = coset_new(x->acc.n, sizeof *n->acc);
    for (uint32_t v = 0; v < n->n_nodes; v++) {
        n->acc_first[v] = sum;
        for (uint64_t i = x->acc_first.at[member[v]]; i < x->acc_first.at[member[v] + 1]; i++)
            n->acc[sum++] = x->acc.at[i];
    }
    n->acc_first[n->n_nodes] = sum;
}

/* Edges whose event is beyond the others become tests. */
static void split_tests(const normaliser *x, coset_normal *n)
{
    uint64_t kept = 0, tests = 0, from = 0;
    n->test_first = coset_new((size_t)n->n_nodes + 1, sizeof *n->test_first);
    n->test_sets = coset_new(n->first[n->n_nodes] + 1, sizeof *n->test_sets);
    n->test_nodes = coset_new(n->first[n->n_nodes] + 1, sizeof *n->test_nodes);
    for (uint32_t v = 0; v < n->n_nodes; v++) {
        const uint64_t to = n->first[v + 1];
        n->first[v] = kept;
        n->test_first[v] = tests;
        for (; from < to; from++) {
            const coset_lts_edge e = n->edges[from];
            if (e.event < x->n_events) {
                n->edges[kept++] = e;
                continue;
            }
            n->test_sets[tests] = e.event - x->n_events;
            n->test_nodes[tests++] = e.dst;
        }
    }
    n->first[n->n_nodes] = kept;
    n->test_first[n->n_nodes] = tests;
}

static coset_normal *merge(normaliser *x, coset_arena *arena)
{
    coset_normal *n = coset_new(1, sizeof *n);
    const bool tests = coset_csp_tests_refusals(x->model);
    coset_lts *pre = coset_lts_build(x->graph, x->n_events + (tests ? x->sets.sets.n : 0)), *merged;
    x->graph = NULL;
    *n = (coset_normal){.model = x->model, .n_events = x->n_events, .arena = arena};
    n->of_pre = coset_new(n_pre(x), sizeof *n->of_pre);
    first_classes(x, n->of_pre);
    n->n_nodes = coset__partition(pre, n->of_pre, x->limits->budget);
    merged = coset_lts_quotient(pre, n->of_pre, n->n_nodes, true);
    n->first = merged->first;
    n->edges = merged->edges;
    merged->first = NULL;
    merged->edges = NULL;
    coset_lts_free(merged);
    coset_lts_free(pre);
    uint32_t *member = coset_new(n->n_nodes, sizeof *member);
    n->diverges = coset_new(n->n_nodes, sizeof *n->diverges);
    n->accepts_any = coset_new(n->n_nodes, sizeof *n->accepts_any);
    for (uint32_t p = 0; p < n_pre(x); p++) {
        member[n->of_pre[p]] = p;
        n->diverges[n->of_pre[p]] = is_divergent(x, p);
    }
    take_acceptances(x, member, n);
    if (tests)
        split_tests(x, n);
    coset_delete(member);
    take_pre_nodes(x, n);
    return n;
}

/* ---- all together ---- */

static void normaliser_fini(normaliser *x)
{
    coset_delete(x->divergent);
    coset_delete(x->accepts);
    coset__eventsets_fini(&x->sets);
    coset_vec_fini(&x->first);
    coset_delete(x->states);
    coset_delete(x->table);
    coset_lts_builder_free(x->graph);
    coset_vec_fini(&x->acc);
    coset_vec_fini(&x->acc_first);
    coset_vec_fini(&x->unions);
    coset_delete(x->marked);
    coset_vec_fini(&x->set);
    coset_vec_fini(&x->out);
    coset_vec_fini(&x->events);
    coset_delete(x->chains);
}

coset_status coset_normalise(const coset_lts *l, uint32_t n_events, coset_csp_model model,
                             const coset_normal_limits *limits, coset_normal **out, coset_err *err)
{
    static const coset_normal_limits none = {0};
    normaliser x = {.l = l, .n_events = n_events, .model = model, .limits = limits ? limits : &none, .err = err};
    coset_arena *arena = coset_arena_new();
    coset__eventsets_init(&x.sets, arena);
    x.marked = coset_new(l->n_states, sizeof *x.marked);
    x.chains = coset_new(n_events, sizeof *x.chains);
    x.mask = 63;
    x.table = coset_new((size_t)x.mask + 1, sizeof *x.table);
    x.graph = coset_lts_builder_new();
    if (coset_csp_is_strict(model) || model == COSET_CSP_ALL)
        x.divergent = coset_lts_divergent(l);
    if (keeps_failures(&x))
        find_acceptances(&x);
    coset_status st = make_pre_nodes(&x);
    *out = st == COSET_OK ? merge(&x, arena) : NULL;
    if (st != COSET_OK) {
        coset_arena_free(arena);
    } else if (coset_budget_is_spent(x.limits->budget)) { /* classes may be too large */
        coset_normal_free(*out);
        *out = NULL;
        st = coset_budget_fail(x.limits->budget, "nodes of the normalised specification were merged", err);
    }
    normaliser_fini(&x);
    return st;
}

void coset_normal_free(coset_normal *n)
{
    if (!n)
        return;
    coset_delete(n->first);
    coset_delete(n->edges);
    coset_delete(n->diverges);
    coset_delete(n->accepts_any);
    coset_delete(n->acc_first);
    coset_delete(n->acc);
    coset_delete(n->test_first);
    coset_delete(n->test_sets);
    coset_delete(n->test_nodes);
    coset_delete(n->pre_first);
    coset_delete(n->pre_states);
    coset_delete(n->of_pre);
    coset_arena_free(n->arena);
    coset_delete(n);
}

static bool is_within(const coset_event_set *s, const uint64_t *bits)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (!(bits[s->events[i] / 64] >> s->events[i] % 64 & 1))
            return false;
    return true;
}

/* The largest union within the offered events is that of all acceptances within them. */
uint32_t coset_normal_tested(const coset_normal *n, uint32_t node, const uint64_t *offered)
{
    uint32_t size = 0, found = UINT32_MAX;
    for (uint64_t t = n->test_first[node]; t < n->test_first[node + 1]; t++) {
        const coset_event_set *s = &n->sets[n->test_sets[t]];
        if ((found == UINT32_MAX || s->n > size) && is_within(s, offered)) {
            size = s->n;
            found = n->test_nodes[t];
        }
    }
    return found;
}

uint32_t coset_normal_after(const coset_normal *n, uint32_t node, uint32_t event)
{
    uint64_t low = n->first[node], high = n->first[node + 1], end = high;
    while (low < high) {
        uint64_t mid = low + (high - low) / 2;
        if (n->edges[mid].event < event)
            low = mid + 1;
        else
            high = mid;
    }
    return low < end && n->edges[low].event == event ? n->edges[low].dst : UINT32_MAX;
}
