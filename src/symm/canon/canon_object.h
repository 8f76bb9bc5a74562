/* symm/canon/canon_object.h - composite slots in the form that the strategies use.
 *
 * Layer    symm; for the room symm/canon only, through canon_int.h.
 * Words    object   a numbered pair of a composite slot and its value (model/composite.h)
 *          family   number of the invariant part of an object or edge (control, colours, fixed elements), which no
 *                   permutation of the group changes. Objects of one orbit have one family; edges of one family have
 *                   ends of the same types
 *          single   an object with one edge; its family is that of the edge and includes the control
 */
#ifndef COSET_SYMM_CANON_CANON_OBJECT_H
#define COSET_SYMM_CANON_CANON_OBJECT_H

#include "model/composite.h"

typedef struct {
    uint64_t base; /* hash of the family */
    uint32_t family, n_ends;
    const uint32_t *ends; /* points */
} coset__object_edge;

typedef struct {
    uint64_t base; /* hash of the family */
    uint32_t family;
    uint32_t n_edges; /* with moving ends; 0: nothing changes the object */
    const coset__object_edge *edges;
    bool in_column; /* its information is in the column of its owner */
} coset__object;

/* Lookup of the objects of a family of singles: object = table[sum of point * weight - bias]. */
typedef struct {
    const uint32_t *weight; /* [n_ends] */
    uint32_t bias;
    uint32_t *table; /* object + 1; NULL: too sparse */
} coset__places;

/* The slots of one family, one for each point of a type, which owns it. */
typedef struct {
    uint32_t type;
    const uint32_t *slots;  /* of the model, by points of the type, in order */
    const uint32_t *firsts; /* their first objects */
} coset__owned;

typedef struct {
    const coset_composite *composite;
    uint32_t n_touched;
    const uint32_t *touched; /* numbers of composite slots with an object that changes */
    const coset__object *objects;
    uint32_t n_families;
    const coset__places *places; /* [n_families] of singles */
    uint32_t n_table;            /* a power of two */
    const uint32_t *table;       /* object + 1 by hash of edges; those not in places */
    uint32_t n_owned;
    const coset__owned *owned;
} coset__objects;

typedef struct coset__action_s coset__action;

/* Needs the points of the action, and adds to its bounds of edges and ends. Errors: COSET_UNSUPPORTED labels that are
 * not closed under the group. */
coset_status coset__objects_new(coset__action *a, uint32_t *const *point_of, coset_err *err);

/* The object that image makes of object o; UINT32_MAX if there is none. */
uint32_t coset__object_image(const coset__objects *s, uint32_t o, const uint32_t *image);

/* Whether an edge of the object ends in x or y. */
bool coset__object_mentions(const coset__objects *s, uint32_t o, uint32_t x, uint32_t y);

#endif
