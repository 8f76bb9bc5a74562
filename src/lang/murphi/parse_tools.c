/* Tokens, messages, and tests for the beginning or end of constructs. */
#include <stdio.h>
#include <string.h>

#include "lang/murphi/parser.h"

#define MOST_ERRORS 100u /* then the parser stops */

bool coset_mu_sees_word(const coset_mu_parser *p, const char *word)
{
    return p->at->kind == COSET_MU_T_NAME && coset_mu_same_word(p->at->text, word);
}

const coset_mu_token *coset_mu_peek(const coset_mu_parser *p)
{
    return p->at->kind == COSET_MU_T_EOF ? p->at : p->at + 1;
}

void coset_mu_skip(coset_mu_parser *p)
{
    if (p->at->kind != COSET_MU_T_EOF)
        p->at++;
}

bool coset_mu_accept(coset_mu_parser *p, coset_mu_token_kind kind)
{
    if (p->at->kind != kind || kind == COSET_MU_T_EOF)
        return false;
    p->at++;
    return true;
}

bool coset_mu_expect(coset_mu_parser *p, coset_mu_token_kind kind, const char *where)
{
    if (p->panic)
        return false;
    if (coset_mu_accept(p, kind))
        return true;
    bool keyword = kind == COSET_MU_T_NAME && p->at->kind >= COSET_MU_T_ALIAS;
    if (coset_mu_blame(p, p->at, "E011", "expected %s%s%s before %s", coset_mu_token_name(kind), where ? " " : "",
                       where ? where : "", coset_mu_token_text(p, p->at)) &&
        keyword)
        coset_message_help(p->text, "%s is a word of the language; choose another name", coset_mu_token_text(p, p->at));
    return false;
}

const char *coset_mu_token_text(const coset_mu_parser *p, const coset_mu_token *t)
{
    if (t->kind == COSET_MU_T_NAME)
        return coset_arena_printf(p->arena, "%.60s", t->text);
    return coset_mu_token_name(t->kind);
}

void coset_mu_give_up(coset_mu_parser *p)
{
    while (p->at->kind != COSET_MU_T_EOF)
        p->at++;
    p->panic = p->finished = true;
}

/* The Murphi equivalents of words and marks of other languages; NULL for all others. */
static const char *advice(const coset_mu_token *at)
{
    static const struct {
        const char *word, *help;
    } words[] = {{"and", "and is written &"},      {"or", "or is written |"},
                 {"not", "not is written !"},      {"mod", "the remainder is written %"},
                 {"div", "division is written /"}, {"in", "a name is bound with a colon: i: T"},
                 {"elif", "write elsif"},          {"elseif", "write elsif"}};
    if (at->kind == COSET_MU_T_OPEN_BRACE || at->kind == COSET_MU_T_CLOSE_BRACE)
        return "blocks have no braces: if C then ... end, while C do ... end";
    for (size_t i = 0; at->kind == COSET_MU_T_NAME && i < sizeof words / sizeof *words; i++)
        if (coset_mu_same_word(at->text, words[i].word))
            return words[i].help;
    return NULL;
}

bool coset_mu_is_foreign(const coset_mu_token *t) { return advice(t) != NULL; }

bool coset_mu_blame(coset_mu_parser *p, const coset_mu_token *at, const char *code, const char *fmt, ...)
{
    if (p->panic)
        return false;
    p->panic = true;
    if (p->blamed == at || p->finished || at->tainted || (at > p->first && at[-1].tainted))
        return false;
    p->blamed = at;
    char words[300];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    coset_message(p->text, COSET_SEVERITY_ERROR, code, at->pos, at->len, "%s", words);
    const char *help = advice(at);
    if (!help && at > p->first)
        help = advice(at - 1);
    p->braces = p->braces || at->kind == COSET_MU_T_OPEN_BRACE;
    if (help)
        coset_message_help(p->text, "%s", help);
    if (++p->errors >= MOST_ERRORS)
        coset_mu_give_up(p);
    return help == NULL;
}

bool coset_mu_enter(coset_mu_parser *p)
{
    if (p->nest >= COSET_MU_MAX_NEST) {
        if (coset_mu_blame(p, p->at, "E018", "this is nested too deeply"))
            coset_message_help(p->text, "more than %d levels; move a part into a function, a type or a rule",
                               COSET_MU_MAX_NEST);
        coset_mu_give_up(p);
        return false;
    }
    p->nest++;
    return true;
}

void coset_mu_leave(coset_mu_parser *p) { p->nest--; }

bool coset_mu_is_soft_rule(const coset_mu_token *t)
{
    static const char *const words[] = {"assume", "cover", "liveness", "choose"};
    for (size_t i = 0; t->kind == COSET_MU_T_NAME && i < sizeof words / sizeof *words; i++)
        if (coset_mu_same_word(t->text, words[i]))
            return true;
    return false;
}

bool coset_mu_begins_rule(const coset_mu_parser *p)
{
    switch (p->at->kind) {
    case COSET_MU_T_RULE:
    case COSET_MU_T_RULESET:
    case COSET_MU_T_STARTSTATE:
    case COSET_MU_T_INVARIANT:
    case COSET_MU_T_ASSERT:
    case COSET_MU_T_ALIAS:
        return true;
    case COSET_MU_T_NAME:
        /* not a declaration `cover: T` or `cover, x: T` */
        return coset_mu_is_soft_rule(p->at) && coset_mu_peek(p)->kind != COSET_MU_T_COLON &&
               coset_mu_peek(p)->kind != COSET_MU_T_COMMA;
    default:
        return false;
    }
}

void coset_mu_parse_end(coset_mu_parser *p, const coset_mu_token *open, coset_mu_token_kind kind,
                        coset_mu_token_kind other)
{
    if (coset_mu_accept(p, COSET_MU_T_END) || coset_mu_accept(p, kind) || coset_mu_accept(p, other) ||
        (p->braces && coset_mu_accept(p, COSET_MU_T_CLOSE_BRACE)))
        return;
    const coset_mu_token *at = p->at;
    bool panic = p->panic;
    const char *word = coset_mu_token_text(p, open);
    bool helps = coset_mu_blame(p, at, "E014", "expected %s or end before %s", coset_mu_token_name(kind),
                                coset_mu_token_text(p, at));
    if (helps && p->else_if && p->else_if > open)
        coset_message_help(p->text, "the if behind else at line %u needs an end of its own; elsif needs none",
                           p->else_if->pos.line);
    else if (helps)
        coset_message_help(p->text, "this would close the %s at line %u, column %u", word, open->pos.line,
                           open->pos.column);
    p->panic = panic; /* continue as if it were here */
    if (coset_mu_is_end(at->kind))
        coset_mu_skip(p);
}
