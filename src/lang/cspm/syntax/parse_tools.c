/* The parser's token stream, messages and node construction. */
#include <stdarg.h>
#include <stdio.h>

#include "lang/cspm/syntax/parse_int.h"

static const cspm_token ended = {.kind = TOKEN_END};

const char *coset__cspm_shown(cspm_parser *p, const cspm_token *t)
{
    enum { LONGEST = 40 };
    if (t->kind <= TOKEN_NEWLINE)
        return coset__cspm_spelling((cspm_token_kind)t->kind);
    size_t len;
    const char *bytes = coset_text_bytes(p->text, t->pos.file, &len);
    uint32_t n = t->end - t->begin;
    return coset_arena_printf(p->arena, "`%.*s%s`", (int)(n < LONGEST ? n : LONGEST), bytes + t->begin,
                              n < LONGEST ? "" : " ..");
}

const cspm_token *coset__cspm_peek(const cspm_parser *p) { return p->failed ? &ended : &p->tokens[p->at]; }

cspm_token_kind coset__cspm_kind(const cspm_parser *p) { return (cspm_token_kind)coset__cspm_peek(p)->kind; }

cspm_token_kind coset__cspm_kind_after(const cspm_parser *p, uint32_t ahead)
{
    for (uint32_t i = 0; i < ahead; i++)
        if (p->failed || p->tokens[p->at + i].kind == TOKEN_END)
            return TOKEN_END;
    return (cspm_token_kind)p->tokens[p->at + ahead].kind;
}

const cspm_token *coset__cspm_take(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_peek(p);
    p->at += t->kind != TOKEN_END;
    return t;
}

bool coset__cspm_accept(cspm_parser *p, cspm_token_kind kind)
{
    if (coset__cspm_kind(p) != kind || kind == TOKEN_END)
        return false;
    coset__cspm_take(p);
    return true;
}

bool coset__cspm_expect(cspm_parser *p, cspm_token_kind kind, const char *what)
{
    if (coset__cspm_accept(p, kind))
        return true;
    const cspm_token *t = coset__cspm_peek(p);
    coset__cspm_wrong(p, t, "C020", "%s needs `%s` here, not %s", what, coset__cspm_spelling(kind),
                      coset__cspm_shown(p, t));
    return false;
}

void coset__cspm_skip_lines(cspm_parser *p)
{
    while (coset__cspm_kind(p) == TOKEN_NEWLINE)
        coset__cspm_take(p);
}

const cspm_token *coset__cspm_name_token(cspm_parser *p, const char *what)
{
    const cspm_token *t = coset__cspm_peek(p);
    if (t->kind != TOKEN_NAME) {
        coset__cspm_wrong(p, t, "C021", "%s needs a name here, not %s", what, coset__cspm_shown(p, t));
        return NULL;
    }
    return coset__cspm_take(p);
}

/* ---- messages ------------------------------------------------------------------------------------------------ */

bool coset__cspm_is_told(const cspm_parser *p) { return p->failed || coset__cspm_kind(p) == TOKEN_WRONG; }

static void wrong(cspm_parser *p, coset_pos pos, uint32_t len, const char *code, const char *fmt, va_list args)
{
    bool told = coset__cspm_is_told(p);
    p->failed = true;
    if (told)
        return;
    char text[400];
    (void)vsnprintf(text, sizeof text, fmt, args);
    coset_message(p->text, COSET_SEVERITY_ERROR, code, pos, len, "%s", text);
}

void coset__cspm_wrong(cspm_parser *p, const cspm_token *at, const char *code, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    wrong(p, at->pos, at->end - at->begin, code, fmt, args);
    va_end(args);
}

void coset__cspm_wrong_node(cspm_parser *p, const cspm_node *at, const char *code, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    wrong(p, at->pos, at->end - at->begin, code, fmt, args);
    va_end(args);
}

/* ---- brackets ------------------------------------------------------------------------------------------------ */

void coset__cspm_open(cspm_parser *p) { *coset_vec_add(&p->sequences) = 0; }

void coset__cspm_close(cspm_parser *p)
{
    if (p->sequences.n > 1)
        p->sequences.n--;
}

/* ---- nodes --------------------------------------------------------------------------------------------------- */

void coset__cspm_add(cspm_list *list, cspm_node *node) { *coset_vec_add(list) = node; }

cspm_node *coset__cspm_leaf(cspm_parser *p, cspm_kind kind, const cspm_token *t)
{
    cspm_node *node = coset__cspm_node(p->arena, kind, t->pos, 0, NULL);
    node->begin = t->begin;
    node->end = t->end;
    node->text = t->text;
    node->value = t->value;
    return node;
}

cspm_node *coset__cspm_build(cspm_parser *p, cspm_kind kind, coset_pos pos, uint32_t begin, const cspm_list *kids)
{
    cspm_node *node = coset__cspm_node(p->arena, kind, pos, kids ? kids->n : 0, kids ? kids->at : NULL);
    const cspm_token *last = p->at ? &p->tokens[p->at - 1] : &ended;
    node->begin = begin;
    node->end = last->pos.file == pos.file && last->end > begin ? last->end : begin;
    if (node->depth > COSET__CSPM_DEPTH) {
        coset__cspm_wrong_node(p, node, "C022", "this is nested more than %d levels deep", COSET__CSPM_DEPTH);
        return coset__cspm_node(p->arena, CSPM_ERROR, pos, 0, NULL);
    }
    return node;
}

cspm_node *coset__cspm_make(cspm_parser *p, cspm_kind kind, const cspm_token *first, const cspm_list *kids)
{
    return coset__cspm_build(p, kind, first->pos, first->begin, kids);
}

cspm_node *coset__cspm_finish(cspm_parser *p, cspm_kind kind, const cspm_token *first, cspm_list *kids, uint32_t split)
{
    cspm_node *node = coset__cspm_make(p, kind, first, kids);
    if (node->kind != CSPM_ERROR)
        node->split = split;
    coset_vec_fini(kids);
    return node;
}

cspm_node *coset__cspm_qualified(cspm_parser *p, cspm_kind kind, const char *what)
{
    const cspm_token *first = coset__cspm_name_token(p, what), *last = first;
    if (!first)
        return coset__cspm_leaf(p, CSPM_ERROR, coset__cspm_peek(p));
    cspm_list modules = {0};
    while (last && coset__cspm_accept(p, TOKEN_SCOPE)) {
        coset__cspm_add(&modules, coset__cspm_leaf(p, CSPM_NAME, last));
        last = coset__cspm_name_token(p, "`::`");
    }
    cspm_node *node = coset__cspm_make(p, kind, first, &modules);
    node->text = last ? last->text : first->text;
    coset_vec_fini(&modules);
    return node;
}
