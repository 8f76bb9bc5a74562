/* detect/explain/missing.c - see detect/explain/missing.h. */
#include "detect/explain/missing.h"

#include <stdio.h>
#include <string.h>

#include "detect/extract/lockstep.h"
#include "ir/interp.h"

#define MOST_PAIRS  15U /* of neighbours, of one range */
#define MOST_STARTS 2000U
#define STATES      60U /* of random runs, checked for each pair */
#define RUN_LONG    20U
#define MOST_EDGES  4000U /* out of one state */
#define MOST_PLACES 8U    /* for one range */

typedef struct {
    uint32_t group;
    uint64_t instance;
    bool faults;
} edge;

/* Steps out of a state; `states` has one for each. */
typedef struct {
    uint32_t n_slots;
    COSET_VEC(edge) edges;
    COSET_VEC(coset_value) states;
} steps;

/* A place, and the pairs whose exchange it breaks: pair i is number i of the range and the next one. */
typedef struct {
    uint32_t rule;
    coset_pos pos;
    uint64_t pairs;
} place;

typedef struct {
    const coset_model *m;
    const coset_ir *ir;
    const coset_detected *d;
    coset_arena *arena;
    coset_worker *worker;
    coset__lockstep *lockstep;
    coset_value *states, *image; /* [n_states][n_slots], [n_slots] */
    uint32_t n_states;
    steps starts, out, mirrored;
    uint64_t dice;
    coset__exchange x; /* the current one */
    coset__moves moves;
    uint32_t pair;
    COSET_VEC(place) places; /* of one range */
    COSET_VEC(coset_detect_missing) found;
} search;

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    steps *s = ctx;
    if (s->edges.n >= MOST_EDGES)
        return COSET_STOPPED;
    *coset_vec_add(&s->edges) = (edge){e->group, e->instance, e->fault != NULL};
    for (uint32_t i = 0; i < s->n_slots; i++)
        *coset_vec_add(&s->states) = dst ? dst[i] : 0;
    return COSET_OK;
}

static void steps_fini(steps *s)
{
    coset_vec_fini(&s->edges);
    coset_vec_fini(&s->states);
}

static const coset_value *state_at(const steps *s, uint32_t i) { return s->states.at + (size_t)i * s->n_slots; }

/* Out of a state, or (NULL) into start states. False: there are too many, or they cannot be computed. */
static bool expand(search *k, const coset_value *src, steps *to)
{
    to->n_slots = k->m->n_slots;
    to->edges.n = to->states.n = 0;
    coset_status status =
        src ? k->m->ops->next(k->worker, src, on_edge, to) : k->m->ops->starts(k->worker, on_edge, to);
    return status == COSET_OK;
}

static uint32_t roll(search *k, uint32_t n)
{
    k->dice = k->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((k->dice >> 33) % n);
}

static const coset_value *choose(search *k, const steps *s)
{
    uint32_t n = s->edges.n, from = n ? roll(k, n) : 0;
    for (uint32_t i = 0; i < n; i++)
        if (!s->edges.at[(from + i) % n].faults)
            return state_at(s, (from + i) % n);
    return NULL;
}

static void collect_states(search *k)
{
    uint32_t n = k->m->n_slots;
    k->states = coset_new((size_t)STATES * n, sizeof *k->states);
    while (k->n_states < STATES && k->starts.edges.n) {
        const coset_value *at = choose(k, &k->starts);
        uint32_t before = k->n_states;
        for (uint32_t i = 0; at && i < RUN_LONG && k->n_states < STATES; i++) {
            memcpy(k->states + (size_t)k->n_states * n, at, n * sizeof *at);
            at = expand(k, k->states + (size_t)k->n_states * n, &k->out) ? choose(k, &k->out) : NULL;
            k->n_states++;
        }
        if (k->n_states == before)
            return;
    }
}

/* ---- who is to blame --------------------------------------------------------------------------------------------- */

static void blame(search *k, uint32_t rule, coset_pos pos)
{
    for (uint32_t i = 0; i < k->places.n; i++) {
        place *p = &k->places.at[i];
        if (p->rule == rule && p->pos.file == pos.file && p->pos.line == pos.line) {
            p->pairs |= UINT64_C(1) << k->pair;
            return;
        }
    }
    if (k->places.n < MOST_PLACES)
        *coset_vec_add(&k->places) = (place){rule, pos, UINT64_C(1) << k->pair};
}

static bool is_blamed(const search *k, uint32_t rule)
{
    for (uint32_t i = 0; i < k->places.n; i++)
        if (k->places.at[i].rule == rule && k->places.at[i].pairs >> k->pair & 1)
            return true;
    return false;
}

static void look_into(search *k, const edge *e, const coset_value *state)
{
    const coset_pos *places;
    uint32_t n = coset__lockstep_run(k->lockstep, &k->x, &k->moves, e->group, e->instance, state, &places);
    for (uint32_t i = 0; i < n; i++)
        blame(k, e->group, places[i]);
    if (n == 0)
        blame(k, e->group, k->ir->rules[e->group].pos);
}

/* The same instance with exchanged parameters; false if there is none. */
static bool image_of(const search *k, uint32_t group, uint64_t instance, uint64_t *out)
{
    const coset_ir_rule *r = &k->ir->rules[group];
    uint64_t weight = 1;
    *out = 0;
    for (uint32_t p = r->n_params; p-- > 0;) {
        const coset_ir_type *t = r->params[p].type;
        uint64_t radix = coset_ir_radix(t), rank = instance % radix;
        instance /= radix;
        if (coset__runs_over(&k->x, t)) {
            coset_value v = coset__exchanged_value(&k->x, t, (coset_value)rank + 1);
            if (v == 0)
                return false;
            rank = v - 1;
        }
        *out += rank * weight;
        weight *= radix;
    }
    return true;
}

static bool has(search *k, const steps *s, const edge *e, const coset_value *dst)
{
    uint64_t instance;
    if (!image_of(k, e->group, e->instance, &instance))
        return false;
    coset__exchange_apply(&k->x, &k->moves, dst, k->image);
    for (uint32_t i = 0; i < s->edges.n; i++) {
        const edge *o = &s->edges.at[i];
        if (o->group == e->group && o->instance == instance && o->faults == e->faults &&
            (o->faults || memcmp(state_at(s, i), k->image, k->m->n_slots * sizeof *k->image) == 0))
            return true;
    }
    return false;
}

/* Steps of `own`, out of `state`, that its image does not have. */
static void compare(search *k, const steps *own, const steps *others, const coset_value *state)
{
    for (uint32_t i = 0; i < own->edges.n; i++)
        if (!is_blamed(k, own->edges.at[i].group) && !has(k, others, &own->edges.at[i], state_at(own, i)))
            look_into(k, &own->edges.at[i], state);
}

static void look_at_states(search *k)
{
    uint32_t n = k->m->n_slots;
    coset_value *image = coset_new(n, sizeof *image);
    for (uint32_t i = 0; i < k->n_states && !coset_budget_spend(k->d->limit, 1000); i++) {
        const coset_value *state = k->states + (size_t)i * n;
        coset__exchange_apply(&k->x, &k->moves, state, image);
        if (!expand(k, state, &k->out) || !expand(k, image, &k->mirrored))
            continue;
        compare(k, &k->out, &k->mirrored, state);
        compare(k, &k->mirrored, &k->out, image);
    }
    coset_delete(image);
}

static bool is_start(const search *k, const coset_value *state)
{
    for (uint32_t i = 0; i < k->starts.edges.n; i++)
        if (!k->starts.edges.at[i].faults && memcmp(state_at(&k->starts, i), state, k->m->n_slots * sizeof *state) == 0)
            return true;
    return false;
}

static void look_at_starts(search *k)
{
    for (uint32_t i = 0; i < k->starts.edges.n && k->starts.edges.n <= MOST_STARTS; i++) {
        const edge *e = &k->starts.edges.at[i];
        coset__exchange_apply(&k->x, &k->moves, state_at(&k->starts, i), k->image);
        if (!e->faults && !is_blamed(k, e->group) && !is_start(k, k->image))
            look_into(k, e, NULL);
    }
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

/* The group has it. */
static bool is_symmetry(const search *k)
{
    const coset_literals *l = &k->d->literals;
    coset_point *perm = coset_new(l->n, sizeof *perm);
    bool is = true;
    for (uint32_t i = 0; i < l->n && is; i++) {
        uint32_t slot = l->slots[i];
        const coset_ir_type *t = k->moves.type[slot];
        if (l->any[slot])
            is = k->moves.to[slot] == slot && !t;
        perm[i] = l->any[slot] ? i
                               : coset_literals_find(l, k->moves.to[slot],
                                                     t ? coset__exchanged_value(&k->x, t, l->values[i]) : l->values[i]);
        is = is && perm[i] != COSET_NO_LITERAL;
    }
    is = is && coset_permgroup_has(k->d->group, perm);
    coset_delete(perm);
    return is;
}

static const char *pairs_text(const search *k, const place *p, uint32_t n_pairs)
{
    char a[64], b[64], type[160], text[600];
    const coset_ir_type *t = k->x.of;
    size_t len = 0;
    coset_ir_type_text(t, type, sizeof type);
    if (n_pairs > 1 && p->pairs == (UINT64_C(1) << n_pairs) - 1)
        return coset_arena_printf(k->arena, "no two neighbouring values of %s can be exchanged", type);
    for (uint32_t i = 0; i < n_pairs; i++)
        if (p->pairs >> i & 1) {
            coset_ir_value_text(t, t->lo + i, a, sizeof a);
            coset_ir_value_text(t, t->lo + i + 1, b, sizeof b);
            len += (size_t)snprintf(text + len, sizeof text - len, "%s%s and %s", len ? ", " : "", a, b);
        }
    return coset_arena_printf(k->arena, "%s of %s cannot be exchanged", text, type);
}

static void tell(search *k, uint32_t n_pairs)
{
    for (uint32_t i = 0; i < k->places.n; i++) {
        const place *p = &k->places.at[i];
        const coset_ir_rule *r = &k->ir->rules[p->rule];
        *coset_vec_add(&k->found) = (coset_detect_missing){
            p->pos, coset_arena_printf(k->arena, "%s \"%s\"", r->is_start ? "start state" : "rule", r->name),
            pairs_text(k, p, n_pairs)};
    }
    k->places.n = 0;
}

static void look_at_range(search *k, const coset_ir_type *t)
{
    uint32_t n_pairs = t->n - 1 < MOST_PAIRS ? (uint32_t)t->n - 1 : MOST_PAIRS;
    for (k->pair = 0; k->pair < n_pairs && !coset_budget_is_spent(k->d->limit); k->pair++) {
        k->x = (coset__exchange){t, t->lo + k->pair, t->lo + k->pair + 1};
        if (!coset__exchange_moves(&k->x, k->ir, k->arena, &k->moves) || is_symmetry(k))
            continue;
        look_at_starts(k);
        look_at_states(k);
    }
    tell(k, n_pairs);
}

uint32_t coset_detect_find_missing(const coset_model *m, const coset_detected *d, coset_arena *arena,
                                   const coset_detect_missing **out)
{
    search k = {.m = m, .ir = coset_model_ir(m), .d = d, .arena = arena, .dice = 1};
    uint32_t n = 0;
    *out = NULL;
    if (!k.ir || k.ir->controls || k.ir->transient || d->failed || !d->group)
        return 0;
    const coset_ir_type *const *all = coset__named_ranges(k.ir, arena, &n);
    k.worker = coset_worker_new(m);
    k.image = coset_new(m->n_slots, sizeof *k.image);
    k.lockstep = coset__lockstep_new(m, k.ir, d->limit);
    if (expand(&k, NULL, &k.starts))
        collect_states(&k);
    for (uint32_t i = 0; i < n && k.n_states; i++)
        look_at_range(&k, all[i]);
    *out = coset_arena_copy(arena, k.found.at, k.found.n, sizeof *k.found.at);
    n = k.found.n;
    coset__lockstep_free(k.lockstep);
    m->ops->worker_free(k.worker);
    coset_delete(k.image);
    coset_delete(k.states);
    steps_fini(&k.starts);
    steps_fini(&k.out);
    steps_fini(&k.mirrored);
    coset_vec_fini(&k.places);
    coset_vec_fini(&k.found);
    return n;
}
