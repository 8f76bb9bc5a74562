/* Random runs and stepping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore/simulate.h"
#include "reference.h"

static bool has_edge(const graph_tables *g, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < g->degree; k++)
        if (g->next[(size_t)a * g->degree + k] == b)
            return true;
    return false;
}

static void assert_run(const graph_tables *g, const coset_run *r)
{
    for (uint32_t i = 0; i < r->n_states; i++) {
        uint32_t v = graph_node(r->states + (size_t)i * 12);
        assert_false(g->value[v] & GRAPH_EXCLUDED);
        if (i)
            assert_true(has_edge(g, graph_node(r->states + (size_t)(i - 1) * 12), v));
        if (i + 1 < r->n_states)
            assert_false(g->value[v] & (GRAPH_BAD | GRAPH_BROKEN));
    }
    if (!r->n_states)
        return;
    uint8_t last = g->value[graph_node(r->states + (size_t)(r->n_states - 1) * 12)];
    if (r->prop == GRAPH_P_INV)
        assert_true(last & GRAPH_BAD);
    else if (last & GRAPH_BROKEN)
        assert_int_equal(r->prop, GRAPH_P_FAULT);
    else
        assert_false(last & GRAPH_BAD);
}

static void random_runs_are_runs(void **ctx)
{
    (void)ctx;
    uint32_t seen[GRAPH_N_PROPS] = {0}, clean = 0;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        graph_taste t = {.n = 200, .degree = 4, .none = 3, .fault = 500, .excluded = 20, .bad = 100, .broken = 100};
        graph_tables *g = graph_random(seed, &t);
        coset_model *m = graph_model(g);
        coset_stepper *a = coset_simulate(m, COSET_DEADLOCK_STUCK, seed, 50);
        coset_stepper *b = coset_simulate(m, COSET_DEADLOCK_STUCK, seed, 50);
        const coset_run *r = coset_stepper_run(a), *again = coset_stepper_run(b);
        assert_run(g, r);
        assert_true(r->n_states <= 51);
        assert_int_equal(r->n_states, again->n_states);
        assert_int_equal(r->prop, again->prop);
        if (r->n_states)
            assert_memory_equal(r->states, again->states, (size_t)r->n_states * 12 * sizeof(coset_value));
        if (r->prop == COSET_NO_PROP)
            clean++;
        else
            seen[r->prop]++;
        coset_stepper_free(a);
        coset_stepper_free(b);
        coset_model_free(m);
        graph_free(g);
    }
    assert_true(clean && seen[GRAPH_P_INV] && seen[GRAPH_P_FAULT] && seen[GRAPH_P_ASSERT] && seen[GRAPH_P_DEADLOCK]);
}

static void back_undoes_take(void **ctx)
{
    (void)ctx;
    graph_taste t = {.n = 100, .degree = 3, .none = 5, .fault = 6};
    graph_tables *g = graph_random(10, &t);
    g->n_starts = 1;
    g->start[0] = 0;
    coset_model *m = graph_model(g);
    coset_stepper *s = coset_stepper_new(m, COSET_DEADLOCK_OFF);
    assert_false(coset_stepper_back(s));
    assert_int_equal(coset_stepper_choices(s), 1);
    coset_stepper_take(s, 0);
    uint64_t seed = 1;
    uint32_t faults = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t n = coset_stepper_choices(s);
        if (!n) {
            assert_true(coset_stepper_back(s));
            continue;
        }
        const coset_run *r = coset_stepper_run(s);
        uint32_t states = r->n_states, prop = r->prop, k = (uint32_t)(toy_random(&seed) % n);
        coset_choice c = coset_stepper_choice(s, k);
        assert_int_equal(c.state == NULL, c.fault != NULL);
        coset_step step = c.step;
        bool fault = c.fault != NULL;
        faults += fault;
        coset_stepper_take(s, k);
        assert_int_equal(r->has_fault, fault);
        assert_int_equal(r->n_states, states + !fault);
        assert_int_equal(r->steps[states].group, step.group);
        if (fault)
            assert_int_equal(coset_stepper_choices(s), 0);
        if (i % 3 == 0 || fault) {
            assert_true(coset_stepper_back(s));
            assert_int_equal(r->n_states, states);
            assert_int_equal(r->prop, prop);
            assert_int_equal(coset_stepper_choices(s), n);
        }
    }
    assert_true(faults > 0);
    coset_stepper_free(s);
    coset_model_free(m);
    graph_free(g);
}

static void all_steps_are_equally_likely(void **ctx)
{
    (void)ctx;
    graph_tables *g = graph_new(4, 3, 1, 1);
    for (uint32_t k = 0; k < 3; k++)
        g->next[k] = k + 1;
    coset_model *m = graph_model(g);
    uint32_t seen[4] = {0};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        coset_stepper *s = coset_simulate(m, COSET_DEADLOCK_OFF, seed, 1);
        assert_int_equal(coset_stepper_run(s)->n_states, 2);
        seen[graph_node(coset_stepper_run(s)->states + 12)]++;
        coset_stepper_free(s);
    }
    for (uint32_t v = 1; v < 4; v++)
        assert_in_range(seen[v], 850, 1150);
    coset_model_free(m);
    graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_runs_are_runs),
        cmocka_unit_test(back_undoes_take),
        cmocka_unit_test(all_steps_are_equally_likely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
