/* Operators by precedence, and operands that begin with a word or a literal. Bracketed forms are in parse_form.c. */
#include "lang/cspm/syntax/parse_int.h"

typedef enum { LEFT, RIGHT, NONE } side;

typedef struct {
    uint8_t token, kind, op, strength, side;
} operator_row;

static const operator_row operators[] = {
    {TOKEN_DOUBLE, CSPM_DOUBLE, 0, STRENGTH_ALL, NONE},
    {TOKEN_BACKSLASH, CSPM_HIDE, 0, STRENGTH_HIDE, LEFT},
    {TOKEN_PROJECT, CSPM_PROJECT, 0, STRENGTH_HIDE, LEFT},
    {TOKEN_INTERLEAVE, CSPM_PROCESS, CSPM_INTERLEAVE, STRENGTH_INTERLEAVE, LEFT},
    {TOKEN_SHARE_OPEN, CSPM_PROCESS, CSPM_PARALLEL, STRENGTH_PARALLEL, NONE},
    {TOKEN_BRACKET_OPEN, CSPM_PROCESS, CSPM_ALPHABETISED, STRENGTH_PARALLEL, NONE},
    {TOKEN_INTERNAL, CSPM_PROCESS, CSPM_INTERNAL_CHOICE, STRENGTH_INTERNAL, LEFT},
    {TOKEN_BOX, CSPM_PROCESS, CSPM_EXTERNAL_CHOICE, STRENGTH_EXTERNAL, LEFT},
    {TOKEN_PLUS_OPEN, CSPM_PROCESS, CSPM_SYNC_EXTERNAL, STRENGTH_EXTERNAL, LEFT},
    {TOKEN_INTERRUPT, CSPM_PROCESS, CSPM_INTERRUPT, STRENGTH_INTERRUPT, LEFT},
    {TOKEN_SYNC_OPEN, CSPM_PROCESS, CSPM_SYNC_INTERRUPT, STRENGTH_INTERRUPT, LEFT},
    {TOKEN_SLIDING, CSPM_PROCESS, CSPM_SLIDING, STRENGTH_SLIDING, LEFT},
    {TOKEN_SEMICOLON, CSPM_PROCESS, CSPM_SEQUENCE, STRENGTH_SEQUENCE, LEFT},
    {TOKEN_AMPERSAND, CSPM_GUARD, 0, STRENGTH_PREFIX, RIGHT},
    {TOKEN_ARROW, CSPM_PREFIX, 0, STRENGTH_PREFIX, RIGHT},
    {TOKEN_DOT, CSPM_DOT, 0, STRENGTH_DOT, RIGHT},
    {TOKEN_OR, CSPM_BINARY, CSPM_OR, STRENGTH_OR, LEFT},
    {TOKEN_AND, CSPM_BINARY, CSPM_AND, STRENGTH_AND, LEFT},
    {TOKEN_EQ, CSPM_BINARY, CSPM_EQ, STRENGTH_COMPARE, NONE},
    {TOKEN_NE, CSPM_BINARY, CSPM_NE, STRENGTH_COMPARE, NONE},
    {TOKEN_LE, CSPM_BINARY, CSPM_LE, STRENGTH_COMPARE, NONE},
    {TOKEN_GE, CSPM_BINARY, CSPM_GE, STRENGTH_COMPARE, NONE},
    {TOKEN_LESS, CSPM_BINARY, CSPM_LT, STRENGTH_COMPARE, NONE},
    {TOKEN_GREATER, CSPM_BINARY, CSPM_GT, STRENGTH_COMPARE, NONE},
    {TOKEN_PLUS, CSPM_BINARY, CSPM_ADD, STRENGTH_SUM, LEFT},
    {TOKEN_MINUS, CSPM_BINARY, CSPM_SUB, STRENGTH_SUM, LEFT},
    {TOKEN_STAR, CSPM_BINARY, CSPM_MUL, STRENGTH_PRODUCT, LEFT},
    {TOKEN_SLASH, CSPM_BINARY, CSPM_DIV, STRENGTH_PRODUCT, LEFT},
    {TOKEN_PERCENT, CSPM_BINARY, CSPM_MOD, STRENGTH_PRODUCT, LEFT},
    {TOKEN_CARET, CSPM_BINARY, CSPM_CONCAT, STRENGTH_CONCAT, LEFT},
};
enum { N_OPERATORS = sizeof operators / sizeof *operators };

/* The current operator, or NULL. Not one: `>` that ends a sequence; `<` that a new line may begin with. */
static const operator_row *operator_here(const cspm_parser *p)
{
    cspm_token_kind kind = coset__cspm_kind(p);
    if (kind == TOKEN_GREATER && p->sequences.at[p->sequences.n - 1] > 0)
        return NULL;
    for (uint32_t i = 0; i < N_OPERATORS; i++)
        if (operators[i].token == kind)
            return &operators[i];
    return NULL;
}

static cspm_node *two(cspm_parser *p, const operator_row *row, cspm_node *a, cspm_node *b)
{
    cspm_list kids = {0};
    coset__cspm_add(&kids, a);
    coset__cspm_add(&kids, b);
    cspm_node *node = coset__cspm_build(p, (cspm_kind)row->kind, a->pos, a->begin, &kids);
    node->op = row->op;
    coset_vec_fini(&kids);
    return node;
}

/* a.b.c as one node; `b` is the expression right of the first dot. */
static cspm_node *dotted(cspm_parser *p, cspm_node *a, cspm_node *b)
{
    cspm_list kids = {0};
    coset__cspm_add(&kids, a);
    if (b->kind == CSPM_DOT)
        for (uint32_t i = 0; i < b->n; i++)
            coset__cspm_add(&kids, b->kid[i]);
    else
        coset__cspm_add(&kids, b);
    cspm_node *node = coset__cspm_build(p, CSPM_DOT, a->pos, a->begin, &kids);
    coset_vec_fini(&kids);
    return node;
}

static cspm_node *field(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_take(p);
    cspm_kind kind = t->kind == TOKEN_BANG ? CSPM_OUT : t->kind == TOKEN_QUERY ? CSPM_IN : CSPM_CHOOSE;
    cspm_list kids = {0};
    cspm_node *first = coset__cspm_expr(p, STRENGTH_DOTABLE);
    coset__cspm_add(&kids, kind == CSPM_OUT ? first : coset__cspm_pattern(p, first));
    if (kind != CSPM_OUT && coset__cspm_accept(p, TOKEN_COLON))
        coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_DOTABLE));
    cspm_node *node = coset__cspm_make(p, kind, t, &kids);
    coset_vec_fini(&kids);
    return node;
}

static bool at_field(const cspm_parser *p)
{
    cspm_token_kind kind = coset__cspm_kind(p);
    return kind == TOKEN_QUERY || kind == TOKEN_BANG || kind == TOKEN_DOLLAR;
}

/* e?x!y -> P; `event` is e, and the stream is at the first field or the arrow. */
static cspm_node *prefix(cspm_parser *p, cspm_node *event)
{
    cspm_list kids = {0};
    coset__cspm_add(&kids, event);
    while (at_field(p))
        coset__cspm_add(&kids, field(p));
    if (coset__cspm_kind(p) == TOKEN_SEMICOLON)
        coset__cspm_wrong(p, coset__cspm_peek(p), "C020",
                          "an event is followed by `->`; `;` is for processes: write `a -> P`, not `a ; P`");
    else if (coset__cspm_expect(p, TOKEN_ARROW, "a prefix"))
        coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_PREFIX));
    cspm_node *node = coset__cspm_build(p, CSPM_PREFIX, event->pos, event->begin, &kids);
    coset_vec_fini(&kids);
    return node;
}

static cspm_node *continue_with(cspm_parser *p, cspm_node *left, int strength);

/* P \ A op Q means (P \ A) op Q: the set is only an operand tighter than the process operators, and the next operator,
 * of any strength, has the hidden process as its left side. */
static cspm_node *hidden(cspm_parser *p, const operator_row *row, cspm_node *process)
{
    coset__cspm_take(p);
    cspm_node *set = coset__cspm_expr(p, STRENGTH_DOTABLE);
    return continue_with(p, two(p, row, process, set), STRENGTH_INTERLEAVE);
}

static cspm_node *one_operator(cspm_parser *p, const operator_row *row, cspm_node *left)
{
    switch (row->token) {
    case TOKEN_SHARE_OPEN:
    case TOKEN_BRACKET_OPEN:
    case TOKEN_PLUS_OPEN:
    case TOKEN_SYNC_OPEN:
        return coset__cspm_parallel(p, left, row->strength + 1);
    case TOKEN_BACKSLASH:
    case TOKEN_PROJECT:
        return hidden(p, row, left);
    case TOKEN_ARROW:
        return prefix(p, left);
    default:
        break;
    }
    coset__cspm_take(p);
    cspm_node *right = coset__cspm_expr(p, row->side == RIGHT ? row->strength : row->strength + 1);
    return row->kind == CSPM_DOT ? dotted(p, left, right) : two(p, row, left, right);
}

static cspm_node *continue_with(cspm_parser *p, cspm_node *left, int strength)
{
    uint8_t last = 0; /* strength of the last non-associative operator */
    for (;;) {
        if (strength <= STRENGTH_FIELD && at_field(p)) {
            left = prefix(p, left);
            continue;
        }
        const operator_row *row = operator_here(p);
        if (!row || row->strength < strength)
            return left;
        if (row->side == NONE && row->strength == last) {
            const cspm_token *t = coset__cspm_peek(p);
            coset__cspm_wrong(p, t, "C023", "`%s` after an operator of the same strength needs parentheses",
                              coset__cspm_spelling((cspm_token_kind)t->kind));
            return left;
        }
        last = row->side == NONE ? row->strength : 0;
        left = one_operator(p, row, left);
    }
}

static cspm_node *operand(cspm_parser *p);

cspm_node *coset__cspm_expr(cspm_parser *p, int strength)
{
    if (++p->nested > COSET__CSPM_DEPTH)
        coset__cspm_wrong(p, coset__cspm_peek(p), "C022", "this is nested more than %d levels deep", COSET__CSPM_DEPTH);
    cspm_node *left = operand(p);
    cspm_node *whole = continue_with(p, left, strength);
    p->nested--;
    return whole;
}

void coset__cspm_exprs(cspm_parser *p, cspm_list *out, cspm_token_kind close)
{
    coset__cspm_skip_lines(p);
    if (coset__cspm_kind(p) == close)
        return;
    do {
        coset__cspm_add(out, coset__cspm_expr(p, STRENGTH_ALL));
    } while (coset__cspm_accept(p, TOKEN_COMMA));
}

/* ---- operands ------------------------------------------------------------------------------------------------ */

static cspm_node *unary(cspm_parser *p, cspm_op op, int strength)
{
    const cspm_token *t = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_add(&kids, coset__cspm_expr(p, strength));
    cspm_node *node = coset__cspm_make(p, CSPM_UNARY, t, &kids);
    node->op = (uint8_t)op;
    coset_vec_fini(&kids);
    return node;
}

static cspm_node *conditional(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    coset__cspm_expect(p, TOKEN_THEN, "if");
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    coset__cspm_expect(p, TOKEN_ELSE, "if .. then");
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    cspm_node *node = coset__cspm_make(p, CSPM_IF, t, &kids);
    coset_vec_fini(&kids);
    return node;
}

/* The declarations are outside of all brackets that are open around the let. */
static cspm_node *let(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_open(p);
    p->decls(p, IN_LET, &kids);
    coset__cspm_close(p);
    uint32_t split = kids.n;
    coset__cspm_expect(p, TOKEN_WITHIN, "let");
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    cspm_node *node = coset__cspm_make(p, CSPM_LET, t, &kids);
    if (node->n)
        node->split = split;
    coset_vec_fini(&kids);
    return node;
}

static cspm_node *lambda(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_take(p);
    cspm_list kids = {0};
    do {
        coset__cspm_add(&kids, coset__cspm_pattern(p, coset__cspm_expr(p, STRENGTH_DOTABLE)));
    } while (coset__cspm_accept(p, TOKEN_COMMA));
    uint32_t split = kids.n;
    coset__cspm_expect(p, TOKEN_AT, "a function written `\\`");
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    cspm_node *node = coset__cspm_make(p, CSPM_LAMBDA, t, &kids);
    if (node->n)
        node->split = split;
    coset_vec_fini(&kids);
    return node;
}

static cspm_node *literal(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_take(p);
    switch (t->kind) {
    case TOKEN_INT:
        return coset__cspm_leaf(p, CSPM_INT, t);
    case TOKEN_CHAR:
        return coset__cspm_leaf(p, CSPM_CHAR, t);
    case TOKEN_STRING:
        return coset__cspm_leaf(p, CSPM_STRING, t);
    case TOKEN_UNDERSCORE:
        return coset__cspm_leaf(p, CSPM_WILD, t);
    default: {
        cspm_node *node = coset__cspm_leaf(p, CSPM_BOOL, t);
        node->value = t->kind == TOKEN_TRUE;
        return node;
    }
    }
}

static cspm_node *not_an_operand(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_peek(p);
    coset__cspm_wrong(p, t, "C024", "an expression is missing before %s", coset__cspm_shown(p, t));
    return coset__cspm_leaf(p, CSPM_ERROR, t);
}

static cspm_node *first_part(cspm_parser *p)
{
    switch (coset__cspm_kind(p)) {
    case TOKEN_NAME:
        return coset__cspm_qualified(p, CSPM_NAME, "`::`");
    case TOKEN_INT:
    case TOKEN_CHAR:
    case TOKEN_STRING:
    case TOKEN_UNDERSCORE:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
        return literal(p);
    case TOKEN_LEFT:
    case TOKEN_BRACE_OPEN:
    case TOKEN_EVENTS_OPEN:
    case TOKEN_MAP_OPEN:
    case TOKEN_LESS:
        return coset__cspm_bracketed(p);
    default:
        return NULL;
    }
}

static cspm_node *application(cspm_parser *p, cspm_node *function)
{
    cspm_list kids = {0};
    coset__cspm_add(&kids, function);
    coset__cspm_take(p);
    coset__cspm_open(p);
    coset__cspm_exprs(p, &kids, TOKEN_RIGHT);
    coset__cspm_expect(p, TOKEN_RIGHT, "a list of arguments");
    coset__cspm_close(p);
    cspm_node *node = coset__cspm_build(p, CSPM_APPLY, function->pos, function->begin, &kids);
    coset_vec_fini(&kids);
    return node;
}

static cspm_node *with_suffixes(cspm_parser *p, cspm_node *node)
{
    for (;;) {
        switch (coset__cspm_kind(p)) {
        case TOKEN_LEFT:
            node = application(p, node);
            break;
        case TOKEN_RENAME_OPEN:
            node = coset__cspm_renaming(p, node);
            break;
        default:
            return node;
        }
    }
}

static cspm_node *operand(cspm_parser *p)
{
    while (coset__cspm_kind(p) == TOKEN_NEWLINE && !coset__cspm_peek(p)->value)
        coset__cspm_take(p);
    switch (coset__cspm_kind(p)) {
    case TOKEN_NOT:
        return unary(p, CSPM_NOT, STRENGTH_NOT);
    case TOKEN_MINUS:
        return unary(p, CSPM_NEGATE, STRENGTH_PRODUCT);
    case TOKEN_HASH:
        return unary(p, CSPM_LENGTH, STRENGTH_LENGTH);
    case TOKEN_IF:
        return conditional(p);
    case TOKEN_LET:
        return let(p);
    case TOKEN_BACKSLASH:
        return lambda(p);
    case TOKEN_INTERLEAVE:
    case TOKEN_BOX:
    case TOKEN_INTERNAL:
    case TOKEN_SHARE_OPEN:
    case TOKEN_BARS:
    case TOKEN_BRACKET_OPEN:
    case TOKEN_SEMICOLON:
    case TOKEN_PLUS_OPEN:
        return coset__cspm_replicated(p);
    default: {
        cspm_node *part = first_part(p);
        return part ? with_suffixes(p, part) : not_an_operand(p);
    }
    }
}
