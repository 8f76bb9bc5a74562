/* detect/extract/draw.h - the coloured graph of a view.
 *
 * Layer    detect, private.
 * Idea     vertices for slots and literals; effects, cubes, tests, parts and instances are identified by their colour
 *          and their neighbours among earlier vertices, so equal ones are one vertex: an automorphism that moves no
 *          literal moves nothing else but local variables. doc/internals-detect.md has the picture.
 */
#ifndef COSET_DETECT_EXTRACT_DRAW_H
#define COSET_DETECT_EXTRACT_DRAW_H

#include "alg/graph.h"
#include "detect/extract/constraints.h"

#define COSET__NO_VERTEX UINT32_MAX

typedef struct {
    const coset__constraints *v;
    const coset_literals *literals;
    coset_graph *graph;
    uint32_t n, n_edges;
    uint32_t *literal_vertex;  /* [literals->n] COSET__NO_VERTEX if the slot has one value */
    uint32_t *instance_vertex; /* [view instances] */
    coset__intern colours, known, endings;
    uint32_t plain_ending;         /* the step continues */
    COSET_VEC(uint32_t) vertex_of; /* of a number in `known` */
    COSET_VEC(bool) met;           /* [n] some vertex was made with this one as a neighbour */
} coset__drawing;

void coset__draw(coset__drawing *d, const coset__constraints *v, const coset_literals *literals);
void coset__drawing_fini(coset__drawing *d);

#endif
