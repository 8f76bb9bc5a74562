/* Memory for values, and the simplest of them. */
#include <string.h>

#include "lang/cspm/eval/eval_int.h"

#define CHUNK ((uint64_t)1 << 20)

void *coset__value_grab(cspm_machine *m, uint64_t bytes)
{
    if (bytes > m->chunk_left) {
        uint64_t size = bytes > CHUNK ? bytes : CHUNK;
        if (m->bytes + size > m->limits.most_bytes) {
            (void)coset__eval_wrong(m, "the evaluation needs more than %llu MB",
                                    (unsigned long long)(m->limits.most_bytes >> 20));
            return NULL;
        }
        m->chunk = coset_new(size, 1);
        m->chunk_left = size;
        m->bytes += size;
        *coset_vec_add(&m->chunks) = m->chunk;
    }
    void *p = m->chunk;
    m->chunk += bytes;
    m->chunk_left -= bytes;
    return p;
}

cspm_value *coset__value_new(cspm_machine *m, cspm_value_kind kind, uint32_t sub, uint32_t n)
{
    cspm_value *v = coset__value_grab(m, sizeof *v + (n + !n) * sizeof(cspm_cell)); /* room for its new address */
    if (!v)
        return NULL;
    v->kind = (uint8_t)kind;
    v->sub = (uint8_t)sub;
    v->n = n;
    return v;
}

cspm_frame *coset__eval_frame(cspm_machine *m, cspm_frame *outer, uint32_t n)
{
    cspm_frame *f = coset__value_grab(m, sizeof *f + n * sizeof(cspm_value *));
    if (!f)
        return NULL;
    f->kind = VALUE_FRAME;
    f->outer = outer;
    f->level = outer ? (uint16_t)(outer->level + 1) : 0;
    f->n = n;
    return f;
}

cspm_frame *coset__eval_frame_copy(cspm_machine *m, const cspm_frame *frame)
{
    cspm_frame *f = coset__eval_frame(m, frame->outer, frame->n);
    if (f)
        memcpy(f->at, frame->at, frame->n * sizeof *f->at);
    return f;
}

static cspm_value *number(cspm_machine *m, cspm_value_kind kind, int64_t i)
{
    cspm_value *v = coset__value_new(m, kind, 0, 1);
    if (v)
        v->at[0].integer = i;
    return v;
}

cspm_value *coset__value_int(cspm_machine *m, int64_t i)
{
    if (i < -SMALL_INTS || i > SMALL_INTS)
        return number(m, VALUE_INT, i);
    cspm_value **kept = &m->ints[i + SMALL_INTS];
    if (!*kept)
        *kept = number(m, VALUE_INT, i);
    return *kept;
}

cspm_value *coset__value_bool(cspm_machine *m, bool b)
{
    if (!m->booleans[b])
        m->booleans[b] = number(m, VALUE_BOOL, b);
    return m->booleans[b];
}

cspm_value *coset__value_char(cspm_machine *m, int c) { return number(m, VALUE_CHAR, c); }

cspm_value *coset__value_cons(cspm_machine *m, cspm_value *head, cspm_value *tail)
{
    cspm_value *v = head && tail ? coset__value_new(m, VALUE_CONS, 0, 2) : NULL;
    if (v) {
        v->at[0].value = head;
        v->at[1].value = tail;
    }
    return v;
}

cspm_value *coset__value_tuple(cspm_machine *m, cspm_value *const *part, uint32_t n)
{
    cspm_value *v = coset__value_new(m, VALUE_TUPLE, 0, n);
    for (uint32_t i = 0; v && i < n; i++) {
        if (!part[i])
            return NULL;
        v->at[i].value = part[i];
    }
    return v;
}

cspm_value *coset__value_seq(cspm_machine *m, cspm_value *const *at, uint32_t n, cspm_value *tail)
{
    while (n > 0 && tail)
        tail = coset__value_cons(m, at[--n], tail);
    return tail;
}

cspm_value *coset__value_text(cspm_machine *m, const char *text, size_t len)
{
    cspm_value *s = m->nil;
    while (len > 0 && s)
        s = coset__value_cons(m, coset__value_char(m, (unsigned char)text[--len]), s);
    return s;
}
