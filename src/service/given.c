/* service/given.c - from the description of a model to its slots, groups and symmetric types. */
#include <string.h>

#include "service/given_int.h"

#define MOST_SLOTS ((uint64_t)1 << 24)

/* ---- validation of the description ------------------------------------------------------------------------------- */

static coset_status wrong(coset_err *err, const char *what, const char *name, const char *why)
{
    return coset_fail(err, COSET_INPUT, "%s %s: %s", what, name ? name : "without name", why);
}

static coset_status check_ranges(const coset_given *g, const char *what, const char *name, uint32_t n,
                                 const coset_given_range *ranges, coset_err *err)
{
    for (uint32_t i = 0; i < n; i++) {
        if (ranges[i].type != COSET_GIVEN_PLAIN && ranges[i].type >= g->n_types)
            return wrong(err, what, name, "there is no such type");
        if (ranges[i].type == COSET_GIVEN_PLAIN && ranges[i].n == 0)
            return wrong(err, what, name, "a range is empty");
    }
    return COSET_OK;
}

static uint32_t first_value(const coset_given_variable *v) { return v->first ? v->first : 1; }

static coset_status check_variable(const coset_given *g, uint32_t number, coset_err *err)
{
    const coset_given_variable *v = &g->variables[number];
    if (!v->name)
        return wrong(err, "variable", NULL, "it needs one");
    for (uint32_t i = 0; i < number; i++)
        if (strcmp(g->variables[i].name, v->name) == 0)
            return wrong(err, "variable", v->name, "there are two of this name");
    if (v->type != COSET_GIVEN_PLAIN && v->type >= g->n_types)
        return wrong(err, "variable", v->name, "there is no such type");
    if (v->type != COSET_GIVEN_PLAIN && (uint64_t)first_value(v) + g->types[v->type].n - 1 > v->max)
        return wrong(err, "variable", v->name, "not all elements of its type are values");
    return check_ranges(g, "variable", v->name, v->n_ranges, v->ranges, err);
}

static coset_status check(const coset_given *g, coset_err *err)
{
    coset_status status = COSET_OK;
    if (!g->starts || !g->successors || (!g->holds && g->n_properties) || !g->n_variables)
        return coset_fail(err, COSET_INPUT,
                          "the model needs variables, and callbacks for starts, successors and holds");
    for (uint32_t t = 0; t < g->n_types && status == COSET_OK; t++)
        if (!g->types[t].name || g->types[t].n == 0)
            status = wrong(err, "type", g->types[t].name, "it needs a name and elements");
    for (uint32_t v = 0; v < g->n_variables && status == COSET_OK; v++)
        status = check_variable(g, v, err);
    for (uint32_t r = 0; r < g->n_rules && status == COSET_OK; r++)
        status = g->rules[r].name
                     ? check_ranges(g, "rule", g->rules[r].name, g->rules[r].n_params, g->rules[r].params, err)
                     : wrong(err, "rule", NULL, "it needs one");
    for (uint32_t p = 0; p < g->n_properties && status == COSET_OK; p++)
        if (!g->properties[p].name || g->properties[p].kind < COSET_GIVEN_INVARIANT ||
            g->properties[p].kind > COSET_GIVEN_ASSUMPTION)
            status = wrong(err, "property", g->properties[p].name, "it needs a name and a kind");
    return status;
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

static const coset_symtype *make_types(const coset_given *g, coset_arena *a)
{
    coset_symtype *types = coset_arena_get(a, g->n_types, sizeof *types);
    for (uint32_t t = 0; t < g->n_types; t++) {
        const coset_given_type *from = &g->types[t];
        const char **names = coset_arena_get(a, from->n, sizeof *names);
        for (uint32_t e = 0; e < from->n; e++)
            names[e] = from->elements ? coset_arena_text(a, from->elements[e])
                                      : coset_arena_printf(a, "%s_%u", from->name, (unsigned)e + 1);
        types[t] = (coset_symtype){.name = coset_arena_text(a, from->name), .n = from->n, .elements = names};
    }
    return types;
}

uint32_t coset__given_size(const coset_given *g, const coset_given_range *range)
{
    return range->type == COSET_GIVEN_PLAIN ? range->n : g->types[range->type].n;
}

/* ---- slots ------------------------------------------------------------------------------------------------------- */

static uint32_t bits_for(uint32_t max) { return max ? 32 - (uint32_t)__builtin_clz(max) : 0; }

/* 0: too many. */
static uint64_t product(const coset_given *g, uint32_t n, const coset_given_range *ranges, uint64_t most)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < n; i++)
        if (__builtin_mul_overflow(all, (uint64_t)coset__given_size(g, &ranges[i]), &all) || all > most)
            return 0;
    return all;
}

/* "holder[proc_2][3]", and its indices in arrays that are indexed by elements. */
static void name_slot(const coset__given_model *m, const coset_given_variable *v, uint32_t number, coset_slot *slot)
{
    coset_index *index = coset_arena_get(m->arena, v->n_ranges, sizeof *index);
    char *name = coset_arena_text(m->arena, v->name);
    uint32_t stride = 1;
    slot->index = index;
    for (uint32_t i = 0; i < v->n_ranges; i++)
        stride *= coset__given_size(m->given, &v->ranges[i]);
    for (uint32_t i = 0; i < v->n_ranges; i++) {
        const coset_given_range *range = &v->ranges[i];
        stride /= coset__given_size(m->given, range);
        const uint32_t at = number / stride % coset__given_size(m->given, range);
        if (range->type == COSET_GIVEN_PLAIN) {
            name = coset_arena_printf(m->arena, "%s[%u]", name, (unsigned)at);
            continue;
        }
        name = coset_arena_printf(m->arena, "%s[%s]", name, m->model.symmetry.types[range->type].elements[at]);
        index[slot->n_index++] = (coset_index){range->type, at, stride};
    }
    slot->name = name;
}

static coset_status make_slots(coset__given_model *m, coset_err *err)
{
    const coset_given *g = m->given;
    uint64_t n_slots = 0;
    for (uint32_t v = 0; v < g->n_variables; v++) {
        const uint64_t n = product(g, g->variables[v].n_ranges, g->variables[v].ranges, MOST_SLOTS);
        n_slots += n;
        if (!n || n_slots > MOST_SLOTS)
            return coset_fail(err, COSET_INPUT, "the model has too many variables");
    }
    coset_slot *slots = coset_arena_get(m->arena, n_slots, sizeof *slots), *slot = slots;
    coset_valclass *classes = coset_arena_get(m->arena, (size_t)g->n_variables + 1, sizeof *classes);
    m->of_slot = coset_arena_get(m->arena, n_slots, sizeof *m->of_slot);
    for (uint32_t v = 0; v < g->n_variables; v++) {
        const coset_given_variable *from = &g->variables[v];
        const uint64_t n = product(g, from->n_ranges, from->ranges, MOST_SLOTS);
        const bool typed = from->type != COSET_GIVEN_PLAIN;
        coset_segment *segment = coset_arena_get(m->arena, 1, sizeof *segment);
        if (typed)
            *segment = (coset_segment){.lo = first_value(from), .n = g->types[from->type].n, .type = from->type};
        classes[v + 1] = (coset_valclass){typed, segment}; /* class 0 is plain */
        for (uint32_t i = 0; i < n; i++, slot++) {
            *slot = (coset_slot){.max = from->max, .bits = bits_for(from->max), .valclass = typed ? v + 1 : 0};
            name_slot(m, from, i, slot);
            m->of_slot[slot - slots] = v;
        }
    }
    m->model.n_slots = (uint32_t)n_slots;
    m->model.slots = slots;
    m->model.symmetry.n_valclasses = g->n_variables + 1;
    m->model.symmetry.valclasses = classes;
    return COSET_OK;
}

/* ---- rules and properties ---------------------------------------------------------------------------------------- */

static const coset_digit *make_digits(const coset__given_model *m, const coset_given_rule *r)
{
    coset_digit *digits = coset_arena_get(m->arena, r->n_params, sizeof *digits);
    for (uint32_t i = 0; i < r->n_params; i++) {
        const coset_given_range *range = &r->params[i];
        coset_segment *segment = coset_arena_get(m->arena, 1, sizeof *segment);
        digits[i].n = coset__given_size(m->given, range);
        if (range->type == COSET_GIVEN_PLAIN)
            continue;
        *segment = (coset_segment){.n = digits[i].n, .type = range->type};
        digits[i].n_segments = 1;
        digits[i].segments = segment;
    }
    return digits;
}

/* The first group is for start states, the last one for failing callbacks. */
static coset_status make_groups(coset__given_model *m, coset_err *err)
{
    const uint32_t n = m->given->n_rules;
    coset_group *groups = coset_arena_get(m->arena, (size_t)n + 2, sizeof *groups);
    groups[0] = (coset_group){.name = "start", .is_start = true, .n_instances = 1};
    groups[n + 1] = (coset_group){.name = "callback", .n_instances = 1};
    for (uint32_t r = 0; r < n; r++) {
        const coset_given_rule *from = &m->given->rules[r];
        const uint64_t n_instances = product(m->given, from->n_params, from->params, INT64_MAX);
        if (!n_instances)
            return wrong(err, "rule", from->name, "it has too many instances");
        groups[r + 1] = (coset_group){.name = coset_arena_text(m->arena, from->name),
                                      .n_instances = n_instances,
                                      .n_digits = from->n_params,
                                      .digits = make_digits(m, from)};
    }
    m->model.n_groups = n + 2;
    m->model.groups = groups;
    return COSET_OK;
}

static void make_props(coset__given_model *m)
{
    static const coset_prop_kind kinds[] = {COSET_PROP_INVARIANT, COSET_PROP_COVER, COSET_PROP_ASSUMPTION};
    const uint32_t n = m->given->n_properties;
    coset_prop *props = coset_arena_get(m->arena, (size_t)n + 2, sizeof *props);
    for (uint32_t p = 0; p < n; p++)
        props[p] = (coset_prop){.name = coset_arena_text(m->arena, m->given->properties[p].name),
                                .kind = kinds[m->given->properties[p].kind],
                                .n_instances = 1};
    props[n] = (coset_prop){.name = "deadlock", .kind = COSET_PROP_DEADLOCK, .n_instances = 1};
    props[n + 1] = (coset_prop){.name = "no fault", .kind = COSET_PROP_FAULT, .n_instances = 1};
    m->model.n_props = n + 2;
    m->model.props = props;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

coset_status coset_given_make(void *ctx, coset_arena *arena, coset_model **out, const coset_legal **declared,
                              coset_err *err)
{
    const coset_given *g = ctx;
    coset_status status = check(g, err);
    if (status != COSET_OK)
        return status;
    coset__given_model *m = coset_arena_get(arena, 1, sizeof *m);
    m->given = g;
    m->arena = arena;
    m->model = (coset_model){.ops = &coset__given_ops,
                             .name = g->name ? coset_arena_text(arena, g->name) : "model",
                             .language = "callbacks",
                             .symmetry = {.n_types = g->n_types, .types = make_types(g, arena)}};
    status = make_slots(m, err);
    if (status == COSET_OK)
        status = make_groups(m, err);
    if (status != COSET_OK)
        return status;
    make_props(m);
    *declared = coset__given_legal(&m->model, g, arena);
    *out = &m->model;
    return COSET_OK;
}

#define AUDITED 1000 /* states, by default */

coset_status coset_given_adapt(const coset_given *g, coset_settings *s, coset_err *err)
{
    if (s->order == COSET_IN_DEPTH)
        return coset_fail(err, COSET_USAGE, "--search=dfs is for models in a text: leave it out");
    if (!g->parallel)
        s->engine.threads = 1;
    if (!s->audit && strcmp(s->strategy, "off") != 0)
        s->audit = AUDITED;
    return COSET_OK;
}
