/* Steps of prefixes: events with inputs, outputs and choices. */
#include "lang/cspm/check/slots.h"
#include "lang/cspm/proc/proc_int.h"

typedef struct {
    cspm_procs *ps;
    const cspm_node *node; /* the PREFIX */
    cspm_step_list *out;
    uint32_t tock; /* in a Timed section, else 0 */
} offer;

static uint32_t last_field(const cspm_node *node) { return node->n - 2; }

/* ---- what a field can be -------------------------------------------------------------------------------------- */

static cspm_value *first_parts(cspm_machine *m, cspm_value *v, uint32_t n)
{
    if (v->kind != VALUE_DOTS || v->n <= n)
        return v;
    if (n == 1)
        return v->at[0].value;
    cspm_value *parts = coset__value_new(m, VALUE_DOTS, 0, n);
    for (uint32_t i = 0; parts && i < n; i++)
        parts->at[i] = v->at[i];
    return parts;
}

/* The next field belongs to a channel or constructor whose fields so far are all complete. */
static bool at_border(const cspm_value *event)
{
    return event->kind == VALUE_DATA && (event->n == 1 || coset__dot_complete(event->at[event->n - 1].value));
}

static bool add_list(cspm_machine *m, cspm_value *set, cspm_values *out)
{
    cspm_value *list = set ? coset__set_list(m, set) : NULL;
    for (uint32_t i = 0; list && i < list->n; i++)
        *coset_vec_add(out) = list->at[i].value;
    return list;
}

/* All values of the next `width` fields. */
static bool next_fields(cspm_machine *m, cspm_value *event, uint32_t width, cspm_values *out)
{
    if (width == 1 && at_border(event)) {
        cspm_value *fields = coset__dot_fields(m, event->at[0].symbol);
        return fields && add_list(m, fields->at[event->n - 1].value, out);
    }
    cspm_values all = {0};
    bool ok = coset__dot_extensions(m, event, &all);
    for (uint32_t i = 0; ok && i < all.n; i++) {
        all.at[i] = first_parts(m, all.at[i], width);
        ok = all.at[i];
    }
    ok = ok && add_list(m, coset__set_of(m, &all), out);
    coset_vec_fini(&all);
    return ok;
}

/* The constructors of a pattern and the parts between them, each for one field: `c?x.y` and `c?Y.n?m`. */
typedef COSET_VEC(const cspm_node *) parts;

static void parts_of(const cspm_node *pattern, parts *out)
{
    const cspm_node *node = pattern;
    while (node->kind == CSPM_PAREN)
        node = node->kid[0];
    for (uint32_t i = 0; node->kind == CSPM_DOT && i < node->n; i++)
        parts_of(node->kid[i], out);
    if (node->kind != CSPM_DOT)
        *coset_vec_add(out) = node;
}

/* The possible next values that begin with a constructor: the constructor without fields. */
static bool constructor(cspm_machine *m, cspm_value *event, const cspm_node *name, cspm_values *out)
{
    cspm_values all = {0};
    bool ok = next_fields(m, event, 1, &all), any = false;
    for (uint32_t i = 0; ok && i < all.n && !any; i++)
        any = all.at[i]->kind == VALUE_DATA && all.at[i]->at[0].symbol == name->symbol;
    coset_vec_fini(&all);
    cspm_value *head = any ? coset__value_new(m, VALUE_DATA, 0, 1) : NULL;
    if (!head)
        return ok && !any;
    head->at[0].symbol = name->symbol;
    *coset_vec_add(out) = head;
    return true;
}

/* The values for one part of the pattern of field i. */
static bool options(offer *o, uint32_t i, const cspm_node *part, bool last, cspm_value *event, cspm_values *out)
{
    o->ps->m->here = o->node->kid[i];
    if (part->kind == CSPM_NAME)
        return constructor(o->ps->m, event, part, out);
    if (last && i == last_field(o->node))
        return coset__dot_extensions(o->ps->m, event, out);
    return next_fields(o->ps->m, event, coset__cspm_width(part->type), out);
}

/* ---- events --------------------------------------------------------------------------------------------------- */

static bool post_delay(offer *o, cspm_value *event, cspm_frame *frame, int64_t *n)
{
    const cspm_node *timed = o->node->timed;
    cspm_machine *m = o->ps->m;
    *n = 1;
    if (timed->split == timed->n)
        return true;
    while (frame->level > (uint32_t)timed->value)
        frame = frame->outer;
    cspm_value *f = coset__eval_node(m, timed->kid[timed->split], frame);
    cspm_value *v = f ? coset__eval_apply(m, f, &event, 1) : NULL;
    if (!v)
        return false;
    *n = v->at[0].integer;
    if (*n >= 0 && *n < UINT32_MAX)
        return true;
    (void)coset__eval_wrong(m, "%lld is not a valid duration of an event", (long long)*n);
    return false;
}

static uint32_t after(offer *o, cspm_value *event, cspm_frame *frame)
{
    const cspm_node *body = o->node->kid[o->node->n - 1];
    int64_t delay = 0;
    if (o->tock && !post_delay(o, event, frame, &delay))
        return NONE;
    if (delay > 0) {
        uint32_t code = coset__proc_code(o->ps, body, frame, 1);
        return code == NONE ? NONE
                            : coset__term_put(o->ps, (uint64_t[]){TERM_DELAY, o->tock, (uint64_t)delay, code}, 4);
    }
    cspm_value *process = coset__eval_node(o->ps->m, body, frame);
    return process ? coset__proc_of(o->ps, process) : NONE;
}

static bool complete(offer *o, cspm_value *event, cspm_frame *frame)
{
    o->ps->m->here = o->node->kid[0];
    uint32_t number = coset__proc_event(o->ps, event);
    uint32_t to = number == NONE ? NONE : after(o, event, frame);
    if (to != NONE)
        coset__step_add(o->out, number, to);
    return to != NONE;
}

static bool choose(offer *o, uint32_t i, cspm_value *event, cspm_frame *frame)
{
    uint32_t value = coset__proc_value(o->ps, event);
    if (value == NONE)
        return false;
    uint32_t *kept = coset__proc_by_value(&o->ps->code_kept, value);
    if (!*kept)
        *kept = coset__eval_keep(o->ps->m, event) + 1;
    uint32_t code = coset__proc_code(o->ps, o->node, frame, i + 1);
    if (code == NONE)
        return false;
    coset__step_add(o->out, COSET_TAU, coset__term_put(o->ps, (uint64_t[]){TERM_CHOOSING, code, i + 1, value}, 4));
    return true;
}

static bool fields(offer *o, uint32_t i, cspm_value *event, cspm_frame *frame);

static bool field_done(offer *o, uint32_t i, cspm_value *event, cspm_frame *frame)
{
    return o->node->kid[i]->kind == CSPM_CHOOSE ? choose(o, i, event, frame) : fields(o, i + 1, event, frame);
}

/* Matches `pattern` with a value: 1, and extends the event by it and binds its names; 0 = no match; -1 = failed. */
static int take(offer *o, uint32_t i, const cspm_node *pattern, cspm_value *option, cspm_value **event,
                cspm_frame **frame)
{
    cspm_machine *m = o->ps->m;
    *frame = coset__eval_frame_copy(m, *frame);
    int matches = *frame ? coset__eval_match(m, pattern, option, *frame) : -1;
    if (matches <= 0)
        return matches;
    m->here = o->node->kid[i];
    *event = coset__dot_join(m, *event, option);
    return *event ? 1 : -1;
}

/* Parts from k on of the pattern of field i, which has no set. */
static bool input_parts(offer *o, uint32_t i, const parts *p, uint32_t k, cspm_value *event, cspm_frame *frame,
                        bool *any)
{
    if (k == p->n) {
        *any = true;
        return field_done(o, i, event, frame);
    }
    cspm_values values = {0};
    bool ok = options(o, i, p->at[k], k + 1 == p->n, event, &values);
    for (uint32_t j = 0; ok && j < values.n; j++) {
        cspm_value *longer = event;
        cspm_frame *inner = frame;
        int taken = take(o, i, p->at[k], values.at[j], &longer, &inner);
        ok = taken == 0 || (taken == 1 && input_parts(o, i, p, k + 1, longer, inner, any));
    }
    coset_vec_fini(&values);
    return ok;
}

/* A field with a set: its pattern is matched with each element. */
static bool input_from(offer *o, uint32_t i, cspm_value *event, cspm_frame *frame, bool *any)
{
    cspm_machine *m = o->ps->m;
    const cspm_node *field = o->node->kid[i];
    cspm_value *set = coset__eval_node(m, field->kid[1], frame);
    m->here = m->failed ? m->here : field;
    cspm_values values = {0};
    bool ok = set && add_list(m, set, &values);
    for (uint32_t j = 0; ok && j < values.n; j++) {
        cspm_value *longer = event;
        cspm_frame *inner = frame;
        int taken = take(o, i, field->kid[0], values.at[j], &longer, &inner);
        *any |= taken == 1;
        ok = taken == 0 || (taken == 1 && field_done(o, i, longer, inner));
    }
    coset_vec_fini(&values);
    return ok;
}

static bool input(offer *o, uint32_t i, cspm_value *event, cspm_frame *frame)
{
    const cspm_node *field = o->node->kid[i];
    bool any = false, ok;
    if (field->n > 1) {
        ok = input_from(o, i, event, frame, &any);
    } else {
        parts p = {0};
        parts_of(field->kid[0], &p);
        ok = input_parts(o, i, &p, 0, event, frame, &any);
        coset_vec_fini(&p);
    }
    if (ok && !any && field->kind == CSPM_CHOOSE) {
        o->ps->m->here = field;
        (void)coset__eval_wrong(o->ps->m, "there is nothing to choose from for this field");
        return false;
    }
    return ok;
}

/* Fields from i on; the event so far is `event`. */
static bool fields(offer *o, uint32_t i, cspm_value *event, cspm_frame *frame)
{
    cspm_machine *m = o->ps->m;
    if (!coset__eval_room(m))
        return false;
    if (i > last_field(o->node))
        return complete(o, event, frame);
    const cspm_node *field = o->node->kid[i];
    if (field->kind != CSPM_OUT)
        return input(o, i, event, frame);
    cspm_value *v = coset__eval_node(m, field->kid[0], frame);
    m->here = m->failed ? m->here : field;
    v = v ? coset__dot_join(m, event, v) : NULL;
    return v && fields(o, i + 1, v, frame);
}

/* ---- terms ---------------------------------------------------------------------------------------------------- */

bool coset__steps_prefix(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const cspm_value *code = coset__proc_code_value(ps, (uint32_t)coset__table_at(&ps->terms, term)[1]);
    offer o = {.ps = ps, .node = code->at[0].node, .out = out};
    cspm_frame *frame = code->at[1].frame;
    if (o.node->timed) {
        o.tock = coset__proc_tock(ps, o.node->timed);
        if (o.tock == NONE)
            return false;
        coset__step_add(out, o.tock, term);
    }
    cspm_value *event = coset__eval_node(ps->m, o.node->kid[0], frame);
    cspm_frame *inner = event ? coset__eval_frame(ps->m, frame, o.node->slots) : NULL;
    return inner && fields(&o, 1, event, inner);
}

bool coset__steps_choosing(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const uint64_t *words = coset__table_at(&ps->terms, term);
    uint32_t next = (uint32_t)words[2];
    const cspm_value *code = coset__proc_code_value(ps, (uint32_t)words[1]);
    cspm_value *event = coset__proc_code_value(ps, (uint32_t)words[3]);
    offer o = {.ps = ps, .node = code->at[0].node, .out = out};
    return fields(&o, next, event, code->at[1].frame);
}
