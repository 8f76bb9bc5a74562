#include "detect/use/minimal.h"

#include <string.h>

#include "detect/use/label.h"
#include "detect/use/reps_by_text.h"
#include "detect/use/reps_by_types.h"

#define MOST_MEASURED 1000000U /* nanoseconds, for one method */

#define EXACT_WORTH 16U   /* times the cost of a method that is not exact */
#define LEAST_LABEL 3000U /* nanoseconds, of a canonical labelling */

struct coset_minimal {
    const coset_detected *d;
    coset_arena *arena;
    coset_minimal_way way;
    coset__reps_by_types *typed;
    coset__reps_by_text *renamed;
    coset__label *label;
    uint32_t n_moves; /* of local search */
    const coset_point **moves;
    uint64_t cost;
    double until; /* on the clock; 0: no bound */
};

struct coset_minimal_scratch {
    const coset_minimal *c;
    coset_budget limit; /* of one thread; once it is reached states represent themselves */
    coset__reps_by_types_scratch *typed;
    coset__reps_by_text_scratch *renamed;
    coset__label_scratch *label;
    uint32_t *state, *image;
    bool lost; /* a state had a value that no literal has */
};

/* ---- local search ----------------------------------------------------------------------------------------------- */

static void make_moves(coset_minimal *c)
{
    uint32_t n = c->d->literals.n;
    c->moves = coset_arena_get(c->arena, 2 * (size_t)c->d->n_generators, sizeof *c->moves);
    for (uint32_t g = 0; g < c->d->n_generators; g++) {
        coset_point *inverse = coset_arena_get(c->arena, n, sizeof *inverse);
        for (uint32_t i = 0; i < n; i++)
            inverse[c->d->generators[g].perm[i]] = i;
        COSET_INVARIANT(coset_literals_respects(&c->d->literals, inverse)); /* so it is one */
        c->moves[c->n_moves++] = c->d->generators[g].perm;
        c->moves[c->n_moves++] = inverse;
    }
}

static bool is_less(const uint32_t *x, const uint32_t *y, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i < n && x[i] < y[i];
}

static void run_local(coset_minimal_scratch *s, coset_point *perm)
{
    const coset_minimal *c = s->c;
    const coset_literals *l = &c->d->literals;
    if (perm)
        coset_literals_identity(l, perm);
    for (uint32_t quiet = 0, g = 0; quiet < c->n_moves && !coset_budget_spend(&s->limit, l->n_slots / 4);
         g = (g + 1) % c->n_moves) {
        coset_literals_move(l, c->moves[g], s->state, s->image);
        quiet++;
        if (!is_less(s->image, s->state, l->n_slots))
            continue;
        memcpy(s->state, s->image, l->n_slots * sizeof *s->image);
        if (perm)
            coset_literals_follow(l, perm, c->moves[g]);
        quiet = 0;
    }
}

/* The same if multisets are sorted after each move. */
static void run_sorted(const coset_minimal *c, const coset_value *src, coset_value *dst, coset_point *perm)
{
    const coset_literals *l = &c->d->literals;
    coset_value *image = coset_new(l->n_slots, sizeof *image);
    memcpy(dst, src, l->n_slots * sizeof *dst);
    if (perm)
        coset_literals_identity(l, perm);
    for (uint32_t quiet = 0, g = 0; quiet < c->n_moves; g = (g + 1) % c->n_moves) {
        coset_literals_permute(l, c->moves[g], dst, image);
        quiet++;
        if (!is_less(image, dst, l->n_slots))
            continue;
        memcpy(dst, image, l->n_slots * sizeof *dst);
        if (perm)
            coset_literals_follow(l, perm, c->moves[g]);
        quiet = 0;
    }
    coset_delete(image);
}

/* ---- one state -------------------------------------------------------------------------------------------------- */

coset_minimal_scratch *coset_minimal_scratch_new(const coset_minimal *c)
{
    coset_minimal_scratch *s = coset_new(1, sizeof *s);
    s->c = c;
    s->limit = (coset_budget){.until = c->until, .stop = c->d->limit ? c->d->limit->stop : NULL};
    s->typed = c->typed ? coset__reps_by_types_scratch_new(c->typed) : NULL;
    s->renamed = c->renamed ? coset__reps_by_text_scratch_new(c->renamed) : NULL;
    s->label = c->label ? coset__label_scratch_new(c->label) : NULL;
    s->state = coset_new(c->d->literals.n_slots, sizeof *s->state);
    s->image = coset_new(c->d->literals.n_slots, sizeof *s->image);
    return s;
}

void coset_minimal_scratch_free(coset_minimal_scratch *s)
{
    if (!s)
        return;
    coset__reps_by_types_scratch_free(s->typed);
    coset__reps_by_text_scratch_free(s->renamed);
    coset__label_scratch_free(s->label);
    coset_delete(s->state);
    coset_delete(s->image);
    coset_delete(s);
}

/* By literals: s->state becomes its representative. */
static uint64_t run_literals(coset_minimal_scratch *s, const coset_value *src, coset_value *dst, coset_point *perm,
                             coset_count *orbit)
{
    const coset_literals *l = &s->c->d->literals;
    uint64_t work = 0;
    if (!coset_literals_of(l, src, s->state)) {
        s->lost = true;
        return 0;
    }
    if (s->typed)
        work = coset__reps_by_types_apply(s->typed, s->state, perm, orbit);
    else if (s->label)
        work = coset__label_apply(s->label, s->state, perm, orbit);
    else
        run_local(s, perm);
    for (uint32_t i = 0; i < l->n_slots; i++)
        dst[i] = l->any[i] ? src[i] : l->values[s->state[i]];
    return work;
}

static uint64_t run(coset_minimal_scratch *s, const coset_value *src, coset_value *dst, coset_point *perm,
                    coset_count *orbit)
{
    const coset_literals *l = &s->c->d->literals;
    if (s->renamed)
        return coset__reps_by_text_apply(s->renamed, src, dst, perm, orbit);
    if (!l->bags)
        return run_literals(s, src, dst, perm, orbit);
    run_sorted(s->c, src, dst, perm);
    return 0;
}

/* ---- choice ----------------------------------------------------------------------------------------------------- */

/* The cost of one representative, estimated on the available states. */
static uint64_t measure(const coset_minimal *c, uint32_t n_states, const coset_value *states)
{
    uint32_t n = c->d->literals.n_slots;
    coset_minimal_scratch *s = coset_minimal_scratch_new(c);
    coset_value *out = coset_new(n, sizeof *out);
    uint64_t work = 0, n_done = 0;
    for (uint32_t i = 0; i < n_states && work < MOST_MEASURED && !coset_budget_spend(c->d->limit, 1000); i++)
        if (coset_literals_of(&c->d->literals, states + (size_t)i * n, s->state)) {
            work += run(s, states + (size_t)i * n, out, NULL, NULL);
            n_done++;
        }
    coset_minimal_scratch_free(s);
    coset_delete(out);
    return n_done ? work / n_done : 0;
}

static void drop(coset_minimal *c)
{
    coset__reps_by_types_free(c->typed);
    coset__reps_by_text_free(c->renamed);
    coset__label_free(c->label);
}

typedef struct {
    coset_minimal *best;
    uint32_t n_states;
    const coset_value *states;
} choice;

/* Representatives that are not unique are more. */
static uint64_t weight(const coset_minimal *c) { return c->cost * (coset_minimal_exact(c) ? 1 : EXACT_WORTH); }

/* Selects the method of `one` if it costs less. The other one is freed. */
static void take(choice *k, coset_minimal one)
{
    if (!one.typed && !one.renamed && !one.label)
        return;
    one.cost = measure(&one, k->n_states, k->states);
    if (k->best->way == COSET_MINIMAL_LOCAL || weight(&one) < weight(k->best)) {
        coset_minimal old = *k->best;
        *k->best = one;
        one = old;
    }
    drop(&one);
}

static void make_first(coset_minimal *one)
{
    const coset_detected *d = one->d;
    if (one->way == COSET_MINIMAL_LABEL)
        one->label = coset__label_new(d);
    else if (!d->literals.bags) /* else literals cannot be laid out as arrays */
        one->typed = coset__reps_by_types_new(d, one->way == COSET_MINIMAL_TYPES);
}

/* The other method of the same name, if there is one. */
static void make_second(coset_minimal *one)
{
    if (one->way == COSET_MINIMAL_TYPES || (one->way == COSET_MINIMAL_ELEMENTS && one->d->literals.bags))
        one->renamed = coset__reps_by_text_new(one->d, one->way == COSET_MINIMAL_TYPES);
}

static void choose(choice *k, coset_minimal_way way)
{
    coset_minimal one = {.d = k->best->d, .arena = k->best->arena};
    for (one.way = COSET_MINIMAL_TYPES; one.way < COSET_MINIMAL_LOCAL; one.way++) {
        coset_minimal first = one, second = one;
        bool is_cheap = k->best->way != COSET_MINIMAL_LOCAL && k->best->cost < LEAST_LABEL;
        if (way == COSET_MINIMAL_BEST ? one.way == COSET_MINIMAL_LABEL && is_cheap : way != one.way)
            continue;
        if (coset_budget_is_spent(one.d->limit))
            return;
        make_first(&first);
        take(k, first);
        make_second(&second);
        take(k, second);
    }
}

coset_minimal *coset_minimal_new(const coset_detected *d, coset_minimal_way way, uint32_t n_states,
                                 const coset_value *states)
{
    coset_arena *arena = coset_arena_new();
    coset_minimal *c = coset_arena_get(arena, 1, sizeof *c);
    *c = (coset_minimal){.d = d, .arena = arena, .way = COSET_MINIMAL_LOCAL};
    choose(&(choice){c, n_states, states}, way);
    if (c->way != COSET_MINIMAL_LOCAL)
        return c;
    if (way != COSET_MINIMAL_BEST && way != COSET_MINIMAL_LOCAL) {
        coset_minimal_free(c);
        return NULL;
    }
    make_moves(c);
    c->cost = (uint64_t)c->n_moves * d->literals.n_slots * 4;
    return c;
}

void coset_minimal_free(coset_minimal *c)
{
    if (!c)
        return;
    drop(c);
    coset_arena_free(c->arena);
}

bool coset_minimal_truth(const coset_minimal *c) { return c->d->truth; }

const coset_detected *coset_minimal_detected(const coset_minimal *c) { return c->d; }

bool coset_minimal_exact(const coset_minimal *c)
{
    return c->way != COSET_MINIMAL_LOCAL && !(c->typed && !coset__reps_by_types_exact(c->typed));
}

const char *coset_minimal_name(const coset_minimal *c)
{
    static const char *const names[] = {"best", "types", "elements", "label", "local"};
    return names[c->way];
}

uint64_t coset_minimal_cost(const coset_minimal *c) { return c->cost; }

/* ---- users' side ------------------------------------------------------------------------------------------------ */

void coset_minimal_apply(coset_minimal_scratch *s, const coset_value *src, coset_value *dst, coset_point *perm,
                         coset_count *orbit)
{
    const coset_literals *l = &s->c->d->literals;
    if (coset_literals_is_origin(l, src)) {
        memcpy(dst, src, l->n_slots * sizeof *dst);
        if (perm)
            coset_literals_identity(l, perm);
        if (orbit)
            *orbit = coset_minimal_exact(s->c);
        return;
    }
    if (orbit)
        *orbit = 0;
    (void)run(s, src, dst, perm, orbit);
    if (!coset_budget_is_spent(&s->limit) && !s->lost)
        return;
    memcpy(dst, src, l->n_slots * sizeof *dst);
    if (perm)
        coset_literals_identity(l, perm);
    if (orbit)
        *orbit = 0;
}

bool coset_minimal_lost(const coset_minimal_scratch *s) { return s->lost; }

void coset_minimal_until(coset_minimal *c, double until) { c->until = until; }
