/* symb/search/distinguishing_run.c */
#include "symb/search/distinguishing_run.h"

#include <string.h>

#define MOST_STATES 10000 /* that are examined */
#define MOST_OTHERS 65    /* start states: for more of them there is no formula anyway */

typedef struct {
    bool known;
    uint64_t n;
    const coset_lts_edge *at;
} steps;

typedef struct {
    coset__relating *c;
    coset_arena *arena;
    const coset_symb_words *words;
    COSET_VEC(coset_symb_played) states;
    COSET_VEC(steps) steps; /* of each state */
    uint8_t *bits;          /* of a pair */
    bool gave_up;
} player;

static bool goes_on(void *ctx)
{
    player *p = ctx;
    return !p->gave_up && coset__reach_may_go_on(p->c->side[0]) && coset__reach_may_go_on(p->c->side[1]);
}

/* ---- states ----------------------------------------------------------------------------------------------------- */

static void set_bits(player *p, uint32_t side, const coset_value *state)
{
    const coset__reach *s = p->c->side[side];
    const coset__vars *v = &s->r.vars;
    coset_value *counts = coset_new((size_t)v->m->n_slots + 1, sizeof *counts);
    if (s->counter)
        coset__counter_counts(s->counter, state, counts);
    else
        memcpy(counts, state, v->m->n_slots * sizeof *counts);
    for (uint32_t i = 0; i < v->m->n_slots; i++)
        for (uint32_t k = v->first[i], end = v->first[i + 1]; k < end; k++)
            p->bits[coset__var(v, k, false)] = counts[i] >> (end - 1 - k) & 1;
    coset_delete(counts);
}

static uint64_t seen_of(player *p, uint32_t side, const coset_value *state)
{
    const coset_symb_relating *how = p->c->how[side];
    const coset__relation *r = &p->c->side[side]->r;
    uint64_t seen = 0;
    set_bits(p, side, state);
    for (uint32_t i = 0; i < how->n_observed; i++) {
        bool holds = how->observed[i] != COSET_SYMB_NEVER;
        for (uint32_t k = 0; k < r->judgements.n; k++)
            if (r->judgements.at[k].prop == how->observed[i])
                holds = holds && coset_bdd_holds(p->c->b, r->judgements.at[k].holds, p->bits);
        seen |= (uint64_t)holds << i;
    }
    return seen;
}

static uint32_t number_of(player *p, uint32_t side, const coset_value *state)
{
    size_t bytes = p->c->side[side]->m->n_slots * sizeof *state;
    for (uint32_t i = 0; i < p->states.n; i++)
        if (p->states.at[i].side == side && memcmp(p->states.at[i].state, state, bytes) == 0)
            return i;
    p->gave_up = p->gave_up || p->states.n >= MOST_STATES;
    *coset_vec_add(&p->steps) = (steps){0};
    *coset_vec_add(&p->states) = (coset_symb_played){
        side, coset_arena_copy(p->arena, state, p->c->side[side]->m->n_slots, sizeof *state), seen_of(p, side, state)};
    return p->states.n - 1;
}

/* Calls for the states of the set, at most so many. */
static void each_state(player *p, uint32_t side, coset_bdd set, uint32_t most, void (*on)(void *ctx, uint32_t state),
                       void *ctx)
{
    coset__reach *s = p->c->side[side];
    coset_value *state = coset_new((size_t)s->m->n_slots + 1, sizeof *state);
    for (uint32_t i = 0; !coset_bdd_is_false(set) && i < most && goes_on(p); i++) {
        coset_bdd_scope scope = coset_bdd_open(p->c->b);
        coset__reach_one(s, set, state);
        on(ctx, number_of(p, side, state));
        set = coset_bdd_close_with(p->c->b, scope, coset_bdd_minus(p->c->b, set, coset__reach_single(s, state)));
    }
    coset_delete(state);
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

static coset_bdd after(player *p, uint32_t side, const coset__steps *a, coset_bdd set)
{
    return coset__steps_targets(p->c->side[side], a->clusters.at, a->clusters.n, set);
}

static coset_bdd after_silent(player *p, uint32_t side, coset_bdd set)
{
    for (coset_bdd last = coset_bdd_false; p->c->how[side]->weak && !coset_bdd_same(last, set) && goes_on(p);) {
        coset_bdd_scope scope = coset_bdd_open(p->c->b);
        last = set;
        set =
            coset_bdd_close_with(p->c->b, scope, coset_bdd_or(p->c->b, set, after(p, side, &p->c->silent[side], set)));
    }
    return set;
}

typedef struct {
    uint32_t event;
    COSET_VEC(coset_lts_edge) edges;
} listed;

static void add_edge(void *ctx, uint32_t state)
{
    listed *l = ctx;
    *coset_vec_add(&l->edges) = (coset_lts_edge){.event = l->event, .dst = state};
}

static void list_steps(player *p, uint32_t state, listed *l)
{
    coset_bdds *b = p->c->b;
    uint32_t side = p->states.at[state].side, n_events = p->c->how[side]->n_events;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd from = after_silent(p, side, coset__reach_single(p->c->side[side], p->states.at[state].state));
    l->event = COSET_TAU;
    if (p->c->how[side]->weak)
        each_state(p, side, from, MOST_STATES, add_edge, l);
    for (uint32_t e = 0; e < n_events && goes_on(p); e++) {
        coset_bdd_scope one = coset_bdd_open(b);
        l->event = e + 2;
        each_state(p, side, after_silent(p, side, after(p, side, &p->c->seen[side][e], from)), MOST_STATES, add_edge,
                   l);
        coset_bdd_close(b, one);
    }
    coset_bdd_close(b, scope);
}

static const coset_lts_edge *steps_of(void *ctx, uint32_t state, uint64_t *n)
{
    player *p = ctx;
    if (!p->steps.at[state].known) {
        listed l = {0};
        list_steps(p, state, &l);
        p->steps.at[state] =
            (steps){true, l.edges.n, coset_arena_copy(p->arena, l.edges.at, l.edges.n, sizeof *l.edges.at)};
        coset_vec_fini(&l.edges);
    }
    *n = p->steps.at[state].n;
    return p->steps.at[state].at;
}

static uint32_t round_of(void *ctx, uint32_t s, uint32_t t)
{
    player *p = ctx;
    set_bits(p, p->states.at[s].side, p->states.at[s].state);
    set_bits(p, p->states.at[t].side, p->states.at[t].state);
    for (uint32_t k = 0; k < p->c->parted.n; k++)
        if (coset_bdd_holds(p->c->b, p->c->parted.at[k], p->bits))
            return k;
    return COSET_RELATED;
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

static const char *event_words(void *ctx, uint32_t event)
{
    const player *p = ctx;
    return p->words->event(p->words->ctx, event);
}

static const char *label_words(void *ctx, uint32_t s, uint32_t t)
{
    const player *p = ctx;
    return p->words->label(p->words->ctx, p->states.at[s].seen, p->states.at[t].seen);
}

/* ---- start states ----------------------------------------------------------------------------------------------- */

typedef COSET_VEC(uint32_t) numbers;

static void add_number(void *ctx, uint32_t state)
{
    numbers *all = ctx;
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i] == state)
            return;
    *coset_vec_add(all) = state;
}

/* Start states of the other side, first one that is parted in the last round that parts any. */
static void list_others(player *p, uint32_t state, numbers *others)
{
    coset__relating *c = p->c;
    uint32_t side = p->states.at[state].side;
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd starts = c->side[1 - side]->levels.at[0];
    coset_bdd pairs = coset_bdd_and(c->b, coset__reach_single(c->side[side], p->states.at[state].state), starts);
    for (uint32_t k = c->parted.n; k-- > 0 && others->n == 0;) {
        coset_bdd last = coset_bdd_relprod(c->b, pairs, c->parted.at[k], c->side[side]->r.vars.now);
        each_state(p, 1 - side, last, 1, add_number, others);
    }
    each_state(p, 1 - side, starts, MOST_OTHERS, add_number, others);
    coset_bdd_close(c->b, scope);
}

void coset__distinguishing_run(coset__relating *c, coset_bdd alone, const coset_symb_words *words, coset_arena *arena,
                               coset_symb_relate *out)
{
    player p = {.c = c, .arena = arena, .words = words, .bits = coset_new((size_t)coset_bdd_vars(c->b) + 1, 1)};
    const coset_parting_game game = {c->how[0]->simulation, round_of, steps_of, goes_on, &p};
    const coset_parting_words told = {event_words, label_words, &p, c->how[0]->weak};
    numbers one = {0}, others = {0};
    each_state(&p, out->first, alone, 1, add_number, &one);
    if (one.n)
        list_others(&p, one.at[0], &others);
    out->told = one.n && goes_on(&p) &&
                coset_parting_make(&game, one.at[0], others.at, others.n, &told, arena, &out->parting) && goes_on(&p);
    out->played = coset_arena_copy(arena, p.states.at, p.states.n, sizeof *p.states.at);
    coset_vec_fini(&one);
    coset_vec_fini(&others);
    coset_vec_fini(&p.states);
    coset_vec_fini(&p.steps);
    coset_delete(p.bits);
}
