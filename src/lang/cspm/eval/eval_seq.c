/* Sequences, lazily. */
#include "lang/cspm/eval/eval_int.h"

static cspm_value *lazy(cspm_machine *m, cspm_thunk_kind kind, uint32_t n)
{
    return coset__value_new(m, VALUE_THUNK, kind, n);
}

cspm_value *coset__seq_range(cspm_machine *m, int64_t first, cspm_value *last, cspm_value *rest)
{
    if (last && first > last->at[0].integer)
        return coset__eval_force(m, rest);
    if (last && first == last->at[0].integer)
        return coset__value_cons(m, coset__value_int(m, first), rest);
    cspm_value *tail = lazy(m, THUNK_RANGE, 3);
    if (!tail)
        return NULL;
    tail->at[0].integer = first;
    tail->at[1].value = last;
    tail->at[2].value = rest;
    return coset__value_cons(m, coset__value_int(m, first), tail);
}

cspm_value *coset__seq_range_after(cspm_machine *m, int64_t before, cspm_value *last, cspm_value *rest)
{
    if (before == INT64_MAX)
        return coset__eval_wrong(m, "the number is too large");
    return coset__seq_range(m, before + 1, last, rest);
}

cspm_value *coset__seq_append(cspm_machine *m, cspm_value *a, cspm_value *b)
{
    a = coset__eval_force(m, a);
    if (!a)
        return NULL;
    if (a->kind == VALUE_NIL)
        return coset__eval_force(m, b);
    if (b->kind == VALUE_NIL)
        return a;
    cspm_value *tail = lazy(m, THUNK_APPEND, 2);
    if (!tail)
        return NULL;
    tail->at[0].value = a->at[1].value;
    tail->at[1].value = b;
    return coset__value_cons(m, a->at[0].value, tail);
}

cspm_value *coset__seq_concat(cspm_machine *m, cspm_value *sequences)
{
    for (;;) {
        sequences = coset__eval_force(m, sequences);
        if (!sequences || sequences->kind == VALUE_NIL)
            return sequences;
        cspm_value *first = coset__eval_force(m, sequences->at[0].value);
        if (!first)
            return NULL;
        if (first->kind == VALUE_NIL) {
            sequences = sequences->at[1].value;
            continue;
        }
        cspm_value *rest = lazy(m, THUNK_CONCAT, 2);
        if (!rest)
            return NULL;
        rest->at[0].value = sequences->at[1].value;
        return coset__seq_append(m, first, rest);
    }
}

/* ---- comprehensions ------------------------------------------------------------------------------------------ */

/* <heads | statements> as nested loops that stop after each element: what is still to come is a THUNK_MORE that knows
 * the frame outside a generator, the generator, the rest of its sequence, and the thunk that follows. */
typedef struct {
    cspm_machine *m;
    const cspm_node *node;
    cspm_frame *frame;
    uint32_t at;         /* the next statement */
    cspm_value *rest;    /* of its sequence; NULL = it has not been looked at */
    cspm_value *follows; /* or NULL: nothing follows */
} loop;

static cspm_value *heads(const loop *l)
{
    cspm_machine *m = l->m;
    cspm_value *tail = l->follows ? l->follows : m->nil;
    const cspm_node *node = l->node;
    if (node->kind == CSPM_SEQ_RANGE) {
        int64_t first, last = 0;
        if (!coset__eval_integer(m, node->kid[0], l->frame, &first) ||
            (node->split > 1 && !coset__eval_integer(m, node->kid[1], l->frame, &last)))
            return NULL;
        cspm_value *end = node->split > 1 ? coset__value_int(m, last) : NULL;
        return m->failed ? NULL : coset__seq_range(m, first, end, tail);
    }
    for (uint32_t i = node->split; i > 0 && tail; i--)
        tail = coset__value_cons(m, coset__eval_later(m, node->kid[i - 1], l->frame), tail);
    return tail ? coset__eval_force(m, tail) : NULL;
}

/* Goes on with what follows; false if nothing does or it is a value already. */
static bool follow(loop *l, cspm_value **value)
{
    cspm_value *t = l->follows;
    if (!t || t->sub != THUNK_MORE) {
        *value = t ? coset__eval_force(l->m, t) : l->m->nil;
        return false;
    }
    l->frame = t->at[1].frame;
    l->at = (uint32_t)t->at[2].integer;
    l->rest = t->at[3].value;
    l->follows = t->at[4].value;
    return true;
}

static cspm_value *more_of(const loop *l, cspm_value *rest)
{
    cspm_value *t = lazy(l->m, THUNK_MORE, 5);
    if (!t)
        return NULL;
    t->at[0].node = l->node;
    t->at[1].frame = l->frame;
    t->at[2].integer = l->at;
    t->at[3].value = rest;
    t->at[4].value = l->follows;
    return t;
}

/* The generator's next element that matches: true when the loop goes on inside it; else `value`, or what follows. */
static bool advance(loop *l, const cspm_node *s, cspm_value **value)
{
    cspm_machine *m = l->m;
    cspm_value *seq = l->rest ? coset__eval_force(m, l->rest) : coset__eval_node(m, s->kid[1], l->frame);
    while (seq && seq->kind == VALUE_CONS) {
        cspm_frame *inner = coset__eval_frame_copy(m, l->frame);
        int matches = inner ? coset__eval_match(m, s->kid[0], seq->at[0].value, inner) : -1;
        if (matches < 0)
            return false;
        if (matches) {
            cspm_value *more = more_of(l, seq->at[1].value);
            l->follows = more;
            l->frame = inner;
            l->rest = NULL;
            l->at++;
            return more;
        }
        seq = coset__eval_force(m, seq->at[1].value);
    }
    return seq && follow(l, value);
}

static cspm_value *run(loop *l)
{
    cspm_value *value = NULL;
    while (coset__eval_room(l->m)) {
        if (l->at == l->node->n)
            return heads(l);
        const cspm_node *s = l->node->kid[l->at];
        if (s->kind == CSPM_GENERATOR) {
            if (!advance(l, s, &value))
                return value;
            continue;
        }
        int yes = coset__eval_condition(l->m, s->kid[0], l->frame);
        if (yes < 0 || (!yes && !follow(l, &value)))
            return value;
        l->at += yes == 1;
    }
    return NULL;
}

cspm_value *coset__seq_more(cspm_machine *m, const cspm_value *t)
{
    loop l = {m, t->at[0].node, t->at[1].frame, (uint32_t)t->at[2].integer, t->at[3].value, t->at[4].value};
    return run(&l);
}

cspm_value *coset__seq_eval(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    loop l = {.m = m, .node = node, .frame = frame, .at = node->split};
    if (node->slots)
        l.frame = coset__eval_frame(m, frame, node->slots);
    return l.frame ? run(&l) : NULL;
}

static bool too_long(cspm_machine *m)
{
    return coset__eval_wrong(m, "a sequence with more than %llu elements, or an endless one",
                             (unsigned long long)m->limits.most_elements);
}

bool coset__seq_length(cspm_machine *m, cspm_value *seq, int64_t *out)
{
    int64_t n = 0;
    for (seq = coset__eval_force(m, seq); seq && seq->kind == VALUE_CONS; n++) {
        if ((uint64_t)n >= m->limits.most_elements)
            return too_long(m);
        seq = coset__eval_force(m, seq->at[1].value);
    }
    *out = n;
    return seq;
}

bool coset__seq_elements(cspm_machine *m, cspm_value *seq, cspm_values *out)
{
    for (seq = coset__eval_force(m, seq); seq && seq->kind == VALUE_CONS;
         seq = coset__eval_force(m, seq->at[1].value)) {
        if (out->n >= m->limits.most_elements)
            return too_long(m);
        *coset_vec_add(out) = seq->at[0].value;
    }
    return seq;
}
