/* model/label.h - what a value is, in a form that renaming can act on.
 *
 * Layer    model (sees base, alg).
 * Idea     a value of a composite slot (the state of a component, an event, a node of a specification) is a control,
 *          which stands for everything that no renaming changes, and a set of edges: coloured tuples of elements of
 *          symmetric types. A sequence <a, b> of elements is one edge (a, b); a set {a, b} is two edges of one colour.
 *          Renaming acts on the ends of edges only. Two labels are equal if control and edges are.
 * Shapes   edges are sorted (colour, then ends) and distinct; colours and controls are hashes or numbers of the maker's
 *          choice, the same for the same meaning throughout a check.
 * Source   Gibson-Robinson and Lowe, section 5 (control and environment of a state).
 */
#ifndef COSET_MODEL_LABEL_H
#define COSET_MODEL_LABEL_H

#include <stdint.h>

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

#endif
