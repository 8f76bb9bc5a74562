/* ir/through.c - steps that pass through transient states.
 *
 * A step of the model is a walk: rules fire from state to state as long as states are transient. The walk is searched
 * depth first; what waits on the way lies on one stack of states. Of the levels of priority in a state the first that
 * leads anywhere decides, so a rule all of whose walks die counts as not enabled. A walk that meets one of its own
 * states again is cut there: it would bring nothing new. Where nothing else comes of a step it can only run for ever,
 * which is a fault. */
#include <stdio.h>

#include "ir/machine.h"

#define MOST_DEPTH 10000U /* rules in one step */
#define SHORT_WALK 6U     /* so many states at the beginning of a walk are not hashed */

/* What a part of a step says to a listener. */
typedef struct {
    char *output, *messages; /* or NULL */
} words;

typedef struct coset_machine_walk {
    coset_machine *m;
    coset_on_edge *emit;
    void *ctx;
    const coset_value *root;               /* state number 0: the one that the step leaves */
    COSET_VEC(coset_value *) states;       /* [number - 1] the walk and what waits beside it; kept for other steps */
    COSET_VEC(coset_part) names;           /* [number] the rule that led to it */
    COSET_VEC(words) words;                /* [number] said on the way to it; empty where nobody listens */
    coset_machine_output output, messages; /* of a whole step */
    COSET_VEC(uint32_t) path;              /* the states of the walk: their numbers */
    COSET_VEC(uint64_t) hashes;            /* of the states of the walk; 0 of the first SHORT_WALK */
    COSET_VEC(coset_part) parts;           /* scratch */
    bool led;                              /* something came of the present state's level, or a walk was cut */
    bool emitted;                          /* something came of the whole step */
    coset_part loop;                       /* first rule of a walk that was cut, */
    bool looped;                           /* where there was one */
} walk;

/* Forgets what was said on the way to all states but the first n. */
static void forget_words(walk *w, uint32_t n)
{
    while (w->words.n > n) {
        const words *last = &w->words.at[--w->words.n];
        coset_delete(last->output);
        coset_delete(last->messages);
    }
}

void coset_machine_through_free(walk *w)
{
    if (!w)
        return;
    forget_words(w, 0);
    coset_vec_fini(&w->words);
    coset_delete(w->output.text);
    coset_delete(w->messages.text);
    for (uint32_t i = 0; i < w->states.n; i++)
        coset_delete(w->states.at[i]);
    coset_vec_fini(&w->states);
    coset_vec_fini(&w->names);
    coset_vec_fini(&w->path);
    coset_vec_fini(&w->hashes);
    coset_vec_fini(&w->parts);
    coset_delete(w);
}

static uint32_t n_slots(const walk *w) { return w->m->model->base.n_slots; }

static const coset_value *state_of(const walk *w, uint32_t number)
{
    return number ? w->states.at[number - 1] : w->root;
}

/* The first rule of the walk, or of a step out of its first state. */
static coset_part first_part(const walk *w, const coset_edge *e)
{
    if (w->path.n > 1)
        return w->names.at[w->path.at[1]];
    return (coset_part){e->group, e->instance};
}

static void say(coset_machine_output *o, const char *text)
{
    if (text)
        coset_machine_write(o, text, strlen(text));
}

/* The edge says what its parts said. */
static void join_words(walk *w, const coset_edge *e, coset_edge *whole)
{
    if (!w->words.n)
        return;
    w->output.n = w->messages.n = 0;
    for (uint32_t i = 1; i < w->path.n; i++) {
        say(&w->output, w->words.at[w->path.at[i]].output);
        say(&w->messages, w->words.at[w->path.at[i]].messages);
    }
    say(&w->output, e->output);
    say(&w->messages, e->messages);
    whole->output = w->output.n ? w->output.text : NULL;
    whole->messages = w->messages.n ? w->messages.text : NULL;
}

static coset_status pass_on(walk *w, const coset_edge *e, const coset_value *dst)
{
    coset_edge named = *e;
    join_words(w, e, &named);
    coset_part first = first_part(w, e);
    w->parts.n = 0;
    for (uint32_t i = 2; i < w->path.n; i++)
        *coset_vec_add(&w->parts) = w->names.at[w->path.at[i]];
    if (w->path.n > 1)
        *coset_vec_add(&w->parts) = (coset_part){e->group, e->instance};
    for (uint32_t i = 0; i < e->n_parts; i++)
        *coset_vec_add(&w->parts) = e->parts[i];
    named.group = first.group;
    named.instance = first.instance;
    named.told = e->told && w->path.n == 1;
    named.n_parts = w->parts.n;
    named.parts = w->parts.at;
    w->led = w->emitted = true;
    return w->emit(w->ctx, &named, dst);
}

/* Closed expressions of the state only, so the machine's memory is what it was. */
static bool evaluates_as_transient(coset_machine *m, const coset_value *state)
{
    coset_value *mem = m->mem;
    int64_t v = 0;
    m->mem = (coset_value *)(uintptr_t)state; /* read only */
    bool known = coset_machine_eval(m, m->model->ir->transient->expr, &v);
    m->mem = mem;
    COSET_INVARIANT(known);
    return v != 0;
}

static bool is_transient(const walk *w, const coset_value *state)
{
    const coset_ir_machine_model *model = w->m->model;
    bool is = false;
    for (uint32_t i = 0; i < model->n_marks; i++)
        is |= model->marks[i].makes[state[model->marks[i].slot]];
    return model->marks ? is : evaluates_as_transient(w->m, state);
}

static uint64_t hash_of(const walk *w, const coset_value *state)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15);
    uint32_t n = n_slots(w), i = 0;
    for (; i + 1 < n; i += 2)
        h = (h ^ (h >> 32) ^ state[i] ^ (uint64_t)state[i + 1] << 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return i < n ? (h ^ (h >> 32) ^ state[i]) * UINT64_C(0x94d049bb133111eb) : h;
}

static bool is_at(const walk *w, uint32_t i, const coset_value *state)
{
    return memcmp(state_of(w, w->path.at[i]), state, n_slots(w) * sizeof *state) == 0;
}

/* Most walks are short: their states are compared as they are. */
static bool is_on_path(const walk *w, const coset_value *state)
{
    uint64_t hash = w->path.n > SHORT_WALK ? hash_of(w, state) : 0;
    for (uint32_t i = w->path.n; i-- > 0;)
        if (w->hashes.at[i] == (i < SHORT_WALK ? 0 : hash) && is_at(w, i, state))
            return true;
    return false;
}

/* A state that waits has the next number. */
static void push(walk *w, const coset_value *state, coset_part name, const coset_edge *e)
{
    uint32_t number = w->names.n;
    if (w->m->output.listens)
        *coset_vec_add(&w->words) = (words){e && e->output ? coset_copy_text(e->output) : NULL,
                                            e && e->messages ? coset_copy_text(e->messages) : NULL};
    if (number > w->states.n)
        *coset_vec_add(&w->states) = coset_new(n_slots(w), sizeof(coset_value));
    if (number)
        memcpy(w->states.at[number - 1], state, n_slots(w) * sizeof *state);
    *coset_vec_add(&w->names) = name;
}

/* The walk goes on. */
static coset_status on_transient(walk *w, const coset_edge *e, const coset_value *dst)
{
    if (is_on_path(w, dst)) {
        w->led = w->looped = true;
        w->loop = first_part(w, e);
        return COSET_OK;
    }
    push(w, dst, (coset_part){e->group, e->instance}, e);
    return COSET_OK;
}

static coset_status on_raw_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    walk *w = ctx;
    if (dst && is_transient(w, dst))
        return on_transient(w, e, dst);
    if (w->path.n > 1 || w->words.n)
        return pass_on(w, e, dst);
    w->led = w->emitted = true;
    return w->emit(w->ctx, e, dst);
}

static coset_status stop_with_loop(walk *w, const char *what, coset_part first)
{
    const coset_ir_rule *r = &w->m->model->ir->rules[first.group];
    coset_fault fault = {.kind = COSET_FAULT_LOOP, .prop = COSET_NO_PROP, .pos = r->pos};
    snprintf(fault.text, sizeof fault.text, "%s", what);
    coset_edge edge = {.group = first.group, .instance = first.instance, .fault = &fault, .orbit = 1};
    w->led = w->emitted = true;
    return w->emit(w->ctx, &edge, NULL);
}

static coset_status explore(walk *w, uint32_t number);

/* Walks on from the states that wait from number `first` on. */
static coset_status follow(walk *w, uint32_t first)
{
    coset_status status = COSET_OK;
    uint32_t end = w->names.n;
    bool led = w->led;
    for (uint32_t i = first; status == COSET_OK && i < end; i++) {
        w->led = false;
        status = explore(w, i);
        led = led || w->led;
    }
    w->led = led;
    w->names.n = first;
    forget_words(w, first);
    return status;
}

/* Puts a state that waits at the end of the walk. */
static const coset_value *enter(walk *w, uint32_t number)
{
    const coset_value *source = state_of(w, number);
    *coset_vec_add(&w->hashes) = w->path.n < SHORT_WALK ? 0 : hash_of(w, source);
    *coset_vec_add(&w->path) = number;
    return source;
}

static coset_status explore(walk *w, uint32_t number)
{
    coset_machine *m = w->m;
    coset_status status = COSET_OK;
    if (w->path.n >= MOST_DEPTH)
        return stop_with_loop(w, "one step takes too many steps without interruption", w->names.at[w->path.at[1]]);
    const coset_value *source = enter(w, number);
    w->led = false;
    for (uint32_t i = 0; status == COSET_OK && !w->led && i < m->model->n_priorities; i++) {
        uint32_t first = w->names.n;
        coset_machine_look_at(m, source);
        m->inside = w->path.n > 1;
        status = coset_machine_level(m, i);
        if (status == COSET_OK && w->names.n > first)
            status = follow(w, first);
    }
    w->path.n--;
    w->hashes.n--;
    return status;
}

coset_status coset_machine_through(coset_machine *m)
{
    if (!m->walk) {
        m->walk = coset_new(1, sizeof *m->walk);
        m->walk->m = m;
    }
    walk *w = m->walk;
    const coset_value *source = m->source;
    w->emit = m->emit;
    w->ctx = m->emit_ctx;
    w->emitted = w->looped = false;
    w->names.n = w->hashes.n = w->path.n = 0;
    forget_words(w, 0);
    w->root = source;
    push(w, source, (coset_part){0}, NULL);
    m->emit = on_raw_edge;
    m->emit_ctx = w;
    coset_status status = explore(w, 0);
    if (status == COSET_OK && !w->emitted && w->looped)
        status = stop_with_loop(w, "this step can only run for ever without interruption", w->loop);
    m->emit = w->emit;
    m->emit_ctx = w->ctx;
    m->source = source;
    return status;
}
