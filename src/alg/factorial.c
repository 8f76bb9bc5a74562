#include "alg/factorial.h"

#include <gmp.h>

bool coset_factorials(const uint32_t *n, uint32_t len, coset_count *out)
{
    coset_count product = 1;
    for (uint32_t i = 0; i < len; i++)
        for (uint32_t k = 2; k <= n[i]; k++)
            if (!coset_count_mul(&product, k))
                return false;
    *out = product;
    return true;
}

const char *coset_factorials_text(const uint32_t *n, uint32_t len, coset_arena *arena)
{
    mpz_t product, factor;
    mpz_init_set_ui(product, 1);
    mpz_init(factor);
    for (uint32_t i = 0; i < len; i++) {
        mpz_fac_ui(factor, n[i]);
        mpz_mul(product, product, factor);
    }
    char *text = coset_arena_get(arena, mpz_sizeinbase(product, 10) + 2, 1);
    mpz_get_str(text, 10, product);
    mpz_clears(product, factor, NULL);
    return text;
}
