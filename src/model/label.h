/* model/label.h - the structure of a value, in a form on which renamings act.
 *
 * Layer    model (sees base, alg).
 * Idea     A value of a composite slot (the state of a component, an event, a node of a specification) consists of a
 *          control, which represents everything that no renaming changes, and a set of edges: coloured tuples of
 *          elements of symmetric types. A sequence <a, b> of elements is one edge (a, b); a set {a, b} is two edges of
 *          one colour. Renaming acts on the ends of edges only. Two labels are equal if control and edges are.
 * Shapes   edges are sorted (coset_label_compare_edges) and distinct; colours and controls are hashes or numbers of the
 *          maker's choice, the same for the same meaning throughout a check.
 * Source   Gibson-Robinson and Lowe, section 5 (control and environment of a state).
 */
#ifndef COSET_MODEL_LABEL_H
#define COSET_MODEL_LABEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

typedef struct {
    uint32_t type, element; /* of the symmetric types of the model */
} coset_element;

typedef struct {
    uint32_t colour, n;
    const coset_element *ends;
} coset_label_edge;

typedef struct {
    uint32_t control, n;
    const coset_label_edge *edges;
} coset_label;

/* Order by colour, then length, then ends; of labels by control, then number of edges, then edges: < 0, 0, > 0. */
int coset_label_compare_edges(const coset_label_edge *x, const coset_label_edge *y);
int coset_label_compare(const coset_label *x, const coset_label *y);
uint64_t coset_label_hash(const coset_label *x);

/* Sorts `edges`, which become part of the label, and drops duplicates. */
coset_label coset_label_make(uint32_t control, uint32_t n, coset_label_edge *edges);

/* The label with element e of type t replaced by perm[offset[t] + e]. Owner: arena; the ends are new. */
coset_label coset_label_rename(const coset_label *x, const uint32_t *offset, const uint32_t *perm, coset_arena *a);

/* ---- finding labels ------------------------------------------------------------------------------------------- */

/* A hash table from labels to their numbers. */
typedef struct {
    const coset_label *labels;
    uint32_t n_table; /* a power of two */
    uint32_t *table;  /* number + 1 of a label, or 0 */
    uint32_t *next;   /* [n] the next one with an equal label + 1, ascending, or 0 */
} coset_label_index;

/* Of n labels, which must outlive it. */
coset_label_index coset_label_index_new(const coset_label *labels, uint32_t n, coset_arena *a);
/* The first number whose label is equal to x, or UINT32_MAX. */
uint32_t coset_label_find(const coset_label_index *index, const coset_label *x);
/* The next one with the same label, or UINT32_MAX. */
uint32_t coset_label_find_next(const coset_label_index *index, uint32_t number);

#endif
