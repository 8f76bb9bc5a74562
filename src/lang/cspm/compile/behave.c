/* The behaviour of a process by the operational semantics alone: an independent check of counterexamples. */
#include "lang/cspm/compile/script_int.h"
#include "lang/cspm/proc/proc_int.h"

/* A set of terms, in insertion order. */
typedef struct {
    cspm_numbers terms;
    cspm_table known;
} term_set;

static bool add(term_set *s, uint32_t term)
{
    bool fresh;
    (void)coset__table_put(&s->known, (uint64_t[]){term}, 1, &fresh);
    if (fresh)
        *coset_vec_add(&s->terms) = term;
    return fresh;
}

static void forget(term_set *s)
{
    coset__table_free(&s->known);
    coset_vec_fini(&s->terms);
}

#define MOST_TERMS 500000 /* in a set */

typedef struct {
    const coset_cspm_behaviour *b;
    uint32_t start;
    bool can;
    bool large;       /* a set was too large */
    bool slow;        /* it took too long */
    cspm_numbers off; /* terms of the outermost hidings, which were removed */
} question;

/* Maps an event of the term within the hidings to the event outside them. */
static uint32_t seen_as(const cspm_procs *ps, const question *q, uint32_t event)
{
    for (uint32_t i = q->off.n; i > 0 && event > COSET_TICK; i--) {
        const uint64_t *words = coset__table_at(&ps->terms, q->off.at[i - 1]);
        if (coset__proc_in_set(ps, (uint32_t)words[1], event) == (words[0] == TERM_HIDE))
            event = COSET_TAU;
    }
    return event;
}

static void take_off(cspm_procs *ps, question *q)
{
    for (;;) {
        const uint64_t *words = coset__table_at(&ps->terms, q->start);
        if (words[0] != TERM_HIDE && words[0] != TERM_PROJECT)
            return;
        *coset_vec_add(&q->off) = q->start;
        q->start = (uint32_t)words[2];
    }
}

/* Accounts for the work of one term, which is much in large systems. */
static bool goes_on(cspm_procs *ps, question *q, const term_set *s)
{
    q->large |= s->terms.n > MOST_TERMS;
    q->slow |= q->b->until > 0 && coset_clock_now() > q->b->until;
    return !q->large && !q->slow && coset__eval_work(ps->m, 16);
}

/* Tau closure; for a lazy run only taus within the hidings. */
static bool close_taus(cspm_procs *ps, question *q, term_set *s, bool within)
{
    for (uint32_t i = 0; i < s->terms.n; i++) {
        const cspm_step *steps;
        uint32_t n;
        if (!goes_on(ps, q, s) || !coset__proc_steps(ps, s->terms.at[i], &steps, &n))
            return false;
        for (uint32_t k = 0; k < n; k++)
            if ((within ? steps[k].event : seen_as(ps, q, steps[k].event)) == COSET_TAU)
                (void)add(s, steps[k].to);
    }
    return true;
}

/* An event of the term within the hidings is event i of the run. */
static bool is_event(const cspm_procs *ps, const question *q, uint32_t i, uint32_t event)
{
    const coset_cspm_behaviour *b = q->b;
    if (!b->inner || event == COSET_TAU)
        return event == b->events[i];
    bool among = event == b->events[i];
    for (uint32_t k = b->first_inner[i]; k < b->first_inner[i + 1] && !among; k++)
        among = b->inner[k] == event;
    return among && seen_as(ps, q, event) == b->events[i];
}

/* One step with exactly event i. */
static bool step(cspm_procs *ps, question *q, term_set *s, uint32_t at)
{
    term_set after = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < s->terms.n; i++) {
        const cspm_step *steps;
        uint32_t n;
        ok = goes_on(ps, q, &after) && coset__proc_steps(ps, s->terms.at[i], &steps, &n);
        for (uint32_t k = 0; ok && k < n; k++)
            if (is_event(ps, q, at, steps[k].event))
                (void)add(&after, steps[k].to);
    }
    forget(s);
    *s = after;
    return ok;
}

/* No part performed an event other than tau. */
static bool is_tau_within(const coset_cspm_behaviour *b, uint32_t i)
{
    for (uint32_t k = b->first_inner[i]; k < b->first_inner[i + 1]; k++)
        if (b->inner[k] != COSET_TAU)
            return false;
    return true;
}

static bool perform(cspm_procs *ps, question *q, term_set *s, uint32_t i)
{
    if (q->b->exact && !q->b->lazy)
        return step(ps, q, s, i);
    bool within = q->b->lazy;
    if (within && q->b->events[i] == COSET_TAU && is_tau_within(q->b, i))
        return close_taus(ps, q, s, true);
    return close_taus(ps, q, s, within) && step(ps, q, s, i) && close_taus(ps, q, s, within);
}

static bool is_offered(const coset_cspm_behaviour *b, uint32_t event)
{
    for (uint32_t i = 0; i < b->n_offers; i++)
        if (b->offers[i] == event)
            return true;
    return false;
}

/* A stable state that offers no other event; a state that can terminate may refuse all except tick, stable or not. */
static bool refuses(cspm_procs *ps, const question *q, uint32_t term)
{
    const cspm_step *steps;
    uint32_t n;
    bool ticks = false, more = false;
    if (!coset__proc_steps(ps, term, &steps, &n))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t event = seen_as(ps, q, steps[i].event);
        ticks |= event == COSET_TICK;
        more |= event != COSET_TICK && !is_offered(q->b, event); /* tau is never offered */
    }
    return ticks ? is_offered(q->b, COSET_TICK) : !more;
}

/* Terms of the set with an infinite path of taus: a greatest fixpoint, which removes terms without a tau to a
 * remaining one. */
static bool diverges(cspm_procs *ps, const question *q, const term_set *s)
{ /* also false if the budget is spent */
    bool *gone = coset_new(s->terms.n, sizeof *gone), changed = true;
    uint32_t left = s->terms.n;
    while (changed && left) {
        changed = false;
        for (uint32_t i = s->terms.n; i-- > 0 && coset__eval_work(ps->m, 8);) {
            const cspm_step *steps;
            uint32_t n;
            bool stays = false;
            if (gone[i] || !coset__proc_steps(ps, s->terms.at[i], &steps, &n))
                continue;
            for (uint32_t k = 0; k < n && !stays; k++)
                stays = seen_as(ps, q, steps[k].event) == COSET_TAU &&
                        !gone[coset__table_put((cspm_table *)(uintptr_t)&s->known, (uint64_t[]){steps[k].to}, 1, NULL)];
            if (!stays) {
                gone[i] = changed = true;
                left--;
            }
        }
    }
    coset_delete(gone);
    return left && !ps->m->failed;
}

static bool ask(coset_cspm_script *c, void *ctx)
{
    question *q = ctx;
    cspm_procs *ps = c->procs;
    term_set s = {0};
    coset__term_begin(ps, q->start);
    if (q->b->inner)
        take_off(ps, q);
    (void)add(&s, q->start);
    bool ok = true;
    for (uint32_t i = 0; ok && i < q->b->n_events; i++)
        ok = perform(ps, q, &s, i);
    if (ok && (!q->b->exact || q->b->end == COSET_CSPM_DIVERGES))
        ok = close_taus(ps, q, &s, false);
    switch (q->b->end) {
    case COSET_CSPM_ENDS:
        q->can = ok && s.terms.n > 0;
        break;
    case COSET_CSPM_DIVERGES:
        q->can = ok && diverges(ps, q, &s);
        break;
    default:
        for (uint32_t i = 0; ok && i < s.terms.n && !q->can; i++)
            q->can = refuses(ps, q, s.terms.at[i]);
        break;
    }
    forget(&s);
    return (ok || q->large || q->slow) && !ps->m->failed;
}

coset_status coset_cspm_can(coset_cspm_script *c, const coset_cspm_compiled *compiled, const coset_cspm_behaviour *b,
                            bool *can, coset_err *err)
{
    const cspm_compiled *k = (const cspm_compiled *)(const void *)compiled;
    question q = {.b = b, .start = b->of_spec ? k->spec_term : k->impl_term};
    *can = false;
    COSET_INVARIANT(q.start != NONE);
    coset_status status = coset__script_run(c, ask, &q, err);
    *can = q.can;
    coset_vec_fini(&q.off);
    if (status == COSET_OK && q.large)
        return coset_fail(err, COSET_LIMIT, "more than %u states belong to this trace", (unsigned)MOST_TERMS);
    if (status == COSET_OK && q.slow)
        return coset_fail(err, COSET_LIMIT, "the operators take longer than the search");
    return status;
}
