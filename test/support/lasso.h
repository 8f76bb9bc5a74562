/* Random LTL formulas, random infinite words of the form u v v v ..., and what such a word satisfies, found without any
 * automaton. */
#ifndef COSET_TEST_LASSO_H
#define COSET_TEST_LASSO_H

#include <stdlib.h>
#include <string.h>

#include "omega/automaton.h"
#include "omega/formula.h"

#define LASSO_MOST 8 /* letters */

/* Letters are sets of atoms; the last one is followed by number `back`. */
typedef struct {
    uint32_t n, back;
    uint64_t letter[LASSO_MOST];
} lasso;

static inline uint32_t draw(uint64_t *seed, uint32_t n)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 33) % n;
}

static inline lasso draw_lasso(uint64_t *seed, uint32_t n_atoms)
{
    lasso w = {.n = 1 + draw(seed, LASSO_MOST)};
    w.back = draw(seed, w.n);
    for (uint32_t i = 0; i < w.n; i++)
        w.letter[i] = draw(seed, 1u << n_atoms);
    return w;
}

static inline const coset_ltl *draw_formula(coset_ltls *p, uint64_t *seed, uint32_t n_atoms, uint32_t size)
{
    uint32_t kind = draw(seed, 12), left = size < 2 ? 0 : draw(seed, size - 1);
    if (size == 0)
        return draw(seed, 20) == 0 ? coset_ltl_bool(p, draw(seed, 2)) : coset_ltl_atom(p, draw(seed, n_atoms));
    const coset_ltl *a = draw_formula(p, seed, n_atoms, kind < 6 ? size - 1 : left);
    if (kind < 2)
        return coset_ltl_not(p, a);
    if (kind == 2)
        return coset_ltl_next(p, a);
    if (kind < 6)
        return kind < 4 ? coset_ltl_eventually(p, a) : coset_ltl_always(p, a);
    const coset_ltl *b = draw_formula(p, seed, n_atoms, size - 1 - left);
    if (kind < 8)
        return coset_ltl_join(p, kind == 6 ? COSET_LTL_AND : COSET_LTL_OR, a, b);
    if (kind == 8)
        return coset_ltl_weak_until(p, a, b);
    return coset_ltl_temporal(p, kind == 9 ? COSET_LTL_RELEASE : COSET_LTL_UNTIL, a, b);
}

/* Bit i: the formula is true of the word from letter i on. */
static inline uint32_t lasso_truth(const lasso *w, const coset_ltl *f)
{
    uint32_t all = (1u << w->n) - 1, a = f->n ? lasso_truth(w, f->kid[0]) : 0, out = 0;
    switch (f->op) {
    case COSET_LTL_FALSE:
        return 0;
    case COSET_LTL_TRUE:
        return all;
    case COSET_LTL_ATOM:
        for (uint32_t i = 0; i < w->n; i++)
            out |= (uint32_t)(w->letter[i] >> f->atom & 1) << i;
        return out;
    case COSET_LTL_NOT:
        return all & ~a;
    case COSET_LTL_AND:
    case COSET_LTL_OR:
        for (uint32_t i = 1; i < f->n; i++) {
            uint32_t b = lasso_truth(w, f->kid[i]);
            a = f->op == COSET_LTL_AND ? a & b : a | b;
        }
        return a;
    case COSET_LTL_NEXT:
        return (a >> 1 | (a >> w->back & 1) << (w->n - 1)) & all;
    case COSET_LTL_UNTIL:
    case COSET_LTL_RELEASE: {
        /* The least, the greatest solution: reached after one round per letter. */
        uint32_t b = lasso_truth(w, f->kid[1]);
        bool until = f->op == COSET_LTL_UNTIL;
        out = until ? 0 : all;
        for (uint32_t i = 0; i <= w->n; i++) {
            uint32_t next = (out >> 1 | (out >> w->back & 1) << (w->n - 1)) & all;
            out = until ? b | (a & next) : b & (a | next);
        }
        return out;
    }
    }
    return 0;
}

static inline bool lasso_satisfies(const lasso *w, const coset_ltl *f) { return lasso_truth(w, f) & 1; }

/* Is the word accepted? By the product of automaton and word. */
static inline bool lasso_accepted(const lasso *w, const coset_omega *a)
{
    coset_omega *p = coset_omega_new(a->n_states * w->n, a->n_sets, 0, NULL);
    p->initial = a->initial * w->n;
    for (uint32_t k = 0; k < a->edges.n; k++)
        for (uint32_t i = 0; i < w->n; i++) {
            const coset_omega_edge *e = &a->edges.at[k];
            if ((e->label.yes & ~w->letter[i]) == 0 && (e->label.no & w->letter[i]) == 0)
                coset_omega_add(p, e->from * w->n + i, (coset_cube){0}, e->marks,
                                e->to * w->n + (i + 1 == w->n ? w->back : i + 1));
        }
    coset_omega_index(p);
    bool empty = coset_omega_is_empty(p);
    coset_omega_free(p);
    return !empty;
}

#endif
