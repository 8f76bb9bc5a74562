/* Accepting runs of random graphs with random automata, by fixpoints of sets against the components of the product; and
 * wrong variants, which the same comparison detects. Fair ones too: for each choice of strongly fair movers that can
 * never act from some point on, the components of the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "logic/accepting.h"

#define MOST  8
#define PAIRS (MOST * MOST)

#define MOVERS 3
#define MARKS  8 /* of an automaton, at most */

/* ALWAYS: weak fairness ignores where a mover is disabled. NEVER: strong fairness removes nothing. */
typedef enum { RIGHT, NO_STUCK, ALL_STARTS, ALWAYS, NEVER, N_WRONG } variant;

typedef struct {
    uint32_t n, starts, atoms[3], next[MOST];
    uint32_t n_movers, enabled[MOVERS], acts[MOVERS][MOST]; /* steps in which a mover acts: some of `next` */
    bool strong[MOVERS];
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
    assert_true(steps == COSET_STEPS_ALL || steps < g->n_movers);
    const uint32_t *next = steps < g->n_movers ? g->acts[steps] : g->next;
    for (uint32_t s = 0; s < g->n; s++)
        from |= next[s] & (uint32_t)a.id ? 1u << s : 0;
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
    g->n_movers = random_below(MOVERS + 1);
    for (uint32_t i = 0; i < g->n_movers; i++) {
        g->strong[i] = random_below(2);
        for (uint32_t s = 0; s < g->n; s++) {
            const bool can = g->next[s] && random_below(2);
            g->enabled[i] |= can ? 1u << s : 0;
            /* in a part of another's step, too */
            g->acts[i][s] = random_below(can ? 2 : 8) ? 0 : g->next[s] & random_below(1u << g->n);
        }
    }
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

/* What fairness requires of the step; nothing of those that are `avoided`. */
static uint64_t fair_marks(const graph *g, uint32_t s, uint32_t to, uint32_t avoided)
{
    uint64_t marks = 0;
    for (uint32_t i = 0; i < g->n_movers; i++) {
        const bool acts = g->acts[i][s] >> to & 1, weakly = !g->strong[i] && !(g->enabled[i] >> s & 1);
        marks |= acts || weakly || avoided >> i & 1 ? UINT64_C(1) << (MARKS + i) : 0;
    }
    return marks;
}

/* States in which none of the `avoided` can act. */
static void make_pairs(const graph *g, const coset_omega *a, bool stutters, uint32_t avoided, pairs *p)
{
    const uint32_t k = a->n_states;
    uint32_t out = 0;
    memset(p, 0, sizeof *p);
    for (uint32_t i = 0; i < g->n_movers; i++)
        out |= avoided >> i & 1 ? g->enabled[i] : 0;
    for (uint32_t s = 0; s < g->n; s++)
        for (uint32_t i = 0; i < a->edges.n && !(out >> s & 1); i++) {
            const coset_omega_edge *e = &a->edges.at[i];
            const uint32_t next = g->next[s] ? g->next[s] : stutters ? 1u << s : 0;
            for (uint32_t t = 0; t < g->n && holds(g, e->label, s); t++)
                if ((next & ~out) >> t & 1) {
                    p->edge[s * k + e->from][t * k + e->to] = p->reaches[s * k + e->from][t * k + e->to] = true;
                    p->marks[s * k + e->from][t * k + e->to] |= e->marks | fair_marks(g, s, t, avoided);
                }
        }
    const uint32_t n = g->n * k;
    for (uint32_t m = 0; m < n; m++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n && p->reaches[i][m]; j++)
                p->reaches[i][j] = p->reaches[i][j] || p->reaches[m][j];
}

/* All edges of the component of x. */
static uint64_t marks_around(const pairs *p, uint32_t n, uint32_t x)
{
    uint64_t marks = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (p->edge[i][j] && (i == x || (p->reaches[x][i] && p->reaches[i][x])) &&
                (j == x || (p->reaches[x][j] && p->reaches[j][x])))
                marks |= p->marks[i][j];
    return marks;
}

/* A run that ends in states in which none of the `avoided` can act. */
static bool is_accepted_there(const graph *g, const coset_omega *a, bool stutters, uint32_t avoided)
{
    static pairs all, p;
    const uint32_t k = a->n_states, n = g->n * k;
    const uint64_t wanted = coset_omega_all_marks(a) | ((UINT64_C(1) << g->n_movers) - 1) << MARKS;
    make_pairs(g, a, stutters, 0, &all);
    make_pairs(g, a, stutters, avoided, &p);
    for (uint32_t s = 0; s < g->n; s++)
        for (uint32_t x = 0; x < n; x++) {
            const uint32_t from = s * k + a->initial;
            if ((g->starts >> s & 1) && (from == x || all.reaches[from][x]) && p.reaches[x][x] &&
                marks_around(&p, n, x) == wanted)
                return true;
        }
    return false;
}

static bool is_accepted(const graph *g, const coset_omega *a, bool stutters)
{
    bool accepted = false;
    for (uint32_t avoided = 0; avoided < 1u << g->n_movers && !accepted; avoided++) {
        bool strong = true;
        for (uint32_t i = 0; i < g->n_movers; i++)
            strong = strong && (g->strong[i] || !(avoided >> i & 1));
        accepted = strong && is_accepted_there(g, a, stutters, avoided);
    }
    return accepted;
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
    coset_accepting_fair fair[MOVERS];
    coset_accepting how = {.a = a, .n_fair = g->n_movers, .fair = fair};
    uint32_t stuck = 0;
    for (uint32_t i = 0; i < 3; i++)
        how.atoms[i] = give(g, g->atoms[i]);
    for (uint32_t s = 0; s < g->n && stutters && g->wrong != NO_STUCK; s++)
        stuck |= g->next[s] ? 0 : 1u << s;
    how.stuck = give(g, stuck);
    for (uint32_t i = 0; i < g->n_movers; i++) {
        uint32_t enabled = !g->strong[i] && g->wrong == ALWAYS ? full(g) : g->enabled[i];
        enabled = g->strong[i] && g->wrong == NEVER ? 0 : enabled;
        fair[i] = (coset_accepting_fair){.strong = g->strong[i], .enabled = give(g, enabled), .steps = i};
    }
    const bool accepts = coset_logic_accepts(&sets, &how);
    for (uint32_t i = 0; i < 3; i++)
        drop(g, how.atoms[i]);
    drop(g, how.stuck);
    for (uint32_t i = 0; i < g->n_movers; i++)
        drop(g, fair[i].enabled);
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
    print_message("%u accepting, %u empty\n", n_accepting, n_empty);
    assert_true(n_accepting > 2000 && n_empty > 2000);
    for (variant wrong = NO_STUCK; wrong < N_WRONG; wrong++) {
        print_message("wrong variant %u differs in %u\n", (unsigned)wrong, caught[wrong]);
        assert_true(caught[wrong] > 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_products)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
