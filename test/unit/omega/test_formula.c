/* Formulas as text: a printed formula is read again as the same node; the prefix form of LBT; atoms by a caller's
 * reader. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lasso.h"
#include "omega/formula.h"
#include "rounds.h"

static const char *const names[] = {"p", "x > 3", "_q1"};

static char *print(const coset_ltl *f, bool lbt)
{
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    if (lbt)
        coset_ltl_print_lbt(f, out);
    else
        coset_ltl_print(f, names, out);
    (void)fclose(out);
    return bytes;
}

static const coset_ltl *read_by(coset_ltls *p, coset_text *text, const coset_ltl_reader *reader, const char *bytes)
{
    const coset_ltl *f = NULL;
    uint16_t file = coset_text_add(text, "formula", bytes, strlen(bytes));
    coset_status status = coset_ltl_read(p, text, coset_text_whole(text, file), reader, &f, NULL);
    assert_int_equal(status == COSET_OK, f != NULL);
    return f;
}

static void test_again(void **state)
{
    uint64_t seed = 4711;
    (void)state;
    for (uint32_t i = 0; i < rounds(2000); i++) {
        coset_ltls *p = coset_ltls_new();
        coset_text *text = coset_text_new();
        coset_ltl_names own = {.text = text};
        coset_ltl_reader reader = {&own, coset_ltl_names_read};
        for (uint32_t k = 0; k < 3; k++)
            (void)coset_ltl_names_add(&own, names[k], strlen(names[k]));
        const coset_ltl *f = draw_formula(p, &seed, 3, i % 14);
        char *bytes = print(f, false);
        assert_ptr_equal(read_by(p, text, &reader, bytes), f);
        assert_int_equal(own.n, 3);
        free(bytes);
        coset_ltl_names_fini(&own);
        coset_text_free(text);
        coset_ltls_free(p);
    }
}

/* Digits with one comparison: 1 < 2, also in parentheses; tight: one digit. Atoms are numbered by their length. '?' is
 * refused. */
static size_t read_digits(void *ctx, const coset_text_piece *piece, size_t at, bool tight, uint32_t *atom)
{
    size_t end = at, open = piece->bytes[at] == '(';
    if (piece->bytes[at] == '?') {
        coset_message(ctx, COSET_SEVERITY_ERROR, "T001", piece->pos, 1, "refused");
        return COSET_LTL_REFUSED;
    }
    end += open;
    if (!isdigit((unsigned char)piece->bytes[end]))
        return at;
    end++;
    if (!tight || open)
        while (end < piece->len && strchr("<123456789", piece->bytes[end]))
            end++;
    if (open && piece->bytes[end++] != ')')
        return at;
    *atom = (uint32_t)(end - at);
    return end;
}

static void test_reader(void **state)
{
    static const struct {
        const char *text, *lbt;
    } rows[] = {
        {"1", "p1"},
        {"1<2", "p3"},
        {" !1 ", "! p1"},
        {"[] (1<2)", "V f p5"},
        {"<> 1 && (1<2 U 3)", "& U t p1 U p3 p1"},
        {"(1<2) -> X 5", "| X p1 ! p5"},
        {"((1)) || 1<2 || 11", "| p3 p2"},
        {"true U false", "U t f"},
        {"!1<2", NULL},
        {"1 && ?", NULL},
        {"([] 1", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        coset_ltls *p = coset_ltls_new();
        coset_text *text = coset_text_new();
        coset_ltl_reader reader = {text, read_digits};
        const coset_ltl *f = read_by(p, text, &reader, rows[i].text);
        assert_int_equal(f == NULL, rows[i].lbt == NULL);
        assert_int_equal(coset_text_errors(text), f ? 0 : 1);
        char *bytes = f ? print(f, true) : NULL;
        if (f)
            assert_string_equal(bytes, rows[i].lbt);
        free(bytes);
        coset_text_free(text);
        coset_ltls_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
