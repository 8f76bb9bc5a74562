#include "lts/super_symm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lts/symm_int.h"

/* ---- data independent of the exchange -------------------------------------------------------------------------- */

static int compare_locals(const void *x, const void *y)
{
    const coset__local *a = x, *b = y;
    if (a->component != b->component)
        return a->component < b->component ? -1 : 1;
    return (a->event > b->event) - (a->event < b->event);
}

static void find_locals(coset__symm *k)
{
    COSET_VEC(coset__local) all = {0};
    for (uint32_t r = 0; r < k->s->n_rules; r++)
        for (uint32_t p = 0; p < k->s->rules[r].n_parts; p++)
            if (k->s->rules[r].parts[p].event >= k->s->n_events)
                *coset_vec_add(&all) = (coset__local){k->s->rules[r].parts[p].component, k->s->rules[r].parts[p].event};
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, compare_locals);
    for (uint32_t i = 0; i < all.n; i++)
        if (i == 0 || compare_locals(&all.at[i], &all.at[k->n_locals - 1]) != 0)
            all.at[k->n_locals++] = all.at[i];
    k->locals = coset_arena_copy(k->arena, all.at, k->n_locals, sizeof *all.at);
    coset_vec_fini(&all);
}

uint32_t coset__local_of(const coset__symm *k, uint32_t component, uint32_t event)
{
    coset__local key = {component, event};
    coset__local *at = k->n_locals ? bsearch(&key, k->locals, k->n_locals, sizeof key, compare_locals) : NULL;
    return at ? (uint32_t)(at - k->locals) : COSET__NO_MAP;
}

uint32_t coset__map_event(const coset__exchange *x, uint32_t c, uint32_t e)
{
    if (e < x->k->s->n_events)
        return x->events[e];
    uint32_t local = coset__local_of(x->k, c, e);
    return local == COSET__NO_MAP ? COSET__NO_MAP : x->k->locals[x->locals[local]].event;
}

static void prepare(coset__symm *k)
{
    const coset_super *s = k->s;
    k->offset = coset_arena_get(k->arena, (size_t)s->n_types + 1, sizeof *k->offset);
    for (uint32_t t = 0; t < s->n_types; t++)
        k->offset[t + 1] = k->offset[t] + s->types[t].n;
    k->n_points = k->offset[s->n_types];
    if (s->event_labels)
        k->events = coset_label_index_new(s->event_labels, s->n_events, k->arena);
    k->component_label = coset_arena_get(k->arena, s->n_components, sizeof *k->component_label);
    k->first = coset_arena_get(k->arena, (size_t)s->n_components + 1, sizeof *k->first);
    for (uint32_t c = 0; c < s->n_components; c++) {
        k->component_label[c] = s->components[c].label;
        k->first[c + 1] = k->first[c] + s->components[c].lts->n_states + 1;
    }
    k->n_values = k->first[s->n_components];
    k->components = coset_label_index_new(k->component_label, s->n_components, k->arena);
    find_locals(k);
    coset__make_rule_table(k);
}

/* ---- one exchange ---------------------------------------------------------------------------------------------- */

static coset__exchange exchange_new(const coset__symm *k, uint32_t type, uint32_t a, uint32_t b, char *reason,
                                    size_t n_reason)
{
    coset__exchange x = {
        .k = k, .type = type, .a = a, .b = b, .arena = coset_arena_new(), .reason = reason, .n_reason = n_reason};
    x.perm = coset_arena_get(x.arena, k->n_points, sizeof *x.perm);
    for (uint32_t t = 0; t < k->s->n_types; t++)
        for (uint32_t e = 0; e < k->s->types[t].n; e++)
            x.perm[k->offset[t] + e] = e;
    x.perm[k->offset[type] + a] = b;
    x.perm[k->offset[type] + b] = a;
    x.events = coset_arena_get(x.arena, k->s->n_events, sizeof *x.events);
    x.components = coset_arena_get(x.arena, k->s->n_components, sizeof *x.components);
    x.locals = coset_arena_get(x.arena, k->n_locals, sizeof *x.locals);
    x.values = coset_arena_get(x.arena, k->n_values, sizeof *x.values);
    x.nodes = coset_arena_get(x.arena, k->spec ? k->spec->n_nodes : 0, sizeof *x.nodes);
    return x;
}

static bool fits(coset__exchange *x)
{
    if (!coset__map_events(x) || !coset__map_nodes(x))
        return false;
    if (coset__guess_components(x) && coset__check_rules(x) && coset__map_states(x))
        return true;
    if (coset__refine_components(x, true) && coset__check_rules(x) && coset__map_states(x))
        return true;
    return coset__refine_components(x, false) && coset__check_rules(x) && coset__map_states(x);
}

/* ---- from exchanges to a group ---------------------------------------------------------------------------------- */

typedef struct {
    coset__symm k;
    bool **moves;
    bool **used; /* [type][element] an event that the rules mention holds it */
    COSET_VEC(coset_super_refusal) refusals;
} finder;

static bool exchange_fits(finder *f, uint32_t t, uint32_t a, uint32_t b, char *reason, size_t n)
{
    coset__exchange x = exchange_new(&f->k, t, a, b, reason, n);
    bool ok = fits(&x);
    coset_arena_free(x.arena);
    return ok;
}

static void refuse_element(finder *f, uint32_t t, uint32_t a, uint32_t b, const char *reason)
{
    *coset_vec_add(&f->refusals) = (coset_super_refusal){t, a, b, coset_arena_text(f->k.arena, reason)};
}

/* Reports why e, which does not move, cannot be exchanged with `other`. */
static void blame(finder *f, uint32_t t, uint32_t e, uint32_t other)
{
    char reason[400] = "";
    if (other != e && !exchange_fits(f, t, e < other ? e : other, e < other ? other : e, reason, sizeof reason))
        refuse_element(f, t, e, other, reason);
}

static void use_event(finder *f, uint32_t event)
{
    if (event >= f->k.s->n_events)
        return;
    const coset_label *label = &f->k.s->event_labels[event];
    for (uint32_t i = 0; i < label->n; i++)
        for (uint32_t k = 0; k < label->edges[i].n; k++)
            f->used[label->edges[i].ends[k].type][label->edges[i].ends[k].element] = true;
}

static void find_used(finder *f)
{
    const coset_super *s = f->k.s;
    f->used = coset_arena_get(f->k.arena, s->n_types, sizeof *f->used);
    for (uint32_t t = 0; t < s->n_types; t++)
        f->used[t] = coset_arena_get(f->k.arena, s->types[t].n, sizeof **f->used);
    for (uint32_t r = 0; s->event_labels && r < s->n_rules; r++) {
        use_event(f, s->rules[r].event);
        for (uint32_t p = 0; p < s->rules[r].n_parts; p++)
            use_event(f, s->rules[r].parts[p].event);
    }
}

/* Classes of elements that can be exchanged; exchanges compose, so each need be tried with the first of a class only.
 * Returns the first of the largest class. Elements of which nothing is seen count less than all others: any two of
 * them can be exchanged, and little is gained. */
static uint32_t find_classes(finder *f, uint32_t t, uint32_t *class_of, uint32_t *size)
{
    uint32_t n = f->k.s->types[t].n, best = 0;
    uint32_t *weight = coset_new(n, sizeof *weight);
    char reason[400];
    for (uint32_t e = 0; e < n; e++) {
        class_of[e] = e;
        for (uint32_t r = 0; f->moves[t][e] && r < e && class_of[e] == e; r++)
            if (f->moves[t][r] && class_of[r] == r && exchange_fits(f, t, r, e, reason, sizeof reason))
                class_of[e] = r;
        size[class_of[e]] += f->moves[t][e];
        weight[class_of[e]] += f->moves[t][e] ? (f->used[t][e] ? n + 1 : 1) : 0;
    }
    for (uint32_t e = 0; e < n; e++)
        best = size[e] > 1 && weight[e] > (size[best] > 1 ? weight[best] : 0) ? e : best;
    coset_delete(weight);
    return best;
}

/* The largest class moves. */
static void choose_class(finder *f, uint32_t t)
{
    uint32_t n = f->k.s->types[t].n, second = 0;
    uint32_t *class_of = coset_new(n, sizeof *class_of), *size = coset_new(n, sizeof *size);
    uint32_t best = find_classes(f, t, class_of, size);
    while (second < n && (second == best || !f->moves[t][second]))
        second++;
    for (uint32_t e = 0; e < n; e++) {
        bool moves = f->moves[t][e] && class_of[e] == best && size[best] > 1;
        if (f->moves[t][e] && !moves && second < n)
            blame(f, t, e, e == best ? second : best);
    }
    for (uint32_t e = 0; e < n; e++)
        f->moves[t][e] = f->moves[t][e] && class_of[e] == best && size[best] > 1;
    coset_delete(size);
    coset_delete(class_of);
}

/* ---- the action ------------------------------------------------------------------------------------------------- */

static const uint32_t **images_new(finder *f, uint32_t n) { return coset_arena_get(f->k.arena, n, sizeof(uint32_t *)); }

/* Maps of all generators. False if one does not fit. */
static bool make_images(finder *f, coset_super_symmetry *y, coset_chains chains)
{
    coset_arena *a = f->k.arena;
    uint32_t n_nodes = f->k.spec ? f->k.spec->n_nodes : 0;
    const uint32_t **components = images_new(f, chains.n_generators), **values = images_new(f, chains.n_generators);
    const uint32_t **nodes = images_new(f, chains.n_generators);
    char reason[400];
    bool ok = true;
    for (uint32_t g = 0; ok && g < chains.n_generators; g++) {
        const coset_exchange *e = &chains.generators[g];
        coset__exchange x = exchange_new(&f->k, e->type, e->a, e->b, reason, sizeof reason);
        ok = fits(&x);
        if (ok) {
            components[g] = coset_arena_copy(a, x.components, f->k.s->n_components, sizeof *x.components);
            values[g] = coset_arena_copy(a, x.values, f->k.n_values, sizeof *x.values);
            nodes[g] = coset_arena_copy(a, x.nodes, n_nodes, sizeof *x.nodes);
        }
        coset_arena_free(x.arena);
    }
    y->components = (coset_gset){chains, f->k.s->n_components, components};
    y->values = (coset_gset){chains, f->k.n_values, values};
    y->nodes = (coset_gset){chains, n_nodes, nodes};
    return ok && coset_gset_is_action(&y->components) && coset_gset_is_action(&y->values) &&
           coset_gset_is_action(&y->nodes);
}

static uint32_t largest_type(const finder *f)
{
    uint32_t best = UINT32_MAX, most = 0;
    for (uint32_t t = 0; t < f->k.s->n_types; t++) {
        uint32_t n = 0;
        for (uint32_t e = 0; e < f->k.s->types[t].n; e++)
            n += f->moves[t][e];
        if (n > most) {
            most = n;
            best = t;
        }
    }
    return best;
}

/* Should maps that fit one by one not be an action together, elements are fixed until they are. */
static void make_action(finder *f, coset_super_symmetry *y)
{
    uint32_t *sizes = coset_arena_get(f->k.arena, f->k.s->n_types, sizeof *sizes);
    for (uint32_t t = 0; t < f->k.s->n_types; t++)
        sizes[t] = f->k.s->types[t].n;
    for (;;) {
        coset_chains chains = coset_chains_new(f->k.s->n_types, sizes, (const bool *const *)f->moves, f->k.arena);
        if (make_images(f, y, chains))
            return;
        uint32_t t = largest_type(f);
        COSET_INVARIANT(t != UINT32_MAX);
        for (uint32_t e = 0; e < sizes[t]; e++) {
            if (f->moves[t][e])
                refuse_element(f, t, e, e, "the copies of a component can be mapped in several ways that do not agree");
            f->moves[t][e] = false;
        }
    }
}

const coset_super_symmetry *coset_super_symmetry_find(const coset_super *s, const coset_normal *spec,
                                                      const bool *const *candidates, coset_arena *a)
{
    finder f = {.k = {.s = s, .spec = spec, .arena = a}};
    prepare(&f.k);
    find_used(&f);
    f.moves = coset_arena_get(a, s->n_types, sizeof *f.moves);
    for (uint32_t t = 0; t < s->n_types; t++) {
        f.moves[t] = coset_arena_get(a, s->types[t].n, sizeof **f.moves);
        for (uint32_t e = 0; e < s->types[t].n; e++)
            f.moves[t][e] = s->event_labels && !s->n_chases && (!candidates || candidates[t][e]);
        choose_class(&f, t);
    }
    coset_super_symmetry *y = coset_arena_get(a, 1, sizeof *y);
    make_action(&f, y);
    y->n_types = s->n_types;
    y->moves = (const bool *const *)f.moves;
    y->first = f.k.first;
    y->n_refusals = f.refusals.n;
    y->refusals = coset_arena_copy(a, f.refusals.at, f.refusals.n, sizeof *f.refusals.at);
    coset_vec_fini(&f.refusals);
    return y;
}
