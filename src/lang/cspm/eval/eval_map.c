/* Maps and relations. */
#include <string.h>

#include "lang/cspm/eval/eval_builtin.h"

/* ---- maps ---------------------------------------------------------------------------------------------------- */

static cspm_value *map_arg(cspm_machine *m, cspm_value *v) { return coset__eval_force(m, v); }

/* The cell of the key, or its insertion point (then *found is false). False = failed. */
static bool find_key(cspm_machine *m, const cspm_value *map, cspm_value *key, uint32_t *at, bool *found)
{
    uint32_t from = 0, to = map->n / 2;
    *found = false;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        int order;
        if (!coset__eval_compare(m, map->at[2 * middle].value, key, &order))
            return false;
        if (order == 0) {
            *found = true;
            from = to = middle;
        } else if (order < 0) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    *at = 2 * from;
    return true;
}

static cspm_value *update(cspm_machine *m, const cspm_value *map, cspm_value *key, cspm_value *value)
{
    uint32_t at;
    bool found;
    key = coset__eval_force_all(m, key);
    if (!key || !find_key(m, map, key, &at, &found))
        return NULL;
    cspm_value *new = coset__value_new(m, VALUE_MAP, 0, map->n + (found ? 0 : 2));
    if (!new)
        return NULL;
    memcpy(new->at, map->at, at * sizeof *map->at);
    new->at[at].value = key;
    new->at[at + 1].value = value;
    uint32_t skip = at + (found ? 2 : 0);
    if (map->n > skip)
        memcpy(new->at + at + 2, map->at + skip, (map->n - skip) * sizeof *map->at);
    return new;
}

static cspm_value *update_all(cspm_machine *m, cspm_value *map, cspm_value *pairs)
{
    for (pairs = coset__eval_force(m, pairs); map && pairs && pairs->kind == VALUE_CONS;
         pairs = coset__eval_force(m, pairs->at[1].value)) {
        cspm_value *pair = coset__eval_force(m, pairs->at[0].value);
        map = pair ? update(m, map, pair->at[0].value, pair->at[1].value) : NULL;
    }
    return pairs ? map : NULL;
}

cspm_value *coset__map_of(cspm_machine *m, cspm_value *pairs)
{
    return update_all(m, coset__value_new(m, VALUE_MAP, 0, 0), pairs);
}

static cspm_value *do_from_list(cspm_machine *m, cspm_value *const *args) { return coset__map_of(m, args[0]); }

static cspm_value *do_lookup(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *map = map_arg(m, args[0]);
    uint32_t at;
    bool found;
    if (!map || !find_key(m, map, args[1], &at, &found))
        return NULL;
    if (found)
        return coset__eval_force(m, map->at[at + 1].value);
    char *text = coset__eval_show(m, args[1]);
    if (text)
        (void)coset__eval_wrong(m, "the map has no key %s", text);
    coset_delete(text);
    return NULL;
}

static cspm_value *do_has_key(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *map = map_arg(m, args[0]);
    uint32_t at;
    bool found;
    return map && find_key(m, map, args[1], &at, &found) ? coset__value_bool(m, found) : NULL;
}

static cspm_value *do_to_list(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *map = map_arg(m, args[0]), *list = map ? m->nil : NULL;
    for (uint32_t i = map ? map->n : 0; i > 0 && list; i -= 2) {
        cspm_value *pair[] = {map->at[i - 2].value, map->at[i - 1].value};
        list = coset__value_cons(m, coset__value_tuple(m, pair, 2), list);
    }
    return list;
}

static cspm_value *do_update(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *map = map_arg(m, args[0]);
    return map ? update(m, map, args[1], args[2]) : NULL;
}

static cspm_value *do_update_all(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *map = map_arg(m, args[0]);
    return map ? update_all(m, map, args[1]) : NULL;
}

static cspm_value *do_delete(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *map = map_arg(m, args[0]);
    uint32_t at;
    bool found;
    if (!map || !find_key(m, map, args[1], &at, &found))
        return NULL;
    if (!found)
        return map;
    cspm_value *new = coset__value_new(m, VALUE_MAP, 0, map->n - 2);
    if (!new)
        return NULL;
    memcpy(new->at, map->at, at * sizeof *map->at);
    memcpy(new->at + at, map->at + at + 2, (new->n - at) * sizeof *map->at);
    return new;
}

static cspm_value *do_maps(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *keys = map_arg(m, args[0]), *values = keys ? map_arg(m, args[1]) : NULL;
    cspm_value *set = values ? coset__value_new(m, VALUE_SET, SET_MAPS, 3) : NULL;
    if (set) {
        set->at[0].value = keys;
        set->at[1].value = values;
    }
    return set;
}

/* ---- relations ----------------------------------------------------------------------------------------------- */

static cspm_value *listed(cspm_machine *m, cspm_value *set)
{
    set = coset__eval_force(m, set);
    return set ? coset__set_list(m, set) : NULL;
}

/* The values of cell `to` in the pairs whose cell `from` is `key`. */
static cspm_value *image(cspm_machine *m, cspm_value *relation, cspm_value *key, uint32_t from, uint32_t to)
{
    cspm_value *pairs = listed(m, relation);
    cspm_values found = {0};
    int order = 0;
    bool ok = pairs;
    for (uint32_t i = 0; ok && i < pairs->n; i++) {
        const cspm_value *pair = pairs->at[i].value;
        ok = coset__eval_compare(m, pair->at[from].value, key, &order);
        if (ok && order == 0)
            *coset_vec_add(&found) = pair->at[to].value;
    }
    cspm_value *set = ok ? coset__set_of(m, &found) : NULL;
    coset_vec_fini(&found);
    return set;
}

static cspm_value *do_image(cspm_machine *m, cspm_value *const *args) { return image(m, args[0], args[1], 0, 1); }
static cspm_value *do_inverse_image(cspm_machine *m, cspm_value *const *args)
{
    return image(m, args[0], args[1], 1, 0);
}

static cspm_value *do_transpose(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *pairs = listed(m, args[0]);
    cspm_values turned = {0};
    for (uint32_t i = 0; pairs && i < pairs->n; i++) {
        const cspm_value *pair = pairs->at[i].value;
        cspm_value *parts[] = {pair->at[1].value, pair->at[0].value};
        *coset_vec_add(&turned) = coset__value_tuple(m, parts, 2);
    }
    cspm_value *set = pairs && !m->failed ? coset__set_of(m, &turned) : NULL;
    coset_vec_fini(&turned);
    return set;
}

/* Union-find classes of values joined by a relation: each value points towards the least of its class. */
typedef struct {
    cspm_machine *m;
    cspm_value *values; /* SET_LIST */
    uint32_t *parent;
} classes;

static uint32_t root(classes *c, uint32_t i)
{
    while (c->parent[i] != i)
        i = c->parent[i] = c->parent[c->parent[i]];
    return i;
}

/* The place of v among the values; false = failed. */
static bool place_of(const classes *c, cspm_value *v, uint32_t *at)
{
    uint32_t from = 0, to = c->values->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        int order;
        if (!coset__eval_compare(c->m, c->values->at[middle].value, v, &order))
            return false;
        *at = middle;
        if (order == 0)
            return true;
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return true;
}

static bool join(classes *c, const cspm_value *pair)
{
    uint32_t a = 0, b = 0;
    if (!place_of(c, pair->at[0].value, &a) || !place_of(c, pair->at[1].value, &b))
        return false;
    a = root(c, a);
    b = root(c, b);
    c->parent[a < b ? b : a] = a < b ? a : b;
    return true;
}

/* For each class the pairs (r, x): r is its least member in `domain`, x every other one there. */
static cspm_value *representatives(classes *c, cspm_value *domain)
{
    cspm_machine *m = c->m;
    cspm_values pairs = {0};
    uint32_t n = c->values->n;
    uint32_t *chosen = coset_new(n, sizeof *chosen); /* 1 + place, by root */
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) {
        int member = coset__set_member(m, domain, c->values->at[i].value);
        uint32_t r = root(c, i);
        ok = member >= 0;
        if (member != 1)
            continue;
        if (chosen[r]) {
            cspm_value *pair[] = {c->values->at[chosen[r] - 1].value, c->values->at[i].value};
            *coset_vec_add(&pairs) = coset__value_tuple(m, pair, 2);
        } else {
            chosen[r] = i + 1;
        }
    }
    cspm_value *set = ok && !m->failed ? coset__set_of(m, &pairs) : NULL;
    coset_delete(chosen);
    coset_vec_fini(&pairs);
    return set;
}

/* Not a transitive closure, despite its name: see the page on CSPM. */
static cspm_value *do_mtransclose(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *relation = listed(m, args[0]), *domain = relation ? listed(m, args[1]) : NULL;
    cspm_values all = {0};
    for (uint32_t i = 0; domain && i < relation->n; i++)
        for (uint32_t k = 0; k < 2; k++)
            *coset_vec_add(&all) = relation->at[i].value->at[k].value;
    classes c = {.m = m, .values = domain ? coset__set_of(m, &all) : NULL};
    coset_vec_fini(&all);
    if (!c.values)
        return NULL;
    c.parent = coset_new(c.values->n, sizeof *c.parent);
    for (uint32_t i = 0; i < c.values->n; i++)
        c.parent[i] = i;
    bool ok = true;
    for (uint32_t i = 0; ok && i < relation->n; i++)
        ok = join(&c, relation->at[i].value);
    cspm_value *set = ok ? representatives(&c, domain) : NULL;
    coset_delete(c.parent);
    return set;
}

const cspm_function coset__map_functions[] = {
    {"mapFromList", 1, do_from_list},  {"mapLookup", 2, do_lookup},
    {"mapMember", 2, do_has_key},      {"mapToList", 1, do_to_list},
    {"mapUpdate", 3, do_update},       {"mapUpdateMultiple", 2, do_update_all},
    {"mapDelete", 2, do_delete},       {"Map", 2, do_maps},
    {"relational_image", 2, do_image}, {"relational_inverse_image", 2, do_inverse_image},
    {"transpose", 1, do_transpose},    {"mtransclose", 2, do_mtransclose},
};
const uint32_t coset__n_map_functions = sizeof coset__map_functions / sizeof *coset__map_functions;
