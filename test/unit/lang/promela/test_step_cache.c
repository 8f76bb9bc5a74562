/* A worker with a cache of rule effects takes the same steps as one without, perhaps in another order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "ir/chain.h"
#include "ir/step_cache.h"
#include "lang/promela/promela.h"
#include "model/model.h"

enum { MOST_STATES = 1500, MOST_EDGES = 64 };

typedef struct {
    coset_edge edge;
    bool faults;
    coset_fault fault;
    coset_parts parts; /* one by one */
    coset_value *dst;
} step;

typedef struct {
    uint32_t n_slots, n_steps, n_told, n_walks;
    const coset_model *m;
    const coset_value *src;
    step steps[MOST_EDGES];
} steps;

/* The reported facts about an edge are true. */
static void check_told(const steps *all, const coset_edge *e, const coset_value *dst)
{
    for (uint32_t i = 0; i < all->n_slots; i++) {
        bool touched = dst[i] == all->src[i];
        for (uint32_t k = 0; k < e->n_touched; k++)
            touched = touched || e->touched[k] == i;
        assert_true(touched);
    }
}

static coset_status keep(void *ctx, const coset_edge *e, const coset_value *dst)
{
    steps *all = ctx;
    assert_true(all->n_steps < MOST_EDGES);
    step *s = &all->steps[all->n_steps++];
    s->edge = *e;
    s->parts.n = 0;
    coset_edge_parts(all->m, e, &s->parts);
    s->faults = e->fault != NULL;
    if (e->fault)
        s->fault = *e->fault;
    else
        memcpy(s->dst, dst, all->n_slots * sizeof *dst);
    if (e->told)
        check_told(all, e, dst);
    all->n_told += e->told;
    all->n_walks += e->told && e->n_parts;
    return COSET_OK;
}

static int by_names(const void *a, const void *b)
{
    const step *x = a, *y = b;
    uint32_t n = x->parts.n < y->parts.n ? x->parts.n : y->parts.n;
    if (x->edge.group != y->edge.group)
        return x->edge.group < y->edge.group ? -1 : 1;
    if (x->edge.instance != y->edge.instance)
        return x->edge.instance < y->edge.instance ? -1 : 1;
    for (uint32_t i = 0; i < n; i++)
        if (x->parts.at[i].group != y->parts.at[i].group || x->parts.at[i].instance != y->parts.at[i].instance)
            return x->parts.at[i].group < y->parts.at[i].group || (x->parts.at[i].group == y->parts.at[i].group &&
                                                                   x->parts.at[i].instance < y->parts.at[i].instance)
                       ? -1
                       : 1;
    return x->parts.n < y->parts.n ? -1 : x->parts.n > y->parts.n;
}

static void take(const coset_model *m, coset_worker *w, const coset_value *src, steps *all)
{
    all->n_steps = 0;
    all->src = src;
    assert_int_equal(m->ops->next(w, src, keep, all), COSET_OK);
    qsort(all->steps, all->n_steps, sizeof *all->steps, by_names);
}

static void assert_same(const steps *a, const steps *b)
{
    assert_int_equal(a->n_steps, b->n_steps);
    for (uint32_t i = 0; i < a->n_steps; i++) {
        const step *x = &a->steps[i], *y = &b->steps[i];
        assert_true(x->edge.group == y->edge.group && x->edge.instance == y->edge.instance);
        assert_int_equal(x->parts.n, y->parts.n);
        for (uint32_t k = 0; k < x->parts.n; k++)
            assert_true(x->parts.at[k].group == y->parts.at[k].group &&
                        x->parts.at[k].instance == y->parts.at[k].instance);
        assert_int_equal(x->faults, y->faults);
        if (x->faults)
            assert_string_equal(x->fault.text, y->fault.text);
        else
            assert_memory_equal(x->dst, y->dst, a->n_slots * sizeof *x->dst);
    }
}

typedef COSET_VEC(coset_value *) states;

static void add(states *all, const coset_value *state, uint32_t n)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (memcmp(all->at[i], state, n * sizeof *state) == 0)
            return;
    if (all->n == MOST_STATES)
        return;
    *coset_vec_add(all) = coset_new(n, sizeof *state);
    memcpy(all->at[all->n - 1], state, n * sizeof *state);
}

static steps *new_steps(const coset_model *m)
{
    steps *s = coset_new(1, sizeof *s);
    s->m = m;
    s->n_slots = m->n_slots;
    for (uint32_t i = 0; i < MOST_EDGES; i++)
        s->steps[i].dst = coset_new(m->n_slots, sizeof(coset_value));
    return s;
}

static void free_steps(steps *s)
{
    for (uint32_t i = 0; i < MOST_EDGES; i++) {
        coset_delete(s->steps[i].dst);
        coset_vec_fini(&s->steps[i].parts);
    }
    coset_delete(s);
}

/* All reachable states, twice: when they are visited for the first time, and when all is cached. */
static void compare(const char *source, bool has_walks)
{
    coset_text *text = coset_text_new();
    uint16_t file = coset_text_add(text, "m", source, strlen(source));
    coset_load_options options = {.dialect = NULL};
    coset_model *m = NULL;
    if (coset_promela.load(text, file, &options, &m, NULL) != COSET_OK)
        coset_text_print(text, stdout, false, 0);
    assert_non_null(m);
    coset_worker *plain = coset_worker_new(m), *remembers = coset_worker_new(m);
    m->ops->remember(remembers);
    steps *want = new_steps(m), *got = new_steps(m);
    states all = {0};
    assert_int_equal(m->ops->starts(plain, keep, want), COSET_OK);
    for (uint32_t i = 0; i < want->n_steps; i++)
        add(&all, want->steps[i].dst, m->n_slots);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < all.n; i++) {
            take(m, plain, all.at[i], want);
            take(m, remembers, all.at[i], got);
            assert_same(want, got);
            for (uint32_t k = 0; k < want->n_steps; k++)
                if (!want->steps[k].faults)
                    add(&all, want->steps[k].dst, m->n_slots);
        }
    assert_int_equal(want->n_told, 0);
    assert_true(got->n_told > 0);
    assert_true(!has_walks || got->n_walks > 0);
    for (uint32_t i = 0; i < all.n; i++)
        coset_delete(all.at[i]);
    coset_vec_fini(&all);
    free_steps(want);
    free_steps(got);
    m->ops->worker_free(plain);
    m->ops->worker_free(remembers);
    coset_model_free(m);
    coset_text_free(text);
}

static void atomic_sequences(void **ctx)
{
    (void)ctx;
    compare("byte x; bool b[3];\n"
            "proctype p(byte i) { byte k; do :: atomic { x < 3 -> x++; b[i] = 1; k = x }\n"
            " :: atomic { b[i] -> b[i] = 0; if :: k > 1 -> x = 0 :: else -> k++ fi }\n"
            " :: atomic { x > 0 -> x--; b[0] && b[2]; x = 2 } od }\n"
            "init { atomic { run p(0); run p(1); run p(2) } }\n",
            true);
}

/* Paths that end in a loop, that block, that branch; faults in the middle. */
static void odd_walks(void **ctx)
{
    (void)ctx;
    compare(
        "byte x; int y;\n"
        "active proctype p() { do :: atomic { x < 4 -> do :: x < 3 -> x++ :: x > 0 -> x-- :: break od }\n"
        " :: atomic { x == 2 -> do :: y = 1 - y :: y -> break od }\n"
        " :: atomic { x == 3 -> x = 0; y == 7; x = 1 }\n"
        " :: atomic { x == 1 -> y = 2; assert(x != 1); x = 3 } :: d_step { x == 3 -> x = 9; y = 12 / (x - 9) } od }\n"
        "active proctype q() { byte a[2]; do :: a[x % 3] = 1 :: atomic { y > 1 -> y--; y = 0 } od }\n",
        true);
}

static void channels(void **ctx)
{
    (void)ctx;
    compare("mtype = { ping, pong }; chan c = [2] of { mtype, byte }; chan r = [0] of { byte }; byte n;\n"
            "active proctype s() { byte v; do :: c!ping(v) -> v = (v + 1) % 3 :: atomic { r?v -> v = v % 2; n++ } \n"
            " :: timeout -> n = 0 :: n > 3 -> n = 1 od }\n"
            "active proctype t() { byte v; mtype w; do :: c?ping(v) :: c??pong(v) -> skip\n"
            " :: atomic { c?w(v) -> r!v; v = 0 } :: d_step { v > 1 -> v = 0; n = n & 3 } od unless { n == 3 } }\n",
            true);
}

static const coset_model *load(coset_text *text, const char *source)
{
    uint16_t file = coset_text_add(text, "m", source, strlen(source));
    coset_load_options options = {.dialect = NULL};
    coset_model *m = NULL;
    assert_int_equal(coset_promela.load(text, file, &options, &m, NULL), COSET_OK);
    return m;
}

/* A sequence that is too long for the cache is left to the chain of its statements; its first part is not cached. */
static void long_sequences(void **ctx)
{
    char source[4096] = "byte x, y; active proctype p() { do :: atomic { x < 9 -> x++";
    (void)ctx;
    for (uint32_t i = 0; i < 30; i++)
        strcat(source, "; y = (y + 1) % 5");
    strcat(source, " } od }\n");
    coset_text *text = coset_text_new();
    const coset_model *m = load(text, source);
    const coset_ir_machine_model *model = (const coset_ir_machine_model *)m;
    coset_machine *w = (coset_machine *)coset_worker_new(m);
    coset_step_cache *cache = coset_step_cache_new(model);
    steps *all = new_steps(m);
    coset_status status;
    assert_int_equal(m->ops->starts((coset_worker *)w, keep, all), COSET_OK);
    take(m, (coset_worker *)w, all->steps[0].dst, all);
    assert_int_equal(all->n_steps, 1);
    w->emit = keep;
    w->emit_ctx = all;
    uint32_t n_long = 0;
    for (uint32_t i = 0; i < model->n_trials; i++)
        if (model->chains[model->trials[i].rule].n > 25) {
            n_long++;
            assert_false(coset_step_cache_run(cache, w, i, &status));
        }
    assert_int_equal(n_long, 1);
    w->emit = NULL;
    coset_step_cache_free(cache);
    free_steps(all);
    m->ops->worker_free((coset_worker *)w);
    coset_model_free((coset_model *)(uintptr_t)m);
    coset_text_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atomic_sequences),
        cmocka_unit_test(odd_walks),
        cmocka_unit_test(channels),
        cmocka_unit_test(long_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
