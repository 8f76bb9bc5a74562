/* lts/lts.h - explicit labelled transition systems.
 *
 * Layer    lts (sees base, model).
 * Idea     one component of a system, or one side of a refinement: numbered states, numbered events, edges in one
 *          array.
 * Shapes   events are numbers of one table for the whole check (`n_events`); 0 is tau, 1 is tick, the others are
 *          visible. State 0 is the start. Edges of state s are edges[first[s]] .. edges[first[s + 1] - 1], sorted by
 *          (event, dst), without duplicates. There is always a state 0.
 *          Refusals and divergence follow from the edges alone: a stable state (no tau) accepts what its edges offer, a
 *          state with tick may also refuse everything but tick, a cycle of taus diverges. Compressions that collect
 *          acceptances (diamond, normal) encode them as taus to states that accept less.
 * Labels   say what a state, an event or a component *is* (model/label.h). Equal labels within one LTS denote one
 *          state. A compression that merges states keeps the label of the first and lists those of the others as
 *          aliases, so that every label still finds its state. Compressions that make new states drop all labels.
 * Life     builder -> coset_lts_build -> constant, shared by threads.
 * Owner    an LTS owns all it points to.
 * Source   Gibson-Robinson and Lowe, sections 5 and 6 (labels), appendix C (supercombinators).
 */
#ifndef COSET_LTS_LTS_H
#define COSET_LTS_LTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "model/label.h"

#define COSET_TAU  0u
#define COSET_TICK 1u

typedef struct {
    uint32_t event, dst;
} coset_lts_edge;

typedef struct {
    coset_label label;
    uint32_t state;
} coset_lts_alias;

typedef struct {
    uint32_t n_states;     /* >= 1 */
    uint64_t *first;       /* n_states + 1 */
    coset_lts_edge *edges; /* first[n_states] */
    coset_label *labels;   /* one for each state, or NULL: there are none */
    uint32_t n_aliases;    /* only if there are labels */
    coset_lts_alias *aliases;
    coset_arena *arena; /* of the ends of labels, or NULL */
} coset_lts;

static inline uint64_t coset_lts_n_edges(const coset_lts *l) { return l->first[l->n_states]; }

void coset_lts_free(coset_lts *l);

/* ---- making one ---------------------------------------------------------------------------------------------- */

typedef struct coset_lts_builder coset_lts_builder;

coset_lts_builder *coset_lts_builder_new(void);
/* Number of the new state: 0, 1, 2 ... */
uint32_t coset_lts_add_state(coset_lts_builder *b);
/* Any order, duplicates are dropped; both states have been added before coset_lts_build. */
void coset_lts_add_edge(coset_lts_builder *b, uint32_t src, uint32_t event, uint32_t dst);
/* Copies the label. All states get one or none. */
void coset_lts_add_label(coset_lts_builder *b, uint32_t state, const coset_label *label);
/* Sorts and frees the builder in any case. Only wrong use is an error (COSET_INVARIANT): no state, an edge to a state
 * that was not added, an event >= n_events, a label missing or given twice. */
coset_lts *coset_lts_build(coset_lts_builder *b, uint32_t n_events);
/* Discards a builder without building an LTS. */
void coset_lts_builder_free(coset_lts_builder *b);

/* ---- asking -------------------------------------------------------------------------------------------------- */

/* Edges of `state` with `event`: edges[*from] .. edges[*to - 1]. False if there are none. */
bool coset_lts_edges_with(const coset_lts *l, uint32_t state, uint32_t event, uint64_t *from, uint64_t *to);
static inline bool coset_lts_is_stable(const coset_lts *l, uint32_t state)
{
    return l->first[state] == l->first[state + 1] || l->edges[l->first[state]].event != COSET_TAU;
}
/* diverges[s]: an infinite run of taus starts in s. Owner: the caller, coset_delete. */
bool *coset_lts_divergent(const coset_lts *l);
/* The states that can be reached, renumbered in breadth-first order (labels are preserved). */
coset_lts *coset_lts_reachable(const coset_lts *l);
/* Merges states by class: of[s] < n_classes, every class has a state and class 0 that of state 0. An edge of a member
 * becomes one of its class; taus within a class are kept only if keep_loops. */
coset_lts *coset_lts_quotient(const coset_lts *l, const uint32_t *of, uint32_t n_classes, bool keep_loops);
/* For people: a line for each edge, "0 a 1". `names` of events may be NULL. */
char *coset_lts_text(const coset_lts *l, const char *const *names, coset_arena *arena);

#endif
