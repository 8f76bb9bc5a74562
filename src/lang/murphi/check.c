#include "lang/murphi/check.h"

#include <string.h>

#include "lang/murphi/checker.h"
#include "lang/murphi/dialect.h"
#include "lang/murphi/parse.h"
#include "lang/murphi/temporal.h"

#define MOST_ERRORS 100u

/* ---- functions ------------------------------------------------------------------------------------------------ */

/* All types first, because a parameter does not hide a type from the parameters after it. */
static void check_params(coset_mu_checker *c, coset_mu_function *f)
{
    uint32_t number = 0;
    for (coset_mu_decl *d = f->params; d; d = d->next) {
        d->type = coset_mu_check_stored(c, d->typex);
        d->is_writable = d->by_ref;
        d->number = number++;
        coset_mu_add_slots(c, &c->local_slots, d);
    }
    for (coset_mu_decl *d = f->params; d; d = d->next)
        coset_mu_declare(c, d);
}

/* A function sees itself and all preceding declarations. */
static void check_function(coset_mu_checker *c, coset_mu_function *f)
{
    coset_mu_decl *d = f->decl = coset_arena_get(c->arena, 1, sizeof *d);
    d->kind = COSET_MU_FUNCTION;
    d->name = f->name;
    d->pos = f->pos;
    d->len = f->len;
    d->function = f;
    d->type = f->result ? coset_mu_check_stored(c, f->result) : NULL;
    coset_mu_declare(c, d);
    c->function = f;
    c->returns = false;
    c->local_slots = 0;
    uint32_t outer = coset_mu_scope_enter(c);
    check_params(c, f);
    coset_mu_check_decls(c, f->decls);
    c->in_body = true;
    coset_mu_check_stmts(c, f->body);
    c->in_body = false;
    coset_mu_scope_leave(c, outer);
    c->function = NULL;
    if (!f->result || c->returns)
        return;
    coset_message(c->text, COSET_SEVERITY_WARNING, "W003", f->pos, f->len, "%.60s never returns a value", f->name);
    coset_message_help(c->text, "a call of it is a fault");
}

/* ---- rules ---------------------------------------------------------------------------------------------------- */

static void check_rules(coset_mu_checker *c, coset_mu_rule *r);

static void check_rule(coset_mu_checker *c, coset_mu_rule *r)
{
    switch (r->kind) {
    case COSET_MU_R_START:
        c->starts++;
        break;
    case COSET_MU_R_RULE:
        if (r->guard)
            coset_mu_check_truth(c, r->guard, "the condition of a rule");
        break;
    case COSET_MU_R_RULESET:
    case COSET_MU_R_ALIAS:
    case COSET_MU_R_CHOOSE:
        coset_mu_check_binders(c, r->binders, true);
        coset_mu_open_binders(r->binders);
        check_rules(c, r->rules);
        break;
    case COSET_MU_R_PREDICATE:
        coset_mu_check_condition(c, r->guard, "a formula's condition");
        break;
    default:
        coset_mu_check_truth(c, r->guard, "a property");
        break;
    }
    c->local_slots = 0;
    coset_mu_check_decls(c, r->decls);
    c->in_body = true;
    coset_mu_check_stmts(c, r->body);
    c->in_body = false;
}

static void check_rules(coset_mu_checker *c, coset_mu_rule *r)
{
    for (; r && !coset_mu_enough(c); r = r->next) {
        uint32_t outer = coset_mu_scope_enter(c);
        check_rule(c, r);
        coset_mu_scope_leave(c, outer);
    }
}

/* ---- definitions of the command line -------------------------------------------------------------------------- */

/* The value given for a constant, or NULL. */
static coset_mu_expr *find_define(coset_mu_checker *c, const coset_mu_decl *d)
{
    for (uint32_t i = 0; c->options && i < c->options->n_defines; i++) {
        coset_define *define = &c->options->defines[i];
        if (strcmp(define->name, d->name) != 0)
            continue;
        define->used = true;
        const char *title = coset_arena_printf(c->arena, "-D %.60s=%.60s", define->name, define->value);
        uint16_t file = coset_text_add(c->text, title, define->value, strlen(define->value));
        return coset_mu_parse_expr(c->text, coset_text_whole(c->text, file), c->arena, c->dialect);
    }
    return NULL;
}

static void check_global(coset_mu_checker *c, coset_mu_decl *d)
{
    coset_mu_expr *given = d->kind == COSET_MU_CONST ? find_define(c, d) : NULL;
    if (given) {
        coset_mu_check_expr(c, d->init);
        coset_mu_check_expr(c, given);
        if (coset_mu_check_fit(c, given, d->init->type, given->pos, given->len, "assign"))
            d->init = given;
    }
    d->is_global = d->kind == COSET_MU_VAR;
    coset_mu_check_decl(c, d);
}

static void check_defines(coset_mu_checker *c)
{
    const coset_pos nowhere = {.file = c->model->file};
    for (uint32_t i = 0; c->options && i < c->options->n_defines; i++) {
        const coset_define *define = &c->options->defines[i];
        if (define->used)
            continue;
        coset_message(c->text, COSET_SEVERITY_ERROR, "E060", nowhere, 0, "the model has no constant %.60s to define",
                      define->name);
        coset_mu_suggest(c, define->name, 1u << COSET_MU_CONST);
    }
}

/* ---- models --------------------------------------------------------------------------------------------------- */

static void predeclare(coset_mu_checker *c, coset_mu_decl_kind kind, const char *name, int64_t value)
{
    coset_mu_decl *d = coset_arena_get(c->arena, 1, sizeof *d);
    d->kind = kind;
    d->name = name;
    d->type = c->model->boolean;
    d->value = value;
    d->is_constant = kind == COSET_MU_CONST;
    coset_mu_declare(c, d);
}

static void begin(coset_mu_checker *c)
{
    coset_mu_model *m = c->model;
    m->boolean = coset_mu_new_type(c, COSET_MU_BOOL);
    m->boolean->name = "boolean";
    m->boolean->n = 2;
    m->integer = coset_mu_new_type(c, COSET_MU_INT);
    c->broken = coset_mu_new_type(c, COSET_MU_INT);
    c->unknown = coset_arena_get(c->arena, 1, sizeof *c->unknown);
    c->unknown->name = "?";
    c->unknown->type = c->broken;
    c->next_atom = COSET_MU_ATOMS;
    predeclare(c, COSET_MU_TYPE, "boolean", 0);
    predeclare(c, COSET_MU_CONST, "false", 0);
    predeclare(c, COSET_MU_CONST, "true", 1);
    (void)coset_mu_scope_enter(c);
}

static void check_items(coset_mu_checker *c)
{
    for (coset_mu_item *i = c->model->items; i && !coset_mu_enough(c); i = i->next) {
        if (i->decl) {
            check_global(c, i->decl);
        } else if (i->function) {
            check_function(c, i->function);
        } else {
            check_rules(c, i->rule);
        }
    }
    if (c->starts || coset_mu_enough(c))
        return;
    const coset_pos nowhere = {.file = c->model->file};
    coset_message(c->text, COSET_SEVERITY_WARNING, "W002", nowhere, 0, "the model has no start state");
    coset_mu_help(c, "nothing can be reached; write: startstate begin ... end");
}

coset_status coset_mu_check(coset_text *text, coset_mu_model *model, coset_load_options *options, coset_err *err)
{
    uint32_t errors = coset_text_errors(text);
    coset_mu_checker *c = coset_new(1, sizeof *c);
    c->text = text;
    c->arena = model->arena;
    c->model = model;
    c->dialect = model->dialect;
    c->options = options;
    c->most_errors = errors + MOST_ERRORS;
    begin(c);
    check_items(c);
    if (!coset_mu_enough(c))
        check_defines(c);
    coset_vec_fini(&c->entries);
    coset_delete(c);
    errors = coset_text_errors(text) - errors;
    if (errors)
        return coset_fail(err, COSET_INPUT, "%s has %u error%s", coset_text_name(text, model->file), errors,
                          errors == 1 ? "" : "s");
    return COSET_OK;
}

coset_status coset_mu_read(coset_text *text, uint16_t file, coset_load_options *options, coset_arena *arena,
                           coset_mu_model **out, coset_err *err)
{
    coset_mu_dialect dialect;
    coset_status s = coset_mu_find_dialect(options ? options->dialect : NULL, text, file, &dialect, err);
    if (s == COSET_OK)
        s = coset_mu_parse(text, file, arena, dialect, out, err);
    if (s == COSET_OK && options && options->wanted)
        s = coset_mu_add_predicates(text, *out, options->wanted, dialect, err);
    if (s == COSET_OK && options && options->temporals)
        s = coset_mu_find_temporals(text, *out, options->temporals, err);
    return s == COSET_OK ? coset_mu_check(text, *out, options, err) : s;
}
