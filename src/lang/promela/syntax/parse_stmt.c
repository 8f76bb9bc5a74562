/* lang/promela/syntax/parse_stmt.c - tokens to syntax tree: statements. */
#include <string.h>

#include "lang/promela/syntax/parser.h"

static coset_pml_stmt *parse_statement(coset_pml_parser *p);
static coset_pml_stmt *parse_sequence(coset_pml_parser *p, const char *what);

static coset_pml_stmt *new_stmt(coset_pml_parser *p, coset_pml_stmt_op op, const coset_pml_token *at)
{
    coset_pml_stmt *s = coset_arena_get(p->arena, 1, sizeof *s);
    s->op = op;
    s->pos = at->pos;
    s->len = at->len;
    return s;
}

/* ---- blocks -------------------------------------------------------------------------------------------------- */

coset_pml_stmt *coset_pml_parse_block(coset_pml_parser *p, const char *what)
{
    coset_pml_expect(p, COSET_PML_T_LBRACE, coset_arena_printf(p->arena, "in front of %s", what));
    return parse_sequence(p, what);
}

static coset_pml_stmt *parse_braces(coset_pml_parser *p, coset_pml_stmt_op op, const char *what)
{
    coset_pml_token at = *coset_pml_now(p);
    if (op != COSET_PML_S_BLOCK)
        coset_pml_skip(p);
    coset_pml_stmt *s = new_stmt(p, op, &at);
    s->body = coset_pml_parse_block(p, what);
    coset_pml_expect(p, COSET_PML_T_RBRACE, coset_arena_printf(p->arena, "at the end of %s", what));
    return s;
}

/* The body of an inline; `result` is the destination of `return`'s value. */
static coset_pml_stmt *parse_inlined(coset_pml_parser *p, coset_pml_expr *result)
{
    coset_pml_expr *outer_result = p->result;
    coset_pml_inlined *outer_call = p->call, *call = p->now.call;
    p->result = result;
    p->call = call;
    coset_pml_stmt *s = parse_braces(p, COSET_PML_S_BLOCK, "the inline");
    s->inlined = call;
    s->pos = call->call;
    s->len = call->len;
    p->result = outer_result;
    p->call = outer_call;
    return s;
}

/* ---- if, do -------------------------------------------------------------------------------------------------- */

static coset_pml_stmt *parse_choice(coset_pml_parser *p, coset_pml_stmt_op op, coset_pml_token_kind close)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_skip(p);
    coset_pml_stmt *s = new_stmt(p, op, &at);
    coset_pml_option **last = &s->options;
    if (!coset_pml_sees(p, COSET_PML_T_OPTION))
        coset_pml_expect(p, COSET_PML_T_OPTION,
                         coset_arena_printf(p->arena, "after %s", coset_pml_token_name(at.kind)));
    while (!p->panic && coset_pml_sees(p, COSET_PML_T_OPTION)) {
        coset_pml_option *option = coset_arena_get(p->arena, 1, sizeof *option);
        option->pos = coset_pml_now(p)->pos;
        coset_pml_skip(p);
        option->body = parse_sequence(p, "an option");
        *last = option;
        last = &option->next;
    }
    if (!coset_pml_accept(p, close)) {
        const coset_pml_token *t = coset_pml_now(p);
        coset_pml_blame(p, t, "E130", "expected `::` or %s, for the %s of line %u, but found %s",
                        coset_pml_token_name(close), coset_pml_token_name(at.kind), at.pos.line,
                        coset_pml_token_text(p, t));
    }
    return s;
}

/* ---- for, select --------------------------------------------------------------------------------------------- */

/* `a .. b` after the colon; also the closing parenthesis. */
static void parse_range(coset_pml_parser *p, coset_pml_stmt *s, const char *where)
{
    coset_pml_expect(p, COSET_PML_T_COLON, where);
    s->e = coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_DOTDOT, "between the first and the last value");
    s->to = coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_RPAREN, "after the last value");
}

static coset_pml_stmt *parse_for(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_FOR, &at);
    coset_pml_skip(p);
    coset_pml_expect(p, COSET_PML_T_LPAREN, "after `for`");
    s->target = coset_pml_parse_place(p);
    if (coset_pml_sees_word(p, "in")) {
        coset_pml_skip(p);
        s->op = COSET_PML_S_FOR_IN;
        s->e = coset_pml_parse_place(p);
        coset_pml_expect(p, COSET_PML_T_RPAREN, "after the array or the channel");
    } else {
        parse_range(p, s, "or `in` after the variable of `for`");
    }
    coset_pml_accept(p, COSET_PML_T_SEMI);
    s->body = coset_pml_parse_block(p, "the body of `for`");
    coset_pml_expect(p, COSET_PML_T_RBRACE, "at the end of the body of `for`");
    return s;
}

static coset_pml_stmt *parse_select(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_SELECT, &at);
    coset_pml_skip(p);
    coset_pml_expect(p, COSET_PML_T_LPAREN, "after `select`");
    s->target = coset_pml_parse_place(p);
    parse_range(p, s, "after the variable of `select`");
    return s;
}

/* ---- output -------------------------------------------------------------------------------------------------- */

static coset_pml_stmt *parse_printf(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_PRINTF, &at);
    coset_pml_skip(p);
    coset_pml_expect(p, COSET_PML_T_LPAREN, "after `printf`");
    s->text = coset_pml_sees(p, COSET_PML_T_STRING) ? coset_pml_now(p)->text : "";
    s->text_len = coset_pml_now(p)->text_len;
    coset_pml_expect(p, COSET_PML_T_STRING, "after `printf(`");
    if (coset_pml_accept(p, COSET_PML_T_COMMA))
        s->args = coset_pml_parse_args(p);
    coset_pml_expect(p, COSET_PML_T_RPAREN, "after the arguments of `printf`");
    return s;
}

static coset_pml_stmt *parse_printm(coset_pml_parser *p)
{
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_PRINTM, coset_pml_now(p));
    coset_pml_skip(p);
    coset_pml_expect(p, COSET_PML_T_LPAREN, "after `printm`");
    s->e = coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_RPAREN, "after the argument of `printm`");
    return s;
}

/* ---- statements that begin with a word ----------------------------------------------------------------------- */

static coset_pml_stmt *parse_set_priority(coset_pml_parser *p)
{
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_SET_PRIORITY, coset_pml_now(p));
    coset_pml_skip(p);
    coset_pml_expect(p, COSET_PML_T_LPAREN, "after `set_priority`");
    s->target = coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_COMMA, "between the process and its priority");
    s->e = coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_RPAREN, "after the priority");
    return s;
}

static coset_pml_stmt *parse_goto(coset_pml_parser *p)
{
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_GOTO, coset_pml_now(p));
    coset_pml_skip(p);
    coset_pml_token label = coset_pml_take_name(p, "a label");
    s->pos = label.pos;
    s->len = label.len;
    s->text = label.text;
    return s;
}

static coset_pml_stmt *parse_assert(coset_pml_parser *p)
{
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_ASSERT, coset_pml_now(p));
    coset_pml_skip(p);
    s->e = coset_pml_parse_expr(p);
    return s;
}

/* `return e`, in an inline whose value is used. */
static coset_pml_stmt *parse_return(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_ASSIGN, &at);
    coset_pml_skip(p);
    s->made_of = "return";
    s->target = coset_pml_copy_expr(p, p->result);
    if (!s->target && coset_pml_blame_at(p, at.pos, at.len, "E131", "`return` is used where no value is taken"))
        coset_pml_hint(p, "call the inline as `x = name(...)`");
    s->e = coset_pml_parse_expr(p);
    return s;
}

static coset_pml_stmt *simple(coset_pml_parser *p, coset_pml_stmt_op op)
{
    coset_pml_stmt *s = new_stmt(p, op, coset_pml_now(p));
    coset_pml_skip(p);
    return s;
}

/* ---- statements that begin with an expression ---------------------------------------------------------------- */

static coset_pml_stmt *parse_assign(coset_pml_parser *p, coset_pml_expr *target)
{
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_ASSIGN, coset_pml_now(p));
    coset_pml_skip(p);
    s->target = target;
    if (p->now.call && !p->panic)
        return parse_inlined(p, target);
    s->e = coset_pml_parse_expr(p);
    return s;
}

/* x++, x-- */
static coset_pml_stmt *parse_step(coset_pml_parser *p, coset_pml_expr *target, coset_pml_op op)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_ASSIGN, &at);
    coset_pml_skip(p);
    coset_pml_expr *one = coset_pml_new_expr(p, COSET_PML_E_NUMBER, &at);
    one->value = 1;
    s->target = target;
    s->e = coset_pml_binary(p, op, &at, coset_pml_copy_expr(p, target), one);
    s->is_step = true;
    return s;
}

/* `a, b` or `a(b, c)` */
static coset_pml_stmt *parse_send(coset_pml_parser *p, coset_pml_expr *chan)
{
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_SEND, coset_pml_now(p));
    s->is_sorted = coset_pml_sees(p, COSET_PML_T_SEND_SORTED);
    coset_pml_skip(p);
    s->target = chan;
    s->args = coset_pml_parse_args(p);
    if (!s->args->next && coset_pml_accept(p, COSET_PML_T_LPAREN)) {
        s->args->next = coset_pml_parse_args(p);
        coset_pml_expect(p, COSET_PML_T_RPAREN, "after the message");
    }
    return s;
}

/* The rest of a receive, or of an expression that begins with a poll. */
static coset_pml_stmt *parse_receive(coset_pml_parser *p, coset_pml_expr *chan)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_skip(p);
    if (coset_pml_sees(p, COSET_PML_T_LBRACKET)) {
        coset_pml_stmt *s = new_stmt(p, COSET_PML_S_EXPR, &at);
        s->e = coset_pml_parse_rest(p, coset_pml_poll(p, chan, &at));
        return s;
    }
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_RECEIVE, &at);
    s->target = chan;
    s->is_random = at.kind == COSET_PML_T_RECEIVE_RANDOM;
    s->is_copy = coset_pml_accept(p, COSET_PML_T_LT);
    bool outer = p->stops_at_greater;
    p->stops_at_greater = s->is_copy;
    s->args = coset_pml_parse_targets(p);
    p->stops_at_greater = outer;
    if (s->is_copy)
        coset_pml_expect(p, COSET_PML_T_GT, "after the message");
    return s;
}

static coset_pml_stmt *expression(coset_pml_parser *p, coset_pml_expr *e, const coset_pml_token *at)
{
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_EXPR, at);
    s->e = e;
    return s;
}

static coset_pml_stmt *parse_place_first(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_expr *place = coset_pml_parse_place(p);
    switch (coset_pml_now(p)->kind) {
    case COSET_PML_T_BECOMES:
        return parse_assign(p, place);
    case COSET_PML_T_INCREMENT:
        return parse_step(p, place, COSET_PML_E_ADD);
    case COSET_PML_T_DECREMENT:
        return parse_step(p, place, COSET_PML_E_SUB);
    case COSET_PML_T_SEND:
    case COSET_PML_T_SEND_SORTED:
        return parse_send(p, place);
    case COSET_PML_T_RECEIVE:
    case COSET_PML_T_RECEIVE_RANDOM:
        return parse_receive(p, place);
    default:
        return expression(p, coset_pml_parse_rest(p, place), &at);
    }
}

/* ---- declarations and labels
 * -------------------------------------------------------------------------------------------------- */

static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static coset_pml_label *parse_label(coset_pml_parser *p)
{
    coset_pml_token name = coset_pml_take_name(p, "a label");
    coset_pml_skip(p); /* the colon */
    coset_pml_label *l = coset_arena_get(p->arena, 1, sizeof *l);
    *l = (coset_pml_label){.name = name.text, .pos = name.pos, .len = name.len};
    l->is_end = starts_with(l->name, "end");
    l->is_accept = starts_with(l->name, "accept");
    l->is_progress = starts_with(l->name, "progress");
    return l;
}

static bool closes(const coset_pml_parser *p)
{
    switch (coset_pml_now(p)->kind) {
    case COSET_PML_T_RBRACE:
    case COSET_PML_T_FI:
    case COSET_PML_T_OD:
    case COSET_PML_T_OPTION:
    case COSET_PML_T_EOF:
        return true;
    default:
        return p->panic;
    }
}

static bool is_separator(const coset_pml_parser *p)
{
    return coset_pml_sees(p, COSET_PML_T_SEMI) || coset_pml_sees(p, COSET_PML_T_ARROW);
}

/* `skip`, in the place of a missing statement. */
static coset_pml_stmt *skip_statement(coset_pml_parser *p, const coset_pml_token *at)
{
    coset_pml_expr *one = coset_pml_new_expr(p, COSET_PML_E_NUMBER, at);
    one->value = 1;
    return expression(p, one, at);
}

static coset_pml_stmt *parse_channels(coset_pml_parser *p, coset_pml_stmt_op op)
{
    coset_pml_stmt *s = new_stmt(p, op, coset_pml_now(p));
    coset_pml_skip(p);
    coset_pml_expr **last = &s->args;
    do {
        *last = coset_pml_parse_place(p);
        last = &(*last)->next;
    } while (coset_pml_accept(p, COSET_PML_T_COMMA));
    return s;
}

static coset_pml_stmt *parse_declaration(coset_pml_parser *p)
{
    if (coset_pml_sees(p, COSET_PML_T_XR))
        return parse_channels(p, COSET_PML_S_XR);
    if (coset_pml_sees(p, COSET_PML_T_XS))
        return parse_channels(p, COSET_PML_S_XS);
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_DECL, coset_pml_now(p));
    s->vars = coset_pml_parse_decl(p, COSET_PML_LOCAL);
    return s;
}

static coset_pml_stmt *parse_labelled(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_label *first = NULL, **last = &first;
    while (coset_pml_sees(p, COSET_PML_T_NAME) && coset_pml_peek(p)->kind == COSET_PML_T_COLON &&
           !coset_pml_find_proctype(p->model, coset_pml_now(p)->text)) {
        *last = parse_label(p);
        last = &(*last)->next;
    }
    coset_pml_stmt *s = NULL;
    if (closes(p) || is_separator(p))
        s = skip_statement(p, &at); /* a label alone */
    else if (coset_pml_begins_decl(p) || coset_pml_sees(p, COSET_PML_T_XR) || coset_pml_sees(p, COSET_PML_T_XS)) {
        if (coset_pml_blame_at(p, first->pos, first->len, "E132", "a label is not allowed before a declaration"))
            coset_pml_hint(p, "put it in front of the next statement");
        s = parse_declaration(p);
    } else
        s = parse_statement(p);
    coset_pml_label *own = s->labels;
    s->labels = first;
    *last = own;
    for (coset_pml_label *l = first; l; l = l->next)
        l->stmt = s;
    return s;
}

/* ---- statements ---------------------------------------------------------------------------------------------- */

static coset_pml_stmt *embedded_c(coset_pml_parser *p)
{
    const coset_pml_token *t = coset_pml_now(p);
    if (coset_pml_blame_at(p, t->pos, t->len, "E105", "embedded C (%s) is not supported",
                           coset_pml_token_name(t->kind)))
        coset_pml_hint(p, "what it computes has to be written in Promela");
    coset_pml_token at = *t;
    coset_pml_skip(p);
    return skip_statement(p, &at);
}

static coset_pml_stmt *parse_unlabelled(coset_pml_parser *p)
{
    coset_pml_token at = *coset_pml_now(p);
    switch (at.kind) {
    case COSET_PML_T_IF:
        return parse_choice(p, COSET_PML_S_IF, COSET_PML_T_FI);
    case COSET_PML_T_DO:
        return parse_choice(p, COSET_PML_S_DO, COSET_PML_T_OD);
    case COSET_PML_T_FOR:
        return parse_for(p);
    case COSET_PML_T_SELECT:
        return parse_select(p);
    case COSET_PML_T_BREAK:
        return simple(p, COSET_PML_S_BREAK);
    case COSET_PML_T_ELSE:
        return simple(p, COSET_PML_S_ELSE);
    case COSET_PML_T_GOTO:
        return parse_goto(p);
    case COSET_PML_T_ATOMIC:
        return parse_braces(p, COSET_PML_S_ATOMIC, "the atomic sequence");
    case COSET_PML_T_D_STEP:
        return parse_braces(p, COSET_PML_S_D_STEP, "the d_step sequence");
    case COSET_PML_T_LBRACE:
        return p->now.call ? parse_inlined(p, NULL) : parse_braces(p, COSET_PML_S_BLOCK, "the block");
    case COSET_PML_T_ASSERT:
        return parse_assert(p);
    case COSET_PML_T_PRINTF:
        return parse_printf(p);
    case COSET_PML_T_PRINTM:
        return parse_printm(p);
    case COSET_PML_T_SET_PRIORITY:
        return parse_set_priority(p);
    case COSET_PML_T_RETURN:
        return parse_return(p);
    case COSET_PML_T_C_CODE:
    case COSET_PML_T_C_DECL:
        return embedded_c(p);
    case COSET_PML_T_NAME: {
        coset_pml_token_kind after = coset_pml_peek(p)->kind;
        if (coset_pml_find_proctype(p->model, at.text) &&
            (after == COSET_PML_T_AT || after == COSET_PML_T_COLON || after == COSET_PML_T_LBRACKET))
            return expression(p, coset_pml_parse_expr(p), &at);
        return parse_place_first(p);
    }
    default:
        return expression(p, coset_pml_parse_expr(p), &at);
    }
}

static coset_pml_stmt *parse_statement(coset_pml_parser *p)
{
    if (!coset_pml_enter(p))
        return skip_statement(p, coset_pml_now(p));
    const coset_pml_token *t = coset_pml_now(p);
    bool label = t->kind == COSET_PML_T_NAME && coset_pml_peek(p)->kind == COSET_PML_T_COLON &&
                 !coset_pml_find_proctype(p->model, t->text);
    coset_pml_stmt *s = label ? parse_labelled(p) : parse_unlabelled(p);
    coset_pml_leave(p);
    return s;
}

/* ---- sequences ----------------------------------------------------------------------------------------------- */

static void move_labels(coset_pml_stmt *from, coset_pml_stmt *to)
{
    to->labels = from->labels;
    from->labels = NULL;
    for (coset_pml_label *l = to->labels; l; l = l->next)
        l->stmt = to;
}

/* A label before a block with an unless belongs to the whole. With a d_step Spin then has the unless inside, where it
 * has no meaning; the checker reports it. */
static coset_pml_stmt *lift_labels(coset_pml_parser *p, coset_pml_stmt *unless)
{
    coset_pml_stmt *body = unless->body;
    if (!body->labels)
        return unless;
    if (body->op == COSET_PML_S_BLOCK || body->op == COSET_PML_S_ATOMIC)
        move_labels(body, unless);
    if (body->op != COSET_PML_S_D_STEP)
        return unless;
    coset_pml_stmt *whole = coset_arena_copy(p->arena, body, 1, sizeof *body);
    move_labels(body, whole);
    body->op = COSET_PML_S_BLOCK;
    whole->body = unless;
    return whole;
}

static coset_pml_stmt *parse_unless(coset_pml_parser *p, coset_pml_stmt *body)
{
    coset_pml_stmt *s = new_stmt(p, COSET_PML_S_UNLESS, coset_pml_now(p));
    coset_pml_skip(p);
    s->body = body;
    s->escape = parse_statement(p);
    return lift_labels(p, s);
}

/* A statement, a declaration or a claim about channels. */
static coset_pml_stmt *parse_step_of(coset_pml_parser *p)
{
    if (coset_pml_begins_decl(p) || coset_pml_sees(p, COSET_PML_T_XR) || coset_pml_sees(p, COSET_PML_T_XS))
        return parse_declaration(p);
    coset_pml_stmt *s = parse_statement(p);
    return !p->panic && coset_pml_sees(p, COSET_PML_T_UNLESS) ? parse_unless(p, s) : s;
}

/* After a mistake: skips to the end of the statement, over all brackets that open inside it. */
static void recover(coset_pml_parser *p)
{
    uint32_t open = 0;
    for (; !coset_pml_sees(p, COSET_PML_T_EOF) && !p->finished; coset_pml_skip(p)) {
        coset_pml_token_kind kind = coset_pml_now(p)->kind;
        bool opens = kind == COSET_PML_T_LBRACE || kind == COSET_PML_T_IF || kind == COSET_PML_T_DO;
        bool shuts = kind == COSET_PML_T_RBRACE || kind == COSET_PML_T_FI || kind == COSET_PML_T_OD;
        if (!open && (shuts || kind == COSET_PML_T_OPTION || kind == COSET_PML_T_SEMI || kind == COSET_PML_T_ARROW))
            break;
        if (kind == COSET_PML_T_PROCTYPE || kind == COSET_PML_T_ACTIVE || kind == COSET_PML_T_INIT ||
            kind == COSET_PML_T_NEVER || kind == COSET_PML_T_TYPEDEF)
            return; /* the panic continues */
        open += opens;
        open -= open > 0 && shuts;
    }
    if (!p->finished)
        p->panic = false;
}

/* The statement began with `first`. */
static void end_of_statement(coset_pml_parser *p, const coset_pml_token *first)
{
    const coset_pml_token *t = coset_pml_now(p);
    if (p->panic || closes(p) || is_separator(p))
        return;
    if (coset_pml_blame(p, t, "E133", "expected `;` or `->` after the statement but found %s",
                        coset_pml_token_text(p, t))) {
        const char *foreign = first->kind == COSET_PML_T_NAME ? coset_pml_foreign(first->text) : NULL;
        if (foreign)
            coset_pml_hint(p, "%s", foreign);
        else if (t->kind == COSET_PML_T_BECOMES)
            coset_pml_hint(p, "only variables can be assigned to");
        else if (t->kind == COSET_PML_T_UNLESS)
            coset_pml_hint(p, "put braces around a statement that has an unless already");
        else if (t->kind == COSET_PML_T_LPAREN)
            coset_pml_hint(p, "an inline has to be defined in front of its call");
    }
}

static void add_step(coset_pml_parser *p, coset_pml_stmt ***last)
{
    const coset_pml_token first = *coset_pml_now(p);
    coset_pml_stmt *s = parse_step_of(p);
    end_of_statement(p, &first);
    if (p->panic)
        recover(p);
    **last = s;
    while (**last)
        *last = &(**last)->next;
}

static coset_pml_stmt *parse_sequence(coset_pml_parser *p, const char *what)
{
    coset_pml_stmt *first = NULL, **last = &first;
    if (!coset_pml_enter(p))
        return NULL;
    while (!p->panic) {
        while (is_separator(p))
            coset_pml_skip(p);
        if (closes(p))
            break;
        add_step(p, &last);
    }
    if (!first)
        coset_pml_blame(p, coset_pml_now(p), "E134", "%s needs at least one statement", what);
    coset_pml_leave(p);
    return first;
}
