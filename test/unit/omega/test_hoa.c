/* HOA: written texts are read again; accepted texts, with words that show their meaning; refused texts, with the place
 * of the message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lasso.h"
#include "omega/automaton.h"
#include "rounds.h"

static coset_omega *read_text(coset_text *text, const char *bytes)
{
    coset_omega *a = NULL;
    uint16_t file = coset_text_add(text, "in", bytes, strlen(bytes));
    coset_status status = coset_omega_read_hoa(text, coset_text_whole(text, file), &a, NULL);
    assert_int_equal(status == COSET_OK, a != NULL);
    assert_int_equal(coset_text_errors(text), status == COSET_OK ? 0 : 1);
    return a;
}

static char *write_text(const coset_omega *a, const char *name)
{
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    coset_omega_write_hoa(a, name, out);
    (void)fclose(out);
    return bytes;
}

static void test_again(void **state)
{
    static const char *const names[] = {"p", "a \"b\" \\ c", "r"};
    uint64_t seed = 77;
    (void)state;
    for (uint32_t i = 0; i < rounds(300); i++) {
        coset_ltls *p = coset_ltls_new();
        coset_text *text = coset_text_new();
        coset_omega_options options = {.n_atoms = 3, .names = names};
        coset_omega *a = NULL;
        assert_int_equal(coset_omega_translate(p, draw_formula(p, &seed, 3, 1 + i % 12), &options, &a, NULL), COSET_OK);
        char *once = write_text(a, "x \"y\"");
        coset_omega *b = read_text(text, once);
        assert_non_null(b);
        char *twice = write_text(b, "x \"y\"");
        assert_string_equal(once, twice);
        for (uint32_t k = 0; k < 4; k++) {
            lasso w = draw_lasso(&seed, 3);
            assert_int_equal(lasso_accepted(&w, a), lasso_accepted(&w, b));
        }
        free(once);
        free(twice);
        coset_omega_free(a);
        coset_omega_free(b);
        coset_text_free(text);
        coset_ltls_free(p);
    }
}

#define HEAD  "HOA: v1 States: 2 Start: 0 AP: 2 \"a\" \"b\" Acceptance: 1 Inf(0) "
#define TAIL  " --END--\n"
#define BODY  " --BODY-- "
#define NEVER UINT32_MAX

/* Accepted words of one repeated letter, as bits, by the letter {}, a, b, ab. */
static const struct {
    const char *text;
    uint32_t accepted;
} good[] = {
    {HEAD BODY "State: 0 {0} [0] 0 State: 1" TAIL, 0xa},
    {HEAD BODY "State: 0 [0] 0 {0} [!0&1] 1 State: 1 [t] 1" TAIL, 0xa},
    {HEAD BODY "State: 0 [0|1] 1 State: 1 \"name\" {0} [!(0&1)] 1" TAIL, 0x6},
    {HEAD "Alias: @x 0 Alias: @y !@x&1" BODY "State: 0 {0} [@y | @x&!1] 0 State: 1" TAIL, 0x6},
    {HEAD "Alias: @a-b_1 0 | 1" BODY "State: [@a-b_1] 0 {0} 0 1 State: 1" TAIL, 0xe},
    {HEAD BODY "State: 0 {0} 0 1 1 0 State: 1 1 1 1 1" TAIL, 0x9},
    {"HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 2 (Inf(0)&(Inf(1))) --BODY-- State: 0 [0] 0 {0} [!0] 0 {0 1}" TAIL, 0x5},
    {"HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 3 Inf(2) --BODY-- State: 0 [0] 0 {0 2} [!0] 0 {0 1}" TAIL, 0xa},
    {"HOA: v1 Acceptance: 0 t AP: 0 Start: 0 --BODY-- State: 0 [t] 0" TAIL, 0xf},
    {"HOA: v1 Acceptance: 0 t Start: 0 --BODY-- State: 0 0" TAIL, 0xf},
    {"HOA: v1 Acceptance: 0 t --BODY-- State: 0 0" TAIL, 0},
    {"HOA: v1 Acceptance: 0 t AP: 1 \"a\" States: 0 --BODY--" TAIL, 0},
    {HEAD "Start: 1" BODY "State: 0 {0} [0&1] 0 State: 1 {0} [!0&!1] 1" TAIL, 0x9},
    {HEAD "tool: \"x\" \"1.0\" name: \"n\" acc-name: Buchi properties: state-acc other: 1 t \"x\"" BODY
          "State: 1 [t] 1 State: 0 {0} [f] 1 [t] 0" TAIL,
     0xf},
    {"/* one /* inside */ another */ HOA: v1 /**/ Acceptance: 1 Inf(0) Start: 0 AP: 1 \"a\" --BODY-- /* { */ State: 0 "
     "[0] 0 "
     "{0}" TAIL,
     0xa},
    {"HOA: v1a Acceptance: 0 t Start: 0 AP: 1 \"a\" --BODY-- State: 0 [0] 0" TAIL, 0xa},
};

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        coset_text *text = coset_text_new();
        coset_omega *a = read_text(text, good[i].text);
        if (!a)
            coset_text_print(text, stderr, false, 0);
        assert_non_null(a);
        uint32_t accepted = 0;
        for (uint32_t letter = 0; letter < 4; letter++) {
            lasso w = {.n = 1, .letter = {letter}};
            accepted |= (uint32_t)lasso_accepted(&w, a) << letter;
        }
        if (accepted != good[i].accepted)
            (void)fprintf(stderr, "%s\n", good[i].text);
        assert_int_equal(accepted, good[i].accepted);
        coset_omega_reduce(a);
        for (uint32_t letter = 0; letter < 4; letter++) {
            lasso w = {.n = 1, .letter = {letter}};
            assert_int_equal(lasso_accepted(&w, a), good[i].accepted >> letter & 1);
        }
        coset_omega_free(a);
        coset_text_free(text);
    }
}

/* A text, the column of its only message, and a word of it. */
static const struct {
    const char *text;
    uint32_t column;
    const char *words;
} bad[] = {
    {"", 1, "expected HOA"},
    {"never { }", 1, "expected HOA"},
    {"HOA: v2 Acceptance: 0 t --BODY--" TAIL, 6, "version 1"},
    {"HOA: v1.1 Acceptance: 0 t --BODY--" TAIL, 8, "version 1"},
    {"HOA: v10 Acceptance: 0 t --BODY--" TAIL, 6, "version 1"},
    {"HOA: v1 --BODY--" TAIL, 9, "lacks the acceptance"},
    {"HOA: v1 Acceptance: 1 Fin(0) --BODY--" TAIL, 23, "only Büchi"},
    {"HOA: v1 Acceptance: 2 Inf(0)|Inf(1) --BODY--" TAIL, 29, "only Büchi"},
    {"HOA: v1 Acceptance: 1 Inf(!0) --BODY--" TAIL, 27, "only Büchi"},
    {"HOA: v1 Acceptance: 0 f --BODY--" TAIL, 23, "only Büchi"},
    {"HOA: v1 Acceptance: 1 Foo(0) --BODY--" TAIL, 23, "expected an acceptance"},
    {"HOA: v1 Acceptance: 1 Inf(1) --BODY--" TAIL, 27, "must be below 1"},
    {"HOA: v1 Acceptance: 65 t --BODY--" TAIL, 21, "must be below 65"},
    {"HOA: v1 Acceptance: 0 t Acceptance: 0 t --BODY--" TAIL, 37, "given twice"},
    {"HOA: v1 States: 1 States: 1 Acceptance: 0 t --BODY--" TAIL, 27, "given twice"},
    {"HOA: v1 States: 1 Start: 1 Acceptance: 0 t --BODY--" TAIL, 26, "must be below 1"},
    {"HOA: v1 Start: 1 States: 1 Acceptance: 0 t --BODY--" TAIL, 16, "not defined"},
    {"HOA: v1 Start: 0&1 Acceptance: 0 t --BODY--" TAIL, 17, "alternating"},
    {"HOA: v1 AP: 1 \"a\" \"b\" Acceptance: 0 t --BODY--" TAIL, 19, "more atomic"},
    {"HOA: v1 AP: 2 \"a\" Acceptance: 0 t --BODY--" TAIL, 19, "fewer atomic"},
    {"HOA: v1 AP: 2 \"a\" \"a\" Acceptance: 0 t --BODY--" TAIL, 19, "named twice"},
    {"HOA: v1 Strange: 1 Acceptance: 0 t --BODY--" TAIL, 9, "not known"},
    {"HOA: v1 name: \"x Acceptance: 0 t --BODY--", 15, "not closed"},
    {"HOA: v1 /* Acceptance: 0 t --BODY--", 9, "not closed"},
    {HEAD "Alias: @x 2" BODY TAIL, 73, "must be below 2"},
    {HEAD "Alias: @x @y" BODY TAIL, 73, "not defined"},
    {HEAD "Alias: @x 0 Alias: @x 1" BODY TAIL, 82, "defined twice"},
    {HEAD BODY "State: 2" TAIL, 80, "must be below 2"},
    {HEAD BODY "State: 0 [0] 2" TAIL, 86, "must be below 2"},
    {HEAD BODY "State: 0 [2] 0" TAIL, 83, "must be below 2"},
    {HEAD BODY "State: 0 [0] 0 {1}" TAIL, 89, "must be below 1"},
    {HEAD BODY "State: 0 [0] 0&1 State: 1" TAIL, 87, "alternating"},
    {HEAD BODY "State: 0 [0] 0 State: 0" TAIL, 95, "defined twice"},
    {HEAD BODY "State: 0 [0] 0 0 State: 1" TAIL, 88, "some edges"},
    {HEAD BODY "State: 0 0 0 0 State: 1" TAIL, 88, "fewer edges"},
    {HEAD BODY "State: 0 0 0 0 0 0 State: 1" TAIL, 90, "more edges"},
    {HEAD BODY "State: [0] 0 [0] 0 State: 1" TAIL, 90, "has a label, too"},
    {HEAD BODY "State: 0 [0 1] 0 State: 1" TAIL, 85, "expected ]"},
    {HEAD BODY "State: 0 [0&] 0 State: 1" TAIL, 85, "expected a label"},
    {HEAD BODY "State: 0 [0] 1" TAIL, 86, "not defined"},
    {HEAD BODY "State: 0 [0] 0 --ABORT--", 88, "gave up"},
    {HEAD BODY "State: 0 [0] 0", 87, "expected --END--"},
    {HEAD BODY "State: 0 [0] 0" TAIL "HOA: v1", 1, "text after the automaton"},
};

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        coset_text *text = coset_text_new();
        assert_null(read_text(text, bad[i].text));
        coset_text_note note = coset_text_note_at(text, 0);
        if (!strstr(note.text, bad[i].words) || note.pos.column != bad[i].column || !note.help)
            (void)fprintf(stderr, "%s\n%d: %s\n", bad[i].text, (int)note.pos.column, note.text);
        assert_non_null(strstr(note.text, bad[i].words));
        assert_int_equal(note.pos.column, bad[i].column);
        assert_non_null(note.help);
        coset_text_free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
