/* logic/methods.c - initial values of fixpoints: naive, Emerson-Lei, Long and others. */
#include <string.h>

#include "logic/fixpoint.h"

static coset_set start_anew(coset__eval *e, const coset__core *c) { return coset__extreme(e, c); }
static void nothing(coset__eval *e, const coset__core *c) { (void)e, (void)c; }
static void forget(coset__eval *e, const coset__core *c, coset_set value) { (void)e, (void)c, (void)value; }

const coset__method coset__naive = {start_anew, nothing, forget};

/* ---- Emerson and Lei ----------------------------------------------------------------------------------------------
 */

static coset_set start_kept(coset__eval *e, const coset__core *c)
{
    const coset_sets *s = e->sets;
    return e->nodes[c->number].has_kept ? s->ops->share(s->ctx, e->nodes[c->number].kept) : coset__extreme(e, c);
}

static void keep(coset__eval *e, const coset__core *c, coset_set value)
{
    const coset_sets *s = e->sets;
    if (e->nodes[c->number].has_kept)
        s->ops->drop(s->ctx, e->nodes[c->number].kept);
    e->nodes[c->number].has_kept = true;
    e->nodes[c->number].kept = s->ops->share(s->ctx, value);
}

const coset__method coset__emerson_lei = {start_kept, coset__reset_below, keep};

/* ---- Long, Browne, Clarke, Jha, Marrero
 * ------------------------------------------------------------------------------ */

#define CHAINS 1024u

/* The kind of the outermost fixpoint of the closed part that is evaluated: those have tables. */
static bool is_tabled(const coset__eval *e, const coset__core *c)
{
    return e->around.n == e->base || e->around.at[e->base]->op == c->op;
}

/* Rounds of the fixpoints of the other kind around c. Room for all in `out`; returns their number. */
static uint32_t rounds_around(const coset__eval *e, const coset__core *c, uint32_t *out)
{
    uint32_t n = 0;
    for (uint32_t i = e->base; i < e->around.n; i++)
        if (e->around.at[i]->op != c->op)
            out[n++] = e->nodes[e->around.at[i]->number].rounds;
    return n;
}

static uint32_t chain_of(uint32_t node, const uint32_t *rounds, uint32_t n)
{
    uint32_t h = node * 2654435761u;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ rounds[i]) * 2246822519u + 374761393u;
    return (h >> 7) % CHAINS;
}

static coset__row *find_row(coset__eval *e, const coset__core *c, const uint32_t *rounds, uint32_t n)
{
    if (e->chains.n == 0)
        return NULL;
    for (uint32_t i = e->chains.at[chain_of(c->number, rounds, n)]; i; i = e->older.at[i - 1]) {
        coset__row *r = &e->rows.at[i - 1];
        if (r->node == c->number && r->n == n && (n == 0 || memcmp(r->rounds, rounds, n * sizeof *rounds) == 0))
            return r;
    }
    return NULL;
}

static void add_row(coset__eval *e, const coset__core *c, const uint32_t *rounds, uint32_t n, coset_set value)
{
    uint32_t chain = chain_of(c->number, rounds, n);
    while (e->chains.n < CHAINS)
        *coset_vec_add(&e->chains) = 0;
    coset__row *r = coset_vec_add(&e->rows);
    *r = (coset__row){.node = c->number, .n = n, .rounds = coset_new((size_t)n + 1, sizeof *rounds), .value = value};
    if (n)
        memcpy(r->rounds, rounds, n * sizeof *rounds);
    *coset_vec_add(&e->older) = e->chains.at[chain];
    e->chains.at[chain] = e->rows.n;
}

static coset_set start_row(coset__eval *e, const coset__core *c)
{
    const coset_sets *s = e->sets;
    e->nodes[c->number].rounds = 0;
    if (!is_tabled(e, c))
        return coset__extreme(e, c);
    uint32_t *rounds = coset_new((size_t)e->around.n + 1, sizeof *rounds);
    uint32_t n = rounds_around(e, c, rounds);
    const coset__row *r = find_row(e, c, rounds, n);
    coset_delete(rounds);
    return r ? s->ops->share(s->ctx, r->value) : coset__extreme(e, c);
}

/* The rounds of c are counted from 1 while its body is evaluated. */
static void count_round(coset__eval *e, const coset__core *c) { e->nodes[c->number].rounds++; }

static void keep_row(coset__eval *e, const coset__core *c, coset_set value)
{
    const coset_sets *s = e->sets;
    if (!is_tabled(e, c))
        return;
    uint32_t *rounds = coset_new((size_t)e->around.n + 1, sizeof *rounds);
    uint32_t n = rounds_around(e, c, rounds);
    coset__row *r = find_row(e, c, rounds, n);
    if (r) {
        s->ops->drop(s->ctx, r->value);
        r->value = s->ops->share(s->ctx, value);
    } else {
        add_row(e, c, rounds, n, s->ops->share(s->ctx, value));
    }
    coset_delete(rounds);
}

const coset__method coset__long = {start_row, count_round, keep_row};
