/* Breadth-first search against the slow reference, for several numbers of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore/bfs.h"
#include "reference.h"
#include "rounds.h"

typedef struct {
    coset_arena *arena;
    coset_result *r;
} run;

static run bfs(const coset_model *m, const coset_engine_options *o)
{
    run x = {.arena = coset_arena_new()};
    coset_err err;
    coset_engine_options shared = *o;
    shared.shares_all = true;
    assert_int_equal(coset_bfs(m, &shared, x.arena, &x.r, &err), COSET_OK);
    return x;
}

static void end(run *x) { coset_arena_free(x->arena); }

static void assert_count(coset_count a, coset_count b) { assert_true(a == b); }

static void assert_same_path(const coset_model *m, const coset_path *a, const coset_path *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (!a)
        return;
    assert_int_equal(a->n_states, b->n_states);
    if (a->n_states)
        assert_memory_equal(a->states, b->states, (size_t)a->n_states * m->n_slots * sizeof(coset_value));
    assert_int_equal(a->has_fault, b->has_fault);
    if (a->has_fault) {
        assert_int_equal(a->fault.kind, b->fault.kind);
        assert_string_equal(a->fault.text, b->fault.text);
    }
}

static void assert_same_text(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a)
        assert_string_equal(a, b);
}

static void assert_same_result(const coset_model *m, const coset_result *a, const coset_result *b)
{
    assert_int_equal(a->exhaustive, b->exhaustive);
    assert_same_text(a->stopped, b->stopped);
    assert_int_equal(a->representatives, b->representatives);
    assert_int_equal(a->edges, b->edges);
    assert_int_equal(a->exact, b->exact);
    assert_int_equal(a->depth, b->depth);
    if (a->exact) {
        assert_count(a->states, b->states);
        assert_count(a->full_transitions, b->full_transitions);
    }
    for (uint32_t g = 0; g < m->n_groups; g++)
        assert_count(a->group_edges[g], b->group_edges[g]);
    for (uint32_t p = 0; p < m->n_props; p++) {
        assert_int_equal(a->props[p].verdict, b->props[p].verdict);
        assert_same_text(a->props[p].reason, b->props[p].reason);
        assert_int_equal(a->props[p].instance, b->props[p].instance);
        assert_int_equal(a->props[p].depth, b->props[p].depth);
        assert_count(a->props[p].hits, b->props[p].hits);
        assert_same_path(m, a->props[p].path, b->props[p].path);
        assert_int_equal(a->props[p].n_more, b->props[p].n_more);
        for (uint32_t i = 0; i < a->props[p].n_more; i++) {
            assert_int_equal(a->props[p].more[i].instance, b->props[p].more[i].instance);
            assert_same_path(m, a->props[p].more[i].path, b->props[p].more[i].path);
        }
    }
}

/* ---- against the reference ---- */

static bool has_edge(const graph_tables *g, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < g->degree; k++)
        if (g->next[(size_t)a * g->degree + k] == b)
            return true;
    return false;
}

static void assert_path(const graph_tables *g, const reference *ref, uint32_t prop, const coset_prop_result *p)
{
    const ref_witness *w = &ref->first[prop];
    assert_non_null(p->path);
    const coset_path *path = p->path;
    bool extra = prop == GRAPH_P_STEP;
    assert_int_equal(path->n_states, w->n_states + extra);
    assert_int_equal(path->has_fault, w->in_step);
    for (uint32_t i = 0; i < path->n_states; i++) {
        uint32_t v = graph_node(path->states + (size_t)i * 12);
        if (i < w->n_states)
            assert_int_equal(ref->depth[v], i);
        if (i)
            assert_true(has_edge(g, graph_node(path->states + (size_t)(i - 1) * 12), v));
        assert_false(g->value[v] & GRAPH_EXCLUDED);
        if (i + 1 == w->n_states)
            assert_int_equal(v, w->node);
    }
}

static void assert_verdict(const graph_tables *g, const coset_engine_options *o, const reference *ref, uint32_t prop,
                           const coset_prop_result *p)
{
    bool found = ref->first[prop].found, complete = ref->complete && ref->representatives;
    bool cover = prop == GRAPH_P_COVER || prop == GRAPH_P_STEP;
    coset_verdict want = found ? COSET_VERDICT_FAILS : complete ? COSET_VERDICT_HOLDS : COSET_VERDICT_INCOMPLETE;
    if (cover)
        want = ref->hits[prop] ? COSET_VERDICT_HOLDS : complete ? COSET_VERDICT_FAILS : COSET_VERDICT_INCOMPLETE;
    if (prop == GRAPH_P_DEADLOCK && o->deadlock == COSET_DEADLOCK_OFF)
        want = COSET_VERDICT_INCOMPLETE;
    assert_int_equal(p->verdict, want);
    assert_count(p->hits, ref->hits[prop]);
    if (found)
        assert_path(g, ref, prop, p);
    else
        assert_null(p->path);
}

static void assert_as_reference(const graph_tables *g, const coset_engine_options *o, const coset_result *r)
{
    reference ref;
    ref_search(g, o, &ref);
    assert_int_equal(r->exhaustive, ref.complete && ref.representatives);
    assert_int_equal(r->exhaustive, r->stopped == NULL);
    assert_int_equal(r->representatives, ref.representatives);
    assert_int_equal(r->edges, ref.edges);
    assert_true(r->exact);
    assert_count(r->states, ref.states);
    assert_count(r->full_transitions, ref.full);
    assert_int_equal(r->depth, ref.deepest);
    coset_count sum = 0;
    for (uint32_t k = 1; k <= g->n_groups; k++)
        sum += r->group_edges[k];
    assert_count(sum, ref.full);
    for (uint32_t p = 0; p < GRAPH_N_PROPS; p++)
        assert_verdict(g, o, &ref, p, &r->props[p]);
    ref_free(&ref);
}

/* A path of an inexact search: its steps exist, and its end is as reported. */
static void assert_possible(const graph_tables *g, uint32_t prop, const coset_prop_result *p)
{
    const coset_path *path = p->path;
    assert_non_null(path);
    assert_int_equal(p->depth, path->n_states ? path->n_states - 1 : 0);
    for (uint32_t i = 0; i < path->n_states; i++) {
        uint32_t v = graph_node(path->states + (size_t)i * 12);
        assert_false(g->value[v] & GRAPH_EXCLUDED);
        if (i)
            assert_true(has_edge(g, graph_node(path->states + (size_t)(i - 1) * 12), v));
        if (prop == GRAPH_P_INV && i + 1 == path->n_states)
            assert_true(g->value[v] & (GRAPH_BAD | GRAPH_BROKEN));
    }
}

/* An inexact store never reports that something holds; its violations exist. */
static void compare_inexact(const graph_tables *g, const coset_model *m, coset_engine_options o,
                            const coset_result *exact)
{
    static const char *const kinds[] = {"compact", "bitstate"};
    for (int i = 0; i < 4; i++) {
        o.store = kinds[i % 2];
        o.threads = i < 2 ? 1 : 2;
        o.max_bytes = (g->n > 1000 ? UINT64_C(2048) : UINT64_C(256)) << 10;
        o.no_trace = i > 1; /* a second search finds the path */
        run x = bfs(m, &o);
        assert_false(x.r->exhaustive);
        assert_true(x.r->representatives <= exact->representatives || o.max_errors);
        if (i % 2 == 0 && !o.max_errors)
            assert_int_equal(x.r->representatives, exact->representatives);
        assert_true(x.r->omission_any >= 0 && x.r->omission_any <= 1);
        for (uint32_t p = 0; p < m->n_props; p++) {
            bool cover = m->props[p].kind == COSET_PROP_COVER;
            if (!cover)
                assert_true(x.r->props[p].verdict == COSET_VERDICT_FAILS ||
                            x.r->props[p].verdict == COSET_VERDICT_INCOMPLETE);
            if (!cover && x.r->props[p].verdict == COSET_VERDICT_FAILS && !o.max_errors)
                assert_int_equal(exact->props[p].verdict, COSET_VERDICT_FAILS);
            if (!cover && x.r->props[p].verdict == COSET_VERDICT_FAILS)
                assert_possible(g, p, &x.r->props[p]);
        }
        assert_true(coset_result_verdict(x.r, m) != COSET_VERDICT_HOLDS);
        end(&x);
    }
}

static void compare_all(const graph_tables *g, coset_engine_options o)
{
    static const uint32_t threads[] = {1, 2, 8, 1, 8, 2};
    coset_model *m = graph_model(g);
    run first = {0};
    for (int i = 0; i < 6; i++) {
        o.threads = threads[i];
        o.store = i < 2 ? "packed" : i < 4 ? "tree" : "collapse";
        o.no_trace = i > 3;
        run x = bfs(m, &o);
        if (i == 0) {
            assert_as_reference(g, &o, x.r);
            first = x;
            continue;
        }
        assert_same_result(m, first.r, x.r);
        end(&x);
    }
    compare_inexact(g, m, o, first.r);
    end(&first);
    coset_model_free(m);
}

static void random_graphs_agree_with_the_reference(void **ctx)
{
    (void)ctx;
    for (uint64_t seed = 1; seed <= rounds(300); seed++) {
        uint64_t r = seed;
        graph_taste t = {.n = 1 + (uint32_t)(toy_random(&r) % 300), .degree = 1 + (uint32_t)(toy_random(&r) % 6)};
        uint32_t rare = 2 + (uint32_t)(toy_random(&r) % 200);
        t.none = 2 + (uint32_t)(toy_random(&r) % 6);
        t.fault = ref_chance(&r, 2) ? rare : 0;
        t.excluded = ref_chance(&r, 3) ? rare : 0;
        t.bad = ref_chance(&r, 2) ? rare : 0;
        t.broken = ref_chance(&r, 4) ? rare : 0;
        t.cover = rare;
        t.live = 2 + (uint32_t)(toy_random(&r) % 60);
        coset_engine_options o = {.deadlock = (coset_deadlock)(toy_random(&r) % 3),
                                  .max_depth = ref_chance(&r, 3) ? 1 + (uint32_t)(toy_random(&r) % 6) : 0,
                                  .max_errors = (uint32_t)(toy_random(&r) % 3),
                                  .max_witnesses = (uint32_t)(seed % 5)};
        graph_tables *g = graph_random(seed, &t);
        if (o.max_errors) /* the reference counts properties, not violations */
            o.max_witnesses = 1;
        compare_all(g, o);
        graph_free(g);
    }
}

static void larger_graphs_agree_with_the_reference(void **ctx)
{
    (void)ctx;
    for (uint64_t seed = 1; seed <= rounds(3); seed++) {
        graph_taste t = {
            .n = large(30000), .degree = 4, .none = 3, .fault = 4000, .bad = 2000, .cover = 100, .live = 300};
        graph_tables *g = graph_random(seed, &t);
        compare_all(g, (coset_engine_options){.deadlock = COSET_DEADLOCK_STUCK});
        compare_all(g, (coset_engine_options){.deadlock = COSET_DEADLOCK_STUTTERING, .max_errors = 1});
        graph_free(g);
    }
}

/* A line: one level per node. */
static void deep_graphs_are_searched_to_the_end(void **ctx)
{
    (void)ctx;
    graph_tables *g = graph_new(large(3000), 1, 1, 1);
    for (uint32_t v = 0; v + 1 < g->n; v++)
        g->next[v] = v + 1;
    g->value[g->n - 1] = GRAPH_LIVE0 | GRAPH_LIVE1;
    compare_all(g, (coset_engine_options){.deadlock = COSET_DEADLOCK_STUCK});
    g->value[g->n - 1] = GRAPH_LIVE0;
    compare_all(g, (coset_engine_options){.deadlock = COSET_DEADLOCK_STUCK});
    graph_free(g);
}

/* ---- bounds ---- */

static graph_tables *tree(uint32_t n)
{
    graph_tables *g = graph_new(n, 2, 1, 1);
    for (uint32_t v = 0; 2 * v + 2 < n; v++) {
        g->next[2 * v] = 2 * v + 1;
        g->next[2 * v + 1] = 2 * v + 2;
    }
    return g;
}

/* Nodes 0, 3, 6, .. of a tree are bad. */
static void as_many_witnesses_as_asked_for(void **ctx)
{
    (void)ctx;
    graph_tables *g = tree(101);
    for (uint32_t v = 0; v < g->n; v += 3)
        g->value[v] |= GRAPH_BAD;
    coset_model *m = graph_model(g);
    for (uint32_t wanted = 0; wanted < 50; wanted++) {
        coset_engine_options o = {.threads = 1 + wanted % 3, .max_witnesses = wanted};
        run x = bfs(m, &o);
        const coset_prop_result *p = &x.r->props[GRAPH_P_INV];
        uint32_t n = wanted < 1 ? 1 : wanted > 34 ? 34 : wanted;
        assert_int_equal(p->n_more + 1, n);
        uint32_t before = 0, depth = 0;
        for (uint32_t i = 0; i < p->n_more; i++) {
            const coset_path *path = p->more[i].path;
            uint32_t v = graph_node(path->states + (size_t)(path->n_states - 1) * 12);
            assert_true(v % 3 == 0 && v != before);
            assert_true(path->n_states > depth || v != 0);
            assert_true(path->n_states >= depth);
            before = v;
            depth = path->n_states;
        }
        end(&x);
        o.max_errors = wanted;
        x = bfs(m, &o);
        assert_true(x.r->props[GRAPH_P_INV].n_more + 1 >= n);
        assert_int_equal(x.r->exhaustive, wanted == 0 || wanted > 34);
        end(&x);
    }
    coset_model_free(m);
    graph_free(g);
}

static void assert_nothing_holds(const coset_model *m, const coset_result *r)
{
    assert_false(r->exhaustive);
    assert_non_null(r->stopped);
    for (uint32_t p = 0; p < m->n_props; p++)
        assert_int_equal(r->props[p].verdict, COSET_VERDICT_INCOMPLETE);
    assert_int_equal(coset_result_verdict(r, m), COSET_VERDICT_INCOMPLETE);
}

static void a_bound_on_states_is_exact(void **ctx)
{
    (void)ctx;
    graph_tables *g = tree(20001);
    coset_model *m = graph_model(g);
    for (uint32_t threads = 1; threads <= 8; threads *= 2) {
        coset_engine_options o = {.threads = threads, .max_states = 5000};
        run x = bfs(m, &o);
        assert_int_equal(x.r->representatives, 5000);
        assert_count(x.r->states, 5000);
        assert_nothing_holds(m, x.r);
        end(&x);
        o.max_states = 20001;
        x = bfs(m, &o);
        assert_true(x.r->exhaustive);
        assert_int_equal(x.r->representatives, 20001);
        end(&x);
        o.max_states = 20000;
        x = bfs(m, &o);
        assert_nothing_holds(m, x.r);
        end(&x);
    }
    coset_model_free(m);
    graph_free(g);
}

static void a_bound_on_depth_leaves_nothing_decided(void **ctx)
{
    (void)ctx;
    graph_tables *g = tree(1023); /* depth 9 */
    coset_model *m = graph_model(g);
    for (uint32_t depth = 1; depth <= 11; depth++) {
        coset_engine_options o = {.threads = 2, .max_depth = depth};
        run x = bfs(m, &o);
        assert_int_equal(x.r->exhaustive, depth > 9);
        assert_int_equal(x.r->depth, depth > 9 ? 9 : depth);
        assert_int_equal(x.r->representatives, depth > 9 ? 1023 : (2u << depth) - 1);
        if (depth <= 9)
            assert_nothing_holds(m, x.r);
        end(&x);
    }
    coset_model_free(m);
    graph_free(g);
}

static void a_memory_limit_ends_the_search(void **ctx)
{
    (void)ctx;
    graph_tables *g = tree(200001);
    coset_model *m = graph_model(g);
    for (uint32_t threads = 1; threads <= 8; threads *= ROUNDS_SLOWER > 1 ? 8 : 2)
        for (uint64_t limit = UINT64_C(600000); limit < UINT64_C(4000000);
             limit = limit * (ROUNDS_SLOWER > 1 ? 6 : 3) / 2) {
            coset_engine_options o = {.threads = threads, .max_bytes = limit};
            run x = bfs(m, &o);
            assert_nothing_holds(m, x.r);
            assert_true(x.r->representatives < 200001);
            assert_true(x.r->peak_bytes > 0);
            end(&x);
        }
    coset_engine_options o = {.threads = 1, .max_bytes = 10};
    coset_arena *a = coset_arena_new();
    coset_result *r;
    assert_int_equal(coset_bfs(m, &o, a, &r, NULL), COSET_MEMORY);
    assert_null(r);
    coset_arena_free(a);
    coset_model_free(m);
    graph_free(g);
}

#ifndef __SANITIZE_THREAD__
static void liveness_that_memory_forbids_is_undecided(void **ctx)
{
    (void)ctx;
    graph_tables *g = tree(20001);
    for (uint32_t v = 0; v < g->n; v++)
        g->value[v] = GRAPH_LIVE0 | GRAPH_LIVE1;
    coset_model *m = graph_model(g);
    coset_engine_options o = {.threads = 1}; /* so that all runs need the same */
    run x = bfs(m, &o);
    assert_int_equal(x.r->props[GRAPH_P_LIVE].verdict, COSET_VERDICT_HOLDS);
    uint64_t with = x.r->peak_bytes;
    end(&x);
    uint32_t n = 0;
    bool searched = true;
    for (o.max_bytes = with - 1; searched;
         o.max_bytes -= 10000, n += searched) { /* each of the tables exceeds the limit in turn */
        x = bfs(m, &o);
        searched = x.r->exhaustive;
        assert_int_equal(x.r->props[GRAPH_P_INV].verdict, searched ? COSET_VERDICT_HOLDS : COSET_VERDICT_INCOMPLETE);
        assert_int_equal(x.r->props[GRAPH_P_LIVE].verdict, COSET_VERDICT_INCOMPLETE);
        if (searched)
            assert_string_equal(x.r->props[GRAPH_P_LIVE].reason,
                                "the memory limit is too small for the liveness search");
        end(&x);
    }
    assert_true(n > 10);
    coset_model_free(m);
    graph_free(g);
}
#endif

/* ---- time, stop, progress: an infinite model ---- */

static toy_outcome count_up(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                            coset_edge *e, coset_fault *fault)
{
    (void)t, (void)group, (void)e, (void)fault;
    if (!src)
        return TOY_STEP;
    dst[instance] = (src[instance] + 1) & 0xffffff;
    return TOY_STEP;
}

static coset_eval always(const toy *t, uint32_t prop, uint32_t instance, const coset_value *state, coset_fault *fault)
{
    (void)t, (void)prop, (void)instance, (void)state, (void)fault;
    return COSET_EVAL_TRUE;
}

static coset_model *endless(void)
{
    toy *t = toy_new("endless");
    for (int i = 0; i < 4; i++)
        (void)toy_slot(t, "counter", 0xffffff);
    (void)toy_group(t, "start", true, 1);
    (void)toy_group(t, "up", false, 4);
    (void)toy_prop(t, "true", COSET_PROP_INVARIANT, 1, false);
    (void)toy_prop(t, "live", COSET_PROP_LIVENESS, 1, false);
    t->step = count_up;
    t->eval = always;
    return &t->model;
}

typedef struct {
    atomic_bool stop;
    uint32_t calls;
    coset_progress last;
} watcher;

static void watch(void *ctx, const coset_progress *p)
{
    watcher *w = ctx;
    assert_true(p->representatives >= w->last.representatives);
    assert_true(p->edges >= w->last.edges);
    assert_true(p->states >= w->last.states);
    w->last = *p;
    if (++w->calls >= 3 && p->seconds > 0.5)
        atomic_store(&w->stop, true);
}

static void the_user_and_the_clock_end_a_search(void **ctx)
{
    (void)ctx;
    coset_model *m = endless();
    for (uint32_t threads = 1; threads <= 4; threads *= 4) {
        watcher w = {.calls = 0};
        coset_engine_options o = {.threads = threads, .stop = &w.stop, .on_progress = watch, .progress_ctx = &w};
        run x = bfs(m, &o);
        assert_nothing_holds(m, x.r);
        assert_true(w.calls >= 3); /* one more may follow before all threads notice the stop */
        assert_true(w.last.representatives > 0 && w.last.representatives <= x.r->representatives);
        assert_true(w.last.states > 0 && w.last.memory > 0);
        end(&x);
        o = (coset_engine_options){.threads = threads, .max_seconds = 0.2};
        x = bfs(m, &o);
        assert_nothing_holds(m, x.r);
        assert_true(x.r->seconds >= 0.19 && x.r->seconds < 5);
        end(&x);
    }
    coset_model_free(m);
}

/* ---- a model that refuses to continue ---- */

static coset_status refuse(coset_worker *w, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    (void)w, (void)src, (void)emit, (void)ctx;
    return COSET_MEMORY;
}

static void a_model_that_refuses_ends_the_search(void **ctx)
{
    (void)ctx;
    graph_tables *g = tree(1023);
    coset_model *m = graph_model(g);
    coset_model_ops refuses = *m->ops;
    refuses.next = refuse;
    m->ops = &refuses;
    for (uint32_t threads = 1; threads <= 2; threads++) {
        coset_engine_options o = {.threads = threads, .deadlock = COSET_DEADLOCK_STUCK};
        run x = bfs(m, &o);
        assert_nothing_holds(m, x.r); /* above all: the state whose steps are not known is no deadlock */
        assert_int_equal(x.r->representatives, 1);
        end(&x);
    }
    coset_model_free(m);
    graph_free(g);
}

/* ---- counts ---- */

static void unknown_orbits_make_counts_inexact(void **ctx)
{
    (void)ctx;
    graph_tables *g = tree(1023);
    g->orbit = coset_new(g->n, sizeof *g->orbit);
    for (uint32_t v = 0; v < g->n; v++)
        g->orbit[v] = 2;
    g->orbit[777] = 0;
    coset_model *m = graph_model(g);
    coset_engine_options o = {.threads = 2};
    run x = bfs(m, &o);
    assert_false(x.r->exact);
    assert_true(x.r->exhaustive);
    assert_count(x.r->group_edges[1], 1022);
    end(&x);
    g->orbit[777] = ~(coset_count)0; /* the sum does not fit */
    x = bfs(m, &o);
    assert_false(x.r->exact);
    end(&x);
    coset_model_free(m);
    graph_free(g);
}

static void more_orbit_sizes_than_numbers_are_not_exact(void **ctx)
{
    (void)ctx;
    graph_tables *g = tree(70001);
    g->orbit = coset_new(g->n, sizeof *g->orbit);
    for (uint32_t v = 0; v < g->n; v++)
        g->orbit[v] = v % 60000 + 1;
    coset_model *m = graph_model(g);
    for (uint32_t threads = 1; threads <= 2; threads++) {
        coset_engine_options o = {.threads = threads};
        run x = bfs(m, &o);
        assert_as_reference(g, &o, x.r);
        end(&x);
    }
    for (uint32_t v = 0; v < g->n; v++)
        g->orbit[v] = v + 1;
    coset_engine_options o = {.threads = 2};
    run x = bfs(m, &o);
    assert_true(x.r->exhaustive);
    assert_false(x.r->exact);
    end(&x);
    coset_model_free(m);
    graph_free(g);
}

/* A step of a quotient that returns to its representative is no stuttering. */
static toy_outcome come_back(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                             coset_edge *e, coset_fault *fault)
{
    (void)t, (void)group, (void)instance, (void)src, (void)dst, (void)fault;
    e->leaves = src && *(const bool *)t->data;
    return TOY_STEP;
}

static void a_step_within_an_orbit_is_no_stuttering(void **ctx)
{
    (void)ctx;
    for (int leaves = 0; leaves < 2; leaves++) {
        bool flag = leaves;
        toy *t = toy_new("back");
        (void)toy_slot(t, "s", 1);
        (void)toy_group(t, "start", true, 1);
        (void)toy_group(t, "back", false, 1);
        (void)toy_prop(t, "deadlock", COSET_PROP_DEADLOCK, 1, false);
        t->step = come_back;
        t->data = &flag;
        coset_engine_options o = {.threads = 1, .deadlock = COSET_DEADLOCK_STUTTERING};
        run x = bfs(&t->model, &o);
        assert_int_equal(x.r->props[0].verdict, leaves ? COSET_VERDICT_HOLDS : COSET_VERDICT_FAILS);
        end(&x);
        coset_model_free(&t->model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_agree_with_the_reference),
        cmocka_unit_test(larger_graphs_agree_with_the_reference),
        cmocka_unit_test(deep_graphs_are_searched_to_the_end),
        cmocka_unit_test(as_many_witnesses_as_asked_for),
        cmocka_unit_test(a_bound_on_states_is_exact),
        cmocka_unit_test(a_bound_on_depth_leaves_nothing_decided),
        cmocka_unit_test(a_memory_limit_ends_the_search),
#ifndef __SANITIZE_THREAD__ /* it has one thread */
        cmocka_unit_test(liveness_that_memory_forbids_is_undecided),
#endif
        cmocka_unit_test(the_user_and_the_clock_end_a_search),
        cmocka_unit_test(a_model_that_refuses_ends_the_search),
        cmocka_unit_test(unknown_orbits_make_counts_inexact),
        cmocka_unit_test(more_orbit_sizes_than_numbers_are_not_exact),
        cmocka_unit_test(a_step_within_an_orbit_is_no_stuttering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
