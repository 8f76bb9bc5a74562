/* Supercombinators against the steps of the operators of CSP, term by term. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "csp_random.h"
#include "lts/compress.h"
#include "lts/super.h"

#define N_EVENTS 5 /* tau, tick, a, b, c */

typedef enum { LEAF, CHOICE, SEQ, INTERRUPT, SLIDE, THROW, PARALLEL, HIDE, RENAME, N_OPS } op;

/* A term with its state: `slot` of a leaf is its state, of an operator its phase (0: no event yet). */
typedef struct term {
    op op;
    uint32_t set; /* mask of events; RENAME: in set becomes the next one */
    struct term *p, *q;
    coset_lts *lts;
    uint32_t slot;  /* in the state */
    uint32_t first; /* of its components; `control` is one of them or UINT32_MAX */
    uint32_t n_components, control;
} term;

static bool in(uint32_t set, uint32_t event) { return set >> event & 1; }
static uint32_t renamed(uint32_t set, uint32_t e)
{
    return e > COSET_TICK && in(set, e) ? (e == N_EVENTS - 1 ? 2 : e + 1) : e;
}

/* ---- building terms ---- */

typedef struct {
    dice dice;
    uint32_t n_slots, n_components;
} maker;

static coset_lts *one_event(void)
{
    coset_lts_builder *b = coset_lts_builder_new();
    (void)coset_lts_add_state(b);
    coset_lts_add_edge(b, 0, N_EVENTS, 0);
    return coset_lts_build(b, N_EVENTS + 1);
}

static term *make_term(maker *m, uint32_t depth)
{
    term *t = coset_new(1, sizeof *t);
    t->op = depth ? (op)roll(&m->dice, N_OPS) : LEAF;
    t->slot = m->n_slots++;
    t->first = m->n_components;
    t->control = UINT32_MAX;
    t->set = roll(&m->dice, 1u << N_EVENTS) & ~3u;
    if (t->op == LEAF) {
        t->lts = random_lts(&m->dice, 4, N_EVENTS, roll(&m->dice, 5));
        m->n_components++;
    } else {
        t->p = make_term(m, depth - 1);
        t->q = t->op == HIDE || t->op == RENAME ? NULL : make_term(m, depth - 1);
    }
    if (t->op == SLIDE) {
        t->lts = one_event();
        t->control = m->n_components++;
    }
    t->n_components = m->n_components - t->first;
    return t;
}

static void free_term(term *t)
{
    if (!t)
        return;
    free_term(t->p);
    free_term(t->q);
    coset_lts_free(t->lts);
    coset_delete(t);
}

/* ---- steps by the rules of the operators ---- */

typedef void on_step(void *ctx, uint32_t event, const uint32_t *after);

static void steps(const term *t, const uint32_t *s, uint32_t n, on_step *emit, void *ctx);

/* The result of a step of a child of t. */
typedef struct {
    const term *t;
    bool of_q;
    const uint32_t *before;
    uint32_t n;
    on_step *emit;
    void *ctx;
    uint32_t event; /* of p, while q needs the same */
    const uint32_t *p_after;
} frame;

static void clear(const term *t, uint32_t *s)
{
    if (!t)
        return;
    s[t->slot] = 0;
    clear(t->p, s);
    clear(t->q, s);
}

static void pass(frame *f, uint32_t event, const uint32_t *after, uint32_t phase, const term *gone)
{
    uint32_t s[64];
    memcpy(s, after, f->n * sizeof *s);
    s[f->t->slot] = phase;
    clear(gone, s);
    f->emit(f->ctx, event, s);
}

static void joint(void *ctx, uint32_t event, const uint32_t *after)
{
    frame *f = ctx;
    if (event == f->event)
        f->emit(f->ctx, event, after);
}

static void on_parallel(frame *f, uint32_t event, const uint32_t *after)
{
    if (event != COSET_TICK && !in(f->t->set, event)) {
        f->emit(f->ctx, event, after);
    } else if (!f->of_q) { /* with p moved, the same of q */
        frame g = *f;
        g.event = event;
        steps(f->t->q, after, f->n, joint, &g);
    }
}

static void on_child(void *ctx, uint32_t event, const uint32_t *after)
{
    frame *f = ctx;
    const term *t = f->t;
    uint32_t phase = f->before[t->slot];
    bool tau = event == COSET_TAU, tick = event == COSET_TICK;
    switch (t->op) {
    case CHOICE:
        if (tau || phase)
            pass(f, event, after, phase, NULL);
        else
            pass(f, event, after, f->of_q ? 2 : 1, f->of_q ? t->p : t->q);
        return;
    case SEQ:
        pass(f, tick && !f->of_q ? COSET_TAU : event, after, phase || tick, tick && !f->of_q ? t->p : NULL);
        return;
    case INTERRUPT:
        if (f->of_q)
            pass(f, event, after, tau && !phase ? 0 : 2, tau && !phase ? NULL : t->p);
        else
            pass(f, event, after, tick ? 1 : 0, tick ? t->q : NULL);
        return;
    case SLIDE:
        pass(f, event, after, tau ? phase : phase ? phase : 1, NULL);
        return;
    case THROW:
        pass(f, event, after, phase || in(t->set, event), !f->of_q && in(t->set, event) ? t->p : NULL);
        return;
    case PARALLEL:
        on_parallel(f, event, after);
        return;
    case HIDE:
        f->emit(f->ctx, in(t->set, event) ? COSET_TAU : event, after);
        return;
    case RENAME:
        f->emit(f->ctx, renamed(t->set, event), after);
        return;
    default:
        return;
    }
}

static void leaf_steps(const term *t, const uint32_t *s, uint32_t n, on_step *emit, void *ctx)
{
    uint32_t after[64];
    for (uint64_t e = t->lts->first[s[t->slot]]; e < t->lts->first[s[t->slot] + 1]; e++) {
        memcpy(after, s, n * sizeof *s);
        after[t->slot] = t->lts->edges[e].dst;
        emit(ctx, t->lts->edges[e].event, after);
    }
}

/* Which children may move in which phase. */
static void steps(const term *t, const uint32_t *s, uint32_t n, on_step *emit, void *ctx)
{
    if (t->op == LEAF) {
        leaf_steps(t, s, n, emit, ctx);
        return;
    }
    uint32_t phase = s[t->slot];
    frame f = {.t = t, .before = s, .n = n, .emit = emit, .ctx = ctx};
    bool p = true, q = t->q != NULL;
    if (t->op == CHOICE || t->op == INTERRUPT) {
        p = phase != 2;
        q = phase != 1;
    } else if (t->op == SEQ || t->op == THROW) {
        p = !phase;
        q = phase;
    } else if (t->op == SLIDE) {
        p = phase < 2;
        q = phase == 2;
    }
    if (p)
        steps(t->p, s, n, on_child, &f);
    f.of_q = true;
    if (q)
        steps(t->q, s, n, on_child, &f);
    if (t->op == SLIDE && !phase)
        pass(&f, COSET_TAU, s, 2, t->p);
}

typedef struct {
    coset_lts_builder *b;
    uint32_t n, src, n_states, *states;
} listing;

static void list_step(void *ctx, uint32_t event, const uint32_t *after)
{
    listing *x = ctx;
    uint32_t i = 0;
    while (i < x->n_states && memcmp(x->states + (size_t)i * x->n, after, x->n * sizeof *after) != 0)
        i++;
    if (i == x->n_states) {
        x->states = coset_resize(x->states, (size_t)(i + 1) * x->n, sizeof *x->states);
        memcpy(x->states + (size_t)i * x->n, after, x->n * sizeof *after);
        x->n_states++;
        (void)coset_lts_add_state(x->b);
    }
    if (x->src != UINT32_MAX)
        coset_lts_add_edge(x->b, x->src, event, i);
}

/* NULL if there are too many states. */
static coset_lts *by_steps(const term *t, uint32_t n)
{
    listing x = {.b = coset_lts_builder_new(), .n = n, .src = UINT32_MAX};
    uint32_t s[64] = {0};
    list_step(&x, 0, s);
    for (x.src = 0; x.src < x.n_states && x.n_states < 60; x.src++) {
        memcpy(s, x.states + (size_t)x.src * n, n * sizeof *s);
        steps(t, s, n, list_step, &x);
    }
    coset_delete(x.states);
    if (x.n_states < 60)
        return coset_lts_build(x.b, N_EVENTS);
    coset_lts_builder_free(x.b);
    return NULL;
}

/* ---- the same as rules ---- */

typedef COSET_VEC(coset_super_rule) rules;

typedef struct {
    coset_arena *arena;
    coset_super_component *components;
} compiler;

/* Sorted union of what `at` has and the components of t. */
static void with_term(compiler *c, const uint32_t **at, uint32_t *n, uint32_t first, uint32_t count)
{
    uint32_t *all = coset_arena_get(c->arena, *n + count, sizeof *all), k = 0;
    for (uint32_t i = 0; i < *n && (*at)[i] < first; i++)
        all[k++] = (*at)[i];
    for (uint32_t i = first; i < first + count; i++)
        all[k++] = i;
    for (uint32_t i = 0; i < *n; i++)
        if ((*at)[i] >= first + count)
            all[k++] = (*at)[i];
    *at = all;
    *n = k;
}

/* An inner operator starts nothing that an outer one stops. */
static void stop(compiler *c, coset_super_rule *r, const term *t)
{
    uint32_t *starts = coset_arena_get(c->arena, r->n_starts, sizeof *starts), n = 0;
    for (uint32_t i = 0; i < r->n_starts; i++)
        if (r->starts[i] < t->first || r->starts[i] >= t->first + t->n_components)
            starts[n++] = r->starts[i];
    r->starts = starts;
    r->n_starts = n;
    with_term(c, &r->stops, &r->n_stops, t->first, t->n_components);
}

static bool starts_on(const term *t, uint32_t component)
{
    if (!t || component < t->first || component >= t->first + t->n_components)
        return false;
    if (t->op == LEAF)
        return true;
    if (component == t->control)
        return true;
    bool in_q = t->q && component >= t->q->first && component < t->q->first + t->q->n_components;
    if (in_q)
        return t->op != SEQ && t->op != SLIDE && t->op != THROW && starts_on(t->q, component);
    return starts_on(t->p, component);
}

static void start(compiler *c, coset_super_rule *r, const term *t)
{
    for (uint32_t i = t->first; i < t->first + t->n_components; i++)
        if (starts_on(t, i))
            with_term(c, &r->starts, &r->n_starts, i, 1);
}

static void add_rule(compiler *c, rules *to, coset_super_rule r)
{
    (void)c;
    *coset_vec_add(to) = r;
}

static void join(compiler *c, rules *to, const coset_super_rule *p, const coset_super_rule *q)
{
    coset_super_part *parts = coset_arena_get(c->arena, p->n_parts + q->n_parts, sizeof *parts);
    memcpy(parts, p->parts, p->n_parts * sizeof *parts);
    memcpy(parts + p->n_parts, q->parts, q->n_parts * sizeof *parts);
    coset_super_rule r = *p;
    r.parts = parts;
    r.n_parts += q->n_parts;
    for (uint32_t i = 0; i < q->n_stops; i++)
        with_term(c, &r.stops, &r.n_stops, q->stops[i], 1);
    for (uint32_t i = 0; i < q->n_starts; i++)
        with_term(c, &r.starts, &r.n_starts, q->starts[i], 1);
    add_rule(c, to, r);
}

static void leaf_rules(compiler *c, const term *t, rules *to)
{
    c->components[t->first] = (coset_super_component){.name = "leaf", .lts = t->lts};
    for (uint32_t e = 0; e < N_EVENTS; e++) {
        coset_super_part *part = coset_arena_get(c->arena, 1, sizeof *part);
        *part = (coset_super_part){t->first, e};
        add_rule(c, to, (coset_super_rule){.n_parts = 1, .parts = part, .event = e});
    }
}

static void from_child(compiler *c, const term *t, bool of_q, coset_super_rule r, rules *to)
{
    bool tau = r.event == COSET_TAU, tick = r.event == COSET_TICK;
    const term *other = of_q ? t->p : t->q;
    if ((t->op == CHOICE && !tau) || (t->op == INTERRUPT && (of_q ? !tau : tick)))
        stop(c, &r, other);
    if ((t->op == SEQ && tick && !of_q) || (t->op == THROW && !of_q && in(t->set, r.event))) {
        stop(c, &r, t->p);
        start(c, &r, t->q);
        if (tick)
            r.event = COSET_TAU;
    }
    if (t->op == SLIDE && !of_q && !tau)
        with_term(c, &r.stops, &r.n_stops, t->control, 1);
    if (t->op == HIDE && in(t->set, r.event))
        r.event = COSET_TAU;
    if (t->op == RENAME)
        r.event = renamed(t->set, r.event);
    if (t->op != PARALLEL || !(tick || in(t->set, r.event)))
        add_rule(c, to, r);
}

static void term_rules(compiler *c, const term *t, rules *to)
{
    rules p = {0}, q = {0};
    if (t->op == LEAF) {
        leaf_rules(c, t, to);
        return;
    }
    term_rules(c, t->p, &p);
    if (t->q)
        term_rules(c, t->q, &q);
    for (uint32_t i = 0; i < p.n; i++)
        from_child(c, t, false, p.at[i], to);
    for (uint32_t i = 0; i < q.n; i++)
        from_child(c, t, true, q.at[i], to);
    for (uint32_t i = 0; i < p.n && t->op == PARALLEL; i++)
        for (uint32_t k = 0; k < q.n; k++)
            if (p.at[i].event == q.at[k].event && (p.at[i].event == COSET_TICK || in(t->set, p.at[i].event)))
                join(c, to, &p.at[i], &q.at[k]);
    if (t->op == SLIDE) {
        coset_super_part *part = coset_arena_get(c->arena, 1, sizeof *part);
        *part = (coset_super_part){t->control, N_EVENTS};
        c->components[t->control] = (coset_super_component){.name = "control", .lts = t->lts};
        coset_super_rule r = {.n_parts = 1, .parts = part, .event = COSET_TAU};
        stop(c, &r, t->p);
        with_term(c, &r.stops, &r.n_stops, t->control, 1);
        start(c, &r, t->q);
        add_rule(c, to, r);
    }
    coset_vec_fini(&p);
    coset_vec_fini(&q);
}

/* ---- comparison ---- */

static void check_explained(const coset_model *m, const coset_super *s, const coset_lts *l, const coset_value *states)
{
    uint32_t *events = coset_new(m->n_slots, sizeof *events);
    for (uint32_t i = 0; i < l->n_states; i++)
        for (uint64_t e = l->first[i]; e < l->first[i + 1]; e++) {
            uint32_t r = coset_super_explain(m, states + (size_t)i * m->n_slots, l->edges[e].event,
                                             states + (size_t)l->edges[e].dst * m->n_slots, events);
            assert_true(r < s->n_rules);
            assert_int_equal(s->rules[r].event, l->edges[e].event);
            assert_int_equal(events[s->rules[r].parts[0].component], s->rules[r].parts[0].event);
        }
    coset_delete(events);
}

/* Steps that are taken before others preserve traces, failures and divergences. Returns by how many there are fewer
 * states. */
static uint32_t less_by_lone(const coset_super *s, const coset_lts *full)
{
    coset_model *m;
    coset_lts *l;
    coset_err err;
    if (full->n_states > 32)
        return 0;
    assert_int_equal(coset_super_model(s, "reduced", &m, &err), COSET_OK);
    (void)coset_super_take_lone(m);
    assert_int_equal(coset_super_explicate(m, N_EVENTS, 0, NULL, NULL, &l, NULL, &err), COSET_OK);
    for (coset_csp_model model = COSET_CSP_T; model <= COSET_CSP_FD; model++)
        if (!ref_equal(full, l, N_EVENTS, model)) {
            coset_arena *a = coset_arena_new();
            fail_msg("in model %d:\n%s\n%s", (int)model, coset_lts_text(full, s->event_names, a),
                     coset_lts_text(l, s->event_names, a));
        }
    assert_true(l->n_states <= full->n_states);
    const uint32_t less = full->n_states - l->n_states;
    coset_lts_free(l);
    coset_model_free(m);
    return less;
}

static void compare(const term *t, uint32_t n_slots, uint32_t n_components, uint32_t *compared, uint32_t *less)
{
    coset_lts *want = by_steps(t, n_slots);
    if (!want)
        return;
    static const char *const names[] = {"tau", "tick", "a", "b", "c"};
    compiler c = {.arena = coset_arena_new()};
    rules all = {0};
    c.components = coset_arena_get(c.arena, n_components, sizeof *c.components);
    term_rules(&c, t, &all);
    for (uint32_t i = 0; i < n_components; i++)
        c.components[i].is_on = starts_on(t, i);
    coset_super s = {.n_events = N_EVENTS,
                     .event_names = names,
                     .n_local_events = N_EVENTS + 1,
                     .n_components = n_components,
                     .components = c.components,
                     .n_rules = all.n,
                     .rules = all.at};
    coset_model *m;
    coset_lts *got;
    coset_value *states;
    coset_err err;
    assert_int_equal(coset_super_model(&s, "random", &m, &err), COSET_OK);
    assert_int_equal(coset_super_explicate(m, N_EVENTS, 0, NULL, NULL, &got, &states, &err), COSET_OK);
    assert_true(ref_bisimilar(want, got));
    check_explained(m, &s, got, states);
    *less += less_by_lone(&s, got);
    ++*compared;
    coset_delete(states);
    coset_lts_free(got);
    coset_lts_free(want);
    coset_model_free(m);
    coset_vec_fini(&all);
    coset_arena_free(c.arena);
}

static void rules_are_as_the_operators(void **state)
{
    (void)state;
    maker m = {.dice = {7}};
    uint32_t compared = 0, less = 0;
    for (int i = 0; i < 4000; i++) {
        m.n_slots = m.n_components = 0;
        term *t = make_term(&m, 1 + roll(&m.dice, 3));
        compare(t, m.n_slots, m.n_components, &compared, &less);
        free_term(t);
    }
    assert_true(compared > 2500);
    assert_true(less > 100);
}

static void too_many_states_are_an_error(void **state)
{
    (void)state;
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t i = 0; i < 10; i++)
        (void)coset_lts_add_state(b);
    for (uint32_t i = 0; i < 9; i++)
        coset_lts_add_edge(b, i, 2, i + 1);
    coset_lts *l = coset_lts_build(b, 3), *x;
    const coset_super_component component = {.name = "counter", .lts = l, .is_on = true};
    const coset_super_part part = {0, 2};
    const coset_super_rule rule = {.n_parts = 1, .parts = &part, .event = 2};
    const char *const names[] = {"tau", "tick", "a"};
    coset_super s = {.n_events = 3,
                     .event_names = names,
                     .n_local_events = 3,
                     .n_components = 1,
                     .components = &component,
                     .n_rules = 1,
                     .rules = &rule};
    coset_model *m;
    coset_err err;
    char text[20];
    assert_int_equal(coset_super_model(&s, "counter", &m, &err), COSET_OK);
    m->ops->edge_text(m, COSET_SUPER_EVENT, 2, text, sizeof text);
    assert_string_equal(text, "a");
    m->ops->value_text(m, 0, 3, text, sizeof text);
    assert_string_equal(text, "2");
    assert_int_equal(coset_super_explicate(m, 3, 9, NULL, NULL, &x, NULL, &err), COSET_LIMIT);
    assert_null(x);
    assert_int_equal(coset_super_explicate(m, 3, 10, NULL, NULL, &x, NULL, &err), COSET_OK);
    assert_true(ref_bisimilar(l, x));
    atomic_bool stop = true;
    coset_budget budget = {.stop = &stop};
    (void)coset_budget_look(&budget);
    coset_lts *none;
    assert_int_equal(coset_super_explicate(m, 3, 0, NULL, &budget, &none, NULL, &err), COSET_STOPPED);
    coset_lts_free(x);
    coset_model_free(m);
    coset_lts_free(l);
}

/* ---- chases and priorities: as the compressions of one machine ---- */

/* The machine as a component, with its taus as steps of a chase; component 1 diverges. */
static coset_lts *chased(const coset_lts *l)
{
    coset_lts *loop = one_event(), *out;
    const coset_super_component components[] = {{.name = "machine", .lts = l, .is_on = true},
                                                {.name = "loop", .lts = loop}};
    coset_super_part parts[N_EVENTS + 1];
    coset_super_rule made[N_EVENTS + 1];
    for (uint32_t e = 0; e < N_EVENTS; e++)
        parts[e] = (coset_super_part){0, e};
    parts[N_EVENTS] = (coset_super_part){1, N_EVENTS};
    for (uint32_t e = 0; e <= N_EVENTS; e++)
        made[e] = (coset_super_rule){.n_parts = 1, .parts = &parts[e], .event = e == N_EVENTS ? COSET_TAU : e};
    const coset_super_chase chase = {0, 2, 1, &made[COSET_TAU]};
    const coset_super s = {.n_events = N_EVENTS,
                           .n_local_events = N_EVENTS + 1,
                           .n_components = 2,
                           .components = components,
                           .n_rules = N_EVENTS,
                           .rules = made + 1,
                           .n_chases = 1,
                           .chases = &chase};
    coset_model *m;
    coset_err err;
    assert_int_equal(coset_super_model(&s, "chased", &m, &err), COSET_OK);
    assert_int_equal(coset_super_explicate(m, N_EVENTS, 0, NULL, NULL, &out, NULL, &err), COSET_OK);
    coset_model_free(m);
    coset_lts_free(loop);
    return out;
}

static void a_chase_is_the_compression(void **state)
{
    (void)state;
    const coset_compress_options options = {.n_events = N_EVENTS};
    for (uint64_t seed = 1; seed <= 400; seed++) {
        dice d = {seed};
        coset_err err;
        coset_lts *l = random_lts(&d, 8, N_EVENTS, roll(&d, 7)), *compressed, *own = chased(l);
        assert_int_equal(coset_compress(coset_compression_named("chase"), l, &options, &compressed, &err), COSET_OK);
        assert_true(ref_bisimilar(compressed, own));
        coset_lts_free(l);
        coset_lts_free(compressed);
        coset_lts_free(own);
    }
}

static bool has_smaller_rank(const void *ctx, uint32_t above, uint32_t event)
{
    const uint32_t *rank = ctx;
    return rank[event] != UINT32_MAX && rank[above] < rank[event];
}

static coset_lts *prioritised(const coset_lts *l, const uint32_t *rank)
{
    const coset_super_priority priority = {has_smaller_rank, rank};
    const coset_super_component component = {.name = "machine", .lts = l, .is_on = true};
    coset_super_part parts[N_EVENTS];
    coset_super_rule made[N_EVENTS];
    for (uint32_t e = 0; e < N_EVENTS; e++) {
        parts[e] = (coset_super_part){0, e};
        made[e] = (coset_super_rule){.n_parts = 1, .parts = &parts[e], .event = e};
    }
    const coset_super s = {.n_events = N_EVENTS,
                           .n_local_events = N_EVENTS,
                           .n_components = 1,
                           .components = &component,
                           .n_rules = N_EVENTS,
                           .rules = made};
    coset_lts *out;
    coset_model *m;
    coset_err err;
    assert_int_equal(coset_super_model(&s, "prioritised", &m, &err), COSET_OK);
    assert_int_equal(coset_super_explicate(m, N_EVENTS, 0, &priority, NULL, &out, NULL, &err), COSET_OK);
    coset_model_free(m);
    return out;
}

static void a_priority_is_the_compression(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        dice d = {seed};
        uint32_t rank[N_EVENTS] = {0, 0};
        coset_lts *l = random_lts(&d, 8, N_EVENTS, roll(&d, 7));
        for (uint32_t e = 2; e < N_EVENTS; e++)
            rank[e] = roll(&d, 4) ? roll(&d, 3) : UINT32_MAX;
        coset_lts *compressed = coset_prioritise(l, N_EVENTS, rank), *own = prioritised(l, rank);
        assert_true(ref_bisimilar(compressed, own));
        coset_lts_free(l);
        coset_lts_free(compressed);
        coset_lts_free(own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_as_the_operators), cmocka_unit_test(a_chase_is_the_compression),
        cmocka_unit_test(a_priority_is_the_compression), cmocka_unit_test(too_many_states_are_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
