#include <string.h>

#include "lang/murphi/parser.h"

static coset_mu_stmt *new_stmt(coset_mu_parser *p, coset_mu_stmt_op op)
{
    coset_mu_stmt *s = coset_arena_get(p->arena, 1, sizeof *s);
    s->op = op;
    s->pos = p->at->pos;
    s->len = p->at->len;
    return s;
}

static bool begins_stmt(coset_mu_token_kind kind)
{
    switch (kind) {
    case COSET_MU_T_NAME:
    case COSET_MU_T_ALIAS:
    case COSET_MU_T_ASSERT:
    case COSET_MU_T_INVARIANT:
    case COSET_MU_T_CLEAR:
    case COSET_MU_T_ERROR:
    case COSET_MU_T_FOR:
    case COSET_MU_T_IF:
    case COSET_MU_T_PUT:
    case COSET_MU_T_RETURN:
    case COSET_MU_T_SWITCH:
    case COSET_MU_T_UNDEFINE:
    case COSET_MU_T_WHILE:
        return true;
    default:
        return false;
    }
}

/* The list of statements cannot continue here: its block is closed, or a top-level item begins. */
static bool ends_stmts(const coset_mu_parser *p)
{
    switch (p->at->kind) {
    case COSET_MU_T_EOF:
    case COSET_MU_T_CASE:
    case COSET_MU_T_ELSE:
    case COSET_MU_T_ELSIF:
    case COSET_MU_T_RULE:
    case COSET_MU_T_RULESET:
    case COSET_MU_T_STARTSTATE:
    case COSET_MU_T_FUNCTION:
    case COSET_MU_T_PROCEDURE:
        return true;
    case COSET_MU_T_CLOSE_BRACE:
        return p->braces;
    default:
        return coset_mu_is_end(p->at->kind);
    }
}

/* ---- blocks --------------------------------------------------------------------------------------------------- */

static coset_mu_clause *new_clause(coset_mu_parser *p)
{
    coset_mu_clause *c = coset_arena_get(p->arena, 1, sizeof *c);
    c->pos = p->at->pos;
    coset_mu_skip(p);
    return c;
}

/* Counts a branch or a value of the statement; false, after a message, if there are too many. */
static bool count_branch(coset_mu_parser *p, const coset_mu_token *open, uint32_t *n)
{
    if (++*n <= COSET_MU_MAX_BRANCHES)
        return true;
    if (coset_mu_blame(p, p->at, "E018", "this %s has too many branches", coset_mu_token_text(p, open)))
        coset_message_help(p->text, "more than %d branches and values; split it", COSET_MU_MAX_BRANCHES);
    return false;
}

static coset_mu_stmt *parse_if(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_IF);
    coset_mu_clause **last = &s->clauses;
    uint32_t n = 0;
    do {
        (void)count_branch(p, open, &n);
        coset_mu_clause *c = *last = new_clause(p);
        last = &c->next;
        c->when = coset_mu_parse_expression(p);
        (void)coset_mu_expect(p, COSET_MU_T_THEN, "after the condition");
        c->body = coset_mu_parse_stmts(p);
    } while (coset_mu_sees(p, COSET_MU_T_ELSIF) && n <= COSET_MU_MAX_BRANCHES);
    if (coset_mu_sees(p, COSET_MU_T_ELSE)) {
        if (coset_mu_peek(p)->kind == COSET_MU_T_IF)
            p->else_if = p->at;
        *last = new_clause(p);
        (*last)->body = coset_mu_parse_stmts(p);
    }
    coset_mu_parse_end(p, open, COSET_MU_T_ENDIF, COSET_MU_T_ENDIF);
    return s;
}

/* The values of a case, up to and including the colon. */
static coset_mu_expr *parse_values(coset_mu_parser *p, const coset_mu_token *open, uint32_t *n)
{
    coset_mu_expr *first = NULL, **last = &first;
    while (!p->panic && !coset_mu_sees(p, COSET_MU_T_COLON) && count_branch(p, open, n)) {
        *last = coset_mu_parse_expression(p);
        last = &(*last)->next;
        if (!coset_mu_accept(p, COSET_MU_T_COMMA))
            break;
    }
    (void)coset_mu_expect(p, COSET_MU_T_COLON, "after the values of this case");
    return first;
}

static coset_mu_stmt *parse_switch(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_SWITCH);
    coset_mu_skip(p);
    s->e = coset_mu_parse_expression(p);
    coset_mu_clause **last = &s->clauses;
    uint32_t n = 0;
    while (!p->panic && coset_mu_sees(p, COSET_MU_T_CASE)) {
        coset_mu_clause *c = *last = new_clause(p);
        c->when = parse_values(p, open, &n);
        coset_mu_stmt *body = coset_mu_parse_stmts(p);
        c->body = body;
        if (c->when) /* a case without values is never selected */
            last = &c->next;
        else
            *last = NULL;
    }
    if (!p->panic && coset_mu_sees(p, COSET_MU_T_ELSE)) {
        *last = new_clause(p);
        (*last)->body = coset_mu_parse_stmts(p);
    }
    if (!p->panic)
        coset_mu_parse_end(p, open, COSET_MU_T_ENDSWITCH, COSET_MU_T_ENDSWITCH);
    return s;
}

static coset_mu_stmt *parse_for(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_FOR);
    coset_mu_skip(p);
    s->binders = coset_mu_parse_quantifiers(p);
    s->body = coset_mu_parse_stmts(p);
    coset_mu_parse_end(p, open, COSET_MU_T_ENDFOR, COSET_MU_T_ENDFOR);
    return s;
}

static coset_mu_stmt *parse_while(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_WHILE);
    coset_mu_skip(p);
    s->e = coset_mu_parse_expression(p);
    if (!p->panic && !coset_mu_accept(p, COSET_MU_T_COLON))
        (void)coset_mu_expect(p, COSET_MU_T_DO, "after the condition");
    s->body = coset_mu_parse_stmts(p);
    coset_mu_parse_end(p, open, COSET_MU_T_ENDWHILE, COSET_MU_T_ENDWHILE);
    return s;
}

static coset_mu_stmt *parse_alias(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_ALIAS);
    coset_mu_skip(p);
    s->binders = coset_mu_parse_aliases(p);
    s->body = coset_mu_parse_stmts(p);
    coset_mu_parse_end(p, open, COSET_MU_T_ENDALIAS, COSET_MU_T_ENDALIAS);
    return s;
}

/* ---- simple statements ---------------------------------------------------------------------------------------- */

/* assert, assume, cover: the text may be before or after the condition. */
static coset_mu_stmt *parse_property(coset_mu_parser *p, coset_mu_stmt_op op)
{
    coset_mu_stmt *s = new_stmt(p, op);
    coset_mu_skip(p);
    if (coset_mu_sees(p, COSET_MU_T_STRING)) {
        s->text = p->at->text;
        coset_mu_skip(p);
    }
    s->e = coset_mu_parse_expression(p);
    if (!p->panic && !s->text && coset_mu_sees(p, COSET_MU_T_STRING)) {
        s->text = p->at->text;
        coset_mu_skip(p);
    }
    return s;
}

static coset_mu_stmt *parse_error(coset_mu_parser *p)
{
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_ERROR);
    coset_mu_skip(p);
    s->text = p->at->text;
    (void)coset_mu_expect(p, COSET_MU_T_STRING, "after `error`");
    return s;
}

static coset_mu_stmt *parse_put(coset_mu_parser *p)
{
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_PUT);
    coset_mu_skip(p);
    if (coset_mu_sees(p, COSET_MU_T_STRING)) {
        s->text = p->at->text;
        coset_mu_skip(p);
    } else {
        s->e = coset_mu_parse_expression(p);
    }
    return s;
}

static coset_mu_stmt *parse_target(coset_mu_parser *p, coset_mu_stmt_op op)
{
    coset_mu_stmt *s = new_stmt(p, op);
    coset_mu_skip(p);
    s->target = coset_mu_parse_designator(p);
    return s;
}

static coset_mu_stmt *parse_return(coset_mu_parser *p)
{
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_RETURN);
    coset_mu_skip(p);
    if (!coset_mu_sees(p, COSET_MU_T_SEMICOLON) && !ends_stmts(p))
        s->e = coset_mu_parse_expression(p);
    return s;
}

/* multisetadd(e, d), multisetremove(e, d), multisetremovepred(i: d, e): at the parenthesis */
static coset_mu_stmt *parse_bag(coset_mu_parser *p, coset_mu_stmt_op op)
{
    coset_mu_stmt *s = new_stmt(p, op);
    coset_mu_skip(p);
    coset_mu_skip(p);
    if (op == COSET_MU_S_BAGREMOVE_IF) {
        s->binders = coset_mu_parse_entry(p);
        (void)coset_mu_expect(p, COSET_MU_T_COMMA, "after the multiset");
        s->e = coset_mu_parse_expression(p);
    } else {
        s->e = coset_mu_parse_expression(p);
        (void)coset_mu_expect(p, COSET_MU_T_COMMA, "before the multiset");
        s->target = coset_mu_parse_designator(p);
    }
    (void)coset_mu_expect(p, COSET_MU_T_CLOSE, NULL);
    return s;
}

static coset_mu_stmt *parse_call(coset_mu_parser *p)
{
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_CALL);
    coset_mu_expr *e = s->e = coset_arena_get(p->arena, 1, sizeof *e);
    e->op = COSET_MU_E_CALL;
    e->pos = p->at->pos;
    e->len = p->at->len;
    e->depth = 1;
    e->name = p->at->text;
    coset_mu_skip(p);
    coset_mu_skip(p);
    e->args = coset_mu_parse_arguments(p);
    return s;
}

/* Advice for a designator followed by this token. */
static const char *help_assign(coset_mu_token_kind kind)
{
    if (kind == COSET_MU_T_PLUS || kind == COSET_MU_T_MINUS)
        return "an assignment is written with :=, for example n := n + 1";
    if (kind == COSET_MU_T_EQ)
        return "an assignment is written with :=; the condition of a rule ends with ==>";
    return coset_mu_is_operator(kind) ? "the condition of a rule ends with ==>"
                                      : "a statement is an assignment with :=, or a call with parentheses";
}

static coset_mu_stmt *parse_assignment(coset_mu_parser *p)
{
    coset_mu_stmt *s = new_stmt(p, COSET_MU_S_ASSIGN);
    s->target = coset_mu_parse_designator(p);
    const coset_mu_token *at = p->at;
    if (p->panic)
        return s;
    s->pos = at->pos;
    s->len = at->len;
    if (!coset_mu_accept(p, COSET_MU_T_BECOMES)) {
        if (coset_mu_blame(p, at, "E011", "expected := before %s", coset_mu_token_text(p, at)))
            coset_message_help(p->text, "%s", help_assign(at->kind));
        return s;
    }
    s->e = coset_mu_parse_expression(p);
    return s;
}

/* A statement that begins with a name: words that only one reference tool reserves are keywords if they fit. */
static coset_mu_stmt *parse_named(coset_mu_parser *p)
{
    static const struct {
        const char *word;
        coset_mu_stmt_op op;
    } bags[] = {{"multisetadd", COSET_MU_S_BAGADD},
                {"multisetremove", COSET_MU_S_BAGREMOVE},
                {"multisetremovepred", COSET_MU_S_BAGREMOVE_IF}};
    coset_mu_token_kind next = coset_mu_peek(p)->kind;
    bool designator = next == COSET_MU_T_BECOMES || next == COSET_MU_T_DOT || next == COSET_MU_T_OPEN_INDEX;
    for (int i = 0; i < 3; i++) {
        if (next == COSET_MU_T_OPEN && coset_mu_sees_word(p, bags[i].word))
            return parse_bag(p, bags[i].op);
    }
    if (!designator && coset_mu_sees_word(p, "assume"))
        return parse_property(p, COSET_MU_S_ASSUME);
    if (!designator && coset_mu_sees_word(p, "cover"))
        return parse_property(p, COSET_MU_S_COVER);
    if (!designator && coset_mu_sees_word(p, "liveness")) {
        if (coset_mu_blame(p, p->at, "E015", "a liveness property cannot be a statement"))
            coset_message_help(p->text, "move it out of the rule; it is a property of whole runs");
        return parse_property(p, COSET_MU_S_COVER);
    }
    return next == COSET_MU_T_OPEN ? parse_call(p) : parse_assignment(p);
}

static coset_mu_stmt *parse_stmt(coset_mu_parser *p)
{
    switch (p->at->kind) {
    case COSET_MU_T_ALIAS:
        return parse_alias(p);
    case COSET_MU_T_ASSERT:
    case COSET_MU_T_INVARIANT:
        return parse_property(p, COSET_MU_S_ASSERT);
    case COSET_MU_T_CLEAR:
        return parse_target(p, COSET_MU_S_CLEAR);
    case COSET_MU_T_ERROR:
        return parse_error(p);
    case COSET_MU_T_FOR:
        return parse_for(p);
    case COSET_MU_T_IF:
        return parse_if(p);
    case COSET_MU_T_NAME:
        return parse_named(p);
    case COSET_MU_T_PUT:
        return parse_put(p);
    case COSET_MU_T_RETURN:
        return parse_return(p);
    case COSET_MU_T_SWITCH:
        return parse_switch(p);
    case COSET_MU_T_UNDEFINE:
        return parse_target(p, COSET_MU_S_UNDEFINE);
    case COSET_MU_T_WHILE:
        return parse_while(p);
    default:
        (void)coset_mu_blame(p, p->at, "E011", "expected a statement before %s", coset_mu_token_text(p, p->at));
        return new_stmt(p, COSET_MU_S_PUT);
    }
}

/* ---- lists ---------------------------------------------------------------------------------------------------- */

/* After an error: skips past the next semicolon, to a word that begins a statement, or to the end of the block. */
static void sync_stmt(coset_mu_parser *p, const coset_mu_token *start)
{
    p->panic = false;
    if (p->at == start && !ends_stmts(p))
        coset_mu_skip(p);
    while (!ends_stmts(p)) {
        if (coset_mu_accept(p, COSET_MU_T_SEMICOLON))
            return;
        if (!coset_mu_sees(p, COSET_MU_T_NAME) && begins_stmt(p->at->kind))
            return;
        coset_mu_skip(p);
    }
}

/* Semicolons separate statements; additional ones are ignored. */
static void parse_separator(coset_mu_parser *p)
{
    bool separated = false;
    while (coset_mu_accept(p, COSET_MU_T_SEMICOLON))
        separated = true;
    if (separated || ends_stmts(p))
        return;
    if (coset_mu_blame(p, p->at, "E016", "expected ; before %s", coset_mu_token_text(p, p->at)))
        coset_message_help(p->text, "statements are separated by semicolons");
    if (begins_stmt(p->at->kind) && !coset_mu_is_foreign(p->at))
        p->panic = false;
}

coset_mu_stmt *coset_mu_parse_stmts(coset_mu_parser *p)
{
    coset_mu_stmt *first = NULL, **last = &first;
    const coset_mu_token *start = p->at;
    if (!coset_mu_enter(p))
        return NULL;
    if (p->panic) /* in the head of the block */
        sync_stmt(p, start - 1);
    while (coset_mu_accept(p, COSET_MU_T_SEMICOLON))
        ;
    while (!ends_stmts(p)) {
        start = p->at;
        *last = parse_stmt(p);
        last = &(*last)->next;
        if (!p->panic)
            parse_separator(p);
        if (p->panic)
            sync_stmt(p, start);
    }
    coset_mu_leave(p);
    return first;
}
