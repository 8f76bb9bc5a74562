/* Assertions and their options. */
#include <string.h>

#include "lang/cspm/syntax/parse_int.h"

/* ---- symmetry specifications --------------------------------------------------------------------------------- */

static cspm_node *finish(cspm_parser *p, cspm_kind kind, const cspm_token *first, cspm_list *kids)
{
    cspm_node *node = coset__cspm_make(p, kind, first, kids);
    coset_vec_fini(kids);
    return node;
}

static void wrong_specification(cspm_parser *p, const cspm_token *at)
{
    bool reported = coset__cspm_is_told(p);
    coset__cspm_wrong(p, at, "C050", "a symmetry specification is a datatype T or diff(T, {| c1, .., cn |})");
    if (!reported)
        coset_message_help(p->text, "c1, .., cn are the constants of T that stay fixed");
}

/* T or diff(T, {| c, .. |}). */
static cspm_node *specification(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_peek(p);
    cspm_list kids = {0};
    if (first->kind != TOKEN_NAME) {
        wrong_specification(p, first);
        return finish(p, CSPM_SYMMETRIC_IN, first, &kids);
    }
    bool fixes = coset__cspm_kind_after(p, 1) == TOKEN_LEFT;
    if (!fixes) {
        coset__cspm_add(&kids, coset__cspm_qualified(p, CSPM_NAME, "a symmetry specification"));
        return finish(p, CSPM_SYMMETRIC_IN, first, &kids);
    }
    coset__cspm_take(p);
    coset__cspm_take(p);
    if (strcmp(first->text, "diff") != 0)
        wrong_specification(p, first);
    coset__cspm_add(&kids, coset__cspm_qualified(p, CSPM_NAME, "a symmetry specification"));
    if (!coset__cspm_accept(p, TOKEN_COMMA) || !coset__cspm_accept(p, TOKEN_EVENTS_OPEN))
        wrong_specification(p, first);
    do {
        coset__cspm_add(&kids, coset__cspm_qualified(p, CSPM_NAME, "a symmetry specification"));
    } while (coset__cspm_accept(p, TOKEN_COMMA));
    if (!coset__cspm_accept(p, TOKEN_EVENTS_CLOSE) || !coset__cspm_accept(p, TOKEN_RIGHT))
        wrong_specification(p, first);
    return finish(p, CSPM_SYMMETRIC_IN, first, &kids);
}

static void specifications(cspm_parser *p, cspm_list *out)
{
    do {
        coset__cspm_add(out, specification(p));
    } while (coset__cspm_accept(p, TOKEN_COMMA));
}

/* ---- options ------------------------------------------------------------------------------------------------- */

static cspm_node *option(cspm_parser *p)
{
    const cspm_token *t = coset__cspm_take(p);
    cspm_list kids = {0};
    cspm_node *node;
    switch (t->property) {
    case PROPERTY_TAU_PRIORITY:
        coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
        return finish(p, CSPM_TAU_PRIORITY, t, &kids);
    case PROPERTY_PARTIAL_ORDER:
        node = finish(p, CSPM_PARTIAL_ORDER, t, &kids);
        node->text = t->text;
        return node;
    case PROPERTY_SYMMETRY:
        if (t->colon && coset__cspm_kind(p) == TOKEN_NAME)
            specifications(p, &kids);
        return finish(p, CSPM_SYMMETRY, t, &kids);
    default:
        if (!coset__cspm_is_told(p)) {
            coset__cspm_wrong(p, t, "C051", "a property must directly follow the process");
            coset_message_help(p->text, "each property or refinement needs an assertion of its own");
        }
        return finish(p, CSPM_ERROR, t, &kids);
    }
}

static void options(cspm_parser *p, cspm_list *out)
{
    uint32_t from = out->n;
    while (coset__cspm_kind(p) == TOKEN_PROPERTY) {
        const cspm_token *t = coset__cspm_peek(p);
        cspm_node *node = option(p);
        for (uint32_t i = from; i < out->n; i++)
            if (out->at[i]->kind == node->kind)
                coset__cspm_wrong(p, t, "C052", "this option is given twice");
        coset__cspm_add(out, node);
    }
}

/* ---- assertions ---------------------------------------------------------------------------------------------- */

static uint8_t property_op(uint8_t property)
{
    static const uint8_t ops[] = {CSPM_DEADLOCK_FREE, CSPM_DIVERGENCE_FREE, CSPM_DETERMINISTIC, CSPM_HAS_TRACE,
                                  CSPM_IS_SYMMETRIC};
    return ops[property];
}

static void property(cspm_parser *p, cspm_list *kids, uint8_t *op, uint8_t *model)
{
    const cspm_token *t = coset__cspm_take(p);
    if (t->property >= PROPERTY_TAU_PRIORITY) {
        coset__cspm_wrong(p, t, "C053", "an option must follow a property or a refinement");
        coset_message_help(p->text, "such as `assert P :[deadlock free] :[symmetry reduce]`");
        return;
    }
    *op = property_op(t->property);
    *model = t->model;
    if (*op == CSPM_HAS_TRACE)
        coset__cspm_add(kids, coset__cspm_expr(p, STRENGTH_DOTABLE));
    if (*op == CSPM_IS_SYMMETRIC && !t->colon)
        wrong_specification(p, t);
    else if (*op == CSPM_IS_SYMMETRIC)
        specifications(p, kids);
}

cspm_node *coset__cspm_assertion(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    uint8_t op = CSPM_OP_NONE, model = CSPM_MODEL_DEFAULT;
    bool negated = coset__cspm_accept(p, TOKEN_NOT);
    if (coset__cspm_kind(p) == TOKEN_NOT)
        coset__cspm_wrong(p, coset__cspm_peek(p), "C055", "an assertion is negated once: `assert not ..`");
    p->asserts = true;
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    p->asserts = false;
    const cspm_token *t = coset__cspm_peek(p);
    if (t->kind == TOKEN_REFINES) {
        op = CSPM_REFINES;
        model = t->model;
        coset__cspm_take(p);
        coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    } else if (t->kind == TOKEN_PROPERTY) {
        property(p, &kids, &op, &model);
    } else {
        coset__cspm_wrong(p, t, "C054",
                          "an assertion needs a refinement such as `[T=` or a property such as "
                          "`:[deadlock free]` here");
    }
    const cspm_span asked = {t->pos, t->end - t->begin};
    uint32_t split = kids.n;
    options(p, &kids);
    if (coset__cspm_kind(p) == TOKEN_REFINES)
        coset__cspm_wrong(p, coset__cspm_peek(p), "C056", "an assertion has one refinement or property");
    cspm_node *node = finish(p, CSPM_ASSERT, first, &kids);
    if (node->n)
        node->split = split;
    node->op = op;
    node->model = model;
    node->asked = coset_arena_copy(p->arena, &asked, 1, sizeof asked);
    node->flags |= negated ? CSPM_NEGATED : 0;
    return node;
}
