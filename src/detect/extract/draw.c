#include "detect/extract/draw.h"

#include "base/numbers.h"

/* First words of colours. */
enum { SLOT, LITERAL, EFFECT, CUBE, TEST, PART, INSTANCE, LOCAL, LOCAL_LITERAL, START, TIMES };

#define MOST_PRODUCT (UINT64_C(1) << 40)

typedef COSET_VEC(uint32_t) words;

/* The local variables of the instance that is drawn: a vertex for each of their literals. */
typedef struct {
    const coset__instance *of;
    uint32_t *first; /* [n_locals] vertices of the values follow one another */
} locals;

static void sort_set(words *w)
{
    uint32_t n = 0;
    if (w->n)
        coset_numbers_sort(w->at, w->n);
    for (uint32_t i = 0; i < w->n; i++)
        if (i == 0 || w->at[i] != w->at[n - 1])
            w->at[n++] = w->at[i];
    w->n = n;
}

static uint32_t new_vertex(coset__drawing *d, uint32_t colour, const words *neighbours)
{
    uint32_t v = coset_graph_vertex(d->graph, colour);
    *coset_vec_add(&d->met) = false;
    for (uint32_t i = 0; neighbours && i < neighbours->n; i++) {
        coset_graph_edge(d->graph, v, neighbours->at[i]);
        d->met.at[neighbours->at[i]] = true;
    }
    d->n++;
    d->n_edges += neighbours ? neighbours->n : 0;
    return v;
}

static uint32_t colour_of(coset__drawing *d, const uint32_t *w, uint32_t n)
{
    return coset__intern_put(&d->colours, w, n);
}

static uint32_t colour2(coset__drawing *d, uint32_t kind, uint32_t a, uint32_t b)
{
    const uint32_t w[3] = {kind, a, b};
    return colour_of(d, w, 3);
}

/* The vertex of this colour with these neighbours; there is one of each. */
static uint32_t known_vertex(coset__drawing *d, uint32_t colour, words *neighbours)
{
    sort_set(neighbours);
    *coset_vec_add(neighbours) = colour;
    uint32_t number = coset__intern_put(&d->known, neighbours->at, neighbours->n);
    neighbours->n--;
    if (number == d->vertex_of.n)
        *coset_vec_add(&d->vertex_of) = new_vertex(d, colour, neighbours);
    return d->vertex_of.at[number];
}

/* ---- literals --------------------------------------------------------------------------------------------------- */

static bool starts_with(const coset__constraints *v, uint32_t slot, coset_value value)
{
    for (uint32_t i = 0; i < v->n_starts && !coset_budget_spend(v->limit, 1); i++)
        if (v->starts[(size_t)i * v->m->n_slots + slot] == value)
            return true;
    return false;
}

/* Constraints contain the literal: no reachable state has another one. */
static bool is_own(const coset__constraints *v, uint32_t slot, coset_value value)
{
    const coset_cell *c = &v->own[slot];
    uint32_t i = 0;
    while (i < c->n && c->at[i] != value)
        i++;
    return i < c->n;
}

static void draw_slots(coset__drawing *d)
{
    const coset_literals *l = d->literals;
    for (uint32_t s = 0; s < l->n_slots; s++) {
        bool single = l->first[s + 1] - l->first[s] < 2;
        uint32_t slot = single ? 0 : new_vertex(d, colour2(d, SLOT, 0, 0), NULL);
        for (uint32_t i = l->first[s]; i < l->first[s + 1]; i++) {
            const uint32_t w[5] = {LITERAL, l->values[i] == 0, starts_with(d->v, s, l->values[i]),
                                   d->v->fixed[s] ? i + 1 : 0, l->any[s] || is_own(d->v, s, l->values[i])};
            d->literal_vertex[i] = COSET__NO_VERTEX;
            if (single)
                continue;
            d->literal_vertex[i] = new_vertex(d, colour_of(d, w, 5), NULL);
            coset_graph_edge(d->graph, slot, d->literal_vertex[i]);
            d->n_edges++;
        }
    }
}

/* Start states, unless they are all combinations of the values with which slots start. */
static void draw_starts(coset__drawing *d)
{
    const coset__constraints *v = d->v;
    coset__intern states = {0};
    words w = {0};
    uint64_t product = 1;
    for (uint32_t s = 0; s < v->m->n_slots; s++) {
        uint32_t n = 0;
        for (uint32_t i = d->literals->first[s]; i < d->literals->first[s + 1]; i++)
            n += starts_with(v, s, d->literals->values[i]);
        product = product > MOST_PRODUCT ? product : product * n;
    }
    for (uint32_t i = 0; i < v->n_starts; i++)
        (void)coset__intern_put(&states, v->starts + (size_t)i * v->m->n_slots, v->m->n_slots);
    for (uint32_t i = 0; i < coset__intern_count(&states) && coset__intern_count(&states) != product; i++) {
        uint32_t n;
        if (coset_budget_spend(v->limit, v->m->n_slots))
            break;
        const uint32_t *state = coset__intern_get(&states, i, &n);
        w.n = 0;
        for (uint32_t s = 0; s < n; s++) {
            uint32_t vertex = d->literal_vertex[coset_literals_find(d->literals, s, state[s])];
            if (vertex != COSET__NO_VERTEX)
                *coset_vec_add(&w) = vertex;
        }
        (void)known_vertex(d, colour2(d, START, 0, 0), &w);
    }
    coset_vec_fini(&w);
    coset__intern_fini(&states);
}

/* ---- cubes ------------------------------------------------------------------------------------------------------ */

static uint32_t local_vertex(const locals *l, coset_literal x)
{
    for (uint32_t i = 0; i < l->of->n_locals; i++)
        if (l->of->locals[i].cell == x.cell)
            for (uint32_t k = 0; k < l->of->locals[i].n_values; k++)
                if (l->of->locals[i].values[k] == x.value)
                    return l->first[i] + k;
    return COSET__NO_VERTEX;
}

/* COSET__NO_VERTEX: it holds in all states, or nothing reads it. */
static uint32_t vertex_of_literal(const coset__drawing *d, const locals *l, coset_literal x)
{
    if (x.cell >= d->literals->n_slots)
        return local_vertex(l, x);
    uint32_t number = coset_literals_find(d->literals, x.cell, x.value);
    COSET_INVARIANT(number != COSET_NO_LITERAL);
    return d->literal_vertex[number];
}

/* How an effect ends, and a vertex for its writes; COSET__NO_VERTEX if there are none. */
static uint32_t draw_effect(coset__drawing *d, const locals *l, uint32_t effect, uint32_t *ending)
{
    uint32_t n, n_words;
    words w = {0};
    const uint32_t *pairs = coset__effect_writes(d->v, effect, &n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t vertex = vertex_of_literal(d, l, (coset_literal){pairs[2 * i], pairs[2 * i + 1]});
        if (vertex != COSET__NO_VERTEX)
            *coset_vec_add(&w) = vertex;
    }
    const uint32_t *all = coset__intern_get(&d->v->effects, effect, &n_words);
    *ending = coset__intern_put(&d->endings, all, n_words - 2 * n);
    uint32_t vertex = w.n ? known_vertex(d, colour2(d, EFFECT, 0, 0), &w) : COSET__NO_VERTEX;
    coset_vec_fini(&w);
    return vertex;
}

/* COSET__NO_VERTEX: it has no effect. */
static uint32_t draw_cube(coset__drawing *d, const locals *l, const coset__cube *cube)
{
    words w = {0};
    uint32_t ending, vertex = COSET__NO_VERTEX;
    uint32_t effect = draw_effect(d, l, cube->effect, &ending);
    for (uint32_t r = 0; r < cube->n_reads; r++) {
        uint32_t x = vertex_of_literal(d, l, cube->reads[r]);
        if (x != COSET__NO_VERTEX)
            *coset_vec_add(&w) = x;
    }
    if (effect != COSET__NO_VERTEX)
        *coset_vec_add(&w) = effect;
    if (effect != COSET__NO_VERTEX || ending != d->plain_ending)
        vertex = known_vertex(d, colour2(d, CUBE, ending, 0), &w);
    coset_vec_fini(&w);
    return vertex;
}

/* Equal parts are one vertex. If their number matters, one more vertex encodes it. */
static void tell_times(coset__drawing *d, words *counted, words *to)
{
    words w = {0};
    if (counted->n)
        coset_numbers_sort(counted->at, counted->n);
    for (uint32_t i = 0, times = 1; i < counted->n; i++, times++) {
        if (i + 1 < counted->n && counted->at[i + 1] == counted->at[i])
            continue;
        w.n = 0;
        *coset_vec_add(&w) = counted->at[i];
        *coset_vec_add(to) = times > 1 ? known_vertex(d, colour2(d, TIMES, times, 0), &w) : counted->at[i];
        times = 0;
    }
    coset_vec_fini(&w);
}

static void draw_parts(coset__drawing *d, const locals *l, const coset__parts *parts, uint32_t kind, words *to)
{
    words w = {0}, counted = {0};
    for (uint32_t p = 0; p < parts->n; p++) {
        const coset__part *part = &parts->at[p];
        if (coset_budget_spend(d->v->limit, 20 + 30 * part->n_cubes))
            break;
        w.n = 0;
        for (uint32_t c = 0; c < part->n_cubes; c++) {
            uint32_t vertex = draw_cube(d, l, &part->cubes[c]);
            if (vertex != COSET__NO_VERTEX)
                *coset_vec_add(&w) = vertex;
        }
        if (w.n || kind == TEST)
            *coset_vec_add(part->counted ? &counted : to) =
                known_vertex(d, colour2(d, kind, part->order, part->negative), &w);
    }
    tell_times(d, &counted, to);
    coset_vec_fini(&counted);
    coset_vec_fini(&w);
}

/* ---- instances -------------------------------------------------------------------------------------------------- */

static void draw_locals(coset__drawing *d, locals *l, words *to)
{
    l->first = coset_new(l->of->n_locals, sizeof *l->first);
    for (uint32_t i = 0; i < l->of->n_locals; i++) {
        const coset__local *x = &l->of->locals[i];
        uint32_t variable = new_vertex(d, colour2(d, LOCAL, x->origin, 0), NULL);
        *coset_vec_add(to) = variable;
        for (uint32_t k = 0; k < x->n_values; k++) {
            uint32_t vertex = new_vertex(d, colour2(d, LOCAL_LITERAL, x->values[k] == x->initial, 0), NULL);
            coset_graph_edge(d->graph, variable, vertex);
            d->n_edges++;
            if (k == 0)
                l->first[i] = vertex;
        }
    }
}

/* Who may be exchanged with whom: instances of rules of one role; a property with no other. */
static uint32_t kind_of(coset__drawing *d, const coset__instance *i, uint32_t copies)
{
    bool rule = i->owner == COSET__RULE;
    const uint32_t w[6] = {INSTANCE,
                           i->owner,
                           rule ? coset_ir_role(d->v->ir, i->number) : i->number,
                           rule ? copies : (uint32_t)i->instance,
                           i->never,
                           rule ? d->v->ir->rules[i->number].priority : 0};
    return colour_of(d, w, 6);
}

/* Instances with equal tests and parts are one vertex, whose colour encodes their number. */
static void draw_instances(coset__drawing *d)
{
    const coset__constraints *v = d->v;
    coset__intern contents = {0};
    words w = {0}, copies = {0}, number_of = {0};
    for (uint32_t i = 0; i < v->instances.n && !coset_budget_spend(v->limit, 50); i++) {
        const coset__instance *x = &v->instances.at[i];
        locals l = {.of = x};
        w.n = 0;
        draw_locals(d, &l, &w);
        draw_parts(d, &l, &x->tests, TEST, &w);
        draw_parts(d, &l, &x->parts, PART, &w);
        sort_set(&w);
        *coset_vec_add(&w) = kind_of(d, x, 0);
        uint32_t number = coset__intern_put(&contents, w.at, w.n);
        *coset_vec_add(&number_of) = number;
        if (number == copies.n)
            *coset_vec_add(&copies) = 0;
        copies.at[number]++;
        coset_delete(l.first);
    }
    for (uint32_t i = 0; i < number_of.n; i++) {
        uint32_t n;
        const uint32_t *content = coset__intern_get(&contents, number_of.at[i], &n);
        w.n = 0;
        for (uint32_t k = 0; k + 1 < n; k++)
            *coset_vec_add(&w) = content[k];
        d->instance_vertex[i] = known_vertex(d, kind_of(d, &v->instances.at[i], copies.at[number_of.at[i]]), &w);
    }
    coset_vec_fini(&w);
    coset_vec_fini(&copies);
    coset_vec_fini(&number_of);
    coset__intern_fini(&contents);
}

/* Values that no constraint reads or writes and no run starts with are never reached: exchanging them is not a symmetry
 * of behaviour. So they keep their order, whatever slot they are mapped to. */
static void order_unmet(coset__drawing *d)
{
    const coset_literals *l = d->literals;
    for (uint32_t s = 0; s < l->n_slots; s++) {
        uint32_t n[2] = {0, 0}; /* of each class so far */
        for (uint32_t i = l->first[s]; i < l->first[s + 1]; i++) {
            uint32_t vertex = d->literal_vertex[i];
            bool kept = vertex == COSET__NO_VERTEX || d->met.at[vertex] || d->v->fixed[s] || l->values[i] == 0;
            if (kept || starts_with(d->v, s, l->values[i]))
                continue;
            bool own = l->any[s] || is_own(d->v, s, l->values[i]);
            const uint32_t w[5] = {LITERAL, false, 2, n[own]++, own};
            coset_graph_recolour(d->graph, vertex, colour_of(d, w, 5));
        }
    }
}

void coset__draw(coset__drawing *d, const coset__constraints *v, const coset_literals *literals)
{
    static const uint32_t nothing[4] = {COSET_CASE_DONE, 0, 0, 0};
    *d = (coset__drawing){.v = v, .literals = literals, .graph = coset_graph_new()};
    d->literal_vertex = coset_new(literals->n, sizeof *d->literal_vertex);
    d->instance_vertex = coset_new(v->instances.n, sizeof *d->instance_vertex);
    d->plain_ending = coset__intern_put(&d->endings, nothing, 4);
    draw_slots(d);
    draw_starts(d);
    draw_instances(d);
    order_unmet(d);
}

void coset__drawing_fini(coset__drawing *d)
{
    coset_graph_free(d->graph);
    coset_delete(d->literal_vertex);
    coset_delete(d->instance_vertex);
    coset__intern_fini(&d->colours);
    coset__intern_fini(&d->known);
    coset__intern_fini(&d->endings);
    coset_vec_fini(&d->vertex_of);
    coset_vec_fini(&d->met);
}
