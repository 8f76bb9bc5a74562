/* Automata of random formulas accept the words that satisfy them: on random words u v v v ..., where the formula is
 * evaluated directly, and by intersections with the automaton of the negation. COSET_LONG=1: forty times as many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lasso.h"
#include "omega/automaton.h"
#include "rounds.h"

#define ATOMS 3

static const char *const names[] = {"p", "q", "r"};
static const coset_omega_options options = {.n_atoms = ATOMS, .names = names};

static uint32_t many(uint32_t n) { return getenv("COSET_LONG") ? 40 * n : rounds(n); }

static coset_omega *translate(coset_ltls *p, const coset_ltl *f)
{
    coset_omega *a = NULL;
    assert_int_equal(coset_omega_translate(p, f, &options, &a, NULL), COSET_OK);
    return a;
}

static void complain(const char *what, const coset_ltl *f, const lasso *w)
{
    (void)fprintf(stderr, "%s: ", what);
    coset_ltl_print(f, names, stderr);
    for (uint32_t i = 0; w && i < w->n; i++)
        (void)fprintf(stderr, "%s%d", i == w->back ? " | " : " ", (int)w->letter[i]);
    (void)fputc('\n', stderr);
    fail();
}

static void compare_words(coset_ltls *p, const coset_ltl *f, const coset_omega *a, uint64_t *seed)
{
    const coset_ltl *normal = coset_ltl_normal(p, f, false), *simple = coset_ltl_simplify(p, normal);
    coset_omega *one = coset_omega_degeneralise(a, false), *states = coset_omega_degeneralise(a, true);
    if (one->n_sets > 1 || states->n_sets != 1 || !coset_omega_classify(states).of_states)
        complain("degeneralised", f, NULL);
    for (uint32_t i = 0; i < 12; i++) {
        lasso w = draw_lasso(seed, ATOMS);
        bool wanted = lasso_satisfies(&w, f);
        if (lasso_satisfies(&w, normal) != wanted)
            complain("normal form", f, &w);
        if (lasso_satisfies(&w, simple) != wanted)
            complain("simplified", f, &w);
        if (lasso_accepted(&w, a) != wanted)
            complain("automaton", f, &w);
        if (lasso_accepted(&w, one) != wanted)
            complain("one set", f, &w);
        if (lasso_accepted(&w, states) != wanted)
            complain("marks at states", f, &w);
    }
    coset_omega_free(one);
    coset_omega_free(states);
}

static void compare_complement(const coset_ltl *f, const coset_omega *a, const coset_omega *not_a)
{
    coset_omega *both = coset_omega_meet(a, not_a);
    if (!coset_omega_is_empty(both))
        complain("the formula and its negation have a common word", f, NULL);
    coset_omega_free(both);
}

/* Successors by a letter. */
static uint32_t successors(const coset_omega *a, uint32_t q, uint64_t letter)
{
    uint32_t n = 0, last = UINT32_MAX;
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if ((e->label.yes & ~letter) == 0 && (e->label.no & letter) == 0 && e->to != last) {
            n++;
            last = e->to;
        }
    }
    return n;
}

/* The reported kind of an automaton, on letters and words. */
static void compare_kind(const coset_ltl *f, coset_omega *a, uint64_t *seed)
{
    coset_omega_kind kind = coset_omega_classify(a);
    for (uint32_t q = 0; q < a->n_states; q++)
        for (uint64_t letter = 0; letter < 1 << ATOMS; letter++) {
            uint32_t n = successors(a, q, letter);
            if ((kind.deterministic && n > 1) || (kind.complete && n == 0))
                complain("deterministic, complete", f, NULL);
        }
    for (uint32_t i = 0; i < 5; i++) {
        lasso w = draw_lasso(seed, ATOMS);
        bool accepted = lasso_accepted(&w, a);
        uint32_t n_sets = a->n_sets, initial = a->initial;
        a->n_sets = 0;
        if (kind.safety && lasso_accepted(&w, a) != accepted)
            complain("safety", f, &w);
        a->n_sets = n_sets;
        for (uint32_t k = 0; kind.terminal && k < a->edges.n; k++)
            if (a->n_sets && a->edges.at[k].marks) {
                a->initial = a->edges.at[k].from;
                if (!lasso_accepted(&w, a))
                    complain("terminal", f, &w);
            }
        a->initial = initial;
    }
}

static const struct {
    const char *text;
    uint32_t n_states;
    bool deterministic, weak, terminal, safety;
} kinds[] = {
    {"p U q", 2, true, true, true, false},
    {"<> p", 2, true, true, true, false},
    {"[] p", 1, true, true, false, true},
    {"p W q", 2, true, true, false, true},
    {"X X p", 4, true, true, true, true},
    {"[] (p -> X q)", 2, true, true, false, true},
    {"<> p || [] q", 3, true, true, false, false},
    {"<> [] p", 2, false, true, false, false},
    {"[] <> p", 1, true, false, false, false},
    {"[] <> p && [] <> q && [] <> r", 1, true, false, false, false},
    {"[] (p -> <> q)", 2, true, false, false, false},
    {"[] <> (p && <> q)", 1, true, false, false, false},
    {"true", 1, true, true, true, true},
    {"p && !p", 1, true, true, true, true},
};

static const coset_ltl *read(coset_ltls *p, const char *written)
{
    coset_text *text = coset_text_new();
    coset_ltl_names own = {.text = text};
    coset_ltl_reader reader = {&own, coset_ltl_names_read};
    uint16_t file = coset_text_add(text, "formula", written, strlen(written));
    const coset_ltl *f = NULL;
    for (uint32_t k = 0; k < ATOMS; k++)
        (void)coset_ltl_names_add(&own, names[k], 1);
    assert_int_equal(coset_ltl_read(p, text, coset_text_whole(text, file), &reader, &f, NULL), COSET_OK);
    coset_ltl_names_fini(&own);
    coset_text_free(text);
    return f;
}

static void test_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        coset_ltls *p = coset_ltls_new();
        const coset_ltl *f = read(p, kinds[i].text);
        coset_omega *a = translate(p, f);
        coset_omega_kind kind = coset_omega_classify(a);
        if (a->n_states != kinds[i].n_states || kind.deterministic != kinds[i].deterministic ||
            kind.weak != kinds[i].weak || kind.terminal != kinds[i].terminal || kind.safety != kinds[i].safety) {
            coset_omega_write_hoa(a, NULL, stderr);
            complain("kind", f, NULL);
        }
        coset_omega_free(a);
        coset_ltls_free(p);
    }
}

static lasso without_first(const lasso *w, uint32_t n)
{
    lasso out = {0};
    for (uint32_t i = n; i < w->n; i++)
        out.letter[out.n++] = w->letter[i];
    for (uint32_t i = w->back; i < n; i++) /* the loop is cut: the missing part follows */
        out.letter[out.n++] = w->letter[i];
    out.back = w->back > n ? w->back - n : 0;
    return out;
}

/* From some letter on the word is accepted from one of the states after the waiting. */
static bool lasso_has_suffix(const lasso *w, const coset_omega_suffix *s)
{
    const uint32_t initial = s->automaton->initial;
    bool found = false;
    for (uint32_t i = 0; i < w->n; i++)
        for (uint32_t k = 0; k < s->n_first; k++) {
            const lasso rest = without_first(w, i);
            s->automaton->initial = s->first[k];
            found = found || lasso_accepted(&rest, s->automaton);
        }
    s->automaton->initial = initial;
    return found;
}

/* Returns whether it waits. */
static bool compare_suffixes(const coset_ltl *f, const coset_omega *a, uint64_t *seed)
{
    coset_omega_suffix suffix;
    if (!coset_omega_suffix_of(a, &suffix))
        return false;
    for (uint32_t i = 0; i < 10; i++) {
        lasso w = draw_lasso(seed, ATOMS);
        if (lasso_has_suffix(&w, &suffix) != lasso_accepted(&w, a))
            complain("a suffix of the word", f, &w);
    }
    coset_omega_suffix_free(&suffix);
    return true;
}

static const struct {
    const char *text; /* of a violation */
    bool waits;
    uint32_t n_first, n_edges; /* 0: any */
} suffixes[] = {
    {"<> p", true, 1, 2},   {"<> [] p", true, 1, 2},  {"<> (p && [] !q)", true, 1, 2},
    {"p U q", false, 0, 0}, {"[] <> p", false, 0, 0}, {"p && <> q", false, 0, 0},
};

static void test_suffixes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        coset_ltls *p = coset_ltls_new();
        const coset_ltl *f = read(p, suffixes[i].text);
        coset_omega *a = translate(p, f);
        coset_omega_suffix s;
        assert_int_equal(coset_omega_suffix_of(a, &s), suffixes[i].waits);
        if (suffixes[i].n_first)
            assert_int_equal(s.n_first, suffixes[i].n_first);
        if (suffixes[i].n_edges)
            assert_int_equal(s.automaton->edges.n, suffixes[i].n_edges);
        coset_omega_suffix_free(&s);
        coset_omega_free(a);
        coset_ltls_free(p);
    }
}

static void test_random(void **state)
{
    (void)state;
    uint64_t seed = 0x5eed;
    uint32_t n_waiting = 0;
    for (uint32_t i = 0; i < many(2500); i++) {
        coset_ltls *p = coset_ltls_new();
        const coset_ltl *f = draw_formula(p, &seed, ATOMS, 1 + i % 12);
        coset_omega *a = translate(p, f), *not_a = translate(p, coset_ltl_not(p, f));
        compare_words(p, f, a, &seed);
        compare_complement(f, a, not_a);
        compare_kind(f, a, &seed);
        n_waiting += compare_suffixes(f, a, &seed) + compare_suffixes(f, not_a, &seed);
        coset_omega_free(a);
        coset_omega_free(not_a);
        coset_ltls_free(p);
    }
    assert_true(n_waiting > many(2500) / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_suffixes),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
