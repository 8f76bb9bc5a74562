/* lang/promela/syntax/parse_feed.c - the token stream of the parser: expands inlines, inserts and removes separators as
 * in Spin.
 *
 * Idea: three stages. `basic` reads the file, bodies of inlines and their arguments; `raw` expands calls and turns
 * newlines into separators; `next` inserts separators after `}` and `else`, and drops redundant ones. */
#include "lang/promela/syntax/parser.h"

#include <string.h>

/* ---- frames -------------------------------------------------------------------------------------------------- */

static bool push(coset_pml_parser *p, coset_pml_frame frame)
{
    if (p->n_frames == COSET_PML_FRAMES)
        return false;
    if (frame.inlined)
        frame.inlined->is_open = true;
    frame.first = true;
    p->frames[p->n_frames++] = frame;
    return true;
}

static void pop(coset_pml_parser *p)
{
    coset_pml_frame *f = &p->frames[--p->n_frames];
    if (f->inlined)
        f->inlined->is_open = false;
}

/* The argument that replaces the token, or NULL. */
static const coset_pml_tokens *argument(const coset_pml_frame *f, const coset_pml_token *t)
{
    if (!f->inlined || t->kind != COSET_PML_T_NAME)
        return NULL;
    for (uint32_t i = 0; i < f->inlined->n_params; i++)
        if (strcmp(f->inlined->params[i], t->text) == 0)
            return &f->args[i];
    return NULL;
}

/* The next token, with parameters replaced by arguments. */
static coset_pml_word basic(coset_pml_parser *p)
{
    for (;;) {
        coset_pml_frame *f = &p->frames[p->n_frames - 1];
        if (f->at + (p->n_frames == 1) >= f->tokens.n) { /* the file ends with EOF, which stays */
            if (p->n_frames == 1)
                return (coset_pml_word){.token = f->tokens.at[f->tokens.n - 1]};
            pop(p);
            continue;
        }
        coset_pml_word w = {.token = f->tokens.at[f->at++]};
        if (f->first) {
            w.token.is_first = f->begins_line;
            w.call = f->call;
        }
        f->first = false;
        const coset_pml_tokens *arg = argument(f, &w.token);
        if (!arg)
            return w;
        (void)push(p, (coset_pml_frame){.tokens = *arg, .begins_line = w.token.is_first}); /* there is always room */
    }
}

static void stop_reading(coset_pml_parser *p)
{
    while (p->n_frames > 1)
        pop(p);
    p->frames[0].at = p->frames[0].tokens.n - 1;
}

/* ---- definitions of inlines ---------------------------------------------------------------------------------- */

static coset_pml_inline *find_inline(const coset_pml_parser *p, const char *name)
{
    for (coset_pml_inline *i = p->inlines; i; i = i->next)
        if (strcmp(i->name, name) == 0)
            return i;
    return NULL;
}

typedef COSET_VEC(coset_pml_token) token_list;

static coset_pml_tokens keep(coset_pml_parser *p, token_list *list)
{
    coset_pml_tokens kept = {coset_arena_copy(p->arena, list->at, list->n, sizeof *list->at), list->n};
    coset_vec_fini(list);
    return kept;
}

/* After a mistake: skips to the opening brace of the body, which is put back. */
static void skip_to_body(coset_pml_parser *p)
{
    coset_pml_frame *f = &p->frames[p->n_frames - 1];
    while (f->at + 1 < f->tokens.n && f->tokens.at[f->at].kind != COSET_PML_T_LBRACE &&
           f->tokens.at[f->at].kind != COSET_PML_T_SEMI)
        f->at++;
}

/* `(a, b)`; false after a message. */
static bool read_params(coset_pml_parser *p, coset_pml_inline *def)
{
    COSET_VEC(const char *) names = {0};
    coset_pml_word w = basic(p);
    bool good = w.token.kind == COSET_PML_T_LPAREN;
    for (bool more = good; more;) {
        w = basic(p);
        if (w.token.kind == COSET_PML_T_RPAREN && names.n == 0)
            break;
        good = w.token.kind == COSET_PML_T_NAME;
        if (!good)
            break;
        *coset_vec_add(&names) = w.token.text;
        w = basic(p);
        more = w.token.kind == COSET_PML_T_COMMA;
        good = more || w.token.kind == COSET_PML_T_RPAREN;
    }
    def->n_params = names.n;
    def->params = coset_arena_copy(p->arena, names.at, names.n, sizeof *names.at);
    coset_vec_fini(&names);
    if (!good && coset_pml_blame_at(p, w.token.pos, w.token.len, "E020", "found %s among the parameters of an inline",
                                    coset_pml_token_text(p, &w.token)))
        coset_pml_hint(p, "write `inline %s(a, b) { ... }`; parameters have no types", def->name);
    if (!good)
        skip_to_body(p);
    return good;
}

/* `{ ... }`; false after a message. */
static bool read_body(coset_pml_parser *p, coset_pml_inline *def)
{
    token_list body = {0};
    uint32_t open = 0;
    do {
        coset_pml_word w = basic(p);
        if (w.token.kind == COSET_PML_T_EOF || (!open && w.token.kind != COSET_PML_T_LBRACE)) {
            coset_pml_blame_at(p, w.token.pos, w.token.len, "E021", "expected `%s` of the inline `%s` but found %s",
                               open ? "}" : "{", def->name, coset_pml_token_text(p, &w.token));
            coset_vec_fini(&body);
            return false;
        }
        open += w.token.kind == COSET_PML_T_LBRACE;
        open -= w.token.kind == COSET_PML_T_RBRACE;
        *coset_vec_add(&body) = w.token;
    } while (open);
    def->body = keep(p, &body);
    return true;
}

static void define_inline(coset_pml_parser *p, const coset_pml_token *word)
{
    coset_pml_word w = basic(p);
    if (p->in_body || p->n_frames > 1)
        coset_pml_blame_at(p, word->pos, word->len, "E022", "an inline is defined outside of all processes only");
    coset_pml_inline *def = coset_arena_get(p->arena, 1, sizeof *def);
    def->name = w.token.kind == COSET_PML_T_NAME ? w.token.text : "?";
    def->pos = w.token.pos;
    if (w.token.kind != COSET_PML_T_NAME) {
        coset_pml_blame_at(p, w.token.pos, w.token.len, "E023", "expected the name of an inline but found %s",
                           coset_pml_token_text(p, &w.token));
        skip_to_body(p);
        (void)read_body(p, def);
        return;
    }
    const coset_pml_inline *old = find_inline(p, def->name);
    if (old)
        coset_pml_blame_at(p, def->pos, w.token.len, "E024",
                           "the inline `%s` is defined a second time; first in line %u", def->name, old->pos.line);
    (void)read_params(p, def);
    if (read_body(p, def)) {
        def->next = p->inlines;
        p->inlines = def;
    }
}

/* ---- calls of inlines ---------------------------------------------------------------------------------------- */

/* The arguments after `(`, split at commas outside of brackets, and their number. False after a message. */
static bool read_args(coset_pml_parser *p, coset_pml_tokens **out, uint32_t *n, const coset_pml_token *name)
{
    COSET_VEC(coset_pml_tokens) args = {0};
    token_list arg = {0};
    uint32_t open = 1;
    while (open) {
        coset_pml_word w = basic(p);
        coset_pml_token_kind kind = w.token.kind;
        if (kind == COSET_PML_T_EOF) {
            coset_pml_blame_at(p, name->pos, name->len, "E025", "the call of `%s` is not closed", name->text);
            break;
        }
        open += kind == COSET_PML_T_LPAREN || kind == COSET_PML_T_LBRACKET;
        open -= open > 0 && (kind == COSET_PML_T_RPAREN || kind == COSET_PML_T_RBRACKET);
        if (!open || (open == 1 && kind == COSET_PML_T_COMMA)) {
            if (open || arg.n || args.n)
                *coset_vec_add(&args) = keep(p, &arg);
            arg = (token_list){0};
        } else {
            w.token.is_first = false;
            *coset_vec_add(&arg) = w.token;
        }
    }
    coset_vec_fini(&arg);
    *out = coset_arena_copy(p->arena, args.at, args.n, sizeof *args.at);
    *n = args.n;
    coset_vec_fini(&args);
    return !open;
}

/* The call begins with `name`; its opening parenthesis is read. False after a message. */
static bool expand(coset_pml_parser *p, coset_pml_inline *def, const coset_pml_token *name)
{
    coset_pml_tokens *args;
    uint32_t n;
    if (!read_args(p, &args, &n, name))
        return false;
    if (n != def->n_params) {
        coset_pml_blame_at(p, name->pos, name->len, "E026", "`%s` has %u parameter%s but is called with %u", def->name,
                           def->n_params, def->n_params == 1 ? "" : "s", n);
        return false;
    }
    if (def->is_open) {
        coset_pml_blame_at(p, name->pos, name->len, "E027", "the inline `%s` calls itself", def->name);
        return false;
    }
    coset_pml_inlined *call = coset_arena_get(p->arena, 1, sizeof *call);
    *call = (coset_pml_inlined){.name = def->name, .call = name->pos, .len = name->len};
    coset_pml_frame frame = {
        .tokens = def->body, .inlined = def, .args = args, .call = call, .begins_line = name->is_first};
    uint32_t depth = 0;
    for (uint32_t i = 0; i < p->n_frames; i++)
        depth += p->frames[i].inlined != NULL;
    if (!name->is_first) /* else the newline before the call may still end a statement */
        p->last_raw = COSET_PML_T_SEMI;
    if (depth < COSET_PML_MAX_INLINES && push(p, frame))
        return true;
    coset_pml_blame_at(p, name->pos, name->len, "E028", "inlines call each other more than %d deep",
                       COSET_PML_MAX_INLINES);
    return false;
}

/* ---- separators ---------------------------------------------------------------------------------------------- */

/* A newline after such a token ends a statement. */
static bool ends_statement(coset_pml_token_kind kind)
{
    enum { W = 0, L = 0, F = 1 };
    static const bool flags[] = {
#define X(kind, spelling, flag) ((flag)&F) != 0,
        COSET_PML_TOKENS(X)
#undef X
    };
    return flags[kind];
}

/* The next token with calls expanded; `inline` definitions are removed. */
static coset_pml_word expanded(coset_pml_parser *p)
{
    coset_pml_inline *def;
    for (;;) {
        if (p->has_raw) {
            p->has_raw = false;
            return p->raw;
        }
        coset_pml_word w = basic(p);
        if (++p->n_read > COSET_PML_MOST_TOKENS) {
            coset_pml_blame_at(p, w.token.pos, w.token.len, "E029", "the text is too large with its inlines expanded");
            stop_reading(p);
            w = basic(p);
        }
        if (w.token.kind == COSET_PML_T_INLINE)
            define_inline(p, &w.token);
        else if (w.token.kind != COSET_PML_T_NAME || !(def = find_inline(p, w.token.text)))
            return w;
        else {
            coset_pml_word after = basic(p);
            if (after.token.kind == COSET_PML_T_LPAREN) {
                if (expand(p, def, &w.token))
                    continue;
                w.token.kind = COSET_PML_T_SKIP; /* continues as if it were a statement */
                return w;
            }
            p->raw = after;
            p->has_raw = true;
            return w;
        }
    }
}

static coset_pml_word semicolon_before(const coset_pml_word *w)
{
    coset_pml_word semi = {.token = {.kind = COSET_PML_T_SEMI, .pos = w->token.pos, .len = 1}};
    semi.token.is_tainted = w->token.is_tainted;
    return semi;
}

static void count_brackets(coset_pml_parser *p, coset_pml_token_kind kind)
{
    if (kind == COSET_PML_T_LPAREN || kind == COSET_PML_T_LBRACKET)
        p->brackets++;
    else if ((kind == COSET_PML_T_RPAREN || kind == COSET_PML_T_RBRACKET) && p->brackets)
        p->brackets--;
    else if (kind == COSET_PML_T_RBRACE)
        p->brackets = 0;
}

static coset_pml_word raw(coset_pml_parser *p)
{
    coset_pml_word w = expanded(p);
    if (w.token.is_first && p->in_body && !p->brackets && ends_statement(p->last_raw) &&
        !(p->last_raw == COSET_PML_T_RBRACE && w.token.kind == COSET_PML_T_UNLESS)) {
        coset_pml_word semi = semicolon_before(&w);
        w.token.is_first = false;
        p->raw = w;
        p->has_raw = true;
        w = semi;
    }
    count_brackets(p, w.token.kind);
    p->last_raw = w.token.kind;
    return w;
}

static bool is_separator(coset_pml_token_kind kind) { return kind == COSET_PML_T_SEMI || kind == COSET_PML_T_ARROW; }

/* No separator belongs between `}` and such a token. */
static bool follows_brace(coset_pml_token_kind kind)
{
    switch (kind) {
    case COSET_PML_T_PROCTYPE:
    case COSET_PML_T_INIT:
    case COSET_PML_T_NEVER:
    case COSET_PML_T_OPTION:
    case COSET_PML_T_FI:
    case COSET_PML_T_OD:
    case COSET_PML_T_RBRACE:
    case COSET_PML_T_UNLESS:
    case COSET_PML_T_COMMA:
    case COSET_PML_T_EOF:
        return true;
    default:
        return is_separator(kind);
    }
}

static coset_pml_word hold(coset_pml_parser *p, coset_pml_word w)
{
    p->held = w;
    p->has_held = true;
    p->last = COSET_PML_T_EOF;
    p->last_raw = COSET_PML_T_SEMI;
    return semicolon_before(&w);
}

static coset_pml_word next(coset_pml_parser *p)
{
    if (p->has_held) {
        p->has_held = false;
        p->last = p->last_raw = p->held.token.kind;
        return p->held;
    }
    coset_pml_word w = raw(p);
    coset_pml_token_kind kind = w.token.kind;
    if (p->last == COSET_PML_T_ELSE && !is_separator(kind) && kind != COSET_PML_T_FI)
        return hold(p, w);
    if (p->last == COSET_PML_T_RBRACE && !follows_brace(kind))
        return hold(p, w);
    if (is_separator(kind) && !p->in_formula) {
        coset_pml_word after = raw(p);
        if (is_separator(after.token.kind) || after.token.kind == COSET_PML_T_RBRACE) {
            w = after;
        } else {
            p->held = after;
            p->has_held = true;
        }
    }
    p->last = w.token.kind;
    return w;
}

void coset_pml_skip(coset_pml_parser *p)
{
    if (p->has_ahead)
        p->now = p->ahead;
    else
        p->now = next(p);
    p->has_ahead = false;
}

const coset_pml_token *coset_pml_peek(coset_pml_parser *p)
{
    if (!p->has_ahead)
        p->ahead = next(p);
    p->has_ahead = true;
    return &p->ahead.token;
}

void coset_pml_feed_start(coset_pml_parser *p, coset_pml_tokens tokens)
{
    p->frames[0] = (coset_pml_frame){.tokens = tokens};
    p->n_frames = 1;
    p->has_raw = p->has_held = p->has_ahead = p->in_body = false;
    p->brackets = 0;
    p->last = p->last_raw = COSET_PML_T_EOF;
    coset_pml_skip(p);
}
