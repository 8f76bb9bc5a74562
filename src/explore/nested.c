/* Emptiness with an inexact store: nested depth-first search.
 *
 * The store keeps, in place of a state, so little that a component cannot be told; but that a state has been visited is
 * enough here. When the search leaves an accepting edge behind, a second search looks for the source of the edge from
 * its target; its visits are kept for all second searches together. Several acceptance sets are counted through, in a
 * slot of their own: an edge accepts when the last one is reached. States are on the stack only, which is therefore the
 * run.
 *
 * Source: Courcoubetis, Vardi, Wolper and Yannakakis 1992; edges in place of states: an accepting edge is thought of as
 * a state between its ends.
 */
#include <string.h>

#include "explore/nested.h"

#define STATES_A_LOOK 4096 /* new states between two looks at the limits */

typedef struct {
    uint32_t tried;  /* successors */
    uint32_t number; /* of the edge that led here */
} frame;

typedef struct {
    uint32_t number;
    bool accepts;
} successor;

typedef struct {
    coset__search *s;
    coset__member *w;
    uint32_t width;      /* slots of the model, then the set that is waited for, then the search */
    coset_value *states; /* of the stack */
    size_t room;
    COSET_VEC(frame) stack;
    COSET_VEC(successor) list;
    coset_value *targets; /* states of the list */
    size_t target_room;
    uint32_t number;
    bool again;      /* the successors have been listed and counted before */
    bool second;     /* search */
    uint32_t source; /* on the stack, of the edge that the second search closes */
    bool was_cut;
    bool found;
    uint32_t closing; /* number of the edge back to the source */
} nested;

static bool goes_on(const nested *d) { return !d->found && coset__halted(d->s) == COSET__GO; }

static coset_value *state_at(const nested *d, size_t i) { return d->states + i * d->width; }

static void make_room(coset_value **states, size_t *room, size_t n, uint32_t width)
{
    if (n < *room)
        return;
    *room = n < 16 ? 32 : n * 2;
    *states = coset_resize(*states, *room * width, sizeof **states);
}

/* ---- successors -------------------------------------------------------------------------------------------------- */

/* The set that is waited for behind an edge; *accepts: all have been counted. */
static uint32_t count_sets(const coset_model *m, uint32_t waiting, uint64_t edge, bool *accepts)
{
    while (waiting < m->n_accepts && edge >> waiting & 1)
        waiting++;
    *accepts = waiting == m->n_accepts;
    return *accepts ? 0 : waiting;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    nested *d = ctx;
    uint32_t number = d->number++, n = d->s->m->n_slots;
    bool faulted, accepts;
    if (coset__halted(d->s) != COSET__GO)
        return COSET_STOPPED;
    if (!d->again && !d->second)
        coset__count_step(d->w, e);
    if (e->fault || (d->s->assumptions.n && coset__excluding(d->w, dst, &faulted) != COSET_NO_PROP))
        return COSET_OK;
    make_room(&d->targets, &d->target_room, d->list.n, d->width);
    coset_value *to = d->targets + (size_t)d->list.n * d->width;
    if (n)
        memcpy(to, dst, n * sizeof *to);
    uint32_t waiting = d->stack.n ? state_at(d, d->stack.n - 1)[n] : 0;
    to[n] = count_sets(d->s->m, waiting, e->accepts, &accepts);
    to[n + 1] = d->second;
    *coset_vec_add(&d->list) = (successor){number, accepts && d->stack.n};
    return COSET_OK;
}

/* Of the top of the stack. */
static void list_successors(nested *d)
{
    d->list.n = d->number = 0;
    if (d->s->m->n_slots)
        memcpy(d->w->src, state_at(d, d->stack.n - 1), d->s->m->n_slots * sizeof *d->w->src);
    coset__end_of_steps(d->w, d->s->m->ops->next(d->w->step, d->w->src, on_edge, d));
    if (!d->again && !d->second)
        coset__count_expanded(d->w);
}

/* ---- the stack --------------------------------------------------------------------------------------------------- */

static void look_at_limits(nested *d)
{
    coset__search *s = d->s;
    uint64_t bytes = coset_store_bytes(s->store) + d->room * d->width * sizeof *d->states +
                     (uint64_t)d->stack.room * sizeof *d->stack.at;
    if (bytes > s->peak_bytes)
        s->peak_bytes = bytes;
    coset__heed_limits(s, bytes);
}

/* Visits a state that has not been visited by this search: it becomes the top. */
static bool push(nested *d, const coset_value *state, uint32_t number)
{
    coset__search *s = d->s;
    coset_ref ref;
    coset_stored how;
    while ((how = coset_store_put(s->store, 0, state, &ref)) == COSET_STORE_FULL)
        if (!coset_store_wants_growth(s->store) || coset_store_grow(s->store, NULL) != COSET_OK) {
            coset__halt_search(s, COSET__HALT_MEMORY);
            return false;
        }
    if (how != COSET_STORE_NEW)
        return false;
    uint64_t n = coset_store_size(s->store);
    if (s->o->max_states && n > s->o->max_states) {
        coset__halt_search(s, COSET__HALT_STATES);
        return false;
    }
    if (n % STATES_A_LOOK == 0)
        look_at_limits(d);
    if (!d->second)
        coset__treat_new_state(d->w, ref, state, 0);
    uint32_t depth = d->stack.n;
    if (s->o->max_depth && depth >= s->o->max_depth) {
        d->was_cut = true;
        return false;
    }
    s->deepest = depth > s->deepest ? depth : s->deepest;
    make_room(&d->states, &d->room, depth, d->width);
    memcpy(state_at(d, depth), state, d->width * sizeof *state);
    *coset_vec_add(&d->stack) = (frame){.number = number};
    return true;
}

/* Whether a successor in the second search is the source; the last slot differs. */
static bool closes(const nested *d, const coset_value *state)
{
    return memcmp(state, state_at(d, d->source), (d->width - 1) * sizeof *state) == 0;
}

/* The top's next successor is tried. In the first search an accepting edge is tried twice: the second time, when all
 * behind it has been searched, the second search begins with it. True: something was pushed, and the list is another.
 */
static bool try_next(nested *d)
{
    frame *f = &d->stack.at[d->stack.n - 1];
    uint32_t i = f->tried / 2;
    bool behind = f->tried % 2;
    const successor x = d->list.at[i];
    coset_value *to = d->targets + (size_t)i * d->width;
    f->tried += d->second ? 2 : 1;
    if (d->second && closes(d, to)) {
        d->closing = x.number;
        d->found = true;
        return false;
    }
    if (!behind || d->second)
        return push(d, to, x.number);
    if (!x.accepts)
        return false;
    d->second = true;
    d->source = d->stack.n - 1;
    to[d->width - 1] = 1;
    if (closes(d, to)) {
        d->closing = x.number;
        d->found = true;
        return false;
    }
    if (push(d, to, x.number))
        return true;
    d->second = false;
    return false;
}

static void search_from(nested *d)
{
    d->again = false;
    while (d->stack.n && goes_on(d)) {
        bool pushed = false;
        list_successors(d);
        while (!pushed && goes_on(d) && d->stack.at[d->stack.n - 1].tried < 2 * d->list.n)
            pushed = try_next(d);
        d->again = !pushed;
        if (pushed || !goes_on(d))
            continue;
        d->stack.n--;
        if (d->second && d->stack.n == d->source + 1)
            d->second = false;
    }
}

static void search_all(nested *d)
{
    coset__member *w = d->w;
    w->starting = true;
    w->weight = 1;
    w->inexact = true;
    look_at_limits(d);
    coset__end_of_steps(w, d->s->m->ops->starts(w->step, on_edge, d));
    w->starting = false;
    uint32_t n = d->list.n;
    coset_value *starts = d->targets;
    uint32_t *numbers = coset_new((size_t)n + 1, sizeof *numbers);
    for (uint32_t i = 0; i < n; i++)
        numbers[i] = d->list.at[i].number;
    d->targets = NULL;
    d->target_room = 0;
    for (uint32_t i = 0; i < n && goes_on(d); i++)
        if (push(d, starts + (size_t)i * d->width, numbers[i]))
            search_from(d);
    coset_delete(numbers);
    coset_delete(starts);
    look_at_limits(d);
    if (goes_on(d) && d->was_cut)
        coset__halt_search(d->s, COSET__HALT_DEPTH);
}

/* The stack is the run; it closes at the source. */
static const coset_path *path_of(const nested *d, coset_arena *arena)
{
    uint32_t n = d->stack.n, slots = d->s->m->n_slots;
    coset_path *p = coset_arena_get(arena, 1, sizeof *p);
    coset_value *states = coset_arena_get(arena, (size_t)n * slots + 1, sizeof *states);
    uint32_t *edges = coset_arena_get(arena, (size_t)n + 1, sizeof *edges);
    for (uint32_t i = 0; i < n; i++) {
        if (slots)
            memcpy(states + (size_t)i * slots, state_at(d, i), slots * sizeof *states);
        edges[i] = d->stack.at[i].number;
    }
    edges[n] = d->closing;
    *p = (coset_path){.n_states = n, .states = states, .has_loop = true, .loop = d->source, .edges = edges};
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
        .kind = s->o->store, .threads = 1, .max_bytes = coset_engine_room(s->o), .bare = true};
    coset_store *store;
    coset_store_free(s->store);
    s->store = NULL;
    coset_status status = coset_store_new(n + 2, bits, &o, &store, err);
    coset_delete(bits);
    if (status == COSET_OK)
        s->store = store;
    return status;
}

coset_status coset__nested(coset__search *s, coset_arena *arena, coset__live *out, coset_err *err)
{
    nested d = {.s = s, .w = &s->members[0], .width = s->m->n_slots + 2};
    coset_status status = replace_store(s, err);
    if (status != COSET_OK)
        return status;
    search_all(&d);
    out->decided = out->witness.found = d.found;
    if (d.found) {
        coset__halt_search(s, COSET__HALT_ERRORS);
        s->paths[coset_model_builtin(s->m, COSET_PROP_ACCEPTANCE)] = path_of(&d, arena);
    }
    coset__search_end(s);
    coset_delete(d.states);
    coset_delete(d.targets);
    coset_vec_fini(&d.stack);
    coset_vec_fini(&d.list);
    return COSET_OK;
}
