/* What a process can do, found from the operational semantics alone: an independent look at counterexamples. */
#include "lang/cspm/proc_int.h"
#include "lang/cspm/script_int.h"

/* A set of terms, in the order in which they came. */
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

typedef struct {
    const coset_cspm_behaviour *b;
    uint32_t start;
    bool can;
} question;

/* Adds all that taus lead to. */
static bool close_taus(cspm_procs *ps, term_set *s)
{
    for (uint32_t i = 0; i < s->terms.n; i++) {
        const cspm_step *steps;
        uint32_t n;
        if (!coset__proc_steps(ps, s->terms.at[i], &steps, &n))
            return false;
        for (uint32_t k = 0; k < n && steps[k].event == COSET_TAU; k++)
            (void)add(s, steps[k].to);
    }
    return true;
}

static bool perform(cspm_procs *ps, term_set *s, uint32_t event)
{
    term_set after = {0};
    bool ok = close_taus(ps, s);
    for (uint32_t i = 0; ok && i < s->terms.n; i++) {
        const cspm_step *steps;
        uint32_t n;
        ok = coset__proc_steps(ps, s->terms.at[i], &steps, &n);
        for (uint32_t k = 0; ok && k < n; k++)
            if (steps[k].event == event)
                (void)add(&after, steps[k].to);
    }
    forget(s);
    *s = after;
    return ok && close_taus(ps, s);
}

static bool is_offered(const coset_cspm_behaviour *b, uint32_t event)
{
    for (uint32_t i = 0; i < b->n_offers; i++)
        if (b->offers[i] == event)
            return true;
    return false;
}

/* A stable state that offers nothing else; one that can terminate may refuse all but that. */
static bool refuses(cspm_procs *ps, const coset_cspm_behaviour *b, uint32_t term)
{
    const cspm_step *steps;
    uint32_t n;
    if (!coset__proc_steps(ps, term, &steps, &n) || (n && steps[0].event == COSET_TAU))
        return false;
    bool ticks = n && steps[0].event == COSET_TICK;
    for (uint32_t i = 0; i < (ticks ? 1 : n); i++)
        if (!is_offered(b, steps[i].event))
            return false;
    return true;
}

/* Terms of the set from which taus go on for ever: those that remain when all without a tau to a remaining one go. */
static bool diverges(cspm_procs *ps, const term_set *s)
{
    bool *gone = coset_new(s->terms.n, sizeof *gone), changed = true;
    uint32_t left = s->terms.n;
    while (changed && left) {
        changed = false;
        for (uint32_t i = s->terms.n; i-- > 0;) {
            const cspm_step *steps;
            uint32_t n;
            bool stays = false;
            if (gone[i] || !coset__proc_steps(ps, s->terms.at[i], &steps, &n))
                continue;
            for (uint32_t k = 0; k < n && steps[k].event == COSET_TAU && !stays; k++)
                stays = !gone[coset__table_put((cspm_table *)(uintptr_t)&s->known, (uint64_t[]){steps[k].to}, 1, NULL)];
            if (!stays) {
                gone[i] = changed = true;
                left--;
            }
        }
    }
    coset_delete(gone);
    return left;
}

static bool ask(coset_cspm_script *c, void *ctx)
{
    question *q = ctx;
    cspm_procs *ps = c->procs;
    term_set s = {0};
    (void)add(&s, q->start);
    bool ok = close_taus(ps, &s);
    for (uint32_t i = 0; ok && i < q->b->n_events; i++)
        ok = perform(ps, &s, q->b->events[i]);
    switch (q->b->end) {
    case COSET_CSPM_ENDS:
        q->can = s.terms.n > 0;
        break;
    case COSET_CSPM_DIVERGES:
        q->can = ok && diverges(ps, &s);
        break;
    default:
        for (uint32_t i = 0; i < s.terms.n && !q->can; i++)
            q->can = refuses(ps, q->b, s.terms.at[i]);
        break;
    }
    forget(&s);
    return ok;
}

coset_status coset_cspm_can(coset_cspm_script *c, const coset_cspm_compiled *compiled, const coset_cspm_behaviour *b,
                            bool *can, coset_err *err)
{
    const cspm_compiled *k = (const cspm_compiled *)(const void *)compiled;
    question q = {b, b->of_spec ? k->spec_term : k->impl_term, false};
    *can = false;
    COSET_INVARIANT(q.start != NONE);
    coset_status status = coset__script_run(c, ask, &q, err);
    *can = q.can;
    return status;
}
