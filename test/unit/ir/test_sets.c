/* Conditions on one variable as sets, against the plain evaluation of the same conditions and branches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/machine.h"
#include "program.h"

#define ROUNDS 400
#define BOOK   30 /* contents that are tried for a slot, at most */

static uint64_t seed;

static uint32_t random_below(uint32_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % n;
}

/* ---- random conditions ------------------------------------------------------------------------------------------ */

static coset_ir_place *short_place(const coset_ir_place *p)
{
    coset_ir_place *q = coset_arena_copy(arena, p, 1, sizeof *p);
    coset_ir_place_shorten(arena, q);
    return q;
}

/* x, u, who, or an element of a, which depends on r.g or a local. */
static const coset_ir_place *some_place(uint32_t which)
{
    switch (which) {
    case 0:
        return short_place(state(X, &t_digit));
    case 1:
        return short_place(state(U, &t_bool));
    case 2:
        return short_place(state(WHO, &t_who));
    case 3:
        return short_place(at(state(A, &t_a), load(state(R + 1, &t_p))));
    default:
        return short_place(at(state(A, &t_a), load(local(3, &t_p))));
    }
}

static const coset_ir_expr *some_number(const coset_ir_type *t)
{
    return random_below(4) ? num(coset_ir_unrank(t, random_below((uint32_t)t->n))) : num((int64_t)random_below(12) - 1);
}

static const coset_ir_expr *leaf(uint32_t which)
{
    const coset_ir_place *p = some_place(which);
    const coset_ir_op op = COSET_E_LT + (coset_ir_op)random_below(6);
    coset_ir_expr *e;
    switch (random_below(8)) {
    case 0:
        return num(random_below(2));
    case 1:
        e = coset_arena_copy(arena, node(COSET_E_ISUNDEFINED, NULL, NULL), 1, sizeof *e);
        e->place = p;
        return e;
    case 2:
        e = coset_arena_copy(arena, node(COSET_E_ISMEMBER, load(p), NULL), 1, sizeof *e);
        e->member = random_below(2) ? &t_p : &t_small;
        return e;
    case 3:
        return p->type->kind == COSET_T_BOOL ? load(p) : node(op, some_number(p->type), load(p));
    default:
        return node(op, load(p), some_number(p->type));
    }
}

/* Mostly on place `which`. */
static const coset_ir_expr *condition(uint32_t which, uint32_t depth)
{
    static const coset_ir_op ops[] = {COSET_E_NOT, COSET_E_AND, COSET_E_OR, COSET_E_OR, COSET_E_IMPLIES, COSET_E_COND};
    if (depth == 0 || random_below(5) == 0)
        return leaf(random_below(10) ? which : random_below(5));
    coset_ir_op op = ops[random_below(6)];
    const coset_ir_expr *a = condition(which, depth - 1), *b = condition(which, depth - 1);
    coset_ir_expr *e = coset_arena_copy(arena, node(op, a, op == COSET_E_NOT ? NULL : b), 1, sizeof *e);
    e->c = op == COSET_E_COND ? condition(which, depth - 1) : NULL;
    return e;
}

/* if c0 then s.g := P_1; x := 0 elsif c1 ... as a chain; local 3 is bound by a parameter. */
static const coset_ir_stmt *chain(uint32_t which, uint32_t n)
{
    if (n == 0)
        return random_below(2) ? assign(state(S, &t_bool), num(1)) : NULL;
    const coset_ir_stmt *body = assign(state(S + 1, &t_p), num(1000 + random_below(3)));
    if (random_below(3))
        body = then(body, assign(state(X, &t_digit), num(n)));
    return stmt((coset_ir_stmt){.op = COSET_S_IF,
                                .expr = condition(which, 2),
                                .body = random_below(6) ? body : NULL,
                                .other = chain(random_below(6) ? which : random_below(5), n - 1)});
}

/* ---- two machines ----------------------------------------------------------------------------------------------- */

/* How often sets and links of more than one branch occurred, so that the comparison is not trivial. */
static uint32_t n_sets, n_links;

static void forget_expr(const coset_ir_expr *e)
{
    if (!e)
        return;
    n_sets += e->set != NULL;
    ((coset_ir_expr *)(uintptr_t)e)->set = NULL;
    forget_expr(e->a);
    forget_expr(e->b);
    forget_expr(e->c);
}

static void forget(const coset_ir_stmt *s)
{
    for (; s; s = s->next) {
        for (uint64_t v = 1; s->links && v <= s->expr->set->place->type->n; v++)
            n_links += s->links[v] > 0;
        ((coset_ir_stmt *)(uintptr_t)s)->links = NULL;
        forget_expr(s->expr);
        forget(s->body);
        forget(s->other);
    }
}

typedef struct {
    seen all[BOOK][6];
} book;

static const uint32_t slots[] = {X, U, WHO, A, A + 2, R + 1};

static void write_book(const coset_model *m, book *b)
{
    static const uint32_t contents[] = {10, 2, 5, 10, 10, 3};
    coset_worker *w = m->ops->worker_new(m);
    memset(b, 0, sizeof *b);
    for (uint32_t k = 0; k < 6; k++)
        for (coset_value v = 0; v <= contents[k]; v++) {
            coset_value from[N_SLOTS];
            memcpy(from, usual, sizeof from);
            from[slots[k]] = v;
            assert_int_equal(m->ops->next(w, from, note, &b->all[v][k]), COSET_OK);
        }
    m->ops->worker_free(w);
}

static void compare_once(const coset_ir_expr *guard, const coset_ir_stmt *body)
{
    static book with, without;
    const coset_ir_binder *p = binder("p", 3, &t_p);
    const coset_ir_rule rule = {
        .name = "r", .n_params = 1, .params = p, .guard = guard, .body = body, .frame_size = FRAME};
    coset_model *m = program(&rule, 1, NULL, 0, NULL, 0);
    write_book(m, &with);
    forget_expr(guard);
    forget(body);
    write_book(m, &without);
    assert_memory_equal(&with, &without, sizeof with);
    m->ops->free(m);
}

static void test_random(void **unused)
{
    (void)unused;
    seed = 7;
    n_sets = n_links = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        begin();
        uint32_t which = random_below(5);
        const coset_ir_expr *guard = random_below(3) ? condition(which, 3) : NULL;
        compare_once(guard, chain(random_below(5), 1 + random_below(5)));
    }
    assert_true(n_sets > ROUNDS);
    assert_true(n_links > ROUNDS);
}

/* ---- by hand ---------------------------------------------------------------------------------------------------- */

static const coset_ir_expr *set_up(const coset_ir_expr *e)
{
    const coset_ir_rule rule = {.name = "r", .guard = e, .frame_size = FRAME};
    coset_ir ir = {.arena = arena, .n_rules = 1, .rules = &rule};
    coset_ir_find_sets(&ir);
    return e;
}

static void test_sets(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_expr *x = load(some_place(0)), *who = load(some_place(2)), *element = load(some_place(3));
    const coset_ir_expr *e = set_up(node(COSET_E_OR, node(COSET_E_EQ, x, num(2)), node(COSET_E_GT, x, num(7))));
    assert_non_null(e->set);
    assert_true(e->set->strict);
    for (uint32_t v = 0; v < 10; v++)
        assert_int_equal(coset_ir_is_in(e->set, v + 1), v == 2 || v > 7);
    e = set_up(node(COSET_E_EQ, who, num(1001)));
    for (uint32_t v = 1; v <= 5; v++)
        assert_int_equal(coset_ir_is_in(e->set, v), v == 4);
    coset_ir_expr undefined = *node(COSET_E_ISUNDEFINED, NULL, NULL);
    undefined.place = x->place;
    e = set_up(node(COSET_E_OR, coset_arena_copy(arena, &undefined, 1, sizeof undefined), node(COSET_E_EQ, x, num(2))));
    assert_false(e->set->strict);
    assert_null(set_up(node(COSET_E_OR, node(COSET_E_EQ, x, num(2)), node(COSET_E_EQ, element, num(2))))->set);
    assert_null(set_up(node(COSET_E_EQ, x, element))->set);
    assert_null(set_up(node(COSET_E_AND, node(COSET_E_EQ, x, num(2)), num(5)))->set); /* its value is 5 */
    coset_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
