/* Emptiness by a depth-first search for strongly connected components.
 *
 * A state is expanded once, when it is visited. Successors that are open are merged at once, closed ones are dropped,
 * the others wait on a stack. Open states are on a second stack. A root is the first state of what is known to be one
 * component, with the acceptance sets of its edges and those of the edge that led to it. An edge to an open state
 * merges all roots after that state.
 *
 * If one thread has visited enough states, several threads search the model together (scc.h). They can show that there
 * is no accepting run; otherwise the one thread continues where it stopped, so that the result is the same for any
 * number of threads.
 */
#include "explore/accept.h"

#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "explore/accept_int.h"
#include "explore/nested.h"
#include "explore/scc.h"

#define STATES_A_LOOK 4096   /* new states between two checks of the limits */
#define STATES_A_MARK 262144 /* new states between two generations of the store */
#define STATES_ALONE  10000  /* before other threads are used */
#define TRIAL_GROWTH  4      /* an open component with families is tested each time it has grown by this factor */

typedef struct {
    uint32_t at;      /* place of the state on the stack of open ones */
    uint32_t waiting; /* its successors begin there */
} frame;

typedef struct {
    uint32_t first;       /* place */
    uint32_t tried;       /* states it had when it was tested last */
    bool cyclic;          /* it has an edge */
    uint64_t in, accepts; /* of the edge to the first state; of edges in the component */
} root;

typedef struct {
    uint32_t node;
    uint32_t rank; /* with options.order: those with higher ones are searched first */
    uint64_t accepts;
} successor;

typedef struct {
    coset__emptiness x;
    COSET_VEC(frame) frames;
    COSET_VEC(root) roots;
    COSET_VEC(successor) waiting;
    successor pending[COSET_STORE_AHEAD]; /* being put into the store; node: not yet known */
    coset_count orbits[COSET_STORE_AHEAD];
    uint32_t n_pending;
    bool accepting;    /* the last component has an accepting run */
    bool was_cut;      /* states at the depth bound */
    successor *starts; /* that have not all been visited */
    uint32_t n_starts, next_start;
    const coset_engine_options *asked;
    coset__watch *watch;
    uint64_t rest_at; /* states; 0: never */
} search;

static bool goes_on(const search *d) { return !d->accepting && coset__halted(d->x.s) == COSET__GO; }

/* ---- the store --------------------------------------------------------------------------------------------------- */

static void look_at_limits(search *d)
{
    coset__search *s = d->x.s;
    uint64_t bytes = coset_store_bytes(s->store) +
                     (uint64_t)d->x.numbers.n * COSET__NUMBERS_A_PIECE * sizeof(uint32_t) +
                     (uint64_t)d->x.open.room * sizeof *d->x.open.at + (uint64_t)d->frames.room * sizeof *d->frames.at +
                     (uint64_t)d->roots.room * sizeof *d->roots.at + (uint64_t)d->waiting.room * sizeof *d->waiting.at;
    if (bytes > s->peak_bytes)
        s->peak_bytes = bytes;
    coset__heed_limits(s, bytes);
}

static bool grow(coset__search *s)
{
    if (coset_store_wants_growth(s->store) && coset_store_grow(s->store, NULL) == COSET_OK)
        return true;
    coset__halt_search(s, COSET__HALT_MEMORY);
    return false;
}

/* ---- roots ------------------------------------------------------------------------------------------------------- */

static root *top_root(search *d) { return &d->roots.at[d->roots.n - 1]; }

/* Handles an edge from the top component to the open state with that number. */
static void merge(search *d, uint32_t number, uint64_t accepts)
{
    uint32_t tried = 0;
    while (top_root(d)->first + 1 > number) {
        const root *r = top_root(d);
        accepts |= r->in | r->accepts;
        tried = r->tried > tried ? r->tried : tried;
        d->roots.n--;
    }
    root *r = top_root(d);
    r->accepts |= accepts;
    r->cyclic = true;
    r->tried = tried > r->tried ? tried : r->tried;
    d->accepting = r->accepts == d->x.all && !d->x.words;
}

static void follow(search *d, const successor *to)
{
    uint32_t number = coset__number(&d->x.numbers, to->node);
    if (!number)
        *coset_vec_add(&d->waiting) = *to;
    else if (number != COSET__CLOSED)
        merge(d, number, to->accepts);
}

/* With families: tests whether the open component already has an accepting run. All its states have been expanded. */
static void try_component(search *d, bool closing)
{
    root *r = top_root(d);
    uint32_t n = d->x.open.n - r->first;
    if (!d->x.words || !r->cyclic || r->accepts != d->x.all || (!closing && n / TRIAL_GROWTH < r->tried))
        return;
    r->tried = n;
    d->accepting = coset__region_check(&d->x, r->first);
}

/* ---- orders of steps --------------------------------------------------------------------------------------------- */

/* The random rank of a step in the order: by actor, so that one actor continues as long as it can and cycles close; or
 * by rule and instance; or drawn anew in each state. */
static uint32_t rank_of_step(const search *d, const coset_edge *e)
{
    const uint64_t order = d->asked->order;
    const coset_group *g = &d->x.s->m->groups[e->group];
    if (order % 3 == 0)
        return 0;
    const bool by_actor = order % 3 == 1 && g->actor.each;
    const uint64_t who = by_actor ? coset_actor_of(g, e->instance) : (uint64_t)e->group << 32 ^ e->instance;
    return (uint32_t)coset_mix(coset_mix(order) ^ who) | 0xff;
}

/* Steps of one rank are ordered by their targets. */
static uint32_t rank_of_successor(const search *d, const successor *to)
{
    const uint32_t drawn = (uint32_t)coset_mix(coset_mix(d->asked->order) ^ to->node);
    return to->rank ? to->rank ^ (drawn & 0xff) : drawn;
}

static int by_rank(const void *x, const void *y)
{
    const successor *a = x, *b = y;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* Sorts the waiting successors from `first` on. */
static void put_in_order(search *d, uint32_t first)
{
    const uint32_t n = d->waiting.n - first;
    successor *at = d->waiting.at + first;
    for (uint32_t i = 0; i < n; i++)
        at[i].rank = rank_of_successor(d, &at[i]);
    if (n > 1)
        qsort(at, n, sizeof *at, by_rank);
}

/* ---- successors -------------------------------------------------------------------------------------------------- */

static bool note_new_state(search *d, coset_ref ref, uint32_t i)
{
    coset__search *s = d->x.s;
    uint64_t n = coset_store_size(s->store);
    if (s->o->max_states && n > s->o->max_states) {
        coset__halt_search(s, COSET__HALT_STATES);
        return false;
    }
    coset__treat_new_state(d->x.w, ref, NULL, d->orbits[i]);
    if (n % STATES_A_LOOK == 0)
        look_at_limits(d);
    return true;
}

/* Puts the collected successors. */
static coset_status put_all(search *d)
{
    coset__search *s = d->x.s;
    uint32_t n = d->n_pending;
    d->n_pending = 0;
    for (uint32_t i = 0; i < n; i++)
        coset_store_fetch(s->store, 0, i);
    for (uint32_t i = 0; i < n && goes_on(d); i++) {
        coset_ref ref;
        coset_stored how;
        while ((how = coset_store_put_ready(s->store, 0, i, &ref)) == COSET_STORE_FULL)
            if (!grow(s))
                return COSET_STOPPED;
        if (how == COSET_STORE_NEW && !note_new_state(d, ref, i))
            return COSET_STOPPED;
        d->pending[i].node = coset__node_of_ref(&d->x, ref);
        follow(d, &d->pending[i]);
    }
    return goes_on(d) ? COSET_OK : COSET_STOPPED;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    search *d = ctx;
    coset__member *w = d->x.w;
    bool faulted;
    if (!goes_on(d))
        return COSET_STOPPED;
    coset__count_step(w, e);
    if (e->fault) {
        coset__step_fault(w, e->fault);
        return COSET_OK;
    }
    if (d->x.s->assumptions.n && coset__is_cut(w, dst, &faulted))
        return COSET_OK;
    w->inexact = w->inexact || e->orbit != 1;
    while ((e->told ? coset_store_ready_beside(d->x.s->store, 0, d->n_pending, dst, e->touched, e->n_touched)
                    : coset_store_ready(d->x.s->store, 0, d->n_pending, dst)) == COSET_STORE_FULL)
        if (!grow(d->x.s))
            return COSET_STOPPED;
    d->orbits[d->n_pending] = e->orbit;
    d->pending[d->n_pending++] =
        (successor){.node = COSET__NOWHERE, .rank = d->asked->order ? rank_of_step(d, e) : 0, .accepts = e->accepts};
    return d->n_pending == COSET_STORE_AHEAD ? put_all(d) : COSET_OK;
}

static void expand(search *d, uint32_t node)
{
    coset__search *s = d->x.s;
    coset__member *w = d->x.w;
    w->src_ref = coset_store_ref(s->store, 0, node);
    (void)coset_store_load(s->store, 0, w->src_ref, w->src);
    const uint32_t first = d->waiting.n;
    coset_status st = s->m->ops->next(w->step, w->src, on_edge, d);
    if (st == COSET_OK)
        (void)put_all(d);
    d->n_pending = 0;
    if (d->asked->order)
        put_in_order(d, first);
    coset__end_of_steps(w, d->accepting ? COSET_OK : st);
    coset__count_expanded(w);
    if (w->n_expanded % STATES_A_MARK == 0)
        coset_store_mark(s->store);
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

static void visit(search *d, uint32_t node, uint64_t in)
{
    uint32_t at = d->x.open.n, depth = d->frames.n;
    coset__search *s = d->x.s;
    *coset_vec_add(&d->x.open) = node;
    coset__number_set(&d->x.numbers, node, at + 1);
    *coset_vec_add(&d->roots) = (root){.first = at, .in = in};
    *coset_vec_add(&d->frames) = (frame){at, d->waiting.n};
    if (depth > s->deepest)
        s->deepest = depth;
    atomic_store_explicit(&s->depth, depth, memory_order_relaxed);
    if (s->o->max_depth && depth >= s->o->max_depth)
        d->was_cut = true;
    else
        expand(d, node);
}

/* The top of the stack has no more successors. */
static void leave(search *d)
{
    uint32_t at = d->frames.at[--d->frames.n].at;
    if (top_root(d)->first != at)
        return;
    try_component(d, true);
    if (!goes_on(d))
        return;
    while (d->x.open.n > at)
        coset__number_set(&d->x.numbers, d->x.open.at[--d->x.open.n], COSET__CLOSED);
    d->roots.n--;
}

static void take_step(search *d)
{
    try_component(d, false);
    if (d->accepting)
        return;
    if (d->waiting.n == d->frames.at[d->frames.n - 1].waiting) {
        leave(d);
        return;
    }
    successor next = d->waiting.at[--d->waiting.n];
    uint32_t number = coset__number(&d->x.numbers, next.node);
    if (!number)
        visit(d, next.node, next.accepts);
    else if (number != COSET__CLOSED)
        merge(d, number, next.accepts);
}

/* Lists the start states; when their turn comes, those visited from another one are closed. */
static void find_starts(search *d)
{
    coset__search *s = d->x.s;
    coset__member *w = d->x.w;
    w->starting = true;
    w->weight = 1;
    look_at_limits(d);
    coset_status st = s->m->ops->starts(w->step, on_edge, d);
    if (st == COSET_OK)
        (void)put_all(d);
    d->n_pending = 0;
    coset__end_of_steps(w, st);
    w->starting = false;
    d->n_starts = d->waiting.n;
    d->starts = d->waiting.at;
    memset(&d->waiting, 0, sizeof d->waiting);
}

static bool rests(const search *d) { return d->rest_at && coset_store_size(d->x.s->store) >= d->rest_at; }

/* Searches until everything is searched or the search ends early. False: it pauses for several threads. */
static bool search_on(search *d)
{
    while (goes_on(d) && (d->frames.n || d->next_start < d->n_starts)) {
        if (rests(d))
            return false;
        if (d->frames.n) {
            take_step(d);
            continue;
        }
        uint32_t start = d->starts[d->next_start++].node;
        if (!coset__number(&d->x.numbers, start))
            visit(d, start, 0);
    }
    look_at_limits(d);
    if (goes_on(d) && d->was_cut)
        coset__halt_search(d->x.s, COSET__HALT_DEPTH);
    return true;
}

/* ---- the result -------------------------------------------------------------------------------------------------- */

/* Keeps all open nodes of the top component, if there are no families. */
static void keep_component(search *d)
{
    uint32_t first = top_root(d)->first, n = d->x.open.n - first;
    if (d->x.found.n)
        return;
    d->x.found = (coset__region){.n = n, .nodes = coset_new(n, sizeof(uint32_t))};
    memcpy(d->x.found.nodes, d->x.open.at + first, n * sizeof(uint32_t));
}

static void show_faults(search *d, coset_arena *arena)
{
    coset__search *s = d->x.s;
    for (uint32_t p = 0; p < s->m->n_props; p++) {
        const coset__witness *w = &s->witnesses[p];
        if (!w->found)
            continue;
        coset_path *path = coset_arena_get(arena, 1, sizeof *path);
        const coset_path *to = NULL;
        if (w->ref != COSET_NO_REF)
            to = coset__path_to_node(&d->x, (uint32_t)coset_store_index(s->store, w->ref), arena);
        if (!to && w->ref != COSET_NO_REF)
            continue;
        if (to)
            *path = *to;
        path->edges = NULL;
        path->has_fault = w->in_step;
        path->fault = w->fault;
        s->paths[p] = path;
    }
}

static void decide(search *d, coset__live *live, coset_arena *arena)
{
    coset__search *s = d->x.s;
    uint32_t prop = coset_model_builtin(s->m, COSET_PROP_ACCEPTANCE);
    bool faults = false;
    d->x.telling = true;
    coset__witnesses_merge(s);
    for (uint32_t p = 0; p < s->m->n_props; p++)
        faults = faults || s->witnesses[p].found;
    if (d->accepting) {
        keep_component(d);
        coset__halt_search(s, COSET__HALT_ERRORS);
        s->paths[prop] = coset__lasso(&d->x, arena);
        live[prop].decided = live[prop].witness.found = s->paths[prop] != NULL;
        live[prop].reason = "an accepting run exists, but memory is not sufficient for its trace";
    }
    s->deepest = 0; /* the depth of the stack says nothing about the model */
    coset__search_end(s);
    if (!d->accepting && s->complete) {
        live[prop].decided = !faults;
        live[prop].reason = "a step ends in a fault, and its continuation is not known";
    }
    show_faults(d, arena);
}

void coset__emptiness_end(coset__emptiness *x)
{
    coset__numbers_fini(&x->numbers);
    coset__region_fini(&x->found);
    coset_vec_fini(&x->open);
    if (x->again)
        x->s->m->ops->worker_free(x->again);
}

static void finish(search *d)
{
    coset__emptiness_end(&d->x);
    coset_vec_fini(&d->frames);
    coset_vec_fini(&d->roots);
    coset_vec_fini(&d->waiting);
    coset_delete(d->starts);
}

coset_status coset__emptiness_begin(coset__emptiness *x, coset__search *s, coset__member *w, coset_err *err)
{
    const coset_model *m = s->m;
    *x = (coset__emptiness){.s = s, .w = w, .all = coset_all_accepts(m->n_accepts)};
    x->words = coset_families_words(m);
    for (uint32_t f = 0; f < m->n_families; f++)
        x->n_indices += m->families[f].n;
    x->again = x->words ? coset_worker_new_annotating(m) : coset_worker_new(m);
    if (!x->again)
        return coset_fail(err, COSET_UNSUPPORTED, "fairness cannot be decided under this kind of symmetry reduction");
    for (uint32_t t = 0; x->words && t < m->symmetry.n_types; t++)
        if (m->symmetry.types[t].n > UINT16_MAX)
            return coset_fail(err, COSET_UNSUPPORTED, "fairness cannot be decided for types with so many elements");
    return COSET_OK;
}

/* While the search pauses, several threads repeat it. *result: they have decided it. */
static coset_status search_shared(search *d, coset_arena *arena, coset_result **result, coset_err *err)
{
    coset__search *s = d->x.s;
    coset_engine_options o = *d->asked;
    o.held_bytes += coset_store_bytes(s->store);
    coset__watch_end(d->watch);
    d->watch = NULL;
    coset_status status = coset__scc(s->m, &o, s->began, arena, result, err);
    if (status == COSET_MEMORY) /* one thread needs less */
        status = COSET_OK;
    d->rest_at = 0;
    return status != COSET_OK || *result ? status : coset__watch_start(s, &d->watch, err);
}

/* *result: several threads have decided it; else the result is in `live`, and in the search. */
static coset_status run_components(search *d, coset__search *s, coset_arena *arena, coset__live *live,
                                   coset_result **result, coset_err *err)
{
    coset_status status = coset__emptiness_begin(&d->x, s, &s->members[0], err);
    if (status == COSET_OK) {
        if (coset__scc_can(s->m, d->asked))
            d->rest_at = d->asked->shares_all ? 1 : STATES_ALONE;
        find_starts(d);
        if (!search_on(d))
            status = search_shared(d, arena, result, err);
        if (status == COSET_OK && !*result) {
            (void)search_on(d);
            if (!d->accepting || !d->asked->none_only)
                decide(d, live, arena);
        }
    }
    finish(d);
    return status;
}

void coset__emptiness_only(coset__search *s, coset_arena *arena)
{
    s->invariants.n = s->covers.n = s->livenesses.n = 0;
    s->acceptance_only = true;
    s->path_arena = arena;
    s->paths = coset_new(s->m->n_props, sizeof *s->paths);
}

static coset_status run(coset__search *s, const coset_engine_options *asked, coset_arena *arena, coset_result **result,
                        coset_err *err)
{
    search d = {.asked = asked};
    if (!s->exact && s->m->n_families)
        return coset_fail(err, COSET_UNSUPPORTED, "fairness needs an exact state store");
    coset_status status = coset__watch_start(s, &d.watch, err);
    if (status != COSET_OK)
        return status;
    coset__emptiness_only(s, arena);
    coset__live *live = coset_new(s->m->n_props, sizeof *live);
    status = s->exact ? run_components(&d, s, arena, live, result, err)
                      : coset__nested(s, arena, &live[coset_model_builtin(s->m, COSET_PROP_ACCEPTANCE)], err);
    if (d.watch)
        coset__watch_end(d.watch);
    if (status == COSET_OK && !*result && !(d.accepting && asked->none_only))
        *result = coset__outcome(s, live, arena);
    coset_delete(live);
    coset_delete(s->paths);
    return status;
}

coset_status coset_accept(const coset_model *m, const coset_engine_options *options, coset_arena *arena,
                          coset_result **result, coset_err *err)
{
    coset_engine_options own = *options;
    coset__search s;
    own.threads = coset__nested_threads(options);
    own.no_trace = true;
    *result = NULL;
    COSET_INVARIANT(coset_model_builtin(m, COSET_PROP_ACCEPTANCE) != COSET_NO_PROP && m->n_accepts <= COSET_ACCEPTS);
    if (options->none_only && coset__scc_can(m, options))
        return coset__scc(m, options, coset_engine_now(), arena, result, err);
    coset_status status = coset__search_init(&s, m, &own, err);
    if (status != COSET_OK)
        return status;
    own.remembers = own.remembers && s.exact; /* a nested search lists steps again, in the same order */
    coset__members_make(&s);
    status = run(&s, options, arena, result, err);
    coset__search_fini(&s);
    return status;
}
