/* bdd/bdd.c - context, scopes, operations. */
#include <bdd.h>

#include <limits.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <string.h>

#include "base/mem.h"
#include "bdd/bdd_int.h"

#define FIRST_NODES  2000
#define MOST_NODES   ((UINT64_C(1) << 26) - 1) /* the library packs 5 more bits with a node number in its caches */
#define MOST_GROWTH  2000000
#define SMALL        100000 /* nodes; collecting costs little below */
#define MOST_PAIRS   UINT64_C(2000000000)
#define ASK_EVERY    4       /* operations */
#define NODE_BYTES   20      /* of the library's table, with its share of the caches below */
#define SPENT_NODES  400000  /* at least, between collections, if time is favoured */
#define SPENT_FREE   80      /* percent of the table after a collection, or it grows */
#define MOST_FILLING 1000000 /* functions that fill the table */
#define CACHE_RATIO  4       /* one cache entry of 16 bytes for so many nodes, in each of six caches */

const coset_bdd coset_bdd_false = {0}, coset_bdd_true = {1};

/* The library calls its hooks without an argument of ours, so these are global like its own state. */
static atomic_bool in_use;
static bool failed;    /* nodes ran out, or an operation was interrupted */
static bool exhausted; /* nodes ran out */
static struct {
    bool (*goes_on)(void *ctx);
    void *ctx;
    bool running; /* inside of an operation that can be left: */
    jmp_buf out;
    bool late; /* during the search for a better order */
    int told;  /* the last size since it is late */
} watch;

/* The library's stack of the nodes that an operation uses: twice as many entries and four as there are variables. An
 * entry counts before it is written, and its value is treated as a node if nodes are collected in between: an old node
 * does no harm, uninitialised memory does. */
extern int *bddrefstack;

static bool set_vars(uint32_t n)
{
    if (bdd_setvarnum((int)n) < 0)
        return false;
    memset(bddrefstack, 0, (2 * (size_t)n + 4) * sizeof *bddrefstack);
    return true;
}

/* Any other error is a misuse of ours. */
static void on_error(int code)
{
    COSET_INVARIANT(code == BDD_MEMORY || code == BDD_NODENUM || code == BDD_NODES);
    failed = exhausted = true;
}

/* After dead nodes are collected the library has no half-finished state of the operation: it leaves operations from the
 * same place itself, to reorder variables. */
static void on_collection(int before, bddGbcStat *numbers)
{
    (void)numbers;
    if (before || !watch.running || !watch.goes_on || watch.goes_on(watch.ctx))
        return;
    longjmp(watch.out, 1);
}

/* The size that the library queries after each exchange of variables. It stops moving one if the size is a fifth above
 * the best: so when it is late each reported size is twice the one before, and the rest ends after few exchanges. */
static int on_exchange(void)
{
    watch.late = watch.late || (watch.goes_on && !watch.goes_on(watch.ctx));
    if (!watch.late)
        return bdd_getnodenum();
    watch.told = watch.told < INT_MAX / 2 ? 2 * watch.told : 1;
    return watch.told;
}

static int most_nodes(const coset_bdd_options *o)
{
    uint64_t most = MOST_NODES, by_bytes = o->max_bytes / (NODE_BYTES + 6 * 16 / CACHE_RATIO);
    if (o->max_bytes && by_bytes < most)
        most = by_bytes < 2 * FIRST_NODES ? 2 * FIRST_NODES : by_bytes;
    if (o->max_nodes && o->max_nodes < most)
        most = o->max_nodes < FIRST_NODES ? FIRST_NODES : o->max_nodes;
    return (int)most;
}

coset_status coset_bdd_new(const coset_bdd_options *o, coset_bdds **out, coset_err *err)
{
    if (o->n_vars > 60000)
        return coset_fail(err, COSET_UNSUPPORTED, "%u binary variables are too many for decision diagrams", o->n_vars);
    if (atomic_exchange(&in_use, true))
        return coset_fail(err, COSET_UNSUPPORTED, "decision diagrams are in use already");
    int first = 3 * o->n_vars > FIRST_NODES ? 3 * (int)o->n_vars : FIRST_NODES; /* with room for variables: make_room */
    if (bdd_init(first, first / CACHE_RATIO) < 0) {
        atomic_store(&in_use, false);
        return coset_fail(err, COSET_MEMORY, "no memory for decision diagrams");
    }
    failed = exhausted = false;
    watch.goes_on = o->goes_on;
    watch.ctx = o->goes_on_ctx;
    watch.running = watch.late = false;
    watch.told = 1;
    bdd_error_hook(on_error);
    bdd_gbc_hook(on_collection);
    bdd_reorder_probe(on_exchange);
    bdd_setcacheratio(CACHE_RATIO);
    bdd_setmaxincrease(MOST_GROWTH);
    bdd_setmaxnodenum(most_nodes(o));
    (void)set_vars(o->n_vars ? o->n_vars : 1);
    coset_bdds *b = coset_new(1, sizeof *b);
    b->n_vars = o->n_vars;
    b->collect_at = FIRST_NODES;
    *out = b;
    return COSET_OK;
}

void coset_bdd_free(coset_bdds *b)
{
    if (!b)
        return;
    COSET_INVARIANT(b->made.n == 0 && b->n_kept == 0);
    coset_vec_fini(&b->made);
    coset_vec_fini(&b->held);
    coset_delete(b);
    bdd_done();
    atomic_store(&in_use, false);
}

bool coset_bdd_failed(const coset_bdds *b)
{
    (void)b;
    return failed;
}

bool coset_bdd_exhausted(const coset_bdds *b)
{
    (void)b;
    return exhausted;
}

bool coset_bdd_resume(coset_bdds *b)
{
    (void)b;
    failed = exhausted;
    return !failed;
}

/* ---- lifetime ------------------------------------------------------------------------------------------------- */

static coset_bdd made(coset_bdds *b, int id)
{
    if (id < 0 || failed) {
        failed = true;
        return coset_bdd_false;
    }
    if (++b->n_made % ASK_EVERY == 0 && watch.goes_on && !watch.goes_on(watch.ctx))
        failed = true; /* this result is still right */
    if (id > 1) {
        bdd_addref(id);
        *coset_vec_add(&b->made) = id;
    }
#ifdef COSET_TEST_SMALL /* a result that was not kept is lost */
    bdd_gbc();
#endif
    return (coset_bdd){id};
}

coset_bdd_scope coset_bdd_open(coset_bdds *b) { return b->made.n; }

/* Above SMALL, a collection empties caches that are worth more than the memory. It traverses the whole table, so part
 * of the table has to be filled in between. The earlier peak of nodes may be reached again: a collection waits for half
 * of that in small tables, else for three quarters. */
static uint64_t next_collection(const coset_bdds *b, uint64_t left)
{
    uint64_t at = left < SMALL ? left + left / 6 : 2 * left;
    uint64_t worth_it = left + (uint64_t)bdd_getallocnum() / (left < SMALL ? 16 : 8);
    uint64_t again = b->peak / 4 * (left < SMALL / 10 ? 2 : 3);
    at = at < worth_it ? worth_it : at;
    at = at < left + b->to_spend ? left + b->to_spend : at;
    at = at < again ? again : at;
    return at < FIRST_NODES ? FIRST_NODES : at;
}

void coset_bdd_spend(coset_bdds *b)
{
    b->to_spend = SPENT_NODES;
    b->collect_at += SPENT_NODES;
    bdd_setminfreenodes(SPENT_FREE);
}

void coset_bdd_close(coset_bdds *b, coset_bdd_scope s)
{
    uint64_t now = coset_bdd_nodes(b);
    if (now > b->peak)
        b->peak = now;
    while (b->made.n > s)
        bdd_delref(b->made.at[--b->made.n]);
    if (now < b->collect_at || failed)
        return;
    bdd_gbc();
    b->collect_at = next_collection(b, coset_bdd_nodes(b));
}

void coset_bdd_close_with_all(coset_bdds *b, coset_bdd_scope s, const coset_bdd *results, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (results[i].id > 1)
            bdd_addref(results[i].id);
    coset_bdd_close(b, s);
    for (uint32_t i = 0; i < n; i++)
        if (results[i].id > 1)
            *coset_vec_add(&b->made) = results[i].id;
}

coset_bdd coset_bdd_close_with(coset_bdds *b, coset_bdd_scope s, coset_bdd result)
{
    coset_bdd_close_with_all(b, s, &result, 1);
    return result;
}

coset_bdd coset_bdd_keep(coset_bdds *b, coset_bdd x)
{
    b->n_kept++;
    if (b->held.n <= (uint32_t)x.id) {
        uint32_t more = (uint32_t)x.id + 1 - b->held.n;
        memset(coset_vec_add_n(&b->held, more), 0, more * sizeof *b->held.at);
    }
    b->held.at[x.id]++;
    bdd_addref(x.id);
    return x;
}

void coset_bdd_drop(coset_bdds *b, coset_bdd x)
{
    COSET_INVARIANT((uint32_t)x.id < b->held.n && b->held.at[x.id] > 0);
    b->held.at[x.id]--;
    b->n_kept--;
    bdd_delref(x.id);
}

void coset_bdd_set(coset_bdds *b, coset_bdd *at, coset_bdd x)
{
    coset_bdd old = *at;
    *at = coset_bdd_keep(b, x);
    coset_bdd_drop(b, old);
}

/* ---- functions ------------------------------------------------------------------------------------------------ */

/* One operation of the library. */
typedef enum { APPLY, NOT, ITE, EXIST, RELPROD, REPLACE, COMPOSE } action;

typedef struct {
    action what;
    int x, y, z, op;
    bddPair *pairs;
} operation;

static int perform(const operation *o)
{
    switch (o->what) {
    case APPLY:
        return bdd_apply(o->x, o->y, o->op);
    case NOT:
        return bdd_not(o->x);
    case ITE:
        return bdd_ite(o->x, o->y, o->z);
    case EXIST:
        return bdd_exist(o->x, o->y);
    case RELPROD:
        return bdd_appex(o->x, o->y, bddop_and, o->z);
    case REPLACE:
        return bdd_replace(o->x, o->pairs);
    case COMPOSE:
        return bdd_veccompose(o->x, o->pairs);
    }
    return -1;
}

/* Performs it unless it is too late; it may be interrupted. */
static coset_bdd run(coset_bdds *b, const operation *o)
{
    if (failed)
        return coset_bdd_false;
    if (setjmp(watch.out)) {
        watch.running = false;
        failed = true;
        return coset_bdd_false;
    }
    watch.running = true;
    int id = perform(o);
    watch.running = false;
    return made(b, id);
}

static coset_bdd apply(coset_bdds *b, coset_bdd x, coset_bdd y, int op)
{
    return run(b, &(operation){.what = APPLY, .x = x.id, .y = y.id, .op = op});
}

coset_bdd coset_bdd_var(coset_bdds *b, uint32_t var) { return made(b, bdd_ithvar((int)var)); }
coset_bdd coset_bdd_not(coset_bdds *b, coset_bdd x) { return run(b, &(operation){.what = NOT, .x = x.id}); }
coset_bdd coset_bdd_and(coset_bdds *b, coset_bdd x, coset_bdd y) { return apply(b, x, y, bddop_and); }
coset_bdd coset_bdd_or(coset_bdds *b, coset_bdd x, coset_bdd y) { return apply(b, x, y, bddop_or); }
coset_bdd coset_bdd_minus(coset_bdds *b, coset_bdd x, coset_bdd y) { return apply(b, x, y, bddop_diff); }
coset_bdd coset_bdd_equal(coset_bdds *b, coset_bdd x, coset_bdd y) { return apply(b, x, y, bddop_biimp); }
coset_bdd coset_bdd_ite(coset_bdds *b, coset_bdd x, coset_bdd y, coset_bdd z)
{
    return run(b, &(operation){.what = ITE, .x = x.id, .y = y.id, .z = z.id});
}

coset_bdd coset_bdd_cube(coset_bdds *b, const uint32_t *vars, uint32_t n)
{
    int *set = coset_new(n, sizeof *set);
    for (uint32_t i = 0; i < n; i++)
        set[i] = (int)vars[i];
    coset_bdd cube = n ? made(b, bdd_makeset(set, (int)n)) : coset_bdd_true;
    coset_delete(set);
    return cube;
}

coset_bdd coset_bdd_exist(coset_bdds *b, coset_bdd x, coset_bdd cube)
{
    return run(b, &(operation){.what = EXIST, .x = x.id, .y = cube.id});
}

coset_bdd coset_bdd_relprod(coset_bdds *b, coset_bdd x, coset_bdd y, coset_bdd cube)
{
    return run(b, &(operation){.what = RELPROD, .x = x.id, .y = y.id, .z = cube.id});
}

struct coset_bdd_map {
    bddPair *pairs;
};

coset_bdd_map *coset_bdd_map_new(coset_bdds *b, const uint32_t *from, const uint32_t *to, uint32_t n)
{
    (void)b;
    coset_bdd_map *m = coset_new(1, sizeof *m);
    m->pairs = bdd_newpair();
    for (uint32_t i = 0; i < n; i++)
        bdd_setpair(m->pairs, (int)from[i], (int)to[i]);
    return m;
}

void coset_bdd_map_free(coset_bdd_map *m)
{
    if (!m)
        return;
    bdd_freepair(m->pairs);
    coset_delete(m);
}

coset_bdd coset_bdd_rename(coset_bdds *b, coset_bdd x, const coset_bdd_map *m)
{
    return run(b, &(operation){.what = REPLACE, .x = x.id, .pairs = m->pairs});
}

coset_bdd_map *coset_bdd_map_of(coset_bdds *b, const uint32_t *vars, const coset_bdd *functions, uint32_t n)
{
    coset_bdd_map *m = coset_bdd_map_new(b, NULL, NULL, 0);
    for (uint32_t i = 0; i < n; i++)
        bdd_setbddpair(m->pairs, (int)vars[i], functions[i].id);
    return m;
}

coset_bdd coset_bdd_compose(coset_bdds *b, coset_bdd x, const coset_bdd_map *m)
{
    return run(b, &(operation){.what = COMPOSE, .x = x.id, .pairs = m->pairs});
}

/* ---- contents --------------------------------------------------------------------------------------------------- */

void coset_bdd_one(coset_bdds *b, coset_bdd x, uint8_t *values)
{
    COSET_INVARIANT(!coset_bdd_is_false(x));
    for (uint32_t i = 0; i < b->n_vars; i++)
        values[i] = 0;
    for (int at = x.id; at > 1;) {
        bool high = bdd_low(at) == coset_bdd_false.id;
        values[bdd_var(at)] = high;
        at = high ? bdd_high(at) : bdd_low(at);
    }
}

bool coset_bdd_holds(coset_bdds *b, coset_bdd x, const uint8_t *values)
{
    (void)b;
    int at = x.id;
    while (at > 1)
        at = values[bdd_var(at)] ? bdd_high(at) : bdd_low(at);
    return at == coset_bdd_true.id;
}

/* ---- order of variables ----------------------------------------------------------------------------------------- */

/* The library computes for each handle its pairs of variables, and cannot be interrupted during this. */
static bool is_long(const coset_bdds *b) { return (b->made.n + b->n_kept) * b->n_vars * b->n_vars > MOST_PAIRS; }

void coset_bdd_set_order(coset_bdds *b, const uint32_t *vars)
{
    if (failed || is_long(b) || !b->n_vars)
        return;
    int *order = coset_new(b->n_vars, sizeof *order);
    for (uint32_t i = 0; i < b->n_vars; i++)
        order[i] = (int)vars[i];
    coset_bdd_scope scope = coset_bdd_open(b);
    if (coset__may_reorder(b))
        bdd_setvarorder(order);
    coset_bdd_close(b, scope);
    coset_delete(order);
}

uint32_t coset_bdd_at(const coset_bdds *b, uint32_t place)
{
    (void)b;
    return (uint32_t)bdd_level2var((int)place);
}

void coset_bdd_sift(coset_bdds *b)
{
    if (failed)
        return;
    bdd_clrvarblocks();
    for (uint32_t v = 0; v + 1 < b->n_vars; v += 2)
        if (bdd_intaddvarblock((int)v, (int)v + 1, BDD_REORDER_FIXED) < 0)
            failed = exhausted = true;
    watch.late = false;
    coset_bdd_scope scope = coset_bdd_open(b);
    if (coset__may_reorder(b))
        bdd_reorder(BDD_REORDER_SIFT);
    coset_bdd_close(b, scope);
    failed = failed || watch.late; /* the order is as good as any */
}

/* The library must not collect while it makes variables: its stack of references may then have an uninitialised entry.
 * So the table grows before; unused functions fill it until it does. */
static void make_room(coset_bdds *b, uint32_t nodes)
{
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd x = coset_bdd_true;
    bdd_gbc();
    for (uint32_t i = 0; !failed && bdd_getallocnum() - bdd_getnodenum() < (int)nodes; i++) {
        x = coset_bdd_equal(b, x, coset_bdd_var(b, i % b->n_vars));
        x = i % 3 ? x : coset_bdd_or(b, x, coset_bdd_var(b, i * 7 % b->n_vars));
        if (i > MOST_FILLING)
            failed = exhausted = true;
    }
    coset_bdd_close(b, scope);
    bdd_gbc();
}

uint32_t coset_bdd_more(coset_bdds *b, uint32_t n)
{
    uint32_t first = b->n_vars;
    make_room(b, 4 * n + 1000);
    if (failed)
        return 0;
    b->n_vars += n;
    if (n && !set_vars(b->n_vars))
        failed = exhausted = true;
    return first;
}

uint32_t coset_bdd_vars(const coset_bdds *b) { return b->n_vars; }

/* ---- account ---------------------------------------------------------------------------------------------------- */

uint64_t coset_bdd_size(coset_bdds *b, coset_bdd x)
{
    (void)b;
    return (uint64_t)bdd_nodecount(x.id);
}

uint64_t coset_bdd_size_together(coset_bdds *b, const coset_bdd *all, uint32_t n)
{
    (void)b;
    int *ids = coset_new((size_t)n + 1, sizeof *ids);
    for (uint32_t i = 0; i < n; i++)
        ids[i] = all[i].id;
    uint64_t size = (uint64_t)bdd_anodecount(ids, (int)n);
    coset_delete(ids);
    return size;
}

uint64_t coset_bdd_nodes(const coset_bdds *b)
{
    (void)b;
    return (uint64_t)bdd_getnodenum();
}

uint64_t coset_bdd_peak(const coset_bdds *b)
{
    uint64_t now = coset_bdd_nodes(b);
    return now > b->peak ? now : b->peak;
}

uint64_t coset_bdd_bytes(const coset_bdds *b)
{
    (void)b;
    return (uint64_t)bdd_getallocnum() * (NODE_BYTES + 6 * 16 / CACHE_RATIO);
}

void coset_bdd_note(coset_bdds *b, coset_bdd set)
{
    uint64_t size = coset_bdd_size(b, set);
    if (size > b->largest)
        b->largest = size;
}

uint64_t coset_bdd_largest(const coset_bdds *b) { return b->largest; }
