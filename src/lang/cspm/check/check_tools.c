/* Messages of the type checker, and written types. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lang/cspm/check/check_int.h"

static uint32_t length(const cspm_node *node) { return node->end - node->begin; }

void coset__check_help_instance(cspm_checker *c)
{
    const cspm_symbol *instance = c->decl ? c->decl->instance : NULL;
    if (instance)
        coset_message_help(c->program->reports->text, "in instance %s, %s:%u", instance->name,
                           coset_text_name(c->program->reports->text, instance->pos.file), instance->pos.line);
}

void coset__check_report(cspm_checker *c, const cspm_node *node, const char *code, const char *fmt, ...)
{
    char words[440];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    if (coset__cspm_report(c->program->reports, node->pos, length(node), code, "%s", words))
        coset__check_help_instance(c);
}

static const char *lacking(uint8_t constraint)
{
    switch (constraint) {
    case COSET__CSPM_EQ:
        return "cannot be compared for equality (Eq)";
    case COSET__CSPM_ORD:
        return "has no order (Ord)";
    case COSET__CSPM_SET:
        return "cannot be in a set (Set)";
    case COSET__CSPM_COMPLETE:
        return "lacks some of its fields (Complete)";
    default:
        return "is neither Event nor a datatype (Yieldable)";
    }
}

/* Too few or too many fields where an event or a value of a datatype is needed. */
static bool help_fields(cspm_checker *c, const cspm_type *expected, cspm_type *actual)
{
    coset_text *text = c->program->reports->text;
    if (expected->kind != TYPE_EVENT && expected->kind != TYPE_DATATYPE)
        return false;
    if (actual->kind == TYPE_DOTABLE && coset__type_see(&c->ts, actual->at[1]) == expected)
        coset_message_help(text, "a field of type %s is missing", coset__type_text(&c->ts, actual->at[0]));
    else if (actual->kind == TYPE_DOT && coset__type_see(&c->ts, actual->at[0]) == expected)
        coset_message_help(text, "there are more fields than were declared");
    else
        return false;
    return true;
}

/* An event where a process is needed. */
static bool help_event(cspm_checker *c, const cspm_type *expected, const cspm_type *actual)
{
    if (expected->kind != TYPE_PROC || actual->kind != TYPE_EVENT)
        return false;
    coset_message_help(c->program->reports->text, "an event is followed by `->` and a process: a -> P, a -> SKIP");
    return true;
}

/* `x == c.y` is `(x == c).y`: a comparison binds its operands more tightly than a dot. */
static bool help_dots(cspm_checker *c, const cspm_node *node)
{
    bool compares = false;
    while (node->kind == CSPM_PAREN)
        node = node->kid[0];
    for (uint32_t i = 0; node->kind == CSPM_DOT && i < node->n; i++)
        compares |= node->kid[i]->kind == CSPM_BINARY && node->kid[i]->op >= CSPM_EQ && node->kid[i]->op <= CSPM_GE;
    if (compares)
        coset_message_help(c->program->reports->text,
                           "comparisons bind more tightly than dots: write x == (c.y), not x == c.y");
    return compares;
}

/* The parts that did not fit, if they are not the whole type. */
static void help_parts(cspm_checker *c, cspm_type *expected, cspm_type *actual)
{
    cspm_types *ts = &c->ts;
    coset_text *text = c->program->reports->text;
    cspm_type *a = ts->differ[0] ? coset__type_see(ts, ts->differ[0]) : NULL;
    cspm_type *b = ts->differ[1] ? coset__type_see(ts, ts->differ[1]) : NULL;
    expected = coset__type_see(ts, expected);
    actual = coset__type_see(ts, actual);
    if (ts->why)
        coset_message_help(text, "%s", ts->why);
    else if (!help_event(c, expected, actual) && !help_fields(c, expected, actual) && a && b && a != expected &&
             a != actual && b != actual && b != expected)
        coset_message_help(text, "%s does not match %s", coset__type_text(ts, a), coset__type_text(ts, b));
    coset__check_help_instance(c);
}

static void report_lacking(cspm_checker *c, const cspm_node *node)
{
    coset__check_report(c, node, "C201", "a value of type %s %s", coset__type_text(&c->ts, c->ts.differ[0]),
                        lacking(c->ts.lacks));
}

/* Reports the failed operation; restores its marks, because evaluating dots for the text overwrites them. */
static void report_mismatch(cspm_checker *c, const cspm_node *node, cspm_type *expected, cspm_type *actual)
{
    cspm_types failed = c->ts;
    cspm_type *value = coset__type_evaluate(&c->ts, actual, false);
    c->ts.why = failed.why;
    c->ts.differ[0] = failed.differ[0];
    c->ts.differ[1] = failed.differ[1];
    const char *text = coset__type_text(&c->ts, expected);
    if (coset__cspm_report(c->program->reports, node->pos, length(node), "C200", "this should have type %s, but has %s",
                           text, coset__type_text(&c->ts, value ? value : actual)) &&
        !help_dots(c, node))
        help_parts(c, expected, value ? value : actual);
}

bool coset__check_unify(cspm_checker *c, cspm_node *node, cspm_type *expected, cspm_type *actual, int split)
{
    c->ts.here = node->pos;
    c->ts.here_len = length(node);
    if (coset__type_unify(&c->ts, expected, actual, split))
        return true;
    if (c->ts.lacks)
        report_lacking(c, node);
    else
        report_mismatch(c, node, expected, actual);
    return false;
}

bool coset__check_require(cspm_checker *c, cspm_node *node, cspm_type *t, uint8_t constraints)
{
    c->ts.here = node->pos;
    c->ts.here_len = length(node);
    if (coset__type_require(&c->ts, t, constraints))
        return true;
    if (c->ts.lacks)
        report_lacking(c, node);
    else
        coset__check_report(c, node, "C201", "a value of type %s %s", coset__type_text(&c->ts, t),
                            c->ts.why ? c->ts.why : "does not fit here");
    return false;
}

cspm_type *coset__check_evaluate(cspm_checker *c, cspm_node *node, cspm_type *t, bool longest)
{
    cspm_type *value = coset__type_evaluate(&c->ts, t, longest);
    if (value)
        return value;
    cspm_types *ts = &c->ts;
    if (ts->lacks || ts->why)
        coset__check_report(c, node, "C202", "the fields do not fit: %s%s%s",
                            ts->why ? ts->why : coset__type_text(ts, ts->differ[0]), ts->why ? "" : " ",
                            ts->why ? "" : lacking(ts->lacks));
    else
        coset__check_report(c, node, "C202", "the fields do not fit: %s is needed where %s is given",
                            coset__type_text(ts, ts->differ[0]), coset__type_text(ts, ts->differ[1]));
    return coset__type_var(ts);
}

/* ---- written types ------------------------------------------------------------------------------------------- */

typedef struct {
    cspm_checker *c;
    bool rigid;
    const cspm_variable *known; /* outer variables and those of this scheme */
    COSET_VEC(cspm_type *) made;
} reader;

static cspm_type *read_type(reader *r, const cspm_node *node);

static cspm_type *variable(reader *r, const char *name)
{
    for (const cspm_variable *v = r->known; v; v = v->outer)
        if (v->name == name)
            return v->type;
    cspm_types *ts = &r->c->ts;
    cspm_type *t = r->rigid ? coset__type_rigid(ts, name, 0) : coset__type_var(ts);
    t->name = name;
    cspm_variable v = {name, t, r->known};
    r->known = coset_arena_copy(ts->arena, &v, 1, sizeof v);
    *coset_vec_add(&r->made) = t;
    return t;
}

/* The Int of an annotation has one class, even if it is read repeatedly; that of a built-in name is generalised. */
static cspm_type *written_int(const reader *r, const cspm_node *node)
{
    if (node->type)
        return node->type;
    cspm_type *t = coset__type_int(&r->c->ts);
    if (r->c->decl)
        t->at[0]->level = 0;
    ((cspm_node *)(uintptr_t)node)->type = t;
    return t;
}

static cspm_type *named_type(reader *r, const cspm_node *node)
{
    cspm_types *ts = &r->c->ts;
    if (node->symbol)
        return coset__type_datatype(ts, node->symbol);
    if (node->n)
        return coset__type_var(ts); /* reported by the scope pass */
    if (strcmp(node->text, "Int") == 0)
        return written_int(r, node);
    if (strcmp(node->text, "Bool") == 0)
        return ts->boolean;
    if (strcmp(node->text, "Char") == 0)
        return ts->character;
    if (strcmp(node->text, "Proc") == 0)
        return ts->proc;
    if (strcmp(node->text, "Event") == 0)
        return ts->event;
    return variable(r, node->text);
}

static cspm_type *many(reader *r, cspm_type_kind kind, const cspm_node *node)
{
    COSET_VEC(cspm_type *) at = {0};
    for (uint32_t i = 0; i < node->n; i++)
        *coset_vec_add(&at) = read_type(r, node->kid[i]);
    cspm_type *t = coset__type_new(&r->c->ts, kind, at.n, at.at);
    coset_vec_fini(&at);
    return t;
}

static cspm_type *read_type(reader *r, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_TYPE_SET:
        return many(r, TYPE_SET, node);
    case CSPM_TYPE_SEQ:
        return many(r, TYPE_SEQ, node);
    case CSPM_TYPE_MAP:
        return many(r, TYPE_MAP, node);
    case CSPM_TYPE_TUPLE:
        return node->n == 1 ? read_type(r, node->kid[0]) : many(r, TYPE_TUPLE, node);
    case CSPM_TYPE_FUNCTION:
        return many(r, TYPE_FUNCTION, node);
    case CSPM_TYPE_DOT:
        return many(r, TYPE_DOT, node);
    case CSPM_TYPE_DOTABLE:
        return many(r, TYPE_DOTABLE, node);
    case CSPM_TYPE_EXTEND: {
        cspm_type *missing = read_type(r, node->kid[0]);
        missing->missing = missing->kind == TYPE_VARIABLE || missing->kind == TYPE_RIGID;
        return coset__type_two(&r->c->ts, TYPE_EXTENDABLE, missing, read_type(r, node->kid[1]));
    }
    case CSPM_TYPE_NAME:
        return named_type(r, node);
    default:
        return coset__type_var(&r->c->ts);
    }
}

static bool is_outer(const cspm_checker *c, const char *name)
{
    for (const cspm_variable *v = c->variables; v; v = v->outer)
        if (v->name == name)
            return true;
    return false;
}

/* Constraints are read after the type, to detect a variable that occurs only in a constraint. */
static void constrain(reader *r, const cspm_node *node)
{
    const cspm_node *name = node->kid[0];
    if (name->kind != CSPM_TYPE_NAME || name->symbol || name->n)
        return;
    uint32_t before = r->made.n;
    cspm_type *t = named_type(r, name);
    if (r->made.n > before)
        coset__check_report(r->c, name, "C203", "the type does not mention `%s`", name->text);
    else if (is_outer(r->c, name->text))
        coset__check_report(r->c, name, "C204", "`%s` belongs to an outer annotation, which has its constraints",
                            name->text);
    else
        t->constraints |= node->op;
}

cspm_scheme coset__check_annotation(cspm_checker *c, const cspm_node *scheme, bool rigid)
{
    reader r = {.c = c, .rigid = rigid, .known = c->variables};
    cspm_type *t = read_type(&r, scheme->kid[scheme->split]);
    for (uint32_t i = 0; i < scheme->split; i++)
        constrain(&r, scheme->kid[i]);
    cspm_scheme s = {.type = t};
    if (rigid) {
        c->variables = r.known;
    } else {
        s.n_vars = r.made.n;
        s.vars = r.made.n ? coset_arena_copy(c->ts.arena, r.made.at, r.made.n, sizeof t) : NULL;
    }
    coset_vec_fini(&r.made);
    return s;
}
