/* wrap/relations_sticky.c - groups of which each cycle of the state graph has a step.
 *
 * Some slots are controls: most transitions that write one need certain contents of it, and leave it with contents that
 * are known. So its contents and these transitions are a graph. The graphs are made without cycles: groups are taken
 * one by one, those with few conflicts first, for to be sticky costs little where there are many. A group that would
 * close a cycle in some graph, that moves no control, or that writes one in another way, is sticky. Then along steps of
 * the other groups no control comes back to a content that it has left, and each of these steps moves one. */
#include <stdlib.h>
#include <string.h>

#include "wrap/relations_int.h"

#define MOST_CONTENTS 1024U

/* The graph of a control. */
typedef struct {
    uint32_t n;      /* contents; 0: it is none */
    uint64_t *edges; /* [n][words of n]; or NULL: none yet */
} control;

typedef struct {
    coset__relating *r;
    control *controls; /* [n_slots] */
    uint64_t *lets;    /* scratch, as wide as MOST_CONTENTS */
    uint64_t *seen;    /* the same */
    uint32_t *stack;   /* [MOST_CONTENTS] */
} finding;

/* A group with what is lost where it is sticky. */
typedef struct {
    uint32_t group, gain;
} candidate;

static uint32_t n_contents(const finding *f, uint32_t slot)
{
    coset_value max = f->r->m->slots[slot].max;
    return max < MOST_CONTENTS ? max + 1 : 0;
}

/* The contents behind a step are known. */
static bool is_told(const coset_transition *t, uint32_t slot)
{
    bool told = false;
    if (coset_slots_has(t->any, slot))
        return false;
    for (uint32_t k = 0; k < t->n_changes; k++) {
        if (t->changes[k].slot != slot)
            continue;
        if (!t->changes[k].always)
            return false;
        told = true;
    }
    return told;
}

/* So are those before it: they are left in f->lets. */
static bool moves(finding *f, const coset_transition *t, uint32_t slot)
{
    uint32_t n = n_contents(f, slot);
    return n && is_told(t, slot) && coset__contents_before(t, slot, n, f->lets);
}

static void find_controls(finding *f)
{
    const coset_transitions *t = f->r->t;
    for (uint32_t s = 0; s < f->r->n_slots; s++) {
        uint32_t n_moving = 0, n_other = 0;
        for (uint32_t i = 0; i < t->n; i++)
            if (coset_slots_has(t->at[i].writes, s)) {
                bool moving = moves(f, &t->at[i], s);
                n_moving += moving;
                n_other += !moving;
            }
        f->controls[s].n = n_moving > n_other ? n_contents(f, s) : 0;
    }
}

static bool reaches(finding *f, const control *c, uint32_t from, uint32_t to)
{
    const uint32_t words = coset_slot_words(c->n);
    uint32_t n = 0;
    memset(f->seen, 0, words * sizeof *f->seen);
    f->stack[n++] = from;
    coset__add(f->seen, from);
    while (n > 0) {
        uint32_t at = f->stack[--n];
        if (at == to)
            return true;
        for (uint32_t w = 0; w < words; w++)
            for (uint64_t some = c->edges[(size_t)at * words + w] & ~f->seen[w]; some; some &= some - 1) {
                uint32_t next = 64 * w + (uint32_t)__builtin_ctzll(some);
                coset__add(f->seen, next);
                f->stack[n++] = next;
            }
    }
    return false;
}

/* Adds edges from all contents of f->lets to one; false: that would close a cycle. */
static bool add_edges(finding *f, control *c, uint32_t to)
{
    const uint32_t words = coset_slot_words(c->n);
    if (!c->edges)
        c->edges = coset_arena_get(f->r->arena, (size_t)c->n * words, sizeof *c->edges);
    for (uint32_t from = 0; from < c->n; from++) {
        if (!coset__has(f->lets, from))
            continue;
        if (to >= c->n || reaches(f, c, to, from))
            return false;
        coset__add(c->edges + (size_t)from * words, to);
    }
    return true;
}

/* The transition moves a control, and writes none in another way than along edges of its graph. */
static bool add_transition(finding *f, const coset_transition *t)
{
    bool moved = false;
    for (uint32_t s = 0; s < f->r->n_slots; s++) {
        if (!f->controls[s].n || !coset_slots_has(t->writes, s))
            continue;
        if (!moves(f, t, s))
            return false;
        moved = true;
        for (uint32_t k = 0; k < t->n_changes; k++)
            if (t->changes[k].slot == s && !add_edges(f, &f->controls[s], t->changes[k].content))
                return false;
    }
    return moved;
}

static uint32_t gain_of(const coset__relating *r, uint32_t i)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < r->n_words; w++)
        n += (uint32_t)__builtin_popcountll(r->conflicts[(size_t)i * r->n_words + w]);
    return r->visible[i] ? r->t->n : n; /* a visible one is no loss */
}

static int by_gain(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    return x->gain != y->gain ? (x->gain < y->gain ? -1 : 1) : (x->group > y->group) - (x->group < y->group);
}

const bool *coset__find_sticky(coset__relating *r)
{
    const coset_transitions *t = r->t;
    const uint32_t words = coset_slot_words(MOST_CONTENTS);
    bool *sticky = coset_arena_get(r->arena, t->n, sizeof *sticky);
    finding f = {.r = r,
                 .controls = coset_arena_get(r->arena, r->n_slots, sizeof *f.controls),
                 .lets = coset_arena_get(r->arena, words, sizeof *f.lets),
                 .seen = coset_arena_get(r->arena, words, sizeof *f.seen),
                 .stack = coset_arena_get(r->arena, MOST_CONTENTS, sizeof *f.stack)};
    candidate *all = coset_arena_get(r->arena, r->m->n_groups, sizeof *all);
    for (uint32_t g = 0; g < r->m->n_groups; g++)
        all[g].group = g;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t gain = gain_of(r, i);
        if (gain > all[t->at[i].group].gain)
            all[t->at[i].group].gain = gain;
    }
    find_controls(&f);
    qsort(all, r->m->n_groups, sizeof *all, by_gain);
    for (uint32_t c = 0; c < r->m->n_groups; c++) {
        bool moves_on = true;
        for (uint32_t i = 0; i < t->n && moves_on; i++)
            moves_on = t->at[i].group != all[c].group || add_transition(&f, &t->at[i]);
        for (uint32_t i = 0; i < t->n; i++)
            if (t->at[i].group == all[c].group)
                sticky[i] = !moves_on;
        if (coset_budget_spend(r->limit, 1000))
            break;
    }
    return sticky;
}
