/* Hand-built programs for the tests of ir: a fixed set of variables, and short constructors for everything else.
 *
 * Variables and slots: x: 0..9 (0); u: boolean (1); a: array [P] of 0..9 (2..4), P = scalarset (3) with atoms
 * 1000..1002; bag: multiset [2] of 0..9 (5..8, "present" slots 5 and 7); who: union { E, P } (9), E = enum { e0, e1 }
 * with atoms 2000, 2001; r: record f: boolean; g: P end (10, 11); s: the same record (12, 13). */
#ifndef COSET_TEST_PROGRAM_H
#define COSET_TEST_PROGRAM_H

#include <string.h>

#include "ir/interp.h"

#define N_SLOTS 14
#define FRAME   32

enum { X, U, A, BAG = 5, WHO = 9, R, S = 12 };

static const char *const p_names[] = {"P_1", "P_2", "P_3"};
static const char *const e_names[] = {"e0", "e1"};
static const coset_ir_type t_bool = {.kind = COSET_T_BOOL, .width = 1, .n = 2};
static const coset_ir_type t_int = {.kind = COSET_T_INT, .width = 2};
static const coset_ir_type t_digit = {.kind = COSET_T_RANGE, .width = 1, .n = 10};
static const coset_ir_type t_small = {.kind = COSET_T_RANGE, .name = "small", .width = 1, .lo = 2, .n = 3};
static const coset_ir_type t_p = {
    .kind = COSET_T_SCALARSET, .name = "P", .width = 1, .lo = 1000, .n = 3, .names = p_names};
static const coset_ir_type t_e = {.kind = COSET_T_ENUM, .name = "E", .width = 1, .lo = 2000, .n = 2, .names = e_names};
static const coset_ir_type *const who_members[] = {&t_e, &t_p};
static const coset_ir_type t_who = {.kind = COSET_T_UNION, .width = 1, .n = 5, .n_members = 2, .members = who_members};
static const coset_ir_type t_a = {.kind = COSET_T_ARRAY, .width = 3, .index = &t_p, .element = &t_digit};
static const coset_ir_type t_bag = {.kind = COSET_T_BAG, .width = 4, .n = 2, .element = &t_digit};
static const coset_ir_type t_entry = {.kind = COSET_T_BAGINDEX, .width = 1, .n = 2};
static const coset_ir_field r_fields[] = {{.name = "f", .type = &t_bool}, {.name = "g", .type = &t_p, .offset = 1}};
static const coset_ir_type t_r = {.kind = COSET_T_RECORD, .width = 2, .n_fields = 2, .fields = r_fields};

static const coset_ir_var vars[] = {
    {.name = "x", .type = &t_digit, .offset = X},   {.name = "u", .type = &t_bool, .offset = U},
    {.name = "a", .type = &t_a, .offset = A},       {.name = "bag", .type = &t_bag, .offset = BAG},
    {.name = "who", .type = &t_who, .offset = WHO}, {.name = "r", .type = &t_r, .offset = R},
    {.name = "s", .type = &t_r, .offset = S},
};
static const coset_ir_type *const symtypes[] = {&t_p};

/* x = 3, u undefined, a = (1, 2, undefined), bag = {7}, who = P_2, r = (true, P_1), s = (undefined, P_1) */
static const coset_value usual[N_SLOTS] = {4, 0, 2, 3, 0, 1, 8, 0, 0, 4, 2, 1, 0, 1};

static coset_arena *arena; /* of the program that is being built */

static inline const coset_ir_expr *node(coset_ir_op op, const coset_ir_expr *a, const coset_ir_expr *b)
{
    coset_ir_expr *e = coset_arena_get(arena, 1, sizeof *e);
    *e = (coset_ir_expr){.op = op, .type = &t_int, .pos = {.line = 7, .column = 1}, .a = a, .b = b};
    return e;
}

static inline const coset_ir_expr *num(int64_t v)
{
    const coset_ir_expr e = {.op = COSET_E_CONST, .type = &t_int, .value = v};
    return coset_arena_copy(arena, &e, 1, sizeof e);
}

static inline const coset_ir_place *place(coset_ir_base base, uint32_t offset, const coset_ir_type *type,
                                          const char *name)
{
    const coset_ir_place p = {.base = base, .offset = offset, .type = type, .name = name};
    return coset_arena_copy(arena, &p, 1, sizeof p);
}

static inline const coset_ir_place *state(uint32_t offset, const coset_ir_type *type)
{
    return place(COSET_P_STATE, offset, type, "state");
}

static inline const coset_ir_place *local(uint32_t offset, const coset_ir_type *type)
{
    return place(COSET_P_LOCAL, offset, type, "local");
}

/* p[i] */
static inline const coset_ir_place *at(const coset_ir_place *p, const coset_ir_expr *i)
{
    bool bag = p->type->kind == COSET_T_BAG;
    uint32_t stride = p->type->element->width + bag;
    const coset_ir_step step = {.index = i, .of = p->type, .stride = stride, .pos = {.line = 8}};
    coset_ir_place q = *p;
    q.steps = coset_arena_copy(arena, &step, 1, sizeof step);
    q.n_steps = 1;
    q.type = p->type->element;
    return coset_arena_copy(arena, &q, 1, sizeof q);
}

/* p.field */
static inline const coset_ir_place *dot(const coset_ir_place *p, uint32_t field)
{
    const coset_ir_field *f = &p->type->fields[field];
    const coset_ir_step step = {.of = p->type, .offset = f->offset, .field = field};
    coset_ir_place q = *p;
    q.steps = coset_arena_copy(arena, &step, 1, sizeof step);
    q.n_steps = 1;
    q.type = f->type;
    return coset_arena_copy(arena, &q, 1, sizeof q);
}

static inline const coset_ir_expr *load(const coset_ir_place *p)
{
    const coset_ir_expr e = {.op = COSET_E_LOAD, .type = p->type, .pos = {.line = 9}, .place = p};
    return coset_arena_copy(arena, &e, 1, sizeof e);
}

static inline const coset_ir_binder *binder(const char *name, uint32_t frame, const coset_ir_type *type)
{
    const coset_ir_binder b = {.name = name, .frame = frame, .type = type};
    return coset_arena_copy(arena, &b, 1, sizeof b);
}

static inline const coset_ir_binder *from_to(uint32_t frame, const coset_ir_type *type, const coset_ir_expr *from,
                                             const coset_ir_expr *to, const coset_ir_expr *step)
{
    const coset_ir_binder b = {.name = "i", .frame = frame, .type = type, .from = from, .to = to, .step = step};
    return coset_arena_copy(arena, &b, 1, sizeof b);
}

static inline const coset_ir_binder *entries(uint32_t frame)
{
    const coset_ir_binder b = {.name = "i", .frame = frame, .type = &t_entry, .bag = state(BAG, &t_bag)};
    return coset_arena_copy(arena, &b, 1, sizeof b);
}

static inline const coset_ir_expr *quantified(coset_ir_op op, const coset_ir_binder *b, const coset_ir_expr *body)
{
    coset_ir_expr e = {.op = op, .type = &t_bool, .a = body, .binder = b};
    return coset_arena_copy(arena, &e, 1, sizeof e);
}

static inline const coset_ir_expr *call(const coset_ir_function *f, const coset_ir_arg *args)
{
    coset_ir_expr e = {.op = COSET_E_CALL, .type = f->result, .pos = {.line = 6}, .function = f, .args = args};
    return coset_arena_copy(arena, &e, 1, sizeof e);
}

static inline const coset_ir_stmt *stmt(coset_ir_stmt s) { return coset_arena_copy(arena, &s, 1, sizeof s); }

static inline const coset_ir_stmt *assign(const coset_ir_place *p, const coset_ir_expr *e)
{
    return stmt((coset_ir_stmt){.op = COSET_S_ASSIGN, .place = p, .expr = e});
}

static inline const coset_ir_stmt *then(const coset_ir_stmt *first, const coset_ir_stmt *second)
{
    coset_ir_stmt s = *first;
    s.next = second;
    return stmt(s);
}

static inline void begin(void) { arena = coset_arena_new(); }

/* A program of the first variables, which have n_slots, and the given parts. */
static inline coset_model *program_of(uint32_t n_vars, uint32_t n_slots, const coset_ir_rule *rules, uint32_t n_rules,
                                      const coset_ir_prop *props, uint32_t n_props,
                                      const coset_ir_function *const *functions, uint32_t n_functions)
{
    coset_ir *ir = coset_arena_get(arena, 1, sizeof *ir);
    *ir = (coset_ir){.arena = arena,
                     .name = "test",
                     .language = "ir",
                     .n_slots = n_slots,
                     .n_vars = n_vars,
                     .vars = vars,
                     .n_symtypes = 1,
                     .symtypes = symtypes,
                     .n_functions = n_functions,
                     .functions = functions,
                     .n_rules = n_rules,
                     .rules = coset_arena_copy(arena, rules, n_rules, sizeof *rules),
                     .n_props = n_props,
                     .props = coset_arena_copy(arena, props, n_props, sizeof *props)};
    return coset_ir_model(ir);
}

/* A program of all variables. */
static inline coset_model *program(const coset_ir_rule *rules, uint32_t n_rules, const coset_ir_prop *props,
                                   uint32_t n_props, const coset_ir_function *const *functions, uint32_t n_functions)
{
    return program_of(sizeof vars / sizeof *vars, N_SLOTS, rules, n_rules, props, n_props, functions, n_functions);
}

/* What a step did. */
typedef struct {
    uint32_t n, n_faults, n_covers;
    uint64_t last_instance;
    coset_fault fault;
    coset_value dst[N_SLOTS];
} seen;

static inline coset_status note(void *ctx, const coset_edge *e, const coset_value *dst)
{
    seen *s = ctx;
    s->n++;
    s->n_covers += e->n_covers;
    s->last_instance = e->instance;
    if (e->fault) {
        s->n_faults++;
        s->fault = *e->fault;
    } else {
        memcpy(s->dst, dst, sizeof s->dst);
    }
    return COSET_OK;
}

static inline seen run_model(coset_model *m, const coset_value *src)
{
    seen s = {0};
    coset_worker *w = coset_worker_new(m);
    coset_status status = src ? m->ops->next(w, src, note, &s) : m->ops->starts(w, note, &s);
    COSET_INVARIANT(status == COSET_OK);
    m->ops->worker_free(w);
    coset_model_free(m);
    return s;
}

static inline seen run_rule(coset_ir_rule rule, const coset_ir_function *f)
{
    rule.name = "r";
    rule.frame_size = FRAME;
    return run_model(program(&rule, 1, NULL, 0, &f, f ? 1 : 0), usual);
}

static inline seen run_guard(const coset_ir_expr *guard) { return run_rule((coset_ir_rule){.guard = guard}, NULL); }

static inline seen run_body(const coset_ir_stmt *body) { return run_rule((coset_ir_rule){.body = body}, NULL); }

#endif
