/* Recursion on a separate stack. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/big_stack.h"

typedef struct {
    uint64_t wanted, reached;
} dive;

/* Each level leaves a trace in the level above, so that none can be optimised away. */
static uint64_t down(const coset_big_stack *deep, uint64_t left, uint64_t *above)
{
    uint64_t here = left ^ *above;
    if (left == 0 || !coset_big_stack_room(deep))
        return 0;
    uint64_t below = down(deep, left - 1, &here);
    *above += here;
    return 1 + below;
}

static void start(void *ctx, const coset_big_stack *deep)
{
    dive *d = ctx;
    uint64_t top = 0;
    d->reached = down(deep, d->wanted, &top);
}

#ifdef __SANITIZE_THREAD__ /* it keeps track of at most 65,536 calls */
#define DEEP 60000
#else
#define DEEP 100000
#endif

static void as_deep_as_wanted(void **state)
{
    (void)state;
    dive d = {.wanted = DEEP};
    assert_int_equal(coset_big_stack_call((uint64_t)256 << 20, start, &d, NULL), COSET_OK);
    assert_int_equal(d.reached, DEEP);
}

static void ends_before_the_stack_does(void **state)
{
    (void)state;
    dive d = {.wanted = UINT64_MAX - 1};
    assert_int_equal(coset_big_stack_call((uint64_t)4 << 20, start, &d, NULL), COSET_OK);
    assert_true(d.reached > 1000 && d.reached < d.wanted);
}

/* A request for more than the system has gets what it has. */
static void too_much_is_reduced(void **state)
{
    (void)state;
    dive d = {.wanted = 10};
    assert_int_equal(coset_big_stack_call((uint64_t)1 << 60, start, &d, NULL), COSET_OK);
    assert_int_equal(d.reached, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_deep_as_wanted),
        cmocka_unit_test(ends_before_the_stack_does),
        cmocka_unit_test(too_much_is_reduced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
