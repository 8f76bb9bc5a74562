/* Tokens to syntax tree: the outermost level. */
#include <stdlib.h>
#include <string.h>

#include "lang/promela/syntax/parser.h"

/* ---- processes ----------------------------------------------------------------------------------------------- */

static coset_pml_proc *new_proc(coset_pml_parser *p, coset_pml_proc_kind kind, const coset_pml_token *at)
{
    coset_pml_proc *q = coset_arena_get(p->arena, 1, sizeof *q);
    q->kind = kind;
    q->pos = at->pos;
    q->len = at->len;
    return q;
}

/* From here on its name is visible, also in its body. */
static void add_proc(coset_pml_parser *p, coset_pml_proc *q)
{
    q->order = ++p->n_declared;
    *p->last_proc = q;
    p->last_proc = &q->next;
}

static void parse_priority(coset_pml_parser *p, coset_pml_proc *q)
{
    if (!coset_pml_accept(p, COSET_PML_T_PRIORITY))
        return;
    if (coset_pml_sees(p, COSET_PML_T_NUMBER) || coset_pml_sees(p, COSET_PML_T_NAME)) {
        q->priority = coset_pml_new_expr(p, COSET_PML_E_NUMBER, coset_pml_now(p));
        q->priority->value = coset_pml_now(p)->value;
        if (coset_pml_sees(p, COSET_PML_T_NAME)) {
            q->priority->op = COSET_PML_E_NAME;
            q->priority->name = coset_pml_now(p)->text;
        }
        coset_pml_skip(p);
    } else {
        coset_pml_expect(p, COSET_PML_T_NUMBER, "after `priority`");
    }
}

static void parse_body(coset_pml_parser *p, coset_pml_proc *q, const char *what)
{
    p->in_body = true;
    q->body = coset_pml_parse_block(p, what);
    q->end = coset_pml_now(p)->pos;
    p->in_body = false;
    coset_pml_expect(p, COSET_PML_T_RBRACE, "at the end of the body");
}

/* `active [n] proctype name(params) priority n provided (e) { body }` */
static void parse_proctype(coset_pml_parser *p)
{
    bool active = coset_pml_accept(p, COSET_PML_T_ACTIVE);
    coset_pml_expr *copies = NULL;
    if (active && coset_pml_accept(p, COSET_PML_T_LBRACKET)) {
        copies = coset_pml_parse_expr(p);
        coset_pml_expect(p, COSET_PML_T_RBRACKET, "after the number of processes");
    }
    bool deterministic = coset_pml_sees(p, COSET_PML_T_D_PROCTYPE);
    if (!deterministic && !coset_pml_sees(p, COSET_PML_T_PROCTYPE)) {
        coset_pml_expect(p, COSET_PML_T_PROCTYPE, "after `active`");
        return;
    }
    coset_pml_skip(p);
    coset_pml_token name = coset_pml_take_name(p, "the name of a proctype");
    coset_pml_proc *q = new_proc(p, COSET_PML_PROCTYPE, &name);
    q->name = name.text;
    q->is_active = active;
    q->copies = copies;
    q->is_deterministic = deterministic;
    coset_pml_expect(p, COSET_PML_T_LPAREN, "after the name of the proctype");
    q->params = coset_pml_parse_fields(p, COSET_PML_PARAM, COSET_PML_T_RPAREN);
    if (!coset_pml_expect(p, COSET_PML_T_RPAREN, "after the parameters"))
        return;
    add_proc(p, q);
    parse_priority(p, q);
    if (coset_pml_accept(p, COSET_PML_T_PROVIDED)) {
        coset_pml_expect(p, COSET_PML_T_LPAREN, "after `provided`");
        q->provided = coset_pml_parse_expr(p);
        coset_pml_expect(p, COSET_PML_T_RPAREN, "after the condition of `provided`");
    }
    if (!p->is_sym || coset_pml_sees(p, COSET_PML_T_LBRACE))
        parse_body(p, q, "the body of the proctype");
}

static void parse_init(coset_pml_parser *p)
{
    coset_pml_proc *q = new_proc(p, COSET_PML_INIT, coset_pml_now(p));
    coset_pml_skip(p);
    add_proc(p, q);
    parse_priority(p, q);
    parse_body(p, q, "the body of init");
}

static void parse_claim(coset_pml_parser *p, coset_pml_proc_kind kind)
{
    coset_pml_proc *q = new_proc(p, kind, coset_pml_now(p));
    coset_pml_skip(p);
    if (kind == COSET_PML_NEVER && coset_pml_sees(p, COSET_PML_T_NAME)) {
        q->name = coset_pml_now(p)->text;
        coset_pml_skip(p);
    }
    add_proc(p, q);
    parse_body(p, q, kind == COSET_PML_NEVER ? "the body of the claim" : "the body of the trace");
}

/* ---- formulas ------------------------------------------------------------------------------------------------ */

/* Stores the tokens of a formula for later: names in it may be declared after it. */
static void keep_formula(coset_pml_parser *p)
{
    coset_pml_token first = *coset_pml_now(p);
    p->in_formula = true;
    uint32_t open = 0, kept = p->formulas.n;
    do {
        const coset_pml_token *t = coset_pml_now(p);
        if (t->kind == COSET_PML_T_EOF) {
            coset_pml_blame(p, &first, "E104", "the formula is not closed by `}`");
            p->formulas.n = kept;
            break;
        }
        *coset_vec_add(&p->formulas) = *t;
        bool brace = t->kind == COSET_PML_T_LBRACE;
        bool close = t->kind == COSET_PML_T_RBRACE;
        open += brace;
        if (close && (!open || !--open)) {
            p->in_formula = false;
            coset_pml_skip(p);
            break;
        }
        coset_pml_skip(p);
    } while (true);
    p->in_formula = false;
}

static void parse_formula(coset_pml_parser *p)
{
    coset_pml_ltl *f = coset_arena_get(p->arena, 1, sizeof *f);
    coset_pml_token at = *coset_pml_now(p);
    coset_pml_skip(p);
    if (coset_pml_sees(p, COSET_PML_T_NAME)) {
        at = coset_pml_take_name(p, "the name of a formula");
        f->name = at.text;
        f->is_given = strncmp(f->name, COSET_PML_GIVEN, strlen(COSET_PML_GIVEN)) == 0;
    } else {
        f->name = coset_arena_printf(p->arena, "ltl_%u", p->n_unnamed++);
    }
    f->pos = at.pos;
    f->len = at.len;
    coset_pml_expect(p, COSET_PML_T_LBRACE, "in front of the formula");
    f->formula = coset_pml_parse_expr(p);
    if (f->is_given && f->formula) {
        f->pos = f->formula->pos;
        f->given = (uint32_t)strtoul(f->name + strlen(COSET_PML_GIVEN), NULL, 10);
    }
    coset_pml_accept(p, COSET_PML_T_SEMI);
    coset_pml_expect(p, COSET_PML_T_RBRACE, "after the formula");
    *p->last_ltl = f;
    p->last_ltl = &f->next;
}

static void parse_formulas(coset_pml_parser *p)
{
    if (!p->formulas.n || p->finished)
        return;
    *coset_vec_add(&p->formulas) = (coset_pml_token){.kind = COSET_PML_T_EOF, .pos = coset_pml_now(p)->pos, .len = 1};
    p->in_formula = true;
    coset_pml_feed_start(p, (coset_pml_tokens){p->formulas.at, p->formulas.n});
    while (!coset_pml_sees(p, COSET_PML_T_EOF) && !p->finished) {
        if (coset_pml_accept(p, COSET_PML_T_SEMI))
            continue;
        if (coset_pml_sees(p, COSET_PML_T_LTL))
            parse_formula(p);
        else
            coset_pml_skip(p);
        if (p->panic)
            while (!coset_pml_sees(p, COSET_PML_T_LTL) && !coset_pml_sees(p, COSET_PML_T_EOF))
                coset_pml_skip(p);
        p->panic = false;
    }
}

/* ---- units --------------------------------------------------------------------------------------------------- */

static void wrong_unit(coset_pml_parser *p)
{
    const coset_pml_token *t = coset_pml_now(p);
    switch (t->kind) {
    case COSET_PML_T_C_CODE:
    case COSET_PML_T_C_DECL:
    case COSET_PML_T_C_EXPR:
    case COSET_PML_T_C_STATE:
    case COSET_PML_T_C_TRACK:
        if (coset_pml_blame(p, t, "E105", "embedded C (%s) is not supported", coset_pml_token_name(t->kind)))
            coset_pml_hint(p, "what it computes has to be written in Promela");
        return;
    case COSET_PML_T_RBRACE:
        coset_pml_blame(p, t, "E106", "this `}` closes nothing");
        p->panic = false; /* a unit may begin after it */
        while (coset_pml_accept(p, COSET_PML_T_RBRACE))
            continue;
        return;
    default:
        coset_pml_blame(p, t, "E107", "expected a declaration, a proctype, init, a claim or a formula but found %s",
                        coset_pml_token_text(p, t));
        if (p->panic && t->kind == COSET_PML_T_NAME && !t->is_tainted && p->errors) {
            const char *const words[] = {"proctype", "active",  "init",     "never",  "trace", "notrace", "ltl",
                                         "inline",   "typedef", "mtype",    "chan",   "byte",  "bool",    "bit",
                                         "int",      "short",   "unsigned", "hidden", "show",  "local",   "pid"};
            const char *foreign = coset_pml_foreign(t->text);
            const char *near = coset_nearest(t->text, words, sizeof words / sizeof *words);
            if (foreign)
                coset_pml_hint(p, "%s", foreign);
            else if (near)
                coset_pml_hint(p, "did you mean `%s`?", near);
        }
    }
}

static void parse_unit(coset_pml_parser *p)
{
    switch (coset_pml_now(p)->kind) {
    case COSET_PML_T_ACTIVE:
    case COSET_PML_T_PROCTYPE:
    case COSET_PML_T_D_PROCTYPE:
        parse_proctype(p);
        return;
    case COSET_PML_T_INIT:
        parse_init(p);
        return;
    case COSET_PML_T_NEVER:
        parse_claim(p, COSET_PML_NEVER);
        return;
    case COSET_PML_T_TRACE:
        parse_claim(p, COSET_PML_TRACE);
        return;
    case COSET_PML_T_NOTRACE:
        parse_claim(p, COSET_PML_NOTRACE);
        return;
    case COSET_PML_T_LTL:
        keep_formula(p);
        return;
    case COSET_PML_T_TYPEDEF:
        coset_pml_parse_typedef(p);
        return;
    default:
        break;
    }
    if (coset_pml_sees_word(p, "scalarset") && coset_pml_peek(p)->kind == COSET_PML_T_NAME)
        coset_pml_parse_scalarset(p);
    else if (coset_pml_begins_decl(p))
        (void)coset_pml_parse_decl(p, COSET_PML_GLOBAL);
    else
        wrong_unit(p);
}

static bool begins_unit(const coset_pml_parser *p)
{
    switch (coset_pml_now(p)->kind) {
    case COSET_PML_T_ACTIVE:
    case COSET_PML_T_PROCTYPE:
    case COSET_PML_T_D_PROCTYPE:
    case COSET_PML_T_INIT:
    case COSET_PML_T_NEVER:
    case COSET_PML_T_TRACE:
    case COSET_PML_T_NOTRACE:
    case COSET_PML_T_TYPEDEF:
    case COSET_PML_T_LTL:
    case COSET_PML_T_EOF:
        return true;
    default:
        return false;
    }
}

/* Skips to a place where a unit may begin: such a word, or the brace that closes the unit. */
static void recover(coset_pml_parser *p)
{
    uint32_t open = p->in_body ? 1 : 0;
    p->in_body = false;
    p->brackets = 0;
    while (!begins_unit(p) && !p->finished) {
        coset_pml_token_kind kind = coset_pml_now(p)->kind;
        coset_pml_skip(p);
        open += kind == COSET_PML_T_LBRACE;
        if (kind == COSET_PML_T_RBRACE && open <= 1)
            break;
        open -= kind == COSET_PML_T_RBRACE;
        if (!open && kind == COSET_PML_T_SEMI)
            break;
    }
    p->panic = false;
}

static void parse_units(coset_pml_parser *p)
{
    while (!coset_pml_sees(p, COSET_PML_T_EOF) && !p->finished) {
        if (coset_pml_accept(p, COSET_PML_T_SEMI) || coset_pml_accept(p, COSET_PML_T_ARROW))
            continue;
        coset_pos before = coset_pml_now(p)->pos;
        parse_unit(p);
        if (!p->panic)
            continue;
        if (memcmp(&before, &coset_pml_now(p)->pos, sizeof before) == 0)
            coset_pml_skip(p);
        recover(p);
        p->call = NULL;
        p->result = NULL;
        p->nest = 0;
    }
}

/* ---- the whole ----------------------------------------------------------------------------------------------- */

static coset_status parse(coset_pml_source *source, uint16_t file, bool is_sym, coset_pml_model **out, coset_err *err)
{
    uint32_t before = coset_text_errors(source->text), n;
    const coset_pml_token *tokens = coset_pml_lex(source, &n);
    coset_pml_model *m = coset_arena_get(source->arena, 1, sizeof *m);
    m->arena = source->arena;
    m->file = file;
    coset_pml_parser *p = coset_new(1, sizeof *p);
    *p = (coset_pml_parser){.text = source->text,
                            .arena = source->arena,
                            .model = m,
                            .is_sym = is_sym,
                            .last_global = &m->globals,
                            .last_mtype = &m->mtypes,
                            .last_record = &m->records,
                            .last_scalarset = &m->scalarsets,
                            .last_proc = &m->procs,
                            .last_ltl = &m->ltls};
    coset_pml_feed_start(p, (coset_pml_tokens){tokens, n});
    parse_units(p);
    parse_formulas(p);
    coset_vec_fini(&p->formulas);
    coset_vec_fini(&p->blamed);
    coset_delete(p);
    *out = m;
    uint32_t errors = coset_text_errors(source->text) - before;
    if (errors)
        return coset_fail(err, COSET_INPUT, "%s has %u error%s", coset_text_name(source->text, file), errors,
                          errors == 1 ? "" : "s");
    return COSET_OK;
}

coset_status coset_pml_parse(coset_pml_source *source, uint16_t file, coset_pml_model **out, coset_err *err)
{
    return parse(source, file, false, out, err);
}

coset_status coset_pml_parse_sym(coset_pml_source *source, uint16_t file, coset_pml_model **out, coset_err *err)
{
    return parse(source, file, true, out, err);
}
