#include <string.h>

#include "lang/murphi/parser.h"

typedef struct {
    coset_mu_token_kind token;
    coset_mu_op op;
    uint8_t level;
    bool chains; /* a op b op c means (a op b) op c; else it is rejected */
} binary;

enum { LEVEL_IMPLIES = 1, LEVEL_COMPARE = 7, LEVEL_MOST = 10 };

/* Weakest first, as in both reference tools. `!` binds weaker than a comparison: !a = b is !(a = b). */
static const binary binaries[] = {
    {COSET_MU_T_IMPLIES, COSET_MU_E_IMPLIES, LEVEL_IMPLIES, false},
    {COSET_MU_T_OR_OR, COSET_MU_E_OR, 2, true},
    {COSET_MU_T_AND_AND, COSET_MU_E_AND, 3, true},
    {COSET_MU_T_BAR, COSET_MU_E_BITOR, 4, true},
    {COSET_MU_T_CARET, COSET_MU_E_BITXOR, 5, true},
    {COSET_MU_T_AMPERSAND, COSET_MU_E_BITAND, 6, true},
    {COSET_MU_T_LT, COSET_MU_E_LT, LEVEL_COMPARE, false},
    {COSET_MU_T_LE, COSET_MU_E_LE, LEVEL_COMPARE, false},
    {COSET_MU_T_GT, COSET_MU_E_GT, LEVEL_COMPARE, false},
    {COSET_MU_T_GE, COSET_MU_E_GE, LEVEL_COMPARE, false},
    {COSET_MU_T_EQ, COSET_MU_E_EQ, LEVEL_COMPARE, false},
    {COSET_MU_T_NE, COSET_MU_E_NE, LEVEL_COMPARE, false},
    {COSET_MU_T_SHL, COSET_MU_E_SHL, 8, true},
    {COSET_MU_T_SHR, COSET_MU_E_SHR, 8, true},
    {COSET_MU_T_PLUS, COSET_MU_E_ADD, 9, true},
    {COSET_MU_T_MINUS, COSET_MU_E_SUB, 9, true},
    {COSET_MU_T_STAR, COSET_MU_E_MUL, LEVEL_MOST, true},
    {COSET_MU_T_SLASH, COSET_MU_E_DIV, LEVEL_MOST, true},
    {COSET_MU_T_PERCENT, COSET_MU_E_MOD, LEVEL_MOST, true},
};

static const binary *find_binary(coset_mu_token_kind kind)
{
    for (size_t i = 0; i < sizeof binaries / sizeof binaries[0]; i++) {
        if (binaries[i].token == kind)
            return &binaries[i];
    }
    return NULL;
}

static coset_mu_expr *new_expr(coset_mu_parser *p, coset_mu_op op, const coset_mu_token *at)
{
    coset_mu_expr *e = coset_arena_get(p->arena, 1, sizeof *e);
    e->op = op;
    e->pos = at->pos;
    e->len = at->len;
    e->depth = 1;
    return e;
}

/* Updates the height of a parent by a child. */
static void adopt(coset_mu_parser *p, coset_mu_expr *e, const coset_mu_expr *child, const coset_mu_token *at)
{
    if (!child || child->depth < e->depth)
        return;
    e->depth = child->depth + 1;
    if (e->depth > COSET_MU_MAX_DEPTH && coset_mu_blame(p, at, "E019", "this expression is too long"))
        coset_message_help(p->text, "more than %d operators depend on one another; name a part of it with a function",
                           COSET_MU_MAX_DEPTH);
}

static coset_mu_expr *join(coset_mu_parser *p, coset_mu_op op, const coset_mu_token *at, coset_mu_expr *a,
                           coset_mu_expr *b)
{
    coset_mu_expr *e = new_expr(p, op, at);
    e->a = a;
    e->b = b;
    adopt(p, e, a, at);
    adopt(p, e, b, at);
    return e;
}

static coset_mu_expr *parse_unary(coset_mu_parser *p);
static coset_mu_expr *parse_binary(coset_mu_parser *p, int level);

/* ---- primaries ------------------------------------------------------------------------------------------------ */

coset_mu_expr *coset_mu_parse_arguments(coset_mu_parser *p)
{
    coset_mu_expr *first = NULL, **last = &first;
    while (!p->panic && !coset_mu_sees(p, COSET_MU_T_CLOSE)) {
        *last = coset_mu_parse_expression(p);
        last = &(*last)->next;
        if (!coset_mu_accept(p, COSET_MU_T_COMMA))
            break;
    }
    (void)coset_mu_expect(p, COSET_MU_T_CLOSE, "after the arguments");
    return first;
}

static coset_mu_expr *parse_call(coset_mu_parser *p)
{
    coset_mu_expr *e = new_expr(p, COSET_MU_E_CALL, p->at);
    const coset_mu_token *at = p->at;
    e->name = at->text;
    coset_mu_skip(p);
    coset_mu_skip(p);
    e->args = coset_mu_parse_arguments(p);
    for (coset_mu_expr *arg = e->args; arg; arg = arg->next)
        adopt(p, e, arg, at);
    return e;
}

/* forall, exists: the current word. */
static coset_mu_expr *parse_quantified(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    bool all = open->kind == COSET_MU_T_FORALL;
    coset_mu_expr *e = new_expr(p, all ? COSET_MU_E_FORALL : COSET_MU_E_EXISTS, open);
    coset_mu_skip(p);
    e->binders = coset_mu_parse_quantifiers(p);
    e->a = coset_mu_parse_expression(p);
    adopt(p, e, e->a, open);
    coset_mu_token_kind close = all ? COSET_MU_T_ENDFORALL : COSET_MU_T_ENDEXISTS;
    if (!p->panic)
        coset_mu_parse_end(p, open, close, close);
    return e;
}

/* isundefined(d), ismember(d, T), multisetcount(i: d, e): the current word, before its parenthesis. */
static coset_mu_expr *parse_builtin(coset_mu_parser *p, coset_mu_op op)
{
    const coset_mu_token *at = p->at;
    coset_mu_expr *e = new_expr(p, op, at);
    coset_mu_skip(p);
    (void)coset_mu_expect(p, COSET_MU_T_OPEN, NULL);
    if (op == COSET_MU_E_BAGCOUNT) {
        e->binders = coset_mu_parse_entry(p);
        (void)coset_mu_expect(p, COSET_MU_T_COMMA, "after the multiset");
    }
    e->a = coset_mu_parse_expression(p);
    adopt(p, e, e->a, at);
    if (op == COSET_MU_E_ISMEMBER) {
        (void)coset_mu_expect(p, COSET_MU_T_COMMA, "before the type");
        e->member = coset_mu_parse_type(p);
    }
    (void)coset_mu_expect(p, COSET_MU_T_CLOSE, NULL);
    return e;
}

static coset_mu_expr *parse_name(coset_mu_parser *p)
{
    bool call = coset_mu_peek(p)->kind == COSET_MU_T_OPEN;
    if (call && coset_mu_sees_word(p, "ismember"))
        return parse_builtin(p, COSET_MU_E_ISMEMBER);
    if (call && coset_mu_sees_word(p, "multisetcount"))
        return parse_builtin(p, COSET_MU_E_BAGCOUNT);
    if (call)
        return parse_call(p);
    coset_mu_expr *e = new_expr(p, COSET_MU_E_NAME, p->at);
    e->name = p->at->text;
    coset_mu_skip(p);
    return e;
}

/* .field and [index] after an expression */
static coset_mu_expr *parse_steps(coset_mu_parser *p, coset_mu_expr *e)
{
    while (!p->panic) {
        const coset_mu_token *at = p->at;
        if (coset_mu_accept(p, COSET_MU_T_DOT)) {
            const coset_mu_token *name = p->at;
            if (!coset_mu_expect(p, COSET_MU_T_NAME, "after `.`"))
                return e;
            e = join(p, COSET_MU_E_FIELD, name, e, NULL);
            e->name = name->text;
        } else if (coset_mu_accept(p, COSET_MU_T_OPEN_INDEX)) {
            coset_mu_expr *index = coset_mu_parse_expression(p);
            e = join(p, COSET_MU_E_INDEX, at, e, index);
            (void)coset_mu_expect(p, COSET_MU_T_CLOSE_INDEX, "after the index");
        } else {
            break;
        }
    }
    return e;
}

coset_mu_expr *coset_mu_parse_designator(coset_mu_parser *p)
{
    const coset_mu_token *name = p->at;
    if (!coset_mu_enter(p))
        return new_expr(p, COSET_MU_E_NUMBER, name);
    coset_mu_expr *e = new_expr(p, COSET_MU_E_NAME, name);
    if (coset_mu_expect(p, COSET_MU_T_NAME, NULL)) {
        e->name = name->text;
        e = parse_steps(p, e);
    }
    coset_mu_leave(p);
    return e;
}

static coset_mu_expr *parse_group(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_skip(p);
    coset_mu_expr *e = coset_mu_parse_expression(p);
    if (!p->panic && !coset_mu_sees(p, COSET_MU_T_CLOSE) &&
        coset_mu_blame(p, p->at, "E011", "expected ) before %s", coset_mu_token_text(p, p->at)))
        coset_message_help(p->text, "the parenthesis at line %u, column %u is open", open->pos.line, open->pos.column);
    (void)coset_mu_accept(p, COSET_MU_T_CLOSE);
    e->grouped = true;
    return e;
}

static coset_mu_expr *parse_primary(coset_mu_parser *p)
{
    coset_mu_expr *e;
    switch (p->at->kind) {
    case COSET_MU_T_NAME:
        return parse_name(p);
    case COSET_MU_T_NUMBER:
        e = new_expr(p, COSET_MU_E_NUMBER, p->at);
        e->value = p->at->value;
        coset_mu_skip(p);
        return e;
    case COSET_MU_T_OPEN:
        return parse_group(p);
    case COSET_MU_T_FORALL:
    case COSET_MU_T_EXISTS:
        return parse_quantified(p);
    case COSET_MU_T_ISUNDEFINED:
        return parse_builtin(p, COSET_MU_E_ISUNDEFINED);
    default:
        (void)coset_mu_blame(p, p->at, "E011", "expected an expression before %s", coset_mu_token_text(p, p->at));
        return new_expr(p, COSET_MU_E_NUMBER, p->at);
    }
}

/* ---- operators ------------------------------------------------------------------------------------------------ */

static coset_mu_expr *parse_prefix(coset_mu_parser *p, coset_mu_op op)
{
    const coset_mu_token *at = p->at;
    coset_mu_skip(p);
    coset_mu_expr *operand = op == COSET_MU_E_NOT ? parse_binary(p, LEVEL_COMPARE) : parse_unary(p);
    return join(p, op, at, operand, NULL);
}

static coset_mu_expr *parse_unary(coset_mu_parser *p)
{
    if (!coset_mu_enter(p))
        return new_expr(p, COSET_MU_E_NUMBER, p->at);
    coset_mu_expr *e;
    switch (p->at->kind) {
    case COSET_MU_T_NOT:
        e = parse_prefix(p, COSET_MU_E_NOT);
        break;
    case COSET_MU_T_MINUS:
        e = parse_prefix(p, COSET_MU_E_NEG);
        break;
    case COSET_MU_T_PLUS:
        e = parse_prefix(p, COSET_MU_E_PLUS);
        break;
    case COSET_MU_T_TILDE:
        e = parse_prefix(p, COSET_MU_E_BITNOT);
        break;
    default:
        e = parse_steps(p, parse_primary(p));
        break;
    }
    coset_mu_leave(p);
    return e;
}

/* Precedence climbing: operators of at least this level. */
static coset_mu_expr *parse_binary(coset_mu_parser *p, int level)
{
    coset_mu_expr *left = parse_unary(p);
    int ceiling = LEVEL_MOST;
    while (!p->panic) {
        const coset_mu_token *at = p->at;
        const binary *b = find_binary(at->kind);
        if (!b || b->level < level)
            break;
        if (b->level > ceiling) {
            if (coset_mu_blame(p, at, "E012", "%s cannot follow another operator of its kind",
                               coset_mu_token_text(p, at)))
                coset_message_help(p->text, "put parentheses around one of the two");
            break;
        }
        coset_mu_skip(p);
        left = join(p, b->op, at, left, parse_binary(p, b->level + 1));
        ceiling = b->chains ? b->level : b->level - 1;
    }
    return left;
}

coset_mu_expr *coset_mu_parse_expression(coset_mu_parser *p)
{
    coset_mu_expr *test = parse_binary(p, LEVEL_IMPLIES);
    const coset_mu_token *at = p->at;
    if (p->panic || !coset_mu_accept(p, COSET_MU_T_QUESTION))
        return test;
    coset_mu_expr *yes = coset_mu_parse_expression(p);
    (void)coset_mu_expect(p, COSET_MU_T_COLON, "between the two values of ?:");
    coset_mu_expr *e = join(p, COSET_MU_E_COND, at, test, yes);
    e->c = parse_binary(p, LEVEL_IMPLIES);
    adopt(p, e, e->c, at);
    if (coset_mu_sees(p, COSET_MU_T_QUESTION) &&
        coset_mu_blame(p, p->at, "E012", "? cannot follow another operator of its kind"))
        coset_message_help(p->text, "put parentheses around one of the two");
    return e;
}
