/* Representatives of successors, with and without the table of recent states: pairs that represent their reverse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/representative_wrapper.h"
#include "toy.h"

#define SIZE  64    /* of the contents of sources' slots */
#define MOST  60000 /* of those of successors */
#define STEPS 8     /* out of each state */

typedef struct {
    bool commute; /* the steps lead to few states, else each to a separate one */
    uint64_t calls;
    const coset_value *from;
} pairs;

static toy_outcome pair_step(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                             coset_edge *e, coset_fault *fault)
{
    const pairs *p = t->data;
    uint64_t seed = src ? src[0] * SIZE + src[1] : 0;
    (void)group;
    (void)e;
    (void)fault;
    seed = p->commute ? instance / 4 : seed * STEPS + instance;
    dst[0] = (coset_value)(toy_random(&seed) % MOST);
    dst[1] = (coset_value)(toy_random(&seed) % MOST);
    return TOY_STEP;
}

static void *scratch_new(void *by) { return by; }
static void scratch_free(void *scratch) { (void)scratch; }

static void from(void *scratch, const coset_value *src) { ((pairs *)scratch)->from = src; }

static void represent(void *scratch, const coset_value *state, coset_value *dst, coset_renaming *perm,
                      coset_count *orbit)
{
    bool exchange = state[0] > state[1];
    (void)perm;
    dst[0] = state[exchange];
    dst[1] = state[!exchange];
    *orbit = state[0] == state[1] ? 1 : 2;
    ((pairs *)scratch)->calls++;
}

typedef struct {
    const toy *t;
    const coset_value *src;
    uint64_t n;
} expected;

static coset_status is_expected(void *ctx, const coset_edge *e, const coset_value *dst)
{
    expected *x = ctx;
    coset_value state[TOY_SLOTS] = {0}, wanted[2];
    coset_count orbit;
    pairs other;
    coset_edge edge = {0};
    (void)pair_step(x->t, 0, e->instance, x->src, state, &edge, NULL);
    represent(&other, state, wanted, NULL, &orbit);
    assert_int_equal(dst[0], wanted[0]);
    assert_int_equal(dst[1], wanted[1]);
    assert_true(e->orbit == orbit);
    x->n++;
    return COSET_OK;
}

/* All steps out of all pairs, twice. */
static uint64_t walk(bool commute)
{
    static const coset_representing how = {scratch_new, scratch_free, from, represent, NULL, NULL, false};
    pairs p = {.commute = commute};
    toy *t = toy_new("pairs");
    (void)toy_slot(t, "x", MOST - 1);
    (void)toy_slot(t, "y", MOST - 1);
    (void)toy_group(t, "start", true, 1);
    (void)toy_group(t, "step", false, STEPS);
    t->step = pair_step;
    t->data = &p;
    coset_model *m = coset_represented_new(&t->model, &how, &p);
    coset_worker *w = coset_worker_new(m);
    expected x = {.t = t};
    assert_int_equal(m->ops->starts(w, is_expected, &x), COSET_OK);
    assert_null(p.from);
    for (uint32_t i = 0; i < 2 * SIZE * SIZE; i++) {
        const coset_value src[2] = {i / SIZE % SIZE, i % SIZE};
        x.src = src;
        assert_int_equal(m->ops->next(w, src, is_expected, &x), COSET_OK);
        assert_ptr_equal(p.from, src);
    }
    assert_int_equal(x.n, 1 + 2 * SIZE * SIZE * STEPS);
    m->ops->worker_free(w);
    m->ops->free(m);
    coset_model_free(&t->model);
    return p.calls;
}

static void steps_that_commute(void **unused)
{
    (void)unused;
    assert_true(walk(true) < SIZE * SIZE * STEPS / 4);
}

static void steps_that_do_not(void **unused)
{
    (void)unused;
    assert_true(walk(false) > SIZE * SIZE * STEPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_that_commute), cmocka_unit_test(steps_that_do_not)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
