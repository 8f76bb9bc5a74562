/* lang/promela/predicate.c - what formulas say about states: expressions without macros, which read and change nothing
 * else. */
#include "lang/promela/check.h"
#include "lang/promela/lower.h"
#include "lang/promela/parser.h"

/* ---- reading ------------------------------------------------------------------------------------------------------
 */

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

/* ---- lowering ------------------------------------------------------------------------------------------------------
 */

/* What is no matter of a state, or would become part of it only because it is asked for. */
static bool is_of_a_step(const coset_pml_expr *e)
{
    if (!e)
        return false;
    switch (e->op) {
    case COSET_PML_E_PID:
    case COSET_PML_E_LAST:
    case COSET_PML_E_NP:
    case COSET_PML_E_TIMEOUT:
    case COSET_PML_E_RUN:
    case COSET_PML_E_ENABLED:
    case COSET_PML_E_PC_VALUE:
    case COSET_PML_E_PRIORITY:
    case COSET_PML_E_GET_PRIORITY:
        return true;
    default:
        break;
    }
    for (const coset_pml_expr *x = e->args; x; x = x->next)
        if (is_of_a_step(x))
            return true;
    return is_of_a_step(e->a) || is_of_a_step(e->b) || is_of_a_step(e->c);
}

void coset_pml_lower_predicates(coset_pml_lowerer *l)
{
    static const coset_pml_who nobody = {0};
    for (const coset_pml_predicate *p = l->model->predicates; p; p = p->next) {
        if (is_of_a_step(p->e)) {
            coset_pml_unsupported(l, p->wanted->pos, p->wanted->len,
                                  "a condition of a formula may use variables, channels, labels and _nr_pr only");
            continue;
        }
        l->frame = 0;
        coset_ir_prop to = {.kind = COSET_PROP_PREDICATE, .pos = p->wanted->pos};
        to.name = coset_arena_printf(l->arena, "predicate %u", l->props.n);
        to.expr = coset_pml_truth(l, &nobody, p->e);
        to.frame_size = l->frame;
        p->wanted->prop = l->props.n;
        *coset_vec_add(&l->props) = to;
    }
}
