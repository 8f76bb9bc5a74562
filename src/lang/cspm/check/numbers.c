#include "lang/cspm/check/numbers.h"

#include <string.h>

#define CONSTANT_DEPTH 100 /* nested definitions and operators */

/* ---- constants -------------------------------------------------------------------------------------------------- */

static const cspm_node *bare(const cspm_node *node)
{
    while (node->kind == CSPM_PAREN)
        node = node->kid[0];
    return node;
}

/* The definition e of a name defined by `name = e`, else NULL. */
static const cspm_node *definition(const cspm_node *name)
{
    const cspm_symbol *symbol = name->symbol;
    const cspm_decl *d = symbol && symbol->kind == SYMBOL_VALUE ? symbol->decl : NULL;
    if (!d || d->node->kind != CSPM_VALUE)
        return NULL;
    const cspm_node *pattern = bare(d->node->kid[0]);
    return pattern->kind == CSPM_BINDER && pattern->symbol == symbol ? d->node->kid[1] : NULL;
}

static bool is_arithmetic(const cspm_node *node)
{
    return (node->kind == CSPM_BINARY && node->op >= CSPM_ADD && node->op <= CSPM_MOD) ||
           (node->kind == CSPM_UNARY && node->op == CSPM_NEGATE);
}

static bool is_constant_at(const cspm_node *node, int64_t *out, uint32_t depth);

/* Quotients are rounded down, as the evaluator does. */
static bool divide(int64_t a, int64_t b, bool remainder, int64_t *out)
{
    if (b == 0 || (a == INT64_MIN && b == -1))
        return false;
    int64_t q = a / b, r = a % b;
    if (r != 0 && (r < 0) != (b < 0)) {
        q--;
        r += b;
    }
    *out = remainder ? r : q;
    return true;
}

static bool is_constant_arithmetic(const cspm_node *node, int64_t *out, uint32_t depth)
{
    int64_t a, b;
    if (!is_constant_at(node->kid[0], &a, depth + 1))
        return false;
    if (node->kind == CSPM_UNARY)
        return !__builtin_sub_overflow((int64_t)0, a, out);
    if (!is_constant_at(node->kid[1], &b, depth + 1))
        return false;
    switch (node->op) {
    case CSPM_ADD:
        return !__builtin_add_overflow(a, b, out);
    case CSPM_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case CSPM_MUL:
        return !__builtin_mul_overflow(a, b, out);
    default:
        return divide(a, b, node->op == CSPM_MOD, out);
    }
}

/* A number that depends only on definitions of numbers. */
static bool is_constant_at(const cspm_node *node, int64_t *out, uint32_t depth)
{
    node = bare(node);
    if (depth > CONSTANT_DEPTH)
        return false;
    if (node->kind == CSPM_INT) {
        *out = node->value;
        return true;
    }
    if (node->kind == CSPM_NAME) {
        const cspm_node *e = definition(node);
        return e && is_constant_at(e, out, depth + 1);
    }
    return is_arithmetic(node) && is_constant_arithmetic(node, out, depth);
}

static bool is_constant(const cspm_node *node, int64_t *out) { return is_constant_at(node, out, 0); }

/* ---- sets ------------------------------------------------------------------------------------------------------- */

bool coset__numbers_has(const cspm_number_set *set, int64_t number)
{
    for (uint32_t i = 0; i < set->n; i++)
        if (set->list[i] == number)
            return true;
    return set->n == 0 && number >= set->from && number <= set->to;
}

/* A list of two constants or more; a single one is a named number. */
static bool read_list(cspm_search *s, const cspm_node *node, cspm_number_set *out)
{
    if (node->n < 2 || node->split < node->n)
        return false;
    int64_t *list = coset_arena_get(s->program->arena, node->n, sizeof *list);
    for (uint32_t i = 0; i < node->n; i++)
        if (!is_constant(node->kid[i], &list[i]))
            return false;
    *out = (cspm_number_set){.node = node, .n = node->n, .list = list};
    return true;
}

static bool read_range(const cspm_node *node, cspm_number_set *out)
{
    *out = (cspm_number_set){.node = node, .to = INT64_MAX};
    return node->split == node->n && is_constant(node->kid[0], &out->from) &&
           (node->n < 2 || is_constant(node->kid[1], &out->to));
}

/* The current definition is `name = node`. */
static const char *name_of(const cspm_search *s, const cspm_node *node)
{
    const cspm_decl *d = s->now ? s->now->decl : NULL;
    if (!d || d->n_symbols != 1 || (d->node->kind != CSPM_VALUE && d->node->kind != CSPM_NAMETYPE))
        return NULL;
    return bare(d->node->kid[d->node->n - 1]) == node ? d->symbols[0]->name : NULL;
}

static void add_set(cspm_search *s, cspm_number_set set)
{
    for (uint32_t i = 0; i < s->sets.n; i++)
        if (s->sets.at[i].node == set.node)
            return;
    set.name = set.compares ? NULL : name_of(s, set.node);
    s->reached = true;
    *coset_vec_add(&s->sets) = set;
}

/* ---- uses of numbers -------------------------------------------------------------------------------------------- */

static bool is_member(cspm_search *s, cspm_type *t)
{
    t = t ? coset__symmetry_behind(t) : NULL;
    return t && t->kind == TYPE_INT && coset__symmetry_holds(s, t);
}

static bool is_collection(cspm_search *s, cspm_type *t)
{
    t = t ? coset__symmetry_behind(t) : NULL;
    return t && (t->kind == TYPE_SET || t->kind == TYPE_SEQ) && is_member(s, t->at[0]);
}

/* Whether the order of values of the type depends on the order of numbers. Sets and sequences are ordered by
 * inclusion. */
static bool is_ordered(cspm_search *s, cspm_type *t)
{
    t = t ? coset__symmetry_behind(t) : NULL;
    if (!t || t->kind == TYPE_SET || t->kind == TYPE_SEQ)
        return false;
    if (t->kind != TYPE_TUPLE)
        return coset__symmetry_holds(s, t);
    for (uint32_t i = 0; i < t->n; i++)
        if (is_ordered(s, t->at[i]))
            return true;
    return false;
}

static void lists(cspm_search *s, const cspm_node *node, const char *what)
{
    coset__symmetry_obstacle(s, (cspm_obstacle){.node = node, .what = what});
}

static void breaks(cspm_search *s, const cspm_node *node, const char *what)
{
    s->computes = true;
    lists(s, node, what);
}

static bool names(cspm_search *s, const cspm_node *node)
{
    int64_t number;
    if (!is_member(s, node->type) || !is_constant(node, &number))
        return false;
    if (node == s->threshold)
        return true;
    coset__symmetry_obstacle(s, (cspm_obstacle){.node = node, .is_number = true, .number = number});
    return true;
}

static bool look_arithmetic(cspm_search *s, const cspm_node *node)
{
    if (names(s, node))
        return true;
    bool inside = is_member(s, node->type);
    for (uint32_t i = 0; i < node->n; i++)
        inside = inside || is_member(s, node->kid[i]->type);
    if (inside)
        breaks(s, node, "computes with");
    return false;
}

static void look_bounds(cspm_search *s, const cspm_node *node)
{
    for (uint32_t i = 0; i < node->split; i++)
        if (is_member(s, node->kid[i]->type))
            breaks(s, node->kid[i], "takes for the bound of a range one of");
}

static bool look_set(cspm_search *s, const cspm_node *node)
{
    cspm_number_set set;
    bool holds = is_collection(s, node->type);
    if (node->kind == CSPM_SET_RANGE)
        look_bounds(s, node);
    if (!holds || !(node->kind == CSPM_SET ? read_list(s, node, &set) : read_range(node, &set)))
        return false;
    add_set(s, set);
    return true;
}

static bool look_sequence(cspm_search *s, const cspm_node *node)
{
    look_bounds(s, node);
    if (is_collection(s, node->type))
        lists(s, node, "puts in a sequence, one after the other,");
    return false;
}

/* `x < c`, `c <= x` and the like, with a constant c: the numbers on one side of it are a set. */
static bool read_comparison(cspm_search *s, const cspm_node *node, cspm_number_set *out)
{
    int64_t number;
    bool left = is_constant(node->kid[0], &number), up = node->op == CSPM_LT || node->op == CSPM_GE;
    if (!is_member(s, node->kid[0]->type) || (!left && !is_constant(node->kid[1], &number)))
        return false;
    if (left) /* c < x is x > c */
        up = !up;
    if (!up && number == INT64_MAX)
        return false;
    s->threshold = bare(node->kid[!left]);
    *out = (cspm_number_set){.node = node, .compares = true, .from = number + !up, .to = INT64_MAX};
    return true;
}

static void look_comparison(cspm_search *s, const cspm_node *node)
{
    cspm_number_set set;
    if (read_comparison(s, node, &set))
        add_set(s, set);
    else if (is_ordered(s, node->kid[0]->type))
        breaks(s, node, "compares the order of");
}

static bool look_operator(cspm_search *s, const cspm_node *node)
{
    if (is_arithmetic(node))
        return look_arithmetic(s, node);
    if (node->kind == CSPM_UNARY && node->op == CSPM_LENGTH && is_member(s, node->type))
        breaks(s, node, "counts with");
    if (node->kind == CSPM_BINARY && node->op >= CSPM_LT && node->op <= CSPM_GE)
        look_comparison(s, node);
    return false;
}

/* Arguments and results of built-in functions that are true numbers: card, length, the places of a BUFFER. */
static void look_builtin(cspm_search *s, const cspm_node *node)
{
    cspm_type *all = coset__symmetry_behind(s->program->builtins[node->symbol->builtin]->scheme.type);
    cspm_type *used = node->type ? coset__symmetry_behind(node->type) : all;
    if (all->kind != TYPE_FUNCTION || used->kind != TYPE_FUNCTION || used->n != all->n)
        return;
    for (uint32_t i = 0; i < all->n; i++)
        if (coset__symmetry_behind(all->at[i])->kind == TYPE_INT && is_member(s, used->at[i]))
            breaks(s, node, "counts with");
}

bool coset__numbers_look(cspm_search *s, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_INT:
        return names(s, node);
    case CSPM_NAME:
        if (node->symbol && node->symbol->kind == SYMBOL_BUILTIN)
            look_builtin(s, node);
        return names(s, node);
    case CSPM_UNARY:
    case CSPM_BINARY:
        return look_operator(s, node);
    case CSPM_SET:
    case CSPM_SET_RANGE:
        return look_set(s, node);
    case CSPM_SEQ_RANGE:
        return look_sequence(s, node);
    default:
        return false;
    }
}

void coset__numbers_look_timed(cspm_search *s, const cspm_node *timed)
{
    for (uint32_t i = timed->split; i < timed->n; i++) {
        cspm_type *t = timed->kid[i]->type ? coset__symmetry_behind(timed->kid[i]->type) : NULL;
        if (t && t->kind == TYPE_FUNCTION && is_member(s, t->at[t->n - 1]))
            breaks(s, timed->kid[i], "takes for a delay one of");
    }
}
