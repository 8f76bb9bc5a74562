#include "alg/graph.h"

#include <math.h>
#include <nauty/nausparse.h>
#include <nauty/traces.h>
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

#include "alg/order_int.h"
#include "alg/sort.h"
#include "base/child_process.h"

typedef struct {
    uint32_t v, w;
} pair;

struct coset_graph {
    COSET_VEC(uint64_t) colour; /* [n] */
    COSET_VEC(pair) edges;
    sparsegraph sparse, canon;
    uint32_t *order; /* [room] */
    int *lab, *ptn, *orbits;
    uint32_t room;
    mpz_t automorphisms;
    coset_budget *limit;
    coset_on_automorphism *on_automorphism; /* during the search for them */
    void *ctx;
};

/* nauty's callback has no argument of its own: the graph that this thread is working on. */
static _Thread_local coset_graph *working;

/* nauty's working memory belongs to the thread and is freed when the thread ends; the main thread keeps its own. */
static once_flag once = ONCE_FLAG_INIT;
static tss_t at_thread_end;

static void free_nauty_memory(void *unused)
{
    (void)unused;
    nauty_freedyn();
    nautil_freedyn();
    nausparse_freedyn();
    traces_freedyn();
}

static void make_key(void) { COSET_INVARIANT(tss_create(&at_thread_end, free_nauty_memory) == thrd_success); }

coset_graph *coset_graph_new(void)
{
    call_once(&once, make_key);
    nauty_check(WORDSIZE, 1, 1, NAUTYVERSIONID);
    coset_graph *g = coset_new(1, sizeof *g);
    SG_INIT(g->sparse);
    SG_INIT(g->canon);
    mpz_init_set_ui(g->automorphisms, 1);
    return g;
}

void coset_graph_limit(coset_graph *g, coset_budget *limit) { g->limit = limit; }

void coset_graph_free(coset_graph *g)
{
    if (!g)
        return;
    coset_vec_fini(&g->colour);
    coset_vec_fini(&g->edges);
    SG_FREE(g->sparse);
    SG_FREE(g->canon);
    coset_delete(g->order);
    coset_delete(g->lab);
    coset_delete(g->ptn);
    coset_delete(g->orbits);
    mpz_clear(g->automorphisms);
    coset_delete(g);
}

void coset_graph_clear(coset_graph *g) { g->colour.n = g->edges.n = 0; }

uint32_t coset_graph_vertex(coset_graph *g, uint32_t colour)
{
    *coset_vec_add(&g->colour) = colour;
    return g->colour.n - 1;
}

void coset_graph_edge(coset_graph *g, uint32_t v, uint32_t w)
{
    COSET_INVARIANT(v != w && v < g->colour.n && w < g->colour.n);
    *coset_vec_add(&g->edges) = (pair){v, w};
}

void coset_graph_recolour(coset_graph *g, uint32_t v, uint32_t colour)
{
    COSET_INVARIANT(v < g->colour.n);
    g->colour.at[v] = colour;
}

static void reserve(coset_graph *g)
{
    if (g->colour.n <= g->room)
        return;
    g->room = g->colour.room;
    g->order = coset_resize(g->order, g->room, sizeof *g->order);
    g->lab = coset_resize(g->lab, g->room, sizeof *g->lab);
    g->ptn = coset_resize(g->ptn, g->room, sizeof *g->ptn);
    g->orbits = coset_resize(g->orbits, g->room, sizeof *g->orbits);
}

/* nauty's adjacency lists: neighbours of vertex i are e[v[i]] ... */
static void fill_sparse(coset_graph *g)
{
    sparsegraph *s = &g->sparse;
    uint32_t n = g->colour.n;
    SG_ALLOC(*s, n, 2 * (size_t)g->edges.n, "coset_graph");
    s->nv = (int)n;
    s->nde = 2 * (size_t)g->edges.n;
    for (uint32_t i = 0; i < n; i++)
        s->d[i] = 0;
    for (uint32_t i = 0; i < g->edges.n; i++) {
        s->d[g->edges.at[i].v]++;
        s->d[g->edges.at[i].w]++;
    }
    size_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        s->v[i] = at;
        at += (size_t)s->d[i];
        s->d[i] = 0;
    }
    for (uint32_t i = 0; i < g->edges.n; i++) {
        uint32_t v = g->edges.at[i].v, w = g->edges.at[i].w;
        s->e[s->v[v] + (size_t)s->d[v]++] = (int)w;
        s->e[s->v[w] + (size_t)s->d[w]++] = (int)v;
    }
}

static void fill_colours(coset_graph *g)
{
    uint32_t n = g->colour.n;
    for (uint32_t i = 0; i < n; i++)
        g->order[i] = i;
    coset_sort_by_key(g->order, n, g->colour.at);
    for (uint32_t i = 0; i < n; i++) {
        g->lab[i] = (int)g->order[i];
        g->ptn[i] = i + 1 < n && g->colour.at[g->order[i]] == g->colour.at[g->order[i + 1]];
    }
}

/* ---- limits ----------------------------------------------------------------------------------------------------- */

#define TICK_NS 10000000 /* between two looks at the limit */

/* Checks the limit while sparsenauty works, and makes it end, which it does soon. The request applies to all threads:
 * one that was ended although its own limit is not reached starts again. */
typedef struct {
    coset_budget *limit;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t end;
    bool ending;
    atomic_bool over; /* the limit is reached */
} watch;

static void request(int kill) { __atomic_store_n(&nauty_kill_request, kill, __ATOMIC_RELAXED); }

static void *watch_main(void *arg)
{
    watch *w = arg;
    (void)pthread_mutex_lock(&w->lock);
    while (!w->ending) {
        struct timespec until;
        if (coset_budget_look(w->limit)) {
            atomic_store(&w->over, true);
            request(1);
        }
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TICK_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        (void)pthread_cond_timedwait(&w->end, &w->lock, &until);
    }
    (void)pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void watch_fini(watch *w)
{
    (void)pthread_cond_destroy(&w->end);
    (void)pthread_mutex_destroy(&w->lock);
}

/* Without a thread nauty works to its end. */
static bool watch_start(watch *w, coset_budget *limit)
{
    w->limit = limit;
    w->ending = false;
    atomic_init(&w->over, false);
    if (!limit)
        return false;
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->end, NULL);
    if (pthread_create(&w->thread, NULL, watch_main, w) == 0)
        return true;
    watch_fini(w);
    return false;
}

static void watch_end(watch *w)
{
    (void)pthread_mutex_lock(&w->lock);
    w->ending = true;
    (void)pthread_cond_signal(&w->end);
    (void)pthread_mutex_unlock(&w->lock);
    (void)pthread_join(w->thread, NULL);
    watch_fini(w);
    request(0);
}

/* ---- canonical order -------------------------------------------------------------------------------------------- */

/* nauty calls this at each node of the leftmost path, from the leaf to the root; the group order is the product of the
 * indexes. */
static void on_level(int *lab, int *ptn, int depth, int *orbits, statsblk *stats, int tv, int index, int size,
                     int cells, int children, int n)
{
    (void)lab, (void)ptn, (void)depth, (void)orbits, (void)stats;
    (void)tv, (void)size, (void)cells, (void)children, (void)n;
    mpz_mul_ui(working->automorphisms, working->automorphisms, (unsigned long)index);
}

/* False: it was ended before its time. */
static bool run_nauty(coset_graph *g)
{
    DEFAULTOPTIONS_SPARSEGRAPH(options);
    options.getcanon = TRUE;
    options.defaultptn = FALSE;
    options.userlevelproc = on_level;
    statsblk stats;
    fill_colours(g);
    mpz_set_ui(g->automorphisms, 1);
    working = g;
    sparsenauty(&g->sparse, g->lab, g->ptn, g->orbits, &options, &stats, &g->canon);
    working = NULL;
    COSET_INVARIANT(stats.errstatus == 0 || stats.errstatus == NAUKILLED);
    COSET_INVARIANT(tss_set(at_thread_end, &once) == thrd_success); /* any address: the destructor wants one */
    return stats.errstatus == 0;
}

/* Until it is done, or the limit is reached. */
static bool run_within(coset_graph *g)
{
    watch w;
    if (coset_budget_is_spent(g->limit))
        return false;
    bool done, watched = watch_start(&w, g->limit);
    while (!(done = run_nauty(g)) && !(watched && atomic_load(&w.over)))
        thrd_yield(); /* the request was another thread's */
    if (watched)
        watch_end(&w);
    return done;
}

const uint32_t *coset_graph_canon(coset_graph *g)
{
    uint32_t n = g->colour.n;
    mpz_set_ui(g->automorphisms, 1);
    if (n == 0)
        return g->order;
    reserve(g);
    fill_sparse(g);
    if (!run_within(g))
        return NULL;
    for (uint32_t i = 0; i < n; i++)
        g->order[i] = (uint32_t)g->lab[i];
    return g->order;
}

/* ---- automorphisms ---------------------------------------------------------------------------------------------- */

static void on_generator(int count, int *perm, int n)
{
    (void)count, (void)n;
    for (int i = 0; i < n; i++)
        working->order[i] = (uint32_t)perm[i];
    working->on_automorphism(working->ctx, working->order);
}

/* False: a request to end, which was another thread's, has reached it. */
static bool run_traces(coset_graph *g)
{
    DEFAULTOPTIONS_TRACES(options);
    options.defaultptn = FALSE;
    options.userautomproc = on_generator;
    TracesStats stats;
    fill_colours(g);
    working = g;
    Traces(&g->sparse, g->lab, g->ptn, g->orbits, &options, &stats, NULL);
    working = NULL;
    COSET_INVARIANT(stats.errstatus == 0 || stats.errstatus == NAUKILLED);
    COSET_INVARIANT(tss_set(at_thread_end, &once) == thrd_success);
    return stats.errstatus == 0;
}

static void run_to_the_end(coset_graph *g)
{
    while (!run_traces(g))
        thrd_yield();
}

/* Traces may work for minutes without checking a request to end, and leaks memory when it is ended. So larger graphs
 * are given to a child process, which reports for each automorphism the points that move. */
#define MOST_AT_ONCE 4000U /* edges */

typedef struct {
    coset_child_pipe *to;
    uint32_t n;
    uint32_t *words; /* pairs of point and image */
} teller;

static void tell_moves(void *ctx, const uint32_t *image)
{
    teller *t = ctx;
    size_t n = 0;
    for (uint32_t i = 0; i < t->n; i++)
        if (image[i] != i) {
            t->words[n++] = i;
            t->words[n++] = image[i];
        }
    coset_child_write(t->to, t->words, n);
}

static void find_apart(void *ctx, coset_child_pipe *to)
{
    coset_graph *g = ctx;
    teller t = {to, g->colour.n, coset_new(2 * (size_t)g->colour.n, sizeof *t.words)};
    g->on_automorphism = tell_moves;
    g->ctx = &t;
    run_to_the_end(g);
    coset_delete(t.words);
}

static void take_apart(void *ctx, const uint32_t *words, size_t n)
{
    coset_graph *g = ctx;
    for (uint32_t i = 0; i < g->colour.n; i++)
        g->order[i] = i;
    for (size_t i = 0; i + 1 < n; i += 2)
        g->order[words[i]] = words[i + 1];
    g->on_automorphism(g->ctx, g->order);
}

bool coset_graph_automorphisms(coset_graph *g, coset_on_automorphism *on_automorphism, void *ctx)
{
    if (g->colour.n == 0)
        return true;
    reserve(g);
    fill_sparse(g);
    g->on_automorphism = on_automorphism;
    g->ctx = ctx;
    coset_child_end end = COSET_CHILD_CANNOT;
    if (g->limit && g->edges.n > MOST_AT_ONCE)
        end = coset_child(find_apart, take_apart, g, g->limit);
    if (end == COSET_CHILD_CANNOT)
        run_to_the_end(g);
    return end != COSET_CHILD_CUT && !coset_budget_is_spent(g->limit);
}

coset_factored coset_graph_order(const coset_graph *g)
{
    mpz_t odd;
    uint64_t words[2] = {0, 0};
    signed long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, g->automorphisms);
    mp_bitcnt_t twos = mpz_scan1(g->automorphisms, 0);
    mpz_init(odd);
    mpz_fdiv_q_2exp(odd, g->automorphisms, twos);
    mpz_fdiv_r_2exp(odd, odd, 128);
    mpz_export(words, NULL, -1, sizeof *words, 0, 0, odd);
    mpz_clear(odd);
    return (coset_factored){((coset_count)words[1] << 64) | words[0], twos, log2(mantissa) + (double)exponent};
}

coset_order coset_graph_exact_order(const coset_graph *g, coset_arena *arena)
{
    return coset__order_from(g->automorphisms, arena);
}

bool coset_graph_images(const coset_graph *g, coset_order all, coset_count *n)
{
    return coset__order_index(all, g->automorphisms, n);
}
