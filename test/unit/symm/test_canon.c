/* Laws of canonicalisers on random structures. */
#include <pthread.h>

#include "rounds.h"
#include "structure.h"
#include "symm/canon/canon.h"

#define ROUNDS rounds(3000)

typedef struct {
    const structure *s;
    const coset_symgroup *g;
    uint64_t seed; /* how to build the structure again */
    uint32_t n;
    coset_strategy table[16];
    coset_canon *canon[16];
    coset_canon_scratch *scratch[16];
} all_strategies;

static all_strategies strategies_of(const structure *s, const coset_symgroup *g)
{
    all_strategies all = {.s = s, .g = g};
    uint32_t n;
    const coset_strategy *table = coset_strategies(&n);
    for (uint32_t i = 0; i < n; i++) {
        coset_status status = coset_canon_new(&s->model, g, table[i].name, &all.canon[all.n], NULL);
        if (status == COSET_UNSUPPORTED && strncmp(table[i].name, "pc-", 3) == 0)
            continue; /* no array to sort by */
        assert_int_equal(status, COSET_OK);
        if (s->model.n_slots % 8 == 0 && strcmp(table[i].name, "search") == 0)
            coset_canon_use_native(all.canon[all.n], 4);
        all.scratch[all.n] = coset_canon_scratch_new(all.canon[all.n]);
        all.table[all.n++] = table[i];
    }
    return all;
}

static void strategies_free(all_strategies *all)
{
    for (uint32_t i = 0; i < all->n; i++) {
        coset_canon_scratch_free(all->scratch[i]);
        coset_canon_free(all->canon[i]);
    }
}

typedef struct {
    const structure *s;
    const coset_value *state;
    coset_value *image;
    uint64_t perms, fixing;
} counter;

static void count_fixing(void *ctx, const coset_renaming *perm)
{
    counter *c = ctx;
    coset_model_permute(&c->s->model, perm, c->state, c->image);
    c->perms++;
    c->fixing += same_state(c->s, c->state, c->image);
}

static coset_count brute_orbit(const structure *s, const coset_symgroup *g, const coset_value *state, coset_value *room)
{
    counter c = {s, state, room, 0, 0};
    all_perms(&s->model, g, count_fixing, &c);
    return c.perms / c.fixing;
}

static void check_permutation(const all_strategies *all, const coset_renaming *perm)
{
    const coset_symmetry *y = &all->s->model.symmetry;
    for (uint32_t t = 0; t < y->n_types; t++) {
        const coset_renaming *p = perm + coset_symmetry_offset(y, t);
        bool hit[64] = {false};
        for (uint32_t e = 0; e < y->types[t].n; e++) {
            assert_true(p[e] < y->types[t].n && !hit[p[e]]);
            hit[p[e]] = true;
            assert_true(all->g->moves[t][e] || p[e] == e);
        }
    }
}

static void expect(const all_strategies *all, uint32_t i, bool law)
{
    if (!law)
        print_message("strategy %s breaks a law; seed %llu\n", all->table[i].name, (unsigned long long)all->seed);
    assert_true(law);
}

/* One state: every strategy's laws. */
static void check_state(const all_strategies *all, dice *d, const coset_value *state, coset_value *room[4],
                        coset_renaming *perm)
{
    const structure *s = all->s;
    coset_count orbit = brute_orbit(s, all->g, state, room[0]);
    for (uint32_t i = 0; i < all->n; i++) {
        coset_value *canon = room[0], *other = room[1], *moved = room[2];
        coset_count found;
        coset_canon_apply(all->scratch[i], state, canon, perm, &found);
        check_permutation(all, perm);
        coset_model_permute(&s->model, perm, state, other);
        expect(all, i, same_state(s, canon, other));
        expect(all, i, found == (all->table[i].exact ? orbit : 0));
        if (!all->table[i].exact)
            continue;
        coset_canon_apply(all->scratch[i], canon, other, NULL, &found);
        expect(all, i, same_state(s, canon, other) && found == orbit);
        for (uint32_t k = 0; k < 4; k++) {
            perm_random(&s->model, all->g, d, perm);
            coset_model_permute(&s->model, perm, state, moved);
            coset_canon_apply(all->scratch[i], moved, other, NULL, NULL);
            expect(all, i, same_state(s, canon, other));
        }
    }
}

static void check_rounds(uint64_t seed, uint32_t rounds, uint32_t elements, uint32_t n_vars, uint32_t depth)
{
    for (uint32_t r = 0; r < rounds; r++) {
        dice d = {seed + r};
        structure *s = structure_random(&d, elements, n_vars, depth);
        all_strategies all = strategies_of(s, group_random(s, &d));
        all.seed = seed + r;
        coset_value *room[4];
        for (uint32_t i = 0; i < 4; i++)
            room[i] = coset_new(s->slots.n, sizeof **room);
        coset_renaming *perm = coset_new(coset_symmetry_points(&s->model.symmetry), sizeof *perm);
        for (uint32_t k = 0; k < 4; k++) {
            state_random(s, &d, k, room[3]);
            check_state(&all, &d, room[3], room, perm);
        }
        coset_delete(perm);
        for (uint32_t i = 0; i < 4; i++)
            coset_delete(room[i]);
        strategies_free(&all);
        structure_free(s);
    }
}

static void random_structures(void **unused)
{
    (void)unused;
    check_rounds(1000, ROUNDS, 4, 4, 2);
    check_rounds(900000, ROUNDS / 3, 3, 3, 4);
}

/* One type of six: branching below branching. */
static void larger_types(void **unused)
{
    (void)unused;
    for (uint32_t r = 0; r < rounds(150); r++) {
        dice d = {r};
        structure *s = structure_new();
        add_type(s, 6);
        add_class(s, 1, (uint32_t[]){0}, 0);
        shape value = {SYMMETRIC, 1, NULL, NULL}, bit = {PLAIN, 1, NULL, NULL}, row = {ARRAY, 0, &bit, NULL};
        shape matrix = {ARRAY, 0, &row, NULL}, next = {ARRAY, 0, &value, NULL}, bag = {BAG, 4, &value, NULL};
        lay(s, r % 3 == 0 ? &next : r % 3 == 1 ? &matrix : &bag);
        if (r % 2)
            lay(s, &next);
        structure_end(s);
        all_strategies all = strategies_of(s, coset_symgroup_full(&s->model, s->arena));
        coset_value *room[4];
        for (uint32_t i = 0; i < 4; i++)
            room[i] = coset_new(s->slots.n, sizeof **room);
        coset_renaming perm[6];
        for (uint32_t k = 0; k < 3; k++) {
            state_random(s, &d, k, room[3]);
            check_state(&all, &d, room[3], room, perm);
        }
        /* permutations as successor functions: cycles of equal length, the worst for refinement */
        if (r % 3 == 0) {
            for (uint32_t e = 0; e < 6; e++)
                room[3][e] = 1 + (r % 2 ? (e + 1) % 6 : e / 3 * 3 + (e + 1) % 3);
            check_state(&all, &d, room[3], room, perm);
            for (uint32_t e = 0; e < 6; e++)
                room[3][e] = 1 + (e ^ 1u);
            check_state(&all, &d, room[3], room, perm);
        }
        for (uint32_t i = 0; i < 4; i++)
            coset_delete(room[i]);
        strategies_free(&all);
        structure_free(s);
    }
}

/* ---- hard graphs ----------------------------------------------------------------------------------------------- */

/* Relations on up to 16 elements in which refinement distinguishes little; `search` must agree with `label`. */
typedef struct {
    const char *name;
    uint32_t n;
    bool (*related)(uint32_t x, uint32_t y);
    coset_count automorphisms;
} hard_graph;

static bool in_cube(uint32_t x, uint32_t y) { return __builtin_popcount(x ^ y) == 1; }
static bool in_triangles(uint32_t x, uint32_t y) { return x != y && x / 3 == y / 3; }
static bool in_directed_cycles(uint32_t x, uint32_t y) { return x / 4 == y / 4 && (x + 1) % 4 == y % 4; }
static bool in_matching(uint32_t x, uint32_t y) { return (x ^ y) == 1; }
static bool in_rook(uint32_t x, uint32_t y) { return x != y && (x / 4 == y / 4 || x % 4 == y % 4); }

/* The other strongly regular graph with the parameters of the rook's graph. */
static bool in_shrikhande(uint32_t x, uint32_t y)
{
    uint32_t row = (y / 4 - x / 4) & 3, column = (y % 4 - x % 4) & 3;
    return (row == 0 && column % 2) || (row % 2 && column == 0) || (row == 1 && column == 1) ||
           (row == 3 && column == 3);
}

/* Residues of squares modulo 13. */
static bool in_paley(uint32_t x, uint32_t y)
{
    uint32_t d = (13 + x - y) % 13;
    return d == 1 || d == 3 || d == 4 || d == 9 || d == 10 || d == 12;
}

static bool in_nothing(uint32_t x, uint32_t y)
{
    (void)x, (void)y;
    return false;
}

static const hard_graph hard_graphs[] = {{"cube", 8, in_cube, 48},
                                         {"four triangles", 12, in_triangles, (coset_count)6 * 6 * 6 * 6 * 24},
                                         {"tesseract", 16, in_cube, 384},
                                         {"cycles", 16, in_directed_cycles, (coset_count)256 * 24},
                                         {"rook", 16, in_rook, 1152},
                                         {"matching", 16, in_matching, (coset_count)256 * 40320},
                                         {"shrikhande", 16, in_shrikhande, 192},
                                         {"paley", 13, in_paley, 78},
                                         {"nothing", 16, in_nothing, (coset_count)20922789888000u}};

static void check_hard_graph(const hard_graph *h, bool perturb, dice *d)
{
    structure *s = structure_new();
    add_type(s, h->n);
    add_class(s, 1, (uint32_t[]){0}, 0);
    shape bit = {PLAIN, 1, NULL, NULL}, row = {ARRAY, 0, &bit, NULL}, matrix = {ARRAY, 0, &row, NULL};
    lay(s, &matrix);
    structure_end(s);
    const coset_symgroup *g = coset_symgroup_full(&s->model, s->arena);
    coset_value state[256], moved[256], first[2][256], again[256];
    for (uint32_t x = 0; x < h->n; x++)
        for (uint32_t y = 0; y < h->n; y++)
            state[x * h->n + y] = h->related(x, y);
    if (perturb)
        state[roll(d, h->n * h->n)] ^= 1u;
    coset_count orbits[2], order;
    assert_true(coset_symgroup_order(g, &order));
    for (uint32_t i = 0; i < 2; i++) {
        coset_canon *c = NULL;
        assert_int_equal(coset_canon_new(&s->model, g, i ? "label" : "search", &c, NULL), COSET_OK);
        coset_canon_scratch *scratch = coset_canon_scratch_new(c);
        coset_canon_apply(scratch, state, first[i], NULL, &orbits[i]);
        for (uint32_t k = 0; k < 5; k++) {
            coset_renaming perm[16];
            coset_count orbit;
            perm_random(&s->model, g, d, perm);
            coset_model_permute(&s->model, perm, state, moved);
            coset_canon_apply(scratch, moved, again, NULL, &orbit);
            assert_true(same_state(s, first[i], again) && orbit == orbits[i]);
        }
        coset_canon_scratch_free(scratch);
        coset_canon_free(c);
    }
    if (orbits[0] != orbits[1] || (!perturb && orbits[0] != order / h->automorphisms))
        print_message("wrong orbit of %s\n", h->name);
    assert_true(orbits[0] == orbits[1] && (perturb || orbits[0] == order / h->automorphisms));
    structure_free(s);
}

/* With colliding hashes nothing but branching is left: only small ones then. */
#ifdef COSET_TEST_SMALL
#define MOST_HARD 8
#else
#define MOST_HARD 16
#endif

static void hard_relations(void **unused)
{
    (void)unused;
    dice d = {99};
    for (uint32_t i = 0; i < sizeof hard_graphs / sizeof *hard_graphs; i++)
        for (uint32_t k = 0; k < 6 && hard_graphs[i].n <= MOST_HARD; k++)
            check_hard_graph(&hard_graphs[i], k > 0, &d);
}

/* If refinement distinguishes all elements, `refine` has one representative too. With colliding hashes it does not. */
static void check_refined(const structure *s, const coset_value *state)
{
    coset_value moved[36], first[36], again[36];
    coset_renaming perm[6];
    const coset_symgroup *g = coset_symgroup_full(&s->model, s->arena);
    coset_canon *c = NULL;
    assert_int_equal(coset_canon_new(&s->model, g, "refine", &c, NULL), COSET_OK);
    coset_canon_scratch *scratch = coset_canon_scratch_new(c);
    coset_canon_apply(scratch, state, first, NULL, NULL);
    dice d = {5};
    for (uint32_t k = 0; k < 40 && MOST_HARD == 16; k++) {
        perm_random(&s->model, g, &d, perm);
        coset_model_permute(&s->model, perm, state, moved);
        coset_canon_apply(scratch, moved, again, NULL, NULL);
        assert_true(same_state(s, first, again));
    }
    coset_canon_scratch_free(scratch);
    coset_canon_free(c);
}

/* All columns differ and have the same sum. */
static void refined_columns(void **unused)
{
    (void)unused;
    coset_value state[12];
    for (uint32_t x = 0; x < 6; x++) {
        state[x] = x;
        state[6 + x] = 5 - x;
    }
    shape digit = {PLAIN, 5, NULL, NULL}, row = {ARRAY, 0, &digit, NULL};
    structure *s = structure_new();
    add_type(s, 6);
    lay(s, &row);
    lay(s, &row);
    structure_end(s);
    check_refined(s, state);
    structure_free(s);
}

/* A chain by pointers, and by a relation. */
static void refined_chains(void **unused)
{
    (void)unused;
    coset_value pointers[6], relation[36];
    for (uint32_t x = 0; x < 6; x++)
        pointers[x] = x < 5 ? x + 2 : 0;
    for (uint32_t i = 0; i < 36; i++)
        relation[i] = i % 6 == i / 6 + 1;
    shape value = {SYMMETRIC, 1, NULL, NULL}, next = {ARRAY, 0, &value, NULL};
    shape bit = {PLAIN, 1, NULL, NULL}, row = {ARRAY, 0, &bit, NULL}, matrix = {ARRAY, 0, &row, NULL};
    for (uint32_t i = 0; i < 2; i++) {
        structure *s = structure_new();
        add_type(s, 6);
        add_class(s, 1, (uint32_t[]){0}, 0);
        lay(s, i ? &matrix : &next);
        structure_end(s);
        check_refined(s, i ? relation : pointers);
        structure_free(s);
    }
}

/* Pairs connected only by the pointers of others: 0 points to 2 and 4, 1 to 3 and 5. Neither {2,3} nor {4,5} are twins,
 * although they hold nothing themselves. */
static void tied_by_others(void **unused)
{
    (void)unused;
    structure *s = structure_new();
    add_type(s, 6);
    add_class(s, 1, (uint32_t[]){0}, 0);
    shape value = {SYMMETRIC, 1, NULL, NULL}, next = {ARRAY, 0, &value, NULL};
    lay(s, &next);
    lay(s, &next);
    structure_end(s);
    all_strategies all = strategies_of(s, coset_symgroup_full(&s->model, s->arena));
    coset_value rows[5][12] = {{0}}, state[12] = {3, 4, 0, 0, 0, 0, 5, 6, 0, 0, 0, 0};
    coset_value *room[4] = {rows[0], rows[1], rows[2], rows[3]};
    coset_renaming perm[6];
    dice d = {3};
    for (uint32_t k = 0; k < 40; k++) {
        check_state(&all, &d, state, room, perm);
        perm_random(&s->model, all.g, &d, perm);
        coset_model_permute(&s->model, perm, state, rows[4]);
        memcpy(state, rows[4], sizeof state);
    }
    strategies_free(&all);
    structure_free(s);
}

/* ---- whole state spaces ----------------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_value) state_list;

static const structure *sorting; /* qsort has no context */

static int by_content(const void *x, const void *y)
{
    const coset_value *a = x, *b = y;
    for (uint32_t i = 0; i < sorting->slots.n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Sorts and drops duplicates; returns how many are left. */
static uint32_t distinct(const structure *s, coset_value *states, uint32_t n)
{
    size_t width = s->slots.n;
    sorting = s;
    qsort(states, n, width * sizeof *states, by_content);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (kept == 0 || !same_state(s, states + (kept - 1) * width, states + i * width))
            memmove(states + kept++ * width, states + i * width, width * sizeof *states);
    return kept;
}

/* All states in normal form, or NULL if there are more than 3000 before normalisation. */
static coset_value *all_states(const structure *s, uint32_t *n)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < s->slots.n && count <= 3000; i++)
        count *= s->slots.at[i].max + 1;
    if (count > 3000 || s->slots.n == 0)
        return NULL;
    coset_value *states = coset_new(count * s->slots.n, sizeof *states);
    for (uint64_t k = 0; k < count; k++) {
        coset_value *state = states + k * s->slots.n;
        uint64_t rest = k;
        for (uint32_t i = 0; i < s->slots.n; i++) {
            state[i] = (coset_value)(rest % (s->slots.at[i].max + 1));
            rest /= s->slots.at[i].max + 1;
        }
        state_normalise(s, state);
    }
    *n = distinct(s, states, (uint32_t)count);
    return states;
}

/* Representatives with their orbits: their number, and the sum. */
static uint32_t count_orbits(const structure *s, coset_canon_scratch *scratch, const coset_value *states, uint32_t n,
                             coset_count *sum)
{
    coset_value *reps = coset_new((size_t)n * s->slots.n, sizeof *reps);
    for (uint32_t i = 0; i < n; i++)
        coset_canon_apply(scratch, states + (size_t)i * s->slots.n, reps + (size_t)i * s->slots.n, NULL, NULL);
    uint32_t kept = distinct(s, reps, n);
    coset_value *again = coset_new(s->slots.n, sizeof *again);
    *sum = 0;
    for (uint32_t i = 0; i < kept; i++) {
        coset_count orbit;
        coset_canon_apply(scratch, reps + (size_t)i * s->slots.n, again, NULL, &orbit);
        *sum += orbit;
    }
    coset_delete(again);
    coset_delete(reps);
    return kept;
}

static void whole_spaces(void **unused)
{
    (void)unused;
    uint32_t seen = 0;
    for (uint32_t r = 0; r < 6000 && seen < 250; r++) {
        dice d = {77000 + r};
        structure *s = structure_random(&d, 3, 3, 2);
        uint32_t n = 0;
        coset_value *states = all_states(s, &n);
        if (states && n > 20) {
            seen++;
            all_strategies all = strategies_of(s, group_random(s, &d));
            coset_count sum;
            uint32_t orbits = count_orbits(s, all.scratch[0], states, n, &sum);
            for (uint32_t i = 0; i < all.n; i++) {
                uint32_t k = count_orbits(s, all.scratch[i], states, n, &sum);
                assert_true(all.table[i].exact ? k == orbits && sum == n : k >= orbits && k <= n);
            }
            strategies_free(&all);
        }
        coset_delete(states);
        structure_free(s);
    }
    assert_true(seen >= 100);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

#define THREAD_STATES 300

typedef struct {
    const all_strategies *all;
    uint32_t first;
    const coset_value *states;
    coset_value *canons; /* [strategy][state] */
} thread_work;

/* Every strategy on every state, with separate scratch, from another start in each thread. */
static void *canonicalise_all(void *ctx)
{
    thread_work *w = ctx;
    size_t width = w->all->s->slots.n;
    for (uint32_t i = 0; i < w->all->n; i++) {
        coset_canon_scratch *scratch = coset_canon_scratch_new(w->all->canon[i]);
        for (uint32_t k = 0; k < THREAD_STATES; k++) {
            uint32_t at = (k + w->first) % THREAD_STATES;
            coset_canon_apply(scratch, w->states + at * width, w->canons + (i * THREAD_STATES + at) * width, NULL,
                              NULL);
        }
        coset_canon_scratch_free(scratch);
    }
    return NULL;
}

static void four_threads(void **unused)
{
    (void)unused;
    for (uint32_t r = 0; r < 20; r++) {
        dice d = {5000 + r};
        structure *s = structure_random(&d, 4, 4, 3);
        all_strategies all = strategies_of(s, group_random(s, &d));
        size_t width = s->slots.n;
        coset_value *states = coset_new(THREAD_STATES * width, sizeof *states);
        for (uint32_t k = 0; k < THREAD_STATES; k++)
            state_random(s, &d, k % 4, states + k * width);
        thread_work work[4];
        pthread_t threads[4];
        for (uint32_t i = 0; i < 4; i++) {
            coset_value *canons = coset_new(all.n * THREAD_STATES * width, sizeof *canons);
            work[i] = (thread_work){&all, i * 77, states, canons};
            assert_int_equal(pthread_create(&threads[i], NULL, canonicalise_all, &work[i]), 0);
        }
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_memory_equal(work[i].canons, work[0].canons, all.n * THREAD_STATES * width * sizeof *states);
        }
        for (uint32_t i = 0; i < 4; i++)
            coset_delete(work[i].canons);
        coset_delete(states);
        strategies_free(&all);
        structure_free(s);
    }
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

static void refusals(void **unused)
{
    (void)unused;
    structure *s = structure_new();
    add_type(s, 30);
    shape bit = {PLAIN, 1, NULL, NULL}, row = {ARRAY, 0, &bit, NULL};
    lay(s, &row);
    structure_end(s);
    const coset_symgroup *g = coset_symgroup_full(&s->model, s->arena);
    coset_canon *c = NULL;
    coset_err err = {0};
    assert_int_equal(coset_canon_new(&s->model, g, "full", &c, &err), COSET_UNSUPPORTED);
    assert_int_equal(err.status, COSET_UNSUPPORTED);
    assert_int_equal(coset_canon_new(&s->model, g, "serch", &c, &err), COSET_USAGE);
    assert_non_null(strstr(err.text, "search"));
    assert_null(c);

    /* 30! fits; all equal: the orbit is one state */
    coset_value state[30] = {0}, canon[30];
    coset_count orbit;
    const char *const names[] = {"search", "label", "segmented"};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(coset_canon_new(&s->model, g, names[i], &c, &err), COSET_OK);
        coset_canon_scratch *scratch = coset_canon_scratch_new(c);
        state[4] = 0;
        coset_canon_apply(scratch, state, canon, NULL, &orbit);
        assert_true(orbit == 1);
        state[4] = 1;
        coset_canon_apply(scratch, state, canon, NULL, &orbit);
        assert_true(orbit == 30);
        coset_canon_scratch_free(scratch);
        coset_canon_free(c);
    }
    structure_free(s);
}

/* A slot that can hold two of three elements which may be exchanged with each other. */
static void partial_values(void **unused)
{
    (void)unused;
    structure *s = structure_new();
    add_type(s, 3);
    const coset_segment part = {1, 2, 0, 0};
    s->classes[1] = (coset_valclass){1, &part};
    s->class_max[1] = 2;
    s->model.symmetry.n_valclasses = 2;
    shape value = {SYMMETRIC, 1, NULL, NULL};
    lay(s, &value);
    structure_end(s);
    const coset_symgroup *g = coset_symgroup_full(&s->model, s->arena);
    coset_canon *c = NULL;
    assert_int_equal(coset_canon_new(&s->model, g, "search", &c, NULL), COSET_UNSUPPORTED);
    const coset_symgroup *fixed = coset_symgroup_fix(&s->model, g, 0, 2, s->arena);
    assert_int_equal(coset_canon_new(&s->model, fixed, "search", &c, NULL), COSET_OK);
    assert_true(coset_canon_group(c) == fixed);
    assert_string_equal(coset_canon_strategy(c)->name, "search");
    coset_canon_free(c);
    structure_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_structures), cmocka_unit_test(larger_types),
                                       cmocka_unit_test(hard_relations),    cmocka_unit_test(refined_columns),
                                       cmocka_unit_test(refined_chains),    cmocka_unit_test(tied_by_others),
                                       cmocka_unit_test(whole_spaces),      cmocka_unit_test(four_threads),
                                       cmocka_unit_test(refusals),          cmocka_unit_test(partial_values)};
#ifdef __SANITIZE_THREAD__ /* the others have one thread: ten times as slow, and nothing to find */
    cmocka_set_test_filter("four_threads");
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
