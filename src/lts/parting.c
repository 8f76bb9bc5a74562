/* lts/parting.c - plays and formulas that distinguish states. */
#include "lts/parting.h"

#include <string.h>

#define LONGEST_FORMULA 4000 /* characters */
#define MOST_PARTS      2000 /* subformulas visited */
#define DEEPEST_FORMULA 100
#define MOST_CONJUNCTS  64

typedef struct {
    const coset_parting_game *game;
    const coset_parting_words *words;
    coset_arena *arena;
    uint32_t n_parts;
} parting;

/* A step of one of two states without an answer that lasts. */
typedef struct {
    bool found, by_second;
    uint32_t event, to;
    const coset_lts_edge *answers; /* steps of the other one */
    uint64_t n;
} attack;

static uint32_t round_between(const parting *x, uint32_t s, uint32_t t) { return x->game->round(x->game->ctx, s, t); }

static bool goes_on(const parting *x) { return !x->game->goes_on || x->game->goes_on(x->game->ctx); }

static uint32_t round_of(const parting *x, bool swapped, uint32_t s, uint32_t t)
{
    return swapped ? round_between(x, t, s) : round_between(x, s, t);
}

static void find_answers(const parting *x, uint32_t state, attack *a)
{
    uint64_t n, from = 0;
    const coset_lts_edge *all = x->game->steps(x->game->ctx, state, &n);
    for (uint64_t high = n; from < high;) {
        uint64_t mid = from + (high - from) / 2;
        if (all[mid].event < a->event)
            from = mid + 1;
        else
            high = mid;
    }
    a->answers = all + from;
    for (a->n = 0; from + a->n < n && all[from + a->n].event == a->event;)
        a->n++;
}

/* Steps of `a` that `b` cannot answer by anything that lasts until `round`; the one with the fewest answers. */
static void look(const parting *x, bool swapped, uint32_t a, uint32_t b, uint32_t round, attack *best)
{
    uint64_t n_steps;
    const coset_lts_edge *steps = x->game->steps(x->game->ctx, a, &n_steps);
    for (uint64_t e = 0; e < n_steps; e++) {
        attack now = {.found = true, .by_second = swapped, .event = steps[e].event, .to = steps[e].dst};
        find_answers(x, b, &now);
        bool parts = !best->found || now.n < best->n;
        for (uint64_t f = 0; f < now.n && parts; f++)
            parts = round_of(x, swapped, now.to, now.answers[f].dst) < round;
        if (parts)
            *best = now;
    }
}

static attack find_attack(const parting *x, uint32_t s, uint32_t t, uint32_t round)
{
    attack best = {0};
    look(x, false, s, t, round, &best);
    if (!x->game->simulation)
        look(x, true, t, s, round, &best);
    COSET_INVARIANT(best.found || !goes_on(x));
    return best;
}

/* ---- formulas ---- */

static const char *modality(const parting *x, const attack *a)
{
    const char *event = x->words->event(x->words->ctx, a->event);
    const char *const forms[] = {"<%s>", "<<%s>>", "[%s]", "[[%s]]"};
    const char *form = forms[a->by_second * 2 + x->words->weak];
    size_t at = strcspn(form, "%");
    return coset_arena_printf(x->arena, "%.*s%s%s", (int)at, form, event, form + at + 2);
}

static const char *formula_of(parting *x, uint32_t s, uint32_t t);

/* The parts, without repetitions, with `sign` between them. */
static const char *join(parting *x, const char *const *parts, uint32_t n, const char *sign)
{
    const char *text = parts[0];
    for (uint32_t i = 1; i < n; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++)
            again = again || strcmp(parts[k], parts[i]) == 0;
        if (!again)
            text = coset_arena_printf(x->arena, "%s %s %s", text, sign, parts[i]);
        if (strlen(text) > LONGEST_FORMULA)
            return NULL;
    }
    return text;
}

static const char *formula_of_attack(parting *x, const attack *a)
{
    const char *parts[MOST_CONJUNCTS];
    uint32_t n = 0;
    for (uint64_t f = 0; f < a->n; f++) {
        uint32_t answer = a->answers[f].dst;
        if (n == MOST_CONJUNCTS)
            return NULL;
        parts[n] = a->by_second ? formula_of(x, answer, a->to) : formula_of(x, a->to, answer);
        if (!parts[n++])
            return NULL;
    }
    const char *all = n ? join(x, parts, n, a->by_second ? "|" : "&") : a->by_second ? "false" : "true";
    if (!all)
        return NULL;
    const char *step = modality(x, a);
    return n ? coset_arena_printf(x->arena, "%s (%s)", step, all) : coset_arena_printf(x->arena, "%s %s", step, all);
}

/* True of s and not of t. */
static const char *formula_of(parting *x, uint32_t s, uint32_t t)
{
    uint32_t round = round_between(x, s, t);
    if (round == 0)
        return x->words->label(x->words->ctx, s, t);
    if (round > DEEPEST_FORMULA || ++x->n_parts > MOST_PARTS)
        return NULL;
    attack a = find_attack(x, s, t, round);
    return a.found ? formula_of_attack(x, &a) : NULL;
}

static const char *formula_of_start(parting *x, uint32_t s, const uint32_t *others, uint32_t n)
{
    const char *parts[MOST_CONJUNCTS];
    if (n == 0)
        return "true";
    if (n > MOST_CONJUNCTS)
        return NULL;
    for (uint32_t i = 0; i < n; i++) {
        parts[i] = formula_of(x, s, others[i]);
        if (!parts[i])
            return NULL;
    }
    return join(x, parts, n, "&");
}

/* ---- plays ---- */

static coset_parting_step step_of(const parting *x, const attack *a)
{
    coset_parting_step step = {.event = a->event, .to = a->to};
    uint32_t longest = 0;
    for (uint64_t f = 0; f < a->n; f++) {
        uint32_t answer = a->answers[f].dst, round = round_of(x, a->by_second, a->to, answer);
        if (!step.answered || round > longest) {
            longest = round;
            step.answer = answer;
        }
        step.answered = true;
    }
    return step;
}

static void play(const parting *x, uint32_t s, uint32_t t, coset_parting *out)
{
    COSET_VEC(coset_parting_step) steps = {0};
    bool answered = true;
    out->s = s;
    out->t = t;
    for (uint32_t round; answered && (round = round_between(x, s, t)) > 0;) {
        attack a = find_attack(x, s, t, round);
        if (!a.found) {
            answered = false;
            break;
        }
        coset_parting_step step = step_of(x, &a);
        *coset_vec_add(&steps) = step;
        answered = step.answered;
        out->end = coset_arena_printf(x->arena, "%s %s", modality(x, &a), a.by_second ? "false" : "true");
        if (answered) {
            s = a.by_second ? step.answer : a.to;
            t = a.by_second ? a.to : step.answer;
        }
    }
    if (answered)
        out->end = x->words->label(x->words->ctx, s, t);
    out->n_steps = steps.n;
    out->steps = coset_arena_copy(x->arena, steps.at, steps.n, sizeof *steps.at);
    coset_vec_fini(&steps);
}

bool coset_parting_make(const coset_parting_game *game, uint32_t s, const uint32_t *others, uint32_t n,
                        const coset_parting_words *words, coset_arena *arena, coset_parting *out)
{
    parting x = {.game = game, .words = words, .arena = arena};
    uint32_t longest = 0;
    *out = (coset_parting){.s = s};
    if (n == 0)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t round = round_between(&x, s, others[i]);
        if (round == COSET_RELATED)
            return false;
        if (round > round_between(&x, s, others[longest]))
            longest = i;
    }
    out->formula = formula_of_start(&x, s, others, n);
    play(&x, s, others[longest], out);
    return goes_on(&x);
}

/* ---- tables ---- */

static uint32_t round_in_tables(void *ctx, uint32_t s, uint32_t t)
{
    return coset_relation_round(((coset_parting_tables *)ctx)->relation, s, t);
}

static const coset_lts_edge *steps_in_tables(void *ctx, uint32_t state, uint64_t *n)
{
    const coset_lts *l = ((coset_parting_tables *)ctx)->how->l;
    *n = l->first[state + 1] - l->first[state];
    return l->edges + l->first[state];
}

coset_parting_game coset_parting_by_tables(coset_parting_tables *tables)
{
    return (coset_parting_game){
        .simulation = tables->how->simulation, .round = round_in_tables, .steps = steps_in_tables, .ctx = tables};
}
