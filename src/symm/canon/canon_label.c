/* The strategy `label`: the state as a coloured graph; the canonical labelling orders the points.
 *
 * Graph    a vertex for each point, coloured by type and rank of its columns; for each edge of the state, coloured by
 *          family and plain value; for each end of an edge with several, coloured by its place in the edge,
 *          between edge and point; for each present bag entry, coloured by family, plain contents and how many equal
 *          entries it stands for, joined to its edges and to the entry around it; for each object of several edges,
 *          coloured by its family, joined to its edges. Points alone in the columns of their objects have no edge.
 * Before   refinement alone; if it separates all points no graph is made.
 * Exact    colours are ranks in a sorted list of what they represent. Once the lists are equal, graphs of two states
 *          are isomorphic by colours only if an isomorphism of the points maps one state to the other; and they are
 *          isomorphic for images under the group.
 * Order    an automorphism that fixes all points fixes all vertices (equal entries are one vertex), so the group of
 *          the graph is the stabiliser of the state.
 */
#include <string.h>

#include "alg/graph.h"
#include "symm/canon/canon_int.h"

enum { EDGE, END, ENTRY, OBJECT };

/* What a vertex that is no point represents; compared field by field, then by the plain contents of the entry. */
typedef struct {
    int kind;
    uint32_t family; /* of the cell, entry or object */
    uint64_t detail; /* edge: plain value + 1, or 0; end: place; entry: how many */
    uint32_t entry;  /* or COSET__NONE */
} label;

typedef struct {
    const coset__action *a;
    coset__search *refiner; /* most states need no graph */
    coset__view view;
    coset_graph *graph;
    uint32_t *order;  /* [n_points] */
    uint32_t *colour; /* [n_points] then of the labels */
    label *labels;
    uint32_t n_labels;
    uint32_t *sorted, *spare; /* labels in order */
    bool *stands;             /* [n_entries] present, and the first of equal ones */
    uint32_t *vertex_of;      /* of a group */
} labeller;

static void *scratch_new(const coset__action *a)
{
    labeller *l = coset_new(1, sizeof *l);
    size_t most = (size_t)a->n_edges + a->n_ends + a->n_entries + coset__n_touched(a);
    l->a = a;
    coset__view_init(&l->view, a);
    l->refiner = coset__search_new(a);
    l->graph = coset_graph_new();
    l->order = coset_new(a->n_points, sizeof *l->order);
    l->colour = coset_new(a->n_points + most, sizeof *l->colour);
    l->labels = coset_new(most, sizeof *l->labels);
    l->sorted = coset_new(most, sizeof *l->sorted);
    l->spare = coset_new(most, sizeof *l->spare);
    l->stands = coset_new(a->n_entries, sizeof *l->stands);
    l->vertex_of = coset_new((size_t)a->n_entries + coset__n_touched(a), sizeof *l->vertex_of);
    return l;
}

static void scratch_free(void *scratch)
{
    labeller *l = scratch;
    coset__view_fini(&l->view);
    coset__search_free(l->refiner);
    coset_graph_free(l->graph);
    coset_delete(l->order);
    coset_delete(l->colour);
    coset_delete(l->labels);
    coset_delete(l->sorted);
    coset_delete(l->spare);
    coset_delete(l->stands);
    coset_delete(l->vertex_of);
    coset_delete(l);
}

/* ---- colours --------------------------------------------------------------------------------------------------- */

/* Points of one type and equal columns get one colour; types and columns in ascending order. */
static uint32_t colour_points(labeller *l, const coset_value *src)
{
    const coset__action *a = l->a;
    uint32_t colour = 0;
    for (uint32_t t = 0; t < a->n_types; t++) {
        uint32_t first = a->first[t], n = a->first[t + 1] - first, *order = l->order + first;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t k = i;
            for (; k > 0 && coset__compare_columns(a, src, order[k - 1], first + i) > 0; k--)
                order[k] = order[k - 1];
            order[k] = first + i;
        }
        for (uint32_t i = 0; i < n; i++) {
            if (i == 0 || coset__compare_columns(a, src, order[i - 1], order[i]) != 0)
                colour++;
            l->colour[order[i]] = colour;
        }
    }
    return colour;
}

/* Compares the values of two entries of one family that are no edges. */
static int compare_contents(const coset__action *a, const coset_value *src, uint32_t x, uint32_t y)
{
    const coset__entry *e = &a->entries[x], *f = &a->entries[y];
    for (uint32_t c = 0; c < e->n_cells; c++) {
        if (e->cells[c].n_axes)
            continue;
        coset_value v = src[e->cells[c].slot], w = src[f->cells[c].slot];
        bool holds = coset__point_of(&e->cells[c].class, v) != COSET__NONE;
        if (holds != (coset__point_of(&f->cells[c].class, w) != COSET__NONE))
            return holds ? 1 : -1;
        if (!holds && v != w)
            return v < w ? -1 : 1;
    }
    return 0;
}

static int compare_labels(const labeller *l, const coset_value *src, uint32_t x, uint32_t y)
{
    const label *p = &l->labels[x], *q = &l->labels[y];
    if (p->kind != q->kind)
        return p->kind < q->kind ? -1 : 1;
    if (p->family != q->family)
        return p->family < q->family ? -1 : 1;
    if (p->detail != q->detail)
        return p->detail < q->detail ? -1 : 1;
    return p->kind == ENTRY ? compare_contents(l->a, src, p->entry, q->entry) : 0;
}

/* Merges the sorted runs from .. middle-1 and middle .. to-1. */
static void merge(labeller *l, const coset_value *src, uint32_t from, uint32_t middle, uint32_t to)
{
    uint32_t i = from, k = middle;
    for (uint32_t n = from; n < to; n++) {
        bool left = i < middle && (k >= to || compare_labels(l, src, l->sorted[i], l->sorted[k]) <= 0);
        l->spare[n] = l->sorted[left ? i++ : k++];
    }
    memcpy(l->sorted + from, l->spare + from, (to - from) * sizeof *l->sorted);
}

static void colour_labels(labeller *l, const coset_value *src, uint32_t colour)
{
    uint32_t n = l->n_labels;
    for (uint32_t i = 0; i < n; i++)
        l->sorted[i] = i;
    for (uint32_t run = 1; run < n; run *= 2)
        for (uint32_t i = 0; i + run < n; i += 2 * run)
            merge(l, src, i, i + run, n - i < 2 * run ? n : i + 2 * run);
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || compare_labels(l, src, l->sorted[i - 1], l->sorted[i]) != 0)
            colour++;
        l->colour[l->a->n_points + l->sorted[i]] = colour;
    }
}

/* ---- labels and the graph --------------------------------------------------------------------------------------- */

static void add_label(labeller *l, int kind, uint32_t family, uint64_t detail, uint32_t entry)
{
    l->labels[l->n_labels++] = (label){kind, family, detail, entry};
}

/* Entries are sorted, so equal ones are neighbours in their bag. */
static bool equals_previous(const labeller *l, const coset_value *src, uint32_t entry)
{
    const coset__entry *e = &l->a->entries[entry];
    return entry > 0 && e[-1].bag == e->bag && memcmp(src + e->slot, src + e[-1].slot, e->width * sizeof *src) == 0;
}

/* The first of equal entries represents all; all that is inside the others is dropped with them. Outer entries come
 * after inner ones. */
static void choose_entries(labeller *l, const coset_value *src)
{
    const coset__action *a = l->a;
    for (uint32_t e = a->n_entries; e-- > 0;) {
        uint32_t parent = a->entries[e].parent;
        l->stands[e] = l->view.group_of[e] != COSET__NONE && (parent == COSET__NONE || l->stands[parent]) &&
                       !equals_previous(l, src, e);
    }
}

static uint32_t count_equals(const labeller *l, const coset_value *src, uint32_t entry)
{
    uint32_t n = 1;
    while (entry + n < l->a->n_entries && equals_previous(l, src, entry + n))
        n++;
    return n;
}

/* The edge and, if it has several, its ends. */
static void label_edge(labeller *l, const coset__edge *e, const coset_value *src)
{
    bool plain = e->cell && e->n_ends == e->cell->n_axes;
    add_label(l, EDGE, e->family, plain ? (uint64_t)src[e->cell->slot] + 1 : 0, COSET__NONE);
    for (uint32_t i = 0; e->n_ends > 1 && i < e->n_ends; i++)
        add_label(l, END, e->family, i, COSET__NONE);
}

static bool group_stands(const labeller *l, const coset__entrygroup *g)
{
    return g->entry == COSET__NONE || l->stands[g->entry];
}

/* Labels in the order in which join_all walks. */
static void label_all(labeller *l, const coset_value *src)
{
    const coset__view *v = &l->view;
    l->n_labels = 0;
    for (uint32_t e = 0; e < v->n_cell_edges; e++)
        label_edge(l, &v->edges[e], src);
    for (uint32_t g = 0; g < v->n_groups; g++) {
        const coset__entrygroup *group = &v->groups[g];
        if (!group_stands(l, group))
            continue;
        l->vertex_of[g] = l->a->n_points + l->n_labels;
        if (group->entry == COSET__NONE)
            add_label(l, OBJECT, l->a->m->n_slots + l->a->objects->objects[group->object].family, 0, COSET__NONE);
        else
            add_label(l, ENTRY, l->a->entries[group->entry].family, count_equals(l, src, group->entry), group->entry);
        for (uint32_t e = group->first_edge; e < group->first_edge + group->n_edges; e++)
            label_edge(l, &v->edges[e], src);
    }
}

/* Returns the number after those of the edge and its ends. */
static uint32_t join_edge(labeller *l, const coset__edge *e, uint32_t vertex)
{
    const uint32_t *ends = e->ends;
    if (e->n_ends == 1) {
        coset_graph_edge(l->graph, vertex, ends[0]);
        return vertex + 1;
    }
    for (uint32_t i = 0; i < e->n_ends; i++) {
        coset_graph_edge(l->graph, vertex, vertex + 1 + i);
        coset_graph_edge(l->graph, vertex + 1 + i, ends[i]);
    }
    return vertex + 1 + e->n_ends;
}

static void join_all(labeller *l)
{
    const coset__view *v = &l->view;
    coset_graph_clear(l->graph);
    for (uint32_t i = 0; i < l->a->n_points + l->n_labels; i++)
        coset_graph_vertex(l->graph, l->colour[i]);
    uint32_t vertex = l->a->n_points;
    for (uint32_t e = 0; e < v->n_cell_edges; e++)
        vertex = join_edge(l, &v->edges[e], vertex);
    for (uint32_t g = 0; g < v->n_groups; g++) {
        const coset__entrygroup *group = &v->groups[g];
        if (!group_stands(l, group))
            continue;
        if (group->parent != COSET__NONE)
            coset_graph_edge(l->graph, vertex, l->vertex_of[group->parent]);
        uint32_t entry = vertex++;
        for (uint32_t e = group->first_edge; e < group->first_edge + group->n_edges; e++) {
            coset_graph_edge(l->graph, entry, vertex);
            vertex = join_edge(l, &v->edges[e], vertex);
        }
    }
    COSET_INVARIANT(vertex == l->a->n_points + l->n_labels);
}

/* Points come first in the canonical order, type by type, because their colours do. */
static coset_factored apply(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    labeller *l = scratch;
    if (coset__search_refine(l->refiner, src, dst, image))
        return coset_factored_of(1);
    coset__view_read(&l->view, l->a, src, NULL, NULL);
    choose_entries(l, src);
    label_all(l, src);
    colour_labels(l, src, colour_points(l, src));
    join_all(l);
    const uint32_t *order = coset_graph_canon(l->graph);
    for (uint32_t i = 0; i < l->a->n_points; i++)
        image[order[i]] = i;
    coset__move(l->a, image, src, dst);
    return coset_graph_order(l->graph);
}

static void from(void *scratch, const coset_value *src) { coset__search_from(((labeller *)scratch)->refiner, src); }

const coset__method coset__method_label = {NULL, scratch_new, scratch_free, apply, from};
