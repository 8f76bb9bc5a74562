/* Stubborn sets: relations of hand-written transitions, and random systems of assignments with guards, whose reduced
 * graph must preserve deadlocks, rules that fire, what is visible, and what holds on fair runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "toy.h"
#include "wrap/lone.h"
#include "wrap/relations_audit.h"
#include "wrap/relations_fair.h"
#include "wrap/stubborn.h"

#define SLOTS  5U
#define VALUES 3U /* contents of a slot */
#define STATES 243U
#define RULES  9U
#ifdef __SANITIZE_ADDRESS__ /* which searches for faults of the program */
#define SYSTEMS        2000U
#define FAULTY_SYSTEMS 1500U
#else
#define SYSTEMS        12000U
#define FAULTY_SYSTEMS 8000U
#endif
#define NO_VALUE UINT32_MAX

/* Needs slot `asked` to be one of `lets`, maybe slot `other` to be `value`; then `to` gets `from` + `plus`, or `plus`;
 * with `when` only if slot when - 1 is not 0. `loose`: the second condition is reported as one on several slots.
 * Faults: with some contents of a slot that it reads the condition faults, and with content 2 of slot risk - 1 the
 * step. With `way` it is enabled, except for faults of conditions, only if slot way - 1 is not 0, and with `way_too` if
 * slot way_too - 1 is not 0 either, which is reported as a condition on several slots. */
typedef struct {
    uint32_t asked, other, value, to, from, plus, when;
    uint64_t lets;
    bool loose;
    uint32_t way, risk;
    uint64_t asked_faults, other_faults; /* contents */
    uint32_t way_too;
} rule;

typedef struct {
    uint32_t n;
    rule rules[RULES];
} rules;

static bool is_shut(const rule *r, const coset_value *s)
{
    return r->way && (s[r->way - 1] == 0 || (r->way_too && s[r->way_too - 1] == 0));
}

static toy_outcome outcome_of(const rule *r, const coset_value *s)
{
    if (r->asked_faults >> s[r->asked] & 1)
        return TOY_FAULT;
    if (!(r->lets >> s[r->asked] & 1))
        return TOY_DISABLED;
    if (r->other != NO_VALUE && (r->other_faults >> s[r->other] & 1))
        return TOY_FAULT;
    if ((r->other != NO_VALUE && s[r->other] != r->value) || is_shut(r, s))
        return TOY_DISABLED;
    return r->risk && s[r->risk - 1] == 2 ? TOY_FAULT : TOY_STEP;
}

static toy_outcome step(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                        coset_edge *e, coset_fault *fault)
{
    const rules *all = t->data;
    (void)instance, (void)e, (void)fault;
    if (!src)
        return TOY_STEP;
    const rule *r = &all->rules[group - 1];
    const toy_outcome out = outcome_of(r, src);
    if (out == TOY_STEP && (!r->when || src[r->when - 1]))
        dst[r->to] = ((r->from == NO_VALUE ? 0 : src[r->from]) + r->plus) % VALUES;
    return out;
}

static const coset_model *stepping; /* whose single steps are requested */

static void add(uint64_t *set, uint32_t i) { *set |= UINT64_C(1) << i; }

static toy *make_model(const rules *all)
{
    toy *t = toy_new("rules");
    for (uint32_t s = 0; s < SLOTS; s++)
        (void)toy_slot(t, "slot", VALUES - 1);
    (void)toy_group(t, "start", true, 1);
    for (uint32_t i = 0; i < all->n; i++)
        (void)toy_group(t, "rule", false, 1);
    t->step = step;
    t->data = all;
    return t;
}

static coset_way *make_way(const rule *r, coset_arena *a)
{
    static const uint64_t open = 6;
    coset_condition *c = coset_arena_get(a, 2, sizeof *c);
    coset_way *way = coset_arena_get(a, 1, sizeof *way);
    c[0] = (coset_condition){.slot = r->way - 1, .n = VALUES, .lets = &open};
    if (r->way_too) {
        uint64_t *asked = coset_arena_get(a, 1, sizeof *asked);
        add(asked, r->way_too - 1);
        c[1] = (coset_condition){.slot = COSET_NO_SLOT, .reads = asked};
    }
    *way = (coset_way){r->way_too ? 2 : 1, c};
    return way;
}

static const coset_transitions *make_transitions(const rules *all, coset_arena *a)
{
    coset_transitions *out = coset_arena_get(a, 1, sizeof *out);
    coset_transition *at = coset_arena_get(a, all->n, sizeof *at);
    uint32_t *first = coset_arena_get(a, all->n + 1, sizeof *first),
             *number = coset_arena_get(a, all->n, sizeof *number);
    for (uint32_t i = 0; i < all->n; i++) {
        const rule *r = &all->rules[i];
        uint64_t *sets = coset_arena_get(a, 7, sizeof *sets);
        coset_condition *c = coset_arena_get(a, 2, sizeof *c);
        coset_change *change = coset_arena_get(a, 1, sizeof *change);
        sets[0] = r->lets | r->asked_faults;
        sets[5] = r->asked_faults;
        sets[6] = r->other_faults;
        c[0] = (coset_condition){
            .slot = r->asked, .n = VALUES, .lets = &sets[0], .faults = r->asked_faults ? &sets[5] : NULL};
        add(&sets[1], r->asked);
        if (r->other != NO_VALUE) {
            add(&sets[4], r->value);
            sets[4] |= r->other_faults;
            c[1] = (coset_condition){
                .slot = r->other, .n = VALUES, .lets = &sets[4], .faults = r->other_faults ? &sets[6] : NULL};
            if (r->loose) {
                uint64_t *asked = coset_arena_get(a, 1, sizeof *asked);
                add(asked, r->other);
                c[1] = (coset_condition){.slot = COSET_NO_SLOT, .reads = asked};
            }
            add(&sets[1], r->other);
        }
        if (r->from != NO_VALUE)
            add(&sets[1], r->from);
        if (r->when)
            add(&sets[1], r->when - 1);
        if (r->way)
            add(&sets[1], r->way - 1);
        if (r->way && r->way_too)
            add(&sets[1], r->way_too - 1);
        if (r->risk)
            add(&sets[1], r->risk - 1);
        add(&sets[2], r->to);
        if (r->from != NO_VALUE)
            add(&sets[3], r->to);
        *change = (coset_change){r->to, r->plus % VALUES, !r->when};
        at[i] = (coset_transition){.group = i + 1,
                                   .n_conditions = r->other == NO_VALUE ? 1 : 2,
                                   .conditions = c,
                                   .n_ways = r->way > 0,
                                   .ways = r->way ? make_way(r, a) : NULL,
                                   .reads = &sets[1],
                                   .writes = &sets[2],
                                   .any = &sets[3],
                                   .n_changes = r->from == NO_VALUE,
                                   .changes = change};
        first[i + 1] = number[i] = i;
    }
    *out = (coset_transitions){all->n, at, first, coset_arena_get(a, all->n + 1, sizeof(bool)), number, NULL, NULL};
    return out;
}

/* What is found by a search. */
typedef struct {
    bool reached[STATES], ends[STATES], fires[RULES + 1], faults[RULES + 1];
    bool seen[STATES][STATES]; /* steps between the visible parts of states */
    uint32_t n, pending[STATES];
    uint32_t seen_slots, from;
    bool has_step;
} graph;

static uint32_t number_of(const coset_value *s, uint32_t slots)
{
    uint32_t n = 0;
    for (uint32_t i = SLOTS; i-- > 0;)
        n = VALUES * n + (slots >> i & 1 ? s[i] : 0);
    return n;
}

static uint32_t seen_of(uint32_t state, uint32_t slots)
{
    coset_value s[SLOTS];
    for (uint32_t i = 0; i < SLOTS; i++, state /= VALUES)
        s[i] = state % VALUES;
    return number_of(s, slots);
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    graph *g = ctx;
    g->has_step = true;
    if (e->fault) {
        g->faults[e->group] = true;
        return COSET_OK;
    }
    uint32_t to = number_of(dst, UINT32_MAX);
    g->fires[e->group] = true;
    g->seen[seen_of(g->from, g->seen_slots)][seen_of(to, g->seen_slots)] = true;
    if (!g->reached[to])
        g->pending[g->n++] = to;
    g->reached[to] = true;
    return COSET_OK;
}

static uint32_t search(const coset_model *m, graph *g, uint32_t seen_slots)
{
    coset_worker *w = coset_worker_new(m);
    *g = (graph){.seen_slots = seen_slots, .n = 1};
    g->reached[0] = true;
    for (uint32_t i = 0; i < g->n; i++) {
        coset_value s[SLOTS];
        for (uint32_t k = 0, state = g->pending[i]; k < SLOTS; k++, state /= VALUES)
            s[k] = state % VALUES;
        g->from = g->pending[i];
        g->has_step = false;
        assert_int_equal(m->ops->next(w, s, on_edge, g), COSET_OK);
        g->ends[g->from] = !g->has_step;
    }
    m->ops->worker_free(w);
    return g->n;
}

/* ---- breadth first, with the rest if nothing is new ---- */

typedef struct {
    graph g; /* first */
    uint32_t depth[STATES];
    bool goes_on; /* some step leads to the next level */
} levels;

static coset_status on_level_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    levels *l = ctx;
    const uint32_t before = l->g.n;
    const coset_status status = on_edge(&l->g, e, dst);
    if (e->fault)
        return status;
    const uint32_t to = number_of(dst, UINT32_MAX);
    if (l->g.n > before)
        l->depth[to] = l->depth[l->g.from] + 1;
    l->goes_on |= l->depth[to] > l->depth[l->g.from];
    return status;
}

static void search_by_levels(const coset_model *m, levels *l, uint32_t seen_slots)
{
    coset_worker *w = coset_worker_new(m);
    memset(l, 0, sizeof *l);
    l->g.seen_slots = seen_slots;
    l->g.n = 1;
    l->g.reached[0] = true;
    for (uint32_t i = 0; i < l->g.n; i++) {
        coset_value s[SLOTS];
        for (uint32_t k = 0, state = l->g.pending[i]; k < SLOTS; k++, state /= VALUES)
            s[k] = state % VALUES;
        l->g.from = l->g.pending[i];
        l->g.has_step = l->goes_on = false;
        coset_stubborn_ask(w, COSET_WANTS_CHOSEN);
        assert_int_equal(m->ops->next(w, s, on_level_edge, l), COSET_OK);
        if (coset_stubborn_left_out(w) && !l->goes_on) {
            coset_stubborn_ask(w, COSET_WANTS_REST);
            assert_int_equal(m->ops->next(w, s, on_level_edge, l), COSET_OK);
        }
        l->g.ends[l->g.from] = !l->g.has_step;
    }
    for (uint32_t i = 0; i < STATES; i++)
        l->g.seen[i][i] = false;
    m->ops->worker_free(w);
}

/* Steps that are not sticky form no cycle. */
static void judge_sticky(const rules *all, const coset_relations *r, const graph *full)
{
    uint32_t before[STATES] = {0}, left = full->n; /* a state is removed after all steps into it */
    uint32_t to[STATES][RULES];
    for (uint32_t i = 0; i < full->n; i++)
        for (uint32_t k = 0; k < all->n; k++) {
            coset_value s[SLOTS];
            for (uint32_t c = 0, state = full->pending[i]; c < SLOTS; c++, state /= VALUES)
                s[c] = state % VALUES;
            bool loose = outcome_of(&all->rules[k], s) == TOY_STEP && !r->sticky[k];
            (void)step(&(const toy){.data = all}, k + 1, 0, s, s, NULL, NULL);
            to[full->pending[i]][k] = loose ? number_of(s, UINT32_MAX) : UINT32_MAX;
            before[to[full->pending[i]][k] % STATES] += loose;
        }
    bool out[STATES] = {false};
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < full->n; i++) {
            uint32_t at = full->pending[i];
            if (out[at] || before[at])
                continue;
            out[at] = more = true;
            left--;
            for (uint32_t k = 0; k < all->n; k++)
                if (to[at][k] != UINT32_MAX)
                    before[to[at][k]]--;
        }
    }
    assert_int_equal(left, 0);
}

static void agree(const graph *full, const graph *reduced)
{
    assert_memory_equal(full->ends, reduced->ends, sizeof full->ends);
    assert_memory_equal(full->fires, reduced->fires, sizeof full->fires);
    assert_memory_equal(full->faults, reduced->faults, sizeof full->faults);
    assert_memory_equal(full->seen, reduced->seen, sizeof full->seen);
}

/* Depth first, choosing by the stack. */
typedef struct {
    const coset_model *m;
    coset_worker *w;
    coset_ample_chooser *c;
    graph *g;
    bool on_stack[STATES];
} descent;

typedef struct {
    uint32_t n, to[RULES];
    coset_part steps[RULES];
    bool faults[RULES], take[RULES];
} fan;

static coset_status list_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    fan *f = ctx;
    f->faults[f->n] = e->fault != NULL;
    f->to[f->n] = e->fault ? 0 : number_of(dst, UINT32_MAX);
    f->steps[f->n++] = (coset_part){.group = e->group, .instance = e->instance};
    return COSET_OK;
}

static bool closes_cycle(const descent *d, const fan *f)
{
    bool closes = false;
    for (uint32_t i = 0; i < f->n; i++)
        closes |= f->take[i] && !f->faults[i] && d->on_stack[f->to[i]];
    return closes;
}

static void descend(descent *d, uint32_t state)
{
    coset_value s[SLOTS];
    fan f = {0};
    bool chosen = false;
    for (uint32_t k = 0, rest = state; k < SLOTS; k++, rest /= VALUES)
        s[k] = rest % VALUES;
    d->g->reached[state] = d->on_stack[state] = true;
    d->g->n++;
    assert_int_equal(d->m->ops->next(d->w, s, list_edge, &f), COSET_OK);
    d->g->ends[state] = f.n == 0;
    for (uint32_t turn = 0; !chosen && coset_ample_offer(d->c, s, turn, f.n, f.steps, f.faults, f.take); turn++)
        chosen = !closes_cycle(d, &f);
    for (uint32_t i = 0; i < f.n; i++) {
        if (chosen && !f.take[i])
            continue;
        (f.faults[i] ? d->g->faults : d->g->fires)[f.steps[i].group] = true;
        if (f.faults[i])
            continue;
        d->g->seen[seen_of(state, d->g->seen_slots)][seen_of(f.to[i], d->g->seen_slots)] = true;
        if (!d->g->reached[f.to[i]])
            descend(d, f.to[i]);
    }
    d->on_stack[state] = false;
}

static void search_depth_first(const coset_model *m, const coset_ample *a, graph *g, uint32_t seen_slots)
{
    uint64_t enabled, blunt, found;
    coset_ample_chooser c = {a, &enabled, &blunt, &found};
    descent d = {.m = m, .w = coset_worker_new(m), .c = &c, .g = g};
    *g = (graph){.seen_slots = seen_slots};
    descend(&d, 0);
    for (uint32_t i = 0; i < STATES; i++)
        g->seen[i][i] = false;
    m->ops->worker_free(d.w);
}

/* Sets of rules that are distinguished by the remainder of their numbers, or of their number without the last bit. */
static void compare_ample(const toy *t, const coset_relations *r, const graph *full, uint32_t *states)
{
    static graph reduced;
    static const uint64_t threes[] = {0x49, 0x92, 0x124}, pairs[] = {0x03, 0x0c, 0x30, 0x1c0, 0x0f, 0x1f0};
    const uint64_t *sets[6];
    for (uint32_t way = 0; way < 2; way++) {
        const coset_ample a = {r, way ? 6 : 3, sets};
        uint64_t all = (UINT64_C(1) << r->n) - 1, cut[6];
        for (uint32_t i = 0; i < a.n; i++) {
            cut[i] = all & (way ? pairs[i] : threes[i]);
            sets[i] = &cut[i];
        }
        coset_model *m = coset_stubborn_of(&t->model, &a);
        states[0] += search(m, &reduced, full->seen_slots);
        for (uint32_t i = 0; i < STATES; i++)
            reduced.seen[i][i] = false;
        agree(full, &reduced);
        coset_model_free(m);
        search_depth_first(&t->model, &a, &reduced, full->seen_slots);
        states[1] += reduced.n;
        agree(full, &reduced);
    }
}

/* Steps of one rule. */
typedef struct {
    uint32_t group;
    coset_on_edge *emit;
    void *ctx;
} of_group;

static coset_status pass_group(void *ctx, const coset_edge *e, const coset_value *dst)
{
    const of_group *g = ctx;
    return e->group == g->group ? g->emit(g->ctx, e, dst) : COSET_OK;
}

static coset_status steps_of(coset_worker *w, const coset_value *src, uint32_t group, uint64_t instance,
                             coset_on_edge *emit, void *ctx)
{
    of_group g = {group, emit, ctx};
    (void)instance;
    return stepping->ops->next(w, src, pass_group, &g);
}

/* The same if few steps are computed. */
static void compare_by_steps(const toy *t, const coset_relations *r, const graph *full, uint32_t seen, uint32_t *states)
{
    static graph reduced;
    static levels by_levels;
    coset_model *m = coset_stubborn_new(&t->model, r);
    stepping = &t->model;
    coset_stubborn_by_steps(m, steps_of);
    states[0] += search(m, &reduced, seen);
    for (uint32_t i = 0; i < STATES; i++)
        reduced.seen[i][i] = false;
    agree(full, &reduced);
    search_by_levels(m, &by_levels, seen);
    agree(full, &by_levels.g);
    states[1] += by_levels.g.n;
    coset_model_free(m);
}

/* ---- caches of workers ---- */

static coset_status note_group(void *ctx, const coset_edge *e, const coset_value *dst)
{
    (void)dst;
    add(ctx, e->group);
    return COSET_OK;
}

static uint64_t taken_by(const coset_model *m, coset_worker *w, uint32_t state)
{
    coset_value s[SLOTS];
    uint64_t taken = 0;
    for (uint32_t k = 0; k < SLOTS; k++, state /= VALUES)
        s[k] = state % VALUES;
    assert_int_equal(m->ops->next(w, s, note_group, &taken), COSET_OK);
    return taken;
}

static coset_worker *asking_worker(const coset_model *m, bool watched)
{
    coset_worker *w = coset_worker_new(m);
    if (watched)
        coset_stubborn_ask(w, COSET_WANTS_CHOSEN);
    return w;
}

/* The steps taken in a state do not depend on the states that the worker visited before. */
static void memory_changes_nothing(const coset_model *m, const graph *full)
{
    for (uint32_t watched = 0; watched < 2; watched++) {
        coset_worker *old = asking_worker(m, watched);
        for (uint32_t i = 0; i < full->n; i++) {
            coset_worker *new = asking_worker(m, watched);
            assert_int_equal(taken_by(m, old, full->pending[i]), taken_by(m, new, full->pending[i]));
            m->ops->worker_free(new);
        }
        m->ops->worker_free(old);
    }
}

/* Nor do the sets that are determined by few slots. */
static void lone_memory_changes_nothing(const coset_relations *r, const graph *full)
{
    coset_classes *classes = coset_classes_new(r, SLOTS);
    coset_lone *l = coset_lone_new(r, classes);
    coset_lone_search *old = l ? coset_lone_search_new(l) : NULL;
    for (uint32_t i = 0; l && i < full->n; i++) {
        coset_lone_search *new = coset_lone_search_new(l);
        coset_value s[SLOTS];
        for (uint32_t k = 0, state = full->pending[i]; k < SLOTS; k++, state /= VALUES)
            s[k] = state % VALUES;
        for (uint32_t seat = 0; seat < coset_lone_seats(l); seat++) {
            uint32_t n, n_new;
            const uint32_t *found = coset_lone_find(old, seat, s, &n),
                           *found_new = coset_lone_find(new, seat, s, &n_new);
            assert_int_equal(found != NULL, found_new != NULL);
            assert_int_equal(n, n_new);
            if (n)
                assert_memory_equal(found, found_new, n * sizeof *found);
        }
        coset_lone_search_free(new);
    }
    coset_lone_search_free(old);
    coset_lone_free(l);
    coset_classes_free(classes);
}

static void judge_memory(const rules *all, uint64_t seen)
{
    static graph full;
    coset_arena *a = coset_arena_new();
    toy *t = make_model(all);
    const coset_relations *r = coset_relations_new(&t->model, make_transitions(all, a), &seen, NULL, a);
    (void)search(&t->model, &full, 0);
    lone_memory_changes_nothing(r, &full);
    lone_memory_changes_nothing(coset_relations_watched(r, a), &full);
    stepping = &t->model;
    for (uint32_t by_steps = 0; by_steps < 2; by_steps++) {
        coset_model *m = coset_stubborn_new(&t->model, r);
        if (by_steps)
            coset_stubborn_by_steps(m, steps_of);
        memory_changes_nothing(m, &full);
        coset_model_free(m);
    }
    coset_model_free(&t->model);
    coset_arena_free(a);
}

/* `reduced_states`: by stubborn sets, by given ones, by these depth first, by stubborn sets if the search handles
 * cycles, and by steps in both of these ways. */
static void compare(const rules *all, uint64_t seen, uint32_t *full_states, uint32_t *reduced_states)
{
    static graph full, reduced;
    static levels by_levels;
    coset_arena *a = coset_arena_new();
    toy *t = make_model(all);
    const coset_relations *r = coset_relations_new(&t->model, make_transitions(all, a), &seen, NULL, a);
    coset_model *m = coset_stubborn_new(&t->model, r);
    *full_states += search(&t->model, &full, (uint32_t)seen);
    judge_sticky(all, r, &full);
    coset_relations_audit_result result;
    assert_true(coset_relations_audit(&t->model, r, 1, 20, NULL, &result));
    *reduced_states += search(m, &reduced, (uint32_t)seen);
    for (uint32_t i = 0; i < STATES; i++)
        full.seen[i][i] = reduced.seen[i][i] = false; /* stuttering */
    agree(&full, &reduced);
    search_by_levels(m, &by_levels, (uint32_t)seen);
    agree(&full, &by_levels.g);
    reduced_states[3] += by_levels.g.n;
    compare_ample(t, r, &full, reduced_states + 1);
    compare_by_steps(t, r, &full, (uint32_t)seen, reduced_states + 4);
    coset_model_free(m);
    coset_model_free(&t->model);
    coset_arena_free(a);
}

/* ---- fair runs ---- */

#define ACTORS       3U
#define FAIR_SYSTEMS 20000U

/* Actors of rules, and steps between states: by whom, as bits. */
typedef struct {
    uint32_t actor[RULES];
    uint32_t moves[STATES][STATES], enabled[STATES];
    uint32_t n, all[STATES], from;
    bool reached[STATES];
} moving;

static coset_status note_move(void *ctx, const coset_edge *e, const coset_value *dst)
{
    moving *g = ctx;
    const uint32_t to = number_of(dst, UINT32_MAX), who = 1U << g->actor[e->group - 1];
    g->moves[g->from][to] |= who;
    g->enabled[g->from] |= who;
    if (!g->reached[to])
        g->all[g->n++] = to;
    g->reached[to] = true;
    return COSET_OK;
}

static void follow(const coset_model *m, moving *g)
{
    coset_worker *w = coset_worker_new(m);
    g->n = 1;
    g->reached[0] = true;
    for (uint32_t i = 0; i < g->n; i++) {
        coset_value s[SLOTS];
        for (uint32_t k = 0, state = g->from = g->all[i]; k < SLOTS; k++, state /= VALUES)
            s[k] = state % VALUES;
        assert_int_equal(m->ops->next(w, s, note_move, g), COSET_OK);
    }
    m->ops->worker_free(w);
}

/* Along steps between states that are `inside`, from one of them: forward, or backward. */
static void spread(const moving *g, const bool *inside, uint32_t from, bool backward, bool *out)
{
    uint32_t n = 1, pending[STATES] = {from};
    memset(out, 0, STATES);
    out[from] = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < g->n; k++) {
            const uint32_t at = pending[i], to = g->all[k];
            if (out[to] || !inside[to] || !(backward ? g->moves[to][at] : g->moves[at][to]))
                continue;
            out[to] = true;
            pending[n++] = to;
        }
}

/* A run that cycles through these states for ever, all of which reach one another, is fair. `enabled`: in the model. */
static bool is_fair(const moving *g, const bool *in, const uint32_t *enabled)
{
    uint32_t moves = 0, always = UINT32_MAX;
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t k = 0; in[g->all[i]] && k < g->n; k++)
            moves |= in[g->all[k]] ? g->moves[g->all[i]][g->all[k]] : 0;
    for (uint32_t i = 0; i < g->n; i++)
        if (in[g->all[i]])
            always &= enabled[g->all[i]];
    return moves && !(always & ~moves);
}

/* Some weakly fair run finally stays in states `inside`, and visits one of `at` infinitely often. */
static bool has_fair_run(const moving *g, const bool *inside, const bool *at, const uint32_t *enabled)
{
    bool there[STATES], back[STATES], done[STATES] = {false};
    for (uint32_t i = 0; i < g->n; i++) {
        const uint32_t from = g->all[i];
        bool meets = false;
        if (!inside[from] || done[from])
            continue;
        spread(g, inside, from, false, there);
        spread(g, inside, from, true, back);
        for (uint32_t k = 0; k < STATES; k++) {
            there[k] = there[k] && back[k];
            done[k] |= there[k];
            meets |= there[k] && at[k];
        }
        if (meets && is_fair(g, there, enabled))
            return true;
    }
    return false;
}

/* The same for each content of each visible slot: it has it for ever from some point on, or infinitely often. */
static void compare_fair_runs(const moving *full, const moving *reduced, uint32_t seen)
{
    bool all[STATES], some[STATES];
    memset(all, true, sizeof all);
    assert_int_equal(has_fair_run(full, all, all, full->enabled), has_fair_run(reduced, all, all, full->enabled));
    for (uint32_t slot = 0, power = 1; slot < SLOTS; slot++, power *= VALUES)
        for (uint32_t v = 0; (seen >> slot & 1) && v < VALUES; v++) {
            for (uint32_t k = 0; k < STATES; k++)
                some[k] = k / power % VALUES == v;
            assert_int_equal(has_fair_run(full, some, all, full->enabled),
                             has_fair_run(reduced, some, all, full->enabled));
            assert_int_equal(has_fair_run(full, all, some, full->enabled),
                             has_fair_run(reduced, all, some, full->enabled));
        }
}

static void compare_fairly(const rules *all, const uint32_t *actor, uint64_t seen, uint32_t *states)
{
    static moving full, reduced;
    static const coset_fairness who = {.who = COSET_FAIR_ACTORS, .kind = COSET_FAMILY_BUCHI};
    coset_arena *a = coset_arena_new();
    toy *t = make_model(all);
    memset(&full, 0, sizeof full);
    memcpy(full.actor, actor, sizeof full.actor);
    reduced = full;
    for (uint32_t k = 0; k < all->n; k++)
        t->groups[k + 1].actor = (coset_actor){.first = actor[k], .each = 1};
    const coset_transitions *one_by_one = make_transitions(all, a);
    memset((bool *)(uintptr_t)one_by_one->split, true, all->n + 1);
    const coset_relations *r = coset_relations_new(&t->model, one_by_one, &seen, NULL, a);
    r = coset_relations_fair(&t->model, r, 1, &who, a);
    coset_model *m = coset_stubborn_new(&t->model, r);
    follow(&t->model, &full);
    follow(m, &reduced);
    compare_fair_runs(&full, &reduced, (uint32_t)seen);
    states[0] += full.n;
    states[1] += reduced.n;
    coset_model_free(m);
    coset_model_free(&t->model);
    coset_arena_free(a);
}

static uint32_t pick(uint64_t *seed, uint32_t n) { return (uint32_t)(toy_random(seed) % n); }

static void random_systems_keep_what_is_promised(void **state)
{
    uint64_t seed = 1;
    uint32_t full = 0, reduced[6] = {0};
    (void)state;
    for (uint32_t i = 0; i < SYSTEMS; i++) {
        rules all = {.n = 3 + pick(&seed, RULES - 2)};
        for (uint32_t k = 0; k < all.n; k++) {
            rule *r = &all.rules[k];
            bool control = pick(&seed, 3) > 0; /* moves on in a slot that it reads */
            r->asked = pick(&seed, SLOTS);
            r->lets = 1 + pick(&seed, control ? 2 : 6);
            r->lets |= k < ACTORS;
            r->other = pick(&seed, 3) ? NO_VALUE : pick(&seed, SLOTS);
            r->value = pick(&seed, VALUES);
            r->to = control ? r->asked : pick(&seed, SLOTS);
            r->from = pick(&seed, 5) ? NO_VALUE : pick(&seed, SLOTS);
            r->plus = pick(&seed, VALUES);
            r->when = pick(&seed, 6) ? 0 : 1 + pick(&seed, SLOTS);
            r->loose = k % 2;
        }
        compare(&all, pick(&seed, 3) ? 0 : pick(&seed, 1U << SLOTS), &full, reduced);
    }
    assert_true(reduced[0] < full);
    assert_true(reduced[1] < 2 * full);
    assert_true(reduced[2] < 2 * full);
    assert_true(reduced[4] < full);
    assert_true(reduced[5] < full);
    assert_true(reduced[3] < reduced[0]); /* the rest is requested less often than cycles have a sticky step */
}

/* Conditions and steps that fault, and rules that wait for a way: which transitions fault depends on the state. */
static rules pick_faulting(uint64_t *seed)
{
    rules all = {.n = 3 + pick(seed, RULES - 2)};
    for (uint32_t k = 0; k < all.n; k++) {
        rule *r = &all.rules[k];
        r->asked = pick(seed, SLOTS);
        r->lets = 1 + pick(seed, k < 3 ? 1 : 6);
        r->other = pick(seed, 3) ? NO_VALUE : pick(seed, SLOTS);
        r->value = pick(seed, VALUES);
        r->to = pick(seed, 2) ? r->asked : pick(seed, SLOTS);
        r->from = pick(seed, 5) ? NO_VALUE : pick(seed, SLOTS);
        r->plus = pick(seed, VALUES);
        r->loose = pick(seed, 4) == 0;
        r->way = pick(seed, 3) ? 0 : 1 + pick(seed, SLOTS);
        r->risk = pick(seed, 4) ? 0 : 1 + pick(seed, SLOTS);
        r->asked_faults = pick(seed, 6) ? 0 : 4;
        r->other_faults = r->loose || pick(seed, 3) ? 0 : UINT64_C(1) << (r->value + 1) % VALUES;
        r->way_too = pick(seed, 2) ? 0 : 1 + pick(seed, SLOTS);
    }
    return all;
}

static void random_faults_are_kept(void **state)
{
    uint64_t seed = 3;
    uint32_t full = 0, reduced[6] = {0};
    (void)state;
    for (uint32_t i = 0; i < FAULTY_SYSTEMS; i++) {
        const rules all = pick_faulting(&seed);
        const uint64_t seen = pick(&seed, 3) ? 0 : pick(&seed, 1U << SLOTS);
        compare(&all, seen, &full, reduced);
    }
    assert_true(reduced[0] < full);
    assert_true(reduced[4] < full);
    assert_true(reduced[5] < full);
}

static void what_was_found_before_changes_nothing(void **state)
{
    uint64_t seed = 5;
    (void)state;
    for (uint32_t i = 0; i < FAULTY_SYSTEMS / 4; i++) {
        const rules all = pick_faulting(&seed);
        judge_memory(&all, pick(&seed, 3) ? 0 : pick(&seed, 1U << SLOTS));
    }
}

/* The first rule forbids the last one, which waits for the third, which waits for the second. */
static void who_enables_an_enabler_counts(void **state)
{
    rules all = {.n = 4,
                 .rules = {{0, NO_VALUE, 0, 0, NO_VALUE, 1, 0, 1, false, 0, 0, 0, 0, 0},
                           {1, NO_VALUE, 0, 1, NO_VALUE, 1, 0, 1, false, 0, 0, 0, 0, 0},
                           {1, NO_VALUE, 0, 1, NO_VALUE, 2, 0, 2, false, 0, 0, 0, 0, 0},
                           {1, 0, 0, 2, NO_VALUE, 1, 0, 4, false, 0, 0, 0, 0, 0}}};
    uint32_t full = 0, reduced[6] = {0};
    (void)state;
    compare(&all, 0, &full, reduced);
    all.rules[3].loose = true;
    compare(&all, 0, &full, reduced);
}

/* The last rule is enabled, to fault, after the second one, though its only way is never open; not after the first. */
static void who_makes_a_condition_fault_counts(void **state)
{
    const rules all = {.n = 3,
                       .rules = {{.asked = 4, .other = NO_VALUE, .to = 4, .from = NO_VALUE, .plus = 1, .lets = 1},
                                 {.asked = 0, .other = NO_VALUE, .to = 0, .from = NO_VALUE, .plus = 1, .lets = 1},
                                 {.asked = 4,
                                  .other = 0,
                                  .value = 0,
                                  .to = 2,
                                  .from = NO_VALUE,
                                  .plus = 1,
                                  .lets = 1,
                                  .way = 2,
                                  .other_faults = 2}}};
    uint32_t full = 0, reduced[6] = {0};
    (void)state;
    compare(&all, 0, &full, reduced);
}

/* The way of the first rule is open after the second and the third one; the last one forbids the rule. Without the
 * second one nothing opens the way, whatever is known of the condition that the third one makes hold. */
static void who_opens_a_way_counts(void **state)
{
    const rules all = {
        .n = 4,
        .rules = {
            {.asked = 0, .other = NO_VALUE, .to = 3, .from = NO_VALUE, .plus = 2, .lets = 1, .way = 5, .way_too = 3},
            {.asked = 4, .other = NO_VALUE, .to = 4, .from = NO_VALUE, .plus = 2, .lets = 5},
            {.asked = 2, .other = NO_VALUE, .to = 2, .from = NO_VALUE, .plus = 1, .lets = 1},
            {.asked = 0, .other = 1, .to = 0, .from = NO_VALUE, .plus = 1, .lets = 5}}};
    uint32_t full = 0, reduced[6] = {0};
    (void)state;
    compare(&all, 0, &full, reduced);
}

/* Actors have a slot for their place, from which their rules continue; some of these read or write others' slots. */
static void fair_runs_are_kept(void **state)
{
    uint64_t seed = 7;
    uint32_t states[2] = {0};
    (void)state;
    for (uint32_t i = 0; i < FAIR_SYSTEMS; i++) {
        rules all = {.n = 6 + pick(&seed, RULES - 5)};
        uint32_t actor[RULES] = {0};
        for (uint32_t k = 0; k < all.n; k++) {
            rule *r = &all.rules[k];
            actor[k] = k % ACTORS;
            r->asked = actor[k];
            r->lets = pick(&seed, 3) ? UINT64_C(1) << pick(&seed, VALUES) : 1 + pick(&seed, 6);
            r->other = pick(&seed, 2) ? NO_VALUE : pick(&seed, SLOTS);
            r->value = pick(&seed, VALUES);
            r->to = pick(&seed, 2) ? actor[k] : pick(&seed, SLOTS);
            r->from = pick(&seed, 6) ? NO_VALUE : r->to;
            r->plus = pick(&seed, VALUES);
            r->when = 0;
        }
        compare_fairly(&all, actor, UINT64_C(1) << pick(&seed, SLOTS), states);
    }
    assert_true(100 * states[1] < 97 * states[0]);
}

/* Two processes of two steps each, and one that cycles. */
static void independent_steps_do_not_conflict(void **state)
{
    const rules all = {6,
                       {{.asked = 0, .lets = 1, .other = NO_VALUE, .to = 0, .from = NO_VALUE, .plus = 1},
                        {.asked = 0, .lets = 2, .other = NO_VALUE, .to = 0, .from = NO_VALUE, .plus = 2},
                        {.asked = 1, .lets = 1, .other = NO_VALUE, .to = 1, .from = NO_VALUE, .plus = 1},
                        {.asked = 1, .lets = 2, .other = 0, .value = 2, .to = 1, .from = NO_VALUE, .plus = 2},
                        {.asked = 2, .lets = 1, .other = NO_VALUE, .to = 2, .from = NO_VALUE, .plus = 1},
                        {.asked = 2, .lets = 2, .other = NO_VALUE, .to = 2, .from = NO_VALUE, .plus = 0}}};
    coset_arena *a = coset_arena_new();
    toy *t = make_model(&all);
    uint64_t seen = 2; /* slot 1 */
    (void)state;
    const coset_relations *r = coset_relations_new(&t->model, make_transitions(&all, a), &seen, NULL, a);
    assert_int_equal(coset_conflicts_of(r, 0)[0], 0); /* never enabled together with the others of its process */
    assert_int_equal(coset_conflicts_of(r, 1)[0], 0); /* it enables rule 3, and cannot disable it */
    assert_int_equal(r->needs[3].n, 2);
    assert_int_equal(r->needs[3].at[0].enablers[0], 1U << 2);
    assert_int_equal(r->needs[3].at[1].enablers[0], 1U << 1);
    for (uint32_t i = 0; i < all.n; i++)
        assert_int_equal(r->visible[i], i == 2 || i == 3);
    for (uint32_t i = 0; i < 4; i++)
        assert_false(r->sticky[i]);
    assert_true(r->sticky[4] != r->sticky[5]);
    coset_model_free(&t->model);
    coset_arena_free(a);
}

/* Tests with all contents: two that increment the same slot, and one that sets it. */
static void steps_that_commute_do_not_conflict(void **state)
{
    const rules all = {4,
                       {{.asked = 1, .lets = 1, .other = NO_VALUE, .to = 0, .from = 0, .plus = 1},
                        {.asked = 2, .lets = 1, .other = NO_VALUE, .to = 0, .from = 0, .plus = 2},
                        {.asked = 3, .lets = 1, .other = NO_VALUE, .to = 0, .from = NO_VALUE, .plus = 2},
                        {.asked = 0, .lets = 3, .other = NO_VALUE, .to = 4, .from = NO_VALUE, .plus = 1}}};
    coset_arena *a = coset_arena_new();
    toy *t = make_model(&all);
    uint64_t seen = 0;
    (void)state;
    const coset_relations *r = coset_relations_new(&t->model, make_transitions(&all, a), &seen, NULL, a);
    assert_int_equal(coset_conflicts_of(r, 0)[0], 1U << 2 | 1U << 3); /* the last one may be disabled */
    assert_int_equal(coset_conflicts_of(r, 1)[0], 1U << 2 | 1U << 3);
    assert_int_equal(coset_conflicts_of(r, 2)[0], 1U << 0 | 1U << 1 | 1U << 3);
    assert_int_equal(coset_conflicts_of(r, 3)[0], 1U << 0 | 1U << 1 | 1U << 2);
    coset_relations_audit_result result;
    assert_true(coset_relations_audit(&t->model, r, 1, 100, NULL, &result));
    coset_model_free(&t->model);
    coset_arena_free(a);
}

/* A missing conflict and a missing enabler are found. */
static void audits_find_what_is_wrong(void **state)
{
    const rules all = {3,
                       {{.asked = 0, .lets = 1, .other = NO_VALUE, .to = 0, .from = NO_VALUE, .plus = 1},
                        {.asked = 0, .lets = 1, .other = NO_VALUE, .to = 1, .from = NO_VALUE, .plus = 1},
                        {.asked = 1, .lets = 2, .other = NO_VALUE, .to = 2, .from = NO_VALUE, .plus = 1}}};
    coset_arena *a = coset_arena_new();
    toy *t = make_model(&all);
    uint64_t seen = 0;
    coset_relations_audit_result result;
    (void)state;
    const coset_relations *r = coset_relations_new(&t->model, make_transitions(&all, a), &seen, NULL, a);
    assert_int_equal(coset_conflicts_of(r, 0)[0], 1U << 1);
    assert_int_equal(r->needs[2].at[0].enablers[0], 1U << 1);
    assert_true(coset_relations_audit(&t->model, r, 1, 100, NULL, &result));
    assert_true(result.comparisons > 0);
    ((uint64_t *)(uintptr_t)r->conflicts)[0] = ((uint64_t *)(uintptr_t)r->conflicts)[1] = 0;
    assert_false(coset_relations_audit(&t->model, r, 1, 100, NULL, &result));
    assert_string_equal(result.what, "one disables the other");
    ((uint64_t *)(uintptr_t)r->conflicts)[0] = 1U << 1;
    ((uint64_t *)(uintptr_t)r->conflicts)[1] = 1;
    ((uint64_t *)(uintptr_t)r->needs[2].at[0].enablers)[0] = 0;
    assert_false(coset_relations_audit(&t->model, r, 1, 100, NULL, &result));
    assert_string_equal(result.what, "one enables the other");
    coset_model_free(&t->model);
    coset_arena_free(a);
}

/* Each pair is judged by its own ends: both ends of the two that set the slot were ends of pairs before. */
static void audits_judge_each_pair_alone(void **state)
{
    const rules all = {3,
                       {{.asked = 0, .lets = 1, .other = NO_VALUE, .to = 2, .from = 2, .plus = 0},
                        {.asked = 0, .lets = 1, .other = NO_VALUE, .to = 2, .from = NO_VALUE, .plus = 1},
                        {.asked = 0, .lets = 1, .other = NO_VALUE, .to = 2, .from = NO_VALUE, .plus = 2}}};
    coset_arena *a = coset_arena_new();
    toy *t = make_model(&all);
    uint64_t seen = 0;
    coset_relations_audit_result result;
    (void)state;
    const coset_relations *r = coset_relations_new(&t->model, make_transitions(&all, a), &seen, NULL, a);
    assert_int_equal(coset_conflicts_of(r, 1)[0] & 4, 4);
    for (uint32_t i = 0; i < all.n; i++)
        ((uint64_t *)(uintptr_t)coset_conflicts_of(r, i))[0] = 0;
    assert_false(coset_relations_audit(&t->model, r, 1, 100, NULL, &result));
    assert_string_equal(result.what, "the two orders end in different states");
    coset_model_free(&t->model);
    coset_arena_free(a);
}

/* A server has a cycle for each request of a client: it is enough that the client is sticky. */
static void servers_are_not_sticky(void **state)
{
    const rules all = {4,
                       {{.asked = 0, .lets = 1, .other = NO_VALUE, .to = 0, .from = NO_VALUE, .plus = 1},
                        {.asked = 0, .lets = 2, .other = NO_VALUE, .to = 0, .from = NO_VALUE, .plus = 2},
                        {.asked = 0, .lets = 4, .other = NO_VALUE, .to = 1, .from = 1, .plus = 1},
                        {.asked = 2, .lets = 7, .other = NO_VALUE, .to = 0, .from = NO_VALUE, .plus = 0}}};
    coset_arena *a = coset_arena_new();
    toy *t = make_model(&all);
    uint64_t seen = 0;
    (void)state;
    const coset_relations *r = coset_relations_new(&t->model, make_transitions(&all, a), &seen, NULL, a);
    assert_false(r->sticky[0]);
    assert_false(r->sticky[1]);
    assert_true(r->sticky[2]); /* counts in a cycle */
    assert_true(r->sticky[3]); /* lets the others start again */
    coset_model_free(&t->model);
    coset_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(independent_steps_do_not_conflict),
        cmocka_unit_test(steps_that_commute_do_not_conflict),
        cmocka_unit_test(audits_find_what_is_wrong),
        cmocka_unit_test(audits_judge_each_pair_alone),
        cmocka_unit_test(servers_are_not_sticky),
        cmocka_unit_test(who_enables_an_enabler_counts),
        cmocka_unit_test(who_makes_a_condition_fault_counts),
        cmocka_unit_test(who_opens_a_way_counts),
        cmocka_unit_test(random_systems_keep_what_is_promised),
        cmocka_unit_test(random_faults_are_kept),
        cmocka_unit_test(what_was_found_before_changes_nothing),
        cmocka_unit_test(fair_runs_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
