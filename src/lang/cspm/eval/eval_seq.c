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

/* ---- the whole ------------------------------------------------------------------------------------------------ */

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
