/* omega/translate.c - from a formula to an automaton.
 *
 * A state is a conjunction of formulas that the rest of the word has to satisfy. Its edges are the terms of a
 * disjunctive form: a cube for now, the conjunction for the next moment, and promises. a U b promises b in each term in
 * which it waits; an edge is in the acceptance set of b if it does not promise b. This is Couvreur's construction
 * ("On-the-fly verification of linear temporal logic", 1999) with lists of cubes in place of decision diagrams. Two
 * things make it small:
 *   - a formula that another one of the conjunction contains as a conjunct of the present moment is dropped: F a next
 *     to G F a, b next to G b. The terms of that other one are products with terms of the dropped one, so its choices
 *     and promises stay.
 *   - a term is dropped if another one requires less: its cube is larger, its promises and its obligations are among
 *     those of the first (Gastin and Oddoux, "Fast LTL to Büchi automata translation", 2001).
 */
#include <string.h>

#include "omega/omega_int.h"

#define MOST_TERMS       20000u     /* of a formula */
#define MOST_COMPARISONS 100000000u /* of terms */

typedef struct {
    coset_cube now;
    uint64_t promises;
    const coset_ltl *next;
} term;

typedef COSET_VEC(term) terms;

typedef struct {
    coset_ltls *p;
    coset_omega *a;
    uint32_t max_states, max_comparisons;
    COSET_VEC(terms *) known;   /* of formulas, by number */
    COSET_VEC(uint32_t) number; /* of the state of a formula, by number, and 1 */
    coset__ltl_list states;
    const coset_ltl *promised[COSET_OMEGA_SETS];
    uint32_t n_promised;
    uint64_t comparisons;
    bool limit, sets;
} translator;

static const terms *expand(translator *t, const coset_ltl *f);

/* ---- conjunctions ---- */

/* Is `part` a conjunct of `f` for the present moment? */
static bool contains_now(const coset_ltl *f, const coset_ltl *part)
{
    if (f == part)
        return true;
    if (f->op == COSET_LTL_RELEASE)
        return contains_now(f->kid[1], part);
    if (f->op == COSET_LTL_UNTIL) /* F b next to a U b: it waits with the same promise */
        return coset_ltl_is_eventually(part) && f->kid[1] == part->kid[1];
    for (uint32_t i = 0; f->op == COSET_LTL_AND && i < f->n; i++)
        if (contains_now(f->kid[i], part))
            return true;
    return false;
}

static const coset_ltl *without_contained(coset_ltls *p, const coset_ltl *f)
{
    if (f->op != COSET_LTL_AND)
        return f;
    coset__ltl_list kept = {0};
    for (uint32_t i = 0; i < f->n; i++) {
        bool contained = false;
        for (uint32_t k = 0; k < f->n && !contained; k++)
            contained = k != i && contains_now(f->kid[k], f->kid[i]);
        if (!contained)
            *coset_vec_add(&kept) = f->kid[i];
    }
    const coset_ltl *out = coset_ltl_join_all(p, COSET_LTL_AND, kept.n, kept.at);
    coset_vec_fini(&kept);
    return out;
}

/* Are the conjuncts of `f` among those of `g`? */
static bool is_part(const coset_ltl *f, const coset_ltl *g)
{
    if (f == g || f->op == COSET_LTL_TRUE)
        return true;
    if (g->op != COSET_LTL_AND)
        return false;
    if (f->op != COSET_LTL_AND)
        return coset__ltl_find(g->n, g->kid, f);
    for (uint32_t i = 0; i < f->n; i++)
        if (!coset__ltl_find(g->n, g->kid, f->kid[i]))
            return false;
    return true;
}

/* ---- lists of terms ---- */

static bool asks_less(const term *a, const term *b)
{
    return coset_cube_within(b->now, a->now) && (a->promises & ~b->promises) == 0 && is_part(a->next, b->next);
}

static void add_term(translator *t, terms *all, term x)
{
    if (x.next->op == COSET_LTL_FALSE || t->limit)
        return;
    t->comparisons += 1 + 2 * all->n;
    for (uint32_t i = 0; i < all->n; i++)
        if (asks_less(&all->at[i], &x))
            return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->n; i++)
        if (!asks_less(&x, &all->at[i]))
            all->at[kept++] = all->at[i];
    all->n = kept;
    *coset_vec_add(all) = x;
    if (all->n > MOST_TERMS || t->comparisons > t->max_comparisons)
        t->limit = true;
}

static void add_all(translator *t, terms *all, const terms *more)
{
    for (uint32_t i = 0; i < more->n; i++)
        add_term(t, all, more->at[i]);
}

static void multiply(translator *t, const terms *a, const terms *b, terms *out)
{
    for (uint32_t i = 0; i < a->n && !t->limit; i++)
        for (uint32_t k = 0; k < b->n && !t->limit; k++) {
            term x = {.promises = a->at[i].promises | b->at[k].promises};
            if (!coset_cube_meet(a->at[i].now, b->at[k].now, &x.now))
                continue;
            x.next = coset_ltl_join(t->p, COSET_LTL_AND, a->at[i].next, b->at[k].next);
            x.next = without_contained(t->p, x.next);
            add_term(t, out, x);
        }
}

static uint64_t promise(translator *t, const coset_ltl *f)
{
    for (uint32_t i = 0; i < t->n_promised; i++)
        if (t->promised[i] == f)
            return (uint64_t)1 << i;
    if (t->n_promised == COSET_OMEGA_SETS) {
        t->limit = t->sets = true;
        return 0;
    }
    t->promised[t->n_promised] = f;
    return (uint64_t)1 << t->n_promised++;
}

/* ---- terms of a formula ---- */

/* The first operand, and the whole again. `waits` is its terms times that. */
static void expand_until(translator *t, const coset_ltl *f, terms *out)
{
    const terms *a = expand(t, f->kid[0]), *b = expand(t, f->kid[1]);
    add_all(t, out, b);
    terms again = {0};
    *coset_vec_add(&again) = (term){.promises = promise(t, f->kid[1]), .next = f};
    multiply(t, a, &again, out);
    coset_vec_fini(&again);
}

static void expand_release(translator *t, const coset_ltl *f, terms *out)
{
    const terms *a = expand(t, f->kid[0]), *b = expand(t, f->kid[1]);
    terms ends = {0};
    add_term(t, &ends, (term){.next = f});
    add_all(t, &ends, a);
    multiply(t, b, &ends, out);
    coset_vec_fini(&ends);
}

static void expand_and(translator *t, const coset_ltl *f, terms *out)
{
    add_term(t, out, (term){.next = coset_ltl_bool(t->p, true)});
    for (uint32_t i = 0; i < f->n; i++) {
        terms product = {0};
        multiply(t, out, expand(t, f->kid[i]), &product);
        coset_vec_fini(out);
        *out = product;
    }
}

static void expand_new(translator *t, const coset_ltl *f, terms *out)
{
    const coset_ltl *anything = coset_ltl_bool(t->p, true);
    switch (f->op) {
    case COSET_LTL_FALSE:
        break;
    case COSET_LTL_TRUE:
        add_term(t, out, (term){.next = anything});
        break;
    case COSET_LTL_ATOM:
        add_term(t, out, (term){.now = {(uint64_t)1 << f->atom, 0}, .next = anything});
        break;
    case COSET_LTL_NOT:
        add_term(t, out, (term){.now = {0, (uint64_t)1 << f->kid[0]->atom}, .next = anything});
        break;
    case COSET_LTL_NEXT:
        add_term(t, out, (term){.next = without_contained(t->p, f->kid[0])});
        break;
    case COSET_LTL_AND:
        expand_and(t, f, out);
        break;
    case COSET_LTL_OR:
        for (uint32_t i = 0; i < f->n; i++)
            add_all(t, out, expand(t, f->kid[i]));
        break;
    case COSET_LTL_UNTIL:
        expand_until(t, f, out);
        break;
    case COSET_LTL_RELEASE:
        expand_release(t, f, out);
        break;
    }
}

static const terms *expand(translator *t, const coset_ltl *f)
{
    while (t->known.n <= f->id)
        *coset_vec_add(&t->known) = NULL;
    if (!t->known.at[f->id]) {
        terms *out = coset_new(1, sizeof *out);
        expand_new(t, f, out);
        t->known.at[f->id] = out;
    }
    return t->known.at[f->id];
}

/* ---- the automaton ---- */

static uint32_t state_of(translator *t, const coset_ltl *f)
{
    while (t->number.n <= f->id)
        *coset_vec_add(&t->number) = 0;
    if (!t->number.at[f->id]) {
        *coset_vec_add(&t->states) = f;
        t->number.at[f->id] = t->states.n;
    }
    return t->number.at[f->id] - 1;
}

static void build(translator *t, const coset_ltl *f)
{
    (void)state_of(t, without_contained(t->p, f));
    for (uint32_t q = 0; q < t->states.n && !t->limit; q++) {
        const terms *all = expand(t, t->states.at[q]);
        for (uint32_t i = 0; i < all->n && !t->limit; i++) /* marks: promises as yet */
            coset_omega_add(t->a, q, all->at[i].now, all->at[i].promises, state_of(t, all->at[i].next));
        t->limit = t->limit || t->states.n > t->max_states || t->a->edges.n > 50 * t->max_states;
    }
    t->a->n_states = t->states.n;
    t->a->n_sets = t->n_promised;
    for (uint32_t i = 0; i < t->a->edges.n; i++)
        t->a->edges.at[i].marks = coset_omega_all_marks(t->a) & ~t->a->edges.at[i].marks;
    coset_omega_index(t->a);
}

static void translator_fini(translator *t)
{
    for (uint32_t i = 0; i < t->known.n; i++)
        if (t->known.at[i]) {
            coset_vec_fini(t->known.at[i]);
            coset_delete(t->known.at[i]);
        }
    coset_vec_fini(&t->known);
    coset_vec_fini(&t->number);
    coset_vec_fini(&t->states);
}

coset_status coset__omega_tableau(coset_ltls *p, const coset_ltl *f, const coset_omega_options *o, coset_omega **out,
                                  coset_err *err)
{
    translator t = {.p = p, .max_states = o->max_states ? o->max_states : 20000};
    t.max_comparisons = o->max_comparisons ? o->max_comparisons : MOST_COMPARISONS;
    t.a = coset_omega_new(0, 0, o->n_atoms, o->names);
    build(&t, f);
    translator_fini(&t);
    if (!t.limit) {
        *out = t.a;
        return COSET_OK;
    }
    coset_omega_free(t.a);
    if (t.sets)
        return coset_fail(err, COSET_LIMIT, "the formula has more than %d different parts that must come true",
                          COSET_OMEGA_SETS);
    return coset_fail(err, COSET_LIMIT,
                      "the automaton of the formula would have more than %u states, or too many edges",
                      (unsigned)t.max_states);
}
