/* logic/explicit.c - an explicit graph of all states; sets of nodes as bit vectors. */
#include "logic/explicit.h"

#include <string.h>

#include "logic/graph.h"

typedef struct {
    uint32_t references;
    uint64_t words[];
} bits;

typedef struct {
    coset_graph states;
    const coset_formulas *f;
    coset_set *conditions; /* [n_props] of the states; only of properties that are parts of formulas */
} graph;

/* ---- sets ---------------------------------------------------------------------------------------------------------
 */

static uint32_t n_words(const graph *g) { return g->states.n / 64 + 1; }
static bits *at(coset_set a)
{
    union {
        intptr_t id;
        bits *of;
    } u = {.id = a.id};
    return u.of;
}

static bits *new_bits(const graph *g)
{
    bits *b = coset_new(1, sizeof *b + n_words(g) * sizeof *b->words);
    b->references = 1;
    return b;
}

static coset_set handle(bits *b)
{
    union {
        bits *of;
        coset_set set;
    } u = {.of = b};
    return u.set;
}

static bool has(const bits *b, uint32_t i) { return b->words[i / 64] >> i % 64 & 1; }
static void put(bits *b, uint32_t i) { b->words[i / 64] |= (uint64_t)1 << i % 64; }

static coset_set none(void *ctx) { return handle(new_bits(ctx)); }

static coset_set all(void *ctx)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    for (uint32_t i = 0; i < g->states.n; i++)
        put(b, i);
    return handle(b);
}

static coset_set start(void *ctx)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    for (uint32_t i = 0; i < g->states.starts.n; i++)
        put(b, g->states.starts.at[i]);
    return handle(b);
}

static coset_set share(void *ctx, coset_set x)
{
    (void)ctx;
    at(x)->references++;
    return x;
}

static coset_set atom(void *ctx, uint32_t prop) { return share(ctx, ((const graph *)ctx)->conditions[prop]); }

static coset_set unite(void *ctx, coset_set x, coset_set y)
{
    bits *b = new_bits(ctx);
    for (uint32_t i = 0; i < n_words(ctx); i++)
        b->words[i] = at(x)->words[i] | at(y)->words[i];
    return handle(b);
}

static coset_set meet(void *ctx, coset_set x, coset_set y)
{
    bits *b = new_bits(ctx);
    for (uint32_t i = 0; i < n_words(ctx); i++)
        b->words[i] = at(x)->words[i] & at(y)->words[i];
    return handle(b);
}

static coset_set minus(void *ctx, coset_set x, coset_set y)
{
    bits *b = new_bits(ctx);
    for (uint32_t i = 0; i < n_words(ctx); i++)
        b->words[i] = at(x)->words[i] & ~at(y)->words[i];
    return handle(b);
}

static bool same(void *ctx, coset_set x, coset_set y)
{
    return memcmp(at(x)->words, at(y)->words, n_words(ctx) * sizeof *at(x)->words) == 0;
}

static bool is_empty(void *ctx, coset_set x)
{
    for (uint32_t i = 0; i < n_words(ctx); i++)
        if (at(x)->words[i])
            return false;
    return true;
}

static void drop(void *ctx, coset_set x)
{
    (void)ctx;
    if (--at(x)->references == 0)
        coset_delete(at(x));
}

static bool belongs(const graph *g, uint32_t steps, const coset_graph_edge *e)
{
    return steps >= COSET_STEPS_TOTAL || g->f->actions.at[steps].groups[e->group];
}

static coset_set before(void *ctx, uint32_t steps, coset_set x)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    for (uint32_t i = 0; i < g->states.n; i++) {
        bool found = steps == COSET_STEPS_TOTAL && g->states.dead[i] && has(at(x), i);
        for (uint32_t k = g->states.first.at[i]; k < g->states.first.at[i + 1] && !found; k++)
            found = belongs(g, steps, &g->states.edges.at[k]) && has(at(x), g->states.edges.at[k].to);
        if (found)
            put(b, i);
    }
    return handle(b);
}

static coset_set after(void *ctx, uint32_t steps, coset_set x)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    for (uint32_t i = 0; i < g->states.n; i++) {
        if (!has(at(x), i))
            continue;
        if (steps == COSET_STEPS_TOTAL && g->states.dead[i])
            put(b, i);
        for (uint32_t k = g->states.first.at[i]; k < g->states.first.at[i + 1]; k++)
            if (belongs(g, steps, &g->states.edges.at[k]))
                put(b, g->states.edges.at[k].to);
    }
    return handle(b);
}

static bool goes_on(void *ctx) { return coset_graph_goes_on(&((graph *)ctx)->states); }

static void pick(void *ctx, coset_set x, uint32_t *state)
{
    const graph *g = ctx;
    uint32_t i = 0;
    while (i < g->states.n && !has(at(x), i))
        i++;
    COSET_INVARIANT(i < g->states.n);
    if (g->states.width)
        memcpy(state, coset_graph_state(&g->states, i), g->states.width * sizeof *state);
}

static coset_set single(void *ctx, const uint32_t *state)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    uint32_t number = coset_graph_find(&g->states, state);
    COSET_INVARIANT(number != UINT32_MAX);
    put(b, number);
    return handle(b);
}

/* ---- all
 * ------------------------------------------------------------------------------------------------------------- */

static const char *stopped(void *ctx) { return ((const graph *)ctx)->states.why; }

static bool is_condition(const graph *g, uint32_t prop)
{
    return g->states.m->props[prop].kind == COSET_PROP_PREDICATE;
}

/* All of them in all states before any formula is decided: one that faults leaves every formula open, as in the
 * symbolic engine. */
static void evaluate_conditions(graph *g)
{
    for (uint32_t p = 0; p < g->states.m->n_props; p++) {
        if (!is_condition(g, p))
            continue;
        bits *b = new_bits(g);
        for (uint32_t i = 0; i < g->states.n && !g->states.why; i++)
            if (coset_graph_test(&g->states, p, i) == COSET_EVAL_TRUE)
                put(b, i);
        g->conditions[p] = handle(b);
    }
}

static void judge(graph *g, coset_fixpoint how, coset_result *r)
{
    static const coset_set_ops ops = {none,  all,  atom,     start, unite, meet,    minus, before,
                                      after, same, is_empty, share, drop,  goes_on, pick,  single};
    const coset_sets sets = {&ops, g, g->states.width};
    coset_judging j = {.m = g->states.m, .formulas = g->f, .how = how, .sets = &sets, .stopped = stopped};
    for (uint32_t i = 0; i < g->states.n && !g->states.why; i++)
        j.dead_ends = j.dead_ends || g->states.dead[i];
    j.unfounded = g->states.why != NULL;
    j.why = g->states.why;
    coset_logic_judge(&j, g->states.arena, r);
}

void coset_explicit_judge(const coset_model *m, const coset_engine_options *o, const coset_formulas *f,
                          coset_fixpoint how, coset_arena *arena, coset_result *r)
{
    graph g = {.f = f};
    coset_graph_make(&g.states, m, o, arena);
    g.conditions = coset_new(m->n_props, sizeof *g.conditions);
    evaluate_conditions(&g);
    judge(&g, how, r);
    for (uint32_t p = 0; p < m->n_props; p++)
        if (is_condition(&g, p))
            drop(&g, g.conditions[p]);
    coset_delete(g.conditions);
    r->seconds += coset_engine_now() - g.states.began;
    coset_graph_fini(&g.states);
}
