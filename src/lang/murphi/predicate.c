/* lang/murphi/predicate.c - predicates of formulas, as properties after those of the model. */
#include "lang/murphi/parse.h"

static coset_mu_expr *tree_of(coset_text *text, const coset_predicate *p, coset_arena *arena, coset_mu_dialect dialect)
{
    if (p->op == COSET_PREDICATE_TEXT)
        return coset_mu_parse_expr(text, p->text, arena, dialect);
    coset_mu_expr *e = coset_arena_get(arena, 1, sizeof *e);
    e->op = p->op == COSET_PREDICATE_NOT   ? COSET_MU_E_NOT
            : p->op == COSET_PREDICATE_AND ? COSET_MU_E_AND
                                           : COSET_MU_E_OR;
    e->pos = p->pos;
    e->len = p->len;
    e->a = tree_of(text, p->a, arena, dialect);
    e->b = p->b ? tree_of(text, p->b, arena, dialect) : NULL;
    e->depth = 1;
    if (e->a && e->a->depth >= e->depth)
        e->depth = e->a->depth + 1;
    if (e->b && e->b->depth >= e->depth)
        e->depth = e->b->depth + 1;
    return !e->a || (p->b && !e->b) ? NULL : e;
}

coset_status coset_mu_add_predicates(coset_text *text, coset_mu_model *model, coset_wanted *wanted,
                                     coset_mu_dialect dialect, coset_err *err)
{
    uint32_t errors = coset_text_errors(text);
    coset_mu_item **last = &model->items;
    while (*last)
        last = &(*last)->next;
    for (uint32_t i = 0; i < wanted->n_predicates; i++) {
        coset_predicate *p = wanted->predicates[i];
        if (p->op == COSET_PREDICATE_NAMED)
            continue;
        coset_mu_rule *rule = coset_arena_get(model->arena, 1, sizeof *rule);
        rule->kind = COSET_MU_R_PREDICATE;
        rule->pos = p->pos;
        rule->len = p->len;
        rule->predicate = p;
        rule->guard = tree_of(text, p, model->arena, dialect);
        if (!rule->guard)
            continue;
        *last = coset_arena_get(model->arena, 1, sizeof **last);
        (*last)->rule = rule;
        last = &(*last)->next;
    }
    return coset_text_errors(text) == errors ? COSET_OK : coset_fail(err, COSET_INPUT, "a formula has errors");
}
