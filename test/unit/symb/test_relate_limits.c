/* Two models are compared with a time limit that expires at each of the reads of the clock: the result is right, or
 * undecided. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../ir/program.h"
#include "symb/search/relate_two_models.h"

/* Replaces the clock (CMakeLists.txt). */
static uint32_t left; /* reads until it is late */
bool __wrap_coset_engine_late(const coset_engine_options *o, double began);
bool __wrap_coset_engine_late(const coset_engine_options *o, double began)
{
    (void)o, (void)began;
    left -= left > 0;
    return left == 0;
}

/* Sets a[0], then a[1]. The model owns the arena of all. */
static coset_model *model(void)
{
    begin();
    const coset_ir_place *first = at(state(A, &t_a), num(1000)), *second = at(state(A, &t_a), num(1001));
    const coset_ir_rule rules[] = {{.name = "start",
                                    .frame_size = FRAME,
                                    .is_start = true,
                                    .body = stmt((coset_ir_stmt){.op = COSET_S_CLEAR, .place = state(A, &t_a)})},
                                   {.name = "first", .frame_size = FRAME, .body = assign(first, num(4))},
                                   {.name = "second", .frame_size = FRAME, .body = assign(second, num(4))}};
    return program_of(3, A + 3, rules, 3, NULL, 0, NULL, 0);
}

static const char *event_words(void *ctx, uint32_t event)
{
    (void)ctx, (void)event;
    return "event";
}

static const char *label_words(void *ctx, uint64_t s, uint64_t t)
{
    (void)ctx, (void)s, (void)t;
    return "label";
}

/* The second rule of the other model is observed as `event`: 1 as here. */
static void compare(coset_symb_relating by, uint32_t event, uint32_t looks, coset_arena *of_result,
                    coset_symb_relate *out)
{
    coset_model *a = model(), *b = model();
    const coset_model *const both[] = {a, b};
    const uint32_t events[2][3] = {{0, 0, 1}, {0, 0, event}};
    coset_symb_relating told[] = {by, by};
    for (uint32_t i = 0; i < 2; i++) {
        told[i].n_events = 2;
        told[i].event = events[i];
    }
    const coset_symb_options how[] = {{.relating = &told[0]}, {.relating = &told[1]}};
    const coset_symb_options *const hows[] = {&how[0], &how[1]};
    const coset_engine_options o = {.threads = 1};
    const coset_symb_words words = {.event = event_words, .label = label_words};
    coset_err err;
    left = looks;
    assert_int_equal(coset_symb_compare(both, &o, hows, &words, of_result, out, &err), COSET_OK);
    coset_model_free(a);
    coset_model_free(b);
}

/* Returns how many runs had a verdict, but no time to find where the models differ. */
static uint32_t check(coset_symb_relating by, uint32_t event, bool holds)
{
    uint32_t untold = 0;
    for (uint32_t looks = 1, more = true; more; looks++) {
        coset_symb_relate found;
        coset_arena *of_result = coset_arena_new();
        compare(by, event, looks, of_result, &found);
        more = left == 0;
        assert_true(found.why || found.holds == holds);
        assert_true(more || (!found.why && found.told == !holds));
        untold += !found.why && !holds && !found.told;
        coset_arena_free(of_result);
    }
    return untold;
}

static void at_each_look(void **unused)
{
    static const coset_symb_relating ways[] = {{0}, {.weak = true}, {.simulation = true}};
    (void)unused;
    for (uint32_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        assert_int_equal(check(ways[i], 1, true), 0);
        assert_true(check(ways[i], 0, false) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_each_look)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
