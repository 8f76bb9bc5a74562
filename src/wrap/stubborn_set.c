/* wrap/stubborn_set.c - see wrap/stubborn_set.h. */
#include "wrap/stubborn_set.h"

#include <string.h>

#include "wrap/set_memo.h"

#define TOO_MUCH UINT32_MAX

/* A transition on the path of the search. */
typedef struct {
    uint32_t transition;
    uint32_t low;  /* low-link: the least number on the stack that it reaches */
    uint32_t word; /* position in `edges`: first the enabled targets, then the others */
    const uint64_t *edges;
} frame;

struct coset_stubborn_search {
    const coset_relations *r;
    const coset_value *src;
    const uint64_t *enabled;
    uint32_t priority;
    uint64_t *visited, *stacked;
    uint64_t *bad;                     /* reaches a blunt one, a smaller set, or one that must not be used */
    uint64_t *best, *own;              /* enabled transitions of components */
    uint32_t *stack, n_stack, *number; /* number: of a transition, on the stack */
    frame *path;
    uint32_t n_path;
    coset_set_memo *memo; /* or NULL */
    uint64_t *sums;       /* [n][n_words] edges of those with several reasons to be disabled; NULL: none so far */
};

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static void add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }
static void take(uint64_t *set, uint32_t i) { set[i / 64] &= ~(UINT64_C(1) << i % 64); }

static uint64_t *set_new(const coset_relations *r) { return coset_new(r->n_words + (size_t)1, sizeof(uint64_t)); }

coset_stubborn_search *coset_stubborn_search_new(const coset_relations *r, const coset_classes *classes)
{
    coset_stubborn_search *s = coset_new(1, sizeof *s);
    s->r = r;
    s->visited = set_new(r);
    s->stacked = set_new(r);
    s->bad = set_new(r);
    s->best = set_new(r);
    s->own = set_new(r);
    s->stack = coset_new(r->n + (size_t)1, sizeof *s->stack);
    s->number = coset_new(r->n + (size_t)1, sizeof *s->number);
    s->path = coset_new(r->n + (size_t)1, sizeof *s->path);
    s->memo = classes ? coset_set_memo_new(classes, r->n_words) : NULL;
    return s;
}

void coset_stubborn_search_free(coset_stubborn_search *s)
{
    if (!s)
        return;
    coset_delete(s->visited);
    coset_delete(s->stacked);
    coset_delete(s->bad);
    coset_delete(s->best);
    coset_delete(s->own);
    coset_delete(s->stack);
    coset_delete(s->number);
    coset_delete(s->path);
    coset_delete(s->sums);
    coset_set_memo_free(s->memo);
    coset_delete(s);
}

/* ---- edges ------------------------------------------------------------------------------------------------------ */

/* The price of edges. 0: they lead to nothing new; else 1 + the number of new enabled transitions; TOO_MUCH: one of
 * them is forbidden. */
static uint32_t price_of(const coset_stubborn_search *s, const uint64_t *edges)
{
    uint64_t new = 0;
    uint32_t n = 1;
    for (uint32_t w = 0; w < s->r->n_words; w++) {
        if (edges[w] & s->bad[w])
            return TOO_MUCH;
        new |= edges[w] & ~s->visited[w];
        for (uint64_t some = edges[w] & s->enabled[w] & ~s->stacked[w]; some; some &= some - 1)
            n++;
    }
    return new ? n : 0;
}

/* The enablers of the false condition with fewest enabled transitions, of several the first: the program counter
 * precedes what the process waits for. *any: some listed condition is false. NULL: the enablers of none may be used. */
static const uint64_t *cheapest(coset_stubborn_search *s, const coset_needs *needs, bool *any)
{
    const uint64_t *best = NULL;
    uint32_t least = TOO_MUCH;
    *any = false;
    for (uint32_t i = 0; i < needs->n && least > 0; i++) {
        const coset_need *n = &needs->at[i];
        const coset_value v = s->memo ? coset_set_memo_look(s->memo, s->src, n->slot) : s->src[n->slot];
        const coset_need_is is = coset_need_with(n, v, any);
        if (is == COSET_NEED_UNSURE)
            break;
        if (is == COSET_NEED_MET)
            continue;
        const uint32_t price = price_of(s, n->enablers);
        if (price < least) {
            best = n->enablers;
            least = price;
        }
    }
    return best;
}

static const uint64_t *nobody(coset_stubborn_search *s, uint64_t *sum)
{
    memset(sum, 0, s->r->n_words * sizeof *sum);
    return sum;
}

static uint64_t *sum_of(coset_stubborn_search *s, uint32_t i)
{
    if (!s->sums)
        s->sums = coset_new((size_t)s->r->n * s->r->n_words, sizeof *s->sums);
    return s->sums + (size_t)i * s->r->n_words;
}

static void add_all(const coset_stubborn_search *s, uint64_t *to, const uint64_t *more)
{
    for (uint32_t w = 0; more && w < s->r->n_words; w++)
        to[w] |= more[w];
}

/* If no listed condition is false: an unlisted one is, or all ways are closed. NULL: the reason why it is disabled is
 * not known. */
static const uint64_t *other_reasons(coset_stubborn_search *s, uint32_t i)
{
    const coset_transition *t = &s->r->transitions->at[i];
    const uint64_t *others = s->r->needs[i].others;
    if (!t->n_ways)
        return others;
    uint64_t *sum = sum_of(s, i);
    (void)nobody(s, sum);
    add_all(s, sum, others);
    for (uint32_t k = 0; k < t->n_ways; k++) {
        const coset_needs *way = &s->r->ways[i][k];
        bool any;
        const uint64_t *shut = cheapest(s, way, &any);
        if (!shut && (any || !way->others))
            return NULL;
        add_all(s, sum, shut ? shut : way->others);
    }
    return sum;
}

/* The transitions required in a set with this one; NULL: no set with it may be used. */
static const uint64_t *edges_of(coset_stubborn_search *s, uint32_t i)
{
    if (has(s->enabled, i))
        return coset_conflicts_of(s->r, i);
    if (s->r->transitions->at[i].priority > s->priority) /* stays disabled while one of s->priority is enabled */
        return nobody(s, sum_of(s, i));
    bool any;
    const uint64_t *enablers = cheapest(s, &s->r->needs[i], &any);
    return any ? enablers : other_reasons(s, i);
}

/* ---- the search ------------------------------------------------------------------------------------------------- */

/* All transitions on the stack reach a forbidden one. */
static void spoil(coset_stubborn_search *s)
{
    while (s->n_stack > 0) {
        const uint32_t i = s->stack[--s->n_stack];
        add(s->bad, i);
        take(s->stacked, i);
    }
    s->n_path = 0;
}

/* False: no set with it may be used. */
static bool enter(coset_stubborn_search *s, uint32_t i)
{
    const uint64_t *edges = edges_of(s, i);
    COSET_INVARIANT(i < s->r->n && !has(s->visited, i) && s->n_stack < s->r->n);
    add(s->visited, i);
    add(s->stacked, i);
    s->number[i] = s->n_stack;
    s->stack[s->n_stack++] = i;
    if (!edges)
        return false;
    frame f = {i, s->number[i], 0, edges};
    for (uint32_t w = 0; w < s->r->n_words; w++) {
        if (edges[w] & s->bad[w])
            return false;
        for (uint64_t some = edges[w] & s->stacked[w]; some; some &= some - 1) {
            const uint32_t number = s->number[64 * w + (uint32_t)__builtin_ctzll(some)];
            f.low = number < f.low ? number : f.low;
        }
    }
    s->path[s->n_path++] = f;
    return true;
}

/* A component is complete: returns the number of its enabled transitions, which are then in s->own. */
static uint32_t leave_component(coset_stubborn_search *s, uint32_t first)
{
    uint32_t n = 0;
    COSET_INVARIANT(first < s->n_stack);
    memset(s->own, 0, s->r->n_words * sizeof *s->own);
    for (uint32_t k = first; k < s->n_stack; k++)
        if (has(s->enabled, s->stack[k])) {
            add(s->own, s->stack[k]);
            n++;
        }
    for (; n == 0 && s->n_stack > first; s->n_stack--)
        take(s->stacked, s->stack[s->n_stack - 1]);
    return n;
}

/* An unvisited transition, or `n`. */
static uint32_t next_edge(const coset_stubborn_search *s, frame *f)
{
    const uint32_t words = s->r->n_words;
    uint64_t some = 0;
    for (; f->word < words; f->word++)
        if ((some = f->edges[f->word] & s->enabled[f->word] & ~s->visited[f->word]) != 0)
            return 64 * f->word + (uint32_t)__builtin_ctzll(some);
    for (; f->word < 2 * words; f->word++)
        if ((some = f->edges[f->word - words] & ~s->visited[f->word - words]) != 0)
            return 64 * (f->word - words) + (uint32_t)__builtin_ctzll(some);
    return s->r->n;
}

/* Searches from one enabled transition: the number of enabled ones in the smallest set reached, 0: none may be used. */
static uint32_t search_from(coset_stubborn_search *s, uint32_t seed)
{
    COSET_INVARIANT(s->n_stack == 0 && s->n_path == 0 && has(s->enabled, seed));
    bool goes_on = enter(s, seed);
    while (goes_on && s->n_path > 0) {
        const uint32_t next = next_edge(s, &s->path[s->n_path - 1]);
        if (next < s->r->n) {
            goes_on = enter(s, next);
            continue;
        }
        const frame done = s->path[--s->n_path];
        uint32_t n = 0;
        if (done.low == s->number[done.transition])
            n = leave_component(s, done.low);
        else if (done.low < s->path[s->n_path - 1].low)
            s->path[s->n_path - 1].low = done.low;
        if (n > 0) {
            spoil(s); /* sets that reach it are larger */
            return n;
        }
    }
    spoil(s);
    return 0;
}

/* No other enabled transition conflicts with it. */
static bool is_apart(const coset_stubborn_search *s, uint32_t i)
{
    const uint64_t *conflicts = coset_conflicts_of(s->r, i);
    uint64_t any = 0;
    for (uint32_t w = 0; w < s->r->n_words; w++)
        any |= conflicts[w] & s->enabled[w];
    return !any;
}

/* Tries seeds without enabled conflicts, or the rest. *least: enabled transitions of the smallest set so far. */
static void try_seeds(coset_stubborn_search *s, bool apart, uint32_t *least)
{
    for (uint32_t w = 0; w < s->r->n_words; w++)
        for (uint64_t some = s->enabled[w] & ~s->visited[w]; some && *least > 1; some &= some - 1) {
            const uint32_t seed = 64 * w + (uint32_t)__builtin_ctzll(some);
            if (has(s->visited, seed) || is_apart(s, seed) != apart)
                continue;
            const uint32_t n = search_from(s, seed);
            if (n == 0 || n >= *least)
                continue;
            uint64_t *own = s->own;
            *least = n;
            s->own = s->best;
            s->best = own;
        }
}

static const uint64_t *search(coset_stubborn_search *s, const uint64_t *blunt)
{
    const size_t bytes = s->r->n_words * sizeof(uint64_t);
    uint32_t least = TOO_MUCH;
    memset(s->stacked, 0, bytes);
    memcpy(s->bad, blunt, bytes);
    memcpy(s->visited, blunt, bytes);
    try_seeds(s, true, &least);
    if (least > 1)
        try_seeds(s, false, &least);
    return least < TOO_MUCH ? s->best : NULL;
}

const uint64_t *coset_stubborn_search_set(coset_stubborn_search *s, const coset_value *src, const uint64_t *enabled,
                                          const uint64_t *blunt, uint32_t priority)
{
    const uint64_t *set;
    s->src = src;
    s->enabled = enabled;
    s->priority = priority;
    if (!s->memo || !coset_set_memo_open(s->memo, enabled, blunt, priority))
        return search(s, blunt);
    if (!coset_set_memo_find(s->memo, src, &set)) {
        set = search(s, blunt);
        coset_set_memo_learn(s->memo, src, set);
    }
    return set;
}
