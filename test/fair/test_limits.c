/* An emptiness check that is cut short leaves acceptance undecided; the property never holds then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "explore/accept.h"
#include "toy.h"

enum { CYCLE = 5000 };

/* A long path; after node `turn` it returns to node `back`, or faults, or ends; an edge out of `accepting` accepts. */
typedef struct {
    uint32_t turn, back, accepting;
    bool faults;
} path;

static toy_outcome step(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                        coset_edge *e, coset_fault *fault)
{
    const path *p = t->data;
    (void)group, (void)instance;
    if (!src)
        return TOY_STEP;
    e->accepts = src[0] == p->accepting;
    if (src[0] < p->turn) {
        dst[0]++;
        return TOY_STEP;
    }
    if (p->faults) {
        fault->kind = COSET_FAULT_RANGE;
        return TOY_FAULT;
    }
    dst[0] = p->back;
    return p->back == UINT32_MAX ? TOY_DISABLED : TOY_STEP;
}

static coset_eval eval(const toy *t, uint32_t prop, uint32_t instance, const coset_value *state, coset_fault *fault)
{
    (void)t, (void)prop, (void)instance, (void)fault;
    return state[0] < 100 ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
}

static toy *make(const path *p, bool assumes)
{
    toy *t = toy_new("path");
    (void)toy_slot(t, "x", CYCLE);
    (void)toy_group(t, "start", true, 1);
    (void)toy_group(t, "step", false, 1);
    (void)toy_prop(t, "acceptance", COSET_PROP_ACCEPTANCE, 1, false);
    (void)toy_prop(t, "fault", COSET_PROP_FAULT, 1, false);
    (void)toy_prop(t, "always", COSET_PROP_INVARIANT, 1, false);
    if (assumes)
        (void)toy_prop(t, "small", COSET_PROP_ASSUMPTION, 1, false);
    t->step = step;
    t->eval = eval;
    t->data = p;
    t->model.n_accepts = 1;
    return t;
}

static void expect_once(const path *p, bool assumes, coset_engine_options o, coset_verdict acceptance,
                        coset_verdict fault)
{
    toy *t = make(p, assumes);
    coset_arena *a = coset_arena_new();
    coset_result *r;
    coset_err err;
    assert_int_equal(coset_accept(&t->model, &o, a, &r, &err), COSET_OK);
    assert_int_equal(r->props[0].verdict, acceptance);
    assert_int_equal(r->props[1].verdict, fault);
    assert_int_equal(r->props[2].verdict, COSET_VERDICT_INCOMPLETE); /* the invariant is not evaluated */
    assert_true(acceptance != COSET_VERDICT_FAILS || (r->props[0].path && r->props[0].path->has_loop));
    assert_true(acceptance != COSET_VERDICT_INCOMPLETE || r->props[0].reason);
    assert_true(fault != COSET_VERDICT_FAILS || (r->props[1].path && r->props[1].path->has_fault));
    coset_arena_free(a);
    coset_model_free(&t->model);
}

/* By one thread, and by several from the start. */
static void expect(const path *p, bool assumes, coset_engine_options o, coset_verdict acceptance, coset_verdict fault)
{
    o.threads = 2;
    expect_once(p, assumes, o, acceptance, fault);
    o.shares_all = true;
    expect_once(p, assumes, o, acceptance, fault);
}

static void limits_leave_it_open(void **state)
{
    (void)state;
    const coset_verdict holds = COSET_VERDICT_HOLDS, fails = COSET_VERDICT_FAILS, open = COSET_VERDICT_INCOMPLETE;
    const path good = {CYCLE, 10, 5, false}, bad = {CYCLE, 10, 20, false}, faulty = {CYCLE, 0, 5, true};
    const path ends = {CYCLE, UINT32_MAX, CYCLE, false};
    atomic_bool stop = true;
    expect(&good, false, (coset_engine_options){0}, holds, holds);
    expect(&ends, false, (coset_engine_options){0}, holds, holds);
    expect(&bad, false, (coset_engine_options){0}, fails, open);
    expect(&bad, true, (coset_engine_options){0}, holds, holds); /* cut before the loop closes */
    expect(&faulty, false, (coset_engine_options){0}, open, fails);
    expect(&good, false, (coset_engine_options){.max_states = 4000}, open, open);
    expect(&bad, false, (coset_engine_options){.max_states = 4000}, open, open);
    expect(&good, false, (coset_engine_options){.max_depth = 100}, open, open);
    expect(&good, false, (coset_engine_options){.max_seconds = 1, .spent_seconds = 2}, open, open);
    expect(&good, false, (coset_engine_options){.stop = &stop}, open, open);
}

static void families_need_an_exact_store(void **state)
{
    (void)state;
    const path good = {CYCLE, 10, 5, false};
    toy *t = make(&good, false);
    coset_arena *a = coset_arena_new();
    coset_result *r;
    coset_err err;
    const coset_engine_options o = {.threads = 1, .store = "compact"};
    assert_int_equal(coset_accept(&t->model, &o, a, &r, &err), COSET_OK);
    assert_int_equal(r->props[0].verdict, COSET_VERDICT_INCOMPLETE); /* it never holds */
    static const coset_family families[] = {{.name = "x", .n = 1}};  /* and families that edges do not report */
    const coset_engine_options exact = {.threads = 1};
    t->model.families = families;
    t->model.n_families = 1;
    assert_int_equal(coset_accept(&t->model, &o, a, &r, &err), COSET_UNSUPPORTED);
    assert_int_equal(coset_accept(&t->model, &exact, a, &r, &err), COSET_UNSUPPORTED);
    coset_arena_free(a);
    coset_model_free(&t->model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(limits_leave_it_open),
                                       cmocka_unit_test(families_need_an_exact_store)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
