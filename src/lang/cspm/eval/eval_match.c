/* Patterns. */
#include "lang/cspm/check/slots.h"
#include "lang/cspm/eval/eval_int.h"

/* A dotted value is matched part by part: a constructor or channel in the pattern opens the current value, so its
 * fields become the next parts. The last part of the pattern matches all remaining ones. */
typedef struct {
    cspm_machine *m;
    cspm_frame *frame;
    cspm_values parts; /* remaining parts, the next one on top */
} dotted;

static const cspm_node *bare(const cspm_node *node)
{
    while (node->kind == CSPM_PAREN)
        node = node->kid[0];
    return node;
}

static int bind(const cspm_node *node, cspm_value *v, cspm_frame *frame)
{
    frame->at[node->symbol->slot] = v;
    return 1;
}

static int match_tuple(cspm_machine *m, const cspm_node *pattern, cspm_value *v, cspm_frame *frame)
{
    v = coset__eval_force(m, v);
    int matches = v ? 1 : -1;
    for (uint32_t i = 0; i < pattern->n && matches == 1; i++)
        matches = coset__eval_match(m, pattern->kid[i], v->at[i].value, frame);
    return matches;
}

static int match_set(cspm_machine *m, const cspm_node *pattern, cspm_value *v, cspm_frame *frame)
{
    v = coset__eval_force(m, v);
    if (v && pattern->n == 0 && v->sub != SET_LIST && coset__set_infinite(m, v))
        return m->failed ? -1 : 0;
    cspm_value *list = v ? coset__set_list(m, v) : NULL;
    if (!list)
        return -1;
    if (list->n != pattern->n)
        return 0;
    return list->n ? coset__eval_match(m, pattern->kid[0], list->at[0].value, frame) : 1;
}

/* ---- sequences ----------------------------------------------------------------------------------------------- */

/* p1^p2^.. as parts; each is a list of elements of fixed length, except for at most one. */
typedef COSET_VEC(const cspm_node *) patterns;

static void sequence_parts(const cspm_node *node, patterns *out)
{
    node = bare(node);
    if (node->kind == CSPM_BINARY) {
        sequence_parts(node->kid[0], out);
        sequence_parts(node->kid[1], out);
    } else {
        *coset_vec_add(out) = node;
    }
}

static bool is_open(const cspm_node *part) { return part->kind == CSPM_BINDER || part->kind == CSPM_WILD; }

static uint32_t length_of(const cspm_node *part) { return part->kind == CSPM_STRING ? (uint32_t)part->value : part->n; }

/* The elements of a part of fixed length, from *seq on; advances *seq past them. */
static int match_elements(cspm_machine *m, const cspm_node *part, cspm_value **seq, cspm_frame *frame)
{
    for (uint32_t i = 0; i < length_of(part); i++) {
        cspm_value *s = *seq = coset__eval_force(m, *seq);
        if (!s)
            return -1;
        if (s->kind == VALUE_NIL)
            return 0;
        int matches;
        if (part->kind == CSPM_STRING) {
            const cspm_value *c = coset__eval_force(m, s->at[0].value);
            matches = c ? c->at[0].integer == (unsigned char)part->text[i] : -1;
        } else {
            matches = coset__eval_match(m, part->kid[i], s->at[0].value, frame);
        }
        if (matches != 1)
            return matches;
        *seq = s->at[1].value;
    }
    return 1;
}

/* The parts after the open one, whose length is then known: the elements are counted from the end. */
static int match_tail(cspm_machine *m, const patterns *parts, uint32_t open, cspm_value *seq, cspm_frame *frame)
{
    cspm_values elements = {0};
    uint32_t behind = 0;
    int matches = coset__seq_elements(m, seq, &elements) ? 1 : -1;
    for (uint32_t i = open + 1; i < parts->n; i++)
        behind += length_of(parts->at[i]);
    if (matches == 1 && elements.n < behind)
        matches = 0;
    if (matches == 1) {
        uint32_t middle = elements.n - behind;
        cspm_value *rest = coset__value_seq(m, elements.at + middle, behind, m->nil);
        cspm_value *taken = coset__value_seq(m, elements.at, middle, m->nil);
        matches = rest && taken ? coset__eval_match(m, parts->at[open], taken, frame) : -1;
        for (uint32_t i = open + 1; i < parts->n && matches == 1; i++)
            matches = match_elements(m, parts->at[i], &rest, frame);
    }
    coset_vec_fini(&elements);
    return matches;
}

static int match_sequence(cspm_machine *m, const cspm_node *pattern, cspm_value *seq, cspm_frame *frame)
{
    patterns parts = {0};
    sequence_parts(pattern, &parts);
    int matches = 1;
    uint32_t i = 0;
    for (; i < parts.n && matches == 1 && !is_open(parts.at[i]); i++)
        matches = match_elements(m, parts.at[i], &seq, frame);
    if (matches == 1 && i == parts.n) {
        seq = coset__eval_force(m, seq);
        matches = seq ? seq->kind == VALUE_NIL : -1;
    } else if (matches == 1 && i + 1 == parts.n) {
        matches = coset__eval_match(m, parts.at[i], seq, frame);
    } else if (matches == 1) {
        matches = match_tail(m, &parts, i, seq, frame);
    }
    coset_vec_fini(&parts);
    return matches;
}

/* ---- dotted values ------------------------------------------------------------------------------------------- */

static void push_parts(cspm_values *stack, cspm_value *v)
{
    if (v->kind == VALUE_DOTS)
        for (uint32_t i = v->n; i > 0; i--)
            *coset_vec_add(stack) = v->at[i - 1].value;
    else
        *coset_vec_add(stack) = v;
}

/* The next `n` parts as one value. */
static cspm_value *take_parts(dotted *d, uint32_t n)
{
    if (d->parts.n < n || n == 0)
        return NULL;
    if (n == 1)
        return d->parts.at[--d->parts.n];
    cspm_value *v = coset__value_new(d->m, VALUE_DOTS, 0, n);
    for (uint32_t i = 0; v && i < n; i++)
        v->at[i].value = d->parts.at[--d->parts.n];
    return v;
}

/* A constructor or channel: its fields become the next parts. */
static int open_data(dotted *d, const cspm_node *name)
{
    const cspm_value *v = take_parts(d, 1);
    if (!v || v->kind != VALUE_DATA || v->at[0].symbol != name->symbol)
        return 0;
    for (uint32_t i = v->n; i > 1; i--)
        *coset_vec_add(&d->parts) = v->at[i - 1].value;
    return 1;
}

static int match_part(dotted *d, const cspm_node *pattern, bool last)
{
    const cspm_node *inner = bare(pattern);
    if (inner->kind == CSPM_NAME && !last)
        return open_data(d, inner);
    uint32_t width = 1;
    if (last)
        width = d->parts.n;
    else if (inner->kind == CSPM_DOT || inner->kind == CSPM_DOUBLE)
        width = coset__cspm_width(inner->type);
    cspm_value *v = take_parts(d, width);
    if (!v)
        return d->m->failed ? -1 : 0;
    return coset__eval_match(d->m, pattern, v, d->frame);
}

static int match_dot(cspm_machine *m, const cspm_node *pattern, cspm_value *v, cspm_frame *frame)
{
    v = coset__eval_force(m, v);
    if (!v)
        return -1;
    dotted d = {.m = m, .frame = frame};
    push_parts(&d.parts, v);
    int matches = 1;
    for (uint32_t i = 0; i < pattern->n && matches == 1; i++)
        matches = match_part(&d, pattern->kid[i], i + 1 == pattern->n);
    coset_vec_fini(&d.parts);
    return matches;
}

/* ---- all patterns -------------------------------------------------------------------------------------------- */

static int match_literal(cspm_machine *m, const cspm_node *pattern, cspm_value *v)
{
    v = coset__eval_force(m, v);
    return v ? v->at[0].integer == pattern->value : -1;
}

/* A constructor or channel alone: the value has no field (yet). */
static int match_head(cspm_machine *m, const cspm_node *pattern, cspm_value *v)
{
    v = coset__eval_force(m, v);
    if (!v)
        return -1;
    return v->kind == VALUE_DATA && v->n == 1 && v->at[0].symbol == pattern->symbol;
}

int coset__eval_match(cspm_machine *m, const cspm_node *pattern, cspm_value *v, cspm_frame *frame)
{
    if (!coset__eval_room(m))
        return -1;
    pattern = bare(pattern);
    switch (pattern->kind) {
    case CSPM_BINDER:
        return bind(pattern, v, frame);
    case CSPM_WILD:
        return 1;
    case CSPM_INT:
    case CSPM_BOOL:
    case CSPM_CHAR:
        return match_literal(m, pattern, v);
    case CSPM_NAME:
        return match_head(m, pattern, v);
    case CSPM_TUPLE:
        return match_tuple(m, pattern, v, frame);
    case CSPM_SET:
        return match_set(m, pattern, v, frame);
    case CSPM_STRING:
    case CSPM_SEQ:
    case CSPM_BINARY:
        return match_sequence(m, pattern, v, frame);
    case CSPM_DOT:
        return match_dot(m, pattern, v, frame);
    default: { /* p @@ q */
        int first = coset__eval_match(m, pattern->kid[0], v, frame);
        return first == 1 ? coset__eval_match(m, pattern->kid[1], v, frame) : first;
    }
    }
}
