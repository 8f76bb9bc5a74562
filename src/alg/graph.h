/* alg/graph.h - coloured graphs: canonical labelling, automorphisms and their number.
 *
 * Layer    alg; the only file that sees nauty.
 * Shapes   vertices 0 .. n-1 with colours; edges without direction, no loops, no parallels.
 * Threads  one graph belongs to one thread; several threads may use their own at once (nauty keeps its memory
 *          for each thread).
 * Limits   a second thread watches the limit, and makes nauty end when it is reached.
 */
#ifndef COSET_ALG_GRAPH_H
#define COSET_ALG_GRAPH_H

#include "alg/factored.h"
#include "alg/order.h"
#include "base/budget.h"
#include "base/count.h"
#include "base/mem.h"

typedef struct coset_graph coset_graph;

coset_graph *coset_graph_new(void);
void coset_graph_free(coset_graph *g);
/* From now on; NULL: none. Nobody else may use the limit during operations on the graph. */
void coset_graph_limit(coset_graph *g, coset_budget *limit);

/* Empties the graph; its memory is kept. */
void coset_graph_clear(coset_graph *g);
/* Adds a vertex; returns its number. */
uint32_t coset_graph_vertex(coset_graph *g, uint32_t colour);
void coset_graph_edge(coset_graph *g, uint32_t v, uint32_t w);
/* Gives a vertex another colour. */
void coset_graph_recolour(coset_graph *g, uint32_t v, uint32_t colour);

/* The canonical order of the vertices: for isomorphic graphs (colours included) with orders v and w, v[i] -> w[i] is an
 * isomorphism. Vertices with smaller colours come first. NULL: the limit is reached. Owner: the graph, until it is
 * changed.
 */
const uint32_t *coset_graph_canon(coset_graph *g);
/* Generators of the automorphism group (colours are preserved), by Traces. Images of vertices, valid during the call.
 * False: the limit is reached, and perhaps not all were found. */
typedef void coset_on_automorphism(void *ctx, const uint32_t *image);
bool coset_graph_automorphisms(coset_graph *g, coset_on_automorphism *on_automorphism, void *ctx);

/* Order of the automorphism group, after coset_graph_canon. */
coset_factored coset_graph_order(const coset_graph *g);
/* The same at any size. Owner: arena. */
coset_order coset_graph_exact_order(const coset_graph *g, coset_arena *arena);
/* The number of images of something under a group of that order, if these automorphisms are its stabiliser; false: more
 * than 128 bits. */
bool coset_graph_images(const coset_graph *g, coset_order all, coset_count *n);

#endif
