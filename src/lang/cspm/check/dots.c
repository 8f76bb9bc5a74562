/* Dotted types: evaluation from the right, and unification of lists of parts. See type.h. */
#include "lang/cspm/check/type_int.h"

void coset__type_parts(cspm_types *ts, cspm_type *t, cspm_parts *out)
{
    for (t = coset__type_see(ts, t); t->kind == TYPE_DOT; t = coset__type_see(ts, t->at[1])) {
        if (coset__type_see(ts, t->at[0])->kind == TYPE_DOT && out->n < TYPE_DEPTH)
            coset__type_parts(ts, t->at[0], out);
        else
            *coset_vec_add(out) = coset__type_see(ts, t->at[0]);
    }
    *coset_vec_add(out) = t;
}

cspm_type *coset__type_join(cspm_types *ts, cspm_type *const *part, uint32_t n)
{
    cspm_type *t = part[n - 1];
    for (uint32_t i = n - 1; i > 0; i--)
        t = coset__type_two(ts, TYPE_DOT, part[i - 1], t);
    return t;
}

cspm_type *coset__type_fields(cspm_types *ts, cspm_type *t, cspm_parts *out)
{
    for (t = coset__type_see(ts, t); t->kind == TYPE_DOTABLE; t = coset__type_see(ts, t->at[1]))
        coset__type_parts(ts, t->at[0], out);
    return t;
}

cspm_type *coset__type_dotable(cspm_types *ts, cspm_type *const *field, uint32_t n, cspm_type *base)
{
    while (n > 0)
        base = coset__type_two(ts, TYPE_DOTABLE, field[--n], base);
    return base;
}

static bool is_unfinished(const cspm_type *t) { return t->kind == TYPE_DOTABLE || t->kind == TYPE_EXTENDABLE; }

/* The type of an unfinished part when all its fields are present. */
static cspm_type *finished(cspm_types *ts, cspm_type *t)
{
    t = coset__type_see(ts, t);
    while (is_unfinished(t))
        t = coset__type_see(ts, t->at[1]);
    return t;
}

/* `t` with its final result replaced by `base`: the same fields are missing. */
static cspm_type *rebased(cspm_types *ts, cspm_type *t, cspm_type *base, uint32_t depth)
{
    t = coset__type_see(ts, t);
    if (!is_unfinished(t) || !coset__type_step(ts, depth))
        return base;
    return coset__type_two(ts, (cspm_type_kind)t->kind, t->at[0], rebased(ts, t->at[1], base, depth + 1));
}

/* ---- evaluation ---------------------------------------------------------------------------------------------- */

/* Evaluated parts, the first one on top: parts are pushed from the right. */
typedef struct {
    cspm_types *ts;
    cspm_parts stack;
    bool longest;
    uint32_t depth;
} evaluation;

static cspm_type *top_of(evaluation *e) { return coset__type_see(e->ts, e->stack.at[e->stack.n - 1]); }

/* Splits the first field off a DOTABLE. */
static cspm_type *first_field(cspm_types *ts, cspm_type *t, cspm_type **remains)
{
    cspm_parts fields = {0};
    coset__type_parts(ts, t->at[0], &fields);
    cspm_type *first = fields.at[0];
    *remains = coset__type_dotable(ts, fields.at + 1, fields.n - 1, t->at[1]);
    coset_vec_fini(&fields);
    return first;
}

/* A field that is itself unfinished passes on its missing fields. */
static bool take_unfinished(evaluation *e, cspm_type **t, cspm_type *next)
{
    cspm_type *remains, *first = first_field(e->ts, *t, &remains);
    if (!coset__type_unify_at(e->ts, first, finished(e->ts, next), SPLIT_BOTH, e->depth + 1))
        return false;
    *t = rebased(e->ts, next, remains, e->depth);
    e->stack.n--;
    return true;
}

/* All remaining parts are the last field. */
static bool take_all(evaluation *e, cspm_type *first)
{
    cspm_parts rest = {0};
    while (e->stack.n)
        *coset_vec_add(&rest) = e->stack.at[--e->stack.n];
    cspm_type *all = coset__type_join(e->ts, rest.at, rest.n);
    coset_vec_fini(&rest);
    return coset__type_unify_at(e->ts, first, all, SPLIT_BOTH, e->depth + 1);
}

static bool take_one(evaluation *e, cspm_type **t, cspm_type *next)
{
    cspm_type *remains, *first = first_field(e->ts, *t, &remains);
    cspm_type *after = coset__type_see(e->ts, remains);
    *t = remains;
    /* A variable followed by more parts than the declared fields is a constructor that takes them. */
    bool constructs = coset__type_is_open(next) && e->stack.n > 1 && (first->kind == TYPE_DATATYPE) &&
                      (after->kind == TYPE_EVENT || after->kind == TYPE_DATATYPE);
    if (constructs)
        return take_all(e, first);
    if (coset__type_is_open(first) && e->stack.n > 1 && !is_unfinished(after) && after->kind != TYPE_VARIABLE)
        return take_all(e, first);
    e->stack.n--;
    return coset__type_unify_at(e->ts, first, next, SPLIT_BOTH, e->depth + 1);
}

/* A variable at the end takes all fields. */
static bool take_longest(evaluation *e, cspm_type **t, cspm_type *variable)
{
    cspm_parts fields = {0};
    cspm_type *base = coset__type_fields(e->ts, *t, &fields);
    bool ok = coset__type_bind(e->ts, variable, coset__type_join(e->ts, fields.at, fields.n), SPLIT_BOTH, e->depth);
    coset_vec_fini(&fields);
    e->stack.n--;
    *t = base;
    return ok;
}

/* An unknown number of fields is missing: a variable can only be one of them. */
static bool ends_open(cspm_types *ts, cspm_type *t)
{
    while (t->kind == TYPE_DOTABLE)
        t = coset__type_see(ts, t->at[1]);
    return t->kind == TYPE_EXTENDABLE;
}

/* One field of `t` from the stack; *more is false if `t` has to remain unchanged. */
static bool take_field(evaluation *e, cspm_type **t, bool *more)
{
    cspm_type *next = top_of(e);
    if ((*t)->kind == TYPE_EXTENDABLE) { /* what is missing begins with a field */
        cspm_type *field = finished(e->ts, next), *rest = coset__type_missing(e->ts);
        cspm_type *missing = coset__type_see(e->ts, (*t)->at[0]);
        return coset__type_bind(e->ts, missing, coset__type_two(e->ts, TYPE_MORE, field, rest), SPLIT_NONE, e->depth);
    }
    if (is_unfinished(next))
        return take_unfinished(e, t, next);
    if (coset__type_is_open(next) && e->stack.n == 1) {
        cspm_type *remains, *first = first_field(e->ts, *t, &remains);
        if (first != next && !ends_open(e->ts, *t)) {
            *more = e->longest;
            return !e->longest || take_longest(e, t, next);
        }
    }
    return take_one(e, t, next);
}

static bool push(evaluation *e, cspm_type *t)
{
    bool more = true;
    t = coset__type_see(e->ts, t);
    while (more && e->stack.n && is_unfinished(t)) {
        if (!coset__type_step(e->ts, e->depth) || !take_field(e, &t, &more))
            return false;
        t = coset__type_see(e->ts, t);
    }
    *coset_vec_add(&e->stack) = t;
    return true;
}

bool coset__type_evaluate_parts(cspm_types *ts, cspm_parts *parts, bool longest, uint32_t depth)
{
    evaluation e = {.ts = ts, .longest = longest, .depth = depth};
    bool ok = true;
    for (uint32_t i = parts->n; ok && i > 0; i--)
        ok = push(&e, parts->at[i - 1]);
    parts->n = 0;
    cspm_parts result = {0};
    while (ok && e.stack.n)
        coset__type_parts(ts, e.stack.at[--e.stack.n], &result);
    coset_vec_fini(parts);
    coset_vec_fini(&e.stack);
    *parts = result;
    return ok;
}

cspm_type *coset__type_evaluate_at(cspm_types *ts, cspm_type *t, bool longest, uint32_t depth)
{
    t = coset__type_see(ts, t);
    if (t->kind != TYPE_DOT)
        return t;
    cspm_parts parts = {0};
    coset__type_parts(ts, t, &parts);
    bool ok = coset__type_evaluate_parts(ts, &parts, longest, depth);
    t = ok ? coset__type_join(ts, parts.at, parts.n) : NULL;
    coset_vec_fini(&parts);
    return t;
}

cspm_type *coset__type_evaluate(cspm_types *ts, cspm_type *t, bool longest)
{
    coset__type_start(ts);
    return coset__type_evaluate_at(ts, t, longest, 0);
}

/* ---- unification of lists ------------------------------------------------------------------------------------ */

typedef struct {
    cspm_type *const *at;
    uint32_t n;
} span;

static span parts_span(const cspm_parts *p) { return (span){p->at, p->n}; }

static cspm_type *span_type(cspm_types *ts, span s) { return coset__type_join(ts, s.at, s.n); }

/* d.v with d dotable and v a variable that may be any number of its fields. */
static bool is_stuck(cspm_types *ts, span s)
{
    return s.n == 2 && coset__type_see(ts, s.at[0])->kind == TYPE_DOTABLE &&
           coset__type_is_open(coset__type_see(ts, s.at[1]));
}

/* d.v against a dotable: v is the fields of d that the other no longer needs. */
static bool meet_dotable(cspm_types *ts, span stuck, cspm_type *other, uint32_t depth)
{
    cspm_parts fields = {0}, left = {0};
    cspm_type *base = coset__type_fields(ts, stuck.at[0], &fields);
    cspm_type *other_base = coset__type_fields(ts, other, &left);
    bool ok = fields.n > left.n;
    if (ok && other_base->kind == TYPE_EXTENDABLE) { /* one field is v, the rest is missing */
        cspm_type *rest = coset__type_dotable(ts, fields.at + 1, fields.n - 1, base);
        ok = coset__type_bind(ts, coset__type_see(ts, stuck.at[1]), fields.at[0], SPLIT_BOTH, depth) &&
             coset__type_unify_at(ts, rest, other, SPLIT_BOTH, depth + 1);
    } else if (ok) {
        uint32_t taken = fields.n - left.n;
        cspm_type *v = coset__type_join(ts, fields.at, taken);
        cspm_type *rest = coset__type_dotable(ts, fields.at + taken, left.n, base);
        ok = coset__type_bind(ts, coset__type_see(ts, stuck.at[1]), v, SPLIT_BOTH, depth) &&
             coset__type_unify_at(ts, rest, other, SPLIT_BOTH, depth + 1);
    } else {
        ok = coset__type_differ(ts, span_type(ts, stuck), other);
    }
    coset_vec_fini(&fields);
    coset_vec_fini(&left);
    return ok;
}

/* d.v against base.rest: v is all fields of d, then rest. */
static bool meet_list(cspm_types *ts, span stuck, span other, uint32_t depth)
{
    cspm_parts fields = {0};
    cspm_type *base = coset__type_fields(ts, stuck.at[0], &fields);
    for (uint32_t i = 1; i < other.n; i++)
        *coset_vec_add(&fields) = other.at[i];
    cspm_type *v = coset__type_join(ts, fields.at, fields.n);
    coset_vec_fini(&fields);
    return coset__type_bind(ts, coset__type_see(ts, stuck.at[1]), v, SPLIT_BOTH, depth) &&
           coset__type_unify_at(ts, base, other.at[0], SPLIT_BOTH, depth + 1);
}

static bool meet_stuck(cspm_types *ts, span stuck, span other, int split, uint32_t depth)
{
    cspm_type *head = coset__type_see(ts, other.at[0]);
    if (other.n == 1 && is_unfinished(head))
        return meet_dotable(ts, stuck, head, depth);
    if (!is_stuck(ts, other) && !coset__type_is_open(head))
        return meet_list(ts, stuck, other, depth);
    cspm_type *whole = coset__type_evaluate_at(ts, span_type(ts, stuck), true, depth);
    return whole && coset__type_unify_at(ts, whole, span_type(ts, other), split, depth + 1);
}

/* Types over which a dotted pattern must not be split because their values may be dotted. Over others (an Int) it may:
 * FDR accepts such patterns, which match nothing. */
static bool may_be_dotted(const cspm_type *t)
{
    switch (t->kind) {
    case TYPE_EVENT:
    case TYPE_DATATYPE:
    case TYPE_RIGID:
    case TYPE_DOTABLE:
    case TYPE_EXTENDABLE:
        return true;
    default:
        return false;
    }
}

/* One part against several: the part is a variable, or the list begins with a variable that becomes dotable. */
static bool one_against(cspm_types *ts, cspm_type *one, span list, bool may_split, uint32_t depth)
{
    one = coset__type_see(ts, one);
    cspm_type *head = coset__type_see(ts, list.at[0]);
    if (coset__type_is_open(one))
        return coset__type_bind(ts, one, span_type(ts, list), SPLIT_BOTH, depth);
    if ((!may_split && may_be_dotted(one)) || !coset__type_is_open(head))
        return coset__type_differ(ts, one, span_type(ts, list));
    cspm_type *fields = coset__type_join(ts, list.at + 1, list.n - 1);
    return coset__type_bind(ts, head, coset__type_two(ts, TYPE_DOTABLE, fields, one), SPLIT_BOTH, depth);
}

static int flipped(int split)
{
    return (split & SPLIT_EXPECTED ? SPLIT_ACTUAL : 0) | (split & SPLIT_ACTUAL ? SPLIT_EXPECTED : 0);
}

static bool unify_spans(cspm_types *ts, span a, span b, int split, uint32_t depth)
{
    while (coset__type_step(ts, depth)) {
        if (is_stuck(ts, a) && !coset__type_is_open(coset__type_see(ts, b.at[0])))
            return meet_stuck(ts, a, b, split, depth);
        if (is_stuck(ts, b) && !coset__type_is_open(coset__type_see(ts, a.at[0])))
            return meet_stuck(ts, b, a, flipped(split), depth);
        if (a.n == 1 && b.n == 1)
            return coset__type_unify_at(ts, a.at[0], b.at[0], split, depth + 1);
        if (a.n == 1)
            return one_against(ts, a.at[0], b, split & SPLIT_ACTUAL, depth);
        if (b.n == 1)
            return one_against(ts, b.at[0], a, split & SPLIT_EXPECTED, depth);
        if (is_stuck(ts, a))
            return meet_stuck(ts, a, b, split, depth);
        if (is_stuck(ts, b))
            return meet_stuck(ts, b, a, flipped(split), depth);
        if (!coset__type_unify_at(ts, a.at[0], b.at[0], split, depth + 1))
            return false;
        a.at++, a.n--;
        b.at++, b.n--;
    }
    return false;
}

bool coset__type_unify_dots(cspm_types *ts, cspm_type *a, cspm_type *b, int split, uint32_t depth)
{
    cspm_parts p = {0}, q = {0};
    coset__type_parts(ts, a, &p);
    coset__type_parts(ts, b, &q);
    bool ok = coset__type_evaluate_parts(ts, &p, false, depth) && coset__type_evaluate_parts(ts, &q, false, depth) &&
              unify_spans(ts, parts_span(&p), parts_span(&q), split, depth);
    coset_vec_fini(&p);
    coset_vec_fini(&q);
    return ok;
}
