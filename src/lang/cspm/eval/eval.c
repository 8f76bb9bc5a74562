/* Expressions. */
#include "lang/cspm/eval/eval.h"

#include <stdio.h>

#include "lang/cspm/eval/eval_int.h"

/* ---- application --------------------------------------------------------------------------------------------- */

/* The next node and its frame, with which the loop of `coset__eval_node` continues. */
typedef struct {
    const cspm_node *node;
    cspm_frame *frame;
} next_step;

static bool bind_args(cspm_machine *m, const cspm_node *args, const cspm_cell *value, cspm_frame *frame, int *matches)
{
    *matches = 1;
    for (uint32_t i = 0; i < args->n && *matches == 1; i++)
        *matches = coset__eval_match(m, args->kid[i], value[i].value, frame);
    return *matches >= 0;
}

static bool enter_clause(cspm_machine *m, const cspm_node *clause, const cspm_value *f, cspm_frame *frame, int *matches)
{
    const cspm_cell *value = f->at + 2;
    *matches = 1;
    for (uint32_t i = 0; i + 1 < clause->n && *matches == 1; i++) {
        if (!bind_args(m, clause->kid[i], value, frame, matches))
            return false;
        value += clause->kid[i]->n;
    }
    return true;
}

static uint32_t parameters(const cspm_node *function)
{
    if (function->kind == CSPM_LAMBDA)
        return function->split;
    uint32_t n = 0;
    const cspm_node *clause = function->kid[0];
    for (uint32_t i = 0; i + 1 < clause->n; i++)
        n += clause->kid[i]->n;
    return n;
}

/* No clause matches the arguments. */
static bool no_match(cspm_machine *m, const cspm_value *f)
{
    const cspm_node *node = f->at[0].node;
    char words[300];
    size_t n = 0;
    for (uint32_t i = 2; i < f->n; i++) {
        char *text = coset__eval_show(m, f->at[i].value);
        if (!text)
            return false;
        int w = snprintf(words + n, sizeof words - n, "%s%s", i > 2 ? ", " : "", text);
        coset_delete(text);
        n += (size_t)w < sizeof words - n ? (size_t)w : sizeof words - n - 1;
    }
    words[n] = '\0';
    (void)coset__eval_wrong(m, "no clause of %s matches the arguments (%s)",
                            node->kind == CSPM_FUNCTION ? node->text : "this function", words);
    return false;
}

static bool enter_lambda(cspm_machine *m, const cspm_value *f, next_step *next)
{
    const cspm_node *node = f->at[0].node;
    cspm_frame *frame = coset__eval_frame(m, f->at[1].frame, node->slots);
    int matches = 1;
    for (uint32_t i = 0; frame && i < node->split && matches == 1; i++)
        matches = coset__eval_match(m, node->kid[i], f->at[i + 2].value, frame);
    if (!frame || matches < 0)
        return false;
    if (!matches)
        return no_match(m, f);
    *next = (next_step){node->kid[node->split], frame};
    return true;
}

static bool enter_function(cspm_machine *m, const cspm_value *f, next_step *next)
{
    const cspm_node *node = f->at[0].node;
    if (node->kind == CSPM_LAMBDA)
        return enter_lambda(m, f, next);
    for (uint32_t i = 0; i < node->n; i++) {
        const cspm_node *clause = node->kid[i];
        cspm_frame *frame = coset__eval_frame(m, f->at[1].frame, clause->slots);
        int matches;
        if (!frame || !enter_clause(m, clause, f, frame, &matches))
            return false;
        if (matches) {
            *next = (next_step){clause->kid[clause->n - 1], frame};
            return true;
        }
    }
    return no_match(m, f);
}

static cspm_value *with_args(cspm_machine *m, const cspm_value *f, cspm_value *const *args, uint32_t n)
{
    cspm_value *more = coset__value_new(m, (cspm_value_kind)f->kind, 0, f->n + n);
    if (!more)
        return NULL;
    for (uint32_t i = 0; i < f->n; i++)
        more->at[i] = f->at[i];
    for (uint32_t i = 0; i < n; i++)
        more->at[f->n + i].value = args[i];
    return more;
}

/* Either a value, or NULL and in `next` the node to evaluate for it. */
static cspm_value *apply(cspm_machine *m, cspm_value *f, cspm_value *const *args, uint32_t n, next_step *next)
{
    next->node = NULL;
    if (!f)
        return NULL;
    if (f->kind == VALUE_BUILTIN) {
        cspm_value *all = f->n > 1 ? with_args(m, f, args, n) : NULL;
        COSET_VEC(cspm_value *) list = {0};
        for (uint32_t i = 1; all && i < all->n; i++)
            *coset_vec_add(&list) = all->at[i].value;
        cspm_value *v = coset__builtin_call(m, (uint32_t)f->at[0].integer, all ? list.at : args, all ? list.n : n);
        coset_vec_fini(&list);
        return v;
    }
    COSET_INVARIANT(f->kind == VALUE_FUNCTION);
    cspm_value *more = with_args(m, f, args, n);
    if (!more || more->n - 2 < parameters(f->at[0].node))
        return more;
    (void)enter_function(m, more, next);
    return NULL;
}

cspm_value *coset__eval_apply(cspm_machine *m, cspm_value *f, cspm_value *const *args, uint32_t n)
{
    next_step next;
    cspm_value *v = apply(m, coset__eval_force(m, f), args, n, &next);
    return next.node && !m->failed ? coset__eval_node(m, next.node, next.frame) : v;
}

static cspm_value *apply_node(cspm_machine *m, const cspm_node *node, cspm_frame *frame, next_step *next)
{
    next->node = NULL;
    cspm_value *f = coset__eval_node(m, node->kid[0], frame);
    cspm_values args = {0};
    for (uint32_t i = 1; f && i < node->n; i++)
        *coset_vec_add(&args) = coset__eval_later(m, node->kid[i], frame);
    m->here = m->failed ? m->here : node;
    cspm_value *v = m->failed ? NULL : apply(m, f, args.at, args.n, next);
    coset_vec_fini(&args);
    return v;
}

/* ---- operators ----------------------------------------------------------------------------------------------- */

int coset__eval_condition(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    const cspm_value *v = coset__eval_node(m, node, frame);
    return v ? (int)v->at[0].integer : -1;
}

bool coset__eval_integer(cspm_machine *m, const cspm_node *node, cspm_frame *frame, int64_t *out)
{
    const cspm_value *v = coset__eval_node(m, node, frame);
    if (v)
        *out = v->at[0].integer;
    return v;
}

/* Division rounds down, the remainder has the sign of the divisor. */
static cspm_value *divide(cspm_machine *m, int64_t a, int64_t b, bool remainder)
{
    if (b == 0)
        return coset__eval_wrong(m, "division by zero");
    if (b == -1) { /* the quotient may not fit */
        int64_t q;
        if (remainder)
            return coset__value_int(m, 0);
        return __builtin_sub_overflow((int64_t)0, a, &q) ? coset__eval_wrong(m, "the number is too large")
                                                         : coset__value_int(m, q);
    }
    int64_t q = a / b, r = a % b;
    if (r != 0 && (r < 0) != (b < 0)) {
        q--;
        r += b;
    }
    return coset__value_int(m, remainder ? r : q);
}

static cspm_value *arithmetic(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    int64_t a, b, c = 0;
    if (!coset__eval_integer(m, node->kid[0], frame, &a) || !coset__eval_integer(m, node->kid[1], frame, &b))
        return NULL;
    bool overflow = false;
    m->here = node;
    switch (node->op) {
    case CSPM_ADD:
        overflow = __builtin_add_overflow(a, b, &c);
        break;
    case CSPM_SUB:
        overflow = __builtin_sub_overflow(a, b, &c);
        break;
    case CSPM_MUL:
        overflow = __builtin_mul_overflow(a, b, &c);
        break;
    default:
        return divide(m, a, b, node->op == CSPM_MOD);
    }
    return overflow ? coset__eval_wrong(m, "the number is too large") : coset__value_int(m, c);
}

static cspm_value *compare(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *a = coset__eval_node(m, node->kid[0], frame);
    cspm_value *b = a ? coset__eval_node(m, node->kid[1], frame) : NULL;
    int order = 0;
    m->here = m->failed ? m->here : node;
    if (!b)
        return NULL;
    bool equality = node->op == CSPM_EQ || node->op == CSPM_NE;
    if (equality ? !coset__eval_compare(m, a, b, &order) : !coset__eval_order(m, a, b, &order))
        return NULL;
    switch (node->op) {
    case CSPM_EQ:
        return coset__value_bool(m, order == 0);
    case CSPM_NE:
        return coset__value_bool(m, order != 0);
    case CSPM_LT:
        return coset__value_bool(m, order == -1);
    case CSPM_GT:
        return coset__value_bool(m, order == 1);
    case CSPM_LE:
        return coset__value_bool(m, order == -1 || order == 0);
    default:
        return coset__value_bool(m, order == 1 || order == 0);
    }
}

static cspm_value *concatenate(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *b = coset__eval_later(m, node->kid[1], frame);
    cspm_value *a = b ? coset__eval_node(m, node->kid[0], frame) : NULL;
    return a ? coset__seq_append(m, a, b) : NULL;
}

/* `and` and `or`: the second operand decides unless the first one does. */
static cspm_value *binary(cspm_machine *m, const cspm_node *node, cspm_frame *frame, next_step *next)
{
    switch (node->op) {
    case CSPM_OR:
    case CSPM_AND: {
        int first = coset__eval_condition(m, node->kid[0], frame);
        if (first < 0)
            return NULL;
        if (first == (node->op == CSPM_OR))
            return coset__value_bool(m, first);
        *next = (next_step){node->kid[1], frame};
        return NULL;
    }
    case CSPM_CONCAT:
        return concatenate(m, node, frame);
    case CSPM_ADD:
    case CSPM_SUB:
    case CSPM_MUL:
    case CSPM_DIV:
    case CSPM_MOD:
        return arithmetic(m, node, frame);
    default:
        return compare(m, node, frame);
    }
}

static cspm_value *unary(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *v = coset__eval_node(m, node->kid[0], frame);
    if (!v)
        return NULL;
    int64_t n = 0;
    switch (node->op) {
    case CSPM_NOT:
        return coset__value_bool(m, !v->at[0].integer);
    case CSPM_NEGATE:
        m->here = node;
        return __builtin_sub_overflow((int64_t)0, v->at[0].integer, &n)
                   ? coset__eval_wrong(m, "the number is too large")
                   : coset__value_int(m, n);
    default:
        return coset__seq_length(m, v, &n) ? coset__value_int(m, n) : NULL;
    }
}

/* ---- other forms --------------------------------------------------------------------------------------------- */

static cspm_value *tuple(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *v = coset__value_new(m, VALUE_TUPLE, 0, node->n);
    for (uint32_t i = 0; v && i < node->n; i++) {
        v->at[i].value = coset__eval_later(m, node->kid[i], frame);
        if (!v->at[i].value)
            return NULL;
    }
    return v;
}

static cspm_value *dotted(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *v = coset__eval_node(m, node->kid[0], frame);
    for (uint32_t i = 1; v && i < node->n; i++) {
        cspm_value *part = coset__eval_node(m, node->kid[i], frame);
        m->here = m->failed ? m->here : node;
        v = part ? coset__dot_join(m, v, part) : NULL;
    }
    return v;
}

static cspm_value *process(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *p = coset__value_new(m, VALUE_PROCESS, 0, 2);
    if (!p)
        return NULL;
    p->at[0].node = node;
    p->at[1].frame = frame;
    return p;
}

static cspm_value *map(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_values pairs = {0};
    for (uint32_t i = 0; i < node->n; i += 2) {
        cspm_value *pair[] = {coset__eval_later(m, node->kid[i], frame), coset__eval_later(m, node->kid[i + 1], frame)};
        *coset_vec_add(&pairs) = coset__value_tuple(m, pair, 2);
    }
    cspm_value *list = m->failed ? NULL : coset__value_seq(m, pairs.at, pairs.n, m->nil);
    coset_vec_fini(&pairs);
    return list ? coset__map_of(m, list) : NULL;
}

static cspm_value *literal(cspm_machine *m, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_INT:
        return coset__value_int(m, node->value);
    case CSPM_BOOL:
        return coset__value_bool(m, node->value);
    case CSPM_CHAR:
        return coset__value_char(m, (int)node->value);
    default:
        return coset__value_text(m, node->text, (size_t)node->value);
    }
}

static cspm_value *name(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    const cspm_symbol *symbol = node->symbol;
    if (symbol->kind == SYMBOL_BUILTIN && node->timed && coset__builtin_is_process(symbol->builtin))
        return process(m, node, frame); /* STOP and SKIP let time pass there */
    if (symbol->kind == SYMBOL_BUILTIN)
        return coset__builtin_value(m, symbol->builtin);
    return coset__eval_force(m, coset__eval_variable(symbol, frame));
}

/* A form that is no value yet: the next step, or a value. */
static cspm_value *control(cspm_machine *m, const cspm_node *node, cspm_frame *frame, next_step *next)
{
    switch (node->kind) {
    case CSPM_PAREN:
        *next = (next_step){node->kid[0], frame};
        return NULL;
    case CSPM_IF: {
        int yes = coset__eval_condition(m, node->kid[0], frame);
        if (yes >= 0)
            *next = (next_step){node->kid[yes ? 1 : 2], frame};
        return NULL;
    }
    case CSPM_LET: {
        cspm_frame *inner = coset__eval_frame(m, frame, node->slots);
        if (inner && coset__eval_define(m, node->groups, inner))
            *next = (next_step){node->kid[node->split], inner};
        return NULL;
    }
    case CSPM_APPLY:
        return apply_node(m, node, frame, next);
    default:
        return binary(m, node, frame, next);
    }
}

static bool is_control(const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_PAREN:
    case CSPM_IF:
    case CSPM_LET:
    case CSPM_APPLY:
    case CSPM_BINARY:
        return true;
    default:
        return false;
    }
}

static cspm_value *plain(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    switch (node->kind) {
    case CSPM_NAME:
        return name(m, node, frame);
    case CSPM_INT:
    case CSPM_BOOL:
    case CSPM_CHAR:
    case CSPM_STRING:
        return literal(m, node);
    case CSPM_TUPLE:
        return tuple(m, node, frame);
    case CSPM_SET:
    case CSPM_SET_RANGE:
    case CSPM_EVENTS:
        return coset__set_eval(m, node, frame);
    case CSPM_SEQ:
    case CSPM_SEQ_RANGE:
        return coset__seq_eval(m, node, frame);
    case CSPM_MAP:
        return map(m, node, frame);
    case CSPM_DOT:
        return dotted(m, node, frame);
    case CSPM_UNARY:
        return unary(m, node, frame);
    case CSPM_LAMBDA:
        return coset__eval_closure(m, node, frame);
    case CSPM_NAMETYPE:
        return coset__set_type(m, node->kid[0], frame);
    case CSPM_SUBTYPE:
        return coset__set_subtype(m, node, frame);
    default:
        return process(m, node, frame);
    }
}

cspm_value *coset__eval_node(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    if (!coset__eval_room(m))
        return NULL;
    cspm_call call = {.outer = m->calls};
    while (is_control(node)) {
        next_step next = {0};
        if (node->kind == CSPM_APPLY) {
            call.node = node;
            m->calls = &call;
        }
        cspm_value *v = control(m, node, frame, &next);
        if (v || !next.node || m->failed) {
            m->calls = call.outer;
            return m->failed ? NULL : v;
        }
        node = next.node;
        frame = next.frame;
    }
    m->here = node;
    cspm_value *v = plain(m, node, frame);
    m->calls = call.outer;
    return v;
}
