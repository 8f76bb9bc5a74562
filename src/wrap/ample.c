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

/* The transition will never be enabled again: nobody can change that a condition is false. */
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

/* The closure of what is enabled in a set. */
typedef struct {
    const coset_relations *r;
    const uint64_t *set, *enabled;
    const coset_value *src;
    coset_ample_scratch *own;
    uint32_t n_pending;
} closing;

/* Those of the part that are not in the set are gone. */
static bool contains_rest(const closing *c, const uint64_t *part)
{
    for (uint32_t w = 0; w < c->r->n_words; w++)
        for (uint64_t out = part[w] & ~c->set[w]; out; out &= out - 1)
            if (!is_gone(c->r, 64 * w + (uint32_t)__builtin_ctzll(out), c->src))
                return false;
    return true;
}

/* False: one of them is not in the set, and may be enabled later. */
static bool take_in(closing *c, const uint64_t *part)
{
    if (!contains_rest(c, part))
        return false;
    for (uint32_t w = 0; w < c->r->n_words; w++) {
        uint64_t new = part[w] & c->set[w] & ~c->own->reached[w];
        c->own->reached[w] |= new;
        for (; new; new &= new - 1)
            c->own->pending[c->n_pending++] = 64 * w + (uint32_t)__builtin_ctzll(new);
    }
    return true;
}

typedef enum { NO_FALSE, TAKEN, OUTSIDE } shut;

/* Of the conditions that are listed: the first that is false and that only transitions of the set can change; these are
 * taken in. */
static shut take_false(closing *c, const coset_needs *needs)
{
    bool any = false;
    for (uint32_t i = 0; i < needs->n; i++) {
        const coset_need *n = &needs->at[i];
        const coset_need_is is = coset_need_with(n, c->src[n->slot], &any);
        if (is == COSET_NEED_UNSURE)
            break;
        if (is == COSET_NEED_FALSE && take_in(c, n->enablers))
            return TAKEN;
    }
    return any ? OUTSIDE : NO_FALSE;
}

/* The transition, which is not enabled, stays so until one of the set is executed. Where no condition that is listed is
 * false it may be another one, or all ways are shut. */
static bool take_enablers(closing *c, uint32_t i)
{
    const coset_transition *t = &c->r->transitions->at[i];
    const uint64_t *others = c->r->needs[i].others;
    const shut own = take_false(c, &c->r->needs[i]);
    if (own != NO_FALSE)
        return own == TAKEN;
    if (others ? !take_in(c, others) : !t->n_ways)
        return false;
    for (uint32_t k = 0; k < t->n_ways; k++) {
        const coset_needs *way = &c->r->ways[i][k];
        const shut how = take_false(c, way);
        if (how == OUTSIDE || (how == NO_FALSE && !(way->others && take_in(c, way->others))))
            return false;
    }
    return true;
}

bool coset_ample_is_closed(const coset_relations *r, const uint64_t *set, const uint64_t *enabled, uint32_t priority,
                           const coset_value *src, coset_ample_scratch *scratch)
{
    closing c = {.r = r, .set = set, .enabled = enabled, .src = src, .own = scratch};
    if (!meets(r, set, enabled))
        return false;
    memset(scratch->reached, 0, r->n_words * sizeof *scratch->reached);
    for (uint32_t w = 0; w < r->n_words; w++) {
        scratch->reached[w] = set[w] & enabled[w];
        for (uint64_t some = scratch->reached[w]; some; some &= some - 1)
            scratch->pending[c.n_pending++] = 64 * w + (uint32_t)__builtin_ctzll(some);
    }
    while (c.n_pending > 0) {
        const uint32_t i = scratch->pending[--c.n_pending];
        bool taken = true;
        if (has(enabled, i))
            taken = take_in(&c, coset_conflicts_of(r, i));
        else if (r->transitions->at[i].priority <= priority)
            taken = take_enablers(&c, i);
        if (!taken)
            return false;
    }
    return true;
}

coset_ample_scratch coset_ample_scratch_new(const coset_relations *r)
{
    return (coset_ample_scratch){coset_new(r->n_words + (size_t)1, sizeof(uint64_t)),
                                 coset_new(r->n + (size_t)1, sizeof(uint32_t))};
}

void coset_ample_scratch_free(coset_ample_scratch *s)
{
    coset_delete(s->reached);
    coset_delete(s->pending);
    *s = (coset_ample_scratch){0};
}

/* ---- turn by turn ----------------------------------------------------------------------------------------------- */

static uint32_t transition_of(const coset_relations *r, coset_part step, const coset_value *src)
{
    return coset_transition_of(r->transitions, step.group, step.instance, src);
}

/* False: no set is taken here. */
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
    for (uint32_t k = 0; k < a->n; k++) {
        const uint64_t *set = a->sets[k];
        if (meets(a->r, set, c->blunt) || !coset_ample_is_closed(a->r, set, c->enabled, 0, src, &c->scratch) ||
            turn-- > 0)
            continue;
        for (uint32_t i = 0; i < n; i++)
            take[i] = has(set, transition_of(a->r, steps[i], src));
        return true;
    }
    return false;
}
