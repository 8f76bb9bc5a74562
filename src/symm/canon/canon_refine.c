/* The strategy `refine`: components are ordered by partition refinement, and the elements by their first appearance
 * in the ordered components.
 *
 * Components   each moving element, with its columns as control state and as variables itself and the elements that
 *              its own cells hold; each present bag entry, with all elements that it mentions; each cell with several
 *              indexes. Variables that belong to no element are one distinguished component, which is always alone in
 *              its class; its information about an element is part of that element's control state. An object with its
 *              edges is one component (canon_object.h): control state is its family.
 * n-values     n(i, j, k) of component s counts the components of class j whose variable k holds what variable i of s
 *              holds. Here the counts are hashed: the bucket of an element is the sum of the hashes of (class,
 *              k) over all variables that hold it, and the n-value of s the hash of the buckets of its variables.
 * Approximate  when refinement stops, one component of the first class of several is split off, whichever comes first.
 * Source       Gibson-Robinson and Lowe 7.1, 7.2, with the buckets of 7.5. Differs: bag entries and cells of several
 *              indexes are components; hashed n-values.
 */
#include <string.h>

#include "alg/sort.h"
#include "symm/canon/canon_int.h"

/* A variable of a component holds a point. */
typedef struct {
    uint32_t component, point;
    uint64_t role; /* which variable it is */
} variable;

typedef struct {
    const coset__action *a;
    coset__view view;
    uint32_t n_components;      /* the points first, in their order; then cells, then bag entries */
    uint64_t *control, *value;  /* [components] control state; n-value */
    uint32_t *order, *class_of; /* [components] as in canon_search.c */
    variable *vars;
    uint32_t n_vars;
    uint32_t *first_var, *var_of; /* var_of[first_var[c] .. first_var[c+1]-1]: the variables of component c */
    uint64_t *keys, *bucket;      /* [n_points] */
    bool *seen;                   /* [n_points] */
    uint32_t *places;             /* [n_types] */
} refiner;

static void *scratch_new(const coset__action *a)
{
    refiner *r = coset_new(1, sizeof *r);
    size_t most = (size_t)a->n_points + a->n_cells + a->n_entries + coset__n_touched(a);
    r->a = a;
    coset__view_init(&r->view, a);
    r->control = coset_new(most, sizeof *r->control);
    r->value = coset_new(most, sizeof *r->value);
    r->order = coset_new(most, sizeof *r->order);
    r->class_of = coset_new(most, sizeof *r->class_of);
    r->vars = coset_new((size_t)a->n_points + a->n_ends, sizeof *r->vars);
    r->first_var = coset_new(most + 2, sizeof *r->first_var);
    r->var_of = coset_new((size_t)a->n_points + a->n_ends, sizeof *r->var_of);
    r->keys = coset_new(a->n_points, sizeof *r->keys);
    r->bucket = coset_new(a->n_points, sizeof *r->bucket);
    r->seen = coset_new(a->n_points, sizeof *r->seen);
    r->places = coset_new(a->n_types, sizeof *r->places);
    return r;
}

static void scratch_free(void *scratch)
{
    refiner *r = scratch;
    coset__view_fini(&r->view);
    coset_delete(r->control);
    coset_delete(r->value);
    coset_delete(r->order);
    coset_delete(r->class_of);
    coset_delete(r->vars);
    coset_delete(r->first_var);
    coset_delete(r->var_of);
    coset_delete(r->keys);
    coset_delete(r->bucket);
    coset_delete(r->seen);
    coset_delete(r->places);
    coset_delete(r);
}

/* ---- components ------------------------------------------------------------------------------------------------ */

static uint32_t add_component(refiner *r, uint64_t control)
{
    r->control[r->n_components] = control;
    return r->n_components++;
}

static void add_variables(refiner *r, uint32_t component, const coset__edge *e, uint32_t from)
{
    for (uint32_t i = from; i < e->n_ends; i++)
        r->vars[r->n_vars++] = (variable){component, e->ends[i], coset__mix(e->base + i)};
}

static void read_components(refiner *r, const coset_value *src)
{
    const coset__action *a = r->a;
    const coset__view *v = &r->view;
    coset__column_keys(a, src, r->keys);
    coset__view_read(&r->view, a, src, r->keys, NULL);
    r->n_components = r->n_vars = 0;
    for (uint32_t p = 0; p < a->n_points; p++) {
        uint32_t self = add_component(r, coset__mix(r->keys[p] + a->points[p].type * COSET__MIX));
        r->vars[r->n_vars++] = (variable){self, p, 0};
    }
    for (uint32_t e = 0; e < v->n_cell_edges; e++) {
        const coset__edge *edge = &v->edges[e];
        bool own = edge->cell && edge->cell->n_axes == 1;
        uint32_t c = own ? edge->ends[0] : add_component(r, edge->base);
        add_variables(r, c, edge, own);
    }
    for (uint32_t g = 0; g < v->n_groups; g++) {
        const coset__entrygroup *group = &v->groups[g];
        uint32_t c = add_component(r, group->base);
        for (uint32_t e = group->first_edge; e < group->first_edge + group->n_edges; e++)
            add_variables(r, c, &v->edges[e], 0);
    }
}

/* ---- the ordered partition --------------------------------------------------------------------------------------- */

/* Sorts the n components at `start` by r->value and gives the parts their classes. Returns the number of parts. */
static uint32_t split(refiner *r, uint32_t start, uint32_t n)
{
    uint32_t *run = r->order + start, parts = 0;
    coset_sort_by_key(run, n, r->value);
    for (uint32_t i = 0, class = start; i < n; i++) {
        if (i == 0 || r->value[run[i]] != r->value[run[i - 1]]) {
            class = start + i;
            parts++;
        }
        r->class_of[run[i]] = class;
    }
    return parts;
}

static uint32_t class_size(const refiner *r, uint32_t start)
{
    uint32_t n = 1;
    while (start + n < r->n_components && r->class_of[r->order[start + n]] == start)
        n++;
    return n;
}

static void count_values(refiner *r)
{
    memset(r->bucket, 0, r->a->n_points * sizeof *r->bucket);
    for (uint32_t i = 0; i < r->n_vars; i++) {
        const variable *x = &r->vars[i];
        r->bucket[x->point] += coset__mix(r->class_of[x->component] * COSET__MIX + x->role);
    }
    for (uint32_t c = 0; c < r->n_components; c++)
        r->value[c] = 0;
    for (uint32_t i = 0; i < r->n_vars; i++)
        r->value[r->vars[i].component] += coset__mix(r->bucket[r->vars[i].point] ^ r->vars[i].role);
}

static void refine(refiner *r)
{
    bool changed = true;
    while (changed) {
        changed = false;
        count_values(r);
        for (uint32_t i = 0, n; i < r->n_components; i += n) {
            n = class_size(r, i);
            if (n > 1 && split(r, i, n) > 1)
                changed = true;
        }
    }
}

static void order_components(refiner *r)
{
    for (uint32_t c = 0; c < r->n_components; c++) {
        r->order[c] = c;
        r->value[c] = r->control[c];
    }
    split(r, 0, r->n_components);
    refine(r);
    for (uint32_t i = 0; i < r->n_components; i++)
        if (class_size(r, i) > 1) {
            for (uint32_t k = i + 1, n = class_size(r, i); k < i + n; k++)
                r->class_of[r->order[k]] = i + 1;
            refine(r);
        }
}

/* ---- the order of elements --------------------------------------------------------------------------------------- */

static void see(refiner *r, uint32_t point, uint32_t *image)
{
    if (r->seen[point])
        return;
    r->seen[point] = true;
    image[point] = r->places[r->a->points[point].type]++;
}

/* Lists the variables of each component in the order in which they were read: the element itself first. */
static void list_variables(refiner *r)
{
    memset(r->first_var, 0, ((size_t)r->n_components + 2) * sizeof *r->first_var);
    for (uint32_t i = 0; i < r->n_vars; i++)
        r->first_var[r->vars[i].component + 2]++;
    for (uint32_t c = 2; c <= r->n_components; c++)
        r->first_var[c] += r->first_var[c - 1];
    for (uint32_t i = 0; i < r->n_vars; i++)
        r->var_of[r->first_var[r->vars[i].component + 1]++] = i;
}

static void order_elements(refiner *r, uint32_t *image)
{
    memset(r->seen, 0, r->a->n_points * sizeof *r->seen);
    for (uint32_t t = 0; t < r->a->n_types; t++)
        r->places[t] = r->a->first[t];
    list_variables(r);
    for (uint32_t i = 0; i < r->n_components; i++)
        for (uint32_t k = r->first_var[r->order[i]]; k < r->first_var[r->order[i] + 1]; k++)
            see(r, r->vars[r->var_of[k]].point, image);
}

static coset_factored apply(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    refiner *r = scratch;
    read_components(r, src);
    order_components(r);
    order_elements(r, image);
    coset__move(r->a, image, src, dst);
    return (coset_factored){0};
}

const coset__method coset__method_refine = {NULL, scratch_new, scratch_free, apply, NULL};
