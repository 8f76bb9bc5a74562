/* Automorphisms of automata that match a permutation of the atoms, against all permutations of states, on random small
 * automata; most of them symmetric. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wrap/product_symm.h"

#define N_STATES 4
#define N_ATOMS  3

static uint64_t dice = 1;

static uint32_t roll(uint32_t n)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((dice >> 33) % n);
}

static uint64_t renamed(const uint32_t *to, uint64_t bits)
{
    uint64_t out = 0;
    for (; bits; bits &= bits - 1)
        out |= UINT64_C(1) << to[__builtin_ctzll(bits)];
    return out;
}

static bool has_edge(const coset_omega *a, uint32_t from, coset_cube label, uint64_t marks, uint32_t to)
{
    for (uint32_t i = a->first[from]; i < a->first[from + 1]; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (e->to == to && e->marks == marks && e->label.yes == label.yes && e->label.no == label.no)
            return true;
    }
    return false;
}

static bool is_automorphism(const coset_omega *a, const uint32_t *atoms, const uint32_t *states, const uint32_t *sets)
{
    bool is = states[a->initial] == a->initial;
    for (uint32_t i = 0; i < a->edges.n && is; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        const coset_cube label = {renamed(atoms, e->label.yes), renamed(atoms, e->label.no)};
        is = has_edge(a, states[e->from], label, renamed(sets, e->marks), states[e->to]);
    }
    return is;
}

/* One that keeps acceptance sets; with all states reached, as the search expects. */
static bool exists(const coset_omega *a, const uint32_t *atoms)
{
    static const uint32_t keep[] = {0, 1};
    for (uint32_t code = 0; code < N_STATES * N_STATES * N_STATES * N_STATES; code++) {
        const uint32_t states[N_STATES] = {code % 4, code / 4 % 4, code / 16 % 4, code / 64};
        uint32_t seen = 0;
        for (uint32_t q = 0; q < N_STATES; q++)
            seen |= 1u << states[q];
        if (seen == 15 && is_automorphism(a, atoms, states, keep))
            return true;
    }
    return false;
}

static bool all_reached(const coset_omega *a)
{
    uint32_t seen = 1u << a->initial;
    for (uint32_t round = 0; round < N_STATES; round++)
        for (uint32_t i = 0; i < a->edges.n; i++)
            if (seen >> a->edges.at[i].from & 1)
                seen |= 1u << a->edges.at[i].to;
    return seen == 15;
}

/* Each edge with its image under the exchange of atoms 0 and 1, states 1 and 2 and, sometimes, the sets. */
static coset_omega *make(bool symmetric, bool moves_sets)
{
    static const char *const names[] = {"a", "b", "c"};
    static const uint32_t atoms[] = {1, 0, 2}, states[] = {0, 2, 1, 3};
    const uint32_t sets[] = {moves_sets, !moves_sets};
    coset_omega *a = coset_omega_new(N_STATES, 2, N_ATOMS, names);
    for (uint32_t n = 4 + roll(4); n > 0; n--) {
        const uint32_t from = roll(N_STATES), to = roll(N_STATES);
        const uint64_t yes = roll(8), no = roll(8) & ~yes, marks = roll(4);
        coset_omega_add(a, from, (coset_cube){yes, no}, marks, to);
        if (symmetric)
            coset_omega_add(a, states[from], (coset_cube){renamed(atoms, yes), renamed(atoms, no)},
                            renamed(sets, marks), states[to]);
    }
    coset_omega_index(a);
    return a;
}

static void automorphisms_are_found(void **state)
{
    (void)state;
    static const uint32_t exchange[] = {1, 0, 2};
    uint32_t n = 0, n_found = 0, n_moved = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        const bool symmetric = roll(4), moves_sets = roll(2);
        coset_omega *a = make(symmetric, moves_sets);
        uint32_t states[N_STATES], sets[2];
        if (all_reached(a)) {
            bool found = coset_product_automorphism(a, exchange, states, sets);
            assert_true(!found || is_automorphism(a, exchange, states, sets));
            assert_true(found || !exists(a, exchange));
            n++;
            n_found += found;
            n_moved += found && sets[0] == 1;
        }
        coset_omega_free(a);
    }
    print_message("%u automata, %u with an automorphism, %u of which exchange the acceptance sets\n", (unsigned)n,
                  (unsigned)n_found, (unsigned)n_moved);
    assert_true(n_found > 1000 && n_moved > 300);
}

/* All orders of the states after the first one are tried, because a property of only the last one has no image. */
static void a_search_that_gives_up_finds_nothing(void **state)
{
    (void)state;
    enum { N = 11 };
    static const char *const names[] = {"a", "b", "c"};
    static const uint32_t exchange[] = {1, 0, 2};
    coset_omega *a = coset_omega_new(N, 2, N_ATOMS, names);
    for (uint32_t q = 1; q < N; q++) {
        coset_omega_add(a, 0, (coset_cube){4, 0}, 0, q);
        coset_omega_add(a, q, (coset_cube){q < N - 1 ? 4 : 1, 0}, 0, q);
    }
    coset_omega_index(a);
    uint32_t states[N], sets[2];
    assert_false(coset_product_automorphism(a, exchange, states, sets));
    coset_omega_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(automorphisms_are_found),
                                       cmocka_unit_test(a_search_that_gives_up_finds_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
