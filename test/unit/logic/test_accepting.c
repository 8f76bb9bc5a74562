/* Accepting runs of random graphs beside random automata, by fixpoints of sets against the components of the product; and
 * wrong variants, which the same comparison catches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "logic/accepting.h"

#define MOST  8
#define PAIRS (MOST * MOST)

typedef enum { RIGHT, NO_STUCK, ALL_STARTS, N_WRONG } variant;

typedef struct {
    uint32_t n, starts, atoms[3], next[MOST];
    int64_t live; /* handles */
    variant wrong;
} graph;

static uint64_t seed;
static uint32_t random_below(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

/* ---- sets are words ---- */

static coset_set give(graph *g, uint32_t x)
{
    g->live++;
    return (coset_set){(intptr_t)x};
}

static uint32_t full(const graph *g) { return (1u << g->n) - 1; }
static coset_set none(void *ctx) { return give(ctx, 0); }
static coset_set all(void *ctx) { return give(ctx, full(ctx)); }
static coset_set start(void *ctx)
{
    const graph *g = ctx;
    return give(ctx, g->wrong == ALL_STARTS ? full(g) : g->starts);
}
static coset_set unite(void *ctx, coset_set a, coset_set b) { return give(ctx, (uint32_t)(a.id | b.id)); }
static coset_set meet(void *ctx, coset_set a, coset_set b) { return give(ctx, (uint32_t)(a.id & b.id)); }
static coset_set minus(void *ctx, coset_set a, coset_set b) { return give(ctx, (uint32_t)(a.id & ~b.id)); }
static bool same(void *ctx, coset_set a, coset_set b) { return (void)ctx, a.id == b.id; }
static bool is_empty(void *ctx, coset_set a) { return (void)ctx, a.id == 0; }
static coset_set share(void *ctx, coset_set a) { return give(ctx, (uint32_t)a.id); }
static void drop(void *ctx, coset_set a) { (void)a, ((graph *)ctx)->live--; }
static bool goes_on(void *ctx) { return (void)ctx, true; }

static coset_set before(void *ctx, uint32_t steps, coset_set a)
{
    const graph *g = ctx;
    uint32_t from = 0;
    assert_true(steps == COSET_STEPS_ALL);
    for (uint32_t s = 0; s < g->n; s++)
        from |= g->next[s] & (uint32_t)a.id ? 1u << s : 0;
    return give(ctx, from);
}

/* ---- random ones ---- */

static void random_graph(graph *g)
{
    *g = (graph){.n = 1 + random_below(MOST)};
    g->starts = 1u << random_below(g->n);
    for (uint32_t i = 0; i < 3; i++)
        g->atoms[i] = random_below(1u << g->n);
    for (uint32_t s = 0; s < g->n; s++)
        for (uint32_t k = random_below(3); k > 0; k--)
            g->next[s] |= 1u << random_below(g->n);
}

static coset_omega *random_automaton(void)
{
    static const char *const names[] = {"a", "b", "c"};
    coset_omega *a = coset_omega_new(1 + random_below(4), random_below(3), 3, names);
    a->initial = random_below(a->n_states);
    for (uint32_t k = 1 + random_below(3 * a->n_states); k > 0; k--) {
        coset_cube label = {0, 0};
        for (uint32_t i = 0; i < 3; i++) {
            const uint32_t how = random_below(5);
            *(how ? &label.no : &label.yes) |= how < 2 ? UINT64_C(1) << i : 0;
        }
        const uint64_t marks = a->n_sets ? random_below(1u << a->n_sets) : 0;
        coset_omega_add(a, random_below(a->n_states), label, marks, random_below(a->n_states));
    }
    coset_omega_index(a);
    return a;
}

/* ---- the product, pair by pair ---- */

typedef struct {
    bool reaches[PAIRS][PAIRS];
    uint64_t marks[PAIRS][PAIRS]; /* of all edges from one to the other */
    bool edge[PAIRS][PAIRS];
} pairs;

static bool holds(const graph *g, coset_cube label, uint32_t s)
{
    for (uint32_t i = 0; i < 3; i++) {
        const bool is = g->atoms[i] >> s & 1;
        if ((label.yes >> i & 1 && !is) || (label.no >> i & 1 && is))
            return false;
    }
    return true;
}

static void make_pairs(const graph *g, const coset_omega *a, bool stutters, pairs *p)
{
    const uint32_t k = a->n_states;
    memset(p, 0, sizeof *p);
    for (uint32_t s = 0; s < g->n; s++)
        for (uint32_t i = 0; i < a->edges.n; i++) {
            const coset_omega_edge *e = &a->edges.at[i];
            const uint32_t next = g->next[s] ? g->next[s] : stutters ? 1u << s : 0;
            for (uint32_t t = 0; t < g->n && holds(g, e->label, s); t++)
                if (next >> t & 1) {
                    p->edge[s * k + e->from][t * k + e->to] = p->reaches[s * k + e->from][t * k + e->to] = true;
                    p->marks[s * k + e->from][t * k + e->to] |= e->marks;
                }
        }
    const uint32_t n = g->n * k;
    for (uint32_t m = 0; m < n; m++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n && p->reaches[i][m]; j++)
                p->reaches[i][j] = p->reaches[i][j] || p->reaches[m][j];
}

static bool is_accepted(const graph *g, const coset_omega *a, bool stutters)
{
    static pairs p;
    const uint32_t k = a->n_states, n = g->n * k;
    make_pairs(g, a, stutters, &p);
    for (uint32_t s = 0; s < g->n; s++)
        for (uint32_t x = 0; x < n; x++) {
            const uint32_t from = s * k + a->initial;
            uint64_t marks = 0;
            if (!(g->starts >> s & 1) || (from != x && !p.reaches[from][x]) || !p.reaches[x][x])
                continue;
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t j = 0; j < n; j++)
                    if (p.edge[i][j] && (i == x || (p.reaches[x][i] && p.reaches[i][x])) &&
                        (j == x || (p.reaches[x][j] && p.reaches[j][x])))
                        marks |= p.marks[i][j];
            if (marks == coset_omega_all_marks(a))
                return true;
        }
    return false;
}

/* ---- both ---- */

static bool decided(graph *g, const coset_omega *a, bool stutters)
{
    static const coset_set_ops ops = {.none = none,
                                      .all = all,
                                      .start = start,
                                      .unite = unite,
                                      .meet = meet,
                                      .minus = minus,
                                      .before = before,
                                      .same = same,
                                      .is_empty = is_empty,
                                      .share = share,
                                      .drop = drop,
                                      .goes_on = goes_on};
    const coset_sets sets = {&ops, g, 1};
    coset_accepting how = {.a = a};
    uint32_t stuck = 0;
    for (uint32_t i = 0; i < 3; i++)
        how.atoms[i] = give(g, g->atoms[i]);
    for (uint32_t s = 0; s < g->n && stutters && g->wrong != NO_STUCK; s++)
        stuck |= g->next[s] ? 0 : 1u << s;
    how.stuck = give(g, stuck);
    const bool accepts = coset_logic_accepts(&sets, &how);
    for (uint32_t i = 0; i < 3; i++)
        drop(g, how.atoms[i]);
    drop(g, how.stuck);
    assert_int_equal(g->live, 0);
    return accepts;
}

static void random_products(void **state)
{
    uint32_t n_accepting = 0, n_empty = 0, caught[N_WRONG] = {0};
    (void)state;
    for (seed = 1; n_accepting + n_empty < 20000;) {
        graph g;
        random_graph(&g);
        coset_omega *a = random_automaton();
        const bool stutters = random_below(3) > 0, expected = is_accepted(&g, a, stutters);
        n_accepting += expected;
        n_empty += !expected;
        for (g.wrong = RIGHT; g.wrong < N_WRONG; g.wrong++) {
            const bool found = decided(&g, a, stutters);
            assert_true(g.wrong != RIGHT || found == expected);
            caught[g.wrong] += found != expected;
        }
        coset_omega_free(a);
    }
    print_message("%u accepting, %u empty; wrong in %u and %u\n", n_accepting, n_empty, caught[NO_STUCK],
                  caught[ALL_STARTS]);
    assert_true(n_accepting > 2000 && n_empty > 2000 && caught[NO_STUCK] > 20 && caught[ALL_STARTS] > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_products)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
