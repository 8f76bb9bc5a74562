#include "detect/use/fired.h"

#include "detect/extract/intern.h"

/* Instances of rules that some generator moves, in classes of those that are moved to one another. */
typedef struct {
    coset__intern known;     /* group, instance: low and high word */
    COSET_VEC(uint32_t) up;  /* union-find */
    uint32_t *members;       /* [instances] of the class, of the rule of this instance */
    bool *certain, *perhaps; /* [instances] at the top of a class: one of it has fired */
} classes;

static uint32_t number_of(classes *c, coset_detect_rule r)
{
    const uint32_t w[3] = {r.group, (uint32_t)r.instance, (uint32_t)(r.instance >> 32)};
    uint32_t number = coset__intern_put(&c->known, w, 3);
    if (number == c->up.n)
        *coset_vec_add(&c->up) = number;
    return number;
}

static uint32_t top(const classes *c, uint32_t x)
{
    while (c->up.at[x] != x)
        x = c->up.at[x] = c->up.at[c->up.at[x]];
    return x;
}

static void find_classes(classes *c, const coset_detected *d)
{
    for (uint32_t g = 0; g < d->n_generators; g++)
        for (uint32_t i = 0; i < d->generators[g].n_moves; i++) {
            const coset_detect_move *m = &d->generators[g].moves[i];
            uint32_t from = number_of(c, m->from), to = number_of(c, m->to);
            c->up.at[top(c, from)] = top(c, to);
        }
}

static uint32_t group_of(const classes *c, uint32_t x)
{
    uint32_t n;
    return coset__intern_get(&c->known, x, &n)[0];
}

/* How many instances of its rule are in the class of each. */
static void count_members(classes *c)
{
    coset__intern pairs = {0};
    COSET_VEC(uint32_t) counts = {0};
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t x = 0; x < c->up.n; x++) {
            const uint32_t w[2] = {group_of(c, x), top(c, x)};
            uint32_t pair = coset__intern_put(&pairs, w, 2);
            if (pair == counts.n)
                *coset_vec_add(&counts) = 0;
            if (pass == 0)
                counts.at[pair]++;
            c->members[x] = counts.at[pair];
        }
    coset_vec_fini(&counts);
    coset__intern_fini(&pairs);
}

bool coset_detect_exchanges_rules(const coset_detected *d)
{
    for (uint32_t g = 0; g < d->n_generators; g++)
        for (uint32_t i = 0; i < d->generators[g].n_moves; i++)
            if (d->generators[g].moves[i].from.group != d->generators[g].moves[i].to.group)
                return true;
    return false;
}

uint32_t coset_detect_fired(const coset_detected *d, uint32_t n_groups, bool *fired)
{
    classes c = {0};
    find_classes(&c, d);
    c.members = coset_new(c.up.n, sizeof *c.members);
    c.certain = coset_new(c.up.n, sizeof *c.certain);
    c.perhaps = coset_new(c.up.n, sizeof *c.perhaps);
    count_members(&c);
    for (uint32_t x = 0; x < c.up.n; x++)
        if (fired[group_of(&c, x)]) {
            bool all = d->n_rule_instances && c.members[x] == d->n_rule_instances[group_of(&c, x)];
            c.certain[top(&c, x)] = c.certain[top(&c, x)] || all;
            c.perhaps[top(&c, x)] = true;
        }
    bool *sure = coset_new(n_groups, sizeof *sure), *unsure = coset_new(n_groups, sizeof *unsure);
    for (uint32_t x = 0; x < c.up.n; x++) {
        sure[group_of(&c, x)] = sure[group_of(&c, x)] || c.certain[top(&c, x)];
        unsure[group_of(&c, x)] = unsure[group_of(&c, x)] || c.perhaps[top(&c, x)];
    }
    uint32_t n = 0;
    for (uint32_t g = 0; g < n_groups; g++) {
        n += !fired[g] && !sure[g] && unsure[g];
        fired[g] = fired[g] || sure[g] || unsure[g];
    }
    coset_delete(sure);
    coset_delete(unsure);
    coset_delete(c.members);
    coset_delete(c.certain);
    coset_delete(c.perhaps);
    coset_vec_fini(&c.up);
    coset__intern_fini(&c.known);
    return n;
}
