/* Emptiness of random symmetric systems: the search on the system and on its quotients, by all strategies, against the
 * slow decision on the whole graph. Each run that is found is lifted, replayed, and checked on that graph. COSET_LONG=1
 * takes more systems. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "explicit.h"
#include "explore/accept.h"
#include "system.h"
#include "trace/trace.h"
#include "wrap/fair.h"
#include "wrap/quotient.h"

static uint32_t rounds_of(uint32_t n) { return getenv("COSET_LONG") ? n : n / 100; }

static uint32_t n_accepting, n_empty, n_quotients, n_unrolled;

/* By the graph alone: each step is an edge, and those of the loop have all marks. A step may be any of several edges;
 * so the loop may be judged wrongly if one of them requests, but only if the system has Streett families. */
static void look_at_run(const x_graph *g, const coset_trace *t)
{
    uint64_t accepts = 0, fair[MOST_WORDS] = {0};
    uint32_t n = g->m->n_slots;
    for (uint32_t i = 1; i <= t->n_states; i++) {
        uint32_t to = i == t->n_states ? t->loop : i;
        bool found = false;
        for (uint32_t e = 0; e < g->edges.n; e++) {
            const x_edge *x = &g->edges.at[e];
            if (memcmp(g->states.at + (size_t)x->from * n, t->states + (size_t)(i - 1) * n, n * sizeof(coset_value)) ||
                memcmp(g->states.at + (size_t)x->to * n, t->states + (size_t)to * n, n * sizeof(coset_value)))
                continue;
            found = true;
            for (uint32_t w = 0; i > t->loop && w < MOST_WORDS; w++)
                fair[w] |= x->fair[w];
            accepts |= i > t->loop ? x->accepts : 0;
        }
        assert_true(found);
    }
    assert_true(accepts == coset_all_accepts(g->m->n_accepts));
    for (uint32_t f = 0, at = 0; f < g->m->n_families; at += coset_family_all_words(&g->m->families[f]), f++)
        for (uint32_t i = 0; g->m->families[f].kind == COSET_FAMILY_BUCHI && i < g->m->families[f].n; i++)
            assert_true(fair[at + i / 64] >> i % 64 & 1);
}

/* The second search in a separate thread finds the same run. */
static void check_two_threads(const coset_model *searched, coset_engine_options o, const coset_result *one,
                              uint64_t seed, coset_arena *a)
{
    coset_result *r;
    coset_err err;
    o.threads = 2;
    assert_int_equal(coset_accept(searched, &o, a, &r, &err), COSET_OK);
    const coset_path *p = one->props[0].path, *q = r->props[0].path;
    if (r->props[0].verdict != one->props[0].verdict || !p != !q)
        fail_msg("seed %llu: two threads find something else", (unsigned long long)seed);
    if (!p)
        return;
    assert_int_equal(p->n_states, q->n_states);
    assert_int_equal(p->loop, q->loop);
    assert_memory_equal(p->edges, q->edges, (p->n_states + 1) * sizeof *p->edges);
}

static void check(const coset_model *searched, const coset_model *m, const x_graph *g, bool expected,
                  const coset_trace_reduction *reduction, uint64_t seed, const char *what, const char *store)
{
    coset_arena *a = coset_arena_new();
    coset_result *r;
    coset_err err;
    const coset_engine_options o = {.threads = 1,
                                    .store = store,
                                    .max_bytes = store ? 1 << 24 : 0,
                                    .order = store || seed % 2 ? 0 : seed /* of steps; a nested search has none */};
    coset_verdict empty = store ? COSET_VERDICT_INCOMPLETE : COSET_VERDICT_HOLDS;
    assert_int_equal(coset_accept(searched, &o, a, &r, &err), COSET_OK);
    if (r->props[0].verdict != (expected ? COSET_VERDICT_FAILS : empty))
        fail_msg("seed %llu, %s: verdict %d", (unsigned long long)seed, what, (int)r->props[0].verdict);
    if (store)
        check_two_threads(searched, o, r, seed, a);
    if (!expected && searched == m && !store) /* fairness makes no copies of states */
        assert_int_equal(r->representatives, g->n);
    if (expected) {
        const coset_trace *t = coset_trace_lift(m, reduction, r->props[0].path, 0, 0, a);
        if (coset_trace_replay(m, t, COSET_DEADLOCK_OFF, &err) != COSET_OK)
            fail_msg("seed %llu, %s: %s", (unsigned long long)seed, what, err.text);
        look_at_run(g, t);
        n_unrolled += t->n_states > r->props[0].path->n_states;
    }
    coset_arena_free(a);
}

static void check_quotients(const coset_model *m, const x_graph *g, bool expected, uint64_t seed)
{
    uint32_t n;
    const coset_strategy *all = coset_strategies(&n);
    coset_arena *a = coset_arena_new();
    coset_symgroup *group = coset_symgroup_full(m, a);
    if (seed % 4 == 0)
        group = coset_symgroup_fix(m, group, 0, (uint32_t)(seed / 4 % m->symmetry.types[0].n), a);
    for (uint32_t k = 0; k < n; k++) {
        coset_canon *canon;
        coset_err err;
        if (coset_canon_new(m, group, all[k].name, &canon, &err) != COSET_OK)
            continue;
        coset_model *q = coset_quotient_new(m, group, canon, NULL);
        const coset_trace_reduction reduction = {.canon = canon, .group = group};
        check(q, m, g, expected, &reduction, seed, all[k].name, NULL);
        if (!m->n_families)
            check(q, m, g, expected, &reduction, seed, all[k].name, "compact");
        n_quotients++;
        coset_model_free(q);
        coset_canon_free(canon);
    }
    coset_arena_free(a);
}

/* Fairness of the system as the library adds it. The graph gives the processes that move and those that are enabled. */
static void look_at_marks(const x_graph *g, uint32_t family, const coset_fairness *what)
{
    const coset_family *f = &g->m->families[family];
    uint32_t at = coset_families_offset(g->m, family), words = coset_family_words(f);
    for (uint32_t e = 0; e < g->edges.n; e++) {
        uint64_t enabled[4] = {0}, moved[4] = {0};
        for (uint32_t k = 0; k < g->edges.n; k++) {
            const x_edge *x = &g->edges.at[k];
            uint32_t index = what->who == COSET_FAIR_ACTORS ? 1 + (uint32_t)(x->instance / g->m->groups[1].actor.each)
                             : x->group == what->group      ? (uint32_t)x->instance
                                                            : UINT32_MAX;
            if (index != UINT32_MAX && x->from == g->edges.at[e].from)
                s_set(enabled, index);
            if (index != UINT32_MAX && k == e)
                s_set(moved, index);
        }
        for (uint32_t i = 0; i < f->n; i++) {
            bool is_enabled = enabled[i / 64] >> i % 64 & 1, has_moved = moved[i / 64] >> i % 64 & 1;
            bool first = g->edges.at[e].fair[at + i / 64] >> i % 64 & 1;
            if (f->kind == COSET_FAMILY_BUCHI) {
                assert_int_equal(first, has_moved || !is_enabled);
                continue;
            }
            assert_int_equal(first, is_enabled);
            assert_int_equal(g->edges.at[e].fair[at + words + i / 64] >> i % 64 & 1, has_moved);
        }
    }
}

static coset_model *make_fair(const system_model *s, uint64_t seed, coset_fairness *what, uint32_t *n)
{
    coset_model *m;
    coset_err err;
    *n = (uint32_t)(seed % 3);
    for (uint32_t i = 0; i < *n; i++)
        what[i] = (coset_fairness){.who = (seed >> (2 + i)) % 3 ? COSET_FAIR_ACTORS : COSET_FAIR_INSTANCES,
                                   .group = 1 + (uint32_t)(seed / 7 + i) % s->n_rules,
                                   .kind = (seed >> (4 + i)) & 1 ? COSET_FAMILY_BUCHI : COSET_FAMILY_STREETT,
                                   .name = "fair"};
    assert_int_equal(coset_fair_new(&s->model, *n, what, &m, &err), COSET_OK);
    return m;
}

static void random_systems(void **state)
{
    (void)state;
    uint64_t from = getenv("COSET_SEED") ? strtoull(getenv("COSET_SEED"), NULL, 10) : 0;
    for (uint64_t seed = from; seed < from + rounds_of(40000); seed++) {
        system_model *s = s_new(seed);
        coset_fairness what[2];
        uint32_t n_added;
        coset_model *m = make_fair(s, seed, what, &n_added);
        x_graph g;
        x_make(&g, m);
        if (g.n <= 300) {
            bool expected = x_accepts(&g);
            n_accepting += expected;
            n_empty += !expected;
            for (uint32_t i = 0; i < n_added; i++)
                look_at_marks(&g, s->model.n_families + i, &what[i]);
            check(m, m, &g, expected, NULL, seed, "itself", NULL);
            if (!m->n_families) {
                check(m, m, &g, expected, NULL, seed, "itself, compact", "compact");
                check(m, m, &g, expected, NULL, seed, "itself, bitstate", "bitstate");
            }
            check_quotients(m, &g, expected, seed);
        }
        x_free(&g);
        coset_model_free(m);
        free(s);
    }
    print_message("%u accepting, %u empty, %u quotients, %u loops unrolled\n", n_accepting, n_empty, n_quotients,
                  n_unrolled);
    assert_true(n_accepting > 20 && n_empty > 20 && n_unrolled > 20);
}

/* ---- one node, by hand ------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t fair[2][2]; /* of each edge: what it requests, and grants, of two indices */
    bool accepts;
} pair_of_edges;

static toy_outcome go_round(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                            coset_edge *e, coset_fault *fault)
{
    const pair_of_edges *p = t->data;
    (void)group, (void)src, (void)dst, (void)fault;
    e->fair = p->fair[instance];
    return TOY_STEP;
}

static bool always_annotates(coset_worker *w) { return w != NULL; }

static void what_is_granted_stays(void **state)
{
    static const pair_of_edges pairs[] = {
        {{{1, 0}, {2, 2}}, true},  {{{2, 2}, {1, 0}}, true}, {{{1, 0}, {3, 2}}, false},
        {{{2, 0}, {1, 0}}, false}, {{{1, 2}, {2, 1}}, true}, {{{1, 0}, {0, 2}}, true},
    };
    static const coset_digit digit = {2, 0, NULL};
    static const coset_family family = {
        .name = "fair", .kind = COSET_FAMILY_STREETT, .n = 2, .n_digits = 1, .digits = &digit};
    (void)state;
    for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        toy *t = toy_new("pair");
        coset_model_ops ops = *t->model.ops;
        ops.annotate = always_annotates;
        t->model.ops = &ops;
        t->model.n_families = 1;
        t->model.families = &family;
        t->step = go_round;
        t->data = &pairs[i];
        (void)toy_slot(t, "s", 1);
        (void)toy_group(t, "start", true, 1);
        (void)toy_group(t, "round", false, 2);
        (void)toy_prop(t, "no accepting run", COSET_PROP_ACCEPTANCE, 1, false);
        x_graph g;
        x_make(&g, &t->model);
        assert_int_equal(x_accepts(&g), pairs[i].accepts);
        check(&t->model, &t->model, &g, pairs[i].accepts, NULL, i, "a pair of edges", NULL);
        x_free(&g);
        coset_model_free(&t->model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_systems), cmocka_unit_test(what_is_granted_stays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
