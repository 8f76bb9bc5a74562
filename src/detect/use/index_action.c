#include "detect/use/index_action.h"

#include <string.h>

#include "base/mem.h"

#define NONE      UINT32_MAX
#define MOST      (UINT32_C(1) << 20) /* instances of all rules */
#define MOST_WORK UINT64_C(400000000)

/* The indices of one set. */
typedef struct {
    uint32_t n;
    uint32_t **image;    /* [generators][n] */
    uint32_t *orbit;     /* [n] the first index of it */
    uint32_t *n_witness; /* [n] 0: the index is fixed */
    uint32_t **witness;  /* [n] literals */
    uint32_t *head;      /* [literals] the first index with this first witness, or NONE */
    uint32_t *next;      /* [n] */
} indices;

struct coset_index_action {
    coset_arena *arena;
    const coset_detected *d;
    indices *sets;
};

/* While it is made. */
typedef struct {
    const coset_model *m;
    const coset_detected *d;
    coset_arena *arena;
    uint32_t *first;          /* [groups + 1] number of the first instance */
    uint32_t *group_of;       /* [instances] */
    bool *may_fire;           /* [instances] */
    coset_detect_rule *image; /* [instances] under the current generator */
    uint64_t work;
} making;

/* ---- the action of a generator-------------------------------------------------------------------------------------
 */

static bool number_instances(making *k)
{
    const coset_model *m = k->m;
    k->first = coset_arena_get(k->arena, (size_t)m->n_groups + 1, sizeof *k->first);
    for (uint32_t g = 0; g < m->n_groups; g++) {
        const uint64_t n = m->groups[g].is_start ? 0 : m->groups[g].n_instances;
        if (n > MOST - k->first[g])
            return false;
        k->first[g + 1] = k->first[g] + (uint32_t)n;
    }
    const uint32_t n = k->first[m->n_groups];
    k->group_of = coset_arena_get(k->arena, n, sizeof *k->group_of);
    k->may_fire = coset_arena_get(k->arena, n, sizeof *k->may_fire);
    k->image = coset_arena_get(k->arena, n, sizeof *k->image);
    for (uint32_t g = 0; g < m->n_groups; g++)
        for (uint32_t i = k->first[g]; i < k->first[g + 1]; i++) {
            k->group_of[i] = g;
            k->may_fire[i] = !k->d->rules || k->d->opaque[g];
        }
    return true;
}

/* Its number; NONE: there is no such instance. */
static uint32_t number_of(const making *k, coset_detect_rule r)
{
    const bool known = r.group < k->m->n_groups && r.instance < k->first[r.group + 1] - k->first[r.group];
    return known ? k->first[r.group] + (uint32_t)r.instance : NONE;
}

static bool note_rules(const making *k)
{
    for (uint32_t i = 0; i < k->d->n_rules; i++) {
        const uint32_t number = number_of(k, k->d->rules[i]);
        if (number != NONE)
            k->may_fire[number] = true;
        else if (k->m->groups[k->d->rules[i].group].n_instances)
            return false;
    }
    return true;
}

static bool load_generator(const making *k, const coset_detect_generator *g)
{
    for (uint32_t i = 0; i < k->first[k->m->n_groups]; i++)
        k->image[i] = (coset_detect_rule){k->group_of[i], i - k->first[k->group_of[i]]};
    for (uint32_t i = 0; i < g->n_moves; i++) {
        const uint32_t from = number_of(k, g->moves[i].from);
        if (from == NONE || number_of(k, g->moves[i].to) == NONE)
            return false;
        k->image[from] = g->moves[i].to;
    }
    return !g->partial;
}

static bool permute_instances(const making *k, uint32_t group, uint32_t *image)
{
    for (uint32_t i = k->first[group]; i < k->first[group + 1]; i++) {
        if (k->image[i].group != group)
            return false;
        image[i - k->first[group]] = (uint32_t)k->image[i].instance;
    }
    return true;
}

/* All possible steps of one must be mapped to steps of one. */
static bool permute_actors(const making *k, uint32_t n, uint32_t *image)
{
    for (uint32_t a = 0; a < n; a++)
        image[a] = NONE;
    for (uint32_t i = 0; i < k->first[k->m->n_groups]; i++) {
        const coset_group *from = &k->m->groups[k->group_of[i]], *to = &k->m->groups[k->image[i].group];
        if (!k->may_fire[i] || (!from->actor.each && !to->actor.each))
            continue;
        if (!from->actor.each || !to->actor.each)
            return false;
        const uint64_t a = coset_actor_of(from, i - k->first[k->group_of[i]]);
        const uint64_t b = coset_actor_of(to, k->image[i].instance);
        if (a >= n || b >= n || (image[a] != NONE && image[a] != b))
            return false;
        image[a] = (uint32_t)b;
    }
    for (uint32_t a = 0; a < n; a++) /* they never act */
        image[a] = image[a] == NONE ? a : image[a];
    return true;
}

static bool is_permutation(uint32_t n, const uint32_t *image)
{
    bool *seen = coset_new(n, sizeof *seen), good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        good = image[i] < n && !seen[image[i]];
        if (good)
            seen[image[i]] = true;
    }
    coset_delete(seen);
    return good;
}

static bool find_images(making *k, const coset_index_set *set, indices *x)
{
    x->image = coset_arena_get(k->arena, k->d->n_generators, sizeof *x->image);
    for (uint32_t g = 0; g < k->d->n_generators; g++) {
        uint32_t *image = x->image[g] = coset_arena_get(k->arena, x->n, sizeof *image);
        if (!load_generator(k, &k->d->generators[g]) ||
            !(set->group == COSET_INDEX_ACTORS ? permute_actors(k, x->n, image)
                                               : permute_instances(k, set->group, image)) ||
            !is_permutation(x->n, image))
            return false;
    }
    return true;
}

/* ---- witnesses ----------------------------------------------------------------------------------------------------
 */

/* The orbit of one index, in the order in which generators reach it. */
typedef struct {
    uint32_t n;
    uint32_t *members, *parent,
        *by;            /* [n] by which generator it is reached from which member; of the first one: NONE */
    uint32_t *at;       /* [n] literals that move as the members do */
    uint32_t *class_of; /* [n] members that the witnesses so far do not distinguish */
    uint32_t n_classes;
} orbit;

static void collect(const coset_index_action *a, indices *x, uint32_t from, orbit *o)
{
    o->n = 0;
    o->members[o->n] = from;
    o->parent[o->n++] = NONE;
    x->orbit[from] = from;
    for (uint32_t i = 0; i < o->n; i++)
        for (uint32_t g = 0; g < a->d->n_generators; g++) {
            const uint32_t to = x->image[g][o->members[i]];
            if (x->orbit[to] != NONE)
                continue;
            x->orbit[to] = from;
            o->members[o->n] = to;
            o->parent[o->n] = i;
            o->by[o->n++] = g;
        }
}

/* The literal moves as the first member does, and so do its images; place[]: of each index in the orbit. */
static bool follows(const coset_index_action *a, const indices *x, const orbit *o, const uint32_t *place,
                    uint32_t literal)
{
    o->at[0] = literal;
    for (uint32_t i = 1; i < o->n; i++)
        o->at[i] = a->d->generators[o->by[i]].perm[o->at[o->parent[i]]];
    for (uint32_t g = 0; g < a->d->n_generators; g++)
        for (uint32_t i = 0; i < o->n; i++)
            if (a->d->generators[g].perm[o->at[i]] != o->at[place[x->image[g][o->members[i]]]])
                return false;
    return true;
}

/* With the literals o->at as one witness more: how many classes? */
static uint32_t split(const orbit *o, uint32_t *class_of)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->n; i++) {
        uint32_t k = 0;
        while (k < i && (o->class_of[k] != o->class_of[i] || o->at[k] != o->at[i]))
            k++;
        class_of[i] = k < i ? class_of[k] : n++;
    }
    return n;
}

static void add_witness(const coset_index_action *a, const indices *x, const orbit *o)
{
    for (uint32_t i = 0; i < o->n; i++) {
        const uint32_t index = o->members[i], n = x->n_witness[index]++;
        uint32_t *more = coset_arena_get(a->arena, (size_t)n + 1, sizeof *more);
        for (uint32_t w = 0; w < n; w++)
            more[w] = x->witness[index][w];
        more[n] = o->at[i];
        x->witness[index] = more;
    }
}

static bool find_witnesses(making *k, const coset_index_action *a, const indices *x, orbit *o, uint32_t *place)
{
    uint32_t *classes = coset_arena_get(k->arena, o->n, sizeof *classes);
    memset(o->class_of, 0, o->n * sizeof *o->class_of);
    o->n_classes = 1;
    for (uint32_t i = 0; i < o->n; i++)
        place[o->members[i]] = i;
    for (uint32_t l = 0; l < a->d->literals.n && o->n_classes < o->n; l++) {
        k->work += (uint64_t)o->n * (a->d->n_generators + 1);
        if (k->work > MOST_WORK)
            return false;
        if (!follows(a, x, o, place, l))
            continue;
        k->work += (uint64_t)o->n * o->n;
        if (k->work > MOST_WORK)
            return false;
        const uint32_t n = split(o, classes);
        if (n == o->n_classes)
            continue;
        memcpy(o->class_of, classes, o->n * sizeof *classes);
        o->n_classes = n;
        add_witness(a, x, o);
    }
    return o->n_classes == o->n;
}

static uint32_t *fill(coset_arena *arena, size_t n, uint32_t value)
{
    uint32_t *all = coset_arena_get(arena, n, sizeof *all);
    for (size_t i = 0; i < n; i++)
        all[i] = value;
    return all;
}

static bool find_all_witnesses(making *k, const coset_index_action *a, indices *x)
{
    uint32_t *place = coset_arena_get(k->arena, x->n, sizeof *place);
    orbit o = {.members = fill(k->arena, x->n, 0), .parent = fill(k->arena, x->n, 0), .by = fill(k->arena, x->n, 0)};
    o.at = fill(k->arena, x->n, 0);
    o.class_of = fill(k->arena, x->n, 0);
    x->orbit = fill(a->arena, x->n, NONE);
    x->n_witness = fill(a->arena, x->n, 0);
    x->witness = coset_arena_get(a->arena, x->n, sizeof *x->witness);
    for (uint32_t i = 0; i < x->n; i++) {
        if (x->orbit[i] != NONE)
            continue;
        collect(a, x, i, &o);
        if (!find_witnesses(k, a, x, &o, place))
            return false;
    }
    x->head = fill(a->arena, a->d->literals.n, NONE);
    x->next = fill(a->arena, x->n, NONE);
    for (uint32_t i = 0; i < x->n; i++)
        if (x->n_witness[i]) {
            x->next[i] = x->head[x->witness[i][0]];
            x->head[x->witness[i][0]] = i;
        }
    return true;
}

/* ---- all ----------------------------------------------------------------------------------------------------------
 */

static const char *make(making *k, const coset_index_action *a, uint32_t n_sets, const coset_index_set *sets)
{
    if (!number_instances(k) || !note_rules(k))
        return "there are too many instances of rules";
    for (uint32_t i = 0; i < n_sets; i++) {
        a->sets[i].n = sets[i].n;
        if (!find_images(k, &sets[i], &a->sets[i]))
            return "the detected group does not permute the processes or instances that act";
        if (!find_all_witnesses(k, a, &a->sets[i]))
            return "the state does not show which process or instance acts";
    }
    return NULL;
}

coset_index_action *coset_index_action_new(const coset_model *m, const coset_detected *d, uint32_t n_sets,
                                           const coset_index_set *sets, const char **why)
{
    coset_arena *arena = coset_arena_new();
    coset_index_action *a = coset_arena_get(arena, 1, sizeof *a);
    making k = {.m = m, .d = d, .arena = coset_arena_new()};
    *a = (coset_index_action){arena, d, coset_arena_get(arena, n_sets, sizeof *a->sets)};
    *why = make(&k, a, n_sets, sets);
    coset_arena_free(k.arena);
    if (!*why)
        return a;
    coset_index_action_free(a);
    return NULL;
}

void coset_index_action_free(coset_index_action *a)
{
    if (a)
        coset_arena_free(a->arena);
}

uint32_t coset_index_action_image(const coset_index_action *a, uint32_t set, const coset_point *perm, uint32_t index)
{
    const indices *x = &a->sets[set];
    if (!x->n_witness[index])
        return index;
    uint32_t to = x->head[perm[x->witness[index][0]]];
    for (; to != NONE; to = x->next[to]) {
        uint32_t i = 1;
        while (i < x->n_witness[index] && x->orbit[to] == x->orbit[index] &&
               x->witness[to][i] == perm[x->witness[index][i]])
            i++;
        if (i == x->n_witness[index] && x->orbit[to] == x->orbit[index])
            break;
    }
    COSET_INVARIANT(to != NONE);
    return to;
}
