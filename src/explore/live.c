/* Murphi's liveness: from every reachable state a state that satisfies p can be reached (AG EF p).
 *
 * After an exhaustive search the successors of all states are computed once more and kept as a graph with its edges
 * reversed: offsets and 32-bit numbers of predecessors, without doubles and loops. Then, for each property and
 * instance, one backward search from the states that satisfy p; a state that it does not reach is a violation. The
 * graph is paid for from the memory limit; where that does not suffice the property is left undecided.
 *
 * Source: Rumur's documentation for the meaning; backward reachability is textbook.
 */
#include <stdlib.h>
#include <string.h>

#include "explore/bfs_int.h"

#define CHUNK_WORDS     UINT32_C(65534)
#define NODES_AT_A_TIME 256

/* A growing sequence of words: for each state its number, the number of successors, and their numbers. */
typedef struct chunk {
    struct chunk *next;
    uint32_t n;
    uint32_t at[CHUNK_WORDS];
} chunk;

typedef struct graph graph;

/* One thread's part. */
typedef struct {
    _Alignas(64) graph *g;
    coset__member *w;
    chunk *first, *last;
    COSET_VEC(uint32_t) found; /* successors of one state */
} part;

struct graph {
    coset__search *s;
    uint32_t threads;
    uint64_t n;              /* states */
    uint64_t *base;          /* [threads] number of the first state of a thread */
    part *parts;             /* [threads] */
    _Atomic uint32_t *count; /* [n] predecessors; atomic, for all threads add */
    uint64_t *offset;        /* [n + 1] into before */
    uint32_t *before;        /* predecessors */
    uint8_t *reaches;        /* [n] 1: a state satisfying p can be reached */
    uint32_t *queue;         /* [n] */
    _Atomic uint64_t bytes;  /* paid */
    _Atomic uint64_t cursor; /* next state to treat */
    atomic_bool out_of_memory;
    uint32_t prop, instance; /* being evaluated */
};

/* ---- memory ---- */

static bool pay(graph *g, uint64_t bytes)
{
    uint64_t all = atomic_fetch_add_explicit(&g->bytes, bytes, memory_order_relaxed) + bytes;
    uint64_t limit = g->s->o->max_bytes;
    if (!limit || coset_store_bytes(g->s->store) + all <= limit)
        return true;
    atomic_store_explicit(&g->out_of_memory, true, memory_order_relaxed);
    return false;
}

static void *large(graph *g, uint64_t n, size_t size)
{
    void *p = pay(g, n * size) ? calloc(n ? n : 1, size) : NULL;
    if (!p)
        atomic_store_explicit(&g->out_of_memory, true, memory_order_relaxed);
    return p;
}

static bool gave_up(const graph *g)
{
    return atomic_load_explicit(&g->out_of_memory, memory_order_relaxed) || coset__halted(g->s) != COSET__GO;
}

/* ---- numbers of states ---- */

static uint32_t node_of(const graph *g, coset_ref ref)
{
    const coset_store *store = g->s->store;
    return (uint32_t)(g->base[coset_store_owner(store, ref)] + coset_store_index(store, ref));
}

static coset_ref ref_of(const graph *g, uint64_t node)
{
    uint32_t t = g->threads - 1;
    while (node < g->base[t])
        t--;
    return coset_store_ref(g->s->store, t, node - g->base[t]);
}

/* Depth of the i-th state of thread t: a thread stores states in the order of their depth. */
static uint32_t depth_of(const coset__search *s, uint32_t t, uint64_t i)
{
    uint32_t low = 0, high = s->deepest; /* the answer is within */
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (i < s->marks.at[(size_t)mid * s->o->threads + t])
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

/* ---- successors ---- */

static bool append(part *p, uint32_t word)
{
    if (!p->last || p->last->n == CHUNK_WORDS) {
        chunk *c = large(p->g, 1, sizeof *c);
        if (!c)
            return false;
        if (p->last)
            p->last->next = c;
        else
            p->first = c;
        p->last = c;
    }
    p->last->at[p->last->n++] = word;
    return true;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    part *p = ctx;
    bool faulted;
    if (gave_up(p->g))
        return COSET_STOPPED;
    if (e->fault || coset__excluding(p->w, dst, &faulted) != COSET_NO_PROP)
        return COSET_OK;
    coset_ref ref;
    coset_stored how = coset_store_put(p->g->s->store, p->w->number, dst, &ref);
    COSET_INVARIANT(how == COSET_STORE_OLD); /* the search was exhaustive, and steps do not change */
    *coset_vec_add(&p->found) = node_of(p->g, ref);
    return COSET_OK;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void record_successors(part *p, uint32_t node)
{
    uint32_t n = 0;
    if (p->found.n > 1)
        qsort(p->found.at, p->found.n, sizeof *p->found.at, by_number);
    for (uint32_t i = 0; i < p->found.n; i++)
        if (p->found.at[i] != node && (n == 0 || p->found.at[i] != p->found.at[n - 1]))
            p->found.at[n++] = p->found.at[i];
    bool ok = n == 0 || (append(p, node) && append(p, n));
    for (uint32_t i = 0; ok && i < n; i++) {
        ok = append(p, p->found.at[i]);
        atomic_fetch_add_explicit(&p->g->count[p->found.at[i]], 1, memory_order_relaxed);
    }
}

static bool take_nodes(graph *g, uint64_t *from, uint64_t *to)
{
    *from = atomic_fetch_add_explicit(&g->cursor, NODES_AT_A_TIME, memory_order_relaxed);
    *to = *from + NODES_AT_A_TIME < g->n ? *from + NODES_AT_A_TIME : g->n;
    return *from < g->n && !gave_up(g);
}

static void successors_job(void *ctx, uint32_t member)
{
    graph *g = ctx;
    part *p = &g->parts[member];
    for (uint64_t i, end; take_nodes(g, &i, &end);)
        for (; i < end && !gave_up(g); i++) {
            p->found.n = 0;
            (void)coset_store_load(g->s->store, member, ref_of(g, i), p->w->src);
            if (g->s->m->ops->next(p->w->step, p->w->src, on_edge, p) != COSET_OK)
                coset__halt_search(g->s, COSET__HALT_MODEL);
            record_successors(p, (uint32_t)i);
        }
}

/* ---- the reversed graph ---- */

typedef struct {
    const chunk *c;
    uint32_t i;
} reader;

static bool read_word(reader *r, uint32_t *word)
{
    if (r->c && r->i == r->c->n)
        *r = (reader){r->c->next, 0};
    if (!r->c)
        return false;
    *word = r->c->at[r->i++];
    return true;
}

static void reverse_part(graph *g, const part *p, uint64_t *room)
{
    reader r = {p->first, 0};
    for (uint32_t src, n, dst; read_word(&r, &src) && read_word(&r, &n);)
        while (n-- && read_word(&r, &dst))
            g->before[room[dst]++] = src;
}

static void free_chunks(part *p)
{
    for (chunk *c = p->first, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    p->first = p->last = NULL;
}

static bool reverse(graph *g)
{
    uint64_t sum = 0;
    g->offset = large(g, g->n + 1, sizeof *g->offset);
    if (!g->offset)
        return false;
    for (uint64_t v = 0; v < g->n; v++) { /* filling moves offset[v] to the end of v's part */
        g->offset[v] = sum;
        sum += atomic_load_explicit(&g->count[v], memory_order_relaxed);
    }
    g->offset[g->n] = sum;
    g->before = large(g, sum, sizeof *g->before);
    if (!g->before)
        return false;
    for (uint32_t t = 0; t < g->threads; t++) {
        reverse_part(g, &g->parts[t], g->offset);
        free_chunks(&g->parts[t]);
    }
    for (uint64_t v = g->n; v > 0; v--) /* ... which is where the part of v + 1 begins */
        g->offset[v] = g->offset[v - 1];
    g->offset[0] = 0;
    return true;
}

static bool build(graph *g)
{
    g->count = large(g, g->n, sizeof *g->count);
    g->reaches = large(g, g->n, sizeof *g->reaches);
    g->queue = large(g, g->n, sizeof *g->queue);
    if (!g->count || !g->reaches || !g->queue)
        return false;
    coset__team_run(g->s->team, g->threads, successors_job, g);
    return !gave_up(g) && reverse(g);
}

/* ---- one property ---- */

static void truth_job(void *ctx, uint32_t member)
{
    graph *g = ctx;
    coset__member *w = g->parts[member].w;
    for (uint64_t i, end; take_nodes(g, &i, &end);)
        for (; i < end; i++) {
            coset_fault fault = {.prop = COSET_NO_PROP};
            coset_ref ref = ref_of(g, i);
            coset_store_get(g->s->store, ref, w->src);
            coset_eval value = g->s->m->ops->eval(w->check, g->prop, g->instance, w->src, &fault);
            g->reaches[i] = value == COSET_EVAL_TRUE;
            if (value == COSET_EVAL_FAULT)
                coset__eval_fault(
                    w, ref, depth_of(g->s, coset_store_owner(g->s->store, ref), coset_store_index(g->s->store, ref)),
                    &fault);
        }
}

static void search_backwards(graph *g)
{
    uint64_t head = 0, tail = 0;
    for (uint64_t v = 0; v < g->n; v++)
        if (g->reaches[v])
            g->queue[tail++] = (uint32_t)v;
    while (head < tail) {
        uint32_t v = g->queue[head++];
        for (uint64_t k = g->offset[v]; k < g->offset[v + 1]; k++) {
            uint32_t u = g->before[k];
            if (!g->reaches[u]) {
                g->reaches[u] = 1;
                g->queue[tail++] = u;
            }
        }
    }
}

/* The first state of thread t, in its order, that reaches nothing, from its i-th state on; its number of states if
 * there is none. */
static uint64_t next_stuck(const graph *g, uint32_t t, uint64_t i)
{
    uint64_t n = coset_store_count(g->s->store, t);
    while (i < n && g->reaches[g->base[t] + i])
        i++;
    return i;
}

static coset__witness least_stuck(const graph *g)
{
    coset__witness best = {.found = false};
    for (uint32_t t = 0; t < g->threads; t++)
        for (uint64_t i = next_stuck(g, t, 0); i < coset_store_count(g->s->store, t); i = next_stuck(g, t, i + 1)) {
            uint32_t depth = depth_of(g->s, t, i);
            if (best.found && depth + 1 > best.n_states)
                break; /* so are all that follow */
            coset__witness w = {.found = true,
                                .n_states = depth + 1,
                                .ref = coset_store_ref(g->s->store, t, i),
                                .then = COSET_NO_REF,
                                .instance = g->instance};
            coset__witness_offer(g->s, &best, &w);
        }
    return best;
}

static void check_prop(graph *g, uint32_t prop, coset__live *out)
{
    g->prop = prop;
    for (uint32_t k = 0; k < g->s->m->props[prop].n_instances; k++) {
        g->instance = k;
        atomic_store_explicit(&g->cursor, 0, memory_order_relaxed);
        coset__team_run(g->s->team, g->threads, truth_job, g);
        if (gave_up(g))
            return;
        search_backwards(g);
        out->witness = least_stuck(g);
        if (out->witness.found)
            break;
    }
    out->decided = true;
}

/* ---- all ---- */

static void graph_init(graph *g, coset__search *s)
{
    memset(g, 0, sizeof *g);
    g->s = s;
    g->threads = s->o->threads;
    g->base = coset_new(g->threads, sizeof *g->base);
    g->parts = aligned_alloc(_Alignof(part), g->threads * sizeof *g->parts);
    COSET_INVARIANT(g->parts != NULL);
    memset(g->parts, 0, g->threads * sizeof *g->parts);
    for (uint32_t t = 0; t < g->threads; t++) {
        g->base[t] = g->n;
        g->n += coset_store_count(s->store, t);
        g->parts[t].g = g;
        g->parts[t].w = &s->members[t];
    }
}

static void graph_fini(graph *g)
{
    for (uint32_t t = 0; t < g->threads; t++) {
        free_chunks(&g->parts[t]);
        coset_vec_fini(&g->parts[t].found);
    }
    free(g->parts);
    coset_delete(g->base);
    free(g->count);
    free(g->offset);
    free(g->before);
    free(g->reaches);
    free(g->queue);
}

static const char *why_undecided(const graph *g)
{
    if (g->n > UINT32_MAX)
        return "too many states for the liveness search";
    if (atomic_load_explicit(&g->out_of_memory, memory_order_relaxed))
        return "the memory limit does not suffice for the liveness search";
    return "the search was stopped before liveness was decided";
}

void coset__live_check(coset__search *s, coset__live *out)
{
    if (!s->complete || !s->livenesses.n)
        return;
    if (!s->exact) {
        for (uint32_t i = 0; i < s->livenesses.n; i++)
            out[s->livenesses.at[i]].reason = "liveness needs an exact state store";
        return;
    }
    graph g;
    graph_init(&g, s);
    bool built = g.n <= UINT32_MAX && build(&g);
    for (uint32_t i = 0; i < s->livenesses.n; i++) {
        coset__live *live = &out[s->livenesses.at[i]];
        if (built)
            check_prop(&g, s->livenesses.at[i], live);
        if (!live->decided)
            live->reason = why_undecided(&g);
    }
    uint64_t bytes = coset_store_bytes(s->store) + atomic_load_explicit(&g.bytes, memory_order_relaxed);
    if (bytes > s->peak_bytes)
        s->peak_bytes = bytes;
    graph_fini(&g);
}
