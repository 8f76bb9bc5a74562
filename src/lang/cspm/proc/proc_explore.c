/* All states of a process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/cspm/proc/proc_int.h"

typedef struct {
    cspm_procs *ps;
    const cspm_border *border;    /* or NULL */
    COSET_VEC(uint32_t) state_of; /* by term: its state + 1, or 0 */
    COSET_VEC(uint32_t) terms;    /* by state */
    COSET_VEC(coset_lts_edge) edges;
    COSET_VEC(uint64_t) first;
} exploration;

static uint32_t state_of(exploration *x, uint32_t term)
{
    uint32_t *state = coset__proc_by_value(&x->state_of, term);
    if (!*state) {
        *coset_vec_add(&x->terms) = term;
        *state = x->terms.n;
    }
    return *state - 1;
}

static int by_edge(const void *a, const void *b)
{
    const coset_lts_edge *x = a, *y = b;
    if (x->event != y->event)
        return x->event < y->event ? -1 : 1;
    return (x->dst > y->dst) - (x->dst < y->dst);
}

static coset_lts_edge edge_of(exploration *x, const cspm_step *step)
{
    uint32_t local = x->border ? x->border->event(x->border->ctx, step->event, step->to) : NONE;
    return local != NONE ? (coset_lts_edge){local, 0} : (coset_lts_edge){step->event, state_of(x, step->to)};
}

static bool expand(exploration *x, uint32_t state)
{
    const cspm_step *steps;
    uint32_t n, from = x->edges.n;
    if (!x->ps->step(x->ps, x->terms.at[state], &steps, &n))
        return false;
    *coset_vec_add(&x->first) = from;
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&x->edges) = edge_of(x, &steps[i]);
    if (n > 1)
        qsort(x->edges.at + from, n, sizeof *x->edges.at, by_edge);
    return true;
}

#define COVERED "had been found"

/* After a bound was reached: reports the coverage of the innermost process that was being explored. */
static void tell_covered(exploration *x)
{
    cspm_machine *m = x->ps->m;
    char name[80];
    size_t n = strlen(m->limit);
    if (strstr(m->limit, COVERED))
        return;
    coset__proc_text(x->ps, x->terms.at[0], name, sizeof name);
    (void)snprintf(m->limit + n, sizeof m->limit - n, " when %u states of %s " COVERED, (unsigned)x->terms.n, name);
}

static bool may_go_on(exploration *x, uint32_t state, uint64_t most)
{
    x->ps->too_many = x->terms.n > most;
    if (x->terms.n > most)
        return coset__eval_limit(x->ps->m,
                                 "the bound of %llu states was reached (a process that has to be made explicit: if it "
                                 "is finite, its parts are better compressed or checked one by one)",
                                 (unsigned long long)most);
    return coset__eval_work(x->ps->m, 16 + (state ? x->edges.n - (uint32_t)x->first.at[state - 1] : 0));
}

static bool explore(cspm_procs *ps, uint32_t term, uint64_t most, bool collect, const cspm_border *border,
                    cspm_explored *out)
{
    exploration x = {.ps = ps, .border = border};
    bool ok = true;
    *out = (cspm_explored){0};
    uint32_t deepest = ps->deepest;
    coset__term_begin(ps, term);
    (void)state_of(&x, term);
    for (uint32_t s = 0; ok && s < x.terms.n; s++) {
        if (collect)
            coset__eval_collect(ps->m);
        ok = may_go_on(&x, s, most);
        if (ok && !expand(&x, s)) { /* possibly because of the number of states of a process inside */
            ps->too_many = false;
            ok = false;
        }
    }
    ps->deepest = deepest;
    *coset_vec_add(&x.first) = x.edges.n;
    coset_vec_fini(&x.state_of);
    if (!ok && ps->m->limit[0])
        tell_covered(&x);
    *out = (cspm_explored){{.n_states = x.terms.n, .first = x.first.at, .edges = x.edges.at}, x.terms.at};
    if (!ok)
        coset__proc_explored_free(out);
    return ok;
}

bool coset__proc_explore(cspm_procs *ps, uint32_t term, uint64_t most, bool collect, cspm_explored *out)
{
    return explore(ps, term, most, collect, NULL, out);
}

bool coset__proc_explore_to(cspm_procs *ps, uint32_t term, uint64_t most, const cspm_border *border, cspm_explored *out)
{
    return explore(ps, term, most, border->collect, border, out);
}

void coset__proc_explored_free(cspm_explored *x)
{
    coset_delete(x->lts.first);
    coset_delete(x->lts.edges);
    coset_delete(x->terms);
    *x = (cspm_explored){0};
}
