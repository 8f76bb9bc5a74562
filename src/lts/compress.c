/* The table of compressions, and the trivial ones. */
#include "lts/compress.h"

#include <stdio.h>
#include <string.h>

#include "lts/partition.h"

static const coset_compression table[] = {
    {"explicate", true, true, true, coset__explicate},
    {"lazyenumerate", true, true, true, coset__explicate},
    {"tau_loop_factor", true, true, false, coset__tau_loop_factor},
    {"sbisim", true, true, true, coset__sbisim},
    {"wbisim", true, false, false, coset__wbisim},
    {"dbisim", true, false, false, coset__dbisim},
    {"diamond", true, false, false, coset__diamond},
    {"normal", true, false, false, coset__normal},
    {"lazynorm", true, false, false, coset__normal},
    {"model_compress", true, false, false, coset__model_compress},
    {"chase", false, true, true, coset__chase},
    {"chase_nocache", false, true, true, coset__chase},
    {"deter", false, true, true, coset__deter},
};

const coset_compression *coset_compressions(uint32_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}

const coset_compression *coset_compression_named(const char *name)
{
    for (uint32_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

coset_status coset_compress(const coset_compression *c, const coset_lts *l, const coset_compress_options *o,
                            coset_lts **out, coset_err *err)
{
    char doing[80];
    coset_status st = c->run(l, o, out, err);
    if (st != COSET_OK || !coset_budget_is_spent(coset__compress_budget(o)))
        return st;
    coset_lts_free(*out);
    *out = NULL;
    (void)snprintf(doing, sizeof doing, "%s was applied to %u states", c->name, (unsigned)l->n_states);
    return coset_budget_fail(coset__compress_budget(o), doing, err);
}

coset_status coset__explicate(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    (void)o, (void)err;
    *out = coset_lts_reachable(l);
    return COSET_OK;
}

coset_status coset__sbisim(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    (void)err;
    coset_lts *r = coset_lts_reachable(l);
    uint32_t *of = coset_new(r->n_states, sizeof *of), n = coset__partition(r, of, coset__compress_budget(o));
    *out = coset_lts_quotient(r, of, n, true);
    coset_delete(of);
    coset_lts_free(r);
    return COSET_OK;
}

coset_status coset__tau_loop_factor(const coset_lts *l, const coset_compress_options *o, coset_lts **out,
                                    coset_err *err)
{
    (void)o, (void)err;
    coset_lts *r = coset_lts_reachable(l);
    *out = coset__tau_factor(r);
    coset_lts_free(r);
    return COSET_OK;
}

coset_status coset__normal(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    coset_normal *n;
    coset_status st = coset_normalise(l, o->n_events, COSET_CSP_ALL, o->limits, &n, err);
    *out = st == COSET_OK ? coset_normal_lts(n) : NULL;
    coset_normal_free(n);
    return st;
}

/* Valid in every model: removes taus, then merges equal states. */
coset_status coset__model_compress(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    coset_lts *d;
    coset_status st = coset__diamond(l, o, &d, err);
    if (st == COSET_OK)
        st = coset__sbisim(d, o, out, err);
    coset_lts_free(d);
    return st;
}
