/* logic/explicit.c - a graph of all states, and sets of its nodes as bits. */
#include "logic/explicit.h"

#include <string.h>

#define LOOK_EVERY 256 /* states, for limits */

typedef struct {
    uint32_t to, group;
} edge;

typedef struct {
    uint32_t references;
    uint64_t words[];
} bits;

typedef struct {
    const coset_model *m;
    const coset_engine_options *o;
    coset_arena *arena;
    coset_worker *worker, *check;
    uint32_t width, n;         /* slots; states */
    COSET_VEC(coset_value) at; /* contents of the states */
    COSET_VEC(edge) edges;
    COSET_VEC(uint32_t) first; /* [n + 1] edges of a state */
    COSET_VEC(uint32_t) starts;
    uint32_t *table, room; /* of states by content: number + 1; room is a power of two */
    bool *dead;            /* [n] no step */
    const coset_formulas *f;
    const char *why; /* formulas cannot be decided, or NULL */
    double began;
    uint64_t passed; /* calls since the last look at the clock */
} graph;

/* ---- listing ------------------------------------------------------------------------------------------------------
 */

static const coset_value *contents(const graph *g, uint32_t i) { return g->at.at + (size_t)i * g->width; }

static uint32_t hash(const graph *g, const coset_value *s)
{
    uint64_t h = 1469598103934665603u;
    for (uint32_t i = 0; i < g->width; i++)
        h = (h ^ s[i]) * 1099511628211u;
    return (uint32_t)(h ^ h >> 29);
}

/* Where the state stands in the table, or would stand. */
static uint32_t place_of(const graph *g, const coset_value *s)
{
    uint32_t i = hash(g, s) & (g->room - 1);
    while (g->table[i] && g->width && memcmp(contents(g, g->table[i] - 1), s, g->width * sizeof *s) != 0)
        i = (i + 1) & (g->room - 1);
    return i;
}

static void grow(graph *g)
{
    uint32_t n = g->n;
    coset_delete(g->table);
    g->room = g->room ? g->room * 2 : 1024;
    g->table = coset_new(g->room, sizeof *g->table);
    for (uint32_t i = 0; i < n; i++)
        g->table[place_of(g, contents(g, i))] = i + 1;
}

static uint32_t number_of(graph *g, const coset_value *s)
{
    if ((uint64_t)g->n * 2 >= g->room)
        grow(g);
    uint32_t place = place_of(g, s);
    if (g->table[place] == 0) {
        for (uint32_t i = 0; i < g->width; i++)
            *coset_vec_add(&g->at) = s[i];
        g->table[place] = ++g->n;
    }
    return g->table[place] - 1;
}

static void give_up(graph *g, const char *why)
{
    if (!g->why)
        g->why = why;
}

static coset_status on_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    graph *g = ctx;
    if (e->fault)
        give_up(g, "a start rule faults, so the start states are not known");
    else
        *coset_vec_add(&g->starts) = number_of(g, dst);
    return COSET_OK;
}

static coset_status on_step(void *ctx, const coset_edge *e, const coset_value *dst)
{
    graph *g = ctx;
    if (e->fault)
        give_up(g, "a reachable step faults, so the paths are not known");
    else
        *coset_vec_add(&g->edges) = (edge){number_of(g, dst), e->group};
    return g->why ? COSET_STOPPED : COSET_OK;
}

static uint64_t bytes_of(const graph *g)
{
    return (uint64_t)g->at.room * sizeof *g->at.at + (uint64_t)g->edges.room * sizeof *g->edges.at +
           (uint64_t)g->room * sizeof *g->table;
}

static bool may_go_on(graph *g)
{
    if (g->why)
        return false;
    if (g->o->stop && atomic_load(g->o->stop))
        give_up(g, "stopped from outside");
    else if (g->o->max_seconds > 0 && coset_engine_now() - g->began > g->o->max_seconds)
        give_up(g, coset_arena_printf(g->arena, "the time limit of %g seconds was reached", g->o->max_seconds));
    else if (g->o->max_bytes && bytes_of(g) > g->o->max_bytes)
        give_up(g, "the memory limit was reached while the graph for formulas was made");
    else if (g->o->max_states && g->n > g->o->max_states)
        give_up(g, coset_arena_printf(g->arena, "the bound of %llu states was reached",
                                      (unsigned long long)g->o->max_states));
    else if (g->n > (1u << 30) / (g->width + 1) || g->edges.n > 1u << 30)
        give_up(g, "the model is too large for formulas on an explicit graph: use --engine=symbolic");
    return !g->why;
}

static void list(graph *g)
{
    (void)g->m->ops->starts(g->worker, on_start, g);
    coset_value *src = coset_new((size_t)g->width + 1, sizeof *src);
    for (uint32_t i = 0; i < g->n && !g->why; i++) {
        if (i % LOOK_EVERY == 0 && !may_go_on(g))
            break;
        *coset_vec_add(&g->first) = g->edges.n;
        if (g->width)
            memcpy(src, contents(g, i), g->width * sizeof *src);
        (void)g->m->ops->next(g->worker, src, on_step, g);
    }
    *coset_vec_add(&g->first) = g->edges.n;
    coset_delete(src);
    g->dead = coset_new((size_t)g->n + 1, sizeof *g->dead);
    for (uint32_t i = 0; i < g->n && !g->why; i++)
        g->dead[i] = g->first.at[i] == g->first.at[i + 1];
}

/* ---- sets ---------------------------------------------------------------------------------------------------------
 */

static uint32_t n_words(const graph *g) { return g->n / 64 + 1; }
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
    for (uint32_t i = 0; i < g->n; i++)
        put(b, i);
    return handle(b);
}

static coset_set start(void *ctx)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    for (uint32_t i = 0; i < g->starts.n; i++)
        put(b, g->starts.at[i]);
    return handle(b);
}

static coset_set atom(void *ctx, uint32_t prop)
{
    graph *g = ctx;
    bits *b = new_bits(g);
    coset_fault fault;
    for (uint32_t i = 0; i < g->n && !g->why; i++) {
        coset_eval v = g->m->ops->eval(g->check, prop, 0, contents(g, i), &fault);
        if (v == COSET_EVAL_FAULT)
            give_up(g, coset_arena_printf(g->arena, "a condition cannot be evaluated in a reachable state: %s",
                                          fault.text));
        if (v == COSET_EVAL_TRUE)
            put(b, i);
    }
    return handle(b);
}

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

static coset_set share(void *ctx, coset_set x)
{
    (void)ctx;
    at(x)->references++;
    return x;
}

static void drop(void *ctx, coset_set x)
{
    (void)ctx;
    if (--at(x)->references == 0)
        coset_delete(at(x));
}

static bool belongs(const graph *g, uint32_t steps, const edge *e)
{
    return steps >= COSET_STEPS_TOTAL || g->f->actions.at[steps].groups[e->group];
}

static coset_set before(void *ctx, uint32_t steps, coset_set x)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    for (uint32_t i = 0; i < g->n; i++) {
        bool found = steps == COSET_STEPS_TOTAL && g->dead[i] && has(at(x), i);
        for (uint32_t k = g->first.at[i]; k < g->first.at[i + 1] && !found; k++)
            found = belongs(g, steps, &g->edges.at[k]) && has(at(x), g->edges.at[k].to);
        if (found)
            put(b, i);
    }
    return handle(b);
}

static coset_set after(void *ctx, uint32_t steps, coset_set x)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    for (uint32_t i = 0; i < g->n; i++) {
        if (!has(at(x), i))
            continue;
        if (steps == COSET_STEPS_TOTAL && g->dead[i])
            put(b, i);
        for (uint32_t k = g->first.at[i]; k < g->first.at[i + 1]; k++)
            if (belongs(g, steps, &g->edges.at[k]))
                put(b, g->edges.at[k].to);
    }
    return handle(b);
}

static bool goes_on(void *ctx) { return may_go_on(ctx); }

static void pick(void *ctx, coset_set x, uint32_t *state)
{
    const graph *g = ctx;
    uint32_t i = 0;
    while (i < g->n && !has(at(x), i))
        i++;
    COSET_INVARIANT(i < g->n);
    if (g->width)
        memcpy(state, contents(g, i), g->width * sizeof *state);
}

static coset_set single(void *ctx, const uint32_t *state)
{
    const graph *g = ctx;
    bits *b = new_bits(g);
    uint32_t number = g->table[place_of(g, state)];
    COSET_INVARIANT(number > 0);
    put(b, number - 1);
    return handle(b);
}

/* ---- all
 * ------------------------------------------------------------------------------------------------------------- */

static const char *stopped(void *ctx) { return ((const graph *)ctx)->why; }

static void judge(graph *g, coset_fixpoint how, coset_result *r)
{
    static const coset_set_ops ops = {none,  all,  atom,     start, unite, meet,    minus, before,
                                      after, same, is_empty, share, drop,  goes_on, pick,  single};
    const coset_sets sets = {&ops, g, g->width};
    coset_judging j = {.m = g->m, .formulas = g->f, .how = how, .sets = &sets, .stopped = stopped};
    for (uint32_t i = 0; i < g->n && !g->why; i++)
        j.dead_ends = j.dead_ends || g->dead[i];
    j.unfounded = g->why != NULL;
    j.why = g->why;
    coset_logic_judge(&j, g->arena, r);
}

void coset_explicit_judge(const coset_model *m, const coset_engine_options *o, const coset_formulas *f,
                          coset_fixpoint how, coset_arena *arena, coset_result *r)
{
    graph g = {.m = m, .o = o, .arena = arena, .width = m->n_slots, .f = f, .began = coset_engine_now()};
    g.worker = coset_worker_new(m);
    g.check = coset_worker_new(m);
    grow(&g);
    if (o->max_depth)
        give_up(&g, "with a bound of the depth not all paths are known");
    else
        list(&g);
    judge(&g, how, r);
    r->seconds += coset_engine_now() - g.began;
    m->ops->worker_free(g.worker);
    m->ops->worker_free(g.check);
    coset_vec_fini(&g.at);
    coset_vec_fini(&g.edges);
    coset_vec_fini(&g.first);
    coset_vec_fini(&g.starts);
    coset_delete(g.table);
    coset_delete(g.dead);
}
