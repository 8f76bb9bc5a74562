/* ir/transient.c - steps that pass through transient states.
 *
 * A step of the model is a walk: rules fire from state to state as long as states are transient. The walk is searched
 * depth first; pending states are on one stack. In a state, the first priority level that leads to a result decides, so
 * a rule all of whose walks die counts as not enabled. A walk is cut if it returns to one of its own states, because it
 * would reach no new state. If a new actor acts in between, this is reported on request (coset_model_ops.tell_cuts). If
 * a step has no other result, it can only run for ever, which is a fault. A walk that is longer than MOST_DEPTH, or
 * needs more memory than MOST_BYTES, ends as a COSET_FAULT_BOUND. */
#include <stdio.h>

#include "ir/chain.h"
#include "ir/machine.h"

#define MOST_DEPTH 1000000U              /* rules in one step, */
#define MOST_BYTES (UINT64_C(128) << 20) /* and pending states or states of the walk */
#define SHORT_WALK 6U                    /* this many states at the beginning of a walk are not hashed */
#define BUCKETS    16384U

/* A state of the walk. */
typedef struct {
    uint32_t number;
    uint32_t level;            /* of priority, to process next */
    uint32_t first, next, end; /* numbers of its pending successors; of those not yet entered */
    uint32_t beside;           /* an earlier state of the walk in the same bucket: its index + 1, or 0 */
    uint64_t hash;             /* 0 of the first SHORT_WALK */
    bool led;                  /* the levels so far had a result, or a walk was cut */
} stop;

/* The output of a part of a step for a listener. */
typedef struct {
    char *output, *messages; /* or NULL */
} words;

typedef struct coset_machine_walk {
    coset_machine *m;
    coset_on_edge *emit;
    void *ctx;
    const coset_value *root;               /* state number 0: the source of the step */
    COSET_VEC(coset_value *) states;       /* [number - 1] the walk and its pending states; reused for other steps */
    COSET_VEC(coset_part) names;           /* [number] the part that led to it */
    COSET_VEC(words) words;                /* [number] output on the path to it; empty without a listener */
    coset_machine_output output, messages; /* of a whole step */
    COSET_VEC(stop) path;                  /* the states of the walk */
    uint32_t *buckets;                     /* [BUCKETS] of states of the walk by their hash: an index + 1; or NULL */
    COSET_VEC(coset_part) parts;           /* scratch */
    bool led;                              /* the level of the current state had a result, or a walk was cut */
    bool emitted;                          /* the whole step had a result */
    coset_part loop;                       /* first rule of a walk that was cut, */
    bool looped;                           /* if there was one */
} walk;

/* Drops the output on the paths to all states but the first n. */
static void forget_words(walk *w, uint32_t n)
{
    while (w->words.n > n) {
        const words *last = &w->words.at[--w->words.n];
        coset_delete(last->output);
        coset_delete(last->messages);
    }
}

void coset_machine_transient_free(walk *w)
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
    coset_delete(w->buckets);
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
        return w->names.at[w->path.at[1].number];
    return (coset_part){e->group, e->instance, e->chained};
}

static void say(coset_machine_output *o, const char *text)
{
    if (text)
        coset_machine_write(o, text, strlen(text));
}

/* The edge gets the output of its parts. */
static void join_words(walk *w, const coset_edge *e, coset_edge *whole)
{
    if (!w->words.n)
        return;
    w->output.n = w->messages.n = 0;
    for (uint32_t i = 1; i < w->path.n; i++) {
        say(&w->output, w->words.at[w->path.at[i].number].output);
        say(&w->messages, w->words.at[w->path.at[i].number].messages);
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
        *coset_vec_add(&w->parts) = w->names.at[w->path.at[i].number];
    if (w->path.n > 1)
        *coset_vec_add(&w->parts) = (coset_part){e->group, e->instance, e->chained};
    for (uint32_t i = 0; i < e->n_parts; i++)
        *coset_vec_add(&w->parts) = e->parts[i];
    named.group = first.group;
    named.instance = first.instance;
    named.chained = first.chained;
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

uint64_t coset_machine_hash(uint32_t n, const coset_value *state)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = 0;
    for (; i + 1 < n; i += 2)
        h = (h ^ (h >> 32) ^ state[i] ^ (uint64_t)state[i + 1] << 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return i < n ? (h ^ (h >> 32) ^ state[i]) * UINT64_C(0x94d049bb133111eb) : h;
}

static uint32_t *bucket(const walk *w, uint64_t hash) { return &w->buckets[(hash ^ hash >> 32) % BUCKETS]; }

static bool is_at(const walk *w, uint32_t i, const coset_value *state)
{
    return memcmp(state_of(w, w->path.at[i].number), state, n_slots(w) * sizeof *state) == 0;
}

/* Most walks are short: their states are compared without hashes. */
static bool is_on_path(const walk *w, const coset_value *state, uint32_t *at)
{
    for (*at = 0; *at < w->path.n && *at < SHORT_WALK; ++*at)
        if (is_at(w, *at, state))
            return true;
    if (w->path.n <= SHORT_WALK)
        return false;
    uint64_t hash = coset_machine_hash(n_slots(w), state);
    for (uint32_t i = *bucket(w, hash); i; i = w->path.at[i - 1].beside)
        if (w->path.at[ *at = i - 1].hash == hash && is_at(w, *at, state))
            return true;
    return false;
}

/* Stores a pending state under the next number. */
static void push(walk *w, const coset_value *state, coset_part x, const coset_edge *e)
{
    uint32_t number = w->names.n;
    if (w->m->output.listens)
        *coset_vec_add(&w->words) = (words){e && e->output ? coset_copy_text(e->output) : NULL,
                                            e && e->messages ? coset_copy_text(e->messages) : NULL};
    if (number > w->states.n)
        *coset_vec_add(&w->states) = coset_new(n_slots(w), sizeof(coset_value));
    if (number)
        memcpy(w->states.at[number - 1], state, n_slots(w) * sizeof *state);
    *coset_vec_add(&w->names) = x;
}

/* ---- walks that are cut ------------------------------------------------------------------------------------------ */

static void add_parts(const walk *w, coset_part x, coset_parts *to)
{
    const coset_chain *chains = w->m->model->base.chains;
    *coset_vec_add(to) = x;
    for (uint32_t i = 0; x.chained && i < chains[x.group].n; i++)
        *coset_vec_add(to) = (coset_part){chains[x.group].behind[i], x.instance, false};
}

static bool is_one_of(const walk *w, coset_part x, const coset_parts *others, uint32_t n)
{
    const coset_group *groups = w->m->model->base.groups, *g = &groups[x.group];
    bool is = !g->actor.each; /* nobody */
    for (uint32_t i = 0; i < n && !is; i++) {
        const coset_group *h = &groups[others->at[i].group];
        is = h->actor.each && coset_actor_of(g, x.instance) == coset_actor_of(h, others->at[i].instance);
    }
    return is;
}

/* On the cycle from state `at` of the walk back to it, an actor acts that has not acted before. */
static bool is_joined(const walk *w, uint32_t at, const coset_edge *e)
{
    coset_parts all = {0};
    uint32_t before = 0;
    for (uint32_t i = 1; i < w->path.n; i++) {
        add_parts(w, w->names.at[w->path.at[i].number], &all);
        before = i == at ? all.n : before;
    }
    add_parts(w, (coset_part){e->group, e->instance, e->chained}, &all);
    bool joined = false;
    for (uint32_t i = before; i < all.n && !joined; i++)
        joined = !is_one_of(w, all.at[i], &all, before);
    coset_vec_fini(&all);
    return joined;
}

static coset_status tell_cut(const walk *w, coset_part first)
{
    coset_fault fault = {.kind = COSET_FAULT_BOUND, .prop = COSET_NO_PROP};
    fault.pos = w->m->model->ir->rules[first.group].pos;
    snprintf(fault.text, sizeof fault.text,
             "an uninterrupted step visits a state twice, and it is not fully known which processes move in it");
    const coset_edge edge = {.group = first.group, .instance = first.instance, .fault = &fault, .orbit = 1};
    return w->emit(w->ctx, &edge, NULL);
}

/* Continues the walk. */
static coset_status on_transient(walk *w, const coset_edge *e, const coset_value *dst)
{
    uint32_t at;
    if (is_on_path(w, dst, &at)) {
        w->led = w->looped = true;
        w->loop = first_part(w, e);
        return w->m->tells_cuts && is_joined(w, at, e) ? tell_cut(w, w->loop) : COSET_OK;
    }
    push(w, dst, (coset_part){e->group, e->instance, e->chained}, e);
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

static coset_status stop_with(walk *w, coset_fault_kind kind, const char *what, coset_part first)
{
    const coset_ir_rule *r = &w->m->model->ir->rules[first.group];
    coset_fault fault = {.kind = kind, .prop = COSET_NO_PROP, .pos = r->pos};
    snprintf(fault.text, sizeof fault.text, "%s", what);
    coset_edge edge = {.group = first.group, .instance = first.instance, .fault = &fault, .orbit = 1};
    w->led = w->emitted = true;
    return w->emit(w->ctx, &edge, NULL);
}

/* Appends a pending state to the walk. */
static void enter(walk *w, uint32_t number)
{
    stop *here = coset_vec_add(&w->path);
    *here = (stop){.number = number, .first = w->names.n, .next = w->names.n, .end = w->names.n};
    if (w->path.n <= SHORT_WALK)
        return;
    if (!w->buckets)
        w->buckets = coset_new(BUCKETS, sizeof *w->buckets);
    here->hash = coset_machine_hash(n_slots(w), state_of(w, number));
    uint32_t *head = bucket(w, here->hash);
    here->beside = *head;
    *head = w->path.n;
}

/* Removes the last state from the walk, with its pending successors. */
static void leave(walk *w)
{
    const stop *here = &w->path.at[w->path.n - 1];
    if (w->path.n > SHORT_WALK)
        *bucket(w, here->hash) = here->beside;
    w->names.n = here->first;
    forget_words(w, here->first);
    w->path.n--;
}

/* Runs the rules of the next priority level of the last state; their targets become pending. */
static coset_status look_further(walk *w)
{
    coset_machine *m = w->m;
    uint32_t at = w->path.n - 1, level = w->path.at[at].level++;
    w->names.n = w->path.at[at].first;
    forget_words(w, w->names.n);
    coset_machine_look_at(m, state_of(w, w->path.at[at].number));
    m->inside = w->path.n > 1;
    w->led = false;
    coset_status status = coset_machine_level(m, level);
    stop *here = &w->path.at[at];
    here->led = w->led;
    here->next = here->first;
    here->end = w->names.n;
    return status;
}

static bool is_too_long(const walk *w)
{
    return w->path.n >= MOST_DEPTH || (uint64_t)w->names.n * n_slots(w) * sizeof(coset_value) > MOST_BYTES;
}

/* Continues from the last state of the walk, or backtracks. */
static coset_status go_on(walk *w)
{
    stop *here = &w->path.at[w->path.n - 1];
    if (here->next < here->end && !is_too_long(w)) {
        enter(w, here->next++);
        return COSET_OK;
    }
    if (here->next < here->end) {
        here->next = here->end;
        here->led = true;
        return stop_with(w, COSET_FAULT_BOUND, "a step that is not interrupted has too many parts",
                         w->names.at[w->path.n > 1 ? w->path.at[1].number : here->first]);
    }
    if (!here->led && here->level < w->m->model->n_priorities)
        return look_further(w);
    bool led = here->led;
    leave(w);
    if (w->path.n)
        w->path.at[w->path.n - 1].led |= led;
    return COSET_OK;
}

coset_status coset_machine_transient(coset_machine *m)
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
    w->names.n = 0;
    forget_words(w, 0);
    w->root = source;
    push(w, source, (coset_part){0}, NULL);
    m->emit = on_raw_edge;
    m->emit_ctx = w;
    enter(w, 0);
    coset_status status = COSET_OK;
    while (status == COSET_OK && w->path.n)
        status = go_on(w);
    while (w->path.n)
        leave(w);
    if (status == COSET_OK && !w->emitted && w->looped)
        status = stop_with(w, COSET_FAULT_LOOP, "this step can only run for ever without interruption", w->loop);
    m->emit = w->emit;
    m->emit_ctx = w->ctx;
    m->source = source;
    return status;
}
