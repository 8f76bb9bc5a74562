/* Stubborn sets over labelled graphs, whose relations are taken from the graph itself: the examples of Jha's thesis,
 * chapter 5, with symmetry, and the error of the lemma as it is printed there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "toy.h"
#include "wrap/stubborn.h"

#define NODES   16U
#define ACTIONS 9U

typedef struct {
    uint32_t from, action, to;
} arrow;

typedef struct {
    uint32_t n_nodes, n_actions, n;
    const arrow *arrows;
    uint32_t seen; /* node whose reachability is checked; NODES: none */
    uint32_t sticky;
} lts;

/* The nth step of the action out of the node, or NODES. */
static uint32_t target(const lts *l, uint32_t from, uint32_t action, uint64_t nth)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->arrows[i].from == from && l->arrows[i].action == action && nth-- == 0)
            return l->arrows[i].to;
    return NODES;
}

static bool enabled(const lts *l, uint32_t node, uint32_t action) { return target(l, node, action, 0) < NODES; }

/* The targets of two steps of actions, as a set. */
static uint32_t behind(const lts *l, uint32_t node, uint32_t first, uint32_t second)
{
    uint32_t out = 0;
    for (uint32_t i = 0, mid; (mid = target(l, node, first, i)) < NODES; i++)
        for (uint32_t k = 0, to; (to = target(l, mid, second, k)) < NODES; k++)
            out |= 1U << to;
    return out;
}

/* Neither disables the other, and both orders end in the same nodes. */
static bool accord(const lts *l, uint32_t a, uint32_t b)
{
    for (uint32_t s = 0; s < l->n_nodes; s++) {
        if (!enabled(l, s, a) || !enabled(l, s, b))
            continue;
        for (uint32_t i = 0, to; (to = target(l, s, a, i)) < NODES; i++)
            if (!enabled(l, to, b))
                return false;
        for (uint32_t i = 0, to; (to = target(l, s, b, i)) < NODES; i++)
            if (!enabled(l, to, a))
                return false;
        if (behind(l, s, a, b) != behind(l, s, b, a))
            return false;
    }
    return true;
}

static bool enables(const lts *l, uint32_t by, uint32_t action)
{
    for (uint32_t i = 0; i < l->n; i++) {
        const arrow *x = &l->arrows[i];
        if (x->action == by && !enabled(l, x->from, action) && enabled(l, x->to, action))
            return true;
    }
    return false;
}

static toy_outcome step(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                        coset_edge *e, coset_fault *fault)
{
    (void)e, (void)fault;
    if (!src)
        return TOY_STEP;
    const uint32_t to = target(t->data, src[0], group - 1, instance);
    if (to == NODES)
        return TOY_DISABLED;
    dst[0] = to;
    return TOY_STEP;
}

static const coset_transitions *make_transitions(const lts *l, coset_arena *a)
{
    coset_transitions *out = coset_arena_get(a, 1, sizeof *out);
    coset_transition *at = coset_arena_get(a, l->n_actions, sizeof *at);
    uint32_t *first = coset_arena_get(a, l->n_actions + 1, sizeof *first);
    uint32_t *number = coset_arena_get(a, l->n_actions, sizeof *number);
    for (uint32_t i = 0; i < l->n_actions; i++) {
        at[i] = (coset_transition){.group = i + 1};
        first[i + 1] = number[i] = i;
    }
    *out = (coset_transitions){l->n_actions, at,   first, coset_arena_get(a, l->n_actions + 1, sizeof(bool)),
                               number,       NULL, NULL};
    return out;
}

/* Relations of the graph `known`, which need not be the one that is searched. */
static const coset_relations *relate(const lts *known, coset_arena *a)
{
    const uint32_t n = known->n_actions;
    coset_relations *r = coset_arena_get(a, 1, sizeof *r);
    uint64_t *conflicts = coset_arena_get(a, n, sizeof *conflicts), *enablers = coset_arena_get(a, n, sizeof *enablers);
    coset_needs *needs = coset_arena_get(a, n, sizeof *needs);
    bool *visible = coset_arena_get(a, n, sizeof *visible), *sticky = coset_arena_get(a, n, sizeof *sticky);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < n; k++) {
            conflicts[i] |= (uint64_t)(k != i && !accord(known, i, k)) << k;
            enablers[i] |= (uint64_t)enables(known, k, i) << k;
        }
        needs[i] = (coset_needs){0, NULL, &enablers[i]};
        sticky[i] = known->sticky >> i & 1;
        for (uint32_t k = 0; k < known->n; k++)
            visible[i] |= known->arrows[k].action == i &&
                          (known->arrows[k].to == known->seen) != (known->arrows[k].from == known->seen);
    }
    *r = (coset_relations){.transitions = make_transitions(known, a),
                           .n = n,
                           .n_words = 1,
                           .conflicts = conflicts,
                           .needs = needs,
                           .ways = coset_arena_get(a, n, sizeof(void *)),
                           .visible = visible,
                           .sticky = sticky,
                           .dead = coset_arena_get(a, n, sizeof(bool))};
    return r;
}

typedef struct {
    const uint32_t *image; /* of each node under the only symmetry; NULL: there is none */
    uint32_t n, steps, all[NODES];
    bool reached[NODES];
} found;

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    found *f = ctx;
    uint32_t to = dst[0];
    (void)e;
    if (f->image && f->image[to] < to)
        to = f->image[to];
    f->steps++;
    if (!f->reached[to])
        f->all[f->n++] = to;
    f->reached[to] = true;
    return COSET_OK;
}

/* Representatives, with the steps of the model itself or of stubborn sets by `known`. */
static found search(const lts *l, const lts *known, const uint32_t *image)
{
    coset_arena *a = coset_arena_new();
    toy *t = toy_new("graph");
    (void)toy_slot(t, "node", NODES - 1);
    (void)toy_group(t, "start", true, 1);
    for (uint32_t i = 0; i < l->n_actions; i++)
        (void)toy_group(t, "action", false, NODES);
    t->step = step;
    t->data = l;
    coset_model *reduced = known ? coset_stubborn_new(&t->model, relate(known, a)) : NULL;
    const coset_model *m = reduced ? reduced : &t->model;
    coset_worker *w = coset_worker_new(m);
    found f = {.image = image, .n = 1, .reached = {true}};
    for (uint32_t i = 0; i < f.n; i++) {
        const coset_value s[1] = {f.all[i]};
        assert_int_equal(m->ops->next(w, s, on_edge, &f), COSET_OK);
    }
    m->ops->worker_free(w);
    coset_model_free(reduced);
    coset_model_free(&t->model);
    coset_arena_free(a);
    return f;
}

/* ---- two processes: away (N), trying (T), critical (C); 5.4 ------------------------------------------------ */

enum { NN, TN, NT, CN, NC, TT1, TT2, CT, TC };
enum { ALPHA1, ALPHA2, BETA1, BETA2, CHI1, CHI2, DELTA1, DELTA2 };

static const arrow exclusion[] = {{NN, CHI1, TN},   {NN, CHI2, NT},   {TN, ALPHA1, CN},  {TN, BETA2, TT1},
                                  {NT, ALPHA2, NC}, {NT, BETA1, TT2}, {TT1, ALPHA1, CT}, {TT2, ALPHA2, TC},
                                  {CN, BETA2, CT},  {NC, BETA1, TC},  {CN, DELTA1, NN},  {NC, DELTA2, NN},
                                  {CT, DELTA1, NT}, {TC, DELTA2, TN}};
static const uint32_t swapped[] = {NN, NT, TN, NC, CN, TT2, TT1, TC, CT};
static const lts two = {9, 8, 14, exclusion, NODES, 1U << DELTA1 | 1U << DELTA2};

static void two_processes_have_9_5_and_4_states(void **state)
{
    (void)state;
    const found all = search(&two, NULL, NULL), orbits = search(&two, NULL, swapped),
                both = search(&two, &two, swapped);
    assert_int_equal(all.n, 9);
    assert_int_equal(all.steps, 14);
    assert_int_equal(orbits.n, 5);
    assert_int_equal(both.n, 4);
    assert_true(both.reached[NN] && both.reached[TN] && both.reached[CN] && both.reached[CT]);
}

/* beta alone may not be taken if alpha is enabled: alpha, then delta may precede it, and delta conflicts with it. */
static void beta_alone_is_no_stubborn_set(void **state)
{
    coset_arena *a = coset_arena_new();
    (void)state;
    const coset_relations *r = relate(&two, a);
    assert_int_equal(r->conflicts[ALPHA1] >> BETA2 & 1, 0);
    assert_int_equal(r->conflicts[BETA2] >> DELTA1 & 1, 1);
    assert_int_equal(*r->needs[DELTA1].others >> ALPHA1 & 1, 1);
    coset_arena_free(a);
}

/* ---- actions are not replaced by their orbits; 5.1.10 ----------------------------------------------------------- */

/* s s1 x y z P and their mirror images, in which B1 and B2 are exchanged. */
enum { S, S1, X, Y, Z, P, M = 6 };
enum { B1, B2, A, G, E, D };

static const arrow mirrored[] = {{S, A, S1},          {S, B1, X},         {X, A, Y},         {S1, B1, Y},
                                 {S1, B2, Z},         {Z, G, P},          {P, E, P},         {Y, D, Y},
                                 {M + S, A, M + S1},  {M + S, B2, M + X}, {M + X, A, M + Y}, {M + S1, B2, M + Y},
                                 {M + S1, B1, M + Z}, {M + Z, G, M + P},  {M + P, E, M + P}, {M + Y, D, M + Y}};
static const uint32_t mirror[] = {M + S, M + S1, M + X, M + Y, M + Z, M + P, S, S1, X, Y, Z, P};
static const lts copies = {12, 6, 16, mirrored, P, 1U << E | 1U << D};

static void what_one_orbit_of_actions_hides_is_found(void **state)
{
    (void)state;
    assert_true(search(&copies, NULL, mirror).reached[P]);
    assert_true(search(&copies, &copies, mirror).reached[P]);
}

/* The lemma as printed: one action for B1 and B2, independent of A, as both are. It is lost that A enables another step
 * of it, and so P is lost. */
static void the_printed_lemma_loses_it(void **state)
{
    static const arrow merged[] = {{S, A, S1},  {S, B1, X}, {X, A, Y}, {S1, B1, Y},
                                   {S1, B1, Z}, {Z, G, P},  {P, E, P}, {Y, D, Y}};
    static const arrow claimed[] = {{S, A, S1}, {S, B1, X}, {X, A, Y}, {S1, B1, Y}, {Z, G, P}, {P, E, P}, {Y, D, Y}};
    const lts searched = {6, 6, 8, merged, P, 1U << E | 1U << D}, printed = {6, 6, 7, claimed, P, 1U << E | 1U << D};
    (void)state;
    assert_true(search(&searched, NULL, NULL).reached[P]);
    assert_false(search(&searched, &printed, NULL).reached[P]);
    assert_true(search(&searched, &searched, NULL).reached[P]);
}

/* ---- the graph is kept; figure 5.3 ------------------------------------------------------------------------------ */

/* u and v lead to one another, v to w, w to itself: the search ends, and has all four steps. */
static void steps_back_are_kept(void **state)
{
    static const arrow arrows[] = {{0, 0, 1}, {1, 1, 0}, {1, 2, 2}, {2, 3, 2}};
    const lts l = {3, 4, 4, arrows, NODES, 1U << 1 | 1U << 3};
    (void)state;
    assert_int_equal(search(&l, &l, NULL).steps, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_processes_have_9_5_and_4_states),
        cmocka_unit_test(beta_alone_is_no_stubborn_set),
        cmocka_unit_test(what_one_orbit_of_actions_hides_is_found),
        cmocka_unit_test(the_printed_lemma_loses_it),
        cmocka_unit_test(steps_back_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
