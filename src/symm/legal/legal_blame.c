/* symm/legal/legal_blame.c - elements that must stay fixed, and the reasons. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "symm/legal/legal_int.h"

coset__blames *coset__blames_new(coset_arena *arena, const coset_ir *ir, uint32_t prop)
{
    coset__blames *b = coset_arena_get(arena, 1, sizeof *b);
    b->arena = arena;
    b->ir = ir;
    b->prop = prop;
    b->fixed = coset_arena_get(arena, ir->n_symtypes, sizeof *b->fixed);
    for (uint32_t t = 0; t < ir->n_symtypes; t++)
        b->fixed[t] = coset_arena_get(arena, ir->symtypes[t]->n, sizeof(bool));
    for (uint32_t t = COSET__MOST_TYPES; t < ir->n_symtypes; t++) /* more than a set of types holds: they stay */
        memset(b->fixed[t], true, ir->symtypes[t]->n);
    return b;
}

void coset__blames_fini(coset__blames *b) { coset_vec_fini(&b->refusals); }

static bool same_place(const coset_refusal *r, uint32_t type, uint32_t n_fixed, coset_pos pos)
{
    return r->type == type && r->n_fixed == n_fixed && r->pos.line == pos.line && r->pos.column == pos.column &&
           r->pos.file == pos.file;
}

static void note(coset__blames *b, uint32_t type, uint32_t n_fixed, coset_pos pos, const char *reason)
{
    for (uint32_t i = 0; i < b->refusals.n; i++)
        if (same_place(&b->refusals.at[i], type, n_fixed, pos))
            return;
    *coset_vec_add(&b->refusals) = (coset_refusal){type, b->prop, pos, n_fixed, coset_arena_text(b->arena, reason)};
}

static const char one_by_one[] = "the processes are started one by one while others run, so they are interchangeable "
                                 "only after the last start; a search "
                                 "uses that, here it cannot be used; start them in one atomic sequence";

static bool says_one_by_one(const coset__legal *l)
{
    return l->is_early && !l->options->arrives && !l->ir->arrivals->at_once;
}

/* The element arrives later than the rule that is walked. */
static bool is_to_come(const coset__legal *l, uint32_t type, uint64_t element)
{
    const coset_arrivals *a = l->early ? l->arrivals : NULL;
    for (uint32_t i = a && !a->at_once ? l->early - 1 : 0; a && i < a->n; i++)
        if (a->type[i] == type && a->element[i] == element)
            return true;
    return false;
}

/* While that rule can be executed the type's elements have no renaming anyway. */
static bool stays_meanwhile(const coset__legal *l, uint32_t type)
{
    uint32_t n = 0;
    for (uint64_t e = 0; l->early && e < l->ir->symtypes[type]->n; e++)
        n += !is_to_come(l, type, e);
    return l->early && n <= 1;
}

/* The start of a process names it, which preserves its symmetry with the others. */
static bool is_arriving(const coset__legal *l, uint32_t type, uint64_t element)
{
    const coset_arrivals *a = l->arrivals;
    return l->arrives && a->type[l->early - 1] == type && a->element[l->early - 1] == element;
}

void coset__refuse(coset__legal *l, coset__types types, coset_pos pos, const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, says_one_by_one(l) ? one_by_one : fmt, args);
    va_end(args);
    types &= l->moving;
    for (uint32_t t = 0; t < l->ir->n_symtypes && t < COSET__MOST_TYPES; t++) {
        if (!(types >> t & 1))
            continue;
        if (stays_meanwhile(l, t)) {
            l->singles = true;
            continue;
        }
        uint32_t n = (uint32_t)l->ir->symtypes[t]->n;
        l->blames_early = l->blames_early || l->is_early;
        note(l->blames, t, n, pos, text);
        memset(l->blames->fixed[t], true, n);
    }
}

void coset__fix(coset__legal *l, uint32_t type, uint64_t element, coset_pos pos, const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, says_one_by_one(l) ? one_by_one : fmt, args);
    va_end(args);
    if (type >= COSET__MOST_TYPES || !(l->moving >> type & 1))
        return;
    if (stays_meanwhile(l, type) || is_to_come(l, type, element)) {
        l->singles = l->singles || !is_arriving(l, type, element);
        return;
    }
    l->blames_early = l->blames_early || l->is_early;
    note(l->blames, type, 1, pos, text);
    l->blames->fixed[type][element] = true;
}

bool coset__blames_none(const coset__blames *b) { return b->refusals.n == 0; }

void coset__blames_join(coset__blames *into, const coset__blames *from)
{
    for (uint32_t t = 0; t < from->ir->n_symtypes; t++)
        for (uint64_t e = 0; e < from->ir->symtypes[t]->n; e++)
            into->fixed[t][e] |= from->fixed[t][e];
    for (uint32_t i = 0; i < from->refusals.n; i++) {
        const coset_refusal *r = &from->refusals.at[i];
        note(into, r->type, r->n_fixed, r->pos, r->reason);
    }
}

static uint32_t movers(const bool *fixed, bool *moves, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t e = 0; e < n; e++)
        count += moves[e] = !fixed[e];
    if (count != 1)
        return count;
    memset(moves, 0, n * sizeof *moves);
    return 0;
}

static int by_place(const coset_refusal *a, const coset_refusal *b)
{
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    if (a->n_fixed != b->n_fixed) /* largest numbers of fixed elements first */
        return a->n_fixed > b->n_fixed ? -1 : 1;
    if (a->pos.line != b->pos.line)
        return a->pos.line < b->pos.line ? -1 : 1;
    return (a->pos.column > b->pos.column) - (a->pos.column < b->pos.column);
}

static const coset_refusal *ordered(const coset__blames *b, coset_arena *arena)
{
    coset_refusal *all = coset_arena_get(arena, b->refusals.n, sizeof *all);
    for (uint32_t i = 0; i < b->refusals.n; i++) {
        coset_refusal r = b->refusals.at[i];
        r.reason = coset_arena_text(arena, r.reason);
        uint32_t k = i;
        for (; k > 0 && by_place(&r, &all[k - 1]) < 0; k--)
            all[k] = all[k - 1];
        all[k] = r;
    }
    return all;
}

coset_symgroup *coset__blames_group(const coset__blames *b, const coset_model *m, coset_arena *arena)
{
    uint32_t n_types = m->symmetry.n_types;
    coset_symgroup *g = coset_arena_get(arena, 1, sizeof *g);
    uint32_t *n_moves = coset_arena_get(arena, n_types, sizeof *n_moves);
    bool **moves = coset_arena_get(arena, n_types, sizeof *moves);
    for (uint32_t t = 0; t < n_types; t++) {
        moves[t] = coset_arena_get(arena, m->symmetry.types[t].n, sizeof **moves);
        n_moves[t] = movers(b->fixed[t], moves[t], m->symmetry.types[t].n);
    }
    g->n_types = n_types;
    g->n_moves = n_moves;
    g->moves = (const bool *const *)moves;
    g->n_refusals = b->refusals.n;
    g->refusals = ordered(b, arena);
    return g;
}
