/* Machine code and interpreter agree: the same edges, faults, covers and values of properties in every state that a
 * short search reaches, on the models of the conformance tests and on those of the corpus. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "ir/interp.h"
#include "ir/machine.h"
#include "ir/native.h"
#include "ir/native_run.h"
#include "lang/murphi/murphi.h"

/* ---- edges as records that can be compared ------------------------------------------------------------------- */

typedef struct {
    uint32_t group, prop, n_covers, covers[8];
    uint64_t instance;
    int fault; /* kind + 1, or 0 */
    coset_pos pos;
    char text[200];
    coset_value *dst;
} edge;

typedef struct {
    uint32_t n_slots;
    COSET_VEC(edge) edges;
} edges;

static coset_status collect(void *ctx, const coset_edge *e, const coset_value *dst)
{
    edges *all = ctx;
    edge *to = coset_vec_add(&all->edges);
    memset(to, 0, sizeof *to);
    to->group = e->group;
    to->instance = e->instance;
    to->n_covers = e->n_covers;
    for (uint32_t i = 0; i < e->n_covers && i < 8; i++)
        to->covers[i] = e->covers[i];
    if (e->fault) {
        to->fault = (int)e->fault->kind + 1;
        to->prop = e->fault->prop;
        to->pos = e->fault->pos;
        memcpy(to->text, e->fault->text, strlen(e->fault->text) + 1);
    } else {
        to->dst = coset_new(all->n_slots, sizeof *dst);
        memcpy(to->dst, dst, all->n_slots * sizeof *dst);
    }
    return COSET_OK;
}

static void drop(edges *all)
{
    for (uint32_t i = 0; i < all->edges.n; i++)
        coset_delete(all->edges.at[i].dst);
    coset_vec_fini(&all->edges);
}

static void same_edges(const edges *a, const edges *b)
{
    assert_int_equal(a->edges.n, b->edges.n);
    for (uint32_t i = 0; i < a->edges.n; i++) {
        edge x = a->edges.at[i], y = b->edges.at[i];
        if (x.dst)
            assert_memory_equal(x.dst, y.dst, a->n_slots * sizeof *x.dst);
        x.dst = y.dst = NULL;
        assert_memory_equal(&x, &y, sizeof x);
    }
}

static void same_props(const coset_model *m, coset_worker *a, coset_worker *b, const coset_value *state)
{
    for (uint32_t p = 0; p + 2 < m->n_props; p++) {
        coset_fault fa = {0}, fb = {0};
        for (uint32_t i = 0; !m->props[p].in_step && i < m->props[p].n_instances && i < 20; i++) {
            coset_eval va = m->ops->eval(a, p, i, state, &fa);
            assert_int_equal(va, m->ops->eval(b, p, i, state, &fb));
            if (va == COSET_EVAL_FAULT)
                assert_string_equal(fa.text, fb.text);
        }
    }
}

/* ---- a short search, both ways ------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_value *) states;

static void add_new(states *known, const edges *all, uint32_t most)
{
    size_t bytes = all->n_slots * sizeof(coset_value);
    for (uint32_t i = 0; i < all->edges.n && known->n < most; i++) {
        bool found = !all->edges.at[i].dst;
        for (uint32_t k = 0; k < known->n && !found; k++)
            found = memcmp(known->at[k], all->edges.at[i].dst, bytes) == 0;
        if (!found)
            *coset_vec_add(known) = memcpy(coset_new(bytes, 1), all->edges.at[i].dst, bytes);
    }
}

/* Visits at most `most` states. */
static void compare(const coset_model *m, const coset_model *native, uint32_t most)
{
    coset_worker *a = coset_worker_new(m), *b = coset_worker_new(native);
    edges ea = {.n_slots = m->n_slots}, eb = {.n_slots = m->n_slots};
    states known = {0};
    (void)m->ops->starts(a, collect, &ea);
    (void)m->ops->starts(b, collect, &eb);
    same_edges(&ea, &eb);
    add_new(&known, &ea, most);
    for (uint32_t i = 0; i < known.n; i++) {
        drop(&ea);
        drop(&eb);
        (void)m->ops->next(a, known.at[i], collect, &ea);
        (void)m->ops->next(b, known.at[i], collect, &eb);
        same_edges(&ea, &eb);
        same_props(m, a, b, known.at[i]);
        add_new(&known, &ea, most);
    }
    drop(&ea);
    drop(&eb);
    for (uint32_t i = 0; i < known.n; i++)
        coset_delete(known.at[i]);
    coset_vec_fini(&known);
    m->ops->worker_free(a);
    m->ops->worker_free(b);
}

/* Code that takes longer than most of a second is generated concurrently with the search. */
static void wait_for_code(const coset_model *native)
{
    for (int i = 0; i < 60000 && !coset_native_in_use(native); i++)
        usleep(1000);
    assert_true(coset_native_in_use(native));
}

/* ---- models -------------------------------------------------------------------------------------------------- */

static uint32_t compare_file(const char *path, uint32_t most)
{
    coset_text *text = coset_text_new();
    coset_load_options options = {0};
    coset_model *m = NULL, *native = NULL;
    coset_err err;
    uint16_t file;
    assert_int_equal(coset_text_read(text, path, &file, &err), COSET_OK);
    bool loaded = coset_murphi.load(text, file, &options, &m, &err) == COSET_OK;
    if (loaded) {
        assert_int_equal(coset_native_new(m, COSET_NATIVE_NOW, &native, &err), COSET_OK);
        wait_for_code(native);
        compare(m, native, most);
        coset_model_free(native);
        coset_model_free(m);
    }
    coset_text_free(text);
    return loaded;
}

static uint32_t compare_folder(const char *folder, uint32_t most)
{
    struct dirent **names;
    char path[4096];
    uint32_t n = 0;
    int found = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < found; i++) {
        const char *name = names[i]->d_name;
        size_t len = strlen(name);
        (void)snprintf(path, sizeof path, "%s/%s", folder, name);
        if (len > 2 && strcmp(name + len - 2, ".m") == 0) {
            n += compare_file(path, most);
        }
        free(names[i]);
    }
    if (found >= 0)
        free(names);
    return n;
}

static bool without_llvm(void)
{
#ifdef COSET_JIT_MODULE
    assert_non_null(coset_native_version());
    return false;
#else
    print_message("built without LLVM\n");
    return true;
#endif
}

static void conforming_models(void **state)
{
    (void)state;
    if (without_llvm())
        skip();
    assert_true(compare_folder(COSET_TEST_DIR "/conform/murphi", 1000) > 20);
    assert_true(compare_folder(COSET_TEST_DIR "/legal/murphi", 1000) > 0);
}

static void corpus_models(void **state)
{
    static const char *const folders[] = {"rumur-tests", "bench"};
    const char *shared = getenv("COSET_SHARED");
    char path[4096];
    uint32_t n = 0;
    (void)state;
    if (without_llvm())
        skip();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        (void)snprintf(path, sizeof path, "%s/corpus/murphi/%s", shared ? shared : COSET_TEST_DIR "/../../shared",
                       folders[i]);
        n += compare_folder(path, 150);
    }
    if (n == 0) {
        print_message("no corpus at %s\n", path);
        skip();
    }
}

/* `before` states until there is code, then `after`. */
static void compare_later(const char *path, uint32_t before, uint32_t after)
{
    coset_text *text = coset_text_new();
    coset_load_options options = {0};
    coset_model *m = NULL, *native = NULL;
    coset_err err;
    uint16_t file;
    assert_int_equal(coset_text_read(text, path, &file, &err), COSET_OK);
    assert_int_equal(coset_murphi.load(text, file, &options, &m, &err), COSET_OK);
    assert_int_equal(coset_native_new(m, COSET_NATIVE_LATER, &native, &err), COSET_OK);
    for (int rounds = 0; rounds < 60000 && !coset_native_in_use(native); rounds++)
        compare(m, native, before);
    assert_true(coset_native_in_use(native));
    for (int rounds = 0; rounds < 300; rounds++)
        compare(m, native, after);
    coset_model_free(native);
    coset_model_free(m);
    coset_text_free(text);
}

/* Switching in the middle changes nothing, nor does better code: both models give the same edges at any time. */
static void later_is_the_same(void **state)
{
    (void)state;
    if (without_llvm())
        skip();
    compare_later(COSET_TEST_DIR "/../examples/murphi/german.m", 300, 300);
}

/* The code has rules whose functions were never called before. */
static void functions_called_late(void **state)
{
    (void)state;
    if (without_llvm())
        skip();
    compare_later(COSET_TEST_DIR "/conform/murphi/late_calls.m", 65, 200);
}

#ifndef COSET_TEST_SMALL
/* A rule that runs so seldom that its code would never pay has none. */
static void seldom_run(void **state)
{
    static const char source[] = "var x: 0..9; ruleset i: 0..9 do rule x = i ==> begin x := (i + 1) % 10 end end;\n"
                                 "startstate x := 0 end;\n";
    (void)state;
    if (without_llvm())
        skip();
    coset_text *text = coset_text_new();
    coset_load_options options = {0};
    coset_model *m = NULL, *native = NULL;
    coset_err err;
    uint16_t file = coset_text_add(text, "m", source, strlen(source));
    assert_int_equal(coset_murphi.load(text, file, &options, &m, &err), COSET_OK);
    assert_int_equal(coset_native_new(m, COSET_NATIVE_LATER, &native, &err), COSET_OK);
    for (int rounds = 0; rounds < 6; rounds++)
        compare(m, native, 10);
    wait_for_code(native);
    const coset_native_code *code = ((const coset_ir_machine_model *)native)->code;
    for (uint32_t i = 0; i < m->n_groups; i++)
        assert_true(code->rules[i] == NULL);
    coset_model_free(native);
    coset_model_free(m);
    coset_text_free(text);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conforming_models), cmocka_unit_test(corpus_models),
        cmocka_unit_test(later_is_the_same), cmocka_unit_test(functions_called_late),
#ifndef COSET_TEST_SMALL
        cmocka_unit_test(seldom_run),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
