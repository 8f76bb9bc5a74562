/* Published searches for fair and accepting cycles, right and wrong, on graphs. Header only. */
#ifndef COSET_TEST_PUBLISHED_H
#define COSET_TEST_PUBLISHED_H

#include "explicit.h"

typedef struct {
    const x_graph *g;
    uint32_t n;              /* processes */
    const bool *accepts;     /* [states] */
    const uint32_t *process; /* [edges] 1 .. n */
    bool *seen;              /* for a search with k flags for each state: [state * k + flag] */
    uint32_t k, seed;
    bool corrected; /* not as printed: see each search */
    bool found;
} published;

static inline bool enabled(const published *p, uint32_t s, uint32_t process)
{
    for (uint32_t e = 0; e < p->g->edges.n; e++)
        if (p->g->edges.at[e].from == s && p->process[e] == process)
            return true;
    return false;
}

static inline bool is_deadlock(const published *p, uint32_t s)
{
    for (uint32_t e = 0; e < p->g->edges.n; e++)
        if (p->g->edges.at[e].from == s)
            return false;
    return true;
}

static inline bool see(published *p, uint32_t s, uint32_t flag)
{
    bool *seen = &p->seen[(size_t)s * p->k + flag], was = *seen;
    *seen = true;
    return !was;
}

/* Flags from `flag` on are restored to their values before the search. */
static inline void forget(published *p, uint32_t flag)
{
    for (uint32_t s = 0; s < p->g->n; s++)
        memset(&p->seen[(size_t)s * p->k + flag], 0, (p->k - flag) * sizeof *p->seen);
}

/* ---- weak fairness by copies of the states ------------------------------------------------------------------------ */

static inline void copies(published *p, uint32_t s, uint32_t c, bool second);

static inline void copies_go(published *p, uint32_t to, uint32_t c, bool second, uint32_t half)
{
    if (second && to * half + c == p->seed)
        p->found = true;
    copies(p, to, c, second);
}

/* N + 2 copies (thesis, ch. 3, fig. 7), as printed except for its typing errors: at deadlocks it passes through all
 * copies. Corrected: no seed is a deadlock. */
static inline void copies(published *p, uint32_t s, uint32_t c, bool second)
{
    const uint32_t half = p->n + 2;
    if (p->found || !see(p, s, c + (second ? half : 0)))
        return;
    if (c == p->n + 1)
        copies_go(p, s, 0, second, half);
    else if (c == 0 && p->accepts[s])
        copies_go(p, s, 1, second, half);
    else {
        for (uint32_t e = 0; e < p->g->edges.n; e++)
            if (p->g->edges.at[e].from == s)
                copies_go(p, p->g->edges.at[e].to, c && p->process[e] == c ? c + 1 : c, second, half);
        if (c && !enabled(p, s, c))
            copies_go(p, s, c + 1, second, half);
    }
    if (!second && c == p->n + 1 && !(p->corrected && is_deadlock(p, s))) {
        p->seed = s * half + c;
        copies(p, s, c, true);
    }
}

static inline void fewer_copies(published *p, uint32_t s, uint32_t c, bool second);

static inline void fewer_copies_go(published *p, uint32_t to, uint32_t c, bool second, uint32_t half)
{
    c %= half;
    if (second && to * half + c == p->seed)
        p->found = true;
    fewer_copies(p, to, c, second);
}

/* N + 1 copies (thesis, ch. 7, fig. 6): accepting states of copy 0 are the seeds. Corrected: except deadlocks. */
static inline void fewer_copies(published *p, uint32_t s, uint32_t c, bool second)
{
    const uint32_t half = p->n + 1;
    if (p->found || !see(p, s, c + (second ? half : 0)))
        return;
    if (c == 0 && p->accepts[s])
        fewer_copies_go(p, s, 1, second, half);
    else {
        for (uint32_t e = 0; e < p->g->edges.n; e++)
            if (p->g->edges.at[e].from == s)
                fewer_copies_go(p, p->g->edges.at[e].to, c && p->process[e] == c ? c + 1 : c, second, half);
        if (c && !enabled(p, s, c))
            fewer_copies_go(p, s, c + 1, second, half);
    }
    if (!second && c == 0 && p->accepts[s] && !(p->corrected && is_deadlock(p, s))) {
        p->seed = s * half;
        fewer_copies(p, s, 0, true);
    }
}

/* ---- weak fairness on a quotient ---------------------------------------------------------------------------------- */

/* RWF (thesis, ch. 7, fig. 14): flags of the second search stay between seeds. Corrected: they do not. */
static inline void rwf3(published *p, uint32_t s, uint32_t c2);

static inline uint32_t rwf_flag(const published *p, uint32_t c1, uint32_t c2) { return 1 + c1 * (p->n + 1) + c2; }

static inline void rwf2(published *p, uint32_t s, uint32_t c1, uint32_t c2)
{
    if (p->found || !see(p, s, rwf_flag(p, c1, c2)))
        return;
    for (uint32_t i = 1; i <= p->n; i++) {
        if (c1 == i && !enabled(p, s, i))
            rwf3(p, s, c2);
        for (uint32_t e = 0; e < p->g->edges.n; e++) {
            const x_edge *x = &p->g->edges.at[e];
            if (x->from != s || p->process[e] != i)
                continue;
            if (c1 == i)
                rwf3(p, x->to, c2);
            else
                rwf2(p, x->to, x->renaming[c1 - 1] + 1, c2);
        }
    }
}

static inline void rwf3(published *p, uint32_t s, uint32_t c2)
{
    if (p->found || !see(p, s, rwf_flag(p, 0, c2)))
        return;
    for (uint32_t e = 0; e < p->g->edges.n; e++) {
        const x_edge *x = &p->g->edges.at[e];
        if (x->from != s)
            continue;
        if (x->to == p->seed && c2 == p->n)
            p->found = true;
        else if (x->to == p->seed)
            rwf2(p, p->seed, c2 + 1, c2 + 1);
        else
            rwf3(p, x->to, c2);
    }
}

static inline void rwf1(published *p, uint32_t s)
{
    if (p->found || !see(p, s, 0))
        return;
    for (uint32_t e = 0; e < p->g->edges.n; e++)
        if (p->g->edges.at[e].from == s)
            rwf1(p, p->g->edges.at[e].to);
    if (p->accepts[s] && !p->found) {
        p->seed = s;
        if (p->corrected)
            forget(p, 1);
        rwf2(p, s, 1, 1);
    }
}

/* ---- accepting cycles --------------------------------------------------------------------------------------------- */

/* The modified nested search (thesis, ch. 7, fig. 8): representatives are stored, the states themselves expanded. */
static inline void nested(published *p, const uint32_t *as, uint32_t s, bool second)
{
    if (p->found || !see(p, as[s], second))
        return;
    for (uint32_t e = 0; e < p->g->edges.n; e++) {
        const x_edge *x = &p->g->edges.at[e];
        if (x->from != s)
            continue;
        if (second && as[x->to] == p->seed)
            p->found = true;
        nested(p, as, x->to, second);
    }
    if (!second && p->accepts[s]) {
        p->seed = as[s];
        nested(p, as, s, true);
    }
}

/* The second search from an accepting state before its successors are searched (thesis, ch. 7, fig. 2). Corrected, as
 * printed there: it starts without flags each time. */
static inline void preorder(published *p, uint32_t s, bool second)
{
    if (p->found || !see(p, s, second))
        return;
    if (!second && p->accepts[s]) {
        p->seed = s;
        if (p->corrected)
            forget(p, 1);
        preorder(p, s, true);
    }
    for (uint32_t e = 0; e < p->g->edges.n && !p->found; e++) {
        const x_edge *x = &p->g->edges.at[e];
        if (x->from != s)
            continue;
        if (second && x->to == p->seed)
            p->found = true;
        preorder(p, x->to, second);
    }
}

#endif
