/* Compressions: what they must preserve is preserved, choices are refinements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "csp_random.h"
#include "lts/compress.h"

#define N_EVENTS 4

static const coset_compress_options options = {.n_events = N_EVENTS};
static const char *const names[] = {"tau", "tick", "a", "b"};

static coset_lts *run(const coset_compression *c, const coset_lts *l)
{
    coset_lts *x;
    coset_err err;
    assert_int_equal(c->run(l, &options, &x, &err), COSET_OK);
    return x;
}

static void check_kept(const coset_compression *c, const coset_lts *l)
{
    coset_lts *x = run(c, l);
    if (x->n_states <= 32)
        for (coset_csp_model m = COSET_CSP_T; m <= COSET_CSP_FD; m++)
            if (!ref_equal(l, x, N_EVENTS, m)) {
                coset_arena *a = coset_arena_new();
                fail_msg("%s in model %d:\n%s\n%s", c->name, (int)m, coset_lts_text(l, names, a),
                         coset_lts_text(x, names, a));
            }
    coset_lts_free(x);
}

static void meaning_is_kept(void **state)
{
    (void)state;
    dice d = {50};
    uint32_t n;
    const coset_compression *table = coset_compressions(&n);
    for (int i = 0; i < 3000; i++) {
        coset_lts *l = random_lts(&d, 1 + (uint32_t)i % 9, N_EVENTS, (uint32_t)i % 9);
        for (uint32_t k = 0; k < n; k++)
            if (table[k].keeps_meaning)
                check_kept(&table[k], l);
        coset_lts_free(l);
    }
}

static uint32_t size_after(const char *name, const coset_lts *l)
{
    coset_lts *x = run(coset_compression_named(name), l);
    uint32_t n = x->n_states;
    coset_lts_free(x);
    return n;
}

static void stronger_ones_merge_more(void **state)
{
    (void)state;
    dice d = {51};
    for (int i = 0; i < 1000; i++) {
        coset_lts *l = random_lts(&d, 12, N_EVENTS, (uint32_t)i % 9);
        uint32_t s = size_after("sbisim", l), delay = size_after("dbisim", l), weak = size_after("wbisim", l);
        assert_true(s >= delay && delay >= weak && weak > 0);
        assert_true(size_after("tau_loop_factor", l) >= size_after("diamond", l));
        coset_lts_free(l);
    }
}

static void strong_bisimulation_is_strong(void **state)
{
    (void)state;
    dice d = {52};
    for (int i = 0; i < 1000; i++) {
        coset_lts *l = random_lts(&d, 12, N_EVENTS, (uint32_t)i % 9);
        coset_lts *x = run(coset_compression_named("sbisim"), l);
        assert_true(ref_bisimilar(l, x));
        coset_lts_free(x);
        coset_lts_free(l);
    }
}

static void choices_are_refinements(void **state)
{
    (void)state;
    dice d = {53};
    uint32_t n_deterministic = 0;
    for (int i = 0; i < 3000; i++) {
        coset_lts *l = random_lts(&d, 8, N_EVENTS, (uint32_t)i % 7);
        coset_lts *chased = run(coset_compression_named("chase"), l);
        coset_lts *one = run(coset_compression_named("deter"), l);
        for (coset_csp_model m = COSET_CSP_T; m <= COSET_CSP_FD; m++) {
            assert_true(ref_refines(l, chased, N_EVENTS, m));
            assert_true(ref_refines(chased, one, N_EVENTS, m));
        }
        if (ref_deterministic(l, N_EVENTS, COSET_CSP_FD)) {
            n_deterministic++;
            assert_true(ref_equal(l, one, N_EVENTS, COSET_CSP_FD));
        }
        for (uint32_t s = 0; s < chased->n_states; s++) /* the only taus are loops of divergent states */
            if (!coset_lts_is_stable(chased, s))
                assert_true(chased->first[s + 1] - chased->first[s] == 1 && chased->edges[chased->first[s]].dst == s);
        coset_lts_free(chased);
        coset_lts_free(one);
        coset_lts_free(l);
    }
    assert_true(n_deterministic > 100);
}

/* ---- priorities ---- */

static bool has(const coset_lts *l, uint32_t s, uint32_t event)
{
    uint64_t from, to;
    return coset_lts_edges_with(l, s, event, &from, &to);
}

static void priorities_drop_what_is_below(void **state)
{
    (void)state;
    dice d = {54};
    const uint32_t rank[N_EVENTS] = {0, 0, 1, 2}, only_b[N_EVENTS] = {0, 0, UINT32_MAX, 1};
    const bool all[N_EVENTS] = {false, false, true, true}, none[N_EVENTS] = {false}, a[N_EVENTS] = {false, false, true};
    const coset_order b_below_a = {2, 3}, a_below_a = {2, 2}, tick_below = {2, 1};
    for (int i = 0; i < 1000; i++) {
        coset_lts *l = random_lts(&d, 1, N_EVENTS, 3), *x = coset_prioritise(l, N_EVENTS, rank), *y;
        coset_err err;
        bool urgent = has(l, 0, 0) || has(l, 0, 1);
        assert_int_equal(has(x, 0, 2), has(l, 0, 2) && !urgent);
        assert_int_equal(has(x, 0, 3), has(l, 0, 3) && !urgent && !has(l, 0, 2));
        assert_int_equal(coset_prioritise_po(l, N_EVENTS, all, 1, &b_below_a, none, &y, &err), COSET_OK);
        assert_true(ref_bisimilar(x, y));
        coset_lts_free(y);
        assert_int_equal(coset_prioritise_po(l, N_EVENTS, all, 1, &b_below_a, a, &y, &err), COSET_OK);
        assert_int_equal(has(y, 0, 2), has(l, 0, 2));
        coset_lts_free(y);
        coset_lts_free(x);
        x = coset_prioritise(l, N_EVENTS, only_b);
        assert_int_equal(has(x, 0, 2), has(l, 0, 2));
        assert_int_equal(has(x, 0, 3), has(l, 0, 3) && !urgent);
        coset_lts_free(x);
        assert_int_equal(coset_prioritise_po(l, N_EVENTS, all, 1, &a_below_a, none, &x, &err), COSET_INPUT);
        assert_int_equal(coset_prioritise_po(l, N_EVENTS, all, 1, &tick_below, none, &x, &err), COSET_INPUT);
        assert_int_equal(coset_prioritise_po(l, N_EVENTS, none, 1, &b_below_a, none, &x, &err), COSET_INPUT);
        assert_int_equal(coset_prioritise_po(l, N_EVENTS, all, 1, &b_below_a, all, &x, &err), COSET_INPUT);
        assert_int_equal(coset_prioritise_po(l, N_EVENTS, none, 0, NULL, a, &x, &err), COSET_INPUT);
        coset_lts_free(l);
    }
}

/* ---- watchdogs ---- */

#define BARK N_EVENTS

/* Q with the watchdog: some reachable pair can bark. */
static bool barks(const coset_lts *q, const coset_lts *w)
{
    bool *seen = coset_new((size_t)q->n_states * w->n_states, sizeof *seen), found = false;
    COSET_VEC(uint32_t) queue = {0};
    *coset_vec_add(&queue) = 0;
    seen[0] = true;
    for (uint32_t i = 0; i < queue.n; i++) {
        uint32_t s = queue.at[i] / w->n_states, t = queue.at[i] % w->n_states;
        found = found || has(w, t, BARK);
        for (uint64_t e = q->first[s]; e < q->first[s + 1]; e++) {
            uint64_t from = 0, to = 1;
            bool alone = q->edges[e].event <= COSET_TICK;
            if (!alone && !coset_lts_edges_with(w, t, q->edges[e].event, &from, &to))
                continue;
            for (; from < to; from++) {
                uint32_t pair = q->edges[e].dst * w->n_states + (alone ? t : w->edges[from].dst);
                if (!seen[pair])
                    *coset_vec_add(&queue) = pair;
                seen[pair] = true;
            }
        }
    }
    coset_delete(seen);
    coset_vec_fini(&queue);
    return found;
}

static coset_lts *without_ticks(coset_lts *l)
{
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t s = 0; s < l->n_states; s++)
        (void)coset_lts_add_state(b);
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++)
            if (l->edges[e].event != COSET_TICK)
                coset_lts_add_edge(b, s, l->edges[e].event, l->edges[e].dst);
    coset_lts_free(l);
    return coset_lts_build(b, N_EVENTS);
}

static void watchdogs_bark_at_strange_traces(void **state)
{
    (void)state;
    dice d = {55};
    const bool alphabet[N_EVENTS + 1] = {false, false, true, true, false}, a[N_EVENTS + 1] = {false, false, true};
    const coset_compress_options o = {.n_events = N_EVENTS + 1};
    uint32_t silent = 0;
    for (int i = 0; i < 1000; i++) {
        coset_lts *p = without_ticks(random_lts(&d, 5, N_EVENTS, 3)),
                  *q = without_ticks(random_lts(&d, 3, N_EVENTS, 3));
        coset_lts *w, *none;
        coset_err err;
        assert_int_equal(coset_trace_watchdog(p, &o, alphabet, BARK, &w, &err), COSET_OK);
        bool refines = ref_refines(p, q, N_EVENTS, COSET_CSP_T);
        assert_int_equal(barks(q, w), !refines);
        silent += refines;
        assert_int_equal(coset_trace_watchdog(p, &o, alphabet, 3, &none, &err), COSET_INPUT);
        bool performs_b = false;
        for (uint64_t e = 0; e < coset_lts_n_edges(p); e++)
            performs_b = performs_b || p->edges[e].event == 3;
        if (performs_b)
            assert_int_equal(coset_trace_watchdog(p, &o, a, BARK, &none, &err), COSET_INPUT);
        coset_lts_free(w);
        coset_lts_free(p);
        coset_lts_free(q);
    }
    assert_true(silent > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(meaning_is_kept),
                                       cmocka_unit_test(stronger_ones_merge_more),
                                       cmocka_unit_test(strong_bisimulation_is_strong),
                                       cmocka_unit_test(choices_are_refinements),
                                       cmocka_unit_test(priorities_drop_what_is_below),
                                       cmocka_unit_test(watchdogs_bark_at_strange_traces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
