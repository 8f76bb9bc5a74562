#include <string.h>

#include "lang/murphi/parser.h"

static coset_mu_rule *new_rule(coset_mu_parser *p, coset_mu_rule_kind kind)
{
    coset_mu_rule *r = coset_arena_get(p->arena, 1, sizeof *r);
    r->kind = kind;
    r->pos = p->at->pos;
    r->len = p->at->len;
    coset_mu_skip(p);
    return r;
}

static const char *accept_string(coset_mu_parser *p)
{
    if (!coset_mu_sees(p, COSET_MU_T_STRING))
        return NULL;
    const char *text = p->at->text;
    coset_mu_skip(p);
    return text;
}

/* An unquoted name in the place of a rule's or property's name: nothing else begins with a name and one of these. */
static bool sees_bare_name(const coset_mu_parser *p)
{
    if (!coset_mu_sees(p, COSET_MU_T_NAME) || coset_mu_is_soft_rule(p->at) || coset_mu_is_foreign(p->at) ||
        coset_mu_is_foreign(coset_mu_peek(p)))
        return false;
    switch (coset_mu_peek(p)->kind) {
    case COSET_MU_T_NAME: /* it may begin the next property instead */
        return !coset_mu_is_soft_rule(coset_mu_peek(p));
    case COSET_MU_T_NUMBER:
    case COSET_MU_T_FORALL:
    case COSET_MU_T_EXISTS:
    case COSET_MU_T_ISUNDEFINED:
    case COSET_MU_T_NOT:
    case COSET_MU_T_BEGIN:
    case COSET_MU_T_VAR:
    case COSET_MU_T_CONST:
    case COSET_MU_T_TYPE:
        return true;
    default:
        return false;
    }
}

/* The name of a rule, start state or property, or NULL. */
static const char *accept_title(coset_mu_parser *p)
{
    if (!sees_bare_name(p))
        return accept_string(p);
    const coset_mu_token *first = p->at;
    const char *name = first->text;
    for (coset_mu_skip(p); sees_bare_name(p); coset_mu_skip(p))
        name = coset_arena_printf(p->arena, "%.60s %.60s", name, p->at->text);
    if (coset_mu_blame(p, first, "E011", "the name of a rule or property is written in quotes"))
        coset_message_help(p->text, "write \"%s\"", name);
    p->panic = false;
    return name;
}

/* `=>`, or an implication before the beginning of a body: probably meant as `==>`. */
static bool is_meant_arrow(const coset_mu_token *t)
{
    if (t->kind != COSET_MU_T_IMPLIES)
        return false;
    coset_mu_token_kind next = t[1].kind;
    return t->tainted || next == COSET_MU_T_BEGIN || next == COSET_MU_T_VAR || next == COSET_MU_T_CONST ||
           next == COSET_MU_T_TYPE;
}

/* The `==>` of a guard, or a token meant as it: it precedes any token that only a body can contain. NULL: there is no
 * guard. Quantifiers may contain `end` and `:=`. */
static const coset_mu_token *arrow_ahead(const coset_mu_parser *p)
{
    const coset_mu_token *meant = NULL;
    uint32_t quantifiers = 0;
    for (const coset_mu_token *t = p->at;; t++) {
        switch (t->kind) {
        case COSET_MU_T_ARROW:
            return t;
        case COSET_MU_T_IMPLIES:
            meant = quantifiers == 0 && is_meant_arrow(t) ? t : meant;
            break;
        case COSET_MU_T_FORALL:
        case COSET_MU_T_EXISTS:
            quantifiers++;
            break;
        case COSET_MU_T_END:
        case COSET_MU_T_ENDFORALL:
        case COSET_MU_T_ENDEXISTS:
            if (quantifiers == 0)
                return meant;
            quantifiers--;
            break;
        case COSET_MU_T_BECOMES:
        case COSET_MU_T_SEMICOLON:
            if (quantifiers == 0)
                return meant;
            break;
        case COSET_MU_T_EOF:
        case COSET_MU_T_BEGIN:
        case COSET_MU_T_CONST:
        case COSET_MU_T_TYPE:
        case COSET_MU_T_VAR:
        case COSET_MU_T_RULE:
        case COSET_MU_T_RULESET:
        case COSET_MU_T_STARTSTATE:
        case COSET_MU_T_IF:
        case COSET_MU_T_FOR:
        case COSET_MU_T_WHILE:
        case COSET_MU_T_SWITCH:
            return meant;
        default:
            break;
        }
    }
}

/* After an error in the condition: skips past its arrow, or to where a body may begin. */
static void sync_guard(coset_mu_parser *p)
{
    while (!coset_mu_sees(p, COSET_MU_T_EOF) && !coset_mu_sees(p, COSET_MU_T_BEGIN) &&
           !coset_mu_sees(p, COSET_MU_T_SEMICOLON) && !coset_mu_begins_rule(p)) {
        if (coset_mu_accept(p, COSET_MU_T_ARROW))
            break;
        coset_mu_skip(p);
    }
    p->panic = false;
}

/* [declarations begin] statements */
static void parse_body(coset_mu_parser *p, coset_mu_rule *r)
{
    if (p->panic)
        sync_guard(p);
    bool declares =
        coset_mu_sees(p, COSET_MU_T_CONST) || coset_mu_sees(p, COSET_MU_T_TYPE) || coset_mu_sees(p, COSET_MU_T_VAR);
    r->decls = coset_mu_parse_decls(p);
    if (!coset_mu_accept(p, COSET_MU_T_BEGIN) && declares)
        (void)coset_mu_expect(p, COSET_MU_T_BEGIN, "after the declarations");
    r->body = coset_mu_parse_stmts(p);
}

/* rule 3 "name": CMurphi's priorities. A number that continues as an expression begins the condition. */
static uint32_t accept_priority(coset_mu_parser *p)
{
    coset_mu_token_kind next = coset_mu_peek(p)->kind;
    bool expression = next == COSET_MU_T_ARROW || coset_mu_is_operator(next);
    if (!coset_mu_sees(p, COSET_MU_T_NUMBER) || expression)
        return 0;
    int64_t value = p->at->value;
    if (value > INT32_MAX) {
        (void)coset_mu_blame(p, p->at, "E003", "this priority is too large");
        p->panic = false;
        value = 0;
    }
    coset_mu_skip(p);
    return (uint32_t)value;
}

/* A name before another name is most likely that of the rule. */
static void expect_arrow(coset_mu_parser *p)
{
    if (p->panic || coset_mu_accept(p, COSET_MU_T_ARROW))
        return;
    bool name = coset_mu_sees(p, COSET_MU_T_NAME);
    if (coset_mu_blame(p, p->at, "E011", "expected ==> after the condition before %s", coset_mu_token_text(p, p->at)) &&
        name)
        coset_message_help(p->text, "if the words before it are the name of the rule, put them between quotes");
}

static coset_mu_rule *parse_simple(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_rule *r = new_rule(p, COSET_MU_R_RULE);
    r->priority = accept_priority(p);
    r->name = accept_title(p);
    const coset_mu_token *arrow = arrow_ahead(p);
    if (arrow && arrow->kind != COSET_MU_T_ARROW) {
        (void)coset_mu_blame(p, arrow, "E011", "the condition of a rule ends with ==>");
        p->at = arrow + 1;
        p->panic = false;
    } else if (arrow) {
        r->guard = coset_mu_parse_expression(p);
        expect_arrow(p);
    }
    parse_body(p, r);
    coset_mu_parse_end(p, open, COSET_MU_T_ENDRULE, COSET_MU_T_ENDRULE);
    return r;
}

static coset_mu_rule *parse_start(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_rule *r = new_rule(p, COSET_MU_R_START);
    r->name = accept_title(p);
    parse_body(p, r);
    coset_mu_parse_end(p, open, COSET_MU_T_ENDSTARTSTATE, COSET_MU_T_ENDSTARTSTATE);
    return r;
}

static coset_mu_rule *parse_property(coset_mu_parser *p, coset_mu_rule_kind kind)
{
    coset_mu_rule *r = new_rule(p, kind);
    r->name = accept_title(p);
    r->guard = coset_mu_parse_expression(p);
    if (!p->panic && !r->name)
        r->name = accept_string(p);
    return r;
}

/* After an error: skips to the next rule, or to the end of the list of rules. */
static void sync_rule(coset_mu_parser *p, const coset_mu_token *start)
{
    p->panic = false;
    if (p->at == start)
        coset_mu_skip(p);
    while (!coset_mu_sees(p, COSET_MU_T_EOF) && !coset_mu_begins_rule(p) && !coset_mu_sees(p, COSET_MU_T_END) &&
           !coset_mu_sees(p, COSET_MU_T_ENDRULESET) && !coset_mu_sees(p, COSET_MU_T_ENDALIAS) &&
           !coset_mu_sees(p, COSET_MU_T_FUNCTION) && !coset_mu_sees(p, COSET_MU_T_PROCEDURE))
        coset_mu_skip(p);
}

/* The rules inside a ruleset, an alias or a choose. */
static coset_mu_rule *parse_rules(coset_mu_parser *p)
{
    coset_mu_rule *first = NULL, **last = &first;
    if (!coset_mu_enter(p))
        return NULL;
    if (p->panic)
        sync_rule(p, NULL);
    while (coset_mu_begins_rule(p) || coset_mu_sees(p, COSET_MU_T_SEMICOLON)) {
        if (coset_mu_accept(p, COSET_MU_T_SEMICOLON))
            continue;
        const coset_mu_token *start = p->at;
        *last = coset_mu_parse_rule(p);
        last = &(*last)->next;
        if (p->panic)
            sync_rule(p, start);
    }
    coset_mu_leave(p);
    return first;
}

static coset_mu_rule *parse_ruleset(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_rule *r = new_rule(p, COSET_MU_R_RULESET);
    r->binders = coset_mu_parse_quantifiers(p);
    r->rules = parse_rules(p);
    coset_mu_parse_end(p, open, COSET_MU_T_ENDRULESET, COSET_MU_T_ENDRULESET);
    return r;
}

static coset_mu_rule *parse_alias(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_rule *r = new_rule(p, COSET_MU_R_ALIAS);
    r->binders = coset_mu_parse_aliases(p);
    r->rules = parse_rules(p);
    coset_mu_parse_end(p, open, COSET_MU_T_ENDALIAS, COSET_MU_T_ENDALIAS);
    return r;
}

static coset_mu_rule *parse_choose(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_rule *r = new_rule(p, COSET_MU_R_CHOOSE);
    r->binders = coset_mu_parse_entry(p);
    if (!p->panic && !coset_mu_accept(p, COSET_MU_T_COLON))
        (void)coset_mu_expect(p, COSET_MU_T_DO, "after the multiset");
    r->rules = parse_rules(p);
    if (coset_mu_sees_word(p, "endchoose"))
        coset_mu_skip(p);
    else
        coset_mu_parse_end(p, open, COSET_MU_T_END, COSET_MU_T_END);
    return r;
}

coset_mu_rule *coset_mu_parse_rule(coset_mu_parser *p)
{
    switch (p->at->kind) {
    case COSET_MU_T_RULE:
        return parse_simple(p);
    case COSET_MU_T_RULESET:
        return parse_ruleset(p);
    case COSET_MU_T_STARTSTATE:
        return parse_start(p);
    case COSET_MU_T_ALIAS:
        return parse_alias(p);
    case COSET_MU_T_INVARIANT:
    case COSET_MU_T_ASSERT:
        return parse_property(p, COSET_MU_R_INVARIANT);
    default:
        break;
    }
    if (coset_mu_sees_word(p, "assume"))
        return parse_property(p, COSET_MU_R_ASSUME);
    if (coset_mu_sees_word(p, "cover"))
        return parse_property(p, COSET_MU_R_COVER);
    if (coset_mu_sees_word(p, "liveness"))
        return parse_property(p, COSET_MU_R_LIVENESS);
    return parse_choose(p);
}
