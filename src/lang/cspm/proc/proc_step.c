/* Steps of the operators. */
#include <stdlib.h>
#include <string.h>

#include "lang/cspm/proc/proc_int.h"

typedef struct {
    const cspm_step *at;
    uint32_t n;
} step_view;

typedef struct {
    cspm_procs *ps;
    COSET_VEC(uint64_t) words; /* of the term, copied: the table may move */
    cspm_step_list *out;
} stepping;

static bool see(stepping *s, uint32_t term, step_view *v) { return coset__proc_steps(s->ps, term, &v->at, &v->n); }

static uint32_t omega(stepping *s) { return coset__term_1(s->ps, TERM_OMEGA); }

/* The term with word i replaced. */
static uint32_t with(stepping *s, uint32_t i, uint32_t word)
{
    uint64_t old = s->words.at[i];
    s->words.at[i] = word;
    uint32_t term = coset__term_put(s->ps, s->words.at, s->words.n);
    s->words.at[i] = old;
    return term;
}

static uint32_t word(const stepping *s, uint32_t i) { return (uint32_t)s->words.at[i]; }
static uint32_t kind_of(const stepping *s, uint32_t term) { return (uint32_t)coset__table_at(&s->ps->terms, term)[0]; }
static void emit(stepping *s, uint32_t event, uint32_t to) { coset__step_add(s->out, event, to); }
static bool in_set(const stepping *s, uint32_t event) { return coset__proc_in_set(s->ps, word(s, 1), event); }

/* ---- choices -------------------------------------------------------------------------------------------------- */

static uint32_t choice_with(stepping *s, uint32_t i, uint32_t term)
{
    COSET_VEC(uint32_t) terms = {0};
    for (uint32_t k = 1; k < s->words.n; k++)
        *coset_vec_add(&terms) = k == i ? term : word(s, k);
    uint32_t choice = coset__term_choice(s->ps, terms.at, terms.n);
    coset_vec_fini(&terms);
    return choice;
}

/* A tau of one side leaves the choice open; anything else decides it. */
static bool external(stepping *s)
{
    for (uint32_t i = 1; i < s->words.n; i++) {
        step_view v;
        if (!see(s, word(s, i), &v))
            return false;
        for (uint32_t k = 0; k < v.n; k++)
            emit(s, v.at[k].event, v.at[k].event == COSET_TAU ? choice_with(s, i, v.at[k].to) : v.at[k].to);
    }
    return true;
}

static bool sliding(stepping *s)
{
    step_view v;
    uint32_t late = coset__term_of_code(s->ps, word(s, 2));
    if (late == NONE || !see(s, word(s, 1), &v))
        return false;
    for (uint32_t k = 0; k < v.n; k++)
        emit(s, v.at[k].event, v.at[k].event == COSET_TAU ? with(s, 1, v.at[k].to) : v.at[k].to);
    emit(s, COSET_TAU, late);
    return true;
}

/* Combinations of one step of `event` for each term from word `first` on, every `stride` words; those not in `joins`
 * do not move. `made` holds the choices so far. */
typedef struct {
    uint32_t event, first, stride;
    const bool *joins; /* by word, or NULL: all */
} meeting;

static bool meet(stepping *s, const meeting *m, uint32_t i, uint64_t *made)
{
    if (i >= s->words.n) { /* if parts have several such steps each, the combinations are very many */
        emit(s, m->event, coset__term_put(s->ps, made, s->words.n));
        return coset__eval_work(s->ps->m, 8 + s->words.n);
    }
    if (m->joins && !m->joins[i])
        return meet(s, m, i + m->stride, made);
    step_view v;
    if (!see(s, word(s, i), &v))
        return false;
    for (uint32_t k = 0; k < v.n; k++) {
        if (v.at[k].event != m->event)
            continue;
        made[i] = v.at[k].to;
        if (!meet(s, m, i + m->stride, made))
            return false;
    }
    made[i] = s->words.at[i];
    return true;
}

static bool meet_all(stepping *s, const meeting *m)
{
    uint64_t *made = coset_new(s->words.n, sizeof *made);
    memcpy(made, s->words.at, s->words.n * sizeof *made);
    bool ok = meet(s, m, m->first, made);
    coset_delete(made);
    return ok;
}

static bool has_event(const step_view *v, uint32_t event)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i].event == event)
            return true;
    return false;
}

/* Adds the synchronised steps of all terms from word 2 on, for each event of the set that the first can perform. */
static bool together(stepping *s)
{
    step_view v, w;
    if (!see(s, word(s, 2), &v))
        return false;
    for (uint32_t k = 0; k < v.n; k++) {
        uint32_t event = v.at[k].event;
        bool all = event > COSET_TICK && in_set(s, event) && (k == 0 || v.at[k - 1].event != event);
        for (uint32_t i = 3; all && i < s->words.n; i++) {
            if (!see(s, word(s, i), &w))
                return false;
            all = has_event(&w, event);
        }
        if (all && !meet_all(s, &(meeting){event, 2, 1, NULL}))
            return false;
    }
    return true;
}

static bool sync_external(stepping *s)
{
    for (uint32_t i = 2; i < s->words.n; i++) {
        step_view v;
        if (!see(s, word(s, i), &v))
            return false;
        for (uint32_t k = 0; k < v.n; k++) {
            if (v.at[k].event == COSET_TAU)
                emit(s, COSET_TAU, with(s, i, v.at[k].to));
            else if (v.at[k].event == COSET_TICK || !in_set(s, v.at[k].event))
                emit(s, v.at[k].event, v.at[k].to);
        }
    }
    return together(s);
}

/* ---- parallel composition ------------------------------------------------------------------------------------- */

/* The terms at words first, first + stride, .. terminate together. */
static void terminate(stepping *s, uint32_t first, uint32_t stride)
{
    for (uint32_t i = first; i < s->words.n; i += stride)
        if (kind_of(s, word(s, i)) != TERM_OMEGA)
            return;
    emit(s, COSET_TICK, omega(s));
}

/* One part moves alone. */
static void alone(stepping *s, uint32_t i, const cspm_step *step)
{
    emit(s, step->event == COSET_TICK ? COSET_TAU : step->event,
         with(s, i, step->event == COSET_TICK ? omega(s) : step->to));
}

static bool parallel(stepping *s)
{
    for (uint32_t i = 2; i < s->words.n; i++) {
        step_view v;
        if (!see(s, word(s, i), &v))
            return false;
        for (uint32_t k = 0; k < v.n; k++)
            if (v.at[k].event <= COSET_TICK || !in_set(s, v.at[k].event))
                alone(s, i, &v.at[k]);
    }
    terminate(s, 2, 1);
    return together(s);
}

/* The parts whose alphabet contains the event; *all: each of them can perform it. */
static bool participants(stepping *s, uint32_t event, bool *joins, bool *all)
{
    *all = true;
    for (uint32_t i = 2; i < s->words.n && *all; i += 2) {
        step_view v;
        joins[i] = coset__proc_in_set(s->ps, word(s, i - 1), event);
        if (joins[i] && !see(s, word(s, i), &v))
            return false;
        *all = !joins[i] || has_event(&v, event);
    }
    return true;
}

/* Part i can perform `event`; handled only if no part before i has it in its alphabet. */
static bool shared(stepping *s, uint32_t i, uint32_t event)
{
    for (uint32_t k = 1; k < i; k += 2)
        if (k != i - 1 && coset__proc_in_set(s->ps, word(s, k), event))
            return true;
    bool *joins = coset_new(s->words.n, sizeof *joins), all;
    bool ok = participants(s, event, joins, &all);
    if (ok && all)
        ok = meet_all(s, &(meeting){event, 2, 2, joins});
    coset_delete(joins);
    return ok;
}

static bool alphabetised(stepping *s)
{
    for (uint32_t i = 2; i < s->words.n; i += 2) {
        step_view v;
        if (!see(s, word(s, i), &v))
            return false;
        for (uint32_t k = 0; k < v.n; k++) {
            uint32_t event = v.at[k].event;
            if (event <= COSET_TICK)
                alone(s, i, &v.at[k]);
            else if ((k == 0 || v.at[k - 1].event != event) && coset__proc_in_set(s->ps, word(s, i - 1), event) &&
                     !shared(s, i, event))
                return false;
        }
    }
    terminate(s, 2, 2);
    return true;
}

static bool is_tied(const stepping *s, uint32_t event, bool right)
{
    const uint64_t *pairs = coset__table_at(&s->ps->maps, word(s, 1));
    for (uint32_t i = 0; i < coset__table_len(&s->ps->maps, word(s, 1)); i++)
        if ((right ? (uint32_t)pairs[i] : (uint32_t)(pairs[i] >> 32)) == event)
            return true;
    return false;
}

static void tied(stepping *s, const step_view *left, const step_view *right)
{
    for (uint32_t i = 0; i < left->n; i++) {
        uint32_t from, to;
        coset__proc_pairs(s->ps, word(s, 1), left->at[i].event, &from, &to);
        for (uint32_t p = from; p < to; p++)
            for (uint32_t k = 0; k < right->n; k++)
                if ((uint32_t)coset__table_at(&s->ps->maps, word(s, 1))[p] == right->at[k].event)
                    emit(s, COSET_TAU,
                         coset__term_put(s->ps, (uint64_t[]){TERM_LINKED, word(s, 1), left->at[i].to, right->at[k].to},
                                         4));
    }
}

static bool linked(stepping *s)
{
    step_view v[2];
    for (uint32_t side = 0; side < 2; side++) {
        if (!see(s, word(s, 2 + side), &v[side]))
            return false;
        for (uint32_t k = 0; k < v[side].n; k++)
            if (v[side].at[k].event <= COSET_TICK || !is_tied(s, v[side].at[k].event, side))
                alone(s, 2 + side, &v[side].at[k]);
    }
    tied(s, &v[0], &v[1]);
    terminate(s, 2, 1);
    return true;
}

/* ---- sequences and interrupts --------------------------------------------------------------------------------- */

static bool sequence(stepping *s)
{
    step_view v;
    if (!see(s, word(s, 1), &v))
        return false;
    for (uint32_t k = 0; k < v.n; k++) {
        bool ends = v.at[k].event == COSET_TICK;
        uint32_t to = ends ? coset__term_of_code(s->ps, word(s, 2)) : with(s, 1, v.at[k].to);
        if (to == NONE)
            return false;
        emit(s, ends ? COSET_TAU : v.at[k].event, to);
    }
    return true;
}

static bool exception(stepping *s)
{
    step_view v;
    if (!see(s, word(s, 2), &v))
        return false;
    for (uint32_t k = 0; k < v.n; k++) {
        uint32_t event = v.at[k].event, to;
        if (event == COSET_TICK)
            to = v.at[k].to;
        else if (event != COSET_TAU && in_set(s, event))
            to = coset__term_of_code(s->ps, word(s, 3));
        else
            to = with(s, 2, v.at[k].to);
        if (to == NONE)
            return false;
        emit(s, event, to);
    }
    return true;
}

/* P /\ Q: `first` is the word of P. P and Q synchronise on the set, if there is one. */
static bool interrupt(stepping *s, uint32_t first, bool sync)
{
    step_view p, q;
    if (!see(s, word(s, first), &p) || !see(s, word(s, first + 1), &q))
        return false;
    for (uint32_t k = 0; k < p.n; k++)
        if (p.at[k].event == COSET_TICK)
            emit(s, COSET_TICK, p.at[k].to);
        else if (!sync || p.at[k].event == COSET_TAU || !in_set(s, p.at[k].event))
            emit(s, p.at[k].event, with(s, first, p.at[k].to));
    for (uint32_t k = 0; k < q.n; k++)
        if (q.at[k].event == COSET_TAU)
            emit(s, COSET_TAU, with(s, first + 1, q.at[k].to));
        else if (!sync || q.at[k].event == COSET_TICK || !in_set(s, q.at[k].event))
            emit(s, q.at[k].event, q.at[k].to);
    return !sync || together(s);
}

/* ---- changed events ------------------------------------------------------------------------------------------- */

static bool hiding(stepping *s, bool inside)
{
    step_view v;
    if (!see(s, word(s, 2), &v))
        return false;
    for (uint32_t k = 0; k < v.n; k++) {
        uint32_t event = v.at[k].event;
        bool hidden = event > COSET_TICK && in_set(s, event) == inside;
        emit(s, hidden ? COSET_TAU : event, event == COSET_TICK ? v.at[k].to : with(s, 2, v.at[k].to));
    }
    return true;
}

static bool renaming(stepping *s)
{
    step_view v;
    if (!see(s, word(s, 2), &v))
        return false;
    for (uint32_t k = 0; k < v.n; k++) {
        uint32_t from, to, after = v.at[k].event == COSET_TICK ? v.at[k].to : with(s, 2, v.at[k].to);
        coset__proc_pairs(s->ps, word(s, 1), v.at[k].event, &from, &to);
        if (from == to)
            emit(s, v.at[k].event, after);
        for (uint32_t p = from; p < to; p++)
            emit(s, (uint32_t)coset__table_at(&s->ps->maps, word(s, 1))[p], after);
    }
    return true;
}

/* ---- all terms ------------------------------------------------------------------------------------------------ */

static bool step_term(stepping *s, uint32_t term)
{
    switch (s->words.at[0]) {
    case TERM_PREFIX:
        return coset__steps_prefix(s->ps, term, s->out);
    case TERM_CHOOSING:
        return coset__steps_choosing(s->ps, term, s->out);
    case TERM_INTERNAL:
        return coset__steps_internal(s->ps, term, s->out);
    case TERM_EXTERNAL:
        return external(s);
    case TERM_SEQUENCE:
        return sequence(s);
    case TERM_SLIDING:
        return sliding(s);
    case TERM_INTERRUPT:
        return interrupt(s, 1, false);
    case TERM_SYNC_INTERRUPT:
        return interrupt(s, 2, true);
    case TERM_PARALLEL:
        return parallel(s);
    case TERM_ALPHABETISED:
        return alphabetised(s);
    case TERM_EXCEPTION:
        return exception(s);
    case TERM_SYNC_EXTERNAL:
        return sync_external(s);
    case TERM_LINKED:
        return linked(s);
    case TERM_HIDE:
    case TERM_PROJECT:
        return hiding(s, s->words.at[0] == TERM_HIDE);
    case TERM_RENAME:
        return renaming(s);
    case TERM_PRIORITISE:
        return coset__steps_prioritise(s->ps, term, s->out);
    case TERM_CHASE:
        return coset__steps_chase(s->ps, term, s->out);
    default:
        return coset__steps_builtin(s->ps, term, s->out);
    }
}

static int by_event(const void *a, const void *b)
{
    const cspm_step *x = a, *y = b;
    if (x->event != y->event)
        return x->event < y->event ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static void keep_steps(cspm_procs *ps, uint32_t term, cspm_step_list *found)
{
    uint32_t n = 0;
    if (found->n > 1)
        qsort(found->at, found->n, sizeof *found->at, by_event);
    for (uint32_t i = 0; i < found->n; i++)
        if (i == 0 || by_event(&found->at[i], &found->at[i - 1]) != 0)
            found->at[n++] = found->at[i];
    cspm_step *steps = coset_arena_get(ps->arena, n + 1, sizeof *steps);
    for (uint32_t i = 0; i < n; i++) {
        steps[i] = found->at[i];
        /* A parallel composition waits for this term; decomposition recognises terminated states by it. */
        COSET_INVARIANT(steps[i].event != COSET_TICK || coset__table_at(&ps->terms, steps[i].to)[0] == TERM_OMEGA);
    }
    ps->steps.at[term] = (cspm_steps){steps, n};
}

/* P(n) = a -> P(n + 1) \ {b} adds one nested operator in every step, and each step costs more than the last. */
static bool may_nest(cspm_procs *ps, uint32_t term)
{
    return ps->depth.at[term] <= ps->deepest ||
           coset__eval_bound(ps->m,
                             "there are %u operators around each other: a process that calls itself inside an "
                             "operator grows without end",
                             (unsigned)ps->depth.at[term]);
}

bool coset__proc_steps(cspm_procs *ps, uint32_t term, const cspm_step **steps, uint32_t *n)
{
    if (!ps->steps.at[term].steps) {
        if (!coset__eval_room(ps->m) || !may_nest(ps, term))
            return false;
        cspm_step_list found = {0};
        stepping s = {.ps = ps, .out = &found};
        for (uint32_t i = 0; i < coset__table_len(&ps->terms, term); i++)
            *coset_vec_add(&s.words) = coset__table_at(&ps->terms, term)[i];
        bool ok = step_term(&s, term);
        if (ok)
            keep_steps(ps, term, &found);
        coset_vec_fini(&s.words);
        coset_vec_fini(&found);
        if (!ok)
            return false;
    }
    *steps = ps->steps.at[term].steps;
    *n = ps->steps.at[term].n;
    return true;
}
