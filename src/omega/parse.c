/* omega/parse.c - reads LTL.
 *
 *   formula ::= or {("->" | "<->") or}            from the left, as in Spin
 *   or      ::= and {"||" and}                    and ::= until {"&&" until}; | and & are the same
 *   until   ::= unary {("U" | "W" | "R" | "V") unary}   from the left
 *   unary   ::= ("!" | "[]" | "<>" | "X") unary | "true" | "false" | "(" formula ")" | ATOM
 *
 * Operators have words, too; they take precedence over atoms.
 */
#include <ctype.h>
#include <string.h>

#include "omega/omega_int.h"

#define MOST_DOUBLED 10 /* <-> inside one another: each uses its sides twice */

typedef enum {
    OP_NONE,
    OP_NOT,
    OP_ALWAYS,
    OP_EVENTUALLY,
    OP_NEXT,
    OP_UNTIL,
    OP_WEAK,
    OP_RELEASE,
    OP_AND,
    OP_OR,
    OP_IMPLIES,
    OP_IFF,
    OP_TRUE,
    OP_FALSE
} operator_;

static const struct {
    const char *text;
    operator_ op;
} operators[] = {
    {"<->", OP_IFF},
    {"[]", OP_ALWAYS},
    {"<>", OP_EVENTUALLY},
    {"&&", OP_AND},
    {"||", OP_OR},
    {"->", OP_IMPLIES},
    {"&", OP_AND},
    {"|", OP_OR},
    {"!", OP_NOT},
    {"X", OP_NEXT},
    {"U", OP_UNTIL},
    {"W", OP_WEAK},
    {"R", OP_RELEASE},
    {"V", OP_RELEASE},
    {"always", OP_ALWAYS},
    {"next", OP_NEXT},
    {"eventually", OP_EVENTUALLY},
    {"until", OP_UNTIL},
    {"true", OP_TRUE},
    {"stronguntil", OP_UNTIL},
    {"weakuntil", OP_WEAK},
    {"release", OP_RELEASE},
    {"false", OP_FALSE},
    {"implies", OP_IMPLIES},
    {"equivalent", OP_IFF},
};

typedef struct {
    coset_ltls *p;
    coset_text *text;
    coset_text_piece piece;
    const coset_ltl_reader *reader;
    size_t at; /* of the next token, blanks skipped */
    uint32_t nest;
    bool failed;
} parser;

/* A formula with the number of <-> inside one another. */
typedef struct {
    const coset_ltl *f;
    uint32_t doubled;
} parsed;

static parsed parse_formula(parser *r);

/* ---- tools ---- */

coset_pos coset__ltl_place(const coset_text_piece *piece, size_t at)
{
    coset_pos pos = piece->pos;
    size_t from = 0;
    for (size_t i = 0; i < at; i++)
        if (piece->bytes[i] == '\n') {
            pos.line++;
            pos.column = 1;
            from = i + 1;
        }
    pos.column = coset_text_column(pos.column, at - from);
    return pos;
}

/* False: an error is reported already. */
static bool blame(parser *r, size_t at, size_t len, const char *code, const char *words, const char *help)
{
    if (r->failed)
        return false;
    r->failed = true;
    coset_message(r->text, COSET_SEVERITY_ERROR, code, coset__ltl_place(&r->piece, at), (uint32_t)len, "%s", words);
    coset_message_help(r->text, "%s", help);
    return true;
}

static bool is_name_byte(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void skip_blanks(parser *r)
{
    while (r->at < r->piece.len && isspace((unsigned char)r->piece.bytes[r->at]))
        r->at++;
}

/* The operator at the next token, and its length. */
static operator_ look(const parser *r, size_t *len)
{
    const char *s = r->piece.bytes + r->at;
    size_t left = r->piece.len - r->at;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        *len = strlen(operators[i].text);
        if (*len > left || memcmp(s, operators[i].text, *len) != 0)
            continue;
        if (isalpha((unsigned char)*s) && *len < left && is_name_byte(s[*len]))
            continue; /* the beginning of a name */
        if (operators[i].op == OP_NOT && left > 1 && s[1] == '=')
            continue;
        return operators[i].op;
    }
    *len = 0;
    return OP_NONE;
}

static void step(parser *r, size_t len)
{
    r->at += len;
    skip_blanks(r);
}

static parsed nothing(const parser *r) { return (parsed){coset_ltl_bool(r->p, false), 0}; }

static parsed within_depth(parser *r, size_t at, size_t len, const coset_ltl *f, uint32_t doubled)
{
    if (f->depth <= COSET_LTL_DEPTH)
        return (parsed){f, doubled};
    (void)blame(r, at, len, "L005", "the operators of this formula are nested too deeply",
                "split the formula into several properties");
    return nothing(r);
}

/* ---- operands ---- */

static parsed parse_group(parser *r)
{
    size_t open = r->at;
    step(r, 1);
    parsed f = parse_formula(r);
    if (!r->failed && (r->at == r->piece.len || r->piece.bytes[r->at] != ')'))
        (void)blame(r, open, 1, "L003", "this parenthesis is not closed", "add ) where the part ends");
    if (!r->failed)
        step(r, 1);
    return f;
}

static parsed parse_operand(parser *r, bool tight)
{
    uint32_t atom = 0;
    if (r->at < r->piece.len) {
        size_t end = r->reader->read(r->reader->ctx, &r->piece, r->at, tight, &atom);
        if (end != COSET_LTL_REFUSED && end > r->at) {
            step(r, end - r->at);
            return (parsed){coset_ltl_atom(r->p, atom), 0};
        }
        if (end == COSET_LTL_REFUSED) {
            r->failed = true;
            return nothing(r);
        }
        if (r->piece.bytes[r->at] == '(')
            return parse_group(r);
    }
    (void)blame(r, r->at, 1, "L001", "expected a formula here",
                "a formula is made of [] <> X U W R V ! && || -> <->, true, false, parentheses and conditions");
    return nothing(r);
}

static parsed parse_unary(parser *r, bool tight)
{
    size_t len, at = r->at;
    operator_ op = look(r, &len);
    if (op == OP_TRUE || op == OP_FALSE) {
        step(r, len);
        return (parsed){coset_ltl_bool(r->p, op == OP_TRUE), 0};
    }
    bool is_unary = op == OP_NOT || op == OP_ALWAYS || op == OP_EVENTUALLY || op == OP_NEXT;
    if (r->nest >= COSET_LTL_DEPTH) {
        (void)blame(r, at, 1, "L005", "the operators of this formula are nested too deeply",
                    "split the formula into several properties");
        return nothing(r);
    }
    if (op != OP_NONE && !is_unary) {
        (void)blame(r, at, len, "L001", "expected a formula here, not an operator between formulas",
                    "write the operand before this operator");
        return nothing(r);
    }
    r->nest++;
    if (is_unary)
        step(r, len);
    parsed a = is_unary ? parse_unary(r, op == OP_NOT) : parse_operand(r, tight);
    r->nest--;
    if (r->failed || !is_unary)
        return r->failed ? nothing(r) : a;
    const coset_ltl *f = op == OP_NOT      ? coset_ltl_not(r->p, a.f)
                         : op == OP_ALWAYS ? coset_ltl_always(r->p, a.f)
                         : op == OP_NEXT   ? coset_ltl_next(r->p, a.f)
                                           : coset_ltl_eventually(r->p, a.f);
    return within_depth(r, at, len, f, a.doubled);
}

/* ---- operators between formulas ---- */

/* The levels of precedence, from the one that binds most. */
typedef enum { LEVEL_UNTIL, LEVEL_AND, LEVEL_OR, LEVEL_IMPLIES } level;

static bool is_of_level(operator_ op, level l)
{
    switch (l) {
    case LEVEL_UNTIL:
        return op == OP_UNTIL || op == OP_WEAK || op == OP_RELEASE;
    case LEVEL_AND:
        return op == OP_AND;
    case LEVEL_OR:
        return op == OP_OR;
    default:
        return op == OP_IMPLIES || op == OP_IFF;
    }
}

static const coset_ltl *iff(coset_ltls *p, const coset_ltl *a, const coset_ltl *b)
{
    const coset_ltl *both = coset_ltl_join(p, COSET_LTL_AND, a, b);
    const coset_ltl *none = coset_ltl_join(p, COSET_LTL_AND, coset_ltl_not(p, a), coset_ltl_not(p, b));
    return coset_ltl_join(p, COSET_LTL_OR, both, none);
}

static parsed combine(parser *r, operator_ op, size_t at, size_t len, parsed a, parsed b)
{
    uint32_t doubled = a.doubled > b.doubled ? a.doubled : b.doubled;
    if (op == OP_IFF && ++doubled > MOST_DOUBLED) {
        (void)blame(r, at, len, "L006", "too many <-> are nested", "write the formula in another way");
        return nothing(r);
    }
    const coset_ltl *f = op == OP_UNTIL     ? coset_ltl_temporal(r->p, COSET_LTL_UNTIL, a.f, b.f)
                         : op == OP_RELEASE ? coset_ltl_temporal(r->p, COSET_LTL_RELEASE, a.f, b.f)
                         : op == OP_WEAK    ? coset_ltl_weak_until(r->p, a.f, b.f)
                         : op == OP_AND     ? coset_ltl_join(r->p, COSET_LTL_AND, a.f, b.f)
                         : op == OP_OR      ? coset_ltl_join(r->p, COSET_LTL_OR, a.f, b.f)
                         : op == OP_IMPLIES ? coset_ltl_join(r->p, COSET_LTL_OR, coset_ltl_not(r->p, a.f), b.f)
                                            : iff(r->p, a.f, b.f);
    return within_depth(r, at, len, f, doubled);
}

static parsed parse_level(parser *r, level l)
{
    parsed a = l == LEVEL_UNTIL ? parse_unary(r, false) : parse_level(r, l - 1);
    for (size_t len; !r->failed;) {
        size_t at = r->at;
        operator_ op = look(r, &len);
        if (!is_of_level(op, l))
            break;
        step(r, len);
        parsed b = l == LEVEL_UNTIL ? parse_unary(r, false) : parse_level(r, l - 1);
        if (!r->failed)
            a = combine(r, op, at, len, a, b);
    }
    return a;
}

static parsed parse_formula(parser *r) { return parse_level(r, LEVEL_IMPLIES); }

static void refuse_rest(parser *r)
{
    const char *s = r->piece.bytes + r->at;
    size_t len;
    operator_ op = look(r, &len);
    if (*s == ')')
        (void)blame(r, r->at, 1, "L003", "this parenthesis is not open", "delete it, or add ( where the part begins");
    else if (*s == '=')
        (void)blame(r, r->at, 1, "L002", "this is not an operator of LTL", "and is &&, or is ||, implies is ->");
    else if (op == OP_NOT || op == OP_ALWAYS || op == OP_EVENTUALLY || op == OP_NEXT)
        (void)blame(r, r->at, len, "L002", "this operator has only one operand, after it",
                    "write an operator like && before it");
    else
        (void)blame(r, r->at, 1, "L002", "expected an operator here, or the end of the formula",
                    "operators between formulas are U W R V && || -> <->; other conditions need braces: {x > 3}");
}

coset_status coset_ltl_read(coset_ltls *p, coset_text *text, coset_text_piece piece, const coset_ltl_reader *reader,
                            const coset_ltl **out, coset_err *err)
{
    parser r = {.p = p, .text = text, .piece = piece, .reader = reader};
    skip_blanks(&r);
    parsed f = parse_formula(&r);
    if (!r.failed && r.at < piece.len)
        refuse_rest(&r);
    if (r.failed)
        return coset_fail(err, COSET_INPUT, "the formula cannot be read");
    *out = f.f;
    return COSET_OK;
}
