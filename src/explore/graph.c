#include "explore/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"

#define CHUNK_WORDS     UINT32_C(65534)
#define NODES_AT_A_TIME 256

/* A growing sequence of words: for each state its number, the number of successors, and their numbers. */
struct coset__chunk {
    struct coset__chunk *next;
    uint32_t n;
    uint32_t at[CHUNK_WORDS];
};

/* ---- memory ---- */

static bool pay(coset__graph *g, uint64_t bytes)
{
    uint64_t all = atomic_fetch_add_explicit(&g->bytes, bytes, memory_order_relaxed) + bytes;
    uint64_t limit = coset_engine_room(g->s->o);
    if (!limit || coset_store_bytes(g->s->store) + all <= limit)
        return true;
    atomic_store_explicit(&g->out_of_memory, true, memory_order_relaxed);
    return false;
}

void *coset__graph_large(coset__graph *g, uint64_t n, size_t size)
{
    void *p = pay(g, n * size) ? calloc(n ? n : 1, size) : NULL;
    if (!p)
        atomic_store_explicit(&g->out_of_memory, true, memory_order_relaxed);
    return p;
}

bool coset__graph_gave_up(const coset__graph *g)
{
    return atomic_load_explicit(&g->out_of_memory, memory_order_relaxed) || coset__halted(g->s) != COSET__GO;
}

/* ---- numbers of states ---- */

uint32_t coset__graph_node(const coset__graph *g, coset_ref ref)
{
    const coset_store *store = g->s->store;
    return (uint32_t)(g->base[coset_store_owner(store, ref)] + coset_store_index(store, ref));
}

static uint32_t owner_of(const coset__graph *g, uint64_t node)
{
    uint32_t t = g->threads - 1;
    while (node < g->base[t])
        t--;
    return t;
}

coset_ref coset__graph_ref(const coset__graph *g, uint64_t node)
{
    uint32_t t = owner_of(g, node);
    return coset_store_ref(g->s->store, t, node - g->base[t]);
}

/* A thread stores states in the order of their depth. */
uint32_t coset__graph_depth(const coset__graph *g, uint64_t node)
{
    const coset__search *s = g->s;
    uint32_t t = owner_of(g, node);
    uint64_t i = node - g->base[t];
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

static bool append(coset__graph_part *p, uint32_t word)
{
    if (!p->last || p->last->n == CHUNK_WORDS) {
        coset__chunk *c = coset__graph_large(p->g, 1, sizeof *c);
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
    coset__graph_part *p = ctx;
    bool faulted;
    if (coset__graph_gave_up(p->g))
        return COSET_STOPPED;
    if ((p->g->silent && !e->silent) || e->fault || coset__excluding(p->w, dst, &faulted) != COSET_NO_PROP)
        return COSET_OK;
    coset_ref ref;
    coset_stored how = coset_store_put(p->g->s->store, p->w->number, dst, &ref);
    COSET_INVARIANT(how == COSET_STORE_OLD); /* the search was exhaustive, and steps do not change */
    *coset_vec_add(&p->found) = coset__graph_node(p->g, ref);
    return COSET_OK;
}

static void record_successors(coset__graph_part *p, uint32_t node)
{
    uint32_t n = 0;
    if (p->found.n > 1)
        coset_numbers_sort(p->found.at, p->found.n);
    for (uint32_t i = 0; i < p->found.n; i++)
        if ((p->g->silent || p->found.at[i] != node) && (n == 0 || p->found.at[i] != p->found.at[n - 1]))
            p->found.at[n++] = p->found.at[i];
    if (p->g->silent)
        p->g->after[node] = n;
    bool ok = n == 0 || (append(p, node) && append(p, n));
    for (uint32_t i = 0; ok && i < n; i++) {
        ok = append(p, p->found.at[i]);
        atomic_fetch_add_explicit(&p->g->count[p->found.at[i]], 1, memory_order_relaxed);
    }
}

bool coset__graph_take(coset__graph *g, uint64_t *from, uint64_t *to)
{
    *from = atomic_fetch_add_explicit(&g->cursor, NODES_AT_A_TIME, memory_order_relaxed);
    *to = *from + NODES_AT_A_TIME < g->n ? *from + NODES_AT_A_TIME : g->n;
    return *from < g->n && !coset__graph_gave_up(g);
}

static void successors_job(void *ctx, uint32_t member)
{
    coset__graph *g = ctx;
    coset__graph_part *p = &g->parts[member];
    for (uint64_t i, end; coset__graph_take(g, &i, &end);)
        for (; i < end && !coset__graph_gave_up(g); i++) {
            p->found.n = 0;
            (void)coset_store_load(g->s->store, member, coset__graph_ref(g, i), p->w->src);
            if (g->s->m->ops->next(p->w->step, p->w->src, on_edge, p) != COSET_OK)
                coset__halt_search(g->s, COSET__HALT_MODEL);
            record_successors(p, (uint32_t)i);
        }
}

/* ---- the reversed graph ---- */

typedef struct {
    const coset__chunk *c;
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

static void reverse_part(coset__graph *g, const coset__graph_part *p, uint64_t *room)
{
    reader r = {p->first, 0};
    for (uint32_t src, n, dst; read_word(&r, &src) && read_word(&r, &n);)
        while (n-- && read_word(&r, &dst))
            g->before[room[dst]++] = src;
}

static void free_chunks(coset__graph_part *p)
{
    for (coset__chunk *c = p->first, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    p->first = p->last = NULL;
}

static bool reverse(coset__graph *g)
{
    uint64_t sum = 0;
    g->offset = coset__graph_large(g, g->n + 1, sizeof *g->offset);
    if (!g->offset)
        return false;
    for (uint64_t v = 0; v < g->n; v++) { /* filling moves offset[v] to the end of v's coset__graph_part */
        g->offset[v] = sum;
        sum += atomic_load_explicit(&g->count[v], memory_order_relaxed);
    }
    g->offset[g->n] = sum;
    g->before = coset__graph_large(g, sum, sizeof *g->before);
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

bool coset__graph_build(coset__graph *g)
{
    if (g->n > UINT32_MAX)
        return false;
    g->count = coset__graph_large(g, g->n, sizeof *g->count);
    g->after = g->silent ? coset__graph_large(g, g->n, sizeof *g->after) : NULL;
    if (!g->count || (g->silent && !g->after))
        return false;
    coset__team_run(g->s->team, g->threads, successors_job, g);
    return !coset__graph_gave_up(g) && reverse(g);
}

/* ---- the least of some nodes ---- */

/* The first chosen state of thread t, in its order, from its i-th state on; its number of states if there is
 * none. */
static uint64_t next_chosen(const coset__graph *g, const uint8_t *chosen, uint8_t value, uint32_t t, uint64_t i)
{
    uint64_t n = coset_store_count(g->s->store, t);
    while (i < n && chosen[g->base[t] + i] != value)
        i++;
    return i;
}

static coset__witness node_witness(const coset__graph *g, uint32_t t, uint64_t i)
{
    return (coset__witness){.found = true,
                            .n_states = coset__graph_depth(g, g->base[t] + i) + 1,
                            .ref = coset_store_ref(g->s->store, t, i),
                            .then = COSET_NO_REF};
}

void coset__graph_all_least(const coset__graph *g, const uint8_t *chosen, uint8_t value, coset__witness_list *out)
{
    for (uint32_t t = 0; t < g->threads; t++)
        for (uint64_t i = next_chosen(g, chosen, value, t, 0); i < coset_store_count(g->s->store, t);
             i = next_chosen(g, chosen, value, t, i + 1)) {
            coset__witness w = node_witness(g, t, i);
            if (out->n == g->s->o->max_witnesses && w.n_states > out->at[out->n - 1].n_states)
                break; /* so are all that follow */
            coset__witness_list_offer(g->s, out, &w);
        }
}

coset__witness coset__graph_least(const coset__graph *g, const uint8_t *chosen, uint8_t value)
{
    coset__witness best = {.found = false};
    for (uint32_t t = 0; t < g->threads; t++)
        for (uint64_t i = next_chosen(g, chosen, value, t, 0); i < coset_store_count(g->s->store, t);
             i = next_chosen(g, chosen, value, t, i + 1)) {
            coset__witness w = node_witness(g, t, i);
            if (best.found && w.n_states > best.n_states)
                break; /* so are all that follow */
            coset__witness_offer(g->s, &best, &w);
        }
    return best;
}

/* ---- life ---- */

void coset__graph_init(coset__graph *g, coset__search *s, bool silent)
{
    memset(g, 0, sizeof *g);
    g->s = s;
    g->silent = silent;
    g->threads = s->o->threads;
    g->base = coset_new(g->threads, sizeof *g->base);
    g->parts = coset_new_apart(g->threads, sizeof *g->parts);
    for (uint32_t t = 0; t < g->threads; t++) {
        g->base[t] = g->n;
        g->n += coset_store_count(s->store, t);
        g->parts[t].g = g;
        g->parts[t].w = &s->members[t];
    }
}

void coset__graph_fini(coset__graph *g)
{
    uint64_t bytes = coset_store_bytes(g->s->store) + atomic_load_explicit(&g->bytes, memory_order_relaxed);
    if (bytes > g->s->peak_bytes)
        g->s->peak_bytes = bytes;
    for (uint32_t t = 0; t < g->threads; t++) {
        free_chunks(&g->parts[t]);
        coset_vec_fini(&g->parts[t].found);
    }
    coset_delete(g->parts);
    coset_delete(g->base);
    free(g->count);
    free(g->after);
    free(g->offset);
    free(g->before);
}

const char *coset__graph_why(const coset__graph *g, const char *what, coset_arena *arena)
{
    if (g->n > UINT32_MAX)
        return coset_arena_printf(arena, "too many states for the %s search", what);
    if (atomic_load_explicit(&g->out_of_memory, memory_order_relaxed))
        return coset_arena_printf(arena, "the memory limit is too small for the %s search", what);
    return coset_arena_printf(arena, "the search was stopped before %s was decided", what);
}
