/* wrap/ample.c - see wrap/ample.h. */
#include "wrap/ample.h"

#include <string.h>

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static void add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

static bool meets(const coset_relations *r, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t w = 0; w < r->n_words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}

/* The transition will never be enabled again: no transition can make its false condition true. */
static bool is_gone(const coset_relations *r, uint32_t i, const coset_value *src)
{
    bool waits = false;
    for (uint32_t k = 0; k < r->needs[i].n; k++) {
        const coset_need *n = &r->needs[i].at[k];
        const coset_need_is is = coset_need_with(n, src[n->slot], &waits);
        bool gone = is == COSET_NEED_FALSE;
        for (uint32_t w = 0; gone && w < r->n_words; w++)
            gone = n->enablers[w] == 0;
        if (gone || is == COSET_NEED_UNSURE)
            return gone;
    }
    return false;
}

/* The largest closed subset of a set: transitions that cannot be in any closed subset are removed. */
typedef struct {
    const coset_ample_state *at;
    uint64_t *left; /* transitions not removed */
} closing;

/* Removes those of the part that are not left. */
static bool contains_rest(const closing *c, const uint64_t *part)
{
    for (uint32_t w = 0; w < c->at->r->n_words; w++)
        for (uint64_t out = part[w] & ~c->left[w]; out; out &= out - 1)
            if (!is_gone(c->at->r, 64 * w + (uint32_t)__builtin_ctzll(out), c->at->src))
                return false;
    return true;
}

typedef enum { NO_FALSE, INSIDE, OUTSIDE } shut;

/* One of the listed conditions is false, and only transitions that are left can change it. */
static shut find_false(const closing *c, const coset_needs *needs)
{
    bool any = false;
    for (uint32_t i = 0; i < needs->n; i++) {
        const coset_need *n = &needs->at[i];
        const coset_need_is is = coset_need_with(n, c->at->src[n->slot], &any);
        if (is == COSET_NEED_UNSURE)
            break;
        if (is == COSET_NEED_FALSE && contains_rest(c, n->enablers))
            return INSIDE;
    }
    return any ? OUTSIDE : NO_FALSE;
}

/* The disabled transition stays disabled until one that is left is executed. If no listed condition is false, an
 * unlisted one may be false, or all ways are closed. */
static bool stays_disabled(const closing *c, uint32_t i)
{
    const coset_transition *t = &c->at->r->transitions->at[i];
    const uint64_t *others = c->at->r->needs[i].others;
    const shut own = find_false(c, &c->at->r->needs[i]);
    if (own != NO_FALSE)
        return own == INSIDE;
    if (others ? !contains_rest(c, others) : !t->n_ways)
        return false;
    for (uint32_t k = 0; k < t->n_ways; k++) {
        const coset_needs *way = &c->at->r->ways[i][k];
        const shut how = find_false(c, way);
        if (how == OUTSIDE || (how == NO_FALSE && !(way->others && contains_rest(c, way->others))))
            return false;
    }
    return true;
}

/* An enabled one conflicts only with those that are left; a disabled one can be enabled only by these. */
static bool belongs(const closing *c, uint32_t i)
{
    if (c->at->enabled[i / 64] >> i % 64 & 1)
        return contains_rest(c, coset_conflicts_of(c->at->r, i));
    return c->at->r->transitions->at[i].priority > c->at->priority || stays_disabled(c, i);
}

/* Removes those that cannot stay. Returns false if there is none. */
static bool take_out(const closing *c)
{
    bool any = false;
    for (uint32_t w = 0; w < c->at->r->n_words; w++)
        for (uint64_t some = c->left[w]; some; some &= some - 1)
            if (!belongs(c, 64 * w + (uint32_t)__builtin_ctzll(some))) {
                c->left[w] &= ~(some & -some);
                any = true;
            }
    return any;
}

bool coset_ample_find(const coset_ample_state *s, const uint64_t *set, uint64_t *out)
{
    const closing c = {s, out};
    for (uint32_t w = 0; w < s->r->n_words; w++)
        out[w] = set[w] & ~s->blunt[w];
    while (meets(s->r, out, s->enabled) && take_out(&c))
        ;
    for (uint32_t w = 0; w < s->r->n_words; w++)
        out[w] &= s->enabled[w];
    return meets(s->r, out, s->enabled);
}

/* ---- offering sets ---------------------------------------------------------------------------------------------- */

static uint32_t transition_of(const coset_relations *r, coset_part step, const coset_value *src)
{
    return coset_transition_of(r->transitions, step.group, step.instance, src);
}

/* False: no set may be taken here. */
static bool note_steps(coset_ample_chooser *c, const coset_value *src, uint32_t n, const coset_part *steps,
                       const bool *faults)
{
    const coset_relations *r = c->a->r;
    const size_t bytes = r->n_words * sizeof(uint64_t);
    memset(c->enabled, 0, bytes);
    memset(c->blunt, 0, bytes);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t t = transition_of(r, steps[i], src);
        COSET_INVARIANT(t != COSET_NO_TRANSITION && !r->dead[t]);
        add(c->enabled, t);
        if (faults[i] || r->visible[t])
            add(c->blunt, t);
    }
    return n > 1 && r->transitions->at[transition_of(r, steps[0], src)].priority == 0;
}

bool coset_ample_offer(void *chooser, const coset_value *src, uint32_t turn, uint32_t n, const coset_part *steps,
                       const bool *faults, bool *take)
{
    coset_ample_chooser *c = chooser;
    const coset_ample *a = c->a;
    if (!note_steps(c, src, n, steps, faults))
        return false;
    const coset_ample_state here = {a->r, src, c->enabled, c->blunt, 0};
    for (uint32_t k = 0; k < a->n; k++) {
        if (!coset_ample_find(&here, a->sets[k], c->found) || turn-- > 0)
            continue;
        for (uint32_t i = 0; i < n; i++)
            take[i] = has(c->found, transition_of(a->r, steps[i], src));
        return true;
    }
    return false;
}
