/* Emptiness by several threads: each has its own frames, one for each state that it has reached first.
 *
 * A frame processes its state and then, while its set is the last one on the thread's path, other states of the set
 * that are not done, whichever thread has found them. When there are none left, the set is a component and dead. An
 * edge to a set that the thread has visited before and that is not dead closes a cycle: all sets on the path since then
 * are united. A frame whose set is united with that of an earlier frame leaves the remaining states to that frame.
 */
#include "explore/scc.h"

#include <sched.h>
#include <string.h>

#include "base/big_stack.h"
#include "explore/components.h"
#include "explore/shared_lists.h"

#define STATES_A_LOOK 4096 /* new states of a thread between two checks of the limits */

typedef struct {
    uint32_t state;   /* the thread came here first ... */
    uint32_t marks;   /* ... by an edge with these */
    uint32_t current; /* of its set, being processed */
    uint32_t waiting; /* its successors begin there */
} frame;

/* A set on the path, represented by one of its states. */
typedef struct {
    uint32_t state, marks; /* as of the frame */
} root;

typedef struct search search;

typedef struct {
    COSET_OWN_PAGES search *d;
    uint32_t number;
    coset__emptiness x; /* .open: the component that is being checked */
    COSET_VEC(frame) frames;
    COSET_VEC(root) roots;
    COSET_VEC(uint64_t) waiting; /* entries of shared_lists.h */
    uint64_t marks[COSET_STORE_AHEAD];
    coset_count orbits[COSET_STORE_AHEAD];
    uint32_t n_pending;
    uint64_t n_new;
    _Atomic uint64_t bytes; /* of all these */
} worker;

struct search {
    coset__search s;
    coset__components sets;
    coset__lists lists;
    worker *workers; /* [threads] */
    uint32_t *starts, n_starts;
    _Atomic uint64_t peak;
};

static coset__member *member_of(const worker *p) { return &p->d->s.members[p->number]; }
static frame *top_frame(const worker *p) { return &p->frames.at[p->frames.n - 1]; }
static root *top_root(const worker *p) { return &p->roots.at[p->roots.n - 1]; }

/* One thread must produce the result. */
static void give_up(search *d) { coset__halt_search(&d->s, COSET__HALT_ERRORS); }

/* ---- limits ------------------------------------------------------------------------------------------------------ */

static uint64_t bytes_in_use(const search *d)
{
    uint64_t bytes = coset_store_bytes(d->s.store) + atomic_load_explicit(&d->sets.bytes, memory_order_relaxed) +
                     atomic_load_explicit(&d->lists.bytes, memory_order_relaxed);
    for (uint32_t i = 0; i < d->s.o->threads; i++)
        bytes += atomic_load_explicit(&d->workers[i].bytes, memory_order_relaxed);
    return bytes;
}

static void look_at_limits(worker *p)
{
    search *d = p->d;
    coset__search *s = &d->s;
    uint64_t own = (uint64_t)p->frames.room * sizeof(frame) + (uint64_t)p->roots.room * sizeof(root) +
                   (uint64_t)p->waiting.room * sizeof(uint64_t) + (uint64_t)p->x.open.room * sizeof(uint32_t) +
                   (uint64_t)p->x.numbers.n * COSET__NUMBERS_A_PIECE * sizeof(uint32_t);
    atomic_store_explicit(&p->bytes, own, memory_order_relaxed);
    uint64_t bytes = bytes_in_use(d), peak = atomic_load_explicit(&d->peak, memory_order_relaxed);
    while (bytes > peak && !atomic_compare_exchange_weak(&d->peak, &peak, bytes))
        continue;
    coset__heed_limits(s, bytes);
}

/* ---- checking a component, with families ------------------------------------------------------------------------- */

/* While the set grows: some of them. */
static void collect_members(worker *p, uint32_t state)
{
    for (; !coset__number(&p->x.numbers, state); state = coset__component_member(&p->d->sets, state)) {
        *coset_vec_add(&p->x.open) = state;
        coset__number_set(&p->x.numbers, state, p->x.open.n);
    }
}

/* dead: all its states are known; else tests whether it already has a run that satisfies everything. */
static void judge(worker *p, uint32_t state, bool dead)
{
    if (!p->x.words || !coset__component_complete(&p->d->sets, state))
        return;
    collect_members(p, state);
    look_at_limits(p);
    if (coset__halted(&p->d->s) == COSET__GO && (dead ? coset__region_check(&p->x, 0) : coset__region_search(&p->x, 0)))
        give_up(p->d);
    while (p->x.open.n)
        coset__number_set(&p->x.numbers, p->x.open.at[--p->x.open.n], 0);
}

/* ---- sets on the path -------------------------------------------------------------------------------------------- */

static void note_complete(worker *p, bool complete)
{
    if (complete && !p->x.words)
        give_up(p->d);
}

/* An edge inside a set on the path, or from its last set to an earlier one, which closes a cycle. */
static void close_cycle(worker *p, uint32_t from, uint32_t to, uint32_t marks)
{
    coset__components *sets = &p->d->sets;
    uint32_t size = 0;
    while (!coset__component_same(sets, to, from)) {
        COSET_INVARIANT(p->roots.n > 1);
        const root r = p->roots.at[--p->roots.n];
        marks |= r.marks;
        note_complete(p, coset__component_unite(sets, r.state, top_root(p)->state, &size));
    }
    note_complete(p, coset__component_mark(sets, from, marks));
    if (size)
        judge(p, from, false);
}

/* ---- successors -------------------------------------------------------------------------------------------------- */

/* Puts the collected successors, which are then pending. */
static coset_status put_all(worker *p)
{
    coset__search *s = &p->d->s;
    uint32_t n = p->n_pending;
    p->n_pending = 0;
    for (uint32_t i = 0; i < n; i++)
        coset_store_fetch(s->store, p->number, i);
    for (uint32_t i = 0; i < n; i++) {
        coset_ref ref;
        coset_stored how;
        while ((how = coset_store_put_ready(s->store, p->number, i, &ref)) == COSET_STORE_FULL)
            if (!coset__make_room(s))
                return COSET_STOPPED;
        if (ref >= COSET__MOST_STATES) {
            coset__halt_search(s, COSET__HALT_MEMORY);
            return COSET_STOPPED;
        }
        if (how == COSET_STORE_NEW)
            coset__treat_new_state(member_of(p), ref, NULL, p->orbits[i]);
        if (how == COSET_STORE_NEW && ++p->n_new % STATES_A_LOOK == 0)
            look_at_limits(p);
        coset__component_fetch(&p->d->sets, (uint32_t)ref);
        *coset_vec_add(&p->waiting) = coset__entry((uint32_t)ref, p->marks[i]);
    }
    return COSET_OK;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *p = ctx;
    coset__search *s = &p->d->s;
    coset__member *w = member_of(p);
    bool faulted;
    if (!coset__may_go_on(w))
        return COSET_STOPPED;
    coset__count_step(w, e);
    if (e->fault) {
        give_up(p->d);
        return COSET_STOPPED;
    }
    if (s->assumptions.n && coset__is_cut(w, dst, &faulted))
        return COSET_OK;
    w->inexact = w->inexact || e->orbit != 1;
    while ((e->told ? coset_store_ready_beside(s->store, p->number, p->n_pending, dst, e->touched, e->n_touched)
                    : coset_store_ready(s->store, p->number, p->n_pending, dst)) == COSET_STORE_FULL)
        if (!coset__make_room(s))
            return COSET_STOPPED;
    p->orbits[p->n_pending] = e->orbit;
    p->marks[p->n_pending++] = e->accepts;
    return p->n_pending == COSET_STORE_AHEAD ? put_all(p) : COSET_OK;
}

/* Appends its successors to the pending ones. False: the search has been halted. */
static bool expand(worker *p, uint32_t state)
{
    coset__search *s = &p->d->s;
    coset__member *w = member_of(p);
    (void)coset_store_load(s->store, p->number, state, w->src);
    coset_status st = s->m->ops->next(w->step, w->src, on_edge, p);
    if (st == COSET_OK)
        st = put_all(p);
    p->n_pending = 0;
    coset__end_of_steps(w, st);
    coset__count_expanded(w);
    return st == COSET_OK && coset__halted(s) == COSET__GO;
}

/* Of the pending successors of `state` from `first` on, keeps those that this thread must still visit. */
static void sift(worker *p, uint32_t state, uint32_t first)
{
    uint32_t n = first;
    for (uint32_t i = first; i < p->waiting.n; i++) {
        const uint64_t entry = p->waiting.at[i];
        switch (coset__component_look(&p->d->sets, coset__entry_state(entry), p->number)) {
        case COSET__FIRST_VISIT:
            p->waiting.at[n++] = entry;
            break;
        case COSET__VISITED:
            close_cycle(p, state, coset__entry_state(entry), coset__entry_marks(entry));
            break;
        case COSET__DEAD:
            break;
        }
    }
    p->waiting.n = n;
}

/* Each thread begins with another one. */
static void turn(worker *p, uint32_t first)
{
    uint32_t n = p->waiting.n - first;
    uint32_t by = (uint32_t)((uint64_t)p->number * n / p->d->s.o->threads);
    uint64_t *at = p->waiting.at + first;
    for (uint32_t k = 0; by && k < 3; k++) { /* by reversing both parts, then all */
        uint32_t low = k == 1 ? by : 0, high = k == 0 ? by : n;
        for (; low + 1 < high; low++) {
            uint64_t entry = at[low];
            at[low] = at[--high];
            at[high] = entry;
        }
    }
}

static void publish(worker *p, uint32_t state, uint32_t first)
{
    bool full = false;
    uint32_t list = coset__list_new(&p->d->lists, p->number, p->waiting.at + first, p->waiting.n - first, &full);
    if (full)
        coset__halt_search(&p->d->s, COSET__HALT_MEMORY);
    else
        coset__state_expanded(&p->d->sets, state, list);
}

#define TURNS 256 /* of waiting, before the thread yields */

/* Another thread lists the successors of a state. False: the search has been halted. */
static bool await(worker *p, uint32_t state)
{
    for (uint32_t turns = 1; !coset__state_is_expanded(&p->d->sets, state); turns++) {
        if (!coset__may_go_on(member_of(p)))
            return false;
        if (turns % TURNS == 0)
            (void)sched_yield();
    }
    return true;
}

static void copy_list(worker *p, uint32_t state)
{
    uint32_t list = coset__state_hold_list(&p->d->sets, state), n = 0;
    if (list) {
        const uint64_t *entries = coset__list_entries(&p->d->lists, list, &n);
        memcpy(coset_vec_add_n(&p->waiting, n), entries, n * sizeof *entries);
    }
    coset__state_release_list(&p->d->sets, state);
}

/* A state of the set of the last frame, with no successors waiting. */
static void treat(worker *p, uint32_t state)
{
    uint32_t first = p->waiting.n;
    top_frame(p)->current = state;
    if (!coset__state_expand(&p->d->sets, state)) {
        if (!await(p, state))
            return;
        copy_list(p, state);
    } else if (expand(p, state)) {
        sift(p, state, first);
        publish(p, state, first);
    }
    turn(p, first);
}

/* ---- the search of one thread ------------------------------------------------------------------------------------ */

static void come_to(worker *p, uint32_t state, uint32_t marks)
{
    *coset_vec_add(&p->frames) = (frame){state, marks, state, p->waiting.n};
    *coset_vec_add(&p->roots) = (root){state, marks};
    if (p->number == 0)
        atomic_store_explicit(&p->d->s.depth, p->frames.n - 1, memory_order_relaxed);
    treat(p, state);
}

/* Its set is dead, or united with that of the previous frame. */
static void leave(worker *p)
{
    coset__components *sets = &p->d->sets;
    const frame f = p->frames.at[--p->frames.n];
    if (p->frames.n && coset__component_same(sets, top_frame(p)->current, f.state))
        note_complete(p, coset__component_mark(sets, top_frame(p)->current, f.marks));
    else
        COSET_INVARIANT(coset__component_look(sets, f.state, p->number) == COSET__DEAD);
}

static void close_component(worker *p)
{
    uint32_t state = top_frame(p)->state;
    if (coset__component_kill(&p->d->sets, state))
        judge(p, state, true);
    p->roots.n--;
    leave(p);
}

/* All successors of the frame's state have been followed, or it is done anyway. */
static void end_state(worker *p)
{
    coset__components *sets = &p->d->sets;
    frame *f = top_frame(p);
    p->waiting.n = f->waiting;
    if (coset__state_done(sets, f->current)) {
        uint32_t list = coset__state_take_list(sets, f->current);
        if (list)
            coset__list_free(&p->d->lists, p->number, list);
    }
    if (top_root(p)->state != f->state) {
        leave(p);
    } else if (p->roots.n > 1 && coset__component_same(sets, p->roots.at[p->roots.n - 2].state, f->state)) {
        p->roots.n--; /* other threads have closed the cycle */
        leave(p);
    } else {
        uint32_t next = coset__component_pick(sets, f->state);
        if (next == COSET__NO_STATE)
            close_component(p);
        else
            treat(p, next);
    }
}

static void follow(worker *p)
{
    uint64_t entry = p->waiting.at[--p->waiting.n];
    uint32_t state = coset__entry_state(entry), marks = coset__entry_marks(entry);
    switch (coset__component_visit(&p->d->sets, state, p->number)) {
    case COSET__FIRST_VISIT:
        come_to(p, state, marks);
        break;
    case COSET__VISITED:
        close_cycle(p, top_frame(p)->current, state, marks);
        break;
    case COSET__DEAD:
        break;
    }
}

static void search_from(worker *p, uint32_t start)
{
    if (coset__component_visit(&p->d->sets, start, p->number) == COSET__DEAD)
        return;
    come_to(p, start, 0);
    while (p->frames.n && coset__may_go_on(member_of(p))) {
        const frame *f = top_frame(p);
        if (p->waiting.n > f->waiting && !coset__state_is_done(&p->d->sets, f->current))
            follow(p);
        else
            end_state(p);
    }
}

static void job(void *ctx, uint32_t number)
{
    search *d = ctx;
    worker *p = &d->workers[number];
    uint32_t first = (uint32_t)((uint64_t)number * d->n_starts / d->s.o->threads);
    for (uint32_t i = 0; i < d->n_starts && coset__halted(&d->s) == COSET__GO; i++)
        search_from(p, d->starts[(first + i) % d->n_starts]);
    look_at_limits(p);
}

static void start_job(void *ctx, uint32_t number)
{
    search *d = ctx;
    worker *p = &d->workers[number];
    coset__member *w = member_of(p);
    w->starting = true;
    coset_status st = d->s.m->ops->starts(w->step, on_edge, p);
    if (st == COSET_OK)
        st = put_all(p);
    p->n_pending = 0;
    coset__end_of_steps(w, st);
    w->starting = false;
    d->n_starts = p->waiting.n;
    d->starts = coset_new(d->n_starts, sizeof *d->starts);
    for (uint32_t i = 0; i < d->n_starts; i++)
        d->starts[i] = coset__entry_state(p->waiting.at[i]);
    p->waiting.n = 0;
    look_at_limits(p);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

bool coset__scc_can(const coset_model *m, const coset_engine_options *o)
{
    /* What a bound on depth or states cuts off depends on the order of the search. */
    return o->threads > 1 && !o->max_depth && !o->max_states && m->n_accepts <= COSET__MOST_MARKS;
}

static coset_status workers_make(search *d, coset_err *err)
{
    coset_status status = COSET_OK;
    uint32_t n = d->s.o->threads;
    d->workers = coset_new_apart(n, sizeof *d->workers);
    coset__components_init(&d->sets, n, d->s.m->n_accepts, d->s.m->n_families != 0);
    coset__lists_init(&d->lists, n);
    for (uint32_t i = 0; i < n; i++) {
        d->workers[i].d = d;
        d->workers[i].number = i;
        d->s.members[i].weight = 1;
        if (status == COSET_OK)
            status = coset__emptiness_begin(&d->workers[i].x, &d->s, &d->s.members[i], err);
        d->workers[i].x.by_reference = true;
    }
    return status;
}

static void workers_free(search *d)
{
    for (uint32_t i = 0; i < d->s.o->threads; i++) {
        worker *p = &d->workers[i];
        coset__emptiness_end(&p->x);
        coset_vec_fini(&p->frames);
        coset_vec_fini(&p->roots);
        coset_vec_fini(&p->waiting);
    }
    coset_delete(d->starts);
    coset__lists_fini(&d->lists);
    coset__components_fini(&d->sets);
    coset_delete(d->workers);
}

typedef struct {
    search d;
    coset_arena *arena;
    coset_result **result;
    coset_err *err;
    coset_status status;
} lead;

/* If this search cannot decide it, one thread must. */
static void tell(lead *l)
{
    coset__search *s = &l->d.s;
    coset__halt how = coset__halted(s);
    if (how != COSET__GO && how != COSET__HALT_STOP && how != COSET__HALT_SECONDS)
        return;
    coset__live *live = coset_new(s->m->n_props, sizeof *live);
    s->peak_bytes = atomic_load(&l->d.peak);
    coset__search_end(s);
    live[coset_model_builtin(s->m, COSET_PROP_ACCEPTANCE)].decided = s->complete;
    *l->result = coset__outcome(s, live, l->arena);
    coset_delete(live);
}

static void search_all(void *ctx, const coset_big_stack *unused)
{
    lead *l = ctx;
    search *d = &l->d;
    coset__watch *watch;
    (void)unused;
    coset__members_make(&d->s);
    coset__emptiness_only(&d->s, l->arena);
    l->status = workers_make(d, l->err);
    if (l->status == COSET_OK)
        l->status = coset__watch_start(&d->s, &watch, l->err);
    if (l->status == COSET_OK) {
        coset__team_run(d->s.team, 1, start_job, d);
        coset__team_run(d->s.team, d->s.o->threads, job, d);
        coset__watch_end(watch);
        tell(l);
    }
    workers_free(d);
    coset_delete(d->s.paths);
}

#define LEAD_STACK (UINT64_C(8) << 20)

coset_status coset__scc(const coset_model *m, const coset_engine_options *options, double began, coset_arena *arena,
                        coset_result **result, coset_err *err)
{
    lead l = {.arena = arena, .result = result, .err = err};
    coset_engine_options own = *options;
    own.threads = own.threads < COSET__MOST_VISITORS ? own.threads : COSET__MOST_VISITORS;
    l.status = coset__search_init_bare(&l.d.s, m, &own, err);
    if (l.status != COSET_OK)
        return l.status;
    l.d.s.began = began;
    /* none of the threads is the caller's: see bfs.c */
    if (coset_big_stack_call(LEAD_STACK, search_all, &l, NULL) != COSET_OK)
        search_all(&l, NULL);
    coset__search_fini(&l.d.s);
    return l.status;
}
