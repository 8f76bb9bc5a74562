/* What a construct breaks, one at a time, also if no text of today's languages can express it. Whole models are in
 * test/legal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/interp.h"
#include "symm/legal/legal.h"

/* Variables: p: P (0); x: 0..9 (1); a: array [P] of 0..9 (2..4); net: multiset [2] of P (5..8); w: union {E, P} (9);
 * u: union {P, E} (10). P has the numbers 1000..1002, E 2000 and 2001. */
enum { SLOT_P, SLOT_X, SLOT_A, SLOT_NET = 5, SLOT_W = 9, SLOT_U, N_SLOTS };
enum { LINE = 42, FRAME = 8 };

static const char *const p_names[] = {"P_1", "P_2", "P_3"}, *const e_names[] = {"e0", "e1"};
static const coset_ir_type
    t_int = {.kind = COSET_T_INT, .width = 2},
    t_bool = {.kind = COSET_T_BOOL, .width = 1, .n = 2}, t_x = {.kind = COSET_T_RANGE, .width = 1, .n = 10},
    t_p = {.kind = COSET_T_SCALARSET, .name = "P", .width = 1, .lo = 1000, .n = 3, .names = p_names},
    t_e = {.kind = COSET_T_ENUM, .width = 1, .lo = 2000, .n = 2, .names = e_names};
static const coset_ir_type *const w_members[] = {&t_e, &t_p}, *const u_members[] = {&t_p, &t_e};
static const coset_ir_type t_w = {.kind = COSET_T_UNION, .width = 1, .n = 5, .n_members = 2, .members = w_members},
                           t_u = {.kind = COSET_T_UNION, .width = 1, .n = 5, .n_members = 2, .members = u_members},
                           t_a = {.kind = COSET_T_ARRAY, .width = 3, .index = &t_p, .element = &t_x},
                           t_net = {.kind = COSET_T_BAG, .width = 4, .n = 2, .element = &t_p},
                           t_entry = {.kind = COSET_T_BAGINDEX, .width = 1, .n = 2};
/* As wide as t_a, with the same and with other types within. */
static const coset_ir_type t_again = {.kind = COSET_T_ARRAY, .width = 3, .index = &t_p, .element = &t_x},
                           t_owners = {.kind = COSET_T_ARRAY, .width = 3, .index = &t_p, .element = &t_p},
                           t_places = {.kind = COSET_T_ARRAY, .width = 3, .index = &t_x, .element = &t_x};
static const coset_ir_type *const symtypes[] = {&t_p};
static const coset_ir_var vars[] = {
    {.name = "p", .type = &t_p, .offset = SLOT_P}, {.name = "x", .type = &t_x, .offset = SLOT_X},
    {.name = "a", .type = &t_a, .offset = SLOT_A}, {.name = "net", .type = &t_net, .offset = SLOT_NET},
    {.name = "w", .type = &t_w, .offset = SLOT_W}, {.name = "u", .type = &t_u, .offset = SLOT_U}};

static coset_arena *arena; /* of the program that is being built */

#define MAKE(type, ...) coset_arena_copy(arena, &(type){__VA_ARGS__}, 1, sizeof(type))
#define EXPR(...)       MAKE(coset_ir_expr, .pos = {.line = LINE, .column = 1}, __VA_ARGS__)
#define STMT(...)       MAKE(coset_ir_stmt, .pos = {.line = LINE, .column = 1}, __VA_ARGS__)

static const coset_ir_place *state(uint32_t at, const coset_ir_type *t)
{
    return MAKE(coset_ir_place, .base = COSET_P_STATE, .offset = at, .type = t, .name = "v");
}

static const coset_ir_expr *load(const coset_ir_place *p)
{
    return EXPR(.op = COSET_E_LOAD, .type = p->type, .place = p);
}

static const coset_ir_expr *local(uint32_t frame, const coset_ir_type *t)
{
    return load(MAKE(coset_ir_place, .base = COSET_P_LOCAL, .offset = frame, .type = t, .name = "i"));
}

static const coset_ir_expr *num(int64_t v, const coset_ir_type *t)
{
    return EXPR(.op = COSET_E_CONST, .type = t, .value = v);
}

static const coset_ir_place *at(const coset_ir_place *p, const coset_ir_expr *i)
{
    coset_ir_place q = *p;
    uint32_t stride = p->type->element->width + (p->type->kind == COSET_T_BAG);
    q.steps = MAKE(coset_ir_step, .index = i, .of = p->type, .stride = stride, .pos = {.line = LINE});
    q.n_steps = 1;
    q.type = p->type->element;
    return coset_arena_copy(arena, &q, 1, sizeof q);
}

static const coset_ir_stmt *assign(const coset_ir_place *p, const coset_ir_expr *e)
{
    return STMT(.op = COSET_S_ASSIGN, .place = p, .expr = e);
}

static const coset_ir_place *net(void) { return state(SLOT_NET, &t_net); }
static const coset_ir_place *p(void) { return state(SLOT_P, &t_p); }
static const coset_ir_place *x(void) { return state(SLOT_X, &t_x); }

static const coset_ir_binder *entries(uint32_t frame)
{
    return MAKE(coset_ir_binder, .name = "k", .frame = frame, .type = &t_entry, .bag = net());
}

static const coset_ir_stmt *loop(const coset_ir_binder *b, const coset_ir_stmt *body)
{
    return STMT(.op = COSET_S_FOR, .binder = b, .body = body);
}

/* How many elements stay fixed if the rule `binder; guard ==> body` is the whole program. */
static uint32_t fixed(const coset_ir_binder *binder, const coset_ir_expr *guard, const coset_ir_stmt *body)
{
    coset_ir_rule *rules = coset_arena_get(arena, 2, sizeof *rules);
    rules[0] = (coset_ir_rule){.name = "start", .is_start = true, .frame_size = FRAME};
    rules[1] = (coset_ir_rule){.name = "rule",
                               .params = binder,
                               .n_params = binder != NULL,
                               .guard = guard,
                               .body = body,
                               .frame_size = FRAME};
    coset_ir *ir = coset_arena_get(arena, 1, sizeof *ir);
    *ir = (coset_ir){.arena = arena,
                     .name = "test",
                     .language = "none",
                     .n_slots = N_SLOTS,
                     .n_vars = 6,
                     .vars = vars,
                     .n_symtypes = 1,
                     .symtypes = symtypes,
                     .n_rules = 2,
                     .rules = rules};
    coset_model *m = coset_ir_model(ir);
    coset_arena *out = coset_arena_new();
    const coset_legal *legal = coset_legal_check(m, NULL, out);
    uint32_t moves = legal->steps->n_moves[0], n = legal->steps->n_refusals;
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(legal->steps->refusals[i].pos.line, LINE);
    assert_true((n == 0) == (moves == 3));
    coset_arena_free(out);
    coset_model_free(m);
    return 3 - moves;
}

#define STAYS(n, binder, guard, body)                                                                                  \
    (arena = coset_arena_new(), assert_int_equal(fixed((binder), (guard), (body)), (n)))

static void constants_stay(void **unused)
{
    (void)unused;
    STAYS(0, NULL, NULL, assign(p(), load(p())));
    STAYS(1, NULL, NULL, assign(p(), num(1001, &t_p)));
    STAYS(1, NULL, EXPR(.op = COSET_E_EQ, .type = &t_bool, .a = load(p()), .b = num(1002, &t_p)), NULL);
    STAYS(0, NULL, NULL, assign(state(SLOT_W, &t_w), num(2000, &t_w)));
    STAYS(1, NULL, NULL, assign(state(SLOT_W, &t_w), num(1000, &t_w)));
    STAYS(1, NULL, NULL, assign(at(state(SLOT_A, &t_a), num(1000, &t_p)), num(0, &t_x)));
}

static void clear_stays(void **unused)
{
    (void)unused;
    STAYS(1, NULL, NULL, STMT(.op = COSET_S_CLEAR, .place = p()));
    STAYS(0, NULL, NULL, STMT(.op = COSET_S_CLEAR, .place = state(SLOT_W, &t_w)));
    STAYS(1, NULL, NULL, STMT(.op = COSET_S_CLEAR, .place = state(SLOT_U, &t_u)));
    STAYS(0, NULL, NULL, STMT(.op = COSET_S_CLEAR, .place = state(SLOT_A, &t_a)));
    STAYS(0, NULL, NULL, STMT(.op = COSET_S_CLEAR, .place = net()));
    STAYS(0, NULL, NULL, STMT(.op = COSET_S_UNDEFINE, .place = p()));
}

static void order_is_refused(void **unused)
{
    (void)unused;
    STAYS(3, NULL, EXPR(.op = COSET_E_LT, .type = &t_bool, .a = load(p()), .b = load(p())), NULL);
    STAYS(3, NULL, EXPR(.op = COSET_E_GE, .type = &t_bool, .a = load(state(SLOT_W, &t_w)), .b = num(2000, &t_w)), NULL);
    STAYS(3, NULL, NULL, assign(x(), EXPR(.op = COSET_E_SUB, .type = &t_int, .a = load(p()), .b = num(1000, &t_int))));
    arena = coset_arena_new();
    const coset_ir_binder *b =
        MAKE(coset_ir_binder, .name = "i", .type = &t_p, .from = load(p()), .to = load(p()), .pos = {.line = LINE});
    assert_int_equal(fixed(NULL, NULL, loop(b, assign(x(), num(1, &t_x)))), 3);
}

static void numbers_are_refused(void **unused)
{
    (void)unused;
    STAYS(3, NULL, NULL, assign(p(), EXPR(.op = COSET_E_ADD, .type = &t_int, .a = load(x()), .b = num(1000, &t_int))));
    STAYS(3, NULL, EXPR(.op = COSET_E_EQ, .type = &t_bool, .a = load(p()), .b = num(1000, &t_int)), NULL);
    STAYS(0, NULL, EXPR(.op = COSET_E_EQ, .type = &t_bool, .a = load(p()), .b = load(state(SLOT_W, &t_w))), NULL);
    STAYS(0, NULL, EXPR(.op = COSET_E_ISMEMBER, .type = &t_bool, .a = load(state(SLOT_W, &t_w)), .member = &t_p), NULL);
}

static const coset_ir_expr *entry(uint32_t frame) { return local(frame, &t_entry); }

static void entries_of_loops(void **unused)
{
    (void)unused;
    STAYS(0, NULL, NULL, loop(entries(0), assign(at(state(SLOT_A, &t_a), load(at(net(), entry(0)))), num(1, &t_x))));
    STAYS(3, NULL, NULL, loop(entries(0), assign(p(), load(at(net(), entry(0))))));
    STAYS(0, NULL, NULL, loop(entries(0), assign(at(net(), entry(0)), load(p()))));
    STAYS(0, NULL, NULL, loop(entries(0), STMT(.op = COSET_S_BAGREMOVE, .place = net(), .expr = entry(0))));
    STAYS(3, NULL, NULL, loop(entries(0), STMT(.op = COSET_S_BAGADD, .place = net(), .expr = load(p()))));
}

static void entries_by_number(void **unused)
{
    (void)unused;
    STAYS(0, entries(0), NULL, assign(p(), load(at(net(), entry(0)))));
    STAYS(3, NULL, NULL, assign(p(), load(at(net(), num(0, &t_entry)))));
    STAYS(3, entries(0), NULL, assign(x(), entry(0)));
    STAYS(3, entries(0), EXPR(.op = COSET_E_LT, .type = &t_bool, .a = entry(0), .b = entry(0)), NULL);
    STAYS(0, entries(0), EXPR(.op = COSET_E_EQ, .type = &t_bool, .a = entry(0), .b = entry(0)), NULL);
}

static const coset_ir_stmt *copy(const coset_ir_type *to, const coset_ir_type *from)
{
    return STMT(.op = COSET_S_COPY, .place = state(SLOT_A, to), .source = state(SLOT_A, from));
}

static void copies_of_other_types(void **unused)
{
    (void)unused;
    STAYS(0, NULL, NULL, copy(&t_a, &t_a));
    STAYS(0, NULL, NULL, copy(&t_a, &t_again));
    STAYS(3, NULL, NULL, copy(&t_a, &t_owners));
    STAYS(3, NULL, NULL, copy(&t_a, &t_places));
}

/* More scalarsets than a set of types holds: those beyond do not move. */
static void many_scalarsets(void **unused)
{
    (void)unused;
    enum { N = 70 };
    arena = coset_arena_new();
    coset_ir_type *types = coset_arena_get(arena, N, sizeof *types);
    const coset_ir_type **all = coset_arena_get(arena, N, sizeof *all);
    coset_ir_var *v = coset_arena_get(arena, N, sizeof *v);
    for (uint32_t i = 0; i < N; i++) {
        types[i] = t_p;
        types[i].symtype = i;
        types[i].lo = 1000 + 10 * i;
        all[i] = &types[i];
        v[i] = (coset_ir_var){.name = "v", .type = &types[i], .offset = i};
    }
    coset_ir_rule *rule = MAKE(coset_ir_rule, .name = "start", .is_start = true, .frame_size = FRAME);
    coset_ir *ir = MAKE(coset_ir, .arena = arena, .name = "test", .language = "none", .n_slots = N, .n_vars = N,
                        .vars = v, .n_symtypes = N, .symtypes = all, .n_rules = 1, .rules = rule);
    coset_model *m = coset_ir_model(ir);
    coset_arena *out = coset_arena_new();
    const coset_legal *legal = coset_legal_check(m, NULL, out);
    assert_int_equal(legal->steps->n_moves[63], 3);
    assert_int_equal(legal->steps->n_moves[64], 0);
    coset_arena_free(out);
    coset_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constants_stay),        cmocka_unit_test(clear_stays),
                                       cmocka_unit_test(order_is_refused),      cmocka_unit_test(numbers_are_refused),
                                       cmocka_unit_test(entries_of_loops),      cmocka_unit_test(entries_by_number),
                                       cmocka_unit_test(copies_of_other_types), cmocka_unit_test(many_scalarsets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
