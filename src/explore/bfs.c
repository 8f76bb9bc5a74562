/* Breadth-first search, level by level.
 *
 * The members of the team expand the states that they have stored themselves, then help the others, and store
 * successors in segments of their own. A level ends when all are done; then the witnesses are merged and the next level
 * is put together. A level is always finished unless time, memory, a bound or the user ends the search. So every
 * reported result is a function of the set of states and not of the order in which threads found them.
 */
#include "explore/bfs.h"

#include <stdlib.h>
#include <string.h>

#include "base/big_stack.h"
#include "explore/bfs_int.h"

/* ---- set-up ---- */

static coset__props choose(const coset_model *m, coset_prop_kind kind)
{
    coset__props p = {.at = coset_new(m->n_props, sizeof(uint32_t))};
    for (uint32_t i = 0; i < m->n_props; i++)
        if (m->props[i].kind == kind && coset_prop_is_state(&m->props[i]))
            p.at[p.n++] = i;
    return p;
}

static void member_init(coset__search *s, uint32_t number)
{
    coset__member *w = &s->members[number];
    w->s = s;
    w->number = number;
    w->step = s->o->on_output ? coset_worker_new_listening(s->m) : coset_worker_new(s->m);
    w->check = coset_worker_new(s->m);
    w->src = coset_new(s->m->n_slots, sizeof *w->src);
    w->fresh = coset_new(s->m->n_slots, sizeof *w->fresh);
    w->groups = coset_new(s->m->n_groups, sizeof *w->groups);
    w->chains = s->m->chains ? coset_new(s->m->n_groups, sizeof *w->chains) : NULL;
    w->hits = coset_new(s->m->n_props, sizeof *w->hits);
    w->witnesses = coset_new(s->m->n_props, sizeof *w->witnesses);
    w->all = coset_new(s->m->n_props, sizeof *w->all);
    if (s->o->remembers && s->m->ops->remember)
        s->m->ops->remember(w->step);
    if (s->o->leaving)
        s->o->leaving->ask(w->step, COSET_WANTS_CHOSEN);
}

static void member_job(void *ctx, uint32_t member)
{
    coset__search *s = ctx;
    (void)pthread_mutex_lock(&s->making);
    member_init(s, member);
    (void)pthread_mutex_unlock(&s->making);
}

/* Each member is made by its own thread, from the heap arena of that thread, so that data written by two threads is not
 * on one page. */
void coset__members_make(coset__search *s)
{
    (void)pthread_mutex_init(&s->making, NULL);
    coset__team_run(s->team, s->o->threads, member_job, s);
    (void)pthread_mutex_destroy(&s->making);
}

static void lists_free(coset__witness_list *lists, uint32_t n)
{
    for (uint32_t p = 0; p < n; p++)
        coset_vec_fini(&lists[p]);
    coset_delete(lists);
}

static void member_fini(coset__member *w)
{
    const coset_model *m = w->s->m;
    m->ops->worker_free(w->step);
    m->ops->worker_free(w->check);
    coset_delete(w->src);
    coset_delete(w->fresh);
    coset_delete(w->groups);
    coset_delete(w->chains);
    coset_delete(w->hits);
    coset_delete(w->witnesses);
    lists_free(w->all, m->n_props);
    coset_vec_fini(&w->next);
    coset_vec_fini(&w->partial);
    coset_vec_fini(&w->owed);
}

static coset_status search_init(coset__search *s, const coset_model *m, const coset_engine_options *o, bool bare,
                                coset_err *err)
{
    *s = (coset__search){.m = m, .o = o, .began = coset_engine_now(), .deadlock = COSET_NO_PROP};
    s->divergence = coset_model_builtin(m, COSET_PROP_DIVERGENCE);
    uint32_t *bits = coset_new(m->n_slots, sizeof *bits);
    for (uint32_t i = 0; i < m->n_slots; i++)
        bits[i] = m->slots[i].bits;
    const coset_store_options store = {.kind = o->store,
                                       .threads = o->threads,
                                       .max_bytes = coset_engine_room(o),
                                       .no_links = o->no_trace,
                                       .bare = bare};
    coset_status st = coset_store_new(m->n_slots, bits, &store, &s->store, err);
    coset_delete(bits);
    if (st != COSET_OK || (st = coset__team_new(o->threads, &s->team, err)) != COSET_OK) {
        coset_store_free(s->store);
        return st;
    }
    s->exact = coset_store_kind_of(s->store)->exact;
    s->orbits = coset__orbits_new();
    s->pausing = coset__team_pausing(s->team);
    s->assumptions = choose(m, COSET_PROP_ASSUMPTION);
    s->invariants = choose(m, COSET_PROP_INVARIANT);
    s->covers = choose(m, COSET_PROP_COVER);
    s->livenesses = choose(m, COSET_PROP_LIVENESS);
    if (o->deadlock != COSET_DEADLOCK_OFF)
        s->deadlock = coset_model_builtin(m, COSET_PROP_DEADLOCK);
    s->witnesses = coset_new(m->n_props, sizeof *s->witnesses);
    s->all = coset_new(m->n_props, sizeof *s->all);
    s->kept = coset_new(m->n_props, sizeof *s->kept);
    atomic_init(&s->room, o->max_states);
    s->members = coset_new_apart(o->threads, sizeof *s->members);
    s->shares = coset_new_apart(o->threads, sizeof *s->shares);
    return COSET_OK;
}

coset_status coset__search_init(coset__search *s, const coset_model *m, const coset_engine_options *o, coset_err *err)
{
    return search_init(s, m, o, false, err);
}

coset_status coset__search_init_bare(coset__search *s, const coset_model *m, const coset_engine_options *o,
                                     coset_err *err)
{
    return search_init(s, m, o, true, err);
}

void coset__search_fini(coset__search *s)
{
    coset__team_free(s->team);
    for (uint32_t i = 0; i < s->o->threads; i++)
        member_fini(&s->members[i]);
    coset_delete(s->members);
    coset_delete(s->shares);
    coset_delete(s->assumptions.at);
    coset_delete(s->invariants.at);
    coset_delete(s->covers.at);
    coset_delete(s->livenesses.at);
    coset_delete(s->witnesses);
    for (uint32_t p = 0; p < s->m->n_props; p++)
        coset_delete(s->kept[p]);
    coset_delete(s->kept);
    lists_free(s->all, s->m->n_props);
    coset_vec_fini(&s->level);
    coset_vec_fini(&s->marks);
    coset__orbits_free(s->orbits);
    coset_store_free(s->store);
}

/* ---- levels ---- */

static void start_job(void *ctx, uint32_t member)
{
    coset__search *s = ctx;
    coset__expand_starts(&s->members[member]);
}

#define LARGEST_PIECE 64

/* A piece of a share: smaller ones towards its end, so that all threads finish at about the same time. */
static bool take_from(const coset__search *s, coset__share *share, uint64_t *from, uint64_t *to)
{
    uint64_t at = atomic_load_explicit(&share->cursor, memory_order_relaxed), n;
    do {
        if (at >= share->end)
            return false;
        n = (share->end - at) / (4 * (uint64_t)s->o->threads);
        n = n < 1 ? 1 : n > LARGEST_PIECE ? LARGEST_PIECE : n;
    } while (!atomic_compare_exchange_weak_explicit(&share->cursor, &at, at + n, memory_order_relaxed,
                                                    memory_order_relaxed));
    *from = at;
    *to = at + n;
    return true;
}

static bool take_piece(const coset__search *s, uint32_t member, uint64_t *from, uint64_t *to)
{
    for (uint32_t i = 0; i < s->o->threads; i++)
        if (take_from(s, &s->shares[(member + i) % s->o->threads], from, to))
            return true;
    return false;
}

/* The last range that begins at or before state i of the level. */
static uint32_t range_of(const coset__search *s, uint64_t i)
{
    uint32_t low = 0, high = s->level.n - 1;
    while (low < high) {
        uint32_t mid = low + (high - low + 1) / 2;
        if (s->level.at[mid].n <= i)
            low = mid;
        else
            high = mid - 1;
    }
    return low;
}

/* Seconds. A level that takes less is not worth waking the other threads for. */
#define SHARED_FROM 60e-6

/* Estimated from the pace of earlier levels. */
static uint32_t members_for_level(const coset__search *s)
{
    if (!s->o->shares_all && (double)s->level_size * s->pace < SHARED_FROM)
        return 1;
    return s->level_size < s->o->threads ? (uint32_t)s->level_size : s->o->threads;
}

static void note_pace(coset__search *s, double began, uint64_t n_states)
{
    double now = (coset_engine_now() - began) / (double)n_states;
    s->pace = s->pace > 0 ? 0.75 * s->pace + 0.25 * now : now;
}

static void level_job(void *ctx, uint32_t member)
{
    coset__search *s = ctx;
    bool timed = member == 0 && s->level_size > 1 && s->o->threads > 1;
    double began = timed ? coset_engine_now() : 0;
    uint64_t n_states = 0;
    for (uint64_t i, end; take_piece(s, member, &i, &end);) {
        uint32_t r = range_of(s, i);
        n_states += end - i;
        for (; i < end && coset__halted(s) == COSET__GO; i++) {
            while (r + 1 < s->level.n && s->level.at[r + 1].n <= i)
                r++;
            coset__expand(&s->members[member], s->level.at[r].first + (i - s->level.at[r].n));
        }
    }
    coset__expand_end(&s->members[member]);
    if (timed && n_states)
        note_pace(s, began, n_states);
}

/* The states stored since the last call become the level to expand. */
static void gather_level(coset__search *s)
{
    s->level.n = 0;
    s->level_size = 0;
    for (uint32_t i = 0; i < s->o->threads; i++) {
        coset__ranges *next = &s->members[i].next;
        atomic_store_explicit(&s->shares[i].cursor, s->level_size, memory_order_relaxed);
        for (uint32_t k = 0; k < next->n; k++) {
            *coset_vec_add(&s->level) = (coset__range){next->at[k].first, s->level_size};
            s->level_size += next->at[k].n;
        }
        next->n = 0;
        s->shares[i].end = s->level_size;
    }
}

static void note_memory(coset__search *s)
{
    uint64_t bytes =
        coset_store_bytes(s->store) + s->level.room * sizeof *s->level.at + s->marks.room * sizeof(uint64_t);
    for (uint32_t i = 0; i < s->o->threads; i++)
        bytes += s->members[i].next.room * sizeof(coset__range);
    if (bytes > s->peak_bytes)
        s->peak_bytes = bytes;
    if (s->o->max_bytes && bytes > coset_engine_room(s->o))
        coset__halt_search(s, COSET__HALT_MEMORY);
}

uint32_t coset__failures(const coset__search *s)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < s->m->n_props; p++)
        if (s->witnesses[p].found && s->m->props[p].kind != COSET_PROP_COVER)
            n += s->all[p].n ? s->all[p].n : 1;
    return n;
}

bool coset__knows_enough(const coset__search *s)
{
    bool refuted = false;
    for (uint32_t p = 0; p < s->m->n_props; p++)
        refuted = refuted || (s->m->props[p].assumed && s->witnesses[p].found);
    if (s->o->enough_states && coset_store_size(s->store) >= s->o->enough_states)
        return true;
    return refuted || (s->o->max_errors && coset__failures(s) >= s->o->max_errors);
}

/* Whether the caller wants to continue. */
static bool is_wanted(const coset__search *s)
{
    uint64_t representatives = 0, steps = 0;
    coset_count states = 0;
    for (uint32_t i = 0; i < s->o->threads; i++) {
        steps += atomic_load_explicit(&s->members[i].n_edges, memory_order_relaxed);
        representatives += atomic_load_explicit(&s->members[i].n_stored, memory_order_relaxed);
        if (s->members[i].inexact || !coset_count_add(&states, s->members[i].states))
            return true;
    }
    return s->o->goes_on(s->o->goes_on_ctx, representatives, states, steps);
}

/* After a phase: merges the witnesses and builds the next level. False: the search ends. */
static bool next_level(coset__search *s, uint32_t depth)
{
    coset__witnesses_merge(s);
    gather_level(s);
    note_memory(s);
    if (s->level_size)
        s->deepest = depth;
    else if (coset__halted(s) == COSET__GO) {
        coset__search_end(s);
        return false;
    }
    if (s->o->stop && atomic_load_explicit(s->o->stop, memory_order_relaxed))
        coset__halt_search(s, COSET__HALT_STOP); /* also if the watching thread has not run yet */
    if (coset__knows_enough(s))
        coset__halt_search(s, COSET__HALT_ERRORS);
    if (s->o->max_depth && depth >= s->o->max_depth)
        coset__halt_search(s, COSET__HALT_DEPTH);
    if (s->o->goes_on && coset__halted(s) == COSET__GO && !coset__failures(s) && !is_wanted(s))
        coset__halt_search(s, COSET__HALT_UNWANTED);
    return coset__halted(s) == COSET__GO;
}

static void mark_level(coset__search *s, uint32_t depth)
{
    coset_store_mark(s->store);
    for (uint32_t t = 0; t < s->o->threads; t++)
        *coset_vec_add(&s->marks) = coset_store_count(s->store, t);
    atomic_store_explicit(&s->depth, depth, memory_order_relaxed);
}

/* Requests all steps from now on, to construct paths. */
static void ask_for_all(coset__search *s)
{
    for (uint32_t i = 0; s->o->leaving && i < s->o->threads; i++)
        s->o->leaving->ask(s->members[i].step, COSET_WANTS_ALL);
}

static void search(coset__search *s)
{
    coset__team_run(s->team, 1, start_job, s);
    for (uint32_t depth = 0; next_level(s, depth); depth++) {
        mark_level(s, depth);
        coset__team_run(s->team, members_for_level(s), level_job, s);
    }
    ask_for_all(s);
}

/* ---- all together ---- */

typedef struct {
    coset__search s;
    coset_arena *arena;
    coset_result **result;
    coset_err *err;
    coset_status status;
} lead;

static void search_all(void *ctx, const coset_big_stack *unused)
{
    lead *l = ctx;
    (void)unused;
    coset__search *s = &l->s;
    coset__watch *w;
    coset__members_make(s);
    l->status = coset__watch_start(s, &w, l->err);
    if (l->status != COSET_OK)
        return;
    search(s);
    coset__live *live = coset_new(s->m->n_props, sizeof *live);
    coset__live_check(s, live, l->arena);
    coset__diverge_check(s, live, l->arena);
    coset__witnesses_merge(s); /* faults while evaluating liveness */
    if (s->complete)
        coset__search_end(s);
    coset__watch_end(w);
    *l->result = coset__outcome(s, live, l->arena);
    coset_delete(live);
}

#define LEAD_STACK (UINT64_C(8) << 20)

/* With several threads, none of them is the caller's, because the caller allocated their shared data. */
static void search_beside(lead *l)
{
    if (l->s.o->threads == 1 || coset_big_stack_call(LEAD_STACK, search_all, l, NULL) != COSET_OK)
        search_all(l, NULL);
}

void coset_bfs_forget(coset_engine_kept *kept)
{
    coset_store_free(kept->states);
    *kept = (coset_engine_kept){0};
}

/* Passes the states to the caller. */
static void keep(coset__search *s, const coset_result *r)
{
    if (!r || !r->exhaustive || !s->exact)
        return;
    coset_bfs_forget(s->o->kept);
    *s->o->kept = (coset_engine_kept){s->m, s->store, s->o->threads};
    s->store = NULL;
}

static coset_status run(const coset_model *m, const coset_engine_options *o, coset_arena *arena, coset_result **result,
                        coset_err *err)
{
    lead l = {.arena = arena, .result = result, .err = err};
    if (o->kept)
        coset_bfs_forget(o->kept);
    l.status = coset__search_init(&l.s, m, o, err);
    if (l.status != COSET_OK)
        return l.status;
    search_beside(&l);
    if (o->kept)
        keep(&l.s, *result);
    coset__search_fini(&l.s);
    return l.status;
}

/* A failure whose path the store has dropped. */
static bool lacks_path(const coset_model *m, const coset_result *r, uint32_t p)
{
    return r->props[p].verdict == COSET_VERDICT_FAILS && m->props[p].kind != COSET_PROP_COVER && !r->props[p].path;
}

/* Whether there is one; *depth: that of the deepest. */
static bool lacks_paths(const coset_model *m, const coset_result *r, uint32_t *depth)
{
    bool lacks = false;
    *depth = 0;
    for (uint32_t p = 0; p < m->n_props; p++)
        if (lacks_path(m, r, p)) {
            lacks = true;
            *depth = r->props[p].depth > *depth ? r->props[p].depth : *depth;
        }
    return lacks;
}

/* Takes paths from a search that kept parents. Other results are those of the first search, which may have reached
 * further. */
static void take_paths(const coset_model *m, coset_result *r, const coset_result *again)
{
    r->seconds += again->seconds;
    for (uint32_t p = 0; p < m->n_props; p++) {
        if (!lacks_path(m, r, p))
            continue;
        if (again->props[p].verdict == COSET_VERDICT_FAILS && again->props[p].path) {
            r->props[p] = again->props[p];
        } else {
            r->props[p].verdict = COSET_VERDICT_INCOMPLETE;
            r->props[p].reason = "a violation was found, but the inexact store lost the path to it";
        }
    }
}

coset_status coset_bfs(const coset_model *m, const coset_engine_options *o, coset_arena *arena, coset_result **result,
                       coset_err *err)
{
    *result = NULL;
    coset_status st = run(m, o, arena, result, err);
    uint32_t depth;
    if (st != COSET_OK || !lacks_paths(m, *result, &depth))
        return st;
    coset_engine_options again = *o; /* only an inexact store without parents comes here */
    coset_result *second = NULL;
    again.no_trace = false;
    again.max_depth = depth + 1;
    st = run(m, &again, arena, &second, err);
    if (st == COSET_OK)
        take_paths(m, *result, second);
    return st;
}
