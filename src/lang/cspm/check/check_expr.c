/* Types of expressions. */
#include "lang/cspm/check/check_int.h"

static cspm_type *unknown(cspm_checker *c) { return coset__type_var(&c->ts); }
static cspm_type *set_of(cspm_checker *c, cspm_type *t) { return coset__type_one(&c->ts, TYPE_SET, t); }
static cspm_type *seq_of(cspm_checker *c, cspm_type *t) { return coset__type_one(&c->ts, TYPE_SEQ, t); }
/* With a new class. */
static cspm_type *integer(cspm_checker *c) { return coset__type_int(&c->ts); }
static cspm_type *see(cspm_checker *c, cspm_type *t) { return coset__type_see(&c->ts, t); }

void coset__check_expect(cspm_checker *c, cspm_node *node, cspm_type *type)
{
    cspm_type *t = coset__check_infer(c, node);
    coset__check_unify(c, node, type, t, SPLIT_BOTH);
}

static void expect_events(cspm_checker *c, cspm_node *node) { coset__check_expect(c, node, set_of(c, c->ts.event)); }

/* ---- names and applications ---------------------------------------------------------------------------------- */

static cspm_type *infer_name(cspm_checker *c, const cspm_node *node)
{
    const cspm_symbol *symbol = node->symbol;
    if (symbol && symbol->kind == SYMBOL_BUILTIN)
        symbol = c->program->builtins[symbol->builtin];
    if (!symbol || symbol->bad || !symbol->scheme.type)
        return unknown(c);
    return coset__type_instantiate(&c->ts, &symbol->scheme);
}

/* `f` as a function of n arguments, or NULL after a message. */
static cspm_type *as_function(cspm_checker *c, const cspm_node *node, cspm_type *f, uint32_t n)
{
    f = see(c, f);
    if (f->kind == TYPE_VARIABLE) {
        COSET_VEC(cspm_type *) at = {0};
        for (uint32_t i = 0; i <= n; i++)
            *coset_vec_add(&at) = unknown(c);
        cspm_type *function = coset__type_new(&c->ts, TYPE_FUNCTION, at.n, at.at);
        coset_vec_fini(&at);
        return coset__check_unify(c, node->kid[0], function, f, SPLIT_NONE) ? function : NULL;
    }
    if (f->kind != TYPE_FUNCTION)
        coset__check_report(c, node->kid[0], "C210", "this is not a function, it has type %s",
                            coset__type_text(&c->ts, f));
    else if (f->n - 1 != n)
        coset__check_report(c, node, "C211", "this function takes %u argument%s, but %u %s given", f->n - 1,
                            f->n == 2 ? "" : "s", n, n == 1 ? "is" : "are");
    else
        return f;
    return NULL;
}

static void unify_argument(cspm_checker *c, cspm_node *node, cspm_type *parameter)
{
    cspm_type *t = coset__check_evaluate(c, node, node->type, true);
    coset__check_unify(c, node, parameter, t, SPLIT_ACTUAL);
}

/* Arguments whose parameter is a plain variable are inferred first: they determine the number of fields of the dotted
 * ones. */
static cspm_type *infer_apply(cspm_checker *c, cspm_node *node)
{
    cspm_type *f = as_function(c, node, coset__check_infer(c, node->kid[0]), node->n - 1);
    for (uint32_t i = 1; i < node->n; i++)
        coset__check_infer(c, node->kid[i]);
    if (!f)
        return unknown(c);
    COSET_VEC(bool) done = {0};
    for (uint32_t i = 1; i < node->n; i++) {
        bool first = see(c, f->at[i - 1])->kind == TYPE_VARIABLE;
        *coset_vec_add(&done) = first;
        if (first)
            unify_argument(c, node->kid[i], f->at[i - 1]);
    }
    for (uint32_t i = 1; i < node->n; i++)
        if (!done.at[i - 1])
            unify_argument(c, node->kid[i], f->at[i - 1]);
    coset_vec_fini(&done);
    return coset__check_evaluate(c, node, f->at[f->n - 1], false);
}

static cspm_type *infer_lambda(cspm_checker *c, cspm_node *node)
{
    COSET_VEC(cspm_type *) at = {0};
    for (uint32_t i = 0; i < node->split; i++)
        *coset_vec_add(&at) = coset__check_evaluate(c, node->kid[i], coset__check_pattern(c, node->kid[i]), true);
    *coset_vec_add(&at) = coset__check_infer(c, node->kid[node->split]);
    cspm_type *t = coset__type_new(&c->ts, TYPE_FUNCTION, at.n, at.at);
    coset_vec_fini(&at);
    return t;
}

/* ---- collections --------------------------------------------------------------------------------------------- */

void coset__check_statements(cspm_checker *c, cspm_node *node, uint32_t from, uint32_t to, cspm_type_kind over)
{
    for (uint32_t i = from; i < to; i++) {
        cspm_node *s = node->kid[i];
        if (s->kind == CSPM_CONDITION) {
            coset__check_expect(c, s->kid[0], c->ts.boolean);
            continue;
        }
        cspm_type *element = unknown(c);
        coset__check_expect(c, s->kid[1], coset__type_one(&c->ts, over, element));
        cspm_type *pattern = coset__check_pattern(c, s->kid[0]);
        bool open = see(c, element)->kind == TYPE_VARIABLE;
        pattern = coset__check_evaluate(c, s->kid[0], pattern, open);
        coset__check_unify(c, s->kid[0], element, pattern, SPLIT_EXPECTED);
    }
}

static cspm_type *infer_elements(cspm_checker *c, cspm_node *node, cspm_type_kind kind)
{
    cspm_type *element = unknown(c);
    coset__check_statements(c, node, node->split, node->n, kind);
    for (uint32_t i = 0; i < node->split; i++) {
        coset__check_expect(c, node->kid[i], element);
        if (kind == TYPE_SET)
            coset__check_require(c, node->kid[i], node->kid[i]->type, COSET__CSPM_SET);
    }
    if (kind == TYPE_SET)
        (void)coset__type_require(&c->ts, element, COSET__CSPM_SET);
    return coset__type_one(&c->ts, kind, element);
}

static cspm_type *infer_range(cspm_checker *c, cspm_node *node, cspm_type_kind kind)
{
    coset__check_statements(c, node, node->split, node->n, kind);
    for (uint32_t i = 0; i < node->split; i++)
        coset__check_expect(c, node->kid[i], integer(c));
    return coset__type_one(&c->ts, kind, integer(c));
}

static cspm_type *infer_events(cspm_checker *c, cspm_node *node)
{
    cspm_type *whole = unknown(c);
    coset__check_statements(c, node, node->split, node->n, TYPE_SET);
    for (uint32_t i = 0; i < node->split; i++) {
        coset__check_expect(c, node->kid[i], coset__type_extendable(&c->ts, whole));
        coset__check_require(c, node->kid[i], whole, COSET__CSPM_YIELDABLE);
    }
    if (node->split == 0)
        coset__check_unify(c, node, c->ts.event, whole, SPLIT_NONE);
    return set_of(c, whole);
}

static cspm_type *infer_map(cspm_checker *c, cspm_node *node)
{
    cspm_type *key = unknown(c), *value = unknown(c);
    (void)coset__type_require(&c->ts, key, COSET__CSPM_SET);
    for (uint32_t i = 0; i < node->n; i += 2) {
        coset__check_expect(c, node->kid[i], key);
        coset__check_expect(c, node->kid[i + 1], value);
    }
    return coset__type_two(&c->ts, TYPE_MAP, key, value);
}

static cspm_type *infer_tuple(cspm_checker *c, cspm_node *node)
{
    COSET_VEC(cspm_type *) at = {0};
    for (uint32_t i = 0; i < node->n; i++)
        *coset_vec_add(&at) = coset__check_infer(c, node->kid[i]);
    cspm_type *t = coset__type_new(&c->ts, TYPE_TUPLE, at.n, at.at);
    coset_vec_fini(&at);
    return t;
}

static cspm_type *infer_dot(cspm_checker *c, cspm_node *node)
{
    cspm_type *t = NULL;
    for (uint32_t i = 0; i < node->n; i++)
        coset__check_infer(c, node->kid[i]);
    for (uint32_t i = node->n; i > 0; i--)
        t = t ? coset__type_two(&c->ts, TYPE_DOT, node->kid[i - 1]->type, t) : node->kid[i - 1]->type;
    return coset__check_evaluate(c, node, t, false);
}

/* ---- operators ----------------------------------------------------------------------------------------------- */

static cspm_type *infer_unary(cspm_checker *c, cspm_node *node)
{
    switch (node->op) {
    case CSPM_NOT:
        coset__check_expect(c, node->kid[0], c->ts.boolean);
        return c->ts.boolean;
    case CSPM_LENGTH:
        coset__check_expect(c, node->kid[0], seq_of(c, unknown(c)));
        return integer(c);
    default:
        coset__check_expect(c, node->kid[0], integer(c));
        return integer(c);
    }
}

static cspm_type *both(cspm_checker *c, cspm_node *node, cspm_type *operand, cspm_type *result)
{
    coset__check_expect(c, node->kid[0], operand);
    coset__check_expect(c, node->kid[1], operand);
    return result;
}

static cspm_type *compared(cspm_checker *c, cspm_node *node, uint8_t constraint)
{
    cspm_type *t = coset__check_infer(c, node->kid[0]);
    coset__check_infer(c, node->kid[1]);
    if (coset__check_unify(c, node->kid[1], t, node->kid[1]->type, SPLIT_BOTH))
        coset__check_require(c, node->kid[0], t, constraint);
    return c->ts.boolean;
}

static cspm_type *infer_binary(cspm_checker *c, cspm_node *node)
{
    switch (node->op) {
    case CSPM_OR:
    case CSPM_AND:
        return both(c, node, c->ts.boolean, c->ts.boolean);
    case CSPM_EQ:
    case CSPM_NE:
        return compared(c, node, COSET__CSPM_EQ);
    case CSPM_LT:
    case CSPM_GT:
    case CSPM_LE:
    case CSPM_GE:
        return compared(c, node, COSET__CSPM_ORD);
    case CSPM_CONCAT: {
        cspm_type *t = seq_of(c, unknown(c));
        return both(c, node, t, t);
    }
    default:
        coset__check_expect(c, node->kid[0], integer(c));
        coset__check_expect(c, node->kid[1], integer(c));
        return integer(c);
    }
}

static cspm_type *infer_if(cspm_checker *c, cspm_node *node)
{
    coset__check_expect(c, node->kid[0], c->ts.boolean);
    cspm_type *t = coset__check_infer(c, node->kid[1]);
    coset__check_infer(c, node->kid[2]);
    coset__check_unify(c, node->kid[2], t, node->kid[2]->type, SPLIT_BOTH);
    return t;
}

/* ---- processes ----------------------------------------------------------------------------------------------- */

static cspm_type *infer_field(cspm_checker *c, cspm_node *node)
{
    if (node->kind == CSPM_OUT)
        return node->type = coset__check_infer(c, node->kid[0]);
    cspm_type *set = node->n > 1 ? coset__check_infer(c, node->kid[1]) : NULL;
    cspm_type *t = coset__check_pattern(c, node->kid[0]);
    if (set) {
        cspm_type *element = unknown(c);
        if (coset__check_unify(c, node->kid[1], set_of(c, element), set, SPLIT_BOTH))
            coset__check_unify(c, node->kid[0], element, t, SPLIT_EXPECTED);
    }
    coset__check_require(c, node->n > 1 ? node->kid[1] : node->kid[0], t, COSET__CSPM_COMPLETE);
    return node->type = t;
}

static void check_field_order(cspm_checker *c, const cspm_node *node)
{
    bool others = false;
    for (uint32_t i = 1; i + 1 < node->n; i++) {
        others |= node->kid[i]->kind != CSPM_CHOOSE;
        if (others && node->kid[i]->kind == CSPM_CHOOSE)
            coset__check_report(c, node->kid[i], "C212", "`$` fields must precede all `?` and `!` fields");
    }
}

static cspm_type *infer_prefix(cspm_checker *c, cspm_node *node)
{
    uint32_t n = node->n - 1;
    coset__check_infer(c, node->kid[0]);
    for (uint32_t i = 1; i < n; i++)
        infer_field(c, node->kid[i]);
    check_field_order(c, node);
    cspm_type *t = node->kid[n - 1]->type;
    for (uint32_t i = n - 1; i > 0; i--)
        t = coset__type_two(&c->ts, TYPE_DOT, node->kid[i - 1]->type, t);
    cspm_node event = *node->kid[0];
    if (n > 1 && node->kid[n - 1]->end > event.begin)
        event.end = node->kid[n - 1]->end;
    coset__check_unify(c, &event, c->ts.event, t, SPLIT_BOTH);
    coset__check_expect(c, node->kid[n], c->ts.proc);
    return c->ts.proc;
}

void coset__check_ties(cspm_checker *c, cspm_node *ties)
{
    coset__check_statements(c, ties, ties->split, ties->n, TYPE_SET);
    for (uint32_t i = 0; i < ties->split; i++) {
        cspm_node *tie = ties->kid[i];
        cspm_type *t = coset__type_extendable(&c->ts, c->ts.event);
        coset__check_expect(c, tie->kid[0], t);
        coset__check_expect(c, tie->kid[1], t);
    }
}

static cspm_type *infer_process(cspm_checker *c, cspm_node *node)
{
    coset__check_expect(c, node->kid[0], c->ts.proc);
    coset__check_expect(c, node->kid[1], c->ts.proc);
    for (uint32_t i = 2; i < node->n; i++) {
        if (node->op == CSPM_LINKED)
            coset__check_ties(c, node->kid[i]);
        else
            expect_events(c, node->kid[i]);
    }
    return c->ts.proc;
}

static cspm_type *infer_replicated(cspm_checker *c, cspm_node *node)
{
    bool ordered = node->op == CSPM_SEQUENCE || node->op == CSPM_LINKED;
    coset__check_statements(c, node, 0, node->split, ordered ? TYPE_SEQ : TYPE_SET);
    coset__check_expect(c, node->kid[node->split], c->ts.proc);
    for (uint32_t i = node->split + 1; i < node->n; i++) {
        if (node->op == CSPM_LINKED)
            coset__check_ties(c, node->kid[i]);
        else
            expect_events(c, node->kid[i]);
    }
    return c->ts.proc;
}

static cspm_type *infer_hide(cspm_checker *c, cspm_node *node)
{
    coset__check_expect(c, node->kid[0], c->ts.proc);
    expect_events(c, node->kid[1]);
    return c->ts.proc;
}

/* ---- all expressions ----------------------------------------------------------------------------------------- */

static cspm_type *infer_value(cspm_checker *c, cspm_node *node)
{
    switch (node->kind) {
    case CSPM_NAME:
        return infer_name(c, node);
    case CSPM_INT:
        return integer(c);
    case CSPM_CHAR:
        return c->ts.character;
    case CSPM_STRING:
        return seq_of(c, c->ts.character);
    case CSPM_BOOL:
        return c->ts.boolean;
    case CSPM_PAREN:
        return coset__check_infer(c, node->kid[0]);
    case CSPM_TUPLE:
        return infer_tuple(c, node);
    case CSPM_SET:
        return infer_elements(c, node, TYPE_SET);
    case CSPM_SEQ:
        return infer_elements(c, node, TYPE_SEQ);
    case CSPM_SET_RANGE:
        return infer_range(c, node, TYPE_SET);
    case CSPM_SEQ_RANGE:
        return infer_range(c, node, TYPE_SEQ);
    case CSPM_EVENTS:
        return infer_events(c, node);
    case CSPM_MAP:
        return infer_map(c, node);
    case CSPM_DOT:
        return infer_dot(c, node);
    case CSPM_UNARY:
        return infer_unary(c, node);
    case CSPM_BINARY:
        return infer_binary(c, node);
    case CSPM_IF:
        return infer_if(c, node);
    case CSPM_LET:
        coset__check_groups(c, node->groups, false);
        return coset__check_infer(c, node->kid[node->split]);
    case CSPM_LAMBDA:
        return infer_lambda(c, node);
    case CSPM_APPLY:
        return infer_apply(c, node);
    default:
        return unknown(c);
    }
}

static cspm_type *infer_process_form(cspm_checker *c, cspm_node *node)
{
    switch (node->kind) {
    case CSPM_PREFIX:
        return infer_prefix(c, node);
    case CSPM_GUARD:
        coset__check_expect(c, node->kid[0], c->ts.boolean);
        coset__check_expect(c, node->kid[1], c->ts.proc);
        return c->ts.proc;
    case CSPM_PROCESS:
        return infer_process(c, node);
    case CSPM_HIDE:
    case CSPM_PROJECT:
        return infer_hide(c, node);
    case CSPM_RENAME:
        coset__check_expect(c, node->kid[0], c->ts.proc);
        coset__check_ties(c, node->kid[1]);
        return c->ts.proc;
    case CSPM_REPLICATED:
        return infer_replicated(c, node);
    default:
        return unknown(c);
    }
}

cspm_type *coset__check_infer(cspm_checker *c, cspm_node *node)
{
    node->type = node->kind < CSPM_PREFIX ? infer_value(c, node) : infer_process_form(c, node);
    return node->type;
}

/* ---- patterns ------------------------------------------------------------------------------------------------ */

static cspm_type *pattern_binder(cspm_checker *c, const cspm_node *node)
{
    cspm_symbol *symbol = node->symbol;
    if (!symbol->scheme.type)
        symbol->scheme.type = unknown(c);
    return symbol->scheme.type;
}

static cspm_type *pattern_elements(cspm_checker *c, cspm_node *node, cspm_type_kind kind)
{
    cspm_type *element = unknown(c);
    for (uint32_t i = 0; i < node->n; i++)
        coset__check_unify(c, node->kid[i], element, coset__check_pattern(c, node->kid[i]), SPLIT_NONE);
    if (kind == TYPE_SET && node->n)
        coset__check_require(c, node, element, COSET__CSPM_EQ);
    return coset__type_one(&c->ts, kind, element);
}

static cspm_type *pattern_both(cspm_checker *c, cspm_node *node)
{
    cspm_type *t = coset__check_pattern(c, node->kid[0]);
    coset__check_unify(c, node->kid[1], t, coset__check_pattern(c, node->kid[1]), SPLIT_NONE);
    return t;
}

static cspm_type *pattern_dot(cspm_checker *c, cspm_node *node)
{
    cspm_type *t = NULL;
    for (uint32_t i = node->n; i > 0; i--) {
        cspm_type *part = coset__check_pattern(c, node->kid[i - 1]);
        t = t ? coset__type_two(&c->ts, TYPE_DOT, part, t) : part;
    }
    return coset__check_evaluate(c, node, t, false);
}

static cspm_type *pattern_tuple(cspm_checker *c, cspm_node *node)
{
    COSET_VEC(cspm_type *) at = {0};
    for (uint32_t i = 0; i < node->n; i++)
        *coset_vec_add(&at) = coset__check_pattern(c, node->kid[i]);
    cspm_type *t = coset__type_new(&c->ts, TYPE_TUPLE, at.n, at.at);
    coset_vec_fini(&at);
    return t;
}

static cspm_type *pattern(cspm_checker *c, cspm_node *node)
{
    switch (node->kind) {
    case CSPM_BINDER:
        return pattern_binder(c, node);
    case CSPM_NAME:
        return infer_name(c, node);
    case CSPM_TUPLE:
        return pattern_tuple(c, node);
    case CSPM_SET:
        return pattern_elements(c, node, TYPE_SET);
    case CSPM_SEQ:
        return pattern_elements(c, node, TYPE_SEQ);
    case CSPM_BINARY: {
        cspm_type *t = pattern_both(c, node);
        coset__check_unify(c, node, seq_of(c, unknown(c)), t, SPLIT_NONE);
        return t;
    }
    case CSPM_DOUBLE:
        return pattern_both(c, node);
    case CSPM_DOT:
        return pattern_dot(c, node);
    case CSPM_PAREN:
        return coset__check_pattern(c, node->kid[0]);
    case CSPM_WILD:
        return unknown(c);
    default:
        return infer_value(c, node);
    }
}

cspm_type *coset__check_pattern(cspm_checker *c, cspm_node *node) { return node->type = pattern(c, node); }
