/* Actions on finite sets: random sets of labelled things, closed under renaming; labels are found again from the action
 * alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "model/composite.h"
#include "model/gset.h"

#define MOST_TYPES 2

typedef struct {
    uint64_t x;
} dice;

static uint32_t roll(dice *d, uint32_t n)
{
    d->x += 0x9e3779b97f4a7c15u;
    uint64_t z = d->x;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) % n);
}

typedef struct {
    coset_arena *arena;
    uint32_t n_types, sizes[MOST_TYPES], offset[MOST_TYPES + 1];
    bool *moves[MOST_TYPES];
    coset_chains chains;
    COSET_VEC(coset_label) things;
    uint32_t **images;
} world;

static coset_label random_thing(world *w, dice *d)
{
    uint32_t n = roll(d, 4), colours = 1 + roll(d, 2), most = 1 + roll(d, 3);
    coset_label_edge *edges = coset_arena_get(w->arena, n, sizeof *edges);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t ends = 1 + roll(d, most);
        coset_element *at = coset_arena_get(w->arena, ends, sizeof *at);
        for (uint32_t k = 0; k < ends; k++) {
            uint32_t t = roll(d, w->n_types);
            at[k] = (coset_element){t, roll(d, w->sizes[t])};
        }
        edges[i] = (coset_label_edge){roll(d, colours), ends, at};
    }
    return coset_label_make(roll(d, 2), n, edges);
}

static uint32_t find(const world *w, const coset_label *x)
{
    uint32_t i = 0;
    while (i < w->things.n && coset_label_compare(&w->things.at[i], x) != 0)
        i++;
    return i;
}

static void perm_of(const world *w, uint32_t generator, uint32_t *perm)
{
    const coset_exchange *g = &w->chains.generators[generator];
    for (uint32_t t = 0; t < w->n_types; t++)
        for (uint32_t e = 0; e < w->sizes[t]; e++)
            perm[w->offset[t] + e] = t != g->type ? e : e == g->a ? g->b : e == g->b ? g->a : e;
}

/* Adds the images of the things under the generators, and records them. */
static void close_things(world *w)
{
    w->images = coset_arena_get(w->arena, w->chains.n_generators, sizeof *w->images);
    for (uint32_t g = 0; g < w->chains.n_generators; g++)
        w->images[g] = coset_arena_get(w->arena, 5000, sizeof **w->images);
    uint32_t perm[16];
    for (uint32_t i = 0; i < w->things.n; i++)
        for (uint32_t g = 0; g < w->chains.n_generators; g++) {
            perm_of(w, g, perm);
            coset_label x = coset_label_rename(&w->things.at[i], w->offset, perm, w->arena);
            uint32_t k = find(w, &x);
            if (k == w->things.n)
                *coset_vec_add(&w->things) = x;
            w->images[g][i] = k;
            assert_true(w->things.n < 5000);
        }
}

static world world_new(dice *d)
{
    world w = {.arena = coset_arena_new(), .n_types = 1 + roll(d, MOST_TYPES)};
    for (uint32_t t = 0; t < w.n_types; t++) {
        w.sizes[t] = 1 + roll(d, 4);
        w.offset[t + 1] = w.offset[t] + w.sizes[t];
        w.moves[t] = coset_arena_get(w.arena, w.sizes[t], sizeof **w.moves);
        for (uint32_t e = 0; e < w.sizes[t]; e++)
            w.moves[t][e] = roll(d, 8) > 0;
    }
    w.chains = coset_chains_new(w.n_types, w.sizes, (const bool *const *)w.moves, w.arena);
    for (uint32_t i = 1 + roll(d, 4); i-- > 0;) {
        coset_label x = random_thing(&w, d);
        if (find(&w, &x) == w.things.n)
            *coset_vec_add(&w.things) = x;
    }
    close_things(&w);
    return w;
}

static void world_free(world *w)
{
    coset_vec_fini(&w->things);
    coset_arena_free(w->arena);
}

static coset_gset gset_of(const world *w)
{
    return (coset_gset){w->chains, w->things.n, (const uint32_t *const *)w->images};
}

static void labels_follow_the_action(void **unused)
{
    (void)unused;
    uint32_t largest = 0;
    for (uint32_t r = 0; r < 4000; r++) {
        dice d = {r};
        world w = world_new(&d);
        coset_gset s = gset_of(&w);
        assert_true(coset_gset_is_action(&s));
        coset_label *labels = coset_arena_get(w.arena, s.n, sizeof *labels);
        assert_true(coset_gset_labels(&s, 100000, labels, w.arena));
        coset_label_index index = coset_label_index_new(labels, s.n, w.arena);
        for (uint32_t i = 0; i < s.n; i++) {
            assert_int_equal(coset_label_find(&index, &labels[i]), i);
            assert_int_equal(coset_label_find_next(&index, i), UINT32_MAX);
            largest = labels[i].n > largest ? labels[i].n : largest;
        }
        uint32_t perm[16];
        for (uint32_t g = 0; g < s.chains.n_generators; g++)
            for (uint32_t i = 0; i < s.n; i++) {
                perm_of(&w, g, perm);
                coset_label x = coset_label_rename(&labels[i], w.offset, perm, w.arena);
                assert_int_equal(coset_label_find(&index, &x), s.images[g][i]);
            }
        world_free(&w);
    }
    assert_true(largest >= 3);
}

/* Two images of a generator exchanged: mostly no action any more. If it still is one, labels exist. */
static void broken_actions(void **unused)
{
    (void)unused;
    uint32_t refused = 0;
    for (uint32_t r = 0; r < 2000; r++) {
        dice d = {r};
        world w = world_new(&d);
        if (w.chains.n_generators && w.things.n > 1) {
            uint32_t *image = w.images[roll(&d, w.chains.n_generators)];
            uint32_t i = roll(&d, w.things.n), k = roll(&d, w.things.n), x = image[i];
            bool duplicate = roll(&d, 4) == 0;
            image[i] = image[k];
            if (!duplicate)
                image[k] = x;
            coset_gset s = gset_of(&w);
            if (coset_gset_is_action(&s)) {
                coset_label *labels = coset_arena_get(w.arena, s.n, sizeof *labels);
                assert_true(coset_gset_labels(&s, 100000, labels, w.arena));
                coset_label_index index = coset_label_index_new(labels, s.n, w.arena);
                for (uint32_t x1 = 0; x1 < s.n; x1++)
                    assert_int_equal(coset_label_find_next(&index, x1), UINT32_MAX);
            } else {
                refused++;
            }
        }
        world_free(&w);
    }
    assert_true(refused > 500);
}

/* {{a, b}, {c, d}}: three members, each with four orders of two pairs, unless that is too many. */
static void sets_of_sets(void **unused)
{
    (void)unused;
    world w = {.arena = coset_arena_new(), .n_types = 1, .sizes = {4}, .offset = {0, 4}};
    w.moves[0] = coset_arena_get(w.arena, 4, sizeof **w.moves);
    memset(w.moves[0], true, 4);
    w.chains = coset_chains_new(1, w.sizes, (const bool *const *)w.moves, w.arena);
    const coset_element ends[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 1}, {0, 0}, {0, 3}, {0, 2}};
    coset_label_edge edges[] = {{0, 2, ends}, {0, 2, ends + 2}, {0, 2, ends + 4}, {0, 2, ends + 6}};
    *coset_vec_add(&w.things) = coset_label_make(0, 4, edges);
    close_things(&w);
    coset_gset s = gset_of(&w);
    assert_int_equal(s.n, 3);
    coset_label labels[3];
    assert_true(coset_gset_labels(&s, 4, labels, w.arena));
    assert_int_equal(labels[0].n, 4);
    assert_false(coset_gset_labels(&s, 3, labels, w.arena));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_follow_the_action),
        cmocka_unit_test(broken_actions),
        cmocka_unit_test(sets_of_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
