/* Patterns are parsed as expressions; this file checks their form. */
#include "lang/cspm/syntax/parse_int.h"

static bool is_sign(const cspm_node *node) { return node->kind == CSPM_UNARY && node->op == CSPM_NEGATE; }

/* -5 as one literal. */
static cspm_node *negative(cspm_parser *p, cspm_node *node)
{
    cspm_node *number = coset__cspm_bare(node->kid[0]);
    if (number->kind != CSPM_INT) {
        coset__cspm_wrong_node(p, node, "C030", "in a pattern `-` is allowed before a number only");
        return node;
    }
    cspm_node *literal = coset__cspm_node(p->arena, CSPM_INT, node->pos, 0, NULL);
    literal->begin = node->begin;
    literal->end = node->end;
    literal->value = -number->value;
    literal->flags |= CSPM_PATTERN;
    return literal;
}

static bool has_parts(const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_PAREN:
    case CSPM_TUPLE:
    case CSPM_DOT:
    case CSPM_DOUBLE:
        return true;
    case CSPM_SET:
    case CSPM_SEQ:
        return !(node->flags & CSPM_BAR);
    case CSPM_BINARY:
        return node->op == CSPM_CONCAT;
    default:
        return false;
    }
}

static bool is_plain(const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_NAME:
    case CSPM_INT:
    case CSPM_CHAR:
    case CSPM_STRING:
    case CSPM_BOOL:
    case CSPM_WILD:
    case CSPM_ERROR:
        return true;
    default:
        return false;
    }
}

cspm_node *coset__cspm_pattern(cspm_parser *p, cspm_node *node)
{
    if (is_sign(node))
        return negative(p, node);
    if (has_parts(node)) {
        for (uint32_t i = 0; i < node->n; i++)
            node->kid[i] = coset__cspm_pattern(p, node->kid[i]);
    } else if (!is_plain(node)) {
        coset__cspm_wrong_node(p, node, "C031", "this cannot be a pattern");
    }
    node->flags |= CSPM_PATTERN;
    return node;
}
