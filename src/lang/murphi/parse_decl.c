#include <string.h>

#include "lang/murphi/parser.h"

coset_mu_decl *coset_mu_new_decl(coset_mu_parser *p, coset_mu_decl_kind kind, const coset_mu_token *name)
{
    coset_mu_decl *d = coset_arena_get(p->arena, 1, sizeof *d);
    d->kind = kind;
    d->name = name->text ? name->text : "";
    d->pos = name->pos;
    d->len = name->len;
    return d;
}

/* Names separated by commas (a trailing comma is allowed), up to and including the colon. */
static coset_mu_decl *parse_names(coset_mu_parser *p, coset_mu_decl_kind kind)
{
    coset_mu_decl *first = NULL, **last = &first;
    while (coset_mu_sees(p, COSET_MU_T_NAME)) {
        *last = coset_mu_new_decl(p, kind, p->at);
        last = &(*last)->next;
        coset_mu_skip(p);
        if (!coset_mu_accept(p, COSET_MU_T_COMMA))
            break;
    }
    (void)coset_mu_expect(p, COSET_MU_T_COLON, "in this declaration");
    return first;
}

/* ---- types ---------------------------------------------------------------------------------------------------- */

static coset_mu_typex *new_type(coset_mu_parser *p, coset_mu_typex_kind kind, const coset_mu_token *at)
{
    coset_mu_typex *x = coset_arena_get(p->arena, 1, sizeof *x);
    x->kind = kind;
    x->pos = at->pos;
    x->len = at->len;
    return x;
}

static coset_mu_typex *parse_enum(coset_mu_parser *p)
{
    coset_mu_typex *x = new_type(p, COSET_MU_X_ENUM, p->at);
    coset_mu_skip(p);
    (void)coset_mu_expect(p, COSET_MU_T_OPEN_BRACE, "after `enum`");
    coset_mu_decl **last = &x->decls;
    while (!p->panic && coset_mu_sees(p, COSET_MU_T_NAME)) {
        *last = coset_mu_new_decl(p, COSET_MU_MEMBER, p->at);
        last = &(*last)->next;
        coset_mu_skip(p);
        if (!coset_mu_accept(p, COSET_MU_T_COMMA))
            break;
    }
    (void)coset_mu_expect(p, COSET_MU_T_CLOSE_BRACE, "after the members");
    return x;
}

static coset_mu_typex *parse_union(coset_mu_parser *p)
{
    coset_mu_typex *x = new_type(p, COSET_MU_X_UNION, p->at);
    coset_mu_skip(p);
    (void)coset_mu_expect(p, COSET_MU_T_OPEN_BRACE, "after `union`");
    coset_mu_typex **last = &x->parts;
    while (!p->panic && !coset_mu_sees(p, COSET_MU_T_CLOSE_BRACE)) {
        *last = coset_mu_parse_type(p);
        last = &(*last)->next;
        if (!coset_mu_accept(p, COSET_MU_T_COMMA))
            break;
    }
    (void)coset_mu_expect(p, COSET_MU_T_CLOSE_BRACE, "after the parts of the union");
    return x;
}

static coset_mu_typex *parse_record(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_typex *x = new_type(p, COSET_MU_X_RECORD, open);
    coset_mu_skip(p);
    coset_mu_decl **last = &x->decls;
    while (!p->panic && (coset_mu_sees(p, COSET_MU_T_NAME) || coset_mu_sees(p, COSET_MU_T_COLON))) {
        coset_mu_decl *fields = parse_names(p, COSET_MU_FIELD);
        coset_mu_typex *type = coset_mu_parse_type(p);
        *last = fields;
        for (; *last; last = &(*last)->next)
            (*last)->typex = type;
        while (coset_mu_accept(p, COSET_MU_T_SEMICOLON))
            ;
    }
    if (!p->panic)
        coset_mu_parse_end(p, open, COSET_MU_T_ENDRECORD, COSET_MU_T_ENDRECORD);
    return x;
}

/* array [index] of element; multiset [size] of element */
static coset_mu_typex *parse_array(coset_mu_parser *p, coset_mu_typex_kind kind)
{
    coset_mu_typex *x = new_type(p, kind, p->at);
    coset_mu_skip(p);
    (void)coset_mu_expect(p, COSET_MU_T_OPEN_INDEX, NULL);
    if (kind == COSET_MU_X_ARRAY)
        x->index = coset_mu_parse_type(p);
    else
        x->a = coset_mu_parse_expression(p);
    (void)coset_mu_expect(p, COSET_MU_T_CLOSE_INDEX, NULL);
    (void)coset_mu_expect(p, COSET_MU_T_OF, NULL);
    x->element = coset_mu_parse_type(p);
    return x;
}

static coset_mu_typex *parse_scalarset(coset_mu_parser *p)
{
    coset_mu_typex *x = new_type(p, COSET_MU_X_SCALARSET, p->at);
    coset_mu_skip(p);
    (void)coset_mu_expect(p, COSET_MU_T_OPEN, "after `scalarset`");
    x->a = coset_mu_parse_expression(p);
    (void)coset_mu_expect(p, COSET_MU_T_CLOSE, "after the size");
    return x;
}

/* real(accuracy, exponent) */
static coset_mu_typex *refuse_real(coset_mu_parser *p)
{
    coset_mu_typex *x = new_type(p, COSET_MU_X_NAME, p->at);
    x->name = "real";
    if (coset_mu_blame(p, p->at, "E004", "real numbers are not supported"))
        coset_message_help(p->text, "scale the quantity and use an integer range");
    return x;
}

/* A name is a type, unless it continues as an expression: then it begins a range. */
static bool name_is_type(const coset_mu_parser *p)
{
    switch (coset_mu_peek(p)->kind) {
    case COSET_MU_T_DOTDOT:
    case COSET_MU_T_DOT:
    case COSET_MU_T_OPEN:
    case COSET_MU_T_OPEN_INDEX:
    case COSET_MU_T_PLUS:
    case COSET_MU_T_MINUS:
    case COSET_MU_T_STAR:
    case COSET_MU_T_SLASH:
    case COSET_MU_T_PERCENT:
    case COSET_MU_T_SHL:
    case COSET_MU_T_SHR:
    case COSET_MU_T_AMPERSAND:
    case COSET_MU_T_BAR:
    case COSET_MU_T_CARET:
    case COSET_MU_T_QUESTION:
        return false;
    default:
        return true;
    }
}

static coset_mu_typex *parse_named_or_range(coset_mu_parser *p)
{
    if (coset_mu_sees(p, COSET_MU_T_NAME) && name_is_type(p)) {
        coset_mu_typex *x = new_type(p, COSET_MU_X_NAME, p->at);
        x->name = p->at->text;
        coset_mu_skip(p);
        return x;
    }
    const coset_mu_token *start = p->at;
    coset_mu_typex *x = new_type(p, COSET_MU_X_RANGE, start);
    x->a = coset_mu_parse_expression(p);
    if (!p->panic && !coset_mu_sees(p, COSET_MU_T_DOTDOT) &&
        coset_mu_blame(p, p->at, "E013", "expected a type, but this is an expression"))
        coset_message_help(p->text, "a range is written LOW .. HIGH");
    const coset_mu_token *dots = p->at;
    if (coset_mu_accept(p, COSET_MU_T_DOTDOT)) {
        x->pos = dots->pos;
        x->len = dots->len;
    }
    x->b = coset_mu_parse_expression(p);
    return x;
}

coset_mu_typex *coset_mu_parse_type(coset_mu_parser *p)
{
    if (!coset_mu_enter(p))
        return new_type(p, COSET_MU_X_NAME, p->at);
    coset_mu_typex *x;
    switch (p->at->kind) {
    case COSET_MU_T_ENUM:
        x = parse_enum(p);
        break;
    case COSET_MU_T_RECORD:
        x = parse_record(p);
        break;
    case COSET_MU_T_ARRAY:
        x = parse_array(p, COSET_MU_X_ARRAY);
        break;
    case COSET_MU_T_SCALARSET:
        x = parse_scalarset(p);
        break;
    case COSET_MU_T_UNION:
        x = parse_union(p);
        break;
    case COSET_MU_T_REAL:
        x = refuse_real(p);
        break;
    default:
        if (coset_mu_sees_word(p, "multiset") && coset_mu_peek(p)->kind == COSET_MU_T_OPEN_INDEX)
            x = parse_array(p, COSET_MU_X_BAG);
        else
            x = parse_named_or_range(p);
        break;
    }
    coset_mu_leave(p);
    return x;
}

/* ---- sections ------------------------------------------------------------------------------------------------- */

/* A further declaration of a section begins: a name before `:` or `,`, or (an empty list of names) a colon. */
static bool begins_decl(const coset_mu_parser *p)
{
    coset_mu_token_kind next = coset_mu_peek(p)->kind;
    return coset_mu_sees(p, COSET_MU_T_COLON) ||
           (coset_mu_sees(p, COSET_MU_T_NAME) && (next == COSET_MU_T_COLON || next == COSET_MU_T_COMMA));
}

static bool ends_decls(const coset_mu_parser *p)
{
    switch (p->at->kind) {
    case COSET_MU_T_EOF:
    case COSET_MU_T_CONST:
    case COSET_MU_T_TYPE:
    case COSET_MU_T_VAR:
    case COSET_MU_T_BEGIN:
    case COSET_MU_T_FUNCTION:
    case COSET_MU_T_PROCEDURE:
        return true;
    default:
        return coset_mu_begins_rule(p);
    }
}

/* After an error: skips to the next declaration of the section or to the end of the sections. */
static void sync_decl(coset_mu_parser *p)
{
    p->panic = false;
    while (!ends_decls(p)) {
        bool separated = coset_mu_accept(p, COSET_MU_T_SEMICOLON);
        if (separated && begins_decl(p))
            return;
        if (!separated)
            coset_mu_skip(p);
    }
}

static coset_mu_decl **parse_section(coset_mu_parser *p, coset_mu_decl_kind kind, coset_mu_decl **last)
{
    while (begins_decl(p)) {
        coset_mu_decl *names = parse_names(p, kind);
        coset_mu_typex *type = NULL;
        coset_mu_expr *init = NULL;
        if (kind == COSET_MU_CONST)
            init = coset_mu_parse_expression(p);
        else
            type = coset_mu_parse_type(p);
        *last = names;
        for (; *last; last = &(*last)->next) {
            (*last)->typex = type;
            (*last)->init = init;
        }
        if (p->panic)
            sync_decl(p);
        while (coset_mu_accept(p, COSET_MU_T_SEMICOLON))
            ;
    }
    return last;
}

coset_mu_decl *coset_mu_parse_decls(coset_mu_parser *p)
{
    coset_mu_decl *first = NULL, **last = &first;
    for (;;) {
        if (coset_mu_accept(p, COSET_MU_T_CONST))
            last = parse_section(p, COSET_MU_CONST, last);
        else if (coset_mu_accept(p, COSET_MU_T_TYPE))
            last = parse_section(p, COSET_MU_TYPE, last);
        else if (coset_mu_accept(p, COSET_MU_T_VAR))
            last = parse_section(p, COSET_MU_VAR, last);
        else
            return first;
    }
}

/* ---- bound names ---------------------------------------------------------------------------------------------- */

/* CMurphi accepts a colon instead of `do`. */
static void parse_do(coset_mu_parser *p)
{
    if (!p->panic && !coset_mu_accept(p, COSET_MU_T_DO) && !coset_mu_accept(p, COSET_MU_T_COLON))
        if (coset_mu_blame(p, p->at, "E011", "expected do before %s", coset_mu_token_text(p, p->at)) &&
            coset_mu_sees(p, COSET_MU_T_COMMA))
            coset_message_help(p->text, "bound names are separated by semicolons: i: T; j: U do");
}

static coset_mu_decl *parse_quantifier(coset_mu_parser *p)
{
    coset_mu_decl *d = coset_mu_new_decl(p, COSET_MU_BINDER, p->at);
    if (!coset_mu_expect(p, COSET_MU_T_NAME, NULL))
        return d;
    if (coset_mu_accept(p, COSET_MU_T_BECOMES)) {
        d->from = coset_mu_parse_expression(p);
        (void)coset_mu_expect(p, COSET_MU_T_TO, "after the first bound");
        d->to = coset_mu_parse_expression(p);
        if (!p->panic && coset_mu_accept(p, COSET_MU_T_BY))
            d->step = coset_mu_parse_expression(p);
    } else if (coset_mu_sees(p, COSET_MU_T_EQ)) {
        if (coset_mu_blame(p, p->at, "E011", "expected := before the first bound"))
            coset_message_help(p->text, "write for i := 0 to 3 do, or for i: 0..3 do");
    } else if (coset_mu_expect(p, COSET_MU_T_COLON, "and a type, or := and bounds, after this name")) {
        d->typex = coset_mu_parse_type(p);
    }
    return d;
}

coset_mu_decl *coset_mu_parse_quantifiers(coset_mu_parser *p)
{
    coset_mu_decl *first = parse_quantifier(p), **last = &first->next;
    uint32_t n = 1;
    while (!p->panic && coset_mu_accept(p, COSET_MU_T_SEMICOLON)) {
        if (!coset_mu_sees(p, COSET_MU_T_NAME))
            continue;
        if (++n > COSET_MU_MAX_BINDERS)
            (void)coset_mu_blame(p, p->at, "E018", "more than %d names are bound here", COSET_MU_MAX_BINDERS);
        *last = parse_quantifier(p);
        last = &(*last)->next;
    }
    parse_do(p);
    return first;
}

coset_mu_decl *coset_mu_parse_aliases(coset_mu_parser *p)
{
    coset_mu_decl *first = NULL, **last = &first;
    for (uint32_t n = 0; !p->panic && coset_mu_sees(p, COSET_MU_T_NAME);) {
        if (++n > COSET_MU_MAX_BINDERS)
            (void)coset_mu_blame(p, p->at, "E018", "more than %d names are bound here", COSET_MU_MAX_BINDERS);
        coset_mu_decl *names = parse_names(p, COSET_MU_ALIAS);
        coset_mu_expr *init = coset_mu_parse_expression(p);
        *last = names;
        for (; *last; last = &(*last)->next)
            (*last)->init = init;
        while (!p->panic && coset_mu_accept(p, COSET_MU_T_SEMICOLON))
            ;
    }
    parse_do(p);
    return first;
}

coset_mu_decl *coset_mu_parse_entry(coset_mu_parser *p)
{
    coset_mu_decl *d = coset_mu_new_decl(p, COSET_MU_BINDER, p->at);
    (void)(coset_mu_expect(p, COSET_MU_T_NAME, NULL) && coset_mu_expect(p, COSET_MU_T_COLON, "and a multiset"));
    d->bag = coset_mu_parse_designator(p);
    return d;
}
