/* ir/sets.c - conditions on one variable as sets of its values.
 *
 * `x = A | x = B | x >= 7` reads one variable only, so its result is precomputed for each of its values: a set, made
 * from the sets of its parts. A chain of branches on such conditions, to which a switch is lowered, has one target for
 * each value. */
#include <string.h>

#include "ir/arith.h"
#include "ir/visit.h"

#define MOST_VALUES 1024

/* ---- sets ------------------------------------------------------------------------------------------------------ */

/* Known facts about an expression: its value, or its set. */
typedef struct {
    bool is_constant, value;
    const coset_ir_set *set;
} known;

typedef struct {
    coset_arena *arena;
} finder;

static uint64_t n_words(const coset_ir_type *t) { return t->n / 64 + 1; }

static bool can_have_set(const coset_ir_place *p)
{
    return p->terms && p->type->kind <= COSET_T_UNION && p->type->n > 0 && p->type->n <= MOST_VALUES;
}

static bool same_place(const coset_ir_place *p, const coset_ir_place *q)
{
    if (p == q)
        return true;
    if (p->base != q->base || p->offset != q->offset || p->fixed != q->fixed || p->n_terms != q->n_terms ||
        p->type != q->type)
        return false;
    for (uint32_t i = 0; i < p->n_terms; i++)
        if (p->terms[i].local != q->terms[i].local || p->terms[i].at != q->terms[i].at ||
            p->terms[i].stride != q->terms[i].stride)
            return false;
    return true;
}

static uint64_t *new_members(finder *f, const coset_ir_place *p)
{
    return coset_arena_get(f->arena, n_words(p->type), sizeof(uint64_t));
}

static void add(uint64_t *members, uint64_t content) { members[content / 64] |= UINT64_C(1) << content % 64; }

static known set_of(finder *f, const coset_ir_place *p, const uint64_t *members, bool strict)
{
    coset_ir_set *set = coset_arena_get(f->arena, 1, sizeof *set);
    *set = (coset_ir_set){.place = p, .strict = strict, .members = members};
    return (known){.set = set};
}

/* ---- conditions ------------------------------------------------------------------------------------------------ */

/* The variable compared with a number, or the number compared with a variable. */
static known comparison(finder *f, const coset_ir_expr *e)
{
    bool turned = e->a->op == COSET_E_CONST;
    const coset_ir_expr *load = turned ? e->b : e->a, *number = turned ? e->a : e->b;
    if (load->op != COSET_E_LOAD || number->op != COSET_E_CONST || !can_have_set(load->place))
        return (known){0};
    const coset_ir_type *t = load->place->type;
    uint64_t *members = new_members(f, load->place);
    for (uint64_t rank = 0; rank < t->n; rank++) {
        int64_t v = coset_ir_unrank(t, rank);
        if (turned ? coset_ir_compare(e->op, number->value, v) : coset_ir_compare(e->op, v, number->value))
            add(members, rank + 1);
    }
    return set_of(f, load->place, members, true);
}

static known boolean_variable(finder *f, const coset_ir_expr *e)
{
    if (e->place->type->kind != COSET_T_BOOL || !can_have_set(e->place))
        return (known){0};
    uint64_t *members = new_members(f, e->place);
    add(members, 2);
    return set_of(f, e->place, members, true);
}

static known membership(finder *f, const coset_ir_expr *e)
{
    if (e->a->op != COSET_E_LOAD || !can_have_set(e->a->place))
        return (known){0};
    const coset_ir_type *t = e->a->place->type;
    uint64_t *members = new_members(f, e->a->place);
    for (uint64_t rank = 0; rank < t->n; rank++)
        if (coset_ir_rank(e->member, coset_ir_unrank(t, rank)) >= 0)
            add(members, rank + 1);
    return set_of(f, e->a->place, members, true);
}

/* An undefined place has no value to which a set applies. */
static known undefined_test(finder *f, const coset_ir_expr *e)
{
    if (!can_have_set(e->place))
        return (known){0};
    return set_of(f, e->place, new_members(f, e->place), false);
}

/* A part of an expression, processed before. */
static known part(finder *f, const coset_ir_expr *e)
{
    if (e->op == COSET_E_CONST)
        return (known){.is_constant = e->value == 0 || e->value == 1, .value = e->value == 1};
    return e->op == COSET_E_LOAD ? boolean_variable(f, e) : (known){.set = e->set};
}

static uint64_t word_of(const known *k, uint64_t i)
{
    if (k->is_constant)
        return k->value ? UINT64_MAX : 0;
    return k->set->members[i];
}

/* a ? b : c of parts that are known for each value of one variable. */
static known choice(finder *f, known a, known b, known c)
{
    const known *parts[] = {&a, &b, &c};
    const coset_ir_place *p = NULL;
    for (uint32_t i = 0; i < 3; i++) {
        if (!parts[i]->is_constant && !parts[i]->set)
            return (known){0};
        if (parts[i]->set && p && !same_place(p, parts[i]->set->place))
            return (known){0};
        if (parts[i]->set && !p)
            p = parts[i]->set->place;
    }
    if (a.is_constant)
        return a.value ? b : c;
    uint64_t *members = new_members(f, p), n = n_words(p->type);
    for (uint64_t i = 0; i < n; i++)
        members[i] = (word_of(&a, i) & word_of(&b, i)) | (~word_of(&a, i) & word_of(&c, i));
    return set_of(f, p, members, a.set->strict);
}

static known find(finder *f, const coset_ir_expr *e)
{
    const known yes = {.is_constant = true, .value = true}, no = {.is_constant = true};
    switch (e->op) {
    case COSET_E_LT:
    case COSET_E_LE:
    case COSET_E_GT:
    case COSET_E_GE:
    case COSET_E_EQ:
    case COSET_E_NE:
        return comparison(f, e);
    case COSET_E_ISMEMBER:
        return membership(f, e);
    case COSET_E_ISUNDEFINED:
        return undefined_test(f, e);
    case COSET_E_NOT:
        return choice(f, part(f, e->a), no, yes);
    case COSET_E_AND:
        return choice(f, part(f, e->a), part(f, e->b), no);
    case COSET_E_OR:
        return choice(f, part(f, e->a), yes, part(f, e->b));
    case COSET_E_IMPLIES:
        return choice(f, part(f, e->a), part(f, e->b), yes);
    case COSET_E_COND:
        return choice(f, part(f, e->a), part(f, e->b), part(f, e->c));
    default:
        return (known){0};
    }
}

/* ---- the program ----------------------------------------------------------------------------------------------- */

/* Parts first: their results are reused. A variable alone needs no set, because its value suffices. */
static bool find_expr(const coset_ir_visit *v, const coset_ir_expr *e)
{
    if (e->set)
        return false;
    (void)coset_ir_visit_parts(v, e);
    if (e->op != COSET_E_LOAD)
        ((coset_ir_expr *)(uintptr_t)e)->set = find(v->ctx, e).set; /* the arena's, which is not constant yet */
    return false;
}

/* The chain that begins with s, extending the one after it. */
static const uint8_t *find_links(finder *f, const coset_ir_stmt *s)
{
    const coset_ir_set *set = s->expr->set;
    if (!set)
        return NULL;
    const coset_ir_stmt *next = s->other;
    bool joins =
        next && next->op == COSET_S_IF && !next->next && next->links && same_place(set->place, next->expr->set->place);
    uint64_t n = set->place->type->n + 1;
    uint8_t *links = coset_arena_get(f->arena, n, 1);
    for (uint64_t i = 1; joins && i < n; i++)
        if (!coset_ir_is_in(set, (uint32_t)i)) {
            if (next->links[i] == COSET_IR_LINKS)
                return NULL;
            links[i] = next->links[i] + 1;
        }
    return links;
}

static bool find_stmt(const coset_ir_visit *v, const coset_ir_stmt *s)
{
    (void)coset_ir_visit_stmt_parts(v, s);
    for (uint32_t i = 0; i < s->n_said; i++)
        (void)coset_ir_visit_expr(v, s->said[i].expr);
    if (s->op == COSET_S_IF)
        ((coset_ir_stmt *)(uintptr_t)s)->links = find_links(v->ctx, s);
    return false;
}

void coset_ir_find_sets(coset_ir *ir)
{
    finder f = {ir->arena};
    const coset_ir_visit v = {.expr = find_expr, .stmt = find_stmt, .ctx = &f};
    (void)coset_ir_visit_program(&v, ir);
}
