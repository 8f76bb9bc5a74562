/* The model that a description becomes: slots, rules, symmetric types, the symmetry of its start states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "service/given.h"

/* Two types; cell[p][2][q] holds elements of q from value 2 on, last a p. */
static const coset_given_type types[] = {{"p", 3, NULL}, {"q", 2, (const char *const[]){"left", "right"}}};
static const coset_given_range cells[] = {{0, 0}, {COSET_GIVEN_PLAIN, 2}, {1, 0}};
static const coset_given_variable variables[] = {{"cell", 3, 1, 2, 3, cells}, {"last", 4, 0, 0, 0, NULL}};
static const coset_given_rule rules[] = {{"plain", 0, NULL}, {"put", 3, cells}};
static const coset_given_property properties[] = {{"fine", COSET_GIVEN_INVARIANT, 0}, {"names", COSET_GIVEN_COVER, 1}};

enum { SLOTS = 13, LAST = 12 };

/* Each test chooses what the callbacks emit. */
typedef struct {
    uint32_t n, rules[4], params[4][3], states[4][SLOTS];
    int code, truth;
} script;

static int emit_all(void *ctx, coset_emit *emit, void *sink)
{
    const script *s = ctx;
    for (uint32_t i = 0; i < s->n; i++)
        emit(sink, s->rules[i], s->params[i], s->states[i]);
    return s->code;
}

static int successors(void *ctx, const uint32_t *state, coset_emit *emit, void *sink)
{
    (void)state;
    return emit_all(ctx, emit, sink);
}

static int holds(void *ctx, uint32_t property, const uint32_t *state)
{
    (void)property, (void)state;
    return ((const script *)ctx)->truth;
}

static coset_given description(script *s)
{
    return (coset_given){"two",      2, 2, 2,        2,          types, variables, rules,
                         properties, s, 1, emit_all, successors, holds, NULL};
}

typedef struct {
    coset_arena *arena;
    coset_model *model;
    const coset_legal *legal;
} made;

static made make(coset_given *g)
{
    made m = {.arena = coset_arena_new()};
    assert_int_equal(coset_given_make(g, m.arena, &m.model, &m.legal, NULL), COSET_OK);
    return m;
}

static void test_slots(void **state)
{
    (void)state;
    script s = {0};
    coset_given g = description(&s);
    made m = make(&g);
    const coset_slot *slot = &m.model->slots[9]; /* cell[p_3][0][right] */
    char text[20];
    assert_int_equal(m.model->n_slots, SLOTS);
    assert_string_equal(slot->name, "cell[p_3][0][right]");
    assert_int_equal(slot->bits, 2);
    assert_int_equal(slot->n_index, 2);
    assert_memory_equal(&slot->index[0], (&(coset_index){0, 2, 4}), sizeof(coset_index));
    assert_memory_equal(&slot->index[1], (&(coset_index){1, 1, 1}), sizeof(coset_index));
    m.model->ops->value_text(m.model, 9, 3, text, sizeof text);
    assert_string_equal(text, "right");
    m.model->ops->value_text(m.model, 9, 1, text, sizeof text);
    assert_string_equal(text, "1");
    m.model->ops->value_text(m.model, LAST, 1, text, sizeof text);
    assert_string_equal(text, "p_1");
    assert_int_equal(m.model->groups[2].n_instances, 12);
    m.model->ops->edge_text(m.model, 2, 2 * 4 + 2 + 1, text, sizeof text);
    assert_string_equal(text, "put(p_3, 1, right)");
    coset_arena_free(m.arena);
}

/* ---- steps ---------------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t n, groups[8];
    uint64_t instances[8];
    char faults[8][200];
} seen;

static coset_status see(void *ctx, const coset_edge *e, const coset_value *dst)
{
    seen *all = ctx;
    assert_true((e->fault == NULL) == (dst != NULL));
    all->groups[all->n] = e->group;
    all->instances[all->n] = e->instance;
    (void)snprintf(all->faults[all->n++], sizeof all->faults[0], "%s", e->fault ? e->fault->text : "");
    return COSET_OK;
}

static void test_steps(void **state)
{
    (void)state;
    script s = {.n = 4, .rules = {1, 0, 1, 7}, .params = {{2, 1, 1}, {0}, {0, 0, 2}}, .code = 5, .truth = 2};
    coset_given g = description(&s);
    made m = make(&g);
    coset_worker *w = coset_worker_new(m.model);
    const coset_value here[SLOTS] = {0};
    seen all = {0};
    coset_fault fault;
    s.states[1][LAST] = 5;
    assert_int_equal(m.model->ops->next(w, here, see, &all), COSET_OK);
    assert_int_equal(all.n, 5); /* in the order of rules and instances; the last two are of no rule */
    assert_memory_equal(all.groups, ((uint32_t[]){1, 2, 2, 3, 3}), 5 * sizeof(uint32_t));
    assert_string_equal(all.faults[0], "value 5 of last is larger than 4");
    assert_non_null(strstr(all.faults[1], "parameter"));
    assert_int_equal(all.instances[2], 11);
    assert_string_equal(all.faults[2], "");
    assert_non_null(strstr(all.faults[3], "rule that the model does not have"));
    assert_string_equal(all.faults[4], "the callback returns 5");
    assert_int_equal(m.model->ops->eval(w, 0, 0, here, &fault), COSET_EVAL_FAULT);
    s.truth = 1;
    assert_int_equal(m.model->ops->eval(w, 0, 0, here, &fault), COSET_EVAL_TRUE);
    m.model->ops->worker_free(w);
    coset_arena_free(m.arena);
}

/* ---- symmetry ------------------------------------------------------------------------------------------------------- */

static void test_start_states(void **state)
{
    (void)state;
    script s = {.n = 1};
    coset_given g = description(&s);
    made m = make(&g);
    assert_int_equal(m.legal->steps->n_moves[0], 3);
    assert_int_equal(m.legal->starts->n_moves[0], 3);
    assert_ptr_equal(m.legal->props[0], m.legal->steps);
    assert_true(coset_symgroup_is_trivial(m.legal->props[1])); /* it names elements */
    coset_arena_free(m.arena);

    s.states[0][LAST] = 2; /* p_2 */
    m = make(&g);
    assert_int_equal(m.legal->starts->n_moves[0], 2);
    assert_false(m.legal->starts->moves[0][1]);
    assert_int_equal(m.legal->starts->n_moves[1], 2);
    coset_arena_free(m.arena);

    s.n = 3; /* all of them */
    s.states[1][LAST] = 3;
    s.states[2][LAST] = 1;
    m = make(&g);
    assert_int_equal(m.legal->starts->n_moves[0], 3);
    coset_arena_free(m.arena);
}

static void wrong(const coset_given *from, const char *words)
{
    coset_given g = *from;
    coset_arena *arena = coset_arena_new();
    coset_model *model = NULL;
    const coset_legal *legal;
    coset_err err = {0};
    assert_int_equal(coset_given_make(&g, arena, &model, &legal, &err), COSET_INPUT);
    assert_non_null(strstr(err.text, words));
    coset_arena_free(arena);
}

static void test_wrong_descriptions(void **state)
{
    (void)state;
    script s = {0};
    coset_given g = description(&s);
    coset_given_variable bad[2] = {variables[0], variables[1]};
    g.variables = bad;
    bad[0].max = 2;
    wrong(&g, "variable cell: not all elements");
    bad[0] = variables[0];
    bad[1].type = 2;
    wrong(&g, "variable last: there is no such type");
    bad[1] = bad[0];
    wrong(&g, "there are two of this name");
    const coset_given_range large[] = {{COSET_GIVEN_PLAIN, 1 << 20}, {COSET_GIVEN_PLAIN, 1 << 20}};
    bad[1] = (coset_given_variable){"large", 1, COSET_GIVEN_PLAIN, 0, 2, large};
    wrong(&g, "too many variables");
    g = description(&s);
    g.successors = NULL;
    wrong(&g, "callbacks");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_slots), cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_start_states), cmocka_unit_test(test_wrong_descriptions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
