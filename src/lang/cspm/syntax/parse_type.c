/* Written types and annotations. */
#include <string.h>

#include "lang/cspm/syntax/parse_int.h"

static cspm_node *finish(cspm_parser *p, cspm_kind kind, const cspm_token *first, cspm_list *kids)
{
    cspm_node *node = coset__cspm_make(p, kind, first, kids);
    coset_vec_fini(kids);
    return node;
}

/* Comma-separated types up to `)`, which is consumed. */
static void type_list(cspm_parser *p, cspm_list *out)
{
    coset__cspm_skip_lines(p);
    if (!coset__cspm_accept(p, TOKEN_RIGHT)) {
        do {
            coset__cspm_add(out, coset__cspm_written_type(p));
        } while (coset__cspm_accept(p, TOKEN_COMMA));
        coset__cspm_expect(p, TOKEN_RIGHT, "a list of types");
    }
}

static cspm_node *parentheses(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    type_list(p, &kids);
    if (coset__cspm_accept(p, TOKEN_ARROW)) {
        coset__cspm_add(&kids, coset__cspm_written_type(p));
        return finish(p, CSPM_TYPE_FUNCTION, first, &kids);
    }
    if (kids.n == 0)
        coset__cspm_wrong(p, first, "C040", "`()` is written only before `->`");
    return finish(p, CSPM_TYPE_TUPLE, first, &kids);
}

static cspm_node *around(cspm_parser *p, cspm_kind kind, cspm_token_kind close)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_add(&kids, coset__cspm_written_type(p));
    coset__cspm_expect(p, close, kind == CSPM_TYPE_SET ? "the type of a set" : "the type of a sequence");
    return finish(p, kind, first, &kids);
}

static cspm_node *dots(cspm_parser *p);

static cspm_node *map(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_add(&kids, dots(p));
    coset__cspm_expect(p, TOKEN_DOTABLE, "the type of a map");
    coset__cspm_add(&kids, coset__cspm_written_type(p));
    coset__cspm_expect(p, TOKEN_MAP_CLOSE, "the type of a map");
    return finish(p, CSPM_TYPE_MAP, first, &kids);
}

static cspm_node *atom(cspm_parser *p)
{
    switch (coset__cspm_kind(p)) {
    case TOKEN_LEFT:
        return parentheses(p);
    case TOKEN_BRACE_OPEN:
        return around(p, CSPM_TYPE_SET, TOKEN_BRACE_CLOSE);
    case TOKEN_LESS:
        return around(p, CSPM_TYPE_SEQ, TOKEN_GREATER);
    case TOKEN_MAP_OPEN:
        return map(p);
    default:
        return coset__cspm_qualified(p, CSPM_TYPE_NAME, "a type");
    }
}

static cspm_node *joined(cspm_parser *p, cspm_kind kind, cspm_node *left, cspm_node *right)
{
    cspm_list kids = {0};
    coset__cspm_add(&kids, left);
    coset__cspm_add(&kids, right);
    cspm_node *node = coset__cspm_build(p, kind, left->pos, left->begin, &kids);
    coset_vec_fini(&kids);
    return node;
}

static cspm_node *dots(cspm_parser *p)
{
    cspm_node *left = atom(p);
    if (!coset__cspm_accept(p, TOKEN_DOT))
        return left;
    if (++p->nested > COSET__CSPM_DEPTH)
        coset__cspm_wrong_node(p, left, "C022", "this type is nested too deeply");
    cspm_node *node = joined(p, CSPM_TYPE_DOT, left, dots(p));
    p->nested--;
    return node;
}

cspm_node *coset__cspm_written_type(cspm_parser *p)
{
    if (++p->nested > COSET__CSPM_DEPTH)
        coset__cspm_wrong(p, coset__cspm_peek(p), "C022", "this type is nested too deeply");
    coset__cspm_skip_lines(p);
    cspm_node *left = dots(p);
    if (coset__cspm_accept(p, TOKEN_DOTABLE))
        left = joined(p, CSPM_TYPE_DOTABLE, left, coset__cspm_written_type(p));
    else if (coset__cspm_accept(p, TOKEN_EXTEND))
        left = joined(p, CSPM_TYPE_EXTEND, left, coset__cspm_written_type(p));
    else if (coset__cspm_kind(p) == TOKEN_ARROW)
        coset__cspm_wrong(p, coset__cspm_peek(p), "C041", "the arguments of a function type must be in parentheses");
    p->nested--;
    return left;
}

/* ---- schemes ------------------------------------------------------------------------------------------------- */

static const char *const constraint_names[] = {"Eq", "Ord", "Set", "Complete", "Yieldable"};
static const uint8_t constraint_bits[] = {COSET__CSPM_EQ, COSET__CSPM_ORD, COSET__CSPM_SET, COSET__CSPM_COMPLETE,
                                          COSET__CSPM_YIELDABLE};
enum { N_CONSTRAINTS = sizeof constraint_names / sizeof *constraint_names };

static cspm_node *constraint(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_name_token(p, "a constraint");
    if (!t)
        return coset__cspm_leaf(p, CSPM_ERROR, coset__cspm_peek(p));
    uint8_t bit = 0;
    for (uint32_t i = 0; i < N_CONSTRAINTS; i++)
        if (strcmp(constraint_names[i], t->text) == 0)
            bit = constraint_bits[i];
    if (!bit) {
        coset__cspm_wrong(p, t, "C042", "there is no constraint `%s`", t->text);
        const char *near = coset_nearest(t->text, constraint_names, N_CONSTRAINTS);
        coset_message_help(p->text,
                           near ? "did you mean `%s`?" : "the constraints are Eq, Ord, Set, Complete, Yieldable", near);
    }
    cspm_list kids = {0};
    coset__cspm_add(&kids, coset__cspm_qualified(p, CSPM_TYPE_NAME, "a constraint"));
    cspm_node *node = finish(p, CSPM_CONSTRAINT, t, &kids);
    node->op = bit;
    return node;
}

static bool at_constraints(const cspm_parser *p)
{
    uint32_t skip = coset__cspm_kind(p) == TOKEN_LEFT;
    return coset__cspm_kind_after(p, skip) == TOKEN_NAME && coset__cspm_kind_after(p, skip + 1) == TOKEN_NAME;
}

static cspm_node *scheme(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_peek(p);
    cspm_list kids = {0};
    if (at_constraints(p)) {
        if (coset__cspm_accept(p, TOKEN_LEFT)) {
            do {
                coset__cspm_add(&kids, constraint(p));
            } while (coset__cspm_accept(p, TOKEN_COMMA));
            coset__cspm_expect(p, TOKEN_RIGHT, "a list of constraints");
        } else {
            coset__cspm_add(&kids, constraint(p));
        }
        coset__cspm_expect(p, TOKEN_DOTABLE, "a constraint");
    }
    uint32_t split = kids.n;
    coset__cspm_add(&kids, coset__cspm_written_type(p));
    cspm_node *node = finish(p, CSPM_SCHEME, first, &kids);
    if (node->n)
        node->split = split;
    return node;
}

cspm_node *coset__cspm_annotation(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_peek(p);
    cspm_list kids = {0};
    do {
        const cspm_token *t = coset__cspm_name_token(p, "a type annotation");
        if (t)
            coset__cspm_add(&kids, coset__cspm_leaf(p, CSPM_NAME, t));
    } while (coset__cspm_accept(p, TOKEN_COMMA));
    uint32_t split = kids.n;
    coset__cspm_expect(p, TOKEN_HAS_TYPE, "a type annotation");
    coset__cspm_add(&kids, scheme(p));
    cspm_node *node = finish(p, CSPM_ANNOTATION, first, &kids);
    if (node->n)
        node->split = split;
    return node;
}

cspm_node *coset__cspm_parse_scheme(coset_arena *arena, cspm_names *names, const char *text)
{
    coset_text *source = coset_text_new();
    cspm_tokens tokens = {0};
    coset__cspm_lex(source, coset_text_add(source, "built-in types", text, strlen(text)), arena, names, &tokens);
    cspm_parser p = {.text = source, .arena = arena, .names = names, .tokens = tokens.at};
    coset__cspm_open(&p);
    cspm_node *node = scheme(&p);
    COSET_INVARIANT(coset_text_errors(source) == 0 && coset__cspm_kind(&p) == TOKEN_NEWLINE);
    coset_vec_fini(&p.sequences);
    coset_vec_fini(&tokens);
    coset_text_free(source);
    return node;
}
