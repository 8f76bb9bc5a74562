/* The work of one thread: successors of a state, their checks, and their predecessors.
 *
 * Successors are collected and put into the store in batches, in their order, so that the cache lines of its tables are
 * fetched together. Work that depends on the source alone is done at once; work for new successors is done when they
 * are inserted. All states of a batch are of one level. */
#include "explore/bfs_int.h"

#include <stdatomic.h>
#include <string.h>

/* ---- witnesses ---- */

void coset__witness_offer(const coset__search *s, coset__witness *best, const coset__witness *w)
{
    if (!w->found)
        return;
    if (best->found) {
        if (w->n_states > best->n_states)
            return;
        if (w->n_states == best->n_states &&
            (w->n_states == 0 || coset_store_compare(s->store, w->ref, best->ref) >= 0))
            return; /* for one state, or the start rules, the first one is kept */
    }
    *best = *w;
}

bool coset__several(const coset__search *s) { return s->o->max_witnesses > 1 && s->exact; }

static int compare_witnesses(const coset__search *s, const coset__witness *x, const coset__witness *y)
{
    if (x->n_states != y->n_states)
        return x->n_states < y->n_states ? -1 : 1;
    return x->n_states == 0 || x->ref == y->ref ? 0 : coset_store_compare(s->store, x->ref, y->ref);
}

static bool same_witness(const coset__witness *x, const coset__witness *y)
{
    return x->instance == y->instance && x->in_step == y->in_step && strcmp(x->fault.text, y->fault.text) == 0;
}

void coset__witness_list_offer(const coset__search *s, coset__witness_list *list, const coset__witness *w)
{
    uint32_t at = list->n;
    if (at == s->o->max_witnesses && compare_witnesses(s, w, &list->at[at - 1]) >= 0)
        return;
    for (; at > 0 && compare_witnesses(s, &list->at[at - 1], w) >= 0; at--)
        if (compare_witnesses(s, &list->at[at - 1], w) == 0 && same_witness(&list->at[at - 1], w))
            return;
    while (at < list->n && compare_witnesses(s, &list->at[at], w) == 0) /* of one state: after the existing ones */
        at++;
    if (list->n < s->o->max_witnesses)
        (void)coset_vec_add(list);
    memmove(&list->at[at + 1], &list->at[at], (list->n - 1 - at) * sizeof *list->at);
    list->at[at] = *w;
}

/* Those of this phase come after those of earlier phases. */
static void merge_lists(coset__search *s, uint32_t p)
{
    coset__witness_list phase = {0};
    for (uint32_t i = 0; i < s->o->threads; i++) {
        coset__witness_list *own = &s->members[i].all[p];
        for (uint32_t k = 0; k < own->n; k++)
            coset__witness_list_offer(s, &phase, &own->at[k]);
        own->n = 0;
    }
    for (uint32_t k = 0; k < phase.n && s->all[p].n < s->o->max_witnesses; k++)
        *coset_vec_add(&s->all[p]) = phase.at[k];
    coset_vec_fini(&phase);
}

void coset__bounds_merge(coset__search *s)
{
    coset__witness best = {.found = false};
    for (uint32_t i = 0; i < s->o->threads; i++) {
        coset__witness_offer(s, &best, &s->members[i].bound);
        s->members[i].bound.found = false;
    }
    if (!s->bound.found)
        s->bound = best;
}

void coset__search_end(coset__search *s)
{
    if (s->bound.found)
        coset__halt_search(s, COSET__HALT_BOUND);
    s->complete = coset__halted(s) == COSET__GO;
}

void coset__witnesses_merge(coset__search *s)
{
    coset__bounds_merge(s);
    for (uint32_t p = 0; p < s->m->n_props; p++) {
        merge_lists(s, p);
        coset__witness best = {.found = false};
        for (uint32_t i = 0; i < s->o->threads; i++) {
            coset__witness_offer(s, &best, &s->members[i].witnesses[p]);
            s->members[i].witnesses[p].found = false;
        }
        if (!s->witnesses[p].found && best.found) {
            s->witnesses[p] = best;
            coset__path_keep(s, p);
        }
    }
}

static void witness(coset__member *w, uint32_t prop, coset__witness x)
{
    x.found = true;
    if (x.has_text && x.fault.kind == COSET_FAULT_BOUND) {
        coset__witness_offer(w->s, &w->bound, &x);
        return;
    }
    coset__witness_offer(w->s, &w->witnesses[prop], &x);
    if (coset__several(w->s) && w->s->m->props[prop].kind != COSET_PROP_COVER)
        coset__witness_list_offer(w->s, &w->all[prop], &x);
}

void coset__eval_fault(coset__member *w, coset_ref ref, uint32_t depth, const coset_fault *fault)
{
    witness(
        w, coset_model_fault_prop(w->s->m, fault),
        (coset__witness){.n_states = depth + 1, .ref = ref, .then = COSET_NO_REF, .has_text = true, .fault = *fault});
}

/* The step out of src (or a start rule) faults. */
void coset__step_fault(coset__member *w, const coset_fault *fault)
{
    witness(w, coset_model_fault_prop(w->s->m, fault),
            (coset__witness){.n_states = w->starting ? 0 : w->depth + 1,
                             .ref = w->starting ? COSET_NO_REF : w->src_ref,
                             .then = COSET_NO_REF,
                             .in_step = true,
                             .has_text = true,
                             .fault = *fault});
}

/* ---- sums ---- */

static void add(coset__member *w, coset_count *sum, coset_count n)
{
    if (!coset_count_add(sum, n))
        w->inexact = true;
}

/* Only its owner writes; a reader of the new value also sees everything counted before. */
static void bump(_Atomic uint64_t *counter, uint64_t n)
{
    uint64_t old = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, n > UINT64_MAX - old ? UINT64_MAX : old + n, memory_order_release);
}

void coset__count_expanded(coset__member *w) { bump(&w->n_expanded, 1); }

static void tally(coset__member *w, coset__tally *t, uint64_t times, coset_count weight)
{
    coset_count n = times;
    t->raw += times;
    if (weight != 1 && !coset_count_mul(&n, weight))
        w->inexact = true;
    add(w, &t->weighted, n);
}

/* ---- a new state ---- */

typedef enum { IS_FALSE, IS_TRUE, FAULTS, IS_NOT_KNOWN } answer;

/* Evaluates `prop` on a state; records a fault, or a bound that was reached. */
static answer eval(coset__member *w, uint32_t prop, uint32_t instance, coset_ref ref, const coset_value *state)
{
    coset_fault fault = {.prop = COSET_NO_PROP};
    coset_eval value = w->s->m->ops->eval(w->check, prop, instance, state, &fault);
    if (value != COSET_EVAL_FAULT)
        return value == COSET_EVAL_TRUE ? IS_TRUE : IS_FALSE;
    coset__eval_fault(w, ref, w->starting ? 0 : w->depth + 1, &fault);
    return fault.kind == COSET_FAULT_BOUND ? IS_NOT_KNOWN : FAULTS;
}

/* An invariant that faults does not hold either. */
static void check_invariants(coset__member *w, coset_ref ref, uint32_t depth, const coset_value *state)
{
    const coset__props *props = &w->s->invariants;
    for (uint32_t i = 0; i < props->n; i++) {
        uint32_t p = props->at[i];
        for (uint32_t k = 0; k < w->s->m->props[p].n_instances; k++) {
            answer value = eval(w, p, k, ref, state);
            if (value == IS_TRUE || value == IS_NOT_KNOWN)
                continue;
            witness(w, p, (coset__witness){.n_states = depth + 1, .ref = ref, .then = COSET_NO_REF, .instance = k});
            break;
        }
    }
}

static void check_covers(coset__member *w, coset_ref ref, uint32_t depth, const coset_value *state, coset_count orbit)
{
    const coset__props *props = &w->s->covers;
    for (uint32_t i = 0; i < props->n; i++) {
        uint32_t p = props->at[i];
        for (uint32_t k = 0; k < w->s->m->props[p].n_instances; k++) {
            if (eval(w, p, k, ref, state) != IS_TRUE)
                continue;
            tally(w, &w->hits[p], 1, orbit ? orbit : 1);
            witness(w, p, (coset__witness){.n_states = depth + 1, .ref = ref, .then = COSET_NO_REF, .instance = k});
        }
    }
}

static void add_to_next_level(coset__member *w, coset_ref ref)
{
    if (w->next.n) {
        coset__range *last = &w->next.at[w->next.n - 1];
        if (last->first + last->n == ref) {
            last->n++;
            return;
        }
    }
    *coset_vec_add(&w->next) = (coset__range){ref, 1};
}

void coset__check_assumption_faults(coset__member *w, coset_ref ref, const coset_value *state)
{
    const coset__props *props = &w->s->assumptions;
    for (uint32_t i = 0; i < props->n; i++)
        for (uint32_t k = 0; k < w->s->m->props[props->at[i]].n_instances; k++)
            (void)eval(w, props->at[i], k, ref, state);
}

void coset__treat_new_state(coset__member *w, coset_ref ref, const coset_value *state, coset_count orbit)
{
    uint32_t depth = w->starting ? 0 : w->depth + 1;
    add_to_next_level(w, ref);
    add(w, &w->states, orbit);
    bump(&w->n_states, orbit > UINT64_MAX ? UINT64_MAX : (uint64_t)orbit);
    bump(&w->n_stored, 1); /* after the states, so that a reader of both never sees fewer states */
    if (!orbit)
        w->inexact = true;
    check_invariants(w, ref, depth, state);
    check_covers(w, ref, depth, state, orbit);
}

/* ---- successors ---- */

uint32_t coset__excluding(coset__member *w, const coset_value *state, bool *faulted)
{
    const coset_model *m = w->s->m;
    const coset__props *props = &w->s->assumptions;
    coset_fault fault;
    *faulted = false;
    for (uint32_t i = 0; i < props->n; i++)
        for (uint32_t k = 0; k < m->props[props->at[i]].n_instances; k++)
            switch (m->ops->eval(w->check, props->at[i], k, state, &fault)) {
            case COSET_EVAL_FALSE:
                return props->at[i];
            case COSET_EVAL_TRUE:
                break;
            case COSET_EVAL_FAULT:
                *faulted = true;
                break;
            }
    return COSET_NO_PROP;
}

/* True if a global assumption excludes the state from the model. */
bool coset__is_cut(coset__member *w, const coset_value *state, bool *faulted)
{
    uint32_t p = coset__excluding(w, state, faulted);
    if (p != COSET_NO_PROP)
        tally(w, &w->hits[p], 1, w->weight);
    return p != COSET_NO_PROP;
}

bool coset__link_is_before(const coset_store *store, uint64_t a, uint64_t b)
{
    if (b == UINT64_MAX)
        return true;
    if (a >> 56 != b >> 56)
        return a >> 56 < b >> 56;
    uint64_t p = coset__link_parent(a), q = coset__link_parent(b);
    return p != q && coset_store_compare(store, p, q) < 0;
}

/* Atomic minimum. Relaxed: the table's entry orders the first value, the end of the level the last one. */
static void offer_parent(coset__member *w, coset_ref dst, uint64_t mine)
{
    _Atomic uint64_t *link = coset_store_link(w->s->store, dst);
    uint64_t old = atomic_load_explicit(link, memory_order_relaxed);
    while (coset__link_is_before(w->s->store, mine, old) &&
           !atomic_compare_exchange_weak_explicit(link, &old, mine, memory_order_relaxed, memory_order_relaxed))
        continue;
}

static bool grow_begin(void *ctx)
{
    coset__search *s = ctx;
    if (!coset_store_wants_growth(s->store))
        return false;
    if (coset_store_grow_begin(s->store, NULL) == COSET_OK)
        return true;
    coset__halt_search(s, COSET__HALT_MEMORY);
    return false;
}

static void grow_help(void *ctx) { coset_store_grow_help(((coset__search *)ctx)->store); }

static void grow_end(void *ctx) { coset_store_grow_end(((coset__search *)ctx)->store); }

bool coset__make_room(coset__search *s)
{
    static const coset__errand grow = {grow_begin, grow_help, grow_end};
    if (coset_store_wants_growth(s->store))
        coset__team_pause(s->team, &grow, s);
    else
        coset__halt_search(s, COSET__HALT_MEMORY);
    return coset__halted(s) == COSET__GO;
}

/* With a bound on states: false if this new one exceeds it. */
static bool take_room(coset__search *s)
{
    if (!s->o->max_states)
        return true;
    uint64_t room = atomic_load_explicit(&s->room, memory_order_relaxed);
    do {
        if (!room) {
            coset__halt_search(s, COSET__HALT_STATES);
            return false;
        }
    } while (
        !atomic_compare_exchange_weak_explicit(&s->room, &room, room - 1, memory_order_relaxed, memory_order_relaxed));
    return true;
}

void coset__hit_statements(coset__member *w, const coset_edge *e, coset_ref dst)
{
    for (uint32_t i = 0; i < e->n_covers; i++) {
        tally(w, &w->hits[e->covers[i]], 1, w->weight);
        if (dst != COSET_NO_REF)
            witness(w, e->covers[i],
                    (coset__witness){.n_states = w->starting ? 0 : w->depth + 1,
                                     .ref = w->starting ? COSET_NO_REF : w->src_ref,
                                     .then = dst});
    }
}

static bool same_state(const coset_value *a, const coset_value *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static void count_part(coset__member *w, uint32_t group, bool chained)
{
    tally(w, &w->groups[group], 1, w->weight);
    if (chained)
        tally(w, &w->chains[group], 1, w->weight);
}

void coset__count_step(coset__member *w, const coset_edge *e)
{
    count_part(w, e->group, e->chained);
    for (uint32_t i = 0; i < e->n_parts; i++)
        count_part(w, e->parts[i].group, e->parts[i].chained);
    w->steps++;
    if (!w->starting)
        bump(&w->n_edges, 1);
}

bool coset__may_go_on(coset__member *w)
{
    if (atomic_load_explicit(w->s->pausing, memory_order_relaxed))
        coset__team_pause(w->s->team, NULL, NULL);
    return coset__halted(w->s) == COSET__GO;
}

/* Finds or adds number i of the batch. False: the search has been halted. */
static bool put(coset__member *w, uint32_t i, const coset_edge *e)
{
    coset__search *s = w->s;
    const coset__successor *x = &w->pending[i];
    coset_ref ref;
    coset_stored how;
    while ((how = coset_store_put_ready(s->store, w->number, i, &ref)) == COSET_STORE_FULL)
        if (!coset__make_room(s))
            return false;
    if (how == COSET_STORE_NEW && !take_room(s))
        return false;
    bool recent = how == COSET_STORE_NEW || (ref != COSET_NO_REF && coset_store_is_recent(s->store, ref));
    if (recent)
        offer_parent(w, ref, x->link);
    if (recent && w->partial.n)
        w->partial.at[x->from].done = true;
    if (e)
        coset__hit_statements(w, e, recent || s->exact ? ref : COSET_NO_REF); /* others may be dropped */
    if (how == COSET_STORE_NEW) {
        if (s->invariants.n || s->covers.n || x->faulted)
            coset_store_get_ready(s->store, w->number, i, w->fresh);
        coset__treat_new_state(w, ref, w->fresh, x->orbit);
        if (x->faulted)
            coset__check_assumption_faults(w, ref, w->fresh);
    }
    return true;
}

/* All successors were put, except later ones of src. */
static void settle_partial(coset__member *w)
{
    for (uint32_t i = 0; i + 1 < w->partial.n; i++)
        if (!w->partial.at[i].done)
            *coset_vec_add(&w->owed) = w->partial.at[i];
    if (w->partial.n > 1) {
        w->partial.at[0] = w->partial.at[w->partial.n - 1];
        w->partial.n = 1;
    }
}

/* Puts the collected successors. `e`: the edge to the last one, if cover statements were hit on it. */
static coset_status put_all(coset__member *w, const coset_edge *e)
{
    uint32_t n = w->n_pending;
    w->n_pending = 0;
    for (uint32_t i = 0; i < n; i++)
        coset_store_fetch(w->s->store, w->number, i);
    for (uint32_t i = 0; i < n; i++)
        if (!put(w, i, i + 1 == n ? e : NULL))
            return COSET_STOPPED;
    settle_partial(w);
    return COSET_OK;
}

static coset_status collect(coset__member *w, const coset_edge *e, const coset_value *dst, bool faulted)
{
    coset__search *s = w->s;
    while ((e->told ? coset_store_ready_beside(s->store, w->number, w->n_pending, dst, e->touched, e->n_touched)
                    : coset_store_ready(s->store, w->number, w->n_pending, dst)) == COSET_STORE_FULL)
        if (!coset__make_room(s))
            return COSET_STOPPED;
    w->pending[w->n_pending++] = (coset__successor){
        .link = w->link | coset__orbits_number(s->orbits, &w->orbit_cache, e->orbit),
        .from = w->partial.n ? w->partial.n - 1 : 0,
        .orbit = e->orbit,
        .faulted = faulted,
    };
    if (e->n_covers)
        return put_all(w, e);
    return w->n_pending == COSET_STORE_AHEAD ? put_all(w, NULL) : COSET_OK;
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    coset__member *w = ctx;
    coset__search *s = w->s;
    if (!coset__may_go_on(w))
        return COSET_STOPPED;
    if (e->output && s->o->on_output)
        s->o->on_output(s->o->output_ctx, e->output);
    if (e->fault) {
        coset__count_step(w, e);
        w->moves++;
        coset__step_fault(w, e->fault);
        coset__hit_statements(w, e, COSET_NO_REF);
        return COSET_OK;
    }
    bool faulted = false;
    if (s->assumptions.n && coset__is_cut(w, dst, &faulted)) {
        coset__count_step(w, e); /* as in Rumur: it fires, so its source is no deadlock */
        w->moves++;
        return COSET_OK;
    }
    if (s->deadlock != COSET_NO_PROP && !w->moves && !w->starting)
        w->moves = e->leaves || !same_state(w->src, dst, s->m->n_slots);
    coset__count_step(w, e);
    return collect(w, e, dst, faulted);
}

void coset__end_of_steps(coset__member *w, coset_status st)
{
    if (st != COSET_OK && coset__halted(w->s) == COSET__GO)
        coset__halt_search(w->s, COSET__HALT_MODEL);
}

void coset__expand_starts(coset__member *w)
{
    w->starting = true;
    w->steps = w->moves = 0;
    w->weight = 1;
    w->link = coset__link_make(0, COSET__LINK_START);
    coset__end_of_steps(w, w->s->m->ops->starts(w->step, on_edge, w));
    coset__expand_end(w);
    w->starting = false;
}

void coset__check_deadlock(coset__member *w)
{
    coset__search *s = w->s;
    if (s->deadlock == COSET_NO_PROP)
        return;
    bool stuck = s->o->deadlock == COSET_DEADLOCK_STUCK ? w->steps == 0 : w->moves == 0;
    if (stuck && !coset_model_may_end(s->m, w->step, w->src))
        witness(w, s->deadlock, (coset__witness){.n_states = w->depth + 1, .ref = w->src_ref, .then = COSET_NO_REF});
}

/* Loads the state into src; returns the size of its orbit. */
static coset_count open_source(coset__member *w, coset_ref ref)
{
    coset__search *s = w->s;
    uint64_t link = coset_store_read_link(s->store, w->number, ref);
    coset_count orbit = coset__orbits_size(s->orbits, (uint16_t)link);
    w->src_ref = ref;
    w->depth = atomic_load_explicit(&s->depth, memory_order_relaxed);
    w->weight = orbit ? orbit : 1;
    uint64_t hash = coset_store_load(s->store, w->number, ref, w->src);
    w->link = coset__link_make(hash, ref);
    w->steps = w->moves = 0;
    return orbit;
}

static void count_full(coset__member *w, coset_count orbit)
{
    coset_count full = w->steps;
    if (!orbit || !coset_count_mul(&full, orbit))
        w->inexact = true;
    add(w, &w->full, full);
}

/* ---- with a reduced model and a cycle proviso ---- */

/* Takes the pruned steps of a state whose selected steps lead to no new state. */
static void take_rest(coset__member *w, coset__partial of)
{
    coset__search *s = w->s;
    const coset_count orbit = open_source(w, of.ref);
    w->moves = of.moves;
    *coset_vec_add(&w->partial) = (coset__partial){.done = true};
    s->o->leaving->ask(w->step, COSET_WANTS_REST);
    coset__end_of_steps(w, s->m->ops->next(w->step, w->src, on_edge, w));
    s->o->leaving->ask(w->step, COSET_WANTS_CHOSEN);
    if (coset__halted(s) != COSET__GO)
        return;
    if (s->o->deadlock == COSET_DEADLOCK_STUTTERING) /* else there is a step */
        coset__check_deadlock(w);
    count_full(w, orbit);
}

static void pay(coset__member *w)
{
    while (w->owed.n > 0 && coset__halted(w->s) == COSET__GO)
        take_rest(w, w->owed.at[--w->owed.n]);
}

/* After the steps out of src. */
static void note_partial(coset__member *w, bool partial)
{
    coset__partial *p = &w->partial.at[w->partial.n - 1];
    p->moves = w->moves > 0;
    p->done |= !partial;
}

/* ---- a state ---- */

void coset__expand(coset__member *w, coset_ref ref)
{
    coset__search *s = w->s;
    const coset_leaving *leaving = s->o->leaving;
    const coset_count orbit = open_source(w, ref);
    if (leaving)
        *coset_vec_add(&w->partial) = (coset__partial){.ref = ref};
    coset__end_of_steps(w, s->m->ops->next(w->step, w->src, on_edge, w));
    if (coset__halted(s) != COSET__GO)
        return; /* some of its steps may be missing */
    const bool partial = leaving && leaving->left_out(w->step);
    if (!partial)
        coset__check_deadlock(w);
    count_full(w, orbit);
    coset__count_expanded(w);
    if (leaving) {
        note_partial(w, partial);
        pay(w);
    }
}

/* The owed steps of a state may end in the middle of a batch. */
void coset__expand_end(coset__member *w)
{
    do {
        if (coset__halted(w->s) == COSET__GO)
            (void)put_all(w, NULL);
        for (; w->partial.n > 0; w->partial.n--)
            if (!w->partial.at[w->partial.n - 1].done)
                *coset_vec_add(&w->owed) = w->partial.at[w->partial.n - 1];
        pay(w);
    } while (w->n_pending > 0 && coset__halted(w->s) == COSET__GO);
    w->n_pending = w->partial.n = w->owed.n = 0;
}
