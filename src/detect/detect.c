/* detect/detect.c - from the view to the group. */
#include "detect/detect.h"

#include <string.h>

#include "detect/extract/draw.h"
#include "detect/extract/swap.h"

#define MOST_BYTES    (UINT64_C(1) << 30) /* of a stabiliser chain */
#define MOST_TYPED    (UINT64_C(1) << 26) /* bytes of the part that follows from the text */
#define MOST_VERTICES 2000000U

/* ---- literals --------------------------------------------------------------------------------------------------- */

#define MOST_TABLE 1000000U

/* Values without a literal have COSET_NO_LITERAL. */
static void make_table(coset_literals *l, coset_arena *a)
{
    uint32_t *at = coset_arena_get(a, l->n_slots, sizeof *at);
    uint64_t n = 0;
    for (uint32_t s = 0; s < l->n_slots && n <= MOST_TABLE; s++) {
        at[s] = (uint32_t)n;
        n += l->values[l->first[s + 1] - 1] + UINT64_C(1);
    }
    if (n > MOST_TABLE)
        return;
    uint32_t *table = coset_arena_get(a, n, sizeof *table);
    for (uint64_t i = 0; i < n; i++)
        table[i] = COSET_NO_LITERAL;
    for (uint32_t i = 0; i < l->n; i++)
        table[at[l->slots[i]] + l->values[i]] = i;
    l->at = at;
    l->table = table;
}

static void find_literals(const coset__constraints *v, coset_arena *a, coset_literals *l)
{
    uint32_t n_slots = v->m->n_slots, n = 0;
    uint32_t *first = coset_arena_get(a, n_slots + (size_t)1, sizeof *first);
    bool *any = coset_arena_get(a, n_slots, sizeof *any);
    for (uint32_t s = 0; s < n_slots; s++) {
        any[s] = v->wide[s];
        first[s] = n;
        n += any[s] ? 1 : v->slots[s].n;
    }
    first[n_slots] = n;
    coset_value *values = coset_arena_get(a, n, sizeof *values);
    uint32_t *slots = coset_arena_get(a, n, sizeof *slots);
    for (uint32_t s = 0; s < n_slots; s++)
        for (uint32_t i = first[s]; i < first[s + 1]; i++) {
            values[i] = any[s] ? 0 : v->slots[s].at[i - first[s]];
            slots[i] = s;
        }
    *l = (coset_literals){.n_slots = n_slots, .n = n, .first = first, .values = values, .slots = slots, .any = any};
    make_table(l, a);
}

/* ---- generators ------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset__drawing *d;
    coset_arena *arena;
    uint32_t *literal_of;  /* [vertices] COSET_NO_LITERAL */
    uint32_t *instance_of; /* [vertices] first instance drawn there, or COSET__NO_VERTEX */
    uint32_t *next;        /* [instances] the next one at the same vertex, or COSET__NO_VERTEX */
    COSET_VEC(coset_detect_generator) found;
    COSET_VEC(coset_detect_move) moves; /* of one of them */
} finder;

static void note_move(finder *f, uint32_t from, uint32_t to)
{
    const coset__instance *x = &f->d->v->instances.at[from], *y = &f->d->v->instances.at[to];
    *coset_vec_add(&f->moves) = (coset_detect_move){{x->number, x->instance}, {y->number, y->instance}};
}

/* Instances at one vertex do the same, so any pairing of those at a vertex with those at its image will do. */
static void find_moves(finder *f, const uint32_t *image, coset_detect_generator *g)
{
    const coset__drawing *d = f->d;
    f->moves.n = 0;
    for (uint32_t i = 0; i < d->v->instances.n; i++) {
        uint32_t vertex = d->instance_vertex[i];
        if (d->v->instances.at[i].owner != COSET__RULE || image[vertex] == vertex || f->instance_of[vertex] != i)
            continue;
        uint32_t from = i, to = f->instance_of[image[vertex]];
        for (; from != COSET__NO_VERTEX && to != COSET__NO_VERTEX; from = f->next[from], to = f->next[to])
            note_move(f, from, to);
    }
    g->n_moves = f->moves.n;
    g->moves = coset_arena_copy(f->arena, f->moves.at, f->moves.n, sizeof *f->moves.at);
}

static bool is_known(const finder *f, const coset_point *perm)
{
    for (uint32_t g = 0; g < f->found.n; g++)
        if (memcmp(f->found.at[g].perm, perm, f->d->literals->n * sizeof *perm) == 0)
            return true;
    return false;
}

static void on_automorphism(void *ctx, const uint32_t *image)
{
    finder *f = ctx;
    const coset__drawing *d = f->d;
    coset_detect_generator g = {0};
    coset_point *perm = coset_arena_get(f->arena, d->literals->n, sizeof *perm);
    bool moves = false;
    for (uint32_t i = 0; i < d->literals->n; i++) {
        uint32_t vertex = d->literal_vertex[i];
        perm[i] = vertex == COSET__NO_VERTEX ? i : f->literal_of[image[vertex]];
        moves = moves || perm[i] != i;
    }
    if (!moves || is_known(f, perm))
        return;
    COSET_INVARIANT(coset_literals_respects(d->literals, perm));
    g.perm = perm;
    find_moves(f, image, &g);
    *coset_vec_add(&f->found) = g;
}

static void find_generators(const coset__drawing *d, coset_arena *arena, coset_detected *out)
{
    finder f = {.d = d, .arena = arena};
    f.literal_of = coset_new(d->n, sizeof *f.literal_of);
    f.instance_of = coset_new(d->n, sizeof *f.instance_of);
    f.next = coset_new(d->v->instances.n, sizeof *f.next);
    memset(f.instance_of, 0xff, d->n * sizeof *f.instance_of);
    for (uint32_t i = 0; i < d->literals->n; i++)
        if (d->literal_vertex[i] != COSET__NO_VERTEX)
            f.literal_of[d->literal_vertex[i]] = i;
    for (uint32_t i = d->v->instances.n; i-- > 0;) {
        f.next[i] = f.instance_of[d->instance_vertex[i]];
        f.instance_of[d->instance_vertex[i]] = i;
    }
    coset_graph_limit(d->graph, d->v->limit);
    bool all = coset_graph_automorphisms(d->graph, on_automorphism, &f);
    if (!all) /* the process has died: it has not reported a limit, although the limit is checked before the end */
        out->failed = "the computation of the graph's automorphisms was interrupted";
    out->n_generators = all ? f.found.n : 0;
    out->generators = coset_arena_copy(arena, f.found.at, f.found.n, sizeof *f.found.at);
    coset_vec_fini(&f.found);
    coset_vec_fini(&f.moves);
    coset_delete(f.literal_of);
    coset_delete(f.instance_of);
    coset_delete(f.next);
}

static coset_permgroup *group_of(const coset_detected *d, uint32_t n, const coset_detect_generator *generators)
{
    const coset_point **perms = coset_new(n, sizeof *perms);
    for (uint32_t i = 0; i < n; i++)
        perms[i] = generators[i].perm;
    const coset_permgens gens = {d->literals.n, n, perms, d->limit};
    coset_permgroup *g = coset_permgroup_new(&gens, NULL, MOST_BYTES);
    coset_delete(perms);
    return g;
}

static void make_group(coset_detected *out)
{
    out->group = group_of(out, out->n_generators, out->generators);
    if (!out->group)
        out->failed = "the group needs too much memory";
}

static void list_instances(const coset__constraints *v, coset_arena *a, coset_detected *out)
{
    uint32_t *n = coset_arena_get(a, v->m->n_groups, sizeof *n);
    coset_detect_rule *rules = coset_arena_get(a, v->instances.n, sizeof *rules);
    bool *opaque = coset_arena_get(a, v->m->n_groups, sizeof *opaque);
    for (uint32_t i = 0; i < v->instances.n; i++) {
        const coset__instance *x = &v->instances.at[i];
        if (x->owner != COSET__RULE)
            continue;
        n[x->number]++;
        rules[out->n_rules++] = (coset_detect_rule){x->number, x->instance};
    }
    for (uint32_t g = 0; g < v->m->n_groups; g++)
        opaque[g] = v->opaque[g];
    out->n_rule_instances = n;
    out->rules = rules;
    out->opaque = opaque;
}

/* ---- the graph -------------------------------------------------------------------------------------------------- */

static void draw(const coset__constraints *v, uint64_t most_edges, coset_arena *arena, coset_detected *out)
{
    coset__drawing d;
    coset__draw(&d, v, &out->literals);
    out->vertices = d.n;
    out->edges = d.n_edges;
    if (coset_budget_is_spent(v->limit))
        out->failed = "the graph is not complete";
    else if (d.n > MOST_VERTICES || (most_edges && d.n_edges > most_edges))
        out->failed = "the graph is too large";
    else
        find_generators(&d, arena, out);
    coset__drawing_fini(&d);
}

/* ---- both kinds of generators ----------------------------------------------------------------------------------- */

static bool has_all(const coset_permgroup *g, uint32_t n, const coset_detect_generator *generators)
{
    for (uint32_t i = 0; i < n; i++)
        if (!coset_permgroup_has(g, generators[i].perm))
            return false;
    return true;
}

/* Generators from the text are added if the graph does not have them; then those of the graph only if they are needed.
 */
static void join(coset_detected *out, uint32_t n, const coset_detect_generator *typed, bool truth, coset_arena *arena)
{
    if (out->group && has_all(out->group, n, typed))
        return;
    coset_permgroup *alone = group_of(out, n, typed);
    uint32_t n_graph = alone && has_all(alone, out->n_generators, out->generators) ? 0 : out->n_generators;
    coset_detect_generator *all = coset_arena_get(arena, n + (size_t)n_graph, sizeof *all);
    if (n_graph)
        memcpy(all, out->generators, n_graph * sizeof *all);
    memcpy(all + n_graph, typed, n * sizeof *all);
    coset_permgroup_free(out->group);
    out->generators = all;
    out->n_generators = n_graph + n;
    out->n_typed = n;
    out->any_fault = true;
    out->truth = truth;
    out->group = NULL;
    if (n_graph == 0)
        out->group = alone;
    else
        coset_permgroup_free(alone);
    if (!out->group)
        make_group(out);
}

/* Symmetries that one kind loses may be found by the other. */
static void count_losses(const coset__constraints *v, coset_detected *out, coset_arena *arena)
{
    coset_detect_loss *kept = coset_arena_copy(arena, out->losses, out->n_losses, sizeof *kept);
    bool *moves = coset_arena_get(arena, v->m->n_slots, sizeof *moves);
    uint32_t n = 0;
    for (uint32_t s = 0; s < v->m->n_slots; s++)
        moves[s] = coset_detected_moves(out, s);
    for (uint32_t i = 0; i < out->n_losses; i++) {
        kept[n] = out->losses[i];
        kept[n].n_slots = 0;
        for (uint32_t s = 0; s < v->m->n_slots; s++)
            kept[n].n_slots += v->blamed[s] == i + 1 && !moves[s];
        n += kept[n].n_slots > 0;
    }
    out->losses = kept;
    out->n_losses = n;
}

static bool moves_bags(const coset_model *m, const coset_detected *d)
{
    for (uint32_t b = 0; b < m->symmetry.n_bags; b++)
        for (uint32_t s = 0; s < m->symmetry.bags[b].n_entries * m->symmetry.bags[b].width; s++)
            if (coset_detected_moves(d, m->symmetry.bags[b].base + s))
                return true;
    return false;
}

/* Those swaps of a type are left out that are no neighbours of one another: something between them was dropped. */
static void keep_renamings(coset__swaps *t, const coset_detect_generator *typed, coset_arena *arena,
                           coset_detect_renamings *out)
{
    const coset_model *m = t->inferred.model;
    bool **moves = coset_arena_get(arena, m->symmetry.n_types, sizeof *moves);
    coset_detect_swap *swaps = coset_arena_get(arena, t->n_swaps, sizeof *swaps);
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->symmetry.n_types; i++)
        moves[i] = coset_arena_get(arena, m->symmetry.types[i].n, sizeof **moves);
    for (uint32_t i = 0; i < t->n_swaps; i++) {
        const coset__swap *s = &t->swaps[i];
        if (n && swaps[n - 1].type == s->type && swaps[n - 1].b != s->a)
            continue;
        moves[s->type][s->a] = moves[s->type][s->b] = true;
        swaps[n++] = (coset_detect_swap){s->type, s->a, s->b, typed[i].perm};
    }
    *out = (coset_detect_renamings){t->inferred.model, coset_symgroup_moving(m, (const bool *const *)moves, arena), n,
                                    swaps};
    t->inferred.model = NULL;
}

/* A return of a chain for each pair of elements. */
static uint64_t bytes_for(const coset__swaps *t, const uint32_t *n_swaps, uint32_t n_literals)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < t->inferred.model->symmetry.n_types; i++)
        n += (uint64_t)n_swaps[i] * (n_swaps[i] + 1) / 2;
    return n * n_literals * sizeof(coset_point);
}

/* Types with so many elements that the group could not be stored are dropped, the largest first, and reported: a
 * variable of bytes that only holds three of them would otherwise cost all the rest of the group. */
static void drop_large(coset__swaps *t, coset_detected *out, coset_arena *arena)
{
    const coset_symmetry *y = &t->inferred.model->symmetry;
    uint32_t *n_swaps = coset_arena_get(arena, y->n_types, sizeof *n_swaps), n = 0;
    for (uint32_t i = 0; i < t->n_swaps; i++)
        n_swaps[t->swaps[i].type]++;
    while (bytes_for(t, n_swaps, out->literals.n) > MOST_TYPED) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < y->n_types; i++)
            largest = n_swaps[i] > n_swaps[largest] ? i : largest;
        coset_detect_loss *all = coset_arena_get(arena, out->n_losses + (size_t)1, sizeof *all);
        if (out->n_losses)
            memcpy(all, out->losses, out->n_losses * sizeof *all);
        all[out->n_losses++] = (coset_detect_loss){
            y->types[largest].pos, y->types[largest].name,
            coset_arena_printf(arena, "%u of its values are interchangeable, which needs too much time and memory",
                               (unsigned)n_swaps[largest] + 1),
            0};
        out->losses = all;
        n_swaps[largest] = 0;
    }
    coset__swap *kept = coset_arena_get(arena, t->n_swaps, sizeof *kept);
    for (uint32_t i = 0; i < t->n_swaps; i++)
        if (n_swaps[t->swaps[i].type])
            kept[n++] = t->swaps[i];
    t->swaps = kept;
    t->n_swaps = n;
}

/* Exchanges of numbers that nothing holds move rules only, if anything. */
static void drop_idle(coset__swaps *t, coset_detect_generator *typed, uint32_t n_literals, coset_arena *arena)
{
    coset__swap *kept = coset_arena_get(arena, t->n_swaps, sizeof *kept);
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_swaps; i++) {
        uint32_t x = 0;
        while (x < n_literals && typed[i].perm[x] == x)
            x++;
        if (x == n_literals)
            continue;
        kept[n] = t->swaps[i];
        typed[n++] = typed[i];
    }
    t->swaps = kept;
    t->n_swaps = n;
}

static void add_typed(coset__swaps *t, const coset__constraints *v, bool truth, coset_arena *arena, coset_detected *out)
{
    if (t->n_swaps)
        drop_large(t, out, arena);
    coset_detect_generator *typed = coset_arena_get(arena, t->n_swaps, sizeof *typed);
    for (uint32_t i = 0; i < t->n_swaps && !coset_budget_spend(v->limit, out->literals.n); i++)
        typed[i] = coset__swaps_generator(t, &t->swaps[i], &out->literals, arena);
    if (coset_budget_is_spent(v->limit))
        return;
    drop_idle(t, typed, out->literals.n, arena);
    if (t->n_swaps) {
        join(out, t->n_swaps, typed, truth, arena);
        keep_renamings(t, typed, arena, &out->renamings);
    }
    if (out->n_typed)
        count_losses(v, out, arena);
    if (moves_bags(v->m, out))
        out->literals.bags = &v->m->symmetry;
}

/* The text may prove what the graph could not show. Not if a small limit was given and is exhausted: then slots may
 * have hundreds of values that no state has, and the group permutes them. */
static void look_at_text(coset__swaps *t, coset__constraints *v, const coset_detect_options *o, coset_arena *arena)
{
    if (v->failed && (!v->hopeless || o->budget))
        return;
    coset__swaps_find(t, v, o, arena);
    for (uint32_t i = 0; t->n_swaps && v->failed && i < v->m->n_slots; i++)
        coset__detect_view_open(v, i);
    coset__swaps_close(t, v);
}

/* The result may be incomplete, or wrong. */
static void forget(coset_detected *out, coset_arena *arena)
{
    char words[100];
    coset_budget_words(out->limit, words, sizeof words);
    coset_detected_fini(out);
    out->n_generators = out->n_typed = 0;
    out->n_losses = 0;
    out->failed = coset_arena_text(arena, words);
}

void coset_detect(const coset_model *m, const coset_detect_options *o, coset_arena *arena, coset_detected *out)
{
    coset__constraints v;
    coset__swaps t = {0};
    *out = (coset_detected){.limit = o->limit, .keeps = o->keeps};
    coset__detect_view_make(&v, m, o, arena);
    out->runs = v.all - v.budget;
    out->n_instances = v.instances.n;
    out->n_losses = v.losses.n;
    out->losses = coset_arena_copy(arena, v.losses.at, v.losses.n, sizeof *v.losses.at);
    look_at_text(&t, &v, o, arena);
    out->failed = t.n_swaps ? NULL : v.failed;
    if (!out->failed)
        find_literals(&v, arena, &out->literals);
    out->literals.origin = v.failed ? NULL : v.origin;
    if (!v.failed) {
        list_instances(&v, arena, out);
        draw(&v, 4 * o->budget, arena, out);
    }
    if (t.n_swaps)
        out->failed = NULL;
    if (!out->failed && o->budget && (uint64_t)(out->n_generators + t.n_swaps) * out->literals.n > 64 * o->budget)
        out->failed = "the group is too large for the budget";
    if (!out->failed)
        make_group(out);
    if (!out->failed)
        add_typed(&t, &v, o->truth, arena, out);
    if (coset_budget_is_spent(o->limit))
        forget(out, arena);
    coset__swaps_fini(&t);
    coset__detect_view_fini(&v);
}
