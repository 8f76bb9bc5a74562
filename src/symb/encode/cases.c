/* symb/encode/cases.c - values that depend on the state. */
#include "symb/encode/machine.h"

/* Collects cases; those of one value are joined. */
typedef struct {
    coset__machine *m;
    COSET_VEC(coset__case) list; /* ascending */
} builder;

static uint32_t place_of(const builder *b, int64_t value)
{
    uint32_t lo = 0, hi = b->list.n;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (b->list.at[mid].value < value)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void add(builder *b, int64_t value, coset_bdd when)
{
    if (coset_bdd_is_false(when))
        return;
    uint32_t at = place_of(b, value);
    if (at < b->list.n && b->list.at[at].value == value) {
        b->list.at[at].when = coset_bdd_or(b->m->bdd, b->list.at[at].when, when);
        return;
    }
    (void)coset_vec_add(&b->list);
    for (uint32_t i = b->list.n - 1; i > at; i--)
        b->list.at[i] = b->list.at[i - 1];
    b->list.at[at] = (coset__case){value, when};
}

static coset__cases finish(builder *b)
{
    coset__cases c = {b->list.n, coset_arena_copy(b->m->arena, b->list.at, b->list.n, sizeof *b->list.at)};
    coset_vec_fini(&b->list);
    return c;
}

coset__cases coset__single(coset__machine *m, int64_t value, coset_bdd when)
{
    builder b = {.m = m};
    add(&b, value, when);
    return finish(&b);
}

coset__cases coset__boolean(coset__machine *m, coset_bdd truth, coset_bdd when)
{
    builder b = {.m = m};
    add(&b, 0, coset_bdd_minus(m->bdd, when, truth));
    add(&b, 1, coset_bdd_and(m->bdd, when, truth));
    return finish(&b);
}

coset_bdd coset__domain_of(coset__machine *m, coset__cases c)
{
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < c.n; i++)
        all = coset_bdd_or(m->bdd, all, c.at[i].when);
    return all;
}

coset_bdd coset__truth(coset__machine *m, coset__cases c)
{
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < c.n; i++)
        if (c.at[i].value != 0)
            all = coset_bdd_or(m->bdd, all, c.at[i].when);
    return all;
}

coset__cases coset__within(coset__machine *m, coset__cases c, coset_bdd when)
{
    if (coset_bdd_is_true(when))
        return c;
    builder b = {.m = m};
    for (uint32_t i = 0; i < c.n; i++)
        add(&b, c.at[i].value, coset_bdd_and(m->bdd, c.at[i].when, when));
    return finish(&b);
}

coset__cases coset__merge(coset__machine *m, coset__cases a, coset__cases b)
{
    builder out = {.m = m};
    for (uint32_t i = 0; i < a.n; i++)
        add(&out, a.at[i].value, a.at[i].when);
    for (uint32_t i = 0; i < b.n; i++)
        add(&out, b.at[i].value, b.at[i].when);
    return finish(&out);
}

coset__cases coset__map(coset__machine *m, coset__cases c, coset__unary *f, void *ctx, coset_bdd *out)
{
    builder b = {.m = m};
    for (uint32_t i = 0; i < c.n; i++) {
        int64_t v;
        if (f(ctx, c.at[i].value, &v))
            add(&b, v, c.at[i].when);
        else
            *out = coset_bdd_or(m->bdd, *out, c.at[i].when);
    }
    return finish(&b);
}

coset__cases coset__map2(coset__machine *m, coset__cases x, coset__cases y, coset__binary *f, void *ctx, coset_bdd *out)
{
    builder b = {.m = m};
    for (uint32_t i = 0; i < x.n; i++)
        for (uint32_t k = 0; k < y.n; k++) {
            int64_t v;
            coset_bdd when = coset_bdd_and(m->bdd, x.at[i].when, y.at[k].when);
            if (coset_bdd_is_false(when))
                continue;
            if (f(ctx, x.at[i].value, y.at[k].value, &v))
                add(&b, v, when);
            else
                *out = coset_bdd_or(m->bdd, *out, when);
        }
    return finish(&b);
}

coset_bdd coset__cases_less(coset__machine *m, coset__cases a, coset__cases b, bool or_equal)
{
    coset_bdd all = coset_bdd_false, below = coset_bdd_false; /* a has a value that is less than that of b */
    for (uint32_t i = 0, k = 0; k < b.n; k++) {
        for (; i < a.n && (or_equal ? a.at[i].value <= b.at[k].value : a.at[i].value < b.at[k].value); i++)
            below = coset_bdd_or(m->bdd, below, a.at[i].when);
        all = coset_bdd_or(m->bdd, all, coset_bdd_and(m->bdd, below, b.at[k].when));
    }
    return all;
}

coset_bdd coset__cases_equal(coset__machine *m, coset__cases a, coset__cases b)
{
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0, k = 0; i < a.n && k < b.n;) {
        if (a.at[i].value == b.at[k].value)
            all = coset_bdd_or(m->bdd, all, coset_bdd_and(m->bdd, a.at[i].when, b.at[k].when));
        bool step = a.at[i].value <= b.at[k].value;
        k += b.at[k].value <= a.at[i].value;
        i += step;
    }
    return all;
}
