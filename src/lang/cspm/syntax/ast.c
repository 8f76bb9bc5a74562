#include "lang/cspm/syntax/ast.h"

#include <string.h>

static uint32_t end_of(const cspm_node *first, const cspm_node *last)
{
    return first->pos.file == last->pos.file && last->end > first->begin ? last->end : first->begin;
}

cspm_node *coset__cspm_node(coset_arena *arena, cspm_kind kind, coset_pos pos, uint32_t n, cspm_node *const *kid)
{
    cspm_node *node = coset_arena_get(arena, 1, sizeof *node);
    node->kind = (uint8_t)kind;
    node->pos = pos;
    node->n = node->split = n;
    node->kid = n ? coset_arena_copy(arena, kid, n, sizeof *kid) : NULL;
    for (uint32_t i = 0; i < n; i++)
        if (kid[i]->depth >= node->depth)
            node->depth = kid[i]->depth + 1;
    if (n) {
        node->begin = kid[0]->begin;
        node->end = end_of(kid[0], kid[n - 1]);
    }
    return node;
}

cspm_node *coset__cspm_clone(coset_arena *arena, const cspm_node *node)
{
    cspm_node *copy = coset_arena_copy(arena, node, 1, sizeof *node);
    copy->symbol = NULL;
    copy->decl = NULL;
    copy->type = NULL;
    if (copy->kind == CSPM_BINDER)
        copy->kind = CSPM_NAME;
    if (node->n)
        copy->kid = coset_arena_get(arena, node->n, sizeof(cspm_node *));
    for (uint32_t i = 0; i < node->n; i++)
        copy->kid[i] = coset__cspm_clone(arena, node->kid[i]);
    return copy;
}

static bool same_text(const cspm_node *a, const cspm_node *b)
{
    if (!a->text || !b->text)
        return a->text == b->text;
    return a->kind == CSPM_STRING ? memcmp(a->text, b->text, (size_t)a->value) == 0 : strcmp(a->text, b->text) == 0;
}

bool coset__cspm_equal(const cspm_node *a, const cspm_node *b)
{
    const uint8_t compared = CSPM_BAR | CSPM_NEGATED;
    if (a->kind != b->kind || a->op != b->op || a->model != b->model || a->n != b->n || a->split != b->split ||
        a->value != b->value || (a->flags & compared) != (b->flags & compared) || !same_text(a, b))
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!coset__cspm_equal(a->kid[i], b->kid[i]))
            return false;
    return true;
}

cspm_node *coset__cspm_bare(cspm_node *node)
{
    while (node->kind == CSPM_PAREN)
        node = node->kid[0];
    return node;
}

const char *coset__cspm_constraint_name(uint8_t constraint)
{
    switch (constraint) {
    case COSET__CSPM_EQ:
        return "Eq";
    case COSET__CSPM_ORD:
        return "Ord";
    case COSET__CSPM_SET:
        return "Set";
    case COSET__CSPM_COMPLETE:
        return "Complete";
    default:
        return "Yieldable";
    }
}
