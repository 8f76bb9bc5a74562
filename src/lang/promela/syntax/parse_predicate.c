/* lang/promela/syntax/parse_predicate.c - state conditions of formulas: expressions without macros. */
#include "lang/promela/syntax/parser.h"

static coset_pml_expr *parse_one(coset_text *text, const coset_predicate *q, coset_pml_model *model)
{
    coset_pml_source source;
    uint32_t n, before = coset_text_errors(text);
    coset_pml_source_plain(&source, text, q->text, model->arena);
    const coset_pml_token *tokens = coset_pml_lex(&source, &n);
    coset_pml_parser *p = coset_new(1, sizeof *p);
    *p = (coset_pml_parser){.text = text, .arena = model->arena, .model = model, .in_formula = true};
    coset_pml_feed_start(p, (coset_pml_tokens){tokens, n});
    coset_pml_expr *e = coset_pml_parse_expr(p);
    if (!p->panic && !coset_pml_sees(p, COSET_PML_T_EOF))
        (void)coset_pml_blame(p, coset_pml_now(p), "E020", "the condition should end here");
    coset_vec_fini(&p->formulas);
    coset_vec_fini(&p->blamed);
    coset_delete(p);
    return coset_text_errors(text) == before ? e : NULL;
}

static coset_pml_expr *tree_of(coset_text *text, const coset_predicate *q, coset_pml_model *model)
{
    if (q->op == COSET_PREDICATE_TEXT)
        return parse_one(text, q, model);
    coset_pml_expr *e = coset_arena_get(model->arena, 1, sizeof *e);
    e->op = q->op == COSET_PREDICATE_NOT   ? COSET_PML_E_NOT
            : q->op == COSET_PREDICATE_AND ? COSET_PML_E_AND
                                           : COSET_PML_E_OR;
    e->pos = q->pos;
    e->len = q->len;
    e->a = tree_of(text, q->a, model);
    e->b = q->b ? tree_of(text, q->b, model) : NULL;
    return !e->a || (q->b && !e->b) ? NULL : e;
}

coset_status coset_pml_add_predicates(coset_text *text, coset_wanted *wanted, coset_pml_model *model, coset_err *err)
{
    uint32_t errors = coset_text_errors(text);
    coset_pml_predicate **last = &model->predicates;
    for (uint32_t i = 0; wanted && i < wanted->n_predicates; i++) {
        coset_predicate *q = wanted->predicates[i];
        if (q->op == COSET_PREDICATE_NAMED)
            continue;
        coset_pml_predicate *p = *last = coset_arena_get(model->arena, 1, sizeof *p);
        p->wanted = q;
        p->e = tree_of(text, q, model);
        last = &p->next;
    }
    return coset_text_errors(text) == errors ? COSET_OK : coset_fail(err, COSET_INPUT, "a formula has errors");
}
