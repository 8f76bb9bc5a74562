/* The action of renamings, on an example worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"

/* Types: node (3 elements), data (2).
 * Slots: 0..5  cell[node] of record { owner: node or nil; value: data }: owner 1 = nil (plain), 2..4 nodes
 *        6..11 seen[node][data] of boolean
 *        12..17 a bag of two entries { present; who: node; row: plain }, each of width 3 */
enum { NODE, DATA };
static const coset_symtype types[] = {{.name = "node", .n = 3}, {.name = "data", .n = 2}};
static const coset_segment owner[] = {{2, 3, NODE, 0}}, datum[] = {{1, 2, DATA, 0}}, who[] = {{1, 3, NODE, 0}};
/* nodes 0 and 1, and node 2, in two segments with a gap */
static const coset_segment parts[] = {{1, 2, NODE, 0}, {5, 1, NODE, 2}};
static const coset_valclass classes[] = {{0, NULL}, {1, owner}, {1, datum}, {1, who}, {2, parts}};
static const coset_bag bags[] = {{12, 2, 3}};

static coset_index index_of[12][2];
static coset_slot slots[19];

static coset_model example(void)
{
    for (uint32_t e = 0; e < 3; e++) {
        for (uint32_t f = 0; f < 2; f++) {
            uint32_t cell = e * 2 + f, seen = 6 + e * 2 + f;
            index_of[cell][0] = (coset_index){NODE, e, 2};
            slots[cell] = (coset_slot){.valclass = 1 + f, .n_index = 1, .index = index_of[cell]};
            index_of[seen][0] = (coset_index){NODE, e, 2};
            index_of[seen][1] = (coset_index){DATA, f, 1};
            slots[seen] = (coset_slot){.n_index = 2, .index = index_of[seen]};
        }
    }
    for (uint32_t k = 0; k < 2; k++)
        slots[12 + 3 * k + 1].valclass = 3;
    slots[18].valclass = 4;
    return (coset_model){
        .n_slots = 19,
        .slots = slots,
        .symmetry = {
            .n_types = 2, .types = types, .n_valclasses = 5, .valclasses = classes, .n_bags = 1, .bags = bags}};
}

static void offsets(void **unused)
{
    (void)unused;
    coset_model m = example();
    assert_int_equal(coset_symmetry_points(&m.symmetry), 5);
    assert_int_equal(coset_symmetry_offset(&m.symmetry, DATA), 3);
}

static void worked_example(void **unused)
{
    (void)unused;
    coset_model m = example();
    const coset_renaming perm[] = {1, 2, 0, 1, 0}; /* nodes 0 -> 1 -> 2 -> 0; data exchanged */
    const coset_value src[19] = {/* cell */ 2, 1, /**/ 1, 2,      /**/ 4, 0,
                                 /* seen */ 1, 0, /**/ 0, 0,      /**/ 1, 1,
                                 /* bag */ 1,  3, 7,      /**/ 1, 2,      9,
                                 /* part */ 2};
    const coset_value expected[19] = {/* cell[2] */ 2,
                                      0,
                                      /* cell[0] */ 3,
                                      2,
                                      /* cell[1] */ 1,
                                      1,
                                      /* seen[2] */ 1,
                                      1,
                                      /* seen[0] */ 0,
                                      1,
                                      /* seen[1] */ 0,
                                      0,
                                      /* bag: 2 -> 0, 1 -> 2, sorted */ 1,
                                      3,
                                      9,
                                      /**/ 1,
                                      1,
                                      7,
                                      /* node 1 -> 2, in the other segment */ 5};
    coset_value dst[19];
    coset_model_permute(&m, perm, src, dst);
    for (uint32_t i = 0; i < 19; i++)
        assert_int_equal(dst[i], expected[i]);
}

/* permute(q, permute(p, s)) = permute(q after p, s) */
static void composition(void **unused)
{
    (void)unused;
    coset_model m = example();
    const coset_renaming p[] = {1, 0, 2, 1, 0}, q[] = {2, 0, 1, 0, 1};
    coset_renaming both[5];
    for (uint32_t e = 0; e < 3; e++)
        both[e] = q[p[e]];
    for (uint32_t e = 0; e < 2; e++)
        both[3 + e] = q[3 + p[3 + e]];
    const coset_value src[19] = {2, 1, 1, 2, 4, 0, 1, 0, 0, 0, 1, 1, 1, 3, 7, 1, 2, 7, 5};
    coset_value once[19], twice[19], direct[19];
    coset_model_permute(&m, p, src, once);
    coset_model_permute(&m, q, once, twice);
    coset_model_permute(&m, both, src, direct);
    assert_memory_equal(twice, direct, sizeof direct);
}

static void nested_bags_are_sorted(void **unused)
{
    (void)unused;
    /* an outer bag of two entries { present; bag of two { present; x } } */
    const coset_bag all[] = {{1, 2, 2}, {6, 2, 2}, {0, 2, 5}};
    const coset_symmetry s = {.n_bags = 3, .bags = all};
    coset_value state[10] = {1, 1, 2, 1, 3, /**/ 1, 0, 0, 1, 4};
    const coset_value expected[10] = {1, 1, 4, 0, 0, /**/ 1, 1, 3, 1, 2};
    coset_bags_sort(&s, state);
    /* descending: (1; 1 4; 0 0) after (1; 1 3; 1 2) would be wrong: 4 > 3 decides */
    assert_memory_equal(state, expected, sizeof expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(offsets), cmocka_unit_test(worked_example),
                                       cmocka_unit_test(composition), cmocka_unit_test(nested_bags_are_sorted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
