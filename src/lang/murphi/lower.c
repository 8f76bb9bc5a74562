/* lang/murphi/lower.c - the whole model: variables, functions, and the order of everything. */
#include "lang/murphi/lower.h"

#include "lang/murphi/dialect.h"

static void lower_var(coset_mu_lowerer *l, coset_mu_decl *d)
{
    const coset_ir_type *t = coset_mu_lower_type(l, d->type);
    coset_ir_var *v = coset_vec_add(&l->vars);
    *v = (coset_ir_var){coset_mu_lower_name(l, d->name), d->pos, t, l->ir->n_slots};
    coset_mu_lower_home(l, d, COSET_P_STATE, v->offset, t);
    if ((uint64_t)l->ir->n_slots + t->width > COSET_MU_MAX_SLOTS)
        coset_mu_lower_fail(l, d->pos, "the variables are too large");
    else
        l->ir->n_slots += t->width;
}

/* The heading of a function, so calls can refer to it in any order. */
static void declare_function(coset_mu_lowerer *l, coset_mu_function *f)
{
    coset_ir_function *to = coset_arena_get(l->arena, 1, sizeof *to);
    to->name = coset_mu_lower_name(l, f->name);
    to->pos = f->pos;
    to->n_params = f->n_params;
    to->result = f->result ? coset_mu_lower_type(l, f->result->type) : NULL;
    f->decl->lowered = to;
    to->number = l->functions.n;
    *coset_vec_add(&l->functions) = to;
}

static void lower_params(coset_mu_lowerer *l, const coset_mu_function *f, coset_ir_function *to)
{
    coset_ir_param *params = coset_arena_get(l->arena, f->n_params, sizeof *params);
    uint32_t i = 0;
    for (coset_mu_decl *d = f->params; d; d = d->next, i++) {
        const coset_ir_type *t = coset_mu_lower_type(l, d->type);
        params[i] =
            (coset_ir_param){.name = coset_mu_lower_name(l, d->name), .pos = d->pos, .type = t, .by_ref = d->by_ref};
        params[i].frame = coset_mu_lower_slots(l, d->by_ref ? 1 : t->width);
        coset_mu_lower_home(l, d, d->by_ref ? COSET_P_REF : COSET_P_LOCAL, params[i].frame, t);
    }
    to->params = params;
}

static void lower_function(coset_mu_lowerer *l, coset_mu_function *f)
{
    coset_ir_function *to = f->decl->lowered;
    l->frame = 0;
    lower_params(l, f, to);
    if (to->result)
        to->result_frame = coset_mu_lower_slots(l, to->result->width);
    for (coset_mu_decl *d = f->decls; d; d = d->next)
        if (d->kind == COSET_MU_VAR) {
            const coset_ir_type *t = coset_mu_lower_type(l, d->type);
            coset_mu_lower_home(l, d, COSET_P_LOCAL, coset_mu_lower_slots(l, t->width), t);
        }
    to->body = coset_mu_lower_stmts(l, f->body);
    to->frame_size = l->frame;
}

static void lower_items(coset_mu_lowerer *l, const coset_mu_model *model)
{
    for (const coset_mu_item *i = model->items; i; i = i->next) {
        if (i->decl && i->decl->kind == COSET_MU_VAR)
            lower_var(l, i->decl);
        if (i->function)
            declare_function(l, i->function);
    }
    for (const coset_mu_item *i = model->items; i; i = i->next)
        if (i->function)
            lower_function(l, i->function);
    for (const coset_mu_item *i = model->items; i; i = i->next)
        if (i->rule)
            coset_mu_lower_rules(l, i->rule);
}

static void finish(coset_mu_lowerer *l)
{
    coset_ir *ir = l->ir;
    coset_ir_rule *rules = coset_arena_get(l->arena, (size_t)l->starts.n + l->rules.n, sizeof *rules);
    for (uint32_t i = 0; i < l->starts.n; i++)
        rules[ir->n_rules++] = l->starts.at[i];
    for (uint32_t i = 0; i < l->rules.n; i++)
        rules[ir->n_rules++] = l->rules.at[i];
    ir->rules = rules;
    ir->n_vars = l->vars.n;
    ir->vars = coset_arena_copy(l->arena, l->vars.at, l->vars.n, sizeof *l->vars.at);
    ir->n_symtypes = l->symtypes.n;
    ir->symtypes = coset_arena_copy(l->arena, l->symtypes.at, l->symtypes.n, sizeof(const coset_ir_type *));
    ir->n_functions = l->functions.n;
    ir->functions = coset_arena_copy(l->arena, l->functions.at, l->functions.n, sizeof(const coset_ir_function *));
    ir->n_props = l->props.n;
    ir->props = coset_arena_copy(l->arena, l->props.at, l->props.n, sizeof *l->props.at);
}

coset_status coset_mu_lower(coset_text *text, const coset_mu_model *model, const char *name, coset_ir **out,
                            coset_err *err)
{
    coset_arena *arena = coset_arena_new();
    coset_mu_lowerer l = {.text = text, .arena = arena, .dialect = model->dialect};
    l.ir = coset_arena_get(arena, 1, sizeof *l.ir);
    l.ir->arena = arena;
    l.ir->name = coset_arena_text(arena, name);
    l.ir->language = "murphi";
    l.ir->dialect = coset_mu_dialect_name(model->dialect);
    l.boolean = coset_mu_lower_type(&l, model->boolean);
    l.integer = coset_mu_lower_type(&l, model->integer);
    lower_items(&l, model);
    finish(&l);
    coset_vec_fini(&l.vars);
    coset_vec_fini(&l.symtypes);
    coset_vec_fini(&l.functions);
    coset_vec_fini(&l.starts);
    coset_vec_fini(&l.rules);
    coset_vec_fini(&l.props);
    coset_vec_fini(&l.scopes);
    if (l.failed) {
        coset_arena_free(arena);
        return coset_fail(err, COSET_INPUT, "the model is too large");
    }
    *out = l.ir;
    return COSET_OK;
}
