#include "lang/murphi/parse.h"

#include "lang/murphi/parser.h"

/* Parameters, up to and including the closing parenthesis. */
static void parse_params(coset_mu_parser *p, coset_mu_function *f)
{
    coset_mu_decl **last = &f->params;
    while (!p->panic && !coset_mu_sees(p, COSET_MU_T_CLOSE)) {
        bool by_ref = coset_mu_accept(p, COSET_MU_T_VAR);
        coset_mu_decl **first = last;
        do {
            const coset_mu_token *name = p->at;
            if (!coset_mu_expect(p, COSET_MU_T_NAME, NULL))
                return;
            *last = coset_mu_new_decl(p, COSET_MU_PARAM, name);
            (*last)->by_ref = by_ref;
            last = &(*last)->next;
            f->n_params++;
        } while (coset_mu_accept(p, COSET_MU_T_COMMA));
        (void)coset_mu_expect(p, COSET_MU_T_COLON, "and a type after the name of a parameter");
        coset_mu_typex *type = coset_mu_parse_type(p);
        for (coset_mu_decl *d = *first; d; d = d->next)
            d->typex = type;
        while (!p->panic && coset_mu_accept(p, COSET_MU_T_SEMICOLON))
            ;
    }
    (void)coset_mu_expect(p, COSET_MU_T_CLOSE, "after the parameters");
}

/* After an error: skips past the parameters, or to where a body may begin. */
static void sync_params(coset_mu_parser *p)
{
    while (!coset_mu_sees(p, COSET_MU_T_EOF) && !coset_mu_sees(p, COSET_MU_T_BEGIN) && !coset_mu_begins_rule(p) &&
           !coset_mu_sees(p, COSET_MU_T_FUNCTION) && !coset_mu_sees(p, COSET_MU_T_PROCEDURE)) {
        if (coset_mu_accept(p, COSET_MU_T_CLOSE))
            break;
        coset_mu_skip(p);
    }
    p->panic = false;
}

/* A name before a semicolon is no statement: it is probably the type. */
static void parse_result(coset_mu_parser *p, coset_mu_function *f)
{
    bool bare = coset_mu_sees(p, COSET_MU_T_NAME) && coset_mu_peek(p)->kind == COSET_MU_T_SEMICOLON;
    if (bare && coset_mu_blame(p, p->at, "E011", "expected : before the type of the result"))
        coset_message_help(p->text, "write : %.60s", p->at->text);
    p->panic = p->panic && !bare;
    if (coset_mu_accept(p, COSET_MU_T_COLON) || bare)
        f->result = coset_mu_parse_type(p);
}

static coset_mu_function *parse_function(coset_mu_parser *p)
{
    const coset_mu_token *open = p->at;
    coset_mu_skip(p);
    coset_mu_function *f = coset_arena_get(p->arena, 1, sizeof *f);
    f->name = p->at->text ? p->at->text : "";
    f->pos = p->at->pos;
    f->len = p->at->len;
    if (coset_mu_expect(p, COSET_MU_T_NAME, NULL) && coset_mu_expect(p, COSET_MU_T_OPEN, "before the parameters"))
        parse_params(p, f);
    if (p->panic)
        sync_params(p);
    parse_result(p, f);
    while (!p->panic && coset_mu_accept(p, COSET_MU_T_SEMICOLON))
        ;
    if (!p->panic) {
        f->decls = coset_mu_parse_decls(p);
        (void)coset_mu_accept(p, COSET_MU_T_BEGIN);
    }
    f->body = coset_mu_parse_stmts(p);
    coset_mu_parse_end(p, open, open->kind == COSET_MU_T_FUNCTION ? COSET_MU_T_ENDFUNCTION : COSET_MU_T_ENDPROCEDURE,
                       open->kind == COSET_MU_T_FUNCTION ? COSET_MU_T_ENDPROCEDURE : COSET_MU_T_ENDFUNCTION);
    return f;
}

static bool begins_item(const coset_mu_parser *p)
{
    return coset_mu_begins_rule(p) || coset_mu_sees(p, COSET_MU_T_CONST) || coset_mu_sees(p, COSET_MU_T_TYPE) ||
           coset_mu_sees(p, COSET_MU_T_VAR) || coset_mu_sees(p, COSET_MU_T_FUNCTION) ||
           coset_mu_sees(p, COSET_MU_T_PROCEDURE);
}

static coset_mu_item **add_item(coset_mu_parser *p, coset_mu_item **last, coset_mu_item item)
{
    *last = coset_arena_get(p->arena, 1, sizeof item);
    **last = item;
    return &(*last)->next;
}

/* Reports text that is not allowed here. */
static void refuse_item(coset_mu_parser *p)
{
    if (coset_mu_sees_word(p, "pctl")) {
        if (coset_mu_blame(p, p->at, "E017", "probabilistic formulas are not supported"))
            coset_message_help(p->text, "remove the pctl section to check the other properties");
        coset_mu_give_up(p);
        return;
    }
    if (coset_mu_sees_word(p, "externfun") || coset_mu_sees_word(p, "externproc")) {
        if (coset_mu_blame(p, p->at, "E017", "functions of other languages are not supported"))
            coset_message_help(p->text, "write the function in Murphi");
    } else if (coset_mu_blame(p, p->at, "E010", "expected a declaration, a function or a rule before %s",
                              coset_mu_token_text(p, p->at)) &&
               coset_mu_sees(p, COSET_MU_T_NAME)) {
        static const char *const words[] = {"const", "type",     "var",        "function",  "procedure",
                                            "rule",  "ruleset",  "startstate", "invariant", "assume",
                                            "cover", "liveness", "choose",     "alias"};
        const char *near = coset_nearest(p->at->text, words, sizeof words / sizeof words[0]);
        if (near)
            coset_message_help(p->text, "did you mean %s?", near);
    }
}

static void parse_items(coset_mu_parser *p, coset_mu_model *model)
{
    coset_mu_item **last = &model->items;
    while (!coset_mu_sees(p, COSET_MU_T_EOF)) {
        const coset_mu_token *start = p->at;
        if (coset_mu_accept(p, COSET_MU_T_SEMICOLON))
            continue;
        if (coset_mu_sees(p, COSET_MU_T_FUNCTION) || coset_mu_sees(p, COSET_MU_T_PROCEDURE)) {
            last = add_item(p, last, (coset_mu_item){.function = parse_function(p)});
        } else if (coset_mu_begins_rule(p)) {
            last = add_item(p, last, (coset_mu_item){.rule = coset_mu_parse_rule(p)});
        } else if (begins_item(p)) {
            for (coset_mu_decl *d = coset_mu_parse_decls(p); d; d = d->next)
                last = add_item(p, last, (coset_mu_item){.decl = d});
        } else {
            refuse_item(p);
        }
        if (!p->panic)
            continue;
        p->panic = false;
        if (p->at == start)
            coset_mu_skip(p);
        while (!coset_mu_sees(p, COSET_MU_T_EOF) && !begins_item(p))
            coset_mu_skip(p);
    }
}

coset_status coset_mu_parse(coset_text *text, uint16_t file, coset_arena *arena, coset_mu_dialect dialect,
                            coset_mu_model **out, coset_err *err)
{
    uint32_t errors = coset_text_errors(text);
    coset_mu_parser p = {
        .text = text, .arena = arena, .first = coset_mu_lex(text, coset_text_whole(text, file), arena, dialect)};
    p.at = p.first;
    coset_mu_model *model = *out = coset_arena_get(arena, 1, sizeof *model);
    model->arena = arena;
    model->file = file;
    model->dialect = dialect;
    parse_items(&p, model);
    errors = coset_text_errors(text) - errors;
    if (errors)
        return coset_fail(err, COSET_INPUT, "%s has %u error%s", coset_text_name(text, file), errors,
                          errors == 1 ? "" : "s");
    return COSET_OK;
}

coset_mu_expr *coset_mu_parse_expr(coset_text *text, coset_text_piece piece, coset_arena *arena,
                                   coset_mu_dialect dialect)
{
    uint32_t errors = coset_text_errors(text);
    coset_mu_parser p = {.text = text, .arena = arena, .first = coset_mu_lex(text, piece, arena, dialect)};
    p.at = p.first;
    coset_mu_expr *e = coset_mu_parse_expression(&p);
    if (!p.panic && !coset_mu_sees(&p, COSET_MU_T_EOF))
        (void)coset_mu_blame(&p, p.at, "E010", "expected nothing more, but here is %s", coset_mu_token_text(&p, p.at));
    return coset_text_errors(text) > errors ? NULL : e;
}
