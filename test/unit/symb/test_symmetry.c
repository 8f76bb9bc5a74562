/* Renamings and representatives of sets of states on random structures, against permuted single states. */
#include "../symm/structure.h"

#include "symb/reduce/symmetry.h"
#include "symm/canon/canon.h"

#ifdef COSET_TEST_SMALL
#define ROUNDS 6
#else
#define ROUNDS 400
#endif
#define STATES     6
#define MOST_WIDTH 24 /* slots */

typedef struct {
    structure *s;
    const coset_symgroup *g;
    coset__relation r;
    coset_value *states; /* [STATES] */
    coset_bdd set;       /* kept */
} world;

static uint32_t bits_for(coset_value max)
{
    uint32_t bits = 0;
    while (max >> bits)
        bits++;
    return bits;
}

static bool world_new(world *w, uint64_t seed)
{
    dice d = {seed};
    w->s = structure_random(&d, 4, 3, 2);
    coset_model *m = &w->s->model;
    if (m->symmetry.n_bags || m->symmetry.composite || m->n_slots > MOST_WIDTH || m->n_slots == 0) {
        structure_free(w->s);
        return false;
    }
    for (uint32_t i = 0; i < w->s->slots.n; i++)
        w->s->slots.at[i].bits = bits_for(w->s->slots.at[i].max);
    w->g = group_random(w->s, &d);
    w->r = (coset__relation){.m = m};
    const coset_bdd_options o = {.n_vars = coset__vars_needed(m)};
    assert_int_equal(coset_bdd_new(&o, &w->r.bdd, NULL), COSET_OK);
    coset_symb_order order = (coset_symb_order)roll(&d, 4);
    coset__vars_init(&w->r.vars, w->r.bdd, m, coset__order_places(m, order), 0, 2);
    w->r.start = w->r.assumed = coset_bdd_false;
    w->states = coset_new((size_t)STATES * m->n_slots, sizeof *w->states);
    coset_bdd_scope scope = coset_bdd_open(w->r.bdd);
    coset_bdd set = coset_bdd_false;
    for (uint32_t i = 0; i < STATES; i++) {
        state_random(w->s, &d, 3, w->states + (size_t)i * m->n_slots);
        set = coset_bdd_or(w->r.bdd, set, coset__state_set(&w->r.vars, w->states + (size_t)i * m->n_slots));
    }
    w->set = coset_bdd_keep(w->r.bdd, set);
    coset_bdd_close(w->r.bdd, scope);
    return true;
}

static void world_free(world *w)
{
    coset_bdd_drop(w->r.bdd, w->set);
    coset__vars_fini(&w->r.vars);
    coset_bdd_free(w->r.bdd);
    coset_delete(w->states);
    structure_free(w->s);
}

/* ---- renamings --------------------------------------------------------------------------------------------------- */

static coset_bdd permuted_set(const world *w, const coset_renaming *perm, coset_value *image)
{
    uint32_t n = w->s->model.n_slots;
    coset_bdd set = coset_bdd_false;
    for (uint32_t i = 0; i < STATES; i++) {
        coset_model_permute(&w->s->model, perm, w->states + (size_t)i * n, image);
        set = coset_bdd_or(w->r.bdd, set, coset__state_set(&w->r.vars, image));
    }
    return set;
}

/* A state and its image: one is less, or they are equal. */
static void check_order(const world *w, const coset__renaming *there, const coset__renaming *back,
                        const coset_value *state, const coset_value *image)
{
    coset_bdd x = coset__state_set(&w->r.vars, state), y = coset__state_set(&w->r.vars, image);
    bool same = same_state(w->s, state, image);
    bool falls = !coset_bdd_is_false(coset__renamed_less(there, x));
    bool rises = !coset_bdd_is_false(coset__renamed_less(back, y));
    assert_int_equal(same, !coset_bdd_is_false(coset__renamed_same(there, x)));
    assert_int_equal(falls + rises + same, 1);
}

static void check_renaming(const world *w, dice *d)
{
    const coset_model *m = &w->s->model;
    uint32_t n = coset_symmetry_points(&m->symmetry);
    coset_renaming perm[64], inverse[64];
    perm_random(m, w->g, d, perm);
    for (uint32_t t = 0; t < m->symmetry.n_types; t++)
        for (uint32_t e = 0, o = coset_symmetry_offset(&m->symmetry, t); e < m->symmetry.types[t].n; e++)
            inverse[o + perm[o + e]] = e;
    assert_true(n <= 64);
    coset_value *image = coset_new(m->n_slots, sizeof *image);
    coset__renaming *there = coset__renaming_new(&w->r.vars, perm, COSET__BY_ALL);
    coset__renaming *back = coset__renaming_new(&w->r.vars, inverse, COSET__BY_ALL);
    coset_bdd_scope scope = coset_bdd_open(w->r.bdd);
    coset_bdd moved = coset__rename(there, w->set);
    assert_true(coset_bdd_same(moved, permuted_set(w, perm, image)));
    assert_true(coset_bdd_same(coset__rename(back, moved), w->set));
    for (uint32_t i = 0; i < STATES; i++) {
        coset_model_permute(m, perm, w->states + (size_t)i * m->n_slots, image);
        check_order(w, there, back, w->states + (size_t)i * m->n_slots, image);
    }
    coset_bdd_close(w->r.bdd, scope);
    coset__renaming_free(there);
    coset__renaming_free(back);
    coset_delete(image);
}

static void test_renamings(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        world w;
        dice d = {seed + 7777};
        if (!world_new(&w, seed))
            continue;
        check_renaming(&w, &d);
        world_free(&w);
    }
}

/* ---- representatives --------------------------------------------------------------------------------------------- */

/* The different canonical forms of the states, as a set, and how many states their orbits have. */
static coset_bdd canonical_set(const world *w, coset_count *orbits, coset_count *states)
{
    const coset_model *m = &w->s->model;
    coset_canon *canon;
    coset_count size;
    assert_int_equal(coset_canon_new(m, w->g, "search", &canon, NULL), COSET_OK);
    coset_canon_scratch *scratch = coset_canon_scratch_new(canon);
    coset_value *image = coset_new(m->n_slots, sizeof *image);
    coset_bdd set = coset_bdd_false;
    *orbits = *states = 0;
    for (uint32_t i = 0; i < STATES; i++) {
        coset_canon_apply(scratch, w->states + (size_t)i * m->n_slots, image, NULL, &size);
        coset_bdd one = coset__state_set(&w->r.vars, image);
        if (coset_bdd_is_false(coset_bdd_and(w->r.bdd, set, one))) {
            *orbits += 1;
            *states += size;
        }
        set = coset_bdd_or(w->r.bdd, set, one);
    }
    coset_delete(image);
    coset_canon_scratch_free(scratch);
    coset_canon_free(canon);
    return set;
}

static coset_count weighed(const world *w, const coset__symmetry *y, coset_bdd reps)
{
    coset__orbit_list list;
    coset_count sum = 0, n = 0;
    assert_true(coset__orbit_sizes(y, reps, &list));
    for (uint32_t i = 0; i < list.n; i++) {
        assert_true(coset_bdd_count(w->r.bdd, list.at[i].states, w->r.vars.now, &n));
        sum += n * list.at[i].size;
        coset_bdd_drop(w->r.bdd, list.at[i].states);
    }
    coset_vec_fini(&list);
    return sum;
}

static void check_representatives(const world *w, coset_symb_symmetry method)
{
    const coset_symb_options o = {.symmetry = method, .group = w->g};
    coset_arena *arena = coset_arena_new();
    coset__symmetry y;
    coset_count orbits, states, n;
    coset_bdd_scope scope = coset_bdd_open(w->r.bdd);
    assert_int_equal(coset__symmetry_make(&y, &w->r, &o, arena, NULL), COSET_OK);
    coset_bdd reps = coset__represent(&y, w->set), canonical = canonical_set(w, &orbits, &states);
    assert_true(coset_bdd_same(coset__spread(&y, reps), coset__spread(&y, canonical)));
    if (y.unique) {
        assert_true(coset_bdd_count(w->r.bdd, reps, w->r.vars.now, &n));
        assert_true(n == orbits);
        assert_true(coset_bdd_same(coset__represent(&y, reps), reps));
        assert_true(coset_bdd_same(coset__represent(&y, canonical), reps));
        if (y.all.n || method == COSET_SYMB_DYNAMIC)
            assert_true(weighed(w, &y, reps) == states);
    }
    coset__symmetry_free(&y);
    coset_bdd_close(w->r.bdd, scope);
    coset_arena_free(arena);
}

static void test_representatives(void **state)
{
    (void)state;
    uint32_t seen = 0;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        world w;
        coset_count order;
        if (!world_new(&w, seed))
            continue;
        if (coset_symgroup_order(w.g, &order) && order <= 24) {
            check_representatives(&w, COSET_SYMB_DYNAMIC);
            if (w.r.vars.first[w.s->model.n_slots] <= 8) {
                check_representatives(&w, COSET_SYMB_ORBIT);
                check_representatives(&w, COSET_SYMB_MULTIPLE);
                check_representatives(&w, COSET_SYMB_RELATION);
            }
            seen += order > 1;
        }
        world_free(&w);
    }
    assert_true(seen > ROUNDS / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_renamings),
        cmocka_unit_test(test_representatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
