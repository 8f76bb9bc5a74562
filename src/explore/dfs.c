/* Depth-first search. A frame of the stack is a state and the number of its successors that have been tried; the list
 * of successors is recomputed when the search returns to it, so the stack stays small. */
#include "explore/dfs.h"

#include <stdlib.h>
#include <string.h>

#include "explore/bfs_int.h"
#include "explore/stack_set.h"

#define NOWHERE UINT32_MAX

#define STATES_A_LOOK 4096 /* new states between two checks of the memory */

typedef struct {
    coset_count orbit;
    uint32_t tried;  /* successors */
    uint32_t choice; /* of the chooser: a number + 1; 0: all steps */
    uint64_t hash;   /* of the representative, if there is a chooser */
} frame;

typedef struct {
    uint64_t actor;
    uint32_t group, number; /* number: among the states listed */
    bool faulted;
} successor;

typedef struct {
    coset__search *s;
    coset__member *w;
    const coset_representer *r;
    coset_value *fresh;  /* [n_slots] a representative */
    coset_value *states; /* of the stack */
    size_t room;         /* capacity in states */
    COSET_VEC(frame) stack;
    bool again; /* the successors are listed once more: nothing is counted */
    COSET_VEC(successor) list;
    coset_value *targets; /* states of the list */
    size_t target_room;
    const coset_chooser *chooser; /* or NULL */
    coset_stack_set on_stack;
    bool looking;                /* steps are listed to select from them */
    COSET_VEC(coset_part) steps; /* of the state being expanded */
    COSET_VEC(bool) faults;
    COSET_VEC(bool) take;
    COSET_VEC(uint32_t) leads; /* number of the target of a step, or NOWHERE */
    bool partly;               /* only those in `take` are taken */
    uint64_t n_new;
    bool was_cut; /* states at the depth bound */
} dfs;

static uint32_t width(const dfs *d) { return d->s->m->n_slots; }

/* Makes room for n + 1 states. */
static void make_room(coset_value **states, size_t *room, size_t n, uint32_t n_slots)
{
    if (n < *room)
        return;
    *room = n < 16 ? 32 : n * 2;
    *states = coset_resize(*states, *room * n_slots + 1, sizeof **states);
}

static coset_value *state_at(const dfs *d, size_t i) { return d->states + i * width(d); }

static void copy_state(const dfs *d, coset_value *to, const coset_value *from)
{
    if (width(d))
        memcpy(to, from, width(d) * sizeof *to);
}

/* ---- witnesses --------------------------------------------------------------------------------------------------- */

/* The stack, and one more state unless NULL, is the path to a witness. */
static const coset_path *path_of(const dfs *d, const coset_value *last, const coset__witness *w, coset_arena *arena)
{
    coset_path *p = coset_arena_get(arena, 1, sizeof *p);
    size_t n = d->stack.n, w_slots = width(d);
    coset_value *states = coset_arena_get(arena, (n + 1) * w_slots + 1, sizeof *states);
    if (n && w_slots)
        memcpy(states, d->states, n * w_slots * sizeof *states);
    if (last)
        copy_state(d, states + n * w_slots, last);
    *p = (coset_path){.n_states = (uint32_t)(n + (last != NULL)), .states = states};
    p->has_fault = w->in_step;
    p->fault = w->fault;
    return p;
}

static void keep_witness(dfs *d, uint32_t prop, const coset__witness *w, const coset_value *last, coset_arena *arena)
{
    if (d->s->witnesses[prop].found)
        return;
    d->s->witnesses[prop] = *w;
    d->s->paths[prop] = path_of(d, last, w, arena);
}

/* Records the violations of the last state or step. */
static void keep_witnesses(dfs *d, const coset_value *last)
{
    coset__bounds_merge(d->s);
    for (uint32_t p = 0; p < d->s->m->n_props; p++) {
        if (d->w->witnesses[p].found)
            keep_witness(d, p, &d->w->witnesses[p], last, d->s->path_arena);
        d->w->witnesses[p].found = false;
    }
    if (coset__knows_enough(d->s))
        coset__halt_search(d->s, COSET__HALT_ERRORS);
}

/* ---- successors -------------------------------------------------------------------------------------------------- */

static void count_edge(dfs *d, const coset_edge *e, const coset_value *dst)
{
    coset__member *w = d->w;
    if (e->output && d->s->o->on_output)
        d->s->o->on_output(d->s->o->output_ctx, e->output);
    coset__count_step(w, e);
    coset__hit_statements(w, e, COSET_NO_REF);
    for (uint32_t i = 0; dst && i < e->n_covers; i++) {
        const coset__witness hit = {.found = true, .n_states = w->depth + 1};
        keep_witness(d, e->covers[i], &hit, dst, d->s->path_arena);
    }
    if (e->fault) {
        coset__step_fault(w, e->fault);
        w->moves++;
    } else if (!w->starting) {
        w->moves += e->leaves || memcmp(w->src, dst, width(d) * sizeof *dst) != 0;
    }
}

/* A step that may be chosen. */
static coset_status note_step(dfs *d, const coset_edge *e, const coset_value *dst)
{
    uint32_t number = d->list.n;
    *coset_vec_add(&d->steps) = (coset_part){.group = e->group, .instance = e->instance};
    *coset_vec_add(&d->faults) = e->fault != NULL;
    *coset_vec_add(&d->leads) = e->fault ? NOWHERE : number;
    if (e->fault)
        return COSET_OK;
    make_room(&d->targets, &d->target_room, number, width(d));
    copy_state(d, d->targets + (size_t)number * width(d), dst);
    *coset_vec_add(&d->list) = (successor){.number = number};
    return COSET_OK;
}

/* Either all steps of one instance are taken, or none. Their order may differ from before. */
static bool is_taken(const dfs *d, const coset_edge *e)
{
    uint32_t i = 0;
    while (i < d->steps.n && (d->steps.at[i].group != e->group || d->steps.at[i].instance != e->instance))
        i++;
    COSET_INVARIANT(i < d->steps.n);
    return d->take.at[i];
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    dfs *d = ctx;
    bool faulted = false, cut = false;
    if (coset__halted(d->s) != COSET__GO)
        return COSET_STOPPED;
    if (d->looking)
        return note_step(d, e, dst);
    if (d->partly && !is_taken(d, e))
        return COSET_OK;
    if (!e->fault && d->s->assumptions.n)
        cut = d->again ? coset__excluding(d->w, dst, &faulted) != COSET_NO_PROP : coset__is_cut(d->w, dst, &faulted);
    if (!d->again && cut) {
        coset__count_step(d->w, e);
        d->w->moves++;
    } else if (!d->again) {
        count_edge(d, e, dst);
    }
    if (e->fault || cut)
        return COSET_OK;
    uint32_t number = d->list.n;
    make_room(&d->targets, &d->target_room, number, width(d));
    copy_state(d, d->targets + (size_t)number * width(d), dst);
    *coset_vec_add(&d->list) = (successor){
        .actor = coset_actor_of(&d->s->m->groups[e->group], e->instance),
        .group = e->group,
        .number = number,
        .faulted = faulted,
    };
    return COSET_OK;
}

static int compare(const void *x, const void *y)
{
    const successor *a = x, *b = y;
    if (a->actor != b->actor)
        return a->actor > b->actor ? -1 : 1;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

/* ---- partial order reduction ------------------------------------------------------------------------------------- */

static uint64_t hash_of(dfs *d, const coset_value *state)
{
    coset_count orbit;
    if (d->r)
        d->r->represent(d->r->ctx, state, d->fresh, &orbit);
    return coset_stack_hash(width(d), d->r ? d->fresh : state);
}

/* Some taken step leads to the stack. */
static bool closes_cycle(dfs *d)
{
    for (uint32_t i = 0; i < d->take.n; i++)
        if (d->take.at[i] && d->leads.at[i] != NOWHERE &&
            coset_stack_set_has(&d->on_stack, hash_of(d, d->targets + (size_t)d->leads.at[i] * width(d))))
            return true;
    return false;
}

static bool offered(dfs *d, uint32_t turn)
{
    return d->chooser->offer(d->chooser->ctx, d->w->src, turn, d->steps.n, d->steps.at, d->faults.at, d->take.at);
}

/* The steps of w->src that are taken: those chosen when the state was reached. */
static void choose(dfs *d, frame *top)
{
    d->steps.n = d->faults.n = d->leads.n = d->take.n = d->list.n = 0;
    d->looking = true;
    d->partly = false;
    coset__end_of_steps(d->w, d->s->m->ops->next(d->w->step, d->w->src, on_edge, d));
    d->looking = false;
    (void)coset_vec_add_n(&d->take, d->steps.n);
    if (d->again) {
        d->partly = top->choice && offered(d, top->choice - 1);
    } else {
        for (uint32_t turn = 0; !d->partly && offered(d, turn); turn++)
            if (!closes_cycle(d)) {
                d->partly = true;
                top->choice = turn + 1;
            }
    }
    d->list.n = 0;
}

/* ---- expansion --------------------------------------------------------------------------------------------------- */

/* Lists the successors of the state on top of the stack. */
static void list_successors(dfs *d)
{
    coset__member *w = d->w;
    uint32_t top = d->stack.n - 1;
    coset_count orbit = d->stack.at[top].orbit, full;
    d->list.n = 0;
    w->depth = top;
    w->weight = orbit ? orbit : 1;
    w->steps = w->moves = 0;
    copy_state(d, w->src, state_at(d, top));
    if (d->chooser)
        choose(d, &d->stack.at[top]);
    coset__end_of_steps(w, d->s->m->ops->next(w->step, w->src, on_edge, d));
    if (d->list.n)
        qsort(d->list.at, d->list.n, sizeof *d->list.at, compare);
    if (d->again || coset__halted(d->s) != COSET__GO)
        return;
    coset__check_deadlock(w);
    full = w->steps;
    if (!orbit || !coset_count_mul(&full, orbit) || !coset_count_add(&w->full, full))
        w->inexact = true;
    coset__count_expanded(w);
    keep_witnesses(d, NULL);
}

/* ---- the stack --------------------------------------------------------------------------------------------------- */

static void look_at_memory(dfs *d)
{
    uint64_t bytes = coset_store_bytes(d->s->store) + d->room * width(d) * sizeof *d->states +
                     d->stack.room * (uint64_t)sizeof *d->stack.at;
    if (bytes > d->s->peak_bytes)
        d->s->peak_bytes = bytes;
    if (d->s->o->max_bytes && bytes > coset_engine_room(d->s->o))
        coset__halt_search(d->s, COSET__HALT_MEMORY);
}

/* Finds or adds the representative. True: it is new, and the search continues. */
static bool store(dfs *d, const coset_value *state, coset_ref *ref, coset_count *orbit)
{
    coset__search *s = d->s;
    const coset_value *stored = state;
    *orbit = 1;
    if (d->r) {
        d->r->represent(d->r->ctx, state, d->fresh, orbit);
        stored = d->fresh;
    }
    coset_stored how;
    while ((how = coset_store_put(s->store, 0, stored, ref)) == COSET_STORE_FULL)
        if (!coset_store_wants_growth(s->store) || coset_store_grow(s->store, NULL) != COSET_OK) {
            coset__halt_search(s, COSET__HALT_MEMORY);
            return false;
        }
    if (how != COSET_STORE_NEW)
        return false;
    if (s->o->max_states && d->n_new >= s->o->max_states) {
        coset__halt_search(s, COSET__HALT_STATES);
        return false;
    }
    if (++d->n_new % STATES_A_LOOK == 0)
        look_at_memory(d);
    return true;
}

/* Pushes a successor of the top of the stack, or a start state, if it is new. */
static bool push(dfs *d, const coset_value *state, bool faulted)
{
    coset_ref ref;
    coset_count orbit;
    if (!store(d, state, &ref, &orbit))
        return false;
    d->w->starting = d->stack.n == 0;
    d->w->depth = d->stack.n ? d->stack.n - 1 : 0;
    coset__treat_new_state(d->w, ref, state, orbit);
    if (faulted)
        coset__check_assumption_faults(d->w, ref, state);
    keep_witnesses(d, state);
    d->w->starting = false;
    uint32_t depth = d->stack.n;
    if (depth > d->s->deepest)
        d->s->deepest = depth;
    atomic_store_explicit(&d->s->depth, depth, memory_order_relaxed);
    if (d->s->o->max_depth && depth >= d->s->o->max_depth) {
        d->was_cut = true;
        return false;
    }
    make_room(&d->states, &d->room, depth, width(d));
    copy_state(d, state_at(d, depth), state);
    *coset_vec_add(&d->stack) = (frame){.orbit = orbit};
    if (d->chooser) {
        d->stack.at[depth].hash = hash_of(d, state_at(d, depth));
        coset_stack_set_add(&d->on_stack, d->stack.at[depth].hash);
    }
    return true;
}

static bool goes_on(const dfs *d) { return coset__halted(d->s) == COSET__GO; }

/* Tries the next successors of the top until one is pushed. */
static bool go_deeper(dfs *d)
{
    uint32_t top = d->stack.n - 1;
    while (d->stack.at[top].tried < d->list.n && goes_on(d)) {
        const successor *x = &d->list.at[d->stack.at[top].tried++];
        if (push(d, d->targets + (size_t)x->number * width(d), x->faulted))
            return true;
    }
    return false;
}

static void pop(dfs *d)
{
    if (d->chooser)
        coset_stack_set_remove(&d->on_stack, d->stack.at[d->stack.n - 1].hash);
    d->stack.n--;
}

static void search_from(dfs *d, const coset_value *start, bool faulted)
{
    if (!push(d, start, faulted))
        return;
    d->again = false;
    while (d->stack.n && goes_on(d)) {
        list_successors(d);
        d->again = !go_deeper(d);
        if (d->again)
            pop(d);
    }
}

/* The start states are listed once and stored. */
static void search(dfs *d)
{
    coset__member *w = d->w;
    w->starting = true;
    w->weight = 1;
    w->steps = w->moves = 0;
    coset__end_of_steps(w, d->s->m->ops->starts(w->step, on_edge, d));
    keep_witnesses(d, NULL);
    w->starting = false;
    uint32_t n = d->list.n;
    coset_value *starts = d->targets;
    bool *faulted = coset_new(n + (size_t)1, sizeof *faulted);
    for (uint32_t i = 0; i < n; i++)
        faulted[i] = d->list.at[i].faulted;
    d->targets = NULL;
    d->target_room = 0;
    for (uint32_t i = 0; i < n && goes_on(d); i++)
        search_from(d, starts + (size_t)i * width(d), faulted[i]);
    coset_delete(faulted);
    coset_delete(starts);
    look_at_memory(d);
    if (goes_on(d) && d->was_cut)
        coset__halt_search(d->s, COSET__HALT_DEPTH);
    coset__search_end(d->s);
}

static coset__live *undecided(const coset_model *m)
{
    coset__live *live = coset_new(m->n_props, sizeof *live);
    for (uint32_t p = 0; p < m->n_props; p++)
        live[p].reason = "a depth-first search does not check it";
    return live;
}

static coset_status run(coset__search *s, const coset_representer *r, const coset_chooser *chooser, coset_arena *arena,
                        coset_result **result, coset_err *err)
{
    coset__watch *watch;
    if (!s->exact)
        return coset_fail(err, COSET_UNSUPPORTED, "a depth-first search needs an exact store");
    coset_status status = coset__watch_start(s, &watch, err);
    if (status != COSET_OK)
        return status;
    dfs d = {
        .s = s, .w = &s->members[0], .r = r, .chooser = chooser, .fresh = coset_new(s->m->n_slots, sizeof *d.fresh)};
    s->path_arena = arena;
    s->paths = coset_new(s->m->n_props, sizeof *s->paths);
    search(&d);
    coset__watch_end(watch);
    coset__live *live = undecided(s->m);
    *result = coset__outcome(s, live, arena);
    coset_delete(live);
    coset_delete(s->paths);
    coset_delete(d.fresh);
    coset_delete(d.states);
    coset_delete(d.targets);
    coset_vec_fini(&d.stack);
    coset_vec_fini(&d.list);
    coset_vec_fini(&d.steps);
    coset_vec_fini(&d.faults);
    coset_vec_fini(&d.take);
    coset_vec_fini(&d.leads);
    coset_stack_set_fini(&d.on_stack);
    return COSET_OK;
}

coset_status coset_dfs(const coset_model *m, const coset_engine_options *options, const coset_representer *r,
                       const coset_chooser *chooser, coset_arena *arena, coset_result **result, coset_err *err)
{
    coset_engine_options own = *options;
    coset__search s;
    own.threads = 1;
    *result = NULL;
    coset_status status = coset__search_init(&s, m, &own, err);
    if (status != COSET_OK)
        return status;
    coset__members_make(&s);
    status = run(&s, r, chooser, arena, result, err);
    coset__search_fini(&s);
    return status;
}
