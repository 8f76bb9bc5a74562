/* Which constants an assertion may rename, with the lines to blame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lang/cspm/compile/choose.h"

typedef struct {
    coset_text *text;
    coset_cspm_script *script;
} opened;

static opened open_script(const char *source)
{
    opened o = {.text = coset_text_new()};
    uint16_t file = coset_text_add(o.text, "t.csp", source, strlen(source));
    coset_err err;
    if (coset_cspm_open(o.text, file, NULL, &o.script, &err) != COSET_OK) {
        coset_text_print(o.text, stderr, false, 0);
        fail_msg("%s", err.text);
    }
    return o;
}

static void done(opened *o)
{
    coset_cspm_close(o->script);
    coset_text_free(o->text);
}

/* "T: a b (c 7)": the elements that move, and each fixed one with the line of its reason; "*" for all. */
static void text_of(const coset_cspm_choices *all, char *out, size_t len)
{
    size_t n = 0;
    out[0] = '\0';
    for (uint32_t t = 0; t < all->n; t++) {
        const coset_cspm_choice *x = &all->types[t];
        n += (size_t)snprintf(out + n, len - n, "%s%s:", t ? "; " : "", x->name);
        for (uint32_t e = 0; e < x->n; e++)
            if (x->moves[e])
                n += (size_t)snprintf(out + n, len - n, " %s", x->elements[e]);
        for (uint32_t r = 0; r < x->n_reasons; r++)
            n += (size_t)snprintf(out + n, len - n, " (%s %u)",
                                  x->reasons[r].element == UINT32_MAX ? "*" : x->elements[x->reasons[r].element],
                                  (unsigned)x->reasons[r].pos.line);
    }
}

static void chosen(const char *source, const char *expected)
{
    opened o = open_script(source);
    const coset_cspm_choices *all;
    char text[500];
    assert_int_equal(coset_cspm_choose(o.script, 0, true, &all, NULL), COSET_OK);
    text_of(all, text, sizeof text);
    assert_string_equal(text, expected);
    done(&o);
}

/* "T: a b": the elements that are tried on the compiled system. */
static void tries(const char *source, bool asked, const char *expected)
{
    opened o = open_script(source);
    const coset_cspm_choices *all;
    char text[500] = "";
    size_t n = 0;
    assert_int_equal(coset_cspm_choose(o.script, 0, asked, &all, NULL), COSET_OK);
    for (uint32_t t = 0; t < all->n; t++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s:", t ? "; " : "", all->types[t].name);
        for (uint32_t e = 0; e < all->types[t].n; e++)
            if (all->types[t].tried[e])
                n += (size_t)snprintf(text + n, sizeof text - n, " %s", all->types[t].elements[e]);
    }
    assert_string_equal(text, expected);
    done(&o);
}

static void refused(const char *source, const char *message)
{
    opened o = open_script(source);
    const coset_cspm_choices *all;
    char *shown = NULL;
    size_t len = 0;
    assert_int_equal(coset_cspm_choose(o.script, 0, true, &all, NULL), COSET_INPUT);
    FILE *out = open_memstream(&shown, &len);
    coset_text_print(o.text, out, false, 0);
    (void)fclose(out);
    if (!strstr(shown, message))
        fail_msg("%s", shown);
    free(shown);
    done(&o);
}

#define DATA                                                                                                           \
    "datatype T = A | B | C | Null\n"                                                                                  \
    "datatype V = V1 | V2\n"                                                                                           \
    "datatype Op = Put.V | Get\n"                                                                                      \
    "channel c : T.V\n"

static void without_list(void **unused)
{
    (void)unused;
    chosen(DATA "P(x) = c.x?v -> P(x)\nassert STOP [T= P(Null) :[symmetry reduce]", "T: A B C (Null 6); V: V1 V2");
    chosen(DATA "P = c?x?v -> P\nQ = c.A?v -> STOP\nassert Q [T= P :[symmetry reduce]", "T: B C Null (A 6); V: V1 V2");
    chosen(DATA "P = c?x!V1 -> P\nassert P :[deadlock free] :[symmetry reduce]", "T: A B C Null; V: (V1 5)");
    chosen(DATA "P(s) = c?x!head(s) -> P(s)\nassert P(seq(V)) :[deadlock free] :[symmetry reduce]",
           "T: A B C Null; V: (* 6)");
    chosen(DATA "P = c?x?v -> P\nassert P :[deadlock free] :[symmetry reduce] :[tau priority]: {c.A.v | v <- V}",
           "T: B C Null (A 6); V: V1 V2");
}

static void with_list(void **unused)
{
    (void)unused;
    chosen(DATA "P(x) = c.x?v -> P(x)\nassert STOP [T= P(Null) :[symmetry reduce]: diff(T, {| Null, A |})",
           "T: B C (A 6) (Null 6); V: (* 6)");
    chosen(DATA "P = c?x?v -> P\nassert P :[deadlock free] :[symmetry reduce]: V", "T: (* 6); V: V1 V2");
    refused(DATA "P(x) = c.x?v -> P(x)\nassert STOP [T= P(Null) :[symmetry reduce]: T", "t.csp:6:");
    refused(DATA "P(x) = c.x?v -> P(x)\nassert STOP [T= P(Null) :[symmetry reduce]: T", "Null is named here");
    refused(DATA "external deter\nP = c?x?v -> P\nassert deter(P) :[deadlock free] :[symmetry reduce]: V",
            "deter distinguishes");
}

#define NUMBERS "N = 4\nId = {0..N-1}\nchannel a, b : Id\n"

/* Lines 1 to 3 are NUMBERS. */
static void numbers(void **unused)
{
    (void)unused;
    chosen(NUMBERS "P(i) = a.i -> P(i)\nassert ||| i : Id @ P(i) :[deadlock free]", "Id: 0 1 2 3");
    chosen(NUMBERS "P(i) = a.i -> P(i)\nassert P(2) :[deadlock free]", "Id: 0 1 3 (2 5)");
    chosen(NUMBERS "P(i) =\n  a.i -> P((i + 1) % N)\nassert P(0) :[deadlock free]", "Id: (* 5)");
    chosen(NUMBERS "P = a?i ->\n b?j ->\n (if i < j then P else STOP)\nassert P :[deadlock free]", "Id: (* 6)");
    chosen(NUMBERS "P = a?i -> (if i < 2 then P else STOP)\nassert P :[deadlock free]", "{0, 1}: 0 1; {2, 3}: 2 3");
    chosen(NUMBERS "P = a?i -> (if 2 < i then P else STOP)\nassert P :[deadlock free]", "{0..2}: 0 1 2 (3 4)");
    chosen(NUMBERS "P = a?i -> (if i <= N-2 then P else STOP)\nassert P :[deadlock free]", "{0..2}: 0 1 2 (3 4)");
    chosen(NUMBERS "P = a?i -> (if (1) >= i then P else STOP)\nassert P :[deadlock free]", "{0, 1}: 0 1; {2, 3}: 2 3");
    chosen(NUMBERS "P = a?i -> (if i > -1 then P else STOP)\nassert P :[deadlock free]", "Id: 0 1 2 3");
    chosen(NUMBERS "P = a?i -> (if i < 2 then a.1 -> P else STOP)\nassert P :[deadlock free]",
           "{0, 1}: (1 4); {2, 3}: 2 3");
    chosen(NUMBERS "P = a?i : {1..N-1} -> P\nassert P :[deadlock free]", "{1..3}: 1 2 3 (0 4)");
    chosen(NUMBERS "P = a?i -> P\nQ = ; i : seq(Id) @ a.i -> SKIP\nassert P :[deadlock free]", "Id: 0 1 2 3");
    chosen(NUMBERS "P = a?i -> P\nQ = ; i : seq(Id) @ a.i -> SKIP\nassert Q :[deadlock free]", "Id: (* 5)");
    chosen(NUMBERS "P(n) = n < N & a?i -> P(n + 1)\nassert P(0) :[deadlock free]", "Id: 0 1 2 3");
    chosen(NUMBERS "f(x, y) =\n  if x < y then x else y\nP = a?i -> b!f(i, i) -> P\nassert P :[deadlock free]",
           "Id: (* 5)");
    chosen(NUMBERS "same(x) = x\nP(n) = a?i -> b!same(i) -> P(same(n + 1))\nassert P(0) :[deadlock free]",
           "Id: 0 1 2 3");
    chosen(NUMBERS "channel level : Id\nP(n) = a?i -> level.n -> P((n + 1) % N)\nassert P(0) :[deadlock free]",
           "Id: 0 1 2 3; Id of level: (* 5)");
    chosen("R = {0..2}\nW = {3..4}\nchannel a : union(R, W)\nP = a?i : R -> P [] a?i : W -> P\n"
           "assert P :[deadlock free]",
           "R: 0 1 2; W: 3 4");
    chosen(NUMBERS DATA "P = a?i -> P\nassert P :[deadlock free] :[symmetry reduce]: V", "T: (* 9); V: (* 5)");
}

/* What the text does not allow, but may be symmetric. Without a request, only if a list or a table names the
 * elements. */
static void beyond_the_text(void **unused)
{
    (void)unused;
    const char *computes = NUMBERS "P(i) = a.i -> P(3 - i)\nassert P(0) :[deadlock free]";
    tries(computes, true, "Id: 0 1 2 3");
    tries(computes, false, "Id:");
    const char *lists = NUMBERS "P(s) = a?i -> P(<j | j <- s, j != i>)\nassert P(<0..3>) :[deadlock free]";
    tries(lists, true, "Id: 0 1 2 3");
    tries(lists, false, "Id: 0 1 2 3");
    const char *names = NUMBERS "P(s) = a?i -> P(<j | j <- s, j != i>)\nassert P(<0, 1, 2>) :[deadlock free]";
    tries(names, false, "Id: 0 1 2 3");
    const char *one = NUMBERS "P = a.1 -> P\nassert P :[deadlock free]";
    tries(one, true, "Id: 0 1 2 3");
    tries(one, false, "Id: 0 2 3");
    const char *set = DATA "P = c?x : {A, B, C}?v -> P\nassert P :[deadlock free]";
    tries(set, true, "T: A B C Null; V: V1 V2");
    tries(set, false, "T: A B C Null; V: V1 V2");
    const char *subtype = DATA "subtype S = A | B | C\nP = c?x : S?v -> P\nassert P :[deadlock free]";
    tries(subtype, false, "T: A B C Null; V: V1 V2");
    const char *alone = DATA "P = c?x : {A, B, C}?v -> c.A.v -> P\nassert P :[deadlock free]";
    tries(alone, true, "T: A B C Null; V: V1 V2");
    tries(alone, false, "T:; V: V1 V2");
    tries(DATA "P(x) = c.x?v -> P(x)\nassert STOP [T= P(Null) :[symmetry reduce]: diff(T, {| Null |})", true,
          "T: A B C; V:");
    tries("channel a : {0..9}\nP(i) = a.i -> P(9 - i)\nassert P(0) :[deadlock free]", true, "{0..9}:");
}

/* Large classes are reported. */
static void too_many(void **unused)
{
    (void)unused;
    opened o = open_script("channel a : {0..99}\nP = a?i -> P\nassert P :[deadlock free]");
    const coset_cspm_choices *all;
    assert_int_equal(coset_cspm_choose(o.script, 0, true, &all, NULL), COSET_OK);
    assert_int_equal(all->n, 1);
    assert_int_equal(all->types[0].n, 100);
    assert_int_equal(all->types[0].n_moves + all->types[0].n_tried, 0);
    assert_string_equal(all->types[0].reasons[0].text,
                        "the class has 100 numbers, and only classes of 64 or fewer are tried");
    done(&o);
    o = open_script("channel a : {0..9223372036854775806}\nP = a?i : {1..2} -> P\nassert P :[deadlock free]");
    assert_int_equal(coset_cspm_choose(o.script, 0, true, &all, NULL), COSET_OK);
    assert_int_equal(all->n, 1);
    assert_non_null(strstr(all->types[0].reasons[0].text, "more than 1000 numbers"));
    done(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_list), cmocka_unit_test(with_list),
                                       cmocka_unit_test(numbers), cmocka_unit_test(beyond_the_text),
                                       cmocka_unit_test(too_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
