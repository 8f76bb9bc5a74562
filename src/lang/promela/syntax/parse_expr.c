/* lang/promela/syntax/parse_expr.c - tokens to syntax tree: expressions, with the strengths of operators of C. */
#include <string.h>

#include "lang/promela/syntax/parser.h"

/* ---- nodes --------------------------------------------------------------------------------------------------- */

coset_pml_expr *coset_pml_new_expr(coset_pml_parser *p, coset_pml_op op, const coset_pml_token *at)
{
    coset_pml_expr *e = coset_arena_get(p->arena, 1, sizeof *e);
    e->op = op;
    e->pos = at->pos;
    e->len = at->len;
    e->depth = 1;
    return e;
}

static void grow(coset_pml_parser *p, coset_pml_expr *e, const coset_pml_expr *part)
{
    if (part && part->depth >= e->depth)
        e->depth = part->depth + 1;
    if (e->depth > COSET_PML_MAX_DEPTH) {
        coset_pml_blame_at(p, e->pos, e->len, "E120", "the expression is more than %d operators deep",
                           COSET_PML_MAX_DEPTH);
        p->panic = p->finished = true;
        e->depth = 1;
        e->a = e->b = e->c = NULL;
    }
}

/* full, empty and their negations, alone or combined by && and ||. */
static bool is_probe(const coset_pml_expr *e)
{
    if (e->op == COSET_PML_E_AND || e->op == COSET_PML_E_OR)
        return (e->a && is_probe(e->a)) || (e->b && is_probe(e->b));
    return e->op >= COSET_PML_E_FULL && e->op <= COSET_PML_E_NEMPTY;
}

static void refuse_probe(coset_pml_parser *p, const coset_pml_expr *e)
{
    if (!e || p->panic || !is_probe(e))
        return;
    if (coset_pml_blame_at(p, e->pos, e->len, "E121", "full, nfull, empty and nempty can only be joined by && and ||"))
        coset_pml_hint(p, "the opposite of full is nfull, that of empty is nempty");
}

static coset_pml_expr *unary(coset_pml_parser *p, coset_pml_op op, const coset_pml_token *at, coset_pml_expr *a)
{
    coset_pml_expr *e = coset_pml_new_expr(p, op, at);
    e->a = a;
    if (op == COSET_PML_E_NOT || op == COSET_PML_E_NEG || op == COSET_PML_E_BITNOT)
        refuse_probe(p, a);
    grow(p, e, a);
    return e;
}

coset_pml_expr *coset_pml_binary(coset_pml_parser *p, coset_pml_op op, const coset_pml_token *at, coset_pml_expr *a,
                                 coset_pml_expr *b)
{
    coset_pml_expr *e = coset_pml_new_expr(p, op, at);
    e->a = a;
    e->b = b;
    if (op >= COSET_PML_E_ADD && op <= COSET_PML_E_NE) {
        refuse_probe(p, a);
        refuse_probe(p, b);
    }
    grow(p, e, a);
    grow(p, e, b);
    return e;
}

coset_pml_expr *coset_pml_copy_expr(coset_pml_parser *p, const coset_pml_expr *e)
{
    if (!e)
        return NULL;
    coset_pml_expr *copy = coset_arena_copy(p->arena, e, 1, sizeof *e);
    copy->a = coset_pml_copy_expr(p, e->a);
    copy->b = coset_pml_copy_expr(p, e->b);
    copy->c = coset_pml_copy_expr(p, e->c);
    copy->next = NULL;
    copy->args = NULL;
    coset_pml_expr **last = &copy->args;
    for (const coset_pml_expr *arg = e->args; arg; arg = arg->next) {
        *last = coset_pml_copy_expr(p, arg);
        last = &(*last)->next;
    }
    return copy;
}

static coset_pml_expr *number(coset_pml_parser *p, int32_t value)
{
    coset_pml_expr *e = coset_pml_new_expr(p, COSET_PML_E_NUMBER, coset_pml_now(p));
    e->value = value;
    return e;
}

/* ---- places -------------------------------------------------------------------------------------------------- */

/* `[index]`, `.field` and so on after a name. */
static coset_pml_expr *parse_selectors(coset_pml_parser *p, coset_pml_expr *e)
{
    while (!p->panic) {
        coset_pml_token at = *coset_pml_now(p);
        if (coset_pml_accept(p, COSET_PML_T_LBRACKET)) {
            coset_pml_expr *index = coset_pml_parse_expr(p);
            coset_pml_expect(p, COSET_PML_T_RBRACKET, "after the index");
            if (e->op == COSET_PML_E_INDEX)
                coset_pml_blame_at(p, at.pos, at.len, "E122", "arrays have one dimension only");
            e = coset_pml_binary(p, COSET_PML_E_INDEX, &at, e, index);
        } else if (coset_pml_accept(p, COSET_PML_T_DOT)) {
            coset_pml_token name = coset_pml_take_name(p, "the name of a field");
            e = unary(p, COSET_PML_E_FIELD, &name, e);
            e->name = name.text;
        } else {
            break;
        }
    }
    return e;
}

static coset_pml_expr *parse_name(coset_pml_parser *p)
{
    static const struct {
        const char *name;
        coset_pml_op op;
    } known[] = {{"_", COSET_PML_E_HOLE},
                 {"_pid", COSET_PML_E_PID},
                 {"_nr_pr", COSET_PML_E_NR_PR},
                 {"_last", COSET_PML_E_LAST},
                 {"_priority", COSET_PML_E_PRIORITY}};
    coset_pml_token name = coset_pml_take_name(p, "a name");
    coset_pml_expr *e = coset_pml_new_expr(p, COSET_PML_E_NAME, &name);
    e->name = name.text;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name.text) == 0)
            e->op = known[i].op;
    return e;
}

coset_pml_expr *coset_pml_parse_place(coset_pml_parser *p) { return parse_selectors(p, parse_name(p)); }

/* ---- lists --------------------------------------------------------------------------------------------------- */

coset_pml_expr *coset_pml_parse_args(coset_pml_parser *p)
{
    coset_pml_expr *first = NULL, **last = &first;
    do {
        *last = coset_pml_parse_expr(p);
        last = &(*last)->next;
    } while (coset_pml_accept(p, COSET_PML_T_COMMA));
    return first;
}

static coset_pml_expr *parse_target(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    switch (at.kind) {
    case COSET_PML_T_EVAL: {
        coset_pml_skip(p);
        coset_pml_expect(p, COSET_PML_T_LPAREN, "after `eval`");
        coset_pml_expr *a = coset_pml_parse_expr(p);
        coset_pml_expect(p, COSET_PML_T_RPAREN, "after the value of `eval`");
        return unary(p, COSET_PML_E_EVAL, &at, a);
    }
    case COSET_PML_T_TRUE:
    case COSET_PML_T_FALSE:
    case COSET_PML_T_SKIP:
    case COSET_PML_T_NUMBER:
    case COSET_PML_T_MINUS: {
        bool minus = coset_pml_accept(p, COSET_PML_T_MINUS);
        coset_pml_token_kind kind = coset_pml_now(p)->kind;
        uint32_t value = (uint32_t)coset_pml_now(p)->value;
        if (kind == COSET_PML_T_TRUE || kind == COSET_PML_T_SKIP)
            value = 1;
        else if (kind != COSET_PML_T_FALSE && !coset_pml_sees(p, COSET_PML_T_NUMBER)) {
            coset_pml_expect(p, COSET_PML_T_NUMBER, "after `-`");
            return number(p, 0);
        }
        coset_pml_skip(p);
        coset_pml_expr *e = coset_pml_new_expr(p, COSET_PML_E_NUMBER, &at);
        e->value = (int32_t)(minus ? 0u - value : value);
        return e;
    }
    case COSET_PML_T_NAME: {
        coset_pml_expr *e = coset_pml_parse_place(p);
        if (!p->panic && coset_pml_now(p)->kind >= COSET_PML_T_PLUS && coset_pml_now(p)->kind <= COSET_PML_T_PERCENT &&
            coset_pml_blame(p, coset_pml_now(p), "E123",
                            "a message is received into variables or compared with values"))
            coset_pml_hint(p, "compare with a computed value by `eval(...)`");
        return e;
    }
    default:
        if (coset_pml_blame(p, &at, "E124", "expected a variable, a constant, `_` or `eval(...)` but found %s",
                            coset_pml_token_text(p, &at)) &&
            at.kind == COSET_PML_T_LPAREN)
            coset_pml_hint(p, "compare with a computed value by `eval(...)`");
        return number(p, 0);
    }
}

/* `a, b, c`, `a(b, c)`, `(a, b, c)` */
coset_pml_expr *coset_pml_parse_targets(coset_pml_parser *p)
{
    if (!coset_pml_enter(p))
        return number(p, 0);
    coset_pml_expr *first;
    if (coset_pml_accept(p, COSET_PML_T_LPAREN)) {
        first = coset_pml_parse_targets(p);
        coset_pml_expect(p, COSET_PML_T_RPAREN, "after the message");
    } else {
        first = parse_target(p);
        coset_pml_expr **last = &first->next;
        while (coset_pml_accept(p, COSET_PML_T_COMMA)) {
            *last = parse_target(p);
            last = &(*last)->next;
        }
        if (coset_pml_accept(p, COSET_PML_T_LPAREN)) {
            *last = coset_pml_parse_targets(p);
            coset_pml_expect(p, COSET_PML_T_RPAREN, "after the message");
        }
    }
    coset_pml_leave(p);
    return first;
}

/* ---- operands ------------------------------------------------------------------------------------------------ */

/* `word(argument)` */
static coset_pml_expr *parse_call(coset_pml_parser *p, coset_pml_op op, bool of_place)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_skip(p);
    const char *where = coset_arena_printf(p->arena, "after %s", coset_pml_token_name(at.kind));
    coset_pml_expect(p, COSET_PML_T_LPAREN, where);
    coset_pml_expr *a = of_place ? coset_pml_parse_place(p) : coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_RPAREN, where);
    return unary(p, op, &at, a);
}

/* `run name(args) priority n` */
static coset_pml_expr *parse_run(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_skip(p);
    coset_pml_token name = coset_pml_take_name(p, "the name of a proctype");
    coset_pml_expr *e = coset_pml_new_expr(p, COSET_PML_E_RUN, &at);
    e->name = name.text;
    e->len = name.pos.line == at.pos.line && name.pos.column > at.pos.column
                 ? (uint32_t)(name.pos.column - at.pos.column) + name.len
                 : at.len;
    coset_pml_expect(p, COSET_PML_T_LPAREN, "after the name of the proctype");
    if (!p->panic && !coset_pml_sees(p, COSET_PML_T_RPAREN))
        e->args = coset_pml_parse_args(p);
    for (const coset_pml_expr *arg = e->args; arg; arg = arg->next)
        grow(p, e, arg);
    coset_pml_expect(p, COSET_PML_T_RPAREN, "after the arguments");
    if (coset_pml_accept(p, COSET_PML_T_PRIORITY)) {
        e->b = number(p, coset_pml_now(p)->value);
        coset_pml_expect(p, COSET_PML_T_NUMBER, "after `priority`");
        grow(p, e, e->b);
    }
    return e;
}

/* `name[pid]@label`, `name[pid]:variable`; the current token is the name of a proctype. */
static coset_pml_expr *parse_remote(coset_pml_parser *p)
{
    coset_pml_token name = coset_pml_take_name(p, "a proctype");
    coset_pml_expr *pid = NULL;
    if (coset_pml_accept(p, COSET_PML_T_LBRACKET)) {
        pid = coset_pml_parse_expr(p);
        coset_pml_expect(p, COSET_PML_T_RBRACKET, "after the number of the process");
    }
    coset_pml_expr *e = unary(p, COSET_PML_E_AT, &name, pid);
    e->name = name.text;
    if (coset_pml_accept(p, COSET_PML_T_AT)) {
        e->label_name = coset_pml_take_name(p, "a label").text;
    } else if (coset_pml_accept(p, COSET_PML_T_COLON)) {
        e->op = COSET_PML_E_REMOTE;
        e->b = coset_pml_parse_place(p);
        grow(p, e, e->b);
    } else if (coset_pml_blame(p, coset_pml_now(p), "E125", "`%s` is a proctype, not a value", name.text)) {
        coset_pml_hint(p, "write `%s[pid]@label` or `%s[pid]:variable`", name.text, name.text);
    }
    return e;
}

/* `(e)`, `(a -> b : c)` */
static coset_pml_expr *parse_group(coset_pml_parser *p)
{
    coset_pml_skip(p);
    bool outer = p->stops_at_greater;
    p->stops_at_greater = false;
    coset_pml_expr *e = coset_pml_parse_expr(p);
    coset_pml_token at = *coset_pml_now(p);
    if (!p->in_formula && coset_pml_accept(p, COSET_PML_T_ARROW)) {
        coset_pml_expr *cond = unary(p, COSET_PML_E_COND, &at, e);
        cond->b = coset_pml_parse_expr(p);
        coset_pml_expect(p, COSET_PML_T_COLON, "in a conditional expression (a -> b : c)");
        cond->c = coset_pml_parse_expr(p);
        grow(p, cond, cond->b);
        grow(p, cond, cond->c);
        for (uint32_t i = 0; i < 3; i++)
            refuse_probe(p, i == 0 ? cond->a : i == 1 ? cond->b : cond->c);
        e = cond;
    }
    p->stops_at_greater = outer;
    coset_pml_expect(p, COSET_PML_T_RPAREN, "after the expression");
    e->grouped = true;
    return e;
}

coset_pml_expr *coset_pml_poll(coset_pml_parser *p, coset_pml_expr *chan, const coset_pml_token *at)
{
    coset_pml_expr *e = unary(p, COSET_PML_E_POLL, at, chan);
    coset_pml_expect(p, COSET_PML_T_LBRACKET, "after the question mark");
    e->is_random = at->kind == COSET_PML_T_RECEIVE_RANDOM;
    e->args = coset_pml_parse_targets(p);
    for (const coset_pml_expr *arg = e->args; arg; arg = arg->next)
        grow(p, e, arg);
    coset_pml_expect(p, COSET_PML_T_RBRACKET, "after the message");
    return e;
}

static coset_pml_expr *parse_named(coset_pml_parser *p)
{
    const coset_pml_token *t = coset_pml_now(p);
    if (coset_pml_find_proctype(p->model, t->text)) {
        coset_pml_token_kind after = coset_pml_peek(p)->kind;
        if (after == COSET_PML_T_AT || after == COSET_PML_T_COLON || after == COSET_PML_T_LBRACKET)
            return parse_remote(p);
    }
    coset_pml_expr *place = coset_pml_parse_place(p);
    coset_pml_token at = *coset_pml_now(p);
    if (coset_pml_accept(p, COSET_PML_T_RECEIVE) || coset_pml_accept(p, COSET_PML_T_RECEIVE_RANDOM))
        return coset_pml_poll(p, place, &at);
    return place;
}

static coset_pml_expr *constant(coset_pml_parser *p, int32_t value)
{
    coset_pml_expr *e = number(p, value);
    coset_pml_skip(p);
    return e;
}

static coset_pml_expr *plain(coset_pml_parser *p, coset_pml_op op)
{
    coset_pml_expr *e = coset_pml_new_expr(p, op, coset_pml_now(p));
    coset_pml_skip(p);
    return e;
}

static coset_pml_expr *wrong_operand(coset_pml_parser *p)
{
    const coset_pml_token *t = coset_pml_now(p);
    if (t->kind == COSET_PML_T_C_EXPR) {
        if (coset_pml_blame(p, t, "E105", "embedded C (%s) is not supported", coset_pml_token_name(t->kind)))
            coset_pml_hint(p, "what it computes has to be written in Promela");
    } else if (p->now.call) {
        coset_pml_blame(p, t, "E126", "an inline is a statement and has no value here");
        if (!p->finished)
            coset_pml_hint(p, "`x = name(...)` takes what the inline returns");
    } else {
        if (coset_pml_blame(p, t, "E127", "expected an expression but found %s", coset_pml_token_text(p, t))) {
            if (t->kind == COSET_PML_T_BECOMES)
                coset_pml_hint(p, "an assignment is `x = e`, so `x = x + e` and the like");
            else if (t->kind == COSET_PML_T_INCREMENT || t->kind == COSET_PML_T_DECREMENT)
                coset_pml_hint(p, "`x++` and `x--` are statements of their own");
        }
    }
    return number(p, 0);
}

static coset_pml_expr *parse_operand(coset_pml_parser *p)
{
    switch (coset_pml_now(p)->kind) {
    case COSET_PML_T_NUMBER:
        return constant(p, coset_pml_now(p)->value);
    case COSET_PML_T_TRUE:
    case COSET_PML_T_SKIP:
        return constant(p, 1);
    case COSET_PML_T_FALSE:
        return constant(p, 0);
    case COSET_PML_T_NAME:
        return parse_named(p);
    case COSET_PML_T_LPAREN:
        return parse_group(p);
    case COSET_PML_T_RUN:
        return parse_run(p);
    case COSET_PML_T_LEN:
        return parse_call(p, COSET_PML_E_LEN, true);
    case COSET_PML_T_FULL:
        return parse_call(p, COSET_PML_E_FULL, true);
    case COSET_PML_T_NFULL:
        return parse_call(p, COSET_PML_E_NFULL, true);
    case COSET_PML_T_EMPTY:
        return parse_call(p, COSET_PML_E_EMPTY, true);
    case COSET_PML_T_NEMPTY:
        return parse_call(p, COSET_PML_E_NEMPTY, true);
    case COSET_PML_T_ENABLED:
        return parse_call(p, COSET_PML_E_ENABLED, false);
    case COSET_PML_T_PC_VALUE:
        return parse_call(p, COSET_PML_E_PC_VALUE, false);
    case COSET_PML_T_GET_PRIORITY:
        return parse_call(p, COSET_PML_E_GET_PRIORITY, false);
    case COSET_PML_T_TIMEOUT:
        return plain(p, COSET_PML_E_TIMEOUT);
    case COSET_PML_T_NP:
        return plain(p, COSET_PML_E_NP);
    default:
        return wrong_operand(p);
    }
}

static bool prefix_op(const coset_pml_parser *p, coset_pml_op *op)
{
    switch (coset_pml_now(p)->kind) {
    case COSET_PML_T_SEND:
        *op = COSET_PML_E_NOT;
        return true;
    case COSET_PML_T_MINUS:
        *op = COSET_PML_E_NEG;
        return true;
    case COSET_PML_T_TILDE:
        *op = COSET_PML_E_BITNOT;
        return true;
    case COSET_PML_T_BOX:
    case COSET_PML_T_ALWAYS:
        *op = COSET_PML_E_ALWAYS;
        return true;
    case COSET_PML_T_DIAMOND:
    case COSET_PML_T_EVENTUALLY:
        *op = COSET_PML_E_EVENTUALLY;
        return true;
    case COSET_PML_T_NEXT:
        *op = COSET_PML_E_NEXT;
        return true;
    default:
        return false;
    }
}

static coset_pml_expr *parse_prefixed(coset_pml_parser *p)
{
    if (!coset_pml_enter(p))
        return number(p, 0);
    coset_pml_op op;
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_expr *e;
    if (prefix_op(p, &op)) {
        coset_pml_skip(p);
        e = unary(p, op, &at, parse_prefixed(p));
    } else {
        e = parse_operand(p);
    }
    coset_pml_leave(p);
    return e;
}

/* ---- operators ----------------------------------------------------------------------------------------------- */

/* Strength of an infix operator, 0 for none; the larger binds tighter. */
static int infix(const coset_pml_parser *p, coset_pml_op *op)
{
    static const struct {
        coset_pml_token_kind token;
        coset_pml_op op;
        int strength;
    } ops[] = {
        {COSET_PML_T_IMPLIES, COSET_PML_E_IMPLIES, 1}, {COSET_PML_T_EQUIV, COSET_PML_E_EQUIV, 1},
        {COSET_PML_T_OR, COSET_PML_E_OR, 2},           {COSET_PML_T_AND, COSET_PML_E_AND, 3},
        {COSET_PML_T_UNTIL, COSET_PML_E_UNTIL, 4},     {COSET_PML_T_WEAK_UNTIL, COSET_PML_E_WEAK_UNTIL, 4},
        {COSET_PML_T_RELEASE, COSET_PML_E_RELEASE, 4}, {COSET_PML_T_BITOR, COSET_PML_E_BITOR, 5},
        {COSET_PML_T_BITXOR, COSET_PML_E_BITXOR, 6},   {COSET_PML_T_BITAND, COSET_PML_E_BITAND, 7},
        {COSET_PML_T_EQ, COSET_PML_E_EQ, 8},           {COSET_PML_T_NE, COSET_PML_E_NE, 8},
        {COSET_PML_T_LT, COSET_PML_E_LT, 9},           {COSET_PML_T_LE, COSET_PML_E_LE, 9},
        {COSET_PML_T_GT, COSET_PML_E_GT, 9},           {COSET_PML_T_GE, COSET_PML_E_GE, 9},
        {COSET_PML_T_SHL, COSET_PML_E_SHL, 10},        {COSET_PML_T_SHR, COSET_PML_E_SHR, 10},
        {COSET_PML_T_PLUS, COSET_PML_E_ADD, 11},       {COSET_PML_T_MINUS, COSET_PML_E_SUB, 11},
        {COSET_PML_T_STAR, COSET_PML_E_MUL, 12},       {COSET_PML_T_SLASH, COSET_PML_E_DIV, 12},
        {COSET_PML_T_PERCENT, COSET_PML_E_MOD, 12},
    };
    coset_pml_token_kind kind = coset_pml_now(p)->kind;
    if (p->panic || (kind == COSET_PML_T_GT && p->stops_at_greater))
        return 0;
    if (kind == COSET_PML_T_ARROW && p->in_formula)
        kind = COSET_PML_T_IMPLIES;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].token == kind) {
            *op = ops[i].op;
            return ops[i].strength;
        }
    return 0;
}

/* Infix operators of at least that strength after `left`; all are left-associative. */
static coset_pml_expr *parse_infix(coset_pml_parser *p, coset_pml_expr *left, int least)
{
    coset_pml_op op = COSET_PML_E_NUMBER;
    for (int strength; (strength = infix(p, &op)) >= least;) {
        coset_pml_op this = op;
        coset_pml_token at = *coset_pml_now(p);
        coset_pml_skip(p);
        coset_pml_expr *right = parse_prefixed(p);
        right = parse_infix(p, right, strength + 1);
        left = coset_pml_binary(p, this, &at, left, right);
    }
    return left;
}

coset_pml_expr *coset_pml_parse_rest(coset_pml_parser *p, coset_pml_expr *left) { return parse_infix(p, left, 1); }

coset_pml_expr *coset_pml_parse_expr(coset_pml_parser *p)
{
    if (!coset_pml_enter(p))
        return number(p, 0);
    coset_pml_expr *e = parse_infix(p, parse_prefixed(p), 1);
    coset_pml_leave(p);
    return e;
}
