/* Automata of random formulas accept the words that satisfy them: on random words u v v v ..., where the formula is
 * evaluated directly, and by intersections with the automaton of the negation. COSET_LONG=1 takes forty times as many.
 */
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

static void test_random(void **state)
{
    (void)state;
    uint64_t seed = 0x5eed;
    for (uint32_t i = 0; i < many(2500); i++) {
        coset_ltls *p = coset_ltls_new();
        const coset_ltl *f = draw_formula(p, &seed, ATOMS, 1 + i % 12);
        coset_omega *a = translate(p, f), *not_a = translate(p, coset_ltl_not(p, f));
        compare_words(p, f, a, &seed);
        compare_complement(f, a, not_a);
        coset_omega_free(a);
        coset_omega_free(not_a);
        coset_ltls_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
