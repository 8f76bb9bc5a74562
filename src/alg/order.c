#include "alg/order_int.h"

#include <math.h>
#define WORD_BITS 64

static void read_words(mpz_t to, coset_order x)
{
    mpz_init(to);
    mpz_import(to, x.n, -1, sizeof *x.words, 0, 0, x.words);
}

coset_order coset__order_from(const mpz_t n, coset_arena *a)
{
    size_t count = (mpz_sizeinbase(n, 2) + WORD_BITS - 1) / WORD_BITS;
    uint64_t *words = coset_arena_get(a, count, sizeof *words);
    mpz_export(words, NULL, -1, sizeof *words, 0, 0, n);
    return (coset_order){(uint32_t)count, words};
}

static coset_order keep(mpz_t n, coset_arena *a)
{
    coset_order out = coset__order_from(n, a);
    mpz_clear(n);
    return out;
}

coset_order coset_order_of(uint64_t n, coset_arena *a)
{
    return (coset_order){1, coset_arena_copy(a, &n, 1, sizeof n)};
}

coset_order coset_order_factorial(uint32_t n, coset_arena *a)
{
    mpz_t all;
    mpz_init(all);
    mpz_fac_ui(all, n);
    return keep(all, a);
}

coset_order coset_order_times(coset_order x, coset_order y, coset_arena *a)
{
    mpz_t p, q;
    if (x.n == 0 || y.n == 0)
        return (coset_order){0};
    read_words(p, x);
    read_words(q, y);
    mpz_mul(p, p, q);
    mpz_clear(q);
    return keep(p, a);
}

coset_order coset_order_power(coset_order x, uint32_t k, coset_arena *a)
{
    mpz_t p;
    if (x.n == 0)
        return x;
    read_words(p, x);
    mpz_pow_ui(p, p, k);
    return keep(p, a);
}

int coset_order_compare(coset_order x, coset_order y)
{
    if (x.n != y.n)
        return x.n == 0 ? 1 : y.n == 0 ? -1 : x.n < y.n ? -1 : 1;
    for (uint32_t i = x.n; i-- > 0;)
        if (x.words[i] != y.words[i])
            return x.words[i] < y.words[i] ? -1 : 1;
    return 0;
}

bool coset_order_same(coset_order x, coset_order y) { return x.n && coset_order_compare(x, y) == 0; }
bool coset_order_is(coset_order x, uint64_t n) { return x.n == 1 && x.words[0] == n; }
bool coset_order_is_most(coset_order x, uint64_t n) { return x.n == 1 && x.words[0] <= n; }

bool coset_order_count(coset_order x, coset_count *n)
{
    if (x.n == 0 || x.n > 2)
        return false;
    *n = (x.n == 2 ? (coset_count)x.words[1] << WORD_BITS : 0) | x.words[0];
    return true;
}

bool coset__order_index(coset_order all, const mpz_t part, coset_count *index)
{
    mpz_t n;
    if (all.n == 0)
        return false;
    read_words(n, all);
    bool fits = mpz_divisible_p(n, part) != 0;
    if (fits)
        mpz_divexact(n, n, part);
    fits = fits && mpz_sizeinbase(n, 2) <= 2 * WORD_BITS;
    uint64_t words[2] = {0, 0};
    if (fits)
        mpz_export(words, NULL, -1, sizeof *words, 0, 0, n);
    *index = (coset_count)words[1] << WORD_BITS | words[0];
    mpz_clear(n);
    return fits;
}

bool coset_order_index(coset_order all, coset_order part, coset_count *index)
{
    mpz_t n;
    if (part.n == 0)
        return false;
    read_words(n, part);
    bool fits = coset__order_index(all, n, index);
    mpz_clear(n);
    return fits;
}

double coset_order_estimate(coset_order x)
{
    mpz_t n;
    if (x.n == 0)
        return INFINITY;
    read_words(n, x);
    double about = mpz_get_d(n);
    mpz_clear(n);
    return about;
}

const char *coset_order_text(coset_order x, coset_arena *a)
{
    mpz_t n;
    if (x.n == 0)
        return NULL;
    read_words(n, x);
    char *text = coset_arena_get(a, mpz_sizeinbase(n, 10) + 2, 1);
    (void)mpz_get_str(text, 10, n);
    mpz_clear(n);
    return text;
}
