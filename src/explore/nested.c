/* Emptiness with an inexact store: nested depth-first search, by one thread or two.
 *
 * The store keeps so little of a state that a component cannot be reconstructed; but here it is enough to know that a
 * state has been visited. When the first search backtracks over an accepting edge, the second search looks for the
 * source of the edge from its target; all such edges share its visited states. Several acceptance sets are
 * degeneralised by a counter in an extra slot: an edge accepts when the last set is reached. States are on the stacks
 * only.
 *
 * The second search needs from the first one only the edges, in the order of backtracking. So it may run in a second
 * thread, and finds the same run, except for what the store omits. The path to the source of an edge, as numbers of
 * steps, is kept until the edge has been searched: the first search may have left it by then.
 *
 * Source: Courcoubetis, Vardi, Wolper and Yannakakis 1992; edges in place of states: an accepting edge is thought of as
 * a state between its ends. Two threads: Holzmann and Bosnacki 2007.
 */
#include <string.h>
#include <time.h>

#include "explore/nested.h"

#define STATES_A_LOOK 4096                /* new states of a search between two checks of the limits */
#define MOST_SEEDS    1024                /* edges queued for the second search, */
#define SEED_BYTES    (UINT64_C(1) << 20) /* unless they need more memory */

/* A state on the stack of the first search, as the path to it. */
typedef struct step {
    struct step *before; /* NULL: a start state */
    uint32_t number;     /* of the edge, or of the start state */
    uint32_t users;      /* reference count: the stack, later steps, and queued edges */
} step;

typedef struct {
    uint32_t tried;  /* successors; of the first search each counts twice */
    uint32_t number; /* of the edge that led here */
    step *way;       /* of the first search */
} frame;

typedef struct {
    uint32_t number;
    bool accepts;
} successor;

typedef struct pair pair;

/* One of the two searches. */
typedef struct {
    pair *x;
    coset__member *w;
    uint32_t second;     /* 1, else 0: thread of the store, and slot of a state */
    coset_value *states; /* of the stack */
    size_t room;
    COSET_VEC(frame) stack;
    COSET_VEC(successor) list;
    coset_value *targets; /* states of the list */
    size_t target_room;
    uint32_t number;
    uint32_t above; /* states below the stack */
    bool again;     /* the successors have been listed and counted before */
    bool was_cut;
    uint64_t n_new;
    _Atomic uint64_t bytes; /* of all these */
} search;

/* An accepting edge over which the first search has backtracked. */
typedef struct {
    step *way;       /* to its source */
    uint32_t number; /* of the edge */
    uint32_t depth;  /* of its source */
} seed;

struct pair {
    coset__search *s;
    uint32_t width; /* slots of the model, then the awaited acceptance set, then the search */
    bool beside;    /* the second search has its own thread */
    search of[2];
    uint32_t most;           /* capacity of the queue: seed i is at i % most */
    seed *seeds;             /* [most] */
    coset_value *ends;       /* [2 * most] states: source and target */
    _Atomic uint64_t n_left; /* seeds: written by the first search, */
    _Atomic uint64_t n_done; /* and by the second one */
    uint64_t n_freed;
    atomic_bool closed; /* there will be no more */
    atomic_bool found;  /* a run, from seed n_done on */
    uint32_t closing;   /* number of the edge back to the source */
};

/* False: the search has been halted, or a run was found. May wait for a pause of all threads. */
static bool goes_on(const search *d)
{
    return coset__may_go_on(d->w) && !atomic_load_explicit(&d->x->found, memory_order_relaxed);
}

static coset_value *state_at(const search *d, size_t i) { return d->states + i * d->x->width; }
static seed *seed_at(const pair *x, uint64_t i) { return &x->seeds[i % x->most]; }
static coset_value *end_at(const pair *x, uint64_t i, bool target)
{
    return x->ends + (2 * (i % x->most) + target) * x->width;
}

static void make_room(coset_value **states, size_t *room, size_t n, uint32_t width)
{
    if (n < *room)
        return;
    *room = n < 16 ? 32 : n * 2;
    *states = coset_resize(*states, *room * width, sizeof **states);
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static step *step_new(step *before, uint32_t number)
{
    step *out = coset_new(1, sizeof *out);
    *out = (step){.before = before, .number = number, .users = 1};
    if (before)
        before->users++;
    return out;
}

static void step_release(step *last)
{
    while (last && --last->users == 0) {
        step *before = last->before;
        coset_delete(last);
        last = before;
    }
}

/* ---- successors -------------------------------------------------------------------------------------------------- */

/* The awaited acceptance set after an edge; *accepts: all have been counted. */
static uint32_t count_sets(const coset_model *m, uint32_t waiting, uint64_t edge, bool *accepts)
{
    while (waiting < m->n_accepts && edge >> waiting & 1)
        waiting++;
    *accepts = waiting == m->n_accepts;
    return *accepts ? 0 : waiting;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    search *d = ctx;
    coset__search *s = d->x->s;
    uint32_t number = d->number++, n = s->m->n_slots, width = d->x->width;
    bool faulted, accepts;
    if (!coset__may_go_on(d->w))
        return COSET_STOPPED;
    if (!d->again && !d->second)
        coset__count_step(d->w, e);
    if (e->fault || (s->assumptions.n && coset__excluding(d->w, dst, &faulted) != COSET_NO_PROP))
        return COSET_OK;
    make_room(&d->targets, &d->target_room, d->list.n, width);
    coset_value *to = d->targets + (size_t)d->list.n * width;
    if (n)
        memcpy(to, dst, n * sizeof *to);
    uint32_t waiting = d->stack.n ? state_at(d, d->stack.n - 1)[n] : 0;
    to[n] = count_sets(s->m, waiting, e->accepts, &accepts);
    to[n + 1] = d->second;
    *coset_vec_add(&d->list) = (successor){number, accepts && d->stack.n};
    return COSET_OK;
}

/* Of the top of the stack. */
static void list_successors(search *d)
{
    const coset_model *m = d->x->s->m;
    d->list.n = d->number = 0;
    if (m->n_slots)
        memcpy(d->w->src, state_at(d, d->stack.n - 1), m->n_slots * sizeof *d->w->src);
    coset__end_of_steps(d->w, m->ops->next(d->w->step, d->w->src, on_edge, d));
    if (!d->again && !d->second)
        coset__count_expanded(d->w);
}

/* ---- a stack ----------------------------------------------------------------------------------------------------- */

static void look_at_limits(search *d)
{
    pair *x = d->x;
    coset__search *s = x->s;
    uint64_t own = (d->room + d->target_room) * x->width * sizeof *d->states +
                   (uint64_t)d->stack.room * (sizeof(frame) + (d->second ? 0 : sizeof(step)));
    atomic_store_explicit(&d->bytes, own, memory_order_relaxed);
    uint64_t bytes = coset_store_bytes(s->store) + 2 * (uint64_t)x->most * x->width * sizeof *x->ends;
    for (uint32_t i = 0; i < 2; i++)
        bytes += atomic_load_explicit(&x->of[i].bytes, memory_order_relaxed);
    if (!d->second && bytes > s->peak_bytes)
        s->peak_bytes = bytes;
    coset__heed_limits(s, bytes);
}

/* False: no memory, or the bound on states is exceeded. */
static bool note_new_state(search *d, coset_ref ref, const coset_value *state)
{
    coset__search *s = d->x->s;
    if (s->o->max_states && coset_store_size(s->store) > s->o->max_states) {
        coset__halt_search(s, COSET__HALT_STATES);
        return false;
    }
    if (++d->n_new % STATES_A_LOOK == 0)
        look_at_limits(d);
    if (!d->second)
        coset__treat_new_state(d->w, ref, state, 0);
    return true;
}

/* Visits and pushes a state that this search has not visited. */
static bool push(search *d, const coset_value *state, uint32_t number)
{
    coset__search *s = d->x->s;
    coset_ref ref;
    coset_stored how;
    while ((how = coset_store_put(s->store, d->second, state, &ref)) == COSET_STORE_FULL)
        if (!coset__make_room(s))
            return false;
    if (how != COSET_STORE_NEW || !note_new_state(d, ref, state))
        return false;
    const uint32_t depth = d->stack.n, width = d->x->width;
    if (s->o->max_depth && d->above + depth >= s->o->max_depth) {
        d->was_cut = true;
        return false;
    }
    if (!d->second && depth > s->deepest)
        s->deepest = depth;
    make_room(&d->states, &d->room, depth, width);
    memcpy(state_at(d, depth), state, width * sizeof *state);
    step *before = depth ? d->stack.at[depth - 1].way : NULL;
    *coset_vec_add(&d->stack) = (frame){.number = number, .way = d->second ? NULL : step_new(before, number)};
    return true;
}

/* Runs until the stack is empty, or the search ends. try_next: tries the next of the listed successors; true: something
 * was pushed, and the list has changed. */
static void search_from(search *d, uint32_t times, bool (*try_next)(search *d))
{
    d->again = false;
    while (d->stack.n && goes_on(d)) {
        bool pushed = false;
        list_successors(d);
        while (!pushed && goes_on(d) && d->stack.at[d->stack.n - 1].tried < times * d->list.n)
            pushed = try_next(d);
        d->again = !pushed;
        if (pushed || !goes_on(d))
            continue;
        step_release(d->stack.at[--d->stack.n].way);
    }
}

/* ---- the second search ------------------------------------------------------------------------------------------- */

/* Whether a successor is the source of the edge; the last slot differs. */
static bool closes(search *d, const coset_value *state, uint32_t number)
{
    pair *x = d->x;
    const uint64_t i = atomic_load_explicit(&x->n_done, memory_order_relaxed);
    if (memcmp(state, end_at(x, i, false), (x->width - 1) * sizeof *state) != 0)
        return false;
    x->closing = number;
    atomic_store_explicit(&x->found, true, memory_order_relaxed);
    return true;
}

static bool try_second(search *d)
{
    frame *f = &d->stack.at[d->stack.n - 1];
    const uint32_t i = f->tried++, number = d->list.at[i].number;
    const coset_value *to = d->targets + (size_t)i * d->x->width;
    return !closes(d, to, number) && push(d, to, number);
}

static void search_seed(pair *x, uint64_t i)
{
    search *d = &x->of[1];
    const seed *e = seed_at(x, i);
    const coset_value *to = end_at(x, i, true);
    d->above = e->depth + 1;
    if (!closes(d, to, e->number) && push(d, to, e->number))
        search_from(d, 1, try_second);
}

static void wait_a_moment(void) { nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL); }

/* Processes the queued edges; in its own thread until the queue is closed. */
static void search_seeds(pair *x)
{
    search *d = &x->of[1];
    for (uint64_t i = atomic_load_explicit(&x->n_done, memory_order_relaxed); goes_on(d);) {
        const bool last = !x->beside || atomic_load_explicit(&x->closed, memory_order_acquire);
        if (i < atomic_load_explicit(&x->n_left, memory_order_acquire)) {
            search_seed(x, i);
            if (goes_on(d))
                atomic_store_explicit(&x->n_done, ++i, memory_order_release);
        } else if (last) {
            break;
        } else {
            wait_a_moment();
        }
    }
}

/* ---- the first search -------------------------------------------------------------------------------------------- */

static void free_seeds(pair *x, uint64_t n)
{
    for (; x->n_freed < n; x->n_freed++)
        step_release(seed_at(x, x->n_freed)->way);
}

/* Queues an accepting edge out of the top, after everything behind it has been searched. */
static void leave_seed(search *d, const coset_value *to, uint32_t number)
{
    pair *x = d->x;
    const uint64_t i = atomic_load_explicit(&x->n_left, memory_order_relaxed);
    const uint32_t top = d->stack.n - 1;
    uint64_t done;
    while (i - (done = atomic_load_explicit(&x->n_done, memory_order_acquire)) == x->most) {
        if (!goes_on(d))
            return;
        wait_a_moment();
    }
    free_seeds(x, done);
    step *way = d->stack.at[top].way;
    way->users++;
    *seed_at(x, i) = (seed){.way = way, .number = number, .depth = d->above + top};
    memcpy(end_at(x, i, false), state_at(d, top), x->width * sizeof *to);
    memcpy(end_at(x, i, true), to, x->width * sizeof *to);
    end_at(x, i, true)[x->width - 1] = 1;
    atomic_store_explicit(&x->n_left, i + 1, memory_order_release);
    if (!x->beside)
        search_seeds(x);
}

/* An accepting edge is tried twice: the second time everything behind it has been searched. */
static bool try_first(search *d)
{
    frame *f = &d->stack.at[d->stack.n - 1];
    const uint32_t i = f->tried / 2;
    const bool behind = f->tried++ % 2;
    const successor e = d->list.at[i];
    const coset_value *to = d->targets + (size_t)i * d->x->width;
    if (!behind)
        return push(d, to, e.number);
    if (e.accepts)
        leave_seed(d, to, e.number);
    return false;
}

static void search_all(pair *x)
{
    search *d = &x->of[0];
    coset__member *w = d->w;
    w->starting = true;
    w->weight = 1;
    w->inexact = true;
    look_at_limits(d);
    coset__end_of_steps(w, x->s->m->ops->starts(w->step, on_edge, d));
    w->starting = false;
    uint32_t n = d->list.n;
    coset_value *starts = d->targets;
    uint32_t *numbers = coset_new((size_t)n + 1, sizeof *numbers);
    for (uint32_t i = 0; i < n; i++)
        numbers[i] = d->list.at[i].number;
    d->targets = NULL;
    d->target_room = 0;
    for (uint32_t i = 0; i < n && goes_on(d); i++)
        if (push(d, starts + (size_t)i * x->width, numbers[i]))
            search_from(d, 2, try_first);
    coset_delete(numbers);
    coset_delete(starts);
    look_at_limits(d);
    atomic_store_explicit(&x->closed, true, memory_order_release);
}

static void job(void *ctx, uint32_t number)
{
    if (number == 0)
        search_all(ctx);
    else
        search_seeds(ctx);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t left;   /* edges before it */
    coset_value *to; /* of the model */
    uint32_t n_slots;
} wanted;

static coset_status catch_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    wanted *c = ctx;
    (void)e;
    if (c->left--)
        return COSET_OK;
    if (c->n_slots)
        memcpy(c->to, dst, c->n_slots * sizeof *dst);
    return COSET_STOPPED;
}

/* Re-executes the path to the source of the edge; the stack of the second search is the rest. */
static const coset_path *path_of(const pair *x, coset_arena *arena)
{
    const search *behind = &x->of[1];
    const coset_model *m = x->s->m;
    const seed *e = seed_at(x, atomic_load(&x->n_done));
    const uint32_t before = e->depth + 1, n = before + behind->stack.n, slots = m->n_slots;
    coset_path *p = coset_arena_get(arena, 1, sizeof *p);
    coset_value *states = coset_arena_get(arena, (size_t)n * slots + 1, sizeof *states);
    uint32_t *edges = coset_arena_get(arena, (size_t)n + 1, sizeof *edges), at = before;
    for (const step *k = e->way; k; k = k->before)
        edges[--at] = k->number;
    for (uint32_t i = 0; i < before; i++) {
        wanted c = {edges[i], states + (size_t)i * slots, slots};
        void *step_of = x->of[0].w->step;
        (void)(i ? m->ops->next(step_of, states + (size_t)(i - 1) * slots, catch_edge, &c)
                 : m->ops->starts(step_of, catch_edge, &c));
    }
    for (uint32_t i = before; i < n; i++) {
        if (slots)
            memcpy(states + (size_t)i * slots, state_at(behind, i - before), slots * sizeof *states);
        edges[i] = behind->stack.at[i - before].number;
    }
    edges[n] = x->closing;
    *p = (coset_path){.n_states = n, .states = states, .has_loop = true, .loop = e->depth, .edges = edges};
    return p;
}

/* With two slots more than the model has. */
static coset_status replace_store(coset__search *s, coset_err *err)
{
    uint32_t n = s->m->n_slots;
    uint32_t *bits = coset_new((size_t)n + 2, sizeof *bits);
    for (uint32_t i = 0; i < n; i++)
        bits[i] = s->m->slots[i].bits;
    bits[n] = 7; /* up to COSET_ACCEPTS */
    bits[n + 1] = 1;
    const coset_store_options o = {
        .kind = s->o->store, .threads = 2, .max_bytes = coset_engine_room(s->o), .bare = true};
    coset_store *store;
    coset_store_free(s->store);
    s->store = NULL;
    coset_status status = coset_store_new(n + 2, bits, &o, &store, err);
    coset_delete(bits);
    if (status == COSET_OK)
        s->store = store;
    return status;
}

static void finish(pair *x)
{
    free_seeds(x, atomic_load(&x->n_left));
    for (uint32_t i = 0; i < 2; i++) {
        search *d = &x->of[i];
        while (d->stack.n)
            step_release(d->stack.at[--d->stack.n].way);
        coset_delete(d->states);
        coset_delete(d->targets);
        coset_vec_fini(&d->stack);
        coset_vec_fini(&d->list);
    }
    coset_delete(x->seeds);
    coset_delete(x->ends);
    coset_delete(x);
}

uint32_t coset__nested_threads(const coset_engine_options *o)
{
    uint32_t n;
    const coset_store_kind *kinds = coset_store_kinds(&n);
    bool inexact = false;
    for (uint32_t i = 0; i < n && o->store; i++)
        inexact = inexact || (!kinds[i].exact && strcmp(kinds[i].name, o->store) == 0);
    return inexact && o->threads > 1 && !o->max_depth && !o->max_states ? 2 : 1;
}

static pair *make_pair(coset__search *s)
{
    pair *x = coset_new(1, sizeof *x);
    x->s = s;
    x->width = s->m->n_slots + 2;
    x->beside = s->o->threads > 1;
    const uint64_t fit = SEED_BYTES / (2 * (uint64_t)x->width * sizeof *x->ends);
    x->most = !x->beside || fit < 1 ? 1 : fit < MOST_SEEDS ? (uint32_t)fit : MOST_SEEDS;
    x->seeds = coset_new(x->most, sizeof *x->seeds);
    x->ends = coset_new(2 * (size_t)x->most * x->width, sizeof *x->ends);
    for (uint32_t i = 0; i < 2; i++) {
        x->of[i].x = x;
        x->of[i].second = i;
        x->of[i].w = &s->members[x->beside ? i : 0];
    }
    return x;
}

coset_status coset__nested(coset__search *s, coset_arena *arena, coset__live *out, coset_err *err)
{
    coset_status status = replace_store(s, err);
    if (status != COSET_OK)
        return status;
    pair *x = make_pair(s);
    coset__team_run(s->team, s->o->threads, job, x);
    out->decided = out->witness.found = atomic_load(&x->found);
    if (out->decided) {
        coset__halt_search(s, COSET__HALT_ERRORS);
        s->paths[coset_model_builtin(s->m, COSET_PROP_ACCEPTANCE)] = path_of(x, arena);
    } else if (x->of[0].was_cut || x->of[1].was_cut) {
        coset__halt_search(s, COSET__HALT_DEPTH);
    }
    coset__search_end(s);
    finish(x);
    return COSET_OK;
}
