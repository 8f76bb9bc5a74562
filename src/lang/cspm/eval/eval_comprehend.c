/* Set, event set and sequence expressions: elements, ranges and comprehensions. */
#include "lang/cspm/eval/eval_int.h"

/* ---- statements ---------------------------------------------------------------------------------------------- */

static bool elements_of(cspm_machine *m, const cspm_node *node, cspm_frame *frame, cspm_values *out)
{
    cspm_value *v = coset__eval_node(m, node, frame);
    if (!v)
        return false;
    if (v->kind != VALUE_SET)
        return coset__seq_elements(m, v, out);
    m->here = node;
    cspm_value *list = coset__set_list(m, v);
    for (uint32_t i = 0; list && i < list->n; i++)
        *coset_vec_add(out) = list->at[i].value;
    return list;
}

bool coset__set_statements(cspm_machine *m, const cspm_node *node, uint32_t from, uint32_t to, cspm_frame *frame,
                           cspm_each *each, void *ctx)
{
    if (from == to)
        return each(m, frame, ctx);
    const cspm_node *s = node->kid[from];
    if (s->kind == CSPM_CONDITION) {
        int yes = coset__eval_condition(m, s->kid[0], frame);
        return yes < 0 ? false : yes ? coset__set_statements(m, node, from + 1, to, frame, each, ctx) : true;
    }
    cspm_values elements = {0};
    bool ok = elements_of(m, s->kid[1], frame, &elements);
    for (uint32_t i = 0; ok && i < elements.n; i++) {
        cspm_frame *inner = coset__eval_frame_copy(m, frame);
        int matches = inner ? coset__eval_match(m, s->kid[0], elements.at[i], inner) : -1;
        ok = matches >= 0 && (!matches || coset__set_statements(m, node, from + 1, to, inner, each, ctx));
    }
    coset_vec_fini(&elements);
    return ok;
}

/* ---- sets ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const cspm_node *node;
    cspm_values values; /* elements found one by one */
    cspm_value *set;    /* union of the sets found */
} collection;

static bool add_heads(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    collection *c = ctx;
    for (uint32_t i = 0; i < c->node->split; i++) {
        if (c->values.n >= m->limits.most_elements)
            return coset__eval_wrong(m, "a set with more than %llu elements",
                                     (unsigned long long)m->limits.most_elements);
        cspm_value *v = coset__eval_later(m, c->node->kid[i], frame);
        if (!v)
            return false;
        *coset_vec_add(&c->values) = v;
    }
    return true;
}

static cspm_value *range(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    int64_t first, last;
    if (!coset__eval_integer(m, node->kid[0], frame, &first))
        return NULL;
    if (node->split == 1) {
        cspm_value *from = coset__value_new(m, VALUE_SET, SET_FROM, 1);
        if (from)
            from->at[0].integer = first;
        return from;
    }
    if (!coset__eval_integer(m, node->kid[1], frame, &last))
        return NULL;
    if (last < first)
        return m->empty;
    if ((uint64_t)last - (uint64_t)first >= m->limits.most_elements)
        return coset__eval_wrong(m, "a set with more than %llu elements", (unsigned long long)m->limits.most_elements);
    cspm_value *list = coset__value_new(m, VALUE_SET, SET_LIST, (uint32_t)(last - first) + 1);
    for (uint32_t i = 0; list && i < list->n; i++)
        list->at[i].value = coset__value_int(m, first + i);
    return m->failed ? NULL : list;
}

static bool add_range(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    collection *c = ctx;
    cspm_value *set = range(m, c->node, frame);
    c->set = set ? coset__set_union(m, c->set, set) : NULL;
    return c->set;
}

static cspm_value *only(cspm_machine *m, cspm_value *v)
{
    cspm_value *set = coset__value_new(m, VALUE_SET, SET_LIST, 1);
    if (set)
        set->at[0].value = v;
    return set;
}

/* c.1.2 as {|c.1.2|}: if all fields so far are complete, it is a product with the sets of the others. */
static cspm_value *production_set(cspm_machine *m, cspm_value *v)
{
    cspm_values list = {0};
    cspm_value *set = NULL;
    bool open = v->kind == VALUE_DATA && !coset__dot_complete(v);
    if (open && (v->n == 1 || coset__dot_complete(v->at[v->n - 1].value))) {
        cspm_symbol *symbol = v->at[0].symbol;
        cspm_value *fields = coset__dot_fields(m, symbol);
        set = fields ? coset__value_new(m, VALUE_SET, SET_DATA, symbol->fields + 2) : NULL;
        if (set)
            set->at[0].symbol = symbol;
        for (uint32_t i = 0; set && i < symbol->fields; i++)
            set->at[i + 1].value = i + 1 < v->n ? only(m, v->at[i + 1].value) : fields->at[i].value;
    } else if (coset__dot_productions(m, v, &list)) {
        set = coset__set_of(m, &list);
    }
    coset_vec_fini(&list);
    return m->failed ? NULL : set;
}

static bool add_events(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    collection *c = ctx;
    for (uint32_t i = 0; i < c->node->split && c->set; i++) {
        cspm_value *v = coset__eval_node(m, c->node->kid[i], frame);
        m->here = m->failed ? m->here : c->node->kid[i];
        cspm_value *set = v ? production_set(m, v) : NULL;
        c->set = set ? coset__set_union(m, c->set, set) : NULL;
    }
    return c->set;
}

cspm_value *coset__set_eval(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    collection c = {.node = node, .set = m->empty};
    cspm_each *each = node->kind == CSPM_SET ? add_heads : node->kind == CSPM_EVENTS ? add_events : add_range;
    if (node->slots)
        frame = coset__eval_frame(m, frame, node->slots);
    bool ok = frame && coset__set_statements(m, node, node->split, node->n, frame, each, &c);
    cspm_value *set = NULL;
    if (ok)
        set = node->kind == CSPM_SET ? coset__set_of(m, &c.values) : c.set;
    coset_vec_fini(&c.values);
    return set;
}

/* ---- sequences ------------------------------------------------------------------------------------------------ */

/* <heads | statements> as nested loops that suspend after each element: the rest is a THUNK_MORE with the frame outside
 * a generator, the generator, the rest of its sequence, and the following thunk. */
typedef struct {
    cspm_machine *m;
    const cspm_node *node;
    cspm_frame *frame;
    uint32_t at;         /* the next statement */
    cspm_value *rest;    /* of its sequence; NULL = not evaluated yet */
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

/* Continues with the following thunk; false if there is none or it is a value already. */
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
    cspm_value *t = coset__value_new(l->m, VALUE_THUNK, THUNK_MORE, 5);
    if (!t)
        return NULL;
    t->at[0].node = l->node;
    t->at[1].frame = l->frame;
    t->at[2].integer = l->at;
    t->at[3].value = rest;
    t->at[4].value = l->follows;
    return t;
}

/* The generator's next matching element: true if the loop continues inside it; else `value`, or the following thunk. */
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
