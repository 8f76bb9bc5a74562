/* logic/parse.c - formulas, by recursive descent.
 *
 *   entry    ::= ["ctl" | "mu" | "fair"] [NAME ":"] formula
 *   formula  ::= or ["->" formula] | or "<->" or       or ::= and {"|" and}      and ::= unary {"&" unary}
 *   unary    ::= "!" unary | EX..AG unary | "E" "[" formula ("U" | "V") formula "]" | "A" "[" .. "]"
 *              | "<" actions ">" unary | "[" actions "]" unary | ("mu" | "nu") NAME "." formula | primary
 *   primary  ::= "(" formula ")" | "{" expression "}" | NAME | STRING | expression
 */
#include <string.h>
#include <strings.h>

#include "logic/formula.h"
#include "logic/lex.h"

#define MOST_NEST    200
#define MOST_DOUBLED 10 /* <-> inside one another: each uses its sides twice */

typedef struct scope {
    const struct scope *outer;
    const coset_formula *binder;
} scope;

typedef struct {
    coset_formulas *f;
    coset_text *text;
    uint16_t file;
    const char *bytes;
    uint32_t n_bytes;
    coset__tokens tokens;
    uint32_t at;
    uint32_t nest, until; /* how deep; until: inside brackets of E and A */
    bool in_mu, failed;
    const scope *scope;
    uint32_t binders;
} parser;

static coset_formula *parse_formula(parser *p);

/* ---- tools ------------------------------------------------------------------------------------------------------ */

static const coset__token *now(const parser *p) { return &p->tokens.at[p->at]; }
static const coset__token *ahead(const parser *p, uint32_t k)
{
    uint32_t last = p->tokens.n - 1;
    return &p->tokens.at[p->at + k < last ? p->at + k : last];
}

static bool is_word(const coset__token *t, const char *word)
{
    return t->kind == COSET__WORD && strcmp(t->text, word) == 0;
}

/* False: an error is reported already. */
static bool blame(parser *p, const coset__token *at, const char *code, const char *words)
{
    if (p->failed)
        return false;
    p->failed = true;
    coset_message(p->text, COSET_SEVERITY_ERROR, code, at->pos, coset__token_len(at), "%s", words);
    return true;
}

static coset_formula *leaf(parser *p, coset_formula_op op, const coset__token *at)
{
    coset_formula *f = coset_arena_get(p->f->arena, 1, sizeof *f);
    f->op = op;
    f->pos = at->pos;
    f->len = coset__token_len(at);
    return f;
}

/* `b` may be NULL. */
static coset_formula *with(coset_formula *f, coset_formula *a, coset_formula *b)
{
    f->a = a;
    f->b = b;
    f->free = a->free | (b ? b->free : 0);
    f->doubled = b && b->doubled > a->doubled ? b->doubled : a->doubled;
    return f;
}

static coset_formula *nothing(parser *p) { return leaf(p, COSET_F_FALSE, now(p)); }

/* ---- connectives: parts without time become one predicate ---------------------------------------------------------
 */

static bool is_plain(const coset_formula *f)
{
    return f->op == COSET_F_ATOM && f->predicate->op != COSET_PREDICATE_NAMED;
}

static coset_formula *join_plain(parser *p, coset_predicate_op op, const coset__token *at, const coset_formula *a,
                                 const coset_formula *b)
{
    coset_formula *f = leaf(p, COSET_F_ATOM, at);
    coset_predicate *q = f->predicate = coset_arena_get(p->f->arena, 1, sizeof *q);
    *q = (coset_predicate){.op = op, .pos = f->pos, .len = f->len, .a = a->predicate, .b = b ? b->predicate : NULL};
    f->doubled = b && b->doubled > a->doubled ? b->doubled : a->doubled;
    return f;
}

static coset_formula *negate(parser *p, const coset__token *at, coset_formula *a)
{
    if (a->op == COSET_F_TRUE || a->op == COSET_F_FALSE)
        return leaf(p, a->op == COSET_F_TRUE ? COSET_F_FALSE : COSET_F_TRUE, at);
    if (is_plain(a))
        return join_plain(p, COSET_PREDICATE_NOT, at, a, NULL);
    return with(leaf(p, COSET_F_NOT, at), a, NULL);
}

static coset_formula *combine(parser *p, coset_formula_op op, const coset__token *at, coset_formula *a,
                              coset_formula *b)
{
    coset_formula_op decides = op == COSET_F_AND ? COSET_F_FALSE : COSET_F_TRUE;
    coset_formula_op neutral = op == COSET_F_AND ? COSET_F_TRUE : COSET_F_FALSE;
    if (a->op == neutral || b->op == decides)
        return b;
    if (b->op == neutral || a->op == decides)
        return a;
    if (is_plain(a) && is_plain(b))
        return join_plain(p, op == COSET_F_AND ? COSET_PREDICATE_AND : COSET_PREDICATE_OR, at, a, b);
    return with(leaf(p, op, at), a, b);
}

/* ---- parts in the language of the model ----------------------------------------------------------------------------
 */

static bool is_comment(const parser *p, const coset__token *t)
{
    return t[0].end - t[0].begin == 1 && p->bytes[t[0].begin] == '-' && t[1].begin == t[0].end &&
           p->bytes[t[1].begin] == '-';
}

/* The bytes on one line, without comments: of blanks and comments between two words one blank is left. */
static const char *on_one_line(const parser *p, uint32_t begin, uint32_t end)
{
    char *out = coset_arena_get(p->f->arena, (size_t)(end - begin) + 1, 1);
    uint32_t n = 0, last = 0, i = p->at; /* somewhere after the first one */
    while (i > 0 && p->tokens.at[i - 1].begin >= begin)
        i--;
    for (; i + 1 < p->tokens.n && p->tokens.at[i].end <= end; i++) {
        const coset__token *t = &p->tokens.at[i];
        if (is_comment(p, t)) { /* of Murphi */
            uint32_t line = t->pos.line;
            while (i + 2 < p->tokens.n && p->tokens.at[i + 1].pos.line == line)
                i++;
            continue;
        }
        if (n && t->begin > last)
            out[n++] = ' ';
        memcpy(out + n, p->bytes + t->begin, t->end - t->begin);
        n += t->end - t->begin;
        last = t->end;
    }
    return out;
}

/* The bytes from `begin` on, which is at the token or after it on its line. */
static coset_predicate *text_predicate(parser *p, uint32_t begin, uint32_t end, const coset__token *at)
{
    coset_predicate *q = coset_arena_get(p->f->arena, 1, sizeof *q);
    *q = (coset_predicate){.op = COSET_PREDICATE_TEXT, .pos = at->pos, .len = end - at->begin};
    const char *bytes = coset_arena_text_n(p->f->arena, p->bytes + begin, end - begin);
    q->name = on_one_line(p, begin, end);
    q->text = (coset_text_piece){bytes, end - begin, at->pos};
    q->text.pos.column = coset_text_column(at->pos.column, begin - at->begin);
    return q;
}

static bool ends_span(const parser *p, const coset__token *t)
{
    switch (t->kind) {
    case COSET__END:
    case COSET__AND:
    case COSET__OR:
    case COSET__IMPLIES:
    case COSET__IFF:
    case COSET__CLOSE:
    case COSET__CLOSE_INDEX:
    case COSET__CLOSE_BRACE:
    case COSET__SEMICOLON:
        return true;
    default:
        return p->until && (is_word(t, "U") || is_word(t, "V"));
    }
}

static int brackets(const coset__token *t)
{
    static const char *const ends[] = {"end", "endforall", "endexists"};
    switch (t->kind) {
    case COSET__OPEN:
    case COSET__OPEN_INDEX:
    case COSET__OPEN_BRACE:
        return 1;
    case COSET__CLOSE:
    case COSET__CLOSE_INDEX:
    case COSET__CLOSE_BRACE:
        return -1;
    case COSET__WORD:
        if (strcasecmp(t->text, "forall") == 0 || strcasecmp(t->text, "exists") == 0)
            return 1;
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            if (strcasecmp(t->text, ends[i]) == 0)
                return -1;
        return 0;
    default:
        return 0;
    }
}

/* The token after the bracket that closes the one at `from`, or the last token. */
static uint32_t behind_bracket(const parser *p, uint32_t from)
{
    int depth = 0;
    for (uint32_t i = from; i + 1 < p->tokens.n; i++) {
        depth += brackets(&p->tokens.at[i]);
        if (depth == 0)
            return i + 1;
    }
    return p->tokens.n - 1;
}

static bool is_text(const parser *p, const coset__token *t, const char *text)
{
    return t->end - t->begin == strlen(text) && strncmp(p->bytes + t->begin, text, strlen(text)) == 0;
}

static bool compares(const parser *p, const coset__token *t)
{
    return t->kind == COSET__LESS || t->kind == COSET__GREATER || (t->kind == COSET__MARK && !is_text(p, t, "@"));
}

static coset_formula *parse_span(parser *p, bool negated)
{
    const coset__token *first = now(p), *last = first;
    int depth = 0;
    while (now(p)->kind != COSET__END && (depth > 0 || !ends_span(p, now(p)))) {
        if (depth == 0 && is_text(p, now(p), "?") &&
            blame(p, now(p), "F005", "a choice with ? and : must be in parentheses or braces"))
            coset_message_help(p->text, "write {a ? b : c}");
        if (depth == 0 && negated && compares(p, now(p)) &&
            blame(p, now(p), "F006", "what `!` belongs to is not clear here"))
            coset_message_help(p->text, "write !(a = b) or (!a) = b");
        last = now(p);
        depth += brackets(last);
        p->at++;
    }
    if (depth > 0)
        (void)blame(p, first, "F003", "a bracket that is opened in this expression is not closed");
    if (last == first && now(p) == first) {
        if (blame(p, first, "F002", "expected a formula here"))
            coset_message_help(p->text, "a formula is made of EX EF EG AX AF AG, E[p U q], A[p U q], !, &, |, ->, <-> "
                                        "and conditions of the model");
        return nothing(p);
    }
    if (p->failed)
        return nothing(p);
    coset_formula *f = leaf(p, COSET_F_ATOM, first);
    f->predicate = text_predicate(p, first->begin, last->end, first);
    return f;
}

static coset_formula *parse_braces(parser *p)
{
    const coset__token *open = now(p);
    uint32_t behind = behind_bracket(p, p->at);
    const coset__token *close = &p->tokens.at[behind - 1];
    if (close->kind != COSET__CLOSE_BRACE || close == open) {
        (void)blame(p, open, "F003", "this brace is not closed");
        return nothing(p);
    }
    p->at = behind;
    coset_formula *f = leaf(p, COSET_F_ATOM, open);
    f->predicate = text_predicate(p, open->end, close->begin, open);
    f->predicate->len = close->end - open->begin;
    return f;
}

/* ---- variables, actions -------------------------------------------------------------------------------------------
 */

static const coset_formula *find_variable(const parser *p, const char *name)
{
    for (const scope *s = p->scope; s; s = s->outer)
        if (strcmp(s->binder->name, name) == 0)
            return s->binder;
    return NULL;
}

static bool refuse_mu(parser *p, const coset__token *at)
{
    if (p->in_mu)
        return false;
    if (blame(p, at, "F007", "this belongs to the mu-calculus, not to CTL"))
        coset_message_help(p->text, "give the formula with --mu, or begin its entry with mu");
    return true;
}

static coset_formula *parse_binder(parser *p)
{
    const coset__token *op = now(p), *name = ahead(p, 1);
    coset_formula *f = leaf(p, is_word(op, "mu") ? COSET_F_MU : COSET_F_NU, op);
    if (refuse_mu(p, op))
        return f;
    if (p->binders == COSET_F_MOST_BINDERS) {
        (void)blame(p, op, "F009", "more than 64 fixpoints are nested here");
        return f;
    }
    f->name = name->text;
    f->depth = p->binders++;
    p->at += 3;
    const scope inner = {p->scope, f};
    p->scope = &inner;
    (void)with(f, parse_formula(p), NULL);
    p->scope = inner.outer;
    p->binders--;
    f->free &= ~((uint64_t)1 << f->depth);
    return f;
}

static bool add_name(parser *p, coset_action *a)
{
    const coset__token *t = now(p);
    if (t->kind != COSET__WORD && t->kind != COSET__STRING) {
        if (blame(p, t, "F008", "expected the name of a rule"))
            coset_message_help(p->text, "write <rule>, <\"a rule\", another> or <> for every rule");
        return false;
    }
    const char **names = coset_arena_get(p->f->arena, (size_t)a->n_names + 1, sizeof *names);
    if (a->n_names)
        memcpy(names, a->names, a->n_names * sizeof *names);
    names[a->n_names++] = t->text;
    a->names = names;
    p->at++;
    return true;
}

static coset_formula *parse_unary(parser *p, bool negated);

static coset_formula *parse_step(parser *p, coset__token_kind close)
{
    const coset__token *open = now(p);
    coset_formula *f = leaf(p, close == COSET__GREATER ? COSET_F_DIAMOND : COSET_F_BOX, open);
    coset_action a = {.pos = ahead(p, 1)->pos};
    if (refuse_mu(p, open))
        return f;
    p->at++;
    if (now(p)->kind != close && !add_name(p, &a))
        return f;
    while (now(p)->kind == COSET__COMMA) {
        p->at++;
        if (!add_name(p, &a))
            return f;
    }
    if (now(p)->kind != close) {
        (void)blame(p, now(p), "F003",
                    close == COSET__GREATER ? "expected > after the rules" : "expected ] after the rules");
        return f;
    }
    a.len = now(p)->begin > open->end ? now(p)->begin - open->end : 1;
    p->at++;
    f->action = p->f->actions.n;
    *coset_vec_add(&p->f->actions) = a;
    return with(f, parse_unary(p, false), NULL);
}

/* ---- operators of CTL
 * ------------------------------------------------------------------------------------------------ */

static bool find_operator(const coset__token *t, coset_formula_op *op)
{
    static const struct {
        const char *name;
        coset_formula_op op;
    } all[] = {{"EX", COSET_F_EX}, {"EF", COSET_F_EF}, {"EG", COSET_F_EG},
               {"AX", COSET_F_AX}, {"AF", COSET_F_AF}, {"AG", COSET_F_AG}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (is_word(t, all[i].name)) {
            *op = all[i].op;
            return true;
        }
    return false;
}

/* E or A, and brackets with a U or V of their own; else it is an array of that name. */
static bool begins_until(const parser *p)
{
    const coset__token *t = now(p);
    if ((!is_word(t, "E") && !is_word(t, "A")) || ahead(p, 1)->kind != COSET__OPEN_INDEX)
        return false;
    int depth = 0;
    for (uint32_t i = p->at + 1; i + 1 < p->tokens.n; i++) {
        const coset__token *k = &p->tokens.at[i];
        depth += brackets(k);
        if (depth == 0)
            return false;
        if (depth == 1 && (is_word(k, "U") || is_word(k, "V")))
            return true;
    }
    return false;
}

static coset_formula *parse_until(parser *p)
{
    const coset__token *open = now(p);
    bool some = is_word(open, "E");
    p->at += 2;
    p->until++;
    coset_formula *a = parse_formula(p);
    const coset__token *op = now(p);
    bool until = is_word(op, "U");
    if (!until && !is_word(op, "V"))
        (void)blame(p, op, "F004", "expected U or V here");
    else
        p->at++;
    coset_formula *b = parse_formula(p);
    p->until--;
    if (now(p)->kind == COSET__CLOSE_INDEX)
        p->at++;
    else
        (void)blame(p, now(p), "F003", "expected ] at the end of E[.. U ..] or A[.. U ..]");
    coset_formula *f = leaf(p, some ? (until ? COSET_F_EU : COSET_F_EV) : (until ? COSET_F_AU : COSET_F_AV), open);
    return with(f, a, b);
}

/* ---- all together
 * ------------------------------------------------------------------------------------------------------- */

static bool is_group(const parser *p) { return ends_span(p, &p->tokens.at[behind_bracket(p, p->at)]); }

static coset_formula *parse_group(parser *p)
{
    const coset__token *open = now(p);
    p->at++;
    uint32_t until = p->until;
    p->until = 0;
    coset_formula *f = parse_formula(p);
    p->until = until;
    if (now(p)->kind == COSET__CLOSE)
        p->at++;
    else if (blame(p, now(p), "F003", "expected ) here"))
        coset_message_help(p->text, "the parenthesis at column %u is open", (unsigned)open->pos.column);
    return f;
}

static coset_formula *parse_primary(parser *p, bool negated)
{
    const coset__token *t = now(p);
    bool alone = ends_span(p, ahead(p, 1));
    if (t->kind == COSET__OPEN && is_group(p))
        return parse_group(p);
    if (t->kind == COSET__OPEN_BRACE)
        return parse_braces(p);
    if (t->kind == COSET__STRING && alone) {
        coset_formula *f = leaf(p, COSET_F_ATOM, t);
        f->predicate = coset_arena_get(p->f->arena, 1, sizeof *f->predicate);
        *f->predicate = (coset_predicate){.op = COSET_PREDICATE_NAMED, .pos = t->pos, .len = f->len, .name = t->text};
        p->at++;
        return f;
    }
    if (t->kind == COSET__WORD && alone) {
        const coset_formula *binder = find_variable(p, t->text);
        bool yes = strcasecmp(t->text, "true") == 0;
        if (binder || yes || strcasecmp(t->text, "false") == 0) {
            coset_formula *f = leaf(p, binder ? COSET_F_VAR : yes ? COSET_F_TRUE : COSET_F_FALSE, t);
            f->binder = binder;
            f->free = binder ? (uint64_t)1 << binder->depth : 0;
            p->at++;
            return f;
        }
    }
    return parse_span(p, negated);
}

static coset_formula *parse_operator(parser *p, bool negated)
{
    const coset__token *t = now(p);
    coset_formula_op op;
    if (t->kind == COSET__NOT) {
        p->at++;
        return negate(p, t, parse_unary(p, true));
    }
    if (find_operator(t, &op)) {
        p->at++;
        coset_formula *f = leaf(p, op, t);
        return with(f, parse_unary(p, false), NULL);
    }
    if (begins_until(p))
        return parse_until(p);
    if (t->kind == COSET__LESS)
        return parse_step(p, COSET__GREATER);
    if (t->kind == COSET__OPEN_INDEX)
        return parse_step(p, COSET__CLOSE_INDEX);
    if ((is_word(t, "mu") || is_word(t, "nu")) && ahead(p, 1)->kind == COSET__WORD && ahead(p, 2)->kind == COSET__DOT)
        return parse_binder(p);
    return parse_primary(p, negated);
}

static coset_formula *parse_unary(parser *p, bool negated)
{
    if (p->nest >= MOST_NEST) {
        (void)blame(p, now(p), "F009", "this is nested too deeply (more than 200 levels)");
        p->at = p->tokens.n - 1;
    }
    if (p->failed)
        return nothing(p);
    p->nest++;
    coset_formula *f = parse_operator(p, negated);
    p->nest--;
    return f;
}

static coset_formula *parse_chain(parser *p, coset__token_kind sign)
{
    bool conjunction = sign == COSET__AND;
    coset_formula *f = conjunction ? parse_unary(p, false) : parse_chain(p, COSET__AND);
    while (now(p)->kind == sign && !p->failed) {
        const coset__token *at = now(p);
        p->at++;
        coset_formula *g = conjunction ? parse_unary(p, false) : parse_chain(p, COSET__AND);
        f = combine(p, conjunction ? COSET_F_AND : COSET_F_OR, at, f, g);
    }
    return f;
}

/* a -> b -> c is a -> (b -> c). */
static coset_formula *parse_formula(parser *p)
{
    coset_formula *f = parse_chain(p, COSET__OR);
    const coset__token *at = now(p);
    if (p->failed || (at->kind != COSET__IMPLIES && at->kind != COSET__IFF) || p->nest >= MOST_NEST)
        return f;
    p->at++;
    p->nest++;
    coset_formula *g = at->kind == COSET__IMPLIES ? parse_formula(p) : parse_chain(p, COSET__OR);
    p->nest--;
    coset_formula *there = combine(p, COSET_F_OR, at, negate(p, at, f), g);
    if (at->kind == COSET__IMPLIES)
        return there;
    if (now(p)->kind == COSET__IFF || now(p)->kind == COSET__IMPLIES)
        (void)blame(p, now(p), "F005", "chains with <-> need parentheses");
    coset_formula *both = combine(p, COSET_F_AND, at, there, combine(p, COSET_F_OR, at, negate(p, at, g), f));
    if (++both->doubled > MOST_DOUBLED)
        (void)blame(p, at, "F009", "so many nested <-> would double the formula too often");
    return both;
}

/* ---- requirements on a formula
 * ----------------------------------------------------------------------------------- */

/* Variables occur under even numbers of negations: else there need be no fixpoint. `odd`: bits of the binders with an
 * odd number of negations between them and here. */
static void check_monotone(parser *p, const coset_formula *f, uint64_t odd)
{
    if (!f || p->failed)
        return;
    if (f->op == COSET_F_VAR && (odd >> f->binder->depth & 1)) {
        p->failed = true;
        coset_message(p->text, COSET_SEVERITY_ERROR, "F010", f->pos, f->len,
                      "the variable %.60s is under an odd number of negations", f->binder->name);
        coset_message_help(p->text, "the fixpoint need not exist then; -> negates its left side, <-> both sides");
    }
    uint64_t inner = odd;
    if (f->op == COSET_F_NOT)
        inner = ~odd;
    else if (f->op == COSET_F_MU || f->op == COSET_F_NU)
        inner = odd & ~((uint64_t)1 << f->depth);
    check_monotone(p, f->a, inner);
    check_monotone(p, f->b, inner);
}

static void collect(coset_formulas *f, const coset_formula *at)
{
    if (!at)
        return;
    collect(f, at->a);
    collect(f, at->b);
    if (at->op != COSET_F_ATOM)
        return;
    for (uint32_t i = 0; i < f->predicates.n; i++)
        if (f->predicates.at[i] == at->predicate)
            return;
    *coset_vec_add(&f->predicates) = at->predicate;
}

static bool has_time(const coset_formula *f)
{
    if (f->op == COSET_F_NOT)
        return has_time(f->a);
    if (f->op == COSET_F_AND || f->op == COSET_F_OR)
        return has_time(f->a) || has_time(f->b);
    return f->op != COSET_F_ATOM && f->op != COSET_F_TRUE && f->op != COSET_F_FALSE;
}

/* ---- entries
 * ---------------------------------------------------------------------------------------------------------- */

static coset_formula_kind read_kind(parser *p, coset_formula_kind otherwise)
{
    static const char *const words[] = {"ctl", "mu", "fair"};
    const coset__token *next = ahead(p, 1);
    for (unsigned k = 0; k < 3; k++)
        if (is_word(now(p), words[k]) && !ends_span(p, next) && next->kind != COSET__COLON &&
            next->kind != COSET__DOT && !(k == 1 && ahead(p, 2)->kind == COSET__DOT)) {
            p->at++;
            return (coset_formula_kind)k;
        }
    return otherwise;
}

static void read_entry(parser *p, coset_formula_kind otherwise)
{
    coset_formula_kind kind = read_kind(p, otherwise);
    const coset__token *first = now(p);
    const char *name = NULL;
    if ((first->kind == COSET__WORD || first->kind == COSET__STRING) && ahead(p, 1)->kind == COSET__COLON) {
        name = first->text;
        p->at += 2;
    }
    const coset__token *begin = now(p);
    p->in_mu = kind == COSET_FORMULA_MU;
    p->scope = NULL;
    p->nest = p->until = p->binders = 0;
    coset_formula *root = parse_formula(p);
    if (now(p)->kind != COSET__SEMICOLON && now(p)->kind != COSET__END &&
        blame(p, now(p), "F002", "the formula should end here"))
        coset_message_help(p->text, "several formulas are separated by semicolons");
    check_monotone(p, root, 0);
    if (!p->failed && otherwise == COSET_FORMULA_REPRESENTATIVES &&
        (kind != otherwise || name || has_time(root) || p->f->representatives) &&
        blame(p, begin, "F012", "representatives are chosen by one condition on states, without temporal operators"))
        coset_message_help(p->text, "name the states by a condition of the model");
    if (!p->failed && kind == COSET_FORMULA_FAIR && has_time(root)) {
        if (blame(p, begin, "F011", "a fairness constraint is a condition on states, without temporal operators"))
            coset_message_help(p->text, "name the states by a condition of the model");
    }
    if (p->failed)
        return;
    collect(p->f, root);
    if (kind == COSET_FORMULA_REPRESENTATIVES) {
        p->f->representatives = root;
        return;
    }
    if (kind == COSET_FORMULA_FAIR) {
        *coset_vec_add(&p->f->fair) = root;
        return;
    }
    const char *text = on_one_line(p, begin->begin, now(p)->begin);
    *coset_vec_add(&p->f->all) = (coset_formula_entry){name ? name : text, begin->pos, root, text};
}

coset_status coset_formulas_read(coset_formulas *f, coset_text *text, uint16_t file, coset_formula_kind kind,
                                 coset_err *err)
{
    size_t len;
    uint32_t errors = coset_text_errors(text), before = f->all.n + f->fair.n;
    bool chosen = f->representatives != NULL;
    parser p = {.f = f, .text = text, .file = file, .bytes = coset_text_bytes(text, file, &len)};
    if (len > 1 << 20)
        return coset_fail(err, COSET_INPUT, "%s is too large for formulas", coset_text_name(text, file));
    p.n_bytes = (uint32_t)len;
    coset__formula_lex(text, file, f->arena, &p.tokens);
    p.failed = coset_text_errors(text) > errors;
    while (!p.failed && now(&p)->kind != COSET__END) {
        if (now(&p)->kind == COSET__SEMICOLON) {
            p.at++;
            continue;
        }
        read_entry(&p, kind);
        while (p.failed && now(&p)->kind != COSET__SEMICOLON && now(&p)->kind != COSET__END)
            p.at++;
        p.failed = p.failed && now(&p)->kind == COSET__END;
    }
    coset_vec_fini(&p.tokens);
    if (coset_text_errors(text) > errors)
        return coset_fail(err, COSET_INPUT, "a formula has errors");
    if (f->all.n + f->fair.n == before && chosen == (f->representatives != NULL)) {
        coset_message(text, COSET_SEVERITY_ERROR, "F002", (coset_pos){1, 1, file}, 1, "there is no formula here");
        return coset_fail(err, COSET_INPUT, "there is no formula");
    }
    return COSET_OK;
}
