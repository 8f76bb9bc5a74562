/* Forms with brackets: tuples, sets, sequences, maps, parallel and replicated operators, renaming. */
#include "lang/cspm/syntax/parse_int.h"

/* ---- statements ---------------------------------------------------------------------------------------------- */

static cspm_node *statement(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_peek(p);
    cspm_list kids = {0};
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    bool arrow = coset__cspm_accept(p, TOKEN_FROM);
    cspm_kind kind = CSPM_CONDITION;
    if (arrow || coset__cspm_accept(p, TOKEN_COLON)) {
        kind = CSPM_GENERATOR;
        kids.at[0] = coset__cspm_pattern(p, kids.at[0]);
        coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    }
    cspm_node *node = coset__cspm_make(p, kind, t, &kids);
    node->flags |= arrow ? CSPM_ARROW : 0;
    coset_vec_fini(&kids);
    return node;
}

static void statements(cspm_parser *p, cspm_list *out)
{
    do {
        coset__cspm_add(out, statement(p));
    } while (coset__cspm_accept(p, TOKEN_COMMA));
}

/* `| statements`, if there is a bar. */
static uint8_t comprehension(cspm_parser *p, cspm_list *kids)
{
    if (!coset__cspm_accept(p, TOKEN_BAR))
        return 0;
    statements(p, kids);
    return CSPM_BAR;
}

/* ---- collections --------------------------------------------------------------------------------------------- */

static bool at_close(const cspm_parser *p, cspm_token_kind close)
{
    return coset__cspm_kind(p) == close || coset__cspm_kind(p) == TOKEN_BAR;
}

/* The heads before the bar of a comprehension; possibly none. */
static void heads(cspm_parser *p, cspm_list *out, cspm_token_kind close)
{
    if (!at_close(p, TOKEN_BAR))
        coset__cspm_exprs(p, out, close);
}

/* Elements or a range, and statements; the opening bracket is consumed. */
static cspm_node *elements(cspm_parser *p, const cspm_token *first, cspm_kind list, cspm_kind range,
                           cspm_token_kind close)
{
    cspm_list kids = {0};
    cspm_kind kind = list;
    heads(p, &kids, close);
    if (kids.n == 1 && coset__cspm_accept(p, TOKEN_RANGE)) {
        kind = range;
        if (!at_close(p, close))
            coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    }
    uint32_t split = kids.n;
    uint8_t bar = comprehension(p, &kids);
    coset__cspm_expect(p, close, list == CSPM_SEQ ? "a sequence" : "a set");
    cspm_node *node = coset__cspm_finish(p, kind, first, &kids, split);
    node->flags |= bar;
    return node;
}

static cspm_node *sequence(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    uint32_t level = p->sequences.n - 1;
    p->sequences.at[level]++;
    cspm_node *node = elements(p, first, CSPM_SEQ, CSPM_SEQ_RANGE, TOKEN_GREATER);
    if (level < p->sequences.n && p->sequences.at[level] > 0)
        p->sequences.at[level]--;
    return node;
}

static cspm_node *set(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    coset__cspm_open(p);
    cspm_node *node = elements(p, first, CSPM_SET, CSPM_SET_RANGE, TOKEN_BRACE_CLOSE);
    coset__cspm_close(p);
    return node;
}

static cspm_node *events(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_open(p);
    heads(p, &kids, TOKEN_EVENTS_CLOSE);
    uint32_t split = kids.n;
    uint8_t bar = comprehension(p, &kids);
    coset__cspm_expect(p, TOKEN_EVENTS_CLOSE, "a set of events");
    coset__cspm_close(p);
    cspm_node *node = coset__cspm_finish(p, CSPM_EVENTS, first, &kids, split);
    node->flags |= bar;
    return node;
}

static cspm_node *map(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_open(p);
    if (coset__cspm_kind(p) != TOKEN_MAP_CLOSE) {
        do {
            coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_DOT));
            coset__cspm_expect(p, TOKEN_DOTABLE, "an entry of a map");
            coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
        } while (coset__cspm_accept(p, TOKEN_COMMA));
    }
    coset__cspm_expect(p, TOKEN_MAP_CLOSE, "a map");
    coset__cspm_close(p);
    return coset__cspm_finish(p, CSPM_MAP, first, &kids, kids.n);
}

static cspm_node *parentheses(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_open(p);
    coset__cspm_exprs(p, &kids, TOKEN_END);
    coset__cspm_expect(p, TOKEN_RIGHT, kids.n > 1 ? "a tuple" : "a parenthesis");
    coset__cspm_close(p);
    return coset__cspm_finish(p, kids.n == 1 ? CSPM_PAREN : CSPM_TUPLE, first, &kids, kids.n);
}

cspm_node *coset__cspm_bracketed(cspm_parser *p)
{
    switch (coset__cspm_kind(p)) {
    case TOKEN_LESS:
        return sequence(p);
    case TOKEN_BRACE_OPEN:
        return set(p);
    case TOKEN_EVENTS_OPEN:
        return events(p);
    case TOKEN_MAP_OPEN:
        return map(p);
    default:
        return parentheses(p);
    }
}

/* ---- ties of renaming and linked parallel -------------------------------------------------------------------- */

static cspm_node *tie(cspm_parser *p, cspm_token_kind between, cspm_node *from)
{
    cspm_list kids = {0};
    coset__cspm_add(&kids, from);
    coset__cspm_expect(p, between, between == TOKEN_LINK ? "a link" : "a renaming");
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    cspm_node *node = coset__cspm_build(p, CSPM_TIE, from->pos, from->begin, &kids);
    coset_vec_fini(&kids);
    return node;
}

/* Ties and statements up to `close`, which is consumed; `from` is the first left side, NULL if there is no tie. */
static cspm_node *ties(cspm_parser *p, const cspm_token *first, cspm_token_kind between, cspm_token_kind close,
                       cspm_node *from)
{
    cspm_list kids = {0};
    if (from)
        coset__cspm_add(&kids, tie(p, between, from));
    while (from && coset__cspm_accept(p, TOKEN_COMMA))
        coset__cspm_add(&kids, tie(p, between, coset__cspm_expr(p, STRENGTH_ALL)));
    uint32_t split = kids.n;
    uint8_t bar = from ? comprehension(p, &kids) : 0;
    coset__cspm_expect(p, close, between == TOKEN_LINK ? "a linked parallel" : "a renaming");
    cspm_node *node = coset__cspm_finish(p, CSPM_TIES, first, &kids, split);
    node->flags |= bar;
    return node;
}

cspm_node *coset__cspm_renaming(cspm_parser *p, cspm_node *process)
{
    cspm_list kids = {0};
    coset__cspm_open(p);
    const cspm_token *first = coset__cspm_take(p);
    cspm_node *from = coset__cspm_kind(p) == TOKEN_RENAME_CLOSE ? NULL : coset__cspm_expr(p, STRENGTH_ALL);
    cspm_node *list = ties(p, first, TOKEN_FROM, TOKEN_RENAME_CLOSE, from);
    coset__cspm_close(p);
    coset__cspm_add(&kids, process);
    coset__cspm_add(&kids, list);
    cspm_node *node = coset__cspm_build(p, CSPM_RENAME, process->pos, process->begin, &kids);
    coset_vec_fini(&kids);
    return node;
}

/* ---- parallel and replicated operators ----------------------------------------------------------------------- */

/* The bracketed part of a parallel operator, from its opening token to its closing one. */
typedef struct {
    uint8_t op;
    cspm_node *set, *right_set; /* set: events, or TIES of a linked parallel */
} share;

static share bracket_share(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    share s = {.op = CSPM_ALPHABETISED};
    s.set = coset__cspm_expr(p, STRENGTH_ALL);
    if (coset__cspm_kind(p) == TOKEN_LINK) {
        s.op = CSPM_LINKED;
        s.set = ties(p, first, TOKEN_LINK, TOKEN_BRACKET_CLOSE, s.set);
        return s;
    }
    bool told = coset__cspm_is_told(p);
    if (!coset__cspm_expect(p, TOKEN_BARS, "an alphabetised parallel") && p->asserts && !told)
        coset_message_help(p->text, "a refinement is written `P [T= Q`, a property `P :[deadlock free]`");
    s.right_set = coset__cspm_expr(p, STRENGTH_ALL);
    coset__cspm_expect(p, TOKEN_BRACKET_CLOSE, "an alphabetised parallel");
    return s;
}

static share simple_share(cspm_parser *p, cspm_op op, cspm_token_kind close, const char *what)
{
    coset__cspm_take(p);
    share s = {.op = (uint8_t)op, .set = coset__cspm_expr(p, STRENGTH_ALL)};
    if (op == CSPM_PARALLEL && coset__cspm_accept(p, TOKEN_EXCEPT_CLOSE))
        s.op = CSPM_EXCEPTION;
    else
        coset__cspm_expect(p, close, what);
    return s;
}

static share take_share(cspm_parser *p)
{
    coset__cspm_open(p);
    share s;
    switch (coset__cspm_kind(p)) {
    case TOKEN_SHARE_OPEN:
        s = simple_share(p, CSPM_PARALLEL, TOKEN_SHARE_CLOSE, "a parallel");
        break;
    case TOKEN_PLUS_OPEN:
        s = simple_share(p, CSPM_SYNC_EXTERNAL, TOKEN_PLUS_CLOSE, "a synchronising choice");
        break;
    case TOKEN_SYNC_OPEN:
        s = simple_share(p, CSPM_SYNC_INTERRUPT, TOKEN_SYNC_CLOSE, "a synchronising interrupt");
        break;
    default:
        s = bracket_share(p);
        break;
    }
    coset__cspm_close(p);
    return s;
}

cspm_node *coset__cspm_parallel(cspm_parser *p, cspm_node *left, int strength)
{
    cspm_list kids = {0};
    share s = take_share(p);
    coset__cspm_add(&kids, left);
    coset__cspm_add(&kids, coset__cspm_expr(p, strength));
    coset__cspm_add(&kids, s.set);
    if (s.right_set)
        coset__cspm_add(&kids, s.right_set);
    cspm_node *node = coset__cspm_build(p, CSPM_PROCESS, left->pos, left->begin, &kids);
    node->op = s.op;
    coset_vec_fini(&kids);
    return node;
}

/* || x : S @ [A(x)] P(x): the process stops before operators as loose as parallel. */
static share alphabet_and_body(cspm_parser *p, cspm_list *kids)
{
    share s = {.op = CSPM_ALPHABETISED};
    coset__cspm_skip_lines(p);
    coset__cspm_expect(p, TOKEN_BRACKET_OPEN, "a replicated `||`");
    coset__cspm_open(p);
    s.set = coset__cspm_expr(p, STRENGTH_ALL);
    coset__cspm_expect(p, TOKEN_BRACKET_CLOSE, "a replicated `||`");
    coset__cspm_close(p);
    coset__cspm_add(kids, coset__cspm_expr(p, STRENGTH_PARALLEL + 1));
    return s;
}

static uint8_t replicated_op(cspm_token_kind kind)
{
    switch (kind) {
    case TOKEN_INTERLEAVE:
        return CSPM_INTERLEAVE;
    case TOKEN_BOX:
        return CSPM_EXTERNAL_CHOICE;
    case TOKEN_INTERNAL:
        return CSPM_INTERNAL_CHOICE;
    case TOKEN_SEMICOLON:
        return CSPM_SEQUENCE;
    case TOKEN_BARS:
        return CSPM_ALPHABETISED;
    default:
        return CSPM_OP_NONE;
    }
}

static share replicated_head(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_peek(p);
    share s = {.op = replicated_op((cspm_token_kind)t->kind)};
    if (s.op) {
        coset__cspm_take(p);
        return s;
    }
    s = take_share(p);
    if (s.op == CSPM_EXCEPTION || s.right_set)
        coset__cspm_wrong(p, t, "C025", "this operator has no replicated form");
    return s;
}

cspm_node *coset__cspm_replicated(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_peek(p);
    cspm_list kids = {0};
    share s = replicated_head(p);
    statements(p, &kids);
    uint32_t split = kids.n;
    coset__cspm_expect(p, TOKEN_AT, "a replicated operator");
    if (s.op == CSPM_ALPHABETISED)
        s = alphabet_and_body(p, &kids);
    else
        coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    if (s.set)
        coset__cspm_add(&kids, s.set);
    cspm_node *node = coset__cspm_finish(p, CSPM_REPLICATED, first, &kids, split);
    node->op = s.op;
    return node;
}
