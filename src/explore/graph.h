/* explore/graph.h - the steps between the states of an exhaustive search, reversed.
 *
 * Layer    explore.
 * Idea     All threads compute the successors of all states once more and store them as a graph with reversed edges:
 *          offsets and 32-bit numbers of predecessors, without duplicates. Reachability properties are decided by
 *          backward search on it.
 * Shapes   nodes are numbered by the thread that stored them, then in the order of storing.
 * Errors   the graph is charged to the memory limit; if that is too small it is not built.
 * Needs    an exact store and a complete search, with the marks of its levels.
 */
#ifndef COSET_EXPLORE_GRAPH_H
#define COSET_EXPLORE_GRAPH_H

#include "explore/bfs_int.h"

typedef struct coset__graph coset__graph;
typedef struct coset__chunk coset__chunk;

/* One thread's part. */
typedef struct {
    COSET_OWN_PAGES coset__graph *g;
    coset__member *w;
    coset__chunk *first, *last;
    COSET_VEC(uint32_t) found; /* successors of one state */
} coset__graph_part;

struct coset__graph {
    coset__search *s;
    uint32_t threads;
    bool silent;              /* silent steps only, self-loops included; else all steps, without self-loops */
    uint64_t n;               /* states */
    uint64_t *base;           /* [threads] number of the first state of a thread */
    coset__graph_part *parts; /* [threads] */
    _Atomic uint32_t *count;  /* [n] predecessors; atomic, because all threads add */
    uint32_t *after;          /* [n] successors, if silent */
    uint64_t *offset;         /* [n + 1] into before */
    uint32_t *before;         /* predecessors */
    _Atomic uint64_t bytes;   /* charged */
    _Atomic uint64_t cursor;  /* next state to process */
    atomic_bool out_of_memory;
};

void coset__graph_init(coset__graph *g, coset__search *s, bool silent);
void coset__graph_fini(coset__graph *g);
/* False if memory or time ran out. */
bool coset__graph_build(coset__graph *g);
/* True if memory or time ran out. */
bool coset__graph_gave_up(const coset__graph *g);
const char *coset__graph_why(const coset__graph *g, const char *what, coset_arena *arena);
/* Charged memory, zeroed; NULL if there is none. For free(). */
void *coset__graph_large(coset__graph *g, uint64_t n, size_t size);
/* The next nodes to process, after g->cursor was set to 0. */
bool coset__graph_take(coset__graph *g, uint64_t *from, uint64_t *to);

uint32_t coset__graph_node(const coset__graph *g, coset_ref ref);
coset_ref coset__graph_ref(const coset__graph *g, uint64_t node);
uint32_t coset__graph_depth(const coset__graph *g, uint64_t node);
/* Of the nodes with chosen[node] == value: the one of least depth and, among these, with the least values. */
coset__witness coset__graph_least(const coset__graph *g, const uint8_t *chosen, uint8_t value);
/* As many of the least nodes as are requested. */
void coset__graph_all_least(const coset__graph *g, const uint8_t *chosen, uint8_t value, coset__witness_list *out);

#endif
