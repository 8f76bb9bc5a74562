/* Declarations. */
#include "lang/cspm/syntax/parse_int.h"

static void decls(cspm_parser *p, int place, cspm_list *out);

static void names(cspm_parser *p, cspm_list *out, const char *what)
{
    do {
        const cspm_token *t = coset__cspm_name_token(p, what);
        if (t)
            coset__cspm_add(out, coset__cspm_leaf(p, CSPM_NAME, t));
    } while (coset__cspm_accept(p, TOKEN_COMMA));
}

static cspm_node *name_list(cspm_parser *p, cspm_kind kind, const char *what)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    names(p, &kids, what);
    return coset__cspm_finish(p, kind, first, &kids, kids.n);
}

static cspm_node *channel(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    names(p, &kids, "channel");
    uint32_t split = kids.n;
    if (coset__cspm_accept(p, TOKEN_COLON))
        coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_DOTABLE));
    return coset__cspm_finish(p, CSPM_CHANNEL, first, &kids, split);
}

/* K.A.B, read as an expression. */
static cspm_node *constructor(cspm_parser *p)
{
    cspm_node *e = coset__cspm_expr(p, STRENGTH_DOT);
    cspm_node *head = e->kind == CSPM_DOT ? e->kid[0] : e;
    if (head->kind != CSPM_NAME || head->n > 0)
        coset__cspm_wrong_node(p, head, "C060", "a constructor of a datatype begins with its name");
    cspm_list kids = {0};
    for (uint32_t i = 1; e->kind == CSPM_DOT && i < e->n; i++)
        coset__cspm_add(&kids, e->kid[i]);
    cspm_node *node = coset__cspm_build(p, CSPM_CONSTRUCTOR, e->pos, e->begin, &kids);
    node->text = head->text;
    coset_vec_fini(&kids);
    return node;
}

static const char *defined_name(cspm_parser *p, const char *what)
{
    const cspm_token *t = coset__cspm_name_token(p, what);
    coset__cspm_expect(p, TOKEN_ASSIGN, what);
    return t ? t->text : NULL;
}

static cspm_node *datatype(cspm_parser *p, cspm_kind kind, const char *what)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    const char *name = defined_name(p, what);
    do {
        coset__cspm_add(&kids, constructor(p));
    } while (coset__cspm_accept(p, TOKEN_BAR));
    cspm_node *node = coset__cspm_finish(p, kind, first, &kids, kids.n);
    node->text = name;
    return node;
}

static cspm_node *nametype(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    const char *name = defined_name(p, "nametype");
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    cspm_node *node = coset__cspm_finish(p, CSPM_NAMETYPE, first, &kids, 1);
    node->text = name;
    return node;
}

static cspm_node *instance(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    const char *name = defined_name(p, "instance");
    coset__cspm_add(&kids, coset__cspm_qualified(p, CSPM_NAME, "instance"));
    const cspm_token *open = coset__cspm_peek(p);
    if (coset__cspm_accept(p, TOKEN_LEFT)) {
        coset__cspm_open(p);
        coset__cspm_exprs(p, &kids, TOKEN_RIGHT);
        if (kids.n == 1)
            coset__cspm_wrong(p, open, "C061", "an instance without arguments is written without parentheses");
        coset__cspm_expect(p, TOKEN_RIGHT, "a list of arguments");
        coset__cspm_close(p);
    }
    cspm_node *node = coset__cspm_finish(p, CSPM_INSTANCE, first, &kids, kids.n);
    node->text = name;
    return node;
}

/* A list of nodes as one node. */
static cspm_node *group(cspm_parser *p, cspm_kind kind, const cspm_token *first, cspm_list *kids)
{
    return coset__cspm_finish(p, kind, first, kids, kids->n);
}

static cspm_node *parameters(cspm_parser *p)
{
    const cspm_token *open = coset__cspm_peek(p);
    cspm_list kids = {0};
    if (coset__cspm_accept(p, TOKEN_LEFT)) {
        coset__cspm_open(p);
        coset__cspm_exprs(p, &kids, TOKEN_RIGHT);
        if (kids.n == 0)
            coset__cspm_wrong(p, open, "C062", "a module without parameters is written without parentheses");
        coset__cspm_expect(p, TOKEN_RIGHT, "a list of parameters");
        coset__cspm_close(p);
    }
    for (uint32_t i = 0; i < kids.n; i++)
        kids.at[i] = coset__cspm_pattern(p, kids.at[i]);
    return group(p, CSPM_ARGS, open, &kids);
}

static cspm_node *module(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    const cspm_token *name = coset__cspm_name_token(p, "module");
    cspm_list kids = {0}, hidden = {0}, exported = {0};
    coset__cspm_add(&kids, parameters(p));
    const cspm_token *from = coset__cspm_peek(p);
    decls(p, IN_MODULE, &hidden);
    coset__cspm_add(&kids, group(p, CSPM_GROUP, from, &hidden));
    coset__cspm_expect(p, TOKEN_EXPORTS, "module");
    from = coset__cspm_peek(p);
    decls(p, IN_MODULE, &exported);
    coset__cspm_add(&kids, group(p, CSPM_GROUP, from, &exported));
    coset__cspm_expect(p, TOKEN_ENDMODULE, "module");
    cspm_node *node = coset__cspm_finish(p, CSPM_MODULE, first, &kids, 3);
    node->text = name ? name->text : NULL;
    return node;
}

static cspm_node *timed(cspm_parser *p, int place)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    cspm_node *delay = NULL;
    if (coset__cspm_accept(p, TOKEN_LEFT)) {
        coset__cspm_open(p);
        delay = coset__cspm_expr(p, STRENGTH_ALL);
        coset__cspm_expect(p, TOKEN_RIGHT, "Timed");
        coset__cspm_close(p);
    }
    coset__cspm_skip_lines(p);
    coset__cspm_expect(p, TOKEN_BRACE_OPEN, "Timed");
    coset__cspm_open(p);
    decls(p, place | IN_TIMED, &kids);
    coset__cspm_expect(p, TOKEN_BRACE_CLOSE, "Timed");
    coset__cspm_close(p);
    uint32_t split = kids.n;
    if (delay)
        coset__cspm_add(&kids, delay);
    return coset__cspm_finish(p, CSPM_TIMED, first, &kids, split);
}

static cspm_node *print(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_take(p);
    cspm_list kids = {0};
    coset__cspm_add(&kids, coset__cspm_expr(p, STRENGTH_ALL));
    return coset__cspm_finish(p, CSPM_PRINT, first, &kids, 1);
}

/* ---- definitions --------------------------------------------------------------------------------------------- */

/* f(a, b)(c) = body, as a function with one clause; argument lists are collected from the outermost inwards. */
static cspm_node *clause(cspm_parser *p, const cspm_token *first, cspm_node *head, cspm_node *body)
{
    cspm_list kids = {0}, outer = {0};
    for (; head->kind == CSPM_APPLY; head = head->kid[0]) {
        cspm_list patterns = {0};
        for (uint32_t i = 1; i < head->n; i++)
            coset__cspm_add(&patterns, coset__cspm_pattern(p, head->kid[i]));
        coset__cspm_add(&outer, group(p, CSPM_ARGS, first, &patterns));
    }
    if (head->kind != CSPM_NAME || head->n > 0)
        coset__cspm_wrong_node(p, head, "C063", "the name of a function is missing here");
    while (outer.n)
        coset__cspm_add(&kids, outer.at[--outer.n]);
    coset__cspm_add(&kids, body);
    coset_vec_fini(&outer);
    cspm_list clauses = {0};
    coset__cspm_add(&clauses, coset__cspm_finish(p, CSPM_CLAUSE, first, &kids, kids.n));
    cspm_node *node = coset__cspm_finish(p, CSPM_FUNCTION, first, &clauses, 1);
    node->text = head->text;
    return node;
}

static cspm_node *definition(cspm_parser *p)
{
    const cspm_token *first = coset__cspm_peek(p);
    cspm_node *head = coset__cspm_expr(p, STRENGTH_ALL);
    bool told = coset__cspm_is_told(p);
    if (!coset__cspm_expect(p, TOKEN_ASSIGN, "a definition")) {
        const char *near = told || first->kind != TOKEN_NAME ? NULL : coset__cspm_near_word(first->text);
        if (near)
            coset_message_help(p->text, "did you mean `%s`?", near);
        return head;
    }
    cspm_node *body = coset__cspm_expr(p, STRENGTH_ALL);
    if (head->kind == CSPM_APPLY)
        return clause(p, first, head, body);
    cspm_list kids = {0};
    coset__cspm_add(&kids, coset__cspm_pattern(p, head));
    coset__cspm_add(&kids, body);
    return coset__cspm_finish(p, CSPM_VALUE, first, &kids, 2);
}

static bool at_annotation(const cspm_parser *p)
{
    uint32_t i = 0;
    while (coset__cspm_kind_after(p, i) == TOKEN_NAME && coset__cspm_kind_after(p, i + 1) == TOKEN_COMMA)
        i += 2;
    return coset__cspm_kind_after(p, i) == TOKEN_NAME && coset__cspm_kind_after(p, i + 1) == TOKEN_HAS_TYPE;
}

static bool allowed(cspm_token_kind kind, int place)
{
    switch (kind) {
    case TOKEN_PRINT:
        return place == IN_FILE;
    case TOKEN_ASSERT:
        return (place & ~IN_TIMED) == IN_FILE;
    case TOKEN_CHANNEL:
    case TOKEN_DATATYPE:
    case TOKEN_SUBTYPE:
    case TOKEN_NAMETYPE:
    case TOKEN_MODULE:
    case TOKEN_INSTANCE:
        return !(place & IN_LET);
    default:
        return true;
    }
}

static const char *place_name(int place)
{
    if (place & IN_LET)
        return "in a let";
    if (place & IN_MODULE)
        return "in a module";
    return "in a Timed section";
}

static cspm_node *declaration(cspm_parser *p, int place)
{
    const cspm_token *t = coset__cspm_peek(p);
    cspm_token_kind kind = (cspm_token_kind)t->kind;
    if (!allowed(kind, place))
        coset__cspm_wrong(p, t, "C064", "`%s` is not allowed %s", coset__cspm_spelling(kind), place_name(place));
    switch (kind) {
    case TOKEN_CHANNEL:
        return channel(p);
    case TOKEN_DATATYPE:
        return datatype(p, CSPM_DATATYPE, "datatype");
    case TOKEN_SUBTYPE:
        return datatype(p, CSPM_SUBTYPE, "subtype");
    case TOKEN_NAMETYPE:
        return nametype(p);
    case TOKEN_EXTERNAL:
        return name_list(p, CSPM_EXTERNAL, "external");
    case TOKEN_TRANSPARENT:
        return name_list(p, CSPM_TRANSPARENT, "transparent");
    case TOKEN_ASSERT:
        return coset__cspm_assertion(p);
    case TOKEN_MODULE:
        return module(p);
    case TOKEN_INSTANCE:
        return instance(p);
    case TOKEN_TIMED:
        return timed(p, place);
    case TOKEN_PRINT:
        return print(p);
    default:
        return at_annotation(p) ? coset__cspm_annotation(p) : definition(p);
    }
}

/* `_` and `@@` outside patterns. */
static void no_patterns(cspm_parser *p, const cspm_node *node)
{
    if (node->flags & CSPM_PATTERN || p->failed)
        return;
    if (node->kind == CSPM_WILD || node->kind == CSPM_DOUBLE) {
        coset__cspm_wrong_node(p, node, "C065", "`%s` is allowed in patterns only",
                               node->kind == CSPM_WILD ? "_" : "@@");
        return;
    }
    for (uint32_t i = 0; i < node->n; i++)
        no_patterns(p, node->kid[i]);
}

/* ---- lists of declarations ----------------------------------------------------------------------------------- */

/* Joins a clause to the function before it. */
static bool merged(cspm_parser *p, cspm_list *out, cspm_node *node)
{
    cspm_node *last = out->n ? out->at[out->n - 1] : NULL;
    if (node->kind != CSPM_FUNCTION || !last || last->kind != CSPM_FUNCTION || last->text != node->text ||
        last->pos.file != node->pos.file)
        return false;
    cspm_node **kid = last->kid;
    if ((last->n & (last->n - 1)) == 0) { /* room doubles at powers of two */
        kid = coset_arena_get(p->arena, last->n * 2, sizeof *kid);
        for (uint32_t i = 0; i < last->n; i++)
            kid[i] = last->kid[i];
    }
    kid[last->n++] = node->kid[0];
    last->kid = kid;
    last->split = last->n;
    last->end = node->end;
    if (node->depth > last->depth)
        last->depth = node->depth;
    return true;
}

static bool at_stop(const cspm_parser *p, int place)
{
    switch (coset__cspm_kind(p)) {
    case TOKEN_END:
        return true;
    case TOKEN_WITHIN:
        return place & IN_LET;
    case TOKEN_EXPORTS:
    case TOKEN_ENDMODULE:
        return place & IN_MODULE;
    case TOKEN_BRACE_CLOSE:
        return place & IN_TIMED;
    default:
        return false;
    }
}

static void end_of_declaration(cspm_parser *p, int place)
{
    if (at_stop(p, place) || coset__cspm_accept(p, TOKEN_NEWLINE))
        return;
    const cspm_token *t = coset__cspm_peek(p);
    coset__cspm_wrong(p, t, "C069", "the declaration should end before %s", coset__cspm_shown(p, t));
}

/* Skips to the next line that begins no further right than the broken declaration did. */
static void recover(cspm_parser *p, uint32_t start)
{
    const cspm_token *from = &p->tokens[start];
    p->failed = false;
    if (p->at == start)
        coset__cspm_take(p);
    for (;; coset__cspm_take(p)) {
        const cspm_token *t = coset__cspm_peek(p);
        bool new_line = p->tokens[p->at - 1].kind == TOKEN_NEWLINE;
        if (t->kind == TOKEN_END || (new_line && t->kind != TOKEN_NEWLINE && t->pos.column <= from->pos.column))
            return;
    }
}

static void decls(cspm_parser *p, int place, cspm_list *out)
{
    uint32_t brackets = p->sequences.n, nested = p->nested, errors = coset_text_errors(p->text);
    bool recovers = (place & ~IN_TIMED) == IN_FILE || place == IN_MODULE;
    for (coset__cspm_skip_lines(p); !at_stop(p, place); coset__cspm_skip_lines(p)) {
        uint32_t start = p->at;
        cspm_node *node = declaration(p, place);
        end_of_declaration(p, place);
        no_patterns(p, node);
        if (p->failed && recovers) {
            p->sequences.n = brackets;
            p->nested = nested;
            recover(p, start);
        } else if (!p->failed && !merged(p, out, node)) {
            coset__cspm_add(out, node);
        }
    }
    if (coset_text_errors(p->text) == errors)
        coset__cspm_check_annotations(p, out);
}

cspm_script coset__cspm_parse(coset_text *text, uint16_t file, coset_arena *arena, cspm_names *names_table)
{
    cspm_tokens tokens = {0};
    cspm_list all = {0};
    coset__cspm_lex(text, file, arena, names_table, &tokens);
    cspm_parser p = {.text = text, .arena = arena, .names = names_table, .tokens = tokens.at, .decls = decls};
    coset__cspm_open(&p);
    decls(&p, IN_FILE, &all);
    cspm_script script = {coset_arena_copy(arena, all.at, all.n, sizeof *all.at), all.n};
    coset_vec_fini(&all);
    coset_vec_fini(&tokens);
    coset_vec_fini(&p.sequences);
    return script;
}
